"""Generated worlds of Trench Crusade: the same for ever, equal on both sides, legal, and played to their ends."""

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
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.data.checks import FIRETEAMS
from skirmish_rl.envs.trench_crusade.data.pack import read_rules
from skirmish_rl.envs.trench_crusade.data.schema import FACTIONS, ScenarioSpec
from skirmish_rl.envs.trench_crusade.data.seen import WORLD_SIZE, WORLD_UNITS
from skirmish_rl.envs.trench_crusade.data.skirmish import BUDGETS, FEWEST, LANDS, STYLES, TOLERANCE, cost_of, turned
from skirmish_rl.envs.trench_crusade.state import DIRECTIONS, FORCE, SIDES, WIDTH, Status, Terrain
from tests.plays import played_to_the_end

PACKED = 12 if INTERPRETED else 60
SPECS = 200
WIDE, HIGH = WORLD_SIZE
DIGESTS = {0: "b16c0be2aa8c818b", 7: "224a4613891a44ba", 123456: "566b598c6f6b32d5"}


@functools.cache
def pool(worlds: int = PACKED):
    return RULESET.scenario(f"skirmish:0:{worlds}")


@functools.cache
def specs() -> list[ScenarioSpec]:
    return [RULESET.generate(Luck("trench_crusade", world)) for world in range(SPECS)]


def digest(world: int) -> str:
    """Of all that follows from a world's number, but for what is there for observations and for speed."""
    t = RULESET.scenario(f"skirmish:{world}").tables[0]
    keys = (
        "terrain",
        "zone",
        "near_piece",
        "used",
        "profile",
        "points",
        "arm",
        "traits",
        "partner",
        "turns",
        "deeds",
        "relic_cell",
        "relic_last",
    )
    return hashlib.sha256(b"".join(t[key].tobytes() for key in keys)).hexdigest()[:16]


def opposite(cells: np.ndarray) -> np.ndarray:
    """Where cells lie after half a turn of the board."""
    return (HIGH - 1 - cells // WIDTH) * WIDTH + WIDE - 1 - cells % WIDTH


def test_a_world_is_the_same_for_ever_and_in_every_process():
    assert {world: digest(world) for world in DIGESTS} == DIGESTS
    program = "from tests.trench_crusade.test_skirmish import digest; print(digest(7))"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert again.stdout.split()[-1] == DIGESTS[7]


def test_every_board_is_its_own_image_after_half_a_turn():
    for t in pool().tables:
        cells = np.flatnonzero(t["on_board"])
        assert (np.sort(opposite(cells)) == cells).all() and len(cells) == WIDE * HIGH
        assert (t["terrain"][cells] == t["terrain"][opposite(cells)]).all()
        assert (t["zone"][0, cells] == t["zone"][1, opposite(cells)]).all()
        steps, back = t["step"][0, cells], t["step"][0, opposite(cells)]
        assert (steps == back[:, ::-1]).all() and steps.shape[1] == DIRECTIONS
        seen = t["sight"][cells[0]], t["sight"][opposite(cells[:1])[0]]
        for there in cells:
            one, other = (
                (row[cell // 4] >> 2 * (cell % 4)) & 3 for row, cell in zip(seen, (int(there), int(opposite(there))), strict=True)
            )
            assert one == other
        on = t["near_piece"][: t["objectives"]]
        assert Counter(map(bytes, on[:, cells])) == Counter(map(bytes, on[:, opposite(cells)]))
        relics = t["relic_cell"][: t["relics"]]
        facts = set(zip(relics.tolist(), t["relic_last"].tolist(), strict=False))
        assert facts == set(zip(opposite(relics).tolist(), t["relic_last"].tolist(), strict=False))


@pytest.mark.clause("TC-FORCE-02")
def test_both_warbands_cost_the_same_and_stand_in_the_lists():
    rules = read_rules()
    for spec in specs():
        budgets = {band.points for band in spec.forces}
        assert len(budgets) == 1 and budgets <= set(BUDGETS)
        for band in spec.forces:
            assert band.points - TOLERANCE <= cost_of(band.models, rules) <= band.points
            assert FEWEST <= len(band.models) <= WORLD_UNITS
            assert "leader" in rules[2][band.models[0].profile].traits
    assert {band.faction for spec in specs() for band in spec.forces} == set(FACTIONS)


@pytest.mark.clause("TC-DEP-06", "TC-GEN-09")
def test_both_zones_hold_their_warbands_and_what_is_fought_for_lies_outside():
    for spec in specs():
        assert spec.board.zones == (spec.board.zones[0], turned(spec.board.zones[0]))
        zone = {(x, y) for x0, x1, y0, y1 in spec.board.zones for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
        assert not zone & set(spec.relics)
        assert not any((x, y) in zone for x0, x1, y0, y1 in spec.board.objectives for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
        assert bool(spec.board.objectives) != bool(spec.relics), "either ground or relics, never nothing"
        assert spec.turns in spec.relics_last or not spec.relics


def test_worlds_are_of_many_kinds():
    assert {spec.title.rpartition(" ")[2] for spec in specs()} == set(LANDS)
    assert {spec.turns for spec in specs()} == {3, 4}
    assert {len(spec.board.objectives) for spec in specs()} >= {0, 1, 2, 3, 4, 5}
    assert {len(spec.relics) for spec in specs()} >= {0, 4, 6}
    assert {len(spec.deeds) for spec in specs()} == {0, 3, 4}
    assert len({spec.board.zones for spec in specs()}) == 5, "three depths, two corners"
    assert sum(spec.forces[0].models != spec.forces[1].models for spec in specs()) > 0.95 * SPECS
    models = [model for spec in specs() for band in spec.forces for model in band.models]
    assert {model.profile for model in models} == set(read_rules()[2])
    assert {band.title for spec in specs() for band in spec.forces} == {
        style.capitalize() for styles in STYLES.values() for style in styles
    }
    listed = {weapon for styles in STYLES.values() for every in styles.values() for model in every for weapon in model.weapons}
    assert {weapon for model in models for weapon in model.weapons} >= listed
    assert max(model.fireteam for model in models) == FIRETEAMS
    laid = {
        key for spec in specs() for key in ("walls", "low_walls", "craters", "wire", "trenches", "landmarks") if getattr(spec.board, key)
    }
    assert len(laid) == 6 and {ruin for spec in specs() for ruin in spec.board.ruins} == {"ruin4", "ruin6"}


def test_observations_have_the_same_columns_in_every_world():
    worlds = pool()
    names = worlds.features.names()
    for k in range(len(worlds.tables)):
        assert RULESET.features(worlds.tables[k : k + 1]).names() == names
    for key in (
        "at", "n_still", "n_ground", "see_units", "see_objectives", "see_relics", "see_acts", "see_pieces", "row_width", "more",
        "verb_column", "asked_column", "weapon_column", "task_column", "deed_column", "ground_column",
    ):  # fmt: skip
        assert (worlds.tables[key] == worlds.tables[key][0]).all(), key


def test_a_seat_sees_the_board_and_what_scores_from_its_own_edge():
    worlds = pool()
    batch = Batch(worlds, 12)
    batch.reset(seed=4)
    for b in range(batch.n):
        t = worlds.tables[batch.games[b]["variant"]]
        seen = [batch.look(b, seat)[0].copy() for seat in range(SIDES)]
        planes = [worlds.features.planes(one, "ground") for one in seen]
        assert (planes[0] == planes[1]).all(), "the board is the same after half a turn"
        channels = worlds.features.section("ground").columns
        for kind in (Terrain.WALL, Terrain.STAIRS, Terrain.LOW_WALL, Terrain.CRATER, Terrain.WIRE, Terrain.TRENCH, Terrain.LANDMARK):
            plane = np.flip((t["terrain"] == kind).reshape(-1, WIDTH)[:HIGH, :WIDE], axis=0)
            assert (planes[0][channels.index(kind.name.lower())] == plane).all(), "its own edge is at the bottom"
        assert planes[0][channels.index("objective")].sum() == (t["near_piece"] == 2).any(axis=0).sum()
        goal = dict(zip(worlds.features.section("goal").columns, worlds.features.rows(seen[0], "goal")[0].tolist(), strict=True))
        assert goal["objectives"] == pytest.approx(t["objectives"] / 5)
        for key in ("piece_points", "deed_points", "relic_points", "relic_most", "relic_last_points"):
            assert goal[key] == pytest.approx(t[key] / 9)
        assert (goal["checks"], goal["infiltration"]) == (t["morale"], t["infiltration"])
        assert [goal[deed] for deed in worlds.features.section("deed").columns] == (t["deeds"] > 0).tolist()


def test_a_seat_sees_a_board_that_is_no_image_of_itself_from_its_own_edge(tmp_path):
    worlds = RULESET.scenario(str(own_file(tmp_path)))
    batch = Batch(worlds, 1)
    batch.reset(seed=1)
    craters = worlds.features.section("ground").columns.index("crater")
    for seat in range(SIDES):
        batch.games["zone"] = (0, 1) if seat == 0 else (1, 0)
        south, north = (worlds.features.planes(batch.look(0, who)[0], "ground")[craters] for who in (seat, 1 - seat))
        assert south[HIGH - 1 - 6, 3] == 1 and south.sum() == 1
        assert north[6, WIDE - 1 - 3] == 1 and north.sum() == 1


def own_file(folder, change=("", "")):
    text = """
title = "own"
turns = 3
warbands = ["a_300", "b_300"]
piece_points = 3
skirmish = true
[board]
size = [24, 24]
zones = [[0, 23, 0, 3], [0, 23, 20, 23]]
objectives = [[10, 13, 10, 13]]
craters = [[3, 3, 6, 6]]
"""
    assert change[0] in text
    path = folder / "own.toml"
    path.write_text(text.replace(*change) if change[0] else text)
    return path


def test_an_own_scenario_can_have_the_observations_of_worlds(tmp_path):
    assert RULESET.scenario(str(own_file(tmp_path))).features.names() == pool().features.names()
    walls = ", ".join(f"[{k}, {k}, {y}, {y}]" for y in (7, 9, 15) for k in range(0, 20, 2))
    for old, new, said in (
        ("size = [24, 24]", "size = [26, 24]", "24 cells wide and high, not 26 and 24"),
        ('"b_300"', '"b_700"', "at most 8 models a side, got 9"),
        ("objectives = [", "objectives = [" + "[1, 1, 9, 9], " * 5, "at most 5, got 6"),
        ("craters = [", f"low_walls = [{walls}]\ncraters = [", "at most 28 pieces of terrain, got 31"),
    ):
        with pytest.raises(DataError, match=said):
            RULESET.scenario(str(own_file(tmp_path, (old, new))))


def test_a_scenario_may_hold_its_warbands(tmp_path):
    own = own_file(tmp_path, ('warbands = ["a_300", "b_300"]\n', ""))
    with pytest.raises(DataError, match=r"'warbands': is missing; name two, or let the scenario hold two `forces` \(TC-FORCE-01\)"):
        RULESET.scenario(str(own))
    force = """
[[forces]]
title = "Two"
faction = "garrison"
points = 120
models = [{ profile = "officer", weapons = ["sword"] }, { profile = "rifleman", weapons = ["bolt_rifle"] }]
"""
    bare = own.read_text()
    own.write_text(bare + 2 * force)
    scenario = RULESET.scenario(str(own))
    assert scenario.players == ("Two", "Two") and scenario.options["warbands"] is None
    assert scenario.tables["used"].reshape(SIDES, FORCE).sum(axis=1).tolist() == [2, 2]
    assert RULESET.scenario(str(own), warbands="a_300").players == ("Garrison", "Garrison")
    own.write_text(bare + force)
    with pytest.raises(DataError, match="a scenario holds 2 forces, or names its warbands; got 1 forces"):
        RULESET.scenario(str(own))
    own.write_text(bare + 2 * force.replace("points = 120", "points = 100"))
    with pytest.raises(DataError, match="the models cost 109, the warband has 100"):
        RULESET.scenario(str(own))


@pytest.mark.games
def test_every_model_of_a_world_is_deployed():
    batch = played_to_the_end(pool(), 24, (2, 2))
    assert not (batch.games["units"]["status"] == Status.RESERVE).any(), "all are deployed before Turn 1"
