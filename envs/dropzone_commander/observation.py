"""What a seat sees: the parts of its encoder that look for somebody's row, and their order among those that `sheet.py` gives.

Hidden are the hands of others, but for cards that this seat was shown, and the order of the decks (DZ-CORE-14). Own units and squads come
first, the other seats' after them; the board is turned so that one's own edge is at the bottom, a corner at the bottom left.

Terrain never changes but by the pieces that fall, so only they are told, but in generated worlds; where a unit may go stands in the mask,
and what is there for it in the features of the actions.
"""

from __future__ import annotations

from skirmish_rl.envs.core.encoding import each, encoder, only_if, roles
from skirmish_rl.envs.core.features import blank_out, relative
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import let
from skirmish_rl.envs.dropzone_commander.data.fields import TABLES
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.views import turn_of
from skirmish_rl.envs.dropzone_commander.sheet import (
    ASKED,
    CARD,
    GAME,
    GROUP,
    HIT,
    MISSION,
    PIECE,
    PROCESS,
    ROAD,
    SCENERY,
    SEAT,
    SHEET,
    SHOT,
    SQUAD,
    STACKED,
    TOKEN,
    UNIT,
    WINDOW,
)
from skirmish_rl.envs.dropzone_commander.state import CARDS, FIRST, FRAME, SEAT_OF, SEAT_OF_SQUAD, SLOTS, SQUAD_FIRST, SQUADS, STATE

_UNIT, _SQUAD, _PIECE, _CARD = (SHEET.number(section) for section in (UNIT, SQUAD, PIECE, CARD))
_MINE, _THEIRS = PIECE.column("mine"), PIECE.column("theirs")
_BOOST, _INSPIRES = SHEET.more("command_boost", UNIT), SHEET.more("inspires", UNIT)


@jit
def inside_of(tables, seat, who):
    """Where the units of a seat in the first Garrison are counted."""
    return tables.at[_PIECE] + (_MINE if who == seat else _THEIRS)


@jit
def unit_row(tables, seat, slot):
    """Where the row of a unit begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    who = SEAT_OF[slot]
    row = slot - FIRST[who]
    if who >= tables.seats or row >= tables.see_units:
        return -1
    return tables.at[_UNIT] + (relative(seat, who, tables.seats) * tables.see_units + row) * tables.row_width[_UNIT]


@jit
def squad_row(tables, seat, squad):
    """Where the row of a squad begins, -1 for none."""
    if squad < 0 or squad >= SQUADS:
        return -1
    who = SEAT_OF_SQUAD[squad]
    row = squad - SQUAD_FIRST[who]
    if who >= tables.seats or row >= tables.see_squads:
        return -1
    return tables.at[_SQUAD] + (relative(seat, who, tables.seats) * tables.see_squads + row) * tables.row_width[_SQUAD]


@jit
def card_row(tables, card):
    """Where the row of a card begins, -1 for none."""
    if card < 0 or card >= CARDS or tables.card_row[card] < 0:
        return -1
    return tables.at[_CARD] + tables.row_width[_CARD] * tables.card_row[card]


@jit
def mark_commanders(state, tables, seat, out):
    """Into the rows of units: the Commanders that cards have made better."""
    for who in range(tables.seats):
        k = unit_row(tables, seat, state.boost[who])
        if k >= 0:
            out[k + tables.more[_BOOST]] = 1.0
        k = unit_row(tables, seat, state.inspired[who])
        if k >= 0:
            out[k + tables.more[_INSPIRES]] = 1.0


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [
    blank_out,
    let("turn", turn_of),
    let("process", running, FRAME.dtype),
    each(
        "who", "tables.seats",
        let("row", "relative(seat, who, tables.seats)"),
        let("inside", inside_of),
        let("n_units", "min(tables.see_units, FIRST[who + 1] - FIRST[who])"),
        let("n_squads", "min(tables.see_squads, SQUAD_FIRST[who + 1] - SQUAD_FIRST[who])"),
        UNIT, SQUAD, SEAT, GROUP,
    ),
    PIECE, TOKEN,
    roles(UNIT, unit_row), roles(SQUAD, squad_row),
    only_if("tables.see_cards", mark_commanders, CARD, roles(CARD, card_row), STACKED),
    ASKED, WINDOW, GAME, PROCESS, SHOT, HIT,
    only_if("tables.see_world", SCENERY, ROAD, MISSION),
], Shooting=Shooting)  # fmt: skip
