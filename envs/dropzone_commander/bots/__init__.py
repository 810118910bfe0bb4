"""What would a sensible player do? Compiled bots from simple to strong.

`random` picks any legal action; `simple` shoots where most damage is expected and else goes for the nearest objective or enemy;
`strong` follows the dossier's strategy notes with exact odds. Rules never depend on this folder.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import map_focal, map_foes, map_goals, map_squad, map_stakes, map_strikes
from skirmish_rl.envs.dropzone_commander.bots.plans import plan_fetch, plan_shot
from skirmish_rl.envs.dropzone_commander.bots.simple import score_simple
from skirmish_rl.envs.dropzone_commander.bots.strong import map_urges, score_strong
from skirmish_rl.envs.dropzone_commander.bots.strong_fights import survey_fire
from skirmish_rl.envs.dropzone_commander.bots.value import map_worth, point_value
from skirmish_rl.envs.dropzone_commander.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, leader_of
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import GROUPS, PIECES, SQUADS, TOKENS

BOTS = ("random", "simple", "strong")
_SIMPLE = 1


@jit
def blank(scratch):
    """Forget the position before, which may have been another game's: an answer depends on its own position alone."""
    for token in range(TOKENS):
        scratch.stake[token] = 0.0
        scratch.focal[token] = 0.0
        scratch.wanted[token] = 0
    for squad in range(SQUADS):
        scratch.strike[squad] = 0.0
        scratch.peril[squad] = 0.0
        scratch.goal[squad] = -1
    for group in range(GROUPS):
        scratch.urge[group] = 0.0
    for piece in range(PIECES):
        scratch.inside[piece] = 0.0
    for mode in range(3):
        scratch.modes[mode] = 0.0
    scratch.shot = 0.0
    scratch.singly = 0.0
    scratch.shooters = 0
    scratch.prize = 0.0


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    blank(scratch)
    scratch.viewer = max(state.decider, 0)
    scratch.point = point_value(tables)
    scratch.late = state.round / tables.rounds
    scratch.squad = -1
    scratch.actor = -1
    scratch.cargo = -1
    scratch.fetch = -1
    scratch.n_foes = 0
    map_worth(state, tables, scratch)
    decision = state.decision
    group = GROUP_OF[decision]
    if group == Group.FIRE:
        survey_fire(state, tables, scratch)
        return
    if group == Group.FATE or group == Group.SETUP:
        return
    map_stakes(state, tables, scratch)
    map_goals(state, tables, scratch)
    if group == Group.MOVE or group == Group.BOARD or decision == Decision.ACTION:
        survey_squad(state, tables, scratch, squad_of(state, tables))
        if decision == Decision.ACTION:
            scratch.shot = plan_shot(state, tables, scratch, scratch.squad)
    elif decision == Decision.GROUP or decision == Decision.KEEP or group == Group.CARD:
        map_strikes(state, tables, scratch)
        if decision == Decision.GROUP:
            map_urges(state, tables, scratch)


@jit
def survey_squad(state, tables, scratch, squad):
    """The squad that acts or moves, whom it carries or fetches, and the enemies that it reckons with."""
    map_squad(state, tables, scratch, squad)
    actor = scratch.actor
    if actor < 0:
        return
    flier = actor if is_aircraft(tables, actor) else -1
    if scratch.cargo >= 0 and not is_infantry(tables, tables.squad_first[scratch.cargo]):
        map_foes(state, tables, scratch, scratch.cargo, leader_of(state, tables, scratch.cargo), flier)
        map_focal(state, tables, scratch, scratch.cargo)
    else:
        map_focal(state, tables, scratch, squad)
        map_foes(state, tables, scratch, squad, actor, flier)
    if flier >= 0:
        plan_fetch(state, tables, scratch, actor)


@jit
def squad_of(state, tables):
    """The squad that a question about units is about."""
    decision = state.decision
    if decision == Decision.TRANSFER or decision == Decision.GO_ON:
        return tables.unit_squad[state.subject]
    squad = running(state).squad
    return squad if squad >= 0 else tables.unit_squad[state.subject]


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return score_simple(state, tables, action, scratch) if bot == _SIMPLE else score_strong(state, tables, action, scratch)
