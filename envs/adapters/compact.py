"""Observations as bytes: a quarter of float32's memory, for whoever keeps many of them.

Every column lies in [-1, 1]. A byte holds the nearest of 255 equally spaced values: flags are exact, and other numbers are off by at
most 1/254.
"""

from __future__ import annotations

from typing import Any

from skirmish_rl.envs.adapters.device import torch
from skirmish_rl.envs.core.errors import ShapeError

_WHOLE = 127  # the byte of 1.0


def compact(observations: Any, out: Any = None) -> Any:
    """Round observations to bytes.

    Args:
        observations: a tensor of any floating dtype and shape, with values in [-1, 1].
        out: int8 tensor of the same shape that receives the bytes; None for a new one.

    Returns:
        The bytes, int8.

    Raises:
        ShapeError: `out` has another shape or dtype, or `observations` holds no floating-point numbers.
    """
    if not observations.is_floating_point():
        raise ShapeError(f"observations are {observations.dtype}; expected a floating dtype such as torch.float32")
    nearest = (observations * _WHOLE).round_()
    if out is None:
        return nearest.to(torch.int8)
    if out.dtype != torch.int8 or out.shape != observations.shape:
        raise ShapeError(f"out is {out.dtype} of shape {tuple(out.shape)}; expected torch.int8 of shape {tuple(observations.shape)}")
    return out.copy_(nearest)


def expanded(given: Any, dtype: Any = None) -> Any:
    """Turn bytes back into observations.

    Args:
        given: int8, from `compact`.
        dtype: dtype of the result; None for float32.

    Raises:
        ShapeError: `given` holds no bytes.
    """
    if given.dtype != torch.int8:
        raise ShapeError(f"given is {given.dtype}; expected torch.int8, from compact()")
    return given.to(dtype or torch.float32) / _WHOLE
