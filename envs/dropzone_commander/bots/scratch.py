"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action.

Everything is in points of the army lists as seen by one seat, the *viewer*: the seat that must decide.
"""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.dropzone_commander.state import GROUPS, PIECES, SEATS, SLOTS, SQUADS, TOKENS

FOES = 16  # enemy squads that one squad reckons with
POOL = 64  # DP of the toughest unit that is reckoned with exactly

SCRATCH = pack_dtype([
    ("worth", "f4", (SLOTS,)),  # of a unit on the table, with what rides it and what its squad carries
    ("stake", "f4", (TOKENS,)),  # what one more squad of the viewer at an objective is worth
    ("focal", "f4", (TOKENS,)),  # what it is worth to the squad that acts to stand near each focal point
    ("strike", "f4", (SQUADS,)),  # what a squad's Shoot action may be expected to cost its enemies, `map_strikes`
    ("peril", "f4", (SQUADS,)),  # the largest such strike at a squad of the viewer
    ("urge", "f4", (GROUPS,)),  # how urgent it is to activate each battlegroup
    ("care", "f4", (SEATS,)),  # weight of each enemy: the leader's losses are worth more with three and four seats
    ("pool", "f4", (POOL,)),  # chances of each loss of DP
    ("inside", "f4", (PIECES,)),  # worth of the enemies in a Garrison, less that of friends
    ("lot_value", "f4", (FOES,)),  # targets of one unit's weapon: what they may lose, and the share of them that is
    ("lot_share", "f4", (FOES,)),
    ("goal", "i1", (SQUADS,)),  # the objective that a squad of the viewer is bound for, or holds; -1
    ("wanted", "u1", (TOKENS,)),  # squads bound for each
    # Enemy squads that the actor reckons with, `n_foes` of them.
    ("foe_slot", "i1", (FOES,)),  # its unit nearest to the actor
    ("foe_cell", "i2", (FOES,)),  # where it is; of a Garrison its piece counts
    ("foe_piece", "i1", (FOES,)),
    ("foe_eye", "u1", (FOES,)),  # height it sees from and is seen at
    ("want", "f4", (FOES,)),  # value of the actor's shots at it, cover left aside
    ("range", "u1", (FOES,)),  # of the weapon that does most of that
    ("bite", "f4", (FOES,)),  # what its shots may be expected to cost the actor
    ("reach", "u1", (FOES,)),  # inches within which it shoots after a Move
    ("aerial", "f4", (FOES,)),  # the same two against the actor in the air
    ("aerial_reach", "u1", (FOES,)),
    ("n_foes", "i1"),
    ("shot", "f4"),  # what the actor's Shoot action brings from where it stands
    ("modes", "f4", (3,)),  # the same for the weapon that is asked about, by Mode
    ("singly", "f4"),  # what its units bring when each chooses its target
    ("shooters", "u1"),  # units that fire the weapon that is asked about
    ("point", "f4"),  # what a Victory Point is worth
    ("prize", "f4"),  # what it brings to take on the squad that is fetched
    ("late", "f4"),  # how far the game has gone, 0 to 1
    ("score", "f4"),  # of the action that is described, and the best of all legal ones: written by the engine
    ("best", "f4"),
    ("rank", "f4"),  # how many score higher
    ("viewer", "i1"),
    ("squad", "i1"),  # the squad that acts, -1
    ("actor", "i1"),  # its first unit, -1
    ("cargo", "i1"),  # the first squad aboard it whose way it goes, -1
    ("fetch", "i1"),  # a squad that it is to take on, -1
])  # fmt: skip
