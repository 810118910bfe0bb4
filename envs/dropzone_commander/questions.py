"""What is asked, of whom, answered with what, in which words; and what `state.subject` is meanwhile.

A squad is named by its first unit that is left.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    CELLS,
    COMPASS,
    FACINGS,
    FORCES,
    GROUPS,
    PIECES,
    SEATS,
    SLOTS,
    WIDTH,
    ZONES,
    Site,
)


class Group(IntEnum):
    """Groups of questions; `actions.py` says which rules answer for them."""

    SETUP = 0
    INITIATION = 1
    CARD = 2
    ACTIVATION = 3
    MOVE = 4  # where to, facing, sites, placing
    BOARD = 5  # Transports
    FIRE = 6
    FATE = 7  # what befalls units: Fortitude, losses, fleeing
    OBJECTIVE = 8


class Option(IntEnum):
    """Named answers, in the order of the action layout."""

    DIRECT = 0
    READINESS = 1
    KEEP = 2
    GIVE = 3
    MOVE = 4
    SHOOT = 5
    CLOSE = 6
    SEARCH = 7
    SCAN = 8
    SMOKE = 9
    PORTS = 10
    PASS_ON = 11
    DROP = 12
    LAND = 13
    ALOFT = 14
    NORMAL = 15
    COMBINED = 16
    COMBINED_AIR = 17
    SINGLY = 18
    ONE = 19
    EACH = 20
    ROLL = 21
    FAIL = 22
    YES = 23
    INSIDE = 24


def _words(members) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in members)


_UNITS = unit_names(dict(zip("ABCD", FORCES, strict=True)))
_ACTIVE, _OWNER = "active player", "owner of the unit"
COUNTS = 61


class Decision(Question):
    """What can be asked, as rows of `Question`. Beside some: what `state.subject` is."""

    NONE = 0
    ZONE = 1, Group.SETUP, "each player, highest roll first", {"zone": "zone"}, "which deployment zone is theirs"
    DECLARE = (2, Group.SETUP, "players in turn", {"group": "declare"}, "which battlegroup is declared next")
    METHOD = (
        3,
        Group.SETUP,
        "owner of the battlegroup",
        {"option": "option"},
        "how that battlegroup enters the game",
    )
    DEPLOY = (
        4,
        Group.SETUP,
        _OWNER,
        {"cell": "place", "piece": "hide-in", "pass": "stay"},
        "where {subject} is deployed",
        "unit",
    )
    KEEP = 5, Group.INITIATION, "who is ranked first", {"option": "option"}, "keep the initiative or give it to the second"
    DISCARD = (
        6,
        Group.INITIATION,
        "each player in order",
        {"card": "discard", "pass": "stop"},
        "which unwanted card is discarded",
    )
    CUT = 7, Group.INITIATION, "owner of the lost Commander", {"card": "discard"}, "which card is lost with the Commander"
    CARD = 8, Group.CARD, "who holds a playable card", {"card": "play", "pass": "pass"}, "whether a card is played now"
    CARD_UNIT = (9, Group.CARD, "who plays the card", {"unit": "on"}, "the squad or Commander that {subject} is for", "card")
    CARD_PIECE = 10, Group.CARD, "who plays the card", {"piece": "in"}, "the Garrison that {subject} is for", "card"
    CARD_SEAT = 11, Group.CARD, "who plays the card", {"seat": "against"}, "the opponent that {subject} is for", "card"
    NULLIFY = (12, Group.CARD, "opponents of who played a card", {"option": "option", "pass": "pass"},
               "whether {subject} is nullified", "card")  # fmt: skip
    DISRUPTED = 13, Group.CARD, _ACTIVE, {"unit": "name"}, "which squad has one action fewer"
    REPAIR = 14, Group.CARD, _OWNER, {"unit": "repair"}, "which unit regains a point"
    GROUP = (
        15,
        Group.ACTIVATION,
        "player in turn",
        {"group": "activate", "hold": "hold"},
        "which battlegroup is activated, or held",
    )
    AUXILIARY = (16, Group.ACTIVATION, _ACTIVE, {"unit": "declare", "pass": "done"}, "which Auxiliary squads act with it")
    SQUAD = 17, Group.ACTIVATION, _ACTIVE, {"unit": "next", "pass": "end"}, "which squad acts next"
    ACTION = 18, Group.ACTIVATION, _ACTIVE, {"option": "option", "pass": "end"}, "what {subject}'s squad does", "unit"
    MOVE = (
        19,
        Group.MOVE,
        _OWNER,
        {"cell": "to", "piece": "cross-to", "site": "site", "option": "option", "pass": "pass"},
        "where {subject} moves",
        "unit",
    )
    OUT = (20, Group.MOVE, _OWNER, {"cell": "out", "piece": "out-into"}, "where {subject} is put off", "unit")
    END_MOVE = (
        21,
        Group.MOVE,
        _OWNER,
        {"piece": "enter", "unit": "board", "pass": "stay"},
        "how the Move of {subject} ends",
        "unit",
    )
    LAND = 22, Group.MOVE, _OWNER, {"option": "option"}, "whether {subject} lands", "unit"
    FACING = 23, Group.MOVE, _OWNER, {"facing": "face"}, "where {subject}'s squad faces", "unit"
    SITE = 24, Group.MOVE, _OWNER, {"site": "site"}, "where in the Garrison {subject} stands", "unit"
    PUT = 25, Group.MOVE, _OWNER, {"cell": "put", "piece": "put-into", "unit": "board"}, "where {subject} is put", "unit"
    TRANSFER = (
        26,
        Group.BOARD,
        _ACTIVE,
        {"unit": "put-off", "taken": "take-on", "pass": "done"},
        "what {subject} puts off or takes on",
        "unit",
    )
    GO_ON = 27, Group.BOARD, _ACTIVE, {"cell": "to", "pass": "stay"}, "where {subject} flies on", "unit"
    REST = 28, Group.BOARD, _OWNER, {"unit": "board"}, "which Transport takes the rest of {subject}'s squad", "unit"
    LEAVE = 29, Group.BOARD, _OWNER, {"unit": "leave"}, "which unit is left behind"
    MODE = (30, Group.FIRE, _OWNER, {"option": "option", "pass": "hold"}, "how {subject} fires its next weapon", "unit")
    AIM = (31, Group.FIRE, _OWNER, {"unit": "at", "piece": "at-piece", "option": "option", "pass": "hold"},
           "the target of {subject}'s next weapon", "unit")  # fmt: skip
    SHIELD = (32, Group.FIRE, "owner of the Commander", {"unit": "instead", "pass": "keep"},
              "who is shot instead of {subject}", "unit")  # fmt: skip
    FOCUS = 33, Group.FIRE, _OWNER, {"count": "focus"}, "how many hits of {subject} are focused", "unit"
    SPREAD = 34, Group.FIRE, _OWNER, {"option": "option"}, "whether one hit or each is strengthened"
    REACT = (
        35,
        Group.FIRE,
        "owner of the reacting unit",
        {"unit": "at", "pass": "hold"},
        "whether {subject} reacts, and at whom",
        "unit",
    )
    SMOKE = 36, Group.FIRE, _OWNER, {"unit": "on"}, "where {subject} lays smoke", "unit"
    TIED = 37, Group.FATE, _OWNER, {"unit": "hurt"}, "which unit takes the damage"
    FORTITUDE = 38, Group.FATE, _OWNER, {"option": "option"}, "whether {subject}'s squad tests its Fortitude or fails", "unit"
    TOLL = 39, Group.FATE, "opponent with most squads inside", {"unit": "hurt"}, "which unit of {subject}'s squad is hurt", "unit"
    SCANS = 40, Group.OBJECTIVE, _OWNER, {"count": "spend"}, "how many Scan Tokens {subject} spends", "unit"
    PASS_ON = 41, Group.OBJECTIVE, _OWNER, {"unit": "to"}, "to whom {subject} hands its objective", "unit"
    DROP = 42, Group.OBJECTIVE, _OWNER, {"cell": "drop", "option": "option"}, "where {subject} drops its objective", "unit"
    EXTRACT = (
        43,
        Group.OBJECTIVE,
        _OWNER,
        {"option": "option", "pass": "stay"},
        "whether {subject} leaves with its objective",
        "unit",
    )
    STRAY = 44, Group.FATE, "owner of the target", {"unit": "burns"}, "who is hit by flames that missed {subject}", "unit"


DECISIONS = len(Decision)
QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        Block("option", len(Option), "option", options=_words(Option)),
        Block("unit", SLOTS, "unit", options=_UNITS),
        Block("taken", SLOTS, "unit", options=_UNITS),
        Block("group", GROUPS, first=1),
        Block("hold", GROUPS, first=1),
        Block("zone", ZONES, first=1),
        Block("seat", SEATS, first=0),
        Block("card", CARDS, "unit", options=_words(Card)),
        Block("piece", PIECES, first=1),
        Block("site", len(Site), "unit", options=tuple(site.name for site in Site)),
        Block("facing", FACINGS, "unit", options=COMPASS),
        Block("count", COUNTS, first=0),
        Block("cell", CELLS, "cell", width=WIDTH),
    ],
    decisions=Decision,
    subjects={"card": Card},
)  # fmt: skip

PASS, OPTION, UNIT, TAKEN, GROUP, HOLD, ZONE, SEAT, CARD, PIECE, SITE, FACING, COUNT, CELL = QUESTIONS.offsets(
    "pass", "option", "unit", "taken", "group", "hold", "zone", "seat", "card", "piece", "site", "facing", "count", "cell"
)
GROUP_OF = QUESTIONS.group_of
