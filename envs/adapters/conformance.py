"""Checks of the adapters on a registered ruleset: one game in every view, exact copies, rewards, and the tests of other libraries."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import warnings
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.aec import SkirmishEnv
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario


def single_of(scenario: Scenario, **arguments: Any) -> SkirmishSingle:
    """The Gymnasium view of a scenario of a registered ruleset."""
    return SkirmishSingle(scenario.ruleset.name, scenario.name, scenario.seats, **arguments, **scenario.options)


def vector_of(scenario: Scenario, n_games: int, **arguments: Any) -> SkirmishVector:
    """The vector view of a scenario of a registered ruleset."""
    return SkirmishVector(scenario.ruleset.name, scenario.name, n_games, scenario.seats, **arguments, **scenario.options)


def check_views(scenario: Scenario, seed: int = 11, decisions: int = 300) -> None:
    """One seed and the same actions give the same bytes through the core, PettingZoo, Gymnasium and the vector view."""
    _check_all_outside(scenario, seed, decisions)
    for bot in range(len(scenario.ruleset.bots)):
        _check_with_bots(scenario, bot, (seed + bot) % scenario.seats, seed, decisions)


def _check_all_outside(scenario: Scenario, seed: int, decisions: int) -> None:
    core, aec, vector = Batch(scenario, 1), SkirmishEnv(scenario), vector_of(scenario, 3)
    core.reset(seed=seed)
    aec.reset(seed=seed)
    seen, info = vector.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        agent = f"seat_{int(core.deciders[0])}"
        observed, _, _, _, aec_info = aec.last()
        assert aec.agent_selection == agent and info["seat"][0] == core.deciders[0], "the views ask different seats"
        assert observed is not None
        for mask in (observed["action_mask"], aec_info["action_mask"], info["action_mask"][0], seen["action_mask"][0]):
            assert (mask == core.masks[0]).all(), "masks differ between views"
        for vision in (observed["observation"], seen["observation"][0]):
            assert (vision == core.observations[0]).all(), "observations differ between views"
        actions = random_legal(vector.batch.masks, rng)
        core.step(actions[:1])
        aec.step(int(actions[0]))
        seen, _, ended, _, info = vector.step(actions)
        assert core.games[0].tobytes() == aec.record.tobytes(), "PettingZoo's game differs from the core's"
        assert ended[0] == (core.over[0] == 1), "the vector view ends another game"
        if ended[0]:
            assert (info["reward_all"][0] == core.rewards[0]).all()
            return
        assert core.games[0].tobytes() == vector.batch.games[0].tobytes(), "the vector view's game differs from the core's"


def _check_with_bots(scenario: Scenario, bot: int, seat: int, seed: int, decisions: int) -> None:
    control = [bot] * scenario.seats
    control[seat] = -1
    name = f"bot:{scenario.ruleset.bots[bot]}"
    core = Batch(scenario, 1, control=control)
    single, vector = single_of(scenario, opponent=name, seat=seat), vector_of(scenario, 2, opponent=name, seat=seat)
    core.reset(seed=seed)
    single.reset(seed=seed)
    vector.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        assert core.games[0].tobytes() == single.record.tobytes(), "Gymnasium's game differs from the core's"
        assert core.games[0].tobytes() == vector.batch.games[0].tobytes(), "the vector view's game differs from the core's"
        actions = random_legal(vector.batch.masks, rng)
        core.step(actions[:1])
        _, reward, over, _, _ = single.step(int(actions[0]))
        _, rewards, ended, _, info = vector.step(actions)
        assert over == ended[0] == (core.over[0] == 1), "the views end different games"
        assert reward == rewards[0] == core.rewards[0, seat], "the views pay different rewards"
        if over:
            assert core.games[0].tobytes() == single.record.tobytes()
            assert info["final_obs"][0]["observation"].tobytes() == core.look(0, seat)[0].tobytes(), "another last observation"
            return


def check_rewards(scenario: Scenario, games: int = 12, seed: int = 12) -> None:
    """Every seat collects the reward of its game exactly once, the loser too, whichever seat made the last decision."""
    env = SkirmishEnv(scenario)
    rng = np.random.default_rng(seed)
    for game in range(games):
        env.reset(seed=seed + game)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        farewell: list[str] = []
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last()
            paid[agent] += reward
            assert not truncated
            if terminated:
                farewell.append(agent)
                assert info["outcome"] in scenario.ruleset.reasons
                env.step(None)
            else:
                env.step(int(random_legal(info["action_mask"][None], rng)[0]))
        outcome = outcome_of(env.record, scenario.ruleset.reasons)
        assert outcome is not None and farewell == env.possible_agents, "a seat left no farewell"
        assert np.allclose(list(paid.values()), outcome.rewards), f"paid {paid}, earned {outcome.rewards}"
    for seat in range(scenario.seats):
        learner = single_of(scenario, opponent="random", seat=seat)
        learner.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            _, reward, over, _, _ = learner.step(learner.action_space.sample())
            total += reward
        outcome = outcome_of(learner.record, scenario.ruleset.reasons)
        assert outcome is not None and np.isclose(total, outcome.rewards[seat]), "the learner was not paid what it earned"


def check_copies(scenario: Scenario, seed: int = 13, before: int = 20, after: int = 60) -> None:
    """clone, deepcopy, pickle and get_state give the same game; a reseeded clone gives another; strangers are refused."""
    bot = f"bot:{scenario.ruleset.bots[-1]}"
    views: list[Any] = [SkirmishEnv(scenario), single_of(scenario, opponent=bot), vector_of(scenario, 3, opponent=bot)]
    for env in views:
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(before):
            _act(env, rng)
        loaded = env.clone()
        for _ in range(3):
            _act(loaded, np.random.default_rng(seed))
        loaded.set_state(env.get_state())
        copies = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), loaded]
        reseeded = [env.clone(reseed=True), env.clone(reseed=True)]
        rngs = [np.random.default_rng(seed) for _ in range(len(copies) + 3)]
        for _ in range(after):
            for view, own_rng in zip([env, *copies, *reseeded], rngs, strict=True):
                _act(view, own_rng)
            for view in copies:
                assert view.get_state() == env.get_state(), f"a copy of {type(env).__name__} went its own way"
        states = {env.get_state(), *(view.get_state() for view in reseeded)}
        assert len(states) == 3, f"reseeded clones of {type(env).__name__} share their dice"
        stranger = env.get_state().replace(scenario.ruleset.name.encode(), b"x" * len(scenario.ruleset.name), 1)
        for bad in (stranger, env.get_state()[:-5], b"nonsense"):
            try:
                env.set_state(bad)
            except StateError:
                continue
            raise AssertionError(f"{type(env).__name__} took a state that is not its own")


def _act(env: Any, rng: np.random.Generator) -> None:
    """One random legal step in any view; finished games begin again."""
    if isinstance(env, SkirmishVector):
        env.step(random_legal(env.batch.masks, rng))
    elif isinstance(env, SkirmishEnv):
        if not env.agents:
            env.reset()
        mask = env.last()[4]["action_mask"]
        env.step(int(random_legal(mask[None], rng)[0]) if mask.any() else None)
    else:
        if not env.action_masks().any():
            env.reset()
        env.step(int(random_legal(env.action_masks()[None], rng)[0]))


def check_contracts(scenario: Scenario, cycles: int = 500) -> None:
    """PettingZoo's `api_test` and `seed_test`, Gymnasium's `check_env`, and SB3's where it is installed."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        api_test(SkirmishEnv(scenario), num_cycles=cycles)
        seed_test(lambda: SkirmishEnv(scenario), num_cycles=cycles)
        check_env(single_of(scenario), skip_render_check=True)
        with contextlib.suppress(ImportError):
            from stable_baselines3.common.env_checker import check_env as check_sb3_env

            check_sb3_env(single_of(scenario))
