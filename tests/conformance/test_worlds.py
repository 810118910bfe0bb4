"""Generated worlds of every ruleset: drawn from luck alone, played to their ends, and whatever else holds for a scenario."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.trace import record_game, replay
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.testing import check_determinism, check_masks, check_observations, check_outcomes
from tests.plays import played_to_the_end

POOL = f"skirmish:0:{12 if INTERPRETED else 24}"
SPECS = 60
CHUNK = 250  # worlds in memory at once: some have a megabyte


def test_specs_are_drawn_without_end_and_from_luck_alone(ruleset: Ruleset) -> None:
    assert ruleset.generate is not None
    specs, again = ([ruleset.generate(Luck(ruleset.name, world)) for world in range(SPECS)] for _ in range(2))
    assert all(isinstance(spec, ruleset.spec) for spec in specs)
    assert specs == again
    assert len({str(spec) for spec in specs}) >= SPECS - (ruleset.name == "toy"), "all differ, but for two of the toy"


@pytest.mark.games
@pytest.mark.parametrize("bots", [(0, 0), (1, 1), (2, 1), (2, 2)])
def test_games_of_a_pool_end_without_a_fault(ruleset: Ruleset, bots: tuple[int, int]) -> None:
    played_to_the_end(ruleset.scenario(POOL), 24, bots)


@pytest.mark.games
@pytest.mark.parametrize("name", ["skirmish:7", POOL])
def test_worlds_pass_the_checks_of_any_scenario(ruleset: Ruleset, name: str) -> None:
    worlds = ruleset.scenario(name)
    check_masks(worlds, games=3, every=40)
    check_outcomes(worlds, games=16)
    check_observations(worlds, games=3)
    check_determinism(worlds, games=3, decisions=100)


@pytest.mark.games
def test_a_game_of_a_pool_replays_from_its_trace(ruleset: Ruleset) -> None:
    assert replay(record_game(ruleset.scenario(POOL), 3, ruleset.bots[-1])) is None


@pytest.mark.slow
def test_a_thousand_worlds_are_drawn_and_each_is_played_to_its_end(ruleset: Ruleset) -> None:
    for first in range(0, 1000, CHUNK):
        worlds = ruleset.scenario(f"skirmish:{first}:{first + CHUNK}")
        drawn = Batch(worlds, 16 * CHUNK, observe=False)
        drawn.reset(seed=first)
        found, games = np.unique(drawn.games["variant"], return_index=True)
        assert len(found) == CHUNK
        batch, luck = Batch(worlds, CHUNK, observe=False), np.random.default_rng(first)
        batch.reset(seeds=drawn.seeds[games])
        assert (batch.games["variant"] == found).all()
        while not batch.over.all():
            assert batch.masks[batch.over == 0].any(axis=1).all()
            batch.step(random_legal(batch.masks, luck))
        assert not batch.games["fault"].any()
        assert (batch.games["decisions"] < worlds.max_decisions).all()
