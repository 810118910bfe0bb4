"""Chapters OBJ and WIN: what objectives are worth, and who wins."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of

HEX = (4, 4)


def objective(kind="victory", value=1, at=HEX, **more):
    return {"cell": list(at), "kind": kind, "value": value, **more}


def control_game(table, control_from=4, rounds=7, attacker="a"):
    goals = [objective(at=(4, 3), holder="b"), objective(at=(7, 2), holder="b"), objective("neutral", 2, (5, 5))]
    t = table(objectives=goals, victory="control", attacker=attacker, control_from=control_from, rounds=rounds)
    t.add("A1", (0, 8))
    t.add("B1", (8, 0))
    return t


def last_status_phase(table, **keys):
    """The end of the last round, a squad of four regulars on each side, the token with A."""
    t = table(rounds=3, objectives=[objective(), objective(at=(2, 4)), objective("neutral", 2, (6, 4))], **keys)
    t.state["round"] = 3
    t.add("A1", (0, 8))
    t.add("B1", (8, 0))
    return t


def outcome(t):
    t.status_phase("next")
    assert t.over and len(t.winners) == 1
    return t.winners[0], t.reason


@pytest.mark.clause("TI-OBJ-01", "TI-CMD-12")
def test_victory_objectives_pay_every_round(table):
    t = table(objectives=[objective(value=2)])
    t.add("A1", HEX, mortar=1)
    t.add("B1", (8, 0), mortar=1)
    for round_ in (1, 2, 3):
        t.command_phase()
        assert (t.state["points"].tolist(), t.decision) == ([2 * round_, 0], "SELECT")


@pytest.mark.clause("TI-OBJ-01", "TI-WIN-03")
@pytest.mark.parametrize(("round_", "over"), [(3, False), (4, True), (5, True)])
def test_control_decides_from_the_named_round_on(table, round_, over):
    t = control_game(table)
    t.state["round"] = round_
    t.add("A2", (4, 3))
    t.add("A3", (7, 2))
    t.command_phase()
    assert (t.over, t.winners) == (over, (0,) if over else ())
    if over:
        assert (t.reason, t.rewards) == ("control", [1.0, -1.0])


@pytest.mark.clause("TI-WIN-03")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (6, False), (7, True)])
def test_without_control_the_defender_wins_after_the_last_round(table, round_, over):
    """All victory objectives are wanted; command objectives do not matter."""
    t = control_game(table)
    t.state["round"] = round_
    t.add("A2", (4, 3))
    t.add("A3", (5, 5))
    t.command_phase()
    while t.decision == "COMMAND":
        t.play("done")
    assert (t.over, t.winners) == (over, (1,) if over else ())


@pytest.mark.clause("TI-WIN-03")
def test_the_attacker_still_wins_in_the_last_round(table):
    t = control_game(table)
    t.state["round"] = 7
    t.add("A2", (4, 3))
    t.add("A3", (7, 2))
    t.command_phase()
    assert t.winners == (0,)


@pytest.mark.clause("TI-WIN-03")
@pytest.mark.parametrize(("holders", "winner"), [((1, 1), 1), ((1, 0), 0)])
def test_the_attacker_may_be_side_b(table, holders, winner):
    t = control_game(table, attacker="b")
    t.state["round"] = 7
    t.state["control"][:2] = holders
    t.initiative_step()
    assert t.winners == (winner,)


@pytest.mark.clause("TI-OBJ-02")
@pytest.mark.parametrize("terrain", [{}, {"building": [HEX]}, {"woods": [HEX]}, {"bridge": [HEX]}, {"stream": [HEX]}], ids=str)
def test_command_and_victory_objectives_may_share_a_hex_of_any_terrain(table, terrain):
    t = table(objectives=[objective("victory", 1), objective("neutral", 2), objective("command_a", 4)], terrain=terrain)
    t.add("A1", HEX)
    t.add("B1", (8, 0))
    t.command_phase()
    assert t.state["control"][:3].tolist() == [0, 0, 0]
    assert (t.state["points"][0], t.state["command"][0]) == (1, 6)


@pytest.mark.clause("TI-WIN-01")
@pytest.mark.parametrize(("reserve", "over"), [(False, True), (True, False)])
def test_a_side_without_units_and_reinforcements_loses_at_once(table, reserve, over):
    t = table()
    t.add("A1", (4, 5))
    t.add("B1", HEX, regular=1)
    if reserve:
        t.reserve("B2", due=4, regular=4)
    t.turn(0)
    t.dice(4, 1, 1, 1)
    t.play("fire A1", "normal")
    assert (t.over, t.winners) == (over, (0,) if over else ())
    if over:
        assert (t.reason, t.state["phase"], t.rewards) == ("elimination", 1, [1.0, -1.0])


@pytest.mark.clause("TI-WIN-01")
def test_either_side_loses_at_once(table):
    t = table()
    t.add("A1", HEX, regular=1)
    t.add("B1", (4, 5))
    t.turn(1)
    t.dice(4, 1, 1, 1)
    t.play("fire B1", "normal")
    assert (t.over, t.winners, t.reason) == (True, (1,), "elimination")


@pytest.mark.clause("TI-WIN-01")
def test_a_squad_aboard_is_on_the_map_but_dies_with_its_transport(table):
    t = table()
    t.add("A1", (4, 5), kind="medium_tank_a")
    t.add("B1", HEX, kind="truck")
    t.add("B2", HEX, aboard="B1")
    t.turn(0)
    t.dice(*[4] * 3, *[1] * 5)
    t.play("fire A1")
    assert not t.over
    t.change("A1", activation="fresh")
    t.turn(0)
    t.dice(4, *[1] * 7)
    t.play("fire A1")
    assert (t.winners, t.reason) == ((0,), "elimination")


@pytest.mark.clause("TI-TRP-04", "TI-VEH-07")
def test_those_aboard_leave_no_trace_in_the_hex_of_a_lost_transport(table):
    t = table()
    t.add("A1", HEX, kind="truck")
    t.add("A2", HEX, aboard="A1")
    t.add("A3", HEX)
    t.lose("A1")
    assert [t.unit(name).status for name in ("A1", "A2", "A3")] == ["LOST", "LOST", "ON_MAP"]
    assert t.state["crowd"][0].sum() == 1 and t.state["alive"][0] == 1


@pytest.mark.clause("TI-WIN-01")
def test_a_reserve_card_counts_as_scheduled_reinforcement(table):
    t = table()
    t.add("A1", (4, 5))
    t.add("B1", HEX, regular=1)
    t.state["command"] = 0, 2
    t.hold(1, "rifle_reserve")
    t.spending()
    t.play("rifle-reserve")
    t.turn(0)
    t.dice(4, 1, 1, 1)
    t.play("fire A1", "normal")
    assert not t.over


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 0), ((2, 3), 1)])
def test_most_victory_points_win(table, points, winner):
    """Everything else speaks for the other side."""
    t = last_status_phase(table)
    t.state["points"] = points
    t.state["control"][:2] = 1 - winner
    t.add("AB"[1 - winner] + "2", (4, 8), elite=4)
    t.state["pool"][1 - winner] = 5
    t.state["initiative"] = winner
    assert outcome(t) == (winner, "victory_points")


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("winner", [0, 1])
def test_on_equal_points_more_victory_objectives_win(table, winner):
    """The command objective does not count."""
    t = last_status_phase(table)
    t.state["points"] = 2, 2
    t.state["control"][:3] = winner, -1, 1 - winner
    t.add("AB"[1 - winner] + "2", (4, 8), elite=4)
    t.state["pool"][1 - winner] = 5
    t.state["initiative"] = winner
    assert outcome(t) == (winner, "tiebreak")


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ({"regular": 4}, {"regular": 3}, 0), ({"regular": 4}, {"elite": 3}, 1), ({"officer": 1}, {"regular": 3}, 1),
        ({"officer": 1}, {"regular": 2}, 0), ({"machine_gun": 1}, {"regular": 4}, 1), ({"machine_gun": 1}, {"elite": 2}, 1),
        ({"machine_gun": 1}, {"machine_gun": 1}, 1), ({"mortar": 1}, {"regular": 4}, 0),
        ({"regular": 1, "specialty": "engineer"}, {"officer": 1}, None), ({"regular": 1, "specialty": "flamethrower"}, {"elite": 2}, 0),
        ({"kind": "truck"}, {"elite": 1}, 0), ({"kind": "medium_tank_a"}, {"kind": "medium_tank_b"}, 1),
        ({"kind": "half_track", "damage": "light"}, {"officer": 1}, 1), ({"kind": "half_track", "damage": "light"}, {"regular": 2}, 0),
        ({"kind": "half_track", "damage": "heavy"}, {"officer": 1}, 1), ({"kind": "half_track"}, {"machine_gun": 1}, 0),
        ({"kind": "medium_tank_a", "damage": "light"}, {"elite": 4}, 0),
    ],
    ids=str,
)  # fmt: skip
def test_then_the_value_of_the_surviving_units_wins(table, a, b, winner):
    """Prices of the dossier: 5, 9, 13, 17 (B: 20), 21; truck 10, half-track 25, tanks 75 and 80; a damaged vehicle half."""
    t = last_status_phase(table)
    t.add("A2", (4, 8), **a)
    t.add("B2", (4, 0), **b)
    if winner is not None:
        t.state["pool"][1 - winner] = 5
        assert outcome(t) == (winner, "tiebreak")
    else:
        t.state["initiative"] = 1
        assert outcome(t) == (0, "tiebreak")


@pytest.mark.clause("TI-WIN-02")
def test_squads_aboard_survive_and_reserves_do_not_count(table):
    t = last_status_phase(table)
    t.add("A2", (4, 8), kind="truck")
    t.add("A3", (4, 8), aboard="A2", regular=1)
    t.add("B2", (4, 0), regular=2)
    t.reserve("B3", due=9, elite=4)
    t.state["pool"][1] = 5
    assert outcome(t) == (0, "tiebreak")  # 10 + 5 against 10


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("winner", [0, 1])
def test_then_the_larger_initiative_pool_wins(table, winner):
    t = last_status_phase(table)
    t.state["pool"][winner] = 1
    t.state["initiative"] = winner
    assert outcome(t) == (winner, "tiebreak")


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("holder", [0, 1])
def test_at_last_the_player_without_the_token_wins(table, holder):
    t = last_status_phase(table)
    t.state["initiative"] = holder
    assert outcome(t) == (1 - holder, "tiebreak")
    assert t.rewards == ([-1.0, 1.0] if holder == 0 else [1.0, -1.0])


@pytest.mark.clause("TI-WIN-02", "TI-RND-03")
def test_nobody_wins_by_points_before_the_last_round_is_over(table):
    t = last_status_phase(table)
    t.state["points"] = 30, 0
    t.initiative_step()
    assert t.decision == "OP_MODE"
    while t.decision == "OP_MODE":
        t.play("done")
    assert (t.over, t.winners, t.reason) == (True, (0,), "victory_points")


@pytest.mark.parametrize(("points", "over"), [((10, 0), False), ((11, 0), True), ((20, 9), True), ((20, 10), False), ((0, 11), True)])
def test_a_scenario_may_end_the_game_at_a_lead(table, points, over):
    t = last_status_phase(table, winning_lead=11)
    t.state["round"] = 1
    t.state["points"] = points
    t.initiative_step()
    assert t.over == over
    if over:
        assert (t.winners, t.reason) == ((0 if points[0] else 1,), "lead")


@pytest.mark.parametrize(("worth", "points"), [(0, [0, 0]), (2, [2, 0])])
def test_a_scenario_may_pay_for_destroyed_vehicles(table, worth, points):
    t = table(vehicle_points=worth)
    t.add("A1", (4, 5), kind="medium_tank_a")
    t.add("B1", HEX, kind="truck", damage="heavy")
    t.add("B2", (8, 0))
    t.turn(0)
    t.dice(4, *[1] * 7)
    t.play("fire A1", "at B1")
    assert (t.unit("B1").status, t.state["points"].tolist()) == ("LOST", points)
    assert [(e.seat, e.value) for e in events_of(t.state) if e.kind == Event.POINTS] == ([(0, worth)] if worth else [])
