"""Chapter REACT, and WAIT where reactions touch it: who may react to what, what it costs, what it does."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.warcry.state import Runemark
from tests.warcry.fights import attack, damage, duel, spare, use

FRESH = {"activated": False}


# ---- who may react


@pytest.mark.clause("WC-REACT-01", "WC-REACT-02", "WC-REACT-05", "WC-REACT-06")
@pytest.mark.parametrize(
    ("facts", "able"),
    [
        (FRESH, True),
        ({"activated": True}, False),
        ({"activated": True, "waiting": True}, True),
        ({"activated": False, "lost": 1}, True),
        ({"activated": False, "lost": 2}, False),
    ],
)
def test_only_who_has_not_activated_or_waits_reacts(table, facts, able):
    t = duel(table, **facts)
    t.activate("A1")
    t.dice(*() if able else (1, 1, 1, 1))
    t.play("attack")
    assert (t.ask() == ("REACT", "B", "B1")) == able
    if able:
        assert t.legal() == {"counter", "pass"}


@pytest.mark.clause("WC-REACT-01")
def test_nobody_but_the_target_reacts_to_an_attack(table):
    t = duel(table, activated=True)
    t.add("B2", (5, 6))
    spare(t, "A2")
    t.activate("A1")
    attack(t, 1, 1, 1, 1, target="B1")
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B2").lost == 0


@pytest.mark.clause("WC-REACT-01")
def test_a_reaction_may_be_declined_and_then_costs_nothing(table):
    t = duel(table, **FRESH)
    t.activate("A1")
    attack(t, 1, 1, 1, 1, react="pass")
    assert damage(t, "A1") == (0,) and t.unit("B1").lost == 0


# ---- what it costs


@pytest.mark.clause("WC-REACT-03", "WC-REACT-04", "WC-ACT-04", "WC-WAIT-03")
def test_after_one_reaction_a_fighter_has_one_action_and_cannot_begin_to_wait(table):
    t = duel(table, **FRESH)
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="counter")
    t.play("wait")
    t.play("activate B1")
    assert t.unit("B1").lost == 1 and t.state["actions_left"] == 1
    t.play("wait")
    assert t.unit("B1").activated and not t.unit("B1").waiting
    assert t.ask()[1] == "A"


@pytest.mark.clause("WC-REACT-03", "WC-REACT-05", "WC-COMB-07")
def test_after_two_reactions_it_counts_as_activated(table):
    t = duel(table, **FRESH)
    spare(t, "A2", "A3", "B2", "B3")
    t.add("A4", (7, 5))
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="counter")
    attack(t, 4, 4, 4, 4, react="counter")
    assert t.unit("B1").lost == 2
    assert t.ask() == ("ACTIVATE", "B", None) and t.legal() == {"activate B2", "activate B3"}
    t.activate("A4")
    attack(t, 1, 1, 1, 1)  # no third reaction
    assert damage(t, "A4") == (0,)


@pytest.mark.clause("WC-REACT-06", "WC-WAIT-08", "WC-COMB-07")
def test_a_waiting_fighter_reacts_once_and_loses_its_second_activation(table):
    t = duel(table, waiting=True)
    spare(t, "A2", "B2", "B3")
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="counter")
    assert not t.unit("B1").waiting and t.unit("B1").activated
    attack(t, 4, 4, 4, 4)  # not asked again
    assert t.ask() == ("ACTIVATE", "B", None) and t.legal() == {"activate B2", "activate B3"}


@pytest.mark.clause("WC-WAIT-08", "WC-WAIT-02")
def test_a_waiting_fighter_that_does_not_react_keeps_its_second_activation(table):
    t = duel(table, waiting=True)
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="pass")
    t.play("wait")
    assert t.legal() == {"activate B1", "activate B2"}


@pytest.mark.clause("WC-REACT-08", "WC-ABIL-01")
def test_a_reaction_needs_no_dice_and_is_no_ability(table):
    t = duel(table, **FRESH)
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="counter")
    t.play("wait")
    t.sets("B", {3: 2})
    t.play("activate B1")
    assert "rush" in t.steps()


@pytest.mark.clause("WC-REACT-07")
def test_one_reaction_an_action_whoever_makes_it(table):
    t = duel(table, at=(6, 5), **FRESH)
    t.add("B2", (5, 6))
    t.activate("A1")
    t.play("disengage")
    assert t.ask()[:2] == ("STRIKE", "B") and t.legal() == {"strike B1", "strike B2", "pass"}
    t.dice(1)
    t.play("strike B2")
    assert (t.unit("B1").lost, t.unit("B2").lost) == (0, 1) and t.ask() == ("DISENGAGE", "A", "A1")


@pytest.mark.clause("WC-REACT-07", "WC-HUNT-06")
@pytest.mark.parametrize(("answer", "asked"), [("counter", False), ("pass", True)])
def test_who_has_countered_does_not_step_back_from_the_same_attack(table, answer, asked):
    t = duel(table, target="hunt_scout", **FRESH)
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react=answer)
    assert (t.decision == "STEP_BACK") == asked


@pytest.mark.clause("WC-REACT-07", "WC-REACT-03")
def test_a_bonus_attack_is_an_action_to_react_to(table):
    t = duel(table, **FRESH)
    t.sets("A", {1: 4})
    t.activate("A1")
    attack(t, 4, 4, 4, 4, react="counter")
    t.play("rampage-1", "pass", "attack B1")
    assert t.ask() == ("REACT", "B", "B1")
    t.dice(4, 4, 4, 4)
    t.play("counter")
    assert t.unit("B1").lost == 2


# ---- Counter

COUNTERED = [
    ((4, 4, 5, 6), 0),
    ((2, 4, 5, 6), 0),
    ((2, 3, 5, 6), 1),
    ((3, 3, 3, 3), 1),
    ((1, 4, 5, 6), 2),
    ((1, 2, 5, 6), 3),
    ((1, 1, 5, 6), 3),
    ((1, 1, 1, 1), 3),
]


@pytest.mark.clause("WC-REACT-09")
@pytest.mark.parametrize(("dice", "total"), COUNTERED)
def test_counter_gives_two_for_any_one_and_one_for_two_misses(table, dice, total):
    t = duel(table, **FRESH)  # S 3 against T 3
    spare(t, "A2")
    t.activate("A1")
    attack(t, *dice, react="counter")
    assert damage(t, "A1") == (total,)


@pytest.mark.clause("WC-REACT-09")
@pytest.mark.parametrize(("toughness", "total"), [(2, 0), (3, 1), (4, 1)])
def test_counter_looks_at_misses_not_at_faces(table, toughness, total):
    t = duel(table, toughness=toughness, **FRESH)
    t.activate("A1")
    attack(t, 3, 3, 6, 6, react="counter")
    assert damage(t, "A1") == (total,)


@pytest.mark.clause("WC-REACT-09")
@pytest.mark.parametrize("profile", ["fang_cat", "hunt_hound", "raven_fury", "iron_behemoth"])
def test_any_fighter_may_counter(table, profile):
    t = duel(table, target=profile, **FRESH)
    t.activate("A1")
    t.play("attack")
    assert t.can("counter")


@pytest.mark.clause("WC-REACT-12", "WC-COMB-09")
def test_counter_hurts_also_when_the_one_who_makes_it_is_taken_down(table):
    t = duel(table, wounds=3, first={"wounds": 8, "damage": 5}, **FRESH)
    spare(t, "A2", "B2", "B3")
    t.activate("A1")
    attack(t, 6, 1, 1, 1, react="counter")
    assert (t.unit("A1").status, t.unit("B1").status) == ("down", "down")
    assert t.ask() == ("ACTIVATE", "B", None)  # the rest of the activation is lost


@pytest.mark.clause("WC-REACT-12")
def test_the_target_is_hit_before_counter_takes_the_attacker_down(table):
    t = duel(table, first={"wounds": 3}, **FRESH)
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 6, 6, 1, 1, react="counter")
    assert t.unit("A1").status == "down" and damage(t, "B1") == (6,)


# ---- Take Cover

WALL = {"low": [((7, 5), (8, 5))]}


def shot(table, *dice, react="take-cover", target="raven_knife"):
    """A1 has shot with four dice at B1, 2" away behind a low wall; misses on 1-4."""
    t = duel(table, "hunt_pistols", target, (8, 5), board=WALL, **FRESH)
    t.activate("A1")
    attack(t, *dice, react=react)
    return t


@pytest.mark.clause("WC-REACT-10")
@pytest.mark.parametrize(
    ("dice", "total"),
    [((1, 1, 1, 5), 1), ((1, 1, 1, 6, 3), 3), ((1, 1, 1, 6, 4), 1), ((6, 6, 6, 5, 6, 3, 4), 1 + 3 + 1 + 1)],
)
def test_take_cover_makes_hits_of_criticals_on_4_and_more_a_die_each(table, dice, total):
    assert damage(shot(table, *dice), "B1", "A1") == (total, 0)


@pytest.mark.clause("WC-REACT-10")
def test_without_take_cover_no_such_die_is_rolled(table):
    assert damage(shot(table, 6, 6, 5, 1, react="pass"), "B1") == (7,)


@pytest.mark.clause("WC-REACT-10", "WC-REACT-02")
@pytest.mark.parametrize(("board", "facts"), [({}, FRESH), (WALL, {"activated": True})])
def test_take_cover_needs_cover_and_a_fighter_that_may_react(table, board, facts):
    t = duel(table, "hunt_pistols", at=(8, 5), board=board, **facts)
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").lost == 0


@pytest.mark.clause("WC-REACT-10", "WC-COV-01")
def test_one_that_stands_three_inches_higher_may_take_cover(table):
    t = duel(table, "hunt_pistols", at=(8, 5), board={"platforms": [(8, 9, 5, 5)]}, **FRESH)
    t.activate("A1")
    attack(t, 6, 6, 1, 1, 4, 3, 2, react="take-cover")  # the last die is that of the edge test
    assert damage(t, "B1") == (1 + 3,)


@pytest.mark.clause("WC-REACT-10", "WC-GEN-10")
def test_one_that_rides_does_not_take_cover(table):
    t = duel(table, "hunt_pistols", at=(8, 5), board=WALL, **FRESH)
    t.tables["unit_marks"][t.slot_of("B1"), Runemark.MOUNT] = 1
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-REACT-10", "WC-REACT-09")
def test_no_take_cover_against_melee_behind_the_same_wall(table):
    t = duel(table, "iron_drill", at=(8, 5), board=WALL, **FRESH)
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"counter", "pass"}


# ---- Strike Them Down


@pytest.mark.clause("WC-REACT-11", "WC-REACT-13")
@pytest.mark.parametrize(("dice", "total"), [((1,), 0), ((3,), 0), ((4, 5), 5), ((6, 1), 1)])
def test_strike_them_down_succeeds_on_4_for_the_score_of_a_die(table, dice, total):
    t = duel(table, **FRESH)
    t.activate("A1")
    t.play("disengage")
    assert t.ask()[:2] == ("STRIKE", "B") and t.legal() == {"strike B1", "pass"}
    t.dice(*dice)
    t.play("strike B1")
    assert damage(t, "A1") == (total,) and t.unit("A1").at == (5, 5) and t.unit("B1").lost == 1
    assert t.ask() == ("DISENGAGE", "A", "A1")
    t.play("to 3,5")
    assert t.unit("A1").at == (3, 5) and t.state["actions_left"] == 1


@pytest.mark.clause("WC-REACT-13", "WC-COMB-09")
def test_who_is_struck_down_does_not_disengage(table):
    t = duel(table, first={"wounds": 5}, **FRESH)
    spare(t, "A2", "B2")
    t.activate("A1")
    t.play("disengage")
    t.dice(4, 5)
    t.play("strike B1")
    assert t.unit("A1").status == "down" and t.ask() == ("ACTIVATE", "B", None)


STRIKERS = [
    ("two inches away", {"at": (8, 5)}, {}, False),
    ("activated", {"activated": True}, {}, False),
    ("waiting", {"activated": True, "waiting": True}, {}, True),
    ("an inch away", {"at": (7, 5)}, {}, True),
    ("behind a tall wall", {}, {"tall": [((5, 5), (6, 5))]}, False),
]


@pytest.mark.clause("WC-REACT-11", "WC-REACT-02")
@pytest.mark.parametrize(("facts", "board", "able"), [case[1:] for case in STRIKERS], ids=[case[0] for case in STRIKERS])
def test_who_may_strike(table, facts, board, able):
    t = duel(table, **{**FRESH, **facts}, board=board)
    t.add("B2", (4, 6))
    t.change("B2", lost=2, activated=True)  # keeps A1 engaged
    t.activate("A1")
    t.play("disengage")
    assert t.decision == ("STRIKE" if able else "DISENGAGE")


@pytest.mark.clause("WC-REACT-14", "WC-HUNT-06")
def test_no_strike_against_one_who_steps_back(table):
    t = duel(table, target="hunt_scout", **FRESH)
    t.add("A2", (7, 5))
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    t.play("step-back", "to 6,8")
    assert t.unit("B1").at == (6, 8) and t.ask() == ("STEP", "A", "A1") and t.unit("A2").lost == 0


@pytest.mark.clause("WC-REACT-07", "WC-REACT-01")
def test_a_bonus_disengage_gives_the_enemy_its_reaction(table):
    t = duel(table, "hunt_scout", at=(8, 9), activated=True)
    t.add("A2", (5, 6), "hunt_scout")
    t.add("B2", (5, 7))
    t.sets("A", {1: 4})
    t.activate("A1")
    use(t, "regroup-1")
    assert t.ask() == ("BONUS", "A", "A2")
    t.play("disengage")
    assert t.ask()[:2] == ("STRIKE", "B")
