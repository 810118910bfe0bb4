"""What rules tell of what happens: the kinds of Dropzone Commander's events, and what the numbers of shared ones mean here."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN, EventKind
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.state import COMPASS, Act, Site


class Own(EventKind):
    """Kinds of event of Dropzone Commander alone: number, sentence, and what {word} is a member of."""

    ZONE = OWN, "{seat} takes zone {value}"
    DECLARED = OWN + 1, "{seat} declares battlegroup {value}"
    RANKED = OWN + 2, "{seat} is number {value} in the order"
    GIVES = OWN + 3, "{seat} gives the initiative away"
    DISCARDS = OWN + 4, "{seat} discards {word}", Card
    DRAWS = OWN + 5, "{seat} draws {value} cards"
    GROUP = OWN + 6, "{seat} activates battlegroup {value}"
    HELD = OWN + 7, "{seat} holds battlegroup {value}"
    JOINS = OWN + 8, "{unit} acts with it"
    ACTS = OWN + 9, "{unit}: {word}", Act
    ENTERS = OWN + 10, "{unit} comes on at {cell}"
    LANDS = OWN + 11, "{unit} lands"
    TAKES_OFF = OWN + 12, "{unit} takes off"
    BOARDS = OWN + 13, "{unit} boards {other}"
    LEAVES = OWN + 14, "{unit} leaves {other}"
    OCCUPIES = OWN + 15, "{unit} is in a Garrison: {word}", Site
    FIRES = OWN + 16, "{unit} fires at {other}"
    FIRES_AT_PIECE = OWN + 17, "{unit} fires at piece {value}"
    REACTS = OWN + 18, "{unit} reacts against {other}"
    SAVED = OWN + 19, "{unit} saves {value}"
    PIECE_HURT = OWN + 20, "the piece at {cell} suffers {value}"
    CDT = OWN + 21, "{value} collateral tokens at {cell}"
    COLLAPSE = OWN + 22, "the piece at {cell} collapses"
    WRECK = OWN + 23, "{unit} comes down at {cell}"
    STRANDED = OWN + 24, "{unit} is left behind"
    FLEES = OWN + 25, "{unit} leaves the Garrison"
    FOUND = OWN + 26, "the objective at {cell} is found"
    CLAIMS = OWN + 27, "{unit} claims objective {value}"
    DROPS = OWN + 28, "{unit} drops objective {value} at {cell}"
    HANDS_ON = OWN + 29, "{unit} hands objective {value} to {other}"
    EXTRACTS = OWN + 30, "{unit} leaves with objective {value}"
    SCANS = OWN + 31, "{unit} puts a Scan Token down"
    FACES = OWN + 32, "{unit} faces {word}", COMPASS
    NULLIFIED = OWN + 33, "{word} has no effect", Card
    SHOWS = OWN + 34, "{seat} shows its hand"
    READY = OWN + 35, "{unit} is In Readiness"
    KILLS = OWN + 36, "{seat} scores {value} Kill Points"
    LOST = OWN + 37, "objective {value} is lost"
    SQUAD_ENDS = OWN + 38, "{unit}'s squad has acted"


class Roll(IntEnum):
    """The purposes for which dice are rolled."""

    ZONE = 0
    INITIATIVE = 1
    TIE = 2
    HIT = 3
    DAMAGE = 4
    PASSIVE = 5
    DODGE = 6
    CRASH = 7
    COLLAPSE = 8
    SEARCH = 9
    FORTITUDE = 10
    COLLATERAL = 11
    AREA = 12
    CARD = 13
    SURVEY = 14


class Departure(IntEnum):
    """How a unit is lost."""

    DESTROYED = 0
