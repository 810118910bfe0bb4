"""Wild models: which compulsion holds, what it points at, and what it allows. Chapter WLD."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, ORDER, SLOT
from skirmish_rl.envs.godbreakers.rules.engaging import is_target
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile, movement_of, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.models import marker_on
from skirmish_rl.envs.godbreakers.rules.moving import write_moves
from skirmish_rl.envs.godbreakers.rules.telling import Own
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    MARKERS,
    SIDE,
    SLOTS,
    Act,
    Compulsion,
    Flaw,
    Kind,
    MarkerKind,
    Rule,
    Status,
    Token,
    Trait,
)

NO_RANGE = 1000


@jit
def compulsion_of(state, tables, slot):
    """The compulsion a wild model is under as it starts its activation.

    Clauses: GB-WLD-05..07, GB-WLD-11, GB-WLD-12, GB-FLW-03, GB-S2-03, GB-S2-04, GB-S3-04, GB-S4-04.
    """
    unit = state.units[slot]
    for other in range(state.used):
        prey = state.units[other]
        if other != slot and prey.status == Status.ON_BOARD and prey.flaws[Flaw.PREY]:
            if range_of(state, tables, unit.cell, prey.cell) <= movement_of(state, unit):
                return Compulsion.PREDATOR
    if unit.kind == Kind.SABOTEUR and has_marker(state, MarkerKind.SHARD):
        return Compulsion.SHARDBANE
    if unit.kind == Kind.SCAVENGER and has_marker(state, MarkerKind.HOARD):
        return Compulsion.HOARDER
    if unit.kind == Kind.LESSER_BEAST and tables.rule == Rule.NEST:
        for other in range(state.used):
            if is_carrier(state, tables, slot, other, Token.TROPHY):
                return Compulsion.AVENGER
    if unit.die == 6:
        return Compulsion.COWARDLY
    return Compulsion.MURDEROUS


@jit
def has_marker(state, kind):
    """True while a marker of a kind is on the battlefield."""
    for marker in range(MARKERS):
        if state.markers[marker].cell >= 0 and state.markers[marker].kind == kind:
            return True
    return False


@jit
def is_carrier(state, tables, slot, other, token):
    """True for a hostile model that carries a token."""
    unit = state.units[other]
    return unit.status == Status.ON_BOARD and unit.tokens[token] > 0 and is_hostile(state, tables, slot, other)


@jit
def is_aim(state, tables, slot, compulsion, thing):
    """True if a compulsion could point a wild model at something.

    Args:
        thing: a slot (0 to SLOTS-1), or SLOTS + cell for a marker or a pile of tokens on that cell.
    """
    if thing < SLOTS:
        if thing == slot or state.units[thing].status != Status.ON_BOARD:
            return False
        if compulsion == Compulsion.MURDEROUS:
            return is_hostile(state, tables, slot, thing)
        if compulsion == Compulsion.COWARDLY:
            if not is_hostile(state, tables, slot, thing):
                return False
            return 0 < distance2(SIDE, state.units[slot].cell, state.units[thing].cell) <= 2
        if compulsion == Compulsion.PREDATOR:
            return state.units[thing].flaws[Flaw.PREY] != 0
        if compulsion == Compulsion.HOARDER:
            return is_carrier(state, tables, slot, thing, Token.TREASURE)
        if compulsion == Compulsion.AVENGER:
            return is_carrier(state, tables, slot, thing, Token.TROPHY)
        return False
    cell = thing - SLOTS
    if compulsion == Compulsion.SHARDBANE:
        marker = marker_on(state, cell)
        return marker >= 0 and state.markers[marker].kind == MarkerKind.SHARD
    if compulsion == Compulsion.HOARDER:
        return state.piles[Token.TREASURE, cell] > 0
    return False


@jit
def cell_of(state, thing):
    """The cell of something a compulsion points at."""
    if thing < SLOTS:
        return state.units[thing].cell
    return thing - SLOTS


@jit
def closest_range(state, tables, slot, compulsion, low, high):
    """Range to the closest thing in [low, high) the compulsion may point at, NO_RANGE if there is none. Clause: GB-RNG-07."""
    best = NO_RANGE
    for thing in range(low, high):
        if is_aim(state, tables, slot, compulsion, thing):
            best = min(best, range_of(state, tables, state.units[slot].cell, cell_of(state, thing)))
    return best


@jit
def aim_span(state, tables, slot, compulsion):
    """The range of things in which the aim is looked for: models come before markers and tokens (a hoarder attacks carriers first).

    Clauses: GB-S3-04, GB-WLD-14.

    Returns:
        (low, high, range): bounds of `thing`, and the Range of the closest; NO_RANGE if there is none.
    """
    best = closest_range(state, tables, slot, compulsion, 0, SLOTS)
    if best < NO_RANGE or (compulsion != Compulsion.SHARDBANE and compulsion != Compulsion.HOARDER):
        return 0, SLOTS, best
    return SLOTS, SLOTS + CELLS, closest_range(state, tables, slot, compulsion, SLOTS, SLOTS + CELLS)


@jit
def is_closest_aim(state, tables, slot, compulsion, thing, best):
    """True for one of the tied closest things. Cowardly: every adjacent hostile model (GB-WLD-09)."""
    if not is_aim(state, tables, slot, compulsion, thing):
        return False
    return range_of(state, tables, state.units[slot].cell, cell_of(state, thing)) == best


@jit
def legal_wild_target(state, tables, mask):
    """The closest things, if there are several. Clauses: GB-WLD-09, GB-WLD-14."""
    slot = state.active
    low, high, best = aim_span(state, tables, slot, state.compulsion)
    base = SLOT if low == 0 else CELL - SLOTS
    for thing in range(low, high):
        if is_closest_aim(state, tables, slot, state.compulsion, thing, best):
            mask[base + thing] = 1


@jit
def apply_wild_target(state, action):
    """Name the target of the active wild model. Clause: GB-WLD-14."""
    state.aim = action - SLOT if action < CELL else SLOTS + action - CELL
    note_aim(state)


@jit
def note_aim(state):
    """Note what the active wild model is under and goes for."""
    aim = state.aim
    if aim < 0:
        note(state, Own.AIMLESS, unit=state.active, value=state.compulsion)
        return
    cell = aim - SLOTS if aim >= SLOTS else -1
    note(state, Own.COMPELLED, unit=state.active, other=-1 if aim >= SLOTS else aim, cell=cell, value=state.compulsion)


@jit
def write_wild_acts(state, tables, slot, mask):
    """Mark the actions that satisfy the compulsion of the active wild model.

    Clauses: GB-WLD-03, GB-WLD-08..14, GB-S2-03, GB-S3-04. Reads `state.compulsion` and `state.aim`.

    Args:
        mask: uint8 (actions,), all zero on entry.

    Returns:
        Number of legal actions; 0 if the compulsion allows none.
    """
    compulsion = state.compulsion
    cells = mask[CELL:ORDER]
    if compulsion == Compulsion.COWARDLY:
        if state.aim < 0:
            return 0
        return keep_farthest(state, tables, slot, state.units[state.aim].cell, cells)
    if compulsion == Compulsion.SHARDBANE:
        if state.aim < 0:
            return 0
        shard = cell_of(state, state.aim)
        if range_of(state, tables, state.units[slot].cell, shard) == 0:
            mask[ACT + Act.DESTROY_MARKER] = 1
            return 1
        return keep_approach(state, tables, slot, shard, 0, cells)
    if compulsion == Compulsion.HOARDER and (state.aim < 0 or state.aim >= SLOTS):
        return write_fetching(state, tables, slot, mask, cells)
    if state.aim < 0:
        return 0
    return write_attacks(state, tables, slot, state.aim, mask, cells)


@jit
def write_attacks(state, tables, slot, target, mask, cells):
    """Actions that inflict damage on a model, or bring that closer. Clause: GB-WLD-13."""
    unit = state.units[slot]
    there = state.units[target].cell
    distance = range_of(state, tables, unit.cell, there)
    n = 0
    if is_target(state, tables, slot, target):
        mask[SLOT + target] = 1
        n += 1
    rank = rank_of(state, unit, Trait.THUNDEROUS)
    if rank > 0 and distance <= rank:
        mask[ACT + Act.THUNDER] = 1
        n += 1
    if n > 0:
        return n
    return keep_approach(state, tables, slot, there, max(attack_range_of(state, unit), rank), cells)


@jit
def approach_bar(state, tables, slot, there, within, cells):
    """Range from a cell that an approaching Move must end within: `within` if attainable, else the least attainable.

    Clauses: GB-WLD-13 (c), GB-S2-03.

    Args:
        cells: the legal Moves, bit 0.

    Returns:
        The Range, -1 if no Move is a gain.
    """
    least = NO_RANGE
    for cell in range(CELLS):
        if cells[cell] & 1:
            least = min(least, range_of(state, tables, cell, there))
    if least <= within:
        return within
    if least < range_of(state, tables, state.units[slot].cell, there):
        return least
    return -1


@jit
def keep_approach(state, tables, slot, there, within, cells):
    """Only the Moves that approach a cell, see approach_bar; returns their number."""
    write_moves(state, tables, slot, cells)
    bar = approach_bar(state, tables, slot, there, within, cells)
    n = 0
    for cell in range(CELLS):
        if cells[cell]:
            keep = range_of(state, tables, cell, there) <= bar
            cells[cell] = keep
            n += keep
    return n


@jit
def keep_farthest(state, tables, slot, there, cells):
    """Moves to the greatest attainable Range from a cell, if that is above 0. Clauses: GB-WLD-09, GB-WLD-10."""
    write_moves(state, tables, slot, cells)
    most = 0
    for cell in range(CELLS):
        if cells[cell]:
            most = max(most, range_of(state, tables, cell, there))
    n = 0
    for cell in range(CELLS):
        if cells[cell]:
            keep = most > 0 and range_of(state, tables, cell, there) == most
            cells[cell] = keep
            n += keep
    return n


@jit
def mark_approach(state, tables, slot, there, cells):
    """Set bit 1 of the Moves that approach a cell to within 0U."""
    bar = approach_bar(state, tables, slot, there, 0, cells)
    for cell in range(CELLS):
        if cells[cell] and range_of(state, tables, cell, there) <= bar:
            cells[cell] = 3


@jit
def write_fetching(state, tables, slot, mask, cells):
    """A hoarder without carriers to rob: go for the closest loose treasure, or to a hoard. Clause: GB-S3-04."""
    here = state.units[slot].cell
    n = 0
    write_moves(state, tables, slot, cells)
    if state.aim >= SLOTS:
        pile = cell_of(state, state.aim)
        if range_of(state, tables, here, pile) == 0:
            mask[ACT + Act.STAY] = 1
            n += 1
        else:
            mark_approach(state, tables, slot, pile, cells)
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and m.kind == MarkerKind.HOARD and range_of(state, tables, here, m.cell) > 0:
            mark_approach(state, tables, slot, m.cell, cells)
    for cell in range(CELLS):
        cells[cell] >>= 1
        n += cells[cell]
    return n
