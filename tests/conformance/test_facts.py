"""What rulesets declare, and the names under which the package offers them."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.adapters.aec import SkirmishEnv, aec_pair
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.engine import ERRING
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.registry import RULESETS, ruleset_of
from skirmish_rl.envs.testing import check_facts


def test_declared_facts_are_true(ruleset: Ruleset) -> None:
    check_facts(ruleset)


def test_the_registry_knows_the_rulesets_name_and_version(ruleset: Ruleset) -> None:
    assert RULESETS[ruleset.name].version == ruleset.version
    assert ruleset_of(ruleset.name) is ruleset
    env_id = envs.gymnasium_id(ruleset.name)
    assert env_id.endswith(f"-v{ruleset.version}")
    assert env_id in gymnasium.registry
    assert env_id in pettingzoo.aec_registry


def test_every_way_to_make_an_environment(ruleset: Ruleset) -> None:
    env_id, small = envs.gymnasium_id(ruleset.name), ruleset.default_scenario("small")
    assert isinstance(envs.make(ruleset.name, small), SkirmishEnv)
    assert isinstance(pettingzoo.make("aec", env_id, scenario=small), SkirmishEnv)
    assert isinstance(gymnasium.make(env_id, scenario=small, opponent="random", seat=1).unwrapped, SkirmishSingle)
    assert isinstance(envs.make_vec(ruleset.name, small, n_games=4, opponent="bot:strong", threads=2), SkirmishVector)
    by_gymnasium = gymnasium.make_vec(env_id, num_envs=3, vectorization_mode="vector_entry_point", scenario=small)
    assert isinstance(by_gymnasium.unwrapped, SkirmishVector) and by_gymnasium.num_envs == 3


def test_the_usual_scenarios_have_equal_forces_and_with_more_seats_there_is_one_too(ruleset: Ruleset) -> None:
    fewest, most = ruleset.seats
    for tag in ("small", "standard"):
        usual = ruleset.scenario(ruleset.default_scenario(tag), fewest)
        assert tag in usual.tags and (ruleset.name == "toy" or "fair" in usual.tags)
    for seats in range(fewest, most + 1):
        assert "standard" in ruleset.scenario(ruleset.default_scenario("standard", seats), seats).tags
        assert ruleset.scenario(ruleset.default_scenario("small", seats), seats).seats == seats, (
            "where no small one is for so many, another"
        )
    assert ruleset.scenario(seats=most) is ruleset.scenario(ruleset.default_scenario("standard", most), most)
    assert envs.make(ruleset.name).scenario.name == ruleset.default_scenario("standard")


def test_env_and_raw_env_are_to_be_had_for_every_ruleset(ruleset: Ruleset) -> None:
    for make in aec_pair(ruleset.name):
        env = make(scenario=ruleset.default_scenario("small"))
        env.reset(seed=1)
        assert env.agent_selection in env.agents


def test_a_scenario_is_named_by_everything_that_shapes_it(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        again = scenario.ruleset.scenario(scenario.name, scenario.seats, **scenario.options)
        assert again.id == scenario.id
        assert len(scenario.players) == scenario.seats
        assert scenario.tables.nbytes < 50_000_000


def test_the_number_of_a_bot_leaves_room_for_its_share_of_errors(ruleset: Ruleset) -> None:
    erring = [f"{ruleset.bots[-1]}@{share}" for share in ("0.01", "0.1", "0.55", "0.99")]
    assert len(ruleset.bots) <= ERRING and all(ruleset.bot_name(ruleset.bot(name)) == name for name in [*ruleset.bots, *erring])
    most = ruleset.bot(erring[-1])
    assert ruleset.is_bot(most) and most < 2**15 and not ruleset.is_bot(most + ERRING)


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ["numba", "torch", "stable_baselines3", "pygame", *(entry.module for entry in RULESETS.values())]
    code = f"import sys, skirmish_rl.envs; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_package_lists_its_rulesets() -> None:
    assert "godbreakers" in envs.available()
    with pytest.raises(AttributeError, match="no_such_game"):
        _ = envs.no_such_game
