"""Generated worlds: what their names mean, and the luck they are drawn with."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.core.packed import packed, scenario_words
from skirmish_rl.envs.core.trace import record_game, replay
from skirmish_rl.envs.core.worlds import LARGEST, SEEDS, TRIES, Luck, is_generated, pool_of, worlds_of
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

LANDS = {name: tuple(import_module(f"skirmish_rl.envs.{name}.data.skirmish").LANDS) for name in available()}


@pytest.mark.parametrize(
    ("name", "worlds"),
    [
        ("skirmish:0", range(1)),
        ("skirmish:1234", range(1234, 1235)),
        ("skirmish:0:200", range(200)),
        ("skirmish:100000:100100", range(100_000, 100_100)),
        (f"skirmish:{SEEDS - 1}", range(SEEDS - 1, SEEDS)),
        (f"skirmish:{SEEDS - LARGEST}:{SEEDS}", range(SEEDS - LARGEST, SEEDS)),
    ],
)
def test_a_name_says_which_worlds_it_means(name, worlds):
    assert is_generated(name)
    assert worlds_of(name) == worlds


@pytest.mark.parametrize(
    "name",
    [
        "skirmish:", "skirmish:x", "skirmish:-1", "skirmish:+1", "skirmish:1.0", "skirmish: 1", "skirmish:1 ", "skirmish:1\n",
        "skirmish:007", "skirmish:0:", "skirmish::5", "skirmish:0:1:2", "skirmish:00:5", "skirmish:１", "skirmish:0:0200",
        "skirmish:1_000", "skirmish:1e3",
    ],
)  # fmt: skip
def test_another_form_is_refused_with_the_right_ones(name):
    assert is_generated(name)
    with pytest.raises(BadOption, match=r"skirmish:SEED or skirmish:FIRST:END"):
        worlds_of(name)


@pytest.mark.parametrize(
    "name", ["skirmish:5:5", "skirmish:200:0", f"skirmish:{SEEDS}", f"skirmish:{SEEDS - 1}:{SEEDS + 1}", "skirmish:999999999"]
)
def test_worlds_that_do_not_exist_and_empty_pools_are_refused(name):
    with pytest.raises(BadOption, match="numbered 0 to 9,999,999"):
        worlds_of(name)


def test_a_pool_that_would_fill_the_memory_is_refused():
    with pytest.raises(BadOption, match=f"{LARGEST + 1:,} worlds; a pool has at most {LARGEST:,}"):
        worlds_of(f"skirmish:0:{LARGEST + 1}")


@pytest.mark.parametrize("name", ["skirmish", "duel", "own.toml", "", "Skirmish:1", "skirmish:1/own.toml"])
def test_other_names_are_not_those_of_generated_worlds(name):
    assert not is_generated(name)


def drawn(ruleset: str, world: int) -> list[object]:
    luck = Luck(ruleset, world)
    return [
        luck.below(1000),
        luck.between(-3, 3),
        luck.chance(1, 2),
        luck.choice("abcdef"),
        luck.sample(range(9), 4),
        luck.shuffled("abcde"),
    ]


def test_luck_is_the_same_for_ever_and_in_every_process():
    expected = {
        ("warcry", 0): [204, 2, False, "b", [3, 4, 7, 1], ["d", "a", "b", "e", "c"]],
        ("warcry", 1): [307, 3, False, "c", [4, 1, 0, 3], ["c", "e", "d", "b", "a"]],
        ("tide_of_iron", 0): [724, -2, True, "b", [4, 3, 2, 5], ["b", "e", "c", "d", "a"]],
    }
    assert {key: drawn(*key) for key in expected} == expected
    program = "from skirmish_rl.envs.core.worlds import Luck; luck = Luck('warcry', 1); print([luck.below(10**6) for _ in range(5)])"
    here = Luck("warcry", 1)
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == str([here.below(10**6) for _ in range(5)])


def test_luck_is_even_and_stays_within_its_bounds():
    luck = Luck("toy", 3)
    for n in (1, 2, 3, 7, 100):
        found = Counter(luck.below(n) for _ in range(3_000))
        assert set(found) == set(range(n))
        assert max(found.values()) < 3_000 / n + 6 * (3_000 / n) ** 0.5
    assert {luck.between(-2, 2) for _ in range(200)} == {-2, -1, 0, 1, 2}
    assert 900 < sum(luck.chance(1, 3) for _ in range(3_000)) < 1_100
    assert not any(luck.chance(0, 5) for _ in range(50)) and all(luck.chance(5, 5) for _ in range(50))


def test_samples_have_different_places_and_orders_are_all_possible():
    luck = Luck("toy", 4)
    for _ in range(50):
        assert len(set(luck.sample(range(10), 6))) == 6
    assert len({tuple(luck.shuffled("abc")) for _ in range(200)}) == 6
    given = [3, 1, 2]
    assert sorted(luck.shuffled(given)) == [1, 2, 3]
    assert given == [3, 1, 2]


def test_neighbouring_worlds_share_no_luck():
    firsts = [Luck("toy", world).below(2**32) for world in range(500)]
    assert len(set(firsts)) == 500
    assert 220 < sum(first < 2**31 for first in firsts) < 280


POOL = toy.RULESET.scenario("skirmish:0:40")


def test_a_pool_holds_the_worlds_that_its_numbers_name():
    single = [toy.RULESET.scenario(f"skirmish:{world}") for world in range(40)]
    assert (POOL.tables == np.concatenate([one.tables for one in single])).all()
    assert len({one.tables.tobytes() for one in single}) > 30
    assert POOL.specs == tuple(one.specs[0] for one in single)
    assert POOL.max_decisions == max(one.max_decisions for one in single)
    assert POOL.features.size == single[0].features.size
    later = toy.RULESET.scenario("skirmish:10:20")
    assert (later.tables == POOL.tables[10:20]).all()
    assert POOL.tags == ("small",)


def test_a_world_that_is_refused_is_drawn_again():
    firsts = [toy.generate(Luck("toy", world)).goal for world in range(40)]
    again = [world for world, goal in enumerate(firsts) if goal % 10 == 9]
    assert again, "the test needs a first draw that is refused"
    for world, goal in enumerate(firsts):
        assert (POOL.tables["goal"][world] != goal) == (world in again)
    with pytest.raises(DataError, match=f"skirmish:5 of toy: {TRIES} draws were refused, the last because of .*29 ends with a nine"):
        pool_of("toy", range(5, 6), lambda luck: toy.ScenarioSpec(29, 3), toy.pack, None, {"tokens": 1})


# Worlds of which a first board is one that the tables have no room for, or that has two kinds of terrain in a hex.
AGAIN = {"warcry": (8, 16, 20, 40), "trench_crusade": (7, 186, 198, 293), "tide_of_iron": (124, 195, 234)}


@pytest.mark.parametrize("name", AGAIN)
def test_a_board_that_cannot_be_used_is_drawn_again_for_the_same_land(name, monkeypatch):
    monkeypatch.setattr("skirmish_rl.envs.core.worlds.TRIES", 1)
    for world in AGAIN[name]:
        land = Luck(name, world).choice(LANDS[name])  # what a world is drawn with first
        assert ruleset_of(name).scenario(f"skirmish:{world}").specs[0].title.endswith(f", {land}")


@pytest.mark.slow
@pytest.mark.parametrize("name", LANDS)
def test_every_land_is_as_often(name, monkeypatch):
    """Of 300 worlds none is refused as a whole, and each land has its share, give or take three and a half deviations."""
    monkeypatch.setattr("skirmish_rl.envs.core.worlds.TRIES", 1)
    worlds = [spec for first in range(0, 300, 100) for spec in ruleset_of(name).scenario(f"skirmish:{first}:{first + 100}").specs]
    found, share = Counter(spec.title.rpartition(", ")[2] for spec in worlds), 1 / len(LANDS[name])
    assert set(found) == set(LANDS[name])
    assert all(abs(n - 300 * share) <= 3.5 * (300 * share * (1 - share)) ** 0.5 for n in found.values())


def test_every_game_is_played_on_a_world_drawn_at_its_start():
    batch = Batch(POOL, 400, observe=False)
    batch.reset(seed=3)
    found = Counter(batch.games["variant"].tolist())
    assert set(found) == set(range(40)) and max(found.values()) < 30
    same = Batch(POOL, 400, observe=False)
    same.reset(seed=3)
    assert (batch.games == same.games).all()


def test_as_many_worlds_as_a_pool_may_have_are_all_drawn():
    largest = toy.RULESET.scenario(f"skirmish:0:{LARGEST}")
    batch = Batch(largest, 8 * LARGEST, observe=False)
    batch.reset(seed=1)
    drawn_worlds = np.unique(batch.games["variant"])
    assert drawn_worlds.min() == 0 and drawn_worlds.max() == LARGEST - 1 and len(drawn_worlds) > 0.99 * LARGEST


def test_a_game_of_a_pool_replays_from_its_trace_and_its_scenario_from_its_pickle(monkeypatch):
    monkeypatch.setattr("skirmish_rl.envs.registry.ruleset_of", lambda name: toy.RULESET)
    again = pickle.loads(pickle.dumps(POOL))
    assert again.id == POOL.id and (again.tables == POOL.tables).all()
    trace = record_game(POOL, 5, "strong")
    assert "scenario skirmish:0:40\n" in trace
    assert replay(trace) is None


def test_options_that_worlds_settle_each_in_its_own_way_stay_open():
    def pack(spec, path, seats, options):
        return toy.pack(spec, path, seats, options)._replace(options={**options, "rounds": options["rounds"] or spec.rounds})

    asked = {"tokens": 2, "rounds": None}
    assert pool_of("toy", range(9), toy.generate, pack, None, asked)[0].options == asked
    assert pool_of("toy", range(9), toy.generate, pack, None, {**asked, "rounds": 3})[0].options == {"tokens": 2, "rounds": 3}
    assert pool_of("toy", range(1), toy.generate, pack, None, asked)[0].options["rounds"] in range(4, 10)


def test_forces_that_differ_have_no_name_in_a_pool():
    def pack(spec, path, seats, options):
        return toy.pack(spec, path, seats, options)._replace(players=("red", f"blue to {spec.goal}"))

    assert pool_of("toy", range(9), toy.generate, pack, None, {"tokens": 2})[0].players == ("red", "a drawn force")


def test_options_and_seats_hold_in_every_world_of_a_pool():
    pool = toy.RULESET.scenario("skirmish:0:9", seats=3, tokens=1)
    assert pool.seats == 3 and (pool.tables["tokens"] == 1).all() and (pool.tables["seats"] == 3).all()


def test_a_ruleset_without_generated_worlds_says_so_and_others_tell_of_theirs():
    with pytest.raises(BadOption, match=r"'skirmish:3': Toy has no generated worlds yet"):
        replace(toy.RULESET, generate=None).scenario("skirmish:3")
    with pytest.raises(BadOption, match="skirmish:FIRST:END"):
        toy.RULESET.scenario("skirmish:three")
    with pytest.raises(UnknownName, match=r"or skirmish:SEED or skirmish:FIRST:END"):
        toy.RULESET.scenario("zzz")


def test_a_pool_is_packed_as_a_file_with_what_is_known_of_each_world():
    assert len(packed(POOL)) > POOL.tables.nbytes
    assert scenario_words(POOL)["scenario"] == "skirmish:0:40"
