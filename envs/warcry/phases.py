"""Who decides what next: one step of automatic play, one branch per step of the round, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import FAR
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.rules import (
    abilities,
    activating,
    attacking,
    disengaging,
    falling,
    initiative,
    moving,
    scoring,
    setting_up,
    treasure,
)
from skirmish_rl.envs.warcry.rules.fighters import is_eligible
from skirmish_rl.envs.warcry.rules.scoring import check_wiped_out
from skirmish_rl.envs.warcry.rules.setting_up import Setup, lay_out
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import FORCE, NODES, SIDES, STAGES, Frame, Phase


class Game(IntEnum):
    """Steps of the GAME frame."""

    HERO = 0
    RESERVE = 1
    FIRST = 2
    TURN = 3
    NEXT = 4
    SCORE = 5


@jit
def begin(state, tables):
    """The position before the first decision. Chapters SETUP, GRP, DEP."""
    lay_out(state, tables)
    for stage in range(STAGES):
        for node in range(NODES):
            state.cost[stage, node] = FAR
    enter_phase(state, Phase.SETUP)
    push(state, Frame.GAME)
    push(state, Frame.SETUP)


@jit
def enter_phase(state, phase):
    """A phase begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


@jit
def run_round(state, tables, frame):
    """One step of the sequence of play. Clauses: WC-RND-01..07, WC-COMB-01."""
    step = frame.step
    if step == Game.HERO:
        state.round += 1
        note(state, Event.ROUND, value=state.round)
        enter_phase(state, Phase.HERO)
        push(state, Frame.HERO)
        frame.step = Game.RESERVE
    elif step == Game.RESERVE:
        frame.step = Game.FIRST
        if state.round > 1:
            enter_phase(state, Phase.RESERVE)
            arrivals = push(state, Frame.SETUP)
            arrivals.step = Setup.ARRIVE
    elif step == Game.FIRST:
        enter_phase(state, Phase.COMBAT)
        frame.step = Game.TURN
        ask(state, state.initiative, Decision.FIRST)
    elif step == Game.TURN:
        take_turn(state, frame)
    elif step == Game.NEXT:
        state.turn = 1 - state.turn
        frame.step = Game.TURN
    else:
        frame.step = Game.HERO
        state.turn = -1
        enter_phase(state, Phase.END)
        push(state, Frame.SCORE)


@jit
def take_turn(state, frame):
    """The seat in turn activates a fighter, or passes; after two passes the phase is over.

    Clauses: WC-COMB-02..06, WC-COMB-08, WC-COMB-10.
    """
    if frame.passes >= SIDES:
        frame.passes = 0
        frame.step = Game.SCORE
        return
    seat = state.turn
    frame.step = Game.NEXT
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_eligible(state, slot):
            frame.passes = 0
            if state.opener < 0:
                state.opener = seat
            ask(state, seat, Decision.ACTIVATE)
            return
    frame.passes += 1
    note(state, Own.PASSES, seat)


@jit
def reshuffle(state, tables):
    """Deal hidden things anew: nothing is hidden. Clause: WC-GEN-11."""


run_process = running(
    {
        Frame.GAME: run_round,
        Frame.ACTIVATION: activating.run_activation,
        Frame.MOVE: moving.run_move,
        Frame.ATTACK: attacking.run_attack,
        Frame.DISENGAGE: disengaging.run_disengage,
        Frame.ABILITY: abilities.run_ability,
        Frame.FALL: falling.run_fall,
        Frame.DROP: treasure.run_drop,
        Frame.LOOT: treasure.run_loot,
        Frame.HERO: initiative.run_hero,
        Frame.SCORE: scoring.run_score,
        Frame.SETUP: setting_up.run_setup,
    },
    __name__,
    "run_process",
)


@jit
def run(state, tables):
    """One step of automatic play, unless a side is gone. Clauses: WC-RND-01, WC-VIC-05."""
    if state.left[0] == 0 or state.left[1] == 0:
        check_wiped_out(state, tables)
        if state.over:
            return
    run_process(state, tables)
