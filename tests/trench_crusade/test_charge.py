"""Rulings of chapter CHG: who may be charged, how far and by which way a charge goes, the dive."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import tell


@pytest.mark.clause("TC-CHG-01")
@pytest.mark.parametrize(("at", "charges"), [((5, 18), True), ((8, 18), False), ((5, 19), False)])
def test_the_target_is_within_twelve_inches(table, at, charges):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", at)
    t.activate("A1")
    assert ("charge" in t.verbs()) == charges


@pytest.mark.clause("TC-CHG-01")
def test_the_target_is_visible(table):
    t = table(landmarks=[(3, 7, 9, 9)])
    t.add("A1", (5, 5))
    t.add("B1", (5, 13))
    t.add("B2", (12, 8))
    t.activate("A1")
    t.dice(1)
    t.play("charge")  # nobody is asked: B2 alone is seen
    assert t.unit("A1").at == (11, 7)


@pytest.mark.clause("TC-CHG-01", "TC-CHG-02", "TC-CHG-04")
@pytest.mark.parametrize("name", ["A1", "A2", "B12"])
def test_whoever_charges_is_the_one_that_goes(table, name):
    t = table()
    foe = "A" if name[0] == "B" else "B"
    t.add(name, (5, 5), weapons=["trench_club"])
    t.add("A1" if name == "A2" else f"{name[0]}3", (20, 5))
    t.add(f"{foe}1", (5, 16))
    t.activate(name)
    t.dice(3)
    t.play("charge")
    assert t.unit(name).at == (5, 14) and "fight" in t.verbs(), "worked example 6"


@pytest.mark.clause("TC-CHG-02")
@pytest.mark.parametrize(("move", "die", "y"), [(6, 1, 12), (6, 4, 15), (4, 4, 13), (8, 1, 14)])
def test_one_die_is_added_to_movement(table, move, die, y):
    t = table()
    t.add("A1", (5, 5), move=move)
    t.add("B1", (5, 18))
    t.activate("A1")
    t.dice(die)
    t.play("charge")
    assert t.unit("A1").at == (5, y)


@pytest.mark.clause("TC-CHG-02", "TC-KW-19", "TC-ABL-04", "TC-ABL-05")
@pytest.mark.parametrize(
    ("charge", "dice", "y"), [("none", (), 11), ("d3", (3,), 13), ("d3", (6,), 14), ("best", (2, 5), 16), ("best", (5, 2), 16)]
)
def test_charge_dice_of_heavy_weapons_heavy_suits_and_assault_troopers(table, charge, dice, y):
    t = table()
    t.add("A1", (5, 5), charge=charge)
    t.add("B1", (5, 18))
    t.activate("A1")
    t.dice(*dice)
    t.play("charge")
    assert t.unit("A1").at == (5, y)


@pytest.mark.clause("TC-CHG-03", "TC-CHG-09")
def test_no_charge_is_longer_than_twelve_inches(table):
    t = table()
    t.add("A1", (5, 5), move=8, weapons=["sword"])
    t.add("B1", (10, 17))  # 12.6" to the nearest cell in contact
    t.activate("A1")
    t.dice(6)
    t.play("charge")
    assert t.unit("A1").at == (8, 15), "seven steps north, three of the four diagonal ones"
    assert "fight" not in t.verbs()


@pytest.mark.clause("TC-CHG-03", "TC-DOWN-05")
@pytest.mark.parametrize(("die", "at", "fights"), [(1, (5, 8), False), (2, (5, 9), True), (4, (5, 10), True)])
def test_a_model_that_stood_up_halves_the_whole_charge(table, die, at, fights):
    t = table()
    t.add("A1", (5, 5), down=1, weapons=["sword"])
    t.add("B1", (5, 11))
    t.activate("A1")
    assert not t.unit("A1").down
    t.dice(die)
    t.play("charge")
    assert t.unit("A1").at == at
    assert ("fight" in t.verbs()) == fights


@pytest.mark.clause("TC-CHG-03", "TC-DOWN-05")
def test_the_sum_of_a_charge_is_capped_before_it_is_halved(table):
    t = table()
    t.add("A1", (5, 5), move=8, down=1)
    t.add("B1", (5, 16))
    t.activate("A1")
    t.dice(6)
    t.play("charge")
    assert t.unit("A1").at == (5, 11), "half of 12 inches, not of 14"


@pytest.mark.clause("TC-CHG-04")
def test_a_charge_gives_no_blow_of_its_own(table):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 11))
    t.activate("A1")
    t.dice(6)
    t.play("charge")
    assert t.unit("A1").at == (5, 10)
    assert t.verbs() == {"fight", "end"}
    t.dice(1, 2)
    t.play("fight")
    assert t.active == "B1", "nothing is left to A1, neither a second blow nor a retreat"


@pytest.mark.clause("TC-CHG-05", "TC-ACT-06", "TC-RNG-02")
@pytest.mark.parametrize(("weapon", "verbs"), [("bolt_rifle", {"dash", "end"}), ("semi_auto_rifle", {"dash", "shoot", "end"})])
def test_a_failed_charge_leaves_the_other_actions(table, weapon, verbs):
    t = table()
    t.add("A1", (5, 5), weapons=[weapon, "sword"])
    t.add("B1", (5, 18))
    t.activate("A1")
    t.dice(3)
    t.play("charge")
    assert t.unit("A1").at == (5, 14)
    assert t.verbs() == verbs


@pytest.mark.clause("TC-CHG-05")
@pytest.mark.parametrize(("die", "short"), [(2, True), (3, False), (6, False)])
def test_it_is_told_whether_a_charge_falls_short(table, die, short):
    t = table()
    t.add("A1", (17, 5))
    t.add("B1", (17, 16))  # 10": worked example 6
    t.activate("A1")
    t.dice(die)
    t.play("charge")
    assert ("the charge of A1 falls short of B1" in tell(t.state, t.scenario)) == short


@pytest.mark.clause("TC-CHG-06", "TC-MOV-03", "TC-DSH-03")
def test_an_engaged_model_may_not_charge(table):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 7))
    t.add("B2", (5, 14))
    t.activate("A1")
    assert t.verbs() == {"fight", "retreat", "end"}


@pytest.mark.clause("TC-CHG-07", "TC-TER-04")
@pytest.mark.parametrize("die", [1, 6])
def test_the_route_is_the_shortest_even_through_wire(table, die):
    t = table(wire=[(4, 6, 8, 8)])
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.activate("A1")
    t.dice(die, 1, 2, 1, 1)
    t.play("charge")
    assert t.unit("A1").at == (5, 8) and t.unit("A1").blood == 1
    assert t.act("A1") is None


@pytest.mark.clause("TC-CHG-07", "TC-CHG-09")
def test_wire_is_avoided_by_a_way_as_short(table):
    t = table(wire=[(5, 5, 8, 10)])
    t.add("A1", (5, 5))
    t.add("B1", (8, 14))  # the diagonal steps may come first
    t.activate("A1")
    t.dice(6)  # and no test
    t.play("charge")
    assert t.unit("A1").at == (7, 13)


@pytest.mark.clause("TC-CHG-07", "TC-CHG-09", "TC-TER-02")
@pytest.mark.parametrize(("move", "x"), [(4, 9), (5, 10)])
def test_a_charge_goes_round_difficult_ground_where_that_is_shorter(table, move, x):
    t = table(craters=[(7, 7, 5, 5)])
    t.add("A1", (5, 5), move=move)
    t.add("B1", (11, 5))  # 5.4", two of the steps diagonal
    t.activate("A1")
    t.dice(1)
    t.play("charge")
    if move == 5:
        assert t.decision == "CHARGE_CELL" and t.cells() == {(10, 4), (10, 6)}
        t.play("to 10,4")
    assert t.unit("A1").at[0] == x


@pytest.mark.clause("TC-CHG-07", "TC-CHG-09", "TC-CHG-10")
def test_a_charge_may_slide_on_to_a_second_enemy(table):
    t = table(deeds=["double_charge"])
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.add("B2", (8, 11))
    t.activate("A1", "charge")
    assert t.decision == "CHARGE_TARGET" and t.names() == {"B1", "B2"}
    t.dice(1)
    t.play("at B1")
    assert t.decision == "CHARGE_CELL" and t.cells() == {(5, 10), (6, 11)}
    t.play("to 6,11")
    assert t.unit("A1").at == (6, 11)
    assert t.deeds() == {"double_charge": 0}


@pytest.mark.clause("TC-CHG-07", "TC-CHG-10")
def test_a_slide_is_paid_from_the_same_movement(table):
    t = table(deeds=["double_charge"])
    t.add("A1", (5, 5), move=5)
    t.add("B1", (5, 11))
    t.add("B2", (8, 11))
    t.activate("A1", "charge")
    t.dice(1)
    t.play("at B1")
    assert t.unit("A1").at == (5, 10) and t.deeds() == {}


@pytest.mark.clause("TC-CHG-07", "TC-CHG-09")
@pytest.mark.parametrize(("move", "cells"), [(5, {(5, 10), (6, 10)}), (4, set())])
def test_a_slide_may_take_the_whole_rest_of_the_charge(table, move, cells):
    t = table()
    t.add("A1", (5, 5), move=move)
    t.add("B1", (5, 11))
    t.add("B2", (8, 10))
    t.activate("A1", "charge")
    t.dice(1)
    t.play("at B1")
    assert (t.cells() if t.decision == "CHARGE_CELL" else set()) == cells


@pytest.mark.clause("TC-CHG-07", "TC-CHG-09", "TC-TER-02")
def test_a_slide_through_difficult_ground(table):
    t = table(deeds=["double_charge"], craters=[(6, 6, 11, 11)])
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.add("B2", (8, 11))
    t.activate("A1", "charge")
    t.dice(6)
    t.play("at B1", "to 6,11")
    assert t.unit("A1").at == (6, 11) and t.deeds() == {"double_charge": 0}


@pytest.mark.clause("TC-CHG-08", "TC-CHG-09")
@pytest.mark.parametrize(("at", "legal"), [((5, 11), {"B2"}), ((7, 11), {"B2"}), ((8, 11), {"B1", "B2"})])
def test_an_enemy_in_the_way_must_be_charged_instead(table, at, legal):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 15))
    t.add("B2", at)
    t.add("B3", (15, 5))
    t.activate("A1", "charge")
    assert t.names() == legal | {"B3"}


@pytest.mark.clause("TC-CHG-08")
def test_an_enemy_in_the_corner_of_the_board_is_in_the_way_too(table):
    t = table()
    t.add("A1", (0, 6))
    t.add("B1", (0, 0))
    t.add("B2", (1, 0))
    t.add("B3", (11, 6))
    t.activate("A1", "charge")
    assert t.names() == {"B1", "B3"}, "the one shortest way to B2 passes (0, 2)"


@pytest.mark.clause("TC-CHG-08")
def test_cells_within_an_inch_of_the_target_are_clean(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.add("B2", (7, 9))  # within 1" of (5, 9), as B1 is
    t.activate("A1", "charge")
    assert t.names() == {"B1", "B2"}


@pytest.mark.clause("TC-CHG-10", "TC-KW-08", "TC-MEL-04")
def test_block_of_an_enemy_charged_by_the_way(table):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 11))
    t.add("B2", (8, 11), traits=["block"])
    t.activate("A1", "charge")
    t.dice(1)
    t.play("at B1", "to 6,11", "fight")
    assert t.decision == "TARGET" and t.names() == {"B1", "B2"}
    t.dice(6, 4, 2)  # net -1: 4 and 2
    t.play("at B2")
    assert t.unit("B2").blood == 0


@pytest.mark.clause("TC-CHG-11", "TC-KW-29")
def test_a_target_that_slips_out_of_reach_is_charged_all_the_same(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 18), traits=["skirmisher"])
    t.activate("A1")
    t.dice(5)
    t.play("charge")
    assert (t.decision, t.decider, t.subject) == ("SKIRMISH", 1, "B1")
    assert (5, 21) in t.cells() and (5, 22) not in t.cells()
    t.dice(6)
    t.play("to 5,21")
    assert t.unit("A1").at == (5, 17) and t.unit("B1").at == (5, 21)


@pytest.mark.clause("TC-KW-29", "TC-MOV-04")
def test_a_skirmisher_slips_away_round_its_enemies(table):
    t = table()
    t.add("A1", (15, 3))
    t.add("A2", (16, 13))  # (16, 15) is within 1"
    t.add("B1", (15, 15), traits=["skirmisher"])
    t.activate("A1")
    t.dice(6)
    t.play("charge")
    assert (t.decision, t.subject) == ("SKIRMISH", "B1") and (16, 15) not in t.cells()
    t.dice(1)
    t.play("to 17,15")
    assert "B1 moves to 17,15 by 16,16" in tell(t.state, t.scenario)


WALLED = {"walls": [(5, 5, 5, 5)], "size": (16, 16)}


@pytest.mark.clause("TC-CHG-12", "TC-ROLL-06")
def test_a_dive_that_succeeds(table):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 8))
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    assert (t.decision, t.decider, t.subject) == ("DIVE", 0, "A1")
    assert t.legal() == {"dive", "jump-down"}
    t.dice(3, 4)
    t.play("dive")
    assert t.unit("A1").at == (5, 7) and t.unit("A1").blood == 0 and not t.unit("A1").down
    t.dice(1, 3, 4, 1, 2)  # net +1: 3 and 4
    t.play("fight")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-CHG-12", "TC-MEL-04")
def test_only_the_first_blow_after_a_dive_has_a_die_more(table):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["stalker_claws"])
    t.add("B1", (5, 8))
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    t.dice(3, 4, 1, 1, 2)  # the dive, then net +1: 1 and 2
    t.play("dive", "fight")
    assert t.decision == "TARGET" and t.unit("B1").blood == 0
    t.dice(1, 2)
    t.play("at B1")
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-CHG-12", "TC-INJ-11", "TC-DOWN-02", "TC-FALL-01")
def test_a_dive_that_fails(table):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 8))
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    t.dice(3, 3)
    t.play("dive")
    assert t.unit("A1").down and t.unit("A1").blood == 1, "Down by any cause places a blood marker"
    assert (t.decision, t.decider, t.subject) == ("WOUND", 1, "A1")
    t.dice(1, 2, 1)  # +1 INJURY DICE for 3", none for being Down
    t.play("spend 0")
    assert t.unit("A1").blood == 2 and t.unit("A1").at == (5, 6)
    assert t.act("A1") is None


@pytest.mark.clause("TC-CHG-12", "TC-FALL-01", "TC-JMP-03")
def test_who_does_not_dive_falls_and_goes_on(table):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 8))
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    t.dice(1, 2, 1)
    t.play("jump-down")
    assert t.unit("A1").blood == 1 and t.unit("A1").at == (5, 7)
    t.play("fight")
    assert t.decision == "BLOOD"
    t.dice(6, 1)  # no bonus: 7 without a third die
    t.dice(1, 1)
    t.play("spend 0")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-CHG-12")
def test_no_dive_far_from_the_target(table):
    t = table(**WALLED)
    t.add("A1", (5, 5))
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(6, 1, 2, 1)  # the fall is rolled at once
    t.play("charge")
    assert t.unit("A1").at == (5, 11) and t.unit("A1").blood == 1


@pytest.mark.clause("TC-CHG-07", "TC-JMP-01", "TC-FALL-01")
@pytest.mark.parametrize(("edge", "at"), [("near-edge", (5, 6)), ("far-edge", (5, 7))])
def test_a_charge_over_a_gap_that_falls(table, edge, at):
    t = table(walls=[(5, 5, 5, 5), (5, 5, 8, 11)], size=(16, 16))
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.activate("A1")
    t.dice(6, 2, 3)
    t.play("charge")
    assert (t.decision, t.decider, t.subject) == ("FALL_SIDE", 1, "A1")
    assert t.legal() == {"near-edge", "far-edge"}
    t.dice(2, 3, 1)
    t.play(edge)
    assert t.unit("A1").at == at and t.unit("A1").blood == 1 and not t.unit("A1").down
    assert t.act("A1") is None


@pytest.mark.clause("TC-CHG-12", "TC-ABL-10")
def test_a_dive_is_rolled_where_it_lands(table):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 8))
    t.add("B2", (5, 15), traits=["hymn"])  # 8" from the landing, 9" from the wall
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    t.dice(6, 4, 2, 1, 1, 1)
    t.play("dive", "spend 0")
    assert t.unit("A1").down and t.unit("A1").blood == 2


@pytest.mark.clause("TC-CHG-12", "TC-ABL-11")
@pytest.mark.parametrize(("dice", "dives"), [((3, 4), True), ((3, 3), False)])
def test_who_levitates_may_dive_and_is_not_hurt(table, dice, dives):
    t = table(**WALLED)
    t.add("A1", (5, 5), weapons=["trench_club"], traits=["levitate"], mover="levitating")
    t.add("B1", (5, 8))
    t.activate("A1")
    t.dice(4)
    t.play("charge")
    assert t.legal() == {"dive", "jump-down"}
    t.dice(*dice)
    t.play("dive")
    assert t.unit("A1").down == (not dives) and t.unit("A1").blood == (not dives)
    assert t.unit("A1").at == ((5, 7) if dives else (5, 6))


@pytest.mark.clause("TC-CHG-10", "TC-TER-04")
def test_a_charge_that_wire_stops_beside_two_enemies_has_charged_both(table):
    t = table(wire=[(0, 35, 7, 7)], deeds=["double_charge"])
    t.add("A1", (5, 5))
    t.add("B1", (5, 9))
    t.add("B2", (6, 8))
    t.activate("A1", "charge")
    t.dice(1, 3, 3, 1, 1)  # the charge, the wire, the injury
    t.play("at B1")
    assert t.unit("A1").at == (5, 7) and t.act("A1") is None
    assert t.deeds() == {"double_charge": 0}


@pytest.mark.clause("TC-KW-29", "TC-KW-31")
def test_a_skirmisher_that_a_mine_takes_leaves_the_charge_to_the_next(table):
    t = table(low_walls=[(10, 10, 14, 14)])
    t.mine(0, 0)
    t.add("A1", (10, 3))
    t.add("B1", (10, 10), traits=["skirmisher"])
    t.add("B2", (10, 30))
    t.add("B3", (16, 3), hidden=1)  # nearer, but nobody charges what is hidden
    t.activate("A1")
    t.dice(6, 5, 5, 1)  # 3", the mine, the charge
    t.play("charge", "to 10,13")
    assert t.unit("B1").status == "OUT" and t.unit("A1").at == (10, 10)


@pytest.mark.clause("TC-ABL-16", "TC-CLB-02")
def test_who_charges_is_hidden_no_more_though_it_stays_where_it_was(table):
    t = table(walls=[(0, 35, 6, 7)])
    t.add("A1", (5, 5), hidden=1)
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(6, 1, 1)  # the charge, the climb at its foot
    t.play("charge", "to 4,6")
    assert t.unit("A1").at == (5, 5) and not t.unit("A1").hidden and t.act("A1") is None
