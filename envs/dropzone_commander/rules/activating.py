"""The activation of a squad, action by action. Chapter ACTN."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import OPTION, PASS, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.abilities import has_smoke_target, push_ports, who_fires_out
from skirmish_rl.envs.dropzone_commander.rules.aiming import can_shoot
from skirmish_rl.envs.dropzone_commander.rules.attacks import forget_cards, open_window, push_shoot
from skirmish_rl.envs.dropzone_commander.rules.carrying import (
    can_drop,
    carries_carrier,
    drop,
    extract,
    has_hand_on,
    is_at_own_edge,
    is_extraction,
)
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_present, leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import is_coherent, outermost
from skirmish_rl.envs.dropzone_commander.rules.moving import can_move, push_move
from skirmish_rl.envs.dropzone_commander.rules.objectives import can_scan, check_claims, is_suppressed, push_search, scan, token_to_search
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FROM_PORTS, SEAT_OF_SQUAD, Act, Fact, Frame, Gift, Mark, Sign, Status, Window

ACTIONS = 2
ONE_ACTION = 1  # out of sequence


class Acting(IntEnum):
    """Steps of the SQUAD frame; `extra`: an action that a card gives, of `limit`; `given`: an objective was handed on or dropped.

    `piece`: the Garrison in which an action began; `member`: units that have been asked whether they leave the table; `kept_...`: what the
    squad had done in its own activation before an extra action.
    """

    CHOSEN = 0
    ACTION = 1
    AFTER = 2
    END = 3
    EXTRACT = 4
    DONE = 5
    OVER = 6


@jit
def can_act(state, tables, squad):
    """True if a squad has anything to do now. Clause: DZ-ACTN-02."""
    if leader_of(state, tables, squad) < 0:
        return False
    for act in range(Act.PORTS + 1):
        if can_take(state, tables, squad, act, ACTIONS):
            return True
    return False


@jit
def takes_of(act):
    """Actions that an action uses up. Clause: DZ-ACTN-02."""
    return ACTIONS if act == Act.SEARCH or act == Act.SCAN else 1


@jit
def used(acts, moves):
    """Actions used up in an activation."""
    n = moves
    for act in range(Act.SHOOT, Act.PORTS + 1):
        if (acts >> act) & 1:
            n += takes_of(act)
    return n


SHOOTING = (1 << Act.SHOOT) | (1 << Act.CLOSE) | (1 << Act.SMOKE) | (1 << Act.PORTS)


@jit
def can_take(state, tables, squad, act, limit):
    """True if a squad may take an action now.

    Clauses: DZ-ACTN-01, DZ-ACTN-02, DZ-CQ-02, DZ-ABIL-03..05, DZ-ABIL-11, DZ-CARD-C30.
    """
    here = state.squads[squad]
    if used(here.acts, here.moves) + takes_of(act) > limit:
        return False
    lead = leader_of(state, tables, squad)
    if act != Act.MOVE and tables.unit_fast[lead] > 0 and state.squad == squad and here.moves == 0:
        return False
    if act == Act.MOVE:
        return here.moves < (2 if here.gifts & Gift.RUN else 1) and can_move(state, tables, squad)
    if here.gifts & Gift.RUN and here.moves > 1:
        return False
    unit = state.units[lead]
    if act != Act.PORTS and (not is_present(unit)):
        return False
    if act == Act.SEARCH:
        return is_coherent(state, tables, squad) and token_to_search(state, tables, squad) >= 0
    if act == Act.SCAN:
        return can_scan(state, tables, squad)
    if here.acts & SHOOTING or (here.shot == FROM_PORTS and state.squad == squad):
        return False
    if act == Act.SHOOT:
        return can_shoot(state, tables, squad, 0)
    if act == Act.CLOSE:
        return can_shoot(state, tables, squad, 1)
    if act == Act.SMOKE:
        return has_trait(tables, lead, Trait.SMOKE) or (has_trait(tables, lead, Trait.SHELL) and has_smoke_target(state, tables, squad))
    extra = state.squad != squad and limit == ONE_ACTION
    return has_trait(tables, lead, Trait.PORTS) and who_fires_out(state, tables, lead, extra) >= 0


@jit
def must_fly(state, tables, squad, limit):
    """True for a squad of Fast Aircraft that has not made the Move of its activation yet. Clause: DZ-AIR-09."""
    if tables.unit_fast[tables.squad_first[squad]] == 0 or state.squad != squad or state.squads[squad].moves > 0:
        return False
    return can_take(state, tables, squad, Act.MOVE, limit)


@jit
def push_squad(state, tables, squad, limit, extra):
    """A squad is activated, or gets one action out of sequence. Clauses: DZ-ACT-06, DZ-CARD-07, DZ-ABIL-05."""
    here = state.squads[squad]
    frame = push(state, Frame.SQUAD)
    frame.squad = squad
    frame.facts = put_bit(frame.facts, Fact.EXTRA, extra)
    frame.facts = put_bit(frame.facts, Fact.GIVEN, extra)
    frame.limit = limit
    frame.kept_acts = here.acts
    frame.kept_moves = here.moves
    frame.facts = put_bit(frame.facts, Fact.KEPT_SHIFTED, here.marks & Mark.SHIFTED != 0)
    frame.facts = put_bit(frame.facts, Fact.KEPT_ENTERED, here.marks & Mark.ENTERED != 0)
    here.acts = 0
    here.moves = 0
    here.marks &= ~(Mark.SHIFTED | Mark.ENTERED)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        unit.kept_fired = unit.fired
        unit.kept_moved = unit.moved
        unit.moved = 0
        unit.signs &= ~Sign.TRANSFERRED
        if extra:
            unit.fired = 0
    if not extra:
        state.squad = squad
        here.marks |= Mark.ACTIVATED
        if here.marks & Mark.DISRUPTED or is_suppressed(state, tables, squad):
            frame.limit = max(limit - 1, 1)
        note(state, Event.ACTIVATED, SEAT_OF_SQUAD[squad], leader_of(state, tables, squad))
    here.limit = frame.limit


@jit
def push_action(state, tables, squad, act):
    """A card makes a squad Move or fight at close quarters at once. Clauses: DZ-CARD-07, DZ-CARD-C22, DZ-CARD-C25."""
    push_squad(state, tables, squad, ONE_ACTION, 1)
    lead = leader_of(state, tables, squad)
    frame = top_frame(state)
    frame.step = Acting.AFTER
    frame.piece = state.units[lead].piece
    note(state, Own.ACTS, unit=lead, value=act)
    state.squads[squad].acts = 1 << act
    if act == Act.MOVE:
        state.squads[squad].moves = 1
        push_move(state, tables, squad, 1)
    else:
        push_shoot(state, squad, 1, 1)


@jit
def run_squad(state, tables, frame):
    """One step of a squad's activation. Clauses: DZ-ACTN-01..03, DZ-OBJ-04, DZ-OBJ-13, DZ-OBJ-16, DZ-OBJ-17."""
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    step = frame.step
    if state.doomed:
        push_doom(state)
    elif step == Acting.CHOSEN:
        frame.step = Acting.ACTION
        if frame.facts & Fact.EXTRA == 0:
            open_window(state, Window.CHOSEN, squad)
    elif step == Acting.ACTION:
        lead = leader_of(state, tables, squad)
        if lead >= 0 and (
            has_action(state, tables, squad, frame.limit) or (frame.facts & Fact.GIVEN == 0 and has_gift(state, tables, squad))
        ):
            ask(state, seat, Decision.ACTION, lead)
        else:
            frame.step = Acting.END
    elif step == Acting.AFTER:
        frame.step = Acting.ACTION
        check_claims(state, tables, seat, squad)
        lead = leader_of(state, tables, squad)
        if lead >= 0 and state.units[lead].piece >= 0 and state.units[lead].piece == frame.piece:
            open_window(state, Window.INSIDE, squad)
            window = top_frame(state)
            window.piece = state.units[lead].piece
    elif step == Acting.END:
        frame.step = Acting.EXTRACT
        lead = leader_of(state, tables, squad)
        if (
            frame.facts & Fact.EXTRA == 0
            and lead >= 0
            and state.squads[squad].token >= 0
            and is_present(state.units[lead])
            and not is_coherent(state, tables, squad)
        ):
            drop(state, tables, squad, state.units[lead].cell, state.units[lead].piece)
    elif step == Acting.EXTRACT:
        frame.step = Acting.DONE
        if frame.facts & Fact.EXTRA == 0:
            leave_table(state, tables, frame, seat)
    elif step == Acting.DONE:
        frame.step = Acting.OVER
        close_squad(state, tables, frame)
        if frame.facts & Fact.EXTRA == 0:
            note(state, Own.SQUAD_ENDS, unit=tables.squad_first[squad])
            open_window(state, Window.SQUAD_DONE, squad)
    else:
        pop(state)


@jit
def has_gift(state, tables, squad):
    """True if an objective can be handed on, or dropped."""
    lead = leader_of(state, tables, squad)
    return is_present(state.units[lead]) and (can_drop(state, tables, squad) or has_hand_on(state, tables, squad))


@jit
def has_action(state, tables, squad, limit):
    """True if a squad can take any action."""
    for act in range(Act.PORTS + 1):
        if can_take(state, tables, squad, act, limit):
            return True
    return False


@jit
def legal_action(state, tables, frame, mask):
    """Actions that the squad can take, and what it may do beside them.

    Clauses: DZ-ACTN-01, DZ-ACTN-02, DZ-ACT-04, DZ-OBJ-11, DZ-OBJ-12, DZ-AIR-09.
    """
    squad = frame.squad
    mask[PASS] = state.acted != 0 or frame.facts & Fact.EXTRA != 0 or state.group < 0  # else its battlegroup owes an action
    if must_fly(state, tables, squad, frame.limit):
        mask[PASS] = 0
    for act in range(Act.PORTS + 1):
        mask[OPTION + Option.MOVE + act] = can_take(state, tables, squad, act, frame.limit)
    if frame.facts & Fact.GIVEN == 0 and is_present(state.units[state.subject]):
        mask[OPTION + Option.PASS_ON] = has_hand_on(state, tables, squad)
        mask[OPTION + Option.DROP] = can_drop(state, tables, squad)
    n = mask[PASS]
    for option in range(Option.INSIDE + 1):
        n += mask[OPTION + option]
    if n == 0:
        mask[PASS] = 1


@jit
def apply_action(state, tables, frame, action):
    """Let the squad take the chosen action, or end its turn to act. Clause: DZ-ACTN-02."""
    if action == PASS:
        frame.step = Acting.END
    else:
        act_on(state, tables, frame, action - OPTION)


@jit
def act_on(state, tables, frame, option):
    """A squad takes an action. Clauses: DZ-ACTN-02, DZ-ABIL-03, DZ-ABIL-04."""
    squad = frame.squad
    extra = frame.facts & Fact.EXTRA != 0
    lead = state.subject
    frame.step = Acting.AFTER
    frame.piece = state.units[lead].piece
    here = state.squads[squad]
    if option == Option.PASS_ON or option == Option.DROP:
        frame.facts |= Fact.GIVEN
        frame.step = Acting.ACTION
        ask(state, state.decider, Decision.PASS_ON if option == Option.PASS_ON else Decision.DROP, lead)
        return
    note(state, Own.ACTS, unit=lead, value=option - Option.MOVE)
    here.acts |= 1 << (option - Option.MOVE)
    if option == Option.MOVE:
        here.moves += 1
        push_move(state, tables, squad, extra)
    elif option == Option.SHOOT:
        push_shoot(state, squad, 0, extra)
    elif option == Option.CLOSE:
        push_shoot(state, squad, 1, extra)
    elif option == Option.SEARCH:
        push_search(state, squad, token_to_search(state, tables, squad))
    elif option == Option.SCAN:
        scan(state, tables, squad)
    elif option == Option.PORTS:
        push_ports(state, tables, lead, extra)
    elif has_trait(tables, lead, Trait.SHELL):
        ask(state, state.decider, Decision.SMOKE, lead)
    else:
        here.marks |= Mark.SMOKE
        state.acted = 1


@jit
def leave_table(state, tables, frame, seat):
    """A carrier at its own edge leaves with its objective; a Transport with one aboard may. Clauses: DZ-OBJ-16, DZ-OBJ-17."""
    if not is_extraction(tables):
        return
    squad = frame.squad
    first = tables.squad_first[squad]
    for slot in range(first + frame.member, first + tables.squad_size[squad]):
        frame.member = slot - first + 1
        if state.units[slot].status != Status.ON_TABLE or not is_at_own_edge(state, tables, slot):
            continue
        if state.units[slot].carrier < 0 and state.squads[squad].token >= 0:
            extract(state, tables, squad)
            return
        if tables.unit_room[slot] > 0 and outermost(state, slot) == slot and carries_carrier(state, tables, slot):
            frame.step = Acting.EXTRACT
            ask(state, seat, Decision.EXTRACT, slot)
            return


@jit
def close_squad(state, tables, frame):
    """The activation of a squad is over; what a card gave leaves no trace. Clauses: DZ-CARD-07, DZ-CARD-C12, DZ-CARD-C20."""
    squad = frame.squad
    here = state.squads[squad]
    forget_cards(here)
    here.gifts &= ~Gift.RAMP
    here.limit = 0
    if frame.facts & Fact.EXTRA:
        here.acts = frame.kept_acts
        here.moves = frame.kept_moves
        here.marks = put_bit(here.marks, Mark.SHIFTED, frame.facts & Fact.KEPT_SHIFTED != 0)
        here.marks = put_bit(here.marks, Mark.ENTERED, frame.facts & Fact.KEPT_ENTERED != 0)
        for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            state.units[slot].fired = state.units[slot].kept_fired
            state.units[slot].moved = state.units[slot].kept_moved
    else:
        state.squad = -1
        here.acts = 0
        here.moves = 0
    if frame.facts & Fact.EXTRA or state.group < 0:  # out of its battlegroup's activation
        calm(state, tables, squad)


@jit
def calm(state, tables, squad):
    """The Speed boost of a squad is over: it takes on and puts off units again. Clause: DZ-ABIL-08."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].signs &= ~Sign.BOOSTED
