"""An attack from its declaration to its results: fire, area attacks, off-board fire. Chapters FIR, SUP, CMB, ARE."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.tide_of_iron.rules.accounts import tell_attack, tell_defence
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import (
    attack_strength,
    can_fire_at,
    can_support,
    defence_of,
    expert_figures,
    has_supporter,
    is_served,
    parts_of,
    uses_flames,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.losing import lose_figures
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
from skirmish_rl.envs.tide_of_iron.rules.rolling import roll_defence, roll_hits
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Roll
from skirmish_rl.envs.tide_of_iron.rules.units import damage_vehicle, fatigue, suppress
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    SIDES,
    SLOTS,
    Activation,
    Blow,
    Condition,
    Damage,
    Fight,
    Frame,
    Mark,
    Part,
    Reach,
    Specialty,
)

BLAST = 3  # TI-SPC-08


class Attack(IntEnum):
    """Steps of the ATTACK frame."""

    TYPE = 0
    SUPPORT = 1
    ROLL = 2
    APPLY = 3
    END = 4


@jit
def clear_attack(state):
    """No attack is running."""
    attack = state.attack[0]
    attack.fight = Fight.NONE
    attack.seat = 0
    attack.lead = -1
    attack.target = -1
    attack.cell = -1
    attack.blow = Blow.NORMAL
    attack.reach = Reach.CLOSE
    attack.halved = 0
    attack.op = 0
    attack.bonus = 0
    attack.support = 0
    attack.damage_before = 0
    attack.dice = 0
    attack.successes = 0
    attack.hits_forth = 0
    attack.hits_back = 0
    for seat in range(SIDES):
        attack.hits[seat] = 0
    for slot in range(SLOTS):
        attack.part[slot] = Part.NONE
        attack.net[slot] = 0


@jit
def open_attack(state, seat, lead, target, cell):
    """A side begins an attack; `lead`, `target` or `cell` are -1 where there is none."""
    attack = state.attack[0]
    attack.fight = Fight.FIRE
    attack.seat = seat
    attack.lead = lead
    attack.target = target
    attack.cell = cell
    frame = push(state, Frame.ATTACK)
    if lead < 0:
        frame.step = Attack.ROLL


@jit
def begin_fire(state, tables, lead, target, cell, halved):
    """The active unit fires: at a unit, or with its mortars at a hex (target -1). Clauses: TI-ACT-09, TI-ACT-11, TI-ARE-01."""
    open_attack(state, seat_of(lead), lead, target, cell)
    attack = state.attack[0]
    attack.halved = halved
    attack.support = 1 - halved
    attack.bonus = state.boost
    choose_part(state, tables, lead)


@jit
def choose_part(state, tables, slot):
    """Settle which figures of a unit fire, or ask its owner. Clauses: TI-FIR-03, TI-CMB-04, TI-ARE-06."""
    attack = state.attack[0]
    if attack.target < 0:
        attack.part[slot] = Part.CREW
        return
    part = parts_of(state, tables, slot, attack.target)
    attack.part[slot] = part
    if part == Part.ALL:
        ask(state, attack.seat, Decision.FIGURES, slot)


@jit
def legal_figures(mask):
    """All figures of a squad, its crew or the others. Clause: TI-FIR-03."""
    mask[OPTION + Option.ALL] = 1
    mask[OPTION + Option.CREW] = 1
    mask[OPTION + Option.OTHERS] = 1


@jit
def apply_figures(state, action):
    """Fire with the chosen figures. Clause: TI-FIR-03."""
    state.attack[0].part[state.subject] = action - (OPTION + Option.ALL) + Part.ALL


@jit
def begin_shelling(state, tables, seat, cell, blow, dice):
    """Off-board artillery falls on a hex; nothing is rolled where nothing can be hit. Clause: TI-CRD-06."""
    if state.crowd[0, cell] + state.crowd[1, cell] == 0 and state.marks[Mark.WIRE, cell] == 0:
        return
    open_attack(state, seat, -1, -1, cell)
    state.attack[0].blow = blow
    state.attack[0].dice = dice


@jit
def begin_sniping(state, tables, seat, target, dice):
    """Marksmen fire at a squad. Clause: TI-CRD-31."""
    open_attack(state, seat, -1, target, -1)
    state.attack[0].blow = Blow.SUPPRESSIVE
    state.attack[0].dice = dice


@jit
def begin_blast(state, seat, cell):
    """A demolition charge goes off: automatic hits on every unit of the hex. Clause: TI-SPC-08."""
    open_attack(state, seat, -1, -1, cell)
    state.attack[0].successes = BLAST


@jit
def run_attack(state, tables, frame):
    """One step of an attack. Clause: TI-FIR-06."""
    attack = state.attack[0]
    step = frame.step
    if step == Attack.TYPE:
        frame.step = Attack.SUPPORT
        if attack.target < 0 or is_squad(state.units[attack.target]):
            ask(state, attack.seat, Decision.ATTACK_TYPE, attack.target)
    elif step == Attack.SUPPORT:
        if attack.support and has_supporter(state, tables):
            ask(state, attack.seat, Decision.SUPPORT, attack.target)
        else:
            frame.step = Attack.ROLL
    elif step == Attack.ROLL:
        roll_attack(state, tables)
        frame.step = Attack.APPLY
    elif step == Attack.APPLY:
        apply_next(state, tables, frame)
    else:
        end_attack(state, tables)
        clear_attack(state)
        pop(state)


@jit
def legal_attack_type(mask):
    """A normal or a suppressive attack. Clause: TI-FIR-06."""
    mask[OPTION + Option.NORMAL] = 1
    mask[OPTION + Option.SUPPRESSIVE] = 1


@jit
def apply_attack_type(state, action):
    """Make the attack of the chosen type. Clause: TI-FIR-06."""
    state.attack[0].blow = action - (OPTION + Option.NORMAL)


@jit
def legal_support(state, tables, mask):
    """Units that may join the attack. Clauses: TI-CMB-01, TI-CMB-03, TI-CMB-05."""
    mask[PASS] = 1
    own = FORCE * state.decider
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_support(state, tables, slot)


@jit
def apply_support(state, tables, frame, action):
    """Let the chosen unit join the attack, or roll the dice. Clause: TI-CMB-01."""
    if action == PASS:
        frame.step = Attack.ROLL
    else:
        choose_part(state, tables, action - UNIT)


@jit
def is_hit_by(state, slot):
    """True if the running attack affects a unit. Clauses: TI-ARE-01, TI-ARE-04, TI-SUP-10, TI-FIR-02, TI-SPC-06."""
    attack = state.attack[0]
    unit = state.units[slot]
    if attack.blow == Blow.SUPPRESSIVE and not is_squad(unit):
        return False
    if attack.reach == Reach.LONG and unit.specialty == Specialty.RECON:
        return False
    if attack.target >= 0:
        return slot == attack.target
    return unit.cell == attack.cell and is_out(unit)


@jit
def roll_attack(state, tables):
    """All attack dice, then the defence dice of each affected unit by index.

    Clauses: TI-GEN-08, TI-FIR-07, TI-FIR-08, TI-ARE-04, TI-TRN-08.
    """
    attack = state.attack[0]
    flames = False
    rerolls = 0
    if attack.lead >= 0:
        dice, reach = attack_strength(state, tables)
        attack.dice = min(dice, 255)
        attack.reach = reach
        success = tables.attack_success[reach]
        flames = uses_flames(state, tables)
        rerolls = expert_figures(state)
    else:
        success = tables.fire_success
    if state.listening:
        tell_attack(state, tables)
    hits = 0
    if attack.dice:
        note(state, Event.ROLLS, attack.seat, attack.lead, attack.target, value=Roll.NORMAL_ATTACK + attack.blow)
        hits = roll_hits(state, attack.dice, success, rerolls)
    if attack.target < 0 and hits >= tables.wire_hits:
        set_marks(state, Mark.WIRE, attack.cell, 0)
    hits += attack.successes  # those of a demolition charge
    attack.successes = min(hits, 255)
    for slot in range(SLOTS):
        if is_hit_by(state, slot):
            defend(state, tables, slot, hits, flames)


@jit
def defend(state, tables, slot, hits, flames):
    """A unit rolls its defence dice; what they do not cancel is left for `apply_next`. Clauses: TI-FIR-08, TI-FIR-10."""
    attack = state.attack[0]
    dice = defence_of(state, tables, slot, attack.blow, flames)
    cancelled = 0
    if dice:
        note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.DEFENCE)
        if state.listening:
            tell_defence(state, tables, slot, attack.blow, flames)
        cancelled = roll_defence(state, tables, dice, tables.vehicle_thick[state.units[slot].kind])
    attack.net[slot] = min(255, max(0, hits - cancelled))
    note(state, Own.NET_HITS, seat_of(slot), slot, value=attack.net[slot])


@jit
def apply_next(state, tables, frame):
    """Apply the net hits of the next unit. Clauses: TI-FIR-10, TI-FIR-11, TI-SUP-01..03, TI-VEH-02..04."""
    attack = state.attack[0]
    while frame.affected < SLOTS and attack.net[frame.affected] == 0:
        frame.affected += 1
    if frame.affected >= SLOTS:
        frame.step = Attack.END
        return
    slot = frame.affected
    net = attack.net[slot]
    frame.affected += 1
    if not is_squad(state.units[slot]):
        damage_vehicle(state, tables, slot, net)
    elif attack.blow == Blow.SUPPRESSIVE:
        suppress(state, tables, slot, net)
    else:
        lose_figures(state, tables, slot, net)


@jit
def end_attack(state, tables):
    """Fatigue the units that took part; Op Fire may stop the active unit.

    Clauses: TI-CMB-02, TI-OPF-05, TI-OPF-06, TI-OPF-08, TI-OPF-09.
    """
    attack = state.attack[0]
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        if attack.part[slot] == Part.NONE:
            continue
        if attack.op:
            state.units[slot].fired = 1
            if attack.part[slot] != Part.CREW or not is_squad(state.units[slot]):
                fatigue(state, slot)
        elif slot != attack.lead:
            fatigue(state, slot)
    if attack.op:
        stop_active(state, tables)


@jit
def can_op_fire(state, tables, slot):
    """True if a unit may lead Op Fire at the active unit now. Clauses: TI-OPF-01, TI-OPF-04, TI-OPF-10, TI-EQP-01."""
    unit = state.units[slot]
    if unit.activation != Activation.OP_FIRE or unit.fired or not is_out(unit):
        return False
    return can_fire_at(state, tables, slot, state.active) and is_served(state, slot)


@jit
def has_op_fire(state, tables):
    """True if any unit may make Op Fire at the active unit."""
    if state.silent or state.units[state.active].cell < 0:
        return False
    foe = 1 - seat_of(state.active)
    for slot in range(FORCE * foe, FORCE * (foe + 1)):
        if can_op_fire(state, tables, slot):
            return True
    return False


@jit
def legal_op_fire(state, tables, mask):
    """Units that may fire at the active unit. Clauses: TI-OPF-01, TI-OPF-04."""
    seat = state.decider
    mask[PASS] = 1
    for shooter in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + shooter] = can_op_fire(state, tables, shooter)


@jit
def begin_op_fire(state, tables, lead):
    """An Op Fire unit leads fire at the active unit. Clauses: TI-OPF-01, TI-OPF-12."""
    open_attack(state, seat_of(lead), lead, state.active, -1)
    attack = state.attack[0]
    attack.op = 1
    attack.support = 1
    attack.damage_before = state.units[state.active].damage
    choose_part(state, tables, lead)


@jit
def apply_op_fire(state, tables, action):
    """Let the chosen unit fire at the active unit, or none. Clause: TI-OPF-01."""
    if action != PASS:
        begin_op_fire(state, tables, action - UNIT)


@jit
def stop_active(state, tables):
    """Apply the effects of Op Fire to the activation of its target. Clauses: TI-OPF-05, TI-OPF-06, TI-OPF-07."""
    slot = state.active
    unit = state.units[slot]
    if unit.cell < 0:
        return
    if is_squad(unit):
        if unit.condition != Condition.NONE:
            state.broken = 1
    elif unit.damage > state.attack[0].damage_before:
        if unit.damage == Damage.LIGHT and tables.vehicle_sturdy[unit.kind]:
            state.movement = max(0, state.movement - 1)
        else:
            state.broken = 1
    if state.broken:
        note(state, Own.STOPPED, seat_of(slot), slot)
        fatigue(state, slot)
