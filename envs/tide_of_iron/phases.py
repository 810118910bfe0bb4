"""Who decides what next: one step of automatic play, one branch per step of the round, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules import activating, assaulting, attacking, cards, losing, retreating, setting_up
from skirmish_rl.envs.tide_of_iron.rules.assaulting import is_exchanging
from skirmish_rl.envs.tide_of_iron.rules.decks import end_lasting, has_deck
from skirmish_rl.envs.tide_of_iron.rules.recovery import has_arrival, has_op_unit, has_transfer, is_due, remove_tokens
from skirmish_rl.envs.tide_of_iron.rules.scoring import (
    capture,
    check_elimination,
    check_round_end,
    finish,
    finish_actions,
    give_initiative,
    in_turn,
    leader,
    receive,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.setting_up import lay_out
from skirmish_rl.envs.tide_of_iron.rules.spending import can_spend
from skirmish_rl.envs.tide_of_iron.rules.turns import has_action
from skirmish_rl.envs.tide_of_iron.state import CARDS, FORCE, SIDES, TRANSFERS, Frame, Phase


class Game(IntEnum):
    """Steps of the GAME frame."""

    ROUND = 0
    TURN = 1
    ACTION = 2
    CONTROL = 3
    SPEND = 4
    INITIATIVE = 5
    DRAW = 6
    REMOVE = 7
    OP_MODE = 8
    TRANSFER = 9
    ARRIVE = 10
    NEXT = 11


@jit
def begin(state, tables):
    """The position before the first decision. Chapter SET."""
    lay_out(state, tables)
    enter_phase(state, Phase.SETUP)
    push(state, Frame.GAME)
    push(state, Frame.SETUP)


@jit
def enter_phase(state, phase):
    """A phase begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


@jit
def run_game(state, tables, frame):
    """One step of the sequence of play. Clause: TI-RND-01."""
    step = frame.step
    if step == Game.ACTION:
        next_action(state, tables, frame)
    elif step == Game.TURN:
        next_turn(state, tables, frame)
    elif step == Game.ROUND:
        begin_round(state, frame)
    elif step <= Game.INITIATIVE:
        run_command(state, tables, frame, step)
    else:
        run_status(state, tables, frame, step)


@jit
def begin_round(state, frame):
    """A new round: the initiative holder takes the first action turn. Clauses: TI-RND-01, TI-ACT-01."""
    state.round += 1
    note(state, Event.ROUND, value=state.round)
    enter_phase(state, Phase.ACTION)
    state.turn = 1 - state.initiative
    for seat in range(SIDES):
        state.finished[seat] = 0
        for card in range(CARDS):
            state.tried[seat, card] = 0
    go(state, frame, Game.TURN)


@jit
def next_turn(state, tables, frame):
    """The next side that is not done takes a turn. Clauses: TI-ACT-01, TI-ACT-03."""
    if state.finished[0] and state.finished[1]:
        go(state, frame, Game.CONTROL)
        return
    state.turn = 1 - state.turn
    if state.finished[state.turn]:
        state.turn = 1 - state.turn
    state.actions_left = tables.actions[state.turn]
    go(state, frame, Game.ACTION)


@jit
def next_action(state, tables, frame):
    """One more action of the running turn, if there is one to take. Clauses: TI-ACT-01, TI-ACT-02, TI-ACT-04."""
    seat = state.turn
    if state.actions_left == 0:
        go(state, frame, Game.TURN)
    elif has_action(state, tables, seat):
        ask(state, seat, Decision.SELECT)
    else:
        finish_actions(state, seat)
        go(state, frame, Game.TURN)


@jit
def run_command(state, tables, frame, step):
    """The Command Phase, step by step. Clauses: TI-CMD-01, TI-CMD-14, TI-CMD-22, TI-CMD-26."""
    if step == Game.CONTROL:
        enter_phase(state, Phase.COMMAND)
        state.turn = -1
        capture(state, tables)
        receive(state, tables)
        go(state, frame, Game.SPEND)
    elif step == Game.SPEND:
        if frame.side >= SIDES:
            go(state, frame, Game.INITIATIVE)
            return
        seat = in_turn(state, frame.side)
        if can_spend(state, tables, seat):
            ask(state, seat, Decision.COMMAND)
        else:
            frame.side += 1
    else:
        give_initiative(state)
        end_lasting(state)
        check_round_end(state, tables)
        if state.over == 0:
            enter_phase(state, Phase.STATUS)
            go(state, frame, Game.DRAW)


@jit
def run_status(state, tables, frame, step):
    """The Status Phase, step by step. Clause: TI-STA-01."""
    if step == Game.REMOVE:
        remove_tokens(state)
        go(state, frame, Game.OP_MODE)
        return
    if step == Game.NEXT:
        end_round(state, tables, frame)
        return
    if frame.side >= SIDES:
        go(state, frame, step + 1)
        return
    seat = in_turn(state, frame.side)
    if step == Game.DRAW and has_deck(state, tables, seat):
        ask(state, seat, Decision.DRAW)
    elif step == Game.OP_MODE and tables.op_mode_free and has_op_unit(state, tables, seat):
        ask(state, seat, Decision.OP_MODE)
    elif step == Game.TRANSFER and state.transfers[seat] < TRANSFERS and has_transfer(state, seat):
        ask(state, seat, Decision.TRANSFER_FROM)
    elif step == Game.ARRIVE and frame.arrival < FORCE:
        arrive_next(state, tables, frame, seat)
    else:
        frame.side += 1
        frame.arrival = 0


@jit
def arrive_next(state, tables, frame, seat):
    """Reinforcements of a side, in slot order. Clauses: TI-STA-06, TI-REI-01."""
    slot = FORCE * seat + frame.arrival
    frame.arrival += 1
    if is_due(state, slot) and has_arrival(state, tables, slot):
        ask(state, seat, Decision.ARRIVE, slot)


@jit
def end_round(state, tables, frame):
    """The round marker advances; after the last round the game is scored. Clauses: TI-STA-07, TI-RND-03, TI-WIN-02."""
    for seat in range(SIDES):
        state.transfers[seat] = 0
    if state.round >= tables.rounds:
        winner, reason = leader(state, tables)
        finish(state, winner, reason)
    else:
        go(state, frame, Game.ROUND)


@jit
def reshuffle(state, tables):
    """Deal hidden things anew: nothing, since a deck's order is decided when a card is drawn, by the game's own dice.

    Clause: TI-CRD-01.
    """


run_process = running(
    {
        Frame.GAME: run_game,
        Frame.ACTIVATION: activating.run_activation,
        Frame.ATTACK: attacking.run_attack,
        Frame.LOSSES: losing.run_losses,
        Frame.ASSAULT: assaulting.run_assault,
        Frame.RETREAT: retreating.run_retreat,
        Frame.CARD: cards.run_card,
        Frame.SETUP: setting_up.run_setup,
    },
    __name__,
    "run_process",
)


@jit
def run(state, tables):
    """One step of automatic play, unless a side is gone. Clauses: TI-RND-01, TI-RND-03, TI-WIN-01, TI-ASL-07."""
    if (state.alive[0] == 0 or state.alive[1] == 0) and not is_exchanging(state):
        check_elimination(state)
        if state.over:
            return
    run_process(state, tables)
