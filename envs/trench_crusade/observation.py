"""What a seat sees."""

from __future__ import annotations

from skirmish_rl.envs.core.features import blank_out
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.columns import GameColumn
from skirmish_rl.envs.trench_crusade.state import TURNS


@jit
def encode(state, tables, seat, out, scratch):
    """Write what a seat sees."""
    blank_out(out)
    out[GameColumn.ROUND] = state.round / TURNS
