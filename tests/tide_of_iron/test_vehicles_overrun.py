"""Chapter VEH: overrun."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX, BEYOND = (6, 4), (7, 4)
AROUND = [(7, 4), (6, 5), (5, 5), (5, 3), (6, 3)]  # HEX, but for the west


def tank(at=(5, 4), foes=("squad",), kind="medium_tank_a", order="advance", **keys):
    """A tank west of a hex full of enemies B1, B2, ...; A2 waits."""
    g = Table(width=15, **keys)
    g.add("A1", at, kind=kind)
    g.add("A2", (0, 8))
    g.add("B9", (14, 0), activation="fatigued")
    for k, foe in enumerate(foes):
        g.add(f"B{k + 1}", HEX, kind=foe)
    g.turn()
    if order:
        g.play(f"{order} A1")
    return g


def points(g):
    return int(g.state["movement"])


@pytest.mark.clause("TI-VEH-10", "TI-MOV-05")
@pytest.mark.parametrize(
    ("kind", "able"),
    [
        ("medium_tank_a", True),
        ("medium_tank_b", True),
        ("heavy_tank", True),
        ("tank_destroyer", False),
        ("half_track", False),
        ("squad", False),
    ],
)
def test_tanks_overrun_and_others_do_not(kind, able):
    assert tank(kind=kind).can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("foes", "cost"), [(1, 2), (2, 3), (3, 4)])
def test_an_overrun_costs_one_more_for_each_enemy_and_may_not_stop(foes, cost):
    g = tank(foes=("squad",) * foes)
    g.play("east")
    assert points(g) == 6 - cost
    assert g.unit("A1").at == HEX
    assert "stop" not in g.legal()
    g.play("east")
    assert points(g) == 6 - cost - 1


@pytest.mark.clause("TI-VEH-10", "TI-MOV-10")
def test_the_normal_entry_cost_is_paid_too():
    g = tank(terrain={"woods": [HEX]})
    g.play("east")
    assert points(g) == 6 - 3 - 1


@pytest.mark.clause("TI-VEH-10", "TI-MOV-04")
def test_squads_aboard_an_enemy_transport_do_not_count():
    g = tank(foes=("truck",), order=None)
    g.add("B2", HEX, aboard="B1")
    g.play("advance A1", "east")
    assert points(g) == 6 - 2


@pytest.mark.clause("TI-VEH-10", "TI-VEH-01")
@pytest.mark.parametrize(
    ("foe", "able"), [("truck", True), ("half_track", True), ("tank_destroyer", False), ("heavy_tank", False)]
)
def test_not_through_an_enemy_heavy_vehicle(foe, able):
    assert tank(foes=("squad", foe)).can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("spent", "able"), [(3, True), (4, False)])
def test_points_for_a_hex_beyond_must_remain(spent, able):
    """Two for the overrun, one to leave."""
    g = tank(at=(5 - spent, 4))
    g.play(*["east"] * spent)
    assert g.can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("foes", "able"), [(2, True), (3, False)])
def test_the_hex_beyond_must_be_paid_by_its_terrain(foes, able):
    """Woods all around cost three; two enemies leave 6 - 3 points, three leave two."""
    g = tank(foes=("squad",) * foes, terrain={"woods": [(5, 4), *AROUND]})
    assert g.can("east") == able


@pytest.mark.clause("TI-VEH-10", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(2, True), (3, False)])
def test_the_hex_it_leaves_counts_as_an_exit_below_the_stacking_limit(friends, able):
    """Ponds all around: the only way out is the way in, where the tank itself must not be counted."""
    g = tank(at=(5, 4), order=None, terrain={"pond": AROUND})
    for k in range(friends):
        g.add(f"A{k + 3}", (5, 4))
    g.play("advance A1")
    assert g.can("east") == able


@pytest.mark.clause("TI-VEH-10", "TI-TRN-08")
@pytest.mark.parametrize(("spent", "able"), [(1, True), (2, False)])
def test_wire_among_enemies_may_be_cleared_only_if_the_way_out_can_still_be_paid(spent, able):
    g = tank(at=(5 - spent, 4), order=None)
    g.mark("wire", HEX)
    g.play("advance A1", *["east"] * (spent + 1))
    assert g.unit("A1").at == HEX
    assert g.can("clear-wire") == able


@pytest.mark.clause("TI-VEH-10", "TI-TRN-09")
def test_a_mined_hex_with_enemies_cannot_be_overrun():
    """The mines would end the movement there."""
    g = tank(order=None)
    g.mark("mines", HEX)
    g.play("advance A1")
    assert not g.can("east")


@pytest.mark.clause("TI-VEH-10", "TI-TRN-09")
def test_a_tank_that_leaves_a_minefield_has_one_hex_and_cannot_overrun():
    g = tank(order=None)
    g.mark("mines", (5, 4))
    g.play("advance A1")
    assert not g.can("east")
    assert g.can("west")


@pytest.mark.clause("TI-VEH-11", "TI-SUP-08")
@pytest.mark.parametrize(
    ("unit", "condition"),
    [
        ({}, "pinned"),
        ({"elite": 4}, "pinned"),
        ({"condition": "pinned"}, "pinned"),
        ({"condition": "disrupted"}, "disrupted"),
        ({"fort": "entrenchment"}, "none"),
        ({"fort": "pillbox"}, "none"),
    ],
)
def test_squads_left_behind_are_pinned_but_for_the_exceptions(unit, condition):
    """A pillbox bars vehicles; the one here is a mark on the squad only."""
    g = tank(foes=(), order=None)
    g.add("B1", HEX, **unit)
    g.add("B2", HEX)
    g.play("advance A1", "east")
    assert g.unit("B2").condition == "none"  # not yet
    g.play("east")
    assert g.unit("B1").condition == condition
    assert g.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-11")
def test_vehicles_and_those_aboard_are_unaffected():
    g = tank(foes=("half_track",), order=None)
    g.add("B2", HEX, aboard="B1")
    g.play("advance A1", "east", "east")
    assert (g.unit("B1").damage, g.unit("B1").condition, g.unit("B2").condition) == ("none", "none", "none")


@pytest.mark.clause("TI-VEH-11", "TI-SUP-08")
def test_an_op_fire_squad_that_is_overrun_is_fatigued_with_its_pin():
    g = tank(order=None)
    g.state["units"][16]["activation"] = 2
    g.play("advance A1", "east", "decline", "east")
    assert (g.unit("B1").condition, g.unit("B1").activation) == ("pinned", "fatigued")


@pytest.mark.clause("TI-VEH-11")
def test_two_hexes_overrun_one_after_the_other_are_both_pinned():
    g = tank(order=None)
    g.add("B2", BEYOND)
    g.play("advance A1", "east", "east")
    assert (g.unit("B1").condition, g.unit("B2").condition) == ("pinned", "none")
    g.play("east")
    assert g.unit("B2").condition == "pinned"
    assert g.unit("A1").at == (8, 4)


def ambushed(net):
    """An anti-tank squad in Op Fire mode in the overrun hex fires at the tank as it comes, at close range (4+)."""
    g = Table(width=15)
    g.add("A1", (5, 4), kind="medium_tank_a")
    g.add("A2", (0, 8))
    g.add("B1", HEX, specialty="anti_tank", activation="op_fire")
    g.add("B2", HEX)
    g.turn()
    g.play("advance A1", "east")
    assert (g.decision, g.decider) == ("OP_FIRE", 1)
    g.dice(*[4] * net, *[3] * (7 - net), *[1] * 4)
    g.play("op-fire B1")
    g.done()
    return g


@pytest.mark.clause("TI-VEH-12", "TI-OPF-12")
def test_op_fire_in_the_overrun_hex_is_at_close_range_and_a_miss_changes_nothing():
    g = ambushed(0)
    assert g.decision == "STEP"
    g.play("east")
    assert g.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-12", "TI-OPF-05")
def test_a_tank_heavily_damaged_in_the_overrun_hex_goes_back_and_pins_nobody():
    g = ambushed(3)
    unit = g.unit("A1")
    assert (unit.damage, unit.at, unit.activation) == ("heavy", (5, 4), "fatigued")
    assert [g.unit(u).condition for u in ("B1", "B2")] == ["none", "none"]
    assert (g.decision, g.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-VEH-12", "TI-OPF-06")
def test_a_tank_lightly_damaged_there_goes_on_with_a_point_less():
    g = ambushed(1)
    assert (g.unit("A1").damage, g.decision, points(g)) == ("light", "STEP", 6 - 3 - 1)
    g.play("east")
    assert g.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-12")
def test_a_tank_whose_last_point_is_shot_away_goes_back_too():
    """Four points: three for the overrun, the last one to leave is lost with the light damage."""
    g = Table(width=15)
    g.add("A1", (3, 4), kind="medium_tank_a")
    g.add("A2", (0, 8))
    g.add("B1", HEX, specialty="anti_tank", activation="op_fire")
    g.add("B2", HEX)
    g.turn()
    g.play("advance A1", "east", "decline", "east", "decline", "east")
    g.dice(4, *[3] * 6, *[1] * 4)
    g.play("op-fire B1")
    g.done()
    unit = g.unit("A1")
    assert (unit.damage, unit.at, unit.activation) == ("light", (5, 4), "fatigued")
    assert g.unit("B2").condition == "none"


@pytest.mark.clause("TI-VEH-12", "TI-VEH-07")
def test_a_tank_destroyed_there_is_removed():
    g = ambushed(4)
    assert g.unit("A1").status == "LOST"
    assert g.unit("B2").condition == "none"


@pytest.mark.clause("TI-VEH-12")
def test_after_two_overruns_it_goes_back_to_the_last_hex_without_enemies():
    g = tank(order=None)
    g.add("B2", BEYOND, specialty="anti_tank", activation="op_fire")
    g.play("advance A1", "east", "decline", "east")
    g.dice(4, 4, 4, *[3] * 4, *[1] * 4)
    g.play("op-fire B2")
    g.done()
    assert g.unit("A1").at == (5, 4)
    assert (g.unit("B1").condition, g.unit("B2").condition) == ("pinned", "none")
