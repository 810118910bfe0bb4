"""Ranks: processes that train one network together. Each plays its share of the games, and gradients are averaged at every step.

They communicate through torch.distributed: Gloo between CPUs, NCCL between GPUs. Sums between processes of one machine go through shared
memory, see `SharedSum`. With a single process nothing is communicated, and every method returns what it was given.
"""

from __future__ import annotations

import datetime
import math
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from torch import distributed

from skirmish_rl.envs.core.errors import BadOption

_Any = TypeVar("_Any")
_PATIENCE = datetime.timedelta(hours=1)  # rank 0 may be compiling, or judging a long evaluation
_QUIET = 120.0  # seconds before those that wait say so
_ROOM = 1 << 22  # bytes of a rank's row to begin with
_ORDERED = ("x86_64", "AMD64", "i686")  # processors on which others see what is written in the order of writing
LEAST_GAMES = 64  # a rank with fewer games side by side would spend its time on small products


class SharedSum:
    """Sums over the ranks of one machine, through a file that all of them map into memory.

    Every rank writes its numbers into its own row, announces this by a counter, waits for the counters of the others, and adds up the rows
    in the same order as everybody else, so that all ranks get the same bits. There are two sets of rows, because a rank may already write
    the next numbers while others still read. Gloo takes milliseconds for the same sum over the loopback network; see docs/decisions/0018.
    """

    def __init__(self, ranks: Ranks):
        self.rank, self.count, self._ranks = ranks.rank, ranks.count, ranks
        self._processes = ranks.gather(os.getpid())
        self._grow(_ROOM)

    def _grow(self, room: int) -> None:
        """Map a file with rows of `room` bytes; all ranks do this at the same call, because they add the same number of values."""
        size = 64 * self.count + 2 * self.count * room
        path = ""
        if self.rank == 0:
            place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
            handle, path = tempfile.mkstemp(prefix="skirmish-rl-", dir=place)
            os.truncate(handle, size)
            os.close(handle)
        path = self._ranks.told(path)
        memory = np.memmap(path, np.uint8, "r+", shape=(size,))
        self._ranks.gather(None)
        if self.rank == 0:
            os.unlink(path)  # the mapped memory stays until the last rank is gone, however it goes
        self._arrived = memory[: 64 * self.count].view(np.int64)[::8]  # a line of the processor's cache for each
        self._rows = memory[64 * self.count :].reshape(2, self.count, room)
        self._room, self._turn = room, 0

    def _look_for_others(self) -> None:
        """Raise RuntimeError if another rank has died."""
        for rank, process in enumerate(self._processes):
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                raise RuntimeError(f"rank {rank} is gone, as if its connection were closed by peer") from None

    def _tell_who_waits(self) -> bool:
        """Print a line for the user; only the first waiting rank does."""
        late = [str(rank) for rank in range(self.count) if self._arrived[rank] < self._turn]
        if late and self.rank == int(np.argmax(self._arrived >= self._turn)):
            who = f"rank{'s' * (len(late) > 1)} {', '.join(late)} (process {', '.join(str(self._processes[int(rank)]) for rank in late)})"
            print(f"waiting for {who}: busy with something long, or stopped", file=sys.stderr, flush=True)
        return True

    def add(self, numbers: torch.Tensor) -> None:
        """Sum numbers over all ranks, in place; every rank passes the same number of values.

        Raises:
            RuntimeError: another rank has died.
        """
        mine = numbers.numpy().reshape(-1)
        if mine.nbytes > self._room:
            self._grow(mine.nbytes)
        self._turn += 1
        rows = self._rows[self._turn % 2, :, : mine.nbytes].view(mine.dtype)
        rows[self.rank] = mine
        self._arrived[self.rank] = self._turn
        tries, since, said = 0, time.monotonic(), False
        while (self._arrived < self._turn).any():
            tries += 1
            time.sleep(0 if tries < 2000 else 1e-4)
            if tries % 10_000 == 0:
                self._look_for_others()
            if tries >= 2000 and not said and time.monotonic() - since > _QUIET:
                said = self._tell_who_waits()
        mine[:] = rows[0]
        for row in rows[1:]:
            mine += row


@dataclass(frozen=True)
class Ranks:
    """One of the processes that train together.

    Attributes:
        rank: its number, from 0; rank 0 writes logs and checkpoints.
        count: the number of ranks on all machines.
    """

    rank: int = 0
    count: int = 1
    shared: SharedSum | None = None

    @property
    def first(self) -> bool:
        return self.rank == 0

    def share(self, total: int) -> int:
        """The share of one rank in a number of games or positions; `check_shares` has made sure that it is whole."""
        return total // self.count

    def mine(self, everything: np.ndarray) -> np.ndarray:
        """The rank's part of an array that is divided equally."""
        part = self.share(len(everything))
        return everything[self.rank * part : (self.rank + 1) * part]

    def sum_(self, numbers: torch.Tensor) -> torch.Tensor:
        """Sum numbers over all ranks, in place."""
        if self.shared is not None and numbers.device.type == "cpu":
            self.shared.add(numbers)
        elif self.count > 1:
            distributed.all_reduce(numbers)
        return numbers

    def any(self, wish: bool) -> bool:
        """True if the condition holds on any rank."""
        return bool(self.sum_(torch.tensor(float(wish))) > 0)

    def copy_first(self, tensors: Sequence[torch.Tensor]) -> None:
        """Overwrite tensors by those of rank 0."""
        if self.count > 1:
            for tensor in tensors:
                distributed.broadcast(tensor, 0)

    def told(self, value: _Any) -> _Any:
        """Broadcast a value from rank 0."""
        told = [value]
        if self.count > 1:
            distributed.broadcast_object_list(told, 0)
        return told[0]

    def gather(self, value: _Any) -> list[_Any]:
        """Collect a value from every rank; all ranks get the list, in order of ranks."""
        values = [value] * self.count
        if self.count > 1:
            distributed.all_gather_object(values, value)
        return values

    def wait(self) -> None:
        """Wait for all ranks."""
        self.any(False)


ALONE = Ranks()


def join(rank: int, count: int, meeting: str) -> Ranks:
    """Join the group as one of several ranks.

    Args:
        rank: this process's number.
        count: the number of ranks.
        meeting: where the ranks find each other: `file://...` on one machine, `env://` under torchrun.
    """
    if count > 1:
        backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
        distributed.init_process_group(backend, init_method=meeting, rank=rank, world_size=count, timeout=_PATIENCE)
        one_machine = meeting.startswith("file:") or os.environ.get("LOCAL_WORLD_SIZE") == str(count)
        if one_machine and platform.machine() in _ORDERED:
            return Ranks(rank, count, SharedSum(Ranks(rank, count)))
    return Ranks(rank, count)


def leave(ranks: Ranks) -> None:
    """Leave the group of ranks."""
    if ranks.count > 1 and distributed.is_initialized():
        distributed.destroy_process_group()


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fitting_ranks(games: int, most: int | None = None) -> int:
    """The number of ranks for some games: one for each core (at most `most`), while each has enough games and all have equally many."""
    most = max(1, min(most or cores(), games // LEAST_GAMES))
    return next(count for count in range(most, 0, -1) if games % count == 0)


def check_shares(count: int, **totals: int) -> None:
    """Refuse numbers that cannot be divided equally among the ranks.

    Raises:
        BadOption: a number is not a multiple of the number of ranks.
    """
    for name, total in totals.items():
        if total % count:
            setting = name.replace("_", ".", 1)
            raise BadOption(
                f"{setting} = {total} cannot be divided equally among {count} ranks; choose a multiple of {count}, or --ranks 1"
            )


class Gradients:
    """The gradients of a network in one contiguous tensor, so that ranks average them in one operation.

    Args:
        parameters: all parameters of the network.
        ranks: the processes that train together.
        policy: the parameters that only choose actions; `signal` looks at their gradients.
    """

    def __init__(self, parameters: Sequence[torch.nn.Parameter], ranks: Ranks, policy: Sequence[torch.nn.Parameter] = ()):
        self.ranks, self.parameters = ranks, list(parameters)
        size = sum(p.numel() for p in self.parameters)
        device = self.parameters[0].device
        self._all = torch.zeros(size + 1, device=device)  # and one number that travels with them
        self._flat = self._all[:size]
        self._views, at = [], 0
        for p in self.parameters:
            self._views.append(self._flat[at : at + p.numel()].view_as(p))
            at += p.numel()
        asked = {id(p) for p in policy}
        self._chosen = [view for p, view in zip(self.parameters, self._views, strict=True) if id(p) in asked]
        self._sum, self._squares, self._seen = torch.zeros(sum(v.numel() for v in self._chosen), device=device), 0.0, 0

    def clear(self) -> None:
        """Clear the gradients before a backward pass."""
        self._all.zero_()
        for parameter, view in zip(self.parameters, self._views, strict=True):
            parameter.grad = view

    def average(self, fact: float = 0.0) -> float:
        """After a backward pass, average the gradients and one further number over all ranks; returns the number."""
        self._all[-1] = fact
        if self.ranks.count > 1:
            self.ranks.sum_(self._all).div_(self.ranks.count)
        return float(self._all[-1])

    def note(self) -> None:
        """Include the current gradients in `signal`."""
        flat = torch.cat([view.flatten() for view in self._chosen])
        self._sum += flat
        self._squares += float(flat @ flat)
        self._seen += 1

    def signal(self) -> float:
        """The squared signal-to-noise ratio of the mean of the noted gradients.

        Well above 1, updates follow the advantages; well below 1, mostly luck. NaN if fewer than two gradients were noted.
        """
        n = self._seen
        if n < 2:
            return math.nan
        common = (float(self._sum @ self._sum) - self._squares) / (n * (n - 1))  # pairs of different ones: their noise is not the same
        noise = (self._squares / n - common) / n
        return max(common, 0.0) / max(noise, 1e-30)

    def clip(self, most: float) -> None:
        """Clip the gradients to a maximal norm."""
        length = float(torch.linalg.vector_norm(self._flat))
        if length > most:
            self._flat.mul_(most / length)


def device_of(wanted: str, rank: int = 0) -> torch.device:
    """Choose the device of a rank's network.

    Args:
        wanted: "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:1".
        rank: the rank, which selects among several GPUs.

    Raises:
        BadOption: there is no such device.
    """
    if wanted == "auto":
        wanted = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(wanted)
    except RuntimeError as error:
        raise BadOption(f"device {wanted!r}: give auto, cpu, cuda or cuda:<number>") from error
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise BadOption(f"device {wanted!r}, but torch finds no GPU here; use --device cpu, or a torch built for CUDA")
        here = int(os.environ.get("LOCAL_RANK", rank)) % torch.cuda.device_count()
        device = torch.device("cuda", here if device.index is None else device.index)
    elif device.type != "cpu":
        raise BadOption(f"device {wanted!r}: give auto, cpu, cuda or cuda:<number>")
    return device
