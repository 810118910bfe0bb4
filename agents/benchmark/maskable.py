"""Stock `MaskablePPO` of sb3-contrib on the flat observation, with all default settings except the number of parallel games.

Our `mlp` can represent its network exactly, with zero weights for inputs that it never saw, so it is saved like any other network.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO

from skirmish_rl.agents.benchmark.lessons import BudgetSpent, Lessons
from skirmish_rl.agents.identity import identity_of
from skirmish_rl.agents.network import NetworkConfig, PlainNetwork
from skirmish_rl.agents.tensors import facts_of, tensors_bytes
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Scenario

GAMES, STEPS = 32, 64  # between two updates; stock are 2,048 steps of one game
OPPONENTS = ("random", "bot:simple", "bot:strong")  # one after another, for a third of the budget each
NETWORK = NetworkConfig("mlp", summary=64)  # its policy's, in our words
_PARTS = {"mlp_extractor.policy_net": "actor", "mlp_extractor.value_net": "value"}
_LAST = {"action_net": "actor.4", "value_net": "value.4"}


def train(lessons: Lessons, seed: int, file: Path) -> None:
    """Train within the budget, and save the network."""
    weights = weights_of(learn(lessons, seed), lessons.scenario)
    identity = identity_of(lessons.scenario, NETWORK, greedy=True)
    write_whole(file, tensors_bytes(weights, facts_of(identity, lessons.scenario)))


def learn(lessons: Lessons, seed: int) -> MaskablePPO:
    """Train against one opponent after another until the budget is spent."""
    toy = lessons.purse.left < GAMES * STEPS * 4
    games, steps = (8, 8) if toy else (GAMES, STEPS)
    model: MaskablePPO | None = None
    with contextlib.suppress(BudgetSpent):
        for turn, opponent in enumerate(OPPONENTS, 1):
            env = SkirmishVecEnv(lessons.games(games, opponent, copy=False), mask_in_observation=False)
            env.seed(seed)
            if model is None:
                model = MaskablePPO("MlpPolicy", env, n_steps=steps, seed=seed % 2**32, device="cpu")
            else:
                model.set_env(env)
            while lessons.purse.share < turn / len(OPPONENTS) and lessons.purse.left >= games * steps:
                model.learn(games * steps, reset_num_timesteps=False)
                if lessons.due:
                    lessons.show(_agent(weights_of(model, lessons.scenario)))
    assert model is not None
    return model


def _agent(weights: dict[str, np.ndarray]) -> NetworkAgent:
    return NetworkAgent(PlainNetwork(NETWORK, weights), "learner", greedy=True)


def weights_of(model: MaskablePPO, scenario: Scenario) -> dict[str, np.ndarray]:
    """Convert a model's weights to our names; inputs beyond the flat observation get zero weights."""
    weights = {}
    for name, tensor in model.policy.state_dict().items():
        layer, _, kind = name.rpartition(".")
        whole, _, number = layer.rpartition(".")
        ours = _LAST.get(layer) or f"{_PARTS[whole]}.{number}"
        weights[f"{ours}.{kind}"] = tensor.numpy().astype(np.float32)
    for part in _PARTS.values():
        seen = weights[f"{part}.0.weight"]
        weights[f"{part}.0.weight"] = np.pad(seen, ((0, 0), (0, scenario.n_position - seen.shape[1])))
    return weights
