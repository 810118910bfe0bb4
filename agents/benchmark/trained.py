"""The result of a training run: an agent for any scenario of its kind, its cost, and its learning curve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from skirmish_rl.agents.agent import Agent
from skirmish_rl.envs.core.ruleset import Scenario

COUNTED, DECLARED, GIVEN = "counted", "declared", "given"  # who says how many decisions: the benchmark, the entrant, nobody


@dataclass(frozen=True)
class Cost:
    """The cost of training.

    Attributes:
        decisions: decisions of the learner.
        copied: decisions of other agents that the learner has copied.
        evaluated: decisions of the learner in evaluations.
        simulated: decisions played in copies of games.
        seconds: wall-clock time.
        counted: COUNTED, DECLARED, or GIVEN for an agent that was not trained here.
    """

    decisions: int = 0
    copied: int = 0
    evaluated: int = 0
    simulated: int = 0
    seconds: float = 0.0
    counted: str = GIVEN

    @property
    def total(self) -> int:
        """All decisions that the budget pays for."""
        return self.decisions + self.copied + self.evaluated + self.simulated


@dataclass(frozen=True)
class Trained:
    """An entrant after its training.

    Attributes:
        agent: scenario -> the agent that plays it.
        spec: the name by which the agent can be used elsewhere, "" if it has none.
        curve: the learning curve, as pairs of decisions and score against the strongest bot.
    """

    agent: Callable[[Scenario], Agent]
    spec: str = ""
    cost: Cost = field(default_factory=Cost)
    curve: list[tuple[int, float]] = field(default_factory=list)
