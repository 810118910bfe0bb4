"""Chapters INIT, DICE, WILD, SEIZE: initiative dice, sets, wild dice, and who has the initiative in the end."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter

import pytest

from skirmish_rl.envs.warcry.rules.initiative import roll_initiative
from tests.warcry.table import Table

NO_DICE = (1, 1, 3, 3, 6, 6)  # no single, three doubles
HIGH = (1, 2, 3, 4, 6, 6)  # four singles, a double of 6s
PAIRS = {f"pair-{face}" for face in range(1, 7)}


def roll(table, a, b, *rolled_off, round=1, wild=(0, 0), **options):
    """Both roll their initiative dice at the start of a round; wild dice are those held before."""
    t = table(**options)
    t.add("A1", (2, 2))
    t.add("B1", (15, 9))
    for seat, n in zip("AB", wild, strict=True):
        t.wild(seat, n)
    t.dice(*a, *b, *rolled_off)
    t.hero_phase(round)
    return t


# ---- the first count


@pytest.mark.clause("WC-INIT-01", "WC-INIT-02", "WC-INIT-03", "WC-DICE-01", "WC-RND-03")
def test_most_singles_of_six_dice_have_the_initiative_whatever_the_opponent_rolled(table):
    t = roll(table, (1, 1, 2, 3, 4, 5), (2, 2, 2, 3, 3, 6))  # 2 and 3 are singles of A though B rolled them too
    assert t.ask() == ("WILD", "A", None) and t.initiative == "A" and t.phase == "hero"
    assert t.state["singles"].tolist() == [4, 1]
    assert t.sets_of("A") == {1: 2} and t.sets_of("B") == {2: 3, 3: 2}


@pytest.mark.clause("WC-INIT-02", "WC-INIT-03")
def test_fewer_singles_lose_the_initiative_whatever_their_sets(table):
    t = roll(table, (5, 5, 5, 5, 5, 2), (1, 2, 3, 3, 3, 3))
    assert t.initiative == "B" and t.state["singles"].tolist() == [1, 2]


@pytest.mark.clause("WC-INIT-01", "WC-GEN-02")
def test_the_first_six_dice_are_those_of_seat_a(table):
    t = roll(table, HIGH, NO_DICE)
    assert t.initiative == "A" and t.sets_of("B") == {1: 2, 3: 2, 6: 2}
    t = roll(table, NO_DICE, HIGH)
    assert t.initiative == "B" and t.sets_of("A") == {1: 2, 3: 2, 6: 2}


@pytest.mark.clause("WC-INIT-04", "WC-GEN-02")
def test_equal_singles_are_rolled_off_until_the_dice_differ(table):
    t = roll(table, NO_DICE, (4, 4, 4, 4, 2, 2), 3, 3, 5, 2)
    assert t.initiative == "A" and t.state["singles"].tolist() == [0, 0]
    t = roll(table, HIGH, (6, 5, 3, 2, 1, 1), 4, 4, 1, 1, 1, 6)
    assert t.initiative == "B" and t.state["singles"].tolist() == [4, 4]


@pytest.mark.clause("WC-INIT-05", "WC-WILD-02")
def test_the_first_count_is_remembered_while_wild_dice_are_declared(table):
    t = roll(table, HIGH, (1, 2, 3, 5, 5, 5))
    t.play("pair-1")
    assert t.state["singles"].tolist() == [4, 3] and t.initiative == "A"


@pytest.mark.clause("WC-INIT-07")
def test_six_dice_each_whoever_is_in_reserve_waits_or_is_taken_down(table):
    t = table()
    t.add("A1", None)
    t.add("A2", None)
    t.take_down("A2")
    t.add("B1", (5, 5), waiting=True)
    t.dice(*HIGH, *NO_DICE)
    t.hero_phase()
    assert t.ask() == ("WILD", "A", None) and t.sets_of("B") == {1: 2, 3: 2, 6: 2}


# ---- sets


@pytest.mark.clause("WC-DICE-01", "WC-DICE-02")
@pytest.mark.parametrize(
    ("dice", "sets", "singles"),
    [
        ((5, 5, 5, 5, 5, 2), {5: 4}, 1),
        ((6, 6, 6, 6, 6, 6), {6: 4}, 0),
        ((4, 4, 4, 4, 2, 2), {4: 4, 2: 2}, 0),
        ((3, 1, 3, 6, 3, 6), {3: 3, 6: 2}, 1),
        ((1, 2, 3, 4, 5, 6), {}, 6),
    ],
)
def test_two_are_a_double_three_a_triple_four_or_more_one_quad(table, dice, sets, singles):
    t = roll(table, dice, (1, 1, 1, 1, 1, 1), *((2, 1) if singles == 0 else ()))
    assert t.sets_of("A") == sets and t.state["singles"][0] == singles


@pytest.mark.clause("WC-RND-06", "WC-DICE-03", "WC-WILD-13", "WC-WILD-11")
def test_dice_left_vanish_when_a_round_starts_and_the_wild_die_in_them_does_not_return(table):
    t = roll(table, (4, 4, 1, 2, 3, 5), NO_DICE)
    t.play("pair-4", "done")
    assert t.sets_of("A") == {4: 3} and t.wild_of("A") == 0
    t.dice(1, 2, 3, 5, 5, 5, 2, 2, 4, 4, 6, 6)
    t.hero_phase(2)
    assert t.sets_of("A") == {5: 3} and t.sets_of("B") == {2: 2, 4: 2, 6: 2}
    assert t.state["dice"].tolist() == [[1, 1, 1, 0, 3, 0], [0, 2, 0, 2, 0, 2]]
    assert t.wild_of("A") == 1 and t.wild_of("B") == 2


@pytest.mark.clause("WC-WILD-06", "WC-RND-06")
def test_what_was_paired_last_round_may_be_paired_again(table):
    t = roll(table, (4, 4, 1, 2, 3, 5), NO_DICE)
    t.play("pair-4", "done")
    t.dice(4, 4, 1, 2, 3, 5, *NO_DICE)
    t.hero_phase(2)
    t.play("pair-4")
    assert t.sets_of("A") == {4: 3}


def spender(table, sets, profile="iron_lord", **facts):
    """A fighter in its activation, an enemy far away, with sets of dice."""
    t = table()
    t.add("A1", (5, 5), profile, **facts)
    t.add("A2", (5, 8), profile)
    t.add("B1", (15, 9))
    t.sets("A", sets)
    t.activate("A1")
    return t


@pytest.mark.clause("WC-DICE-04", "WC-DICE-05")
def test_a_quad_may_pay_for_a_double_and_is_gone_whole(table):
    t = spender(table, {6: 4})
    assert {"rush-6", "rampage-6", "inspiring-presence-6"} <= t.legal()
    t.play("rush-6")
    assert t.sets_of("A") == {} and t.state["dice"][0].sum() == 0


@pytest.mark.clause("WC-DICE-04", "WC-DICE-06")
def test_five_dice_of_a_quad_are_all_discarded(table):
    t = spender(table, {6: 5, 1: 1})
    t.play("rush-6")
    assert t.sets_of("A") == {} and t.state["dice"][0].tolist() == [1, 0, 0, 0, 0, 0]


@pytest.mark.clause("WC-DICE-05")
def test_sets_never_pay_upwards(table):
    t = spender(table, {2: 2}, damage=3)
    assert t.can("rush-2") and t.can("onslaught-2")
    assert not {"respite-2", "inspiring-presence-2", "rampage-2"} & t.legal()
    t = spender(table, {2: 3}, damage=3)
    assert {"rush-2", "respite-2", "inspiring-presence-2"} <= t.legal() and not t.can("rampage-2")


@pytest.mark.clause("WC-DICE-06", "WC-DICE-09")
def test_sets_are_not_merged_and_singles_buy_nothing(table):
    t = spender(table, {2: 2, 5: 2, 3: 1}, damage=3)
    assert {text for text in t.legal() if text[-1].isdigit()} == {
        "rush-2", "rush-5", "onslaught-2", "onslaught-5", "crushing-blow-2", "crushing-blow-5",
    }  # fmt: skip


@pytest.mark.clause("WC-DICE-06", "WC-DICE-04")
def test_a_quad_spent_on_a_double_leaves_no_other_double(table):
    t = spender(table, {6: 4})
    t.play("rush-6", "wait")
    t.activate("A2")
    assert t.steps() == {"move", "wait"}


@pytest.mark.clause("WC-DICE-07")
def test_the_value_is_the_score_of_the_dice_spent(table):
    t = spender(table, {2: 3, 5: 3}, damage=9)
    t.play("respite-5")
    assert t.unit("A1").damage == 4 and t.sets_of("A") == {2: 3}


# ---- wild dice


@pytest.mark.clause("WC-WILD-01", "WC-WILD-12", "WC-WILD-11")
def test_each_gets_a_wild_die_in_every_round_and_keeps_what_is_not_used(table):
    t = roll(table, HIGH, NO_DICE)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 1)
    for round in (2, 3, 4):
        t.play("done", "done")
        t.dice(*NO_DICE, *HIGH)
        t.hero_phase(round)
        assert (t.wild_of("A"), t.wild_of("B")) == (round, round)


@pytest.mark.clause("WC-WILD-01", "WC-INIT-04")
def test_the_wild_die_comes_after_the_initiative_was_settled(table):
    t = roll(table, NO_DICE, NO_DICE, 2, 6)
    assert t.ask() == ("WILD", "B", None) and (t.wild_of("A"), t.wild_of("B")) == (1, 1)


@pytest.mark.clause("WC-WILD-03")
def test_the_holder_declares_all_of_its_dice_before_the_other_is_asked(table):
    t = roll(table, NO_DICE, HIGH, round=2, wild=(1, 1))
    assert t.ask() == ("WILD", "B", None)
    t.play("single")
    assert t.ask() == ("WILD", "B", None)
    t.play("pair-6")
    assert t.ask() == ("WILD", "A", None) and t.wild_of("B") == 0
    assert t.sets_of("B") == {6: 3} and t.state["as_singles"].tolist() == [0, 1]  # what A knows
    t.play("done")
    assert t.decision == "FIRST"


@pytest.mark.clause("WC-WILD-03", "WC-WILD-08", "WC-WILD-14")
def test_what_may_be_done_with_a_wild_die(table):
    t = roll(table, (1, 1, 2, 3, 4, 5), (6, 6, 6, 6, 2, 3))
    assert t.legal() == {"single", "done", "pair-1", "pair-2", "pair-3", "pair-4", "pair-5"}  # A has no 6
    t.play("done")
    assert t.ask()[1] == "B" and t.legal() == {"single", "done", "pair-2", "pair-3"}  # a quad takes no more


@pytest.mark.clause("WC-WILD-14")
def test_done_keeps_the_dice_that_remain_and_is_not_asked_when_none_is_left(table):
    t = roll(table, HIGH, NO_DICE, round=3, wild=(2, 2))
    t.play("single", "done")
    assert t.wild_of("A") == 2 and t.ask()[1] == "B"
    t.play("single", "single", "single")
    assert t.wild_of("B") == 0 and t.decision == "FIRST"


@pytest.mark.clause("WC-WILD-04", "WC-WILD-09")
def test_a_single_adds_one_to_the_count_and_no_die(table):
    t = roll(table, HIGH, NO_DICE, round=2, wild=(1, 1))
    before = t.state["dice"].tolist()
    t.play("single")
    assert t.state["dice"].tolist() == before and t.sets_of("A") == {6: 2}
    assert t.legal() == {"single", "done", "pair-1", "pair-2", "pair-3", "pair-4", "pair-6"}  # no 5, whatever the wild die shows


@pytest.mark.clause("WC-WILD-04", "WC-SEIZE-01", "WC-SEIZE-02")
def test_any_number_of_wild_dice_may_be_singles_in_one_round(table):
    t = roll(table, (1, 2, 3, 3, 3, 3), NO_DICE, round=3, wild=(2, 2))
    t.play("done", "single", "single", "single")
    assert t.initiative == "B"  # 2 against 0 + 3


@pytest.mark.clause("WC-WILD-05")
@pytest.mark.parametrize(
    ("dice", "before", "after"),
    [
        ((4, 1, 2, 3, 5, 5), {5: 2}, {4: 2, 5: 2}),
        ((4, 4, 1, 2, 3, 5), {4: 2}, {4: 3}),
        ((4, 4, 4, 1, 2, 3), {4: 3}, {4: 4}),
    ],
)
def test_a_pair_makes_the_next_larger_set(table, dice, before, after):
    t = roll(table, dice, NO_DICE)
    assert t.sets_of("A") == before
    t.play("pair-4")
    assert t.sets_of("A") == after


@pytest.mark.clause("WC-WILD-06", "WC-WILD-16", "WC-WILD-10")
def test_no_second_wild_die_on_the_same_dice(table):
    t = roll(table, (4, 4, 1, 2, 3, 5), NO_DICE, round=2, wild=(1, 1))
    t.play("pair-4")
    assert t.sets_of("A") == {4: 3} and t.legal() == {"single", "done", "pair-1", "pair-2", "pair-3", "pair-5"}
    t.play("pair-1")
    assert t.sets_of("A") == {4: 3, 1: 2} and t.ask()[1] == "B"


@pytest.mark.clause("WC-WILD-06", "WC-WILD-16")
def test_a_single_does_not_become_a_triple(table):
    t = roll(table, HIGH, NO_DICE, round=3, wild=(2, 2))
    t.play("pair-2")
    assert "pair-2" not in t.legal()
    t.play("pair-3")
    assert t.sets_of("A") == {2: 2, 3: 2, 6: 2} and not {"pair-2", "pair-3"} & t.legal()


@pytest.mark.clause("WC-WILD-06")
def test_the_other_player_may_pair_the_same_score(table):
    t = roll(table, HIGH, (2, 2, 4, 4, 6, 6))
    t.play("pair-2", "pair-2")
    assert t.sets_of("A") == {2: 2, 6: 2} and t.sets_of("B") == {2: 3, 4: 2, 6: 2}


@pytest.mark.clause("WC-WILD-07", "WC-SEIZE-03")
def test_a_paired_single_no_longer_counts_and_a_paired_set_changes_nothing(table):
    a, b = (1, 2, 3, 6, 6, 6), (1, 2, 4, 4, 6, 6)
    t = declare(table, a, b, "pair-1", "done", after=(3, 4))  # 2 against 2
    assert t.initiative == "B"
    t = declare(table, a, b, "pair-6", "done")  # 3 against 2
    assert t.initiative == "A"


@pytest.mark.clause("WC-WILD-09")
def test_a_wild_die_used_as_a_single_is_no_ability_die_and_cannot_be_paired(table):
    t = roll(table, NO_DICE, NO_DICE, 5, 2, round=3, wild=(2, 2))
    t.play("single", "single")
    assert t.sets_of("A") == {1: 2, 3: 2, 6: 2} and t.legal() == {"single", "done", "pair-1", "pair-3", "pair-6"}


@pytest.mark.clause("WC-WILD-10", "WC-WILD-11", "WC-WILD-08", "WC-WILD-07")
def test_three_kept_dice_in_three_ways_at_once(table):
    t = roll(table, (1, 3, 6, 6, 6, 6), (1, 1, 2, 2, 2, 5), 2, 6, round=3, wild=(2, 2))
    assert t.wild_of("A") == 3 and t.initiative == "A" and t.legal() == {"single", "done", "pair-1", "pair-3"}
    t.play("single", "single", "pair-3")
    assert t.sets_of("A") == {3: 2, 6: 4} and t.wild_of("A") == 0
    t.play("single", "single", "done")  # both 1 + 2, and not equal before
    assert t.ask() == ("FIRST", "B", None) and t.wild_of("B") == 1
    t.dice(*HIGH, *NO_DICE)
    t.hero_phase(4)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 2)


@pytest.mark.clause("WC-WILD-11", "WC-WILD-01")
def test_a_used_wild_die_is_gone_for_the_battle(table):
    t = roll(table, HIGH, NO_DICE)
    t.play("single", "done")
    assert (t.wild_of("A"), t.wild_of("B")) == (0, 1)
    t.dice(*HIGH, *NO_DICE)
    t.hero_phase(2)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 2) and t.state["as_singles"].tolist() == [0, 0]


@pytest.mark.clause("WC-WILD-02", "WC-RND-03")
def test_wild_dice_are_not_offered_in_the_combat_phase(table):
    t = roll(table, HIGH, NO_DICE)
    t.play("done", "done", "self")
    assert t.phase == "combat" and t.wild_of("A") == 1 and not ({"single", "done"} | PAIRS) & t.legal()


# ---- seizing


def declare(table, a, b, *plays, before=(), after=(), **facts):
    """Dice are rolled (a roll-off `before`), wild dice declared, and the seize roll-off falls."""
    t = roll(table, a, b, *before, *after, **facts)
    t.play(*plays)
    assert t.decision == "FIRST"
    return t


@pytest.mark.clause("WC-SEIZE-03", "WC-WILD-07", "WC-SEIZE-01", "WC-WILD-11")
def test_a_count_that_became_equal_is_rolled_off(table):
    a, b = (1, 1, 2, 3, 4, 5), (1, 3, 3, 3, 5, 6)
    t = declare(table, a, b, "pair-5", "done", after=(2, 6))
    assert t.initiative == "B" and t.ask() == ("FIRST", "B", None)
    t = declare(table, a, b, "pair-5", "done", after=(4, 4, 6, 2))
    assert t.initiative == "A"
    t.dice(*HIGH, *NO_DICE)
    t.hero_phase(2)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 2)


@pytest.mark.clause("WC-SEIZE-02", "WC-SEIZE-01")
def test_more_singles_after_the_recount_seize_without_a_roll(table):
    t = declare(table, (1, 1, 2, 3, 4, 5), (1, 3, 3, 3, 5, 6), "pair-5", "single")
    assert t.ask() == ("FIRST", "B", None)


@pytest.mark.clause("WC-SEIZE-04")
def test_tied_before_and_after_the_winner_of_the_first_roll_off_keeps_it(table):
    a, b = (2, 2, 4, 5, 6, 6), (1, 2, 4, 4, 5, 5)
    t = declare(table, a, b, "single", "single", before=(5, 1))
    assert t.ask() == ("FIRST", "A", None)
    t = declare(table, a, b, "done", "done", before=(1, 5))
    assert t.ask() == ("FIRST", "B", None)


@pytest.mark.clause("WC-SEIZE-06", "WC-SEIZE-02")
def test_tied_before_one_more_single_seizes_without_a_roll(table):
    t = declare(table, (2, 2, 4, 5, 6, 6), (1, 2, 4, 4, 5, 5), "done", "single", before=(5, 1))
    assert t.ask() == ("FIRST", "B", None)
    t = declare(table, (1, 2, 3, 3, 3, 5), (1, 2, 3, 4, 4, 4), "done", "single", before=(3, 2))
    assert t.ask() == ("FIRST", "B", None)


@pytest.mark.clause("WC-SEIZE-04", "WC-SEIZE-02")
def test_tied_before_and_a_holder_that_pairs_a_single_loses_the_initiative(table):
    t = declare(table, (2, 2, 4, 5, 6, 6), (1, 2, 4, 4, 5, 5), "pair-4", "done", before=(5, 1))
    assert t.ask() == ("FIRST", "B", None)


@pytest.mark.clause("WC-SEIZE-05")
def test_the_holder_keeps_it_with_strictly_more_singles(table):
    t = declare(table, (1, 2, 3, 3, 3, 3), (1, 1, 2, 2, 2, 2), "done", "single")
    assert t.ask() == ("FIRST", "A", None)  # 2 against 1
    t = declare(table, (1, 1, 2, 3, 4, 5), (1, 3, 3, 3, 5, 6), "single", "single")
    assert t.ask() == ("FIRST", "A", None)  # 5 against 4


@pytest.mark.clause("WC-SEIZE-05", "WC-SEIZE-03")
def test_the_other_player_that_pairs_a_single_away_seizes_nothing(table):
    t = declare(table, (1, 2, 3, 6, 6, 6), (1, 2, 4, 4, 6, 6), "pair-6", "pair-1")
    assert t.ask() == ("FIRST", "A", None)


@pytest.mark.clause("WC-SEIZE-07")
def test_seizing_does_not_reopen_the_declarations(table):
    t = declare(table, (1, 1, 2, 3, 4, 5), (1, 3, 3, 3, 5, 6), "done", "single", "single", round=2, wild=(1, 1))
    assert t.ask() == ("FIRST", "B", None) and t.wild_of("A") == 2  # A is not asked again, 5 against 4


@pytest.mark.clause("WC-SEIZE-08", "WC-COMB-01")
def test_who_has_seized_it_leads_the_reserve_phase_and_the_combat_phase(table):
    t = table()
    t.add("A1", (8, 8))
    t.add("A2", None, group="hammer")
    t.add("B1", (9, 3))
    t.add("B2", None, group="hammer")
    t.tables["arrival"][:, 2] = 2
    t.dice(1, 1, 2, 3, 4, 5, 1, 3, 3, 3, 5, 6)
    t.hero_phase(2)
    t.play("pair-5", "single")
    assert t.ask() == ("DEPLOY", "B", "B2")
    t.play(min(t.legal()))
    assert t.ask() == ("DEPLOY", "A", "A2")
    t.play(min(t.legal()))
    assert t.ask() == ("FIRST", "B", None)


# ---- the trait of Iron


def forged(table, a, b, *rolled_off):
    """Both warbands are Iron and play with its trait; nobody uses wild dice."""
    t = table(options={"traits": True})
    t.add("A1", (2, 2), "iron_twin")
    t.add("B1", (15, 9), "iron_twin")
    t.tables["trait"] = 1
    t.dice(*a, *b, *rolled_off)
    t.hero_phase()
    t.play("done", "done")
    return t


@pytest.mark.clause("WC-IRON-08")
def test_the_holder_first_may_turn_one_of_its_sets_into_sixes_and_a_single_six_is_dropped(table):
    t = forged(table, (1, 2, 3, 4, 5, 5), (2, 2, 6, 3, 3, 3))
    assert t.ask() == ("SET_TO_SIX", "A", None) and t.legal() == {"change 5", "pass"}
    t.play("change 5")
    assert t.sets_of("A") == {6: 2} and t.ask() == ("SET_TO_SIX", "B", None) and t.legal() == {"change 2", "change 3", "pass"}
    t.play("change 3")
    assert t.sets_of("B") == {2: 2, 6: 3} and t.state["dice"][1].tolist() == [0, 2, 0, 0, 0, 3]
    assert t.decision == "FIRST"


@pytest.mark.clause("WC-IRON-08")
def test_the_trait_may_be_declined(table):
    t = forged(table, (1, 1, 2, 3, 4, 5), (2, 2, 6, 3, 3, 3))
    t.play("pass")
    assert t.sets_of("A") == {1: 2} and t.ask()[1] == "B"
    t.play("pass")
    assert t.sets_of("B") == {2: 2, 3: 3} and t.decision == "FIRST"


@pytest.mark.clause("WC-IRON-08", "WC-DICE-06")
def test_with_a_set_of_sixes_or_none_at_all_the_trait_is_not_offered(table):
    assert forged(table, (1, 2, 3, 4, 6, 6), (6, 6, 6, 1, 1, 2)).decision == "FIRST"
    assert forged(table, (1, 2, 3, 4, 5, 6), (6, 6, 6, 6, 1, 1)).decision == "FIRST"


@pytest.mark.clause("WC-IRON-08")
def test_one_set_a_round_and_again_in_the_next(table):
    t = forged(table, (1, 2, 3, 4, 5, 5), (2, 2, 6, 6, 3, 3))
    t.play("change 5")
    t.dice(2, 2, 3, 3, 4, 5, 6, 6, 1, 1, 3, 3)
    t.end_round()
    t.play("done", "done")
    assert t.ask() == ("SET_TO_SIX", "A", None) and t.legal() == {"change 2", "change 3", "pass"}
    t.play("change 2")
    assert t.sets_of("A") == {3: 2, 6: 2} and t.decision == "FIRST"


@pytest.mark.clause("WC-IRON-08")
def test_the_trait_is_irons_and_only_if_it_is_in_play(table):
    assert roll(table, (1, 2, 3, 4, 5, 5), (2, 2, 6, 3, 3, 3)).sets_of("A") == {5: 2}
    t = table()
    t.add("A1", (2, 2), "iron_twin")
    t.add("B1", (15, 9))
    t.dice(1, 2, 3, 4, 5, 5, 2, 2, 6, 3, 3, 3)
    t.hero_phase()
    t.play("done", "done")
    assert t.decision == "FIRST"
    t = table(options={"traits": True})
    t.add("A1", (2, 2), "fang_axe")
    t.add("B1", (15, 9), "raven_knife")
    t.dice(1, 2, 3, 4, 5, 5, 2, 2, 6, 3, 3, 3)
    t.hero_phase()
    t.play("done", "done")
    assert t.decision == "FIRST"


# ---- all rolls of six dice


@functools.cache
def distribution() -> tuple[Counter, Counter]:
    """How many of the 46,656 rolls have how many singles, and which sets: counted by the game's own dice code.

    Each set of faces is rolled once and counted as often as it can be ordered.
    """
    t = Table()
    s, singles, sets = t.state, Counter(), Counter()
    for dice in itertools.combinations_with_replacement(range(1, 7), 6):
        weight = math.factorial(6) // math.prod(math.factorial(dice.count(face)) for face in set(dice))
        t.dice(*dice, 1, 2, 3, 4, 5, 6, *((6, 1) if len(set(dice)) == 6 else ()))
        roll_initiative(t._s)
        t.done()
        singles[int(s["singles"][0])] += weight
        sets[tuple(sorted(t.sets_of("A").values(), reverse=True))] += weight
        assert s["initiative"] == (0 if len(set(dice)) == 6 else 1)
    return singles, sets


@pytest.mark.clause("WC-INIT-02", "WC-INIT-06")
def test_how_often_each_number_of_singles_falls():
    assert distribution()[0] == {0: 2556, 1: 7380, 2: 18000, 3: 7200, 4: 10800, 6: 720}


@pytest.mark.clause("WC-DICE-01", "WC-DICE-02", "WC-DICE-08")
def test_how_often_each_combination_of_sets_falls():
    assert distribution()[1] == {
        (): 720, (2,): 10800, (2, 2): 16200, (2, 2, 2): 1800, (3,): 7200, (3, 2): 7200, (3, 3): 300,
        (4,): 1800 + 180 + 6, (4, 2): 450,
    }  # fmt: skip


@pytest.mark.clause("WC-DICE-02")
def test_five_or_six_equal_dice_are_no_more_than_a_quad():
    t = Table()
    for faces, wanted in (((3, 3, 3, 3, 3, 1), 1), ((3, 3, 3, 3, 3, 3), 0)):
        t.dice(*faces, 1, 2, 3, 4, 5, 6)
        roll_initiative(t._s)
        assert t.sets_of("A") == {3: 4} and t.state["singles"][0] == wanted
