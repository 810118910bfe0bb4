"""Habits: how often agents cause each kind of event in a game, which tells agents of equal strength apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.playing import Answered, Observer, Piece, Pieces
from skirmish_rl.agents.results.deeds import EventReader, kinds_of, name_of, units_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario


class HabitPieces(Pieces):
    """Plays games as `Pieces` does, and counts the events that each agent causes.

    Attributes:
        counts: agent's name -> float64 (kinds,), number of its events by kind, see `kinds_of`.
        games: agent's name -> number of games, counted once for each seat that the agent held.
    """

    def __init__(self, scenario: Scenario):
        super().__init__()
        self.scenario = scenario
        self.kinds = kinds_of(scenario.ruleset)
        self.counts: dict[str, np.ndarray] = {}
        self.games: Counter[str] = Counter()

    def observer(self, agents: Sequence[Agent], piece: Piece) -> Observer | None:
        """See `Pieces.observer`."""
        for k in piece.who.ravel().tolist():
            self.games[agents[k].name] += 1
        return _Watcher(self, [agent.name for agent in agents], piece.who)

    def means(self) -> dict[str, dict[str, float]]:
        """Agent's name -> kind of event -> mean number in a game; kinds that never occurred are left out."""
        seen = np.sum(list(self.counts.values()), axis=0) > 0
        return {
            name: {kind.name.lower(): float(counts[k] / self.games[name]) for k, kind in enumerate(self.kinds) if seen[k]}
            for name, counts in self.counts.items()
        }


class _Watcher:
    """Counts the events of one piece of the games."""

    listens = True

    def __init__(self, habits: HabitPieces, names: Sequence[str], who: np.ndarray):
        self.habits, self.names, self.who = habits, names, who
        self.events = EventReader(habits.scenario)
        self.known = False

    def note(self, batch: Batch, step: Answered) -> None:
        """See `Observer`."""
        if not self.known:
            self.events.know(units_of(step.games[0], self.habits.scenario))
            self.known = True
        told = self.events.read(batch.games, np.flatnonzero(step.who >= 0))
        counts = (told.place >= 0) & (told.seat >= 0) & (told.seat < self.who.shape[1])
        agent = self.who[step.first + told.game[counts], told.seat[counts]]
        total = np.zeros((len(self.names), len(self.habits.kinds)))
        np.add.at(total, (agent, told.place[counts]), told.much[counts])
        for name, events in zip(self.names, total, strict=True):
            if name in self.habits.games:
                self.habits.counts[name] = self.habits.counts.get(name, 0) + events


def habit_table(habits: HabitPieces) -> Table:
    """A table of the means, with a row for each kind of event and a column for each agent."""
    means = habits.means()
    words = {kind.name.lower(): name_of(kind) for kind in habits.kinds}
    table = Table("in a game", *means, title="habits", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for event in next(iter(means.values()), {}):
        table.add_row(words[event], *(f"{events[event]:.2f}" for events in means.values()))
    return table


def habit_facts(habits: HabitPieces) -> dict[str, Any]:
    """The means, for a results file."""
    return {name: {event: round(mean, 4) for event, mean in events.items()} for name, events in habits.means().items()}
