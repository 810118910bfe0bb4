"""What may be fired at what, and what a die needs to hit (chapter SHT, T4; DZ-SPEC, DZ-ABIL)."""

from __future__ import annotations

import contextlib

from skirmish_rl.envs.dropzone_commander.kit import Category, Trait
from skirmish_rl.envs.dropzone_commander.questions import PIECE, UNIT
from skirmish_rl.envs.dropzone_commander.state import Mode, Prop, Site
from tests.lockstep.dropzone_commander.grid import UNLIMITED, gap, square
from tests.lockstep.dropzone_commander.sight import centre, in_arc

SOFT, BODY, HULL = 1, 2, 4


class Targets:
    """Part of `Battle`."""

    @contextlib.contextmanager
    def at_ports(self, bus, squad):
        """A squad aboard fires from the centre of its bus (DZ-ABIL-11)."""
        if bus is None:
            yield
            return
        kept = [(u, u.carrier, u.cell, u.moved) for u in squad.units], squad.shifted
        for unit in squad.units:
            unit.carrier, unit.cell, unit.moved = -1, bus.cell, 0
        squad.shifted = max(squad.shifted, self.squad_of(bus).shifted)
        self.ports = bus
        yield
        self.ports, squad.shifted = None, kept[1]
        for unit, carrier, cell, moved in kept[0]:
            unit.carrier, unit.cell, unit.moved = carrier, cell, moved

    def can_fire(self, unit, n):
        """A weapon is ready, whatever there may be to fire at (DZ-SHT-01, DZ-MOV-08, DZ-MOV-09, DZ-SPEC-13)."""
        weapon, squad = unit.weapons[n], self.squad_of(unit)
        if not unit.present or unit.fired >> n & 1 or unit.shots_of(weapon) <= 0:
            return False
        if weapon.alt and any(unit.fired >> k & 1 and w.alt == weapon.alt for k, w in enumerate(unit.weapons)):
            return False
        if weapon.limited and unit.uses[n] >= weapon.limited:
            return False
        if weapon.close:
            return True
        if unit.piece >= 0 and unit.site == Site.CENTRE:
            return False
        if weapon.free == 0:
            return not (squad.shifted or squad.out or squad.entered)
        return weapon.free == UNLIMITED or unit.moved <= weapon.free

    def firing_cells(self, unit):
        return self.pieces[unit.piece].wall(unit.site) if unit.piece >= 0 else [unit.cell]

    def in_range(self, unit, weapon, mode, active, squared):
        reach = 6 if mode == Mode.COMBINED_AIR else weapon.near if active else weapon.far
        if reach < UNLIMITED and unit.piece >= 0 and self.pieces[unit.piece].double:
            reach *= 2
        return reach >= UNLIMITED or squared <= max(2, reach * reach + reach)

    def bears(self, unit, weapon, points):
        """A point is within the arc of a weapon; an edge's outward side is all its front (DZ-SHT-05, DZ-GAR-08)."""
        if weapon.arc == 15:
            return True
        if unit.piece >= 0:
            ahead = {Site.NORTH: 0, Site.EAST: 2, Site.SOUTH: 4, Site.WEST: 6}[Site(unit.site)]
            starts = self.pieces[unit.piece].edge_points(unit.site)
            return any(in_arc(weapon.arc, ahead, start, point) for start in starts for point in points)
        facing = self.squad_of(unit).facing
        return any(in_arc(weapon.arc, facing, centre(unit.cell), point) for point in points)

    def targets(self, unit, n, mode=Mode.NORMAL):
        """Action -> number that a die needs."""
        if not self.can_fire(unit, n) or unit.weapons[n].close:
            return {}
        found = {}
        for other in self.units:
            if other.seat != unit.seat and other.present and (need := self.need_of(unit, n, other, mode)) is not None:
                found[UNIT + other.slot] = need
        for piece in self.pieces:
            if (need := self.need_of_piece(unit, n, piece, mode)) is not None:
                found[PIECE + piece.number] = need
        return found

    def need_of(self, unit, n, target, mode):
        weapon, squad = unit.weapons[n], self.squad_of(unit)
        if target.aircraft and target.flying:
            if not (weapon.aa >= 0 or mode == Mode.COMBINED_AIR or squad.tracking):
                return None
            if squad.aerial and squad.out != 1:
                return None
        if target.piece >= 0:
            if target.piece == unit.piece or (target.site == Site.CENTRE and not weapon.flame):
                return None
            if target.site == Site.CENTRE:
                return self.need_in_centre(unit, n, target, mode)
            cells, points = self.pieces[target.piece].wall(target.site), self.pieces[target.piece].edge_points(target.site)
        else:
            cells, points = [target.cell], [centre(target.cell)]
        squared = min(square(a, b) for a in self.firing_cells(unit) for b in cells)
        if not self.in_range(unit, weapon, mode, target.active, squared) or not self.bears(unit, weapon, points):
            return None
        return self.need(unit, n, target, self.view(unit, target, bool(weapon.articulated)), mode)

    def need_in_centre(self, unit, n, target, mode):
        """Flames reach the centre through any edge they could reach (DZ-SPEC-09)."""
        needs = []
        for site in (Site.NORTH, Site.EAST, Site.SOUTH, Site.WEST):
            target.site = site
            needs.append(self.need_of(unit, n, target, mode))
        target.site = Site.CENTRE
        return min((need for need in needs if need is not None), default=None)

    def smoked(self, target):
        """DZ-ABIL-03, DZ-ABIL-04."""
        for squad in self.squads.values():
            if squad.smoke:
                if target.number == squad.number or any(u.present and self.apart(u, target) <= 2 for u in squad.units):
                    return True
        return False

    def modified(self, unit, base, penalty):
        """DZ-CORE-02, DZ-ABIL-10, C20; `penalty` is what the target adds."""
        squad = self.squad_of(unit)
        if squad.marksmen:
            return base
        total = penalty + (not self.coherent(squad)) + squad.out + (self.ports is not None)
        if Trait.STABILISED in unit.has and not squad.left:
            total = min(total, 1)
        return base + total

    def need(self, unit, n, target, view, mode, react=False):
        """The number to hit a unit with the easiest line of sight there is, None without one."""
        weapon = unit.weapons[n]
        ignored = weapon.cover | (SOFT | BODY if weapon.flame else 0)
        evasion = max(target.evasion, 3 if self.squad_of(target).jink else 0)
        evasion = 0 if weapon.flame else max(0, evasion - max(0, weapon.aa if mode != Mode.COMBINED_AIR else 0))
        always = evasion + 2 * self.smoked(target) + 2 * react
        base = weapon.acc
        if Trait.ARC in unit.has:
            base = 2 if react or (target.aircraft and target.flying) else 6

        def total(base, hull, soft):
            covered = 2 * (hull and not ignored & HULL) + 2 * (soft and not ignored & SOFT)
            return self.modified(unit, base, always + covered)

        needs = [] if view is None else [total(base, view.hull, view.soft)]
        if weapon.indirect and not react:
            soft, _ = self.blind_cover(unit, target)
            needs += [total(base, seen.hull, soft) for scout in self.scouts(unit.seat) if (seen := self.view(scout, target))]
            needs.append(total(5, False, soft))
        return min(needs, default=None)

    def scouts(self, seat):
        return [
            u for u in self.units
            if u.seat == seat and u.present and u.category == Category.SCOUT and not (u.piece >= 0 and u.site == Site.CENTRE)
        ]  # fmt: skip

    def need_of_piece(self, unit, n, piece, mode):
        """DZ-SHT-13."""
        weapon = unit.weapons[n]
        if not piece.whole or Prop.DESTRUCTIBLE not in piece.has or piece.dp <= 0 or unit.piece == piece.number:
            return None
        squared = min(square(a, b) for a in self.firing_cells(unit) for b in piece.cells)
        x0, x1, y0, y1 = piece.box
        if not self.in_range(unit, weapon, mode, False, squared) or not self.bears(unit, weapon, [(5 * (x0 + x1), 5 * (y0 + y1))]):
            return None
        base, needs = 6 if Trait.ARC in unit.has else 2, []
        if self.sees_piece(unit, piece, bool(weapon.articulated)):
            needs.append(base)
        if weapon.indirect:
            needs += [base for scout in self.scouts(unit.seat) if self.sees_piece(scout, piece)] + [5]
        return self.modified(unit, min(needs), 0) if needs else None

    # Close quarters.

    def foes_inside(self, unit):
        """Enemy squads in the same Garrison."""
        if not unit.present or unit.piece < 0:
            return []
        numbers = {o.number for o in self.inside(self.pieces[unit.piece]) if o.seat != unit.seat}
        if self.prey >= 0:
            numbers &= {self.prey}
        return [self.squads[n] for n in sorted(numbers)]

    def close_targets(self, unit, n):
        if not unit.weapons[n].close or not self.can_fire(unit, n):
            return {}
        return {UNIT + squad.leader.slot: 0 for squad in self.foes_inside(unit)}

    def options(self, unit, n, mode, close):
        return self.close_targets(unit, n) if close else self.targets(unit, n, mode)

    # Reaction Fire (chapter RF).

    def reaction_targets(self, unit, n, squad):
        """Action -> (number to hit, the point of its way where it is hit) (DZ-RF-01 to 07)."""
        weapon, own = unit.weapons[n], self.squad_of(unit)
        if weapon.aa < 0 or weapon.indirect or weapon.close or own.boarded or not self.can_fire(unit, n):
            return {}
        if own.aerial and own.out != 1:
            return {}
        found = {}
        for target in squad.units:
            if target.on and target.cell >= 0 and (target.aircraft or self.thrusting):
                point = self.point_of(unit, weapon, target)
                if point is not None:
                    found[UNIT + target.slot] = self.need(unit, n, target, point[2], Mode.NORMAL, react=True), point[1], point[2]
        return found

    def point_of(self, unit, weapon, target):
        """The nearest point of a unit's way that is in arc, sight and range: (inches, cell, view), None."""
        best = None
        for cell in self.way_of(target):
            far = gap(self.firing_cells(unit), [cell])
            if (best and far >= best[0]) or not self.bears(unit, weapon, [centre(cell)]):
                continue
            if (view := self.view(unit, target, bool(weapon.articulated), cell, flying=True)) is not None:
                best = far, cell, view
        if best is None:
            return None
        squared = min(square(a, best[1]) for a in self.firing_cells(unit))
        return best if self.in_range(unit, weapon, Mode.NORMAL, target.active, squared) else None
