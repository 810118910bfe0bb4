"""Chapter CRD: the Supply, Ground support and Reinforcement decks."""

from __future__ import annotations

import pytest

HEX = (4, 4)


def with_cards(table, *cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    t = table(**keys)
    t.add("A1", (0, 8), mortar=1)
    t.add("B1", (8, 0), mortar=1)
    t.state["command"], t.state["pool"] = (9, 9), (1, 0)
    t.hold(seat, *cards)
    return t


def hexes(t):
    """The hexes that are offered."""
    return {tuple(map(int, text.split()[1].split(","))) for text in t.legal()}


def away(t, a, b):
    return int(t.scenario.tables[0]["distance"][15 * a[1] + a[0], 15 * b[1] + b[0]])


def board():
    return {(column, row) for row in range(9) for column in range(9 - row % 2)}


@pytest.mark.clause("TI-CRD-23")
def test_extra_rations_bring_two_command(table):
    t = with_cards(table, "extra_rations")
    t.state["command"] = 0, 0
    t.spending()
    t.play("extra-rations")
    assert t.state["command"].tolist() == [2, 0]
    assert t.legal() == {"bid 1", "bid 2", "done"}


@pytest.mark.clause("TI-CRD-24")
def test_field_dressing_serves_up_to_two_squads(table):
    t = with_cards(table, "field_dressing")
    for k, figures in enumerate(({"regular": 2}, {"elite": 3}, {"machine_gun": 1}, {"regular": 4}, {"machine_gun": 1, "regular": 2})):
        t.add(f"A{2 + k}", (2 + k, 6), **figures)
    t.state["lost_regulars"] = 5, 5
    t.spending()
    t.play("field-dressing")
    assert (t.decision, t.decider, t.legal()) == ("CARD_UNIT", 0, {"unit A1", "unit A2", "unit A3", "unit A4"})
    t.play("unit A2")
    assert t.legal() == {"unit A1", "unit A3", "unit A4", "pass"}  # one figure to each: the first squad is served
    t.play("unit A3")
    assert (t.unit("A2").figures, t.unit("A3").figures) == ({"regular": 3}, {"elite": 3, "regular": 1})
    assert (t.state["lost_regulars"].tolist(), t.decision) == ([3, 5], "COMMAND")


@pytest.mark.clause("TI-CRD-24", "TI-GEN-03")
@pytest.mark.parametrize(("crew", "regulars", "can"), [("mortar", 1, True), ("mortar", 2, False), ("machine_gun", 2, False)])
def test_field_dressing_needs_a_free_slot_and_crews_fill_two(table, crew, regulars, can):
    t = table()
    t.add("A1", HEX, **{crew: 1}, regular=regulars)
    t.add("B1", (8, 0))
    t.state["command"], t.state["lost_regulars"] = (9, 9), (5, 5)
    t.hold(0, "field_dressing")
    t.spending()
    assert t.can("field-dressing") is can


@pytest.mark.clause("TI-CRD-24")
def test_field_dressing_may_serve_one_squad_only(table):
    t = with_cards(table, "field_dressing")
    t.add("A2", HEX, regular=2)
    t.state["lost_regulars"] = 5, 5
    t.spending()
    t.play("field-dressing", "unit A2", "pass")
    assert (t.unit("A2").strength, t.unit("A1").strength) == (3, 1)


@pytest.mark.clause("TI-CRD-24")
@pytest.mark.parametrize(("lost", "can"), [(0, False), (1, True)])
def test_field_dressing_returns_lost_figures_only(table, lost, can):
    t = with_cards(table, "field_dressing")
    t.add("A2", HEX, regular=2)
    t.state["lost_regulars"] = lost, 5
    t.spending()
    assert t.can("field-dressing") == can
    if can:
        t.play("field-dressing", "unit A2")
        assert (t.decision, t.unit("A2").strength) == ("COMMAND", 3)


@pytest.mark.clause("TI-CRD-24", "TI-CRD-25")
@pytest.mark.parametrize(("enemy", "can"), [((4, 3), False), ((4, 2), True)])
@pytest.mark.parametrize(
    ("card", "unit"), [("field_dressing", {"regular": 2}), ("repair_crew", {"kind": "medium_tank_a", "damage": "heavy"})]
)
def test_nobody_is_dressed_or_repaired_beside_the_enemy(table, card, unit, enemy, can):
    t = with_cards(table, card)
    t.add("A2", HEX, **unit)
    t.add("B2", enemy)
    t.change("A1", regular=4)
    t.state["lost_regulars"] = 5, 5
    t.spending()
    assert t.can(card.replace("_", "-")) == can


@pytest.mark.clause("TI-CRD-25")
@pytest.mark.parametrize(("before", "after"), [("heavy", "light"), ("light", "none")])
def test_a_repair_crew_takes_off_one_damage_step(table, before, after):
    t = with_cards(table, "repair_crew")
    t.add("A2", HEX, kind="medium_tank_a", damage=before)
    t.add("A3", (6, 6), kind="truck", damage="light")
    t.add("A4", (2, 6), kind="truck")
    t.add("B2", (4, 1), kind="truck", damage="light")
    t.spending()
    t.play("repair-crew")
    assert t.legal() == {"unit A2", "unit A3"}
    t.play("unit A2")
    assert (t.unit("A2").damage, t.unit("A3").damage, t.decision) == (after, "light", "COMMAND")


@pytest.mark.clause("TI-CRD-26")
@pytest.mark.parametrize(
    ("unit", "at", "dice"), [({}, (4, 5), 6), ({"kind": "half_track"}, (4, 6), 6), ({"regular": 1, "elite": 1}, (4, 8), 5)]
)
def test_ammunition_adds_two_dice_to_a_concentrated_fire(table, unit, at, dice):
    t = with_cards(table, "ammunition", a={"actions": 3})
    t.add("A2", at, **unit)
    t.add("B2", HEX)
    t.change("A1", activation="fatigued")
    t.turn(0)
    t.play("ammunition")
    t.dice(*[6] * 1, *[1] * (dice - 1))
    t.play("at B2", "normal")
    assert (t.unit("B2").strength, t.unit("A2").activation, t.state["actions_left"]) == (3, "fatigued", 2)


@pytest.mark.clause("TI-CRD-26")
def test_ammunition_goes_to_a_fresh_unit_with_a_target(table):
    t = with_cards(table, "ammunition")
    t.add("A2", (4, 5))
    t.add("A3", (5, 4), activation="fatigued")
    t.add("A4", (5, 4), activation="op_fire")
    t.add("A5", (3, 4), kind="truck")
    t.add("A6", (3, 4))
    t.add("B2", HEX)
    t.turn(0)
    t.play("ammunition")
    assert (t.decision, t.decider, t.legal()) == ("CARD_UNIT", 0, {"unit A1", "unit A2", "unit A6"})


@pytest.mark.clause("TI-CRD-26", "TI-OFF-02")
@pytest.mark.parametrize(("activation", "able"), [("fresh", True), ("fatigued", False)])
def test_ammunition_rallies_a_pinned_squad_only_if_it_is_fresh(table, activation, able):
    t = with_cards(table, "ammunition")
    t.change("A1", activation="fatigued")
    t.add("A2", (4, 5), condition="pinned", activation=activation)
    t.add("A3", (4, 5), officer=1, activation="fatigued")
    t.add("B2", HEX)
    t.turn(0)
    assert t.can("ammunition") is able


@pytest.mark.clause("TI-CRD-26")
def test_ammunition_is_for_one_attack(table):
    t = with_cards(table, "ammunition")
    t.add("A2", (4, 5))
    t.add("A3", (5, 4), regular=1)
    t.add("B2", HEX)
    t.change("A1", activation="fatigued")
    t.turn(0)
    t.dice(*[1] * 6)
    t.play("ammunition", "unit A2", "at B2", "normal", "done")
    t.dice(1)
    t.play("fire A3", "at B2", "normal")


@pytest.mark.clause("TI-CRD-27", "TI-TRN-05")
def test_dig_in_places_an_entrenchment_that_a_squad_of_the_hex_may_occupy(table):
    t = with_cards(table, "dig_in", terrain={"building": [(1, 1)], "stream": [(2, 2)], "woods": [(3, 3)]})
    for k, at in enumerate([(1, 1), (2, 2), (3, 3), HEX, HEX, HEX]):
        t.add(f"A{2 + k}", at, **({"kind": "truck"} if k == 5 else {}))
    t.add("A8", (6, 6), kind="truck")
    t.add("A9", (7, 7), fort="entrenchment")
    t.add("B2", (4, 1))
    t.mark("entrenchment", (7, 7), (7, 7), (7, 7))
    t.spending()
    t.play("dig-in")
    assert (t.decision, t.decider, hexes(t)) == ("CARD_CELL", 0, {(0, 8), (3, 3), HEX})
    t.play("hex 4,4")
    assert (t.decision, t.decider, t.legal()) == ("OCCUPY", 0, {"occupy A5", "occupy A6", "pass"})
    t.play("occupy A6")
    assert t.marks_at(HEX) == {"entrenchment 1"}
    assert [t.unit(name).fort for name in ("A5", "A6")] == ["none", "entrenchment"]


@pytest.mark.clause("TI-CRD-27", "TI-MOV-11")
def test_a_squad_in_a_fortification_does_not_change_into_the_new_one(table):
    t = with_cards(table, "dig_in")
    t.mark("entrenchment", HEX)
    t.add("A2", HEX, fort="entrenchment")
    t.add("A3", HEX)
    t.spending()
    t.play("dig-in", "hex 4,4")
    assert (t.decision, t.legal()) == ("OCCUPY", {"occupy A3", "pass"})


@pytest.mark.clause("TI-CRD-27")
@pytest.mark.parametrize(("forts", "can"), [(2, True), (3, False)])
def test_a_hex_holds_three_entrenchments_and_pillboxes(table, forts, can):
    t = with_cards(table, "dig_in", "dig_in")
    t.add("A2", HEX)
    t.mark("pillbox", HEX)
    for _ in range(forts - 1):
        t.mark("entrenchment", HEX)
    t.spending()
    t.play("dig-in")
    assert (HEX in hexes(t) if t.decision == "CARD_CELL" else False) == can


@pytest.mark.clause("TI-CRD-27")
def test_the_new_entrenchment_may_stay_empty(table):
    t = with_cards(table, "dig_in")
    t.add("A2", HEX)
    t.spending()
    t.play("dig-in", "hex 4,4", "pass")
    assert (t.marks_at(HEX), t.unit("A2").fort) == ({"entrenchment 1"}, "none")


@pytest.mark.clause("TI-CRD-28", "TI-CRD-29", "TI-CRD-30", "TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize(("card", "mark", "reach"), [("lay_wire", "wire", 2), ("obstacles", "traps", 2), ("mine_belt", "mines", 3)])
def test_obstacles_are_laid_in_empty_hexes_near_friends_and_not_beside_the_enemy(table, card, mark, reach):
    t = with_cards(table, card)
    t.add("A2", HEX)
    t.add("A3", (1, 2), kind="truck")
    t.add("B2", (6, 4))
    t.mark(mark, (3, 4))
    t.spending()
    t.play(card.replace("_", "-"))
    assert (t.decision, t.decider) == ("CARD_CELL", 0)
    near = [(0, 8), HEX] + ([(1, 2)] if card == "mine_belt" else [])  # mines may be laid near any unit, the others near squads
    units = {(0, 8), (8, 0), HEX, (1, 2), (6, 4), (3, 4)}  # and the hex that has such a marker already
    expected = {
        at
        for at in board() - units
        if min(away(t, at, friend) for friend in near) <= reach and min(away(t, at, foe) for foe in ((6, 4), (8, 0))) >= 2
    }
    assert hexes(t) == expected
    assert any(away(t, at, HEX) == reach for at in expected)
    t.play("hex 3,5")
    assert t.marks_at((3, 5)) == {mark}


@pytest.mark.clause("TI-CRD-28", "TI-CRD-29", "TI-CRD-30")
@pytest.mark.parametrize("card", ["lay_wire", "obstacles", "mine_belt"])
@pytest.mark.parametrize("seat", [0, 1])
def test_either_side_lays_obstacles_away_from_the_other(table, seat, card):
    """A squad of each side, three hexes apart: the hex next to the enemy is barred, the one next to the friend is not."""
    t = with_cards(table, card, seat=seat)
    t.add("A2", HEX)
    t.add("B2", (7, 4))
    t.state["command"] = (9, 0) if seat == 0 else (0, 9)
    t.spending()
    t.play(card.replace("_", "-"))
    assert (t.decision, t.decider) == ("CARD_CELL", seat)
    assert (t.can("hex 5,4"), t.can("hex 6,4")) == (seat == 0, seat == 1)


@pytest.mark.clause("TI-CRD-28", "TI-CRD-29", "TI-CRD-30", "TI-MOV-09")
@pytest.mark.parametrize("card", ["lay_wire", "mine_belt", "obstacles"])
def test_no_obstacle_is_laid_in_a_pond(table, card):
    t = with_cards(table, card, terrain={"pond": [(4, 5)], "stream": [(3, 5)]})
    t.add("A2", HEX)
    t.spending()
    t.play(card.replace("_", "-"))
    assert not t.can("hex 4,5") and t.can("hex 3,5")


@pytest.mark.clause("TI-CRD-31")
@pytest.mark.parametrize(
    ("dice", "unit", "defence", "condition"),
    [
        ((5, 6, 4), {}, (), "pinned"), ((4, 4, 4), {}, (), "none"), ((5, 5, 5), {}, (), "disrupted"),
        ((5, 5, 5), {"elite": 2}, (6, 1, 5), "pinned"), ((5, 1, 1), {"officer": 1}, (5, 4, 4), "none"),
    ],
)  # fmt: skip
def test_marksmen_fire_three_dice_that_suppress_on_five(table, dice, unit, defence, condition):
    """The squads with defence dice stand in woods, which give two; elite figures or an officer one more."""
    t = with_cards(table, "marksmen", a={"actions": 3}, width=15, terrain={"woods": [(12, 4)]})
    t.add("A2", (0, 4))
    t.add("B2", (12, 4) if defence else (11, 4), **unit)
    t.turn(0)
    t.dice(*dice, *defence)
    t.play("marksmen", "unit B2")
    assert (t.unit("B2").condition, t.unit("B2").status) == (condition, "ON_MAP")
    assert (t.unit("A2").activation, t.state["actions_left"]) == ("fresh", 2)


@pytest.mark.clause("TI-CRD-31")
def test_marksmen_need_an_enemy_squad_in_sight_of_a_friendly_squad(table):
    t = with_cards(table, "marksmen", terrain={"woods": [(4, 6), (3, 7)]})
    t.change("A1", kind="truck")
    t.add("A2", (4, 8))
    t.add("A3", (0, 2), kind="truck")
    t.add("B2", (4, 4))  # behind the woods
    t.add("B3", (8, 4), kind="truck")
    t.add("B4", (8, 4), aboard="B3")
    t.add("B5", (8, 6))
    t.add("B6", (7, 7), condition="disrupted")
    t.turn(0)
    for k, at in ((2, (4, 4)), (5, (8, 6)), (6, (7, 7))):
        assert t.sees((4, 8), at) == (k > 2)
    t.play("marksmen")
    assert (t.decision, t.decider) == ("CARD_UNIT", 0)
    assert {"unit B5", "unit B6"} <= t.legal() <= {"unit B1", "unit B5", "unit B6"}


@pytest.mark.clause("TI-CRD-31")
def test_a_tank_does_not_spot_for_marksmen(table):
    t = with_cards(table, "marksmen")
    t.change("A1", kind="medium_tank_a")
    t.add("B2", HEX)
    t.turn(0)
    assert not t.can("marksmen")
    t.add("A2", (0, 7))
    t.turn(0)
    assert t.can("marksmen")


@pytest.mark.clause("TI-CRD-31", "TI-TRP-04")
@pytest.mark.parametrize("aboard", [True, False])
def test_a_squad_aboard_does_not_spot_for_marksmen(table, aboard):
    """The only squad; the truck sees as far as it does."""
    t = with_cards(table, "marksmen")
    t.change("A1", kind="truck")
    t.add("A2", (0, 8), **({"aboard": "A1"} if aboard else {}))
    t.add("B2", HEX)
    t.turn(0)
    assert t.can("marksmen") is not aboard


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
def test_a_reserve_arrives_in_the_next_status_phase(table, card, kinds, figures, seat):
    t = with_cards(table, card, seat=seat)
    t.state["round"] = 3
    name = "AB"[seat] + "2"
    t.spending()
    if seat:
        t.play("done")
    t.play(card.replace("_", "-"))
    assert t.unit(name).status == "RESERVE"
    while t.decision == "COMMAND":
        t.play("done")
    assert (t.decision, t.decider, t.state["round"]) == ("ARRIVE", seat, 3)
    row = 0 if seat else 8
    assert hexes(t) == {(column, row) for column in range(9)}
    t.play(f"place 4,{row}")
    unit = t.unit(name)
    assert (unit.at, unit.kind, unit.figures, unit.activation) == ((4, row), kinds[seat], figures, "fresh")
    assert t.state["alive"][seat] == 2
    assert t.state["waiting_units"].tolist() == [0, 0]


@pytest.mark.clause("TI-CRD-35")
def test_the_motor_reserve_is_a_half_track_with_a_squad_aboard(table):
    t = with_cards(table, "motor_reserve")
    t.spending()
    t.play("motor-reserve")
    while t.decision == "COMMAND":
        t.play("done")
    assert t.decision == "ARRIVE"
    t.play("place 4,8")
    assert (t.unit("A2").kind, t.unit("A2").at, t.unit("A2").aboard) == ("half_track", (4, 8), 1)
    assert (t.unit("A3").figures, t.unit("A3").carrier, t.unit("A3").status) == ({"regular": 3}, "A2", "ON_MAP")
    assert (int(t.state["alive"][0]), int(t.state["waiting_units"][0]), t.phase) == (3, 0, "ACTION")


@pytest.mark.clause("TI-CRD-36")
@pytest.mark.parametrize(("round_", "can"), [(2, False), (3, True)])
def test_the_armour_reserve_is_not_played_before_round_three(table, round_, can):
    t = with_cards(table, "armour_reserve")
    t.state["round"] = round_
    t.spending()
    assert t.can("armour-reserve") == can


@pytest.mark.clause("TI-CRD-32", "TI-CRD-35")
@pytest.mark.parametrize(
    ("card", "units", "can"),
    [("rifle_reserve", 15, True), ("rifle_reserve", 16, False), ("motor_reserve", 14, True), ("motor_reserve", 15, False)],
)
def test_a_reserve_needs_free_slots_of_the_force(table, card, units, can):
    t = with_cards(table, card)
    for k in range(1, units):
        t.add(f"A{k + 1}", (k % 8, 2 + k // 8))
    t.spending()
    assert t.can(card.replace("_", "-")) == can


@pytest.mark.clause("TI-CRD-35", "TI-STA-06")
def test_the_squad_of_the_motor_reserve_waits_with_its_half_track(table):
    """Buildings keep the half-track out, and three friends stand in the only other hex of row 8; a squad alone would find a place."""
    t = with_cards(table, "motor_reserve", width=10, rows=9, terrain={"building": [(column, 8) for column in range(1, 10)]})
    for name in ("A2", "A3"):
        t.add(name, (0, 8))
    t.spending()
    t.play("motor-reserve")
    while t.decision == "COMMAND":
        t.play("done")
    while t.decision in ("OP_MODE", "TRANSFER_FROM"):
        t.play("done")
    assert (t.decision, t.unit("A4").kind, t.unit("A5").kind) == ("SELECT", "half_track", "squad")
    assert (t.unit("A4").status, t.unit("A5").status) == ("RESERVE", "RESERVE")


@pytest.mark.clause("TI-CRD-25")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("foe", "can"), [((5, 4), False), ((6, 4), True)])
def test_a_repair_crew_of_either_side_keeps_away_from_the_enemy(table, seat, foe, can):
    t = table()
    t.add("AB"[seat] + "1", HEX, kind="truck", damage="light")
    t.add("BA"[seat] + "1", foe)
    t.state["command"], t.state["pool"] = (9, 9), (1 - seat, seat)
    t.state["initiative"] = seat
    t.hold(seat, "repair_crew")
    t.spending()
    assert t.decider == seat and t.can("repair-crew") is can
