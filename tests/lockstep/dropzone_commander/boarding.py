"""Transports: putting off, boarding, free transfer (chapter TRN)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import CELL, PASS, PIECE, TAKEN, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from tests.lockstep.dropzone_commander.grid import gap, inches


class Boarding:
    """Part of `Battle`."""

    def reach_of(self, transport):
        """Inches within which it takes on and puts off (DZ-TRN-05, DZ-ABIL-12)."""
        return 3 if Trait.HOVERCRAFT in transport.has else 2

    def insertion(self, unit, transport):
        """Inches of Rapid Insertion out of a Transport, -1 without (DZ-SPEC-21, DZ-ABIL-13)."""
        hovers = Trait.HOVER in transport.has and transport.travelled <= 12
        return max(unit.rapid, 0) if hovers else unit.rapid

    def same_group(self, squad, transport):
        group = self.group_of(squad)
        return group >= 0 and group == self.group_of(self.squad_of(transport))

    def past_half(self, transport, more=0):
        return transport.aircraft and transport.travelled > (transport.move + 1) // 2 + more

    def may_get_out(self, squad):
        """DZ-TRN-09 to 13, DZ-AUX-03, DZ-ABIL-08."""
        for unit in squad.units:
            if unit.carrier < 0:
                return False
            transport = self.all_units[unit.carrier]
            if not transport.present or not self.same_group(squad, transport) or transport.boosted:
                return False
            rapid = self.insertion(unit, transport)
            if (transport.aircraft and transport.flying and rapid < 0) or self.past_half(transport, max(rapid, 0)):
                return False
        return True

    def around(self, unit, transport):
        reach = self.reach_of(transport)
        return [c for c in self.cells if inches(c, transport.cell) <= reach and self.may_end(unit, c)]

    def ways_out(self, squad):
        """Where a squad aboard can be put: cells of its leader, Garrisons (DZ-TRN-07, DZ-TRN-08)."""
        lead = squad.leader
        transports = {u: self.all_units[u.carrier] for u in squad.units}
        legal = set()
        for cell in self.around(lead, transports[lead]):
            if self.spread(squad, cell, lambda u: self.around(u, transports[u])) is not None:
                legal.add(CELL + cell)
        if lead.infantry:
            for piece in self.pieces:
                if self.room_in(piece, squad) and all(gap(piece.doors, [t.cell]) <= self.reach_of(t) for t in transports.values()):
                    legal.add(PIECE + piece.number)
        return legal

    def get_out(self, squad, unpunished=False):
        """A squad is put off; True if it went into a Garrison."""
        answer = yield from self.ask(Q.OUT, squad.seat, squad.leader.slot, self.ways_out(squad))
        transports = {u: self.all_units[u.carrier] for u in squad.units}
        first = next(iter(transports.values()))
        squad.rapid = int(any(t.aircraft and t.flying and self.insertion(u, t) >= 0 for u, t in transports.items()))
        for transport in transports.values():
            transport.handled = 1
            source = self.squad_of(transport)
            if transport.aircraft or (source.left and source.aerial):
                squad.aerial = 1
        squad.left = 1
        if not unpunished:
            squad.out = 1 if Trait.HOVERCRAFT in first.has else 2
        stood = None
        if answer >= CELL:
            stood = self.spread(squad, answer - CELL, lambda u: self.around(u, transports[u]))
        if stood is None:
            yield from self.go_in(squad, self.pieces[answer - PIECE])
            return True
        for unit in squad.units:
            unit.carrier, unit.cell, unit.flying = -1, stood[unit], 0
        return False

    # Boarding.

    def takers(self, squad, anywhere=False):
        """Transports that a squad in the open may board, with their room left."""
        lead, found = squad.leader, {}
        if not lead.need or squad.shot or any(u.fired for u in squad.units) or not (anywhere or self.coherent(squad)):
            return found
        for transport in self.units:
            if transport.seat != squad.seat or not transport.present or not transport.room or transport in squad.units:
                continue
            if lead.load not in transport.carries or not self.same_group(squad, transport) or transport.boosted:
                continue
            if transport.aircraft and (transport.flying or self.past_half(transport)):
                continue
            if anywhere or any(inches(u.cell, transport.cell) <= self.reach_of(transport) for u in squad.units):
                found[transport] = transport.room - sum(u.need for u in self.aboard(transport))
        return found

    def boardable(self, squad):
        """Actions for the Transports that the squad may board now (DZ-TRN-03 to 05)."""
        takers = self.takers(squad)
        need = sum(u.need for u in squad.units)
        whole = {t for t, room in takers.items() if room >= need}
        if not whole:
            whole = {t for t, room in takers.items() if room >= squad.leader.need}
        return {UNIT + t.slot for t in whole}

    def board(self, squad, transport):
        """A squad embarks, where need be in several Transports; who finds no place is left behind."""
        rest = squad.units
        takers = self.takers(squad)
        while rest:
            room = takers.pop(transport)
            count = min(len(rest), room // rest[0].need)
            leaving = [u for u in rest if not takers_fit(takers, rest[0], len(rest) - count)] if count < len(rest) else []
            if leaving and not takers_fit(takers, rest[0], len(rest) - count):
                answer = yield from self.ask(Q.LEAVE, squad.seat, -1, {UNIT + u.slot for u in rest})
                gone = self.all_units[answer - UNIT]
                self.blame = -1
                self.vanish(gone)
                rest.remove(gone)
                takers[transport] = room
                continue
            for unit in rest[:count]:
                self.step_in(unit, transport)
            rest = rest[count:]
            if rest:
                answer = yield from self.ask(
                    Q.REST, squad.seat, squad.leader.slot, {UNIT + t.slot for t, r in takers.items() if r >= rest[0].need}
                )
                transport = self.all_units[answer - UNIT]
        squad.boarded = 1

    def step_in(self, unit, transport):
        unit.carrier, unit.cell, unit.piece, unit.flying = transport.slot, -1, -1, 0
        transport.handled = 1

    # The free transfer of Aerial Transports (DZ-TRN-14 to 16).

    def transfer_options(self, transport, puts, takes):
        legal = {PASS}
        if puts:
            aboard = {}
            for unit in self.aboard(transport):
                aboard.setdefault(self.squad_of(unit), []).append(unit)
            for squad, units in aboard.items():
                if len(units) == len(squad.units) and self.same_group(squad, transport) and self.ways_out(squad):
                    legal.add(UNIT + squad.leader.slot)
        if takes:
            room = transport.room - sum(u.need for u in self.aboard(transport))
            for squad in self.squads.values():
                units = squad.units
                if not units or squad.seat != transport.seat or transport in units:
                    continue
                if any(not u.on or u.cell < 0 for u in units) or not self.same_group(squad, transport):
                    continue
                if units[0].load not in transport.carries or not units[0].load or squad.shot or any(u.fired for u in units):
                    continue
                if not self.coherent(squad) or sum(u.need for u in units) > room:
                    continue
                if any(inches(u.cell, transport.cell) <= 2 for u in units):
                    legal.add(TAKEN + units[0].slot)
        return legal

    def transfer(self, transport):
        """Units are put off or taken on at no cost."""
        puts = takes = True
        while transport.present:
            legal = self.transfer_options(transport, puts, takes)
            answer = yield from self.ask(Q.TRANSFER, transport.seat, transport.slot, legal)
            if answer == PASS:
                return
            transport.transferred = 1
            if answer < TAKEN:
                takes = False
                squad = self.squad_of(self.all_units[answer - UNIT])
                yield from self.get_out(squad)
            else:
                puts = False
                squad = self.squad_of(self.all_units[answer - TAKEN])
                for unit in squad.units:
                    self.step_in(unit, transport)
                squad.boarded = 1


def takers_fit(takers, unit, count):
    return sum(room // unit.need for room in takers.values()) >= count
