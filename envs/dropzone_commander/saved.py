"""Could play have led here? What is wrong with a saved game whose fields are all in range."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario


def wrong(record: np.void, scenario: Scenario) -> Iterator[str]:
    """Complaints about a game whose fields are all in range; the first one counts."""
    yield from ()
