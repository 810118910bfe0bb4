"""What may be chosen, and what choosing does: by the questions' groups."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.phases import apply_activate, legal_activate
from skirmish_rl.envs.trench_crusade.questions import CELL, DIRECTION, GROUP_OF, OPTION, PASS, UNIT, VERB, WEAPON, Decision, Group, Option
from skirmish_rl.envs.trench_crusade.rules.activating import apply_action, legal_action
from skirmish_rl.envs.trench_crusade.rules.attacking import (
    apply_friend,
    apply_harrowing,
    apply_scatter,
    legal_friend,
    legal_scatter,
    write_harrowing,
)
from skirmish_rl.envs.trench_crusade.rules.charging import (
    apply_charge_cell,
    apply_charge_target,
    apply_slip,
    legal_charge_cell,
    legal_charge_target,
    write_slips,
)
from skirmish_rl.envs.trench_crusade.rules.fighting import apply_blow, apply_second, legal_blade, legal_blow, legal_second, take_weapon
from skirmish_rl.envs.trench_crusade.rules.injuring import apply_dark_blessing, legal_dark_blessing
from skirmish_rl.envs.trench_crusade.rules.moving import (
    apply_defuse,
    apply_destination,
    apply_dive,
    apply_fall_side,
    legal_fall_side,
    legal_mode,
    write_destinations,
)
from skirmish_rl.envs.trench_crusade.rules.puppets import apply_direction, apply_distance, legal_direction, legal_distance
from skirmish_rl.envs.trench_crusade.rules.retreating import apply_free_attack, apply_retreat_cell, write_retreats
from skirmish_rl.envs.trench_crusade.rules.rolling import apply_markers, legal_markers
from skirmish_rl.envs.trench_crusade.rules.scoring import apply_morale, legal_morale
from skirmish_rl.envs.trench_crusade.rules.setting_up import apply_set_up, legal_set_up
from skirmish_rl.envs.trench_crusade.rules.shooting import apply_shot, apply_shot_target, legal_shot, legal_shot_target
from skirmish_rl.envs.trench_crusade.rules.specials import (
    apply_named,
    apply_place,
    apply_treatment,
    legal_mine,
    legal_named,
    legal_relic,
    legal_treatment,
)
from skirmish_rl.envs.trench_crusade.state import Frame


@jit
def legal(state, tables, mask):
    """Write ones into the blank mask of the pending decision.

    Args:
        mask: uint8 (actions,).
    """
    group = GROUP_OF[state.decision]
    if group == Group.ACTION:
        legal_action(state, tables, mask)
    elif group == Group.MOVE:
        legal_move(state, tables, mask)
    elif group == Group.MARKERS:
        legal_markers(state, mask)
    elif group == Group.ATTACK:
        legal_attack(state, tables, mask)
    elif group == Group.ACTIVATE:
        legal_activate(state, tables, mask)
    elif group == Group.SPECIAL:
        legal_special(state, tables, mask)
    else:
        legal_set_up(state, tables, mask)


@jit
def apply(state, tables, decision, action):
    """Carry out the decider's choice."""
    group = GROUP_OF[decision]
    if group == Group.ACTION:
        apply_action(state, tables, action - VERB)
    elif group == Group.MOVE:
        apply_move(state, tables, decision, action)
    elif group == Group.MARKERS:
        apply_markers(state, decision, action)
    elif group == Group.ATTACK:
        apply_attack(state, tables, decision, action)
    elif group == Group.ACTIVATE:
        apply_activate(state, tables, decision, action)
    elif group == Group.SPECIAL:
        apply_special(state, tables, decision, action)
    else:
        apply_set_up(state, tables, decision, action)


@jit
def legal_move(state, tables, mask):
    """Where models go."""
    decision = state.decision
    cells = mask[CELL:VERB]
    if decision == Decision.DESTINATION:
        write_destinations(state, tables, cells)
    elif decision == Decision.MODE:
        legal_mode(state, tables, mask)
    elif decision == Decision.CHARGE_TARGET:
        legal_charge_target(state, tables, mask)
    elif decision == Decision.CHARGE_CELL:
        legal_charge_cell(state, tables, mask)
    elif decision == Decision.DIVE:
        mask[OPTION + Option.DIVE] = 1
        mask[OPTION + Option.JUMP_DOWN] = 1
    elif decision == Decision.SKIRMISH:
        write_slips(state, tables, cells)
    elif decision == Decision.RETREAT_CELL:
        write_retreats(state, tables, cells)
    else:
        mask[PASS] = 1
        write_harrowing(state, tables, cells)


@jit
def apply_move(state, tables, decision, action):
    """A model goes where it is told."""
    cell = action - CELL
    if decision == Decision.DESTINATION:
        apply_destination(state, tables, cell)
    elif decision == Decision.MODE:
        top_frame(state).mode = action - OPTION - Option.WALK
    elif decision == Decision.CHARGE_TARGET:
        apply_charge_target(state, tables, action - UNIT)
    elif decision == Decision.CHARGE_CELL:
        apply_charge_cell(state, tables, cell)
    elif decision == Decision.DIVE:
        apply_dive(state, tables, action)
    elif decision == Decision.SKIRMISH:
        apply_slip(state, tables, cell)
    elif decision == Decision.RETREAT_CELL:
        apply_retreat_cell(state, tables, cell)
    elif action != PASS:
        apply_harrowing(state, tables, cell)


@jit
def is_shot(state):
    """True if the running weapons and targets are those of a Shoot Action."""
    return top_frame(state).kind == Frame.SHOOT


@jit
def legal_attack(state, tables, mask):
    """Weapons and targets."""
    decision = state.decision
    if decision == Decision.TARGET:
        if is_shot(state):
            legal_shot_target(state, tables, mask)
        else:
            legal_blow(state, tables, mask)
    elif decision == Decision.WEAPON:
        if is_shot(state):
            legal_shot(state, tables, mask)
        else:
            legal_blade(state, tables, mask)
    elif decision == Decision.FREE_ATTACK:
        mask[PASS] = 1
        legal_blade(state, tables, mask)
    elif decision == Decision.SECOND_WEAPON:
        legal_second(state, tables, mask)
    elif decision == Decision.FRIEND:
        legal_friend(state, tables, mask)
    else:
        legal_scatter(state, tables, mask)


@jit
def apply_attack(state, tables, decision, action):
    """A weapon or a target is named."""
    weapon = -1 if action == PASS else action - WEAPON
    if decision == Decision.TARGET:
        name_target(state, tables, action)
    elif decision == Decision.WEAPON:
        if is_shot(state):
            apply_shot(state, tables, weapon)
        else:
            take_weapon(tables, top_frame(state), weapon)
    elif decision == Decision.FREE_ATTACK:
        apply_free_attack(state, tables, weapon)
    elif decision == Decision.SECOND_WEAPON:
        apply_second(state, tables, weapon)
    elif decision == Decision.FRIEND:
        apply_friend(state, action - UNIT)
    else:
        apply_scatter(state, tables, action - CELL)


@jit
def name_target(state, tables, action):
    """A model, a point, or no more."""
    target = action - UNIT if UNIT <= action < CELL else -1
    if not is_shot(state):
        apply_blow(state, tables, target)
    elif target >= 0:
        apply_shot_target(state, tables, target, state.units[target].cell)
    else:
        apply_shot_target(state, tables, -1, -1 if action == PASS else action - CELL)


@jit
def legal_special(state, tables, mask):
    """What special Actions, mines, relics and morale still have to be told."""
    decision = state.decision
    if decision == Decision.FALL_SIDE:
        legal_fall_side(state, tables, mask)
    elif decision == Decision.TREATMENT:
        legal_treatment(state, mask)
    elif decision == Decision.PUPPET_DIRECTION:
        legal_direction(state, tables, mask)
    elif decision == Decision.PUPPET_CELL:
        legal_distance(state, tables, mask)
    elif decision == Decision.MINE:
        legal_mine(state, tables, mask)
    elif decision == Decision.DEFUSE:
        mask[OPTION + Option.DEFUSE] = 1
        mask[OPTION + Option.LEAVE_MINE] = 1
    elif decision == Decision.RELIC:
        legal_relic(state, tables, mask)
    elif decision == Decision.DARK_BLESSING:
        legal_dark_blessing(state, tables, mask)
    elif decision == Decision.MORALE:
        legal_morale(mask)
    else:
        legal_named(state, tables, mask)


@jit
def apply_special(state, tables, decision, action):
    """The answer to these questions."""
    if decision == Decision.FALL_SIDE:
        apply_fall_side(state, tables, action)
    elif decision == Decision.TREATMENT:
        apply_treatment(state, action)
    elif decision == Decision.PUPPET_DIRECTION:
        apply_direction(state, action - DIRECTION)
    elif decision == Decision.PUPPET_CELL:
        apply_distance(state, -1 if action == PASS else action - CELL)
    elif decision == Decision.MINE or decision == Decision.RELIC:
        apply_place(state, tables, decision, action - CELL)
    elif decision == Decision.DEFUSE:
        apply_defuse(state, tables, action)
    elif decision == Decision.DARK_BLESSING:
        apply_dark_blessing(state, action)
    elif decision == Decision.MORALE:
        apply_morale(state, action)
    else:
        apply_named(state, tables, decision, action - UNIT)
