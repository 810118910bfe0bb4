"""Chapter FLW: flaws."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.godbreakers.data.pack import read_circle


@pytest.mark.clause("GB-FLW-01")
@pytest.mark.parametrize(("faces", "damage"), [((5, 3), 3), ((4, 4), 0)])
def test_brittle_models_take_one_more_from_each_attack_that_hurts(table, faces, damage):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, flaws=["brittle"])
    t.activate("A1")
    t.dice(*faces)
    t.play("engage B1")
    assert t.unit("B1").damage == damage


@pytest.mark.clause("GB-FLW-01")
def test_brittle_counts_once_for_an_obstacle_test(table):
    t = table()
    t.barricade(12, 12, 8, 12)
    t.add("A1", (10, 10), die=8, flaws=["brittle"])
    t.add("B1", (9, 10), die=8)
    t.activate("A1")
    t.dice(2)
    t.play("move 14,10")
    assert t.unit("A1").damage == 3  # two obstacles, one source


@pytest.mark.clause("GB-FLW-01")
@pytest.mark.parametrize(("rank", "damage"), [(1, 3), (3, 0)])
def test_brittle_adds_to_self_inflicted_damage_but_not_to_none(table, rank, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"shaping": rank}, flaws=["brittle"])
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(2)
    t.play("shape-area")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-FLW-02")
def test_careful_models_engage_once_per_activation(table):
    t = table()
    t.add("A1", (10, 10), die=8, flaws=["careful"])
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(4, 4)
    t.play("engage B1")
    assert t.decision == "ACTION"
    assert not t.can("engage B1")
    assert t.can("move 10,10")


@pytest.mark.clause("GB-FLW-02", "GB-ACT-06")
def test_others_engage_twice(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(4, 4)
    t.play("engage B1")
    assert t.can("engage B1")


@pytest.mark.clause("GB-FLW-03", "GB-WLD-11")
@pytest.mark.parametrize(
    ("cell", "flaws", "hunted"),
    [
        ((20, 12), ["prey"], True),  # Range 7 of 8
        ((22, 12), ["prey"], False),  # Range 9
        ((20, 12), [], False),
    ],
)
def test_prey_draws_wild_models_that_could_reach_it(table, cell, flaws, hunted):
    t = table(last_round=True)
    t.add("A1", cell, die=8, flaws=flaws)
    t.add("B1", (12, 7), die=8)  # Range 4: the closest hostile model
    t.wild("brute", (12, 12))
    t.wild_phase()
    assert t.decision == "ACTION"
    assert t.can("move 19,12") == hunted
    assert t.can("move 12,8") == (not hunted)


@pytest.mark.clause("GB-FLW-03")
def test_prey_counts_from_the_wild_models_own_movement(table):
    t = table(last_round=True)
    t.add("A1", (22, 12), die=6, flaws=["prey"])  # Range 9
    t.add("B1", (12, 7), die=8)
    t.wild("brute", (12, 12), traits={"fleet": 1})  # movement 10
    t.wild_phase()
    assert t.can("move 21,12")
    assert not t.can("move 12,8")


@pytest.mark.clause("GB-FLW-04")
def test_slow_models_move_once_per_activation(table):
    t = table()
    t.add("A1", (10, 10), die=8, flaws=["slow"])
    t.add("B1", (13, 10), die=8)
    t.activate("A1")
    t.play("move 12,10")
    assert t.can("engage B1")
    assert not any(text.startswith("move") for text in t.legal())


@pytest.mark.clause("GB-FLW-04", "GB-ACT-06")
def test_others_move_twice(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (24, 24), die=8)
    t.activate("A1")
    t.play("move 12,10")
    t.play("move 10,10")
    assert t.unit("A1").cell == (10, 10)


@pytest.mark.clause("GB-FLW-05", "GB-DIE-03")
@pytest.mark.parametrize(("flaws", "damage"), [([], 0), (["unlucky"], 1)])
def test_an_unlucky_four_fails_a_test(table, flaws, damage):
    t = table()
    t.add("A1", (10, 10), die=8, flaws=flaws)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("move 10,14")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-FLW-05")
@pytest.mark.parametrize(("flaws", "damage"), [([], 0), (["unlucky"], 3)])
def test_an_unlucky_four_is_nothing_in_a_challenging_attack(table, flaws, damage):
    t = table()
    t.add("A1", (10, 10), die=8, flaws=flaws)
    t.add("B1", (11, 10), die=8)
    t.add("B2", (9, 10), die=8)
    t.activate("A1")
    t.dice(4, 3)
    t.play("engage B1")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-FLW-05")
def test_plain_rolls_know_no_bad_luck(table):
    t = table()
    t.add("A1", (10, 10), die=8, flaws=["unlucky"])
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(4, 1)
    t.play("engage B1")
    assert t.unit("B1").damage == 3


@pytest.mark.clause("GB-FLW-06")
def test_a_roster_gives_no_flaw_twice(tmp_path):
    model = '    {{ die = {die}, metals = ["iron"], traits = {{ brutal = {rank} }}{more} }},'
    lines = [model.format(die=8, rank=3, more=', flaws = ["slow", "slow"]'), model.format(die=8, rank=2, more="")]
    lines += [model.format(die=6, rank=2, more="")] * 3
    path = tmp_path / "circle.toml"
    path.write_text('shard_trait = "fleet"\ngodbreakers = [\n' + "\n".join(lines) + "\n]\n", encoding="utf-8")
    with pytest.raises(DataError, match="twice"):
        read_circle(str(path))
