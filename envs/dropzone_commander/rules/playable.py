"""Which Command Card may be played when, and on whom. Chapter CARD."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.frames import frame_of
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.rules.activating import ONE_ACTION, has_action
from skirmish_rl.envs.dropzone_commander.rules.aiming import can_shoot
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import is_member
from skirmish_rl.envs.dropzone_commander.rules.disembarking import has_door
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, leader_of
from skirmish_rl.envs.dropzone_commander.rules.garrisons import has_way_out, is_hemmed
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison, is_in_influence, is_piece_in_influence
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, has_place
from skirmish_rl.envs.dropzone_commander.rules.walking import is_pinned
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    STACK,
    WEAPONS,
    Fact,
    Frame,
    Mark,
    Prop,
    Status,
    Window,
)

TUNNEL = 12  # inches
_MOVED = 7  # bits of inches moved: nine units of a squad fit into a number
_CARDS = {  # that may be played in each window, chapter CARD
    Window.BEFORE_ROLL: (Card.COMMAND_BOOST, Card.INITIATIVE_SURGE),
    Window.AFTER_DISCARDS: (Card.SCREEN,),
    Window.AFTER_DRAWING: (Card.EARLY_STRIKE, Card.INSPIRE),
    Window.DECLARED: (Card.DISRUPT, Card.EXTRACTION_RUN),
    Window.OWN_GROUP: (Card.LOOK_AT_HAND, Card.JAM),
    Window.CHOSEN: (Card.RUN_FOR_THE_RAMP, Card.OVERCHARGE),
    Window.LEAVING: (Card.TUNNEL,),
    Window.REACTED: (Card.JINK,),
    Window.TARGETS: (Card.AIR_TRACKING, Card.PIERCING_ROUNDS, Card.CLEAR_ROOMS),
    Window.BEFORE_HITS: (Card.MARKSMEN,),
    Window.AFTER_HITS: (Card.GUIDED_FIRE,),
    Window.BEFORE_DAMAGE: (Card.FLARES,),
    Window.AFTER_DAMAGE: (Card.BURNING_ROUNDS,),
    Window.ENTERED: (Card.AMBUSH, Card.SLIP_AWAY, Card.BOOBY_TRAP),
    Window.INSIDE: (Card.BOOBY_TRAP,),
    Window.SQUAD_DONE: (Card.REACT, Card.SNAP_UNLOAD, Card.REPAIRS),
    Window.FORTITUDE: (Card.STAND_FIRM,),
    Window.COLLATERAL: (Card.CHARGES, Card.BRACE),
}
FOR_UNITS = sum(1 << card for card in (
    Card.COMMAND_BOOST, Card.EARLY_STRIKE, Card.REACT, Card.SNAP_UNLOAD, Card.SCREEN, Card.AMBUSH, Card.INSPIRE, Card.SLIP_AWAY,
    Card.REPAIRS,
))  # fmt: skip
FOR_SEATS = sum(1 << card for card in (Card.LOOK_AT_HAND, Card.JAM, Card.INITIATIVE_SURGE))
CARDS_OF = np.array([sum(1 << card for card in _CARDS.get(window, ())) for window in Window], np.int64)


@jit
def playable_cards(state, frame, seat):
    """Cards of a hand whose window is open, one bit each. Clause: DZ-CARD-02."""
    return state.hands[seat] & CARDS_OF[frame.window]


@jit
def is_for_unit(card):
    """True for a card that is played on a squad, a Commander or a Transport."""
    return (FOR_UNITS >> card) & 1 != 0


@jit
def is_for_seat(card):
    """True for a card that is played against an opponent."""
    return (FOR_SEATS >> card) & 1 != 0


@jit
def can_play(state, tables, frame, seat, card):
    """True if a seat may play a card in the open window, with a target if it needs one.

    Clauses: DZ-CARD-02, DZ-CARD-06, DZ-CMDR-07.
    """
    if (playable_cards(state, frame, seat) >> card) & 1 == 0 or state.n_played >= STACK:
        return False
    squad = frame.squad
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
    if card == Card.EXTRACTION_RUN:
        return state.turn == seat and has_runner(state, tables, seat)
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
    if card == Card.CLEAR_ROOMS and not (own and is_fighting_close(state)):
        return False
    if card == Card.JINK and not (own and is_aircraft(tables, tables.squad_first[squad])):
        return False
    return own and is_in_influence(state, tables, seat, squad)


@jit
def is_fighting_close(state):
    """True if the Shoot action under way is one with weapons for close quarters. Clause: DZ-CARD-C21."""
    return frame_of(state, Frame.SHOOT).facts & Fact.CLOSE != 0


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
    squad = tables.unit_squad[slot]
    if card == Card.SNAP_UNLOAD:
        if frame.squad >= 0 and SEAT_OF_SQUAD[frame.squad] == seat:
            return False
        return (
            unit.cell >= 0
            and tables.unit_room[slot] > 0
            and can_unload(state, tables, slot)
            and is_in_influence(state, tables, seat, squad)
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
        return state.squads[squad].marks & Mark.ACTIVATED == 0
    if frame.squad < 0 or SEAT_OF_SQUAD[frame.squad] == seat:
        return False
    if card == Card.REACT:
        return could_act(state, tables, squad)
    if unit.piece < 0 or unit.piece != frame.piece:
        return False
    if card == Card.AMBUSH:
        return could_ambush(state, tables, squad)
    return not is_hemmed(state, tables, squad) and has_way_out(state, tables, squad)


@jit
def lay_aside(state, tables, squad):
    """Leave what a squad has done in its own activation out of account for what a card gives it. Clause: DZ-CARD-07.

    Returns:
        What had been laid aside before, packed for `take_up`: weapons, inches.
    """
    weapons = 0
    inches = 0
    first = tables.squad_first[squad]
    for k in range(tables.squad_size[squad]):
        unit = state.units[first + k]
        weapons += unit.kept_fired << (WEAPONS * k)
        inches += unit.kept_moved << (_MOVED * k)
        unit.kept_fired = unit.fired
        unit.kept_moved = unit.moved
        unit.fired = 0
        unit.moved = 0
    return weapons, inches


@jit
def take_up(state, tables, squad, weapons, inches):
    """The opposite of `lay_aside`. Clause: DZ-CARD-07."""
    first = tables.squad_first[squad]
    for k in range(tables.squad_size[squad]):
        unit = state.units[first + k]
        unit.fired = unit.kept_fired
        unit.moved = unit.kept_moved
        unit.kept_fired = (weapons >> (WEAPONS * k)) & ((1 << WEAPONS) - 1)
        unit.kept_moved = (inches >> (_MOVED * k)) & ((1 << _MOVED) - 1)


@jit
def could_act(state, tables, squad):
    """True if a squad could take one action out of sequence. Clauses: DZ-CARD-C08, DZ-CARD-07."""
    here = state.squads[squad]
    kept = here.marks & (Mark.SHIFTED | Mark.ENTERED)
    here.marks &= ~(Mark.SHIFTED | Mark.ENTERED)
    weapons, inches = lay_aside(state, tables, squad)
    found = has_action(state, tables, squad, ONE_ACTION)
    take_up(state, tables, squad, weapons, inches)
    here.marks |= kept
    return found


@jit
def could_ambush(state, tables, squad):
    """True if a squad could fight at close quarters out of sequence. Clauses: DZ-CARD-C22, DZ-CARD-07."""
    weapons, inches = lay_aside(state, tables, squad)
    found = can_shoot(state, tables, squad, 1)
    take_up(state, tables, squad, weapons, inches)
    return found


@jit
def is_runner(state, tables, squad):
    """True for a squad of Transports that may take two Move actions. Clause: DZ-CARD-C30."""
    if not is_member(state, tables, squad) or state.squads[squad].marks & Mark.ACTIVATED:
        return False
    lead = leader_of(state, tables, squad)
    return lead >= 0 and tables.unit_room[lead] > 0


@jit
def has_runner(state, tables, seat):
    """True if a Transport acts with the active battlegroup."""
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if is_runner(state, tables, squad):
            return True
    return False


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
    if is_pinned(state, tables, squad):
        return False
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


@jit
def has_playable(state, tables, frame, seat):
    """True if a seat can play any card now."""
    left = playable_cards(state, frame, seat)
    card = 0
    while left >> card:
        if (left >> card) & 1 and can_play(state, tables, frame, seat, card):
            return True
        card += 1
    return False
