"""Who decides what next: one step of automatic play, one branch per step of the Turn, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import OPTION, UNIT, Decision, Option
from skirmish_rl.envs.trench_crusade.rules import (
    attacking,
    charging,
    fighting,
    injuring,
    moving,
    puppets,
    retreating,
    rolling,
    setting_up,
    shooting,
    specials,
)
from skirmish_rl.envs.trench_crusade.rules.activating import begin_activation, partner_of, run_activation
from skirmish_rl.envs.trench_crusade.rules.rolling import roll_off
from skirmish_rl.envs.trench_crusade.rules.scoring import (
    check_elimination,
    end_game,
    first_to_check,
    flee,
    must_check,
    pass_morale,
    passes_morale,
    score_turn,
    standing_models,
)
from skirmish_rl.envs.trench_crusade.rules.setting_up import begin_arrivals, can_arrive, lay_out
from skirmish_rl.envs.trench_crusade.state import FORCE, RELICS, SIDES, SLOTS, Frame, Phase, Reason, Status, models_in_reserve, seat_of


class Game(IntEnum):
    """Steps of the GAME frame."""

    TURN = 0
    FIRST = 1
    ARRIVALS = 2
    NEXT = 3
    MORALE = 4
    SCORE = 5


@jit
def begin(state, tables):
    """The position before the first decision. Chapter DEP."""
    lay_out(state, tables)
    enter_phase(state, Phase.SETUP)
    push(state, Frame.GAME)
    push(state, Frame.DEPLOYMENT)


@jit
def reshuffle(state, tables):
    """Nothing is hidden: there is nothing to deal anew."""


@jit
def enter_phase(state, phase):
    """A phase begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


@jit
def run_game(state, tables, frame):
    """One step of the sequence of play. Clause: TC-TURN-01."""
    step = frame.step
    if step == Game.NEXT:
        next_activation(state, tables, frame)
    elif step == Game.TURN:
        begin_turn(state, tables, frame)
    elif step == Game.FIRST:
        begin_activations(state, tables, frame)
    elif step == Game.ARRIVALS:
        arrive(state, tables, frame)
    elif step == Game.MORALE:
        check_morale(state, tables, frame)
    else:
        end_turn(state, tables, frame)


@jit
def begin_turn(state, tables, frame):
    """A new Turn: who holds the Initiative, then reinforcements. Clauses: TC-INIT-01, TC-INIT-02, TC-INIT-05."""
    state.round += 1
    note(state, Event.ROUND, value=state.round)
    enter_phase(state, Phase.INITIATIVE)
    for slot in range(SLOTS):
        state.units[slot].activated = 0
        state.units[slot].melee_kills = 0
    for relic in range(RELICS):
        state.claimed[relic] = -1
    zero = standing_models(state, 0)
    one = standing_models(state, 1)
    state.initiative = roll_off(state) if zero == one else (0 if zero < one else 1)
    note(state, Event.INITIATIVE, state.initiative)
    if models_in_reserve(state, 0) + models_in_reserve(state, 1) > 0:
        go(state, frame, Game.ARRIVALS)
        begin_arrivals(state, frame)
    else:
        go(state, frame, Game.FIRST)


@jit
def arrive(state, tables, frame):
    """The seats bring reserves in turn. Scenario S3."""
    for _ in range(SIDES):
        if can_arrive(state, tables, frame, state.go):
            ask(state, state.go, Decision.ARRIVE_UNIT)
            return
        state.go = 1 - state.go
    go(state, frame, Game.FIRST)


@jit
def begin_activations(state, tables, frame):
    """The Activation Phase: the holder of the Initiative goes first, or chooses. Clauses: TC-INIT-03, TC-INIT-04."""
    enter_phase(state, Phase.ACTIVATION)
    state.go = state.initiative
    go(state, frame, Game.NEXT)
    if tables.initiative_choice:
        ask(state, state.initiative, Decision.FIRST)


@jit
def can_activate(state, slot):
    """True for a model on the board that has not been activated in this Turn. Clauses: TC-ACT-01, TC-ACT-03."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and unit.activated == 0


@jit
def has_activation(state, seat):
    """True if a seat has a model to activate. Clause: TC-ACT-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_activate(state, slot):
            return True
    return False


@jit
def next_activation(state, tables, frame):
    """The seats activate in turn until all models have had their go. Clauses: TC-ACT-02, TC-ACT-04, TC-OOA-02."""
    check_elimination(state, tables)
    if state.over:
        return
    if not has_activation(state, state.go):
        state.go = 1 - state.go
    if has_activation(state, state.go):
        ask(state, state.go, Decision.ACTIVATE)
    else:
        enter_phase(state, Phase.MORALE)
        go(state, frame, Game.MORALE)


@jit
def legal_activate(state, tables, mask):
    """The seats that may go first, the models to activate, jointly or alone. Clauses: TC-INIT-04, TC-ACT-01, TC-ABL-01, TC-KW-17."""
    if state.decision == Decision.FIRST:
        mask[OPTION + Option.GO_FIRST] = 1
        mask[OPTION + Option.GO_SECOND] = 1
    elif state.decision == Decision.JOINT:
        mask[OPTION + Option.JOINTLY] = 1
        mask[OPTION + Option.ALONE] = 1
    elif state.decision == Decision.MEMBER:
        mask[UNIT + state.acts[0].slot] = 1
        mask[UNIT + state.acts[1].slot] = 1
    else:
        seat = state.decider
        forced = state.forced >= 0 and seat_of(state.forced) == seat and can_activate(state, state.forced)
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            if can_activate(state, slot) and (not forced or slot == state.forced):
                mask[UNIT + slot] = 1


@jit
def apply_activate(state, tables, decision, action):
    """Carry out the answer to these questions."""
    if decision == Decision.FIRST:
        if action == OPTION + Option.GO_SECOND:
            state.go = 1 - state.initiative
    elif decision == Decision.MEMBER:
        state.active = action - UNIT
    elif decision == Decision.ACTIVATE:
        slot = action - UNIT
        state.go = 1 - seat_of(slot)
        if partner_of(state, tables, slot) >= 0:
            ask(state, seat_of(slot), Decision.JOINT, slot)
        else:
            begin_activation(state, slot, -1)
    else:
        slot = state.subject
        begin_activation(state, slot, partner_of(state, tables, slot) if action == OPTION + Option.JOINTLY else -1)


@jit
def check_morale(state, tables, frame):
    """The sides that must check morale, one after the other. Clauses: TC-MOR-01..05."""
    seat = first_to_check(state) if frame.checked == 0 else 2 - (frame.checked & 3)
    if frame.checked == 3:
        go(state, frame, Game.SCORE)
        return
    frame.checked |= 1 << seat
    if not must_check(state, tables, seat):
        return
    if passes_morale(state, tables, seat):
        pass_morale(state, tables, seat)
    elif state.shaken[seat]:
        flee(state, seat)
    else:
        ask(state, seat, Decision.MORALE)


@jit
def end_turn(state, tables, frame):
    """Scoring, then the next Turn or the end. Clauses: TC-END-01, TC-END-03."""
    score_turn(state, tables)
    if state.round >= tables.turns:
        end_game(state, tables, Reason.POINTS)
    else:
        go(state, frame, Game.TURN)


@jit
def run_unless_eliminated(state, tables, frame):
    """An activation goes on as long as both sides have models. Clause: TC-OOA-02."""
    check_elimination(state, tables)
    if state.over == 0:
        run_activation(state, tables, frame)


run = running(
    {
        Frame.GAME: run_game,
        Frame.ROLL: rolling.run_roll,
        Frame.ACTIVATION: run_unless_eliminated,
        Frame.MOVEMENT: moving.run_movement,
        Frame.GO: moving.run_go,
        Frame.ATTACK: attacking.run_attack,
        Frame.INJURY: injuring.run_injury,
        Frame.SHOOT: shooting.run_shoot,
        Frame.FIGHT: fighting.run_fight,
        Frame.CHARGE: charging.run_charge,
        Frame.RETREAT: retreating.run_retreat,
        Frame.SPECIAL: specials.run_special,
        Frame.PUPPET: puppets.run_puppet,
        Frame.DEPLOYMENT: setting_up.run_deployment,
    },
    __name__,
)
