"""Chapter SPC: specialisations."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier
from tests.tide_of_iron.fights import away, field, fire, net_hits, rolls_exactly


@pytest.mark.clause("TI-SPC-01")
@pytest.mark.parametrize(("specialty", "dice"), [("anti_tank", 4 + 3), ("none", 4)])
def test_anti_tank_squads_add_3_fp_against_vehicles(table, specialty, dice):
    t = field(table)
    t.add("A1", away(0), specialty=specialty)
    t.add("B1", away(2), kind="truck")
    fire(t, "A1", "B1", dice=rolls_exactly(dice))


@pytest.mark.clause("TI-SPC-01")
def test_anti_tank_squads_fire_as_others_at_squads(table):
    t = field(table)
    t.add("A1", away(0), specialty="anti_tank")
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", dice=(5, 5, 1, 1))
    assert t.unit("B1").strength == 2


@pytest.mark.clause("TI-SPC-01")
@pytest.mark.parametrize(
    ("specialty", "distance", "lowest"),
    [("anti_tank", 3, 5), ("anti_tank", 4, 6), ("anti_tank", 6, 6), ("anti_tank", 7, None), ("none", 2, 6), ("none", 3, None)],
)
def test_anti_tank_squads_reach_vehicles_at_3_hexes(table, specialty, distance, lowest):
    t = field(table)
    t.add("A1", away(0), regular=1, specialty=specialty)
    t.add("B1", away(distance), kind="truck")
    t.turn()
    assert ("fire" in t.orders("A1")) is (lowest is not None)
    if lowest:
        rest = rolls_exactly(3 if specialty == "anti_tank" else 0)
        fire(t, "A1", "B1", dice=(lowest - 1, *rest))
        assert t.unit("B1").damage == "none"
        t.add("A1", away(0), regular=1, specialty=specialty)
        fire(t, "A1", "B1", dice=(lowest, *rest))
        assert t.unit("B1").damage == "light"


@pytest.mark.clause("TI-SPC-01")
@pytest.mark.parametrize(("own", "foe"), ["AB", "BA"])
@pytest.mark.parametrize(("halves", "dice"), [(True, 4 + 4), (False, 4 + 2 + 3)])
def test_the_bonus_of_a_supporter_is_halved_with_the_rest(table, halves, dice, own, foe, tmp_path):
    """4 regulars and 3: half of 7 is 4. The other reading is a constant."""
    constants = tmp_path / "own.toml"
    constants.write_text(f"anti_tank_halves = {str(halves).lower()}\n")
    t = field(table, options={"constants": str(constants)})
    t.add(f"{own}1", away(1))
    t.add(f"{own}2", away(0), specialty="anti_tank")
    t.add(f"{foe}1", away(2), kind="truck")
    fire(t, f"{own}1", f"{foe}1", f"support {own}2", dice=rolls_exactly(dice))
    told = [
        (e.other, e.value) for e in events_of(t.state) if e.kind == Event.MODIFIER and e.other in (Modifier.ANTI_TANK, Modifier.SUPPORTING)
    ]
    halved = [(Modifier.ANTI_TANK, 3), (Modifier.SUPPORTING, -3)]
    assert told == (halved if halves else [(Modifier.SUPPORTING, -2), (Modifier.ANTI_TANK, 3)])


FLAMES = [
    (1, "clear", None, 4 + 2, 0),
    (1, "woods", "entrenchment", 4 + 2, 0),
    (1, "clear", "pillbox", 4 + 2, 1),
    (2, "woods", "entrenchment", 4, 4),
]


@pytest.mark.clause("TI-SPC-02")
@pytest.mark.parametrize(("distance", "terrain", "fort", "dice", "defence"), FLAMES)
def test_flames_add_2_fp_and_burn_5_cover_of_the_next_hex(table, distance, terrain, fort, dice, defence):
    at = away(distance)
    t = field(table, terrain={} if terrain == "clear" else {terrain: [at]})
    t.add("A1", away(0), specialty="flamethrower")
    t.add("B1", at, fort=fort or "none")
    if fort:
        t.mark(fort, at)
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(dice + defence))


@pytest.mark.clause("TI-SPC-02")
def test_armour_stays_in_the_flames(table):
    t = field(table, terrain={"woods": [away(1)]})
    t.add("A1", away(0), specialty="flamethrower")
    t.add("B1", away(1), kind="medium_tank_b")
    fire(t, "A1", "B1", dice=(4,) * 6 + (5,) * 4)
    assert net_hits(t, "B1") == 2


@pytest.mark.clause("TI-SPC-02", "TI-CMB-01")
@pytest.mark.parametrize(("distance", "dice", "defence"), [(1, 4 + 3, 0), (2, 4 + 2, 2)])
def test_a_flamethrower_that_supports_at_normal_range_burns_as_well(table, distance, dice, defence):
    """The lead fires from farther away; half of 4 + 2 is 3."""
    t = field(table, terrain={"woods": [away(5)]})
    t.add("A1", away(1))
    t.add("A2", away(5 - distance), specialty="flamethrower")
    t.add("B1", away(5))
    fire(t, "A1", "B1", "normal", "support A2", dice=(4,) * dice + (1,) * defence)
    assert t.unit("B1").strength == 4  # 4 is no hit at normal range


@pytest.mark.clause("TI-SPC-02")
def test_a_flamethrower_that_stays_out_burns_nothing(table):
    t = field(table, terrain={"woods": [away(5)]})
    t.add("A1", away(1))
    t.add("A2", away(4), specialty="flamethrower")
    t.add("B1", away(5))
    fire(t, "A1", "B1", "normal", "done", dice=rolls_exactly(4 + 2))


@pytest.mark.clause("TI-SPC-03", "TI-TRN-05")
def test_engineers_dig_an_entrenchment_and_may_sit_in_it(table):
    t = field(table)
    t.add("A1", away(0), specialty="engineer")
    t.add("A2", away(0))
    t.turn()
    assert "dig" not in t.orders("A2")
    t.play("dig A1")
    assert t.marks_at(away(0)) == {"entrenchment 1"}
    assert (t.decision, t.decider, t.legal()) == ("OCCUPY", 0, {"pass", "occupy A1"})
    t.play("occupy A1")
    assert (t.unit("A1").fort, t.unit("A1").activation) == ("entrenchment", "fatigued")
    assert (t.unit("A2").fort, t.unit("A2").activation) == ("none", "fresh")


@pytest.mark.clause("TI-SPC-03")
def test_the_engineers_need_not_sit_down(table):
    t = field(table)
    t.add("A1", away(0), specialty="engineer")
    t.turn()
    t.play("dig A1", "pass")
    assert (t.unit("A1").fort, t.unit("A1").activation) == ("none", "fatigued")


@pytest.mark.clause("TI-SPC-03", "TI-TRN-05")
@pytest.mark.parametrize(
    ("terrain", "trenches", "pillboxes", "able"),
    [
        ("clear", 2, 0, True),
        ("clear", 3, 0, False),
        ("clear", 1, 2, False),
        ("woods", 0, 0, True),
        ("rough", 0, 0, True),
        ("stream", 0, 0, False),
        ("building", 0, 0, False),
    ],
)
def test_where_engineers_dig(table, terrain, trenches, pillboxes, able):
    t = field(table, terrain={} if terrain == "clear" else {terrain: [away(0)]})
    t.add("A1", away(0), specialty="engineer")
    t.mark("entrenchment", *[away(0)] * trenches)
    t.mark("pillbox", *[away(0)] * pillboxes)
    t.turn()
    assert ("dig" in t.orders("A1")) is able


@pytest.mark.clause("TI-SPC-03", "TI-TRN-08")
@pytest.mark.parametrize(("specialty", "goes_on"), [("engineer", True), ("none", False)])
def test_engineers_are_not_stopped_by_wire(table, specialty, goes_on):
    t = field(table)
    t.mark("wire", away(1))
    t.add("A1", away(0), specialty=specialty)
    t.turn()
    t.play("advance A1", "east")
    assert (t.decision == "STEP") is goes_on


@pytest.mark.clause("TI-SPC-03", "TI-TRN-08")
def test_engineers_remove_wire_for_2_points(table):
    t = field(table)
    t.mark("wire", away(0), away(2))
    t.add("A1", away(0), specialty="engineer")
    t.turn()
    t.play("advance A1", "clear-wire")
    assert (t.marks_at(away(0)), int(t.state["movement"])) == (set(), 2)
    t.play("east", "east")
    assert t.decision == "SELECT"  # no points are left for the wire there
    assert t.marks_at(away(2)) == {"wire"}


@pytest.mark.clause("TI-SPC-03", "TI-TRN-09")
@pytest.mark.parametrize(("specialty", "dice", "left"), [("engineer", (), 4), ("none", (4, 1, 1, 1), 3)])
def test_engineers_skip_the_dice_of_mines_but_are_fatigued(table, specialty, dice, left):
    t = field(table)
    t.mark("mines", away(1))
    t.add("A1", away(0), specialty=specialty)
    t.turn()
    t.dice(*dice)
    t.play("advance A1", "east")
    unit = t.unit("A1")
    assert (t.decision, unit.at, unit.strength, unit.activation) == ("SELECT", away(1), left, "fatigued")


@pytest.mark.clause("TI-SPC-04")
@pytest.mark.parametrize(("medic", "blow", "dice"), [(3, "normal", 1), (3, "suppressive", 0), (4, "normal", 0), (None, "normal", 0)])
def test_medics_add_one_cover_against_normal_attacks_in_their_hex(table, medic, blow, dice):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3))
    for k in (2, 3):
        if medic:
            t.add(f"B{k}", away(medic), specialty="medic", condition="disrupted" if k == 3 else "none")
    fire(t, "A1", "B1", blow, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-SPC-04")
def test_medics_protect_themselves_but_no_vehicle(table):
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("A2", away(0), kind="medium_tank_a")
    t.add("B1", away(3), specialty="medic")
    t.add("B2", away(3), kind="half_track")
    fire(t, "A1", "B1", "normal", "done", dice=rolls_exactly(6 + 1))
    fire(t, "A2", "B2", dice=rolls_exactly(8 + 1))


def wounded(t, lost=1):
    """A medic squad with a free slot, a full squad, one of two figures and a crew that leaves no slot; and a squad elsewhere."""
    t.add("A1", away(0), regular=3, specialty="medic")
    t.add("A2", away(0))
    t.add("A3", away(0), elite=2)
    t.add("A4", away(1), regular=1)
    t.state["lost_regulars"][0] = lost
    t.turn()


@pytest.mark.clause("TI-SPC-05", "TI-ACT-16")
def test_a_medic_returns_a_regular_figure_on_4(table):
    t = field(table)
    wounded(t)
    assert "heal" not in t.orders("A2")
    t.dice(4)
    t.play("heal A1")
    assert (t.decision, t.decider, len(t.legal())) == ("HEAL_UNIT", 0, 2)
    t.play("heal-squad A3")
    assert (t.unit("A3").figures, t.unit("A1").activation) == ({"regular": 1, "elite": 2}, "fatigued")
    assert int(t.state["lost_regulars"][0]) == 0


@pytest.mark.clause("TI-SPC-05")
def test_a_medic_fails_on_3(table):
    t = field(table)
    wounded(t)
    t.dice(3)
    t.play("heal A1")
    assert (t.decision, t.unit("A1").activation, int(t.state["lost_regulars"][0])) == ("SELECT", "fatigued", 1)


@pytest.mark.clause("TI-SPC-05")
@pytest.mark.parametrize(("lost", "able"), [(0, False), (1, True)])
def test_only_lost_figures_return(table, lost, able):
    t = field(table)
    wounded(t, lost)
    assert ("heal" in t.orders("A1")) is able


@pytest.mark.clause("TI-SPC-05", "TI-GEN-03")
@pytest.mark.parametrize(
    ("other", "able"),
    [({"regular": 4}, False), ({"regular": 2, "machine_gun": 1}, False), ({"regular": 1, "machine_gun": 1}, True),
        ({"kind": "truck"}, False)],
)  # fmt: skip
def test_healing_needs_a_squad_of_the_hex_with_a_free_slot(table, other, able):
    t = field(table)
    t.add("A1", away(0), specialty="medic")
    t.add("A2", away(0), **other)
    t.add("A3", away(1), regular=1)
    t.state["lost_regulars"][0] = 3
    t.turn()
    assert ("heal" in t.orders("A1")) is able


@pytest.mark.clause("TI-SPC-05")
def test_fallen_regulars_count_as_lost_and_others_do_not(table):
    t = field(table)
    t.add("A1", away(0), elite=4)
    t.add("B1", away(3), regular=2, elite=2)
    t.add("B2", away(3))
    fire(t, "A1", "B1", "normal", "regular", "elite", dice=(5, 5, 1, 1, 1, 1, 1, 1))
    assert t.state["lost_regulars"].tolist() == [0, 1]
    t.add("A1", away(0), elite=4)
    fire(t, "A1", "B2", "suppressive", dice=(5,) * 4 + (1,) * 4)
    assert (t.unit("B2").status, t.state["lost_regulars"].tolist()) == ("LOST", [0, 5])
