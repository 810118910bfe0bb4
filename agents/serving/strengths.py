"""Strengths of opponents for whoever chooses one, in per cent: random play is 0, the strongest bot of the game is 100."""

from __future__ import annotations

from itertools import pairwise

from skirmish_rl.agents.ladder.rating import RATINGS, SCENARIO
from skirmish_rl.agents.shipped import AGENTS, levels_of
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.tables import read_toml

STRENGTHS = AGENTS / "strengths.toml"
SHARES = (0.2, 0.5, 0.8)  # of answers at random, of the strongest bot on the page


def strengths_of(ruleset: Ruleset) -> dict[str, int]:
    """Strengths of all opponents that have been measured, by their names on the page, in per cent of the strongest bot's.

    The strength of an epsilon-random bot is interpolated between the levels that are epsilon-random bots.
    """
    known, levels = read_toml(STRENGTHS).get(ruleset.name), read_toml(RATINGS).get(ruleset.name)
    if not known or not levels:
        return {}
    strongest = ruleset.bots[-1]
    most = known["bots"][strongest]
    strengths = {"random": 0.0, **{f"bot:{bot}": rating / most for bot, rating in known["bots"].items()}}
    strengths |= {f"level:{level}": rating / most for level, rating in levels.items()}
    easiest = known["easy"][strongest]
    networks = {agent: level for level, agent in levels_of(ruleset.name).items() if agent.startswith("ppo:") and "@" not in agent}
    named = {agent: agent.replace("*", SCENARIO) if "/" in agent else f"{agent}/{SCENARIO}" for agent in networks}
    strengths |= {named[agent]: strengths[f"level:{level}"] for agent, level in networks.items()}
    strengths |= {f"easy:{level}": rating / easiest for level, rating in known["easy"].items() if level != strongest}
    names = {f"level:{level}": agent.partition("@") for level, agent in levels_of(ruleset.name).items()}
    measured = [(float(share), strengths[level]) for level, (agent, _, share) in names.items() if share and agent == f"bot:{strongest}"]
    points = sorted([(0.0, 1.0), (1.0, 0.0), *measured])
    strengths |= {f"bot:{strongest}@{share}": _between(points, share) for share in SHARES}
    return {name: round(100 * strength) for name, strength in strengths.items()}


def _between(points: list[tuple[float, float]], place: float) -> float:
    """Interpolate linearly between points."""
    for (left, low), (right, high) in pairwise(points):
        if left <= place <= right:
            return low + (high - low) * (place - left) / (right - left)
    raise AssertionError(f"{place} lies outside of {points[0]} to {points[-1]}")
