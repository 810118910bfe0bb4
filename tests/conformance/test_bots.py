"""Bots answer legally and are ordered by strength."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.testing import check_bots


def test_bots_are_legal_and_ordered(outermost: list[Scenario]) -> None:
    check_bots(outermost[0], games=100)


@pytest.mark.slow
def test_bots_are_ordered_with_clear_margins(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_bots(scenario, games=1000, margin=0.1)
