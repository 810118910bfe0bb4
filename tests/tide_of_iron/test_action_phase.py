"""Chapter ACT: action turns, activation states, and what each action is. Fire and Movement and what stops it: test_action_phase_moving."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

MID, NEXT, AWAY = (4, 4), (5, 4), (0, 0)


def rows(own, foes, **keys):
    """A table with units A1.. in the south and B1.. in the north, out of each other's way."""
    g = Table(**keys)
    for k in range(own):
        g.add(f"A{k + 1}", (k, 8))
    for k in range(foes):
        g.add(f"B{k + 1}", (k, 0))
    return g


def tire(g):
    """The first fresh unit of who must choose is fatigued; who it was and how many actions he had left."""
    seat, left = g.decider, int(g.state["actions_left"])
    g.play(min((text for text in g.legal() if text.startswith("fatigue")), key=lambda text: int(text[9:])))
    return seat, left


@pytest.mark.clause("TI-ACT-01")
@pytest.mark.parametrize(("holder", "turns"), [(0, [0, 0, 0, 1, 1, 0, 0, 0, 1, 1]), (1, [1, 1, 0, 0, 0, 1, 1, 0, 0, 0])])
def test_turns_of_the_scenarios_number_of_actions_alternate_from_the_holder_on(holder, turns):
    g = rows(7, 7, a={"actions": 3}, b={"actions": 2})
    g.state["initiative"] = holder
    g.begin_round()
    assert [tire(g)[0] for _ in turns] == turns


@pytest.mark.clause("TI-ACT-02", "TI-ACT-03")
def test_who_cannot_take_all_his_actions_is_done_and_the_other_goes_on_turn_by_turn():
    g = rows(3, 7)
    g.begin_round()
    seen = [tire(g) for _ in range(10)]
    assert seen == [(0, 2), (0, 1), (1, 2), (1, 1), (0, 2), (1, 2), (1, 1), (1, 2), (1, 1), (1, 2)]
    assert g.decision == "OP_MODE"  # all are done


@pytest.mark.clause("TI-ACT-02", "TI-ACT-05")
@pytest.mark.parametrize("activation", [1, 2])
def test_who_can_take_no_action_is_done_at_once(activation):
    """His only unit is fatigued or in Op Fire mode."""
    g = rows(1, 1)
    g.state["units"][0]["activation"] = activation
    g.begin_round()
    assert g.decider == 1
    assert g.state["finished"].tolist() == [1, 0]


@pytest.mark.clause("TI-ACT-02")
@pytest.mark.parametrize("acts", [1, 2])
def test_a_finished_action_phase_does_not_resume(acts):
    """A holds Marksmen that find a target only after B has moved: too late when A took fewer actions than his turn has."""
    wall = {"woods": [(column, 4) for column in range(9)]}
    g = Table(terrain=wall, a={"actions": 2}, b={"actions": 1})
    for k in range(acts):
        g.add(f"A{k + 1}", (k, 8))
    g.add("B1", (4, 3))
    g.add("B2", (0, 0))
    g.hold(0, "marksmen")
    g.state["command"] = 1
    g.begin_round()
    for _ in range(acts):
        assert not g.can("marksmen")
        tire(g)
    g.play("advance B1", "south-west", "stop")
    assert (g.hand(0) == {}) == (acts == 2)  # the only thing left to do is done
    assert (g.decision, g.decider) == ("SELECT", 1)


@pytest.mark.clause("TI-ACT-03", "TI-RND-01")
def test_the_action_phase_ends_when_both_are_done():
    g = rows(1, 2)
    g.state["command"] = 1
    g.begin_round()
    for _ in range(3):
        assert g.decision == "SELECT"
        tire(g)
    assert g.decision == "COMMAND"


@pytest.mark.clause("TI-ACT-04")
def test_there_is_no_pass():
    g = rows(2, 1)
    g.hold(0, "coordinated_push")
    g.state["command"] = 2
    g.turn()
    orders = {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}
    assert {text.split()[0] for text in g.legal()} <= orders | {"coordinated-push"}


@pytest.mark.clause("TI-ACT-05")
@pytest.mark.parametrize(("activation", "able"), [("fresh", True), ("fatigued", False), ("op_fire", False)])
def test_only_a_fresh_unit_may_be_activated(activation, able):
    g = rows(0, 1)
    g.add("A1", MID, activation=activation)
    g.add("A2", (0, 8))
    g.turn()
    assert bool(g.orders("A1")) == able


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
def test_a_unit_that_completes_its_activation_is_fatigued_or_in_op_fire_mode(order, then, after):
    with rows(0, 1) as g:
        g.add("A1", MID)
        g.add("A2", (0, 8))
        g.turn()
        g.play(f"{order} A1", *then)
        assert (g.decision, g.decider) == ("SELECT", 0)
        assert g.unit("A1").activation == after
        assert g.unit("A2").activation == "fresh"
        assert g.unit("A1").at == (NEXT if "east" in then else MID)


@pytest.mark.clause("TI-ACT-05")
def test_one_unit_is_active_at_a_time():
    g = rows(2, 1)
    g.turn()
    g.play("advance A1")
    assert g.decision == "STEP"
    assert not any("A" in text for text in g.legal())
    g.play("stop")
    assert g.orders("A2")


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
def test_the_actions_of_a_unit(unit, orders):
    g = Table()
    g.add("A1", MID, **unit)
    g.add("B1", (6, 4))
    g.turn()
    assert g.orders("A1") == orders


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
def test_a_card_of_the_action_phase_may_be_activated_for_its_cost(card, command, able):
    g = rows(0, 1)
    g.add("A1", MID)
    g.hold(0, card)
    g.state["command"] = (command, 9)
    g.turn()
    assert g.can(card.replace("_", "-")) == able


@pytest.mark.clause("TI-ACT-15")
def test_activating_a_card_pays_its_cost_and_uses_one_action():
    with rows(1, 1) as g:
        g.hold(0, "marksmen", "steady")
        g.state["command"] = 3
        g.turn()
        g.dice(1, 1, 1)
        g.play("marksmen")
        assert g.state["command"].tolist() == [2, 3]
        assert int(g.state["actions_left"]) == 1
        assert g.hand(0) == {"steady": 1}
        assert g.decider == 0
        g.play("fatigue A1")
    assert g.decider == 1


@pytest.mark.clause("TI-ACT-07")
@pytest.mark.parametrize(("condition", "officer", "orders"), [
    ("none", False, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue", "heal"}),
    ("pinned", False, {"fatigue"}),
    ("pinned", True, {"fatigue", "fire"}),
    ("disrupted", False, {"fatigue"}),
    ("disrupted", True, {"fatigue"}),
])  # fmt: skip
def test_a_pinned_or_disrupted_squad_may_not_be_activated_but_to_rally(condition, officer, orders):
    g = Table()
    g.add("A1", MID, condition=condition, regular=3, specialty="medic")
    g.add("A2", MID if officer else (0, 8), officer=1)
    g.add("B1", (6, 4))
    g.state["lost_regulars"][0] = 1
    g.turn()
    assert g.orders("A1") == orders


@pytest.mark.clause("TI-ACT-08")
def test_an_advance_goes_up_to_the_movement_value():
    with rows(0, 1) as g:
        g.add("A1", (0, 4))
        g.add("A2", (0, 8))
        g.turn()
        g.play("advance A1", "east", "east", "east")
        assert g.decision == "STEP"
        g.play("east")
        assert g.decision == "SELECT"
    assert (g.unit("A1").at, g.unit("A1").activation) == ((4, 4), "fatigued")


@pytest.mark.clause("TI-ACT-09", "TI-CMB-02")
@pytest.mark.parametrize("supported", [False, True])
def test_concentrated_fire_is_at_full_firepower_and_may_be_supported(supported):
    with rows(0, 1) as g:
        g.add("A1", MID)
        g.add("A2", (4, 5))
        g.add("A3", (0, 8), activation="fatigued")
        g.turn()
        g.play("fire A1", "normal")
        assert g.legal() == {"support A2", "done"}
        g.dice(*[1] * (6 if supported else 4))
        g.play("support A2" if supported else "done")
    assert g.unit("A1").activation == "fatigued"
    assert g.unit("A1").at == MID
    assert g.unit("A2").activation == ("fatigued" if supported else "fresh")


@pytest.mark.clause("TI-ACT-09")
def test_concentrated_fire_needs_a_target():
    g = Table(terrain={"woods": [(column, 4) for column in range(9)]})
    g.add("A1", (4, 6))
    g.add("B1", (4, 2))
    g.turn()
    assert "fire" not in g.orders("A1")
    assert "fire-and-move" in g.orders("A1")  # it may find one on its way


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
def test_who_may_prepare_op_fire(unit, able):
    g = rows(0, 1)
    g.add("A1", MID, **unit)
    g.add("A2", (0, 8))
    g.turn()
    assert ("prepare" in g.orders("A1")) == able


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
def test_a_crew_bars_fire_and_movement_and_assault(unit, able):
    g = Table()
    g.add("A1", MID, **unit)
    g.add("B1", NEXT)
    g.turn()
    assert ("fire-and-move" in g.orders("A1")) == ("assault" in g.orders("A1")) == able
    assert {"advance", "fire"} <= g.orders("A1")


@pytest.mark.clause("TI-ACT-16", "TI-SPC-03")
def test_a_special_action_fatigues_its_unit():
    with rows(0, 1) as g:
        g.add("A1", MID, specialty="engineer")
        g.add("A2", (0, 8))
        g.turn()
        assert "dig" not in g.orders("A2")
        g.play("dig A1", "pass")
        assert int(g.state["actions_left"]) == 1
    assert g.unit("A1").activation == "fatigued"
    assert g.marks_at(MID) == {"entrenchment 1"}


@pytest.mark.clause("TI-ACT-16", "TI-OPS-02")
@pytest.mark.parametrize("operation", [False, True])
def test_an_operations_card_gives_a_special_action(operation):
    with Table(a={"operations": ["lay_smoke"] * operation}) as g:
        g.add("A1", MID, specialty="engineer")
        g.add("A2", (0, 8))
        g.add("B1", AWAY)
        g.turn()
        assert ("smoke" in g.orders("A1")) == operation
        assert "smoke" not in g.orders("A2")
        if operation:
            g.play("smoke A1", "hex 5,4")
            assert g.marks_at(NEXT) == {"smoke"}
            assert (g.decision, g.unit("A1").activation) == ("SELECT", "fatigued")


@pytest.mark.clause("TI-ACT-17")
@pytest.mark.parametrize(("condition", "activation", "able"), [
    ("none", "fresh", True), ("pinned", "fresh", True), ("disrupted", "fresh", True), ("none", "fatigued", False), ("none", "op_fire", False),
])  # fmt: skip
def test_any_unit_without_activation_token_may_be_fatigued(condition, activation, able):
    g = rows(0, 1)
    g.add("A1", MID, condition=condition, activation=activation)
    g.add("A2", (0, 8))
    g.add("A3", (1, 8))
    g.turn()
    assert ("fatigue" in g.orders("A1")) == able
    if able:
        g.play("fatigue A1")
        unit = g.unit("A1")
        assert (unit.activation, unit.condition, unit.at, unit.strength) == ("fatigued", condition, MID, 4)
        assert int(g.state["actions_left"]) == 1
