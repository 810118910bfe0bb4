"""Chapter EQP: anti-tank guns, served and moved by others."""

from __future__ import annotations

import pytest

HEX, EAST = (4, 4), (5, 4)


def gun(table, crew=None, foe=(6, 4), damage="none", activation="fresh", **keys):
    """A gun A1 in HEX with squad A2 beside it (`crew`: its facts, None: nobody), an enemy truck in sight."""
    t = table(**keys)
    t.add("A1", HEX, kind="gun", damage=damage, activation=activation)
    if crew is not None:
        t.add("A2", HEX, **crew)
    t.add("A8", (0, 8))
    t.add("B1", foe, kind="truck")
    t.turn()
    return t


@pytest.mark.clause("TI-EQP-01")
@pytest.mark.parametrize(
    ("crew", "able"),
    [
        (None, False),
        ({}, True),
        ({"activation": "op_fire"}, True),
        ({"activation": "fatigued"}, False),
        ({"condition": "disrupted"}, False),
        ({"fort": "entrenchment"}, True),
        ({"fort": "pillbox"}, False),
        ({"kind": "half_track"}, False),
        ({"machine_gun": 1}, True),
    ],
)
def test_a_gun_fires_only_with_a_squad_that_can_serve_it(table, crew, able):
    orders = gun(table, crew).orders("A1")
    assert ("fire" in orders) == ("prepare" in orders) == able
    assert "fatigue" in orders


@pytest.mark.clause("TI-EQP-01", "TI-GEN-02")
def test_serving_a_gun_does_not_use_the_squads_own_activation(table):
    """The gun fires as a vehicle of its own: its profile against vehicles, six dice."""
    t = gun(table, {"regular": 1}, foe=(8, 4))
    t.dice(*[1] * 6)
    t.play("fire A1")
    assert (t.unit("A1").activation, t.unit("A2").activation) == ("fatigued", "fresh")
    assert (t.decision, int(t.state["actions_left"])) == ("SELECT", 1)


@pytest.mark.clause("TI-EQP-01")
@pytest.mark.parametrize(("activation", "able"), [("fresh", True), ("op_fire", True), ("fatigued", False)])
def test_a_gun_in_op_fire_mode_needs_its_squad_when_it_fires(table, activation, able):
    t = gun(table, {"activation": activation, "regular": 1}, foe=(8, 4), activation="op_fire")
    t.add("B2", (0, 0))
    t.turn(1)
    t.play("advance B1", "west")
    assert (t.decision == "OP_FIRE" and t.can("op-fire A1")) == able
    if able:
        t.dice(*[1] * 6)
        t.play("op-fire A1")
        assert (t.unit("A1").activation, t.unit("A2").activation) == ("fatigued", activation)


@pytest.mark.clause("TI-EQP-01", "TI-CMB-01")
@pytest.mark.parametrize(("crew", "joins"), [(None, False), ({}, True), ({"activation": "fatigued"}, False)])
def test_a_gun_supports_fire_only_with_a_squad_that_can_serve_it(table, crew, joins):
    """The half-track that leads stands beside the truck; the riflemen in the gun's hex may join as well."""
    t = gun(table, crew)
    t.add("A3", (5, 4), kind="half_track")
    t.turn()
    t.dice(*[1] * (2 + 3 * joins))
    t.play("fire A3")
    assert (t.decision == "SUPPORT" and t.can("support A1")) == joins
    if joins:
        t.play("support A1", "done")
        assert t.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-EQP-01")
def test_an_aboard_squad_serves_no_gun(table):
    t = gun(table)
    t.add("A3", HEX, kind="truck")
    t.add("A4", HEX, aboard="A3")
    t.turn()
    assert "fire" not in t.orders("A1")


@pytest.mark.clause("TI-EQP-02")
def test_a_gun_and_the_unit_that_moves_it_go_exactly_one_hex_and_are_fatigued(table):
    t = gun(table, {})
    t.play("advance A1")
    assert t.decision == "STEP"
    assert t.legal() == {"north-east", "east", "south-east", "south-west", "west", "north-west"}  # no stop
    t.play("east")
    assert (t.decision, int(t.state["actions_left"])) == ("SELECT", 1)
    for name in ("A1", "A2"):
        assert (t.unit(name).at, t.unit(name).activation) == (EAST, "fatigued")


@pytest.mark.clause("TI-EQP-02")
@pytest.mark.parametrize(
    ("crew", "able"),
    [
        (None, False),
        ({}, True),
        ({"kind": "half_track"}, True),
        ({"activation": "fatigued"}, False),
        ({"activation": "op_fire"}, False),
        ({"condition": "pinned"}, False),
    ],
)
def test_a_fresh_friendly_unit_must_move_it(table, crew, able):
    assert ("advance" in gun(table, crew).orders("A1")) == able


@pytest.mark.clause("TI-EQP-02", "TI-MOV-11")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_who_sits_in_a_fortification_moves_no_gun(table, fort):
    t = gun(table, {"fort": fort})
    assert "advance" not in t.orders("A1")
    t.add("A3", HEX)
    t.turn()
    t.play("advance A1", "west")
    assert [t.unit(u).at for u in ("A1", "A2", "A3")] == [(3, 4), HEX, (3, 4)] and t.unit("A2").fort == fort


@pytest.mark.clause("TI-EQP-02", "TI-OPF-01", "TI-OPF-05")
def test_op_fire_after_the_move_is_at_the_gun(table):
    t = gun(table, {"regular": 4}, foe=(8, 0))
    t.add("B2", (7, 4), kind="medium_tank_b", activation="op_fire")
    t.turn()
    t.play("advance A1", "east")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.dice(6, *[1] * 8)  # one hit
    t.play("op-fire B2")
    assert t.unit("A1").damage != "none" and t.unit("A2").strength == 4


@pytest.mark.clause("TI-EQP-02")
def test_its_owner_names_who_moves_it(table):
    t = gun(table, {})
    t.add("A3", HEX)
    t.turn()
    t.play("advance A1")
    assert (t.decision, t.decider) == ("GUN_CREW", 0)
    assert t.legal() == {"crew-by A2", "crew-by A3"}
    t.play("crew-by A3", "west")
    assert [t.unit(u).at for u in ("A1", "A2", "A3")] == [(3, 4), HEX, (3, 4)]
    assert [t.unit(u).activation for u in ("A1", "A2", "A3")] == ["fatigued", "fresh", "fatigued"]


@pytest.mark.clause("TI-EQP-02")
def test_a_gun_of_side_b_needs_somebody_to_move_it_too(table):
    t = table()
    t.add("A1", (0, 8))
    t.add("B1", HEX, kind="gun")
    t.add("B2", EAST)
    t.turn(1)
    assert "advance" not in t.orders("B1") and "advance" in t.orders("B2")


@pytest.mark.clause("TI-EQP-02", "TI-TRN-09")
def test_the_first_unit_of_a_side_moves_a_gun_like_any_other(table):
    """In the mines it rolls first, then the gun."""
    t = table()
    t.add("A1", HEX)
    t.add("A2", HEX, kind="gun")
    t.add("A3", HEX)
    t.add("B1", (0, 0))
    t.mark("mines", EAST)
    t.turn()
    t.play("advance A2")
    assert t.legal() == {"crew-by A1", "crew-by A3"}
    t.dice(4, 4, 1, 1, 1, 1, 1, 1)
    t.play("crew-by A1", "east")
    assert [(t.unit(u).at, t.unit(u).activation) for u in ("A1", "A2", "A3")] == [(EAST, "fatigued"), (EAST, "fatigued"), (HEX, "fresh")]
    assert (t.unit("A1").strength, t.unit("A2").damage) == (2, "none")


@pytest.mark.clause("TI-EQP-02", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(0, True), (1, True), (2, False)])
def test_the_pair_needs_a_hex_with_fewer_than_two_units(table, friends, able):
    t = gun(table, {})
    for k in range(friends):
        t.add(f"A{k + 3}", EAST)
    t.turn()
    t.play("advance A1")
    assert t.can("east") == able


@pytest.mark.clause("TI-EQP-02", "TI-TRN-04", "TI-MOV-09")
@pytest.mark.parametrize(
    ("terrain", "able"),
    [
        ("woods", True),
        ("rough", True),
        ("stream", True),
        ("building", False),
        ("pond", False),
        ("enemy", False),
        ("traps", False),
    ],
)
def test_the_hex_must_be_passable_for_vehicles_and_free_of_enemies(table, terrain, able):
    """Exactly one hex, whatever it costs."""
    t = gun(table, {}, terrain={} if terrain in ("enemy", "traps") else {terrain: [EAST]})
    if terrain == "enemy":
        t.add("B2", EAST)
    if terrain == "traps":
        t.mark("traps", EAST)
    t.turn()
    t.play("advance A1")
    assert t.can("east") == able


@pytest.mark.clause("TI-EQP-02", "TI-TRN-09")
@pytest.mark.parametrize(("crew_hits", "gun_hits", "left"), [(1, 1, (3, "light")), (2, 0, (2, "none")), (0, 2, (4, "light"))])
def test_mines_hit_both(table, crew_hits, gun_hits, left):
    """Who moves the gun rolls first, then the gun."""
    t = gun(table, {})
    t.mark("mines", EAST)
    t.dice(*[4] * crew_hits, *[3] * (4 - crew_hits), *[4] * gun_hits, *[3] * (4 - gun_hits))
    t.play("advance A1", "east")
    assert (t.unit("A2").strength, t.unit("A1").damage) == left


@pytest.mark.clause("TI-EQP-02", "TI-CRD-12")
def test_a_forced_march_is_not_for_guns(table):
    """A gun moves exactly one hex, so two points more are nothing to it."""
    t = gun(table, {})
    t.hold(0, "forced_march")
    t.state["command"] = 1, 0
    t.turn()
    t.play("forced-march")
    assert t.legal() == {"unit A2", "unit A8"}


@pytest.mark.clause("TI-EQP-03")
def test_a_gun_takes_neither_fire_and_movement_nor_assault(table):
    assert gun(table, {}, foe=EAST).orders("A1") == {"advance", "fire", "prepare", "fatigue"}


@pytest.mark.clause("TI-EQP-03", "TI-VEH-02", "TI-VEH-03")
@pytest.mark.parametrize(
    ("damage", "results"), [("none", ["none", "light", "light", None, None]), ("light", ["light", None, None, None, None])]
)
def test_a_heavily_damaged_gun_is_destroyed(table, damage, results):
    for net, result in enumerate(results):
        t = gun(table, damage=damage, foe=EAST)
        t.add("B2", EAST)
        t.turn(1)
        t.dice(*[4] * net, *[1] * (4 - net))
        t.play("fire B2", "at A1")
        unit = t.unit("A1")
        assert (unit.damage == result) if result else (unit.status == "LOST"), net


@pytest.mark.clause("TI-EQP-03")
@pytest.mark.parametrize(("mark", "dice"), [(None, 0), ("entrenchment", 1), ("traps", 0)])
def test_an_entrenchment_in_its_hex_gives_a_gun_one_cover(table, mark, dice):
    t = gun(table, foe=EAST)
    if mark:
        t.mark(mark, HEX)
    t.add("B2", EAST)
    t.turn(1)
    t.dice(*[1] * (4 + dice))
    t.play("fire B2", "at A1")
