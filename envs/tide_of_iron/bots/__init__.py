"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` fires where most hits are expected and else goes for the nearest objective; `strong`
weighs every order by the exact odds and the value of places. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.maps import map_cells
from skirmish_rl.envs.tide_of_iron.bots.simple import score_simple
from skirmish_rl.envs.tide_of_iron.bots.strong import score_strong
from skirmish_rl.envs.tide_of_iron.rules.scoring import value_of
from skirmish_rl.envs.tide_of_iron.state import SLOTS, Status

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action; plans follow when first read."""
    scratch.viewer = max(state.decider, 0)
    scratch.planned = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        scratch.worth[slot] = 0.5 * value_of(tables, slot, unit) if unit.status == Status.ON_MAP else 0.0
    map_cells(state, tables, scratch)


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return score_simple(state, tables, action, scratch) if bot == _SIMPLE else score_strong(state, tables, action, scratch)
