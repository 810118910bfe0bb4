"""What may be chosen, and what choosing does: the rules that answer for each question, by the chapter that holds them."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision, Group
from skirmish_rl.envs.dropzone_commander.rules import (
    abilities,
    activating,
    battlegroups,
    boarding,
    cards,
    carrying,
    close_quarters,
    declaring,
    deploying,
    disembarking,
    ending_moves,
    fast,
    fleeing,
    garrisons,
    initiative,
    moving,
    objectives,
    reacting,
    setting_up,
    shooting,
    windows,
)

ANSWERS = {
    Group.ACTIVATION: {
        Decision.GROUP: (battlegroups.legal_group, battlegroups.apply_group),
        Decision.AUXILIARY: (battlegroups.legal_auxiliary, battlegroups.apply_auxiliary),
        Decision.SQUAD: (battlegroups.legal_squad, battlegroups.apply_squad),
        Decision.ACTION: (activating.legal_action, activating.apply_action),
    },
    Group.MOVE: {
        Decision.MOVE: (moving.legal_move, moving.apply_move),
        Decision.OUT: (moving.legal_out, moving.apply_out),
        Decision.END_MOVE: (ending_moves.legal_end_move, ending_moves.apply_end_move),
        Decision.LAND: (ending_moves.legal_land, ending_moves.apply_land),
        Decision.FACING: (fast.legal_facing, fast.apply_facing),
        Decision.SITE: (garrisons.legal_site, garrisons.apply_site),
        Decision.PUT: (fleeing.legal_put, fleeing.apply_put),
    },
    Group.FIRE: {
        Decision.MODE: (declaring.legal_mode, declaring.apply_mode),
        Decision.AIM: (declaring.legal_aim, declaring.apply_aim),
        Decision.SHIELD: (declaring.legal_shield, declaring.apply_shield),
        Decision.FOCUS: (shooting.legal_focus, shooting.apply_focus),
        Decision.SPREAD: (shooting.legal_spread, shooting.apply_spread),
        Decision.REACT: (reacting.legal_react, reacting.apply_react),
        Decision.SMOKE: (abilities.legal_smoke, abilities.apply_smoke),
    },
    Group.BOARD: {
        Decision.TRANSFER: (disembarking.legal_transfer, disembarking.apply_transfer),
        Decision.GO_ON: (ending_moves.legal_go_on, ending_moves.apply_go_on),
        Decision.REST: (boarding.legal_rest, boarding.apply_rest),
        Decision.LEAVE: (boarding.legal_leave, boarding.apply_leave),
    },
    Group.CARD: {
        Decision.CARD: (windows.legal_card, windows.apply_card),
        Decision.CARD_UNIT: (windows.legal_card_unit, windows.apply_card_unit),
        Decision.CARD_PIECE: (windows.legal_card_piece, windows.apply_card_piece),
        Decision.CARD_SEAT: (windows.legal_card_seat, windows.apply_card_seat),
        Decision.NULLIFY: (windows.legal_nullify, windows.apply_nullify),
        Decision.DISRUPTED: (battlegroups.legal_disrupted, battlegroups.apply_disrupted),
        Decision.REPAIR: (cards.legal_repair, cards.apply_repair),
    },
    Group.FATE: {
        Decision.FORTITUDE: (fleeing.legal_fortitude, fleeing.apply_fortitude),
        Decision.STRAY: (shooting.legal_stray, shooting.apply_stray),
        Decision.TOLL: (fleeing.legal_toll, fleeing.apply_toll),
        Decision.TIED: (close_quarters.legal_tied, close_quarters.apply_tied),
    },
    Group.OBJECTIVE: {
        Decision.SCANS: (objectives.legal_scans, objectives.apply_scans),
        Decision.PASS_ON: (carrying.legal_pass_on, carrying.apply_pass_on),
        Decision.DROP: (carrying.legal_drop, carrying.apply_drop),
        Decision.EXTRACT: (carrying.legal_extract, carrying.apply_extract),
    },
    Group.INITIATION: {
        Decision.KEEP: (initiative.legal_keep, initiative.apply_keep),
        Decision.DISCARD: (initiative.legal_discard, initiative.apply_discard),
        Decision.CUT: (initiative.legal_cut, initiative.apply_cut),
    },
    Group.SETUP: {
        Decision.ZONE: (setting_up.legal_zone, setting_up.apply_zone),
        Decision.DECLARE: (setting_up.legal_declare, setting_up.apply_declare),
        Decision.METHOD: (setting_up.legal_method, setting_up.apply_method),
        Decision.DEPLOY: (deploying.legal_deploy, deploying.apply_deploy),
    },
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
