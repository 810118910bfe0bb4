"""The packed tables of a scenario: every number that rules, bots and observations read."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.core.ruleset import MAX_SEATS
from skirmish_rl.envs.godbreakers.data.odds import ODDS_FIELDS
from skirmish_rl.envs.godbreakers.sheet import SHEET
from skirmish_rl.envs.godbreakers.state import CELLS, CIRCLE_SIZE, FLAWS, KINDS, MARKERS, SLOTS, STATIC_PIECES, TRAITS

MAX_WILD = 16

TABLES = pack_dtype([
    ("range", "u1", (CELLS, CELLS)),  # Range, GB-DIG-03; FAR off the board
    ("vaults", "u1", (CELLS, CELLS)),  # barricades crossed, GB-TER-05
    ("board", "i1", (CELLS,)),  # Spot of cells before anything stands on them
    ("ground", "u1", (CELLS,)),
    ("area_piece", "u2", (CELLS,)),  # bit per area piece of the map
    ("size", "u1"),
    ("centre", "i2"),
    ("shard_cell", "i2", (MAX_SEATS,)),
    ("objective_cell", "i2", (MAX_SEATS,)),
    ("hoard_cell", "i2", (MAX_SEATS,)),
    ("wild_cell", "i2", (MAX_WILD,)),
    ("wild_kind", "u1", (MAX_WILD,)),
    ("n_wild", "u1"),
    ("piece_barricade", "u1", (STATIC_PIECES,)),
    ("piece_impassable", "u1", (STATIC_PIECES,)),
    ("piece_shape", "u1", (STATIC_PIECES,)),
    ("piece_corner", "i2", (STATIC_PIECES, 2)),  # first and last cell of each piece
    ("n_pieces", "u1"),
    ("rule", "u1"),
    ("seats", "u1"),
    ("rounds", "u1"),
    ("full_setup", "u1"),
    ("shuffle", "u1"),
    ("ready", "u1"),
    ("letter", "u1"),  # readings of the source texts' own sentences
    ("survivors", "u1"),
    ("random_roster", "u1", (MAX_SEATS,)),
    ("fielded", "u1", (CIRCLE_SIZE,)),
    ("die", "u1", (MAX_SEATS, CIRCLE_SIZE)),
    ("metals", "u1", (MAX_SEATS, CIRCLE_SIZE)),
    ("traits", "u1", (MAX_SEATS, CIRCLE_SIZE, TRAITS)),
    ("flaws", "u1", (MAX_SEATS, CIRCLE_SIZE, FLAWS)),
    ("shard_trait", "i1", (MAX_SEATS,)),
    ("kind_die", "u1", (KINDS,)),
    ("kind_traits", "u1", (KINDS, TRAITS)),
    ("kind_mighty", "u1", (KINDS,)),
    ("kind_sinister", "u1", (KINDS,)),
    ("truce", "u1", (KINDS, KINDS)),  # kinds friendly to each other while wild
    ("unaligned_rows", "u1"),  # proved bound on unaligned slots in use
    # What observations hold, see sheet.py and seen.py.
    ("see_units", "u1"),  # rows
    ("see_markers", "u1"),
    ("see_pieces", "u1"),  # 0 where terrain is always the same
    ("slot_of_row", "u1", (MAX_SEATS, SLOTS)),  # by the seat that looks
    ("row_of_slot", "i1", (MAX_SEATS, SLOTS)),  # -1
    ("marker_of_row", "u1", (MAX_SEATS, MARKERS)),
    ("see_traits", "u1", (TRAITS,)),  # those that can occur, as many as n_traits
    ("n_traits", "u1"),
    *SHEET.fields(),
    # Cells as each seat sees them, its own edge at the bottom; see core.features.View.
    ("quarter", "u1", (MAX_SEATS,)),  # clockwise turns that bring a seat's own edge to the bottom
    ("n_places", "i2"),
    ("view_x", "f4", (MAX_SEATS, CELLS)),
    ("view_y", "f4", (MAX_SEATS, CELLS)),
    ("view_place", "i2", (MAX_SEATS, CELLS)),
    *ODDS_FIELDS,
])  # fmt: skip
