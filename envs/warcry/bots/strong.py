"""How good is an action? One number for each, in points of fighters: the strong bot, by the dossier's strategy notes with exact odds."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import objective_distance, place_value, treasure_value
from skirmish_rl.envs.warcry.bots.plans import danger_cost, drop_gain, fight_value, go_value, strike_down_value, wait_value
from skirmish_rl.envs.warcry.bots.plans_abilities import ability_gain, aim_value, bonus_attack, set_cost
from skirmish_rl.envs.warcry.bots.strong_dice import score_first, score_hero
from skirmish_rl.envs.warcry.bots.value import (
    action_value,
    attack_share,
    attack_value,
    comparison,
    counter_value,
    impact_loss,
    quick_share,
    toughness_now,
    wounds_of,
)
from skirmish_rl.envs.warcry.questions import (
    ABILITY,
    CELL,
    FIRST,
    GROUP_OF,
    OBJECTIVE,
    OPTION,
    PASS,
    TAKE,
    TOKEN,
    UNIT,
    Decision,
    Group,
    Option,
    ability_in,
    score_in,
)
from skirmish_rl.envs.warcry.rules.measuring import flat_inches2, has_cover
from skirmish_rl.envs.warcry.rules.treasure import can_carry
from skirmish_rl.envs.warcry.state import FORCE, SLOTS, TOKENS, WIDTH, Ability, Reaction, Runemark, Status, has_mark, seat_of


@jit
def score_strong(state, tables, action, scratch):
    """How good a legal action is; `survey` must have run."""
    group = GROUP_OF[state.decision]
    if group == Group.STEP:
        return score_step(state, tables, action, scratch)
    if group == Group.MOVE:
        return score_move(state, tables, action, scratch)
    if group == Group.ATTACK:
        return score_attack(state, tables, action, scratch)
    if group == Group.COMBAT:
        return score_combat(state, tables, action, scratch)
    if group == Group.ABILITY:
        return score_ability(state, tables, action, scratch)
    if group == Group.HERO:
        return score_hero(state, tables, action, scratch)
    if group == Group.SCORE:
        return scratch.stake[action - OBJECTIVE] + 0.0
    return score_setup(state, tables, action, scratch)


@jit
def score_step(state, tables, action, scratch):
    """An action, an ability, or the end of the activation. Strategy notes 1, 6, 14, 15."""
    slot = state.active
    if action >= ABILITY:
        face = score_in(action)
        gain = ability_gain(state, tables, scratch, slot, ability_in(action), face)
        return scratch.plain + gain - set_cost(state, scratch, scratch.viewer, face)
    if action == PASS:
        return scratch.here + 0.0
    left = state.actions_left
    option = action - OPTION
    if option == Option.ATTACK:
        return fight_value(scratch, left)
    if option == Option.MOVE:
        return go_value(scratch, left)
    if option == Option.DISENGAGE:
        return max(scratch.away, scratch.here - 5.0)
    if option == Option.WAIT:
        return wait_value(state, tables, scratch, slot)
    if option == Option.DROP:
        return scratch.here + drop_gain(state, tables, scratch, slot)
    return scratch.here + 2.0 * scratch.point


@jit
def score_move(state, tables, action, scratch):
    """The worth of a destination: moves, disengaging, falls, treasures. Strategy notes 4, 9, 16-18."""
    decision = state.decision
    slot = state.subject
    if decision == Decision.MOVE or decision == Decision.DISENGAGE:
        attacks = 1 if attacks_again(state, slot) else 0
        if action == PASS:
            return place_value(state, tables, scratch, slot, state.units[slot].node, attacks)
        if action >= TAKE:
            node = action - TAKE
            value = treasure_value(state, tables, scratch) + place_value(state, tables, scratch, slot, node, attacks)
            return value - danger_cost(scratch, state.risk[1, node])
        node = action - CELL
        value = place_value(state, tables, scratch, slot, node, attacks) - 0.002 * state.cost[0, node]
        return value - danger_cost(scratch, state.risk[0, node])
    if decision == Decision.TOKEN:
        there = state.tokens[action - TOKEN].cell
        return nearest_mine(state, 1 - scratch.viewer, there, slot)
    if decision == Decision.LOOT:
        return state.loots[action - OBJECTIVE] + 0.0
    if decision == Decision.FALL:
        return landing_value(state, tables, scratch, slot, action - CELL)
    # a treasure dropped: where friends are nearer than enemies
    cell = action - CELL
    return nearest_mine(state, 1 - scratch.viewer, cell, slot) - nearest_mine(state, scratch.viewer, cell, slot)


@jit
def attacks_again(state, slot):
    """True if a fighter that moves now can attack afterwards."""
    ability = state.ability
    follows = ability == Ability.RAMPAGE or ability == Ability.RECKONING or ability == Ability.DEATH_FROM_ABOVE
    return slot == state.active and (state.actions_left > 0 or follows)


@jit
def nearest_mine(state, seat, cell, without):
    """Inches from a cell to the nearest fighter of a seat, up to 12."""
    best = 144
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if other != without and state.units[other].status == Status.ON_BOARD:
            best = min(best, flat_inches2(cell, state.units[other].cell))
    return best**0.5


@jit
def landing_value(state, tables, scratch, slot, cell):
    """Where a fallen enemy lands worst: on deadly ground, far below, beside our fighters, away from what it wants.

    Clauses: WC-FALL-05, WC-FALL-07.
    """
    hurt = impact_loss(state, tables, scratch, slot)
    value = 0.0
    if state.units[slot].node >= 0 and (tables.node_height[state.units[slot].node]) - tables.level[cell] >= tables.fall_height:
        value += hurt
    if tables.near_deadly[cell]:
        value += 1.0 * hurt
    for k in range(tables.n_objectives):
        value += 0.1 * min(objective_distance(tables, k, cell), 8.0)
    return value - 0.2 * nearest_mine(state, scratch.viewer, cell, slot)


@jit
def score_attack(state, tables, action, scratch):
    """Weapon and target, and the reactions to attacks. Strategy notes 2, 3 and 10."""
    decision = state.decision
    slot = state.subject
    if action == PASS:
        return 0.0
    if decision == Decision.ATTACK:
        chosen = action - FIRST
        target = chosen % SLOTS
        weapon = chosen // SLOTS
        value = attack_value(state, tables, scratch, slot, weapon, target, 0, state.attack[0].strength, 0, False)
        return value + 0.02 * scratch.worth[target]
    if decision == Decision.STRIKE:
        # what the striker could do to it now it can hardly do any more once it is away
        return strike_down_value(state, tables, scratch, slot) - 0.6 * action_value(state, tables, scratch, action - UNIT)
    if decision == Decision.STEP_BACK:
        return score_step_back(state, tables, scratch, slot)
    return score_reaction(state, tables, scratch, slot, action - OPTION - Option.COUNTER + Reaction.COUNTER)


@jit
def score_reaction(state, tables, scratch, slot, reaction):
    """A reaction before the hit rolls: what it saves or hurts, less the action it costs if the fighter lives. Strategy note 10."""
    attack = state.attack[0]
    attacker = attack.attacker
    weapon = attack.weapon
    cover = has_cover(state, tables, attacker, slot)
    before = attack_share(state, tables, attacker, weapon, slot, cover, 0, attack.strength, 0, False, Reaction.NONE)
    cost = (1.0 - before) * action_value(state, tables, scratch, slot)
    if reaction == Reaction.COUNTER:
        row = comparison(tables.weapon_strength[attacker, weapon] + attack.strength, toughness_now(state, tables, attacker, slot, cover))
        return counter_value(state, tables, scratch, attacker, row, tables.weapon_attacks[attacker, weapon]) - cost
    after = attack_share(state, tables, attacker, weapon, slot, cover, 0, attack.strength, 0, False, reaction)
    return 1.2 * (before - after) * scratch.worth[slot] - cost


@jit
def score_step_back(state, tables, scratch, slot):
    """Stepping back from the attacker: it cannot attack again, and archers may shoot. Clause: WC-HUNT-06."""
    attacker = state.attack[0].attacker
    weapon = state.attack[0].weapon
    value = -action_value(state, tables, scratch, slot)
    if attacker == state.active and state.actions_left > 0:
        wounds = wounds_of(state, tables, slot)
        value += 0.8 * quick_share(tables, attacker, weapon, slot, wounds, 0) * scratch.worth[slot]
    if tables.weapon_max[slot, tables.unit_weapons[slot] - 1] > 3:
        value += 0.02 * scratch.worth[slot]
    return value


@jit
def score_combat(state, tables, action, scratch):
    """The worth of going first, or of activating a fighter. Strategy notes 5-8."""
    decision = state.decision
    if decision == Decision.FIRST:
        return score_first(state, tables, action == OPTION + Option.SELF, scratch)
    if decision == Decision.FOLLOW:
        return 0.0 if action == PASS else scratch.strike[state.subject] + 0.1
    return activation_value(state, tables, scratch, action - UNIT)


@jit
def activation_value(state, tables, scratch, slot):
    """Whom to activate: who can kill, or will be struck before it has acted; those that hold places come last. Strategy notes 5-7."""
    unit = state.units[slot]
    strike = scratch.strike[slot] + 0.0
    value = strike + 0.3 * min(scratch.peril[slot], strike)
    if scratch.theirs_left == 0:
        return value
    if unit.waiting:
        value -= 4.0
    if strike == 0.0:
        value += 0.15 * scratch.peril[slot] - 0.01 * scratch.worth[slot]
        for k in range(tables.n_objectives):
            if tables.objective_near[k, unit.node]:
                value -= 2.0
    if unit.treasure >= 0:
        value += 0.3 * scratch.peril[slot]
    elif tables.n_tokens and can_carry(state, tables, slot):
        value += grab_value(state, tables, scratch, slot)
    return value


@jit
def grab_value(state, tables, scratch, slot):
    """How urgent it is to take a treasure that lies within two moves, before an enemy takes it. Strategy note 16."""
    far = 2 * tables.unit_move[slot] + 1
    best = 0.0
    for token in range(TOKENS):
        there = state.tokens[token].cell
        if there >= 0 and flat_inches2(state.units[slot].cell, there) <= far * far:
            rival = nearest_mine(state, 1 - scratch.viewer, there, -1)
            best = max(best, 0.2 * treasure_value(state, tables, scratch) * (1.5 if rival < 8.0 else 0.5))
    return best


@jit
def score_ability(state, tables, action, scratch):
    """The worth of an ability's target, and of bonus actions."""
    if state.decision == Decision.TARGET:
        return aim_value(state, tables, scratch, state.active, state.ability, state.value, action - UNIT)
    slot = state.subject
    if action == PASS:
        return scratch.here + 0.0
    if action == OPTION + Option.ATTACK:
        return scratch.here + bonus_attack(state, tables, scratch, slot, -1)
    if action == OPTION + Option.DISENGAGE:
        return scratch.away + 0.0
    return scratch.moved + 0.0


@jit
def score_setup(state, tables, action, scratch):
    """Roles, groups, deployment, treasures. Strategy note 19."""
    decision = state.decision
    if decision == Decision.ROLE:
        # the defender places three of five treasures, the attacker sees where the defender stands
        defender = action == OPTION + Option.DEFENDER
        return 1.0 if defender == (tables.n_tokens > 0) else 0.0
    if decision == Decision.BATTLE_GROUP:
        return group_value(state, tables, scratch, action - OPTION - Option.DAGGER)
    if decision == Decision.DEPLOY:
        if action == PASS:
            return -1000.0
        return place_value(state, tables, scratch, state.subject, action - CELL, 0)
    if decision == Decision.NEXT_FIGHTER:
        return tables.unit_points[action - UNIT] / 100.0 - tables.unit_move[action - UNIT]
    if decision == Decision.TREASURE:
        return lie_value(state, tables, scratch, action - CELL)
    return 0.0


@jit
def group_value(state, tables, scratch, group):
    """Which battle group a fighter joins: fast ones come later, dear ones are there from the first round, each group gets a killer."""
    slot = state.subject
    late = tables.arrival[0, group] - 1.0
    value = late * (0.5 * (tables.unit_move[slot] - 4.5) - 0.01 * (tables.unit_points[slot] - 90.0))
    for other in range(FORCE * scratch.viewer, FORCE * (scratch.viewer + 1)):
        if state.units[other].group == group:
            value -= 0.004 * min(tables.unit_points[other], tables.unit_points[slot]) / 2.0
    if slot == tables.leader[scratch.viewer]:
        value -= late
    return value


@jit
def lie_value(state, tables, scratch, cell):
    """Where the next treasure lies: nearer to our fighters, in Moves, than to theirs. Strategy note 16."""
    viewer = scratch.viewer
    value = 0.0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and not has_mark(tables, slot, Runemark.BEAST):
            dx = abs(unit.cell % WIDTH - cell % WIDTH)
            dy = abs(unit.cell // WIDTH - cell // WIDTH)
            close = 1.0 / (1.0 + (max(dx, dy) + 0.4 * min(dx, dy)) / tables.unit_move[slot])
            value += close if seat_of(slot) == viewer else -close
    return value
