"""What is true of a position: facts about models and markers that rules, bots and encoders ask for."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import is_adjacent
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, MAX_SEATS, SIDE, SLOTS, STANDING, Status, Trait


@jit
def rank_of(state, unit, trait):
    """Effective rank of a trait: own rank, or 1 from the circle's shard.

    Clauses: GB-CIR-03, GB-CIR-06, GB-CIR-07.

    Args:
        unit: a record of `state.units`.
    """
    own = unit.traits[trait]
    if own == 0 and state.shard_trait[unit.circle] == trait:
        return 1
    return own


@jit
def is_hostile(state, tables, viewer, other):
    """True if slot `other` is hostile to slot `viewer`.

    Clauses: GB-GEN-03, GB-GEN-04, GB-GEN-05, GB-WLD-02.
    """
    if viewer == other:
        return False
    a = state.units[viewer]
    b = state.units[other]
    if a.seat != b.seat:
        return True
    if a.seat >= 0:
        return False
    return tables.truce[a.kind, b.kind] == 0


@jit
def movement_of(state, unit):
    """Movement range in units. Clauses: GB-RNG-08, GB-MOV-02, GB-TRT-13."""
    return unit.die + 2 * rank_of(state, unit, Trait.FLEET)


@jit
def attack_range_of(state, unit):
    """Attack range in units. Clauses: GB-RNG-08, GB-ENG-03, GB-TRT-15."""
    return unit.die * rank_of(state, unit, Trait.RANGED)


@jit
def rolls(state, seat):
    """True for a circle of which a model rolls for the initiative. Clause: GB-INI-02."""
    roller = state.rollers[seat]
    return not is_routed(state, seat) and roller // CIRCLE_SIZE == seat and state.units[roller].status == Status.ON_BOARD


@jit
def others_roll(state, seat):
    """True if another circle rolls for the initiative, or is asked later who does. Clause: GB-INI-02."""
    for other in range(state.seats):
        if other != seat and (rolls(state, other) if other < seat else not is_routed(state, other)):
            return True
    return False


@jit
def director_of(state):
    """The seat lowest in priority, -1 once every circle has lost. Clause: GB-INI-06."""
    if state.surviving == 0:
        return -1
    return state.order[state.surviving - 1]


@jit
def controller_of(state, slot):
    """The seat that answers for a model: its player, or the director for a wild one. Clauses: GB-GEN-06, GB-WLD-04."""
    seat = state.units[slot].seat
    if seat >= 0:
        return seat
    return director_of(state)


@jit
def marker_controller(state, marker):
    """The seat that controls a marker, -1 for nobody.

    Clauses: GB-MRK-02, GB-MRK-03.

    Args:
        marker: index into `state.markers`, on the board.
    """
    cell = state.markers[marker].cell
    x = cell % SIDE
    y = cell // SIDE
    standing = 0
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            standing += STANDING[state.board[j * SIDE + i] + 1]
    models = standing >> 4 * (MAX_SEATS + 1)
    if models > 0:
        for seat in range(MAX_SEATS):
            if 2 * ((standing >> (4 * seat)) & 15) > models:
                return seat
    return -1


@jit
def godbreakers_of(state, seat):
    """Number of a circle's godbreakers on the battlefield."""
    n = 0
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        n += state.units[slot].status == Status.ON_BOARD
    return n


@jit
def is_routed(state, seat):
    """True for a circle that has lost by Rout. Clauses: GB-RES-04, GB-RES-05."""
    return ((state.routed >> seat) & 1) != 0


@jit
def touches_hostile(state, tables, slot, spare_engaged):
    """True if a hostile model is adjacent to a model.

    Args:
        spare_engaged: leave out models engaged in the running Engage (GB-ENG-05 i).
    """
    cell = state.units[slot].cell
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            other = state.board[j * SIDE + i]
            if other < 0 or other >= SLOTS or other == slot:
                continue
            if spare_engaged and state.units[other].result >= 0:
                continue
            if is_hostile(state, tables, slot, other):
                return True
    return False


@jit
def are_adjacent(state, a, b):
    """True if two models on the board stand on neighbouring cells."""
    return is_adjacent(SIDE, state.units[a].cell, state.units[b].cell)
