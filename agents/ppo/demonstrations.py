"""Imitation of saved games: traces of games on the page, traces of any agents, and recordings from `skirmish-rl record`.

Each game is first replayed action by action and must end as it did. The games are then played side by side in random order, once for each
pass, and the positions in which an imitated player decided are grouped into chunks of equal size. If the network considers only some of
the actions and the player's action is not among them, the position still teaches the value how the game ended.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from skirmish_rl.agents.datasets.recording import SUFFIX, load
from skirmish_rl.agents.ppo.buffer import RowStore
from skirmish_rl.agents.ppo.imitation import UNASKED, ImitationConfig
from skirmish_rl.agents.ppo.ranks import ALONE, Ranks
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, StateError
from skirmish_rl.envs.core.files import read_text
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.core.trace import LARGEST, header_of, names_of, read_answers, read_files, read_header, repeat_answer, seed_of

_ORDER = 47  # salt


@dataclass(frozen=True)
class Recorded:
    """A replayed game.

    Attributes:
        seed: the seed of the game.
        actions: int64 (t,), the actions.
        deciders: int8 (t,), the seat that chose each action.
        copied: bool (t,), True for actions to be imitated.
        rewards: float32 (seats,), the final rewards; nan if the game is unfinished.
    """

    seed: int
    actions: np.ndarray
    deciders: np.ndarray
    copied: np.ndarray
    rewards: np.ndarray


def read_game(text: str, scenario: Scenario, players: Sequence[str] = ()) -> Recorded:
    """Replay the game of a trace and check it.

    Args:
        text: the trace.
        scenario: the scenario that is trained on.
        players: the players to imitate, by their names in the trace; () for all.

    Raises:
        StateError: the text is not a trace, belongs to another game, version, scenario or options, or its actions lead to other positions.
    """
    header = read_header(text)
    _check_same(header, read_files(text), scenario)
    names = names_of(header, scenario.seats)
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=seed_of(header))
    rewards = np.full(scenario.seats, np.nan, np.float32)
    actions, deciders = [], []
    for number, answer in enumerate(read_answers(text), 1):
        deciders.append(int(batch.deciders[0]))
        actions.append(repeat_answer(batch, number, answer))
    if batch.over[0]:
        rewards = batch.rewards[0].copy()
    wanted = np.array([not players or name in players for name in names])
    seated = np.array(deciders, np.int8)
    return Recorded(int(batch.seeds[0]), np.array(actions, np.int64), seated, wanted[seated], rewards)


def read_recording(path: Path, scenario: Scenario, players: Sequence[str] = ()) -> list[Recorded]:
    """Replay the games of a recording and check them; see `read_game`.

    Raises:
        StateError: the file is not a recording, belongs to another game, version, scenario or options, or its actions lead to other
            positions.
        BadOption, UnknownName, DataError: see `recording.load`.
    """
    kept = load(path)
    head = "\n".join(header_of(kept.scenario, 0, kept.names))
    _check_same(read_header(head), read_files(head), scenario)
    wanted = np.array([not players or name in players for name in kept.names])
    games: list[Recorded] = []
    deciders: list[list[int]] = []
    starts = np.concatenate([[0], np.cumsum(kept.counts, dtype=np.int64)])
    for first, batch, asked, _ in kept.play(observe=False):
        if not deciders:
            deciders = [[] for _ in range(batch.n)]
        for b in asked:
            deciders[b].append(int(batch.deciders[b]))
        if not len(asked):
            for b, seats in enumerate(deciders):
                outcome = outcome_of(batch.games[b], scenario.ruleset.reasons)
                assert outcome is not None
                seated, at = np.array(seats, np.int8), first + b
                actions = kept.actions[starts[at] : starts[at + 1]].astype(np.int64)
                rewards = np.array(outcome.rewards, np.float32)
                games.append(Recorded(int(kept.seeds[at]), actions, seated, wanted[kept.who[at][seated]], rewards))
            deciders = []
    return games


def _check_same(header: dict[str, str], files: dict[str, str], scenario: Scenario) -> None:
    """Refuse a trace of any other scenario."""
    own = "\n".join(header_of(scenario, 0, [""]))
    expected = read_header(own)
    for key in ("ruleset", "version", "layout", "scenario", "seats"):
        if header[key] != expected[key]:
            what = {"version": "ruleset version", "layout": "version of the action layout"}.get(key, key)
            raise StateError(f"a game of {what} {header[key][:60]}; expected {expected[key]}")
    if header["options"] != expected["options"]:
        raise StateError(f"a game with {_others(header['options'], expected['options'])}")
    if files != read_files(own):
        raise StateError(f"a game of another scenario file; expected what {scenario.name} says now")


def _others(given: str, expected: str) -> str:
    """Describe which options differ."""
    try:
        here, there = dict(parse_json(given)), dict(parse_json(expected))
    except (ValueError, TypeError):
        return f"options {given[:60]!r}; expected {expected[:200]}"
    names = sorted(name for name in {*here, *there} if here.get(name) != there.get(name))
    said = ", ".join(f"{name} = {json.dumps(here.get(name))[:60]}" for name in names)
    return f"{said}; expected {', '.join(f'{name} = {json.dumps(there.get(name))[:60]}' for name in names)}"


def read_games(path: str | Path, scenario: Scenario, players: Sequence[str] = ()) -> tuple[list[Recorded], list[str]]:
    """Read the games of a trace, a recording, or a folder of both.

    Args:
        path: a folder with files that end in .txt or .npz, or one such file.
        scenario: the scenario that is trained on.
        players: as for `read_game`; games without these players are skipped silently.

    Returns:
        The games, and a line for each file that was refused, with the reason.

    Raises:
        BadOption: the folder does not exist, or holds nothing to learn from.
    """
    path = Path(path)
    if not path.exists():
        raise BadOption(f"imitation.demonstrations = {str(path)!r}: no such file or folder; give a trace, a recording or a folder of them")
    names = sorted([*path.glob("*.txt"), *path.glob(f"*{SUFFIX}")]) if path.is_dir() else [path]
    games, refused = [], []
    for name in names:
        try:
            if name.suffix == SUFFIX:
                read = read_recording(name, scenario, players)
            else:
                read = [read_game(read_text(name, LARGEST, BadOption), scenario, players)]
        except SkirmishError as error:
            refused.append(f"{name.name}: {error}")
            continue
        games += [game for game in read if game.copied.any()]
    if not games:
        why = f"; for example, {refused[0]}" if refused else ""
        by = f" with an answer of {' or '.join(players)}" if players else ""
        raise BadOption(f"imitation.demonstrations = {str(path)!r}: none of {len(names)} files is a game of {scenario.id}{by}{why}")
    return games, refused


class RecordedGames:
    """Labelled positions of saved games, in chunks; see the module.

    Every rank plays all games, and encodes its share of the positions.

    Attributes:
        name: describes the number of games.
        chunks: the number of chunks.
        refused: traces that cannot be used, with reasons.
        digest: a hash of the games, by which a resumed run recognises them.

    Args:
        scenario: the scenario.
        config: settings of imitation; `demonstrations` is the path of the games.
        seed: seed of the order of games.
        consider: number of actions that the network considers, 0 for all.
        ranks: the processes that share the positions.
        dtype: dtype of the features.

    Raises:
        BadOption: see `read_games`.
    """

    def __init__(
        self,
        scenario: Scenario,
        config: ImitationConfig,
        seed: int,
        consider: int = 0,
        ranks: Ranks = ALONE,
        dtype: torch.dtype = torch.float32,
    ):
        self.scenario, self.config, self.seed, self.consider, self.ranks, self.dtype = scenario, config, seed, consider, ranks, dtype
        read = read_games(config.demonstrations, scenario, config.players) if ranks.first else None
        told = ranks.told(read)
        assert told is not None
        self.games, self.refused = told
        self.name = f"{len(self.games)} recorded game{'s' * (len(self.games) > 1)}"
        self.digest = hashlib.blake2b(
            b"".join(game.actions.tobytes() + game.copied.tobytes() for game in self.games), digest_size=8
        ).hexdigest()
        positions = min(config.passes * sum(int(game.copied.sum()) for game in self.games), config.decisions)
        if positions < ranks.count:
            raise BadOption(f"imitation.decisions = {config.decisions}: {ranks.count} ranks need more to learn from")
        self.chunks = max(1, round(positions / (config.games * config.chunk)))
        self.bounds = np.linspace(0, positions, self.chunks + 1).astype(int) // ranks.count * ranks.count

    def _play(self) -> Iterator[tuple[Batch, np.ndarray, np.ndarray, np.ndarray]]:
        """Yield all positions to learn from, pass by pass: the games, the indices of games with such a position, actions, outcomes."""
        luck = np.random.default_rng([self.seed, _ORDER])
        while True:
            order = luck.permutation(len(self.games))
            for at in range(0, len(order), self.config.games):
                games = [self.games[k] for k in order[at : at + self.config.games]]
                batch = Batch(self.scenario, len(games), observe=False)
                batch.reset(seeds=np.array([game.seed for game in games]))
                for t in range(max(len(game.actions) for game in games)):
                    answers = np.array([game.actions[t] if t < len(game.actions) else GO_ON for game in games])
                    index = np.array([b for b, game in enumerate(games) if t < len(game.actions) and game.copied[t]], np.int64)
                    outcomes = np.array([games[b].rewards[games[b].deciders[t]] for b in index], np.float32)
                    yield batch, index, answers[index], outcomes
                    batch.step(answers)

    def read(self, first: int) -> Iterator[tuple[RowStore, torch.Tensor, torch.Tensor]]:
        """Yield the chunks from number `first` on; see `Lessons`."""
        count = self.ranks.count
        store = RowStore(
            int(np.diff(self.bounds).max()) // count, self.scenario.n_position, len(self.scenario.ruleset.action_features), self.dtype
        )
        places: list[np.ndarray] = []
        results: list[np.ndarray] = []
        seen = chunk = 0
        for batch, index, answers, outcomes in self._play():
            numbers = seen + np.arange(len(index))
            seen += len(index)
            whose = np.searchsorted(self.bounds[1:], numbers, side="right")
            for now in np.unique(whose):
                if now > chunk:
                    if chunk >= first:
                        yield store, torch.from_numpy(np.concatenate(places)), torch.from_numpy(np.concatenate(results))
                    store.clear()
                    places, results, chunk = [], [], now
                    if chunk == self.chunks:
                        return
                mine = (whose == now) & (numbers % count == self.ranks.rank)
                if chunk >= first and mine.any():
                    places.append(self._describe(store, batch, index[mine], answers[mine]))
                    results.append(outcomes[mine])

    def _describe(self, store: RowStore, batch: Batch, index: np.ndarray, answers: np.ndarray) -> np.ndarray:
        """Add positions to a store.

        Returns:
            The index of each answer among the actions that are considered, UNASKED for an answer that is not among them.
        """
        offsets, numbers, rows, positions = batch.encode_actions(index, most=self.consider)
        store.add(offsets, numbers, rows, positions)
        position = np.repeat(np.arange(len(index)), np.diff(offsets))
        hit = np.flatnonzero(numbers == answers[position])
        places = np.full(len(index), UNASKED, np.int64)
        places[position[hit]] = hit - offsets[position[hit]]
        return places
