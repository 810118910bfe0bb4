"""What a card may name, and whether it can be played now. Chapter CRD."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import filled_slots, is_out, is_squad, seat_of, touches_enemy
from skirmish_rl.envs.tide_of_iron.rules.firing import is_ready, is_spotted
from skirmish_rl.envs.tide_of_iron.rules.moving import can_entrench
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_assault, can_concentrate, can_move_at_all
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.rules.units import free_slots
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FAR,
    FORCE,
    LASTS,
    SLOTS,
    SLOTS_OF_BASE,
    Card,
    Condition,
    Damage,
    Kind,
    Mark,
    Order,
    Phase,
    Status,
    Terrain,
)


@jit
def is_artillery(card):
    """True for the cards that must establish contact. Clause: TI-CRD-02."""
    return Card.OFFENSIVE_ARTILLERY <= card <= Card.SMOKE_MISSION


@jit
def can_play(state, tables, seat, card):
    """True if a side can activate a card of its HQ area now. Clauses: TI-ACT-15, TI-CMD-17, TI-CMD-19, TI-CMD-22, TI-CRD-01."""
    if state.hand[seat, card] == 0 or tables.card_cost[card] > state.command[seat] or state.round < tables.card_from[card]:
        return False
    if state.phase == Phase.COMMAND:
        if tables.card_command[card] == 0:
            return False
    elif tables.card_action[card] == 0:
        return False
    return has_use(state, tables, seat, card)


@jit
def can_retry(state, tables, seat, card):
    """True if artillery in the play area may try again for contact. Clause: TI-CRD-03."""
    return state.waiting[seat, card] > state.tried[seat, card] and has_use(state, tables, seat, card)


@jit
def has_use(state, tables, seat, card):
    """True if a card would find what it needs: units, hexes, slots."""
    if is_artillery(card):
        return state.alive[seat] > 0
    if card == Card.CUT_COMMUNICATIONS:
        return state.pool[1 - seat] > 0
    if card >= Card.RIFLE_RESERVE:
        return free_slots(state, seat) >= tables.card_force_size[card]
    if asks_cell(card):
        for cell in range(CELLS):
            if is_card_cell(state, tables, seat, card, cell):
                return True
        return False
    if asks_unit(card):
        for slot in range(SLOTS):
            if is_card_unit(state, tables, seat, card, slot, -1):
                return True
        return False
    return True


@jit
def asks_cell(card):
    """True for cards that name a hex first (artillery does so after its contact roll)."""
    return card == Card.TAKE_COVER or Card.DIG_IN <= card <= Card.OBSTACLES


@jit
def asks_unit(card):
    """True for cards that name a unit."""
    return (
        card == Card.FORCED_MARCH
        or card == Card.SURPRISE_ASSAULT
        or card == Card.STEADY
        or card == Card.TAKE_DOWN_THE_BEAST
        or Card.FIELD_DRESSING <= card <= Card.AMMUNITION
        or card == Card.MARKSMEN
    )


@jit
def is_card_unit(state, tables, seat, card, slot, served):
    """True if a card may name a unit.

    Clauses: TI-CRD-12, TI-CRD-14, TI-CRD-16, TI-CRD-17, TI-CRD-24, TI-CRD-25, TI-CRD-26, TI-CRD-31.

    Args:
        served: the unit that the card has named already, -1.
    """
    unit = state.units[slot]
    if unit.status != Status.ON_MAP:
        return False
    if card == Card.MARKSMEN:
        return seat_of(slot) != seat and is_squad(unit) and is_out(unit) and is_watched(state, tables, seat, unit.cell)
    if seat_of(slot) != seat:
        return False
    if card == Card.FORCED_MARCH:
        return (
            is_ready(state, slot)
            and unit.kind != Kind.GUN
            and can_move_at_all(state, tables, slot, Order.ADVANCE, tables.card_amount[card])
        )
    if card == Card.SURPRISE_ASSAULT:
        return can_assault(state, tables, slot)
    if card == Card.STEADY:
        return unit.condition == Condition.PINNED or (unit.condition == Condition.DISRUPTED and served < 0)
    if card == Card.AMMUNITION:
        return can_concentrate(state, tables, slot, False)
    if card == Card.TAKE_DOWN_THE_BEAST:
        return is_squad(unit) and can_concentrate(state, tables, slot, True)
    if card == Card.REPAIR_CREW:
        return not is_squad(unit) and unit.damage > Damage.NONE and not touches_enemy(state, tables, seat, unit.cell)
    return (
        is_squad(unit)
        and is_out(unit)
        and filled_slots(unit) < SLOTS_OF_BASE
        and slot != served
        and state.lost_regulars[seat] > 0
        and not touches_enemy(state, tables, seat, unit.cell)
    )


@jit
def is_watched(state, tables, seat, cell):
    """True if a squad of a side has line of sight to a hex. Clause: TI-CRD-31."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if is_out(unit) and is_squad(unit) and is_in_sight(state, tables, unit.cell, cell):
            return True
    return False


@jit
def nearest(state, tables, seat, cell, squads):
    """Distance to the nearest unit (or squad) of a side, FAR if it has none."""
    best = FAR
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if is_out(unit) and (is_squad(unit) or not squads):
            best = min(best, tables.distance[unit.cell, cell])
    return best


@jit
def has_squad(state, seat, cell):
    """True if a squad of a side stands in a hex."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and is_out(unit) and is_squad(unit):
            return True
    return False


@jit
def is_card_cell(state, tables, seat, card, cell):
    """True if a card may name a hex. Clauses: TI-CRD-04, TI-CRD-15, TI-CRD-27..30, TI-TRN-08, TI-TRN-09."""
    if tables.on_map[cell] == 0:
        return False
    if is_artillery(card):
        return is_spotted(state, tables, seat, cell)
    if card == Card.TAKE_COVER:
        return has_squad(state, seat, cell) and state.marks[Mark.COVER_A + seat, cell] < LASTS
    if card == Card.DIG_IN:
        return can_entrench(state, tables, cell) and has_squad(state, seat, cell)
    if state.crowd[0, cell] + state.crowd[1, cell] > 0 or tables.terrain[cell] == Terrain.POND:
        return False
    mines = card == Card.MINE_BELT
    mark = Mark.WIRE
    if mines:
        mark = Mark.MINES
    elif card == Card.OBSTACLES:
        mark = Mark.TRAPS
    if state.marks[mark, cell]:
        return False
    return nearest(state, tables, seat, cell, not mines) <= tables.card_amount[card] and nearest(state, tables, 1 - seat, cell, False) >= 2
