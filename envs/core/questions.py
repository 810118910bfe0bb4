"""Questions: every decision of a ruleset is declared as a row. Everything about a decision is derived from it.

    class Decision(Question):
        NONE = 0
        ACTION = (1, Group.ACTION, "controller of the active model",
                  {"pass": "pass", "cell": "move", "slot": "engage", "special": "special"}, "what {subject} does", "unit")
        ...

    QUESTIONS = Questions(
        blocks=[Block("pass", 1, "single"), Block("slot", SLOTS, "number", first=1), ...], decisions=Decision, subjects={"card": Card},
    )
    PASS, SLOT, CELL = QUESTIONS.offsets("pass", "slot", "cell")
    GROUP_OF = QUESTIONS.group_of     # int64 array: group of each decision, for the dispatch in `legal` and `apply`

From the rows come the layout of actions, where each block begins, the dispatch by groups, the words of the answers, prompts, and the
tables of the pages. The conformance kit checks that a mask never allows an action that its row does not name.
"""

from __future__ import annotations

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
    """The name of an enum's member in words, or the given word with its number; `otherwise`, or the number, if it has none."""
    if isinstance(words, tuple):
        named = dict(enumerate(words))
    else:
        named = {int(member): in_words(member) for member in words or ()}
    return named.get(int(value), otherwise or str(value))


class Question(IntEnum):
    """A decision: what is asked, and who is asked.

    Each but the first (NONE, 0) is declared as `NAME = number, group, who, answers, sentence, subject`.

    Attributes:
        group: which `legal` and `apply` functions answer for it, a member of the ruleset's Group.
        who: the seat that answers, in the game's words.
        answers: block of actions -> the word for choosing from it.
        sentence: what is asked, for people: "where {subject} is deployed".
        subject: what `state.subject` is: "unit", "cell", "card" (or another word of the ruleset's), "" for nothing.
    """

    group: int
    who: str
    answers: dict[str, str]
    sentence: str
    subject: str

    def __new__(
        cls, number: int, group: int = -1, who: str = "", answers: dict[str, str] | None = None, sentence: str = "", subject: str = ""
    ) -> Question:
        question = int.__new__(cls, number)
        question._value_, question.group, question.who, question.answers = number, group, who, answers or {}
        question.sentence, question.subject = sentence, subject
        return question


class Questions:
    """All questions of a ruleset.

    Args:
        blocks: of the flat action layout, in index order.
        decisions: the ruleset's questions.
        subjects: what subjects are members of, where they are neither units nor cells: {"card": Card}.
        version: of the layout, bumped whenever an index changes its meaning.

    Attributes:
        rows: number of a decision -> its question; NONE has none.
        layout: flat int <-> structured <-> text.
        group_of: int64 (decisions,), the group of each decision; frozen into compiled code.

    Raises:
        ShapeError: a decision that names no block, or one that does not exist.
    """

    def __init__(self, blocks: list[Block], decisions: type[Question], subjects: dict[str, type[IntEnum]] | None = None, version: int = 0):
        names = {block.name for block in blocks}
        self.decisions = decisions
        self.rows: dict[int, Question] = {int(row): row for row in decisions if row}
        for row in self.rows.values():
            if not row.answers or not set(row.answers) <= names:
                raise ShapeError(f"{row.name} is answered from {sorted(row.answers)}; blocks: {sorted(names)}")
        self.subjects = dict(subjects or {})
        verbs = {(number, block): word for number, row in self.rows.items() for block, word in row.answers.items()}
        self.layout = Layout(blocks, decisions, verbs, version)
        self.group_of = np.zeros(max(self.rows) + 1, np.int64)
        for number, row in self.rows.items():
            self.group_of[number] = int(row.group)

    def offsets(self, *blocks: str) -> tuple[int, ...]:
        """The flat indices at which blocks begin."""
        return tuple(self.layout.offset[name] for name in blocks)

    @property
    def subjects_end(self) -> int:
        """The number above all subjects: units, cells, and members of `subjects`."""
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
        """The name of a question's subject; "" if it has none."""
        kind = self.rows[decision].subject if decision in self.rows else ""
        if subject < 0 or not kind:
            return ""
        if kind == "unit":
            return self.layout.unit_name(subject)
        if kind == "cell":
            return self.layout.cell_text(subject)
        return member_word(self.subjects.get(kind), subject, f"the {kind}")

    def prompt(self, decision: int, subject: str = "") -> str:
        """The text of a question; `subject` is its subject's name."""
        row = self.rows.get(decision)
        return "" if row is None else row.sentence.format(subject=subject or "it")

    def table(self) -> list[tuple[Any, ...]]:
        """Rows (number, name, who answers, what is asked, answers) for pages."""
        out = []
        for number, row in sorted(self.rows.items()):
            words = [f"`{word}`" if word == block else f"`{word}` ({block})" for block, word in row.answers.items()]
            out.append((str(number), row.name, row.who, self.prompt(number, f"the {row.subject}"), ", ".join(words)))
        return out
