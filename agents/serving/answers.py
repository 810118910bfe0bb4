"""Answers as pages read them: what each is chosen by, what it is called, and in one sentence what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from skirmish_rl.agents.serving.wire import AnswerGroup
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.words.answers import answer_words, placed


def words_of(record: np.void, scenario: Scenario, groups: Iterable[AnswerGroup]) -> dict[str, list[str]]:
    """What answers are called, and in one sentence what they do, by their numbers.

    Of answers that are cells those of the first of each group.
    """
    said = answer_words(scenario.ruleset.name)
    asked_for = [action for group in groups for action, *_ in group["answers"][: 1 if group["kind"] == "cell" else None]]
    return {str(action): list(said(record, scenario, action)) for action in asked_for}


def answers_of(scenario: Scenario, decision: int, actions: Iterable[int]) -> list[AnswerGroup]:
    """Answers in groups of equal verbs: each with its number and the cell, the unit or the words that it is chosen by."""
    groups: dict[tuple[str, str, bool], list[list[Any]]] = {}
    layout = scenario.ruleset.layout
    for action in map(int, actions):
        kind, verb, place = placed(scenario, decision, action)
        block, argument = layout.action(action)
        ends = block == "pass" or argument == "end"  # it passes, or ends what is being done
        groups.setdefault((verb, kind, ends), []).append([action, *place])
    made: list[Any] = [{"verb": verb, "kind": kind, "ends": ends, "answers": answers} for (verb, kind, ends), answers in groups.items()]
    return made
