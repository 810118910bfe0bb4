"""What does a seat see? The columns by name, and the encoder.

All is public in Godbreakers (GB-GEN-07), so nothing is hidden; what differs between seats is the point of view: own circle
first, then the others in seat order, and the board turned so that one's own edge is at the bottom. What cannot occur in a
scenario (its `..._column` is UNSEEN) has no column there.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.features import Features, bend, blank_out, planes, relative, rows, scalars, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.data.fields import UNSEEN
from skirmish_rl.envs.godbreakers.data.pack import views
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_SEATS,
    PIECES,
    SIDE,
    SLOTS,
    Compulsion,
    Flaw,
    Kind,
    MarkerKind,
    Phase,
    Shape,
    Status,
    Token,
    Trait,
    attack_range_of,
    director_of,
    godbreakers_of,
    is_routed,
    marker_controller,
    movement_of,
)  # fmt: skip

SEAT_NAMES = ("mine", "next", "third", "fourth")


class UnitColumn(IntEnum):
    """A model. Further columns: whose it is, its tokens, flaws and ranks of traits (the shard's included), then those of the enums below."""

    ON_BOARD = 0
    RESERVE = 1
    CASUALTY = 2
    ASCENDED = 3
    X = 4
    Y = 5
    DIE = 6
    DAMAGE = 7
    MOVEMENT = 8
    ATTACK_RANGE = 9
    ACTIVATED = 10
    ACTIVE = 11
    SUBJECT = 12  # the question is about it
    ENGAGED = 13
    NOMINATED = 14  # its place among the engaged: 1/5 the attacker, 2/5 its target, ...
    RESULT = 15  # of its attack roll in the running Engage
    WINS = 16  # the running Engage
    HURT = 17  # by the running Engage; in the Recovery Phase: it fails to recover
    TRIUMPHS = 18  # growth still to come
    ASCENDING = 19
    BY_BARRICADE = 20
    ROLLER = 21  # it rolls for initiative this round
    LENT_TRAIT = 22  # one of its traits is its circle's shard's


class WildColumn(IntEnum):
    """A model, where there are unaligned ones. Further columns: its kind (none for godbreakers), and whose circle summoned it."""

    WILD = 0
    AIM = 1  # the active wild model's compulsion points at it


class ReadyColumn(IntEnum):
    """A model, with the option `ready`."""

    READY = 0
    PROVOKED = 1  # it must engage the model that stands at x, y
    PROVOKER_X = 2
    PROVOKER_Y = 3


class MarkerColumn(IntEnum):
    """A marker. Further columns: hoard (where there are any), whose it is, who controls it."""

    ON_BOARD = 0
    X = 1
    Y = 2
    OBJECTIVE = 3
    SHARD = 4


class SeatColumn(IntEnum):
    """A circle. Further columns: the trait of its standing shard."""

    POINTS = 0
    LEAD = 1  # over the best of the others
    GODBREAKERS = 2  # on the battlefield
    ROUTED = 3
    SENIORITY = 4  # its place, 1/n for the most senior
    INITIATIVE = 5  # won it this round
    PRIORITY = 6  # its place this round, 1/n for the first; 0 before it is settled
    DIRECTOR = 7
    TURN = 8  # it activates next
    DECIDING = 9


class PieceColumn(IntEnum):
    """A terrain piece. Further column: impassable (where any is)."""

    PRESENT = 0
    BARRICADE = 1
    X = 2
    Y = 3
    WIDTH = 4
    HEIGHT = 5


class PoolColumn(IntEnum):
    """Terrain pieces off the board."""

    PATCHES = 0
    ROWS = 1
    COLUMNS = 2


class GameColumn(IntEnum):
    """The game. Further columns: the phase; new_... and token_...: what the question places, and which tokens it is about; to_place in the hunt."""

    ROUND = 0
    ROUNDS_LEFT = 1
    INITIATIVE_ROLL = 2  # the winner's, this round
    ACTIONS_LEFT = 3
    MOVES = 4  # made in this activation
    ENGAGES = 5


class OriginColumn(IntEnum):
    """The cell that the question is about: by which a model appears, or of a pile of tokens."""

    GIVEN = 0
    X = 1
    Y = 2


class AimColumn(IntEnum):
    """What the compulsion of the active wild model points at. Further columns: the compulsion."""

    GIVEN = 0
    X = 1
    Y = 2


UNIT_WIDTH, WILD_WIDTH, READY_WIDTH, MARKER_WIDTH = len(UnitColumn), len(WildColumn), len(ReadyColumn), len(MarkerColumn)
SEAT_WIDTH, PIECE_WIDTH, POOL_WIDTH, GAME_WIDTH = len(SeatColumn), len(PieceColumn), len(PoolColumn), len(GameColumn)
ORIGIN_WIDTH, AIM_WIDTH = len(OriginColumn), len(AimColumn)
NO_SHARD = MAX_SEATS  # the circle of the unaligned, which has none
# By decision: what `state.subject` is.
ABOUT_UNIT, ABOUT_CELL = (
    np.array([d in QUESTIONS.rows and QUESTIONS.rows[d].subject == kind for d in Decision], np.uint8) for kind in ("unit", "cell")
)
_DIE, _MOVEMENT, _RANGE, _RANK, _ENGAGED = 1 / 12, 1 / 18, 1 / 36, 1 / 3, 1 / MAX_ENGAGED


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario.

    Args:
        tables: record array (variants,); what can occur is the same in all.
    """
    t, view = tables[0], views(tables[0])
    names = SEAT_NAMES[: int(t["seats"])]
    tokens = [Token(k).name.lower() for k in t["see_tokens"][: int(t["n_see_tokens"])]]
    unit = [*names, *tokens, *(Flaw(k).name.lower() for k in t["see_flaws"][: int(t["n_see_flaws"])]), *_seen(Trait, t["trait_column"])]
    if t["ready"]:
        unit += _names(ReadyColumn)
    if t["n_kinds"]:
        unit += [*_names(WildColumn), *_seen(Kind, t["kind_column"])]
    if t["kind_column"][Kind.SUMMONED] != UNSEEN:
        unit += [f"summoned_by_{name}" for name in names]
    marker = [*(["hoard"] if t["see_hoards"] else []), *(f"of_{name}" for name in names), *(f"controlled_by_{name}" for name in names)]
    markers = 1 + len(names) * (1 + int(t["see_objectives"]) + int(t["see_hoards"]))
    game = [*_seen(Phase, t["phase_column"])]
    for kinds, columns in ((Kind, "new_model_column"), (MarkerKind, "new_marker_column"), (Shape, "new_piece_column")):
        game += [f"new_{name}" for name in _seen(kinds, t[columns])]
    game += [*(f"token_{name}" for name in tokens), *(["to_place"] if t["see_to_place"] else [])]
    sections = [
        rows("unit", int(t["n_fielded"]) * len(names) + int(t["unaligned_rows"]), UnitColumn, unit),
        rows("marker", markers, MarkerColumn, marker),
        rows("seat", len(names), SeatColumn, [f"shard_{name}" for name in _seen(Trait, t["shard_column"])]),
    ]
    if t["see_pieces"]:
        sections.append(rows("piece", int(t["see_pieces"]), PieceColumn, ["impassable"] if t["see_impassable"] else []))
    if t["see_pool"]:
        sections.append(scalars("pool", PoolColumn))
    if tokens:
        sections.append(planes("cell", None, view.shape, view.places, tokens))
    sections += [scalars("asked", None, _seen(Decision, t["asked_column"])), scalars("game", GameColumn, game)]
    if t["see_origin"]:
        sections.append(scalars("origin", OriginColumn))
    if t["n_kinds"]:
        sections.append(scalars("aim", AimColumn, _seen(Compulsion, t["compulsion_column"])))
    return Features(sections)


def _names(members: Iterable[IntEnum]) -> list[str]:
    return [member.name.lower() for member in members]


def _seen(enum: type[IntEnum], columns: np.ndarray) -> list[str]:
    """Names of the members that can occur, by column."""
    return _names(sorted((member for member in enum if columns[member] != UNSEEN), key=lambda member: int(columns[member])))


@jit
def encode(state, tables, seat, out, scratch):
    """The observation of a seat.

    Clause: GB-GEN-07 (all is public).

    Args:
        seat: the viewer.
        out: float32 (features,), overwritten, every value in [-1, 1].
        scratch: working space, unused here.
    """
    blank_out(out)
    k = encode_units(state, tables, seat, out)
    k = encode_markers(state, tables, seat, out, k)
    k = encode_seats(state, tables, seat, out, k)
    if tables.see_pieces:
        k = encode_pieces(state, tables, seat, out, k)
    if tables.see_pool:
        out[k + PoolColumn.PATCHES] = state.pool[Shape.PATCH] / PIECES
        out[k + PoolColumn.ROWS] = state.pool[Shape.ROW] / PIECES
        out[k + PoolColumn.COLUMNS] = state.pool[Shape.COLUMN] / PIECES
        k += POOL_WIDTH
    for i in range(tables.n_see_tokens):
        encode_piles(state, tables, seat, tables.see_tokens[i], out, k)
        k += tables.size * tables.size
    if state.over == 0:
        mark(out, k, tables.asked_column, state.decision)
    k = encode_game(state, tables, out, k + tables.n_asked)
    if tables.see_origin:
        if ABOUT_CELL[state.decision]:
            out[k + OriginColumn.GIVEN] = 1.0
            out[k + OriginColumn.X] = tables.view_x[seat, state.subject]
            out[k + OriginColumn.Y] = tables.view_y[seat, state.subject]
        k += ORIGIN_WIDTH
    if tables.n_kinds:
        encode_aim(state, tables, seat, out, k)


@jit
def mark(out, k, columns, member):
    """Write 1 into the column of an enum's member; k is where the enum's columns begin."""
    if columns[member] != UNSEEN:
        out[k + columns[member]] = 1.0


@jit
def unit_width(state, tables):
    """Columns of a unit's row."""
    width = UNIT_WIDTH + state.seats + tables.n_see_tokens + tables.n_see_flaws + tables.n_traits
    if tables.ready:
        width += READY_WIDTH
    if tables.n_kinds:
        width += WILD_WIDTH + tables.n_kinds
    if tables.kind_column[Kind.SUMMONED] != UNSEEN:
        width += state.seats
    return width


@jit
def row_of(state, tables, seat, slot):
    """Number of a unit's row in the view of a seat, -1 if it has none."""
    if slot >= GODBREAKERS:
        row = state.seats * tables.n_fielded + slot - GODBREAKERS
        return row if slot < GODBREAKERS + tables.unaligned_rows else -1
    circle = slot // CIRCLE_SIZE
    place = tables.fielded_row[slot - CIRCLE_SIZE * circle]
    return relative(seat, circle, state.seats) * tables.n_fielded + place if place != UNSEEN else -1


@jit
def encode_units(state, tables, seat, out):
    """Section `unit`: own circle, the others in seat order, the unaligned; returns where it ends."""
    width = unit_width(state, tables)
    k = 0
    for place in range(state.seats):
        owner = seat + place
        if owner >= state.seats:
            owner -= state.seats
        for slot in range(CIRCLE_SIZE * owner, CIRCLE_SIZE * (owner + 1)):
            if tables.fielded[slot - CIRCLE_SIZE * owner]:
                encode_unit(state, tables, seat, slot, out, k)
                k += width
    end = k + tables.unaligned_rows * width
    for slot in range(GODBREAKERS, min(state.used, GODBREAKERS + tables.unaligned_rows)):
        if state.units[slot].status != Status.ABSENT:
            encode_unit(state, tables, seat, slot, out, k)
        k += width
    encode_roles(state, tables, seat, out, width)
    return end


@jit
def encode_unit(state, tables, seat, slot, out, row):
    """One row of section `unit`, but for what `encode_roles` adds."""
    unit = state.units[slot]
    status = unit.status
    out[row + UnitColumn.ON_BOARD] = status == Status.ON_BOARD
    out[row + UnitColumn.RESERVE] = status == Status.RESERVE
    out[row + UnitColumn.CASUALTY] = status == Status.CASUALTY
    out[row + UnitColumn.ASCENDED] = status == Status.ASCENDED
    out[row + UnitColumn.DIE] = unit.die * _DIE
    if status == Status.ON_BOARD:
        out[row + UnitColumn.X] = tables.view_x[seat, unit.cell]
        out[row + UnitColumn.Y] = tables.view_y[seat, unit.cell]
        out[row + UnitColumn.DAMAGE] = bend(unit.damage + 0.0, 6.0)
        out[row + UnitColumn.MOVEMENT] = movement_of(state, unit) * _MOVEMENT
        out[row + UnitColumn.ATTACK_RANGE] = attack_range_of(state, unit) * _RANGE
        out[row + UnitColumn.ACTIVATED] = unit.activated
        out[row + UnitColumn.HURT] = unit.hurt
        out[row + UnitColumn.TRIUMPHS] = bend(unit.triumphs + 0.0, 1.0)
        out[row + UnitColumn.ASCENDING] = unit.ascending
        out[row + UnitColumn.BY_BARRICADE] = is_near_barricade(state, unit.cell)
    k = row + UNIT_WIDTH
    if unit.seat >= 0:
        out[k + relative(seat, unit.seat, state.seats)] = 1.0
    k += state.seats
    for i in range(tables.n_see_tokens):
        out[k + i] = bend(unit.tokens[tables.see_tokens[i]] + 0.0, 2.0)
    k += tables.n_see_tokens
    for i in range(tables.n_see_flaws):
        out[k + i] = unit.flaws[tables.see_flaws[i]]
    k += tables.n_see_flaws
    for i in range(tables.n_see_traits):
        out[k + i] = unit.traits[tables.see_traits[i]] * _RANK
    lent = state.shard_trait[unit.circle]
    if lent >= 0 and unit.traits[lent] == 0 and tables.trait_column[lent] != UNSEEN:
        out[row + UnitColumn.LENT_TRAIT] = 1.0
        out[k + tables.trait_column[lent]] = _RANK
    k += tables.n_see_traits
    if tables.ready:
        out[k + ReadyColumn.READY] = unit.ready
        if unit.provoked >= 0:
            cell = state.units[unit.provoked].cell
            out[k + ReadyColumn.PROVOKED] = 1.0
            out[k + ReadyColumn.PROVOKER_X] = tables.view_x[seat, cell]
            out[k + ReadyColumn.PROVOKER_Y] = tables.view_y[seat, cell]
        k += READY_WIDTH
    if slot >= GODBREAKERS and tables.n_kinds:
        out[k + WildColumn.WILD] = unit.seat < 0
        mark(out, k + WILD_WIDTH, tables.kind_column, unit.kind)
        if unit.summoner >= 0 and tables.kind_column[Kind.SUMMONED] != UNSEEN:
            out[k + WILD_WIDTH + tables.n_kinds + relative(seat, unit.summoner, state.seats)] = 1.0


@jit
def encode_roles(state, tables, seat, out, width):
    """Into the rows of units: who is active, asked about, engaged, rolling, aimed at."""
    assign(state, tables, seat, state.active, width, UnitColumn.ACTIVE, 1.0, out)
    if ABOUT_UNIT[state.decision]:
        assign(state, tables, seat, state.subject, width, UnitColumn.SUBJECT, 1.0, out)
    for k in range(state.n_engaged):
        slot = state.engaged[k]
        assign(state, tables, seat, slot, width, UnitColumn.ENGAGED, 1.0, out)
        assign(state, tables, seat, slot, width, UnitColumn.NOMINATED, (k + 1) * _ENGAGED, out)
        assign(state, tables, seat, slot, width, UnitColumn.RESULT, state.units[slot].result * _DIE, out)
    assign(state, tables, seat, state.winner, width, UnitColumn.WINS, 1.0, out)
    if state.phase == Phase.INITIATIVE:
        for other in range(state.seats):
            assign(state, tables, seat, state.rollers[other], width, UnitColumn.ROLLER, 1.0, out)
    if state.aim >= 0 and state.aim < SLOTS and tables.n_kinds:
        assign(state, tables, seat, state.aim, width, wild_columns(state, tables, width) + WildColumn.AIM, 1.0, out)


@jit
def assign(state, tables, seat, slot, width, column, value, out):
    """Write a number into a column of a unit's row; slot -1 is nobody."""
    if slot < 0:
        return
    row = row_of(state, tables, seat, slot)
    if row >= 0:
        out[row * width + column] = value


@jit
def encode_markers(state, tables, seat, out, k):
    """Section `marker`: centre, shards, objectives, hoards, the viewer's own first; returns where it ends."""
    width = MARKER_WIDTH + tables.see_hoards + 2 * state.seats
    encode_marker(state, tables, seat, 0, out, k)
    k += width
    for kind in (MarkerKind.SHARD, MarkerKind.OBJECTIVE, MarkerKind.HOARD):
        if (kind == MarkerKind.OBJECTIVE and tables.see_objectives == 0) or (kind == MarkerKind.HOARD and tables.see_hoards == 0):
            continue
        for place in range(state.seats):
            encode_marker(state, tables, seat, 1 + MAX_SEATS * (kind - 1) + (seat + place) % state.seats, out, k)
            k += width
    return k


@jit
def encode_marker(state, tables, seat, marker, out, k):
    """One row of section `marker`."""
    m = state.markers[marker]
    if m.cell < 0:
        return
    out[k + MarkerColumn.ON_BOARD] = 1.0
    out[k + MarkerColumn.X] = tables.view_x[seat, m.cell]
    out[k + MarkerColumn.Y] = tables.view_y[seat, m.cell]
    out[k + MarkerColumn.OBJECTIVE] = m.kind == MarkerKind.OBJECTIVE
    out[k + MarkerColumn.SHARD] = m.kind == MarkerKind.SHARD
    k += MARKER_WIDTH
    if tables.see_hoards:
        out[k] = m.kind == MarkerKind.HOARD
        k += 1
    if m.seat >= 0:
        out[k + relative(seat, m.seat, state.seats)] = 1.0
    holder = marker_controller(state, marker)
    if holder >= 0:
        out[k + state.seats + relative(seat, holder, state.seats)] = 1.0


@jit
def is_priority_settled(state):
    """True once this round's order of priority is known."""
    return state.initiative >= 0 and state.decision != Decision.PRIORITY


@jit
def encode_seats(state, tables, seat, out, k):
    """Section `seat`: the viewer, then the others in seat order; returns where it ends."""
    settled = is_priority_settled(state)
    for place in range(state.seats):
        who = (seat + place) % state.seats
        out[k + SeatColumn.POINTS] = bend(state.points[who] + 0.0, 20.0)
        out[k + SeatColumn.LEAD] = lead_of(state, who)
        out[k + SeatColumn.GODBREAKERS] = godbreakers_of(state, who) / CIRCLE_SIZE
        out[k + SeatColumn.ROUTED] = is_routed(state, who)
        for other in range(state.seats):
            if state.seniority[other] == who:
                out[k + SeatColumn.SENIORITY] = (other + 1.0) / state.seats
        out[k + SeatColumn.INITIATIVE] = state.initiative == who
        if settled:
            for other in range(state.surviving):
                if state.order[other] == who:
                    out[k + SeatColumn.PRIORITY] = (other + 1.0) / state.seats
            out[k + SeatColumn.DIRECTOR] = director_of(state) == who
            out[k + SeatColumn.TURN] = state.phase == Phase.ACTIVATION and state.order[state.turn] == who
        out[k + SeatColumn.DECIDING] = state.decider == who
        if state.shard_trait[who] >= 0:
            mark(out, k + SEAT_WIDTH, tables.shard_column, state.shard_trait[who])
        k += SEAT_WIDTH + tables.n_shard_traits
    return k


@jit
def lead_of(state, seat):
    """Points over the best of the others that are not routed, 12 or more are 1."""
    best = -1000
    for rival in range(state.seats):
        if rival != seat and not is_routed(state, rival):
            best = max(best, state.points[rival] + 0)
    return 1.0 if best == -1000 else squeeze(state.points[seat] - best + 0.0, 12.0)


@jit
def encode_pieces(state, tables, seat, out, k):
    """Section `piece`: the map's own pieces, then shaped ones wherever they are kept; returns where it ends."""
    for piece in range(tables.see_pieces):
        if state.pieces[piece].present:
            encode_piece(state, tables, seat, piece, out, k)
        k += PIECE_WIDTH + tables.see_impassable
    return k


@jit
def encode_piece(state, tables, seat, piece, out, k):
    """One row of section `piece`: its middle, and its sides as the viewer sees them."""
    p = state.pieces[piece]
    first = p.cell + 0
    last = p.cell + 0
    wide = 1 if p.shape == Shape.COLUMN else 3
    high = 1 if p.shape == Shape.ROW else 3
    if p.cell < 0:
        first = tables.piece_corner[piece, 0] + 0
        last = tables.piece_corner[piece, 1] + 0
        wide = last % SIDE - first % SIDE + 1
        high = last // SIDE - first // SIDE + 1
    sideways = tables.quarter[seat] % 2 == 1
    out[k + PieceColumn.PRESENT] = 1.0
    out[k + PieceColumn.BARRICADE] = p.barricade
    out[k + PieceColumn.X] = (tables.view_x[seat, first] + tables.view_x[seat, last]) / 2.0
    out[k + PieceColumn.Y] = (tables.view_y[seat, first] + tables.view_y[seat, last]) / 2.0
    out[k + PieceColumn.WIDTH] = (high if sideways else wide) / SIDE
    out[k + PieceColumn.HEIGHT] = (wide if sideways else high) / SIDE
    if tables.see_impassable:
        out[k + PIECE_WIDTH] = p.impassable


@jit
def encode_piles(state, tables, seat, token, out, k):
    """A plane of unclaimed tokens."""
    for cell in range(CELLS):
        if state.piles[token, cell]:
            out[k + tables.view_place[seat, cell]] = bend(state.piles[token, cell] + 0.0, 2.0)


@jit
def encode_game(state, tables, out, k):
    """Section `game`; returns where it ends."""
    out[k + GameColumn.ROUND] = state.round / 7.0
    out[k + GameColumn.ROUNDS_LEFT] = (tables.rounds - state.round) / 7.0
    if state.initiative >= 0:
        out[k + GameColumn.INITIATIVE_ROLL] = state.initiative_roll * _DIE
    out[k + GameColumn.ACTIONS_LEFT] = state.actions_left / 2.0
    out[k + GameColumn.MOVES] = state.moves / 2.0
    out[k + GameColumn.ENGAGES] = state.engages / 2.0
    k += GAME_WIDTH
    mark(out, k, tables.phase_column, state.phase)
    k += tables.n_phases
    mark(out, k, tables.new_model_column, state.new_model)
    k += tables.n_new_models
    mark(out, k, tables.new_marker_column, state.new_marker)
    k += tables.n_new_markers
    mark(out, k, tables.new_piece_column, state.new_piece)
    k += tables.n_new_pieces
    for i in range(tables.n_see_tokens):
        out[k + i] = state.token == tables.see_tokens[i]
    k += tables.n_see_tokens
    if tables.see_to_place:
        out[k] = state.to_place / 5.0
        k += 1
    return k


@jit
def encode_aim(state, tables, seat, out, k):
    """Section `aim`."""
    if state.aim >= 0:
        cell = state.aim - SLOTS if state.aim >= SLOTS else state.units[state.aim].cell + 0
        if cell >= 0:
            out[k + AimColumn.GIVEN] = 1.0
            out[k + AimColumn.X] = tables.view_x[seat, cell]
            out[k + AimColumn.Y] = tables.view_y[seat, cell]
    mark(out, k + AIM_WIDTH, tables.compulsion_column, state.compulsion)
