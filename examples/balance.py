"""Are two forces worth the same? Each is played by the same bot from both seats, on the same seeds.

`python examples/balance.py [GAMES] [FORCE] [OTHER]`, names of forces or roster files of your own; `skirmish-rl balance` tells far more.
"""

from __future__ import annotations

import sys

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.registry import ruleset_of

PLAYER = "bot:strong"


def score(first: str, second: str, games: int) -> float:
    """The share of games that force `first` wins from seat 0, a draw counted as a half."""
    scenario = ruleset_of("warcry").scenario("duel", force_a=first, force_b=second)
    match = play_pairs(scenario, [(agent_of(PLAYER, scenario), agent_of(PLAYER, scenario))], 2 * games, seed=1)[0]
    return float(np.mean(match.scores[:, 0]))


def main(games: str = "400", force: str = "fang_small", other: str = "raven_small") -> None:
    """Print what a force scores against another from each seat, and from both."""
    here, there = score(force, other, int(games)), 1 - score(other, force, int(games))
    print(f"{force} against {other}: {here:.0%} from seat 0, {there:.0%} from seat 1, {(here + there) / 2:.1%} in all")


if __name__ == "__main__":
    main(*sys.argv[1:])
