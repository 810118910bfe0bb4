"""Damage dice, saves and losses (DZ-SHT-14 to 19, DZ-SPEC-07, 08, 14, 19, 20; chapter CQ)."""

from __future__ import annotations

from dataclasses import dataclass, field

from skirmish_rl.envs.dropzone_commander.data.schema import DEVASTATED
from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.questions import UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.state import Prop


@dataclass(eq=False)
class Shot:
    """A weapon fired in an attack."""

    firer: object
    place: int
    target: object = None  # a unit, or of close quarters a squad
    piece: object = None
    mode: int = 0
    need: int = 0
    body: bool = False
    armour: int = 0  # that counts instead of the printed one
    strays: list = field(default_factory=list)  # friends that flames hit instead
    dice: list = field(default_factory=list)
    rolled: set = field(default_factory=set)  # places of dice that were re-rolled
    hits: int = 0
    sure: int = 0
    lost: int = 0
    share: bool = False

    @property
    def weapon(self):
        return self.firer.weapons[self.place]


@dataclass(eq=False)
class Die:
    """A damage die, or an automatic Critical (face 0)."""

    shot: Shot
    target: object
    piece: object
    face: int
    energy: int
    body: bool = False
    again: bool = False


@dataclass
class Losses:
    """What an attack will have done: points that units lose, points and tokens of pieces."""

    lost: dict = field(default_factory=dict)
    hurt: dict = field(default_factory=dict)
    tokens: dict = field(default_factory=dict)


class Damage:
    """Part of `Battle`."""

    def devastation(self, weapon, target, piece):
        """DZ-SPEC-08."""
        names = {name for n, name in enumerate(DEVASTATED) if weapon.devastates >> n & 1}
        if not weapon.devastator:
            return 1
        fits = "all" in names
        if piece:
            fits = fits or "scenery" in names or ("flammable_scenery" in names and Prop.FLAMMABLE in piece.has)
        else:
            fits = fits or Kind(target.kind).name.lower() in names
            fits = fits or ("vehicle" in names and target.vehicle) or ("aircraft" in names and target.aircraft)
        return weapon.devastator if fits else 1

    def penetrates(self, shot):
        return shot is not None and (shot.weapon.penetrative or self.squad_of(shot.firer).piercing)

    def points_of(self, die):
        """(damage, critical) of a damage die before saves."""
        weapon = die.shot.weapon if die.shot else None
        factor = self.devastation(weapon, die.target, die.piece) if weapon else 1
        if die.piece and weapon and weapon.tech_killer:
            return 0, False
        if die.piece:
            armour = die.piece.armour
        else:
            armour = (die.shot.armour if die.shot and die.shot.armour else die.target.armour) + die.body
        total = die.face + die.energy
        critical = die.face == 0 or total >= armour + 2
        if die.face == 1 or not (critical or total >= armour or (die.face == 6 and self.penetrates(die.shot))):
            return 0, False
        doubled = critical and not die.piece and Trait.RESILIENT not in die.target.has
        return factor * (2 if doubled else 1), critical

    def passive(self, unit):
        if self.squad_of(unit).screen:
            return min(unit.passive or 5, 5)
        return unit.passive

    def saved(self, unit, points, energy):
        """Points of damage that Passive saves cancel (DZ-SHT-16)."""
        need = self.passive(unit)
        if not need or energy >= 13:
            return 0
        return sum(face >= need and face != 1 for face in [self.roll() for _ in range(points)])

    def settle_dice(self, dice):
        """Saves and losses of dice that fall together."""
        losses = Losses()
        self.save_dice(dice, losses)
        self.lose(losses)

    def save_dice(self, dice, losses):
        """Passive saves; what is left is lost later."""
        for die in dice:
            points, critical = self.points_of(die)
            if not points:
                continue
            if die.piece:
                losses.hurt[die.piece] = losses.hurt.get(die.piece, 0) + points
                losses.tokens[die.piece] = losses.tokens.get(die.piece, 0) + critical
            else:
                printed = die.shot.weapon.energy if die.shot else die.energy
                losses.lost[die.target] = losses.lost.get(die.target, 0) + points - self.saved(die.target, points, printed)

    def lose(self, losses):
        """All DP of an attack at once (DZ-SHT-04)."""
        for unit, points in losses.lost.items():
            self.hurt_unit(unit, points)
        for piece, points in losses.hurt.items():
            self.hurt_piece(piece, points, losses.tokens[piece])

    def hurt_unit(self, unit, points):
        if points and unit.dp:
            unit.dp = max(0, unit.dp - points)
            if unit.dp == 0:
                unit.killer = self.blame

    def hurt_piece(self, piece, points, tokens=0):
        if piece.dp:
            piece.dp = max(0, piece.dp - points)
            if piece.dp == 0:
                piece.killer = self.blame
        if points or tokens:
            piece.hit = 1
        if tokens:
            self.mark_piece(piece, tokens)

    def mark_piece(self, piece, tokens):
        """Collateral Damage tokens; none on what is not Destructible (DZ-COL-08)."""
        if Prop.DESTRUCTIBLE in piece.has:
            piece.damage_tokens += tokens
            piece.blame, piece.hit = self.blame, 1

    def automatic_hits(self, count, energy, unit=None, piece=None, body=False):
        """N automatic hits on one unit or piece: all dice, then its saves (DZ-SHT-15)."""
        dice = [Die(None, unit, piece, self.roll(), energy, body) for _ in range(count)]
        self.settle_dice(dice)

    # Close quarters.

    def close_rolls(self, shots):
        """The rolls at close quarters (DZ-CQ-04)."""
        for shot in shots:
            leader, energy = shot.target.leader, self.energy_of(shot)
            for _ in range(self.dice_of(shot)):
                yield 1, lambda shot=shot, leader=leader, energy=energy: [Die(shot, leader, None, self.roll(), energy)]

    def second_entry(self, dice):
        """Who came in during this activation rolls the successes once more (DZ-CQ-06)."""
        squad = self.shooter
        if squad.entered and not squad.rapid and not self.gifts:
            for die in dice:
                if self.close_success(die):
                    die.face, die.again = self.roll(), True

    def close_success(self, die):
        return die.face != 1 and (die.face + die.energy >= die.target.armour or (die.face == 6 and self.penetrates(die.shot)))

    def close_saves(self, unit):
        """A Passive save, then a Dodge save against one point."""
        need = self.passive(unit)
        if need and (face := self.roll()) != 1 and face >= need:
            return True
        return bool(unit.dodge) and (face := self.roll()) != 1 and face >= unit.dodge

    def settle_close(self, dice):
        """Die by die: who is hurt, the saves, the loss."""
        for die in dice:
            if not self.close_success(die):
                continue
            squad = self.squad_of(die.target)
            unit = yield from self.most_damaged(squad)
            if unit and not self.close_saves(unit):
                self.hurt_unit(unit, 1)
                squad.close = 1

    def most_damaged(self, squad):
        """The most damaged unit; its owner chooses among equals (DZ-CQ-05)."""
        standing = [u for u in squad.units if u.dp]
        tied = [u for u in standing if u.dp == min(s.dp for s in standing)]
        if len(tied) < 2:
            return next(iter(tied), None)
        answer = yield from self.ask(Q.TIED, squad.seat, -1, {UNIT + u.slot for u in tied})
        return self.all_units[answer - UNIT]
