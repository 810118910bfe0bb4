"""How good is an action? One number for each, in points: the strong bot's opinion."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.appraisal import fire_value, hit_value, place_value
from skirmish_rl.envs.tide_of_iron.planning import (
    assault_prospect,
    best_target,
    later_fire,
    plan_all,
    plan_unit,
    shell_value,
    spread,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.activating import Note
from skirmish_rl.envs.tide_of_iron.rules.firing import attack_strength, defence_of, uses_flames
from skirmish_rl.envs.tide_of_iron.rules.moving import movement_of
from skirmish_rl.envs.tide_of_iron.rules.numbering import CARD, CELL, DIRECTION, FIGURE, OPTION, ORDER, PASS, UNIT
from skirmish_rl.envs.tide_of_iron.spending import score_card, score_card_choice, score_command, score_setup, score_status
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FORCE,
    SLOTS,
    Activation,
    Blow,
    Decision,
    Figure,
    Option,
    Order,
    Part,
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
