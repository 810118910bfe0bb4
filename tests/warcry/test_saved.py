"""Saved games that were tampered with: each is either refused or can be played to its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import Decision
from tests.saved import check_contradiction, in_another_process, positions, refused
from tests.warcry.test_observation import EVERYTHING

pytestmark = pytest.mark.games

EVERY: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in RULESET.scenarios), ("marks", {"force_a": "raven", "force_b": "hunt", "twist": "marked_ground", "traits": True}),
    ("crossing", {"twist": "trailing_dice", "traits": True, "extra_rounds": True, "play_out": True}),
    ("relics", {"force_a": "fang", "force_b": "raven", "universal_set": "2025"}), (EVERYTHING, {"twist": "marked_ground", "traits": True}),
    ("hunters", {"readings": "letter"}),
]  # fmt: skip


def answers(batch: Batch, luck: np.random.Generator) -> np.ndarray:
    """Random ones; in half of the games the strong bot's, which fights more."""
    actions = random_legal(batch.masks, luck)
    by_bot = np.flatnonzero((batch.over == 0) & (np.arange(batch.n) % 2 == 0))
    actions[by_bot] = batch.ask(by_bot, len(RULESET.bots) - 1)
    return actions


def test_tampered_games_are_refused_or_play_on() -> None:
    accepted = in_another_process(__name__, "relics", 2, {}, 500, seed=31)
    assert 40 < accepted < 400


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), EVERY)
def test_many_tampered_games_are_refused_or_play_on(name: str, options: dict[str, Any]) -> None:
    for seed in (1, 2):
        in_another_process(__name__, name, 2, options, 8000, seed)


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_every_position_of_play_is_accepted(name: str, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, **options)
    scenario.check_games(positions(scenario, answers, seed=3))


def changes() -> list[tuple[str, str, Any, str]]:
    """Decision, field, value, and a word of the complaint."""
    return [
        ("ROLE", "attacker", 0, "roles"), ("ROLE", "round", 1, "round 1"), ("BATTLE_GROUP", "subject", -1, "no fighter"),
        ("COLOUR", "red", 0, "colours"), ("COLOUR", "units.group", 0, "empty slot"),
        ("WILD", "initiative", -1, "initiative"), ("WILD", "wild", 0, "another seat's"), ("WILD", "paired", 1, "wild die"),
        ("WILD", "dice", 3, "more dice"), ("WILD", "singles", 5, "five singles"), ("FIRST", "decider", 1, "another seat's"),
        ("FIRST", "depth", 2, "in the middle"), ("STEP", "units.node", 7, "off the board"), ("STEP", "units.damage", 200, "empty slot"),
        ("STEP", "units.treasure", 0, "treasure"), ("STEP", "board", -1, "stand there"), ("STEP", "left", 9, "fighters left"),
        ("STEP", "active", -1, "without an activation"), ("STEP", "actions_left", 2, "more actions"), ("STEP", "boosts", 1, "the effect of an ability"),
        ("STEP", "turn", -1, "turn"), ("STEP", "value", 3, "nobody uses"), ("STEP", "attack.hits", 1, "that is over"),
        ("STEP", "cost", 10, "nobody moves"), ("STEP", "tokens.cell", 5, "treasure"), ("STEP", "phase", 1, "turn"),
        ("STEP", "units.harried", 1, "effects"), ("MOVE", "cost", 20, "other destinations"),
        ("MOVE", "subject", -1, "no fighter"), ("REACT", "attack.target", -1, "on nobody"), ("REACT", "attack.hits", 2, "before the dice"),
        ("ATTACK", "attack.attacker", 3, "by nobody"),
    ]  # fmt: skip


@pytest.mark.parametrize(("decision", "path", "value", "why"), changes())
def test_contradictions_are_named(decision: str, path: str, value: int, why: str) -> None:
    scenario = RULESET.scenario("crossing")
    found = positions(scenario, answers, seed=8)
    like = found[(found["decision"] == Decision[decision]) & (found["decider"] == 0)]
    check_contradiction(scenario, like, path, value, why)


def test_a_fighter_on_the_board_with_more_damage_than_it_can_take_is_refused() -> None:
    scenario = RULESET.scenario("crossing")
    found = positions(scenario, answers, seed=8)
    record = found[found["decision"] == Decision.STEP][:1].copy()
    record["units"]["damage"][0, record["active"][0]] = 200
    assert "more damage" in refused(scenario, record)
