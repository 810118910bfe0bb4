"""What rules tell of what happens: the kinds of Trench Crusade's events, and what the numbers of shared ones mean here."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN, EventKind
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.state import Deed, Verb


class Own(EventKind):
    """Kinds of event of Trench Crusade alone: number, sentence, and what {word} is a member of."""

    ACTS = OWN, "{unit}: {word}", Verb  # an Action is taken
    STANDS = OWN + 1, "{unit} stands up"
    DOWN = OWN + 2, "{unit} goes Down"
    BLOOD = OWN + 3, "blood markers of {unit}: {value}"
    BLESSED = OWN + 4, "blessing markers of {unit}: {value}"
    SPENDS_BLOOD = OWN + 5, "{seat} spends blood markers of {unit}: {value}"
    SPENDS_BLESSING = OWN + 6, "{seat} spends blessing markers of {unit}: {value}"
    BLOODBATH = OWN + 7, "{seat} pays for a Bloodbath on {unit}"
    FALLS = OWN + 8, "{unit} falls {value} inches to {cell}"
    WITH = OWN + 9, "with {word}", Weapon  # the attack before
    HIT = OWN + 10, "{unit} is hit"
    MISSED = OWN + 11, "{unit} misses"
    LOST_SHOT = OWN + 12, "the shot of {unit} is lost"
    SCATTERS = OWN + 13, "the shot of {unit} lands at {cell}"
    THROWN = OWN + 14, "{unit} is thrown to {cell}"
    TOUGH = OWN + 15, "{unit} is TOUGH"
    STANDFAST = OWN + 16, "{unit} stands fast"
    STOPPED = OWN + 17, "the activation of {unit} ends"
    MUST_ACT = OWN + 18, "{unit} must be activated next"
    AIMS = OWN + 19, "{unit} takes aim"
    FORTIFIED = OWN + 20, "{unit} has COVER"
    HIDES = OWN + 21, "{unit} hides"
    REVEALED = OWN + 22, "{unit} is seen again"
    MINED = OWN + 23, "{seat} mines the terrain at {cell}"
    DETONATES = OWN + 24, "{unit} sets off a mine"
    DEFUSED = OWN + 25, "{unit} defuses a mine"
    CLAIMS = OWN + 26, "{unit} claims the relic at {cell}"
    DEED = OWN + 27, "{seat} does a deed: {word}", Deed
    SHAKEN = OWN + 28, "{seat} is Shaken"
    RECOVERS = OWN + 29, "{seat} is no longer Shaken"
    FLEES = OWN + 30, "{seat} flees"
    DECLINES = OWN + 31, "{unit} lets {other} go"
    DIVES = OWN + 32, "{unit} dives upon {other}"
    ZONE = OWN + 33, "{seat} takes the {word} zone", ("south", "north")
    SHORT = OWN + 34, "the charge of {unit} falls short of {other}"
    HITS_NOBODY = OWN + 35, "the blast of {unit} catches nobody"
    TO_ROLL = OWN + 36, "{unit} is about to roll for {word}"  # while markers may be spent
    TO_BE_HURT = OWN + 37, "an Injury Roll on {unit} is about to be made"


class Roll(IntEnum):
    """The purposes for which dice are rolled; the first as Task."""

    NOTHING = 0
    A_SHOT = 1
    A_BLOW = 2
    A_DASH = 3
    A_CLIMB = 4
    A_JUMP = 5
    DANGEROUS_TERRAIN = 6
    THE_LEDGE = 7
    A_DIVE = 8
    AIMING = 9
    A_PRAYER = 10
    TREATMENT = 11
    FORTIFYING = 12
    A_MINE = 13
    DEFUSING = 14
    THE_PUPPET = 15
    HIDING = 16
    A_RELIC = 17
    AN_INJURY = 18
    THE_ROLL_OFF = 19
    THE_CHARGE = 20
    WHOM_IT_HITS = 21
    THE_THROW = 22
    THE_DISTANCE = 23
    MORALE = 24
    REINFORCEMENTS = 25
    SLIPPING_AWAY = 26


class Modifier(IntEnum):
    """Why there are more dice or fewer, or what is added."""

    NONE = 0
    NET_DICE = 1
    INJURY_MODIFIER = 2
    RANGED = 3
    MELEE = 4
    WEAPON = 5
    COVER = 6
    LONG_RANGE = 7
    ELEVATED = 8
    OFF_HAND = 9
    DIVE = 10
    FEAR = 11
    BLOCK = 12
    DOWN = 13
    HYMN = 14
    AIM = 15
    STALKER = 16
    SILENCED = 17
    ABILITY = 18
    BLOOD = 19
    BLESSING = 20
    CRITICAL = 21
    ARMOUR = 22
    SHORT_RANGE = 23
    DUCK = 24
    FALL = 25
    LEADER = 26
    WEAPON_MODIFIER = 27  # the weapon's INJURY MODIFIER


class Departure(IntEnum):
    """How a model leaves the board."""

    OUT_OF_ACTION = 0
    FREED = 1


class Prize(IntEnum):
    """The reasons for which points are given."""

    OBJECTIVE = 0
    RELIC = 1
    DEED = 2
