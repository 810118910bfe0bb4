"""Chapter ACT: action turns, activation states, and what each action is. Fire and Movement and what stops it: test_action_phase_moving."""

from __future__ import annotations

import pytest

MID, NEXT, AWAY = (4, 4), (5, 4), (0, 0)


def rows(table, own, foes, **keys):
    """A table with units A1.. in the south and B1.. in the north, out of each other's way."""
    t = table(**keys)
    for k in range(own):
        t.add(f"A{k + 1}", (k, 8))
    for k in range(foes):
        t.add(f"B{k + 1}", (k, 0))
    return t


def tire(t):
    """The first fresh unit of who must choose is fatigued; who it was and how many actions he had left."""
    seat, left = t.decider, int(t.state["actions_left"])
    t.play(min((text for text in t.legal() if text.startswith("fatigue")), key=lambda text: int(text[9:])))
    return seat, left


@pytest.mark.clause("TI-ACT-01")
@pytest.mark.parametrize(("holder", "turns"), [(0, [0, 0, 0, 1, 1, 0, 0, 0, 1, 1]), (1, [1, 1, 0, 0, 0, 1, 1, 0, 0, 0])])
def test_turns_of_the_scenarios_number_of_actions_alternate_from_the_holder_on(table, holder, turns):
    t = rows(table, 7, 7, a={"actions": 3}, b={"actions": 2})
    t.state["initiative"] = holder
    t.begin_round()
    assert [tire(t)[0] for _ in turns] == turns


@pytest.mark.clause("TI-ACT-02", "TI-ACT-03")
def test_who_cannot_take_all_his_actions_is_done_and_the_other_goes_on_turn_by_turn(table):
    t = rows(table, 3, 7)
    t.begin_round()
    seen = [tire(t) for _ in range(10)]
    assert seen == [(0, 2), (0, 1), (1, 2), (1, 1), (0, 2), (1, 2), (1, 1), (1, 2), (1, 1), (1, 2)]
    assert t.decision == "OP_MODE"  # all are done


@pytest.mark.clause("TI-ACT-02", "TI-ACT-05")
@pytest.mark.parametrize("activation", ["fatigued", "op_fire"])
def test_who_can_take_no_action_is_done_at_once(table, activation):
    """His only unit is fatigued or in Op Fire mode."""
    t = rows(table, 1, 1)
    t.change("A1", activation=activation)
    t.begin_round()
    assert t.decider == 1
    assert t.state["finished"].tolist() == [1, 0]


@pytest.mark.clause("TI-ACT-02")
@pytest.mark.parametrize("acts", [1, 2])
def test_a_finished_action_phase_does_not_resume(table, acts):
    """A holds Marksmen that find a target only after B has moved: too late when A took fewer actions than his turn has."""
    wall = {"woods": [(column, 4) for column in range(9)]}
    t = table(terrain=wall, a={"actions": 2}, b={"actions": 1})
    for k in range(acts):
        t.add(f"A{k + 1}", (k, 8))
    t.add("B1", (4, 3))
    t.add("B2", (0, 0))
    t.hold(0, "marksmen")
    t.state["command"] = 1
    t.begin_round()
    for _ in range(acts):
        assert not t.can("marksmen")
        tire(t)
    t.play("advance B1", "south-west", "stop")
    if acts == 2:
        assert (t.decider, t.legal()) == (0, {"marksmen", "finished"})
    else:
        assert (t.decision, t.decider, t.hand(0)) == ("SELECT", 1, {"marksmen": 1})


@pytest.mark.clause("TI-ACT-03", "TI-RND-01")
def test_the_action_phase_ends_when_both_are_done(table):
    t = rows(table, 1, 2)
    t.state["command"] = 1
    t.begin_round()
    for _ in range(3):
        assert t.decision == "SELECT"
        tire(t)
    assert t.decision == "COMMAND"


@pytest.mark.clause("TI-ACT-04")
def test_there_is_no_pass(table):
    t = rows(table, 2, 1)
    t.hold(0, "coordinated_push")
    t.state["command"] = 2
    t.turn()
    orders = {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}
    assert {text.split()[0] for text in t.legal()} <= orders | {"coordinated-push"}


def with_marksmen(table, *fresh):
    """Side A, whose squad A1 is fatigued, could play Marksmen; further units of it are fresh. B has two squads in sight."""
    t = rows(table, 0, 2)
    t.add("A1", (0, 8), activation="fatigued")
    for k, unit in enumerate(fresh):
        t.add(f"A{k + 2}", (k + 1, 8), **unit)
    t.hold(0, "marksmen")
    t.state["command"] = 1, 0
    t.turn()
    return t


@pytest.mark.clause("TI-ACT-04", "TI-CMD-16")
def test_a_card_is_played_by_choice_only_where_no_unit_can_act(table):
    t = with_marksmen(table)
    assert (t.decision, t.decider, t.legal()) == ("SELECT", 0, {"marksmen", "finished"})
    t.dice(1, 1, 1)
    t.play("marksmen", "unit B1")
    assert (t.decision, t.decider, t.hand(0)) == ("SELECT", 1, {})


@pytest.mark.clause("TI-ACT-02", "TI-ACT-03", "TI-ACT-04", "TI-CMD-16")
def test_who_is_finished_keeps_his_card_and_command_and_is_not_asked_again_in_this_round(table):
    t = with_marksmen(table)
    t.play("finished")
    assert (t.hand(0), t.state["command"].tolist(), t.state["finished"].tolist()) == ({"marksmen": 1}, [1, 0], [1, 0])
    assert [tire(t) for _ in range(2)] == [(1, 2), (1, 1)]
    assert (t.decision, t.decider) == ("COMMAND", 0)  # the one command that he kept


@pytest.mark.clause("TI-ACT-04")
def test_who_was_finished_may_play_his_card_in_the_next_round(table):
    t = with_marksmen(table)
    t.play("finished", "fatigue B1", "fatigue B2", "done")
    while t.decision == "OP_MODE":
        t.play("done")
    assert (int(t.state["round"]), t.state["finished"].tolist()) == (2, [0, 0])
    t.turn(0)
    assert t.can("marksmen") and not t.can("finished")  # A1 is fresh again


@pytest.mark.clause("TI-ACT-04")
@pytest.mark.parametrize("unit", [{}, {"condition": "pinned"}, {"condition": "disrupted"}, {"kind": "truck"}], ids=str)
def test_while_a_unit_can_act_nobody_is_finished(table, unit):
    t = with_marksmen(table, unit)
    assert {"marksmen", "fatigue A2"} <= t.legal()
    assert not t.can("finished")


@pytest.mark.clause("TI-ACT-02", "TI-ACT-04")
def test_who_runs_out_of_units_in_the_middle_of_a_turn_may_be_finished(table):
    t = with_marksmen(table, {})
    t.play("fatigue A2")
    assert (t.decider, int(t.state["actions_left"]), t.legal()) == (0, 1, {"marksmen", "finished"})
    t.play("finished")
    assert (t.decider, t.state["finished"].tolist()) == (1, [1, 0])


@pytest.mark.clause("TI-ACT-02", "TI-ACT-04")
@pytest.mark.parametrize(("card", "command"), [("marksmen", 0), ("rapid_mobilisation", 9)])
def test_who_has_neither_unit_nor_card_to_play_is_not_asked(table, card, command):
    """A card that he cannot pay, or that belongs to the Command Phase."""
    t = with_marksmen(table)
    t.state["hand"][0] = 0
    t.hold(0, card)
    t.state["command"] = command, 0
    t.turn()
    assert (t.decider, t.state["finished"].tolist()) == (1, [1, 0])


@pytest.mark.clause("TI-ACT-03", "TI-ACT-04")
def test_both_sides_may_be_finished_with_cards_in_hand(table):
    t = table()
    for seat, at in enumerate([(0, 8), (0, 0)]):
        t.add("AB"[seat] + "1", at, activation="fatigued")
        t.hold(seat, "marksmen")
    t.state["command"] = 1
    t.turn()
    t.play("finished")
    assert (t.decider, t.legal()) == (1, {"marksmen", "finished"})
    t.play("finished")
    assert (t.decision, t.phase) == ("COMMAND", "COMMAND")


@pytest.mark.clause("TI-ACT-05")
@pytest.mark.parametrize(("activation", "able"), [("fresh", True), ("fatigued", False), ("op_fire", False)])
def test_only_a_fresh_unit_may_be_activated(table, activation, able):
    t = rows(table, 0, 1)
    t.add("A1", MID, activation=activation)
    t.add("A2", (0, 8))
    t.turn()
    assert bool(t.orders("A1")) == able


@pytest.mark.clause("TI-ACT-05", "TI-ACT-08", "TI-ACT-10", "TI-ACT-17")
@pytest.mark.parametrize(
    ("order", "then", "after"),
    [
        ("advance", ("east", "stop"), "fatigued"),
        ("prepare", (), "op_fire"),
        ("fatigue", (), "fatigued"),
        ("assault", ("stop",), "fatigued"),
    ],
)
def test_a_unit_that_completes_its_activation_is_fatigued_or_in_op_fire_mode(table, order, then, after):
    t = rows(table, 0, 1)
    t.add("A1", MID)
    t.add("A2", (0, 8))
    t.turn()
    t.play(f"{order} A1", *then)
    assert (t.decision, t.decider) == ("SELECT", 0)
    assert t.unit("A1").activation == after
    assert t.unit("A2").activation == "fresh"
    assert t.unit("A1").at == (NEXT if "east" in then else MID)


@pytest.mark.clause("TI-ACT-05")
def test_a_unit_in_the_corner_is_fatigued_like_any_other(table):
    t = rows(table, 0, 1)
    t.add("A1", (0, 0))
    t.add("A2", (0, 8))
    t.turn()
    t.play("advance A1", "stop")
    assert t.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-ACT-05")
def test_one_unit_is_active_at_a_time(table):
    t = rows(table, 2, 1)
    t.turn()
    t.play("advance A1")
    assert t.decision == "STEP"
    assert not any("A" in text for text in t.legal())
    t.play("stop")
    assert t.orders("A2")


@pytest.mark.clause("TI-ACT-06")
@pytest.mark.parametrize(
    ("unit", "orders"),
    [
        ({}, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}),
        ({"specialty": "engineer"}, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue", "dig"}),
        ({"kind": "half_track"}, {"advance", "fire", "prepare", "fire-and-move", "fatigue"}),
        ({"kind": "truck"}, {"advance", "fatigue"}),
        ({"machine_gun": 1, "regular": 2}, {"advance", "fire", "prepare", "fatigue"}),
    ],
)
def test_the_actions_of_a_unit(table, unit, orders):
    t = table()
    t.add("A1", MID, **unit)
    t.add("B1", (6, 4))
    t.turn()
    assert t.orders("A1") == orders


@pytest.mark.clause("TI-ACT-06", "TI-ACT-15")
@pytest.mark.parametrize(
    ("card", "command", "able"),
    [
        ("coordinated_push", 2, True),
        ("coordinated_push", 1, False),
        ("rapid_mobilisation", 5, False),  # of the Command Phase
        ("steady", 1, False),  # nobody is pinned
        ("ammunition", 1, True),
        ("ammunition", 0, False),
    ],
)
def test_a_card_of_the_action_phase_may_be_activated_for_its_cost(table, card, command, able):
    t = rows(table, 0, 1)
    t.add("A1", MID)
    t.hold(0, card)
    t.state["command"] = (command, 9)
    t.turn()
    assert t.can(card.replace("_", "-")) == able


@pytest.mark.clause("TI-ACT-15")
def test_activating_a_card_pays_its_cost_and_uses_one_action(table):
    t = rows(table, 1, 1)
    t.hold(0, "marksmen", "steady")
    t.state["command"] = 3
    t.turn()
    t.dice(1, 1, 1)
    t.play("marksmen")
    assert t.state["command"].tolist() == [2, 3]
    assert int(t.state["actions_left"]) == 1
    assert t.hand(0) == {"steady": 1}
    assert t.decider == 0
    t.play("fatigue A1")
    assert t.decider == 1


@pytest.mark.clause("TI-ACT-07")
@pytest.mark.parametrize(("condition", "officer", "orders"), [
    ("none", False, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue", "heal"}),
    ("pinned", False, {"fatigue"}),
    ("pinned", True, {"fatigue", "fire"}),
    ("disrupted", False, {"fatigue"}),
    ("disrupted", True, {"fatigue"}),
])  # fmt: skip
def test_a_pinned_or_disrupted_squad_may_not_be_activated_but_to_rally(table, condition, officer, orders):
    t = table()
    t.add("A1", MID, condition=condition, regular=3, specialty="medic")
    t.add("A2", MID if officer else (0, 8), officer=1)
    t.add("B1", (6, 4))
    t.state["lost_regulars"][0] = 1
    t.turn()
    assert t.orders("A1") == orders


@pytest.mark.clause("TI-ACT-08")
def test_an_advance_goes_up_to_the_movement_value(table):
    t = rows(table, 0, 1)
    t.add("A1", (0, 4))
    t.add("A2", (0, 8))
    t.turn()
    t.play("advance A1", "east", "east", "east")
    assert t.decision == "STEP"
    t.play("east")
    assert t.decision == "SELECT"
    assert (t.unit("A1").at, t.unit("A1").activation) == ((4, 4), "fatigued")


@pytest.mark.clause("TI-ACT-09", "TI-CMB-02")
@pytest.mark.parametrize("supported", [False, True])
def test_concentrated_fire_is_at_full_firepower_and_may_be_supported(table, supported):
    t = rows(table, 0, 1)
    t.add("A1", MID)
    t.add("A2", (4, 5))
    t.add("A3", (0, 8), activation="fatigued")
    t.turn()
    t.play("fire A1", "normal")
    assert t.legal() == {"support A2", "done"}
    t.dice(*[1] * (6 if supported else 4))
    t.play("support A2" if supported else "done")
    assert t.unit("A1").activation == "fatigued"
    assert t.unit("A1").at == MID
    assert t.unit("A2").activation == ("fatigued" if supported else "fresh")


@pytest.mark.clause("TI-ACT-09")
def test_concentrated_fire_needs_a_target(table):
    t = table(terrain={"woods": [(column, 4) for column in range(9)]})
    t.add("A1", (4, 6))
    t.add("B1", (4, 2))
    t.turn()
    assert "fire" not in t.orders("A1")
    assert "fire-and-move" in t.orders("A1")  # it may find one on its way


@pytest.mark.clause("TI-ACT-10", "TI-OPF-14")
@pytest.mark.parametrize(
    ("unit", "able"),
    [
        ({}, True),
        ({"condition": "pinned"}, False),
        ({"condition": "disrupted"}, False),
        ({"kind": "half_track"}, True),
        ({"kind": "truck"}, False),
        ({"mortar": 1}, False),
        ({"mortar": 1, "regular": 1}, True),
    ],
)
def test_who_may_prepare_op_fire(table, unit, able):
    t = rows(table, 0, 1)
    t.add("A1", MID, **unit)
    t.add("A2", (0, 8))
    t.turn()
    assert ("prepare" in t.orders("A1")) == able


@pytest.mark.clause("TI-ACT-14", "TI-VEH-13")
@pytest.mark.parametrize(
    ("unit", "able"),
    [
        ({"elite": 4}, True),
        ({"officer": 1}, True),
        ({"machine_gun": 1, "regular": 2}, False),
        ({"mortar": 1, "regular": 2}, False),
    ],
)
def test_a_crew_bars_fire_and_movement_and_assault(table, unit, able):
    t = table()
    t.add("A1", MID, **unit)
    t.add("B1", NEXT)
    t.turn()
    assert ("fire-and-move" in t.orders("A1")) == ("assault" in t.orders("A1")) == able
    assert {"advance", "fire"} <= t.orders("A1")


@pytest.mark.clause("TI-ACT-16", "TI-SPC-03")
def test_a_special_action_fatigues_its_unit(table):
    t = rows(table, 0, 1)
    t.add("A1", MID, specialty="engineer")
    t.add("A2", (0, 8))
    t.turn()
    assert "dig" not in t.orders("A2")
    t.play("dig A1", "pass")
    assert int(t.state["actions_left"]) == 1
    assert t.unit("A1").activation == "fatigued"
    assert t.marks_at(MID) == {"entrenchment 1"}


@pytest.mark.clause("TI-ACT-16", "TI-OPS-02")
@pytest.mark.parametrize("operation", [False, True])
def test_an_operations_card_gives_a_special_action(table, operation):
    t = table(a={"operations": ["lay_smoke"] * operation})
    t.add("A1", MID, specialty="engineer")
    t.add("A2", (0, 8))
    t.add("B1", AWAY)
    t.turn()
    assert ("smoke" in t.orders("A1")) == operation
    assert "smoke" not in t.orders("A2")
    if operation:
        t.play("smoke A1", "hex 5,4")
        assert t.marks_at(NEXT) == {"smoke"}
        assert (t.decision, t.unit("A1").activation) == ("SELECT", "fatigued")


@pytest.mark.clause("TI-ACT-17")
@pytest.mark.parametrize(("condition", "activation", "able"), [
    ("none", "fresh", True), ("pinned", "fresh", True), ("disrupted", "fresh", True), ("none", "fatigued", False),
    ("none", "op_fire", False),
])  # fmt: skip
def test_any_unit_without_activation_token_may_be_fatigued(table, condition, activation, able):
    t = rows(table, 0, 1)
    t.add("A1", MID, condition=condition, activation=activation)
    t.add("A2", (0, 8))
    t.add("A3", (1, 8))
    t.turn()
    assert ("fatigue" in t.orders("A1")) == able
    if able:
        t.play("fatigue A1")
        unit = t.unit("A1")
        assert (unit.activation, unit.condition, unit.at, unit.strength) == ("fatigued", condition, MID, 4)
        assert int(t.state["actions_left"]) == 1
