"""What is an action like? Columns as enums; once per position, once per action."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.features import column_names
from skirmish_rl.envs.core.jit import jit


class PositionColumn(IntEnum):
    LAST_ROUND = 0


class ActionColumn(IntEnum):
    PASS = 0


POSITION_FEATURES = column_names(PositionColumn)
ACTION_FEATURES = column_names(ActionColumn)


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions; `survey` must have run."""
    out[PositionColumn.LAST_ROUND] = state.round >= tables.rounds


@jit
def encode_action(state, tables, action, out, scratch):
    """Features of one legal action; `survey` must have run."""
    out[ActionColumn.PASS] = action == 0
