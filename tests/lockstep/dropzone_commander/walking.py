"""Where units can go: on the ground, through the air, onto the board, and where the others of a squad follow (chapters MOV, AIR, GRID)."""

from __future__ import annotations

import heapq

from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.state import Act, Prop, Stand, Status
from tests.lockstep.dropzone_commander.grid import UNLIMITED, cell_at, inches, line, place, square, within

FREE, CROSSED, BLOCKED = range(3)
TALL = 32  # quarter inches: what is higher stops Aircraft (DZ-AIR-01)


class Walking:
    """Part of `Battle`."""

    def footing(self, cell, unit):
        """Whether a ground unit may end in a cell, only cross it, or neither (DZ-MOV-02, DZ-MOV-06)."""
        piece, best = self.piece_on(cell), FREE
        if piece and Prop.IMPASSABLE in piece.has:
            if unit.kind == Kind.WALKER and piece.height <= 3:
                best = CROSSED
            elif not (unit.kind == Kind.SKIMMER and piece.height <= 8):
                return BLOCKED
        other = self.on_ground(cell)
        if other and other is not unit:
            if other.number != unit.number and not (unit.kind == Kind.WALKER and other.infantry):
                return BLOCKED
            best = CROSSED
        return best

    def is_tough(self, cell):
        piece = self.at.get(cell)
        return bool(piece) and (piece.stand == Stand.RUBBLE or (piece.whole and Prop.TOUGH in piece.has))

    def paths(self, unit, budget, entry=None, road=False):
        """Cell -> least cost in half inches (DZ-GRID-03, DZ-MOV-04, DZ-MOV-07)."""
        slow = unit.kind in (Kind.INFANTRY, Kind.TANK)
        footing = {}

        def stands(cell):
            if cell not in footing:
                footing[cell] = self.footing(cell, unit)
            return footing[cell]

        def price(cell, base):
            return 2 * base if slow and self.is_tough(cell) else base

        cost, heap = {}, []

        def reach(cell, spent):
            if spent <= budget and spent < cost.get(cell, 10**6) and not (road and cell not in self.road):
                cost[cell] = spent
                heapq.heappush(heap, (spent, cell))

        if entry is None:
            reach(unit.cell, 0)
        for cell in entry or ():
            if stands(cell) != BLOCKED:
                reach(cell, price(cell, 2))
        while heap:
            spent, cell = heapq.heappop(heap)
            if spent > cost[cell]:
                continue
            x, y = place(cell)
            for dx, dy in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
                if not (0 <= x + dx < self.size and 0 <= y + dy < self.size):
                    continue
                to = cell_at(x + dx, y + dy)
                if stands(to) == BLOCKED:
                    continue
                if dx and dy and stands(cell_at(x + dx, y)) == BLOCKED and stands(cell_at(x, y + dy)) == BLOCKED:
                    continue
                reach(to, spent + price(to, 3 if dx and dy else 2))
        return cost

    def held_to(self, unit):
        """The least M&F of the weapons fired in Shoot actions of this activation (DZ-MOV-08)."""
        squad = self.squad_of(unit)
        if not squad.acts >> Act.SHOOT & 1:
            return UNLIMITED
        return min((w.free for n, w in enumerate(unit.weapons) if unit.fired >> n & 1), default=UNLIMITED)

    def stuck(self, squad):
        """A unit of it has fired a weapon of M&F 0 in this activation (DZ-MOV-09)."""
        return any(self.held_to(unit) == 0 for unit in squad.units)

    def anchored(self, squad):
        """A bus does not move when a weapon of M&F 0 was fired out of it (DZ-ABIL-11)."""
        if not squad.acts >> Act.PORTS & 1:
            return False
        aboard = [u for bus in squad.units for u in self.aboard(bus)]
        return any(u.fired >> n & 1 and w.free == 0 for u in aboard for n, w in enumerate(u.weapons))

    def distance(self, unit):
        """Inches the unit may move now (DZ-MOV-01, DZ-ABIL-08, C12)."""
        allowed = unit.move * (2 if self.squad_of(unit).ramp else 1)
        if Trait.BOOST in unit.has and not unit.handled:
            allowed += 3
        return allowed

    def capped(self, unit, allowed):
        held = self.held_to(unit)
        return allowed if held == UNLIMITED else min(allowed, held - unit.moved)

    def walk(self, unit, entry=None):
        """Cell -> cost of everything the unit can walk to, also where it may not end."""
        allowed = self.distance(unit)
        cost = self.paths(unit, 2 * self.capped(unit, allowed) + 1, entry)
        if unit.kind in (Kind.TANK, Kind.WALKER) and allowed > 0:
            road = self.paths(unit, 2 * self.capped(unit, allowed + 2) + 1, entry, road=True)
            for cell, spent in road.items():
                cost[cell] = min(spent, cost.get(cell, spent))
        return cost

    def may_end(self, unit, cell, mates=()):
        """True if a unit may stand on the ground of a cell."""
        piece = self.piece_on(cell)
        if piece and Prop.IMPASSABLE in piece.has and not (unit.kind == Kind.SKIMMER and piece.height <= 8):
            return False
        other = self.on_ground(cell)
        return other is None or other is unit or other in mates

    # Through the air.

    def walled(self, start, end):
        """Scenery above 8 inches stands between two cells (DZ-GRID-04)."""
        tall = {cell for piece in self.pieces if piece.height > TALL and piece.whole for cell in piece.cells}
        return bool(tall) and not tall.isdisjoint(line(start, end))

    def flight(self, unit, allowed):
        return [
            cell
            for cell in self.cells
            if within(unit.cell, cell, allowed) and self.in_air(cell) in (None, unit) and not self.walled(unit.cell, cell)
        ]

    def coming_on(self, cell, seat):
        """The cell of the edge at which a flight to `cell` comes on, None (DZ-GRID-05)."""
        near = lambda e: (square(e, cell), e // 48, e % 48)
        best = min(self.own_edge(seat), key=near)
        if not self.walled(best, cell):
            return best
        return min((e for e in self.own_edge(seat) if not self.walled(e, cell)), key=near, default=None)

    def can_hover(self, cell):
        piece = self.piece_on(cell)
        return self.in_air(cell) is None and not (piece and piece.height > TALL)

    def entries(self, squad, unit=None):
        """Cells that a squad In Readiness can come on to: cell -> cost in half inches."""
        unit = unit or squad.leader
        if not unit.aircraft:
            return {c: n for c, n in self.walk(unit, self.own_edge(unit.seat)).items() if self.may_end(unit, c)}
        reached = {}
        for cell in self.cells:
            if self.can_hover(cell) and self.inches_to_edge(cell, unit.seat) < self.distance(unit):
                start = self.coming_on(cell, unit.seat)
                if start is not None and inches(start, cell) + 1 <= self.distance(unit):
                    reached[cell] = 2 * (inches(start, cell) + 1)
        return reached

    # The others of a squad (DZ-GRID-11, DZ-GRID-12).

    def nearest(self, cells, want, stood, unit):
        """The cell of `cells` nearest to `want` within coherency of one of `stood`, None."""
        near = [c for c in cells if any(within(c, s, self.coherency(unit)) for s in stood)]
        return min(near, key=lambda c: (square_to(c, want), c // 48, c % 48), default=None)

    def spread(self, squad, first, cells):
        """Unit -> cell for a squad put down around its leader's cell, None if there is no room (DZ-GRID-12)."""
        units = squad.units
        stood = {units[0]: first}
        for unit in units[1:]:
            cell = self.nearest([c for c in cells(unit) if c not in stood.values()], place(first), stood.values(), unit)
            if cell is None:
                return None
            stood[unit] = cell
        return stood

    def followed(self, squad, first):
        """Unit -> cell for a squad of which the leader moves to `first`; a unit that can go nowhere is left out."""
        units = squad.units
        lead = units[0]
        entering = lead.status == Status.READINESS
        stood = {lead: first}
        for unit in units[1:]:
            open_cells = [c for c in self.reachable(unit, stood) if c not in stood.values()]
            want = place(first)
            if not entering:
                (x, y), (x0, y0) = place(unit.cell), place(lead.cell)
                want = (x - x0 + want[0], y - y0 + want[1])
            cell = self.nearest(open_cells, want, stood.values(), unit)
            if cell is None:
                cell = min(open_cells, key=lambda c: (square(c, first), c // 48, c % 48), default=None)
            if cell is not None:
                stood[unit] = cell
        return stood

    def ramped(self, unit, cells, moved):
        """C12: farther than its printed MV only where it, or one before it, is within reach of a Transport."""
        stops = self.ramp_stops(self.squad_of(unit))
        if stops.intersection(moved.values()):
            return list(cells)
        return [c for c, cost in cells.items() if steps(cost) <= unit.move or c in stops]

    def reachable(self, unit, moved):
        """Cells a unit can end in when those in `moved` (unit -> cell) have left their own."""
        kept = {other: (other.cell, other.status) for other in moved}
        for other, cell in moved.items():
            other.cell, other.status = cell, Status.ON_TABLE
        try:
            if unit.status == Status.READINESS:
                cells = self.entries(self.squad_of(unit), unit)
            elif unit.aircraft:
                cells = {c: 2 * inches(unit.cell, c) for c in self.flight(unit, self.capped(unit, self.distance(unit)))}
            else:
                cells = {c: cost for c, cost in self.walk(unit).items() if self.may_end(unit, c)}
            return self.ramped(unit, cells, moved) if self.squad_of(unit).ramp else list(cells)
        finally:
            for other, (cell, status) in kept.items():
                other.cell, other.status = cell, status


def steps(cost):
    """Whole inches of so many half inches (DZ-GRID-03)."""
    return -(-(cost - 1) // 2) if cost else 0


def square_to(cell, want):
    x, y = place(cell)
    return (x - want[0]) ** 2 + (y - want[1]) ** 2
