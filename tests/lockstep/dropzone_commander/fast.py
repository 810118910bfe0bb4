"""Fast Aircraft (DZ-AIR-09)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.questions import CELL, FACING, OPTION
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import AHEAD_X, AHEAD_Y, FACINGS, Status
from tests.lockstep.dropzone_commander.grid import cell_at, inches, place, square


class Fast:
    """Part of `Battle`; such a squad is one Aircraft."""

    def fast_cells(self, unit):
        """Cell -> whether it is flown to high."""
        if unit.status == Status.READINESS:
            return self.fast_entries(unit)
        (x, y), facing = place(unit.cell), self.squad_of(unit).facing
        found = {}
        for n in range(1, unit.move + 1):
            i, j = x + n * int(AHEAD_X[facing]), y + n * int(AHEAD_Y[facing])
            if not (0 <= i < self.size and 0 <= j < self.size):
                break
            cell = cell_at(i, j)
            far = inches(unit.cell, cell)
            if unit.fast <= far <= self.capped(unit, unit.move) and self.in_air(cell) is None:
                self.note(found, unit, cell, self.walled(unit.cell, cell))
        return found

    def note(self, found, unit, cell, high):
        if not (high and unit.fired):
            found[cell] = high

    def fast_entries(self, unit):
        found = {}
        for cell in self.cells:
            start = self.nearest_edge(cell, unit.seat)
            if unit.fast <= inches(start, cell) + 1 <= unit.move and self.in_air(cell) is None:
                way = self.coming_on(cell, unit.seat)
                self.note(found, unit, cell, way is None or inches(way, cell) + 1 > unit.move)
        return found

    def nearest_edge(self, cell, seat):
        return min(self.own_edge(seat), key=lambda e: (square(e, cell), e // 48, e % 48))

    def beyond(self, unit):
        """The last cell on its way off the board, None if it does not get beyond (measured to the first cell beyond)."""
        if unit.status == Status.READINESS:
            return None
        (x, y), facing = place(unit.cell), self.squad_of(unit).facing
        i, j = x, y
        while 0 <= i < self.size and 0 <= j < self.size:
            last = i, j
            i, j = i + int(AHEAD_X[facing]), j + int(AHEAD_Y[facing])
        far = inches(cell_at(x, y), cell_at(x + abs(i - x), y + abs(j - y)))
        return cell_at(*last) if far <= self.capped(unit, unit.move) else None

    def can_move_fast(self, unit):
        return bool(self.fast_cells(unit)) or self.beyond(unit) is not None

    def fly_fast(self, squad):
        unit = squad.leader
        cells, beyond = self.fast_cells(unit), self.beyond(unit)
        legal = {CELL + c for c in cells} | ({OPTION + O.READINESS} if beyond is not None else set())
        answer = yield from self.ask(Q.MOVE, squad.seat, unit.slot, legal)
        if answer < CELL:
            yield from self.leave_board(squad, unit, beyond)
            return
        to = answer - CELL
        entering = unit.status == Status.READINESS
        if entering:
            start = self.nearest_edge(to, unit.seat)
            squad.facing = direction(start, to)
            unit.cell, unit.origin = to, start if cells[to] else self.coming_on(to, unit.seat)
            far = inches(start, to) + 1
        else:
            unit.origin, far = unit.cell, inches(unit.cell, to)
        unit.cell, unit.status, unit.flying = to, Status.ON_TABLE, 1
        if cells[to]:
            squad.boarded = 1
        self.cover_ground(unit, far)
        yield from self.reactions(squad)
        unit.origin = -1
        if squad.units and squad.turns:
            turns = {FACING + (squad.facing + k) % FACINGS for k in (-2, -1, 0, 1, 2)}
            answer = yield from self.ask(Q.FACING, squad.seat, unit.slot, turns)
            squad.facing = answer - FACING

    def leave_board(self, squad, unit, last):
        unit.origin, unit.cell = unit.cell, last
        yield from self.reactions(squad)
        unit.origin = -1
        if squad.units:
            unit.status, unit.cell, unit.flying = Status.READINESS, -1, 0


def direction(start, end):
    """The nearest of the eight directions."""
    (x, y), (i, j) = place(start), place(end)
    dot = [((i - x) * int(AHEAD_X[k]) + (j - y) * int(AHEAD_Y[k])) / (2**0.5 if k % 2 else 1) for k in range(FACINGS)]
    return dot.index(max(dot))
