"""Spaces that all adapters share, and action spaces that sample legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from skirmish_rl.envs.core.errors import BadOption, ShapeError, unknown
from skirmish_rl.envs.core.ruleset import Scenario

ILLEGAL = ("raise", "random")  # what a view does with an illegal action


def observation_space(scenario: Scenario, with_mask: bool = True) -> spaces.Dict | spaces.Box:
    """`observation` float32 (features,) in [-1, 1] and `action_mask` int8 (actions,) of 0 and 1; without the mask the bare vector."""
    vector = spaces.Box(-1.0, 1.0, (scenario.features.size,), np.float32)
    return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (scenario.n_actions,), np.int8)}) if with_mask else vector


def checked_mask(mask_in_observation: bool) -> bool:
    """True or False.

    Raises:
        BadOption: anything else.
    """
    if not isinstance(mask_in_observation, bool | np.bool_):
        raise BadOption(f"mask_in_observation={mask_in_observation!r}: True or False")
    return bool(mask_in_observation)


def checked_illegal(illegal: str) -> str:
    """One of `ILLEGAL`.

    Raises:
        UnknownName: anything else.
    """
    if not (isinstance(illegal, str) and illegal in ILLEGAL):
        raise unknown("treatment of illegal actions", illegal, ILLEGAL)
    return illegal


def legal_instead(mask: np.ndarray, action: int, decisions: int) -> int:
    """The legal action that replaces an illegal one: arbitrary, but always the same at the same decision of a game.

    Args:
        mask: (actions,) with at least one legal action.
        decisions: answered in the game so far.
    """
    legal = np.flatnonzero(mask)
    return int(legal[(action * 0x9E3779B1 + decisions * 0x85EBCA6B) % 2**32 % len(legal)])


class BlindDraw(np.int64):
    """An action sampled by `LegalDiscrete.sample()`; it may be replaced if the position has changed since.

    Gymnasium's `check_env` samples before it resets and steps after it; it would otherwise trip over every exact mask.
    """


class LegalDiscrete(spaces.Discrete):
    """`Discrete(n)` whose `sample()` draws a legal action of the running game when no mask is given.

    Args:
        mask: uint8 (n,), the mask of the pending decision, rewritten in place by its owner; all zero: any action.
    """

    def __init__(self, mask: np.ndarray):
        super().__init__(len(mask))
        self.mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """One action; see `Discrete.sample`."""
        if mask is not None or probability is not None:
            return super().sample(mask) if probability is None else super().sample(mask, probability)
        return BlindDraw(super().sample(self.mask.view(np.int8) if self.mask.any() else None))


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """`MultiDiscrete([n] * games)` whose `sample()` draws a legal action for every running game.

    Args:
        masks: uint8 (games, n), rewritten in place by its owner.
    """

    def __init__(self, masks: np.ndarray):
        super().__init__(np.full(masks.shape[0], masks.shape[1]))
        self.masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """One action per game; 0 for a game that is over."""
        if mask is not None or probability is not None:
            return super().sample(mask) if probability is None else super().sample(mask, probability)
        return random_legal(self.masks, self.np_random)


def random_legal(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A legal action per row, each equally likely.

    Args:
        masks: (n, actions) of 0 and 1; a row without ones gets action 0.
        generator: gives one number per row.

    Returns:
        int64 (n,).

    Raises:
        ShapeError: masks that are not a matrix.
    """
    if masks.ndim != 2:
        raise ShapeError(f"masks of shape {masks.shape}; expected (games, actions)")
    upto = np.cumsum(masks != 0, axis=1, dtype=np.int32)
    wanted = (generator.random(len(masks)) * upto[:, -1]).astype(np.int32)
    return (upto > wanted[:, None]).argmax(axis=1).astype(np.int64)
