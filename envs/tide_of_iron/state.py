"""What can be true in a game of Tide of Iron: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import frame_record
from skirmish_rl.envs.core.records import FLAG, Record
from skirmish_rl.envs.core.ruleset import HEADER

WIDTH = 15  # every map lies in the corner of a 15x13 array, so that a hex has one number everywhere
ROWS = 13
CELLS = WIDTH * ROWS
DIRECTIONS = 6  # NE, E, SE, SW, W, NW
SIDES = 2  # seat 0 is side A, seat 1 is side B
FORCE = 16  # slots of a side: A 0-15, B 16-31
SLOTS = SIDES * FORCE
DECKS = 3  # of a side
OBJECTIVES = 12
COPIES = 4  # of a strategy card
ROUNDS = 12
FRAMES = 9  # the last stays blank
STACK = 3  # units of a side in one hex, TI-MOV-04
FORTS = 3  # entrenchments and pillboxes in one hex, TI-TRN-05
SLOTS_OF_BASE = 4  # figures of a squad base, TI-GEN-03
TRANSFERS = 8  # of a player in one round, TI-STA-05
LASTS = 2  # Command Phases that a lasting card stays: the running one and the next, TI-CMD-18
FAR = 255
MOST = 9999  # command or points: twelve rounds with all objectives bring less


class Phase(IntEnum):
    SETUP = 0
    ACTION = 1
    COMMAND = 2
    STATUS = 3


class Status(IntEnum):
    ABSENT = 0  # empty slot
    RESERVE = 1  # not yet on the map
    ON_MAP = 2  # also aboard a transport
    LOST = 3


class Kind(IntEnum):
    """Types of unit: squads, and the vehicles of the profile table."""

    SQUAD = 0
    TRUCK = 1
    HALF_TRACK = 2
    MEDIUM_TANK_A = 3
    MEDIUM_TANK_B = 4
    HEAVY_TANK = 5
    TANK_DESTROYER = 6
    GUN = 7


KINDS = len(Kind)


class Figure(IntEnum):
    REGULAR = 0
    ELITE = 1
    OFFICER = 2
    MACHINE_GUN = 3
    MORTAR = 4


FIGURES = len(Figure)


class Specialty(IntEnum):
    """Specialisation tokens."""

    NONE = 0
    ANTI_TANK = 1
    FLAMETHROWER = 2
    ENGINEER = 3
    MEDIC = 4
    RECON = 5
    EXPERT = 6
    DEMOLITION = 7


SPECIALTIES = len(Specialty)


class Condition(IntEnum):
    """The conditions of squads."""

    NONE = 0
    PINNED = 1
    DISRUPTED = 2


class Damage(IntEnum):
    """The damage of vehicles."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2


class Activation(IntEnum):
    FRESH = 0
    FATIGUED = 1
    OP_FIRE = 2


class Fort(IntEnum):
    NONE = 0
    ENTRENCHMENT = 1
    PILLBOX = 2


class Terrain(IntEnum):
    CLEAR = 0
    WOODS = 1
    BUILDING = 2
    ROUGH = 3
    BRIDGE = 4
    STREAM = 5
    DEEP_STREAM = 6
    POND = 7


TERRAINS = len(Terrain)


class Mark(IntEnum):
    """Markers in a hex: rows of `state.marks`, which hold how many lie there."""

    WIRE = 0
    MINES = 1
    TRAPS = 2
    SMOKE = 3
    ENTRENCHMENT = 4
    PILLBOX = 5
    COVER_A = 6  # Command Phases until Take Cover of side A ends; side B one row below
    COVER_B = 7
    CHARGE_A = 8  # a demolition charge of side A; side B one row below
    CHARGE_B = 9


MARKS = len(Mark)


class Goal(IntEnum):
    """Kinds of objective."""

    VICTORY = 0
    NEUTRAL = 1  # command objectives
    COMMAND_A = 2
    COMMAND_B = 3


class Reach(IntEnum):
    """Range classes, from best to worst. Clause: TI-LOS-02."""

    CLOSE = 0
    NORMAL = 1
    LONG = 2
    NONE = 3


class Blow(IntEnum):
    """Types of attack."""

    NORMAL = 0
    SUPPRESSIVE = 1


class Fight(IntEnum):
    """The kinds of running attack."""

    NONE = 0
    FIRE = 1  # of units, off-board artillery, marksmen, a demolition charge
    ASSAULT = 2


class Part(IntEnum):
    """Which figures of a unit take part in an attack. Clause: TI-FIR-03."""

    NONE = 0
    ALL = 1
    CREW = 2
    OTHERS = 3


class Order(IntEnum):
    """Actions of a unit, in the order of the action layout. Clause: TI-ACT-06."""

    ADVANCE = 0
    FIRE = 1  # Concentrated Fire
    PREPARE = 2  # Prepare Op Fire
    FIRE_AND_MOVE = 3
    ASSAULT = 4
    FATIGUE = 5
    DIG = 6
    HEAL = 7
    SMOKE = 8
    DEMOLISH = 9


ORDERS = len(Order)


class Card(IntEnum):
    """Strategy cards, TI-CRD-10..36."""

    RAPID_MOBILISATION = 0
    CUT_COMMUNICATIONS = 1
    FORCED_MARCH = 2
    COORDINATED_PUSH = 3
    SURPRISE_ASSAULT = 4
    TAKE_COVER = 5
    STEADY = 6
    TAKE_DOWN_THE_BEAST = 7
    NO_STEP_BACK = 8
    OFFENSIVE_ARTILLERY = 9
    SUPPRESSIVE_BARRAGE = 10
    SMOKE_MISSION = 11
    INCREASED_PRIORITY = 12
    EXTRA_RATIONS = 13
    FIELD_DRESSING = 14
    REPAIR_CREW = 15
    AMMUNITION = 16
    DIG_IN = 17
    LAY_WIRE = 18
    MINE_BELT = 19
    OBSTACLES = 20
    MARKSMEN = 21
    RIFLE_RESERVE = 22
    VETERAN_RESERVE = 23
    WEAPONS_RESERVE = 24
    MOTOR_RESERVE = 25
    ARMOUR_RESERVE = 26


CARDS = len(Card)


class Deck(IntEnum):
    COMMAND = 0
    MORALE = 1
    ARTILLERY = 2
    SUPPLY = 3
    GROUND_SUPPORT = 4
    REINFORCEMENT = 5


ALL_DECKS = len(Deck)


class Operation(IntEnum):
    """Operations cards, TI-OPS-01..08."""

    SUPPLY_DEPOT = 0
    LAY_SMOKE = 1
    VETERAN_TANK_CREW = 2
    HEAVY_FOG = 3
    DESPERATE_DEFENDERS = 4
    DOUBLE_TIME = 5
    SEIZE_THE_INITIATIVE = 6
    CLEAR_TANK_TRAPS = 7


OPERATIONS = len(Operation)


class Victory(IntEnum):
    POINTS = 0
    CONTROL = 1


class Reason(IntEnum):
    RUNNING = 0
    VICTORY_POINTS = 1
    ELIMINATION = 2
    CONTROL = 3
    LEAD = 4
    TIEBREAK = 5
    FAULT = 6


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it."""

    GAME = 0  # the sequence of play, see phases.py
    SETUP = 1  # before round 1, see setting_up.py
    ACTIVATION = 2  # of `state.active`, see activating.py
    ATTACK = 3  # `state.attack`, see attacking.py
    LOSSES = 4  # figures of a squad, see losing.py
    ASSAULT = 5  # `state.attack`, see assaulting.py
    RETREAT = 6  # of the beaten defenders of an assault, see retreating.py
    CARD = 7  # `state.card`, see cards.py


MOST_STEP = 12

UNIT = Record([
    ("cell", "i2", (-1, CELLS - 1)),  # -1 off the map; that of the transport while aboard
    ("status", "u1", Status),
    ("kind", "u1", Kind),
    ("figures", "u1", (0, SLOTS_OF_BASE), (FIGURES,)),
    ("specialty", "u1", Specialty),
    ("condition", "u1", Condition),  # squads
    ("damage", "u1", Damage),  # vehicles
    ("activation", "u1", Activation),
    ("fort", "u1", Fort),  # the fortification it sits in
    ("carrier", "i1", (-1, SLOTS - 1)),  # slot of the transport it is aboard, as a reserve that it will come with, -1
    ("aboard", "u1", (0, FORCE)),  # squads aboard this transport
    ("fired", "u1", FLAG),  # at the unit that is active now, TI-OPF-04
    ("due", "u1", (0, ROUNDS)),  # round in whose Status Phase a reserve arrives; 0: at set-up
])  # fmt: skip

ATTACK = Record([  # blank, with -1 for slots and hex, while nothing is attacked
    ("cell", "i2", (-1, CELLS - 1)),  # of an area attack, artillery or an assault, else -1
    ("fight", "u1", Fight),
    ("lead", "i1", (-1, SLOTS - 1)),  # -1 for off-board fire and charges
    ("target", "i1", (-1, SLOTS - 1)),  # -1 for an area attack or an assault
    ("seat", "u1", (0, SIDES - 1)),  # who attacks
    ("blow", "u1", Blow),
    ("reach", "u1", (Reach.CLOSE, Reach.LONG)),  # worst range class of all that take part
    ("halved", "u1", FLAG),  # Fire and Movement
    ("op", "u1", FLAG),  # opportunity fire
    ("bonus", "u1", (0, 99)),  # FP added by a card
    ("support", "u1", FLAG),  # supporters may join
    ("damage_before", "u1", Damage),  # of the target of Op Fire
    ("dice", "u1", (0, 255)),  # attack dice, 0 until their number is known
    ("successes", "u1", (0, 255)),  # of fire: hits before the defence; those of a charge are there from the beginning
    ("hits_forth", "u1", (0, 255)),  # of an assault: net hits on the defenders
    ("hits_back", "u1", (0, 255)),  # of an assault: hits on the attackers
    ("hits", "u1", (0, 255), (SIDES,)),  # of an assault: still to be taken by a side
    ("part", "u1", Part, (SLOTS,)),  # of each unit
    ("net", "u1", (0, 255), (SLOTS,)),  # of each unit: net hits that are applied all at once; an assault gives such hits to vehicles only
])  # fmt: skip

FRAME = frame_record(Frame, MOST_STEP, [
    # GAME and SETUP
    ("side", "u1", (0, SIDES)),  # place in the order of initiative of the side whose go it is
    # GAME
    ("arrival", "u1", (0, FORCE)),  # of that side's units, the next that may arrive
    # SETUP
    ("token", "u1", (0, FORCE)),  # of that side's specialisation tokens, the next
    ("drawn", "u1", (0, 255)),  # starting cards that it has drawn
    ("placing", "u1", (0, SIDES)),  # place in the order of setting up of the side that places markers and units
    ("marker", "u1", (0, 255)),  # of that side's markers, the next
    # ACTIVATION
    ("op_fire", "u1", FLAG),  # Op Fire may come now
    ("mines", "u1", FLAG),  # mines were entered
    ("ordered", "u1", FLAG),  # the holder of the initiative has said which of the two comes first
    ("op_first", "u1", FLAG),  # it is Op Fire
    # ATTACK
    ("affected", "u1", (0, SLOTS)),  # the next unit whose net hits are applied
    # LOSSES
    ("squad", "i1", (-1, SLOTS - 1)),  # that loses figures
    # RETREAT
    ("beaten", "u1", (0, FORCE)),  # of the defenders, the next that may have to retreat
    # CARD
    ("named", "i2", (-1, CELLS - 1)),  # the hex that was named
    ("impact", "i2", (-1, CELLS - 1)),  # where a barrage falls
    ("direction", "u1", (0, DIRECTIONS)),  # the next in which it falls on the hexes around
])  # fmt: skip

STATE = Record([
    *HEADER,
    ("units", UNIT, None, (SLOTS,)),
    ("attack", ATTACK, None, (1,)),
    ("frames", FRAME, None, (FRAMES,)),
    ("marks", "u1", (0, FORTS), (MARKS, CELLS)),
    ("crowd", "u1", (0, STACK), (SIDES, CELLS)),  # units of a side in a hex, those aboard left out
    ("command", "i2", (0, MOST), (SIDES,)),  # available command
    ("pool", "i2", (0, MOST), (SIDES,)),  # on the initiative card
    ("points", "i2", (0, MOST), (SIDES,)),  # victory points
    ("last_free", "i2", (0, CELLS - 1)),  # where an overrunning tank came from
    ("control", "i1", (-1, SIDES - 1), (OBJECTIVES,)),  # side whose marker lies there, -1
    ("deck", "u1", (0, COPIES), (SIDES, DECKS, CARDS)),  # cards left, by type; their order is decided when they are drawn
    ("hand", "u1", (0, COPIES), (SIDES, CARDS)),  # faceup in the HQ area
    ("waiting", "u1", (0, COPIES), (SIDES, CARDS)),  # artillery in the play area that has no contact yet
    ("tried", "u1", (0, COPIES), (SIDES, CARDS)),  # contact rolls made this round
    ("lasting", "u1", (0, LASTS), (SIDES, CARDS)),  # Command Phases until a lasting card ends
    ("lost_regulars", "u1", (0, 255), (SIDES,)),
    ("alive", "u1", (0, FORCE), (SIDES,)),  # units on the map
    ("waiting_units", "u1", (0, FORCE), (SIDES,)),  # units still to arrive
    ("finished", "u1", FLAG, (SIDES,)),  # action phase is over
    ("transfers", "u1", (0, TRANSFERS), (SIDES,)),
    ("initiative", "i1", (0, SIDES - 1)),  # who holds the token
    ("phase", "u1", Phase),
    ("turn", "i1", (-1, SIDES - 1)),  # whose action turn it is
    ("actions_left", "u1", (0, 99)),
    ("active", "i1", (-1, SLOTS - 1)),  # the unit whose action is running, -1
    ("order", "i1", (-1, ORDERS - 1)),  # its Order, -1
    ("fire_done", "u1", FLAG),  # of its Fire and Movement the attack is done
    ("move_done", "u1", FLAG),  # its movement is done
    ("crew", "i1", (-1, SLOTS - 1)),  # the unit that moves it, if it is a gun, -1
    ("movement", "i1", (0, 99)),  # points left
    ("reserved", "u1", FLAG),  # Double Time: points that only a move ending away from the enemy may use
    ("hexes", "u1", (0, 99)),  # entered in this activation
    ("mined", "u1", FLAG),  # it began in a minefield: one hex only
    ("halted", "u1", FLAG),  # its movement is over
    ("barred", "u1", FLAG),  # it entered a minefield or wire: no assault
    ("broken", "u1", FLAG),  # pinned, disrupted or damaged by Op Fire: the rest of the activation is lost
    ("silent", "u1", FLAG),  # no Op Fire may be made on it
    ("boost", "u1", (0, 99)),  # of a card: added to the movement of an Advance, to the FP of an attack, to the assault strength
    ("beast", "u1", FLAG),  # of a card: only a vehicle next to the unit may be attacked
    ("overrun", "u1", FLAG),  # the tank stands among enemies
    ("card", "i1", (-1, CARDS - 1)),  # being resolved, -1
    ("card_seat", "i1", (-1, SIDES - 1)),  # who plays it, -1
    ("served", "i1", (-1, SLOTS - 1)),  # the squad that it has served already, -1
    ("losses", "u1", (0, SLOTS_OF_BASE)),  # figures that a squad must still lose
    ("given", "i1", (-1, FIGURES - 1)),  # figure that is being handed over, -1
    ("depth", "u1", (0, FRAMES - 1)),
    ("lying", "u1", (0, CELLS), (MARKS,)),  # hexes with each kind of marker
    ("strips", "u2", (0, 2**ROWS - 1), (MARKS,)),  # bit per row of the map, set where such markers lie; rows without may be set, too
])  # fmt: skip
