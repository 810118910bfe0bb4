"""Scenario S2, `saboteurs`: objectives that breed shard breakers."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.state import SIDE
from tests.godbreakers.reading import around, cells, outside


@pytest.mark.clause("GB-S2-01", "GB-SET-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_saboteurs_has_an_objective_for_each_player_beside_the_centre(table, seats):
    t = table.new_game(scenario="saboteurs", seats=seats, seed=0)
    assert t.marker("objective") == (12, 12)
    shards = [t.marker("shard", seat) for seat in range(seats)]
    for seat in range(seats):
        assert t.range((12, 12), shards[seat]) > 6
        assert t.marker("objective", seat) is not None
        assert all(t.range(t.marker("objective", seat), shard) > 6 for shard in shards)
        cell = int(t.scenario.tables[0]["objective_cell"][seat])
        assert t.marker("objective", seat) == (cell % SIDE, cell // SIDE)


@pytest.mark.clause("GB-S2-01", "GB-SET-03")
def test_players_place_shard_and_objective_in_seniority_order(table):
    t = table.new_game(scenario="saboteurs", seats=2, seed=0, setup="full", shuffle=False)
    assert (t.decision, t.decider) == ("PLACE_SHARD", 0)
    assert (9, 4) in cells(t, "place")
    assert (12, 19) not in cells(t, "place")  # 6U from the centre
    assert (12, 20) not in cells(t, "place")  # a barricade
    assert cells(t, "place") == outside(t, 6, (12, 12))
    t.play("place 12,2")
    assert (t.decision, t.decider) == ("PLACE_MARKER", 0)
    assert (12, 11) in cells(t, "place")  # near the centre is fine
    assert cells(t, "place") == outside(t, 6, (12, 2))
    t.play("place 20,2")
    assert (t.decision, t.decider) == ("PLACE_SHARD", 1)
    assert (19, 2) in cells(t, "place")  # near another shard or objective is fine
    t.play("place 12,22")
    assert (t.decision, t.decider) == ("PLACE_MARKER", 1)
    assert cells(t, "place") == outside(t, 6, (12, 2), (12, 22))
    t.play("place 4,22")
    assert t.marker("objective", 0) == (20, 2)
    assert t.marker("objective", 1) == (4, 22)
    assert t.decision == "DEPLOY_UNIT"


@pytest.mark.clause("GB-S2-01", "GB-RND-02")
def test_saboteurs_lasts_five_rounds(table):
    t = table.new_game(scenario="saboteurs", seats=2, seed=3)
    t.random_to_end()
    assert t.round <= 5


@pytest.mark.clause("GB-S2-02", "GB-GEN-10", "GB-INI-08")
def test_every_objective_brings_a_saboteur_at_the_start_of_the_round(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    t.extra_objective(0, (20, 2))
    t.extra_objective(1, (4, 22))
    t.shard(0, (2, 2))
    t.shard(1, (22, 22))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.dice(5, 2)
    t.initiative()
    t.play(sorted(t.legal())[0])  # 0 before 1
    for number, marker in enumerate([(20, 2), (12, 12), (4, 22)], 1):  # in ascending cell order
        assert (t.decision, t.decider) == ("SPAWN", 1)
        assert cells(t, "place") == around(marker)
        x, y = min(around(marker))
        t.play(f"place {x},{y}")
        spawned = t.unit(f"W{number}")
        assert (spawned.kind, spawned.cell, spawned.die, spawned.seat) == ("saboteur", (x, y), 8, -1)
        assert (spawned.traits["brutal"], spawned.traits["deadly"]) == (1, 1)
    assert t.decision == "ACTION"  # A1 alone


@pytest.mark.clause("GB-S2-02", "GB-RND-05")
def test_by_the_letter_the_player_with_initiative_says_by_which_objective_a_saboteur_comes_next(table):
    t = table(rule="saboteurs", readings="letter")
    t.objective((12, 12))
    t.extra_objective(0, (20, 2))
    t.extra_objective(1, (4, 22))
    t.shard(0, (2, 2))
    t.shard(1, (22, 22))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.dice(5, 2)
    t.initiative()
    t.play(sorted(t.legal())[0])
    for marker, left in (((4, 22), 3), ((20, 2), 2), ((12, 12), 1)):
        if left > 1:
            assert (t.decision, t.decider, len(t.legal())) == ("NEXT_MARKER", 0, left)
            t.play(f"marker {marker[0]},{marker[1]}")
        assert (t.decision, t.decider) == ("SPAWN", 1) and cells(t, "place") == around(marker)
        x, y = min(around(marker))
        t.play(f"place {x},{y}")
    assert t.decision == "ACTION"


@pytest.mark.clause("GB-S2-02", "GB-S2-05")
def test_a_sundered_objective_brings_nobody(table):
    t = table(rule="saboteurs")
    t.extra_objective(1, (4, 22))
    t.shard(1, (22, 22))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.dice(5, 2)
    t.initiative()
    t.play(sorted(t.legal())[0])
    t.play("place 4,21")
    assert t.decision == "ACTION"
    assert t.unit("W2").cell is None


@pytest.mark.clause("GB-S2-03")
def test_a_saboteur_moves_next_to_the_closest_shard(table):
    t = table(last_round=True, rule="saboteurs")
    t.shard(0, (12, 2))
    t.shard(1, (12, 22))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.wild("saboteur", (12, 20))
    t.wild_phase()
    assert (t.decision, t.decider) == ("ACTION", 1)
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 22))}


@pytest.mark.clause("GB-S2-03")
def test_a_saboteur_too_far_away_comes_as_close_as_it_can(table):
    t = table(last_round=True, rule="saboteurs")
    t.shard(0, (12, 2))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.wild("saboteur", (12, 22))
    t.wild_phase()
    assert t.legal() == {f"move {x},14" for x in range(8, 17)}  # Range 11, all of them


@pytest.mark.clause("GB-S2-03", "GB-RNG-07", "GB-WLD-14")
def test_the_director_chooses_between_equally_close_shards(table):
    t = table(last_round=True, rule="saboteurs")
    t.shard(0, (12, 6))
    t.shard(1, (12, 18))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (22, 12), die=8)
    t.wild("saboteur", (12, 12))
    t.wild_phase()
    assert (t.decision, t.decider) == ("WILD_TARGET", 1)
    assert t.legal() == {"aim 12,6", "aim 12,18"}
    t.play("aim 12,6")
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 6)) if t.reach((12, 12), (x, y)) <= 8}


@pytest.mark.clause("GB-S2-03", "GB-S2-04")
@pytest.mark.parametrize(("face", "left"), [(4, None), (3, (12, 22)), (1, (12, 22))])
def test_an_adjacent_saboteur_tries_to_destroy_the_shard(table, face, left):
    t = table(last_round=True, rule="saboteurs")
    t.shard(1, (12, 22))
    t.add("A1", (2, 12), die=8)
    t.add("B1", (13, 22), die=8)  # control does not matter, nor do enemies beside it
    t.add("B2", (11, 22), die=8)
    t.wild("saboteur", (12, 21))
    t.dice(face)  # Deadly does not reroll tests
    t.wild_phase()
    assert t.marker("shard", 1) == left
    rolls = [(t.name_of(event.unit), event.other) for event in events_of(t.state) if event.kind == Event.ROLLS]
    assert rolls == [("W1", -1)]  # against no model


@pytest.mark.clause("GB-S2-04")
def test_without_shards_saboteurs_are_murderous(table):
    t = table(last_round=True, rule="saboteurs")
    t.objective((12, 14))
    t.add("A1", (12, 10), die=8)
    t.add("B1", (22, 12), die=8)
    t.wild("saboteur", (12, 12))
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 10))}


@pytest.mark.clause("GB-S2-05")
def test_saboteurs_scores_markers_only(table):
    t = table(last_round=True, rule="saboteurs")
    t.objective((12, 12))
    t.extra_objective(0, (20, 2))
    t.extra_objective(1, (4, 22))
    t.shard(1, (22, 22))
    t.add("A1", (12, 11), die=8)
    t.add("A2", (20, 3), die=8)
    t.add("A3", (4, 21), die=8, treasure=1, trophy=1)
    t.add("B1", (23, 23), die=8)
    t.resolution()
    assert list(t.points)[:2] == [6, 1]
