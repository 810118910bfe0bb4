"""What may be chosen, and what choosing does: the rules that answer for each group of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Group
from skirmish_rl.envs.dropzone_commander.rules import choosing, choosing_moves, resolving

ANSWERS = {
    Group.ACTIVATION: (choosing.legal_activation, resolving.apply_activation),
    Group.MOVE: (choosing_moves.legal_move, resolving.apply_move),
    Group.FIRE: (choosing.legal_fire, resolving.apply_fire),
    Group.BOARD: (choosing_moves.legal_board, resolving.apply_board),
    Group.CARD: (choosing.legal_card, resolving.apply_card),
    Group.FATE: (choosing.legal_fate, resolving.apply_fate),
    Group.OBJECTIVE: (choosing.legal_objective, resolving.apply_objective),
    Group.INITIATION: (choosing.legal_initiation, resolving.apply_initiation),
    Group.SETUP: (choosing.legal_setup, resolving.apply_setup),
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)
