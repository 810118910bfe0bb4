"""Tabletop skirmish games with alternating activation as reinforcement-learning environments.

    env = skirmish_rl.make("godbreakers", scenario="drill")              # PettingZoo AEC: every seat an agent
    env = gymnasium.make("skirmish/Godbreakers-v0", opponent="bot:strong")   # Gymnasium: one learner
    env = skirmish_rl.make_vec("godbreakers", n_games=256)               # Gymnasium VectorEnv: a batch in one compiled call

`skirmish_rl.envs` holds the games and needs no torch; `skirmish_rl.agents` holds who plays them.
Importing this package registers the names with Gymnasium and PettingZoo.
"""

from __future__ import annotations

from skirmish_rl.envs import available, gymnasium_id, make, make_vec

__all__ = ["__version__", "available", "gymnasium_id", "make", "make_vec"]
__version__ = "1.0.0"
