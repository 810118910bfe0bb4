"""Games of one agent against a level, played one after another; answers of slow agents are saved, so no game is ever repeated."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.kinds.programs import Asked, ProgramAgent
from skirmish_rl.agents.playing import Forfeit, ask_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import Trace, write_game

_ONE = np.zeros(1, np.int64)


@dataclass
class Spent:
    """The cost of an agent's decisions.

    Attributes:
        decisions: answers that were asked for.
        illegal: answers that were illegal.
        seconds: time for all answers.
        tokens: tokens of a language model for all answers.
    """

    decisions: int = 0
    illegal: int = 0
    seconds: float = 0.0
    tokens: int = 0

    def add(self, more: Spent) -> None:
        self.decisions += more.decisions
        self.illegal += more.illegal
        self.seconds += more.seconds
        self.tokens += more.tokens

    @property
    def illegal_rate(self) -> float:
        """The share of all answers that were illegal."""
        return self.illegal / max(self.decisions + self.illegal, 1)


@dataclass(frozen=True)
class Played:
    """A game of an agent against a level.

    Attributes:
        level: the level, 0 for random play.
        seed: the seed of the game.
        seat: the agent's seat.
        answers: the answers of all seats, in order.
        score: the agent's share of the first place.
        spent: the cost of the agent's decisions.
        forfeit: the reason why the agent lost by default, None if it did not.
    """

    level: int
    seed: int
    seat: int
    score: float
    answers: tuple[int, ...] = field(repr=False)
    spent: Spent = field(default_factory=Spent)
    forfeit: Forfeit | None = None

    def trace(self, scenario: Scenario, agent: str) -> Trace:
        """Build the game's trace; the trace of a game that was lost by default is unfinished."""
        answers = iter(self.answers)
        names = [level_name(self.level)] * scenario.seats
        names[self.seat] = agent
        return write_game(scenario, self.seed, names, lambda batch: next(answers, None))


def level_name(level: int) -> str:
    """The name of the agent that plays a level; level 0 is random play."""
    return f"level:{level}" if level else "random"


def play_game(scenario: Scenario, agent: Agent, rival: Agent, level: int, seed: int, seat: int) -> Played:
    """Play one game. An agent that crashes or gives an illegal answer loses it.

    Args:
        scenario: the scenario.
        agent: the agent that is rated.
        rival: the agent that plays the level, in all other seats.
        level: the level.
        seed: the seed of the game.
        seat: the seat of `agent`.
    """
    observe = any(getattr(player, "observes", False) for player in (agent, rival))
    batch = Batch(scenario, 1, observe=observe)
    batch.reset(seed=seed)
    spent, answers, before = Spent(), list[int](), _asked(agent)
    while not batch.over[0]:
        if int(batch.deciders[0]) != seat:
            action = int(rival.act(batch, _ONE)[0])
        else:
            began, faults = time.monotonic(), dict[int, str]()
            action = int(ask_legal(agent, batch, _ONE, faults)[0])
            spent.seconds += time.monotonic() - began
            spent.decisions += 1
            if faults:
                _add_asked(spent, agent, before)
                spent.illegal += not isinstance(agent, ProgramAgent) and "crashed" not in faults[0]
                lost = Forfeit(agent.name, level_name(level), seed, seat, int(batch.games[0]["decisions"]), faults[0])
                return Played(level, seed, seat, 0.0, tuple(answers), spent, lost)
        batch.step(np.array([action]))
        answers.append(action)
    _add_asked(spent, agent, before)
    outcome = outcome_of(batch.games[0], scenario.ruleset.reasons)
    assert outcome is not None
    won = len(outcome.winners) or scenario.seats
    score = 1 / won if seat in outcome.winners or not outcome.winners else 0.0
    return Played(level, seed, seat, score, tuple(answers), spent)


def _asked(agent: Agent) -> Asked:
    """The counts of a program's requests so far."""
    told = agent.asked if isinstance(agent, ProgramAgent) else Asked()
    return Asked(told.questions, told.illegal, told.seconds, told.tokens)


def _add_asked(spent: Spent, agent: Agent, before: Asked) -> None:
    """Add what only a program can report about itself."""
    now = _asked(agent)
    spent.illegal += now.illegal - before.illegal
    spent.tokens += now.tokens - before.tokens
