"""Generated worlds of Godbreakers: the same for ever, equal on both sides, legal, and played to their ends."""

from __future__ import annotations

import functools
import hashlib
import subprocess
import sys

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.data.schema import ScenarioSpec
from skirmish_rl.envs.godbreakers.data.seen import WORLD_KINDS
from skirmish_rl.envs.godbreakers.data.skirmish import LANDS, cells_of, gains_of, turned, turned_box
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, MAX_SEATS, SIDE, Flaw, Ground, Rule, Spot, Trait

PACKED = 12 if INTERPRETED else 60
DRAWN = 400
DIGESTS = {0: "b711d9411c87da4f", 7: "68be8a0d7a943464", 123456: "277b285f07da0ade"}


@functools.cache
def pool(worlds: int = PACKED):
    return RULESET.scenario(f"skirmish:0:{worlds}")


@functools.cache
def specs() -> list[ScenarioSpec]:
    return [RULESET.generate(Luck("godbreakers", world)) for world in range(DRAWN)]


def digest(world: int) -> str:
    return hashlib.sha256(RULESET.scenario(f"skirmish:{world}").tables.tobytes()).hexdigest()[:16]


def place(cell: int) -> tuple[int, int]:
    return int(cell) % SIDE, int(cell) // SIDE


def opposite(cell: int) -> int:
    x, y = turned(place(cell))
    return y * SIDE + x


def apart(a: tuple[int, int], b: tuple[int, int]) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def test_a_world_is_the_same_for_ever_and_in_every_process():
    assert {world: digest(world) for world in DIGESTS} == DIGESTS
    program = "from tests.godbreakers.test_skirmish import digest; print(digest(7))"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert again.stdout.split()[-1] == DIGESTS[7]


def test_every_board_is_its_own_image_after_half_a_turn():
    for spec in specs():
        board = spec.board
        assert turned(board.centre) == board.centre
        for boxes in (board.area, board.barricades):
            assert {turned_box(box) for box in boxes} == set(boxes)
        for places in (*board.shards.values(), *board.objectives.values()):
            assert turned(places[0]) == places[1]
        assert {(wild.kind, turned(wild.cell)) for wild in spec.wild} == {(wild.kind, wild.cell) for wild in spec.wild}
    for t in pool().tables:
        on = np.flatnonzero(t["board"] != Spot.OFF_BOARD)
        there = [opposite(cell) for cell in on]
        assert ((t["ground"][on] & Ground.AREA) == (t["ground"][there] & Ground.AREA)).all()
        assert (t["board"][on] == t["board"][there]).all()
        for key in ("range", "vaults"):
            assert (t[key][np.ix_(on, on)] == t[key][np.ix_(there, there)]).all()


@pytest.mark.clause("GB-CIR-08")
def test_both_circles_field_the_same_dice_and_as_many_trait_gains():
    for spec in specs():
        mine, theirs = ([one for number, one in enumerate(circle.godbreakers, 1) if number in spec.fielded] for circle in spec.rosters)
        assert [one.die for one in mine] == [one.die for one in theirs]
        assert gains_of(mine) == gains_of(theirs) == 2 * len(spec.fielded) + 1
        assert 1 in spec.fielded and len(spec.fielded) >= 3
        assert all(len({(one.role, *one.traits) for one in circle.godbreakers}) == CIRCLE_SIZE for circle in spec.rosters)


@pytest.mark.clause("GB-TER-01", "GB-SET-01", "GB-SET-03", "GB-S2-01")
def test_areas_cover_a_quarter_to_half_and_markers_keep_their_distance():
    for spec in specs():
        board = spec.board
        assert 0.25 <= sum(len(cells_of(box)) for box in board.area) / board.size**2 <= 0.5
        assert board.centre == (10, 10) and board.size == 21
        assert (spec.rule == "saboteurs") == bool(board.objectives)
        shards = board.shards["2"]
        assert all(apart(shard, board.centre) >= 8 for shard in shards)
        assert all(apart(objective, shard) >= 8 for objective in board.objectives.get("2", ()) for shard in shards)
    for t in pool().tables:
        for seat in range(2):
            assert t["range"][t["centre"], t["shard_cell"][seat]] > 6
            if t["rule"] == Rule.SABOTEURS:
                assert (t["range"][t["objective_cell"][seat], t["shard_cell"][:2]] > 6).all()


def test_shards_stand_on_open_ground_and_nothing_stands_in_a_barricade():
    for spec in specs():
        board = spec.board
        pieces = set().union(*map(cells_of, (*board.area, *board.barricades)))
        walls = set().union(*map(cells_of, board.barricades))
        for x, y in board.shards["2"]:
            assert not pieces & cells_of((x, x, y, y), 1)
        things = [board.centre, *board.shards["2"], *board.objectives.get("2", ()), *(wild.cell for wild in spec.wild)]
        assert len(set(things)) == len(things) and not walls & set(things)
        assert all(apart(wild.cell, thing) >= 5 for wild in spec.wild for thing in (board.centre, *board.shards["2"]))


def test_worlds_are_of_many_kinds():
    drawn = specs()
    assert len({str(spec) for spec in drawn}) == len(drawn)
    assert {spec.title.rpartition(" ")[2] for spec in drawn} == set(LANDS)
    assert {spec.rounds for spec in drawn} == {3, 4}
    assert {len(spec.fielded) for spec in drawn} == {3, 4, 5}
    assert {len(spec.wild) for spec in drawn} == {0, 2, 4}
    assert {wild.kind for spec in drawn for wild in spec.wild} == {kind.name.lower() for kind in WORLD_KINDS}
    share = sum(spec.rule == "saboteurs" for spec in drawn) / len(drawn)
    assert 0.25 < share < 0.42
    alike = sum(spec.rosters[0] == spec.rosters[1] for spec in drawn) / len(drawn)
    assert 0.15 < alike < 0.27
    ranged = [{circle.shard_trait == "ranged" for circle in spec.rosters} for spec in drawn]
    assert {True} in ranged and {True, False} not in ranged
    circles = [circle for spec in drawn for circle in spec.rosters]
    assert {circle.shard_trait for circle in circles} == {trait.name.lower() for trait in Trait}
    assert {trait for circle in circles for one in circle.godbreakers for trait in one.traits} == {trait.name.lower() for trait in Trait}
    assert {flaw for circle in circles for one in circle.godbreakers for flaw in one.flaws} == {flaw.name.lower() for flaw in Flaw}
    assert len({circle.name for circle in circles}) > 12


@pytest.mark.parametrize("options", [{}, {"rounds": 7, "setup": "full", "ready": True}, {"circles": "random"}], ids=str)
def test_observations_have_the_same_columns_in_every_world(options):
    worlds = RULESET.scenario("skirmish:0:16", **options)
    names = worlds.features.names()
    assert {int(rule) for rule in worlds.tables["rule"]} == {Rule.PLAIN, Rule.SABOTEURS}
    for k in range(len(worlds.tables)):
        assert RULESET.features(worlds.tables[k : k + 1]).names() == names
    keys = [key for key in worlds.tables.dtype.names if key.endswith("_column") or key.startswith(("see_", "unit_"))]
    for key in ("at", "row_width", "more", "slot_of_row", "row_of_slot", "marker_of_row", "unaligned_rows", *keys):
        assert (worlds.tables[key] == worlds.tables[key][0]).all(), key


def test_a_seat_sees_the_board_and_the_rule_of_its_world_from_its_own_edge():
    worlds = pool()
    batch = Batch(worlds, 24)
    batch.reset(seed=4)
    columns = worlds.features.section("piece").columns
    for b in range(24):
        t = worlds.tables[batch.games[b]["variant"]]
        looks = [batch.look(b, seat)[0].copy() for seat in range(2)]
        pieces = [sorted(map(tuple, worlds.features.rows(seen, "piece"))) for seen in looks]
        assert np.allclose(pieces[0], pieces[1], atol=1e-6), "the board is the same after half a turn"
        rows = [dict(zip(columns, row, strict=True)) for row in worlds.features.rows(looks[0], "piece")]
        assert sum(row["present"] for row in rows) == t["n_pieces"]
        sides = [round(row["width"] * SIDE) * round(row["height"] * SIDE) for row in rows if row["present"] and not row["barricade"]]
        assert sum(sides) == (t["ground"] & Ground.AREA).sum()
        for seen in looks:
            assert (worlds.features.rows(seen, "world") == (t["rule"] == Rule.SABOTEURS)).all()


OWN = """
title = "own"
rule = "plain"
seats = [2, 2]
rounds = 3
skirmish = true
[board]
size = 21
centre = [10, 10]
area = [[2, 7, 4, 8], [13, 18, 12, 16]]
shards.2 = [[10, 1], [10, 19]]
objectives.2 = [[2, 10], [18, 10]]
"""


def test_an_own_scenario_can_have_the_observations_of_worlds(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    assert RULESET.scenario(str(own)).features.names() == pool().features.names()
    own.write_text(OWN.replace('"plain"', '"saboteurs"'))
    assert RULESET.scenario(str(own)).features.names() == pool().features.names()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("size = 21", "size = 22", "21 cells across, not 22"),
        ("[2, 2]", "[2, 4]", r"write \[2, 2\]"),
        ("rounds = 3", "rounds = 5", "4 rounds at most, got 5"),
        ('"plain"', '"nest"', "rules plain or saboteurs, not 'nest'"),
        ("rounds = 3", 'rounds = 3\nwild = [{ kind = "great_beast", cell = [5, 10] }]', "at most 4 wild models at the start: brute"),
        (
            "rounds = 3",
            "rounds = 3\nwild = [" + ", ".join(f'{{ kind = "brute", cell = [{k}, 10] }}' for k in range(5)) + "]",
            "at most 4 wild",
        ),
        (
            '"plain"\n',
            '"saboteurs"\nwild = [{ kind = "brute", cell = [5, 10] }]\n',
            "of the rule 'plain' from the start, not of 'saboteurs'",
        ),
        ("area =", "impassable = [0]\nbarricades = [[9, 11, 7, 7]]\narea =", "no barricade of a generated world is impassable"),
    ],
)
def test_what_no_generated_world_holds_has_no_place_in_their_observations(tmp_path, old, new, said):
    assert old in OWN
    own = tmp_path / "own.toml"
    own.write_text(OWN.replace(old, new))
    with pytest.raises(DataError, match=said):
        RULESET.scenario(str(own))


def test_a_world_lies_one_way_of_eight():
    assert len(RULESET.scenario("skirmish:3", orientation=1).tables) == 1
    with pytest.raises(BadOption, match="a pool of worlds has many boards"):
        RULESET.scenario("skirmish:3", orientation="random")


def test_a_scenario_can_bring_the_circles_of_its_seats(tmp_path):
    members = "\n".join(
        f'[[rosters.godbreakers]]\nrole = "{role}"\ndie = {die}\nmetals = ["iron"]\ntraits = {{ tough = {gains} }}'
        for role, die, gains in (("captain", 8, 3), ("axe", 8, 2), ("pike", 6, 2), ("bow", 6, 2), ("boy", 6, 2))
    )
    own = tmp_path / "own.toml"
    roster = f'[[rosters]]\nname = "the tough"\nshard_trait = "fleet"\n{members}\n'
    own.write_text(f"{OWN}\n{roster}{roster.replace('the tough', '').replace('fleet', 'ranged')}")
    scenario = RULESET.scenario(str(own))
    assert scenario.players == ("the tough", "circle 2")
    t = scenario.tables[0]
    assert t["traits"][:2, :, Trait.TOUGH].tolist() == [[3, 2, 2, 2, 2]] * 2
    assert t["shard_trait"][:2].tolist() == [Trait.FLEET, Trait.RANGED] and not t["die"][2:MAX_SEATS].any()
    assert RULESET.scenario(str(own), circles="council").players == ("council", "council")
    own.write_text(f"{OWN}\n{roster}")
    with pytest.raises(DataError, match="one for each of the 2 seats, got 1"):
        RULESET.scenario(str(own))
    own.write_text(f"{OWN}\n{roster}{roster.replace('die = 6', 'die = 8', 1)}")
    with pytest.raises(DataError, match="two D8 and three D6"):
        RULESET.scenario(str(own))
