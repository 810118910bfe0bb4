"""Chapter OPF: who may fire at a moving enemy, when, and with what."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly


def walk(t, *answers):
    """A1 advances; what follows the order."""
    t.turn()
    t.play("advance A1", *answers)


@pytest.mark.clause("TI-OPF-01", "TI-OPF-15")
def test_op_fire_is_offered_to_the_other_player_before_the_next_step(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation="op_fire")
    t.add("B2", away(5), activation="op_fire")
    t.add("B3", away(5))
    walk(t, "east")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    assert t.legal() == {"decline", "op-fire B1", "op-fire B2"}
    assert t.unit("A1").at == away(1)
    t.play("decline")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize(("distance", "offered"), [(10, False), (9, True)])
def test_op_fire_needs_range_in_the_hex_entered(table, distance, offered):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(distance), activation="op_fire")
    walk(t, "east")
    assert (t.decision == "OP_FIRE") is offered


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize(("woods", "offered"), [((4, 4), False), ((2, 4), True)])
def test_op_fire_needs_sight_of_the_hex_entered(table, woods, offered):
    t = field(table, terrain={"woods": [woods]})
    t.add("A1", (2, 4))
    t.add("B1", (7, 4), activation="op_fire")
    walk(t, "east")
    assert (t.decision == "OP_FIRE") is offered


@pytest.mark.clause("TI-OPF-01")
@pytest.mark.parametrize("activation", ["fresh", "fatigued"])
def test_only_units_in_op_fire_mode_make_op_fire(table, activation):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation=activation)
    walk(t, "east")
    assert t.decision == "STEP"


@pytest.mark.clause("TI-OPF-01")
def test_lead_then_figures_then_type_then_supporters(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(4), machine_gun=1, regular=2, activation="op_fire")
    t.add("B2", away(4), activation="op_fire")
    walk(t, "east", "op-fire B1")
    assert (t.decision, t.decider, t.legal()) == ("FIGURES", 1, {"all", "crew", "others"})
    t.play("crew")
    assert (t.decision, t.decider, t.legal()) == ("ATTACK_TYPE", 1, {"normal", "suppressive"})
    t.play("suppressive")
    assert (t.decision, t.decider, t.legal()) == ("SUPPORT", 1, {"done", "support B2"})
    t.dice(*rolls_exactly(4 + 2))
    t.play("support B2")


@pytest.mark.clause("TI-OPF-01", "TI-FIR-06")
def test_op_fire_at_a_vehicle_asks_for_no_type(table):
    t = field(table)
    t.add("A1", away(0), kind="half_track")
    t.add("B1", away(4), kind="medium_tank_b", activation="op_fire")
    walk(t, "east")
    t.dice(*rolls_exactly(9 + 1))
    t.play("op-fire B1")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-01", "TI-ACT-11", "TI-ASL-01")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_every_kind_of_move_meets_op_fire(table, order):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), activation="op_fire")
    t.turn()
    t.play(f"{order} A1", *(["move-first"] if order == "fire-and-move" else []), "east")
    assert t.decision == "OP_FIRE"


@pytest.mark.clause("TI-OPF-02")
def test_standing_and_firing_are_no_triggers(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), specialty="engineer")
    t.add("B1", away(4), activation="op_fire")
    t.turn()
    t.dice(*rolls_exactly(4 + 2))
    t.play("fire A1", "normal", "done")
    assert (t.decision, t.decider) == ("SELECT", 0)
    t.play("fire-and-move A2", "fire-first", "normal")
    assert (t.decision, t.decider) == ("STEP", 0)
    t.play("stop")
    assert (t.decision, t.decider) == ("SELECT", 1)


@pytest.mark.clause("TI-OPF-02", "TI-TRN-07")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_leaving_a_fortification_is_a_trigger_and_entering_one_is_none(table, fort):
    t = field(table)
    t.add("A1", away(0), fort=fort)
    t.mark(fort, away(0))
    t.add("B1", away(5), activation="op_fire")
    walk(t, "leave")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.play("decline", f"enter-{fort}")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-02")
@pytest.mark.parametrize("spend", ["clear-wire", "lay-charge", "load A2"])
def test_other_spending_is_no_trigger(table, spend):
    t = field(table)
    t.add("A1", away(0), specialty="demolition" if spend == "lay-charge" else "engineer")
    t.add("A2", away(0), kind="truck")
    t.add("B1", away(5), activation="op_fire")
    if spend == "clear-wire":
        t.mark("wire", away(0))
    walk(t, spend)
    assert t.decision == ("SELECT" if spend == "load A2" else "STEP")
    assert t.decider == 0


@pytest.mark.clause("TI-OPF-03")
def test_one_op_fire_attack_for_each_hex_entered(table):
    t = field(table)
    t.add("A1", away(0))
    for k in (1, 2, 3):
        t.add(f"B{k}", away(6), activation="op_fire")
    walk(t, "east")
    t.dice(*rolls_exactly(4 + 4))
    t.play("op-fire B1", "normal", "done")
    assert (t.decision, t.decider) == ("STEP", 0)
    t.play("east")
    assert t.legal() == {"decline", "op-fire B2", "op-fire B3"}
    t.play("op-fire B2", "normal", "done")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-03", "TI-CMB-01")
def test_several_units_combine_in_one_attack(table):
    t = field(table)
    t.add("A1", away(0))
    for k in (1, 2, 3):
        t.add(f"B{k}", away(5), activation="op_fire")
    walk(t, "east", "op-fire B2", "normal", "support B1")
    t.dice(*rolls_exactly(4 + 2 + 2))
    t.play("support B3")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-OPF-04", "TI-OPF-09")
@pytest.mark.parametrize("role", ["lead", "supporter"])
def test_a_gun_fires_once_at_the_same_active_unit(table, role):
    """It stays in Op Fire mode, but neither leads nor supports against this unit any more; another gun may."""
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(1))
    for k in (1, 2, 3):
        t.add(f"B{k}", away(6), machine_gun=1, activation="op_fire")
    walk(t, "east")
    if role == "lead":
        t.dice(*rolls_exactly(4 + 4 + 4))
        t.play("op-fire B1", "normal", "done")
    else:
        t.dice(*rolls_exactly(4 + 2 + 4 + 4))
        t.play("op-fire B2", "normal", "support B1", "done")
    assert t.unit("B1").activation == "op_fire"
    t.play("east")
    used = {"op-fire B1"} if role == "lead" else {"op-fire B1", "op-fire B2"}
    assert t.legal() == {"decline", "op-fire B1", "op-fire B2", "op-fire B3"} - used
    t.play("op-fire B3", "normal")
    assert "support B1" not in t.legal()
    t.play(*(["done"] if role == "lead" else []), "stop", "advance A2", "west")
    assert t.legal() == {"decline", "op-fire B1", "op-fire B2", "op-fire B3"}
    t.play("op-fire B1", "normal", "done")


@pytest.mark.clause("TI-OPF-10", "TI-FIR-03")
def test_mortar_crews_make_no_op_fire_but_the_riflemen_beside_them_do(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(5), mortar=1, regular=2, activation="op_fire")
    t.add("B2", away(5), mortar=1, activation="op_fire")
    walk(t, "east")
    assert t.legal() == {"decline", "op-fire B1"}
    t.dice(*rolls_exactly(2))
    t.play("op-fire B1", "normal")
    assert t.unit("B1").activation == "fatigued"


@pytest.mark.clause("TI-OPF-11")
def test_nobody_leaves_op_fire_mode_of_his_own_will(table):
    t = field(table)
    t.add("A1", away(0), activation="op_fire")
    t.add("A2", away(0))
    t.turn()
    assert t.orders("A1") == set()
    assert t.orders("A2") >= {"fatigue", "advance"}


@pytest.mark.clause("TI-OPF-12", "TI-LOS-02")
@pytest.mark.parametrize(("face", "damage"), [(4, "light"), (3, "none")])
def test_op_fire_in_the_same_hex_is_at_close_range(table, face, damage):
    """A tank drives over riflemen; one hit needs a 4, four defence dice fail."""
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("B1", away(1), activation="op_fire")
    walk(t, "east")
    assert (t.decision, t.unit("A1").at) == ("OP_FIRE", away(1))
    t.dice(face, 1, 1, 1, 1, 1, 1, 1)
    t.play("op-fire B1")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("TI-OPF-13")
def test_unloading_counts_as_moving_into_the_hex(table):
    t = field(table)
    t.add("A2", away(0), kind="half_track")
    t.add("A1", away(0), aboard="A2")
    t.add("B1", away(4), activation="op_fire")
    walk(t, "unload")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-OPF-13")
def test_retreat_and_assault_advance_are_no_triggers(table):
    t = field(table)
    t.add("A1", (4, 4), elite=4)
    t.add("A2", (4, 6), activation="op_fire")
    t.add("B1", (5, 4), regular=1, machine_gun=1)
    t.add("B2", (8, 4), activation="op_fire")
    t.turn()
    t.dice(6, 1, 1, 1, 1, 1, 1, 1, *rolls_exactly(5))
    t.play("assault A1", "stop", "east", "regular")
    assert t.decision == "RETREAT"
    t.play("east")
    assert (t.unit("A1").at, t.unit("B1").at) == ((5, 4), (6, 4))
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-OPF-13")
def test_arrival_is_no_trigger(table):
    t = field(table)
    t.add("B1", (6, 6), activation="op_fire")
    t.reserve("A2", regular=4)
    t.status_phase("arrive")
    t.play("place 6,8")
    assert t.decision != "OP_FIRE"
    assert t.unit("A2").at == (6, 8)


@pytest.mark.clause("TI-OPF-14", "TI-STA-04")
def test_who_can_be_in_op_fire_mode(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), mortar=1)
    t.add("A3", away(0), mortar=1, regular=1)
    t.add("A4", away(1), condition="pinned")
    t.add("A5", away(1), kind="half_track")
    t.add("A6", away(1), kind="truck")
    t.add("A7", away(1), aboard="A6")
    t.add("A8", away(2), machine_gun=1)
    t.add("A9", away(2), kind="medium_tank_a")
    t.add("A10", away(3), activation="fatigued")
    t.turn()
    able = {"A1", "A3", "A5", "A8", "A9"}
    assert {name for name in (f"A{k}" for k in range(1, 11)) if "prepare" in t.orders(name)} == able
    t.status_phase("op_mode")
    assert t.legal() == {"done"} | {f"op-fire {name}" for name in able}


@pytest.mark.clause("TI-OPF-14", "TI-OPF-10", "TI-FIR-12")
@pytest.mark.parametrize(("loss", "activation"), [("regular", "fatigued"), ("mortar", "op_fire")])
def test_a_squad_left_with_mortar_crews_only_is_out_of_op_fire_mode(table, loss, activation):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), mortar=1, regular=1, activation="op_fire")
    fire(t, "A1", "B1", "normal", loss, dice=(5, 1, 1, 1))
    assert t.unit("B1").activation == activation


@pytest.mark.clause("TI-OPF-01")
def test_a_unit_that_enters_the_corner_of_the_map_is_fired_at_like_any_other(table):
    t = table()
    t.add("A1", (1, 0))
    t.add("B1", (3, 0), activation="op_fire")
    walk(t, "west")
    assert t.unit("A1").at == (0, 0)
    assert (t.decision, t.decider, t.legal()) == ("OP_FIRE", 1, {"decline", "op-fire B1"})


@pytest.mark.clause("TI-OPF-14", "TI-ACT-11")
@pytest.mark.parametrize(("kind", "armed"), [("truck", False), ("half_track", True)])
def test_a_vehicle_without_a_weapon_takes_no_order_to_fire(table, kind, armed):
    t = field(table)
    t.add("A1", away(0), kind=kind)
    t.add("B1", away(2))
    t.turn()
    assert {"fire", "prepare", "fire-and-move"} & t.orders("A1") == ({"fire", "prepare", "fire-and-move"} if armed else set())
