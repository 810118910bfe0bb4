"""Rulings of BLAST, SCATTER and the infernal bomb (TC-KW-06, 07, 26, 27, TC-ABL-11)."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import tell


def distance(a, b) -> float:
    """Inches between the centres of two cells."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


@pytest.mark.clause("TC-KW-06", "TC-KW-07", "TC-RNG-04")
def test_enemies_and_free_visible_points_are_targets(table):
    t = table(landmarks=[(10, 11, 5, 5)], walls=[(2, 2, 5, 5)])
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("A2", (5, 9))
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    cells = t.cells()
    assert t.decision == "TARGET" and t.names() == {"B1"}
    assert (5, 14) in cells and (5, 15) not in cells, '8", measured like a base'
    assert not cells & {(5, 12), (5, 9), (5, 5)}, "no point lies under a base"
    assert not cells & {(10, 5), (12, 5), (13, 5)}, "neither impassable nor hidden"
    assert (2, 5) in cells, "the top of a wall"
    assert not t.can("stop")


@pytest.mark.clause("TC-RNG-04", "TC-KW-06")
def test_points_on_the_edge_of_the_board(table):
    t = table(size=(12, 12))
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (11, 11))
    t.activate("A1", "shoot")
    assert {(5, 0), (0, 5), (11, 5), (5, 11)} <= t.cells()


@pytest.mark.clause("TC-KW-06", "TC-KW-07")
def test_everyone_within_the_blast_is_hit_target_first_then_enemies_then_friends(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("A2", (6, 14))
    t.add("B1", (7, 12))  # 2.5" of the centre to its centre: its base is within 2"
    t.add("B2", (5, 12))
    t.add("B3", (8, 12))  # 2.5" away
    t.activate("A1", "shoot")
    t.dice(3, 4)
    t.dice(1, 1, 1, 2, 3, 4)
    t.play("at B2")
    assert t.unit("B2").blood == 2 and t.unit("B1").blood == 2 and t.unit("B3").blood == 0
    assert t.unit("A2").down and t.unit("A2").blood == 2, "last of all"


@pytest.mark.clause("TC-KW-06", "TC-KW-07")
def test_who_is_taken_out_by_his_own_blast_does_not_spare_those_behind_him(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("A2", (7, 5))
    t.add("B1", (6, 7))
    t.activate("A1", "shoot")
    t.dice(3, 4)
    t.dice(1, 1, 6, 6, 1, 1)
    t.play("at B1")
    assert t.unit("A1").status == "OUT" and t.unit("B1").blood == t.unit("A2").blood == 2, "shrapnel"


@pytest.mark.clause("TC-KW-06")
def test_a_blast_of_three_inches_catches_whose_base_it_reaches(table):
    t = table()
    t.add("A1", (5, 5), weapons=["gas_grenade"])
    t.add("B1", (5, 12))
    t.add("B2", (6, 15))  # 2.66" to its base
    t.add("B3", (7, 15))  # 3.11"
    t.activate("A1", "shoot")
    t.dice(3, 4, 1, 1, 1, 1, 1, 1)
    t.play("at B1")
    assert [t.unit(name).blood for name in ("B1", "B2", "B3")] == [2, 2, 0]


@pytest.mark.clause("TC-KW-06")
def test_a_friend_in_melee_with_a_victim_is_hit_too_one_step_only(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("A2", (9, 12))  # within 1" of B2, 4" from the target
    t.add("A3", (11, 12))  # within 1" of B3 alone, which is no victim
    t.add("B1", (5, 12))
    t.add("B2", (7, 12))
    t.add("B3", (10, 12))
    t.activate("A1", "shoot")
    t.dice(3, 4, 1, 1, 1, 1, 1, 1)
    t.play("at B1")
    assert [t.unit(name).blood for name in ("B1", "B2", "B3", "A2", "A3")] == [2, 2, 0, 2, 0]


@pytest.mark.clause("TC-KW-06")
def test_who_does_not_see_the_point_is_spared(table):
    t = table(landmarks=[(6, 6, 10, 13)])
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12))
    t.add("B2", (7, 12))
    t.activate("A1", "shoot")
    t.dice(3, 4, 1, 1)
    t.play("at B1")
    assert t.unit("B1").blood == 2 and t.unit("B2").blood == 0


@pytest.mark.clause("TC-KW-06")
@pytest.mark.parametrize(("blast", "blood"), [(3, 0), (4, 2)])
def test_height_counts(table, blast, blood):
    t = table(walls=[(6, 6, 12, 12)], size=(20, 20))
    t.arm("frag_grenade", blast=blast)
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12))
    t.add("B2", (6, 12))  # 3" above
    t.activate("A1", "shoot")
    t.dice(3, 4, *(1, 1) * (1 + blood // 2))
    t.play("at B1")
    assert t.unit("B1").blood == 2 and t.unit("B2").blood == blood


@pytest.mark.clause("TC-KW-06", "TC-ROLL-05")
def test_a_critical_helps_only_against_the_chosen_target(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12))
    t.add("B2", (7, 12))
    t.activate("A1", "shoot")
    t.dice(6, 6, 3, 4, 1, 1, 1)
    t.play("at B1")
    assert t.unit("B1").down and t.unit("B2").blood == 2


@pytest.mark.clause("TC-KW-06")
def test_a_point_as_target(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12))
    t.add("B2", (7, 12))
    t.activate("A1", "shoot")
    t.dice(6, 6, 1, 1, 1, 1)  # nobody was chosen: no Critical
    t.play("point 6,12")
    assert t.unit("B1").blood == t.unit("B2").blood == 2


@pytest.mark.clause("TC-KW-06")
def test_a_blast_that_misses_does_nothing(table):
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("at B1")
    assert t.unit("B1").blood == 0 and t.decision == "ACTION"


def satchel(table, *others, board: dict | None = None):
    """A1 with a satchel charge, B1 at short range."""
    t = table(**(board or {}))
    t.add("A1", (15, 15), weapons=["satchel_charge"])
    t.add("B1", (15, 19))
    for name, at in others:
        t.add(name, at)
    t.activate("A1", "shoot")
    return t


@pytest.mark.clause("TC-KW-26", "TC-KW-27")
@pytest.mark.parametrize(("dice", "inches"), [((1, 1), 5), ((1, 3), 3), ((3, 3), 1)])
def test_a_failure_scatters_by_what_was_missing(table, dice, inches):
    t = satchel(table)
    t.dice(*dice)
    t.play("at B1")
    assert (t.decision, t.decider, t.subject) == ("SCATTER", 1, "A1")
    wanted = {(x, y) for x in range(36) for y in range(36) if abs(distance((x, y), (15, 19)) - inches) <= 0.5}
    assert t.cells() == wanted


@pytest.mark.clause("TC-KW-26", "TC-KW-27")
def test_it_scatters_on_ground_that_sees_the_original_point(table):
    t = satchel(table, board={"landmarks": [(12, 18, 21, 21)], "size": (30, 30)})
    t.dice(1, 3)
    t.play("at B1")
    assert (15, 22) not in t.cells() and not any(y == 21 for _, y in t.cells())
    assert (15, 16) in t.cells()


@pytest.mark.clause("TC-KW-26")
def test_the_blast_is_resolved_where_it_lands(table):
    t = satchel(table, ("B2", (19, 19)), ("A2", (17, 22)))
    t.dice(1, 3)
    t.play("at B1")
    assert (18, 19) in t.cells()
    t.dice(1, 1, 1, 1, 1, 1, 1, 1, 1)  # +1 INJURY DICE each
    t.play("to 18,19")
    assert [t.unit(name).blood for name in ("A1", "A2", "B1", "B2")] == [0, 1, 1, 1]


@pytest.mark.clause("TC-KW-26")
def test_it_may_land_on_a_base(table):
    t = satchel(table, ("B2", (15, 22)))
    t.dice(1, 3)
    t.play("at B1")
    assert (15, 22) in t.cells()
    t.dice(1, 1, 1, 1, 1, 1)
    t.play("to 15,22")
    assert t.unit("B2").blood == 1 and t.unit("B1").blood == 1


@pytest.mark.clause("TC-KW-26")
def test_with_no_place_to_land_it_misses(table):
    t = table(landmarks=[(13, 17, 10, 14), (13, 14, 15, 24), (16, 17, 15, 24), (15, 15, 20, 24)], size=(30, 30))
    t.add("A1", (15, 15), weapons=["satchel_charge"])
    t.add("B1", (15, 19))
    t.activate("A1", "shoot")
    t.dice(1, 1)  # 5", and the alley is shorter
    t.play("at B1")
    assert t.unit("B1").blood == t.unit("A1").blood == 0
    assert t.active == "B1", "HEAVY leaves nothing but END"


def bomb(table, *others, board: dict | None = None, target=(15, 20)):
    """A1 is a bombardier, B1 its target."""
    t = table(**(board or {}))
    t.add("A1", (15, 5), weapons=["infernal_bomb"])
    t.add("B1", target)
    for name, at, *facts in others:
        t.add(name, at, **(facts[0] if facts else {}))
    t.activate("A1", "shoot")
    return t


@pytest.mark.clause("TC-ABL-11", "TC-KW-24", "TC-KW-20")
def test_a_bomb_on_its_target_is_deadly_and_throws_it_away(table):
    t = bomb(table, board={"low_walls": [(15, 15, 19, 19)]}, target=(15, 26))
    t.dice(3, 4, 1, 1, 1, 3)  # far away: no long-range penalty
    t.play("at B1")
    assert t.unit("B1").blood == 2 and t.unit("B1").at == (15, 28)
    assert t.act("A1") is None


@pytest.mark.clause("TC-ABL-11")
def test_others_are_thrown_away_from_the_aim_point(table):
    t = bomb(table, ("B2", (17, 20)), ("B3", (15, 17)), ("A2", (13, 22)))
    t.dice(3, 4)
    t.dice(3, 3, 3)  # DEADLY: 9
    t.dice(1, 1, 5)
    t.dice(1, 1, 1)
    t.dice(1, 1, 3)
    t.play("at B1")
    assert t.unit("B1").status == "OUT", "and is thrown nowhere"
    assert t.unit("B2").at == (20, 20) and t.unit("B3").at == (15, 16)
    assert t.unit("A2").at == (12, 23), "one diagonal step within 2 inches"


@pytest.mark.clause("TC-ABL-11")
@pytest.mark.parametrize(("dx", "dy"), [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy])
def test_a_victim_is_thrown_straight_away_from_the_point(table, dx, dy):
    t = bomb(table, target=(15 + dx, 20 + dy))
    t.dice(3, 4, 1, 1, 3)
    t.play("point 15,20")
    steps = 2 if dx and dy else 3  # two inches: one diagonal step or two straight ones
    assert t.unit("B1").at == (15 + steps * dx, 20 + steps * dy)
    assert f"B1 is thrown to {15 + steps * dx},{20 + steps * dy}" in tell(t.state, t.scenario)


@pytest.mark.clause("TC-ABL-11")
def test_a_push_stops_at_models_and_impassable_ground(table):
    t = bomb(table, ("B2", (15, 22)), board={"landmarks": [(18, 18, 19, 21)]})
    t.dice(3, 4, 1, 1, 1, 6, 1, 1, 1)
    t.play("at B1")
    assert t.unit("B1").at == (15, 21), "B2 stands behind it"
    assert t.unit("B2").at == (15, 23)
    t = bomb(table, ("B2", (17, 20)), board={"landmarks": [(18, 18, 19, 21)]})
    t.dice(3, 4, 1, 1, 1, 1, 1, 1, 5)
    t.play("at B1")
    assert t.unit("B1").at == (15, 21) and t.unit("B2").at == (17, 20)


@pytest.mark.clause("TC-ABL-11", "TC-FALL-01", "TC-SC-03")
def test_who_is_thrown_off_a_wall_falls(table):
    t = bomb(table, board={"walls": [(15, 15, 20, 20)], "size": (36, 36), "deeds": ["fall"]})
    t.dice(3, 4, 1, 1, 1, 6)
    t.play("at B1")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 0, "B1")
    t.dice(1, 1, 2)
    t.play("spend 0")
    assert t.unit("B1").at == (15, 21) and t.unit("B1").blood == 3, "a drop ends it"
    assert t.deeds() == {"fall": 0}


@pytest.mark.clause("TC-ABL-11", "TC-KW-26")
@pytest.mark.parametrize(("cell", "injury"), [("15,17", (1, 2, 4)), ("16,17", (3, 4))])
def test_a_bomb_that_scatters_on_a_base_is_deadly_there(table, cell, injury):
    t = bomb(table, ("B2", (15, 17)), target=(15, 21))
    t.dice(1, 2)  # 4"
    t.play("at B1")
    assert t.decision == "SCATTER" and (15, 17) in t.cells()
    t.dice(*injury, 1)
    t.play(f"to {cell}")
    assert t.unit("B2").down and t.unit("B2").blood == 2
    assert t.unit("B2").at == ((15, 18) if cell == "15,17" else (14, 17)), "from the bombardier, or from where it landed"
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-ABL-11")
@pytest.mark.parametrize(("wall", "injury"), [((16, 16, 20, 20), (6, 1, 1)), ((18, 18, 20, 20), (1, 1))])
def test_who_ducks_behind_terrain(table, wall, injury):
    t = bomb(table, ("B2", (17, 20)), board={"low_walls": [wall]})
    t.dice(3, 4, 1, 1, 1, 1, *injury, 1)
    t.play("at B1")
    assert t.unit("B2").blood == 2 and not t.unit("B2").down


@pytest.mark.clause("TC-ABL-11")
def test_a_throw_is_no_move(table):
    t = bomb(table, board={"wire": [(15, 15, 21, 22)]})
    t.dice(3, 4, 1, 1, 1, 3)  # and no test
    t.play("at B1")
    assert t.unit("B1").at == (15, 22) and t.unit("B1").blood == 2


@pytest.mark.clause("TC-ABL-11", "TC-DOWN-04")
def test_the_down_are_thrown_too(table):
    t = bomb(table, ("B2", (30, 30)))
    t.dice(3, 4, 1, 2, 4, 3)
    t.play("at B1")
    assert t.unit("B1").down and t.unit("B1").at == (15, 22)
