"""The player's page against the code: its scenario and its warband load and are played."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.render.words import roster

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "games" / "trench_crusade.md").read_text(encoding="utf-8")


def example(name: str) -> str:
    (found,) = re.findall(rf"<!-- example: {name} -->\n\n```toml\n(.*?)```\n\n<!-- end: {name} -->", PAGE, re.DOTALL)
    return found


def written(folder: Path, band: str) -> str:
    """The page's scenario beside its warband."""
    (folder / "band.toml").write_text(band)
    (folder / "own.toml").write_text(example("scenario"))
    return str(folder / "own.toml")


def test_the_scenario_and_the_warband_of_the_page_can_be_played(tmp_path: Path) -> None:
    scenario = RULESET.scenario(written(tmp_path, example("warband")))
    assert scenario.players == ("Garrison", "The pilgrims")
    batch, luck = Batch(scenario, 4), np.random.default_rng(1)
    batch.reset(seed=1)
    assert "B2 stalker" in " ".join(roster(batch.games[0], scenario))
    for _ in range(60):
        if batch.over.all():
            break
        batch.step(random_legal(batch.masks, luck))
    assert not batch.games["fault"].any() and (batch.games["decisions"] > 20).all()


def test_a_mistake_in_the_warband_is_refused_with_file_key_and_clause(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"band\.toml.*TC-"):
        RULESET.scenario(written(tmp_path, example("warband").replace("points = 300", "points = 200")))
