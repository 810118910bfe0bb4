"""Chapter SPEC: rules that no supplied unit has: Flame, Strafe, Tech Killer, Infiltrate."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER
from tests.dropzone_commander.guns import arm, fire, gun, spare, targets
from tests.dropzone_commander.table import Table
from tests.table import toml_file, toml_lines

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def dp(t, *names):
    return [int(t.unit(name)["dp"]) for name in names]


def put(t, name, profile, *cells, **more):
    t.squad(name, profile, *cells, **{"armour": 10, "dp": 9, "evasion": 0, "passive": 0, "group": 2, **more})


@pytest.mark.clause("DZ-SPEC-09")
@pytest.mark.parametrize(("flame", "legal"), [(1, True), (0, False)])
def test_flame_reaches_infantry_in_the_centre_of_a_garrison(table, flame, legal):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=flame, far=9, near=9))
    put(t, "B1", "A-INF", inside="C0")
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-SPEC-09")
@pytest.mark.parametrize(("far", "legal"), [(5, True), (4, False)])
def test_flame_is_aimed_at_an_edge(table, far, legal):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=1, far=far, near=far))
    put(t, "B1", "A-INF", inside="C0")
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-SPEC-09", "DZ-SPEC-10")
def test_flame_ignores_soft_cover_body_cover_and_evasion(table):
    t = spare(table(pieces={"C0": ("barricade", 10, 14, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(shots=2, flame=1))
    put(t, "B1", "A-INF", (10, 15), evasion=3)
    fire(t, "A1", "B1", 2, 3, 2)
    assert dp(t, "B1") == [8] and t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-SPEC-10", "DZ-COL-07", "DZ-COL-02")
@pytest.mark.parametrize(("kind", "tokens"), [("large_building", 1), ("medium_forest", 2)])
@pytest.mark.parametrize("at", ["B1", "#1"])
def test_flame_puts_tokens_on_what_it_is_aimed_at_even_with_no_hits(table, kind, tokens, at):
    t = spare(table(pieces={"C0": (kind, 10, 10, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=1))
    if at == "B1":
        put(t, "B1", "A-INF", inside="C0")
        fire(t, "A1", at, 1, *([1] * 2 * tokens))  # a miss; the tokens are resolved at once: squad and piece
        assert t.piece("C0")["damage_tokens"] == 0
    else:
        fire(t, "A1", at, 1)
        assert t.piece("C0")["damage_tokens"] == tokens


@pytest.mark.clause("DZ-SPEC-09")
def test_a_missed_flame_hits_friends_inside(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=1, shots=2))
    put(t, "B1", "A-INF", inside="C0")
    put(t, "A5", "A-INF", inside="C0", size=2)
    t.activate("A1")
    t.play("shoot")
    t.dice(3, 2)  # one hit, one miss: B, the target's owner, chooses whom it hits
    t.play("at B1")
    while t.decision == "AIM":
        t.play("hold")
    assert t.decider == 1 and t.legal() >= {text for text in t.legal() if text.endswith(("A5", "A6"))} and len(t.legal()) == 2
    t.dice(2, 2, 1, 1, 1)  # damage to B1 and to A6; then a token: which squad, it, and the piece
    t.play(next(text for text in t.legal() if text.endswith("A6")))
    assert dp(t, "B1", "A5", "A6") == [8, 9, 8]


@pytest.mark.clause("DZ-SPEC-09", "DZ-SHT-16")
def test_flame_is_saved_against_like_any_other_fire(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=1))
    put(t, "B1", "A-INF", inside="C0", passive=4)
    fire(t, "A1", "B1", 3, 2, 4, 1, 1)  # a hit, damage, saved; the token: squad and piece
    assert dp(t, "B1") == [9]


# ---- Strafe


def strafing(table, strafe=3):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 2)), gun(strafe=strafe, shots=1))
    for name, at in (("B1", (12, 12)), ("B2", (15, 12)), ("B3", (18, 12)), ("B4", (12, 16)), ("B5", (21, 12))):
        put(t, name, "A-MBT", at)
    t.activate("A1")
    t.play("shoot")
    assert t.named("at") == {"B1", "B2", "B3", "B4", "B5"}
    t.play("at B1")
    return t


@pytest.mark.clause("DZ-SPEC-17")
def test_strafe_fires_at_several_units_each_within_three_inches_of_another(table):
    t = strafing(table)
    assert t.decision == "AIM" and t.named("at") == {"B2"}  # B4 is 4" from B1
    t.play("at B2")
    assert t.named("at") == {"B3"}
    t.dice(3, 3, 3, 2, 2, 4)
    t.play("at B3")
    assert dp(t, "B1", "B2", "B3", "B4") == [8, 8, 7, 9] and t.decision == "ACTION"


@pytest.mark.clause("DZ-SPEC-17")
@pytest.mark.parametrize("strafe", [0, 2])
def test_strafe_fires_so_often_and_no_more(table, strafe):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 2)), gun(strafe=strafe))
    for name, at in (("B1", (12, 12)), ("B2", (15, 12)), ("B3", (18, 12))):
        put(t, name, "A-MBT", at)
    t.activate("A1")
    t.play("shoot")
    t.dice(*([1] * max(strafe, 1)))
    t.play("at B1")
    if strafe:
        t.play("at B2")
    assert t.decision == "ACTION"


@pytest.mark.clause("DZ-SPEC-17", "DZ-SHT-02")
def test_strafe_may_stop_before(table):
    t = strafing(table)
    t.dice(1)
    t.play("hold")
    assert t.decision == "ACTION"


# ---- Tech Killer


@pytest.mark.clause("DZ-SPEC-18")
@pytest.mark.parametrize("killer", [1, 0])
def test_a_tech_killer_does_not_damage_scenery(table, killer):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(tech_killer=killer, acc=2))
    put(t, "B1", "A-MBT", (18, 5))
    t.activate("A1")
    t.play("shoot")
    if t.can("at-piece 1"):
        t.dice(2, 4)
        t.play("at-piece 1")
    assert (t.piece("C0")["dp"], t.piece("C0")["damage_tokens"]) == ((30, 0) if killer else (29, 1))


@pytest.mark.clause("DZ-SPEC-18")
def test_a_tech_killer_damages_units(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(tech_killer=1))
    put(t, "B1", "A-MBT", (18, 5))
    fire(t, "A1", "B1", 3, 4)
    assert dp(t, "B1") == [7]


# ---- Infiltrate


def infiltrators(inches=6):
    """A Drill of force A, one squad of Infantry of which infiltrates instead of riding its lifter."""
    force = read_toml(FOLDER / "forces.toml")["a_drill"]
    rifles = {**read_toml(FOLDER / "profiles.toml")["A-INF"], "infiltrate": inches}
    squads = {name: squad for name, squad in force["squads"].items() if name != "ltr1"}
    squads["inf1"] = {"profile": "A-SPY", "size": 2}
    path = toml_file(toml_lines({**force, "squads": squads, "profiles": {"A-SPY": rifles}}))
    t = Table.new_game("drill", forces=[path, "b_drill"], dice=(6, 1), cards="off")
    t.play("zone 1")
    return t


@pytest.mark.clause("DZ-SPEC-24", "DZ-DEP-03")
@pytest.mark.parametrize("inches", [3, 6])
def test_infiltrators_begin_within_so_many_inches_of_their_edge(inches):
    t = infiltrators(inches)
    assert t.ask() == ("DEPLOY", "A")
    rows = {y for x, y in t.cells("place")}
    assert max(rows) == inches and min(rows) == 0
    t.play("place 2,2")
    assert t.at(t.subject) is None or t.decision != "DEPLOY"


@pytest.mark.clause("DZ-SPEC-24", "DZ-GAR-01")
def test_infiltrating_infantry_may_begin_in_a_garrison_within_reach_or_stay_off_the_table():
    t = infiltrators(6)
    assert t.can("stay") and "5" in t.named("hide-in")  # RS, in the rows 3 to 6
    assert not {"1", "3"} & t.named("hide-in")  # C0 and RN
    t.play("hide-in 5")
    if t.decision == "SITE":
        t.play("site SOUTH")
    assert t.state["units"]["piece"].tolist().count(4) == 2


@pytest.mark.clause("DZ-SPEC-24", "DZ-ACT-12")
def test_infiltrators_act_while_their_battlegroup_is_off_the_table():
    t = infiltrators(6)
    t.play("place 2,2")
    for _ in range(30):
        if t.decision == "GROUP" and t.decider == 0:
            break
        t.play("keep" if t.decision == "KEEP" else min(t.legal()))
    t.play("activate 2")
    while t.decision == "AUXILIARY":
        t.play("done")
    spy = next(k for k in range(36) if t.unit(f"A{k + 1}")["cell"] >= 0)
    assert t.can(f"next A{spy + 1}") if t.decision == "SQUAD" else t.subject == f"A{spy + 1}"
