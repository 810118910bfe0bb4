"""Chapter SHT: damage dice, Criticals, Passive saves, DP. Table T5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish_rl.envs.dropzone_commander.rules.facts import is_taken
from tests.dropzone_commander.guns import SOFT, TYPES, aim, arm, fire, gun, spare

# Table T5 as the dossier has it: m -> damage on, Critical on (7: never), expected damage a hit, the same against Resilient
T5 = {
    -3: (2, 2, "1.667", "0.833"), 0: (2, 2, "1.667", "0.833"), 1: (2, 3, "1.500", "0.833"), 2: (2, 4, "1.333", "0.833"),
    3: (3, 5, "1.000", "0.667"), 4: (4, 6, "0.667", "0.500"), 5: (5, 7, "0.333", "0.333"), 6: (6, 7, "0.167", "0.167"),
    7: (7, 7, "0.000", "0.000"), 9: (7, 7, "0.000", "0.000"),
}  # fmt: skip
RESILIENT = 1


def shot_at(table, m, figures=None, traits=0, **gun_figures):
    """A1 with a gun of Energy 8 before B1 with Armour 8 + m and 20 DP."""
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=8, **gun_figures))
    t.squad("B1", "A-MBT", (10, 15), **{"armour": 8 + m, "dp": 20, "traits": traits, **(figures or {})})
    return t


def lost(t, *dice, name="B1"):
    before = int(t.unit(name)["dp"])
    fire(t, "A1", name, *dice)
    return before - int(t.unit(name)["dp"])


@pytest.mark.clause("DZ-SHT-14", "DZ-SPEC-19")
@pytest.mark.parametrize("traits", [0, RESILIENT], ids=["plain", "resilient"])
@pytest.mark.parametrize("m", T5)
def test_table_5_by_all_faces(table, m, traits):
    hurts, critical, plain, resilient = T5[m]
    total = 0
    for face in range(1, 7):
        damage = lost(shot_at(table, m, traits=traits), 2, face)
        assert damage == (0 if face < hurts else 2 if face >= critical and not traits else 1), face
        total += damage
    assert f"{float(Fraction(total, 6)):.3f}" == (resilient if traits else plain)


@pytest.mark.clause("DZ-SPEC-14")
@pytest.mark.parametrize(("m", "face", "damage"), [(7, 6, 1), (9, 6, 1), (9, 5, 0), (6, 6, 1), (4, 6, 2), (1, 1, 0)])
def test_penetrative_weapons_always_damage_on_a_six(table, m, face, damage):
    assert lost(shot_at(table, m, penetrative=1), 2, face) == damage


@pytest.mark.clause("DZ-SPEC-08")
@pytest.mark.parametrize(("kind", "types", "face", "damage"), [
    ("A-MBT", "tank", 2, 3), ("A-MBT", "tank", 4, 6), ("A-MBT", "all", 2, 3), ("A-MBT", "walker", 2, 1), ("A-MBT", "infantry", 4, 2),
    ("B-MBT", "skimmer", 2, 3), ("B-MBT", "tank", 2, 1), ("C-MBW", "walker", 2, 3), ("C-MBW", "skimmer", 2, 1),
    ("A-INF", "infantry", 2, 3), ("A-INF", "tank", 2, 1), ("A-MBT", "tank", 1, 0),
])  # fmt: skip
def test_devastator_multiplies_damage_to_its_types(table, kind, types, face, damage):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=8, devastator=3, devastates=TYPES[types]))
    t.squad("B1", kind, (10, 15), armour=10, dp=20, evasion=0, passive=0)
    assert lost(t, 2, face) == damage


@pytest.mark.clause("DZ-SPEC-08")
def test_devastator_against_aircraft(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=8, aa=0, devastator=3, devastates=TYPES["aircraft"]))
    t.squad("B1", "B-HDR", (10, 15), armour=10, dp=20, evasion=0)
    assert lost(t, 2, 2) == 3


@pytest.mark.clause("DZ-SPEC-19", "DZ-SPEC-08")
@pytest.mark.parametrize(("face", "damage"), [(2, 3), (4, 3)])
def test_a_critical_of_a_devastator_against_resilient_units(table, face, damage):
    assert lost(shot_at(table, 2, traits=RESILIENT, devastator=3, devastates=TYPES["tank"]), 2, face) == damage


@pytest.mark.clause("DZ-SHT-16")
@pytest.mark.parametrize(("saves", "left"), [((3, 3), 2), ((4, 3), 1), ((3, 4), 1), ((6, 4), 0)])
def test_a_passive_save_for_each_point_of_damage(table, saves, left):
    assert lost(shot_at(table, 2, {"passive": 4}), 2, 4, *saves) == left  # a Critical: two points, two saves


@pytest.mark.clause("DZ-SHT-16", "DZ-CORE-03")
@pytest.mark.parametrize("passive", [1, 2])
def test_a_natural_one_saves_nothing(table, passive):
    assert lost(shot_at(table, 2, {"passive": passive}), 2, 2, 1) == 1


@pytest.mark.clause("DZ-SHT-16", "DZ-SPEC-08")
def test_saves_come_after_devastator(table):
    assert lost(shot_at(table, 2, {"passive": 5}, devastator=3, devastates=TYPES["tank"]), 2, 2, 5, 4, 5) == 1


@pytest.mark.clause("DZ-SHT-16")
@pytest.mark.parametrize(("energy", "saved"), [(12, True), (13, False)])
def test_no_save_against_a_printed_energy_of_thirteen(table, energy, saved):
    t = shot_at(table, 2, {"passive": 2, "armour": energy + 2})
    t.weapon("A1", energy=energy)
    assert lost(t, 2, 2, *([2] if saved else [])) == (0 if saved else 1)


@pytest.mark.clause("DZ-SHT-16", "DZ-SPEC-11")
def test_focus_does_not_change_the_printed_energy(table):
    t = shot_at(table, 8, {"passive": 2}, focus=6)  # Energy 8 + 6 against Armour 16
    t.weapon("A1", shots=2)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 2, 2)
    t.dice(2, 2)
    t.play("focus 1")
    assert t.unit("B1")["dp"] == 20


@pytest.mark.clause("DZ-SHT-12", "DZ-SHT-15", "DZ-AIR-06")
@pytest.mark.parametrize("n", [1, 2])
def test_automatic_hits_roll_for_damage_alone_criticals_included(table, n):
    """A lifter of B crashes: N hits of Energy 10 on a tank with Armour 12 (m 2)."""
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(acc=2, aa=0, energy=20))
    t.squad("B1", "A-HDR", (10, 10), dp=1, group=None)
    t.squad("B2", "A-MBT", (10 + n, 10), dp=9, armour=12)
    fire(t, "A1", "B1", 2, 2, 2 * n, *([4, 3][:n]))  # to hit, damage, the crash, damage: a Critical, one point
    assert t.unit("B2")["dp"] == 9 - [0, 2, 3][n]


@pytest.mark.clause("DZ-SHT-17")
@pytest.mark.parametrize(("dp", "gone"), [(3, False), (2, True), (1, True)])
def test_a_unit_without_dp_is_destroyed_and_surplus_is_discarded(table, dp, gone):
    t = shot_at(table, 2, {"dp": dp})
    t.squad("B2", "A-MBT", (11, 15), dp=5)
    fire(t, "A1", "B1", 2, 4)
    assert (t.where("B1") == "destroyed") == gone and t.unit("B2")["dp"] == 5
    assert t.kills == ((35, 0) if gone else (0, 0)) and t.unit("B1")["dp"] == max(dp - 2, 0)
    assert is_taken(t.state["ground"], 15 * 48 + 10) == (not gone)


@pytest.mark.clause("DZ-SHT-18", "DZ-CQ-07", "DZ-SHT-16")
def test_damage_counts_as_such_only_after_saves(table):
    """Two points at close quarters are saved: the squad, far below half, takes no Fortitude test."""
    from tests.dropzone_commander.guns import close

    t = spare(table(pieces={"C0": ("small_building", 10, 10, 4, 4)}))
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8, shots=2))
    t.squad("B1", "B-SHK", inside="C0", size=2, armour=10, passive=4)
    t.change("B1", dp=1)
    t.change("B2", dp=1)
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 2, 2)
    t.dice(4, 4)
    t.play("hurt B1", "hurt B2")
    t.play("end")
    assert t.decision == "GROUP"


@pytest.mark.clause("DZ-SHT-19", "DZ-SCN-03", "DZ-COL-02")
@pytest.mark.parametrize(("face", "dp", "tokens"), [(1, 30, 0), (2, 29, 0), (3, 29, 0), (4, 29, 1), (6, 29, 1)])
def test_a_critical_on_scenery_is_one_dp_and_a_token(table, face, dp, tokens):
    t = spare(table(pieces={"C0": ("large_building", 10, 15, 6, 6)}))  # Armour 10
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=8))
    fire(t, "A1", "#1", 2, face)
    assert (t.piece("C0")["dp"], t.piece("C0")["damage_tokens"]) == (dp, tokens)


@pytest.mark.clause("DZ-SCN-03", "DZ-SPEC-08")
@pytest.mark.parametrize(("kind", "types", "face", "dp", "tokens"), [
    ("large_building", "scenery", 2, 4, 0), ("large_building", "scenery", 4, 4, 1), ("large_building", "tank", 4, 1, 1),
    ("large_building", "all", 2, 4, 0), ("large_building", "flammable_scenery", 2, 1, 0), ("medium_forest", "flammable_scenery", 2, 4, 1),
])  # fmt: skip
def test_devastator_against_scenery_is_never_doubled(table, kind, types, face, dp, tokens):
    t = spare(table(pieces={"C0": (kind, 10, 15, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=8, devastator=4, devastates=TYPES[types]))
    fire(t, "A1", "#1", 2, face)
    assert (30 - t.piece("C0")["dp"], t.piece("C0")["damage_tokens"]) == (dp, tokens)


@pytest.mark.clause("DZ-SPEC-14")
def test_penetrative_weapons_damage_scenery_on_a_six(table):
    t = spare(table(pieces={"C0": ("large_building", 10, 15, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, energy=3, penetrative=1, shots=2))
    fire(t, "A1", "#1", 2, 2, 5, 6)
    assert (t.piece("C0")["dp"], t.piece("C0")["damage_tokens"]) == (29, 0)


@pytest.mark.clause("DZ-SPEC-07")
@pytest.mark.parametrize(("acc", "face", "damage"), [(2, 4, None), (2, 5, 2), (2, 6, 2), (6, 6, 2), (5, 5, 2), (3, 2, 0)])
def test_destroyer_dice_are_criticals_without_a_roll(table, acc, face, damage):
    t = shot_at(table, 9, destroyer=5)  # no die of this gun damages Armour 17
    t.weapon("A1", acc=acc)
    assert lost(t, face, *([6] if damage is None else [])) == (damage or 0)


@pytest.mark.clause("DZ-SPEC-07", "DZ-CORE-03")
def test_every_hit_is_a_critical_if_the_needed_number_is_above_destroyer(table):
    t = shot_at(table, 9, {"evasion": 3}, destroyer=4)  # needs 2 + 3 = 5
    assert lost(t, 5) == 2
    t = shot_at(table, 9, {"evasion": 3}, destroyer=6)  # a 5 hits, and is none of 6 or more
    assert lost(t, 5, 6) == 0


@pytest.mark.clause("DZ-SPEC-07", "DZ-SHT-16", "DZ-SPEC-19")
def test_destroyer_criticals_are_saved_and_resilience_helps(table):
    assert lost(shot_at(table, 9, {"passive": 4}, destroyer=5), 5, 4, 3) == 1
    assert lost(shot_at(table, 9, traits=RESILIENT, destroyer=5), 5) == 1


@pytest.mark.clause("DZ-SHT-12", "DZ-SPEC-08")
def test_body_cover_and_devastator_together(table):
    t = spare(table(pieces={"C0": ("barricade", 10, 14, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, cover=SOFT, shots=3, devastator=2, devastates=TYPES["infantry"]))
    t.squad("B1", "A-INF", (10, 15), armour=10, dp=20)
    assert lost(t, 2, 2, 2, 2, 3, 5) == 0 + 2 + 4
