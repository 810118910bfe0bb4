"""Engage: nominate, attack rolls, damage, disengage, and who is asked at which moment. Chapter ENG; attack traits."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, controller_of, is_hostile, rank_of, touches_hostile
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade, range_of
from skirmish_rl.envs.godbreakers.rules.models import place_model, suffer
from skirmish_rl.envs.godbreakers.rules.moving import has_placement, write_placements
from skirmish_rl.envs.godbreakers.rules.rolling import roll_die
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.godbreakers.state import MAX_ENGAGED, Flaw, Frame, Kind, Rule, Status, Trait


class Engage(IntEnum):
    """Steps of the ENGAGE frame."""

    NOMINATE = 0
    ROLL = 1
    CUNNING = 2
    DAMAGE = 3
    VENGEANCE = 4
    SHOVE = 5
    END = 6


@jit
def can_engage(state, slot):
    """True while the active model may make one more Engage. Clause: GB-FLW-02."""
    return state.units[slot].flaws[Flaw.CAREFUL] == 0 or state.engages == 0


@jit
def is_target(state, tables, slot, other):
    """True if a model may nominate another: hostile and within its attack range. Clauses: GB-ENG-02, GB-ENG-03."""
    unit = state.units[other]
    if unit.status != Status.ON_BOARD or not is_hostile(state, tables, slot, other):
        return False
    me = state.units[slot]
    return range_of(state, tables, me.cell, unit.cell) <= attack_range_of(state, me)


@jit
def begin_engage(state, slot, target):
    """An Engage of two models begins. Clause: GB-ENG-02."""
    push(state, Frame.ENGAGE)
    nominate(state, slot)
    nominate(state, target)


@jit
def nominate(state, slot):
    """Add a model to the running Engage. Clauses: GB-ENG-02, GB-TRT-14."""
    if state.n_engaged >= MAX_ENGAGED:
        state.fault = 1
        return
    state.engaged[state.n_engaged] = slot
    state.n_engaged += 1
    state.units[slot].result = 0
    state.units[slot].hurt = 0
    if state.n_engaged > 1:
        note(state, Event.ATTACKED, unit=state.engaged[0], other=slot)


@jit
def hard_attack(state, tables, slot):
    """The Modifier that makes an engaged model's attack roll challenging, NONE if nothing does.

    Clauses: GB-ENG-05, GB-ENG-06, GB-S6-03.
    """
    if touches_hostile(state, tables, slot, True):
        return Modifier.CROWDED
    exposed = not is_near_barricade(state, state.units[slot].cell)
    for k in range(state.n_engaged):
        other = state.engaged[k]
        if other == slot:
            continue
        unit = state.units[other]
        if exposed and is_near_barricade(state, unit.cell) and is_hostile(state, tables, slot, other):
            return Modifier.BARRICADE
        if tables.rule == Rule.CURE and unit.kind == Kind.TURNED:
            return Modifier.TURNED
    return Modifier.NONE


@jit
def attack_threshold(state, slot):
    """Reroll threshold of a model's attack rolls. Clauses: GB-TRT-01, GB-TRT-12, GB-DIE-02."""
    if slot == state.active:
        return rank_of(state, state.units[slot], Trait.DEADLY)
    return rank_of(state, state.units[slot], Trait.DEFENSIVE)


@jit
def roll_attacks(state, tables):
    """Step 2: every engaged model rolls; the single highest result wins.

    Clauses: GB-ENG-04..06, GB-DIE-12. Rolls one die for each engaged model, in nomination order.
    """
    hard = 0  # three bits for each Modifier, counted from CROWDED
    for k in range(state.n_engaged):
        modifier = hard_attack(state, tables, state.engaged[k])
        if modifier != Modifier.NONE:
            hard |= (modifier - Modifier.CHALLENGING) << (3 * k)
    best = -1
    for k in range(state.n_engaged):
        slot = state.engaged[k]
        modifier = (hard >> (3 * k)) & 7
        if modifier != 0:
            modifier += Modifier.CHALLENGING
        again = Modifier.DEADLY if slot == state.active else Modifier.DEFENSIVE
        facing = state.engaged[0 if k > 0 else 1]
        result = roll_die(state, slot, Roll.ATTACK, attack_threshold(state, slot), again, modifier, facing)
        state.units[slot].result = result
        if result > best:
            best = result
            state.winner = slot
        elif result == best:
            state.winner = -1
    note(state, Own.WON, unit=state.winner, value=best)


@jit
def attack_damage(state, winner, victim, difference):
    """Attack damage before the victim's Brittle. Clauses: GB-ENG-10, GB-TRT-06, GB-TRT-10."""
    brutal = 2 * rank_of(state, state.units[winner], Trait.BRUTAL)
    tough = 2 * rank_of(state, state.units[victim], Trait.TOUGH)
    damage = difference + brutal - tough
    if state.listening:
        note(state, Own.LEAD, unit=winner, other=victim, value=difference)
        note_modifier(state, victim, Modifier.BRUTAL, brutal)
        note_modifier(state, victim, Modifier.TOUGH, -tough)
        note_modifier(state, victim, Modifier.AT_LEAST_1, max(0, 1 - damage))
    return max(1, damage)


@jit
def note_modifier(state, slot, why, value):
    """Note what changes the damage of a model, if anything."""
    if value != 0:
        note(state, Event.MODIFIER, unit=slot, other=why, value=value)


@jit
def deal_attack_damage(state, tables):
    """Step 3: the winner hurts every engaged model hostile to it and within its attack range.

    Clauses: GB-ENG-07, GB-ENG-08, GB-ENG-11, GB-ENG-12.
    """
    winner = state.winner
    if winner < 0:
        return
    me = state.units[winner]
    for k in range(state.n_engaged):
        victim = state.engaged[k]
        if victim == winner:
            continue
        if not is_target(state, tables, winner, victim):
            if is_hostile(state, tables, winner, victim):
                note(state, Own.MISSES, unit=winner, other=victim)
            continue
        unit = state.units[victim]
        suffer(state, victim, attack_damage(state, winner, victim, me.result - unit.result), Modifier.NONE)
        unit.hurt = 1


@jit
def run_engage(state, tables, frame):
    """One step of an Engage. Clauses: GB-ENG-01, GB-ENG-13; the order of the traits' moments."""
    step = frame.step
    active = state.active
    engaged = state.units[active].result >= 0
    if step == Engage.NOMINATE:
        if state.engaged[0] == active and has_extra_target(state, tables, active):
            ask(state, controller_of(state, active), Decision.NOMINATE, active)
        else:
            frame.step = Engage.ROLL
    elif step == Engage.ROLL:
        roll_attacks(state, tables)
        frame.step = Engage.CUNNING
    elif step == Engage.CUNNING:
        frame.step = Engage.DAMAGE
        if engaged:
            rank = rank_of(state, state.units[active], Trait.CUNNING)
            if rank > 0 and has_placement(state, tables, state.units[active].cell, rank):
                ask(state, controller_of(state, active), Decision.CUNNING, active)
    elif step == Engage.DAMAGE:
        deal_attack_damage(state, tables)
        frame.avenger = 0
        frame.step = Engage.VENGEANCE
    elif step == Engage.VENGEANCE:
        while frame.avenger < state.n_engaged and not can_avenge(state, tables, state.engaged[frame.avenger]):
            frame.avenger += 1
        if frame.avenger < state.n_engaged:
            avenger = state.engaged[frame.avenger]
            ask(state, controller_of(state, avenger), Decision.VENGEANCE, avenger)
        else:
            frame.step = Engage.SHOVE
    elif step == Engage.SHOVE:
        frame.step = Engage.END
        if engaged and can_shove(state, tables):
            ask(state, controller_of(state, active), Decision.SHOVE, active)
    else:
        end_engage(state)
        pop(state)


@jit
def has_extra_target(state, tables, slot):
    """True if Merciless lets the active model nominate one more. Clause: GB-TRT-14."""
    if state.n_engaged - 2 >= rank_of(state, state.units[slot], Trait.MERCILESS):
        return False
    for other in range(state.used):
        if state.units[other].result < 0 and is_target(state, tables, slot, other):
            return True
    return False


@jit
def legal_nominate(state, tables, mask):
    """One more target of Merciless, or none. Clauses: GB-ENG-02, GB-TRT-14."""
    mask[PASS] = 1
    for other in range(state.used):
        if state.units[other].result < 0 and is_target(state, tables, state.active, other):
            mask[SLOT + other] = 1


@jit
def apply_nominate(state, frame, action):
    """One more model is engaged, or no more. Clause: GB-TRT-14."""
    if action == PASS:
        frame.step = Engage.ROLL
    else:
        nominate(state, action - SLOT)


@jit
def legal_cunning(state, tables, mask):
    """Where Cunning places the active model, or nowhere. Clause: GB-TRT-11."""
    mask[PASS] = 1
    active = state.units[state.active]
    write_placements(state, tables, active.cell, rank_of(state, active, Trait.CUNNING), mask[CELL:ORDER])


@jit
def apply_cunning(state, tables, action):
    """The active model is placed, or stays. Clause: GB-TRT-11."""
    if action != PASS:
        place_model(state, tables, state.active, action - CELL)


@jit
def can_avenge(state, tables, slot):
    """True if an engaged model may strike back by Vengeful. Clause: GB-TRT-05."""
    unit = state.units[slot]
    if unit.hurt == 0 or rank_of(state, unit, Trait.VENGEFUL) == 0:
        return False
    for other in range(state.used):
        if is_target(state, tables, slot, other):
            return True
    return False


@jit
def legal_vengeance(state, tables, mask):
    """The models that a Vengeful model may strike back, or none. Clause: GB-TRT-05."""
    mask[PASS] = 1
    for other in range(state.used):
        if is_target(state, tables, state.subject, other):
            mask[SLOT + other] = 1


@jit
def apply_vengeance(state, frame, action):
    """A Vengeful model strikes back, or does not. Clause: GB-TRT-05."""
    frame.avenger += 1
    if action == PASS:
        return
    avenger = state.subject
    note(state, Own.STRIKES_BACK, unit=avenger, other=action - SLOT)
    suffer(state, action - SLOT, rank_of(state, state.units[avenger], Trait.VENGEFUL), Modifier.VENGEFUL)


@jit
def shove_range(state):
    """How far Juggernaut of the active model places a model. Clause: GB-TRT-07."""
    return 2 * rank_of(state, state.units[state.active], Trait.JUGGERNAUT)


@jit
def can_shove(state, tables):
    """True if Juggernaut of the active model may place an engaged model anew. Clause: GB-TRT-07."""
    if shove_range(state) == 0:
        return False
    for k in range(state.n_engaged):
        if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
            return True
    return False


@jit
def legal_shove(state, tables, mask):
    """Which engaged model Juggernaut places anew, or none. Clause: GB-TRT-07."""
    mask[PASS] = 1
    for k in range(state.n_engaged):
        if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
            mask[SLOT + state.engaged[k]] = 1


@jit
def apply_shove(state, action):
    """Name the model that is placed anew; its new cell is asked next. Clause: GB-TRT-07."""
    if action != PASS:
        ask(state, state.decider, Decision.SHOVE_CELL, action - SLOT)


@jit
def legal_shove_cell(state, tables, mask):
    """Where Juggernaut may place a model. Clause: GB-TRT-07."""
    write_placements(state, tables, state.units[state.subject].cell, shove_range(state), mask[CELL:ORDER])


@jit
def apply_shove_cell(state, tables, action):
    """An engaged model is placed anew. Clause: GB-TRT-07."""
    place_model(state, tables, state.subject, action - CELL)


@jit
def end_engage(state):
    """Step 4: all models stop being engaged. Clause: GB-ENG-09."""
    for k in range(state.n_engaged):
        unit = state.units[state.engaged[k]]
        unit.result = -1
        unit.hurt = 0
    state.n_engaged = 0
    state.winner = -1
