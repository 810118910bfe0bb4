"""A fault of the rules ends a game for a reason of its own, and everybody who plays the game sees that end."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.agents.opponents import LEARNER, Opponents
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

N = 16
LAST = 7  # the answer that the rules cannot carry out


@jit
def break_down(state, tables, decision, action):
    """Answers do what they should until a capacity is overrun."""
    if state.decisions >= LAST:
        state.winners = 1  # however far it has got
        state.fault = 1
    else:
        apply(state, tables, decision, action)


apply = toy.apply


@pytest.fixture(scope="module")
def broken() -> Scenario:
    name = f"broken_{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}"
    return dataclasses.replace(toy.RULESET.scenario("short"), ruleset=toy.with_rules(name, {"apply": break_down}))


def test_a_batch_that_restarts_says_so(broken: Scenario) -> None:
    batch = Batch(broken, N, after=RESTART)
    batch.reset(seed=1)
    for k in range(1, 3 * LAST + 1):
        seeds = batch.seeds.copy()
        batch.step(batch.ask(np.arange(N), 0))
        assert ((batch.ended != 0) == (batch.seeds != seeds)).all()
        if k == LAST:
            assert (batch.ended == toy.Reason.FAULT).any() and (batch.rewards[batch.ended == toy.Reason.FAULT] == 0).all()


def test_a_vector_environment_ends_the_episode(broken: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "RULESET", broken.ruleset)
    with toy.registered():
        env = SkirmishVector("toy", "short", N, opponent="bot:simple")
    _, info = env.reset(seed=1)
    told = set()
    for _ in range(4 * LAST):
        _, rewards, over, _, info = env.step(env.batch.ask(np.arange(N), 0))
        faults = info["outcome"] == "fault"
        assert over[faults].all() and (rewards[faults] == 0).all()
        told |= set(info["outcome"])
    assert "fault" in told


def test_the_learners_seats_stay_in_step(broken: Scenario) -> None:
    """The engine turns the seats of a game that a fault ended, as those of any other."""
    games = LearnerGames(broken, N, Opponents(broken, {"bot:simple": 1.0}), seed=9)
    games.start()
    ended = 0
    for _ in range(60):
        over, paid = games.play(np.arange(N), games.batch.ask(np.arange(N), 0))
        ended += len(over)
        assert (games.batch.control[np.arange(N), games.seat] < 0).all(), "the learner's seat is nobody else's"
        assert games.ready.all() and (games.who[np.arange(N), games.seat] == LEARNER).all()
    assert ended > N


@pytest.mark.parametrize("name", available())
def test_every_ruleset_has_a_name_for_it(name: str) -> None:
    assert "fault" in ruleset_of(name).reasons
