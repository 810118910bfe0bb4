"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` shoots where most damage is expected and else goes for the nearest objective or enemy;
`strong` follows the dossier's strategy notes with exact odds. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import map_goals, map_squad, map_stakes
from skirmish_rl.envs.dropzone_commander.bots.simple import score_simple
from skirmish_rl.envs.dropzone_commander.bots.value import map_worth, point_value
from skirmish_rl.envs.dropzone_commander.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.dropzone_commander.rules.processes import running

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    scratch.viewer = max(state.decider, 0)
    scratch.point = point_value(tables)
    scratch.late = state.round / tables.rounds
    scratch.squad = -1
    scratch.actor = -1
    scratch.cargo = -1
    scratch.fetch = -1
    scratch.n_foes = 0
    map_worth(state, tables, scratch)
    group = GROUP_OF[state.decision]
    if group == Group.FIRE or group == Group.FATE or group == Group.SETUP:
        return
    map_stakes(state, tables, scratch)
    map_goals(state, tables, scratch)
    if group == Group.MOVE or group == Group.BOARD or state.decision == Decision.ACTION:
        map_squad(state, tables, scratch, squad_of(state, tables))


@jit
def squad_of(state, tables):
    """The squad that a question about units is about."""
    squad = running(state).squad + 0
    return squad if squad >= 0 else tables.unit_squad[state.subject] + 0


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return score_simple(state, tables, action, scratch)
