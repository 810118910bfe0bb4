"""What may be chosen, and what choosing does: the rules that answer for each question, by the chapter that holds them."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Decision, Group
from skirmish_rl.envs.tide_of_iron.rules import (
    activating,
    assaulting,
    attacking,
    cards,
    decks,
    losing,
    recovery,
    retreating,
    setting_up,
    specials,
    spending,
    stepping,
    turns,
)

ANSWERS = {
    Group.SELECT: (turns.legal_select, turns.apply_select),
    Group.STEP: (stepping.legal_step, stepping.apply_step),
    Group.ACTIVATION: {
        Decision.TARGET: (activating.legal_target, activating.apply_target),
        Decision.OP_FIRE: (attacking.legal_op_fire, attacking.apply_op_fire),
        Decision.ASSAULT_HEX: (assaulting.legal_assault_hex, assaulting.apply_assault_hex),
        Decision.FIRE_OR_MOVE: (activating.legal_fire_or_move, activating.apply_fire_or_move),
        Decision.ORDER: (stepping.legal_order, stepping.apply_order),
        Decision.GUN_CREW: (activating.legal_gun_crew, activating.apply_gun_crew),
        Decision.CLEAR_CELL: (stepping.legal_clear, stepping.apply_clear),
    },
    Group.ATTACK: {
        Decision.FIGURES: (attacking.legal_figures, attacking.apply_figures),
        Decision.ATTACK_TYPE: (attacking.legal_attack_type, attacking.apply_attack_type),
        Decision.SUPPORT: (attacking.legal_support, attacking.apply_support),
    },
    Group.ASSAULT: {
        Decision.CASUALTY: (losing.legal_casualty, losing.apply_casualty),
        Decision.ASSAULT_SUPPORT: (assaulting.legal_assault_support, assaulting.apply_assault_support),
        Decision.HIT_UNIT: (assaulting.legal_hit_unit, assaulting.apply_hit_unit),
        Decision.RETREAT: (retreating.legal_retreat, retreating.apply_retreat),
    },
    Group.COMMAND: (spending.legal_command, spending.apply_command),
    Group.STATUS: {
        Decision.OP_MODE: (recovery.legal_op_mode, recovery.apply_op_mode),
        Decision.TRANSFER_FROM: (recovery.legal_transfer_from, recovery.apply_transfer_from),
        Decision.TRANSFER_FIGURE: (recovery.legal_transfer_figure, recovery.apply_transfer_figure),
        Decision.TRANSFER_TO: (recovery.legal_transfer_to, recovery.apply_transfer_to),
        Decision.ARRIVE: (recovery.legal_arrive, recovery.apply_arrive),
        Decision.DRAW: (decks.legal_draw, decks.apply_draw),
        Decision.DRAW_EXTRA: (decks.legal_draw_extra, decks.apply_draw_extra),
    },
    Group.SPECIAL: {
        Decision.CARD_UNIT: (cards.legal_card_unit, cards.apply_card_unit),
        Decision.CARD_CELL: (cards.legal_card_cell, cards.apply_card_cell),
        Decision.SMOKE_CELL: (specials.legal_smoke, specials.apply_smoke),
        Decision.HEAL_UNIT: (specials.legal_heal, specials.apply_heal),
        Decision.OCCUPY: (specials.legal_occupy, specials.apply_occupy),
    },
    Group.SETUP: {
        Decision.ASSIGN_TOKEN: (setting_up.legal_assign_token, setting_up.apply_assign_token),
        Decision.DRAW_START: (decks.legal_draw, decks.apply_draw_start),
        Decision.PLACE_MARKER: (setting_up.legal_place_marker, setting_up.apply_place_marker),
        Decision.DEPLOY: (setting_up.legal_deploy, setting_up.apply_deploy),
        Decision.DEPLOY_FORT: (setting_up.legal_deploy_fort, setting_up.apply_deploy_fort),
    },
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
