"""The learner: imitation of a bot, then MaskablePPO that scores legal actions by their features."""

from importlib import import_module

from skirmish_rl.envs.core.errors import needs

with needs("train"):  # all of them at once: a library for the last plot must not be missed after an hour of training
    for library in ("choix", "matplotlib", "rich", "scipy", "tensorboard", "tyro", "torch", "sb3_contrib"):
        import_module(library)
