"""What may be chosen, and what choosing does: the rules that answer for each question."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade import phases
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, QUESTIONS, UNIT, WEAPON, Decision, Group
from skirmish_rl.envs.trench_crusade.rules import (
    activating,
    attacking,
    charging,
    fighting,
    injuring,
    moving,
    puppets,
    retreating,
    rolling,
    scoring,
    setting_up,
    specials,
)
from skirmish_rl.envs.trench_crusade.rules.fighting import apply_blow, legal_blade, legal_blow, take_weapon
from skirmish_rl.envs.trench_crusade.rules.shooting import apply_shot, apply_shot_target, legal_shot, legal_shot_target
from skirmish_rl.envs.trench_crusade.state import Frame


@jit
def is_shot(state):
    """True if the running weapons and targets are those of a Shoot Action."""
    return top_frame(state).kind == Frame.SHOOT


@jit
def legal_target(state, tables, mask):
    """The models to shoot at, or to strike."""
    if is_shot(state):
        legal_shot_target(state, tables, mask)
    else:
        legal_blow(state, tables, mask)


@jit
def apply_target(state, tables, action):
    """Name a model or a point as the target, or stop."""
    target = action - UNIT if UNIT <= action < CELL else -1
    if not is_shot(state):
        apply_blow(state, tables, target)
    elif target >= 0:
        apply_shot_target(state, tables, target, state.units[target].cell)
    else:
        apply_shot_target(state, tables, -1, -1 if action == PASS else action - CELL)


@jit
def legal_weapon(state, tables, mask):
    """The weapons to shoot with, or to strike with."""
    if is_shot(state):
        legal_shot(state, tables, mask)
    else:
        legal_blade(state, tables, mask)


@jit
def apply_weapon(state, tables, action):
    """Name the weapon."""
    if is_shot(state):
        apply_shot(state, tables, action - WEAPON)
    else:
        take_weapon(tables, top_frame(state), action - WEAPON)


ANSWERS = {
    Group.ACTION: (activating.legal_action, activating.apply_action),
    Group.MOVE: {
        Decision.DESTINATION: (moving.legal_destination, moving.apply_destination),
        Decision.MODE: (moving.legal_mode, moving.apply_mode),
        Decision.CHARGE_TARGET: (charging.legal_charge_target, charging.apply_charge_target),
        Decision.CHARGE_CELL: (charging.legal_charge_cell, charging.apply_charge_cell),
        Decision.DIVE: (moving.legal_dive, moving.apply_dive),
        Decision.SKIRMISH: (charging.legal_slip, charging.apply_slip),
        Decision.RETREAT_CELL: (retreating.legal_retreat_cell, retreating.apply_retreat_cell),
        Decision.HARROW: (attacking.legal_harrowing, attacking.apply_harrowing),
    },
    Group.MARKERS: (rolling.legal_markers, rolling.apply_markers),
    Group.ATTACK: {
        Decision.TARGET: (legal_target, apply_target),
        Decision.WEAPON: (legal_weapon, apply_weapon),
        Decision.FREE_ATTACK: (retreating.legal_free_attack, retreating.apply_free_attack),
        Decision.SECOND_WEAPON: (fighting.legal_second, fighting.apply_second),
        Decision.FRIEND: (attacking.legal_friend, attacking.apply_friend),
        Decision.SCATTER: (attacking.legal_scatter, attacking.apply_scatter),
    },
    Group.ACTIVATE: (phases.legal_activate, phases.apply_activate),
    Group.SPECIAL: {
        Decision.FALL_SIDE: (moving.legal_fall_side, moving.apply_fall_side),
        Decision.TREATMENT: (specials.legal_treatment, specials.apply_treatment),
        Decision.PUPPET_DIRECTION: (puppets.legal_direction, puppets.apply_direction),
        Decision.PUPPET_CELL: (puppets.legal_distance, puppets.apply_distance),
        Decision.MINE: (specials.legal_mine, specials.apply_place),
        Decision.DEFUSE: (moving.legal_defuse, moving.apply_defuse),
        Decision.RELIC: (specials.legal_relic, specials.apply_place),
        Decision.DARK_BLESSING: (injuring.legal_dark_blessing, injuring.apply_dark_blessing),
        Decision.MORALE: (scoring.legal_morale, scoring.apply_morale),
        Decision.HOLD_FIRE: (specials.legal_named, specials.apply_named),
        Decision.PRAYER: (specials.legal_named, specials.apply_named),
        Decision.TREAT: (specials.legal_named, specials.apply_named),
        Decision.PUPPET: (specials.legal_named, specials.apply_named),
    },
    Group.SETUP: (setting_up.legal_setup, setting_up.apply_setup),
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
