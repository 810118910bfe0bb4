"""Chapter UNI: the abilities of every fighter, and Inspiring Presence."""

from __future__ import annotations

import pytest

from tests.warcry.fights import attack, damage, duel, spare
from tests.warcry.table import PLAIN

LATER = {"options": {"universal_set": "2025"}}
AWAY = (17, 11)


# ---- Rush


@pytest.mark.clause("WC-UNI-01", "WC-MOVE-01")
def test_rush_adds_an_inch_to_every_move_of_the_activation(table):
    t = duel(table, at=AWAY)
    spare(t, "A2", "B2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("rush-1", "move")
    assert (11, 5) in t.cells() and (12, 5) not in t.cells()  # Move 5
    t.play("to 4,5", "move")
    assert (10, 5) in t.cells() and (11, 5) not in t.cells()


@pytest.mark.clause("WC-UNI-01", "WC-DIS-02")
def test_rush_does_not_lengthen_a_disengage(table):
    t = duel(table)
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("rush-1", "disengage")
    assert (2, 5) in t.cells() and (1, 5) not in t.cells()


# ---- Onslaught


@pytest.mark.clause("WC-UNI-02", "WC-GEN-12")
@pytest.mark.parametrize(
    ("profile", "at", "weapon", "dice"),
    [("iron_drill", (6, 5), 1, 5), ("iron_drill", (9, 5), 2, 5), ("hunt_pistols", (6, 5), 1, 4)],
)
def test_onslaught_is_one_more_die_for_melee_only(table, profile, at, weapon, dice):
    t = duel(table, profile, at=at)
    spare(t, "A2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("onslaught-1")
    attack(t, *[1] * dice, weapon=weapon)
    attack(t, *[1] * dice, weapon=weapon)


@pytest.mark.clause("WC-UNI-02", "WC-WAIT-05")
def test_onslaught_ends_with_the_activation(table):
    t = duel(table)
    spare(t, "A2", "B2")
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("onslaught-1", "wait")
    t.activate("A1")
    attack(t, 1, 1, 1, 1)


# ---- Respite


@pytest.mark.clause("WC-UNI-03", "WC-DMG-04")
@pytest.mark.parametrize(("hurt", "left"), [(7, 3), (4, 0), (2, 0)])
def test_respite_removes_the_value_but_not_more_than_there_is(table, hurt, left):
    t = duel(table, at=(8, 5), first={"damage": hurt})
    t.sets("A", {4: 3})
    t.activate("A1")
    t.play("respite-4")
    assert damage(t, "A1", "B1") == (left, 0) and t.state["actions_left"] == 2


@pytest.mark.clause("WC-UNI-03", "WC-ABIL-04")
@pytest.mark.parametrize(("at", "board", "able"), [((7, 5), {}, False), ((8, 5), {}, True), ((6, 5), {"tall": [((5, 5), (6, 5))]}, False)])
def test_no_respite_within_an_inch_of_an_enemy_seen_or_not(table, at, board, able):
    t = duel(table, at=at, board=board, first={"damage": 5})
    t.sets("A", {4: 3})
    t.activate("A1")
    assert ("respite" in t.steps()) == able


# ---- Inspiring Presence

LORD = "raven_lord"


def inspired(table, *others, **facts):
    """A lord at (5, 5) that holds a triple, with friends at other places."""
    t = duel(table, LORD, at=AWAY, **facts)
    for k, (at, more) in enumerate(others):
        t.add(f"A{k + 2}", at, **more)
    t.add("B2", (17, 9))
    t.sets("A", {1: 3})
    t.activate("A1")
    return t


@pytest.mark.clause("WC-UNI-04", "WC-WAIT-09", "WC-REACT-05", "WC-GEN-06")
def test_whom_inspiring_presence_may_pick(table):
    t = inspired(
        table, ((12, 5), {}), ((5, 11), {}), ((5, 7), {"waiting": True}), ((7, 5), {"activated": True}), ((3, 5), {"lost": 2}),
        ((3, 3), {"lost": 1}), ((12, 8), {}), ((13, 3), {}),
    )  # fmt: skip
    t.put("A5", (1, 11))  # nobody stands between
    t.put("A4", (3, 10))
    t.play("inspiring-presence-1")
    assert t.decision == "TARGET"
    assert t.legal() == {"choose A2", "choose A3", "choose A7"}  # 6", 5", and one with an action left; not 6.3" and 7.1" away


@pytest.mark.clause("WC-UNI-04", "WC-VIS-01")
def test_inspiring_presence_needs_a_friend_in_sight(table):
    t = inspired(table, ((8, 5), {}), board={"tall": [((6, y), (7, y)) for y in range(12)]})
    assert "inspiring-presence" not in t.steps()


@pytest.mark.clause("WC-UNI-04", "WC-UNI-07")
@pytest.mark.parametrize(("answer", "ask"), [("yes", ("STEP", "A", "A2")), ("pass", ("ACTIVATE", "B", None))])
def test_the_one_inspired_may_be_activated_at_once(table, answer, ask):
    t = inspired(table, ((8, 5), {}), ((5, 8), {}))
    t.add("B3", (15, 11))
    t.play("inspiring-presence-1", "choose A2")
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2
    t.play("move", "to 4,5", "wait")
    assert t.ask() == ("FOLLOW", "A", "A2") and t.legal() == {"yes", "pass"}
    t.play(answer)
    assert t.ask() == ask
    if answer == "yes":
        assert t.state["actions_left"] == 2  # all its actions, and one ability
        t.play("move", "to 9,5", "wait")
        assert t.ask() == ("ACTIVATE", "B", None)  # then the turn passes
        t.play("activate B2", "move", "to 17,8", "wait")
        assert t.ask() == ("STEP", "A", "A3")


@pytest.mark.clause("WC-UNI-04", "WC-WAIT-02")
def test_waiting_ends_the_activation_and_the_one_inspired_follows(table):
    t = inspired(table, ((8, 5), {}))
    t.play("inspiring-presence-1", "wait")
    assert t.unit("A1").waiting and t.ask() == ("FOLLOW", "A", "A2")


@pytest.mark.clause("WC-UNI-07")
def test_a_second_hero_may_inspire_in_turn(table):
    t = inspired(table, ((8, 5), {"profile": LORD}), ((5, 8), {}))
    t.sets("A", {1: 3, 2: 3})
    t.play("inspiring-presence-1", "choose A2", "wait", "yes")
    assert t.ask() == ("STEP", "A", "A2") and "inspiring-presence" in t.steps()
    t.play("inspiring-presence-2")  # only A3 is left to pick
    t.play("wait")
    assert t.ask() == ("FOLLOW", "A", "A3")


@pytest.mark.clause("WC-UNI-07")
def test_if_the_one_inspired_is_gone_nothing_happens(table):
    t = inspired(table, ((8, 5), {}), ((5, 8), {}))
    t.play("inspiring-presence-1", "choose A2")
    t.take_down("A2")
    t.play("wait")
    assert t.ask() is not None and t.ask()[:2] == ("STEP", "B")


@pytest.mark.clause("WC-UNI-04", "WC-GEN-10")
def test_only_a_hero_inspires(table):
    t = duel(table, PLAIN, at=AWAY)
    t.add("A2", (8, 5))
    t.sets("A", {1: 4})
    t.activate("A1")
    assert "inspiring-presence" not in t.steps()


# ---- Rampage


@pytest.mark.clause("WC-UNI-05", "WC-ACT-05", "WC-ACT-06")
def test_rampage_moves_up_to_the_value_then_attacks_both_by_choice(table):
    t = duel(table, at=(10, 5))
    t.sets("A", {3: 4})
    t.activate("A1")
    t.play("rampage-3")
    assert t.ask() == ("MOVE", "A", "A1") and t.can("pass")
    assert (8, 5) in t.cells() and (9, 5) not in t.cells() and (5, 2) in t.cells()
    t.play("to 8,5")
    assert t.ask() == ("ATTACK", "A", "A1") and t.legal() == {"attack B1", "pass"}
    t.dice(6, 1, 1, 1)
    t.play("attack B1")
    assert damage(t, "B1") == (3,) and t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2
    assert "rampage" not in t.steps()


@pytest.mark.clause("WC-UNI-05", "WC-ACT-06")
@pytest.mark.parametrize("at", [(7, 5), (10, 5)])
def test_rampage_may_be_an_attack_without_a_move_or_nothing(table, at):
    t = duel(table, at=at)
    t.sets("A", {3: 4})
    t.activate("A1")
    t.play("rampage-3", "pass")
    if at == (7, 5):
        t.play("pass")  # the attack
    assert t.ask() == ("STEP", "A", "A1") and t.sets_of("A") == {} and t.unit("A1").at == (5, 5)


@pytest.mark.clause("WC-UNI-05", "WC-MOVE-03")
def test_the_move_of_rampage_is_no_way_out_of_an_engagement(table):
    t = duel(table, at=(7, 5))  # 1" away
    t.sets("A", {6: 4})
    t.activate("A1")
    t.play("rampage-6")
    assert (6, 5) in t.cells() and (4, 5) not in t.cells() and (9, 5) in t.cells()


# ---- Reckoning


def reckoning(table, fighters, down, at=(15, 5), board=LATER):
    t = duel(table, at=at, board=board)
    spare(t, *(f"A{k + 2}" for k in range(fighters - 1)))
    t.take_down(*(f"A{k + 2}" for k in range(down)))
    t.state["left"][0] = fighters - down
    t.sets("A", {2: 4})
    t.activate("A1")
    return t


@pytest.mark.clause("WC-UNI-06")
@pytest.mark.parametrize(
    ("fighters", "down", "able"),
    [(4, 0, False), (4, 1, False), (4, 2, True), (3, 1, False), (3, 2, True), (5, 2, False), (5, 3, True)],
)
def test_reckoning_needs_half_of_the_warband_taken_down(table, fighters, down, able):
    t = reckoning(table, fighters, down)
    assert ("reckoning" in t.steps()) == able and "rampage" not in t.steps()


@pytest.mark.clause("WC-UNI-06")
def test_reckoning_is_of_the_later_set_only(table):
    t = reckoning(table, 2, 1, board={})
    assert "reckoning" not in t.steps() and "rampage" in t.steps()


@pytest.mark.clause("WC-UNI-06", "WC-ACT-05")
def test_reckoning_moves_and_then_attacks_if_it_is_beside_an_enemy(table):
    t = reckoning(table, 2, 1, at=(9, 5))
    t.play("reckoning-2")
    assert t.ask() == ("MOVE", "A", "A1") and not t.can("pass")  # compulsory
    assert (7, 5) in t.cells() and (8, 5) not in t.cells()
    t.dice(6, 1, 1, 1)
    t.play("to 7,5")  # the only target, and no choice
    assert damage(t, "B1") == (3,) and t.state["actions_left"] == 2


@pytest.mark.clause("WC-UNI-06")
def test_reckoning_beside_nobody_is_a_move(table):
    t = reckoning(table, 2, 1, at=(9, 5))
    t.play("reckoning-2", "to 5,6")
    assert damage(t, "B1") == (0,) and t.ask() == ("STEP", "A", "A1")
    t = duel(table, "iron_drill", at=(9, 5), board=LATER)
    spare(t, "A2")
    t.take_down("A2")
    t.state["left"][0] = 1
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("reckoning-2", "to 5,6")  # the lash would reach it, but it is not within 1"
    assert damage(t, "B1") == (0,) and t.ask() == ("STEP", "A", "A1")
