"""Chapter HUNT: abilities, reaction and trait of the Hunt."""

from __future__ import annotations

import pytest

from tests.warcry.fights import attack, damage, duel, spare

AWAY = (17, 11)


# ---- death grip


GRIPPED = [
    ("fresh", {"activated": False}, (4, 1), (1, False, False, 2)),  # lost, activated, waiting, damage
    ("after one reaction", {"activated": False, "lost": 1}, (4, 1), (2, True, False, 2)),
    ("activated", {"activated": True}, (4, 1), (0, True, False, 2 + 3)),
    ("waiting", {"waiting": True}, (4, 1), (1, True, False, 2)),
    ("a critical alone", {"activated": False}, (6, 1), (1, False, False, 3)),
    ("missed", {"activated": False}, (3, 1), (0, False, False, 0)),
    ("missed one that has activated", {"activated": True}, (3, 1), (0, True, False, 0)),
]


@pytest.mark.clause("WC-HUNT-01", "WC-COMB-07")
@pytest.mark.parametrize(("facts", "dice", "result"), [case[1:] for case in GRIPPED], ids=[case[0] for case in GRIPPED])
def test_who_is_gripped_loses_an_action_or_takes_three(table, facts, dice, result):
    t = duel(table, "hunt_hound", **facts)
    spare(t, "A2", "B2", "B3")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, *dice)
    unit = t.unit("B1")
    lost, activated, waiting, hurt = result
    assert (unit.waiting, unit.damage) == (waiting, hurt)
    t.take_down("A1")
    t.combat("B")
    t.run()
    assert t.can("activate B1") == (not activated)
    if not activated:
        t.play("activate B1")
        assert t.state["actions_left"] == 2 - lost


@pytest.mark.clause("WC-HUNT-01")
def test_only_the_next_attack_grips(table):
    t = duel(table, "hunt_hound")
    spare(t, "A2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, 1, 1)
    attack(t, 4, 1)
    assert damage(t, "B1") == (2,)


@pytest.mark.clause("WC-HUNT-01", "WC-REACT-03")
def test_one_that_loses_its_last_action_to_its_reaction_and_the_grip_is_done(table):
    t = duel(table, "hunt_hound", activated=False)
    spare(t, "A2", "B2", "B3")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, 4, 4, react="counter")
    assert damage(t, "B1", "A1") == (4, 0)
    t.play("wait")
    assert t.legal() == {"activate B2", "activate B3"}


@pytest.mark.clause("WC-HUNT-01", "WC-ATK-01", "WC-FALL-04")
def test_the_grip_comes_before_the_edge_test(table):
    t = duel(table, "hunt_hound", board={"platforms": [(5, 6, 5, 5)]}, wounds=6)
    spare(t, "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, 6, 1)  # 3, and 3 for one that has activated: no edge test for the dead
    assert t.unit("B1").status == "down"


# ---- hunting pack


def pack(table, *friends):
    """A scout at (5, 5), an enemy 2" from it and one 3" from it, and friends."""
    t = duel(table, "hunt_scout", at=(8, 5))
    t.add("B2", (5, 9), wounds=60, activated=True)
    for k, (at, profile) in enumerate(friends):
        t.add(f"A{k + 2}", at, profile)
    t.sets("A", {2: 2})
    t.activate("A1")
    return t


@pytest.mark.clause("WC-HUNT-02", "WC-ACT-05")
def test_a_friend_of_the_pack_attacks_one_within_two_inches_of_the_user(table):
    t = pack(table, ((5, 3), "hunt_hatchet"))  # its thrown axes would reach B2 as well
    t.add("B3", (2, 5), activated=True)
    t.put("B2", (9, 3))  # 3.2" from the user
    t.play("hunting-pack-2")
    assert t.ask() == ("ATTACK", "A", "A2") and t.legal() == {"attack-second B1", "attack-second B3"}
    t.dice(6, 1)
    t.play("attack-second B1")
    assert damage(t, "B1", "B2") == (3, 0)
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2 and not t.unit("A2").activated


@pytest.mark.clause("WC-HUNT-02")
def test_who_is_two_and_a_quarter_inches_from_the_user_is_no_prey_of_the_pack(table):
    t = pack(table, ((5, 3), "hunt_hatchet"))  # its thrown axes would reach both
    t.put("B2", (8, 3))  # gap (2, 1)
    t.add("B3", (9, 4), activated=True)  # 3"
    t.add("B4", (2, 5), activated=True)
    t.play("hunting-pack-2")
    assert t.legal() == {"attack-second B1", "attack-second B4"}


@pytest.mark.clause("WC-HUNT-02")
def test_whom_hunting_pack_may_pick(table):
    t = pack(
        table, ((5, 8), "hunt_hatchet"), ((2, 5), "hunt_hound"), ((1, 5), "hunt_hound"), ((5, 3), "raven_fury"), ((6, 3), "raven_keeper"),
        ((4, 4), "hunt_scout"),
    )  # fmt: skip
    t.play("hunting-pack-2")
    assert t.legal() == {"choose A2", "choose A3", "choose A7"}  # of the Hunt, within 2", not itself


@pytest.mark.clause("WC-HUNT-02", "WC-VIS-01")
def test_the_pack_needs_no_line_of_sight_and_no_target(table):
    t = duel(table, "hunt_scout", at=AWAY, board={"tall": [((6, y), (7, y)) for y in range(12)]})
    t.add("A2", (7, 5), "hunt_hound")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("hunting-pack-2")
    assert t.ask() == ("STEP", "A", "A1") and t.sets_of("A") == {}


# ---- hunter's eye, keen


@pytest.mark.clause("WC-HUNT-03", "WC-ATK-09")
@pytest.mark.parametrize(("at", "weapon"), [((6, 5), 1), ((10, 5), 2)])
def test_hunters_eye_adds_one_to_each_hit_and_each_critical(table, at, weapon):
    t = duel(table, "hunt_leather", at=at)  # 1/3 either way
    spare(t, "A2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("hunters-eye-2")
    attack(t, 4, 6, weapon=weapon)
    assert damage(t, "B1") == (2 + 4,)
    attack(t, 1, 4, weapon=weapon)
    assert damage(t, "B1") == (6 + 2,)


@pytest.mark.clause("WC-HUNT-04", "WC-ATK-08")
@pytest.mark.parametrize(("toughness", "total"), [(2, 2 + 4 + 4), (3, 2 + 4 + 4), (4, 4 + 4)])
def test_keen_attacks_are_critical_on_five(table, toughness, total):
    t = duel(table, "hunt_sabre", toughness=toughness)  # A 4, S 3, 2/4
    spare(t, "A2")
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("keen-2")
    for k in (1, 2):
        attack(t, 1, 4, 5, 6)
        assert damage(t, "B1") == (k * total,)


@pytest.mark.clause("WC-HUNT-04", "WC-HUNT-03", "WC-WAIT-05")
@pytest.mark.parametrize(
    ("profile", "ability", "dice"), [("hunt_sabre", "keen-2", (1, 1, 5, 4)), ("hunt_leather", "hunters-eye-2", (5, 4))]
)
def test_neither_outlives_the_activation(table, profile, ability, dice):
    t = duel(table, profile)
    spare(t, "A2", "B2")
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play(ability, "wait")
    t.activate("A1")
    attack(t, *dice)
    assert damage(t, "B1") == ({"hunt_sabre": 4, "hunt_leather": 2}[profile],)


# ---- regroup


@pytest.mark.clause("WC-HUNT-05", "WC-ACT-05")
def test_regroup_asks_each_friend_in_roster_order_for_a_move_a_disengage_or_nothing(table):
    t = duel(table, "hunt_scout", at=(8, 8))
    t.add("A2", (8, 7), "hunt_hound")
    t.add("A3", (5, 8), "hunt_scout", activated=True)
    t.add("A4", (2, 5), "raven_fury")
    t.add("A5", (3, 3), "hunt_hound")
    t.add("A6", (13, 5), "hunt_hound")  # 7"
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("regroup-2")
    assert t.ask() == ("BONUS", "A", "A2") and t.legal() == {"move", "disengage", "pass"}
    t.play("disengage", "to 8,5")
    assert t.ask() == ("BONUS", "A", "A3") and t.legal() == {"move", "pass"}
    t.play("move", "to 5,9")
    assert t.ask() == ("BONUS", "A", "A5")
    t.play("pass")
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2
    assert (t.unit("A2").at, t.unit("A3").at, t.unit("A5").at) == ((8, 5), (5, 9), (3, 3))


@pytest.mark.clause("WC-HUNT-05")
@pytest.mark.parametrize(("x", "able"), [(12, True), (13, False)])
def test_regroup_reaches_six_inches(table, x, able):
    t = duel(table, "hunt_scout", at=AWAY)
    t.add("A2", (x, 5), "hunt_hound")
    t.sets("A", {2: 4})
    t.activate("A1")
    assert ("regroup" in t.steps()) == able


@pytest.mark.clause("WC-HUNT-05", "WC-VIS-01")
def test_who_is_seen_is_judged_when_a_fighters_turn_comes(table):
    t = duel(table, "hunt_scout", at=AWAY)
    t.add("A2", (7, 5), "hunt_hound")
    t.add("A3", (9, 5), "hunt_hound")  # behind A2
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("regroup-2", "move", "to 7,8")
    assert t.ask() == ("BONUS", "A", "A3")


# ---- step back


@pytest.mark.clause("WC-HUNT-06", "WC-REACT-03", "WC-DIS-01")
def test_a_survivor_of_melee_may_step_back_for_an_action(table):
    t = duel(table, target="hunt_scout", activated=False, wounds=7)
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 6, 6, 1, 1)
    assert t.ask() == ("STEP_BACK", "B", "B1") and t.legal() == {"step-back", "pass"} and damage(t, "B1") == (6,)
    t.play("step-back")
    assert t.ask() == ("DISENGAGE", "B", "B1")
    assert (9, 5) in t.cells() and (7, 5) not in t.cells() and (10, 5) not in t.cells()  # up to 3", more than 1" away
    t.play("to 9,5")
    assert t.unit("B1").at == (9, 5) and t.unit("B1").lost == 1 and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-HUNT-06")
def test_who_does_not_step_back_keeps_its_place_and_its_actions(table):
    t = duel(table, target="hunt_scout", activated=False)
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    t.play("pass")
    assert t.unit("B1").at == (6, 5) and t.unit("B1").lost == 0


NO_STEP = [
    ("taken down", "raven_knife", (6, 5), {"wounds": 3}, (6, 1, 1, 1)),
    ("activated", "raven_knife", (6, 5), {"activated": True}, (1, 1, 1, 1)),
    ("missile", "hunt_pistols", (8, 5), {}, (1, 1, 1, 1)),
    ("missile beside it", "hunt_pistols", (6, 5), {}, (1, 1, 1, 1)),
    ("not engaged", "iron_drill", (9, 5), {}, (1, 1, 1, 1)),
]


@pytest.mark.clause("WC-HUNT-06", "WC-DIS-01", "WC-REACT-02")
@pytest.mark.parametrize(("profile", "at", "facts", "dice"), [case[1:] for case in NO_STEP], ids=[case[0] for case in NO_STEP])
def test_who_cannot_step_back(table, profile, at, facts, dice):
    t = duel(table, profile, "hunt_scout", at, **{"activated": False, **facts})
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, *dice, weapon=2 if profile == "iron_drill" else 1)
    assert t.ask() == ("STEP", "A", "A1")


# ---- the trait


def shooting(table, at, trait=1, **facts):
    t = duel(table, "hunt_scout", at=at, **facts)  # axe 0-1, crossbow 3-15
    t.tables["trait"] = [trait, 0]
    spare(t, "A2")
    t.activate("A1")
    return t


@pytest.mark.clause("WC-HUNT-07", "WC-ATK-04")
@pytest.mark.parametrize(("at", "trait", "able"), [((8, 5), 1, True), ((7, 7), 1, True), ((8, 5), 0, False), ((9, 5), 0, False)])
def test_one_missile_may_be_shot_from_beyond_an_inch(table, at, trait, able):
    assert ("attack" in shooting(table, at, trait).steps()) == able


@pytest.mark.clause("WC-HUNT-07")
def test_within_an_inch_the_trait_is_no_help(table):
    t = shooting(table, (7, 5))
    t.add("B2", (5, 6), activated=True)
    t.play("attack")
    assert t.legal() == {"attack B1", "attack B2"}


@pytest.mark.clause("WC-HUNT-07")
def test_the_trait_is_used_up_by_a_target_that_needs_it(table):
    t = shooting(table, (8, 5))
    t.add("B2", (5, 10), wounds=60, activated=True)  # 4": needs no trait
    t.run()
    attack(t, 1, 1, target="B2", weapon=2)
    attack(t, 1, 1, target="B1", weapon=2)
    t.add("A3", (8, 2), "hunt_scout")  # 2" from B1
    t.take_down("B2")
    t.activate("A3")
    assert "attack" not in t.steps()


@pytest.mark.clause("WC-HUNT-07", "WC-RND-07")
def test_the_trait_comes_back_in_the_next_round(table):
    t = shooting(table, (8, 5))
    attack(t, 1, 1, weapon=2)
    assert "attack" not in t.steps()
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    t.play("done", "done", "self", "activate A1")
    assert "attack" in t.steps()
