"""What units are and carry, what armies are made of, the cards of the deck."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """Types of unit. Clauses: DZ-CORE-11, T10."""

    INFANTRY = 0
    TANK = 1
    SKIMMER = 2
    WALKER = 3
    AIRCRAFT = 4
    DRONE = 5  # Aircraft of type S


class Category(IntEnum):
    COMMAND = 0
    TROOPS = 1
    STANDARD = 2
    HEAVY = 3
    SUPPORT = 4
    SCOUT = 5
    EXOTIC = 6
    AUXILIARY = 7


class GroupType(IntEnum):
    """Types of battlegroup. Clause: T2."""

    HQ = 0
    FRONTLINE = 1
    ARMOUR = 2
    VANGUARD = 3


class Load(IntEnum):
    """Classes of transport. Clause: DZ-TRN-01."""

    NONE = 0
    VEHICLE = 1
    LIGHT = 2
    INFANTRY = 3
    BUS = 4


LOADS = len(Load)


class Trait(IntEnum):
    """Special rules of a unit, bits of `unit_traits`. Chapters SPEC, ABIL."""

    RESILIENT = 0
    TOUGH = 1
    BLOODTHIRSTY = 2
    WIDE = 3
    LARGE = 4
    ARC = 5  # DZ-ABIL-06
    LINKED = 6  # DZ-ABIL-07
    BOOST = 7  # DZ-ABIL-08
    THRUSTERS = 8  # DZ-ABIL-09
    STABILISED = 9  # DZ-ABIL-10
    PORTS = 10  # DZ-ABIL-11
    HOVERCRAFT = 11  # DZ-ABIL-12
    HOVER = 12  # DZ-ABIL-13
    SMOKE = 13  # DZ-ABIL-03
    SHELL = 14  # DZ-ABIL-04
    SUPPRESSION = 15  # DZ-ABIL-05
    RARE = 16
    COMMAND_CENTRE = 17
    RAPID = 18  # Rapid Insertion; how many inches stands beside it


class Card(IntEnum):
    """The cards of the deck: C01 is number 0. Chapter CARD."""

    LOOK_AT_HAND = 0
    NULLIFY = 1
    JAM = 2
    COMMAND_BOOST = 3
    INITIATIVE_SURGE = 4
    DISRUPT = 5
    EARLY_STRIKE = 6
    REACT = 7
    TUNNEL = 8
    SNAP_UNLOAD = 9
    JINK = 10
    RUN_FOR_THE_RAMP = 11
    GUIDED_FIRE = 12
    BURNING_ROUNDS = 13
    AIR_TRACKING = 14
    PIERCING_ROUNDS = 15
    SCREEN = 16
    FLARES = 17
    OVERCHARGE = 18
    MARKSMEN = 19
    CLEAR_ROOMS = 20
    AMBUSH = 21
    INSPIRE = 22
    STAND_FIRM = 23
    SLIP_AWAY = 24
    CHARGES = 25
    BRACE = 26
    BOOBY_TRAP = 27
    REPAIRS = 28
    EXTRACTION_RUN = 29
