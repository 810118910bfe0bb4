"""What answers stake: the dice that they roll, and whom they strike, as each ruleset tells it in `render/stakes.py`."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import entry_of

Stakes = Callable[[np.void, Scenario, int, list[np.void]], list[str]]


@functools.cache
def stakes_words(name: str) -> tuple[Stakes, Callable[[np.void], list[int]]]:
    """How a ruleset tells stakes, and with which faces of all dice its answers are tried for that."""
    module = importlib.import_module(f"{entry_of(name).module}.render.stakes")
    return module.stakes, module.faces


def stakes_of(game: np.ndarray, scenario: Scenario, actions: list[int]) -> dict[str, list[str]]:
    """What is told of the dice of answers and of whom they strike, by their numbers; those without either are missing.

    Args:
        game: an array of one record, not over. actions: legal answers.
    """
    stakes, faces_of = stakes_words(scenario.ruleset.name)
    faces = faces_of(game[0])
    found = {}
    for action in actions:
        after = tried_with(game, scenario, action, faces) if faces else []
        if lines := stakes(game[0], scenario, action, after):
            found[str(action)] = lines
    return found


def tried_with(game: np.ndarray, scenario: Scenario, action: int, faces: list[int]) -> list[np.void]:
    """The games after an answer, each with all dice showing one of some faces, and with their events."""
    batch = Batch(scenario, len(faces), observe=False, listen=True)
    batch.games[:] = game
    batch.games["listening"] = 1
    for b, face in enumerate(faces):
        batch.refresh(b, check=False)
        batch.games["tape"][b] = face
    batch.reseed(np.full(len(faces), action))  # nothing of the true dice, or of what is hidden, shows in what follows
    batch.games["tape_next"], batch.games["tape_end"] = 0, batch.games["tape"].shape[1]
    batch.step(np.full(len(faces), action))
    return list(batch.games)
