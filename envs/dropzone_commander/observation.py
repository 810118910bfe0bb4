"""What a seat sees: the encoder of the layout in `columns.py`."""

from __future__ import annotations

from skirmish_rl.envs.core.features import blank_out
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.columns import GameColumn
from skirmish_rl.envs.dropzone_commander.state import ROUNDS


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    blank_out(out)
    out[GameColumn.ROUND] = state.round / (1.0 * ROUNDS)
