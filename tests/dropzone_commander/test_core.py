"""Chapter CORE: dice, distances, coherency, who is an enemy, who shares a cell."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.dropzone_commander.rules.measuring import inches, is_coherent
from tests.dropzone_commander.fights import gun, shoot

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


@pytest.mark.clause("DZ-CORE-01", "DZ-TRN-21")
@pytest.mark.parametrize(("face", "n"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_die_halved_and_rounded_up(table, face, n):
    t = table()
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-APC", (5, 5))
    t.squad("B2", "A-INF", aboard="B1", size=1, armour=13)  # hurt by 3 and more, twice by 5 and more
    shoot(t, "A1", "B1", 6, 6, face, *((3,) * n if n < 3 else ()))
    assert t.unit("B2")["dp"] == 5 - n % 3


@pytest.mark.clause("DZ-CORE-02", "DZ-CORE-09")
@pytest.mark.parametrize(("acc", "evasion", "far", "need"), [(3, 2, False, 5), (3, 2, True, 6), (1, 0, False, 1), (6, 6, True, 13)])
def test_modifiers_are_summed_and_a_needed_number_has_no_floor_or_ceiling(table, acc, evasion, far, need):
    t = table()
    t.squad("A1", "A-LTK", (2, 2), (6 if far else 5, 2))  # incoherent 4" apart
    t.weapon("A1", acc=acc)
    t.squad("B1", "B-MBT", (5, 12), evasion=evasion)
    assert t.need("A1", "B1") == need


@pytest.mark.clause("DZ-CORE-03", "DZ-SHT-09")
@pytest.mark.parametrize(("acc", "evasion", "die", "hit"), [(1, 0, 1, 0), (1, 0, 2, 1), (6, 6, 6, 1), (6, 6, 5, 0)])
def test_to_hit_a_1_always_fails_and_a_6_always_hits(table, acc, evasion, die, hit):
    t = table()
    gun(t, "A1", (2, 2), acc=acc)
    t.squad("B1", "A-MBT", (5, 5), evasion=evasion, dp=5)
    shoot(t, "A1", "B1", die, *[2] * hit)
    assert t.unit("B1")["dp"] == 5 - 2 * hit


@pytest.mark.clause("DZ-CORE-03", "DZ-SHT-14")
@pytest.mark.parametrize(("energy", "die", "lost"), [(19, 1, 0), (19, 2, 2), (3, 6, 0)])
def test_a_damage_roll_of_1_fails_and_of_6_is_nothing_special(table, energy, die, lost):
    t = table()
    gun(t, "A1", (2, 2), energy=energy)
    t.squad("B1", "A-MBT", (5, 5), dp=5, armour=10)
    shoot(t, "A1", "B1", 6, die)
    assert t.unit("B1")["dp"] == 5 - lost


@pytest.mark.clause("DZ-CORE-03", "DZ-OBJ-06")
@pytest.mark.parametrize(("die", "found"), [(1, False), (2, True)])
def test_a_search_fails_on_a_1_in_the_sixth_round(table, die, found):
    t = table(pieces=HOUSE, objectives=["C0"], hidden=True, mobile=True)
    t.squad("A1", "A-INF", inside="C0")
    t.state["round"] = 6
    t.activate("A1")
    t.dice(die)
    t.play("search")
    assert (t.squad_of("A1")["token"] == 0) == found


@pytest.mark.clause("DZ-CORE-03", "DZ-CQ-07")
@pytest.mark.parametrize(("die", "flees"), [(1, True), (2, False)])
def test_a_fortitude_test_fails_on_a_1(table, die, flees):
    t = table(pieces=HOUSE)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-INF", inside="C0", size=2, fortitude=1)
    t.change("B2", dp=1)
    t.activate("A1")
    t.play("close", "normal")
    t.dice(4, 4, 4, 1, 1, 1, 1, 1)
    t.play("at B1", "end")
    t.dice(die)
    t.play("roll")
    assert (t.decision == "PUT") == flees


@pytest.mark.clause("DZ-CORE-04", "DZ-CQ-06", "DZ-CARD-C14")
def test_a_die_that_was_re_rolled_is_not_rolled_a_third_time(table):
    """Flares make successes roll again; what failed then is skipped by Burning rounds, which re-roll the other failures."""
    t = table(hands=((14,), (18,)))
    gun(t, "A1", (2, 2), shots=3, energy=7, commander=1)
    t.squad("B1", "A-MBT", (5, 5), dp=9, armour=10, commander=1)  # damage on 3+, Critical on 5+
    t.activate("A1")
    t.play("shoot")
    t.dice(6, 6, 6)
    t.play("at B1")
    t.dice(4, 4, 2, 1, 3)  # the third fails at once; the two successes again: 1 and 3
    assert t.ask() == ("CARD", "B")
    t.play("play flares")
    t.dice(5)  # only the third die
    assert t.ask() == ("CARD", "A")
    t.play("play burning-rounds")
    assert t.unit("B1")["dp"] == 9 - 1 - 2


@pytest.mark.clause("DZ-CORE-05", "DZ-TRN-11")
@pytest.mark.parametrize(("y", "lets_out"), [(5, True), (6, False)])
def test_half_of_an_odd_move_is_rounded_up(table, y, lets_out):
    t = table()
    t.squad("A1", "A-LTR", (5, 2), move=5)
    t.squad("A2", "A-INF", aboard="A1", size=2)
    t.move("A1", (5, y), "land")
    assert (t.decision == "TRANSFER") == lets_out


@pytest.mark.clause("DZ-CORE-06", "DZ-GRID-02")
@pytest.mark.parametrize(
    ("dx", "dy", "reach"), [(0, 0, 0), (1, 1, 1), (2, 1, 2), (2, 2, 3), (3, 1, 3), (3, 2, 4), (6, 2, 6), (6, 3, 7), (20, 4, 20),
        (20, 5, 21)]
)  # fmt: skip
def test_distances_run_from_centre_to_centre_and_round_to_the_nearest_inch(dx, dy, reach):
    for a, b in ((10 + 48 * 10, 10 + dx + 48 * (10 + dy)), (30 + 48 * 10, 30 - dy + 48 * (10 + dx))):
        assert inches(a, b) == inches(b, a) == reach


@pytest.mark.clause("DZ-CORE-07", "DZ-ACT-01")
def test_the_last_unit_of_a_squad_and_the_last_squad_of_a_battlegroup_still_act(table):
    t = table()
    t.squad("A1", "A-MBT", (2, 2), (3, 2), (4, 2))
    t.squad("A4", "A-INF", (8, 2), (9, 2))
    t.squad("B1", "A-MBT", (20, 20))
    t.destroy("A1", "A3", "A4", "A5")
    t.squad("B2", "A-INF", (5, 5), (6, 5))
    t.activation("AB")
    assert t.decision == "ACTION" and t.subject == "A2"  # battlegroup and squad are the only ones
    assert {"move", "shoot"} <= t.legal()


def coherent(t, name):
    return bool(is_coherent(t._s, t._t, t._squad(name)))


@pytest.mark.clause("DZ-CORE-08")
@pytest.mark.parametrize(
    ("profile", "near", "far", "figures"),
    [
        ("A-INF", (2, 1), (2, 2), {}),
        ("A-MBT", (3, 1), (3, 2), {}),
        ("B-MBT", (3, 1), (3, 2), {}),
        ("B-CMD", (3, 1), (3, 2), {}),
        ("B-DRN", (6, 2), (6, 3), {}),
        ("A-HDR", (6, 2), (6, 3), {}),
        ("A-INF", (4, 2), (4, 3), {"traits": 1 << 3}),
        ("A-MBT", (6, 2), (6, 3), {"traits": 1 << 3}),
    ],
)
def test_units_of_a_squad_keep_within_2_3_or_6_inches_wide_ones_twice(table, profile, near, far, figures):
    for (dx, dy), kept in ((near, True), (far, False)):
        t = table()
        t.squad("A1", profile, (5, 5), (5 + dx, 5 + dy), **figures)
        assert coherent(t, "A1") == kept


@pytest.mark.clause("DZ-CORE-08")
def test_a_squad_forms_one_chain(table):
    t = table()
    t.squad("A1", "A-INF", (5, 5), (9, 5), (7, 5))
    t.squad("A4", "A-INF", (5, 12), (6, 12), (10, 12), (11, 12))  # two pairs
    t.squad("A8", "A-INF", (20, 20))
    assert coherent(t, "A1") and not coherent(t, "A4") and coherent(t, "A8")


@pytest.mark.clause("DZ-CORE-08", "DZ-GAR-04")
def test_squads_in_one_garrison_are_coherent(table):
    t = table(pieces={"C0": ("large_building", 4, 4, 12, 12)})
    t.squad("A1", "A-INF", inside="C0", size=3)
    t.unit("A1")["site"], t.unit("A2")["site"], t.unit("A3")["site"] = 1, 3, 0
    assert coherent(t, "A1")


@pytest.mark.clause("DZ-CORE-09")
@pytest.mark.parametrize("dx", [3, 4])
def test_all_units_of_an_incoherent_squad_shoot_worse(table, dx):
    t = table()
    t.squad("A1", "A-LTK", (2, 2), (2 + dx, 2))
    t.squad("B1", "A-MBT", (5, 12))
    assert t.need("A1", "B1") == t.need("A2", "B1") == (2 if dx == 3 else 3)


@pytest.mark.clause("DZ-CORE-09", "DZ-GAR-02", "DZ-TRN-05")
@pytest.mark.parametrize("dx", [2, 3])
def test_an_incoherent_squad_enters_no_garrison_and_boards_no_transport(table, dx):
    t = table(pieces=HOUSE)
    t.squad("A1", "A-INF", (8, 11), (8 - dx, 11), move=0)
    t.squad("A3", "A-APC", (7, 13))
    t.activate("A1", "A3")
    t.move("A1", (8, 11))
    assert (t.decision == "END_MOVE" and t.legal() == {"enter 1", "board A3", "stay"}) == (dx == 2)


@pytest.mark.clause("DZ-CORE-09", "DZ-OBJ-03")
@pytest.mark.parametrize("dx", [3, 4])
def test_an_incoherent_squad_claims_nothing(table, dx):
    t = table(open=[(8, 8)], mobile=True)
    t.squad("A1", "A-MBT", (8, 7), (8 + dx, 7), move=0)
    t.squad("B1", "A-MBT", (20, 20))
    t.move("A1", (8, 7), "face N")
    assert t.squad_of("A1")["token"] == (0 if dx == 3 else -1)


@pytest.mark.clause("DZ-CORE-09", "DZ-OBJ-06")
@pytest.mark.parametrize("dx", [3, 4])
def test_an_incoherent_squad_does_not_search(table, dx):
    t = table(open=[(8, 8)], mobile=True)
    t.objective(1, (8, 8), find="hidden")
    t.squad("A1", "A-MBT", (8, 7), (8 + dx, 7), move=0)
    t.activate("A1")
    assert t.can("search") == (dx == 3)


@pytest.mark.clause("DZ-CORE-09", "DZ-OBJ-13")
@pytest.mark.parametrize("dx", [3, 4])
def test_a_squad_that_ends_incoherent_drops_what_it_carries(table, dx):
    t = table(open=[(8, 8)], mobile=True)
    t.squad("A1", "A-MBT", (8, 7), (8 + dx, 7), move=0)
    t.squad("B1", "A-MBT", (20, 20))
    t.objective(1, carrier="A1")
    t.move("A1", (8, 7), "face N")
    assert t.squad_of("A1")["token"] == 0
    t.play("end")
    assert t.squad_of("A1")["token"] == (0 if dx == 3 else -1)
    if dx == 4:
        assert t.state["tokens"][0]["cell"] == 8 + 48 * 7 and t.state["tokens"][0]["seat"] == -1


@pytest.mark.clause("DZ-CORE-10", "DZ-MULTI-05")
def test_everybody_but_oneself_is_an_enemy_and_friends_are_no_targets(table):
    t = table(seats=4)
    gun(t, "A1", (2, 2))
    t.squad("A2", "A-MBT", (3, 6), group=2)
    for k, seat in enumerate("BCD"):
        t.squad(f"{seat}1", "A-MBT", (8 + 3 * k, 8))
    t.activate("A1")
    t.play("shoot")
    assert t.named("at") == {"B1", "C1", "D1"}


@pytest.mark.clause("DZ-CORE-11", "DZ-OBJ-02")
@pytest.mark.parametrize(
    ("profile", "claims"), [("A-MBT", True), ("B-MBT", True), ("B-CMD", True), ("A-INF", True), ("A-HDR", False), ("B-DRN", False)]
)
def test_tanks_skimmers_and_walkers_are_vehicles(table, profile, claims):
    t = table(open=[(8, 8)], mobile=True)
    t.squad("A1", profile, (8, 7), flying=False, group=1)
    t.squad("B1", "A-MBT", (20, 20))
    t.move("A1", (8, 7))
    if t.decision == "LAND":
        t.play("land")
    t.finish("A1")
    assert (t.squad_of("A1")["token"] == 0) == claims


@pytest.mark.clause("DZ-CORE-11", "DZ-AIR-03", "DZ-GRID-09")
@pytest.mark.parametrize(
    ("profile", "flying", "hides"),
    [("A-MBT", False, True), ("B-CMD", False, True), ("A-HDR", False, True), ("A-HDR", True, False), ("A-INF", False, False)],
)
def test_landed_aircraft_are_vehicles_airborne_ones_and_infantry_are_not(table, profile, flying, hides):
    t = table()
    gun(t, "A1", (5, 2))
    t.squad("A2", profile, (5, 5), flying=flying, group=2)
    t.squad("B1", "A-MBT", (5, 8))
    assert t.need("A1", "B1") == (4 if hides else 2)


@pytest.mark.clause("DZ-CORE-12", "DZ-MOV-02", "DZ-AIR-01")
def test_a_cell_holds_one_unit_on_the_ground_and_one_in_the_air(table):
    t = table(pieces={"C0": ("large_building", 4, 8, 2, 2), "RE": ("medium_building", 8, 8, 2, 2)})
    t.squad("A1", "A-HDR", (5, 5))
    t.squad("A2", "A-HDR", (7, 5))
    t.squad("A3", "A-MBT", (6, 6))
    t.squad("B1", "A-MBT", (6, 4))
    t.activate("A1")
    t.play("move")
    assert not t.can("to 7,5") and t.can("to 6,6") and t.can("to 6,4")  # another in the air; units on the ground
    assert not t.can("to 5,8") and t.can("to 8,8")  # 9" and 7" high


@pytest.mark.clause("DZ-CORE-12")
def test_two_units_on_the_ground_do_not_end_in_one_cell(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (6, 5))
    t.squad("A3", "A-INF", (5, 7), (6, 7))
    t.squad("B1", "A-MBT", (4, 6))
    t.squad("A5", "A-HDR", (5, 6))
    t.activate("A1")
    t.play("move")
    assert not t.can("to 6,5") and not t.can("to 5,7") and not t.can("to 4,6") and t.can("to 5,6")


@pytest.mark.clause("DZ-CORE-13")
@pytest.mark.parametrize(("order", "first"), [("ABC", "B"), ("ACB", "C")])
def test_what_happens_at_once_is_settled_in_the_order_of_initiative(table, order, first):
    """A lifter falls between a tank of B and one of C: whose damage dice fall first."""
    t = table(seats=3)
    t.squad("A1", "D-AAW", (5, 2))
    t.weapon("A1", shots=1, energy=20)
    t.squad("B1", "A-HDR", (5, 8))
    t.squad("B2", "A-MBT", (4, 8), dp=5)
    t.squad("C1", "A-MBT", (6, 8), dp=5)
    t.change("B1", dp=1)
    shoot(t, "A1", "B1", 6, 6, 2, 6, 1, order=order)  # hit, damage, the crash: 1; A 15, E 10: damage on 5+
    assert [int(t.unit(name)["dp"]) for name in ("B2", "C1")] == ([4, 5] if first == "B" else [5, 4])


@pytest.mark.clause("DZ-CORE-14")
def test_hands_and_decks_are_secret_but_not_their_size_nor_the_discards(table):
    t = table(hands=((1, 2, 3), (4, 5, 8, 9)))
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (20, 20))
    t.state["discards"][1] = 1 << 20
    t.state["deck"][1] &= ~np.uint32(1 << 20)
    t.state["shown"][0, 1] = 1 << 4  # A has seen card 5
    t.activation("AB")
    before = t.cards_of("B")
    for seed in range(5):
        t.scenario.ruleset.engine.reseed(t.batch.games, t.scenario.tables, np.array([seed]))
        after = t.cards_of("B")
        assert t.cards_of("A") == {1, 2, 3} and len(after) == 4 and 5 in after and 21 not in after
        assert int(t.state["deck"][1]).bit_count() == 25 and not int(t.state["deck"][1]) & int(t.state["hands"][1])
        if after != before:
            break
    else:
        raise AssertionError("nothing was dealt anew")
    t.dice()
