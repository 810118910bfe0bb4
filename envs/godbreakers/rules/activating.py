"""Activations: whose go it is, and an activation from start to end. Chapter ACT; GB-ADV-02."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.compulsion import aim_span, compulsion_of, is_closest_aim, note_aim, write_wild_acts
from skirmish_rl.envs.godbreakers.rules.engaging import begin_engage, can_engage, is_target
from skirmish_rl.envs.godbreakers.rules.facts import controller_of, director_of
from skirmish_rl.envs.godbreakers.rules.moving import can_move, move_model, write_moves
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs
from skirmish_rl.envs.godbreakers.rules.specials import begin_special, is_offered
from skirmish_rl.envs.godbreakers.rules.steps import Activation, Game
from skirmish_rl.envs.godbreakers.rules.telling import Own
from skirmish_rl.envs.godbreakers.rules.tokens import next_claim, next_handoff, pile_cell
from skirmish_rl.envs.godbreakers.state import TOKENS, Act, Compulsion, Frame, Kind, Status, Token


@jit
def can_activate(state, slot, seat):
    """True for a model of a seat (-1: wild) that has not been activated this round. Clauses: GB-ACT-01, GB-ACT-04, GB-ACT-08."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and unit.seat == seat and unit.activated == 0


@jit
def has_activation(state, seat):
    """True while a seat (-1: the wild pool) has a model to activate."""
    for slot in range(state.used):
        if can_activate(state, slot, seat):
            return True
    return False


@jit
def next_player(state, frame):
    """The next player in priority order with a model to activate. Clauses: GB-ACT-01, GB-ACT-02."""
    for _ in range(state.surviving):
        seat = state.order[state.turn]
        if has_activation(state, seat):
            ask(state, seat, Decision.ACTIVATE)
            return
        state.turn = (state.turn + 1) % state.surviving
    go(state, frame, Game.WILDS)


@jit
def legal_activate(state, mask):
    """Models of the player that have not been activated. Clauses: GB-ACT-01, GB-ACT-04."""
    mark_models_to_activate(state, state.decider, mask)


@jit
def mark_models_to_activate(state, seat, mask):
    """Mark the models of a seat (-1: wild) that can be activated."""
    for slot in range(state.used):
        if can_activate(state, slot, seat):
            mask[SLOT + slot] = 1


@jit
def apply_activate(state, action):
    """A player activates a model, and the next player is in turn after it. Clauses: GB-ACT-01, GB-ACT-02."""
    state.turn = (state.turn + 1) % state.surviving
    activate(state, action - SLOT)


@jit
def next_wild(state, frame):
    """The director activates every wild model. Clause: GB-ACT-08."""
    if has_activation(state, -1):
        ask(state, director_of(state), Decision.WILD_ACTIVATE)
    else:
        go(state, frame, Game.RECOVERY)


@jit
def legal_wild_activate(state, mask):
    """Wild models that have not been activated. Clause: GB-ACT-08."""
    mark_models_to_activate(state, -1, mask)


@jit
def apply_wild_activate(state, action):
    """The director activates a wild model. Clause: GB-ACT-08."""
    activate(state, action - SLOT)


@jit
def activate(state, slot):
    """An activation begins. Clause: GB-ACT-03."""
    state.active = slot
    push(state, Frame.ACTIVATION)


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Chapter ACT."""
    slot = state.active
    unit = state.units[slot]
    step = frame.step
    if step == Activation.START:
        start_activation(state, tables, frame)
    elif step == Activation.CHOOSE:
        if unit.status != Status.ON_BOARD or state.actions_left == 0:
            frame.step = Activation.END
        else:
            ask(state, controller_of(state, slot), Decision.ACTION, slot)
    elif step == Activation.CLAIMS:
        next_claim(state, frame)
    elif step == Activation.HANDOFF:
        next_handoff(state, frame)
    elif step == Activation.AFTER:
        apply_triumphs(state)
        if not react(state, tables):
            frame.step = Activation.CHOOSE
    else:
        end_activation(state)


@jit
def start_activation(state, tables, frame):
    """A model becomes active; a wild one's compulsion is settled. Clauses: GB-ACT-03, GB-ACT-06, GB-WLD-03, GB-WLD-07, GB-WLD-14."""
    slot = state.active
    unit = state.units[slot]
    unit.activated = 1
    state.moves = 0
    state.engages = 0
    state.actions_left = 2 if unit.kind == Kind.GODBREAKER else 1
    state.compulsion = Compulsion.NONE
    state.aim = -1
    frame.step = Activation.CHOOSE
    note(state, Event.ACTIVATED, controller_of(state, slot), slot)
    if unit.seat >= 0:
        return
    compulsion = compulsion_of(state, tables, slot)
    state.compulsion = compulsion
    low, high, best = aim_span(state, tables, slot, compulsion)
    ties = 0
    for thing in range(low, high):
        if is_closest_aim(state, tables, slot, compulsion, thing, best):
            state.aim = thing
            ties += 1
    if ties > 1:
        state.aim = -1
        ask(state, director_of(state), Decision.WILD_TARGET, slot)
    else:
        note_aim(state)


@jit
def legal_action(state, tables, mask):
    """Actions of the active model. Clauses: GB-ACT-06, GB-ACT-07, GB-ENG-02, GB-SPC-01, GB-WLD-01, GB-WLD-03."""
    slot = state.active
    if state.units[slot].seat < 0:
        if write_wild_acts(state, tables, slot, mask) == 0:
            mask[PASS] = 1  # nothing satisfies the compulsion: the activation passes
        return
    mask[PASS] = 1
    if can_move(state, slot):
        write_moves(state, tables, slot, mask[CELL:ORDER])
    if can_engage(state, slot):
        for other in range(state.used):
            if is_target(state, tables, slot, other):
                mask[SLOT + other] = 1
    for act in range(Act.READY + 1):
        if is_offered(state, tables, slot, act):
            mask[ACT + act] = 1


@jit
def apply_action(state, tables, frame, action):
    """Begin the active model's Move, Engage or special action. Clauses: GB-ACT-06, GB-ACT-09."""
    slot = state.active
    if action == PASS:
        state.actions_left = 0
        return
    state.actions_left -= 1
    frame.step = Activation.AFTER
    if action >= ACT:
        begin_special(state, tables, frame, slot, action - ACT)
    elif action >= CELL:
        move_model(state, tables, slot, action - CELL)
        frame.step = Activation.CLAIMS
        frame.pile = 0
    else:
        state.engages += 1
        begin_engage(state, slot, action - SLOT)


@jit
def react(state, tables):
    """Let the next ready model that was provoked make its Engage. Clause: GB-ADV-02.

    Returns:
        True if a reaction has begun.
    """
    if tables.ready == 0:
        return False
    for k in range(state.surviving):
        for slot in range(state.used):
            unit = state.units[slot]
            if unit.provoked < 0 or unit.seat != state.order[k]:
                continue
            target = unit.provoked
            unit.provoked = -1
            if unit.ready and is_target(state, tables, slot, target):
                unit.ready = 0
                note(state, Own.REACTS, unit=slot)
                begin_engage(state, slot, target)
                return True
    return False


@jit
def end_activation(state):
    """The activation is over; a scavenger picks up one treasure. Clauses: GB-ACT-09, GB-S3-03."""
    unit = state.units[state.active]
    if unit.status == Status.ON_BOARD and unit.kind == Kind.SCAVENGER:
        for pile in range(0, 9 * TOKENS, TOKENS):
            cell = pile_cell(unit.cell, pile)
            if cell >= 0 and state.piles[Token.TREASURE, cell] > 0:
                note(state, Own.TOOK, unit=state.active, other=Token.TREASURE, cell=cell, value=1)
                state.piles[Token.TREASURE, cell] -= 1
                unit.tokens[Token.TREASURE] += 1
                break
    state.active = -1
    state.aim = -1
    state.actions_left = 0
    state.compulsion = Compulsion.NONE
    pop(state)
