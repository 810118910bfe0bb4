"""One game through PettingZoo, Gymnasium, the vector view and Stable-Baselines3, and these projects' own tests."""

from __future__ import annotations

import functools
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

from skirmish_rl import envs
from skirmish_rl.envs.adapters.conformance import check_contracts, check_copies, check_rewards, check_views
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.registry import available, ruleset_of


def first_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """An opponent from outside: the first legal action."""
    return masks.argmax(axis=1)


def test_one_seed_is_one_game_in_every_view(outermost: list[Scenario]) -> None:
    for scenario in outermost:
        check_views(scenario)


def test_every_seat_collects_what_it_earned(outermost: list[Scenario]) -> None:
    for scenario in outermost:
        check_rewards(scenario, games=6)


def test_copies_are_exact_and_reseeded_ones_are_not(outermost: list[Scenario]) -> None:
    for scenario in outermost:
        check_copies(scenario, after=25)


def test_the_ecosystems_own_tests_pass(outermost: list[Scenario]) -> None:
    for scenario in outermost:
        check_contracts(scenario, cycles=100)


@pytest.mark.slow
def test_the_ecosystems_own_tests_pass_at_length(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_contracts(scenario, cycles=5000)


def test_every_render_mode_gives_what_pettingzoo_expects(ruleset: Ruleset) -> None:
    render_test(functools.partial(envs.make, ruleset.name, ruleset.default_scenario("small")))


def test_gymnasiums_checker_passes_with_pictures(ruleset: Ruleset) -> None:
    env = gymnasium.make(envs.gymnasium_id(ruleset.name), scenario=ruleset.default_scenario("small"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)


def play(env: SkirmishVector, steps: int, seed: int) -> list[bytes]:
    """Random legal play; the batch's bytes after every step."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        env.step(random_legal(env.batch.masks, luck))
        seen.append(env.batch.games.tobytes())
    return seen


@pytest.mark.parametrize("seat", ["random", 0])
def test_an_agent_asked_outside_plays_like_the_bot_inside(ruleset: Ruleset, seat: str | int) -> None:
    class Asked:
        """The strongest bot, asked one decision at a time."""

        name, bot = "asked", None

        def act(self, batch, index):
            return batch.ask(index, len(ruleset.bots) - 1)

    small, strongest = ruleset.default_scenario("small"), f"bot:{ruleset.bots[-1]}"
    inside = envs.make_vec(ruleset.name, small, n_games=5, opponent=strongest, seat=seat)
    outside = envs.make_vec(ruleset.name, small, n_games=5, opponent=Asked(), seat=seat)
    inside.reset(seed=4)
    outside.reset(seed=4)
    luck = np.random.default_rng(4)
    finished = 0
    for _ in range(300):
        actions = random_legal(inside.batch.masks, luck)
        one, other = inside.step(actions), outside.step(actions)
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[1] == other[1]).all() and (one[2] == other[2]).all()
        for name in ("action_mask", "seat", "seed", "reward_all"):
            assert (one[4][name] == other[4][name]).all(), name
        for b in np.flatnonzero(one[2]):
            finished += 1
            assert (one[4]["final_obs"][b]["observation"] == other[4]["final_obs"][b]["observation"]).all()
    assert finished > 0


def test_a_fixed_seat_stays_and_a_random_one_turns(ruleset: Ruleset) -> None:
    small = ruleset.default_scenario("small")
    fixed = envs.make_vec(ruleset.name, small, n_games=8, opponent="random", seat=1)
    turning = envs.make_vec(ruleset.name, small, n_games=8, opponent="random")
    for env, places in ((fixed, {1}), (turning, {0, 1})):
        _, info = env.reset(seed=5)
        seats = set(info["seat"].tolist())
        for _ in range(400):
            _, _, _, _, info = env.step(env.action_space.sample())
            seats |= set(info["seat"].tolist())
        assert seats == places
    _, info = turning.reset(seed=5)
    first = info["seat"].copy()
    ended = np.zeros(8, bool)
    while not ended.all():
        _, _, now, _, info = turning.step(turning.action_space.sample())
        assert (info["seat"][now & ~ended] != first[now & ~ended]).all(), "the seat did not turn with the new game"
        ended |= now


def test_vector_games_follow_their_seeds(ruleset: Ruleset) -> None:
    small = ruleset.default_scenario("small")
    one = envs.make_vec(ruleset.name, small, n_games=3, opponent="random")
    assert play(one, 50, seed=9) == play(envs.make_vec(ruleset.name, small, n_games=3, opponent="random", threads=2), 50, seed=9)
    _, info = one.reset(seed=[5, 6, 5])
    assert info["seed"].tolist() == [5, 6, 5]
    assert one.batch.games[0].tobytes() == one.batch.games[2].tobytes() != one.batch.games[1].tobytes()


def test_maskable_ppo_learns_on_the_batch(ruleset: Ruleset) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks

    from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv

    for with_mask, policy in ((True, "MultiInputPolicy"), (False, "MlpPolicy")):
        games = envs.make_vec(ruleset.name, ruleset.default_scenario("small"), n_games=8, opponent="random")
        env = SkirmishVecEnv(games, mask_in_observation=with_mask)
        model = MaskablePPO(policy, env, n_steps=64, batch_size=128, n_epochs=1, seed=1, device="cpu")
        model.learn(1024)
        assert model.ep_info_buffer and all(-1 <= episode["r"] <= 1 for episode in model.ep_info_buffer)
        masks = get_action_masks(env)
        assert masks.shape == (8, ruleset.layout.size) and masks.any(axis=1).all()
        observation = env.reset()
        chosen, _ = model.predict(observation, action_masks=get_action_masks(env))
        assert get_action_masks(env)[np.arange(8), chosen].all()


def test_sb3_takes_wrapped_games_and_adds_up_what_a_wrapper_pays() -> None:
    from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv

    class Paying(gymnasium.vector.VectorWrapper):
        def step(self, actions):
            observation, rewards, *rest = self.env.step(actions)
            return observation, rewards + 0.25, *rest

    name = available()[0]
    games = envs.make_vec(name, ruleset_of(name).default_scenario("small"), n_games=4, opponent="random")
    env = SkirmishVecEnv(Paying(gymnasium.wrappers.vector.RecordEpisodeStatistics(games)), mask_in_observation=False)
    env.seed(3)
    assert env.reset().shape == (4, games.scenario.features.size) and env.get_attr("scenario") == [games.scenario] * 4
    luck, seen = np.random.default_rng(3), 0
    while seen < 3:
        _, _, dones, infos = env.step(random_legal(env.action_masks().astype(np.uint8), luck))
        for b in np.flatnonzero(dones):
            episode = infos[b]["episode"]
            assert episode["r"] - 0.25 * episode["l"] in (-1.0, 0.0, 1.0)
            seen += 1


def test_sb3_keeps_the_last_observation_of_a_game(ruleset: Ruleset) -> None:
    from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv

    env = SkirmishVecEnv(envs.make_vec(ruleset.name, ruleset.default_scenario("small"), n_games=4, opponent="random", copy=False))
    env.seed(3)
    before = env.reset()
    kept = before["observation"].copy()
    luck = np.random.default_rng(3)
    dones = np.zeros(4, bool)
    while not dones.any():
        seen, rewards, dones, infos = env.step(random_legal(env.games.batch.masks, luck))
    assert (before["observation"] == kept).all(), "an observation handed out was overwritten"
    for b in np.flatnonzero(dones):
        last = infos[b]["terminal_observation"]["observation"]
        assert last.shape == seen["observation"][b].shape and (last != seen["observation"][b]).any()
        assert infos[b]["episode"]["r"] == rewards[b]
