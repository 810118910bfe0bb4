"""Lines of sight, Hull Down and cover (DZ-SHT-07, 08, 11, 12; DZ-GRID-06 to 10; T10).

Heights are in quarters of inches, points in tenths of cells.
"""

from __future__ import annotations

from typing import NamedTuple

from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.state import AHEAD_X, AHEAD_Y, Prop
from tests.lockstep.dropzone_commander.grid import cell_at, hides, line, place, square

FRONT, LEFT, RIGHT, REAR = 1, 2, 4, 8


class View(NamedTuple):
    """How a target is seen."""

    hull: bool
    soft: bool
    body: bool


def centre(cell):
    x, y = place(cell)
    return 10 * x, 10 * y


def in_arc(arc, facing, start, end):
    """DZ-GRID-06."""
    ahead_x, ahead_y = int(AHEAD_X[facing]), int(AHEAD_Y[facing])
    dx, dy = end[0] - start[0], end[1] - start[1]
    forward, lateral = dx * ahead_x + dy * ahead_y, dx * ahead_y - dy * ahead_x
    aside = abs(lateral) >= abs(forward)
    return bool(
        (forward >= abs(lateral) and arc & FRONT)
        or (-forward >= abs(lateral) and arc & REAR)
        or (aside and lateral <= 0 and arc & LEFT)
        or (aside and lateral >= 0 and arc & RIGHT)
    )


class Sight:
    """Part of `Battle`."""

    def roof(self, cell):
        piece = self.piece_on(cell)
        return piece.height if piece else 0

    def eyes(self, unit, articulated=False):
        """Points a unit looks from, their height, and the piece that does not hide anything from there."""
        if unit.piece >= 0:
            return self.pieces[unit.piece].edge_points(unit.site), 2, self.pieces[unit.piece]
        height = 4 if unit.kind == Kind.WALKER else 2
        if unit.aircraft and unit.flying:
            height = 10 + self.roof(unit.cell)
        elif articulated:
            height = 10 if unit.kind == Kind.WALKER else 8
        return [centre(unit.cell)], height, None

    def samples(self, unit, cell, flying):
        """Points of a target with their heights (DZ-GRID-07, DZ-GRID-08)."""
        if cell is None and unit.piece >= 0:
            return [(point, 2) for point in self.pieces[unit.piece].edge_points(unit.site)]
        cell = unit.cell if cell is None else cell
        height = 10 + self.roof(cell) if flying else {Kind.INFANTRY: 1, Kind.WALKER: 3}.get(unit.kind, 2)
        x, y = centre(cell)
        return [((x, y), height)] + [((x + a, y + b), height) for a in (-4, 4) for b in (-4, 4)]

    def clear(self, start, low, end, high, exempt):
        return not any(
            piece.whole and Prop.SOLID in piece.has and piece not in exempt and hides(start, low, end, high, piece.box, piece.height)
            for piece in self.pieces
        )

    def view(self, firer, target, articulated=False, cell=None, flying=None):
        """How `firer` sees `target` (in another cell, flying, where that is given), None if it does not."""
        flying = bool(target.flying) if flying is None else flying
        eyes, low, own = self.eyes(firer, articulated)
        points = self.samples(target, cell, flying)
        on_edge = cell is None and target.piece >= 0
        exempt = {own, self.pieces[target.piece] if on_edge else None}
        best = None
        for n in (0,) if len(eyes) == 1 else (2, 3, 4, 0, 1):
            seen = [self.clear(eyes[n], low, point, high, exempt) for point, high in points]
            count = 0 if target.infantry and not on_edge and not seen[0] else sum(seen)
            if best is None or count > best[0]:
                best = count, eyes[n]
        if best[0] < 1:
            return None
        return self.covered(firer, target, best[1], best[0] <= 2, target.cell if cell is None else cell, on_edge, flying)

    def covered(self, firer, target, eye, hull, cell, on_edge, flying):
        """What covers a target that is seen from a point."""
        start = self.eye_cell(firer, eye)
        if not flying and not on_edge and self.tables["unit_cover"]:
            hull = hull or self.behind_vehicle(start, cell, firer.number, target.number)
        soft, body = False, False
        if target.infantry:
            if on_edge:
                has = self.pieces[target.piece].has
                soft, body = Prop.SOFT_COVER in has, Prop.BODY_COVER in has
            else:
                soft, body = self.cover_between(start, cell, firer)
        return View(hull and Trait.LARGE not in target.has, soft, body)

    def eye_cell(self, firer, eye):
        if firer.piece < 0:
            return firer.cell
        _, x1, _, y1 = self.pieces[firer.piece].box
        return cell_at(min(int((eye[0] + 5) // 10), x1), min(int((eye[1] + 5) // 10), y1))

    def cover_between(self, start, cell, firer):
        """Soft and Body Cover on the way to Infantry in the open (DZ-GRID-10)."""
        cells = [c for c in line(start, cell) if square(c, cell) <= 2 and c != firer.cell]
        pieces = [piece for piece in map(self.piece_on, {*cells, cell}) if piece and piece.number != firer.piece]
        return any(Prop.SOFT_COVER in p.has for p in pieces), any(Prop.BODY_COVER in p.has for p in pieces)

    def behind_vehicle(self, start, cell, *squads):
        """DZ-GRID-09."""
        standing = [self.on_ground(c) for c in line(start, cell)[1:-1]]
        return any(unit and unit.vehicle and unit.number not in squads for unit in standing)

    def blind_cover(self, firer, target):
        """Soft and Body Cover of Infantry that is fired at unseen (DZ-SPEC-12)."""
        if not target.infantry:
            return False, False
        if target.piece >= 0:
            has = self.pieces[target.piece].has
            return Prop.SOFT_COVER in has, Prop.BODY_COVER in has
        eyes, _, _ = self.eyes(firer)
        return self.cover_between(self.eye_cell(firer, eyes[2] if len(eyes) == 5 else eyes[0]), target.cell, firer)

    def sees_piece(self, firer, piece, articulated=False):
        """The middle of a cell of its outline, at half its height, is in sight (DZ-SHT-03)."""
        eyes, low, own = self.eyes(firer, articulated)
        x0, x1, y0, y1 = piece.box
        outline = [c for c in piece.cells if place(c)[0] in (x0, x1) or place(c)[1] in (y0, y1)]
        return any(self.clear(eye, low, centre(c), piece.height / 2, (own, piece)) for c in outline for eye in eyes)
