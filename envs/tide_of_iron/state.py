"""What can be true in a game of Tide of Iron: enums, limits, the packed record, and facts about it."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import FRAME
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import HEADER, pack_dtype

WIDTH = 15  # every map lies in the corner of a 15x13 array, so that a hex has one number everywhere
ROWS = 13
CELLS = WIDTH * ROWS
DIRECTIONS = 6  # NE, E, SE, SW, W, NW
SIDES = 2  # seat 0 is side A, seat 1 is side B
FORCE = 16  # slots of a side: A 0-15, B 16-31
SLOTS = SIDES * FORCE
DECKS = 3  # of a side
OBJECTIVES = 12
FRAMES = 8
STACK = 3  # units of a side in one hex, TI-MOV-04
FORTS = 3  # entrenchments and pillboxes in one hex, TI-TRN-05
SLOTS_OF_BASE = 4  # figures of a squad base, TI-GEN-03
TRANSFERS = 8  # of a player in one round, TI-STA-05
FAR = 255


class Decision(IntEnum):
    """What can be asked. The comment says who answers, and with which blocks of actions."""

    NONE = 0
    ASSIGN_TOKEN = 1  # owner of the token: unit
    DRAW_START = 2  # player: deck
    PLACE_MARKER = 3  # owner of the marker: cell
    DEPLOY = 4  # owner of the unit: cell, unit (a transport)
    DEPLOY_FORT = 5  # owner: option (enter-entrenchment, enter-pillbox) or pass
    SELECT = 6  # whose turn it is: advance ... demolish (a unit), card
    FIRE_OR_MOVE = 7  # active player: option (fire-first, move-first)
    STEP = 8  # active player: direction, unit (load), option, pass (stop)
    TARGET = 9  # attacker: unit, cell (area attack), pass
    FIGURES = 10  # attacker: option (all, crew, others)
    ATTACK_TYPE = 11  # attacker: option (normal, suppressive)
    SUPPORT = 12  # attacker: unit, pass (done)
    OP_FIRE = 13  # the player who is not moving: unit, pass (decline)
    ORDER = 14  # initiative holder: option (op-fire-first, mines-first)
    CASUALTY = 15  # owner of the squad: figure
    ASSAULT_HEX = 16  # active player: direction, pass (none)
    ASSAULT_SUPPORT = 17  # active player: unit, pass (done)
    HIT_UNIT = 18  # who suffers the hits of an assault: unit
    RETREAT = 19  # owner of the unit: direction
    COMMAND = 20  # player: card, bid, pass (done)
    DRAW = 21  # player: deck
    DRAW_EXTRA = 22  # player: deck, pass
    OP_MODE = 23  # player: unit, pass (done)
    TRANSFER_FROM = 24  # player: unit, pass (done)
    TRANSFER_FIGURE = 25  # player: figure
    TRANSFER_TO = 26  # player: unit
    ARRIVE = 27  # owner of the unit: cell
    CARD_UNIT = 28  # who plays the card: unit, pass where the card says "up to"
    CARD_CELL = 29  # who plays the card: cell
    SMOKE_CELL = 30  # who lays smoke: cell
    HEAL_UNIT = 31  # owner of the medic: unit
    OCCUPY = 32  # owner of a new entrenchment: unit (a squad of the hex), pass
    GUN_CREW = 33  # owner of the gun: unit that moves it
    CLEAR_CELL = 34  # active player: cell of the tank traps


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
    """Of squads."""

    NONE = 0
    PINNED = 1
    DISRUPTED = 2


class Damage(IntEnum):
    """Of vehicles."""

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
    """Bits of `state.marks`."""

    WIRE = 1
    MINES = 2
    TRAPS = 4
    SMOKE = 8
    ENTRENCHMENT = 16  # times their number, two bits
    PILLBOX = 64  # times their number, two bits
    COVER_A = 256  # Take Cover of side A, played in the last Command Phase; side B one bit higher
    COVER_B = 512
    CHARGE_A = 1024  # a demolition charge of side A; side B one bit higher
    CHARGE_B = 2048
    NEW_COVER_A = 4096  # Take Cover played in the running Command Phase
    NEW_COVER_B = 8192


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


class Option(IntEnum):
    """Named answers, in the order of the action layout."""

    ENTER_ENTRENCHMENT = 0
    ENTER_PILLBOX = 1
    LEAVE = 2
    UNLOAD = 3
    CLEAR_WIRE = 4
    CLEAR_TRAPS = 5
    LAY_CHARGE = 6
    FIRE_FIRST = 7
    MOVE_FIRST = 8
    NORMAL = 9
    SUPPRESSIVE = 10
    ALL = 11
    CREW = 12
    OTHERS = 13
    OP_FIRE_FIRST = 14
    MINES_FIRST = 15


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


UNIT = pack_dtype([
    ("cell", "i2"),  # -1 off the map; that of the transport while aboard
    ("status", "u1"),
    ("kind", "u1"),
    ("figures", "u1", (FIGURES,)),
    ("specialty", "u1"),
    ("condition", "u1"),  # squads
    ("damage", "u1"),  # vehicles
    ("activation", "u1"),
    ("fort", "u1"),  # the fortification it sits in
    ("carrier", "i1"),  # slot of the transport it is aboard, -1
    ("aboard", "u1"),  # squads aboard this transport
    ("fired", "u1"),  # at the unit that is active now, TI-OPF-04
    ("due", "u1"),  # round in whose Status Phase a reserve arrives; 0: at set-up
])  # fmt: skip

ATTACK = pack_dtype([
    ("cell", "i2"),  # of an area attack or artillery, else -1
    ("lead", "i1"),  # slot, -1 for off-board fire
    ("target", "i1"),  # slot, -1 for an area attack
    ("seat", "i1"),  # who attacks
    ("blow", "u1"),
    ("reach", "u1"),  # worst range class of all that take part
    ("halved", "u1"),  # Fire and Movement
    ("op", "u1"),  # opportunity fire
    ("bonus", "u1"),  # FP added by a card
    ("support", "u1"),  # supporters may join
    ("asked", "i1"),  # slot whose figures are asked for
    ("was", "u1"),  # damage of the target before an Op Fire attack
    ("dice", "u1"),  # of off-board fire; in an assault the net hits on the attacker
    ("successes", "u1"),
    ("part", "u1", (SLOTS,)),  # Part of each unit
    ("net", "u1", (SLOTS,)),  # net hits still to be applied
])  # fmt: skip

STATE = pack_dtype([
    *HEADER,
    ("units", UNIT, (SLOTS,)),
    ("attack", ATTACK, (1,)),
    ("frames", FRAME, (FRAMES,)),
    ("marks", "u2", (CELLS,)),  # see Mark
    ("crowd", "u1", (SIDES, CELLS)),  # units of a side in a hex, those aboard left out
    ("command", "i2", (SIDES,)),  # available command
    ("pool", "i2", (SIDES,)),  # on the initiative card
    ("points", "i2", (SIDES,)),  # victory points
    ("last_free", "i2"),  # where an overrunning tank came from
    ("control", "i1", (OBJECTIVES,)),  # side whose marker lies there, -1
    ("deck", "u1", (SIDES, DECKS, CARDS)),  # cards left, by type; their order is decided when they are drawn
    ("hand", "u1", (SIDES, CARDS)),  # faceup in the HQ area
    ("waiting", "u1", (SIDES, CARDS)),  # artillery in the play area that has no contact yet
    ("tried", "u1", (SIDES, CARDS)),  # contact rolls made this round
    ("lasting", "u1", (SIDES, CARDS)),  # Command Phases until a lasting card ends
    ("lost_regulars", "u1", (SIDES,)),
    ("alive", "u1", (SIDES,)),  # units on the map
    ("waiting_units", "u1", (SIDES,)),  # units still to arrive
    ("finished", "u1", (SIDES,)),  # action phase is over
    ("transfers", "u1", (SIDES,)),
    ("initiative", "i1"),  # who holds the token
    ("phase", "u1"),
    ("turn", "i1"),  # whose action turn it is
    ("actions_left", "u1"),
    ("active", "i1"),  # slot, -1
    ("movement", "i1"),  # points left
    ("reserved", "u1"),  # Double Time: points that only a move ending away from the enemy may use
    ("hexes", "u1"),  # entered in this activation
    ("mined", "u1"),  # it began in a minefield: one hex only
    ("halted", "u1"),  # its movement is over
    ("barred", "u1"),  # it entered a minefield or wire: no assault
    ("broken", "u1"),  # pinned, disrupted or damaged by Op Fire: the rest of the activation is lost
    ("silent", "u1"),  # no Op Fire may be made on it
    ("boost", "u1"),  # of a card: added to the movement of an Advance, to the FP of an attack, to the assault strength
    ("beast", "u1"),  # of a card: only a vehicle next to the unit may be attacked
    ("charge", "i1"),  # direction of the running assault
    ("overrun", "u1"),  # the tank stands among enemies
    ("depth", "u1"),
    ("smokes", "u1"),  # smoke markers on the map
    ("winner", "i1"),
])  # fmt: skip


@jit
def seat_of(slot):
    """The side a slot belongs to."""
    return slot // FORCE


@jit
def is_on_map(unit):
    """True while the unit is on the map, also aboard."""
    return unit.status == Status.ON_MAP


@jit
def is_out(unit):
    """True for a unit that stands on the map itself and not aboard a transport."""
    return unit.status == Status.ON_MAP and unit.carrier < 0


@jit
def is_squad(unit):
    """Squads have no armour value, everything else has. Clause: TI-GEN-02."""
    return unit.kind == Kind.SQUAD


@jit
def strength_of(unit):
    """Figures on a squad base."""
    n = 0
    for figure in range(FIGURES):
        n += unit.figures[figure]
    return n


@jit
def filled_slots(unit):
    """Slots in use on a squad base; crews take two. Clause: TI-GEN-03."""
    return strength_of(unit) + unit.figures[Figure.MACHINE_GUN] + unit.figures[Figure.MORTAR]


@jit
def has_crew(unit):
    """True for a squad with a machine-gun or mortar crew (heavy infantry weapon)."""
    return unit.figures[Figure.MACHINE_GUN] + unit.figures[Figure.MORTAR] > 0


@jit
def is_steady(unit):
    """Neither pinned nor disrupted."""
    return unit.condition == Condition.NONE


@jit
def is_heavy(tables, unit):
    """True for a heavy vehicle. Clause: TI-VEH-01."""
    return tables.vehicle_heavy[unit.kind] != 0


@jit
def has_officer(state, seat, cell):
    """True if an officer of a side is in a hex, in any condition. Clauses: TI-OFF-02..05."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and unit.figures[Figure.OFFICER] > 0 and is_out(unit):
            return True
    return False


@jit
def has_medic(state, seat, cell):
    """True if a medic squad of a side is in a hex. Clause: TI-SPC-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and unit.specialty == Specialty.MEDIC and is_out(unit):
            return True
    return False


@jit
def has_heavy(state, tables, seat, cell):
    """True if a heavy vehicle of a side is in a hex."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and is_out(unit) and is_heavy(tables, unit):
            return True
    return False


@jit
def entrenchments_in(state, cell):
    """Number of entrenchments in a hex."""
    return (state.marks[cell] >> 4) & 3


@jit
def pillboxes_in(state, cell):
    """Number of pillboxes in a hex."""
    return (state.marks[cell] >> 6) & 3


@jit
def forts_taken(state, cell, fort):
    """Squads that sit in fortifications of one type in a hex."""
    n = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.cell == cell and unit.fort == fort and is_out(unit):
            n += 1
    return n


@jit
def has_free_fort(state, cell, fort):
    """True if an empty fortification of a type lies in a hex. Clauses: TI-TRN-05, TI-TRN-06, TI-TRN-13."""
    n = entrenchments_in(state, cell) if fort == Fort.ENTRENCHMENT else pillboxes_in(state, cell)
    return n > forts_taken(state, cell, fort)


@jit
def touches_enemy(state, tables, seat, cell):
    """True if an enemy of a side stands in a neighbouring hex."""
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there >= 0 and state.crowd[1 - seat, there] > 0:
            return True
    return False


@jit
def has_operation(tables, seat, operation):
    """True if the scenario gives a side an operations card."""
    return tables.operations[seat, operation] != 0


assert STATE.itemsize <= 8192
