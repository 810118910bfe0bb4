"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` fires where most hits are expected and else goes for the nearest objective; `strong`
weighs every order by the exact odds and the value of places (see `judgement.py`).
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.instinct import greedy
from skirmish_rl.envs.tide_of_iron.judgement import score

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def opinion(state, tables, action, bot, scratch):
    """What a bot thinks of a legal action; `appraise` must have run."""
    return greedy(state, tables, action, scratch) if bot == _SIMPLE else score(state, tables, action, scratch)


@jit
def reshuffle(state, tables):
    """Re-deal hidden things after a reseed: a deck's order is decided when a card is drawn, so a new key is a new shuffle (TI-CRD-01)."""
