"""Positions of real games for tests that read columns by name, and how one looks at them."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron import RULESET

EVERYTHING = str(Path(__file__).parent / "everything.toml")
SCENARIOS = [*RULESET.scenarios, EVERYTHING]


@functools.cache
def scenario_of(name: str) -> Scenario:
    return RULESET.scenario(name)


@functools.cache
def positions(name: str, games: int = 12, every: int = 9) -> np.ndarray:
    """Positions from all stages of games, played at random and by bots; each kind of question at least once if it was asked."""
    batch, luck, kept, asked = Batch(scenario_of(name), games, observe=False), np.random.default_rng(4), [], set()
    batch.reset(seed=4)
    turn = 0
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        for b in live:
            question = int(batch.games[b]["decision"])
            if question not in asked or (turn + b) % (every * games) == 0:
                asked.add(question)
                kept.append(batch.games[b].copy())
        actions = random_legal(batch.masks, luck)
        by_bot = live[live % 3 > 0]
        actions[by_bot] = batch.ask(by_bot, np.where(by_bot % 3 == 1, 1, 2))
        batch.step(actions)
        turn += 1
    return np.array(kept)


class Eyes:
    """One game that can be set to any position and looked at."""

    def __init__(self, name: str, record: np.void | None = None):
        self.scenario = scenario_of(name)
        self.features, self.tables = self.scenario.features, self.scenario.tables[0]
        self.batch = Batch(self.scenario, 1)
        self.batch.reset(seed=1)
        self.record = self.batch.games[0]
        if record is not None:
            self.batch.games[0] = record

    def sees(self, seat: int) -> np.ndarray:
        """The observation of a seat."""
        return self.batch.look(0, seat)[0].copy()

    def rows(self, section: str, seat: int = 0) -> list[dict[str, float]]:
        """A section of rows, each as column -> value."""
        columns = self.features.section(section).columns
        return [dict(zip(columns, map(float, row), strict=True)) for row in self.features.rows(self.sees(seat), section)]

    def plane(self, channel: str, seat: int = 0) -> np.ndarray:
        """A plane of markers, (rows, columns) as the seat sees the map."""
        return self.features.planes(self.sees(seat), "marker")[self.features.section("marker").columns.index(channel)]
