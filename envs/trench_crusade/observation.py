"""What a seat sees: the encoder of the layout in `columns.py`.

All is public in Trench Crusade (TC-GEN-01), mines too. What differs between seats is the point of view: own models first, and the
board turned so that the edge of one's own zone is at the bottom.

Terrain never changes in a scenario, so it is not told, but in generated worlds, which differ in it; what it means for a model is told: how
high it stands and in what. Where a model may go or shoot stands in the mask, sight and cover from there in the features of the actions.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.columns import (
    OBJECTIVE_WIDTH,
    PIECE_WIDTH,
    RELIC_WIDTH,
    ActColumn,
    ActExtra,
    Extra,
    GameColumn,
    ObjectiveColumn,
    PieceColumn,
    RelicColumn,
    Section,
    SideColumn,
    SideExtra,
    UnitColumn,
)
from skirmish_rl.envs.trench_crusade.observation_attack import encode_attack, encode_process, mark, mark_bits, row_of
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS, Decision
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.processes import process_at
from skirmish_rl.envs.trench_crusade.state import DEEDS, FORCE, MARKERS, TURNS, VERBS, WIDTH, Status, seat_of

_ABOUT_UNIT = np.array([bool(d) and QUESTIONS.rows[d].subject == "unit" for d in Decision], np.uint8)
_MARKERS, _MODELS, _TURNS, _HEIGHT = 1 / MARKERS, 1 / FORCE, 1 / TURNS, 1 / 4
_POINTS, _LEAD = 12.0, 6.0
_FAR_CELLS = 2 * WIDTH + 2  # cells further apart than that lie more than 1" apart


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    for k in range(tables.n_still):
        out[k] = tables.still[seat, k]
    if tables.see_map:
        encode_map(tables, state.zone[seat], out)
    encode_side(state, tables, seat, 0, out)
    encode_side(state, tables, 1 - seat, 1, out)
    encode_units(state, tables, seat, seat, 0, tables.at[Section.UNIT_MINE], out)
    encode_units(state, tables, seat, 1 - seat, 1, tables.at[Section.UNIT_THEIRS], out)
    mark_engaged(state, tables, seat, out)
    encode_roles(state, tables, seat, out)
    encode_goals(state, tables, seat, out)
    encode_question(state, tables, out)
    encode_acts(state, tables, out)
    encode_attack(state, tables, seat, out)
    for depth in range(state.depth):
        encode_process(state, tables, seat, process_at(state, depth), depth + 1 < state.depth, out)


@jit
def encode_map(tables, zone, out):
    """Section `ground`: the board as it is seen from a zone."""
    at = tables.n_still
    for k in range(tables.n_ground):
        out[at + k] = tables.ground[zone, k]


@jit
def encode_units(state, tables, seat, who, side, at, out):
    """Sections `unit_mine` and `unit_theirs`: what each model of a side is by itself, and how many there are.

    What the table says of all rows is read once: this is the longest part of an observation.
    """
    zone = state.zone[seat]
    freed = tables.extra_at[Extra.FREED]
    blessing = tables.extra_at[Extra.BLESSING]
    height = tables.extra_at[Extra.HEIGHT]
    ground = tables.see_ground
    objectives = tables.at[Section.OBJECTIVE]
    on_board = 0
    standing = 0
    lost = 0
    to_activate = 0
    reserves = 0
    k = at - tables.unit_width
    for slot in range(FORCE * who, FORCE * who + tables.see_units):
        k += tables.unit_width
        unit = state.units[slot]
        status = unit.status
        if status == Status.ABSENT:
            continue
        encode_record(tables, unit, out, k)
        if status == Status.FREED:
            if freed:
                out[k + freed] = 1.0
            continue
        out[k + UnitColumn.RESERVE + status - Status.RESERVE] = 1.0
        if blessing and unit.blessing:
            out[k + blessing] = unit.blessing * _MARKERS
        if unit.blood:
            out[k + UnitColumn.BLOOD] = unit.blood * _MARKERS
        if unit.down:
            out[k + UnitColumn.DOWN] = 1.0
        if unit.activated:
            out[k + UnitColumn.ACTIVATED] = 1.0
        if status == Status.OUT:
            lost += 1
        elif status == Status.RESERVE:
            reserves += 1
        if status != Status.ON_BOARD:
            continue
        on_board += 1
        standing += unit.down == 0
        lost += unit.down
        to_activate += unit.activated == 0
        cell = unit.cell
        out[k + UnitColumn.X] = tables.view_x[zone, cell]
        out[k + UnitColumn.Y] = tables.view_y[zone, cell]
        if height:
            out[k + height] = tables.height[cell] * _HEIGHT
        if ground and tables.ground_column[tables.terrain[cell]]:
            out[k + tables.ground_column[tables.terrain[cell]]] = 1.0
        near = tables.near_pieces[cell]
        on = tables.on_pieces[cell]
        place = objectives + side
        while near:
            if near & 1:
                out[place + ObjectiveColumn.MY_NEAR] += _MODELS
                if on & 1:
                    out[place + ObjectiveColumn.MY_ON] += _MODELS
            near >>= 1
            on >>= 1
            place += OBJECTIVE_WIDTH
    s = tables.at[Section.SIDE] + tables.side_width * side
    out[s + SideColumn.ON_BOARD] = on_board * _MODELS
    out[s + SideColumn.STANDING] = standing * _MODELS
    out[s + SideColumn.LOST] = lost * _MODELS
    out[s + SideColumn.TO_ACTIVATE] = to_activate * _MODELS
    if tables.side_at[SideExtra.RESERVES]:
        out[s + tables.side_at[SideExtra.RESERVES]] = reserves * _MODELS


@jit
def encode_record(tables, unit, out, k):
    """What a model has done in the game, and what it still has."""
    if unit.covered and tables.extra_at[Extra.COVERED]:
        out[k + tables.extra_at[Extra.COVERED]] = 1.0
    if unit.hidden and tables.extra_at[Extra.HIDDEN]:
        out[k + tables.extra_at[Extra.HIDDEN]] = 1.0
    if unit.tough_used and tables.extra_at[Extra.TOUGH_USED]:
        out[k + tables.extra_at[Extra.TOUGH_USED]] = 1.0
    if unit.spent and tables.extra_at[Extra.SPENT]:
        out[k + tables.extra_at[Extra.SPENT]] = 1.0
    if unit.melee_kills and tables.extra_at[Extra.MELEE_KILLS]:
        out[k + tables.extra_at[Extra.MELEE_KILLS]] = bend(unit.melee_kills + 0.0, 2.0)
    if unit.kills and tables.extra_at[Extra.KILLS]:
        out[k + tables.extra_at[Extra.KILLS]] = bend(unit.kills + 0.0, 3.0)
    if unit.claims:
        for relic in range(tables.relics):
            out[k + tables.extra_at[Extra.CLAIM_1 + relic]] = (unit.claims >> relic) & 1


@jit
def mark_engaged(state, tables, seat, out):
    """The same sections: models within 1" of an enemy."""
    for mine in range(FORCE * seat, FORCE * seat + tables.see_units):
        here = state.units[mine].cell
        if here < 0:
            continue
        for theirs in range(FORCE * (1 - seat), FORCE * (1 - seat) + tables.see_units):
            there = state.units[theirs].cell
            if there < 0 or there - here > _FAR_CELLS or here - there > _FAR_CELLS:
                continue
            if is_close(tables, here, there):
                out[row_of(tables, seat, mine) + UnitColumn.ENGAGED] = 1.0
                out[row_of(tables, seat, theirs) + UnitColumn.ENGAGED] = 1.0


@jit
def encode_roles(state, tables, seat, out):
    """The same sections: what a model does now, and what the question is about."""
    mark(tables, seat, state.active, UnitColumn.ACTIVE, out)
    mark(tables, seat, state.forced, tables.extra_at[Extra.FORCED], out)
    if _ABOUT_UNIT[state.decision]:
        mark(tables, seat, state.subject, UnitColumn.SUBJECT, out)
    one = state.acts[0]
    two = state.acts[1]
    mark(tables, seat, one.slot, UnitColumn.ACTS, out)
    mark(tables, seat, two.slot, tables.extra_at[Extra.ACTS_TOO], out)
    if tables.extra_at[Extra.HIT] and one.slot >= 0:
        foe = FORCE * (1 - seat_of(one.slot))
        mark_bits(tables, seat, foe, one.hits, tables.extra_at[Extra.HIT], out)
        mark_bits(tables, seat, foe, two.hits, tables.extra_at[Extra.HIT_TOO], out)


@jit
def encode_side(state, tables, who, side, out):
    """A row of section `side`, but for what `encode_units` counts."""
    k = tables.at[Section.SIDE] + tables.side_width * side
    out[k + SideColumn.POINTS] = bend(state.points[who] + 0.0, _POINTS)
    out[k + SideColumn.LEAD] = bend(state.points[who] - state.points[1 - who] + 0.0, _LEAD)
    out[k + SideColumn.STRENGTH] = state.strength[who] * _MODELS
    out[k + SideColumn.SECOND_ZONE] = state.zone[who]
    out[k + SideColumn.INITIATIVE] = state.initiative == who
    out[k + SideColumn.GO] = state.go == who
    out[k + SideColumn.DECIDES] = state.decider == who
    if state.shaken[who] and tables.side_at[SideExtra.SHAKEN]:
        out[k + tables.side_at[SideExtra.SHAKEN]] = 1.0


@jit
def encode_goals(state, tables, seat, out):
    """Sections `objective`, `relic`, `piece` and `deed`; the models at an objective must have been counted."""
    zone = state.zone[seat]
    k = tables.at[Section.OBJECTIVE]
    for objective in range(tables.objectives):
        out[k + ObjectiveColumn.X] = tables.objective_view_x[zone, objective]
        out[k + ObjectiveColumn.Y] = tables.objective_view_y[zone, objective]
        mine = out[k + ObjectiveColumn.MY_ON]
        theirs = out[k + ObjectiveColumn.THEIR_ON]
        if (mine > 0.0) == (theirs > 0.0):
            mine = out[k + ObjectiveColumn.MY_NEAR]
            theirs = out[k + ObjectiveColumn.THEIR_NEAR]
        out[k + ObjectiveColumn.MINE] = mine > theirs
        out[k + ObjectiveColumn.THEIRS] = theirs > mine
        k += OBJECTIVE_WIDTH
    k = tables.at[Section.RELIC]
    for relic in range(tables.relics):
        out[k + RelicColumn.X] = tables.view_x[zone, tables.relic_cell[relic]]
        out[k + RelicColumn.Y] = tables.view_y[zone, tables.relic_cell[relic]]
        out[k + RelicColumn.COUNTS] = state.round <= tables.relic_last[relic]
        if state.claimed[relic] >= 0:
            out[k + RelicColumn.CLAIMED] = 1.0 if state.claimed[relic] == seat else -1.0
        k += RELIC_WIDTH
    k = tables.at[Section.PIECE]
    for piece in range(tables.see_pieces):
        if tables.handle[piece] < 0:
            break
        out[k + PieceColumn.X] = tables.view_x[zone, tables.handle[piece]]
        out[k + PieceColumn.Y] = tables.view_y[zone, tables.handle[piece]]
        out[k + PieceColumn.MINE] = (state.mines[seat] >> piece) & 1
        out[k + PieceColumn.THEIRS] = (state.mines[1 - seat] >> piece) & 1
        k += PIECE_WIDTH
    for deed in range(DEEDS):
        if state.deeds[deed] >= 0 and tables.deed_column[deed] >= 0:
            out[tables.at[Section.DEED] + tables.deed_column[deed]] = 1.0 if state.deeds[deed] == seat else -1.0


@jit
def encode_question(state, tables, out):
    """Sections `asked` and `game`."""
    if tables.decision_column[state.decision] >= 0:
        out[tables.at[Section.ASKED] + tables.decision_column[state.decision]] = 1.0
    k = tables.at[Section.GAME]
    out[k + GameColumn.ROUND] = min(state.round * _TURNS, 1.0)
    out[k + GameColumn.ROUNDS_LEFT] = max(0, tables.turns - state.round) * _TURNS
    out[k + GameColumn.SET_UP + state.phase] = 1.0
    out[k + GameColumn.ENDED] = state.ended


@jit
def encode_acts(state, tables, out):
    """Section `act`."""
    k = tables.at[Section.ACT]
    for place in range(tables.see_acts):
        act = state.acts[place]
        if act.slot >= 0:
            out[k + ActColumn.STOOD] = act.stood
            out[k + ActColumn.SHOTS] = act.shots * 0.5
            out[k + ActColumn.PLAIN] = act.plain
            if act.heavy and tables.act_at[ActExtra.HEAVY]:
                out[k + tables.act_at[ActExtra.HEAVY]] = 1.0
            if act.bursts and tables.act_at[ActExtra.BURSTS]:
                out[k + tables.act_at[ActExtra.BURSTS]] = 1.0
            if act.aim and tables.act_at[ActExtra.HAS_AIMED]:
                out[k + tables.act_at[ActExtra.HAS_AIMED]] = 1.0
            if act.dive and tables.act_at[ActExtra.DIVE]:
                out[k + tables.act_at[ActExtra.DIVE]] = 1.0
            if act.harrowed and tables.act_at[ActExtra.HARROWED]:
                out[k + tables.act_at[ActExtra.HARROWED]] = 1.0
            if act.again and tables.act_at[ActExtra.AGAIN]:
                out[k + tables.act_at[ActExtra.AGAIN]] = 1.0
            if act.done:
                for verb in range(VERBS):
                    if (act.done >> verb) & 1 and tables.verb_column[verb]:
                        out[k + tables.verb_column[verb]] = 1.0
        k += tables.act_width
