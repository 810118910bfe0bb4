"""Translates a game's drawing and wording to JavaScript, one module a game, for pages that run without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from skirmish_rl.agents.serving import answers, leads, showing
from skirmish_rl.agents.serving.javascript import module
from skirmish_rl.agents.serving.stakes import stakes_words
from skirmish_rl.envs.core import draw, scenes
from skirmish_rl.envs.core.console import cells_of, plain_question, standing, words_for
from skirmish_rl.envs.core.errors import did_you_mean
from skirmish_rl.envs.core.events import note, told
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.words.answers import answer_words, placed


def drawing_module(ruleset: Ruleset) -> str:
    """Build the text of a game's JavaScript module; `web/drawer.js` uses it."""
    width, size = cells_of(ruleset)

    def scene(record: np.void, scenario: Scenario) -> scenes.WrittenScene:
        return scenes.scene_json(ruleset.scene(record, scenario))

    def summary(record: np.void, scenario: Scenario) -> str:
        return ruleset.summary(record, scenario)

    def title() -> str:
        return ruleset.title

    def itself() -> Ruleset:
        return ruleset

    def text(decision: int, action: int) -> str:
        return ruleset.layout.text(action, decision)

    def units() -> list[str]:
        return [*ruleset.layout.units]

    def cells() -> list[int]:
        return [width, size]

    def parse(decision: int, said: str) -> int:
        return ruleset.layout.parse(said, decision)

    own = [words_for(ruleset.name, what, None) for what in ("hand", "silent")]
    own += [words_for(ruleset.name, "question", plain_question, "asking")]
    own += [words_for(ruleset.name, "steady", None, "asking"), words_for(ruleset.name, "card", None, "cards")]
    own += [words_for(ruleset.name, "place", None, "places"), *stakes_words(ruleset.name), words_for(ruleset.name, "led", None, "stakes")]
    shown: list[Callable[..., Any]] = [
        showing.asked_of, answers.answers_of, placed, showing.end_of, showing.seats_of, showing.roster_of,
        showing.odds_words(ruleset.name), leads.lead_in, leads.asks_on, answer_words(ruleset.name),
        *(function for function in own if function),
    ]  # fmt: skip
    natives = {draw.once: "once", did_you_mean: "did_you_mean", view: "view", standing: "standing", note: "note"}
    return module([scene, summary, title, itself, text, parse, units, cells, told, *shown], natives, draw.known_name)
