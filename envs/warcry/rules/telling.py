"""What rules tell of what happens: the kinds of Warcry's events, and what the numbers of shared ones mean here."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN, EventKind
from skirmish_rl.envs.warcry.state import Ability, Group, Reaction

ROLES = ("attacker", "defender")
DEPLOYMENTS = ("first", "second")  # red and blue on the deployment map; no colour is printed, since seats have colours of their own
SIZES = ("nothing", "a single", "a double", "a triple", "a quad")


class Own(EventKind):
    """Kinds of event of Warcry alone: number, sentence, and what {word} is a member of."""

    ROLE = OWN, "{seat} is the {word}", ROLES
    COLOUR = OWN + 1, "{seat} takes the {word} deployment", DEPLOYMENTS
    GROUPED = OWN + 2, "{unit} joins the {word} group", Group
    SQUEEZED = OWN + 3, "the {word} group of {seat} does not fit", Group
    SINGLES = OWN + 4, "{seat} counts {value} singles"
    WILD = OWN + 5, "{seat} receives {value} wild dice"
    AS_SINGLE = OWN + 6, "{seat} uses a wild die as a single"
    PAIRED = OWN + 7, "{seat} adds a wild die to the {value}s"
    CHANGED = OWN + 8, "{seat} turns the {value}s into 6s"
    NAMED = OWN + 9, "{seat} names the objective at {cell}"
    GOES_FIRST = OWN + 10, "{seat} goes first"
    PASSES = OWN + 11, "{seat} passes"
    WAITS = OWN + 12, "{unit} waits"
    ENDS = OWN + 13, "{unit}'s activation is over"
    USES = OWN + 14, "{unit} uses {word}", Ability  # other: the score of the set that is spent
    AIMS = OWN + 15, "{unit} chooses {other}"
    REACTS = OWN + 16, "{unit} reacts: {word}", Reaction
    CRITICALS = OWN + 17, "{value} of them critical"
    CLIMBS = OWN + 18, "{unit} climbs at {cell} to {value} half inches"
    DISENGAGES = OWN + 19, "{unit} disengages to {cell}"
    FALLS = OWN + 20, "{unit} falls to {cell}"
    PULLED = OWN + 21, "{unit} is pulled to {cell}"
    TAKES = OWN + 22, "{unit} picks up treasure {value}"
    DROPS = OWN + 23, "{unit} drops treasure {value} at {cell}"
    TREASURE = OWN + 24, "treasure {value} lies at {cell}"
    LOOTS = OWN + 25, "{unit} loots the objective at {cell}"
    FORFEITS = OWN + 26, "{unit} forfeits an action"
    COUNTS_FOR = OWN + 27, "{unit} counts for the objective at {cell}"
    STOPS_WAITING = OWN + 28, "{unit} no longer waits"  # it has lost the activation that it waited for
    TRAIT = OWN + 29, "{unit} shoots closer than its shortest range"
    COUNTERS = OWN + 30, "{unit} counters for {value} damage"
    DISCARDS = OWN + 31, "{seat} discards {value} wild dice"
    STAYS_AWAY = OWN + 32, "{unit} is not set up"


class Roll(IntEnum):
    """The purposes for which dice are rolled."""

    ROLE = 0
    DEPLOYMENT = 1
    INITIATIVE = 2
    TIE = 3  # of the initiative
    SEIZING = 4
    ATTACK = 5
    COVER = 6
    STRIKE = 7
    STRIKE_DAMAGE = 8
    EDGE = 9
    IMPACT = 10
    BOLAS = 11
    DART = 12
    RELIC = 13


class Modifier(IntEnum):
    """Why dice, figures or damage differ."""

    NONE = 0
    COVER = 1  # these three: Toughness
    DEFIANT = 2
    HARDY = 3
    ONSLAUGHT = 4  # these four: dice
    SAVAGE_FURY = 5
    UNLEASHED = 6
    TROPHY = 7
    CRUSHING_BLOW = 8  # these three: Strength
    DEATH_FROM_ABOVE = 9
    UNLEASHED_STRENGTH = 10
    KEEN = 11  # criticals on 5 and more
    CLASHING_IRON = 12  # these three: criticals that count as hits
    COWERING = 13
    TOOK_COVER = 14
    HUNTERS_EYE = 15  # damage of each hit and critical
    BRUTE_RESILIENCE = 16  # damage of each hit
    ONES = 17  # Counter: a die showed 1
    MISSES = 18  # Counter: two or more missed
    DEADLY = 19  # the impact is that of deadly ground


class Yield(IntEnum):
    """The kinds of result of a roll."""

    DAMAGE = 0
    HITS = 1


class Departure(IntEnum):
    """How a fighter is lost."""

    TAKEN_DOWN = 0
    FELL = 1


class Prize(IntEnum):
    """The reasons for which victory points are given."""

    OBJECTIVES = 0
    WOUNDS = 1
    TALLY = 2
    LEADER = 3
    CENTRE = 4
    QUARTERS = 5
    NAMED = 6
    TREASURE = 7
