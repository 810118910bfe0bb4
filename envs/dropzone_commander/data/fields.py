"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.dropzone_commander.state import (
    CELLS,
    GROUPS,
    LOADS,
    PIECES,
    SEATS,
    SITES,
    SLOTS,
    SQUADS,
    TOKENS,
    WEAPONS,
    WIDTH,
    ZONES,
)  # fmt: skip

UNLIMITED = 250  # a range, or a move-and-fire allowance

TABLES = pack_dtype([
    # The board.
    ("size", "u1"),
    ("piece_at", "i1", (CELLS,)),  # the piece that stands there, -1
    ("road", "u1", (CELLS,)),
    ("n_pieces", "u1"),
    ("piece_box", "i2", (PIECES, 4)),  # x and y from, x and y to (both included)
    ("piece_kind", "u1", (PIECES,)),  # number in the list of kinds
    ("piece_props", "u2", (PIECES,)),  # bits of Prop
    ("piece_height", "u1", (PIECES,)),  # quarter inches
    ("piece_armour", "u1", (PIECES,)),
    ("piece_dp", "u1", (PIECES,)),
    ("piece_links", "u4", (PIECES,)),  # Garrisons linked with it, one bit each
    ("piece_double", "u1", (PIECES,)),  # DZ-SCEN-S4-02
    ("piece_far", "u1", (PIECES, CELLS)),  # inches from each cell to the outline
    ("door_far", "u1", (PIECES, CELLS)),  # to the nearest entrance; UNLIMITED without one
    ("gate_far", "u1", (PIECES, CELLS)),  # the same over edges that are sealed
    ("wall_far", "u1", (PIECES, SITES, CELLS)),  # to an edge; for Site.CENTRE to the nearest edge
    ("piece_gap", "u1", (PIECES, PIECES)),  # inches between outlines
    # Units by slot.
    ("unit_used", "u1", (SLOTS,)),
    ("unit_profile", "u1", (SLOTS,)),  # number in the list of profiles
    ("unit_squad", "i1", (SLOTS,)),
    ("unit_kind", "u1", (SLOTS,)),
    ("unit_category", "u1", (SLOTS,)),
    ("unit_move", "u1", (SLOTS,)),
    ("unit_active", "u1", (SLOTS,)),
    ("unit_evasion", "u1", (SLOTS,)),
    ("unit_passive", "u1", (SLOTS,)),  # n of P-n+, 0
    ("unit_armour", "u1", (SLOTS,)),
    ("unit_dp", "u1", (SLOTS,)),
    ("unit_fortitude", "u1", (SLOTS,)),
    ("unit_dodge", "u1", (SLOTS,)),
    ("unit_rapid", "i1", (SLOTS,)),  # inches of Rapid Insertion, -1
    ("unit_points", "u2", (SLOTS,)),
    ("unit_traits", "u4", (SLOTS,)),  # bits of Trait
    ("unit_cv", "u1", (SLOTS,)),  # of the Commander in it, 0
    ("unit_cost", "u2", (SLOTS,)),  # of that Commander
    ("unit_need", "u1", (SLOTS,)),  # room it takes aboard
    ("unit_load", "u1", (SLOTS,)),  # Load, its class
    ("unit_room", "u1", (SLOTS,)),  # capacity
    ("unit_carries", "u1", (SLOTS, LOADS)),
    ("unit_aboard", "i1", (SLOTS,)),  # the slot of the Transport it starts in, -1
    ("unit_weapons", "u1", (SLOTS,)),  # how many
    # Weapons by slot and place.
    ("weapon_close", "u1", (SLOTS, WEAPONS)),
    ("weapon_free", "u1", (SLOTS, WEAPONS)),  # move and fire: inches, UNLIMITED
    ("weapon_arc", "u1", (SLOTS, WEAPONS)),  # bits: front 1, left 2, right 4, rear 8
    ("weapon_far", "u1", (SLOTS, WEAPONS)),
    ("weapon_near", "u1", (SLOTS, WEAPONS)),
    ("weapon_shots", "u1", (SLOTS, WEAPONS)),
    ("weapon_acc", "u1", (SLOTS, WEAPONS)),  # 0: it hits by itself
    ("weapon_energy", "u1", (SLOTS, WEAPONS)),
    ("weapon_alt", "u1", (SLOTS, WEAPONS)),
    ("weapon_aa", "i1", (SLOTS, WEAPONS)),  # -1: none
    ("weapon_area", "u1", (SLOTS, WEAPONS)),
    ("weapon_articulated", "u1", (SLOTS, WEAPONS)),
    ("weapon_flame", "u1", (SLOTS, WEAPONS)),
    ("weapon_indirect", "u1", (SLOTS, WEAPONS)),
    ("weapon_penetrative", "u1", (SLOTS, WEAPONS)),
    ("weapon_cover", "u1", (SLOTS, WEAPONS)),  # ignored: soft 1, body 2, hull 4
    ("weapon_destroyer", "u1", (SLOTS, WEAPONS)),
    ("weapon_devastator", "u1", (SLOTS, WEAPONS)),
    ("weapon_devastates", "u2", (SLOTS, WEAPONS)),  # bits of DEVASTATED
    ("weapon_focus", "u1", (SLOTS, WEAPONS)),
    ("weapon_reduced", "u1", (SLOTS, WEAPONS)),
    ("weapon_limited", "u1", (SLOTS, WEAPONS)),
    # Squads and battlegroups.
    ("squad_first", "u1", (SQUADS,)),
    ("squad_size", "u1", (SQUADS,)),  # 0: no such squad
    ("squad_group", "i1", (SQUADS,)),  # battlegroup, -1 Auxiliary
    ("squad_turns", "u1", (SQUADS,)),  # a weapon of it has an arc: its facing matters
    ("squad_dp", "u2", (SQUADS,)),  # in all
    ("group_used", "u1", (SEATS, GROUPS)),
    ("group_type", "u1", (SEATS, GROUPS)),
    ("group_reserve", "u1", (SEATS, GROUPS)),  # Aerial Advantage keeps it In Reserve, DZ-DEP-07
    # The scenario.
    ("seats", "u1"),
    ("rounds", "u1"),
    ("scoring", "u1"),
    ("direct", "u1"),
    ("hidden", "u1"),
    ("mobile", "u1"),
    ("primary", "u1"),  # the first objective is worth double
    ("n_zones", "u1"),
    ("zone", "u1", (ZONES, CELLS)),  # deployment
    ("edge", "u1", (ZONES, CELLS)),  # cells of the own board edge
    ("edge_far", "u1", (ZONES, CELLS)),  # inches to it
    ("edge_near", "i2", (ZONES, CELLS)),  # its nearest cell; ties by lower y, then lower x
    ("edge_cells", "i2", (ZONES, 2 * WIDTH)),  # its cells, by y, then x
    ("n_edge", "u1", (ZONES,)),
    ("n_tokens", "u1"),
    ("token_piece", "i1", (TOKENS,)),
    ("token_cell", "i2", (TOKENS,)),
    ("deck", "u4"),  # the cards of every seat's deck, one bit each; 0: no cards
    ("unit_cover", "u1"),
    ("move_mode", "u1"),  # 1: every unit is asked for
    ("site_mode", "u1"),
    ("fp_aircraft", "u1"),
    ("wipeout", "u1"),  # the game ends when one side at most has units left
])  # fmt: skip
