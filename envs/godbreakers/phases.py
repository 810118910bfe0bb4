"""Who decides what next: a small stack of frames, one step at a time, one branch per phase, in rulebook order."""

from __future__ import annotations

from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import go, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.activating import next_player, next_wild, run_activation
from skirmish_rl.envs.godbreakers.rules.deploying import deploy
from skirmish_rl.envs.godbreakers.rules.engaging import run_engage
from skirmish_rl.envs.godbreakers.rules.initiative import name_rollers, roll_initiative
from skirmish_rl.envs.godbreakers.rules.mustering import lay_out
from skirmish_rl.envs.godbreakers.rules.placing import run_place
from skirmish_rl.envs.godbreakers.rules.recovery import recover_next, relieve, remove_next
from skirmish_rl.envs.godbreakers.rules.scoring import end_game, rout, score_markers
from skirmish_rl.envs.godbreakers.rules.setting_up import set_beasts, set_markers
from skirmish_rl.envs.godbreakers.rules.spawning import spawn
from skirmish_rl.envs.godbreakers.rules.steps import Game
from skirmish_rl.envs.godbreakers.state import Frame, Phase


@jit
def begin(state, tables):
    """The position before the first decision. Chapter SET."""
    lay_out(state, tables)
    state.phase = Phase.SETUP
    push(state, Frame.GAME)


@jit
def enter_phase(state, phase):
    """A phase of the round begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


@jit
def run_game(state, tables, frame):
    """One step of the sequence of play. Clauses: GB-RND-01..05."""
    step = frame.step
    if step == Game.PLAYERS:
        next_player(state, frame)
    elif step == Game.WILDS:
        next_wild(state, frame)
    elif step == Game.MARKERS:
        set_markers(state, tables, frame)
    elif step == Game.BEASTS:
        set_beasts(state, tables, frame)
    elif step == Game.DEPLOY or step == Game.THREAT:
        deploy(state, tables, frame)
    elif step == Game.ROUND:
        begin_round(state, frame)
    elif step == Game.ROLLERS:
        name_rollers(state, frame)
    elif step == Game.INITIATIVE:
        roll_initiative(state, frame)
    elif step == Game.SPAWNS:
        if not spawn(state, tables, frame):
            enter_phase(state, Phase.ACTIVATION)
            state.turn = 0
            go(state, frame, Game.PLAYERS)
    elif step == Game.RECOVERY:
        enter_phase(state, Phase.RECOVERY)
        relieve(state)
        go(state, frame, Game.BATCH)
    elif step == Game.BATCH:
        recover_next(state, tables, frame)
    elif step == Game.CASUALTIES:
        remove_next(state, tables, frame)
    else:
        resolve_round(state, tables, frame)


@jit
def begin_round(state, frame):
    """A new round starts. Clauses: GB-RND-01, GB-ACT-04."""
    state.round += 1
    note(state, Event.ROUND, value=state.round)
    enter_phase(state, Phase.INITIATIVE)
    state.initiative = -1
    for slot in range(state.used):
        state.units[slot].activated = 0
    go(state, frame, Game.ROLLERS)


@jit
def resolve_round(state, tables, frame):
    """End-of-round rules, VP, Rout, then a new round or the end. Clauses: GB-RES-01, GB-RND-02, GB-RND-03, GB-ADV-03."""
    enter_phase(state, Phase.RESOLUTION)
    for slot in range(state.used):
        state.units[slot].ready = 0
        state.units[slot].provoked = -1
    score_markers(state)
    if rout(state):
        return
    if state.round >= tables.rounds:
        end_game(state, tables)
    else:
        go(state, frame, Game.ROUND)


@jit
def reshuffle(state, tables):
    """Nothing is hidden, so nothing is dealt anew: GB-GEN-07."""


run = running({Frame.GAME: run_game, Frame.ACTIVATION: run_activation, Frame.ENGAGE: run_engage, Frame.PLACE: run_place}, __name__)
