"""Chapter GEN: dice, distances, friends and enemies, the order of modifiers."""

from __future__ import annotations

import itertools

import pytest

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.rules import fighters
from skirmish_rl.envs.warcry.rules.telling import Roll
from skirmish_rl.envs.warcry.state import Runemark


@pytest.mark.clause("WC-GEN-02")
def test_a_roll_off_that_is_tied_without_end_is_a_fault(table, monkeypatch):
    t = table()
    monkeypatch.setattr(fighters, "roll", lambda state, faces: 3)
    assert t.state["fault"] == 0 and fighters.toss(t._s, Roll.ROLE) == 0 and t.state["fault"] == 1


def lone(table, profile="raven_knife", at=(2, 5), **facts):
    """One fighter, an enemy far away."""
    t = table(**facts)
    t.add("A1", at, profile)
    t.add("B1", (16, 11))
    return t


def reach(t):
    """How far along its row the active fighter may move to the right."""
    t.play("move")
    slot = int(t.state["active"])
    x, y = t.unit(t.name_of(slot)).at
    return max(i for i, j in t.cells() if j == y) - x


# ---- dice


@pytest.mark.clause("WC-GEN-01")
def test_a_die_shows_one_to_six_equally_often(table):
    t = table.new_game(seed=3)
    faces = [roll(t._s, 6) for _ in range(6000)]
    assert set(faces) == set(range(1, 7)) and all(900 < faces.count(face) < 1100 for face in range(1, 7))


@pytest.mark.clause("WC-GEN-01")
def test_all_luck_comes_from_the_games_own_seed(table):
    games = [table.new_game(seed=seed) for seed in (7, 7, 8)]
    dice = [[roll(t._s, 6) for _ in range(40)] for t in games]
    assert dice[0] == dice[1] != dice[2]


@pytest.mark.clause("WC-GEN-02", "WC-INIT-04")
@pytest.mark.parametrize(("dice", "winner"), [((1, 2), "B"), ((2, 1), "A"), ((6, 6, 5, 5, 1, 1, 3, 4), "B"), ((1, 1, 6, 5), "A")])
def test_a_roll_off_goes_on_until_one_die_is_higher_and_the_first_is_that_of_a(table, dice, winner):
    t = lone(table)
    t.dice(1, 1, 3, 3, 6, 6, 2, 2, 4, 4, 5, 5, *dice)
    t.hero_phase()
    assert t.initiative == winner and t.ask()[1] == winner


@pytest.mark.clause("WC-GEN-03")
def test_no_die_of_an_attack_is_rolled_again(table):
    t = table()
    t.add("A1", (5, 5))  # four dice
    t.add("B1", (6, 5), activated=True)
    t.add("B2", (16, 11))
    t.activate("A1")
    t.dice(1, 2, 3, 1)
    t.attack("B1")
    assert t.unit("B1").damage == 0 and t.ask() == ("STEP", "A", "A1")
    t.done()


# ---- distances


def shooters(table, at, **facts):
    """A1 with a weapon of 8" that has no minimum, and B1 somewhere."""
    t = table(size=(30, 22), **facts)
    t.add("A1", (10, 10), "hunt_pistols")
    t.add("B1", at)
    t.activate("A1")
    return "attack" in t.steps()


@pytest.mark.clause("WC-GEN-04", "WC-ATK-04")
@pytest.mark.parametrize(("dx", "dy"), [(9, 0), (10, 0), (6, 7), (7, 7), (1, 9), (1, 10), (8, 4), (8, 5), (9, 1), (9, 2)])
def test_a_distance_is_that_of_the_closest_points_of_two_bases(table, dx, dy):
    gap = (max(dx - 1, 0), max(dy - 1, 0))
    assert shooters(table, (10 + dx, 10 + dy)) == (gap[0] ** 2 + gap[1] ** 2 <= 64)


@pytest.mark.clause("WC-GEN-05", "WC-ATK-04")
@pytest.mark.parametrize(("dx", "seen"), [(8, True), (9, False)])
def test_a_distance_combines_its_horizontal_and_its_vertical_part(table, dx, seen):
    # 7" and 3" up are 7.6", 8" and 3" up 8.5"
    assert shooters(table, (10 + dx, 10), platforms=[(10 + dx, 11 + dx, 10, 10)]) == seen
    assert shooters(table, (10 + dx, 10))


@pytest.mark.clause("WC-GEN-05", "WC-FLY-01")
def test_a_horizontal_distance_leaves_height_out(table):
    t = lone(table, "raven_fury", platforms=[(4, 9, 5, 5, 6)])  # Move 8, flies
    t.activate("A1")
    assert reach(t) == 8


@pytest.mark.clause("WC-GEN-04")
@pytest.mark.parametrize(
    ("offset", "engaged"),
    [((1, 0), True), ((1, 1), True), ((2, 0), True), ((2, 1), True), ((2, 2), False), ((3, 0), False), ((0, 2), True)],
)
def test_who_is_within_1_inch(table, offset, engaged):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5 + offset[0], 5 + offset[1]))
    t.activate("A1")
    assert ("disengage" in t.steps()) == engaged


@pytest.mark.clause("WC-GEN-05", "WC-GEN-04")
@pytest.mark.parametrize("offset", [(1, 0), (1, 1), (2, 0), (2, 1)])
def test_nobody_3_inches_higher_is_within_1_inch(table, offset):
    t = table(platforms=[(5, 5, 5, 5)])
    t.add("A1", (5, 5))
    t.add("B1", (5 + offset[0], 5 + offset[1]))
    t.activate("A1")
    assert "disengage" not in t.steps() and "attack" not in t.steps()


@pytest.mark.clause("WC-GEN-04")
@pytest.mark.parametrize(("inches", "cells"), [(1, 20), (2, 36), (3, 60), (6, 168), (8, 268)])
def test_how_many_cells_lie_within_some_inches_of_a_fighter(inches, cells):
    steps = range(-10, 11)
    gaps = [max(abs(x) - 1, 0) ** 2 + max(abs(y) - 1, 0) ** 2 for x, y in itertools.product(steps, steps) if (x, y) != (0, 0)]
    assert sum(gap <= inches**2 for gap in gaps) == cells


@pytest.mark.clause("WC-GEN-04", "WC-MOVE-01", "WC-MOVE-05")
@pytest.mark.parametrize(("inches", "cells"), [(3, 29), (4, 49), (5, 73), (6, 105), (8, 189)])
def test_how_many_cells_a_fighter_reaches_on_open_floor(table, inches, cells):
    t = table(size=(30, 22))
    t.add("A1", (14, 11), move=inches)
    t.add("B1", (0, 0))
    t.activate("A1")
    t.play("move")
    assert len(t.cells()) + 1 == cells  # its own cell is no destination


# ---- friends and enemies


@pytest.mark.clause("WC-GEN-06", "WC-ATK-02")
def test_all_fighters_of_the_other_warband_are_enemies_and_no_others(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (4, 5), "fang_axe")
    t.add("B1", (6, 5), "raven_knife")
    t.add("B2", (5, 6))
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B1", "attack B2"}


@pytest.mark.clause("WC-GEN-06", "WC-HUNT-05")
def test_other_friendly_fighters_leave_out_the_fighter_itself(table):
    t = table()
    t.add("A1", (5, 5), "hunt_scout")
    t.add("A2", (7, 5), "hunt_scout")
    t.add("B1", (16, 11))
    t.sets("A", {1: 4})
    t.activate("A1")
    t.play("regroup-1")
    assert t.ask()[2] == "A2"
    t.play("pass")
    assert t.ask() == ("STEP", "A", "A1")


# ---- modifiers


@pytest.mark.clause("WC-GEN-07", "WC-TRE-06")
def test_additions_come_before_subtractions(table):
    t = lone(table, "iron_twin")  # Move 4: 4 + 1 - 2
    t.token(1, carrier="A1")
    t.sets("A", {5: 2})
    t.activate("A1")
    t.play("rush-5")
    assert reach(t) == 3
    t = lone(table)  # Move 5: 5 + 1 - 2
    t.token(1, carrier="A1")
    t.sets("A", {5: 2})
    t.activate("A1")
    t.play("rush-5")
    assert reach(t) == 4


@pytest.mark.clause("WC-GEN-07", "WC-FANG-06")
@pytest.mark.parametrize(("value", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_halves_round_up(table, value, more):
    t = table()
    t.add("A1", (5, 5), "fang_axe")  # A3 S5
    t.add("B1", (6, 5), "iron_lord", activated=True)
    t.add("B2", (16, 11))
    t.sets("A", {value: 4})
    t.activate("A1")
    t.play(f"unleash-{value}")
    t.dice(*[1] * (3 + more))
    t.attack("B1")
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-GEN-08", "WC-FANG-06", "WC-WAIT-04")
def test_the_same_effect_used_twice_adds_twice(table):
    t = table()
    t.add("A1", (5, 5), "fang_axe")
    t.add("B1", (6, 5), "iron_lord", activated=True)
    t.add("B2", (16, 11))
    t.sets("A", {2: 4, 4: 4})
    t.activate("A1")
    t.play("unleash-2", "wait")
    assert t.ask() == ("STEP", "B", "B2")
    t.play("wait")
    t.play("unleash-4")
    t.dice(*[1] * (3 + 1 + 2))
    t.attack("B1")
    assert t.ask()[1] == "B"


@pytest.mark.clause("WC-GEN-09", "WC-FALL-04", "WC-REACT-12")
def test_what_is_due_at_the_same_instant_goes_in_the_order_of_the_clauses_without_a_question(table):
    t = table(platforms=[(5, 6, 5, 5)])
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (6, 5), "iron_lord")
    t.add("B2", (16, 11))
    t.activate("A1")
    t.dice(1, 1, 2, 6, 1)  # the attack; the edge test comes after damage and Counter
    t.attack("B1", "counter")
    assert t.unit("A1").damage == 3 and t.unit("B1").damage == 5
    assert t.ask() == ("FALL", "A", "B1")
    assert not [decision for decision in Decision if "ORDER" in decision.name]


# ---- tags, and what is known


@pytest.mark.clause("WC-GEN-10", "WC-UNI-04")
def test_only_a_hero_inspires(table):
    for profile, inspires in (("raven_lord", True), ("raven_stalker", False)):
        t = lone(table, profile)
        t.add("A2", (4, 5))
        t.sets("A", {3: 3})
        t.activate("A1")
        assert ("inspiring-presence" in t.steps()) == inspires


@pytest.mark.clause("WC-GEN-10", "WC-CLIMB-02")
def test_a_mount_does_not_climb(table):
    for mount, climbs in ((0, True), (1, False)):
        t = lone(table, platforms=[(4, 6, 4, 6)])
        t.tables["unit_marks"][0][Runemark.MOUNT] = mount
        t.activate("A1")
        t.play("move")
        assert ((4, 5) in t.cells()) == climbs
        assert any(text.startswith("climb") for text in t.legal()) == climbs


@pytest.mark.clause("WC-GEN-10", "WC-TRE-02")
def test_a_beast_carries_no_treasure(table):
    for profile, takes in (("fang_runner", True), ("fang_cat", False)):
        t = lone(table, profile)
        t.token(1, (4, 5))
        t.activate("A1")
        t.play("move")
        assert bool(t.cells("take-to")) == takes


@pytest.mark.clause("WC-GEN-11")
def test_nothing_is_hidden():
    assert RULESET.hidden == {}


@pytest.mark.clause("WC-GEN-12", "WC-ATK-02")
@pytest.mark.parametrize(("word", "dice", "damage"), [("attack", (3, 6, 1), 2 + 4), ("attack-second", (3, 6), 2 + 5)])
def test_an_attack_is_made_with_the_figures_of_the_weapon_used(table, word, dice, damage):
    t = table()
    t.add("A1", (5, 5), "fang_harpoon")  # axe A3 S5 2/4, harpoon A2 S5 2/5
    t.add("B1", (6, 5), "fang_axe", activated=True)
    t.add("B2", (16, 11))
    t.activate("A1")
    t.dice(*dice)
    t.attack("B1", word=word)
    assert t.unit("B1").damage == damage
