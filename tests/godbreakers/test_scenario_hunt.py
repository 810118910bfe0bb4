"""Scenario S7, `hunt`: every player draws its own quarry."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import around, cells, free_cells, outside, within


def draw(table, face):
    """A hunt whose first player has placed its shard at (12, 2) and rolled `face`."""
    t = table.new_game(scenario="hunt", seats=2, seed=0, setup="full", shuffle=False)
    assert (t.decision, t.decider) == ("PLACE_SHARD", 0)
    assert cells(t, "place") == outside(t, 6, (12, 12))
    t.dice(face)
    t.play("place 12,2")
    return t


def unaligned(t):
    """(kind, die, seat) of the unaligned models on the board."""
    return [(kind, t.unit(name).die, t.unit(name).seat) for name, kind in t.unaligned().items()]


@pytest.mark.clause("GB-S7-01")
def test_a_one_brings_two_stalkers_at_different_markers(table):
    t = draw(table, 1)
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    assert cells(t, "place") == around((12, 2)) | around((12, 12))
    t.dice(1)  # a sinister trait
    t.play("place 12,11")
    assert cells(t, "place") == around((12, 2))
    t.dice(6)
    t.play("place 12,1")
    assert (t.unit("W1").traits["brutal"], t.unit("W2").traits["vengeful"]) == (2, 2)
    assert unaligned(t) == [("stalker", 10, -1)] * 2
    assert (t.decision, t.decider) == ("PLACE_SHARD", 1)


@pytest.mark.clause("GB-S7-01")
def test_a_two_brings_a_great_beast_near_the_centre(table):
    t = draw(table, 2)
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    assert cells(t, "place") == within(t, (12, 12), 6)
    t.dice(1, 2)
    t.play("place 12,14")
    assert unaligned(t) == [("great_beast", 12, -1)]
    assert t.unit("W1").damage == 0


@pytest.mark.clause("GB-S7-01")
def test_a_three_brings_five_bystanders_away_from_the_own_shard(table):
    t = draw(table, 3)
    for x in range(8, 13):
        assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
        assert cells(t, "place") == outside(t, 6, (12, 2))
        t.play(f"place {x},18")
    assert unaligned(t) == [("bystander", 6, -1)] * 5


@pytest.mark.clause("GB-S7-01")
@pytest.mark.parametrize(("face", "kind"), [(4, "hoard"), (5, "objective")])
def test_a_four_or_five_brings_a_marker_away_from_all_others(table, face, kind):
    t = draw(table, face)
    assert (t.decision, t.decider) == ("PLACE_MARKER", 0)
    assert cells(t, "place")
    assert cells(t, "place") == outside(t, 6, (12, 2), (12, 12))
    t.play("place 20,20")
    assert t.marker(kind, 0) == (20, 20)
    assert unaligned(t) == []


@pytest.mark.clause("GB-S7-01")
def test_a_six_brings_a_companion_and_its_stalker(table):
    t = draw(table, 6)
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    assert cells(t, "place") == within(t, (12, 2), 2)
    t.dice(4, 4, 5)
    t.play("place 12,3")
    assert unaligned(t) == [("companion", 10, 0)]
    assert {trait: rank for trait, rank in t.unit("W1").traits.items() if rank} == {"fleet": 2, "merciless": 2}
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    assert cells(t, "place") == around((12, 12))  # any marker but the own shard
    t.dice(2)
    t.play("place 11,11")
    assert unaligned(t)[1] == ("stalker", 10, -1)


@pytest.mark.clause("GB-S7-01", "GB-SET-04")
def test_after_the_draws_the_godbreakers_deploy_in_reverse_seniority(table):
    t = draw(table, 2)
    t.dice(1, 2)
    t.play("place 12,14")
    t.dice(5)
    t.play("place 12,22")
    assert (t.decision, t.decider) == ("PLACE_MARKER", 1)
    t.play("place 2,12")
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 1)


@pytest.mark.clause("GB-S7-02")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_lost_companion_costs_its_circle_ten_points(table, seat):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (12, 8), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("companion", (12, 12), damage=11, traits={}, seat=seat)
    t.dice(10)
    t.recovery()
    assert list(t.points)[:2] == ([-10, 0] if seat == 0 else [0, -10])


@pytest.mark.clause("GB-S7-02")
@pytest.mark.parametrize(("kind", "die", "points"), [("stalker", 10, 5), ("bystander", 6, -1)])
def test_stalkers_and_bystanders_count_as_among_infiltrators(table, kind, die, points):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (12, 8), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild(kind, (12, 12), damage=die + 1, traits={})
    t.dice(die)
    t.recovery()
    assert list(t.points)[:2] == [points, 0]


@pytest.mark.clause("GB-S7-02")
def test_treasure_and_trophies_score_at_the_end(table):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (2, 2), die=8, treasure=2, trophy=1)
    t.add("B1", (22, 22), die=8, trophy=1)
    t.add("B2", (22, 20), die=8, treasure=1)
    t.resolution()
    assert list(t.points)[:2] == [15, 15]


@pytest.mark.clause("GB-S7-02")
def test_a_dead_great_beast_leaves_a_trophy_without_breeding(table):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("great_beast", (12, 12), damage=13, traits={})
    t.dice(12)
    t.recovery()
    assert t.over
    assert t.pile_at((12, 12))["trophy"] == 1
    assert unaligned(t) == []


@pytest.mark.clause("GB-S7-02")
def test_the_nest_does_not_spawn_in_a_hunt(table):
    t = table(rule="hunt")
    t.objective((12, 12))
    t.add("A1", (12, 11), die=10)
    t.add("B1", (22, 22), die=10)
    t.dice(9, 3)
    t.initiative()
    t.play(sorted(t.legal())[0])
    assert t.decision == "ACTION"
    assert unaligned(t) == []


@pytest.mark.clause("GB-S7-02")
def test_hoards_can_be_plundered_in_a_hunt(table):
    t = table(rule="hunt")
    t.hoard(0, (4, 2))
    t.add("A1", (4, 3), die=8)
    t.add("B1", (22, 2), die=8)
    t.activate("A1")
    t.dice(3)
    t.play("plunder")
    assert (t.decision, t.decider) == ("SPAWN", 1)
    t.play("place 5,4")
    assert unaligned(t) == [("scavenger", 8, -1)]


@pytest.mark.clause("GB-S7-02", "GB-GEN-04")
def test_great_beasts_fight_each_other_in_a_hunt(table):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (12, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("great_beast", (12, 12), traits={})
    t.wild("great_beast", (12, 13), traits={}, activated=True)
    t.dice(7, 5, 1)  # the only thing to do is an Engage; the loser recovers one of two
    t.wild_phase()
    assert t.pile_at((12, 13))["trophy"] == 1


@pytest.mark.clause("GB-S7-02", "GB-GEN-05")
def test_stalkers_are_friends_in_a_hunt(table):
    t = table(last_round=True, rule="hunt")
    t.add("A1", (12, 6), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("stalker", (12, 12), traits={})
    t.wild("stalker", (12, 13), traits={})
    t.wild_phase()
    t.play("activate W1")
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 6))}


@pytest.mark.clause("GB-S7-01", "GB-RNG-09")
@pytest.mark.parametrize(("face", "taken"), [(4, (8, 8)), (5, (5, 5))])
def test_a_marker_without_a_cell_outside_the_range_of_all_others_keeps_as_far_from_them_as_it_can(table, face, taken):
    t = table(rule="hunt", seats=4)
    t.objective((12, 12))
    markers = [(12, 12)]
    for seat, shard, other in ((0, (4, 4), (12, 4)), (1, (20, 4), (12, 20)), (2, (4, 20), (20, 12)), (3, (20, 20), (4, 12))):
        t.shard(seat, shard)
        (t.extra_objective if face == 4 else t.hoard)(seat, other)
        markers += [shard, other]
    t.wild("bystander", taken)
    t.hunt_roll(3, face)
    assert (t.decision, t.decider) == ("PLACE_MARKER", 3)
    room = {cell: min(t.range(marker, cell) for marker in markers) for cell in free_cells(t)}
    assert max(room.values()) == 4
    assert cells(t, "place") == {cell for cell in room if room[cell] == 4}


@pytest.mark.clause("GB-S7-01", "GB-RNG-09")
def test_a_companion_without_room_near_its_shard_stands_as_near_to_that_as_it_can(table):
    """The shard is in a corner, far from the centre; bystanders stand on every cell within 2 of it."""
    t = table(rule="hunt")
    t.objective((12, 12))
    t.shard(0, (0, 0))
    t.shard(1, (20, 20))
    for cell in sorted(within(t, (0, 0), 2)):
        t.wild("bystander", cell)
    t.hunt_roll(0, 6)
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    far = {(x, y): x * x + y * y for x, y in free_cells(t)}
    assert not within(t, (0, 0), 2) and cells(t, "place") == {cell for cell in far if far[cell] == min(far.values())}


@pytest.mark.clause("GB-S7-01", "GB-RNG-09", "GB-SET-05")
def test_such_a_marker_leaves_the_cell_of_a_shard_still_to_come_free(table):
    t = table(rule="hunt", seats=2)
    t.objective((12, 12))
    t.shard(0, (5, 21))
    markers = [(19, 21), (4, 4), (12, 4), (20, 4), (4, 12), (20, 12)]
    for k, cell in enumerate(markers):
        (t.extra_objective if k < 3 else t.hoard)(1 + k % 3, cell)
    markers += [(12, 12), (5, 21)]
    t.hunt_roll(0, 4)
    room = {cell: min(t.range(marker, cell) for marker in markers) for cell in free_cells(t)}
    assert max(room.values()) == room[12, 22] == 6
    assert cells(t, "place") == {cell for cell in room if room[cell] == 6} - {(12, 22)}


@pytest.mark.clause("GB-S7-01", "GB-MRK-01")
def test_every_circles_hoard_and_objective_stand_side_by_side(table):
    t = table(rule="hunt", seats=4)
    for seat in range(4):
        t.shard(seat, (12, 4 + 2 * seat))
        t.hoard(seat, (4, 4 + 2 * seat))
        t.extra_objective(seat, (20, 4 + 2 * seat))
    standing = [[t.marker(kind, seat) for kind in ("hoard", "shard", "objective")] for seat in range(4)]
    assert standing == [[(x, y) for x in (4, 12, 20)] for y in (4, 6, 8, 10)]
