"""What rules tell of what happens: the kinds of Tide of Iron's events, and what the numbers of shared ones mean here."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN, EventKind
from skirmish_rl.envs.tide_of_iron.state import Card, Figure, Fort, Specialty

WEAR = ("repaired", "lightly damaged", "heavily damaged")  # by Damage
SIGNS = (
    "razor wire", "minefield", "tank traps", "smoke", "entrenchment", "pillbox", "cover of side a", "cover of side b", "charge of side a",
    "charge of side b",
)  # by Mark  # fmt: skip


class Own(EventKind):
    """Kinds of event of Tide of Iron alone: number, sentence, and what {word} is a member of."""

    SUPPORTS = OWN, "{unit} supports with {value} dice"  # attack on other, or on a cell; MODIFIERs say how the dice come about
    DEFENDS = OWN + 1, "{unit} fights back with {value} dice"  # likewise, against an assault of a cell
    SHELLS = OWN + 2, "off-board fire of {seat} falls on {cell} with {value} dice"
    SNIPES = OWN + 3, "marksmen of {seat} fire at {other} with {value} dice"
    EXPLODES = OWN + 4, "{seat}'s charge goes off at {cell}: {value} hits"
    ASSAULTS = OWN + 5, "{unit} assaults {cell} with {value} dice"
    NET_HITS = OWN + 6, "{unit} takes {value} net hits"  # of an attack
    SIDE_HITS = OWN + 7, "{seat} takes {value} net hits at {cell}"  # of an assault
    WON = OWN + 8, "{unit} wins the assault of {cell}"
    REPELLED = OWN + 9, "{unit}'s assault of {cell} is beaten off"
    RETREATS = OWN + 10, "{unit} must retreat from {cell}"  # it has lost an assault
    OVERRUNS = OWN + 11, "{unit} drives in among the enemies at {cell}"
    FALLS_BACK = OWN + 12, "{unit} is stopped among enemies and falls back"
    DAMAGED = OWN + 13, "{unit} is {word}", WEAR  # value: its Damage now
    ENTERS = OWN + 14, "{unit} goes into the {word} at {cell}", Fort
    LEAVES = OWN + 15, "{unit} leaves the {word} at {cell}", Fort
    BOARDS = OWN + 16, "{unit} boards {other}"
    UNLOADS = OWN + 17, "{unit} gets off at {cell}"
    TOKEN = OWN + 18, "{unit} becomes {word}", Specialty
    WATCHES = OWN + 19, "{unit} goes into Op Fire mode"
    FATIGUED = OWN + 20, "{unit} is fatigued"
    STOPPED = OWN + 21, "{unit}'s activation ends"
    LAID = OWN + 22, "{word} at {cell}", SIGNS  # a marker; value: its Mark
    CLEARED = OWN + 23, "no more {word} at {cell}", SIGNS  # likewise
    DRAWN = OWN + 24, "{seat} draws {word}", Card
    CONTACT = OWN + 25, "contact for {seat}'s {word}", Card
    SILENCE = OWN + 26, "no contact for {seat}'s {word}", Card
    DRIFTS = OWN + 27, "the fire drifts: {cell}"  # or off the map
    ENDS = OWN + 28, "{seat}'s {word} ends", Card
    BIDS = OWN + 29, "{seat} puts {value} command on its initiative card"
    POOL = OWN + 30, "{seat}'s initiative card: {value:+d}"
    ACTIONS = OWN + 31, "{seat} has {value} more actions in this turn"
    RESERVE = OWN + 32, "{unit} is called up"
    GIVES = OWN + 33, "{unit} hands a figure to {other}: {word}", Figure
    FINISHED = OWN + 34, "{seat} takes no more actions in this round"


class Roll(IntEnum):
    """The purposes for which dice are rolled."""

    NORMAL_ATTACK = 0  # as Blow
    SUPPRESSIVE_ATTACK = 1
    DEFENCE = 2
    ASSAULT = 3
    COVER = 4  # of all defenders of an assault
    HITS_BACK = 5
    MINES = 6
    CONTACT = 7
    ACCURACY = 8
    DRIFT = 9  # its direction
    HEALING = 10
    THE_CARD = 11  # that is drawn
    INITIATIVE = 12  # in the first round, where a die says who has it


class Modifier(IntEnum):
    """Why there are more dice or fewer, what they need, and what else counts."""

    NONE = 0
    NEEDS_1 = 1  # or more; the member of a face is the face
    NEEDS_2 = 2
    NEEDS_3 = 3
    NEEDS_4 = 4
    NEEDS_5 = 5
    NEEDS_6 = 6
    OPPORTUNITY_FIRE = 7
    CLOSE_RANGE = 8  # plus Reach
    NORMAL_RANGE = 9
    LONG_RANGE = 10
    FIGURES = 11
    WEAPON = 12
    CREW = 13  # alone
    NO_CREW = 14
    MORTAR = 15
    ANTI_TANK = 16
    FLAMETHROWER = 17
    CONCUSSION = 18
    CARD = 19
    MOVING = 20
    SUPPORTING = 21
    PINNED = 22
    IN_WIRE = 23
    IN_MINES = 24
    HEAVY_DAMAGE = 25
    EXPERTS = 26  # dice rolled again
    TERRAIN = 27
    ENTRENCHMENT = 28
    PILLBOX = 29
    TANK_TRAPS = 30
    TAKE_COVER = 31
    ELITE = 32
    OFFICER = 33
    MEDIC = 34
    ARMOUR = 35
    DAMAGE = 36
    THICK_ARMOUR = 37
    PRIORITY = 38
    NO_STEP_BACK = 39


class Yield(IntEnum):
    """The kinds of result of a roll."""

    HITS = 0
    CANCELLED = 1


class Departure(IntEnum):
    """How a unit is lost."""

    WIPED_OUT = 0
    DESTROYED = 1
    ROUTED = 2
    CUT_OFF = 3  # beaten, and nowhere to go
    LOST_ABOARD = 4
    MERGED = 5  # its last figure went to another squad


class Prize(IntEnum):
    """The reasons for which points and command are given."""

    OBJECTIVES = 0
    VEHICLE = 1
    CARD = 2
    SUPPLY_DEPOT = 3
