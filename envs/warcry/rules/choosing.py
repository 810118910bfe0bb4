"""What may be chosen at each decision, by groups of questions. `actions.legal` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import FAR
from skirmish_rl.envs.warcry.questions import (
    ABILITY,
    CELL,
    FACE,
    FIRST,
    OBJECTIVE,
    OPTION,
    PAIR,
    PASS,
    TAKE,
    TOKEN,
    UNIT,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.warcry.rules.abilities import best_set, can_use, is_choice, may_use_abilities, pays
from skirmish_rl.envs.warcry.rules.attacking import can_attack, can_make, has_target
from skirmish_rl.envs.warcry.rules.disengaging import can_disengage, can_strike
from skirmish_rl.envs.warcry.rules.falling import REACH, can_land
from skirmish_rl.envs.warcry.rules.fighters import is_eligible
from skirmish_rl.envs.warcry.rules.initiative import can_pair
from skirmish_rl.envs.warcry.rules.measuring import is_engaged, nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import can_move, can_take, is_rammed
from skirmish_rl.envs.warcry.rules.scoring import is_near, stands
from skirmish_rl.envs.warcry.rules.setting_up import can_join, can_lie, is_waiting_to_come, write_places
from skirmish_rl.envs.warcry.rules.treasure import can_drop, can_loot, has_drop, loots_anything
from skirmish_rl.envs.warcry.state import (
    ABILITIES,
    CELLS,
    FACES,
    FORCE,
    GROUPS,
    SLOTS,
    TOKENS,
    WEAPONS,
    WIDTH,
    Ability,
    Phase,
    Reaction,
    Status,
    seat_of,
    set_of,
)  # fmt: skip


@jit
def legal_setup(state, tables, mask):
    """Roles, groups, colours, deployment, treasures. Chapters SETUP, GRP, DEP, RES."""
    decision = state.decision
    frame = top_frame(state)
    if decision == Decision.ROLE:
        mask[OPTION + Option.ATTACKER] = 1
        mask[OPTION + Option.DEFENDER] = 1
    elif decision == Decision.COLOUR:
        mask[OPTION + Option.RED] = 1
        mask[OPTION + Option.BLUE] = 1
    elif decision == Decision.BATTLE_GROUP:
        for group in range(GROUPS):
            mask[OPTION + Option.DAGGER + group] = can_join(state, tables, state.decider, group)
    elif decision == Decision.NEXT_FIGHTER:
        for slot in range(FORCE * state.decider, FORCE * (state.decider + 1)):
            mask[UNIT + slot] = is_waiting_to_come(state, slot, frame.group)
    elif decision == Decision.DEPLOY:
        write_places(state, tables, frame, mask[CELL : CELL + CELLS])
        mask[PASS] = tables.letter != 0 and state.phase == Phase.RESERVE
    else:
        for cell in range(CELLS):
            mask[CELL + cell] = can_lie(state, tables, frame.placed, cell)


@jit
def legal_hero(state, tables, mask):
    """Wild dice, a set to change, an objective to name. Chapters WILD, TWI."""
    decision = state.decision
    seat = state.decider
    if decision == Decision.NAME_OBJECTIVE:
        for objective in range(tables.n_objectives):
            mask[OBJECTIVE + objective] = stands(state, tables, objective)
        return
    mask[PASS] = 1
    if decision == Decision.SET_TO_SIX:
        for face in range(1, FACES):
            mask[FACE + face - 1] = set_of(state, seat, face) > 0
        return
    mask[OPTION + Option.SINGLE] = 1
    for face in range(1, FACES + 1):
        mask[PAIR + face - 1] = can_pair(state, seat, face)


@jit
def legal_combat(state, tables, mask):
    """Who goes first, who is activated. Chapter COMB."""
    decision = state.decision
    if decision == Decision.FIRST:
        mask[OPTION + Option.SELF] = 1
        mask[OPTION + Option.OPPONENT] = 1
    elif decision == Decision.FOLLOW:
        mask[PASS] = 1
        mask[OPTION + Option.YES] = 1
    else:
        for slot in range(FORCE * state.decider, FORCE * (state.decider + 1)):
            mask[UNIT + slot] = is_eligible(state, slot)


@jit
def legal_step(state, tables, mask):
    """The menu of an activation. Clauses: WC-ACT-01, WC-ACT-03, WC-ACT-07, WC-DIS-01, WC-TRE-09, WC-ABIL-01, WC-VC-05."""
    slot = state.active
    if state.actions_left > 0:
        near2 = nearest_enemy2(state, tables, slot, state.units[slot].node)
        mask[OPTION + Option.MOVE] = can_move(state, tables, slot, 0, near2)
        mask[OPTION + Option.ATTACK] = has_target(state, tables, slot, -1, near2)
        mask[OPTION + Option.DISENGAGE] = can_disengage(state, tables, slot, near2)
        mask[OPTION + Option.WAIT] = 1
        mask[OPTION + Option.DROP] = state.units[slot].treasure >= 0 and has_drop(tables, state.units[slot].node)
        mask[OPTION + Option.LOOT] = loots_anything(state, tables, slot)
    else:
        mask[PASS] = 1
    if not may_use_abilities(state, tables, slot):
        return
    seat = state.decider
    best = best_set(state, seat)
    if best == 0:
        return
    for ability in range(ABILITIES):
        if can_use(state, tables, slot, ability, best):
            for face in range(1, FACES + 1):
                mask[ABILITY + FACES * ability + face - 1] = pays(state, tables, seat, ability, face)


@jit
def legal_move(state, tables, mask):
    """Where to. Chapters MOVE, DIS, FALL, TRE."""
    decision = state.decision
    frame = top_frame(state)
    if decision == Decision.MOVE:
        mask[PASS] = frame.optional
        write_ends(state, tables, 0, mask[CELL:TAKE])
        if state.taking:
            write_ends(state, tables, 1, mask[TAKE:])
    elif decision == Decision.DISENGAGE:
        write_ends(state, tables, 0, mask[CELL:TAKE])
    elif decision == Decision.TOKEN:
        for token in range(TOKENS):
            mask[TOKEN + token] = can_take(state, tables, frame, token)
    elif decision == Decision.FALL:
        centre = state.units[state.subject].cell
        for cell in range(max(0, centre - REACH * (WIDTH + 1)), min(CELLS, centre + REACH * (WIDTH + 1) + 1)):
            mask[CELL + cell] = can_land(state, tables, state.subject, cell)
    elif decision == Decision.LOOT:
        for objective in range(tables.n_objectives):
            mask[OBJECTIVE + objective] = can_loot(state, tables, state.subject, objective)
    else:
        for cell in range(CELLS):
            mask[CELL + cell] = can_drop(tables, frame.stood, cell, frame.willing != 0)


@jit
def write_ends(state, tables, stage, nodes):
    """Mark the destinations of a search.

    Args:
        nodes: uint8 (NODES,), blank.
    """
    x = state.hub % WIDTH
    y = state.hub // WIDTH
    span = state.span
    for j in range(max(0, y - span), min(tables.height, y + span + 1)):
        for i in range(max(0, x - span), min(tables.width, x + span + 1)):
            cell = j * WIDTH + i
            nodes[cell] = state.cost[stage, cell] != FAR
            if tables.climb_count[cell]:
                first = tables.climb_at[cell]
                for node in range(first, first + tables.climb_count[cell]):
                    nodes[node] = state.cost[stage, node] != FAR


@jit
def legal_attack(state, tables, mask):
    """Weapon and target, and the reactions. Chapters ATK, REACT."""
    decision = state.decision
    slot = state.subject
    if decision == Decision.ATTACK:
        attack = state.attack[0]
        mask[PASS] = attack.optional
        foe = 1 - seat_of(slot)
        engaged = is_engaged(state, tables, slot)
        for target in range(FORCE * foe, FORCE * (foe + 1)):
            if state.units[target].status == Status.ON_BOARD:
                for weapon in range(WEAPONS):
                    mask[FIRST + SLOTS * weapon + target] = can_attack(state, tables, slot, weapon, target, attack.near, engaged)
        return
    mask[PASS] = 1
    if decision == Decision.REACT:
        for reaction in range(Reaction.COUNTER, Reaction.STEP_BACK):
            mask[OPTION + Option.COUNTER + reaction - Reaction.COUNTER] = can_make(state, tables, slot, reaction)
    elif decision == Decision.STEP_BACK:
        mask[OPTION + Option.STEP_BACK] = 1
    else:
        for other in range(FORCE * state.decider, FORCE * (state.decider + 1)):
            mask[UNIT + other] = state.units[other].status == Status.ON_BOARD and can_strike(state, tables, other, slot)


@jit
def legal_ability(state, tables, mask):
    """Whom an ability is for, and bonus actions. Chapters ABIL, UNI and the forces."""
    if state.decision == Decision.TARGET:
        ability = state.ability
        slot = state.active
        rams = ability == Ability.RAM or ability == Ability.POUNCE
        for other in range(SLOTS):
            mask[UNIT + other] = is_rammed(state, tables, slot, other) if rams else is_choice(state, tables, slot, ability, other)
        return
    slot = state.subject
    near2 = nearest_enemy2(state, tables, slot, state.units[slot].node)
    mask[OPTION + Option.MOVE] = can_move(state, tables, slot, 0, near2)
    if state.ability == Ability.REGROUP:
        mask[PASS] = 1
        mask[OPTION + Option.DISENGAGE] = can_disengage(state, tables, slot, near2)
    else:
        mask[OPTION + Option.ATTACK] = has_target(state, tables, slot, -1, near2)


@jit
def legal_score(state, tables, mask):
    """The objective that a fighter counts for. Clause: WC-OBJ-04."""
    for objective in range(tables.n_objectives):
        mask[OBJECTIVE + objective] = stands(state, tables, objective) and is_near(state, tables, state.subject, objective)
