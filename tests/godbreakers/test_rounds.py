"""Rounds, phases, length. Chapter RND."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.state import Phase
from skirmish_rl.envs.registry import ruleset_of
from tests.godbreakers.reading import around, cells, set_order

RULESET = ruleset_of("godbreakers")


@pytest.mark.clause("GB-RND-01", "GB-ACT-01")
def test_players_alternate_activating_their_models(table):
    t = table(last_round=True)
    for k in (1, 2, 3):
        t.add(f"A{k}", (2, 2 * k))
        t.add(f"B{k}", (20, 2 * k))
    t.players()
    seats = []
    while not t.over:
        if t.decision == "ACTION":
            seats.append(t.decider)
        t.play("pass" if t.decision == "ACTION" else sorted(t.legal())[0])
    assert seats == [0, 1, 0, 1, 0, 1]


@pytest.mark.clause("GB-RND-02")
def test_the_default_length_is_five_rounds():
    for name, tags in RULESET.scenarios.items():
        if "standard" in tags:
            assert RULESET.scenario(name).tables["rounds"][0] == 5


@pytest.mark.clause("GB-RND-02", "GB-RND-03")
@pytest.mark.parametrize("rounds", [3, 4, 5, 6, 7])
def test_the_game_ends_after_the_agreed_round_and_not_before(table, rounds):
    t = table(rounds=rounds)
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (20, 20), die=8)
    t.state["round"] = rounds - 1
    t.dice(5, 2)  # initiative of the last round
    t.resolution()
    assert not t.over and t.round == rounds
    t.resolution()
    assert t.over and list(t.winners) == [0]
    assert list(t.points) == [4, 0]


@pytest.mark.clause("GB-RND-02")
@pytest.mark.parametrize("rounds", [2, 8, True, "5"])
def test_other_lengths_are_refused(rounds):
    with pytest.raises(BadOption, match="3 to 7 rounds"):
        RULESET.scenario("saboteurs", rounds=rounds)


@pytest.mark.clause("GB-RND-04", "GB-MRK-03")
def test_each_round_runs_initiative_activation_recovery_resolution(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8, damage=3)
    t.add("B1", (13, 12), die=8, damage=7)
    t.add("B2", (2, 20), die=8)
    t.dice(5, 2)
    t.initiative()
    assert t.decision == "PRIORITY" and t.unit("A1").damage == 3
    set_order(t, 0, 1)
    t.dice(4, 2, 6, 3)  # recovery of A1 and B1, then the next round's initiative
    seen = []
    while t.decision != "PRIORITY":
        seen.append((t.decision, t.decider))
        assert list(t.points) == [0, 0] and t.unit("B1").status == "ON_BOARD"
        t.play("pass" if t.decision == "ACTION" else "activate B1")
    assert seen == [("ACTION", 0), ("ACTIVATE", 1), ("ACTION", 1), ("ACTION", 1)]
    assert t.unit("B1").status == "CASUALTY"
    assert list(t.points) == [2, 0]  # B1 contested the marker until recovery, before the points were counted


@pytest.mark.clause("GB-RND-05", "GB-INI-08")
def test_start_of_round_placements_come_after_priority_and_fall_to_this_rounds_director(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    t.dice(5, 2)
    t.initiative()
    assert (t.decision, t.decider) == ("PRIORITY", 0)
    assert t.unit("W1").status == "ABSENT"
    set_order(t, 1, 0)
    assert (t.decision, t.decider) == ("SPAWN", 0)
    assert cells(t, "place") == around((12, 12))
    t.play("place 11,12")
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-RND-05", "GB-S6-01")
def test_start_of_round_damage_comes_after_priority(table):
    t = table(rule="cure")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    t.wild("afflicted", (10, 10))
    t.dice(5, 2)
    t.initiative()
    assert t.unit("W1").damage == 0
    set_order(t, 0, 1)
    assert t.unit("W1").damage == 1
    assert t.decision == "ACTION"


@pytest.mark.clause("GB-RND-05", "GB-ADV-03")
def test_end_of_round_rules_resolve_in_the_resolution_phase(table):
    t = table(ready=True)
    t.add("A1", (2, 2), die=8, damage=2)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.play("ready")
    assert t.unit("A1").ready
    t.dice(5, 6, 2)  # A1's recovery, next initiative
    t.play("pass")
    assert t.decision == "PRIORITY" and not t.unit("A1").ready


@pytest.mark.clause("GB-RND-04")
def test_each_phase_is_told_as_it_begins(table):
    t = table()
    t.add("A1", (2, 2))
    t.add("B1", (22, 22))
    t.dice(5, 2)
    t.resolution()
    told = [event.value for event in events_of(t.state) if event.kind == Event.PHASE]
    t.play("order 0")
    told += [event.value for event in events_of(t.state) if event.kind == Event.PHASE]
    assert [Phase(phase).name for phase in told] == ["RESOLUTION", "INITIATIVE", "ACTIVATION"]
