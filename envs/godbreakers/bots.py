"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` goes for the nearest marker and any fair fight; `strong` follows the dossier's
strategy notes with exact odds (see `judgement.py`).
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.judgement import greedy, score

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def opinion(state, tables, action, bot, scratch):
    """What a bot thinks of a legal action; `appraise` must have run."""
    return greedy(state, tables, action, scratch) if bot == _SIMPLE else score(state, tables, action, scratch)


@jit
def reshuffle(state, tables):
    """Re-deal hidden things after a reseed: there are none (GB-GEN-07)."""
