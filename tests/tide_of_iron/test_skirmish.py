"""Generated worlds of Tide of Iron: the same for ever, equal on both sides, legal, and played to their ends."""

from __future__ import annotations

import functools
import hashlib
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.data.schema import read_profiles
from skirmish_rl.envs.tide_of_iron.data.seen import WORLD_KINDS
from skirmish_rl.envs.tide_of_iron.data.skirmish import BUDGETS, LANDS, TOLERANCE, generate, points_of, turned
from skirmish_rl.envs.tide_of_iron.sheet import SHEET
from skirmish_rl.envs.tide_of_iron.state import SIDES, WIDTH, Figure, Goal, Mark, Specialty, Terrain

PACKED = 24 if INTERPRETED else 60
OPPOSITE = {Goal.COMMAND_A: Goal.COMMAND_B, Goal.COMMAND_B: Goal.COMMAND_A}
DIGESTS = {0: "8cf7a99b7f76cdb3", 7: "66610e1c57af4cc7", 123456: "ee36b7a473c65c4c"}


@functools.cache
def pool(worlds: int = PACKED):
    return RULESET.scenario(f"skirmish:0:{worlds}")


def digest(world: int) -> str:
    """Of all that follows from a world's number, but for where columns of observations stand."""
    t = RULESET.scenario(f"skirmish:{world}").tables[0]
    keys = sorted({*t.dtype.names} - {name for name, *_ in SHEET.fields()} - {"_pad"})
    return hashlib.sha256(b"".join(t[key].tobytes() for key in keys)).hexdigest()[:16]


def test_a_world_is_the_same_for_ever_and_in_every_process():
    assert {world: digest(world) for world in DIGESTS} == DIGESTS
    program = "from tests.tide_of_iron.test_skirmish import digest; print(digest(7))"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert again.stdout.split()[-1] == DIGESTS[7]


@pytest.mark.parametrize("world", [2585, 5082, 5617])
def test_a_world_whose_victory_objectives_leave_no_room_has_no_pair_of_command_objectives(world):
    kinds = Counter(objective.kind for objective in generate(Luck("tide_of_iron", world)).objectives)
    assert kinds["neutral"] == 0 and kinds["victory"] >= 4 and kinds["command_a"] == kinds["command_b"] == 1


def test_every_map_is_its_own_image_after_half_a_turn():
    for t in pool().tables:
        for cell in np.flatnonzero(t["on_map"]):
            column, row = turned((int(cell) % WIDTH, int(cell) // WIDTH))
            other = row * WIDTH + column
            for key in ("on_map", "terrain", "level", "cover"):
                assert t[key][cell] == t[key][other]
            assert (t["marks"][:, cell] == t["marks"][:, other]).all()
            assert t["zone"][0, cell] == t["zone"][1, other]
            turned_road = int(t["road"][cell]) >> 3 | (int(t["road"][cell]) << 3 & 0b111000)
            assert t["road"][other] == turned_road
        n = int(t["n_objectives"])
        facts = Counter(
            zip(t["objective_cell"][:n].tolist(), t["objective_kind"][:n].tolist(), t["objective_value"][:n].tolist(), strict=True)
        )
        opposite = Counter()
        for (cell, kind, value), count in facts.items():
            column, row = turned((cell % WIDTH, cell // WIDTH))
            opposite[row * WIDTH + column, int(OPPOSITE.get(Goal(kind), kind)), value] += count
        assert facts == opposite


@pytest.mark.clause("TI-GEN-03", "TI-SET-03")
def test_both_forces_cost_the_same_and_every_squad_fits_its_base():
    profiles = read_profiles()
    for spec in pool().specs:
        costs = [points_of(profiles, side.units) for side in (spec.a, spec.b)]
        assert any(budget - TOLERANCE <= min(costs) and max(costs) <= budget for budget in BUDGETS)
        for side in (spec.a, spec.b):
            for unit in side.units:
                slots = sum(unit.figures.values()) + unit.figures.get("machine_gun", 0) + unit.figures.get("mortar", 0)
                assert (1 <= slots <= 4) if unit.kind == "squad" else slots == 0
                assert unit.specialty == "none" or not {"machine_gun", "mortar"} & set(unit.figures)
            assert side.units[0].figures["officer"] == 1
        assert sum(unit.kind != "squad" for unit in spec.a.units) in (0, 1)


@pytest.mark.clause("TI-MOV-09")
def test_no_pond_lies_under_an_objective_and_squads_can_walk_everywhere_else():
    for t in pool().tables:
        n = int(t["n_objectives"])
        assert not (t["terrain"][t["objective_cell"][:n]] == Terrain.POND).any()
        dry = {int(cell) for cell in np.flatnonzero(t["on_map"]) if t["terrain"][cell] != Terrain.POND}
        reached, waiting = set(), [min(dry)]
        while waiting:
            cell = waiting.pop()
            if cell not in reached:
                reached.add(cell)
                waiting += [int(there) for there, cost in zip(t["next"][cell], t["cost"][0, cell], strict=True) if there >= 0 and cost]
        assert reached == dry


def test_worlds_are_of_many_kinds():
    worlds = pool()
    assert len({t.tobytes() for t in worlds.tables}) == len(worlds.tables)
    assert {spec.title.rpartition(" ")[2] for spec in worlds.specs} == set(LANDS)
    assert {spec.rounds for spec in worlds.specs} == {4, 5, 6}
    assert {len(spec.a.zone) for spec in worlds.specs} == {2, 3}
    assert sum(spec.a.units != spec.b.units for spec in worlds.specs) > 0.9 * len(worlds.specs)
    if INTERPRETED:
        return
    used = worlds.tables["unit_used"] > 0
    assert set(worlds.tables["unit_kind"][used].tolist()) == {int(kind) for kind in WORLD_KINDS}
    assert worlds.tables["unit_figures"][used].sum(axis=0).min() > 0 and len(Figure) == worlds.tables["unit_figures"].shape[-1]
    assert set(worlds.tables["unit_specialty"].flat) == set(map(int, Specialty))
    assert all(worlds.tables["marks"][:, mark].any() for mark in (Mark.WIRE, Mark.MINES, Mark.ENTRENCHMENT))
    assert all((worlds.tables["terrain"] == kind).any() for kind in Terrain if kind != Terrain.DEEP_STREAM)


def test_observations_have_the_same_columns_in_every_world():
    worlds = pool()
    names = worlds.features.names()
    for k in range(len(worlds.tables)):
        assert RULESET.features(worlds.tables[k : k + 1]).names() == names
    for key in ("at", "row_width", "more", "hand_column", "kind_column", "asked_column", "marker_column", "see_units"):
        assert (worlds.tables[key] == worlds.tables[key][0]).all(), key


def test_a_seat_sees_the_map_and_what_objectives_are_worth_from_its_own_edge():
    worlds = pool()
    batch = Batch(worlds, 24)
    batch.reset(seed=4)
    for b in range(24):
        t = worlds.tables[batch.games[b]["variant"]]
        planes, goals = [], []
        for seat in range(SIDES):
            seen = batch.look(b, seat)[0].copy()
            planes.append(worlds.features.planes(seen, "ground"))
            goals.append(worlds.features.rows(seen, "goal"))
        assert (planes[0] == planes[1]).all(), "the map is the same after half a turn"
        n = int(t["n_objectives"])
        assert sorted(map(tuple, goals[0][:n])) == sorted(map(tuple, goals[1][:n])) and not goals[0][n:].any()
        columns = worlds.features.section("ground").columns
        for kind in (Terrain.WOODS, Terrain.BUILDING, Terrain.ROUGH, Terrain.BRIDGE, Terrain.STREAM, Terrain.POND):
            assert planes[0][columns.index(kind.name.lower())].sum() == (t["terrain"] == kind).sum()
        assert (planes[0][columns.index("road")] > 0).sum() == (t["road"] > 0).sum()
        assert planes[0][columns.index("level")].sum() == 0.5 * t["level"].astype(int).sum()
        first = int(t["objective_cell"][0])
        assert goals[0][0][0] == t["view_x"][0, first] and goals[0][0][1] == t["view_y"][0, first]


def test_an_own_scenario_can_have_the_observations_of_worlds(tmp_path):
    own = tmp_path / "own.toml"
    text = """
title = "own"
rounds = 3
initiative = "a"
skirmish = true
objectives = [{ cell = [5, 4], kind = "victory", value = 1 }]
a = { force = "small_a", zone = [7, 8], actions = 2, decks = ["command"], start_cards = 1 }
b = { force = "small_b", zone = [0, 1], actions = 2, decks = ["morale"], start_cards = 1 }
[board]
width = 11
rows = 9
"""
    own.write_text(text)
    assert RULESET.scenario(str(own)).features.names() == pool().features.names()
    for old, new, said in (
        ("width = 11", "width = 12", "11 hexes wide and have 9 rows, not 12 and 9"),
        ('decks = ["morale"]', 'decks = ["reinforcement"], arrival = [0]', "starting cards, of command"),
        ('force = "small_b"', 'force = "small_b", units = [{ kind = "heavy_tank" }]', "at most 8 units a side: squad"),
        ('force = "small_b"', 'force = "small_b", operations = ["lay_smoke"]', "neither tokens"),
        (
            "objectives = [",
            "objectives = [" + "".join(f'{{ cell = [{k}, 2], kind = "neutral", value = 1 }},' for k in range(9)),
            "at most 8",
        ),
    ):
        assert old in text
        own.write_text(text.replace(old, new))
        with pytest.raises(DataError, match=said):
            RULESET.scenario(str(own))
