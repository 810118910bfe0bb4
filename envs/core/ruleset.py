"""The facts that a ruleset declares about itself, and the scenarios that are chosen from it."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.dice import TAPE
from skirmish_rl.envs.core.engine import ERRING, Engine
from skirmish_rl.envs.core.errors import BadOption, unknown
from skirmish_rl.envs.core.events import EVENT, EVENTS, Language
from skirmish_rl.envs.core.features import Features
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.questions import Questions
from skirmish_rl.envs.core.records import ANY, FLAG, Record
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, check_options, read_named
from skirmish_rl.envs.core.tables import LARGEST, files_read, read_toml
from skirmish_rl.envs.core.worlds import FORMS, Luck, is_generated, pool_of, worlds_of

MAX_SEATS = 4
_SHARE = re.compile(r"0\.(?!0+$)\d\d?")  # of answers that may be given at random

# The fields every state has; `core` reads these and no others.
HEADER: list[tuple[Any, ...]] = [
    ("key", "u4", ANY, (2,)),  # seed of all luck
    ("drawn", "u4", ANY, (2,)),  # numbers taken from each stream
    ("decisions", "i4", (0, 999_999)),  # decisions answered so far; the engine lets no game have more
    ("decision", "i2", (0, 126)),  # what is asked, a member of the ruleset's Decision enum; 0: nothing
    ("subject", "i2", (-1, 32766)),  # the unit, cell or card that the question is about, -1
    ("noted", "i2", (0, 32767)),  # events since the last answer, also those beyond the capacity
    ("variant", "i2", (0, 32766)),  # which of the scenario's tables this game uses
    ("decider", "i1", (-1, MAX_SEATS - 1)),  # seat that must answer, -1 when the game is over
    ("seats", "i1", (0, MAX_SEATS)),  # 0 before the first reset
    ("round", "i1", (0, 126)),
    ("over", "u1", FLAG),
    ("reason", "u1", (0, 254)),  # why it ended, an index into Ruleset.reasons
    ("winners", "u1", (0, 2**MAX_SEATS - 1)),  # bit mask of seats
    ("fault", "u1", FLAG),  # a capacity was overrun: a bug
    ("tape_next", "u1", (0, TAPE)),
    ("tape_end", "u1", (0, TAPE)),
    ("listening", "u1", FLAG),  # events are noted
    ("tape", "u1", ANY, (TAPE,)),
    ("events", EVENT, None, (EVENTS,)),
]


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario of a ruleset with all its options settled: games of a batch are played on it.

    Attributes:
        tables: record array (variants,) of packed numbers, shared by all games; each game is played on one of them.
        features: observation layout.
        max_decisions: proved bound on decisions in one game.
        options: every option with its resolved value.
        players: short names of the seats' forces, for displays.
        specs: what each of the tables was packed from, a dataclass of the ruleset.
        files: the user's own files from which it was made, each with its content.
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
    specs: tuple[Any, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()

    @property
    def n_actions(self) -> int:
        return self.ruleset.layout.size

    @property
    def n_position(self) -> int:
        """The number of columns of `ActionRows.positions`: the observation, then the position features."""
        return self.features.size + len(self.ruleset.position_features)

    @property
    def id(self) -> str:
        """Ruleset, version, scenario, seats and options in one line, with the content of the user's own files."""
        own = f" own {self.digest}" if self.digest else ""
        return f"{self.ruleset.name}-v{self.ruleset.version}/{self.name}/{self.seats} {json.dumps(self.options, sort_keys=True)}{own}"

    @property
    def digest(self) -> str:
        """A hash of the content of the user's own files, wherever they lie; "" where there are none."""
        hashes = sorted(hashlib.blake2b(content, digest_size=8).hexdigest() for _, content in self.files)
        return hashlib.blake2b("".join(hashes).encode(), digest_size=6).hexdigest() if hashes else ""

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, (self.ruleset.name, self.name, self.seats, self.options, self.files)


def _reload(ruleset: str, name: str, seats: int, options: dict[str, Any], files: tuple[tuple[str, bytes], ...] = ()) -> Scenario:
    from skirmish_rl.envs.core.saved import made_again
    from skirmish_rl.envs.registry import ruleset_of

    return made_again(ruleset_of(ruleset), name, seats, options, dict(files))


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Facts about one game, checked by the conformance tests.

    Attributes:
        name: module name under `envs`.
        title: the game's public name.
        version: bumped whenever results become incomparable.
        seats: fewest and most players.
        record: one game, HEADER fields included, with the values that its fields may hold.
        scratch: dtype of the working space of bots and action features, one per thread.
        questions: what can be asked, who is asked, and the layout of all actions.
        reasons: how a game can end, indexed by `state.reason`.
        scenarios: public scenario name -> tags, see `default_scenario`. Those tagged `fair` are for the fewest seats and have equal
            forces: neither seat wins more than 53 % of the strongest bot's games against itself.
        bots: from weakest to strongest.
        position_features: names of the columns `encode_position` writes for the decider, once per position.
        action_features: names of the columns `encode_action` writes for one legal action.
        data: folder of the shipped TOML files.
        spec: dataclass of one scenario in `scenarios.toml`.
        options: option -> what it allows; unknown options are refused.
        pack: (spec, path, seats, options) -> Packed.
        features: (tables) -> Features, the layout of `encode`.
        hidden: state fields that not every seat may see, each with the clause that says so.
        engine: compiled kernels.
        language: how its events are told.
        scene: (record, scenario) -> Scene, for drawing.
        summary: (record, scenario) -> one line of score for traces.
        derived: state fields that only repeat other fields, kept for speed, each with the fields it comes from.
        generate: (luck) -> spec, draws a world; None: the ruleset has none yet. A world that `pack` refuses is drawn again.
        forces: how they are chosen; None: there is nothing to choose.
    """

    name: str
    title: str
    version: int
    seats: tuple[int, int]
    record: Record
    scratch: np.dtype
    questions: Questions
    reasons: tuple[str, ...]
    scenarios: dict[str, tuple[str, ...]]
    bots: tuple[str, ...]
    position_features: tuple[str, ...]
    action_features: tuple[str, ...]
    data: Path
    spec: type
    options: dict[str, Option]
    pack: Callable[[Any, Path, int | None, dict[str, Any]], Packed]
    features: Callable[[np.ndarray], Features]
    hidden: dict[str, str]
    engine: Engine
    language: Language
    scene: Callable[..., Any]
    summary: Callable[..., str]
    derived: dict[str, str] = field(default_factory=dict)
    generate: Callable[[Luck], Any] | None = None
    forces: Forces | None = None

    def __post_init__(self) -> None:
        """The ranges of the header's fields are those of this ruleset; so are the sizes that its library holds a scenario's file to."""
        seats = self.seats[1]
        self.engine.library.sizes = self.engine.library.sizes or {  # of the ruleset itself, not of one that is made from it
            "SEATS": seats, "ACTIONS": self.layout.size, "BOTS": len(self.bots),
            "POSITION": len(self.position_features), "ROW": len(self.action_features),
        }  # fmt: skip
        self.record.allowed.update(
            decision=(0, max(self.decisions)), decider=(-1, seats - 1), seats=(0, seats), reason=(0, len(self.reasons) - 1),
            winners=(0, 2**seats - 1), subject=(-1, self.questions.subjects_end - 1),
        )  # fmt: skip

    @property
    def state(self) -> np.dtype:
        """The dtype of one game."""
        return self.record.dtype

    @property
    def layout(self) -> Layout:
        """All actions."""
        return self.questions.layout

    @property
    def decisions(self) -> type[IntEnum]:
        """The enum of all decisions."""
        return self.questions.decisions

    @property
    def force_names(self) -> list[str]:
        """The names of the shipped forces."""
        return list(read_toml(self.data / self.forces.file)) if self.forces else []

    def scenario(self, name: str | None = None, seats: int | None = None, **options: Any) -> Scenario:
        """Settle a scenario: by public name, by the path of a user's TOML file, or generated worlds by their numbers.

        Raises:
            UnknownName: no such scenario or option.
            BadOption: a value outside what the rules allow, or worlds that do not exist.
            DataError: a file that cannot be used.
        """
        low, high = self.seats
        if seats is not None:
            if isinstance(seats, bool) or not isinstance(seats, int | np.integer) or not low <= seats <= high:
                raise BadOption(f"seats={seats!r}: {self.title} is played by {low} to {high} seats, a whole number")
            seats = int(seats)
        name = self.default_scenario("standard", seats) if name is None else str(name)
        settled = check_options(self.name, self.options, options)
        if is_generated(name):
            if self.generate is None:
                raise BadOption(f"scenario {name!r:.60}: {self.title} has no generated worlds yet")
            worlds_of(name)
        elif name not in self.scenarios and not name.endswith(".toml"):
            more = [f"(or {FORMS})"] * (self.generate is not None)
            raise unknown(f"scenario of {self.name}", name, [*self.scenarios, *more, "(or a path ending in .toml)"])
        request = (self, name, seats, json.dumps(settled, sort_keys=True))
        load = _load_worlds if is_generated(name) else _load
        own = _OWN_FILES.get(request) or {Path(text) for text in files_named(name, settled)}
        with files_read() as read:
            found = load(*request, _stamps(own))
        named = {path for path in read if not path.is_relative_to(self.data)} - own
        if named:  # by others: kept under what they are, too, so that it is made anew when one of them is not
            own = _OWN_FILES[request] = own | named
            found = load(*request, _stamps(own))
        return found

    def seatings(self, name: str) -> list[Scenario]:
        """A scenario once for every number of seats it can be played with."""
        found = []
        for seats in range(self.seats[0], self.seats[1] + 1):
            with contextlib.suppress(BadOption):  # a scenario may be for fewer seats than its ruleset
                found.append(self.scenario(name, seats))
        return found

    def default_scenario(self, tag: str, seats: int | None = None) -> str:
        """The `small` or `standard` scenario that is played where no scenario is named.

        It is the one with equal forces. With more seats it is the first that carries the tag and is for so many seats, or else any that
        is for so many.
        """
        tagged = [name for name, tags in self.scenarios.items() if tag in tags]
        fair = [name for name in tagged if "fair" in self.scenarios[name]]
        if seats in (None, 0, self.seats[0]):
            return [*fair, *tagged][0]
        for name in [*tagged, *self.scenarios]:
            with contextlib.suppress(BadOption):
                return self.scenario(name, seats).name
        return tagged[0]  # which says what it is for

    def bot(self, name: str) -> int:
        """The number of a bot: its index, and for "strong@0.5" also the share of its answers that are random (in hundredths).

        Raises:
            UnknownName: no such bot. BadOption: a share that is not 0.01, 0.02, ... 0.99.
        """
        plain, at, share = name.partition("@")
        if plain not in self.bots:
            raise unknown(f"bot of {self.name}", name, self.bots)
        return self.bots.index(plain) + (ERRING * read_share(share, f"bot {name!r}") if at else 0)

    def bot_name(self, number: int) -> str:
        """The name that `bot` reads as this number."""
        hundredths = number // ERRING
        return self.bots[number % ERRING] + (f"@{hundredths / 100:g}" if hundredths else "")

    def is_bot(self, number: int) -> bool:
        """True for the number of a bot, with random answers or without."""
        return 0 <= number // ERRING < 100 and number % ERRING < len(self.bots)


def read_share(share: str, whose: str) -> int:
    """The hundredths of answers that are random, from a share such as "0.5" or "0.05".

    Args:
        whose: the name with the share, for the message.

    Raises:
        BadOption: not 0.01, 0.02, ... 0.99.
    """
    if not _SHARE.fullmatch(share):
        raise BadOption(f"{whose}: {share!r} is no share of random answers; write 0.01 to 0.99, as in strong@0.5 or strong@0.05")
    return int(share[2:].ljust(2, "0"))


_OWN_FILES: dict[
    tuple[Ruleset, str, int | None, str], set[Path]
] = {}  # what each was made from: files that it names, and files that these name


def files_named(name: str, options: Mapping[str, Any]) -> list[str]:
    """The user's own files that a scenario's name and options name, lists of files included, each once."""
    said = [name]
    for value in options.values():
        said += value if isinstance(value, list) else [value]
    return [*dict.fromkeys(one for one in said if isinstance(one, str) and one.endswith(".toml"))]


_Stamps = tuple[tuple[Path, tuple[int, ...]], ...]


def _stamps(files: set[Path]) -> _Stamps:
    """What changes when one of the files is edited."""
    found: list[tuple[Path, tuple[int, ...]]] = []
    for path in sorted(files):
        try:
            facts = os.stat(path)
        except (OSError, ValueError):
            found.append((path, ()))  # reading it will say what is wrong
        else:
            found.append((path, (facts.st_mtime_ns, facts.st_size, facts.st_ino)))
    return tuple(found)


@functools.lru_cache(maxsize=128)  # all public scenarios with every number of seats, some 80 MB
def _load(ruleset: Ruleset, name: str, seats: int | None, options: str, own: _Stamps) -> Scenario:
    """A scenario with everything settled; equal requests share one, as long as the user's own files are as they were."""
    spec, path = read_named(ruleset.data / "scenarios.toml", name, ruleset.spec)
    packed = ruleset.pack(spec, path, seats, json.loads(options))
    return _made(ruleset, name, packed, (spec,) * len(packed.tables), own)


@functools.lru_cache(maxsize=4)  # a pool may fill hundreds of megabytes
def _load_worlds(ruleset: Ruleset, name: str, seats: int | None, options: str, own: _Stamps) -> Scenario:
    """Generated worlds with everything settled, as `_load`."""
    assert ruleset.generate is not None
    return _made(ruleset, name, *pool_of(ruleset.name, worlds_of(name), ruleset.generate, ruleset.pack, seats, json.loads(options)), own)


def _made(ruleset: Ruleset, name: str, packed: Packed, specs: tuple[Any, ...], own: _Stamps) -> Scenario:
    files = tuple((str(path), read_bytes(path, LARGEST)) for path, _ in own)
    return Scenario(
        ruleset=ruleset, name=name, seats=packed.seats, tables=packed.tables, features=ruleset.features(packed.tables),
        max_decisions=packed.max_decisions, options=packed.options, tags=packed.tags, players=packed.players, specs=specs, files=files,
    )  # fmt: skip
