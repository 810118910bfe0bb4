"""Observations, column by column: each read by its name and compared with what plain Python finds in the record."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.kit import Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS, Decision
from skirmish_rl.envs.trench_crusade.render.board import holder_of, size_of
from skirmish_rl.envs.trench_crusade.render.units import is_engaged
from skirmish_rl.envs.trench_crusade.rules.charging import Charge
from skirmish_rl.envs.trench_crusade.rules.puppets import Puppet
from skirmish_rl.envs.trench_crusade.rules.specials import Special
from skirmish_rl.envs.trench_crusade.state import (
    FORCE,
    SLOTS,
    STATE,
    WIDTH,
    Deed,
    Frame,
    Mode,
    Phase,
    Status,
    Success,
    Task,
    Terrain,
    Verb,
)
from tests.plays import Eyes, compare, positions

EVERYTHING = str(Path(__file__).parent / "everything.toml")
GAMES = ["outpost", "relics", EVERYTHING]
GROUND = {"trench": Terrain.TRENCH, "wire": Terrain.WIRE, "difficult": Terrain.CRATER}


def bent(value, half):
    return float(value) / (half + abs(float(value)))


def play(name, decisions=140, every=7, **options):
    """Positions of one game played at random."""
    scenario = RULESET.scenario(name, **options)
    batch, luck = Batch(scenario, 1, observe=False), np.random.default_rng(5)
    batch.reset(seed=5)
    for turn in range(decisions):
        if batch.over[0]:
            break
        if turn % every == 0:
            yield Eyes(scenario, batch.games[0].copy())
        batch.step(random_legal(batch.masks, luck))


def seen_at(record, tables, seat, cell):
    """A cell as a seat sees it: -1 to 1, the edge of its own zone at the bottom."""
    wide, high = size_of(tables)
    x, y = 2 * (cell % WIDTH) / (wide - 1) - 1, 1 - 2 * (cell // WIDTH) / (high - 1)
    west = tables["zone"][0].nonzero()[0] % WIDTH
    if west.max() - west.min() < wide - 1:  # zones in the west and the east: seen from the west, the north is at the left
        x, y = -1 * y, x
        x, y = (-x, -y) if record["zone"][seat] == 0 else (x, y)
        return x, y
    return (x, y) if record["zone"][seat] == 0 else (-x, -y)


def unit_row(record, tables, seat, slot):
    unit = record["units"][slot]
    if unit["status"] == Status.ABSENT:
        return {}
    attack, acts = record["attack"][0], record["acts"]
    stack = record["frames"][: record["depth"]]
    about = record["decision"] and QUESTIONS.rows[int(record["decision"])].subject == "unit"
    row = {
        Status(unit["status"]).name.lower(): 1, "blood": unit["blood"] / 6, "blessing": unit["blessing"] / 6, "down": unit["down"],
        "activated": unit["activated"], "active": record["active"] == slot, "acts": acts[0]["slot"] == slot,
        "acts_too": acts[1]["slot"] == slot, "subject": about and record["subject"] == slot, "attacks": attack["attacker"] == slot,
        "target": attack["target"] == slot, "direct": attack["direct"] == slot, "victim": int(attack["victims"]) >> slot & 1,
        "forced": record["forced"] == slot, "covered": unit["covered"], "hidden": unit["hidden"], "tough_used": unit["tough_used"],
        "spent": unit["spent"],
    }  # fmt: skip
    row["aimed"] = any(
        (frame["kind"] == Frame.PUPPET and frame["puppet"] == slot)
        or (
            frame["target"] == slot
            and (
                frame["kind"] == Frame.CHARGE
                or (frame["kind"] == Frame.SHOOT and frame["step"] and frame["attacks_made"])
                or (frame["kind"] == Frame.FIGHT and frame["step"] and frame["free"])
            )
        )
        for frame in stack
    )
    row["left_behind"] = any(
        frame["kind"] == Frame.RETREAT and slot // FORCE != frame["slot"] // FORCE and int(frame["foes"]) >> slot % FORCE & 1
        for frame in stack
    )
    if tables["deeds"][Deed.TWO_KILLS]:
        row["melee_kills"] = bent(unit["melee_kills"], 2)
    if tables["deeds"][Deed.THREE_KILLS]:
        row["kills"] = bent(unit["kills"], 3)
    row |= {f"claim_{k + 1}": int(unit["claims"]) >> k & 1 for k in range(int(tables["relics"]))}
    if acts[0]["slot"] >= 0 and acts[0]["slot"] // FORCE != slot // FORCE and tables["traits"][:, Trait.CONCENTRATED].any():
        row |= {name: int(act["hits"]) >> slot % FORCE & 1 for name, act in zip(("hit", "hit_too"), acts, strict=True)}
    if unit["cell"] >= 0:
        cell = int(unit["cell"])
        row["x"], row["y"] = seen_at(record, tables, seat, cell)
        row |= {"height": tables["height"][cell] / 4, "engaged": is_engaged(record, tables, slot)}
        row |= {name: tables["terrain"][cell] == ground for name, ground in GROUND.items()}
    elif record["decision"] == Decision.DARK_BLESSING and record["subject"] == slot:
        row["x"], row["y"] = seen_at(record, tables, seat, int(stack[-1]["fell_at"]))
    return row


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.games
def test_models_are_seen_as_they_are_own_ones_first(name):
    for eyes in play(name):
        record, tables, columns = eyes.record, eyes.tables, eyes.features.section("unit_mine").columns
        still = columns[columns.index("points") :]
        for seat in range(2):
            for section, who in (("unit_mine", seat), ("unit_theirs", 1 - seat)):
                rows = eyes.rows(section, seat)
                for row, values in enumerate(rows):
                    slot = FORCE * who + row
                    expected = unit_row(record, tables, seat, slot)
                    wrong = {c: v for c, v in values.items() if c not in still and abs(v - float(expected.get(c, 0))) > 1e-6}
                    assert not wrong, (slot, wrong)
                    if expected:
                        assert values["points"] == pytest.approx(min(tables["points"][slot] / 150, 1))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.games
def test_sides_are_seen_as_they_stand(name):
    for eyes in play(name):
        record, tables = eyes.record, eyes.tables
        for seat in range(2):
            expected = []
            for who in (seat, 1 - seat):
                units = record["units"][FORCE * who : FORCE * (who + 1)]
                on, out = units["status"] == Status.ON_BOARD, units["status"] == Status.OUT
                lead = int(record["points"][who]) - int(record["points"][1 - who])
                row = {
                    "points": bent(record["points"][who], 12), "lead": bent(lead, 6), "strength": record["strength"][who] / 12,
                    "on_board": on.sum() / 12, "standing": (on & (units["down"] == 0)).sum() / 12,
                    "lost": (out | (on & (units["down"] > 0))).sum() / 12, "to_activate": (on & (units["activated"] == 0)).sum() / 12,
                    "second_zone": record["zone"][who], "initiative": record["initiative"] == who, "go": record["go"] == who,
                    "decides": record["decider"] == who, "shaken": record["shaken"][who],
                }  # fmt: skip
                if record["decision"] == Decision.MORALE:
                    row["checked"] = int(record["frames"][0]["checked"]) >> who & 1
                if tables["deployed"]:
                    first = record["frames"][max(int(record["depth"]) - 1, 0)]
                    row["reserves"] = (units["status"] == Status.RESERVE).sum() / 12
                    if first["kind"] == Frame.DEPLOYMENT:
                        row["holds"], row["infiltrates"] = int(first["holding"]) >> who & 1, first["infiltrators"] * tables["infiltration"]
                    elif record["decision"] in (Decision.ARRIVE_UNIT, Decision.ARRIVE_CELL):
                        row["arrivals"] = max(0, int(first["arrivals"]) - int(first["arrived"][who])) / 3
                expected.append(row)
            section = eyes.features.section("side")
            compare(eyes.features.rows(eyes.sees(seat), "side"), section.columns, expected, "side")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.games
def test_objectives_relics_mines_and_deeds_are_seen(name):
    for eyes in play(name):
        record, tables = eyes.record, eyes.tables
        for seat in range(2):
            for k in range(int(tables["objectives"])):
                row, held = eyes.rows("objective", seat)[k], holder_of(record, tables, k)
                assert (row["mine"], row["theirs"]) == (float(held == seat), float(held == 1 - seat))
                cells = [int(unit["cell"]) for unit in record["units"][FORCE * seat : FORCE * (seat + 1)] if unit["cell"] >= 0]
                assert row["my_near"] == pytest.approx(sum(tables["near_piece"][k][cell] > 0 for cell in cells) / 12)
                assert row["my_on"] == pytest.approx(sum(tables["near_piece"][k][cell] == 2 for cell in cells) / 12)
            for k in range(int(tables["relics"])):
                row, claimed = eyes.rows("relic", seat)[k], int(record["claimed"][k])
                assert row["counts"] == float(record["round"] <= tables["relic_last"][k])
                assert row["claimed"] == (0 if claimed < 0 else 1 if claimed == seat else -1)
                assert (row["x"], row["y"]) == pytest.approx(seen_at(record, tables, seat, int(tables["relic_cell"][k])))
            for deed in Deed:
                if tables["deeds"][deed]:
                    did = int(record["deeds"][deed])
                    assert eyes.rows("deed", seat)[0][deed.name.lower()] == (0 if did < 0 else 1 if did == seat else -1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.games
def test_the_question_and_what_is_under_way_are_seen(name):
    for eyes in play(name, every=3):
        record, tables = eyes.record, eyes.tables
        asked = {column for column, value in eyes.rows("asked")[0].items() if value}
        assert asked == {Decision(int(record["decision"])).name.lower()}
        game = eyes.rows("game")[0]
        phase = "set_up" if record["phase"] == Phase.SETUP else Phase(record["phase"]).name.lower()  # as networks know it
        assert game["round"] == pytest.approx(record["round"] / 8) and game[phase] == 1
        rolls = [(int(frame["success"]), frame["total"] / 12) for frame in record["frames"][: record["depth"]] if frame["total"]]
        success, total = rolls[-1] if rolls else (None, 0)
        assert [game[result] for result in ("failed", "succeeded", "critical")] == [float(success == result) for result in Success]
        assert game["total"] == pytest.approx(total) and game["ended"] == record["ended"]
        for row, act in zip(eyes.rows("act"), record["acts"], strict=False):
            done = {verb.name.lower() for verb in Verb if int(act["done"]) >> verb & 1}
            assert {verb.name.lower() for verb in Verb if row.get(verb.name.lower())} == done
            assert (row["stood"], row["shots"], row["plain"]) == (act["stood"], act["shots"] / 2, act["plain"])
        top, roll, tasks = record["frames"][int(record["depth"]) - 1], eyes.rows("roll")[0], eyes.rows("task")[0]
        if top["kind"] in (Frame.ROLL, Frame.INJURY):
            assert roll["dice"] == pytest.approx(bent(top["dice"], 6)) and roll["risky"] == top["risky"]
            assert roll["modifier"] == pytest.approx(top["modifier"] / 9) and roll["injury"] == (top["kind"] == Frame.INJURY)
        if top["kind"] == Frame.ROLL:
            assert {task for task, value in tasks.items() if value} == {Task(int(top["task"])).name.lower()}
        attack, weapons = record["attack"][0], {name for name, value in eyes.rows("weapon")[0].items() if value}
        if attack["attacker"] >= 0:
            assert weapons == {Weapon(int(attack["weapon"])).name.lower()} and eyes.rows("attack")[0]["melee"] == attack["melee"]
        way = eyes.rows("way")
        for k in range(int(record["path_length"])):
            assert (way[k]["x"], way[k]["y"]) == pytest.approx(seen_at(record, tables, 0, int(record["path"][k])))


def test_a_mine_is_seen_by_both_seats():
    eyes = next(play(EVERYTHING))
    tables = eyes.tables
    piece = next(k for k in range(32) if int(tables["minable"]) >> k & 1)
    eyes.record["mines"][0] = 1 << piece
    for seat, column in ((0, "mine"), (1, "theirs")):
        rows = eyes.rows("piece", seat)
        assert [k for k, row in enumerate(rows) if row[column]] == [piece]
        assert (rows[piece]["x"], rows[piece]["y"]) == pytest.approx(seen_at(eyes.record, tables, seat, int(tables["handle"][piece])))


@pytest.mark.parametrize(("name", "most"), [("outpost", 800), ("contested", 1500), ("relics", 1500)])
def test_observations_are_no_longer_than_they_need_be(name, most):
    scenario = RULESET.scenario(name)
    assert scenario.features.size < most
    assert len(scenario.tables["used"][0]) == SLOTS and "spent" not in scenario.features.section("unit_mine").columns


def process_of(record, tables, seat):
    """Section `process`: the Action under way and what has interrupted it, from the bottom to the top."""
    row = {}
    for frame in record["frames"][: record["depth"]]:
        kind, step = frame["kind"], frame["step"]
        if kind == Frame.MOVEMENT:
            row |= {
                "steps": max(0, int(record["path_length"]) - int(frame["steps"])) / 16, "tested": frame["wire_tested"],
                "risk": frame["mode"] == Mode.RISK, "drop": frame["mode"] == Mode.DROP,
            }  # fmt: skip
            if frame["steps"]:
                row["came_x"], row["came_y"] = seen_at(record, tables, seat, int(frame["came_from"]))
        elif kind == Frame.GO:
            row |= {"dash": frame["verb"] == Verb.DASH, "risk": frame["mode"] == Mode.RISK, "drop": frame["mode"] == Mode.DROP}
        elif kind in (Frame.CHARGE, Frame.PUPPET):
            slips = kind == Frame.CHARGE and step <= Charge.SLIPPED
            row |= {Frame(kind).name.lower(): 1, "inches": frame["slip" if slips else "inches"] / 12}
            if kind == Frame.PUPPET and step >= Puppet.DISTANCE:
                middle = 10 * WIDTH + 10
                away = int(tables["next"][middle][frame["direction"]])
                here, there = seen_at(record, tables, seat, middle), seen_at(record, tables, seat, away)
                row |= {"to_x": np.sign(there[0] - here[0]), "to_y": np.sign(there[1] - here[1])}
            if kind == Frame.PUPPET and step >= Puppet.LEAVE and frame["goal"] >= 0:
                row["goal_x"], row["goal_y"] = seen_at(record, tables, seat, int(frame["goal"]))
        elif kind == Frame.RETREAT:
            row["retreat"] = 1
        elif kind in (Frame.SHOOT, Frame.FIGHT):
            row |= {"shoot": kind == Frame.SHOOT, "fight": kind == Frame.FIGHT, "free": kind == Frame.FIGHT and frame["free"]}
            if step:
                row |= {"left": frame["attacks_left"] / 3, "made": frame["attacks_made"] / 3, "second": frame["off_hand"]}
    return row


def roll_of(record, seat):
    """Section `roll`: the roll that is running, and an injury that it has interrupted."""
    row, stack = {}, record["frames"][: record["depth"]]
    for depth, frame in enumerate(stack):
        if frame["kind"] not in (Frame.ROLL, Frame.INJURY):
            continue
        injury, cause = frame["kind"] == Frame.INJURY, int(frame["cause"])
        if injury and depth + 1 < len(stack):
            row |= {"pending": 1, "pending_marks": frame["marks"] / 3, "pending_attack": frame["of_attack"]}
            continue
        row |= {
            "success": not injury, "injury": injury, "dice": bent(frame["dice"], 6), "risky": frame["risky"],
            "modifier": frame["modifier"] / 9,
            "deadly": frame["deadly"], "bloodbath": frame["bath"], "cheap": frame["cheap"], "marks": frame["marks"] / 3,
        }  # fmt: skip
        if injury:
            row |= {"of_attack": frame["of_attack"], "cause": 0 if cause < 0 else 1 if cause // FORCE == seat else -1}
    return row


def laid(scenario):
    """Positions of play, and such with any process on top or a question about reserves or morale, its numbers drawn at random; each with
    the place of the first process that belongs there.

    Encoders look at a process by itself, so that it need not be one that could come about.
    """
    luck = np.random.default_rng(6)
    found = [record for record in positions(scenario) if not record["over"]]
    yield from ((record, 0) for record in found)
    tables = scenario.tables[0]
    ranges = {path.removeprefix("frames."): allowed for path, _, allowed in STATE.fields() if path.startswith("frames.")}
    slots, cells = np.flatnonzero(tables["used"]), np.flatnonzero(tables["on_board"])
    most = {"steps": 3, "step": 6, "dice": 12, "relic": max(0, int(tables["relics"]) - 1), "piece": 3}
    for kind in [*range(Frame.MOVEMENT, Frame.PUPPET + 1), Frame.GAME, Frame.DEPLOYMENT] * 12:
        record = found[luck.integers(len(found))].copy()
        depth = 0 if kind <= Frame.DEPLOYMENT else int(record["depth"])
        if kind in record["frames"]["kind"][:depth]:
            continue  # one would hide what the other holds
        frame = record["frames"][depth]
        for name, (low, high) in ranges.items():
            frame[name] = luck.integers(max(low, 0), min(high, most.get(name, high)) + 1)
        frame["kind"] = kind
        for name in ("slot", "cause", "target", "puppet"):
            frame[name] = luck.choice(slots)
        for name in ("came_from", "fell_at", "goal"):
            frame[name] = luck.choice(cells)
        claims, mines = int(tables["relics"] > 0), int(tables["see_pieces"] > 0)
        frame["verb"] = luck.choice([Verb.MOVE, Verb.DASH] + [Verb.CLAIM] * 2 * claims + [Verb.SET_MINE] * 2 * mines)
        record["path_length"], record["path"][:6] = 6, luck.choice(cells, 6)
        record["depth"] = depth + 1
        record["decision"], record["subject"] = Decision.FIRST, -1  # whose legal answers ask nothing of the process
        if kind == Frame.GAME:
            if not tables["deployed"] and not tables["morale"]:
                continue
            record["decision"] = (
                Decision.MORALE if tables["morale"] and luck.random() < 0.5 or not tables["deployed"] else Decision.ARRIVE_UNIT
            )
            frame["arrivals"], frame["arrived"] = luck.integers(1, 4), luck.integers(0, 2, 2)
        elif kind == Frame.DEPLOYMENT:
            record["decision"] = Decision.DEPLOY_UNIT
        elif kind == Frame.SPECIAL and luck.random() < 0.5:
            frame["step"] = Special.ROLLED
        elif kind == Frame.INJURY and luck.random() < 0.5:  # interrupted by a test at a ledge
            top = record["frames"][depth + 1]
            top["kind"], top["slot"], top["task"], top["dice"] = Frame.ROLL, frame["slot"], Task.LEDGE, luck.integers(-3, 4)
            record["depth"] = depth + 2
        yield record, depth


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.games
def test_processes_and_rolls_are_seen_column_by_column(name):
    seen = set()
    for record, _ in laid(RULESET.scenario(name)):
        eyes = Eyes(RULESET.scenario(name), record)
        for seat in range(2):
            for section, expected in (
                ("process", process_of(record, eyes.tables, seat)),
                ("roll", roll_of(record, seat)),
            ):
                compare(eyes.features.rows(eyes.sees(seat), section), eyes.features.section(section).columns, [expected], section)
                seen |= {column for column, value in expected.items() if value}
            named = {(frame["verb"],
                int(frame["relic" if frame["verb"] == Verb.CLAIM else "piece"])) for frame in record["frames"][: record["depth"]]
                     if frame["kind"] == Frame.SPECIAL and frame["step"] == Special.ROLLED}  # fmt: skip
            for section, verb in (("relic", Verb.CLAIM), ("piece", Verb.SET_MINE)):
                if section in eyes.features.sections:
                    rows = eyes.rows(section, seat)
                    assert {k for k, row in enumerate(rows) if row["named"]} == {place for v, place in named if v == verb}
            under_way = {
                Task(int(frame["task"])).name.lower() for frame in record["frames"][: record["depth"]] if frame["kind"] == Frame.ROLL
            }
            tasks = eyes.features.section("task").columns  # of a roll, and of those that it has interrupted
            assert eyes.rows("task", seat) == [{task: float(task in under_way) for task in tasks}]
    assert {"dash", "charge", "retreat", "shoot", "fight", "free", "left", "steps", "success", "injury", "dice", "pending"} <= seen


def test_what_comes_about_seldom_is_seen():
    """Columns that the conformance kit need not see move in random games."""
    eyes = next(play(EVERYTHING))
    record = eyes.record
    record["decision"] = Decision.DIVE
    assert eyes.rows("asked")[0]["dive"] == 1
    record["acts"][0]["slot"], record["acts"][0]["dive"] = 3, 1
    assert eyes.rows("act")[0]["dive"] == 1
    record["deeds"][Deed.SIXTH_MARKER] = 1
    assert [eyes.rows("deed", seat)[0]["sixth_marker"] for seat in range(2)] == [-1, 1]
    record["frames"][1]["kind"], record["frames"][1]["infiltrators"], record["depth"] = Frame.DEPLOYMENT, 1, 2
    assert [row["infiltrates"] for row in eyes.rows("side")] == [1, 1]
    record["frames"][2]["kind"], record["depth"] = Frame.ROLL, 3
    for task in (Task.CLIMB, Task.JUMP, Task.LEDGE, Task.DIVE, Task.DEFUSE):
        record["frames"][2]["task"] = task
        assert [name for name, value in eyes.rows("task")[0].items() if value] == [task.name.lower()]


# What each process holds beside the model and the step that the question and its subject tell. `MEANT` says when it means anything.
HOLDS = {
    Frame.ROLL: ("dice", "risky", "task"),
    Frame.INJURY: ("dice", "modifier", "deadly", "bath", "cheap", "marks", "of_attack", "cause", "total"),
    Frame.MOVEMENT: ("steps", "wire_tested", "mode", "came_from", "success"), Frame.GO: ("mode",),
    Frame.CHARGE: ("slip", "inches", "target"),
    Frame.RETREAT: ("foes",), Frame.SHOOT: ("attacks_left", "attacks_made", "target"),
    Frame.FIGHT: ("attacks_left", "attacks_made", "off_hand", "free", "target"), Frame.PUPPET: ("inches", "puppet", "direction", "goal"),
    Frame.SPECIAL: ("piece", "relic", "total"), Frame.DEPLOYMENT: ("holding", "infiltrators"),
    Frame.GAME: ("checked", "arrivals", "arrived"),
}  # fmt: skip
ARRIVING = (Decision.ARRIVE_UNIT, Decision.ARRIVE_CELL)
MEANT = {
    **{(Frame.INJURY, field): lambda s, f, top: top for field in ("dice", "modifier", "deadly", "bath", "cheap", "cause")},
    **{(kind, field): lambda s, f, top: top and f["total"]
       for kind, field in ((Frame.INJURY, "total"), (Frame.MOVEMENT, "success"), (Frame.SPECIAL, "total"))},
    (Frame.MOVEMENT, "came_from"): lambda s, f, top: f["steps"] > 0, (Frame.GO, "mode"): lambda s, f, top: top,
    (Frame.CHARGE, "slip"): lambda s, f, top: f["step"] <= Charge.SLIPPED, (Frame.CHARGE, "inches"): lambda s, f,
    top: f["step"] > Charge.SLIPPED,
    **{(kind, field): lambda s, f, top: f["step"] for kind in (Frame.SHOOT, Frame.FIGHT) for field in ("attacks_left", "attacks_made",
        "off_hand")},
    (Frame.SHOOT, "target"): lambda s, f, top: f["step"] and f["attacks_made"], (Frame.FIGHT, "target"): lambda s, f,
    top: f["step"] and f["free"],
    (Frame.PUPPET, "direction"): lambda s, f, top: f["step"] >= Puppet.DISTANCE,
    (Frame.PUPPET, "goal"): lambda s, f, top: f["step"] >= Puppet.LEAVE and f["goal"] >= 0,
    (Frame.SPECIAL, "piece"): lambda s, f, top: f["step"] == Special.ROLLED and f["verb"] == Verb.SET_MINE,
    (Frame.SPECIAL, "relic"): lambda s, f, top: f["step"] == Special.ROLLED and f["verb"] == Verb.CLAIM,
    (Frame.DEPLOYMENT, "infiltrators"): lambda s, f, top: s["decision"] != Decision.ZONE,
    (Frame.GAME, "checked"): lambda s, f, top: s["decision"] == Decision.MORALE,
    **{(Frame.GAME, field): lambda s, f, top: s["decision"] in ARRIVING and f["arrivals"] > max(f["arrived"]) + 1 for field in ("arrivals",
        "arrived")},
}  # fmt: skip


def changed(frame, field, tables):
    """Another number that the field might hold."""
    if field == "arrived":
        return [1 - frame[field][0], frame[field][1]] if frame[field][0] < 2 else [0, frame[field][1]]
    value = int(frame[field])
    if field in ("cause", "target", "puppet"):
        return next(slot for slot in range(SLOTS) if slot // FORCE != value // FORCE and tables["used"][slot]) if value >= 0 else 0
    if field in ("came_from", "fell_at", "goal"):
        return value + 1 if value % WIDTH == 0 else value - 1
    if field == "task":
        return Task.RANGED if value == Task.MELEE else Task.MELEE
    if field in ("checked", "holding", "foes"):
        return value ^ 1
    return value - 1 if value else 1


@pytest.mark.games
def test_every_number_of_a_process_is_seen():
    """Positions that differ in one of them look different to a seat; what the fields of the state hold, the conformance kit asks."""
    tried = set()
    for name in ("contested", *GAMES):
        scenario = RULESET.scenario(name)
        for record, first in ((record.copy(), first) for record, first in laid(scenario)):
            eyes = Eyes(scenario, record)
            if record["phase"] == Phase.ACTIVATION:
                record["decision"], record["subject"] = Decision.FIRST, -1  # its mask does not trust the process that is changed
                eyes = Eyes(scenario, record)
            before = [eyes.sees(seat) for seat in range(2)]
            for depth in range(first, int(record["depth"])):
                frame = eyes.record["frames"][depth]
                kind, top = Frame(int(frame["kind"])), depth + 1 == record["depth"]
                for field in HOLDS.get(kind, ()):
                    if not MEANT.get((kind, field), lambda *_: True)(record, frame, top):
                        continue
                    if kind == Frame.DEPLOYMENT and not eyes.tables["deployed" if field == "holding" else "infiltration"]:
                        continue
                    kept = frame[field].copy()
                    frame[field] = changed(frame, field, eyes.tables)
                    seen = [(eyes.sees(seat) != before[seat]).any() for seat in range(2)]
                    frame[field] = kept
                    assert any(seen), (name, Decision(int(record["decision"])).name, kind.name, field)
                    tried.add((kind, field))
    assert not {(kind, field) for kind, fields in HOLDS.items() for field in fields} - tried
