"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in victory points as seen by one seat, the *viewer*: the seat that must decide.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.godbreakers.state import CELLS, MARKERS, SLOTS

SCRATCH = pack_dtype([
    ("threat", "f4", (CELLS,)),  # loss to expect on a cell from hostile models that can get at it
    ("pull", "f4", (CELLS,)),  # standing on a cell: markers won, denied, approached
    ("strike", "f4", (CELLS,)),  # best Engage from a cell, 0 if none is worth it
    ("moves", "u1", (CELLS,)),  # legal Moves of the model a plan is made for
    ("attack", "f4", (SLOTS,)),  # value of engaging a model from where the actor stands
    ("plan", "f4", (SLOTS,)),  # gain of activating a model now, its best Engage left out
    ("plan_strike", "f4", (SLOTS,)),  # value of that Engage
    ("plan_idle", "f4", (SLOTS,)),  # value of where it stands
    ("plan_threat", "f4", (SLOTS,)),  # loss to expect where it stands
    ("worth", "f4", (SLOTS,)),  # of keeping a model, for its own side
    ("mine", "i1", (MARKERS,)),  # viewer's godbreakers by a marker, the actor left out
    ("others", "i1", (MARKERS,)),  # all other models by it, the actor left out
    ("mine_coming", "i1", (MARKERS,)),  # viewer's godbreakers still to be activated that can get beside it
    ("rivals_coming", "i1", (MARKERS,)),  # rivals' likewise
    ("score", "f4"),  # of the action that is described, and the best of all legal ones: written by the engine
    ("best", "f4"),
    ("rank", "f4"),  # how many score higher
    ("viewer", "i1"),
    ("actor", "i1"),  # the viewer's model that moves, acts or is placed; -1 for none
])  # fmt: skip
