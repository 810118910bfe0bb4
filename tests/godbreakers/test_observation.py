"""Observations, column by column: each read by its name and compared with what plain Python finds in the record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision
from skirmish_rl.envs.godbreakers.sheet import SHEET, WORLD
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_SEATS,
    SIDE,
    SLOTS,
    Compulsion,
    Flaw,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Shape,
    Spot,
    Status,
    Token,
    Trait,
)
from tests.plays import Eyes, compare, positions

SEATS = ("mine", "next", "third", "fourth")
# Between them, games in which everything can occur.
VARIED: dict[str, tuple[str, int, dict[str, Any]]] = {
    "drill_nowild": ("drill_nowild", 2, {}),
    "saboteurs": ("saboteurs", 4, {"ready": True, "orientation": 3}),
    "treasure": ("treasure", 2, {"orientation": "random", "setup": "full"}),
    "nest": ("nest", 3, {}),
    "infiltrators": ("infiltrators", 4, {"impassable": True}),
    "cure": ("cure", 2, {"circles": "random", "ready": True}),
    "hunt": ("hunt", 4, {"setup": "full"}),
    "worlds": ("skirmish:0:12", 2, {"setup": "full"}),
}


def scenario_of(name: str):
    scenario, seats, options = VARIED[name]
    return RULESET.scenario(scenario, seats, **options)


def bent(value: float, half: float) -> float:
    return value / (half + abs(value))


def turns_of(tables: np.void, seat: int) -> int:
    """Clockwise quarter turns that bring the side on which a seat's shard begins to the bottom."""
    x = int(tables["shard_cell"][seat]) % SIDE - int(tables["centre"]) % SIDE
    y = int(tables["shard_cell"][seat]) // SIDE - int(tables["centre"]) // SIDE
    for turns in range(4):
        if y > 0 and y >= abs(x):
            return turns
        x, y = -y, x
    raise AssertionError("the shard is on no side")


def seen_at(tables: np.void, seat: int, cell: int) -> tuple[float, float]:
    """Where a seat sees a cell: x to the right and y downwards, -1 to 1, own edge at the bottom."""
    last = int(tables["size"]) - 1
    x, y = cell % SIDE, cell // SIDE
    for _ in range(turns_of(tables, seat)):
        x, y = last - y, x
    return 2 * x / last - 1, 2 * y / last - 1


def subject_of(record: np.void, kind: str) -> int:
    """What the question is about, if it is of that kind, else -1."""
    decision = int(record["decision"])
    return int(record["subject"]) if decision and QUESTIONS.rows[decision].subject == kind else -1


def neighbours(cell: int) -> list[int]:
    x, y = cell % SIDE, cell // SIDE
    return [j * SIDE + i for j in range(y - 1, y + 2) for i in range(x - 1, x + 2) if 0 <= i < SIDE and 0 <= j < SIDE and (i, j) != (x, y)]


def ranks_of(record: np.void, slot: int) -> np.ndarray:
    """Ranks of a model's traits, with the one that its circle's shard lends."""
    ranks = record["units"]["traits"][slot].astype(int)
    lent = int(record["shard_trait"][record["units"]["circle"][slot]])
    if lent >= 0:
        ranks[lent] = max(ranks[lent], 1)
    return ranks


def unit_row(record: np.void, tables: np.void, seat: int, slot: int) -> dict[str, Any]:
    unit, seats = record["units"][slot], int(record["seats"])
    row = roles_of(record, slot)
    if unit["status"] == Status.ABSENT:
        return row
    ranks = ranks_of(record, slot)
    row |= {Status(int(unit["status"])).name.lower(): 1, "die": unit["die"] / 12}
    row |= {trait.name.lower(): ranks[trait] / 3 for trait in Trait} | {flaw.name.lower(): unit["flaws"][flaw] for flaw in Flaw}
    row |= {token.name.lower(): bent(int(unit["tokens"][token]), 2) for token in Token}
    row |= {"lent_trait": (ranks != unit["traits"]).any(), "ready": unit["ready"], "provoked": unit["provoked"] >= 0}
    if unit["seat"] >= 0:
        row[SEATS[(unit["seat"] - seat) % seats]] = 1
    if unit["summoner"] >= 0:
        row[f"summoned_by_{SEATS[(unit['summoner'] - seat) % seats]}"] = 1
    if slot >= GODBREAKERS:
        row |= {"wild": unit["seat"] < 0, Kind(int(unit["kind"])).name.lower(): 1}
    if unit["provoked"] >= 0 and (cell := int(record["units"]["cell"][unit["provoked"]])) >= 0:
        row["provoker_x"], row["provoker_y"] = seen_at(tables, seat, cell)
    if unit["status"] == Status.ON_BOARD:
        row["x"], row["y"] = seen_at(tables, seat, int(unit["cell"]))
        row |= {
            "damage": bent(int(unit["damage"]), 6), "movement": (unit["die"] + 2 * ranks[Trait.FLEET]) / 18,
            "attack_range": unit["die"] * ranks[Trait.RANGED] / 36, "activated": unit["activated"], "hurt": unit["hurt"] | unit["dying"],
            "triumphs": bent(int(unit["triumphs"]), 1), "ascending": unit["ascending"], "engaged": unit["result"] >= 0,
            "result": max(0, int(unit["result"])) / 12,
            "by_barricade": any(record["board"][cell] == Spot.BARRICADE for cell in neighbours(int(unit["cell"]))),
        }  # fmt: skip
    return row


def roles_of(record: np.void, slot: int) -> dict[str, Any]:
    """What other fields of the game say of a model."""
    engaged = record["engaged"][: int(record["n_engaged"])].tolist()
    seats = [seat for seat in range(int(record["seats"])) if not int(record["routed"]) >> seat & 1]
    if record["decision"] == Decision.ROLLER:
        seats = [seat for seat in seats if seat < record["decider"]]
    return {
        "active": record["active"] == slot, "subject": subject_of(record, "unit") == slot, "aim": record["aim"] == slot,
        "nominated": (engaged.index(slot) + 1) / 5 if slot in engaged else 0, "wins": record["winner"] == slot,
        "roller": record["phase"] == Phase.INITIATIVE and slot in record["rollers"][seats],
    }  # fmt: skip


def is_world(tables: np.void) -> bool:
    """True for a generated world, whose observations are those of any other."""
    return bool(tables["at"][SHEET.number(WORLD)] >= 0)


def unit_rows(record: np.void, tables: np.void, seat: int) -> list[dict[str, Any]]:
    seats = int(record["seats"])
    shown = np.flatnonzero((tables["fielded"] > 0) | is_world(tables))
    slots = [(seat + k) % seats * CIRCLE_SIZE + entry for k in range(seats) for entry in shown]
    return [unit_row(record, tables, seat, slot) for slot in [*slots, *range(GODBREAKERS, GODBREAKERS + int(tables["unaligned_rows"]))]]


def controller_of(record: np.void, cell: int) -> int:
    """The circle with more than half of the models beside a marker."""
    beside = [int(record["board"][near]) for near in neighbours(cell) if 0 <= record["board"][near] < SLOTS]
    circles = [int(record["units"]["circle"][slot]) for slot in beside]
    return next((seat for seat in range(MAX_SEATS) if 2 * circles.count(seat) > len(circles)), -1)


def marker_rows(record: np.void, tables: np.void, seat: int) -> list[dict[str, Any]]:
    seats, rows = int(record["seats"]), []
    objectives, hoards = tables["rule"] in (Rule.SABOTEURS, Rule.HUNT) or is_world(tables), tables["rule"] in (Rule.TREASURE, Rule.HUNT)
    groups = [1] + [5] * objectives + [9] * hoards
    for m in [0, *(first + (seat + k) % seats for first in groups for k in range(seats))]:
        marker, row = record["markers"][m], {}
        if marker["kind"] != MarkerKind.NONE:
            row[MarkerKind(int(marker["kind"])).name.lower()] = 1
        if marker["seat"] >= 0:
            row[f"of_{SEATS[(marker['seat'] - seat) % seats]}"] = 1
        if marker["cell"] >= 0:
            row["on_board"] = 1
            row["x"], row["y"] = seen_at(tables, seat, int(marker["cell"]))
            if (holder := controller_of(record, int(marker["cell"]))) >= 0:
                row[f"controlled_by_{SEATS[(holder - seat) % seats]}"] = 1
        rows.append(row)
    return rows


def order_of(record: np.void) -> list[int]:
    """The seats by priority, once it is settled for the round."""
    settled = record["initiative"] >= 0 and record["decision"] != Decision.PRIORITY
    return record["order"][: int(record["surviving"])].tolist() if settled else []


def seat_row(record: np.void, who: int) -> dict[str, Any]:
    seats, order, points = int(record["seats"]), order_of(record), record["points"].astype(int)
    rivals = [points[s] for s in range(seats) if s != who and not int(record["routed"]) >> s & 1]
    own = slice(CIRCLE_SIZE * who, CIRCLE_SIZE * (who + 1))
    return {
        "points": bent(points[who], 20), "lead": min(1, max(-1, (points[who] - max(rivals)) / 12)) if rivals else 1,
        "godbreakers": (record["units"]["status"][own] == Status.ON_BOARD).sum() / 5, "routed": int(record["routed"]) >> who & 1,
        "seniority": (record["seniority"][:seats].tolist().index(who) + 1) / seats, "initiative": record["initiative"] == who,
        "priority": (order.index(who) + 1) / seats if who in order else 0, "director": order[-1:] == [who],
        "turn": bool(order) and record["phase"] == Phase.ACTIVATION and record["order"][record["turn"]] == who,
        "decides": record["decider"] == who,
    }  # fmt: skip


def shard_row(record: np.void, who: int) -> dict[str, Any]:
    trait = int(record["shard_trait"][who])
    return {Trait(trait).name.lower(): 1} if trait >= 0 else {}


def piece_row(record: np.void, tables: np.void, seat: int, number: int) -> dict[str, Any]:
    piece = record["pieces"][number]
    if not piece["present"]:
        return {}
    if piece["cell"] < 0:
        first, last = map(int, tables["piece_corner"][number])
    else:
        wide, high = (0 if piece["shape"] == Shape.COLUMN else 1), (0 if piece["shape"] == Shape.ROW else 1)
        first, last = int(piece["cell"]) - wide - SIDE * high, int(piece["cell"]) + wide + SIDE * high
    covered = [j * SIDE + i for j in range(first // SIDE, last // SIDE + 1) for i in range(first % SIDE, last % SIDE + 1)]
    xs, ys = zip(*(seen_at(tables, seat, cell) for cell in covered), strict=True)
    return {
        "present": 1, "barricade": piece["barricade"], "pooled": piece["shape"] != Shape.DRAWN, "impassable": piece["impassable"],
        "x": np.mean(xs), "y": np.mean(ys), "width": len(set(xs)) / 25, "height": len(set(ys)) / 25,
    }  # fmt: skip


def pool_row(record: np.void, tables: np.void, seat: int) -> dict[str, Any]:
    return {name: record["pool"][shape] / 24 for name, shape in (("patches", Shape.PATCH), ("rows", Shape.ROW), ("columns", Shape.COLUMN))}


def game_row(record: np.void, tables: np.void, seat: int) -> dict[str, Any]:
    return {
        "round": record["round"] / 7, "rounds_left": (int(tables["rounds"]) - int(record["round"])) / 7,
        "initiative_roll": record["initiative_roll"] / 12 if record["initiative"] >= 0 else 0, "actions_left": record["actions_left"] / 2,
        "moves": record["moves"] / 2, "engages": record["engages"] / 2, "triumphs": bent(int(record["pending"]), 2),
    }  # fmt: skip


def point(tables: np.void, seat: int, cell: int) -> dict[str, Any]:
    return dict(zip(("given", "x", "y"), (1, *seen_at(tables, seat, cell)), strict=True)) if cell >= 0 else {}


def aim_row(record: np.void, tables: np.void, seat: int) -> dict[str, Any]:
    aim = int(record["aim"])
    return point(tables, seat, aim - SLOTS if aim >= SLOTS else int(record["units"]["cell"][aim]) if aim >= 0 else -1)


def member(enum, value: int, nothing: int = 0) -> dict[str, Any]:
    return {} if value == nothing else {enum(int(value)).name.lower(): 1}


SINGLE = {
    "pool": pool_row, "game": game_row, "aim": aim_row, "asked": lambda r, t, s: member(Decision, 0 if r["over"] else r["decision"]),
    "phase": lambda r, t, s: member(Phase, r["phase"], -1), "origin": lambda r, t, s: point(t, s, subject_of(r, "cell")),
    "new_model": lambda r, t, s: member(Kind, r["new_model"]), "new_marker": lambda r, t, s: member(MarkerKind, r["new_marker"]),
    "new_piece": lambda r, t, s: member(Shape, r["new_piece"]), "token_asked": lambda r, t, s: member(Token, r["token"], -1),
    "hunt": lambda r, t, s: {"to_place": r["to_place"] / 5}, "compulsion": lambda r, t, s: member(Compulsion, r["compulsion"]),
    "world": lambda r, t, s: {"saboteurs": t["rule"] == Rule.SABOTEURS},
}  # fmt: skip


def rows_of(section: str, record: np.void, tables: np.void, seat: int) -> list[dict[str, Any]]:
    """What plain Python expects of a section."""
    seats = [(seat + k) % int(record["seats"]) for k in range(int(record["seats"]))]
    if section == "unit":
        return unit_rows(record, tables, seat)
    if section == "marker":
        return marker_rows(record, tables, seat)
    if section in ("seat", "shard"):
        return [(seat_row if section == "seat" else shard_row)(record, who) for who in seats]
    if section == "piece":
        return [piece_row(record, tables, seat, number) for number in range(int(tables["see_pieces"]))]
    return [SINGLE[section](record, tables, seat)]


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.clause("GB-GEN-07")
@pytest.mark.games
def test_every_column_says_what_the_record_says(name: str) -> None:
    scenario, checked = scenario_of(name), set()
    for record in positions(scenario):
        eyes = Eyes(scenario, record)
        for seat in range(scenario.seats):
            vector = eyes.sees(seat)
            for section in set(eyes.features.sections) - {"token"}:
                where = f"{section} of seat {seat}, {Decision(int(record['decision'])).name},"
                columns = eyes.features.section(section).columns
                compare(eyes.features.rows(vector, section), columns, rows_of(section, record, eyes.tables, seat), where)
                checked.add(section)
    assert checked == set(scenario.features.sections) - {"token"}


@pytest.mark.clause("GB-GEN-07")
def test_every_kind_of_row_is_written_at_the_first_decision() -> None:
    scenario = scenario_of("saboteurs")
    eyes = Eyes(scenario)
    vector = eyes.sees(0)
    for section in ("unit", "marker", "seat", "piece", "game"):
        rows = eyes.features.rows(vector, section)
        compare(rows, eyes.features.section(section).columns, rows_of(section, eyes.record, eyes.tables, 0), section)
        assert np.abs(rows).max() > 0, section


@pytest.mark.parametrize("name", ["treasure", "nest", "hunt"])
@pytest.mark.games
def test_planes_show_the_tokens_that_lie_about(name: str) -> None:
    scenario, shown = scenario_of(name), 0
    for record in positions(scenario):
        eyes = Eyes(scenario, record)
        for seat in range(scenario.seats):
            for channel in eyes.features.section("token").columns:
                plane, expected = eyes.plane("token", channel, seat), np.zeros((SIDE, SIDE))
                piles = record["piles"][Token[channel.upper()]]
                for cell in map(int, np.flatnonzero(piles)):
                    x, y = seen_at(eyes.tables, seat, cell)
                    expected[round((y + 1) * 12), round((x + 1) * 12)] = bent(int(piles[cell]), 2)
                assert plane == pytest.approx(expected, abs=1e-6)
                shown += int((expected > 0).sum())
    assert shown


@pytest.mark.parametrize("name", sorted({*VARIED} - {"worlds"}))  # there shards stand in corners, too
def test_every_seat_sees_its_own_edge_at_the_bottom(name: str) -> None:
    scenario = scenario_of(name)
    for tables in scenario.tables:
        for seat in range(scenario.seats):
            own = int(tables["shard_cell"][seat])
            x, y = (float(tables[field][seat, own]) for field in ("view_x", "view_y"))
            assert y > 0.5 > abs(x)
            assert (x, y) == pytest.approx(seen_at(tables, seat, own), abs=1e-6)


def test_all_seats_see_a_model_where_they_see_what_lies_under_it() -> None:
    scenario = scenario_of("hunt")
    eyes = Eyes(scenario, next(record for record in positions(scenario) if record["phase"] == Phase.ACTIVATION))
    slot = next(slot for slot in range(GODBREAKERS) if eyes.record["units"]["status"][slot] == Status.ON_BOARD)
    eyes.record["piles"][:] = 0
    eyes.record["piles"][Token.TROPHY, eyes.record["units"]["cell"][slot]] = 3
    for seat in range(scenario.seats):
        row = eyes.rows("unit", seat)[((slot // CIRCLE_SIZE - seat) % scenario.seats) * CIRCLE_SIZE + slot % CIRCLE_SIZE]
        (down,), (across,) = np.nonzero(eyes.plane("token", "trophy", seat))
        assert (across / 12 - 1, down / 12 - 1) == pytest.approx((row["x"], row["y"]), abs=1e-6)


def rows_seen(t: Any, section: str, seat: int) -> list[dict[str, float]]:
    """The rows of a section that a seat sees of the game on a table, by column."""
    features = t.scenario.features
    columns = features.section(section).columns
    return [dict(zip(columns, map(float, row), strict=True)) for row in features.rows(t.batch.look(0, seat)[0], section)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("GB-ENG-09", "GB-DIE-06")
def test_an_engage_and_a_triumph_are_seen_no_more_when_they_are_over(table: Any, seat: int) -> None:
    t = table()
    t.draw("A1 B1")
    t.activate("A1")
    t.dice(8, 2)
    t.play("engage B1")
    assert (t.decision, t.unit("A1").die) == ("ACTION", 10)
    assert not any(row["wins"] or row["nominated"] for row in rows_seen(t, "unit", seat))
    assert rows_seen(t, "game", seat)[0]["triumphs"] == 0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("GB-TRT-19")
def test_a_piece_is_seen_to_be_placed_until_it_is(table: Any, seat: int) -> None:
    t = table(circles=["random", "random"])
    t.add("A1", (10, 10), traits={"shaping": 1})
    t.add("B1", (20, 20))
    t.activate("A1")
    t.dice(4)
    t.play("shape-area")
    assert [name for name, value in rows_seen(t, "new_piece", seat)[0].items() if value] == ["patch"]
    t.play("place 12,10")
    assert not any(rows_seen(t, "new_piece", seat)[0].values())


def test_a_scenario_has_columns_for_what_can_occur_in_it_only() -> None:
    def columns(section: str, name: str, **options: Any) -> set[str]:
        features = RULESET.scenario(name, None, **options).features
        return set(features.section(section).columns) if section in features.sections else set()

    wild = {"wild", "aim", "brute", "saboteur"}
    assert not columns("unit", "drill_nowild") & wild and columns("unit", "drill") >= {"wild", "aim", "brute", "runner"}
    assert columns("unit", "saboteurs") & wild == {"wild", "aim", "saboteur"}
    assert not columns("unit", "saboteurs") & {"ready", "treasure", "trophy"} and columns("unit", "saboteurs", ready=True) >= {
        "ready",
        "provoked",
    }
    assert columns("token", "nest") == {"trophy"} and columns("token", "hunt") == {"treasure", "trophy"} and not columns("token", "cure")
    assert columns("phase", "drill") == {"setup", "initiative", "activation", "resolution"} and "recovery" in columns("phase", "cure")
    assert not columns("piece", "saboteurs") and "impassable" not in columns("piece", "saboteurs", orientation="random")
    assert columns("asked", "drill_nowild") & {"spawn", "claim", "wild_activate", "place_shard", "verify_unit", "ruin_piece"} == set()
    assert columns("compulsion", "drill") == {"murderous", "cowardly"} and "shardbane" in columns("compulsion", "saboteurs")
    assert columns("new_marker", "saboteurs", setup="full") == {"shard", "objective"} and not columns("new_marker", "saboteurs")


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.games
def test_whatever_is_asked_has_a_column(name: str) -> None:
    scenario = scenario_of(name)
    asked = {Decision(int(d)).name.lower() for d in positions(scenario)["decision"] if d}
    assert asked <= set(scenario.features.section("asked").columns)


def test_whatever_stands_on_the_table_never_writes_outside_its_row(table) -> None:
    """A laid-out game may hold what its scenario cannot: models and traits without a column are not seen, and harm nothing."""
    t = table()
    t.add("A1", (10, 10), traits={"summoning": 3, "thunderous": 2}, treasure=2, flaws=["prey"])
    for k in range(20):
        t.wild("great_beast", (2 + k, 2))
    t.activate("A1")
    seen = [t.batch.look(0, seat)[0] for seat in range(2)]
    assert all(np.isfinite(vector).all() and abs(vector).max() <= 1 for vector in seen)
    rows = t.scenario.features.rows(seen[0], "unit")
    assert rows.shape[0] == 10 + int(t.scenario.tables["unaligned_rows"][0])
