"""Every check runs on every ruleset and scenario, and on the toy ruleset, which knows nothing but the core."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from skirmish_rl import envs
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.registry import ruleset_of
from tests import toy

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows of render mode "human" open nowhere

NAMES = (*envs.available(), "toy")



def _scenarios() -> Iterator[object]:
    """Every scenario of every ruleset; those of equal forces, whose boards and rules others have too, in the slow run only."""
    for name in NAMES:
        known = toy.RULESET if name == "toy" else ruleset_of(name)
        for scenario, tags in known.scenarios.items():
            yield pytest.param((name, scenario), id=f"{name}-{scenario}", marks=[pytest.mark.slow] * ("fair" in tags))


@pytest.fixture(scope="session", autouse=True)
def toy_registered() -> Iterator[None]:
    """The toy under the names that users know rulesets by."""
    with toy.registered():
        envs.register()
        yield


@pytest.fixture(params=NAMES)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Each ruleset in turn."""
    return ruleset_of(request.param)


@pytest.fixture(params=_scenarios())
def seatings(request: pytest.FixtureRequest) -> list[Scenario]:
    """One scenario with every number of seats it can be played with."""
    name, scenario = request.param
    return ruleset_of(name).seatings(scenario)


@pytest.fixture
def outermost(seatings: list[Scenario]) -> list[Scenario]:
    """The scenario with the fewest and with the most seats."""
    return seatings[:1] + seatings[1:][-1:]
