"""Shoot actions and Reaction Fire (chapters SHT, RF, CQ; DZ-SPEC; order of dice)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import COUNT, OPTION, PASS, PIECE, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import FROM_PORTS, Act, Mode, Prop, Window
from tests.lockstep.dropzone_commander.damage import Die, Losses, Shot
from tests.lockstep.dropzone_commander.grid import square
from tests.lockstep.dropzone_commander.targets import BODY

MOST_DICE = 125  # on the table at once
MODES = {OPTION + O.NORMAL: Mode.NORMAL, OPTION + O.COMBINED: Mode.COMBINED, OPTION + O.COMBINED_AIR: Mode.COMBINED_AIR}


class Shooting:
    """Part of `Battle`."""

    def can_shoot(self, squad, close, bus=None):
        """Some weapon of the squad could be fired at something."""
        modes = (Mode.NORMAL,) if close else (Mode.NORMAL, Mode.COMBINED_AIR)
        with self.at_ports(bus, squad):
            for unit in squad.units:
                for n, weapon in enumerate(unit.weapons):
                    for mode in modes if weapon.reduced else (Mode.NORMAL,):
                        if bool(weapon.close) == close and self.options(unit, n, mode, close):
                            return True
        return False

    def shoot(self, squad, close=False, bus=None):
        """A Shoot action."""
        squad.acts |= 1 << (Act.PORTS if bus else Act.CLOSE if close else Act.SHOOT)
        if bus:
            self.squad_of(bus).acts |= 1 << Act.PORTS
        for piece in self.pieces:
            piece.hit = 0
        self.shooter = squad
        for unit in squad.units if bus else ():
            unit.cell = bus.cell
        yield from self.window(Window.TARGETS)
        self.volley = []
        for n in range(len(squad.leader.weapons)):
            if bool(squad.leader.weapons[n].close) == close:
                yield from self.declare(squad, n, close, bus)
        if self.volley:
            squad.shot = FROM_PORTS if bus and not self.gifts else max(squad.shot, 1)
        self.blame = squad.seat
        yield from self.attack(squad, close, bus)
        yield from self.tokens_at_once()
        self.blame = -1
        for unit in squad.units if bus else ():
            unit.cell = -1 if unit.carrier >= 0 else unit.cell
        if bus:
            squad.tracking = squad.piercing = squad.marksmen = 0
        squad.double, self.shooter = 0, None

    def declare(self, squad, n, close, bus):
        """How, and at what, the squad fires a weapon (DZ-SHT-02)."""
        with self.at_ports(bus, squad):
            able = self.able(squad.units, n, close)
        if not able:
            return
        mode = Mode.NORMAL
        if able[0].weapons[n].reduced:
            answer = yield from self.ask(Q.MODE, squad.seat, squad.leader.slot, self.ways(able, n, close, squad, bus, len(able) > 1))
            if answer == PASS:
                return
            if answer == OPTION + O.SINGLY:
                yield from self.one_by_one(able, n, close, squad, bus)
                return
            mode = MODES[answer]
        with self.at_ports(bus, squad):
            options = {unit: self.options(unit, n, mode, close) for unit in able}
        firing = [unit for unit in able if options[unit]]
        legal = {PASS}.union(*options.values())
        if len(firing) > 1 and not firing[0].weapons[n].reduced:
            legal.add(OPTION + O.SINGLY)
        answer = yield from self.ask(Q.AIM, squad.seat, squad.leader.slot, legal)
        if answer == OPTION + O.SINGLY:
            yield from self.one_by_one(able, n, close, squad, bus)
        elif answer != PASS:
            for unit in firing:
                if answer in options[unit]:
                    self.fire(unit, n, mode, answer, options[unit], bus)
                    yield from self.strafe(unit, n, options[unit], bus)

    def able(self, units, n, close):
        """Units that could fire a weapon at something in some mode."""
        air = (Mode.COMBINED_AIR,) if units and units[0].weapons[n].reduced and not close else ()
        return [u for u in units if any(self.options(u, n, mode, close) for mode in (Mode.NORMAL, *air))]

    def ways(self, units, n, close, squad, bus, singly):
        legal = {PASS}
        with self.at_ports(bus, squad):
            for unit in units:
                if self.options(unit, n, Mode.NORMAL, close):
                    legal |= {OPTION + O.NORMAL, OPTION + O.COMBINED}
                if not close and self.options(unit, n, Mode.COMBINED_AIR, close):
                    legal.add(OPTION + O.COMBINED_AIR)
        return legal | ({OPTION + O.SINGLY} if singly else set())

    def one_by_one(self, units, n, close, squad, bus):
        for unit in units:
            mode = Mode.NORMAL
            if unit.weapons[n].reduced:
                answer = yield from self.ask(Q.MODE, squad.seat, unit.slot, self.ways([unit], n, close, squad, bus, False))
                if answer == PASS:
                    continue
                mode = MODES[answer]
            with self.at_ports(bus, squad):
                options = self.options(unit, n, mode, close)
            if options:
                answer = yield from self.ask(Q.AIM, squad.seat, unit.slot, {PASS, *options})
                if answer != PASS:
                    self.fire(unit, n, mode, answer, options, bus)
                    yield from self.strafe(unit, n, options, bus)

    def strafe(self, unit, n, options, bus):
        """More targets, each within 3 inches of another one (DZ-SPEC-17)."""
        hit = [self.volley[-1].target]
        while hit[-1] and len(hit) < unit.weapons[n].strafe:
            near = {a for a in options if a < PIECE and self.strafed(hit, self.all_units[a - UNIT])}
            if not near:
                return
            answer = yield from self.ask(Q.AIM, unit.seat, unit.slot, near | {PASS})
            if answer == PASS:
                return
            uses = unit.uses[n]
            self.fire(unit, n, Mode.NORMAL, answer, options, bus)
            unit.uses[n] = uses
            hit.append(self.volley[-1].target)

    def strafed(self, hit, target):
        return target not in hit and any(self.apart(target, other) <= 3 for other in hit)

    def fire(self, unit, n, mode, answer, options, bus=None):
        """Note a shot; the weapon is used."""
        weapon = unit.weapons[n]
        shot = Shot(unit, n, mode=mode, need=options[answer])
        if answer >= PIECE:
            shot.piece = self.pieces[answer - PIECE]
        else:
            shot.target = self.all_units[answer - UNIT]
            if weapon.close:
                shot.target = self.squad_of(shot.target)
            else:
                with self.at_ports(bus, self.squad_of(unit)):
                    shot.body = self.bodied(unit, shot.target, weapon)
        unit.fired |= 1 << n
        if weapon.limited:
            unit.uses[n] += 1
        self.volley.append(shot)

    def bodied(self, unit, target, weapon):
        """Infantry has Body Cover against this weapon (DZ-SHT-12)."""
        if not target.infantry or weapon.cover & BODY or weapon.flame:
            return False
        view = self.view(unit, target, bool(weapon.articulated))
        return view.body if view else self.blind_cover(unit, target)[1]

    def dice_of(self, shot):
        if shot.mode != Mode.NORMAL:
            return 1
        twice = shot.weapon.close and self.squad_of(shot.firer).double
        return shot.firer.shots_of(shot.weapon) * (2 if twice else 1)

    def energy_of(self, shot):
        energy = shot.weapon.energy
        if shot.mode != Mode.NORMAL:
            energy = max(energy, min(9, energy + shot.firer.shots_of(shot.weapon) - 1))
        return energy + self.squad_of(shot.firer).energy

    # From the declared shots to the losses.

    def attack(self, squad, close, bus=None):
        """Hits, damage, saves and losses of the declared shots."""
        for shot in self.volley if not close else ():
            yield from self.shield(shot)
        yield from self.window(Window.BEFORE_HITS)
        if close:
            yield from self.fight(squad)
            return
        if squad.marksmen:
            self.aim_again(squad, bus)
        self.flames()
        for shot in self.volley:
            shot.dice = [self.roll() for _ in range(1 if shot.weapon.area else self.dice_of(shot))]
        yield from self.window(Window.AFTER_HITS)
        yield from self.wound(squad)

    def fight(self, squad):
        """Close quarters: hits need no dice."""
        yield from self.window(Window.AFTER_HITS)
        yield from self.window(Window.BEFORE_DAMAGE)
        for n, dice in enumerate(self.portions(self.close_rolls(self.volley))):
            self.second_entry(dice)
            yield from self.show(dice, n == 0)
            yield from self.settle_close(dice)
        self.flared = self.burned = False
        yield from self.doom(squad)

    def wound(self, squad, react=False):
        for shot in self.volley:
            self.count_hits(shot)
        for shot in self.volley:
            yield from self.focus(shot)
        for shot in self.volley:
            yield from self.stray(shot)
        if not react:
            yield from self.window(Window.BEFORE_DAMAGE)
        losses = Losses()
        for n, dice in enumerate(self.portions(self.damage_rolls())):
            yield from self.show(dice, n == 0 and not react)
            self.save_dice(dice, losses)
        self.flared = self.burned = False
        self.lose(losses)
        yield from self.doom()

    def portions(self, rolls):
        """Damage dice as they lie on the table: (room, throw) of each roll; a portion ends where there might be no room (DZ-SHT-21)."""
        portion = []
        for room, throw in rolls:
            if len(portion) + room > MOST_DICE:
                yield portion
                portion = []
                self.more_portions += 1
            portion += throw()
        yield portion

    def show(self, dice, first):
        """The first portion is followed by the window of C14, which counts for the later ones, too."""
        self.reroll(dice)
        if first:
            self.damage_rolled = dice
            yield from self.window(Window.AFTER_DAMAGE)

    def reroll(self, dice):
        """C18: the successes once more, at close quarters, too. C14: the failures."""
        if self.flared:
            self.once_more([die for die in dice if self.damages(die)])
        if self.burned:
            self.once_more([die for die in dice if not self.damages(die)])

    def once_more(self, dice):
        for die in dice:
            if die.face and not die.again:
                die.face, die.again = self.roll(), True

    def damage_rolls(self):
        """The rolls of an attack in their order: those of all that hit, then those of what missed and hits friends."""
        for shot in self.volley:
            yield from self.area_rolls(shot) if shot.weapon.area else self.hit_rolls(shot)
        for shot in self.volley:
            for unit in shot.strays:
                yield 1, lambda shot=shot, unit=unit: [Die(shot, unit, None, self.roll(), self.energy_of(shot))]

    def hit(self, shot, face):
        if face == 1:
            return False
        if self.squad_of(shot.firer).tracking:
            return face == 6
        return face == 6 or face >= shot.need

    def count_hits(self, shot):
        """DZ-CORE-03, DZ-SPEC-07, DZ-ABIL-07."""
        good = [face for face in shot.dice if self.hit(shot, face)]
        least = shot.weapon.destroyer
        shot.sure = sum(face >= least or shot.need > least for face in good) if least else 0
        if shot.sure and Trait.LINKED in shot.firer.has:
            shot.sure = len(good)
        shot.hits = len(good) - shot.sure

    def focus(self, shot):
        """DZ-SPEC-11."""
        if not shot.weapon.focus or shot.hits <= 1 or shot.weapon.area:
            return
        answer = yield from self.ask(Q.FOCUS, shot.firer.seat, shot.firer.slot, {COUNT + n for n in range(shot.hits)})
        shot.lost = answer - COUNT
        if shot.lost > 1 and shot.hits - shot.lost > 1:
            answer = yield from self.ask(Q.SPREAD, shot.firer.seat, shot.firer.slot, {OPTION + O.ONE, OPTION + O.EACH})
            shot.share = answer == OPTION + O.EACH

    def hit_rolls(self, shot):
        energy = self.energy_of(shot)
        energies = [energy] * (shot.hits - shot.lost)
        for n in range(shot.lost):
            energies[n % len(energies) if shot.share else 0] += shot.weapon.focus
        for e in energies:
            yield 1, lambda e=e: [Die(shot, shot.target, shot.piece, self.roll(), e, shot.body)]
        for _ in range(shot.sure):
            yield 1, lambda: [Die(shot, shot.target, shot.piece, 0, energy, shot.body)]

    def area_rolls(self, shot):
        """DZ-SPEC-03, DZ-SPEC-04."""
        face, energy = shot.dice[0], self.energy_of(shot)
        if face == 1:
            return
        hit = self.hit(shot, face)
        energy -= 0 if hit else 2
        if shot.piece:
            yield 6, lambda: [Die(shot, None, shot.piece, self.roll(), energy) for _ in range(self.d3())]
            return
        for unit in self.touched(shot) if hit else [shot.target]:
            body = shot.body if unit is shot.target else self.bodied(shot.firer, unit, shot.weapon)
            yield (
                6 if unit.infantry else 1,
                lambda unit=unit, body=body: [
                    Die(shot, unit, None, self.roll(), energy, body) for _ in range(self.roll() if unit.infantry else 1)
                ],
            )

    def touched(self, shot):
        target = shot.target
        if target.piece >= 0:
            return [u for u in self.inside(self.pieces[target.piece]) if u.site == target.site]
        flying = bool(target.aircraft and target.flying)
        near = [u for u in self.ordered() if u.present and u.cell >= 0 and square(u.cell, target.cell) <= 6]
        return [u for u in near if bool(u.flying) == flying]

    # Commanders, flames, tokens.

    def shield(self, shot):
        """A Commander's player may have others of his squad shot (DZ-CMDR-05)."""
        target = shot.target
        if target is None or not target.cv:
            return
        others = {}
        options = self.targets(shot.firer, shot.place, shot.mode) if not self.reacting else self.reaction_options
        seen = self.view(shot.firer, target, bool(shot.weapon.articulated))
        for unit in self.squad_of(target).units:
            if unit is target or UNIT + unit.slot not in self.without_use(shot, options):
                continue
            view = self.view(shot.firer, unit, bool(shot.weapon.articulated))
            if view and view.hull and not (seen and seen.hull) and not shot.weapon.cover & 4:
                continue
            others[UNIT + unit.slot] = unit
        if others:
            answer = yield from self.ask(Q.SHIELD, target.seat, target.slot, {PASS, *others})
            if answer != PASS:
                found = self.without_use(shot, options)[answer]
                shot.target, shot.need = others[answer], found if isinstance(found, int) else found[0]
                shot.body = self.bodied(shot.firer, shot.target, shot.weapon)

    def without_use(self, shot, options):
        """What the weapon could be fired at, had it not been fired just now."""
        if self.reacting:
            return options
        fired, uses = shot.firer.fired, shot.firer.uses[shot.place]
        shot.firer.fired &= ~(1 << shot.place)
        for n, weapon in enumerate(shot.firer.weapons):
            if weapon.alt and weapon.alt == shot.weapon.alt:
                shot.firer.fired &= ~(1 << n)
        shot.firer.uses[shot.place] = 0
        found = self.targets(shot.firer, shot.place, shot.mode)
        shot.firer.fired, shot.firer.uses[shot.place] = fired, uses
        return found

    def aim_again(self, squad, bus):
        """C20, played after the targets are declared."""
        with self.at_ports(bus, squad):
            for shot in self.volley:
                found = self.without_use(shot, None)
                key = UNIT + shot.target.slot if shot.target else PIECE + shot.piece.number
                shot.need = found.get(key, shot.need)

    def flames(self):
        """DZ-SPEC-10."""
        for shot in self.volley:
            if shot.weapon.flame:
                piece = shot.piece or (self.pieces[shot.target.piece] if shot.target.infantry and shot.target.piece >= 0 else None)
                if piece:
                    self.mark_piece(piece, 2 if Prop.FLAMMABLE in piece.has else 1)

    def stray(self, shot):
        """Flames that miss hit friends in the same Garrison (DZ-SPEC-09)."""
        target = shot.target
        if not shot.weapon.flame or target is None or target.piece < 0:
            return
        friends = [u for u in self.inside(self.pieces[target.piece]) if u.seat == shot.firer.seat]
        for _ in range(sum(not self.hit(shot, face) for face in shot.dice) if friends else 0):
            answer = yield from self.ask(Q.STRAY, target.seat, target.slot, {UNIT + u.slot for u in friends})
            shot.strays.append(self.all_units[answer - UNIT])

    def tokens_at_once(self):
        """DZ-COL-02."""
        for piece in self.pieces:
            if piece.hit and piece.whole and piece.damage_tokens and self.inside(piece):
                yield from self.collateral(piece)
            piece.hit = 0

    # Reaction Fire.

    def reactions(self, squad):
        """Enemies shoot at Aircraft that move (chapter RF)."""
        for seat in self.order:
            if seat == squad.seat:
                continue
            for unit in [u for u in self.units if u.seat == seat]:
                for n in range(len(unit.weapons)):
                    if not unit.present:
                        continue
                    options = self.reaction_targets(unit, n, squad)
                    if not options:
                        continue
                    answer = yield from self.ask(Q.REACT, seat, unit.slot, {PASS, *options})
                    if answer != PASS:
                        yield from self.react(unit, n, options, answer)

    def react(self, unit, n, options, answer):
        need, point, view = options[answer]
        target = self.all_units[answer - UNIT]
        own = self.squad_of(unit)
        own.shot = own.shot or 1
        unit.fired |= 1 << n
        shot = Shot(unit, n, target=target, need=need, armour=11 if Trait.THRUSTERS in target.has else 0)
        if unit.weapons[n].limited:
            unit.uses[n] += 1
        kept = self.blame, self.volley
        self.blame, self.volley, self.reacting, self.reaction_options = unit.seat, [shot], True, options
        yield from self.shield(shot)
        self.reacting = False
        yield from self.window(Window.REACTED, squad=self.squad_of(target))
        shot.need = self.need(unit, n, shot.target, options[UNIT + shot.target.slot][2], Mode.NORMAL, react=True)
        self.point = options[UNIT + shot.target.slot][1]
        shot.dice = [self.roll() for _ in range(1 if shot.weapon.area else self.dice_of(shot))]
        self.falls_at = {shot.target: self.point}
        yield from self.wound(own, react=True)
        self.falls_at = {}
        self.blame, self.volley = kept
