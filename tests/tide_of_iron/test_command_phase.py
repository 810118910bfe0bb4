"""Chapter CMD: control, income, spending, initiative."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.tide_of_iron.rules.scoring import is_flipped, space_of
from skirmish_rl.envs.tide_of_iron.state import Card

HEX = (4, 4)


def objective(kind, value=1, at=HEX, **more):
    return {"cell": list(at), "kind": kind, "value": value, **more}


def with_objectives(table, *objectives, command=(0, 0), pool=(0, 0), holder=0, **keys):
    """A table with a squad of each side away from the objectives."""
    t = table(objectives=list(objectives), **keys)
    t.add("A1", (4, 8))
    t.add("B1", (4, 0))
    t.state["command"], t.state["pool"], t.state["initiative"] = command, pool, holder
    return t


def control(t):
    return t.state["control"].tolist()[: int(t.scenario.tables[0]["n_objectives"])]


def pair(t, key):
    return tuple(t.state[key].tolist())


@pytest.mark.clause("TI-CMD-01")
def test_the_command_phase_waits_for_both_sides_actions(table):
    t = with_objectives(table, objective("victory"))
    t.add("A2", HEX)
    t.turn(0)
    for action in ("fatigue A1", "fatigue A2"):
        t.play(action)
        assert (t.decision, pair(t, "points")) == ("SELECT", (0, 0))
    t.play("fatigue B1")
    assert pair(t, "points") == (1, 0)


@pytest.mark.clause("TI-CMD-01", "TI-CMD-03")
def test_control_income_spending_and_initiative_follow_in_this_order(table):
    t = with_objectives(table, objective("neutral", 2), objective("victory", 1, (2, 4)), pool=(0, 1))
    t.add("A2", HEX)
    t.add("A3", (2, 4))
    t.command_phase()
    assert control(t) == [0, 0]  # step 1
    assert (pair(t, "command"), pair(t, "points")) == ((2, 0), (1, 0))  # step 2
    assert (t.decision, t.decider) == ("COMMAND", 0)  # step 3
    assert t.state["initiative"] == 0
    t.play("done")
    assert t.state["initiative"] == 1  # step 4


@pytest.mark.clause("TI-CMD-02", "TI-CMD-04")
@pytest.mark.parametrize("kind", ["victory", "neutral", "command_a", "command_b"])
@pytest.mark.parametrize("value", [0, 2])
def test_every_kind_of_objective_is_captured_by_the_unit_in_its_hex(table, kind, value):
    """An objective without value is a hex whose control the scenario only looks at."""
    t = with_objectives(table, objective(kind, value), objective(kind, value, (2, 4)))
    t.add("B2", HEX)
    t.add("B3", (3, 4))
    t.command_phase()
    assert control(t) == [1, -1]


@pytest.mark.clause("TI-CMD-03", "TI-CMD-04", "TI-CMD-05", "TI-CMD-06")
@pytest.mark.parametrize("before", [-1, 0, 1])
@pytest.mark.parametrize("there", [None, 0, 1])
def test_a_marker_lies_until_an_enemy_unit_stands_there(table, before, there):
    t = with_objectives(table, objective("neutral", 0))
    t.state["control"][0] = before
    if there is not None:
        t.add("AB"[there] + "2", HEX)
    t.command_phase()
    assert control(t) == [before if there is None else there]


@pytest.mark.clause("TI-CMD-06", "TI-CMD-10", "TI-CMD-12")
def test_control_pays_again_after_the_units_have_left(table):
    t = with_objectives(table, objective("neutral", 2), objective("victory", 3))
    t.add("A2", HEX)
    t.command_phase()
    t.lose("A2")
    t.command_phase()
    assert (pair(t, "command"), pair(t, "points")) == ((4, 0), (6, 0))


@pytest.mark.clause("TI-CMD-07")
@pytest.mark.parametrize(
    "unit",
    [
        {"condition": "pinned"}, {"condition": "disrupted"}, {"activation": "fatigued"}, {"activation": "op_fire"}, {"kind": "truck"},
        {"kind": "medium_tank_a", "damage": "heavy"}, {"mortar": 1}, {"regular": 1, "fort": "entrenchment"},
    ],
    ids=lambda unit: " ".join(map(str, unit.values())),
)  # fmt: skip
def test_any_unit_captures(table, unit):
    t = with_objectives(table, objective("victory"))
    t.add("A2", HEX, **unit)
    t.command_phase()
    assert control(t) == [0]


@pytest.mark.clause("TI-CMD-08", "TI-CMD-09", "TI-CMD-10")
@pytest.mark.parametrize(
    ("kind", "owner", "income"),
    [
        ("neutral", 0, (3, 0)), ("neutral", 1, (0, 3)), ("command_a", 0, (3, 0)), ("command_a", 1, (0, 0)), ("command_b", 1, (0, 3)),
        ("command_b", 0, (0, 0)), ("command_a", -1, (0, 0)), ("victory", 0, (0, 0)),
    ],
)  # fmt: skip
def test_command_comes_from_own_and_neutral_command_objectives(table, kind, owner, income):
    t = with_objectives(table, objective(kind, 3), command=(1, 2))
    t.state["control"][0] = owner
    t.command_phase()
    assert pair(t, "command") == (1 + income[0], 2 + income[1])
    assert control(t) == [owner]


@pytest.mark.clause("TI-CMD-09", "TI-CMD-10")
def test_a_visit_denies_the_enemy_his_command(table):
    t = with_objectives(table, objective("command_b", 3), objective("neutral", 2, (2, 4)))
    t.state["control"][:2] = [1, 0]
    t.add("A2", HEX)
    t.command_phase()
    assert (control(t), pair(t, "command")) == ([0, 0], (2, 0))


@pytest.mark.clause("TI-CMD-11", "TI-CMD-15", "TI-CMD-17", "TI-CMD-22")
def test_command_buys_command_phase_cards_and_initiative_and_nothing_else(table):
    """The special purposes that a scenario may name are left out, see the next test."""
    t = with_objectives(table, command=(2, 0))
    t.hold(0, "rapid_mobilisation", "cut_communications", "forced_march", "coordinated_push", "extra_rations")
    t.state["pool"][1] = 1
    t.spending()
    assert t.legal() == {"rapid-mobilisation", "extra-rations", "bid 1", "bid 2", "done"}


@pytest.mark.clause("TI-CMD-11", "TI-CMD-15")
def test_a_scenario_that_names_a_use_of_command_is_refused(table):
    with pytest.raises(DataError, match=r"unknown key.*command_uses|command_uses.*unknown key"):
        with_objectives(table, command_uses=["bridging"])


@pytest.mark.clause("TI-CMD-12")
def test_each_victory_objective_pays_its_owner(table):
    t = with_objectives(table, objective("victory", 2), objective("victory", 1, (2, 4)), objective("victory", 4, (6, 4)))
    t.state["control"][:3] = [0, 0, 1]
    t.state["points"] = [5, 0]
    t.command_phase()
    assert pair(t, "points") == (8, 4)


@pytest.mark.clause("TI-CMD-12")
def test_a_control_scenario_has_no_victory_points(table):
    t = with_objectives(table, objective("victory", 2), victory="control", attacker="a", control_from=5)
    t.state["control"][0] = 0
    t.command_phase()
    assert pair(t, "points") == (0, 0)


@pytest.mark.clause("TI-CMD-13")
@pytest.mark.parametrize(
    ("points", "flipped", "space"), [(0, False, 0), (7, False, 7), (9, False, 9), (10, False, 10), (11, True, 1), (12, True, 2)]
)
def test_the_victory_point_marker_is_flipped_at_eleven(points, flipped, space):
    assert (bool(is_flipped(points)), space_of(points)) == (flipped, space)


@pytest.mark.clause("TI-CMD-14", "TI-CMD-22")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_holder_spends_completely_before_his_opponent(table, holder):
    t = with_objectives(table, command=(3, 3), holder=holder)
    asked = []
    t.spending()
    for action in ("bid 1", "bid 1", "done", "bid 2", "done"):
        assert t.decision == "COMMAND"
        asked.append(t.decider)
        t.play(action)
    assert asked == [holder] * 3 + [1 - holder] * 2
    assert t.decision == "OP_MODE"
    assert sorted(pair(t, "pool")) == [2, 2]


@pytest.mark.clause("TI-CMD-16")
def test_unspent_command_stays_for_later_rounds(table):
    t = with_objectives(table, objective("neutral", 2), command=(3, 0))
    t.spending()
    assert t.can("done")
    t.play("done")
    assert pair(t, "command") == (3, 0)
    t.state["control"][0] = 0
    t.command_phase()
    assert pair(t, "command") == (5, 0)


@pytest.mark.clause("TI-CMD-15", "TI-CMD-17")
def test_an_action_phase_card_stays_in_hand_in_the_command_phase(table):
    t = with_objectives(table, command=(2, 0))
    t.hold(0, "forced_march", "steady")
    t.add("A2", (3, 7), condition="pinned")
    t.spending()
    assert "steady" in t.legal()
    assert "forced-march" not in t.legal()


@pytest.mark.clause("TI-CMD-17")
@pytest.mark.parametrize(("command", "can"), [(2, False), (3, True)])
def test_a_card_is_paid_first_and_then_resolved_at_once(table, command, can):
    t = with_objectives(table, command=(command, 0), pool=(0, 4))
    t.hold(0, "cut_communications")
    t.spending()
    assert t.can("cut-communications") == can
    if can:
        t.play("cut-communications")
        assert (pair(t, "command"), pair(t, "pool")) == ((0, 0), (0, 1))


@pytest.mark.clause("TI-CMD-17")
def test_command_that_a_card_brings_can_pay_for_the_next(table):
    t = with_objectives(table, command=(0, 0))
    t.hold(0, "extra_rations", "rapid_mobilisation")
    t.spending()
    assert t.legal() == {"extra-rations", "done"}
    t.play("extra-rations", "rapid-mobilisation")
    assert (pair(t, "command"), pair(t, "pool")) == ((1, 0), (3, 0))


@pytest.mark.clause("TI-CMD-18")
def test_activated_cards_leave_the_game_but_lasting_ones_lie_in_the_play_area(table):
    t = with_objectives(table, command=(4, 0), a={"decks": ["command", "morale"]}, b={"decks": ["command"]})
    decks = t.state["deck"].copy()
    t.hold(0, "rapid_mobilisation", "no_step_back")
    t.spending()
    t.play("rapid-mobilisation", "no-step-back")
    assert t.hand(0) == {}
    assert (t.state["deck"] == decks).all()
    assert [(seat, Card(card)) for seat, card in zip(*t.state["lasting"].nonzero(), strict=True)] == [(0, Card.NO_STEP_BACK)]


@pytest.mark.clause("TI-CMD-19")
def test_a_player_activates_as_many_cards_as_he_can_afford(table):
    t = with_objectives(table, command=(3, 3))
    t.hold(0, *["rapid_mobilisation"] * 4)
    t.spending()
    t.play(*["rapid-mobilisation"] * 3)
    assert (t.hand(0), pair(t, "pool")) == ({"rapid_mobilisation": 1}, (9, 0))
    assert (t.decider, t.legal()) == (1, {"bid 1", "bid 2", "bid 3", "done"})  # no cards in the opponent's HQ area


@pytest.mark.clause("TI-CMD-19")
def test_cards_of_the_opponent_and_of_the_deck_cannot_be_activated(table):
    t = with_objectives(table, command=(3, 0), a={"decks": ["command"]}, b={"decks": ["command"]})
    t.hold(1, "rapid_mobilisation")
    t.spending()
    assert t.legal() == {"bid 1", "bid 2", "bid 3", "done"}


@pytest.mark.clause("TI-CMD-20", "TI-CMD-21")
def test_command_on_the_initiative_card_accumulates_and_never_comes_back(table):
    t = with_objectives(table, objective("neutral", 2), command=(3, 0), pool=(1, 0))
    t.state["control"][0] = 0
    t.command_phase()
    t.play("bid 4", "done")
    assert (pair(t, "command"), pair(t, "pool")) == ((1, 0), (5, 0))
    t.command_phase()
    t.play("bid 3")
    assert (pair(t, "command"), pair(t, "pool")) == ((0, 0), (8, 0))


@pytest.mark.clause("TI-CMD-20", "TI-CMD-22")
def test_any_part_of_the_available_command_can_be_bid_again_and_again(table):
    t = with_objectives(table, command=(4, 0))
    t.hold(0, "rapid_mobilisation")
    t.spending()
    assert t.legal() == {"bid 1", "bid 2", "bid 3", "bid 4", "rapid-mobilisation", "done"}
    t.play("bid 2")
    assert t.legal() == {"bid 1", "bid 2", "rapid-mobilisation", "done"}
    t.play("rapid-mobilisation")
    assert t.legal() == {"bid 1", "done"}
    t.play("bid 1")
    assert (t.decision, pair(t, "pool")) == ("OP_MODE", (6, 0))


@pytest.mark.clause("TI-CMD-20", "TI-CMD-22")
def test_more_than_twelve_command_is_bid_in_parts(table):
    t = with_objectives(table, command=(20, 0))
    t.spending()
    t.play("bid 12", "bid 8")
    assert pair(t, "pool") == (20, 0)


@pytest.mark.clause("TI-CMD-23", "TI-CMD-24")
@pytest.mark.parametrize(
    ("holder", "pool", "new"),
    [
        (0, (3, 2), 0), (0, (2, 3), 1), (1, (3, 2), 0), (1, (2, 3), 1), (0, (5, 5), 1), (1, (5, 5), 0), (0, (0, 0), 1), (1, (0, 0), 0),
    ],
)  # fmt: skip
def test_more_command_takes_the_token_and_a_tie_passes_it_on(table, holder, pool, new):
    t = with_objectives(table, pool=pool, holder=holder)
    t.initiative_step()
    assert t.state["initiative"] == new
    assert pair(t, "pool") == pool
    assert t.decider == new  # the new holder goes first in the coming phase


@pytest.mark.clause("TI-CMD-25")
def test_the_pile_never_runs_out(table):
    t = with_objectives(table, objective("neutral", 9), command=(4000, 0))
    t.state["control"][0] = 0
    t.command_phase()
    assert pair(t, "command") == (4009, 0)


@pytest.mark.clause("TI-CMD-25")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("whose", [0, 1])
def test_both_initiative_pools_are_open(table, seat, whose):
    def seen(pool):
        t = with_objectives(table)
        t.state["pool"][whose] = pool
        t.turn(seat)
        return t.batch.observations[0].copy()

    assert (seen(3) != seen(4)).any()


@pytest.mark.clause("TI-CMD-26")
def test_the_scenarios_condition_is_checked_after_the_initiative(table):
    t = with_objectives(table, objective("victory"), command=(1, 0), victory="control", attacker="a", control_from=1)
    t.add("A2", HEX)
    t.command_phase()
    assert not t.over
    t.play("done")
    assert (t.over, t.winners, t.reason) == (True, (0,), "control")
    assert t.state["initiative"] == 1
    assert t.state["round"] == 1


@pytest.mark.clause("TI-CMD-26")
@pytest.mark.parametrize(
    ("marker", "there", "wins"),
    [(1, 0, True), (-1, 0, True), (0, None, True), (0, 1, False), (1, None, False), (-1, None, False)],
)
def test_a_unit_in_the_hex_counts_as_control_at_the_check(table, marker, there, wins):
    t = with_objectives(table, objective("victory"), victory="control", attacker="a", control_from=1)
    t.state["control"][0] = marker
    if there is not None:
        t.add("AB"[there] + "2", HEX)
    t.initiative_step()
    assert t.over == wins
