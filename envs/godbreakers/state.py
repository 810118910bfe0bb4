"""What can be true in a game of Godbreakers: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.frames import frame_record
from skirmish_rl.envs.core.records import ANY, FLAG, Record
from skirmish_rl.envs.core.ruleset import HEADER, MAX_SEATS

SIDE = 25  # every board lies in the corner of a 25x25 grid, so that a cell has one number everywhere
CELLS = SIDE * SIDE
CIRCLE_SIZE = 5
GODBREAKERS = CIRCLE_SIZE * MAX_SEATS  # slots 0-19; unaligned models use 20-55
SLOTS = 56
MARKERS = 13  # 0 centre, 1-4 shards, 5-8 objectives, 9-12 hoards, each by seat
PIECES = 24
STATIC_PIECES = 12
FRAMES = 4  # the game, an activation, an Engage or a placement within it, and the blank one
MOST_STEP = 13  # of a frame
MOST_ROLLS = 500  # of one die that must be rolled again; more is a fault
MAX_ENGAGED = 5  # the active model, its target and three more by Merciless
FAR = 255  # a measure that no range reaches
MAX_SUMMONED = 2
DICE = (6, 8, 10, 12)
MAX_RANK = 3
MAX_TRAITS = 4
METAL_TRAITS = 5  # traits of each metal


class Phase(IntEnum):
    SETUP = 0
    INITIATIVE = 1
    ACTIVATION = 2
    RECOVERY = 3
    RESOLUTION = 4


class Status(IntEnum):
    ABSENT = 0  # empty slot, or a model that was never fielded
    RESERVE = 1  # not yet deployed
    ON_BOARD = 2
    CASUALTY = 3
    ASCENDED = 4


class Kind(IntEnum):
    """Types of model; GODBREAKER and then the unaligned ones."""

    GODBREAKER = 0
    BRUTE = 1
    RUNNER = 2
    SABOTEUR = 3
    SCAVENGER = 4
    GREAT_BEAST = 5
    LESSER_BEAST = 6
    STALKER = 7
    BYSTANDER = 8
    COMPANION = 9
    AFFLICTED = 10
    TURNED = 11
    SUMMONED = 12


KINDS = len(Kind)


class Trait(IntEnum):
    """Clauses GB-TRT-01..24; copper, iron, mercury, gold, five each."""

    DEFENSIVE = 0
    HEALER = 1
    INSPIRED = 2
    MYSTERIOUS = 3
    VENGEFUL = 4
    BRUTAL = 5
    JUGGERNAUT = 6
    PINNING = 7
    RELENTLESS = 8
    TOUGH = 9
    CUNNING = 10
    DEADLY = 11
    FLEET = 12
    MERCILESS = 13
    RANGED = 14
    DESPOILING = 15
    RUINOUS = 16
    SHAPING = 17
    SUMMONING = 18
    THUNDEROUS = 19


TRAITS = len(Trait)
# Table T8, by face: the traits of new threats; int64, since they are read in compiled code.
MIGHTY_TRAITS = np.array([
    Trait.BRUTAL, Trait.DEADLY, Trait.FLEET, Trait.PINNING, Trait.RANGED, Trait.RELENTLESS, Trait.TOUGH, Trait.THUNDEROUS,
], np.int64)  # fmt: skip
SINISTER_TRAITS = np.array([Trait.BRUTAL, Trait.DEADLY, Trait.DEFENSIVE, Trait.FLEET, Trait.MERCILESS, Trait.VENGEFUL], np.int64)


class Flaw(IntEnum):
    BRITTLE = 0
    CAREFUL = 1
    PREY = 2
    SLOW = 3
    UNLUCKY = 4


FLAWS = len(Flaw)


class Metal(IntEnum):
    COPPER = 0
    IRON = 1
    MERCURY = 2
    GOLD = 3


class MarkerKind(IntEnum):
    NONE = 0
    SHARD = 1
    OBJECTIVE = 2
    HOARD = 3


class Token(IntEnum):
    TREASURE = 0
    TROPHY = 1


TOKENS = len(Token)


class Shape(IntEnum):
    """Terrain piece shapes; the last three make up the pool of GB-TRT-20."""

    DRAWN = 0  # cells listed by the map
    PATCH = 1  # 3x3 area
    ROW = 2  # 3x1 barricade
    COLUMN = 3  # 1x3 barricade


class Ground(IntEnum):
    """Bits of `state.ground`; bits 1-5 hold the barricade piece on the cell, plus one."""

    AREA = 1
    BARRICADE = 62
    IMPASSABLE = 64
    NEAR_BARRICADE = 128


class Rule(IntEnum):
    """The special rules of a scenario."""

    PLAIN = 0
    SABOTEURS = 1
    TREASURE = 2
    NEST = 3
    INFILTRATORS = 4
    CURE = 5
    HUNT = 6


class Compulsion(IntEnum):
    NONE = 0
    MURDEROUS = 1
    COWARDLY = 2
    PREDATOR = 3
    SHARDBANE = 4
    HOARDER = 5
    AVENGER = 6


class Reason(IntEnum):
    RUNNING = 0
    VICTORY_POINTS = 1
    ROUT = 2
    FAULT = 3


class Act(IntEnum):
    """Special actions, in the order of the action layout."""

    SUNDER = 0
    HANDOFF = 1
    HIDDEN_WAYS = 2
    DESPOIL = 3
    RUIN = 4
    SHAPE_AREA = 5
    SHAPE_HORIZONTAL = 6
    SHAPE_VERTICAL = 7
    SUMMON = 8
    THUNDER = 9
    PLUNDER = 10
    VERIFY = 11
    TREATMENT = 12
    DESTROY_MARKER = 13
    READY = 14
    STAY = 15


class Spot(IntEnum):
    """Special values of `state.board` beside unit slots (0-55)."""

    FREE = -1
    MARKER = 60  # plus the marker's index
    BARRICADE = 100
    OFF_BOARD = 127


# By what lies on a cell (a Spot or a slot, plus 1): a model counts 1 in its circle's four bits, those of the unaligned last,
# and 1 above all.
STANDING = np.array([
    (1 << 4 * min(spot // CIRCLE_SIZE, MAX_SEATS)) + (1 << 4 * (MAX_SEATS + 1)) if 0 <= spot < SLOTS else 0 for spot in range(-1, 128)
])  # fmt: skip


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it. `rules/frames.py` has their steps."""

    GAME = 0  # the sequence of play
    ACTIVATION = 1  # of the model `state.active`
    ENGAGE = 2  # of the models `state.engaged`, the attacker first
    PLACE = 3  # of a new model, of the kind `state.new_model`


class Stage(IntEnum):
    """The next step of a seat while markers are set up."""

    SHARD = 0
    EXTRA = 1
    HUNT = 2
    DONE = 3


UNIT = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # -1 off the board
    ("damage", "i2", (0, 9999)),
    ("status", "u1", Status),
    ("kind", "u1", Kind),
    ("seat", "i1", (-1, MAX_SEATS - 1)),  # controlling player, -1 wild
    ("circle", "i1", (0, MAX_SEATS)),  # seat for godbreakers, MAX_SEATS for the unaligned
    ("summoner", "i1", (-1, MAX_SEATS - 1)),  # circle that summoned it, -1
    ("die", "u1", (0, 12)),  # 6, 8, 10 or 12; 0 in a slot never used
    ("activated", "u1", FLAG),
    ("result", "i1", (-1, 12)),  # last attack roll of the running Engage, -1 when not engaged
    ("triumphs", "u1", (0, 9)),  # growth still to be applied
    ("ascending", "u1", FLAG),  # rolled a Triumph as D12, leaves at the resolution point
    ("hurt", "u1", FLAG),  # suffered attack damage in the running Engage
    ("dying", "u1", FLAG),  # failed to recover: it is removed with its batch
    ("ready", "u1", FLAG),
    ("provoked", "i1", (-1, SLOTS - 1)),  # model that a ready one must engage after this action, -1
    ("tokens", "u1", (0, 255), (TOKENS,)),
    ("flaws", "u1", FLAG, (FLAWS,)),
    ("traits", "u1", (0, MAX_RANK), (TRAITS,)),  # own ranks; see rank_of for the shard trait
])  # fmt: skip

MARKER = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # -1 when off the board
    ("kind", "u1", MarkerKind),
    ("seat", "i1", (-1, MAX_SEATS - 1)),
])  # fmt: skip

PIECE = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # centre of a shaped piece, -1 for a piece of the map
    ("handle", "i2", (-1, CELLS - 1)),  # the cell that names the piece in an action
    ("present", "u1", FLAG),
    ("barricade", "u1", FLAG),
    ("impassable", "u1", FLAG),
    ("shape", "u1", Shape),
])  # fmt: skip

FRAME = frame_record(Frame, MOST_STEP, [
    # GAME
    ("marker_place", "u1", (0, MAX_SEATS)),  # in seniority, of the seat that sets up its markers
    ("stage", "u1", Stage),  # what that seat does next
    ("face", "u1", (0, 6)),  # of its hunt roll
    ("latest_threat", "i2", (-1, CELLS - 1)),  # cell of the model that it has just placed for that roll, -1
    ("beast_place", "u1", (0, MAX_SEATS)),  # in reverse seniority, of the seat that places the next great beast
    ("deploy_place", "u1", (0, MAX_SEATS - 1)),  # in the order of deployment
    ("deployed", "i1", (-1, SLOTS - 1)),  # the godbreaker that is being deployed, -1
    ("roller_seat", "u1", (0, MAX_SEATS)),  # whose roller is named next
    # Cell of the last marker by which a model has come this round, -1; by the letter bits of those objectives.
    ("served", "i2", (-1, CELLS - 1)),
    ("batch", "u1", (0, MAX_SEATS + 1)),  # in priority, of the seat whose models recover; the wild ones come last
    ("casualty", "i1", (-1, SLOTS - 1)),  # the first of the batch's models that has not been looked at
    ("replaced", "u1", FLAG),  # what comes in the place of that casualty is settled
    # ACTIVATION
    ("pile", "u1", (0, 9 * TOKENS)),  # of the tokens in reach, the next that is offered
    ("handed", "u1", (0, TOKENS)),  # type of token that is handed off next
    ("receiver", "i1", (-1, SLOTS - 1)),  # to whom
    # ENGAGE
    ("avenger", "u1", (0, MAX_ENGAGED)),  # place in `engaged` of the model that may strike back next
    # PLACE
    ("near", "i2", (-1, CELLS - 1)),  # the cell by which the model is placed
    ("damage", "i2", (0, 9999)),  # that it starts with
])  # fmt: skip

STATE = Record([
    *HEADER,
    ("units", UNIT, None, (SLOTS,)),
    ("markers", MARKER, None, (MARKERS,)),
    ("pieces", PIECE, None, (PIECES,)),
    ("frames", FRAME, None, (FRAMES,)),
    ("points", "i2", (-9999, 9999), (MAX_SEATS,)),  # victory points
    ("aim", "i2", (-1, SLOTS + CELLS - 1)),  # what the active wild model's compulsion points at: a slot, SLOTS + cell for things; -1
    ("board", "i1", (Spot.FREE, Spot.OFF_BOARD), (CELLS,)),  # see Spot
    ("ground", "u1", ANY, (CELLS,)),  # bits, see Ground
    ("piles", "u1", (0, 255), (TOKENS, CELLS)),  # unclaimed tokens
    ("pool", "u1", (0, PIECES), (len(Shape),)),  # pieces off the board, by Shape
    ("shard_trait", "i1", (-1, TRAITS - 1), (MAX_SEATS + 1,)),  # trait of each circle's standing shard, -1; last entry for the unaligned
    ("seniority", "i1", (0, MAX_SEATS - 1), (MAX_SEATS,)),
    ("order", "i1", (0, MAX_SEATS - 1), (MAX_SEATS,)),  # surviving seats by priority
    ("rollers", "i1", (0, GODBREAKERS - 1), (MAX_SEATS,)),  # who rolls for initiative
    ("surviving", "u1", (0, MAX_SEATS)),  # number of entries in `order`
    ("routed", "u1", (0, 2**MAX_SEATS - 1)),  # bit mask of circles that have lost
    ("initiative", "i1", (-1, MAX_SEATS - 1)),  # seat that won it, -1
    ("initiative_roll", "u1", (0, 12)),
    ("phase", "u1", Phase),
    ("turn", "u1", (0, MAX_SEATS - 1)),  # index into `order` of the player to activate next
    ("active", "i1", (-1, SLOTS - 1)),  # slot, -1
    ("actions_left", "u1", (0, 2)),
    ("moves", "u1", (0, 2)),  # Move actions made in this activation
    ("engages", "u1", (0, 2)),
    ("compulsion", "u1", Compulsion),
    ("engaged", "i1", (0, SLOTS - 1), (MAX_ENGAGED,)),  # slots in nomination order, the attacker first
    ("n_engaged", "u1", (0, MAX_ENGAGED)),
    ("winner", "i1", (-1, SLOTS - 1)),  # of the running Engage's attack rolls
    ("pending", "u1", (0, 99)),  # Triumphs rolled and not yet applied
    ("new_model", "u1", Kind),  # of the model that the question places, GODBREAKER (0) for none
    ("new_marker", "u1", MarkerKind),  # of the marker that the question places, NONE
    ("new_piece", "u1", Shape),  # of the terrain piece that the question places, DRAWN (0) for none
    ("token", "i1", (-1, TOKENS - 1)),  # type that the question is about, -1
    ("to_place", "u1", (0, 5)),  # things a seat still sets up for its hunt roll, the one asked about included
    ("reshaped", "u1", FLAG),  # terrain differs from the map: the scenario's distance tables no longer hold
    ("depth", "u1", (0, FRAMES - 1)),
    ("used", "u1", (0, SLOTS)),  # slots beyond this one were never in use
])  # fmt: skip
