"""Legal answers in words: each as one phrase that no other answer of the position has, and as JSON; and read back."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.core.console import asked, plain_answer, words_for
from skirmish_rl.envs.core.errors import IllegalAction
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json

LONGEST = 400  # letters of an answer that are read
_VERBS = 8  # that a refusal names
_NEAREST = 3  # legal answers that a refusal names


def answer_words(name: str) -> Callable[[np.void, Scenario, int], tuple[str, str]]:
    """How a ruleset tells answers: `render/answers.py`, or as actions are written where it has none."""
    answer: Callable[[np.void, Scenario, int], tuple[str, str]] = words_for(name, "answer", plain_answer)
    return answer


def placed(scenario: Scenario, decision: int, action: int) -> tuple[str, str, list[Any]]:
    """What an answer is chosen by ("cell", "unit" or "plain"), its verb, and the cell, the unit or its whole text."""
    layout = scenario.ruleset.layout
    block, argument = layout.action(action)
    verb = layout.verb(decision, block)
    if isinstance(argument, tuple):
        return "cell", verb, [argument[0], argument[1]]
    if argument in layout.units and layout.blocks[block].kind == "unit":
        return "unit", verb, [argument]
    return "plain", verb, [layout.text(action, decision)]


def called(record: np.void, scenario: Scenario, action: int) -> str:
    """An answer in the words of people, with its cell."""
    kind, _, place = placed(scenario, int(record["decision"]), action)
    label, _ = answer_words(scenario.ruleset.name)(record, scenario, action)
    return f"{label} {place[0]},{place[1]}" if kind == "cell" else label


def about(record: np.void, scenario: Scenario) -> str:
    """The unit that a question is about, "" for none."""
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    row = questions.rows.get(decision)
    return questions.subject_name(decision, int(record["subject"])) if row is not None and row.subject == "unit" else ""


class Phrases:
    """The legal answers of a position, each by a phrase of its own: `A2: attack B4`.

    Two answers of the same words have in brackets how traces write them. Phrases of a position depend on nothing but it.

    Args:
        record: one game that is not over.
        scenario: that is played.
        actions: the legal ones.

    Attributes:
        texts: action -> phrase, in the order of actions.
    """

    def __init__(self, record: np.void, scenario: Scenario, actions: Iterable[int]):
        self.record, self.scenario, self.decision = record, scenario, int(record["decision"])
        self.subject = about(record, scenario)
        plain = {action: called(record, scenario, action) for action in map(int, actions)}
        first: dict[str, list[int]] = {}
        for action, words in plain.items():
            first.setdefault(normal(words), []).append(action)
        layout, head = scenario.ruleset.layout, f"{self.subject}: " if self.subject else ""
        self._plain = plain
        self.texts = {
            action: f"{head}{words}" + (f" ({layout.text(action, self.decision)})" if len(first[normal(words)]) > 1 else "")
            for action, words in plain.items()
        }

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Any:
        return iter(self.texts.items())

    @functools.cached_property
    def _named(self) -> dict[str, set[int]]:
        """Everything that an answer may be called, in its normal form."""
        layout, found = self.scenario.ruleset.layout, dict[str, set[int]]()
        for action, phrase in self.texts.items():
            block, argument = layout.action(action)
            said = layout.text(action, self.decision)
            names = {phrase, phrase.removeprefix(f"{self.subject}: "), self._plain[action], said}
            if self.subject:
                names |= {f"{self.subject} {self._plain[action]}", f"{self.subject} {said}"}
            if isinstance(argument, tuple):
                names |= {f"{argument[0]},{argument[1]}", f"{block} {argument[0]},{argument[1]}"}
            for name in names:
                found.setdefault(normal(name), set()).add(action)
        exact = {normal(phrase): action for action, phrase in self.texts.items()}
        return found | {name: {action} for name, action in exact.items()}

    def as_json(self, does: bool = True) -> list[dict[str, Any]]:
        """Every answer as an object: its number, its phrase, how traces write it, its verb and what it names.

        Args:
            does: what it does in one sentence, too, where that is not plain.
        """
        return [self.one_as_json(action, does) for action in self.texts]

    def one_as_json(self, action: int, does: bool = True) -> dict[str, Any]:
        """One answer as an object."""
        layout = self.scenario.ruleset.layout
        block, argument = layout.action(action)
        answer: dict[str, Any] = {
            "action": action, "phrase": self.texts[action], "said": layout.text(action, self.decision),
            "verb": layout.verb(self.decision, block) if layout.blocks[block].kind != "option" else str(argument),
        }  # fmt: skip
        if isinstance(argument, tuple):
            answer["cell"] = [argument[0], argument[1]]
        elif argument in layout.units and layout.blocks[block].kind == "unit":
            answer["unit"] = argument
        elif argument is not None and layout.blocks[block].kind != "option":
            answer["value"] = argument
        if does and (sentence := answer_words(self.scenario.ruleset.name)(self.record, self.scenario, action)[1]):
            answer["does"] = sentence
        return answer

    def parse(self, said: Any) -> int:
        """The legal answer that somebody means, whatever the case and the blanks.

        Args:
            said: a phrase, or how traces write the answer, or a cell alone where that is enough; or an object with one of `action`,
                `phrase` and `said`, or with the `verb` and the `cell`, `unit` or `value` of an answer, as itself or as JSON text.

        Raises:
            IllegalAction: it is none of the legal answers, or could be several; the message names the nearest ones.
        """
        if isinstance(said, str) and said.lstrip()[:1] == "{" and len(said) <= LONGEST:
            try:
                said = parse_json(said)
            except ValueError as error:
                almost = _ALMOST.fullmatch(said)
                if almost is None:
                    raise self._refused(said, f"it begins as JSON and is none ({error})", "") from error
                said = almost[1].replace('\\"', '"')  # with an inch sign as it stands in the phrase
        if isinstance(said, dict):
            return self._of_object(said)
        if isinstance(said, int | np.integer) and not isinstance(said, bool):
            if int(said) in self.texts:
                return int(said)
            raise self._refused(said, "no legal answer has this number", "")
        if not isinstance(said, str):
            raise self._refused(said, "expected a phrase or an object", "")
        words = normal(said[:LONGEST])
        actions = self._named.get(words, set())
        if len(actions) == 1 and len(said) <= LONGEST:
            return next(iter(actions))
        why = "it lists several cells: give one" if "|" in said[:LONGEST] else "it is no legal answer"
        raise self._refused(said, "it could be several" if len(actions) > 1 else why, words, actions)

    def _of_object(self, given: dict[str, Any]) -> int:
        said = {key: value for key, value in given.items() if value is not None}  # as some languages write what is left out
        for key in ("action", "phrase", "said"):
            if key in said:
                value = said[key]
                if isinstance(value, dict) or (key == "action") != (isinstance(value, int) and not isinstance(value, bool)):
                    raise self._refused(said, f"{key!r} is {'a whole number' if key == 'action' else 'a text'}", "")
                return self.parse(value)
        asked_for = {key: said[key] for key in ("verb", "cell", "unit", "value") if key in said}
        if "verb" not in asked_for:
            raise self._refused(said, "expected one of 'action', 'phrase', 'said' and 'verb'", "")
        found = {one["action"] for one in self.as_json(False) if all(_same(one.get(key), value) for key, value in asked_for.items())}
        if len(found) == 1:
            return int(next(iter(found)))
        words = normal(" ".join(str(value) for value in asked_for.values())[:LONGEST])
        verbs = sorted({one["verb"] for one in self.as_json(False)})
        why = "it is no legal answer" if asked_for["verb"] in verbs else f"it is no legal answer, verbs are {', '.join(verbs[:_VERBS])}"
        raise self._refused(said, "it could be several" if found else why, words, found)

    def _refused(self, said: Any, why: str, words: str, among: Iterable[int] = ()) -> IllegalAction:
        nearest = [self.texts[action] for action in sorted(among)][:_NEAREST] or self.nearest(words)
        name = self.scenario.ruleset.decisions(self.decision).name
        asked_for = f"seat_{int(self.record['decider'])} is asked {name}, {asked(self.record, self.scenario)}"
        return IllegalAction(f"{_shown(said)}: {why}; {asked_for}; for example {' or '.join(map(repr, nearest))}")

    def nearest(self, words: str, most: int = _NEAREST) -> list[str]:
        """The legal phrases that are most like some words."""
        known = {normal(phrase): phrase for phrase in self.texts.values()}
        close = difflib.get_close_matches(words[:LONGEST], known, n=most, cutoff=0.4) if words else []
        return [known[one] for one in close] or list(self.texts.values())[:most]


def _same(one: Any, other: Any) -> bool:
    """Whether what an answer names is what was asked for, whatever the case."""
    if isinstance(other, bool) or one is None:
        return False
    if isinstance(one, list):
        return isinstance(other, list | tuple) and list(other) == one
    return normal(str(one)) == normal(str(other)[:LONGEST]) if isinstance(other, str | int) else False


def _shown(said: Any) -> str:
    return repr(said)[:80]


_ALMOST = re.compile(r'\s*\{\s*"(?:phrase|said)"\s*:\s*"((?:(?!"\s*:)[^{}])*)"\s*\}\s*')
_BLANK = re.compile(r"[\s_\-]+")
_COMMA = re.compile(r"\s*,\s*")
_BRACKETED = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")


def normal(words: str) -> str:
    """Words in the form in which they are compared: small letters, single blanks, no marks around them, cells as `3,4`."""
    plain = _BLANK.sub(" ", _BRACKETED.sub(r"\1,\2", words.lower().replace(":", " ")))
    return _COMMA.sub(",", plain).strip(" \"'`.;!*")


def phrases_of(record: np.void, scenario: Scenario, mask: Sequence[int] | np.ndarray) -> Phrases:
    """The legal answers of a position by its mask."""
    return Phrases(record, scenario, np.flatnonzero(mask))
