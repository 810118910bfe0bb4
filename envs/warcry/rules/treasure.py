"""Treasures: picked up, carried, dropped, looted. Chapter TRE; WC-VC-05."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import CELL, OBJECTIVE, Decision
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import CELLS, TOKENS, WIDTH, Frame, Runemark, Status, Victory, has_mark, seat_of


@jit
def can_carry(state, tables, slot):
    """True if a fighter could pick up a treasure now. Clause: WC-TRE-02."""
    return state.units[slot].treasure < 0 and not has_mark(tables, slot, Runemark.BEAST)


@jit
def reduced(tables, inches):
    """A Move less what a treasure weighs. Clauses: WC-TRE-03, WC-TRE-04."""
    return inches if inches <= tables.treasure_floor else max(inches - tables.treasure_penalty, tables.treasure_floor)


@jit
def is_any_lying(state):
    """True while a treasure lies on the board."""
    for token in range(TOKENS):
        if state.tokens[token].cell >= 0:
            return True
    return False


@jit
def token_at(state, node):
    """The only treasure that lies in a cell, -1."""
    found = -1
    for token in range(TOKENS):
        if state.tokens[token].cell == node and node >= 0:
            if found >= 0:
                return -1
            found = token
    return found


@jit
def take_treasure(state, slot, token):
    """A fighter picks up a treasure. Clauses: WC-TRE-01, WC-TRE-02."""
    state.tokens[token].cell = -1
    state.tokens[token].carrier = slot
    state.units[slot].treasure = token
    note(state, Own.TAKES, unit=slot, value=token + 1)


@jit
def push_drop(state, slot, stood, willing):
    """A treasure is to be dropped by a carrier that stands, or stood, at a node; `willing`: as an action.

    Clauses: WC-TRE-08, WC-TRE-09.
    """
    frame = push(state, Frame.DROP)
    frame.slot = slot
    frame.stood = stood
    frame.willing = willing


@jit
def can_drop(tables, node, cell, willing):
    """True if a treasure carried at a node may be dropped in a cell. Clauses: WC-TRE-08, WC-TRE-09.

    Args:
        willing: dropped as an action: not in the carrier's own cell.
    """
    own = tables.node_cell[node]
    if abs(own % WIDTH - cell % WIDTH) > 1 or abs(own // WIDTH - cell // WIDTH) > 1 or (willing and cell == own):
        return False
    return tables.stand[cell] != 0 and tables.level[cell] <= tables.node_height[node]


@jit
def has_drop(tables, node):
    """True if a carrier may drop its treasure as an action."""
    for cell in range(CELLS):
        if can_drop(tables, node, cell, True):
            return True
    return False


@jit
def run_drop(state, tables, frame):
    """A treasure is dropped: its owner says where. Clauses: WC-TRE-08, WC-TRE-09."""
    slot = frame.slot
    if state.units[slot].treasure < 0:
        pop(state)
    else:
        ask(state, seat_of(slot), Decision.DROP, slot)


@jit
def legal_drop(tables, frame, mask):
    """The cells in which the treasure may lie. Clauses: WC-TRE-08, WC-TRE-09."""
    for cell in range(CELLS):
        mask[CELL + cell] = can_drop(tables, frame.stood, cell, frame.willing != 0)


@jit
def apply_drop(state, action):
    """The treasure lies in a cell. Clauses: WC-TRE-08, WC-TRE-09."""
    slot = state.subject
    cell = action - CELL
    token = state.units[slot].treasure
    state.units[slot].treasure = -1
    state.tokens[token].carrier = -1
    state.tokens[token].cell = cell
    note(state, Own.DROPS, unit=slot, cell=cell, value=token + 1)


@jit
def can_loot(state, tables, slot, objective):
    """True if a fighter may loot an objective. Clause: WC-VC-05."""
    if tables.victory != Victory.UNCOVER or objective >= tables.n_objectives or state.loots[objective] == 0:
        return False
    return can_carry(state, tables, slot) and tables.objective_beside[objective, state.units[slot].node] != 0


@jit
def loots_anything(state, tables, slot):
    """True if a fighter may loot any objective. Clause: WC-VC-05."""
    if tables.victory != Victory.UNCOVER or state.units[slot].status != Status.ON_BOARD:
        return False
    for objective in range(tables.n_objectives):
        if can_loot(state, tables, slot, objective):
            return True
    return False


@jit
def push_loot(state, slot):
    """A fighter is to loot an objective. Clause: WC-VC-05."""
    frame = push(state, Frame.LOOT)
    frame.slot = slot


@jit
def run_loot(state, frame):
    """A fighter loots an objective: its player says which. Clause: WC-VC-05."""
    ask(state, seat_of(frame.slot), Decision.LOOT, frame.slot)


@jit
def legal_loot(state, tables, mask):
    """The objectives that a fighter may loot. Clause: WC-VC-05."""
    for objective in range(tables.n_objectives):
        mask[OBJECTIVE + objective] = can_loot(state, tables, state.subject, objective)


@jit
def apply_loot(state, tables, action):
    """A fighter takes a treasure out of an objective. Clause: WC-VC-05."""
    loot(state, tables, state.subject, action - OBJECTIVE)
    pop(state)


@jit
def loot(state, tables, slot, objective):
    """A fighter takes a treasure out of an objective. Clause: WC-VC-05."""
    state.loots[objective] -= 1
    note(state, Own.LOOTS, unit=slot, cell=objective_cell(tables, objective))
    for token in range(TOKENS):
        if state.tokens[token].cell < 0 and state.tokens[token].carrier < 0:
            take_treasure(state, slot, token)
            return


@jit
def objective_cell(tables, objective):
    """The cell at an objective's point, to its right and below."""
    return min(tables.objective_y[objective] // 2, tables.height - 1) * WIDTH + min(tables.objective_x[objective] // 2, tables.width - 1)
