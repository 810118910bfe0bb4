"""What can be true in a game of Godbreakers: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.frames import FRAME
from skirmish_rl.envs.core.grid import is_adjacent
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import HEADER, MAX_SEATS, pack_dtype

SIDE = 25  # every board lies in the corner of a 25x25 grid, so that a cell has one number everywhere
CELLS = SIDE * SIDE
CIRCLE_SIZE = 5
GODBREAKERS = CIRCLE_SIZE * MAX_SEATS  # slots 0-19; unaligned models use 20-55
SLOTS = 56
MARKERS = 13  # 0 centre, 1-4 shards, 5-8 objectives, 9-12 hoards, each by seat
PIECES = 24
STATIC_PIECES = 12
FRAMES = 8
MAX_ENGAGED = 5  # the active model, its target and three more by Merciless
FAR = 255  # a measure that no range reaches
MAX_SUMMONED = 2


class Decision(IntEnum):
    """What can be asked. The comment says who answers, and with which block of actions."""

    NONE = 0
    PLACE_SHARD = 1  # each, seniority: cell
    PLACE_MARKER = 2  # each, seniority: cell
    PLACE_THREAT = 3  # the player whose set-up rule says so: cell
    DEPLOY_UNIT = 4  # slot
    DEPLOY_CELL = 5  # cell
    DEPLOY_THREAT = 6  # cell
    ROLLER = 7  # owner of a leaderless circle: slot
    PRIORITY = 8  # winner of the initiative: order
    SPAWN = 9  # director: cell
    ACTIVATE = 10  # player: slot
    ACTION = 11  # controller of the active model, or director: pass, cell (move), slot (engage), special
    CLAIM = 12  # count, for one pile of tokens
    NOMINATE = 13  # Merciless: slot or pass
    CUNNING = 14  # cell or pass
    VENGEANCE = 15  # controller of the Vengeful model: slot or pass
    SHOVE = 16  # Juggernaut: slot or pass
    SHOVE_CELL = 17  # cell
    SUNDER_MARKER = 18  # cell
    HANDOFF_TO = 19  # slot
    HANDOFF_COUNT = 20  # count
    HIDDEN_WAYS = 21  # cell or pass
    DESPOIL_UNIT = 22  # slot
    DESPOIL_CELL = 23  # cell
    RUIN_PIECE = 24  # cell
    SHAPE_CELL = 25  # cell
    SUMMON_CELL = 26  # cell
    VERIFY_UNIT = 27  # slot
    STALKER_CELL = 28  # cell or pass
    TREAT_UNIT = 29  # slot
    WILD_ACTIVATE = 30  # director: slot
    WILD_TARGET = 31  # director: slot or cell, among equally close ones
    BROOD = 32  # last in priority: cell or pass


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


UNIT = pack_dtype([
    ("cell", "i2"),  # -1 off the board
    ("damage", "i2"),
    ("status", "u1"),
    ("kind", "u1"),
    ("seat", "i1"),  # controlling player, -1 wild
    ("circle", "i1"),  # seat for godbreakers, MAX_SEATS for the unaligned
    ("summoner", "i1"),  # circle that summoned it, -1
    ("die", "u1"),
    ("activated", "u1"),
    ("result", "i1"),  # last attack roll of the running Engage, -1 when not engaged
    ("triumphs", "u1"),  # growth still to be applied
    ("ascending", "u1"),  # rolled a Triumph as D12, leaves at the resolution point
    ("hurt", "u1"),  # suffered attack damage in the running Engage
    ("ready", "u1"),
    ("provoked", "i1"),  # model that a ready one must engage after this action, -1
    ("tokens", "u1", (TOKENS,)),
    ("flaws", "u1", (FLAWS,)),
    ("traits", "u1", (TRAITS,)),  # own ranks; see rank_of for the shard trait
])  # fmt: skip

MARKER = pack_dtype([("cell", "i2"), ("kind", "u1"), ("seat", "i1")])  # cell -1 when off the board

PIECE = pack_dtype([
    ("cell", "i2"),  # centre of a shaped piece, -1 for a piece of the map
    ("handle", "i2"),  # the cell that names the piece in an action
    ("present", "u1"),
    ("barricade", "u1"),
    ("impassable", "u1"),
    ("shape", "u1"),
])  # fmt: skip

STATE = pack_dtype([
    *HEADER,
    ("units", UNIT, (SLOTS,)),
    ("markers", MARKER, (MARKERS,)),
    ("pieces", PIECE, (PIECES,)),
    ("frames", FRAME, (FRAMES,)),
    ("points", "i2", (MAX_SEATS,)),  # victory points
    ("aim", "i2"),  # what the active wild model's compulsion points at: a slot, or a cell for things; -1
    ("board", "i1", (CELLS,)),  # see Spot
    ("ground", "u1", (CELLS,)),  # see Ground
    ("piles", "u1", (TOKENS, CELLS)),  # unclaimed tokens
    ("pool", "u1", (4,)),  # pieces off the board, by Shape
    ("shard_trait", "i1", (MAX_SEATS + 1,)),  # trait of each circle's standing shard, -1; last entry for the unaligned
    ("seniority", "i1", (MAX_SEATS,)),
    ("order", "i1", (MAX_SEATS,)),  # surviving seats by priority
    ("rollers", "i1", (MAX_SEATS,)),  # who rolls for initiative
    ("surviving", "u1"),  # number of entries in `order`
    ("routed", "u1"),  # bit mask of circles that have lost
    ("initiative", "i1"),  # seat that won it, -1
    ("initiative_roll", "u1"),
    ("phase", "u1"),
    ("turn", "u1"),  # index into `order` of the player to activate next
    ("active", "i1"),  # slot, -1
    ("actions_left", "u1"),
    ("moves", "u1"),  # Move actions made in this activation
    ("engages", "u1"),
    ("compulsion", "u1"),
    ("engaged", "i1", (MAX_ENGAGED,)),  # slots in nomination order, the attacker first
    ("n_engaged", "u1"),
    ("winner", "i1"),
    ("pending", "u1"),  # Triumphs rolled and not yet applied
    ("reshaped", "u1"),  # terrain differs from the map: the scenario's distance tables no longer hold
    ("depth", "u1"),
    ("used", "u1"),  # slots beyond this one were never in use
])  # fmt: skip


@jit
def rank_of(state, unit, trait):
    """Effective rank of a trait: own rank, or 1 from the circle's shard.

    Clauses: GB-CIR-03, GB-CIR-06, GB-CIR-07.

    Args:
        unit: a record of `state.units`.
    """
    own = unit.traits[trait]
    if own == 0 and state.shard_trait[unit.circle] == trait:
        return 1
    return own + 0


@jit
def is_on_board(unit):
    """True while the model stands on the battlefield."""
    return unit.status == Status.ON_BOARD


@jit
def is_hostile(state, tables, viewer, other):
    """True if slot `other` is hostile to slot `viewer`.

    Clauses: GB-GEN-03, GB-GEN-04, GB-GEN-05.
    """
    if viewer == other:
        return False
    a = state.units[viewer]
    b = state.units[other]
    if a.seat != b.seat:
        return True
    if a.seat >= 0:
        return False
    return tables.truce[a.kind, b.kind] == 0


@jit
def movement_of(state, unit):
    """Movement range in units. Clauses: GB-RNG-08, GB-MOV-02, GB-TRT-13."""
    return unit.die + 2 * rank_of(state, unit, Trait.FLEET)


@jit
def attack_range_of(state, unit):
    """Attack range in units. Clauses: GB-RNG-08, GB-ENG-03, GB-TRT-15."""
    return unit.die * rank_of(state, unit, Trait.RANGED)


@jit
def director_of(state):
    """The seat lowest in priority. Clause: GB-INI-06."""
    return state.order[state.surviving - 1] + 0


@jit
def controller_of(state, slot):
    """The seat that answers for a model: its player, or the director for a wild one. Clauses: GB-GEN-06, GB-WLD-04."""
    seat = state.units[slot].seat
    if seat >= 0:
        return seat + 0
    return director_of(state)


@jit
def marker_controller(state, marker):
    """The seat that controls a marker, -1 for nobody.

    Clauses: GB-MRK-02, GB-MRK-03.

    Args:
        marker: index into `state.markers`, on the board.
    """
    cell = state.markers[marker].cell
    x = cell % SIDE
    y = cell // SIDE
    total = 0
    counts = 0  # four bits for each circle, the last for the unaligned
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            slot = state.board[j * SIDE + i]
            if 0 <= slot < SLOTS:
                total += 1
                counts += 1 << (4 * state.units[slot].circle)
    if total == 0:
        return -1
    for seat in range(MAX_SEATS):
        if 2 * ((counts >> (4 * seat)) & 15) > total:
            return seat
    return -1


@jit
def godbreakers_of(state, seat):
    """Number of a circle's godbreakers on the battlefield."""
    n = 0
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        n += state.units[slot].status == Status.ON_BOARD
    return n


@jit
def is_routed(state, seat):
    """True for a circle that has lost by Rout. Clauses: GB-RES-04, GB-RES-05."""
    return ((state.routed >> seat) & 1) != 0


@jit
def touches_hostile(state, tables, slot, spare_engaged):
    """True if a hostile model is adjacent to a model.

    Args:
        spare_engaged: leave out models engaged in the running Engage (GB-ENG-05 i).
    """
    cell = state.units[slot].cell
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            other = state.board[j * SIDE + i]
            if other < 0 or other >= SLOTS or other == slot:
                continue
            if spare_engaged and state.units[other].result >= 0:
                continue
            if is_hostile(state, tables, slot, other):
                return True
    return False


@jit
def are_adjacent(state, a, b):
    """True if two models on the board stand on neighbouring cells."""
    return is_adjacent(SIDE, state.units[a].cell, state.units[b].cell)


assert np.dtype(STATE).itemsize <= 8192
