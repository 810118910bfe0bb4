"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in points of fighters (a fighter's price) as seen by one seat, the *viewer*: the seat that must decide.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.warcry.state import FORCE, OBJECTIVES, SLOTS, WEAPONS

SCRATCH = pack_dtype([
    ("worth", "f4", (SLOTS,)),  # of keeping a fighter, for its own side
    ("strike", "f4", (SLOTS,)),  # most that a fighter's attacks in one activation may be expected to cost an enemy in reach
    ("peril", "f4", (SLOTS,)),  # the largest such strike at a fighter by an enemy that is still to act
    ("stake", "f4", (OBJECTIVES,)),  # what one more fighter of the viewer near an objective is worth
    # Enemies on the board of the viewer's fighter that acts, `foe` of them, nearest slots first.
    ("foe_slot", "i1", (FORCE,)),
    ("foe_x", "i1", (FORCE,)),
    ("foe_y", "i1", (FORCE,)),
    ("foe_z", "i1", (FORCE,)),
    ("gain", "f4", (WEAPONS, FORCE)),  # value of the actor's attack on it, cover and range left aside
    ("want", "f4", (FORCE,)),  # the better of the two
    ("bite", "f4", (FORCE,)),  # what its attack may be expected to cost the actor
    ("care", "f4", (FORCE,)),  # how much of its attacks is to be reckoned with
    ("near", "i2", (FORCE,)),  # squared half inches within which it attacks without moving
    ("reach", "i2", (FORCE,)),  # squared inches within which it attacks after a move
    ("n_foes", "i1"),
    ("here", "f4"),  # value of where the actor stands, nothing done
    ("hit_now", "f4"),  # its best attack from there
    ("hit_target", "i1"),  # at whom, -1
    ("hit_weapon", "i1"),
    ("hit_far", "f4"),  # its best attack after a move, on enemies out of range now
    ("far_target", "i1"),
    ("far_weapon", "i1"),
    ("hit_rush", "f4"),  # the same for a move one inch longer
    ("moved", "f4"),  # best place after a move, nothing done there
    ("charged", "f4"),  # best place after a move and an attack
    ("away", "f4"),  # best place after disengaging
    ("plain", "f4"),  # value of the best of all that, abilities left aside
    ("impact", "f4"),  # what an impact roll may be expected to cost it
    ("engaged", "u1"),
    ("caution", "f4"),  # weight of threats
    ("point", "f4"),  # what a victory point is worth
    ("score", "f4"),  # of the action that is described, and the best of all legal ones: written by the engine
    ("best", "f4"),
    ("rank", "f4"),  # how many score higher
    ("viewer", "i1"),
    ("actor", "i1"),  # the viewer's fighter that acts, moves or is placed; -1 for none
    ("mine_left", "i1"),  # activations still to come in this round
    ("theirs_left", "i1"),
])  # fmt: skip
