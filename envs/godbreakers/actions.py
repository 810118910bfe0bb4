"""What may be chosen, and what choosing does: the rules that answer for each question, by the chapter that they stand in."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision, Group
from skirmish_rl.envs.godbreakers.rules import (
    activating,
    compulsion,
    deploying,
    engaging,
    initiative,
    placing,
    setting_up,
    spawning,
    specials,
    terrain,
    tokens,
    trait_actions,
)

ANSWERS = {
    Group.ACTION: (activating.legal_action, activating.apply_action),
    Group.ACTIVATION: {
        Decision.WILD_TARGET: (compulsion.legal_wild_target, compulsion.apply_wild_target),
        Decision.ACTIVATE: (activating.legal_activate, activating.apply_activate),
        Decision.WILD_ACTIVATE: (activating.legal_wild_activate, activating.apply_wild_activate),
    },
    Group.ENGAGE: {
        Decision.NOMINATE: (engaging.legal_nominate, engaging.apply_nominate),
        Decision.CUNNING: (engaging.legal_cunning, engaging.apply_cunning),
        Decision.VENGEANCE: (engaging.legal_vengeance, engaging.apply_vengeance),
        Decision.SHOVE: (engaging.legal_shove, engaging.apply_shove),
        Decision.SHOVE_CELL: (engaging.legal_shove_cell, engaging.apply_shove_cell),
    },
    Group.PLACING: (placing.legal_placing, placing.apply_placing),
    Group.TOKENS: {
        Decision.CLAIM: (tokens.legal_claim, tokens.apply_claim),
        Decision.HANDOFF_COUNT: (tokens.legal_handoff_count, tokens.apply_handoff_count),
    },
    Group.SPECIAL: {
        Decision.SUNDER_MARKER: (specials.legal_sunder, specials.apply_sunder),
        Decision.HANDOFF_TO: (tokens.legal_handoff, tokens.apply_handoff),
        Decision.HIDDEN_WAYS: (trait_actions.legal_hidden_ways, trait_actions.apply_hidden_ways),
        Decision.DESPOIL_UNIT: (trait_actions.legal_despoil_unit, trait_actions.apply_despoil_unit),
        Decision.DESPOIL_CELL: (trait_actions.legal_beside, trait_actions.apply_despoil_cell),
        Decision.RUIN_PIECE: (terrain.legal_ruin, terrain.apply_ruin),
        Decision.SHAPE_CELL: (terrain.legal_shape, terrain.apply_shape),
        Decision.SUMMON_CELL: (trait_actions.legal_beside, trait_actions.apply_summon_cell),
        Decision.VERIFY_UNIT: (specials.legal_verify, specials.apply_verify),
        Decision.TREAT_UNIT: (specials.legal_treat, specials.apply_treat),
    },
    Group.ROUND: {
        Decision.ROLLER: (initiative.legal_roller, initiative.apply_roller),
        Decision.NEXT_MARKER: (spawning.legal_next_marker, spawning.apply_next_marker),
        Decision.PRIORITY: (initiative.legal_priority, initiative.apply_priority),
    },
    Group.SETUP: {
        Decision.PLACE_SHARD: (setting_up.legal_shard, setting_up.apply_shard),
        Decision.PLACE_MARKER: (setting_up.legal_marker, setting_up.apply_marker),
        Decision.PLACE_THREAT: (setting_up.legal_threat, setting_up.apply_threat),
        Decision.DEPLOY_UNIT: (deploying.legal_deploy_unit, deploying.apply_deploy_unit),
        Decision.DEPLOY_CELL: (deploying.legal_deploy_cell, deploying.apply_deploy_cell),
        Decision.DEPLOY_THREAT: (deploying.legal_deploy_threat, deploying.apply_deploy_threat),
    },
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
