"""What choosing does, by groups of questions. `actions.apply` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import clear_ways
from skirmish_rl.envs.warcry.questions import (
    ABILITY,
    CELL,
    FACE,
    FIRST,
    OBJECTIVE,
    OPTION,
    PAIR,
    PASS,
    TAKE,
    TOKEN,
    UNIT,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.warcry.rules.abilities import aim_ability, use_ability
from skirmish_rl.envs.warcry.rules.activating import Activation, activate, spend_action, wait
from skirmish_rl.envs.warcry.rules.attacking import choose_target, push_attack, react, step_back
from skirmish_rl.envs.warcry.rules.disengaging import set_off as set_off_away
from skirmish_rl.envs.warcry.rules.disengaging import strike_down
from skirmish_rl.envs.warcry.rules.falling import land
from skirmish_rl.envs.warcry.rules.initiative import change_set, use_wild
from skirmish_rl.envs.warcry.rules.moving import Moving, push_move, set_off
from skirmish_rl.envs.warcry.rules.scoring import objective_cell
from skirmish_rl.envs.warcry.rules.setting_up import blank_attack, set_up, stay_away
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.rules.treasure import drop_treasure, loot
from skirmish_rl.envs.warcry.state import FACES, SLOTS, Frame, Reaction


@jit
def apply_setup(state, tables, decision, action):
    """Roles, groups, colours, deployment, treasures. Chapters SETUP, GRP, DEP, RES."""
    seat = state.decider
    frame = top_frame(state)
    if decision == Decision.ROLE:
        state.attacker = seat if action == OPTION + Option.ATTACKER else 1 - seat
        note(state, Own.ROLE, seat, value=0 if state.attacker == seat else 1)
    elif decision == Decision.COLOUR:
        state.red = seat if action == OPTION + Option.RED else 1 - seat
        note(state, Own.COLOUR, seat, value=0 if state.red == seat else 1)
    elif decision == Decision.BATTLE_GROUP:
        group = action - OPTION - Option.DAGGER
        state.units[state.subject].group = group
        note(state, Own.GROUPED, unit=state.subject, value=group)
    elif decision == Decision.NEXT_FIGHTER:
        frame.chosen = action - UNIT + 1
    elif decision == Decision.DEPLOY:
        if action == PASS:
            stay_away(state, state.subject)
        else:
            set_up(state, tables, state.subject, action - CELL)
        frame.chosen = 0
    else:
        state.tokens[frame.placed].cell = action - CELL
        frame.placed += 1
        note(state, Own.TREASURE, seat, cell=action - CELL, value=frame.placed)


@jit
def apply_hero(state, tables, decision, action):
    """Wild dice, a set to change, an objective to name. Chapters WILD, TWI."""
    seat = state.decider
    if decision == Decision.NAME_OBJECTIVE:
        state.named = action - OBJECTIVE
        note(state, Own.NAMED, seat, cell=objective_cell(tables, state.named), value=state.named + 1)
        return
    if action == PASS:
        top_frame(state).place += 1
    elif decision == Decision.SET_TO_SIX:
        change_set(state, seat, action - FACE + 1)
    else:
        use_wild(state, seat, 0 if action == OPTION + Option.SINGLE else action - PAIR + 1)


@jit
def apply_combat(state, tables, decision, action):
    """Who goes first, who is activated. Chapter COMB."""
    if decision == Decision.FIRST:
        state.turn = state.decider if action == OPTION + Option.SELF else 1 - state.decider
        note(state, Own.GOES_FIRST, state.turn)
    elif decision == Decision.FOLLOW:
        slot = state.subject
        state.inspired = -1
        if action != PASS:
            activate(state, slot)
    else:
        activate(state, action - UNIT)


@jit
def apply_step(state, tables, action):
    """The menu of an activation. Clauses: WC-ACT-01, WC-ACT-07, WC-ABIL-01."""
    frame = top_frame(state)
    slot = frame.slot
    if action >= ABILITY:
        chosen = action - ABILITY
        use_ability(state, tables, slot, chosen // FACES, chosen % FACES + 1)
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
        away = push(state, Frame.DISENGAGE)
        away.slot = slot
    elif option == Option.DROP:
        drop = push(state, Frame.DROP)
        drop.slot = slot
        drop.stood = state.units[slot].node
        drop.willing = 1
    else:
        loots = push(state, Frame.LOOT)
        loots.slot = slot


@jit
def apply_move(state, tables, decision, action):
    """Where to. Chapters MOVE, DIS, FALL, TRE."""
    frame = top_frame(state)
    if decision == Decision.MOVE:
        if action == PASS:
            clear_ways(state, tables)
            pop(state)
        elif action >= TAKE:
            set_off(state, tables, frame, action - TAKE, 1)
        else:
            set_off(state, tables, frame, action - CELL, 0)
    elif decision == Decision.DISENGAGE:
        set_off_away(state, tables, frame, action - CELL)
    elif decision == Decision.TOKEN:
        frame.token = action - TOKEN
        frame.step = Moving.GO
    elif decision == Decision.FALL:
        land(state, tables, frame, action - CELL)
    elif decision == Decision.LOOT:
        loot(state, tables, state.subject, action - OBJECTIVE)
        pop(state)
    else:
        drop_treasure(state, state.subject, action - CELL)


@jit
def apply_attack(state, tables, decision, action):
    """Weapon and target, and the reactions. Chapters ATK, REACT."""
    frame = top_frame(state)
    if decision == Decision.ATTACK:
        if action == PASS:
            blank_attack(state)
            pop(state)
        else:
            chosen = action - FIRST
            choose_target(state, tables, frame, chosen // SLOTS, chosen % SLOTS)
    elif action == PASS:
        return
    elif decision == Decision.REACT:
        react(state, state.subject, action - OPTION - Option.COUNTER + Reaction.COUNTER)
    elif decision == Decision.STEP_BACK:
        step_back(state, state.subject)
    else:
        strike_down(state, tables, action - UNIT, state.subject)


@jit
def apply_ability(state, tables, decision, action):
    """Whom an ability is for, and bonus actions. Chapters ABIL, UNI and the forces."""
    if decision == Decision.TARGET:
        aim_ability(state, tables, state.active, action - UNIT)
        return
    slot = state.subject
    if action == OPTION + Option.MOVE:
        push_move(state, slot, 0, False)
    elif action == OPTION + Option.ATTACK:
        push_attack(state, slot, False, -1, 0, 0)
    elif action == OPTION + Option.DISENGAGE:
        away = push(state, Frame.DISENGAGE)
        away.slot = slot


@jit
def apply_score(state, tables, action):
    """The objective that a fighter counts for. Clause: WC-OBJ-04."""
    slot = state.subject
    state.units[slot].objective = action - OBJECTIVE
    note(state, Own.COUNTS_FOR, unit=slot, cell=objective_cell(tables, action - OBJECTIVE))
