"""Setting up, Initiation, Round Up and the end of a game (chapters DEP, INIT, RND, END, FP)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.questions import CARD, CELL, GROUP, OPTION, PASS, PIECE, ZONE
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import GROUPS, Find, Reason, Scoring, Status, Window
from tests.lockstep.dropzone_commander.grid import gap

OF_ROUND = ("activated", "boarded", "left", "out", "aerial", "shot", "shifted", "entered", "rapid", "close", "smoke", "energy", "jink",
    "screen",
            "tracking", "piercing", "marksmen", "double", "ramp", "run", "disrupted", "acts", "moves", "limit")  # fmt: skip


class Rounds:
    """Part of `Battle`."""

    def ranked(self, seats, key, six=False):
        """Seats by a roll of each, ties rolled again (DZ-INIT-04 to 07, DZ-DEP-01)."""
        faces = {seat: self.roll() for seat in sorted(seats)}
        for seat in faces if six else ():
            if faces[seat] == 6 and self.surge[seat] & 2:
                faces[seat] = self.roll()
        return self.ranked_by(faces, key, six)

    def ranked_by(self, faces, key, six):
        sixes = [seat for seat, face in faces.items() if face == 6]
        first = sixes if six and len(sixes) == 1 else []
        totals = {seat: face + key(seat) for seat, face in faces.items() if seat not in first}
        places = [first] if first else []
        places += [sorted(s for s in totals if totals[s] == total) for total in sorted(set(totals.values()), reverse=True)]
        order = []
        for tied in places:
            order += tied if len(tied) == 1 else self.ranked_by({seat: self.roll() for seat in tied}, key, six)
        return order

    # Setting up.

    def set_up(self):
        order = self.ranked(range(self.seats), lambda seat: 0)
        for seat in order:
            free = {ZONE + z for z in range(len(self.edges)) if z not in self.zone}
            answer = yield from self.ask(Q.ZONE, seat, -1, free)
            self.zone[seat] = answer - ZONE
        self.direct = set()
        left = {seat: {g for g in range(GROUPS) if self.tables["group_used"][seat][g]} for seat in order}
        if self.tables["direct"]:
            while any(left.values()):
                for seat in order:
                    if left[seat]:
                        yield from self.declare_group(seat, left[seat])
        else:
            for seat in order:
                for group in left[seat]:
                    self.assign(seat, group, Status.RESERVE if self.tables["group_reserve"][seat][group] else Status.READINESS)
        yield from self.infiltrate(order)

    def infiltrate(self, order):
        """DZ-SPEC-24."""
        for seat in order:
            for squad in self.squads.values():
                lead = squad.all[0]
                if squad.seat != seat or not lead.infiltrate or lead.carrier >= 0:
                    continue
                far = [c for c in self.cells if self.inches_to_edge(c, seat) <= lead.infiltrate]
                yield from self.hide(squad, far, (seat, squad.group) in self.direct)

    def hide(self, squad, near_edge, must):
        """`must`: its battlegroup is Directly Deployed."""
        zone = [c for c in self.cells if self.tables["zone"][self.zone[squad.seat]][c]] if must else []
        cells = sorted({*near_edge, *zone})
        lead = squad.leader
        open_to = lambda unit: [c for c in cells if self.may_end(unit, c)]
        legal = {CELL + c for c in open_to(lead) if self.spread(squad, c, open_to) is not None}
        near = [p for p in self.pieces if self.room_in(p, squad) and not set(p.cells).isdisjoint(near_edge)]
        legal |= {PIECE + p.number for p in near} if lead.infantry else set()
        answer = yield from self.ask(Q.DEPLOY, squad.seat, lead.slot, legal if must else legal | {PASS})
        if answer == PASS:
            return
        if answer < CELL:
            for unit in squad.units:
                unit.status = Status.ON_TABLE
            yield from self.choose_site(squad, self.pieces[answer - PIECE])
            squad.entered = 1
            for unit in squad.units:
                unit.piece = answer - PIECE
            return
        for unit, cell in self.spread(squad, answer - CELL, open_to).items():
            unit.cell, unit.status = cell, Status.ON_TABLE
        yield from self.face(squad)

    def declare_group(self, seat, left):
        answer = yield from self.ask(Q.DECLARE, seat, -1, {GROUP + g for g in left})
        group = answer - GROUP
        left.discard(group)
        if self.tables["group_reserve"][seat][group]:
            self.assign(seat, group, Status.RESERVE)
            return
        answer = yield from self.ask(Q.METHOD, seat, -1, {OPTION + O.DIRECT, OPTION + O.READINESS})
        if answer == OPTION + O.READINESS:
            self.assign(seat, group, Status.READINESS)
            return
        self.direct.add((seat, group))
        for squad in self.deployed_with(seat, group):
            if squad.units[0].carrier < 0 and not squad.all[0].infiltrate:
                yield from self.deploy(squad)

    def deployed_with(self, seat, group):
        return [s for s in self.squads.values() if s.seat == seat and (s.group == group or group in self.groups_aboard(s))]

    def assign(self, seat, group, status):
        for squad in self.deployed_with(seat, group):
            for unit in squad.all:
                unit.status = status

    def is_garrisoned(self, cell):
        """A Garrison stands there, on which nobody lands (DZ-AIR-02)."""
        piece = self.piece_on(cell)
        return piece is not None and piece.garrison

    def deploy(self, squad):
        """DZ-DEP-03."""
        zone = [c for c in self.cells if self.tables["zone"][self.zone[squad.seat]][c]]

        def open_to(unit):
            if unit.aircraft:
                return [c for c in zone if self.can_hover(c) or (self.may_end(unit, c) and not self.is_garrisoned(c))]
            return [c for c in zone if self.may_end(unit, c)]

        lead = squad.leader
        legal = {CELL + c for c in open_to(lead) if self.spread(squad, c, open_to) is not None}
        answer = yield from self.ask(Q.DEPLOY, squad.seat, lead.slot, legal)
        for unit, cell in self.spread(squad, answer - CELL, open_to).items():
            hovers = unit.aircraft and self.can_hover(cell)
            unit.cell, unit.status, unit.flying = cell, Status.ON_TABLE, int(hovers)
            for other in self.carried(unit):
                other.status = Status.ON_TABLE
        yield from self.face(squad)

    # Initiation.

    def initiation(self):
        yield from self.window(Window.BEFORE_ROLL)
        self.order = self.ranked(range(self.seats), self.initiative_cv, six=True)
        self.surge = [0] * self.seats
        if self.seats > 1:
            answer = yield from self.ask(Q.KEEP, self.order[0], -1, {OPTION + O.KEEP, OPTION + O.GIVE})
            if answer == OPTION + O.GIVE:
                self.order[:2] = self.order[1], self.order[0]
        for seat in self.order:
            while self.hand(seat):
                answer = yield from self.ask(Q.DISCARD, seat, -1, {PASS} | {CARD + c for c in self.hand(seat)})
                if answer == PASS:
                    break
                self.discard(seat, answer - CARD)
        yield from self.window(Window.AFTER_DISCARDS)
        for seat in self.order:
            while len(self.hand(seat)) < max(1, self.cv(seat)) and self.deck[seat]:
                self.draw(seat)
        yield from self.window(Window.AFTER_DRAWING)

    def initiative_cv(self, seat):
        return self.cv(seat) + (3 if self.surge[seat] & 1 and self.cv(seat) else 0)

    # Round Up.

    def round_up(self):
        for piece in self.pieces:
            if piece.whole and piece.damage_tokens:
                self.blame = -1
                yield from self.collateral(piece)
                piece.hit = 0
        if self.round == 1:
            for unit in self.units:
                if unit.status == Status.RESERVE:
                    unit.status = Status.READINESS
        for unit in self.units:
            unit.fired = unit.travelled = unit.moved = unit.before = unit.handled = unit.transferred = unit.boosted = 0
        for squad in self.squads.values():
            for name in OF_ROUND:
                setattr(squad, name, 0)
            squad.declared = -1
        self.spent = [[0] * GROUPS for _ in self.spent]
        self.boost, self.inspired = [-1] * self.seats, [-1] * self.seats

    def ends(self):
        left = {u.seat for u in self.units if u.alive}
        return self.round >= int(self.tables["rounds"]) or not left or (bool(self.tables["wipeout"]) and len(left) <= 1)

    # The end.

    def finish(self):
        """DZ-RND-04, DZ-END-01, DZ-END-02."""
        self.score()
        key = [(self.points[seat] if self.scoring != Scoring.KILLS else 0, self.kills[seat]) for seat in range(self.seats)]
        best = max(key)
        self.winners = sum(1 << seat for seat in range(self.seats) if key[seat] == best)
        self.over = True
        if self.winners.bit_count() == self.seats:
            self.reason = Reason.TIE
        elif self.scoring != Scoring.KILLS and sum(k[0] == best[0] for k in key) == 1:
            self.reason = Reason.VICTORY_POINTS
        else:
            self.reason = Reason.KILL_POINTS if self.winners.bit_count() == 1 else Reason.TIE

    def score(self):
        for token in self.tokens:
            if self.scoring == Scoring.EXTRACTION:
                worth = 2 if self.tables["primary"] and token.number == 0 else 1
                if token.find == Find.EXTRACTED:
                    self.points[token.seat] += 2 * worth
                elif token.find == Find.CARRIED and any(u.on for u in self.squads[token.squad].units):
                    self.points[token.seat] += worth
            elif self.scoring == Scoring.BUNKERS and token.number < int(self.tables["n_tokens"]):
                if token.find in (Find.OPEN, Find.CARRIED) and token.seat >= 0:
                    self.points[token.seat] += 1
                number = int(self.tables["token_piece"][token.number])
                if number >= 0:
                    piece = self.pieces[number]
                    self.give_points(self.controller(piece.cells, piece), 2 if piece.whole else 1)
            elif self.scoring == Scoring.SURVEY and token.find == Find.FOCAL:
                piece = self.pieces[token.piece] if token.piece >= 0 else None
                self.give_points(self.controller(piece.cells if piece else [token.cell], piece), 1)

    def give_points(self, seat, count):
        if seat >= 0:
            self.points[seat] += count

    def controller(self, cells, piece=None):
        """Who has most points of units near (chapter FP), -1."""
        worth = [0] * self.seats
        for unit in self.units:
            if not unit.present or unit.fast or (unit.aircraft and not self.tables["fp_aircraft"]):
                continue
            within = piece is not None and unit.piece == piece.number
            own = self.pieces[unit.piece].wall(unit.site) if unit.piece >= 0 else [unit.cell]
            if within or gap(own, cells) <= 6:
                worth[unit.seat] += unit.points * (2 if within and unit.infantry else 1)
        best = max(worth)
        return worth.index(best) if best and worth.count(best) == 1 else -1
