"""The order of activations: whom to activate first. Strategy notes 7, 13, 14."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.maps import best_gun, charge_share, half_squared, squared
from skirmish_rl.envs.trench_crusade.bots.value import fight_value, ranged_value, stray_share
from skirmish_rl.envs.trench_crusade.bots.worth import relic_stake
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_in_sight
from skirmish_rl.envs.trench_crusade.state import FORCE, WIDTH, Status, is_on_board, seat_of

NEVER = -1e6
_FRESH = 1.25  # of an attack: its target has still to act
_RUNS = 0.5  # of a claim: a Dash is needed, too
_ALONE = 0.2  # of a claim that no enemy can take away in this Turn
_WAITS = 0.02  # of its worth: who has nothing to do waits, the dearest longest


@jit
def plan_order(state, tables, scratch, seat):
    """What each model of a seat could do at once: whom to activate first. Strategy note 7."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        scratch.urge[slot] = NEVER
        if is_on_board(unit) and unit.activated == 0:
            scratch.urge[slot] = urge_of(state, tables, scratch, slot)


@jit
def urge_of(state, tables, scratch, slot):
    """The best attack that a model has at once, the claims that it may lose, and its worth."""
    cell = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    gun = best_gun(state, tables, slot)
    span = squared(tables.range[gun]) if gun >= 0 else -1
    half = half_squared(tables.range[gun]) if gun >= 0 else -1
    best = 0.0
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD:
            continue
        fresh = _FRESH if unit.activated == 0 else 1.0
        apart = distance2(WIDTH, cell, unit.cell)
        if not is_in_sight(tables, cell, unit.cell):
            continue
        if apart <= span and not unit.hidden:
            long = 1 if apart > half else 0
            value = ranged_value(state, tables, scratch, slot, gun, other, long, 1 if has_cover(tables, cell, unit.cell) else 0, 0)
            best = max(best, fresh * value * stray_share(state, tables, slot, other))
        share = charge_share(apart)
        if tables.can_fight[slot] and share > 0.0:
            best = max(best, fresh * share * fight_value(state, tables, scratch, slot, other, True, 0))
    best += claim_urge(state, tables, scratch, slot)
    return best + _WAITS * scratch.worth[slot] * (1.0 if best > 0.0 else -1.0)


@jit
def claim_urge(state, tables, scratch, slot):
    """The worth of a claim that a model might make at once; it counts most if an enemy that has still to act is as near."""
    best = 0.0
    foe = FORCE * (1 - seat_of(slot))
    cell = state.units[slot].cell
    for relic in range(tables.relics):
        if state.round > tables.relic_last[relic] or state.claimed[relic] >= 0:
            continue
        there = tables.relic_cell[relic]
        value = relic_stake(state, tables, scratch, slot, relic) * run_share(tables, slot, cell, there)
        rivals = 0.0
        for other in range(foe, foe + FORCE):
            unit = state.units[other]
            if unit.status == Status.ON_BOARD and unit.activated == 0:
                rivals = max(rivals, run_share(tables, other, unit.cell, there))
        best = max(best, value * max(_ALONE, rivals))
    return best


@jit
def run_share(tables, slot, cell, there):
    """Chance that a model comes within 1" of a cell by its next activation: a Move, or a Dash, too."""
    far = distance2(WIDTH, cell, there)
    reach = tables.move[slot] + 2
    if far <= reach * reach:
        return 1.0
    reach += tables.move[slot]
    return _RUNS if far <= reach * reach else 0.0
