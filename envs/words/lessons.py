"""The first game of somebody who does not know a game: what it is, and what is explained when it comes up for the first time.

`data/first_game.toml` of a ruleset is the table: a scenario with a weak opponent, and lessons. A page and the terminal show a lesson
beside the question with which its matter comes up, and never again. `web/lessons.js` does the same as `Teacher`, from the same table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypedDict

from skirmish_rl.envs.core.events import OWN, Event
from skirmish_rl.envs.core.packed import Options
from skirmish_rl.envs.core.ruleset import Option, Ruleset
from skirmish_rl.envs.core.tables import build, fail, read_toml

TABLE = "first_game.toml"
GUIDE = "guide.toml"
_CLAUSES = re.compile(r" \(([A-Z]{2}-|T\d|Open questions)[^)]*\)")  # of the dossier, which a player does not have at hand
END = "END"  # stands for the question that is not asked any more


def guide_of(ruleset: Ruleset) -> dict[str, Any]:
    """What is said of a game to whoever does not know it: its `data/guide.toml`; nothing, of a ruleset without one."""
    place = ruleset.data / GUIDE
    return {"sentence": "", "minute": [], "scenarios": {}, **(read_toml(place) if place.is_file() else {})}


def said_of(option: Option) -> str:
    """What a page says of an option, and what its translations are found by: without clauses, and without what a switch shows anyway."""
    return _CLAUSES.sub("", option.says).removeprefix("true or false: ")


@dataclass(frozen=True)
class Lesson:
    """What is explained once.

    Attributes:
        about: a heading of a few words. text: two to four plain sentences.
        asked: names of the questions with which it comes up. after: names of the events after which it does.
        tip: one sentence for who has done it badly, in the list of blunders.
    """

    about: str
    text: str
    asked: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    tip: str = ""


@dataclass(frozen=True)
class FirstGame:
    """A guided game.

    Attributes:
        scenario, options, seed: what is played. opponent: a weak agent, by its name.
        lessons: of several that come up together the first comes first. Those without a question and an event come with the first
            question.
    """

    scenario: str
    opponent: str
    seed: int
    lessons: list[Lesson]
    options: dict[str, Any] = field(default_factory=dict)


def first_game(ruleset: Ruleset) -> FirstGame | None:
    """The guided game of a ruleset, None where it has none.

    Raises:
        DataError: a table that cannot be used.
    """
    place = ruleset.data / TABLE
    if not place.is_file():
        return None
    read = read_toml(place)
    given = {key: value for key, value in read.items() if key != "options"}
    first: FirstGame = build(FirstGame, given | {"options": {}}, place)
    questions = {decision.name for decision in ruleset.decisions} | {END}
    for lesson in first.lessons:
        for name in [*(set(lesson.asked) - questions), *(set(lesson.after) - kinds_of(ruleset).keys())]:
            raise fail(place, name, f"{lesson.about!r} names neither a question nor an event of {ruleset.name}")
    return FirstGame(first.scenario, first.opponent, first.seed, first.lessons, read.get("options", {}))


def kinds_of(ruleset: Ruleset) -> dict[str, int]:
    """The numbers of all kinds of event of a ruleset, by their names."""
    own = {kind.name: int(kind) for kind in ruleset.language.kinds if kind >= OWN}
    return {**{kind.name: int(kind) for kind in Event}, **own}


class LessonFacts(TypedDict):
    """What a guided game explains once, with the names of questions and the numbers of events after which it comes."""

    about: str
    text: str
    asked: list[str]
    after: list[int]
    tip: str


class FirstFacts(TypedDict):
    """A guided game as pages read it."""

    scenario: str
    opponent: str
    seed: int
    options: Options
    lessons: list[LessonFacts]


def lessons_message(ruleset: Ruleset) -> FirstFacts | None:
    """The guided game as pages read it: events by their numbers."""
    first = first_game(ruleset)
    if first is None:
        return None
    kinds = kinds_of(ruleset)
    lessons: list[LessonFacts] = [
        {"about": one.about, "text": one.text, "asked": one.asked, "after": [kinds[name] for name in one.after], "tip": one.tip}
        for one in first.lessons
    ]
    return {"scenario": first.scenario, "opponent": first.opponent, "seed": first.seed, "options": first.options, "lessons": lessons}


class Teacher:
    """Says what is new, each thing once and one at a time, so that the question stays in sight.

    Attributes:
        shown: the lessons of the newest question.
    """

    def __init__(self, ruleset: Ruleset, first: FirstGame):
        self._kinds = kinds_of(ruleset)
        self._left = [lesson for lesson in first.lessons if lesson.asked or lesson.after]
        self._opening = [lesson for lesson in first.lessons if not lesson.asked and not lesson.after]
        self._waiting: list[Lesson] = []
        self.shown: list[Lesson] = []

    def hear(self, kinds: Iterable[int]) -> None:
        """Something has happened.

        Args:
            kinds: of its events.
        """
        now = set(kinds)
        new = [lesson for lesson in self._left if any(self._kinds[name] in now for name in lesson.after)]
        self._waiting += [lesson for lesson in new if lesson not in self._waiting]

    def ask(self, question: str) -> list[Lesson]:
        """The lesson of a question, its own before those that can wait; the first has the opening ones as well.

        Args:
            question: its name, `END` after the end.
        """
        own = [lesson for lesson in self._left if question in lesson.asked]
        self.shown = [*self._opening, *[*own, *self._waiting][:1]]
        for lessons in (self._opening, self._left, self._waiting):
            lessons[:] = [lesson for lesson in lessons if lesson not in self.shown]
        return self.shown
