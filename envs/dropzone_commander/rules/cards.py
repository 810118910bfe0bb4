"""Command Cards: windows, who may play what on whom, nullifying, what each card does. Chapter CARD."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.activating import cargo_group, disrupt, has_action, push_squad
from skirmish_rl.envs.dropzone_commander.rules.boarding import has_door
from skirmish_rl.envs.dropzone_commander.rules.collateral import is_damaging, push_collateral
from skirmish_rl.envs.dropzone_commander.rules.damage import hit_piece
from skirmish_rl.envs.dropzone_commander.rules.destruction import d3, push_doom
from skirmish_rl.envs.dropzone_commander.rules.garrisons import Fleeing, has_exit, is_hemmed, push_flee
from skirmish_rl.envs.dropzone_commander.rules.initiative import discard, hand_size
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison, is_in_influence, is_piece_in_influence
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, has_place
from skirmish_rl.envs.dropzone_commander.rules.shooting import can_shoot, push_shoot, reroll_damage, reroll_misses
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    FACES,
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SEATS,
    SQUAD_FIRST,
    STACK,
    Card,
    Frame,
    Prop,
    Status,
    Window,
    is_present,
    leader_of,
)

TUNNEL = 12  # inches
TRAP_ENERGY = 10
ONE_ACTION = 1


class Polling(IntEnum):
    """Steps of the WINDOW frame: `next` is a place in the order, `passes` how many passed in succession, `count` the stack's base."""

    OPEN = 0
    POLL = 1
    RESOLVE = 2


@jit
def holds(state, seat, card):
    """True if a seat has a card in hand."""
    return (state.hands[seat] >> card) & 1 != 0


# ---- what may be played


@jit
def is_window(card, window):
    """True if a window is one of a card's. Chapter CARD."""
    if window == Window.BEFORE_ROLL:
        return card == Card.COMMAND_BOOST or card == Card.INITIATIVE_SURGE
    if window == Window.AFTER_DISCARDS:
        return card == Card.SCREEN
    if window == Window.AFTER_DRAWING:
        return card == Card.EARLY_STRIKE or card == Card.INSPIRE
    if window == Window.DECLARED:
        return card == Card.DISRUPT or card == Card.EXTRACTION_RUN
    if window == Window.OWN_GROUP:
        return card == Card.LOOK_AT_HAND or card == Card.JAM
    if window == Window.CHOSEN:
        return card == Card.RUN_FOR_THE_RAMP or card == Card.OVERCHARGE
    if window == Window.LEAVING:
        return card == Card.TUNNEL
    if window == Window.REACTED:
        return card == Card.JINK
    if window == Window.TARGETS:
        return card == Card.AIR_TRACKING or card == Card.PIERCING_ROUNDS or card == Card.CLEAR_ROOMS
    if window == Window.BEFORE_HITS:
        return card == Card.MARKSMEN
    if window == Window.AFTER_HITS:
        return card == Card.GUIDED_FIRE
    if window == Window.BEFORE_DAMAGE:
        return card == Card.FLARES
    if window == Window.AFTER_DAMAGE:
        return card == Card.BURNING_ROUNDS
    if window == Window.ENTERED:
        return card == Card.AMBUSH or card == Card.SLIP_AWAY or card == Card.BOOBY_TRAP
    if window == Window.INSIDE:
        return card == Card.BOOBY_TRAP
    if window == Window.SQUAD_DONE:
        return card == Card.REACT or card == Card.SNAP_UNLOAD or card == Card.REPAIRS
    if window == Window.FORTITUDE:
        return card == Card.STAND_FIRM
    return window == Window.COLLATERAL and (card == Card.CHARGES or card == Card.BRACE)


@jit
def is_for_unit(card):
    """True for a card that is played on a squad, a Commander or a Transport."""
    return (
        card == Card.COMMAND_BOOST or card == Card.EARLY_STRIKE or card == Card.REACT or card == Card.SNAP_UNLOAD or card == Card.SCREEN
        or card == Card.AMBUSH or card == Card.INSPIRE or card == Card.SLIP_AWAY or card == Card.REPAIRS or card == Card.EXTRACTION_RUN
    )  # fmt: skip


@jit
def is_for_seat(card):
    """True for a card that is played against an opponent."""
    return card == Card.LOOK_AT_HAND or card == Card.JAM or card == Card.INITIATIVE_SURGE


@jit
def is_already_played(state, frame, seat, card):
    """True if a card's effect is on the stack of this window already."""
    for k in range(frame.count, state.n_played):
        if state.stack[k].card == card and state.stack[k].seat == seat:
            return True
    return False


@jit
def can_play(state, tables, frame, seat, card):
    """True if a seat may play a card in the open window, with a target if it needs one.

    Clauses: DZ-CARD-02, DZ-CARD-06, DZ-CMDR-07.
    """
    if not holds(state, seat, card) or not is_window(card, frame.window) or state.n_played >= STACK:
        return False
    squad = frame.squad + 0
    own = squad >= 0 and SEAT_OF_SQUAD[squad] == seat
    if is_for_unit(card):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if can_name(state, tables, frame, seat, card, slot):
                return True
        return False
    if card == Card.TUNNEL:
        if not own:
            return False
        for piece in range(tables.n_pieces):
            if can_tunnel(state, tables, squad, piece):
                return is_in_influence(state, tables, seat, squad)
        return False
    if is_for_seat(card):
        if frame.window == Window.OWN_GROUP and state.turn != seat:
            return False
        return card != Card.INITIATIVE_SURGE or commander_of(state, tables, seat) >= 0
    if card == Card.DISRUPT:
        return state.turn != seat
    if card == Card.CHARGES or card == Card.BRACE:
        return True
    if card == Card.STAND_FIRM:
        return own
    if card == Card.BOOBY_TRAP:
        return (
            not own
            and frame.piece >= 0
            and has_prop(tables, frame.piece, Prop.DESTRUCTIBLE)
            and is_piece_in_influence(state, tables, seat, frame.piece)
        )
    if card == Card.FLARES:
        return not own and is_aimed_at(state, tables, seat)
    if card == Card.RUN_FOR_THE_RAMP and (not own or tables.unit_need[tables.squad_first[squad]] == 0):
        return False
    if card == Card.CLEAR_ROOMS and not can_shoot(state, tables, squad, 1):
        return False
    return own and is_in_influence(state, tables, seat, squad)


@jit
def is_aimed_at(state, tables, seat):
    """True if a squad of a seat, in reach of its Commanders, is shot at. Clause: DZ-CARD-C18."""
    for k in range(state.n_shots):
        target = state.shots[k].target
        if target >= 0 and SEAT_OF[target] == seat and is_in_influence(state, tables, seat, tables.unit_squad[target]):
            return True
    return False


@jit
def commander_of(state, tables, seat):
    """The Commander with the highest CV on the table, -1."""
    best = -1
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_cv[slot] > 0 and state.units[slot].status == Status.ON_TABLE:
            if best < 0 or tables.unit_cv[slot] > tables.unit_cv[best]:
                best = slot
    return best


@jit
def can_name(state, tables, frame, seat, card, slot):
    """True if a card may be played on a unit: a Commander, a Transport, or the squad whose first unit it is. Chapter CARD."""
    unit = state.units[slot]
    if unit.status != Status.ON_TABLE or SEAT_OF[slot] != seat:
        return False
    if card == Card.COMMAND_BOOST or card == Card.INSPIRE:
        return tables.unit_cv[slot] > 0
    squad = tables.unit_squad[slot] + 0
    if card == Card.SNAP_UNLOAD:
        if frame.squad >= 0 and SEAT_OF_SQUAD[frame.squad] == seat:
            return False
        return (
            unit.cell >= 0
            and tables.unit_room[slot] > 0
            and can_unload(state, tables, slot)
            and is_in_influence(state, tables, seat, squad)
        )
    if card == Card.EXTRACTION_RUN:
        return (
            state.turn == seat
            and tables.unit_room[slot] > 0
            and state.squads[squad].declared == state.group
            and state.squads[squad].activated == 0
        )
    if slot != leader_of(state, tables, squad):
        return False
    if card == Card.REPAIRS:
        return is_hurt(state, tables, squad)
    if not is_in_influence(state, tables, seat, squad):
        return False
    if card == Card.SCREEN:
        return True
    if card == Card.EARLY_STRIKE:
        return state.squads[squad].activated == 0
    if card == Card.REACT:
        return (
            frame.squad >= 0
            and SEAT_OF_SQUAD[frame.squad] != seat
            and is_present(unit)
            and has_action(state, tables, squad, ONE_ACTION)
        )
    if unit.piece < 0 or unit.piece != frame.piece or (frame.squad >= 0 and SEAT_OF_SQUAD[frame.squad] == seat):
        return False
    if card == Card.AMBUSH:
        return can_shoot(state, tables, squad, 1)
    return not is_hemmed(state, tables, squad) and has_exit(state, tables, squad)


@jit
def is_hurt(state, tables, squad):
    """True if a unit of a squad has lost DP."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and 0 < state.units[slot].dp < tables.unit_dp[slot]:
            return True
    return False


@jit
def can_unload(state, tables, transport):
    """True if anybody aboard a Transport can be put off. Clause: DZ-CARD-C10."""
    seat = SEAT_OF[transport]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_snap(state, tables, squad, transport):
            return True
    return False


@jit
def can_snap(state, tables, squad, transport):
    """True if a squad aboard a Transport can be put off whatever that did. Clause: DZ-CARD-C10."""
    if tables.squad_size[squad] == 0:
        return False
    who = aboard_of(state, tables, squad, transport)
    if who == 0 or who != aboard_of(state, tables, squad, -1):
        return False
    return has_door(state, tables, squad) or has_place(state, tables, squad, who, -1, -1)


@jit
def can_tunnel(state, tables, squad, piece):
    """True if a squad in a Garrison may tunnel to another. Clause: DZ-CARD-C09."""
    lead = leader_of(state, tables, squad)
    here = state.units[lead].piece
    if here < 0 or here == piece or not is_garrison(state, tables, piece) or tables.piece_gap[here, piece] > TUNNEL:
        return False
    n = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        n += 1 if state.units[slot].status == Status.ON_TABLE else 0
    inside = 0
    for seat in range(tables.seats):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            inside += 1 if state.units[slot].piece == piece else 0
    return inside + n <= tables.piece_dp[piece]


# ---- windows


@jit
def anybody_holds(state):
    """True if any hand has a card."""
    for seat in range(SEATS):
        if state.hands[seat] != 0:
            return True
    return False


@jit
def run_window(state, tables, frame):
    """One step of a window: holders are polled until all pass in succession, then the cards resolve, the last first.

    Clauses: DZ-CARD-02, DZ-CARD-06, DZ-MULTI-09.
    """
    if frame.step == Polling.OPEN:
        if not anybody_holds(state):
            pop(state)
            return
        state.window = frame.window
        frame.count = state.n_played
        frame.step = Polling.POLL
    elif frame.step == Polling.POLL:
        while frame.passes < tables.seats:
            seat = state.order[frame.next % tables.seats] + 0
            if has_playable(state, tables, frame, seat):
                ask(state, seat, Decision.CARD)
                return
            frame.passes += 1
            frame.next = (frame.next + 1) % tables.seats
        frame.step = Polling.RESOLVE
    elif state.n_played > frame.count:
        state.n_played -= 1
        played = state.stack[state.n_played]
        card = played.card + 0
        seat = played.seat + 0
        target = played.target + 0
        void = played.void + 0
        played.card = 0
        played.seat = -1
        played.target = -1
        played.void = 0
        if void:
            note(state, Own.NULLIFIED, seat, value=card)
        else:
            resolve(state, tables, frame, seat, card, target)
    else:
        state.window = Window.NONE
        pop(state)


@jit
def has_playable(state, tables, frame, seat):
    """True if a seat can play any card now."""
    if state.hands[seat] == 0:
        return False
    for card in range(CARDS):
        if holds(state, seat, card) and can_play(state, tables, frame, seat, card):
            return True
    return False


@jit
def play_card(state, seat, card, target):
    """A card is played: it goes to the discards and onto the stack, and the others may nullify it.

    Clauses: DZ-CARD-01, DZ-CARD-C02.
    """
    discard(state, seat, card)
    note(state, Event.CARD, seat, value=card)
    frame = state.frames[state.depth - 1]
    frame.passes = 0
    played = state.stack[state.n_played]
    played.card = card
    played.seat = seat
    played.target = target
    played.void = 0
    state.n_played += 1
    answer = push(state, Frame.NULLIFY)
    answer.seat = seat
    answer.count = card


@jit
def run_nullify(state, tables, frame):
    """The others may nullify the card played last, in the order of initiative. Clause: DZ-CARD-C02."""
    while frame.next < tables.seats:
        seat = state.order[frame.next] + 0
        if seat != frame.seat and holds(state, seat, Card.NULLIFY):
            ask(state, seat, Decision.NULLIFY, frame.count)
            return
        frame.next += 1
    if frame.flag:
        state.stack[state.n_played - 1].void = 1
    pop(state)


@jit
def nullify(state, frame, seat):
    """A card is nullified, unless that is nullified in turn. Clause: DZ-CARD-C02."""
    discard(state, seat, Card.NULLIFY)
    note(state, Event.CARD, seat, value=Card.NULLIFY)
    frame.flag = 1 - frame.flag
    frame.seat = seat
    frame.count = Card.NULLIFY
    frame.next = 0


# ---- what cards do


@jit
def resolve(state, tables, frame, seat, card, target):
    """A card takes effect. Chapter CARD."""
    window = frame.window
    if window == Window.BEFORE_ROLL or window == Window.AFTER_DISCARDS or window == Window.AFTER_DRAWING:
        resolve_initiation(state, tables, seat, card, target)
    elif window >= Window.TARGETS and window <= Window.AFTER_DAMAGE:
        resolve_fire(state, tables, seat, card)
    elif window == Window.ENTERED or window == Window.INSIDE or window == Window.FORTITUDE or window == Window.COLLATERAL:
        resolve_inside(state, tables, frame, seat, card, target)
    else:
        resolve_activation(state, tables, frame, seat, card, target)


@jit
def resolve_initiation(state, tables, seat, card, target):
    """Clauses: DZ-CARD-C04, DZ-CARD-C05, DZ-CARD-C07, DZ-CARD-C17, DZ-CARD-C23."""
    if card == Card.COMMAND_BOOST:
        state.boost[seat] = target
    elif card == Card.INITIATIVE_SURGE:
        state.surge[seat] = state.surge[seat] | 1
        state.surge[target] = state.surge[target] | 2
    elif card == Card.SCREEN:
        state.squads[tables.unit_squad[target]].screen = 1
    elif card == Card.INSPIRE:
        state.inspired[seat] = target
    elif state.units[target].status == Status.ON_TABLE:
        squad = tables.unit_squad[target] + 0
        if tables.squad_group[squad] < 0:
            state.squads[squad].declared = cargo_group(state, tables, target)
        push_squad(state, tables, squad, 2, 0)


@jit
def resolve_fire(state, tables, seat, card):
    """Clauses: DZ-CARD-C13..C16, DZ-CARD-C18, DZ-CARD-C20, DZ-CARD-C21."""
    squad = state.squads[state.shooter]
    if card == Card.AIR_TRACKING:
        squad.tracking = 1
    elif card == Card.PIERCING_ROUNDS:
        squad.piercing = 1
    elif card == Card.CLEAR_ROOMS:
        squad.double = 1
    elif card == Card.MARKSMEN:
        squad.marksmen = 1
    elif card == Card.GUIDED_FIRE:
        reroll_misses(state, tables)
    elif card == Card.BURNING_ROUNDS:
        reroll_damage(state, tables, False, -1)
    else:
        shooting = state.frames[state.depth - 2]
        shooting.passes = 1  # the successes are rolled again as soon as they are rolled


@jit
def resolve_inside(state, tables, frame, seat, card, target):
    """Clauses: DZ-CARD-C22, DZ-CARD-C24..C28. Rolls dice for C26, C27 and C28."""
    if card == Card.STAND_FIRM:
        state.frames[state.depth - 2].done = 1
    elif card == Card.CHARGES or card == Card.BRACE:
        below = state.frames[state.depth - 2]
        for h in range(state.n_hits):
            hit = state.hits[h]
            if hit.again == 0 and is_damaging(tables, frame.piece, below.squad, hit) == (card == Card.BRACE):
                hit.face = roll(state, FACES)
                hit.again = 1
        if card == Card.CHARGES:
            below.flag = 1
    elif card == Card.BOOBY_TRAP:
        state.blame = seat
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        piece = frame.piece + 0
        hit_piece(state, tables, piece, roll(state, FACES), TRAP_ENERGY)
        state.pieces[piece].hit = 0
        push_collateral(state, piece)
        if state.doomed:
            push_doom(state)
    elif state.units[target].status == Status.ON_TABLE and state.units[target].piece == frame.piece:
        squad = tables.unit_squad[target] + 0
        if card == Card.AMBUSH:
            state.prey = frame.squad
            push_squad_shot(state, tables, squad)
        else:
            push_flee(state, tables, squad, 0)
            state.frames[state.depth - 1].step = Fleeing.OUT


@jit
def push_squad_shot(state, tables, squad):
    """A Shoot action with CQ weapons out of sequence. Clauses: DZ-CARD-C22, DZ-CARD-07."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].kept_fired = state.units[slot].fired
        state.units[slot].fired = 0
    push_shoot(state, squad, 1, 1)


@jit
def resolve_activation(state, tables, frame, seat, card, target):
    """Clauses: DZ-CARD-C01, DZ-CARD-C03, DZ-CARD-C06, DZ-CARD-C08..C12, DZ-CARD-C19, DZ-CARD-C29, DZ-CARD-C30."""
    if card == Card.LOOK_AT_HAND:
        state.shown[seat, target] = state.hands[target]
        note(state, Own.SHOWS, target)
    elif card == Card.JAM:
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        n = d3(state)
        for _ in range(n):
            lose_card(state, target)
    elif card == Card.DISRUPT:
        disrupt(state, state.frames[state.depth - 2])
    elif card == Card.EXTRACTION_RUN:
        state.squads[tables.unit_squad[target]].run = 1
    elif card == Card.RUN_FOR_THE_RAMP:
        state.squads[frame.squad].ramp = 1
    elif card == Card.OVERCHARGE:
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        state.squads[frame.squad].energy = (roll(state, FACES) - 1) // 2
    elif card == Card.TUNNEL:
        if can_tunnel(state, tables, frame.squad, target):
            state.frames[state.depth - 2].piece = target
    elif card == Card.JINK:
        state.squads[frame.squad].jink = 1
    elif card == Card.REACT:
        if leader_of(state, tables, tables.unit_squad[target]) >= 0:
            push_squad(state, tables, tables.unit_squad[target] + 0, ONE_ACTION, 1)
    elif card == Card.SNAP_UNLOAD:
        if state.units[target].cell >= 0 and state.units[target].status == Status.ON_TABLE:
            unload = push(state, Frame.TRANSFER)
            unload.other = target
            unload.flag = 1
    else:
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        mend = push(state, Frame.PLAY)
        mend.squad = tables.unit_squad[target]
        mend.count = d3(state)


@jit
def lose_card(state, seat):
    """A random card of a hand is discarded. Clause: DZ-CARD-C03. Rolls one die with as many faces as the hand has cards."""
    n = hand_size(state, seat)
    if n == 0:
        return
    at = roll(state, n)
    for card in range(CARDS):
        if holds(state, seat, card):
            at -= 1
            if at == 0:
                discard(state, seat, card)
                note(state, Own.DISCARDS, seat, value=card)
                return


@jit
def run_repair(state, tables, frame):
    """A squad regains DP, point by point. Clause: DZ-CARD-C29."""
    if frame.count > 0 and is_hurt(state, tables, frame.squad):
        ask(state, SEAT_OF_SQUAD[frame.squad], Decision.REPAIR, leader_of(state, tables, frame.squad))
    else:
        pop(state)


@jit
def run_snap(state, tables, frame):
    """All passengers of a Transport leave it at once. Clause: DZ-CARD-C10."""
    transport = frame.other + 0
    seat = SEAT_OF[transport]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_snap(state, tables, squad, transport):
            ask(state, seat, Decision.OUT, leader_of(state, tables, squad))
            return
    pop(state)
