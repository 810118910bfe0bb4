"""A search of one's own over games with dice: try every legal answer on copies with other dice, keep the best.

`python examples/search.py [COPIES]`.
"""

from __future__ import annotations

import sys

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.registry import ruleset_of

GAME, SCENARIO = "godbreakers", "drill"


class Search:
    """Plays every answer to the end, several times, with a bot in all seats, and takes the one with the best mean reward."""

    name, bot = "search", None  # no bot of the engine: it is given the batch

    def __init__(self, scenario, copies: int, player: str = "simple"):
        self.scenario, self.copies, self.player = scenario, copies, scenario.ruleset.bot(player)

    def act(self, batch, index):
        """An answer for each of some games."""
        return np.array([self.best(batch.games[b], batch.masks[b], int(batch.deciders[b])) for b in index])

    def best(self, game, mask, seat: int) -> int:
        """The answer whose futures are best for a seat. The k-th copy of every answer gets the same dice, so luck cancels."""
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        tries = np.repeat(legal, self.copies)
        futures = Batch(self.scenario, len(tries), observe=False)
        futures.reset(seed=0)
        for b in range(len(tries)):
            futures.games[b] = game
            futures.refresh(b)
        futures.reseed(
            np.tile(np.arange(self.copies), len(legal))
        )  # chance: other dice than those that are to come, hidden cards dealt anew
        futures.step(tries)
        while not futures.over.all():
            running = np.flatnonzero(futures.over == 0)
            actions = np.full(len(tries), -1)
            actions[running] = futures.ask(running, self.player)
            futures.step(actions)
        rewards = [outcome_of(one, self.scenario.ruleset.reasons).rewards[seat] for one in futures.games]
        return int(legal[np.reshape(rewards, (-1, self.copies)).mean(axis=1).argmax()])


def main(copies: str = "4", games: str = "4") -> None:
    """Let it play against the bot that it searches with."""
    scenario = ruleset_of(GAME).scenario(SCENARIO)
    match = play_pairs(scenario, [(Search(scenario, int(copies)), agent_of("bot:simple", scenario))], int(games), seed=1)[0]
    print(f"search with {copies} copies an answer scores {match.score:.0%} in {match.games} games against bot:simple")


if __name__ == "__main__":
    main(*sys.argv[1:])
