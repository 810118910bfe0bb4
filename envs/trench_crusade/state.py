"""What can be true in a game of Trench Crusade: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import frame_record
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.records import FLAG, Record
from skirmish_rl.envs.core.ruleset import HEADER
from skirmish_rl.envs.trench_crusade.kit import WEAPONS

WIDTH = 36  # smaller boards lie in the corner of the array, so that a cell has one number everywhere; y runs north
ROWS = 36
CELLS = WIDTH * ROWS
SIDES = 2  # seats
FORCE = 12  # slots of a seat: A 0-11, B 12-23
SLOTS = SIDES * FORCE
ARMS = 4  # weapons of a model, its grenade among them, TC-FORCE-02
DIRECTIONS = 8  # in reading order of the eight cells around, y upwards: SW, S, SE, W, E, NW, N, NE
MARKERS = 6  # most blood or blessing markers on a model, TC-BLD-01, TC-BLS-01
PIECES = 32  # of terrain
RELICS = 6
TURNS = 8
FRAMES = 14  # the last stays blank
TENTHS = 10  # to the inch. Numbers without a unit are inches; movement is counted in tenths, distances between bases in halves
HALVES = 2  # to the inch
DIAGONAL = 14  # tenths of a diagonal step
REACH = 8  # inches of the fastest model
SPAN = 2 * REACH + 1  # side of the window in which routes are sought
MOST_TESTS = 4  # Success Rolls of one route within REACH: wire at 1", 3", 5", 7"
PATH = 16  # cells of one movement: a charge is at most 12", each cell costs an inch
PLANE = SPAN * SPAN * (MOST_TESTS + 2) + 1  # layers and a ring; enough for every cell of the board, too
AIMS = 3  # attacks of one AUTOMATIC weapon
ALL_SLOTS = 2**SLOTS - 1
ALL_FOES = 2**FORCE - 1
MOST_POINTS = 99
BATH = 6  # markers that a Bloodbath costs, TC-INJ-08
CHEAP_BATH = 3  # against the Down


class Phase(IntEnum):
    SETUP = 0
    INITIATIVE = 1
    ACTIVATION = 2
    MORALE = 3


class Status(IntEnum):
    ABSENT = 0  # empty slot
    RESERVE = 1  # not yet deployed
    ON_BOARD = 2
    OUT = 3  # out of action
    FREED = 4  # left the warband, TC-ABL-15


class Terrain(IntEnum):
    """The kinds of terrain of a cell. Table T6."""

    OPEN = 0
    FLOOR = 1  # of a ruin, doorways too
    WALL = 2
    STAIRS = 3
    LOW_WALL = 4
    CRATER = 5
    WIRE = 6
    TRENCH = 7
    LANDMARK = 8


TERRAINS = len(Terrain)


class Verb(IntEnum):
    """Actions of an active model, in the order of the action layout. Clause: TC-ACT-05."""

    MOVE = 0
    MOVE_RISK = 1
    MOVE_DROP = 2
    CHARGE = 3
    RETREAT = 4
    DASH = 5
    SHOOT = 6
    FIGHT = 7
    HOLD_FIRE = 8
    AIM = 9
    PRAY = 10
    TREAT = 11
    FORTIFY = 12
    SET_MINE = 13
    PUPPET = 14
    HIDE = 15
    CLAIM = 16
    END = 17


VERBS = len(Verb)


class Mode(IntEnum):
    """What a movement may hold: no test; climbs, jumps and wire; drops of 3" or more as well. Digitising, Movement."""

    WALK = 0
    RISK = 1
    DROP = 2


class Task(IntEnum):
    """The purposes of Success Rolls."""

    NONE = 0
    RANGED = 1
    MELEE = 2
    DASH = 3
    CLIMB = 4
    JUMP = 5
    DANGER = 6
    LEDGE = 7
    DIVE = 8
    AIM = 9
    PRAYER = 10
    TREAT = 11
    FORTIFY = 12
    MINE = 13
    DEFUSE = 14
    PUPPET = 15
    HIDE = 16
    CLAIM = 17


TASKS = len(Task)


class Success(IntEnum):
    """Results of a Success Roll. Clause: TC-ROLL-01."""

    FAILURE = 0
    SUCCESS = 1
    CRITICAL = 2


class Wound(IntEnum):
    """Results of an Injury Roll. Clause: TC-INJ-02."""

    NONE = 0
    MINOR = 1
    DOWN = 2
    OUT = 3


class Deed(IntEnum):
    """The deeds of the scenarios."""

    SIXTH_MARKER = 0
    FALL = 1
    MORALE = 2
    TWO_KILLS = 3
    FROM_THE_GROUND = 4
    LONG_SHOT = 5
    DOUBLE_CHARGE = 6
    THREE_KILLS = 7
    RELIC_GUARD = 8
    TWO_RELICS = 9


DEEDS = len(Deed)


class Reason(IntEnum):
    RUNNING = 0
    POINTS = 1
    ELIMINATION = 2
    FLIGHT = 3
    FAULT = 4


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it."""

    GAME = 0  # the sequence of play, see phases.py
    DEPLOYMENT = 1  # before Turn 1, see setting_up.py
    ACTIVATION = 2  # of the models in `state.acts`, see activating.py
    MOVEMENT = 3  # along `state.path`, see moving.py
    GO = 4  # a Move or a Dash, see moving.py
    CHARGE = 5  # see charging.py
    RETREAT = 6  # see retreating.py
    SHOOT = 7  # see shooting.py
    FIGHT = 8  # see fighting.py
    ATTACK = 9  # `state.attack`, see attacking.py
    ROLL = 10  # a Success Roll with its windows, see rolling.py
    INJURY = 11  # an Injury Roll with its windows and what follows, see injuring.py
    SPECIAL = 12  # a special Action, see specials.py
    PUPPET = 13  # see puppets.py


MOST_STEP = 10

UNIT = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # -1 off the board
    ("status", "u1", Status),
    ("down", "u1", FLAG),
    ("activated", "u1", FLAG),  # in this Turn
    ("blood", "u1", (0, MARKERS)),
    ("blessing", "u1", (0, MARKERS)),
    ("tough_used", "u1", FLAG),
    ("covered", "u1", FLAG),  # fortified or dug in: COVER until it leaves its cell, TC-ABL-08, TC-ABL-12
    ("hidden", "u1", FLAG),  # TC-ABL-16
    ("spent", "u1", FLAG),  # its once-per-game weapon is used
    ("melee_kills", "u1", (0, FORCE)),  # enemies taken OOA by melee in this Turn, D4
    ("kills", "u1", (0, FORCE)),  # enemies taken OOA in the game, R1
    ("claims", "u1", (0, 2**RELICS - 1)),  # bit per relic that it has ever claimed, R3
])  # fmt: skip

ACT = Record([  # of an active model; blank, with slot -1, while there is none
    ("done", "u4", (0, 2**Verb.END - 1)),  # bit per Verb but END
    ("hits", "u2", (0, ALL_FOES)),  # bit per enemy that it has hit, TC-ABL-06
    ("slot", "i1", (-1, SLOTS - 1)),
    ("stood", "u1", FLAG),  # it stood up: M is halved
    ("shots", "u1", (0, 2)),  # Shoot Actions taken
    ("plain", "u1", FLAG),  # shot a weapon without ASSAULT
    ("heavy", "u1", FLAG),  # shot a HEAVY weapon
    ("bursts", "u1", FLAG),  # shot a weapon with Quick bursts
    ("aim", "u1", FLAG),
    ("dive", "u1", FLAG),  # bonus for its next melee attack
    ("harrowed", "u1", FLAG),  # moved by Harrowing
    ("again", "u1", FLAG),  # may Fight once more
])  # fmt: skip

ATTACK = Record([  # blank, with -1 for slots and cell, while nothing is attacked
    ("victims", "u4", (0, ALL_SLOTS)),  # bit per model still to be injured
    ("cell", "i2", (-1, CELLS - 1)),  # where the target stands, or the point aimed at; the landing point of what scatters
    ("attacker", "i1", (-1, SLOTS - 1)),
    ("target", "i1", (-1, SLOTS - 1)),  # -1: a point
    ("direct", "i1", (-1, SLOTS - 1)),  # on whose base a bomb falls
    ("weapon", "i1", (-1, WEAPONS - 1)),
    ("melee", "u1", FLAG),
    ("off_hand", "u1", FLAG),
    ("critical", "u1", FLAG),
    ("long", "u1", FLAG),  # the long-range penalty applied
    ("cover", "u1", FLAG),  # the cover penalty applied
    ("dive", "u1", FLAG),  # the first blow after a dive
    ("felled", "u1", FLAG),  # its target was taken Down or OOA
])  # fmt: skip

FRAME = frame_record(Frame, MOST_STEP, [
    ("slot", "i1", (-1, SLOTS - 1)),  # whose process it is
    # of the Success Roll that a process has waited for; `total` is 0 while there was none
    ("success", "u1", Success),
    ("total", "u1", (0, 12)),
    # GAME
    ("arrivals", "u1", (0, 3)),  # reserves that each seat may bring in this Turn
    ("arrived", "u1", (0, 3), (SIDES,)),  # those that each has brought
    ("checked", "u1", (0, 2**SIDES - 1)),  # bit per seat whose morale has been looked at
    # DEPLOYMENT
    ("holding", "u1", (0, 2**SIDES - 1)),  # bit per seat that holds the rest in reserve
    ("infiltrators", "u1", FLAG),  # it is their turn
    # ACTIVATION
    ("risen", "u1", (0, 2)),  # places of `state.acts` whose first moments are over
    # GO, SPECIAL
    ("verb", "u1", (0, VERBS - 1)),  # the Action
    # GO, MOVEMENT
    ("mode", "u1", Mode),
    # MOVEMENT
    ("charging", "u1", FLAG),  # at the target of the Charge around it
    ("came_from", "i2", (-1, CELLS - 1)),  # where the last step began
    ("steps", "u1", (0, PATH)),  # of the path that have been made
    ("wire_tested", "u1", FLAG),
    # MOVEMENT, INJURY
    ("cause", "i1", (-1, SLOTS - 1)),  # the model whose doing it is, -1
    # CHARGE, SHOOT, FIGHT
    ("target", "i1", (-1, SLOTS - 1)),  # of the Charge, of the first shot, of a free attack, -1
    # CHARGE, PUPPET
    ("inches", "u1", (0, 12)),  # of the movement that was rolled for
    ("slip", "u1", (0, 3)),  # CHARGE: inches that a skirmisher may slip away
    # RETREAT
    ("foes", "u2", (0, ALL_FOES)),  # enemies within 1" at its start
    ("asked", "u1", (0, FORCE)),  # enemies of whom it is settled whether they strike
    ("forced", "u1", FLAG),  # another rule moves the model afterwards
    # SHOOT, FIGHT
    ("weapon", "i1", (-1, WEAPONS - 1)),
    ("attacks_left", "u1", (0, AIMS)),
    ("attacks_made", "u1", (0, AIMS)),
    ("free", "u1", FLAG),  # FIGHT: a free attack
    ("off_hand", "u1", FLAG),  # FIGHT: the second weapon strikes
    # ATTACK
    ("victim", "i1", (-1, SLOTS - 1)),  # who is being injured
    # ROLL, INJURY
    ("dice", "i1", (-60, 60)),  # net dice, those of markers that were spent among them
    ("blood", "u1", (0, MARKERS)),  # markers spent on dice
    ("blessing", "u1", (0, MARKERS)),
    # ROLL
    ("task", "u1", Task),
    ("risky", "u1", FLAG),
    ("blind", "u1", FLAG),  # no blood may be spent on it
    # INJURY
    ("modifier", "i1", (-3, 9)),
    ("wound", "u1", Wound),
    ("marks", "u1", (0, 3)),  # blood markers for FIRE, GAS and SHRAPNEL
    ("deadly", "u1", FLAG),
    ("bath", "u1", FLAG),  # a Bloodbath
    ("cheap", "u1", FLAG),  # a Bloodbath costs three markers
    ("of_attack", "u1", FLAG),  # the running attack causes it
    ("fell_at", "i2", (-1, CELLS - 1)),  # where the victim stood when the wound was applied
    # PUPPET
    ("puppet", "i1", (-1, SLOTS - 1)),  # who is moved
    ("direction", "u1", (0, DIRECTIONS - 1)),
    ("goal", "i2", (-1, CELLS - 1)),  # where it goes, -1: nowhere
    # SPECIAL
    ("piece", "u1", (0, PIECES - 1)),  # to be mined
    ("relic", "u1", (0, RELICS - 1)),  # to be claimed
])  # fmt: skip

STATE = Record([
    *HEADER,
    ("units", UNIT, None, (SLOTS,)),
    ("acts", ACT, None, (2,)),  # the active model, and its partner in a joint activation
    ("attack", ATTACK, None, (1,)),  # of the ATTACK frame, filled as that is pushed: there is one at a time
    ("frames", FRAME, None, (FRAMES,)),
    ("plane", "u2", (0, 0), (PLANE,)),  # working space of routes, blank between questions
    ("path", "i2", (-1, CELLS - 1), (PATH,)),  # of the MOVEMENT frame, written as that is pushed
    ("aims", "i2", (-1, CELLS - 1), (AIMS,)),  # where the targets of the running Shoot Action stood
    ("mines", "u4", None, (SIDES,)),  # bit per piece of terrain that a seat has mined
    ("points", "i2", (0, MOST_POINTS), (SIDES,)),  # VP
    ("deeds", "i1", (-1, SIDES - 1), (DEEDS,)),  # seat that has done it, -1
    ("claimed", "i1", (-1, SIDES - 1), (RELICS,)),  # seat that has claimed it in this Turn, -1
    ("strength", "u1", (0, FORCE), (SIDES,)),  # models that the warband began with, freed ones left out
    ("shaken", "u1", FLAG, (SIDES,)),
    ("zone", "u1", (0, SIDES - 1), (SIDES,)),  # which deployment zone is whose: 0 south or west
    ("phase", "u1", Phase),
    ("initiative", "i1", (0, SIDES - 1)),
    ("go", "i1", (0, SIDES - 1)),  # who deploys or activates next
    ("active", "i1", (-1, SLOTS - 1)),  # the acting model, -1
    ("forced", "i1", (-1, SLOTS - 1)),  # model that its seat must activate next, TC-ABL-01, -1
    ("ended", "u1", FLAG),  # the running activation is over
    ("path_length", "u1", (0, PATH)),
    ("depth", "u1", (0, FRAMES - 1)),
])  # fmt: skip


@jit
def seat_of(slot):
    """The seat a slot belongs to."""
    return slot // FORCE


@jit
def bit_of(slot):
    """A model's bit among those of its seat."""
    return 1 << slot % FORCE


@jit
def is_on_board(unit):
    """True while a model stands or lies on the board."""
    return unit.status == Status.ON_BOARD


@jit
def is_standing(unit):
    """True for a model on the board that is not Down."""
    return unit.status == Status.ON_BOARD and unit.down == 0


@jit
def has(tables, slot, trait):
    """True if a model has a keyword or ability."""
    return tables.traits[slot, trait] != 0


@jit
def act_of(state, slot):
    """Place of an active model in `state.acts`, -1 if it is not active."""
    if state.acts[0].slot == slot:
        return 0
    if state.acts[1].slot == slot:
        return 1
    return -1


@jit
def is_active(state, slot):
    """True while a model's own activation is running."""
    return state.acts[0].slot == slot or state.acts[1].slot == slot


@jit
def has_done(act, verb):
    """True if an active model has taken an Action."""
    return (act.done >> verb) & 1 != 0


@jit
def models_on_board(state, seat):
    """Number of a seat's models on the board."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        n += state.units[slot].status == Status.ON_BOARD
    return n


@jit
def models_in_reserve(state, seat):
    """Number of a seat's models that are not yet on the board."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        n += state.units[slot].status == Status.RESERVE
    return n


@jit
def occupant(state, cell):
    """The model in a cell, -1."""
    for slot in range(SLOTS):
        if state.units[slot].cell == cell:
            return slot
    return -1
