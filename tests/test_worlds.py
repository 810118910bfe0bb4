"""Generated worlds: what their names mean, and the luck they are drawn with."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.worlds import LARGEST, SEEDS, Luck, is_generated, worlds_of


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
        "skirmish:", "skirmish:x", "skirmish:-1", "skirmish:+1", "skirmish:1.0", "skirmish: 1", "skirmish:1 ", "skirmish:1\n", "skirmish:007",
        "skirmish:0:", "skirmish::5", "skirmish:0:1:2", "skirmish:00:5", "skirmish:１", "skirmish:0:0200", "skirmish:1_000", "skirmish:1e3",
    ],
)  # fmt: skip
def test_another_form_is_refused_with_the_right_ones(name):
    assert is_generated(name)
    with pytest.raises(BadOption, match=r"skirmish:SEED or skirmish:FIRST:END"):
        worlds_of(name)


@pytest.mark.parametrize("name", ["skirmish:5:5", "skirmish:200:0", f"skirmish:{SEEDS}", f"skirmish:{SEEDS - 1}:{SEEDS + 1}", "skirmish:999999999"])
def test_worlds_that_do_not_exist_and_empty_pools_are_refused(name):
    with pytest.raises(BadOption, match="numbered 0 to 9,999,999"):
        worlds_of(name)


def test_a_pool_that_would_fill_the_memory_is_refused():
    with pytest.raises(BadOption, match=f"{LARGEST + 1:,} worlds; a pool has at most {LARGEST:,}"):
        worlds_of(f"skirmish:0:{LARGEST + 1}")


@pytest.mark.parametrize("name", ["skirmish", "duel", "own.toml", "", "Skirmish:1"])
def test_other_names_are_not_those_of_generated_worlds(name):
    assert not is_generated(name)


def drawn(ruleset: str, world: int) -> list[object]:
    luck = Luck(ruleset, world)
    return [luck.below(1000), luck.between(-3, 3), luck.chance(1, 2), luck.choice("abcdef"), luck.sample(range(9), 4), luck.shuffled("abcde")]


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
