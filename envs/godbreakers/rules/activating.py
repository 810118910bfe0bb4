"""An activation from start to end. Chapter ACT, Ready, token claims."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.compulsion import aim_span, compulsion_of, is_closest_aim
from skirmish_rl.envs.godbreakers.rules.engaging import begin_engage, is_target
from skirmish_rl.envs.godbreakers.rules.frames import Frame
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs
from skirmish_rl.envs.godbreakers.state import SIDE, TOKENS, Compulsion, Decision, Kind, Status, Token, controller_of, director_of


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    CHOOSE = 1
    CLAIMS = 2  # b: cursor over piles, c: pile asked about
    HANDOFF = 3  # b: token type, c: receiver
    AFTER = 4  # the action is resolved: Triumphs, then ready models
    END = 5


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Chapter ACT."""
    slot = frame.a + 0
    unit = state.units[slot]
    step = frame.step
    if step == Activation.START:
        start_activation(state, tables, frame)
    elif step == Activation.CHOOSE:
        if unit.status != Status.ON_BOARD or state.actions_left == 0:
            frame.step = Activation.END
        else:
            ask(state, controller_of(state, slot), Decision.ACTION)
    elif step == Activation.CLAIMS:
        next_claim(state, frame)
    elif step == Activation.HANDOFF:
        while frame.b < TOKENS and unit.tokens[frame.b] == 0:
            frame.b += 1
        if frame.b < TOKENS:
            ask(state, unit.seat, Decision.HANDOFF_COUNT)
        else:
            frame.step = Activation.AFTER
    elif step == Activation.AFTER:
        apply_triumphs(state)
        if not react(state, tables):
            frame.step = Activation.CHOOSE
    else:
        end_activation(state, frame)


@jit
def start_activation(state, tables, frame):
    """A model becomes active; a wild one's compulsion is settled. Clauses: GB-ACT-03, GB-ACT-06, GB-WLD-03, GB-WLD-07, GB-WLD-14."""
    slot = frame.a + 0
    unit = state.units[slot]
    unit.activated = 1
    state.active = slot
    state.moves = 0
    state.engages = 0
    state.actions_left = 2 if unit.kind == Kind.GODBREAKER else 1
    state.compulsion = Compulsion.NONE
    state.aim = -1
    frame.step = Activation.CHOOSE
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
        ask(state, director_of(state), Decision.WILD_TARGET)


@jit
def pile_cell(cell, cursor):
    """Cell of the cursor-th pile in reach of a model: nine cells in ascending order, two types each; -1 beyond the edge."""
    k = cursor // TOKENS
    x = cell % SIDE + k % 3 - 1
    y = cell // SIDE + k // 3 - 1
    if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
        return -1
    return y * SIDE + x


@jit
def next_claim(state, frame):
    """After a Move: each pile of tokens in reach, ascending cell then type. Clauses: GB-MRK-06, GB-WLD-04."""
    slot = frame.a + 0
    unit = state.units[slot]
    while frame.b < 9 * TOKENS and unit.status == Status.ON_BOARD:
        cell = pile_cell(unit.cell, frame.b)
        if cell >= 0 and state.piles[frame.b % TOKENS, cell] > 0:
            ask(state, controller_of(state, slot), Decision.CLAIM)
            return
        frame.b += 1
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
            target = unit.provoked + 0
            unit.provoked = -1
            if unit.ready and is_target(state, tables, slot, target):
                unit.ready = 0
                begin_engage(state, slot, target)
                push(state, Frame.ENGAGE, slot, target, 0)
                return True
    return False


@jit
def end_activation(state, frame):
    """The activation is over; a scavenger picks up one treasure. Clauses: GB-ACT-09, GB-S3-03."""
    unit = state.units[frame.a]
    if unit.status == Status.ON_BOARD and unit.kind == Kind.SCAVENGER:
        for cursor in range(0, 9 * TOKENS, TOKENS):
            cell = pile_cell(unit.cell, cursor)
            if cell >= 0 and state.piles[Token.TREASURE, cell] > 0:
                state.piles[Token.TREASURE, cell] -= 1
                unit.tokens[Token.TREASURE] += 1
                break
    state.active = -1
    state.aim = -1
    state.actions_left = 0
    state.compulsion = Compulsion.NONE
    pop(state)
