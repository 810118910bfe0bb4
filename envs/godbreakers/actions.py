"""What may be chosen, and what choosing does: the rules that answer for each group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Group
from skirmish_rl.envs.godbreakers.rules import choosing, resolving

ANSWERS = {
    Group.ACTION: (choosing.legal_action, resolving.take_action),
    Group.ACTIVATION: (choosing.legal_activation, resolving.apply_activation),
    Group.ENGAGE: (choosing.legal_engage, resolving.apply_engage),
    Group.PLACING: (choosing.legal_placing, resolving.apply_placing),
    Group.TOKENS: (choosing.legal_tokens, resolving.apply_tokens),
    Group.SPECIAL: (choosing.legal_special, resolving.apply_special),
    Group.ROUND: (choosing.legal_round, resolving.apply_round),
    Group.SETUP: (choosing.legal_setup, resolving.apply_setup),
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
