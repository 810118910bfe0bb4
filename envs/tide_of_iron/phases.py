"""Who decides what next: one loop over a small stack of frames, one branch per step of the round, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, go, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.activating import can_take, run_activation
from skirmish_rl.envs.tide_of_iron.rules.assaulting import run_assault, run_retreat
from skirmish_rl.envs.tide_of_iron.rules.attacking import run_attack, run_losses
from skirmish_rl.envs.tide_of_iron.rules.cards import can_play, can_retry, end_lasting, has_deck, run_card
from skirmish_rl.envs.tide_of_iron.rules.firing import can_go_op
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.recovery import has_arrival, has_transfer, is_due, remove_tokens
from skirmish_rl.envs.tide_of_iron.rules.scoring import (
    capture,
    capture_at_setup,
    check_elimination,
    check_round_end,
    finish,
    give_initiative,
    leader,
    receive,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.setting_up import (
    has_deployment,
    has_marker_place,
    has_token_holder,
    lay_out,
    next_to_deploy,
)
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    FORCE,
    SIDES,
    TRANSFERS,
    Decision,
    Fort,
    Order,
    Phase,
    has_free_fort,
    is_squad,
)  # fmt: skip


class Game(IntEnum):
    """Steps of the GAME frame; in those that go through both sides `a` is the place in the order of initiative."""

    TOKENS = 0  # a: seat, b: next token
    START_CARDS = 1  # b: cards drawn
    MARKERS = 2  # a: place in the order of setting up, b: next marker
    DEPLOY = 3  # b: slot being placed, c: 1 when its fortification may be asked for
    START_OP = 4
    ROUND = 5
    TURN = 6
    ACTION = 7
    CONTROL = 8
    SPEND = 9
    INITIATIVE = 10
    DRAW = 11  # b: 0 first card, 1 a "+" was drawn
    REMOVE = 12
    OP_MODE = 13
    TRANSFER = 14  # b: giving slot, c: figure
    ARRIVE = 15  # b: next slot
    NEXT = 16


@jit
def begin(state, tables):
    """The position before the first decision. Chapter SET."""
    lay_out(state, tables)
    state.phase = Phase.SETUP
    push(state, Frame.GAME, 0, 0, 0)


@jit
def advance(state, tables):
    """Automatic play until someone must decide, or the end. Clauses: TI-RND-01, TI-RND-03, TI-WIN-01."""
    while state.decision == Decision.NONE and state.over == 0 and state.fault == 0:
        if state.alive[0] == 0 or state.alive[1] == 0:
            check_elimination(state)
            if state.over:
                break
        frame = top_frame(state)
        kind = frame.kind
        if kind == Frame.GAME:
            run_game(state, tables, frame)
        elif kind == Frame.ACTIVATION:
            run_activation(state, tables, frame)
        elif kind == Frame.ATTACK:
            run_attack(state, tables, frame)
        elif kind == Frame.LOSSES:
            run_losses(state, tables, frame)
        elif kind == Frame.ASSAULT:
            run_assault(state, tables, frame)
        elif kind == Frame.RETREAT:
            run_retreat(state, tables, frame)
        else:
            run_card(state, tables, frame)
    if state.over:
        state.decider = -1


@jit
def run_game(state, tables, frame):
    """One step of the sequence of play. Clause: TI-RND-01."""
    step = frame.step
    if step == Game.ACTION:
        next_action(state, tables, frame)
    elif step == Game.TURN:
        next_turn(state, frame)
    elif step <= Game.START_OP:
        set_up(state, tables, frame, step)
    elif step == Game.ROUND:
        begin_round(state, frame)
    elif step <= Game.INITIATIVE:
        run_command(state, tables, frame, step)
    else:
        run_status(state, tables, frame, step)


@jit
def in_turn(state, place):
    """The seat at a place of the order of initiative."""
    return state.initiative + 0 if place == 0 else 1 - state.initiative


@jit
def set_up(state, tables, frame, step):
    """Tokens, cards, markers, units, Op Fire. Clauses: TI-SET-01..08."""
    if step == Game.TOKENS:
        assign_tokens(state, tables, frame)
    elif step == Game.START_CARDS:
        start_cards(state, tables, frame)
    elif step == Game.MARKERS:
        place_markers(state, tables, frame)
    elif step == Game.DEPLOY:
        deploy(state, tables, frame)
    else:
        start_op(state, tables, frame)


@jit
def assign_tokens(state, tables, frame):
    """Each side's specialisation tokens, in scenario order. Clause: TI-SET-03."""
    if frame.a >= SIDES:
        go(frame, Game.START_CARDS)
        return
    seat = in_turn(state, frame.a)
    if frame.b < tables.n_tokens[seat] and has_token_holder(state, seat):
        frame.b += 1
        ask(state, seat, Decision.ASSIGN_TOKEN)
    else:
        frame.a += 1
        frame.b = 0


@jit
def start_cards(state, tables, frame):
    """The starting cards, from decks of the player's choice. Clause: TI-SET-04."""
    if frame.a >= SIDES:
        go(frame, Game.MARKERS)
        return
    seat = in_turn(state, frame.a)
    if frame.b < tables.start_cards[seat] and has_deck(state, tables, seat):
        frame.b += 1
        ask(state, seat, Decision.DRAW_START)
    else:
        frame.a += 1
        frame.b = 0


@jit
def placer(tables, place):
    """The side that sets up at a place of the order of setting up. Clause: TI-SET-05."""
    return tables.first_placer + 0 if place == 0 else 1 - tables.first_placer


@jit
def place_markers(state, tables, frame):
    """The fortification markers of a side, in scenario order. Clause: TI-SET-01."""
    seat = placer(tables, frame.a)
    if frame.b < tables.n_markers[seat]:
        if has_marker_place(state, tables, seat, tables.markers[seat, frame.b]):
            ask(state, seat, Decision.PLACE_MARKER)
        else:
            frame.b += 1
    else:
        frame.step = Game.DEPLOY
        frame.b = -1
        frame.c = 0


@jit
def deploy(state, tables, frame):
    """A side places all its starting units, one after another. Clauses: TI-SET-05, TI-SET-07."""
    seat = placer(tables, frame.a)
    if frame.c:
        frame.c = 0
        unit = state.units[frame.b]
        if is_squad(unit) and unit.carrier < 0:
            if has_free_fort(state, unit.cell, Fort.ENTRENCHMENT) or has_free_fort(state, unit.cell, Fort.PILLBOX):
                ask(state, seat, Decision.DEPLOY_FORT)
        return
    slot = next_to_deploy(state, tables, seat)
    if slot < 0:
        capture_at_setup(state, tables, seat)
        frame.a += 1
        frame.b = 0
        frame.step = Game.MARKERS
        if frame.a >= SIDES:
            go(frame, Game.START_OP)
        return
    frame.b = slot
    if has_deployment(state, tables, slot):
        frame.c = 1
        ask(state, seat, Decision.DEPLOY)
    else:
        state.units[slot].due = 1  # it finds no hex and tries again as a reinforcement, TI-STA-06


@jit
def start_op(state, tables, frame):
    """Op Fire mode before round 1, where the scenario grants it. Clause: TI-SET-08."""
    if frame.a >= SIDES:
        go(frame, Game.ROUND)
        return
    seat = in_turn(state, frame.a)
    if tables.start_op[seat] and has_op_unit(state, tables, seat):
        ask(state, seat, Decision.OP_MODE)
    else:
        frame.a += 1


@jit
def has_op_unit(state, tables, seat):
    """True if a side has a unit to put in Op Fire mode."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_go_op(state, tables, slot):
            return True
    return False


@jit
def begin_round(state, frame):
    """A new round: the initiative holder takes the first action turn. Clauses: TI-RND-01, TI-ACT-01."""
    state.round += 1
    state.phase = Phase.ACTION
    state.turn = state.initiative
    for seat in range(SIDES):
        state.finished[seat] = 0
        for card in range(CARDS):
            state.tried[seat, card] = 0
    state.actions_left = 0
    go(frame, Game.TURN)
    frame.a = -1


@jit
def next_turn(state, frame):
    """The next side that is not done takes a turn. Clauses: TI-ACT-01, TI-ACT-03."""
    if state.finished[0] and state.finished[1]:
        go(frame, Game.CONTROL)
        return
    if frame.a >= 0:
        state.turn = 1 - state.turn
    if state.finished[state.turn]:
        state.turn = 1 - state.turn
    go(frame, Game.ACTION)


@jit
def next_action(state, tables, frame):
    """One more action of the running turn, if there is one to take. Clauses: TI-ACT-01, TI-ACT-02, TI-ACT-04."""
    seat = state.turn + 0
    if frame.a == 0:
        frame.a = 1
        state.actions_left = tables.actions[seat]
    elif state.actions_left == 0:
        go(frame, Game.TURN)
        return
    if has_action(state, tables, seat):
        ask(state, seat, Decision.SELECT)
    else:
        state.finished[seat] = 1
        state.actions_left = 0
        go(frame, Game.TURN)


@jit
def has_action(state, tables, seat):
    """True if a side can take any action. Clause: TI-ACT-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_take(state, tables, slot, Order.FATIGUE):
            return True
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            return True
        if state.waiting[seat, card] and can_retry(state, tables, seat, card):
            return True
    return False


@jit
def run_command(state, tables, frame, step):
    """The Command Phase, step by step. Clauses: TI-CMD-01, TI-CMD-14, TI-CMD-22, TI-CMD-26."""
    if step == Game.CONTROL:
        state.phase = Phase.COMMAND
        state.turn = -1
        capture(state, tables)
        receive(state, tables)
        go(frame, Game.SPEND)
    elif step == Game.SPEND:
        if frame.a >= SIDES:
            go(frame, Game.INITIATIVE)
            return
        seat = in_turn(state, frame.a)
        if can_spend(state, tables, seat):
            ask(state, seat, Decision.COMMAND)
        else:
            frame.a += 1
    else:
        give_initiative(state)
        end_lasting(state)
        check_round_end(state, tables)
        if state.over == 0:
            state.phase = Phase.STATUS
            go(frame, Game.DRAW)


@jit
def can_spend(state, tables, seat):
    """True if a side can spend command or activate a card. Clauses: TI-CMD-15, TI-CMD-16, TI-CMD-19."""
    if state.command[seat] > 0:
        return True
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            return True
    return False


@jit
def run_status(state, tables, frame, step):
    """The Status Phase, step by step. Clause: TI-STA-01."""
    if step == Game.REMOVE:
        remove_tokens(state)
        go(frame, Game.OP_MODE)
        return
    if step == Game.NEXT:
        end_round(state, tables, frame)
        return
    if frame.a >= SIDES:
        go(frame, step + 1)
        frame.b = -1 if step + 1 == Game.TRANSFER else 0
        frame.c = frame.b
        return
    seat = in_turn(state, frame.a)
    if step == Game.DRAW:
        draw_next(state, tables, frame, seat)
    elif step == Game.OP_MODE:
        if tables.op_mode_free and has_op_unit(state, tables, seat):
            ask(state, seat, Decision.OP_MODE)
        else:
            frame.a += 1
    elif step == Game.TRANSFER:
        transfer_next(state, frame, seat)
    else:
        arrive_next(state, tables, frame, seat)


@jit
def draw_next(state, tables, frame, seat):
    """Each player draws a card. Clause: TI-STA-02."""
    if frame.b == 0 and has_deck(state, tables, seat):
        frame.b = 2
        ask(state, seat, Decision.DRAW)
    elif frame.b == 1 and has_deck(state, tables, seat):
        frame.b = 2
        ask(state, seat, Decision.DRAW_EXTRA)
    else:
        frame.a += 1
        frame.b = 0


@jit
def transfer_next(state, frame, seat):
    """Squad transfers. Clause: TI-STA-05."""
    if frame.b >= 0:
        ask(state, seat, Decision.TRANSFER_FIGURE if frame.c < 0 else Decision.TRANSFER_TO)
    elif state.transfers[seat] < TRANSFERS and has_transfer(state, seat):
        ask(state, seat, Decision.TRANSFER_FROM)
    else:
        frame.a += 1


@jit
def arrive_next(state, tables, frame, seat):
    """Reinforcements of a side, in slot order. Clauses: TI-STA-06, TI-REI-01."""
    while frame.b < FORCE:
        slot = FORCE * seat + frame.b
        frame.b += 1
        if is_due(state, slot) and has_arrival(state, tables, slot):
            frame.c = slot
            ask(state, seat, Decision.ARRIVE)
            return
    frame.a += 1
    frame.b = 0


@jit
def end_round(state, tables, frame):
    """The round marker advances; after the last round the game is scored. Clauses: TI-STA-07, TI-RND-03, TI-WIN-02."""
    for seat in range(SIDES):
        state.transfers[seat] = 0
    if state.round >= tables.rounds:
        winner, reason = leader(state, tables)
        finish(state, winner, reason)
    else:
        go(frame, Game.ROUND)
