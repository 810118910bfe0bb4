"""How seats see the board and each other, and what is told of units, squads and processes: for those who only look."""

from __future__ import annotations

from skirmish_rl.envs.core.features import relative
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.state import FIRST, MOST_FORCE, SEAT_OF, SEATS, WIDTH, Fact, Frame, Mark, Status

_SEAT, _NUMBER = 1 / SEATS, 1 / (SEATS * MOST_FORCE)


@jit
def turn_of(state, tables, seat):
    """How a seat sees the board: quarter turns clockwise; as it is before the seat has a zone."""
    return 0 if state.zone[seat] < 0 else tables.zone_turn[state.zone[seat]]


@jit
def view_x(tables, turn, cell):
    """Where a cell is seen from left to right. A number for each column and row stays in the cache, one for each cell does not."""
    return tables.view_x[turn, cell // WIDTH if turn & 1 else cell % WIDTH]


@jit
def view_y(tables, turn, cell):
    """Where a cell is seen from top to bottom."""
    return tables.view_y[turn, cell % WIDTH if turn & 1 else cell // WIDTH]


@jit
def seat_number(tables, seat, other):
    """Another seat, or nobody, as a number."""
    return 0.0 if other < 0 else (relative(seat, other, tables.seats) + 1) * _SEAT


@jit
def unit_number(tables, seat, slot):
    """A unit as a number: one's own first, the others' in seat order; 0 for none."""
    if slot < 0:
        return 0.0
    who = SEAT_OF[slot]
    return (relative(seat, who, tables.seats) * MOST_FORCE + slot - FIRST[who] + 1) * _NUMBER


@jit
def alive_of(state, tables, number):
    """The units of a squad that are not destroyed."""
    alive = 0
    first = tables.squad_first[number]
    for slot in range(first, first + tables.squad_size[number]):
        status = state.units[slot].status
        if Status.RESERVE <= status <= Status.ON_TABLE:
            alive += 1
    return alive


@jit
def has_marks(squad):
    """True if anything is noted of what a squad did in this round."""
    return squad.out | squad.shot | squad.marks & ~(Mark.ACTIVATED | Mark.DISRUPTED) != 0


@jit
def has_gift(squad):
    """True if a card gave a squad anything."""
    return squad.gifts | squad.energy | squad.marks & Mark.DISRUPTED != 0


@jit
def is_untouched(piece):
    """True for a piece of scenery that nobody has harmed."""
    return piece.stand | piece.damage_tokens | piece.hit == 0 and piece.blame & piece.killer == -1


@jit
def lead_of(state, tables, who):
    """Points over the best of the others."""
    best = -1000
    for other in range(tables.seats):
        if other != who:
            best = max(best, state.points[other])
    return state.points[who] - best


@jit
def place_of(state, tables, who):
    """The place of a seat in the order of initiative, from 1; 0 before it is rolled for."""
    place = 0
    for other in range(tables.seats):
        if state.order[other] == who:
            place = other + 1
    return place


@jit
def count_cards(bits):
    """How many cards a set holds."""
    n = 0
    while bits:
        bits = bits & (bits - 1)
        n += 1
    return n


@jit
def count_of(process):
    """The number that a process counts, by its kind."""
    kind = process.kind
    if kind == Frame.SHOOT:
        return min((process.facts & Fact.EXTRA != 0) + 2 * (process.misses + process.points), 255)
    if kind == Frame.SQUAD:
        return process.limit
    return process.member + process.group + process.due + process.way + process.scans + process.base + process.card


@jit
def flag_of(process):
    """The flag of a process, or its step, by its kind."""
    kind = process.kind
    if kind == Frame.BOARD:
        return process.step
    if kind == Frame.SHOOT:
        return 1 if process.facts & Fact.CLOSE else 0
    if kind == Frame.SQUAD or kind == Frame.MOVE:
        return 1 if process.facts & Fact.EXTRA else 0
    if kind == Frame.REACT:
        return 0
    return 1 if process.facts & (Fact.INFILTRATES | Fact.SNAP | Fact.INSIDE | Fact.WANTS | Fact.VOID) else 0


@jit
def is_unfired(shot):
    """True for a shot without any number."""
    return shot.firer & shot.target & shot.piece == -1 and (
        shot.weapon | shot.mode | shot.dice | shot.need | shot.hits | shot.sure | shot.missed | shot.again | shot.glance | shot.lost
        | shot.share
    ) == 0  # fmt: skip


@jit
def is_unrolled(hit):
    """True for a damage die without any number."""
    return hit.target & hit.piece == -1 and hit.shot | hit.energy | hit.face | hit.cover | hit.again == 0
