"""What may be chosen, and what choosing does: both go by the group of the pending question."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import GROUP_OF, Group
from skirmish_rl.envs.godbreakers.rules.choosing import (
    legal_action,
    legal_activation,
    legal_engage,
    legal_placing,
    legal_round,
    legal_set_up,
    legal_special,
    legal_tokens,
)
from skirmish_rl.envs.godbreakers.rules.resolving import (
    apply_activation,
    apply_engage,
    apply_placing,
    apply_round,
    apply_set_up,
    apply_special,
    apply_tokens,
    take_action,
)


@jit
def legal(state, tables, mask):
    """Write the mask of the pending decision.

    Args:
        mask: uint8 (N_ACTIONS,), all zero on entry.
    """
    group = GROUP_OF[state.decision]
    if group == Group.ACTION:
        legal_action(state, tables, mask)
    elif group == Group.ACTIVATION:
        legal_activation(state, tables, mask)
    elif group == Group.ENGAGE:
        legal_engage(state, tables, mask)
    elif group == Group.PLACING:
        legal_placing(state, tables, mask)
    elif group == Group.TOKENS:
        legal_tokens(state, mask)
    elif group == Group.SPECIAL:
        legal_special(state, tables, mask)
    elif group == Group.ROUND:
        legal_round(state, tables, mask)
    else:
        legal_set_up(state, tables, top_frame(state), mask)


@jit
def apply(state, tables, decision, action):
    """Carry out the decider's choice, with its dice. Assumes that the mask allows it."""
    group = GROUP_OF[decision]
    frame = top_frame(state)
    if group == Group.ACTION:
        take_action(state, tables, frame, action)
    elif group == Group.ACTIVATION:
        apply_activation(state, decision, action)
    elif group == Group.ENGAGE:
        apply_engage(state, tables, frame, decision, action)
    elif group == Group.PLACING:
        apply_placing(state, tables, frame, decision, action)
    elif group == Group.TOKENS:
        apply_tokens(state, frame, decision, action)
    elif group == Group.SPECIAL:
        apply_special(state, tables, frame, decision, action)
    elif group == Group.ROUND:
        apply_round(state, tables, decision, action)
    else:
        apply_set_up(state, tables, frame, decision, action)
