"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` attacks whom it can and else goes for the nearest objective; `strong` weighs every Action
by exact odds, what markers are worth, and the value of places. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.plans import fill_reach, plan_actions, plan_charge, plan_order, survey_actor
from skirmish_rl.envs.trench_crusade.bots.simple import score_simple
from skirmish_rl.envs.trench_crusade.bots.strong import score_strong
from skirmish_rl.envs.trench_crusade.bots.value import USUAL, fill_hoard, pass_chance
from skirmish_rl.envs.trench_crusade.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.trench_crusade.state import FORCE, SLOTS, Mode, Status, Trait

BOTS = ("random", "simple", "strong")
_SIMPLE = 1
_LEADER = 25.0  # more than its price: morale, strategy note 12
_PER_TURN = 0.35  # chance to use a marker that each Turn brings, at most 1
_SHARE = 0.9  # of what a warband costs: what all victory points of a scenario are worth
_CAUTION = 0.1  # weight of enemies that will act again in a later Turn


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    seat = max(state.decider, 0)
    scratch.viewer = seat
    scratch.actor = -1
    scratch.point = _SHARE * stake_of(tables)
    fill_worth(state, tables, scratch)
    group = GROUP_OF[state.decision]
    decision = state.decision
    if group == Group.SET_UP:
        if state.subject >= 0 and decision != Decision.ZONE:
            survey_actor(state, tables, scratch, state.subject + 0)
    elif group == Group.ACTIVATE:
        plan_order(state, tables, scratch, seat)
        if decision == Decision.JOINT or decision == Decision.MEMBER:
            for slot in range(FORCE * seat, FORCE * (seat + 1)):
                if state.acts[0].slot == slot or state.acts[1].slot == slot:
                    survey_actor(state, tables, scratch, slot)
                    plan_actions(state, tables, scratch, slot)
                    scratch.urge[slot] = best_gain(scratch)
    elif group == Group.ACTION:
        survey_actor(state, tables, scratch, state.subject + 0)
        plan_actions(state, tables, scratch, state.subject + 0)
    elif group == Group.MOVE:
        slot = state.subject + 0
        survey_actor(state, tables, scratch, slot)
        if decision == Decision.DESTINATION:
            fill_reach(state, tables, slot, Mode.WALK + 0, scratch.reach)
        elif decision == Decision.CHARGE_TARGET:
            plan_charge(state, tables, scratch, slot)
    elif decision == Decision.PUPPET_DIRECTION or decision == Decision.PUPPET_CELL:
        survey_actor(state, tables, scratch, state.subject + 0)


@jit
def stake_of(tables):
    """Points of the lists for each victory point of the scenario: what a warband costs, shared by what can be scored."""
    total = tables.turns * tables.objectives * tables.piece_points
    for k in range(tables.relics):
        total += tables.relic_last[k] * tables.relic_points
        if tables.relic_last[k] >= tables.turns:
            total += tables.relic_last_points - tables.relic_points
    price = 0
    for slot in range(SLOTS):
        price += tables.points[slot]
    return 0.5 * price / max(1, total)


@jit
def best_gain(scratch):
    """What the best Action brings beyond ending."""
    best = -1e6
    last = len(scratch.verb) - 1
    for verb in range(last):
        best = max(best, scratch.verb[verb] - scratch.verb[last])
    return best


@jit
def fill_worth(state, tables, scratch):
    """Worth of every model, and of the markers on it. Strategy notes 12, 19."""
    left = tables.turns - state.round
    fresh = 0
    for slot in range(SLOTS):
        fresh += state.units[slot].status == Status.ON_BOARD and state.units[slot].activated == 0
    scratch.later = min(1.0, _PER_TURN * left + min(0.5, 0.08 * fresh))
    scratch.caution = _CAUTION if left > 0 else 0.0
    for slot in range(SLOTS):
        scratch.worth[slot] = 0.0
        if state.units[slot].status != Status.ON_BOARD and state.units[slot].status != Status.RESERVE:
            continue
        scratch.worth[slot] = tables.points[slot] + (_LEADER if tables.traits[slot, Trait.LEADER] and tables.morale else 0.0)
        scratch.strike[slot] = USUAL * pass_chance(tables, max(tables.ranged[slot], tables.melee[slot]) + 0)
        fill_hoard(state, tables, scratch, slot)


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    if bot == _SIMPLE:
        return score_simple(state, tables, action, scratch)
    return score_strong(state, tables, action, scratch)
