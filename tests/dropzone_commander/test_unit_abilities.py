"""Chapter ABIL: abilities of single units."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import FROM_PORTS
from tests.dropzone_commander.guns import aim, arm, dice_for, fire, gun, rest, spare
from tests.dropzone_commander.test_unit_rules import BLOCK, begin_move, drop, lost


@pytest.mark.clause("DZ-ABIL-01", "DZ-TRN-20")
@pytest.mark.parametrize(("left", "legal"), [(0, True), (1, False)])
def test_the_orbital_strike_is_for_who_did_not_disembark(table, left, legal):
    t = spare(table(size=48))
    t.squad("A1", "A-CMD", (1, 1))
    t.squad("B1", "A-MBT", (46, 46), passive=2)
    t.mark("A1", left=left, out=2 * left)
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("shoot")) == legal
    if legal:
        t.play("shoot")
        aim(t, "B1", 3, 2)  # Energy 13 against 15: one point, no save
        assert t.where("B1") == "destroyed"


@pytest.mark.clause("DZ-ABIL-01", "DZ-MOV-03", "DZ-MOV-09")
@pytest.mark.parametrize("to", [(1, 1), (1, 2)])
def test_the_orbital_strike_after_a_move_or_a_turn_in_place(table, to):
    t = spare(table(size=48))
    t.squad("A1", "A-CMD", (1, 1))
    t.squad("B1", "A-MBT", (46, 46))
    t.activate("A1")
    assert t.can("shoot")
    t.play("move", f"to {to[0]},{to[1]}")
    assert t.decision != "ACTION" or not t.can("shoot")


@pytest.mark.clause("DZ-ABIL-01", "DZ-ABIL-02")
def test_weapons_of_the_command_vehicles(table):
    t = table()
    t.squad("A1", "A-CMD", (1, 1))
    t.squad("A2", "A-CLV", (3, 1), group=2)
    tables, a, b = t.tables, t.slot_of("A1"), t.slot_of("A2")
    assert [int(tables[f"weapon_{field}"][a, 0]) for field in ("area", "indirect", "free", "energy", "far", "near")] == [
        1,
        1,
        0,
        13,
        250,
        250,
    ]
    assert tables["weapon_aa"][b, 1] == 0 and tables["weapon_indirect"][b, 1] == 1


@pytest.mark.clause("DZ-ABIL-02", "DZ-RF-04")
def test_the_flak_of_the_light_command_vehicle_shoots_aircraft_but_does_not_react(table):
    t = spare(table())
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", "A-HDR", (2, 12))
    t.squad("B1", "A-CLV", (12, 18), facing="S")
    begin_move(t, "A1")
    t.play("to 12,12")
    assert t.decision != "REACT"
    t.finish("A1")
    t.activation("BA")
    t.activate("B1")
    t.play("shoot")
    while t.decision == "AIM" and "A1" not in t.named("at"):
        t.play("hold")
    assert "A1" in t.named("at")


@pytest.mark.clause("DZ-ABIL-03")
@pytest.mark.parametrize(("target", "need"), [("B1", 5), ("B5", 5), ("B6", 3), ("A5", None)])
def test_smoke_hides_a_squad_and_units_within_two_inches(table, target, need):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 2)), gun(shots=2))
    t.squad("A5", "A-MBT", (13, 20), group=2)  # two inches from the smoke: hidden as well, from whom it is no matter
    t.squad("B1", "A-LTK", (12, 18), (14, 18), armour=10, dp=9)
    t.squad("B5", "A-MBT", (10, 18), armour=10, dp=9, group=2)
    t.squad("B6", "A-MBT", (9, 18), armour=10, dp=9, group=3)
    arm(t, t.squad("B9", "A-MBT", (13, 5), group=4), gun(shots=2))
    t.activate("B1")
    assert {"smoke", "shoot", "move"} <= t.legal()
    t.play("smoke")
    assert not {"smoke", "shoot"} & t.legal() and t.can("move")
    if target == "A5":
        t.squad_of("A5")
        t.tables["unit_armour"][t.slot_of("A5")] = 10
        t.tables["unit_dp"][t.slot_of("A5")] = t.unit("A5")["dp"] = 9
        t.activation("BA")
        assert lost(t, "A5", *dice_for(5), 2, firer="B9") == 1
    else:
        t.activation("AB")
        assert lost(t, target, *dice_for(need), 2) == 1


@pytest.mark.clause("DZ-ABIL-04")
@pytest.mark.parametrize("friend", [True, False])
def test_smoke_shells_are_for_ones_own_squads_alone(table, friend):
    t = spare(table())
    t.squad("A1", "A-HOW", (12, 2))
    t.squad("A5" if friend else "B5", "A-MBT", (5, 8))
    t.squad("B1", "A-MBT", (2, 8), (20, 8))  # not coherent
    t.activate("A1")
    assert t.can("smoke") == friend


@pytest.mark.clause("DZ-ABIL-04")
def test_a_smoke_shell_hides_a_friendly_squad_in_sight(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-HOW", (12, 2))
    t.squad("A5", "A-MBT", (5, 8), (6, 8), group=2)
    t.squad("A7", "A-MBT", (12, 20), group=3)  # behind the building
    t.squad("A9", "A-MBT", (2, 2), (2, 20), group=4)  # not coherent
    t.squad("A11", "A-MBT", (14, 4), group=5)
    t.squad("B1", "A-MBT", (2, 8))
    t.activate("A1")
    t.play("smoke")
    assert t.ask() == ("SMOKE", "A") and t.named("on") == {"A5", "A11"}
    t.play("on A5")
    assert t.squad_of("A5")["smoke"] == 1 and t.squad_of("A1")["smoke"] == 0 and not t.legal() & {"shoot"}


@pytest.mark.clause("DZ-ABIL-05", "DZ-ACTN-01")
@pytest.mark.parametrize(("far", "limit"), [(3, 1), (4, 2)])
def test_a_suppression_field_costs_an_action(table, far, limit):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (10, 12)), gun())
    t.squad("B1", "B-CMD", (10, 12 + far))
    t.activate("A1")
    t.play("move", "to 9,10")
    rest(t)
    assert (t.decision == "ACTION" and t.can("shoot")) == (limit == 2)


@pytest.mark.clause("DZ-ABIL-05", "DZ-CARD-C06")
def test_a_squad_that_is_suppressed_keeps_one_action_and_friends_are_not_suppressed(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    t.squad("A5", "B-CMD", (10, 9), group=2)
    t.squad("B1", "B-CMD", (10, 12))
    t.activate("A1")
    assert {"move", "shoot"} <= t.legal()
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    t.squad("A5", "B-CMD", (10, 9), group=2)
    t.squad("B1", "A-MBT", (10, 12))
    t.activate("A1")
    t.play("move", "to 9,10")
    rest(t)
    assert t.can("shoot")


@pytest.mark.clause("DZ-ABIL-05", "DZ-OBJ-06", "DZ-OBJ-07")
def test_a_suppressed_squad_neither_searches_nor_scans(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", "A-APC", (5, 5))
    t.squad("B1", "B-CMD", (5, 8))
    t.activate("A1")
    assert t.decision != "ACTION" or not t.can("scan")


@pytest.mark.clause("DZ-ABIL-05", "DZ-OBJ-08")
@pytest.mark.parametrize(("far", "spends"), [(3, False), (4, True)])
def test_suppressed_infantry_uses_no_scan_tokens(table, far, spends):
    """The walker comes within 3" only after the squad has begun its activation."""
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0")
    t.squad("A5", "A-APC", (8, 12))
    t.change("A5", scan=1)
    t.squad("B1", "B-CMD", (20, 12))
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    t.put("B1", (15 + far, 12))
    if not spends:
        t.dice(1)
    t.play("search")
    assert (t.decision == "SCANS") == spends


@pytest.mark.clause("DZ-ABIL-06", "DZ-SHT-13", "DZ-AIR-03")
@pytest.mark.parametrize(("target", "flying", "need"), [("A-HDR", True, 2), ("A-HDR", False, 6), ("A-MBT", False, 6), ("#1", False, 6)])
def test_arc_weapons(table, target, flying, need):
    t = spare(table(pieces={"C0": ("large_building", 4, 14, 6, 6)}))
    arm(t, t.squad("A1", "B-AAT", (12, 10)), gun(shots=2, aa=2, acc=3))
    t.squad("B1", "A-MBT" if target == "#1" else target, (12, 15), armour=10, dp=9, flying=flying)
    fire(t, "A1", "#1" if target == "#1" else "B1", *dice_for(need), 2)
    assert t.piece("C0")["dp"] == 29 if target == "#1" else t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-ABIL-07", "DZ-SPEC-07")
@pytest.mark.parametrize(("faces", "dice", "damage"), [((3, 4, 6), (), 6), ((3, 4, 5), (6, 6, 6), 0), ((1, 2, 6), (), 2)])
def test_linked_destroyer(table, faces, dice, damage):
    """Armour 17 against Energy 8: only Criticals without a roll do anything."""
    t = spare(table())
    arm(t, t.squad("A1", "B-LAS", (12, 10)), gun(shots=3, destroyer=6))
    t.squad("B1", "A-MBT", (12, 15), armour=17, dp=9)
    assert lost(t, "B1", *faces, *dice) == damage


@pytest.mark.clause("DZ-ABIL-08")
def test_the_speed_boost_of_the_skimmer_carrier(table):
    t = spare(table())
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", "B-APC", (12, 2), move=6)
    begin_move(t, "A1")
    assert t.can("to 12,11") and not t.can("to 12,12")
    t = spare(table())
    t.squad("A1", "B-APC", (12, 2), move=6)
    t.squad("A5", "B-INF", aboard="A1", size=2)
    t.mark("A1", declared=0)
    begin_move(t, "A5", "A1")
    t.play("out 13,2", "to 13,2")
    t.finish("A5")
    if t.decision == "SQUAD":
        t.play("next A1")
    if t.decision == "ACTION":
        t.play("move")
    assert t.can("to 12,8") and not t.can("to 12,9")


@pytest.mark.clause("DZ-ABIL-08")
@pytest.mark.parametrize(("y", "legal"), [(8, True), (9, False)])
def test_who_was_boosted_puts_nobody_off_until_the_activation_is_over(table, y, legal):
    t = spare(table())
    t.squad("A1", "B-APC", (12, 2), move=6)
    t.squad("A5", "B-INF", aboard="A1", size=2)
    t.activation("AB")
    t.play("activate 1")
    while t.decision == "AUXILIARY":
        t.play("done")
    t.play("next A1") if t.decision == "SQUAD" else None
    if t.decision == "ACTION":
        t.play("move")
    t.play(f"to 12,{y}")
    rest(t)
    if t.decision == "ACTION":
        t.play("end")
    assert (t.decision in ("SQUAD", "OUT", "ACTION") and t.ask()[1] == "A" and t.decision != "GROUP") == legal


@pytest.mark.clause("DZ-ABIL-09")
def test_thrusters_carry_a_walker_over_low_scenery(table):
    t = spare(table(pieces={"C0": ("medium_building", 2, 8, 20, 2)}))  # 7" high
    t.squad("A1", "C-CMD", (12, 4), rapid=-1)
    begin_move(t, "A1")
    assert t.can("to 12,22") and not t.can("to 12,23") and not t.can("to 12,9")
    t = spare(table(pieces={"C0": ("large_building", 2, 8, 20, 2)}))  # 9" high
    t.squad("A1", "C-CMD", (12, 4), rapid=-1)
    begin_move(t, "A1")
    assert not t.can("to 12,12")


@pytest.mark.clause("DZ-ABIL-09", "DZ-GRID-04")
@pytest.mark.parametrize(("to", "legal"), [("9,18", False), ("8,18", True)])
def test_thrusters_do_not_cut_the_corner_of_tall_scenery(table, to, legal):
    """From below its first column: the line to (9, 18) is still over that column where the building begins."""
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 6, 6)}))
    t.squad("A1", "C-CMD", (10, 6), rapid=-1)
    begin_move(t, "A1")
    assert t.can(f"to {to}") == legal


@pytest.mark.clause("DZ-ABIL-09")
def test_no_thrusters_in_the_round_of_a_landing(table):
    t = spare(table())
    t.squad("A1", "C-CMD", (12, 4), rapid=-1, move=6)
    t.mark("A1", left=1, out=2)
    begin_move(t, "A1")
    assert t.can("to 12,10") and not t.can("to 12,11")


@pytest.mark.clause("DZ-ABIL-09", "DZ-RF-01")
@pytest.mark.parametrize(("y", "asked"), [(12, True), (10, False)])
def test_thrusters_are_reacted_to_as_an_aircraft_of_armour_11(table, y, asked):
    t = spare(table())
    t.squad("A1", "C-CMD", (12, 4), rapid=-1, move=6, dp=9)  # Armour 14, Evasion 3
    arm(t, t.squad("B1", "A-AAT", (4, 10)), gun(aa=0, energy=9, shots=2))
    begin_move(t, "A1")
    t.play(f"to 12,{y}")
    assert (t.decision == "REACT") == asked
    if asked:
        t.dice(5, 6, 2)  # 3 + 3 + 2 = 8: a natural 6; 9 + 2 = 11
        t.play("at A1")
        assert t.unit("A1")["dp"] == 8 and t.unit("A1")["flying"] == 0


@pytest.mark.clause("DZ-ABIL-10")
@pytest.mark.parametrize(("facts", "left", "need"), [
    ({"evasion": 3}, 0, 4), ({"evasion": 1}, 0, 4), ({"evasion": 0}, 0, 3), ({"evasion": 3}, 1, 8),
])  # fmt: skip
def test_stabilised_aim_caps_the_modifiers(table, facts, left, need):
    t = spare(table())
    arm(t, t.squad("A1", "C-MBW", (12, 10)), gun(shots=2))
    t.mark("A1", left=left, out=2 * left)
    t.squad("B1", "A-MBT", (12, 15), armour=10, dp=9, **facts)
    assert lost(t, "B1", *dice_for(need), 2) == 1


def bus(table, *weapons, size=1, at=(12, 8)):
    t = spare(table())
    t.squad("A1", "D-BUS", at)
    arm(t, t.squad("A5", "D-INF", aboard="A1", size=size), *(weapons or [gun(shots=2)]))
    t.squad("B1", "A-MBT", (12, 16), armour=10, dp=9)
    t.mark("A1", declared=0)
    return t


@pytest.mark.clause("DZ-ABIL-11", "DZ-SHT-09")
def test_infantry_aboard_a_bus_shoots_from_its_ports(table):
    t = bus(table, size=2)
    t.activate("A1")
    assert {"move", "ports"} <= t.legal()
    t.play("ports")
    aim(t, "B1", 3, 4, 3, 3, 2)  # 3 + 1; both units fire
    assert t.unit("B1")["dp"] == 8 and "ports" not in t.legal() and t.can("move")


@pytest.mark.clause("DZ-ABIL-11")
def test_the_ports_are_used_however_far_the_bus_moved_by_weapons_that_may_move(table):
    t = bus(table, gun(free=0, acc=2), gun(shots=2, acc=2))
    t.activate("A1")
    t.play("move", "to 12,13")
    rest(t)
    t.play("ports")
    t.dice(2, 3, 2)
    t.play("at B1")  # the first weapon, of allowance 0, is not asked for
    assert t.decision != "AIM" and t.unit("B1")["dp"] == 8 and t.unit("A5")["fired"] == 2


@pytest.mark.clause("DZ-ABIL-11")
def test_weapons_of_allowance_0_fire_from_a_bus_that_stands(table):
    t = bus(table, gun(free=0, acc=2))
    t.activate("A1")
    t.play("ports")
    aim(t, "B1", 3, 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-ABIL-11", "DZ-SHT-06")
@pytest.mark.parametrize(("far", "legal"), [(8, True), (7, False)])
def test_range_from_the_ports_is_measured_from_the_bus(table, far, legal):
    t = bus(table, gun(far=far, near=far))
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("ports")) == legal


@pytest.mark.clause("DZ-ABIL-11")
def test_who_shot_from_the_ports_shoots_no_more_in_this_round(table):
    t = bus(table)
    t.activate("A1")
    t.play("ports")
    aim(t, "B1", 1, 1)
    assert t.squad_of("A5")["shot"] == FROM_PORTS
    t.finish("A1")
    if t.decision == "SQUAD":
        t.play("next A5")
    if t.decision == "ACTION":
        t.play("move")
    t.play("out 12,10", "to 12,10")
    rest(t)
    assert t.decision != "ACTION" or not t.can("shoot")


@pytest.mark.clause("DZ-ABIL-11")
def test_a_bus_without_passengers_has_no_ports(table):
    t = bus(table)
    t.destroy("A5")
    t.squad("A9", "A-MBT", (0, 0))
    t.activate("A1")
    assert t.decision != "ACTION" or not t.can("ports")


@pytest.mark.clause("DZ-ABIL-12", "DZ-TRN-17", "DZ-TRN-19")
@pytest.mark.parametrize(("transport", "need", "shoots"), [("D-HOV", 4, True), ("A-HDR", 5, False)])
def test_units_that_leave_a_hovercraft_aim_better_and_at_aircraft(table, transport, need, shoots):
    t = spare(table())
    t.squad("A1", transport, (12, 4), flying=False)
    arm(t, t.squad("A5", "D-AAW" if transport == "D-HOV" else "A-MBT", aboard="A1", size=1), gun(shots=2, aa=0))
    t.squad("B1", "A-MBT", (12, 16), armour=10, dp=9)
    t.squad("B2", "A-HDR", (6, 16), group=None)
    t.mark("A1", declared=0)
    begin_move(t, "A5")
    t.play("out 12,6", "to 12,6")
    rest(t)
    t.play("shoot")
    assert ("B2" in t.named("at")) == shoots
    aim(t, "B1", *dice_for(need), 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-ABIL-12", "DZ-TRN-07")
@pytest.mark.parametrize(("transport", "reach"), [("D-HOV", 3), ("D-BUS", 2)])
def test_units_leave_a_hovercraft_an_inch_farther(table, transport, reach):
    t = spare(table())
    t.squad("A1", transport, (12, 12))
    t.squad("A5", "D-AAW" if transport == "D-HOV" else "D-INF", aboard="A1", size=1)
    t.mark("A1", declared=0)
    begin_move(t, "A5")
    assert (12, 12 + reach) in t.cells("out") and (12, 13 + reach) not in t.cells("out")


@pytest.mark.clause("DZ-ABIL-12", "DZ-TRN-08")
@pytest.mark.parametrize(
    ("transport", "y", "legal"), [("D-HOV", 13, True), ("D-HOV", 14, False), ("D-BUS", 12, True), ("D-BUS", 13, False)]
)
def test_entrances_are_an_inch_farther_from_a_hovercraft(table, transport, y, legal):
    t = spare(table(pieces={"C0": ("small_building", 10, 6, 4, 4)}))  # entrances at y = 10
    t.squad("A1", transport, (12, y))
    t.squad("A5", "D-INF", aboard="A1", size=1)
    t.mark("A1", declared=0)
    begin_move(t, "A5")
    assert t.can("out-into 1") == legal


@pytest.mark.clause("DZ-ABIL-13", "DZ-SPEC-21")
@pytest.mark.parametrize(("transport", "travelled", "legal"), [("D-LTR", 12, True), ("D-LTR", 13, False), ("A-LTR", 0, False)])
def test_hover_mode(table, transport, travelled, legal):
    t = drop(table, "D-INF", transport, travelled=travelled)
    t.squad("A9", "A-MBT", (0, 0))
    t.activation("AB")
    t.play("activate 1")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert (t.decision == "SQUAD" and t.can("next A5")) == legal
