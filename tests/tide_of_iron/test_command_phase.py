"""Chapter CMD: control, income, spending, initiative."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.tide_of_iron.rules.scoring import is_flipped, space_of
from skirmish_rl.envs.tide_of_iron.state import Card
from tests.tide_of_iron.table import Table, cell_of

HEX = (4, 4)


def objective(kind, value=1, at=HEX, **more):
    return {"cell": list(at), "kind": kind, "value": value, **more}


def table(*objectives, command=(0, 0), pool=(0, 0), holder=0, **keys):
    """A table with a squad of each side away from the objectives."""
    g = Table(objectives=list(objectives), **keys)
    g.add("A1", (4, 8))
    g.add("B1", (4, 0))
    g.state["command"], g.state["pool"], g.state["initiative"] = command, pool, holder
    return g


def control(g):
    return g.state["control"].tolist()[: int(g.scenario.tables[0]["n_objectives"])]


def pair(g, key):
    return tuple(g.state[key].tolist())


@pytest.mark.clause("TI-CMD-01")
def test_the_command_phase_waits_for_both_sides_actions():
    g = table(objective("victory"))
    g.add("A2", HEX)
    g.turn(0)
    for action in ("fatigue A1", "fatigue A2"):
        g.play(action)
        assert (g.decision, pair(g, "points")) == ("SELECT", (0, 0))
    g.play("fatigue B1")
    assert pair(g, "points") == (1, 0)


@pytest.mark.clause("TI-CMD-01", "TI-CMD-03")
def test_control_income_spending_and_initiative_follow_in_this_order():
    g = table(objective("neutral", 2), objective("victory", 1, (2, 4)), pool=(0, 1))
    g.add("A2", HEX)
    g.add("A3", (2, 4))
    g.command_phase()
    assert control(g) == [0, 0]  # step 1
    assert (pair(g, "command"), pair(g, "points")) == ((2, 0), (1, 0))  # step 2
    assert (g.decision, g.decider) == ("COMMAND", 0)  # step 3
    assert g.state["initiative"] == 0
    g.play("done")
    assert g.state["initiative"] == 1  # step 4


@pytest.mark.clause("TI-CMD-02", "TI-CMD-04")
@pytest.mark.parametrize("kind", ["victory", "neutral", "command_a", "command_b"])
@pytest.mark.parametrize("value", [0, 2])
def test_every_kind_of_objective_is_captured_by_the_unit_in_its_hex(kind, value):
    """An objective without value is a hex whose control the scenario only looks at."""
    g = table(objective(kind, value), objective(kind, value, (2, 4)))
    g.add("B2", HEX)
    g.add("B3", (3, 4))
    g.command_phase()
    assert control(g) == [1, -1]


@pytest.mark.clause("TI-CMD-03", "TI-CMD-04", "TI-CMD-05", "TI-CMD-06")
@pytest.mark.parametrize("before", [-1, 0, 1])
@pytest.mark.parametrize("there", [None, 0, 1])
def test_a_marker_lies_until_an_enemy_unit_stands_there(before, there):
    g = table(objective("neutral", 0))
    g.state["control"][0] = before
    if there is not None:
        g.add("AB"[there] + "2", HEX)
    g.command_phase()
    assert control(g) == [before if there is None else there]


@pytest.mark.clause("TI-CMD-06", "TI-CMD-10", "TI-CMD-12")
def test_control_pays_again_after_the_units_have_left():
    g = table(objective("neutral", 2), objective("victory", 3))
    g.add("A2", HEX)
    g.command_phase()
    g.state["crowd"][0, cell_of(HEX)] = 0
    g.command_phase()
    assert (pair(g, "command"), pair(g, "points")) == ((4, 0), (6, 0))


@pytest.mark.clause("TI-CMD-07")
@pytest.mark.parametrize(
    "unit",
    [
        {"condition": "pinned"}, {"condition": "disrupted"}, {"activation": "fatigued"}, {"activation": "op_fire"}, {"kind": "truck"},
        {"kind": "medium_tank_a", "damage": "heavy"}, {"mortar": 1}, {"regular": 1, "fort": "entrenchment"},
    ],
    ids=lambda unit: " ".join(map(str, unit.values())),
)  # fmt: skip
def test_any_unit_captures(unit):
    g = table(objective("victory"))
    g.add("A2", HEX, **unit)
    g.command_phase()
    assert control(g) == [0]


@pytest.mark.clause("TI-CMD-08", "TI-CMD-09", "TI-CMD-10")
@pytest.mark.parametrize(
    ("kind", "owner", "income"),
    [
        ("neutral", 0, (3, 0)), ("neutral", 1, (0, 3)), ("command_a", 0, (3, 0)), ("command_a", 1, (0, 0)), ("command_b", 1, (0, 3)),
        ("command_b", 0, (0, 0)), ("command_a", -1, (0, 0)), ("victory", 0, (0, 0)),
    ],
)  # fmt: skip
def test_command_comes_from_own_and_neutral_command_objectives(kind, owner, income):
    g = table(objective(kind, 3), command=(1, 2))
    g.state["control"][0] = owner
    g.command_phase()
    assert pair(g, "command") == (1 + income[0], 2 + income[1])
    assert control(g) == [owner]


@pytest.mark.clause("TI-CMD-09", "TI-CMD-10")
def test_a_visit_denies_the_enemy_his_command():
    g = table(objective("command_b", 3), objective("neutral", 2, (2, 4)))
    g.state["control"][:2] = [1, 0]
    g.add("A2", HEX)
    g.command_phase()
    assert (control(g), pair(g, "command")) == ([0, 0], (2, 0))


@pytest.mark.clause("TI-CMD-11", "TI-CMD-15", "TI-CMD-17", "TI-CMD-22")
def test_command_buys_command_phase_cards_and_initiative_and_nothing_else():
    g = table(command=(2, 0))
    g.hold(0, "rapid_mobilisation", "cut_communications", "forced_march", "coordinated_push", "extra_rations")
    g.state["pool"][1] = 1
    g.spending()
    assert g.legal() == {"rapid-mobilisation", "extra-rations", "bid 1", "bid 2", "done"}


@pytest.mark.clause("TI-CMD-12")
def test_each_victory_objective_pays_its_owner():
    g = table(objective("victory", 2), objective("victory", 1, (2, 4)), objective("victory", 4, (6, 4)))
    g.state["control"][:3] = [0, 0, 1]
    g.state["points"] = [5, 0]
    g.command_phase()
    assert pair(g, "points") == (8, 4)


@pytest.mark.clause("TI-CMD-12")
def test_a_control_scenario_has_no_victory_points():
    g = table(objective("victory", 2), victory="control", attacker="a", control_from=5)
    g.state["control"][0] = 0
    g.command_phase()
    assert pair(g, "points") == (0, 0)


@pytest.mark.clause("TI-CMD-13")
@pytest.mark.parametrize(
    ("points", "flipped", "space"), [(0, False, 0), (7, False, 7), (9, False, 9), (10, False, 10), (11, True, 1), (12, True, 2)]
)
def test_the_victory_point_marker_is_flipped_at_eleven(points, flipped, space):
    assert (bool(is_flipped(points)), space_of(points)) == (flipped, space)


@pytest.mark.clause("TI-CMD-14", "TI-CMD-22")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_holder_spends_completely_before_his_opponent(holder):
    g = table(command=(3, 3), holder=holder)
    asked = []
    g.spending()
    for action in ("bid 1", "bid 1", "done", "bid 2", "done"):
        assert g.decision == "COMMAND"
        asked.append(g.decider)
        g.play(action)
    assert asked == [holder] * 3 + [1 - holder] * 2
    assert g.decision == "OP_MODE"
    assert sorted(pair(g, "pool")) == [2, 2]


@pytest.mark.clause("TI-CMD-16")
def test_unspent_command_stays_for_later_rounds():
    g = table(objective("neutral", 2), command=(3, 0))
    g.spending()
    assert g.can("done")
    g.play("done")
    assert pair(g, "command") == (3, 0)
    g.state["control"][0] = 0
    g.command_phase()
    assert pair(g, "command") == (5, 0)


@pytest.mark.clause("TI-CMD-15", "TI-CMD-17")
def test_an_action_phase_card_stays_in_hand_in_the_command_phase():
    g = table(command=(2, 0))
    g.hold(0, "forced_march", "steady")
    g.add("A2", (3, 7), condition="pinned")
    g.spending()
    assert "steady" in g.legal()
    assert "forced-march" not in g.legal()


@pytest.mark.clause("TI-CMD-17")
@pytest.mark.parametrize(("command", "can"), [(2, False), (3, True)])
def test_a_card_is_paid_first_and_then_resolved_at_once(command, can):
    g = table(command=(command, 0), pool=(0, 4))
    g.hold(0, "cut_communications")
    g.spending()
    assert g.can("cut-communications") == can
    if can:
        g.play("cut-communications")
        assert (pair(g, "command"), pair(g, "pool")) == ((0, 0), (0, 1))


@pytest.mark.clause("TI-CMD-17")
def test_command_that_a_card_brings_can_pay_for_the_next():
    g = table(command=(0, 0))
    g.hold(0, "extra_rations", "rapid_mobilisation")
    g.spending()
    assert g.legal() == {"extra-rations", "done"}
    g.play("extra-rations", "rapid-mobilisation")
    assert (pair(g, "command"), pair(g, "pool")) == ((1, 0), (3, 0))


@pytest.mark.clause("TI-CMD-18")
def test_activated_cards_leave_the_game_but_lasting_ones_lie_in_the_play_area():
    g = table(command=(4, 0), a={"decks": ["command", "morale"]}, b={"decks": ["command"]})
    decks = g.state["deck"].copy()
    g.hold(0, "rapid_mobilisation", "no_step_back")
    g.spending()
    g.play("rapid-mobilisation", "no-step-back")
    assert g.hand(0) == {}
    assert (g.state["deck"] == decks).all()
    assert [(seat, Card(card)) for seat, card in zip(*g.state["lasting"].nonzero(), strict=True)] == [(0, Card.NO_STEP_BACK)]


@pytest.mark.clause("TI-CMD-19")
def test_a_player_activates_as_many_cards_as_he_can_afford():
    g = table(command=(3, 3))
    g.hold(0, *["rapid_mobilisation"] * 4)
    g.spending()
    g.play(*["rapid-mobilisation"] * 3)
    assert (g.hand(0), pair(g, "pool")) == ({"rapid_mobilisation": 1}, (9, 0))
    assert (g.decider, g.legal()) == (1, {"bid 1", "bid 2", "bid 3", "done"})  # no cards in the opponent's HQ area


@pytest.mark.clause("TI-CMD-19")
def test_cards_of_the_opponent_and_of_the_deck_cannot_be_activated():
    g = table(command=(3, 0), a={"decks": ["command"]}, b={"decks": ["command"]})
    g.hold(1, "rapid_mobilisation")
    g.spending()
    assert g.legal() == {"bid 1", "bid 2", "bid 3", "done"}


@pytest.mark.clause("TI-CMD-20", "TI-CMD-21")
def test_command_on_the_initiative_card_accumulates_and_never_comes_back():
    g = table(objective("neutral", 2), command=(3, 0), pool=(1, 0))
    g.state["control"][0] = 0
    g.command_phase()
    g.play("bid 4", "done")
    assert (pair(g, "command"), pair(g, "pool")) == ((1, 0), (5, 0))
    g.command_phase()
    g.play("bid 3")
    assert (pair(g, "command"), pair(g, "pool")) == ((0, 0), (8, 0))


@pytest.mark.clause("TI-CMD-20", "TI-CMD-22")
def test_any_part_of_the_available_command_can_be_bid_again_and_again():
    g = table(command=(4, 0))
    g.hold(0, "rapid_mobilisation")
    g.spending()
    assert g.legal() == {"bid 1", "bid 2", "bid 3", "bid 4", "rapid-mobilisation", "done"}
    g.play("bid 2")
    assert g.legal() == {"bid 1", "bid 2", "rapid-mobilisation", "done"}
    g.play("rapid-mobilisation")
    assert g.legal() == {"bid 1", "done"}
    g.play("bid 1")
    assert (g.decision, pair(g, "pool")) == ("OP_MODE", (6, 0))


@pytest.mark.clause("TI-CMD-20", "TI-CMD-22")
def test_more_than_twelve_command_is_bid_in_parts():
    g = table(command=(20, 0))
    g.spending()
    g.play("bid 12", "bid 8")
    assert pair(g, "pool") == (20, 0)


@pytest.mark.clause("TI-CMD-23", "TI-CMD-24")
@pytest.mark.parametrize(
    ("holder", "pool", "new"),
    [
        (0, (3, 2), 0), (0, (2, 3), 1), (1, (3, 2), 0), (1, (2, 3), 1), (0, (5, 5), 1), (1, (5, 5), 0), (0, (0, 0), 1), (1, (0, 0), 0),
    ],
)  # fmt: skip
def test_more_command_takes_the_token_and_a_tie_passes_it_on(holder, pool, new):
    g = table(pool=pool, holder=holder)
    g.initiative_step()
    assert g.state["initiative"] == new
    assert pair(g, "pool") == pool
    assert g.decider == new  # the new holder goes first in the coming phase


@pytest.mark.clause("TI-CMD-25")
def test_the_pile_never_runs_out():
    g = table(objective("neutral", 9), command=(4000, 0))
    g.state["control"][0] = 0
    g.command_phase()
    assert pair(g, "command") == (4009, 0)


@pytest.mark.clause("TI-CMD-25")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("whose", [0, 1])
def test_both_initiative_pools_are_open(seat, whose):
    def seen(pool):
        g = table()
        g.state["pool"][whose] = pool
        g.turn(seat)
        return g.batch.observations[0].copy()

    assert (seen(3) != seen(4)).any()


@pytest.mark.clause("TI-CMD-26")
def test_the_scenarios_condition_is_checked_after_the_initiative():
    g = table(objective("victory"), command=(1, 0), victory="control", attacker="a", control_from=1)
    g.add("A2", HEX)
    g.command_phase()
    assert not g.over
    g.play("done")
    assert (g.over, g.winners, g.reason) == (True, (0,), "control")
    assert g.state["initiative"] == 1
    assert g.state["round"] == 1


@pytest.mark.clause("TI-CMD-26")
@pytest.mark.parametrize(
    ("marker", "there", "wins"),
    [(1, 0, True), (-1, 0, True), (0, None, True), (0, 1, False), (1, None, False), (-1, None, False)],
)
def test_a_unit_in_the_hex_counts_as_control_at_the_check(marker, there, wins):
    g = table(objective("victory"), victory="control", attacker="a", control_from=1)
    g.state["control"][0] = marker
    if there is not None:
        g.add("AB"[there] + "2", HEX)
    g.initiative_step()
    assert g.over == wins
