"""Chapter CQ: fights inside a Garrison, Fortitude."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, gun, spare

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def brawl(table, *, size=1, gun_figures=None, figures=None, seats=2, pieces=BLOCK, **setting):
    """A1 (Energy 8) and a squad of B, Armour 10 and 5 DP each, in one building."""
    t = spare(table(seats=seats, pieces=pieces, **setting))
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(**{"energy": 8, "shots": 1, **(gun_figures or {})}))
    arm(t, t.squad("B1", "A-INF", inside="C0", size=size, **{"armour": 10, "dp": 5, **(figures or {})}), gun(), close())
    return t


def strike(t, *dice, at="B1"):
    t.activate("A1")
    t.play("close")
    aim(t, at, *dice)


@pytest.mark.clause("DZ-CQ-01", "DZ-CQ-03")
def test_only_enemies_in_the_same_garrison_are_fought(table):
    t = brawl(table, pieces={**BLOCK, "C1": ("large_building", 2, 2, 6, 6)}, size=2)
    t.squad("B5", "A-INF", inside="C0", site="north", group=2)
    t.squad("B6", "A-INF", inside="C1", group=3)
    t.squad("B7", "A-INF", (10, 9), group=4)
    t.squad("A5", "A-INF", inside="C0", group=2)
    t.activate("A1")
    t.play("close")
    assert t.named("at") == {"B1", "B5"}  # squads, by their first units, wherever they stand inside


@pytest.mark.clause("DZ-CQ-01")
def test_weapons_for_close_quarters_need_a_garrison(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (10, 10)), close())
    t.squad("B1", "A-INF", (10, 11))
    t.activate("A1")
    assert t.decision == "MOVE" or not t.can("close")


@pytest.mark.clause("DZ-CQ-01", "DZ-GAR-12")
def test_other_weapons_are_not_used_inside(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="north"), gun())
    t.squad("B1", "A-INF", inside="C0", site="south")
    t.activate("A1")
    assert t.decision == "MOVE" or not t.can("shoot")


@pytest.mark.clause("DZ-CQ-04")
@pytest.mark.parametrize(("face", "damage"), [(1, 0), (2, 1), (6, 1)])
def test_shots_hit_by_themselves_and_score_no_criticals(table, face, damage):
    t = brawl(table)  # m = 2: a Critical on 4 or more elsewhere
    strike(t, face)
    assert t.unit("B1")["dp"] == 5 - damage


@pytest.mark.clause("DZ-CQ-04")
@pytest.mark.parametrize(("armour", "face", "damage"), [(13, 4, 0), (13, 5, 1), (14, 6, 1), (15, 6, 0)])
def test_damage_at_close_quarters_by_table_5(table, armour, face, damage):
    t = brawl(table, figures={"armour": armour})
    strike(t, face)
    assert t.unit("B1")["dp"] == 5 - damage


@pytest.mark.clause("DZ-CQ-04", "DZ-SHT-16", "DZ-SPEC-20")
@pytest.mark.parametrize(("figures", "saves", "damage"), [
    ({"passive": 4}, (4,), 0), ({"passive": 4}, (3,), 1), ({"dodge": 4}, (4,), 0), ({"dodge": 4}, (3,), 1),
    ({"passive": 4, "dodge": 3}, (3, 3), 0), ({"passive": 4, "dodge": 3}, (4,), 0), ({"passive": 4, "dodge": 3}, (3, 2), 1),
])  # fmt: skip
def test_passive_and_dodge_saves(table, figures, saves, damage):
    t = brawl(table, figures=figures)
    strike(t, 2, *saves)
    assert t.unit("B1")["dp"] == 5 - damage


@pytest.mark.clause("DZ-SPEC-20")
def test_dodge_does_not_help_against_other_weapons(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2))
    t.squad("B1", "A-INF", (10, 15), armour=10, dodge=2)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 2, 2)
    assert t.unit("B1")["dp"] == 4


@pytest.mark.clause("DZ-CQ-05")
def test_damage_falls_on_the_most_damaged_and_spills(table):
    t = brawl(table, size=3, gun_figures={"shots": 4})
    t.change("B2", dp=2)
    t.change("B3", dp=4)
    strike(t, 2, 2, 2, 1)
    assert [int(t.unit(f"B{k}")["dp"]) for k in (1, 2, 3)] == [5, 0, 3] and t.where("B2") == "destroyed"


@pytest.mark.clause("DZ-CQ-05")
def test_the_owner_chooses_between_equally_damaged_units(table):
    t = brawl(table, size=3, gun_figures={"shots": 2})
    t.change("B1", dp=3)
    t.change("B3", dp=3)
    strike(t, 2, 2)
    assert t.ask() == ("TIED", "B") and t.legal() == {"hurt B1", "hurt B3"}
    t.play("hurt B3")  # the second point falls on it as well: it is now the most damaged one
    assert [int(t.unit(f"B{k}")["dp"]) for k in (1, 2, 3)] == [3, 5, 1]


@pytest.mark.clause("DZ-CQ-05")
def test_units_without_a_scratch_are_equally_damaged(table):
    t = brawl(table, size=2)
    strike(t, 2)
    assert t.ask() == ("TIED", "B") and t.legal() == {"hurt B1", "hurt B2"}
    t.play("hurt B2")
    assert [int(t.unit(f"B{k}")["dp"]) for k in (1, 2)] == [5, 4]


@pytest.mark.clause("DZ-CQ-03")
def test_each_unit_fights_a_squad_of_its_choice_with_a_profile_of_its_choice(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", size=2), close(alt=1, energy=8), close(alt=1, energy=9, shots=2))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.squad("B2", "A-INF", inside="C0", armour=10, group=2)
    t.activate("A1")
    t.play("close", "singly", "at B2", "hold")  # the second profile is for A2 alone
    t.dice(2, 1, 1)
    t.play("at B1")
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2")] == [5, 4]


@pytest.mark.clause("DZ-CQ-06")
@pytest.mark.parametrize(("facts", "again"), [({}, False), ({"entered": 1}, True), ({"entered": 1, "rapid": 1}, False)])
def test_who_came_in_in_this_activation_rolls_successes_again(table, facts, again):
    t = brawl(table, gun_figures={"shots": 3})
    t.activate("A1")
    t.mark("A1", **facts)
    t.play("close")
    aim(t, "B1", 1, 2, 5, *((1, 3) if again else ()))  # the two successes, once each; the failure stands
    assert t.unit("B1")["dp"] == (4 if again else 3)


@pytest.mark.clause("DZ-CQ-06", "DZ-GAR-02", "DZ-ACT-06")
def test_a_squad_that_enters_and_fights_at_once_rolls_again(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", (10, 8)), close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 10,9", "enter 1", "site CENTRE", "close")
    aim(t, "B1", 2, 1)
    assert t.unit("B1")["dp"] == 5


@pytest.mark.clause("DZ-CQ-07", "DZ-CQ-05")
@pytest.mark.parametrize(
    ("dp", "tests"), [((3, 3), False), ((3, 2), False), ((2, 3), False), ((2, 2), True), ((4, 0), True), ((5, 0), False)]
)
def test_fortitude_below_half_of_the_original_dp(table, dp, tests):
    """Two units of 5 DP: half is 5."""
    t = brawl(table, size=2)
    t.change("B1", dp=dp[0] + 1 if dp[0] <= (dp[1] or 9) else dp[0])
    t.change("B2", dp=dp[1] + 1 if dp[0] > (dp[1] or 9) else dp[1])
    if dp[1] == 0:
        t.destroy("B2")
        t.change("B1", dp=dp[0] + 1)
    strike(t, 2)
    if t.decision == "TIED":
        t.play("hurt B1")
    t.play("end")
    assert (t.ask() == ("FORTITUDE", "B")) == tests
    if tests:
        assert t.legal() == {"roll", "fail"}


@pytest.mark.clause("DZ-CQ-07")
def test_no_test_for_who_took_no_damage_at_close_quarters(table):
    t = brawl(table, size=2)
    t.change("B1", dp=1)
    t.change("B2", dp=1)
    strike(t, 1)
    t.play("end")
    assert t.decision == "GROUP"


@pytest.mark.clause("DZ-CQ-07")
def test_the_test_comes_when_the_battlegroup_ends_its_activation(table):
    t = brawl(table)
    t.squad("A5", "A-MBT", (3, 3))  # of the same battlegroup
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end")
    assert t.decision == "SQUAD"
    t.play("end")
    assert t.ask() == ("FORTITUDE", "B")


@pytest.mark.clause("DZ-CQ-07", "DZ-CORE-03")
@pytest.mark.parametrize(("fortitude", "face", "stays"), [(4, 3, False), (4, 4, True), (2, 1, False), (2, 2, True)])
def test_a_die_of_the_fortitude_passes(table, fortitude, face, stays):
    t = brawl(table, figures={"fortitude": fortitude})
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end")
    t.dice(face)
    t.play("roll")
    assert (t.decision == "GROUP") == stays and (t.ask() == ("PUT", "B")) != stays


@pytest.mark.clause("DZ-CQ-08", "DZ-CQ-07", "DZ-OBJ-13")
def test_a_squad_that_fails_leaves_within_two_inches_and_drops_its_objective(table):
    t = brawl(table, size=2, gun_figures={"shots": 2})
    t.tables["mobile"] = 1
    t.objective(1, carrier="B1")
    t.change("B1", dp=2)
    t.change("B2", dp=3)
    t.mark("B1", activated=1)
    strike(t, 2, 1)
    t.play("end", "fail")
    assert t.ask() == ("PUT", "B")
    assert (9, 9) in t.cells("put") and (8, 10) in t.cells("put") and (7, 10) not in t.cells("put") and (10, 10) not in t.cells("put")
    t.play("put 8,10")
    assert t.at("B1") == (8, 10) and t.at("B2") is not None and t.squad_of("B1")["activated"] == 1
    assert t.squad_of("B1")["token"] == -1 and t.squad_of("A1")["token"] == 0  # the only opponent inside claims it


@pytest.mark.clause("DZ-CQ-08", "DZ-GAR-11")
def test_a_fleeing_squad_may_go_to_a_linked_garrison(table):
    pieces = {**BLOCK, "C1": ("small_building", 17, 10, 4, 4, {"links": ["C0"]}), "C2": ("small_building", 10, 17, 4, 4)}
    t = brawl(table, pieces=pieces)
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end", "fail")
    assert t.named("put-into") == {"2"}
    t.play("put-into 2")
    if t.decision == "SITE":
        t.play("site CENTRE")
    assert t.where("B1") == 2


@pytest.mark.clause("DZ-CQ-08")
def test_a_fleeing_squad_may_embark_in_a_transport_in_reach(table):
    t = brawl(table)
    t.squad("B5", "A-APC", (9, 12), group=None)
    t.squad("B6", "A-APC", (9, 14))
    t.squad("B7", "A-APC", (2, 2))
    t.mark("B5", declared=0)  # with the battlegroup of B1; B6 is not
    t.mark("B7", declared=0)
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end", "fail")
    assert t.named("board") == {"B5"}
    t.play("board B5")
    assert t.where("B1") == "B5"


@pytest.mark.clause("DZ-CQ-09", "DZ-CORE-13", "DZ-MULTI-09")
def test_several_tests_are_taken_in_the_order_of_initiative_then_by_squad(table):
    t = brawl(table, seats=3)
    for name, group in (("B2", 2), ("C1", 1), ("C2", 2)):
        t.squad(name, "A-INF", inside="C0", group=group)
    for name in ("B1", "B2", "C1", "C2"):
        t.change(name, dp=1)
    t.activate("A1")
    t.state["order"][:3] = [2, 0, 1]
    for name in ("B1", "B2", "C1", "C2"):
        t.mark(name, close=1)
    t.play("close")
    aim(t, "B1", 1)
    t.play("end")
    seen = []
    for _ in range(4):
        seen.append(t.subject)
        t.dice(6)
        t.play("roll")
    assert seen == ["C1", "C2", "B1", "B2"] and t.decision == "GROUP"


@pytest.mark.clause("DZ-CQ-09")
def test_a_squad_that_finds_no_room_goes_to_the_nearest_free_cells(table):
    t = brawl(table, size=1, pieces={"C0": ("tiny_building", 0, 0, 1, 1)})
    for k, at in enumerate((x, y) for x in range(4) for y in range(4) if (x, y) not in ((0, 0), (3, 3))):
        t.squad(f"A{5 + k}", "A-MBT", at, group=2 + k // 6)
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end", "fail")
    assert t.at("B1") == (4, 0)  # 4" like (0, 4) and (3, 3), which is rounded to 4"; ties by lower y


@pytest.mark.clause("DZ-CQ-08", "DZ-CQ-09")
@pytest.mark.parametrize(("declared", "where"), [(0, "B5"), (-1, (4, 0))])
def test_a_squad_that_finds_no_room_but_a_transport_embarks(table, declared, where):
    t = brawl(table, size=1, pieces={"C0": ("tiny_building", 0, 0, 1, 1)})
    t.squad("B5", "A-APC", (1, 1), group=None)
    t.mark("B5", declared=declared)
    for k, at in enumerate((x, y) for x in range(4) for y in range(4) if (x, y) not in ((0, 0), (1, 1), (3, 3))):
        t.squad(f"A{5 + k}", "A-MBT", at, group=2 + k // 6)
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end", "fail")
    assert t.where("B1") == where


@pytest.mark.clause("DZ-CQ-07", "DZ-CARD-C24")
def test_fortitude_is_that_of_the_dossier(table):
    t = spare(table(pieces=BLOCK))
    for k, (profile, need) in enumerate((("A-INF", 4), ("B-INF", 3), ("A-SPC", 2), ("D-INF", 4), ("C-INF", 2), ("D-BRK", 2))):
        t.squad(f"A{k + 1}", profile, (k, 0), group=2)
        assert t.tables["unit_fortitude"][t.slot_of(f"A{k + 1}")] == need
