"""Saved games that were tampered with: each is either refused or can be played to its end."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.questions import Decision
from tests.saved import check_contradiction, in_another_process, positions

pytestmark = pytest.mark.games

EVERY = [
    ("drill", 2, {}),
    ("drill", 4, {"move_mode": "unit", "site_mode": "unit"}),
    ("skirmish", 3, {}),
    ("bunkers", 2, {}),
    ("royale", 2, {}),
    ("survey", 2, {}),
    ("drill", 2, {"readings": "letter"}),
]


def answers(batch: Batch, luck: np.random.Generator) -> np.ndarray:
    """Random ones; in half of the games the strong bot's, which fights more."""
    actions = random_legal(batch.masks, luck)
    by_bot = np.flatnonzero((batch.over == 0) & (np.arange(batch.n) % 2 == 0))
    actions[by_bot] = batch.ask(by_bot, len(RULESET.bots) - 1)
    return actions


def test_tampered_games_are_refused_or_play_on():
    accepted = in_another_process(__name__, "bunkers", 2, {}, 500, seed=31)
    assert 40 < accepted < 400


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_many_tampered_games_are_refused_or_play_on(name, seats, options):
    for seed in (1, 2):
        in_another_process(__name__, name, seats, options, 6000, seed)


@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_every_position_of_play_is_accepted(name, seats, options):
    scenario = RULESET.scenario(name, seats, **options)
    scenario.check_games(positions(scenario, answers, seed=3))


def changes():
    """Decision, field, value, and a word of the complaint."""
    return [
        ("SQUAD", "units.cell", 7, "unit"), ("SQUAD", "units.dp", 60, "more DP"),
        ("SQUAD", "units.carrier", 0, "rider of an enemy"), ("SQUAD", "turn", 0, "its player has not activated"),
        ("SQUAD", "units.pending", 1, "attack that is over"), ("SQUAD", "pieces.pending", 1, "attack at scenery that is over"),
        ("SQUAD", "units.fired", 15, "weapon"),
        ("SQUAD", "ground", 0, "other units in cells"), ("SQUAD", "squads.token", 0, "objective"), ("SQUAD", "pieces.dp", 60, "more DP"),
        ("SQUAD", "pieces.stand", 2, "gone with DP left"), ("SQUAD", "tokens.find", 3, "objective"),
        ("SQUAD", "tokens.piece", 23, "objective"),
        ("SQUAD", "order", 0, "order of initiative"), ("SQUAD", "zone", 1, "one zone"), ("SQUAD", "deck", 0, "other cards"),
        ("SQUAD", "boost", 3, "Commander"),
        ("SQUAD", "group", 5, "its player has not activated"), ("GROUP", "group", 0, "nobody has activated"),
        ("SQUAD", "group", -1, "its player has not"), ("SQUAD", "depth", 1, "nobody has activated"),
        ("KEEP", "depth", 1, "in the middle"), ("SQUAD", "halves", 4, "ways"),
        ("GROUP", "spent", 1, "battlegroup"), ("MOVE", "halves", 9, "ways"), ("MOVE", "subject", -1, "no unit"), ("ACTION", "subject", 119, "unit"),
        ("ACTION", "turn", 3, "turn of nobody"),
    ]  # fmt: skip


@pytest.mark.parametrize(("decision", "path", "value", "why"), changes())
def test_contradictions_are_named(decision, path, value, why):
    scenario = RULESET.scenario("drill", 2)
    found = positions(scenario, answers, seed=8)
    check_contradiction(scenario, found[found["decision"] == Decision[decision]], path, value, why)
