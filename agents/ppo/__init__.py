"""The package's trainer: imitation of a bot, then proximal policy optimisation (PPO) over the legal actions."""

from skirmish_rl.envs.core.errors import look_for

# All of them at once: a library for the last plot must not be missed after an hour of training.
look_for("train", "choix", "matplotlib", "rich", "scipy", "tensorboard", "tyro", "torch")
