"""What a seat sees: the encoder of the layout in `columns.py`.

Hidden are the hands of others, but for cards that this seat was shown, and the order of the decks (DZ-CORE-14). Own units and squads come
first, the other seats' after them; the board is turned so that one's own edge is at the bottom, a corner at the bottom left.

Terrain never changes but by the pieces that fall, so only they are told, but in generated worlds; where a unit may go stands in the mask,
and what is there for it in the features of the actions. The attack under way is told in `observation_attack.py`.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend, blank_out, relative, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.columns import (
    CARD_WIDTH,
    GROUP_WIDTH,
    PIECE_WIDTH,
    PROCESS_WIDTH,
    ROAD_WIDTH,
    ROADS,
    SCENERY_WIDTH,
    SEAT_WIDTH,
    SQUAD_WIDTH,
    TOKEN_WIDTH,
    UNIT_WIDTH,
    CardColumn,
    GameColumn,
    GroupColumn,
    GroupExtra,
    MissionColumn,
    PieceColumn,
    ProcessColumn,
    RivalCard,
    SeatColumn,
    SeatExtra,
    Section,
    SquadColumn,
    SquadExtra,
    TokenColumn,
    UnitColumn,
    UnitExtra,
)
from skirmish_rl.envs.dropzone_commander.observation_attack import encode_attack, encode_stack
from skirmish_rl.envs.dropzone_commander.observation_forces import encode_squads, encode_units, seat_number, view_x, view_y
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    FIRST,
    GROUPS,
    MOST_FORCE,
    MOST_SQUADS,
    PIECES,
    ROUNDS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SEATS,
    SLOTS,
    SQUAD_FIRST,
    SQUADS,
    TOKENS,
    WEAPONS,
    Fact,
    Find,
    Frame,
    Stand,
    Window,
)

_ABOUT_UNIT = np.array([bool(d) and QUESTIONS.rows[d].subject == "unit" for d in Decision], np.uint8)
_ABOUT_CARD = np.array([bool(d) and QUESTIONS.rows[d].subject == "card" for d in Decision], np.uint8)
_UNIT, _SQUAD, _PIECE, _TOKEN, _GROUP = 1 / MOST_FORCE, 1 / MOST_SQUADS, 1 / PIECES, 1 / TOKENS, 1 / GROUPS
_BENT_DP = (np.arange(256) / (10.0 + np.arange(256))).astype(np.float32)
_INCHES, _ROUND, _SEAT = 1 / 127, 1 / ROUNDS, 1 / SEATS


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    blank_out(out)
    turn = turn_of(state, tables, seat)
    for who in range(tables.seats):
        row = relative(seat, who, tables.seats)
        encode_units(state, tables, seat, who, turn, tables.at[Section.UNIT] + row * tables.unit_block, out)
        encode_squads(state, tables, who, turn, tables.at[Section.SQUAD] + row * tables.squad_block, out)
        encode_seat(state, tables, who, turn, row, out)
        if tables.see_cards:
            encode_cards(state, tables, seat, who, row, out)
    for piece in range(tables.n_pieces):
        encode_piece(state, tables, seat, piece, turn, out)
    for token in range(tables.n_tokens):
        encode_token(state, tables, seat, token, turn, out)
    encode_roles(state, tables, seat, out)
    encode_game(state, tables, out)
    encode_process(state, tables, seat, turn, out)
    encode_attack(state, tables, seat, out)
    if tables.see_cards:
        encode_stack(state, tables, seat, out)
    if tables.see_world:
        encode_world(tables, turn, out)


@jit
def turn_of(state, tables, seat):
    """How a seat sees the board: quarter turns clockwise; as it is before the seat has a zone."""
    return 0 if state.zone[seat] < 0 else tables.zone_turn[state.zone[seat]]


@jit
def encode_seat(state, tables, who, turn, row, out):
    """A row of section `seat`, and those of its battlegroups."""
    k = tables.at[Section.SEAT] + tables.seat_width * row
    best = -1000
    for other in range(tables.seats):
        if other != who:
            best = max(best, state.points[other])
        if state.order[other] == who:
            out[k + SeatColumn.PLACE] = (other + 1) * _SEAT
    out[k + SeatColumn.POINTS] = bend(state.points[who] + 0.0, 4.0)
    out[k + SeatColumn.LEAD] = squeeze(state.points[who] - best + 0.0, 6.0)
    out[k + SeatColumn.KILLS] = bend(state.kills[who] + 0.0, 200.0)
    out[k + SeatColumn.ROLLED] = state.rolled[who] / 6.0
    out[k + SeatColumn.TURN] = state.turn == who
    out[k + SeatColumn.DECIDES] = state.decider == who
    out[k + SeatColumn.BLAMED] = state.blame == who
    if state.zone[who] >= 0:
        quarter = (turn - tables.zone_turn[state.zone[who]] + 4) % 4
        out[k + SeatColumn.ZONE_BOTTOM + quarter] = 1.0
    if tables.see_cards:
        out[k + SEAT_WIDTH + SeatExtra.HAND] = bend(count_cards(state.hands[who]) + 0.0, 3.0)
        out[k + SEAT_WIDTH + SeatExtra.DECK] = count_cards(state.deck[who]) / (1.0 * CARDS)
        out[k + SEAT_WIDTH + SeatExtra.SURGE] = state.surge[who] & 1
        out[k + SEAT_WIDTH + SeatExtra.SURGED] = state.surge[who] >> 1
    k = tables.at[Section.GROUP] + tables.group_width * tables.see_groups * row
    for group in range(tables.see_groups):
        out[k + GroupColumn.SPENT] = state.spent[who, group]
        if tables.see_direct:
            out[k + GROUP_WIDTH + GroupExtra.DIRECT] = state.direct[who, group]
        k += tables.group_width


@jit
def count_cards(bits):
    """How many cards a set holds."""
    n = 0
    while bits:
        bits = bits & (bits - 1)
        n += 1
    return n


@jit
def encode_cards(state, tables, seat, who, row, out):
    """Section `card`: one's own hand and discards; of another seat its discards and what it has shown. Clause: DZ-CORE-14."""
    known = state.hands[who] & (state.hands[who] if who == seat else state.shown[seat, who])
    gone = state.discards[who]
    for card in range(CARDS):
        if tables.card_row[card] >= 0:
            k = tables.at[Section.CARD] + tables.card_width * tables.card_row[card]
            if row == 0:
                out[k + CardColumn.HELD] = (known >> card) & 1
                out[k + CardColumn.DISCARDED] = (gone >> card) & 1
            else:
                k += CARD_WIDTH + 2 * (row - 1)
                out[k + RivalCard.DISCARDED] = (gone >> card) & 1
                out[k + RivalCard.SHOWN] = (known >> card) & 1


@jit
def encode_piece(state, tables, seat, piece, turn, out):
    """A row of section `piece`, but for the units inside, whom `encode_units` counts."""
    k = tables.at[Section.PIECE] + PIECE_WIDTH * piece
    here = state.pieces[piece]
    out[k + PieceColumn.X] = tables.piece_view_x[turn, piece]
    out[k + PieceColumn.Y] = tables.piece_view_y[turn, piece]
    out[k + PieceColumn.LEFT] = _BENT_DP[here.dp]
    if here.stand | here.damage_tokens | here.hit == 0 and here.blame & here.killer == -1:
        return
    if here.stand != Stand.WHOLE:
        out[k + PieceColumn.RUBBLE + here.stand - Stand.RUBBLE] = 1.0
    if here.damage_tokens:
        out[k + PieceColumn.DAMAGE_TOKENS] = bend(here.damage_tokens + 0.0, 3.0)
    if here.blame >= 0:
        out[k + PieceColumn.BLAME] = seat_number(tables, seat, here.blame)
    if here.killer >= 0:
        out[k + PieceColumn.KILLER] = seat_number(tables, seat, here.killer)
    if here.hit:
        out[k + PieceColumn.HIT] = 1.0


@jit
def encode_token(state, tables, seat, token, turn, out):
    """A row of section `token`."""
    k = tables.at[Section.TOKEN] + TOKEN_WIDTH * token
    here = state.tokens[token]
    out[k + TokenColumn.HIDDEN + here.find - Find.HIDDEN] = 1.0
    if here.cell >= 0:
        out[k + TokenColumn.X] = view_x(tables, turn, here.cell)
        out[k + TokenColumn.Y] = view_y(tables, turn, here.cell)
    elif here.piece >= 0:
        out[k + TokenColumn.X] = tables.piece_view_x[turn, here.piece]
        out[k + TokenColumn.Y] = tables.piece_view_y[turn, here.piece]
    out[k + TokenColumn.PIECE] = (here.piece + 1) * _PIECE
    out[k + TokenColumn.SEAT] = seat_number(tables, seat, here.seat)
    if here.squad >= 0:
        out[k + TokenColumn.SQUAD] = (here.squad - SQUAD_FIRST[SEAT_OF_SQUAD[here.squad]] + 1) * _SQUAD


@jit
def unit_row(tables, seat, slot):
    """Where the row of a unit begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    who = SEAT_OF[slot]
    row = slot - FIRST[who]
    if who >= tables.seats or row >= tables.see_units:
        return -1
    return tables.at[Section.UNIT] + relative(seat, who, tables.seats) * tables.unit_block + tables.unit_width * row


@jit
def squad_row(tables, seat, squad):
    """Where the row of a squad begins, -1 for none."""
    if squad < 0 or squad >= SQUADS:
        return -1
    who = SEAT_OF_SQUAD[squad]
    row = squad - SQUAD_FIRST[who]
    if who >= tables.seats or row >= tables.see_squads:
        return -1
    return tables.at[Section.SQUAD] + relative(seat, who, tables.seats) * tables.squad_block + tables.squad_width * row


@jit
def encode_roles(state, tables, seat, out):
    """Rows of units and squads: whom the question is about, who acts, shoots, commands."""
    process = running(state)
    if _ABOUT_UNIT[state.decision]:
        mark(out, unit_row(tables, seat, state.subject), UnitColumn.SUBJECT)
    mark(out, unit_row(tables, seat, process.slot), UnitColumn.NOW)
    mark(out, unit_row(tables, seat, process.lead if process.kind == Frame.MOVE else process.transport), UnitColumn.OTHER)
    mark(out, squad_row(tables, seat, process.squad), SquadColumn.NOW)
    mark(out, squad_row(tables, seat, state.squad), SquadColumn.ACTIVE)
    mark(out, squad_row(tables, seat, state.shooter), SquadColumn.SHOOTER)
    if tables.see_cards == 0:
        return
    mark(out, squad_row(tables, seat, state.prey), SQUAD_WIDTH + SquadExtra.PREY)
    extra = UNIT_WIDTH + tables.see_weapons * (2 if tables.see_uses else 1)
    for who in range(tables.seats):
        mark(out, unit_row(tables, seat, state.boost[who]), extra + UnitExtra.COMMAND_BOOST)
        mark(out, unit_row(tables, seat, state.inspired[who]), extra + UnitExtra.INSPIRES)
    k = tables.at[Section.CARD]
    if state.asked_card >= 0 and tables.card_row[state.asked_card] >= 0:
        out[k + tables.card_width * tables.card_row[state.asked_card] + CardColumn.ASKED] = 1.0
    if _ABOUT_CARD[state.decision] and 0 <= state.subject < CARDS and tables.card_row[state.subject] >= 0:
        out[k + tables.card_width * tables.card_row[state.subject] + CardColumn.SUBJECT] = 1.0


@jit
def mark(out, row, column):
    """Set a column of a row, if there is such a row."""
    if row >= 0:
        out[row + column] = 1.0


@jit
def encode_game(state, tables, out):
    """Sections `asked`, `window` and `game`."""
    if state.decision:
        out[tables.at[Section.ASKED] + state.decision - 1] = 1.0
    if tables.see_cards and state.window != Window.NONE:
        out[tables.at[Section.WINDOW] + state.window - 1] = 1.0
    k = tables.at[Section.GAME]
    out[k + GameColumn.ROUND] = state.round * _ROUND
    out[k + GameColumn.ROUNDS_LEFT] = max(tables.rounds - state.round, 0) * _ROUND
    out[k + GameColumn.SETUP + state.phase] = 1.0
    out[k + GameColumn.ACTED] = state.acted
    out[k + GameColumn.DOOMED] = state.doomed
    out[k + GameColumn.GROUP] = (state.group + 1) * _GROUP
    if state.n_played:
        out[k + GameColumn.PLAYED] = state.n_played / 8.0


@jit
def encode_process(state, tables, seat, turn, out):
    """Section `process`: the numbers of the process that asks. A column holds another of them for each kind, which stands there as well."""
    k = tables.at[Section.PROCESS]
    process = running(state)
    kind = process.kind
    cell = process.cell if process.cell > 0 else process.start
    if cell > 0:
        out[k + ProcessColumn.X] = view_x(tables, turn, cell)
        out[k + ProcessColumn.Y] = view_y(tables, turn, cell)
    out[k + ProcessColumn.PIECE] = (process.piece + 1) * _PIECE
    out[k + ProcessColumn.WEAPON] = (process.weapon + (process.facts & Fact.KEPT_SHIFTED != 0)) / (1.0 * WEAPONS)
    out[k + ProcessColumn.MODE] = process.mode * 0.5
    place = process.place if kind != Frame.REACT else 0
    left = process.left if kind == Frame.MOVE else 0
    shots = process.hit if kind == Frame.SHOOT and process.step == Shooting.CLOSE else process.strafed + process.shot
    out[k + ProcessColumn.NEXT] = (place + left + shots + process.token + (process.facts & Fact.AGAIN != 0) + process.kept_acts) / 255.0
    out[k + ProcessColumn.COUNT] = count_of(process) / 255.0
    if kind == Frame.SHOOT:
        out[k + ProcessColumn.FLAG] = process.facts & Fact.CLOSE != 0
    elif kind == Frame.SQUAD or kind == Frame.MOVE:
        out[k + ProcessColumn.FLAG] = process.facts & Fact.EXTRA != 0
    elif kind == Frame.BOARD:
        out[k + ProcessColumn.FLAG] = process.step
    elif kind != Frame.REACT:
        out[k + ProcessColumn.FLAG] = process.facts & (Fact.INFILTRATES | Fact.SNAP | Fact.INSIDE | Fact.WANTS | Fact.VOID) != 0
    out[k + ProcessColumn.MARK] = process.facts & (Fact.GIVEN | Fact.LANDED | Fact.LOOSE | Fact.PORTS) != 0
    done = Fact.KEPT_ENTERED | Fact.STANDS | Fact.SPREAD | (Fact.INSIDE if kind == Frame.MOVE else 0)
    out[k + ProcessColumn.DONE] = process.facts & done != 0
    out[k + PROCESS_WIDTH + kind] = 1.0


@jit
def encode_world(tables, turn, out):
    """Sections `scenery`, `road` and `mission`: what no move changes, and no two worlds share."""
    for piece in range(tables.n_pieces):
        k = tables.at[Section.SCENERY] + SCENERY_WIDTH * piece
        for column in range(SCENERY_WIDTH):
            out[k + column] = tables.piece_figures[turn, piece, column]
    for road in range(ROADS):
        k = tables.at[Section.ROAD] + ROAD_WIDTH * road
        for column in range(ROAD_WIDTH):
            out[k + column] = tables.road_figures[turn, road, column]
    k = tables.at[Section.MISSION]
    out[k + MissionColumn.EXTRACTION + tables.scoring] = 1.0
    out[k + MissionColumn.HIDDEN] = tables.hidden
    out[k + MissionColumn.MOBILE] = tables.mobile
    out[k + MissionColumn.DIRECT] = tables.direct
    out[k + MissionColumn.CORNERS] = tables.corners


@jit
def count_of(process):
    """What a process counts, by its kind."""
    kind = process.kind
    if kind == Frame.SHOOT:
        return min((process.facts & Fact.EXTRA != 0) + 2 * (process.misses + process.points), 255)
    if kind == Frame.SQUAD:
        return process.limit
    return process.member + process.group + process.due + process.way + process.scans + process.base + process.card
