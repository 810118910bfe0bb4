"""Chapter VEH: overrun."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Own

HEX, BEYOND = (6, 4), (7, 4)
AROUND = [(7, 4), (6, 5), (5, 5), (5, 3), (6, 3)]  # HEX, but for the west


def tank(table, at=(5, 4), foes=("squad",), kind="medium_tank_a", order="advance", **keys):
    """A tank west of a hex full of enemies B1, B2, ...; A2 waits."""
    t = table(width=15, **keys)
    t.add("A1", at, kind=kind)
    t.add("A2", (0, 8))
    t.add("B9", (14, 0), activation="fatigued")
    for k, foe in enumerate(foes):
        t.add(f"B{k + 1}", HEX, kind=foe)
    t.turn()
    if order:
        t.play(f"{order} A1")
    return t


def points(t):
    return int(t.state["movement"])


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
def test_tanks_overrun_and_others_do_not(table, kind, able):
    assert tank(table, kind=kind).can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("foes", "cost"), [(1, 2), (2, 3), (3, 4)])
def test_an_overrun_costs_one_more_for_each_enemy_and_may_not_stop(table, foes, cost):
    t = tank(table, foes=("squad",) * foes)
    t.play("east")
    assert points(t) == 6 - cost
    assert t.unit("A1").at == HEX
    assert "stop" not in t.legal()
    t.play("east")
    assert points(t) == 6 - cost - 1


@pytest.mark.clause("TI-VEH-10", "TI-MOV-10")
def test_the_normal_entry_cost_is_paid_too(table):
    t = tank(table, terrain={"woods": [HEX]})
    t.play("east")
    assert points(t) == 6 - 3 - 1


@pytest.mark.clause("TI-VEH-10", "TI-MOV-04")
def test_squads_aboard_an_enemy_transport_do_not_count(table):
    t = tank(table, foes=("truck",), order=None)
    t.add("B2", HEX, aboard="B1")
    t.play("advance A1", "east")
    assert points(t) == 6 - 2


@pytest.mark.clause("TI-VEH-10", "TI-VEH-01")
@pytest.mark.parametrize(("foe", "able"), [("truck", True), ("half_track", True), ("tank_destroyer", False), ("heavy_tank", False)])
def test_not_through_an_enemy_heavy_vehicle(table, foe, able):
    assert tank(table, foes=("squad", foe)).can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("spent", "able"), [(3, True), (4, False)])
def test_points_for_a_hex_beyond_must_remain(table, spent, able):
    """Two for the overrun, one to leave."""
    t = tank(table, at=(5 - spent, 4))
    t.play(*["east"] * spent)
    assert t.can("east") == able


@pytest.mark.clause("TI-VEH-10")
@pytest.mark.parametrize(("foes", "able"), [(2, True), (3, False)])
def test_the_hex_beyond_must_be_paid_by_its_terrain(table, foes, able):
    """Woods all around cost three; two enemies leave 6 - 3 points, three leave two."""
    t = tank(table, foes=("squad",) * foes, terrain={"woods": [(5, 4), *AROUND]})
    assert t.can("east") == able


@pytest.mark.clause("TI-VEH-10", "TI-MOV-04")
def test_the_hex_it_leaves_is_an_exit_though_the_tank_made_it_full(table):
    """Ponds all around: the only way out is the way in."""
    t = tank(table, at=(5, 4), order=None, terrain={"pond": AROUND})
    for k in range(2):
        t.add(f"A{k + 3}", (5, 4))
    t.play("advance A1")
    assert t.can("east")


@pytest.mark.clause("TI-VEH-10", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(2, True), (3, False)])
def test_a_full_hex_is_no_exit(table, friends, able):
    """Three enemies leave two points: too few for the woods that it comes from; ponds beside the hex beyond."""
    t = tank(table, foes=("squad",) * 3, order=None, terrain={"woods": [(5, 4)], "pond": [at for at in AROUND if at != BEYOND]})
    for k in range(friends):
        t.add(f"A{k + 3}", BEYOND)
    t.play("advance A1")
    assert t.can("east") == able


@pytest.mark.clause("TI-VEH-10", "TI-TRN-08")
@pytest.mark.parametrize(("spent", "able"), [(1, True), (2, False)])
def test_wire_among_enemies_may_be_cleared_only_if_the_way_out_can_still_be_paid(table, spent, able):
    t = tank(table, at=(5 - spent, 4), order=None)
    t.mark("wire", HEX)
    t.play("advance A1", *["east"] * (spent + 1))
    assert t.unit("A1").at == HEX
    assert t.can("clear-wire") == able


@pytest.mark.clause("TI-VEH-10", "TI-TRN-09")
def test_a_mined_hex_with_enemies_cannot_be_overrun(table):
    """The mines would end the movement there."""
    t = tank(table, order=None)
    t.mark("mines", HEX)
    t.play("advance A1")
    assert not t.can("east")


@pytest.mark.clause("TI-VEH-10", "TI-TRN-09")
def test_a_tank_that_leaves_a_minefield_has_one_hex_and_cannot_overrun(table):
    t = tank(table, order=None)
    t.mark("mines", (5, 4))
    t.play("advance A1")
    assert not t.can("east")
    assert t.can("west")


@pytest.mark.clause("TI-VEH-10", "TI-TRN-09", "TI-ACT-08")
@pytest.mark.parametrize("mined", [True, False])
def test_a_tank_with_no_way_but_an_overrun_does_not_advance_from_a_minefield(table, mined):
    """Ponds all around it, but for the hex with the enemy."""
    t = tank(table, order=None, terrain={"pond": [(4, 4), (5, 3), (4, 3), (4, 5), (5, 5)]})
    if mined:
        t.mark("mines", (5, 4))
    t.turn()
    assert t.can("advance A1") != mined


@pytest.mark.clause("TI-ACT-12", "TI-MOV-02", "TI-VEH-06")
def test_a_tank_may_fire_and_move_with_the_points_for_one_hex_beside_an_enemy(table):
    """Light damage leaves 6 - 1 - 2 points, the woods cost them all; there are ponds all around else."""
    t = tank(table, order=None, at=(5, 4), terrain={"pond": [(4, 4), (5, 3), (4, 3), (4, 5)], "woods": [(5, 5)]}, kind="medium_tank_a")
    t.change("A1", damage="light")
    t.change("B1", kind="heavy_tank")  # no overrun
    t.turn()
    assert t.can("fire-and-move A1")


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
def test_squads_left_behind_are_pinned_but_for_the_exceptions(table, unit, condition):
    """A pillbox bars vehicles; the one here is a mark on the squad only."""
    t = tank(table, foes=(), order=None)
    t.add("B1", HEX, **unit)
    t.add("B2", HEX)
    t.play("advance A1", "east")
    assert t.unit("B2").condition == "none"  # not yet
    t.play("east")
    assert t.unit("B1").condition == condition
    assert t.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-11")
def test_vehicles_and_those_aboard_are_unaffected(table):
    t = tank(table, foes=("half_track",), order=None)
    t.add("B2", HEX, aboard="B1")
    t.play("advance A1", "east", "east")
    assert (t.unit("B1").damage, t.unit("B1").condition, t.unit("B2").condition) == ("none", "none", "none")


@pytest.mark.clause("TI-VEH-11", "TI-SUP-08")
def test_an_op_fire_squad_that_is_overrun_is_fatigued_with_its_pin(table):
    t = tank(table, order=None)
    t.change("B1", activation="op_fire")
    t.play("advance A1", "east", "decline", "east")
    assert (t.unit("B1").condition, t.unit("B1").activation) == ("pinned", "fatigued")


@pytest.mark.clause("TI-VEH-11")
def test_two_hexes_overrun_one_after_the_other_are_both_pinned(table):
    t = tank(table, order=None)
    t.add("B2", BEYOND)
    t.play("advance A1", "east", "east")
    assert (t.unit("B1").condition, t.unit("B2").condition) == ("pinned", "none")
    t.play("east")
    assert t.unit("B2").condition == "pinned"
    assert t.unit("A1").at == (8, 4)


def ambushed(table, net, wired=False):
    """An anti-tank squad in Op Fire mode in the overrun hex fires at the tank as it comes, at close range (4+).

    Args:
        wired: A2 are engineers in wire, with ponds all around.
    """
    t = table(width=15, terrain={"pond": [(0, 7), (1, 8)]} if wired else None)
    t.add("A1", (5, 4), kind="medium_tank_a")
    t.add("A2", (0, 8), specialty="engineer" if wired else "none")
    if wired:
        t.mark("wire", (0, 8))
    t.add("B1", HEX, specialty="anti_tank", activation="op_fire")
    t.add("B2", HEX)
    t.turn()
    t.play("advance A1", "east")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.dice(*[4] * net, *[3] * (7 - net), *[1] * 4)
    t.play("op-fire B1")
    t.done()
    return t


@pytest.mark.clause("TI-VEH-12", "TI-OPF-12")
def test_op_fire_in_the_overrun_hex_is_at_close_range_and_a_miss_changes_nothing(table):
    t = ambushed(table, 0)
    assert t.decision == "STEP"
    t.play("east")
    assert t.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-12", "TI-OPF-05")
def test_a_tank_heavily_damaged_in_the_overrun_hex_goes_back_and_pins_nobody(table):
    t = ambushed(table, 3)
    unit = t.unit("A1")
    assert (unit.damage, unit.at, unit.activation) == ("heavy", (5, 4), "fatigued")
    assert [t.unit(u).condition for u in ("B1", "B2")] == ["none", "none"]
    assert (t.decision, t.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-VEH-12", "TI-OPF-06")
def test_a_tank_lightly_damaged_there_goes_on_with_a_point_less(table):
    t = ambushed(table, 1)
    assert (t.unit("A1").damage, t.decision, points(t)) == ("light", "STEP", 6 - 3 - 1)
    t.play("east")
    assert t.unit("B2").condition == "pinned"


@pytest.mark.clause("TI-VEH-12")
def test_a_tank_whose_last_point_is_shot_away_goes_back_too(table):
    """Four points: three for the overrun, the last one to leave is lost with the light damage."""
    t = table(width=15)
    t.add("A1", (3, 4), kind="medium_tank_a")
    t.add("A2", (0, 8))
    t.add("B1", HEX, specialty="anti_tank", activation="op_fire")
    t.add("B2", HEX)
    t.turn()
    t.play("advance A1", "east", "decline", "east", "decline", "east")
    t.dice(4, *[3] * 6, *[1] * 4)
    t.play("op-fire B1")
    t.done()
    unit = t.unit("A1")
    assert (unit.damage, unit.at, unit.activation) == ("light", (5, 4), "fatigued")
    assert t.unit("B2").condition == "none"
    assert [e.unit for e in events_of(t.state) if e.kind == Own.FALLS_BACK] == [t.slot_of("A1")]


@pytest.mark.clause("TI-VEH-12", "TI-VEH-07")
def test_a_tank_destroyed_there_is_removed(table):
    t = ambushed(table, 4)
    assert t.unit("A1").status == "LOST"
    assert t.unit("B2").condition == "none"


@pytest.mark.clause("TI-VEH-12", "TI-TRN-08", "TI-ACT-08")
def test_a_tank_destroyed_there_keeps_nobody_from_clearing_wire_without_a_way_out(table):
    """Two actions a turn: the tank's is over, the other is the engineers'."""
    t = ambushed(table, 4, wired=True)
    assert (t.decision, t.decider, t.can("advance A2")) == ("SELECT", 0, True)
    t.play("advance A2")
    assert t.can("clear-wire")


@pytest.mark.clause("TI-VEH-12")
def test_after_two_overruns_it_goes_back_to_the_last_hex_without_enemies(table):
    t = tank(table, order=None)
    t.add("B2", BEYOND, specialty="anti_tank", activation="op_fire")
    t.play("advance A1", "east", "decline", "east")
    t.dice(4, 4, 4, *[3] * 4, *[1] * 4)
    t.play("op-fire B2")
    t.done()
    assert t.unit("A1").at == (5, 4)
    assert (t.unit("B1").condition, t.unit("B2").condition) == ("pinned", "none")


@pytest.mark.clause("TI-VEH-12", "TI-ACT-19")
def test_a_tank_that_falls_back_after_its_last_point_does_not_fire_any_more(table):
    """Fire and Movement leaves four points: one, three for the overrun; the last one to leave is lost with the light damage."""
    t = table(width=15)
    t.add("A1", (4, 4), kind="medium_tank_a")
    t.add("A2", (0, 8))
    t.add("B1", HEX, specialty="anti_tank", activation="op_fire")
    t.turn()
    t.play("fire-and-move A1", "move-first", "east", "decline", "east")
    assert int(t.state["movement"]) == 1
    t.dice(4, *[3] * 6, *[1] * 4)
    t.play("op-fire B1")
    t.done()
    assert (t.unit("A1").damage, t.unit("A1").at, t.unit("A1").activation) == ("light", (5, 4), "fatigued")
    assert t.decision == "SELECT"
