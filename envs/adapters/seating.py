"""Seating: the learner's seat, and bots or agents in the other seats."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.core.batch import OUTSIDE, Batch, as_array
from skirmish_rl.envs.core.errors import BadOption, ShapeError, unknown
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

LEARNER = OUTSIDE
_FIRST_AGENT = -2  # control values below OUTSIDE: agents asked in Python; the kernels treat them as OUTSIDE too
_KINDS = ("ppo", "look", "mcts", "level", "easy", "near", "python", "exec")  # agents that `skirmish_rl.agents` knows by their names
_SPREAD = 0x9E3779B97F4A7C15

# Who makes agents of such names, (name, scenario) -> agent: `skirmish_rl` enters it, envs know no agents.
NAMED: list[Callable[[str, Scenario], Any]] = []
# And who says which there are for a ruleset, (name) -> names.
KNOWN: list[Callable[[str], list[str]]] = []

# An agent as the adapters ask it: (batch, int64 (m,) game numbers) -> m legal actions.
Asked = Callable[[Batch, np.ndarray], np.ndarray]


class Opponents:
    """The agents in the seats that the learner does not hold, in turn order after its own.

    Attributes:
        control: control value of each other seat: a bot's number, or -2, -3, ... for `agents[0]`, `agents[1]`, ...
        agents: those asked in Python.

    Args:
        opponent: one for all other seats, or a list with one for each:
            "bot:strong" or "random": a bot of the ruleset, played inside the compiled step; "bot:strong@0.5" gives half of its answers at
            random; "ppo:<ruleset>", "ppo:<agent's folder or run folder>", "look:...", "mcts:<n>", "level:<n>", "easy:<n>",
            "near:<slack>", "python:<module>:<name>" or "exec:<command>": an agent by its name on a command line;
            an object with attributes `name`, `bot` and `act(batch, index)`: the agents of this project;
            any other object with `act(observations, masks)`, or a function of that shape: observations float32
            (m, features) and masks uint8 (m, actions) in, m legal actions out.

    Raises:
        UnknownName: no such bot.
        BadOption: neither a name nor an agent, or a list of the wrong length.
        CheckpointError, DataError, MissingExtra: a trained agent that cannot be loaded.
    """

    def __init__(self, scenario: Scenario, opponent: Any):
        others = scenario.seats - 1
        several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
        given = list(opponent) if several else [opponent] * others
        if len(given) != others:
            raise BadOption(f"opponent lists {len(given)} for {others} other seats; give one for each, or one for all")
        self.control: list[int] = []
        self.agents: list[Asked] = []
        values: dict[int, int] = {}
        for agent in given:
            if isinstance(agent, str) and agent.partition(":")[0] in _KINDS:
                agent = NAMED[0](agent, scenario)
            if isinstance(agent, str):
                self.control.append(bot_index(scenario.ruleset, agent))
            elif getattr(agent, "bot", None) is not None:
                self.control.append(int(agent.bot))
            else:
                if id(agent) not in values:
                    values[id(agent)] = _FIRST_AGENT - len(self.agents)
                    self.agents.append(_asked(agent))
                self.control.append(values[id(agent)])

    def ask(self, control: int, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Actions of the agent behind a control value below LEARNER, int64 (m,), not yet checked against the masks.

        Raises:
            ShapeError: not one whole number per game.
        """
        return _answers(self.agents[_FIRST_AGENT - control], batch, index)

    def answering(self, seat: int) -> Asked:
        """The agent that acts for all opponents together, with the learner in `seat`."""
        row = np.array(self.row(seat))

        def answer(batch: Batch, index: np.ndarray) -> np.ndarray:
            control, answers = row[batch.deciders[index]], np.empty(len(index), np.int64)
            for value in np.unique(control):
                mine = control == value
                answers[mine] = batch.ask(index[mine], int(value)) if value >= 0 else self.ask(int(value), batch, index[mine])
            return answers

        return answer

    def row(self, seat: int) -> list[int]:
        """Control values of all seats with the learner in `seat`."""
        n = len(self.control) + 1
        row = [LEARNER] * n
        for k, value in enumerate(self.control):
            row[(seat + 1 + k) % n] = value
        return row


class Mixture:
    """Opponents with weights: each game draws one of them from its seed.

    Args:
        opponent: one as in `Opponents`, or a table from such (names, mostly) to weights above 0.

    Raises:
        BadOption: no opponent, or a weight that is none. Else as `Opponents`.
    """

    def __init__(self, scenario: Scenario, opponent: Any):
        given = dict(opponent) if isinstance(opponent, Mapping) else {None: 1.0}
        for name, weight in given.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float | np.number) or not 0 < weight < np.inf:
                raise BadOption(f"opponent {name!r} has the weight {weight!r}; expected a number above 0")
        if not given:
            raise BadOption('opponent = {}: name at least one with its weight, for example {"bot:simple": 3, "bot:strong": 1}')
        names = list(given) if isinstance(opponent, Mapping) else [opponent]
        self.each = [Opponents(scenario, name) for name in names]
        self.agents: list[Asked] = []
        for opponents in self.each:  # every agent has a control value of its own
            opponents.control = [value - len(self.agents) if value < LEARNER else value for value in opponents.control]
            self.agents += opponents.agents
        self._ends = np.cumsum(list(given.values())) / sum(given.values())

    @property
    def several(self) -> bool:
        return len(self.each) > 1

    @property
    def control(self) -> list[int]:
        """Control values of all possible opponents, each with its seats in turn order."""
        return [value for opponents in self.each for value in opponents.control]

    def row(self, seat: int, seed: int) -> list[int]:
        """Control values of all seats of a game with the learner in `seat`."""
        share = (seed * _SPREAD >> 7) % 2**32 / 2**32
        return self.each[min(int(np.searchsorted(self._ends, share, side="right")), len(self.each) - 1)].row(seat)

    def ask(self, control: int, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Opponents.ask`."""
        return _answers(self.agents[_FIRST_AGENT - control], batch, index)


class ByObservation:
    """An agent that reads observations and masks only.

    Args:
        act: (observations float32 (m, features), masks uint8 (m, actions)) -> m actions.
    """

    def __init__(self, act: Callable[[np.ndarray, np.ndarray], np.ndarray]):
        self.act = act

    def __call__(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        return self.act(batch.observations[index], batch.masks[index])


def _answers(agent: Asked, batch: Batch, index: np.ndarray) -> np.ndarray:
    given = as_array(agent(batch, index))
    if given.shape != index.shape or given.dtype.kind not in "iu":
        raise ShapeError(f"an opponent answered {given.dtype} of shape {given.shape}; expected {len(index)} whole numbers")
    return given


def _asked(agent: Any) -> Asked:
    act = None if isinstance(agent, type) else getattr(agent, "act", agent)
    if not callable(act) or not takes_two(act):
        raise BadOption(f"opponent={agent!r}: expected a bot's name, an object with act(observations, masks), or a function of these two")
    return act if hasattr(agent, "bot") else ByObservation(act)


def takes_two(act: Callable[..., Any]) -> bool:
    """False if a function cannot be called with two arguments."""
    try:
        inspect.signature(act).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # it does not say
        return True
    return True


def bot_index(ruleset: Ruleset, name: str) -> int:
    """Number of a bot named "bot:strong", "strong" or "bot:strong@0.5"; "random" is the weakest bot.

    Raises:
        UnknownName: no such bot. BadOption: a share of errors that is none.
    """
    plain = name.removeprefix("bot:")
    if plain.partition("@")[0] not in ruleset.bots:
        others = KNOWN[0](ruleset.name) if KNOWN else []
        raise unknown(f"opponent for {ruleset.name}", name, [*(f"bot:{bot}" for bot in ruleset.bots), "random", *others])
    return ruleset.bot(plain)


def checked_seat(scenario: Scenario, seat: int | str) -> int | str:
    """A seat number or "random".

    Raises:
        BadOption: anything else.
    """
    if isinstance(seat, str) and seat == "random":
        return seat
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < scenario.seats:
        return int(seat)
    raise BadOption(f'seat={seat!r}: expected "random" or 0 to {scenario.seats - 1}')


def seats_from(seeds: np.ndarray, n: int) -> np.ndarray:
    """The learner's seat in each game when it is "random": fixed by the game's seed, evenly spread.

    Args:
        seeds: int64 (m,).
        n: number of seats.

    Returns:
        int64 (m,) in [0, n).
    """
    spread = (seeds.astype(np.uint64) * np.uint64(_SPREAD)) >> np.uint64(33)
    return (spread % np.uint64(n)).astype(np.int64)
