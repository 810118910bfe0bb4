"""What an answer does: one function per group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import (
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
    Decision,
    Option,
)
from skirmish_rl.envs.tide_of_iron.rules.activating import Step, begin_activation, raise_events
from skirmish_rl.envs.tide_of_iron.rules.assaulting import Assault, begin_assault, take_hit
from skirmish_rl.envs.tide_of_iron.rules.attacking import Attack, begin_blast, begin_fire, begin_op_fire, choose_part
from skirmish_rl.envs.tide_of_iron.rules.cards import draw_card, has_deck, name_card_cell, name_card_unit, play_card, resolve_card
from skirmish_rl.envs.tide_of_iron.rules.facts import seat_of
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
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
from skirmish_rl.envs.tide_of_iron.rules.recovery import arrive, transfer
from skirmish_rl.envs.tide_of_iron.rules.retreating import retreat_to
from skirmish_rl.envs.tide_of_iron.rules.scoring import finish_actions
from skirmish_rl.envs.tide_of_iron.rules.setting_up import offer_fort
from skirmish_rl.envs.tide_of_iron.rules.specials import act_specially, end_special, put_smoke, return_regular
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from skirmish_rl.envs.tide_of_iron.rules.units import (
    board,
    enter_fort,
    fatigue,
    leave_transport,
    move_unit,
    put_unit,
    remove_figure,
    watch,
)
from skirmish_rl.envs.tide_of_iron.state import SLOTS, Fort, Kind, Mark, Order, Part

_FIRST_RETRY, _SECOND_RETRY, _THIRD_RETRY = RETRIED


@jit
def apply_select(state, tables, action):
    """An action of the turn begins, or the side is finished for the round. Clauses: TI-ACT-02, TI-ACT-04, TI-ACT-06, TI-ACT-10, TI-ACT-15..17."""
    seat = state.decider
    if action == PASS:
        finish_actions(state, seat)
        return
    state.actions_left -= 1
    if action >= RETRY:
        card = _FIRST_RETRY
        if action == RETRY + 1:
            card = _SECOND_RETRY
        elif action == RETRY + 2:
            card = _THIRD_RETRY
        resolve_card(state, seat, card)
        return
    if action >= CARD:
        play_card(state, tables, seat, action - CARD)
        return
    order = (action - ORDER) // SLOTS
    slot = (action - ORDER) % SLOTS
    if order == Order.FATIGUE or order == Order.PREPARE:
        note(state, Event.ACTIVATED, seat, slot, value=order)
        if order == Order.PREPARE:
            watch(state, slot)
        else:
            fatigue(state, slot)
    elif order >= Order.DIG:
        act_specially(state, tables, slot, order)
    else:
        begin_activation(state, slot, order)


@jit
def apply_step(state, tables, action):
    """One step of a movement. Clauses: TI-MOV-02, TI-MOV-11, TI-TRP-02, TI-TRN-07, TI-TRN-08, TI-EQP-02."""
    frame = top_frame(state)
    slot = state.subject
    if action == PASS:
        frame.step = Step.MOVED
    elif action >= OPTION:
        spend_points(state, tables, frame, slot, action - OPTION)
    elif action >= DIRECTION:
        direction = action - DIRECTION
        there = tables.next[state.units[slot].cell, direction]
        if state.units[slot].kind == Kind.GUN:
            move_unit(state, state.crew, there)
            enter_hex(state, tables, slot, there, 0)
        else:
            enter_hex(state, tables, slot, there, step_cost(state, tables, slot, direction))
        raise_events(state, frame, slot)
    else:
        state.movement -= TRANSPORT_COST
        state.halted = 1
        board(state, slot, action - UNIT)


@jit
def spend_points(state, tables, frame, slot, option):
    """Spend movement on something else than a hex. Clauses: TI-MOV-11, TI-TRP-02, TI-TRP-03, TI-TRN-07, TI-TRN-08, TI-OPF-13, TI-SPC-08, TI-OPS-08."""
    unit = state.units[slot]
    if option == Option.ENTER_ENTRENCHMENT:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.ENTRENCHMENT)
    elif option == Option.ENTER_PILLBOX:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.PILLBOX)
    elif option == Option.LEAVE:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.NONE)
        frame.op_fire = 1
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
        set_marks(state, Mark.WIRE, unit.cell, 0)
    elif option == Option.CLEAR_TRAPS:
        state.movement -= TRAPS_COST
        ask(state, seat_of(slot), Decision.CLEAR_CELL, slot)
    else:
        state.movement -= CHARGE_COST
        set_marks(state, Mark.CHARGE_A + seat_of(slot), unit.cell, 1)


@jit
def apply_activation(state, tables, decision, action):
    """Other answers about the active unit."""
    frame = top_frame(state)
    slot = state.subject
    if decision == Decision.TARGET:
        if action == PASS:
            frame.step = Step.END
            return
        frame.step = Step.FIRED
        halved = 1 if state.order == Order.FIRE_AND_MOVE else 0
        if action >= CELL:
            begin_fire(state, tables, slot, -1, action - CELL, halved)
        else:
            begin_fire(state, tables, slot, action - UNIT, -1, halved)
    elif decision == Decision.OP_FIRE:
        if action != PASS:
            begin_op_fire(state, tables, action - UNIT)
    elif decision == Decision.FIRE_OR_MOVE:
        if action == OPTION + Option.FIRE_FIRST:
            ask(state, seat_of(slot), Decision.TARGET, slot)
    elif decision == Decision.ASSAULT_HEX:
        if action != PASS:
            begin_assault(state, tables, slot, action - DIRECTION)
    elif decision == Decision.GUN_CREW:
        state.crew = action - UNIT
    elif decision == Decision.ORDER:
        frame.op_first = action == OPTION + Option.OP_FIRE_FIRST
    else:
        set_marks(state, Mark.TRAPS, action - CELL, 0)


@jit
def apply_attack(state, tables, decision, action):
    """Answers inside an attack."""
    attack = state.attack[0]
    if decision == Decision.FIGURES:
        attack.part[state.subject] = action - (OPTION + Option.ALL) + Part.ALL
    elif decision == Decision.ATTACK_TYPE:
        attack.blow = action - (OPTION + Option.NORMAL)
    elif action == PASS:
        top_frame(state).step = Attack.ROLL
    else:
        choose_part(state, tables, action - UNIT)


@jit
def apply_assault(state, tables, decision, action):
    """Answers inside an assault, and casualties."""
    if decision == Decision.CASUALTY:
        state.losses -= 1
        remove_figure(state, tables, state.subject, action - FIGURE)
    elif decision == Decision.ASSAULT_SUPPORT:
        if action == PASS:
            top_frame(state).step = Assault.ROLL
        else:
            state.attack[0].part[action - UNIT] = Part.ALL
    elif decision == Decision.HIT_UNIT:
        take_hit(state, tables, action - UNIT)
    else:
        retreat_to(state, tables, state.subject, action - DIRECTION)


@jit
def apply_special(state, tables, decision, action):
    """Answers about cards and special actions."""
    seat = state.decider
    if decision == Decision.CARD_UNIT:
        if action != PASS:
            name_card_unit(state, tables, top_frame(state), action - UNIT)
        return
    if decision == Decision.CARD_CELL and state.subject >= 0:
        name_card_cell(state, tables, top_frame(state), action - CELL)
        return
    end_special(state)
    if decision == Decision.CARD_CELL:
        set_marks(state, Mark.CHARGE_A + seat, action - CELL, 0)
        begin_blast(state, seat, action - CELL)
    elif decision == Decision.SMOKE_CELL:
        put_smoke(state, action - CELL)
    elif decision == Decision.HEAL_UNIT:
        return_regular(state, action - UNIT)
    elif action != PASS:
        enter_fort(state, action - UNIT, Fort.ENTRENCHMENT)


@jit
def apply_command(state, tables, action):
    """Spending in the Command Phase. Clauses: TI-CMD-17, TI-CMD-20, TI-CMD-21, TI-CMD-22."""
    seat = state.decider
    if action == PASS:
        top_frame(state).side += 1
    elif action >= CARD:
        play_card(state, tables, seat, action - CARD)
    else:
        k = action - BID + 1
        note(state, Own.BIDS, seat, value=k)
        state.command[seat] -= k
        state.pool[seat] += k


@jit
def apply_status(state, tables, decision, action):
    """Answers of the Status Phase, and of Op Fire mode at set-up."""
    frame = top_frame(state)
    seat = state.decider
    if decision == Decision.OP_MODE:
        if action == PASS:
            frame.side += 1
        else:
            watch(state, action - UNIT)
    elif decision == Decision.DRAW:
        card = draw_card(state, seat, action - DECK)
        if tables.card_plus[card] and has_deck(state, tables, seat):
            ask(state, seat, Decision.DRAW_EXTRA)
        else:
            frame.side += 1
    elif decision == Decision.DRAW_EXTRA:
        if action != PASS:
            draw_card(state, seat, action - DECK)
        frame.side += 1
    elif decision == Decision.TRANSFER_FROM:
        if action == PASS:
            frame.side += 1
        else:
            ask(state, seat, Decision.TRANSFER_FIGURE, action - UNIT)
    elif decision == Decision.TRANSFER_FIGURE:
        state.given = action - FIGURE
        ask(state, seat, Decision.TRANSFER_TO, state.subject)
    elif decision == Decision.TRANSFER_TO:
        transfer(state, state.subject, action - UNIT, state.given)
        state.given = -1
        state.transfers[seat] += 1
    else:
        arrive(state, state.subject, action - CELL)


@jit
def apply_setup(state, tables, decision, action):
    """Answers of the set-up. Chapter SET."""
    seat = state.decider
    slot = state.subject
    if decision == Decision.ASSIGN_TOKEN:
        state.units[action - UNIT].specialty = state.subject
        note(state, Own.TOKEN, seat, action - UNIT, value=state.subject)
    elif decision == Decision.DRAW_START:
        draw_card(state, seat, action - DECK)
    elif decision == Decision.PLACE_MARKER:
        set_marks(state, state.subject, action - CELL, state.marks[state.subject, action - CELL] + 1)
    elif decision == Decision.DEPLOY:
        if action >= CELL:
            put_unit(state, slot, action - CELL)
            offer_fort(state, slot)
        else:
            board(state, slot, action - UNIT)
    elif action != PASS:
        enter_fort(state, slot, Fort.ENTRENCHMENT if action == OPTION + Option.ENTER_ENTRENCHMENT else Fort.PILLBOX)
