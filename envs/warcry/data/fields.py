"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.warcry.data.odds import ODDS_FIELDS
from skirmish_rl.envs.warcry.sheet import GROUND_SIZE, SEEN, SHEET
from skirmish_rl.envs.warcry.state import ABILITIES, CELLS, FACES, GROUPS, NODES, OBJECTIVES, RUNEMARKS, SIDES, SLOTS, WEAPONS

EDGES = 8192  # ways between nodes
SCORING = (  # keys of a scenario that are packed as they are
    "single_objective", "loots", "per_objective", "for_any", "for_two", "for_more", "for_wounds", "for_tally", "for_leader", "for_centre",
    "for_quarters", "per_treasure",
)  # fmt: skip
PLAIN_CONSTANTS = (  # those of data/constants.toml, with their clauses, that are packed as they are
    "strike_success", "cover_success", "counter_damage", "counter_more", "edge_face", "treasure_penalty", "treasure_floor",
    "disengage_inches", "grip_damage",
)  # fmt: skip
SIDES_OF_CELL = 4  # north, east, south, west

EDGE = pack_dtype([
    ("to", "i2"),  # node
    ("side", "i2", (2,)),  # of a diagonal step: the cells beside it, else -1
    ("cost", "u1"),  # tenths of an inch
    ("swift", "u1"),  # the same when climbing costs nothing, WC-RAVEN-03
    ("way", "u1"),  # Way
])  # fmt: skip

TABLES = pack_dtype([
    # The board. Heights are in half inches unless said otherwise.
    ("width", "u1"),
    ("height", "u1"),
    ("stand", "u1", (CELLS,)),  # 1: floor or platform of this board; 0: off the board, or a pillar
    ("level", "u1", (CELLS,)),  # of the floor or platform
    ("column", "u1", (CELLS,)),  # top of what fills the cell: the level, or a pillar's height
    ("deadly", "u1", (CELLS,)),
    ("near_deadly", "u1", (CELLS,)),  # within 1" of deadly ground
    ("open_side", "u1", (CELLS,)),  # of a platform: a fighter may fall off, DG-8
    ("wall", "u1", (CELLS, SIDES_OF_CELL)),  # inches half: 0 none, 3 low, 6 tall; on both cells of a side
    ("used", "i2"),  # nodes from here on do not exist on this board
    ("node_place", "u1", (NODES,)),  # Place
    ("node_cell", "i2", (NODES,)),  # the cell itself, or that at the foot
    ("node_height", "u1", (NODES,)),
    # First node beside the cells that belongs to a cell (landings too); those of a cell are neighbours; 0: none.
    ("climb_at", "i2", (CELLS,)),
    ("climb_count", "u1", (CELLS,)),
    ("body", "u1"),  # height of the space that a fighter fills
    ("edge_at", "i4", (NODES + 1,)),  # the edges of node n are edge_at[n] to edge_at[n + 1]
    ("edge_hurts", "i4", (NODES,)),  # those from here on cost an impact roll: landing 3" or more lower, or entering deadly ground
    ("edges", EDGE, (EDGES,)),
    # Of two nodes, see `place_of_pair`: bits 0-4: lines that terrain leaves open;
    # 32: cover for the one with the larger number; 64: for the other.
    ("sight", "u1", (NODES * (NODES + 1) // 2,)),
    # Fighters by slot.
    ("unit_used", "u1", (SLOTS,)),
    ("unit_profile", "u1", (SLOTS,)),  # number in the list of profiles
    ("unit_faction", "u1", (SLOTS,)),  # Faction
    ("unit_points", "u2", (SLOTS,)),
    ("unit_move", "u1", (SLOTS,)),
    ("unit_toughness", "u1", (SLOTS,)),
    ("unit_wounds", "u1", (SLOTS,)),
    ("unit_marks", "u1", (SLOTS, RUNEMARKS)),
    ("unit_abilities", "u1", (SLOTS, ABILITIES)),  # those it may use, runemarks and faction considered
    ("unit_reactions", "u1", (SLOTS, 7)),  # by Reaction
    ("unit_weapons", "u1", (SLOTS,)),  # how many
    ("weapon_min", "u1", (SLOTS, WEAPONS)),  # inches, 0: none
    ("weapon_max", "u1", (SLOTS, WEAPONS)),
    ("weapon_attacks", "u1", (SLOTS, WEAPONS)),
    ("weapon_strength", "u1", (SLOTS, WEAPONS)),
    ("weapon_hit", "u1", (SLOTS, WEAPONS)),
    ("weapon_critical", "u1", (SLOTS, WEAPONS)),
    ("ability_cost", "u1", (ABILITIES,)),  # smallest set: 2, 3 or 4; 0: not in this game
    ("n_units", "u1", (SIDES,)),
    ("leader", "i1", (SIDES,)),  # slot
    ("trait", "u1", (SIDES,)),  # 1: the battle trait of the seat's faction is in play
    ("faction", "u1", (SIDES,)),
    # Deployment, by Colour and Group.
    ("arrival", "u1", (SIDES, GROUPS)),  # round in which a group comes; 1: before the first
    ("group_line", "u1", (SIDES, GROUPS, 4)),  # half inches: from x, y to x, y; of a point both ends are the same
    ("zone", "u1", (SIDES, GROUPS, CELLS)),  # 1: wholly within 3" of the point or line
    ("zone_distance", "u2", (SIDES, GROUPS, CELLS)),  # squared half inches from the point or line to the nearest point of the cell
    # Victory.
    ("rounds", "u1"),
    ("victory", "u1"),  # Victory
    ("n_objectives", "u1"),
    ("objective_x", "u1", (OBJECTIVES,)),  # half inches
    ("objective_y", "u1", (OBJECTIVES,)),
    ("objective_near", "u1", (OBJECTIVES, NODES)),  # 1: a fighter there is within 3"
    ("objective_beside", "u1", (OBJECTIVES, NODES)),  # within 1"
    ("single_objective", "u1"),  # a fighter counts for one only, WC-OBJ-04
    ("loots", "u1"),  # of each objective, WC-VC-05
    ("per_objective", "u1"),  # VP each round: for each objective held ...
    ("for_any", "u1"),  # ... for any
    ("for_two", "u1"),  # ... for two or more
    ("for_more", "u1"),  # ... for more than the opponent
    ("for_wounds", "u1"),  # ... for more Wounds of enemies taken down so far
    ("for_tally", "u1"),  # ... for more points of enemies taken down in the round
    ("for_leader", "u1"),  # ... for the enemy leader taken down in the round
    ("for_centre", "u1"),  # ... for more fighters near the centre
    ("centre_reach", "u1"),  # how near, half inches
    ("for_quarters", "u1"),  # ... for more table quarters
    ("per_treasure", "u1"),  # VP at the end for each treasure carried
    ("centre_near", "u1", (NODES,)),  # 1: close enough to the centre for `for_centre`, or for the tie-break of a hoard
    ("quarter", "u1", (NODES,)),  # 1-4: the table quarter a fighter there is wholly within, 0 none
    ("n_tokens", "u1"),  # treasures placed before the battle
    ("token_first", "u1", (CELLS,)),  # where the first may lie
    ("token_zone", "u1", (CELLS,)),  # where the others may
    ("token_gap", "u2"),  # squared half inches that must lie between two of them, at least one more
    # Figures of the rules and options.
    ("impact", "u1", (FACES,)),  # damage by face
    ("twist", "u1"),
    ("extra_rounds", "u1"),
    ("letter", "u1"),  # readings of the source texts' own sentences
    ("play_out", "u1"),
    ("last_stand", "u1"),
    ("engaged_no_move", "u1"),
    *((name, "u1") for name in PLAIN_CONSTANTS),
    ("fall_height", "u1"),
    # The layout of this scenario's observations, see sheet.py.
    *SHEET.fields(),
    ("still", "f4", (SIDES, SEEN)),  # what each seat sees from the first decision to the last
    ("see_map", "u1"),  # the board, the deployment and what wins are part of it
    ("ground", "f4", (GROUND_SIZE,)),  # planes of the board, which are the same after half a turn
    ("see_units", "u1"),  # rows of either side
    ("see_objectives", "u1"),
    ("see_tokens", "u1"),
    ("objectives_near", "u1", (NODES,)),  # those within 3", one bit each
    ("view_x", "f4", (SIDES, NODES)),  # nodes as blue sees them, and turned by half for red
    ("view_y", "f4", (SIDES, NODES)),
    ("objective_view_x", "f4", (SIDES, OBJECTIVES)),
    ("objective_view_y", "f4", (SIDES, OBJECTIVES)),
    *ODDS_FIELDS,
])  # fmt: skip
