"""Chapter TRN: razor wire and minefields."""

from __future__ import annotations

import pytest

WEST, HEX, EAST = (3, 4), (4, 4), (5, 4)


def walker(table, mark, unit=None, at=WEST, order="advance", foe=(8, 8), enemy="squad", **keys):
    """A1 stands west of a marked hex (or in it) and is given an order; A2 waits."""
    t = table(**keys)
    t.mark(mark, HEX)
    t.add("A1", at, **(unit or {}))
    t.add("A2", (0, 8), regular=1, activation="op_fire")
    t.add("A3", (1, 8), regular=1)
    t.add("B1", foe, kind=enemy)
    t.turn()
    if order:
        t.play(f"{order} A1")
    return t


@pytest.mark.clause("TI-TRN-08", "TI-SPC-03")
@pytest.mark.parametrize(
    ("unit", "stops"),
    [
        ({}, True),
        ({"kind": "half_track"}, True),
        ({"kind": "truck"}, True),
        ({"kind": "medium_tank_a"}, False),
        ({"specialty": "engineer"}, False),
    ],
)
def test_wire_stops_squads_without_engineers_and_light_vehicles(table, unit, stops):
    t = walker(table, "wire", unit)
    t.play("east")
    assert t.unit("A1").at == HEX
    assert (t.decision == "SELECT") == stops
    if not stops:
        t.play("east", "stop")
    assert t.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-TRN-08")
def test_a_squad_stopped_by_wire_may_do_nothing_more_with_its_movement(table):
    t = walker(table, "wire", order=None)
    t.mark("entrenchment", HEX)
    t.play("advance A1", "east")
    assert (t.decision, t.unit("A1").fort) == ("SELECT", "none")


@pytest.mark.clause("TI-TRN-08")
def test_leaving_wire_is_free(table):
    t = walker(table, "wire", at=HEX)
    t.play("east", "east", "east", "east")
    assert (t.decision, t.unit("A1").at) == ("SELECT", (8, 4))


@pytest.mark.clause("TI-TRN-08", "TI-FIR-13")
@pytest.mark.parametrize(
    ("unit", "target", "dice"),
    [
        ({"regular": 3}, "squad", 2),
        ({"kind": "half_track"}, "squad", 4),
        ({"specialty": "engineer"}, "squad", 2),
        ({"kind": "medium_tank_a"}, "truck", 8),
    ],
)
def test_squads_in_wire_attack_at_half_firepower(table, unit, target, dice):
    t = walker(table, "wire", unit, at=HEX, order=None, foe=(6, 4), enemy=target)
    t.dice(*[1] * dice)
    t.play("fire A1", *["normal", "done"] if target == "squad" else [])


@pytest.mark.clause("TI-TRN-08")
def test_a_squad_in_wire_fires_on_after_it_was_stopped(table):
    """Half for Fire and Movement, half for the wire."""
    t = walker(table, "wire", {"elite": 3}, order="fire-and-move", foe=(6, 4))
    t.play("move-first", "east")
    assert t.decision == "TARGET"
    t.dice(1, 1)
    t.play("at B1", "normal")


@pytest.mark.clause("TI-TRN-08", "TI-TRN-09", "TI-ASL-05", "TI-ASL-06")
@pytest.mark.parametrize("mark", ["wire", "mines"])
@pytest.mark.parametrize(("at", "attack", "defence"), [(HEX, 2, 4), (EAST, 4, 2), ((0, 0), 4, 4)])
def test_squads_in_wire_or_mines_assault_and_defend_at_half_firepower(table, mark, at, attack, defence):
    t = table()
    t.mark(mark, at)
    t.add("A1", HEX)
    t.add("A2", (0, 8))
    t.add("B1", EAST)
    t.turn()
    t.play("assault A1", "stop")
    t.dice(*[1] * (attack + defence))
    t.play("east")


@pytest.mark.clause("TI-TRN-08", "TI-SPC-03")
@pytest.mark.parametrize(
    ("unit", "order", "able"),
    [
        (unit, order, able)
        for unit, able in (
            ({"kind": "medium_tank_a"}, True),
            ({"kind": "tank_destroyer"}, True),
            ({"kind": "half_track"}, False),
            ({"specialty": "engineer"}, True),
            ({}, False),
        )
        for order in ("advance", "fire-and-move", "assault")
        if "kind" not in unit or order != "assault"
    ],
)
def test_tanks_and_engineers_remove_wire_for_two_points(table, unit, order, able):
    t = walker(table, "wire", unit, at=HEX, order=None, terrain={"woods": [(7, 7), (7, 8)]}, foe=(8, 8))  # nobody to fire at
    t.play(f"{order} A1")
    assert t.can("clear-wire") == able
    if able:
        before = int(t.state["movement"])
        t.play("clear-wire")
        assert before - int(t.state["movement"]) == 2
        assert t.marks_at(HEX) == set()
        assert not t.can("clear-wire")


@pytest.mark.clause("TI-TRN-08")
@pytest.mark.parametrize(("spent", "able"), [(2, True), (3, False)])
def test_removing_wire_needs_two_points_and_the_wire_in_the_own_hex(table, spent, able):
    t = walker(table, "wire", {"specialty": "engineer"}, at=(4 - spent, 4))
    assert not t.can("clear-wire")
    t.play(*["east"] * spent)
    assert t.can("clear-wire") == able


@pytest.mark.clause("TI-TRN-08")
@pytest.mark.parametrize(("faces", "gone"), [((6, 5, 5, 1), True), ((6, 5, 4, 1), False)])
@pytest.mark.parametrize("defence", [1, 6])
def test_a_mortar_attack_with_three_successes_on_its_dice_removes_wire(table, faces, gone, defence):
    """Defence dice cancel hits, not the successes that cut the wire."""
    t = walker(table, "wire", {"mortar": 1}, at=(0, 4), order=None, foe=HEX, terrain={"woods": [HEX]})
    t.play("fire A1")
    t.dice(*faces, defence, defence)
    t.play("suppressive")
    assert (t.marks_at(HEX) == set()) == gone


@pytest.mark.clause("TI-TRN-08")
def test_a_normal_mortar_attack_removes_wire_too(table):
    t = table()
    t.mark("wire", HEX)
    t.add("A1", (0, 4), mortar=2)
    t.add("B1", HEX)
    t.turn()
    t.dice(5, 5, 5, 1)
    t.play("fire A1", "normal")
    assert t.marks_at(HEX) == set()


@pytest.mark.clause("TI-TRN-08")
def test_direct_fire_leaves_wire_alone(table):
    t = walker(table, "wire", {"regular": 4}, at=WEST, order=None, foe=HEX)
    t.dice(6, 6, 6, 1)
    t.play("fire A1", "normal", "done")
    assert t.marks_at(HEX) == {"wire"}


@pytest.mark.clause("TI-TRN-09")
@pytest.mark.parametrize(("faces", "left"), [((3, 2, 1, 3), 4), ((4, 3, 1, 2), 3), ((6, 4, 3, 1), 2), ((4, 5, 6, 4), 0)])
def test_a_minefield_rolls_four_dice_without_defence_and_stops(table, faces, left):
    """Also worked example 13: 6 4 3 1 removes two figures. Woods do not help."""
    t = walker(table, "mines", terrain={"woods": [HEX]})
    t.dice(*faces)
    t.play("east")
    assert (t.decision, t.decider) == ("SELECT", 0)
    unit = t.unit("A1")
    assert unit.strength == left
    if left:
        assert (unit.activation, unit.at) == ("fatigued", HEX)


@pytest.mark.clause("TI-TRN-09", "TI-VEH-02")
@pytest.mark.parametrize(
    ("faces", "damage"), [((3, 3, 3, 3), "none"), ((4, 1, 1, 1), "light"), ((4, 4, 4, 1), "heavy"), ((4, 4, 4, 4), None)]
)
@pytest.mark.parametrize("kind", ["half_track", "heavy_tank"])
def test_mines_hit_vehicles_without_regard_to_armour(table, faces, damage, kind):
    t = walker(table, "mines", {"kind": kind})
    t.dice(*faces)
    t.play("east")
    unit = t.unit("A1")
    if damage:
        assert (unit.damage, unit.activation, unit.at) == (damage, "fatigued", HEX)
    else:
        assert unit.status == "LOST"


@pytest.mark.clause("TI-TRN-09", "TI-FIR-10")
def test_the_owner_chooses_what_mines_take(table):
    t = walker(table, "mines", {"officer": 1, "regular": 3})
    t.dice(4, 4, 1, 1)
    t.play("east")
    assert (t.decision, t.decider) == ("CASUALTY", 0)
    t.play("officer")
    assert t.unit("A1").figures == {"regular": 2}


@pytest.mark.clause("TI-TRN-09", "TI-SPC-03")
def test_engineers_skip_the_roll_but_are_stopped_and_fatigued(table):
    t = walker(table, "mines", {"specialty": "engineer"})
    t.play("east")
    assert t.decision == "SELECT"
    unit = t.unit("A1")
    assert (unit.strength, unit.activation, unit.at) == (4, "fatigued", HEX)


@pytest.mark.clause("TI-TRN-09", "TI-FIR-13")
@pytest.mark.parametrize(
    ("unit", "target", "dice"),
    [({"regular": 3}, "squad", 2), ({"kind": "half_track"}, "squad", 2), ({"kind": "medium_tank_a"}, "truck", 4)],
)
def test_units_in_a_minefield_attack_at_half_firepower(table, unit, target, dice):
    t = table()
    t.mark("mines", HEX)
    t.add("A1", HEX, **unit)
    t.add("B1", (6, 4), kind=target)
    t.turn()
    t.dice(*[1] * dice)
    t.play("fire A1", *["normal"] * (target == "squad"))


@pytest.mark.clause("TI-TRN-09")
@pytest.mark.parametrize("unit", [{}, {"kind": "medium_tank_a"}, {"specialty": "engineer"}])
def test_a_unit_that_leaves_a_minefield_moves_one_hex_only(table, unit):
    t = walker(table, "mines", unit, at=HEX)
    t.play("east")
    assert (t.decision, t.unit("A1").at) == ("SELECT", EAST)


@pytest.mark.clause("TI-TRN-09")
def test_the_hex_after_a_minefield_may_hold_an_entrenchment_to_enter(table):
    t = walker(table, "mines", at=HEX, order=None)
    t.mark("entrenchment", EAST)
    t.play("advance A1", "east")
    assert t.legal() == {"enter-entrenchment", "stop"}


@pytest.mark.clause("TI-TRN-09", "TI-ACT-19")
def test_a_unit_fatigued_by_mines_loses_the_attack_of_fire_and_movement(table):
    t = walker(table, "mines", order="fire-and-move", foe=(6, 4))
    t.dice(1, 1, 1, 1)
    t.play("move-first", "east")
    assert (t.decision, t.unit("A1").activation) == ("SELECT", "fatigued")


@pytest.mark.clause("TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize(("mark", "able"), [("wire", False), ("mines", False), (None, True)])
def test_at_most_one_wire_and_one_minefield_lie_in_a_hex(table, mark, able):
    """Lay Wire may not name a hex with wire, Mine Belt none with mines."""
    for card, own in (("lay_wire", "wire"), ("mine_belt", "mines")):
        t = table()
        if mark:
            t.mark(mark, HEX)
        t.add("A1", (3, 4))
        t.add("B1", (8, 8))
        t.hold(0, card)
        t.state["command"] = 3
        t.spending()
        t.play(card.replace("_", "-"))
        assert t.can("hex 4,4") == (able or mark != own)


@pytest.mark.clause("TI-TRN-12", "TI-GEN-10")
@pytest.mark.parametrize("holder", [0, 1])
def test_mines_and_op_fire_are_ordered_by_the_initiative_holder(table, holder):
    t = walker(table, "mines", order=None)
    t.add("B2", (6, 4), activation="op_fire", regular=1)
    t.state["initiative"] = holder
    t.play("advance A1", "east")
    assert (t.decision, t.decider) == ("ORDER", holder)
    t.dice(1, 1, 1, 1)
    t.play("mines-first")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.play("decline")
    assert t.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-TRN-12")
def test_op_fire_that_kills_leaves_nothing_for_the_mines(table):
    t = walker(table, "mines", {"regular": 1}, order=None)
    t.add("B2", (6, 4), activation="op_fire", regular=1)
    t.play("advance A1", "east", "op-fire-first", "op-fire B2")
    t.dice(5)
    t.play("normal")
    assert t.unit("A1").status == "LOST"
    assert t.decision == "SELECT"
