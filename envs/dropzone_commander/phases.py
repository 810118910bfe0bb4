"""Who decides what next: one step of automatic play, one branch per step of the round, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import LAYOUT, below
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.activating import run_squad
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import has_outstanding, run_group
from skirmish_rl.envs.dropzone_commander.rules.boarding import has_shelter, run_board, run_transfer
from skirmish_rl.envs.dropzone_commander.rules.cards import run_nullify, run_repair, run_snap, run_window
from skirmish_rl.envs.dropzone_commander.rules.collateral import run_collateral
from skirmish_rl.envs.dropzone_commander.rules.destruction import run_doom
from skirmish_rl.envs.dropzone_commander.rules.garrisons import run_enter, run_flee
from skirmish_rl.envs.dropzone_commander.rules.initiative import run_cut, run_initiation
from skirmish_rl.envs.dropzone_commander.rules.moving import run_move
from skirmish_rl.envs.dropzone_commander.rules.objectives import run_search
from skirmish_rl.envs.dropzone_commander.rules.placing import run_place
from skirmish_rl.envs.dropzone_commander.rules.reacting import run_react
from skirmish_rl.envs.dropzone_commander.rules.scoring import run_round_up
from skirmish_rl.envs.dropzone_commander.rules.setting_up import lay_out, run_setup
from skirmish_rl.envs.dropzone_commander.rules.shooting import run_shoot
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
def run(state, tables):
    """One step of automatic play. Clause: DZ-INIT-01."""
    frame = top_frame(state)
    kind = frame.kind
    if kind == Frame.GAME:
        run_round(state, tables, frame)
    elif kind == Frame.SQUAD:
        run_squad(state, tables, frame)
    elif kind == Frame.WINDOW:
        run_window(state, tables, frame)
    elif kind == Frame.MOVE:
        run_move(state, tables, frame)
    elif kind == Frame.SHOOT:
        run_shoot(state, tables, frame)
    elif kind == Frame.REACT:
        run_react(state, tables, frame)
    elif kind == Frame.GROUP:
        run_group(state, tables, frame)
    elif kind == Frame.TRANSFER:
        if frame.facts & Fact.SNAP:
            run_snap(state, tables, frame)
        else:
            run_transfer(state, tables, frame)
    elif kind == Frame.ENTER:
        run_enter(state, tables, frame)
    else:
        run_rest(state, tables, frame, kind)


@jit
def run_rest(state, tables, frame, kind):
    """The rarer processes."""
    if kind == Frame.BOARD:
        run_board(state, tables, frame)
    elif kind == Frame.PLACE:
        run_place(state, tables, frame)
    elif kind == Frame.FLEE:
        run_flee(state, tables, frame, has_shelter(state, tables, frame.squad))
    elif kind == Frame.DOOM:
        run_doom(state, tables, frame)
    elif kind == Frame.COLLATERAL:
        run_collateral(state, tables, frame)
    elif kind == Frame.SEARCH:
        run_search(state, tables, frame)
    elif kind == Frame.NULLIFY:
        run_nullify(state, tables, frame)
    elif kind == Frame.PLAY:
        run_repair(state, tables, frame)
    elif kind == Frame.CUT:
        run_cut(state, tables, frame)
    elif kind == Frame.INITIATION:
        run_initiation(state, tables, frame)
    elif kind == Frame.ROUND_UP:
        run_round_up(state, tables, frame)
    else:
        run_setup(state, tables, frame)


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
