"""Where an answer leads at once: an attack on the only target that there is, which the rules take by themselves, is named before it is
chosen; so are the targets of the question that follows.
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


def tried(game: np.ndarray, scenario: Scenario, actions: list[int]) -> Iterator[tuple[int, Batch]]:
    """Answers that are no cells, each with a game of its own in which it was given; none of a question with very many.

    Args:
        game: an array of one record. actions: its legal answers.
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
    """Attacks that follow from answers which do not name their target, by the answers' numbers.

    Args:
        game: an array of one record. actions: its legal answers.

    Returns:
        Of each the `unit` that is attacked, and the `decision`, `subject` and `action` of the only answer that names it.
    """
    found: dict[str, dict[str, Any]] = {}
    decision, seat = int(game["decision"][0]), int(game["decider"][0])
    for action, batch in tried(game, scenario, actions):
        lead = lead_in(batch.games[0], scenario, seat)
        if lead and [lead["unit"]] != placed(scenario, decision, action)[2]:
            found[str(action)] = lead
    return found


def asks_on(record: np.void, seat: int) -> bool:
    """True where an answer of a seat has led to a further question to it, before any die or card.

    Args:
        record: after the answer, with its events.
    """
    ended = (Event.ROLLS, Event.DIE, Event.CARD, Event.ROUND, Event.ATTACKED)
    return bool(not record["over"] and record["decider"] == seat and not any(event.kind in ended for event in events_of(record)))


def lead_in(record: np.void, scenario: Scenario, seat: int) -> dict[str, Any] | None:
    """The attack of a seat that an answer has led to, by only answers and before any die; None for none.

    Args:
        record: after the answer, with its events.
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
    """A game as it stands at the question whose only answer a lead takes; None where it does not come to that question.

    Args:
        game: before the answer. number: the answer. lead: what it leads to.
    """
    batch = Batch(scenario, 1, observe=False)
    batch.games[:] = game
    batch.games["decision"], batch.games["subject"] = lead["decision"], lead["subject"]
    batch.refresh(0, check=False)
    if np.flatnonzero(batch.masks[0]).tolist() == [lead["action"]]:
        return batch.games
    return _played_to(game, scenario, number, lead)  # it asks for more than its name: for a weapon that was taken up, say


def _played_to(game: np.ndarray, scenario: Scenario, number: int, lead: dict[str, Any]) -> np.ndarray | None:
    """The same by the rules as plain Python, which stop at every question, also at one with a single answer."""
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
