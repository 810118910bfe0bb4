"""Chapters RND, END and MULTI: the end of a round and of the game, and what more than two seats change."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.dropzone_commander import RULESET
from tests.dropzone_commander.fights import gun, shoot

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


def tanks(t, seats="AB"):
    for k, seat in enumerate(seats):
        t.squad(f"{seat}1", "A-MBT", (3 + 4 * k, 3 + 4 * k))


@pytest.mark.clause("DZ-RND-01", "DZ-COL-01", "DZ-INIT-01")
def test_collateral_damage_comes_before_the_next_round(table):
    t = table(pieces=HOUSE)
    tanks(t)
    t.piece("C0")["damage_tokens"] = 2
    t.dice(6, 1, 5, 3)  # a token damages and stays, the other goes; then the initiative of round 2
    t.round_up(1)
    assert t.piece("C0")["dp"] == 19 and t.piece("C0")["damage_tokens"] == 1
    assert t.state["round"] == 2 and t.decision == "KEEP"


@pytest.mark.clause("DZ-RND-01", "DZ-CORE-13")
def test_pieces_are_settled_from_the_lowest_number(table):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4), "RE": ("medium_building", 16, 10, 4, 4)})
    tanks(t)
    t.piece("C0")["damage_tokens"] = t.piece("RE")["damage_tokens"] = 1
    t.dice(6, 1, 5, 3)
    t.round_up(1)
    assert t.piece("C0")["dp"] == 19 and t.piece("RE")["dp"] == 20


@pytest.mark.clause("DZ-RND-02")
def test_what_lasts_to_the_end_of_the_round_ends_and_all_marks_are_cleared(table):
    t = table()
    t.squad("A1", "A-LTK", (5, 5), commander=2)
    t.squad("A2", "A-HDR", (9, 9))
    t.squad("B1", "A-MBT", (20, 20))
    marks = {
        "activated": 1, "declared": 0, "boarded": 1, "out": 2, "left": 1, "aerial": 1, "shot": 1, "entered": 1, "rapid": 1,
        "smoke": 1, "energy": 2, "jink": 1, "screen": 1,
    }  # fmt: skip
    t.mark("A1", **marks)
    t.change("A1", fired=1, travelled=5)
    t.change("A2", transferred=1, handled=1, travelled=9)
    t.state["boost"][0], t.state["inspired"][0], t.state["spent"][0][0] = 0, 0, 1
    t.dice(5, 3)
    t.round_up(1)
    squad, unit = t.squad_of("A1"), t.unit("A1")
    assert {name: int(squad[name]) for name in marks} == {**dict.fromkeys(marks, 0), "declared": -1}
    assert unit["fired"] == unit["travelled"] == 0
    assert t.unit("A2")["transferred"] == t.unit("A2")["handled"] == t.unit("A2")["travelled"] == 0
    assert t.state["boost"][0] == t.state["inspired"][0] == -1 and not t.state["spent"][0].any()


@pytest.mark.clause("DZ-RND-02")
def test_what_is_not_of_a_round_stays(table):
    t = table()
    t.squad("A1", "A-APC", (5, 5))
    t.squad("A2", "D-INF", (8, 5), (9, 5))
    t.squad("B1", "A-MBT", (20, 20))
    t.change("A1", scan=1)
    t.change("A2", dp=3)
    t.unit("A2")["uses"] = [0, 1, 0, 0]  # its Limited weapon is spent for the game
    t.dice(5, 3)
    t.round_up(2)
    assert t.unit("A1")["scan"] == 1 and t.unit("A2")["dp"] == 3 and t.unit("A2")["uses"][1] == 1


@pytest.mark.clause("DZ-RND-03", "DZ-INIT-01")
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_game_is_over_after_the_stated_number_of_rounds(table, rounds):
    t = table(rounds=rounds)
    tanks(t)
    if rounds > 1:
        t.dice(5, 3)
        t.round_up(rounds - 1)
        assert not t.over and t.state["round"] == rounds
    t.round_up(rounds)
    assert t.over


@pytest.mark.clause("DZ-RND-04", "DZ-END-01", "DZ-RND-01")
def test_points_are_counted_after_the_last_round_up(table):
    """The carrier in the building dies of its tokens before its objective counts."""
    t = table(pieces=HOUSE, objectives=["C0"], mobile=True, rounds=1)
    tanks(t)
    t.squad("A2", "A-INF", inside="C0", size=1, dp=1, group=2)
    t.objective(1, carrier="A2")
    t.piece("C0")["damage_tokens"] = 1
    t.dice(6, 6)
    t.round_up(1)
    assert t.over and t.points == (0, 0) and t.kills == (0, 20)


@pytest.mark.clause("DZ-END-01", "DZ-END-02", "DZ-SCEN-S2-04")
@pytest.mark.parametrize(
    ("extracted", "carried", "kills", "winners", "reason"),
    [
        ("A", "AB", (0, 500), (0,), "victory_points"),  # example 22: 3 to 1
        ("A", "BB", (210, 245), (1,), "kill_points"),
        ("A", "BB", (245, 245), (0, 1), "tie"),
        ("", "", (0, 0), (0, 1), "tie"),
        ("", "", (5, 0), (0,), "kill_points"),
    ],
)
def test_example_22_most_victory_points_then_most_kill_points_else_a_tie(table, extracted, carried, kills, winners, reason):
    t = table(open=[(8, 8), (10, 8), (12, 8)], mobile=True, rounds=1)
    tanks(t)
    k = 1
    for seat in extracted:
        t.objective(k, find="extracted", seat=seat)
        k += 1
    for n, seat in enumerate(carried):
        name = f"{seat}{n + 5}"
        t.squad(name, "A-MBT", (3 + n, 18), group=2)
        t.objective(k, carrier=name)
        k += 1
    while k <= 3:
        t.objective(k, (8 + 2 * k, 14))
        k += 1
    t.state["kills"][:2] = kills
    t.round_up(1)
    assert t.over and t.winners == winners and t.reason == reason


@pytest.mark.clause("DZ-END-03", "DZ-SHT-17")
@pytest.mark.parametrize(("dice", "points"), [((6, 1), 0), ((6, 2), 0), ((6, 6, 6, 6), 100)])
def test_kill_points_are_for_units_destroyed_outright(table, dice, points):
    t = table()
    gun(t, "A1", (5, 5), shots=len(dice) // 2)
    t.squad("B1", "A-CLV", (5, 12), dp=3, points=65, commander=2)  # his Commander cost 35
    t.squad("B2", "A-MBT", (20, 20))
    hits = [6] * (len(dice) // 2)
    shoot(t, "A1", "B1", *hits, *dice[len(hits) :])
    assert t.kills == (points, 0)


@pytest.mark.clause("DZ-END-03", "DZ-OBJ-16")
def test_units_that_leave_the_table_give_no_kill_points(table):
    t = table(open=[(8, 8)], mobile=True)
    t.squad("A1", "A-MBT", (8, 2))
    t.squad("B1", "A-MBT", (20, 20))
    t.objective(1, carrier="A1")
    t.move("A1", (8, 1), "face N")
    t.finish("A1")
    assert t.where("A1") == "readiness" and t.kills == (0, 0)


@pytest.mark.clause("DZ-END-04")
def test_kill_points_go_to_whose_attack_it_was_through_wreck_and_collapse(table):
    """A shoots down B's lifter; it falls on C's tank and on a shack, which buries A's own Infantry."""
    t = table(seats=3, pieces={"C0": ("tiny_shack", 12, 13, 1, 1)})
    t.squad("A1", "D-AAW", (2, 12))
    t.weapon("A1", shots=1, energy=20, far=250, near=250)
    t.squad("A2", "A-INF", inside="C0", dp=1, points=7, group=2)
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-MBT", (20, 20))
    t.squad("C1", "A-MBT", (11, 12), armour=5)
    t.squad("C2", "A-MBT", (20, 3))
    t.piece("C0")["dp"] = 1
    t.change("A2", dp=5)
    # hit, damage, crash 1: one hit on A2 (1), on C1 (6), on the shack (6); 2D3 = 2 hits of E 8 on A2
    shoot(t, "A1", "B1", 6, 6, 1, 1, 6, 6, 1, 1, 6, 6, order="ABC")
    assert t.where("B1") == t.where("C1") == "destroyed" and t.where("A2") != "destroyed"
    assert t.kills == (30 + 35, 0, 0)


@pytest.mark.clause("DZ-END-04")
def test_what_one_does_to_oneself_and_what_nobody_did_goes_to_every_opponent(table):
    t = table(seats=3)
    t.squad("A1", "D-AAW", (2, 12))
    t.weapon("A1", shots=1, energy=20, far=250, near=250)
    t.squad("A2", "A-MBT", (12, 13), armour=5, points=33, group=2)
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-MBT", (20, 20))
    t.squad("C1", "A-MBT", (20, 3))
    shoot(t, "A1", "B1", 6, 6, 1, 6, order="ABC")
    assert t.where("A2") == "destroyed" and t.kills == (30, 33, 33)


@pytest.mark.clause("DZ-END-05")
def test_a_lone_survivor_plays_on_to_the_last_round(table):
    t = table(rounds=3)
    tanks(t)
    t.destroy("B1")
    t.dice(5, 3)
    t.round_up(1)
    assert not t.over
    t.play("keep")
    assert t.ask()[1] == "A"


@pytest.mark.clause("DZ-END-05")
@pytest.mark.parametrize("status", ["readiness", "reserve"])
def test_units_off_the_table_are_units_left(table, status):
    t = table(rounds=3, options={"end_on_wipeout": "on"})
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", status=status)
    t.dice(5, 3)
    t.round_up(2)
    assert not t.over


@pytest.mark.clause("DZ-END-05")
def test_when_nobody_is_left_the_game_ends_at_that_round_up(table):
    t = table(rounds=6)
    tanks(t)
    t.destroy("A1", "B1")
    t.state["kills"][:2] = 35, 40
    t.round_up(2)
    assert t.over and t.winners == (1,)


@pytest.mark.clause("DZ-END-05")
def test_option_the_game_ends_when_one_side_is_left(table):
    t = table(rounds=6, options={"end_on_wipeout": "on"})
    tanks(t)
    t.destroy("B1")
    t.round_up(2)
    assert t.over


@pytest.mark.clause("DZ-END-06", "DZ-END-02")
@pytest.mark.parametrize(
    ("points", "kills", "winners", "rewards"),
    [
        ((3, 2, 2, 0), (0, 9, 9, 9), (0,), [1, -1 / 3, -1 / 3, -1 / 3]),
        ((2, 2, 1, 0), (7, 9, 99, 0), (1,), [-1 / 3, 1, -1 / 3, -1 / 3]),
        ((2, 2, 1, 0), (9, 9, 99, 0), (0, 1), [0.5, 0.5, -0.5, -0.5]),
        ((1, 1, 1, 1), (5, 5, 5, 5), (0, 1, 2, 3), [0, 0, 0, 0]),
    ],
)
def test_four_players_are_ranked_by_the_same_keys_and_the_return_is_zero_sum(table, points, kills, winners, rewards):
    t = table(seats=4, open=[(8, 8)], mobile=True, rounds=1)
    tanks(t, "ABCD")
    t.state["points"][:4], t.state["kills"][:4] = points, kills
    t.round_up(1)
    assert t.winners == winners and t.rewards == pytest.approx(rewards, abs=1e-6)


# ---- several seats


@pytest.mark.clause("DZ-MULTI-01")
def test_the_cycle_goes_down_the_whole_order_each_time(table):
    t = table(seats=4)
    for k, seat in enumerate("ABCD"):
        for group in (1, 2):
            t.squad(f"{seat}{group}", "A-MBT", (3 + 5 * k, 3 + 5 * group), group=group)
    t.activation("CADB")
    seen = ""
    for n in range(8):
        if t.decision == "GROUP":
            t.play(min(t.legal()))
        seen += t.ask()[1]
        name = t.subject
        if n < 7:
            t.move(name, t.at(name))
            t.finish(name)
    assert seen == "CADBCADB"


@pytest.mark.clause("DZ-MULTI-02")
def test_how_many_players_each_scenario_takes():
    for name, seats in (("drill", 4), ("skirmish", 4), ("clash", 2), ("bunkers", 4), ("royale", 4), ("survey", 2)):
        assert RULESET.scenario(name, 2).seats == 2
        for n in (3, 4):
            if n <= seats:
                assert RULESET.scenario(name, n).seats == n
            else:
                with pytest.raises(BadOption, match="DZ-MULTI-02"):
                    RULESET.scenario(name, n)


@pytest.mark.clause("DZ-MULTI-03", "DZ-MULTI-04")
@pytest.mark.parametrize("scenario", ["drill", "bunkers"])
def test_two_players_face_each_other_and_more_take_the_other_edges_too(table, scenario):
    def middle(t, zone):
        cells = [cell for cell in range(48 * 48) if t.tables["edge"][zone, cell]]
        return sum(cell % 48 for cell in cells) / len(cells), sum(cell // 48 for cell in cells) / len(cells)

    size = {"drill": 23, "bunkers": 47}[scenario]
    for seats in (2, 3, 4):
        t = table.new_game(scenario, seats)
        n = 2 if seats == 2 else 4
        assert t.tables["n_zones"] == n
        (ax, ay), (bx, by) = middle(t, 0), middle(t, 1)
        assert (ax + bx, ay + by) == (size, size)  # opposite
        assert len({middle(t, zone) for zone in range(n)}) == n
        assert t.named("zone") == {str(zone + 1) for zone in range(n)}


@pytest.mark.clause("DZ-MULTI-05", "DZ-OBJ-06")
def test_every_other_player_counts_as_an_enemy_when_one_searches(table):
    for seat in "BC":
        t = table(seats=3, pieces=HOUSE, objectives=["C0"], hidden=True, mobile=True)
        t.squad("A1", "A-INF", inside="C0")
        t.squad(f"{seat}1", "A-INF", inside="C0")
        t.squad("B9" if seat == "C" else "C9", "A-MBT", (20, 20))
        t.state["round"] = 3
        t.activate("A1")
        t.dice(4)  # 4 + 3 - 1
        t.play("search")
        assert t.squad_of("A1")["token"] == -1


@pytest.mark.clause("DZ-MULTI-06", "DZ-GAR-07")
@pytest.mark.parametrize(("friends", "tests"), [(1, True), (2, False)])
def test_enemy_squads_in_a_garrison_are_added_up_over_all_players(table, friends, tests):
    t = table(seats=3, pieces=HOUSE)
    for k in range(friends):
        t.squad(f"A{k + 1}", "A-INF", inside="C0", group=1 + k)
    t.squad("B1", "A-INF", inside="C0")
    t.squad("C1", "A-INF", inside="C0")
    t.squad("B2", "A-MBT", (20, 20))
    t.move("A1")
    if tests:
        t.dice(6)
    t.play("to 9,9")
    assert t.at("A1") == (9, 9)


@pytest.mark.clause("DZ-MULTI-07", "DZ-GAR-07")
@pytest.mark.parametrize(("order", "taker"), [("ABC", "B"), ("ACB", "C")])
def test_of_several_opponents_that_qualify_the_first_in_order_is_the_one(table, order, taker):
    t = table(seats=3, pieces=HOUSE)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-INF", inside="C0")
    t.squad("C1", "A-INF", inside="C0")
    t.activate("A1", order=order)
    t.move("A1")
    t.dice(2)  # Fortitude 4+: two points
    t.play("to 9,9")
    assert t.ask() == ("TOLL", taker)


@pytest.mark.clause("DZ-MULTI-08", "DZ-INIT-08")
def test_the_initiative_is_handed_to_the_second_only(table):
    t = table(seats=3)
    tanks(t, "ABC")
    t.dice(2, 5, 4)
    t.initiation()
    assert t.order == "BCA"
    t.play("give")
    assert t.order == "CBA"


@pytest.mark.clause("DZ-MULTI-09", "DZ-CARD-02", "DZ-CARD-06")
def test_windows_poll_players_in_the_order_of_initiative_without_those_who_cannot_play(table):
    t = table(seats=4, hands=((29,), (29,), (), (29,)))  # Repairs, after any squad's activation
    tanks(t, "ABCD")
    for k, seat in enumerate("ABCD"):
        t.squad(f"{seat}5", "A-HVT", (3 + 5 * k, 20), group=2)
        t.change(f"{seat}5", dp=1)
    t.activation("DCAB")
    t.play("activate 1")
    t.move("D1", t.at("D1"), "face N")
    t.finish("D1") if t.decision != "CARD" else None
    seen = ""
    while t.decision == "CARD":
        seen += t.ask()[1]
        t.play("pass")
    assert seen == "DAB"
