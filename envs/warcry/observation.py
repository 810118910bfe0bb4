"""What a seat sees: the encoder of the layout in `columns.py`.

All is public in Warcry (WC-GEN-11). What differs between seats is the point of view: own fighters first, and the board turned so
that one's own edge is at the bottom. Maps stand the same after a half-turn, red comes from the top and blue from the bottom
(Scenarios, in the dossier): whoever is red sees the board turned by half, and before the colours are chosen nobody does.

Terrain never changes in a scenario, so it is told in generated worlds only; what it means for a fighter is: how high it stands and what it climbs.
Where a fighter may move stands in the mask, what the way costs in the features of the actions.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.columns import (
    DIE_WIDTH,
    TOKEN_WIDTH,
    AttackColumn,
    AttackExtra,
    DieColumn,
    Extra,
    GameColumn,
    ObjectiveColumn,
    ObjectiveExtra,
    Section,
    SideColumn,
    SideExtra,
    TokenColumn,
    UnitColumn,
)
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision
from skirmish_rl.envs.warcry.rules.measuring import ENGAGED, gap2
from skirmish_rl.envs.warcry.state import (
    BOOSTS,
    CELLS,
    FACES,
    FORCE,
    GROUPS,
    OBJECTIVES,
    ROUNDS,
    SLOTS,
    TOKENS,
    WIDTH,
    Phase,
    Place,
    Status,
    seat_of,
)

_ABOUT_UNIT = np.array([bool(d) and QUESTIONS.rows[d].subject == "unit" for d in Decision], np.uint8)
_HEIGHT, _DUE, _FIGHTERS, _FACE, _TOKEN, _OBJECTIVE = 1 / 24, 1 / ROUNDS, 1 / FORCE, 1 / FACES, 1 / TOKENS, 1 / OBJECTIVES
_FAR_CELLS = 2 * WIDTH + 2  # cells further apart than that lie more than 1" apart


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    still = tables.at[Section.GROUND] if tables.see_map else len(out)
    for k in range(still):
        out[k] = tables.still[seat, k]
    for k in range(len(out) - still):
        out[still + k] = tables.ground[k]
    encode_side(state, tables, seat, 0, out)
    encode_side(state, tables, 1 - seat, 1, out)
    for objective in range(tables.n_objectives):
        encode_objective(state, tables, seat, objective, out)
    encode_units(state, tables, seat, seat, 0, tables.at[Section.UNIT_MINE], out)
    encode_units(state, tables, seat, 1 - seat, 1, tables.at[Section.UNIT_THEIRS], out)
    mark_engaged(state, tables, seat, out)
    encode_roles(state, tables, seat, out)
    for token in range(tables.see_tokens):
        encode_token(state, tables, seat, token, out)
    encode_question(state, tables, seat, out)
    if tables.at[Section.BOOST] >= 0 and state.active >= 0:
        encode_boosts(state, tables, out)
    encode_attack(state, tables, out)


@jit
def turn_of(state, seat):
    """How a seat sees the board: 1 for turned by half."""
    return 1 if state.red == seat else 0


@jit
def encode_units(state, tables, seat, who, side, at, out):
    """Sections `unit_mine` and `unit_theirs`: what each fighter of a side is by itself, and how many there are.

    What the table says of all rows is read once: this is the longest part of an observation.
    """
    turn = turn_of(state, seat)
    colour = -1 if state.red < 0 else 0 if state.red == who else 1
    height = tables.extra_at[Extra.HEIGHT]
    treasure = tables.extra_at[Extra.TREASURE]
    only = tables.extra_at[Extra.OBJECTIVE]
    s = tables.at[Section.SIDE] + tables.side_width * side
    centre = tables.side_at[SideExtra.NEAR_CENTRE]
    objectives = tables.at[Section.OBJECTIVE] + ObjectiveColumn.MY_FIGHTERS + side
    on_board = 0
    reserves = 0
    to_activate = 0
    near_centre = 0
    k = at - tables.unit_width
    for slot in range(FORCE * who, FORCE * who + tables.see_units):
        k += tables.unit_width
        unit = state.units[slot]
        status = unit.status
        if status == Status.ABSENT:
            continue
        out[k + UnitColumn.RESERVE + status - Status.RESERVE] = 1.0
        if status == Status.DOWN:
            continue
        group = unit.group
        if group < GROUPS:
            out[k + UnitColumn.DAGGER + group] = 1.0
        if status == Status.RESERVE:
            reserves += 1
            if group < GROUPS and colour >= 0:
                out[k + UnitColumn.DUE] = tables.arrival[colour, group] * _DUE
            continue
        on_board += 1
        node = unit.node
        out[k + UnitColumn.X] = tables.view_x[turn, node]
        out[k + UnitColumn.Y] = tables.view_y[turn, node]
        if height:
            out[k + height] = tables.node_height[node] * _HEIGHT
            if node >= CELLS:
                encode_climber(tables, node, out, k)
        damage = unit.damage
        if damage:
            out[k + UnitColumn.DAMAGE] = bend(damage + 0.0, 8.0)
        out[k + UnitColumn.LEFT] = squeeze(tables.unit_wounds[slot] - damage + 0.0, 40.0)
        lost = unit.lost
        if unit.waiting:
            out[k + UnitColumn.WAITING] = 1.0
        if unit.activated:
            out[k + UnitColumn.ACTIVATED] = 1.0
        if lost:
            out[k + UnitColumn.LOST] = lost * 0.5
        if unit.waiting or unit.activated == 0:
            to_activate += 1
        if treasure:
            out[k + treasure] = (unit.treasure + 1) * _TOKEN
        if only:
            out[k + only] = (unit.objective + 1) * _OBJECTIVE
        if tables.see_effects:
            encode_effects(tables, unit, out, k)
        if centre:
            near_centre += tables.centre_near[node]
        near = tables.objectives_near[node]
        place = objectives
        while near:
            if near & 1:
                out[place] += _FIGHTERS
            near >>= 1
            place += tables.objective_width
    out[s + SideColumn.ON_BOARD] = on_board * _FIGHTERS
    out[s + SideColumn.RESERVES] = reserves * _FIGHTERS
    out[s + SideColumn.TO_ACTIVATE] = to_activate * _FIGHTERS
    if centre:
        out[s + centre] = near_centre * _FIGHTERS


@jit
def encode_climber(tables, node, out, k):
    """What a fighter climbs."""
    column = tables.extra_at[Extra.ON_FACE if tables.node_place[node] == Place.FACE else Extra.ON_STEPS]
    if column:
        out[k + column] = 1.0


@jit
def encode_effects(tables, unit, out, k):
    """What abilities have done to a fighter until the round ends."""
    if unit.defiant and tables.extra_at[Extra.DEFIANT]:
        out[k + tables.extra_at[Extra.DEFIANT]] = unit.defiant * 0.5
    if unit.trophy and tables.extra_at[Extra.TROPHY]:
        out[k + tables.extra_at[Extra.TROPHY]] = unit.trophy * 0.5
    if unit.unleashed and tables.extra_at[Extra.UNLEASHED]:
        out[k + tables.extra_at[Extra.UNLEASHED]] = bend(unit.unleashed, 6.0)
    if unit.cowering and tables.extra_at[Extra.COWERING]:
        out[k + tables.extra_at[Extra.COWERING]] = 1.0
    if unit.harried and tables.extra_at[Extra.HARRIED]:
        out[k + tables.extra_at[Extra.HARRIED]] = 1.0


@jit
def row_of(tables, seat, slot):
    """Where the row of a fighter begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    row = slot if slot < FORCE else slot - FORCE
    if row >= tables.see_units:
        return -1
    return tables.at[Section.UNIT_MINE if seat_of(slot) == seat else Section.UNIT_THEIRS] + tables.unit_width * row


@jit
def mark_engaged(state, tables, seat, out):
    """The same sections: fighters within 1" of an enemy. Clauses: WC-MOVE-03, DG-2, DG-5."""
    for mine in range(FORCE * seat, FORCE * seat + tables.see_units):
        unit = state.units[mine]
        if unit.status != Status.ON_BOARD:
            continue
        here = unit.cell
        for theirs in range(FORCE * (1 - seat), FORCE * (1 - seat) + tables.see_units):
            there = state.units[theirs].cell
            if there < 0 or there - here > _FAR_CELLS or here - there > _FAR_CELLS:
                continue
            if gap2(tables, unit.node, state.units[theirs].node) <= ENGAGED:
                out[row_of(tables, seat, mine) + UnitColumn.ENGAGED] = 1.0
                out[row_of(tables, seat, theirs) + UnitColumn.ENGAGED] = 1.0


@jit
def encode_roles(state, tables, seat, out):
    """The same sections: what a fighter does now, and what the question is about."""
    k = row_of(tables, seat, state.active)
    if k >= 0:
        out[k + UnitColumn.ACTIVE] = 1.0
    if _ABOUT_UNIT[state.decision]:
        k = row_of(tables, seat, state.subject)
        if k >= 0:
            out[k + UnitColumn.SUBJECT] = 1.0
    attack = state.attack[0]
    k = row_of(tables, seat, attack.attacker)
    if k >= 0:
        out[k + UnitColumn.MAKES_ATTACK] = 1.0
    k = row_of(tables, seat, attack.target)
    if k >= 0:
        out[k + UnitColumn.TARGET] = 1.0
    if tables.extra_at[Extra.NEAR]:
        k = row_of(tables, seat, attack.near)
        if k >= 0:
            out[k + tables.extra_at[Extra.NEAR]] = 1.0
    if tables.extra_at[Extra.INSPIRED]:
        k = row_of(tables, seat, state.inspired)
        if k >= 0:
            out[k + tables.extra_at[Extra.INSPIRED]] = 1.0


@jit
def encode_side(state, tables, who, side, out):
    """A row of section `side` and the rows of section `dice` of one side, but for what `encode_units` counts."""
    k = tables.at[Section.SIDE] + tables.side_width * side
    out[k + SideColumn.POINTS] = bend(state.points[who] + 0.0, 6.0)
    out[k + SideColumn.LEAD] = squeeze(state.points[who] - state.points[1 - who] + 0.0, 6.0)
    out[k + SideColumn.KILLS] = bend(state.kills[who] + 0.0, 300.0)
    out[k + SideColumn.TALLY] = bend(state.tally[who] + 0.0, 150.0)
    out[k + SideColumn.WOUNDS_DOWN] = bend(state.wounds_down[who] + 0.0, 40.0)
    out[k + SideColumn.LEADER_DOWN] = state.leader_down[who]
    out[k + SideColumn.FIRST_SINGLES] = state.singles[who] * _FACE
    out[k + SideColumn.AS_SINGLES] = bend(state.as_singles[who] + 0.0, 2.0)
    out[k + SideColumn.WILD] = bend(state.wild[who] + 0.0, 2.0)
    out[k + SideColumn.INITIATIVE] = state.initiative == who
    out[k + SideColumn.OPENER] = state.opener == who
    out[k + SideColumn.TURN] = state.turn == who
    out[k + SideColumn.DECIDES] = state.decider == who
    out[k + SideColumn.ATTACKER] = state.attacker == who
    out[k + SideColumn.RED] = state.red == who
    if tables.side_at[SideExtra.TRAIT_USED]:
        out[k + tables.side_at[SideExtra.TRAIT_USED]] = state.trait_used[who]
    if tables.side_at[SideExtra.FLEETING]:
        out[k + tables.side_at[SideExtra.FLEETING]] = bend(state.extra[who] + 0.0, 2.0)
    singles = state.as_singles[who]
    d = tables.at[Section.DICE] + DIE_WIDTH * FACES * side
    for face in range(FACES):
        n = state.dice[who, face]
        if n:
            out[d + DieColumn.COUNT] = n / (FACES + 1.0)
            out[d + DieColumn.SINGLE + min(n, 4) - 1] = 1.0
            singles += n == 1
        out[d + DieColumn.PAIRED] = state.paired[who, face]
        d += DIE_WIDTH
    out[k + SideColumn.SINGLES] = bend(singles + 0.0, 3.0)


@jit
def encode_objective(state, tables, seat, objective, out):
    """A row of section `objective`, but for the fighters that `encode_units` counts."""
    k = tables.at[Section.OBJECTIVE] + tables.objective_width * objective
    turn = turn_of(state, seat)
    out[k + ObjectiveColumn.X] = tables.objective_view_x[turn, objective]
    out[k + ObjectiveColumn.Y] = tables.objective_view_y[turn, objective]
    held = state.control[objective]
    if held >= 0:
        out[k + (ObjectiveColumn.HELD_BY_ME if held == seat else ObjectiveColumn.HELD_BY_RIVAL)] = 1.0
    if tables.objective_at[ObjectiveExtra.LOOTS]:
        out[k + tables.objective_at[ObjectiveExtra.LOOTS]] = bend(state.loots[objective] + 0.0, 2.0)
    if tables.objective_at[ObjectiveExtra.NAMED]:
        out[k + tables.objective_at[ObjectiveExtra.NAMED]] = state.named == objective


@jit
def encode_token(state, tables, seat, token, out):
    """A row of section `token`."""
    k = tables.at[Section.TOKEN] + TOKEN_WIDTH * token
    treasure = state.tokens[token]
    if treasure.cell >= 0:
        turn = turn_of(state, seat)
        out[k + TokenColumn.LIES] = 1.0
        out[k + TokenColumn.X] = tables.view_x[turn, treasure.cell]
        out[k + TokenColumn.Y] = tables.view_y[turn, treasure.cell]
    if treasure.carrier >= 0:
        out[k + (TokenColumn.MINE if seat_of(treasure.carrier) == seat else TokenColumn.THEIRS)] = 1.0
        out[k + TokenColumn.CARRIER] = (treasure.carrier % FORCE + 1) * _FIGHTERS


@jit
def encode_question(state, tables, seat, out):
    """Sections `asked`, `game` and `ability`."""
    if tables.decision_column[state.decision] >= 0:
        out[tables.at[Section.ASKED] + tables.decision_column[state.decision]] = 1.0
    k = tables.at[Section.GAME]
    out[k + GameColumn.ROUND] = min(state.round * _DUE, 1.0)
    out[k + GameColumn.ROUNDS_LEFT] = max(0, tables.rounds - state.round) * _DUE
    if state.phase < Phase.END:
        out[k + GameColumn.SETUP + state.phase - Phase.SETUP] = 1.0
    out[k + GameColumn.ACTIONS_LEFT] = state.actions_left * 0.5
    out[k + GameColumn.ACTIONS_MADE] = state.actions_made * 0.5
    out[k + GameColumn.SECOND] = state.second
    out[k + GameColumn.ABILITY_USED] = state.ability_used
    out[k + GameColumn.DOWNED] = state.downed
    out[k + GameColumn.VALUE] = state.value * _FACE
    if state.ability >= 0 and tables.ability_column[state.ability] >= 0:
        out[tables.at[Section.ABILITY] + tables.ability_column[state.ability]] = 1.0


@jit
def encode_boosts(state, tables, out):
    """Section `boost`."""
    for boost in range(BOOSTS):
        if state.boosts[boost] and tables.boost_column[boost] >= 0:
            out[tables.at[Section.BOOST] + tables.boost_column[boost]] = bend(state.boosts[boost] + 0.0, 3.0)


@jit
def encode_attack(state, tables, out):
    """Sections `attack` and `reaction`: the running attack."""
    attack = state.attack[0]
    k = tables.at[Section.ATTACK]
    out[k + AttackColumn.OPTIONAL] = attack.optional
    if attack.hits or attack.criticals:
        out[k + AttackColumn.HITS] = bend(attack.hits + 0.0, 3.0)
        out[k + AttackColumn.CRITICALS] = bend(attack.criticals + 0.0, 3.0)
    if attack.weapon and tables.attack_at[AttackExtra.SECOND_WEAPON]:
        out[k + tables.attack_at[AttackExtra.SECOND_WEAPON]] = 1.0
    if attack.strength and tables.attack_at[AttackExtra.STRENGTH]:
        out[k + tables.attack_at[AttackExtra.STRENGTH]] = 1.0
    if attack.snag and tables.attack_at[AttackExtra.SNAG]:
        out[k + tables.attack_at[AttackExtra.SNAG]] = attack.snag * _FACE
    if attack.reaction and tables.reaction_column[attack.reaction] >= 0:
        out[tables.at[Section.REACTION] + tables.reaction_column[attack.reaction]] = 1.0
