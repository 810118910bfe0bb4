"""Chapters OBJ and WIN: what objectives are worth, and who wins."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX = (4, 4)


def objective(kind="victory", value=1, at=HEX, **more):
    return {"cell": list(at), "kind": kind, "value": value, **more}


def control_game(control_from=4, rounds=7, attacker="a"):
    goals = [objective(at=(4, 3), holder="b"), objective(at=(7, 2), holder="b"), objective("neutral", 2, (5, 5))]
    g = Table(objectives=goals, victory="control", attacker=attacker, control_from=control_from, rounds=rounds)
    g.add("A1", (0, 8))
    g.add("B1", (8, 0))
    return g


def last_status_phase(**keys):
    """The end of the last round, a squad of four regulars on each side, the token with A."""
    g = Table(rounds=3, objectives=[objective(), objective(at=(2, 4)), objective("neutral", 2, (6, 4))], **keys)
    g.state["round"] = 3
    g.add("A1", (0, 8))
    g.add("B1", (8, 0))
    return g


def outcome(g):
    g.status_phase("next")
    assert g.over and len(g.winners) == 1
    return g.winners[0], g.reason


@pytest.mark.clause("TI-OBJ-01", "TI-CMD-12")
def test_victory_objectives_pay_every_round():
    g = Table(objectives=[objective(value=2)])
    g.add("A1", HEX, mortar=1)
    g.add("B1", (8, 0), mortar=1)
    for round_ in (1, 2, 3):
        g.command_phase()
        assert (g.state["points"].tolist(), g.decision) == ([2 * round_, 0], "SELECT")


@pytest.mark.clause("TI-OBJ-01", "TI-WIN-03")
@pytest.mark.parametrize(("round_", "over"), [(3, False), (4, True), (5, True)])
def test_control_decides_from_the_named_round_on(round_, over):
    g = control_game()
    g.state["round"] = round_
    g.add("A2", (4, 3))
    g.add("A3", (7, 2))
    g.command_phase()
    assert (g.over, g.winners) == (over, (0,) if over else ())
    if over:
        assert (g.reason, g.rewards) == ("control", [1.0, -1.0])


@pytest.mark.clause("TI-WIN-03")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (6, False), (7, True)])
def test_without_control_the_defender_wins_after_the_last_round(round_, over):
    """All victory objectives are wanted; command objectives do not matter."""
    g = control_game()
    g.state["round"] = round_
    g.add("A2", (4, 3))
    g.add("A3", (5, 5))
    g.command_phase()
    while g.decision == "COMMAND":
        g.play("done")
    assert (g.over, g.winners) == (over, (1,) if over else ())


@pytest.mark.clause("TI-WIN-03")
def test_the_attacker_still_wins_in_the_last_round():
    g = control_game()
    g.state["round"] = 7
    g.add("A2", (4, 3))
    g.add("A3", (7, 2))
    g.command_phase()
    assert g.winners == (0,)


@pytest.mark.clause("TI-WIN-03")
@pytest.mark.parametrize(("holders", "winner"), [((1, 1), 1), ((1, 0), 0)])
def test_the_attacker_may_be_side_b(holders, winner):
    g = control_game(attacker="b")
    g.state["round"] = 7
    g.state["control"][:2] = holders
    g.initiative_step()
    assert g.winners == (winner,)


@pytest.mark.clause("TI-OBJ-02")
@pytest.mark.parametrize("terrain", [{}, {"building": [HEX]}, {"woods": [HEX]}, {"bridge": [HEX]}, {"stream": [HEX]}], ids=str)
def test_command_and_victory_objectives_may_share_a_hex_of_any_terrain(terrain):
    g = Table(objectives=[objective("victory", 1), objective("neutral", 2), objective("command_a", 4)], terrain=terrain)
    g.add("A1", HEX)
    g.add("B1", (8, 0))
    g.command_phase()
    assert g.state["control"][:3].tolist() == [0, 0, 0]
    assert (g.state["points"][0], g.state["command"][0]) == (1, 6)


@pytest.mark.clause("TI-WIN-01")
@pytest.mark.parametrize(("reserve", "over"), [(False, True), (True, False)])
def test_a_side_without_units_and_reinforcements_loses_at_once(reserve, over):
    g = Table()
    g.add("A1", (4, 5))
    g.add("B1", HEX, regular=1)
    if reserve:
        g.reserve("B2", due=4, regular=4)
    with g:
        g.turn(0)
        g.dice(4, 1, 1, 1)
        g.play("fire A1", "normal")
    assert (g.over, g.winners) == (over, (0,) if over else ())
    if over:
        assert (g.reason, g.state["phase"], g.rewards) == ("elimination", 1, [1.0, -1.0])


@pytest.mark.clause("TI-WIN-01")
def test_a_squad_aboard_is_on_the_map_but_dies_with_its_transport():
    g = Table()
    g.add("A1", (4, 5), kind="medium_tank_a")
    g.add("B1", HEX, kind="truck")
    g.add("B2", HEX, aboard="B1")
    with g:
        g.turn(0)
        g.dice(*[4] * 3, *[1] * 5)
        g.play("fire A1")
        assert not g.over
        g.state["units"][0]["activation"] = 0
        g.turn(0)
        g.dice(4, *[1] * 7)
        g.play("fire A1")
    assert (g.winners, g.reason) == ((0,), "elimination")


@pytest.mark.clause("TI-WIN-01")
def test_a_reserve_card_counts_as_scheduled_reinforcement():
    g = Table()
    g.add("A1", (4, 5))
    g.add("B1", HEX, regular=1)
    g.state["command"] = 0, 2
    g.hold(1, "rifle_reserve")
    g.spending()
    g.play("rifle-reserve")
    with g:
        g.turn(0)
        g.dice(4, 1, 1, 1)
        g.play("fire A1", "normal")
    assert not g.over


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 0), ((2, 3), 1)])
def test_most_victory_points_win(points, winner):
    """Everything else speaks for the other side."""
    g = last_status_phase()
    g.state["points"] = points
    g.state["control"][:2] = 1 - winner
    g.add("AB"[1 - winner] + "2", (4, 8), elite=4)
    g.state["pool"][1 - winner] = 5
    g.state["initiative"] = winner
    assert outcome(g) == (winner, "victory_points")


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("winner", [0, 1])
def test_on_equal_points_more_victory_objectives_win(winner):
    """The command objective does not count."""
    g = last_status_phase()
    g.state["points"] = 2, 2
    g.state["control"][:3] = winner, -1, 1 - winner
    g.add("AB"[1 - winner] + "2", (4, 8), elite=4)
    g.state["pool"][1 - winner] = 5
    g.state["initiative"] = winner
    assert outcome(g) == (winner, "tiebreak")


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
def test_then_the_value_of_the_surviving_units_wins(a, b, winner):
    """Prices of the dossier: 5, 9, 13, 17 (B: 20), 21; truck 10, half-track 25, tanks 75 and 80; a damaged vehicle half."""
    g = last_status_phase()
    g.add("A2", (4, 8), **a)
    g.add("B2", (4, 0), **b)
    if winner is not None:
        g.state["pool"][1 - winner] = 5
        assert outcome(g) == (winner, "tiebreak")
    else:
        g.state["initiative"] = 1
        assert outcome(g) == (0, "tiebreak")


@pytest.mark.clause("TI-WIN-02")
def test_squads_aboard_survive_and_reserves_do_not_count():
    g = last_status_phase()
    g.add("A2", (4, 8), kind="truck")
    g.add("A3", (4, 8), aboard="A2", regular=1)
    g.add("B2", (4, 0), regular=2)
    g.reserve("B3", due=9, elite=4)
    g.state["pool"][1] = 5
    assert outcome(g) == (0, "tiebreak")  # 10 + 5 against 10


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("winner", [0, 1])
def test_then_the_larger_initiative_pool_wins(winner):
    g = last_status_phase()
    g.state["pool"][winner] = 1
    g.state["initiative"] = winner
    assert outcome(g) == (winner, "tiebreak")


@pytest.mark.clause("TI-WIN-02")
@pytest.mark.parametrize("holder", [0, 1])
def test_at_last_the_player_without_the_token_wins(holder):
    g = last_status_phase()
    g.state["initiative"] = holder
    assert outcome(g) == (1 - holder, "tiebreak")
    assert g.rewards == ([-1.0, 1.0] if holder == 0 else [1.0, -1.0])


@pytest.mark.clause("TI-WIN-02", "TI-RND-03")
def test_nobody_wins_by_points_before_the_last_round_is_over():
    g = last_status_phase()
    g.state["points"] = 30, 0
    g.initiative_step()
    assert g.decision == "OP_MODE"
    while g.decision == "OP_MODE":
        g.play("done")
    assert (g.over, g.winners, g.reason) == (True, (0,), "victory_points")


@pytest.mark.parametrize(
    ("points", "over"), [((10, 0), False), ((11, 0), True), ((20, 9), True), ((20, 10), False), ((0, 11), True)]
)
def test_a_scenario_may_end_the_game_at_a_lead(points, over):
    g = last_status_phase(winning_lead=11)
    g.state["round"] = 1
    g.state["points"] = points
    g.initiative_step()
    assert g.over == over
    if over:
        assert (g.winners, g.reason) == ((0 if points[0] else 1,), "lead")


@pytest.mark.parametrize(("worth", "points"), [(0, [0, 0]), (2, [2, 0])])
def test_a_scenario_may_pay_for_destroyed_vehicles(worth, points):
    g = Table(vehicle_points=worth)
    g.add("A1", (4, 5), kind="medium_tank_a")
    g.add("B1", HEX, kind="truck", damage="heavy")
    g.add("B2", (8, 0))
    with g:
        g.turn(0)
        g.dice(4, *[1] * 7)
        g.play("fire A1", "at B1")
    assert (g.unit("B1").status, g.state["points"].tolist()) == ("LOST", points)
