"""Observations, column by column: each read by its name and compared with what plain Python finds in the record."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.kit import Card, Kind
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import (
    AHEAD_X,
    AHEAD_Y,
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    WIDTH,
    Find,
    Frame,
    Phase,
    Site,
    Stand,
    Status,
    Window,
)
from tests.dropzone_commander.told import Told
from tests.plays import Eyes, compare, positions

GAMES = [("drill", 4), ("skirmish", 2), ("survey", 2), ("bunkers", 3)]
TURNS = {"south": 0, "east": 1, "north": 2, "west": 3, "south_west": 0, "south_east": 1, "north_east": 2, "north_west": 3}
ZONES = {"bunkers": ("south_west", "north_east", "south_east", "north_west")}
EDGES = ("edge_top", "edge_right", "edge_bottom", "edge_left")
ACTS = ("move", "shoot", "close", "search", "scan", "smoke", "ports")
GIFTS = ("jink", "screen", "tracking", "piercing", "marksmen", "double", "ramp", "run", "disrupted")


def bent(value, half):
    return float(value) / (half + abs(float(value)))


class Look:
    """What one seat may see of a record, worked out anew."""

    def __init__(self, name, scenario, record, tables, seat):
        self.record, self.tables, self.seat, self.n = record, tables, seat, scenario.seats
        self.size = int(tables["size"])
        zones = ZONES.get(name, ("south", "north", "west", "east"))
        self.zones = [TURNS[zone] for zone in zones]
        self.turn = self.zones[int(record["zone"][seat])] if record["zone"][seat] >= 0 else 0

    def seats(self):
        """One's own, then the others in seat order."""
        return [(self.seat + k) % self.n for k in range(self.n)]

    def spot(self, x, y):
        """A point of the board in cells, as the seat sees it: x to the right, y downwards, -1 to 1."""
        across, down = 2 * x / (self.size - 1) - 1, 1 - 2 * y / (self.size - 1)
        for _ in range(self.turn):  # a quarter clockwise: right goes down, down goes left
            across, down = -down, across
        return across, down

    def cell(self, cell):
        return self.spot(int(cell) % WIDTH, int(cell) // WIDTH) if cell >= 0 else (0.0, 0.0)

    def piece(self, piece):
        x0, x1, y0, y1 = (int(n) for n in self.tables["piece_box"][piece])
        return self.spot((x0 + x1) / 2, (y0 + y1) / 2)

    def number(self, other):
        """A seat as a number."""
        return 0.0 if other < 0 else ((int(other) - self.seat) % self.n + 1) / 4

    def unit(self, slot):
        """A unit as a number."""
        if slot < 0:
            return 0.0
        who = int(SEAT_OF[slot])
        return ((who - self.seat) % self.n * 36 + int(slot) - int(FIRST[who]) + 1) / 144

    def about(self, kind):
        decision = int(self.record["decision"])
        return int(self.record["subject"]) if decision and QUESTIONS.rows[decision].subject == kind else -1

    def top(self):
        return Told(self.record["frames"][max(int(self.record["depth"]) - 1, 0)])


NUMBERS: dict[Frame, dict[str, tuple[str, ...]]] = {  # columns of the process that asks, by its kind
    Frame.GAME: {"next": ("place",)},
    Frame.SETUP: {"next": ("place",), "count": ("group",), "flag": ("infiltrates",)},
    Frame.INITIATION: {"next": ("place",)},
    Frame.GROUP: {"count": ("due",)},
    Frame.SQUAD: {"next": ("kept_acts",), "count": ("limit",), "flag": ("extra",), "mark": ("given",), "done": ("kept_entered",)},
    Frame.MOVE: {"next": ("left",), "count": ("member",), "flag": ("extra",), "mark": ("landed",), "done": ("inside",)},
    Frame.PLACE: {"mark": ("loose",)},
    Frame.BOARD: {"flag": ("step",)},
    Frame.TRANSFER: {"count": ("way",), "flag": ("snap",)},
    Frame.ENTER: {"flag": ("inside",)},
    Frame.FLEE: {"next": ("again",), "count": ("due",), "flag": ("wants",), "done": ("stands",)},
    Frame.SHOOT: {"next": ("strafed", "shot"), "flag": ("close",), "mark": ("ports",), "done": ("spread",)},
    Frame.REACT: {"next": ("shot",), "done": ("spread",)},
    Frame.SEARCH: {"next": ("token",), "count": ("scans",)},
    Frame.WINDOW: {"next": ("place",), "count": ("base",)},
    Frame.NULLIFY: {"next": ("place",), "count": ("card",), "flag": ("void",)},
    Frame.PLAY: {"count": ("due",)},
}


def unit_row(look, slot):
    record, tables = look.record, look.tables
    unit = Told(record["units"][slot])
    if unit["status"] == Status.ABSENT:
        return {}
    row = {Status(unit["status"]).name.lower(): 1, "left": bent(unit["dp"], 5), "killer": look.number(unit["killer"])}
    top = look.top()
    row |= {
        "subject": look.about("unit") == slot,
        "now": top["slot"] == slot,
        "other": top["lead" if top["kind"] == Frame.MOVE else "transport"] == slot,
    }
    row |= {"command_boost": slot in record["boost"][: look.n], "inspires": slot in record["inspired"][: look.n]}
    outer = unit
    while outer["carrier"] >= 0:
        outer = record["units"][outer["carrier"]]
    if unit["carrier"] >= 0:
        row["carrier"] = (int(unit["carrier"]) - int(FIRST[SEAT_OF[slot]]) + 1) / 36
    if unit["piece"] >= 0:
        row["piece"] = (int(unit["piece"]) + 1) / 24
        row["x"], row["y"] = look.piece(unit["piece"])
        if unit["site"] != Site.CENTRE:
            row[EDGES[(int(unit["site"]) - 1 + look.turn) % 4]] = 1
    elif outer["cell"] >= 0:
        row["x"], row["y"] = look.cell(outer["cell"])
        row["flying"] = unit["flying"]
    if unit["status"] != Status.ON_TABLE:
        return row
    row["origin_x"], row["origin_y"] = look.cell(max(unit["origin"], unit["wreck"]))
    row |= {name: unit[name] / 127 for name in ("moved", "before", "travelled", "kept_moved")}
    row |= {name: unit[name] for name in ("scan", "transferred", "handled", "boosted")}
    row |= {"kept_fired": unit["kept_fired"] / 15}
    weapons = int(tables["see_weapons"])
    row |= {f"fired_{k + 1}": int(unit["fired"]) >> k & 1 for k in range(weapons)}
    return row | ({f"uses_{k + 1}": bent(unit["uses"][k], 1) for k in range(weapons)} if tables["weapon_limited"].any() else {})


def figures(tables, squad):
    """What never changes of a squad."""
    slot, size = int(tables["squad_first"][squad]), int(tables["squad_size"][squad])
    value = {
        name: float(tables[f"unit_{name}"][slot]) for name in ("points", "move", "armour", "dp", "evasion", "room", "kind", "weapons")
    }
    row = {
        "size": size / 10, "group": (int(tables["squad_group"][squad]) + 1) / 6, "points": bent(value["points"], 60),
        "speed": bent(value["move"], 9),
        "armour": bent(value["armour"], 10), "dp": bent(value["dp"], 5), "evasion": value["evasion"] / 3, "room": bent(value["room"], 4),
        "cv": max(tables["unit_cv"][slot : slot + size]) / 6, "infantry": value["kind"] == Kind.INFANTRY,
        "aircraft": value["kind"] >= Kind.AIRCRAFT,
    }  # fmt: skip
    for k in range(int(value["weapons"])):
        weapon = {name: float(tables[f"weapon_{name}"][slot, k]) for name in ("shots", "energy", "near", "aa", "close")}
        row |= {
            f"weapon_{k + 1}_shots": bent(weapon["shots"], 4), f"weapon_{k + 1}_energy": bent(weapon["energy"], 6),
            f"weapon_{k + 1}_near": 0 if weapon["close"] else bent(weapon["near"], 12), f"weapon_{k + 1}_aa": (weapon["aa"] + 1) / 4,
        }  # fmt: skip
    return row


def squad_row(look, squad):
    record, tables = look.record, look.tables
    size, first = int(tables["squad_size"][squad]), int(tables["squad_first"][squad])
    if not size:
        return {}
    state, status = Told(record["squads"][squad]), record["units"]["status"][first : first + size]
    facing = (int(state["facing"]) + 2 * look.turn) % 8
    row = figures(tables, squad) | {
        "alive": sum(s in (Status.RESERVE, Status.READINESS, Status.ON_TABLE) for s in status) / 10,
        "declared": (int(state["declared"]) + 1) / 6,
        "moves": state["moves"] / 2, "limit": state["limit"] / 2, "shot": state["shot"] / 2,
        "face_x": AHEAD_X[facing], "face_y": -AHEAD_Y[facing], "out": state["out"] / 2,
        "hurt_close": state["close"], "smoked": state["smoke"], "token": (int(state["token"]) + 1) / 12,
        "active": record["squad"] == squad,
        "shooter": record["shooter"] == squad, "now": look.top()["squad"] == squad, "prey": record["prey"] == squad,
        "energy": state["energy"] / 2,
    }  # fmt: skip
    row |= {name: int(state["acts"]) >> k & 1 for k, name in enumerate(ACTS)}
    return row | {name: state[name] for name in ("activated", "boarded", "left", "aerial", "shifted", "entered", "rapid", *GIFTS)}


def piece_row(look, piece):
    here, units = look.record["pieces"][piece], look.record["units"]
    inside = np.flatnonzero(units["piece"] == piece)
    x, y = look.piece(piece)
    return {
        "x": x, "y": y, "left": bent(here["dp"], 10), "rubble": here["stand"] == Stand.RUBBLE, "gone": here["stand"] == Stand.GONE,
        "damage_tokens": bent(here["damage_tokens"], 3), "blame": look.number(here["blame"]), "killer": look.number(here["killer"]),
        "hit": here["hit"], 
        "mine": sum(SEAT_OF[inside] == look.seat) / 36, "theirs": sum(SEAT_OF[inside] != look.seat) / 36,
    }  # fmt: skip


def token_row(look, k):
    here = look.record["tokens"][k]
    x, y = look.cell(here["cell"]) if here["cell"] >= 0 else look.piece(here["piece"]) if here["piece"] >= 0 else (0, 0)
    squad = int(here["squad"])
    return {
        Find(here["find"]).name.lower(): 1, "x": x, "y": y, "piece": (int(here["piece"]) + 1) / 24, "seat": look.number(here["seat"]),
        "squad": (squad - int(SQUAD_FIRST[SEAT_OF_SQUAD[squad]]) + 1) / 22 if squad >= 0 else 0,
    }  # fmt: skip


def seat_row(look, who):
    record = look.record
    rest = max(int(record["points"][k]) for k in range(look.n) if k != who)
    row = {
        "points": bent(record["points"][who], 4), "lead": np.clip((int(record["points"][who]) - rest) / 6, -1, 1), 
        "kills": bent(record["kills"][who], 200),
        "place": (record["order"][: look.n].tolist().index(who) + 1) / 4, "rolled": record["rolled"][who] / 6,
        "turn": record["turn"] == who,
        "decides": record["decider"] == who, "blamed": record["blame"] == who, "hand": bent(bin(int(record["hands"][who])).count("1"), 3),
        "deck": bin(int(record["deck"][who])).count("1") / 30, "surge": int(record["surge"][who]) & 1,
        "surged": int(record["surge"][who]) >> 1,
    }  # fmt: skip
    if record["zone"][who] >= 0:
        back = (look.zones[int(record["zone"][who])] - look.turn) % 4  # quarters clockwise that would bring it to the bottom
        row[("zone_bottom", "zone_right", "zone_top", "zone_left")[back]] = 1
    return row


def card_rows(look):
    """By cards that the deck has, in order."""
    record = look.record
    for card in (c for c in Card if int(look.tables["deck"]) >> c & 1):
        row = {"held": int(record["hands"][look.seat]) >> card & 1, "discarded": int(record["discards"][look.seat]) >> card & 1}
        row |= {"asked": record["asked_card"] == card, "subject": look.about("card") == card}
        for k, who in enumerate(look.seats()[1:], 1):
            name = "rival" if look.n == 2 else f"rival_{k}"
            row[f"{name}_discarded"] = int(record["discards"][who]) >> card & 1
            row[f"{name}_shown"] = int(record["hands"][who] & record["shown"][look.seat][who]) >> card & 1
        yield row


def game_row(look):
    record, tables = look.record, look.tables
    more = [int(face) for face in record["hits"]["face"][12 : int(record["n_hits"])]]
    names = ["more", *(f"more_{face}" for face in range(1, 7))]
    return {names[face]: more.count(face) / 250 for face in range(7)} | {
        "round": record["round"] / 12, "rounds_left": max(0, int(tables["rounds"]) - int(record["round"])) / 12,
        Phase(record["phase"]).name.lower(): 1,
        "acted": record["acted"], "doomed": record["doomed"], "group": (int(record["group"]) + 1) / 6, "shots": record["n_shots"] / 40,
        "hits": record["n_hits"] / 250, "played": record["n_played"] / 8,
    }  # fmt: skip


def process_row(look):
    top = look.top()
    kind = Frame(top["kind"])
    cell = next((top[name] for name in ("cell", "start") if top[name] > 0), -1)
    x, y = look.cell(cell)
    row = {f"is_{kind.name.lower()}": 1, "x": x, "y": y, "piece": (int(top["piece"]) + 1) / 24}
    row |= {"mode": top["mode"] / 2, "weapon": (int(top["weapon"]) + int(top["kept_shifted"])) / 4}
    for column, fields in NUMBERS.get(kind, {}).items():
        row[column] = sum(int(top[field]) for field in fields) / (255 if column in ("next", "count") else 1)
    if kind == Frame.SHOOT and top["step"] == Shooting.CLOSE:
        row["next"] = top["hit"] / 255
    if kind == Frame.SHOOT:
        row["count"] = min(int(top["extra"]) + 2 * (int(top["misses"]) + int(top["points"])), 255) / 255
    return row


def shot_row(look, k):
    shot = look.record["shots"][k]
    row = {
        "firer": look.unit(shot["firer"]),
        "target": look.unit(shot["target"]),
        "piece": (int(shot["piece"]) + 1) / 24,
        "weapon": shot["weapon"] / 4,
    }
    row |= {"mode": shot["mode"] / 2, "need": shot["need"] / 40, "share": shot["share"]}
    return row | {name: bent(shot[name], 5) for name in ("dice", "hits", "sure", "missed", "again", "glance", "lost")}


def hit_row(look, k):
    hit = look.record["hits"][k]
    row = {
        "target": look.unit(hit["target"]),
        "piece": (int(hit["piece"]) + 1) / 24,
        "shot": hit["shot"] / 40,
        "energy": bent(hit["energy"], 10),
    }
    return row | {"face": hit["face"] / 6, "cover": hit["cover"], "again": hit["again"]}


def stack_row(look, k):
    played = look.record["stack"][k]
    return {
        "card": played["card"] / 30,
        "seat": look.number(played["seat"]),
        "target": (int(played["target"]) + 1) / 1000,
        "void": played["void"],
    }


def expected(look, section, n):
    """The rows of a section."""
    names = ["mine", *(["rival"] if look.n == 2 else [f"rival_{k}" for k in range(1, look.n)])]
    kind, _, owner = section.partition("_")
    if owner:
        who = look.seats()[names.index(owner)]
        first = int((FIRST if kind == "unit" else SQUAD_FIRST)[who])
        last = int((FIRST if kind == "unit" else SQUAD_FIRST)[who + 1])
        row = unit_row if kind == "unit" else squad_row
        return [row(look, first + k) if first + k < last else {} for k in range(n)]
    if section == "group":
        marks = ("spent", "direct") if look.tables["direct"] and look.tables["unit_infiltrate"].any() else ("spent",)
        return [{mark: look.record[mark][who][g] for mark in marks} for who in look.seats() for g in range(n // look.n)]
    if section == "card":
        return list(card_rows(look))
    if section == "asked":
        return [{Decision(look.record["decision"]).name.lower(): 1} if look.record["decision"] else {}]
    if section == "window":
        return [{Window(look.record["window"]).name.lower(): 1} if look.record["window"] else {}]
    if section in ("game", "process"):
        return [game_row(look) if section == "game" else process_row(look)]
    if section == "seat":
        return [seat_row(look, who) for who in look.seats()]
    row = {"piece": piece_row, "token": token_row, "shot": shot_row, "hit": hit_row, "stack": stack_row}[section]
    return [row(look, k) for k in range(n)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.games
def test_every_column_says_what_the_record_says(name, seats):
    scenario = RULESET.scenario(name, seats)
    for record in positions(scenario, 6, every=40, most=2):
        eyes = Eyes(scenario, record)
        for seat in range(seats):
            vector, look = eyes.sees(seat), Look(name, scenario, record, eyes.tables, seat)
            for section in eyes.features.sections:
                columns, rows = eyes.features.section(section).columns, eyes.features.rows(vector, section)
                where = f"{section} of seat {seat}, {Decision(int(record['decision'])).name},"
                compare(rows, columns, expected(look, section, len(rows)), where)


@pytest.mark.clause("DZ-CORE-14")
def test_hands_of_others_and_decks_are_hidden_but_for_what_was_shown():
    eyes = Eyes(RULESET.scenario("skirmish"))
    hands, decks = (1 << Card.NULLIFY | 1 << Card.JAM, 1 << Card.REACT), eyes.tables["deck"]
    eyes.record["hands"][:2] = hands
    eyes.record["deck"][:2] = [decks & ~np.uint32(hand) for hand in hands]
    eyes.record["shown"] = 0
    mine, theirs = eyes.sees(0), eyes.sees(1)
    for seat, other in ((0, Card.JINK), (1, Card.BRACE)):  # another card in the same hand
        before = eyes.record.copy()
        eyes.record["deck"][seat] |= eyes.record["hands"][seat] & ~np.uint32(1 << Card.NULLIFY)
        eyes.record["hands"][seat] = eyes.record["hands"][seat] & np.uint32(1 << Card.NULLIFY) | np.uint32(1 << other)
        eyes.record["deck"][seat] &= ~np.uint32(1 << other)
        assert (eyes.sees(1 - seat) == (mine, theirs)[1 - seat]).all()
        assert (eyes.sees(seat) != (mine, theirs)[seat]).any()
        eyes.batch.games[0] = before
    eyes.record["shown"][1][0] = 1 << Card.JAM
    assert (eyes.sees(0) == mine).all()
    rows = eyes.rows("card", 1)
    assert [row["rival_shown"] for row in rows] == [float(card == Card.JAM) for card in Card]


@pytest.mark.clause("DZ-CORE-14")
def test_of_ones_own_cards_each_is_seen():
    eyes = Eyes(RULESET.scenario("skirmish"))
    every = int(eyes.tables["deck"])
    eyes.record["hands"][0], eyes.record["discards"][0], eyes.record["deck"][0] = every, 0, 0
    assert [row["held"] for row in eyes.rows("card")] == [1.0] * len(Card)
    eyes.record["hands"][0], eyes.record["discards"][0] = 0, every
    assert [row["discarded"] for row in eyes.rows("card")] == [1.0] * len(Card)


def test_the_board_is_turned_so_that_ones_own_edge_is_at_the_bottom():
    eyes = Eyes(RULESET.scenario("drill", 4))
    unit = eyes.record["units"][0]
    unit["status"], unit["cell"], unit["carrier"] = Status.ON_TABLE, 3, -1  # the fourth cell of the south edge
    seen = {}
    for zone, name in enumerate(("south", "north", "west", "east")):
        eyes.record["zone"][:] = [zone, *({0, 1, 2, 3} - {zone})]
        row = eyes.rows("unit_mine", 0)[0]
        seen[name] = row["x"], row["y"]
    left = 2 * 3 / 23 - 1
    assert seen["south"] == pytest.approx((left, 1)) and seen["north"] == pytest.approx((-left, -1))
    assert seen["west"] == pytest.approx((1, -left)) and seen["east"] == pytest.approx((-1, left))


def test_observations_of_the_standard_scenario_hold_at_most_4000_numbers():
    assert RULESET.scenario("skirmish", 2).features.size <= 4000
    names = RULESET.scenario("skirmish", 2).features.names()
    assert len(set(names)) == len(names)


def test_what_a_scenario_cannot_have_has_no_column():
    plain = RULESET.scenario("drill", cards="off").features
    assert not {"card", "window", "stack"} & set(plain.sections)
    assert "prey" not in plain.section("squad_mine").columns and "hand" not in plain.section("seat").columns
    assert "uses_1" not in RULESET.scenario("skirmish", 2).features.section("unit_mine").columns
    assert RULESET.scenario("skirmish", 4).features.section("unit_rival_3").count == 23


def run_plain(function, t):
    """What a function that only looks finds in the record of a table."""
    return function(view(t.state))


def test_the_process_that_asks_is_the_last_begun(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (20, 20))
    t.activate("A1")
    if t.decision == "ACTION":
        assert run_plain(running, t).kind == Frame.SQUAD
        t.play("move")
    assert t.decision == "MOVE" and run_plain(running, t).kind == Frame.MOVE
