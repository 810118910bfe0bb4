"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` goes for the nearest marker and any fair fight; `strong` follows the dossier's
strategy notes with exact odds (see `judgement.py`). Ties are broken by the game's own noise, so games differ.
"""

from __future__ import annotations

from envs.core.dice import noise, random_action
from envs.core.jit import jit
from envs.godbreakers.appraisal import appraise
from envs.godbreakers.judgement import greedy, score

BOTS = ("random", "simple", "strong")
_SIMPLE = 1
_TIE = 1e-4  # scores closer than this are equal


@jit
def choose(state, tables, mask, bot, scratch, spare):
    """A bot's answer to the pending decision; changes nothing but scratch."""
    if bot == 0:
        return random_action(state, mask)
    appraise(state, tables, scratch)
    best = -1e9
    chosen = 0
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        value = greedy(state, tables, action, scratch) if bot == _SIMPLE else score(state, tables, action, scratch)
        value += _TIE * noise(state, action) / 4294967296.0
        if value > best:
            best = value
            chosen = action
    return chosen


@jit
def reshuffle(state, tables):
    """Re-deal hidden things after a reseed: there are none (GB-GEN-07)."""
