"""What is asked, of whom, answered with what, in which words; and what `state.subject` is meanwhile."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.tide_of_iron.state import CELLS, DECKS, FORCE, SLOTS, WIDTH, Card, Figure, Mark, Order, Specialty


class Group(IntEnum):
    """Groups of questions; `actions.py` says which rules answer for them."""

    SETUP = 0
    SELECT = 1
    STEP = 2
    ACTIVATION = 3  # other questions about the active unit, Op Fire at it included
    ATTACK = 4
    ASSAULT = 5  # and casualties
    SPECIAL = 6  # cards and special actions
    COMMAND = 7
    STATUS = 8


class Option(IntEnum):
    """Named answers, in the order of the action layout."""

    ENTER_ENTRENCHMENT = 0
    ENTER_PILLBOX = 1
    LEAVE = 2
    UNLOAD = 3
    CLEAR_WIRE = 4
    CLEAR_TRAPS = 5
    LAY_CHARGE = 6
    FIRE_FIRST = 7
    MOVE_FIRST = 8
    NORMAL = 9
    SUPPRESSIVE = 10
    ALL = 11
    CREW = 12
    OTHERS = 13
    OP_FIRE_FIRST = 14
    MINES_FIRST = 15


BIDS = 12  # most command in one answer; a side may go on
RETRIED = (Card.OFFENSIVE_ARTILLERY, Card.SUPPRESSIVE_BARRAGE, Card.SMOKE_MISSION)


def _words(members) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in members)


_UNITS = unit_names({"A": FORCE, "B": FORCE})
_ORDERS = _words(Order)
_DIRECTIONS = ("north-east", "east", "south-east", "south-west", "west", "north-west")
_ACTIVE, _HOLDER, _PLAYER, _OWNER = "active player", "who holds the initiative", "the player whose turn it is", "owner of the unit"


class Decision(Question):
    """What can be asked, as rows of `Question`. Beside some: what `state.subject` is."""

    NONE = 0
    ASSIGN_TOKEN = 1, Group.SETUP, "owner of the token", {"unit": "give"}, "which squad gets {subject}", "specialisation"
    DRAW_START = 2, Group.SETUP, "player", {"deck": "draw"}, "which deck the starting card comes from"
    PLACE_MARKER = 3, Group.SETUP, "owner of the marker", {"cell": "place"}, "where {subject} goes", "marker"
    DEPLOY = 4, Group.SETUP, _OWNER, {"cell": "place", "unit": "board"}, "where {subject} starts: a hex or a transport", "unit"
    DEPLOY_FORT = 5, Group.SETUP, _OWNER, {"option": "option", "pass": "pass"}, "whether {subject} starts in a fortification", "unit"
    SELECT = (6, Group.SELECT, _PLAYER, {"pass": "finished", **{order: order for order in _ORDERS}, "card": "card", "retry": "retry"},
              "the next action: a unit's order, a card or a contact roll; finished, if no unit can act")  # fmt: skip
    FIRE_OR_MOVE = 7, Group.ACTIVATION, _ACTIVE, {"option": "option"}, "whether {subject} fires first or moves first", "unit"
    STEP = (8, Group.STEP, _ACTIVE, {"direction": "direction", "unit": "load", "option": "option", "pass": "stop"},
            "the next step of {subject}, or its stop", "unit")  # fmt: skip
    TARGET = 9, Group.ACTIVATION, _ACTIVE, {"unit": "at", "cell": "shell", "pass": "pass"}, "what {subject} fires at", "unit"
    FIGURES = 10, Group.ATTACK, "attacker", {"option": "option"}, "which figures of {subject} fire", "unit"
    # The subject is the target; -1 for an attack on a hex, `attack.cell`.
    ATTACK_TYPE = 11, Group.ATTACK, "attacker", {"option": "option"}, "a normal or a suppressive attack on {subject}", "unit"
    SUPPORT = (12, Group.ATTACK, "attacker", {"unit": "support", "pass": "done"},
               "another unit to support the attack on {subject}", "unit")  # fmt: skip
    OP_FIRE = (13, Group.ACTIVATION, "the player who is not active", {"unit": "op-fire", "pass": "decline"},
               "which unit makes Op Fire on {subject}", "unit")  # the active unit  # fmt: skip
    ORDER = 14, Group.ACTIVATION, _HOLDER, {"option": "option"}, "what {subject} meets first: Op Fire or mines", "unit"
    CASUALTY = 15, Group.ASSAULT, "owner of the squad", {"figure": "figure"}, "which figure {subject} loses", "unit"
    ASSAULT_HEX = 16, Group.ACTIVATION, _ACTIVE, {"direction": "direction", "pass": "pass"}, "which hex {subject} assaults", "unit"
    ASSAULT_SUPPORT = (17, Group.ASSAULT, _ACTIVE, {"unit": "support", "pass": "done"},
                       "a squad to support the assault of {subject}", "cell")  # the hex that is assaulted  # fmt: skip
    HIT_UNIT = (18, Group.ASSAULT, "who suffers the hits of an assault", {"unit": "hit"},
                "which unit takes the next hit of the assault of {subject}", "cell")  # fmt: skip
    RETREAT = 19, Group.ASSAULT, _OWNER, {"direction": "direction"}, "where {subject} retreats", "unit"
    COMMAND = (20, Group.COMMAND, "player", {"card": "card", "bid": "bid", "pass": "done"},
               "a card, command for the initiative, or the end of spending")  # fmt: skip
    DRAW = 21, Group.STATUS, "player", {"deck": "draw"}, "which deck to draw from"
    DRAW_EXTRA = 22, Group.STATUS, "player", {"deck": "draw", "pass": "pass"}, "a second card (+)"
    OP_MODE = 23, Group.STATUS, "player", {"unit": "op-fire", "pass": "done"}, "which unit to put in Op Fire mode"
    TRANSFER_FROM = 24, Group.STATUS, "player", {"unit": "from", "pass": "done"}, "which squad hands over a figure"
    TRANSFER_FIGURE = (25, Group.STATUS, "player", {"figure": "figure"},
                       "which figure {subject} hands over", "unit")  # the squad that gives; the figure is `state.given`  # fmt: skip
    TRANSFER_TO = 26, Group.STATUS, "player", {"unit": "to"}, "which squad receives the figure of {subject}", "unit"
    ARRIVE = 27, Group.STATUS, _OWNER, {"cell": "place"}, "where {subject} arrives", "unit"
    CARD_UNIT = 28, Group.SPECIAL, "who plays the card", {"unit": "unit", "pass": "pass"}, "which unit {subject} is for", "card"
    CARD_CELL = (29, Group.SPECIAL, "who plays the card, or sets off the charge", {"cell": "hex"},
                 "which hex {subject} is for", "card")  # -1 for a demolition charge of the active unit  # fmt: skip
    # the hex that smoke goes next to; an engineer (the active unit) may also lay it in his own
    SMOKE_CELL = (30, Group.SPECIAL, "who lays smoke", {"cell": "hex"},
                  "where to lay smoke, beside {subject}", "cell")  # fmt: skip
    HEAL_UNIT = (31, Group.SPECIAL, "owner of the medic", {"unit": "heal-squad"},
                 "which squad in {subject} gets a figure back", "cell")  # the hex of the medic (the active unit)  # fmt: skip
    # the hex of the new entrenchment; of an engineer who digs, he himself (the active unit) only
    OCCUPY = (32, Group.SPECIAL, "owner of a new entrenchment", {"unit": "occupy", "pass": "pass"},
              "which squad occupies the new entrenchment in {subject}", "cell")  # fmt: skip
    GUN_CREW = 33, Group.ACTIVATION, "owner of the gun", {"unit": "crew-by"}, "which unit moves {subject}", "unit"
    CLEAR_CELL = 34, Group.ACTIVATION, _ACTIVE, {"cell": "hex"}, "which tank traps {subject} clears", "unit"


DECISIONS = len(Decision)
QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        *(Block(order, SLOTS, "unit", options=_UNITS) for order in _ORDERS),
        Block("unit", SLOTS, "unit", options=_UNITS),
        Block("cell", CELLS, "cell", width=WIDTH),
        Block("direction", len(_DIRECTIONS), "option", options=_DIRECTIONS),
        Block("deck", DECKS, first=1),
        Block("bid", BIDS, first=1),
        Block("option", len(Option), "option", options=_words(Option)),
        Block("figure", len(Figure), "option", options=_words(Figure)),
        Block("card", len(Card), "option", options=_words(Card)),
        Block("retry", len(RETRIED), "option", options=tuple("retry-" + name for name in _words(RETRIED))),
    ],
    decisions=Decision,
    subjects={"card": Card, "marker": Mark, "specialisation": Specialty},
)  # fmt: skip

PASS, ORDER, UNIT, CELL, DIRECTION, DECK, BID, OPTION, FIGURE, CARD, RETRY = QUESTIONS.offsets(
    "pass", _ORDERS[0], "unit", "cell", "direction", "deck", "bid", "option", "figure", "card", "retry"
)  # ORDER + SLOTS * order + slot
GROUP_OF = QUESTIONS.group_of
