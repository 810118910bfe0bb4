"""The part of an observation that tells of units and squads."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend, relative
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.columns import (
    PIECE_WIDTH,
    SQUAD_EXTRAS,
    SQUAD_WIDTH,
    UNIT_WIDTH,
    PieceColumn,
    Section,
    SquadColumn,
    SquadExtra,
    UnitColumn,
    UnitExtra,
)
from skirmish_rl.envs.dropzone_commander.rules.facts import uses_of
from skirmish_rl.envs.dropzone_commander.state import (
    AHEAD_X,
    AHEAD_Y,
    FACINGS,
    FIRST,
    FROM_PORTS,
    GROUPS,
    MOST_FORCE,
    PIECES,
    SEAT_OF,
    SEATS,
    SQUAD_FIRST,
    TOKENS,
    WIDTH,
    Act,
    Gift,
    Mark,
    Sign,
    Site,
    Status,
)

_UNIT, _PIECE, _TOKEN, _GROUP = 1 / MOST_FORCE, 1 / PIECES, 1 / TOKENS, 1 / GROUPS
_BENT_DP = (np.arange(256) / (5.0 + np.arange(256))).astype(np.float32)  # a division for every unit takes as long as the rest of its row
_CARRIER = ((np.arange(len(SEAT_OF)) - FIRST[SEAT_OF] + 1) * _UNIT).astype(np.float32)  # each slot's number among those of its seat
_INCHES, _SEAT = 1 / 127, 1 / SEATS


@jit
def seat_number(tables, seat, other):
    """Another seat, or nobody, as a number."""
    return 0.0 if other < 0 else (relative(seat, other, tables.seats) + 1) * _SEAT


@jit
def view_x(tables, turn, cell):
    """Where a cell is seen from left to right. A number for each column and row stays in the cache, one for each cell does not."""
    return tables.view_x[turn, cell // WIDTH if turn & 1 else cell % WIDTH]


@jit
def view_y(tables, turn, cell):
    """Where a cell is seen from top to bottom."""
    return tables.view_y[turn, cell % WIDTH if turn & 1 else cell // WIDTH]


@jit
def encode_units(state, tables, seat, who, turn, at, out):
    """The units of a seat, and how many of them are in each Garrison. This is the longest part of an observation."""
    width = tables.unit_width
    weapons = tables.see_weapons
    extra = UNIT_WIDTH + weapons * (2 if tables.see_uses else 1)
    inside = tables.at[Section.PIECE] + (PieceColumn.MINE if who == seat else PieceColumn.THEIRS)
    first = FIRST[who]
    last = min(first + tables.see_units, FIRST[who + 1])
    k = at - width
    for slot in range(first, last):
        k += width
        unit = state.units[slot]
        status = unit.status
        if status == Status.ABSENT:
            continue
        out[k + UnitColumn.RESERVE + status - Status.RESERVE] = 1.0
        out[k + UnitColumn.LEFT] = _BENT_DP[unit.dp]
        if unit.carrier >= 0:
            out[k + UnitColumn.CARRIER] = _CARRIER[unit.carrier]
        if unit.piece >= 0:
            piece = unit.piece
            out[k + UnitColumn.PIECE] = (piece + 1) * _PIECE
            if unit.site != Site.CENTRE:
                out[k + UnitColumn.EDGE_TOP + (unit.site - 1 + turn) % 4] = 1.0
            out[inside + PIECE_WIDTH * piece] += _UNIT
            out[k + UnitColumn.X] = tables.piece_view_x[turn, piece]
            out[k + UnitColumn.Y] = tables.piece_view_y[turn, piece]
        elif unit.cell >= 0:
            out[k + UnitColumn.X] = view_x(tables, turn, unit.cell)
            out[k + UnitColumn.Y] = view_y(tables, turn, unit.cell)
            if unit.flying:
                out[k + UnitColumn.FLYING] = 1.0
        elif unit.carrier >= 0:
            write_place_aboard(state, tables, unit.carrier, turn, k, out)
        if unit.killer >= 0:
            out[k + UnitColumn.KILLER] = seat_number(tables, seat, unit.killer)
        if status != Status.ON_TABLE:
            continue
        if unit.signs & Sign.CRASHED:
            out[k + UnitColumn.FLYING] = 1.0
        if unit.origin >= 0 or unit.wreck >= 0:
            cell = unit.origin if unit.origin >= 0 else unit.wreck
            out[k + UnitColumn.ORIGIN_X] = view_x(tables, turn, cell)
            out[k + UnitColumn.ORIGIN_Y] = view_y(tables, turn, cell)
        if unit.travelled or unit.moved or unit.before:
            out[k + UnitColumn.MOVED] = unit.moved * _INCHES
            out[k + UnitColumn.BEFORE] = unit.before * _INCHES
            out[k + UnitColumn.TRAVELLED] = unit.travelled * _INCHES
        if unit.signs & ~Sign.CRASHED:
            out[k + UnitColumn.SCAN] = unit.signs & Sign.SCAN != 0
            out[k + UnitColumn.TRANSFERRED] = unit.signs & Sign.TRANSFERRED != 0
            out[k + UnitColumn.HANDLED] = unit.signs & Sign.HANDLED != 0
            out[k + UnitColumn.BOOSTED] = unit.signs & Sign.BOOSTED != 0
        if unit.fired:
            for weapon in range(weapons):
                out[k + UNIT_WIDTH + weapon] = (unit.fired >> weapon) & 1
        if tables.see_uses:
            for weapon in range(weapons):
                out[k + UNIT_WIDTH + weapons + weapon] = bend(uses_of(unit, weapon) + 0.0, 1.0)
        if tables.see_cards and (unit.kept_fired or unit.kept_moved):
            out[k + extra + UnitExtra.KEPT_FIRED] = unit.kept_fired / 15.0
            out[k + extra + UnitExtra.KEPT_MOVED] = unit.kept_moved * _INCHES


@jit
def write_place_aboard(state, tables, carrier, turn, k, out):
    """A unit aboard is where its Transport is; one of several inside each other, the outermost."""
    up = state.units[carrier].carrier
    for _ in range(4):
        if up < 0:
            break
        carrier = up
        up = state.units[carrier].carrier
    cell = state.units[carrier].cell
    if cell >= 0:
        out[k + UnitColumn.X] = view_x(tables, turn, cell)
        out[k + UnitColumn.Y] = view_y(tables, turn, cell)


@jit
def encode_squads(state, tables, who, turn, at, out):
    """The squads of a seat, at the end of each row what its units are."""
    width = tables.squad_width
    known = SQUAD_WIDTH + (SQUAD_EXTRAS if tables.see_cards else 0)
    first = SQUAD_FIRST[who]
    last = min(first + tables.see_squads, SQUAD_FIRST[who + 1])
    k = at - width
    for number in range(first, last):
        k += width
        size = tables.squad_size[number]
        if size == 0:
            continue
        slot = tables.squad_first[number]
        alive = 0
        for one in range(slot, slot + size):
            status = state.units[one].status
            if Status.RESERVE <= status <= Status.ON_TABLE:
                alive += 1
        figures = out[k + known : k + width]
        for column in range(len(figures)):
            figures[column] = tables.squad_figures[number, column]
        squad = state.squads[number]
        out[k + SquadColumn.ALIVE] = alive * 0.1
        out[k + SquadColumn.ACTIVATED] = squad.marks & Mark.ACTIVATED != 0
        out[k + SquadColumn.DECLARED] = (squad.declared + 1) * _GROUP
        if squad.acts | squad.moves | squad.limit:
            for act in range(Act.PORTS + 1):
                out[k + SquadColumn.MOVE + act] = (squad.acts >> act) & 1
            out[k + SquadColumn.MOVES] = squad.moves * 0.5
            out[k + SquadColumn.LIMIT] = squad.limit * 0.5
        facing = (squad.facing + 2 * turn) % FACINGS
        out[k + SquadColumn.FACE_X] = AHEAD_X[facing]
        out[k + SquadColumn.FACE_Y] = -AHEAD_Y[facing]
        if has_marks(squad):
            encode_marks(squad, k, out)
        out[k + SquadColumn.TOKEN] = (squad.token + 1) * _TOKEN
        if tables.see_cards and has_gift(squad):
            encode_gifts(squad, k + SQUAD_WIDTH, out)


@jit
def has_gift(squad):
    """True if a card gave a squad anything."""
    return squad.gifts | squad.energy | squad.marks & Mark.DISRUPTED != 0


@jit
def has_marks(squad):
    """True if anything is noted of what a squad did in this round."""
    return squad.out | squad.shot | squad.marks & ~(Mark.ACTIVATED | Mark.DISRUPTED) != 0


@jit
def encode_marks(squad, k, out):
    """What a squad did in this round."""
    out[k + SquadColumn.BOARDED] = squad.marks & Mark.BOARDED != 0
    out[k + SquadColumn.OUT] = squad.out * 0.5
    out[k + SquadColumn.LEFT] = squad.marks & Mark.LEFT != 0
    out[k + SquadColumn.AERIAL] = squad.marks & Mark.AERIAL != 0
    out[k + SquadColumn.SHOT] = squad.shot / (1.0 * FROM_PORTS)
    out[k + SquadColumn.SHIFTED] = squad.marks & Mark.SHIFTED != 0
    out[k + SquadColumn.ENTERED] = squad.marks & Mark.ENTERED != 0
    out[k + SquadColumn.RAPID] = squad.marks & Mark.RAPID != 0
    out[k + SquadColumn.HURT_CLOSE] = squad.marks & Mark.CLOSE != 0
    out[k + SquadColumn.SMOKED] = squad.marks & Mark.SMOKE != 0


@jit
def encode_gifts(squad, k, out):
    """What cards gave a squad."""
    out[k + SquadExtra.ENERGY] = squad.energy * 0.5
    out[k + SquadExtra.JINK] = squad.gifts & Gift.JINK != 0
    out[k + SquadExtra.SCREEN] = squad.gifts & Gift.SCREEN != 0
    out[k + SquadExtra.TRACKING] = squad.gifts & Gift.TRACKING != 0
    out[k + SquadExtra.PIERCING] = squad.gifts & Gift.PIERCING != 0
    out[k + SquadExtra.MARKSMEN] = squad.gifts & Gift.MARKSMEN != 0
    out[k + SquadExtra.DOUBLE] = squad.gifts & Gift.DOUBLE != 0
    out[k + SquadExtra.RAMP] = squad.gifts & Gift.RAMP != 0
    out[k + SquadExtra.RUN] = squad.gifts & Gift.RUN != 0
    out[k + SquadExtra.DISRUPTED] = squad.marks & Mark.DISRUPTED != 0
