"""`python -m bench.balance RULESET ...`: the tables of strength, of forces and of choices on a game's page.

    python -m bench.balance warcry --scenario marks --bots strong simple
    python -m bench.balance warcry --scenario marks --pairs iron fang --option 'force_a="{0}"' --option 'force_b="{1}"'
    python -m bench.balance warcry --scenario marks relics --kinds
    python -m bench.balance warcry --scenario crossing --differs ppo:runs/<id>

A draw counts half with two seats; with more, who shares the first place shares the win.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from skirmish_rl import envs
from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.config import scenario_of
from skirmish_rl.agents.ratings import wilson
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.ruleset import Scenario

GAMES = 64  # at a time


def play(scenario: Scenario, bots: list[int], games: int, seed: int, turning: bool = True) -> tuple[np.ndarray, float]:
    """Whole games between bots.

    Args:
        bots: for each seat of the first game. turning: in the next one they have moved up by a seat, on the same seed until all have sat everywhere.

    Returns:
        float64 (seats,), the wins of every bot of the list, shared ones in parts; share of games without a single winner.
    """
    seats = scenario.seats
    wins, draws = np.zeros(seats), 0
    for first in range(0, games, GAMES):
        number = np.arange(first, min(first + GAMES, games))
        who = (np.arange(seats) + turning * number[:, None]) % seats  # which of the list sits there
        batch = Batch(scenario, len(number), np.array(bots)[who], observe=False)
        batch.reset(seeds=seed + number // (seats if turning else 1))
        won = (batch.games["winners"][:, None] >> np.arange(seats)) & 1
        share = np.where(won.any(1, keepdims=True), won / np.maximum(won.sum(1, keepdims=True), 1), 1 / seats)
        draws += int((won.sum(1) != 1).sum())
        np.add.at(wins, who, share)
    return wins, draws / games


def percent(wins: float, games: int) -> str:
    """A share with its 95 % interval."""
    low, high = wilson(wins / games, games)
    return f"{wins / games:.1%} ({low:.1%} to {high:.1%})"


def strength(scenario: Scenario, first: str, others: str, games: int, seed: int) -> str:
    """One bot against copies of another, on every seat equally often."""
    bots = [scenario.ruleset.bot(first)] + [scenario.ruleset.bot(others)] * (scenario.seats - 1)
    wins, draws = play(scenario, bots, games, seed)
    return f"{first} against {others}: {percent(wins[0], games)}, draws {draws:.1%}"


def pairing(scenarios: tuple[Scenario, Scenario], games: int, seed: int) -> str:
    """The strongest bot against itself with two forces, half of the games with sides swapped; the first force's wins."""
    bots, half = [len(scenarios[0].ruleset.bots) - 1] * 2, games // 2
    (one, some), (two, more) = (play(scenario, bots, half, seed + half * k, turning=False) for k, scenario in enumerate(scenarios))
    return f"{percent(one[0] + two[1], 2 * half)}, seat 0 {(one[0] + two[0]) / (2 * half):.1%}, draws {(some + more) / 2:.1%}"


def spans(layout: Layout) -> Iterator[tuple[int, str, str]]:
    """The kinds of actions in order: first index, block, option's name ("" for a whole block); cards are kinds, too."""
    for name, block in layout.blocks.items():
        options = block.options if block.kind == "option" else [str(n + block.first) for n in range(block.size)] if name == "card" else [""]
        for k, option in enumerate(options):
            yield layout.offset[name] + k, name, option


def kinds(scenario: Scenario, games: int, seed: int) -> Counter[tuple[str, str]]:
    """How often the strongest bot had a kind of action and another to choose from, "legal", and how often it took it, "chosen"."""
    layout, seen = scenario.ruleset.layout, Counter[tuple[str, str]]()
    starts, blocks, options = map(list, zip(*spans(layout), strict=True))
    batch = Batch(scenario, games, observe=False)
    batch.reset(seed=seed)
    while not batch.over.all():
        asked = np.flatnonzero(batch.over == 0)
        actions = np.full(games, -1)
        actions[asked] = batch.ask(asked, len(scenario.ruleset.bots) - 1)
        legal = np.logical_or.reduceat(batch.masks, starts, axis=1)
        legal &= legal.sum(1, keepdims=True) > 1
        taken = np.searchsorted(starts, actions, side="right") - 1
        for b in asked:
            decision = int(batch.games["decision"][b])
            for kind in np.flatnonzero(legal[b]):
                words = layout.decisions(decision).name.lower().replace("_", " "), options[kind] or layout.verb(decision, blocks[kind])
                seen[": ".join(words), "legal"] += 1
                seen[": ".join(words), "chosen"] += bool(taken[b] == kind)
        batch.step(actions)
    return seen


def differences(scenario: Scenario, agent: Agent, games: int, seed: int) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Where an agent that plays the strongest bot, on every seat in turn, answers otherwise than the bot would.

    Returns:
        How often it was asked, by decision; how often it did otherwise, by what the bot and what it would do.
    """
    layout, strongest = scenario.ruleset.layout, len(scenario.ruleset.bots) - 1
    asked, otherwise = Counter[str](), Counter[tuple[str, str]]()
    batch = Batch(scenario, games, observe=False)
    batch.reset(seed=seed)
    seat = np.arange(games) % scenario.seats
    while not batch.over.all():
        open_ = np.flatnonzero(batch.over == 0)
        actions = np.full(games, -1)
        actions[open_] = batch.ask(open_, strongest)
        mine = open_[batch.deciders[open_] == seat[open_]]
        answers = agent.act(batch, mine) if len(mine) else mine
        for b, answer in zip(mine, answers, strict=True):
            decision = int(batch.games["decision"][b])
            asked[layout.decisions(decision).name] += 1
            if answer != actions[b]:
                words = [layout.text(int(action), decision).split()[0] for action in (actions[b], answer)]
                otherwise[layout.decisions(decision).name, " instead of ".join(words[::-1])] += 1
        actions[mine] = answers
        batch.step(actions)
    return asked, otherwise


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=str(__doc__).partition("\n")[0])
    parser.add_argument("ruleset", choices=envs.available())
    parser.add_argument("--scenario", nargs="+", required=True)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs=2, metavar=("BOT", "OTHERS"))
    parser.add_argument("--pairs", nargs="+", metavar="FORCE", help="every force against every other")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as for train; {0} and {1} stand for the two forces")
    parser.add_argument("--kinds", action="store_true")
    parser.add_argument("--differs", metavar="AGENT", help="where an agent answers otherwise than the strongest bot, whom it plays")
    given = parser.parse_args()
    counted = Counter[tuple[str, str]]()
    for name in given.scenario:

        def settled(*forces: str, name: str = name) -> Scenario:
            options = tuple(option.format(*forces) if forces else option for option in given.option)
            return scenario_of(given.ruleset, name, given.seats, options)

        if given.bots:
            print(f"{name}: {strength(settled(), *given.bots, given.games, given.seed)}", flush=True)
        for pair in combinations(given.pairs or (), 2):
            print(f"{name}: {', '.join(pair)}: {pairing((settled(*pair), settled(*pair[::-1])), given.games, given.seed)}", flush=True)
        if given.differs:
            asked, otherwise = differences(settled(), agent_of(given.differs, settled()), given.games, given.seed)
            for (decision, words), times in otherwise.most_common(40):
                print(f"| {decision} | {words} | {times:,} of {asked[decision]:,} | {times / asked[decision]:.1%} |")
        if given.kinds:
            counted += kinds(settled(), given.games, given.seed)
    for kind in sorted(kind for kind, what in counted if what == "legal"):
        print(f"| {kind} | {counted[kind, 'chosen'] / counted[kind, 'legal']:.1%} | of {counted[kind, 'legal']:,} |")


if __name__ == "__main__":
    main()
