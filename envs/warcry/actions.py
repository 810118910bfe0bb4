"""What may be chosen, and what choosing does: the rules that answer for each group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.warcry.questions import QUESTIONS, Group
from skirmish_rl.envs.warcry.rules import choosing, resolving

ANSWERS = {
    Group.STEP: (choosing.legal_step, resolving.apply_step),
    Group.MOVE: (choosing.legal_move, resolving.apply_move),
    Group.ATTACK: (choosing.legal_attack, resolving.apply_attack),
    Group.COMBAT: (choosing.legal_combat, resolving.apply_combat),
    Group.ABILITY: (choosing.legal_ability, resolving.apply_ability),
    Group.HERO: (choosing.legal_hero, resolving.apply_hero),
    Group.SCORE: (choosing.legal_score, resolving.apply_score),
    Group.SETUP: (choosing.legal_setup, resolving.apply_setup),
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
