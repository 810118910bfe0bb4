"""The kernels as a device runs them: one thread, one game.

Each takes the number of its thread and does the work of one game by the functions of `core/engine.py`; no rule is written a second time.
`core/cuda.py` compiles them for a GPU, and for this processor, where they run one thread after another: the same kernels, the same
block of arguments and the same working space for every thread, so that results of a GPU can be compared with `Batch` without one.

Masks and observations lie with the games side by side, (actions, n) and (features, n), so that neighbouring threads write to one piece
of memory at the same time. A game that has ended is replaced by one that was begun before and waits, because setting up takes as long as
a dozen decisions, and all threads of a warp would wait for it.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.dice import MASK, mix, next_seed
from skirmish_rl.envs.core.engine import _KINDS, GO_ON, STAY, choose, conclude, copied, count_ones, look, play, report, reseed, start
from skirmish_rl.envs.core.errors import LibraryError, needs
from skirmish_rl.envs.core.files import alone
from skirmish_rl.envs.core.library import Library, content
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.sources import sources_key

DECIDE, RENEW, OBSERVE = range(3)  # parts of `step_game`
CUDA = "cuda"  # what `build --for` calls all of the following
PTX = "nvptx64"  # the level of a library that the driver translates for cards to come
CARDS = (
    "sm_80",
    "sm_90",
    "sm_100",
    "sm_120",
)  # whose libraries are shipped; one runs on every later card of its family, sm_80 on 8.6 and 8.9
_FILES = (Path(__file__), Path(__file__).with_name("cuda.py"))


def is_card(target: str) -> bool:
    """True for a kind of GPU, or for all of them."""
    return target in (CUDA, PTX) or target.startswith("sm_")


def step_game(
    thread, part, games, tables, actions, control, after, seeds, masks, observations, deciders, rewards, ended, final, blank, scratch,
    refused,
    waiting, begun, their_masks, ahead, index, seats,
):  # fmt: skip
    """All the work that needs the rules, in one kernel: `decide`, `renew` or `observe`, as `part` says.

    `ptxas` makes for each kernel a copy of all functions that it calls; three kernels would take more than twice as long to assemble.
    """
    if part == DECIDE:
        decide(
            thread, games, tables, actions, control, after, seeds, masks, observations, deciders, rewards, ended, final, blank, scratch,
            refused
        )  # fmt: skip
    elif part == RENEW:
        renew(thread, games, tables, after, seeds, masks, observations, deciders, blank, scratch, waiting, begun, their_masks, ahead)
    else:
        observe(thread, games, tables, index, seats, masks, observations, scratch)


def decide(
    thread, games, tables, actions, control, after, seeds, masks, observations, deciders, rewards, ended, final, blank, scratch, refused
):  # fmt: skip
    """Take one decision of a game, as `engine.play` does, which explains the other arguments.

    Args:
        masks: uint8 (actions, n). observations: float32 (features, n) or (0, n). final: the same.
        scratch: (n,) working space of every thread.
        refused: int64 (n,), an action that the mask did not allow, plus one unless it is negative; 0: there was none. A game with a
            refused action stands still until this is set to 0 again. Or (0,): actions are taken without a check.
    """
    if refused.shape[0] > 0 and refused[thread] == 0 and is_wrong(games[thread], actions[thread], masks.T[thread]):
        refused[thread] = actions[thread] + 1 if actions[thread] >= 0 else actions[thread]
    if refused.shape[0] > 0 and refused[thread] != 0:
        ended[thread] = 0
        for seat in range(control.shape[1]):
            rewards[thread, seat] = 0.0
    else:
        play(
            games, tables, thread, thread + 1, actions, control, after, seeds, masks.T, observations.T, deciders, rewards, ended, final.T,
            blank,
            scratch[thread : thread + 1],
        )  # fmt: skip


def wait(games, tables, b, seed, mask, blank):
    """Begin a game after the decision, by `engine.start`, as `renew` needs it."""


def renew(thread, games, tables, after, seeds, masks, observations, deciders, blank, scratch, waiting, begun, their_masks, ahead):
    """Put the waiting game in place of one that is over, or begin one if none waits and one is needed now.

    Args:
        waiting: (n,) games that have begun. begun: int64 (n,), the seed of each. their_masks: uint8 (actions, n).
        ahead: whether a game is begun, too, where none waits behind a game that goes on.
    """
    is_over = after != STAY and games[thread].over != 0
    seed = seeds[thread] if is_over else next_seed(seeds[thread])
    if (is_over or ahead) and begun[thread] != seed:
        start(waiting, tables, thread, seed, their_masks.T[thread], blank)
        begun[thread] = seed
    if is_over:
        games[thread] = waiting[thread]
        for action in range(masks.shape[0]):
            masks[action, thread] = their_masks[action, thread]
        report(games[thread], tables[games[thread].variant], thread, observations.T, deciders, scratch[thread : thread + 1])


def is_wrong(state, action, mask):
    """True for an action that the pending question of a game does not allow; see `engine.first_wrong`."""
    if state.seats == 0:
        return True
    if state.over or action == GO_ON:
        return False
    return action < 0 or action >= mask.shape[0] or mask[action] == 0


def choose_game(thread, masks, salt, actions):
    """Choose a legal action at random, by the thread's number and `salt`, which differs in every step; GO_ON where none is legal."""
    mask = masks.T[thread]
    left = (mix(mix((thread * 0x9E3779B1 + salt) & MASK) ^ ((salt >> 32) & MASK)) * count_ones(mask)) >> 32
    actions[thread] = GO_ON
    for action in range(mask.shape[0]):
        if mask[action]:
            if left == 0:
                actions[thread] = action
                break
            left -= 1


def observe(thread, games, tables, index, seats, masks, observations, scratch):
    """Write the mask and the observation of seat `seats[thread]` in game `index[thread]`, as `engine.look` does.

    Both are zeros where there is no such game or seat.
    """
    b = index[thread]
    if 0 <= b < games.shape[0] and 0 <= seats[thread] < games[b].seats:
        look(games, tables, b, seats[thread], masks.T[thread], observations.T[thread], scratch[thread : thread + 1])
    else:
        masks.T[thread, :] = 0
        observations.T[thread, :] = 0.0


def reseed_game(thread, games, tables, seeds):
    """Give a game a new future, as `engine.reseed` does."""
    reseed(games[thread : thread + 1], tables, seeds[thread : thread + 1])


def ask_game(thread, games, tables, masks, bots, actions, scratch):
    """Write what a bot would answer in a game, as `engine.ask_bots` does; GO_ON in a game that is over."""
    state = games[thread]
    actions[thread] = GO_ON
    if state.decider >= 0:
        actions[thread] = choose(state, tables[state.variant], masks.T[thread], bots[thread], scratch[thread])


class DeviceLibrary(Library):
    """The kernels of this module for one ruleset.

    Args:
        own: the ruleset's library. bots: take the kernels in which bots answer, `play_game` and `ask_game`, which are larger; else take
            all others.
    """

    def __init__(self, own: Library, bots: bool):
        super().__init__(own.package)
        self.records, self.folder = own.records, own.folder
        self._bots = bots
        scope = {
            **vars(sys.modules[f"{own.package}.kernels"]),
            "mix": mix,
            "MASK": MASK,
            "next_seed": next_seed,
            "DECIDE": DECIDE,
            "RENEW": RENEW,
        }
        for rule in (is_wrong, decide, renew, observe):
            scope[rule.__name__] = copied(rule, scope)
        if bots:
            kernels: list[tuple[str, Any]] = [("play_game", decide), ("ask_game", ask_game)]
        else:
            ending = copied(conclude, {**scope, "start": wait})
            scope["play"] = copied(play, {**scope, "run_bots": scope["no_bots"], "conclude": ending})
            kernels = [(kernel.__name__, kernel) for kernel in (step_game, choose_game, reseed_game)]
        for name, kernel in kernels:
            made = copied(kernel, scope, name)
            self.add(made, _kinds_of(made), name=name)

    @property
    def name(self) -> str:
        """The library's short name, for messages and files."""
        return f"{super().name}-device{'-bots' if self._bots else ''}"

    @property
    def sources(self) -> str:
        """Hash of the library's sources: the rules, and what makes kernels of them."""
        digest = hashlib.sha256(sources_key(self.package).encode())
        for file in _FILES:
            digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    @property
    def kernels(self) -> list[Any]:
        """The kernels that programs in other languages may call: none."""
        return []

    def card(self, major: int, minor: int) -> bytes:
        """The code for a card of some compute capability: shipped, from the cache, or built now.

        Raises:
            LibraryError: there is none, and it cannot be built here.
        """
        fitting = [f"sm_{major}{older}" for older in range(minor, -1, -1)]
        for level in [*fitting, PTX]:
            if code := self._found_for(level):
                return code
        file = self._file_for(fitting[0])
        with alone(file.with_suffix(".lock")):
            if not (code := self._found_for(fitting[0])):
                cuda = _cuda()
                cuda.assembler()
                print(
                    f"skirmish-rl: compiling the rules of {super().name} for the GPU, some minutes, once",
                    file=sys.stderr,
                    flush=True,
                )
                cuda.write_card(self, cuda.ptx(self), file, fitting[0])
                code = self._found_for(fitting[0])
        if not code:
            raise LibraryError(f"{file} was built and cannot be used; remove it and try again")
        return code

    def _file_for(self, level: str) -> Path:
        return self.home() / f"{self.name}-{level}-{self.sources}.json"

    def _found_for(self, level: str) -> bytes:
        """The code for a kind of card, nothing where there is none that fits these sources and is whole."""
        for file in (self.shipped(level), *(folder / f"{self.name}-{level}-{self.sources}.json" for folder in self.folders())):
            if code := self.taken(file, (level,), self.wanted(builders=False), content):
                return bytes(code)
        return b""

    def _build(self, file: Path, builders: bool) -> None:
        self._announce()
        _cuda().write_loops(self, file)


def _cuda() -> Any:
    with needs("build"):
        from skirmish_rl.envs.core import cuda
    return cuda


def _kinds_of(kernel: Callable[..., Any]) -> tuple[str, ...]:
    known = {**_KINDS, "thread": "i8", "salt": "i8", "seats": "i8[:]", "part": "i8", "refused": "i8[:]", "begun": "i8[:]", "ahead": "b1"}
    known |= {"waiting": _KINDS["games"], "their_masks": _KINDS["masks"]}
    return tuple(known[name] for name in kernel.__code__.co_varnames[: kernel.__code__.co_argcount])


@functools.cache
def device_library(ruleset: Ruleset, bots: bool) -> DeviceLibrary:
    """The kernels of a ruleset for devices, those in which bots answer or the others."""
    return DeviceLibrary(ruleset.engine.library, bots)
