"""Chapter RAVEN: abilities of the Raven and of their flying thrall."""

from __future__ import annotations

import pytest

from tests.warcry.fights import attack, damage, duel, spare, use
from tests.warcry.reach import cost, rolls

AWAY = (17, 11)


@pytest.mark.clause("WC-RAVEN-01")
@pytest.mark.parametrize(("die", "total"), [(1, 0), (2, 1), (4, 1), (5, 6), (6, 6)])
def test_a_dart_is_one_die(table, die, total):
    t = duel(table, at=(14, 5))  # 8" away
    t.sets("A", {6: 2})
    t.activate("A1")
    use(t, "dart-6", die)
    assert damage(t, "B1") == (total,)


@pytest.mark.clause("WC-RAVEN-01", "WC-ABIL-04")
@pytest.mark.parametrize(
    ("at", "board", "able"),
    [((14, 5), {}, True), ((14, 7), {}, False), ((8, 5), {"tall": [((6, y), (7, y)) for y in range(12)]}, False)],
)
def test_a_dart_flies_eight_inches_at_an_enemy_in_sight(table, at, board, able):
    t = duel(table, at=at, board=board)
    t.sets("A", {6: 2})
    t.activate("A1")
    assert ("dart" in t.steps()) == able


# ---- harry


@pytest.mark.clause("WC-RAVEN-02")
@pytest.mark.parametrize(("x", "able"), [(21, True), (22, False)])
def test_harry_reaches_twenty_inches_seen_or_not(table, x, able):
    t = table(size=(30, 8), tall=[((9, y), (10, y)) for y in range(8)])
    t.add("A1", (0, 2), "raven_keeper")
    t.add("B1", (x, 2))
    t.sets("A", {2: 2})
    t.activate("A1")
    assert ("harry" in t.steps()) == able


@pytest.mark.clause("WC-RAVEN-02", "WC-RES-10")
def test_nobody_off_the_board_is_harried(table):
    t = duel(table, "raven_keeper", at=(12, 9))
    t.add("B2", (14, 11))
    t.add("B3", None)
    t.add("B4", (9, 9))
    t.take_down("B4")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("harry-2")
    assert t.legal() == {"choose B1", "choose B2"}


@pytest.mark.clause("WC-RAVEN-02", "WC-RND-07")
def test_the_one_harried_cannot_disengage_until_the_round_ends(table):
    t = duel(table, "raven_keeper", at=(12, 9), activated=False)
    t.add("B2", (14, 11), activated=True)
    t.add("A2", (12, 8))
    t.sets("A", {2: 2})
    t.activate("A1")
    use(t, "harry-2", target="B1")
    t.play("wait")
    assert t.unit("B1").harried and not t.unit("B2").harried
    assert t.ask() == ("STEP", "B", "B1") and t.steps() == {"move", "attack", "wait"}
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    t.play("done", "done", "opponent", "activate B1")
    assert "disengage" in t.steps()


@pytest.mark.clause("WC-RAVEN-02", "WC-HUNT-06")
@pytest.mark.parametrize("harried", [False, True])
def test_the_one_harried_does_not_step_back(table, harried):
    t = duel(table, target="hunt_scout", activated=False)
    t.change("B1", harried=harried)
    t.activate("A1")
    attack(t, 1, 1, 1, 1)
    assert (t.decision == "STEP_BACK") == (not harried)


# ---- swift climb


CLIFF = {"platforms": [(6, 13, 3, 8)]}


@pytest.mark.clause("WC-RAVEN-03", "WC-CLIMB-01")
@pytest.mark.parametrize(("ability", "reach"), [("rush-2", 8), ("swift-climb-2", 10)])
def test_swift_climb_makes_the_way_up_free(table, ability, reach):
    """Move 5, the step on to the platform is 1"; with Rush a climb of 3" and 3" more."""
    t = duel(table, "raven_stalker", at=AWAY, board=CLIFF)
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play(ability, "move")
    assert (reach, 5) in t.cells() and (reach + 1, 5) not in t.cells()


@pytest.mark.clause("WC-RAVEN-03", "WC-WAIT-05")
def test_swift_climb_ends_with_the_activation(table):
    t = duel(table, "raven_stalker", at=AWAY, board=CLIFF)
    spare(t, "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("swift-climb-2", "wait")
    t.activate("A1")
    t.play("move")
    assert (7, 5) in t.cells() and (8, 5) not in t.cells()


@pytest.mark.clause("WC-RAVEN-03", "WC-FALL-07")
@pytest.mark.parametrize("goal", [(7, 5), (6, 4)])  # over the top alone; over the top or round it, both 2"
def test_a_swift_climb_down_on_to_deadly_ground_is_one_impact_roll(table, goal):
    t = duel(table, "raven_stalker", at=AWAY, board={"platforms": [(6, 6, 5, 5)], "deadly": [goal]})
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("swift-climb-2", "move")
    assert (rolls(t, goal), cost(t, goal)) == (1, 20)
    t.dice(4)
    t.play(f"to {goal[0]},{goal[1]}")
    assert t.unit("A1").at == goal and t.unit("A1").damage == 1 and t.ask() == ("STEP", "A", "A1")


# ---- trophy


def trophy(table, at, board=None):
    """A lord that took B1 down holds its trophy up; A2 stands elsewhere beside B2."""
    t = duel(table, "raven_lord", wounds=5, board=board)
    t.add("A2", at, "raven_knife")
    t.add("B2", (at[0], at[1] + 1), wounds=60, activated=True)
    t.add("B3", (17, 0))
    t.sets("A", {2: 3})
    t.activate("A1")
    assert "trophy" not in t.steps()
    attack(t, 6, 1, 1, 1)
    t.play("trophy-2")
    return t


@pytest.mark.clause("WC-RAVEN-04")
@pytest.mark.parametrize(
    ("at", "board", "dice"),
    [((15, 5), {}, 5), ((15, 8), {}, 4), ((9, 5), {"tall": [((7, y), (8, y)) for y in range(12)]}, 4)],
)
def test_the_trophy_gives_a_die_to_friends_in_sight_within_nine_inches(table, at, board, dice):
    t = trophy(table, at, board)
    t.play("wait")
    t.activate("A2")
    attack(t, *[1] * dice, target="B2")


@pytest.mark.clause("WC-RAVEN-04", "WC-GEN-06", "WC-RND-07")
def test_the_trophy_is_for_itself_too_and_until_the_round_ends(table):
    t = trophy(table, (15, 5))
    t.add("B4", (5, 6), wounds=60, activated=True)
    t.run()
    attack(t, 1, 1, 1, 1, 1, target="B4")
    assert t.unit("A1").trophy
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    assert not t.unit("A1").trophy


@pytest.mark.clause("WC-RAVEN-04", "WC-GEN-08")
@pytest.mark.parametrize(("trophies", "more"), [((1, 1, 1), 3), ((2, 1, 0), 3), ((0, 0, 0), 0)])
def test_trophies_of_several_add_up(table, trophies, more):
    t = duel(table, "raven_knife")
    for k, (at, trophy) in enumerate(zip([(5, 7), (4, 4), (3, 6)], trophies, strict=True)):
        t.add(f"A{k + 2}", at, "raven_lord")
        t.change(f"A{k + 2}", trophy=trophy)
    t.activate("A1")
    attack(t, *[1] * (4 + more))


@pytest.mark.clause("WC-RAVEN-04", "WC-GEN-08", "WC-ABIL-06")
def test_three_trophies_of_one_count_twice(table):
    t = duel(table, "raven_lord", wounds=5, board={"options": {"last_stand": True}})
    t.add("B2", (5, 6), wounds=60, activated=True)
    spare(t, "B3")
    t.sets("A", {2: 3, 3: 3, 4: 3})
    t.activate("A1")
    attack(t, 6, 1, 1, 1)
    t.play("trophy-2", "trophy-3", "trophy-4")
    attack(t, *[1] * (4 + 2), target="B2")


# ---- swoop, death from above

ROOF = {"platforms": [(3, 5, 4, 6)]}  # A1 stands on its east side


@pytest.mark.clause("WC-RAVEN-05", "WC-ACT-05")
def test_swoop_down_is_a_compulsory_move_and_an_attack_by_choice(table):
    t = duel(table, "raven_talon", at=(8, 5), board=ROOF)
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("swoop-2")
    assert t.ask() == ("MOVE", "A", "A1") and not t.can("pass")
    t.play("to 7,5")
    assert t.ask() == ("ATTACK", "A", "A1") and t.legal() == {"attack B1", "pass"}
    t.play("pass")
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2


@pytest.mark.clause("WC-RAVEN-05")
@pytest.mark.parametrize(("start", "end"), [((5, 5), "to 5,4"), ((6, 5), "to 6,4")])
def test_swoop_on_one_level_gives_no_attack(table, start, end):
    t = duel(table, "raven_talon", at=(5, 3) if start == (6, 5) else (4, 4), board=ROOF)
    t.put("A1", start)
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("swoop-2", end)
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-RAVEN-05", "WC-CLIMB-06")
@pytest.mark.parametrize(("height", "able"), [(1, True), (2, False)])
def test_two_inches_down_are_enough_for_a_swoop_also_on_a_face(table, height, able):
    t = duel(table, "raven_talon", at=(7, 5), board=ROOF)
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("swoop-2", t.climb((6, 5), (5, 5), height))
    assert t.unit("A1").height == height
    assert t.ask() == (("ATTACK", "A", "A1") if able else ("STEP", "A", "A1"))


@pytest.mark.clause("WC-RAVEN-06", "WC-ATK-07")
@pytest.mark.parametrize(("start", "total"), [((5, 5), 4), ((7, 7), 0)])
def test_death_from_above_is_stronger_after_a_descent(table, start, total):
    t = duel(table, at=(8, 5), toughness=4, board=ROOF)  # S 3
    t.put("A1", start)
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("death-from-above-2")
    assert t.ask() == ("MOVE", "A", "A1") and not t.can("pass")
    t.play("to 6,5")
    assert t.legal() == {"attack B1", "pass"}
    t.dice(4, 4, 4, 4)
    t.play("attack B1")
    assert damage(t, "B1") == (total,) and t.state["actions_left"] == 2
    attack(t, 4, 4, 4, 4)  # the next attack is not
    assert damage(t, "B1") == (total,)


@pytest.mark.clause("WC-RAVEN-06")
def test_the_attack_of_death_from_above_may_be_left(table):
    t = duel(table, at=(8, 5), board=ROOF)
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("death-from-above-2", "to 6,5", "pass")
    assert damage(t, "B1") == (0,) and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-RAVEN-07", "WC-RND-07")
@pytest.mark.parametrize(("profile", "at"), [("raven_knife", (6, 5)), ("hunt_pistols", (8, 5))])
def test_criticals_against_one_who_cowers_are_hits(table, profile, at):
    t = duel(table, "raven_fury", profile, at, activated=False)
    spare(t, "A2")
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("cower-2", "wait")
    attack(t, 6, 6, 5, 1, target="A1")
    assert damage(t, "A1") == (3,)
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    assert not t.unit("A1").cowering
