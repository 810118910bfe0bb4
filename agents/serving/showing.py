"""Positions as pages read them: the scene (each layer under a key), the question with its answers, and the score."""

from __future__ import annotations

import functools
import hashlib
import importlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.agents.serving import wire
from skirmish_rl.agents.serving.answers import answers_of, words_of
from skirmish_rl.agents.serving.leads import as_asked, asks_on, batch_of, leads_of, tried
from skirmish_rl.agents.serving.screens import Screen
from skirmish_rl.agents.serving.session import Session, Step, given_up
from skirmish_rl.agents.serving.stakes import stakes_of
from skirmish_rl.agents.settings.options import last_name
from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import asked, hand_of, question_text, words_for
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenes import KeyedScene, scene_json
from skirmish_rl.envs.registry import entry_of
from skirmish_rl.envs.words.answers import placed

GUEST = "guest"  # a person at another screen


@dataclass(frozen=True)
class Drawn:
    """A drawn position, ready to be sent to pages.

    Attributes:
        scene: the scene as a JSON object, with its layers as pairs of name and key.
        layers: key -> the layer's shapes as JSON text.
        summary: one line with the score.
    """

    scene: KeyedScene
    layers: dict[str, str]
    summary: str


def drawn(game: np.ndarray, scenario: Scenario) -> Drawn:
    """Draw a game.

    Args:
        game: array of one record.
        scenario: its scenario.
    """
    scene = scene_json(scenario.ruleset.scene(game[0], scenario))
    layers: dict[str, str] = {}
    named: list[list[str]] = []
    for name, shapes in scene["layers"]:
        text = json.dumps(shapes, separators=(",", ":"))
        key = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        layers[key] = text
        named.append([name, key])
    return Drawn({**scene, "layers": named}, layers, scenario.ruleset.summary(game[0], scenario))


def question_of(session: Session) -> wire.Question | None:
    """The question that a person is asked, with all legal answers; None if no person is asked."""
    if session.over or session.agent is not None:
        return None
    record, scenario = session.batch.games[0], session.scenario
    asked_now = asked_of(record, scenario, np.flatnonzero(session.batch.masks[0]))
    steady: list[list[str]] = words_for(scenario.ruleset.name, "steady", nothing_steady, "asking")(record, scenario)
    asked_now["text"] = question_text(record, scenario)
    words = words_of(record, scenario, asked_now["answers"])
    return {**asked_now, "at": session.live, "steady": steady, "since": session.deeds_from, "words": words}


def nothing_steady(record: np.void, scenario: Scenario) -> list[list[str]]:
    """Answers that always keep their place in the list: none, for a ruleset that names none."""
    return []


def asked_of(record: np.void, scenario: Scenario, actions: Iterable[int]) -> wire.Asked:
    """Describe the question of a position, with its legal answers."""
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    return {
        "seat": int(record["decider"]), "name": scenario.ruleset.decisions(decision).name, "text": asked(record, scenario),
        "subject": questions.subject_name(decision, int(record["subject"])), "answers": answers_of(scenario, decision, actions),
    }  # fmt: skip


def odds_of(game: np.ndarray, scenario: Scenario) -> dict[str, list[str]]:
    """Describe the odds of answers and whom they strike, by the answer's number as text; answers without odds are missing.

    Of answers that are cells only attacks are described: `odds_at` describes the others, one cell at a time.

    Args:
        game: array of one record; the result is empty if the game is over.
        scenario: its scenario.
    """
    if game["over"][0]:
        return {}
    batch = batch_of(game, scenario)
    told, names = odds_words(scenario.ruleset.name), scenario.ruleset.action_features
    rows = batch.encode_actions(np.zeros(1, np.int64), observe=False)
    found = {
        str(number): told(dict(zip(names, row, strict=True)), game[0])
        for number, row in zip(rows.numbers.tolist(), rows.rows.tolist(), strict=True)
    }
    decision = int(game["decision"][0])
    plain = [number for number in rows.numbers.tolist() if placed(scenario, decision, number)[0] != "cell"]
    for number, lines in stakes_of(game, scenario, plain).items():
        found[number] = [*found.get(number, []), *lines]
    return {number: lines for number, lines in found.items() if lines}


def odds_at(game: np.ndarray, scenario: Scenario, cell: tuple[int, int]) -> list[str]:
    """Describe the odds of the legal answers that are one cell, and whom they strike; empty where there is none.

    Args:
        game: array of one record; the result is empty if the game is over.
        scenario: its scenario.
        cell: column and row.
    """
    if game["over"][0]:
        return []
    batch = batch_of(game, scenario)
    actions = np.flatnonzero(batch.masks[0]).tolist()
    here = [action for action in actions if scenario.ruleset.layout.action(action)[1] == cell]
    return next(iter(stakes_of(game, scenario, here).values()), [])


def chances_of(game: np.ndarray, scenario: Scenario) -> wire.Chances:
    """Describe the odds of answers and of the attacks that follow from them.

    Args:
        game: array of one record; nothing is told if the game is over.
        scenario: its scenario.

    Returns:
        `odds` of the answers themselves; for answers that do not name their target, `leads` where there is one target and `targets` where
        there are several.
    """
    odds = odds_of(game, scenario)
    if game["over"][0]:
        return {"odds": odds, "leads": {}, "targets": {}}
    batch = batch_of(game, scenario)
    actions = np.flatnonzero(batch.masks[0]).tolist()
    leads: dict[str, wire.LeadTold] = {}
    told = words_for(scenario.ruleset.name, "led", None, "stakes")
    for number, lead in leads_of(game, scenario, actions).items():
        if told is not None:
            lines = next(told(game[0], scenario, action, batch.games[0]) for action, batch in tried(game, scenario, [int(number)]))
        else:
            asked_then = as_asked(game, scenario, int(number), lead)
            lines = [] if asked_then is None else odds_of(asked_then, scenario).get(str(lead["action"]), [])
        leads[number] = {"unit": lead["unit"], "odds": lines}
    return {
        "odds": odds,
        "leads": leads,
        "targets": targets_of(game, scenario, [one for one in actions if str(one) not in {*odds, *leads} and not passes(scenario, one)]),
    }


def targets_of(game: np.ndarray, scenario: Scenario, actions: list[int]) -> dict[str, wire.TargetsTold]:
    """Find the targets among which the question after an answer will let the seat choose, with the odds against the best of them.

    Args:
        game: array of one record, not over.
        scenario: its scenario.
        actions: answers that have no odds of their own.

    Returns:
        The targets by the answer's number as text.
    """
    targets: dict[str, wire.TargetsTold] = {}
    for action, batch in tried(game, scenario, actions):
        decision = int(batch.games["decision"][0])
        if decision == game["decision"][0] or not asks_on(batch.games[0], int(game["decider"][0])):
            continue
        odds = odds_of(batch.games, scenario)
        of_units = [(*placed(scenario, decision, int(number)), lines) for number, lines in odds.items()]
        chances = {place[0]: lines for kind, _, place, lines in of_units if kind == "unit"}
        if chances:
            best = max(chances, key=lambda unit: first_figure(chances[unit]))
            targets[str(action)] = {"units": sorted(chances, key=by_name), "best": best, "odds": chances[best]}
    return targets


def passes(scenario: Scenario, action: int) -> bool:
    """True for an answer that declines, or ends, what it is asked about."""
    return scenario.ruleset.layout.action(action)[0] == "pass"


def first_figure(lines: list[str]) -> int:
    """The first percentage in lines of odds; 0 if there is none."""
    figure = re.search(r"(\d+) %", " ".join(lines))
    return int(figure[1]) if figure else 0


def by_name(unit: str) -> tuple[str, int]:
    """A sort key for the names of units: B2 comes before B10."""
    return unit[:1], int(unit[1:]) if unit[1:].isdecimal() else 0


@functools.cache
def odds_words(name: str) -> Callable[[Mapping[str, float], np.void], list[str]]:
    """Load the function that words a ruleset's odds, from its `render/odds.py`."""
    odds: Callable[[Mapping[str, float], np.void], list[str]] = importlib.import_module(f"{entry_of(name).module}.render.odds").odds
    return odds


def over_of(session: Session) -> wire.Over | None:
    """The result of a session, None while it goes on."""
    return end_of(session.batch.games[0], session.scenario, session.resigned)


def end_of(record: np.void, scenario: Scenario, resigned: int) -> wire.Over | None:
    """The result of a game, also of one that a seat has resigned (`resigned`, -1 for none); None while it goes on."""
    outcome = given_up(scenario.seats, resigned) if resigned >= 0 else outcome_of(record, scenario.ruleset.reasons)
    if outcome is None:
        return None
    reason = f"seat_{resigned} gave up" if resigned >= 0 else outcome.reason.replace("_", " ").lower()
    names = [f"seat_{seat}" for seat in outcome.winners]
    if len(names) in (0, scenario.seats):
        won = "a draw"
    else:
        won = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share the first place"
    return {"reason": reason, "winners": list(outcome.winners), "rewards": list(outcome.rewards), "text": f"{won}: {reason}"}


def step_of(at: int, step: Step, told: bool = True) -> wire.StepTold:
    """An answer as pages read it; without `told`, the answer is left out and only its results are sent."""
    news: wire.StepTold = {
        "at": at, "seat": -1, "asked": "", "said": "", "words": "", "lines": list(step.lines), "kinds": list(step.kinds),
    }  # fmt: skip
    if told:
        news |= {"seat": step.seat, "asked": step.asked, "said": step.said, "words": step.words}
    return news


def cards_of(record: np.void, scenario: Scenario, seat: int) -> list[wire.CardTold]:
    """The hidden cards that a seat knows, as pages read them; empty for seat -1."""
    return [{"seat": holder, "name": name, "does": does} for holder, name, does in hand_of(record, scenario, seat)] if seat >= 0 else []


def game_of(session: Session, number: str, judges: list[str], screen: Screen) -> wire.Begun:
    """Everything that a page must be told of a game once; among people without the seed, which would give away the dice to come."""
    scenario, record = session.scenario, session.batch.games[0]
    ruleset = scenario.ruleset
    who = [GUEST if seat in session.people and seat not in screen.seats else name for seat, name in enumerate(session.who)]
    seed = session.seed if session.over or len(session.people) < 2 else None
    return {
        "is": "game", "id": number, "game": ruleset.name, "title": ruleset.title, "scenario": last_name(scenario.name), "seed": seed,
        "practice": session.practice, "seats": [{**seat, "who": name} for seat, name in zip(seats_of(scenario), who, strict=True)],
        "options": options_of(scenario), "aim": list(ruleset.scene(record, scenario).aim),
        "roster": roster_of(record, scenario), "judges": judges, "hidden": screen.hides,
    }  # fmt: skip


def seats_of(scenario: Scenario) -> list[wire.SeatFacts]:
    """The seats with their forces and colours."""
    return [
        {"name": f"seat_{seat}", "force": member_word(scenario.players, seat), "color": draw.SEAT_COLORS[seat]}
        for seat in range(scenario.seats)
    ]


def roster_of(record: np.void, scenario: Scenario) -> list[list[str]]:
    """The name of each unit, with its line of statistics."""
    return [[line.split(" ", 1)[0].rstrip(":"), line] for line in scenario.ruleset.language.roster(record, scenario)]


def options_of(scenario: Scenario) -> dict[str, Any]:
    """The values of a scenario's options, with files by their names."""
    return {name: last_name(scenario.options.get(name, option.default)) for name, option in scenario.ruleset.options.items()}
