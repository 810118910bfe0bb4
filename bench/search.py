"""`python -m bench.search godbreakers/drill --agents mcts:10 mcts:100`: how much stronger search is than the bot it plays out with.

Every agent plays the strongest bot on the same seeds, seats turned. Games are added to those in `--out`, so that a long measurement may
be made in parts (each with a `--seed` of its own), and drawn as a curve of strength against simulations.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.registry import ruleset_of


def play(place: str, name: str, games: int, seed: int, threads: int) -> dict[str, Any]:
    """Games of one agent against the strongest bot, and the processor time of a game, in seconds."""
    ruleset, _, scene = place.partition("/")
    scenario = ruleset_of(ruleset).scenario(scene)
    agents = agent_of(name, scenario, threads), agent_of("bot:strongest", scenario)
    warm = Batch(scenario, 1, observe=False)
    warm.reset(seed=1)
    agents[0].act(warm, np.array([0]))  # what is loaded or compiled on the way is no game's time
    began = time.process_time()
    match = play_pairs(scenario, [agents], games, seed, threads, play=Pieces())[0]
    seconds = time.process_time() - began
    return {"place": place, "agent": name, "games": match.games, "won": match.scores.sum(), "seconds": seconds, "seeds": [seed]}


def add(records: list[dict[str, Any]], one: dict[str, Any]) -> None:
    """Add games to those of the same agent at the same place; the same seed twice would be no new games."""
    for known in records:
        if (known["place"], known["agent"]) == (one["place"], one["agent"]):
            if set(known["seeds"]) & set(one["seeds"]):
                raise SystemExit(f"{one['place']} {one['agent']}: seed {one['seeds'][0]} has been played already")
            for name in ("games", "won", "seconds", "seeds"):
                known[name] += one[name]
            return
    records.append(one)


def line(one: dict[str, Any]) -> str:
    """A row of the table."""
    score = one["won"] / one["games"]
    low, high = wilson(score, one["games"])
    interval, seconds = f"{100 * low:.1f}-{100 * high:.1f}", one["seconds"] / one["games"]
    return f"| {one['place']} | {one['agent']} | {one['games']} | {score:.1%} ({interval}) | {seconds:.2f} s |"


def _simulations(one: dict[str, Any]) -> int:
    return int(one["agent"].split(":")[1])


def draw(records: list[dict[str, Any]], path: Path) -> None:
    """Strength against simulations, a curve for each place, with 95 % intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.0), layout="constrained")
    for place in dict.fromkeys(one["place"] for one in records):
        counted = sorted((one for one in records if one["place"] == place), key=_simulations)
        scores = np.array([one["won"] / one["games"] for one in counted])
        low, high = np.transpose([wilson(score, one["games"]) for score, one in zip(scores, counted, strict=True)])
        at = [_simulations(one) for one in counted]
        axes.errorbar(at, scores, [scores - low, high - scores], marker="o", capsize=3, label=place)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xscale="log", xlabel="simulations a decision", ylabel="score against bot:strong", ylim=(0.4, 1.0))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Play, add up, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", help="ruleset/scenario")
    parser.add_argument("--agents", nargs="+", default=["mcts:100"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, help="JSON to which the games are added")
    parser.add_argument("--picture", type=Path, help="PNG of all that --out holds")
    given = parser.parse_args()
    records: list[dict[str, Any]] = json.loads(given.out.read_text()) if given.out and given.out.exists() else []
    for place in given.places:
        for name in given.agents:
            one = play(place, name, given.games, given.seed, given.threads)
            print(line(one), flush=True)
            add(records, one)
            if given.out:
                given.out.write_text(json.dumps(records, indent=1) + "\n")
    if given.picture:
        print(*map(line, records), sep="\n")
        draw(records, given.picture)


if __name__ == "__main__":
    main()
