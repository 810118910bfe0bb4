"""Chapter SCN: what scenery is, how it is hurt, and what its collapse does."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.data.schema import PROPERTIES
from tests.dropzone_commander.fights import gun, shoot

SHACK = "destructible flammable garrison impassable soft_cover solid"
HOUSE = "body_cover soft_cover destructible garrison impassable solid"
T6 = {  # height in quarter inches, A, DP, properties
    "park": (0, 0, 0, "tough soft_cover"),
    "field": (0, 5, 15, "destructible flammable soft_cover"),
    "barricade": (4, 10, 5, "body_cover soft_cover destructible tough"),
    "small_forest": (16, 7, 20, SHACK),
    "medium_forest": (24, 7, 30, SHACK),
    "tiny_shack": (12, 8, 5, SHACK),
    "small_shack": (20, 8, 10, SHACK),
    "tiny_building": (12, 10, 5, HOUSE),
    "small_building": (20, 10, 10, HOUSE),
    "medium_building": (28, 10, 20, HOUSE),
    "large_building": (36, 10, 30, HOUSE),
    "medium_bunker": (28, 13, 20, HOUSE),
    "large_bunker": (36, 13, 30, HOUSE),
}


@pytest.mark.clause("DZ-SCN-01")
@pytest.mark.parametrize("kind", T6)
def test_the_pieces_of_table_6(table, kind):
    t = table(pieces={"C0": (kind, 5, 5, 2, 2)})
    props = {PROPERTIES[k] for k in range(len(PROPERTIES)) if int(t.tables["piece_props"][0]) >> k & 1}
    figures = tuple(int(t.tables[f"piece_{name}"][0]) for name in ("height", "armour", "dp"))
    assert (*figures, props) == (*T6[kind][:3], set(T6[kind][3].split()))
    assert t.piece("C0")["dp"] == T6[kind][2]


@pytest.mark.clause("DZ-SCN-02", "DZ-SHT-03")
def test_only_destructible_pieces_are_shot_at(table):
    kinds = {"rock": {"height": 3, "properties": ["impassable", "solid"]}}
    t = table(pieces={"C0": ("rock", 5, 9, 1, 1), "RE": ("barricade", 8, 9, 1, 1), "RW": ("park", 11, 9, 1, 1)}, kinds=kinds)
    gun(t, "A1", (8, 3))
    t.squad("B1", "A-MBT", (8, 20))
    t.activate("A1")
    t.play("shoot")
    assert t.named("at-piece") == {"2"}


@pytest.mark.clause("DZ-SCN-02", "DZ-SCN-03", "DZ-SHT-19")
@pytest.mark.parametrize(
    ("energy", "die", "dp", "tokens"),
    [(6, 3, 0, 0), (6, 4, 1, 0), (6, 5, 1, 0), (6, 6, 1, 1), (20, 1, 0, 0), (20, 2, 1, 1)],
)
def test_scenery_loses_a_dp_for_each_hit_that_damages_and_a_critical_adds_a_token(table, energy, die, dp, tokens):
    """A 10: damage at 10, a Critical at 12."""
    t = table(pieces={"C0": ("barricade", 8, 9, 1, 1)})
    gun(t, "A1", (8, 3), energy=energy)
    t.squad("B1", "A-MBT", (20, 20))
    shoot(t, "A1", "C0", 6, die)
    assert 5 - t.piece("C0")["dp"] == dp and t.piece("C0")["damage_tokens"] == tokens


@pytest.mark.clause("DZ-SCN-03", "DZ-SPEC-08")
@pytest.mark.parametrize(("die", "dp", "tokens"), [(3, 0, 0), (4, 3, 0), (6, 3, 1)])
def test_a_devastator_costs_its_value_never_doubled_and_one_token(table, die, dp, tokens):
    t = table(pieces={"C0": ("medium_building", 8, 9, 2, 2)})
    gun(t, "A1", (8, 3), energy=6)
    t.weapon("A1", devastator=3, devastates=32)
    t.squad("B1", "A-MBT", (20, 20))
    shoot(t, "A1", "C0", 6, die)
    assert 20 - t.piece("C0")["dp"] == dp and t.piece("C0")["damage_tokens"] == tokens


@pytest.mark.clause("DZ-SCN-10", "DZ-SHT-06", "DZ-SHT-13")
def test_scenery_is_never_hull_down_and_has_no_countermeasures(table):
    t = table(pieces={"C0": ("medium_building", 4, 12, 8, 2), "RE": ("medium_building", 3, 8, 4, 1)})  # the second hides most of it
    gun(t, "A1", (5, 5))
    t.weapon("A1", far=12, near=3)
    t.squad("B1", "A-MBT", (20, 20))
    assert t.need("A1", "C0") == 2
    t.activate("A1")
    t.play("shoot")
    assert "1" in t.named("at-piece")  # 7" away, beyond the countered range


def doomed(t, kind="medium_building", box=(10, 10, 4, 4), dp=1):
    """A gun of A's at (2, 2) that will destroy the piece; A 10 or 13, Energy 20."""
    t.piece("C0")["dp"] = dp
    gun(t, "A1", (2, 2))
    t.squad("B9", "A-MBT", (23, 0), group=2)


@pytest.mark.clause("DZ-SCN-04", "DZ-SCN-05", "DZ-SCN-07", "DZ-SCN-08", "DZ-CORE-01")
def test_example_16_a_building_collapses_on_its_occupants_and_a_tank(table):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4)})
    doomed(t)
    t.squad("B1", "D-INF", inside="C0", size=2)
    t.squad("B3", "A-MBT", (16, 11))  # 3" from its wall at x = 13
    t.weapon("A1", energy=11)
    # the plasma hits: 2 + 11 is a Critical; D3 = 3: three hits on the tank; D3 + D3 = 3 hits on each unit inside
    shoot(t, "A1", "C0", 2, 2, 5, 2, 4, 5, 1, 3, 1, 2, 3, 2, 5, 6)
    assert t.where("B3") == "destroyed"
    assert t.unit("B1")["dp"] == 1 and t.where("B2") == "destroyed"
    assert t.piece("C0")["stand"] == 1 and t.at("B1") in {(11, 11), (12, 11), (11, 12), (12, 12)}
    assert t.decision != "FORTITUDE"


@pytest.mark.clause("DZ-SCN-04")
@pytest.mark.parametrize(("face", "n"), [(2, 1), (3, 2), (6, 3)])
def test_a_large_piece_hits_every_unit_within_n_inches_n_times_with_its_armour_as_energy(table, face, n):
    """A bunker: E 13 against Armour 18 is damage on 5+."""
    t = table(pieces={"C0": ("medium_bunker", 10, 10, 4, 4)})
    doomed(t)
    places = {"A2": (9, 11), "B1": (15, 11), "B2": (11, 16), "B3": (11, 17)}  # 1", 2", 3" and 4" from its outline
    for name, at in places.items():
        t.squad(name, "A-MBT", at, dp=9, armour=18, group=2)
    near = list(places)[:n]
    shoot(t, "A1", "C0", 6, 6, face, *[5] * (n * n))
    assert {name for name in places if t.unit(name)["dp"] == 9 - n} == set(near)
    assert {name for name in places if t.unit(name)["dp"] == 9} == set(places) - set(near)


@pytest.mark.clause("DZ-SCN-04", "DZ-SHT-15")
@pytest.mark.parametrize(("die", "lost"), [(4, 0), (5, 1), (6, 1)])
def test_energy_is_the_armour_of_the_piece(table, die, lost):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4)})
    doomed(t)
    t.squad("B1", "A-MBT", (9, 11), dp=9, armour=15)  # A 10 of the building + die
    shoot(t, "A1", "C0", 6, 6, 1, die)
    assert t.unit("B1")["dp"] == 9 - lost


@pytest.mark.clause("DZ-SCN-04")
def test_airborne_aircraft_are_hit_too_and_body_cover_does_not_help(table):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4), "RE": ("barricade", 14, 11, 1, 1)})
    doomed(t)
    t.squad("B1", "A-HDR", (9, 12), dp=9, armour=14)
    t.squad("B2", "A-INF", (15, 11), armour=14)
    shoot(t, "A1", "C0", 6, 6, 3, 4, 1, 4, 1)  # two hits each: damage on 4+
    assert t.unit("B1")["dp"] == 8 and t.unit("B2")["dp"] == 4


@pytest.mark.clause("DZ-SCN-04", "DZ-SCN-07")
@pytest.mark.parametrize(("kind", "stand"), [("small_building", 1), ("tiny_building", 2), ("barricade", 2), ("small_shack", 1)])
def test_pieces_of_10_dp_leave_rubble_and_hurt_smaller_ones_vanish(table, kind, stand):
    t = table(pieces={"C0": (kind, 10, 10, 2, 2)})
    doomed(t)
    t.squad("B1", "A-MBT", (9, 11), dp=9, armour=5)
    shoot(t, "A1", "C0", 6, 6, *([1, 2] if stand == 1 else []))
    assert t.piece("C0")["stand"] == stand and t.unit("B1")["dp"] == (7 if stand == 1 else 9)
    t.finish("A1")
    t.activate("B1")
    t.move("B1")
    assert (10, 11) in t.cells()  # one can go there now
    assert ((13, 11) in t.cells()) == (stand == 2)  # MV 4: over open ground, but neither through rubble nor around it


@pytest.mark.clause("DZ-SCN-05")
@pytest.mark.parametrize("kind", ["medium_building", "tiny_building"])
def test_units_inside_suffer_2d3_hits_one_roll_for_all_whatever_the_size(table, kind):
    t = table(pieces={"C0": (kind, 10, 10, 2, 2)})
    doomed(t)
    t.squad("B1", "A-INF", inside="C0", size=2, armour=14, dp=9)  # damage on 4+
    around = [5] if kind == "medium_building" else []
    shoot(t, "A1", "C0", 6, 6, *around, 3, 5, *[4] * 5, *[4] * 5)  # 2 + 3 hits each
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2")] == [4, 4]


@pytest.mark.clause("DZ-SCN-05", "DZ-CORE-13")
def test_nothing_is_rolled_for_an_empty_garrison(table):
    t = table(pieces={"C0": ("tiny_building", 10, 10, 2, 2)})
    doomed(t)
    shoot(t, "A1", "C0", 6, 6)
    assert t.piece("C0")["stand"] == 2


@pytest.mark.clause("DZ-SCN-06", "DZ-SCN-08")
@pytest.mark.parametrize("carried", [False, True])
def test_an_objective_inside_is_lost_unless_it_is_carried(table, carried):
    t = table(pieces={"C0": ("tiny_building", 10, 10, 2, 2)}, objectives=["C0"], mobile=True)
    doomed(t)
    t.squad("B1", "A-INF", inside="C0", size=1, armour=20)
    if carried:
        t.objective(1, carrier="B1")
    shoot(t, "A1", "C0", 6, 6, 1, 1, 1, 1)
    assert t.state["tokens"][0]["find"] == (3 if carried else 5)
    assert t.squad_of("B1")["token"] == (0 if carried else -1)


@pytest.mark.clause("DZ-SCN-08")
def test_survivors_stand_coherent_on_the_cells_nearest_to_the_middle_squad_by_squad_in_order(table):
    t = table(seats=3, pieces={"C0": ("large_building", 8, 8, 5, 5)})
    t.piece("C0")["damage_tokens"] = 3
    t.piece("C0")["dp"] = 1
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-INF", inside="C0", size=2, armour=20)
    t.squad("C1", "A-INF", inside="C0", size=2, armour=20)
    shoot(t, "A1", "C0", 6, 6, 1, 1, 1, *[1] * 8, order="ACB")
    assert t.at("C1") == (10, 10) and t.at("C2") == (10, 9)  # C is before B; ties by lower y, then lower x
    assert t.at("B1") == (9, 10) and t.at("B2") == (11, 10)
    assert t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-SCN-09", "DZ-AIR-06")
def test_pieces_that_are_destroyed_at_once_collapse_one_by_one_the_lowest_first(table):
    """A wreck destroys both; the first to collapse kills the tank between them, whose owner it costs nothing."""
    t = table(pieces={"C0": ("small_building", 12, 14, 2, 2), "RE": ("small_shack", 12, 9, 2, 2)})
    t.squad("A1", "D-AAW", (2, 12))
    t.weapon("A1", shots=1, energy=20, far=250, near=250)
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-MBT", (14, 12), dp=9, armour=15)  # 2" from either piece
    t.piece("C0")["dp"] = t.piece("RE")["dp"] = 1
    # crash 2: the tank 1 1, building 6 6, shack 6 6; the building: 2, two hits of E 10: 5, 1; the shack: 2, two of E 8: 6, 6
    shoot(t, "A1", "B1", 6, 6, 3, 1, 1, 6, 6, 6, 6, 3, 5, 1, 3, 6, 6)
    assert t.unit("B2")["dp"] == 8  # E 8 does nothing to A 15
    assert t.piece("C0")["stand"] == t.piece("RE")["stand"] == 1


@pytest.mark.clause("DZ-SCN-04", "DZ-END-04")
def test_a_collapse_may_bring_down_another_piece_in_turn(table):
    t = table(pieces={"C0": ("tiny_building", 16, 10, 2, 2), "RE": ("small_building", 10, 10, 4, 4)})
    t.piece("RE")["dp"] = 1
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-HDR", (14, 11), dp=1)  # 1" from the building; its crash reaches the other piece
    t.piece("C0")["dp"] = 1
    t.squad("B2", "A-MBT", (23, 23))
    shoot(t, "A1", "RE", 6, 6, 1, 6, 3, 6, 2)
    assert t.where("B1") == "destroyed" and t.piece("C0")["stand"] == 2
    assert t.kills[0] == 30
