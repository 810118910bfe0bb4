"""An activation from start to end. Chapter ACT, Ready, token claims."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.compulsion import aim_span, compulsion_of, is_closest_aim
from skirmish_rl.envs.godbreakers.rules.engaging import begin_engage, is_target
from skirmish_rl.envs.godbreakers.rules.facts import controller_of, director_of
from skirmish_rl.envs.godbreakers.rules.frames import Activation
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs
from skirmish_rl.envs.godbreakers.rules.telling import Own
from skirmish_rl.envs.godbreakers.state import SIDE, SLOTS, TOKENS, Compulsion, Frame, Kind, Status, Token


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
        while frame.handed < TOKENS and unit.tokens[frame.handed] == 0:
            frame.handed += 1
        if frame.handed < TOKENS:
            state.token = frame.handed
            ask(state, unit.seat, Decision.HANDOFF_COUNT, frame.receiver)
        else:
            frame.step = Activation.AFTER
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
def note_aim(state):
    """Note what the active wild model is under and goes for."""
    aim = state.aim
    if aim < 0:
        note(state, Own.AIMLESS, unit=state.active, value=state.compulsion)
        return
    cell = aim - SLOTS if aim >= SLOTS else -1
    note(state, Own.COMPELLED, unit=state.active, other=-1 if aim >= SLOTS else aim, cell=cell, value=state.compulsion)


@jit
def pile_cell(cell, pile):
    """Cell of a pile in reach of a model, by its number: nine cells in ascending order, two types each; -1 beyond the edge."""
    k = pile // TOKENS
    x = cell % SIDE + k % 3 - 1
    y = cell // SIDE + k // 3 - 1
    if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
        return -1
    return y * SIDE + x


@jit
def next_claim(state, frame):
    """After a Move: each pile of tokens in reach, ascending cell then type. Clauses: GB-MRK-06, GB-WLD-04."""
    slot = state.active
    unit = state.units[slot]
    while frame.pile < 9 * TOKENS and unit.status == Status.ON_BOARD:
        token = frame.pile % TOKENS
        cell = pile_cell(unit.cell, frame.pile)
        if cell >= 0 and state.piles[token, cell] > 0:
            state.token = token
            ask(state, controller_of(state, slot), Decision.CLAIM, cell)
            return
        frame.pile += 1
    frame.step = Activation.AFTER


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
                push(state, Frame.ENGAGE)
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
