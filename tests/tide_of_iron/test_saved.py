"""Saved games that were tampered with: each is either refused or can be played to its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.state import Status
from tests.saved import check_contradiction, in_another_process, positions, refused
from tests.tide_of_iron.plays import EVERYTHING, SCENARIOS

pytestmark = pytest.mark.games

EVERY: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in SCENARIOS), ("bridge", {"operations": False}), ("crossroads", {"decks": False})]


def answers(batch: Batch, luck: np.random.Generator) -> np.ndarray:
    """Random ones; in half of the games the strong bot's, which fights more."""
    actions = random_legal(batch.masks, luck)
    by_bot = np.flatnonzero((batch.over == 0) & (np.arange(batch.n) % 2 == 0))
    actions[by_bot] = batch.ask(by_bot, len(RULESET.bots) - 1)
    return actions


def test_tampered_games_are_refused_or_play_on() -> None:
    accepted = in_another_process(__name__, EVERYTHING, 2, {}, 500, seed=31)
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
        ("SELECT", "units.figures", 3, "empty slot"), ("SELECT", "units.cell", 17, "not on the map"),
        ("SELECT", "active", 0, "an activation"), ("SELECT", "depth", 2, "in the middle"), ("SELECT", "decider", 1, "out of its turn"),
        ("SELECT", "actions_left", 0, "without actions"), ("SELECT", "finished", 1, "finished"), ("SELECT", "crowd", 1, "are counted there"),
        ("SELECT", "alive", 1, "alive"), ("SELECT", "card", 3, "nobody plays"), ("SELECT", "losses", 1, "without a reason"),
        ("SELECT", "attack.dice", 9, "attack that is over"), ("SELECT", "marks", 2, "markers"), ("SELECT", "deck", 4, "cards that are not its own"),
        ("SELECT", "round", 0, "round 0"), ("SELECT", "turn", -1, "outside the Action Phase"), ("SELECT", "given", 1, "handed over"),
        ("STEP", "active", -1, "an activation"), ("STEP", "order", 2, "order"), ("STEP", "subject", 31, "about something else"),
        ("COMMAND", "phase", 3, "another phase"),
    ]  # fmt: skip


@pytest.mark.parametrize(("decision", "path", "value", "why"), changes())
def test_contradictions_are_named(decision: str, path: str, value: int, why: str) -> None:
    scenario = RULESET.scenario("crossroads")
    found = positions(scenario, answers, seed=8)
    like = found[(found["decision"] == Decision[decision]) & (found["decider"] == 0)]
    check_contradiction(scenario, like, path, value, why)


@pytest.mark.clause("TI-ACT-16")
@pytest.mark.parametrize("answer", ["pass", "occupy A1"])
def test_a_game_is_accepted_during_a_special_action_and_after_it(table, answer: str) -> None:
    t = table(a={"units": [{"figures": {"regular": 4}, "specialty": "engineer"}, {"figures": {"regular": 4}}]})
    t.add("A1", (4, 4), specialty="engineer")
    t.add("A2", (2, 2))
    t.add("B1", (0, 0), regular=1)
    t.turn()
    t.play("dig A1")
    assert (t.decision, refused(t.scenario, t.batch.games)) == ("OCCUPY", "")
    t.play(answer)
    assert (t.decision, refused(t.scenario, t.batch.games)) == ("SELECT", "")


@pytest.mark.clause("TI-OPF-01")
def test_a_game_is_accepted_in_the_middle_of_opportunity_fire(table) -> None:
    squad = {"units": [{"figures": {"regular": 4}}]}
    t = table(a=squad, b=squad)
    t.add("A1", (3, 4))
    t.add("B1", (6, 4), activation="op_fire")
    t.turn()
    t.play("advance A1", "east")
    t.play("op-fire B1")
    assert (t.decision, refused(t.scenario, t.batch.games)) == ("ATTACK_TYPE", "")


@pytest.mark.parametrize(("field", "value", "why"), [("placing", 2, "had their turn"), ("marker", 9, "markers than were placed")])
def test_the_set_up_has_come_as_far_as_what_was_placed(field: str, value: int, why: str) -> None:
    scenario = RULESET.scenario("crossroads")
    found = positions(scenario, answers, seed=8)
    for record in found[found["decision"] == Decision.DEPLOY]:
        record["frames"][record["depth"] - 1][field] = value
        assert why in refused(scenario, record[None])


@pytest.mark.clause("TI-SET-05")
def test_a_unit_set_up_outside_its_zone_is_refused() -> None:
    scenario = RULESET.scenario("crossroads")
    found = positions(scenario, answers, seed=8)
    tables, tried = scenario.tables[0], 0
    for record in found[found["decision"] == Decision.DEPLOY]:
        out = np.flatnonzero((record["units"]["status"] == Status.ON_MAP) & (record["units"]["carrier"] < 0) & (record["units"]["aboard"] == 0))
        if not len(out):
            continue
        slot, there = int(out[0]), int(np.flatnonzero((tables["on_map"] != 0) & (tables["zone"].sum(axis=0) == 0))[0])
        seat = slot // (len(record["units"]) // 2)
        record["crowd"][seat, record["units"]["cell"][slot]] -= 1
        record["crowd"][seat, there] += 1
        record["units"]["cell"][slot] = there
        assert "set up where" in refused(scenario, record[None])
        tried += 1
    assert tried
