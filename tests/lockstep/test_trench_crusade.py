"""Trench Crusade twice: the compiled rules and a second simulator from the dossier agree on every decision of a game."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from skirmish_rl.envs.trench_crusade import RULESET
from tests.lockstep.trench_crusade.chance import random_profiles, random_scenario
from tests.lockstep.trench_crusade.playing import Lockstep
from tests.lockstep.trench_crusade.scenario_files import read_board

HERE = Path(__file__).with_name("trench_crusade")
EVERYTHING = Path(__file__).parents[1] / "trench_crusade"
WARBANDS = [EVERYTHING / "everything_a.toml", EVERYTHING / "everything_b.toml", HERE / "more_a.toml", HERE / "more_b.toml"]
PUBLIC = ("outpost", "contested", "relics")
FILES = (str(EVERYTHING / "everything.toml"), str(HERE / "walls.toml"))
STRONG = list(RULESET.bots).index("strong")
OPTIONS = ({}, {"initiative_choice": True, "tiebreak": "value"}, {"turns": 6})
GAMES = 10  # of the long test, for each scenario and random board
BOARDS = 12


@pytest.fixture
def by_chance(tmp_path):
    """A scenario file that chance writes: `by_chance(seed)` is its path."""
    for warband in WARBANDS:
        shutil.copy(warband, tmp_path)

    def write(seed: int) -> str:
        path = tmp_path / f"chance_{seed}.toml"
        path.write_text(random_scenario(random.Random(seed), [warband.name for warband in WARBANDS]))
        return str(path)

    return write


def compared(name: str, seed: int, bots=(0, 0), laid_out: float = 0.0, profiles: bool = False, options=OPTIONS[0]) -> int:
    """Decisions of one game that both agree on; `laid_out` is the share of activations before which chance moves the models."""
    scenario = RULESET.scenario(name, **options)
    if profiles:
        scenario = random_profiles(scenario, random.Random(seed))
    return Lockstep(Path(name).stem, scenario, read_board(name, options.get("turns")), seed, bots, laid_out).play()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_game_of_each_public_scenario(name: str) -> None:
    assert compared(name, seed=1, bots=(STRONG, 0)) > 50


def test_laid_out_positions_with_everything_on_the_board() -> None:
    assert compared(FILES[0], seed=2, laid_out=0.5, profiles=True, options={"turns": 2}) > 50


def test_a_board_made_by_chance(by_chance) -> None:
    assert compared(by_chance(3), seed=3, laid_out=0.5) > 50


@pytest.mark.slow
def test_many_games(by_chance) -> None:
    count = 0
    for name in (*PUBLIC, *FILES):
        for seed in range(GAMES):
            bots = random.Random(seed).choice([(STRONG, STRONG), (STRONG, 0), (0, STRONG), (0, 0)])
            wild = name in FILES
            count += compared(name, seed, bots, 0.5 * wild + 0.1 * (seed % 2), wild and seed % 2 == 1, OPTIONS[seed % 3])
    for board in range(BOARDS):
        name = by_chance(board)
        for seed in range(GAMES):
            count += compared(name, 1000 * board + seed, laid_out=0.5, profiles=seed % 2 == 1)
    print(f"{count} decisions compared, no difference")
