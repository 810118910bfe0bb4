"""Generated worlds of Warcry: the same for ever, equal on both sides, legal, and played to their ends."""

from __future__ import annotations

import functools
import hashlib
import subprocess
import sys

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.data.checks import terrain_features
from skirmish_rl.envs.warcry.data.schema import FOLDER, ProfileSpec
from skirmish_rl.envs.warcry.data.seen import WORLD_OBJECTIVES, WORLD_TREASURES
from skirmish_rl.envs.warcry.data.skirmish import ALIKE, BUDGETS, CARDS, FEWEST, LANDS, MARGIN, PROUD, TOLERANCE, points_of, turned
from skirmish_rl.envs.warcry.sheet import WORLD_HEIGHT, WORLD_WIDTH, WORTH
from skirmish_rl.envs.warcry.state import SIDES, SLOTS, WIDTH, Ability, Colour, Phase, Place, Victory, Way

PACKED = 12 if INTERPRETED else 150
DIGESTS = {0: "a5847c383dc2bbe7", 7: "9bfe00302277eaa4", 123456: "9ac3992da422ca21"}


@functools.cache
def pool(worlds: int = PACKED):
    return RULESET.scenario(f"skirmish:0:{worlds}")


def digest(world: int) -> str:
    return hashlib.sha256(RULESET.scenario(f"skirmish:{world}").tables.tobytes()).hexdigest()[:16]


def cells() -> list[tuple[int, int]]:
    """Each cell of a world's board, and where it lies after half a turn."""
    places = [(x, y) for y in range(WORLD_HEIGHT) for x in range(WORLD_WIDTH)]
    return [(y * WIDTH + x, turned((x, y))[1] * WIDTH + turned((x, y))[0]) for x, y in places]


def test_a_world_is_the_same_for_ever_and_in_every_process():
    assert {world: digest(world) for world in DIGESTS} == DIGESTS
    program = "from tests.warcry.test_skirmish import digest; print(digest(7))"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert again.stdout.split()[-1] == DIGESTS[7]


def test_every_board_is_its_own_image_after_half_a_turn():
    here, there = map(list, zip(*cells(), strict=True))
    assert (pool().tables["node_place"] == Place.GROUND).any(axis=1).all()
    for t in pool().tables:
        assert (t["width"], t["height"]) == (WORLD_WIDTH, WORLD_HEIGHT)
        for key in ("stand", "level", "column", "deadly", "token_first", "token_zone", "climb_count"):
            assert (t[key][here] == t[key][there]).all(), key
        assert (t["wall"][here] == t["wall"][there][:, [2, 3, 0, 1]]).all()
        assert (t["zone"][Colour.RED][:, here] == t["zone"][Colour.BLUE][:, there]).all()
        assert (t["arrival"][Colour.RED] == t["arrival"][Colour.BLUE]).all()
        points = set(zip(t["objective_x"].tolist(), t["objective_y"].tolist(), strict=True)) - {(0, 0)}
        assert len(points) == t["n_objectives"] and points == {(2 * WORLD_WIDTH - x, 2 * WORLD_HEIGHT - y) for x, y in points}


@pytest.mark.clause("WC-SETUP-06")
def test_two_features_stand_in_each_quarter_and_none_at_an_edge():
    for spec in pool().specs:
        features = terrain_features(spec.board)
        for east in (False, True):
            for south in (False, True):
                inside = [any((2 * x >= WORLD_WIDTH) == east and (2 * y >= WORLD_HEIGHT) == south for x, y in one) for one in features]
                assert sum(inside) >= 2
        assert all(min(x, y, WORLD_WIDTH - x, WORLD_HEIGHT - y) >= MARGIN for one in features for x, y in one)


@pytest.mark.clause("WC-SETUP-01", "WC-SETUP-02")
def test_both_warbands_cost_the_same():
    profiles = read_all(FOLDER / "profiles.toml", ProfileSpec)
    for spec in pool().specs:
        assert spec.points_limit in BUDGETS
        for warband in (spec.warband_a, spec.warband_b):
            assert spec.points_limit - TOLERANCE <= points_of(profiles, warband.fighters) <= spec.points_limit
            assert len(warband.fighters) >= FEWEST
            for one in set(warband.fighters):
                assert warband.fighters.count(one) <= (1 if profiles[one].points >= PROUD else ALIKE)


@pytest.mark.clause("WC-OBJ-01")
def test_objectives_lie_on_open_ground():
    for spec, t in zip(pool().specs, pool().tables, strict=True):
        for x, y in spec.objectives:
            around = [(int(y) + j) * WIDTH + int(x) + i for i in (-1, 0) for j in (-1, 0)]
            assert t["stand"][around].all() and not t["deadly"][around].any()


def test_worlds_are_of_many_kinds():
    worlds = pool()
    assert len({t.tobytes() for t in worlds.tables}) == len(worlds.tables)
    if INTERPRETED:
        return
    assert {spec.title.rpartition(" ")[2] for spec in worlds.specs} == set(LANDS)
    assert {spec.victory for spec in worlds.specs} == set(CARDS) == {victory.name.lower() for victory in Victory}
    assert {spec.rounds for spec in worlds.specs} == {3, 4, 5} and {spec.points_limit for spec in worlds.specs} == set(BUDGETS)
    assert {group.round for spec in worlds.specs for group in spec.red.groups()} == {1, 2, 3}
    assert sum(spec.warband_a.fighters != spec.warband_b.fighters for spec in worlds.specs) > 0.9 * len(worlds.specs)
    pairs = {(spec.warband_a.faction, spec.warband_b.faction) for spec in worlds.specs}
    assert len(pairs) == 16
    profiles = read_all(FOLDER / "profiles.toml", ProfileSpec)
    assert {one for spec in worlds.specs for side in (spec.warband_a, spec.warband_b) for one in side.fighters} == set(profiles)
    usable = worlds.tables["unit_abilities"].any(axis=(0, 1))
    assert usable.sum() == len(Ability) - 1 and not usable[Ability.RECKONING]
    for kind in ("deadly", "open_side"):
        assert worlds.tables[kind].any()
    assert set(worlds.tables["level"].flat) == {0, 6, 12} and set(worlds.tables["wall"].flat) == {0, 3, 6}
    assert worlds.tables["n_objectives"].max() == WORLD_OBJECTIVES


@pytest.mark.parametrize("options", [{}, {"traits": True, "universal_set": "2025", "twist": "trailing_dice"}])
def test_observations_have_the_same_columns_in_every_world(options):
    worlds = RULESET.scenario("skirmish:0:20", **options) if options else pool()
    names = worlds.features.names()
    for k in range(len(worlds.tables)):
        assert RULESET.features(worlds.tables[k : k + 1]).names() == names
    for key in ("at", "more", "row_width", "asked_column", "ability_column", "boost_column", "reaction_column", "see_units"):
        assert (worlds.tables[key] == worlds.tables[key][0]).all(), key


def test_a_seat_sees_the_board_the_deployment_and_what_wins():
    worlds = pool()
    batch = Batch(worlds, 12)
    batch.reset(seed=4)
    luck = np.random.default_rng(2)
    while (batch.games["phase"] == Phase.SETUP).any():
        batch.step(np.where(batch.games["phase"] == Phase.SETUP, random_legal(batch.masks, luck), -1))
    for b in range(12):
        world, t = worlds.specs[batch.games[b]["variant"]], worlds.tables[batch.games[b]["variant"]]
        seen = [batch.look(b, seat)[0].copy() for seat in range(SIDES)]
        for section in ("ground", "card", "deployment"):
            where = worlds.features.section(section)
            assert (seen[0][where.start : where.stop] == seen[1][where.start : where.stop]).all(), "equal on both sides"
        planes = dict(zip(worlds.features.section("ground").columns, worlds.features.planes(seen[0], "ground"), strict=True))
        board = [t[key].reshape(-1, WIDTH)[:WORLD_HEIGHT, :WORLD_WIDTH] for key in ("level", "stand", "deadly")]
        assert (planes["height"] == board[0] / np.float32(24)).all()
        assert (planes["pillar"] == 1 - board[1]).all() and (planes["deadly"] == board[2]).all()
        walls = t["wall"].reshape(-1, WIDTH, 4)[:WORLD_HEIGHT, :WORLD_WIDTH]
        for side, name in ((1, "right"), (2, "below")):
            assert (planes[f"tall_wall_{name}"] == (walls[..., side] == 6)).all()
            assert (planes[f"low_wall_{name}"] == (walls[..., side] == 3)).all()
        for kind, name in (("archways", "passage"), ("stairs", "stair"), ("ladders", "ladder")):
            listed = sum(map(len, getattr(world.board, kind).values()))
            assert planes[f"{name}_right"].sum() + planes[f"{name}_below"].sum() == 2 * listed, kind
        card = worlds.features.rows(seen[0], "card")[0]
        assert [card[k] for k in range(len(Victory))] == [float(world.victory == kind.name.lower()) for kind in Victory]
        wins = dict(zip(worlds.features.section("card").columns, card, strict=True))
        for name in WORTH:
            worth = getattr(world, name)
            assert wins[name] == pytest.approx(worth / (worth + 2))
        assert wins["single_objective"] == world.single_objective
        there = worlds.features.section("objective").columns.index("there")
        assert worlds.features.rows(seen[0], "objective")[:, there].sum() == len(world.objectives)
        rows = worlds.features.rows(seen[0], "deployment")
        for group, row in zip(world.red.groups(), rows, strict=True):
            assert row[4] == (group.line is not None) and row[5] == pytest.approx(group.round / 12)
            place = group.line or group.point * 2
            blue = [(WORLD_WIDTH - place[k] if k % 2 == 0 else WORLD_HEIGHT - place[k]) for k in range(4)]
            lengths = (WORLD_WIDTH, WORLD_HEIGHT) * 2
            assert row[:4] == pytest.approx(
                [max(-1, min(1, (2 * at - length) / (length - 1))) for at, length in zip(blue, lengths, strict=True)]
            )


def test_a_seat_sees_of_which_faction_every_fighter_is():
    worlds = pool()
    batch = Batch(worlds, 24)
    batch.reset(seed=5)
    columns = worlds.features.section("unit_mine").columns
    at = [columns.index(name) for name in ("iron", "fang", "raven", "hunt")]
    for b in range(24):
        t = worlds.tables[batch.games[b]["variant"]]
        for seat in range(SIDES):
            rows = worlds.features.rows(batch.look(b, seat)[0], "unit_mine")[:, at]
            slots = np.arange(SLOTS // SIDES)[: len(rows)] + seat * SLOTS // SIDES
            expected = (t["unit_faction"][slots, None] == np.arange(4)) & (t["unit_used"][slots, None] > 0)
            assert (rows == expected).all()


@pytest.mark.clause("WC-TERR-04")
def test_archways_of_ruins_are_walked_through():
    passages = sum((t["edges"]["way"][: t["edge_at"][t["used"]]] == Way.ARCH).sum() for t in pool().tables)
    assert passages == 2 * 2 * sum(sum(map(len, spec.board.archways.values())) for spec in pool().specs) > 0


def test_archways_are_drawn_as_gaps():
    number, spec = next((k, spec) for k, spec in enumerate(pool().specs) if spec.board.archways)
    batch = Batch(RULESET.scenario(f"skirmish:{number}"), 1, observe=False)
    batch.reset(seed=1)
    names = [getattr(shape, "name", "") for _, shapes in RULESET.scene(batch.games[0], batch.scenario).layers for shape in shapes]
    assert names.count('passage through a wall 3" high') == 2 * 2 * sum(map(len, spec.board.archways.values()))


OWN = """
title = "own"
rounds = 3
skirmish = true
points_limit = 500
force_a = "iron_small"
victory = "marks"
objectives = [[4, 5], [10, 7], [16, 9]]
per_objective = 1
[warband_b]
title = "Mine"
faction = "fang"
fighters = ["fang_alpha", "fang_runner", "fang_runner"]
[red]
dagger = { point = [4, 2] }
shield = { point = [11, 2] }
hammer = { point = [15, 1], round = 2 }
[board]
width = 20
height = 14
mirror = true
exempt = true
"""


def test_an_own_scenario_can_have_the_observations_of_worlds(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    scenario = RULESET.scenario(str(own))
    assert scenario.features.names() == pool().features.names()
    assert scenario.players == ("Iron", "Mine") and scenario.tables["n_units"].tolist() == [[5, 3]]
    five = '["fang_alpha"' + ', "fang_runner"' * 8 + "]"
    for old, new, said in (
        ("height = 14", "height = 15", "20 x 14 cells, not 20 x 15"),
        ("mirror = true", "mirror = false", "give mirror = true to the board"),
        ("[[4, 5], [10, 7], [16, 9]]", "[[4, 5], [10, 7], [16, 9], [4, 9], [16, 5], [10, 2]]", f"at most {WORLD_OBJECTIVES}, got 6"),
        ("per_objective = 1", "per_objective = 1\ntokens = 7\ntoken_zone = 9", f"at most {WORLD_TREASURES} treasures, .* got 7"),
        ('points_limit = 500\nforce_a = "iron_small"', 'points_limit = 990\nforce_a = "raven"', "at most 8 fighters a side, Raven has 10"),
        ('force_a = "iron_small"', "", r"give force_a, the name of a force or a roster file, or \[warband_a\]"),
        ("[warband_b]", 'force_b = "fang_small"\n[warband_b]', r"or \[warband_b\], .*: one of the two"),
        ('["fang_alpha", "fang_runner", "fang_runner"]', five, "640 points; the battle's limit is 500"),
    ):
        assert old in OWN
        own.write_text(OWN.replace(old, new))
        with pytest.raises(DataError, match=said):
            RULESET.scenario(str(own))


def test_options_hold_in_every_world_of_a_pool_or_say_why_not():
    changed = RULESET.scenario("skirmish:0:6", rounds=4, force_a="hunt_small")
    assert set(changed.tables["rounds"]) == {4} and set(changed.tables["n_units"][:, 0]) == {6}
    assert changed.options["rounds"] == 4 and changed.options["force_a"] == "hunt_small" and changed.options["force_b"] is None
    with pytest.raises(BadOption, match="a scenario without objectives has none to name"):
        RULESET.scenario("skirmish:0:20", twist="marked_ground")
