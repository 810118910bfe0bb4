"""Chapter SUP: suppressive attacks and the conditions of squads."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly

BECOMES = [
    ("none", ["none", "pinned", "pinned", "disrupted", "routed", "routed"]),
    ("pinned", ["pinned", "disrupted", "disrupted", "routed", "routed", "routed"]),
    ("disrupted", ["disrupted", "routed", "routed", "routed", "routed", "routed"]),
]


@pytest.mark.clause("TI-SUP-01", "TI-SUP-02", "TI-SUP-03", "TI-SUP-04")
@pytest.mark.parametrize(("was", "net", "becomes"), [(was, n, row[n]) for was, row in BECOMES for n in range(6)])
def test_net_hits_pin_disrupt_or_rout(table, was, net, becomes):
    t = field(table)
    t.add("A1", away(0), elite=4)
    t.add("B1", away(3), condition=was)
    fire(t, "A1", "B1", "suppressive", dice=(5,) * net + (1,) * (8 - net))
    unit = t.unit("B1")
    if becomes == "routed":
        assert (unit.status, unit.at, unit.strength) == ("LOST", None, 0)
    else:
        assert (unit.status, unit.condition, unit.strength) == ("ON_MAP", becomes, 4)


@pytest.mark.clause("TI-SUP-01")
def test_cancelled_successes_do_not_suppress(table):
    t = field(table, terrain={"woods": [away(3)]})
    t.add("A1", away(0))
    t.add("B1", away(3))
    fire(t, "A1", "B1", "suppressive", dice=(6, 6, 6, 1, 5, 5))
    assert t.unit("B1").condition == "pinned"


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-ACT-07")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_squads_are_not_activated(table, condition):
    t = field(table)
    t.add("A1", away(0), condition=condition)
    t.add("A2", away(1))
    t.add("B1", away(3))
    t.turn()
    assert t.orders("A1") == {"fatigue"}
    assert t.orders("A2") == {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-OFF-02")
@pytest.mark.parametrize(("condition", "orders"), [("pinned", {"fire", "fatigue"}), ("disrupted", {"fatigue"})])
def test_only_pinned_squads_rally(table, condition, orders):
    t = field(table)
    t.add("A1", away(0), condition=condition)
    t.add("A2", away(0), officer=1)
    t.add("B1", away(3))
    t.turn()
    assert t.orders("A1") == orders


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-CMB-01")
@pytest.mark.parametrize(("condition", "joins"), [("none", True), ("pinned", False), ("disrupted", False)])
def test_shaken_squads_support_no_fire(table, condition, joins):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), officer=1)
    t.add("A3", away(0), condition=condition)
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal")
    assert t.can("support A2")
    assert t.can("support A3") is joins


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-ASL-04")
@pytest.mark.parametrize(("condition", "joins"), [("none", True), ("pinned", False), ("disrupted", False)])
def test_shaken_squads_support_no_assault(table, condition, joins):
    t = field(table)
    t.add("A1", (4, 4))
    t.add("A2", (5, 3))
    t.add("A3", (4, 4), condition=condition)
    t.add("B1", (5, 4))
    t.turn()
    t.play("assault A1", "stop", "east")
    assert t.can("support A2")
    assert t.can("support A3") is joins


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-OPF-14")
@pytest.mark.parametrize(("condition", "able"), [("none", True), ("pinned", False), ("disrupted", False)])
def test_shaken_squads_do_not_go_into_op_fire_mode(table, condition, able):
    t = field(table)
    t.add("A1", away(0), condition=condition)
    t.add("A2", away(1))
    t.add("B1", away(3))
    t.turn()
    assert ("prepare" in t.orders("A1")) is able
    t.status_phase("op_mode")
    assert t.can("op-fire A2")
    assert t.can("op-fire A1") is able


@pytest.mark.clause("TI-SUP-05", "TI-SUP-06", "TI-ASL-06", "TI-OFF-05")
@pytest.mark.parametrize(
    ("condition", "officer", "dice"),
    [
        ("none", None, 8),
        ("pinned", None, 4),
        ("pinned", "steady", 9),
        ("pinned", "disrupted", 8),
        ("disrupted", None, 0),
        ("disrupted", "steady", 1),
    ],
)
def test_shaken_squads_defend_at_half_or_not_at_all(table, condition, officer, dice):
    """4 elite; an officer alone in his squad adds 1 die unless disrupted, and lets pinned squads fight at full FP in any case."""
    t = field(table)
    t.add("A1", (4, 4), regular=3)
    t.add("B1", (5, 4), elite=4, condition=condition)
    if officer:
        t.add("B2", (5, 4), officer=1, condition=officer.replace("steady", "none"))
    t.turn()
    t.dice(*rolls_exactly(3 + dice))
    t.play("assault A1", "stop", "east")


@pytest.mark.clause("TI-SUP-07", "TI-CMD-07")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_squads_capture_objectives(table, condition):
    t = field(table, objectives=[{"cell": [4, 4], "kind": "victory", "value": 1}])
    t.add("A1", (4, 4), condition=condition)
    assert int(t.state["control"][0]) == -1
    t.command_phase()
    assert int(t.state["control"][0]) == 0


@pytest.mark.clause("TI-SUP-07", "TI-MOV-05")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_squads_bar_their_hex(table, condition):
    t = field(table)
    t.add("A1", (4, 4))
    t.add("B1", (5, 4), condition=condition)
    t.turn()
    t.play("advance A1")
    assert t.can("west")
    assert not t.can("east")


@pytest.mark.clause("TI-SUP-07", "TI-ARE-02")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_squads_spot_for_mortars(table, condition):
    """The woods hide the target from the mortar."""
    t = field(table, terrain={"woods": [(4, 4)]})
    t.add("A1", (2, 4), mortar=1)
    t.add("B1", (6, 4))
    t.turn()
    assert "fire" not in t.orders("A1")
    t.add("A2", (6, 7), condition=condition)
    t.turn()
    assert "fire" in t.orders("A1")


@pytest.mark.clause("TI-SUP-08")
@pytest.mark.parametrize(("net", "condition"), [(1, "pinned"), (3, "disrupted")])
@pytest.mark.parametrize(("was", "becomes"), [("op_fire", "fatigued"), ("fresh", "fresh"), ("fatigued", "fatigued")])
def test_suppression_takes_squads_out_of_op_fire_mode_but_fatigues_no_fresh_ones(table, net, condition, was, becomes):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), activation=was)
    fire(t, "A1", "B1", "suppressive", dice=(5,) * net + (1,) * (4 - net))
    assert (t.unit("B1").condition, t.unit("B1").activation) == (condition, becomes)


@pytest.mark.clause("TI-SUP-08")
def test_a_squad_that_is_not_pinned_stays_in_op_fire_mode(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), activation="op_fire")
    fire(t, "A1", "B1", "suppressive", dice=rolls_exactly(4))
    assert t.unit("B1").activation == "op_fire"


@pytest.mark.clause("TI-SUP-08", "TI-OPF-05")
@pytest.mark.parametrize(("dice", "condition"), [((1, 1, 1), "none"), ((6, 1, 1), "pinned"), ((6, 6, 6), "disrupted")])
def test_the_active_squad_is_fatigued_where_op_fire_suppresses_it(table, dice, condition):
    t = field(table)
    t.add("A1", away(4))
    t.add("B1", away(7), regular=3, activation="op_fire")
    t.turn()
    t.play("advance A1", "west", "op-fire B1")
    t.dice(*dice)
    t.play("suppressive")
    stopped = condition != "none"
    assert t.unit("A1").condition == condition
    assert t.unit("A1").activation == ("fatigued" if stopped else "fresh")
    assert t.decision == ("SELECT" if stopped else "STEP")


@pytest.mark.clause("TI-SUP-09")
@pytest.mark.parametrize(("blow", "per_elite"), [("suppressive", 1), ("normal", 0)])
@pytest.mark.parametrize("elite", [0, 1, 4])
def test_elites_add_one_cover_once_against_suppression_only(table, blow, per_elite, elite):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), elite=elite, regular=4 - elite)
    t.add("B2", away(3), elite=4)
    fire(t, "A1", "B1", blow, dice=rolls_exactly(4 + (per_elite if elite else 0)))


@pytest.mark.clause("TI-SUP-10", "TI-ARE-04")
@pytest.mark.parametrize(("blow", "dice", "damage"), [("suppressive", (6, 6, 6, 6), "none"), ("normal", (6, 6, 1), "light")])
def test_suppression_harms_no_vehicle_and_nobody_aboard(table, blow, dice, damage):
    """Area attacks: suppressive 4 dice; normal 2 and one for the half-track's armour."""
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5), kind="half_track")
    t.add("B2", away(5), aboard="B1")
    fire(t, "A1", "7,4", blow, dice=dice)
    assert (t.unit("B1").damage, t.unit("B2").condition, t.unit("B2").strength) == (damage, "none", 4)
