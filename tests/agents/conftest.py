"""The toy ruleset by its name, and small settings that train in seconds."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from skirmish_rl.agents.network import NetworkConfig
from tests import toy


@pytest.fixture(autouse=True, scope="session")
def _toy_is_registered():
    with toy.registered():
        yield


@pytest.fixture(autouse=True)
def _one_thread():
    """Two threads of a small network beside other tests would mostly wait for each other."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def duel():
    """The toy for two seats."""
    return toy.RULESET.scenario("short", 2)


@pytest.fixture(scope="session")
def trio():
    """The toy for three seats."""
    return toy.RULESET.scenario("short", 3)


@pytest.fixture(scope="session", params=["rows", pytest.param("mlp", marks=pytest.mark.slow)])
def run(request, tmp_path_factory):
    """A finished run of two seats, by a network that has learnt next to nothing."""
    from tests.agents.test_runs import SMALL, trainer

    config = dataclasses.replace(SMALL, network=NetworkConfig(request.param, 8, 8))
    run = trainer(tmp_path_factory.mktemp("runs") / request.param, config)
    assert run.run()
    return run
