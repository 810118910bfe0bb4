"""Chapter ASL: who assaults whom, and with how many dice."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import BESIDE, TARGET, assault, field, rolls_exactly, side_hits

WHO = [
    ({}, True),
    ({"officer": 1}, True),
    ({"machine_gun": 1, "regular": 2}, False),
    ({"mortar": 1, "regular": 2}, False),
    ({"condition": "pinned"}, False),
    ({"condition": "disrupted"}, False),
    ({"activation": "fatigued"}, False),
    ({"activation": "op_fire"}, False),
    ({"kind": "half_track"}, False),
    ({"kind": "medium_tank_a"}, False),
]


@pytest.mark.clause("TI-ASL-01", "TI-ACT-14", "TI-VEH-13")
@pytest.mark.parametrize(("unit", "able"), WHO)
def test_only_fresh_steady_squads_without_crews_assault(table, unit, able):
    t = field(table)
    t.add("A1", (4, 4), **unit)
    t.add("B1", TARGET)
    t.turn()
    assert ("assault" in t.orders("A1")) is able


@pytest.mark.clause("TI-ASL-01", "TI-ACT-13", "TI-OFF-01")
@pytest.mark.parametrize(("figures", "steps"), [({}, 3), ({"officer": 1, "regular": 3}, 4)])
def test_it_may_move_first_with_one_point_less(table, figures, steps):
    t = field(table)
    t.add("A1", (1, 4), **figures)
    t.add("B1", (1 + steps + 1, 4))
    t.add("B2", (1 + steps, 0))
    t.turn()
    t.play("assault A1", *["east"] * steps)
    assert (t.decision, t.legal()) == ("ASSAULT_HEX", {"pass", "east"})


@pytest.mark.clause("TI-ASL-01")
def test_a_squad_that_cannot_move_may_still_assault(table):
    """Enemies all around: there is no step to take."""
    t = field(table)
    t.add("A1", TARGET)
    for k, at in enumerate([(4, 4), *BESIDE]):
        t.add(f"B{k + 1}", at)
    t.turn()
    t.play("assault A1")
    assert t.decision == "ASSAULT_HEX"
    assert len(t.legal()) == 7


@pytest.mark.clause("TI-ASL-01", "TI-MOV-11")
@pytest.mark.parametrize("leaves", [True, False])
def test_a_squad_leaves_its_fortification_before_it_assaults(table, leaves):
    t = field(table)
    t.mark("entrenchment", (4, 4))
    t.add("A1", (4, 4), fort="entrenchment")
    t.add("A2", (1, 4))
    t.add("B1", TARGET)
    t.turn()
    t.play("assault A1", "leave" if leaves else "stop", *(["stop"] if leaves else []))
    assert t.decision == ("ASSAULT_HEX" if leaves else "SELECT")


@pytest.mark.clause("TI-ASL-02")
@pytest.mark.parametrize(
    ("mark", "specialty", "rolls", "able"),
    [(None, "none", 0, True), ("wire", "none", 0, False), ("wire", "engineer", 0, False), ("mines", "engineer", 0, False),
        ("mines", "none", 4, False)],
)  # fmt: skip
def test_no_assault_after_entering_mines_or_wire(table, mark, specialty, rolls, able):
    t = field(table)
    t.add("A1", (3, 4), specialty=specialty)
    t.add("A2", (1, 4))
    t.add("B1", TARGET)
    if mark:
        t.mark(mark, (4, 4))
    t.turn()
    t.dice(*rolls_exactly(rolls))
    t.play("assault A1", "east")
    if t.decision == "STEP":
        t.play("stop")
    assert (t.decision == "ASSAULT_HEX") is able


@pytest.mark.clause("TI-ASL-02", "TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize("mark", ["wire", "mines"])
def test_a_squad_that_starts_in_mines_or_wire_may_assault_at_half_fp(table, mark):
    t = field(table)
    t.mark(mark, (4, 4))
    t.add("B1", TARGET)
    assault(t, dice=rolls_exactly(2 + 4))


@pytest.mark.clause("TI-ASL-03")
def test_one_adjacent_enemy_hex_without_heavy_vehicle_or_none(table):
    """A tank guards the hex in the north-east, a half-track and a truck are light."""
    t = field(table, levels={2: [(4, 3)]})
    t.add("A1", (4, 4))
    t.add("A2", (1, 4))
    t.add("B1", (5, 4), kind="half_track")
    t.add("B2", (4, 5), kind="truck")
    t.add("B3", (3, 4))
    t.add("B4", (3, 3))
    t.add("B5", (3, 3), kind="medium_tank_b")
    t.add("B6", (4, 3))  # on a cliff
    t.add("B7", (2, 4))  # two hexes away
    t.turn()
    t.play("assault A1", "stop")
    assert (t.decision, t.decider) == ("ASSAULT_HEX", 0)
    assert t.legal() == {"pass", "east", "south-east", "west"}
    t.play("pass")
    assert (t.decision, t.unit("A1").activation) == ("SELECT", "fatigued")


@pytest.mark.clause("TI-ASL-02")
def test_wire_bars_the_assault_of_this_activation_only(table):
    """Engineers enter wire and may not assault; the next squad may."""
    t = field(table)
    t.mark("wire", (4, 5))
    t.add("A1", (3, 5), specialty="engineer")
    t.add("A2", (4, 4))
    t.add("B1", TARGET)
    t.turn()
    t.play("assault A1", "east", "stop")
    assert t.decision == "SELECT"
    t.play("assault A2", "stop")
    assert (t.decision, t.legal()) == ("ASSAULT_HEX", {"pass", "east"})


SUPPORTERS = [
    ({}, True),
    ({"activation": "fatigued"}, True),
    ({"activation": "op_fire"}, True),
    ({"officer": 1}, True),
    ({"condition": "pinned"}, False),
    ({"condition": "disrupted"}, False),
    ({"machine_gun": 1, "regular": 2}, False),
    ({"mortar": 1}, False),
    ({"kind": "half_track"}, False),
]


@pytest.mark.clause("TI-ASL-04")
@pytest.mark.parametrize(("unit", "able"), SUPPORTERS)
def test_who_supports_an_assault(table, unit, able):
    t = field(table)
    t.add("A2", (5, 3), **unit)
    t.add("A3", (5, 5))
    t.add("B1", TARGET)
    assault(t)
    assert (t.decision, t.decider) == ("ASSAULT_SUPPORT", 0)
    assert t.legal() == {"done", "support A3"} | ({"support A2"} if able else set())


@pytest.mark.clause("TI-ASL-04")
def test_supporters_are_adjacent_and_not_aboard(table):
    t = field(table)
    t.add("A2", (7, 4))
    t.add("A3", (5, 5), kind="truck")
    t.add("A4", (5, 5), aboard="A3")
    t.add("A5", (4, 4))
    t.add("B1", TARGET)
    assault(t)
    assert t.legal() == {"done", "support A5"}


@pytest.mark.clause("TI-ASL-04")
@pytest.mark.parametrize(("names", "dice"), [((), 4), (("A3",), 6), (("A3", "A2"), 8)])
def test_none_one_or_two_support(table, names, dice):
    t = field(table)
    for k, at in enumerate(BESIDE[:3]):
        t.add(f"A{k + 2}", at)
    t.add("B1", TARGET)
    assault(t, *(f"support {name}" for name in names), dice=rolls_exactly(dice + 4))
    if len(names) < 2:
        assert t.decision == "ASSAULT_SUPPORT"
        t.play("done")
    assert t.decision == "SELECT"


STRENGTH = [
    ({}, {}, 4 + 2),
    ({"elite": 4}, {"regular": 3}, 8 + 2),
    ({"officer": 1, "elite": 2}, {"elite": 3}, 5 + 3),
    ({"specialty": "flamethrower"}, {}, 4 + 2 + 2),
    ({}, {"specialty": "flamethrower"}, 4 + 2 + 2),
    ({"specialty": "flamethrower"}, {"specialty": "flamethrower"}, 4 + 2 + 2 + 2),
    ({"specialty": "anti_tank"}, {}, 4 + 2),
]


@pytest.mark.clause("TI-ASL-05", "TI-SPC-02")
@pytest.mark.parametrize(("active", "supporter", "dice"), STRENGTH)
def test_assault_strength_is_full_fp_and_half_of_each_supporter(table, active, supporter, dice):
    t = field(table)
    t.add("A2", (5, 3), **supporter)
    t.add("B1", TARGET, regular=2)
    assault(t, "support A2", dice=rolls_exactly(dice + 2), **active)


@pytest.mark.clause("TI-ASL-05")
def test_assault_strength_is_that_against_infantry_even_on_light_vehicles(table):
    """4 elite: 8 dice against infantry, 4 against vehicles; armour 1, and 4 dice of the half-track."""
    t = field(table)
    t.add("B1", TARGET, kind="half_track")
    assault(t, dice=rolls_exactly(8 + 1 + 4), elite=4)


@pytest.mark.clause("TI-ASL-05", "TI-TRN-08", "TI-TRN-09", "TI-GEN-06")
@pytest.mark.parametrize("mark", ["wire", "mines"])
def test_a_supporter_in_wire_or_mines_brings_half_of_its_half(table, mark):
    """4 elite: half of 8 is 4, half again 2."""
    t = field(table)
    t.mark(mark, (5, 3))
    t.add("A2", (5, 3), elite=4)
    t.add("B1", TARGET)
    assault(t, "support A2", dice=rolls_exactly(4 + 2 + 4))


@pytest.mark.clause("TI-ASL-05", "TI-SPC-02", "TI-TRN-08")
def test_the_dice_of_flames_are_not_halved_in_wire(table):
    """Half of 4, and 2 for the flamethrower."""
    t = field(table)
    t.mark("wire", (4, 4))
    t.add("B1", TARGET)
    assault(t, dice=rolls_exactly(2 + 2 + 4), specialty="flamethrower")


DEFENDERS = [
    ([{}], 4),
    ([{"elite": 4}, {"regular": 3}], 8 + 3),
    ([{"machine_gun": 1, "regular": 2}], 4 + 2),
    ([{"mortar": 1, "regular": 2}], 2),
    ([{"mortar": 1}], 0),
    ([{"condition": "disrupted"}, {"regular": 1}], 1),
    ([{"regular": 3, "condition": "pinned"}], 2),
    ([{"regular": 3, "condition": "pinned"}, {"officer": 1}], 3 + 1),
    ([{"regular": 2, "officer": 1, "condition": "pinned"}], 3),
]


@pytest.mark.clause("TI-ASL-06", "TI-SUP-05", "TI-SUP-06", "TI-ASL-16")
@pytest.mark.parametrize(("units", "dice"), DEFENDERS)
def test_all_squads_of_the_hex_defend_with_what_they_have(table, units, dice):
    t = field(table)
    for k, unit in enumerate(units):
        t.add(f"B{k + 1}", TARGET, **unit)
    assault(t, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-ASL-06", "TI-VEH-06")
@pytest.mark.parametrize(
    ("kind", "damage", "dice"),
    [("half_track", "none", 1 + 4), ("half_track", "light", 0 + 4), ("half_track", "heavy", 0 + 2), ("truck", "none", 0)],
)
def test_light_vehicles_defend_with_armour_and_fp_against_infantry(table, kind, damage, dice):
    t = field(table)
    t.add("B1", TARGET, kind=kind, damage=damage)
    assault(t, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-ASL-06")
def test_squads_outside_the_hex_do_not_defend(table):
    t = field(table)
    t.add("B1", TARGET, regular=1)
    t.add("B2", (6, 4))
    assault(t, dice=rolls_exactly(4 + 1))


@pytest.mark.clause("TI-ASL-07", "TI-GEN-08")
@pytest.mark.parametrize(("attack", "defence", "left"), [(4, 3, (4, 0)), (3, 4, (0, 4)), (4, 4, (0, 0)), (3, 3, (4, 4))])
def test_both_sides_hit_on_4(table, attack, defence, left):
    t = field(table)
    t.add("B1", TARGET)
    assault(t, dice=(attack,) * 4 + (defence,) * 4)
    assert (t.unit("A1").strength, t.unit("B1").strength) == left


COVER = [
    ("clear", [{}], None, 0),
    ("woods", [{}, {}], None, 2),
    ("building", [{}], None, 3),
    ("clear", [{"fort": "entrenchment"}, {"fort": "entrenchment"}], "entrenchment", 4),
    ("woods", [{"fort": "entrenchment"}, {}], "entrenchment", 4),
    ("clear", [{"fort": "pillbox"}], "pillbox", 6),
    ("clear", [{"kind": "half_track"}, {}], None, 1),
    ("rough", [{"kind": "half_track"}, {"kind": "half_track"}], None, 3),
    ("clear", [{"specialty": "medic"}, {}], None, 1),
    ("clear", [{"specialty": "medic"}, {"specialty": "medic"}], None, 1),
    ("clear", [{"elite": 4}, {"officer": 1}], None, 0),
]


@pytest.mark.clause("TI-ASL-08")
@pytest.mark.parametrize(("terrain", "units", "mark", "dice"), COVER)
def test_cover_of_the_hex_once_fortification_and_armour_of_each_and_one_for_medics(table, terrain, units, mark, dice):
    """The defenders are worn down to two regulars a squad, so that their own dice are known."""
    own = 0
    t = field(table, terrain={} if terrain == "clear" else {terrain: [TARGET]})
    for k, unit in enumerate(units):
        figures = {} if "kind" in unit or "elite" in unit or "officer" in unit else {"regular": 2}
        t.add(f"B{k + 1}", TARGET, **unit, **figures)
        own += 4 if "kind" in unit else 8 if "elite" in unit else 1 if "officer" in unit else 2
        if mark:
            t.mark(mark, TARGET)
    assault(t, dice=(4,) * 8 + (5,) * dice + (1,) * own, elite=4)
    assert side_hits(t, 1) == 8 - dice


@pytest.mark.clause("TI-ASL-08", "TI-VEH-05")
@pytest.mark.parametrize(("kind", "damage", "dice"), [("half_track", "none", 3), ("half_track", "light", 2), ("truck", "light", 2)])
def test_damage_takes_armour_from_the_defence_and_no_cover(table, kind, damage, dice):
    """Woods give two dice; a truck has no armour to lose, and no dice of its own."""
    t = field(table, terrain={"woods": [TARGET]})
    t.add("B1", TARGET, kind=kind, damage=damage)
    assault(t, dice=(4,) * 8 + (5,) * dice + (1,) * (4 if kind == "half_track" else 0), elite=4)
    assert side_hits(t, 1) == 8 - dice


@pytest.mark.clause("TI-ASL-08", "TI-TRN-10", "TI-CRD-15")
@pytest.mark.parametrize(
    ("mark", "kind", "dice"),
    [("traps", "squad", 1), ("cover_b", "squad", 1), ("cover_b cover_b", "squad", 1), ("cover_a", "squad", 0), ("cover_b", "truck", 0)],
)
def test_tank_traps_and_take_cover_add_a_die_where_squads_defend(table, mark, kind, dice):
    t = field(table)
    for what in mark.split():  # played in the running Command Phase it lies there twice
        t.mark(what, TARGET)
    t.add("B1", TARGET, kind=kind)
    assault(t, dice=(4, 1, 1, 1) + (5,) * dice + (1,) * (4 if kind == "squad" else 0))
    assert side_hits(t, 1) == 1 - dice


@pytest.mark.clause("TI-ASL-08")
@pytest.mark.parametrize(("face", "left"), [(5, 3), (4, 2)])
def test_a_defence_die_cancels_on_5(table, face, left):
    t = field(table, terrain={"rough": [TARGET]})
    t.add("B1", TARGET)
    assault(t, dice=(4, 4, 1, 1, face, 4, 4, 4, 1))
    assert (t.unit("B1").strength, t.unit("A1").strength) == (left, 1)


@pytest.mark.clause("TI-ASL-08")
def test_attackers_have_neither_cover_nor_medic(table):
    t = field(table, terrain={"woods": [(4, 4)]})
    t.add("B1", TARGET)
    assault(t, dice=rolls_exactly(4 + 4), specialty="medic")


@pytest.mark.clause("TI-ASL-16", "TI-ASL-06")
def test_squads_aboard_a_defending_vehicle_do_not_fight_and_share_its_fate(table):
    """Hits on the half-track: 4 of 8 dice, none cancelled by its one die; it is destroyed."""
    t = field(table)
    t.add("B1", TARGET, kind="half_track")
    t.add("B2", TARGET, aboard="B1")
    assault(t, dice=(4, 4, 4, 4, 1, 1, 1, 1) + (1,) + (1,) * 4, elite=4)
    assert side_hits(t, 1) == 4
    assert (t.unit("B1").status, t.unit("B2").status, t.unit("A1").at) == ("LOST", "LOST", TARGET)
