"""Play at random and by bots keeps what must always be true between the fields of a position, in every ruleset and every scenario."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs import positions
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.registry import available, ruleset_of

pytestmark = pytest.mark.games


# Left over from the last activation, of no account for what follows: columns of observations, and fields of the record.
STALE_COLUMNS = {
    "godbreakers": r"game\.(moves|engages)", "tide_of_iron": r"obstacles\.(mined|halted|barred)",
    "dropzone_commander": r"seat\[\d\]\.blamed|piece\[\d+\]\.hit|hit\[\d+\]\..*|game\.acted",
}  # fmt: skip
STALE = (
    "frames", "decisions", "drawn", "events", "noted", "plane", "path", "hits", "blame", "hub", "acted", "moves", "engages", "engaged",
    "move_done",
    "fire_done", "broken", "strips", "used", "hit",
    "mined", "halted", "barred", "reserved", "overrun",
)  # fmt: skip


def others(record: np.ndarray) -> dict[str, np.ndarray]:
    """Fields of records that count, by their paths."""
    found: dict[str, np.ndarray] = {}
    for name in record.dtype.names or ():
        if name in STALE:
            continue
        if record[name].dtype.names:
            there = record[name][record[name]["status"] > 0] if name == "units" else record[name]
            found |= {f"{name}.{inner}": value for inner, value in others(there).items()}
        else:
            found[name] = record[name]
    return found


@pytest.mark.parametrize("ruleset", available())
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_position_of_play_keeps_what_must_always_be_true(ruleset: str, data: st.DataObject) -> None:
    rules = ruleset_of(ruleset)
    scenario = rules.scenario(data.draw(st.sampled_from([*rules.scenarios])))
    batch, seed = Batch(scenario, 3, observe=False), data.draw(st.integers(0, 2**32))
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    while not batch.over.all():
        for record in batch.games:
            found = positions.broken(ruleset, record, scenario.tables[int(record["variant"])])
            assert not found, f"{scenario.name}, seed {seed}, {rules.decisions(int(record['decision'])).name}: {found}"
        actions, live = random_legal(batch.masks, luck), np.flatnonzero(batch.over == 0)
        by_bot = live[live > 0]  # they fight more
        actions[by_bot] = batch.ask(by_bot, len(rules.bots) - 1)
        batch.step(actions)


@pytest.mark.parametrize(("ruleset", "field"), [("godbreakers", "provoked"), ("warcry", "treasure"), ("trench_crusade", "hidden"),
                                                ("dropzone_commander", "carrier"), ("tide_of_iron", "aboard")])  # fmt: skip
def test_a_position_that_no_play_leads_to_is_noticed(ruleset: str, field: str) -> None:
    scenario = ruleset_of(ruleset).scenario()
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=2)
    assert not positions.broken(ruleset, batch.games[0], scenario.tables[0])
    batch.games["units"][field] = 3
    assert positions.broken(ruleset, batch.games[0], scenario.tables[0])


@pytest.mark.parametrize("ruleset", available())
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_written_position_is_the_game_that_it_was_written_from(ruleset: str, data: st.DataObject) -> None:
    """Every field that counts is the same, what the decider sees is, and with the same dice the game goes on alike."""
    rules, form = ruleset_of(ruleset), positions.form_of(ruleset)
    scenario = rules.scenario(data.draw(st.sampled_from([*rules.scenarios])))
    batch, seed = Batch(scenario, 1), data.draw(st.integers(0, 2**32))
    counts = np.array([not re.fullmatch(STALE_COLUMNS.get(ruleset, ""), name) for name in scenario.features.names()])
    batch.reset(seed=seed)
    luck, tried = np.random.default_rng(seed), 0
    while not batch.over.all() and tried < 6:
        record = batch.games[0]
        if record["decision"] == form.decision and record["depth"] == 1 and luck.random() < 0.2:
            tried += 1
            twin, written = Batch(scenario, 1), positions.position_of(record, scenario)
            twin.reset(seeds=batch.seeds, positions=[written])
            assert positions.position_of(twin.games[0], scenario) == written
            before, after = others(batch.games), others(twin.games)
            assert [name for name in before if np.any(before[name] != after[name])] == [], f"{scenario.name}, seed {seed}"
            assert np.array_equal(batch.observations[0][counts], twin.observations[0][counts]) and np.array_equal(batch.masks, twin.masks)
            goes_on(batch, twin, luck)
        bold = np.array([batch.ask(np.array([0]), len(rules.bots) - 1)[0]]) if luck.random() < 0.5 else random_legal(batch.masks, luck)
        batch.step(bold)


def goes_on(batch: Batch, twin: Batch, luck: np.random.Generator) -> None:
    """The same answers and dice lead to the same questions and the same game, for a while."""
    mine = Batch(batch.scenario, 1, observe=False)
    for one in (mine, twin):
        one.games[0]["drawn"], one.games[0]["decisions"] = batch.games[0]["drawn"], batch.games[0]["decisions"]
    mine.games[0] = batch.games[0]
    mine.refresh(0)
    twin.refresh(0)
    for _ in range(60):
        if mine.over.all():
            break
        actions = random_legal(mine.masks, luck)
        for one in (mine, twin):
            one.step(actions)
        assert np.array_equal(mine.masks, twin.masks) and mine.deciders == twin.deciders
    assert np.array_equal(mine.games["points"], twin.games["points"]) and np.array_equal(
        mine.games["units"]["cell"], twin.games["units"]["cell"]
    )
