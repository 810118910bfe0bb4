"""Generated scenarios that try to hang the rules: refused with a reason, or played to their ends with every feature in its range."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.envs.registry import RULESETS, available
from tests.adversarial.__main__ import run
from tests.adversarial.files import MAKERS, generated, write
from tests.adversarial.watch import watched

PATIENCE = 40.0  # seconds for a file, games included
FEW = 3
MANY = 40


def complaints(said: dict[str, Any]) -> str:
    """What is wrong with what a scenario did, "" if nothing is."""
    if "refused" in said:
        return ""
    if "hangs" in said or "crashes" in said:
        return str(said)
    fine = not said["faults"] and said["over"] and said["within"] and not said["outside"]
    return "" if fine else str(said)


def test_every_ruleset_has_its_generator() -> None:
    assert list(MAKERS) == [name for name in available() if name != "toy"] and set(MAKERS) <= set(RULESETS)


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_number_makes_the_same_files(name: str, tmp_path: Path) -> None:
    for number in range(20):
        assert generated(name, number) == generated(name, number)
    files, _, _ = generated(name, 0)
    assert write(files, tmp_path).read_text()


@pytest.mark.parametrize("name", MAKERS)
def test_some_generated_scenarios_play_to_their_ends(name: str) -> None:
    played = 0
    for number in range(40):
        said = run(name, number)
        assert not complaints(said)
        played += "refused" not in said
        if played == FEW:
            return
    pytest.fail("nearly all were refused")


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_no_generated_scenario_hangs_or_leaves_its_ranges(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In a process of its own, which is ended when it takes too long."""
    began = time.monotonic()
    said = watched(name, 1000, MANY, PATIENCE)
    refused = sum("refused" in one for one in said)
    with capsys.disabled():
        print(
            f"\n{name}: {len(said)} generated scenarios in {time.monotonic() - began:.0f} s: "
            f"{len(said) - refused} played, {refused} refused"
        )
    assert not [complaints(one) for one in said if complaints(one)]
    assert len(said) - refused >= MANY // 10
