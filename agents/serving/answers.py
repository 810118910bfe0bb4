"""Answers as pages read them: what each is chosen by, what it is called, and in one sentence what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from skirmish_rl.envs.core.console import spoken, words_for
from skirmish_rl.envs.core.ruleset import Scenario


def words_of(record: np.void, scenario: Scenario, groups: list[dict[str, Any]]) -> dict[str, list[str]]:
    """What answers are called, and in one sentence what they do, by their numbers; of answers that are cells those of the first of each group."""
    said = answer_words(scenario.ruleset.name)
    asked_for = [action for group in groups for action, *_ in group["answers"][: 1 if group["kind"] == "cell" else None]]
    return {str(action): list(said(record, scenario, action)) for action in asked_for}


def called(record: np.void, scenario: Scenario, action: int) -> str:
    """An answer in the words of people, with its cell."""
    kind, _, place = placed(scenario, int(record["decision"]), action)
    label, _ = answer_words(scenario.ruleset.name)(record, scenario, action)
    return f"{label} {place[0]},{place[1]}" if kind == "cell" else label


def answer_words(name: str) -> Callable[[np.void, Scenario, int], tuple[str, str]]:
    """How a ruleset tells answers: `render/answers.py`, or as actions are written where it has none."""
    answer: Callable[[np.void, Scenario, int], tuple[str, str]] = words_for(name, "answer", plainly)
    return answer


def plainly(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """An answer of a ruleset that has no words of its own."""
    return spoken({}, record, scenario, action)


def answers_of(scenario: Scenario, decision: int, actions: Iterable[int]) -> list[dict[str, Any]]:
    """Answers in groups of equal verbs: each with its number and the cell, the unit or the words that it is chosen by."""
    groups: dict[tuple[str, str, bool], list[list[Any]]] = {}
    layout = scenario.ruleset.layout
    for action in map(int, actions):
        kind, verb, place = placed(scenario, decision, action)
        block, argument = layout.action(action)
        ends = block == "pass" or argument == "end"  # it passes, or ends what is being done
        groups.setdefault((verb, kind, ends), []).append([action, *place])
    return [{"verb": verb, "kind": kind, "ends": ends, "answers": answers} for (verb, kind, ends), answers in groups.items()]


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
