"""Fight Actions and free attacks. Chapter MEL; TC-KW-09, TC-KW-22, TC-RET-03."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import PASS, UNIT, WEAPON, Decision
from skirmish_rl.envs.trench_crusade.rules.attacking import begin_attack
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close, is_in_sight
from skirmish_rl.envs.trench_crusade.state import ARMS, FORCE, Frame, Status, seat_of


class Fight(IntEnum):
    """Steps of the FIGHT frame."""

    WEAPON = 0
    TARGET = 1
    SECOND = 2
    END = 3


@jit
def has_melee_weapon(state, tables, slot):
    """True if a model can strike at all. Clause: TC-MEL-10."""
    return tables.can_fight[slot] != 0


@jit
def is_in_reach(state, tables, slot, other):
    """True if an enemy may be struck: within 1" and in LOS. Clause: TC-MEL-02."""
    unit = state.units[other]
    here = state.units[slot].cell
    return unit.status == Status.ON_BOARD and is_close(tables, here, unit.cell) and is_in_sight(tables, here, unit.cell)


@jit
def has_opponent(state, tables, slot):
    """True if a model has an enemy to strike. Clause: TC-MEL-01."""
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        if is_in_reach(state, tables, slot, other):
            return True
    return False


@jit
def begin_fight(state, slot):
    """With which weapon is asked first. Clause: TC-MEL-01."""
    frame = push(state, Frame.FIGHT)
    frame.slot = slot
    frame.target = -1
    ask(state, seat_of(slot), Decision.WEAPON, slot)


@jit
def begin_free_attack(state, tables, slot, target, weapon):
    """A free attack on a retreating model with one weapon. Clause: TC-RET-03."""
    frame = push(state, Frame.FIGHT)
    frame.slot = slot
    frame.target = target
    frame.free = 1
    take_weapon(tables, frame, weapon)


@jit
def take_weapon(tables, frame, weapon):
    """A weapon strikes as often as it may. Clauses: TC-MEL-06, TC-KW-09."""
    frame.weapon = weapon
    frame.attacks_left = tables.cleave[weapon]
    frame.attacks_made = 0
    frame.step = Fight.TARGET


@jit
def legal_blade(state, tables, mask):
    """The melee weapons of the model that is asked about. Clauses: TC-MEL-01, TC-KW-22."""
    slot = state.subject
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and tables.melee_weapon[weapon]:
            mask[WEAPON + weapon] = 1


@jit
def run_fight(state, tables, frame):
    """One step of a Fight Action or a free attack. Clauses: TC-MEL-05, TC-MEL-06, TC-RET-03."""
    step = frame.step
    slot = frame.slot
    if step == Fight.TARGET:
        if frame.attacks_left > 0 and is_able(state, frame) and has_next_opponent(state, tables, frame):
            ask(state, seat_of(slot), Decision.TARGET, slot)
        else:
            frame.step = Fight.SECOND
    elif step == Fight.SECOND:
        frame.step = Fight.END
        if frame.free == 0 and frame.off_hand == 0 and is_able(state, frame) and has_opponent(state, tables, slot):
            if has_second(state, tables, frame):
                ask(state, seat_of(slot), Decision.SECOND_WEAPON, slot)
    else:
        pop(state)


@jit
def is_able(state, frame):
    """True while the fighter may go on striking; in a free attack Down models may, too. Clauses: TC-DOWN-01, TC-DOWN-02."""
    unit = state.units[frame.slot]
    return unit.status == Status.ON_BOARD and (frame.free != 0 or (unit.down == 0 and not state.ended))


@jit
def has_next_opponent(state, tables, frame):
    """True if there is anybody to strike: in a free attack the retreating model only."""
    if frame.free:
        return is_in_reach(state, tables, frame.slot, frame.target)
    return has_opponent(state, tables, frame.slot)


@jit
def legal_blow(state, tables, mask):
    """The models to strike; after the first attack of the weapon also a stop. Clauses: TC-MEL-02, TC-MEL-05, TC-KW-09."""
    frame = top_frame(state)
    slot = frame.slot
    mask[PASS] = frame.attacks_made > 0
    if frame.free:
        mask[UNIT + frame.target] = 1
        return
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        mask[UNIT + other] = is_in_reach(state, tables, slot, other)


@jit
def apply_blow(state, tables, target):
    """Begin the next attack, or (-1) stop with this weapon."""
    frame = top_frame(state)
    if target < 0:
        frame.step = Fight.SECOND
        return
    frame.attacks_made += 1
    frame.attacks_left -= 1
    begin_attack(state, tables, frame.slot, frame.weapon, target, state.units[target].cell, 1, frame.off_hand)


@jit
def is_second(state, tables, frame, k):
    """True if the weapon in a place may strike after the first. Clauses: TC-MEL-05, TC-ABL-13."""
    slot = frame.slot
    if tables.arm[slot, k] < 0:
        return False
    for first in range(ARMS):
        if tables.arm[slot, first] == frame.weapon and tables.pair[slot, first, k]:
            return True
    return False


@jit
def has_second(state, tables, frame):
    """True if the fighter has an off-hand weapon."""
    for k in range(ARMS):
        if is_second(state, tables, frame, k):
            return True
    return False


@jit
def legal_second(state, tables, mask):
    """The off-hand weapons, or stop. Clause: TC-MEL-05."""
    frame = top_frame(state)
    mask[PASS] = 1
    for k in range(ARMS):
        if is_second(state, tables, frame, k):
            mask[WEAPON + tables.arm[frame.slot, k]] = 1


@jit
def apply_second(state, tables, action):
    """Strike with the off-hand weapon, or end the Action."""
    frame = top_frame(state)
    if action != PASS:
        frame.off_hand = 1
        take_weapon(tables, frame, action - WEAPON)
