"""`python -m bench.levels RULESET ... [--games 400] [--easy | --master]`: find levels of play, and print the tables of `agents/shipped`
and the docs.

Bots that err more and more, the network that comes with the package, and that one erring, play against those next to them, and one scale
of ratings is fitted to all games. From the strongest downwards each level shall stand 100 points below the one above: the share of errors
that gives that is read from the curve. The levels that were found then play on other seeds against the two on either side of them, random
play, `simple` and `strong`, are moved by what that shows, and play once more: those ratings are printed.

With `--easy` the weak opponents of people are measured beside the lowest levels; `--slacks` tries others than those of the package.
With `--master` the agent above the levels is measured against the highest of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark.protocol import Place, read_protocol
from skirmish_rl.agents.benchmark.uses import bot_used
from skirmish_rl.agents.ladder.rating import LEVELS, RATINGS
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.config import scenario_of
from skirmish_rl.agents.ratings import Rating, rate
from skirmish_rl.agents.shipped import MASTER, shipped_agents
from skirmish_rl.agents.shipped import levels_of as shipped_levels
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import read_toml

ANCHORS = ("random", "bot:simple", "bot:strong")
BOT, BOT_ERRS = "bot:strong", (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)
NETWORK_ERRS = (0.2, 0.1, 0.05, 0.02)
NEAR = 2  # places on either side that an agent plays against: games between unequal agents stretch the scale
STEP = 100
EASY = 5  # weak opponents of people
HIGHEST = 4  # levels that the master plays


def measured(scenario: Scenario, specs: Sequence[str], games: int, seed: int, threads: int) -> dict[str, Rating]:
    """Ratings of agents that are given in their order of strength, the weakest first; random play has 0."""
    agents = [agent_of(spec, scenario, threads) for spec in specs]
    pairs = [(agents[j], agents[k]) for j in range(len(agents)) for k in range(j) if j - k <= NEAR or {specs[j], specs[k]} & set(ANCHORS)]
    ratings = rate([agent.name for agent in agents], play_pairs(scenario, pairs, games, seed=seed, threads=threads))
    base = ratings[specs.index("random")].elo
    return {spec: Rating(spec, one.elo - base, one.low - base, one.high - base) for spec, one in zip(specs, ratings, strict=True)}


def erring(spec: str, errs: Sequence[float]) -> list[str]:
    """An agent and how it is called when it errs, the weakest first."""
    return [*(f"{spec}@{share}" for share in errs), spec]


def levels_of(ratings: dict[str, Rating]) -> list[str]:
    """The agents that stand nearest to steps of 100 points, the weakest first: the network, erring, above the strongest bot, and the bot
    from there.
    """
    ceiling = max(one.elo for one in ratings.values())
    found: list[str] = []
    for level in range(LEVELS):
        aim = ceiling - level * STEP
        kind = "ppo:" if aim > ratings[BOT].elo else BOT
        family = sorted((one for spec, one in ratings.items() if spec.startswith(kind)), key=lambda one: one.elo)
        shares = [float(one.name.partition("@")[2] or 0) for one in family]
        share = round(float(np.interp(aim, [one.elo for one in family], shares)), 2)
        name = family[-1].name.partition("@")[0]
        found.append(f"{name}@{share:g}" if share else name)
    return found[::-1]


def measure_easy(ruleset: str, scenario: Scenario, games: int, threads: int, slacks: Sequence[float]) -> None:
    """Print the weak opponents of a ruleset: each has played its neighbours, the levels beside it and the reference agents.

    Args:
        slacks: theirs, the weakest first; none: as they come with the package.
    """
    easy = [f"near:{slack:g}" for slack in slacks] or list(shipped_levels(ruleset, "easy").values())
    levels = [one for level, one in shipped_levels(ruleset).items() if level != MASTER and int(level) <= EASY + 1]
    others = list(dict.fromkeys([*ANCHORS, *levels]))
    agents = {spec: agent_of(spec, scenario, threads) for spec in [*others, *easy]}
    pairs = [(levels[j], levels[k]) for j in range(len(levels)) for k in range(j) if j - k <= NEAR]
    pairs += [(spec, anchor) for spec in [*levels, *easy] for anchor in ANCHORS if spec != anchor]
    pairs += [(easy[k], levels[j]) for k in range(EASY) for j in (k - 1, k, k + 1) if j >= 0]
    pairs += [(easy[j], easy[k]) for j in range(EASY) for k in range(j) if j - k <= NEAR]
    matches = play_pairs(scenario, [(agents[one], agents[other]) for one, other in pairs], games, seed=3, threads=threads)
    ratings = {one.name: one for one in rate([agent.name for agent in agents.values()], matches)}
    base = ratings[agents["random"].name].elo
    found = {
        spec: Rating(spec, one.elo - base, one.low - base, one.high - base)
        for spec, agent in agents.items() for one in [ratings[agent.name]]
    }  # fmt: skip
    told(ruleset, scenario.name, easy, found)
    print("levels on the same scale: " + ", ".join(f"{k} {found[spec].elo:.0f}" for k, spec in enumerate(levels, 1)), flush=True)


def measure_master(ruleset: str, scenario: Scenario, games: int, threads: int) -> None:
    """Print the rating of a ruleset's master, by its lead over the highest level: it plays the highest levels and the reference agents."""
    known = shipped_levels(ruleset)
    master, levels = known.pop(MASTER), [*known.values()][-HIGHEST:]
    found = measured(scenario, [*(spec for spec in ANCHORS if spec not in levels), *levels, master], games, 4, threads)
    one, highest = found[master], read_toml(RATINGS)[ruleset][str(LEVELS)]
    shift = highest - found[levels[-1]].elo
    used = bot_used(master, Place(ruleset, scenario.name), read_protocol())
    print(f"[{ruleset}]\n{MASTER} = {one.elo + shift:.0f}\n")
    print(f"| {MASTER} | `{master}` | {one.elo + shift:.0f} | {one.low + shift:.0f} to {one.high + shift:.0f} | {used} |", flush=True)


def told(ruleset: str, scenario: str, levels: Sequence[str], found: dict[str, Rating]) -> None:
    """Print the tables of some levels."""
    protocol = read_protocol()
    print(f"[{ruleset}]")
    for k, spec in enumerate(levels, 1):
        print(f'{k} = "{spec}"')
    print("\n| Level | Agent | Rating | 95 % | Uses the bot at play time |\n| --: | --- | --: | --- | --- |")
    for k, spec in enumerate(levels, 1):
        one = found[spec]
        used = bot_used(spec, Place(ruleset, scenario), protocol)
        print(f"| {k} | `{spec}` | {one.elo:.0f} | {one.low:.0f} to {one.high:.0f} | {used} |")
    print("\nfor comparison: " + ", ".join(f"`{spec}` {found[spec].elo:.0f}" for spec in ANCHORS[1:]))
    print(flush=True)


def main() -> None:
    """Print the tables of each ruleset that was named."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.levels", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--easy", action="store_true", help="the weak opponents of people")
    parser.add_argument("--master", action="store_true", help="the agent above the levels")
    parser.add_argument("--slacks", type=float, nargs=EASY, default=(), help="of them, the weakest first; default: those of the package")
    settings = parser.parse_args()
    for ruleset in settings.rulesets:
        scenario = scenario_of(ruleset, settings.scenario, 2, ())
        if settings.master:
            measure_master(ruleset, scenario, settings.games, settings.threads)
            continue
        if settings.easy:
            measure_easy(ruleset, scenario, settings.games, settings.threads, settings.slacks)
            continue
        bots = erring(BOT, BOT_ERRS)
        networks = erring(f"ppo:{ruleset}", NETWORK_ERRS) if f"{ruleset}/{settings.scenario}" in shipped_agents() else []
        found = measured(scenario, [*ANCHORS[:2], *bots, *networks], settings.games, 1, settings.threads)
        for seed in (2, 3):
            levels = levels_of(found)
            anchors = [spec for spec in ANCHORS if spec not in levels]
            found = measured(scenario, [*anchors, *levels], settings.games, seed, settings.threads)
        told(ruleset, settings.scenario, levels, found)


if __name__ == "__main__":
    main()
