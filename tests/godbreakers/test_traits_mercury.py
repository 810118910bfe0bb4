"""Chapter TRT, mercury: Cunning, Deadly, Fleet, Merciless, Ranged."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from tests.godbreakers.reading import around


@pytest.mark.clause("GB-TRT-11")
def test_cunning_steps_out_of_a_lost_fight(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"cunning": 1})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(2, 6)
    t.play("engage B1")
    assert t.decision == "CUNNING"
    assert t.legal() == {
        "pass", "step 9,9", "step 10,9", "step 11,9", "step 9,10", "step 9,11", "step 10,11", "step 11,11",
    }  # fmt: skip
    t.play("step 9,10")
    assert t.unit("A1").cell == (9, 10)
    assert t.unit("A1").damage == 0  # Range 1 is beyond the winner's reach


@pytest.mark.clause("GB-TRT-11")
@pytest.mark.parametrize(("step", "damage"), [("pass", 3), ("step 11,11", 3), ("step 8,10", 0)])
def test_step_three_measures_from_the_new_position(table, step, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"cunning": 2})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1")
    t.play(step)
    assert t.unit("B1").damage == damage  # stepping away spares the loser too


@pytest.mark.clause("GB-TRT-11")
@pytest.mark.parametrize("free", [(9, 9), (10, 9), (11, 9), (9, 11), (10, 11), (11, 11)])
def test_a_single_free_cell_on_any_side_is_enough_to_be_asked(table, free):
    t = table()
    for cell in around((10, 10)) - {(9, 10), free}:
        t.barricade(cell[0], cell[0], cell[1], cell[1])
    t.add("A1", (10, 10), traits={"cunning": 1})
    t.add("B1", (9, 10))
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1")
    assert t.legal() == {"pass", f"step {free[0]},{free[1]}"}


@pytest.mark.clause("GB-TRT-11")
@pytest.mark.parametrize(("answer", "told"), [("step 9,10", [("A1", 25 * 10 + 9)]), ("pass", [])])
def test_a_step_out_of_a_fight_is_told(table, answer, told):
    t = table()
    t.add("A1", (10, 10), traits={"cunning": 1})
    t.add("B1", (11, 10))
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1", answer)
    assert [(t.name_of(event.unit), event.cell) for event in events_of(t.state) if event.kind == Event.PLACED] == told


@pytest.mark.clause("GB-TRT-11")
def test_cunning_is_for_the_active_model(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"cunning": 3})
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1")
    assert t.unit("B1").damage == 3


@pytest.mark.clause("GB-TRT-12")
def test_deadly_rerolls_attack_rolls_while_active(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"deadly": 2})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(1, 2, 2, 5, 1)
    t.play("engage B1")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-TRT-12", "GB-DIE-04")
def test_deadly_looks_at_faces_not_at_challenged_results(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"deadly": 2})
    t.add("B1", (11, 10), die=8)
    t.add("B2", (9, 10), die=8)
    t.activate("A1")
    t.dice(2, 3, 2)
    t.play("engage B1")
    assert t.unit("A1").damage == 2  # the 3 stands and counts as 0


@pytest.mark.clause("GB-TRT-12")
def test_deadly_helps_neither_defence_nor_tests(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"deadly": 3})
    t.add("B1", (11, 10), die=8, traits={"deadly": 3})
    t.activate("A1")
    t.dice(4, 1)
    t.play("engage B1")
    assert t.unit("B1").damage == 3
    t.dice(2)
    t.play("move 10,14")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-TRT-13")
@pytest.mark.parametrize(("rank", "reach"), [(1, 8), (2, 10), (3, 12)])
def test_fleet_adds_two_per_rank(table, rank, reach):
    t = table()
    t.add("A1", (2, 10), die=6, traits={"fleet": rank})
    t.add("B1", (24, 24), die=8)
    t.activate("A1")
    assert t.can(f"move {2 + reach},10")
    assert not t.can(f"move {3 + reach},10")


@pytest.mark.clause("GB-TRT-14")
def test_merciless_nominates_up_to_its_rank_more(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 2})
    t.add("A2", (9, 9), die=8)
    for name, cell in (("B1", (11, 10)), ("B2", (10, 11)), ("B3", (11, 11)), ("B4", (11, 9)), ("B5", (13, 10))):
        t.add(name, cell, die=8)
    t.activate("A1")
    t.play("engage B1")
    assert t.decision == "NOMINATE"
    assert t.legal() == {"pass", "nominate B2", "nominate B3", "nominate B4"}
    t.play("nominate B3")
    assert t.legal() == {"pass", "nominate B2", "nominate B4"}
    t.dice(7, 2, 3, 4)  # A1 is hindered by B4; then in the order of nomination
    t.play("nominate B2")
    assert [t.unit(name).damage for name in ("B1", "B3", "B2", "B4")] == [5, 4, 3, 0]


@pytest.mark.clause("GB-TRT-14")
def test_merciless_may_stop_early_and_is_for_the_active_model(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 10), die=8, traits={"merciless": 3})
    t.add("B2", (10, 11), die=8)
    t.add("A2", (24, 24), die=8)
    t.activate("A1")
    t.play("engage B1")
    t.dice(5, 4)
    t.play("pass")
    assert (t.unit("B1").damage, t.unit("B2").damage) == (1, 0)


@pytest.mark.clause("GB-TRT-14", "GB-TRT-15")
def test_merciless_reaches_as_far_as_the_attack_range(table):
    t = table()
    t.add("A1", (2, 10), die=6, traits={"merciless": 1, "ranged": 1})
    t.add("B1", (9, 10), die=8)  # Range 6
    t.add("B2", (2, 17), die=8)  # Range 6
    t.add("B3", (10, 10), die=8)  # Range 7
    t.activate("A1")
    t.play("engage B1")
    assert t.legal() == {"pass", "nominate B2"}
    t.dice(5, 2, 1)
    t.play("nominate B2")
    assert (t.unit("B1").damage, t.unit("B2").damage) == (3, 4)


@pytest.mark.clause("GB-TRT-15")
def test_ranged_works_for_an_inactive_winner(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("B1", (16, 10), die=8, traits={"ranged": 1})
    t.activate("A1")
    t.dice(2, 6)
    t.play("engage B1")
    assert t.unit("A1").damage == 4


@pytest.mark.clause("GB-TRT-15", "GB-RNG-06")
def test_ranged_needs_no_line_of_sight(table):
    t = table()
    t.barricade(12, 12, 5, 15)
    t.add("A1", (10, 10), die=6, traits={"ranged": 1})
    t.add("A2", (14, 10), die=6)
    t.add("B1", (17, 10), die=8)  # Range 6
    t.add("B2", (10, 18), die=8)  # Range 7
    t.activate("A1")
    assert t.can("engage B1")
    assert not t.can("engage B2")


@pytest.mark.clause("GB-TRT-15", "GB-RNG-08")
def test_attack_range_grows_with_the_die(table):
    t = table()
    t.add("A1", (2, 12), die=6, traits={"ranged": 2})
    t.add("B1", (15, 12), die=8)  # Range 12
    t.add("B2", (16, 12), die=8)  # Range 13
    t.activate("A1")
    assert not t.can("engage B2")
    t.dice(6, 2)
    t.play("engage B1")
    assert t.unit("A1").die == 8
    assert t.can("engage B2")
