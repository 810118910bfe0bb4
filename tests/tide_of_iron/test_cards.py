"""Chapter CRD: strategy cards in general, and off-board artillery."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table, place_of

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
ARTILLERY = {"offensive_artillery": 4, "suppressive_barrage": 3, "smoke_mission": 3}


def word(card):
    return card.replace("_", "-")


def rich(**keys):
    """A table on which every card of side A finds what it needs."""
    g = Table(**keys)
    g.state["round"], g.state["command"], g.state["pool"] = 3, (20, 0), (0, 9)
    g.add("A1", (1, 8), regular=2, condition="pinned")
    g.add("A2", (4, 8), kind="half_track", damage="light")
    g.add("A3", HEX)
    g.add("B1", (5, 4), kind="medium_tank_b")
    g.add("B2", (4, 2))
    g.state["lost_regulars"][0] = 4
    return g


def gunnery(card, *extra, command=9):
    """A squad that sees the whole map holds an artillery card; its turn of three actions begins."""
    g = Table(width=15, rows=13, a={"actions": 3})
    g.add("A1", (0, 12))
    g.add("A2", (0, 11), mortar=1)
    g.add("B1", (14, 0), mortar=1)
    g.state["command"][0] = command
    g.hold(0, card, *extra)
    return g


@pytest.mark.clause("TI-CRD-01", "TI-CRD-07", "TI-ACT-15", "TI-CMD-17")
@pytest.mark.parametrize("card", COSTS)
def test_a_card_can_be_activated_in_its_phase_for_its_cost_and_once(card):
    for start, phase in ((lambda g: g.turn(0), ACTION), (lambda g: g.spending(), COMMAND)):
        for missing in (1, 0):
            g = rich()
            g.hold(0, card)
            g.state["command"][0] = max(0, COSTS[card] - missing)
            start(g)
            legal = card in phase and not (missing and COSTS[card])
            assert g.can(word(card)) == legal
        if card in phase:
            g.play(word(card))
            assert g.state["command"][0] == (2 if card == "extra_rations" else 0)
            assert g.hand(0) == {}


@pytest.mark.clause("TI-CRD-01", "TI-CRD-07")
def test_of_two_copies_each_can_be_used_once():
    g = rich()
    g.hold(0, "rapid_mobilisation", "rapid_mobilisation")
    g.spending()
    g.play("rapid-mobilisation", "rapid-mobilisation")
    assert g.state["pool"][0] == 6
    assert not g.can("rapid-mobilisation")


@pytest.mark.clause("TI-CRD-01")
def test_cards_in_the_deck_are_not_in_hand():
    g = rich(a={"decks": ["command", "artillery", "supply"]})
    g.turn(0)
    assert not any(g.can(word(card)) for card in COSTS)


@pytest.mark.clause("TI-CRD-07", "TI-ACT-15")
@pytest.mark.parametrize("card", sorted(ACTION - {"coordinated_push"}))
def test_a_card_of_the_action_phase_uses_one_action(card):
    g = rich(a={"actions": 3})
    g.hold(0, card)
    g.turn(0)
    g.play(word(card))
    assert g.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-02", "TI-CRD-03", "TI-CRD-05", "TI-CRD-06", "TI-CRD-19")
def test_artillery_is_resolved_keyword_by_keyword():
    g = gunnery("offensive_artillery")
    g.add("B2", HEX)
    with g:
        g.turn(0)
        g.dice(4)
        g.play("offensive-artillery")
        assert (g.decision, g.decider) == ("CARD_CELL", 0)
        g.done()
        g.dice(3, 6, 5, 4, 3, 1)  # accuracy, then five attack dice
        g.play("hex 4,4")
        assert g.unit("B2").figures == {"regular": 2}
        assert (g.decision, g.state["actions_left"], g.state["command"][0]) == ("SELECT", 2, 6)


@pytest.mark.clause("TI-CRD-03", "TI-CRD-19", "TI-CRD-20", "TI-CRD-21")
@pytest.mark.parametrize("card", ARTILLERY)
@pytest.mark.parametrize("enough", [0, 1])
def test_contact_needs_the_number_of_the_card(card, enough):
    g = gunnery(card)
    with g:
        g.turn(0)
        g.dice(ARTILLERY[card] - 1 + enough)
        g.play(word(card))
        assert g.decision == ("CARD_CELL" if enough else "SELECT")
        assert int(g.state["waiting"][0].sum()) == 1 - enough  # without contact it lies in the play area
        assert g.hand(0) == {}


@pytest.mark.clause("TI-CRD-03")
@pytest.mark.parametrize("card", ARTILLERY)
def test_a_new_try_comes_in_a_later_round_costs_no_command_and_an_action(card):
    g = gunnery(card, command=COSTS[card])
    g.state["pool"][0] = 1
    with g:
        g.turn(0)
        g.dice(1)
        g.play(word(card))
        assert not g.can("retry-" + word(card))
        g.play("fatigue A1", "fatigue A2", "fatigue B1")  # the round ends: nobody has anything to decide but Op Fire mode
        g.play("done")
        assert (g.decision, g.state["round"], g.state["command"][0]) == ("SELECT", 2, 0)
        g.dice(ARTILLERY[card] - 1)
        g.play("retry-" + word(card))
        assert (g.decision, g.state["actions_left"]) == ("SELECT", 2)
        assert not g.can("retry-" + word(card))
        g.state["tried"][:] = 0
        g.turn(0)
        g.dice(ARTILLERY[card])
        g.play("retry-" + word(card))
        assert (g.decision, int(g.state["waiting"][0].sum())) == ("CARD_CELL", 0)


@pytest.mark.clause("TI-CRD-03")
def test_each_copy_has_its_own_try_in_a_round():
    g = gunnery("smoke_mission")
    g.state["waiting"][0, 11] = 1  # a copy from an earlier round
    with g:
        g.turn(0)
        g.dice(1, 1)
        g.play("smoke-mission")
        assert g.can("retry-smoke-mission")
        g.play("retry-smoke-mission")
        assert not g.can("retry-smoke-mission")
        assert g.state["waiting"][0, 11] == 2


@pytest.mark.clause("TI-CRD-03")
def test_the_enemys_artillery_cannot_be_tried():
    g = gunnery("marksmen")
    g.state["waiting"][1, 11] = 1
    g.turn(0)
    assert not g.can("retry-smoke-mission")


@pytest.mark.clause("TI-CRD-04", "TI-SUP-07")
@pytest.mark.parametrize("condition", ["none", "pinned", "disrupted"])
def test_the_target_hex_lies_in_sight_of_a_friendly_unit(condition):
    g = Table(terrain={"woods": [(3, 6), (5, 6), (4, 4), (2, 2)]})
    g.add("A1", (4, 7), condition=condition)
    g.add("A2", (0, 4), kind="truck")
    g.add("A3", (0, 4), aboard="A2")
    g.add("B1", (8, 0))
    g.state["command"][0] = 3
    g.hold(0, "offensive_artillery")
    g.turn(0)
    g.dice(6)
    g.play("offensive-artillery")
    on_map = g.scenario.tables[0]["on_map"]
    seen = {at for at in map(place_of, on_map.nonzero()[0]) if g.sees((4, 7), at) or g.sees((0, 4), at)}
    assert g.legal() == {f"hex {column},{row}" for column, row in seen}
    assert 20 < len(seen) < 70 and (4, 7) in seen


@pytest.mark.clause("TI-CRD-05")
@pytest.mark.parametrize(
    ("accuracy", "direction", "hit"),
    [
        (6, None, (7, 6)), (3, None, (7, 6)), (2, 2, (8, 6)), (1, 2, (9, 6)), (1, 1, (8, 4)), (1, 3, (8, 8)), (1, 4, (6, 8)),
        (1, 5, (5, 6)), (1, 6, (6, 4)), (2, 1, (7, 5)), (2, 6, (6, 5)),
    ],
)  # fmt: skip
def test_inaccurate_fire_drifts(accuracy, direction, hit):
    g = gunnery("offensive_artillery")
    g.add("B2", hit, regular=1)
    with g:
        g.turn(0)
        g.dice(4, accuracy, *([] if direction is None else [direction]), 1, 1, 1, 1, 5)
        g.play("offensive-artillery", "hex 7,6")
        assert g.unit("B2").at is None


@pytest.mark.clause("TI-CRD-05")
@pytest.mark.parametrize(("target", "accuracy"), [((0, 6), 2), ((1, 6), 1), ((0, 6), 1)])
def test_fire_that_drifts_off_the_map_is_lost(target, accuracy):
    g = gunnery("offensive_artillery")
    g.add("B2", target)
    g.add("B3", (0, 5))
    with g:
        g.turn(0)
        g.dice(4, accuracy, 5)
        g.play("offensive-artillery", "hex {},{}".format(*target))
        assert (g.unit("B2").strength, g.unit("B3").strength, g.decision) == (4, 4, "SELECT")


@pytest.mark.clause("TI-CRD-06", "TI-CRD-19")
@pytest.mark.parametrize("target", [(1, 12), (14, 4)])
def test_artillery_hits_on_five_whatever_the_distance(target):
    g = gunnery("offensive_artillery")
    g.add("B2", target)
    with g:
        g.turn(0)
        g.dice(4, 3, 5, 4, 4, 4, 4)
        g.play("offensive-artillery", "hex {},{}".format(*target))
        assert g.unit("B2").strength == 3


@pytest.mark.clause("TI-CRD-06", "TI-CRD-19")
def test_every_unit_of_the_hex_is_attacked_with_its_own_defence():
    g = gunnery("offensive_artillery")
    g.add("B2", HEX)
    g.add("B3", HEX, fort="entrenchment")
    g.add("B4", HEX, kind="half_track")
    g.mark("entrenchment", HEX)
    with g:
        g.turn(0)
        g.dice(4, 3, 5, 5, 5, 1, 1, *(6, 1), 4)  # two dice for the entrenchment, one for the half-track
        g.play("offensive-artillery", "hex 4,4")
        assert (g.unit("B2").strength, g.unit("B3").strength, g.unit("B4").damage) == (1, 2, "heavy")


@pytest.mark.clause("TI-CRD-06")
def test_friends_in_the_hex_are_attacked_too():
    g = gunnery("offensive_artillery")
    g.add("A3", HEX)
    with g:
        g.turn(0)
        g.dice(4, 3, 5, 5, 1, 1, 1)
        g.play("offensive-artillery", "hex 4,4")
        assert g.unit("A3").strength == 2


@pytest.mark.clause("TI-CRD-06", "TI-CRD-20")
def test_a_wide_barrage_falls_on_the_hexes_around_with_half_the_dice():
    """Hits grow from none to three along the directions, so that their order and number show."""
    g = gunnery("suppressive_barrage")
    g.add("B2", HEX)
    for k, at in enumerate(AROUND):
        g.add(f"B{3 + k}", at)
    g.add("B9", (6, 4))
    with g:
        g.turn(0)
        around = (1, 1, 1), (5, 1, 1), (1, 1, 1), (5, 5, 5), (1, 4, 1), (1, 5, 5)
        g.dice(3, 3, 5, 5, 5, 5, 4, 4, *(face for dice in around for face in dice))
        g.play("suppressive-barrage", "hex 4,4")
        assert g.unit("B2").status == "LOST"
        conditions = [g.unit(f"B{k}").condition for k in range(3, 10)]
        assert conditions == ["none", "pinned", "none", "disrupted", "none", "pinned", "none"]
        assert g.decision == "SELECT"


@pytest.mark.clause("TI-CRD-06", "TI-CRD-20")
def test_a_barrage_hits_both_sides_and_spares_vehicles():
    g = gunnery("suppressive_barrage")
    g.add("B2", HEX, kind="truck")
    g.add("A3", (5, 4))
    with g:
        g.turn(0)
        g.dice(3, 3, *[6] * 6, 5, 1, 1)
        g.play("suppressive-barrage", "hex 4,4")
        assert (g.unit("B2").damage, g.unit("A3").condition) == ("none", "pinned")


@pytest.mark.clause("TI-CRD-20", "TI-CRD-05")
def test_the_hexes_around_are_those_of_the_hex_that_is_hit():
    g = gunnery("suppressive_barrage")
    g.add("B2", (6, 4))
    g.add("B3", (3, 4))
    with g:
        g.turn(0)
        g.dice(3, 2, 2, 5, 1, 1)  # drifts one hex east: the squad two hexes east stands beside it, the one to the west does not
        g.play("suppressive-barrage", "hex 4,4")
        assert (g.unit("B2").condition, g.unit("B3").condition) == ("pinned", "none")


@pytest.mark.clause("TI-CRD-21")
def test_a_smoke_mission_screens_two_neighbouring_hexes():
    g = gunnery("smoke_mission")
    with g:
        g.turn(0)
        g.dice(3)
        g.play("smoke-mission", "hex 4,4")
        assert (g.decision, g.decider) == ("SMOKE_CELL", 0)
        assert g.legal() == {f"hex {column},{row}" for column, row in AROUND}
        g.play("hex 5,4")
        assert g.marks_at((4, 4)) == g.marks_at((5, 4)) == {"smoke"}
        assert int((g.state["marks"] > 0).sum()) == 2
        assert g.decision == "SELECT"


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
def test_increased_priority_adds_two_to_contact_rolls(card, die, contact):
    g = gunnery(card, "increased_priority")
    with g:
        g.spending()
        g.play("increased-priority", "done")
        g.turn(0)
        g.dice(die)
        g.play(word(card))
        assert g.decision == ("CARD_CELL" if contact else "SELECT")


@pytest.mark.clause("TI-CRD-22", "TI-CMD-18")
@pytest.mark.parametrize(("command_phases", "lasts"), [(1, True), (2, False)])
def test_increased_priority_lasts_to_the_end_of_the_next_command_phase(command_phases, lasts):
    g = gunnery("offensive_artillery", "increased_priority")
    with g:
        g.spending()
        g.play("increased-priority", "done")
        if command_phases == 2:
            g.spending()
            g.play("done")
        g.turn(0)
        g.dice(2)
        g.play("offensive-artillery")
        assert g.decision == ("CARD_CELL" if lasts else "SELECT")


@pytest.mark.clause("TI-CRD-22")
def test_increased_priority_does_not_help_the_enemy():
    g = gunnery("offensive_artillery")
    g.state["command"][1] = 1
    g.hold(1, "increased_priority")
    with g:
        g.spending()
        g.play("done", "increased-priority")
        g.turn(0)
        g.dice(2)
        g.play("offensive-artillery")
        assert g.decision == "SELECT"
