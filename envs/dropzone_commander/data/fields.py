"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.dropzone_commander.kit import LOADS
from skirmish_rl.envs.dropzone_commander.sheet import FIGURES, ROAD, ROADS, SCENERY, SHEET
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    CELLS,
    GROUPS,
    PIECES,
    SEATS,
    SITES,
    SLOTS,
    SQUADS,
    TOKENS,
    WEAPONS,
    WIDTH,
    ZONES,
)

UNLIMITED = 250  # a range, or a move-and-fire allowance

TABLES = pack_dtype([
    # The board.
    ("size", "i1"),
    ("piece_at", "i1", (CELLS,)),  # the piece that stands there, -1
    ("road", "u1", (CELLS,)),
    ("n_pieces", "i1"),
    ("piece_box", "i2", (PIECES, 4)),  # x and y from, x and y to (both included)
    ("piece_kind", "i1", (PIECES,)),  # number in the list of kinds
    ("piece_props", "u2", (PIECES,)),  # bits of Prop
    ("piece_height", "i1", (PIECES,)),  # quarter inches
    ("piece_armour", "i1", (PIECES,)),
    ("piece_dp", "i1", (PIECES,)),
    ("piece_links", "u4", (PIECES,)),  # Garrisons linked with it, one bit each
    ("piece_double", "u1", (PIECES,)),  # DZ-SCEN-S4-02
    ("piece_far", "u1", (PIECES, CELLS)),  # inches from each cell to the outline
    ("door_far", "u1", (PIECES, CELLS)),  # to the nearest entrance; UNLIMITED without one
    ("wall_gap", "u1", (PIECES, SITES, PIECES)),  # from an edge, for Site.CENTRE the nearest one, to the outline of another piece
    ("n_tall", "i1"),
    ("tall", "i1", (PIECES,)),  # those higher than Aircraft fly, DZ-AIR-01
    ("n_solid", "i1"),
    ("solid", "i1", (PIECES,)),  # those that lines of sight do not pass through
    ("piece_gap", "u1", (PIECES, PIECES)),  # inches between outlines
    # Units by slot.
    ("unit_used", "u1", (SLOTS,)),
    ("unit_profile", "u1", (SLOTS,)),  # number in the list of profiles
    ("unit_squad", "i1", (SLOTS,)),
    ("unit_kind", "i1", (SLOTS,)),
    ("unit_category", "i1", (SLOTS,)),
    ("unit_move", "i1", (SLOTS,)),
    ("unit_active", "i1", (SLOTS,)),
    ("unit_evasion", "i1", (SLOTS,)),
    ("unit_passive", "i1", (SLOTS,)),  # n of P-n+, 0
    ("unit_armour", "i1", (SLOTS,)),
    ("unit_dp", "i1", (SLOTS,)),
    ("unit_fortitude", "i1", (SLOTS,)),
    ("unit_dodge", "i1", (SLOTS,)),
    ("unit_rapid", "i1", (SLOTS,)),  # inches of Rapid Insertion, -1
    ("unit_infiltrate", "i1", (SLOTS,)),  # inches from the own edge, 0: it does not
    ("unit_fast", "i1", (SLOTS,)),  # the least that a Fast Aircraft moves, 0: none
    ("unit_points", "i2", (SLOTS,)),
    ("unit_traits", "u4", (SLOTS,)),  # bits of Trait
    ("unit_cv", "i1", (SLOTS,)),  # of the Commander in it, 0
    ("unit_cost", "i2", (SLOTS,)),  # of that Commander
    ("unit_need", "i1", (SLOTS,)),  # room it takes aboard
    ("unit_load", "i1", (SLOTS,)),  # Load, its class
    ("unit_room", "i1", (SLOTS,)),  # capacity
    ("unit_carries", "u1", (SLOTS, LOADS)),
    ("unit_aboard", "i1", (SLOTS,)),  # the slot of the Transport it starts in, -1
    ("unit_weapons", "i1", (SLOTS,)),  # how many
    # Weapons by slot and place.
    ("weapon_close", "u1", (SLOTS, WEAPONS)),
    ("weapon_free", "u1", (SLOTS, WEAPONS)),  # move and fire: inches, UNLIMITED
    ("weapon_arc", "u1", (SLOTS, WEAPONS)),  # bits: front 1, left 2, right 4, rear 8
    ("weapon_far", "u1", (SLOTS, WEAPONS)),
    ("weapon_near", "u1", (SLOTS, WEAPONS)),
    ("weapon_shots", "i1", (SLOTS, WEAPONS)),
    ("weapon_acc", "i1", (SLOTS, WEAPONS)),  # 0: it hits by itself
    ("weapon_energy", "i1", (SLOTS, WEAPONS)),
    ("weapon_alt", "i1", (SLOTS, WEAPONS)),
    ("weapon_aa", "i1", (SLOTS, WEAPONS)),  # -1: none
    ("weapon_area", "u1", (SLOTS, WEAPONS)),
    ("weapon_articulated", "u1", (SLOTS, WEAPONS)),
    ("weapon_flame", "u1", (SLOTS, WEAPONS)),
    ("weapon_indirect", "u1", (SLOTS, WEAPONS)),
    ("weapon_penetrative", "u1", (SLOTS, WEAPONS)),
    ("weapon_cover", "u1", (SLOTS, WEAPONS)),  # ignored: soft 1, body 2, hull 4
    ("weapon_destroyer", "i1", (SLOTS, WEAPONS)),
    ("weapon_devastator", "i1", (SLOTS, WEAPONS)),
    ("weapon_devastates", "u2", (SLOTS, WEAPONS)),  # bits of DEVASTATED
    ("weapon_focus", "i1", (SLOTS, WEAPONS)),
    ("weapon_reduced", "i1", (SLOTS, WEAPONS)),
    ("weapon_limited", "i1", (SLOTS, WEAPONS)),
    ("weapon_strafe", "i1", (SLOTS, WEAPONS)),  # targets of one Shoot action, 0: one
    ("weapon_tech_killer", "i1", (SLOTS, WEAPONS)),
    # Squads and battlegroups.
    ("squad_first", "i1", (SQUADS,)),
    ("squad_size", "i1", (SQUADS,)),  # 0: no such squad
    ("squad_group", "i1", (SQUADS,)),  # battlegroup, -1 Auxiliary
    ("squad_turns", "u1", (SQUADS,)),  # a weapon of it has an arc: its facing matters
    ("squad_dp", "i2", (SQUADS,)),  # in all
    ("group_used", "u1", (SEATS, GROUPS)),
    ("group_type", "i1", (SEATS, GROUPS)),
    ("group_reserve", "u1", (SEATS, GROUPS)),  # Aerial Advantage keeps it In Reserve, DZ-DEP-07
    # The scenario.
    ("seats", "i1"),
    ("rounds", "i1"),
    ("scoring", "i1"),
    ("direct", "u1"),
    ("hidden", "u1"),
    ("mobile", "u1"),
    ("primary", "u1"),  # the first objective is worth double
    ("n_zones", "i1"),
    ("zone", "u1", (ZONES, CELLS)),  # deployment
    ("edge", "u1", (ZONES, CELLS)),  # cells of the own board edge
    ("edge_far", "u1", (ZONES, CELLS)),  # inches to it
    ("edge_near", "i2", (ZONES, CELLS)),  # its nearest cell; ties by lower y, then lower x
    ("edge_tall", "u4", (ZONES, CELLS)),  # bits of the tall pieces that may stand between it and that cell
    ("edge_cells", "i2", (ZONES, 2 * WIDTH)),  # its cells, by y, then x
    ("n_edge", "i1", (ZONES,)),
    ("edge_box", "i2", (ZONES, 4)),  # x and y from, x and y to (both included)
    ("n_tokens", "i1"),
    ("token_piece", "i1", (TOKENS,)),
    ("token_cell", "i2", (TOKENS,)),
    ("deck", "u4"),  # the cards of every seat's deck, one bit each; 0: no cards
    ("unit_cover", "u1"),
    ("letter", "u1"),  # readings of the source texts' own sentences
    ("move_mode", "u1"),  # 1: every unit is asked for
    ("site_mode", "u1"),
    ("fp_aircraft", "u1"),
    ("wipeout", "u1"),  # the game ends when one side at most has units left
    # Observations, see seen.py.
    ("see_units", "i1"),  # rows of a seat
    ("see_squads", "i1"),
    ("see_groups", "i1"),
    ("see_weapons", "i1"),
    ("see_cards", "i1"),  # different cards, 0: none
    ("see_shots", "i1"),
    ("see_pieces", "i1"),
    ("see_tokens", "i1"),
    ("see_world", "u1"),  # profiles, scenery, roads and what wins are part of it
    ("corners", "u1"),  # zones are corners
    ("card_row", "i1", (CARDS,)),  # -1: no such card
    ("card_of_row", "i1", (CARDS,)),
    ("zone_turn", "i1", (ZONES,)),  # quarter turns clockwise that bring it to the bottom
    ("view_x", "f4", (4, WIDTH)),  # by quarter turns: of a cell's column in the even ones, of its row in the odd ones
    ("view_y", "f4", (4, WIDTH)),  # of its row in the even ones, of its column in the odd ones
    ("piece_view_x", "f4", (4, PIECES)),
    ("piece_view_y", "f4", (4, PIECES)),
    *SHEET.fields(),
    ("squad_figures", "f4", (SQUADS, FIGURES)),  # what never changes of each squad
    ("n_figures", "u1"),
    ("piece_figures", "f4", (4, PIECES, SCENERY.width)),  # of each piece, by quarter turns, in generated worlds
    ("road_figures", "f4", (4, ROADS, ROAD.width)),
])  # fmt: skip
