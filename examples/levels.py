"""An agent of one's own climbs the levels, as far as it wins half of its games.

`python examples/levels.py [GAME] [GAMES] [HIGHEST]`.
"""

from __future__ import annotations

import sys

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import ruleset_of


class Doubtful:
    """What the strong bot would answer in three decisions of four, else what the simple one would."""

    bot = None  # so it is given the games themselves, not observations and masks

    def __init__(self, scenario: Scenario):
        self.ruleset = scenario.ruleset

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Legal actions, int64 (m,), for the games of a batch that wait for an answer."""
        strong, simple = (batch.ask(index, self.ruleset.bot(name)) for name in ("strong", "simple"))
        return np.where(batch.games["decisions"][index] % 4, strong, simple)


def main(game: str = "warcry", games: str = "200", highest: str = "10") -> None:
    """Play each level, seats swapped, until one is too strong."""
    scenario = ruleset_of(game).scenario("duel")
    for level in range(1, int(highest) + 1):
        (match,) = play_pairs(scenario, [(Doubtful(scenario), agent_of(f"level:{level}", scenario))], int(games), seed=1)
        low, high = match.interval
        print(f"level {level}: {match.score:.0%} of {match.games} games (95 %: {low:.0%} to {high:.0%})")
        if high < 0.5:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
