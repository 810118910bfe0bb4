"""Command Cards (chapter CARD)."""

from __future__ import annotations


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

    def window(self, window, squad=None, piece=None):
        return False
        yield
