"""What `jit` makes of functions that call each other."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.jit import INTERPRETED, jit

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@jit
def doubled(number):
    return 2 * number


@jit
def plus_one(number):
    return doubled(number) + 1


@jit
def both_ways(numbers):
    for k in range(numbers.shape[0]):
        numbers[k] = doubled(numbers[k]) + plus_one(numbers[k])


def test_a_function_is_part_of_its_callers_and_can_be_called_by_itself():
    numbers = np.array([0, 1, 10])
    both_ways(numbers)
    assert numbers.tolist() == [1, 5, 41]
    assert both_ways.signatures and not plus_one.signatures and not doubled.signatures, "only what Python called is compiled by itself"
    assert plus_one(4) == 9
    assert plus_one.signatures and not doubled.signatures


@jit
def doubled_by_another(number):
    return doubled(number)


@jit
def perhaps_doubled(number, twice):
    n = 0
    if twice:
        n += doubled_by_another(number)
    return n + plus_one(number)


@jit
def surely_not_twice(numbers):
    for k in range(numbers.shape[0]):
        numbers[k] = perhaps_doubled(numbers[k], False)  # a constant: the branch, and the first caller of `doubled`, are left out


def test_what_two_functions_call_is_there_even_if_the_first_of_them_is_left_out():
    numbers = np.array([4])
    surely_not_twice(numbers)
    assert numbers[0] == 9


def test_compiled_code_comes_back_from_the_cache(tmp_path, monkeypatch):
    """What a second process does: the same function, decorated anew, is loaded and gives the same."""
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(tmp_path))
    fresh, again = jit(both_ways.py_func), jit(both_ways.py_func)
    for compiled in (fresh, again):
        numbers = np.array([0, 1, 10])
        compiled(numbers)
        assert numbers.tolist() == [1, 5, 41]
    assert sum(fresh.stats.cache_misses.values()) == 1
    assert sum(again.stats.cache_hits.values()) == 1
