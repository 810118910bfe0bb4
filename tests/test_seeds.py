"""One rule for seeds, and one message, wherever a seed can be given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import gymnasium
import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.__main__ import main
from skirmish_rl.envs.adapters.rllib import SkirmishRLlib
from skirmish_rl.envs.adapters.sb3 import SkirmishVecEnv
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Table
from skirmish_rl.envs.core.errors import BadOption, ShapeError, UnknownOption
from skirmish_rl.envs.core.seeds import checked_seeds, game_seeds, later_seed
from skirmish_rl.envs.core.trace import record_game
from tests import toy

SAYS = "=%s: expected a whole number from 0 to 2**63 - 1"
WRONG = [
    -1, 2**63, 2**200, 1.0, 1.5, float("nan"), np.float64(3), "7", b"7", "seven", True, np.True_, {}, {1}, (x for x in "ab"), np.array(5),
    np.array(1.5), object,
]  # fmt: skip
LISTS = [[1], [[1]], (1, 2), np.array([1]), np.array([[1]]), []]
RIGHT = [0, 7, 2**63 - 1, np.int64(7), np.uint64(2**63 - 1), np.uint8(7), np.int32(7)]


def shown(seed: Any) -> str:
    return re.escape(f"{seed.item() if isinstance(seed, np.generic) else seed!r:.40}")


@pytest.fixture(autouse=True, scope="module")
def toy_registered() -> Iterator[None]:
    with toy.registered(), patch.dict(gymnasium.registry):
        gymnasium.register("toy/Toy-v0", entry_point="skirmish_rl.envs.adapters.single:SkirmishSingle", kwargs={"ruleset": "toy"})
        yield


def vector() -> Any:
    return envs.make_vec("toy", n_games=2)


def rllib() -> Any:
    return SkirmishRLlib({"ruleset": "toy", "num_envs": 2})


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


SCENARIO = toy.RULESET.scenario("short")
VIEWS: dict[str, Callable[[Any], Any]] = {
    "PettingZoo": lambda seed: envs.make("toy").reset(seed=seed),
    "a copy in PettingZoo": lambda seed: begun(envs.make("toy")).clone(reseed=seed),
    "Gymnasium": lambda seed: SkirmishSingle("toy").reset(seed=seed),
    "gymnasium.make": lambda seed: gymnasium.make("toy/Toy-v0").reset(seed=seed),
    "a copy in Gymnasium": lambda seed: begun(SkirmishSingle("toy")).clone(reseed=seed),
    "a copy of the vector view": lambda seed: begun(vector()).clone(reseed=seed),
    "Stable-Baselines3": lambda seed: SkirmishVecEnv(vector()).seed(seed),
    "a batch": lambda seed: Batch(SCENARIO, 2).reset(seed=seed),
    "a trace": lambda seed: record_game(SCENARIO, seed, "random"),
    "the terminal": lambda seed: Table(SCENARIO, seed, 0, "random", lambda prompt: "quit", [].append),
    "seeds of games": lambda seed: game_seeds(seed, 3),
}
SEVERAL: dict[str, Callable[[Any], Any]] = {  # a list is right here
    "the vector view": lambda seed: vector().reset(seed=seed),
    "RLlib": lambda seed: rllib().reset(seed=seed),
}


@pytest.mark.parametrize("view", [*VIEWS, *SEVERAL])
def test_what_is_no_seed_is_refused_in_the_same_words(view: str) -> None:
    give = {**VIEWS, **SEVERAL}[view]
    for seed in WRONG:
        if "copy" in view and seed is True:
            continue  # a fresh future
        with pytest.raises(BadOption, match="^seed" + re.escape(SAYS).replace("%s", shown(seed))):
            give(seed)


@pytest.mark.parametrize("view", VIEWS)
def test_a_list_is_no_seed_of_one_game(view: str) -> None:
    for seed in LISTS:
        with pytest.raises(BadOption, match="^seed" + re.escape(SAYS).replace("%s", shown(seed))):
            VIEWS[view](seed)


@pytest.mark.parametrize("view", [*VIEWS, *SEVERAL])
def test_numbers_of_python_and_numpy_are_seeds(view: str) -> None:
    for seed in RIGHT:
        {**VIEWS, **SEVERAL}[view](seed)


def test_the_largest_seeds_and_numpys_begin_the_same_games() -> None:
    for seed, other in ((2**63 - 1, np.uint64(2**63 - 1)), (7, np.int8(7))):
        records = []
        for given in (seed, other):
            aec, single, games, batch = envs.make("toy"), SkirmishSingle("toy", seat=0), vector(), Batch(toy.RULESET.scenario(), 2)
            for env in (aec, single, games, batch):
                env.reset(seed=given)
            stable = SkirmishVecEnv(vector())
            assert list(stable.seed(given)) == game_seeds(seed, 2).tolist()
            stable.reset()
            records += [aec.record, single.record, games.batch.games[0], batch.games[0], stable.games.batch.games[0]]
            assert games.batch.games.tobytes() == batch.games.tobytes() == stable.games.batch.games.tobytes()
        assert len({record["key"].tobytes() for record in records}) == 1


@pytest.mark.parametrize("several", [*SEVERAL, "a batch", "a new future", "saved"])
def test_one_seed_for_each_game(several: str) -> None:
    give = {
        **SEVERAL,
        "a batch": lambda seeds: Batch(SCENARIO, 2).reset(seeds=seeds),
        "a new future": lambda seeds: begun(Batch(SCENARIO, 2)).reseed(seeds),
        "saved": lambda seeds: checked_seeds(seeds, 2),
    }[several]
    for right in (
        [3, 4],
        (3, 4),
        np.array([3, 4]),
        np.array([3, 4], np.uint8),
        [np.int32(3), 2**63 - 1],
        np.array([0, 2**63 - 1], np.uint64),
    ):
        give(right)
    for wrong, seed in (([1, -1], -1), ([1, 2**63], 2**63), ([1.5, 2], 1.5), (["1", 2], "1"), (np.array([0, 2**63], np.uint64), 2**63),
                        (np.array([True, False]), True), ([[1], [2]], [1]), ([[1], 2], [1])):  # fmt: skip
        with pytest.raises(BadOption, match="^seed" + re.escape(SAYS).replace("%s", shown(seed))):
            give(wrong)
    for wrong, n in (([], 0), ([1], 1), (np.arange(3), 3)):
        with pytest.raises(ShapeError, match=f"^{n} seeds for 2 games; give one for each"):
            give(wrong)


@pytest.mark.parametrize("several", ["a batch", "a new future", "saved"])
def test_none_is_no_seed_of_an_array(several: str) -> None:
    give = {
        "a batch": lambda seeds: Batch(SCENARIO, 2).reset(seeds=seeds),
        "a new future": lambda seeds: begun(Batch(SCENARIO, 2)).reseed(seeds),
        "saved": lambda seeds: checked_seeds(seeds, 2),
    }[several]  # fmt: skip
    with pytest.raises(BadOption, match="^seed" + re.escape(SAYS).replace("%s", "None")):
        give([1, None])


def test_none_in_a_list_goes_on_from_the_game_that_runs_there() -> None:
    games, alone = vector(), vector()
    games.reset(seed=[5, 6])
    games.reset(seed=[3, None])
    alone.reset(seed=[5, 6])
    alone.reset()
    assert games.batch.seeds.tolist() == [3, int(alone.batch.seeds[1])]
    fresh = vector()
    fresh.reset(seed=[None, 3])
    assert fresh.batch.seeds[1] == 3 and 0 <= fresh.batch.seeds[0] < 2**63
    with pytest.raises(ShapeError, match="3 seeds for 2 games"):
        games.reset(seed=[1, None, 2])


def test_the_seed_that_gymnasium_asks_for_is_the_games() -> None:
    first = SkirmishSingle("toy", "short")
    foretold = first.np_random_seed
    _, info = first.reset()
    assert foretold == info["seed"] == first.np_random_seed
    again = SkirmishSingle("toy", "short")
    again.reset(seed=first.np_random_seed)
    assert again.record.tobytes() == first.record.tobytes()
    _, info = first.reset()
    assert first.np_random_seed == info["seed"] != foretold
    first.reset(seed=9)
    assert first.np_random_seed == 9
    games, same = vector(), vector()
    games.reset()
    same.reset(seed=games.np_random_seed)
    assert same.batch.seeds.tolist() == games.batch.seeds.tolist()
    games.reset()
    assert games.np_random_seed == -1, "no single seed makes these games"


@pytest.mark.parametrize(
    "make", [envs.make, envs.make_vec, SkirmishSingle, lambda name, **rest: SkirmishRLlib({"ruleset": name, "num_envs": 1, **rest})]
)
def test_a_seed_is_no_option_of_making(make: Callable[..., Any]) -> None:
    for seed in (1, -1):
        with pytest.raises(UnknownOption, match=r"unknown option of toy 'seed'; a seed goes to reset\(seed=...\)"):
            make("toy", seed=seed)


COMMANDS = [
    ("trace", "toy"), ("draw", "toy"), ("play", "toy"), ("train", "godbreakers/ppo-small"),
    ("evaluate", "--ruleset", "toy", "--agents", "random", "bot:simple"),
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("seed", ["-1", str(2**63), "1.5", "seven", ""])
def test_commands_say_the_same(words: tuple[str, ...], seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main([*words, f"--seed={seed}"])
    except SystemExit as stop:
        code = int(stop.code or 0)
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert code == 2 and f"seed={seed}: expected a whole number from 0 to 2**63 - 1" in said


def test_seeds_that_follow_from_the_last_one_begin_again() -> None:
    assert [later_seed(5), later_seed(2**63 - 1), later_seed(2**63 - 2, 3)] == [6, 0, 1]
