"""What can be true in a game of Dropzone Commander: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.frames import frame_record
from skirmish_rl.envs.core.records import FLAG, Record
from skirmish_rl.envs.core.ruleset import HEADER
from skirmish_rl.envs.dropzone_commander.kit import Card

WIDTH = 48  # every board lies in the south-west corner of a 48x48 array: x = cell % WIDTH to the east, y = cell // WIDTH to the north
CELLS = WIDTH * WIDTH
SEATS = 4
FORCES = (36, 36, 24, 24)  # slots of each seat; a Clash of 36 models a side has two seats
SLOTS = sum(FORCES)
SQUADS_OF = (22, 22, 16, 16)  # squads of each seat
SQUADS = sum(SQUADS_OF)
MOST_FORCE, MOST_SQUADS = max(FORCES), max(SQUADS_OF)
GROUPS = 6  # battlegroups of a seat; squads of none are Auxiliary
WEAPONS = 4  # of a unit
USE_BITS = 4  # for each weapon of a unit in `uses`
PIECES = 24  # of scenery that is not just ground
TOKENS = 12  # objectives
ZONES = 4
SITES = 5
CARDS = 30
FACES = 6
MOST_ROLLS = 500  # of ties that are rolled again and again; more is a fault
SHOTS = 40  # weapons fired in one Shoot action: nine units with four each
HITS = 125  # damage dice that lie on the table at once; an attack with more rolls them in portions, DZ-SHT-21
STACK = 8  # cards played in one window
FRAMES = 33  # the last stays blank
FAR = 255  # cost of a cell out of reach
ROUNDS = 12
MOST = 9999
FROM_PORTS = 2  # of `shot`, DZ-ABIL-11

FIRST = np.array([0, *np.cumsum(FORCES)], np.int64)  # slots of a seat are FIRST[seat] to FIRST[seat + 1]
SQUAD_FIRST = np.array([0, *np.cumsum(SQUADS_OF)], np.int64)
SEAT_OF = np.repeat(np.arange(SEATS), FORCES).astype(np.int64)
SEAT_OF_SQUAD = np.repeat(np.arange(SEATS), SQUADS_OF).astype(np.int64)
AHEAD_X = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)  # of each facing: north, north-east, ...
AHEAD_Y = np.array([1, 1, 0, -1, -1, -1, 0, 1], np.int64)
FACINGS = 8
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")  # names of the facings


class Phase(IntEnum):
    SETUP = 0
    INITIATION = 1
    ACTIVATION = 2
    ROUND_UP = 3


class Status(IntEnum):
    ABSENT = 0  # empty slot
    RESERVE = 1
    READINESS = 2
    ON_TABLE = 3  # in a cell, in a Garrison, or aboard a Transport that is
    DESTROYED = 4


class Site(IntEnum):
    """Places in a Garrison. Clause: DZ-GRID-13."""

    CENTRE = 0
    NORTH = 1
    EAST = 2
    SOUTH = 3
    WEST = 4


class Prop(IntEnum):
    """Properties of scenery, bits of `piece_props`. Clause: DZ-SCN-01."""

    TOUGH = 0
    SOFT_COVER = 1
    BODY_COVER = 2
    DESTRUCTIBLE = 3
    GARRISON = 4
    IMPASSABLE = 5
    SOLID = 6
    FLAMMABLE = 7


class Stand(IntEnum):
    """The state of a piece of scenery. Clause: DZ-SCN-07."""

    WHOLE = 0
    RUBBLE = 1
    GONE = 2


class Find(IntEnum):
    """The kinds of objective. Chapter OBJ."""

    HIDDEN = 1
    OPEN = 2
    CARRIED = 3
    EXTRACTED = 4
    LOST = 5  # removed from the game, or not in it
    FOCAL = 6  # an objective whose surroundings count, DZ-SCEN-S5-02


class Act(IntEnum):
    """Actions of a squad; bits of `acts`. Clause: DZ-ACTN-02."""

    MOVE = 0
    SHOOT = 1
    CLOSE = 2  # a Shoot action with CQ weapons
    SEARCH = 3
    SCAN = 4
    SMOKE = 5
    PORTS = 6  # a Shoot action from aboard


class Window(IntEnum):
    """When cards may be played."""

    NONE = 0
    BEFORE_ROLL = 1
    AFTER_DISCARDS = 2
    AFTER_DRAWING = 3
    DECLARED = 4  # a battlegroup and its Auxiliaries are named
    OWN_GROUP = 5  # within one's own activation, before a squad is chosen
    CHOSEN = 6  # a squad is chosen to activate
    LEAVING = 7  # a squad in a Garrison Moves
    REACTED = 8  # a reaction is declared
    TARGETS = 9  # of a Shoot action: before targets are declared
    BEFORE_HITS = 10
    AFTER_HITS = 11
    BEFORE_DAMAGE = 12
    AFTER_DAMAGE = 13
    ENTERED = 14  # a squad entered a Garrison
    INSIDE = 15  # a squad completed another action in a Garrison
    SQUAD_DONE = 16
    FORTITUDE = 17
    COLLATERAL = 18  # after the damage rolls of CDTs on one piece


class Mode(IntEnum):
    """How a weapon is fired. Clause: DZ-SPEC-16."""

    NORMAL = 0
    COMBINED = 1
    COMBINED_AIR = 2


class Reason(IntEnum):
    RUNNING = 0
    VICTORY_POINTS = 1
    KILL_POINTS = 2
    TIE = 3
    FAULT = 4


class Scoring(IntEnum):
    """How a scenario is won."""

    EXTRACTION = 0  # S1, S2
    BUNKERS = 1  # S3
    KILLS = 2  # S4
    SURVEY = 3  # S5


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it."""

    GAME = 0  # the round; its steps stand in phases.py
    SETUP = 1  # see setting_up.py
    INITIATION = 2  # see initiative.py
    GROUP = 3  # the activation of a battlegroup, see activating.py
    SQUAD = 4  # of a squad, see activating.py
    MOVE = 5  # see moving.py
    PLACE = 6  # units put down near something one after the other, see placing.py
    BOARD = 7  # a squad boards a Transport, see boarding.py
    TRANSFER = 8  # the free transfer, see boarding.py
    ENTER = 9  # a squad enters a Garrison or moves inside, see garrisons.py
    FLEE = 10  # see garrisons.py
    SHOOT = 11  # see shooting.py
    REACT = 12  # Reaction Fire, see reacting.py
    SEARCH = 13  # see objectives.py
    WINDOW = 14  # cards, see cards.py
    NULLIFY = 15  # an answer to a card, see cards.py
    PLAY = 16  # a card takes effect, see cards.py
    CUT = 17  # cards lost with a Commander, see cards.py
    DOOM = 18  # units and scenery at 0 DP, see destruction.py; this and those that follow ask nobody
    COLLATERAL = 19  # CDTs on one piece, see collateral.py
    ROUND_UP = 20  # see scoring.py


MOST_STEP = 20


class Sign(IntEnum):
    """What is true of a unit, bits of its `signs`."""

    CRASHED = 1  # at 0 DP, it went down with an Aircraft (DZ-OBJ-15)
    SCAN = 2  # a Scan Token lies beside it
    TRANSFERRED = 4  # its free transfer of this activation is used
    HANDLED = 8  # took on or put off units in this activation
    BOOSTED = 16  # moved farther than its MV in this activation (DZ-ABIL-08)


class Mark(IntEnum):
    """What is true of a squad, bits of its `marks`; what a Move leaves stands beside SQUAD."""

    ACTIVATED = 1
    BOARDED = 2  # embarked in this round, or flew high (DZ-AIR-09): it does not shoot
    LEFT = 4  # disembarked in this round
    AERIAL = 8  # from an Aerial Transport, directly or inside a Transport that did
    SHIFTED = 16  # took a Move action in this activation that counts for M&F 0
    ENTERED = 32  # entered a Garrison in this activation
    RAPID = 64  # by Rapid Insertion, in this round
    CLOSE = 128  # took CQ damage in the present activation of a battlegroup
    SMOKE = 256
    DISRUPTED = 512  # C06


class Gift(IntEnum):
    """What a card gave a squad, bits of its `gifts`."""

    JINK = 1  # C11
    SCREEN = 2  # C17
    TRACKING = 4  # C15
    PIERCING = 8  # C16
    MARKSMEN = 16  # C20
    DOUBLE = 32  # C21, for one Shoot action
    RAMP = 64  # C12
    RUN = 128  # C30: two Move actions


class Fact(IntEnum):
    """What is true of a process, bits of its `facts`; those that each has are told beside its steps."""

    EXTRA = 1 << 0  # a card gives it, out of sequence
    GIVEN = 1 << 1  # an objective was handed on or dropped
    INFILTRATES = 1 << 2
    LANDED = 1 << 3
    INSIDE = 1 << 4  # the squad was in that Garrison already
    OUT = 1 << 5  # it has left a Garrison, or must
    LOOSE = 1 << 6  # a survivor need not keep to its squad
    SNAP = 1 << 7  # C10
    WANTS = 1 << 8  # the squad would leave anyway
    AGAIN = 1 << 9  # a die of the test failed and may be rolled again
    STANDS = 1 << 10  # C24
    CLOSE = 1 << 11  # at close quarters
    PORTS = 1 << 12  # from firing ports
    SPREAD = 1 << 13  # how many hits are given up for Focus is said
    FLARES = 1 << 14  # C18
    BURNING = 1 << 15  # C14
    CHARGED = 1 << 16  # C26
    VOID = 1 << 17  # nullified
    KEPT_SHIFTED = 1 << 18  # SHIFTED and ENTERED of the squad's own activation during an extra action
    KEPT_ENTERED = 1 << 19


UNIT = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # -1 off the table, aboard and in a Garrison
    ("origin", "i2", (-1, CELLS - 1)),  # where the flight began that may be reacted against; -1: it is not on its way
    ("wreck", "i2", (-1, CELLS - 1)),  # at 0 DP, thrown out of a wreck or a ruin: where; -1
    ("status", "u1", Status),
    ("dp", "u1", (0, 60)),
    ("flying", "u1", FLAG),  # airborne
    ("carrier", "i1", (-1, SLOTS - 1)),  # the Transport it is aboard, -1
    ("piece", "i1", (-1, PIECES - 1)),  # the Garrison it is in, -1
    ("site", "u1", Site),
    ("moved", "u1", (0, 99)),  # inches in this activation
    ("before", "u1", (0, 99)),  # inches in this activation when its present Move began
    ("travelled", "u1", (0, 120)),  # inches in this round
    ("fired", "u1", (0, 2**WEAPONS - 1)),  # weapons used in this round, one bit each
    ("signs", "u1", (0, 2 * max(Sign) - 1)),  # bits of Sign
    ("uses", "u2", (0, 2 ** (USE_BITS * WEAPONS) - 1)),  # Shoot actions in which a Limited weapon was used, USE_BITS for each weapon
    ("pending", "u1", (0, 255)),  # damage of the present attack that is not taken yet; 0 whenever a question is asked
    ("killer", "i1", (-1, SEATS - 1)),  # who is to blame while it is being destroyed, -1
    ("kept_fired", "u1", (0, 2**WEAPONS - 1)),  # `fired` and `moved` of its own activation during an action that a card gives
    ("kept_moved", "u1", (0, 99)),
])  # fmt: skip

# What a Move leaves on a squad. "Round": cleared with the round by `clear_squad`. "Extra": laid aside while a card gives it an action.
#
#   mark     who sets it                                      who clears it          what it forbids or changes
#   boarded  board_unit; fly_ahead, who flew high             Round                  it does not shoot: DZ-TRN-18, DZ-AIR-09
#   out      mark_out, but for C10                            Round                  its accuracy, weapons of M&F 0: DZ-TRN-17, DZ-TRN-20
#   left     mark_out                                         Round                  Thrusters, Stabilised aim: DZ-ABIL-09, DZ-ABIL-10
#   aerial   mark_out, from or with an Aircraft               Round                  it does not shoot at Aircraft: DZ-TRN-19
#   shifted  finish_move, but within a Garrison; look_out     push_squad; Round;     weapons of M&F 0: DZ-MOV-09
#            has that of the bus while its riders shoot       who looked out; Extra
#   entered  run_enter, into a Garrison                       push_squad; Round;     weapons of M&F 0, dice at close quarters are rolled
#                                                             Extra                  again: DZ-MOV-09, DZ-CQ-06
#   rapid    mark_out, off an airborne Transport              Round                  sealed entrances, and no such dice:
#                                                                                    DZ-SPEC-21, DZ-CQ-06
SQUAD = Record([
    ("marks", "u2", (0, 2 * max(Mark) - 1)),  # bits of Mark
    ("gifts", "u1", (0, 2 * max(Gift) - 1)),  # bits of Gift
    ("declared", "i1", (-1, GROUPS - 1)),  # Auxiliary: the battlegroup it acts with in this round, -1
    ("acts", "u1", (0, 127)),  # actions of this activation, bits of Act
    ("moves", "u1", (0, 2)),  # Move actions of this activation
    ("limit", "u1", (0, 2)),  # actions it has in this activation
    ("facing", "u1", (0, FACINGS - 1)),
    ("out", "u1", (0, 2)),  # disembarked in this round: its Acc penalty; 0: it did not, or without one
    ("shot", "u1", (0, 2)),  # took a Shoot action in this round; FROM_PORTS: from firing ports
    ("energy", "u1", (0, 2)),  # C19
    ("token", "i1", (-1, TOKENS - 1)),  # the objective it carries, -1
])  # fmt: skip

PIECE = Record([
    ("dp", "u1", (0, 60)),
    ("stand", "u1", Stand),
    ("damage_tokens", "u1", (0, 250)),  # CDTs
    ("blame", "i1", (-1, SEATS - 1)),  # who placed the newest
    ("killer", "i1", (-1, SEATS - 1)),
    ("pending", "u1", (0, 255)),
    ("hit", "u1", FLAG),  # the present Shoot action damaged it or put a CDT on it
])  # fmt: skip

TOKEN = Record([  # an objective
    ("cell", "i2", (-1, CELLS - 1)),  # where it lies in the open, -1
    ("piece", "i1", (-1, PIECES - 1)),  # the Garrison it lies in, -1
    ("find", "u1", Find),
    ("seat", "i1", (-1, SEATS - 1)),  # who claimed or extracted it, -1
    ("squad", "i1", (-1, SQUADS - 1)),  # the squad that carries it, -1
])  # fmt: skip

SHOT = Record([  # a weapon fired in the present attack
    ("firer", "i1", (-1, SLOTS - 1)),
    ("weapon", "u1", (0, WEAPONS - 1)),  # place among the firer's weapons
    ("target", "i1", (-1, SLOTS - 1)),  # unit, -1
    ("piece", "i1", (-1, PIECES - 1)),  # scenery, -1
    ("mode", "u1", Mode),
    ("dice", "u1", (0, 250)),
    ("need", "i1", (-20, 40)),
    ("hits", "u1", (0, 250)),  # ordinary ones
    ("sure", "u1", (0, 250)),  # automatic Criticals
    ("missed", "u1", (0, 250)),
    ("again", "u1", (0, 250)),  # dice that were re-rolled and missed
    ("glance", "u1", (0, 250)),  # Area: failures other than 1
    ("lost", "u1", (0, 250)),  # hits discarded for Focus
    ("share", "u1", FLAG),  # Focus: one share to each hit that remains
])  # fmt: skip

HIT = Record([  # a damage die of the present attack
    ("target", "i1", (-1, SLOTS - 1)),
    ("piece", "i1", (-1, PIECES - 1)),
    ("shot", "u1", (0, SHOTS - 1)),
    ("energy", "u1", (0, 99)),
    ("face", "u1", (0, FACES)),  # 0: no die, an automatic Critical
    ("cover", "u1", FLAG),  # Body Cover
    ("again", "u1", FLAG),  # was rolled a second time
])  # fmt: skip

PLAYED = Record([
    ("target", "i2", (-1, 999)),  # what the card is for, -1
    ("card", "u1", Card),
    ("seat", "i1", (-1, SEATS - 1)),
    ("void", "u1", FLAG),  # nullified
])  # fmt: skip

FRAME = frame_record(Frame, MOST_STEP, [  # each number means one thing; those that a process has are told beside its steps
    ("cell", "i2", (-1, CELLS - 1)),  # where units are put: around the wreck, outside the Garrison that they leave
    ("start", "i2", (-1, CELLS - 1)),  # where the leader's Move began, -1 off the table
    ("slot", "i1", (-1, SLOTS - 1)),  # the unit that the process is about now
    ("lead", "i1", (-1, SLOTS - 1)),  # the leader of a squad whose other units follow him, -1 before he has moved
    ("transport", "i1", (-1, SLOTS - 1)),
    ("squad", "i1", (-1, SQUADS - 1)),
    ("seat", "i1", (-1, SEATS - 1)),
    ("piece", "i1", (-1, PIECES - 1)),  # the Garrison or scenery that it is about
    ("left", "i1", (-1, PIECES - 1)),  # the Garrison that a Move leads out of
    ("token", "u1", (0, TOKENS - 1)),  # the objective that is searched for
    ("group", "u1", (0, GROUPS)),  # the battlegroup that is declared, from 1
    ("card", "u1", Card),  # that may be nullified
    ("window", "u1", Window),
    # how far it has come
    ("place", "u1", (0, SEATS)),  # in the order of initiative
    ("member", "u1", (0, 9)),  # units of the squad that are done with
    ("weapon", "u1", (0, WEAPONS)),
    ("mode", "u1", Mode),
    ("strafed", "u1", (0, SHOTS)),  # targets that the weapon has been aimed at
    ("shot", "u1", (0, SHOTS)),
    ("hit", "u1", (0, HITS)),
    ("rolled", "u1", (0, 250)),  # damage dice of the shot, or for an Area weapon units that were looked at
    ("misses", "u1", (0, 250)),  # of the shot that have hit a friend, DZ-SPEC-09
    ("points", "u1", (0, 250)),  # of the hit that were taken, DZ-CQ-05
    ("passes", "u1", (0, SEATS)),  # in succession
    ("base", "u1", (0, STACK)),  # cards on the stack before the window opened
    ("due", "u1", (0, 60)),  # how often its question is asked yet: squads to name, points to repair or lose
    ("scans", "u1", (0, 99)),  # Scan Tokens spent
    ("tokens", "u1", (0, 250)),  # collateral ones to resolve
    ("limit", "u1", (0, 2)),  # actions of the squad
    ("kept_acts", "u1", (0, 127)),  # `acts` and `moves` of the squad's own activation during an extra action
    ("kept_moves", "u1", (0, 2)),
    ("facts", "u4", (0, 2 * max(Fact) - 1)),  # bits of Fact
    ("way", "u1", (0, 2)),  # of a free transfer: 1 off, 2 on, 0 not said yet
])  # fmt: skip

STATE = Record([
    *HEADER,
    ("hands", "u4", (0, 2**CARDS - 1), (SEATS,)),  # one bit for each card
    ("deck", "u4", (0, 2**CARDS - 1), (SEATS,)),
    ("discards", "u4", (0, 2**CARDS - 1), (SEATS,)),
    ("shown", "u4", (0, 2**CARDS - 1), (SEATS, SEATS)),  # cards in the hand of the second that the first has seen
    ("units", UNIT, None, (SLOTS,)),
    ("squads", SQUAD, None, (SQUADS,)),
    ("pieces", PIECE, None, (PIECES,)),
    ("tokens", TOKEN, None, (TOKENS,)),
    ("shots", SHOT, None, (SHOTS,)),
    ("hits", HIT, None, (HITS,)),
    ("stack", PLAYED, None, (STACK,)),
    ("frames", FRAME, None, (FRAMES,)),
    ("points", "i2", (0, MOST), (SEATS,)),  # Victory Points
    ("kills", "i2", (0, MOST), (SEATS,)),  # Kill Points
    ("ground", "i8", (0, 2**WIDTH - 1), (WIDTH,)),  # where somebody stands: rows of the board, one bit for each column
    ("air", "i8", (0, 2**WIDTH - 1), (WIDTH,)),  # where somebody flies
    ("halves", "u1", (0, FAR), (CELLS,)),  # half inches to each cell while a Move is asked for; FAR otherwise
    ("hub", "i2", (0, CELLS - 1)),  # those below FAR lie within `span` cells of this one
    ("span", "u1", (0, WIDTH)),
    ("order", "i1", (-1, SEATS - 1), (SEATS,)),  # seats in the order of initiative
    ("rolled", "u1", (0, FACES), (SEATS,)),  # initiative dice
    ("surge", "u1", (0, 3), (SEATS,)),  # C05: 1 its own roll is better, 2 a 6 of it is rolled again
    ("boost", "i1", (-1, SLOTS - 1), (SEATS,)),  # C04: the Commander whose CV is one higher in this round, -1
    ("inspired", "i1", (-1, SLOTS - 1), (SEATS,)),  # C23: the Commander, -1
    ("spent", "u1", FLAG, (SEATS, GROUPS)),  # battlegroups activated or held in this round
    ("direct", "u1", FLAG, (SEATS, GROUPS)),  # battlegroups Directly Deployed, while the game is set up
    ("zone", "i1", (-1, ZONES - 1), (SEATS,)),
    ("phase", "u1", Phase),
    ("turn", "i1", (-1, SEATS - 1)),  # whose battlegroup is active or next, -1
    ("group", "i1", (-1, GROUPS - 1)),  # the active battlegroup, -1
    ("squad", "i1", (-1, SQUADS - 1)),  # the squad whose activation it is, -1
    ("acted", "u1", FLAG),  # a unit has completed an action in this activation
    ("shooter", "i1", (-1, SQUADS - 1)),  # the squad that shoots, -1
    ("blame", "i1", (-1, SEATS - 1)),  # whose attack, wreck, collapse or token it is now, -1
    ("n_shots", "u1", (0, SHOTS)),
    ("n_hits", "u1", (0, HITS)),
    ("n_played", "u1", (0, STACK)),
    ("window", "u1", Window),  # that is open
    ("asked_card", "i1", (-1, CARDS - 1)),  # whose target is asked for, -1
    ("prey", "i1", (-1, SQUADS - 1)),  # the only squad that may be fought at close quarters (C22), -1
    ("doomed", "u1", FLAG),  # somebody or something is at 0 DP
    ("depth", "u1", (0, FRAMES - 1)),
])  # fmt: skip


assert STATE.dtype.itemsize <= 12000
