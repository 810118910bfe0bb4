"""What a seat sees: the parts of its encoder that are written by hand, and their order among those that `sheet.py` gives.

All is public in Warcry (WC-GEN-11). What differs between seats is the point of view: own fighters first, and the board turned so that
one's own edge is at the bottom. Maps stand the same after a half-turn, red comes from the top and blue from the bottom
(Scenarios, in the dossier): whoever is red sees the board turned by half, and before the colours are chosen nobody does.

Terrain never changes in a scenario, so it is told in generated worlds only; what it means for a fighter is: how high it stands and what it
climbs. Where a fighter may move stands in the mask, what the way costs in the features of the actions.
"""

from __future__ import annotations

from skirmish_rl.envs.core.encoding import each, encoder, roles
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import let
from skirmish_rl.envs.warcry.data.fields import TABLES
from skirmish_rl.envs.warcry.rules.measuring import ENGAGED, gap2
from skirmish_rl.envs.warcry.sheet import (
    ABILITY,
    ASKED,
    ATTACK,
    BOOST,
    DIE,
    FIGHTER,
    GAME,
    GROUND,
    OBJECTIVE,
    REACTION,
    SHEET,
    SIDE,
    TOKEN,
)
from skirmish_rl.envs.warcry.state import FORCE, SIDES, SLOTS, STATE, WIDTH, Status, seat_of

_FAR_CELLS = 2 * WIDTH + 2  # cells further apart than that lie more than 1" apart
_FIGHTER, _GROUND, _ENGAGED = SHEET.number(FIGHTER), SHEET.number(GROUND), FIGHTER.column("engaged")


@jit
def lay_still(tables, seat, out):
    """What never changes; all else is blank."""
    still = tables.at[_GROUND] if tables.see_map else len(out)
    for k in range(still):
        out[k] = tables.still[seat, k]
    for k in range(len(out) - still):
        out[still + k] = tables.ground[k]


@jit
def turn_of(state, seat):
    """How a seat sees the board: 1 for turned by half."""
    return 1 if state.red == seat else 0


@jit
def colour_of(state, who):
    """The colour of a side, -1 before they are chosen."""
    return -1 if state.red < 0 else 0 if state.red == who else 1


@jit
def row_of(tables, seat, slot):
    """Where the row of a fighter begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    row = slot if slot < FORCE else slot - FORCE
    if row >= tables.see_units:
        return -1
    return tables.at[_FIGHTER if seat_of(slot) == seat else _FIGHTER + 1] + tables.row_width[_FIGHTER] * row


@jit
def mark_engaged(state, tables, seat, out):
    """Mark fighters within 1" of an enemy. Clauses: WC-MOVE-03, DG-2, DG-5."""
    for mine in range(FORCE * seat, FORCE * seat + tables.see_units):
        unit = state.units[mine]
        if unit.status != Status.ON_BOARD:
            continue
        here = unit.cell
        for theirs in range(FORCE * (1 - seat), FORCE * (1 - seat) + tables.see_units):
            there = state.units[theirs].cell
            if there < 0 or there - here > _FAR_CELLS or here - there > _FAR_CELLS:
                continue
            if gap2(tables, unit.node, state.units[theirs].node) <= ENGAGED:
                out[row_of(tables, seat, mine) + _ENGAGED] = 1.0
                out[row_of(tables, seat, theirs) + _ENGAGED] = 1.0


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [
    lay_still,
    let("turn", turn_of),
    each("side", SIDES, let("who", "seat if side == 0 else 1 - seat"), let("colour", colour_of), FIGHTER, DIE, SIDE),
    OBJECTIVE,
    mark_engaged,
    roles(FIGHTER, row_of),
    TOKEN, ASKED, GAME, ABILITY, BOOST,
    let("attack", "state.attack[0]"),
    ATTACK, REACTION,
])  # fmt: skip
