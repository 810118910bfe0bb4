"""Games on a device: the arrays of `Batch` as torch tensors, on a GPU or, by the same kernels one thread after another, on this processor.

    batch = DeviceBatch(scenario, 65_536, device="cuda")
    batch.reset(seed=7)
    while True:
        batch.step(choose(batch.observations, batch.masks))      # launched on torch's current stream: nothing waits, nothing is allocated

A torch tensor speaks DLPack: `jax.dlpack.from_dlpack(batch.observations)`, `cupy.from_dlpack(...)` see the same memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.launch import Card, Launch, Processor
from skirmish_rl.envs.core.batch import OUTSIDE, RESTART, RESTART_SEATED, STAY, Batch, illegal
from skirmish_rl.envs.core.device import DECIDE, OBSERVE, RENEW, device_library
from skirmish_rl.envs.core.engine import START
from skirmish_rl.envs.core.errors import BadOption, ShapeError, StateError, needs
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import own_position
from skirmish_rl.envs.core.seeds import checked_seeds, fresh_seed, game_seeds

with needs("train"):
    import torch

_GIB = 2**30
_BEGUN_EVERY = 16  # steps: shorter than any game, and long enough for many to be begun at once


class DeviceBatch:
    """n games of one scenario as tensors on a device.

    Attributes:
        games: uint8 (n, bytes of a record); `records` gives them as NumPy's.
        masks: uint8 (n, actions). observations: float32 (n, features), or (n, 0) with `observe=False`. Both lie in memory with the games
            side by side (strides 1, n), as a GPU writes them fastest: `contiguous()` gives rows.
        deciders: int8 (n,), -1 when over. actions: int64 (n,) answers of the last step. rewards: float32 (n, seats). ended: uint8 (n,).
        final: float32 (n, features), or (n, 0), as `observations`. seeds: int64 (n,). control: int16 (n, seats). All as in `Batch`.
        refused: int64 (n,): not 0 for a game that was asked an illegal action; it stands still until `check` has told of it. (0,) with
            `check=False`.

    Args:
        device: "cuda", "cuda:1", "cpu" or a `torch.device`.
        control, observe, after: as for `Batch`.
        check: illegal actions are noted instead of carried out. Without it one corrupts its game, or worse: only for actions that come
            straight from the masks.

    Raises:
        BadOption: a device that there is not, or more games than its memory holds. LibraryError: the rules cannot be compiled or loaded
            for it.
        MissingExtra: no torch.
    """

    def __init__(
        self,
        scenario: Scenario,
        n_games: int,
        device: Any = "cuda",
        control: np.ndarray | Sequence[int] | None = None,
        observe: bool = True,
        after: int = STAY,
        check: bool = True,
    ):
        if after not in (STAY, RESTART, RESTART_SEATED):
            raise BadOption(f"after={after!r}: expected STAY, RESTART or RESTART_SEATED of `Batch`")
        self.scenario, self.after = scenario, after
        if own_position(scenario) is not None:
            raise BadOption(f"{scenario.id}: its games begin in a [position], which a device does not know; play it without one")
        self.device = checked_device(device)
        self._one = Batch(scenario, 1, observe=False)  # whose checks and blank record are this batch's, too
        if isinstance(n_games, bool) or not isinstance(n_games, int | np.integer) or n_games < 1:
            raise ShapeError(f"n_games={n_games!r}: a batch holds at least one game, a whole number")
        self.n = n = int(n_games)
        rules, seats = scenario.ruleset, scenario.seats
        seen = scenario.features.size if observe else 0
        waiting = n if after != STAY else 0
        shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "games": (torch.uint8, (n, rules.state.itemsize)), "_masks": (torch.uint8, (scenario.n_actions, n)),
            "_observations": (torch.float32, (seen, n)), "deciders": (torch.int8, (n,)), "actions": (torch.int64, (n,)),
            "rewards": (torch.float32, (n, seats)), "ended": (torch.uint8, (n,)), "_final": (torch.float32, (seen if waiting else 0, n)),
            "seeds": (torch.int64, (n,)), "control": (torch.int16, (n, seats)), "refused": (torch.int64, (n if check else 0,)),
            "_scratch": (torch.uint8, (n, rules.scratch.itemsize)), "_none": (torch.int64, (0,)),
            "_waiting": (torch.uint8, (waiting, rules.state.itemsize)), "_begun": (torch.int64, (waiting,)),
            "_their_masks": (torch.uint8, (scenario.n_actions, waiting)),
        }  # fmt: skip
        check_memory(shapes, n, self.device, scenario.tables.nbytes)
        self.games: Any
        self.masks: Any
        self.observations: Any
        self.deciders: Any
        self.actions: Any
        self.rewards: Any
        self.ended: Any
        self.final: Any
        self.seeds: Any
        self.control: Any
        self.refused: Any
        self._scratch: Any
        self._none: Any
        self._masks: Any
        self._observations: Any
        self._final: Any
        self._waiting: Any
        self._begun: Any
        self._their_masks: Any
        for name, (dtype, shape) in shapes.items():
            setattr(self, name, torch.zeros(shape, dtype=dtype, device=self.device))
        self.masks, self.observations, self.final = self._masks.T, self._observations.T, self._final.T
        self.deciders.fill_(-1)
        self._begun.fill_(-1)
        self._tables = _as_bytes(scenario.tables, self.device)
        self._blank = _as_bytes(self._one.games, self.device)
        self._runner = _runner(self.device)
        self._is_begun, self._steps = False, 0
        self._launches: dict[str, tuple[Any, Launch]] = {}
        self.set_control(np.full((n, seats), OUTSIDE) if control is None else control)

    def set_control(self, control: np.ndarray | Sequence[int]) -> None:
        """Set who decides for the seats from now on: (seats,) or (n, seats), OUTSIDE or a bot's number.

        Raises:
            ShapeError: another shape, or bots that do not exist.
        """
        given = self._one.checked_control(control, self.n)
        self._has_bots = bool((given >= 0).any())
        self.control.copy_(torch.from_numpy(np.broadcast_to(given, self.control.shape).copy()))

    def reset(self, seed: int | None = None, seeds: np.ndarray | None = None) -> None:
        """Start every game anew, from one seed or from one seed per game, as `Batch.reset`."""
        chosen = game_seeds(fresh_seed() if seed is None else seed, self.n) if seeds is None else checked_seeds(seeds, self.n)
        self.seeds.copy_(torch.from_numpy(chosen))
        self.actions.fill_(START)
        self.refused.zero_()
        self._step(STAY, self._none)
        self._is_begun, self._steps = True, 0

    def step(self, actions: Any) -> None:
        """Take one action in every game; the tensors hold the results when the device has finished the step.

        Args:
            actions: int64 (n,) on this device, legal actions; GO_ON (-1) leaves a game to its bots only. Games that are over need none.

        Raises:
            StateError: before `reset`. ShapeError: another shape, type or device. An illegal action: see `check`.
        """
        self._check_begun()
        if actions is not self.actions:
            self.actions.copy_(self._fitting(actions, "actions", torch.int64, (self.n,)))
        self._step(self.after, self.refused)
        if self.after != STAY and not self._has_bots:
            self._renew()

    def _renew(self) -> None:
        """Games that are over give way to those that wait; now and then, those that will be needed next are begun."""
        self._launched("step_game", self.n, part=RENEW, after=self.after, ahead=self._steps % _BEGUN_EVERY == 0)()
        self._steps += 1

    def check(self) -> None:
        """Wait for the device, and raise the first illegal action that any step since the last check was asked for.

        Its game goes on with another one.

        Raises:
            IllegalAction: naming game, seat and decision.
        """
        wrong = torch.nonzero(self.refused)[:1].flatten().tolist()
        if wrong:
            (b,) = wrong
            given = int(self.refused[b])
            self.refused.zero_()
            record, mask = self.records([b])[0], self.masks[b].cpu().numpy()
            raise illegal(self.scenario, record, mask, given - 1 if given > 0 else given, f"game {b}: ")

    def choose(self, salt: int) -> Any:
        """Legal actions at random, `actions`, for `step`; GO_ON in games that are over.

        Args:
            salt: another number for other actions, 0 to 2**63 - 1.
        """
        self._check_begun()
        self._launched("choose_game", self.n, salt=salt)()
        return self.actions

    def ask(self, bots: Any) -> Any:
        """The actions that bots would take; nothing is played. Slow on a GPU, where one thread per game weighs every action.

        Args:
            bots: int64 (n,) on this device, numbers of bots.
        """
        self._check_begun()
        bots = self._fitting(bots, "bots", torch.int64, (self.n,))
        self._launched("ask_game", self.n, bots=bots)()
        return self.actions

    def look(self, index: Any, seats: Any) -> tuple[Any, Any]:
        """Observations and masks of any seats in any games, in new tensors; zeros where there is no such game or seat.

        Args:
            index, seats: int64 (m,) on this device, m at most n.
        """
        self._check_begun()
        m = self._fitting(index, "index", torch.int64, None).shape[0]
        if m > self.n:
            raise ShapeError(f"index names {m} games; this batch has working space for {self.n}")
        self._fitting(seats, "seats", torch.int64, (m,))
        masks = torch.empty((self.scenario.n_actions, m), dtype=torch.uint8, device=self.device)
        observations = torch.empty((self.scenario.features.size, m), device=self.device)
        self._launched("step_game", m, part=OBSERVE, index=index, seats=seats, masks=masks, observations=observations)()
        return observations.T, masks.T

    def reseed(self, seeds: Any) -> None:
        """Give every game a new future, as `Batch.reseed`: what search must do with its copies.

        Args:
            seeds: int64 (n,) on this device, from 0 on.
        """
        self._check_begun()
        self._launched("reseed_game", self.n, seeds=self._fitting(seeds, "seeds", torch.int64, (self.n,)))()

    def copy(self, other: DeviceBatch, index: Any) -> None:
        """Copy games from another batch of this scenario: game b here becomes a copy of its game `index[b]`.

        Args:
            index: int64 (n,) on this device.
        """
        if other.scenario is not self.scenario or other.device != self.device:
            raise StateError(
                f"games of {other.scenario.id} on {other.device} cannot go on as those of {self.scenario.id} on {self.device}"
            )
        index = self._fitting(index, "index", torch.int64, (self.n,))
        for name in ("games", "deciders", "seeds", "control"):
            torch.index_select(getattr(other, name), 0, index, out=getattr(self, name))
        for name in ("_masks", "_observations"):
            torch.index_select(getattr(other, name), 1, index, out=getattr(self, name))
        self._is_begun, self._has_bots = other._is_begun, other._has_bots

    def field(self, name: str) -> Any:
        """A field of all games as a tensor that shares their memory, as `field("fault")`: whole numbers of at most 8 bytes that torch
        knows.

        Raises:
            BadOption: no such field, or one that torch cannot read in place.
        """
        dtype = self.scenario.ruleset.state
        kind, at, *_ = dtype.fields[name] if dtype.fields and name in dtype.fields else (np.dtype("V1"), 0)
        known = {"u1": torch.uint8, "i1": torch.int8, "i2": torch.int16, "i4": torch.int32, "i8": torch.int64}.get(
            f"{kind.kind}{kind.itemsize}"
        )
        if known is None:
            raise BadOption(f"field {name!r}: no whole number of a record that torch reads in place; `records` has all of them")
        return self.games[:, at : at + kind.itemsize].view(known)[:, 0]

    def records(self, index: Sequence[int] | None = None) -> np.ndarray:
        """Games as NumPy records, a copy; the device is waited for.

        Args:
            index: which; None: all.
        """
        games = self.games if index is None else self.games[torch.as_tensor(index, dtype=torch.int64, device=self.device)]
        return games.cpu().numpy().copy().view(self.scenario.ruleset.state)[:, 0]

    def _step(self, after: int, refused: Any) -> None:
        kernel = "play_game" if self._has_bots else "step_game"
        self._launched(kernel, self.n, after=after, refused=refused)()

    def _launched(self, name: str, threads: int, **own: Any) -> Launch:
        """A kernel ready to run on this batch's tensors, or on others where named."""
        library = device_library(self.scenario.ruleset, bots=name in ("play_game", "ask_game"))
        entry = library.entries[name]
        standing = {
            "thread": 0, "games": self.games, "tables": self._tables, "actions": self.actions, "control": self.control,
            "seeds": self.seeds,
            "masks": self._masks, "observations": self._observations, "deciders": self.deciders, "rewards": self.rewards,
            "ended": self.ended,
            "final": self._final, "blank": self._blank, "scratch": self._scratch, "waiting": self._waiting, "begun": self._begun,
            "their_masks": self._their_masks, "part": DECIDE, "after": self.after, "refused": self._none, "ahead": False,
            "index": self._none,
            "seats": self._none, **own,
        }  # fmt: skip
        places = [threads]
        for argument, kind in zip(entry.arguments, entry.kinds, strict=True):
            value = standing[argument]
            places += [value] if kind.is_number else [value.data_ptr(), *value.shape[: kind.ndim]]
        if name not in self._launches:
            block = (ctypes.c_int64 * entry.places)()
            self._launches[name] = block, self._runner.launching(entry, block)
        block, launch = self._launches[name]
        block[:] = places
        return launch

    def _check_begun(self) -> None:
        if not self._is_begun:
            raise StateError("the games have not begun; call reset() first")

    def _fitting(self, given: Any, name: str, dtype: Any, shape: tuple[int, ...] | None) -> Any:
        """A tensor that a kernel can read.

        Raises:
            ShapeError: another shape, type or device, or gaps in it.
        """
        wanted = f"a contiguous {dtype} tensor of shape {shape or '(m,)'} on {self.device}"
        if not isinstance(given, torch.Tensor):
            raise ShapeError(f"{name} is a {type(given).__name__}; expected {wanted}")
        fits = given.shape == shape if shape is not None else given.ndim == 1
        if not fits or given.dtype != dtype or given.device != self.device or not given.is_contiguous():
            gaps = "" if given.is_contiguous() else ", not contiguous"
            raise ShapeError(f"{name} is a {given.dtype} tensor of shape {tuple(given.shape)} on {given.device}{gaps}; expected {wanted}")
        return given


def checked_device(device: Any) -> Any:
    """A device of torch that the rules can run on.

    Raises:
        BadOption: another kind of device, or one that is not there.
    """
    if INTERPRETED:
        raise BadOption(f"device={device!r}: rules run on a device compiled only; unset SKIRMISH_INTERPRETED and NUMBA_DISABLE_JIT")
    try:
        made = torch.device(device)
    except (RuntimeError, TypeError):
        raise BadOption(f'device={device!r}: expected "cuda", "cuda:1" or "cpu"') from None
    if made.type == "cpu":
        return torch.device("cpu")
    if made.type != "cuda":
        raise BadOption(f'device={device!r}: the rules run on "cuda" and "cpu"')
    if torch.version.cuda is None:
        raise BadOption(
            f"device={device!r}: this torch ({torch.__version__}) is built without CUDA; install one that has it, see https://pytorch.org"
        )
    if not torch.cuda.is_available():
        raise BadOption(f'device={device!r}: torch finds no GPU in reach; device="cpu" runs the same kernels')
    number = torch.cuda.current_device() if made.index is None else made.index
    if number >= torch.cuda.device_count():
        raise BadOption(f"device={device!r}: there are {torch.cuda.device_count()} GPUs, numbered from 0")
    return torch.device("cuda", number)


def card_name(device: Any) -> str:
    """Name of a GPU; "" for this processor."""
    return str(torch.cuda.get_device_name(device)) if device.type == "cuda" else ""


def _runner(device: Any) -> Processor | Card:
    if device.type == "cpu":
        return Processor()
    return Card(device.index, torch.cuda.get_device_capability(device), lambda: torch.cuda.current_stream(device).cuda_stream)


def _as_bytes(records: np.ndarray, device: Any) -> Any:
    """Records as uint8 (n, bytes) on a device."""
    return torch.from_numpy(np.frombuffer(records.tobytes(), np.uint8).reshape(len(records), -1).copy()).to(device)


def check_memory(shapes: dict[str, tuple[Any, tuple[int, ...]]], n: int, device: Any, more: int = 0) -> None:
    """Refuse what does not fit, before any of it is allocated.

    Args:
        shapes: dtype and shape of each tensor.
        n: number of games; every tensor grows with it.
        device: where they will lie.
        more: bytes that do not grow with the games.

    Raises:
        BadOption: it does not fit; it is said how many games do.
    """
    needed = more + sum(dtype.itemsize * int(np.prod(shape, dtype=object)) for dtype, shape in shapes.values())
    free = free_memory(device)
    if needed > free:
        fits = max(0, int((free - more) * n // max(1, needed - more)))
        raise BadOption(f"{n:,} games take {needed / _GIB:,.1f} GiB, and {device} has {free / _GIB:,.1f} GiB left; at most {fits:,} fit")


def free_memory(device: Any) -> int:
    """Bytes that can be allocated on a device."""
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):  # another system: the allocation will say
        return 2**62
