"""Wild models and their compulsions. Chapter WLD."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.godbreakers.rules.telling import Own
from skirmish_rl.envs.godbreakers.state import Compulsion
from tests.godbreakers.reading import around, board, cells, set_order, units

HERE = (10, 10)


def bystanders(t):
    """A model of each player far from everything, and a second wild one whose many choices stop the wild step after the first."""
    t.add("A5", (24, 0))
    t.add("B5", (24, 24))
    return t.wild("brute", (24, 12))


def let(t, name):
    """Begin the wild step with this model."""
    t.wild_phase()
    t.play(f"activate {name}")


@pytest.mark.clause("GB-WLD-01", "GB-TRT-14")
def test_the_director_uses_the_wild_models_traits(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE, traits={"merciless": 1})
    t.add("A1", (9, 10))
    t.add("A2", (9, 11))
    let(t, w)
    assert (t.decision, t.decider, units(t, "aim")) == ("WILD_TARGET", 1, {"A1", "A2"})
    t.play("aim A1")
    assert (t.decision, t.decider, t.legal()) == ("NOMINATE", 1, {"nominate A2", "pass"})
    t.dice(5, 2, 2)
    t.play("nominate A2")
    assert (t.unit("A1").damage, t.unit("A2").damage) == (3, 3)


@pytest.mark.clause("GB-WLD-02")
def test_a_wild_model_attacks_its_directors_own_model(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE)
    t.add("B1", (11, 10))
    t.dice(5, 2)
    let(t, w)  # its only legal action
    assert t.unit("B1").damage == 3


@pytest.mark.clause("GB-WLD-03")
def test_a_wild_model_must_act_but_only_once(table):
    t = table()
    other = bystanders(t)
    w = t.wild("brute", HERE)
    t.add("A1", (13, 10))
    let(t, w)
    assert (t.decision, t.decider) == ("ACTION", 1)
    assert "pass" not in t.legal()
    t.play("move 12,10")  # now next to A1, but its activation is over
    assert t.unit(w).activated and t.active == other
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-WLD-04", "GB-TRT-05")
def test_a_choice_outside_its_activation_is_the_directors_too(table):
    t = table(seats=3)
    t.order(0, 2, 1)
    t.wild("brute", HERE, traits={"vengeful": 1})
    t.add("A1", (9, 10), die=8)
    t.add("A2", (2, 2))
    t.add("C1", (11, 11), die=8)
    t.add("B1", (20, 20))
    t.activate("A1")
    t.dice(7, 4)
    t.play("engage W1")  # the wild model's roll is challenging because of C1, face 4 stands
    assert (t.decision, t.decider) == ("VENGEANCE", 1)
    assert t.legal() == {"strike A1", "strike C1", "pass"}


@pytest.mark.clause("GB-WLD-05", "GB-WLD-08")
@pytest.mark.parametrize(("kind", "die"), [("brute", 8), ("scavenger", 8), ("summoned", 10), ("summoned", 12), ("turned", 8)])
def test_larger_dice_are_murderous_and_attack_whom_they_touch(table, kind, die):
    t = table()
    bystanders(t)
    w = t.wild(kind, HERE, die=die)
    t.add("A1", (9, 9))
    t.dice(5, 2)
    let(t, w)
    assert t.unit("A1").damage == 3


@pytest.mark.clause("GB-WLD-05", "GB-WLD-09")
@pytest.mark.parametrize("kind", ["runner", "bystander", "afflicted"])
def test_d6_are_cowardly_and_run_from_whom_they_touch(table, kind):
    t = table()
    bystanders(t)
    w = t.wild(kind, HERE)
    t.add("A1", (9, 9))
    let(t, w)
    assert not units(t, "engage")
    assert cells(t) and all(t.range((9, 9), cell) > 0 for cell in cells(t))


@pytest.mark.clause("GB-WLD-06", "GB-WLD-07", "GB-WLD-11", "GB-FLW-03", "GB-S2-03")
@pytest.mark.parametrize(("prey", "hunted"), [((20, 20), True), ((22, 20), False)])
def test_predator_overrides_the_scenario_compulsion_while_prey_is_within_its_movement(table, prey, hunted):
    t = table(rule="saboteurs")
    t.shard(1, (12, 22))
    w = t.wild("saboteur", (12, 20))
    t.wild("brute", (24, 0))
    t.add("A1", prey, flaws=["prey"])
    t.add("B1", (2, 2))
    let(t, w)
    target = prey if hunted else (12, 22)
    reach = {c for c in board() if t.reach((12, 20), c) <= 8}
    assert cells(t) == around(target) & reach


@pytest.mark.clause("GB-WLD-06", "GB-WLD-11")
def test_a_cowardly_model_turns_predator_near_prey(table):
    t = table()
    bystanders(t)
    w = t.wild("runner", HERE)
    t.add("A1", (10, 13))
    t.add("B1", (15, 10), flaws=["prey"])
    let(t, w)
    assert cells(t) == {c for c in around((15, 10)) if t.reach(HERE, c) <= 6}


@pytest.mark.clause("GB-WLD-08", "GB-WLD-13")
def test_murderous_heads_for_the_closest_hostile_model(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE)
    t.add("A1", (10, 19))
    t.add("B1", (17, 10))
    let(t, w)
    assert t.decider == 1
    assert t.legal() == {f"move {x},{y}" for x, y in around((17, 10))}


@pytest.mark.clause("GB-WLD-09")
def test_cowardly_without_an_adjacent_enemy_does_nothing(table):
    t = table()
    other = bystanders(t)
    w = t.wild("runner", HERE)
    t.add("A1", (12, 10))
    let(t, w)
    assert t.unit(w).cell == HERE and t.unit(w).activated
    assert t.active == other


@pytest.mark.clause("GB-WLD-09", "GB-WLD-10", "GB-MOV-05", "GB-MOV-09")
def test_cowardly_runs_as_far_as_it_can_from_an_adjacent_enemy_and_must_escape(table):
    t = table()
    bystanders(t)
    w = t.wild("runner", HERE)
    t.add("A1", (9, 10))
    let(t, w)
    reach = {c for c in board() if t.reach(HERE, c) <= 6}
    farthest = max(t.range((9, 10), c) for c in reach)
    assert t.legal() == {f"move {x},{y}" for x, y in reach if t.range((9, 10), (x, y)) == farthest}
    t.dice(3)
    t.play("move 16,10")
    assert (t.unit(w).cell, t.unit(w).damage) == ((16, 10), 1)


@pytest.mark.clause("GB-WLD-09", "GB-WLD-14")
def test_the_director_picks_whom_a_cowardly_model_flees(table):
    t = table()
    bystanders(t)
    w = t.wild("runner", HERE)
    t.add("A1", (9, 10))
    t.add("B1", (11, 10))
    let(t, w)
    assert (t.decision, t.decider, units(t, "aim")) == ("WILD_TARGET", 1, {"A1", "B1"})
    t.play("aim B1")
    farthest = max(t.range((11, 10), c) for c in board() if t.reach(HERE, c) <= 6)
    assert {t.range((11, 10), c) for c in cells(t)} == {farthest}


@pytest.mark.clause("GB-WLD-10", "GB-TRT-08", "GB-WLD-15")
def test_a_pinned_coward_stays(table):
    t = table()
    other = bystanders(t)
    w = t.wild("runner", HERE)
    t.add("A1", (9, 9), traits={"pinning": 1})
    let(t, w)  # nearer cells exist, but all within 0U of A1
    assert t.unit(w).cell == HERE
    assert t.active == other  # its activation has passed


@pytest.mark.clause("GB-WLD-12", "GB-S2-03")
def test_shardbane_heads_for_the_closest_shard(table):
    t = table(rule="saboteurs")
    t.shard(0, (12, 2))
    t.shard(1, (12, 22))
    w = t.wild("saboteur", (12, 19))
    bystanders(t)
    t.add("A1", (12, 17))
    let(t, w)
    assert cells(t) == around((12, 22))


@pytest.mark.clause("GB-WLD-12", "GB-S3-04")
@pytest.mark.parametrize(("treasure", "target"), [(1, (10, 16)), (0, (10, 2))])
def test_hoarder_heads_for_the_closest_treasure_carrier_else_for_the_hoard(table, treasure, target):
    t = table(rule="treasure")
    t.hoard(0, (10, 2))
    w = t.wild("scavenger", HERE)
    bystanders(t)
    t.add("A1", (10, 16), treasure=treasure)
    t.add("B1", (10, 13))
    let(t, w)
    assert cells(t) == {c for c in around(target) if t.reach(HERE, c) <= 8}


@pytest.mark.clause("GB-WLD-12", "GB-S4-04")
@pytest.mark.parametrize(("trophy", "target"), [(1, (10, 16)), (0, (10, 13))])
def test_avenger_heads_for_the_closest_trophy_carrier(table, trophy, target):
    t = table(rule="nest")
    w = t.wild("lesser_beast", HERE)
    bystanders(t)
    t.add("A1", (10, 16), trophy=trophy)
    t.add("B1", (10, 13))
    let(t, w)
    assert cells(t) == around(target)


@pytest.mark.clause("GB-WLD-13")
def test_with_thunder_and_reach_the_director_chooses_between_both(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE, traits={"thunderous": 1})
    t.add("A1", (11, 10))
    let(t, w)
    assert (t.decider, t.legal()) == (1, {"engage A1", "thunder"})


@pytest.mark.clause("GB-WLD-13")
def test_thunder_counts_as_reaching_the_target(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE, traits={"thunderous": 1})
    t.add("A1", (12, 10))
    t.dice(5)
    let(t, w)  # its only action: 1U away, so Thunder and no Move
    assert t.unit("A1").damage == 2


@pytest.mark.clause("GB-WLD-13")
def test_out_of_reach_it_comes_as_close_as_it_can(table):
    t = table()
    t.wild("brute", HERE)
    t.add("A1", (10, 24))
    t.add("B1", (24, 24))
    t.wild_phase()
    reach = {c for c in board() if t.reach(HERE, c) <= 8}
    closest = min(t.range(c, (10, 24)) for c in reach)
    assert closest < t.range(HERE, (10, 24))
    assert t.legal() == {f"move {x},{y}" for x, y in reach if t.range((x, y), (10, 24)) == closest}


@pytest.mark.clause("GB-WLD-13", "GB-TRT-08")
def test_a_move_that_brings_it_no_closer_is_no_approach(table):
    t = table(last_round=True)
    t.wild("brute", (12, 12))
    t.add("A1", (12, 10), traits={"pinning": 1})  # it may only go to a neighbour of A1
    t.add("B1", (17, 17), flaws=["prey"])  # 6U away, and 6U from the best of these cells
    t.wild_phase()
    assert t.range((12, 12), (17, 17)) == min(t.range(cell, (17, 17)) for cell in around((12, 10))) == 6
    assert t.over and t.unit("W1").cell == (12, 12)


@pytest.mark.clause("GB-WLD-13", "GB-TRT-15")
def test_a_ranged_model_moves_to_where_it_could_attack(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE, traits={"ranged": 1})
    t.add("A1", (10, 22))
    let(t, w)
    assert cells(t) == {c for c in board() if t.reach(HERE, c) <= 8 and t.range(c, (10, 22)) <= 8} - {HERE, (10, 22)}


@pytest.mark.clause("GB-WLD-13")
def test_a_target_within_attack_range_is_engaged_not_approached(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE, traits={"ranged": 1})
    t.add("A1", (10, 15))
    t.dice(6, 4)
    let(t, w)
    assert (t.unit(w).cell, t.unit("A1").damage) == (HERE, 2)


@pytest.mark.clause("GB-WLD-14")
def test_the_target_among_ties_is_fixed_before_the_action(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE)
    t.add("A1", (10, 14))
    t.add("B1", (14, 10))
    let(t, w)
    assert (t.decision, units(t, "aim")) == ("WILD_TARGET", {"A1", "B1"})
    t.play("aim B1")
    assert cells(t) == around((14, 10))


@pytest.mark.clause("GB-WLD-15", "GB-ENG-05")
def test_a_wild_models_attack_roll_may_be_challenging(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE)
    t.add("A1", (9, 10))
    t.add("A2", (11, 10))
    let(t, w)
    t.dice(3, 2)
    t.play("aim A1")
    assert t.unit(w).damage == 2


@pytest.mark.clause("GB-WLD-15", "GB-TRT-08")
def test_a_wild_model_is_bound_by_pinning(table):
    t = table()
    bystanders(t)
    w = t.wild("brute", HERE)
    t.add("A1", (12, 10), traits={"pinning": 1})
    t.add("B1", (10, 12))
    let(t, w)
    t.play("aim B1")  # the only cell next to B1 that is nearer to A1
    assert t.unit(w).cell == (11, 11)


@pytest.mark.clause("GB-WLD-16")
def test_without_a_free_slot_nothing_is_created(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    t.add("A1", (2, 2), die=8, traits={"summoning": 1})
    t.add("B1", (22, 22), die=8)
    for k in range(36):
        t.wild("runner", (4 + k % 9, 16 + k // 9))
    t.dice(5, 2)
    t.initiative()
    set_order(t, 0, 1)
    assert (t.decision, t.decider) == ("ACTION", 0)
    assert not t.can("summon")
    assert t.state["fault"] == 0
    assert len(t.unaligned()) == 36


@pytest.mark.clause("GB-WLD-08", "GB-WLD-09", "GB-S2-03")
@pytest.mark.parametrize(
    ("kind", "event", "aim", "compulsion"),
    [
        ("brute", Own.COMPELLED, (0, -1), Compulsion.MURDEROUS),  # A1
        ("saboteur", Own.COMPELLED, (-1, 0), Compulsion.SHARDBANE),  # the shard in the corner
        ("runner", Own.AIMLESS, (-1, -1), Compulsion.COWARDLY),
    ],
)
def test_what_a_wild_model_goes_for_is_told(table, kind, event, aim, compulsion):
    t = table(last_round=True)
    t.shard(0, (0, 0))
    t.draw("A1 . . W1", W1={"kind": kind})
    t.add("B1", (24, 24))
    t.wild_phase()
    told = [noted for noted in events_of(t.state) if noted.kind in (Own.COMPELLED, Own.AIMLESS)]
    assert [(noted.kind, noted.unit, noted.other, noted.cell, noted.value) for noted in told] == [(event, 20, *aim, compulsion)]
