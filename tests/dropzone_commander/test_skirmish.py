"""Generated worlds of Dropzone Commander: the same for ever, equal on both sides, legal, and played to their ends."""

from __future__ import annotations

import functools
import hashlib
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.data.checks import RARE, SIZES, WITHIN, group_points, points_of
from skirmish_rl.envs.dropzone_commander.data.schema import read_profiles, read_scenery
from skirmish_rl.envs.dropzone_commander.data.seen import WORLD_SIZE
from skirmish_rl.envs.dropzone_commander.data.skirmish import BUDGETS, EDGE, INFANTRY, LANDS, MISSIONS, SHAPES, TOLERANCE, turned
from skirmish_rl.envs.dropzone_commander.render.words import roles_of, roster
from skirmish_rl.envs.dropzone_commander.state import SQUAD_FIRST, WIDTH, Prop

PACKED = 24 if INTERPRETED else 60
DIGESTS = {0: "52faf31ea640992f", 7: "231b5a8877f0b56c", 123456: "86219e010d7762b1"}
OPPOSITE = {"south": "north", "west": "east", "south_west": "north_east", "north_west": "south_east"}


@functools.cache
def pool(worlds: int = PACKED):
    return RULESET.scenario(f"skirmish:0:{worlds}")


def digest(world: int) -> str:
    return hashlib.sha256(RULESET.scenario(f"skirmish:{world}").tables.tobytes()).hexdigest()[:16]


def test_a_world_is_the_same_for_ever_and_in_every_process():
    assert {world: digest(world) for world in DIGESTS} == DIGESTS
    program = "from tests.dropzone_commander.test_skirmish import digest; print(digest(7))"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert again.stdout.split()[-1] == DIGESTS[7]


def test_every_board_is_its_own_image_after_half_a_turn():
    for spec, t in zip(pool().specs, pool().tables, strict=True):
        board = spec.board
        assert board.size == WORLD_SIZE
        lying = {(piece.kind, *piece.at) for piece in board.pieces.values()}
        assert lying == {(piece.kind, *turned(piece.at)) for piece in board.pieces.values()} and len(lying) == len(board.pieces)
        inside = [y * WIDTH + x for y in range(WORLD_SIZE) for x in range(WORLD_SIZE)]
        assert (t["road"][inside] == t["road"][inside[::-1]]).all()
        assert (t["zone"][0][inside] == t["zone"][1][inside[::-1]]).all() and spec.zones[1] == OPPOSITE[spec.zones[0]]
        goals = spec.objectives or spec.double_range
        assert Counter(board.pieces[name].at for name in goals) == Counter(turned(board.pieces[name].at) for name in goals)
        assert not spec.open


@pytest.mark.clause("DZ-DEP-10", "DZ-SCN-01")
def test_objectives_lie_in_buildings_far_from_the_edges_and_from_each_other():
    for spec in pool().specs:
        goals = [spec.board.pieces[name] for name in spec.objectives]
        middles = [(piece.at[0] + piece.at[2] / 2, piece.at[1] + piece.at[3] / 2) for piece in goals]
        assert len(goals) >= (0 if spec.scoring == "kills" else 2)
        for k, (x, y) in enumerate(middles):
            assert "garrison" in read_scenery()[goals[k].kind].properties and "forest" not in goals[k].kind
            assert min(x, y) >= EDGE and max(x, y) <= WORLD_SIZE - EDGE
            assert all((x - i) ** 2 + (y - j) ** 2 >= EDGE * EDGE for i, j in middles[:k])
        if spec.scoring == "bunkers":
            assert all(piece.kind in ("medium_bunker", "large_bunker") for piece in goals)


@pytest.mark.clause("DZ-SCN-01")
def test_pieces_have_the_sizes_of_their_kinds_and_vehicles_pass_between_them():
    for spec, t in zip(pool().specs, pool().tables, strict=True):
        for name, piece in spec.board.pieces.items():
            if name not in spec.objectives:
                assert piece.at[2:] in SHAPES[piece.kind] or piece.at[:1:-1] in SHAPES[piece.kind]
        barred = (t["piece_props"][: t["n_pieces"]] >> Prop.IMPASSABLE) & 1
        free = {
            c for c in range(WIDTH * WORLD_SIZE) if c % WIDTH < WORLD_SIZE and not (t["piece_at"][c] >= 0 and barred[t["piece_at"][c]])
        }
        waiting, reached = [min(free)], {min(free)}
        while waiting:
            cell = waiting.pop()
            beside = {cell + step for step in (1, -1, WIDTH, -WIDTH)} & free - reached
            reached |= beside
            waiting += beside
        assert reached == free


@pytest.mark.clause("DZ-ARMY-01", "DZ-ARMY-02", "DZ-ARMY-04", "DZ-ARMY-05", "DZ-DEP-07", "DZ-CMDR-01")
def test_both_armies_are_legal_cost_the_same_and_fly():
    profiles = read_profiles()
    for spec in pool().specs:
        assert spec.points in BUDGETS and all(
            spec.points - TOLERANCE <= points_of(force, profiles) <= spec.points for force in spec.armies
        )
        for force in spec.armies:
            *limits, share = SIZES["skirmish"]
            kinds = Counter(group.type for group in force.battlegroups)
            assert all(
                low <= kinds[kind] <= high for kind, (low, high) in zip(("hq", "frontline", "armour", "vanguard"), limits, strict=True)
            )
            for group in force.battlegroups:
                held = Counter(profiles[force.squads[name].profile].category for name in group.squads)
                assert set(held) <= set(WITHIN[group.type])
                assert all(low <= held[category] <= high for category, (low, high) in WITHIN[group.type].items())
                assert group_points(force, profiles, group.squads) <= share * spec.points / 100
            squads = force.squads.values()
            assert sum(profiles[squad.profile].kind == "infantry" for squad in squads) >= INFANTRY
            assert [profiles[squad.profile].category for squad in squads if squad.commander] == ["command"]
            assert len({profiles[squad.profile].role for squad in squads}) > 3 and len({squad.profile[0] for squad in squads}) == 1
            rare = Counter(squad.profile for squad in squads if "rare" in profiles[squad.profile].traits)
            assert all(n <= RARE["skirmish"] for n in rare.values())
            load = Counter()
            for squad in squads:
                if squad.aboard:
                    load[squad.aboard] += squad.size * profiles[squad.profile].needs
            for name, squad in force.squads.items():
                profile = profiles[squad.profile]
                assert load[name] <= profile.capacity <= 2 * load[name]
                top = squad
                while top.aboard:
                    top = force.squads[top.aboard]
                assert profiles[top.profile].kind == "aircraft" or "hovercraft" in profiles[top.profile].traits
    assert not pool().tables["group_reserve"].any()


def test_worlds_are_of_many_kinds():
    worlds = pool()
    assert len({t.tobytes() for t in worlds.tables}) == len(worlds.tables)
    assert {spec.title.rpartition(" ")[2] for spec in worlds.specs} == set(LANDS)
    assert {spec.scoring for spec in worlds.specs} == set(MISSIONS)
    assert {spec.zones for spec in worlds.specs} >= {("south", "north"), ("west", "east")}
    assert {spec.rounds for spec in worlds.specs} == {5, 6}
    assert sum(spec.armies[0] != spec.armies[1] for spec in worlds.specs) > 0.9 * len(worlds.specs)
    if INTERPRETED:
        return
    armies = [force for spec in worlds.specs for force in spec.armies]
    assert {force.title for force in armies} == {"Force A", "Force B", "Force C", "Force D"}
    drawn = {squad.profile for force in armies for squad in force.squads.values()}
    assert {profile for profile in read_profiles() if profile not in drawn} <= {"A-AAT", "B-AAT"}, "dear ones are seldom drawn"
    assert {squad.commander for force in armies for squad in force.squads.values()} == {0, 1, 2, 3}
    assert {piece.kind for spec in worlds.specs for piece in spec.board.pieces.values()} == set(SHAPES)


def test_observations_have_the_same_columns_in_every_world():
    worlds = pool()
    names = worlds.features.names()
    for k in range(len(worlds.tables)):
        assert RULESET.features(worlds.tables[k : k + 1]).names() == names
    for key in (
        "at", "row_width", "more", "fired_column", "uses_column", "rival_column", "asked_column", "window_column", "card_row",
        "card_of_row",
        "n_figures", "see_units", "see_squads", "see_pieces", "see_tokens",
    ):  # fmt: skip
        assert (worlds.tables[key] == worlds.tables[key][0]).all(), key


def test_without_cards_the_columns_are_the_same():
    assert RULESET.scenario("skirmish:3", cards="off").features.names() == pool().features.names()


def test_a_seat_sees_scenery_roads_and_the_mission_from_its_own_edge():
    worlds = pool()
    batch, luck = Batch(worlds, 24), np.random.default_rng(3)
    batch.reset(seed=4)
    while (batch.games["zone"][:, :2] < 0).any():
        batch.step(random_legal(batch.masks, luck))
    for b in range(24):
        world = int(batch.games[b]["variant"])
        spec, t = worlds.specs[world], worlds.tables[world]
        seen = [batch.look(b, seat)[0].copy() for seat in range(2)]
        scenery, roads = ([worlds.features.rows(one, name) for one in seen] for name in ("scenery", "road"))
        for mine, theirs in (scenery, roads):  # the board is its own image, so both see the same, in another order
            assert Counter(map(tuple, mine.round(5).tolist())) == Counter(map(tuple, theirs.round(5).tolist()))
        n = len(spec.board.pieces)
        assert scenery[0][:n].any(axis=1).all() and not scenery[0][n:].any() and not roads[0][len(spec.board.roads) :].any()
        turn = int(t["zone_turn"][batch.games[b]["zone"][0]])
        columns = list(worlds.features.section("scenery").columns)
        for row, (name, piece) in zip(scenery[0], spec.board.pieces.items(), strict=False):
            kind = read_scenery()[piece.kind]
            assert [column for column in columns[8:] if row[columns.index(column)]] == [
                prop.name.lower() for prop in Prop if prop.name.lower() in kind.properties
            ]
            assert row[columns.index("height")] == np.float32(kind.height / 9) and row[columns.index("double_range")] == (
                name in spec.double_range
            )
            x, y, wide, high = piece.at
            west, east = (2 * k / (WORLD_SIZE - 1) - 1 for k in (x, x + wide - 1))
            south, north = (1 - 2 * k / (WORLD_SIZE - 1) for k in (y, y + high - 1))
            box = {
                0: (west, east, north, south),
                1: (-south, -north, west, east),
                2: (-east, -west, -south, -north),
                3: (north, south, -east, -west),
            }
            assert np.allclose(row[:4], box[turn], atol=1e-6), (spec.zones, turn)
        mission = dict(zip(worlds.features.section("mission").columns, worlds.features.rows(seen[0], "mission")[0], strict=True))
        assert [name for name in ("extraction", "bunkers", "kills", "survey") if mission[name]] == [spec.scoring]
        assert (mission["corners"], mission["direct"], mission["hidden"], mission["mobile"]) == (
            "_" in spec.zones[0], spec.direct, spec.hidden, spec.mobile,
        )  # fmt: skip
        squads = worlds.features.section("squad_mine").columns
        for seat in range(2):
            for row, squad in zip(worlds.features.rows(seen[seat], "squad_mine"), spec.armies[seat].squads.values(), strict=False):
                told = {name for name, value in zip(squads, row, strict=True) if name.startswith("is_") and value}
                assert told == {f"is_{squad.profile.lower().replace('-', '_')}"}


def test_squads_are_named_after_the_armies_of_their_own_world():
    worlds = pool()
    for world in (0, 5, 23):
        roles, spec = roles_of(worlds, world), worlds.specs[world]
        for seat, force in enumerate(spec.armies):
            mine = [roles[int(SQUAD_FIRST[seat]) + k] for k in range(len(force.squads))]
            assert mine == [(squad.profile, read_profiles()[squad.profile].role) for squad in force.squads.values()]
    batch = Batch(worlds, 4)
    batch.reset(seed=2)
    for game in batch.games:
        assert len(roster(game, worlds)) > 10 and tell(game, worlds) is not None and RULESET.scene(game, worlds).title


DRILL = 'size = "drill"\npoints = 450\nforces = ["a_drill", "b_drill"]'
OWN = """
title = "own"
seats = [2, 2]
rounds = 3
size = "drill"
points = 450
forces = ["a_drill", "b_drill"]
zones = ["south", "north"]
scoring = "survey"
objectives = ["hall"]
deck = "none"
skirmish = true
[board]
size = 30
pieces.hall = { kind = "medium_building", at = [12, 12, 6, 6] }
pieces.barn = { kind = "small_shack", at = [3, 12, 4, 4] }
"""


def test_an_own_scenario_can_have_the_observations_of_worlds(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    assert RULESET.scenario(str(own)).features.names() == pool().features.names()
    for old, new, said in (
        ("size = 30", "size = 31", "2 seats and 30 inches a side, not 2 and 31"),
        ('at = [3, 12, 4, 4]', 'at = [3, 12, 4, 4], sealed = ["north"]', "neither links nor sealed edges"),
        ('objectives = ["hall"]', 'objectives = ["hall", ' + '"barn", ' * 7 + "]", "at most 7, got 8"),
        (DRILL, 'size = "clash"\npoints = 1250\nforces = ["a_clash", "b_clash"]', "at most 5, 14, 20 of a side"),
    ):  # fmt: skip
        assert old in OWN
        own.write_text(OWN.replace(old, new))
        with pytest.raises(DataError, match=said):
            RULESET.scenario(str(own))


ARMY = """
[[armies]]
title = "Tanks"
size = "drill"
points = 450
battlegroups = [{ type = "hq", squads = ["clv"] }, { type = "frontline", squads = ["inf"] }, { type = "armour", squads = ["mbt"] }]
squads.ldr = { profile = "A-LDR", size = 1 }
squads.clv = { profile = "A-CLV", size = 1, aboard = "ldr", commander = 1 }
squads.ltr = { profile = "A-LTR", size = 1 }
squads.inf = { profile = "A-INF", size = 2, aboard = "ltr" }
squads.hdr = { profile = "A-HDR", size = 1 }
squads.mbt = { profile = "A-MBT", size = 3, aboard = "hdr" }
"""
ARMIES = ARMY + ARMY


def test_armies_may_stand_in_the_scenario_and_other_ones_be_asked_for(tmp_path):
    own = tmp_path / "own.toml"
    text = OWN.replace("[board]", ARMIES + "\n[board]").replace('forces = ["a_drill", "b_drill"]\n', "")
    own.write_text(text)
    scenario = RULESET.scenario(str(own))
    assert scenario.options["forces"] is None and scenario.players == ("Tanks", "Tanks")
    assert RULESET.scenario(str(own), forces=["a_drill", "b_drill"]).players == ("Force A", "Force B")
    own.write_text(text.replace('profile = "A-MBT", size = 3', 'profile = "A-MBT", size = 2'))
    with pytest.raises(DataError, match=r"armies\[0\].squads.mbt.*2 units; a squad of A-MBT has 3 to 9"):
        RULESET.scenario(str(own))
    own.write_text(text.replace('squads.hdr = { profile = "A-HDR", size = 1 }\n', "").replace('size = 3, aboard = "hdr"', "size = 4"))
    with pytest.raises(DataError, match="a squad fires 8 weapons at once; in generated worlds at most 6"):
        RULESET.scenario(str(own))
    own.write_text(text.replace(ARMIES, ARMY))
    with pytest.raises(BadOption, match="the scenario holds 1 armies"):
        RULESET.scenario(str(own))


def test_more_seats_and_larger_armies_are_refused():
    with pytest.raises(BadOption, match="is for 2 seats"):
        RULESET.scenario("skirmish:3", seats=3)
    with pytest.raises(BadOption, match="is for skirmish armies of"):
        RULESET.scenario("skirmish:3", forces="a_skirmish")
