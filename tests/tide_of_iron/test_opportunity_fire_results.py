"""Chapter OPF: what Op Fire does to its target, and to those who fire."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, rolls_exactly


def meet(t, order="advance"):
    """A1 moves one hex east into the Op Fire of B1."""
    t.turn()
    t.play(f"{order} A1")
    if t.decision == "FIRE_OR_MOVE":
        t.play("move-first")
    t.play("east", "op-fire B1")


@pytest.mark.clause("TI-OPF-05", "TI-ACT-19")
@pytest.mark.parametrize("order", ["fire-and-move", "assault"])
@pytest.mark.parametrize(("dice", "stopped"), [((6, 1, 1, 1), True), ((1, 1, 1, 1), False)])
def test_a_pin_ends_the_activation_and_costs_the_attack(table, order, dice, stopped):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation="op_fire")
    t.add("B2", away(2))
    meet(t, order)
    t.dice(*dice)
    t.play("suppressive")
    unit = t.unit("A1")
    assert unit.at == away(1)
    assert (unit.condition, unit.activation) == (("pinned", "fatigued") if stopped else ("none", "fresh"))
    assert t.decision == ("SELECT" if stopped else "STEP")


VEHICLES = [
    ("half_track", "none", 1, "light", True),
    ("half_track", "light", 1, "heavy", True),
    ("medium_tank_a", "none", 2, "light", False),
    ("medium_tank_a", "none", 3, "heavy", True),
    ("medium_tank_a", "light", 1, "heavy", True),
    ("tank_destroyer", "none", 1, "light", False),
    ("medium_tank_a", "none", 0, "none", False),
    ("medium_tank_a", "light", 0, "light", False),
    ("half_track", "light", 0, "light", False),
]


@pytest.mark.clause("TI-OPF-05", "TI-OPF-06")
@pytest.mark.parametrize(("kind", "was", "net", "damage", "stopped"), VEHICLES)
def test_damage_stops_a_vehicle_unless_a_heavy_one_is_lightly_damaged(table, kind, was, net, damage, stopped):
    armour = (1 if kind == "half_track" else 4) - (was == "light")
    t = field(table)
    t.add("A1", away(0), kind=kind, damage=was)
    t.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.play("advance A1", "east")
    t.dice(*(5,) * net, *(1,) * (9 - net), *(1,) * armour)
    points = int(t.state["movement"])
    t.play("op-fire B1")
    unit = t.unit("A1")
    assert (unit.damage, unit.activation) == (damage, "fatigued" if stopped else "fresh")
    assert t.decision == ("SELECT" if stopped else "STEP")
    if not stopped:
        assert int(t.state["movement"]) == points - (damage != was)


@pytest.mark.clause("TI-OPF-06", "TI-VEH-05")
def test_a_sturdy_tank_goes_on_with_less_armour_and_fewer_points(table):
    """MV 6: one hex, one point lost, four hexes more; the second attack meets 3 dice of armour."""
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    for k in (1, 2):
        t.add(f"B{k}", away(8), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.dice(5, *rolls_exactly(8 + 4 + 9 + 3))
    t.play("advance A1", "east", "op-fire B1", "done", "east", "op-fire B2", "east", "east", "east")
    assert (t.unit("A1").damage, t.unit("A1").activation, t.unit("A1").at) == ("light", "fatigued", away(5))


@pytest.mark.clause("TI-OPF-06")
@pytest.mark.parametrize(("face", "goes_on"), [(1, True), (5, False)])
def test_light_damage_takes_the_last_point(table, face, goes_on):
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("B1", away(9), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.dice(face, *rolls_exactly(8 + 4))
    t.play("advance A1", *["east", "decline"] * 4, "east", "op-fire B1")
    assert (t.decision == "STEP") is goes_on


@pytest.mark.clause("TI-OPF-06", "TI-ACT-11")
def test_a_sturdy_tank_still_fires_after_its_move(table):
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.play("fire-and-move A1", "move-first", "east")
    t.dice(5, 5, *rolls_exactly(7 + 4))
    t.play("op-fire B1", "stop")
    assert (t.decision, t.decider) == ("TARGET", 0)
    t.dice(*rolls_exactly(4 + 4))
    t.play("at B1")


@pytest.mark.clause("TI-OPF-05", "TI-VEH-07")
def test_a_destroyed_vehicle_ends_its_activation(table):
    t = field(table)
    t.add("A1", away(0), kind="half_track")
    t.add("A2", away(0), aboard="A1")
    t.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.dice(5, 5, 5, 5, *rolls_exactly(5 + 1))
    t.play("advance A1", "east", "op-fire B1")
    assert (t.unit("A1").status, t.unit("A2").status) == ("LOST", "LOST")
    assert (t.decision, t.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-OPF-07")
@pytest.mark.parametrize("order", ["advance", "assault"])
def test_casualties_do_not_stop_the_active_squad(table, order):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation="op_fire")
    meet(t, order)
    t.dice(6, 6, 6, 1)
    t.play("normal")
    assert (t.unit("A1").strength, t.unit("A1").activation) == (1, "fresh")
    assert (t.decision, t.decider) == ("STEP", 0)
    t.play("east")
    assert t.unit("A1").at == away(2)


@pytest.mark.clause("TI-OPF-07", "TI-FIR-10")
def test_the_active_player_chooses_his_casualties(table):
    t = field(table)
    t.add("A1", away(0), regular=2, elite=1)
    t.add("B1", away(5), activation="op_fire")
    meet(t)
    t.dice(6, 1, 1, 1)
    t.play("normal")
    assert (t.decision, t.decider) == ("CASUALTY", 0)


@pytest.mark.clause("TI-OPF-08", "TI-OPF-07")
def test_a_squad_wiped_out_by_op_fire_ends_its_activation(table):
    t = field(table)
    t.add("A1", away(0), regular=2)
    t.add("A2", away(0))
    t.add("B1", away(5), activation="op_fire")
    meet(t)
    t.dice(6, 6, 1, 1)
    t.play("normal")
    assert (t.unit("A1").status, t.unit("B1").activation) == ("LOST", "fatigued")
    assert (t.decision, t.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-OPF-08")
def test_all_who_took_part_are_fatigued_and_nobody_else(table):
    t = field(table)
    t.add("A1", away(0))
    for k in (1, 2, 3):
        t.add(f"B{k}", away(5), activation="op_fire")
    meet(t)
    t.dice(*rolls_exactly(4 + 2))
    t.play("normal", "support B3", "done")
    assert [t.unit(f"B{k}").activation for k in (1, 2, 3)] == ["fatigued", "op_fire", "fatigued"]


@pytest.mark.clause("TI-OPF-08")
def test_declining_leaves_everybody_in_op_fire_mode(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation="op_fire")
    t.turn()
    t.play("advance A1", "east", "decline")
    assert t.unit("B1").activation == "op_fire"


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize(("figures", "dice", "stays"), [("crew", 4, "op_fire"), ("all", 6, "fatigued"), ("others", 2, "fatigued")])
def test_rapid_op_fire_of_the_crew_alone(table, figures, dice, stays):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), machine_gun=1, regular=2, activation="op_fire")
    meet(t)
    t.dice(*rolls_exactly(dice))
    t.play(figures, "suppressive")
    assert t.unit("B1").activation == stays


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize("figures", [{"machine_gun": 1}, {"machine_gun": 1, "regular": 2}, {"machine_gun": 1, "mortar": 1}])
def test_rapid_op_fire_where_only_the_crew_can_fire(table, figures):
    """9 hexes are beyond riflemen; mortars never take part."""
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(10 if "regular" in figures else 5), **figures, activation="op_fire")
    meet(t)
    t.dice(*rolls_exactly(4))
    t.play("suppressive")
    assert t.unit("B1").activation == "op_fire"


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize(("lead", "supporter"), [("crew", "all"), ("all", "crew")])
def test_rapid_op_fire_is_judged_squad_by_squad(table, lead, supporter):
    t = field(table)
    t.add("A1", away(0))
    for k in (1, 2):
        t.add(f"B{k}", away(5), machine_gun=1, regular=2, activation="op_fire")
    meet(t)
    dice = {"crew": (4, 2), "all": (6, 3)}
    t.dice(*rolls_exactly(dice[lead][0] + dice[supporter][1]))
    t.play(lead, "suppressive", "support B2", supporter)
    stays = {"crew": "op_fire", "all": "fatigued"}
    assert [t.unit(name).activation for name in ("B1", "B2")] == [stays[lead], stays[supporter]]


@pytest.mark.clause("TI-OPF-09")
def test_a_vehicle_has_no_rapid_op_fire(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), kind="half_track", activation="op_fire")
    meet(t)
    t.dice(*rolls_exactly(4))
    t.play("suppressive")
    assert t.unit("B1").activation == "fatigued"
