"""What a seat sees: the parts of its encoder that are written by hand, and their order among those that `sheet.py` gives.

All is public in Tide of Iron but the order of the decks (TI-GEN-09), and that is not decided before a card is drawn.
What differs between seats is the point of view: own units first, own edge of the map at the bottom.
"""

from __future__ import annotations

from skirmish_rl.envs.core.encoding import each, encoder, only_if, roles
from skirmish_rl.envs.core.features import blank_out
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import let
from skirmish_rl.envs.tide_of_iron.data.fields import TABLES
from skirmish_rl.envs.tide_of_iron.rules.facts import seat_of
from skirmish_rl.envs.tide_of_iron.sheet import (
    ACTIVATION,
    ASKED,
    ASSAULT,
    ATTACK,
    BOOST,
    CARD,
    CONTACT,
    DOUBLE_TIME,
    GAME,
    GOAL,
    GROUND,
    HANDS,
    LASTING,
    LOSSES,
    MARKER,
    OBJECTIVE,
    OBSTACLES,
    ORDER,
    PLACING,
    SHEET,
    SIDE,
    TANK,
    TOKEN,
    UNIT,
    Channel,
    GroundChannel,
    add_to_plane,
)
from skirmish_rl.envs.tide_of_iron.state import CELLS, COPIES, FORCE, FORTS, LASTS, SIDES, SLOTS, STATE, WIDTH, Mark, Part, Terrain

_CARD, _FORT, _LAST = 1 / COPIES, 1 / FORTS, 1 / LASTS
_UNIT, _GROUND = SHEET.number(UNIT), SHEET.number(GROUND)
_HAND, _DECK = SHEET.number(HANDS), SHEET.number(HANDS) + 1
_LEADS, _TARGET, _TAKES_PART, _NET_HITS = (UNIT.column(name) for name in ("leads", "target", "takes_part", "net_hits"))


@jit
def row_of(tables, seat, slot):
    """Where the row of a unit begins, -1 for none."""
    if slot < 0 or slot % FORCE >= tables.see_units:
        return -1
    first = tables.at[_UNIT] if seat_of(slot) == seat else tables.at[_UNIT + 1]
    return first + tables.row_width[_UNIT] * (slot % FORCE)


@jit
def mark_parts(state, tables, seat, attack, out):
    """What part units have in the running attack."""
    for slot in range(SLOTS):
        k = row_of(tables, seat, slot)
        if k >= 0 and (attack.part[slot] or attack.net[slot] or slot == attack.lead or slot == attack.target):
            out[k + _LEADS] = slot == attack.lead
            out[k + _TARGET] = slot == attack.target
            out[k + _NET_HITS] = min(attack.net[slot] * 0.125, 1.0)
            if attack.part[slot]:
                out[k + _TAKES_PART + attack.part[slot] - Part.ALL] = 1.0


@jit
def tell_cards(state, tables, who, side, out):
    """How many of each card a side has in its hand and decks, never their order. Clauses: TI-GEN-09, TI-CRD-01."""
    hand = tables.at[_HAND] + tables.row_width[_HAND] * side
    deck = tables.at[_DECK] + tables.row_width[_DECK] * side
    for n in range(tables.n_dealt[who]):
        card = tables.dealt[who, n]
        column = tables.hand_column[card]
        out[hand + column] = state.hand[who, card] * _CARD
        out[deck + column] = state.deck[who, tables.dealt_from[who, n], card] * _CARD


@jit
def tell_mark(state, tables, seat, mark, channel, also, amount, out):
    """What lies in the hexes, in a plane and, for fortifications, also in that of the free ones (-1 for none)."""
    left = state.lying[mark]
    strips = state.strips[mark]
    cell = 0
    while left > 0 and strips > 0:
        if strips & 1:
            for place in range(cell, cell + WIDTH):
                if state.marks[mark, place]:
                    left -= 1
                    add_to_plane(tables, seat, channel, place, state.marks[mark, place] * amount, out)
                    if also >= 0:
                        add_to_plane(tables, seat, also, place, state.marks[mark, place] * amount, out)
        strips >>= 1
        cell += WIDTH


@jit
def tell_markers(state, tables, seat, out):
    """Section `marker`; who sits in a fortification is told later."""
    for mark in range(Mark.ENTRENCHMENT):
        tell_mark(state, tables, seat, mark, Channel.WIRE + mark, -1, 1.0, out)
    for fort in range(2):
        free = Channel.FREE_ENTRENCHMENTS + fort
        tell_mark(state, tables, seat, Mark.ENTRENCHMENT + fort, Channel.ENTRENCHMENTS + fort, free, _FORT, out)
    for side in range(SIDES):
        who = (seat + side) % SIDES
        tell_mark(state, tables, seat, Mark.COVER_A + who, Channel.MY_COVER + side, -1, _LAST, out)
        tell_mark(state, tables, seat, Mark.CHARGE_A + who, Channel.MY_CHARGE + side, -1, 1.0, out)


@jit
def tell_ground(tables, seat, out):
    """Section `ground`: what no move changes, and no two worlds share."""
    for cell in range(CELLS):
        if not tables.on_map[cell]:
            continue
        k = tables.at[_GROUND] + tables.view_place[seat, cell]
        if tables.terrain[cell]:
            out[k + tables.n_places * (GroundChannel.WOODS + tables.terrain[cell] - Terrain.WOODS)] = 1.0
        out[k + tables.n_places * GroundChannel.LEVEL] = tables.level[cell] * 0.5
        if tables.road[cell]:
            out[k + tables.n_places * GroundChannel.ROAD] = 1.0


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [
    blank_out,
    only_if(f"tables.at[{SHEET.number(MARKER)}] >= 0", tell_markers),
    let("attack", "state.attack[0]"),
    let("about", "ABOUT[state.decision]"),
    each("side", SIDES, let("who", "seat if side == 0 else 1 - seat"), UNIT, SIDE, CONTACT, LASTING, tell_cards),
    roles(UNIT, row_of),
    OBJECTIVE,
    only_if("tables.see_map", GOAL, tell_ground),
    CARD, TOKEN, PLACING, ASKED, GAME, LOSSES,
    only_if("state.active >= 0", ORDER, ACTIVATION, OBSTACLES, BOOST, DOUBLE_TIME, TANK),
    only_if("attack.fight", mark_parts, ATTACK, ASSAULT),
])  # fmt: skip
