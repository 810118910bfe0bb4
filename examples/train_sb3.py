"""Stock MaskablePPO learns to beat a bot: `python examples/train_sb3.py [DECISIONS]`; 225000 take about 90 seconds.

Needs the extra `train`.
"""

from __future__ import annotations

import sys

import gymnasium
import torch
from sb3_contrib import MaskablePPO

import skirmish_rl
from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv

OPPONENT = "bot:strong@0.5"  # the strongest bot, half of whose answers are random


def train(decisions: int, n_games: int = 32) -> MaskablePPO:
    """An agent that has learnt for so many decisions."""
    torch.set_num_threads(1)  # small networks are quicker so
    games = skirmish_rl.make_vec("godbreakers", scenario="drill", n_games=n_games, opponent=OPPONENT)
    env = SkirmishVecEnv(games, mask_in_observation=False)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=1)
    return model.learn(decisions)


def score(model: MaskablePPO, games: int) -> float:
    """Its mean reward in new games: -1 has lost them all, 1 has won them all."""
    env = gymnasium.make("skirmish/Godbreakers-v0", scenario="drill", opponent=OPPONENT, mask_in_observation=False)
    total = 0.0
    for seed in range(games):
        observation, info = env.reset(seed=1_000_000 + seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, reward, over, _, info = env.step(action)
        total += float(reward)
    return total / games


def main(decisions: str = "225000", games: str = "100") -> None:
    """Train, and print what it is worth."""
    model = train(int(decisions))
    print(f"mean reward against {OPPONENT}: {score(model, int(games)):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
