"""Where each block of actions begins in the flat layout. Dossier, Action layout."""

from __future__ import annotations

from skirmish_rl.envs.godbreakers.state import CELLS, SLOTS, Act

PASS = 0
SLOT = 1
CELL = SLOT + SLOTS
ORDER = CELL + CELLS
COUNT = ORDER + 24
ACT = COUNT + 8
N_ACTIONS = ACT + len(Act)
MOST = 7  # the last COUNT means "all" when more are carried
