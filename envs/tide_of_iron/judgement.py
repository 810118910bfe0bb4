"""How good is an action? One number for each, in points: the strong bot's opinion, and the simple bot's."""

from __future__ import annotations

from envs.core.jit import jit
from envs.tide_of_iron.appraisal import fire_value, hit_value, nearness, place_value
from envs.tide_of_iron.planning import (
    assault_prospect,
    best_target,
    later_fire,
    plan_all,
    plan_unit,
    shell_value,
    spread,
    watch_value,
)  # fmt: skip
from envs.tide_of_iron.rules.activating import Note
from envs.tide_of_iron.rules.cards import nearest
from envs.tide_of_iron.rules.firing import attack_strength, defence_of, fire_of, halve, halvings_of, uses_flames
from envs.tide_of_iron.rules.frames import Frame, top_frame
from envs.tide_of_iron.rules.moving import movement_of
from envs.tide_of_iron.rules.numbering import BID, CARD, CELL, DECK, DIRECTION, FIGURE, OPTION, ORDER, PASS, RETRY, UNIT
from envs.tide_of_iron.state import (
    CELLS,
    FORCE,
    SLOTS,
    Activation,
    Blow,
    Card,
    Decision,
    Deck,
    Figure,
    Option,
    Order,
    Part,
    Reach,
    is_out,
    is_squad,
    seat_of,
    strength_of,
)  # fmt: skip

_HALF_WAY = 0.05  # a step is worth a little less than being there


@jit
def score(state, tables, action, scratch):
    """The strong bot's opinion of a legal action; `appraise` must have run."""
    decision = state.decision
    if decision == Decision.SELECT:
        return score_select(state, tables, action, scratch)
    if decision == Decision.STEP:
        return score_step(state, tables, action, scratch)
    if decision == Decision.TARGET:
        return score_target(state, tables, action, scratch)
    if Decision.FIGURES <= decision <= Decision.ORDER:
        return score_fight(state, tables, action, scratch)
    if decision == Decision.COMMAND:
        return score_command(state, tables, action, scratch)
    if decision <= Decision.DEPLOY_FORT:
        return score_setup(state, tables, action, scratch)
    if Decision.CARD_UNIT <= decision <= Decision.SMOKE_CELL or decision == Decision.CLEAR_CELL:
        return score_card_choice(state, tables, action, scratch)
    if decision <= Decision.RETREAT:
        return score_assault(state, tables, action, scratch)
    return score_status(state, tables, action, scratch)


@jit
def score_select(state, tables, action, scratch):
    """An order for a unit, or a card. Strategy notes 1-11."""
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
def prepare_step(state, tables, scratch):
    """Spread the active unit's movement once for all steps it may take."""
    if scratch.planned:
        return
    scratch.planned = 1
    frame = top_frame(state)
    slot = frame.a + 0
    spread(state, tables, scratch, slot, state.movement + 0)
    scratch.shot = 0.0
    if frame.b == Order.FIRE_AND_MOVE and (frame.c & Note.FIRED) == 0:
        value, _ = best_target(state, tables, scratch, slot, 1, 0)
        scratch.shot = value


@jit
def standing_value(state, tables, scratch, slot, cell):
    """What it is worth to end the running movement in a hex, the attack that may follow included."""
    frame = top_frame(state)
    value = place_value(state, tables, scratch, slot, cell)
    if frame.b == Order.FIRE_AND_MOVE and (frame.c & Note.FIRED) == 0:
        if cell == state.units[slot].cell:
            value += scratch.shot
        else:
            value += later_fire(state, scratch, slot, cell)
    elif frame.b == Order.ASSAULT and not state.barred:
        seat = seat_of(slot)
        best = 0.0
        for direction in range(6):
            there = tables.next[cell, direction] + 0
            if there >= 0 and state.crowd[1 - seat, there] > 0 and tables.cost[0, cell, direction] > 0:
                gain, _ = assault_prospect(state, tables, scratch, slot, there, cell)
                best = max(best, gain)
        value += best
    return value


@jit
def score_step(state, tables, action, scratch):
    """One step of a movement: the best hex it leads to. Strategy notes 1, 7, 15."""
    prepare_step(state, tables, scratch)
    frame = top_frame(state)
    slot = frame.a + 0
    unit = state.units[slot]
    if action == PASS:
        return standing_value(state, tables, scratch, slot, unit.cell + 0)
    if action >= OPTION:
        return score_spending(state, tables, scratch, slot, action - OPTION)
    if action < DIRECTION:
        return -5.0
    direction = action - DIRECTION
    there = tables.next[unit.cell, direction] + 0
    seat = seat_of(slot)
    if state.crowd[1 - seat, there] > 0:
        return place_value(state, tables, scratch, slot, unit.cell + 0) - 1.0
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
    here = place_value(state, tables, scratch, slot, unit.cell + 0)
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
def score_target(state, tables, action, scratch):
    """Whom to fire at. Strategy notes 1-3."""
    frame = top_frame(state)
    slot = frame.a + 0
    if action == PASS:
        return 0.0
    if action >= CELL:
        value, _ = shell_value(state, tables, scratch, slot, action - CELL)
        return value
    times = 1 if frame.b == Order.FIRE_AND_MOVE else 0
    value, _ = fire_value(state, tables, scratch, slot, action - UNIT, times, state.boost + 0)
    return value


@jit
def attack_value(state, tables, scratch, blow):
    """Value of the running attack as it stands, in one type."""
    attack = state.attack[0]
    if attack.target < 0:
        value, _ = shell_value(state, tables, scratch, attack.lead + 0, attack.cell + 0)
        return value
    dice, reach = attack_strength(state, tables)
    defence = defence_of(state, tables, attack.target + 0, blow, uses_flames(state, tables))
    return hit_value(state, tables, scratch, attack.target + 0, reach, dice, defence, blow)


@jit
def op_bonus(state, scratch, target):
    """What stopping the active unit is worth beside the loss."""
    return 1.0 + 0.15 * scratch.worth[target] if state.attack[0].op else 0.0


@jit
def score_fight(state, tables, action, scratch):
    """Figures, type, supporters, Op Fire, timing. Strategy notes 2, 5, 6."""
    decision = state.decision
    attack = state.attack[0]
    if decision == Decision.FIGURES:
        slot = attack.asked + 0
        was = attack.part[slot] + 0
        part = action - (OPTION + Option.ALL) + Part.ALL
        attack.part[slot] = part
        value = max(attack_value(state, tables, scratch, Blow.NORMAL), attack_value(state, tables, scratch, Blow.SUPPRESSIVE))
        attack.part[slot] = was
        if attack.op and part == Part.CREW:
            value += 2.0
        return value
    if decision == Decision.ATTACK_TYPE:
        blow = action - (OPTION + Option.NORMAL)
        if attack.target < 0:
            _, best = shell_value(state, tables, scratch, attack.lead + 0, attack.cell + 0)
            return 1.0 if best == blow else 0.0
        value = attack_value(state, tables, scratch, blow)
        return value + (0.6 * value if attack.op and blow == Blow.SUPPRESSIVE else 0.0)
    if decision == Decision.SUPPORT:
        return score_support(state, tables, action, scratch)
    if decision == Decision.OP_FIRE:
        return score_op_fire(state, tables, action, scratch)
    return 1.0 if action == OPTION + Option.OP_FIRE_FIRST else 0.0


@jit
def score_support(state, tables, action, scratch):
    """Adding a supporter, or firing as it is. Strategy note 5."""
    attack = state.attack[0]
    if action == PASS:
        return 0.0
    if attack.target < 0:
        return -0.5
    slot = action - UNIT
    unit = state.units[slot]
    before = attack_value(state, tables, scratch, attack.blow + 0)
    attack.part[slot] = Part.CREW + 0 if unit.figures[Figure.MACHINE_GUN] else Part.ALL + 0
    after = attack_value(state, tables, scratch, attack.blow + 0)
    attack.part[slot] = Part.NONE
    if attack.op:
        cost = 0.3 if unit.figures[Figure.MACHINE_GUN] else 1.5
    else:
        plan_unit(state, tables, scratch, slot)
        k = slot % FORCE
        cost = 0.3
        for order in range(Order.ASSAULT + 1):
            cost = max(cost, 0.75 * scratch.plan[order, k])
    return after - before - cost


@jit
def score_op_fire(state, tables, action, scratch):
    """Opportunity fire at the active unit, or waiting for a better chance. Strategy note 6."""
    if action == PASS:
        return 1.0
    slot = action - UNIT
    value, blow = fire_value(state, tables, scratch, slot, state.active + 0, 0, 0)
    if blow == Blow.SUPPRESSIVE:
        value *= 1.5
    if state.units[slot].figures[Figure.MACHINE_GUN]:
        value += 0.8
    return value


@jit
def figure_price(tables, seat, figure):
    """Price of a figure, as what its loss costs."""
    return tables.figure_points[seat, figure] + 0.0


@jit
def score_assault(state, tables, action, scratch):
    """Casualties, the hex to assault, supporters, retreat. Strategy notes 8 and 9."""
    decision = state.decision
    if decision == Decision.CASUALTY:
        return -figure_price(tables, scratch.viewer, action - FIGURE)
    if decision == Decision.ASSAULT_HEX:
        if action == PASS:
            return 0.0
        slot = top_frame(state).a + 0
        here = state.units[slot].cell + 0
        value, _ = assault_prospect(state, tables, scratch, slot, tables.next[here, action - DIRECTION] + 0, here)
        return value
    if decision == Decision.ASSAULT_SUPPORT:
        if action == PASS:
            return 0.0
        unit = state.units[action - UNIT]
        return 1.0 if unit.activation == Activation.FATIGUED else 1.0 - 0.12 * scratch.worth[action - UNIT]
    if decision == Decision.HIT_UNIT:
        unit = state.units[action - UNIT]
        return -scratch.worth[action - UNIT] / max(1, strength_of(unit)) if is_squad(unit) else -30.0
    if decision == Decision.RETREAT:
        slot = top_frame(state).b + 0
        return place_value(state, tables, scratch, slot, tables.next[state.units[slot].cell, action - DIRECTION] + 0)
    return 1.0 if action == OPTION + Option.FIRE_FIRST else fire_later(state, tables, scratch)


@jit
def fire_later(state, tables, scratch):
    """1.5 when moving first promises more than firing first."""
    slot = top_frame(state).a + 0
    half, _ = best_target(state, tables, scratch, slot, 1, 0)
    spread(state, tables, scratch, slot, movement_of(state, tables, slot, Order.FIRE_AND_MOVE))
    with_fire = -1e6
    without = -1e6
    for cell in range(CELLS):
        if scratch.left[cell] >= 0:
            value = place_value(state, tables, scratch, slot, cell)
            with_fire = max(with_fire, value + later_fire(state, scratch, slot, cell))
            without = max(without, value)
    return 1.5 if with_fire > without + half else 0.5


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
    if decision == Decision.DEPLOY_FORT:
        return 0.0 if action == PASS else 1.0
    return fire_later(state, tables, scratch) if action == OPTION + Option.MOVE_FIRST else 1.0


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


@jit
def greedy(state, tables, action, scratch):
    """The simple bot's opinion: fire where most hits are expected, else go to the nearest objective, and end in cover. Strategy note 1."""
    decision = state.decision
    if decision == Decision.SELECT:
        return greedy_select(state, tables, action, scratch)
    if decision == Decision.STEP:
        if action == PASS or action >= OPTION or action < DIRECTION:
            return greedy_place(state, tables, scratch, state.units[state.active].cell + 0) - (0.0 if action == PASS else 0.5)
        there = tables.next[state.units[state.active].cell, action - DIRECTION] + 0
        return greedy_place(state, tables, scratch, there) + 0.01
    if decision == Decision.TARGET:
        if action == PASS:
            return 0.0
        return 0.5 if action >= CELL else mean_hits(state, tables, top_frame(state).a + 0, action - UNIT)
    if decision == Decision.OP_FIRE:
        return 0.1 if action == PASS else mean_hits(state, tables, action - UNIT, state.active + 0)
    if decision == Decision.SUPPORT or decision == Decision.OP_MODE or decision == Decision.TRANSFER_FROM or decision == Decision.COMMAND:
        return 1.0 if action == PASS else 0.0
    if decision == Decision.ASSAULT_HEX:
        return 0.0 if action == PASS else 1.0
    if decision == Decision.DEPLOY and action >= CELL:
        return greedy_place(state, tables, scratch, action - CELL) - 0.3 * state.crowd[scratch.viewer, action - CELL]
    if decision == Decision.CASUALTY:
        return -figure_price(tables, scratch.viewer, action - FIGURE)
    return 0.0


@jit
def greedy_place(state, tables, scratch, cell):
    """Closeness to the nearest objective that is not the viewer's, and cover."""
    best = 40
    for k in range(tables.n_objectives):
        if state.control[k] != scratch.viewer:
            best = min(best, tables.distance[cell, tables.objective_cell[k]] + 0)
    return -1.0 * best + 0.3 * tables.cover[cell]


@jit
def mean_hits(state, tables, slot, target):
    """Expected net hits of a unit's fire."""
    fp, reach = fire_of(state, tables, slot, Part.ALL, target)
    if fp == 0:
        return 0.0
    dice = min(24, halve(fp, halvings_of(state, tables, slot)))
    return tables.tail[reach, dice, min(12, defence_of(state, tables, target, Blow.NORMAL, False)), 0] + 0.0


@jit
def greedy_select(state, tables, action, scratch):
    """Concentrated Fire with good odds, else an advance, else anything."""
    if action >= CARD:
        return 0.2
    order = (action - ORDER) // SLOTS
    slot = (action - ORDER) % SLOTS
    if order == Order.FIRE:
        foe = 1 - scratch.viewer
        best = 0.0
        for target in range(FORCE * foe, FORCE * (foe + 1)):
            unit = state.units[target]
            if is_out(unit) and tables.sight[state.units[slot].cell, unit.cell]:
                best = max(best, mean_hits(state, tables, slot, target))
        return best + 0.2 if best > 0.5 else 0.3
    if order == Order.ADVANCE:
        here = greedy_place(state, tables, scratch, state.units[slot].cell + 0)
        return 0.6 if here < -0.5 else 0.1
    return 0.0

