"""What happens at 0 DP: crashes, wrecks, collapses; Collateral Damage (DZ-AIR-06 to 08, DZ-TRN-21 to 23, DZ-SCN-04 to 09; chapter COL)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.questions import CARD, CELL
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.state import Find, Prop, Stand, Status, Window
from tests.lockstep.dropzone_commander.damage import Die
from tests.lockstep.dropzone_commander.grid import cell_at, gap, line, square, within


class Ruin:
    """Part of `Battle`."""

    def doom(self, attackers=None):
        """Settle what is at 0 DP, one by one, beginning anew after each (DZ-SCN-09)."""
        while True:
            unit = next((u for u in self.ordered() if u.alive and u.dp == 0), None)
            piece = next((p for p in self.pieces if p.whole and Prop.DESTRUCTIBLE in p.has and p.dp == 0), None)
            if unit:
                yield from self.destroy(unit, attackers)
            elif piece:
                yield from self.collapse(piece)
            else:
                return

    def destroy(self, unit, attackers=None):
        """A unit is destroyed."""
        kept, self.blame = self.blame, unit.killer if unit.killer >= 0 else self.blame
        cell = self.falls_at.get(unit, unit.cell)
        flying = unit.aircraft and unit.flying and unit.present
        unit.cell = cell
        aboard = self.aboard(unit)
        if (flying and unit.kind != Kind.DRONE) or aboard:
            count = self.d3()
            if count < 3:
                self.wreck(unit, cell, count, flying, aboard)
        dropped = self.token_of_last(unit)
        in_aircraft = unit.carrier >= 0 and self.rides_aircraft(unit)
        yield from self.place_survivors(unit, cell, [u for u in aboard if u.dp])
        where = unit.cell, unit.piece, unit.carrier
        self.credit(unit)
        unit.status, unit.cell, unit.piece, unit.carrier, unit.flying = Status.DESTROYED, -1, -1, -1, 0
        unit.scan = 0
        if dropped is not None:
            self.lose_token(dropped, unit, where, in_aircraft, attackers)
        if unit.cv:
            yield from self.cut(unit.seat)
        self.blame = kept

    def rides_aircraft(self, unit):
        while unit.carrier >= 0:
            unit = self.all_units[unit.carrier]
            if unit.aircraft:
                return True
        return False

    def wreck(self, unit, cell, count, flying, aboard):
        """Automatic hits around and aboard."""
        if flying:
            for other in self.ordered():
                if other.present and other.dp and not other.flying and gap(self.footprint(other), [cell]) <= count:
                    self.automatic_hits(count, 10, unit=other, body=self.shaded(other, cell))
            for piece in self.pieces:
                if piece.whole and Prop.DESTRUCTIBLE in piece.has and gap(piece.cells, [cell]) <= count:
                    self.automatic_hits(count, 10, piece=piece)
        for other in aboard:
            self.automatic_hits(count, 10, unit=other)

    def shaded(self, unit, cell):
        """Body Cover against a crash."""
        if not unit.infantry:
            return False
        if unit.piece >= 0:
            return Prop.BODY_COVER in self.pieces[unit.piece].has
        cells = [c for c in line(cell, unit.cell) if square(c, unit.cell) <= 2 and c != cell]
        return any(p and Prop.BODY_COVER in p.has for p in map(self.piece_on, {*cells, unit.cell}))

    def place_survivors(self, unit, cell, survivors):
        """Those aboard a wreck are placed by their player (DZ-TRN-22)."""
        for other in self.aboard(unit):
            if not other.dp and unit.carrier < 0:
                other.carrier, other.cell, other.flying = -1, cell, 1  # does not block the cell
        for other in survivors:
            if unit.carrier >= 0:  # a wreck within a Transport that stands: they stay aboard that
                other.carrier = unit.carrier
                continue
            squad = self.squad_of(other)
            open_cells = [c for c in self.cells if within(c, cell, 2) and self.may_end(other, c) and c not in self.wrecked(unit)]
            stood = [u.cell for u in squad.units if u.cell >= 0 and u.dp and u is not other]
            near = [c for c in open_cells if any(within(c, s, self.coherency(other)) for s in stood)]
            if not open_cells:
                other.dp, other.killer = 0, self.blame
                self.vanish(other)
                continue
            answer = yield from self.ask(Q.PUT, other.seat, other.slot, {CELL + c for c in near or open_cells})
            other.cell, other.carrier, other.flying = answer - CELL, -1, 0

    def wrecked(self, unit):
        return [unit.cell] if not unit.flying and unit.cell >= 0 else []

    def vanish(self, unit):
        """A unit without a place is destroyed, with all aboard."""
        for other in (unit, *self.carried(unit)):
            other.killer = self.blame
            self.credit(other)
            other.dp, other.status, other.carrier, other.cell = 0, Status.DESTROYED, -1, -1

    def credit(self, unit):
        """DZ-END-03, DZ-END-04, DZ-CMDR-08."""
        for seat in range(self.seats):
            if seat != unit.seat and (seat == self.blame or self.blame in (-1, unit.seat)):
                self.kills[seat] += unit.points + unit.cost

    def cut(self, seat):
        """A lost Commander's cards (DZ-CMDR-06)."""
        while self.hand(seat) and len(self.hand(seat)) > max(1, self.cv(seat)):
            answer = yield from self.ask(Q.CUT, seat, -1, {CARD + card for card in self.hand(seat)})
            self.discard(seat, answer - CARD)

    # Objectives of the destroyed.

    def token_of_last(self, unit):
        """The objective that is left when the last unit of its carriers goes, None."""
        squad = self.squad_of(unit)
        return squad.token if squad.token >= 0 and squad.units == [unit] else None

    def lose_token(self, number, unit, where, in_aircraft, attackers):
        squad, token = self.squad_of(unit), self.tokens[number]
        squad.token = -1
        token.squad = -1
        cell, piece, carrier = where
        if piece >= 0 and not self.pieces[piece].whole:
            x0, x1, y0, y1 = self.pieces[piece].box
            cell, piece = cell_at((x0 + x1) // 2, (y0 + y1) // 2), -1
        if in_aircraft:
            token.find, token.seat = Find.LOST, -1
            return
        token.find, token.seat = Find.OPEN, -1
        if carrier >= 0:
            cell = self.outermost(self.all_units[carrier]).cell
        token.cell, token.piece = (-1, piece) if piece >= 0 else (cell, -1)
        if attackers and attackers.units and attackers.token < 0:
            self.take(attackers, token)
        else:
            self.dropped_near(token, squad.seat)

    # Scenery.

    def collapse(self, piece):
        """DZ-SCN-04 to 08."""
        kept, self.blame = self.blame, piece.killer
        inside = self.inside(piece)
        if piece.full >= 10:
            count = self.d3()
            for unit in self.ordered():
                if unit.present and unit.dp and unit not in inside and gap(self.footprint(unit), piece.cells) <= count:
                    self.automatic_hits(count, piece.armour, unit=unit)
        piece.stand = Stand.RUBBLE if piece.full >= 10 else Stand.GONE
        piece.damage_tokens = 0
        if inside:
            count = self.d3() + self.d3()
            for unit in inside:
                self.automatic_hits(count, piece.armour, unit=unit)
        for token in self.tokens:
            if token.piece == piece.number and token.find in (Find.HIDDEN, Find.OPEN):
                token.find, token.seat = Find.LOST, -1
        self.stand_on_ruins(piece, [u for u in inside if u.dp])
        self.blame = kept
        return
        yield

    def stand_on_ruins(self, piece, units):
        """Survivors stand nearest to the middle, coherent (DZ-SCN-08)."""
        x0, x1, y0, y1 = piece.box
        for unit in units:
            stood = [u.cell for u in self.squad_of(unit).units if u.cell >= 0 and u.dp]
            free = [c for c in piece.cells if self.may_end(unit, c)]
            near = [c for c in free if not stood or any(within(c, s, self.coherency(unit)) for s in stood)]
            key = lambda c: ((2 * (c % 48) - x0 - x1) ** 2 + (2 * (c // 48) - y0 - y1) ** 2, c // 48, c % 48)
            unit.piece, unit.site = -1, 0
            unit.cell = min(near or free, key=key, default=-1)

    # Collateral Damage.

    def collateral(self, piece):
        """Resolve all tokens on one piece (chapter COL)."""
        kept, self.blame = self.blame, piece.blame if piece.blame >= 0 else self.blame
        energy, count = 2 if Prop.FLAMMABLE in piece.has else 4, piece.damage_tokens
        squads = [s for s in self.ordered_squads() if any(u.present and u.piece == piece.number for u in s.units)]
        squad = self.drawn_squad(squads)
        rolls = {"piece": piece, "squad": squad, "energy": energy, "hit": [], "unit": squad.leader if squad else None}
        if squad:
            rolls["hit"] = [Die(None, squad.leader, None, self.roll(), energy) for _ in range(count)]
        rolls["own"] = [Die(None, None, piece, self.roll(), energy) for _ in range(count)]
        if squad and Trait.TOUGH in squad.leader.has:
            for die in rolls["hit"]:
                if self.token_damages(die):
                    die.face, die.again = self.roll(), True
        self.token_rolls = rolls
        yield from self.window(Window.COLLATERAL, piece=piece)
        damaged = sum(map(self.token_damages, rolls["own"]))
        for die in rolls["hit"]:
            standing = [u for u in squad.units if u.dp]
            if self.token_damages(die) and standing and not self.close_saves(die.target):
                self.hurt_unit(min(standing, key=lambda u: u.dp), 1)
        kept_tokens = damaged
        if self.spared_tokens:
            kept_tokens, self.spared_tokens = count, False
        piece.damage_tokens = kept_tokens
        if damaged:
            self.hurt_piece(piece, damaged)
        yield from self.doom()
        self.blame = kept

    def drawn_squad(self, squads):
        """DZ-COL-03."""
        if len(squads) < 2:
            return squads[0] if squads else None
        if len(squads) in (2, 3, 6):
            return squads[(self.roll() - 1) * len(squads) // 6]
        return squads[self.roll(len(squads)) - 1]

    def token_damages(self, die):
        """DZ-COL-04."""
        armour = die.piece.armour if die.piece else die.target.armour
        return die.face != 1 and (die.face + die.energy >= armour or die.face == 6)
