"""What a seat sees: the parts of its encoder that are written by hand, and their order among those that `sheet.py` gives.

All is public in Godbreakers (GB-GEN-07), so nothing is hidden; what differs between seats is the point of view: own circle
first, then the others in seat order, and the board turned so that one's own edge is at the bottom.
"""

from __future__ import annotations

from skirmish_rl.envs.core.encoding import each, encoder, roles
from skirmish_rl.envs.core.features import bend, blank_out
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import let
from skirmish_rl.envs.godbreakers.data.fields import TABLES
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import is_routed
from skirmish_rl.envs.godbreakers.sheet import (
    AIM,
    ASKED,
    COMPULSION,
    GAME,
    HUNT,
    MARKER,
    NEW_MARKER,
    NEW_MODEL,
    NEW_PIECE,
    ORIGIN,
    PHASE,
    PIECE,
    POOL,
    SEAT,
    SHARD,
    SHEET,
    TOKEN,
    TOKEN_ASKED,
    UNIT,
    WORLD,
)
from skirmish_rl.envs.godbreakers.state import CELLS, GODBREAKERS, MAX_ENGAGED, SIDE, STATE, TOKENS, Phase

_UNIT, _TOKEN, _NOMINATED, _ROLLER = SHEET.number(UNIT), SHEET.number(TOKEN), UNIT.column("nominated"), UNIT.column("roller")


@jit
def units_to_show(state, tables):
    """How many rows there are for models: those of unaligned ones that were never in use stay blank."""
    return tables.see_units - max(0, GODBREAKERS + tables.unaligned_rows - max(state.used, GODBREAKERS))


@jit
def seat_at(state, seat, place):
    """The seat at a place in the view of a seat, the inverse of `core.features.relative`."""
    return seat + place if seat + place < state.seats else seat + place - state.seats


@jit
def row_of(tables, seat, slot):
    """Where the row of a model begins, -1 for none."""
    row = tables.row_of_slot[seat, slot] if slot >= 0 else -1
    return tables.at[_UNIT] + row * tables.row_width[_UNIT] if row >= 0 else -1


@jit
def number_nominated(state, tables, seat, out):
    """Into the rows of the models in the running Engage: in which order they were nominated."""
    for place in range(state.n_engaged):
        k = row_of(tables, seat, state.engaged[place])
        if k >= 0:
            out[k + _NOMINATED] = (place + 1) / MAX_ENGAGED


@jit
def mark_rollers(state, tables, seat, out):
    """Into the rows of models: who rolls for initiative. Clause: GB-INI-02."""
    if state.phase != Phase.INITIATIVE:
        return
    for other in range(state.seats):
        named = state.decision != Decision.ROLLER or other < state.decider
        k = row_of(tables, seat, state.rollers[other]) if named and not is_routed(state, other) else -1
        if k >= 0:
            out[k + _ROLLER] = 1.0


@jit
def is_priority_settled(state):
    """True once this round's order of priority is known."""
    return state.initiative >= 0 and state.decision != Decision.PRIORITY


@jit
def show_piles(state, tables, seat, out):
    """Planes of unclaimed tokens: all is public. Clause: GB-GEN-07."""
    for token in range(TOKENS):
        if tables.token_column[token] < 0:
            continue
        k = tables.at[_TOKEN] + tables.n_places * tables.token_column[token]
        for first in range(0, CELLS, SIDE):
            found = 0
            for cell in range(first, first + SIDE):  # few rows of the board hold any
                found |= state.piles[token, cell]
            if found == 0:
                continue
            for cell in range(first, first + SIDE):
                if state.piles[token, cell] and tables.view_place[seat, cell] >= 0:
                    out[k + tables.view_place[seat, cell]] = bend(state.piles[token, cell], 2.0)


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [
    blank_out,
    let("n_units", units_to_show),
    UNIT,
    roles(UNIT, row_of),
    number_nominated,
    mark_rollers,
    MARKER,
    let("settled", is_priority_settled),
    each("place", "state.seats", let("who", seat_at), SEAT, SHARD),
    PIECE, POOL, show_piles, ASKED, PHASE, GAME, ORIGIN, NEW_MODEL, NEW_MARKER, NEW_PIECE, TOKEN_ASKED, HUNT, AIM, COMPULSION, WORLD,
])  # fmt: skip
