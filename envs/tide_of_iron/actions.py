"""What may be chosen, and what choosing does: the rules that answer for each group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Group
from skirmish_rl.envs.tide_of_iron.rules import choosing, resolving

ANSWERS = {
    Group.SELECT: (choosing.legal_select, resolving.apply_select),
    Group.STEP: (choosing.legal_step, resolving.apply_step),
    Group.ACTIVATION: (choosing.legal_activation, resolving.apply_activation),
    Group.ATTACK: (choosing.legal_attack, resolving.apply_attack),
    Group.ASSAULT: (choosing.legal_assault, resolving.apply_assault),
    Group.COMMAND: (choosing.legal_command, resolving.apply_command),
    Group.STATUS: (choosing.legal_status, resolving.apply_status),
    Group.SPECIAL: (choosing.legal_special, resolving.apply_special),
    Group.SETUP: (choosing.legal_setup, resolving.apply_setup),
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
