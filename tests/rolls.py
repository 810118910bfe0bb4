"""Find dice rolled outside of the rule that told the roll: `python -m tests.rolls RULESET SCENARIO DECISIONS`.

It plays games as plain Python.

A rule notes its roll and then throws the dice, itself or by what it calls. A die that falls after that rule has returned is told as part
of a roll that it was not thrown for; one before which anything else was noted is told of nobody.
"""

from __future__ import annotations

import collections
import os
import sys
from types import FrameType
from typing import Any

import numpy as np

os.environ["SKIRMISH_INTERPRETED"] = "1"

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core import dice, events
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event
from skirmish_rl.envs.registry import ruleset_of


class Listener:
    """Hears every event as it is noted."""

    def __init__(self) -> None:
        self.teller: FrameType | None = None  # the call that noted the roll
        self.strays: collections.Counter[str] = collections.Counter()
        self.thrown = 0

    def __call__(self, state: Any, kind: int, *numbers: int) -> None:
        caller = sys._getframe(1)  # `note` or `roll`
        if kind == Event.DIE:
            self.thrown += 1
            callers = list(_callers(caller))
            if self.teller not in callers:
                roll = f"a roll of {self.teller.f_code.co_name}" if self.teller else "no roll"
                self.strays[f"{callers[1].f_code.co_name} throws a die that is told of {roll}"] += 1
        elif kind == Event.ROLLS:
            self.teller = caller.f_back
        elif kind != Event.MODIFIER:
            self.teller = None


def _callers(frame: FrameType | None) -> Any:
    while frame is not None:
        yield frame
        frame = frame.f_back


def main(name: str, scenario: str, decisions: int) -> None:
    """Plays random games of a scenario, prints how many dice fell and which of them were told wrong."""
    listener = Listener()
    events.write_event = dice.write_event = listener  # type: ignore[assignment]
    batch, luck = Batch(ruleset_of(name).scenario(scenario), 1, observe=False, listen=True), np.random.default_rng(5)
    batch.reset(seed=5)
    for k in range(decisions):
        listener.teller = None
        if batch.over.all():
            batch.reset(seed=k)
        else:
            batch.step(random_legal(batch.masks, luck))
    print(listener.thrown, *listener.strays, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
