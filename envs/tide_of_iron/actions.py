"""What may be chosen, and what does choosing do? By groups of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import GROUP_OF, Group
from skirmish_rl.envs.tide_of_iron.rules.choosing import (
    legal_activation,
    legal_assault,
    legal_attack,
    legal_command,
    legal_select,
    legal_setup,
    legal_special,
    legal_status,
    legal_step,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.resolving import (
    apply_activation,
    apply_assault,
    apply_attack,
    apply_command,
    apply_select,
    apply_setup,
    apply_special,
    apply_status,
    apply_step,
)  # fmt: skip


@jit
def legal(state, tables, mask):
    """Write ones into the blank mask of the pending decision.

    Args:
        mask: uint8 (actions,).
    """
    group = GROUP_OF[state.decision]
    if group == Group.SELECT:
        legal_select(state, tables, mask)
    elif group == Group.STEP:
        legal_step(state, tables, mask)
    elif group == Group.ACTIVATION:
        legal_activation(state, tables, mask)
    elif group == Group.ATTACK:
        legal_attack(state, tables, mask)
    elif group == Group.ASSAULT:
        legal_assault(state, tables, mask)
    elif group == Group.COMMAND:
        legal_command(state, tables, mask)
    elif group == Group.STATUS:
        legal_status(state, tables, mask)
    elif group == Group.SPECIAL:
        legal_special(state, tables, mask)
    else:
        legal_setup(state, tables, mask)


@jit
def apply(state, tables, decision, action):
    """Carry out the decider's choice."""
    group = GROUP_OF[decision]
    if group == Group.SELECT:
        apply_select(state, tables, action)
    elif group == Group.STEP:
        apply_step(state, tables, action)
    elif group == Group.ACTIVATION:
        apply_activation(state, tables, decision, action)
    elif group == Group.ATTACK:
        apply_attack(state, tables, decision, action)
    elif group == Group.ASSAULT:
        apply_assault(state, tables, decision, action)
    elif group == Group.COMMAND:
        apply_command(state, tables, action)
    elif group == Group.STATUS:
        apply_status(state, tables, decision, action)
    elif group == Group.SPECIAL:
        apply_special(state, tables, decision, action)
    else:
        apply_setup(state, tables, decision, action)
