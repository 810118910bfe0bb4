"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` attacks whom it can and else goes for the nearest objective; `strong` weighs every Action
by exact odds, what markers are worth, and the value of places. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.maps import fill_stakes
from skirmish_rl.envs.trench_crusade.bots.order import plan_order
from skirmish_rl.envs.trench_crusade.bots.plans import fill_reach, plan_actions, survey_actor
from skirmish_rl.envs.trench_crusade.bots.simple import score_simple
from skirmish_rl.envs.trench_crusade.bots.strong import score_strong
from skirmish_rl.envs.trench_crusade.bots.worth import add_deeds, fill_worth
from skirmish_rl.envs.trench_crusade.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.trench_crusade.state import FORCE, Mode

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    seat = max(state.decider, 0)
    scratch.viewer = seat
    scratch.actor = -1
    fill_worth(state, tables, scratch)
    group = GROUP_OF[state.decision]
    decision = state.decision
    if group == Group.SETUP:
        if state.subject >= 0 and decision != Decision.ZONE:
            fill_stakes(state, tables, scratch, state.subject)
    elif group == Group.ACTIVATE:
        plan_order(state, tables, scratch, seat)
        if decision == Decision.JOINT or decision == Decision.MEMBER:
            for slot in range(FORCE * seat, FORCE * (seat + 1)):
                if state.acts[0].slot == slot or state.acts[1].slot == slot:
                    survey_actor(state, tables, scratch, slot)
                    plan_actions(state, tables, scratch, slot)
                    scratch.urge[slot] = best_gain(scratch)
    elif group == Group.ACTION:
        add_deeds(state, tables, scratch, state.subject)
        survey_actor(state, tables, scratch, state.subject)
        plan_actions(state, tables, scratch, state.subject)
    elif group == Group.MOVE:
        slot = state.subject
        survey_actor(state, tables, scratch, slot)
        if decision == Decision.DESTINATION:
            fill_reach(state, tables, slot, Mode.WALK, scratch.reach)
    elif decision == Decision.PUPPET_DIRECTION or decision == Decision.PUPPET_CELL:
        survey_actor(state, tables, scratch, state.subject)
    elif state.attack[0].attacker >= 0:
        add_deeds(state, tables, scratch, state.attack[0].attacker)


@jit
def best_gain(scratch):
    """The gain from the best Action, compared with ending."""
    best = -1e6
    last = len(scratch.verb) - 1
    for verb in range(last):
        best = max(best, scratch.verb[verb] - scratch.verb[last])
    return best


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    if bot == _SIMPLE:
        return score_simple(state, tables, action, scratch)
    return score_strong(state, tables, action, scratch)
