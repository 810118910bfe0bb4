"""Objectives: claims, searches, passing on, dropping, extraction (chapter OBJ, DZ-SCEN-S5-02)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import CELL, COUNT, OPTION, PASS, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import Act, Find, Scoring, Status
from tests.lockstep.dropzone_commander.grid import inches, within


class Objectives:
    """Part of `Battle`."""

    def touches(self, squad, token):
        """DZ-OBJ-01, DZ-OBJ-02."""
        for unit in squad.units:
            if unit.present and not unit.aircraft:
                if token.piece >= 0:
                    if unit.piece == token.piece and unit.infantry:
                        return True
                elif unit.cell >= 0 and token.cell >= 0 and within(unit.cell, token.cell, 2):
                    return True
        return False

    def claim(self, squad):
        """Claims after a completed action (DZ-OBJ-03, DZ-OBJ-04)."""
        if not squad.units or not self.coherent(squad):
            return
        for token in self.tokens:
            if token.find != Find.OPEN or token.seat == squad.seat or not self.touches(squad, token):
                continue
            if self.tables["mobile"] and squad.token >= 0:
                continue
            if token.seat >= 0 and any(self.touches(s, token) for s in self.squads.values() if s.seat != squad.seat):
                continue
            yield from self.take_claim(squad, token)

    def take_claim(self, squad, token):
        if self.scoring == Scoring.SURVEY:
            yield from self.survey(squad, token)
        else:
            self.take(squad, token)

    def take(self, squad, token):
        token.seat = squad.seat
        if self.tables["mobile"]:
            token.find, token.squad, token.cell, token.piece = Find.CARRIED, squad.number, -1, -1
            squad.token = token.number

    def survey(self, squad, token):
        """DZ-SCEN-S5-02."""
        face = self.roll()
        self.points[squad.seat] += 1
        piece = self.pieces[token.piece] if token.piece >= 0 else None
        token.find, token.seat = (Find.FOCAL, squad.seat) if face == 6 else (Find.LOST, -1)
        if face == 1 and piece:
            kept, self.blame = self.blame, squad.seat
            self.automatic_hits(self.roll(), 9, piece=piece)
            yield from self.doom()
            self.blame = kept

    # Searching (DZ-OBJ-06 to 09).

    def searchable(self, squad):
        return [t for t in self.tokens if t.find == Find.HIDDEN and self.touches(squad, t)]

    def scans_near(self, squad):
        if any(self.suppressed_scan(u) for u in squad.units if u.infantry):
            return []
        tokens = [u for u in self.units if u.seat == squad.seat and u.present and u.scan]
        return [t for t in tokens if any(self.apart(t, u) <= 2 for u in squad.units)]

    def suppressed_scan(self, unit):
        """DZ-ABIL-05."""
        enemies = [e for e in self.units if e.present and e.seat != unit.seat and Trait.SUPPRESSION in e.has]
        return any(self.apart(unit, e) <= 3 for e in enemies)

    def search(self, squad):
        squad.acts |= 1 << Act.SEARCH
        token = self.searchable(squad)[0]
        scans, spent = self.scans_near(squad), 0
        if scans:
            answer = yield from self.ask(Q.SCANS, squad.seat, squad.leader.slot, {COUNT + n for n in range(len(scans) + 1)})
            spent = answer - COUNT
            for unit in scans[:spent]:
                unit.scan = 0
        face = self.roll()
        total = face + self.round + spent - self.watched(squad)
        if any(Trait.BLOODTHIRSTY in u.has for u in squad.units):
            total -= 2
        if face == 1 or total < 7:
            return
        token.find = Find.OPEN
        if not (self.tables["mobile"] and squad.token >= 0):
            yield from self.take_claim(squad, token)

    def watched(self, squad):
        enemies = [e for e in self.units if e.present and e.seat != squad.seat]
        return any(self.apart(u, e) <= 2 for u in squad.units for e in enemies)

    def scan(self, squad):
        squad.acts |= 1 << Act.SCAN
        for unit in squad.units:
            if unit.present:
                unit.scan = 1

    # Passing on and dropping (DZ-OBJ-11 to 13).

    def receivers(self, squad):
        """Pairs (giver, taker) that the active squad may be one of."""
        pairs = []
        for other in self.squads.values():
            if other is squad or other.seat != squad.seat or not other.units:
                continue
            giver, taker = (squad, other) if squad.token >= 0 else (other, squad)
            if giver.token < 0 or taker.token >= 0 or not self.beside(giver, taker):
                continue
            pairs.append((giver, taker))
        return pairs

    def beside(self, giver, taker):
        for one in giver.units:
            for other in taker.units:
                if one.present and other.present and not other.aircraft and not one.aircraft:
                    if one.piece == other.piece and self.apart(one, other) <= 2:
                        return True
        return False

    def pass_on(self, squad):
        pairs = self.receivers(squad)
        others = {UNIT + (taker if giver is squad else giver).leader.slot: (giver, taker) for giver, taker in pairs}
        answer = yield from self.ask(Q.PASS_ON, squad.seat, squad.leader.slot, others)
        giver, taker = others[answer]
        taker.token, giver.token = giver.token, -1
        self.tokens[taker.token].squad = taker.number
        self.handed = True

    def drop_cells(self, squad):
        cells = [c for c in self.cells if self.piece_on(c) is None or not self.piece_on(c).garrison]
        return {CELL + c for c in cells if any(u.cell >= 0 and inches(u.cell, c) <= 2 for u in squad.units)}

    def drop(self, squad):
        """A squad drops its objective by choice."""
        lead = squad.leader
        self.handed = True
        if lead.piece >= 0:
            self.drop_here(squad)
            return
        answer = yield from self.ask(Q.DROP, squad.seat, lead.slot, self.drop_cells(squad))
        token = self.tokens[squad.token]
        squad.token = token.squad = token.seat = -1
        token.find, token.cell = Find.OPEN, answer - CELL
        self.dropped_near(token, squad.seat)

    def drop_here(self, squad):
        """A forced drop, where the leader stands (DZ-OBJ-13)."""
        if squad.token < 0:
            return
        token, lead = self.tokens[squad.token], squad.leader
        squad.token = token.squad = token.seat = -1
        token.find = Find.OPEN
        place = self.outermost(lead)
        token.cell, token.piece = (-1, place.piece) if place.piece >= 0 else (place.cell, -1)
        self.dropped_near(token, squad.seat)

    def dropped_near(self, token, seat):
        """If exactly one opponent has a squad near, that squad claims it."""
        near = []
        for squad in self.ordered_squads():
            if squad.seat == seat or squad.token >= 0 or not squad.units or not self.coherent(squad):
                continue
            for unit in squad.units:
                if unit.present and not unit.aircraft:
                    if (
                        (unit.piece == token.piece and unit.infantry)
                        if token.piece >= 0
                        else (unit.cell >= 0 and within(unit.cell, token.cell, 1))
                    ):
                        near.append(squad)
                        break
        if near and len({s.seat for s in near}) == 1:
            self.take(near[0], token)

    # The end of a squad's activation (DZ-OBJ-13, 16, 17).

    def end_squad(self, squad):
        if not squad.units:
            return
        if squad.token >= 0 and not self.coherent(squad):
            self.drop_here(squad)
        if self.scoring != Scoring.EXTRACTION:
            return
        lead = squad.leader
        if squad.token >= 0 and lead.present and any(u.cell >= 0 and self.far_from_edge(u) <= 1 for u in squad.units):
            self.extract(squad.units)
            return
        leaving = [u for u in squad.units if u.present and u.cell >= 0 and self.far_from_edge(u) <= 1]
        for unit in leaving:
            if any(self.squad_of(other).token >= 0 for other in self.carried(unit)):
                answer = yield from self.ask(Q.EXTRACT, squad.seat, unit.slot, {OPTION + O.YES, PASS})
                if answer != PASS:
                    self.extract([unit])

    def extract(self, units):
        everybody = [deep for unit in units for deep in (unit, *self.carried(unit))]
        for unit in everybody:
            squad = self.squad_of(unit)
            if squad.token >= 0:
                token = self.tokens[squad.token]
                token.find, token.seat, token.squad, token.cell, token.piece = Find.EXTRACTED, squad.seat, -1, -1, -1
                squad.token = -1
            unit.status, unit.flying, unit.scan = Status.READINESS, 0, 0
        for unit in units:
            unit.cell = unit.piece = -1
