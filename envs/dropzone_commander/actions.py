"""What may be chosen, and what does choosing do? By groups of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import GROUP_OF, Group
from skirmish_rl.envs.dropzone_commander.rules.choosing import (
    legal_activation,
    legal_card,
    legal_fate,
    legal_fire,
    legal_initiation,
    legal_objective,
    legal_setup,
)
from skirmish_rl.envs.dropzone_commander.rules.choosing_moves import legal_board, legal_move
from skirmish_rl.envs.dropzone_commander.rules.resolving import (
    apply_activation,
    apply_board,
    apply_card,
    apply_fate,
    apply_fire,
    apply_initiation,
    apply_move,
    apply_objective,
    apply_setup,
)  # fmt: skip


@jit
def legal(state, tables, mask):
    """Write ones into the blank mask of the pending decision.

    Args:
        mask: uint8 (actions,).
    """
    group = GROUP_OF[state.decision]
    if group == Group.ACTIVATION:
        legal_activation(state, tables, mask)
    elif group == Group.MOVE:
        legal_move(state, tables, mask)
    elif group == Group.FIRE:
        legal_fire(state, tables, mask)
    elif group == Group.BOARD:
        legal_board(state, tables, mask)
    elif group == Group.CARD:
        legal_card(state, tables, mask)
    elif group == Group.FATE:
        legal_fate(state, tables, mask)
    elif group == Group.OBJECTIVE:
        legal_objective(state, tables, mask)
    elif group == Group.INITIATION:
        legal_initiation(state, tables, mask)
    else:
        legal_setup(state, tables, mask)


@jit
def apply(state, tables, decision, action):
    """Carry out the decider's choice."""
    group = GROUP_OF[decision]
    if group == Group.ACTIVATION:
        apply_activation(state, tables, decision, action)
    elif group == Group.MOVE:
        apply_move(state, tables, decision, action)
    elif group == Group.FIRE:
        apply_fire(state, tables, decision, action)
    elif group == Group.BOARD:
        apply_board(state, tables, decision, action)
    elif group == Group.CARD:
        apply_card(state, tables, decision, action)
    elif group == Group.FATE:
        apply_fate(state, tables, decision, action)
    elif group == Group.OBJECTIVE:
        apply_objective(state, tables, decision, action)
    elif group == Group.INITIATION:
        apply_initiation(state, tables, decision, action)
    else:
        apply_setup(state, tables, decision, action)
