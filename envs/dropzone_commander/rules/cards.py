"""Command Cards: what each of them does. Chapter CARD: DZ-CARD-C01..C30."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, frame_of, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.activating import ACTIONS, ONE_ACTION, push_action, push_squad
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import declare, disrupt, squad_cargo
from skirmish_rl.envs.dropzone_commander.rules.collateral import push_collateral, throw_again
from skirmish_rl.envs.dropzone_commander.rules.damage import hit_piece
from skirmish_rl.envs.dropzone_commander.rules.destruction import d3, push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import leader_of
from skirmish_rl.envs.dropzone_commander.rules.garrisons import has_way_out, is_hemmed
from skirmish_rl.envs.dropzone_commander.rules.hitting import reroll_damage, reroll_misses
from skirmish_rl.envs.dropzone_commander.rules.initiative import discard, hand_size, holds, roll_unseen
from skirmish_rl.envs.dropzone_commander.rules.placing import first_aboard
from skirmish_rl.envs.dropzone_commander.rules.playable import can_snap, can_tunnel, is_hurt, is_runner
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    FACES,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    Act,
    Fact,
    Frame,
    Gift,
    Mark,
    Status,
    Window,
)

TRAP_ENERGY = 10


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
        state.squads[tables.unit_squad[target]].gifts |= Gift.SCREEN
    elif card == Card.INSPIRE:
        state.inspired[seat] = target
    else:
        squad = tables.unit_squad[target]
        lead = leader_of(state, tables, squad)
        if lead >= 0 and state.units[lead].status == Status.ON_TABLE and state.squads[squad].marks & Mark.ACTIVATED == 0:
            if tables.squad_group[squad] < 0 and squad_cargo(state, tables, squad) >= 0:
                declare(state, tables, squad, squad_cargo(state, tables, squad))
            push_squad(state, tables, squad, ACTIONS, 0)


@jit
def resolve_fire(state, tables, seat, card):
    """Clauses: DZ-CARD-C13..C16, DZ-CARD-C18, DZ-CARD-C20, DZ-CARD-C21."""
    squad = state.squads[state.shooter]
    if card == Card.AIR_TRACKING:
        squad.gifts |= Gift.TRACKING
    elif card == Card.PIERCING_ROUNDS:
        squad.gifts |= Gift.PIERCING
    elif card == Card.CLEAR_ROOMS:
        squad.gifts |= Gift.DOUBLE
    elif card == Card.MARKSMEN:
        squad.gifts |= Gift.MARKSMEN
    elif card == Card.GUIDED_FIRE:
        reroll_misses(state, tables)
    elif card == Card.BURNING_ROUNDS:
        reroll_damage(state, tables, False, -1)
        shooting = frame_of(state, Frame.SHOOT)
        shooting.facts |= Fact.BURNING
    else:
        shooting = frame_of(state, Frame.SHOOT)
        shooting.facts |= Fact.FLARES  # the successes are rolled again as soon as they are rolled


@jit
def resolve_inside(state, tables, frame, seat, card, target):
    """Clauses: DZ-CARD-C22, DZ-CARD-C24..C28. Rolls dice for C26, C27 and C28."""
    if card == Card.STAND_FIRM:
        fleeing = frame_of(state, Frame.FLEE)
        fleeing.facts |= Fact.STANDS
    elif card == Card.CHARGES or card == Card.BRACE:
        resolving = frame_of(state, Frame.COLLATERAL)
        throw_again(state, tables, frame.piece, resolving.squad, state.n_hits, card == Card.BRACE)
        if card == Card.CHARGES:
            resolving.facts |= Fact.CHARGED
    elif card == Card.BOOBY_TRAP:
        state.blame = seat
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        piece = frame.piece
        tokens = state.pieces[piece].damage_tokens
        hit_piece(state, tables, piece, roll(state, FACES), TRAP_ENERGY)
        state.pieces[piece].hit = 0
        if state.pieces[piece].damage_tokens > tokens:
            push_collateral(state, piece)
        if state.doomed:
            push_doom(state)
    else:
        squad = tables.unit_squad[target]
        lead = leader_of(state, tables, squad)
        if lead < 0 or state.units[lead].piece != frame.piece:
            return
        if card == Card.AMBUSH:
            state.prey = frame.squad
            push_action(state, tables, squad, Act.CLOSE)
        elif not is_hemmed(state, tables, squad) and has_way_out(state, tables, squad):
            push_action(state, tables, squad, Act.MOVE)
            moving = frame_of(state, Frame.MOVE)
            moving.facts |= Fact.OUT


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
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        disrupt(state, frame_of(state, Frame.GROUP))
    elif card == Card.EXTRACTION_RUN:
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if is_runner(state, tables, squad):
                state.squads[squad].gifts |= Gift.RUN
    elif card == Card.RUN_FOR_THE_RAMP:
        state.squads[frame.squad].gifts |= Gift.RAMP
    elif card == Card.OVERCHARGE:
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        state.squads[frame.squad].energy = (roll(state, FACES) - 1) // 2
    elif card == Card.TUNNEL:
        if can_tunnel(state, tables, frame.squad, target):
            moving = frame_of(state, Frame.MOVE)
            moving.piece = target
    elif card == Card.JINK:
        state.squads[frame.squad].gifts |= Gift.JINK
    elif card == Card.REACT:
        if leader_of(state, tables, tables.unit_squad[target]) >= 0:
            push_squad(state, tables, tables.unit_squad[target], ONE_ACTION, 1)
    elif card == Card.SNAP_UNLOAD:
        if state.units[target].cell >= 0 and state.units[target].status == Status.ON_TABLE:
            unload = push(state, Frame.TRANSFER)
            unload.transport = target
            unload.facts |= Fact.SNAP
    else:
        note(state, Event.ROLLS, seat, value=Roll.CARD)
        mend = push(state, Frame.PLAY)
        mend.squad = tables.unit_squad[target]
        mend.due = d3(state)


@jit
def lose_card(state, seat):
    """A random card of a hand is discarded. Clauses: DZ-CARD-C03, DZ-CORE-14. Rolls one die with as many faces as the hand has cards."""
    n = hand_size(state, seat)
    if n == 0:
        return
    at = roll_unseen(state, n)  # its face would tell how many of the cards that stay come before the one that goes
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
    if frame.due > 0 and is_hurt(state, tables, frame.squad):
        ask(state, SEAT_OF_SQUAD[frame.squad], Decision.REPAIR, leader_of(state, tables, frame.squad))
    else:
        pop(state)


@jit
def legal_repair(state, tables, frame, mask):
    """Units of the squad that have lost DP. Clause: DZ-CARD-C29."""
    squad = frame.squad
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        mask[UNIT + slot] = unit.status == Status.ON_TABLE and 0 < unit.dp < tables.unit_dp[slot]


@jit
def apply_repair(state, frame, action):
    """Give the chosen unit a DP back. Clause: DZ-CARD-C29."""
    state.units[action - UNIT].dp += 1
    note(state, Event.HEALED, unit=action - UNIT, value=1)
    frame.due -= 1


@jit
def run_snap(state, tables, frame):
    """All passengers of a Transport leave it at once. Clause: DZ-CARD-C10."""
    transport = frame.transport
    seat = SEAT_OF[transport]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_snap(state, tables, squad, transport):
            ask(state, seat, Decision.OUT, first_aboard(state, tables, squad))
            return
    pop(state)
