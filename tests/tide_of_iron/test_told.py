"""What rules tell of what happens outside the accounts of a fight: once, of the right unit, and not of what does not happen."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Roll
from skirmish_rl.envs.tide_of_iron.state import Card, Damage, Fort, Mark
from tests.tide_of_iron.fights import away, field, fire

HEX = (4, 4)


def told(t, kind):
    """(unit or side, value) of each event of a kind since the last answer."""
    return [
        (t.name_of(e.unit) if e.unit >= 0 else "AB"[e.seat] if e.seat >= 0 else "", e.value) for e in events_of(t.state) if e.kind == kind
    ]


@pytest.mark.clause("TI-ACT-10")
def test_who_goes_into_op_fire_mode(table):
    t = field(table)
    t.add("A1", HEX)
    t.turn()
    t.play("prepare A1")
    assert told(t, Own.WATCHES) == [("A1", 0)] and told(t, Own.FATIGUED) == []


@pytest.mark.clause("TI-CRD-03", "TI-CRD-05")
@pytest.mark.parametrize(
    ("dice", "rolls"), [((1,), ["CONTACT"]), ((6, 6), ["CONTACT", "ACCURACY"]), ((6, 1, 4), ["CONTACT", "ACCURACY", "DRIFT"])]
)
def test_the_rolls_of_artillery(table, dice, rolls):
    t = table(width=15, rows=13)
    t.add("A1", (0, 12))
    t.add("A2", (0, 11), mortar=1)
    t.add("B1", (14, 0))
    t.state["command"] = 9, 0
    t.hold(0, "offensive_artillery")
    t.turn()
    t.dice(*dice, *(1,) * 5 * (dice[1:] == (6,)))
    t.play("offensive-artillery")
    found = told(t, Event.ROLLS)
    if len(dice) > 1:
        t.play("hex 0,12" if len(dice) == 3 else "hex 14,0")
        found += told(t, Event.ROLLS)
    assert [Roll(value).name for _, value in found if value in (Roll.CONTACT, Roll.ACCURACY, Roll.DRIFT)] == rolls


@pytest.mark.clause("TI-CRD-31")
@pytest.mark.parametrize("seat", [0, 1])
def test_at_whom_marksmen_fire(table, seat):
    t = table()
    mine, theirs = "AB"[seat], "AB"[1 - seat]
    t.add(f"{mine}1", (4, 5))
    t.add(f"{theirs}1", HEX)
    t.add(f"{theirs}2", (4, 3))
    t.state["command"] = 9, 9
    t.hold(seat, "marksmen")
    t.turn(seat)
    t.dice(1, 1, 1)
    t.play("marksmen", f"unit {theirs}1")
    assert [(t.name_of(e.other), e.seat) for e in events_of(t.state) if e.kind == Own.SNIPES] == [(f"{theirs}1", seat)]


@pytest.mark.clause("TI-VEH-02")
def test_each_damage_of_a_vehicle(table):
    t = field(table)
    t.add("A1", away(0), regular=1)
    t.add("B1", away(1), kind="truck")
    fire(t, "A1", "B1", dice=(6,))
    assert told(t, Own.DAMAGED) == [("B1", Damage.LIGHT)]


@pytest.mark.clause("TI-VEH-03")
@pytest.mark.parametrize(("fewest", "damage"), [(1, [("B1", Damage.HEAVY)]), (2, [])])
def test_no_damage_of_a_vehicle_that_stays_as_it_is(table, fewest, damage, tmp_path):
    """The fewest hits that a lightly damaged vehicle feels are a constant."""
    own = tmp_path / "own.toml"
    own.write_text(f"damaged_light = {{ heavy = {fewest}, destroyed = 3 }}\n")
    t = field(table, options={"constants": str(own)})
    t.add("A1", away(0), regular=1)
    t.add("B1", away(1), kind="truck", damage="light")
    fire(t, "A1", "B1", dice=(6,))
    assert told(t, Own.DAMAGED) == damage


@pytest.mark.clause("TI-FIR-07", "TI-FIR-08", "TI-GEN-08")
@pytest.mark.parametrize(("blow", "roll"), [("normal", Roll.NORMAL_ATTACK), ("suppressive", Roll.SUPPRESSIVE_ATTACK)])
def test_whose_dice_are_rolled_for_what(table, blow, roll):
    t = field(table, terrain={"woods": [away(2)]})
    t.add("A1", away(0))
    t.add("B1", away(2))
    fire(t, "A1", "B1", blow, dice=(1,) * (4 + 2))
    assert told(t, Event.ROLLS) == [("A1", roll), ("B1", Roll.DEFENCE)]


@pytest.mark.clause("TI-CMD-17")
@pytest.mark.parametrize(("card", "spent"), [("extra_rations", []), ("no_step_back", [("A", 2)]), ("field_dressing", [("A", 1)])])
def test_the_command_that_a_card_costs(table, card, spent):
    t = table()
    t.add("A1", HEX, regular=3)
    t.add("B1", (0, 0))
    t.state["command"], t.state["lost_regulars"] = 9, 1
    t.hold(0, card)
    t.spending()
    t.play(card.replace("_", "-"))
    assert told(t, Event.SPENT) == spent


@pytest.mark.clause("TI-CMD-18", "TI-CRD-18")
@pytest.mark.parametrize(("phases", "ends"), [(1, [("B", Card.NO_STEP_BACK)]), (2, [])])
def test_when_a_lasting_card_ends(table, phases, ends):
    t = table()
    t.add("A1", HEX)
    t.add("B1", (0, 0))
    t.state["lasting"][1, Card.NO_STEP_BACK] = phases
    t.state["pool"] = 1, 0
    t.initiative_step()
    assert told(t, Own.ENDS) == ends


@pytest.mark.clause("TI-CRD-15")
@pytest.mark.parametrize("before", [0, 1])
def test_cover_that_is_taken_again(table, before):
    t = table()
    t.add("A1", HEX)
    t.add("B1", (0, 0))
    t.state["command"] = 9, 0
    t.hold(0, "take_cover")
    t.mark("cover_a", *[HEX] * before)
    t.spending()
    t.play("take-cover")
    if t.decision == "CARD_CELL":
        t.play("hex 4,4")
    assert told(t, Own.LAID) == [("", Mark.COVER_A)]
    assert t.marks_at(HEX) == {"cover_a"}


@pytest.mark.clause("TI-CMD-08", "TI-CMD-10")
@pytest.mark.parametrize("held", [True, False])
def test_command_is_received_for_objectives_that_are_held(table, held):
    t = table(objectives=[{"cell": [4, 4], "kind": "neutral", "value": 2}], a={"actions": 2})
    t.add("A1", HEX if held else (8, 8))
    t.add("B1", (0, 0))
    t.command_phase()
    assert told(t, Event.GAINED) == ([("A", 2)] if held else [])


@pytest.mark.clause("TI-OPS-02", "TI-TRN-11")
@pytest.mark.parametrize("smoke", [(3, 5), (5, 4)])
def test_smoke_is_laid_where_none_lies(table, smoke):
    t = table(a={"actions": 2, "operations": ["lay_smoke"]})
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (0, 0))
    t.mark("smoke", smoke)
    t.turn()
    t.play("smoke A1", "hex 5,4")
    assert told(t, Own.LAID) == ([("", Mark.SMOKE)] if smoke == (3, 5) else [])
    assert t.marks_at((5, 4)) == {"smoke"}


@pytest.mark.clause("TI-CMD-12")
@pytest.mark.parametrize("held", [True, False])
def test_points_are_scored_for_objectives_that_are_held(table, held):
    t = table(objectives=[{"cell": [4, 4], "kind": "victory", "value": 2}])
    t.add("A1", (8, 8))
    t.add("B1", HEX if held else (0, 0))
    t.command_phase()
    assert told(t, Event.POINTS) == ([("B", 2)] if held else [])


@pytest.mark.clause("TI-TRN-08", "TI-SPC-03")
def test_wire_that_is_cleared(table):
    t = table()
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (0, 0))
    t.mark("wire", HEX)
    t.turn()
    t.play("advance A1", "clear-wire")
    assert told(t, Own.CLEARED) == [("", Mark.WIRE)]


@pytest.mark.clause("TI-CRD-15")
@pytest.mark.parametrize(("phases", "cleared"), [(1, [("", Mark.COVER_A)]), (2, [])])
def test_cover_that_ends(table, phases, cleared):
    t = table()
    t.add("A1", HEX)
    t.add("B1", (0, 0))
    t.mark("cover_a", *[HEX] * phases)
    t.state["pool"] = 1, 0
    t.initiative_step()
    assert told(t, Own.CLEARED) == cleared


@pytest.mark.clause("TI-MOV-11", "TI-TRN-05")
def test_who_leaves_an_entrenchment(table):
    t = table()
    t.add("A1", HEX, fort="entrenchment")
    t.add("B1", (0, 0))
    t.mark("entrenchment", HEX)
    t.turn()
    t.play("advance A1", "leave")
    assert told(t, Own.LEAVES) == [("A1", Fort.ENTRENCHMENT)] and told(t, Own.ENTERS) == []


@pytest.mark.clause("TI-ACT-05", "TI-CMB-02")
def test_who_else_is_fatigued_by_an_action(table):
    t = field(table)
    for k in (1, 2):
        t.add(f"A{k}", away(0))
    t.add("B1", away(2))
    fire(t, "A1", "B1", "normal", "support A2", dice=(1,) * (4 + 2))
    assert told(t, Own.FATIGUED) == [("A2", 0)] and t.unit("A1").activation == "fatigued"
