"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` goes for the nearest marker and any fair fight; `strong` follows the dossier's
strategy notes with exact odds. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.bots.maps import count_coming, count_contacts, map_cells, map_direction
from skirmish_rl.envs.godbreakers.bots.plans import actor_of, plan_activation
from skirmish_rl.envs.godbreakers.bots.simple import score_simple
from skirmish_rl.envs.godbreakers.bots.strong import score_strong
from skirmish_rl.envs.godbreakers.bots.value import worth_of
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.state import Status

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    scratch.viewer = state.decider
    scratch.actor = -1
    for slot in range(state.used):
        scratch.worth[slot] = 0.0
        scratch.attack[slot] = 0.0
        scratch.plan[slot] = 0.0
        scratch.plan_strike[slot] = 0.0
        scratch.plan_idle[slot] = 0.0
        scratch.plan_threat[slot] = 0.0
        if state.units[slot].status == Status.ON_BOARD:
            scratch.worth[slot] = worth_of(state, tables, slot)
    actor = actor_of(state)
    if state.decision == Decision.ACTIVATE:
        plan_activations(state, tables, scratch)
    elif actor >= 0 and state.units[actor].seat == scratch.viewer:
        map_cells(state, tables, scratch, actor)
    else:
        count_contacts(state, scratch)
        map_direction(state, tables, scratch)
    count_coming(state, tables, scratch)


@jit
def plan_activations(state, tables, scratch):
    """A plan for every model that the viewer may activate."""
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.seat == state.decider and unit.activated == 0:
            plan_activation(state, tables, scratch, slot)
    scratch.actor = -1
    count_contacts(state, scratch)


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return score_simple(state, tables, action, scratch) if bot == _SIMPLE else score_strong(state, tables, action, scratch)
