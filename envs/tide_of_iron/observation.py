"""What a seat sees: the encoder of the layout in `columns.py`.

All is public in Tide of Iron but the order of the decks (TI-GEN-09), and that is not decided before a card is drawn.
What differs between seats is the point of view: own units first, own edge of the map at the bottom.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend, blank_out, relative, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.columns import (
    ARTILLERY,
    CONTACT_WIDTH,
    GOAL_WIDTH,
    LASTING_WIDTH,
    OBJECTIVE_WIDTH,
    SIDE_WIDTH,
    ActivationColumn,
    AssaultColumn,
    AttackColumn,
    BoostColumn,
    CardColumn,
    Channel,
    ContactColumn,
    DoubleTimeColumn,
    FortColumn,
    GameColumn,
    GoalColumn,
    GroundChannel,
    GunColumn,
    LastingColumn,
    LossColumn,
    ObjectiveColumn,
    ObstacleColumn,
    Section,
    SideColumn,
    SquadColumn,
    TankColumn,
    TransportColumn,
    UnitBlock,
    UnitColumn,
    VehicleColumn,
)
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import armour_of
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    COPIES,
    FIGURES,
    FORCE,
    FORTS,
    LASTS,
    MARKS,
    ROUNDS,
    SIDES,
    SLOTS,
    SLOTS_OF_BASE,
    SPECIALTIES,
    STACK,
    WIDTH,
    Activation,
    Blow,
    Card,
    Condition,
    Damage,
    Fight,
    Fort,
    Goal,
    Kind,
    Mark,
    Part,
    Phase,
    Status,
    Terrain,
)

_SUBJECTS = ("", "unit", "cell", "card", "specialisation", "marker")
_UNIT, _CELL, _TOKEN, _MARKER = (_SUBJECTS.index(word) for word in ("unit", "cell", "specialisation", "marker"))
_ABOUT = np.array([_SUBJECTS.index(QUESTIONS.rows[d].subject) if d else 0 for d in Decision])  # what the subject of a decision is
_FIGURE, _FORT, _UNITS, _DUE, _SLOT = 1 / SLOTS_OF_BASE, 1 / FORTS, 1 / FORCE, 1 / ROUNDS, 1 / SLOTS
_CARD, _LAST, _CROWD, _ARMOUR, _HIT = 1 / COPIES, 1 / LASTS, 1 / STACK, 1 / 6, 1 / 8


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    blank_out(out)
    if tables.at[Section.MARKER] >= 0:
        encode_markers(state, tables, seat, out)
    encode_units(state, tables, seat, seat, tables.at[Section.UNIT_MINE], out)
    encode_units(state, tables, seat, 1 - seat, tables.at[Section.UNIT_THEIRS], out)
    encode_roles(state, tables, seat, out)
    for objective in range(tables.n_objectives):
        encode_objective(state, tables, seat, objective, out)
    for side in range(SIDES):
        encode_side(state, tables, (seat + side) % SIDES, side, out)
    if tables.at[Section.HAND] >= 0:
        for side in range(SIDES):
            encode_cards(state, tables, (seat + side) % SIDES, side, out)
    if tables.see_map:
        encode_map(tables, seat, out)
    encode_question(state, tables, seat, out)
    if state.active >= 0:
        encode_activation(state, tables, seat, out)
    if state.attack[0].fight:
        encode_attack(state, tables, seat, out)


@jit
def encode_units(state, tables, seat, who, at, out):
    """Sections `unit_mine` and `unit_theirs`: what each unit of a side is by itself.

    What the table says of all rows is read once: this is the longest part of an observation.
    """
    width = tables.unit_width
    squads = tables.unit_at[UnitBlock.SQUAD]
    kinds = tables.unit_at[UnitBlock.KIND]
    specialties = tables.unit_at[UnitBlock.SPECIALTY]
    for row in range(tables.see_units):
        slot = FORCE * who + row
        k = at + width * row
        unit = state.units[slot]
        if unit.status == Status.ABSENT:
            continue
        out[k + UnitColumn.RESERVE + unit.status - Status.RESERVE] = 1.0
        if unit.status == Status.LOST:
            continue
        cell = unit.cell
        if unit.status == Status.RESERVE:
            out[k + UnitColumn.DUE] = unit.due * _DUE
        elif cell >= 0:
            out[k + UnitColumn.X] = tables.view_x[seat, cell]
            out[k + UnitColumn.Y] = tables.view_y[seat, cell]
            out[k + UnitColumn.COVER] = tables.view_cover[cell]
            out[k + UnitColumn.LEVEL] = tables.view_level[cell]
        if unit.activation == Activation.FRESH:
            out[k + UnitColumn.FRESH] = 1.0
        elif unit.activation == Activation.OP_FIRE:
            out[k + UnitColumn.OP_FIRE] = 1.0
        if unit.fired:
            out[k + UnitColumn.FIRED] = 1.0
        kind = unit.kind
        if kind != Kind.SQUAD:
            encode_vehicle(tables, unit, out, k)
        elif squads:
            for figure in range(FIGURES):
                out[k + squads + SquadColumn.REGULAR + figure] = unit.figures[figure] * _FIGURE
            if unit.condition:
                out[k + squads + SquadColumn.PINNED + unit.condition - Condition.PINNED] = 1.0
        if kinds and tables.kind_column[kind] >= 0:
            out[k + kinds + tables.kind_column[kind]] = 1.0
        if unit.specialty and tables.specialty_column[unit.specialty] >= 0:
            out[k + specialties + tables.specialty_column[unit.specialty]] = 1.0
        if unit.carrier >= 0 and tables.unit_at[UnitBlock.TRANSPORT]:
            out[k + tables.unit_at[UnitBlock.TRANSPORT] + TransportColumn.CARRIER] = (unit.carrier - FORCE * who + 1) * _SLOT
        if unit.fort and tables.mark_column[Mark.ENTRENCHMENT + unit.fort - Fort.ENTRENCHMENT] >= 0:
            out[k + tables.unit_at[UnitBlock.FORT] + FortColumn.IN_ENTRENCHMENT + unit.fort - Fort.ENTRENCHMENT] = 1.0
            add_to_plane(tables, seat, Channel.FREE_ENTRENCHMENTS + unit.fort - Fort.ENTRENCHMENT, cell, -_FORT, out)


@jit
def encode_vehicle(tables, unit, out, k):
    """Blocks of vehicles and transports."""
    if tables.unit_at[UnitBlock.VEHICLE]:
        at = k + tables.unit_at[UnitBlock.VEHICLE]
        out[at + VehicleColumn.ARMOUR] = min(armour_of(tables, unit) * _ARMOUR, 1.0)
        if unit.damage:
            out[at + VehicleColumn.LIGHT_DAMAGE + unit.damage - Damage.LIGHT] = 1.0
    if tables.unit_at[UnitBlock.TRANSPORT]:
        out[k + tables.unit_at[UnitBlock.TRANSPORT] + TransportColumn.RIDERS] = unit.aboard * _UNITS


@jit
def row_of(tables, seat, slot):
    """Where the row of a unit begins, -1 for none."""
    if slot < 0 or slot % FORCE >= tables.see_units:
        return -1
    first = tables.at[Section.UNIT_MINE] if seat_of(slot) == seat else tables.at[Section.UNIT_THEIRS]
    return first + tables.unit_width * (slot % FORCE)


@jit
def encode_roles(state, tables, seat, out):
    """The same sections: what a unit does now, and what the question is about."""
    active = row_of(tables, seat, state.active)
    if active >= 0:
        out[active + UnitColumn.ACTIVE] = 1.0
    if tables.unit_at[UnitBlock.GUN]:
        crew = row_of(tables, seat, state.crew)
        if crew >= 0:
            out[crew + tables.unit_at[UnitBlock.GUN] + GunColumn.MOVES_GUN] = 1.0
    if tables.unit_at[UnitBlock.CARD]:
        served = row_of(tables, seat, state.served)
        if served >= 0:
            out[served + tables.unit_at[UnitBlock.CARD] + CardColumn.SERVED] = 1.0
    if _ABOUT[state.decision] == _UNIT and state.subject < SLOTS:
        subject = row_of(tables, seat, state.subject)
        if subject >= 0:
            out[subject + UnitColumn.SUBJECT] = 1.0


@jit
def encode_objective(state, tables, seat, objective, out):
    """A row of section `objective`: control and presence."""
    k = tables.at[Section.OBJECTIVE] + OBJECTIVE_WIDTH * objective
    cell = tables.objective_cell[objective]
    if state.control[objective] >= 0:
        out[k + ObjectiveColumn.HELD_BY_ME + relative(seat, state.control[objective], SIDES)] = 1.0
    out[k + ObjectiveColumn.MY_UNITS] = state.crowd[seat, cell] * _CROWD
    out[k + ObjectiveColumn.RIVAL_UNITS] = state.crowd[1 - seat, cell] * _CROWD


@jit
def encode_map(tables, seat, out):
    """Sections `goal` and `ground`: what no move changes, and no two worlds share."""
    for objective in range(tables.n_objectives):
        k = tables.at[Section.GOAL] + GOAL_WIDTH * objective
        cell, kind = tables.objective_cell[objective], tables.objective_kind[objective]
        out[k + GoalColumn.X] = tables.view_x[seat, cell]
        out[k + GoalColumn.Y] = tables.view_y[seat, cell]
        column = GoalColumn.VICTORY + kind if kind < Goal.COMMAND_A else GoalColumn.MINE + relative(seat, kind - Goal.COMMAND_A, SIDES)
        out[k + column] = bend(tables.objective_value[objective], 2.0)
    for cell in range(CELLS):
        if not tables.on_map[cell]:
            continue
        k = tables.at[Section.GROUND] + tables.view_place[seat, cell]
        if tables.terrain[cell]:
            out[k + tables.n_places * (GroundChannel.WOODS + tables.terrain[cell] - Terrain.WOODS)] = 1.0
        out[k + tables.n_places * GroundChannel.LEVEL] = tables.level[cell] * 0.5
        if tables.road[cell]:
            out[k + tables.n_places * GroundChannel.ROAD] = 1.0


@jit
def encode_side(state, tables, who, row, out):
    """A row of sections `side`, `contact` and `lasting`. Clause: TI-GEN-09."""
    k = tables.at[Section.SIDE] + SIDE_WIDTH * row
    out[k + SideColumn.POINTS] = bend(state.points[who], 8.0)
    out[k + SideColumn.LEAD] = squeeze(state.points[who] - state.points[1 - who] + 0.0, 6.0)
    out[k + SideColumn.COMMAND] = bend(state.command[who], 6.0)
    out[k + SideColumn.POOL] = bend(state.pool[who], 8.0)
    out[k + SideColumn.INITIATIVE] = state.initiative == who
    out[k + SideColumn.ON_MAP] = state.alive[who] * _UNITS
    out[k + SideColumn.RESERVES] = state.waiting_units[who] * _UNITS
    out[k + SideColumn.LOST_REGULARS] = bend(state.lost_regulars[who], 8.0)
    out[k + SideColumn.TRANSFERS] = state.transfers[who] * 0.125
    out[k + SideColumn.TURN] = state.turn == who
    out[k + SideColumn.FINISHED] = state.finished[who]
    out[k + SideColumn.DECIDES] = state.decider == who
    out[k + SideColumn.PLAYS_CARD] = state.card_seat == who
    if tables.at[Section.CONTACT] >= 0:
        k = tables.at[Section.CONTACT] + CONTACT_WIDTH * row
        for n in range(ARTILLERY):
            card = Card.OFFENSIVE_ARTILLERY + n
            out[k + ContactColumn.OFFENSIVE_ARTILLERY + n] = state.waiting[who, card] * _CARD
            out[k + ContactColumn.TRIED_OFFENSIVE_ARTILLERY + n] = state.tried[who, card] * _CARD
    if tables.at[Section.LASTING] >= 0:
        k = tables.at[Section.LASTING] + LASTING_WIDTH * row
        out[k + LastingColumn.NO_STEP_BACK] = state.lasting[who, Card.NO_STEP_BACK] * _LAST
        out[k + LastingColumn.INCREASED_PRIORITY] = state.lasting[who, Card.INCREASED_PRIORITY] * _LAST


@jit
def encode_cards(state, tables, who, row, out):
    """A row of sections `hand` and `deck`: how many of each card, never their order. Clauses: TI-GEN-09, TI-CRD-01."""
    hand = tables.at[Section.HAND] + tables.n_cards * row
    deck = tables.at[Section.DECK] + tables.n_cards * row
    for n in range(tables.n_dealt[who]):
        card = tables.dealt[who, n]
        column = tables.card_column[card]
        out[hand + column] = state.hand[who, card] * _CARD
        out[deck + column] = state.deck[who, tables.dealt_from[who, n], card] * _CARD


@jit
def add_to_plane(tables, seat, channel, cell, amount, out):
    """Add to the value of a hex in a plane, if the scenario has it."""
    if tables.channel_column[channel] >= 0 and cell >= 0 and tables.view_place[seat, cell] >= 0:
        out[tables.at[Section.MARKER] + tables.n_places * tables.channel_column[channel] + tables.view_place[seat, cell]] += amount


@jit
def encode_mark(state, tables, seat, mark, channel, also, amount, out):
    """What lies in the hexes, in a plane and, for fortifications, also in that of the free ones (-1 for none)."""
    left = state.lying[mark]
    strips = state.strips[mark]
    cell = 0
    while left > 0 and strips > 0:
        if strips & 1:
            for place in range(cell, cell + WIDTH):
                if state.marks[mark, place]:
                    left -= 1
                    add_to_plane(tables, seat, channel, place, state.marks[mark, place] * amount, out)
                    if also >= 0:
                        add_to_plane(tables, seat, also, place, state.marks[mark, place] * amount, out)
        strips >>= 1
        cell += WIDTH


@jit
def encode_markers(state, tables, seat, out):
    """Section `marker`."""
    for mark in range(Mark.ENTRENCHMENT):
        encode_mark(state, tables, seat, mark, Channel.WIRE + mark, -1, 1.0, out)
    for fort in range(2):
        free = Channel.FREE_ENTRENCHMENTS + fort
        encode_mark(state, tables, seat, Mark.ENTRENCHMENT + fort, Channel.ENTRENCHMENTS + fort, free, _FORT, out)
    for side in range(SIDES):
        who = (seat + side) % SIDES
        encode_mark(state, tables, seat, Mark.COVER_A + who, Channel.MY_COVER + side, -1, _LAST, out)
        encode_mark(state, tables, seat, Mark.CHARGE_A + who, Channel.MY_CHARGE + side, -1, 1.0, out)


@jit
def encode_question(state, tables, seat, out):
    """Sections `asked`, `game`, and what the question is about beside units."""
    if tables.decision_column[state.decision] >= 0:
        out[tables.at[Section.ASKED] + tables.decision_column[state.decision]] = 1.0
    k = tables.at[Section.GAME]
    out[k + GameColumn.SIDE_B] = seat
    out[k + GameColumn.ROUND] = min(state.round * _DUE, 1.0)
    out[k + GameColumn.ROUNDS_LEFT] = max(0, tables.rounds - state.round) * _DUE
    if state.phase == Phase.SETUP:
        out[k + GameColumn.SETUP] = 1.0
    elif state.phase != Phase.ACTION:
        out[k + GameColumn.COMMAND_PHASE + state.phase - Phase.COMMAND] = 1.0
    out[k + GameColumn.ACTIONS_LEFT] = squeeze(state.actions_left, 6.0)
    if state.card >= 0 and tables.asking_column[state.card] >= 0:
        out[tables.at[Section.CARD] + tables.asking_column[state.card]] = 1.0
    if tables.at[Section.LOSSES] >= 0:
        out[tables.at[Section.LOSSES] + LossColumn.TO_LOSE] = state.losses * _FIGURE
        if state.given >= 0:
            out[tables.at[Section.LOSSES] + LossColumn.GIVES_REGULAR + state.given] = 1.0
    about = _ABOUT[state.decision]
    if about == 0 or state.subject < 0:
        return
    if about == _CELL and state.subject < CELLS:
        out[k + GameColumn.SUBJECT_X] = tables.view_x[seat, state.subject]
        out[k + GameColumn.SUBJECT_Y] = tables.view_y[seat, state.subject]
    elif about == _TOKEN and state.subject < SPECIALTIES and tables.token_column[state.subject] >= 0:
        out[tables.at[Section.TOKEN] + tables.token_column[state.subject]] = 1.0
    elif about == _MARKER and state.subject < MARKS and tables.placing_column[state.subject] >= 0:
        out[tables.at[Section.PLACING] + tables.placing_column[state.subject]] = 1.0


@jit
def encode_activation(state, tables, seat, out):
    """Section `activation` and those that belong to it."""
    if state.order >= 0 and tables.order_column[state.order] >= 0:
        out[tables.at[Section.ORDER] + tables.order_column[state.order]] = 1.0
    k = tables.at[Section.ACTIVATION]
    out[k + ActivationColumn.MOVEMENT] = squeeze(state.movement, 10.0)
    out[k + ActivationColumn.HEXES] = squeeze(state.hexes, 8.0)
    out[k + ActivationColumn.FIRE_DONE] = state.fire_done
    out[k + ActivationColumn.MOVE_DONE] = state.move_done
    out[k + ActivationColumn.BROKEN] = state.broken
    if tables.at[Section.OBSTACLES] >= 0:
        k = tables.at[Section.OBSTACLES]
        out[k + ObstacleColumn.MINED] = state.mined
        out[k + ObstacleColumn.HALTED] = state.halted
        out[k + ObstacleColumn.BARRED] = state.barred
    if tables.at[Section.BOOST] >= 0:
        k = tables.at[Section.BOOST]
        out[k + BoostColumn.BOOST] = squeeze(state.boost, 8.0)
        out[k + BoostColumn.SILENT] = state.silent
        out[k + BoostColumn.BEAST] = state.beast
    if tables.at[Section.DOUBLE_TIME] >= 0:
        out[tables.at[Section.DOUBLE_TIME] + DoubleTimeColumn.RESERVED] = state.reserved
    if tables.at[Section.TANK] >= 0:
        k = tables.at[Section.TANK]
        out[k + TankColumn.OVERRUN] = state.overrun
        out[k + TankColumn.FREE_X] = tables.view_x[seat, state.last_free]
        out[k + TankColumn.FREE_Y] = tables.view_y[seat, state.last_free]


@jit
def encode_attack(state, tables, seat, out):
    """The running attack: sections `attack` and `assault`, and what part units and sides have in it."""
    attack = state.attack[0]
    for side in range(SIDES):
        k = tables.at[Section.SIDE] + SIDE_WIDTH * side
        out[k + SideColumn.ATTACKS] = attack.seat == (seat + side) % SIDES
        out[k + SideColumn.HITS] = min(attack.hits[(seat + side) % SIDES] * _HIT, 1.0)
    for slot in range(SLOTS):
        k = row_of(tables, seat, slot)
        if k >= 0 and (attack.part[slot] or attack.net[slot] or slot == attack.lead or slot == attack.target):
            out[k + UnitColumn.LEADS] = slot == attack.lead
            out[k + UnitColumn.TARGET] = slot == attack.target
            out[k + UnitColumn.NET_HITS] = min(attack.net[slot] * _HIT, 1.0)
            if attack.part[slot]:
                out[k + UnitColumn.TAKES_PART + attack.part[slot] - Part.ALL] = 1.0
    k = tables.at[Section.ATTACK]
    out[k + AttackColumn.FIRE] = attack.fight == Fight.FIRE
    out[k + AttackColumn.OP_FIRE] = attack.op
    out[k + AttackColumn.HALVED] = attack.halved
    if attack.cell >= 0:
        out[k + AttackColumn.X] = tables.view_x[seat, attack.cell]
        out[k + AttackColumn.Y] = tables.view_y[seat, attack.cell]
    out[k + AttackColumn.REACH] = attack.reach * 0.5
    out[k + AttackColumn.BONUS] = squeeze(attack.bonus, 8.0)
    out[k + AttackColumn.SUPPORT] = attack.support
    out[k + AttackColumn.DICE] = bend(attack.dice, 8.0)
    out[k + AttackColumn.SUCCESSES] = bend(attack.successes + attack.hits_forth, 4.0)
    out[k + AttackColumn.DAMAGE_BEFORE] = attack.damage_before * 0.5
    if tables.at[Section.ASSAULT] >= 0:
        k = tables.at[Section.ASSAULT]
        out[k + AssaultColumn.ASSAULT] = attack.fight == Fight.ASSAULT
        out[k + AssaultColumn.SUPPRESSIVE] = attack.blow == Blow.SUPPRESSIVE
        out[k + AssaultColumn.HITS_BACK] = bend(attack.hits_back, 4.0)
