"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` attacks whom it can kill and else goes for the nearest objective, treasure or enemy;
`strong` follows the dossier's strategy notes with exact odds. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import count_left, map_foes, map_stakes, map_strikes
from skirmish_rl.envs.warcry.bots.plans import plan_step
from skirmish_rl.envs.warcry.bots.simple import score_simple
from skirmish_rl.envs.warcry.bots.strong import score_strong
from skirmish_rl.envs.warcry.bots.value import point_value, worth_of
from skirmish_rl.envs.warcry.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.warcry.state import SLOTS, Status

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    scratch.viewer = max(state.decider, 0)
    scratch.actor = -1
    scratch.n_foes = 0
    scratch.point = point_value(state, tables)
    count_left(state, scratch)
    scratch.caution = caution_of(state, tables)
    for slot in range(SLOTS):
        on_board = state.units[slot].status == Status.ON_BOARD
        scratch.worth[slot] = worth_of(state, tables, slot, scratch.point) if on_board else 0.0
    decision = state.decision
    group = GROUP_OF[decision]
    if moves_somebody(decision):
        actor = state.subject
        scratch.worth[actor] = worth_of(state, tables, actor, scratch.point)
        map_stakes(state, tables, scratch, actor)
        map_foes(state, tables, scratch, actor)
        if group == Group.STEP or decision == Decision.BONUS:
            plan_step(state, tables, scratch, actor, state.actions_left if group == Group.STEP else 1)
    elif group == Group.COMBAT or group == Group.HERO or group == Group.ATTACK:
        map_strikes(state, tables, scratch)
    elif group == Group.SCORE:
        map_stakes(state, tables, scratch, state.subject)


@jit
def moves_somebody(decision):
    """True for questions about what one of the decider's fighters does, or where it goes."""
    return (
        decision == Decision.STEP or decision == Decision.MOVE or decision == Decision.DISENGAGE or decision == Decision.DEPLOY
        or decision == Decision.BONUS
    )  # fmt: skip


@jit
def caution_of(state, tables):
    """Weight of threats: less in the last round. Strategy note 20."""
    return 0.25 if state.round >= tables.rounds else 0.4


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return score_simple(state, tables, action, scratch) if bot == _SIMPLE else score_strong(state, tables, action, scratch)
