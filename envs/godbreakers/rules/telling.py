"""What rules tell of what happens: Godbreakers' own events, the words of the shared ones, and what is noted from several places."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import OWN, Event, EventKind, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import marker_controller
from skirmish_rl.envs.godbreakers.state import MARKERS, Compulsion, Kind, MarkerKind, Shape, Status, Token, Trait


class Own(EventKind):
    """Kinds of event of Godbreakers alone: number, sentence, and what {word} or {reason} is a member of."""

    TRIUMPH = OWN, "{unit} has a Triumph"  # rolled its top face
    GROWN = OWN + 1, "{unit} is now a D{value}"
    CREATED = OWN + 2, "{unit} appears at {cell}: {word}", Kind
    TRAIT = OWN + 3, "{unit} has {reason} {value}", Trait  # other: Trait, value: its rank
    COMPELLED = OWN + 4, "{unit} is {word} and goes for {target}", Compulsion  # value: its Compulsion
    REACTS = OWN + 5, "{unit} was ready and reacts"
    WON = OWN + 6, "{unit} has the highest roll"  # unit -1: nobody
    LEAD = OWN + 7, "{unit} beats {other} by {value}"  # the MODIFIERs of the damage follow, then HURT
    STRIKES_BACK = OWN + 8, "{unit} strikes back at {other}"
    TOOK = OWN + 9, "{unit} takes {value} {reason}", Token  # other: Token; cell: where they lay
    GAVE = OWN + 10, "{unit} gives {value} {reason}", Token  # other: Token
    DROPPED = OWN + 11, "{unit} drops {value} {reason} at {cell}", Token  # likewise
    MARKER = OWN + 12, "{seat}'s {word} is placed at {cell}", MarkerKind  # seat's
    NO_MARKER = OWN + 13, "{seat}'s {word} at {cell} is removed", MarkerKind
    PIECE = OWN + 14, "terrain is placed at {cell}: {word}", Shape
    NO_PIECE = OWN + 15, "the terrain at {cell} is removed: {word}", Shape
    PRIORITY = OWN + 16, "{seat} has priority {value}"  # from 1
    ROUTED = OWN + 17, "{seat} is routed"
    AIMLESS = OWN + 18, "{unit} is {word} and finds nothing to go for", Compulsion  # likewise
    MISSES = OWN + 19, "{unit} cannot reach {other}"  # it has won the Engage


class Roll(IntEnum):
    """The purposes for which dice are rolled."""

    ATTACK = 0
    RECOVERY = 1
    INITIATIVE = 2
    OBSTACLES = 3
    SUNDER = 4
    HAND_OFF = 5
    HIDDEN_WAYS = 6
    DESPOILING = 7
    RUINING = 8
    SHAPING = 9
    SUMMONING = 10
    THUNDER = 11
    PLUNDER = 12
    VERIFY = 13
    TREATMENT = 14
    DESTROY_MARKER = 15
    MIGHTY_TRAIT = 16
    SINISTER_TRAIT = 17
    HUNT = 18


class Modifier(IntEnum):
    """Why a face is rolled again or counts as nothing, why damage is more or less, or comes and goes at all."""

    NONE = 0
    DEADLY = 1
    DEFENSIVE = 2
    INSPIRED = 3
    HEALER = 4
    CHALLENGING = 5  # a test, or the recovery of the sick
    CROWDED = 6  # challenging: a hostile model adjacent
    BARRICADE = 7  # challenging: a hostile engaged model by a barricade
    TURNED = 8  # challenging: a turned model engaged
    UNLUCKY = 9
    BRUTAL = 10
    TOUGH = 11
    AT_LEAST_1 = 12
    BRITTLE = 13
    KNOWN = 14  # a trait it already has is rolled again
    RELENTLESS = 15
    OBSTACLES = 16
    UNSTABLE = 17
    SICKNESS = 18
    VENGEFUL = 19
    THUNDEROUS = 20
    RUINOUS = 21
    SHAPING = 22


class Prize(IntEnum):
    """The reasons for which victory points are given."""

    OBJECTIVE = 0
    OWN_SHARD = 1
    RIVAL_SHARD = 2
    TREASURE = 3
    TROPHY = 4
    CASUALTY = 5
    VERIFIED = 6
    SHAME = 7
    CURED = 8


class Departure(IntEnum):
    """How a model leaves the battlefield, numbered as its Status afterwards."""

    REMOVED = Status.ABSENT
    CASUALTY = Status.CASUALTY
    ASCENDED = Status.ASCENDED


class Condition(IntEnum):
    READY = 0
    TAME = 1
    WILD = 2


@jit
def score_points(state, seat, value, prize, cell):
    """Give a seat victory points."""
    state.points[seat] += value
    note(state, Event.POINTS, seat, other=prize, cell=cell, value=value)


@jit
def holders(state):
    """The seats that control the markers, three bits each: seat + 1; 0 unless somebody listens."""
    held = 0
    if state.listening:
        for marker in range(MARKERS):
            if state.markers[marker].cell >= 0:
                held |= (marker_controller(state, marker) + 1) << (3 * marker)
    return held


@jit
def note_control(state, before):
    """Note which markers have changed hands since `holders` gave `before`."""
    if state.listening:
        change = before ^ holders(state)
        for marker in range(MARKERS):
            if (change >> (3 * marker)) & 7:
                note(state, Event.CONTROL, marker_controller(state, marker), other=marker, cell=state.markers[marker].cell)
