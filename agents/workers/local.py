"""Games shared out to workers: processes of this machine here, those of a Ray cluster in `cluster.py`.

Pieces are always the same, see `playing.py`, so a worker that dies costs nothing but the time to play its piece again.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from types import TracebackType
from typing import Protocol

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.playing import Forfeit, Piece, Pieces, cut, play_piece
from skirmish_rl.envs.core.errors import BadOption, SkirmishError
from skirmish_rl.envs.core.ruleset import Scenario

_TRIES = 3  # for one piece


class WorkerError(SkirmishError, RuntimeError):
    """Workers that cannot play what they are given."""


def pack(scenario: Scenario, agents: Sequence[Agent]) -> bytes:
    """Who plays on what, as a worker takes it: a network travels with its weights, so that no worker needs its files.

    Raises:
        BadOption: an agent that cannot be sent to another process.
    """
    try:
        return pickle.dumps((scenario, list(agents)))
    except Exception as error:
        raise BadOption(f"these agents cannot be sent to workers ({error}); play with --workers 1") from error


@functools.lru_cache(2)
def _unpack(packed: bytes) -> tuple[Scenario, list[Agent]]:
    scenario, agents = pickle.loads(packed)
    return scenario, agents


def play_packed(packed: bytes, piece: Piece, threads: int) -> tuple[np.ndarray, list[Forfeit]]:
    """What a worker does."""
    scenario, agents = _unpack(packed)
    return play_piece(scenario, agents, piece, threads)


class Crew(Protocol):
    """Workers, each at a place of its own.

    Attributes:
        size: places.
        deaths: errors by which a piece ends whose worker has died.
    """

    size: int
    deaths: tuple[type[BaseException], ...]

    def send(self, place: int, packed: bytes, piece: Piece) -> Future[tuple[np.ndarray, list[Forfeit]]]:
        """Have the worker at a place play a piece."""
        ...

    def replace(self, place: int, error: BaseException) -> str:
        """Put another worker in the place of one that died; says who it was."""
        ...


class Shared(Pieces):
    """Plays games piece by piece, by a crew.

    Args:
        say: told in a sentence when a worker has died.
    """

    def __init__(self, crew: Crew, say: Callable[[str], None] = print):
        super().__init__()
        self.crew, self.say = crew, say

    def __call__(
        self,
        scenario: Scenario,
        agents: Sequence[Agent],
        who: np.ndarray,
        seeds: np.ndarray,
        threads: int = 0,
        watch: Callable[[int], None] | None = None,
    ) -> np.ndarray:
        """As `play_games`; the crew knows its threads itself.

        Raises:
            WorkerError: a piece that three workers in a row have died of.
            BadOption: an agent that cannot be sent to another process.
        """
        packed, finals = pack(scenario, agents), np.zeros(len(seeds), scenario.ruleset.state)
        waiting = list(cut(who, seeds))[::-1]
        free = list(range(self.crew.size))[::-1]
        running: dict[Future[tuple[np.ndarray, list[Forfeit]]], tuple[Piece, int]] = {}
        lost: dict[int, list[Forfeit]] = {}
        tries: dict[int, int] = {}
        done = 0
        while waiting or running:
            while waiting and free:
                piece, place = waiting.pop(), free.pop()
                running[self.crew.send(place, packed, piece)] = piece, place
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                piece, place = running.pop(future)
                free.append(place)
                error = future.exception()
                if error is None:
                    finals[piece.games], lost[piece.first] = future.result()
                    done += len(piece.seeds)
                    if watch is not None:
                        watch(done)
                elif isinstance(error, self.crew.deaths):
                    who_died, n = self.crew.replace(place, error), len(piece.seeds)
                    tries[piece.first] = tries.get(piece.first, 0) + 1
                    names = " against ".join(agents[k].name for k in np.unique(piece.who))
                    if tries[piece.first] == _TRIES:
                        raise WorkerError(
                            f"{who_died}, the {_TRIES}rd in a row at the same {n} games ({names}, seeds from {piece.seeds[0]}); "
                            "look for an agent that ends its process or takes too much memory, or play with --workers 1"
                        )
                    self.say(f"{who_died}; its {n} games ({names}) are played again by another")
                    waiting.append(piece)
                else:
                    raise error
        self.forfeits += [forfeit for first in sorted(lost) for forfeit in lost[first]]
        return finals


class Processes:
    """Workers on this machine: a process each.

    Each has an executor of its own, because an executor gives up all its processes when one dies.

    Args:
        size: how many. threads: of each one's engine.
    """

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, size: int, threads: int = 1):
        self.size, self.threads = size, threads
        self._workers: list[tuple[ProcessPoolExecutor, Future[int]]] = []

    def __enter__(self) -> Processes:
        self._workers = [_start() for _ in range(self.size)]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for pool, number in self._workers:
            if error is not None and (process := _known(number)):
                with contextlib.suppress(OSError):  # it may have ended by itself
                    os.kill(process, signal.SIGKILL)  # now, not when its piece is played
            pool.shutdown(cancel_futures=True)

    def send(self, place: int, packed: bytes, piece: Piece) -> Future[tuple[np.ndarray, list[Forfeit]]]:
        """See `Crew.send`."""
        try:
            return self._workers[place][0].submit(play_packed, packed, piece, self.threads)
        except BrokenProcessPool as error:  # it has died since its last piece
            dead: Future[tuple[np.ndarray, list[Forfeit]]] = Future()
            dead.set_exception(error)
            return dead

    def replace(self, place: int, error: BaseException) -> str:
        """See `Crew.replace`."""
        pool, number = self._workers[place]
        process = _known(number)
        pool.shutdown()
        self._workers[place] = _start()
        return f"worker {place + 1} of {self.size}{f' (process {process})' if process else ''} has died"


def _start() -> tuple[ProcessPoolExecutor, Future[int]]:
    """An executor with one process, and its number."""
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
    return pool, pool.submit(os.getpid)


def _known(number: Future[int]) -> int:
    """The number of a process, 0 if it never got so far."""
    return number.result() if number.done() and number.exception() is None else 0


def _begin() -> None:
    """In a worker: a terminal's ctrl-C is for the process that started it, and it ends with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent()


def leave_with_parent() -> None:
    """End this process as soon as the one that started it is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(parent: int) -> None:
    connection.wait([parent])
    os._exit(1)
