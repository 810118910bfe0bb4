"""The account of a fight: which dice each unit brings and why, as the events tell it. Chapters FIR, CMB, ASL, VEH."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Own, Roll
from tests.tide_of_iron.fights import TARGET, assault, away, field, fire, rolls_exactly

WHO = (Event.ATTACKED, Own.SUPPORTS, Own.DEFENDS, Own.ASSAULTS, Own.SHELLS, Own.SNIPES, Own.EXPLODES)


def accounts(t):
    """What was told since the last answer: (what, unit or side) -> modifiers, and the dice that a unit brings."""
    found, of = {}, {}
    for e in events_of(t.state):
        who = t.name_of(e.unit) if e.unit >= 0 else "AB"[e.seat]
        if e.kind in WHO:
            of = found[(Own if e.kind in list(Own) else Event)(e.kind).name.lower(), who] = {"dice": e.value}
        elif e.kind == Event.ROLLS:
            of = found[Roll(e.value).name.lower(), who] = {}
        elif e.kind == Event.MODIFIER and not Modifier(e.other).name.startswith("NEEDS"):
            of[Modifier(e.other).name.lower()] = e.value
    return found


def account(t, what, who):
    """What was told of a unit or roll; the modifiers of a unit come to its dice."""
    found = accounts(t)
    for told in found.values():
        assert "dice" not in told or told["dice"] == sum(told.values()) - told["dice"]
    return {name: value for name, value in found[what, who].items() if name != "dice"}


@pytest.mark.clause("TI-FIR-04", "TI-CMB-03", "TI-FIR-13", "TI-TRN-08", "TI-TRN-09")
def test_what_halves_a_unit_is_told_of_each_in_turn(table):
    """Three figures: 2 in the mines, 1 in the wire too, 1 of them as supporter; the crew beside stays out of it."""
    t = field(table, terrain={"woods": [away(3)]})
    for k in (1, 2):
        t.add(f"A{k}", away(0), regular=3)
    t.add("A3", away(0), regular=2, machine_gun=1)
    t.mark("mines", away(0))
    t.mark("wire", away(0))
    t.add("B1", away(3), elite=2)
    t.add("B2", away(3), regular=1, specialty="medic")
    fire(t, "A1", "B1", "normal", "support A2", "support A3", "others", dice=rolls_exactly(3 + 3))
    halves = {"in_mines": -1, "in_wire": -1}
    assert account(t, "attacked", "A1") == {"normal_range": 0, "figures": 3, **halves}
    assert account(t, "supports", "A2") == {"normal_range": 0, "figures": 3, **halves}
    assert account(t, "supports", "A3") == {"normal_range": 0, "no_crew": 0, "figures": 2, "in_mines": -1}
    assert account(t, "defence", "B1") == {"terrain": 2, "medic": 1}


@pytest.mark.clause("TI-FIR-03")
@pytest.mark.parametrize(
    ("part", "told"), [("crew", {"crew": 0, "figures": 3}), ("all", {"figures": 5}), ("others", {"no_crew": 0, "figures": 2})]
)
def test_the_figures_that_fire_are_told(table, part, told):
    t = field(table)
    t.add("A1", away(0), machine_gun=1, regular=2)
    t.add("B1", away(1))
    fire(t, "A1", "B1", part, "normal", dice=rolls_exactly(told["figures"]))
    assert account(t, "attacked", "A1") == {"close_range": 0, **told}


@pytest.mark.clause("TI-TRN-03", "TI-SUP-09", "TI-OFF-03", "TI-CRD-15")
def test_each_part_of_a_defence_is_told(table):
    """Woods, entrenchment, tank traps, Take Cover, elite figures and an officer; his side alone has taken cover."""
    t = field(table, terrain={"woods": [away(2)]})
    t.add("A1", away(0))
    t.mark("entrenchment", away(2))
    t.mark("traps", away(2))
    t.mark("cover_b", away(2))
    t.add("B1", away(2), regular=1, elite=2, fort="entrenchment")
    t.add("B2", away(2), regular=1, officer=1)
    fire(t, "A1", "B1", "suppressive", dice=rolls_exactly(4 + 8))
    told = {"terrain": 2, "entrenchment": 2, "tank_traps": 1, "take_cover": 1, "elite": 1, "officer": 1}
    assert account(t, "defence", "B1") == told


@pytest.mark.clause("TI-FIR-05", "TI-CRD-15")
def test_cover_that_a_side_has_not_taken_is_not_told(table):
    t = field(table, terrain={"woods": [away(2)]})
    t.add("A1", away(0))
    t.mark("cover_a", away(2))
    t.add("B1", away(2))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(4 + 2))
    assert account(t, "defence", "B1") == {"terrain": 2}


@pytest.mark.clause("TI-SPC-01", "TI-VEH-05", "TI-VEH-06")
def test_anti_tank_weapons_are_told_apart_and_armour_with_its_damage(table):
    """Leader 4 + 3; supporters half of 7, and half of 4."""
    t = field(table)
    t.add("A1", away(0), specialty="anti_tank")
    t.add("A2", away(0), specialty="anti_tank")
    t.add("A3", away(0))
    t.add("B1", away(1), kind="medium_tank_b", damage="light")
    fire(t, "A1", "B1", "support A2", "support A3", dice=rolls_exactly(7 + 4 + 2 + 3))
    assert account(t, "attacked", "A1") == {"close_range": 0, "figures": 4, "anti_tank": 3}
    assert account(t, "supports", "A2") == {"close_range": 0, "figures": 4, "anti_tank": 3, "supporting": -3}
    assert account(t, "supports", "A3") == {"close_range": 0, "figures": 4, "supporting": -2}
    assert account(t, "defence", "B1") == {"armour": 4, "damage": -1}


@pytest.mark.clause("TI-VEH-05")
def test_whole_armour_is_told(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(1), kind="medium_tank_b")
    fire(t, "A1", "B1", dice=rolls_exactly(4 + 4))
    assert account(t, "defence", "B1") == {"armour": 4}


@pytest.mark.clause("TI-SPC-02")
@pytest.mark.parametrize("covered", [True, False])
def test_flames_and_what_they_burn_through_are_told(table, covered):
    """They take five dice; without the sixth there is no defence."""
    t = field(table, terrain={"woods": [away(1)]})
    t.add("A1", away(0), specialty="flamethrower")
    t.mark("entrenchment", away(1))
    t.mark("traps", away(1))
    if covered:
        t.mark("cover_b", away(1))
    t.add("B1", away(1), fort="entrenchment")
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(6 + covered))
    assert account(t, "attacked", "A1") == {"close_range": 0, "figures": 4, "flamethrower": 2}
    if covered:
        assert account(t, "defence", "B1") == {"terrain": 2, "entrenchment": 2, "tank_traps": 1, "take_cover": 1, "flamethrower": -5}
    assert (("defence", "B1") in accounts(t)) is covered


@pytest.mark.clause("TI-ACT-11", "TI-OPF-03")
def test_moving_fire_and_opportunity_fire_are_told(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), activation="op_fire")
    t.turn()
    t.dice(*rolls_exactly(2))
    t.play("fire-and-move A1", "fire-first", "normal")
    assert account(t, "attacked", "A1") == {"normal_range": 0, "figures": 4, "moving": -2}
    t.dice(*rolls_exactly(4))
    t.play("east", "op-fire B1", "normal")
    assert account(t, "attacked", "B1") == {"opportunity_fire": 0, "normal_range": 0, "figures": 4}


@pytest.mark.clause("TI-ASL-05", "TI-ASL-06", "TI-ASL-08", "TI-SUP-05")
@pytest.mark.parametrize(("officer", "pinned"), [(False, {"pinned": -2}), (True, {})])
def test_both_sides_of_an_assault_are_told(table, officer, pinned):
    """Pinned squads fight back with half their dice, beside an officer with all; a disrupted one does not fight."""
    t = field(table, terrain={"woods": [TARGET]})
    t.add("A2", (5, 3), specialty="flamethrower")
    t.add("B1", TARGET, condition="pinned")
    t.add("B2", TARGET, condition="disrupted", officer=1)
    t.add("B3", TARGET, kind="half_track")
    if not officer:
        t.change("B2", condition="disrupted", specialty="medic", regular=1)
    cover = 2 + 1 + (not officer)
    fire_back = 4 + sum(pinned.values())
    assault(t, "support A2", dice=rolls_exactly(4 + 2 + 2 + cover + fire_back + 4))
    assert account(t, "assaults", "A1") == {"figures": 4}
    assert account(t, "supports", "A2") == {"figures": 4, "supporting": -2, "flamethrower": 2}
    assert account(t, "defends", "B1") == {"figures": 4, **pinned}
    assert account(t, "defends", "B3") == {"weapon": 4}
    assert ("defends", "B2") not in accounts(t)
    assert account(t, "cover", "B") == {"terrain": 2, "armour": 1, **({} if officer else {"medic": 1})}
