"""What the tables for rulings share: a game, units by name, dictated dice, playing by text.

Each ruleset's `table.py` puts things on its board, and its `conftest.py` offers the fixture `table`:

    t = table()  # an empty board
    t.add("A1", (10, 10))
    t.add("B1", (11, 10))
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1")
    assert t.unit("B1").damage == 3
"""

from __future__ import annotations

import functools
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view

_FOLDER = Path(tempfile.mkdtemp(prefix="skirmish-rl-tables-"))


def toml_lines(keys: dict[str, Any]) -> str:
    """A TOML file, a line for each key; tables are written inline."""
    return "\n".join(f"{key} = {_toml(value)}" for key, value in keys.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


@functools.cache
def blamed_key(text: str) -> str:
    """The last name of the key that a refusal blames: `size` for `board.size[0]`."""
    return re.search(r"key '([^']*)'", text)[1].rpartition(".")[2].partition("[")[0]


def toml_file(text: str) -> str:
    """The path of a file with this text, the same for the same text."""
    path = _FOLDER / f"{abs(hash(text))}.toml"
    path.write_text(text)
    return str(path)


class GameTable:
    """One game of a scenario, its units by name. As a context manager it checks at its end that exactly the dictated dice were rolled.

    A unit's name is the letter of its seat and its place among that seat's slots: A1, A2, ... and B1, B2, ...; where units may
    belong to nobody these are W1, W2, ... A test may give a unit another name.
    """

    scenario: Scenario

    def _start(self, scenario: Scenario, seed: int) -> None:
        self.scenario = scenario
        self._given: dict[str, int] = {}
        self.batch = Batch(scenario, 1, listen=True)
        self.batch.reset(seed=seed)
        self.state = self.batch.games[0]
        self._dictated = False

    @property
    def _s(self) -> Any:
        return view(self.state)

    @property
    def _t(self) -> Any:
        tables = self.scenario.tables[int(self.state["variant"])]
        return view(tables)

    def run(self) -> None:
        """Go on to the next decision."""
        self._step(-1)

    def _step(self, action: int) -> None:
        """Answer the decision; every number of the record stays within its range."""
        self.batch.step(np.array([action]))
        assert not (outside := self.scenario.ruleset.record.violation(self.batch.games)), outside
        assert not self.state["fault"] and self.batch.masks.max() <= 1 and self.state["over"] <= 1

    def dice(self, *faces: int) -> None:
        """The faces that must fall next."""
        s = self.state
        left = s["tape"][int(s["tape_next"]) : int(s["tape_end"])].tolist() + list(faces)
        s["tape"][: len(left)] = left
        s["tape_next"], s["tape_end"] = 0, len(left)
        self._drawn = int(s["drawn"][0])
        self._dictated = True

    def done(self) -> None:
        """Check that exactly the dictated dice were rolled."""
        s = self.state
        left = s["tape"][int(s["tape_next"]) : int(s["tape_end"])].tolist()
        assert not left, f"dice not rolled: {left}"
        if self._dictated:
            assert int(s["drawn"][0]) == self._drawn, "more dice were rolled than dictated"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, *rest: Any) -> None:
        if kind is None:
            self.done()

    @property
    def _names(self) -> tuple[str, ...]:
        """Units' names in the order of their slots."""
        return next(block.options for block in self.scenario.ruleset.layout.blocks.values() if block.kind == "unit")

    def slot_of(self, name: str) -> int:
        """Slot (from 0) of a unit's name."""
        return self._given[name] if name in self._given else self._names.index(name)

    def name_of(self, slot: int) -> str:
        """Name of the unit in a slot (from 0)."""
        return next((name for name, given in self._given.items() if given == slot), self._names[slot])

    def call(self, name: str, slot: int) -> str:
        """Give the unit in a slot a name of its own."""
        self._given[name] = slot
        return name

    def text(self, action: int) -> str:
        """What an action of the pending decision is called at the table."""
        layout = self.scenario.ruleset.layout
        text = layout.text(action, int(self.state["decision"]))
        if layout.blocks[layout.action(action).block].kind != "unit":
            return text
        verb, _, name = text.partition(" ")
        return f"{verb} {self.name_of(self._names.index(name))}"

    def action(self, text: str) -> int:
        """The action that a text means now; a text that means none is a slip of the test."""
        verb, _, name = text.partition(" ")
        plain = f"{verb} {self._names[self._given[name]]}" if name in self._given else text
        action = self.scenario.ruleset.layout.parse(plain, int(self.state["decision"]))
        assert self.text(action) == text, f"say {self.text(action)!r}, not {text!r}"
        return action

    def play(self, *texts: str) -> None:
        """Answer decisions in their text form."""
        for text in texts:
            action = self.action(text)
            where = f"{self.decision} of seat {self.decider}"
            assert self.batch.masks[0, action], f"{text!r} is illegal at {where}: {sorted(self.legal())[:40]}"
            self._step(action)

    def legal(self) -> set[str]:
        """Texts of the legal actions."""
        return {self.text(int(action)) for action in np.flatnonzero(self.batch.masks[0])}

    def can(self, text: str) -> bool:
        """True if the action of this text is legal now."""
        return bool(self.batch.masks[0, self.action(text)])

    def random_until(self, decision: str, seed: int = 0, limit: int = 5000) -> bool:
        """Play random legal actions until a decision is pending; False if the game ended first."""
        rng = np.random.default_rng(seed)
        for _ in range(limit):
            if self.over or self.decision == decision:
                break
            self._step(int(rng.choice(np.flatnonzero(self.batch.masks[0]))))
        return self.decision == decision

    @property
    def decision(self) -> str:
        return self.scenario.ruleset.decisions(int(self.state["decision"])).name

    @property
    def decider(self) -> int:
        return int(self.state["decider"])

    @property
    def over(self) -> bool:
        return bool(self.state["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.scenario.seats) if int(self.state["winners"]) >> seat & 1)

    @property
    def rewards(self) -> list[float]:
        outcome = outcome_of(self.state, self.scenario.ruleset.reasons)
        return [] if outcome is None else list(outcome.rewards)


Kind = TypeVar("Kind", bound=GameTable)


class Tables(Generic[Kind]):
    """Makes tables; when the test ends, each must have rolled exactly the dice dictated to it."""

    def __init__(self, kind: type[Kind]) -> None:
        self.kind = kind
        self.made: list[Kind] = []

    def __call__(self, **options: Any) -> Kind:
        """A board that the test lays out, on which no die falls that it does not dictate."""
        table = self.kind(**options)
        table.dice()
        self.made.append(table)
        return table

    def new_game(self, *args: Any, **options: Any) -> Kind:
        """A real game at its first decision; its dice fall by its seed until the test dictates some."""
        table = self.kind.new_game(*args, **options)
        self.made.append(table)
        return table

    def done(self) -> None:
        for table in self.made:
            table.done()


def drawn(picture: str) -> Iterator[tuple[tuple[int, int], str]]:
    """What a board drawn as text shows: ((column, row), word) of each place that is not a `.`; a line is a row, a word a place."""
    for row, line in enumerate(picture.strip().splitlines()):
        for column, word in enumerate(line.split()):
            if word != ".":
                yield (column, row), word
