"""What is asked, of whom, answered with what, in which words; and what `state.subject` is meanwhile."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.tide_of_iron.state import CELLS, DECKS, FORCE, SLOTS, WIDTH, Card, Figure, Mark, Order, Specialty


class Decision(IntEnum):
    NONE = 0
    ASSIGN_TOKEN = 1
    DRAW_START = 2
    PLACE_MARKER = 3
    DEPLOY = 4
    DEPLOY_FORT = 5
    SELECT = 6
    FIRE_OR_MOVE = 7
    STEP = 8
    TARGET = 9
    FIGURES = 10
    ATTACK_TYPE = 11
    SUPPORT = 12
    OP_FIRE = 13
    ORDER = 14
    CASUALTY = 15
    ASSAULT_HEX = 16
    ASSAULT_SUPPORT = 17
    HIT_UNIT = 18
    RETREAT = 19
    COMMAND = 20
    DRAW = 21
    DRAW_EXTRA = 22
    OP_MODE = 23
    TRANSFER_FROM = 24
    TRANSFER_FIGURE = 25
    TRANSFER_TO = 26
    ARRIVE = 27
    CARD_UNIT = 28
    CARD_CELL = 29
    SMOKE_CELL = 30
    HEAL_UNIT = 31
    OCCUPY = 32
    GUN_CREW = 33
    CLEAR_CELL = 34


DECISIONS = len(Decision)


class Group(IntEnum):
    """Questions that one `legal` and one `apply` function answer for."""

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
    rows=[
        Question(Decision.ASSIGN_TOKEN, Group.SETUP, "owner of the token", {"unit": "give"},
                 "which squad gets {subject}", "specialisation"),
        Question(Decision.DRAW_START, Group.SETUP, "player", {"deck": "draw"}, "which deck the starting card comes from"),
        Question(Decision.PLACE_MARKER, Group.SETUP, "owner of the marker", {"cell": "place"}, "where {subject} goes", "marker"),
        Question(Decision.DEPLOY, Group.SETUP, _OWNER, {"cell": "place", "unit": "board"},
                 "where {subject} starts: a hex or a transport", "unit"),
        Question(Decision.DEPLOY_FORT, Group.SETUP, _OWNER, {"option": "option", "pass": "pass"},
                 "whether {subject} starts in a fortification", "unit"),
        Question(Decision.SELECT, Group.SELECT, _PLAYER,
                 {"pass": "finished", **{order: order for order in _ORDERS}, "card": "card", "retry": "retry"},
                 "the next action: a unit's order, a card or a contact roll; finished, if no unit can act"),
        Question(Decision.FIRE_OR_MOVE, Group.ACTIVATION, _ACTIVE, {"option": "option"},
                 "whether {subject} fires first or moves first", "unit"),
        Question(Decision.STEP, Group.STEP, _ACTIVE, {"direction": "direction", "unit": "load", "option": "option", "pass": "stop"},
                 "the next step of {subject}, or its stop", "unit"),
        Question(Decision.TARGET, Group.ACTIVATION, _ACTIVE, {"unit": "at", "cell": "shell", "pass": "pass"},
                 "what {subject} fires at", "unit"),
        Question(Decision.FIGURES, Group.ATTACK, "attacker", {"option": "option"}, "which figures of {subject} fire", "unit"),
        # about the target; -1 for an attack on a hex, `attack.cell`
        Question(Decision.ATTACK_TYPE, Group.ATTACK, "attacker", {"option": "option"},
                 "a normal or a suppressive attack on {subject}", "unit"),
        Question(Decision.SUPPORT, Group.ATTACK, "attacker", {"unit": "support", "pass": "done"},
                 "another unit to support the attack on {subject}", "unit"),
        # about the active unit
        Question(Decision.OP_FIRE, Group.ACTIVATION, "the player who is not active", {"unit": "op-fire", "pass": "decline"},
                 "which unit makes Op Fire on {subject}", "unit"),
        Question(Decision.ORDER, Group.ACTIVATION, _HOLDER, {"option": "option"},
                 "what {subject} meets first: Op Fire or mines", "unit"),
        Question(Decision.CASUALTY, Group.ASSAULT, "owner of the squad", {"figure": "figure"},
                 "which figure {subject} loses", "unit"),
        Question(Decision.ASSAULT_HEX, Group.ACTIVATION, _ACTIVE, {"direction": "direction", "pass": "pass"},
                 "which hex {subject} assaults", "unit"),
        # about the hex that is assaulted
        Question(Decision.ASSAULT_SUPPORT, Group.ASSAULT, _ACTIVE, {"unit": "support", "pass": "done"},
                 "a squad to support the assault of {subject}", "cell"),
        Question(Decision.HIT_UNIT, Group.ASSAULT, "who suffers the hits of an assault", {"unit": "hit"},
                 "which unit takes the next hit of the assault of {subject}", "cell"),
        Question(Decision.RETREAT, Group.ASSAULT, _OWNER, {"direction": "direction"}, "where {subject} retreats", "unit"),
        Question(Decision.COMMAND, Group.COMMAND, "player", {"card": "card", "bid": "bid", "pass": "done"},
                 "a card, command for the initiative, or the end of spending"),
        Question(Decision.DRAW, Group.STATUS, "player", {"deck": "draw"}, "which deck to draw from"),
        Question(Decision.DRAW_EXTRA, Group.STATUS, "player", {"deck": "draw", "pass": "pass"}, "a second card (+)"),
        Question(Decision.OP_MODE, Group.STATUS, "player", {"unit": "op-fire", "pass": "done"}, "which unit to put in Op Fire mode"),
        Question(Decision.TRANSFER_FROM, Group.STATUS, "player", {"unit": "from", "pass": "done"}, "which squad hands over a figure"),
        # about the squad that gives; the figure is `state.given`
        Question(Decision.TRANSFER_FIGURE, Group.STATUS, "player", {"figure": "figure"}, "which figure {subject} hands over", "unit"),
        Question(Decision.TRANSFER_TO, Group.STATUS, "player", {"unit": "to"}, "which squad receives the figure of {subject}", "unit"),
        Question(Decision.ARRIVE, Group.STATUS, _OWNER, {"cell": "place"}, "where {subject} arrives", "unit"),
        Question(Decision.CARD_UNIT, Group.SPECIAL, "who plays the card", {"unit": "unit", "pass": "pass"},
                 "which unit {subject} is for", "card"),
        # -1 for a demolition charge of the active unit
        Question(Decision.CARD_CELL, Group.SPECIAL, "who plays the card, or sets off the charge", {"cell": "hex"},
                 "which hex {subject} is for", "card"),
        # the hex that smoke goes next to; an engineer (the active unit) may also lay it in his own
        Question(Decision.SMOKE_CELL, Group.SPECIAL, "who lays smoke", {"cell": "hex"}, "where to lay smoke, beside {subject}", "cell"),
        # about the hex of the medic (the active unit)
        Question(Decision.HEAL_UNIT, Group.SPECIAL, "owner of the medic", {"unit": "heal-squad"},
                 "which squad in {subject} gets a figure back", "cell"),
        # about the hex of the new entrenchment; of an engineer who digs, he himself (the active unit) only
        Question(Decision.OCCUPY, Group.SPECIAL, "owner of a new entrenchment", {"unit": "occupy", "pass": "pass"},
                 "which squad occupies the new entrenchment in {subject}", "cell"),
        Question(Decision.GUN_CREW, Group.ACTIVATION, "owner of the gun", {"unit": "crew-by"}, "which unit moves {subject}", "unit"),
        Question(Decision.CLEAR_CELL, Group.ACTIVATION, _ACTIVE, {"cell": "hex"}, "which tank traps {subject} clears", "unit"),
    ],
    subjects={"card": Card, "marker": Mark, "specialisation": Specialty},
)  # fmt: skip

PASS, ORDER, UNIT, CELL, DIRECTION, DECK, BID, OPTION, FIGURE, CARD, RETRY = QUESTIONS.offsets(
    "pass", _ORDERS[0], "unit", "cell", "direction", "deck", "bid", "option", "figure", "card", "retry"
)  # ORDER + SLOTS * order + slot
GROUP_OF = QUESTIONS.group_of
