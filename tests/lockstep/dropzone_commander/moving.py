"""Move actions: on foot, by air, onto the board, within and out of Garrisons (chapters MOV, AIR)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import CELL, FACING, OPTION, PASS, PIECE, SITE, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import FACINGS, Act, Prop, Status, Window
from tests.lockstep.dropzone_commander.grid import inches, line, within
from tests.lockstep.dropzone_commander.walking import steps

THRUST = 18


class Moving:
    """Part of `Battle`."""

    def can_move(self, squad):
        lead = squad.leader
        if lead.fast and lead.status in (Status.READINESS, Status.ON_TABLE):
            return self.can_move_fast(lead)
        if lead.status == Status.READINESS:
            return lead.carrier < 0 and bool(self.entries(squad))
        if not lead.on:
            return False
        if lead.carrier >= 0:
            return not self.stuck(squad) and self.may_get_out(squad) and bool(self.ways_out(squad))
        return not (lead.piece >= 0 and self.pinned(squad))

    def pinned(self, squad):
        """Bloodthirsty Infantry beside enemies neither moves nor leaves (DZ-SPEC-22)."""
        lead = squad.leader
        enemies = any(u.seat != squad.seat for u in self.inside(self.pieces[lead.piece]))
        return enemies and any(Trait.BLOODTHIRSTY in u.has for u in squad.units)

    def move(self, squad):
        """A Move action."""
        if squad.acts >> Act.MOVE & 1 or squad.moves:
            squad.moves += 1
        else:
            squad.moves = 1
        squad.acts |= 1 << Act.MOVE
        self.thrusting = False
        for unit in squad.units:
            unit.before = unit.moved
        lead = squad.leader
        if lead.carrier >= 0:
            inside = yield from self.get_out(squad)
            squad.shifted = 1
            if inside:
                return
        if lead.piece >= 0:
            yield from self.move_inside(squad)
        elif lead.aircraft:
            squad.shifted = 1
            yield from self.fly_fast(squad) if lead.fast else self.fly(squad)
        else:
            squad.shifted = 1
            yield from self.march(squad)

    # On the ground.

    def march(self, squad):
        lead = squad.leader
        entering = lead.status == Status.READINESS
        if entering:
            legal = set(self.entries(squad))
        elif self.stuck(squad) or self.anchored(squad):
            legal = {lead.cell}
        else:
            legal = {c for c in self.walk(lead) if self.may_end(lead, c)}
            legal |= self.jumps(lead)
        legal = self.ramps(squad, legal) if squad.ramp else legal
        answer = yield from self.ask(Q.MOVE, squad.seat, lead.slot, {CELL + c for c in legal})
        yield from self.walk_to(squad, answer - CELL, entering)
        if not squad.units:
            return
        boarded = yield from self.end_move(squad)
        if not boarded and squad.units and squad.turns and not self.stuck(squad):
            yield from self.face(squad)

    def jumps(self, unit):
        """Where Thrusters take it (DZ-ABIL-09)."""
        if Trait.THRUSTERS not in unit.has or self.squad_of(unit).left:
            return set()
        allowed = self.capped(unit, THRUST)
        return {c for c in self.cells if within(unit.cell, c, allowed) and self.may_end(unit, c) and not self.walled(unit.cell, c)}

    def ramps(self, squad, legal):
        """C12: it may go farther than its printed MV only to board a Transport."""
        lead = squad.leader
        cost = self.entries(squad) if lead.status == Status.READINESS else {} if lead.aircraft else self.walk(lead)
        stops = self.ramp_stops(squad)
        return {c for c in legal if (steps(cost[c]) if c in cost else inches(lead.cell, c)) <= lead.move or c in stops}

    def ramp_stops(self, squad):
        """Cells within reach of a Transport that has room for the whole squad."""
        need = sum(u.need for u in squad.units)
        open_to = [t for t, room in self.takers(squad, anywhere=True).items() if room >= need]
        return {c for t in open_to for c in self.cells if inches(c, t.cell) <= self.reach_of(t)}

    def walk_to(self, squad, cell, entering):
        lead = squad.leader
        thrust = not entering and cell not in self.walk(lead)
        costs = {}
        stood = self.followed(squad, cell) if not thrust else self.jumped(squad, cell)
        for unit in squad.units:
            if unit in stood:
                costs[unit] = self.cost_of(unit, stood, entering, thrust)
        for unit in squad.units:
            if unit not in stood:
                continue
            unit.origin, unit.scan = unit.cell, 0
            unit.cell, unit.status = stood[unit], Status.ON_TABLE
            for other in self.carried(unit):
                other.status = Status.ON_TABLE
            self.cover_ground(unit, costs[unit])
        if thrust:
            self.thrusting = True
            yield from self.reactions(squad)
            self.thrusting = False
        for unit in squad.units:
            unit.origin = -1

    def jumped(self, squad, cell):
        stood = {squad.leader: cell}
        return stood

    def cost_of(self, unit, stood, entering, thrust):
        """Inches moved (DZ-GRID-03)."""
        if thrust:
            return inches(unit.cell, stood[unit])
        mates = {other: c for other, c in stood.items() if other.slot < unit.slot}
        kept = {other: (other.cell, other.status) for other in mates}
        for other, c in mates.items():
            other.cell, other.status = c, Status.ON_TABLE
        cost = (self.entries(self.squad_of(unit), unit) if entering else self.walk(unit)).get(stood[unit], 0)
        for other, (c, status) in kept.items():
            other.cell, other.status = c, status
        return steps(cost)

    def cover_ground(self, unit, far):
        unit.moved += far
        unit.travelled += far
        if Trait.BOOST in unit.has and far > unit.move * (2 if self.squad_of(unit).ramp else 1):
            unit.boosted = 1

    def end_move(self, squad, left=False):
        """It may enter a Garrison or board a Transport (DZ-GAR-02, DZ-TRN-05)."""
        legal = self.boardable(squad) | (set() if left else self.enterable(squad))
        if not legal or self.stuck(squad):
            return False
        legal = self.boardable(squad) if self.must_board(squad) else legal | {PASS}
        answer = yield from self.ask(Q.END_MOVE, squad.seat, squad.leader.slot, legal)
        if answer == PASS:
            return False
        if answer >= PIECE:
            yield from self.go_in(squad, self.pieces[answer - PIECE])
        else:
            yield from self.board(squad, self.all_units[answer - UNIT])
        return True

    def must_board(self, squad):
        """C12: who has moved farther than its printed MV boards."""
        return squad.ramp and any(u.moved - u.before > u.move for u in squad.units)

    def face(self, squad):
        if squad.turns:
            answer = yield from self.ask(Q.FACING, squad.seat, squad.leader.slot, {FACING + n for n in range(FACINGS)})
            squad.facing = answer - FACING

    # In Garrisons.

    def move_inside(self, squad):
        lead = squad.leader
        piece = self.pieces[lead.piece]
        legal = self.sites(piece, squad.seat)
        if not self.stuck(squad):
            legal |= self.ways_to_leave(squad, piece)
            legal |= {PIECE + n for n in piece.links if self.room_in(self.pieces[n], squad)}
        if not self.stuck(squad):
            yield from self.window(Window.LEAVING, squad=squad)
        answer, self.tunnel = self.tunnel and PIECE + self.tunnel.number, None
        if answer is None:
            answer = yield from self.ask(Q.MOVE, squad.seat, lead.slot, legal)
        if SITE <= answer < CELL:
            for unit in squad.units:
                unit.site = answer - SITE
            return
        yield from self.go_out(squad, piece, answer)

    def go_out(self, squad, piece, answer):
        """A squad leaves its Garrison for a cell or for another one."""
        squad.shifted = 1
        leaves = yield from self.leave_test(squad, piece)
        if not leaves:
            return
        if answer >= CELL:
            self.step_out(squad, piece, answer - CELL)
            yield from self.end_move(squad, left=True)
        else:
            yield from self.go_in(squad, self.pieces[answer - PIECE])

    # By air.

    def fly(self, squad):
        lead = squad.leader
        entering = lead.status == Status.READINESS
        legal = set(self.entries(squad)) if entering else set(self.flight(lead, self.capped(lead, self.distance(lead))))
        legal = self.ramps(squad, legal) if squad.ramp else legal
        answer = yield from self.ask(Q.MOVE, squad.seat, lead.slot, {CELL + c for c in legal})
        stood = self.followed(squad, answer - CELL)
        yield from self.fly_to(squad, stood, entering)
        yield from self.land(squad)
        boarded = bool(squad.units) and (yield from self.end_move(squad))
        if squad.units and not boarded:
            yield from self.face(squad)

    def fly_to(self, squad, stood, entering=False):
        for unit in [u for u in squad.units if u in stood]:
            if entering:
                unit.origin = self.coming_on(stood[unit], unit.seat)
                far = 1 + inches(unit.origin, stood[unit])
            else:
                unit.origin = unit.cell
                far = inches(unit.cell, stood[unit])
            unit.cell, unit.status, unit.flying = stood[unit], Status.ON_TABLE, 1
            for other in self.carried(unit):
                other.status = Status.ON_TABLE
            self.cover_ground(unit, far)
        yield from self.reactions(squad)
        for unit in squad.units:
            unit.origin = -1

    def way_of(self, unit):
        return line(unit.origin if unit.origin >= 0 else unit.cell, unit.cell)

    def can_land(self, unit):
        """DZ-AIR-02."""
        piece = self.piece_on(unit.cell)
        if piece and (Prop.IMPASSABLE in piece.has or Prop.GARRISON in piece.has):
            return False
        return self.on_ground(unit.cell) is None

    def land(self, squad):
        """Landing, the free transfer, and flying on."""
        flying = [u for u in squad.units if u.present and u.flying]
        if not any(self.can_land(u) for u in flying):
            return
        answer = yield from self.ask(Q.LAND, squad.seat, squad.leader.slot, {OPTION + O.LAND, OPTION + O.ALOFT})
        if answer == OPTION + O.ALOFT:
            return
        for unit in flying:
            if self.can_land(unit):
                unit.flying = 0
        yield from self.transfers(squad)

    def transfers(self, squad):
        done = []
        for unit in squad.units:
            if self.gifts or not unit.present or unit.flying or not unit.room or unit.transferred or self.past_half(unit):
                continue
            yield from self.transfer(unit)
            if unit.transferred:
                done.append(unit)
        stood = {}
        for unit in done:
            if not unit.present:
                continue
            left = min(self.distance(unit) - (unit.moved - unit.before), self.capped(unit, self.distance(unit)))
            legal = {CELL + c for c in self.flight(unit, left) if c not in stood.values()} if left > 0 else set()
            answer = yield from self.ask(Q.GO_ON, squad.seat, unit.slot, legal | {PASS})
            if answer != PASS:
                stood[unit] = answer - CELL
        if stood:
            yield from self.fly_to(squad, stood)
            yield from self.land(squad)
