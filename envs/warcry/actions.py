"""What may be chosen, and what does choosing do? By groups of questions."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import GROUP_OF, Group
from skirmish_rl.envs.warcry.rules.choosing import (
    legal_ability,
    legal_attack,
    legal_combat,
    legal_hero,
    legal_move,
    legal_score,
    legal_setup,
    legal_step,
)  # fmt: skip
from skirmish_rl.envs.warcry.rules.resolving import (
    apply_ability,
    apply_attack,
    apply_combat,
    apply_hero,
    apply_move,
    apply_score,
    apply_setup,
    apply_step,
)  # fmt: skip


@jit
def legal(state, tables, mask):
    """Write ones into the blank mask of the pending decision.

    Args:
        mask: uint8 (actions,).
    """
    group = GROUP_OF[state.decision]
    if group == Group.STEP:
        legal_step(state, tables, mask)
    elif group == Group.MOVE:
        legal_move(state, tables, mask)
    elif group == Group.ATTACK:
        legal_attack(state, tables, mask)
    elif group == Group.COMBAT:
        legal_combat(state, tables, mask)
    elif group == Group.ABILITY:
        legal_ability(state, tables, mask)
    elif group == Group.HERO:
        legal_hero(state, tables, mask)
    elif group == Group.SCORE:
        legal_score(state, tables, mask)
    else:
        legal_setup(state, tables, mask)


@jit
def apply(state, tables, decision, action):
    """Carry out the decider's choice."""
    group = GROUP_OF[decision]
    if group == Group.STEP:
        apply_step(state, tables, action)
    elif group == Group.MOVE:
        apply_move(state, tables, decision, action)
    elif group == Group.ATTACK:
        apply_attack(state, tables, decision, action)
    elif group == Group.COMBAT:
        apply_combat(state, tables, decision, action)
    elif group == Group.ABILITY:
        apply_ability(state, tables, decision, action)
    elif group == Group.HERO:
        apply_hero(state, tables, decision, action)
    elif group == Group.SCORE:
        apply_score(state, tables, action)
    else:
        apply_setup(state, tables, decision, action)
