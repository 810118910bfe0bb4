"""Recordings: games saved as seeds and decisions, at two bytes a decision before compression.

To read a recording, the rules play its games again and check that each ends as it did. A recording is a NumPy archive (.npz) of

    about    text as bytes: the header of a trace, then a line of JSON with further facts about the games
    seeds    int64 (n,) seed of each game
    who      int8 (n, seats) index of each seat's agent in the list of names
    counts   int32 (n,) number of decisions of each game
    actions  uint16 (d,) decisions of all games, one game after another
    ends     uint32 (n,) hash of each game's last record, as in a trace
"""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl import __version__
from skirmish_rl.agents.agent import Agent
from skirmish_rl.envs.core.batch import GO_ON, Batch, game_seeds
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, SkirmishError, StateError
from skirmish_rl.envs.core.files import arrays, read_bytes, write_whole
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import decode, parse_json
from skirmish_rl.envs.core.trace import header_of, names_of, read_files, read_header, record_hash, scenario_of

SUFFIX = ".npz"
_LARGEST = 2**30  # bytes
_PACKED = 64  # times smaller at most: seeds and hashes of the games cannot be packed
_AT_ONCE = 256  # games side by side: few enough for a batch's arrays to stay in the processor's cache
_ARRAYS = {"seeds": np.int64, "who": np.int8, "counts": np.int32, "actions": np.uint16, "ends": np.uint32}


class Moment(NamedTuple):
    """Games that are replayed side by side, as they stand before the next decision.

    Attributes:
        first: index of the batch's first game in the recording.
        batch: the games; `batch.deciders` holds the seats that are asked.
        asked: int64 (m,) games of the batch that are not over.
        actions: int64 (m,) the recorded answers in these games.
    """

    first: int
    batch: Batch
    asked: np.ndarray
    actions: np.ndarray


@dataclass(frozen=True)
class Recording:
    """Recorded games of one scenario; the module's docstring describes the arrays.

    Attributes:
        scenario: the scenario.
        names: names of the agents.
        about: further facts: `package`, `created`, `seed`, `results`, ...
    """

    scenario: Scenario
    names: tuple[str, ...]
    about: dict[str, Any]
    seeds: np.ndarray
    who: np.ndarray
    counts: np.ndarray
    actions: np.ndarray
    ends: np.ndarray

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def told(self) -> str:
        """`Scenario.id`, without the temporary folder that holds the recording's own files while it is open."""
        return re.sub(r'(?<=[/"])/[^"]*?/(own-[0-9]+\.toml)', r"\1", self.scenario.id)

    def play(self, observe: bool = True, threads: int = 1, at_once: int = _AT_ONCE) -> Iterator[Moment]:
        """Play all games again.

        Args:
            observe: compute the observations of the deciding seats.
            threads: threads of the engine, 0 for all cores.
            at_once: the number of games played side by side.

        Yields:
            A moment before each decision, and one when all games of a batch are over, in which no seat is asked.

        Raises:
            StateError: a decision is illegal, or a game ends in another way than it did.
        """
        starts = np.concatenate([[0], np.cumsum(self.counts, dtype=np.int64)])
        for first in range(0, len(self), at_once):
            games = slice(first, min(first + at_once, len(self)))
            batch = Batch(self.scenario, games.stop - first, threads=threads, observe=observe)
            batch.reset(seeds=self.seeds[games])
            for t in range(int(self.counts[games].max(initial=0))):
                asked = np.flatnonzero(self.counts[games] > t)
                answers = np.full(batch.n, GO_ON, np.int64)
                answers[asked] = self.actions[starts[first + asked] + t]
                if (over := asked[batch.over[asked] != 0]).size:
                    raise StateError(f"game {first + over[0]} is over after {t} decisions, and more are recorded; the file is damaged")
                yield Moment(first, batch, asked, answers[asked])
                try:
                    batch.step(answers)
                except IllegalAction as error:
                    raise StateError(f"the games from {first} on do not play again: {error}") from error
            for b, record in enumerate(batch.games):
                if not record["over"] or int(record_hash(record), 16) != self.ends[first + b]:
                    raise StateError(f"game {first + b} does not end as it did; its decisions are damaged, or the rules have changed")
            yield Moment(first, batch, np.zeros(0, np.int64), np.zeros(0, np.int64))

    def save(self, path: Path) -> None:
        """Write the file atomically.

        Raises:
            DataError: the file cannot be written.
        """
        write_whole(path, self.packed())

    def packed(self) -> bytes:
        """The contents of the file as bytes."""
        header = "\n".join(header_of(self.scenario, int(self.seeds[0]), self.names)) + "\n" + json.dumps(self.about)
        inside = io.BytesIO()
        np.savez_compressed(inside, about=np.frombuffer(header.encode(), np.uint8), **{name: getattr(self, name) for name in _ARRAYS})
        return inside.getvalue()


def record(
    scenario: Scenario,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    turned: bool = True,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
) -> Recording:
    """Let agents play, and record their decisions.

    Args:
        scenario: the scenario.
        agents: one agent for each seat, or one for all seats.
        games: the number of games.
        seed: seed of the first game.
        turned: move the agents on by one seat from game to game.
        threads: threads of the engine, 0 for all cores.
        watch: called with the number of decisions made so far.

    Raises:
        BadOption: the number of games is below 1, or the agents do not fit the seats.
    """
    seats = scenario.seats
    agents = list(agents) * seats if len(agents) == 1 else list(agents)
    if games < 1 or len(agents) != seats:
        raise BadOption(
            f"{games} games of {len(agents)} agents; give at least one game, and one agent for all seats or one for each of the {seats}"
        )
    seeds = game_seeds(seed, games)
    who = ((np.arange(seats) + np.arange(games)[:, None] * turned) % seats).astype(np.int8)
    kept: list[np.ndarray] = []
    ends = np.zeros(games, np.uint32)
    rewards = np.zeros((games, seats))
    for first in range(0, games, _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, games))
        batch = Batch(scenario, part.stop - first, threads=threads, observe=False)
        batch.reset(seeds=seeds[part])
        said: list[np.ndarray] = []
        while len(asked := np.flatnonzero(batch.over == 0)):
            answers = np.full(batch.n, GO_ON, np.int64)
            deciders = who[part][asked, batch.deciders[asked]]
            for k in np.unique(deciders):
                index = asked[deciders == k]
                answers[index] = agents[k].act(batch, index)
            batch.step(answers)
            rewards[part] += batch.rewards
            said.append(answers)
            if watch is not None:
                watch(len(asked))
        grid = np.stack(said, axis=1)
        kept += [row[row != GO_ON] for row in grid]
        ends[part] = [int(record_hash(game), 16) for game in batch.games]
    names = [agent.name for agent in agents]
    by_agent = [rewards[who == k] for k in range(seats)]
    results = [
        {"agent": name, "games": len(own), "reward": round(float(own.mean()), 4)} for name, own in zip(names, by_agent, strict=True)
    ]
    about = {
        "package": __version__,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seed": seed,
        "turned": turned,
        "results": results,
    }
    counts = np.array([len(row) for row in kept], np.int32)
    return Recording(scenario, tuple(names), about, seeds, who, counts, np.concatenate(kept).astype(np.uint16), ends)


def load(path: str | Path) -> Recording:
    """Read a recording. Its games are checked only when they are played.

    Raises:
        StateError: the file is not a recording, is damaged, or belongs to another version of the rules.
        UnknownName, BadOption, DataError: its scenario can no longer be built.
        BadOption: the file cannot be read.
    """
    content = read_bytes(path, _LARGEST, BadOption)
    try:
        parts = arrays(content, min(_LARGEST, _PACKED * len(content) + 2**20))
        if missing := {"about", *_ARRAYS} - set(parts):
            raise ValueError(f"{' and '.join(sorted(missing))} is not in it")
    except ValueError as error:
        raise StateError(f"{path} is not a recording, or it is damaged ({error}); `skirmish-rl record` makes one") from error
    try:
        return _checked(parts.pop("about"), {name: parts[name] for name in _ARRAYS})
    except SkirmishError as error:
        raise type(error)(f"{path}: {error}") from error


def _checked(told: np.ndarray, parts: dict[str, np.ndarray]) -> Recording:
    """Build a recording from the arrays of a file, after checking them."""
    try:
        head, _, last = decode(bytes(told)).rpartition("\n")
        about = parse_json(last)
        if not isinstance(about, dict) or not str(about.get("package", "")).isprintable():
            raise ValueError(f"the facts about its games are {last[:60]!r}")
    except ValueError as error:
        raise StateError(f"a damaged recording: {error}") from error
    header = read_header(head)
    scenario = scenario_of(header, read_files(head))
    n, seats = parts["seeds"].size, scenario.seats
    shapes = {"seeds": (n,), "who": (n, seats), "counts": (n,), "actions": (parts["actions"].size,), "ends": (n,)}
    for name, kind in _ARRAYS.items():
        if parts[name].dtype != kind or parts[name].shape != shapes[name]:
            said = f"{str(parts[name].dtype)[:40]} {str(parts[name].shape)[:60]}"
            raise StateError(f"a damaged recording: {name} is {said}; expected {np.dtype(kind)} {shapes[name]}")
    counts, decisions = parts["counts"], parts["actions"].size
    if not n or counts.min() < 0 or decisions != counts.sum(dtype=np.int64):
        raise StateError(f"a damaged recording: {decisions:,} decisions in {n:,} games that count {counts.sum(dtype=np.int64):,}")
    if parts["who"].min() < 0 or parts["who"].max() >= seats or parts["seeds"].min() < 0:
        raise StateError("a damaged recording: seats or seeds outside their range")
    return Recording(scenario, tuple(names_of(header, seats)), about, **parts)
