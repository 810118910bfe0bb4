"""How good is an action? One number for each, in points: the strong bot. Its fights stand in `strong_fights.py`."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.maps import is_marked, nearness, place_value, seen_hexes
from skirmish_rl.envs.tide_of_iron.bots.plans import plan_all, plan_step, plan_unit, second_best, standing_value
from skirmish_rl.envs.tide_of_iron.bots.strong_fights import score_activation, score_assault, score_attack
from skirmish_rl.envs.tide_of_iron.bots.value import artillery_value, deck_value, hit_value, watch_value
from skirmish_rl.envs.tide_of_iron.questions import (
    BID,
    CARD,
    CELL,
    DECK,
    DIRECTION,
    GROUP_OF,
    OPTION,
    ORDER,
    PASS,
    RETRY,
    UNIT,
    Decision,
    Group,
    Option,
)
from skirmish_rl.envs.tide_of_iron.rules.cards import nearest
from skirmish_rl.envs.tide_of_iron.rules.facts import is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import defence_of
from skirmish_rl.envs.tide_of_iron.state import CELLS, FORCE, SLOTS, Blow, Card, Figure, Order, Reach

_KEEP = 0.1  # a card and its command, kept for later rounds
_HALF_WAY = 0.05  # a step is worth a little less than being there


@jit
def score_strong(state, tables, action, scratch):
    """How good a legal action is; `survey` must have run."""
    group = GROUP_OF[state.decision]
    if group == Group.SELECT:
        return score_select(state, tables, action, scratch)
    if group == Group.STEP:
        return score_step(state, tables, action, scratch)
    if group == Group.ACTIVATION:
        return score_activation(state, tables, action, scratch)
    if group == Group.ATTACK:
        return score_attack(state, tables, action, scratch)
    if group == Group.ASSAULT:
        return score_assault(state, tables, action, scratch)
    if group == Group.COMMAND:
        return score_command(state, tables, action, scratch)
    if group == Group.SPECIAL:
        return score_special(state, tables, action, scratch)
    if group == Group.SETUP:
        return score_setup(state, tables, action, scratch)
    return score_status(state, tables, action, scratch)


@jit
def score_select(state, tables, action, scratch):
    """An order for a unit, or a card. Strategy notes 1-11."""
    if action == PASS:
        return _KEEP
    if action >= CARD:
        return score_card(state, tables, scratch, action)
    plan_all(state, tables, scratch)
    order = (action - ORDER) // SLOTS
    k = (action - ORDER) % FORCE
    value = scratch.plan[order, k] + 0.0
    if order == Order.FATIGUE:
        best = 0.0
        for other in range(Order.ASSAULT + 1):
            best = max(best, scratch.plan[other, k] + 0.0)
        return -0.35 * best - 0.05
    return value


@jit
def score_step(state, tables, action, scratch):
    """One step of a movement: the best hex it leads to. Strategy notes 1, 7, 15."""
    plan_step(state, tables, scratch)
    slot = state.active
    unit = state.units[slot]
    if action == PASS:
        return standing_value(state, tables, scratch, slot, unit.cell)
    if action >= OPTION:
        return score_spending(state, tables, scratch, slot, action - OPTION)
    if action < DIRECTION:
        return -5.0
    direction = action - DIRECTION
    there = tables.next[unit.cell, direction]
    seat = seat_of(slot)
    if state.crowd[1 - seat, there] > 0:
        return place_value(state, tables, scratch, slot, unit.cell) - 1.0
    best = -1e6
    for cell in range(CELLS):
        if scratch.left[cell] >= 0 and scratch.first[cell] == direction:
            value = standing_value(state, tables, scratch, slot, cell)
            if cell != there:
                value -= _HALF_WAY
            best = max(best, value)
    if best < -1e5:
        best = place_value(state, tables, scratch, slot, there) - 0.1
    return best


@jit
def score_spending(state, tables, scratch, slot, option):
    """Movement points spent on something else."""
    unit = state.units[slot]
    here = place_value(state, tables, scratch, slot, unit.cell)
    if option == Option.ENTER_PILLBOX:
        return here + 4.0
    if option == Option.ENTER_ENTRENCHMENT:
        return here + 0.15 * scratch.danger[unit.cell] + 0.5
    if option == Option.LEAVE or option == Option.UNLOAD:
        best = -1e6
        for cell in range(CELLS):
            if scratch.left[cell] >= 0:
                best = max(best, standing_value(state, tables, scratch, slot, cell))
        return best - 0.3
    return here - 0.2


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
        if rough_income(state, tables, foe) > 4 or wanted > 5:
            return -0.1
    else:
        wanted = behind
    return 1.0 if k == wanted and wanted > 0 else -0.1 * abs(k - wanted) - 0.05


@jit
def rough_income(state, tables, seat):
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
def score_special(state, tables, action, scratch):
    """The worth of an answer that a card or a special action asks for."""
    decision = state.decision
    if decision == Decision.OCCUPY:
        return 0.0 if action == PASS else 1.0 + scratch.worth[action - UNIT]
    if decision == Decision.HEAL_UNIT:
        return scratch.worth[action - UNIT] + 0.0
    if action == PASS:
        return -0.1
    return (
        score_card_cell(state, tables, scratch, action - CELL)
        if action >= CELL
        else score_card_unit(state, tables, scratch, action - UNIT)
    )


@jit
def score_card_unit(state, tables, scratch, slot):
    """The unit that the card being resolved is for."""
    card = state.card
    if card == Card.FORCED_MARCH or card == Card.SURPRISE_ASSAULT or card == Card.AMMUNITION or card == Card.TAKE_DOWN_THE_BEAST:
        plan_unit(state, tables, scratch, slot)
        order = Order.ADVANCE
        if card == Card.SURPRISE_ASSAULT:
            order = Order.ASSAULT
        elif card != Card.FORCED_MARCH:
            order = Order.FIRE
        return scratch.plan[order, slot % FORCE] + 0.0
    if card == Card.MARKSMEN:
        return hit_value(
            state, tables, scratch, slot, Reach.NORMAL, 3, defence_of(state, tables, slot, Blow.SUPPRESSIVE, False), Blow.SUPPRESSIVE
        )
    return scratch.worth[slot] + 0.0


@jit
def score_card_cell(state, tables, scratch, cell):
    """The hex that a card, smoke or a demolition charge is for, or whose tank traps are cleared."""
    seat = scratch.viewer
    card = state.card
    if card == Card.OFFENSIVE_ARTILLERY or card == Card.SUPPRESSIVE_BARRAGE:
        return artillery_value(state, tables, scratch, seat, card, cell)
    if card == Card.SMOKE_MISSION or state.decision == Decision.SMOKE_CELL:
        return scratch.danger[cell] * 0.1 + scratch.pull[cell] * 0.05
    if card == Card.TAKE_COVER or card == Card.DIG_IN:
        return scratch.danger[cell] * 0.3 + scratch.pull[cell] * 0.2 + state.crowd[seat, cell]
    return scratch.pull[cell] - 0.5 * nearest(state, tables, seat, cell, False)


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
        return value + 0.1 * tables.cover[cell] - 0.5 * is_marked(state, cell)
    if decision == Decision.DEPLOY:
        if action < CELL:
            return -2.0
        slot = state.subject
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
def score_status(state, tables, action, scratch):
    """Draws, Op Fire mode, transfers, arrivals. Strategy note 6."""
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
    return 0.0
