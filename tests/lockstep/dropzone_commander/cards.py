"""Command Cards: hands, windows, and which may be played when (chapter CARD)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import CARD, OPTION, PASS, PIECE, SEAT, UNIT
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.questions import Option as O
from skirmish_rl.envs.dropzone_commander.state import Act, Window
from tests.lockstep.dropzone_commander.grid import gap

WHEN = [  # C01 to C30, as the dossier's list says it: the windows in which each may be played; Nullify answers cards
    [Window.OWN_GROUP], [], [Window.OWN_GROUP], [Window.BEFORE_ROLL], [Window.BEFORE_ROLL],
    [Window.DECLARED], [Window.AFTER_DRAWING], [Window.SQUAD_DONE], [Window.LEAVING], [Window.SQUAD_DONE],
    [Window.REACTED], [Window.CHOSEN], [Window.AFTER_HITS], [Window.AFTER_DAMAGE], [Window.TARGETS],
    [Window.TARGETS], [Window.AFTER_DISCARDS], [Window.BEFORE_DAMAGE], [Window.CHOSEN], [Window.BEFORE_HITS],
    [Window.TARGETS], [Window.ENTERED], [Window.AFTER_DRAWING], [Window.FORTITUDE], [Window.ENTERED],
    [Window.COLLATERAL], [Window.COLLATERAL], [Window.ENTERED, Window.INSIDE], [Window.SQUAD_DONE], [Window.DECLARED],
]  # fmt: skip
OWN_SQUAD = (Card.RUN_FOR_THE_RAMP, Card.OVERCHARGE, Card.AIR_TRACKING, Card.PIERCING_ROUNDS, Card.CLEAR_ROOMS, Card.MARKSMEN,
             Card.GUIDED_FIRE, Card.BURNING_ROUNDS, Card.JINK, Card.TUNNEL)  # fmt: skip
AT_UNITS = (
    Card.COMMAND_BOOST,
    Card.INSPIRE,
    Card.SCREEN,
    Card.EARLY_STRIKE,
    Card.REACT,
    Card.SNAP_UNLOAD,
    Card.REPAIRS,
    Card.AMBUSH,
    Card.SLIP_AWAY,
)
AT_SEATS = (Card.LOOK_AT_HAND, Card.JAM, Card.INITIATIVE_SURGE)


class Cards:
    """Part of `Battle`."""

    def hand(self, seat):
        return [card for card in range(30) if self.hands[seat] >> card & 1]

    def discard(self, seat, card):
        self.hands[seat] &= ~(1 << card)
        self.discards[seat] |= 1 << card

    def draw(self, seat):
        cards = [card for card in range(30) if self.deck[seat] >> card & 1]
        card = cards[self.roll(len(cards)) - 1]
        self.deck[seat] &= ~(1 << card)
        self.hands[seat] |= 1 << card

    # Windows (DZ-CARD-02, DZ-CARD-06, DZ-MULTI-09).

    def window(self, window, squad=None, piece=None):
        """Cards are played one after the other until all pass; the last takes effect first."""
        if not any(self.hands):
            return
        about = self.about
        self.about = squad, piece
        stack, passes, turn = [], 0, 0
        order = list(range(self.seats)) if window == Window.BEFORE_ROLL and self.round == 1 else list(self.order)
        while passes < len(order):
            seat = order[turn % len(order)]
            turn += 1
            legal = {CARD + card for card in Card if window in WHEN[card] and self.may_play(seat, card, window)}
            answer = PASS
            if legal:
                answer = yield from self.ask(Q.CARD, seat, -1, legal | {PASS})
            if answer == PASS:
                passes += 1
                continue
            passes = 0
            yield from self.put_down(seat, Card(answer - CARD), stack)
        for seat, card, target in reversed(stack):
            yield from self.take_effect(seat, card, target)
        yield from self.name_disrupted()
        self.about = about

    def put_down(self, seat, card, stack):
        """A card is played: its target, and whether it is nullified."""
        legal = self.aims(seat, card)
        target = None
        if legal:
            kind = Q.CARD_UNIT if card in AT_UNITS else Q.CARD_SEAT if card in AT_SEATS else Q.CARD_PIECE
            target = yield from self.ask(kind, seat, int(card), legal)
        self.discard(seat, card)
        void = yield from self.nullified(seat, card)
        if not void:
            stack.append((seat, card, target))

    def nullified(self, seat, card):
        """An opponent answers with C02, which may be answered (C02)."""
        for other in self.order:
            if other != seat and self.hands[other] >> Card.NULLIFY & 1:
                answer = yield from self.ask(Q.NULLIFY, other, int(card), {OPTION + O.YES, PASS})
                if answer != PASS:
                    self.discard(other, Card.NULLIFY)
                    void = yield from self.nullified(other, Card.NULLIFY)
                    if not void:
                        return True
        return False

    def may_play(self, seat, card, window):
        if not self.hands[seat] >> card & 1:
            return False
        squad, piece = self.about
        if card in OWN_SQUAD:
            squad = squad or self.shooter
            return squad.seat == seat and bool(squad.units) and self.influenced(seat, squad) and self.fits(card, squad)
        if card in AT_UNITS or card in AT_SEATS:
            return self.in_turn(seat, card) and bool(self.aims(seat, card))
        if card == Card.DISRUPT:
            return self.turn != seat and bool(self.acting(self.turn, self.group))
        if card == Card.EXTRACTION_RUN:
            return self.turn == seat and bool(self.running(seat))
        if card == Card.FLARES:
            return self.shooter.seat != seat and any(self.influenced(seat, s) for s in self.shot_at(seat))
        if card == Card.BOOBY_TRAP:
            return squad.seat != seat and bool(squad.units) and piece.whole and self.influenced_cells(seat, piece.cells)
        if card == Card.STAND_FIRM:
            return squad.seat == seat
        return card != Card.NULLIFY

    def in_turn(self, seat, card):
        squad, _ = self.about
        if card in (Card.LOOK_AT_HAND, Card.JAM):
            return self.turn == seat
        if card in (Card.REACT, Card.SNAP_UNLOAD):
            return squad.seat != seat
        return True

    def fits(self, card, squad):
        """Whether a card for the own squad would do anything."""
        if card == Card.CLEAR_ROOMS:
            return bool(squad.acts >> Act.CLOSE & 1)
        if card == Card.TUNNEL:
            return bool(self.tunnels(squad))
        if card == Card.JINK:
            return squad.leader.aircraft
        if card == Card.RUN_FOR_THE_RAMP:
            return any(u.need for u in squad.units)
        return True

    def shot_at(self, seat):
        """Squads of a player that the shots are aimed at."""
        squads = [shot.target for shot in self.volley if shot.target]
        squads = [s if hasattr(s, "units") else self.squad_of(s) for s in squads]
        return [s for s in squads if s.seat == seat and s.units]

    # Targets.

    def aims(self, seat, card):
        """What a card may be aimed at, as actions; empty for a card without a target."""
        if card in AT_SEATS:
            others = [other for other in range(self.seats) if other != seat]
            if card == Card.INITIATIVE_SURGE:
                return {SEAT + other for other in others} if self.cv(seat) else set()
            return {SEAT + other for other in others} if any(self.hand(other) for other in others) else set()
        if card in (Card.COMMAND_BOOST, Card.INSPIRE):
            return {UNIT + u.slot for u in self.units if u.seat == seat and u.cv and u.on}
        if card == Card.TUNNEL:
            return {PIECE + p.number for p in self.tunnels(self.about[0])}
        if card in AT_UNITS:
            own = [s for s in self.squads.values() if s.seat == seat and s.units]
            return {UNIT + s.leader.slot for s in own if self.suits(seat, card, s)}
        return set()

    def suits(self, seat, card, squad):
        entering, piece = self.about
        if card == Card.REPAIRS:
            return any(u.dp < u.full for u in squad.units)
        if not self.influenced(seat, squad):
            return False
        if card == Card.EARLY_STRIKE:
            return not squad.activated
        if card == Card.REACT:
            return bool(self.gift_actions(squad))
        if card == Card.SNAP_UNLOAD:
            return any(u.present and self.aboard(u) for u in squad.units)
        if card in (Card.AMBUSH, Card.SLIP_AWAY):
            if entering.seat == seat or not entering.units or not any(u.present and u.piece == piece.number for u in squad.units):
                return False
            if card == Card.AMBUSH:
                return self.as_gift(squad, lambda: self.against(entering, squad))
            return not self.pinned(squad) and bool(self.slips(squad, piece))
        return True

    def against(self, prey, squad):
        kept, self.prey = self.prey, prey.number
        found = self.can_shoot(squad, close=True)
        self.prey = kept
        return found

    def slips(self, squad, piece):
        return self.ways_to_leave(squad, piece) | {PIECE + n for n in piece.links if self.room_in(self.pieces[n], squad)}

    def tunnels(self, squad):
        """Garrisons within 12 inches (C09)."""
        own = self.pieces[squad.leader.piece]
        return [p for p in self.pieces if p is not own and self.room_in(p, squad) and gap(p.cells, own.cells) <= 12]

    def running(self, seat):
        return [s for s in self.acting(seat, self.group) if any(u.room for u in s.units)]
