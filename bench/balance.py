"""`python -m bench.balance RULESET ...`: the tables of forces and of choices on a game's page; `skirmish-rl evaluate` tells who is stronger.

    python -m bench.balance warcry --scenario marks --pairs iron fang --option 'force_a="{0}"' --option 'force_b="{1}"'
    python -m bench.balance warcry --scenario marks relics --kinds
    python -m bench.balance warcry --scenario crossing --differs ppo:runs/<id>

It reads scenarios and agents by the names that `train` and `evaluate` take.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from skirmish_rl import envs
from skirmish_rl.agents.agent import STRONGEST, Agent, bot_index
from skirmish_rl.agents.arena import play_pairs, shares
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import play_games
from skirmish_rl.agents.ppo.config import scenario_of
from skirmish_rl.agents.ratings import wilson
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.questions import Questions, in_words
from skirmish_rl.envs.core.ruleset import Scenario


def pairing(scenarios: tuple[Scenario, Scenario], games: int, seed: int) -> str:
    """The strongest bot against itself with two forces, half of the games with sides swapped; the first force's wins, a draw as a half."""
    half = games // 2
    here, there = (
        shares(play_games(scenario, [ScriptedAgent(scenario, STRONGEST)], np.zeros((half, 2), np.int64), seeds), 2)
        for scenario, seeds in zip(scenarios, game_seeds(seed, 2 * half).reshape(2, half), strict=True)
    )
    first, seat = np.concatenate([here[:, 0], there[:, 1]]), np.concatenate([here[:, 0], there[:, 0]])
    low, high = wilson(first.mean(), 2 * half)
    return f"{first.mean():.1%} ({low:.1%} to {high:.1%}), seat 0 {seat.mean():.1%}, draws {(first == 0.5).mean():.1%}"


def spans(layout: Layout) -> Iterator[tuple[int, str, str]]:
    """The kinds of actions in order: first index, block, option's name ("" for a whole block); cards are kinds, too."""
    for name, block in layout.blocks.items():
        options = block.options if block.kind == "option" or name == "card" else [""]
        for k, option in enumerate(options):
            yield layout.offset[name] + k, name, option


def word_of(layout: Layout, action: int, decision: int) -> str:
    """What an answer is called, all of its kind together: options and cards by their names, units, cells and counts by their verb."""
    block = layout.blocks[layout.action(action).block]
    text = layout.text(action, decision)
    return text if block.kind == "option" or block.name == "card" else text.split()[0]


def question_of(questions: Questions, decision: int, subject: int) -> str:
    """What is asked; where it is about a card, or another thing with a name, with that name."""
    row = questions.rows[int(decision)]
    about = questions.subject_name(int(decision), int(subject)) if row.subject in questions.subjects else ""
    return f"{in_words(row)} {about}".rstrip()


class Choosing:
    """The strongest bot, watched: how often it had a kind of action and another to choose from, "legal", and took it, "chosen"."""

    name, bot = "choosing", None

    def __init__(self, scenario: Scenario):
        self.questions, self.layout = scenario.ruleset.questions, scenario.ruleset.layout
        self.strongest = bot_index(scenario.ruleset, STRONGEST)
        self.starts, self.blocks, self.options = map(list, zip(*spans(self.layout), strict=True))
        self.seen = Counter[tuple[str, str]]()

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """The bot's answers."""
        actions = batch.ask(index, self.strongest)
        legal = np.logical_or.reduceat(batch.masks[index], self.starts, axis=1)
        legal &= legal.sum(1, keepdims=True) > 1
        taken = np.searchsorted(self.starts, actions, side="right") - 1
        games = batch.games[index]
        for decision, subject, kinds, chosen in zip(games["decision"], games["subject"], legal, taken, strict=True):
            for kind in np.flatnonzero(kinds):
                word = self.options[kind] or self.layout.verb(decision, self.blocks[kind])
                words = f"{question_of(self.questions, decision, subject)}: {word}"
                self.seen[words, "legal"] += 1
                self.seen[words, "chosen"] += bool(kind == chosen)
        return actions


class Differing:
    """An agent, watched: how often it was asked, by decision, how often it did otherwise than the strongest bot would, by what both do, and by
    which columns of the actions' description its answers lie apart from the bot's.
    """

    bot = None

    def __init__(self, agent: Agent, scenario: Scenario):
        self.agent, self.name = agent, agent.name
        self.questions, self.layout = scenario.ruleset.questions, scenario.ruleset.layout
        self.strongest = bot_index(scenario.ruleset, STRONGEST)
        self.columns = np.array(scenario.ruleset.action_features)
        self.asked, self.otherwise = Counter[str](), Counter[tuple[str, str]]()
        self.apart = defaultdict[tuple[str, str], list[np.ndarray]](list)

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """The agent's answers."""
        answers, theirs = self.agent.act(batch, index), batch.ask(index, self.strongest)
        games = batch.games[index]
        asked = [question_of(self.questions, *about) for about in zip(games["decision"], games["subject"], strict=True)]
        self.asked.update(asked)
        differ = np.flatnonzero(answers != theirs)
        if not len(differ):
            return answers
        offsets, numbers, rows, _ = batch.encode_actions(index[differ])
        for k, game in enumerate(differ):
            both = answers[game], theirs[game]
            key = asked[game], " instead of ".join(word_of(self.layout, int(action), int(games["decision"][game])) for action in both)
            mine, its = (rows[offsets[k] + np.flatnonzero(numbers[offsets[k] : offsets[k + 1]] == action)[0]] for action in both)
            self.otherwise[key] += 1
            self.apart[key].append(mine - its)
        return answers

    def columns_apart(self, key: tuple[str, str], most: int = 6) -> str:
        """The columns that differ by most standard errors, with the mean of the difference."""
        apart = np.array(self.apart[key])
        error = apart.std(axis=0) / np.sqrt(len(apart))
        lead = np.divide(apart.mean(axis=0), error, out=np.zeros(len(error)), where=error > 0)
        best = [k for k in np.argsort(-np.abs(lead)) if abs(lead[k]) > 3][:most]
        return ", ".join(f"{self.columns[k]} {apart[:, k].mean():+.3f}" for k in best)


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=str(__doc__).partition("\n")[0])
    parser.add_argument("ruleset", choices=envs.available())
    parser.add_argument("--scenario", nargs="+", required=True)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", nargs="+", metavar="FORCE", help="every force against every other")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as for train; {0} and {1} stand for the two forces")
    parser.add_argument("--kinds", action="store_true", help="how often the strongest bot chooses a kind of action, all scenarios together")
    parser.add_argument("--differs", metavar="AGENT", help="where an agent answers otherwise than the strongest bot, whom it plays")
    given = parser.parse_args()
    counted = Counter[tuple[str, str]]()
    for name in given.scenario:

        def settled(*forces: str, name: str = name) -> Scenario:
            options = tuple(option.format(*forces) if forces else option for option in given.option)
            return scenario_of(given.ruleset, name, given.seats, options)

        for pair in combinations(given.pairs or (), 2):
            print(f"{name}: {', '.join(pair)}: {pairing((settled(*pair), settled(*pair[::-1])), given.games, given.seed)}", flush=True)
        if given.differs:
            scenario = settled()
            differing = Differing(agent_of(given.differs, scenario), scenario)
            play_pairs(scenario, [(differing, ScriptedAgent(scenario, STRONGEST))], given.games, given.seed)
            for (decision, words), times in differing.otherwise.most_common(40):
                asked = differing.asked[decision]
                apart = differing.columns_apart((decision, words))
                print(f"| {decision} | {words} | {times:,} of {asked:,} | {times / asked:.1%} | {apart} |")
        if given.kinds:
            scenario = settled()
            choosing = Choosing(scenario)
            play_games(scenario, [choosing], np.zeros((given.games, scenario.seats), np.int64), game_seeds(given.seed, given.games))
            counted += choosing.seen
    for kind in sorted(kind for kind, what in counted if what == "legal"):
        print(f"| {kind} | {counted[kind, 'chosen'] / counted[kind, 'legal']:.1%} | of {counted[kind, 'legal']:,} |")


if __name__ == "__main__":
    main()
