"""Features of positions and actions: each read by its name and compared with what the record says."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.kit import Card, Kind
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision, Option
from skirmish_rl.envs.dropzone_commander.state import FAR, FIRST, SEAT_OF, WIDTH, Find, Status
from tests.dropzone_commander.told import Told
from tests.plays import Eyes, positions

pytestmark = pytest.mark.games

GAMES = [("drill", 3), ("skirmish", 2), ("survey", 2), ("bunkers", 2)]
BLOCKS = ("pass", "option", "unit", "taken", "group", "hold", "zone", "seat", "card", "piece", "site", "facing", "count", "cell")


def bent(value, half):
    return float(value) / (half + abs(float(value)))


def inches(a, b):
    """The least R with dx2 + dy2 <= R2 + R. Clause: DZ-GRID-02."""
    n = (int(a) % WIDTH - int(b) % WIDTH) ** 2 + (int(a) // WIDTH - int(b) // WIDTH) ** 2
    return next(r for r in range(200) if n <= r * r + r)


def block_of(action):
    found = "pass"
    for name in BLOCKS:
        if action >= QUESTIONS.layout.offset[name]:
            found = name
    return found, action - QUESTIONS.layout.offset[found]


def present(record):
    units = record["units"]
    return [s for s in range(len(units)) if units["status"][s] == Status.ON_TABLE and units["carrier"][s] < 0]


def away(eyes, slot, cell):
    """Inches from a unit that stands, or is in a Garrison, to a cell."""
    unit = eyes.record["units"][slot]
    return int(eyes.tables["piece_far"][unit["piece"]][cell]) if unit["piece"] >= 0 else inches(unit["cell"], cell)


def nearest(eyes, cell, seats, but=-1):
    """How near the nearest unit of some seats is."""
    return max((max(0, 1 - away(eyes, s, cell) / 48) for s in present(eyes.record) if SEAT_OF[s] in seats and s != but), default=0)


def check_cell(eyes, viewer, cell, row):
    record, tables = eyes.record, eyes.tables
    slot = int(record["subject"])
    unit, others = record["units"][slot], [seat for seat in range(int(tables["seats"])) if seat != viewer]
    zone = int(record["zone"][viewer])
    cost = int(record["halves"][cell]) // 2 if record["halves"][cell] != FAR else inches(unit["cell"], cell) if unit["cell"] >= 0 else 0
    assert row["home"] == pytest.approx(max(0, 1 - int(tables["edge_far"][zone][cell]) / 48), abs=1e-6)
    assert row["enemy"] == pytest.approx(nearest(eyes, cell, others), abs=1e-6)
    assert row["friend"] == pytest.approx(nearest(eyes, cell, [viewer], slot), abs=1e-6)
    assert row["cost"] == pytest.approx(bent(cost, 9), abs=1e-6)
    assert row["beyond_half"] == (cost + int(unit["moved"]) > (int(tables["unit_move"][slot]) + 1) / 2)
    assert row["road"] == tables["road"][cell]


def check_unit(eyes, viewer, slot, row):
    record, tables = eyes.record, eyes.tables
    unit, squad = record["units"][slot], Told(record["squads"][tables["unit_squad"][slot]])
    riders = [s for s in range(FIRST[-1]) if record["units"]["carrier"][s] == slot and record["units"]["status"][s] in (1, 2, 3)]
    assert row["is_mine"] == (SEAT_OF[slot] == viewer)
    assert row["points"] == pytest.approx(bent(tables["unit_points"][slot], 40), abs=1e-6)
    assert row["left"] == pytest.approx(bent(unit["dp"], 4), abs=1e-6)
    assert row["health"] == pytest.approx(unit["dp"] / tables["unit_dp"][slot], abs=1e-6)
    assert row["infantry"] == (tables["unit_kind"][slot] == Kind.INFANTRY) and row["flying"] == unit["flying"]
    assert row["commander"] == pytest.approx(tables["unit_cv"][slot] / 6, abs=1e-6)
    assert row["carries"] == (squad["token"] >= 0) and row["activated"] == squad["activated"]
    assert row["loaded"] == pytest.approx(bent(sum(int(tables["unit_points"][s]) for s in riders), 60), abs=1e-6)


def check_piece(eyes, viewer, piece, row):
    record, tables = eyes.record, eyes.tables
    inside = np.flatnonzero(record["units"]["piece"] == piece)
    full = max(int(tables["piece_dp"][piece]), 1)
    tokens = [t for t in record["tokens"] if t["piece"] == piece and t["find"] in (Find.HIDDEN, Find.OPEN)]
    assert row["worn"] == pytest.approx(1 - int(record["pieces"]["dp"][piece]) / full, abs=1e-6)
    assert row["full"] == pytest.approx(min(1, len(inside) / full), abs=1e-6)
    assert row["rivals_inside"] == pytest.approx(bent(sum(SEAT_OF[inside] != viewer), 2), abs=1e-6)
    assert row["has_objective"] == bool(tokens)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_action_is_described_as_the_record_says(name, seats):
    for record in positions(RULESET.scenario(name, seats), 6, every=60, most=2):
        if record["over"]:
            continue
        eyes, viewer = Eyes(RULESET.scenario(name, seats), record), int(record["decider"])
        _, actions = eyes.actions()
        for action, row in actions[:60]:
            block, index = block_of(action)
            said = [other for other in BLOCKS if row[other]]
            assert said == [block], f"{Decision(int(record['decision'])).name} {action}"
            assert [option for option in Option if row[f"option_{option.name.lower()}"]] == ([index] if block == "option" else [])
            assert [card for card in Card if row[f"card_{card.name.lower()}"]] == ([index] if block == "card" else [])
            if block == "cell" and record["decision"] in (Decision.MOVE, Decision.GO_ON):
                check_cell(eyes, viewer, index, row)
            elif block in ("unit", "taken"):
                check_unit(eyes, viewer, index, row)
            elif block == "piece":
                check_piece(eyes, viewer, index, row)
            elif block == "count":
                assert row["value"] == pytest.approx(bent(index, 2), abs=1e-6)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_position_is_described_as_the_record_says(name, seats):
    for record in positions(RULESET.scenario(name, seats), 6, every=60, most=2):
        if record["over"]:
            continue
        eyes, me = Eyes(RULESET.scenario(name, seats), record), int(record["decider"])
        tables, others = eyes.tables, [seat for seat in range(seats) if seat != int(record["decider"])]
        here, _ = eyes.actions()

        def share(seat, record=record, tables=tables):
            slots = range(FIRST[seat], FIRST[seat + 1])
            left = sum(int(tables["unit_points"][s]) for s in slots if record["units"]["status"][s] in (1, 2, 3))
            return left / sum(int(tables["unit_points"][s]) for s in slots if tables["unit_used"][s])

        def held(seats, finds, tokens=record["tokens"]):
            return sum(1 for t in tokens if t["seat"] in seats and t["find"] in finds) / 12

        lead = int(record["points"][me]) - max(int(record["points"][k]) for k in others)
        kills = int(record["kills"][me]) - max(int(record["kills"][k]) for k in others)
        assert here["lead"] == pytest.approx(np.clip(lead / 6, -1, 1), abs=1e-6)
        assert here["kill_lead"] == pytest.approx(np.clip(kills / 400, -1, 1), abs=1e-6)
        assert here["my_worth"] == pytest.approx(share(me), abs=1e-6)
        assert here["rival_worth"] == pytest.approx(max(share(k) for k in others), abs=1e-6)
        assert here["last_round"] == (record["round"] >= tables["rounds"])
        assert here["hidden"] == pytest.approx(sum(record["tokens"]["find"] == Find.HIDDEN) / 12, abs=1e-6)
        lying = (Find.OPEN, Find.CARRIED, Find.FOCAL)
        assert here["my_objectives"] == pytest.approx(held([me], lying), abs=1e-6)
        assert here["rival_objectives"] == pytest.approx(held(others, lying), abs=1e-6)
        assert here["my_extracted"] == pytest.approx(held([me], [Find.EXTRACTED]), abs=1e-6)


def test_values_stay_between_minus_one_and_one():
    batch, luck = Batch(RULESET.scenario("skirmish", 2), 8), np.random.default_rng(5)
    batch.reset(seed=5)
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        found = batch.encode_actions(live)
        assert np.abs(found.rows).max() <= 1 and np.abs(found.positions).max() <= 1
        actions = batch.masks.argmax(axis=1)
        for b in live:
            actions[b] = luck.choice(np.flatnonzero(batch.masks[b]))
        batch.step(actions)
