"""Shoot Actions. Chapter RNG; TC-KW-03, TC-KW-04, TC-KW-19, TC-KW-24, TC-ABL-17."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, UNIT, WEAPON, Decision
from skirmish_rl.envs.trench_crusade.rules.attacking import begin_attack
from skirmish_rl.envs.trench_crusade.rules.measuring import is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.units import reveal
from skirmish_rl.envs.trench_crusade.state import (
    AIMS,
    ARMS,
    CELLS,
    FORCE,
    HALVES,
    ROWS,
    SLOTS,
    WIDTH,
    Frame,
    Status,
    Verb,
    act_of,
    occupant,
    seat_of,
)

SPREAD = 6 * HALVES  # between the targets of one AUTOMATIC weapon, TC-KW-04
MOVES = 1 << Verb.MOVE | 1 << Verb.MOVE_RISK | 1 << Verb.MOVE_DROP | 1 << Verb.CHARGE | 1 << Verb.RETREAT | 1 << Verb.DASH
BLOWS = 1 << Verb.CHARGE | 1 << Verb.FIGHT


class Shoot(IntEnum):
    """Steps of the SHOOT frame."""

    WEAPON = 0
    TARGET = 1
    END = 2


@jit
def is_ready(state, tables, slot, weapon):
    """True if an active model may use a ranged weapon now. Clauses: TC-RNG-02, TC-RNG-03, TC-KW-03, TC-KW-19, TC-ABL-17."""
    act = state.acts[act_of(state, slot)]
    if tables.ranged_weapon[weapon] == 0 or (tables.keyword[weapon, Keyword.ONCE] and state.units[slot].spent):
        return False
    if act.done & BLOWS and tables.keyword[weapon, Keyword.ASSAULT] == 0:
        return False
    if act.done & MOVES and tables.keyword[weapon, Keyword.HEAVY] and tables.traits[slot, Trait.STRONG] == 0:
        return False
    return act.shots == 0 or (act.shots == 1 and act.bursts != 0 and tables.keyword[weapon, Keyword.BURSTS] != 0)


@jit
def is_target(state, tables, slot, weapon, other):
    """True if an enemy may be shot at. Clauses: TC-RNG-04, TC-ABL-16."""
    unit = state.units[other]
    here = state.units[slot].cell
    if unit.status != Status.ON_BOARD or unit.hidden or not is_in_sight(tables, here, unit.cell):
        return False
    return is_within(tables, here, unit.cell, HALVES * tables.range[weapon])


@jit
def is_point(tables, here, weapon, cell):
    """True if a blast may be aimed at a cell, if that is free. Clauses: TC-KW-06, TC-KW-07."""
    if tables.on_board[cell] == 0 or tables.impassable[cell] or not is_in_sight(tables, here, cell):
        return False
    return is_within(tables, here, cell, HALVES * tables.range[weapon])


@jit
def has_point(state, tables, slot, weapon):
    """True if a blast has any point to be aimed at: a free cell beside the model is enough."""
    here = state.units[slot].cell
    for k in range(len(tables.next[here])):
        there = tables.next[here, k]
        if there >= 0 and occupant(state, there) < 0 and is_point(tables, here, weapon, there):
            return True
    for cell in range(CELLS):
        if is_point(tables, here, weapon, cell) and occupant(state, cell) < 0:
            return True
    return False


@jit
def has_enemy_in_range(state, tables, slot, weapon):
    """True if some enemy may be shot at with a weapon."""
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        if is_target(state, tables, slot, weapon, other):
            return True
    return False


@jit
def can_shoot_with(state, tables, slot, weapon):
    """True if a model may use a ranged weapon and has something to aim at."""
    if not is_ready(state, tables, slot, weapon):
        return False
    if has_enemy_in_range(state, tables, slot, weapon):
        return True
    return tables.blast[weapon] > 0 and has_point(state, tables, slot, weapon)


@jit
def can_shoot(state, tables, slot):
    """True if a model that is not engaged has a ranged weapon to use. Clause: TC-RNG-01."""
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and can_shoot_with(state, tables, slot, weapon):
            return True
    return False


@jit
def begin_shoot(state, slot):
    """With which weapon is asked first. Clause: TC-RNG-01."""
    frame = push(state, Frame.SHOOT)
    frame.slot = slot
    reveal(state, slot)
    ask(state, seat_of(slot), Decision.WEAPON, slot)


@jit
def legal_shot(state, tables, mask):
    """The weapons that may be used."""
    slot = state.subject
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and can_shoot_with(state, tables, slot, weapon):
            mask[WEAPON + weapon] = 1


@jit
def apply_shot(state, tables, weapon):
    """Choose the weapon, and note what it forbids in this activation. Clauses: TC-RNG-02, TC-KW-19, TC-ABL-17."""
    frame = top_frame(state)
    slot = frame.slot
    act = state.acts[act_of(state, slot)]
    frame.weapon = weapon
    frame.attacks_left = tables.automatic[weapon]
    frame.step = Shoot.TARGET
    act.bursts = 1 if tables.keyword[weapon, Keyword.BURSTS] else 0
    act.shots += 1
    if tables.keyword[weapon, Keyword.ASSAULT] == 0:
        act.plain = 1
    if tables.keyword[weapon, Keyword.HEAVY] and tables.traits[slot, Trait.STRONG] == 0:
        act.heavy = 1
    if tables.keyword[weapon, Keyword.ONCE]:
        state.units[slot].spent = 1


@jit
def run_shoot(state, tables, frame):
    """One step of a Shoot Action: the next attack, or its end. Clauses: TC-KW-04, TC-KW-24, TC-ACT-08."""
    slot = frame.slot
    if frame.step == Shoot.TARGET:
        unit = state.units[slot]
        able = unit.status == Status.ON_BOARD and unit.down == 0 and not state.ended
        if able and frame.attacks_left > 0 and has_target(state, tables, frame):
            ask(state, seat_of(slot), Decision.TARGET, slot)
        else:
            frame.step = Shoot.END
        return
    if tables.keyword[frame.weapon, Keyword.RELOAD]:
        state.ended = 1
    for k in range(AIMS):
        state.aims[k] = -1
    pop(state)


@jit
def is_near_aims(state, tables, frame, cell):
    """True if a cell is within 6" of all targets so far. Clause: TC-KW-04."""
    for k in range(frame.attacks_made):
        if not is_within(tables, state.aims[k], cell, SPREAD):
            return False
    return True


@jit
def is_next_target(state, tables, frame, other):
    """True for an enemy that may be the next target. Clauses: TC-KW-04, TC-ABL-17."""
    if not is_target(state, tables, frame.slot, frame.weapon, other):
        return False
    if frame.attacks_made > 0 and tables.keyword[frame.weapon, Keyword.FOCUSED] and other != frame.target:
        return False
    return is_near_aims(state, tables, frame, state.units[other].cell)


@jit
def has_target(state, tables, frame):
    """True if there is a next target."""
    foe = FORCE * (1 - seat_of(frame.slot))
    for other in range(foe, foe + FORCE):
        if is_next_target(state, tables, frame, other):
            return True
    return tables.blast[frame.weapon] > 0 and has_point(state, tables, frame.slot, frame.weapon)


@jit
def legal_shot_target(state, tables, mask):
    """Enemies, points for a blast, and after the first attack: stop. Clauses: TC-RNG-04, TC-KW-04, TC-KW-06."""
    frame = top_frame(state)
    slot = frame.slot
    weapon = frame.weapon
    mask[PASS] = frame.attacks_made > 0
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        mask[UNIT + other] = is_next_target(state, tables, frame, other)
    if tables.blast[weapon] == 0:
        return
    here = state.units[slot].cell
    far = tables.range[weapon] + 1
    x = here % WIDTH
    y = here // WIDTH
    for j in range(max(0, y - far), min(ROWS, y + far + 1)):
        for cell in range(j * WIDTH + max(0, x - far), j * WIDTH + min(WIDTH, x + far + 1)):
            if is_point(tables, here, weapon, cell) and is_near_aims(state, tables, frame, cell):
                mask[CELL + cell] = 1
    for other in range(SLOTS):
        if state.units[other].cell >= 0:
            mask[CELL + state.units[other].cell] = 0


@jit
def apply_shot_target(state, tables, target, cell):
    """Begin the next attack, or (with neither target nor cell) end the Action."""
    frame = top_frame(state)
    if cell < 0:
        frame.step = Shoot.END
        return
    if frame.attacks_made == 0:
        frame.target = target
    state.aims[frame.attacks_made] = cell
    frame.attacks_made += 1
    frame.attacks_left -= 1
    begin_attack(state, tables, frame.slot, frame.weapon, target, cell, 0, 0)
