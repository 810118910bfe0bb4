"""Chapter OPF: who may fire at a moving enemy, when, and with what."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, rolls_exactly


def walk(g, *answers):
    """A1 advances; what follows the order."""
    g.turn()
    g.play("advance A1", *answers)


@pytest.mark.clause("TI-OPF-01", "TI-OPF-15")
def test_op_fire_is_offered_to_the_other_player_before_the_next_step():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation="op_fire")
        g.add("B2", away(5), activation="op_fire")
        g.add("B3", away(5))
        walk(g, "east")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)
        assert g.legal() == {"decline", "op-fire B1", "op-fire B2"}
        assert g.unit("A1").at == away(1)
        g.play("decline")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize(("distance", "offered"), [(10, False), (9, True)])
def test_op_fire_needs_range_in_the_hex_entered(distance, offered):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(distance), activation="op_fire")
        walk(g, "east")
        assert (g.decision == "OP_FIRE") is offered


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize(("woods", "offered"), [((4, 4), False), ((2, 4), True)])
def test_op_fire_needs_sight_of_the_hex_entered(woods, offered):
    with field(terrain={"woods": [woods]}) as g:
        g.add("A1", (2, 4))
        g.add("B1", (7, 4), activation="op_fire")
        walk(g, "east")
        assert (g.decision == "OP_FIRE") is offered


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize("activation", ["fresh", "fatigued"])
def test_only_units_in_op_fire_mode_make_op_fire(activation):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation=activation)
        walk(g, "east")
        assert g.decision == "STEP"


@pytest.mark.clause("TI-OPF-01")
def test_lead_then_figures_then_type_then_supporters():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(4), machine_gun=1, regular=2, activation="op_fire")
        g.add("B2", away(4), activation="op_fire")
        walk(g, "east", "op-fire B1")
        assert (g.decision, g.decider, g.legal()) == ("FIGURES", 1, {"all", "crew", "others"})
        g.play("crew")
        assert (g.decision, g.decider, g.legal()) == ("ATTACK_TYPE", 1, {"normal", "suppressive"})
        g.play("suppressive")
        assert (g.decision, g.decider, g.legal()) == ("SUPPORT", 1, {"done", "support B2"})
        g.dice(*rolls_exactly(4 + 2))
        g.play("support B2")


@pytest.mark.clause("TI-OPF-01", "TI-FIR-06")
def test_op_fire_at_a_vehicle_asks_for_no_type():
    with field() as g:
        g.add("A1", away(0), kind="half_track")
        g.add("B1", away(4), kind="medium_tank_b", activation="op_fire")
        walk(g, "east")
        g.dice(*rolls_exactly(9 + 1))
        g.play("op-fire B1")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-01", "TI-ACT-11", "TI-ASL-01")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_every_kind_of_move_meets_op_fire(order):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), activation="op_fire")
        g.turn()
        g.play(f"{order} A1", *(["move-first"] if order == "fire-and-move" else []), "east")
        assert g.decision == "OP_FIRE"


@pytest.mark.clause("TI-OPF-02")
def test_standing_and_firing_are_no_triggers():
    with field() as g:
        g.add("A1", away(0))
        g.add("A2", away(0), specialty="engineer")
        g.add("B1", away(4), activation="op_fire")
        g.turn()
        g.dice(*rolls_exactly(4 + 2))
        g.play("fire A1", "normal", "done")
        assert (g.decision, g.decider) == ("SELECT", 0)
        g.play("fire-and-move A2", "fire-first", "normal")
        assert (g.decision, g.decider) == ("STEP", 0)
        g.play("stop")
        assert (g.decision, g.decider) == ("SELECT", 1)


@pytest.mark.clause("TI-OPF-02", "TI-TRN-07")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_leaving_a_fortification_is_a_trigger_and_entering_one_is_none(fort):
    with field() as g:
        g.add("A1", away(0), fort=fort)
        g.mark(fort, away(0))
        g.add("B1", away(5), activation="op_fire")
        walk(g, "leave")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)
        g.play("decline", f"enter-{fort}")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-02")
@pytest.mark.parametrize("spend", ["clear-wire", "lay-charge", "load A2"])
def test_other_spending_is_no_trigger(spend):
    with field() as g:
        g.add("A1", away(0), specialty="demolition" if spend == "lay-charge" else "engineer")
        g.add("A2", away(0), kind="truck")
        g.add("B1", away(5), activation="op_fire")
        if spend == "clear-wire":
            g.mark("wire", away(0))
        walk(g, spend)
        assert g.decision == ("SELECT" if spend == "load A2" else "STEP")
        assert g.decider == 0


@pytest.mark.clause("TI-OPF-03")
def test_one_op_fire_attack_for_each_hex_entered():
    with field() as g:
        g.add("A1", away(0))
        for k in (1, 2, 3):
            g.add(f"B{k}", away(6), activation="op_fire")
        walk(g, "east")
        g.dice(*rolls_exactly(4 + 4))
        g.play("op-fire B1", "normal", "done")
        assert (g.decision, g.decider) == ("STEP", 0)
        g.play("east")
        assert g.legal() == {"decline", "op-fire B2", "op-fire B3"}
        g.play("op-fire B2", "normal", "done")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-03", "TI-CMB-01")
def test_several_units_combine_in_one_attack():
    with field() as g:
        g.add("A1", away(0))
        for k in (1, 2, 3):
            g.add(f"B{k}", away(5), activation="op_fire")
        walk(g, "east", "op-fire B2", "normal", "support B1")
        g.dice(*rolls_exactly(4 + 2 + 2))
        g.play("support B3")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-04", "TI-OPF-09")
@pytest.mark.parametrize("role", ["lead", "supporter"])
def test_a_gun_fires_once_at_the_same_active_unit(role):
    """It stays in Op Fire mode, but neither leads nor supports against this unit any more; another gun may."""
    with field() as g:
        g.add("A1", away(0))
        g.add("A2", away(1))
        for k in (1, 2, 3):
            g.add(f"B{k}", away(6), machine_gun=1, activation="op_fire")
        walk(g, "east")
        if role == "lead":
            g.dice(*rolls_exactly(4 + 4 + 4))
            g.play("op-fire B1", "normal", "done")
        else:
            g.dice(*rolls_exactly(4 + 2 + 4 + 4))
            g.play("op-fire B2", "normal", "support B1", "done")
        assert g.unit("B1").activation == "op_fire"
        g.play("east")
        used = {"op-fire B1"} if role == "lead" else {"op-fire B1", "op-fire B2"}
        assert g.legal() == {"decline", "op-fire B1", "op-fire B2", "op-fire B3"} - used
        g.play("op-fire B3", "normal")
        assert "support B1" not in g.legal()
        g.play(*(["done"] if role == "lead" else []), "stop", "advance A2", "west")
        assert g.legal() == {"decline", "op-fire B1", "op-fire B2", "op-fire B3"}
        g.play("op-fire B1", "normal", "done")


@pytest.mark.clause("TI-OPF-10", "TI-FIR-03")
def test_mortar_crews_make_no_op_fire_but_the_riflemen_beside_them_do():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(5), mortar=1, regular=2, activation="op_fire")
        g.add("B2", away(5), mortar=1, activation="op_fire")
        walk(g, "east")
        assert g.legal() == {"decline", "op-fire B1"}
        g.dice(*rolls_exactly(2))
        g.play("op-fire B1", "normal")
        assert g.unit("B1").activation == "fatigued"


@pytest.mark.clause("TI-OPF-11")
def test_nobody_leaves_op_fire_mode_of_his_own_will():
    with field() as g:
        g.add("A1", away(0), activation="op_fire")
        g.add("A2", away(0))
        g.turn()
        assert g.orders("A1") == set()
        assert g.orders("A2") >= {"fatigue", "advance"}


@pytest.mark.clause("TI-OPF-12", "TI-LOS-02")
@pytest.mark.parametrize(("face", "damage"), [(4, "light"), (3, "none")])
def test_op_fire_in_the_same_hex_is_at_close_range(face, damage):
    """A tank drives over riflemen; one hit needs a 4, four defence dice fail."""
    with field() as g:
        g.add("A1", away(0), kind="medium_tank_a")
        g.add("B1", away(1), activation="op_fire")
        walk(g, "east")
        assert (g.decision, g.unit("A1").at) == ("OP_FIRE", away(1))
        g.dice(face, 1, 1, 1, 1, 1, 1, 1)
        g.play("op-fire B1")
        assert g.unit("A1").damage == damage


@pytest.mark.clause("TI-OPF-13")
def test_unloading_counts_as_moving_into_the_hex():
    with field() as g:
        g.add("A2", away(0), kind="half_track")
        g.add("A1", away(0), aboard="A2")
        g.add("B1", away(4), activation="op_fire")
        walk(g, "unload")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-OPF-13")
def test_retreat_and_assault_advance_are_no_triggers():
    with field() as g:
        g.add("A1", (4, 4), elite=4)
        g.add("A2", (4, 6), activation="op_fire")
        g.add("B1", (5, 4), regular=1, machine_gun=1)
        g.add("B2", (8, 4), activation="op_fire")
        g.turn()
        g.dice(6, 1, 1, 1, 1, 1, 1, 1, *rolls_exactly(5))
        g.play("assault A1", "stop", "east", "regular")
        assert g.decision == "RETREAT"
        g.play("east")
        assert (g.unit("A1").at, g.unit("B1").at) == ((5, 4), (6, 4))
        assert g.decision == "SELECT"


@pytest.mark.clause("TI-OPF-13")
def test_arrival_is_no_trigger():
    with field() as g:
        g.add("B1", (6, 6), activation="op_fire")
        g.reserve("A2", regular=4)
        g.status_phase("arrive")
        g.play("place 6,8")
        assert g.decision != "OP_FIRE"
        assert g.unit("A2").at == (6, 8)


@pytest.mark.clause("TI-OPF-14", "TI-STA-04")
def test_who_can_be_in_op_fire_mode():
    with field() as g:
        g.add("A1", away(0))
        g.add("A2", away(0), mortar=1)
        g.add("A3", away(0), mortar=1, regular=1)
        g.add("A4", away(1), condition="pinned")
        g.add("A5", away(1), kind="half_track")
        g.add("A6", away(1), kind="truck")
        g.add("A7", away(1), aboard="A6")
        g.add("A8", away(2), machine_gun=1)
        g.add("A9", away(2), kind="medium_tank_a")
        g.add("A10", away(3), activation="fatigued")
        g.turn()
        able = {"A1", "A3", "A5", "A8", "A9"}
        assert {name for name in (f"A{k}" for k in range(1, 11)) if "prepare" in g.orders(name)} == able
        g.status_phase("op_mode")
        assert g.legal() == {"done"} | {f"op-fire {name}" for name in able}
