"""No index of any rule lies outside its array, before its beginning included: games of libraries that check it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.ruleset import Ruleset

PLAYED = """
import sys

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.registry import ruleset_of

ruleset = ruleset_of(sys.argv[1])
for name in [*ruleset.scenarios, "skirmish:0:40"]:
    for scenario in ruleset.seatings(name):
        for bot in range(len(ruleset.bots)):
            Batch(scenario, 64, [bot] * scenario.seats).reset(seed=bot)
        luck, batch = np.random.default_rng(0), Batch(scenario, 16, after=RESTART)
        batch.reset(seed=1)
        for step in range(600):
            if step % 10 == 0:
                batch.encode_actions(np.arange(16), most=0 if step % 20 else 12)
            batch.step(random_legal(batch.masks, luck))
"""


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_no_index_lies_outside_its_array(ruleset: Ruleset) -> None:
    if ruleset.name == "toy":
        pytest.skip("the toy is registered in this process alone, and the games are played in another")
    told = subprocess.run(
        [sys.executable, "-c", PLAYED, ruleset.name], env={**os.environ, "NUMBA_BOUNDSCHECK": "1"}, cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-1000:]
