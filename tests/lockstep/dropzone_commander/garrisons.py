"""Garrisons: going in, inside and out, Fortitude and fleeing (chapter GAR; DZ-CQ-07 to 09)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.questions import CELL, OPTION, PIECE, SITE, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import Site, Window
from tests.lockstep.dropzone_commander.grid import gap


class Garrisons:
    """Part of `Battle`."""

    def room_in(self, piece, squad):
        """DZ-GAR-01."""
        return piece.garrison and len(self.inside(piece)) + len(squad.units) <= piece.full

    def sites(self, piece, seat):
        """Places that a unit may take in a Garrison (DZ-GAR-05, DZ-GAR-10)."""
        held = {u.site for u in self.inside(piece) if u.seat != seat}
        return {SITE + site for site in Site if site == Site.CENTRE or site not in held}

    def enterable(self, squad):
        """Actions for the Garrisons that a squad in the open may enter (DZ-GAR-02)."""
        if not squad.leader.infantry or not self.coherent(squad):
            return set()
        return {
            PIECE + piece.number
            for piece in self.pieces
            if self.room_in(piece, squad) and any(gap(piece.doors, [u.cell]) <= 2 for u in squad.units)
        }

    def go_in(self, squad, piece):
        """A squad goes into a Garrison."""
        yield from self.choose_site(squad, piece)
        for unit in squad.units:
            unit.cell, unit.carrier, unit.piece = -1, -1, piece.number
        squad.entered, self.came_in = 1, True
        yield from self.window(Window.ENTERED, squad=squad, piece=piece)

    def choose_site(self, squad, piece):
        sites = self.sites(piece, squad.seat)
        if self.tables["site_mode"]:
            for unit in squad.units:
                answer = yield from self.ask(Q.SITE, squad.seat, unit.slot, sites)
                unit.site = answer - SITE
            return
        answer = yield from self.ask(Q.SITE, squad.seat, squad.leader.slot, sites)
        for unit in squad.units:
            unit.site = answer - SITE

    def outside(self, squad, piece):
        """Unit -> free cells within 2 inches of the Garrison."""
        return lambda unit: [c for c in self.cells if gap(piece.cells, [c]) <= 2 and self.may_end(unit, c)]

    def ways_to_leave(self, squad, piece):
        """Cells of the leader from which the whole squad can stand outside (DZ-GAR-06)."""
        near = {unit: self.outside(squad, piece)(unit) for unit in squad.units}
        return {CELL + c for c in near[squad.leader] if self.spread(squad, c, lambda u: near[u]) is not None}

    def step_out(self, squad, piece, cell):
        stood = self.spread(squad, cell, self.outside(squad, piece))
        for unit, to in stood.items():
            unit.cell, unit.piece, unit.site = to, -1, 0

    def outnumbered(self, squad, piece):
        """More enemy squads than friendly ones inside (DZ-GAR-07, DZ-MULTI-06)."""
        seats = [s.seat for s in {self.squad_of(u) for u in self.inside(piece)}]
        return 2 * seats.count(squad.seat) < len(seats)

    def passes(self, squad, leaving=False):
        """A Fortitude test: True if it is passed; the die otherwise. Who wants to leave cannot choose to fail (DZ-CQ-07, DZ-GAR-07)."""
        choice = {OPTION + O.ROLL, OPTION + O.FAIL}
        yield from self.window(Window.FORTITUDE, squad=squad)
        steady, self.steady = self.steady, False
        if steady:
            return True, 6
        if not leaving and (yield from self.ask(Q.FORTITUDE, squad.seat, squad.leader.slot, choice)) == OPTION + O.FAIL:
            return False, 0
        face = self.roll()
        if not self.steadfast(squad, face) and self.inspires(squad):
            if (yield from self.ask(Q.FORTITUDE, squad.seat, squad.leader.slot, choice)) == OPTION + O.ROLL:
                face = self.roll()
        return self.steadfast(squad, face), face

    def steadfast(self, squad, face):
        return face != 1 and face >= squad.leader.fortitude

    def inspires(self, squad):
        """C23."""
        slot = self.inspired[squad.seat]
        if slot < 0 or not self.all_units[slot].on:
            return False
        commander = self.all_units[slot]
        return any(gap(self.footprint(commander), self.footprint(u)) <= 4 * commander.cv for u in squad.units)

    def leave_test(self, squad, piece):
        """An outnumbered squad tests before it leaves: True if it leaves as it wanted (DZ-GAR-07)."""
        if not self.outnumbered(squad, piece):
            return True
        passed, face = yield from self.passes(squad, leaving=True)
        if passed:
            return True
        tolls = max(0, squad.leader.fortitude - face)
        counts = {seat: 0 for seat in self.order if seat != squad.seat}
        for other in {self.squad_of(u) for u in self.inside(piece)}:
            if other.seat != squad.seat:
                counts[other.seat] += 1
        chooser = max(counts, key=counts.get)
        for _ in range(tolls):
            units = [u for u in squad.units if u.dp]
            if not units:
                break
            answer = yield from self.ask(Q.TOLL, chooser, squad.leader.slot, {UNIT + u.slot for u in units})
            kept, self.blame = self.blame, chooser
            self.hurt_unit(self.all_units[answer - UNIT], 1)
            self.blame = kept
        yield from self.doom()
        if squad.units:
            yield from self.flee(squad, piece)
        return False

    def flee(self, squad, piece):
        """A squad leaves its Garrison at once (DZ-CQ-08, DZ-CQ-09)."""
        self.drop_here(squad)
        legal = self.ways_to_leave(squad, piece)
        legal |= {PIECE + n for n in piece.links if self.room_in(self.pieces[n], squad)}
        legal |= self.embarks_from(squad, piece)
        if not legal:
            legal = self.nearest_free(squad, piece)
        answer = yield from self.ask(Q.PUT, squad.seat, squad.leader.slot, legal)
        if answer >= CELL:
            if self.spread(squad, answer - CELL, self.outside(squad, piece)) is not None:
                self.step_out(squad, piece, answer - CELL)
            else:
                self.scatter(squad, answer - CELL)
        elif answer >= PIECE:
            yield from self.go_in(squad, self.pieces[answer - PIECE])
        else:
            for unit in squad.units:
                unit.cell = -1
            yield from self.board_from_inside(squad, self.all_units[answer - UNIT])

    def embarks_from(self, squad, piece):
        """Transports in reach of a squad that flees: one of its units could stand beside it outside."""
        legal = set()
        lead = squad.leader
        if squad.shot or any(u.fired for u in squad.units):
            return legal
        for transport in self.units:
            if transport.seat == squad.seat and transport.present and transport.room and lead.load in transport.carries:
                if not self.same_group(squad, transport) or transport.boosted or transport.cell < 0:
                    continue
                if transport.aircraft and (transport.flying or self.past_half(transport)):
                    continue
                room = transport.room - sum(u.need for u in self.aboard(transport))
                if gap(piece.cells, [transport.cell]) <= self.reach_of(transport) and room >= sum(u.need for u in squad.units):
                    legal.add(UNIT + transport.slot)
        return legal

    def board_from_inside(self, squad, transport):
        for unit in squad.units:
            self.step_in(unit, transport)
            unit.site = 0
        squad.boarded = 1
        return
        yield

    def nearest_free(self, squad, piece):
        free = [c for c in self.cells if self.may_end(squad.leader, c)]
        least = min(gap(piece.cells, [c]) for c in free)
        return {CELL + c for c in free if gap(piece.cells, [c]) == least}

    def scatter(self, squad, cell):
        """Each of a squad to the free cell nearest to its leader."""
        for unit in squad.units:
            free = [c for c in self.cells if self.may_end(unit, c)]
            unit.cell = min(free, key=lambda c: (self.squared(c, cell), c // 48, c % 48))
            unit.piece, unit.site = -1, 0

    def squared(self, a, b):
        return (a % 48 - b % 48) ** 2 + (a // 48 - b // 48) ** 2

    def test_fortitude(self):
        """At the end of a battlegroup's activation (DZ-CQ-07)."""
        for squad in self.ordered_squads():
            if not squad.close or not squad.units:
                continue
            squad.close = 0
            lead = squad.leader
            if 2 * sum(u.dp for u in squad.units) >= squad.total or lead.piece < 0 or not lead.present:
                continue
            passed, _ = yield from self.passes(squad)
            if not passed:
                yield from self.flee(squad, self.pieces[lead.piece])
