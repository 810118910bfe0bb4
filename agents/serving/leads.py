"""Where an answer leads at once.

The rules carry out an attack by themselves when it has a single possible target. The page names that target before the answer is chosen,
and also the targets of the question that follows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from skirmish_rl.agents.serving.answers import placed
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.registry import entry_of

_MOST = 40  # answers that are tried; a question with an attack among its answers has fewer
_SINGLE = 8  # single answers between an answer and the attack that it leads to


def batch_of(game: np.ndarray, scenario: Scenario, observe: bool = False) -> Batch:
    """A copy of a game as a batch of its own.

    Args:
        game: array of one record.
        scenario: its scenario.
        observe: with its observation.
    """
    batch = Batch(scenario, 1, observe=observe)
    batch.games[:] = game
    batch.refresh(0, check=False)
    return batch


def tried(game: np.ndarray, scenario: Scenario, actions: list[int]) -> Iterator[tuple[int, Batch]]:
    """Try each answer that is not a cell in a copy of the game; yields nothing for a question with very many answers.

    Args:
        game: array of one record.
        scenario: its scenario.
        actions: its legal answers.

    Yields:
        The answer and the batch of one game in which it was given. The batch is reused: read it before the next answer.
    """
    if game["over"][0] or len(actions) > _MOST:
        return
    batch, decision = Batch(scenario, 1, observe=False, listen=True), int(game["decision"][0])
    for action in actions:
        if placed(scenario, decision, action)[0] == "cell":
            continue
        batch.games[:] = game
        batch.refresh(0, check=False)
        batch.reseed(np.array([action]))  # nothing of the true dice, or of what is hidden, shows in what follows
        batch.step(np.array([action]))
        yield action, batch


def leads_of(game: np.ndarray, scenario: Scenario, actions: list[int]) -> dict[str, dict[str, Any]]:
    """Find the attacks that follow from answers which do not name their target.

    Args:
        game: array of one record.
        scenario: its scenario.
        actions: its legal answers.

    Returns:
        By the answer's number as text: the `unit` that is attacked, and the `decision`, `subject` and `action` of the only answer that
        names this unit.
    """
    leads: dict[str, dict[str, Any]] = {}
    decision, seat = int(game["decision"][0]), int(game["decider"][0])
    for action, batch in tried(game, scenario, actions):
        lead = lead_in(batch.games[0], scenario, seat)
        if lead and [lead["unit"]] != placed(scenario, decision, action)[2]:
            leads[str(action)] = lead
    return leads


def asks_on(record: np.void, seat: int) -> bool:
    """True if a seat's answer led to another question for the same seat, before any die was rolled or card was drawn.

    Args:
        record: the game after the answer, with its events.
        seat: the seat that answered.
    """
    ended = (Event.ROLLS, Event.DIE, Event.CARD, Event.ROUND, Event.ATTACKED)
    return bool(not record["over"] and record["decider"] == seat and not any(event.kind in ended for event in events_of(record)))


def lead_in(record: np.void, scenario: Scenario, seat: int) -> dict[str, Any] | None:
    """Find the attack that a seat's answer led to through questions with a single answer, before any die was rolled; None for none.

    Args:
        record: the game after the answer, with its events.
        scenario: its scenario.
        seat: the seat that answered.
    """
    layout, lead = scenario.ruleset.layout, None
    for event in events_of(record):
        if event.kind in (Event.ROLLS, Event.DIE, Event.CARD, Event.ROUND, Event.MOVED, Event.GONE):
            return None
        if event.kind == Event.FORCED and event.seat == seat:
            lead = {"unit": "", "decision": event.other, "subject": event.cell, "action": event.value}
        elif event.kind == Event.ATTACKED and lead is not None:
            return {**lead, "unit": layout.unit_name(event.other)} if event.other >= 0 else None
    return None


def as_asked(game: np.ndarray, scenario: Scenario, number: int, lead: dict[str, Any]) -> np.ndarray | None:
    """The game at the question whose only answer a lead takes; None if the game does not come to that question.

    Args:
        game: array of one record, before the answer.
        scenario: its scenario.
        number: the answer.
        lead: where the answer leads, as from `leads_of`.
    """
    batch = Batch(scenario, 1, observe=False)
    batch.games[:] = game
    batch.games["decision"], batch.games["subject"] = lead["decision"], lead["subject"]
    batch.refresh(0, check=False)
    if np.flatnonzero(batch.masks[0]).tolist() == [lead["action"]]:
        return batch.games
    return _played_to(game, scenario, number, lead)  # it asks for more than its name: for a weapon that was taken up, say


def _played_to(game: np.ndarray, scenario: Scenario, number: int, lead: dict[str, Any]) -> np.ndarray | None:
    """Do the same with the rules as plain Python, which stop at every question, even one with a single answer."""
    kernels: Any = sys.modules[f"{entry_of(scenario.ruleset.name).module}.kernels"]
    games, action = game.copy(), number
    state, tables = view(games[0]), view(scenario.tables[int(games["variant"][0])])
    for _ in range(_SINGLE):
        kernels.carry_out(state, tables, action)
        kernels.advance(state, tables)
        mask = np.zeros(scenario.n_actions, np.uint8)
        if kernels.choices(state, tables, view(mask)) != 1:
            return None
        action = int(np.flatnonzero(mask)[0])
        if (state.decision, state.subject, action) == (lead["decision"], lead["subject"], lead["action"]):
            return games
    return None
