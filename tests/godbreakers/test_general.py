"""General rules: circles, friends and foes, what may share a cell, slots. Chapter GEN."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.godbreakers.data.pack import FOLDER, read_circle
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec, UnalignedSpec
from skirmish_rl.envs.godbreakers.state import DICE, Status, Trait
from skirmish_rl.envs.registry import ruleset_of
from tests.godbreakers.reading import around, cells, set_order, units
from tests.table import blamed_key, toml_file


@pytest.mark.clause("GB-GEN-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_fields_five_godbreakers_and_one_shard(table, seats):
    t = table.new_game(scenario="saboteurs", seats=seats)
    status = t.state["units"]["status"][:20]
    assert (status[: 5 * seats] == Status.RESERVE).all()
    assert (status[5 * seats :] == Status.ABSENT).all()
    assert len({t.marker("shard", seat) for seat in range(seats)} - {None}) == seats


@pytest.mark.clause("GB-GEN-01")
@pytest.mark.parametrize("size", [4, 6])
def test_a_circle_of_another_size_is_refused(size):
    circle = read_circle("bulwark")
    models = (circle.godbreakers * 2)[:size]
    with pytest.raises(DataError, match=f"'godbreakers': {size} godbreakers; expected 5 godbreakers"):
        build(CircleSpec, replace(circle, godbreakers=models), Path("circle.toml"))


@pytest.mark.clause("GB-GEN-02")
def test_a_d7_is_no_die_value():
    circle = read_circle("bulwark")
    models = (replace(circle.godbreakers[0], die=7), *circle.godbreakers[1:])
    with pytest.raises(DataError, match=r"'godbreakers\[0\].die': got 7; expected 6 to 12 in steps of 2"):
        build(CircleSpec, replace(circle, godbreakers=models, campaign=True), Path("circle.toml"))
    assert all(spec.die in DICE for spec in read_all(FOLDER / "unaligned.toml", UnalignedSpec).values())


@pytest.mark.clause("GB-GEN-02")
@pytest.mark.parametrize("scenario", ["saboteurs", "nest", "hunt"])
def test_dice_stay_among_the_four_values_and_the_unaligned_are_tame_or_wild(table, scenario):
    t = table.new_game(scenario=scenario, seats=3, seed=5)
    t.random_to_end()
    units = t.state["units"]
    present = units[units["status"] != Status.ABSENT]
    assert set(present["die"]) <= set(DICE)
    assert set(units["seat"][20:]) <= {-1, 0, 1, 2}
    assert (units["circle"][:15] == np.repeat([0, 1, 2], 5)).all()


def _crowd(t):
    """A1 sees everything on the board: a friend, an enemy, a wild model and a tame one of either side."""
    t.add("A1", (10, 10), die=8, traits={"ranged": 3}, treasure=1)
    t.add("A2", (12, 10))
    t.add("B1", (14, 10))
    t.wild("brute", (16, 10))
    t.wild("brute", (10, 12), seat=0)
    t.wild("brute", (10, 14), seat=1)
    t.activate("A1")


@pytest.mark.clause("GB-GEN-03", "GB-GEN-05")
def test_every_model_of_another_player_and_every_wild_one_is_hostile(table):
    t = table()
    _crowd(t)
    assert units(t, "engage") == {"B1", "W1", "W3"}


@pytest.mark.clause("GB-GEN-03", "GB-GEN-06")
def test_the_players_other_models_are_friendly_but_not_the_model_itself(table):
    t = table()
    _crowd(t)
    t.play("handoff")
    assert units(t, "to") == {"A2", "W2"}


def _cornered(t, first, second):
    """Two wild models side by side, the first also next to A1 and B1; returns whom the first may choose as closest."""
    t.add("A1", (9, 10))
    t.add("B1", (10, 9))
    t.wild(first, (10, 10))
    t.wild(second, (11, 11))
    t.wild_phase()
    t.play("activate W1")
    assert t.decision == "WILD_TARGET"
    return units(t, "aim")


@pytest.mark.clause("GB-GEN-04", "GB-GEN-05")
@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [
        ("plain", "brute", "brute"),
        ("plain", "stalker", "stalker"),
        ("hunt", "great_beast", "great_beast"),
        ("saboteurs", "brute", "saboteur"),
    ],
)
def test_a_wild_model_is_hostile_to_other_wild_models(table, rule, first, second):
    assert _cornered(table(rule=rule), first, second) == {"A1", "B1", "W2"}


@pytest.mark.clause("GB-GEN-04", "GB-GEN-05")
@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [("infiltrators", "stalker", "stalker"), ("hunt", "stalker", "stalker"), ("nest", "great_beast", "lesser_beast")],
)
def test_some_scenarios_make_wild_models_friendly_to_each_other(table, rule, first, second):
    assert _cornered(table(rule=rule), first, second) == {"A1", "B1"}


@pytest.mark.clause("GB-GEN-06", "GB-MRK-02")
def test_a_tame_model_controls_no_marker(table):
    t = table()
    t.objective((12, 12))
    t.wild("brute", (11, 12), seat=0)
    assert t.controls((12, 12)) == -1


@pytest.mark.clause("GB-GEN-06", "GB-DIE-06")
def test_a_tame_model_gains_no_triumph(table):
    t = table()
    t.wild("brute", (10, 10), seat=0, damage=2)
    t.add("B1", (11, 10), die=8)
    t.activate("W1")
    t.dice(8, 5)
    t.play("engage B1")
    assert (t.unit("W1").die, t.unit("W1").damage) == (8, 2)


@pytest.mark.clause("GB-GEN-06", "GB-TRT-05")
def test_the_player_of_a_tame_model_answers_for_it(table):
    t = table(seats=3)
    t.order(0, 2, 1)
    t.add("A1", (9, 10), die=8)
    t.add("B1", (20, 20))
    t.add("C1", (2, 2))
    t.wild("brute", (10, 10), seat=2, traits={"vengeful": 1})
    t.activate("A1")
    t.dice(7, 4)
    t.play("engage W1")
    assert (t.decision, t.decider) == ("VENGEANCE", 2)  # not the director, seat 1


@pytest.mark.clause("GB-GEN-06", "GB-CIR-07")
def test_a_tame_model_has_no_shard_trait(table):
    t = table()
    t.shard(0, (2, 2), trait="ranged")
    t.wild("brute", (10, 10), seat=0)
    t.add("B1", (13, 10))
    t.activate("W1")
    assert not t.can("engage B1")


@pytest.mark.clause("GB-GEN-06", "GB-RES-04")
def test_tame_models_do_not_save_a_circle_from_rout(table):
    t = table()
    t.wild("brute", (10, 10), seat=0)
    t.add("B1", (20, 20))
    t.resolution()
    assert t.over and list(t.winners) == [1]


@pytest.mark.clause("GB-GEN-07")
def test_nothing_is_hidden_and_dice_are_the_only_chance(table):
    ends = []
    for key in (1, 2):
        t = table()
        t.state["key"] = key
        t.add("A1", (10, 10), die=8)
        t.add("B1", (11, 10), die=8)
        t.activate("A1")
        t.dice(5, 2, 3, 6)
        t.play("engage B1")
        t.play("engage B1")
        end = t.state.copy()
        end["key"], end["drawn"] = 0, 0
        ends.append(end.tobytes())
    assert ends[0] == ends[1]


@pytest.mark.clause("GB-GEN-07")
def test_the_dice_to_come_show_in_no_observation():
    batch = Batch(ruleset_of("godbreakers").scenario("saboteurs", seats=3), 1)
    batch.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(60):
        batch.step(np.array([rng.choice(np.flatnonzero(batch.masks[0]))]))
    before = [batch.look(0, seat) for seat in range(3)]
    batch.reseed(np.array([99]))
    for seat in range(3):
        for old, new in zip(before[seat], batch.look(0, seat), strict=True):
            assert (old == new).all()


@pytest.mark.clause("GB-GEN-07")
@pytest.mark.parametrize("scenario", ruleset_of("godbreakers").scenarios)
def test_every_trait_that_occurs_has_its_column(scenario):
    settled = ruleset_of("godbreakers").scenario(scenario)
    seen = {int(trait) for trait in Trait if any(name.endswith(f".{trait.name.lower()}") for name in settled.features.names())}
    batch = Batch(settled, 2 if INTERPRETED else 64, [0] * settled.seats)
    occurred = set()
    for seed in range(1 if INTERPRETED else 3):
        batch.reset(seed=seed)
        units = batch.games["units"]
        occurred |= {int(trait) for trait in np.flatnonzero(units["traits"][units["status"] != Status.ABSENT].max(axis=0))}
    assert occurred and occurred <= seen


@pytest.mark.clause("GB-GEN-08", "GB-TER-02", "GB-TER-03")
def test_a_cell_holds_one_model_marker_or_barricade_but_area_and_tokens_are_free(table):
    t = table()
    t.area(10, 12, 7, 8)
    t.barricade(8, 8, 10, 10)
    t.objective((10, 12))
    t.pile("treasure", (11, 10), 1)
    t.add("A1", (10, 10), die=6)
    t.add("B1", (12, 10))
    t.activate("A1")
    free = cells(t)
    assert not free & {(12, 10), (10, 12), (8, 10)}
    assert {(11, 8), (11, 10)} <= free


@pytest.mark.clause("GB-GEN-08")
@pytest.mark.parametrize(
    ("shards", "wild", "blamed"),
    [
        ("[[10, 10], [10, 17]]", "", "shards"),  # the centre
        ("[[10, 2], [10, 2]]", "", "shards"),
        ("[[10, 2], [10, 17]]", '{ kind = "brute", cell = [10, 2] }', "wild"),
        ("[[10, 2], [10, 17]]", '{ kind = "brute", cell = [9, 9] }, { kind = "runner", cell = [9, 9] }', "wild"),
    ],
)
def test_a_scenario_of_ones_own_puts_no_two_things_in_one_cell(shards, wild, blamed):
    def file(shards: str, wild: str) -> str:
        head = f'title = "Own"\nrule = "plain"\nseats = [2, 2]\nrounds = 3\nwild = [{wild}]\n'
        return toml_file(f"{head}[board]\nsize = 20\ncentre = [10, 10]\nshards.2 = {shards}\n")

    ruleset = ruleset_of("godbreakers")
    assert ruleset.scenario(file("[[10, 2], [10, 17]]", '{ kind = "brute", cell = [9, 9] }')).seats == 2
    with pytest.raises(DataError, match=r"is taken twice.*GB-GEN-08") as refused:
        ruleset.scenario(file(shards, wild))
    assert blamed_key(str(refused.value)) == blamed


@pytest.mark.clause("GB-GEN-09")
def test_nothing_is_placed_beyond_the_edge(table):
    t = table(map="S")
    t.add("A1", (20, 10), die=12)
    t.activate("A1")
    assert max(x for x, _ in cells(t)) == 20
    assert not t.can("move 21,10")


@pytest.mark.clause("GB-GEN-10")
def test_a_new_unaligned_model_takes_the_lowest_free_slot(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    assert t.wild("saboteur", (5, 20), damage=30) == "W1"
    assert t.wild("saboteur", (20, 5)) == "W2"
    t.dice(3, 5, 2)  # the first saboteur falls, then initiative
    t.recovery()
    assert t.unit("W1").status != "ON_BOARD"
    set_order(t, 0, 1)
    assert cells(t, "place") == around((12, 12))
    t.play("place 11,11")
    assert t.unit("W1").cell == (11, 11)
    assert t.unit("W2").cell == (20, 5)


@pytest.mark.clause("GB-GEN-10")
def test_slots_follow_the_roster(table):
    circles = ["bulwark", "skirmishers", "ritualists", "council"]
    t = table.new_game(scenario="saboteurs", seats=4, circles=circles)
    for seat, name in zip("ABCD", circles, strict=True):
        units = [t.unit(f"{seat}{k}") for k in range(1, 6)]
        assert [(u.die, u.traits) for u in units] == [(m.die, m.traits) for m in read_circle(name).godbreakers]
