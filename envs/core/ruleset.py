"""What a ruleset declares about itself, and what a chosen scenario of it is."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.dice import LOG, TAPE
from skirmish_rl.envs.core.engine import Engine
from skirmish_rl.envs.core.errors import BadOption, ShapeError, unknown
from skirmish_rl.envs.core.features import Features
from skirmish_rl.envs.core.layout import Layout

MAX_SEATS = 4

# The fields every state has; `core` reads these and no others.
HEADER: list[tuple[Any, ...]] = [
    ("key", "u4", (2,)),  # seed of all luck
    ("drawn", "u4", (2,)),  # numbers taken from each stream
    ("decisions", "i4"),  # decisions answered so far
    ("decision", "i2"),  # what is asked, a member of the ruleset's Decision enum
    ("decider", "i1"),  # seat that must answer, -1 when the game is over
    ("seats", "i1"),
    ("variant", "i1"),  # which of the scenario's tables this game uses
    ("round", "i1"),
    ("over", "u1"),
    ("reason", "u1"),  # why it ended, an index into Ruleset.reasons
    ("winners", "u1"),  # bit mask of seats
    ("fault", "u1"),  # a capacity was overrun: a bug
    ("tape_next", "u1"),
    ("tape_end", "u1"),
    ("logged", "u1"),  # faces rolled since the last decision
    ("tape", "u1", (TAPE,)),
    ("log", "u1", (LOG,)),
]


def pack_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """A record dtype without hidden padding: largest fields first, explicit `_pad` at the end."""

    def alignment(spec: tuple[Any, ...]) -> int:
        return np.dtype(spec[1]).alignment

    ordered = sorted(fields, key=alignment, reverse=True)
    used = sum(np.dtype(tuple(spec[1:]) if len(spec) > 2 else spec[1]).itemsize for spec in ordered)
    widest = max(alignment(spec) for spec in ordered)
    if used % widest:
        ordered.append(("_pad", "u1", (widest - used % widest,)))
    dtype = np.dtype(ordered, align=True)
    size = sum(dtype[name].itemsize for name in dtype.names or ())
    if dtype.itemsize != size:
        raise ShapeError(f"hidden padding in a record: {dtype.itemsize} bytes for {size} bytes of fields")
    return dtype


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario of a ruleset with all its options settled: what a batch of games is played on.

    Attributes:
        tables: record array (variants,) of packed numbers, shared by all games.
        features: observation layout.
        max_decisions: proved bound on decisions in one game.
        options: every option with its resolved value.
        players: short names of the seats' forces, for displays.
    """

    ruleset: Ruleset
    name: str
    seats: int
    tables: np.ndarray
    features: Features
    max_decisions: int
    options: dict[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    @property
    def n_actions(self) -> int:
        return self.ruleset.layout.size

    @property
    def id(self) -> str:
        """Ruleset, version, scenario, seats and options in one line."""
        return f"{self.ruleset.name}-v{self.ruleset.version}/{self.name}/{self.seats} {json.dumps(self.options, sort_keys=True)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_reload, (self.ruleset.name, self.name, self.seats, self.options))


def _reload(ruleset: str, name: str, seats: int, options: dict[str, Any]) -> Scenario:
    from skirmish_rl.envs.registry import ruleset_of

    return ruleset_of(ruleset).scenario(name, seats, **options)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Facts about one game, checked by the conformance tests.

    Attributes:
        name: module name under `envs`.
        title: the game's public name.
        version: bumped whenever results become incomparable.
        seats: fewest and most players.
        state: dtype of one game, HEADER fields included.
        scratch: dtype of the working space bots and encoders may use, one per thread.
        decisions: what can be asked.
        layout: all actions.
        reasons: how a game can end, indexed by `state.reason`.
        scenarios: public scenario name -> tags; the first tagged `small` and `standard` are the defaults.
        bots: from weakest to strongest.
        action_features: names of the columns `describe` writes for one legal action.
        load: (ruleset, scenario, seats, options) -> Scenario.
        default_options: option -> default; unknown options are refused.
        engine: compiled kernels.
        scene: (record, scenario) -> Scene, for drawing.
        summary: (record, scenario) -> one line of score for traces.
    """

    name: str
    title: str
    version: int
    seats: tuple[int, int]
    state: np.dtype
    scratch: np.dtype
    decisions: type[IntEnum]
    layout: Layout
    reasons: tuple[str, ...]
    scenarios: dict[str, tuple[str, ...]]
    bots: tuple[str, ...]
    action_features: tuple[str, ...]
    load: Callable[..., Scenario]
    default_options: dict[str, Any]
    engine: Engine
    scene: Callable[..., Any]
    summary: Callable[..., str]

    def scenario(self, name: str | None = None, seats: int | None = None, **options: Any) -> Scenario:
        """Settle a scenario: by public name or by the path of a user's TOML file.

        Raises:
            UnknownName: no such scenario or option.
            BadOption: a value outside what the rules allow.
            DataError: a file that cannot be used.
        """
        name = name or self.default_scenario("standard")
        for option in options:
            if option not in self.default_options:
                raise unknown(f"option of {self.name}", option, self.default_options)
        if name not in self.scenarios and not str(name).endswith(".toml"):
            raise unknown(f"scenario of {self.name}", name, [*self.scenarios, "(or a path ending in .toml)"])
        low, high = self.seats
        if seats is not None and (isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high):
            raise BadOption(f"seats={seats!r}: {self.title} is played by {low} to {high} seats")
        settled = {**self.default_options, **options}
        return _load_cached(self, str(name), seats, json.dumps(settled, sort_keys=True))

    def default_scenario(self, tag: str) -> str:
        """First scenario that carries a tag."""
        return next(name for name, tags in self.scenarios.items() if tag in tags)

    def bot(self, name: str) -> int:
        """Index of a bot."""
        if name not in self.bots:
            raise unknown(f"bot of {self.name}", name, self.bots)
        return self.bots.index(name)


@functools.lru_cache(maxsize=32)
def _load_cached(ruleset: Ruleset, name: str, seats: int | None, options: str) -> Scenario:
    return ruleset.load(ruleset, name, seats, json.loads(options))
