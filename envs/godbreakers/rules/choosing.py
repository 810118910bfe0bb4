"""What may be chosen at each decision, by groups of questions. `actions.legal` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, COUNT, MOST, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.compulsion import aim_span, is_closest_aim, write_wild_acts
from skirmish_rl.envs.godbreakers.rules.engaging import can_engage, is_target
from skirmish_rl.envs.godbreakers.rules.exchange import shove_range
from skirmish_rl.envs.godbreakers.rules.facts import movement_of, others_roll, rank_of
from skirmish_rl.envs.godbreakers.rules.frames import has_placement, is_due, place_range
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of
from skirmish_rl.envs.godbreakers.rules.moving import can_move, write_moves, write_placements
from skirmish_rl.envs.godbreakers.rules.setting_up import (
    BEAST_RANGE,
    OUTSIDE_RANGE,
    hunt_threats,
    is_hunt_cell,
    is_marker_cell,
    is_open,
    is_shard_cell,
    marker_room,
)
from skirmish_rl.envs.godbreakers.rules.specials import (
    is_fallen_friend,
    is_offered,
    is_patient,
    is_receiver,
    may_sunder,
    write_hidden_ways,
)
from skirmish_rl.envs.godbreakers.rules.terrain import is_by_piece, write_shapes
from skirmish_rl.envs.godbreakers.state import CELLS, CIRCLE_SIZE, MARKERS, PIECES, SIDE, SLOTS, Act, Rule, Spot, Status, Trait


@jit
def legal_setup(state, tables, frame, mask):
    """Placements before the first round. Chapter SET."""
    decision = state.decision
    seat = state.decider
    if decision == Decision.DEPLOY_UNIT:
        mark_circle(state, seat, Status.RESERVE, mask)
    elif decision == Decision.DEPLOY_CELL:
        shard = state.markers[1 + seat].cell
        if write_placements(state, tables, shard, movement_of(state, state.units[state.subject]), mask[CELL:ORDER]) == 0:
            mark_nearest(state, shard, mask)
    else:
        n = 0
        for cell in range(CELLS):
            if state.board[cell] == Spot.FREE and fits_set_up(state, tables, frame, decision, seat, cell):
                mask[CELL + cell] = 1
                n += 1
        if n == 0 and decision == Decision.PLACE_MARKER:
            mark_roomiest(state, tables, mask)
        elif n == 0:
            # Nothing fits: unstable placement, nearest to what the rule measures from.
            origin = tables.centre
            if tables.rule == Rule.HUNT and frame.face == 6:
                origin = state.markers[1 + seat].cell
            mark_nearest(state, origin, mask)


@jit
def fits_set_up(state, tables, frame, decision, seat, cell):
    """True for a free cell where the rule behind a set-up question lets its marker or model stand."""
    if decision == Decision.PLACE_SHARD:
        return is_shard_cell(state, tables, cell)
    if decision == Decision.PLACE_MARKER:
        return is_marker_cell(state, tables, cell)
    if decision == Decision.DEPLOY_THREAT:
        return range_of(state, tables, state.units[state.subject].cell, cell) > OUTSIDE_RANGE
    if tables.rule == Rule.NEST:
        return can_place(state, tables, tables.centre, cell, BEAST_RANGE)
    return is_hunt_cell(state, tables, seat, frame.face, hunt_threats(frame.face) - state.to_place, frame.latest_threat, cell)


@jit
def mark_circle(state, seat, status, mask):
    """Mark a circle's godbreakers of a status."""
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        if state.units[slot].status == status:
            mask[SLOT + slot] = 1


@jit
def mark_nearest(state, origin, mask):
    """Mark the free cells nearest to a cell by exact centre distance. Clause: GB-RNG-09."""
    best = 1 << 20
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE:
            best = min(best, distance2(SIDE, origin, cell))
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE and distance2(SIDE, origin, cell) == best:
            mask[CELL + cell] = 1


@jit
def mark_roomiest(state, tables, mask):
    """Mark the free cells farthest from the closest marker, where no cell is far enough. Clauses: GB-RNG-09, GB-S7-01."""
    best = -1
    for cell in range(CELLS):
        if is_open(state, tables, cell):
            best = max(best, marker_room(state, tables, cell))
    for cell in range(CELLS):
        if is_open(state, tables, cell):
            mask[CELL + cell] = marker_room(state, tables, cell) == best


@jit
def legal_round(state, tables, mask):
    """Who rolls for initiative, the priority orders, the next objective by which a saboteur comes. Clauses: GB-INI-02, GB-INI-04, GB-RND-05."""
    if state.decision == Decision.ROLLER:
        mark_circle(state, state.decider, Status.ON_BOARD, mask)
        mask[PASS] = tables.letter != 0 and others_roll(state, state.decider)
        return
    if state.decision == Decision.NEXT_MARKER:
        frame = top_frame(state)
        for marker in range(MARKERS):
            if is_due(state, tables, frame, marker):
                mask[CELL + state.markers[marker].cell] = 1
        return
    orders = 1
    for k in range(2, state.surviving + 1):
        orders *= k
    for k in range(orders):
        mask[ORDER + k] = 1


@jit
def can_activate(state, slot, seat):
    """True for a model of a seat (-1: wild) that has not been activated this round. Clauses: GB-ACT-01, GB-ACT-04, GB-ACT-08."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and unit.seat == seat and unit.activated == 0


@jit
def legal_activation(state, tables, mask):
    """Which model acts, and what a wild one goes for. Clauses: GB-ACT-01, GB-ACT-08, GB-WLD-14."""
    if state.decision == Decision.WILD_TARGET:
        slot = state.active
        low, high, best = aim_span(state, tables, slot, state.compulsion)
        base = SLOT if low == 0 else CELL - SLOTS
        for thing in range(low, high):
            if is_closest_aim(state, tables, slot, state.compulsion, thing, best):
                mask[base + thing] = 1
        return
    seat = state.decider if state.decision == Decision.ACTIVATE else -1
    for slot in range(state.used):
        if can_activate(state, slot, seat):
            mask[SLOT + slot] = 1


@jit
def legal_action(state, tables, mask):
    """Actions of the active model. Clauses: GB-ACT-06, GB-ACT-07, GB-ENG-02, GB-SPC-01, GB-WLD-01, GB-WLD-03."""
    slot = state.active
    if state.units[slot].seat < 0:
        if write_wild_acts(state, tables, slot, mask) == 0:
            mask[PASS] = 1  # nothing satisfies the compulsion: the activation passes
        return
    mask[PASS] = 1
    if can_move(state, slot):
        write_moves(state, tables, slot, mask[CELL:ORDER])
    if can_engage(state, slot):
        for other in range(state.used):
            if is_target(state, tables, slot, other):
                mask[SLOT + other] = 1
    for act in range(Act.READY + 1):
        if is_offered(state, tables, slot, act):
            mask[ACT + act] = 1


@jit
def legal_engage(state, tables, mask):
    """Choices at the moments of an Engage. Chapter ENG; Merciless, Cunning, Vengeful, Juggernaut."""
    decision = state.decision
    if decision == Decision.SHOVE_CELL:
        write_placements(state, tables, state.units[state.subject].cell, shove_range(state), mask[CELL:ORDER])
        return
    mask[PASS] = 1
    if decision == Decision.CUNNING:
        active = state.units[state.active]
        write_placements(state, tables, active.cell, rank_of(state, active, Trait.CUNNING), mask[CELL:ORDER])
    elif decision == Decision.NOMINATE:
        for other in range(state.used):
            if state.units[other].result < 0 and is_target(state, tables, state.active, other):
                mask[SLOT + other] = 1
    elif decision == Decision.VENGEANCE:
        for other in range(state.used):
            if is_target(state, tables, state.subject, other):
                mask[SLOT + other] = 1
    else:
        for k in range(state.n_engaged):
            if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
                mask[SLOT + state.engaged[k]] = 1


@jit
def legal_placing(state, tables, mask):
    """Where a new model stands. Clauses: GB-WLD-16, GB-RNG-09, GB-S2-02, GB-S4-03, GB-S5-02."""
    origin = state.subject
    n = write_placements(state, tables, origin, place_range(state.decision), mask[CELL:ORDER])
    if state.decision != Decision.SPAWN:
        mask[PASS] = 1
    elif n == 0:
        mark_nearest(state, origin, mask)


@jit
def legal_tokens(state, mask):
    """How many tokens: 0 to all; the last of eight stands for all when more are there. Clauses: GB-MRK-06, GB-SPC-05, GB-SPC-06."""
    for k in range(min(tokens_at_hand(state, state.decision), MOST) + 1):
        mask[COUNT + k] = 1


@jit
def tokens_at_hand(state, decision):
    """How many tokens the question offers: those of the pile, or those the active model carries."""
    if decision == Decision.CLAIM:
        return state.piles[state.token, state.subject]
    return state.units[state.active].tokens[state.token]


@jit
def legal_special(state, tables, mask):
    """What a special action still has to be told. Chapters SPC and TRT, scenario actions."""
    decision = state.decision
    slot = state.active
    if decision == Decision.SUNDER_MARKER:
        for marker in range(MARKERS):
            if may_sunder(state, state.units[slot].seat, marker):
                mask[CELL + state.markers[marker].cell] = 1
    elif decision == Decision.HIDDEN_WAYS:
        mask[PASS] = 1
        write_hidden_ways(state, tables, slot, rank_of(state, state.units[slot], Trait.MYSTERIOUS), mask[CELL:ORDER])
    elif decision == Decision.DESPOIL_CELL or decision == Decision.SUMMON_CELL:
        write_placements(state, tables, state.units[slot].cell, 0, mask[CELL:ORDER])
    elif decision == Decision.RUIN_PIECE:
        for piece in range(PIECES):
            if state.pieces[piece].present and is_by_piece(state, tables, piece, state.units[slot].cell):
                mask[CELL + state.pieces[piece].handle] = 1
    elif decision == Decision.SHAPE_CELL:
        write_shapes(state, tables, slot, state.new_piece, mask[CELL:ORDER])
    else:
        for other in range(state.used):
            if is_named(state, tables, decision, slot, other):
                mask[SLOT + other] = 1


@jit
def is_named(state, tables, decision, slot, other):
    """True for a model that a special action of another may name."""
    if decision == Decision.HANDOFF_TO:
        return is_receiver(state, tables, slot, other)
    if decision == Decision.DESPOIL_UNIT:
        return is_fallen_friend(state, slot, other)
    if decision == Decision.VERIFY_UNIT:
        return is_patient(state, tables, slot, other, Act.VERIFY)
    return is_patient(state, tables, slot, other, Act.TREATMENT)
