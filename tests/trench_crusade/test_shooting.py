"""Rulings of chapter RNG: who may shoot at whom, the dice of a shot, shots into melee."""

from __future__ import annotations

import pytest


def shoot(t, *dice: int, answers: tuple[str, ...] = ()) -> None:
    """A1 shoots; the dice fall after the last answer."""
    t.activate("A1")
    if not answers:
        t.dice(*dice)
    t.play("shoot", *answers[:-1])
    if answers:
        t.dice(*dice)
        t.play(answers[-1])


@pytest.mark.clause("TC-RNG-01")
@pytest.mark.parametrize(("at", "shoots"), [((5, 8), True), ((5, 7), False), ((6, 6), False)])
def test_no_shot_within_an_inch_of_an_enemy(table, at, shoots):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", at)
    t.add("B2", (5, 15))
    t.activate("A1")
    assert ("shoot" in t.verbs()) == shoots


@pytest.mark.clause("TC-RNG-01", "TC-ACT-10")
def test_weapon_then_target(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle", "pistol", "sword"])
    t.add("B1", (5, 12))
    t.add("B2", (5, 25))
    t.activate("A1", "shoot")
    assert t.decision == "WEAPON" and t.legal() == {"bolt-rifle", "pistol"}
    t.play("bolt-rifle")
    assert t.decision == "TARGET" and t.legal() == {"at B1", "at B2"}


@pytest.mark.clause("TC-RNG-01")
def test_no_shot_without_a_ranged_weapon(table):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 12))
    t.activate("A1")
    assert "shoot" not in t.verbs()


@pytest.mark.clause("TC-RNG-02", "TC-KW-03")
@pytest.mark.parametrize(("weapon", "then"), [("bolt_rifle", False), ("semi_auto_rifle", True)])
def test_shoot_then_charge_and_fight(table, weapon, then):
    t = table()
    t.add("A1", (5, 5), weapons=[weapon, "sword"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(1, 2)
    t.play("shoot")
    assert ("charge" in t.verbs()) == then
    if then:
        t.dice(6)
        t.play("charge")
        assert t.verbs() == {"fight", "end"}


@pytest.mark.clause("TC-RNG-02", "TC-KW-03")
@pytest.mark.parametrize(("weapons", "legal"), [(("bolt_rifle",), set()), (("semi_auto_rifle",), {"shoot"})])
def test_fight_then_shoot(table, weapons, legal):
    t = table()
    t.add("A1", (5, 5), weapons=[*weapons, "sword"])
    t.add("B1", (5, 6))
    t.add("B2", (5, 15))
    t.activate("A1")
    t.dice(3, 4, 6, 6)
    t.play("fight")
    assert t.unit("B1").status == "OUT"
    assert t.verbs() & {"shoot"} == legal


@pytest.mark.clause("TC-RNG-02")
def test_after_a_fight_only_the_weapons_with_assault_are_offered(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle", "frag_grenade", "sword"])
    t.add("B1", (5, 6))
    t.add("B2", (5, 11))
    t.add("B3", (5, 20))
    t.activate("A1")
    t.dice(3, 4, 6, 6)
    t.play("fight", "shoot")
    assert t.decision == "TARGET" and t.names() == {"B2"}, "the rifle, which would reach B3, is not asked about"
    assert not t.can("stop")


@pytest.mark.clause("TC-RNG-03")
def test_a_grenade_is_thrown_in_every_turn(table):
    t = table()
    t.add("A1", (5, 5), weapons=["incendiary_grenade"])
    t.add("B1", (5, 12))
    t.activate("A1")
    for number in (1, 2, 3):
        assert t.state["round"] == number
        t.dice(1, 2)
        t.play("shoot")
        assert "shoot" not in t.verbs()
        t.dice(6, 1)  # for the next Initiative
        t.play("end", "end")


@pytest.mark.clause("TC-RNG-04")
@pytest.mark.parametrize(("at", "legal"), [((5, 30), True), ((5, 31), False), ((12, 12), False)])
def test_the_target_is_in_sight_and_range(table, at, legal):
    t = table(landmarks=[(7, 10, 10, 10), (10, 10, 7, 9)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (3, 9))
    t.add("B1", at)
    t.activate("A1")
    assert ("shoot" in t.verbs()) == legal


@pytest.mark.clause("TC-RNG-05")
@pytest.mark.parametrize(("y", "dice"), [(18, (6, 1, 1, 1)), (19, (6, 1, 5))])
def test_beyond_half_the_range_is_long(table, y, dice):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, y))
    shoot(t, *dice)
    assert t.unit("B1").blood == (1 if y == 18 else 0)


@pytest.mark.clause("TC-RNG-06", "TC-TER-08")
@pytest.mark.parametrize(("wall", "dice", "blood"), [((5, 5, 11, 11), (6, 1, 5), 0), ((5, 5, 8, 8), (6, 1, 1, 1), 1)])
def test_cover(table, wall, dice, blood):
    t = table(low_walls=[wall])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    shoot(t, *dice)
    assert t.unit("B1").blood == blood


@pytest.mark.clause("TC-RNG-07")
def test_an_elevated_shooter(table):
    t = table(walls=[(5, 5, 5, 5)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    shoot(t, 1, 1, 6, 1, 1)
    assert t.unit("B1").blood == 1
    t = table(walls=[(5, 5, 12, 12)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))  # on the wall, which lies under it: no cover, nor is anybody lower
    shoot(t, 1, 6, 1, 1)
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-RNG-08", "TC-KW-01", "TC-BLD-02", "TC-BLS-01")
def test_everything_adds_up(table):
    t = table(low_walls=[(5, 5, 14, 14)])
    t.add("A1", (5, 5), weapons=["shotgun"], ranged=2, blood=2, blessing=1)
    t.add("B1", (5, 15))  # long range for a shotgun costs no die
    t.add("B2", (9, 5), traits=["hymn"])
    t.activate("A1", "shoot", "at B1")
    t.play("spend 2")
    assert t.decision == "BLESSING"
    t.dice(3, 4, 6, 1, 1)  # +2 +1, -1 cover -1 hymn -2 blood +1: no die more or less; the injury has one less
    t.play("bless 1")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-RNG-09", "TC-ROLL-05", "TC-KW-11")
@pytest.mark.parametrize(
    ("keywords", "dice", "blood"),
    [((), (3, 3), 0), ((), (3, 4, 1, 4), 1), ((), (6, 6, 1, 1, 4), 1), (("critical",), (6, 6, 1, 1, 1, 4), 1)],
)
def test_failure_success_and_critical(table, keywords, dice, blood):
    t = table()
    t.arm("bolt_rifle", *keywords)
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), armour=1)
    shoot(t, *dice)
    assert t.unit("B1").blood == blood and not t.unit("B1").down


def melee(table, **facts):
    """A1 shoots at B1, with A2 and A3 beside it."""
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"], **facts)
    t.add("A2", (4, 15))
    t.add("A3", (6, 15))
    t.add("B1", (5, 15))
    t.activate("A1")
    return t


@pytest.mark.clause("TC-RNG-10")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_shot_into_melee_may_go_to_a_friend(table, die):
    t = melee(table)
    t.dice(die)
    t.play("shoot")
    assert (t.decision, t.decider) == ("FRIEND", 0) and t.names() == {"A2", "A3"}
    t.dice(3, 4, 1, 2)
    t.play("hit A3")
    assert (t.unit("A2").blood, t.unit("A3").blood, t.unit("B1").blood) == (0, 1, 0)


@pytest.mark.clause("TC-RNG-10")
def test_the_other_side_shoots_into_melee_likewise(table):
    t = table()
    t.add("A1", (5, 15))
    t.add("B1", (5, 5), weapons=["bolt_rifle"])
    t.add("B2", (6, 15))
    t.activate("B1")
    t.dice(3, 3, 4, 1, 2)
    t.play("shoot")
    assert t.unit("B2").blood == 1 and t.unit("A1").blood == 0


@pytest.mark.clause("TC-RNG-10")
@pytest.mark.parametrize("die", [4, 6])
def test_a_shot_into_melee_may_find_its_target(table, die):
    t = melee(table)
    t.dice(die, 3, 4, 1, 2)
    t.play("shoot")
    assert (t.unit("A2").blood, t.unit("A3").blood, t.unit("B1").blood) == (0, 0, 1)


@pytest.mark.clause("TC-RNG-10")
def test_modifiers_are_those_of_the_friend_hit(table):
    t = table(low_walls=[(5, 5, 11, 11)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (7, 12))
    t.add("B1", (5, 12))  # in cover, A2 is not
    t.activate("A1")
    t.dice(3, 6, 1, 1, 1)
    t.play("shoot")
    assert t.unit("A2").blood == 1


@pytest.mark.clause("TC-RNG-10")
def test_a_shot_is_lost_if_the_friend_cannot_be_shot_at(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (5, 31))  # out of range, B1 just within
    t.add("B1", (5, 30))
    t.activate("A1")
    t.dice(1)
    t.play("shoot")
    assert t.unit("A2").blood == t.unit("B1").blood == 0
    assert t.verbs() == {"move", "dash", "end"}


@pytest.mark.clause("TC-RNG-10", "TC-KW-04")
def test_the_shooter_himself_is_no_friend_in_the_melee(table):
    t = table(walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 4), weapons=["machine_gun"])
    t.add("B1", (5, 6))  # on the wall: it falls down beside the shooter, who has two attacks left
    t.activate("A1")
    t.dice(3, 4, 4, 4, 1, 1, 1, 1, 1)  # hit, Down, ledge test failed, the fall
    t.play("shoot")
    assert t.decision == "TARGET" and t.unit("B1").at == (5, 5)
    t.dice(3, 4)  # no die says whom it hits
    t.play("at B1")
    assert (t.decision, t.subject) == ("WOUND", "B1")


@pytest.mark.clause("TC-RNG-12", "TC-INJ-07", "TC-BLD-02")
def test_the_opponent_rolls_the_injury_of_a_friend_hit(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (4, 15), blood=1)
    t.add("B1", (5, 15))
    t.activate("A1")
    t.dice(1, 3, 4)
    t.play("shoot")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 1, "A2")
    t.dice(1, 4, 2)
    t.play("spend 1")
    assert t.unit("A2").blood == 1


@pytest.mark.clause("TC-RNG-11", "TC-KW-06")
def test_a_blast_beside_friends_asks_for_no_second_chance(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("A2", (5, 13))
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    t.dice(4, 3, 4, 1, 2, 1, 2)  # one D6 picks the target; both are hit
    t.play("at B1")
    assert t.unit("B1").blood == 2 and t.unit("A2").blood == 2
