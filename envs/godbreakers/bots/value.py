"""What are a model, a hit and an Engage worth? Exact odds, in victory points; the dossier's strategy notes and tables T1 to T3."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.engaging import attack_threshold
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile, marker_controller, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade, range_of
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import GODBREAKERS, MARKERS, SIDE, SLOTS, Flaw, Kind, Status, Token, Trait

_GROWTH = 0.4  # of a Triumph, beside the healing


@jit
def survival(state, slot, damage):
    """Chance to outlive the next recovery roll with some damage. Clauses: GB-REC-02, GB-REC-05, GB-TRT-09; table T2."""
    unit = state.units[slot]
    left = damage - rank_of(state, unit, Trait.RELENTLESS)
    if left <= 1:
        return 1.0
    if left <= unit.die:
        return (unit.die - left + 1.0) / unit.die
    return 1.0 / unit.die if slot < GODBREAKERS else 0.0


@jit
def worth_of(state, tables, slot):
    """What a model is worth to its own side (to everybody else, for a wild one: what its removal brings)."""
    unit = state.units[slot]
    left = tables.rounds - state.round + 1.0
    if slot < GODBREAKERS:
        value = 0.7 + 0.35 * left + 0.12 * (unit.die - 6)
        if unit.tokens[Token.TREASURE] > 0:
            value += 5.0
        if unit.tokens[Token.TROPHY] > 0:
            value += 10.0
        return value
    kind = unit.kind
    if unit.seat >= 0:
        return 10.0 if kind == Kind.COMPANION else 0.4 + 0.25 * left
    if kind == Kind.STALKER or kind == Kind.TURNED:
        return 3.0
    if kind == Kind.GREAT_BEAST:
        return 2.0
    if kind == Kind.BYSTANDER:
        return -0.6
    if kind == Kind.RUNNER or kind == Kind.AFFLICTED:
        return 0.1
    if kind == Kind.SCAVENGER and unit.tokens[Token.TREASURE] > 0:
        return 2.0
    return 0.5


@jit
def stake(state, scratch, slot):
    """Sign of a model's worth to the viewer: 1 own, -1 a rival's or wild."""
    return 1.0 if state.units[slot].seat == scratch.viewer else -1.0


@jit
def loss(state, scratch, slot, more):
    """Worth lost, to its own side, by a model that takes some more damage."""
    damage = state.units[slot].damage
    return scratch.worth[slot] * (survival(state, slot, damage) - survival(state, slot, damage + more))


@jit
def roll_index(state, slot, threshold, challenging):
    """Row of the odds tables for a roll of a model."""
    unit = state.units[slot]
    return (((unit.die // 2 - 3) * 4 + threshold) * 2 + challenging) * 2 + unit.flaws[Flaw.UNLUCKY]


@jit
def pass_chance(state, tables, slot):
    """Chance that the active model passes a test. Table T3."""
    unit = state.units[slot]
    return tables.passes[unit.die // 2 - 3, rank_of(state, unit, Trait.INSPIRED), unit.flaws[Flaw.UNLUCKY]]


@jit
def triumph_gain(state, scratch, slot):
    """Worth, to its own side, of rolling the top face with a godbreaker."""
    if slot >= GODBREAKERS:
        return 0.0
    unit = state.units[slot]
    if unit.die == 12:
        return -0.8 * scratch.worth[slot]
    return scratch.worth[slot] * (1.0 - survival(state, slot, unit.damage)) + _GROWTH


@jit
def hit_value(state, tables, scratch, winner, loser, row, against):
    """Expected worth the loser's side loses when `winner` beats it, over all leads. Clauses: GB-ENG-07, GB-ENG-10."""
    bonus = 2 * rank_of(state, state.units[winner], Trait.BRUTAL) - 2 * rank_of(state, state.units[loser], Trait.TOUGH)
    brittle = state.units[loser].flaws[Flaw.BRITTLE]
    total = 0.0
    for lead in range(1, 13):
        chance = tables.ahead[row, against, lead]
        if chance > 0.0:
            total += chance * loss(state, scratch, loser, max(1, lead + bonus) + brittle)
    return total


@jit
def touches_other(state, tables, slot, cell, other):
    """True if a model on a cell would touch a hostile model other than `other`."""
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            third = state.board[j * SIDE + i]
            if 0 <= third < SLOTS and third != slot and third != other and is_hostile(state, tables, slot, third):
                return True
    return False


@jit
def engage_rows(state, tables, slot, target, cell):
    """Rows of the odds tables for an Engage by `slot`, standing on a cell, against `target`. Clause: GB-ENG-05."""
    there = state.units[target].cell
    me_walled = is_near_barricade(state, cell)
    it_walled = is_near_barricade(state, there)
    mine_hard = touches_other(state, tables, slot, cell, target) or (it_walled and not me_walled)
    its_hard = touches_other(state, tables, target, there, slot) or (me_walled and not it_walled)
    row = roll_index(state, slot, attack_threshold(state, slot), mine_hard)
    return row, roll_index(state, target, rank_of(state, state.units[target], Trait.DEFENSIVE), its_hard)


@jit
def engage_value(state, tables, scratch, slot, target, cell):
    """Expected gain of an Engage by `slot`, standing on a cell, against `target`; tables T1 and T2.

    Clauses: GB-ENG-04..08.
    """
    there = state.units[target].cell
    row, against = engage_rows(state, tables, slot, target, cell)
    gain = -stake(state, scratch, target) * hit_value(state, tables, scratch, slot, target, row, against)
    distance = range_of(state, tables, there, cell)
    if distance <= attack_range_of(state, state.units[target]):
        gain -= hit_value(state, tables, scratch, target, slot, against, row)
    gain += tables.pmf[row, state.units[slot].die] * triumph_gain(state, scratch, slot)
    if target < GODBREAKERS:
        gain -= tables.pmf[against, state.units[target].die] * triumph_gain(state, scratch, target)
    return gain


@jit
def shot_value(state, tables, scratch, slot, target):
    """Expected gain of an Engage from beyond the target's own reach, in the open."""
    row = roll_index(state, slot, rank_of(state, state.units[slot], Trait.DEADLY), False)
    against = roll_index(state, target, rank_of(state, state.units[target], Trait.DEFENSIVE), False)
    gain = -stake(state, scratch, target) * hit_value(state, tables, scratch, slot, target, row, against)
    gain += tables.pmf[row, state.units[slot].die] * triumph_gain(state, scratch, slot)
    if target < GODBREAKERS:
        gain -= tables.pmf[against, state.units[target].die] * triumph_gain(state, scratch, target)
    return gain


@jit
def displacement_gain(state, tables, scratch, slot):
    """Gain for the viewer of taking a rival's or wild model away from the markers it touches. Note 16."""
    here = state.units[slot].cell
    total = 0.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0 or range_of(state, tables, there, here) > 0:
            continue
        mine = scratch.mine[marker]
        if scratch.actor >= 0 and scratch.actor < GODBREAKERS and state.units[scratch.actor].cell >= 0:
            mine += range_of(state, tables, there, state.units[scratch.actor].cell) == 0
        others = scratch.others[marker]
        worth = marker_worth(state, marker, scratch.viewer) + 0.0
        if mine <= others and mine > others - 1:
            total += worth
        holder = marker_controller(state, marker)
        if holder >= 0 and holder == state.units[slot].seat:
            total += 0.5 * marker_worth(state, marker, holder)
    return total


@jit
def blast_value(state, tables, scratch, actor, within, damage):
    """Gain of damaging every model but the actor within a range of it."""
    here = state.units[actor].cell
    total = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if slot != actor and unit.status == Status.ON_BOARD and range_of(state, tables, here, unit.cell) <= within:
            total -= stake(state, scratch, slot) * loss(state, scratch, slot, damage)
    return total


@jit
def shape_value(state, scratch, cell):
    """Gain of an area patch that hurts whoever stands in it."""
    rank = rank_of(state, state.units[state.active], Trait.SHAPING)
    total = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and abs(unit.cell % SIDE - cell % SIDE) <= 1 and abs(unit.cell // SIDE - cell // SIDE) <= 1:
            total -= stake(state, scratch, slot) * loss(state, scratch, slot, rank)
    return total
