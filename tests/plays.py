"""Positions of real games for tests that read columns by name, how a seat looks at them, and games that are listened to."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.core.ruleset import Scenario


@functools.cache
def positions(scenario: Scenario, games: int = 12, every: int = 9, most: int = 3) -> np.ndarray:
    """Positions from all stages of games, played at random and by bots; each question a few times if it was asked."""
    bots = len(scenario.ruleset.bots)
    batch, luck, asked = Batch(scenario, games, observe=False), np.random.default_rng(4), np.zeros(len(scenario.ruleset.decisions), int)
    kept = []
    batch.reset(seed=4)
    turn = 0
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        for b in live:
            question = int(batch.games[b]["decision"])
            if asked[question] < most or (turn + b) % (every * games) == 0:
                asked[question] += 1
                kept.append(batch.games[b].copy())
        actions = random_legal(batch.masks, luck)
        by_bot = live[live % bots > 0]
        actions[by_bot] = batch.ask(by_bot, by_bot % bots)
        batch.step(actions)
        turn += 1
    return np.array([*kept, *batch.games[:2]])


def ask(rule: Callable[..., Any], record: np.void, tables: np.void, *arguments: Any) -> Any:
    """What a rule says of a position, in plain Python."""
    return compiled(rule)(record, tables, *arguments)


def played_to_the_end(scenario: Scenario, games: int, bots: tuple[int, ...]) -> Batch:
    """Play whole games, with a bot's number for each seat (0 is random): masks are never empty, observations are bounded."""
    batch, luck = Batch(scenario, games), np.random.default_rng(2)
    batch.reset(seed=9)
    while not batch.over.all():
        assert batch.masks[batch.over == 0].any(axis=1).all()
        actions = random_legal(batch.masks, luck)
        for seat, bot in enumerate(bots):
            index = np.flatnonzero((batch.over == 0) & (batch.deciders == seat))
            if bot and len(index):
                actions[index] = batch.ask(index, np.full(len(index), bot))
        batch.step(actions)
        assert (np.abs(batch.observations) <= 1).all()
    assert not batch.games["fault"].any()
    assert (batch.games["decisions"] < scenario.max_decisions).all()
    return batch


class Eyes:
    """One game that can be set to any position and looked at."""

    def __init__(self, scenario: Scenario, record: np.void | None = None):
        self.scenario, self.features = scenario, scenario.features
        self.batch = Batch(scenario, 1)
        self.batch.reset(seed=1)
        self.record = self.batch.games[0]
        if record is not None:
            self.batch.games[0] = record
        self.tables = scenario.tables[int(self.record["variant"])]

    def sees(self, seat: int) -> np.ndarray:
        """The observation of a seat."""
        return self.batch.look(0, seat)[0].copy()

    def rows(self, section: str, seat: int = 0) -> list[dict[str, float]]:
        """A section of rows, each as column -> value."""
        columns = self.features.section(section).columns
        return [dict(zip(columns, map(float, row), strict=True)) for row in self.features.rows(self.sees(seat), section)]

    def plane(self, section: str, channel: str, seat: int = 0) -> np.ndarray:
        """A plane, (rows, columns) as the seat sees the board."""
        return self.features.planes(self.sees(seat), section)[self.features.section(section).columns.index(channel)]

    def actions(self) -> tuple[dict[str, float], list[tuple[int, dict[str, float]]]]:
        """Columns of the position, and (action, columns) of every legal action."""
        self.batch.refresh(0)
        found, ruleset = self.batch.encode_actions(np.zeros(1, np.int64)), self.scenario.ruleset
        here = dict(zip(ruleset.position_features, map(float, found.positions[0][self.features.size :]), strict=True))
        rows = [dict(zip(ruleset.action_features, map(float, row), strict=True)) for row in found.rows]
        return here, list(zip(map(int, found.numbers), rows, strict=True))

    def asked(self, bot: int) -> tuple[int, np.void]:
        """A bot's answer to the pending decision, and the working space in which `survey` left what it worked out of the position."""
        self.batch.refresh(0)
        first, answer, scratch = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, self.scenario.ruleset.scratch)
        self.batch.engine.ask_bots(self.batch.games, self.scenario.tables, first, self.batch.masks, np.array([bot]), answer, scratch)
        return int(answer[0]), scratch[0]


def compare(rows: Any, columns: tuple[str, ...], expected: list[dict[str, Any]], where: str) -> None:
    """Every column of every row holds what is expected, 0 where nothing is said; nothing is expected that has no column."""
    for row, (values, wanted) in enumerate(zip(rows, expected, strict=True)):
        homeless = [column for column, value in wanted.items() if value and column not in columns]
        assert not homeless, f"{where} row {row} has no column {homeless}"
        wrong = [
            (c, float(v), float(wanted.get(c, 0))) for c, v in zip(columns, values, strict=True) if abs(v - float(wanted.get(c, 0))) > 1e-6
        ]
        assert not wrong, f"{where} row {row}: {wrong}"


def half_by_bot(batch: Batch, luck: np.random.Generator) -> np.ndarray:
    """Answers of the strongest bot in every other game, by chance in the others: fights are rarer there."""
    actions = random_legal(batch.masks, luck)
    by_bot = np.flatnonzero((batch.over == 0) & (np.arange(batch.n) % 2 == 0))
    actions[by_bot] = batch.ask(by_bot, len(batch.scenario.ruleset.bots) - 1)
    return actions


def listened(
    scenario: Scenario, games: int, seed: int, answers: Callable[[Batch, np.random.Generator], np.ndarray] = half_by_bot
) -> Iterator[Batch]:
    """Whole games whose events are noted: the batch as they begin and after each of their answers. A game that is over is heard once."""
    batch, luck = Batch(scenario, games, observe=False, listen=True), np.random.default_rng(seed)
    batch.reset(seed=seed)
    yield batch
    while not batch.over.all():
        batch.games["noted"][batch.over != 0] = 0
        batch.step(answers(batch, luck))
        yield batch


def most_noted(scenario: Scenario, games: int, answers: Callable[[Batch, np.random.Generator], np.ndarray] = half_by_bot) -> int:
    """Most events between two answers."""
    return max(int(batch.games["noted"].max()) for batch in listened(scenario, games, 5, answers))


def check_listening(scenario: Scenario) -> None:
    """Random games with events noted are those without, field by field."""
    silent, heard = Batch(scenario, 8), Batch(scenario, 8, listen=True)
    luck = np.random.default_rng(2)
    silent.reset(seed=2)
    heard.reset(seed=2)
    while not silent.over.all():
        actions = random_legal(silent.masks, luck)
        silent.step(actions)
        heard.step(actions)
        for name in set(scenario.ruleset.state.names) - {"events", "noted", "listening"}:
            assert silent.games[name].tobytes() == heard.games[name].tobytes(), name
        assert not silent.games["noted"].any()
