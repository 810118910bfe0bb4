"""What choosing does, by groups of questions. `actions.apply` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Card, Trait
from skirmish_rl.envs.dropzone_commander.questions import (
    CARD,
    CELL,
    COUNT,
    FACING,
    GROUP,
    HOLD,
    OPTION,
    PASS,
    PIECE,
    SEAT,
    SITE,
    TAKEN,
    UNIT,
    ZONE,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.rules.activating import ACTIONS, Acting, push_ports, push_squad
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting, push_shoot
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import Grouping, declare, push_group
from skirmish_rl.envs.dropzone_commander.rules.boarding import board_unit, leave_behind, mark_out, push_board, put_off, transfer
from skirmish_rl.envs.dropzone_commander.rules.cards import nullify, play_card
from skirmish_rl.envs.dropzone_commander.rules.close_quarters import strike_close
from skirmish_rl.envs.dropzone_commander.rules.damage import take_damage
from skirmish_rl.envs.dropzone_commander.rules.declaring import declare as declare_shot
from skirmish_rl.envs.dropzone_commander.rules.declaring import skip_weapon
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait
from skirmish_rl.envs.dropzone_commander.rules.fast import fly_towards_edge
from skirmish_rl.envs.dropzone_commander.rules.garrisons import fail_fortitude, go_out, push_enter, take_sites, test_fortitude
from skirmish_rl.envs.dropzone_commander.rules.going import go_to
from skirmish_rl.envs.dropzone_commander.rules.initiative import discard
from skirmish_rl.envs.dropzone_commander.rules.moving import Moving, land_all, lead_goes, push_move, set_out
from skirmish_rl.envs.dropzone_commander.rules.objectives import drop, fly_out, hand_on, push_search, scan, spend_scans, token_to_search
from skirmish_rl.envs.dropzone_commander.rules.placing import put_unit
from skirmish_rl.envs.dropzone_commander.rules.playable import is_for_seat, is_for_unit
from skirmish_rl.envs.dropzone_commander.rules.reacting import declare_reaction
from skirmish_rl.envs.dropzone_commander.rules.setting_up import Setup, deploy, hide
from skirmish_rl.envs.dropzone_commander.rules.shooting import focus, stray
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.rules.walking import clear_halves
from skirmish_rl.envs.dropzone_commander.state import Fact, Frame, Mark, Status


@jit
def apply_setup(state, tables, decision, action):
    """Zones, battlegroups, methods, cells. Chapter DEP."""
    frame = top_frame(state)
    seat = state.decider
    if decision == Decision.ZONE:
        state.zone[seat] = action - ZONE
        frame.place += 1
        note(state, Own.ZONE, seat, value=action - ZONE + 1)
    elif decision == Decision.DECLARE:
        frame.group = action - GROUP + 1
        state.spent[seat, action - GROUP] = 1
        note(state, Own.DECLARED, seat, value=action - GROUP + 1)
    elif decision == Decision.METHOD:
        if action == OPTION + Option.DIRECT:
            state.direct[seat, frame.group - 1] = 1
            frame.step = Setup.DEPLOY
            frame.seat = seat
            frame.squad = -1
    else:
        squad = tables.unit_squad[state.subject]
        if action >= CELL:
            deploy(state, tables, squad, action - CELL, tables.unit_infiltrate[state.subject] if frame.facts & Fact.INFILTRATES else 0)
        elif action != PASS:
            hide(state, tables, squad, action - PIECE)


@jit
def apply_initiation(state, tables, decision, action):
    """Keeping the initiative, cards to discard. Chapters INIT, CMDR."""
    seat = state.decider
    if decision == Decision.KEEP:
        if action == OPTION + Option.GIVE:
            second = state.order[1]
            state.order[1] = state.order[0]
            state.order[0] = second
            note(state, Own.GIVES, seat)
    elif action == PASS:
        frame = top_frame(state)
        frame.place += 1
    else:
        discard(state, seat, action - CARD)
        note(state, Own.DISCARDS, seat, value=action - CARD)


@jit
def apply_card(state, tables, decision, action):
    """Cards, and what they are for. Chapter CARD."""
    frame = top_frame(state)
    seat = state.decider
    if decision == Decision.CARD:
        if action == PASS:
            frame.passes += 1
            frame.place = (frame.place + 1) % tables.seats
            return
        card = action - CARD
        state.asked_card = card
        if is_for_unit(card):
            ask(state, seat, Decision.CARD_UNIT, card)
        elif is_for_seat(card):
            ask(state, seat, Decision.CARD_SEAT, card)
        elif card == Card.TUNNEL:
            ask(state, seat, Decision.CARD_PIECE, card)
        else:
            begin_card(state, tables, seat, -1)
    elif decision == Decision.CARD_UNIT:
        begin_card(state, tables, seat, action - UNIT)
    elif decision == Decision.CARD_PIECE:
        begin_card(state, tables, seat, action - PIECE)
    elif decision == Decision.CARD_SEAT:
        begin_card(state, tables, seat, action - SEAT)
    elif decision == Decision.NULLIFY:
        if action == PASS:
            frame.place += 1
        else:
            nullify(state, frame, seat)
    elif decision == Decision.DISRUPTED:
        state.squads[tables.unit_squad[action - UNIT]].marks |= Mark.DISRUPTED
        frame.due -= 1
    else:
        state.units[action - UNIT].dp += 1
        note(state, Event.HEALED, unit=action - UNIT, value=1)
        frame.due -= 1


@jit
def begin_card(state, tables, seat, target):
    """The card that was chosen is played; the next to be polled is who follows. Clauses: DZ-CARD-02, DZ-MULTI-09."""
    frame = top_frame(state)
    frame.place = (frame.place + 1) % tables.seats
    card = state.asked_card
    state.asked_card = -1
    play_card(state, seat, card, target)


@jit
def apply_activation(state, tables, decision, action):
    """Battlegroups, Auxiliaries, squads, actions. Chapters ACT, ACTN, AUX."""
    seat = state.decider
    frame = top_frame(state)
    if decision == Decision.GROUP:
        if action >= HOLD:
            state.spent[seat, action - HOLD] = 1
            state.turn = -1
            note(state, Own.HELD, seat, value=action - HOLD + 1)
        else:
            push_group(state, tables, seat, action - GROUP)
    elif decision == Decision.AUXILIARY:
        if action == PASS:
            frame.step = Grouping.CARDS
        else:
            declare(state, tables, tables.unit_squad[action - UNIT], state.group)
    elif decision == Decision.SQUAD:
        if action == PASS:
            frame.step = Grouping.FORTITUDE
        else:
            push_squad(state, tables, tables.unit_squad[action - UNIT], ACTIONS, 0)
    elif action == PASS:
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
def apply_move(state, tables, decision, action):
    """Where units go. Chapters MOV, AIR, GAR, GRID."""
    frame = top_frame(state)
    slot = state.subject
    squad = tables.unit_squad[slot]
    if decision == Decision.MOVE:
        if action == PASS:
            clear_halves(state)
        elif action == OPTION + Option.READINESS:
            fly_towards_edge(state, tables, squad)
            frame.step = Moving.FLYING_OFF
        elif action >= CELL:
            if state.units[slot].piece >= 0:
                set_out(state, tables, frame, action - CELL, -1)
            elif frame.step == Moving.WHERE:
                lead_goes(state, tables, frame, action - CELL)
            else:
                go_to(state, tables, slot, action - CELL)
                clear_halves(state)
        elif action >= SITE:
            frame.step = Moving.OVER
            frame.facts |= Fact.INSIDE
            push_enter(state, squad, state.units[slot].piece, 1)
            entering = top_frame(state)
            entering.slot = slot
            take_sites(state, tables, entering, action - SITE)
        else:
            set_out(state, tables, frame, -1, action - PIECE)
    elif decision == Decision.OUT:
        apply_out(state, tables, frame, squad, action)
    elif decision == Decision.END_MOVE:
        frame.step = Moving.FACE
        if action == PASS:
            return
        frame.step = Moving.OVER
        if action >= PIECE:
            push_enter(state, squad, action - PIECE, 0)
        else:
            push_board(state, squad, action - UNIT)
    elif decision == Decision.LAND:
        if action == OPTION + Option.LAND:
            frame.facts |= Fact.LANDED
            land_all(state, tables, squad)
    elif decision == Decision.FACING:
        state.squads[squad].facing = action - FACING
        note(state, Own.FACES, unit=slot, value=action - FACING)
    elif decision == Decision.SITE:
        take_sites(state, tables, frame, action - SITE)
    else:
        apply_put(state, tables, frame, slot, squad, action)


@jit
def apply_out(state, tables, frame, squad, action):
    """A squad leaves its Transports: in its own Move, by a free transfer, or by a card.

    Clauses: DZ-TRN-07, DZ-TRN-08, DZ-TRN-14.
    """
    quiet = frame.kind == Frame.TRANSFER and frame.facts & Fact.SNAP != 0
    if action >= CELL:
        put_off(state, tables, squad, action - CELL, quiet)
        return
    if frame.kind == Frame.MOVE:
        frame.step = Moving.OVER
    mark_out(state, tables, squad, quiet)
    push_enter(state, squad, action - PIECE, 0)


@jit
def apply_put(state, tables, frame, slot, squad, action):
    """Survivors of a wreck, and squads that flee. Clauses: DZ-TRN-22, DZ-CQ-08."""
    if frame.kind == Frame.PLACE:
        put_unit(state, slot, action - CELL, 0)
        note(state, Event.PLACED, unit=slot, cell=action - CELL)
    elif action >= CELL:
        go_out(state, tables, squad, action - CELL)
    elif action >= PIECE:
        push_enter(state, squad, action - PIECE, 0)
    else:
        for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            if state.units[one].status == Status.ON_TABLE:
                board_unit(state, tables, one, action - UNIT)


@jit
def apply_board(state, tables, decision, action):
    """The free transfer, flying on, boarding several Transports. Chapter TRN."""
    frame = top_frame(state)
    slot = state.subject
    if decision == Decision.TRANSFER:
        if action == PASS:
            pop(state)
        elif action >= TAKEN:
            transfer(state, tables, tables.unit_squad[action - TAKEN], 2)
        else:
            transfer(state, tables, tables.unit_squad[action - UNIT], 1)
    elif decision == Decision.GO_ON:
        if action != PASS:
            go_to(state, tables, slot, action - CELL)
    elif decision == Decision.REST:
        frame.transport = action - UNIT
    else:
        leave_behind(state, tables, action - UNIT)


@jit
def apply_fire(state, tables, decision, action):
    """Weapons and targets. Chapters SHT, RF, SPEC."""
    frame = top_frame(state)
    if decision == Decision.MODE or decision == Decision.AIM:
        if action == PASS:
            skip_weapon(state, tables, frame)
        elif action == OPTION + Option.SINGLY:
            frame.slot = tables.squad_first[frame.squad]
            frame.step = Shooting.WEAPON
        elif decision == Decision.MODE:
            frame.mode = action - OPTION - Option.NORMAL
            frame.step = Shooting.AIM
        elif action >= PIECE:
            declare_shot(state, tables, frame, -1, action - PIECE)
        else:
            declare_shot(state, tables, frame, action - UNIT, -1)
    elif decision == Decision.SHIELD:
        if action != PASS:
            state.shots[frame.shot].target = action - UNIT
        frame.shot += 1
    elif decision == Decision.FOCUS:
        focus(state, tables, frame, action - COUNT)
    elif decision == Decision.SPREAD:
        state.shots[frame.shot].share = action == OPTION + Option.EACH
        frame.shot += 1
        frame.facts &= ~Fact.SPREAD
    elif decision == Decision.REACT:
        if action == PASS:
            frame.weapon += 1
        else:
            declare_reaction(state, tables, frame, action - UNIT)
    else:
        state.squads[tables.unit_squad[action - UNIT]].marks |= Mark.SMOKE
        state.acted = 1


@jit
def apply_fate(state, tables, decision, action):
    """Losses between equals, Fortitude. Chapters CQ, GAR."""
    frame = top_frame(state)
    if decision == Decision.FORTITUDE:
        if action == OPTION + Option.ROLL:
            test_fortitude(state, tables, frame, state.decider)
        else:
            fail_fortitude(state, tables, frame, frame.due)
    elif decision == Decision.STRAY:
        stray(state, frame, action - UNIT)
    elif decision == Decision.TOLL:
        state.blame = state.decider
        take_damage(state, tables, action - UNIT, 1)
        frame.due -= 1
    else:
        strike_close(state, tables, frame, action - UNIT)


@jit
def apply_objective(state, tables, decision, action):
    """Scan Tokens, handing on, dropping, extracting. Chapter OBJ."""
    frame = top_frame(state)
    squad = frame.squad
    if decision == Decision.SCANS:
        spend_scans(state, tables, frame, action - COUNT)
    elif decision == Decision.PASS_ON:
        hand_on(state, tables, squad, tables.unit_squad[action - UNIT])
    elif decision == Decision.DROP:
        if action >= CELL:
            drop(state, tables, squad, action - CELL, -1)
        else:
            drop(state, tables, squad, -1, state.units[state.subject].piece)
    elif action != PASS:
        fly_out(state, tables, state.subject)
