"""What is chosen: how often kinds of actions are taken, and where an agent answers otherwise than the strongest bot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from skirmish_rl.agents.agent import STRONGEST, Agent, bot_index
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.questions import Questions, in_words
from skirmish_rl.envs.core.ruleset import Scenario


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
    """An agent, watched: how often it had a kind of action and another to choose from, "legal", and took it, "chosen".

    Attributes:
        seen: (words, "legal" or "chosen") -> times; may be shared.
    """

    bot: int | None = None

    def __init__(self, agent: Agent, scenario: Scenario, seen: Counter[tuple[str, str]] | None = None):
        self.agent, self.name = agent, agent.name
        self.questions, self.layout = scenario.ruleset.questions, scenario.ruleset.layout
        self.starts, self.blocks, self.options = map(list, zip(*spans(self.layout), strict=True))
        self.seen = Counter[tuple[str, str]]() if seen is None else seen

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """The agent's answers."""
        actions = self.agent.act(batch, index)
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
    """An agent, watched: how often it was asked, by decision, how often it did otherwise than the strongest bot would, by what both do,
    and by which columns of the actions' description its answers lie apart from the bot's.
    """

    bot: int | None = None

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
            key = (
                asked[game],
                " instead of ".join(word_of(self.layout, int(action), int(games["decision"][game])) for action in both),
            )
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
