"""Recorded games as data for offline learning: one episode for each seat of each game, as arrays or as a Minari dataset."""

from __future__ import annotations

import itertools
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.agents.datasets.recording import Recording
from skirmish_rl.envs.adapters.spaces import observation_space
from skirmish_rl.envs.core.errors import BadOption, needs
from skirmish_rl.envs.core.outcome import outcome_of

_AT_ONCE = 64  # games: the arrays of all their positions are held at a time


@dataclass(frozen=True)
class Episode:
    """A game as one seat experiences it: its t decisions, and the final observation.

    Attributes:
        game: index of the game in the recording.
        seat: the seat.
        agent: the agent that played the seat.
        seed: the seed of the game.
        observations: float32 (t + 1, features).
        masks: uint8 (t + 1, actions), all zero in the last row.
        actions: int64 (t,).
        rewards: float32 (t,), 0 except for the last.
        records: uint8 (t + 1, bytes of a record), or None.
    """

    game: int
    seat: int
    agent: str
    seed: int
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    records: np.ndarray | None


def episodes(recording: Recording, records: bool = False, threads: int = 1) -> Iterator[Episode]:
    """Yield all episodes, game by game; a seat that is never asked has no episode.

    Args:
        recording: the games.
        records: also keep the records of the games. A record contains what is hidden from the seat, too.
        threads: threads of the engine, 0 for all cores.

    Raises:
        StateError: a game cannot be replayed, see `Recording.play`.
    """
    seats = recording.scenario.seats
    seen: list[tuple[np.ndarray, ...]] = []
    for first, batch, asked, actions in recording.play(threads=threads, at_once=_AT_ONCE):
        if len(asked):
            raw = batch.games[asked].view(np.uint8).reshape(len(asked), -1) if records else np.zeros((len(asked), 0), np.uint8)
            seen.append((asked, batch.deciders[asked], batch.observations[asked], batch.masks[asked], actions, raw))
            continue
        games, deciders, observations, masks, answers, raws = (np.concatenate(column) for column in zip(*seen, strict=True))
        order = np.lexsort((np.arange(len(games)), deciders, games))
        bounds = np.searchsorted(games[order] * seats + deciders[order], np.arange(batch.n * seats + 1))
        for place in range(batch.n * seats):
            mine = order[bounds[place] : bounds[place + 1]]
            if not len(mine):
                continue
            b, seat = divmod(place, seats)
            reward = np.zeros(len(mine), np.float32)
            outcome = outcome_of(batch.games[b], recording.scenario.ruleset.reasons)
            assert outcome is not None
            reward[-1] = outcome.rewards[seat]
            last = batch.look(b, seat)[0]
            yield Episode(
                game=first + b, seat=seat, agent=recording.names[recording.who[first + b, seat]], seed=int(recording.seeds[first + b]),
                observations=np.concatenate([observations[mine], last[None]]),
                masks=np.concatenate([masks[mine], np.zeros((1, masks.shape[1]), np.uint8)]),
                actions=answers[mine], rewards=reward,
                records=np.concatenate([raws[mine], batch.games[b : b + 1].view(np.uint8).reshape(1, -1)]) if records else None,
            )  # fmt: skip
        seen = []


def write_minari(recording: Recording, name: str, records: bool = False, threads: int = 1, watch: Any = None) -> int:
    """Write all episodes as a local Minari dataset, in the folder that MINARI_DATASETS_PATH names or in Minari's default folder.

    An episode has the seed of its game and the options `game`, `seat` and `agent`. The description of the dataset contains the facts that
    the recording holds about itself.

    Args:
        recording: the games.
        name: the dataset's name, in Minari's form `game/name-v0`.
        records: also write the records of the games, as `observations["record"]`; see `episodes`.
        threads: threads of the engine, 0 for all cores.
        watch: called with the number of episodes written so far.

    Returns:
        The number of decisions in the dataset.

    Raises:
        MissingExtra: Minari is not installed.
        BadOption: the name is invalid, or a dataset of this name exists.
        StateError: a game cannot be replayed; no files are left behind.
    """
    with needs("minari"):
        import h5py  # noqa: F401  Minari asks for it when it writes
        import minari
        from minari.data_collector import EpisodeBuffer
    from gymnasium import spaces

    scenario = recording.scenario
    seen = dict(observation_space(scenario).spaces)  # type: ignore[union-attr]
    if records:
        seen["record"] = spaces.Box(0, 255, (scenario.ruleset.state.itemsize,), np.uint8)

    def buffer(episode: Episode) -> Any:
        t = len(episode.actions)
        ended = np.arange(1, t + 1) == t
        observations = {"observation": episode.observations, "action_mask": episode.masks.astype(np.int8)}
        if episode.records is not None:
            observations["record"] = episode.records
        return EpisodeBuffer(
            seed=episode.seed, options={"game": episode.game, "seat": episode.seat, "agent": episode.agent}, observations=observations,
            actions=episode.actions, rewards=list(episode.rewards), terminations=list(ended), truncations=[False] * t,
        )  # fmt: skip

    def make(first: list[Any]) -> Any:
        about = {"scenario": recording.told, "agents": recording.names, **recording.about}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of what a dataset may say and this one does not
            return minari.create_dataset_from_buffers(
                name, first, observation_space=spaces.Dict(seen), action_space=spaces.Discrete(scenario.n_actions),
                algorithm_name=", ".join(dict.fromkeys(recording.names)), description=json.dumps(about), data_format="hdf5",
            )  # fmt: skip

    written = decisions = 0
    dataset = None
    try:
        for some in _several(episodes(recording, records, threads), _AT_ONCE * scenario.seats):
            buffers = [buffer(episode) for episode in some]
            if dataset is None:
                dataset = make(buffers)
            else:
                dataset.update_dataset_from_buffer(buffers)
            written += len(some)
            decisions += sum(len(episode.actions) for episode in some)
            if watch is not None:
                watch(written)
    except (ValueError, AssertionError, TypeError) as error:
        if dataset is not None:
            raise
        raise BadOption(f"--minari {name}: {error}; give a new name such as {scenario.ruleset.name}/strong-v0") from error
    except BaseException:
        if dataset is not None:
            minari.delete_dataset(name)
        raise
    return decisions


def _several(all_of_them: Iterator[Episode], n: int) -> Iterator[list[Episode]]:
    """Split an iterator into lists of n; the last list may be shorter."""
    while some := list(itertools.islice(all_of_them, n)):
        yield some
