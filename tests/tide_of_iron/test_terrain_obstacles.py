"""Chapter TRN: razor wire and minefields."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

WEST, HEX, EAST = (3, 4), (4, 4), (5, 4)


def walker(mark, unit=None, at=WEST, order="advance", foe=(8, 8), enemy="squad", **keys):
    """A1 stands west of a marked hex (or in it) and is given an order; A2 waits."""
    g = Table(**keys)
    g.mark(mark, HEX)
    g.add("A1", at, **(unit or {}))
    g.add("A2", (0, 8), regular=1, activation="op_fire")
    g.add("A3", (1, 8), regular=1)
    g.add("B1", foe, kind=enemy)
    g.turn()
    if order:
        g.play(f"{order} A1")
    return g


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
def test_wire_stops_squads_without_engineers_and_light_vehicles(unit, stops):
    with walker("wire", unit) as g:
        g.play("east")
        assert g.unit("A1").at == HEX
        assert (g.decision == "SELECT") == stops
        if not stops:
            g.play("east", "stop")
        assert g.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-TRN-08")
def test_a_squad_stopped_by_wire_may_do_nothing_more_with_its_movement():
    g = walker("wire", order=None)
    g.mark("entrenchment", HEX)
    g.play("advance A1", "east")
    assert (g.decision, g.unit("A1").fort) == ("SELECT", "none")


@pytest.mark.clause("TI-TRN-08")
def test_leaving_wire_is_free():
    g = walker("wire", at=HEX)
    g.play("east", "east", "east", "east")
    assert (g.decision, g.unit("A1").at) == ("SELECT", (8, 4))


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
def test_squads_in_wire_attack_at_half_firepower(unit, target, dice):
    with walker("wire", unit, at=HEX, order=None, foe=(6, 4), enemy=target) as g:
        g.dice(*[1] * dice)
        g.play("fire A1", *["normal", "done"] if target == "squad" else [])


@pytest.mark.clause("TI-TRN-08")
def test_a_squad_in_wire_fires_on_after_it_was_stopped():
    """Half for Fire and Movement, half for the wire."""
    with walker("wire", {"elite": 3}, order="fire-and-move", foe=(6, 4)) as g:
        g.play("move-first", "east")
        assert g.decision == "TARGET"
        g.dice(1, 1)
        g.play("at B1", "normal")


@pytest.mark.clause("TI-TRN-08", "TI-ASL-05", "TI-ASL-06")
@pytest.mark.parametrize(("wired", "attack", "defence"), [(HEX, 2, 4), (EAST, 4, 2), ((0, 0), 4, 4)])
def test_squads_in_wire_assault_and_defend_at_half_firepower(wired, attack, defence):
    with Table() as g:
        g.mark("wire", wired)
        g.add("A1", HEX)
        g.add("A2", (0, 8))
        g.add("B1", EAST)
        g.turn()
        g.play("assault A1", "stop")
        g.dice(*[1] * (attack + defence))
        g.play("east")


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
def test_tanks_and_engineers_remove_wire_for_two_points(unit, order, able):
    g = walker("wire", unit, at=HEX, order=None, terrain={"woods": [(7, 7), (7, 8)]}, foe=(8, 8))  # nobody to fire at
    g.play(f"{order} A1")
    assert g.can("clear-wire") == able
    if able:
        before = int(g.state["movement"])
        g.play("clear-wire")
        assert before - int(g.state["movement"]) == 2
        assert g.marks_at(HEX) == set()
        assert not g.can("clear-wire")


@pytest.mark.clause("TI-TRN-08")
@pytest.mark.parametrize(("spent", "able"), [(2, True), (3, False)])
def test_removing_wire_needs_two_points_and_the_wire_in_the_own_hex(spent, able):
    g = walker("wire", {"specialty": "engineer"}, at=(4 - spent, 4))
    assert not g.can("clear-wire")
    g.play(*["east"] * spent)
    assert g.can("clear-wire") == able


@pytest.mark.clause("TI-TRN-08")
@pytest.mark.parametrize(("faces", "gone"), [((6, 5, 5, 1), True), ((6, 5, 4, 1), False)])
@pytest.mark.parametrize("defence", [1, 6])
def test_a_mortar_attack_with_three_successes_on_its_dice_removes_wire(faces, gone, defence):
    """Defence dice cancel hits, not the successes that cut the wire."""
    with walker("wire", {"mortar": 1}, at=(0, 4), order=None, foe=HEX, terrain={"woods": [HEX]}) as g:
        g.play("fire A1")
        g.dice(*faces, defence, defence)
        g.play("suppressive")
        assert (g.marks_at(HEX) == set()) == gone


@pytest.mark.clause("TI-TRN-08")
def test_a_normal_mortar_attack_removes_wire_too():
    with Table() as g:
        g.mark("wire", HEX)
        g.add("A1", (0, 4), mortar=2)
        g.add("B1", HEX)
        g.turn()
        g.dice(5, 5, 5, 1)
        g.play("fire A1", "normal")
        assert g.marks_at(HEX) == set()


@pytest.mark.clause("TI-TRN-08")
def test_direct_fire_leaves_wire_alone():
    with walker("wire", {"regular": 4}, at=WEST, order=None, foe=HEX) as g:
        g.dice(6, 6, 6, 1)
        g.play("fire A1", "normal", "done")
        assert g.marks_at(HEX) == {"wire"}


@pytest.mark.clause("TI-TRN-09")
@pytest.mark.parametrize(("faces", "left"), [((3, 2, 1, 3), 4), ((4, 3, 1, 2), 3), ((6, 4, 3, 1), 2), ((4, 5, 6, 4), 0)])
def test_a_minefield_rolls_four_dice_without_defence_and_stops(faces, left):
    """Also worked example 13: 6 4 3 1 removes two figures. Woods do not help."""
    with walker("mines", terrain={"woods": [HEX]}) as g:
        g.dice(*faces)
        g.play("east")
        assert (g.decision, g.decider) == ("SELECT", 0)
        unit = g.unit("A1")
        assert unit.strength == left
        if left:
            assert (unit.activation, unit.at) == ("fatigued", HEX)


@pytest.mark.clause("TI-TRN-09", "TI-VEH-02")
@pytest.mark.parametrize(
    ("faces", "damage"), [((3, 3, 3, 3), "none"), ((4, 1, 1, 1), "light"), ((4, 4, 4, 1), "heavy"), ((4, 4, 4, 4), None)]
)
@pytest.mark.parametrize("kind", ["half_track", "heavy_tank"])
def test_mines_hit_vehicles_without_regard_to_armour(faces, damage, kind):
    with walker("mines", {"kind": kind}) as g:
        g.dice(*faces)
        g.play("east")
        unit = g.unit("A1")
        if damage:
            assert (unit.damage, unit.activation, unit.at) == (damage, "fatigued", HEX)
        else:
            assert unit.status == "LOST"


@pytest.mark.clause("TI-TRN-09", "TI-FIR-10")
def test_the_owner_chooses_what_mines_take():
    with walker("mines", {"officer": 1, "regular": 3}) as g:
        g.dice(4, 4, 1, 1)
        g.play("east")
        assert (g.decision, g.decider) == ("CASUALTY", 0)
        g.play("officer")
        assert g.unit("A1").figures == {"regular": 2}


@pytest.mark.clause("TI-TRN-09", "TI-SPC-03")
def test_engineers_skip_the_roll_but_are_stopped_and_fatigued():
    with walker("mines", {"specialty": "engineer"}) as g:
        g.dice()
        g.play("east")
        assert g.decision == "SELECT"
    unit = g.unit("A1")
    assert (unit.strength, unit.activation, unit.at) == (4, "fatigued", HEX)


@pytest.mark.clause("TI-TRN-09", "TI-FIR-13")
@pytest.mark.parametrize(
    ("unit", "target", "dice"),
    [({"regular": 3}, "squad", 2), ({"kind": "half_track"}, "squad", 2), ({"kind": "medium_tank_a"}, "truck", 4)],
)
def test_units_in_a_minefield_attack_at_half_firepower(unit, target, dice):
    with Table() as g:
        g.mark("mines", HEX)
        g.add("A1", HEX, **unit)
        g.add("B1", (6, 4), kind=target)
        g.turn()
        g.dice(*[1] * dice)
        g.play("fire A1", *["normal"] * (target == "squad"))


@pytest.mark.clause("TI-TRN-09")
@pytest.mark.parametrize("unit", [{}, {"kind": "medium_tank_a"}, {"specialty": "engineer"}])
def test_a_unit_that_leaves_a_minefield_moves_one_hex_only(unit):
    g = walker("mines", unit, at=HEX)
    g.play("east")
    assert (g.decision, g.unit("A1").at) == ("SELECT", EAST)


@pytest.mark.clause("TI-TRN-09")
def test_the_hex_after_a_minefield_may_hold_an_entrenchment_to_enter():
    g = walker("mines", at=HEX, order=None)
    g.mark("entrenchment", EAST)
    g.play("advance A1", "east")
    assert g.legal() == {"enter-entrenchment", "stop"}


@pytest.mark.clause("TI-TRN-09", "TI-ACT-19")
def test_a_unit_fatigued_by_mines_loses_the_attack_of_fire_and_movement():
    with walker("mines", order="fire-and-move", foe=(6, 4)) as g:
        g.dice(1, 1, 1, 1)
        g.play("move-first", "east")
        assert (g.decision, g.unit("A1").activation) == ("SELECT", "fatigued")


@pytest.mark.clause("TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize(("mark", "able"), [("wire", False), ("mines", False), (None, True)])
def test_at_most_one_wire_and_one_minefield_lie_in_a_hex(mark, able):
    """Lay Wire may not name a hex with wire, Mine Belt none with mines."""
    for card, own in (("lay_wire", "wire"), ("mine_belt", "mines")):
        g = Table()
        if mark:
            g.mark(mark, HEX)
        g.add("A1", (3, 4))
        g.add("B1", (8, 8))
        g.hold(0, card)
        g.state["command"] = 3
        g.spending()
        g.play(card.replace("_", "-"))
        assert g.can("hex 4,4") == (able or mark != own)


@pytest.mark.clause("TI-TRN-12", "TI-GEN-10")
@pytest.mark.parametrize("holder", [0, 1])
def test_mines_and_op_fire_are_ordered_by_the_initiative_holder(holder):
    with walker("mines", order=None) as g:
        g.add("B2", (6, 4), activation="op_fire", regular=1)
        g.state["initiative"] = holder
        g.play("advance A1", "east")
        assert (g.decision, g.decider) == ("ORDER", holder)
        g.dice(1, 1, 1, 1)
        g.play("mines-first")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)
        g.play("decline")
        assert g.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-TRN-12")
def test_op_fire_that_kills_leaves_nothing_for_the_mines():
    with walker("mines", {"regular": 1}, order=None) as g:
        g.add("B2", (6, 4), activation="op_fire", regular=1)
        g.play("advance A1", "east", "op-fire-first", "op-fire B2")
        g.dice(5)
        g.play("normal")
        assert g.unit("A1").status == "LOST"
        assert g.decision == "SELECT"
