"""Special actions that traits give, but those of terrain: Hidden Ways, Despoiling, Summoning, Thunderous. Chapter TRT."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.grid import neighbour
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, heal, place_model, remove_casualty, suffer
from skirmish_rl.envs.godbreakers.rules.moving import write_placements
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.telling import Condition, Modifier, Own, Roll
from skirmish_rl.envs.godbreakers.state import CELLS, GODBREAKERS, SIDE, SLOTS, Kind, Spot, Status, Trait


@jit
def has_free_neighbour(state, cell):
    """True if a model can be placed next to a cell."""
    for k in range(8):
        near = neighbour(SIDE, SIDE, cell, k)
        if near >= 0 and state.board[near] == Spot.FREE:
            return True
    return False


@jit
def is_hidden_way(state, tables, slot, cell, rank):
    """True for a cell at PlaceWithin(rank) of some other model. Clause: GB-TRT-04."""
    if state.board[cell] != Spot.FREE:
        return False
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - rank, 0), min(y + rank + 1, SIDE)):
        for i in range(max(x - rank, 0), min(x + rank + 1, SIDE)):
            other = state.board[j * SIDE + i]
            if 0 <= other < SLOTS and other != slot and can_place(state, tables, j * SIDE + i, cell, rank):
                return True
    return False


@jit
def has_hidden_way(state, tables, slot, rank):
    """True if Hidden Ways could lead anywhere. Clause: GB-SPC-08."""
    for cell in range(CELLS):
        if is_hidden_way(state, tables, slot, cell, rank):
            return True
    return False


@jit
def legal_hidden_ways(state, tables, mask):
    """The cells Hidden Ways may lead to, or nowhere. Clause: GB-TRT-04."""
    mask[PASS] = 1
    slot = state.active
    rank = rank_of(state, state.units[slot], Trait.MYSTERIOUS)
    for cell in range(CELLS):
        mask[CELL + cell] = is_hidden_way(state, tables, slot, cell, rank)


@jit
def apply_hidden_ways(state, tables, action):
    """Let the active model reappear in the chosen cell, or stay. Clause: GB-TRT-04."""
    if action != PASS:
        place_model(state, tables, state.active, action - CELL)


@jit
def is_fallen_friend(state, slot, other):
    """True for a godbreaker that Despoiling may return. Clauses: GB-TRT-16, GB-DIE-09."""
    if other >= GODBREAKERS or state.units[other].status != Status.CASUALTY:
        return False
    return state.units[other].circle == state.units[slot].seat


@jit
def legal_despoil_unit(state, mask):
    """The godbreakers that Despoiling may return. Clause: GB-TRT-16."""
    for other in range(state.used):
        if is_fallen_friend(state, state.active, other):
            mask[SLOT + other] = 1


@jit
def apply_despoil_unit(state, action):
    """Name the godbreaker that returns; its cell is asked next. Clause: GB-TRT-16."""
    ask(state, state.decider, Decision.DESPOIL_CELL, action - SLOT)


@jit
def legal_beside(state, tables, mask):
    """The free cells next to the active model: where one returns, or is summoned. Clauses: GB-TRT-16, GB-TRT-21."""
    write_placements(state, tables, state.units[state.active].cell, 0, mask[CELL:ORDER])


@jit
def apply_despoil_cell(state, tables, action):
    """A fallen godbreaker returns; a test decides whether it stays. Clauses: GB-TRT-16, GB-TRT-17, GB-TRT-24."""
    slot = state.active
    fallen = state.subject
    unit = state.units[fallen]
    die = min(unit.die, 4 + 2 * rank_of(state, state.units[slot], Trait.DESPOILING))
    place_model(state, tables, fallen, action - CELL)
    heal(state, fallen, unit.damage, Modifier.NONE)
    if die != unit.die:
        note(state, Own.GROWN, unit=fallen, value=die)
    unit.die = die
    unit.activated = 0
    if not passes_test(state, slot, Roll.DESPOILING, fallen):
        remove_casualty(state, tables, fallen)


@jit
def apply_summon_cell(state, tables, action):
    """Put a new model next to the summoner; a test decides whether it obeys. Clauses: GB-TRT-21, GB-TRT-22, GB-TRT-24."""
    slot = state.active
    me = state.units[slot]
    newcomer = create_model(state, tables, state.new_model, action - CELL, -1)
    state.new_model = Kind.GODBREAKER
    unit = state.units[newcomer]
    unit.die = 6 + 2 * rank_of(state, me, Trait.SUMMONING)
    unit.summoner = me.seat
    note(state, Own.GROWN, unit=newcomer, value=unit.die)
    if passes_test(state, slot, Roll.SUMMONING, newcomer):
        unit.seat = me.seat
        note(state, Event.CONDITION, unit=newcomer, value=Condition.TAME)


@jit
def thunder(state, tables, slot):
    """Thunder: damage within R, a test, then damage within 2R or to the caster.

    Clauses: GB-TRT-23, GB-TRT-24. Rolls one test.
    """
    unit = state.units[slot]
    rank = rank_of(state, unit, Trait.THUNDEROUS)
    blast(state, tables, slot, rank, rank)
    if passes_test(state, slot, Roll.THUNDER, -1):
        blast(state, tables, slot, 2 * rank, rank)
    else:
        suffer(state, slot, rank, Modifier.THUNDEROUS)


@jit
def blast(state, tables, slot, within, damage):
    """Hurt every inactive model within a range of the active one."""
    for other in range(state.used):
        unit = state.units[other]
        if other != slot and unit.status == Status.ON_BOARD:
            if range_of(state, tables, state.units[slot].cell, unit.cell) <= within:
                suffer(state, other, damage, Modifier.THUNDEROUS)
