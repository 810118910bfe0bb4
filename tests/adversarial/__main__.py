"""Plays generated scenarios and prints a line of JSON for each: `python -m tests.adversarial <ruleset> <first> <count>`."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import ruleset_of
from tests.adversarial.files import generated, write

GAMES = 4


def beyond(values: np.ndarray, names: list[str]) -> set[str]:
    """Names of the columns that hold something outside [-1, 1]."""
    return {names[column] for column in np.flatnonzero((~(np.abs(values) <= 1)).any(axis=0))}


def play(scenario: Scenario) -> dict[str, Any]:
    """Random games with everything looked at, then games between the strongest bots."""
    ruleset, luck, wrong = scenario.ruleset, np.random.default_rng(1), set()
    names = [*scenario.features.names(), *(f"position.{name}" for name in ruleset.position_features)]
    actions = [f"action.{name}" for name in ruleset.action_features]
    batch = Batch(scenario, GAMES)
    batch.reset(seed=1)
    while not batch.over.all():
        found = batch.encode_actions(np.flatnonzero(batch.over == 0))
        wrong |= beyond(found.positions, names) | beyond(found.rows, actions)
        chosen = random_legal(batch.masks, luck)
        batch.step(chosen)
    for seat in range(scenario.seats):
        wrong |= beyond(np.array([batch.look(b, seat)[0] for b in range(GAMES)]), names)
    bots = Batch(scenario, 2, control=[len(ruleset.bots) - 1] * scenario.seats, observe=False)
    bots.reset(seed=2)
    games = np.concatenate([batch.games, bots.games])
    return {
        "faults": int(games["fault"].sum()), "over": bool(games["over"].all()), "decisions": int(games["decisions"].max()),
        "within": bool((games["decisions"] <= scenario.max_decisions).all()), "outside": sorted(wrong)[:8],
    }  # fmt: skip


def run(ruleset: str, number: int) -> dict[str, Any]:
    """What one generated scenario does: it is refused, or played."""
    files, seats, options = generated(ruleset, number)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = write(files, Path(folder))
        try:
            with contextlib.chdir(folder):  # options name files beside it
                scenario = ruleset_of(ruleset).scenario(str(path), seats, **options)
        except SkirmishError as error:
            return {"number": number, "refused": str(error)[:200].replace(folder, "")}
        loaded = time.monotonic()
        played = play(scenario)
    return {"number": number, "loading": round(loaded - began, 2), "playing": round(time.monotonic() - loaded, 2), **played}


def main() -> None:
    """One line for each number, flushed, so that whoever reads them knows where a hanging one stands."""
    ruleset, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(first, first + count):
        print(json.dumps(run(ruleset, number)), flush=True)


if __name__ == "__main__":
    main()
