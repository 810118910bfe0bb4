"""Chapter FANG: abilities and reaction of the Fang."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.warcry.data.seen import _has_pack
from tests.warcry.fights import attack, damage, duel, spare, use

AWAY = (17, 11)


@pytest.mark.clause("WC-FANG-01")
def test_savage_fury_lengthens_the_next_move_only(table):
    t = duel(table, "fang_axe", at=AWAY)  # Move 4
    spare(t, "A2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("savage-fury-1", "move")
    assert (10, 5) in t.cells() and (11, 5) not in t.cells()
    t.play("to 6,5", "move")
    assert (10, 5) in t.cells() and (11, 5) not in t.cells()


@pytest.mark.clause("WC-FANG-01")
@pytest.mark.parametrize(("at", "weapon", "dice"), [((6, 5), 1, 3), ((9, 5), 2, 2)])
def test_savage_fury_adds_a_die_to_the_next_attack_only_melee_or_missile(table, at, weapon, dice):
    t = duel(table, "fang_harpoon", at=at)
    spare(t, "A2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("savage-fury-1")
    attack(t, *[1] * (dice + 1), weapon=weapon)
    attack(t, *[1] * dice, weapon=weapon)


@pytest.mark.clause("WC-FANG-01")
def test_savage_fury_gives_both_to_one_who_moves_and_attacks(table):
    t = duel(table, "fang_axe", at=(11, 5))
    spare(t, "A2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("savage-fury-1", "move", "to 10,5")
    attack(t, 1, 1, 1, 1)


@pytest.mark.clause("WC-FANG-02", "WC-DMG-06")
def test_all_out_is_a_move_or_an_attack_after_taking_an_enemy_down(table):
    t = duel(table, "fang_alpha", wounds=5)
    t.add("B2", (5, 6), activated=True)
    t.sets("A", {2: 2})
    t.activate("A1")
    assert "all-out" not in t.steps()
    attack(t, 6, 1, 1, 1, 1)
    t.play("all-out-2")
    assert t.ask() == ("BONUS", "A", "A1") and t.legal() == {"move", "attack"}


@pytest.mark.clause("WC-FANG-06", "WC-GEN-08", "WC-ABIL-03")
def test_unleash_used_again_after_waiting_adds_up(table):
    t = duel(table, "fang_axe")  # A 3
    spare(t, "A2", "B2")
    t.sets("A", {1: 4, 3: 4})
    t.activate("A1")
    t.play("unleash-1", "wait")
    t.activate("A1")
    t.play("unleash-3")
    attack(t, *[1] * (3 + 1 + 2))


# ---- beastmaster


def hunting(table, *others, board=None):
    """A speaker at (5, 5) with a double, enemies far from it, and friends: (place, profile) each."""
    t = duel(table, "fang_speaker", at=(9, 9), board=board)
    t.add("B2", (10, 11), wounds=60, activated=True)
    for k, (at, profile) in enumerate(others):
        t.add(f"A{k + 2}", at, profile)
    t.sets("A", {2: 2})
    t.activate("A1")
    return t


@pytest.mark.clause("WC-FANG-03", "WC-ACT-05")
def test_beastmaster_has_a_beast_attack_at_once(table):
    t = hunting(table, ((9, 8), "fang_cat"), ((5, 6), "fang_axe"))
    t.dice(6, 1, 1, 1)
    t.play("beastmaster-2")  # one beast, one enemy beside it, no choice to decline
    assert damage(t, "B1", "B2") == (5, 0)
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2
    assert not t.unit("A2").activated and t.unit("A2").lost == 0


@pytest.mark.clause("WC-FANG-03", "WC-ACT-05", "WC-REACT-07")
def test_the_beast_must_attack_and_its_target_may_react(table):
    t = hunting(table, ((9, 8), "fang_cat"))
    t.put("B2", (8, 9))
    t.change("B1", activated=False)
    t.play("beastmaster-2")
    assert t.ask() == ("ATTACK", "A", "A2") and t.legal() == {"attack B1", "attack B2"}
    t.play("attack B1")
    assert t.ask() == ("REACT", "B", "B1") and t.can("counter")
    t.dice(1, 4, 4, 4)
    t.play("counter")
    assert damage(t, "A2", "A1") == (2, 0)  # the beast is the attacker


@pytest.mark.clause("WC-FANG-03")
def test_of_several_beasts_one_within_four_inches_and_in_sight_is_picked(table):
    cats = (((x, y), "fang_cat") for x, y in [(9, 8), (10, 5), (5, 10), (1, 3), (1, 5)])
    t = hunting(table, *cats, ((3, 5), "fang_axe"))
    t.play("beastmaster-2")
    assert t.legal() == {"choose A2", "choose A3", "choose A4", "choose A5"}  # 4" and less; A6 is behind A7


@pytest.mark.clause("WC-FANG-03")
@pytest.mark.parametrize(("beasts", "choice"), [(("A2", "A3"), True), (("A2",), False), (("B2", "B3"), False), (("A2", "B2"), False)])
def test_a_choice_of_beasts_is_one_of_two_that_serve_their_master(table, beasts, choice):
    t = table()
    t.tables["unit_abilities"] = t.tables["unit_marks"] = 0
    t.add("A1", (5, 5), "fang_speaker")
    for k, name in enumerate(beasts):
        t.add(name, (9, 2 * k), "fang_cat")
    assert _has_pack(t.tables) == choice


@pytest.mark.clause("WC-FANG-03", "WC-ABIL-04")
@pytest.mark.parametrize(
    ("at", "profile", "able"), [((10, 5), "fang_cat", True), ((11, 5), "fang_cat", False), ((10, 5), "fang_axe", False)]
)
def test_beastmaster_needs_a_beast_but_no_enemy_for_it(table, at, profile, able):
    t = hunting(table, (at, profile))
    t.take_down("B1")
    assert ("beastmaster" in t.steps()) == able
    if able:
        t.play("beastmaster-2")
        assert t.ask() == ("STEP", "A", "A1") and t.sets_of("A") == {}


# ---- snag


def snag(table, value, *dice, at=(10, 5), board=None, **facts):
    """A harpoon is thrown at B1 by a snag of this value."""
    t = duel(table, "fang_harpoon", at=at, board=board, **facts)
    t.sets("A", {value: 3})
    t.activate("A1")
    use(t, f"snag-{value}", *dice)
    return t


@pytest.mark.clause("WC-FANG-04")
@pytest.mark.parametrize(
    ("value", "at", "end"),
    [(3, (10, 5), (7, 5)), (1, (10, 5), (9, 5)), (6, (10, 5), (6, 5)), (3, (9, 9), (7, 7)), (2, (5, 9), (5, 7))],
)
def test_snag_pulls_its_target_by_the_value_measured_from_centre_to_centre(table, value, at, end):
    t = snag(table, value, 1, 1, at=at)  # also if it missed
    assert t.unit("B1").at == end and damage(t, "B1") == (0,)
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2


@pytest.mark.clause("WC-FANG-04")
def test_snag_is_an_attack_with_any_weapon_and_pulls_only_the_living(table):
    t = duel(table, "fang_harpoon")
    t.sets("A", {3: 3})
    t.activate("A1")
    t.play("snag-3")
    assert t.ask() == ("ATTACK", "A", "A1") and t.legal() == {"attack B1", "attack-second B1"}
    t = snag(table, 3, 6, 6, wounds=10)
    assert t.unit("B1").status == "down" and damage(t, "A1") == (0,)


@pytest.mark.clause("WC-FANG-04")
def test_the_pull_stops_before_a_fighter_or_a_wall(table):
    t = snag(table, 6, 1, 1, at=(9, 9))
    assert t.unit("B1").at == (6, 6)  # A1 itself is next
    t = snag(table, 3, 1, 1, board={"low": [((8, 5), (9, 5))]})
    assert t.unit("B1").at == (9, 5)


@pytest.mark.clause("WC-FANG-04", "WC-JUMP-02", "WC-FALL-07", "WC-DMG-06")
def test_the_pull_from_a_height_or_on_to_deadly_ground_hurts(table):
    t = snag(table, 2, 1, 1, 4, board={"platforms": [(10, 11, 5, 5)]})
    assert t.unit("B1").at == (8, 5) and t.unit("B1").height == 0 and damage(t, "B1") == (1,)
    t = snag(table, 2, 1, 1, 6, board={"deadly": [(8, 5)]})
    assert t.unit("B1").at == (8, 5) and damage(t, "B1") == (3,)


@pytest.mark.clause("WC-FANG-04", "WC-JUMP-01")
def test_who_is_pulled_jumps_over_deadly_ground(table):
    t = snag(table, 2, 1, 1, board={"deadly": [(9, 5)]})
    assert t.unit("B1").at == (8, 5) and damage(t, "B1") == (0,)


@pytest.mark.clause("WC-FANG-04", "WC-ATK-01")
def test_the_pull_comes_before_the_edge_test(table):
    t = snag(table, 2, 6, 1, 1, board={"platforms": [(10, 11, 5, 5)]})  # the third die is that of the fall, there is no other
    assert t.unit("B1").at == (8, 5) and damage(t, "B1") == (5,)


@pytest.mark.clause("WC-FANG-04", "WC-JUMP-03")
def test_nobody_is_pulled_up(table):
    t = snag(table, 6, 1, 1, at=(9, 5), board={"platforms": [(5, 5, 5, 5, 6), (6, 6, 5, 5)]})  # steps of 3" and 6"
    assert t.unit("B1").at == (7, 5)


# ---- unleash, brute resilience


@pytest.mark.clause("WC-FANG-06")
@pytest.mark.parametrize(("value", "more"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_unleash_adds_half_the_value_rounded_up_to_melee_attacks_and_strength(table, value, more):
    t = duel(table, "fang_harpoon", toughness=5 + more)  # A 3, S 5
    spare(t, "A2")
    t.sets("A", {value: 4})
    t.activate("A1")
    t.play(f"unleash-{value}")
    attack(t, *[4] * (3 + more))  # S = T
    assert damage(t, "B1") == (2 * (3 + more),)


@pytest.mark.clause("WC-FANG-06")
def test_unleash_is_not_for_missiles(table):
    t = duel(table, "fang_harpoon", at=(9, 5))
    t.sets("A", {6: 4})
    t.activate("A1")
    t.play("unleash-6")
    attack(t, 1, 1, weapon=2)


@pytest.mark.clause("WC-FANG-06", "WC-WAIT-05", "WC-RND-07")
def test_unleash_lasts_until_the_round_ends(table):
    t = duel(table, "fang_axe")
    spare(t, "A2", "B2")
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("unleash-2", "wait")
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    assert t.unit("A1").unleashed == 1
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    assert t.unit("A1").unleashed == 0


@pytest.mark.clause("WC-FANG-07")
@pytest.mark.parametrize(
    ("attacker", "dice", "total"),
    [("iron_lord", (4, 4, 6, 1), 1 + 1 + 5), ("iron_behemoth", (4, 4, 6), 3 + 3 + 8), ("raven_knife", (5, 5, 6, 1), 1 + 1 + 3)],
)
def test_brute_resilience_takes_one_off_each_hit_down_to_one(table, attacker, dice, total):
    t = duel(table, attacker, "fang_axe", activated=False)
    t.activate("A1")
    attack(t, *dice, react="brute-resilience")
    assert damage(t, "B1", "A1") == (total, 0) and t.unit("B1").lost == 1


@pytest.mark.clause("WC-FANG-07")
def test_brute_resilience_leaves_a_hit_that_does_nothing_as_it_is(table):
    t = duel(table, target="fang_axe", activated=False)
    t.tables["weapon_hit"][t.slot_of("A1"), 0] = 0
    t.activate("A1")
    attack(t, 5, 5, 6, 1, react="brute-resilience")
    assert damage(t, "B1") == (3,)


@pytest.mark.clause("WC-FANG-07", "WC-REACT-10")
def test_brute_resilience_is_no_help_against_missiles(table):
    t = duel(table, "hunt_pistols", "fang_axe", (8, 5), activated=False)
    spare(t, "A2")
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    assert t.ask() == ("STEP", "A", "A1")
