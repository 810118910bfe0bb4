"""Chapters FP, RND, END and MULTI: focal points, the end of the round and of the game, several players."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import Find
from tests.dropzone_commander.guns import aim, arm, gun, spare

BLOCK = {"C0": ("medium_bunker", 10, 10, 4, 4)}
RUBBLE = 1


def bunker(table, *, seats=2, pieces=BLOCK, scoring="bunkers", **setting):
    """One bunker, which holds an Open Objective and is a focal point."""
    return table(seats=seats, pieces=pieces, objectives=["C0"], scoring=scoring, **setting)


def end(t, n=6):
    """The Round Up of the last round."""
    t.round_up(n)
    assert t.over
    return t.points


# ---- focal points


@pytest.mark.clause("DZ-FP-01", "DZ-SCEN-S3-04", "DZ-RND-04")
@pytest.mark.parametrize(("x", "holds"), [(19, True), (20, False)])
def test_units_within_six_inches_of_the_outline_count(table, x, holds):
    t = bunker(table)
    t.squad("A1", "A-MBT", (x, 12))  # 6" or 7" from the cell (13, 12)
    t.squad("B1", "A-MBT", (0, 23))
    assert end(t) == ((2, 0) if holds else (0, 0))


@pytest.mark.clause("DZ-FP-01", "DZ-FP-03")
@pytest.mark.parametrize(("points", "winner"), [((40, 50), 1), ((50, 40), 0), ((50, 50), None)])
def test_the_highest_total_of_points_controls(table, points, winner):
    """Two units of A, one of B that costs as much as both, more or less."""
    t = bunker(table)
    t.squad("A1", "A-MBT", (8, 12), (8, 13), points=points[0] // 2)
    t.squad("B1", "A-MBT", (16, 12), points=points[1])
    assert end(t) == (2 * (winner == 0), 2 * (winner == 1))


@pytest.mark.clause("DZ-FP-02")
@pytest.mark.parametrize(("rival", "winner"), [(99, 0), (101, 1)])
def test_infantry_inside_the_focal_garrison_counts_double(table, rival, winner):
    t = bunker(table)
    t.squad("A1", "A-INF", inside="C0", points=50)
    t.squad("B1", "A-INF", (16, 12), points=rival)
    assert end(t) == (2 * (winner == 0), 2 * (winner == 1))


@pytest.mark.clause("DZ-FP-02", "DZ-FP-01")
def test_infantry_in_another_garrison_counts_once(table):
    t = bunker(table, pieces={**BLOCK, "C1": ("small_building", 16, 10, 4, 4)})
    t.squad("A1", "A-INF", inside="C1", points=50)
    t.squad("B1", "A-INF", (8, 12), points=60)
    assert end(t) == (0, 2)


@pytest.mark.clause("DZ-FP-03")
def test_only_surviving_units_count_and_none_that_is_embarked(table):
    t = bunker(table)
    t.squad("A1", "A-APC", (16, 13), points=5)
    t.squad("A2", "A-INF", aboard="A1", points=500)
    t.squad("A3", "A-MBT", (8, 12), (8, 13), points=50)
    t.destroy("A4")
    t.squad("B1", "A-MBT", (16, 12), points=60)
    assert end(t) == (0, 2)


@pytest.mark.clause("DZ-FP-03")
def test_commanders_add_nothing(table):
    t = bunker(table)
    t.squad("A1", "D-CMD", (8, 12), points=50, commander=6)
    t.squad("B1", "A-MBT", (16, 12), points=60)
    assert end(t) == (0, 2)


@pytest.mark.clause("DZ-FP-03")
@pytest.mark.parametrize("flying", [True, False])
@pytest.mark.parametrize(("option", "counts"), [("on", True), ("off", False)])
def test_aircraft_count_unless_the_option_says_they_do_not(table, flying, option, counts):
    t = bunker(table, options={"fp_aircraft": option})
    t.squad("A1", "A-HDR", (8, 12), points=70, flying=flying)
    t.squad("B1", "A-MBT", (16, 12), points=60)
    assert end(t) == ((2, 0) if counts else (0, 2))


@pytest.mark.clause("DZ-FP-04")
def test_a_tie_for_the_highest_total_gives_control_to_nobody(table):
    t = bunker(table, seats=3)
    t.squad("A1", "A-MBT", (8, 12), points=60)
    t.squad("B1", "A-MBT", (16, 12), points=60)
    t.squad("C1", "A-MBT", (8, 11), points=50)
    assert end(t) == (0, 0, 0)
    t = bunker(table, seats=3)
    t.squad("A1", "A-MBT", (8, 12), points=50)
    t.squad("B1", "A-MBT", (16, 12), points=50)
    t.squad("C1", "A-MBT", (8, 11), points=60)
    assert end(t) == (0, 0, 2)


@pytest.mark.clause("DZ-FP-05", "DZ-SCEN-S3-04")
def test_the_rubble_of_a_focal_garrison_is_worth_less(table):
    t = bunker(table)
    t.piece("C0")["stand"], t.piece("C0")["dp"] = RUBBLE, 0
    t.objective(1, find="lost")
    t.squad("A1", "A-MBT", (19, 12))
    t.squad("B1", "A-MBT", (0, 23))
    assert end(t) == (1, 0)


@pytest.mark.clause("DZ-FP-06", "DZ-SCEN-S3-03", "DZ-SCEN-S3-04")
def test_the_objective_and_the_area_are_scored_by_themselves(table):
    t = bunker(table)
    t.objective(1, inside="C0", seat="B")
    t.squad("A1", "A-MBT", (8, 12))
    t.squad("B1", "A-MBT", (0, 23))
    assert end(t) == (2, 1)


# ---- the end of a round


@pytest.mark.clause("DZ-RND-02", "DZ-DEP-05")
@pytest.mark.parametrize(("n", "status"), [(1, "readiness"), (2, "reserve")])
def test_reserves_are_ready_after_the_first_round(table, n, status):
    t = spare(table())
    t.squad("A1", "A-MBT", status="reserve")
    t.dice(4, 2)
    t.round_up(n)
    assert t.where("A1") == status


@pytest.mark.clause("DZ-RND-02")
def test_what_lasts_a_round_is_forgotten(table):
    t = spare(table())
    t.squad("A1", "A-MBT", (5, 5))
    facts = {"activated": 1, "declared": 1, "boarded": 1, "out": 2, "left": 1, "aerial": 1, "shot": 1, "smoke": 1, "energy": 2, "jink": 1,
             "screen": 1, "entered": 1, "rapid": 1}  # fmt: skip
    t.mark("A1", **facts)
    t.change("A1", fired=3, travelled=9, transferred=1)
    t.state["spent"][0][0] = 1
    t.dice(4, 2)
    t.round_up(2)
    squad, unit = t.squad_of("A1"), t.unit("A1")
    assert {key: int(squad[key]) for key in facts} == {key: -1 if key == "declared" else 0 for key in facts}
    assert (unit["fired"], unit["travelled"], unit["transferred"], t.state["spent"][0][0]) == (0, 0, 0, 0)


@pytest.mark.clause("DZ-RND-02", "DZ-SPEC-13", "DZ-OBJ-07")
def test_what_lasts_longer_is_not(table):
    t = spare(table())
    t.squad("A1", "A-APC", (5, 5))
    t.change("A1", uses=[1, 0, 0, 0], scan=1, dp=1)
    t.dice(4, 2)
    t.round_up(2)
    assert t.unit("A1")["uses"][0] == 1 and t.unit("A1")["scan"] == 1 and t.unit("A1")["dp"] == 1


@pytest.mark.clause("DZ-RND-01", "DZ-COL-01", "DZ-END-02")
def test_tokens_of_the_last_round_are_resolved_before_the_end(table):
    t = bunker(table)
    t.squad("A1", "A-INF", inside="C0", dp=1)
    t.squad("B1", "A-MBT", (0, 23))
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = 1, 1
    t.dice(6, 1)
    assert end(t) == (0, 0) and t.kills == (0, 20) and t.winners == (1,)


@pytest.mark.clause("DZ-RND-03", "DZ-INIT-01")
@pytest.mark.parametrize(("n", "over"), [(5, False), (6, True)])
def test_the_game_ends_after_the_stated_number_of_rounds(table, n, over):
    t = spare(table())
    if not over:
        t.dice(4, 2)
    t.round_up(n)
    assert t.over == over and t.state["round"] == 6


# ---- the end of the game


def decided(table, points, kills, seats=2, scoring="bunkers"):
    t = table(seats=seats, pieces=BLOCK, objectives=["C0"], scoring=scoring)
    for seat in "ABCD"[:seats]:
        t.squad(f"{seat}1", "A-MBT", ({"A": 0, "B": 2, "C": 4, "D": 6}[seat], 0))
    t.state["points"][:seats], t.state["kills"][:seats] = points, kills
    t.round_up(6)
    assert t.over
    return t


@pytest.mark.clause("DZ-END-01", "DZ-END-02", "DZ-SCEN-S2-06", "DZ-SCEN-S3-06")
@pytest.mark.parametrize(("points", "kills", "winners", "reason"), [
    ((3, 2), (0, 900), (0,), "victory_points"), ((2, 3), (900, 0), (1,), "victory_points"), ((2, 2), (210, 245), (1,), "kill_points"),
    ((2, 2), (246, 245), (0,), "kill_points"), ((2, 2), (245, 245), (0, 1), "tie"), ((0, 0), (0, 0), (0, 1), "tie"),
])  # fmt: skip
def test_victory_points_then_kill_points_then_a_tie(table, points, kills, winners, reason):
    t = decided(table, points, kills)
    assert t.winners == winners and t.reason == reason
    assert t.rewards == ([0, 0] if len(winners) == 2 else [1 if seat in winners else -1 for seat in range(2)])


@pytest.mark.clause("DZ-SCEN-S4-03", "DZ-END-03")
@pytest.mark.parametrize(("kills", "winners"), [((35, 34), (0,)), ((34, 35), (1,)), ((35, 35), (0, 1))])
def test_battle_royale_knows_kill_points_alone(table, kills, winners):
    t = decided(table, (0, 5), kills, scoring="kills")
    assert t.winners == winners


@pytest.mark.clause("DZ-END-06", "DZ-MULTI-01")
@pytest.mark.parametrize(("points", "kills", "winners", "rewards"), [
    ((3, 2, 1), (0, 0, 0), (0,), [1, -0.5, -0.5]), ((1, 3, 3), (0, 10, 20), (2,), [-0.5, -0.5, 1]),
    ((3, 3, 1), (5, 5, 99), (0, 1), [0.5, 0.5, -1]),
    ((1, 1, 1), (5, 5, 5), (0, 1, 2), [0, 0, 0]),
])  # fmt: skip
def test_three_players_are_ranked_by_the_same_keys(table, points, kills, winners, rewards):
    t = decided(table, points, kills, seats=3)
    assert t.winners == winners and t.rewards == pytest.approx(rewards)


@pytest.mark.clause("DZ-END-03", "DZ-CMDR-08", "DZ-SHT-17")
def test_damage_alone_and_units_that_left_give_no_kill_points(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(shots=2))
    t.squad("B1", "A-MBT", (10, 15), armour=10, dp=3, points=44)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 3, 2, 2)
    assert t.kills == (0, 0) and t.unit("B1")["dp"] == 1


@pytest.mark.clause("DZ-END-03", "DZ-END-04", "DZ-CMDR-08")
@pytest.mark.parametrize(("commander", "kills"), [(0, 44), (1, 44), (3, 109)])
def test_a_destroyed_unit_gives_its_points_and_those_of_its_commander(table, commander, kills):
    t = spare(table(seats=3))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    t.squad("B1", "D-CMD", (10, 15), armour=10, dp=1, points=44, commander=commander)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 2)
    assert t.kills == (kills, 0, 0)


@pytest.mark.clause("DZ-END-04")
def test_a_unit_that_cannot_be_placed_counts_for_every_opponent(table):
    """B1 carries a squad; all cells around its wreck are taken."""
    t = spare(table(seats=3))
    arm(t, t.squad("A1", "A-MBT", (10, 2)), gun(energy=20))
    t.squad("B1", "A-APC", (10, 10), dp=1)
    t.squad("B2", "A-INF", aboard="B1")
    taken = [(10 + x, 10 + y) for x in range(-2, 3) for y in range(-2, 3) if 0 < x * x + y * y <= 6]
    t.squad("C1", "A-MBT", *taken[:9], group=2)
    t.squad("C11", "A-MBT", *taken[9:18], group=2)
    t.squad("C20", "A-MBT", *taken[18:], group=3)
    t.destroy("C2")
    t.squad("B5", "A-MBT", taken[1], group=3)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 6, 2, 6)
    if t.decision == "PUT":  # the wreck's own cell is no place, DZ-TRN-22
        t.play(min(t.legal()))
        assert t.where("B2") == (10, 10) and t.kills == (15, 0, 0)
    else:
        assert t.where("B2") == "destroyed" and t.kills == (35, 0, 20)


@pytest.mark.clause("DZ-END-05")
@pytest.mark.parametrize(("option", "over"), [("off", False), ("on", True)])
def test_the_survivor_plays_on_unless_the_option_says_so(table, option, over):
    t = table(pieces=BLOCK, options={"end_on_wipeout": option})
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("A2", "A-MBT", (8, 5), group=2)
    if not over:
        t.dice(4, 2)
    t.round_up(2)
    assert t.over == over


@pytest.mark.clause("DZ-END-05")
def test_the_game_ends_when_nobody_has_units_left(table):
    t = table(pieces=BLOCK)
    t.squad("A1", "A-MBT", (5, 5))
    t.destroy("A1")
    t.state["kills"][1] = 35
    t.round_up(2)
    assert t.over and t.winners == (1,)


@pytest.mark.clause("DZ-END-05", "DZ-END-06")
def test_an_eliminated_player_keeps_his_points(table):
    t = decided(table, (4, 1, 1), (0, 0, 0), seats=3)
    assert t.winners == (0,)
    t = table(seats=3, pieces=BLOCK, objectives=["C0"], scoring="bunkers")
    t.squad("B1", "A-MBT", (0, 0))
    t.squad("C1", "A-MBT", (2, 0))
    t.state["points"][:3] = (2, 1, 1)
    t.round_up(6)
    assert t.winners == (0,)


# ---- several players


@pytest.mark.clause("DZ-MULTI-01", "DZ-ACT-08")
def test_the_cycle_goes_down_the_whole_order_each_time(table):
    t = table(seats=4)
    for seat in "ABCD":
        for group in (1, 2):
            t.squad(f"{seat}{group}", "A-MBT", status="readiness", group=group)
    t.activation("CADB")
    seen = ""
    for _ in range(8):
        seen += t.ask()[1]
        if len(seen) < 8:
            t.play(min(text for text in t.legal() if text.startswith("hold")))
    assert seen == "CADBCADB"


@pytest.mark.clause("DZ-MULTI-02")
@pytest.mark.parametrize(("scenario", "most"), [("drill", 4), ("skirmish", 4), ("clash", 2), ("bunkers", 4), ("royale", 4), ("survey", 2)])
def test_player_ranges(scenario, most):
    from skirmish_rl.envs.core.errors import BadOption
    from skirmish_rl.envs.dropzone_commander import RULESET

    for seats in range(2, most + 1):
        assert RULESET.scenario(scenario, seats).seats == seats
    for seats in (1, most + 1):
        with pytest.raises((BadOption, ValueError)):
            RULESET.scenario(scenario, seats)


@pytest.mark.clause("DZ-MULTI-03", "DZ-MULTI-04", "DZ-SCEN-S1-02", "DZ-SCEN-S2-02", "DZ-SCEN-S3-02")
@pytest.mark.parametrize(("scenario", "zones"), [
    ("drill", ["south", "north", "west", "east"]), ("skirmish", ["south", "north", "west", "east"]),
    ("royale", ["south", "north", "west", "east"]),
    ("bunkers", ["south_west", "north_east", "south_east", "north_west"]),
])  # fmt: skip
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zones(table, scenario, zones, seats):
    t = table(scenario=scenario, seats=seats)
    tables, size = t.tables, int(t.tables["size"])
    assert tables["n_zones"] == (2 if seats == 2 else 4)
    spots = {"south": (size // 2, 0), "north": (size // 2, size - 1), "west": (0, size // 2), "east": (size - 1, size // 2),
             "south_west": (0, 0), "north_east": (size - 1, size - 1), "south_east": (size - 1, 0),
             "north_west": (0, size - 1)}  # fmt: skip
    for zone, name in enumerate(zones[: int(tables["n_zones"])]):
        for other, (x, y) in spots.items():
            same_kind = ("_" in other) == ("_" in name)
            if same_kind:
                assert bool(tables["zone"][zone][y * 48 + x]) == (other == name), (name, other)


@pytest.mark.clause("DZ-MULTI-05", "DZ-SHT-03")
def test_every_other_player_is_an_enemy(table):
    t = spare(table(seats=4))
    arm(t, t.squad("A1", "A-MBT", (12, 12)), gun())
    for seat, at in (("B", (12, 15)), ("C", (15, 12)), ("D", (12, 9))):
        t.squad(f"{seat}1", "A-MBT", at)
    t.activate("A1")
    t.play("shoot")
    assert t.named("at") == {"B1", "C1", "D1"}


@pytest.mark.clause("DZ-MULTI-07", "DZ-GAR-07")
@pytest.mark.parametrize(("order", "asked"), [("ABC", "B"), ("ACB", "C"), ("CAB", "C"), ("BAC", "B")])
def test_of_several_opponents_the_first_in_the_order_of_initiative(table, order, asked):
    """B and C have one squad each in the Garrison that A leaves, badly."""
    t = spare(table(seats=3, pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-INF", inside="C0")
    t.squad("C1", "A-INF", inside="C0")
    t.activate("A1")
    t.state["order"][:3] = ["ABC".index(seat) for seat in order]
    if t.decision == "ACTION":
        t.play("move")
    t.dice(3)
    t.play("to 12,8")
    assert t.ask() == ("TOLL", asked)


@pytest.mark.clause("DZ-MULTI-07", "DZ-END-04")
@pytest.mark.parametrize("blame", ["B", "C"])
def test_tokens_count_for_who_placed_the_newest(table, blame):
    t = bunker(table, seats=3, scoring="kills")
    t.squad("A1", "A-INF", inside="C0", dp=1, points=20)
    for seat in "BC":
        t.squad(f"{seat}1", "A-MBT", (0, 20 if seat == "B" else 22))
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = 1, "ABC".index(blame)
    t.dice(6, 1)
    t.round_up(6)
    assert t.kills == tuple(20 if seat == blame else 0 for seat in "ABC")


@pytest.mark.clause("DZ-SCEN-S2-04", "DZ-SCEN-S1-04")
@pytest.mark.parametrize(("find", "on", "points"), [
    (Find.EXTRACTED, True, 2), (Find.CARRIED, True, 1), (Find.CARRIED, False, 0), (Find.OPEN, True, 0), (Find.LOST, True, 0),
    (Find.HIDDEN, True, 0),
])  # fmt: skip
def test_extraction_scores_two_carrying_one(table, find, on, points):
    t = bunker(table, scoring="extraction", mobile=True)
    t.squad("A1", "A-MBT", status="on_table" if on else "readiness")
    if on:
        t.put("A1", (5, 5))
    t.squad("B1", "A-MBT", (20, 20))
    if find == Find.CARRIED:
        t.objective(1, carrier="A1")
    else:
        t.objective(1, find=find.name.lower(), seat="A")
    assert end(t) == (points, 0)
