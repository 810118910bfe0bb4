"""Chapter SCEN: the shipped scenarios, their maps, objectives and what they are worth."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, MapSpec
from skirmish_rl.envs.dropzone_commander.state import Find, Prop
from tests.dropzone_commander.guns import aim, arm, gun, spare, targets

# The maps of the dossier: cells (x, y, w, h) and kinds
RING_48 = {"RE": (33, 21, 6, 6), "RN": (21, 33, 6, 6), "RW": (9, 21, 6, 6), "RS": (21, 9, 6, 6)}
Q_48 = {"QSW": (10, 10, 4, 4), "QSE": (34, 10, 4, 4), "QNE": (34, 34, 4, 4), "QNW": (10, 34, 4, 4)}
F_48 = {"F1": (14, 14, 3, 3), "F2": (31, 14, 3, 3), "F3": (31, 31, 3, 3), "F4": (14, 31, 3, 3)}
B_48 = {
    "B1": (4, 17, 4, 1), "B2": (40, 17, 4, 1), "B3": (4, 30, 4, 1), "B4": (40, 30, 4, 1), "B5": (17, 4, 1, 4), "B6": (30, 4, 1, 4),
    "B7": (17, 40, 1, 4), "B8": (30, 40, 1, 4),
}  # fmt: skip
C_48 = {"C0": (21, 21, 6, 6)}
RING_24 = {"RE": (17, 10, 4, 4), "RN": (10, 17, 4, 4), "RW": (3, 10, 4, 4), "RS": (10, 3, 4, 4)}
F_24 = {"F1": (5, 5, 2, 2), "F2": (17, 5, 2, 2), "F3": (17, 17, 2, 2), "F4": (5, 17, 2, 2)}
B_24 = {
    "B1": (6, 2, 2, 1), "B2": (16, 2, 2, 1), "B3": (6, 21, 2, 1), "B4": (16, 21, 2, 1), "B5": (2, 6, 1, 2), "B6": (2, 16, 1, 2),
    "B7": (21, 6, 1, 2), "B8": (21, 16, 1, 2),
}  # fmt: skip


def kinds(pieces, kind):
    return {name: (kind, at) for name, at in pieces.items()}


CITY = {
    **kinds(C_48, "large_building"), **kinds(RING_48, "medium_building"), **kinds(Q_48, "small_building"), **kinds(F_48, "small_forest"),
    **kinds(B_48, "barricade"),
}  # fmt: skip
ROADS_48 = [[18, 20, 0, 47], [27, 29, 0, 47], [0, 47, 18, 20], [0, 47, 27, 29]]
SMALL = {**kinds(Q_48, "small_building"), **kinds(F_48, "small_forest"), **kinds(B_48, "barricade")}
ROYALE = {**kinds({"C0": (21, 21, 6, 6), "RW": (12, 21, 6, 6), "RE": (30, 21, 6, 6)}, "large_building"), **SMALL}
MAPS = {
    "city": (48, CITY, ROADS_48),
    "drill": (24, {
        "C0": ("medium_building", (10, 10, 4, 4)), **kinds(RING_24, "small_building"), **kinds(F_24, "small_forest"),
        **kinds(B_24, "barricade"),
    }, [[8, 9, 0, 23], [14, 15, 0, 23], [0, 23, 8, 9], [0, 23, 14, 15]]),
    "bunkers": (48, CITY | {name: ("medium_bunker", CITY[name][1]) for name in ("C0", "QSE", "QNW")}, ROADS_48),
    "bunkers_more": (48, CITY | {name: ("medium_bunker", CITY[name][1]) for name in ("C0", "QSE", "QNW", "QSW", "QNE")}, ROADS_48),
    "royale": (48, ROYALE, ROADS_48),
    "royale_more": (48, ROYALE | kinds({"RS": (21, 12, 6, 6), "RN": (21, 30, 6, 6)}, "large_building"), ROADS_48),
}  # fmt: skip


@pytest.mark.clause("DZ-SCEN-S1-01", "DZ-SCEN-S2-01", "DZ-SCEN-S3-01", "DZ-SCEN-S4-01", "DZ-SCEN-S5-01", "DZ-GRID-01")
@pytest.mark.parametrize("name", MAPS)
def test_maps(name):
    size, pieces, roads = MAPS[name]
    spec = read_all(FOLDER / "maps.toml", MapSpec)[name]
    assert spec.size == size and {key: (piece.kind, piece.at) for key, piece in spec.pieces.items()} == pieces
    assert sorted(map(list, spec.roads)) == sorted(roads)
    assert not any(piece.links for piece in spec.pieces.values())


@pytest.mark.clause("DZ-SCEN-S1-01", "DZ-SCEN-S2-01", "DZ-SCEN-S4-01")
@pytest.mark.parametrize("name", ["city", "drill", "bunkers_more", "royale_more"])
def test_maps_for_all_seats_are_symmetric(name):
    size, pieces, roads = MAPS[name]
    board = np.zeros((size, size), object)
    for x0, x1, y0, y1 in roads:
        board[y0 : y1 + 1, x0 : x1 + 1] = "road"
    for kind, (x, y, w, h) in pieces.values():
        board[y : y + h, x : x + w] = kind
    assert (np.rot90(board) == board).all() and (board[:, ::-1] == board).all()


OBJECTIVES = {
    ("drill", 2): ["C0", "RW", "RE"], ("drill", 4): ["C0", "RW", "RE", "RN", "RS"], ("skirmish", 2): ["C0", "RW", "RE"],
    ("skirmish", 3): ["C0", "RW", "RE", "RN", "RS"], ("clash", 2): ["C0", "RW", "RE"], ("bunkers", 2): ["C0", "QSE", "QNW"],
    ("bunkers", 4): ["C0", "QSE", "QNW", "QSW", "QNE"], ("royale", 2): [], ("royale", 4): [],
    ("survey", 2): ["C0", "RE", "RN", "RW", "RS", "QSW", "QSE", "QNE", "QNW"],
}  # fmt: skip
FACTS = {  # rounds, hidden, mobile, direct, deck
    "drill": (5, 1, 1, 0, 16), "skirmish": (6, 1, 1, 0, 30), "clash": (6, 1, 1, 0, 30), "bunkers": (6, 0, 0, 1, 30),
    "royale": (6, 0, 0, 0, 30), "survey": (6, 0, 0, 0, 30),
}  # fmt: skip


@pytest.mark.clause("DZ-SCEN-S1-03", "DZ-SCEN-S2-03", "DZ-SCEN-S3-03", "DZ-SCEN-S5-01", "DZ-SCEN-S3-02")
@pytest.mark.parametrize(("scenario", "seats"), OBJECTIVES)
def test_objectives_and_facts(table, scenario, seats):
    t = table(scenario=scenario, seats=seats)
    rounds, hidden, mobile, direct, _ = FACTS[scenario]
    assert (t.tables["rounds"], t.tables["direct"]) == (rounds, direct)
    n = int(t.tables["n_tokens"])
    assert {int(p) for p in t.tables["token_piece"][:n]} == {t.piece_of(name) for name in OBJECTIVES[scenario, seats]}
    if n:
        assert t.tables["mobile"] == mobile
        assert {Find(int(one["find"])) for one in t.state["tokens"][:n]} == {Find.HIDDEN if hidden else Find.OPEN}


@pytest.mark.clause("DZ-SCEN-S2-03")
def test_the_published_number_of_objectives_is_seven(table):
    t = table(scenario="skirmish", seats=4, options={"objectives": 7})
    assert {int(p) for p in t.tables["token_piece"][:7]} == {t.piece_of(name) for name in ("C0", "RW", "RE", "RN", "RS", "QSW", "QNE")}
    assert t.tables["n_tokens"] == 7
    assert table(scenario="skirmish", seats=2, options={"objectives": 7}).tables["n_tokens"] == 3


@pytest.mark.clause("DZ-SCEN-S1-05", "DZ-SCEN-S2-01", "DZ-CARD-05")
@pytest.mark.parametrize("scenario", FACTS)
def test_decks_of_the_scenarios(scenario):
    from tests.dropzone_commander.table import Table

    t = Table.new_game(scenario)
    assert int(t.tables["deck"]).bit_count() == FACTS[scenario][4]


@pytest.mark.clause("DZ-SCEN-S1-02", "DZ-SCEN-S2-02", "DZ-DEP-07")
@pytest.mark.parametrize("scenario", ["drill", "skirmish", "clash", "royale", "survey"])
def test_everybody_begins_in_readiness_but_for_aerial_advantage(table, scenario):
    t = table(scenario=scenario)
    status = t.state["units"]["status"][t.tables["unit_used"] > 0]
    assert (status == 2).all()  # every supplied army is carried by Aircraft, or its HQ is


@pytest.mark.clause("DZ-SCEN-S1-01", "DZ-SCEN-S2-01")
@pytest.mark.parametrize(("scenario", "force", "points", "squads", "models"), [
    ("drill", 0, 445, 10, 17), ("drill", 1, 450, 10, 17), ("drill", 2, 435, 10, 14), ("drill", 3, 420, 8, 12),
    ("skirmish", 0, 790, None, None), ("skirmish", 1, 790, None, None), ("skirmish", 2, 795, None, None), ("skirmish", 3, 780, None, None),
    ("clash", 0, 1225, 21, 36), ("clash", 1, 1235, 21, 36),
])  # fmt: skip
def test_armies_of_the_scenarios(table, scenario, force, points, squads, models):
    t = table(scenario=scenario, seats=2 if scenario == "clash" else 4)
    tables = t.tables
    slots = slice(*[(0, 36), (36, 72), (72, 96), (96, 120)][force])
    assert int(tables["unit_points"][slots].sum() + tables["unit_cost"][slots].sum()) == points
    if models:
        assert int(tables["unit_used"][slots].sum()) == models
        assert len(set(tables["unit_squad"][slots].tolist()) - {-1}) == squads


# ---- scoring


def finished(table, scoring, *, pieces, objectives, options=None, **setting):
    t = table(pieces=pieces, objectives=objectives, scoring=scoring, options=options or {}, **setting)
    t.squad("A1", "A-MBT", (0, 0))
    t.squad("B1", "A-MBT", (23, 23))
    return t


TWO = {"C0": ("medium_bunker", 5, 10, 4, 4), "C1": ("medium_bunker", 15, 10, 4, 4)}


@pytest.mark.clause("DZ-SCEN-S2-05", "DZ-SCEN-S2-04")
@pytest.mark.parametrize(("primary", "points"), [(False, (3, 1)), (True, (5, 1))])
def test_the_primary_target_is_worth_double(table, primary, points):
    t = finished(table, "extraction", pieces=TWO, objectives=["C0", "C1"], options={"primary": primary}, mobile=True)
    t.objective(1, find="extracted", seat="A")
    t.objective(2, carrier="B1")
    t.objective(3, carrier="A1")
    t.round_up(6)
    assert t.points == points
    t = finished(table, "extraction", pieces=TWO, objectives=["C0", "C1"], options={"primary": primary}, mobile=True)
    t.objective(1, carrier="B1")
    t.round_up(6)
    assert t.points == (0, 2 if primary else 1)


@pytest.mark.clause("DZ-SCEN-S3-03", "DZ-SCN-06")
def test_claimed_objectives_of_bunkers(table):
    t = finished(table, "bunkers", pieces=TWO, objectives=["C0", "C1"])
    t.objective(1, inside="C0", seat="A")
    t.objective(2, inside="C1", find="lost", seat="A")
    t.round_up(6)
    assert t.points == (1, 0)


@pytest.mark.clause("DZ-SCEN-S3-03", "DZ-SCEN-S3-04", "DZ-SCN-06")
def test_an_objective_is_lost_with_its_bunker_and_the_area_worth_one(table):
    t = spare(table(pieces=TWO, objectives=["C0", "C1"], scoring="bunkers"))
    arm(t, t.squad("A1", "A-MBT", (6, 16)), gun(energy=20))
    t.squad("B1", "A-MBT", (23, 23))
    t.objective(1, inside="C0", seat="B")
    t.piece("C0")["dp"] = 1
    t.activate("A1")
    t.play("shoot")
    aim(t, "#1", 2, 2, 2)
    assert t.state["tokens"][0]["find"] == Find.LOST
    t.round_up(6)
    assert t.points == (1, 0)


@pytest.mark.clause("DZ-SCEN-S3-05")
@pytest.mark.parametrize(("hive", "destructible"), [(True, {"C1"}), (False, {"C0", "C1"})])
def test_in_the_hive_bunkers_are_not_destructible(table, hive, destructible):
    t = finished(table, "bunkers", pieces=TWO, objectives=["C0"], options={"hive": hive})
    props = t.tables["piece_props"]
    assert {name for name in TWO if int(props[t.piece_of(name)]) >> Prop.DESTRUCTIBLE & 1} == destructible


@pytest.mark.clause("DZ-SCEN-S3-02")
@pytest.mark.parametrize(
    ("x", "y", "inside"), [(12, 0, True), (13, 0, False), (0, 12, True), (8, 9, True), (9, 9, False), (12, 3, True), (12, 4, False)]
)
def test_zones_of_bunker_assault_are_twelve_inches_around_a_corner(table, x, y, inside):
    t = table(scenario="bunkers", seats=4)
    n = 47
    for zone, (i, j) in enumerate([(x, y), (n - x, n - y), (n - x, y), (x, n - y)]):
        assert bool(t.tables["zone"][zone][j * 48 + i]) == inside  # dx2 + dy2 <= 144 + 12


@pytest.mark.clause("DZ-SCEN-S4-02")
@pytest.mark.parametrize(("active", "y", "legal"), [(0, 4, True), (0, 3, False), (1, 8, True), (1, 7, False)])
def test_infantry_in_the_large_garrisons_shoots_twice_as_far(table, active, y, legal):
    """Ranges 4 and 2 become 8 and 4, out of a wall at y = 12."""
    t = spare(table(pieces={"C0": ("large_building", 10, 12, 6, 6), "C1": ("large_building", 2, 12, 6, 6)}, double_range=["C0"]))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(far=4, near=2))
    t.squad("B1", "A-MBT", (12, y), active=active)
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-SCEN-S4-02", "DZ-SPEC-16")
@pytest.mark.parametrize(("double", "y", "legal"), [(True, 2, True), (True, 1, False), (False, 8, True), (False, 7, False)])
def test_combined_shots_at_aircraft_out_of_the_large_garrisons_reach_twice_as_far(table, double, y, legal):
    """Both ranges of 6" become 12", out of a wall at y = 14."""
    pieces = {"C0": ("large_building", 10, 14, 6, 6), "C1": ("large_building", 2, 14, 6, 6)}
    t = spare(table(pieces=pieces, double_range=["C0" if double else "C1"]))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(far=4, near=4, shots=3, reduced=1))
    t.squad("B1", "A-HDR", (12, y))
    t.activate("A1")
    t.play("shoot")
    if legal or t.can("combined-air"):  # the walls can be shot at
        t.play("combined-air")
    assert ("B1" in t.named("at")) == legal


@pytest.mark.clause("DZ-SCEN-S4-02")
@pytest.mark.parametrize(("y", "legal"), [(8, True), (7, False)])
def test_other_garrisons_double_nothing(table, y, legal):
    t = spare(table(pieces={"C0": ("large_building", 10, 12, 6, 6), "C1": ("large_building", 2, 12, 6, 6)}, double_range=["C0"]))
    arm(t, t.squad("A1", "A-INF", inside="C1", site="south"), gun(far=4, near=2))
    t.squad("B1", "A-MBT", (4, y), active=0)
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-SCEN-S4-02", "DZ-SCEN-S4-01")
def test_which_garrisons_double_ranges():
    spec = tomllib.loads((FOLDER / "scenarios.toml").read_text())["royale"]
    assert set(spec["double_range"]) == {"C0", "RW", "RE"} and set(spec["double_range_more"]) == {"C0", "RW", "RE", "RS", "RN"}
    assert spec["seats"] == [2, 4] and spec["rounds"] == 6 and spec["scoring"] == "kills"


# ---- Survey and Control


def survey(table, *dice, **setting):
    """A1 takes an action inside a building with an Open objective."""
    t = spare(table(pieces={"C0": ("medium_building", 10, 10, 4, 4)}, objectives=["C0"], scoring="survey", **setting))
    t.squad("A1", "A-INF", inside="C0")
    t.squad("B1", "A-MBT", (23, 23))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.dice(*dice)
    t.play("site SOUTH")
    return t


@pytest.mark.clause("DZ-SCEN-S5-02", "DZ-FP-01")
@pytest.mark.parametrize(
    ("at", "inside", "points"), [((12, 18), "", (1, 0)), ((12, 19), "", (0, 0)), (None, "C0", (1, 0)), (None, "C1", (0, 0))]
)
def test_a_focal_point_in_the_open_is_the_spot_itself(table, at, inside, points):
    """6" from (12, 12): C0 is 6" off, C1 7"."""
    pieces = {"C0": ("small_building", 18, 10, 4, 4), "C1": ("small_building", 2, 10, 4, 4)}
    t = spare(table(pieces=pieces, open=[(12, 12)], scoring="survey"))
    t.squad("A1", "A-INF", *([at] if at else []), inside=inside, points=50)
    t.squad("B1", "A-MBT", (23, 23))
    t.objective(1, at=(12, 12), find="focal", seat="A")
    t.round_up(6)
    assert t.points == points


@pytest.mark.clause("DZ-SCEN-S5-02", "DZ-FP-01", "DZ-FP-02")
def test_infantry_in_a_garrison_beside_a_focal_spot_counts_once(table):
    t = spare(table(pieces={"C0": ("small_building", 18, 10, 4, 4)}, open=[(12, 12)], scoring="survey"))
    t.squad("A1", "A-INF", inside="C0", points=50)
    t.squad("B1", "A-MBT", (12, 13), points=60)
    t.objective(1, at=(12, 12), find="focal", seat="A")
    t.round_up(6)
    assert t.points == (0, 1)


@pytest.mark.clause("DZ-SCEN-S5-02", "DZ-SCEN-S5-03")
@pytest.mark.parametrize("die", [2, 5])
def test_the_first_claim_scores_a_point_and_the_objective_is_removed(table, die):
    t = survey(table, die)
    assert t.points == (1, 0) and t.state["tokens"][0]["find"] == Find.LOST and t.piece("C0")["dp"] == 20


@pytest.mark.clause("DZ-SCEN-S5-02")
def test_a_one_hurts_the_garrison(table):
    t = survey(table, 1, 3, 1, 2, 5)  # three hits of Energy 9 on Armour 10: 2 damages, 5 is a Critical: a token
    assert t.points == (1, 0) and t.piece("C0")["dp"] == 18 and t.state["tokens"][0]["find"] == Find.LOST


@pytest.mark.clause("DZ-SCEN-S5-02", "DZ-FP-01", "DZ-FP-02")
@pytest.mark.parametrize(("rival", "points"), [((16, 12), (1, 1)), ((20, 12), (2, 0))])
def test_a_six_leaves_a_focal_point_worth_one_at_the_end(table, rival, points):
    t = survey(table, 6)
    assert t.points == (1, 0) and t.state["tokens"][0]["find"] == Find.FOCAL and t.state["tokens"][0]["seat"] == 0
    t.put("B1", rival)
    t.tables["unit_points"][t.slot_of("B1")] = 41  # A1 inside counts 20 twice
    t.destroy("A24", "B24")
    t.round_up(6)
    assert t.over and t.points == points


@pytest.mark.clause("DZ-SCEN-S5-02", "DZ-SCEN-S5-03")
def test_only_the_first_claim_is_rolled_for(table):
    t = survey(table, 6)
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.destroy("A1")
    t.activation("BA")
    t.activate("B5")
    if t.decision == "ACTION":
        t.play("move")
    t.dice()
    t.play("site NORTH")
    assert t.points == (1, 0)


@pytest.mark.clause("DZ-SCEN-S5-03", "DZ-SCEN-S5-01")
def test_survey_is_decided_by_victory_points_then_kill_points(table):
    t = survey(table, 3)
    t.state["kills"][1] = 900
    t.round_up(6)
    assert t.winners == (0,)
    t = survey(table, 3)
    t.state["points"][1], t.state["kills"][1] = 1, 900
    t.round_up(6)
    assert t.winners == (1,)
    spec = tomllib.loads((FOLDER / "scenarios.toml").read_text())["survey"]
    assert spec["seats"] == [2, 2] and spec["zones"] == ["south", "north"]
