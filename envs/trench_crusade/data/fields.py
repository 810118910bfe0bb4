"""The packed numbers of a scenario, one record, shared by all its games."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.trench_crusade.state import (
    ARMS,
    CELLS,
    DEEDS,
    DIRECTIONS,
    KEYWORDS,
    PIECES,
    REACH,
    RELICS,
    SIDES,
    SLOTS,
    TRAITS,
    WEAPONS,
)

OBJECTIVES = 8
HEIGHTS = 5  # differences of height, 0" to 4"
HALVES = 97  # distances in half inches, up to 48"
BLASTS = 8
MOVERS = 3  # ordinary, those that ignore difficult terrain, those that levitate
ORTHOGONALS = 4  # S, W, E, N
BUDGETS = 2 * REACH + 1  # movement in half inches
SIGHT, COVER, DUCK = 1, 2, 4  # bits of `sight`

TABLES = pack_dtype([
    # The board.
    ("on_board", "u1", (CELLS,)),
    ("terrain", "u1", (CELLS,)),
    ("height", "i1", (CELLS,)),  # inches; signed: differences of unsigned bytes wrap around when compiled
    ("impassable", "u1", (CELLS,)),
    ("wire", "u1", (CELLS,)),  # dangerous
    ("open", "u1", (CELLS,)),  # neither difficult nor dangerous nor impassable
    ("next", "i2", (CELLS, DIRECTIONS)),  # neighbours, -1 off the board
    ("step", "u1", (MOVERS, CELLS, DIRECTIONS)),  # cost in tenths of an inch, climbs and drops left out; 0: closed
    ("rise", "i1", (CELLS, DIRECTIONS)),  # inches up (down: negative) where the step is sheer
    ("jump", "u1", (CELLS, ORTHOGONALS)),  # width of the gap that can be jumped, 0: none
    ("modes", "u1", (MOVERS, BUDGETS, CELLS)),  # bit per Mode that differs from the modes before it
    ("sight", "u1", (CELLS, CELLS)),  # SIGHT, COVER of the second cell from the first, DUCK: cover but that of a trench
    ("span", "i2", (HEIGHTS, HALVES)),  # squared distance of centres that is within so many half inches, -1: none
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
])  # fmt: skip
