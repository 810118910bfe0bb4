"""Chapter SPEC: special rules of units."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.kit import Trait
from tests.dropzone_commander.guns import aim, arm, close, dice_for, fire, gun, spare, targets

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}
LOW = {"C0": ("tiny_building", 10, 10, 3, 3)}


def bits(*traits: Trait) -> int:
    return sum(1 << trait for trait in traits)


def begin_move(t, name, *auxiliaries):
    t.activate(name, *auxiliaries)
    if t.decision == "ACTION":
        t.play("move")


def lost(t, name, *dice, firer="A1"):
    before = int(t.unit(name)["dp"])
    fire(t, firer, name, *dice)
    return before - int(t.unit(name)["dp"])


def drop(table, profile="A-SPC", transport="A-LTR", at=(12, 8), *, flying=True, travelled=0, pieces=BLOCK, **figures):
    """A squad of two (A5, A6) aboard a Transport (A1) beside a building."""
    t = spare(table(pieces=pieces))
    t.squad("A1", transport, at, flying=flying)
    t.change("A1", travelled=travelled)
    t.squad("A5", profile, aboard="A1", size=2, **figures)
    t.mark("A1", declared=0)
    return t


# ---- Rapid Insertion


@pytest.mark.clause("DZ-SPEC-21", "DZ-TRN-10", "DZ-TRN-11")
@pytest.mark.parametrize(("rapid", "flying", "travelled", "legal"), [
    (4, True, 0, True), (-1, True, 0, False), (-1, False, 0, True),
    (4, True, 12, True), (4, True, 16, True), (4, True, 17, False), (0, True, 12, True), (0, True, 13, False),
    (-1, False, 12, True), (-1, False, 13, False),
])  # fmt: skip
def test_rapid_insertion_from_an_aircraft_aloft_or_one_that_moved_farther(table, rapid, flying, travelled, legal):
    t = drop(table, flying=flying, travelled=travelled, rapid=rapid)  # MV 24: half is 12
    t.squad("A9", "A-MBT", (0, 0))
    t.activation("AB")
    t.play("activate 1")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert (t.decision == "SQUAD" and t.can("next A5")) == legal


@pytest.mark.clause("DZ-SPEC-21", "DZ-GAR-03", "DZ-CQ-06")
@pytest.mark.parametrize(("flying", "again"), [(True, False), (False, True)])
def test_rapid_insertion_into_a_garrison_spares_the_second_roll(table, flying, again):
    t = drop(table, flying=flying)
    arm(t, ["A5", "A6"], close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    begin_move(t, "A5")
    t.play("out-into 1", "site CENTRE", "close")
    aim(t, "B1", 2, 1, *([1] if again else []))
    assert t.unit("B1")["dp"] == (5 if again else 4)


@pytest.mark.clause("DZ-SPEC-21", "DZ-GAR-03")
@pytest.mark.parametrize(("rapid", "flying", "legal"), [(4, True, True), (4, False, False)])
def test_rapid_insertion_ignores_sealed_edges(table, rapid, flying, legal):
    sealed = {"C0": ("large_building", 10, 10, 6, 6, {"sealed": ["south"]})}
    t = drop(table, flying=flying, rapid=rapid, pieces=sealed)
    begin_move(t, "A5")
    assert (t.decision == "OUT" and "1" in t.named("out-into")) == legal


# ---- Bloodthirsty, Wide, Resilient, Scouts


@pytest.mark.clause("DZ-SPEC-22")
@pytest.mark.parametrize(("profile", "enemy", "stays"), [("D-BRK", True, True), ("D-BRK", False, False), ("D-INF", True, False)])
def test_bloodthirsty_units_stay_where_an_enemy_is(table, profile, enemy, stays):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", profile, inside="C0", site="west")
    t.squad("A9", "A-MBT", (0, 0))
    if enemy:
        t.squad("B1", "A-INF", inside="C0")
        t.squad("A5", "A-INF", inside="C0", group=2)  # as many squads: no Fortitude test
    t.activate("A1")
    assert (t.decision == "MOVE" or (t.decision == "ACTION" and t.can("move"))) != stays


@pytest.mark.clause("DZ-SPEC-22", "DZ-OBJ-06")
@pytest.mark.parametrize(("profile", "face", "found"), [("D-BRK", 5, False), ("D-BRK", 6, True), ("D-INF", 4, True), ("D-INF", 3, False)])
def test_bloodthirsty_units_search_badly(table, profile, face, found):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", profile, inside="C0")
    t.tables["mobile"] = 1
    t.objective(1, inside="C0", find="hidden")
    t.state["round"] = 3
    t.activate("A1")
    t.dice(face)
    t.play("search")
    assert (t.squad_of("A1")["token"] == 0) == found


@pytest.mark.clause("DZ-SPEC-23", "DZ-CORE-08")
@pytest.mark.parametrize(("wide", "apart", "need"), [(False, 3, 3), (False, 4, 4), (True, 6, 3), (True, 7, 4)])
def test_wide_units_stand_twice_as_far_apart(table, wide, apart, need):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (10 + apart, 10), traits=bits(Trait.WIDE) if wide else 0), gun())
    t.squad("B1", "A-MBT", (10, 15), armour=10, dp=9)
    assert lost(t, "B1", *dice_for(need), 2) == 1


@pytest.mark.clause("DZ-SPEC-25", "DZ-CMDR-07")
@pytest.mark.parametrize(("category", "far", "legal"), [(5, 8, True), (5, 9, False), (2, 8, False)])
def test_scouts_relay_cards_over_eight_inches(table, category, far, legal):
    """C19, on a squad that is chosen to activate."""
    t = spare(table(hands=[[19], []]))
    t.squad("A1", "A-MBT", (2, 10))
    t.squad("A5", "A-SCB", (2 + far, 10), group=2, category=category)
    t.activate("A1")
    assert (t.decision == "CARD") == legal


@pytest.mark.clause("DZ-SPEC-25", "DZ-CMDR-07", "DZ-CMDR-03")
def test_an_embarked_scout_relays_from_its_transport(table):
    for at, legal in (((10, 10), True), ((11, 10), False)):
        t = spare(table(hands=[[19], []]))
        t.squad("A1", "A-MBT", (2, 10))
        t.squad("A9", "A-MDR", at)
        t.squad("A5", "A-SCB", aboard="A9", size=2, group=2)
        t.activate("A1")
        assert (t.decision == "CARD") == legal


@pytest.mark.clause("DZ-SPEC-23", "DZ-CMDR-01")
def test_only_command_units_and_command_centres_carry_commanders():
    from skirmish_rl.envs.core.scenarios import read_all
    from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ForceSpec, ProfileSpec

    profiles = read_all(FOLDER / "profiles.toml", ProfileSpec)
    assert [name for name, one in profiles.items() if "command_centre" in one.traits] == ["A-LTK"]
    for force in read_all(FOLDER / "forces.toml", ForceSpec).values():
        for squad in force.squads.values():
            assert not squad.commander or profiles[squad.profile].category == "command" or squad.profile == "A-LTK"


@pytest.mark.clause("DZ-SPEC-20", "DZ-SPEC-19", "DZ-SPEC-26", "DZ-SPEC-21", "DZ-SPEC-22")
def test_who_has_which_rule(table):
    from skirmish_rl.envs.core.scenarios import read_all
    from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ProfileSpec

    profiles = read_all(FOLDER / "profiles.toml", ProfileSpec)

    def who(trait):
        return {name for name, one in profiles.items() if trait in one.traits}

    assert who("resilient") == {"B-CMD", "B-SHK", "B-EVI", "B-LAS", "D-AAW"} and who("tough") == {"B-SHK", "B-EVI"}
    assert who("bloodthirsty") == {"B-EVI", "D-BRK"} == who("rare") and who("arc") == {"B-AAT", "B-DRN"}
    assert {name: one.dodge for name, one in profiles.items() if one.dodge} == {"A-SPC": 4, "C-SPC": 2}
    assert {name: one.rapid for name, one in profiles.items() if one.rapid is not None} == {"A-SPC": 4, "B-DRN": 0, "C-CMD": 8, "C-SPC": 6}
    assert {name: one.passive for name, one in profiles.items() if one.passive} == {"B-SHK": 4, "B-EVI": 4}
    singles = {"linked": "B-LAS", "boost": "B-APC", "thrusters": "C-CMD", "stabilised": "C-MBW", "ports": "D-BUS", "hovercraft": "D-HOV",
               "hover": "D-LTR", "smoke": "A-LTK", "shell": "A-HOW", "suppression": "B-CMD"}  # fmt: skip
    assert all(who(trait) == {name} for trait, name in singles.items())


@pytest.mark.clause("DZ-SPEC-23")
def test_large_units_are_never_hull_down(table):
    t = spare(table(pieces={"C0": ("tiny_building", 11, 13, 2, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(shots=2))
    t.squad("B1", "A-MBT", (11, 15), armour=10, dp=9, traits=bits(Trait.LARGE))
    assert "B1" in targets(t, "A1")
    aim(t, "B1", 2, 3, 2)
    assert t.unit("B1")["dp"] == 8
