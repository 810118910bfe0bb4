"""The OpenSpiel view: its algorithms in Python play, and no clone sees the dice to come."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import IllegalAction, MissingExtra
from skirmish_rl.envs.registry import RULESETS, Entry

IS_THERE = True
try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
    from open_spiel.python.bots import uniform_random
except ImportError:
    IS_THERE = False

only_with_openspiel = pytest.mark.skipif(not IS_THERE, reason="OpenSpiel is not installed: pip install 'skirmish-rl[openspiel]'")


@pytest.fixture(autouse=True)
def toy_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))


def games(scenario: str = "short", seats: int | None = None):
    from skirmish_rl.envs.adapters.openspiel import SkirmishGame

    return SkirmishGame("toy", scenario, seats)


def test_without_openspiel_one_line_says_how_to_get_it() -> None:
    program = "import sys; sys.modules['pyspiel'] = None\nimport skirmish_rl.envs.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert f"{MissingExtra.__name__}: " in done.stderr and "pip install 'skirmish-rl[openspiel]'" in done.stderr


@only_with_openspiel
@pytest.mark.parametrize("seats", [2, 3])
def test_openspiels_mcts_plays_whole_games(seats) -> None:
    game = games(seats=seats)
    bots = []
    for seat in range(seats):
        luck = np.random.RandomState(seat)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        bots.append(mcts.MCTSBot(game, 2, 12, evaluator, random_state=luck) if seat == 0 else uniform_random.UniformRandomBot(seat, luck))
    state = game.new_initial_state(seed=3)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    returns = state.returns()
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(returns) == pytest.approx(0) and any(returns) and state.legal_actions() == []


@only_with_openspiel
@pytest.mark.parametrize("observed", [False, True])
def test_openspiels_information_set_search_plays_whole_games(observed) -> None:
    game = games()
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    searcher = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 12, random_state=luck, use_observation_string=observed, allow_inconsistent_action_sets=True
    )
    state = game.new_initial_state(seed=3)
    while not state.is_terminal():
        action = searcher.step(state) if state.current_player() == 0 else int(luck.choice(state.legal_actions()))
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)


@only_with_openspiel
def test_what_a_seat_cannot_tell_apart_has_one_name() -> None:
    state, seen = games().new_initial_state(seed=7), set()
    while not state.is_terminal():
        asked = state.current_player()
        assert state.information_state_string(asked) == state.resample_from_infostate(asked, None).information_state_string(asked)
        assert state.information_state_string() == state.information_state_string(state.current_player())
        seen |= {state.information_state_string(seat) for seat in range(2)}
        state.apply_action(state.legal_actions()[-1])
    assert len(seen) == 2 * state.move_number(), "every position that differs to a seat has a name of its own"


@only_with_openspiel
def test_a_state_is_the_game_of_the_other_views() -> None:
    from skirmish_rl import envs

    game, env = games(), envs.make("toy", "short")
    state = game.new_initial_state(seed=7)
    env.reset(seed=7)
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL and game.num_players() == 2
    while not state.is_terminal():
        seat = state.current_player()
        assert state.env.record.tobytes() == env.record.tobytes() and env.agent_selection == f"seat_{seat}"
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()
        assert state.legal_actions() == state.legal_actions(seat) == legal and state.legal_actions(1 - seat) == []
        assert state.observation_tensor(seat) == env.observe(env.agent_selection)["observation"].tolist()
        assert state.string_to_action(seat, state.action_to_string(seat, legal[-1])) == legal[-1]
        assert not state.is_chance_node() and state.returns() == [0.0, 0.0]
        state.apply_action(legal[-1])
        env.step(legal[-1])
    assert state.returns() == [env.rewards[agent] for agent in env.possible_agents]
    assert state.move_number() <= game.max_game_length()


@only_with_openspiel
def test_a_clone_goes_into_another_future_and_leaves_the_state_alone() -> None:
    state = games("long").new_initial_state(seed=7)
    before = state.env.record.tobytes()
    keys = {tuple(state.clone().env.record["key"].tolist()) for _ in range(5)}
    assert len(keys) == 5 and tuple(state.env.record["key"].tolist()) not in keys
    twin = state.clone()
    assert twin.legal_actions() == state.legal_actions()
    illegal = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
    twin.apply_action(illegal)  # another future may not have allowed it
    twin.clone().apply_action(illegal)
    child = state.child(state.legal_actions()[0])
    assert twin.move_number() > 0 and child.move_number() > 0
    assert state.env.record.tobytes() == before
    with pytest.raises(IllegalAction):
        state.apply_action(illegal)
    assert pickle.loads(pickle.dumps(state)).env.record.tobytes() == before


def chancy():
    from skirmish_rl.envs.adapters.openspiel import SkirmishGame

    return SkirmishGame("toy", "short", chance_nodes=True)


@only_with_openspiel
def test_dice_fall_in_chance_nodes_where_these_are_wanted() -> None:
    game = chancy()
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC and game.max_chance_outcomes() >= 6
    state = game.new_initial_state(seed=3)
    state.apply_action(0)  # roll
    assert state.is_chance_node() and not state.is_player_node() and state.current_player() == pyspiel.PlayerId.CHANCE
    odds = dict(state.chance_outcomes())
    assert state.legal_actions() == list(odds) and state.legal_actions(0) == [] and state.returns() == [0.0, 0.0]
    six = next(k for k in odds if state.action_to_string(pyspiel.PlayerId.CHANCE, k) == "dice 6/6")
    assert odds[six] == pytest.approx(1 / 6) and sum(odds.values()) == pytest.approx(1)
    with pytest.raises(IllegalAction, match="chance node"):
        state.clone().apply_action(len(odds))
    twin = state.clone()
    for one in (state, twin):
        one.apply_action(six)
    assert state.current_player() == 0 and state.env.record.tobytes() == twin.env.record.tobytes(), (
        "a clone is exact: an outcome means the same in it"
    )
    assert state.resample_from_infostate(0, None).env.record["key"].tobytes() != state.env.record["key"].tobytes()


@only_with_openspiel
def test_openspiels_mcts_plays_through_chance_nodes() -> None:
    game, luck = chancy(), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 6, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    state, thrown = game.new_initial_state(seed=3), 0
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(numbers, p=odds)))
            thrown += 1
        else:
            action = bot.step(state) if state.current_player() == 0 else int(luck.choice(state.legal_actions()))
            assert action in state.legal_actions()
            state.apply_action(action)
    assert thrown and sum(state.returns()) == pytest.approx(0)
