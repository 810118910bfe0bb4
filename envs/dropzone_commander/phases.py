"""Who decides what next: one step of automatic play, one branch per step of the round, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import LAYOUT, below
from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules import (
    activating,
    battlegroups,
    boarding,
    cards,
    collateral,
    destruction,
    fleeing,
    garrisons,
    initiative,
    moving,
    objectives,
    reacting,
    scoring,
    setting_up,
    shooting,
    survivors,
    windows,
)
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import has_outstanding
from skirmish_rl.envs.dropzone_commander.rules.cards import run_snap
from skirmish_rl.envs.dropzone_commander.rules.disembarking import run_transfer
from skirmish_rl.envs.dropzone_commander.rules.setting_up import lay_out
from skirmish_rl.envs.dropzone_commander.state import CARDS, Fact, Frame, Phase


class Game(IntEnum):
    """Steps of the GAME frame; `place` is whose turn it is in the order."""

    INITIATION = 0
    ACTIVATION = 1
    TURN = 2
    ROUND_UP = 3


@jit
def begin(state, tables):
    """The position before the first decision. Chapter DEP."""
    lay_out(state, tables)
    enter_phase(state, Phase.SETUP)
    push(state, Frame.GAME)
    setup = push(state, Frame.SETUP)
    setup.squad = -1


@jit
def enter_phase(state, phase):
    """A phase begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


@jit
def run_round(state, tables, frame):
    """One step of the round. Clauses: DZ-INIT-01, DZ-ACT-01, DZ-ACT-08..10, DZ-RND-01."""
    step = frame.step
    if step == Game.INITIATION:
        state.round += 1
        note(state, Event.ROUND, value=state.round)
        enter_phase(state, Phase.INITIATION)
        push(state, Frame.INITIATION)
        frame.step = Game.ACTIVATION
    elif step == Game.ACTIVATION:
        enter_phase(state, Phase.ACTIVATION)
        frame.place = 0
        frame.step = Game.TURN
    elif step == Game.TURN:
        take_turn(state, tables, frame)
    else:
        frame.step = Game.INITIATION
        enter_phase(state, Phase.ROUND_UP)
        ending = push(state, Frame.ROUND_UP)
        ending.piece = -1


@jit
def take_turn(state, tables, frame):
    """The next player in the order who has one activates a battlegroup; when nobody has, the phase is over.

    Clauses: DZ-MULTI-01, DZ-ACT-01, DZ-ACT-08..10.
    """
    for _ in range(tables.seats):
        seat = state.order[frame.place]
        frame.place = (frame.place + 1) % tables.seats
        if has_outstanding(state, tables, seat):
            state.turn = seat
            ask(state, seat, Decision.GROUP)
            return
    state.turn = -1
    frame.step = Game.ROUND_UP


@jit
def reshuffle(state, tables):
    """Deal the other seats' hands anew; cards that the decider has seen stay. Clause: DZ-CORE-14."""
    viewer = max(state.decider, 0)
    for seat in range(tables.seats):
        if seat == viewer:
            continue
        known = state.hands[seat] & state.shown[viewer, seat]
        n = 0
        for card in range(CARDS):
            n += ((state.hands[seat] & ~known) >> card) & 1
        state.deck[seat] = (state.deck[seat] | state.hands[seat]) & ~known
        state.hands[seat] = known
        for _ in range(n):
            deal(state, seat)


@jit
def deal(state, seat):
    """A card that nobody sees goes from a deck to its hand."""
    left = 0
    for card in range(CARDS):
        left += (state.deck[seat] >> card) & 1
    at = below(state, LAYOUT, left)
    for card in range(CARDS):
        if (state.deck[seat] >> card) & 1:
            if at == 0:
                state.deck[seat] = state.deck[seat] & ~(1 << card)
                state.hands[seat] = state.hands[seat] | (1 << card)
                return
            at -= 1


@jit
def run_out(state, tables, frame):
    """Squads leave their Transports: in a free transfer, or by a card."""
    if frame.facts & Fact.SNAP:
        run_snap(state, tables, frame)
    else:
        run_transfer(state, tables, frame)


run = running(
    {
        Frame.GAME: run_round,
        Frame.SQUAD: activating.run_squad,
        Frame.WINDOW: windows.run_window,
        Frame.MOVE: moving.run_move,
        Frame.SHOOT: shooting.run_shoot,
        Frame.REACT: reacting.run_react,
        Frame.GROUP: battlegroups.run_group,
        Frame.TRANSFER: run_out,
        Frame.ENTER: garrisons.run_enter,
        Frame.BOARD: boarding.run_board,
        Frame.PLACE: survivors.run_place,
        Frame.FLEE: fleeing.run_flee,
        Frame.DOOM: destruction.run_doom,
        Frame.COLLATERAL: collateral.run_collateral,
        Frame.SEARCH: objectives.run_search,
        Frame.NULLIFY: windows.run_nullify,
        Frame.PLAY: cards.run_repair,
        Frame.CUT: initiative.run_cut,
        Frame.INITIATION: initiative.run_initiation,
        Frame.ROUND_UP: scoring.run_round_up,
        Frame.SETUP: setting_up.run_setup,
    },
    __name__,
)
