"""The four scenarios S1-S4 as the dossier describes them: terrain, deployment, treasure, scoring."""

from __future__ import annotations

import itertools
import math

import pytest

from skirmish_rl.envs.warcry.state import FORCE, Place

NAMES = ("crossing", "marks", "relics", "hunters")
NORTH, EAST, SOUTH, WEST = range(4)


def block(x0, x1, y0, y1):
    return set(itertools.product(range(x0, x1 + 1), range(y0, y1 + 1)))


# Terrain by the dossier: size, then one half; the other half is the half-turn of it.
CROSSING = {
    "size": (18, 12), "platforms": block(8, 9, 2, 3), "pillars": {(2, 8)}, "deadly": set(),
    "low": {((5, 5), (6, 5)), ((5, 6), (6, 6))}, "tall": {((12, 3), (12, 4)), ((13, 3), (13, 4))},
    "stairs": set(), "ladders": {((8, 4), (8, 3))},
}  # fmt: skip
A = {
    "size": (30, 22), "platforms": block(8, 10, 5, 7) | block(19, 21, 4, 5), "pillars": {(12, 11)}, "deadly": {(14, 4), (15, 4)},
    "low": {((12, y), (13, y)) for y in (4, 5, 6)} | {((x, 10), (x, 11)) for x in (5, 6, 7)},
    "tall": {((x, 8), (x, 9)) for x in (14, 15, 16)}, "stairs": {((11, 6), (10, 6))}, "ladders": {((20, 6), (20, 5))},
}  # fmt: skip
B = {
    "size": (30, 22), "platforms": block(4, 6, 10, 11) | block(19, 21, 4, 5), "pillars": {(13, 7)}, "deadly": set(),
    "low": {((10, y), (11, y)) for y in (9, 10, 11, 12)}, "tall": {((x, 6), (x, 7)) for x in (18, 19, 20, 21)},
    "stairs": {((7, 10), (6, 10))}, "ladders": {((20, 6), (20, 5))},
}  # fmt: skip
MAPS = {"crossing": CROSSING, "marks": A, "relics": B, "hunters": A}


def whole(ground, key):
    """Both halves of one kind of terrain."""
    width, rows = ground["size"]

    def turned(part):
        return (width - 1 - part[0], rows - 1 - part[1]) if isinstance(part[0], int) else tuple(map(turned, part))

    return ground[key] | {turned(part) for part in ground[key]}


@pytest.mark.clause("WC-SETUP-05", "WC-TERR-02", "WC-TERR-05")
@pytest.mark.parametrize("name", NAMES)
def test_terrain_is_that_of_the_dossier(table, name):
    t, ground = table(scenario=name), MAPS[name]
    width, rows = ground["size"]
    figures = t.tables
    assert (figures["width"], figures["height"]) == (width, rows)
    assert figures["rounds"] == 4
    for x, y in itertools.product(range(30), range(22)):
        cell = y * 30 + x
        platform, pillar = (x, y) in whole(ground, "platforms"), (x, y) in whole(ground, "pillars")
        assert figures["stand"][cell] == (x < width and y < rows and not pillar), (x, y)
        assert figures["level"][cell] == (6 if platform else 0) or pillar, (x, y)
        assert figures["column"][cell] == (6 if platform else 12 if pillar else 0), (x, y)
        assert figures["deadly"][cell] == ((x, y) in whole(ground, "deadly")), (x, y)


@pytest.mark.clause("WC-SETUP-05", "WC-TERR-01")
@pytest.mark.parametrize("name", NAMES)
def test_walls_are_those_of_the_dossier(table, name):
    t, ground = table(scenario=name), MAPS[name]
    found = {3: set(), 6: set()}
    for cell, side in itertools.product(range(660), (EAST, SOUTH)):
        here = cell % 30, cell // 30
        there = (here[0] + 1, here[1]) if side == EAST else (here[0], here[1] + 1)
        if height := int(t.tables["wall"][cell][side]):
            found[height].add(frozenset((here, there)))
            assert t.tables["wall"][there[1] * 30 + there[0]][(side + 2) % 4] == height
    assert found == {3: set(map(frozenset, whole(ground, "low"))), 6: set(map(frozenset, whole(ground, "tall")))}


@pytest.mark.clause("WC-SETUP-05", "WC-CLIMB-04", "WC-CLIMB-05")
@pytest.mark.parametrize("name", NAMES)
def test_stairs_and_ladders_are_those_of_the_dossier(table, name):
    t, ground = table(scenario=name), MAPS[name]
    feet = {
        (int(t.tables["node_cell"][node]), int(t.tables["node_height"][node]))
        for node in range(660, int(t.tables["used"]))
        if t.tables["node_place"][node] == Place.STEPS
    }
    cells = {kind: {y * 30 + x for (x, y), _ in whole(ground, kind)} for kind in ("stairs", "ladders")}
    assert {cell for cell, _ in feet} == cells["stairs"] | cells["ladders"]
    assert {(cell, 3) for cell in cells["stairs"]} <= feet  # half way up, 1.5"
    assert {(cell, 2) for cell in cells["ladders"]} | {(cell, 4) for cell in cells["ladders"]} <= feet


@pytest.mark.clause("WC-SETUP-06")
@pytest.mark.parametrize("ground", [A, B])
def test_standard_maps_have_two_features_in_each_quarter_and_none_near_an_edge(ground):
    quarters = dict.fromkeys(itertools.product((0, 1), (0, 1)), 0)
    parts = [block(8, 10, 5, 7)] if ground is A else [block(4, 6, 10, 11)]
    parts += [block(19, 21, 4, 5), ground["pillars"], {side[0] for side in ground["tall"]}]
    walls = [{s[0] for s in ground["low"] if s[0][0] != s[1][0]}, {s[0] for s in ground["low"] if s[0][0] == s[1][0]}]
    for part in [p for p in [*parts, *walls] if p]:
        for cells in (part, {(29 - x, 21 - y) for x, y in part}):
            assert all(4 <= x <= 25 and 4 <= y <= 17 for x, y in cells)
            for quarter in {(x >= 15, y >= 11) for x, y in cells}:
                quarters[quarter] += 1
    assert min(quarters.values()) >= 2


# Deployment by the dossier: (round, point or line) of Dagger, Shield, Hammer for red; blue's is the half-turn.
DEPLOYMENT = {
    "crossing": [(1, (4, 2)), (1, (11, 2)), (2, (9, 0, 18, 0))],
    "marks": [(1, (30, 0)), (2, (0, 0)), (1, (15, 0))],
    "relics": [(1, (15, 5)), (1, (8, 6)), (2, (30, 11))],
    "hunters": [(1, (6, 11)), (3, (0, 0, 0, 22)), (1, (15, 0))],
}
SIZES = {"crossing": (16, 16, 31), "marks": (4, 4, 8), "relics": (16, 16, 8), "hunters": (16, 66, 8)}


@pytest.mark.clause("WC-DEP-01", "WC-DEP-02", "WC-DEP-04", "WC-RES-03", "WC-RES-05")
@pytest.mark.parametrize("name", NAMES)
def test_zones_are_those_of_the_dossier(table, name):
    t = table(scenario=name)
    width, rows = MAPS[name]["size"]
    for group, (round, place) in enumerate(DEPLOYMENT[name]):
        assert t.tables["arrival"][:, group].tolist() == [round, round]
        x0, y0, x1, y1 = place if len(place) == 4 else place * 2
        zone = set()
        for x, y in itertools.product(range(width), range(rows)):
            corners = itertools.product((x, x + 1), (y, y + 1))
            if max(math.hypot(max(x0 - i, i - x1, 0), max(y0 - j, j - y1, 0)) for i, j in corners) <= 3:
                zone.add((x, y))
        assert len(zone) == SIZES[name][group]
        for colour, cells in enumerate((zone, {(width - 1 - x, rows - 1 - y) for x, y in zone})):
            packed = t.tables["zone"][colour, group].nonzero()[0]
            assert {(int(cell) % 30, int(cell) // 30) for cell in packed} == cells


@pytest.mark.clause("WC-SETUP-05", "WC-VC-01")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("crossing", [(4, 6), (9, 6), (14, 6)]),
        ("marks", [(3, 6), (8, 11), (15, 11), (22, 11), (27, 16)]),
        ("relics", []),
        ("hunters", []),
    ],
)
def test_objectives_are_those_of_the_dossier(table, name, points):
    t = table(scenario=name)
    n = int(t.tables["n_objectives"])
    assert [(int(t.tables["objective_x"][k]) / 2, int(t.tables["objective_y"][k]) / 2) for k in range(n)] == points


def pairs(t, *places):
    """A fighter of each seat somewhere without meaning, and more of them: (name, cell, profile)."""
    for name, at, *profile in places:
        t.add(name, at, *profile)
    return t


# ---- S1


@pytest.mark.clause("WC-VC-01", "WC-VIC-02")
def test_crossing_is_scored_by_objectives_held_each_round(table):
    t = pairs(table(scenario="crossing"), ("A1", (4, 7)), ("A2", (9, 7)), ("B1", (14, 7)), ("B2", (17, 0)))
    t.score(1)
    assert t.points == (2, 1)
    t.put("B2", (8, 7))
    t.put("B1", (10, 7))
    t.score(2)
    assert t.points == (3, 3)  # objective 2 changed hands, 3 stayed


# ---- S2


@pytest.mark.clause("WC-VC-01", "WC-OBJ-04")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ([1], [], (2, 0)),
        ([1], [2], (1, 1)),
        ([1, 2], [3], (3, 1)),
        ([1, 2], [3, 4], (2, 2)),
        ([1, 2], [3, 4, 5], (2, 3)),
        ([], [], (0, 0)),
    ],
)
def test_five_marks_are_scored_by_any_two_and_more_than_the_opponent(table, a, b, points):
    t = pairs(table(scenario="marks"), ("A1", (0, 21)), ("B1", (29, 0)))
    for seat, held in (("A", a), ("B", b)):
        for k in held:
            t.control(k, seat)
    t.score(1)
    assert t.points == points


@pytest.mark.clause("WC-VIC-02", "WC-RND-07")
@pytest.mark.parametrize(("wounds", "points"), [((10, 8), (2, 0)), ((8, 10), (0, 2)), ((8, 8), (0, 0)), ((0, 0), (0, 0))])
def test_five_marks_pay_2_for_more_wounds_taken_down_so_far(table, wounds, points):
    t = pairs(table(scenario="marks"), ("A1", (0, 21)), ("B1", (29, 0)))
    t.state["wounds_down"] = wounds
    t.score(1)
    assert t.points == points
    t.score(2)
    assert t.points == tuple(2 * n for n in points)  # over the battle: again in every round


@pytest.mark.clause("WC-OBJ-04", "WC-SETUP-05")
def test_in_five_marks_a_fighter_counts_for_one_objective_only(table):
    assert table(scenario="marks").tables["single_objective"] and not table(scenario="crossing").tables["single_objective"]


# ---- S3


def until_treasure(table, attacker="A"):
    t = table.new_game("relics", dice=(6, 1))
    t.play("attacker" if attacker == "A" else "defender")
    t.dice(6, 1)
    while t.decision != "TREASURE":
        t.play(min(t.legal()))
    return t


@pytest.mark.clause("WC-VC-02", "WC-TRE-10")
@pytest.mark.parametrize("attacker", ["A", "B"])
def test_treasures_are_placed_in_turn_around_the_centre_and_apart(table, attacker):
    t = until_treasure(table, attacker)
    defender = "B" if attacker == "A" else "A"
    middle = {(14, 10), (15, 10), (14, 11), (15, 11)}
    assert t.ask() == ("TREASURE", defender, None) and t.cells("treasure") == middle
    zone = {(x, y) for x in range(30) for y in range(22) if math.hypot(x + 0.5 - 15, y + 0.5 - 11) <= 5}
    assert len(zone) == 80
    zone -= whole(B, "pillars")
    placed, asked = [], []
    for k, at in enumerate([(14, 10), (14, 14), (18, 10), (11, 8), (18, 14)]):
        asked.append(t.ask()[1])
        if k:
            assert t.cells("treasure") == {c for c in zone if min(math.dist(c, other) for other in placed) > 3}
        if k == 4:
            t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
        t.play(f"treasure {at[0]},{at[1]}")
        placed.append(at)
    assert asked == [defender, attacker, defender, attacker, defender]
    assert t.decision == "WILD" and [t.token_at(k) for k in range(1, 6)] == placed


@pytest.mark.clause("WC-VC-02", "WC-VIC-03")
@pytest.mark.parametrize(
    ("carriers", "centre", "kills", "winners", "reason"),
    [
        ("AAB", "BB", (0, 900), (0,), "treasure"),
        ("B", "AA", (900, 0), (1,), "treasure"),
        ("AB", "A", (0, 900), (0,), "centre"),
        ("", "ABB", (900, 0), (1,), "centre"),
        ("AB", "AB", (90, 80), (0,), "kills"),
        ("", "", (80, 90), (1,), "kills"),
        ("", "", (90, 90), (0, 1), "draw"),
    ],
)
def test_relics_is_won_by_carriers_then_at_the_centre_then_by_kills(table, carriers, centre, kills, winners, reason):
    t = table(scenario="relics")
    for seat, x in (("A", 0), ("B", 29)):
        for k in range(1, 5):
            t.add(f"{seat}{k}", (x, 2 * k))
    for k, seat in enumerate(carriers, 1):
        t.token(k, carrier=f"{seat}{k}")
    for k, seat in enumerate(centre, 1):  # those at the centre carry nothing
        t.put(f"{seat}{5 - k}", [(14, 10), (16, 12), (15, 13)][k - 1])
    t.state["kills"] = kills
    t.state["points"] = 0, 0
    t.end_round(4)
    assert t.over and t.winners == winners and t.reason == reason


@pytest.mark.clause("WC-VC-02")
@pytest.mark.parametrize(("at", "near"), [((17, 11), True), ((18, 11), True), ((19, 11), False), ((17, 13), True), ((17, 14), False)])
def test_the_centre_of_relics_is_3_inches_wide(table, at, near):
    t = pairs(table(scenario="relics"), ("A1", at), ("B1", (0, 0)))
    t.end_round(4)
    assert t.winners == ((0,) if near else (0, 1))


@pytest.mark.clause("WC-VC-02", "WC-RND-02")
def test_relics_is_not_scored_before_the_end(table):
    t = pairs(table(scenario="relics"), ("A1", (2, 2)), ("B1", (29, 0)))
    t.token(1, carrier="A1")
    t.score(3)
    assert not t.over and t.points == (0, 0)


# ---- S4


@pytest.mark.clause("WC-VC-04", "WC-VIC-02")
@pytest.mark.parametrize(("tally", "points"), [((75, 55), (2, 0)), ((55, 75), (0, 2)), ((75, 75), (0, 0)), ((0, 55), (0, 2))])
def test_hunters_line_pays_2_for_the_higher_tally_of_the_round(table, tally, points):
    t = pairs(table(scenario="hunters"), ("A1", (0, 21)), ("B1", (29, 0)))
    t.state["tally"] = tally
    t.score(1)
    assert t.points == points
    t.score(2)
    assert t.points == points  # the next round's tally is empty


@pytest.mark.clause("WC-VC-04", "WC-VIC-02")
def test_hunters_line_pays_1_for_the_enemy_leader_taken_down_in_the_round(table):
    t = pairs(
        table(scenario="hunters"), ("A1", (0, 21)), ("A2", (5, 5)), ("B1", (6, 5), "fang_runner"), ("B2", (4, 5), "fang_runner"),
        ("B3", (29, 0)),
    )  # fmt: skip
    for name in ("B1", "B2"):
        t.change(name, activated=1, damage=7)
    t.activate("A2")
    t.dice(6, 1, 1, 1, 6, 1, 1, 1)
    t.attack("B1")
    t.attack("B2")
    assert t.state["tally"].tolist() == [110, 0]
    t.score(1)
    assert t.points == (3, 0)  # tally, and B1 was the leader
    t.score(2)
    assert t.points == (3, 0)


@pytest.mark.clause("WC-VC-04")
def test_a_fighter_that_is_not_the_leader_pays_nothing_more(table):
    t = pairs(table(scenario="hunters"), ("A1", (5, 5)), ("B1", (29, 0)), ("B2", (6, 5), "fang_runner"))
    t.change("B2", activated=1, damage=7)
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.attack("B2")
    t.score(1)
    assert t.points == (2, 0)


@pytest.mark.clause("WC-VC-04", "WC-GEN-04")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ([(15, 12)], [], (1, 0)),
        ([(21, 11)], [], (1, 0)),  # 6"
        ([(22, 11)], [], (0, 0)),
        ([(15, 12)], [(14, 12)], (0, 0)),
        ([(15, 12)], [(14, 12), (15, 5)], (0, 1)),
    ],
)
def test_hunters_line_pays_1_for_more_fighters_within_6_inches_of_the_centre(table, a, b, points):
    t = pairs(table(scenario="hunters"), ("A1", (0, 21)), ("B1", (29, 0)))
    for seat, cells in (("A", a), ("B", b)):
        for k, at in enumerate(cells, 2):
            t.add(f"{seat}{k}", at)
    t.score(1)
    assert t.points == points


@pytest.mark.clause("WC-VIC-01", "WC-RND-02", "WC-VIC-03")
@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_ends_after_round_4_and_ties_go_by_kills(table, name):
    t = pairs(table(scenario=name), ("A1", (0, 11)), ("B1", (17, 0)))
    t.state["kills"] = 55, 75
    t.score(3)
    assert not t.over
    t.state["points"] = 0, 0
    t.state["control"] = -1
    t.end_round(4)
    assert t.over and t.winners == (1,) and t.reason == "kills"


@pytest.mark.clause("WC-SETUP-03", "WC-SETUP-01")
@pytest.mark.parametrize(("name", "most"), [("crossing", 500), ("marks", 1000), ("relics", 1000), ("hunters", 1000)])
def test_rosters_keep_the_limit_of_the_scenario(table, name, most):
    t = table.new_game(name)
    for seat in (0, 1):
        assert 3 <= t.tables["n_units"][seat] <= 15 and t.tables["leader"][seat] == seat * FORCE
        assert 0.9 * most < t.tables["unit_points"][seat * FORCE : (seat + 1) * FORCE].sum() <= most
