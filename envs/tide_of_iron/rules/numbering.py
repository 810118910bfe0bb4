"""Where each block of actions begins in the flat layout."""

from __future__ import annotations

from skirmish_rl.envs.tide_of_iron.state import CARDS, CELLS, DECKS, DIRECTIONS, FIGURES, ORDERS, SLOTS, Card, Option

PASS = 0
ORDER = 1  # ORDER + SLOTS * order + slot
UNIT = ORDER + SLOTS * ORDERS
CELL = UNIT + SLOTS
DIRECTION = CELL + CELLS
DECK = DIRECTION + DIRECTIONS
BID = DECK + DECKS  # first entry: 1 command
BIDS = 12
OPTION = BID + BIDS
FIGURE = OPTION + len(Option)
CARD = FIGURE + FIGURES
RETRY = CARD + CARDS  # contact rolls for artillery that is waiting
RETRIED = (Card.OFFENSIVE_ARTILLERY, Card.SUPPRESSIVE_BARRAGE, Card.SMOKE_MISSION)
N_ACTIONS = RETRY + len(RETRIED)
