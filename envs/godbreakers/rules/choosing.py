"""What may be chosen at each decision. `actions.legal` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.activating import pile_cell
from skirmish_rl.envs.godbreakers.rules.compulsion import aim_span, is_closest_aim, write_wild_acts
from skirmish_rl.envs.godbreakers.rules.engaging import can_engage, is_target
from skirmish_rl.envs.godbreakers.rules.exchange import shove_range
from skirmish_rl.envs.godbreakers.rules.frames import has_placement, place_range
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of
from skirmish_rl.envs.godbreakers.rules.moving import can_move, write_moves, write_placements
from skirmish_rl.envs.godbreakers.rules.numbering import ACT, CELL, COUNT, MOST, ORDER, PASS, SLOT
from skirmish_rl.envs.godbreakers.rules.setting_up import BEAST_RANGE, OUTSIDE_RANGE, is_hunt_cell, is_marker_cell, is_shard_cell
from skirmish_rl.envs.godbreakers.rules.specials import (
    is_fallen_friend,
    is_offered,
    is_patient,
    is_receiver,
    may_sunder,
    write_hidden_ways,
)
from skirmish_rl.envs.godbreakers.rules.terrain import is_by_piece, write_shapes
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    MARKERS,
    PIECES,
    SIDE,
    SLOTS,
    TOKENS,
    Act,
    Decision,
    Rule,
    Spot,
    Status,
    Trait,
    movement_of,
    rank_of,
)


@jit
def legal_action(state, tables, mask):
    """Actions of the active model. Clauses: GB-ACT-06, GB-ACT-07, GB-ENG-02, GB-SPC-01, GB-WLD-01, GB-WLD-03."""
    slot = state.active
    unit = state.units[slot]
    if unit.seat < 0:
        n = write_wild_acts(state, tables, slot, mask)
        if n == 0:
            mask[PASS] = 1  # nothing satisfies the compulsion: the activation passes
            n = 1
        return n
    mask[PASS] = 1
    n = 1
    if can_move(state, slot):
        n += write_moves(state, tables, slot, mask[CELL:ORDER])
    if can_engage(state, slot):
        for other in range(state.used):
            if is_target(state, tables, slot, other):
                mask[SLOT + other] = 1
                n += 1
    for act in range(Act.READY + 1):
        if is_offered(state, tables, slot, act):
            mask[ACT + act] = 1
            n += 1
    return n


@jit
def legal_set_up(state, tables, mask):
    """Placements before the first round, initiative and priority. Chapters SET and INI."""
    decision = state.decision
    frame = top_frame(state)
    seat = state.decider
    n = 0
    if decision == Decision.DEPLOY_UNIT:
        for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
            if state.units[slot].status == Status.RESERVE:
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision == Decision.ROLLER:
        for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
            if state.units[slot].status == Status.ON_BOARD:
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision == Decision.PRIORITY:
        n = 1
        for k in range(2, state.surviving + 1):
            n *= k
        for k in range(n):
            mask[ORDER + k] = 1
        return n
    if decision == Decision.DEPLOY_CELL:
        shard = state.markers[1 + seat].cell
        movement = movement_of(state, state.units[frame.b])
        n = write_placements(state, tables, shard, movement, mask[CELL:ORDER])
        if n == 0:
            n = write_nearest(state, shard, mask)
        return n
    for cell in range(CELLS):
        if state.board[cell] != Spot.FREE:
            continue
        fits = False
        if decision == Decision.PLACE_SHARD:
            fits = is_shard_cell(state, tables, cell)
        elif decision == Decision.PLACE_MARKER:
            fits = is_marker_cell(state, tables, cell)
        elif decision == Decision.DEPLOY_THREAT:
            fits = range_of(state, tables, state.units[frame.b].cell, cell) > OUTSIDE_RANGE
        elif tables.rule == Rule.NEST:
            fits = can_place(state, tables, tables.centre, cell, BEAST_RANGE)
        else:
            fits = is_hunt_cell(state, tables, seat, frame.c, frame.b - 3, cell)
        if fits:
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        # Nothing fits: unstable placement, nearest to what the rule measures from.
        origin = tables.centre + 0
        if tables.rule == Rule.HUNT and frame.c == 6:
            origin = state.markers[1 + seat].cell + 0
        n = write_nearest(state, origin, mask)
    return n


@jit
def write_nearest(state, origin, mask):
    """The free cells nearest to a cell by exact centre distance. Clause: GB-RNG-09."""
    best = 1 << 20
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE:
            best = min(best, distance2(SIDE, origin, cell))
    n = 0
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE and distance2(SIDE, origin, cell) == best:
            mask[CELL + cell] = 1
            n += 1
    return n


@jit
def legal_interrupt(state, tables, mask):
    """Choices inside an action or between activations: spawns, claims, the moments of an Engage."""
    decision = state.decision
    frame = top_frame(state)
    n = 0
    if decision == Decision.SPAWN:
        n = write_placements(state, tables, frame.b, place_range(decision), mask[CELL:ORDER])
        if n == 0:
            n = write_nearest(state, frame.b, mask)
        return n
    if decision == Decision.CLAIM:
        unit = state.units[frame.a]
        return write_counts(mask, state.piles[frame.b % TOKENS, pile_cell(unit.cell, frame.b)])
    if decision == Decision.SHOVE_CELL:
        return write_placements(state, tables, state.units[frame.c].cell, shove_range(state), mask[CELL:ORDER])
    mask[PASS] = 1
    n = 1
    if decision == Decision.CUNNING:
        active = state.units[state.active]
        return n + write_placements(state, tables, active.cell, rank_of(state, active, Trait.CUNNING), mask[CELL:ORDER])
    if decision == Decision.NOMINATE:
        for other in range(state.used):
            if state.units[other].result < 0 and is_target(state, tables, state.active, other):
                mask[SLOT + other] = 1
                n += 1
    elif decision == Decision.VENGEANCE:
        for other in range(state.used):
            if is_target(state, tables, state.engaged[frame.c], other):
                mask[SLOT + other] = 1
                n += 1
    else:
        for k in range(state.n_engaged):
            if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
                mask[SLOT + state.engaged[k]] = 1
                n += 1
    return n


@jit
def write_counts(mask, carried):
    """Numbers 0..carried; the last of eight stands for all when more are there. Clauses: GB-MRK-06, GB-SPC-06."""
    for k in range(min(carried, MOST) + 1):
        mask[COUNT + k] = 1
    return min(carried, MOST) + 1


@jit
def number_taken(chosen, carried):
    """How many tokens a COUNT stands for."""
    if chosen == MOST and carried > MOST:
        return carried
    return chosen


@jit
def legal_detail(state, tables, mask):
    """What a special action still has to be told; the aim of a wild model; a dying beast's brood."""
    decision = state.decision
    frame = top_frame(state)
    slot = state.active
    n = 0
    if decision == Decision.SUNDER_MARKER:
        for marker in range(MARKERS):
            if may_sunder(state, state.units[slot].seat, marker):
                mask[CELL + state.markers[marker].cell] = 1
                n += 1
    elif decision == Decision.HANDOFF_COUNT:
        n = write_counts(mask, state.units[slot].tokens[frame.b])
    elif decision == Decision.HIDDEN_WAYS:
        mask[PASS] = 1
        rank = rank_of(state, state.units[slot], Trait.MYSTERIOUS)
        n = 1 + write_hidden_ways(state, tables, slot, rank, mask[CELL:ORDER])
    elif decision == Decision.DESPOIL_CELL or decision == Decision.SUMMON_CELL:
        n = write_placements(state, tables, state.units[slot].cell, 0, mask[CELL:ORDER])
    elif decision == Decision.RUIN_PIECE:
        for piece in range(PIECES):
            if state.pieces[piece].present and is_by_piece(state, tables, piece, state.units[slot].cell):
                mask[CELL + state.pieces[piece].handle] = 1
                n += 1
    elif decision == Decision.SHAPE_CELL:
        n = write_shapes(state, tables, slot, frame.c, mask[CELL:ORDER])
    elif decision == Decision.STALKER_CELL or decision == Decision.BROOD:
        mask[PASS] = 1
        n = 1 + write_placements(state, tables, frame.b, place_range(decision), mask[CELL:ORDER])
    elif decision == Decision.WILD_TARGET:
        low, high, best = aim_span(state, tables, slot, state.compulsion)
        base = SLOT if low == 0 else CELL - SLOTS
        for thing in range(low, high):
            if is_closest_aim(state, tables, slot, state.compulsion, thing, best):
                mask[base + thing] = 1
                n += 1
    else:
        for other in range(state.used):
            chosen = False
            if decision == Decision.HANDOFF_TO:
                chosen = is_receiver(state, tables, slot, other)
            elif decision == Decision.DESPOIL_UNIT:
                chosen = is_fallen_friend(state, slot, other)
            elif decision == Decision.VERIFY_UNIT:
                chosen = is_patient(state, tables, slot, other, Act.VERIFY)
            else:
                chosen = is_patient(state, tables, slot, other, Act.TREATMENT)
            if chosen:
                mask[SLOT + other] = 1
                n += 1
    return n
