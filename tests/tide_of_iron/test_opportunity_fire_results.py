"""Chapter OPF: what Op Fire does to its target, and to those who fire."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, rolls_exactly


def meet(g, order="advance"):
    """A1 moves one hex east into the Op Fire of B1."""
    g.turn()
    g.play(f"{order} A1")
    if g.decision == "FIRE_OR_MOVE":
        g.play("move-first")
    g.play("east", "op-fire B1")


@pytest.mark.clause("TI-OPF-05", "TI-ACT-19")
@pytest.mark.parametrize("order", ["fire-and-move", "assault"])
@pytest.mark.parametrize(("dice", "stopped"), [((6, 1, 1, 1), True), ((1, 1, 1, 1), False)])
def test_a_pin_ends_the_activation_and_costs_the_attack(order, dice, stopped):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation="op_fire")
        g.add("B2", away(2))
        meet(g, order)
        g.dice(*dice)
        g.play("suppressive")
        unit = g.unit("A1")
        assert unit.at == away(1)
        assert (unit.condition, unit.activation) == (("pinned", "fatigued") if stopped else ("none", "fresh"))
        assert g.decision == ("SELECT" if stopped else "STEP")


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
def test_damage_stops_a_vehicle_unless_a_heavy_one_is_lightly_damaged(kind, was, net, damage, stopped):
    armour = (1 if kind == "half_track" else 4) - (was == "light")
    with field() as g:
        g.add("A1", away(0), kind=kind, damage=was)
        g.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
        g.turn()
        g.play("advance A1", "east")
        g.dice(*(5,) * net, *(1,) * (9 - net), *(1,) * armour)
        points = int(g.state["movement"])
        g.play("op-fire B1")
        unit = g.unit("A1")
        assert (unit.damage, unit.activation) == (damage, "fatigued" if stopped else "fresh")
        assert g.decision == ("SELECT" if stopped else "STEP")
        if not stopped:
            assert int(g.state["movement"]) == points - (damage != was)


@pytest.mark.clause("TI-OPF-06", "TI-VEH-05")
def test_a_sturdy_tank_goes_on_with_less_armour_and_fewer_points():
    """MV 6: one hex, one point lost, four hexes more; the second attack meets 3 dice of armour."""
    with field() as g:
        g.add("A1", away(0), kind="medium_tank_a")
        for k in (1, 2):
            g.add(f"B{k}", away(8), kind="medium_tank_b", activation="op_fire")
        g.turn()
        g.dice(5, *rolls_exactly(8 + 4 + 9 + 3))
        g.play("advance A1", "east", "op-fire B1", "done", "east", "op-fire B2", "east", "east", "east")
        assert (g.unit("A1").damage, g.unit("A1").activation, g.unit("A1").at) == ("light", "fatigued", away(5))


@pytest.mark.clause("TI-OPF-06")
@pytest.mark.parametrize(("face", "goes_on"), [(1, True), (5, False)])
def test_light_damage_takes_the_last_point(face, goes_on):
    with field() as g:
        g.add("A1", away(0), kind="medium_tank_a")
        g.add("B1", away(9), kind="medium_tank_b", activation="op_fire")
        g.turn()
        g.dice(face, *rolls_exactly(8 + 4))
        g.play("advance A1", *["east", "decline"] * 4, "east", "op-fire B1")
        assert (g.decision == "STEP") is goes_on


@pytest.mark.clause("TI-OPF-06", "TI-ACT-11")
def test_a_sturdy_tank_still_fires_after_its_move():
    with field() as g:
        g.add("A1", away(0), kind="medium_tank_a")
        g.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
        g.turn()
        g.play("fire-and-move A1", "move-first", "east")
        g.dice(5, 5, *rolls_exactly(7 + 4))
        g.play("op-fire B1", "stop")
        assert (g.decision, g.decider) == ("TARGET", 0)
        g.dice(*rolls_exactly(4 + 4))
        g.play("at B1")


@pytest.mark.clause("TI-OPF-05", "TI-VEH-07")
def test_a_destroyed_vehicle_ends_its_activation():
    with field() as g:
        g.add("A1", away(0), kind="half_track")
        g.add("A2", away(0), aboard="A1")
        g.add("B1", away(5), kind="medium_tank_b", activation="op_fire")
        g.turn()
        g.dice(5, 5, 5, 5, *rolls_exactly(5 + 1))
        g.play("advance A1", "east", "op-fire B1")
        assert (g.unit("A1").status, g.unit("A2").status) == ("LOST", "LOST")
        assert (g.decision, g.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-OPF-07")
@pytest.mark.parametrize("order", ["advance", "assault"])
def test_casualties_do_not_stop_the_active_squad(order):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation="op_fire")
        meet(g, order)
        g.dice(6, 6, 6, 1)
        g.play("normal")
        assert (g.unit("A1").strength, g.unit("A1").activation) == (1, "fresh")
        assert (g.decision, g.decider) == ("STEP", 0)
        g.play("east")
        assert g.unit("A1").at == away(2)


@pytest.mark.clause("TI-OPF-07", "TI-FIR-10")
def test_the_active_player_chooses_his_casualties():
    with field() as g:
        g.add("A1", away(0), regular=2, elite=1)
        g.add("B1", away(5), activation="op_fire")
        meet(g)
        g.dice(6, 1, 1, 1)
        g.play("normal")
        assert (g.decision, g.decider) == ("CASUALTY", 0)


@pytest.mark.clause("TI-OPF-08", "TI-OPF-07")
def test_a_squad_wiped_out_by_op_fire_ends_its_activation():
    with field() as g:
        g.add("A1", away(0), regular=2)
        g.add("A2", away(0))
        g.add("B1", away(5), activation="op_fire")
        meet(g)
        g.dice(6, 6, 1, 1)
        g.play("normal")
        assert (g.unit("A1").status, g.unit("B1").activation) == ("LOST", "fatigued")
        assert (g.decision, g.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-OPF-08")
def test_all_who_took_part_are_fatigued_and_nobody_else():
    with field() as g:
        g.add("A1", away(0))
        for k in (1, 2, 3):
            g.add(f"B{k}", away(5), activation="op_fire")
        meet(g)
        g.dice(*rolls_exactly(4 + 2))
        g.play("normal", "support B3", "done")
        assert [g.unit(f"B{k}").activation for k in (1, 2, 3)] == ["fatigued", "op_fire", "fatigued"]


@pytest.mark.clause("TI-OPF-08")
def test_declining_leaves_everybody_in_op_fire_mode():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation="op_fire")
        g.turn()
        g.play("advance A1", "east", "decline")
        assert g.unit("B1").activation == "op_fire"


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize(
    ("figures", "dice", "stays"), [("crew", 4, "op_fire"), ("all", 6, "fatigued"), ("others", 2, "fatigued")]
)
def test_rapid_op_fire_of_the_crew_alone(figures, dice, stays):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), machine_gun=1, regular=2, activation="op_fire")
        meet(g)
        g.dice(*rolls_exactly(dice))
        g.play(figures, "suppressive")
        assert g.unit("B1").activation == stays


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize("figures", [{"machine_gun": 1}, {"machine_gun": 1, "regular": 2}, {"machine_gun": 1, "mortar": 1}])
def test_rapid_op_fire_where_only_the_crew_can_fire(figures):
    """9 hexes are beyond riflemen; mortars never take part."""
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(10 if "regular" in figures else 5), **figures, activation="op_fire")
        meet(g)
        g.dice(*rolls_exactly(4))
        g.play("suppressive")
        assert g.unit("B1").activation == "op_fire"


@pytest.mark.clause("TI-OPF-09")
@pytest.mark.parametrize(("lead", "supporter"), [("crew", "all"), ("all", "crew")])
def test_rapid_op_fire_is_judged_squad_by_squad(lead, supporter):
    with field() as g:
        g.add("A1", away(0))
        for k in (1, 2):
            g.add(f"B{k}", away(5), machine_gun=1, regular=2, activation="op_fire")
        meet(g)
        dice = {"crew": (4, 2), "all": (6, 3)}
        g.dice(*rolls_exactly(dice[lead][0] + dice[supporter][1]))
        g.play(lead, "suppressive", "support B2", supporter)
        stays = {"crew": "op_fire", "all": "fatigued"}
        assert [g.unit(name).activation for name in ("B1", "B2")] == [stays[lead], stays[supporter]]


@pytest.mark.clause("TI-OPF-09")
def test_a_vehicle_has_no_rapid_op_fire():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), kind="half_track", activation="op_fire")
        meet(g)
        g.dice(*rolls_exactly(4))
        g.play("suppressive")
        assert g.unit("B1").activation == "fatigued"
