"""The RLlib view: no decision is lost, masks hold, and the documented configuration trains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.adapters import rllib
from skirmish_rl.envs.adapters.rllib import SkirmishRLlib
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.dice import next_seed
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError, UnknownName
from skirmish_rl.envs.registry import RULESETS, Entry

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "experiments.md"
GAMES = 6


@pytest.fixture(autouse=True)
def toy_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))
    yield


def choose(observation: np.ndarray, mask: np.ndarray) -> int:
    """A legal action that depends on nothing but what is seen."""
    legal = np.flatnonzero(mask)
    return int(legal[int(np.abs(observation).sum() * 1000) % len(legal)])


class First:
    """An opponent asked in Python."""

    name, bot = "first", None

    def act(self, batch, index):
        return batch.masks[index].argmax(axis=1)


def stories_by_rllib(steps: int, **config) -> list[list[tuple]]:
    """What each place of the batch sees and does, as RLlib's runner would keep it: (observation, action, reward, ended) by decision."""
    env = SkirmishRLlib({"ruleset": "toy", "scenario": "short", "num_envs": GAMES, **config})
    seen, _ = env.reset(seed=3)
    stories, fresh = [[] for _ in range(GAMES)], np.zeros(GAMES, bool)
    for _ in range(steps):
        actions = np.array([0 if fresh[b] else choose(seen["observations"][b], seen["action_mask"][b]) for b in range(GAMES)])
        after, rewards, ended, truncated, _ = env.step(actions)
        assert not truncated.any() and after["observations"].dtype == after["action_mask"].dtype == np.float32
        for b in range(GAMES):
            if fresh[b]:
                assert rewards[b] == 0 and not ended[b]  # the step that begins a game is no decision
            else:
                stories[b].append((seen["observations"][b].tobytes(), int(actions[b]), float(rewards[b]), bool(ended[b])))
            assert after["action_mask"][b].any() != ended[b]
        seen, fresh = after, ended
    return stories


def stories_by_vector(steps: int, **config) -> list[list[tuple]]:
    """The same from the view that begins the next game at once."""
    env = envs.make_vec("toy", "short", n_games=GAMES, **{"opponent": "bot:strong", **config})
    seen, _ = env.reset(seed=3)
    stories = [[] for _ in range(GAMES)]
    for _ in range(steps):
        actions = np.array([choose(seen["observation"][b], seen["action_mask"][b]) for b in range(GAMES)])
        after, rewards, ended, _, _ = env.step(actions)
        for b in range(GAMES):
            stories[b].append((seen["observation"][b].tobytes(), int(actions[b]), float(rewards[b]), bool(ended[b])))
        seen = after
    return stories


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"seat": 1},
        {"seats": 3, "opponent": ["bot:simple", "bot:strong"]},
        {"opponent": First()},
        {"seats": 3, "opponent": First(), "seat": 0},
    ],
)
def test_every_decision_of_every_game_is_there(config) -> None:
    one, two = stories_by_rllib(300, **config), stories_by_vector(300, **config)
    for b in range(GAMES):
        assert len(one[b]) > 200 and sum(entry[3] for entry in one[b]) > 10
        assert one[b] == two[b][: len(one[b])]


def test_the_last_look_at_a_game_is_that_of_the_learner() -> None:
    env = SkirmishRLlib({"ruleset": "toy", "scenario": "short", "num_envs": 1, "seat": 1})
    single = SkirmishSingle("toy", "short", seat=1)
    seen, _ = env.reset(seed=5)
    looked, _ = single.reset(seed=5)
    ended = False
    while not ended:
        assert (seen["observations"][0] == looked["observation"]).all() and (seen["action_mask"][0] == looked["action_mask"]).all()
        action = choose(looked["observation"], looked["action_mask"])
        seen, rewards, over, _, _ = env.step(np.array([action]))
        looked, reward, ended, _, _ = single.step(action)
        assert (bool(over[0]), float(rewards[0])) == (ended, reward)
    assert (seen["observations"][0] == looked["observation"]).all() and not seen["action_mask"].any()


def test_wrong_use_is_refused() -> None:
    with pytest.raises(BadOption, match='no "ruleset"'):
        SkirmishRLlib({"num_envs": 2})
    with pytest.raises(BadOption, match="VECTOR_ENTRY_POINT"):
        SkirmishRLlib({"ruleset": "toy"})
    with pytest.raises(UnknownName, match="did you mean 'tokens'"):
        SkirmishRLlib({"ruleset": "toy", "num_envs": 2, "token": 1})
    env = SkirmishRLlib({"ruleset": "toy", "num_envs": 2})
    with pytest.raises(StateError, match=r"call reset\(\) first"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(np.full(2, 6))


@pytest.mark.slow
def test_rllibs_runner_keeps_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games of its own runner, replayed decision by decision."""
    pytest.importorskip("ray")
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner

    monkeypatch.setattr(rllib, "fresh_seed", lambda: 11)
    config = rllib.ppo({"ruleset": "godbreakers", "scenario": "drill", "opponent": "bot:simple", "seat": 0}, games=1)
    episodes = SingleAgentEnvRunner(config=config).sample(num_episodes=4)
    single = SkirmishSingle("godbreakers", "drill", opponent="bot:simple", seat=0)
    seed = 11
    assert len(episodes) == 4
    for episode in episodes:
        looks = episode.get_observations()
        seen, _ = single.reset(seed=seed)
        for k, action in enumerate(episode.get_actions()):
            assert (seen["observation"] == looks["observations"][k]).all() and (seen["action_mask"] == looks["action_mask"][k]).all()
            seen, reward, ended, _, _ = single.step(int(action))
            assert ended == (k == len(episode) - 1)
        assert reward == episode.get_return() and (seen["observation"] == looks["observations"][-1]).all()
        seed = next_seed(seed)


@pytest.mark.slow
def test_the_documented_configuration_trains(capsys) -> None:
    ray = pytest.importorskip("ray")
    block = next(
        b for b in re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL) if "rllib" in b
    )
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        exec(compile(block, str(DOCUMENT), "exec"), {})
    finally:
        ray.shutdown()
    returns = [float(text) for text in capsys.readouterr().out.split()]
    assert len(returns) == 20 and np.mean(returns[-3:]) > np.mean(returns[:3]) + 0.3
