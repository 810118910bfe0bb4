"""What travels with a saved game: its history, and the content of the user's own files.

A game that is saved, or sent to another process, is its history, and loading it means playing it again. So no bytes from outside become
a record, and a history that was tampered with is refused at its first illegal answer.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from skirmish_rl.envs.core.errors import DataError, StateError
from skirmish_rl.envs.core.files import read_bytes, write_whole
from skirmish_rl.envs.core.tables import LARGEST
from skirmish_rl.envs.core.texts import decode, parse_toml

if TYPE_CHECKING:
    from skirmish_rl.envs.core.batch import Batch
    from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

_NOTHING = 2**16 - 1  # in a row of answers: none of this game
_ROWS = 256  # of answers for which there is room at first
_COPIED: weakref.WeakValueDictionary[str, Scenario] = weakref.WeakValueDictionary()  # by what they were made from
_POSITIONS: weakref.WeakKeyDictionary[Scenario, Mapping[str, Any] | None] = weakref.WeakKeyDictionary()  # of scenarios, see `own_position`


@dataclass
class History:
    """How a game came to its position.

    Attributes:
        seeds: each with the number of answers before it: first the seed of the game, then the seeds that gave it a new future.
        control: who decides for each seat, as in `Batch.control`.
        answers: those from outside, in order; the bots' answers follow from the rest.
        position: where it began, if not where its scenario begins, see `envs/positions`.
    """

    seeds: list[tuple[int, int]]
    control: list[int]
    answers: list[int]
    position: Mapping[str, Any] | None = None

    @property
    def seed(self) -> int:
        """The seed from which the seed of the next game follows."""
        return self.seeds[-1][1]

    def copy(self) -> History:
        """A copy that can be continued by itself."""
        return History(self.seeds[:], self.control[:], self.answers[:], self.position)


class Answers:
    """The answers from outside in n games that are stepped together, of each game since it began.

    A step costs one row of two bytes a game; rows that are older than every running game make room for new ones.
    """

    def __init__(self, n: int):
        self._rows = np.empty((_ROWS, n), np.uint16)
        self._count = 0
        self._began = np.zeros(n, np.int64)  # the first row of each game
        self._seeds: dict[int, list[tuple[int, int]]] = {}  # of games that were given a new future, see `History`

    def add(self, actions: np.ndarray) -> None:
        """Keep the answers of a step, int64 (n,); GO_ON is no answer."""
        if self._count == len(self._rows):
            self._make_room()
        self._rows[self._count] = actions
        self._count += 1

    def begin(self, games: Iterable[int]) -> None:
        """Let the histories of some games begin here."""
        for b in games:
            self._began[b] = self._count
            self._seeds.pop(b, None)

    def reseed(self, b: int, before: int, seed: int) -> None:
        """Note that game b has a new future from `seed`; its seed was `before`."""
        self._seeds.setdefault(b, [(0, before)]).append((len(self._of(b)), seed))

    def history(self, b: int, seed: int, control: np.ndarray, position: Mapping[str, Any] | None = None) -> History:
        """The history of game b, which has this seed, seating and first position."""
        return History(self._seeds.get(b, [(0, seed)])[:], control.tolist(), self._of(b).tolist(), position)

    def put(self, histories: Sequence[History]) -> None:
        """Keep these histories instead of the present ones, one for each game."""
        longest = max(len(one.answers) for one in histories)
        self._rows = np.full((longest + _ROWS, len(histories)), _NOTHING, np.uint16)
        self._count, self._began[:] = longest, 0
        for b, one in enumerate(histories):
            self._rows[: len(one.answers), b] = one.answers
        self._seeds = {b: one.seeds[:] for b, one in enumerate(histories) if len(one.seeds) > 1}

    def _of(self, b: int) -> np.ndarray:
        column = self._rows[self._began[b] : self._count, b]
        return column[column != _NOTHING]

    def _make_room(self) -> None:
        oldest = int(self._began.min())
        kept = self._rows[oldest:]
        rows = np.empty((max(2 * len(kept), _ROWS), kept.shape[1]), np.uint16)
        rows[: len(kept)] = kept
        self._rows, self._count, self._began = rows, len(kept), self._began - oldest


def play_again(batch: Batch, history: History) -> list[int]:
    """Bring the only game of a batch to the end of a history.

    Args:
        batch: of one game, in which a game that is over stays.
        history: from anywhere; its seating fits the batch.

    Returns:
        The last answer from outside of every seat, -1 where it has given none.

    Raises:
        StateError: an answer that is not legal there, or more answers than a game has. BadPosition: the history begins from no position.
    """
    batch.control[0] = history.control
    batch.reset(
        seeds=np.array([seed for _, seed in history.seeds[:1]]), positions=[batch.own if history.position is None else history.position]
    )
    step, legal, decider, action = batch.stepping(0), batch.masks[0].data, batch.deciders.data, batch.actions.data
    futures, last = history.seeds[1:], [-1] * batch.scenario.seats
    for number, answer in enumerate(history.answers):
        futures = _reseeded(batch, number, futures)
        seat = decider[0]
        if seat < 0 or not (0 <= answer < len(legal) and legal[answer]):
            why = "the game is over before it" if seat < 0 else f"action {answer} is not legal there"
            raise StateError(f"the saved game does not play again: answer {number + 1} of {len(history.answers)}: {why}")
        action[0] = last[seat] = answer
        step()
    _reseeded(batch, len(history.answers), futures)
    return last


def _reseeded(batch: Batch, number: int, futures: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give the game the new future that it had after so many answers, if any. Returns those to come."""
    while futures and futures[0][0] == number:
        batch.seeds[0] = futures[0][1]
        batch.reseed(batch.seeds)
        batch.refresh(0, check=False)
        futures = futures[1:]
    return futures


def own_position(scenario: Scenario) -> Mapping[str, Any] | None:
    """The table `[position]` of a scenario's own file, the same object every time; None where its games begin with their set-up."""
    if scenario not in _POSITIONS:
        content = dict(scenario.files).get(str(Path(scenario.name))) if scenario.name.endswith(".toml") else None
        _POSITIONS[scenario] = parse_toml(decode(content)).get("position") if content else None
    return _POSITIONS[scenario]


def made_again(ruleset: Ruleset, name: str, seats: int, options: Mapping[str, Any], files: Mapping[str, bytes]) -> Scenario:
    """Make a scenario again: from the user's own files where they lie unchanged, or else from copies that travel with it.

    Args:
        files: the content of the user's own files, by path.

    Raises:
        UnknownName, BadOption, DataError: it cannot be made any more.
    """
    if all(_holds(path, content) for path, content in files.items()):
        made = ruleset.scenario(name, seats, **options)
        if dict(made.files) == files:
            return made
    key = json.dumps([ruleset.name, name, seats, options, {path: content.hex() for path, content in files.items()}], sort_keys=True)
    made_before = _COPIED.get(key)
    if made_before is not None:
        return made_before
    made = _COPIED[key] = _made_of_copies(ruleset, name, seats, options, files)
    return made


def _holds(path: str, content: bytes) -> bool:
    """True for a file in which this stands."""
    try:
        return read_bytes(path, LARGEST) == content
    except DataError:
        return False


def _made_of_copies(ruleset: Ruleset, name: str, seats: int, options: Mapping[str, Any], files: Mapping[str, bytes]) -> Scenario:
    with contextlib.ExitStack() as failed:
        folder = tempfile.mkdtemp(prefix="skirmish-")
        failed.callback(shutil.rmtree, folder, ignore_errors=True)
        inside = {path: str(Path(folder) / f"own-{number}.toml") for number, path in enumerate(files, 1)}
        for path, content in files.items():
            write_whole(Path(inside[path]), content)
        made = ruleset.scenario(renamed(name, inside), seats, **renamed(options, inside))
        weakref.finalize(made, shutil.rmtree, folder, ignore_errors=True)
        failed.pop_all()
    return made


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The name of a scenario, or its options, with other names for its files, lists of files included.

    Args:
        names: the other name of each file by its path.
    """
    if isinstance(value, dict):
        return {name: renamed(one, names) for name, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(str(Path(value)), value) if isinstance(value, str) and value.endswith(".toml") else value
