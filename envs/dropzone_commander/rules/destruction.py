"""Units and scenery at 0 DP: wrecks, passengers, Commanders, objectives, collapse. Chapters AIR, TRN, SCN, CMDR, OBJ, END."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.rules.damage import hit_piece, hit_unit
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_present, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import (
    can_stand,
    coherency_of,
    has_prop,
    inches,
    is_coherent,
    is_on_board,
    squad_size_left,
    told_at,
)
from skirmish_rl.envs.dropzone_commander.rules.placing import lift_unit, put_unit
from skirmish_rl.envs.dropzone_commander.rules.sight import BODY, cover_from
from skirmish_rl.envs.dropzone_commander.rules.survivors import push_survivors
from skirmish_rl.envs.dropzone_commander.rules.telling import Departure, Own, Roll
from skirmish_rl.envs.dropzone_commander.state import (
    FACES,
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    TOKENS,
    WIDTH,
    Find,
    Frame,
    Prop,
    Sign,
    Stand,
    Status,
)

WRECK_ENERGY = 10
LARGE_PIECE = 10  # starting DP from which a piece hurts its surroundings and leaves rubble


class Doom(IntEnum):
    """Steps of the DOOM frame; `slot` is the unit being destroyed, `squad` the one whose CQ weapons did it, -1."""

    NEXT = 0
    REMOVE = 1


@jit
def push_doom(state, hunter=-1):
    """Settle all that is at 0 DP; `hunter`: the squad whose CQ weapons did the damage, -1."""
    frame = push(state, Frame.DOOM)
    frame.squad = hunter


@jit
def d3(state):
    """A D3. Clause: DZ-CORE-01. Rolls one die."""
    return (roll(state, FACES) + 1) // 2


@jit
def run_doom(state, tables, frame):
    """One step: the next unit, in the order of initiative and by slot; then the next piece. Clauses: DZ-CORE-13, DZ-SCN-09."""
    if frame.step == Doom.REMOVE:
        slot = frame.slot
        frame.step = Doom.NEXT
        remove(state, tables, slot, frame.squad)
        return
    for k in range(tables.seats):
        seat = state.order[k]
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            if unit.status == Status.ON_TABLE and unit.dp == 0:
                frame.slot = slot
                frame.step = Doom.REMOVE
                state.blame = unit.killer
                if tables.unit_room[slot] > 0 or (is_aircraft(tables, slot) and unit.flying):
                    come_down(state, tables, slot)
                return
    for piece in range(tables.n_pieces):
        if state.pieces[piece].stand == Stand.WHOLE and state.pieces[piece].dp == 0 and has_prop(tables, piece, Prop.DESTRUCTIBLE):
            state.blame = state.pieces[piece].killer
            collapse(state, tables, piece)
            return
    state.doomed = 0
    pop(state)


@jit
def site_of(state, slot):
    """The cell where a unit is lost: its own, that of its Transport, or of the wreck it was thrown from; -1 in a Garrison."""
    unit = state.units[slot]
    if unit.cell >= 0:
        return unit.cell
    if unit.carrier >= 0:
        return state.units[unit.carrier].cell
    return unit.wreck


@jit
def has_passengers(state, slot):
    """True if anybody is aboard a unit."""
    seat = SEAT_OF[slot]
    for other in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[other].carrier == slot:
            return True
    return False


@jit
def come_down(state, tables, slot):
    """What a destroyed Transport or airborne Aircraft does to its passengers and to all around; survivors are placed beside the wreck.

    Clauses: DZ-AIR-06..08, DZ-TRN-21..23. Rolls one die, then those of the hits.
    """
    unit = state.units[slot]
    cell = site_of(state, slot)
    crash = unit.flying != 0 and tables.unit_kind[slot] == Kind.AIRCRAFT
    loaded = has_passengers(state, slot)
    if cell < 0 or not (crash or loaded):
        return
    note(state, Own.WRECK, unit=slot, cell=cell)
    note(state, Event.ROLLS, unit=slot, value=Roll.CRASH)
    n = d3(state)
    note(state, Event.RESULT, value=n)
    if n < 3:
        if crash:
            strike_around(state, tables, slot, cell, n)
        seat = SEAT_OF[slot]
        for other in range(FIRST[seat], FIRST[seat + 1]):
            if state.units[other].carrier == slot:
                hit_unit(state, tables, other, n, WRECK_ENERGY, 0)
    if loaded:
        push_survivors(state, slot, cell)


@jit
def strike_around(state, tables, slot, cell, n):
    """A wreck falls on all units and Destructible scenery within n inches; airborne Aircraft are immune.

    Clauses: DZ-AIR-06, DZ-SHT-12.
    """
    for k in range(tables.seats):
        seat = state.order[k]
        for other in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[other]
            if other != slot and is_present(unit) and unit.dp > 0 and unit.flying == 0:
                far = tables.piece_far[unit.piece, cell] if unit.piece >= 0 else inches(unit.cell, cell)
                if far <= n:
                    cover = cover_from(state, tables, other, cell, -1)
                    hit_unit(state, tables, other, n, WRECK_ENERGY, 1 if cover & BODY else 0)
    for piece in range(tables.n_pieces):
        if has_prop(tables, piece, Prop.DESTRUCTIBLE) and state.pieces[piece].stand == Stand.WHOLE and tables.piece_far[piece, cell] <= n:
            hit_piece(state, tables, piece, n, WRECK_ENERGY)


@jit
def remove(state, tables, slot, hunter):
    """A destroyed unit leaves the game: its points, its Commander, what its squad carries.

    Clauses: DZ-SHT-17, DZ-END-03, DZ-END-04, DZ-CMDR-08, DZ-OBJ-13..15.

    Args:
        hunter: the squad whose CQ weapons did it, -1; it claims what is carried (DZ-OBJ-14).
    """
    unit = state.units[slot]
    cell = site_of(state, slot)
    piece = unit.piece
    aboard_air = unit.signs & Sign.CRASHED != 0
    owner = SEAT_OF[slot]
    award(state, tables, unit.killer, owner, tables.unit_points[slot] + tables.unit_cost[slot])
    lift_unit(state, slot)
    unit.status = Status.DESTROYED
    unit.signs &= ~Sign.SCAN
    unit.origin = -1
    unit.wreck = -1
    unit.signs &= ~Sign.CRASHED
    note(state, Event.GONE, unit=slot, cell=cell, value=Departure.DESTROYED)
    for other in range(FIRST[owner], FIRST[owner + 1]):
        if state.units[other].carrier == slot:  # nobody placed it: nothing is left of it
            state.units[other].dp = 0
            state.units[other].carrier = -1
            state.units[other].wreck = cell
            state.units[other].signs = put_bit(state.units[other].signs, Sign.CRASHED, aboard_air or is_aircraft(tables, slot))
    squad = tables.unit_squad[slot]
    token = state.squads[squad].token
    if token >= 0 and squad_size_left(state, tables, squad) == 0:
        state.squads[squad].token = -1
        state.tokens[token].squad = -1
        if aboard_air or (cell < 0 and piece < 0):
            state.tokens[token].find = Find.LOST
            note(state, Own.LOST, value=token + 1)
        else:
            if hunter >= 0 and can_carry(state, tables, hunter):
                give_token(state, tables, token, hunter, SEAT_OF_SQUAD[hunter])
            else:
                lay_token(state, tables, token, cell, piece, slot)
    if tables.unit_cv[slot] > 0:
        cut = push(state, Frame.CUT)
        cut.seat = owner


@jit
def award(state, tables, killer, owner, points):
    """Kill Points for a loss: to who caused it; to every opponent if nobody or the owner did. Clauses: DZ-END-03, DZ-END-04."""
    for seat in range(tables.seats):
        if seat == killer if killer >= 0 and killer != owner else seat != owner:
            state.kills[seat] += points
            note(state, Own.KILLS, seat, value=points)


@jit
def is_beside_token(state, tables, slot, cell, piece):
    """True for a unit on the ground within 1" of a cell, or in a Garrison. Clause: DZ-OBJ-13."""
    unit = state.units[slot]
    if not is_present(unit) or unit.dp == 0 or is_aircraft(tables, slot):
        return False
    if piece >= 0:
        return unit.piece == piece
    return unit.cell >= 0 and inches(unit.cell, cell) <= 1


@jit
def lay_token(state, tables, token, cell, piece, dropper):
    """An objective that a unit's squad drops lies where it fell; the only opponent beside it claims it. Clauses: DZ-OBJ-13, DZ-OBJ-03."""
    here = state.tokens[token]
    here.find = Find.OPEN
    here.cell = cell if piece < 0 else -1
    here.piece = piece
    here.seat = -1
    here.squad = -1
    note(state, Own.DROPS, unit=dropper, cell=told_at(tables, cell, piece), value=token + 1)
    claimant = -1
    rivals = 0
    for seat in range(tables.seats):
        beside = False
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if seat != SEAT_OF[dropper] and is_beside_token(state, tables, slot, cell, piece):
                beside = True
                if claimant < 0 and can_carry(state, tables, tables.unit_squad[slot]):
                    claimant = slot
        rivals += 1 if beside else 0
    if rivals > 1:
        return
    if claimant >= 0:
        give_token(state, tables, token, tables.unit_squad[claimant], SEAT_OF[claimant])


@jit
def can_carry(state, tables, squad):
    """True if a squad may claim an objective that it can touch. Clauses: DZ-OBJ-10, DZ-CORE-09."""
    return (tables.mobile == 0 or state.squads[squad].token < 0) and is_coherent(state, tables, squad)


@jit
def give_token(state, tables, token, squad, seat):
    """A squad claims an objective; a Mobile one it carries from now on. Clauses: DZ-OBJ-03, DZ-OBJ-10."""
    here = state.tokens[token]
    here.seat = seat
    note(state, Own.CLAIMS, seat, unit=tables.squad_first[squad], value=token + 1)
    if tables.mobile:
        here.find = Find.CARRIED
        here.squad = squad
        here.cell = -1
        here.piece = -1
        state.squads[squad].token = token


@jit
def collapse(state, tables, piece):
    """A piece at 0 DP is destroyed: those within and around are hit, objectives inside are lost, rubble stays.

    Clauses: DZ-SCN-04..08, DZ-OBJ-13. Rolls one die for the surroundings, two for those inside, and those of the hits.
    """
    here = state.pieces[piece]
    box = tables.piece_box[piece]
    large = tables.piece_dp[piece] >= LARGE_PIECE
    energy = tables.piece_armour[piece]
    note(state, Own.COLLAPSE, cell=box[2] * WIDTH + box[0])
    here.stand = Stand.RUBBLE if large else Stand.GONE
    here.damage_tokens = 0
    for token in range(TOKENS):
        find = state.tokens[token].find
        if state.tokens[token].piece == piece and (find == Find.HIDDEN or find == Find.OPEN or find == Find.FOCAL):
            state.tokens[token].find = Find.LOST
            state.tokens[token].piece = -1
            note(state, Own.LOST, value=token + 1)
    if large:
        note(state, Event.ROLLS, cell=box[2] * WIDTH + box[0], value=Roll.COLLAPSE)
        n = d3(state)
        for k in range(tables.seats):
            seat = state.order[k]
            for slot in range(FIRST[seat], FIRST[seat + 1]):
                unit = state.units[slot]
                if is_present(unit) and unit.dp > 0 and unit.piece != piece:
                    far = tables.piece_gap[piece, unit.piece] if unit.piece >= 0 else tables.piece_far[piece, unit.cell]
                    if far <= n:
                        hit_unit(state, tables, slot, n, energy, 0)
    bury(state, tables, piece, energy)


@jit
def bury(state, tables, piece, energy):
    """Hit the units inside a collapsing Garrison; the survivors stand on its cells nearest to its middle.

    Clauses: DZ-SCN-05, DZ-SCN-08.
    """
    n = 0
    box = tables.piece_box[piece]
    for k in range(tables.seats):
        seat = state.order[k]
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if state.units[slot].piece == piece and state.units[slot].dp > 0:
                if n == 0:
                    note(state, Event.ROLLS, cell=box[2] * WIDTH + box[0], value=Roll.COLLAPSE)
                    n = d3(state) + d3(state)
                hit_unit(state, tables, slot, n, energy, 0)
    for k in range(tables.seats):
        seat = state.order[k]
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if state.units[slot].piece == piece and state.units[slot].dp == 0:
                lift_unit(state, slot)
                state.units[slot].wreck = (box[2] + box[3]) // 2 * WIDTH + (box[0] + box[1]) // 2  # where it fell
            elif state.units[slot].piece == piece:
                cell = middle_cell(state, tables, slot, piece)
                lift_unit(state, slot)
                if cell >= 0:
                    put_unit(state, slot, cell, 0)
                    note(state, Event.PLACED, unit=slot, cell=cell)
                else:
                    state.units[slot].dp = 0
                    state.doomed = 1


@jit
def middle_cell(state, tables, slot, piece):
    """The free cell of a collapsed piece nearest to its middle, within coherency of a squad-mate there; ties by lower y, then x."""
    box = tables.piece_box[piece]
    reach = coherency_of(tables, slot)
    first = tables.squad_first[tables.unit_squad[slot]]
    best = -1
    least = 1 << 30
    for y in range(box[2], box[3] + 1):
        for x in range(box[0], box[1] + 1):
            cell = y * WIDTH + x
            dx = 2 * x - box[0] - box[1]
            dy = 2 * y - box[2] - box[3]
            n = dx * dx + dy * dy
            if not is_on_board(tables, x, y) or not can_stand(state, tables, Kind.INFANTRY, cell):
                continue
            near = slot == first
            alone = True
            for mate in range(first, slot):
                if state.units[mate].status == Status.ON_TABLE and state.units[mate].cell >= 0:
                    alone = False
                    near = near or inches(state.units[mate].cell, cell) <= reach
            if not (near or alone):
                n += 1 << 20
            if n < least:
                least = n
                best = cell
    return best
