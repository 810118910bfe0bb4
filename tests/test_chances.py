"""Chance as a choice: how the dice may fall after an answer, and with what odds."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.adapters.chances import Chance, outcomes, same_but_for_luck, step_copies
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError
from skirmish_rl.envs.registry import RULESETS, Entry, available, ruleset_of
from tests import toy

SHORT = toy.RULESET.scenario("short", 2)


@pytest.fixture(autouse=True)
def toy_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))


def staking() -> Batch:
    """A game in which a seat is about to stake tokens against a pot."""
    batch = Batch(SHORT, 1)
    batch.reset(seed=3)
    for action in (toy.HOLD, toy.CHALLENGE):
        batch.step(np.array([action]))
    return batch


def test_every_face_of_a_die_has_its_odds_and_its_position() -> None:
    batch = Batch(SHORT, 1)
    batch.reset(seed=3)
    before = batch.games.tobytes()
    found = outcomes(SHORT, batch.games[0], toy.ROLL)
    pot, kept = int(batch.games[0]["pot"]), [chance for chance in found if len(chance.dice) == 1]
    assert found.exact and [chance.dice for chance in kept] == [((6, face),) for face in range(2, 7)]
    assert [int(chance.record["pot"]) - pot for chance in kept] == [2, 3, 4, 5, 6] and all(chance.probability == 1 / 6 for chance in kept)
    spoilt = [chance for chance in found if len(chance.dice) > 1]  # the next seat can only roll
    assert {chance.dice[0] for chance in spoilt} == {(6, 1)} and sum(chance.probability for chance in spoilt) == pytest.approx(1 / 6)
    assert all(chance.probability == pytest.approx(6.0 ** -len(chance.dice)) for chance in spoilt[:9])
    assert batch.games.tobytes() == before, "the game itself is left alone"
    assert len(outcomes(SHORT, kept[0].record, toy.HOLD)) == 1


def test_ways_to_the_same_position_are_told_as_one_with_all_their_odds() -> None:
    batch = staking()
    found = outcomes(SHORT, batch.games[0], toy.STAKE)
    kept = [chance for chance in found if chance.record["points"].any()]
    assert found.exact and sum(chance.probability for chance in kept) == pytest.approx(4 / 6)
    assert {chance.dice[0] for chance in kept} == {(6, 1)} and {chance.dice[0] for chance in found} == {(6, 1), (6, 5)}, (
        "only one of the ways is told"
    )
    assert len({same_but_for_luck(np.array([chance.record]))[0].tobytes() for chance in found}) == len(found)


def test_falls_that_are_too_many_are_drawn_or_refused() -> None:
    record = staking().games[0]
    drawn = outcomes(SHORT, record, toy.STAKE + 2, most=100, samples=600)
    kept = sum(chance.probability for chance in drawn if chance.record["points"].any())
    assert not drawn.exact and sum(chance.probability for chance in drawn) == pytest.approx(1) and abs(kept - (4 / 6) ** 3) < 0.1
    with pytest.raises(BadOption, match="more than most=100"):
        outcomes(SHORT, record, toy.STAKE + 2, most=100, samples=0)


def test_outcomes_repeat_and_never_tell_the_dice_to_come() -> None:
    batch = Batch(SHORT, 1)
    batch.reset(seed=3)
    one, two = (outcomes(SHORT, batch.games[0].copy(), toy.ROLL) for _ in range(2))
    assert [chance.record.tobytes() for chance in one] == [chance.record.tobytes() for chance in two]
    keys = {chance.record["key"].tobytes() for chance in one}
    assert len(keys) == len(one) and batch.games[0]["key"].tobytes() not in keys


@pytest.mark.parametrize("name", available())
def test_the_position_that_follows_is_among_the_outcomes_of_real_games(name: str) -> None:
    scenario = ruleset_of(name).scenario("duel")
    batch, seen = Batch(scenario, 1, observe=False), collections.Counter()
    batch.reset(seed=5)
    while not batch.over[0] and seen.total() < 150 and not (seen[True] and seen[False] > 30):
        actions = batch.ask(np.zeros(1, np.int64), len(scenario.ruleset.bots) - 1)
        found = outcomes(scenario, batch.games[0].copy(), int(actions[0]), most=300, samples=5)
        batch.step(actions)
        assert sum(chance.probability for chance in found) == pytest.approx(1)
        seen[len(found) > 1] += found.exact
        followed = same_but_for_luck(batch.games)[0].tobytes()
        assert not found.exact or followed in {same_but_for_luck(np.array([chance.record]))[0].tobytes() for chance in found}
    assert seen[True] and seen[False]
    assert not batch.games["fault"].any()


def test_copies_with_new_dice_come_from_the_odds_and_keep_what_lies_hidden() -> None:
    batch = Batch(SHORT, 1)
    batch.reset(seed=3)
    games = step_copies(SHORT, np.repeat(batch.games, 1200), np.full(1200, toy.ROLL), np.random.default_rng(1)).games
    counts = np.bincount(games["pot"][games["turn"] == batch.games["turn"]] - batch.games[0]["pot"])[2:]
    assert len(counts) == 5 and (abs(counts - 200) < 70).all() and abs(counts.sum() - 1000) < 70
    assert (games["secret"] == batch.games["secret"]).all(), "a planner's reseed would deal the secrets anew"


def test_an_environment_goes_on_from_an_outcome_in_a_copy() -> None:
    env = envs.make("toy", "short")
    env.reset(seed=3)
    before = env.record.tobytes()
    chances = env.outcomes(toy.ROLL)
    spoilt, kept = (env.after(toy.ROLL, next(chance for chance in chances if chance.dice[0][1] == face)) for face in (1, 6))
    assert (spoilt.agent_selection, kept.agent_selection) == ("seat_1", "seat_0") and env.record.tobytes() == before
    assert kept.last()[4]["action"] == toy.ROLL and kept.last()[4]["action_mask"][toy.HOLD]
    kept.step(toy.HOLD)
    with pytest.raises(StateError, match="dictated"):
        kept.clone().get_state()
    kept.reset(seed=3)
    assert kept.get_state() == env.get_state()


def test_in_the_gymnasium_view_the_others_answer_after_the_dice() -> None:
    env = SkirmishSingle("toy", "short", seat=0, opponent="bot:simple")
    env.reset(seed=3)
    twin = env.after(toy.ROLL, next(one for one in env.outcomes(toy.ROLL) if one.dice[0][1] == 1))
    assert int(twin._game.decider) in (0, -1) and int(twin._game.batch.games[0]["decisions"]) > 1
    assert int(env._game.batch.games[0]["decisions"]) == 0


def test_a_game_is_won_on_the_way_to_an_outcome() -> None:
    env = envs.make("toy", "short")
    env.reset(seed=3)
    luck = np.random.default_rng(2)
    while env.agents and not env.terminations[env.agent_selection]:
        action = int(luck.choice(np.flatnonzero(env.last()[4]["action_mask"])))
        chances = env.outcomes(action)
        env = env.after(action, chances[int(luck.integers(len(chances)))])
    assert sum(env.rewards.values()) == pytest.approx(0) and all(env.terminations.values())
    with pytest.raises(StateError, match="ended"):
        env.outcomes(0)


def test_wrong_questions_are_refused_by_name() -> None:
    env = envs.make("toy", "short")
    with pytest.raises(StateError, match="reset"):
        env.outcomes(toy.ROLL)
    env.reset(seed=3)
    with pytest.raises(IllegalAction):
        env.outcomes(toy.PASS)
    for wrong in ({"most": 0}, {"most": 1.5}, {"samples": -1}, {"samples": 10**9}):
        with pytest.raises(BadOption):
            env.outcomes(toy.ROLL, **wrong)
    chance = env.outcomes(toy.ROLL)[5]
    with pytest.raises(BadOption, match="expected one of outcomes"):
        env.after(toy.ROLL, 3)  # type: ignore[arg-type]
    with pytest.raises(StateError, match="record"):
        env.after(toy.ROLL, Chance(1.0, (), None))  # type: ignore[arg-type]
    env.step(toy.ROLL)
    while not env.infos[env.agent_selection]["action_mask"][toy.HOLD]:
        env.step(toy.ROLL)
    with pytest.raises(StateError, match=f"after.{toy.HOLD}, .... with an outcome of action {toy.ROLL}"):
        env.after(toy.HOLD, env.outcomes(toy.ROLL)[-1])
    assert env.after(toy.HOLD, env.outcomes(toy.ROLL)[-1]._replace(action=-1)), "of unknown origin"
    env.reset(seed=3)
    broken = chance.record.copy()
    broken["turn"] = 99
    with pytest.raises(StateError, match="turn"):
        env.after(toy.ROLL, chance._replace(record=broken))
    env.step(toy.ROLL)
    with pytest.raises(StateError, match="another position"):
        env.after(env.infos[env.agent_selection]["action_mask"].argmax(), chance)
    with pytest.raises(StateError, match="NoneType"):
        outcomes(SHORT, None, 0)  # type: ignore[arg-type]
    with pytest.raises(StateError, match="not begun"):
        outcomes(SHORT, np.zeros(1, SHORT.ruleset.state)[0], 0)
