"""Battlegroups and squads act (chapters ACT, ACTN, AUX)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import GROUP, HOLD, OPTION, PASS, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import FROM_PORTS, GROUPS, Act, Status, Window

SHOTS = (Act.SHOOT, Act.CLOSE, Act.SMOKE, Act.PORTS)


class Activation:
    """Part of `Battle`."""

    def open_groups(self, seat):
        """Battlegroup -> whether a unit of it is on the table (DZ-ACT-05, DZ-ACT-13)."""
        found = {}
        for group in range(GROUPS):
            if self.tables["group_used"][seat][group] and not self.spent[seat][group]:
                units = [u for s in self.squads.values() if s.seat == seat and s.group == group for u in s.all]
                if any(u.status in (Status.READINESS, Status.ON_TABLE) for u in units):
                    found[group] = any(u.on for u in units)
        return found

    def activations(self, last=None):
        """Player after player until every battlegroup has acted (DZ-ACT-08, DZ-ACT-09)."""
        place = 0 if last is None else self.order.index(last) + 1
        while True:
            seats = [self.order[(place + n) % len(self.order)] for n in range(len(self.order))]
            seat = next((s for s in seats if self.open_groups(s)), None)
            if seat is None:
                return
            place = self.order.index(seat) + 1
            self.turn = seat
            groups = self.open_groups(seat)
            legal = {GROUP + g for g in groups}
            if not any(groups.values()):
                legal |= {HOLD + g for g in groups}
            answer = yield from self.ask(Q.GROUP, seat, -1, legal)
            if answer >= HOLD:
                self.spent[seat][answer - HOLD] = 1
            else:
                yield from self.activate(seat, answer - GROUP)

    def activate(self, seat, group):
        self.spent[seat][group] = 1
        self.group, self.acted = group, 0
        for squad in self.squads.values():
            if squad.seat == seat:
                squad.run = squad.disrupted = 0
                for unit in squad.all:
                    unit.handled = unit.boosted = 0
        self.preset(seat, group)
        while legal := self.free_auxiliaries(seat):
            answer = yield from self.ask(Q.AUXILIARY, seat, -1, {PASS} | {UNIT + s.leader.slot for s in legal})
            if answer == PASS:
                break
            self.declare_auxiliary(self.squad_of(self.all_units[answer - UNIT]), group)
        yield from self.window(Window.DECLARED)
        yield from self.squads_act(seat, group)
        yield from self.test_fortitude()
        for squad in self.squads.values():
            squad.close = 0
            if squad.seat == seat:
                self.calm(squad)
        self.group, self.turn = -1, -1

    def calm(self, squad):
        """Its Speed boost is over (DZ-ABIL-08)."""
        for unit in squad.all:
            unit.boosted = 0

    def groups_aboard(self, squad):
        """Battlegroups of the units aboard a squad of Transports (DZ-AUX-02)."""
        return {self.squad_of(u).group for unit in squad.units for u in self.carried(unit)} - {-1}

    def preset(self, seat, group):
        for squad in self.squads.values():
            if squad.seat == seat and squad.group < 0 and group in self.groups_aboard(squad) and squad.declared < 0:
                if not all(u.status == Status.RESERVE for u in squad.units):
                    self.declare_auxiliary(squad, group)

    def declare_auxiliary(self, squad, group):
        squad.declared = group
        for unit in squad.units:
            for other in self.carried(unit):
                if self.squad_of(other).group < 0:
                    self.squad_of(other).declared = group

    def free_auxiliaries(self, seat):
        found = []
        for squad in self.squads.values():
            units = squad.units
            if squad.seat != seat or squad.group >= 0 or not units or squad.activated or squad.declared >= 0:
                continue
            if all(u.status == Status.RESERVE for u in units) or self.groups_aboard(squad) or units[0].carrier >= 0:
                continue
            found.append(squad)
        return found

    def acting(self, seat, group):
        return [s for s in self.squads.values() if s.seat == seat and s.units and self.group_of(s) == group and not s.activated]

    def squads_act(self, seat, group):
        while True:
            squads = [s for s in self.acting(seat, group) if self.first_actions(s)]
            if not squads:
                return
            if not self.over:
                yield from self.window(Window.OWN_GROUP)
            squads = [s for s in self.acting(seat, group) if self.first_actions(s)]
            if not squads:
                return
            legal = {UNIT + s.leader.slot for s in squads} | ({PASS} if self.acted else set())
            answer = yield from self.ask(Q.SQUAD, seat, -1, legal)
            if answer == PASS:
                return
            yield from self.squad_acts(self.squad_of(self.all_units[answer - UNIT]))

    def begin_squad(self, squad):
        squad.acts = squad.moves = 0
        squad.limit = self.limit(squad)
        squad.shifted = squad.entered = 0
        for unit in squad.units:
            unit.moved = unit.before = unit.transferred = 0

    def limit(self, squad):
        """Actions it may take (DZ-ABIL-05, C06)."""
        suppressed = any(self.suppressed_scan(u) for u in squad.units if u.present)
        return max(1, 2 - suppressed - squad.disrupted)

    def first_actions(self, squad):
        """Actions of a squad that is not active yet."""
        kept = squad.acts, squad.moves, squad.limit
        squad.acts, squad.moves, squad.limit = 0, 0, self.limit(squad)
        found = self.actions(squad)
        squad.acts, squad.moves, squad.limit = kept
        return found

    def squad_acts(self, squad):
        """The activation of a squad."""
        squad.activated = 1
        self.active, self.handed = squad, False
        self.begin_squad(squad)
        yield from self.window(Window.CHOSEN, squad=squad)
        while squad.units:
            legal = self.actions(squad) | self.errands(squad)
            if not legal:
                break
            if self.acted and not (squad.leader.fast and not squad.moves and legal):
                legal.add(PASS)
            answer = yield from self.ask(Q.ACTION, squad.seat, squad.leader.slot, legal)
            if answer == PASS:
                break
            yield from self.act(squad, option_of(answer))
        yield from self.end_squad(squad)
        squad.tracking = squad.piercing = squad.marksmen = squad.ramp = 0
        if self.striking:
            self.calm(squad)
        self.active = None
        yield from self.window(Window.SQUAD_DONE, squad=squad)

    def errands(self, squad):
        """What is no action: handing on and dropping (DZ-OBJ-11, DZ-OBJ-12)."""
        if self.handed or self.gifts or not self.tables["mobile"]:
            return set()
        legal = set()
        if self.receivers(squad):
            legal.add(OPTION + O.PASS_ON)
        if squad.token >= 0 and squad.leader.present:
            legal.add(OPTION + O.DROP)
        return legal

    def left(self, squad):
        """Actions that a squad has left (DZ-ACTN-01, DZ-ACTN-02)."""
        if squad.acts >> Act.SEARCH & 1 or squad.acts >> Act.SCAN & 1:
            return 0
        taken = squad.acts.bit_count() + (max(0, squad.moves - 1) if squad.run else 0)
        return squad.limit - taken

    def actions(self, squad):
        """Legal actions as actions of the layout."""
        legal, lead = set(), squad.leader
        if self.left(squad) > 0 and (not squad.acts >> Act.MOVE & 1 or (squad.run and squad.moves < 2)) and self.can_move(squad):
            legal.add(OPTION + O.MOVE)
        if not lead.on or (lead.fast and not squad.moves and not self.gifts):
            return legal
        if self.left(squad) > 0 and not any(squad.acts >> act & 1 for act in SHOTS):
            legal |= self.shots(squad)
        if lead.carrier < 0 and squad.acts == 0 and squad.limit >= 2:
            if not lead.aircraft and self.coherent(squad) and self.searchable(squad):
                legal.add(OPTION + O.SEARCH)
            if lead.room and not lead.aircraft and not all(u.scan for u in squad.units if u.present):
                legal.add(OPTION + O.SCAN)
        return legal

    def shots(self, squad):
        legal, lead = set(), squad.leader
        if lead.carrier >= 0:
            return legal
        if not squad.boarded and squad.shot != FROM_PORTS:
            if self.can_shoot(squad, close=False):
                legal.add(OPTION + O.SHOOT)
            if self.can_shoot(squad, close=True):
                legal.add(OPTION + O.CLOSE)
        if Trait.SMOKE in lead.has or (Trait.SHELL in lead.has and self.smoke_targets(squad)):
            legal.add(OPTION + O.SMOKE)
        if Trait.PORTS in lead.has and self.port_squad(squad):
            legal.add(OPTION + O.PORTS)
        return legal

    def port_squad(self, squad):
        """The first squad aboard a bus that can shoot (DZ-ABIL-11)."""
        for bus in squad.units:
            for other in sorted({self.squad_of(u) for u in self.aboard(bus) if u.infantry}, key=lambda s: s.number):
                if other.boarded or (other.shot == FROM_PORTS and not self.gifts):
                    continue
                with self.laid_aside(other):
                    able = self.can_shoot(other, close=False, bus=bus)
                if able:
                    return other, bus
        return None

    def smoke_targets(self, squad):
        """DZ-ABIL-04."""
        found = set()
        for other in self.squads.values():
            units = [u for u in other.units if u.present]
            if other is squad or other.seat != squad.seat or not units or not self.coherent(other):
                continue
            seen = [u for u in units if not (u.piece >= 0 and u.site == 0)]
            if any(self.view(one, u) for one in squad.units if one.present for u in seen):
                found.add(UNIT + other.leader.slot)
        return found

    def act(self, squad, option):
        """One action of a squad."""
        self.came_in = False
        if option == O.MOVE:
            yield from self.move(squad)
        elif option in (O.SHOOT, O.CLOSE):
            yield from self.shoot(squad, close=option == O.CLOSE)
        elif option == O.PORTS:
            other, bus = self.port_squad(squad)
            with self.laid_aside(other):
                yield from self.shoot(other, bus=bus)
        elif option == O.SMOKE:
            yield from self.lay_smoke(squad)
        elif option == O.SEARCH:
            yield from self.search(squad)
        elif option == O.SCAN:
            self.scan(squad)
        elif option == O.PASS_ON:
            yield from self.pass_on(squad)
            return
        elif option == O.DROP:
            yield from self.drop(squad)
            return
        if squad.units or option != O.MOVE:
            self.acted = 1
        yield from self.after_action(squad)

    def after_action(self, squad):
        yield from self.claim(squad)
        for other in self.squads.values():
            if other.seat == squad.seat and other is not squad:
                yield from self.claim(other)
        lead = squad.leader
        if lead and lead.present and lead.piece >= 0 and not self.came_in:
            yield from self.window(Window.INSIDE, squad=squad, piece=self.pieces[lead.piece])

    def lay_smoke(self, squad):
        squad.acts |= 1 << Act.SMOKE
        target = squad
        if Trait.SMOKE not in squad.leader.has:
            answer = yield from self.ask(Q.SMOKE, squad.seat, squad.leader.slot, self.smoke_targets(squad))
            target = self.squad_of(self.all_units[answer - UNIT])
        target.smoke = 1


def option_of(answer):
    return O(answer - OPTION)
