"""Saved games: those of play are accepted, those that contradict themselves are refused with the reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.saved import wrong
from skirmish_rl.envs.trench_crusade.state import Frame, Phase, Status
from tests.saved import in_another_process, positions, refused

pytestmark = pytest.mark.games

EVERYTHING = str(Path(__file__).parent / "everything.toml")


def play(name, decisions, **options):
    """Positions of a game played at random, each as an array of one record."""
    scenario = RULESET.scenario(name, **options)
    batch, luck = Batch(scenario, 1, observe=False), np.random.default_rng(8)
    batch.reset(seed=8)
    for _ in range(decisions):
        if batch.over[0]:
            return
        yield scenario, batch.games.copy()
        batch.step(random_legal(batch.masks, luck))


def answers(batch, luck):
    """Random ones; in half of the games the strong bot's, which fights more."""
    actions = random_legal(batch.masks, luck)
    by_bot = np.flatnonzero((batch.over == 0) & (np.arange(batch.n) % 2 == 0))
    actions[by_bot] = batch.ask(by_bot, len(RULESET.bots) - 1)
    return actions


def test_tampered_games_are_refused_or_play_on():
    assert 40 < in_another_process(__name__, "contested", 2, {}, 500, seed=31) < 400


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RULESET.scenarios, EVERYTHING])
def test_many_tampered_games_are_refused_or_play_on(name):
    for seed in (1, 2):
        in_another_process(__name__, name, 2, {}, 8000, seed)


@pytest.mark.parametrize("name", [*RULESET.scenarios, EVERYTHING])
def test_positions_of_many_games_are_accepted(name):
    scenario = RULESET.scenario(name)
    scenario.check_games(positions(scenario, answers, seed=3))


@pytest.mark.parametrize("name", [*RULESET.scenarios, EVERYTHING])
def test_every_position_of_play_is_accepted(name):
    for scenario, record in play(name, 220):
        assert not list(wrong(record[0], scenario))


def position(decision=Decision.ACTION, name="outpost"):
    for scenario, record in play(name, 400):
        if record["decision"][0] == decision:
            assert not refused(scenario, record)
            return scenario, record
    raise AssertionError(f"{decision.name} was never asked")


def change(record, path, value):
    *outer, field = path
    for name in outer:
        record = record[name]
    record[field] = value


@pytest.mark.parametrize(("path", "value", "why"), [
    (("units", 3, "cell"), -1, "without a cell"), (("units", 11, "status"), Status.OUT, "do not have"),
    (("units", 0, "hidden"), 1, "ability"), (("units", 2, "spent"), 1, "ability"), (("units", 1, "kills"), 2, "more models out of action"),
    (("units", 1, "melee_kills"), 1, "by melee"), (("zone", slice(None)), 1, "one zone"), (("strength", 0), 3, "another number of models"),
    (("deeds", 0), 1, "deed"), (("claimed", 0), 1, "relic"), (("mines", 0), 1, "mine where none"), (("plane", 5), 1, "routes"),
    (("phase",), Phase.MORALE, "another phase"), (("frames", 13, "kind"), 2, "must stay blank"),
    (("frames", 1, "kind"), Frame.ROLL, "cannot interrupt"), (("active",), -1, "nobody"), (("attack", 0, "melee"), 1, "attack that is over"),
    (("aims", 0), 5, "other targets"), (("decision",), Decision.MORALE, "in the middle of something else"),
    (("forced",), 0, "must be activated"),
])  # fmt: skip
def test_a_contradiction_is_refused_with_its_reason(path, value, why):
    scenario, record = position()
    change(record[0], path, value)
    said = refused(scenario, record)
    assert why in said or (path == ("plane", 5) and "plane" in said)


def test_two_models_in_one_cell_are_refused():
    scenario, record = position()
    units = record[0]["units"]
    one, other = np.flatnonzero(units["cell"] >= 0)[:2]
    units["cell"][one] = units["cell"][other]
    assert "two models in one cell" in refused(scenario, record)


def test_another_seat_cannot_answer():
    scenario, record = position()
    record["decider"] = 1 - record["decider"]
    assert "another seat" in refused(scenario, record)


def test_a_window_opens_only_where_markers_are():
    scenario, record = position(Decision.BLOOD, "contested")
    record[0]["units"]["blood"][record["subject"][0]] = 0
    assert "nothing can be spent" in refused(scenario, record)
