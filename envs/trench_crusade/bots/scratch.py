"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in points of the warband lists as seen by one seat, the *viewer*: the seat that must decide. The *actor* is the model
that the question is about.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.trench_crusade.data.fields import OBJECTIVES
from skirmish_rl.envs.trench_crusade.state import ARMS, CELLS, FORCE, MARKERS, RELICS, SIDES, SLOTS, VERBS

SCRATCH = pack_dtype([
    ("worth", "f4", (SLOTS,)),  # of a model on the board, with what its place and its next activation are worth
    ("rout", "f4", (SIDES,)),  # what each standing model keeps its seat from
    ("hurt", "i1", (SLOTS,)),  # dice that its condition takes from its rolls
    ("strike", "f4", (SLOTS,)),  # what one of its attacks does to a model of the usual kind
    ("on", "i1", (OBJECTIVES, SIDES)),  # models on each objective
    ("near", "i1", (OBJECTIVES, SIDES)),  # and on it or within 1"
    ("foe", "i1", (FORCE,)),  # enemies of the actor on the board
    ("foe_cell", "i2", (FORCE,)),
    ("foe_weight", "f4", (FORCE,)),  # how much of their attacks is to be feared
    ("foes", "u1"),  # how many
    ("hoard", "f4", (SLOTS, MARKERS + 1)),  # what so many blood markers on a model are worth to its opponent
    ("mark", "f4", (SLOTS,)),  # what the next one is worth
    ("gun", "f4", (SLOTS, 4)),  # of each enemy against the actor: its best ranged attack, 2 * at long range + in cover
    ("gun_span", "i2", (SLOTS,)),  # squared distance that it reaches
    ("gun_half", "i2", (SLOTS,)),  # and up to which it is short
    ("blade", "f4", (SLOTS,)),  # of each enemy against the actor
    ("aim", "f4", (SLOTS, 4)),  # of the actor against each enemy, like `gun`
    ("aim_span", "i2"),
    ("aim_half", "i2"),
    ("aim_weapon", "i1"),  # its ranged weapon, -1
    ("most_shot", "f4"),  # the best that its shots could be
    ("most_next", "f4"),  # and its attacks of the next Turn
    ("edge", "f4", (SLOTS,)),  # of the actor's Fight against each enemy
    ("first", "f8", (ARMS,)),  # of each weapon of the fighter that was weighed last, as the first one of a Fight
    ("second", "f8", (ARMS,)),  # and as the off-hand one
    ("hit", "f8"),  # what a hit of the weapon that was weighed last is worth
    ("critical", "f8"),
    ("stake", "f4", (OBJECTIVES, 3)),  # what the actor gains for its seat beside an objective (1) or on it (2)
    ("relic", "f4", (RELICS,)),  # what it gains beside a relic
    ("urge", "f4", (SLOTS,)),  # what a model of the viewer's could do at once
    ("verb", "f4", (VERBS,)),  # value of each Action
    ("reach", "u1", (CELLS,)),  # where the actor can walk
    ("far", "u1", (CELLS,)),  # where it can go in a mode with tests
    ("point", "f4"),  # worth of a victory point
    ("later", "f4"),  # chance that a marker will still be of use
    ("caution", "f4"),  # weight of enemies that have been activated
    ("here", "f4"),  # what it is worth that the actor stays where it is
    ("here_shot", "f4"),
    ("here_danger", "f4"),
    ("stand", "f4"),  # the best place of `weigh_stands`
    ("stand_shot", "f4"),
    ("shot", "f4"),  # its best shot from the cell that was weighed last
    ("danger", "f4"),  # what is to be feared there
    ("score", "f4"),  # of the action that is described, and the best of all legal ones: written by the engine
    ("best", "f4"),
    ("rank", "f4"),  # how many score higher
    ("viewer", "i1"),
    ("actor", "i1"),
])  # fmt: skip
