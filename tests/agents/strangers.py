"""Agents that do what agents must not, importable by workers."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.batch import Batch


class Stranger:
    """Plays the first legal action; the others here do something else at their fifth decision of some games."""

    bot = None

    def __init__(self, name: str):
        self.name = name

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        return batch.masks[index].argmax(axis=1).astype(np.int64)

    def chosen(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Every third game, by its own number, late enough that others have played."""
        return (batch.games["key"][index, 0] % 3 == 0) & (batch.games["decisions"][index] >= 5)


class Crashing(Stranger):
    def act(self, batch, index):
        if self.chosen(batch, index).any():
            raise ZeroDivisionError("no way out")
        return super().act(batch, index)


class Wrong(Stranger):
    """Gives an answer that is not among the legal ones."""

    def __init__(self, name: str, answer: int):
        super().__init__(name)
        self.answer = answer

    def act(self, batch, index):
        legal = super().act(batch, index)
        answer = batch.masks[index].argmin(axis=1) if self.answer == 0 else np.full(len(index), self.answer)
        return np.where(self.chosen(batch, index), answer, legal)


class Mute(Stranger):
    """Answers in no form that could be understood."""

    def act(self, batch, index):
        return np.zeros((len(index), 2))


class Deadly(Stranger):
    """Kills its process, so many times in all."""

    def __init__(self, name: str, folder: Path, times: int):
        super().__init__(name)
        self.folder, self.times = folder, times

    def act(self, batch, index):
        for k in range(self.times):
            with contextlib.suppress(FileExistsError):  # somebody else's death
                (self.folder / f"death{k}").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return super().act(batch, index)
