"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in points of the warband lists as seen by one seat, the *viewer*: the seat that must decide. The *actor* is the model
that the question is about.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.trench_crusade.data.fields import OBJECTIVES
from skirmish_rl.envs.trench_crusade.state import CELLS, MARKERS, RELICS, SLOTS, VERBS

SCRATCH = pack_dtype([
    ("worth", "f4", (SLOTS,)),  # of a model on the board
    ("strike", "f4", (SLOTS,)),  # what one of its attacks does to a model of the usual kind
    ("hoard", "f4", (SLOTS, MARKERS + 1)),  # what so many blood markers on a model are worth to its opponent
    ("mark", "f4", (SLOTS,)),  # what the next one is worth
    ("gun", "f4", (SLOTS, 4)),  # of each enemy against the actor: its best ranged attack, 2 * at long range + in cover
    ("gun_span", "i2", (SLOTS,)),  # squared distance that it reaches
    ("gun_half", "i2", (SLOTS,)),  # and up to which it is short
    ("blade", "f4", (SLOTS,)),  # of each enemy against the actor
    ("aim", "f4", (SLOTS, 4)),  # of the actor against each enemy, like `gun`
    ("aim_span", "i2"),
    ("aim_half", "i2"),
    ("edge", "f4", (SLOTS,)),  # of the actor's Fight against each enemy
    ("stake", "f4", (OBJECTIVES, 3)),  # what the actor gains for its seat beside an objective (1) or on it (2)
    ("relic", "f4", (RELICS,)),  # what it gains beside a relic
    ("urge", "f4", (SLOTS,)),  # what a model of the viewer's could do at once
    ("verb", "f4", (VERBS,)),  # value of each Action
    ("charge", "f4", (SLOTS,)),
    ("reach", "u1", (CELLS,)),  # where the actor can walk
    ("far", "u1", (CELLS,)),  # where it can go in a mode with tests
    ("point", "f4"),  # worth of a victory point
    ("later", "f4"),  # chance that a marker will still be of use
    ("caution", "f4"),  # weight of enemies that have been activated
    ("here", "f4"),
    ("viewer", "i1"),
    ("actor", "i1"),
])  # fmt: skip
