"""An activation: which actions and abilities, one after the other, until it is over. Chapters ACT, WAIT, COMB, ABIL."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import ABILITY, OPTION, PASS, UNIT, Decision, Option, ability_in, score_in
from skirmish_rl.envs.warcry.rules.abilities import has_ability, may_use_abilities, use_ability, write_abilities
from skirmish_rl.envs.warcry.rules.attacking import has_target, push_attack
from skirmish_rl.envs.warcry.rules.disengaging import can_disengage, push_disengage
from skirmish_rl.envs.warcry.rules.fighters import allocate, is_eligible
from skirmish_rl.envs.warcry.rules.measuring import nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import can_move, push_move
from skirmish_rl.envs.warcry.rules.telling import Own, Roll, Yield
from skirmish_rl.envs.warcry.rules.treasure import has_drop, loots_anything, push_drop, push_loot
from skirmish_rl.envs.warcry.state import BOOSTS, FACES, FORCE, Frame, Place, Status, Victory, seat_of


class Activation(IntEnum):
    """Steps of the ACTIVATION frame, whose fighter is `slot`."""

    STEP = 0
    CLOSE = 1  # it falls off a face; once it stands, it suffers for the relic
    OVER = 2


@jit
def legal_first(mask):
    """The seats that may go first. Clause: WC-COMB-01."""
    mask[OPTION + Option.SELF] = 1
    mask[OPTION + Option.OPPONENT] = 1


@jit
def apply_first(state, action):
    """Let the chosen seat go first. Clause: WC-COMB-01."""
    state.turn = state.decider if action == OPTION + Option.SELF else 1 - state.decider
    note(state, Own.GOES_FIRST, state.turn)


@jit
def legal_activate(state, mask):
    """The fighters that can be activated. Clauses: WC-COMB-02, WC-COMB-03."""
    for slot in range(FORCE * state.decider, FORCE * (state.decider + 1)):
        mask[UNIT + slot] = is_eligible(state, slot)


@jit
def apply_activate(state, action):
    """The player in turn activates a fighter. Clause: WC-COMB-02."""
    activate(state, action - UNIT)


@jit
def activate(state, slot):
    """A fighter is activated. Clauses: WC-COMB-02, WC-ACT-01, WC-ACT-04, WC-REACT-04, WC-WAIT-02, WC-ABIL-03."""
    unit = state.units[slot]
    note(state, Event.ACTIVATED, seat_of(slot), slot)
    state.active = slot
    state.second = unit.waiting
    state.actions_left = 1 if unit.waiting else 2 - unit.lost
    state.actions_made = 0
    state.ability_used = 0
    state.downed = 0
    state.inspired = -1
    unit.activated = 1
    unit.waiting = 0
    for boost in range(BOOSTS):
        state.boosts[boost] = 0
    frame = push(state, Frame.ACTIVATION)
    frame.slot = slot


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Clauses: WC-ACT-02, WC-ACT-07, WC-COMB-09, WC-CLIMB-03, WC-FALL-01, WC-VC-03, WC-UNI-04, WC-UNI-07."""
    slot = frame.slot
    unit = state.units[slot]
    step = frame.step
    if step == Activation.STEP:
        if unit.status != Status.ON_BOARD:
            frame.step = Activation.OVER
        elif state.actions_left > 0 or has_ability(state, tables, slot):
            ask(state, seat_of(slot), Decision.STEP, slot)
        else:
            frame.step = Activation.CLOSE
    elif step == Activation.CLOSE:
        if unit.status == Status.ON_BOARD and tables.node_place[unit.node] == Place.FACE:
            fall = push(state, Frame.FALL)
            fall.slot = slot
            return
        frame.step = Activation.OVER
        if unit.status == Status.ON_BOARD and tables.victory == Victory.RELIC and unit.treasure >= 0:
            note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.RELIC)
            damage = roll(state, FACES)
            note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
            allocate(state, tables, slot, damage)
    else:
        finish_activation(state, slot)


@jit
def legal_step(state, tables, mask):
    """The actions and abilities of an activation, and its end.

    Clauses: WC-ACT-01, WC-ACT-03, WC-ACT-07, WC-DIS-01, WC-TRE-09, WC-ABIL-01, WC-VC-05.
    """
    slot = state.active
    if state.actions_left > 0:
        near2 = nearest_enemy2(state, tables, slot, state.units[slot].node)
        mask[OPTION + Option.MOVE] = can_move(state, tables, slot, 0, near2)
        mask[OPTION + Option.ATTACK] = has_target(state, tables, slot, -1, near2)
        mask[OPTION + Option.DISENGAGE] = can_disengage(state, tables, slot, near2)
        mask[OPTION + Option.WAIT] = 1
        mask[OPTION + Option.DROP] = state.units[slot].treasure >= 0 and has_drop(tables, state.units[slot].node)
        mask[OPTION + Option.LOOT] = loots_anything(state, tables, slot)
    else:
        mask[PASS] = 1
    if may_use_abilities(state, tables, slot):
        write_abilities(state, tables, slot, state.decider, mask)


@jit
def apply_step(state, tables, frame, action):
    """An action begins, an ability is used, or the activation ends. Clauses: WC-ACT-01, WC-ACT-07, WC-ABIL-01."""
    slot = frame.slot
    if action >= ABILITY:
        use_ability(state, tables, slot, ability_in(action), score_in(action))
        return
    if action == PASS:
        frame.step = Activation.CLOSE
        return
    option = action - OPTION
    if option == Option.WAIT:
        wait(state, frame)
        return
    spend_action(state)
    if option == Option.MOVE:
        push_move(state, slot, 0, False)
    elif option == Option.ATTACK:
        push_attack(state, slot, False, -1, 0, 0)
    elif option == Option.DISENGAGE:
        push_disengage(state, slot, 0)
    elif option == Option.DROP:
        push_drop(state, slot, state.units[slot].node, 1)
    else:
        push_loot(state, slot)


@jit
def wait(state, frame):
    """The Wait action. Clauses: WC-WAIT-01..03, WC-WAIT-06, WC-WAIT-07."""
    slot = frame.slot
    if state.actions_left == 2 and state.second == 0:
        state.units[slot].waiting = 1
        note(state, Own.WAITS, unit=slot)
    state.actions_left = 0
    frame.step = Activation.CLOSE


@jit
def spend_action(state):
    """One of the fighter's actions is used up. Clause: WC-ACT-01."""
    state.actions_left -= 1
    state.actions_made += 1


@jit
def finish_activation(state, slot):
    """The activation is over; a picked fighter may follow at once. Clauses: WC-UNI-04, WC-UNI-07, WC-ABIL-07, WC-WAIT-04, WC-WAIT-05."""
    note(state, Own.ENDS, unit=slot)
    pop(state)
    state.active = -1
    state.actions_left = 0
    state.actions_made = 0
    state.ability_used = 0
    state.second = 0
    state.downed = 0
    for boost in range(BOOSTS):
        state.boosts[boost] = 0
    next_slot = state.inspired
    if next_slot >= 0 and is_eligible(state, next_slot) and state.units[next_slot].activated == 0:
        ask(state, seat_of(next_slot), Decision.FOLLOW, next_slot)
    else:
        state.inspired = -1


@jit
def legal_follow(mask):
    """Whether a picked fighter is activated at once. Clause: WC-UNI-04."""
    mask[PASS] = 1
    mask[OPTION + Option.YES] = 1


@jit
def apply_follow(state, action):
    """The picked fighter is activated at once, or it is not. Clauses: WC-UNI-04, WC-UNI-07."""
    slot = state.subject
    state.inspired = -1
    if action != PASS:
        activate(state, slot)
