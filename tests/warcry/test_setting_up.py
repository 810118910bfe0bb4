"""Chapters SETUP, GRP, DEP: roles, battle groups, colours, and who is set up where before the first round."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

RED_DAGGER = {(x, y) for x in range(2, 6) for y in range(4)}  # of Crossing: wholly within 3" of (4, 2)
RED_SHIELD = {(x, y) for x in range(9, 13) for y in range(4)}  # of (11, 2); (9, 2) and (9, 3) are on a platform
BLUE_DAGGER = {(17 - x, 11 - y) for x, y in RED_DAGGER}
BLUE_SHIELD = {(17 - x, 11 - y) for x, y in RED_SHIELD}


# ---- roles


@pytest.mark.clause("WC-SETUP-04", "WC-GEN-02")
@pytest.mark.parametrize(("dice", "winner"), [((5, 2), "A"), ((2, 5), "B"), ((3, 3, 6, 6, 1, 2), "B"), ((4, 4, 6, 5), "A")])
def test_the_winner_of_a_roll_off_chooses_a_role(table, dice, winner):
    t = table.new_game(dice=dice)
    assert t.ask() == ("ROLE", winner, None) and t.legal() == {"attacker", "defender"}
    t.done()


@pytest.mark.clause("WC-SETUP-04", "WC-GRP-01")
@pytest.mark.parametrize(("role", "defender"), [("attacker", "B"), ("defender", "A")])
def test_the_defender_splits_its_warband_first(table, role, defender):
    t = table.new_game(dice=(6, 1))
    t.play(role)
    assert t.state["attacker"] == "BA".index(defender)
    asked = []
    t.dice(6, 1)
    while t.decision == "BATTLE_GROUP":
        asked.append(t.ask()[1])
        t.play(min(t.legal()))
    assert asked == sorted(asked, reverse=defender == "B") and set(asked) == {"A", "B"}


# ---- battle groups


@pytest.mark.clause("WC-GRP-01", "WC-GRP-02", "WC-GRP-03")
def test_five_fighters_make_groups_of_one_and_two(table):
    t = table.new_game(dice=(6, 1))
    t.play("defender")
    assert t.ask() == ("BATTLE_GROUP", "A", "A1") and t.legal() == {"dagger", "shield", "hammer"}
    t.play("dagger", "dagger")
    assert t.ask() == ("BATTLE_GROUP", "A", "A3") and t.legal() == {"shield", "hammer"}
    t.play("shield")
    assert t.legal() == {"shield", "hammer"}
    t.play("shield")
    assert t.ask() == ("BATTLE_GROUP", "B", "B1")  # A5 had no choice
    assert [t.unit(f"A{k}").group for k in range(1, 6)] == ["dagger", "dagger", "shield", "shield", "hammer"]


@pytest.mark.clause("WC-GRP-02", "WC-GRP-03")
def test_exactly_the_splits_that_are_as_even_as_possible_can_be_made(table):
    t = table.new_game(dice=(6, 1))
    t.play("defender")
    found, open_ = set(), [t.state.copy()]
    while open_:
        t.batch.games[0] = open_.pop()
        t.batch.refresh(0)
        if t.ask()[1] == "B":
            found.add(tuple(t.unit(f"A{k}").group for k in range(1, 6)))
            continue
        here = t.state.copy()
        for text in t.legal():
            t.batch.games[0] = here
            t.batch.refresh(0)
            t.play(text)
            open_.append(t.state.copy())
    splits = itertools.product(("dagger", "shield", "hammer"), repeat=5)
    assert found == {s for s in splits if sorted(map(s.count, ("dagger", "shield", "hammer"))) == [1, 2, 2]}


@pytest.mark.clause("WC-GRP-02", "WC-GRP-03")
def test_ten_fighters_make_one_group_of_four_and_nine_none(table):
    t = table.new_game("relics", dice=(6, 1))  # Raven has 10, Hunt 11
    t.play("defender", "hammer", "hammer", "hammer", "hammer")
    assert t.legal() == {"dagger", "shield"}
    t.play("dagger", "dagger", "dagger")
    assert t.ask() == ("BATTLE_GROUP", "B", "B1")  # the last three join the Shield
    t.play(*["dagger"] * 4, *["shield"] * 3)
    assert t.legal() == {"shield", "hammer"}
    t = table.new_game("marks", dice=(6, 1))  # 9 each
    t.play("defender", "hammer", "hammer", "hammer")
    assert t.legal() == {"dagger", "shield"}


@pytest.mark.clause("WC-GRP-04")
def test_a_group_restricts_nobodys_activation_and_lasts(table):
    t = table()
    for k, group in enumerate(("dagger", "shield", "hammer"), 1):
        t.add(f"A{k}", (2 * k, 2), group=group)
    t.add("B1", (15, 9))
    t.turn("A")
    assert t.legal() == {"activate A1", "activate A2", "activate A3"}
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    assert [t.unit(f"A{k}").group for k in (1, 2, 3)] == ["dagger", "shield", "hammer"]


# ---- deployment


def grouped(table, role="defender", colour_dice=(6, 1)):
    """Crossing with groups chosen: fighters 1, 2 Dagger, 3, 4 Shield, 5 Hammer; seat A has the role named."""
    t = table.new_game(dice=(6, 1))
    t.play(role)
    t.dice(*colour_dice)
    for _ in "AB":
        t.play("dagger", "dagger", "shield", "shield")
    return t


@pytest.mark.clause("WC-DEP-01", "WC-GEN-02")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), "A"), ((2, 2, 3, 4), "B")])
def test_the_winner_of_another_roll_off_chooses_a_colour(table, dice, winner):
    t = grouped(table, colour_dice=dice)
    assert t.ask() == ("COLOUR", winner, None) and t.legal() == {"red", "blue"}


@pytest.mark.clause("WC-DEP-01", "WC-DEP-03")
@pytest.mark.parametrize("role", ["attacker", "defender"])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_colour_is_independent_of_the_role(table, role, colour):
    t = grouped(table, role)
    t.play(colour)
    first = "A" if role == "defender" else "B"
    assert t.ask() == ("DEPLOY", first, f"{first}1")  # the defender begins, whatever its colour
    assert t.cells("place") == (RED_DAGGER if (first == "A") == (colour == "red") else BLUE_DAGGER)


@pytest.mark.clause("WC-DEP-02", "WC-DEP-03", "WC-DEP-04", "WC-RES-06")
def test_groups_are_set_up_in_turn_and_those_of_a_later_round_wait(table):
    t = grouped(table)
    t.play("red")
    asked, zones = [], {"A1": RED_DAGGER, "B1": BLUE_DAGGER, "A3": RED_SHIELD, "B3": BLUE_SHIELD}
    rng = np.random.default_rng(5)
    while t.decision == "DEPLOY":
        name = t.ask()[2]
        asked.append(name)
        zone = zones.get(name) or zones[f"{name[0]}{int(name[1]) - 1}"] - {t.unit(f"{name[0]}{int(name[1]) - 1}").at}
        assert t.cells("place") == zone
        at = sorted(zone)[rng.integers(len(zone))]
        if len(asked) == 8:
            t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
        t.play(f"place {at[0]},{at[1]}")
        assert t.unit(name).at == at
    assert asked == ["A1", "A2", "B1", "B2", "A3", "A4", "B3", "B4"]
    assert t.unit("A5").status == t.unit("B5").status == "reserve" and t.unit("A5").at is None
    assert t.ask() == ("WILD", "A", None) and t.state["round"] == 1


@pytest.mark.clause("WC-DEP-04")
def test_height_is_ignored_and_a_fighter_may_be_set_up_on_a_platform(table):
    t = grouped(table)
    t.play("red", "place 2,0", "place 3,0")
    t.play(*(f"place {x},{y}" for x, y in sorted(BLUE_DAGGER)[:2]))
    assert t.ask() == ("DEPLOY", "A", "A3") and {(9, 2), (9, 3)} <= t.cells("place")
    t.play("place 9,2")
    assert t.unit("A3").height == 3


HOUNDS = ("hunt_warden", *["hunt_hound"] * 14)  # 15 fighters, groups of 5


@pytest.mark.clause("WC-DEP-05", "WC-RES-08", "WC-RES-07")
def test_a_group_that_does_not_fit_before_the_battle_is_squeezed_in_as_reserves_are(table):
    corner = {"point": (0, 0)}
    t = table.new_game(dice=(6, 1), file={"force_a": HOUNDS, "red": {"dagger": corner, "shield": corner, "hammer": corner}})
    t.play("defender", *["dagger"] * 5, *["shield"] * 5)
    t.dice(6, 1)
    while t.decision == "BATTLE_GROUP":
        t.play(min(t.legal()))
    t.play("red")
    assert t.ask()[:2] == ("NEXT_FIGHTER", "A") and t.legal() == {f"set-up A{k}" for k in range(1, 6)}
    t.play("set-up A4")
    assert t.unit("A4").at == (0, 0)  # the nearest, and the only one as near
    t.play("set-up A1")
    assert t.ask() == ("DEPLOY", "A", "A1") and t.cells("place") == {(1, 0), (0, 1)}


@pytest.mark.clause("WC-DEP-06")
def test_no_distance_is_kept_from_the_enemy(table):
    points = {group: {"point": (9, 6)} for group in ("dagger", "shield", "hammer")}
    t = table.new_game(dice=(6, 1), file={"red": points, "blue": points})
    t.play("defender")
    t.dice(6, 1)
    while t.decision == "BATTLE_GROUP":
        t.play(min(t.legal()))
    t.play("red", "place 7,4", "place 8,4")
    while t.ask()[1] == "A":
        t.play(min(t.legal()))
    assert t.decision == "DEPLOY" and t.cells("place") & {(7, 5), (8, 5), (6, 5)}


# ---- warbands


@pytest.mark.clause("WC-SETUP-05")
@pytest.mark.parametrize("name", ["crossing", "marks", "relics", "hunters"])
def test_a_scenario_fixes_terrain_deployment_victory_and_twist(table, name):
    t = table(scenario=name)
    tables = t.tables
    assert tables["column"].any() and tables["zone"].any(axis=2).all() and tables["twist"] == 0 and tables["rounds"] == 4
