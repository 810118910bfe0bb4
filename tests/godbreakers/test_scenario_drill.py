"""Scenario S1, `drill`: the small board."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import free_cells


@pytest.mark.clause("GB-S1-01")
def test_drill_fields_one_d8_and_two_d6_on_the_small_map(table):
    t = table.new_game(scenario="drill", seats=2, seed=0)
    assert t.marker("objective") == (10, 10)
    assert t.marker("shard", 0) == (10, 1)
    assert t.marker("shard", 1) == (10, 19)
    for seat in "AB":
        assert [t.unit(f"{seat}{k}").status for k in range(1, 6)] == ["RESERVE", "ABSENT", "RESERVE", "ABSENT", "RESERVE"]
        assert [t.unit(f"{seat}{k}").die for k in (1, 3, 5)] == [8, 6, 6]
    assert t.range((0, 10), (20, 10)) == 19
    assert max(max(cell) for cell in free_cells(t)) == 20


@pytest.mark.clause("GB-S1-01", "GB-CIR-06")
def test_the_shard_trait_counts_in_drill(table):
    t = table.new_game(scenario="drill", seats=2, seed=0)
    assert [int(trait) for trait in t.state["shard_trait"][:2]] == [8, 14]  # Relentless, Ranged


@pytest.mark.clause("GB-S1-01", "GB-RND-02")
def test_drill_lasts_three_rounds(table):
    for seed in range(3):
        t = table.new_game(scenario="drill", seats=2, seed=seed)
        t.random_to_end()
        assert t.over
        assert t.round <= 3


@pytest.mark.clause("GB-S1-02")
def test_drill_starts_with_a_brute_and_a_runner(table):
    t = table.new_game(scenario="drill", seats=2, seed=0)
    assert (t.unit("W1").kind, t.unit("W1").cell, t.unit("W1").die, t.unit("W1").seat) == ("brute", (16, 10), 8, -1)
    assert (t.unit("W2").kind, t.unit("W2").cell, t.unit("W2").die, t.unit("W2").seat) == ("runner", (4, 10), 6, -1)


@pytest.mark.clause("GB-S1-02")
def test_drill_without_wild_models(table):
    t = table.new_game(scenario="drill_nowild", seats=2, seed=0)
    assert t.unit("W1").cell is None
    assert t.unaligned() == {}


@pytest.mark.clause("GB-S1-02", "GB-SET-04")
def test_drill_deploys_in_turns_within_movement_of_the_shard(table):
    t = table.new_game(scenario="drill", seats=2, seed=0, shuffle=False)
    deciders = []
    while t.decision.startswith("DEPLOY"):
        if t.decision == "DEPLOY_CELL":
            deciders.append(t.decider)
        t.play(sorted(t.legal())[0])
    assert deciders == [1, 0, 1, 0, 1, 0]  # reverse seniority
    for seat, shard in (("A", (10, 1)), ("B", (10, 19))):
        for k in (1, 3, 5):
            unit = t.unit(f"{seat}{k}")
            assert unit.status == "ON_BOARD"
            assert t.reach(shard, unit.cell) <= unit.die + 2 * unit.traits.get("fleet", 0)


@pytest.mark.clause("GB-S1-03", "GB-RES-02")
def test_drill_scores_markers_only(table):
    t = table(last_round=True, map="S")
    t.objective((10, 10))
    t.shard(0, (10, 1))
    t.shard(1, (10, 19))
    t.add("A1", (10, 2), die=8)
    t.add("A3", (10, 9), die=6)
    t.add("A5", (11, 18), die=6)
    t.add("B1", (2, 10), die=8)
    t.resolution()
    assert list(t.points)[:2] == [1 + 2 + 3, 0]
    assert list(t.winners) == [0]


@pytest.mark.clause("GB-S1-03", "GB-RES-04")
def test_drill_can_be_lost_by_rout(table):
    t = table(map="S", rounds=3)
    t.shard(0, (10, 1))
    t.add("A1", (10, 2), die=8)
    t.state["points"][1] = 9
    t.resolution()
    assert t.over
    assert list(t.winners) == [0]
