"""What an answer does: one function per group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.frames import push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.activating import Note, Step, begin_activation, raise_events, return_regular
from skirmish_rl.envs.tide_of_iron.rules.assaulting import Assault, begin_assault, retreat_to, take_hit
from skirmish_rl.envs.tide_of_iron.rules.attacking import Attack, begin_blast, begin_fire, begin_op_fire, choose_part
from skirmish_rl.envs.tide_of_iron.rules.cards import Play, dig, draw_card, name_card_cell, name_card_unit, play_card, put_smoke
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.moving import (
    CHARGE_COST,
    FORT_COST,
    TRANSPORT_COST,
    TRAPS_COST,
    WIRE_COST,
    enter_hex,
    meet_obstacles,
    step_cost,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.numbering import (
    BID,
    CARD,
    CELL,
    DECK,
    DIRECTION,
    FIGURE,
    OPTION,
    ORDER,
    PASS,
    RETRIED,
    RETRY,
    UNIT,
)
from skirmish_rl.envs.tide_of_iron.rules.recovery import arrive, transfer
from skirmish_rl.envs.tide_of_iron.rules.units import board, fatigue, leave_transport, move_unit, put_unit, remove_figure
from skirmish_rl.envs.tide_of_iron.state import (  # fmt: skip
    SLOTS,
    Activation,
    Decision,
    Fort,
    Kind,
    Mark,
    Option,
    Order,
    Part,
    seat_of,
)

_FIRST_RETRY, _SECOND_RETRY, _THIRD_RETRY = RETRIED


@jit
def apply_select(state, tables, action):
    """An action of the turn begins. Clauses: TI-ACT-06, TI-ACT-10, TI-ACT-15..17."""
    seat = state.decider + 0
    state.actions_left -= 1
    if action >= RETRY:
        card = _FIRST_RETRY + 0
        if action == RETRY + 1:
            card = _SECOND_RETRY + 0
        elif action == RETRY + 2:
            card = _THIRD_RETRY + 0
        push(state, Frame.CARD, seat, card, 0)
        return
    if action >= CARD:
        play_card(state, tables, seat, action - CARD)
        return
    order = (action - ORDER) // SLOTS
    slot = (action - ORDER) % SLOTS
    if order == Order.FATIGUE:
        fatigue(state, slot)
    elif order == Order.PREPARE:
        state.units[slot].activation = Activation.OP_FIRE
    elif order >= Order.DIG:
        act_specially(state, tables, slot, order)
    else:
        begin_activation(state, slot, order)


@jit
def act_specially(state, tables, slot, order):
    """A special action; the unit is fatigued. Clauses: TI-ACT-16, TI-SPC-03, TI-SPC-05, TI-SPC-08, TI-OPS-02."""
    seat = seat_of(slot)
    cell = state.units[slot].cell + 0
    fatigue(state, slot)
    if order == Order.DIG:
        dig(state, seat, cell, slot)
    elif order == Order.HEAL:
        if roll(state, 6) >= tables.heal_success:
            state.attack[0].cell = cell
            state.decider = seat
            state.decision = Decision.HEAL_UNIT
    elif order == Order.SMOKE:
        state.active = slot
        state.decider = seat
        state.decision = Decision.SMOKE_CELL
    else:
        state.decider = seat
        state.decision = Decision.CARD_CELL


@jit
def apply_step(state, tables, action):
    """One step of a movement. Clauses: TI-MOV-02, TI-MOV-11, TI-TRP-02, TI-TRN-07, TI-TRN-08, TI-EQP-02."""
    frame = top_frame(state)
    slot = frame.a + 0
    unit = state.units[slot]
    if action == PASS:
        frame.step = Step.MOVED
    elif action >= OPTION:
        spend_points(state, tables, frame, slot, action - OPTION)
    elif action >= DIRECTION:
        direction = action - DIRECTION
        there = tables.next[unit.cell, direction] + 0
        if unit.kind == Kind.GUN:
            move_unit(state, frame.c // Note.CREW - 1, there)
            enter_hex(state, tables, slot, there, 0)
        else:
            enter_hex(state, tables, slot, there, step_cost(state, tables, slot, direction))
        raise_events(state, frame, slot)
    else:
        state.movement -= TRANSPORT_COST
        board(state, slot, action - UNIT)
        frame.c = frame.c | Note.BOARDED


@jit
def spend_points(state, tables, frame, slot, option):
    """Spend movement on something else than a hex. Clauses: TI-MOV-11, TI-TRP-02, TI-TRN-07, TI-TRN-08, TI-OPF-13, TI-SPC-08, TI-OPS-08."""
    unit = state.units[slot]
    if option == Option.ENTER_ENTRENCHMENT:
        state.movement -= FORT_COST
        unit.fort = Fort.ENTRENCHMENT
    elif option == Option.ENTER_PILLBOX:
        state.movement -= FORT_COST
        unit.fort = Fort.PILLBOX
    elif option == Option.LEAVE:
        state.movement -= FORT_COST
        unit.fort = Fort.NONE
        frame.c = frame.c | Note.OP_FIRE
        frame.step = Step.EVENTS
    elif option == Option.UNLOAD:
        state.movement -= TRANSPORT_COST
        leave_transport(state, slot)
        state.hexes += 1
        state.mined = 0
        meet_obstacles(state, tables, slot)
        raise_events(state, frame, slot)
    elif option == Option.CLEAR_WIRE:
        state.movement -= WIRE_COST
        state.marks[unit.cell] &= ~Mark.WIRE
    elif option == Option.CLEAR_TRAPS:
        state.movement -= TRAPS_COST
        state.decider = seat_of(slot)
        state.decision = Decision.CLEAR_CELL
    else:
        state.movement -= CHARGE_COST
        state.marks[unit.cell] |= Mark.CHARGE_A << seat_of(slot)


@jit
def apply_activation(state, tables, decision, action):
    """Other answers of the active player."""
    frame = top_frame(state)
    slot = frame.a + 0
    if decision == Decision.TARGET:
        if action == PASS:
            frame.step = Step.END
            return
        frame.step = Step.FIRED
        halved = 1 if frame.b == Order.FIRE_AND_MOVE else 0
        if action >= CELL:
            begin_fire(state, tables, slot, -1, action - CELL, halved)
        else:
            begin_fire(state, tables, slot, action - UNIT, -1, halved)
    elif decision == Decision.FIRE_OR_MOVE:
        if action == OPTION + Option.FIRE_FIRST:
            state.decision = Decision.TARGET
            state.decider = seat_of(slot)
    elif decision == Decision.ASSAULT_HEX:
        if action != PASS:
            begin_assault(state, tables, slot, action - DIRECTION)
    elif decision == Decision.GUN_CREW:
        frame.c = Note.CREW * (action - UNIT + 1)
    elif decision == Decision.ORDER:
        if action == OPTION + Option.OP_FIRE_FIRST:
            frame.c = frame.c | Note.OP_FIRST
    elif decision == Decision.OP_FIRE:
        if action != PASS:
            begin_op_fire(state, tables, action - UNIT)
    else:
        state.marks[action - CELL] &= ~Mark.TRAPS


@jit
def apply_fight(state, tables, decision, action, seat):
    """Answers inside an attack or an assault."""
    frame = top_frame(state)
    attack = state.attack[0]
    if decision == Decision.FIGURES:
        attack.part[attack.asked] = action - (OPTION + Option.ALL) + Part.ALL
        attack.asked = -1
    elif decision == Decision.ATTACK_TYPE:
        attack.blow = action - (OPTION + Option.NORMAL)
    elif decision == Decision.SUPPORT:
        if action == PASS:
            frame.step = Attack.ROLL
        else:
            choose_part(state, tables, action - UNIT)
    elif decision == Decision.ASSAULT_SUPPORT:
        if action == PASS:
            frame.step = Assault.ROLL
        else:
            attack.part[action - UNIT] = Part.ALL
    elif decision == Decision.CASUALTY:
        frame.b -= 1
        remove_figure(state, tables, frame.a + 0, action - FIGURE)
    elif decision == Decision.HIT_UNIT:
        if seat == attack.seat:
            frame.c -= 1
        else:
            frame.b -= 1
        take_hit(state, tables, action - UNIT)
    else:
        retreat_to(state, tables, frame, action - DIRECTION)


@jit
def apply_special(state, tables, decision, action, seat):
    """Answers about special actions and cards."""
    frame = top_frame(state)
    if decision == Decision.CARD_UNIT:
        if action == PASS:
            frame.step = Play.CHOSEN
        else:
            name_card_unit(state, tables, frame, action - UNIT)
    elif decision == Decision.CARD_CELL:
        if frame.kind == Frame.CARD:
            name_card_cell(state, tables, frame, action - CELL)
        else:
            state.marks[action - CELL] &= ~(Mark.CHARGE_A << seat)
            begin_blast(state, seat, action - CELL)
    elif decision == Decision.SMOKE_CELL:
        put_smoke(state, action - CELL)
        if frame.kind != Frame.CARD:
            state.active = -1
    elif decision == Decision.HEAL_UNIT:
        return_regular(state, action - UNIT)
    elif action != PASS:
        state.units[action - UNIT].fort = Fort.ENTRENCHMENT


@jit
def apply_command(state, tables, action, seat):
    """Spending in the Command Phase. Clauses: TI-CMD-17, TI-CMD-20, TI-CMD-21, TI-CMD-22."""
    if action == PASS:
        top_frame(state).a += 1
    elif action >= CARD:
        play_card(state, tables, seat, action - CARD)
    else:
        k = action - BID + 1
        state.command[seat] -= k
        state.pool[seat] += k


@jit
def apply_status(state, tables, decision, action, seat):
    """Answers of the Status Phase, and of Op Fire mode at set-up."""
    frame = top_frame(state)
    if decision == Decision.OP_MODE:
        if action == PASS:
            frame.a += 1
        else:
            state.units[action - UNIT].activation = Activation.OP_FIRE
    elif decision == Decision.DRAW:
        card = draw_card(state, seat, action - DECK)
        if tables.card_plus[card]:
            frame.b = 1
    elif decision == Decision.DRAW_EXTRA:
        if action != PASS:
            draw_card(state, seat, action - DECK)
    elif decision == Decision.TRANSFER_FROM:
        if action == PASS:
            frame.a += 1
        else:
            frame.b = action - UNIT
            frame.c = -1
    elif decision == Decision.TRANSFER_FIGURE:
        frame.c = action - FIGURE
    elif decision == Decision.TRANSFER_TO:
        transfer(state, frame.b + 0, action - UNIT, frame.c + 0)
        state.transfers[seat] += 1
        frame.b = -1
        frame.c = -1
    else:
        arrive(state, frame.c + 0, action - CELL)


@jit
def apply_setup(state, tables, decision, action, seat):
    """Answers of the set-up. Chapter SET."""
    frame = top_frame(state)
    if decision == Decision.ASSIGN_TOKEN:
        state.units[action - UNIT].specialty = tables.tokens[seat, frame.b - 1]
    elif decision == Decision.DRAW_START:
        draw_card(state, seat, action - DECK)
    elif decision == Decision.PLACE_MARKER:
        state.marks[action - CELL] += tables.markers[seat, frame.b]
        frame.b += 1
    elif decision == Decision.DEPLOY:
        if action >= CELL:
            put_unit(state, frame.b + 0, action - CELL)
        else:
            board(state, frame.b + 0, action - UNIT)
            frame.c = 0
    elif action != PASS:
        state.units[frame.b].fort = Fort.ENTRENCHMENT + 0 if action == OPTION + Option.ENTER_ENTRENCHMENT else Fort.PILLBOX + 0
