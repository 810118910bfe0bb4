"""Questions: one row for every decision of a ruleset. Everything about a decision is derived from its row.

    QUESTIONS = Questions(
        blocks=[Block("pass", 1, "single"), Block("slot", SLOTS, "number", first=1), ...],
        rows=[
            Question(Decision.ACTION, Group.ACTION, "controller of the active model",
                     {"pass": "pass", "cell": "move", "slot": "engage", "special": "special"}, "what {subject} does"),
            ...
        ],
        subjects={"card": Card})
    PASS, SLOT, CELL = QUESTIONS.offsets("pass", "slot", "cell")
    GROUP_OF = QUESTIONS.group_of     # int64 array: group of each decision, for the dispatch in `legal` and `apply`

The layout of actions, where each block begins, the dispatch by groups, the words of the answers, prompts and the tables of the pages all
come from here; the conformance kit checks that a mask never allows what its row does not name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import ShapeError
from skirmish_rl.envs.core.layout import Block, Layout

Words = type[IntEnum] | tuple[str, ...]


def in_words(member: IntEnum) -> str:
    """The name of an enum's member as people read it."""
    return member.name.lower().replace("_", " ")


def member_word(words: Words | None, value: int | np.integer, otherwise: str = "") -> str:
    """The name of an enum's member in words, or one of the given words by its number; what has none is `otherwise`, or the number."""
    if isinstance(words, tuple):
        named = dict(enumerate(words))
    else:
        named = {int(member): in_words(member) for member in words or ()}
    return named.get(int(value), otherwise or str(value))


@dataclass(frozen=True)
class Question:
    """What is asked of whom.

    Attributes:
        decision: a member of the ruleset's Decision.
        group: which `legal` and `apply` functions answer for it, a member of the ruleset's Group.
        who: the seat that answers, in the game's words.
        answers: block of actions -> the word for choosing from it.
        sentence: what is asked, for people: "where {subject} is deployed".
        subject: what `state.subject` is: "unit", "cell", "card" (or another word of the ruleset's), "" for nothing.
    """

    decision: IntEnum
    group: IntEnum
    who: str
    answers: dict[str, str]
    sentence: str
    subject: str = ""


class Questions:
    """All questions of a ruleset.

    Args:
        blocks: of the flat action layout, in index order.
        rows: one for each decision but the first (NONE, 0).
        subjects: what subjects are members of, where they are neither units nor cells: {"card": Card}.
        version: of the layout, bumped whenever an index changes its meaning.

    Attributes:
        layout: flat int <-> structured <-> text.
        group_of: int64 (decisions,), the group of each decision; frozen into compiled code.

    Raises:
        ShapeError: a decision without a row or with two, or a row that names no block.
    """

    def __init__(self, blocks: list[Block], rows: list[Question], subjects: dict[str, type[IntEnum]] | None = None, version: int = 0):
        decisions = type(rows[0].decision)
        names = {block.name for block in blocks}
        self.rows: dict[int, Question] = {int(row.decision): row for row in rows}
        if sorted(int(row.decision) for row in rows) != [int(d) for d in decisions if int(d)]:
            raise ShapeError(f"one question for each of {decisions.__name__} but NONE; given: {[row.decision.name for row in rows]}")
        for row in rows:
            if not row.answers or not set(row.answers) <= names:
                raise ShapeError(f"{row.decision.name} is answered from {sorted(row.answers)}; blocks: {sorted(names)}")
        self.decisions = decisions
        self.subjects = dict(subjects or {})
        verbs = {(int(row.decision), block): word for row in rows for block, word in row.answers.items()}
        self.layout = Layout(blocks, decisions, verbs, version)
        self.group_of = np.zeros(max(self.rows) + 1, np.int64)
        for number, row in self.rows.items():
            self.group_of[number] = int(row.group)

    def offsets(self, *blocks: str) -> tuple[int, ...]:
        """Where blocks begin in the flat layout."""
        return tuple(self.layout.offset[name] for name in blocks)

    @property
    def subjects_end(self) -> int:
        """All subjects are below this number: units, cells, members of `subjects`."""
        ends = {kind: max(enum) + 1 for kind, enum in self.subjects.items()}
        for block in self.layout.blocks.values():
            ends[block.kind] = max(ends.get(block.kind, 0), block.size)
        return max(ends[row.subject] if row.subject else 0 for row in self.rows.values())

    def allowed(self, decision: int) -> np.ndarray:
        """uint8 (actions,), 1 for every action of the blocks that a decision's row names."""
        mask = np.zeros(self.layout.size, np.uint8)
        for name in self.rows[decision].answers:
            mask[self.layout.offset[name] :][: self.layout.blocks[name].size] = 1
        return mask

    def subject_name(self, decision: int, subject: int) -> str:
        """What a question is about, by name; "" for nothing."""
        kind = self.rows[decision].subject if decision in self.rows else ""
        if subject < 0 or not kind:
            return ""
        if kind == "unit":
            return self.layout.unit_name(subject)
        if kind == "cell":
            return self.layout.cell_text(subject)
        return member_word(self.subjects.get(kind), subject, f"the {kind}")

    def prompt(self, decision: int, subject: str = "") -> str:
        """What is asked, in words; `subject` is its name."""
        row = self.rows.get(decision)
        return "" if row is None else row.sentence.format(subject=subject or "it")

    def table(self) -> list[tuple[Any, ...]]:
        """Rows (number, name, who answers, what is asked, answers) for pages."""
        out = []
        for number, row in sorted(self.rows.items()):
            words = [f"`{word}`" if word == block else f"`{word}` ({block})" for block, word in row.answers.items()]
            out.append((str(number), row.decision.name, row.who, self.prompt(number, f"the {row.subject}"), ", ".join(words)))
        return out
