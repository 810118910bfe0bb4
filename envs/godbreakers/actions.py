"""What may be chosen, and what choosing does: the action layout, `legal` and `apply`."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.layout import Block, Layout
from skirmish_rl.envs.godbreakers.phases import can_activate
from skirmish_rl.envs.godbreakers.rules.choosing import legal_action, legal_detail, legal_interrupt, legal_set_up
from skirmish_rl.envs.godbreakers.rules.frames import Frame
from skirmish_rl.envs.godbreakers.rules.numbering import SLOT
from skirmish_rl.envs.godbreakers.rules.resolving import apply_detail, apply_interrupt, apply_set_up, take_action
from skirmish_rl.envs.godbreakers.state import CELLS, SIDE, SLOTS, Act, Decision

_PLACING = (
    Decision.PLACE_SHARD, Decision.PLACE_MARKER, Decision.PLACE_THREAT, Decision.DEPLOY_CELL, Decision.DEPLOY_THREAT,
    Decision.SPAWN, Decision.DESPOIL_CELL, Decision.SHAPE_CELL, Decision.SUMMON_CELL, Decision.STALKER_CELL,
    Decision.HIDDEN_WAYS, Decision.BROOD,
)  # fmt: skip

LAYOUT = Layout(
    blocks=[
        Block("pass", 1, "single"),
        Block("slot", SLOTS, "number", first=1),
        Block("cell", CELLS, "cell", width=SIDE),
        Block("order", 24, "number"),
        Block("count", 8, "number"),
        Block("special", len(Act), "option", options=tuple(act.name.lower().replace("_", "-") for act in Act)),
    ],
    decisions=Decision,
    verbs={
        **{(d, "cell"): "place" for d in _PLACING},
        (Decision.SHOVE_CELL, "cell"): "to",
        (Decision.DEPLOY_UNIT, "slot"): "deploy",
        (Decision.ROLLER, "slot"): "roll",
        (Decision.ACTIVATE, "slot"): "activate",
        (Decision.WILD_ACTIVATE, "slot"): "activate",
        (Decision.ACTION, "cell"): "move",
        (Decision.ACTION, "slot"): "engage",
        (Decision.CLAIM, "count"): "take",
        (Decision.NOMINATE, "slot"): "nominate",
        (Decision.CUNNING, "cell"): "step",
        (Decision.VENGEANCE, "slot"): "strike",
        (Decision.SHOVE, "slot"): "shove",
        (Decision.SUNDER_MARKER, "cell"): "marker",
        (Decision.HANDOFF_TO, "slot"): "to",
        (Decision.HANDOFF_COUNT, "count"): "take",
        (Decision.DESPOIL_UNIT, "slot"): "return",
        (Decision.RUIN_PIECE, "cell"): "piece",
        (Decision.VERIFY_UNIT, "slot"): "question",
        (Decision.TREAT_UNIT, "slot"): "treat",
        (Decision.WILD_TARGET, "slot"): "aim",
        (Decision.WILD_TARGET, "cell"): "aim",
    },
)


@jit
def legal(state, tables, mask):
    """Write the mask of the pending decision.

    Args:
        mask: uint8 (N_ACTIONS,), overwritten.

    Returns:
        Number of legal actions.
    """
    mask[:] = 0
    decision = state.decision
    if decision == Decision.ACTION:
        return legal_action(state, tables, mask)
    if decision == Decision.ACTIVATE or decision == Decision.WILD_ACTIVATE:
        seat = state.decider if decision == Decision.ACTIVATE else -1
        n = 0
        for slot in range(state.used):
            if can_activate(state, slot, seat):
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision <= Decision.PRIORITY:
        return legal_set_up(state, tables, mask)
    if decision <= Decision.SHOVE_CELL:
        return legal_interrupt(state, tables, mask)
    return legal_detail(state, tables, mask)


@jit
def apply(state, tables, action):
    """Carry out the decider's choice, with its dice. Assumes that the mask allows it."""
    decision = state.decision + 0
    frame = top_frame(state)
    state.decision = Decision.NONE
    if decision == Decision.ACTION:
        take_action(state, tables, frame, action)
    elif decision == Decision.ACTIVATE:
        state.turn = (state.turn + 1) % state.surviving
        push(state, Frame.ACTIVATION, action - SLOT, 0, 0)
    elif decision == Decision.WILD_ACTIVATE:
        push(state, Frame.ACTIVATION, action - SLOT, 0, 0)
    elif decision <= Decision.PRIORITY:
        apply_set_up(state, tables, frame, decision, action)
    elif decision <= Decision.SHOVE_CELL:
        apply_interrupt(state, tables, frame, decision, action)
    else:
        apply_detail(state, tables, frame, decision, action)


