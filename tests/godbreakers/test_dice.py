"""Rolls, rerolls, challenging rolls, tests, Triumph and Ascension. Chapter DIE."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.dice import roll, seed_state
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.data.odds import roll_odds
from skirmish_rl.envs.godbreakers.rules.telling import Modifier
from skirmish_rl.envs.godbreakers.state import STATE
from tests.godbreakers.reading import set_order


def duel(t, a=None, b=None):
    """A1 at (10,10) next to B1 at (11,10), D8 unless said otherwise, A1 active."""
    t.add("A1", (10, 10), **{"die": 8, **(a or {})})
    t.add("B1", (11, 10), **{"die": 8, **(b or {})})
    t.activate("A1")


@pytest.mark.clause("GB-DIE-01")
@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_a_die_has_as_many_faces_as_its_value(die):
    games = np.zeros(1, STATE.dtype)
    state = view(games[0])
    seed_state(state, 11)
    assert {int(roll(state, die)) for _ in range(400)} == set(range(1, die + 1))


@pytest.mark.clause("GB-DIE-01")
def test_the_face_is_the_result(table):
    t = table()
    duel(t, a={"die": 12}, b={"die": 6})
    t.dice(11, 5)
    t.play("engage B1")
    assert t.unit("B1").damage == 6


@pytest.mark.clause("GB-DIE-02")
def test_a_face_up_to_the_threshold_is_rolled_again_until_one_is_above(table):
    t = table()
    duel(t, a={"die": 6, "traits": {"deadly": 2}})
    t.dice(1, 2, 2, 5, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 2


@pytest.mark.clause("GB-DIE-02", "GB-TRT-01", "GB-TRT-12")
def test_it_is_told_why_a_face_is_rolled_again(table):
    t = table()
    duel(t, a={"traits": {"deadly": 1}}, b={"traits": {"defensive": 2}})
    t.dice(1, 5, 2, 6)
    t.play("engage B1")
    told = [(t.name_of(event.unit), event.other, event.value) for event in events_of(t.state) if event.kind == Event.MODIFIER]
    assert told == [("A1", Modifier.DEADLY, -1), ("B1", Modifier.DEFENSIVE, -2)]


@pytest.mark.clause("GB-DIE-06")
@pytest.mark.parametrize(("damage", "healed"), [(0, []), (3, [3])])
def test_a_triumph_heals_the_damage_there_is(table, damage, healed):
    t = table()
    duel(t, a={"damage": damage})
    t.dice(8, 2)
    t.play("engage B1")
    assert [event.value for event in events_of(t.state) if event.kind == Event.HEALED] == healed


@pytest.mark.clause("GB-DIE-02")
def test_the_highest_of_several_thresholds_governs(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=8, damage=3)
    t.add("A2", (11, 10), traits={"healer": 2})
    t.add("A3", (9, 10), traits={"healer": 1})
    t.add("B1", (20, 20))
    t.dice(1, 2, 3)
    t.recovery()
    assert t.unit("A1").status == "ON_BOARD" and t.unit("A1").damage == 0


@pytest.mark.clause("GB-DIE-03")
@pytest.mark.parametrize(("face", "result"), [(1, 0), (2, 0), (3, 0), (4, 4), (5, 5)])
def test_a_challenging_roll_counts_one_to_three_as_nothing(table, face, result):
    t = table()
    t.add("A2", (12, 10))
    duel(t, a={"die": 8}, b={"die": 8})
    t.dice(7, face)
    t.play("engage B1")
    assert t.unit("B1").damage == 7 - result


@pytest.mark.clause("GB-DIE-04")
def test_rerolls_look_at_the_face_not_at_the_challenging_result(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"inspired": 2})
    t.barricade(11, 11, 10, 10)
    t.activate("A1")
    t.dice(1, 2, 3)
    t.play("move 12,10")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-DIE-05")
@pytest.mark.parametrize(("face", "stands"), [(3, True), (4, False)])
def test_a_test_is_one_challenging_roll_passed_above_zero(table, face, stands):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.activate("A1")
    t.dice(face)
    t.play("sunder")
    assert (t.marker("objective") == (12, 12)) is stands
    assert t.unit("A1").damage == 0  # no outcome is written for failure: nothing else happens


@pytest.mark.clause("GB-DIE-05")
def test_a_passed_obstacle_test_has_no_outcome(table):
    t = table()
    duel(t)
    t.dice(4)
    t.play("move 10,10")
    assert (t.unit("A1").damage, t.unit("A1").die) == (0, 8)


@pytest.mark.clause("GB-DIE-06")
def test_triumph_in_an_attack_roll_heals_at_once_and_grows_after_the_action(table):
    t = table()
    duel(t, a={"damage": 4}, b={"die": 10})
    t.dice(8, 9)
    t.play("engage B1")
    assert (t.unit("A1").die, t.unit("A1").damage) == (10, 1)


@pytest.mark.clause("GB-DIE-06")
def test_triumph_in_a_test(table):
    t = table()
    duel(t, a={"die": 6, "damage": 5})
    t.dice(6)
    t.play("move 10,10")
    assert (t.unit("A1").die, t.unit("A1").damage) == (8, 0)


@pytest.mark.clause("GB-DIE-06", "GB-REC-04")
def test_triumph_in_a_recovery_roll(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, damage=7)
    t.add("B1", (20, 20))
    t.dice(6)
    t.recovery()
    assert (t.unit("A1").status, t.unit("A1").die, t.unit("A1").damage) == ("ON_BOARD", 8, 0)


@pytest.mark.clause("GB-DIE-06")
def test_the_die_does_not_grow_inside_the_action(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("B1", (18, 10), die=6, traits={"ranged": 1})
    t.activate("A1")
    t.dice(2, 6)  # B1 wins with its maximum, but reaches only 6U as D6 and stands 7U away
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").die) == (0, 8)


@pytest.mark.clause("GB-DIE-06", "GB-WLD-15")
def test_unaligned_models_never_gain_a_triumph(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.wild("brute", (11, 10), damage=3)
    t.activate("A1")
    t.dice(2, 8)
    t.play("engage W1")
    assert (t.unit("W1").die, t.unit("W1").damage) == (8, 3)


@pytest.mark.clause("GB-DIE-07")
def test_damage_after_the_triumph_stays(table):
    t = table()
    duel(t, a={"die": 12}, b={"die": 8, "damage": 5})
    t.dice(10, 8)
    t.play("engage B1")
    assert (t.unit("B1").die, t.unit("B1").damage) == (10, 2)


@pytest.mark.clause("GB-DIE-08", "GB-ACT-09")
def test_a_d12_that_triumphs_ascends_when_the_action_is_over(table):
    t = table()
    duel(t, a={"die": 12})
    t.dice(12, 5)
    t.play("engage B1")
    gone = t.unit("A1")
    assert (gone.status, gone.cell, gone.die) == ("ASCENDED", None, 12)
    assert t.unit("B1").damage == 7  # it was still there to inflict it


@pytest.mark.clause("GB-DIE-09")
def test_an_ascended_carrier_takes_its_tokens_along_and_they_count(table):
    t = table(last_round=True, rule="treasure")
    duel(t, a={"die": 12, "treasure": 1})
    t.add("A2", (2, 2))
    t.dice(12, 5, 8)  # the last is B1's recovery
    t.play("engage B1")
    assert t.unit("A1").status == "ASCENDED"
    assert not any(t.pile_at((10, 10)).values())
    while not t.over:
        t.play("pass")
    assert list(t.points) == [5, 0]


@pytest.mark.clause("GB-DIE-09", "GB-TRT-16")
@pytest.mark.parametrize(("ascended", "offered"), [(False, True), (True, False)])
def test_despoiling_returns_casualties_but_not_the_ascended(table, ascended, offered):
    t = table()
    t.add("A1", (2, 2))
    t.add("A2", (10, 10), traits={"despoiling": 1})
    t.add("B1", (20, 20))
    t.lose("A1", ascended)
    t.activate("A2")
    assert t.can("despoil") is offered


@pytest.mark.clause("GB-DIE-10", "GB-DIE-11")
@pytest.mark.parametrize(("die", "faces", "grown"), [(8, (8, 8, 8, 3), 12), (10, (10, 10, 10, 10, 10, 3), 12)])
def test_pending_triumphs_add_up_to_d12_at_most(table, die, faces, grown):
    t = table()
    t.add("A1", (2, 2), die=die)
    t.add("B1", (20, 20), die=die)
    t.dice(*faces)  # tie rerolls with the old die: its maximum is a Triumph again
    t.initiative()
    assert (t.unit("A1").status, t.unit("A1").die) == ("ON_BOARD", grown)


@pytest.mark.clause("GB-DIE-10")
def test_a_model_that_was_never_d12_when_rolling_does_not_ascend(table):
    t = table()
    t.add("A1", (2, 2), die=12)
    t.add("B1", (20, 20), die=12)
    t.add("B2", (20, 22))
    t.dice(11, 12)
    t.initiative()
    assert (t.unit("A1").status, t.unit("B1").status) == ("ON_BOARD", "ASCENDED")


@pytest.mark.clause("GB-DIE-11", "GB-INI-03")
def test_growth_from_initiative_waits_for_the_tie_to_be_settled(table):
    t = table(seats=3)
    for name, cell in (("A1", (2, 2)), ("B1", (20, 20)), ("C1", (2, 20))):
        t.add(name, cell, die=8)
    t.dice(8, 8, 3, 3, 7)
    t.initiative()
    assert t.decider == 1
    assert [t.unit(name).die for name in ("A1", "B1", "C1")] == [10, 10, 8]


@pytest.mark.clause("GB-DIE-12")
def test_the_active_model_rolls_first_then_the_nominated_in_their_order(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 11), die=8)
    t.add("B2", (9, 9), die=8)
    t.activate("A1")
    t.dice(7, 5, 2)
    t.play("engage B2")
    t.play("nominate B1")
    assert (t.unit("B2").damage, t.unit("B1").damage) == (2, 5)


@pytest.mark.clause("GB-DIE-12")
def test_initiative_is_rolled_by_ascending_seat_whatever_the_last_order(table):
    t = table()
    t.order(1, 0)
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    t.dice(7, 2)
    t.initiative()
    assert t.decider == 0
    assert [(e.unit, e.other) for e in events_of(t.state) if e.kind == Event.ROLLS] == [
        (t.slot_of("A1"), -1),
        (t.slot_of("B1"), -1),
    ]  # against nobody
    set_order(t, 1, 0)


@pytest.mark.clause("GB-DIE-12")
def test_a_models_rerolls_come_before_the_next_models_roll(table):
    t = table()
    duel(t, a={"traits": {"deadly": 1}}, b={"traits": {"defensive": 1}})
    t.dice(1, 1, 6, 1, 2)
    t.play("engage B1")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-DIE-13")
def test_helpers_and_other_traits_add_no_dice_and_no_modifier(table):
    t = table()
    other = dict.fromkeys(("tough", "fleet", "relentless", "inspired"), 3)
    for name, cell in (("A2", (12, 10)), ("A3", (12, 11)), ("A4", (11, 11))):
        t.add(name, cell)
    duel(t, a={"traits": other, "treasure": 3}, b={"damage": 6})
    t.dice(5, 4)  # three helpers make the roll of B1 challenging, no more
    t.play("engage B1")
    assert t.unit("B1").damage == 7
    t.dice(1, 6)
    t.play("engage B1")
    assert t.unit("A1").damage == 1  # 5 less 2 x Tough 3, not below 1


@pytest.mark.clause("GB-DIE-02", "GB-DIE-03", "GB-DIE-04", "GB-FLW-05")
@pytest.mark.parametrize(("challenging", "unlucky", "failed"), [(False, False, 0), (False, True, 0), (True, False, 2), (True, True, 3)])
def test_the_odds_of_a_roll_know_what_is_rolled_again_and_what_fails(challenging, unlucky, failed):
    """A D8 whose 1s are rolled again: of the faces 2 to 8 a challenging roll ignores those up to 3, an unlucky one up to 4."""
    odds = roll_odds(8, 1, challenging, unlucky)
    assert odds == pytest.approx([failed / 7, 0, *[float(face > failed + 1) / 7 for face in range(2, 9)], 0, 0, 0, 0])
