"""Play games to their ends, many in one batch, or in pieces that several processes share.

Seats played by bots are answered inside the compiled engine; all others are asked together, so a batch takes as many calls as its
longest game has decisions.

A network's scores depend in their last digits on the batch they are computed in, and a close choice with them. Games are therefore
always cut into the same pieces, by pairing, and each piece is played in a batch of its own: the same games come out whoever plays
them, in whatever order, and however many games there are besides.
"""

from __future__ import annotations

import itertools
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.envs.core.batch import GO_ON, OUTSIDE, Batch, illegal
from skirmish_rl.envs.core.errors import ShapeError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import Trace, write_game

_AT_ONCE = 2048  # games in one batch
PIECE = 64  # games: slow agents gain most by many workers, and quick ones lose little by small pieces


@dataclass(frozen=True)
class Forfeit:
    """A game that an agent lost because it crashed or chose an illegal action.

    Attributes:
        agent: who lost it. against: the others at its table.
        seed: of the game. seat: the agent's. decisions: answered in the game before.
        why: one line.
    """

    agent: str
    against: str
    seed: int
    seat: int
    decisions: int
    why: str


class Answered(NamedTuple):
    """The actions in one step of a batch of games.

    Attributes:
        first: place of the batch's first game among all. games, masks: as they stood before it.
        actions: int64 (n,), GO_ON where there was no answer. agents: all. who: int64 (n,), which of them was asked in each game, -1 for
            none.
    """

    first: int
    games: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    agents: Sequence[Agent]
    who: np.ndarray


class Observer(Protocol):
    """An observer of every action, including those of bots.

    Attributes:
        listens: whether the batch notes events for it, see `core/events.py`.
    """

    listens: bool

    def note(self, batch: Batch, step: Answered) -> None:
        """Called after actions in some games; the batch holds the games after them."""
        ...


def play_games(
    scenario: Scenario,
    agents: Sequence[Agent],
    who: np.ndarray,
    seeds: np.ndarray,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
    forfeits: list[Forfeit] | None = None,
    observer: Observer | None = None,
) -> np.ndarray:
    """Play games to their ends.

    Args:
        who: int64 (n, seats), index into `agents` of each seat.
        seeds: int64 (n,).
        threads: 0 for all cores.
        watch: told how many games have ended so far.
        forfeits: an agent that crashes or answers with an illegal action loses that game, and the loss is added here; None: its error
            is raised.
        observer: told of every answer; bots then answer one by one as everybody else does, and the same.

    Returns:
        (n,) final records.
    """
    finals = np.zeros(len(seeds), scenario.ruleset.state)
    bots = np.array([OUTSIDE if agent.bot is None else agent.bot for agent in agents], np.int16)
    observe = any(getattr(agent, "observes", False) for agent in agents)
    for low in range(0, len(seeds), _AT_ONCE):
        part = slice(low, min(low + _AT_ONCE, len(seeds)))
        seated = who[part]
        control = bots[seated] if observer is None else None
        listen = observer is not None and observer.listens
        batch = Batch(scenario, len(seated), control=control, threads=threads, observe=observe, listen=listen)
        batch.reset(seeds=seeds[part])
        while True:
            asked = np.flatnonzero(batch.over == 0)
            if watch is not None:
                watch(part.stop - len(asked))
            if not len(asked):
                break
            actions = np.full(batch.n, -1, np.int64)
            deciders = seated[asked, batch.deciders[asked]]
            faults: dict[int, str] = {}
            for k in np.unique(deciders):
                index = asked[deciders == k]
                actions[index] = answer(agents[k], batch, index) if forfeits is None else ask_legal(agents[k], batch, index, faults)
            for b, why in faults.items():
                _give_up(batch, b)
                table = [agents[k].name for k in seated[b]]
                name = table.pop(seat := int(batch.deciders[b]))
                against = ", ".join(dict.fromkeys(table))
                decisions = int(batch.games[b]["decisions"])
                forfeits.append(Forfeit(name, against, int(batch.seeds[b]), seat, decisions, why))  # type: ignore[union-attr]
            if observer is None:
                batch.step(actions)
                continue
            who_answered = np.full(batch.n, -1)
            who_answered[asked] = np.where(actions[asked] == GO_ON, -1, deciders)
            step = Answered(low, batch.games.copy(), batch.masks.copy(), actions, agents, who_answered)
            batch.step(actions)
            observer.note(batch, step)
        finals[part] = batch.games
    return finals


def answer(agent: Agent, batch: Batch, index: np.ndarray) -> np.ndarray:
    """An agent's actions in some games; a bot's are those that it would take inside the engine."""
    return agent.act(batch, index) if agent.bot is None else batch.ask(index, agent.bot)


def tell_game(scenario: Scenario, agents: Sequence[Agent], seed: int) -> Trace:
    """Play one game and write it as a trace.

    Args:
        agents: one for each seat.
    """
    only = np.zeros(1, np.int64)
    return write_game(
        scenario, seed, [agent.name for agent in agents], lambda batch: int(agents[int(batch.deciders[0])].act(batch, only)[0])
    )


def ask_legal(agent: Agent, batch: Batch, index: np.ndarray, faults: dict[int, str]) -> np.ndarray:
    """Legal actions of an agent, GO_ON where it has none; `faults` gets the reason."""
    try:
        given = np.asarray(answer(agent, batch, index))
        if given.shape != index.shape or given.dtype.kind not in "iu":
            raise ShapeError(f"{given.dtype} of shape {given.shape} in answer to {len(index)} games; expected a whole number for each")
    except Exception as error:
        if len(index) > 1:  # whose fault is it? ask again, half of them at a time
            half = len(index) // 2
            return np.concatenate([ask_legal(agent, batch, part, faults) for part in (index[:half], index[half:])])
        last = traceback.extract_tb(error.__traceback__)[-1]
        faults[int(index[0])] = f"crashed: {type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"
        return np.full(1, GO_ON)
    known = (given >= 0) & (given < batch.masks.shape[1])
    known[known] = batch.masks[index[known], given[known]] != 0
    for b, action in zip(index[~known], given[~known], strict=True):
        faults[int(b)] = str(illegal(batch.scenario, batch.games[b], batch.masks[b], int(action)))
    return np.where(known, given, GO_ON)


def _give_up(batch: Batch, b: int) -> None:
    """End a game that its decider cannot go on with: the others share the first place."""
    game = batch.games[b : b + 1]
    game["over"], game["winners"] = 1, (1 << batch.scenario.seats) - 1 - (1 << int(game["decider"][0]))


@dataclass(frozen=True)
class Piece:
    """Some games of one pairing.

    Attributes:
        first: place of its first game among all.
        who, seeds: as in `play_games`.
    """

    first: int
    who: np.ndarray
    seeds: np.ndarray

    @property
    def games(self) -> slice:
        """Their places among all."""
        return slice(self.first, self.first + len(self.seeds))


def pairings(who: np.ndarray) -> list[int]:
    """Places where a pairing begins, and last the number of games."""
    seated = np.sort(who, axis=1)
    return [0, *(np.flatnonzero((seated[1:] != seated[:-1]).any(axis=1)) + 1).tolist(), len(who)]


def cut(who: np.ndarray, seeds: np.ndarray) -> Iterator[Piece]:
    """Cut all games into pieces; a pairing begins where the agents change."""
    starts = pairings(who)
    for low, high in itertools.pairwise(starts):
        for first in range(low, high, PIECE):
            games = slice(first, min(first + PIECE, high))
            yield Piece(first, who[games], seeds[games])


def play_piece(
    scenario: Scenario,
    agents: Sequence[Agent],
    piece: Piece,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
    observer: Observer | None = None,
) -> tuple[np.ndarray, list[Forfeit]]:
    """Play a piece; returns its final records and forfeits. Networks use one thread, because their number changes last digits."""
    forfeits: list[Forfeit] = []
    torch = sys.modules.get("torch")
    before = torch.get_num_threads() if torch else 1
    if torch and before > 1:
        torch.set_num_threads(1)
    try:
        return play_games(scenario, agents, piece.who, piece.seeds, threads, watch, forfeits, observer), forfeits
    finally:
        if torch and before > 1:
            torch.set_num_threads(before)


class Pieces:
    """Plays games piece by piece, in this process.

    Attributes:
        forfeits: games lost by default, in the order of the pieces.
    """

    def __init__(self) -> None:
        self.forfeits: list[Forfeit] = []

    def __call__(
        self,
        scenario: Scenario,
        agents: Sequence[Agent],
        who: np.ndarray,
        seeds: np.ndarray,
        threads: int = 0,
        watch: Callable[[int], None] | None = None,
    ) -> np.ndarray:
        """As `play_games`."""
        finals = np.zeros(len(seeds), scenario.ruleset.state)
        for piece in cut(who, seeds):
            told = None if watch is None else lambda done, first=piece.first: watch(first + done)
            finals[piece.games], forfeits = play_piece(scenario, agents, piece, threads, told, self.observer(agents, piece))
            self.forfeits += forfeits
        return finals

    def observer(self, agents: Sequence[Agent], piece: Piece) -> Observer | None:
        """The observer of a piece that is about to be played; None by default."""
        return None
