"""Legal answers as pages read them: how each is chosen, its name, and one sentence on what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from skirmish_rl.agents.serving.wire import AnswerGroup
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.words.answers import answer_words, placed


def words_of(record: np.void, scenario: Scenario, groups: Iterable[AnswerGroup]) -> dict[str, list[str]]:
    """Name every answer and explain it in one sentence, keyed by the action number as text.

    In a group of answers that are cells, only the first one gets its words.
    """
    said = answer_words(scenario.ruleset.name)
    asked_for = [action for group in groups for action, *_ in group["answers"][: 1 if group["kind"] == "cell" else None]]
    return {str(action): list(said(record, scenario, action)) for action in asked_for}


def answers_of(scenario: Scenario, decision: int, actions: Iterable[int]) -> list[AnswerGroup]:
    """Group legal answers by verb, each with its action number and the cell, unit or words by which it is chosen."""
    groups: dict[tuple[str, str, bool], list[list[Any]]] = {}
    layout = scenario.ruleset.layout
    for action in map(int, actions):
        kind, verb, place = placed(scenario, decision, action)
        block, argument = layout.action(action)
        ends = block == "pass" or argument == "end"  # it passes, or ends what is being done
        groups.setdefault((verb, kind, ends), []).append([action, *place])
    made: list[Any] = [{"verb": verb, "kind": kind, "ends": ends, "answers": answers} for (verb, kind, ends), answers in groups.items()]
    return made
