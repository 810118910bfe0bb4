"""`python -m bench.levels RULESET ... [--games 400]`: measure levels of play and print the tables for `agents/shipped/levels.toml` and the game's page.

Bots that err more and more, the strongest bot and the shipped network of the scenario play against those next to them; one scale of ratings is fitted to
all games; from the strongest downwards each level is the agent whose rating is nearest to 100 points below the one above.
"""

from __future__ import annotations

import argparse

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.config import scenario_of
from skirmish_rl.agents.ratings import Rating, rate
from skirmish_rl.agents.shipped import shipped_agents

ERRORS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
NEAR = 4  # places on either side that an agent plays against
LEVELS, STEP = 10, 100


def measured(ruleset: str, name: str, games: int, threads: int) -> list[Rating]:
    """Ratings of all candidates, the weakest first, on the ruleset's scenario of this name."""
    scenario = scenario_of(ruleset, name, 2, ())
    specs = ["random", "bot:simple", *(f"bot:strong@{x}" for x in ERRORS), "bot:strong"]
    specs += [f"ppo:{one}" for one in shipped_agents() if one == f"{ruleset}/{name}"]
    agents = [agent_of(spec, scenario, threads) for spec in specs]
    pairs = [(agents[j], agents[k]) for j in range(len(agents)) for k in range(j) if j - k <= NEAR or k < 2]
    ratings = rate([agent.name for agent in agents], play_pairs(scenario, pairs, games, seed=1, threads=threads))
    return sorted((Rating(spec, one.elo, one.low, one.high) for spec, one in zip(specs, ratings, strict=True)), key=lambda one: one.elo)


def chosen(ratings: list[Rating]) -> list[Rating]:
    """The agents of the levels, the weakest first: as many as there is room for, some 100 points apart."""
    levels = [ratings[-1]]
    while len(levels) < LEVELS:
        below = [one for one in ratings if one.elo < levels[-1].elo - STEP / 2]
        if not below:
            break
        levels.append(min(below, key=lambda one: abs(one.elo - (levels[-1].elo - STEP))))
    return levels[::-1]


def main() -> None:
    """Print the tables of each ruleset that was named."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--threads", type=int, default=0)
    settings = parser.parse_args()
    for ruleset in settings.rulesets:
        ratings = measured(ruleset, settings.scenario, settings.games, settings.threads)
        base, levels = ratings[0].elo, chosen(ratings)
        print(f"[{ruleset}]")
        for k, one in enumerate(levels, 1):
            print(f'{k} = "{one.name}"')
        print("\n| Level | Agent | Rating | 95 % |\n| --: | --- | --: | --- |")
        for k, one in enumerate(levels, 1):
            print(f"| {k} | `{one.name}` | {one.elo - base:.0f} | {one.low - base:.0f} to {one.high - base:.0f} |")
        print("\nall: " + ", ".join(f"{one.name} {one.elo - base:.0f}" for one in ratings) + "\n", flush=True)


if __name__ == "__main__":
    main()
