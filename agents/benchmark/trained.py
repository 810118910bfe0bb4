"""What a run has made: an agent for any scenario of its kind, what it cost, and how it learnt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from skirmish_rl.agents.agent import Agent
from skirmish_rl.envs.core.ruleset import Scenario

COUNTED, DECLARED, GIVEN = "counted", "declared", "given"  # who says how many decisions: the benchmark, the entrant, nobody


@dataclass(frozen=True)
class Cost:
    """What training took.

    Attributes:
        decisions: answers that the learner gave. copied: answers of others that it has copied.
        evaluated: answers that it gave in evaluations. simulated: decisions that were played in copies of games.
        seconds: of the clock.
        counted: COUNTED, DECLARED, or GIVEN for what was not trained here.
    """

    decisions: int = 0
    copied: int = 0
    evaluated: int = 0
    simulated: int = 0
    seconds: float = 0.0
    counted: str = GIVEN

    @property
    def total(self) -> int:
        """All that the budget pays for."""
        return self.decisions + self.copied + self.evaluated + self.simulated


@dataclass(frozen=True)
class Trained:
    """An entrant after its training.

    Attributes:
        agent: (scenario) -> who plays it.
        spec: the name by which it can be seated elsewhere, "" for none.
        curve: decisions, and the score against the strongest bot.
    """

    agent: Callable[[Scenario], Agent]
    spec: str = ""
    cost: Cost = field(default_factory=Cost)
    curve: list[tuple[int, float]] = field(default_factory=list)
