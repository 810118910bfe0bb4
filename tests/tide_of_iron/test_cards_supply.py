"""Chapter CRD: the Supply, Ground support and Reinforcement decks."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX = (4, 4)


def table(*cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    g = Table(**keys)
    g.add("A1", (0, 8), mortar=1)
    g.add("B1", (8, 0), mortar=1)
    g.state["command"], g.state["pool"] = (9, 9), (1, 0)
    g.hold(seat, *cards)
    return g


def hexes(g):
    """The hexes that are offered."""
    return {tuple(map(int, text.split()[1].split(","))) for text in g.legal()}


def away(g, a, b):
    return int(g.scenario.tables[0]["distance"][15 * a[1] + a[0], 15 * b[1] + b[0]])


def board():
    return {(column, row) for row in range(9) for column in range(9 - row % 2)}


@pytest.mark.clause("TI-CRD-23")
def test_extra_rations_bring_two_command():
    g = table("extra_rations")
    g.state["command"] = 0, 0
    g.spending()
    g.play("extra-rations")
    assert g.state["command"].tolist() == [2, 0]
    assert g.legal() == {"bid 1", "bid 2", "done"}


@pytest.mark.clause("TI-CRD-24")
def test_field_dressing_serves_up_to_two_squads():
    g = table("field_dressing")
    for k, figures in enumerate(
        ({"regular": 2}, {"elite": 3}, {"machine_gun": 1}, {"regular": 4}, {"machine_gun": 1, "regular": 2})
    ):
        g.add(f"A{2 + k}", (2 + k, 6), **figures)
    g.state["lost_regulars"] = 5, 5
    g.spending()
    g.play("field-dressing")
    assert (g.decision, g.decider, g.legal()) == ("CARD_UNIT", 0, {"unit A1", "unit A2", "unit A3", "unit A4"})
    g.play("unit A2")
    assert g.legal() == {"unit A1", "unit A3", "unit A4", "pass"}  # one figure to each: the first squad is served
    g.play("unit A3")
    assert (g.unit("A2").figures, g.unit("A3").figures) == ({"regular": 3}, {"elite": 3, "regular": 1})
    assert (g.state["lost_regulars"].tolist(), g.decision) == ([3, 5], "COMMAND")


@pytest.mark.clause("TI-CRD-24")
def test_field_dressing_may_serve_one_squad_only():
    g = table("field_dressing")
    g.add("A2", HEX, regular=2)
    g.state["lost_regulars"] = 5, 5
    g.spending()
    g.play("field-dressing", "unit A2", "pass")
    assert (g.unit("A2").strength, g.unit("A1").strength) == (3, 1)


@pytest.mark.clause("TI-CRD-24")
@pytest.mark.parametrize(("lost", "can"), [(0, False), (1, True)])
def test_field_dressing_returns_lost_figures_only(lost, can):
    g = table("field_dressing")
    g.add("A2", HEX, regular=2)
    g.state["lost_regulars"] = lost, 5
    g.spending()
    assert g.can("field-dressing") == can
    if can:
        g.play("field-dressing", "unit A2")
        assert (g.decision, g.unit("A2").strength) == ("COMMAND", 3)


@pytest.mark.clause("TI-CRD-24", "TI-CRD-25")
@pytest.mark.parametrize(("enemy", "can"), [((4, 3), False), ((4, 2), True)])
@pytest.mark.parametrize(
    ("card", "unit"), [("field_dressing", {"regular": 2}), ("repair_crew", {"kind": "medium_tank_a", "damage": "heavy"})]
)
def test_nobody_is_dressed_or_repaired_beside_the_enemy(card, unit, enemy, can):
    g = table(card)
    g.add("A2", HEX, **unit)
    g.add("B2", enemy)
    g.state["units"][0]["figures"] = 4, 0, 0, 0, 0
    g.state["lost_regulars"] = 5, 5
    g.spending()
    assert g.can(card.replace("_", "-")) == can


@pytest.mark.clause("TI-CRD-25")
@pytest.mark.parametrize(("before", "after"), [("heavy", "light"), ("light", "none")])
def test_a_repair_crew_takes_off_one_damage_step(before, after):
    g = table("repair_crew")
    g.add("A2", HEX, kind="medium_tank_a", damage=before)
    g.add("A3", (6, 6), kind="truck", damage="light")
    g.add("A4", (2, 6), kind="truck")
    g.add("B2", (4, 1), kind="truck", damage="light")
    g.spending()
    g.play("repair-crew")
    assert g.legal() == {"unit A2", "unit A3"}
    g.play("unit A2")
    assert (g.unit("A2").damage, g.unit("A3").damage, g.decision) == (after, "light", "COMMAND")


@pytest.mark.clause("TI-CRD-26")
@pytest.mark.parametrize(
    ("unit", "at", "dice"), [({}, (4, 5), 6), ({"kind": "half_track"}, (4, 6), 6), ({"regular": 1, "elite": 1}, (4, 8), 5)]
)
def test_ammunition_adds_two_dice_to_a_concentrated_fire(unit, at, dice):
    g = table("ammunition", a={"actions": 3})
    g.add("A2", at, **unit)
    g.add("B2", HEX)
    g.state["units"][0]["activation"] = 1
    with g:
        g.turn(0)
        g.play("ammunition")
        g.dice(*[6] * 1, *[1] * (dice - 1))
        g.play("at B2", "normal")
        assert (g.unit("B2").strength, g.unit("A2").activation, g.state["actions_left"]) == (3, "fatigued", 2)


@pytest.mark.clause("TI-CRD-26")
def test_ammunition_goes_to_a_fresh_unit_with_a_target():
    g = table("ammunition")
    g.add("A2", (4, 5))
    g.add("A3", (5, 4), activation="fatigued")
    g.add("A4", (5, 4), activation="op_fire")
    g.add("A5", (3, 4), kind="truck")
    g.add("A6", (3, 4))
    g.add("B2", HEX)
    g.turn(0)
    g.play("ammunition")
    assert (g.decision, g.decider, g.legal()) == ("CARD_UNIT", 0, {"unit A1", "unit A2", "unit A6"})


@pytest.mark.clause("TI-CRD-26")
def test_ammunition_is_for_one_attack():
    g = table("ammunition")
    g.add("A2", (4, 5))
    g.add("A3", (5, 4), regular=1)
    g.add("B2", HEX)
    g.state["units"][0]["activation"] = 1
    with g:
        g.turn(0)
        g.dice(*[1] * 6)
        g.play("ammunition", "unit A2", "at B2", "normal", "done")
        g.dice(1)
        g.play("fire A3", "at B2", "normal")


@pytest.mark.clause("TI-CRD-27", "TI-TRN-05")
def test_dig_in_places_an_entrenchment_that_a_squad_of_the_hex_may_occupy():
    g = table("dig_in", terrain={"building": [(1, 1)], "stream": [(2, 2)], "woods": [(3, 3)]})
    for k, at in enumerate([(1, 1), (2, 2), (3, 3), HEX, HEX, HEX]):
        g.add(f"A{2 + k}", at, **({"kind": "truck"} if k == 5 else {}))
    g.add("A8", (6, 6), kind="truck")
    g.add("A9", (7, 7), fort="entrenchment")
    g.add("B2", (4, 1))
    g.mark("entrenchment", (7, 7), (7, 7), (7, 7))
    g.spending()
    g.play("dig-in")
    assert (g.decision, g.decider, hexes(g)) == ("CARD_CELL", 0, {(0, 8), (3, 3), HEX})
    g.play("hex 4,4")
    assert (g.decision, g.decider, g.legal()) == ("OCCUPY", 0, {"occupy A5", "occupy A6", "pass"})
    g.play("occupy A6")
    assert g.marks_at(HEX) == {"entrenchment 1"}
    assert [g.unit(name).fort for name in ("A5", "A6")] == ["none", "entrenchment"]


@pytest.mark.clause("TI-CRD-27")
@pytest.mark.parametrize(("forts", "can"), [(2, True), (3, False)])
def test_a_hex_holds_three_entrenchments_and_pillboxes(forts, can):
    g = table("dig_in", "dig_in")
    g.add("A2", HEX)
    g.mark("pillbox", HEX)
    for _ in range(forts - 1):
        g.mark("entrenchment", HEX)
    g.spending()
    g.play("dig-in")
    assert (HEX in hexes(g) if g.decision == "CARD_CELL" else False) == can


@pytest.mark.clause("TI-CRD-27")
def test_the_new_entrenchment_may_stay_empty():
    g = table("dig_in")
    g.add("A2", HEX)
    g.spending()
    g.play("dig-in", "hex 4,4", "pass")
    assert (g.marks_at(HEX), g.unit("A2").fort) == ({"entrenchment 1"}, "none")


@pytest.mark.clause("TI-CRD-28", "TI-CRD-29", "TI-CRD-30", "TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize(
    ("card", "mark", "reach"), [("lay_wire", "wire", 2), ("obstacles", "traps", 2), ("mine_belt", "mines", 3)]
)
def test_obstacles_are_laid_in_empty_hexes_near_friends_and_not_beside_the_enemy(card, mark, reach):
    g = table(card)
    g.add("A2", HEX)
    g.add("A3", (1, 2), kind="truck")
    g.add("B2", (6, 4))
    g.mark(mark, (3, 4))
    g.spending()
    g.play(card.replace("_", "-"))
    assert (g.decision, g.decider) == ("CARD_CELL", 0)
    near = [(0, 8), HEX] + ([(1, 2)] if card == "mine_belt" else [])  # mines may be laid near any unit, the others near squads
    units = {(0, 8), (8, 0), HEX, (1, 2), (6, 4), (3, 4)}  # and the hex that has such a marker already
    expected = {
        at
        for at in board() - units
        if min(away(g, at, friend) for friend in near) <= reach and min(away(g, at, foe) for foe in ((6, 4), (8, 0))) >= 2
    }
    assert hexes(g) == expected
    assert any(away(g, at, HEX) == reach for at in expected)
    g.play("hex 3,5")
    assert g.marks_at((3, 5)) == {mark}


@pytest.mark.clause("TI-CRD-31")
@pytest.mark.parametrize(
    ("dice", "unit", "defence", "condition"),
    [
        ((5, 6, 4), {}, (), "pinned"), ((4, 4, 4), {}, (), "none"), ((5, 5, 5), {}, (), "disrupted"),
        ((5, 5, 5), {"elite": 2}, (6, 1, 5), "pinned"), ((5, 1, 1), {"officer": 1}, (5, 4, 4), "none"),
    ],
)  # fmt: skip
def test_marksmen_fire_three_dice_that_suppress_on_five(dice, unit, defence, condition):
    """The squads with defence dice stand in woods, which give two; elite figures or an officer one more."""
    g = table("marksmen", a={"actions": 3}, width=15, terrain={"woods": [(12, 4)]})
    g.add("A2", (0, 4))
    g.add("B2", (12, 4) if defence else (11, 4), **unit)
    with g:
        g.turn(0)
        g.dice(*dice, *defence)
        g.play("marksmen", "unit B2")
        assert (g.unit("B2").condition, g.unit("B2").status) == (condition, "ON_MAP")
        assert (g.unit("A2").activation, g.state["actions_left"]) == ("fresh", 2)


@pytest.mark.clause("TI-CRD-31")
def test_marksmen_need_an_enemy_squad_in_sight_of_a_friendly_squad():
    g = table("marksmen", terrain={"woods": [(4, 6), (3, 7)]})
    g.state["units"][0]["kind"], g.state["units"][0]["figures"] = 1, 0
    g.add("A2", (4, 8))
    g.add("A3", (0, 2), kind="truck")
    g.add("B2", (4, 4))  # behind the woods
    g.add("B3", (8, 4), kind="truck")
    g.add("B4", (8, 4), aboard="B3")
    g.add("B5", (8, 6))
    g.add("B6", (7, 7), condition="disrupted")
    g.turn(0)
    for k, at in ((2, (4, 4)), (5, (8, 6)), (6, (7, 7))):
        assert g.sees((4, 8), at) == (k > 2)
    g.play("marksmen")
    assert (g.decision, g.decider) == ("CARD_UNIT", 0)
    assert {"unit B5", "unit B6"} <= g.legal() <= {"unit B1", "unit B5", "unit B6"}


@pytest.mark.clause("TI-CRD-31")
def test_a_tank_does_not_spot_for_marksmen():
    g = table("marksmen")
    g.state["units"][0]["kind"], g.state["units"][0]["figures"] = 3, 0
    g.add("B2", HEX)
    g.turn(0)
    assert not g.can("marksmen")
    g.add("A2", (0, 7))
    g.turn(0)
    assert g.can("marksmen")


@pytest.mark.clause("TI-CRD-32", "TI-CRD-33", "TI-CRD-34", "TI-CRD-36", "TI-REI-01", "TI-STA-06")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("card", "kinds", "figures"),
    [
        ("rifle_reserve", ("squad", "squad"), {"regular": 4}), ("veteran_reserve", ("squad", "squad"), {"elite": 4}),
        ("weapons_reserve", ("squad", "squad"), {"regular": 2, "machine_gun": 1}),
        ("armour_reserve", ("medium_tank_a", "medium_tank_b"), {}),
    ],
)  # fmt: skip
def test_a_reserve_arrives_in_the_next_status_phase(card, kinds, figures, seat):
    g = table(card, seat=seat)
    g.state["round"] = 3
    name = "AB"[seat] + "2"
    g.spending()
    if seat:
        g.play("done")
    g.play(card.replace("_", "-"))
    assert g.unit(name).status == "RESERVE"
    while g.decision == "COMMAND":
        g.play("done")
    assert (g.decision, g.decider, g.state["round"]) == ("ARRIVE", seat, 3)
    row = 0 if seat else 8
    assert hexes(g) == {(column, row) for column in range(9)}
    g.play(f"place 4,{row}")
    unit = g.unit(name)
    assert (unit.at, unit.kind, unit.figures, unit.activation) == ((4, row), kinds[seat], figures, "fresh")
    assert g.state["alive"][seat] == 2
    assert g.state["waiting_units"].tolist() == [0, 0]


@pytest.mark.clause("TI-CRD-35")
def test_the_motor_reserve_is_a_half_track_with_a_squad_aboard():
    g = table("motor_reserve")
    g.spending()
    g.play("motor-reserve")
    while g.decision == "COMMAND":
        g.play("done")
    assert g.decision == "ARRIVE"
    g.play("place 4,8")
    assert (g.unit("A2").kind, g.unit("A2").at, g.unit("A2").aboard) == ("half_track", (4, 8), 1)
    assert (g.unit("A3").figures, g.unit("A3").carrier, g.unit("A3").status) == ({"regular": 3}, "A2", "ON_MAP")
    assert (int(g.state["alive"][0]), int(g.state["waiting_units"][0]), g.phase) == (3, 0, "ACTION")


@pytest.mark.clause("TI-CRD-36")
@pytest.mark.parametrize(("round_", "can"), [(2, False), (3, True)])
def test_the_armour_reserve_is_not_played_before_round_three(round_, can):
    g = table("armour_reserve")
    g.state["round"] = round_
    g.spending()
    assert g.can("armour-reserve") == can


@pytest.mark.clause("TI-CRD-32")
@pytest.mark.parametrize(("units", "can"), [(15, True), (16, False)])
def test_a_reserve_needs_a_free_slot_of_the_force(units, can):
    g = table("rifle_reserve")
    for k in range(1, units):
        g.add(f"A{k + 1}", (k % 8, 2 + k // 8))
    g.spending()
    assert g.can("rifle-reserve") == can
