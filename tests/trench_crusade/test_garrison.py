"""Rulings of the abilities of the garrison (chapter ABL) and of the fireteams (TC-KW-17)."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.trench_crusade.kit import Trait
from tests.trench_crusade.table import Table


@pytest.mark.clause("TC-ABL-01", "TC-ACT-11")
def test_hold_fire_order(table):
    t = table(landmarks=[(3, 7, 20, 20)])
    t.add("A1", (5, 5), traits=["hold_fire"])
    t.add("A2", (30, 30))
    t.add("B1", (5, 15))
    t.add("B2", (15, 15), activated=1)
    t.add("B3", (5, 30))  # not in sight
    t.add("B4", (20, 5), down=1)
    t.activate("A1")
    assert "hold-fire" in t.verbs()
    t.play("hold-fire")
    assert (t.decision, t.decider) == ("HOLD_FIRE", 0) and t.legal() == {"force B1", "force B4"}
    t.play("force B1")
    assert t.act("A1") is None, "the activation of the officer ends"
    assert t.active == "B1", "nobody else may be activated"
    t.play("end")
    assert t.active == "A2"
    t.play("end")
    assert t.decision == "ACTIVATE" and t.names() == {"B3", "B4"}, "the next activation only"


@pytest.mark.clause("TC-ABL-01")
def test_a_hold_fire_order_of_the_other_side(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (9, 5))
    t.add("B3", (5, 15), traits=["hold_fire"])
    t.add("B4", (9, 15))
    t.activate("B3", "hold-fire")
    assert (t.decision, t.decider) == ("HOLD_FIRE", 1) and t.legal() == {"force A1", "force A2"}


@pytest.mark.clause("TC-ABL-01")
def test_no_hold_fire_order_if_nobody_can_be_activated(table):
    t = table()
    t.add("A1", (5, 5), traits=["hold_fire"])
    t.add("B1", (5, 15), activated=1)
    t.activate("A1")
    assert "hold-fire" not in t.verbs()


@pytest.mark.clause("TC-ABL-02")
def test_aim(table):
    t = table()
    t.add("A1", (5, 5), traits=["aim"], weapons=["semi_auto_rifle", "trench_club"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(1, 2, 3, 4)  # +2 DICE
    t.play("aim")
    assert "aim" not in t.verbs() and t.act("A1").aim
    t.dice(1, 1, 3, 4, 1, 2)
    t.play("shoot")
    assert t.unit("B1").blood == 1
    t.dice(6)
    t.play("charge")
    t.dice(6, 1)
    t.play("fight")  # no bonus to melee
    assert t.decision == "WOUND"
    t.dice(1, 1)
    t.play("spend 0")
    assert t.unit("B1").blood == 2


@pytest.mark.clause("TC-ABL-02", "TC-ROLL-06")
def test_an_aim_that_fails_ends_the_activation(table):
    t = table()
    t.add("A1", (5, 5), traits=["aim"], weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(1, 2, 3, 3)
    t.play("aim")
    assert t.act("A1") is None


@pytest.mark.clause("TC-ABL-02")
def test_blind_faith(table):
    t = table()
    t.add("A1", (5, 5), traits=["blind_faith"], weapons=["semi_auto_rifle", "trench_club"], blood=2)
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(1, 2)
    t.play("shoot")  # nobody is asked
    t.dice(6)
    t.play("charge", "fight")
    assert (t.decision, t.decider) == ("BLOOD", 1), "ranged attacks only"
    t.dice(1, 2)
    t.play("spend 0")


@pytest.mark.clause("TC-ABL-03", "TC-BLS-01")
def test_a_prayer_blesses_a_friend_within_six_inches(table):
    t = table()
    t.add("A1", (5, 5), traits=["prayer"])
    t.add("A2", (5, 12), blessing=5)  # 6"
    t.add("A3", (5, 13))
    t.add("A4", (9, 5), blessing=6)
    t.add("B1", (10, 10))
    t.activate("A1")
    t.dice(3, 4)
    t.play("pray")
    assert (t.decision, t.decider) == ("PRAYER", 0) and {"A1", "A2"} <= t.names() <= {"A1", "A2", "A4"}
    t.play("bless A2")
    assert t.unit("A2").blessing == 6 and t.unit("A1").blessing == 0
    assert "pray" not in t.verbs()


@pytest.mark.clause("TC-ABL-03")
def test_a_prayer_that_fails(table):
    t = table()
    t.add("A1", (5, 5), traits=["prayer"])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 3)
    t.play("pray")
    assert t.unit("A1").blessing == 0 and t.act("A1") is None


@pytest.mark.clause("TC-ABL-03", "TC-KW-15", "TC-GEN-06")
@pytest.mark.parametrize(("at", "afraid"), [((5, 14), False), ((5, 15), True)])
def test_the_steadfast_aura(table, at, afraid):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("A2", at, traits=["steadfast"])
    t.add("B1", (5, 6), traits=["fear"])
    t.activate("A1")
    t.dice(*((6, 4, 2) if afraid else (6, 1, 1, 1)))
    t.play("fight")
    assert t.unit("B1").blood == (0 if afraid else 1)


@pytest.mark.clause("TC-ABL-06")
@pytest.mark.parametrize("joint", [True, False])
def test_a_concentrated_attack(table, joint):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"], traits=["concentrated"])
    t.add("A2", (7, 5), weapons=["bolt_rifle"], traits=["concentrated"])
    t.add("B1", (5, 12), blood=2)
    t.team("A1", "A2")
    t.activate("A1")
    assert t.decision == "JOINT"
    t.play("jointly" if joint else "alone")
    if joint:
        t.play("act A1")
    t.dice(3, 4)
    t.play("shoot")
    assert "bloodbath 0" not in t.legal(), "two markers, and nobody has hit B1 before"
    t.dice(1, 1)
    t.play("spend 0")
    if joint:
        t.play("act A2")
    else:
        t.play("end", "end")
    t.dice(3, 4)
    t.play("shoot")
    assert t.decision == "WOUND" and t.unit("B1").blood == 3 and not t.unit("B1").down
    assert ("bloodbath 0" in t.legal()) == joint
    t.dice(*((1, 2, 3) if joint else (1, 2)))
    t.play("bloodbath 0" if joint else "spend 0")
    assert t.unit("B1").blood == (1 if joint else 4)


@pytest.mark.clause("TC-ABL-06")
def test_what_a_member_has_hit_itself_makes_no_concentrated_attack(table):
    t = table()
    t.add("A1", (5, 5), weapons=["sword", "trench_club"], traits=["concentrated"])
    t.add("A2", (8, 5), weapons=["trench_club"], traits=["concentrated"])
    t.add("B1", (5, 6), blood=3)
    t.team("A1", "A2")
    t.activate("A1", "jointly", "act A1", "fight")
    t.dice(3, 4)
    t.play("sword")
    assert t.decision == "WOUND" and "bloodbath 0" not in t.legal()
    t.dice(1, 1)
    t.play("spend 0")
    t.dice(6, 3, 4)  # off-hand
    t.play("trench-club")
    assert t.decision == "WOUND" and t.unit("B1").blood == 4 and "bloodbath 0" not in t.legal(), "its partner has hit nobody"
    t.dice(1, 1)
    t.play("spend 0")


@pytest.mark.clause("TC-ABL-06", "TC-KW-17")
@pytest.mark.parametrize("scenario", ["outpost", "contested", "relics"])
def test_all_fireteams_and_nobody_else_have_the_concentrated_attack(scenario):
    tables = Table.new_game(scenario).tables
    assert ((tables["partner"] >= 0) == (tables["traits"][:, Trait.CONCENTRATED] != 0)).all()
    assert (tables["partner"] >= 0).sum() == 4


@pytest.mark.clause("TC-KW-17", "TC-ACT-07", "TC-TER-05")
def test_a_test_that_fails_at_the_start_ends_both_before_the_partner_stands_up(table):
    t = table(wire=[(10, 10, 10, 10)])
    t.add("A1", (10, 10))
    t.add("A2", (12, 10), down=1, blood=2, regenerate=1)
    t.team("A1", "A2")
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 3, 1, 1)
    t.play("jointly")
    two = t.unit("A2")
    assert t.active == "B1" and two.activated and two.down and two.blood == 2


@pytest.mark.clause("TC-KW-17")
def test_a_joint_activation(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (7, 5))
    t.add("B1", (30, 30))
    t.team("A1", "A2")
    t.activate("A2")
    assert (t.decision, t.decider, t.subject) == ("JOINT", 0, "A2") and t.legal() == {"jointly", "alone"}
    t.play("jointly")
    assert t.decision == "MEMBER" and t.names() == {"A1", "A2"}
    t.play("act A1", "move", "to 5,6", "act A2", "move", "to 7,6")
    assert t.decision == "MEMBER"
    t.play("act A1", "end")
    assert t.act("A1") is None and t.act("A2") is None, "END of either ends both"
    assert t.unit("A1").activated and t.unit("A2").activated
    assert t.active == "B1", "one go in the alternation"


@pytest.mark.clause("TC-KW-17", "TC-ACT-08")
def test_a_failed_risky_roll_of_one_ends_both(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (7, 5))
    t.add("B1", (30, 30))
    t.team("A1", "A2")
    t.activate("A1", "jointly", "act A1")
    t.dice(1, 2)
    t.play("dash")
    assert t.active == "B1" and t.unit("A2").activated


@pytest.mark.clause("TC-KW-17")
def test_who_was_left_alone_stays_alone(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (7, 5))
    t.add("B1", (30, 30))
    t.team("A1", "A2")
    t.activate("A1", "alone")
    assert t.act("A2") is None
    t.play("end", "end")
    assert (t.decision, t.subject) == ("ACTION", "A2"), "not asked"


def medic(table, *models, traits=()):
    """A1 has a medi-kit and has just passed its roll, unless nobody can be helped."""
    t = table()
    t.add("A1", (5, 5), traits=["treat", *traits])
    t.add("B1", (30, 30))
    for name, at, facts in models:
        t.add(name, at, **facts)
    t.activate("A1")
    return t


@pytest.mark.clause("TC-ABL-07")
def test_treat_with_a_choice(table):
    t = medic(
        table, ("A2", (5, 7), {"down": 1, "blood": 2}), ("A3", (4, 5), {"blood": 1}), ("A4", (5, 8), {"blood": 1}),
        ("A5", (6, 5), {}), ("B2", (6, 6), {"blood": 3}),
    )  # fmt: skip
    t.dice(3, 4)
    t.play("treat")
    assert (t.decision, t.decider) == ("TREAT", 0) and t.legal() == {"treat A2", "treat A3"}
    t.play("treat A2")
    assert (t.decision, t.decider, t.subject) == ("TREATMENT", 0, "A2") and t.legal() == {"take-blood", "stand-up"}
    t.play("stand-up")
    assert not t.unit("A2").down and t.unit("A2").blood == 2
    t.play("end", "activate B1", "end", "activate A2")
    assert not t.act("A2").stood, "no penalty when it is activated"


@pytest.mark.clause("TC-ABL-07")
def test_treat_takes_one_marker(table):
    t = medic(table, ("A2", (5, 7), {"down": 1, "blood": 2}), ("A3", (4, 5), {"blood": 1}))
    t.dice(3, 4)
    t.play("treat", "treat A2", "take-blood")
    assert t.unit("A2").down and t.unit("A2").blood == 1


@pytest.mark.clause("TC-ABL-07")
@pytest.mark.parametrize(("facts", "after"), [({"blood": 2}, (False, 1)), ({"down": 1}, (False, 0))])
def test_treat_without_a_choice(table, facts, after):
    t = medic(table, ("A2", (5, 7), facts))
    t.dice(3, 4)
    t.play("treat")
    assert (t.unit("A2").down, t.unit("A2").blood) == after
    assert t.decision == "ACTION" and "treat" not in t.verbs()


@pytest.mark.clause("TC-ABL-07")
def test_a_medic_treats_itself_and_is_not_asked_when_nobody_needs_it(table):
    t = medic(table, ("A2", (5, 7), {}), ("A3", (5, 9), {"blood": 1}))
    assert "treat" not in t.verbs()
    t = table()
    t.add("A1", (5, 5), traits=["treat"], blood=1)
    t.add("B1", (30, 30))
    t.activate("A1", "treat")
    t.dice(3, 4)
    t.play("spend 0")
    assert t.unit("A1").blood == 0


@pytest.mark.clause("TC-ABL-07")
def test_a_trained_medic_has_two_dice_more(table):
    t = medic(table, ("A2", (5, 7), {"blood": 1}), traits=["trained_medic"])
    t.dice(1, 1, 3, 4)
    t.play("treat")
    assert t.unit("A2").blood == 0


@pytest.mark.clause("TC-ABL-07")
@pytest.mark.parametrize(("down", "injury", "out"), [(1, (1, 1, 6, 3), True), (0, (6, 2), False)])
def test_finish_the_fallen(table, down, injury, out):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"], traits=["finish"])
    t.add("B1", (5, 6), down=down)
    t.add("B2", (30, 30))
    t.activate("A1")
    t.dice(3, 4, *injury)
    t.play("fight")
    assert (t.unit("B1").status == "OUT") == out


@pytest.mark.clause("TC-ABL-08", "TC-KW-10")
def test_fortify(table):
    t = table()
    t.add("A1", (5, 5), traits=["fortify"])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 4)
    t.play("fortify")
    assert t.unit("A1").covered and "fortify" not in t.verbs()
    t.play("move", "to 5,6")
    assert not t.unit("A1").covered, "until it leaves its cell"
    t.play("end")
    t.change("A1", covered=1, activated=0)
    t.activate("A1")
    assert "fortify" not in t.verbs()


@pytest.mark.clause("TC-ABL-08")
def test_a_fortification_that_fails(table):
    t = table()
    t.add("A1", (5, 5), traits=["fortify"])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 3)
    t.play("fortify")
    assert not t.unit("A1").covered and t.act("A1") is None


@pytest.mark.clause("TC-ABL-08", "TC-KW-31", "TC-ACT-11")
@pytest.mark.parametrize(("piece", "number"), [("piece 6,5", 0), ("piece 4,4", 2)])
def test_setting_a_mine(table, piece, number):
    t = table(low_walls=[(6, 8, 5, 5), (4, 4, 6, 20), (4, 4, 4, 4)])
    t.add("A1", (5, 5), traits=["mines", "negate_mined"])
    t.add("B1", (30, 30))
    t.activate("A1", "set-mine")
    assert t.decision == "MINE" and t.legal() == {"piece 6,5", "piece 4,4"}, 'no longer than 8"'
    t.dice(1, 1, 3, 4)
    t.play(piece)
    assert t.mined(0) == {number} and t.mined(1) == set()


@pytest.mark.clause("TC-ABL-08", "TC-KW-31")
def test_no_piece_is_mined_twice(table):
    t = table(low_walls=[(6, 8, 5, 5), (4, 4, 4, 4)])
    t.add("A1", (5, 5), traits=["mines", "negate_mined"])
    t.add("B1", (30, 30))
    t.mine(0, 0)
    t.mine(0, 1)
    t.activate("A1")
    assert "set-mine" not in t.verbs()


@pytest.mark.clause("TC-ABL-08", "TC-KW-31")
@pytest.mark.parametrize(("dice", "mined"), [((1, 1, 3, 4), {0}), ((1, 1, 3, 3), set())])
def test_set_mine_is_not_risky(table, dice, mined):
    t = table(low_walls=[(6, 8, 5, 5)])
    t.add("A1", (5, 5), traits=["mines", "negate_mined"])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(*dice)
    t.play("set-mine")
    assert t.mined(0) == mined
    assert t.decision == "ACTION" and t.active == "A1"


def minefield(table, *traits, start=(5, 5)):
    """A piece mined by the other side lies north of A1."""
    t = table(low_walls=[(5, 5, 8, 8)])
    t.add("A1", start, traits=traits)
    t.add("A2", (20, 2))
    t.add("B1", (30, 30))
    t.mine(1, 0)
    t.activate("A1")
    return t


@pytest.mark.clause("TC-KW-31", "TC-KW-14")
@pytest.mark.parametrize(("traits", "blood"), [((), 2), (("negate_shrapnel",), 1)])
def test_a_mine(table, traits, blood):
    t = minefield(table, *traits)
    t.dice(1, 2)
    t.play("move", "to 5,10")
    assert t.unit("A1").blood == blood and t.unit("A1").at == (5, 10), "it may continue"
    assert t.mined(1) == set(), "MINED is lost"


@pytest.mark.clause("TC-KW-31", "TC-DOWN-02", "TC-FALL-03")
def test_who_is_felled_by_a_mine_stops_there(table):
    t = minefield(table)
    t.dice(3, 4)
    t.play("move", "to 5,10")
    assert t.unit("A1").at == (5, 7) and t.unit("A1").down and t.unit("A1").blood == 2
    assert t.act("A1") is None


@pytest.mark.clause("TC-ABL-08", "TC-KW-31")
def test_negate_mined(table):
    t = minefield(table, "negate_mined")
    t.play("move", "to 5,10")
    assert t.unit("A1").blood == 0 and t.mined(1) == {0}


@pytest.mark.clause("TC-ABL-08")
@pytest.mark.parametrize(("dice", "blood", "ends"), [((3, 4), 0, False), ((3, 3, 1, 1), 1, True)])
def test_defusing(table, dice, blood, ends):
    t = minefield(table, "mines", "negate_mined", "negate_shrapnel")
    t.play("move", "to 5,10")
    assert (t.decision, t.decider, t.subject) == ("DEFUSE", 0, "A1") and t.legal() == {"defuse", "leave-mine"}
    t.dice(*dice)
    t.play("defuse")
    assert t.mined(1) == set() and t.unit("A1").blood == blood
    assert (t.act("A1") is None) == ends
    assert t.unit("A1").at == ((5, 7) if ends else (5, 10))


@pytest.mark.clause("TC-ABL-08")
def test_a_mine_is_left_and_own_mines_are_known(table):
    t = minefield(table, "mines", "negate_mined")
    t.play("move", "to 5,10", "leave-mine")
    assert t.mined(1) == {0} and t.unit("A1").at == (5, 10)


@pytest.mark.clause("TC-ABL-08", "TC-KW-31")
@pytest.mark.parametrize("own", [0, 1])
def test_who_defuses_a_mine_meets_the_other_of_that_step(table, own):
    t = table(low_walls=[(4, 4, 8, 8), (6, 6, 8, 8)])
    t.add("A1", (5, 5), traits=["mines", "negate_mined"])
    t.add("B1", (30, 30))
    t.mine(0, own)
    t.mine(1, 1 - own)
    t.activate("A1", "move")
    t.dice(3, 4)  # for the enemy's
    t.play("to 5,7", "defuse", "defuse")
    assert t.decision == "ACTION" and t.mined(0) == t.mined(1) == set()


@pytest.mark.clause("TC-ABL-08", "TC-KW-14")
def test_shrapnel_proof(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12), traits=["negate_shrapnel", "shrapnel_proof"])
    t.activate("A1", "shoot")
    t.dice(3, 4, 6, 1, 1)
    t.play("at B1")
    assert t.unit("B1").blood == 1 and not t.unit("B1").down
