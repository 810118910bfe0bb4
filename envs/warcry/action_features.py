"""What is an action like? Still to be written: one column, the score of the strongest bot."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.engine import STRONGEST
from skirmish_rl.envs.core.features import column_names, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots import score_action


class PositionColumn(IntEnum):
    ROUND = 0


class ActionColumn(IntEnum):
    SCORE = 0


POSITION_FEATURES, ACTION_FEATURES = column_names(PositionColumn), column_names(ActionColumn)


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions."""
    out[PositionColumn.ROUND] = state.round / 12.0


@jit
def encode_action(state, tables, action, out, scratch):
    """The features of an action."""
    out[ActionColumn.SCORE] = squeeze(score_action(state, tables, action, STRONGEST, scratch), 8.0)
