"""The published set of recorded games: every level against every level, from both seats, as recordings and as Minari datasets.

README.md                    the set's card: its contents, how it was made, and how to read and upload it
croissant.json               the same information for machines, in Croissant
recordings/<game>.tar        a recording of every pairing, for `skirmish-rl dataset`
minari/<game>-level-03.tar   the games of level 3 as a Minari dataset: one episode for each of its seats in each game, in Parquet with zstd
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import itertools
import json
import math
import tarfile
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.datasets.episodes import Episode, episodes
from skirmish_rl.agents.datasets.recording import Recording, record
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.adapters.spaces import observation_space
from skirmish_rl.envs.core.errors import BadOption, needs
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Scenario

SPACE = "skirmish-rl"  # of the datasets' names in Minari
_SEEDS = 1000  # between the first seeds of two pairings
_PACKING = {"compression": "zstd", "compression_level": 9, "use_dictionary": False}  # as small as with, in a tenth of the time


@dataclass(frozen=True)
class Part:
    """A file of the set.

    Attributes:
        path: the path inside the set's folder.
        size: bytes.
        sha256: hash of the content.
        game: the game that the file belongs to.
        level: the level whose episodes the file holds; 0 for the recordings of all levels.
    """

    path: str
    size: int
    sha256: str
    game: str
    level: int


@dataclass(frozen=True)
class Game:
    """The contents of the set for one game.

    Attributes:
        name: the ruleset's name.
        title: the game's title.
        scenario: the scenario with version, seats and options, as recordings name it.
        agents: level -> agent.
        games: the number of games.
        episodes: the number of episodes.
        decisions: the number of decisions.
        contents: sha256 of the seeds, seats and decisions of all recordings; it does not depend on how the files are packed.
    """

    name: str
    title: str
    scenario: str
    agents: dict[int, str]
    games: int
    episodes: int
    decisions: int
    contents: str
    parts: tuple[Part, ...]


def write_game(
    folder: Path,
    scenario: Scenario,
    agents: dict[int, str],
    decisions: int,
    seed: int,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
) -> Game:
    """Let the levels of a game play each other, and write this game's part of the set.

    Args:
        folder: the set's folder.
        scenario: the scenario.
        agents: level -> agent.
        decisions: the least number of decisions in all, divided equally among the pairings.
        seed: seed of the first game.
        threads: threads of the engine, 0 for all cores.
        watch: called with the number of decisions done; each decision counts when it is played, and again when it is replayed for the
            arrays.

    Raises:
        BadOption: there are fewer decisions than pairings.
        MissingExtra: Minari or pyarrow is not installed.
    """
    name = scenario.ruleset.name
    pairings = [*itertools.combinations_with_replacement(agents, 2)]
    if decisions < len(pairings):
        raise BadOption(f"--decisions {decisions}: expected at least one for each of the {len(pairings)} pairings")
    boxes = {level: _Box(scenario, level, agents[level]) for level in agents}
    recordings, contents = _Tar(), hashlib.sha256()
    games = done = 0
    for number, pair in enumerate(pairings):
        kept = play_pairing(scenario, pair, math.ceil(decisions / len(pairings)), seed + _SEEDS * number, threads)
        for array in (kept.seeds, kept.who, kept.counts, kept.actions, kept.ends):
            contents.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
        recordings.add(f"{name}/level-{pair[0]:02}-level-{pair[1]:02}.npz", kept.packed())
        for episode in episodes(kept, threads=threads):
            boxes[int(episode.agent.removeprefix("level:"))].add(episode, pair)
        games, done = games + len(kept), done + len(kept.actions)
        if watch is not None:
            watch(len(kept.actions))
    parts = [_written(folder, f"recordings/{name}.tar", recordings.content(), name, 0)]
    parts += [_written(folder, f"minari/{name}-level-{level:02}.tar", box.content(), name, level) for level, box in boxes.items()]
    return Game(
        name=name, title=scenario.ruleset.title, scenario=scenario.id, agents=agents, games=games, decisions=done,
        episodes=sum(box.episodes for box in boxes.values()), contents=contents.hexdigest(), parts=tuple(parts),
    )  # fmt: skip


def play_pairing(scenario: Scenario, pair: Sequence[int], decisions: int, seed: int, threads: int = 0) -> Recording:
    """Let two levels play each other, with seats swapped from game to game, until they have made enough decisions.

    Args:
        scenario: the scenario.
        pair: two levels, which may be equal.
        decisions: the least number of decisions.
        seed: seed of the first game; later games take the seeds after it.
        threads: threads of the engine, 0 for all cores.
    """
    names = [f"level:{level}" for level in pair]
    kept: list[Recording] = []
    made, wanted = 0, 2
    while made < decisions:
        players = [agent_of(name, scenario, threads) for name in names]
        kept.append(record(scenario, players, wanted, seed + len(kept), threads=threads))
        made += len(kept[-1].actions)
        wanted = 2 * math.ceil((decisions - made) * sum(map(len, kept)) / made / 2)
    return _joined(kept, seed)


def _joined(kept: Sequence[Recording], seed: int) -> Recording:
    """Merge recordings of the same agents into one, without the date, so that the result is reproducible."""
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(recording, name) for recording in kept]) for name in ("seeds", "who", "counts", "actions", "ends")
    }
    about = {key: value for key, value in kept[0].about.items() if key not in ("created", "results")}
    return dataclasses.replace(kept[0], about={**about, "seed": seed}, **arrays)


def _written(folder: Path, path: str, content: bytes, game: str, level: int) -> Part:
    write_whole(folder / path, content)
    return Part(path, len(content), hashlib.sha256(content).hexdigest(), game, level)


class _Tar:
    """A tar archive in memory, whose bytes depend only on the files in it."""

    def __init__(self) -> None:
        self._inside = io.BytesIO()
        self._archive = tarfile.open(fileobj=self._inside, mode="w", format=tarfile.USTAR_FORMAT)  # noqa: SIM115  closed when all is in it

    def add(self, path: str, content: bytes) -> None:
        """Add a file."""
        told = tarfile.TarInfo(path)
        told.size = len(content)
        self._archive.addfile(told, io.BytesIO(content))

    def content(self) -> bytes:
        """The bytes of the archive; nothing can be added afterwards."""
        self._archive.close()
        return self._inside.getvalue()


class _Box:
    """A Minari dataset as an archive: the episodes of one level of a game."""

    def __init__(self, scenario: Scenario, level: int, agent: str):
        with needs("minari"):
            import pyarrow  # noqa: F401  it packs the episodes
            from minari import __version__ as version
            from minari.serialization import serialize_space
        from gymnasium import spaces

        self.episodes = self._decisions = 0
        self._tar, self._place = _Tar(), f"{SPACE}/{scenario.ruleset.name}/level-{level:02}-v0"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of numbers that a text rounds
            seen, answers = serialize_space(observation_space(scenario)), serialize_space(spaces.Discrete(scenario.n_actions))
        self._told = {
            "dataset_id": self._place, "minari_version": version, "data_format": "parquet", "jpeg_encoding": False,
            "observation_space": seen, "action_space": answers, "algorithm_name": agent, "description": scenario.id,
        }  # fmt: skip

    def add(self, episode: Episode, pair: Sequence[int]) -> None:
        """Add an episode, with the two levels that played among its options."""
        told = {
            "id": self.episodes, "total_steps": len(episode.actions), "seed": episode.seed,
            "options": {"game": episode.game, "seat": episode.seat, "agent": episode.agent, "levels": list(pair)},
        }  # fmt: skip
        self._put(f"{self.episodes}/part-0.parquet", _parquet(episode))
        self._put(f"{self.episodes}/metadata.json", json.dumps(told).encode())
        self.episodes += 1
        self._decisions += len(episode.actions)

    def content(self) -> bytes:
        """The bytes of the archive, with the metadata of its episodes."""
        told = {**self._told, "total_episodes": self.episodes, "total_steps": self._decisions}
        self._put("metadata.json", json.dumps(told).encode())
        return self._tar.content()

    def _put(self, path: str, content: bytes) -> None:
        self._tar.add(f"{self._place}/data/{path}", content)


def _parquet(episode: Episode) -> bytes:
    """Encode an episode as Minari reads it: one row for each decision, and a last row that holds only the final observation."""
    import pyarrow
    from pyarrow.parquet import write_table

    def wide(rows: np.ndarray) -> Any:
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(np.ascontiguousarray(rows).reshape(-1)), rows.shape[1])

    def padded(column: np.ndarray) -> np.ndarray:
        return np.append(column, np.zeros(1, column.dtype))

    t = len(episode.actions)
    seen = [wide(episode.observations), wide(episode.masks.astype(np.int8))]
    columns = {
        "observations": pyarrow.StructArray.from_arrays(seen, names=["observation", "action_mask"]),
        "actions": padded(episode.actions), "rewards": padded(episode.rewards.astype(np.float64)),
        "terminations": padded(np.arange(1, t + 1) == t), "truncations": np.zeros(t + 1, bool),
    }  # fmt: skip
    inside = io.BytesIO()
    write_table(pyarrow.table(columns), inside, **_PACKING)
    return inside.getvalue()
