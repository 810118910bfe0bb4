"""The strong bot between its fights: cards, bids, set-up, the Status Phase. Strategy notes 6, 10, 12 and 13."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.appraisal import hit_value, nearness
from skirmish_rl.envs.tide_of_iron.planning import plan_all, plan_unit, watch_value  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.cards import nearest
from skirmish_rl.envs.tide_of_iron.rules.firing import defence_of
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.numbering import BID, CARD, CELL, DECK, PASS, RETRY, UNIT
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FORCE,
    Blow,
    Card,
    Decision,
    Deck,
    Figure,
    Order,
    Reach,
    is_out,
    is_squad,
    seat_of,
)  # fmt: skip


@jit
def score_card(state, tables, scratch, action):
    """Playing a card of the Action Phase, or trying again for contact. Strategy note 13."""
    if action >= RETRY:
        return 4.0
    card = action - CARD
    if card == Card.COORDINATED_PUSH:
        plan_all(state, tables, scratch)
        return 0.5 * second_best(scratch) - 1.0
    if card == Card.SURPRISE_ASSAULT:
        plan_all(state, tables, scratch)
        best = 0.0
        for k in range(FORCE):
            best = max(best, scratch.plan[Order.ASSAULT, k] + 0.0)
        return 1.25 * best
    if card == Card.FORCED_MARCH:
        plan_all(state, tables, scratch)
        best = 0.0
        for k in range(FORCE):
            best = max(best, scratch.plan[Order.ADVANCE, k] + 0.0)
        return best + 0.5
    if card == Card.AMMUNITION or card == Card.TAKE_DOWN_THE_BEAST:
        plan_all(state, tables, scratch)
        best = 0.0
        for k in range(FORCE):
            best = max(best, scratch.plan[Order.FIRE, k] + 0.0)
        return 1.2 * best
    if card == Card.MARKSMEN:
        return 2.5
    if card == Card.STEADY:
        return 3.0
    return 5.0 if card == Card.OFFENSIVE_ARTILLERY or card == Card.SUPPRESSIVE_BARRAGE else 0.3


@jit
def second_best(scratch):
    """The second highest gain of any unit."""
    first = 0.0
    second = 0.0
    for k in range(FORCE):
        best = 0.0
        for order in range(Order.ASSAULT + 1):
            best = max(best, scratch.plan[order, k] + 0.0)
        if best > first:
            second = first
            first = best
        elif best > second:
            second = best
    return second


@jit
def score_command(state, tables, action, scratch):
    """Cards of the Command Phase and bids for the initiative. Strategy notes 12 and 13."""
    seat = scratch.viewer
    if action == PASS:
        return 0.0
    if action >= CARD:
        return command_card(state, tables, scratch, seat, action - CARD)
    k = action - BID + 1
    if state.round >= tables.rounds:
        return 0.01 * k  # the pool still breaks ties
    foe = 1 - seat
    behind = state.pool[foe] - state.pool[seat]
    if seat == state.initiative:
        wanted = behind + state.command[foe] + 1
        if income(state, tables, foe) > 4 or wanted > 5:
            return -0.1
    else:
        wanted = behind + 0
    return 1.0 if k == wanted and wanted > 0 else -0.1 * abs(k - wanted) - 0.05


@jit
def income(state, tables, seat):
    """Command a side gets in a Command Phase, roughly."""
    total = 0
    for k in range(tables.n_objectives):
        if state.control[k] == seat and tables.objective_kind[k] > 0:
            total += tables.objective_value[k]
    return total


@jit
def command_card(state, tables, scratch, seat, card):
    """Value of a card of the Command Phase."""
    last = state.round >= tables.rounds
    if card == Card.EXTRA_RATIONS:
        return 9.0
    if last:
        return -1.0
    if card == Card.RAPID_MOBILISATION:
        return 2.0
    if card == Card.CUT_COMMUNICATIONS:
        return 1.2 if state.pool[1 - seat] >= state.pool[seat] else -0.5
    if card >= Card.RIFLE_RESERVE:
        return 6.0 + 0.5 * (card - Card.RIFLE_RESERVE) if tables.rounds - state.round >= 2 else -1.0
    if card == Card.REPAIR_CREW or card == Card.FIELD_DRESSING:
        return 3.0
    if card == Card.NO_STEP_BACK:
        return 0.6
    if card == Card.INCREASED_PRIORITY:
        return 1.0 if state.hand[seat, Card.OFFENSIVE_ARTILLERY] + state.hand[seat, Card.SUPPRESSIVE_BARRAGE] > 0 else -0.2
    return 0.8


@jit
def score_setup(state, tables, action, scratch):
    """Tokens, cards, markers, places. Strategy notes 1 and 10."""
    decision = state.decision
    if decision == Decision.ASSIGN_TOKEN:
        unit = state.units[action - UNIT]
        return 1.0 * unit.figures[Figure.REGULAR] - 2.0 * unit.figures[Figure.OFFICER]
    if decision == Decision.DRAW_START:
        return deck_value(tables, scratch.viewer, action - DECK)
    if decision == Decision.PLACE_MARKER:
        cell = action - CELL
        value = 0.0
        for k in range(tables.n_objectives):
            value = max(value, nearness(tables.distance[cell, tables.objective_cell[k]]) * (2.0 if tables.objective_kind[k] == 0 else 1.0))
        return value + 0.1 * tables.cover[cell] - 0.5 * (state.marks[cell] > 0)
    if decision == Decision.DEPLOY:
        if action < CELL:
            return -2.0
        slot = top_frame(state).b + 0
        cell = action - CELL
        value = scratch.pull[cell] * 0.3 + 0.25 * tables.cover[cell] + 0.4 * tables.level[cell]
        value -= 0.4 * state.crowd[scratch.viewer, cell]
        unit = state.units[slot]
        if unit.figures[Figure.MACHINE_GUN] or not is_squad(unit):
            value += 0.01 * seen_hexes(tables, cell)
        if unit.figures[Figure.MORTAR]:
            value -= 0.1 * scratch.pull[cell]
        return value
    return 0.0 if action == PASS else 1.0


@jit
def seen_hexes(tables, cell):
    """Hexes in line of sight within six hexes."""
    n = 0
    for other in range(CELLS):
        if tables.sight[cell, other] and tables.distance[cell, other] <= 6:
            n += 1
    return n


@jit
def deck_value(tables, seat, place):
    """Which decks are worth drawing from."""
    deck = tables.decks[seat, place]
    if deck == Deck.REINFORCEMENT:
        return 3.0
    if deck == Deck.ARTILLERY:
        return 2.0
    if deck == Deck.SUPPLY:
        return 2.2
    return 1.5 if deck == Deck.COMMAND else 1.0


@jit
def score_card_choice(state, tables, action, scratch):
    """What a card names."""
    frame = top_frame(state)
    seat = scratch.viewer
    card = frame.b + 0 if frame.kind == Frame.CARD else -1
    if action == PASS:
        return -0.1
    if action < CELL:
        slot = action - UNIT
        if card == Card.FORCED_MARCH or card == Card.SURPRISE_ASSAULT or card == Card.AMMUNITION or card == Card.TAKE_DOWN_THE_BEAST:
            plan_unit(state, tables, scratch, slot)
            order = Order.ADVANCE + 0
            if card == Card.SURPRISE_ASSAULT:
                order = Order.ASSAULT + 0
            elif card != Card.FORCED_MARCH:
                order = Order.FIRE + 0
            return scratch.plan[order, slot % FORCE] + 0.0
        if card == Card.MARKSMEN:
            return hit_value(state, tables, scratch, slot, Reach.NORMAL, 3, defence_of(state, tables, slot, Blow.SUPPRESSIVE, False), Blow.SUPPRESSIVE)
        return scratch.worth[slot] + 0.0
    cell = action - CELL
    if card == Card.OFFENSIVE_ARTILLERY or card == Card.SUPPRESSIVE_BARRAGE:
        return artillery_value(state, tables, scratch, seat, card, cell)
    if card == Card.SMOKE_MISSION or state.decision == Decision.SMOKE_CELL:
        return scratch.danger[cell] * 0.1 + scratch.pull[cell] * 0.05
    if card == Card.TAKE_COVER or card == Card.DIG_IN:
        return scratch.danger[cell] * 0.3 + scratch.pull[cell] * 0.2 + state.crowd[seat, cell]
    return scratch.pull[cell] - 0.5 * nearest(state, tables, seat, cell, False)


@jit
def artillery_value(state, tables, scratch, seat, card, cell):
    """Expected effect of off-board fire on a hex; for a wide attack also on those around it."""
    blow = Blow.SUPPRESSIVE + 0 if card == Card.SUPPRESSIVE_BARRAGE else Blow.NORMAL + 0
    value = 0.0
    for slot in range(2 * FORCE):
        unit = state.units[slot]
        if not is_out(unit):
            continue
        away = tables.distance[unit.cell, cell]
        share = 0.0
        if away == 0:
            share = 1.0
        elif away == 1:
            share = 0.45 if card == Card.SUPPRESSIVE_BARRAGE else 0.1
        if share > 0.0 and (is_squad(unit) or blow == Blow.NORMAL):
            lost = hit_value(state, tables, scratch, slot, Reach.NORMAL, tables.card_dice[card] + 0, defence_of(state, tables, slot, blow, False), blow)
            value += share * lost if seat_of(slot) != seat else -1.3 * share * lost
    return value


@jit
def score_status(state, tables, action, scratch):
    """Draws, Op Fire mode, transfers, arrivals, and the rest. Strategy note 6."""
    decision = state.decision
    seat = scratch.viewer
    if decision == Decision.DRAW or decision == Decision.DRAW_EXTRA:
        return 0.0 if action == PASS else deck_value(tables, seat, action - DECK)
    if decision == Decision.OP_MODE:
        if action == PASS:
            return 0.0
        slot = action - UNIT
        unit = state.units[slot]
        value = watch_value(state, tables, scratch, slot) - 0.25 * scratch.worth[slot]
        if unit.figures[Figure.MACHINE_GUN] and scratch.strike[unit.cell] > 0.0:
            value += 2.0
        return value
    if decision == Decision.TRANSFER_FROM:
        return 0.0 if action == PASS else -1.0
    if decision == Decision.ARRIVE:
        return scratch.pull[action - CELL] + 0.2 * tables.cover[action - CELL]
    if decision == Decision.OCCUPY:
        return 0.0 if action == PASS else 1.0 + scratch.worth[action - UNIT]
    if decision == Decision.HEAL_UNIT:
        return scratch.worth[action - UNIT] + 0.0
    return 0.0
