"""Tokens: claimed after a Move, handed off. Chapter MRK; GB-SPC-05, GB-SPC-06."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import COUNT, MOST, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import are_adjacent, controller_of, is_hostile
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.steps import Activation
from skirmish_rl.envs.godbreakers.rules.telling import Own, Roll
from skirmish_rl.envs.godbreakers.state import SIDE, TOKENS, Status


@jit
def take_tokens(state, slot, token, number, cell):
    """Give a model tokens, from a cell or (-1) from nowhere on the board. Clause: GB-MRK-04."""
    if number > 0:
        note(state, Own.TOOK, unit=slot, other=token, cell=cell, value=number)
        state.units[slot].tokens[token] += number


@jit
def mark_counts(there, mask):
    """From none to all of so many tokens; the last of eight numbers stands for all when more are there. Clauses: GB-MRK-06, GB-SPC-06."""
    for k in range(min(there, MOST) + 1):
        mask[COUNT + k] = 1


@jit
def count_of(action, there):
    """How many of so many tokens are named."""
    return there if action == COUNT + MOST else action - COUNT


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
def legal_claim(state, mask):
    """How many tokens of a pile are taken. Clause: GB-MRK-06."""
    mark_counts(state.piles[state.token, state.subject], mask)


@jit
def apply_claim(state, frame, action):
    """Tokens of a pile are taken. Clause: GB-MRK-06."""
    token = state.token
    number = count_of(action, state.piles[token, state.subject])
    state.piles[token, state.subject] -= number
    take_tokens(state, state.active, token, number, state.subject)
    frame.pile += 1
    state.token = -1


@jit
def is_receiver(state, tables, slot, other):
    """True for a friend that Hand Off may nominate. Clause: GB-SPC-05 (die value, not movement range)."""
    if other == slot or state.units[other].status != Status.ON_BOARD or is_hostile(state, tables, slot, other):
        return False
    return range_of(state, tables, state.units[slot].cell, state.units[other].cell) <= state.units[slot].die


@jit
def legal_handoff(state, tables, mask):
    """The models that may receive tokens of the active model. Clause: GB-SPC-05."""
    for other in range(state.used):
        if is_receiver(state, tables, state.active, other):
            mask[SLOT + other] = 1


@jit
def apply_handoff(state, frame, action):
    """Name the model that receives tokens; one that is not adjacent gets them if a test is passed. Clause: GB-SPC-05."""
    slot = state.active
    other = action - SLOT
    if are_adjacent(state, slot, other) or passes_test(state, slot, Roll.HAND_OFF, other):
        frame.step = Activation.HANDOFF
        frame.handed = 0
        frame.receiver = other


@jit
def next_handoff(state, frame):
    """Each kind of token that the active model carries. Clause: GB-SPC-06."""
    unit = state.units[state.active]
    while frame.handed < TOKENS and unit.tokens[frame.handed] == 0:
        frame.handed += 1
    if frame.handed < TOKENS:
        state.token = frame.handed
        ask(state, unit.seat, Decision.HANDOFF_COUNT, frame.receiver)
    else:
        frame.step = Activation.AFTER


@jit
def legal_handoff_count(state, mask):
    """How many tokens of a kind are handed off. Clause: GB-SPC-06."""
    mark_counts(state.units[state.active].tokens[state.token], mask)


@jit
def apply_handoff_count(state, frame, action):
    """Tokens of a kind are handed off. Clauses: GB-SPC-05, GB-SPC-06."""
    token = state.token
    hand_off(state, state.active, state.subject, token, count_of(action, state.units[state.active].tokens[token]))
    frame.handed += 1
    state.token = -1


@jit
def hand_off(state, giver, taker, token, number):
    """Move tokens from one carrier to another. Clause: GB-SPC-05."""
    if number > 0:
        note(state, Own.GAVE, unit=giver, other=token, value=number)
        state.units[giver].tokens[token] -= number
    take_tokens(state, taker, token, number, -1)
