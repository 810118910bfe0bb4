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

POSED = """
import sys

import numpy as np

from skirmish_rl.envs import positions
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadPosition
from skirmish_rl.envs.registry import ruleset_of

ruleset = ruleset_of(sys.argv[1])
form, scenario, whole = positions.form_of(ruleset.name), ruleset.scenario(), ruleset.record
begun = Batch(scenario, 1, observe=False)
begun.reset(seed=5)
while begun.games["round"][0] < 2 or begun.games["decision"][0] != form.decision:
    begun.step(begun.ask(np.array([0]), 1))
given = positions.position_of(begun.games[0], scenario)


def extreme(record, kinds, name, end):
    place = form.place(record, ruleset.layout, name, name)
    values = np.full(place.shape, getattr(place, end), record.dtype[name].base)
    return kinds[name].said(values if place.shape else values[()], place)


def changes():
    for end in ("low", "high"):
        for name in form.game:
            yield {name: extreme(whole, form.game, name, end)}
        for rows, kinds in form.rows.items():
            for name in kinds:
                value = extreme(whole.allowed[rows], kinds, name, end)
                for k in range(whole.dtype[rows].shape[0]):
                    kept = given.get(rows, {})
                    yield {rows: {**kept, str(k): {**kept.get(str(k), {}), name: value}}}
        for name, kind in {**form.units, **form.roster}.items():
            value = extreme(whole.allowed["units"], {name: kind}, name, end)
            for k, unit in enumerate(given["units"]):
                yield {"units": [*given["units"][:k], unit | {name: value}, *given["units"][k + 1 :]]}


luck, batch, legal = np.random.default_rng(0), Batch(scenario, 4), 0
for change in changes():
    try:
        batch.reset(seed=legal, positions=[given | change] * 4)
    except BadPosition:
        continue
    legal += 1
    try:
        for step in range(40):
            if step % 10 == 0:
                batch.encode_actions(np.flatnonzero(batch.over == 0))
            if batch.over.all():
                break
            batch.step(random_legal(batch.masks, luck))
    except Exception as error:
        raise AssertionError(f"a game that begins with {change}: {error}") from error
assert legal > 20, legal
"""


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("games", [PLAYED, POSED], ids=["from their start", "from positions that somebody wrote"])
def test_no_index_lies_outside_its_array(ruleset: Ruleset, games: str) -> None:
    if ruleset.name == "toy":
        pytest.skip("the toy is registered in this process alone, and the games are played in another")
    told = subprocess.run(
        [sys.executable, "-c", games, ruleset.name], env={**os.environ, "NUMBA_BOUNDSCHECK": "1"}, cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-1000:]
