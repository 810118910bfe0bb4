"""Scenario S4, `nest`: beasts, trophies and their broods."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import around, cells, outside, within


@pytest.mark.clause("GB-S4-01")
def test_beasts_are_placed_in_reverse_seniority_and_godbreakers_in_seniority_order(table):
    t = table.new_game(scenario="nest", seats=2, seed=0, setup="full", shuffle=False)
    assert (t.decision, t.decider) == ("PLACE_SHARD", 0)
    assert cells(t, "place") == outside(t, 6, (12, 12))
    t.play("place 12,2")
    assert (t.decision, t.decider) == ("PLACE_SHARD", 1)
    t.play("place 12,22")
    assert (t.decision, t.decider) == ("PLACE_THREAT", 1)
    assert cells(t, "place")
    assert cells(t, "place") == within(t, (12, 12), 6)
    t.dice(1, 7, 1, 3)  # Tough, which it has already, and the second Brutal are rolled again
    t.play("place 12,14")
    assert (t.decision, t.decider) == ("PLACE_THREAT", 0)
    t.dice(5, 8)
    t.play("place 12,10")
    for name, cell, mighty in (("W1", (12, 14), {"brutal", "fleet"}), ("W2", (12, 10), {"ranged", "thunderous"})):
        beast = t.unit(name)
        assert (beast.kind, beast.cell, beast.die, beast.seat, beast.damage) == ("great_beast", cell, 12, -1, 0)
        assert {trait: rank for trait, rank in beast.traits.items() if rank} == dict.fromkeys(mighty | {"tough"}, 1)
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 0)


@pytest.mark.clause("GB-S4-02", "GB-INI-08")
@pytest.mark.parametrize(
    ("dice", "kind", "die"),
    [((8, 3), "great_beast", 12), ((7, 3), "lesser_beast", 8), ((9, 8), "great_beast", 12), ((8, 8, 3, 5), "lesser_beast", 8)],
)
def test_a_godbreaker_at_the_nest_wakes_a_beast(table, dice, kind, die):
    t = table(rule="nest")
    t.objective((12, 12))
    t.add("A1", (12, 11), die=10)
    t.add("B1", (22, 22), die=10)
    t.dice(*dice)
    t.initiative()
    t.play(sorted(t.legal())[0])
    assert (t.decision, t.decider) == ("SPAWN", 1)
    assert cells(t, "place") == around((12, 12)) - {(12, 11)}
    t.dice(2, 4)  # its mighty traits
    t.play("place 13,13")
    assert (t.unit("W1").kind, t.unit("W1").cell, t.unit("W1").die) == (kind, (13, 13), die)


@pytest.mark.clause("GB-S4-02")
def test_an_undisturbed_nest_stays_quiet(table):
    t = table(rule="nest")
    t.objective((12, 12))
    t.add("A1", (12, 10), die=10)
    t.wild("companion", (12, 11), traits={}, seat=0)
    t.add("B1", (22, 22), die=10)
    t.dice(9, 3)
    t.initiative()
    t.play(sorted(t.legal())[0])
    assert t.decision == "ACTIVATE"
    assert t.unit("W2").cell is None


@pytest.mark.clause("GB-S4-03")
@pytest.mark.parametrize("breed", [True, False])
def test_a_dying_great_beast_may_breed_and_leaves_a_trophy(table, breed):
    t = table(last_round=True, rule="nest")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("great_beast", (12, 12), damage=13, traits={"tough": 1})
    t.dice(12)  # wild models gain no Triumph
    t.order(1, 0)
    t.recovery()
    assert (t.decision, t.decider) == ("BROOD", 0)  # last in priority
    assert cells(t, "place") == within(t, (12, 12), 2)
    assert len(cells(t, "place")) == 24
    if breed:
        t.dice(2, 4)  # its mighty traits
    t.play("place 14,14" if breed else "pass")
    assert t.pile_at((12, 12))["trophy"] == 1
    assert t.unaligned() == ({"W2": "lesser_beast"} if breed else {})
    if breed:
        assert (t.unit("W2").cell, t.unit("W2").die) == ((14, 14), 8)


@pytest.mark.clause("GB-S4-03")
def test_without_a_free_cell_a_dying_great_beast_leaves_its_trophy_only(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (2, 2))
    t.add("B1", (22, 22))
    for x0, x1, y0, y1 in ((10, 14, 10, 10), (10, 14, 11, 11), (10, 11, 12, 12), (13, 14, 12, 12), (10, 14, 13, 13), (10, 14, 14, 14)):
        t.barricade(x0, x1, y0, y1)
    t.wild("great_beast", (12, 12), damage=13, traits={})
    t.dice(12)
    t.recovery()
    assert t.over
    assert (t.pile_at((12, 12))["trophy"], t.unaligned()) == (1, {})


@pytest.mark.clause("GB-S4-03")
def test_lesser_beasts_leave_nothing(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("lesser_beast", (12, 12), damage=9, traits={})
    t.dice(8)
    t.recovery()
    assert t.over
    assert not t.state["piles"].any()


@pytest.mark.clause("GB-S4-04", "GB-WLD-12")
@pytest.mark.parametrize(("trophy", "target"), [(1, (18, 12)), (0, (12, 9))])
def test_lesser_beasts_avenge_while_a_trophy_is_carried(table, trophy, target):
    t = table(last_round=True, rule="nest")
    t.add("A1", (18, 12), die=8, trophy=trophy)
    t.add("B1", (12, 9), die=8)
    t.wild("lesser_beast", (12, 12), traits={})
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in around(target)}


@pytest.mark.clause("GB-S4-04", "GB-WLD-13")
@pytest.mark.parametrize(("trophy", "target"), [(1, (18, 12)), (0, (12, 9))])
def test_a_beast_that_carries_a_trophy_is_not_avenged(table, trophy, target):
    t = table(last_round=True, rule="nest")
    t.add("A1", (18, 12), die=8, trophy=trophy)
    t.add("B1", (12, 9), die=8)
    t.wild("lesser_beast", (12, 12), traits={})
    t.wild("great_beast", (12, 14), traits={}, trophy=1)
    t.wild_phase()
    t.play("activate W1")
    assert t.legal() == {f"move {x},{y}" for x, y in around(target)}


@pytest.mark.clause("GB-S4-04")
def test_great_beasts_do_not_avenge(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (18, 12), die=8, trophy=1)
    t.add("B1", (12, 9), die=8)
    t.wild("great_beast", (12, 12), traits={})
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 9))}


@pytest.mark.clause("GB-S4-04", "GB-GEN-04", "GB-GEN-05")
def test_beasts_are_friends_in_the_nest(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (12, 6), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("great_beast", (12, 12), traits={})
    t.wild("lesser_beast", (12, 13), traits={})
    t.wild_phase()
    t.play("activate W1")
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 6))}  # its neighbour is no target
    t.play("move 12,7")  # and leaving it is no escape
    assert t.unit("W1").damage == 0


@pytest.mark.clause("GB-S4-05")
def test_trophy_carriers_score_ten_each(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (2, 2), die=8, trophy=2)
    t.add("A2", (2, 4), die=8, treasure=2)
    t.add("B1", (22, 22), die=8, trophy=1)
    t.add("B2", (22, 20), die=8, trophy=1)
    t.resolution()
    assert list(t.points)[:2] == [10, 20]


@pytest.mark.clause("GB-S4-05", "GB-DIE-09")
def test_an_ascended_trophy_carrier_scores(table):
    t = table(last_round=True, rule="nest")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=12, trophy=1)
    t.add("B2", (22, 22), die=8)
    t.activate("A1")
    t.dice(5, 12)
    t.play("engage B1")
    assert t.unit("B1").status == "ASCENDED"
    assert not t.state["piles"].any()
    t.play("pass")
    t.dice(8)
    t.play("pass")
    assert list(t.points)[:2] == [0, 10]
