"""What rules tell of what happens: the kinds of Tide of Iron's events, and what the numbers of shared ones mean here."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN


class Own(IntEnum):
    """Kinds of event of Tide of Iron alone; what their numbers mean stands beside them."""

    SUPPORTS = OWN  # unit adds value dice to an attack on other, or on a cell; MODIFIERs say how they come about
    DEFENDS = OWN + 1  # likewise, against an assault of a cell
    SHELLS = OWN + 2  # seat's off-board fire falls on a cell with value dice
    SNIPES = OWN + 3  # seat's marksmen fire at other with value dice
    EXPLODES = OWN + 4  # seat's demolition charge in a cell, value hits
    ASSAULTS = OWN + 5  # unit leads an assault of a cell, with value dice
    NET_HITS = OWN + 6  # unit is left with value hits of an attack
    SIDE_HITS = OWN + 7  # seat's units in an assault are left with value hits
    WON = OWN + 8  # the assault of a cell by unit
    REPELLED = OWN + 9  # likewise
    RETREATS = OWN + 10  # unit has lost an assault
    OVERRUNS = OWN + 11  # unit enters a cell with enemies
    FALLS_BACK = OWN + 12  # unit is stopped among enemies
    DAMAGED = OWN + 13  # unit; value: its Damage now
    ENTERS = OWN + 14  # unit goes into a Fort
    LEAVES = OWN + 15  # unit goes out of a Fort
    BOARDS = OWN + 16  # unit goes aboard other
    UNLOADS = OWN + 17  # unit leaves its transport, into a cell
    TOKEN = OWN + 18  # unit has the Specialty value
    WATCHES = OWN + 19  # unit goes into Op Fire mode
    FATIGUED = OWN + 20  # unit
    STOPPED = OWN + 21  # unit loses the rest of its activation
    LAID = OWN + 22  # a marker, Sign value, in a cell
    CLEARED = OWN + 23  # likewise
    DRAWN = OWN + 24  # seat draws the Card value
    CONTACT = OWN + 25  # seat's Card value makes contact
    SILENCE = OWN + 26  # likewise, none
    DRIFTS = OWN + 27  # seat's fire falls on another cell, or off the map
    ENDS = OWN + 28  # seat's lasting Card value
    BIDS = OWN + 29  # seat puts value command on its initiative card
    POOL = OWN + 30  # seat's initiative card changes by value
    ACTIONS = OWN + 31  # seat has value more actions in this turn
    RESERVE = OWN + 32  # unit is called up
    GIVES = OWN + 33  # unit hands a Figure value to other
    FINISHED = OWN + 34  # seat takes no more actions in this round


class Roll(IntEnum):
    """What dice are rolled for."""

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
    """What a roll comes to."""

    HITS = 0
    CANCELLED = 1
    IN_ALL = 2


class Departure(IntEnum):
    """How a unit is lost."""

    WIPED_OUT = 0
    DESTROYED = 1
    ROUTED = 2
    CUT_OFF = 3  # beaten, and nowhere to go
    LOST_ABOARD = 4
    MERGED = 5  # its last figure went to another squad


class Prize(IntEnum):
    """What points and command are for."""

    OBJECTIVES = 0
    VEHICLE = 1
    CARD = 2
    SUPPLY_DEPOT = 3


class Morale(IntEnum):
    """As Condition."""

    RALLIED = 0
    PINNED = 1
    DISRUPTED = 2


class Wear(IntEnum):
    """As Damage."""

    REPAIRED = 0
    LIGHTLY_DAMAGED = 1
    HEAVILY_DAMAGED = 2


class Sign(IntEnum):
    """As Mark."""

    RAZOR_WIRE = 0
    MINEFIELD = 1
    TANK_TRAPS = 2
    SMOKE = 3
    ENTRENCHMENT = 4
    PILLBOX = 5
    COVER_OF_SIDE_A = 6
    COVER_OF_SIDE_B = 7
    CHARGE_OF_SIDE_A = 8
    CHARGE_OF_SIDE_B = 9
