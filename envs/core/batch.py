"""Many games at once: plain arrays, one compiled call per step, no copies.

This is the low level under every adapter; search and hand-written training loops use it directly:

    batch = Batch(scenario, 256)
    batch.reset(seed=7)
    while not batch.over.all():
        batch.step(choose(batch.masks))      # masks, observations, deciders, rewards, ended: arrays, rewritten in place
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.engine import GO_ON, OUTSIDE, RESTART, RESTART_SEATED, START, STAY
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, ShapeError, StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import own_position
from skirmish_rl.envs.core.seeds import checked_seeds, fresh_seed, game_seeds

__all__ = ["GO_ON", "OUTSIDE", "RESTART", "RESTART_SEATED", "STAY", "ActionRows", "Batch", "as_array", "game_seeds"]

# Audit events: a batch is made; played on; a bot is asked through one; features of actions are read.
MAKES, PLAYS, ASKS, DESCRIBES = "skirmish_rl.batch", "skirmish_rl.play", "skirmish_rl.ask", "skirmish_rl.describe"
# Who puts games into positions set by hand, (scenario, seeds, positions) -> records: `envs/positions` enters itself, core knows no game.
PLACING: list[Callable[[Scenario, Sequence[int], Sequence[Mapping[str, Any]]], np.ndarray]] = []
_WORTH_SHARING = 16  # positions from which describing is spread over the threads


def as_array(given: Any) -> np.ndarray:
    """The given object as an array, or an array without numbers where NumPy cannot read the object.

    The checks of shape and dtype that follow refuse such an array.
    """
    try:
        return np.asarray(given)
    except Exception:  # lists of different lengths, and whatever else an object's own conversion raises
        return np.asarray(None)


class ActionRows(NamedTuple):
    """The legal actions of several positions, one position after another: the input of a policy that scores actions.

    Attributes:
        offsets: int64 (m + 1,), where the rows of each position begin.
        numbers: int64 (r,), flat action indices.
        rows: float32 (r, action features).
        positions: float32 (m, features + position features): the decider's observation, then the position features, which are equal
            for all its actions.
    """

    offsets: np.ndarray
    numbers: np.ndarray
    rows: np.ndarray
    positions: np.ndarray


class Batch:
    """Several games of one scenario as arrays.

    Attributes:
        games: (n,) records of `scenario.ruleset.state`; a copy of a record is a clone of the game.
        masks: uint8 (n, actions) legal actions of the pending decisions.
        observations: float32 (n, features) of the deciders, or (n, 0) with `observe=False`.
        deciders: int8 (n,) seat that must decide, -1 when over.
        actions: int64 (n,) answers of the step under way.
        rewards: float32 (n, seats), non-zero only for games that ended in the last step.
        ended: uint8 (n,) 1 for games that ended in the last step.
        final: float32 (n, features) last observation of games that ended (unless `after=STAY`).
        seeds: int64 (n,) seed of each game now running.
        control: int16 (n, seats) OUTSIDE or a bot's number (`Ruleset.bot`); may be rewritten before `reset`.
        own: the position in which the scenario's own file lets games begin, or None.
        positions: the position in which each game, and each game that follows it in its place, begins; None: its set-up.

    Args:
        control: (seats,) or (n, seats); default: every seat is decided from outside.
        threads: worker threads, 0 for one on every core; the interpreter lock is released while games run.
        observe: whether observations are written.
        after: STAY, RESTART or RESTART_SEATED, see `engine.play`.
        listen: note what happens as events (`core/events.py`), for traces, play and pictures.

    Raises:
        ShapeError: no games, or `control` of another shape or with a bot that does not exist. BadOption: `threads` is negative or no
            whole number.
    """

    def __init__(
        self,
        scenario: Scenario,
        n_games: int,
        control: np.ndarray | Sequence[int] | None = None,
        threads: int = 1,
        observe: bool = True,
        after: int = STAY,
        listen: bool = False,
    ):
        sys.audit(MAKES)
        if isinstance(n_games, bool) or not isinstance(n_games, int | np.integer) or n_games < 1:
            raise ShapeError(f"n_games={n_games!r}: a batch holds at least one game, a whole number")
        if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 0:
            raise BadOption(f"threads={threads!r}: a number of threads, or 0 for one on every core")
        self.scenario = scenario
        self.engine = scenario.ruleset.engine
        self.n = n_games = int(n_games)
        self.after = after
        n_features = scenario.features.size if observe else 0
        self.games = np.zeros(n_games, scenario.ruleset.state)
        self.masks = np.zeros((n_games, scenario.n_actions), np.uint8)
        self.observations = np.zeros((n_games, n_features), np.float32)
        self.deciders = np.full(n_games, -1, np.int8)
        self.rewards = np.zeros((n_games, scenario.seats), np.float32)
        self.ended = np.zeros(n_games, np.uint8)
        self.final = np.zeros((n_games, n_features if after != STAY else 0), np.float32)
        self.seeds = np.zeros(n_games, np.int64)
        self.actions = np.zeros(n_games, np.int64)
        self.control = np.full((n_games, scenario.seats), OUTSIDE, np.int16)
        self.own = own_position(scenario)
        self.positions = [self.own] * n_games
        if control is not None:
            self.control[:] = self.checked_control(control, self.n)
        self.threads = max(1, min(threads or os.cpu_count() or 1, n_games))
        bounds = np.linspace(0, n_games, self.threads + 1).astype(int).tolist()
        self._parts = list(pairwise(bounds))
        self._blank = np.zeros(1, scenario.ruleset.state)
        self._blank["listening"] = self.games["listening"] = listen
        self._scratch = [np.zeros(1, scenario.ruleset.scratch) for _ in self._parts]
        self._pool = Threads(self.threads - 1) if self.threads > 1 else None
        width = len(scenario.ruleset.action_features)
        self._checking: dict[bool, Callable[[], Any]] = {}
        self._stepping: dict[tuple[int, ...], Callable[[], Any]] = {}
        self._rows = [(np.zeros(0, np.int64), np.zeros((0, width), np.float32)) for _ in self._parts]

    @property
    def over(self) -> np.ndarray:
        """Whether each game is over: uint8 (n,), 1 for games that are."""
        return self.games["over"]

    def reset(
        self,
        seed: int | None = None,
        seeds: np.ndarray | None = None,
        positions: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> None:
        """Start every game anew, from one seed or from one seed per game.

        Args:
            positions: where each game begins, None for its set-up; without `positions` all games begin where the scenario's file says, see
                `envs/positions`.

        Raises:
            BadOption: a seed that is no whole number from 0 to 2**63 - 1. ShapeError: not one seed or position for each game.
            BadPosition: a position to which no play leads.
        """
        given = [self.own] * self.n if positions is None else list(positions)
        if len(given) != self.n:
            raise ShapeError(f"{len(given)} positions for {self.n} games; give one for each, None for a game that begins with its set-up")
        if seeds is None:
            wanted = game_seeds(fresh_seed() if seed is None else seed, self.n)
        else:
            wanted = checked_seeds(seeds, self.n)
        placed = self._placed([b for b, one in enumerate(given) if one is not None], wanted, given)
        self.seeds[:], self.positions = wanted, given
        self.actions[:] = START
        self._put(placed)
        self._run(STAY)

    def restart(self, b: int) -> None:
        """Start game b anew from `seeds[b]`."""
        sys.audit(PLAYS)
        (b,) = self._as_index([b])
        self.actions[b] = START
        self._put(self._placed([b] if self.positions[b] is not None else [], self.seeds, self.positions))
        self._kernel(b, b + 1)(*self._arguments(b, b + 1, STAY, self._scratch[0]))

    def _placed(self, index: Sequence[int], seeds: np.ndarray, positions: Sequence[Mapping[str, Any] | None]) -> dict[int, np.void]:
        """Records of those games that begin in a position."""
        if not index:
            return {}
        wanted = [one for one in (positions[b] for b in index) if one is not None]
        records = PLACING[0](self.scenario, [int(seeds[b]) for b in index], wanted)
        return dict(zip(index, records, strict=True))

    def _put(self, records: Mapping[int, np.void]) -> None:
        """Put games in their places, from which the kernel goes on."""
        for b, record in records.items():
            self.games[b] = record
            self.games[b]["listening"] = self._blank["listening"][0]
            self.actions[b] = GO_ON

    def _begin_again(self) -> None:
        """Games that the kernel has just begun anew, in the places of those that ended, begin in their positions."""
        begun = [b for b in np.flatnonzero(self.ended).tolist() if self.positions[b] is not None]
        self._put(self._placed(begun, self.seeds, self.positions))
        ended, rewards = self.ended.copy(), self.rewards.copy()
        for b in begun:
            self._kernel(b, b + 1)(*self._arguments(b, b + 1, STAY, self._scratch[0]))
        self.ended[:], self.rewards[:] = ended, rewards

    def step(self, actions: np.ndarray, check: bool = True) -> None:
        """Answer one decision in every game.

        Args:
            actions: integers (n,), legal actions; GO_ON (-1) leaves a game to its bots only. Games that are over need none.
            check: verify legality; it costs about a twentieth of a step with 256 games. Without it an illegal action
                corrupts its game, or worse: only for actions that come straight from the masks.

        Raises:
            StateError: before `reset`.
            ShapeError: not one integer per game.
            IllegalAction: an action its mask does not allow.
        """
        self.actions[:] = self._as_actions(actions)
        if check not in self._checking:
            self._checking[check] = self.engine.first_wrong.bound(self.games, self.actions, self.masks, check)
        wrong = self._checking[check]()
        if wrong >= 0:
            raise self._refusal(wrong, int(self.actions[wrong]))
        self._run(self.after)
        if self.after != STAY and any(self.positions):
            self._begin_again()

    def _as_actions(self, actions: np.ndarray) -> np.ndarray:
        """Actions as contiguous int64 (n,)."""
        given = as_array(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ShapeError(f"actions of shape {given.shape} and dtype {given.dtype}; expected integers of shape ({self.n},)")
        return np.ascontiguousarray(given, np.int64)

    def _refusal(self, b: int, action: int) -> Exception:
        if self.games[b]["seats"] == 0:
            return StateError(f"game {b} has not begun; call reset() first")
        return illegal(self.scenario, self.games[b], self.masks[b], action, f"game {b}: ")

    def stepping(self, part: int, after: int | None = None) -> Callable[[], Any]:
        """The compiled call that answers `actions` in the games of one thread; bots answer for the seats that `control` gives them.

        Args:
            part: number of the thread.
            after: see `engine.play`; None: as this batch does.
        """
        sys.audit(PLAYS)
        low, high = self._parts[part]
        after = self.after if after is None else after
        key = (
            part,
            bool((self.control[low:high] != OUTSIDE).any()),
            after,
            id(self.scenario.tables),
            id(self.final),
        )  # these may be replaced
        if key not in self._stepping:
            self._stepping[key] = self._kernel(low, high).bound(*self._arguments(low, high, after, self._scratch[part]))
        return self._stepping[key]

    def _kernel(self, low: int, high: int) -> Any:
        return self.engine.play if (self.control[low:high] != OUTSIDE).any() else self.engine.step_games

    def _arguments(self, low: int, high: int, after: int, scratch: np.ndarray) -> tuple[Any, ...]:
        """Those of `engine.play` and `engine.step_games`."""
        return (
            self.games, self.scenario.tables, low, high, self.actions, self.control, after, self.seeds,
            self.masks, self.observations, self.deciders, self.rewards, self.ended, self.final, self._blank, scratch,
        )  # fmt: skip

    def check(self, actions: np.ndarray) -> np.ndarray:
        """Actions as int64, verified against the masks.

        Raises:
            StateError, ShapeError, IllegalAction: as for `step`; GO_ON is refused, too.
        """
        given = self._as_actions(actions)
        wrong = self.engine.first_wrong(self.games, np.where(given == GO_ON, START, given), self.masks, True)
        if wrong >= 0:
            raise self._refusal(int(wrong), int(given[wrong]))
        return given

    def look(self, b: int, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """The observation and the mask of any seat in game b, in new arrays; the mask is all zero unless that seat decides.

        Raises:
            ShapeError: no such game or seat. StateError: before `reset`.
        """
        (b,) = self._begun([b])
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.scenario.seats:
            raise ShapeError(f"seat {seat!r}; this scenario has 0 to {self.scenario.seats - 1}")
        mask = np.zeros(self.scenario.n_actions, np.uint8)
        observation = np.zeros(self.scenario.features.size, np.float32)
        self.engine.look(self.games, self.scenario.tables, b, int(seat), mask, observation, self._scratch[0])
        return observation, mask

    def refresh(self, b: int, check: bool = True) -> None:
        """Compute mask, observation and decider anew after `games[b]` was overwritten by a record of this process.

        A game from elsewhere must be played again instead, see `core/saved.py`.

        Args:
            check: check the ranges of all fields, which takes ten times as long as the rest. Leave it out only for records that the rules
                have made.

        Raises:
            StateError: a field outside its range, from which the rules would go astray; or a game that has not begun.
        """
        self._begun(np.array([b]))
        if check and (outside := self.scenario.ruleset.record.violation(self.games[b : b + 1])):
            raise StateError(
                f"games[{b}] of {self.scenario.id} holds {outside}; write a whole record of this ruleset there before refresh({b})"
            )
        seat = int(self.games[b]["decider"])
        self.deciders[b] = seat
        observation, self.masks[b] = self.look(b, max(seat, 0))
        if self.observations.shape[1]:
            self.observations[b] = observation

    def encode_actions(self, index: np.ndarray, observe: bool = True, most: int = 0) -> ActionRows:
        """The features of all legal actions in some games, and of the positions they belong to.

        Args:
            index: integers (m,), which games.
            observe: write `positions`; else they are (m, 0).
            most: keep only this many actions of each game, those the ruleset's strongest bot scores highest; 0 for all.

        Returns:
            Views into buffers that the next call rewrites; `positions` is new.
        """
        sys.audit(DESCRIBES)
        index = self._begun(index)
        ruleset = self.scenario.ruleset
        width = self.scenario.features.size + len(ruleset.position_features) if observe else 0
        positions = np.zeros((len(index), width), np.float32)
        if self._pool is None or len(index) < _WORTH_SHARING:
            return ActionRows(*self._encode_actions(0, index, positions, most), positions)
        bounds = np.linspace(0, len(index), self.threads + 1).astype(int)
        shares = [(k, index[low:high], positions[low:high], most) for k, (low, high) in enumerate(pairwise(bounds))]
        jobs = [self._pool.submit(self._encode_actions, *share) for share in shares[1:]]
        parts = [self._encode_actions(*shares[0]), *(job.result() for job in jobs)]
        counts = np.concatenate([np.diff(offsets) for offsets, _, _ in parts])
        numbers = np.concatenate([numbers for _, numbers, _ in parts])
        offsets = np.concatenate([[0], counts.cumsum()])
        return ActionRows(offsets, numbers, np.concatenate([rows for _, _, rows in parts]), positions)

    def _encode_actions(self, k: int, index: np.ndarray, positions: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Offsets, numbers and rows of some games, in the k-th thread's buffers."""
        offsets = np.zeros(len(index) + 1, np.int64)
        more = len(self.scenario.ruleset.position_features)
        while True:
            numbers, rows = self._rows[k]
            used = self.engine.encode_actions(
                self.games, self.scenario.tables, index, self.masks, offsets, numbers, rows, positions, more, most, self._scratch[k]
            )
            if used >= 0:
                return offsets, numbers[:used], rows[:used]
            size = -used * 3 // 2
            self._rows[k] = np.zeros(size, np.int64), np.zeros((size, len(self.scenario.ruleset.action_features)), np.float32)

    def ask(self, index: np.ndarray, bots: np.ndarray | int) -> np.ndarray:
        """The answers that bots would give in some games, int64 (m,); nothing is played.

        Args:
            index: integers (m,), games that are not over. bots: their numbers, (m,) or one for all.

        Raises:
            ShapeError: games or bots that do not exist. StateError: before `reset`, or a game that is over.
        """
        sys.audit(ASKS)
        index = self._begun(index)
        if (self.games["over"][index] != 0).any():
            raise StateError(f"game {int(index[self.games['over'][index].argmax()])} is over: nobody is asked")
        ruleset, given = self.scenario.ruleset, as_array(bots)
        if given.dtype.kind not in "iu" or given.shape not in ((), index.shape):
            raise ShapeError(
                f"bots of shape {given.shape} and dtype {given.dtype}; expected a whole number, or one for each of {len(index)} games"
            )
        chosen = np.broadcast_to(given.astype(np.int64), index.shape).copy()
        if not all(map(ruleset.is_bot, np.unique(chosen).tolist())):
            raise ShapeError(f"bots {sorted(set(chosen.tolist()))[:4]}; {ruleset.name} has 0 to {len(ruleset.bots) - 1}")
        actions = np.zeros(len(index), np.int64)
        self.engine.ask_bots(self.games, self.scenario.tables, index, self.masks, chosen, actions, self._scratch[0])
        return actions

    def reseed(self, seeds: np.ndarray) -> None:
        """Give every game a new future: new dice, and hidden things dealt anew. A search must do this with its copies."""
        self._begun(np.arange(self.n))
        self.engine.reseed(self.games, self.scenario.tables, checked_seeds(seeds, self.n))

    def _begun(self, index: np.ndarray | Sequence[int]) -> np.ndarray:
        """Indices of games that have begun, int64 (m,)."""
        found = self._as_index(index)
        for b in found[self.games["seats"][found] == 0][:1]:
            raise StateError(f"game {int(b)} has not begun; call reset() first")
        return found

    def _as_index(self, index: np.ndarray | Sequence[int]) -> np.ndarray:
        """Indices of games as contiguous int64 (m,)."""
        given = as_array(index)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise ShapeError(f"games {given.shape} of dtype {given.dtype}; expected a list of whole numbers")
        given = np.ascontiguousarray(given, np.int64)
        if given.size and not (given.min() >= 0 and given.max() < self.n):
            raise ShapeError(f"games {int(given.min())} to {int(given.max())}; this batch has 0 to {self.n - 1}")
        return given

    def checked_control(self, control: np.ndarray | Sequence[int], n: int) -> np.ndarray:
        """The controllers of the seats of n games, as int16.

        Raises:
            ShapeError: another shape or type, or bots that do not exist.
        """
        given = as_array(control)
        seats, ruleset = self.scenario.seats, self.scenario.ruleset
        if given.shape not in ((seats,), (n, seats)) or given.dtype.kind not in "iu":
            raise ShapeError(f"control of shape {given.shape} and dtype {given.dtype}; expected integers ({seats},) or ({n}, {seats})")
        if not all(-128 <= number < 0 or ruleset.is_bot(number) for number in np.unique(given).tolist()):
            bots = f"bots are 0 to {len(ruleset.bots) - 1}"
            raise ShapeError(f"control {int(given.min())} to {int(given.max())}; {OUTSIDE} is from outside, {bots}")
        return given.astype(np.int16)

    def _run(self, after: int) -> None:
        calls = [self.stepping(part, after) for part in range(len(self._parts))]
        jobs = [self._pool.submit(call) for call in calls[1:]] if self._pool else []
        calls[0]()
        wait(jobs)
        for job in jobs:
            job.result()


class Threads:
    """The threads of a batch. A forked process has none of its parent's threads, and makes its own when it first has work."""

    def __init__(self, count: int):
        self._count, self._process = count, 0

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin some work in a thread."""
        if self._process != os.getpid():
            self._process, self._made = os.getpid(), ThreadPoolExecutor(self._count)
        return self._made.submit(work, *arguments)


def illegal(scenario: Scenario, record: np.void, mask: np.ndarray, action: int, where: str = "") -> IllegalAction:
    """The error for an action outside the mask: seat, decision, the action's text and the legal verbs."""
    layout, decision = scenario.ruleset.layout, int(record["decision"])
    name = scenario.ruleset.decisions(decision).name
    legal = ", ".join(layout.legal_verbs(mask, decision))
    if 0 <= action < layout.size:
        said = f'asked "{layout.text(action, decision)}" (action {action})'
    else:
        said = f"asked action {action}, outside Discrete({layout.size}),"
    ones = 'the ones of info["action_mask"] are legal'
    return IllegalAction(f"{where}seat_{int(record['decider'])} {said} but the decision is {name}; legal verbs: {legal}; {ones}")
