"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.trench_crusade.kit import KEYWORDS, TRAITS, WEAPONS
from skirmish_rl.envs.trench_crusade.sheet import SEEN, SHEET, GroundChannel
from skirmish_rl.envs.trench_crusade.state import ARMS, CELLS, DEEDS, DIRECTIONS, PIECES, REACH, RELICS, SIDES, SLOTS, SPAN, TERRAINS, Mode

OBJECTIVES = 8
HEIGHTS = 5  # differences of height, 0" to 4"
DISTANCES = 97  # distances in half inches, up to 48"
BLASTS = 8
MODES = len(Mode)
MOVERS = 3  # ordinary, those that ignore difficult terrain, those that levitate
ORTHOGONALS = 4  # S, W, E, N
BUDGETS = 2 * REACH + 1  # movement in half inches
SIGHT, COVER = 1, 2  # bits of `sight`
PACKED = 4  # entries of a byte of `sight`
MOST_NET = 8  # net dice of the tables of odds, more are counted as these
MODIFIERS = 7  # injury modifiers -3 to +3
POOLS = 3  # two, three and four dice kept

TABLES = pack_dtype([
    # The board.
    ("on_board", "u1", (CELLS,)),
    ("terrain", "u1", (CELLS,)),
    ("height", "i1", (CELLS,)),  # inches
    ("impassable", "u1", (CELLS,)),
    ("wire", "u1", (CELLS,)),  # dangerous
    ("open", "u1", (CELLS,)),  # neither difficult nor dangerous nor impassable
    ("next", "i2", (CELLS, DIRECTIONS)),  # neighbours, -1 off the board
    ("step", "u1", (MOVERS, CELLS, DIRECTIONS)),  # cost in tenths of an inch, climbs and drops left out; 0: closed
    ("rise", "i1", (CELLS, DIRECTIONS)),  # inches up (down: negative) where the step is sheer
    ("jump", "u1", (CELLS, ORTHOGONALS)),  # width of the gap that can be jumped, 0: none
    ("leaps", "u1", (CELLS,)),  # some gap can be jumped from here
    ("taken", "u2", (MOVERS, MODES, CELLS, DIRECTIONS)),  # what each step takes in each mode, see routes.measure_edge
    # Cost + 1 of walking to each place of the window without other models, 0: out of reach.
    ("walk", "u1", (MOVERS - 1, CELLS, SPAN * SPAN)),
    ("modes", "u1", (MOVERS, BUDGETS, CELLS)),  # bit per Mode that differs from the modes before it
    # SIGHT, and COVER of the second cell from the first but that of a trench, see `rules/measuring.py`.
    ("sight", "u1", (CELLS, CELLS // PACKED)),
    ("trench", "u1", (CELLS,)),  # number of the trench that a cell is in, 0: none
    ("span", "i2", (HEIGHTS, DISTANCES)),  # squared distance of centres that is within so many half inches, -1: none
    ("blast_span", "i2", (HEIGHTS, BLASTS)),  # likewise from a point to a base, in inches
    ("touches", "u4", (CELLS,)),  # bit per piece of terrain in contact
    ("by_height", "u1", (CELLS,)),  # in contact with terrain at least 1/2" high
    ("ledge", "i2", (CELLS,)),  # where a model falls off, -1
    ("minable", "u4"),  # bit per piece up to 8" by 8"
    ("handle", "i2", (PIECES,)),  # lowest cell of each piece, -1
    ("zone", "u1", (SIDES, CELLS)),  # where a zone's models deploy
    ("edge", "u1", (SIDES, CELLS)),  # cells of a zone at its edge of the board
    ("objectives", "u1"),
    ("near_piece", "u1", (OBJECTIVES, CELLS)),  # 2: on the objective, 1: within 1" of it
    ("middle", "i2", (OBJECTIVES,)),  # a cell in the middle of each objective
    ("wire_marks", "u1"),  # FIRE, GAS, SHRAPNEL of wire: bits
    # Models.
    ("used", "u1", (SLOTS,)),
    ("profile", "u1", (SLOTS,)),  # place in profiles.toml
    ("points", "u2", (SLOTS,)),
    ("move", "u1", (SLOTS,)),
    ("ranged", "i1", (SLOTS,)),
    ("melee", "i1", (SLOTS,)),
    ("armour", "u1", (SLOTS,)),  # of characteristic, armour and shield
    ("regenerate", "u1", (SLOTS,)),
    ("blessed", "u1", (SLOTS,)),
    ("traits", "u1", (SLOTS, TRAITS)),
    ("mover", "u1", (SLOTS,)),
    ("charge", "u1", (SLOTS,)),  # 0: no die, 1: D6, 2: best of two, 3: D3
    ("arm", "i1", (SLOTS, ARMS)),  # Weapon, -1
    ("pair", "u1", (SLOTS, ARMS, ARMS)),  # the second may strike after the first
    ("partner", "i1", (SLOTS,)),  # of a fireteam, -1
    ("faction", "u1", (SIDES,)),
    ("can_shoot", "u1", (SLOTS,)),
    ("can_fight", "u1", (SLOTS,)),
    # Weapons.
    ("range", "u1", (WEAPONS,)),
    ("ranged_weapon", "u1", (WEAPONS,)),
    ("melee_weapon", "u1", (WEAPONS,)),
    ("weapon_dice", "i1", (WEAPONS,)),
    ("injury_dice", "i1", (WEAPONS,)),
    ("injury_modifier", "i1", (WEAPONS,)),
    ("automatic", "u1", (WEAPONS,)),
    ("cleave", "u1", (WEAPONS,)),
    ("blast", "u1", (WEAPONS,)),
    ("keyword", "u1", (WEAPONS, KEYWORDS)),
    # Exact odds, see `data/odds.py`.
    ("pass_odds", "f4", (2 * MOST_NET + 1, 2)),
    ("wound_odds", "f4", (POOLS, 2 * MOST_NET + 1, MODIFIERS, 4)),
    # The scenario and its options.
    ("turns", "u1"),
    ("piece_points", "u1"),
    ("deed_points", "u1"),
    ("deeds", "u1", (DEEDS,)),
    ("relics", "u1"),
    ("relic_cell", "i2", (RELICS,)),
    ("relic_last", "u1", (RELICS,)),  # Turn after which it is removed
    ("relic_points", "u1"),
    ("relic_most", "u1"),
    ("relic_last_points", "u1"),
    ("morale", "u1"),
    ("deployed", "u1"),  # models that begin on the board, 0: all
    ("infiltration", "u1"),
    ("initiative_choice", "u1"),
    ("choose_zone", "u1"),
    ("tiebreak", "u1"),
    ("letter", "u1"),  # readings of the source texts' own sentences
    # What this scenario's observations have, and where, see sheet.py.
    *SHEET.fields(),
    ("still", "f4", (SIDES, SEEN)),  # what each seat sees from the first decision to the last
    ("n_still", "i2"),  # values before the planes of the board
    ("see_map", "u1"),  # the board and what scores are part of it
    ("n_ground", "i2"),  # values of those planes
    ("ground", "u1", (SIDES, len(GroundChannel) * CELLS)),  # the planes as they are seen from either zone
    ("see_units", "u1"),  # rows of either side
    ("see_objectives", "u1"),
    ("see_relics", "u1"),
    ("see_acts", "u1"),
    ("see_pieces", "u1"),
    ("n_handles", "u1"),  # pieces of terrain that may be mined
    ("see_ground", "u1"),  # trenches, wire or craters have columns
    ("ground_column", "u1", (TERRAINS,)),  # of a model's row, 0: none
    ("view_x", "f4", (SIDES, CELLS)),  # cells as they are seen from either zone, its edge at the bottom
    ("view_y", "f4", (SIDES, CELLS)),
    ("objective_view_x", "f4", (SIDES, OBJECTIVES)),
    ("objective_view_y", "f4", (SIDES, OBJECTIVES)),
    ("near_pieces", "u1", (CELLS,)),  # bit per objective that a cell lies on or within 1" of
    ("on_pieces", "u1", (CELLS,)),  # bit per objective that it lies on
])  # fmt: skip
