"""Strategy cards: which can be played, what they may name, and what each of them does. Chapter CRD: TI-CRD-10..36."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CARD, CELL, PASS, UNIT, Decision
from skirmish_rl.envs.tide_of_iron.rules.activating import begin_activation
from skirmish_rl.envs.tide_of_iron.rules.artillery import contact, screen, shell, shell_around
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_sniping
from skirmish_rl.envs.tide_of_iron.rules.decks import Play, is_artillery
from skirmish_rl.envs.tide_of_iron.rules.facts import filled_slots, is_out, is_squad, seat_of, touches_enemy
from skirmish_rl.envs.tide_of_iron.rules.firing import is_ready
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
from skirmish_rl.envs.tide_of_iron.rules.moving import can_entrench
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_assault, can_concentrate, can_move_at_all
from skirmish_rl.envs.tide_of_iron.rules.scoring import fill_pool, gain
from skirmish_rl.envs.tide_of_iron.rules.shelling import is_spotted
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.rules.specials import apply_charge, dig, legal_charge, put_smoke, return_regular
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Prize
from skirmish_rl.envs.tide_of_iron.rules.units import free_slots, set_condition, set_damage
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    FAR,
    FIGURES,
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
)  # fmt: skip


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
def legal_cards(state, tables, mask):
    """Cards of the HQ area that can be activated now. Clauses: TI-CMD-19, TI-CMD-22."""
    seat = state.decider
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            mask[CARD + card] = 1


@jit
def run_card(state, tables, frame):
    """One step of a card."""
    seat = state.card_seat
    card = state.card
    step = frame.step
    if step == Play.START:
        start_card(state, tables, frame, seat, card)
    elif step == Play.AGAIN:
        serve_again(state, tables, frame, seat, card)
    elif step == Play.ACCURACY:
        shell(state, tables, frame, seat, card)
    elif step == Play.WIDE:
        shell_around(state, tables, frame, seat, card)
    elif step == Play.SCREEN:
        screen(state, tables, frame, seat)
    else:
        state.card = -1
        state.card_seat = -1
        state.served = -1
        pop(state)


@jit
def start_card(state, tables, frame, seat, card):
    """The first moment of a card."""
    amount = tables.card_amount[card]
    frame.step = Play.RESOLVED
    if is_artillery(card):
        contact(state, tables, seat, card)
    elif asks_cell(card):
        ask(state, seat, Decision.CARD_CELL, card)
    elif asks_unit(card):
        ask(state, seat, Decision.CARD_UNIT, card)
    elif card == Card.RAPID_MOBILISATION:
        fill_pool(state, seat, amount)
    elif card == Card.CUT_COMMUNICATIONS:
        fill_pool(state, 1 - seat, -min(amount, state.pool[1 - seat]))
    elif card == Card.COORDINATED_PUSH:
        note(state, Own.ACTIONS, seat, value=amount)
        state.actions_left += amount
    elif card == Card.EXTRA_RATIONS:
        gain(state, seat, amount, Prize.CARD)
    elif card == Card.NO_STEP_BACK or card == Card.INCREASED_PRIORITY:
        state.lasting[seat, card] = LASTS
    else:
        raise_reserve(state, tables, seat, card)


@jit
def raise_reserve(state, tables, seat, card):
    """Units of a reserve card wait to arrive in the next Status Phase. Clauses: TI-CRD-32..36, TI-REI-01."""
    first = -1
    k = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.status != Status.ABSENT or k == tables.card_force_size[card]:
            continue
        unit.kind = tables.card_force_kind[seat, card, k]
        for figure in range(FIGURES):
            unit.figures[figure] = tables.card_force_figures[seat, card, k, figure]
        unit.status = Status.RESERVE
        unit.due = state.round
        unit.cell = -1
        unit.carrier = first
        state.waiting_units[seat] += 1
        note(state, Own.RESERVE, seat, slot, first)
        first = slot
        k += 1


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
def legal_card_unit(state, tables, mask):
    """Units that the card may name. Clauses: TI-CRD-12, TI-CRD-14, TI-CRD-16, TI-CRD-17, TI-CRD-24..26, TI-CRD-31."""
    served = state.served
    for slot in range(SLOTS):
        mask[UNIT + slot] = is_card_unit(state, tables, state.decider, state.subject, slot, served)
    mask[PASS] = served >= 0


@jit
def apply_card_unit(state, tables, frame, action):
    """The player has named a unit, or passes on the second.

    Clauses: TI-CRD-12, TI-CRD-14, TI-CRD-16, TI-CRD-17, TI-CRD-24..26, TI-CRD-31.
    """
    if action == PASS:
        return
    slot = action - UNIT
    card = state.card
    unit = state.units[slot]
    if card == Card.MARKSMEN:
        begin_sniping(state, tables, state.card_seat, slot, tables.card_dice[card])
    elif card == Card.REPAIR_CREW:
        set_damage(state, slot, unit.damage - 1)
    elif card == Card.STEADY:
        if unit.condition == Condition.DISRUPTED:
            set_condition(state, slot, Condition.PINNED)
        else:
            set_condition(state, slot, Condition.NONE)
            note_served(state, frame, slot)
    elif card == Card.FIELD_DRESSING:
        return_regular(state, slot)
        note_served(state, frame, slot)
    else:
        state.boost = tables.card_amount[card]
        if card == Card.SURPRISE_ASSAULT:
            state.silent = 1
            begin_activation(state, slot, Order.ASSAULT)
        elif card == Card.FORCED_MARCH:
            begin_activation(state, slot, Order.ADVANCE)
        else:
            state.beast = card == Card.TAKE_DOWN_THE_BEAST
            begin_activation(state, slot, Order.FIRE)


@jit
def note_served(state, frame, slot):
    """A card that says "up to two" has served a squad; the second must be another. Clauses: TI-CRD-16, TI-CRD-24."""
    if state.served < 0:
        frame.step = Play.AGAIN
    state.served = slot


@jit
def serve_again(state, tables, frame, seat, card):
    """A card that says "up to two" may serve another unit. Clauses: TI-CRD-16, TI-CRD-24."""
    frame.step = Play.RESOLVED
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_card_unit(state, tables, seat, card, slot, state.served):
            ask(state, seat, Decision.CARD_UNIT, card)
            return


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
def legal_card_cell(state, tables, mask):
    """Hexes that the card may name, or with a charge that can go off. Clauses: TI-CRD-04, TI-CRD-15, TI-CRD-27..30, TI-SPC-08."""
    if state.subject < 0:
        legal_charge(state, mask)
        return
    for cell in range(CELLS):
        mask[CELL + cell] = is_card_cell(state, tables, state.decider, state.subject, cell)


@jit
def apply_card_cell(state, frame, action):
    """The player has named a hex, for a card or for a demolition charge. Clauses: TI-CRD-04, TI-CRD-15, TI-CRD-21, TI-CRD-27..30."""
    if state.subject < 0:
        apply_charge(state, action)
        return
    cell = action - CELL
    seat = state.card_seat
    card = state.card
    if card == Card.SMOKE_MISSION:
        put_smoke(state, cell)
        frame.named = cell
        frame.step = Play.SCREEN
    elif is_artillery(card):
        frame.named = cell
        frame.step = Play.ACCURACY
    elif card == Card.TAKE_COVER:
        set_marks(state, Mark.COVER_A + seat, cell, LASTS)
    elif card == Card.DIG_IN:
        dig(state, seat, cell)
    elif card == Card.LAY_WIRE:
        set_marks(state, Mark.WIRE, cell, 1)
    elif card == Card.MINE_BELT:
        set_marks(state, Mark.MINES, cell, 1)
    else:
        set_marks(state, Mark.TRAPS, cell, 1)
