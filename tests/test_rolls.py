"""Every die told belongs to the roll that it was thrown for, in every game."""

import subprocess
import sys
from pathlib import Path

import pytest

from skirmish_rl.envs.registry import available

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", available())
def test_dice_fall_inside_the_rule_that_tells_their_roll(name):
    run = subprocess.run([sys.executable, "-m", "tests.rolls", name, "skirmish:0:8", "800"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    thrown, *strays = run.stdout.split("\n")[:-1]
    assert int(thrown) > 150 and not strays
