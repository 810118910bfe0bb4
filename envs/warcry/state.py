"""What can be true in a game of Warcry: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import frame_record
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.records import FLAG, Record
from skirmish_rl.envs.core.ruleset import HEADER

WIDTH = 30  # every board lies in the corner of a 30x22 array, so that a cell has one number everywhere
HEIGHT = 22
CELLS = WIDTH * HEIGHT
CLIMBS = 200  # places on faces, stairs and ladders: nodes beside the cells
NODES = CELLS + CLIMBS
SIDES = 2
FORCE = 15  # slots of a seat: seat 0 has 0-14, seat 1 has 15-29
SLOTS = SIDES * FORCE
GROUPS = 3
FACES = 6
MOST_ROLLS = 500  # of a roll-off that is tied again and again; more is a fault
SETS = 3  # sizes of sets: double, triple, quad
WEAPONS = 2
OBJECTIVES = 6
TOKENS = 8
ROUNDS = 12
FRAMES = 14  # the last stays blank; a whirlwind may take down a carrier of every treasure
HALVES = 2  # to the inch: heights are counted in half inches, distances in their squares
TENTHS = 10  # to the inch: movement is counted in them. A length without a unit is in inches
FAR = 127  # cost of a node out of reach; no move costs more than 120
STAGES = 2  # of a move: before and after a treasure is picked up
MOST = 9999


class Phase(IntEnum):
    SETUP = 0
    HERO = 1
    RESERVE = 2
    COMBAT = 3
    END = 4


class Status(IntEnum):
    ABSENT = 0  # empty slot
    RESERVE = 1  # not set up yet
    ON_BOARD = 2
    DOWN = 3  # taken down


class Group(IntEnum):
    """Battle groups."""

    DAGGER = 0
    SHIELD = 1
    HAMMER = 2
    NONE = 3


class Colour(IntEnum):
    """The colours of the deployment map: red has the first deployment, blue the second."""

    RED = 0
    BLUE = 1


class Runemark(IntEnum):
    """Tags of a profile. Clause: WC-GEN-10."""

    HERO = 0
    FLY = 1
    MOUNT = 2
    BEAST = 3
    THRALL = 4
    ALLY = 5
    BRUTE = 6
    DESTROYER = 7
    BERSERKER = 8
    ICON = 9
    AGILE = 10
    SCOUT = 11
    CHAMPION = 12
    SENTIENCE = 13
    WARRIOR = 14
    TRAPPER = 15


RUNEMARKS = len(Runemark)


class Faction(IntEnum):
    IRON = 0
    FANG = 1
    RAVEN = 2
    HUNT = 3
    NONE = 4  # thralls


class Ability(IntEnum):
    """The abilities on which sets of dice are spent."""

    RUSH = 0
    ONSLAUGHT = 1
    RESPITE = 2
    INSPIRING_PRESENCE = 3
    RAMPAGE = 4
    RECKONING = 5
    BOLAS = 6
    CRUSHING_BLOW = 7
    PRESS_ON = 8
    RAM = 9
    STAND_DEFIANT = 10
    WHIRLWIND = 11
    SAVAGE_FURY = 12
    ALL_OUT = 13
    BEASTMASTER = 14
    SNAG = 15
    POUNCE = 16
    UNLEASH = 17
    DART = 18
    HARRY = 19
    SWIFT_CLIMB = 20
    TROPHY = 21
    SWOOP = 22
    DEATH_FROM_ABOVE = 23
    COWER = 24
    DEATH_GRIP = 25
    HUNTING_PACK = 26
    HUNTERS_EYE = 27
    KEEN = 28
    REGROUP = 29


ABILITIES = len(Ability)


class Reaction(IntEnum):
    """The reactions of a fighter in an enemy's activation."""

    NONE = 0
    COUNTER = 1
    TAKE_COVER = 2
    CLASHING_IRON = 3
    BRUTE_RESILIENCE = 4
    STEP_BACK = 5  # after the damage of the attack
    STRIKE_THEM_DOWN = 6  # no reaction to an attack


REACTIONS = len(Reaction)


class Boost(IntEnum):
    """Effects on the active fighter, rows of `state.boosts`; they end with its activation. A number says how much."""

    MOVE = 0  # Rush
    ATTACKS = 1  # Onslaught, melee
    STRENGTH = 2  # crushing blow, melee
    DAMAGE = 3  # hunter's eye: each hit and critical
    KEEN = 4  # criticals on 5+
    SWIFT = 5  # climbing costs nothing
    NEXT_MOVE = 6  # savage fury: the next move action
    NEXT_ATTACKS = 7  # savage fury: the next attack action
    RAM = 8  # damage at the end of the next move beside an enemy (ram, pounce)
    GRIP = 9  # death grip: the next melee attack


BOOSTS = len(Boost)


class Twist(IntEnum):
    NONE = 0
    MIRE = 1
    HARDY = 2
    TRAILING_PRIZE = 3
    TRAILING_DICE = 4
    MARKED_GROUND = 5


class Victory(IntEnum):
    """How a scenario is won. Clauses: WC-VC-01..06."""

    MARKS = 0  # victory points for objectives
    HOARD = 1  # more fighters with treasure
    RELIC = 2  # the one that carries the relic
    TALLY = 3  # victory points for what was taken down
    UNCOVER = 4  # treasures looted from objectives
    QUARTERS = 5  # victory points for table quarters


class Reason(IntEnum):
    RUNNING = 0
    VICTORY_POINTS = 1
    TREASURE = 2
    CENTRE = 3  # the tie-break of a scenario: more fighters within 3" of a point
    KILLS = 4  # more points of enemies taken down
    WIPED_OUT = 5
    DRAW = 6
    FAULT = 7


class Place(IntEnum):
    """Kinds of node."""

    NONE = 0
    GROUND = 1  # floor or platform
    FACE = 2  # a fighter that ends its activation here falls
    STEPS = 3  # of a stair or ladder
    LANDING = 4  # in the air over deadly ground: passed through, never stood on


class Way(IntEnum):
    """Kinds of edge between nodes."""

    WALK = 0  # normal movement
    DROP = 1  # a jump down to a neighbouring cell
    LEAP = 2  # a jump across a gap
    CLIMB = 3  # up or down a face or a ladder, on to it and off it
    STAIR = 4
    VAULT = 5  # over a low wall
    ARCH = 6  # normal movement through an archway
    DOOR = 7


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it."""

    GAME = 0  # the sequence of play; its steps stand in phases.py
    SETUP = 1  # before the first round, and arrivals: see setting_up.py
    HERO = 2  # wild dice, seizing, twists: see initiative.py
    ACTIVATION = 3  # of `state.active`: see activating.py
    MOVE = 4  # see moving.py
    ATTACK = 5  # `state.attack`: see attacking.py
    DISENGAGE = 6  # see disengaging.py
    ABILITY = 7  # one with several steps: see abilities.py
    FALL = 8  # see falling.py
    DROP = 9  # of a treasure: see treasure.py
    LOOT = 10  # of an objective: see treasure.py
    SCORE = 11  # the end of a round: see scoring.py


MOST_STEP = 15

UNIT = Record([
    ("node", "i2", (-1, NODES - 1)),  # -1 off the board
    ("cell", "i2", (-1, CELLS - 1)),  # that of the node; of one that climbs, the cell at the foot
    ("status", "u1", Status),
    ("group", "u1", Group),
    ("damage", "u1", (0, 255)),
    ("activated", "u1", FLAG),
    ("waiting", "u1", FLAG),  # has a further activation with one action
    ("lost", "u1", (0, 2)),  # actions spent on reactions or forfeited in this round
    ("treasure", "i1", (-1, TOKENS - 1)),  # the token it carries, -1
    ("objective", "i1", (-1, OBJECTIVES - 1)),  # the only one it counts for at the end of this round, -1
    ("defiant", "u1", (0, 2)),  # how much tougher friends near it are until the round ends
    ("trophy", "u1", (0, 2)),  # how many attacks more friends near it have until the round ends
    ("unleashed", "u1", (0, 99)),  # added to Attacks and Strength of its melee attacks until the round ends
    ("cowering", "u1", FLAG),  # criticals against it are hits until the round ends
    ("harried", "u1", FLAG),  # cannot disengage until the round ends
])  # fmt: skip

TOKEN = Record([  # a treasure
    ("cell", "i2", (-1, CELLS - 1)),  # where it lies, -1 while carried or not placed
    ("carrier", "i1", (-1, SLOTS - 1)),
])  # fmt: skip

ATTACK = Record([  # blank, with -1 for slots, while nothing is attacked
    ("attacker", "i1", (-1, SLOTS - 1)),
    ("target", "i1", (-1, SLOTS - 1)),
    ("near", "i1", (-1, SLOTS - 1)),  # hunting pack: the target must be within 2" of this fighter, -1
    ("weapon", "u1", (0, WEAPONS - 1)),
    ("optional", "u1", FLAG),  # a bonus attack that may be declined
    ("strength", "u1", (0, 1)),  # added by death from above
    ("snag", "u1", (0, FACES)),  # inches the target is pulled afterwards
    ("reaction", "u1", (Reaction.NONE, Reaction.STEP_BACK)),  # made against it
    ("hits", "u1", (0, 99)),
    ("criticals", "u1", (0, 99)),
])  # fmt: skip

FRAME = frame_record(Frame, MOST_STEP, [  # each number with the processes that use it
    ("slot", "i1", (-1, SLOTS - 1)),  # all but GAME, SETUP, HERO, ATTACK and SCORE: whose it is
    ("passes", "u1", (0, SIDES)),  # GAME: one after the other
    ("groups", "u1", (0, SIDES * GROUPS)),  # SETUP: that have had their turn to be set up, of those before the battle or of arrivals
    ("seat", "u1", (0, SIDES - 1)),  # SETUP: whose group is set up
    ("group", "u1", Group),  # SETUP: which
    ("squeezed", "u1", FLAG),  # SETUP: the group does not fit, its fighters come one at a time
    ("chosen", "u1", (0, SLOTS)),  # SETUP: the fighter that comes next, plus 1; 0: not said
    ("placed", "u1", (0, TOKENS)),  # SETUP: treasures
    ("place", "u1", (0, SIDES)),  # HERO: in the order of initiative, of the seat that declares or changes a set
    ("node", "i2", (-1, NODES - 1)),  # MOVE, DISENGAGE: the destination
    ("limit", "u1", (0, 120)),  # MOVE, DISENGAGE: tenths of an inch left
    ("risky", "u1", FLAG),  # MOVE, DISENGAGE: dangers lie on the way
    ("begun", "u1", FLAG),  # MOVE, DISENGAGE: a danger is behind it
    ("inches", "u1", (0, 12)),  # MOVE: how far; 0: the Move characteristic
    ("optional", "u1", FLAG),  # MOVE: a bonus that may be declined
    ("take", "u1", FLAG),  # MOVE: a treasure is still to be picked up on the way
    ("token", "u1", (0, TOKENS - 1)),  # MOVE: which
    ("kept", "u1", (0, 120)),  # MOVE: tenths of an inch left once a treasure is picked up
    ("bonus", "u1", FLAG),  # DISENGAGE: a bonus, against which nobody strikes
    ("ability", "u1", Ability),  # ABILITY: which
    ("value", "u1", (0, FACES)),  # ABILITY: of the set that was spent
    ("began", "u1", (0, 2 * 12)),  # ABILITY: half inches up when its bonus move began
    ("friends", "u1", (0, FORCE)),  # ABILITY: that have had their turn to regroup
    ("fallen", "u1", (0, 2 * 12)),  # FALL: half inches
    ("stood", "i2", (-1, NODES - 1)),  # DROP: where its carrier is or was
    ("willing", "u1", FLAG),  # DROP: an action, not a fall
    ("assigned", "u1", (0, SLOTS)),  # SCORE: fighters that have had their turn to say what they count for
])  # fmt: skip

STATE = Record([
    *HEADER,
    ("units", UNIT, None, (SLOTS,)),
    ("tokens", TOKEN, None, (TOKENS,)),
    ("attack", ATTACK, None, (1,)),
    ("frames", FRAME, None, (FRAMES,)),
    ("points", "i2", (0, MOST), (SIDES,)),  # victory points
    ("kills", "i2", (0, MOST), (SIDES,)),  # points of enemies taken down over the battle
    ("tally", "i2", (0, MOST), (SIDES,)),  # in this round
    ("left", "u1", (0, FORCE), (SIDES,)),  # fighters on the board or still to come
    ("wounds_down", "i2", (0, MOST), (SIDES,)),  # Wounds of enemies taken down over the battle
    ("leader_down", "u1", FLAG, (SIDES,)),  # the enemy leader was taken down in this round
    ("board", "i1", (-1, SLOTS - 1), (CELLS,)),  # who stands there or climbs there, -1
    ("dice", "u1", (0, FACES + 1), (SIDES, FACES)),  # dice of each score: 1 is a single, 2 and more a set; spent sets are 0
    ("paired", "u1", FLAG, (SIDES, FACES)),  # a wild die was added to that score in this round
    ("wild", "u1", (0, 99), (SIDES,)),  # wild dice held
    ("as_singles", "u1", (0, 99), (SIDES,)),  # used as singles in this round
    ("extra", "u1", (0, 99), (SIDES,)),  # of the wild dice held: those that end with this hero phase, WC-TWI-04
    ("singles", "u1", (0, FACES), (SIDES,)),  # at the first count
    ("control", "i1", (-1, SIDES - 1), (OBJECTIVES,)),  # who controls each objective, -1
    ("loots", "u1", (0, 99), (OBJECTIVES,)),  # left of each objective that can be looted
    ("boosts", "u1", (0, 99), (BOOSTS,)),  # on the active fighter
    ("cost", "u1", (0, FAR), (STAGES, NODES)),  # of each destination while one is asked for, in tenths of an inch; FAR otherwise
    ("risk", "u1", (0, 99), (STAGES, NODES)),  # impact rolls on the way there
    ("hub", "i2", (0, CELLS - 1)),  # destinations lie within `span` cells of this one
    ("span", "u1", (0, 12)),
    ("taking", "u1", FLAG),  # there may be some with a treasure
    ("attacker", "i1", (-1, SIDES - 1)),  # seat that has that role
    ("red", "i1", (-1, SIDES - 1)),  # seat of that colour, which has the first deployment
    ("initiative", "i1", (-1, SIDES - 1)),
    ("phase", "u1", Phase),
    ("turn", "i1", (-1, SIDES - 1)),
    ("opener", "i1", (-1, SIDES - 1)),  # who took the first activation of the round, -1
    ("active", "i1", (-1, SLOTS - 1)),
    ("actions_left", "u1", (0, 2)),
    ("actions_made", "u1", (0, 2)),  # in this activation
    ("second", "u1", FLAG),  # it is the activation after waiting
    ("ability_used", "u1", FLAG),
    ("downed", "u1", FLAG),  # the active fighter's attack took an enemy down in this activation
    ("inspired", "i1", (-1, SLOTS - 1)),  # who may be activated next, -1
    ("ability", "i1", (-1, ABILITIES - 1)),  # being resolved, -1
    ("value", "u1", (0, FACES)),  # of that ability
    ("named", "i1", (-1, OBJECTIVES - 1)),  # the objective of a twist in this round, -1
    ("trait_used", "u1", FLAG, (SIDES,)),  # the battle trait of this round
    ("depth", "u1", (0, FRAMES - 1)),
])  # fmt: skip


@jit
def seat_of(slot):
    """The seat a slot belongs to. Clause: WC-GEN-06."""
    return slot // FORCE


@jit
def height_of(tables, unit):
    """How high a fighter stands, in half inches."""
    return tables.node_height[unit.node]


@jit
def has_mark(tables, slot, runemark):
    """True if a fighter's profile has a runemark. Clause: WC-GEN-10."""
    return tables.unit_marks[slot, runemark] != 0


@jit
def wounds_left(state, tables, slot):
    """Damage points a fighter can still take."""
    return tables.unit_wounds[slot] - state.units[slot].damage


@jit
def set_of(state, seat, face):
    """The set of a score a seat holds: 0 none, 2 double, 3 triple, 4 quad. Clauses: WC-DICE-01, WC-DICE-02, WC-DICE-08."""
    n = state.dice[seat, face - 1]
    return 0 if n < 2 else min(n, 4)


assert STATE.dtype.itemsize <= 8192
