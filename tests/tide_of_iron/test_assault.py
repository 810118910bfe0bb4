"""Chapter ASL: who assaults whom, and with how many dice."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import BESIDE, TARGET, assault, field, net_hits, rolls_exactly

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
def test_only_fresh_steady_squads_without_crews_assault(unit, able):
    with field() as g:
        g.add("A1", (4, 4), **unit)
        g.add("B1", TARGET)
        g.turn()
        assert ("assault" in g.orders("A1")) is able


@pytest.mark.clause("TI-ASL-01", "TI-ACT-13", "TI-OFF-01")
@pytest.mark.parametrize(("figures", "steps"), [({}, 3), ({"officer": 1, "regular": 3}, 4)])
def test_it_may_move_first_with_one_point_less(figures, steps):
    with field() as g:
        g.add("A1", (1, 4), **figures)
        g.add("B1", (1 + steps + 1, 4))
        g.add("B2", (1 + steps, 0))
        g.turn()
        g.play("assault A1", *["east"] * steps)
        assert (g.decision, g.legal()) == ("ASSAULT_HEX", {"pass", "east"})


@pytest.mark.clause("TI-ASL-01")
def test_a_squad_that_cannot_move_may_still_assault():
    """Enemies all around: there is no step to take."""
    with field() as g:
        g.add("A1", TARGET)
        for k, at in enumerate([(4, 4), *BESIDE]):
            g.add(f"B{k + 1}", at)
        g.turn()
        g.play("assault A1")
        assert g.decision == "ASSAULT_HEX"
        assert len(g.legal()) == 7


@pytest.mark.clause("TI-ASL-01", "TI-MOV-11")
@pytest.mark.parametrize("leaves", [True, False])
def test_a_squad_leaves_its_fortification_before_it_assaults(leaves):
    with field() as g:
        g.mark("entrenchment", (4, 4))
        g.add("A1", (4, 4), fort="entrenchment")
        g.add("A2", (1, 4))
        g.add("B1", TARGET)
        g.turn()
        g.play("assault A1", "leave" if leaves else "stop", *(["stop"] if leaves else []))
        assert g.decision == ("ASSAULT_HEX" if leaves else "SELECT")


@pytest.mark.clause("TI-ASL-02")
@pytest.mark.parametrize(
    ("mark", "specialty", "rolls", "able"),
    [(None, "none", 0, True), ("wire", "none", 0, False), ("wire", "engineer", 0, False), ("mines", "engineer", 0, False), ("mines", "none", 4, False)],
)  # fmt: skip
def test_no_assault_after_entering_mines_or_wire(mark, specialty, rolls, able):
    with field() as g:
        g.add("A1", (3, 4), specialty=specialty)
        g.add("A2", (1, 4))
        g.add("B1", TARGET)
        if mark:
            g.mark(mark, (4, 4))
        g.turn()
        g.dice(*rolls_exactly(rolls))
        g.play("assault A1", "east")
        if g.decision == "STEP":
            g.play("stop")
        assert (g.decision == "ASSAULT_HEX") is able


@pytest.mark.clause("TI-ASL-02", "TI-TRN-08", "TI-TRN-09")
@pytest.mark.parametrize("mark", ["wire", "mines"])
def test_a_squad_that_starts_in_mines_or_wire_may_assault_at_half_fp(mark):
    with field() as g:
        g.mark(mark, (4, 4))
        g.add("B1", TARGET)
        assault(g, dice=rolls_exactly(2 + 4))


@pytest.mark.clause("TI-ASL-03")
def test_one_adjacent_enemy_hex_without_heavy_vehicle_or_none():
    """A tank guards the hex in the north-east, a half-track and a truck are light."""
    with field(levels={2: [(4, 3)]}) as g:
        g.add("A1", (4, 4))
        g.add("A2", (1, 4))
        g.add("B1", (5, 4), kind="half_track")
        g.add("B2", (4, 5), kind="truck")
        g.add("B3", (3, 4))
        g.add("B4", (3, 3))
        g.add("B5", (3, 3), kind="medium_tank_b")
        g.add("B6", (4, 3))  # on a cliff
        g.add("B7", (2, 4))  # two hexes away
        g.turn()
        g.play("assault A1", "stop")
        assert (g.decision, g.decider) == ("ASSAULT_HEX", 0)
        assert g.legal() == {"pass", "east", "south-east", "west"}
        g.play("pass")
        assert (g.decision, g.unit("A1").activation) == ("SELECT", "fatigued")


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
def test_who_supports_an_assault(unit, able):
    with field() as g:
        g.add("A2", (5, 3), **unit)
        g.add("A3", (5, 5))
        g.add("B1", TARGET)
        assault(g)
        assert (g.decision, g.decider) == ("ASSAULT_SUPPORT", 0)
        assert g.legal() == {"done", "support A3"} | ({"support A2"} if able else set())


@pytest.mark.clause("TI-ASL-04")
def test_supporters_are_adjacent_and_not_aboard():
    with field() as g:
        g.add("A2", (7, 4))
        g.add("A3", (5, 5), kind="truck")
        g.add("A4", (5, 5), aboard="A3")
        g.add("A5", (4, 4))
        g.add("B1", TARGET)
        assault(g)
        assert g.legal() == {"done", "support A5"}


@pytest.mark.clause("TI-ASL-04")
@pytest.mark.parametrize(("names", "dice"), [((), 4), (("A3",), 6), (("A3", "A2"), 8)])
def test_none_one_or_two_support(names, dice):
    with field() as g:
        for k, at in enumerate(BESIDE[:3]):
            g.add(f"A{k + 2}", at)
        g.add("B1", TARGET)
        assault(g, *(f"support {name}" for name in names), dice=rolls_exactly(dice + 4))
        if len(names) < 2:
            assert g.decision == "ASSAULT_SUPPORT"
            g.play("done")
        assert g.decision == "SELECT"


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
def test_assault_strength_is_full_fp_and_half_of_each_supporter(active, supporter, dice):
    with field() as g:
        g.add("A2", (5, 3), **supporter)
        g.add("B1", TARGET, regular=2)
        assault(g, "support A2", dice=rolls_exactly(dice + 2), **active)


@pytest.mark.clause("TI-ASL-05")
def test_assault_strength_is_that_against_infantry_even_on_light_vehicles():
    """4 elite: 8 dice against infantry, 4 against vehicles; armour 1, and 4 dice of the half-track."""
    with field() as g:
        g.add("B1", TARGET, kind="half_track")
        assault(g, dice=rolls_exactly(8 + 1 + 4), elite=4)


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
def test_all_squads_of_the_hex_defend_with_what_they_have(units, dice):
    with field() as g:
        for k, unit in enumerate(units):
            g.add(f"B{k + 1}", TARGET, **unit)
        assault(g, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-ASL-06", "TI-VEH-06")
@pytest.mark.parametrize(
    ("kind", "damage", "dice"),
    [("half_track", "none", 1 + 4), ("half_track", "light", 0 + 4), ("half_track", "heavy", 0 + 2), ("truck", "none", 0)],
)
def test_light_vehicles_defend_with_armour_and_fp_against_infantry(kind, damage, dice):
    with field() as g:
        g.add("B1", TARGET, kind=kind, damage=damage)
        assault(g, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-ASL-06")
def test_squads_outside_the_hex_do_not_defend():
    with field() as g:
        g.add("B1", TARGET, regular=1)
        g.add("B2", (6, 4))
        assault(g, dice=rolls_exactly(4 + 1))


@pytest.mark.clause("TI-ASL-07", "TI-GEN-08")
@pytest.mark.parametrize(("attack", "defence", "left"), [(4, 3, (4, 0)), (3, 4, (0, 4)), (4, 4, (0, 0)), (3, 3, (4, 4))])
def test_both_sides_hit_on_4(attack, defence, left):
    with field() as g:
        g.add("B1", TARGET)
        assault(g, dice=(attack,) * 4 + (defence,) * 4)
        assert (g.unit("A1").strength, g.unit("B1").strength) == left


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
def test_cover_of_the_hex_once_fortification_and_armour_of_each_and_one_for_medics(terrain, units, mark, dice):
    """The defenders are worn down to two regulars a squad, so that their own dice are known."""
    own = 0
    with field(terrain={} if terrain == "clear" else {terrain: [TARGET]}) as g:
        for k, unit in enumerate(units):
            figures = {} if "kind" in unit or "elite" in unit or "officer" in unit else {"regular": 2}
            g.add(f"B{k + 1}", TARGET, **unit, **figures)
            own += 4 if "kind" in unit else 8 if "elite" in unit else 1 if "officer" in unit else 2
            if mark:
                g.mark(mark, TARGET)
        assault(g, dice=(4,) * 8 + (5,) * dice + (1,) * own, elite=4)
        assert int(g.state["attack"][0]["successes"]) == 8 - dice


@pytest.mark.clause("TI-ASL-08")
@pytest.mark.parametrize(("face", "left"), [(5, 3), (4, 2)])
def test_a_defence_die_cancels_on_5(face, left):
    with field(terrain={"rough": [TARGET]}) as g:
        g.add("B1", TARGET)
        assault(g, dice=(4, 4, 1, 1, face, 4, 4, 4, 1))
        assert (g.unit("B1").strength, g.unit("A1").strength) == (left, 1)


@pytest.mark.clause("TI-ASL-08")
def test_attackers_have_neither_cover_nor_medic():
    with field(terrain={"woods": [(4, 4)]}) as g:
        g.add("B1", TARGET)
        assault(g, dice=rolls_exactly(4 + 4), specialty="medic")


@pytest.mark.clause("TI-ASL-16", "TI-ASL-06")
def test_squads_aboard_a_defending_vehicle_do_not_fight_and_share_its_fate():
    """Hits on the half-track: 4 of 8 dice, none cancelled by its one die; it is destroyed."""
    with field() as g:
        g.add("B1", TARGET, kind="half_track")
        g.add("B2", TARGET, aboard="B1")
        assault(g, dice=(4, 4, 4, 4, 1, 1, 1, 1) + (1,) + (1,) * 4, elite=4)
        assert net_hits(g, "B1") == 4
        assert (g.unit("B1").status, g.unit("B2").status, g.unit("A1").at) == ("LOST", "LOST", TARGET)
