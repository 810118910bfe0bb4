"""What `jit` makes of functions that call each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import skirmish_rl
from skirmish_rl.envs.core import caching
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


_PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
from skirmish_rl.envs.core.dice import mix
mix(5)
print(sum(mix.stats.cache_hits.values()), sum(mix.stats.cache_misses.values()))
"""


def test_of_two_processes_one_compiles_and_the_same_sources_elsewhere_find_it(tmp_path):
    sources = Path(skirmish_rl.__file__).parent
    elsewhere = tmp_path / "elsewhere" / "skirmish_rl"
    shutil.copytree(sources, elsewhere, ignore=shutil.ignore_patterns("__pycache__", "data", "runs", ".*"))

    def start(place):
        environment = {**os.environ, "SKIRMISH_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.Popen([sys.executable, "-c", _PROBE, str(place)], env=environment, stdout=subprocess.PIPE, text=True)

    def counts(process):
        return tuple(map(int, process.communicate()[0].split()))

    src = Path(skirmish_rl.__file__).parent.parent
    both = [start(src), start(src)]
    assert sorted(map(counts, both)) == [(0, 1), (1, 0)], "each compiled for itself"
    assert counts(start(elsewhere.parent)) == (1, 0), "a copy of the package compiled again"


def test_a_compilation_that_takes_long_is_announced_once(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(caching, "_PATIENCE", 0.05)
    monkeypatch.setattr(caching, "_said", set())
    slow = caching.once(lambda signature: time.sleep(0.3) or signature, tmp_path / "toy-0123", "slow")
    (tmp_path / "toy-0123").mkdir()
    assert [slow("int64"), slow("float64")] == ["int64", "float64"]
    assert capsys.readouterr().err == "skirmish-rl: compiling the rules of toy, about a minute, once\n"
