"""Where an answer leads at once: an attack on the only target that there is, which the rules take by themselves, is named before it is
chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.agents.serving.answers import placed
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.ruleset import Scenario

_MOST = 40  # answers that are tried; a question with an attack among its answers has fewer
_ONE = np.zeros(1, np.int64)


def leads_of(game: np.ndarray, scenario: Scenario, actions: list[int]) -> dict[str, dict[str, Any]]:
    """Attacks that follow from answers which do not name their target, by the answers' numbers.

    Args:
        game: an array of one record. actions: its legal answers.

    Returns:
        Of each the `unit` that is attacked, and the `decision`, `subject` and `action` of the only answer that names it.
    """
    if game["over"][0] or len(actions) > _MOST:
        return {}
    batch, leads = Batch(scenario, 1, observe=False, listen=True), {}
    decision, seat = int(game["decision"][0]), int(game["decider"][0])
    for action in actions:
        kind, _, place = placed(scenario, decision, action)
        if kind == "cell":
            continue
        batch.games[:] = game
        batch.refresh(0, check=False)
        batch.reseed(np.array([action]))  # nothing of the true dice, or of what is hidden, shows in what follows
        batch.step(np.array([action]))
        lead = lead_in(batch.games[0], scenario, seat)
        if lead and [lead["unit"]] != place:
            leads[str(action)] = lead
    return leads


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


def as_asked(game: np.ndarray, scenario: Scenario, lead: dict[str, Any]) -> np.ndarray | None:
    """A game as if it stood at the question whose only answer a lead takes.

    None where that question needs more than its name to be asked.
    """
    batch = Batch(scenario, 1, observe=False)
    batch.games[:] = game
    batch.games["decision"], batch.games["subject"] = lead["decision"], lead["subject"]
    batch.refresh(0, check=False)
    return batch.games if np.flatnonzero(batch.masks[0]).tolist() == [lead["action"]] else None
