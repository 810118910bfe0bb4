"""What may be chosen, and what choosing does: the rules that answer for each question, by the chapter that they stand in."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision, Group
from skirmish_rl.envs.warcry.rules import (
    abilities,
    activating,
    attacking,
    disengaging,
    falling,
    initiative,
    moving,
    reacting,
    scoring,
    setting_up,
    treasure,
)

ANSWERS = {
    Group.STEP: (activating.legal_step, activating.apply_step),
    Group.MOVE: {
        Decision.MOVE: (moving.legal_move, moving.apply_move),
        Decision.DISENGAGE: (disengaging.legal_disengage, disengaging.apply_disengage),
        Decision.TOKEN: (moving.legal_token, moving.apply_token),
        Decision.FALL: (falling.legal_fall, falling.apply_fall),
        Decision.LOOT: (treasure.legal_loot, treasure.apply_loot),
        Decision.DROP: (treasure.legal_drop, treasure.apply_drop),
    },
    Group.ATTACK: {
        Decision.ATTACK: (attacking.legal_attack, attacking.apply_attack),
        Decision.REACT: (reacting.legal_react, reacting.apply_react),
        Decision.STEP_BACK: (reacting.legal_step_back, reacting.apply_step_back),
        Decision.STRIKE: (disengaging.legal_strike, disengaging.apply_strike),
    },
    Group.COMBAT: {
        Decision.FIRST: (activating.legal_first, activating.apply_first),
        Decision.FOLLOW: (activating.legal_follow, activating.apply_follow),
        Decision.ACTIVATE: (activating.legal_activate, activating.apply_activate),
    },
    Group.ABILITY: {
        Decision.TARGET: (abilities.legal_target, abilities.apply_target),
        Decision.BONUS: (abilities.legal_bonus, abilities.apply_bonus),
    },
    Group.HERO: {
        Decision.WILD: (initiative.legal_wild, initiative.apply_wild),
        Decision.SET_TO_SIX: (initiative.legal_set_to_six, initiative.apply_set_to_six),
        Decision.NAME_OBJECTIVE: (initiative.legal_objective, initiative.apply_objective),
    },
    Group.SCORE: (scoring.legal_assign, scoring.apply_assign),
    Group.SETUP: {
        Decision.ROLE: (setting_up.legal_role, setting_up.apply_role),
        Decision.BATTLE_GROUP: (setting_up.legal_battle_group, setting_up.apply_battle_group),
        Decision.COLOUR: (setting_up.legal_colour, setting_up.apply_colour),
        Decision.NEXT_FIGHTER: (setting_up.legal_next_fighter, setting_up.apply_next_fighter),
        Decision.DEPLOY: (setting_up.legal_deploy, setting_up.apply_deploy),
        Decision.TREASURE: (setting_up.legal_treasure, setting_up.apply_treasure),
    },
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
