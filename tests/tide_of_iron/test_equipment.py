"""Chapter EQP: anti-tank guns, served and moved by others."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX, EAST = (4, 4), (5, 4)


def gun(crew=None, foe=(6, 4), damage="none", activation="fresh", **keys):
    """A gun A1 in HEX with squad A2 beside it (`crew`: its facts, None: nobody), an enemy truck in sight."""
    g = Table(**keys)
    g.add("A1", HEX, kind="gun", damage=damage, activation=activation)
    if crew is not None:
        g.add("A2", HEX, **crew)
    g.add("A8", (0, 8))
    g.add("B1", foe, kind="truck")
    g.turn()
    return g


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
def test_a_gun_fires_only_with_a_squad_that_can_serve_it(crew, able):
    orders = gun(crew).orders("A1")
    assert ("fire" in orders) == ("prepare" in orders) == able
    assert "fatigue" in orders


@pytest.mark.clause("TI-EQP-01", "TI-GEN-02")
def test_serving_a_gun_does_not_use_the_squads_own_activation():
    """The gun fires as a vehicle of its own: its profile against vehicles, six dice."""
    with gun({"regular": 1}, foe=(8, 4)) as g:
        g.dice(*[1] * 6)
        g.play("fire A1")
        assert (g.unit("A1").activation, g.unit("A2").activation) == ("fatigued", "fresh")
        assert (g.decision, int(g.state["actions_left"])) == ("SELECT", 1)


@pytest.mark.clause("TI-EQP-01")
@pytest.mark.parametrize(("activation", "able"), [("fresh", True), ("op_fire", True), ("fatigued", False)])
def test_a_gun_in_op_fire_mode_needs_its_squad_when_it_fires(activation, able):
    with gun({"activation": activation, "regular": 1}, foe=(8, 4), activation="op_fire") as g:
        g.add("B2", (0, 0))
        g.turn(1)
        g.play("advance B1", "west")
        assert (g.decision == "OP_FIRE" and g.can("op-fire A1")) == able
        if able:
            g.dice(*[1] * 6)
            g.play("op-fire A1")
            assert (g.unit("A1").activation, g.unit("A2").activation) == ("fatigued", activation)


@pytest.mark.clause("TI-EQP-01")
def test_an_aboard_squad_serves_no_gun():
    g = gun()
    g.add("A3", HEX, kind="truck")
    g.add("A4", HEX, aboard="A3")
    g.turn()
    assert "fire" not in g.orders("A1")


@pytest.mark.clause("TI-EQP-02")
def test_a_gun_and_the_unit_that_moves_it_go_exactly_one_hex_and_are_fatigued():
    g = gun({})
    g.play("advance A1")
    assert g.decision == "STEP"
    assert g.legal() == {"north-east", "east", "south-east", "south-west", "west", "north-west"}  # no stop
    g.play("east")
    assert (g.decision, int(g.state["actions_left"])) == ("SELECT", 1)
    for name in ("A1", "A2"):
        assert (g.unit(name).at, g.unit(name).activation) == (EAST, "fatigued")


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
def test_a_fresh_friendly_unit_must_move_it(crew, able):
    assert ("advance" in gun(crew).orders("A1")) == able


@pytest.mark.clause("TI-EQP-02")
def test_its_owner_names_who_moves_it():
    g = gun({})
    g.add("A3", HEX)
    g.turn()
    g.play("advance A1")
    assert (g.decision, g.decider) == ("GUN_CREW", 0)
    assert g.legal() == {"crew-by A2", "crew-by A3"}
    g.play("crew-by A3", "west")
    assert [g.unit(u).at for u in ("A1", "A2", "A3")] == [(3, 4), HEX, (3, 4)]
    assert [g.unit(u).activation for u in ("A1", "A2", "A3")] == ["fatigued", "fresh", "fatigued"]


@pytest.mark.clause("TI-EQP-02", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(0, True), (1, True), (2, False)])
def test_the_pair_needs_a_hex_with_fewer_than_two_units(friends, able):
    g = gun({})
    for k in range(friends):
        g.add(f"A{k + 3}", EAST)
    g.turn()
    g.play("advance A1")
    assert g.can("east") == able


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
def test_the_hex_must_be_passable_for_vehicles_and_free_of_enemies(terrain, able):
    """Exactly one hex, whatever it costs."""
    g = gun({}, terrain={} if terrain in ("enemy", "traps") else {terrain: [EAST]})
    if terrain == "enemy":
        g.add("B2", EAST)
    if terrain == "traps":
        g.mark("traps", EAST)
    g.turn()
    g.play("advance A1")
    assert g.can("east") == able


@pytest.mark.clause("TI-EQP-02", "TI-TRN-09")
def test_mines_hit_both():
    """Who moves the gun rolls first, then the gun."""
    with gun({}) as g:
        g.mark("mines", EAST)
        g.dice(4, 1, 1, 1, 1, 1, 1, 4)
        g.play("advance A1", "east")
        assert (g.unit("A2").strength, g.unit("A1").damage) == (3, "light")


@pytest.mark.clause("TI-EQP-03")
def test_a_gun_takes_neither_fire_and_movement_nor_assault():
    assert gun({}, foe=EAST).orders("A1") == {"advance", "fire", "prepare", "fatigue"}


@pytest.mark.clause("TI-EQP-03", "TI-VEH-02", "TI-VEH-03")
@pytest.mark.parametrize(
    ("damage", "results"), [("none", ["none", "light", "light", None, None]), ("light", ["light", None, None, None, None])]
)
def test_a_heavily_damaged_gun_is_destroyed(damage, results):
    for net, result in enumerate(results):
        with gun(damage=damage, foe=EAST) as g:
            g.add("B2", EAST)
            g.turn(1)
            g.dice(*[4] * net, *[1] * (4 - net))
            g.play("fire B2", "at A1")
            unit = g.unit("A1")
            assert (unit.damage == result) if result else (unit.status == "LOST"), net


@pytest.mark.clause("TI-EQP-03")
@pytest.mark.parametrize(("mark", "dice"), [(None, 0), ("entrenchment", 1), ("traps", 0)])
def test_an_entrenchment_in_its_hex_gives_a_gun_one_cover(mark, dice):
    with gun(foe=EAST) as g:
        if mark:
            g.mark(mark, HEX)
        g.add("B2", EAST)
        g.turn(1)
        g.dice(*[1] * (4 + dice))
        g.play("fire B2", "at A1")
