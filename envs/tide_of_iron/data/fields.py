"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.tide_of_iron.data.odds import ODDS_FIELDS
from skirmish_rl.envs.tide_of_iron.sheet import SHEET
from skirmish_rl.envs.tide_of_iron.state import (
    ALL_DECKS,
    CARDS,
    CELLS,
    DECKS,
    DIRECTIONS,
    FIGURES,
    KINDS,
    MARKS,
    OBJECTIVES,
    OPERATIONS,
    SIDES,
    SLOTS,
    SPECIALTIES,
)

MAX_TOKENS = 8  # specialisation tokens of a side
MAX_MARKERS = 12  # fortification markers a side places at set-up
PLAIN_CONSTANTS = (  # those of data/constants.toml, with their clauses, that are packed as they are
    "defence_success", "mine_dice", "mine_success", "fire_success", "assault_success", "heal_success", "squad_move", "trench_cover",
    "pillbox_cover", "traps_cover", "flame_cover", "flame_fp", "anti_tank_range", "anti_tank_fp", "concussive", "wire_hits",
    "op_mode_free", "anti_tank_halves",
)  # fmt: skip

TABLES = pack_dtype([
    # The map.
    ("on_map", "u1", (CELLS,)),
    ("terrain", "u1", (CELLS,)),
    ("level", "u1", (CELLS,)),
    ("road", "u1", (CELLS,)),  # bit per direction in which a road leaves the hex
    ("marks", "u1", (MARKS, CELLS)),  # markers that lie there from the start, see Mark
    ("next", "i2", (CELLS, DIRECTIONS)),  # neighbours, -1 off the map
    ("distance", "u1", (CELLS, CELLS)),  # in hexes; FAR if one of them is off the map
    ("sight", "u1", (CELLS, CELLS)),  # 1: line of sight, smoke left out; fog (TI-OPS-04) is in it
    ("cost", "u1", (2, CELLS, DIRECTIONS)),  # to enter the neighbour, for squads and vehicles; 0: barred
    ("cover", "u1", (CELLS,)),
    ("zone", "u1", (SIDES, CELLS)),  # deployment
    ("arrival", "u1", (SIDES, CELLS)),  # reinforcement
    ("zone_trench", "u1", (SIDES, CELLS)),  # where entrenchments and pillboxes may be placed at set-up
    ("zone_wire", "u1", (SIDES, CELLS)),  # where wire, mines and traps may be placed at set-up
    # Forces.
    ("unit_kind", "u1", (SLOTS,)),
    ("unit_figures", "u1", (SLOTS, FIGURES)),
    ("unit_specialty", "u1", (SLOTS,)),
    ("unit_due", "u1", (SLOTS,)),  # round of arrival, 0 at set-up
    ("unit_used", "u1", (SLOTS,)),
    ("capacity_used", "u1", (SIDES,)),  # most slots of a side that can ever be in use: its units and those of its cards
    ("tokens", "u1", (SIDES, MAX_TOKENS)),  # specialisations to assign, in order
    ("n_tokens", "u1", (SIDES,)),
    ("markers", "u1", (SIDES, MAX_MARKERS)),  # a Mark each, to place at set-up, in order
    ("n_markers", "u1", (SIDES,)),
    ("start_op", "u1", (SIDES,)),  # may set up Op Fire mode before round 1, TI-SET-08
    # Objectives.
    ("n_objectives", "u1"),
    ("objective_cell", "i2", (OBJECTIVES,)),
    ("objective_kind", "u1", (OBJECTIVES,)),  # Goal
    ("objective_value", "u1", (OBJECTIVES,)),
    ("objective_control", "i1", (OBJECTIVES,)),  # at the start, -1
    # Length, turns, victory.
    ("rounds", "u1"),
    ("actions", "u1", (SIDES,)),
    ("initiative", "i1"),  # first holder, -1: a die says who
    ("first_placer", "i1"),  # side that sets up first, -1: who has the initiative
    ("victory", "u1"),  # Victory
    ("attacker", "i1"),  # of a control scenario
    ("control_from", "u1"),  # round from which control wins
    ("winning_lead", "u1"),  # VP lead that ends the game, 0: none
    ("vehicle_points", "u1"),  # VP for a destroyed enemy vehicle
    # Cards.
    ("decks", "u1", (SIDES, DECKS)),  # Deck of each place
    ("n_decks", "u1", (SIDES,)),
    ("deck_cards", "u1", (ALL_DECKS, CARDS)),  # copies
    ("start_cards", "u1", (SIDES,)),
    ("operations", "u1", (SIDES, OPERATIONS)),
    ("card_cost", "u1", (CARDS,)),
    ("card_action", "u1", (CARDS,)),  # playable in the Action Phase
    ("card_command", "u1", (CARDS,)),  # playable in the Command Phase
    ("card_plus", "u1", (CARDS,)),  # shows "+"
    ("card_amount", "u1", (CARDS,)),  # the number of its effect: command, movement, FP, range of placement ...
    ("card_dice", "u1", (CARDS,)),
    ("card_contact", "u1", (CARDS,)),
    ("card_accuracy", "u1", (CARDS,)),
    ("card_from", "u1", (CARDS,)),  # first round in which it may be played
    ("card_force_kind", "u1", (SIDES, CARDS, 2)),  # units that a reserve card brings, at most two
    ("card_force_figures", "u1", (SIDES, CARDS, 2, FIGURES)),
    ("card_force_size", "u1", (CARDS,)),  # number of those units; the second rides in the first
    # Profiles; last index 0 against infantry, 1 against vehicles.
    ("figure_range", "u1", (SIDES, FIGURES, 2)),
    ("figure_fp", "u1", (SIDES, FIGURES, 2)),
    ("mortar_suppressive", "u1"),  # FP of a mortar crew's suppressive attack; normal ones use figure_fp
    ("figure_points", "u1", (SIDES, FIGURES)),
    ("specialty_points", "u1", (SPECIALTIES,)),
    ("vehicle_range", "u1", (SIDES, KINDS, 2)),
    ("vehicle_fp", "u1", (SIDES, KINDS, 2)),
    ("vehicle_move", "u1", (KINDS,)),
    ("vehicle_armour", "u1", (KINDS,)),
    ("vehicle_price", "u2", (KINDS,)),
    ("vehicle_capacity", "u1", (KINDS,)),
    ("vehicle_heavy", "u1", (KINDS,)),
    ("vehicle_concussive", "u1", (KINDS,)),
    ("vehicle_overruns", "u1", (KINDS,)),
    ("vehicle_sturdy", "u1", (KINDS,)),
    ("vehicle_thick", "u1", (KINDS,)),
    # Figures of the rules, see data/constants.toml.
    ("attack_success", "u1", (3,)),  # lowest face that hits, by Reach
    ("suppressed_at", "u1", (3, 4)),  # by condition: fewest net hits that make pinned [1], disrupted [2], routed [3]
    ("damaged_at", "u1", (3, 4)),  # by damage: fewest net hits that make light [1], heavy [2], destroyed [3]
    *((name, "u1") for name in PLAIN_CONSTANTS),
    # What this scenario's observations have, and where, see sheet.py.
    *SHEET.fields(),
    ("see_units", "u1"),  # rows of either side
    ("see_objectives", "u1"),
    ("see_map", "u1"),  # the map and what objectives are worth are part of it
    ("dealt", "u1", (SIDES, CARDS)),  # types of card in a side's decks
    ("dealt_from", "u1", (SIDES, CARDS)),  # the deck that each of them is in
    ("n_dealt", "u1", (SIDES,)),
    ("view_x", "f4", (SIDES, CELLS)),  # hexes as a seat sees them, own edge at the bottom; see core.features.View
    ("view_y", "f4", (SIDES, CELLS)),
    ("view_cover", "f4", (CELLS,)),
    ("view_level", "f4", (CELLS,)),
    ("view_place", "i2", (SIDES, CELLS)),
    ("n_places", "i2"),  # values in one channel of the planes
    *ODDS_FIELDS,
])  # fmt: skip
