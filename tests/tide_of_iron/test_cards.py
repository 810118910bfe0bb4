"""Chapter CRD: strategy cards in general, and off-board artillery."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.state import Card
from tests.tide_of_iron.table import place_of

HEX = (4, 4)
AROUND = ((4, 3), (5, 4), (4, 5), (3, 5), (3, 4), (3, 3))  # NE, E, SE, SW, W, NW of HEX
COSTS = {
    "rapid_mobilisation": 1, "cut_communications": 3, "forced_march": 1, "coordinated_push": 2, "surprise_assault": 2, "take_cover": 1,
    "steady": 1, "take_down_the_beast": 2, "no_step_back": 2, "offensive_artillery": 3, "suppressive_barrage": 2, "smoke_mission": 1,
    "increased_priority": 1, "extra_rations": 0, "field_dressing": 1, "repair_crew": 2, "ammunition": 1, "dig_in": 1, "lay_wire": 1,
    "mine_belt": 3, "obstacles": 1, "marksmen": 1, "rifle_reserve": 2, "veteran_reserve": 4, "weapons_reserve": 3, "motor_reserve": 3,
    "armour_reserve": 6,
}  # fmt: skip
ACTION = {
    "forced_march", "coordinated_push", "surprise_assault", "steady", "take_down_the_beast", "offensive_artillery",
    "suppressive_barrage", "smoke_mission", "ammunition", "marksmen",
}  # fmt: skip
COMMAND = set(COSTS) - ACTION | {"steady"}
FIRST_DICE = {"marksmen": 3, "offensive_artillery": 1, "suppressive_barrage": 1, "smoke_mission": 1}  # without a question
ARTILLERY = {"offensive_artillery": 4, "suppressive_barrage": 3, "smoke_mission": 3}


def word(card):
    return card.replace("_", "-")


def rich(table, **keys):
    """A table on which every card of side A finds what it needs."""
    t = table(**keys)
    t.state["round"], t.state["command"], t.state["pool"] = 3, (20, 0), (0, 9)
    t.add("A1", (1, 8), regular=2, condition="pinned")
    t.add("A2", (4, 8), kind="half_track", damage="light")
    t.add("A3", HEX)
    t.add("B1", (5, 4), kind="medium_tank_b")
    t.add("B2", (4, 2))
    t.state["lost_regulars"][0] = 4
    return t


def gunnery(table, card, *extra, command=9):
    """A squad that sees the whole map holds an artillery card; its turn of three actions begins."""
    t = table(width=15, rows=13, a={"actions": 3})
    t.add("A1", (0, 12))
    t.add("A2", (0, 11), mortar=1)
    t.add("B1", (14, 0), mortar=1)
    t.state["command"][0] = command
    t.hold(0, card, *extra)
    return t


@pytest.mark.clause("TI-CRD-01", "TI-CRD-07", "TI-ACT-15", "TI-CMD-17")
@pytest.mark.parametrize("card", COSTS)
def test_a_card_can_be_activated_in_its_phase_for_its_cost_and_once(table, card):
    for start, phase in ((lambda t: t.turn(0), ACTION), (lambda t: t.spending(), COMMAND)):
        for missing in (1, 0):
            t = rich(table)
            t.hold(0, card)
            t.state["command"][0] = max(0, COSTS[card] - missing)
            start(t)
            legal = card in phase and not (missing and COSTS[card])
            assert t.can(word(card)) == legal
        if card in phase:
            t.dice(*[1] * FIRST_DICE.get(card, 0))
            t.play(word(card))
            assert t.state["command"][0] == (2 if card == "extra_rations" else 0)
            assert t.hand(0) == {}


@pytest.mark.clause("TI-CRD-01", "TI-CRD-07")
def test_of_two_copies_each_can_be_used_once(table):
    t = rich(table)
    t.hold(0, "rapid_mobilisation", "rapid_mobilisation")
    t.spending()
    t.play("rapid-mobilisation", "rapid-mobilisation")
    assert t.state["pool"][0] == 6
    assert not t.can("rapid-mobilisation")


@pytest.mark.clause("TI-CRD-01")
def test_cards_in_the_deck_are_not_in_hand(table):
    t = rich(table, a={"decks": ["command", "artillery", "supply"]})
    t.turn(0)
    assert not any(t.can(word(card)) for card in COSTS)


@pytest.mark.clause("TI-CRD-07", "TI-ACT-15")
@pytest.mark.parametrize("card", sorted(ACTION - {"coordinated_push"}))
def test_a_card_of_the_action_phase_uses_one_action(table, card):
    t = rich(table, a={"actions": 3})
    t.hold(0, card)
    t.turn(0)
    t.dice(*[1] * FIRST_DICE.get(card, 0))
    t.play(word(card))
    assert t.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-02", "TI-CRD-03", "TI-CRD-05", "TI-CRD-06", "TI-CRD-19")
def test_artillery_is_resolved_keyword_by_keyword(table):
    t = gunnery(table, "offensive_artillery")
    t.add("B2", HEX)
    t.turn(0)
    t.dice(4)
    t.play("offensive-artillery")
    assert (t.decision, t.decider) == ("CARD_CELL", 0)
    t.done()
    t.dice(3, 6, 5, 4, 3, 1)  # accuracy, then five attack dice
    t.play("hex 4,4")
    assert t.unit("B2").figures == {"regular": 2}
    assert (t.decision, t.state["actions_left"], t.state["command"][0]) == ("SELECT", 2, 6)


@pytest.mark.clause("TI-CRD-03", "TI-CRD-19", "TI-CRD-20", "TI-CRD-21")
@pytest.mark.parametrize("card", ARTILLERY)
@pytest.mark.parametrize("enough", [0, 1])
def test_contact_needs_the_number_of_the_card(table, card, enough):
    t = gunnery(table, card)
    t.turn(0)
    t.dice(ARTILLERY[card] - 1 + enough)
    t.play(word(card))
    assert t.decision == ("CARD_CELL" if enough else "SELECT")
    assert int(t.state["waiting"][0].sum()) == 1 - enough  # without contact it lies in the play area
    assert t.hand(0) == {}


@pytest.mark.clause("TI-CRD-03")
@pytest.mark.parametrize("card", ARTILLERY)
def test_a_new_try_comes_in_a_later_round_costs_no_command_and_an_action(table, card):
    t = gunnery(table, card, command=COSTS[card])
    t.state["pool"][0] = 1
    t.turn(0)
    t.dice(1)
    t.play(word(card))
    assert not t.can("retry-" + word(card))
    t.play("fatigue A1", "fatigue A2", "fatigue B1")  # the round ends: nobody has anything to decide but Op Fire mode
    t.play("done")
    assert (t.decision, t.state["round"], t.state["command"][0]) == ("SELECT", 2, 0)
    t.dice(ARTILLERY[card] - 1)
    t.play("retry-" + word(card))
    assert (t.decision, t.state["actions_left"], t.state["command"][0]) == ("SELECT", 2, 0)
    assert not t.can("retry-" + word(card))
    t.state["tried"][:] = 0
    t.turn(0)
    t.dice(ARTILLERY[card])
    t.play("retry-" + word(card))
    assert (t.decision, int(t.state["waiting"][0].sum())) == ("CARD_CELL", 0)


@pytest.mark.clause("TI-CRD-03")
def test_each_copy_has_its_own_try_in_a_round(table):
    t = gunnery(table, "smoke_mission")
    t.state["waiting"][0, Card.SMOKE_MISSION] = 1  # a copy from an earlier round
    t.turn(0)
    t.dice(1, 1)
    t.play("smoke-mission")
    assert t.can("retry-smoke-mission")
    t.play("retry-smoke-mission")
    assert not t.can("retry-smoke-mission")
    assert t.state["waiting"][0, Card.SMOKE_MISSION] == 2


@pytest.mark.clause("TI-CRD-03")
def test_a_copy_that_makes_contact_leaves_the_other_its_try(table):
    t = gunnery(table, "smoke_mission")
    t.state["waiting"][0, Card.SMOKE_MISSION] = 1  # a copy from an earlier round
    t.turn(0)
    t.dice(3, 2)
    t.play("smoke-mission", "hex 4,4", "hex 5,4", "retry-smoke-mission")
    assert not t.can("retry-smoke-mission")
    assert t.state["waiting"][0, Card.SMOKE_MISSION] == 1


@pytest.mark.clause("TI-CRD-03", "TI-ACT-04", "TI-CMD-16")
@pytest.mark.parametrize("tries", [True, False])
def test_a_contact_roll_is_tried_by_choice_only(table, tries):
    """The waiting card is all that is left to do for a side without fresh units."""
    t = gunnery(table, "marksmen", command=0)
    t.state["hand"][0] = 0
    t.state["waiting"][0, Card.SMOKE_MISSION] = 1
    for name in ("A1", "A2", "B1"):
        t.change(name, activation="fatigued")
    t.turn(0)
    assert (t.decision, t.decider, t.legal()) == ("SELECT", 0, {"retry-smoke-mission", "finished"})
    t.dice(*[2] * tries)
    t.play("retry-smoke-mission" if tries else "finished")
    assert (t.state["tried"][0, Card.SMOKE_MISSION], t.state["waiting"][0, Card.SMOKE_MISSION]) == (tries, 1)
    assert t.decision == "OP_MODE"  # the round is over: nothing is left to be asked
    assert (Event.FORCED, Decision.SELECT) not in [(e.kind, e.other) for e in events_of(t.state)]


@pytest.mark.clause("TI-CRD-03")
def test_the_enemys_artillery_cannot_be_tried(table):
    t = gunnery(table, "marksmen")
    t.state["waiting"][1, Card.SMOKE_MISSION] = 1
    t.turn(0)
    assert not t.can("retry-smoke-mission")


@pytest.mark.clause("TI-CRD-04", "TI-SUP-07")
@pytest.mark.parametrize("condition", ["none", "pinned", "disrupted"])
def test_the_target_hex_lies_in_sight_of_a_friendly_unit(table, condition):
    t = table(terrain={"woods": [(3, 6), (5, 6), (4, 4), (2, 2)]})
    t.add("A1", (4, 7), condition=condition)
    t.add("A2", (0, 4), kind="truck")
    t.add("A3", (0, 4), aboard="A2")
    t.add("B1", (8, 0))
    t.state["command"][0] = 3
    t.hold(0, "offensive_artillery")
    t.turn(0)
    t.dice(6)
    t.play("offensive-artillery")
    on_map = t.scenario.tables[0]["on_map"]
    seen = {at for at in map(place_of, on_map.nonzero()[0]) if t.sees((4, 7), at) or t.sees((0, 4), at)}
    assert t.legal() == {f"hex {column},{row}" for column, row in seen}
    assert 20 < len(seen) < 70 and (4, 7) in seen


@pytest.mark.clause("TI-CRD-05")
@pytest.mark.parametrize(
    ("accuracy", "direction", "hit"),
    [
        (6, None, (7, 6)), (3, None, (7, 6)), (2, 2, (8, 6)), (1, 2, (9, 6)), (1, 1, (8, 4)), (1, 3, (8, 8)), (1, 4, (6, 8)),
        (1, 5, (5, 6)), (1, 6, (6, 4)), (2, 1, (7, 5)), (2, 6, (6, 5)),
    ],
)  # fmt: skip
def test_inaccurate_fire_drifts(table, accuracy, direction, hit):
    t = gunnery(table, "offensive_artillery")
    t.add("B2", hit, regular=1)
    t.turn(0)
    t.dice(4, accuracy, *([] if direction is None else [direction]), 1, 1, 1, 1, 5)
    t.play("offensive-artillery", "hex 7,6")
    assert t.unit("B2").at is None


@pytest.mark.clause("TI-CRD-05")
@pytest.mark.parametrize(("target", "accuracy"), [((0, 6), 2), ((1, 6), 1), ((0, 6), 1)])
def test_fire_that_drifts_off_the_map_is_lost(table, target, accuracy):
    t = gunnery(table, "offensive_artillery")
    t.add("B2", target)
    t.add("B3", (0, 5))
    t.turn(0)
    t.dice(4, accuracy, 5)
    t.play("offensive-artillery", "hex {},{}".format(*target))
    assert (t.unit("B2").strength, t.unit("B3").strength, t.decision) == (4, 4, "SELECT")


@pytest.mark.clause("TI-CRD-06", "TI-CRD-19")
@pytest.mark.parametrize("target", [(1, 12), (14, 4)])
def test_artillery_hits_on_five_whatever_the_distance(table, target):
    t = gunnery(table, "offensive_artillery")
    t.add("B2", target)
    t.turn(0)
    t.dice(4, 3, 5, 4, 4, 4, 4)
    t.play("offensive-artillery", "hex {},{}".format(*target))
    assert t.unit("B2").strength == 3


@pytest.mark.clause("TI-CRD-06", "TI-CRD-19")
def test_every_unit_of_the_hex_is_attacked_with_its_own_defence(table):
    t = gunnery(table, "offensive_artillery")
    t.add("B2", HEX)
    t.add("B3", HEX, fort="entrenchment")
    t.add("B4", HEX, kind="half_track")
    t.mark("entrenchment", HEX)
    t.turn(0)
    t.dice(4, 3, 5, 5, 5, 1, 1, *(6, 1), 4)  # two dice for the entrenchment, one for the half-track
    t.play("offensive-artillery", "hex 4,4")
    assert (t.unit("B2").strength, t.unit("B3").strength, t.unit("B4").damage) == (1, 2, "heavy")


@pytest.mark.clause("TI-CRD-06")
def test_friends_in_the_hex_are_attacked_too(table):
    t = gunnery(table, "offensive_artillery")
    t.add("A3", HEX)
    t.turn(0)
    t.dice(4, 3, 5, 5, 1, 1, 1)
    t.play("offensive-artillery", "hex 4,4")
    assert t.unit("A3").strength == 2


@pytest.mark.clause("TI-CRD-06", "TI-TRN-08")
@pytest.mark.parametrize(("faces", "left"), [((5, 5, 5, 1, 1), set()), ((5, 5, 4, 4, 4), {"wire"})])
def test_three_successes_of_artillery_cut_the_wire_of_an_empty_hex(table, faces, left):
    t = gunnery(table, "offensive_artillery")
    t.mark("wire", HEX)
    t.turn(0)
    t.dice(4, 3, *faces)
    t.play("offensive-artillery", "hex 4,4")
    assert t.marks_at(HEX) == left


@pytest.mark.clause("TI-CRD-06", "TI-CRD-20", "TI-TRN-08")
def test_a_wide_barrage_cuts_the_wire_of_empty_hexes_around(table):
    """Nothing lies in the target hex and in the others around it, where no dice are rolled."""
    t = gunnery(table, "suppressive_barrage")
    t.mark("wire", AROUND[0], AROUND[3])
    t.turn(0)
    t.dice(3, 3, *(5, 5, 5), *(5, 5, 4))
    t.play("suppressive-barrage", "hex 4,4")
    assert (t.marks_at(AROUND[0]), t.marks_at(AROUND[3])) == (set(), {"wire"})


@pytest.mark.clause("TI-CRD-06")
@pytest.mark.parametrize("mark", ["mines", "traps", "entrenchment", "smoke"])
def test_artillery_rolls_no_attack_dice_at_a_hex_without_units_and_wire(table, mark):
    t = gunnery(table, "offensive_artillery")
    t.mark(mark, HEX)
    before = t.marks_at(HEX)
    t.turn(0)
    t.dice(4, 3)
    t.play("offensive-artillery", "hex 4,4")
    assert (t.marks_at(HEX), t.decision) == (before, "SELECT")


@pytest.mark.clause("TI-CRD-06", "TI-CRD-20")
def test_a_wide_barrage_falls_on_the_hexes_around_with_half_the_dice(table):
    """Hits grow from none to three along the directions, so that their order and number show."""
    t = gunnery(table, "suppressive_barrage")
    t.add("B2", HEX)
    for k, at in enumerate(AROUND):
        t.add(f"B{3 + k}", at)
    t.add("B9", (6, 4))
    t.turn(0)
    around = (1, 1, 1), (5, 1, 1), (1, 1, 1), (5, 5, 5), (1, 4, 1), (1, 5, 5)
    t.dice(3, 3, 5, 5, 5, 5, 4, 4, *(face for dice in around for face in dice))
    t.play("suppressive-barrage", "hex 4,4")
    assert t.unit("B2").status == "LOST"
    conditions = [t.unit(f"B{k}").condition for k in range(3, 10)]
    assert conditions == ["none", "pinned", "none", "disrupted", "none", "pinned", "none"]
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-CRD-06", "TI-CRD-20")
def test_a_barrage_hits_both_sides_and_spares_vehicles(table):
    t = gunnery(table, "suppressive_barrage")
    t.add("B2", HEX, kind="truck")
    t.add("A3", (5, 4))
    t.turn(0)
    t.dice(3, 3, *[6] * 6, 5, 1, 1)
    t.play("suppressive-barrage", "hex 4,4")
    assert (t.unit("B2").damage, t.unit("A3").condition) == ("none", "pinned")


@pytest.mark.clause("TI-CRD-20", "TI-CRD-05")
def test_the_hexes_around_are_those_of_the_hex_that_is_hit(table):
    t = gunnery(table, "suppressive_barrage")
    t.add("B2", (6, 4))
    t.add("B3", (3, 4))
    t.turn(0)
    t.dice(3, 2, 2, 5, 1, 1)  # drifts one hex east: the squad two hexes east stands beside it, the one to the west does not
    t.play("suppressive-barrage", "hex 4,4")
    assert (t.unit("B2").condition, t.unit("B3").condition) == ("pinned", "none")


@pytest.mark.clause("TI-CRD-21")
def test_a_smoke_mission_screens_two_neighbouring_hexes(table):
    t = gunnery(table, "smoke_mission")
    t.turn(0)
    t.dice(3)
    t.play("smoke-mission", "hex 4,4")
    assert (t.decision, t.decider) == ("SMOKE_CELL", 0)
    assert t.legal() == {f"hex {column},{row}" for column, row in AROUND}
    t.play("hex 5,4")
    assert t.marks_at((4, 4)) == t.marks_at((5, 4)) == {"smoke"}
    assert int((t.state["marks"] > 0).sum()) == 2
    assert not t.sees((3, 4), (6, 4)) and t.sees((3, 3), (6, 3))
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-CRD-22", "TI-CMD-18")
@pytest.mark.parametrize(
    ("card", "die", "contact"),
    [
        ("offensive_artillery", 1, False),
        ("offensive_artillery", 2, True),
        ("suppressive_barrage", 1, True),
        ("smoke_mission", 1, True),
    ],
)
def test_increased_priority_adds_two_to_contact_rolls(table, card, die, contact):
    t = gunnery(table, card, "increased_priority")
    t.spending()
    t.play("increased-priority", "done")
    t.turn(0)
    t.dice(die)
    t.play(word(card))
    assert t.decision == ("CARD_CELL" if contact else "SELECT")


@pytest.mark.clause("TI-CRD-22", "TI-CMD-18")
@pytest.mark.parametrize(("command_phases", "lasts"), [(1, True), (2, False)])
def test_increased_priority_lasts_to_the_end_of_the_next_command_phase(table, command_phases, lasts):
    t = gunnery(table, "offensive_artillery", "increased_priority")
    t.spending()
    t.play("increased-priority", "done")
    if command_phases == 2:
        t.spending()
        t.play("done")
    t.turn(0)
    t.dice(2)
    t.play("offensive-artillery")
    assert t.decision == ("CARD_CELL" if lasts else "SELECT")


@pytest.mark.clause("TI-CRD-22")
def test_increased_priority_does_not_help_the_enemy(table):
    t = gunnery(table, "offensive_artillery")
    t.state["command"][1] = 1
    t.hold(1, "increased_priority")
    t.spending()
    t.play("done", "increased-priority")
    t.turn(0)
    t.dice(2)
    t.play("offensive-artillery")
    assert t.decision == "SELECT"
