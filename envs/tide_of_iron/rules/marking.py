"""Markers come and go: the only functions that change what lies in the hexes. Chapter TRN."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from skirmish_rl.envs.tide_of_iron.state import CELLS, WIDTH


@jit
def set_marks(state, mark, cell, count):
    """Let so many markers of a kind lie in a hex, and say so."""
    before = state.marks[mark, cell]
    if count > before:
        note(state, Own.LAID, cell=cell, value=mark)
    elif count == 0 and before > 0:
        note(state, Own.CLEARED, cell=cell, value=mark)
    count_marks(state, mark, cell, count)


@jit
def count_marks(state, mark, cell, count):
    """The part of `set_marks` that is not told: what lies on the map from the start."""
    state.lying[mark] += (count > 0) - (state.marks[mark, cell] > 0)
    state.marks[mark, cell] = count
    state.strips[mark] = state.strips[mark] | (1 << cell // WIDTH) if state.lying[mark] else 0


@jit
def wear_marks(state, mark):
    """One marker of a kind fewer in every hex."""
    if state.lying[mark]:
        for cell in range(CELLS):
            if state.marks[mark, cell]:
                set_marks(state, mark, cell, state.marks[mark, cell] - 1)
