"""What a ruleset's check of saved games is made of: complaints as tables, the processes under way, and what a rule says of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.jit import compiled

Stack = tuple[tuple[int, int], ...]  # (kind, step) of every frame, the running one last


def holding(complaints: dict[str, Any]) -> Iterator[str]:
    """The complaints that hold: those beside something true, or an array with something true in it."""
    return (complaint for complaint, found in complaints.items() if np.any(found))


def within(stacks: Iterable[Stack], kind: int, *steps: int) -> list[Stack]:
    """Some stacks, each with a frame of a kind on top, at each of its steps."""
    return [(*stack, (int(kind), int(step))) for stack in stacks for step in steps]


def running(record: np.void) -> dict[int, np.void]:
    """The frames under way by their kind, the running one last."""
    return {int(frame["kind"]): frame for frame in record["frames"][: record["depth"]]}


def misplaced(record: np.void, decision: IntEnum, stacks: Iterable[Stack]) -> Iterator[str]:
    """Complaints about the frames of a game; `stacks` are the processes that can be under way at its question."""
    frames = record["frames"]
    if tuple((int(frame["kind"]), int(frame["step"])) for frame in frames[: record["depth"]]) not in stacks:
        yield f"{decision.name} in the middle of something else"
    if frames[-1] != np.zeros(1, frames.dtype)[0]:
        yield "the frame that must stay blank is not"


def ask(rule: Callable[..., Any], record: np.void, tables: np.void, *arguments: int) -> Any:
    """What a rule says of a saved game."""
    return compiled(rule)(record, tables, *arguments)
