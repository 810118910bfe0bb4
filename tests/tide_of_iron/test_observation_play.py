"""What a seat sees in the middle of play: what is done and still to do, read by name, as both sides see it. Clause TI-GEN-09."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.tide_of_iron.state import Card
from tests.tide_of_iron.fights import TARGET, assault, away, field
from tests.tide_of_iron.table import cell_of
from tests.tide_of_iron.test_observation import bent, seen_at

pytestmark = pytest.mark.clause("TI-GEN-09")
SEATS = (0, 1)
HEX, EAST = (4, 4), (5, 4)
EVERYTHING = {
    "a": {
        "decks": ["command", "artillery", "supply"], "operations": ["lay_smoke", "clear_tank_traps"],
        "units": [{"figures": {"regular": 4}, "specialty": token} for token in ("engineer", "medic", "demolition", "anti_tank")]
        + [{"figures": {"mortar": 1, "machine_gun": 1}}, {"figures": {"officer": 1, "elite": 1}}]
        + [{"kind": kind} for kind in ("truck", "gun", "medium_tank_a")],
    },
    "b": {"decks": ["morale", "ground_support", "artillery"]},
}  # fmt: skip


def rich(table, **keys):
    """A table on which everything can come into play, A1 in the middle and B1 far away; A is to act."""
    t = table(**{**EVERYTHING, **keys})
    t.add("A1", HEX)
    t.add("B1", (0, 0))
    t.turn()
    return t


def rows(t, section, seat):
    """The rows of a section that a seat sees, by column."""
    features = t.scenario.features
    columns = features.section(section).columns
    return [dict(zip(columns, map(float, row), strict=True)) for row in features.rows(t.batch.look(0, seat)[0], section)]


def unit(t, name, seat):
    """A unit's row as a seat sees it."""
    slot = t.slot_of(name)
    return rows(t, "unit_mine" if slot // 16 == seat else "unit_theirs", seat)[slot % 16]


def side(t, section, who, seat):
    """A side's row as a seat sees it: its own comes first."""
    return rows(t, section, seat)[who ^ seat]


def place(t, at, seat):
    """Where a seat sees a hex."""
    return pytest.approx(seen_at(t.scenario.tables[0], seat, cell_of(at)), abs=1e-6)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("name", "half", "most"), [("command", 6, 30), ("pool", 8, 40), ("points", 8, 22), ("lost_regulars", 8, 64), ("transfers", 0, 8)]
)
def test_numbers_of_either_side_are_told_apart_however_large(table, seat, name, half, most):
    t = rich(table)
    for who in SEATS:
        told = []
        for value in range(most + 1):
            t.state[name][who] = value
            told.append(side(t, "side", who, seat)[name])
        assert told == pytest.approx([bent(value, half) if half else value / most for value in range(most + 1)], abs=1e-6)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("card", ["no_step_back", "increased_priority"])
def test_lasting_cards_are_seen_with_their_time(table, seat, card):
    t = rich(table)
    for phases in (0, 1, 2):
        t.state["lasting"][1, Card[card.upper()]] = phases
        assert side(t, "lasting", 1, seat)[card] == phases / 2
    assert not any(side(t, "lasting", 0, seat).values())


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("due", [2, 3])
def test_the_round_of_a_reinforcement_is_seen(table, seat, due):
    t = rich(table)
    t.reserve("A2", due=due, regular=4)
    seen = unit(t, "A2", seat)
    assert seen["due"] == pytest.approx(due / 12) and seen["reserve"] == 1 and not seen["on_map"]


@pytest.mark.parametrize("seat", SEATS)
def test_the_order_under_way_and_what_of_it_is_done_are_seen(table, seat):
    t = field(table)
    t.add("A1", away(0), regular=3)
    t.add("B1", away(3))
    t.turn()
    t.dice(*[1] * 2)
    t.play("fire-and-move A1", "fire-first", "normal")
    (order,), (done,) = rows(t, "order", seat), rows(t, "activation", seat)
    assert t.decision == "STEP" and [name for name, value in order.items() if value] == ["fire_and_move"]
    assert (done["fire_done"], done["move_done"], done["movement"]) == (1, 0, pytest.approx(3 / 10))
    assert unit(t, "A1", seat)["active"] == 1
    t.play("east")
    (done,) = rows(t, "activation", seat)
    assert (done["hexes"], done["movement"]) == (pytest.approx(1 / 8), pytest.approx(2 / 10))


@pytest.mark.parametrize("seat", SEATS)
def test_no_order_is_under_way_after_a_special_action(table, seat):
    t = rich(table)
    t.add("A2", EAST, specialty="engineer")
    t.turn()
    t.play("dig A2")
    t.play("pass")
    assert t.decision == "SELECT" and t.marks_at(EAST) == {"entrenchment 1"}
    assert not any(rows(t, "order", seat)[0].values()) and not unit(t, "A2", seat)["active"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("way", "barred"), [(("east", "south-east"), 1), (("south-east", "east"), 0)])
def test_a_squad_that_may_not_assault_any_more_is_seen(table, seat, way, barred):
    """Engineers go to the same hex through wire or around it."""
    t = rich(table)
    t.mark("wire", HEX)
    t.add("A2", (3, 4), specialty="engineer")
    t.turn()
    t.play("assault A2", *way)
    assert rows(t, "obstacles", seat)[0]["barred"] == barred


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("free", [(6, 4), (5, 5)])
def test_the_hex_an_overrunning_tank_would_fall_back_to_is_seen(table, seat, free):
    t = rich(table)
    t.add("A9", EAST, kind="medium_tank_a")
    t.add("B2", (6, 5))
    t.turn()
    t.play("advance A9", *(("east", "south-east") if free == (6, 4) else ("south-east", "east")))
    (tank,) = rows(t, "tank", seat)
    assert tank["overrun"] == 1 and (tank["free_x"], tank["free_y"]) == place(t, free, seat)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("phase", "card"), [("action", "ammunition"), ("action", "forced_march"), ("command", "dig_in"), ("command", "lay_wire")]
)
def test_the_card_that_a_question_is_about_is_seen(table, seat, phase, card):
    t = rich(table)
    t.add("A2", (1, 1))
    t.hold(0, card)
    t.state["command"] = 2, 0
    t.turn() if phase == "action" else t.spending()
    t.play(card.replace("_", "-"))
    assert t.decision in ("CARD_UNIT", "CARD_CELL")
    assert [name for name, value in rows(t, "card", seat)[0].items() if value] == [card]
    assert (side(t, "side", 0, seat)["plays_card"], side(t, "side", 1, seat)["plays_card"]) == (1, 0)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("shooter", SEATS)
def test_whose_fire_takes_how_many_figures_from_a_squad_is_seen(table, seat, shooter):
    """Three hits of either side's artillery on B2, whose owner is asked; it drifts nowhere."""
    t = rich(table)
    t.add("B2", (6, 6), regular=3, elite=1)
    t.add("A2", (6, 7))
    t.hold(shooter, "offensive_artillery")
    t.state["command"] = (3, 0) if shooter == 0 else (0, 3)
    t.turn(shooter)
    t.dice(4, 3, 5, 5, 1, 1, 1)
    t.play("offensive-artillery", "hex 6,6")
    assert (t.decision, t.decider) == ("CASUALTY", 1)
    assert [side(t, "side", who, seat)["attacks"] for who in SEATS] == [who == shooter for who in SEATS]
    assert unit(t, "B2", seat)["subject"] == 1
    assert rows(t, "losses", seat)[0]["to_lose"] == pytest.approx(int(t.state["losses"]) / 4)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("part", "column"), [("all", "takes_part"), ("crew", "crew_takes_part"), ("others", "others_take_part")])
def test_the_figures_that_fire_are_seen(table, seat, part, column):
    t = field(table)
    t.add("A1", away(0), regular=2, machine_gun=1)
    t.add("B1", away(4))
    t.turn()
    t.play("fire A1", part)
    row = unit(t, "A1", seat)
    assert t.decision == "ATTACK_TYPE" and row["leads"] == 1 and unit(t, "B1", seat)["target"] == 1
    assert [name for name in ("takes_part", "crew_takes_part", "others_take_part") if row[name]] == [column]


@pytest.mark.parametrize("seat", SEATS)
def test_the_units_that_support_an_attack_are_seen(table, seat):
    t = field(table, a={"units": [{"figures": {"regular": 4}}] * 4})
    for k in (1, 2, 3, 4):
        t.add(f"A{k}", away(k % 2))
    t.add("B1", away(4))
    t.turn()
    t.play("fire A1", "normal", "support A3")
    assert t.decision == "SUPPORT"
    assert [k for k in (1, 2, 3, 4) if unit(t, f"A{k}", seat)["others_take_part"]] == [1, 3]  # no crews


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("column", [7, 9])
def test_the_hex_that_mortars_shell_is_seen(table, seat, column):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("A2", away(3))
    t.add("B1", away(5))
    t.add("B2", away(7))
    t.turn()
    t.play("fire A1", f"shell {column},4")
    (attack,) = rows(t, "attack", seat)
    assert t.decision == "ATTACK_TYPE" and (attack["x"], attack["y"]) == place(t, (column, 4), seat)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("direction", "there"), [("east", (5, 4)), ("south-east", (4, 5))])
def test_the_hex_that_is_assaulted_is_seen(table, seat, direction, there):
    t = field(table)
    t.add("A1", (4, 4))
    t.add("A2", (4, 4))
    t.add("B1", (5, 4))
    t.add("B2", (4, 5))
    t.turn()
    t.play("assault A1", "stop", direction)
    (attack,) = rows(t, "attack", seat)
    assert t.decision == "ASSAULT_SUPPORT" and rows(t, "assault", seat)[0]["assault"] == 1
    assert (attack["x"], attack["y"]) == place(t, there, seat)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("back", "given"), [(1, 1), (2, 2)])
def test_the_hits_still_to_come_on_either_side_are_seen_apart(table, seat, back, given):
    """Three hits on the defenders, some of them assigned."""
    t = field(table)
    t.add("B1", TARGET)
    t.add("B2", TARGET)
    assault(t, *["hit B1"] * given, dice=(4, 4, 4, 1) + (4,) * back + (1,) * (8 - back))
    assert t.decision == "HIT_UNIT"
    assert [side(t, "side", who, seat)["hits"] for who in SEATS] == [back / 8, (3 - given) / 8]
    assert rows(t, "assault", seat)[0]["hits_back"] == pytest.approx(bent(back, 4))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("given", "net"), [("hit B1", 0), ("hit B2", 1)])
def test_hits_that_a_vehicle_has_taken_in_an_assault_are_seen(table, seat, given, net):
    t = field(table, b={"units": [{"figures": {"regular": 4}}, {"kind": "truck"}]})
    t.add("B1", TARGET)
    t.add("B2", TARGET, kind="truck")
    assault(t, given, dice=(4, 4, 1, 1) + (1,) * 4)
    assert t.decision == "HIT_UNIT" and unit(t, "B2", seat)["net_hits"] == net / 8


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("figure", ["regular", "elite"])
def test_the_figure_that_changes_squads_is_seen(table, seat, figure):
    t = rich(table)
    t.add("A2", EAST, regular=1, elite=1)
    for k in (3, 4):
        t.add(f"A{k}", EAST, regular=1)
    t.status_phase("transfer")
    t.play("from A2", figure)
    assert t.decision == "TRANSFER_TO" and unit(t, "A2", seat)["subject"] == 1
    assert [name for name, value in rows(t, "losses", seat)[0].items() if value] == [f"gives_{figure}"]


def transfer_to(t):
    for k in (2, 3, 4):
        t.add(f"A{k}", EAST, regular=2)
    t.status_phase("transfer")
    t.play("from A2")


def heal_unit(t):
    t.add("A2", EAST, regular=3, specialty="medic")
    t.add("A3", EAST, regular=3)
    t.state["lost_regulars"][0] = 1
    t.turn()
    t.dice(6)
    t.play("heal A2")


def gun_crew(t):
    t.add("A8", EAST, kind="gun")
    t.add("A3", EAST)
    t.add("A4", EAST)
    t.turn()
    t.play("advance A8")


def clear_cell(t):
    t.mark("traps", (6, 4), (5, 5))
    t.add("A2", EAST, specialty="engineer")
    t.turn()
    t.play("advance A2", "clear-traps")


@pytest.mark.parametrize("reach", [transfer_to, heal_unit, gun_crew, clear_cell])
@pytest.mark.parametrize("seat", SEATS)
def test_rare_questions_are_named(table, reach, seat):
    t = rich(table)
    reach(t)
    assert t.decision == reach.__name__.upper()
    assert [name for name, value in rows(t, "asked", seat)[0].items() if value] == [reach.__name__]
    assert np.isclose(unit(t, "A1", seat)["x"], seen_at(t.scenario.tables[0], seat, cell_of(HEX))[0])
