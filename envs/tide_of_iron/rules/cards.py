"""Strategy cards: drawing, playing, and what each of them does. Chapter CRD."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.activating import (  # fmt: skip
    begin_activation,
    can_assault,
    can_concentrate,
    can_move_at_all,
)
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_shelling, begin_sniping
from skirmish_rl.envs.tide_of_iron.rules.firing import can_rally, halve, is_ready, is_served, is_spotted
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.moving import can_entrench
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.rules.units import free_slots
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    DIRECTIONS,
    FIGURES,
    FORCE,
    SLOTS_OF_BASE,
    Blow,
    Card,
    Condition,
    Damage,
    Decision,
    Figure,
    Kind,
    Mark,
    Order,
    Phase,
    Status,
    Terrain,
    filled_slots,
    is_out,
    is_squad,
    seat_of,
    touches_enemy,
)  # fmt: skip

LASTS = 2  # Command Phases: the running one and the next


class Play(IntEnum):
    """Steps of the CARD frame; what `c` holds is said beside each."""

    START = 0
    CHOSEN = 1  # a unit or hex was named
    AGAIN = 2  # of "up to two"; c: slot + 1 of the first
    ACCURACY = 3  # c: target hex
    WIDE = 4  # c: hex, `state.charge`: next direction
    SCREEN = 5  # c: hex of the first smoke
    ACTED = 6  # the activation that the card gives is over


@jit
def deck_size(state, seat, place):
    """Cards left in a side's deck."""
    n = 0
    for card in range(CARDS):
        n += state.deck[seat, place, card]
    return n


@jit
def has_deck(state, tables, seat):
    """True if a side has any card left to draw. Clause: TI-STA-02."""
    for place in range(tables.n_decks[seat]):
        if deck_size(state, seat, place) > 0:
            return True
    return False


@jit
def draw_card(state, seat, place):
    """Draw from a deck; its hidden order is decided by one die of as many faces as there are cards. Clauses: TI-STA-02, TI-SET-04.

    Returns:
        The card, now faceup.
    """
    k = roll(state, deck_size(state, seat, place)) - 1
    card = 0
    while k >= state.deck[seat, place, card]:
        k -= state.deck[seat, place, card]
        card += 1
    state.deck[seat, place, card] -= 1
    state.hand[seat, card] += 1
    return card


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
        for slot in range(2 * FORCE):
            if is_card_unit(state, tables, seat, card, slot, 0):
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
        served: slot + 1 of the unit that the card has named already, 0.
    """
    unit = state.units[slot]
    if unit.status != Status.ON_MAP:
        return False
    if card == Card.MARKSMEN:
        return seat_of(slot) != seat and is_squad(unit) and is_out(unit) and is_watched(state, tables, seat, unit.cell)
    if seat_of(slot) != seat:
        return False
    if card == Card.FORCED_MARCH:
        return is_ready(state, slot) and unit.kind != Kind.GUN and can_move_at_all(state, tables, slot, Order.ADVANCE, tables.card_amount[card])
    if card == Card.SURPRISE_ASSAULT:
        return can_assault(state, tables, slot)
    if card == Card.STEADY:
        return unit.condition == Condition.PINNED or (unit.condition == Condition.DISRUPTED and served == 0)
    if card == Card.AMMUNITION:
        return can_concentrate(state, tables, slot)
    if card == Card.TAKE_DOWN_THE_BEAST:
        return is_squad(unit) and can_hunt(state, tables, slot)
    if card == Card.REPAIR_CREW:
        return not is_squad(unit) and unit.damage > Damage.NONE and not touches_enemy(state, tables, seat, unit.cell)
    return (
        is_squad(unit)
        and is_out(unit)
        and filled_slots(unit) < SLOTS_OF_BASE
        and slot + 1 != served
        and state.lost_regulars[seat] > 0
        and not touches_enemy(state, tables, seat, unit.cell)
    )


@jit
def can_hunt(state, tables, slot):
    """True if a squad can take Concentrated Fire at a vehicle beside it. Clause: TI-CRD-17."""
    unit = state.units[slot]
    if not is_out(unit) or not (is_ready(state, slot) or can_rally(state, slot)) or not is_served(state, slot):
        return False
    state.beast = 1
    able = can_concentrate(state, tables, slot)
    state.beast = 0
    return able


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
    """Distance to the nearest unit (or squad) of a side, 255 if it has none."""
    best = 255
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if is_out(unit) and (is_squad(unit) or not squads):
            best = min(best, tables.distance[unit.cell, cell] + 0)
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
        return has_squad(state, seat, cell) and (state.marks[cell] & (Mark.NEW_COVER_A << seat)) == 0
    if card == Card.DIG_IN:
        return can_entrench(state, tables, cell) and has_squad(state, seat, cell)
    if state.crowd[0, cell] + state.crowd[1, cell] > 0 or tables.terrain[cell] == Terrain.POND:
        return False
    mines = card == Card.MINE_BELT
    mark = Mark.WIRE + 0
    if mines:
        mark = Mark.MINES + 0
    elif card == Card.OBSTACLES:
        mark = Mark.TRAPS + 0
    if state.marks[cell] & mark:
        return False
    return (
        nearest(state, tables, seat, cell, not mines) <= tables.card_amount[card]
        and nearest(state, tables, 1 - seat, cell, False) >= 2
    )


@jit
def play_card(state, tables, seat, card):
    """Pay for a card and begin its effect. Clauses: TI-CMD-17, TI-CMD-18, TI-CRD-10..36."""
    state.hand[seat, card] -= 1
    state.command[seat] -= tables.card_cost[card]
    if is_artillery(card):
        state.waiting[seat, card] += 1
    push(state, Frame.CARD, seat, card, 0)


@jit
def run_card(state, tables, frame):
    """One step of a card."""
    seat = frame.a + 0
    card = frame.b + 0
    step = frame.step
    if step == Play.START:
        start_card(state, tables, frame, seat, card)
    elif step == Play.CHOSEN:
        pop(state)
    elif step == Play.AGAIN:
        more = False
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            more = more or is_card_unit(state, tables, seat, card, slot, frame.c)
        if more:
            ask(state, seat, Decision.CARD_UNIT)
        else:
            pop(state)
    elif step == Play.ACCURACY:
        shell(state, tables, frame, seat, card)
    elif step == Play.WIDE:
        shell_around(state, tables, frame, seat, card)
    elif step == Play.SCREEN:
        screen(state, tables, frame, seat)
    else:
        pop(state)


@jit
def start_card(state, tables, frame, seat, card):
    """The first moment of a card."""
    amount = tables.card_amount[card] + 0
    frame.step = Play.CHOSEN
    if is_artillery(card):
        contact(state, tables, frame, seat, card)
    elif asks_cell(card):
        ask(state, seat, Decision.CARD_CELL)
    elif asks_unit(card):
        ask(state, seat, Decision.CARD_UNIT)
    elif card == Card.RAPID_MOBILISATION:
        state.pool[seat] += amount
    elif card == Card.CUT_COMMUNICATIONS:
        state.pool[1 - seat] = max(0, state.pool[1 - seat] - amount)
    elif card == Card.COORDINATED_PUSH:
        state.actions_left += amount
    elif card == Card.EXTRA_RATIONS:
        state.command[seat] += amount
    elif card == Card.NO_STEP_BACK or card == Card.INCREASED_PRIORITY:
        state.lasting[seat, card] = LASTS
    else:
        raise_reserve(state, tables, seat, card)


@jit
def contact(state, tables, frame, seat, card):
    """Artillery tries to establish contact. Clauses: TI-CRD-03, TI-CRD-22."""
    state.tried[seat, card] += 1
    result = roll(state, 6)
    if state.lasting[seat, Card.INCREASED_PRIORITY]:
        result += tables.card_amount[Card.INCREASED_PRIORITY]
    if result >= tables.card_contact[card]:
        state.waiting[seat, card] -= 1
        state.tried[seat, card] -= 1
        ask(state, seat, Decision.CARD_CELL)


@jit
def name_card_cell(state, tables, frame, cell):
    """The player has named a hex. Clauses: TI-CRD-04, TI-CRD-15, TI-CRD-21, TI-CRD-27..30."""
    seat = frame.a + 0
    card = frame.b + 0
    if card == Card.SMOKE_MISSION:
        put_smoke(state, cell)
        frame.c = cell
        frame.step = Play.SCREEN
    elif is_artillery(card):
        frame.c = cell
        frame.step = Play.ACCURACY
    elif card == Card.TAKE_COVER:
        state.marks[cell] |= Mark.NEW_COVER_A << seat
    elif card == Card.DIG_IN:
        dig(state, seat, cell, -1)
    elif card == Card.LAY_WIRE:
        state.marks[cell] |= Mark.WIRE
    elif card == Card.MINE_BELT:
        state.marks[cell] |= Mark.MINES
    else:
        state.marks[cell] |= Mark.TRAPS


@jit
def dig(state, seat, cell, digger):
    """A new entrenchment, which may be occupied at once: by the squad that digs, or by any of the hex (digger -1).

    Clauses: TI-SPC-03, TI-CRD-27.
    """
    state.marks[cell] += Mark.ENTRENCHMENT
    state.attack[0].lead = digger
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_occupy(state, slot, seat, cell):
            state.attack[0].cell = cell
            ask(state, seat, Decision.OCCUPY)
            return


@jit
def can_occupy(state, slot, seat, cell):
    """True for a squad that may sit down in a new entrenchment of its hex. Clauses: TI-SPC-03, TI-CRD-27."""
    unit = state.units[slot]
    if state.attack[0].lead >= 0 and slot != state.attack[0].lead:
        return False
    return unit.cell == cell and seat_of(slot) == seat and is_out(unit) and is_squad(unit) and unit.fort == 0


@jit
def put_smoke(state, cell):
    """Lay smoke in a hex. Clause: TI-TRN-11."""
    if (state.marks[cell] & Mark.SMOKE) == 0:
        state.marks[cell] |= Mark.SMOKE
        state.smokes += 1


@jit
def screen(state, tables, frame, seat):
    """The second smoke of a Smoke Mission. Clause: TI-CRD-21."""
    frame.step = Play.CHOSEN
    for direction in range(DIRECTIONS):
        if tables.next[frame.c, direction] >= 0:
            ask(state, seat, Decision.SMOKE_CELL)
            return


@jit
def shell(state, tables, frame, seat, card):
    """Accuracy, then the attack. Clauses: TI-CRD-05, TI-CRD-06, TI-CRD-19, TI-CRD-20."""
    cell = frame.c + 0
    accuracy = tables.card_accuracy[card] + 0
    result = roll(state, 6)
    if result < accuracy:
        direction = roll(state, 6) - 1
        for _ in range(accuracy - result):
            if cell >= 0:
                cell = tables.next[cell, direction] + 0
    if cell < 0:
        pop(state)
        return
    frame.c = cell
    frame.step = Play.CHOSEN
    blow = Blow.NORMAL + 0
    if card == Card.SUPPRESSIVE_BARRAGE:
        blow = Blow.SUPPRESSIVE + 0
        frame.step = Play.WIDE
        state.charge = 0
    begin_shelling(state, tables, seat, cell, blow, tables.card_dice[card] + 0)


@jit
def shell_around(state, tables, frame, seat, card):
    """A wide attack falls on each adjacent hex with half the dice. Clause: TI-CRD-06."""
    if state.charge >= DIRECTIONS:
        state.charge = -1
        pop(state)
        return
    there = tables.next[frame.c, state.charge] + 0
    state.charge += 1
    if there >= 0:
        begin_shelling(state, tables, seat, there, Blow.SUPPRESSIVE, halve(tables.card_dice[card] + 0, 1))


@jit
def name_card_unit(state, tables, frame, slot):
    """The player has named a unit. Clauses: TI-CRD-12, TI-CRD-14, TI-CRD-16, TI-CRD-17, TI-CRD-24..26, TI-CRD-31."""
    card = frame.b + 0
    unit = state.units[slot]
    if card == Card.MARKSMEN:
        begin_sniping(state, tables, frame.a + 0, slot, tables.card_dice[card] + 0)
    elif card == Card.REPAIR_CREW:
        unit.damage -= 1
    elif card == Card.STEADY:
        if unit.condition == Condition.DISRUPTED:
            unit.condition = Condition.PINNED
        else:
            unit.condition = Condition.NONE
            note_served(frame, slot)
    elif card == Card.FIELD_DRESSING:
        unit.figures[Figure.REGULAR] += 1
        state.lost_regulars[seat_of(slot)] -= 1
        note_served(frame, slot)
    else:
        frame.step = Play.ACTED
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
def note_served(frame, slot):
    """A card that says "up to two" has served a squad; the second must be another. Clauses: TI-CRD-16, TI-CRD-24."""
    frame.step = Play.AGAIN if frame.c == 0 else Play.CHOSEN
    frame.c = slot + 1


@jit
def raise_reserve(state, tables, seat, card):
    """Units of a reserve card wait to arrive in the next Status Phase. Clauses: TI-CRD-32..36, TI-REI-01."""
    first = -1
    for k in range(tables.card_force_size[card]):
        slot = FORCE * seat
        while state.units[slot].status != Status.ABSENT:
            slot += 1
        unit = state.units[slot]
        unit.kind = tables.card_force_kind[seat, card, k]
        for figure in range(FIGURES):
            unit.figures[figure] = tables.card_force_figures[seat, card, k, figure]
        unit.status = Status.RESERVE
        unit.due = state.round
        unit.cell = -1
        unit.carrier = first
        state.waiting_units[seat] += 1
        first = slot


@jit
def end_lasting(state):
    """The Command Phase ends: lasting cards come nearer to their end. Clauses: TI-CMD-18, TI-CRD-15, TI-CRD-18, TI-CRD-22."""
    for seat in range(2):
        for card in range(CARDS):
            if state.lasting[seat, card]:
                state.lasting[seat, card] -= 1
    old = Mark.COVER_A | Mark.COVER_B
    for cell in range(CELLS):
        marks = state.marks[cell] & ~old
        if marks & (Mark.NEW_COVER_A | Mark.NEW_COVER_B):
            marks = (marks & 4095) | ((marks >> 4) & old)
        state.marks[cell] = marks
