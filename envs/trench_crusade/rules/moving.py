"""Moves and Dashes, and the way of every movement with the tests on it. Chapters MOV, DSH, TER, CLB, JMP; TC-CHG-12, TC-KW-31."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, frame_of, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION, VERB, Decision, Option
from skirmish_rl.envs.trench_crusade.rules.injuring import begin_injury, fall, hurt_by_fall, land, landing_of, plain_modifier, take_down
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.rolling import begin_roll
from skirmish_rl.envs.trench_crusade.rules.routes import edge_of, end_of, is_plain_walk, plot_route, reach_cells, write_reached, write_walk
from skirmish_rl.envs.trench_crusade.rules.telling import Own
from skirmish_rl.envs.trench_crusade.rules.units import put_unit
from skirmish_rl.envs.trench_crusade.state import (
    DIRECTIONS,
    HALVES,
    PIECES,
    TENTHS,
    Frame,
    Mode,
    Status,
    Success,
    Task,
    Verb,
    act_of,
    is_active,
    seat_of,
)

EDGES = DIRECTIONS + 4
ANY_BUDGET = 1000


class Go(IntEnum):
    """Steps of the GO frame."""

    MODE = 0
    DESTINATION = 1
    END = 2


class Way(IntEnum):
    """Steps of the MOVEMENT frame."""

    STEP = 0
    CLIMBED = 1
    JUMPED = 2
    EDGE = 3
    DROP = 4
    DIVE = 5
    DIVED = 6
    WIRE = 7
    WIRED = 8
    MINES = 9
    DEFUSED = 10


@jit
def movement_of(state, tables, slot):
    """Tenths of an inch that a model moves; halved once it stood up. Clauses: TC-MOV-01, TC-DOWN-05."""
    act = act_of(state, slot)
    stood = act >= 0 and state.acts[act].stood
    return tables.move[slot] * TENTHS // 2 if stood else tables.move[slot] * TENTHS


@jit
def offers_mode(state, tables, slot, mode):
    """True if a model could make use of a mode of movement here, other models left out. Digitising, Movement."""
    halves = movement_of(state, tables, slot) * HALVES // TENTHS
    return mode == Mode.WALK or (tables.modes[tables.mover[slot], halves, state.units[slot].cell] >> mode) & 1 != 0


@jit
def begin_go(state, tables, slot, verb):
    """A Move in one of its modes, or a Dash with its Risky roll first. Clauses: TC-MOV-01, TC-DSH-01, TC-DSH-02, TC-ABL-12, TC-ABL-13."""
    frame = push(state, Frame.GO)
    frame.slot = slot
    frame.verb = verb
    if verb == Verb.DASH:
        begin_roll(state, tables, slot, Task.DASH, 1)
    else:
        frame.mode = verb - Verb.MOVE
        frame.step = Go.DESTINATION


@jit
def run_go(state, tables, frame):
    """One step of a Move or Dash."""
    slot = frame.slot
    step = frame.step
    seat = seat_of(slot)
    if step == Go.MODE:
        if frame.success == Success.FAILURE:
            pop(state)
            return
        frame.step = Go.DESTINATION
        if offers_mode(state, tables, slot, Mode.RISK) or offers_mode(state, tables, slot, Mode.DROP):
            ask(state, seat, Decision.MODE, slot)
    elif step == Go.DESTINATION:
        frame.step = Go.END
        ask(state, seat, Decision.DESTINATION, slot)
    else:
        pop(state)


@jit
def legal_mode(state, tables, mask):
    """The ways to dash. Digitising, Movement."""
    slot = state.subject
    for mode in range(Mode.DROP + 1):
        mask[OPTION + Option.WALK + mode] = offers_mode(state, tables, slot, mode)


@jit
def apply_mode(state, action):
    """Let the model dash in the chosen way."""
    top_frame(state).mode = action - OPTION - Option.WALK


@jit
def legal_destination(state, tables, mask):
    """Where a Move or Dash may end. Clauses: TC-MOV-01..06, TC-DSH-02."""
    cells = mask[CELL:VERB]
    frame = top_frame(state)
    slot = frame.slot
    budget = movement_of(state, tables, slot)
    if is_plain_walk(state, tables, slot, budget, frame.mode):
        write_walk(state, tables, slot, budget, cells)
        return
    reach_cells(state, tables, slot, budget, frame.mode, 0)
    write_reached(state, state.units[slot].cell, budget, cells)


@jit
def apply_destination(state, tables, action):
    """Move the model to the chosen cell by its best route."""
    frame = top_frame(state)
    slot = frame.slot
    plot_route(state, tables, slot, action - CELL, movement_of(state, tables, slot), frame.mode, 0)
    begin_movement(state, slot, frame.mode, -1, False)


@jit
def begin_movement(state, slot, mode, cause, charging):
    """A model goes along `state.path`, which has just been written.

    Args:
        cause: the model whose doing it is, -1. charging: it goes at the target of its Charge.
    """
    frame = push(state, Frame.MOVEMENT)
    frame.slot = slot
    frame.mode = mode
    frame.cause = cause
    frame.charging = charging


@jit
def run_movement(state, tables, frame):
    """One step of a movement; what it meets in a cell is settled before it goes on."""
    step = frame.step
    if step == Way.STEP:
        take_step(state, tables, frame)
    elif step == Way.CLIMBED:
        if frame.success == Success.FAILURE:
            pop(state)
        else:
            arrive(state, tables, frame, False)
    elif step == Way.JUMPED:
        finish_jump(state, tables, frame)
    elif step == Way.DROP:
        frame.step = Way.WIRE
        fall(state, tables, frame.slot, state.path[frame.steps - 1], frame.cause)
    elif step == Way.DIVED:
        finish_dive(state, tables, frame)
    elif step == Way.WIRE:
        meet_wire(state, tables, frame)
    elif step == Way.WIRED:
        frame.step = Way.MINES
        if frame.success == Success.FAILURE:
            frame.steps = state.path_length
            frame.step = Way.STEP
            begin_wire_injury(state, tables, frame.slot, frame.cause)
    elif step == Way.MINES:
        meet_mines(state, tables, frame)
    elif step == Way.DEFUSED:
        finish_defusing(state, tables, frame)
    else:
        pop(state)


@jit
def take_step(state, tables, frame):
    """The next step or jump of the way, with its roll if it needs one. Clauses: TC-CLB-01, TC-JMP-01, TC-ABL-11, TC-ABL-12."""
    slot = frame.slot
    unit = state.units[slot]
    over = state.ended and is_active(state, slot)
    if unit.status != Status.ON_BOARD or unit.down or over or frame.steps >= state.path_length:
        if unit.status == Status.ON_BOARD:
            put_unit(state, tables, slot, landing_of(state, tables, slot, unit.cell))
        pop(state)
        return
    here = unit.cell
    there = state.path[frame.steps]
    edge = edge_between(state, tables, here, there)
    taken = edge_of(tables, here, edge, ANY_BUDGET, tables.mover[slot], frame.mode)
    wire = tables.wire[there] != 0 and tables.wire[here] == 0
    tests = ((taken >> 2) & 3) - wire
    if tests > 0 and edge >= DIRECTIONS:
        frame.step = Way.JUMPED
        begin_roll(state, tables, slot, Task.JUMP, 1)
    elif tests > 0:
        frame.step = Way.CLIMBED
        begin_roll(state, tables, slot, Task.CLIMB, 1)
    else:
        arrive(state, tables, frame, taken & 2 != 0)


@jit
def edge_between(state, tables, here, there):
    """Which step or jump leads from one cell to another; a way without one is a fault."""
    for edge in range(EDGES):
        if end_of(tables, here, edge) == there:
            return edge
    state.fault = 1
    return 0


@jit
def arrive(state, tables, frame, drops):
    """The model enters the next cell of its way; a drop is a fall, unless it dives. Clauses: TC-JMP-03, TC-CHG-12."""
    slot = frame.slot
    there = state.path[frame.steps]
    frame.came_from = state.units[slot].cell
    frame.steps += 1
    frame.step = Way.WIRE
    if not drops:
        put_unit(state, tables, slot, there)
        return
    frame.step = Way.DROP
    if frame.charging:
        target = frame_of(state, Frame.CHARGE).target
        if is_close(tables, there, state.units[target].cell):
            ask(state, seat_of(slot), Decision.DIVE, slot)


@jit
def legal_dive(mask):
    """Dive, or only jump down. Clause: TC-CHG-12."""
    mask[OPTION + Option.DIVE] = 1
    mask[OPTION + Option.JUMP_DOWN] = 1


@jit
def apply_dive(state, tables, action):
    """Dive upon the target, or only jump down. Clause: TC-CHG-12."""
    frame = top_frame(state)
    if action == OPTION + Option.DIVE:
        slot = frame.slot
        frame.step = Way.DIVED
        note(state, Own.DIVES, seat_of(slot), slot, frame_of(state, Frame.CHARGE).target)
        land(state, tables, slot, state.path[frame.steps - 1])
        begin_roll(state, tables, slot, Task.DIVE, 1)


@jit
def finish_dive(state, tables, frame):
    """The dive has succeeded, or the model lies on the ground. Clause: TC-CHG-12."""
    slot = frame.slot
    frame.step = Way.WIRE
    if frame.success > Success.FAILURE:
        state.acts[act_of(state, slot)].dive = 1
    else:
        take_down(state, tables, slot)
        hurt_by_fall(state, tables, slot, -1, tables.height[frame.came_from] - tables.height[state.units[slot].cell])


@jit
def finish_jump(state, tables, frame):
    """The gap is crossed, or the opponent says at which edge the model falls. Clause: TC-JMP-01."""
    slot = frame.slot
    if frame.success > Success.FAILURE:
        arrive(state, tables, frame, False)
        return
    frame.step = Way.EDGE
    ask(state, 1 - seat_of(slot), Decision.FALL_SIDE, slot)


@jit
def gap_cell(state, tables, frame, far):
    """The first or the last lower cell of the gap that is being jumped."""
    here = state.units[frame.slot].cell
    edge = edge_between(state, tables, here, state.path[frame.steps])
    width = tables.jump[here, edge - DIRECTIONS]
    step = (state.path[frame.steps] - here) // (width + 1)
    return here + step * (width if far else 1)


@jit
def legal_fall_side(state, tables, mask):
    """The near edge, and the far one where it is another cell. Clause: TC-JMP-01."""
    frame = top_frame(state)
    mask[OPTION + Option.NEAR_EDGE] = 1
    mask[OPTION + Option.FAR_EDGE] = gap_cell(state, tables, frame, True) != gap_cell(state, tables, frame, False)


@jit
def apply_fall_side(state, tables, action):
    """The model falls into the gap, and its movement is over. Clauses: TC-JMP-01, TC-FALL-01."""
    frame = top_frame(state)
    there = gap_cell(state, tables, frame, action == OPTION + Option.FAR_EDGE)
    frame.steps = state.path_length
    frame.step = Way.STEP
    fall(state, tables, frame.slot, there, frame.cause)


@jit
def wire_marks(tables, slot):
    """Blood markers of dangerous terrain with keywords. Clauses: TC-TER-06, TC-KW-14."""
    marks = 0
    for k in range(3):
        if (tables.wire_marks >> k) & 1 and tables.traits[slot, Trait.NEGATE_FIRE + k] == 0:
            marks += 1
    return marks


@jit
def begin_wire_injury(state, tables, slot, cause):
    """The Injury Roll of dangerous terrain. Clauses: TC-TER-04..06, TC-ABL-08."""
    proof = (tables.wire_marks >> 1) & 1 and tables.traits[slot, Trait.GAS_PROOF]
    padded = (tables.wire_marks >> 2) & 1 and tables.traits[slot, Trait.SHRAPNEL_PROOF]
    dice = -(1 if proof else 0) - (1 if padded else 0)
    begin_injury(state, tables, slot, cause, dice, plain_modifier(tables, slot), wire_marks(tables, slot))


@jit
def meet_wire(state, tables, frame):
    """The first wire that a movement enters is tested. Clause: TC-TER-04."""
    slot = frame.slot
    unit = state.units[slot]
    frame.step = Way.MINES
    if unit.status != Status.ON_BOARD or unit.down or (state.ended and is_active(state, slot)):
        frame.step = Way.STEP
    elif tables.wire[unit.cell] and tables.wire[frame.came_from] == 0 and frame.wire_tested == 0:
        frame.wire_tested = 1
        frame.step = Way.WIRED
        begin_roll(state, tables, slot, Task.DANGER, 1)


@jit
def mine_met(state, tables, frame):
    """The lowest mined piece that the last step came into contact with, -1. Clause: TC-KW-31."""
    here = state.units[frame.slot].cell
    met = tables.touches[here] & ~tables.touches[frame.came_from] & (state.mines[0] | state.mines[1])
    for piece in range(PIECES):
        if (met >> piece) & 1:
            return piece
    return -1


@jit
def meet_mines(state, tables, frame):
    """A mine goes off, or a sapper is asked whether to defuse it. Clauses: TC-KW-31, TC-ABL-08."""
    slot = frame.slot
    frame.step = Way.STEP
    if state.mines[0] == 0 and state.mines[1] == 0:
        return
    if state.units[slot].status != Status.ON_BOARD or state.units[slot].down:
        return
    piece = mine_met(state, tables, frame)
    if piece < 0:
        return
    if tables.traits[slot, Trait.MINES]:
        ask(state, seat_of(slot), Decision.DEFUSE, slot)
    elif tables.traits[slot, Trait.NEGATE_MINED] == 0:
        frame.step = Way.MINES
        detonate(state, tables, slot, piece)


@jit
def clear_mine(state, piece):
    """A piece of terrain is MINED no more."""
    for seat in range(2):
        state.mines[seat] = state.mines[seat] & ~(1 << piece)


@jit
def detonate(state, tables, slot, piece):
    """A mine goes off under a model. Clauses: TC-KW-31, TC-KW-14."""
    clear_mine(state, piece)
    note(state, Own.DETONATES, seat_of(slot), slot)
    marks = 1 - tables.traits[slot, Trait.NEGATE_SHRAPNEL]
    begin_injury(state, tables, slot, -1, -tables.traits[slot, Trait.SHRAPNEL_PROOF], plain_modifier(tables, slot), marks)


@jit
def legal_defuse(mask):
    """Defuse the mine, or leave it. Clause: TC-ABL-08."""
    mask[OPTION + Option.DEFUSE] = 1
    mask[OPTION + Option.LEAVE_MINE] = 1


@jit
def apply_defuse(state, tables, action):
    """Defuse the mine: one's own by itself, another's by a Risky roll. Clause: TC-ABL-08."""
    frame = top_frame(state)
    slot = frame.slot
    if action != OPTION + Option.DEFUSE:
        return
    piece = mine_met(state, tables, frame)
    if (state.mines[seat_of(slot)] >> piece) & 1:
        frame.step = Way.MINES
        clear_mine(state, piece)
        note(state, Own.DEFUSED, seat_of(slot), slot)
        return
    frame.step = Way.DEFUSED
    begin_roll(state, tables, slot, Task.DEFUSE, 1)


@jit
def finish_defusing(state, tables, frame):
    """The mine is gone, or it goes off and the movement is over. Clause: TC-ABL-08."""
    slot = frame.slot
    piece = mine_met(state, tables, frame)
    frame.step = Way.STEP
    if frame.success > Success.FAILURE:
        clear_mine(state, piece)
        note(state, Own.DEFUSED, seat_of(slot), slot)
        frame.step = Way.MINES
    else:
        frame.steps = state.path_length
        detonate(state, tables, slot, piece)
