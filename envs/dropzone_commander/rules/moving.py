"""Move actions: where the units of a squad go, and what ends a Move. Chapters MOV, AIR, GRID."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.boarding import (
    can_carry_out,
    can_transfer,
    has_board,
    is_open_to,
    need_of,
    room_of,
)
from skirmish_rl.envs.dropzone_commander.rules.fast import can_fast_to, fly_ahead, fly_off, has_flight
from skirmish_rl.envs.dropzone_commander.rules.flying import (
    can_fly_to,
    can_land,
    can_thrust,
    can_thrust_to,
    entry_to,
    inches_left,
)
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter, go_out, is_hemmed, must_test, push_enter, push_flee
from skirmish_rl.envs.dropzone_commander.rules.measuring import (
    AROUND,
    can_hover,
    can_stand,
    coherency_of,
    has_shot,
    inches,
    is_coherent,
    is_on_board,
    squad_on_table,
)
from skirmish_rl.envs.dropzone_commander.rules.placing import is_by_mate, put_unit, reach_from, set_status
from skirmish_rl.envs.dropzone_commander.rules.reacting import push_reactions
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.rules.walking import (
    can_stop,
    clear_costs,
    find_ways,
    is_pinned,
    limit_of,
    move_of,
    moved_by,
)
from skirmish_rl.envs.dropzone_commander.state import (
    FAR,
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    WIDTH,
    Frame,
    Status,
    Trait,
    Window,
    has_trait,
    is_aircraft,
    is_infantry,
    leader_of,
)


class Moving(IntEnum):
    """Steps of the MOVE frame of `squad`; `slot` is the unit that moves now.

    `flag`: a card gives it, `mark`: who could land did, `done`: within a Garrison, `back`: out of one, `count`: Transports that had
    their free transfer, `passes`: a Fast squad leaves the board.
    """

    BEGIN = 0
    WHERE = 1
    OTHERS = 2
    REACTIONS = 3
    LAND = 4
    TRANSFER = 5
    GO_ON = 6
    END = 7
    FACE = 8
    OVER = 9
    LEAVING = 10  # a Garrison, to `cell` or, by a link, to `piece`


# ---- the whole squad


@jit
def is_ramp(state, tables, slot, cell):
    """True if a unit at a cell, or one of its squad that has moved already, could board a Transport that takes all of the squad.

    Clause: DZ-CARD-C12.
    """
    squad = tables.unit_squad[slot] + 0
    seat = SEAT_OF[slot]
    if has_shot(state, tables, squad):
        return False
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[transport] > 0 and is_open_to(state, tables, squad, transport):
            if room_of(state, tables, transport) >= need_of(state, tables, squad):
                reach = reach_from(tables, transport)
                if inches(state.units[transport].cell, cell) <= reach:
                    return True
                for mate in range(tables.squad_first[squad], slot):
                    if state.units[mate].cell >= 0 and inches(state.units[transport].cell, state.units[mate].cell) <= reach:
                        return True
    return False


@jit
def must_board(state, tables, squad):
    """True for a squad that ran farther than its MV to board. Clause: DZ-CARD-C12."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if (
            state.squads[squad].ramp
            and state.units[slot].status == Status.ON_TABLE
            and state.units[slot].moved > tables.unit_move[slot]
        ):
            return True
    return False


@jit
def is_to_move(state, slot):
    """True for a unit that takes part in its squad's Move."""
    unit = state.units[slot]
    return unit.status == Status.READINESS or (unit.status == Status.ON_TABLE and unit.carrier < 0)


@jit
def prepare_unit(state, tables, slot):
    """Find the ways of a unit that moves next."""
    if not is_aircraft(tables, slot):
        find_ways(state, tables, slot, move_of(state, tables, slot))


@jit
def can_go(state, tables, slot, cell):
    """True if a unit whose ways are found may Move to a cell. Clauses: DZ-MOV-01, DZ-CARD-C12."""
    if tables.unit_fast[slot] > 0:
        return can_fast_to(state, tables, slot, cell, inches_left(state, tables, slot))
    here = state.units[slot].cell + 0
    far = 0
    if is_aircraft(tables, slot):
        most = inches_left(state, tables, slot)
        if not can_fly_to(state, tables, slot, cell, most):
            return False
        far = inches(here, cell) if here >= 0 else inches(entry_to(state, tables, slot, cell, most), cell) + 1
    else:
        limit = limit_of(state, tables, slot)
        if can_stop(state, tables, slot, cell, limit):
            far = moved_by(state.cost[cell])
        elif can_thrust(state, tables, slot) and can_thrust_to(state, tables, slot, cell, limit):
            far = inches(here, cell)
        else:
            return False
    ramp = state.squads[tables.unit_squad[slot]].ramp
    return ramp == 0 or far <= tables.unit_move[slot] or is_ramp(state, tables, slot, cell)


@jit
def go_to(state, tables, slot, cell):
    """Move a unit to a cell. Clauses: DZ-MOV-01, DZ-MOV-07, DZ-AIR-01, DZ-AIR-04, DZ-OBJ-07."""
    unit = state.units[slot]
    before = unit.cell + 0
    distance = 0
    if is_aircraft(tables, slot):
        if tables.unit_fast[slot] > 0:
            fly_ahead(state, tables, slot, cell, inches_left(state, tables, slot))
        if before < 0:
            before = entry_to(state, tables, slot, cell, inches_left(state, tables, slot))
            if before < 0:  # it flies high
                before = tables.edge_near[state.zone[SEAT_OF[slot]], cell] + 0
            distance = inches(before, cell) + 1
            unit.origin = before
            note(state, Own.ENTERS, unit=slot, cell=before)
        else:
            distance = inches(before, cell)
            unit.origin = before
        if unit.flying == 0 and unit.cell >= 0:
            note(state, Own.TAKES_OFF, unit=slot)
        put_unit(state, slot, cell, 1)
    else:
        if state.cost[cell] == FAR or moved_by(state.cost[cell]) > limit_of(state, tables, slot):
            distance = inches(before, cell)
            unit.origin = before
        else:
            distance = moved_by(state.cost[cell])
            plain = tables.unit_move[slot] * (2 if state.squads[tables.unit_squad[slot]].ramp else 1)
            if distance > plain and has_trait(tables, slot, Trait.BOOST):
                unit.boosted = 1
        if before < 0:
            note(state, Own.ENTERS, unit=slot, cell=cell)
        put_unit(state, slot, cell, 0)
    if unit.status != Status.ON_TABLE:
        set_status(state, tables, slot, Status.ON_TABLE)
    unit.scan = 0
    unit.moved += distance
    unit.travelled = min(unit.travelled + distance, 120)
    note(state, Event.MOVED, unit=slot, cell=cell, value=max(before, 0))


@jit
def follow(state, tables, slot, lead_slot, old_lead, old):
    """Another unit of the squad goes where it keeps its place best. Clause: DZ-GRID-11.

    Args:
        old_lead, old: cells in which the leader and it began, -1 for those that come on or out.
    """
    prepare_unit(state, tables, slot)
    lead = state.units[lead_slot].cell + 0
    x = lead % WIDTH
    y = lead // WIDTH
    if old_lead >= 0 and old >= 0:
        x += old % WIDTH - old_lead % WIDTH
        y += old // WIDTH - old_lead // WIDTH
    first = tables.squad_first[tables.unit_squad[slot]] + 0
    placed = 0
    for mate in range(first, slot):
        if state.units[mate].status == Status.ON_TABLE and state.units[mate].cell >= 0:
            placed |= 1 << (mate - first)
    cell = place_beside(state, tables, slot, x, y, placed, first)
    if cell < 0:
        cell = place_anywhere(state, tables, slot, lead, x, y, placed, first)
    if cell >= 0:
        go_to(state, tables, slot, cell)
    clear_costs(state)


@jit
def place_beside(state, tables, slot, x, y, placed, first):
    """The cell next to a place to which a unit may go, coherent with those that stand already; -1 if it is not near. Clause: DZ-GRID-11."""
    reach = coherency_of(tables, slot)
    everywhere = is_aircraft(tables, slot) or can_thrust(state, tables, slot)
    for k in range(len(AROUND)):
        i = x + AROUND[k, 0]
        j = y + AROUND[k, 1]
        if is_on_board(tables, i, j) and (everywhere or state.cost[j * WIDTH + i] != FAR):
            cell = j * WIDTH + i
            if is_by_mate(state, cell, reach, placed, first) and can_go(state, tables, slot, cell):
                return cell
    return -1


@jit
def place_anywhere(state, tables, slot, lead, x, y, placed, first):
    """The same wherever it is; where there is none, the cell nearest to the leader's. Clause: DZ-GRID-11."""
    reach = coherency_of(tables, slot)
    best = -1
    near = -1
    least = 1 << 30
    nearest = 1 << 30
    everywhere = is_aircraft(tables, slot) or can_thrust(state, tables, slot)
    span = WIDTH if everywhere else state.span + 0
    for j in range(max(state.hub // WIDTH - span, 0), min(state.hub // WIDTH + span + 1, tables.size + 0)):
        for i in range(max(state.hub % WIDTH - span, 0), min(state.hub % WIDTH + span + 1, tables.size + 0)):
            cell = j * WIDTH + i
            if state.cost[cell] == FAR and not everywhere:
                continue
            n = (i - x) * (i - x) + (j - y) * (j - y)
            m = (i - lead % WIDTH) * (i - lead % WIDTH) + (j - lead // WIDTH) * (j - lead // WIDTH)
            if (n < least or m < nearest) and can_go(state, tables, slot, cell):
                if m < nearest:
                    nearest = m
                    near = cell
                if n < least and is_by_mate(state, cell, reach, placed, first):
                    least = n
                    best = cell
    return best if best >= 0 else near


@jit
def push_move(state, tables, squad, extra):
    """A squad takes a Move action; `extra`: out of sequence, by a card. Clauses: DZ-ACTN-02, DZ-CARD-07."""
    frame = push(state, Frame.MOVE)
    frame.squad = squad
    frame.slot = leader_of(state, tables, squad)
    frame.cell = -1
    frame.flag = extra
    frame.other = -1
    frame.piece = -1
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].origin = -1
        state.units[slot].before = state.units[slot].moved


@jit
def run_move(state, tables, frame):
    """One step of a Move action.

    Clauses: DZ-MOV-01, DZ-AIR-02, DZ-RF-04, DZ-RF-06, DZ-TRN-05, DZ-TRN-07, DZ-TRN-14, DZ-GAR-05, DZ-GAR-06.
    """
    step = frame.step
    squad = frame.squad + 0
    seat = SEAT_OF_SQUAD[squad]
    if step == Moving.BEGIN:
        frame.step = Moving.WHERE
        lead = state.units[leader_of(state, tables, squad)]
        if lead.piece >= 0:
            window = push(state, Frame.WINDOW)
            window.window = Window.LEAVING
            window.squad = squad
    elif step == Moving.WHERE:
        ask_where(state, tables, frame, seat)
    elif step == Moving.LEAVING:
        leave_garrison(state, tables, frame)
    elif step == Moving.OTHERS:
        move_next(state, tables, frame, seat)
    elif step == Moving.REACTIONS:
        frame.step = Moving.LAND
        push_reactions(state, tables, squad)
    elif step == Moving.LAND:
        frame.step = Moving.TRANSFER
        frame.mark = 0
        lead = squad_on_table(state, tables, squad)
        if frame.passes:
            fly_off(state, tables, squad)
            frame.step = Moving.OVER
        elif lead < 0:
            frame.step = Moving.OVER
        elif is_aircraft(tables, lead) and any_can_land(state, tables, squad):
            ask(state, seat, Decision.LAND, lead)
    elif step == Moving.TRANSFER:
        next_transfer(state, tables, frame)
    elif step == Moving.GO_ON:
        frame.step = Moving.TRANSFER
        slot = tables.squad_first[squad] + frame.count - 1
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.transferred and inches_left(state, tables, slot) > 0:
            ask(state, seat, Decision.GO_ON, slot)
    elif step == Moving.END:
        frame.step = Moving.FACE
        lead = squad_on_table(state, tables, squad)
        if lead >= 0 and state.units[lead].cell >= 0 and has_end(state, tables, squad, frame.back):
            ask(state, seat, Decision.END_MOVE, lead)
    elif step == Moving.FACE:
        frame.step = Moving.OVER
        lead = squad_on_table(state, tables, squad)
        if lead >= 0 and state.units[lead].cell >= 0 and tables.squad_turns[squad] and not is_pinned(state, tables, squad):
            ask(state, seat, Decision.FACING, lead)
    else:
        extra = frame.flag + 0
        inside = frame.done + 0
        pop(state)
        finish_move(state, tables, squad, extra, inside)


@jit
def next_transfer(state, tables, frame):
    """The next Transport of a squad that has landed has its free transfer; who flies on can be reacted against once more.

    Clauses: DZ-TRN-14, DZ-RF-06.
    """
    squad = frame.squad + 0
    first = tables.squad_first[squad] + 0
    for slot in range(first + frame.count, first + tables.squad_size[squad]):
        frame.count = slot - first + 1
        if frame.mark and frame.flag == 0 and state.units[slot].status == Status.ON_TABLE and can_transfer(state, tables, slot):
            frame.step = Moving.GO_ON
            transfer = push(state, Frame.TRANSFER)
            transfer.other = slot
            transfer.squad = squad
            return
    frame.step = Moving.END
    for slot in range(first, first + tables.squad_size[squad]):
        if state.units[slot].origin >= 0:
            frame.step = Moving.REACTIONS


@jit
def set_out(state, tables, frame, cell, piece):
    """A squad is to leave its Garrison; where enemies outnumber it, it tests its Fortitude first.

    Clauses: DZ-GAR-06, DZ-GAR-07, DZ-GAR-11.
    """
    frame.cell = cell
    frame.piece = piece
    frame.step = Moving.LEAVING
    frame.next = state.units[leader_of(state, tables, frame.squad)].piece
    if must_test(state, tables, frame.squad):
        push_flee(state, tables, frame.squad + 0, 1)


@jit
def leave_garrison(state, tables, frame):
    """The squad is out, if its test did not make it flee already. Clauses: DZ-GAR-06, DZ-GAR-07, DZ-GAR-11."""
    squad = frame.squad + 0
    frame.step = Moving.END
    frame.back = 1
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].piece != frame.next:
        frame.step = Moving.OVER
    elif frame.piece >= 0:
        frame.step = Moving.OVER
        push_enter(state, squad, frame.piece + 0, 0)
    else:
        go_out(state, tables, squad, frame.cell + 0)


@jit
def finish_move(state, tables, squad, extra, inside):
    """The Move is over: an action is completed, if anybody is left. Clauses: DZ-ACT-04, DZ-MOV-03, DZ-MOV-09, DZ-GAR-05, DZ-CARD-07."""
    if extra == 0:
        if inside == 0:
            state.squads[squad].shifted = 1
        if leader_of(state, tables, squad) >= 0:
            state.acted = 1


@jit
def any_can_land(state, tables, squad):
    """True if a unit of an airborne squad can land where it is."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            return True
    return False


@jit
def land_all(state, tables, squad):
    """All units of a squad that can land do. Clauses: DZ-AIR-02, DZ-AIR-03."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            put_unit(state, slot, unit.cell + 0, 0)
            note(state, Own.LANDS, unit=slot, cell=unit.cell)


@jit
def ask_where(state, tables, frame, seat):
    """Ask where the Move leads: out of a Transport first, inside or out of a Garrison, or for the leader's cell."""
    squad = frame.squad + 0
    lead = leader_of(state, tables, squad)
    frame.slot = lead
    unit = state.units[lead]
    if unit.carrier >= 0 and unit.status == Status.ON_TABLE:
        ask(state, seat, Decision.OUT, lead)
        return
    if unit.piece >= 0:
        if frame.piece >= 0:
            set_out(state, tables, frame, -1, frame.piece + 0)
        else:
            ask(state, seat, Decision.MOVE, lead)
        return
    prepare_unit(state, tables, lead)
    ask(state, seat, Decision.MOVE, lead)


@jit
def lead_goes(state, tables, frame, cell):
    """The leader moves; the others follow."""
    lead = frame.slot + 0
    frame.cell = -1 if state.units[lead].cell < 0 else state.units[lead].cell + 0  # where it began
    frame.other = lead
    go_to(state, tables, lead, cell)
    clear_costs(state)
    frame.step = Moving.OTHERS
    frame.slot = lead


@jit
def move_next(state, tables, frame, seat):
    """The next unit of the squad moves: by the rule of the squad, or where its player says. Clauses: DZ-GRID-11, DZ-ACTN-04."""
    squad = frame.squad + 0
    last = tables.squad_first[squad] + tables.squad_size[squad]
    for slot in range(frame.slot + 1, last):
        if is_to_move(state, slot) and state.units[slot].piece < 0:
            frame.slot = slot
            if tables.move_mode:
                prepare_unit(state, tables, slot)
                ask(state, seat, Decision.MOVE, slot)
            else:
                follow(state, tables, slot, frame.other, frame.cell, state.units[slot].cell + 0)
            return
    frame.step = Moving.END
    for slot in range(tables.squad_first[squad], last):
        if state.units[slot].origin >= 0:
            frame.step = Moving.REACTIONS


@jit
def has_end(state, tables, squad, out):
    """True if the Move of a squad may end in a Garrison or aboard a Transport; `out`: it has left a Garrison, and may only board.

    Clauses: DZ-GAR-02, DZ-GAR-06, DZ-TRN-05, DZ-MOV-09.
    """
    if not is_coherent(state, tables, squad):
        return False
    if has_board(state, tables, squad):
        return True
    if not out and is_infantry(tables, tables.squad_first[squad]) and not is_pinned(state, tables, squad):
        for piece in range(tables.n_pieces):
            if can_enter(state, tables, squad, piece, state.squads[squad].rapid):
                return True
    return False


@jit
def can_move(state, tables, squad):
    """True if a squad can take a Move action now. Clauses: DZ-ACTN-02, DZ-TRN-07, DZ-SPEC-22."""
    lead = leader_of(state, tables, squad)
    if lead < 0:
        return False
    unit = state.units[lead]
    if unit.status == Status.ON_TABLE and unit.carrier >= 0:
        return can_carry_out(state, tables, squad)
    if unit.status == Status.READINESS:
        if unit.carrier >= 0:
            return False
        return can_come_on(state, tables, lead)
    if unit.status != Status.ON_TABLE:
        return False
    if unit.piece >= 0:
        return not is_hemmed(state, tables, squad)
    return tables.unit_fast[lead] == 0 or has_flight(state, tables, lead)


@jit
def can_come_on(state, tables, lead):
    """True if a unit off the table finds any cell to come to."""
    zone = state.zone[SEAT_OF[lead]]
    flies = is_aircraft(tables, lead)
    if tables.unit_move[lead] == 0:
        return False
    for k in range(tables.n_edge[zone]):
        cell = tables.edge_cells[zone, k] + 0
        if can_hover(state, tables, cell) if flies else can_stand(state, tables, tables.unit_kind[lead], cell):
            return True
    return False
