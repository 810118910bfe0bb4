"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` fires where most hits are expected and else goes for the nearest objective; `strong`
weighs every order by the exact odds and the value of places (see `judgement.py`). Ties are broken by the game's own noise.
"""

from __future__ import annotations

from envs.core.dice import noise, random_action
from envs.core.jit import jit
from envs.tide_of_iron.appraisal import appraise
from envs.tide_of_iron.instinct import greedy
from envs.tide_of_iron.judgement import score

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
    """Re-deal hidden things after a reseed: a deck's order is decided when a card is drawn, so a new key is a new shuffle (TI-CRD-01)."""
