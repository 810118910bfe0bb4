"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in points of the price table (a regular figure is 5) as seen by one seat, the *viewer*: the seat that must decide.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.tide_of_iron.state import CELLS, FORCE, OBJECTIVES, ORDERS, SLOTS

SCRATCH = pack_dtype([
    ("danger", "f4", (CELLS,)),  # loss to expect on a hex from enemy fire in the rest of this phase, without its cover
    ("strike", "f4", (CELLS,)),  # loss that a full squad could do to enemies in sight of a hex
    ("danger_armour", "f4", (CELLS,)),  # the same two for vehicles, a tank of 75 points
    ("strike_armour", "f4", (CELLS,)),
    ("pull", "f4", (CELLS,)),  # of the objectives
    ("left", "i1", (CELLS,)),  # movement points left on reaching a hex, -1 if out of reach
    ("first", "i1", (CELLS,)),  # first step towards it
    ("queue", "i2", (CELLS,)),
    ("plan", "f4", (ORDERS, FORCE)),  # gain of each order for each of the viewer's units
    ("goal", "i2", (ORDERS, FORCE)),  # hex or target behind it, -1
    ("worth", "f4", (SLOTS,)),
    ("need", "f4", (OBJECTIVES,)),  # what standing on an objective is worth now
    ("shot", "f4"),  # value of firing before the running movement
    ("score", "f4"),  # of the action that is described, and the best of all legal ones: written by the engine
    ("best", "f4"),
    ("rank", "f4"),  # how many score higher
    ("viewer", "i1"),
    ("planned", "u1"),
])  # fmt: skip
