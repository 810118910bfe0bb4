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


def _scenarios(usual: bool = False) -> Iterator[object]:
    """Every scenario of every ruleset; those of equal forces, whose boards and rules others have too, in the slow run only.

    Args:
        usual: leave to the slow run all but the first small and the first standard one, too.
    """
    for name in NAMES:
        known = toy.RULESET if name == "toy" else ruleset_of(name)
        unequal = {scenario: tags for scenario, tags in known.scenarios.items() if "fair" not in tags}
        first = {next((scenario for scenario, tags in unequal.items() if tag in tags), "") for tag in ("small", "standard")}
        for scenario in known.scenarios:
            marks = [pytest.mark.slow] * (scenario not in (first if usual else unequal))
            yield pytest.param((name, scenario), id=f"{name}-{scenario}", marks=marks)


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


@pytest.fixture(params=_scenarios(usual=True))
def outermost(request: pytest.FixtureRequest) -> list[Scenario]:
    """One scenario with the fewest and with the most seats, for what no single scenario's rules decide."""
    name, scenario = request.param
    seatings = ruleset_of(name).seatings(scenario)
    return seatings[:1] + seatings[1:][-1:]
