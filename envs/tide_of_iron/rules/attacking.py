"""An attack from its declaration to its results: fire, area attacks, off-board fire. Chapters FIR, SUP, CMB, ARE."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.firing import (
    attack_strength,
    can_fire_at,
    defence_of,
    expert_figures,
    has_supporter,
    is_served,
    parts_of,
    uses_flames,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.units import damage_vehicle, fatigue, only_figure, remove_figure, suppress
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    SLOTS,
    Activation,
    Blow,
    Condition,
    Damage,
    Decision,
    Mark,
    Part,
    Reach,
    Specialty,
    is_out,
    is_squad,
    seat_of,
    strength_of,
)  # fmt: skip

DIE = 6
BLAST = 3  # TI-SPC-08


class Attack(IntEnum):
    """Steps of the ATTACK frame; a: next unit whose hits are applied."""

    FIGURES = 0
    TYPE = 1
    SUPPORT = 2
    ROLL = 3
    APPLY = 4
    END = 5


@jit
def clear_attack(state, seat):
    """A blank attack of a side."""
    attack = state.attack[0]
    attack.seat = seat
    attack.lead = -1
    attack.target = -1
    attack.cell = -1
    attack.blow = Blow.NORMAL
    attack.reach = Reach.CLOSE
    attack.halved = 0
    attack.op = 0
    attack.bonus = 0
    attack.support = 0
    attack.asked = -1
    attack.was = 0
    attack.dice = 0
    attack.successes = 0
    for slot in range(SLOTS):
        attack.part[slot] = Part.NONE
        attack.net[slot] = 0


@jit
def begin_fire(state, tables, lead, target, cell, halved):
    """The active unit fires: at a unit, or with its mortars at a hex (target -1). Clauses: TI-ACT-09, TI-ACT-11, TI-ARE-01."""
    clear_attack(state, seat_of(lead))
    attack = state.attack[0]
    attack.lead = lead
    attack.target = target
    attack.cell = cell
    attack.halved = halved
    attack.support = 1 - halved
    attack.bonus = state.boost
    push(state, Frame.ATTACK, 0, 0, 0)
    choose_part(state, tables, lead)


@jit
def begin_op_fire(state, tables, lead):
    """An Op Fire unit leads fire at the active unit. Clauses: TI-OPF-01, TI-OPF-12."""
    clear_attack(state, seat_of(lead))
    attack = state.attack[0]
    attack.lead = lead
    attack.target = state.active
    attack.op = 1
    attack.support = 1
    attack.was = state.units[state.active].damage
    push(state, Frame.ATTACK, 0, 0, 0)
    choose_part(state, tables, lead)


@jit
def begin_shelling(state, tables, seat, cell, blow, dice):
    """Off-board artillery falls on a hex; nothing is rolled where nothing can be hit. Clause: TI-CRD-06."""
    if state.crowd[0, cell] + state.crowd[1, cell] == 0 and (state.marks[cell] & Mark.WIRE) == 0:
        return
    clear_attack(state, seat)
    attack = state.attack[0]
    attack.cell = cell
    attack.blow = blow
    attack.dice = dice
    push(state, Frame.ATTACK, 0, 0, 0)
    top_frame(state).step = Attack.ROLL


@jit
def begin_sniping(state, tables, seat, target, dice):
    """Marksmen fire at a squad. Clause: TI-CRD-31."""
    clear_attack(state, seat)
    attack = state.attack[0]
    attack.target = target
    attack.blow = Blow.SUPPRESSIVE
    attack.dice = dice
    push(state, Frame.ATTACK, 0, 0, 0)
    top_frame(state).step = Attack.ROLL


@jit
def begin_blast(state, seat, cell):
    """A demolition charge goes off: automatic hits on every unit of the hex. Clause: TI-SPC-08."""
    clear_attack(state, seat)
    attack = state.attack[0]
    attack.cell = cell
    attack.successes = BLAST
    push(state, Frame.ATTACK, 0, 0, 0)
    top_frame(state).step = Attack.ROLL


@jit
def choose_part(state, tables, slot):
    """Settle which figures of a unit fire, or note that its owner must say so. Clauses: TI-FIR-03, TI-CMB-04, TI-ARE-06."""
    attack = state.attack[0]
    if attack.target < 0:
        attack.part[slot] = Part.CREW
        return
    part = parts_of(state, tables, slot, attack.target)
    attack.part[slot] = part
    if part == Part.ALL:
        attack.asked = slot


@jit
def run_attack(state, tables, frame):
    """One step of an attack."""
    attack = state.attack[0]
    step = frame.step
    if step == Attack.FIGURES:
        frame.step = Attack.TYPE
        if attack.asked >= 0:
            ask(state, attack.seat, Decision.FIGURES)
    elif step == Attack.TYPE:
        frame.step = Attack.SUPPORT
        if attack.target < 0 or is_squad(state.units[attack.target]):
            ask(state, attack.seat, Decision.ATTACK_TYPE)
    elif step == Attack.SUPPORT:
        if attack.asked >= 0:
            ask(state, attack.seat, Decision.FIGURES)
        elif attack.support and has_supporter(state, tables):
            ask(state, attack.seat, Decision.SUPPORT)
        else:
            frame.step = Attack.ROLL
    elif step == Attack.ROLL:
        roll_attack(state, tables)
        frame.step = Attack.APPLY
        frame.a = 0
    elif step == Attack.APPLY:
        apply_next(state, tables, frame)
    else:
        end_attack(state, tables)
        pop(state)


@jit
def roll_hits(state, dice, success, rerolls):
    """Roll attack dice; failing ones may be rolled once more. Clauses: TI-FIR-07, TI-SPC-07.

    Returns:
        Number of successes.
    """
    hits = 0
    for _ in range(dice):
        if roll(state, DIE) >= success:
            hits += 1
    for _ in range(min(rerolls, dice - hits)):
        if roll(state, DIE) >= success:
            hits += 1
    return hits


@jit
def roll_defence(state, tables, slot, dice):
    """Roll a unit's defence dice. Clauses: TI-FIR-08, TI-VEH-09.

    Returns:
        Hits cancelled.
    """
    cancelled = 0
    for _ in range(dice):
        if roll(state, DIE) >= tables.defence_success:
            cancelled += 1
    if tables.vehicle_thick[state.units[slot].kind] and cancelled < dice:
        cancelled += 1
    return cancelled


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
    """All attack dice, then the defence dice of each affected unit by index. Clauses: TI-GEN-08, TI-FIR-07, TI-FIR-08, TI-ARE-04, TI-TRN-08."""
    attack = state.attack[0]
    flames = False
    rerolls = 0
    if attack.lead >= 0:
        dice, reach = attack_strength(state, tables)
        attack.dice = min(dice, 255)
        attack.reach = reach
        success = tables.attack_success[reach] + 0
        flames = uses_flames(state, tables)
        rerolls = expert_figures(state)
    else:
        success = tables.fire_success + 0
    hits = roll_hits(state, attack.dice + 0, success, rerolls)
    if attack.target < 0 and hits >= tables.wire_hits:
        state.marks[attack.cell] = state.marks[attack.cell] & ~Mark.WIRE
    hits += attack.successes  # those of a demolition charge
    attack.successes = min(hits, 255)
    for slot in range(SLOTS):
        if is_hit_by(state, slot):
            cancelled = roll_defence(state, tables, slot, defence_of(state, tables, slot, attack.blow, flames))
            attack.net[slot] = min(255, max(0, hits - cancelled))


@jit
def apply_next(state, tables, frame):
    """The net hits of the next unit. Clauses: TI-FIR-10, TI-FIR-11, TI-SUP-01..03, TI-VEH-02..04."""
    attack = state.attack[0]
    while frame.a < SLOTS and attack.net[frame.a] == 0:
        frame.a += 1
    if frame.a >= SLOTS:
        frame.step = Attack.END
        return
    slot = frame.a + 0
    net = attack.net[slot] + 0
    frame.a += 1
    if not is_squad(state.units[slot]):
        damage_vehicle(state, tables, slot, net)
    elif attack.blow == Blow.SUPPRESSIVE:
        suppress(state, tables, slot, net)
    else:
        lose_figures(state, tables, slot, net)


@jit
def lose_figures(state, tables, slot, hits):
    """Have figures removed from a squad, its owner choosing. Clause: TI-FIR-10."""
    unit = state.units[slot]
    if hits > 0:
        push(state, Frame.LOSSES, slot, min(hits, strength_of(unit)), 0)


@jit
def run_losses(state, tables, frame):
    """Remove one figure after another; the owner chooses while the figures differ. Clause: TI-FIR-10."""
    slot = frame.a + 0
    unit = state.units[slot]
    while frame.b > 0 and unit.cell >= 0:
        figure = only_figure(unit)
        if figure < 0 and frame.b < strength_of(unit):
            ask(state, seat_of(slot), Decision.CASUALTY)
            return
        if figure < 0:
            figure = 0
            while unit.figures[figure] == 0:
                figure += 1
        frame.b -= 1
        remove_figure(state, tables, slot, figure)
    pop(state)


@jit
def end_attack(state, tables):
    """Who took part is fatigued; Op Fire may stop the active unit. Clauses: TI-CMB-02, TI-OPF-05, TI-OPF-06, TI-OPF-08, TI-OPF-09."""
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
def stop_active(state, tables):
    """What Op Fire does to the activation of its target. Clauses: TI-OPF-05, TI-OPF-06, TI-OPF-07."""
    slot = state.active + 0
    unit = state.units[slot]
    if unit.cell < 0:
        return
    if is_squad(unit):
        if unit.condition != Condition.NONE:
            state.broken = 1
    elif unit.damage > state.attack[0].was:
        if unit.damage == Damage.LIGHT and tables.vehicle_sturdy[unit.kind]:
            state.movement = max(0, state.movement - 1)
        else:
            state.broken = 1
    if state.broken:
        fatigue(state, slot)


@jit
def walk_into_mines(state, tables, slot):
    """A unit enters a minefield: its dice, without defence. Clauses: TI-TRN-09, TI-SPC-03."""
    unit = state.units[slot]
    if unit.specialty == Specialty.ENGINEER:
        return
    hits = roll_hits(state, tables.mine_dice + 0, tables.mine_success + 0, 0)
    if hits == 0:
        return
    if is_squad(unit):
        lose_figures(state, tables, slot, hits)
    else:
        damage_vehicle(state, tables, slot, hits)


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

