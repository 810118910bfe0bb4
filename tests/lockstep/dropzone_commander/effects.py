"""What Command Cards do (chapter CARD)."""

from __future__ import annotations

import contextlib

from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import OPTION, PASS, PIECE, SEAT, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O

FLAGS = {Card.AIR_TRACKING: "tracking", Card.PIERCING_ROUNDS: "piercing", Card.CLEAR_ROOMS: "double", Card.MARKSMEN: "marksmen",
         Card.JINK: "jink", Card.RUN_FOR_THE_RAMP: "ramp"}  # fmt: skip
UNIT_GIFT = ("fired", "moved", "before", "transferred")  # what is as before after an action out of sequence
OF_GIFT = ("acts", "moves", "limit", "shifted")


class Effects:
    """Part of `Battle`."""

    def take_effect(self, seat, card, target):
        """A card that was not nullified resolves."""
        squad, piece = self.about
        if card in FLAGS:
            setattr(squad or self.shooter, FLAGS[card], 1)
        elif hasattr(self, "c_" + card.name.lower()):
            getattr(self, "c_" + card.name.lower())(seat, target)
        else:
            yield from getattr(self, "play_" + card.name.lower())(seat, target)

    def squad_at(self, target):
        """The squad that a card is for, None if it is gone (DZ-CARD-03)."""
        squad = self.squad_of(self.all_units[target - UNIT])
        return squad if squad.units else None

    # Cards that ask nothing.

    def c_look_at_hand(self, seat, target):
        self.shown[seat][target - SEAT] |= self.hands[target - SEAT]

    def c_jam(self, seat, target):
        for _ in range(self.d3()):
            hand = self.hand(target - SEAT)
            if hand:
                self.discard(target - SEAT, hand[self.roll(len(hand)) - 1])

    def c_command_boost(self, seat, target):
        self.boost[seat] = target - UNIT

    def c_initiative_surge(self, seat, target):
        self.surge[seat] |= 1
        self.surge[target - SEAT] |= 2

    def c_screen(self, seat, target):
        squad = self.squad_at(target)
        if squad:
            squad.screen = 1

    def c_inspire(self, seat, target):
        self.inspired[seat] = target - UNIT

    def c_overcharge(self, seat, target):
        self.about[0].energy = (0, 0, 0, 1, 1, 2, 2)[self.roll()]

    def c_extraction_run(self, seat, target):
        for squad in self.running(seat):
            squad.run = 1

    def c_guided_fire(self, seat, target):
        for shot in self.volley:
            for n, face in enumerate(shot.dice):
                if not self.hit(shot, face) and n not in shot.rolled:
                    shot.dice[n] = self.roll()
                    shot.rolled.add(n)

    def c_burning_rounds(self, seat, target):
        self.once_more([die for die in self.damage_rolled if not self.damages(die)])
        self.burned = True

    def damages(self, die):
        return self.close_success(die) if die.shot.weapon.close else self.points_of(die)[0] > 0

    def c_flares(self, seat, target):
        self.flared = True

    def c_disrupt(self, seat, target):
        self.to_disrupt += self.d3()

    def c_stand_firm(self, seat, target):
        self.steady = True

    def c_charges(self, seat, target):
        rolls = self.token_rolls
        for die in rolls["hit"] + rolls["own"]:
            if not self.token_damages(die) and not die.again:
                die.face, die.again = self.roll(), True
        self.spared_tokens = True

    def c_brace(self, seat, target):
        rolls = self.token_rolls
        for die in rolls["hit"] + rolls["own"]:
            if self.token_damages(die) and not die.again:
                die.face, die.again = self.roll(), True

    # Cards that ask.

    def name_disrupted(self):
        """C06, after all cards of the window."""
        while self.to_disrupt:
            self.to_disrupt -= 1
            squads = [s for s in self.acting(self.turn, self.group) if not s.disrupted]
            if not squads:
                continue
            answer = yield from self.ask(Q.DISRUPTED, self.turn, -1, {UNIT + s.leader.slot for s in squads})
            self.squad_at(answer).disrupted = 1

    def play_repairs(self, seat, target):
        count = self.d3()
        for _ in range(count):
            squad = self.squad_at(target)
            hurt = [u for u in squad.units if u.dp < u.full] if squad else []
            if not hurt:
                return
            answer = yield from self.ask(Q.REPAIR, seat, -1, {UNIT + u.slot for u in hurt})
            self.all_units[answer - UNIT].dp += 1

    def play_early_strike(self, seat, target):
        """C07."""
        squad = self.squad_at(target)
        if not squad or squad.activated:
            return
        kept = self.turn, self.group, self.acted, self.active
        cargo = self.groups_aboard(squad)
        if squad.group < 0 and cargo:
            self.declare_auxiliary(squad, min(cargo))
        self.turn, self.group, self.acted = seat, self.group_of(squad), 1
        self.striking = True
        yield from self.squad_acts(squad)
        self.striking = False
        self.turn, self.group, self.acted, self.active = kept

    # Actions out of sequence (DZ-CARD-07).

    def keep_for_gift(self, squad):
        kept = [(unit, name, getattr(unit, name)) for unit in squad.units for name in UNIT_GIFT]
        kept += [(squad, name, getattr(squad, name)) for name in OF_GIFT]
        for unit in squad.units:
            unit.fired = unit.moved = unit.before = unit.transferred = 0
        squad.acts = squad.moves = squad.shifted = squad.entered = 0
        squad.limit = 1
        self.gifts += 1
        return kept

    def give_back(self, kept):
        self.gifts -= 1
        for thing, name, value in kept:
            setattr(thing, name, value)

    @contextlib.contextmanager
    def laid_aside(self, squad):
        """What Infantry aboard has fired does not count in an action out of sequence of its bus, nor that afterwards."""
        kept = [(unit, unit.fired) for unit in squad.all] if self.gifts else []
        for unit, _ in kept:
            unit.fired = 0
        yield
        for unit, fired in kept:
            unit.fired = fired

    def as_gift(self, squad, question):
        """A question about a squad as if it acted out of sequence."""
        kept = self.keep_for_gift(squad)
        found = question()
        self.give_back(kept)
        return found

    def gift_actions(self, squad):
        return self.as_gift(squad, lambda: self.actions(squad) - {OPTION + O.SEARCH, OPTION + O.SCAN})

    def play_react(self, seat, target):
        """C08."""
        squad = self.squad_at(target)
        legal = self.gift_actions(squad) if squad else set()
        if not legal:
            return
        kept = self.keep_for_gift(squad)
        answer = yield from self.ask(Q.ACTION, seat, squad.leader.slot, legal | {PASS})
        if answer != PASS:
            acted = self.acted
            yield from self.act(squad, O(answer - OPTION))
            self.acted = acted
        squad.tracking = squad.piercing = squad.marksmen = 0
        self.give_back(kept)
        self.calm(squad)

    def play_ambush(self, seat, target):
        """C22."""
        squad, prey = self.squad_at(target), self.about[0]
        if not squad or not prey.units or not self.as_gift(squad, lambda: self.against(prey, squad)):
            return
        kept, self.prey = (self.keep_for_gift(squad), self.prey), prey.number
        shooter, blame = self.shooter, self.blame
        yield from self.shoot(squad, close=True)
        self.shooter, self.blame, self.prey = shooter, blame, kept[1]
        self.give_back(kept[0])
        yield from self.after_action(squad)

    def play_slip_away(self, seat, target):
        """C25."""
        squad, piece = self.squad_at(target), self.about[1]
        if not squad or squad.leader.piece != piece.number or not self.slips(squad, piece):
            return
        kept = self.keep_for_gift(squad)
        answer = yield from self.ask(Q.MOVE, seat, squad.leader.slot, self.slips(squad, piece))
        yield from self.go_out(squad, piece, answer)
        self.give_back(kept)
        if squad.units:
            yield from self.after_action(squad)

    def play_snap_unload(self, seat, target):
        """C10."""
        squad = self.squad_at(target)
        aboard = [self.squad_of(u) for transport in squad.units for u in self.aboard(transport)] if squad else []
        for other in sorted(set(aboard), key=lambda s: s.number):
            if self.ways_out(other):
                yield from self.get_out(other, unpunished=True)

    def play_tunnel(self, seat, target):
        self.tunnel = self.pieces[target - PIECE]
        return
        yield

    def play_booby_trap(self, seat, target):
        """C28."""
        _, piece = self.about
        if not piece.whole:
            return
        kept, self.blame = self.blame, seat
        before = piece.damage_tokens
        self.automatic_hits(self.roll(), 10, piece=piece)
        yield from self.doom()
        if piece.whole and piece.damage_tokens > before and self.inside(piece):
            yield from self.collateral(piece)
        piece.hit, self.blame = 0, kept
