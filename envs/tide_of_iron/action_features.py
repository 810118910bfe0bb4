"""What is an action like? Features of one legal action, for policies that score actions by their features."""

from __future__ import annotations

from skirmish_rl.envs.tide_of_iron.appraisal import CONTEXT, appraise, place_value, shelter
from skirmish_rl.envs.tide_of_iron.judgement import attack_value, prepare_step, score
from skirmish_rl.envs.tide_of_iron.planning import plan_all
from skirmish_rl.envs.tide_of_iron.rules.numbering import (
    BID,
    CARD,
    CELL,
    DECK,
    DIRECTION,
    FIGURE,
    OPTION,
    ORDER,
    PASS,
    RETRY,
    UNIT,
)

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.observation import squeeze
from skirmish_rl.envs.tide_of_iron.rules.firing import attack_strength, defence_of, fire_of, halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.moving import step_cost
from skirmish_rl.envs.tide_of_iron.rules.scoring import income_of, victory_income
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    FIGURES,
    FORCE,
    ORDERS,
    SLOTS,
    Activation,
    Blow,
    Card,
    Condition,
    Decision,
    Figure,
    Goal,
    Option,
    Order,
    Part,
    Reach,
    is_out,
    is_squad,
    seat_of,
)  # fmt: skip

_KINDS = ("pass", "order", "unit", "cell", "direction", "deck", "bid", "figure", "card", "retry")
_DECISIONS = tuple(f"asked_{d.name.lower()}" for d in Decision if d)
_ORDERS = tuple(f"orders_{order.name.lower()}" for order in Order)
_OPTIONS = tuple(f"says_{option.name.lower()}" for option in Option)
_CARDS = tuple(f"card_{card.name.lower()}" for card in Card)
_FIGURES = tuple(f"figure_{figure.name.lower()}" for figure in Figure)
_VALUES = ("opinion", "opinion_fine", "amount", "best_plan", "runner_up")
_PLANS = ("plan_advance", "plan_fire", "plan_prepare", "plan_fire_and_move", "plan_assault")
_CELL = (
    "x", "y", "pull", "danger", "strike", "cover", "level", "place", "place_gain", "objective_range", "on_victory", "on_command",
    "friends", "enemies", "enemies_near", "friends_near", "points_left", "controlled", "contested",
)  # fmt: skip
_UNIT = (
    "is_mine", "worth", "strength", "elite", "officer", "machine_gun", "mortar", "vehicle", "pinned", "disrupted", "damaged", "fresh",
    "op_fire", "on_objective", "unit_danger", "unit_pull", "distance", "dice", "reach", "defence", "dice_normal", "chance_one", "chance_three",
)  # fmt: skip
_GAME = (
    "lead", "lead_fine", "rounds_left", "last_round", "actions_left", "my_fresh", "rival_fresh", "my_income", "rival_income", "my_points_next",
    "rival_points_next", "my_strength", "rival_strength", "initiative", "my_command", "rival_command", "pool_lead", "rival_finished",
    "held", "lost", "op_mine", "op_rival", "projected", "movement",
)  # fmt: skip
assert len(_GAME) == CONTEXT

ACTION_FEATURES = _KINDS + _DECISIONS + _ORDERS + _OPTIONS + _CARDS + _FIGURES + _VALUES + _PLANS + _CELL + _UNIT + _GAME
_AT_DECISION = len(_KINDS)
_AT_ORDER = _AT_DECISION + len(_DECISIONS)
_AT_OPTION = _AT_ORDER + ORDERS
_AT_CARD = _AT_OPTION + len(_OPTIONS)
_AT_FIGURE = _AT_CARD + CARDS
_AT_VALUES = _AT_FIGURE + FIGURES
_AT_PLANS = _AT_VALUES + len(_VALUES)
_AT_CELL = _AT_PLANS + len(_PLANS)
_AT_UNIT = _AT_CELL + len(_CELL)
_AT_GAME = _AT_UNIT + len(_UNIT)
_WIDTH = len(ACTION_FEATURES)


@jit
def describe(state, tables, action, out, scratch):
    """Features of one legal action; `prepare` must have run.

    Args:
        out: float32 (len(ACTION_FEATURES),), overwritten, every value in [-1, 1].
    """
    for i in range(_AT_GAME):
        out[i] = 0.0
    opinion = score(state, tables, action, scratch)
    for i in range(CONTEXT):
        out[_AT_GAME + i] = scratch.facts[i]
    out[_AT_DECISION + state.decision - 1] = 1.0
    out[_AT_VALUES] = squeeze(opinion, 30.0)
    out[_AT_VALUES + 1] = squeeze(opinion, 5.0)
    if action == PASS:
        out[0] = 1.0
        if state.active >= 0 and state.units[state.active].cell >= 0 and state.decision != Decision.OP_FIRE:
            describe_cell(state, tables, scratch, state.active + 0, state.units[state.active].cell + 0, out)
    elif action < UNIT:
        describe_order(state, tables, scratch, (action - ORDER) // SLOTS, (action - ORDER) % FORCE, out)
    elif action < CELL:
        out[2] = 1.0
        describe_unit(state, tables, scratch, action - UNIT, out)
        describe_shot(state, tables, scratch, action - UNIT, out)
    elif action < DIRECTION:
        out[3] = 1.0
        describe_cell(state, tables, scratch, mover_of(state), action - CELL, out)
    elif action < DECK:
        out[4] = 1.0
        describe_direction(state, tables, scratch, action - DIRECTION, out)
    elif action < BID:
        out[5] = 1.0
        out[_AT_VALUES + 2] = (action - DECK) / 2.0
    elif action < OPTION:
        out[6] = 1.0
        out[_AT_VALUES + 2] = (action - BID + 1) / 12.0
    elif action < FIGURE:
        out[_AT_OPTION + action - OPTION] = 1.0
        if state.decision == Decision.ATTACK_TYPE or state.decision == Decision.FIGURES:
            describe_attack(state, tables, scratch, action - OPTION, out)
    elif action < CARD:
        out[7] = 1.0
        out[_AT_FIGURE + action - FIGURE] = 1.0
    elif action < RETRY:
        out[8] = 1.0
        out[_AT_CARD + action - CARD] = 1.0
        out[_AT_VALUES + 2] = tables.card_cost[action - CARD] / 6.0
    else:
        out[9] = 1.0
        out[_AT_CARD + Card.OFFENSIVE_ARTILLERY + action - RETRY] = 1.0


@jit
def mover_of(state):
    """The unit that a named hex is for, or -1."""
    frame = top_frame(state)
    decision = state.decision
    if decision == Decision.DEPLOY:
        return frame.b + 0
    if decision == Decision.ARRIVE:
        return frame.c + 0
    return -1


@jit
def describe_order(state, tables, scratch, order, k, out):
    """An order for one of the viewer's units."""
    slot = FORCE * scratch.viewer + k
    out[1] = 1.0
    out[_AT_ORDER + order] = 1.0
    best = 0.0
    second = 0.0
    for other in range(Order.ASSAULT + 1):
        value = scratch.plan[other, k]
        out[_AT_PLANS + other] = squeeze(value, 15.0)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    out[_AT_VALUES + 3] = squeeze(best, 15.0)
    out[_AT_VALUES + 4] = squeeze(second, 15.0)
    describe_unit(state, tables, scratch, slot, out)
    if order == Order.ADVANCE or order == Order.FIRE_AND_MOVE or order == Order.ASSAULT:
        goal = scratch.goal[order, k]
        if goal >= 0:
            describe_cell(state, tables, scratch, slot, goal + 0, out)
    elif state.units[slot].cell >= 0:
        describe_cell(state, tables, scratch, slot, state.units[slot].cell + 0, out)


@jit
def describe_direction(state, tables, scratch, direction, out):
    """A step, an assault or a retreat into the next hex; of a step the best hex beyond is what counts, and the hex itself is described."""
    decision = state.decision
    frame = top_frame(state)
    slot = frame.b + 0 if decision == Decision.RETREAT else frame.a + 0
    there = tables.next[state.units[slot].cell, direction] + 0
    describe_cell(state, tables, scratch, slot, there, out)
    if decision == Decision.STEP:
        out[_AT_CELL + 16] = max(0, state.movement - step_cost(state, tables, slot, direction)) / 8.0


@jit
def describe_cell(state, tables, scratch, slot, cell, out):
    """Features of a hex for the unit that would stand there."""
    k = _AT_CELL
    viewer = scratch.viewer
    out[k] = tables.view_x[viewer, cell]
    out[k + 1] = tables.view_y[viewer, cell]
    out[k + 2] = squeeze(scratch.pull[cell], 50.0)
    out[k + 3] = squeeze(scratch.danger[cell] * shelter(tables.cover[cell] + 0), 20.0)
    out[k + 4] = squeeze(scratch.strike[cell], 10.0)
    out[k + 5] = tables.cover[cell] / 3.0
    out[k + 6] = tables.level[cell] / 2.0
    if slot >= 0:
        here = place_value(state, tables, scratch, slot, cell)
        out[k + 7] = squeeze(here, 50.0)
        if state.units[slot].cell >= 0:
            out[k + 8] = squeeze(here - place_value(state, tables, scratch, slot, state.units[slot].cell + 0), 20.0)
    nearest = 12
    for objective in range(tables.n_objectives):
        away = tables.distance[cell, tables.objective_cell[objective]]
        nearest = min(nearest, away + 0)
        if away == 0:
            if tables.objective_kind[objective] == Goal.VICTORY:
                out[k + 10] = 1.0
            else:
                out[k + 11] = 1.0
            if state.control[objective] == viewer:
                out[k + 17] = 1.0
            elif state.control[objective] >= 0:
                out[k + 18] = 1.0
    out[k + 9] = 1.0 - nearest / 12.0
    out[k + 12] = min(state.crowd[viewer, cell] + 0, 3) / 3.0
    out[k + 13] = min(state.crowd[1 - viewer, cell] + 0, 3) / 3.0
    friends = 0
    enemies = 0
    for direction in range(6):
        there = tables.next[cell, direction]
        if there >= 0:
            friends += state.crowd[viewer, there]
            enemies += state.crowd[1 - viewer, there]
    out[k + 14] = min(enemies, 4) / 4.0
    out[k + 15] = min(friends, 4) / 4.0


@jit
def describe_unit(state, tables, scratch, slot, out):
    """Features of a unit that is chosen, attacked or helped."""
    k = _AT_UNIT
    unit = state.units[slot]
    out[k] = seat_of(slot) == scratch.viewer
    out[k + 1] = squeeze(scratch.worth[slot], 80.0)
    if is_squad(unit):
        n = 0
        for figure in range(FIGURES):
            n += unit.figures[figure]
        out[k + 2] = min(n, 4) / 4.0
        out[k + 3] = min(unit.figures[Figure.ELITE] + 0, 4) / 4.0
        out[k + 4] = min(unit.figures[Figure.OFFICER] + 0, 1)
        out[k + 5] = min(unit.figures[Figure.MACHINE_GUN] + 0, 1)
        out[k + 6] = min(unit.figures[Figure.MORTAR] + 0, 1)
        out[k + 8] = unit.condition == Condition.PINNED
        out[k + 9] = unit.condition == Condition.DISRUPTED
    else:
        out[k + 7] = 1.0
        out[k + 10] = unit.damage / 2.0
    out[k + 11] = unit.activation == Activation.FRESH
    out[k + 12] = unit.activation == Activation.OP_FIRE
    if unit.cell < 0:
        return
    for objective in range(tables.n_objectives):
        if tables.objective_cell[objective] == unit.cell:
            out[k + 13] = 1.0
    out[k + 14] = squeeze(scratch.danger[unit.cell] * shelter(tables.cover[unit.cell] + 0), 20.0)
    out[k + 15] = squeeze(scratch.pull[unit.cell], 50.0)
    if state.active >= 0 and state.units[state.active].cell >= 0:
        out[k + 16] = min(tables.distance[state.units[state.active].cell, unit.cell] + 0, 16) / 16.0


@jit
def describe_shot(state, tables, scratch, slot, out):
    """Odds of the fire that naming a unit would mean: at it, or by it in Op Fire."""
    decision = state.decision
    shooter = -1
    target = -1
    times = 0
    if decision == Decision.TARGET:
        frame = top_frame(state)
        shooter = frame.a + 0
        target = slot
        times = 1 if frame.b == Order.FIRE_AND_MOVE else 0
    elif decision == Decision.OP_FIRE:
        shooter = slot
        target = state.active + 0
    if shooter < 0:
        return
    fp, reach = fire_of(state, tables, shooter, Part.ALL, target)
    if reach > Reach.LONG:
        return
    dice = halve(fp + state.boost, times + halvings_of(state, tables, shooter))
    write_odds(state, tables, target, reach, dice, Blow.SUPPRESSIVE if is_squad(state.units[target]) else Blow.NORMAL, out)


@jit
def write_odds(state, tables, target, reach, dice, blow, out):
    """Dice, range class, defence and chances of an attack."""
    k = _AT_UNIT
    defence = min(12, defence_of(state, tables, target, blow, False))
    out[k + 17] = min(dice, 16) / 16.0
    out[k + 18] = reach / 2.0
    out[k + 19] = min(defence, 8) / 8.0
    out[k + 21] = tables.tail[reach, min(dice, 24), defence, 1]
    out[k + 22] = tables.tail[reach, min(dice, 24), defence, 3]


@jit
def describe_attack(state, tables, scratch, option, out):
    """Type or figures of the running attack: its dice and odds, and the target."""
    attack = state.attack[0]
    if attack.target < 0:
        return
    describe_unit(state, tables, scratch, attack.target + 0, out)
    blow = Blow.SUPPRESSIVE + 0 if option == Option.SUPPRESSIVE else Blow.NORMAL + 0
    if option >= Option.ALL:
        slot = attack.asked + 0
        was = attack.part[slot] + 0
        attack.part[slot] = option - Option.ALL + Part.ALL
        dice, reach = attack_strength(state, tables)
        out[_AT_UNIT + 20] = squeeze(attack_value(state, tables, scratch, Blow.NORMAL + 0), 20.0)
        attack.part[slot] = was
    else:
        dice, reach = attack_strength(state, tables)
        out[_AT_UNIT + 20] = squeeze(attack_value(state, tables, scratch, blow), 20.0)
    if reach <= Reach.LONG:
        write_odds(state, tables, attack.target + 0, reach, dice, blow, out)


@jit
def prepare(state, tables, scratch):
    """Work out once per position what `describe` reads for every action: the bots' maps and plans, and the context."""
    appraise(state, tables, scratch)
    if state.decision == Decision.SELECT:
        plan_all(state, tables, scratch)
    elif state.decision == Decision.STEP:
        prepare_step(state, tables, scratch)
    out = scratch.facts
    viewer = scratch.viewer
    foe = 1 - viewer
    lead = state.points[viewer] - state.points[foe] + 0.0
    out[0] = squeeze(lead, 8.0)
    out[1] = squeeze(lead, 2.0)
    out[2] = max(0, tables.rounds - state.round) / 8.0
    out[3] = state.round >= tables.rounds
    out[4] = min(state.actions_left + 0, 4) / 4.0
    for i in range(5, CONTEXT):
        out[i] = 0.0
    for slot in range(2 * FORCE):
        unit = state.units[slot]
        if not is_out(unit):
            continue
        mine = seat_of(slot) == viewer
        fresh = unit.activation == Activation.FRESH and unit.condition == Condition.NONE
        if mine:
            out[5] += fresh / 10.0
            out[11] += scratch.worth[slot] / 320.0
            out[20] += (unit.activation == Activation.OP_FIRE) / 5.0
        else:
            out[6] += fresh / 10.0
            out[12] += scratch.worth[slot] / 320.0
            out[21] += (unit.activation == Activation.OP_FIRE) / 5.0
    for i in (5, 6, 11, 12, 20, 21):
        out[i] = min(1.0, out[i])
    out[7] = squeeze(income_of(state, tables, viewer) + 0.0, 8.0)
    out[8] = squeeze(income_of(state, tables, foe) + 0.0, 8.0)
    mine_next = victory_income(state, tables, viewer)
    theirs_next = victory_income(state, tables, foe)
    out[9] = squeeze(mine_next + 0.0, 4.0)
    out[10] = squeeze(theirs_next + 0.0, 4.0)
    out[13] = state.initiative == viewer
    out[14] = squeeze(state.command[viewer] + 0.0, 12.0)
    out[15] = squeeze(state.command[foe] + 0.0, 12.0)
    out[16] = squeeze(state.pool[viewer] - state.pool[foe] + 0.0, 6.0)
    out[17] = state.finished[foe]
    swing = 0
    for objective in range(tables.n_objectives):
        if tables.objective_kind[objective] == Goal.VICTORY:
            cell = tables.objective_cell[objective]
            owner = state.control[objective] + 0
            if state.crowd[viewer, cell] > 0:
                owner = viewer
            elif state.crowd[foe, cell] > 0:
                owner = foe
            if owner == viewer:
                out[18] += 0.25
                swing += 1
            elif owner == foe:
                out[19] += 0.25
                swing -= 1
    left = tables.rounds - state.round + 1.0
    out[22] = squeeze(lead + swing * max(left, 0.0), 8.0)
    out[23] = max(0, min(state.movement + 0, 8)) / 8.0
