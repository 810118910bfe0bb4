"""Exact odds of attack rolls and tests (dossier tables T1-T3), for bots and action features."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.odds import leads

ROLLS = 64  # die (4) x reroll threshold (4) x challenging x unlucky
FACES = 13

ODDS_FIELDS = [
    ("pmf", "f4", (ROLLS, FACES)),  # chance of each result 0-12
    ("ahead", "f4", (ROLLS, ROLLS, FACES)),  # chance that the first roll beats the second by 1-12
    ("passes", "f4", (4, 4, 2)),  # die, threshold, unlucky: chance to pass a test
]


def roll_odds(die: int, threshold: int, challenging: bool, unlucky: bool) -> np.ndarray:
    """Chance of each result 0..12 of one roll. Clauses: GB-DIE-02..04, GB-FLW-05."""
    out = np.zeros(FACES)
    faces = [face for face in range(1, die + 1) if face > threshold]
    for face in faces:
        failed = challenging and face <= (4 if unlucky else 3)
        out[0 if failed else face] += 1 / len(faces)
    return out


def fill_odds(tables: np.void) -> None:
    """Write the odds into a scenario's tables."""
    for d, die in enumerate((6, 8, 10, 12)):
        for threshold in range(4):
            for unlucky in (0, 1):
                for challenging in (0, 1):
                    index = ((d * 4 + threshold) * 2 + challenging) * 2 + unlucky
                    tables["pmf"][index] = roll_odds(die, threshold, bool(challenging), bool(unlucky))
                tables["passes"][d, threshold, unlucky] = 1 - roll_odds(die, threshold, True, bool(unlucky))[0]
    chances = tables["pmf"].astype(float)
    tables["ahead"] = leads(chances, chances)
