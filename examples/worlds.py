"""Does what was learnt on some boards hold on others? Train on generated worlds, test on worlds that training never met.

`python examples/worlds.py [DECISIONS] [GAMES]`. Needs the extra `train`.
"""

from __future__ import annotations

import sys

import numpy as np
import torch
from sb3_contrib import MaskablePPO

import skirmish_rl
from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv

OPPONENT = "bot:strong@0.7"  # the strongest bot, seven of ten answers at random
SEEN, UNSEEN = "skirmish:0:200", "skirmish:1000:1200"  # worlds 0 to 199, and others; a game draws one by its seed


def games(worlds: str, n_games: int) -> SkirmishVecEnv:
    """Games on some worlds, for Stable-Baselines3."""
    return SkirmishVecEnv(
        skirmish_rl.make_vec("godbreakers", scenario=worlds, n_games=n_games, opponent=OPPONENT), mask_in_observation=False
    )


def score(model: MaskablePPO, worlds: str, least: int) -> float:
    """The mean reward of at least so many games there: -1 has lost them all, 1 has won them all."""
    env = games(worlds, 32)
    seen, rewards = env.reset(), list[float]()
    while len(rewards) < least:
        actions, _ = model.predict(seen, action_masks=np.array(env.env_method("action_masks")), deterministic=True)
        seen, reward, over, _ = env.step(actions)
        rewards += reward[over].tolist()
    return sum(rewards) / len(rewards)


def main(decisions: str = "200000", least: str = "300") -> None:
    """Train, and print what it is worth on either kind of world."""
    torch.set_num_threads(1)  # small networks are quicker so
    model = MaskablePPO("MlpPolicy", games(SEEN, 32), n_steps=128, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=1)
    model.learn(int(decisions))
    print(f"mean reward on worlds of training: {score(model, SEEN, int(least)):.2f}, on others: {score(model, UNSEEN, int(least)):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
