"""Injury Rolls and what follows from them. Chapters INJ, DOWN, OOA; TC-FALL-03, TC-FALL-04; Table T2."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import UNIT, Decision
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.rolling import begin_roll, roll_pool, tell_injury_dice, tell_roll
from skirmish_rl.envs.trench_crusade.rules.telling import Own, Roll
from skirmish_rl.envs.trench_crusade.rules.units import add_blessing, add_blood, do_deed, lay_down, put_unit, remove_unit
from skirmish_rl.envs.trench_crusade.state import (
    CELLS,
    FORCE,
    MARKERS,
    SLOTS,
    WIDTH,
    Deed,
    Frame,
    Status,
    Success,
    Task,
    Wound,
    act_of,
    occupant,
    seat_of,
)

MOST_ARMOUR = 3  # TC-INJ-04
DOWN, OUT = 7, 9  # Table T2
MINOR = 2
FALL = 3  # inches that hurt, TC-FALL-01


class Injury(IntEnum):
    """Steps of the INJURY frame."""

    FIRST_WINDOW = 0
    SECOND_WINDOW = 1
    ROLL = 2
    LEDGE = 3
    APPLY = 4
    GONE = 5
    END = 6


@jit
def plain_modifier(tables, slot):
    """INJURY MODIFIER of what ignores nothing: armour, at most 3. Clauses: TC-INJ-04, TC-INJ-05."""
    return -min(MOST_ARMOUR, tables.armour[slot])


@jit
def begin_injury(state, tables, slot, cause, dice, modifier, marks):
    """An Injury Roll on a model becomes the running frame, which is returned for what is special to an attack.

    Args:
        cause: the model whose doing it is, -1. marks: blood markers of FIRE, GAS and SHRAPNEL.
    """
    frame = push(state, Frame.INJURY)
    frame.slot = slot
    frame.cause = cause
    frame.dice = dice
    frame.modifier = modifier
    frame.marks = marks
    return frame


@jit
def run_injury(state, tables, frame):
    """One step of an Injury Roll. Clauses: TC-INJ-07, TC-INJ-12, TC-FALL-04; Digitising, Reference order."""
    step = frame.step
    slot = frame.slot
    if step <= Injury.SECOND_WINDOW:
        frame.step = step + 1
        open_injury_window(state, tables, frame, 1 - state.initiative if step == Injury.FIRST_WINDOW else state.initiative)
    elif step == Injury.ROLL:
        roll_injury(state, tables, frame)
    elif step == Injury.LEDGE:
        frame.step = Injury.APPLY
        if frame.success == Success.FAILURE:
            fall(state, tables, slot, tables.ledge[state.units[slot].cell], frame.cause)
    elif step == Injury.APPLY:
        apply_wound(state, tables, frame)
    elif step == Injury.GONE:
        frame.step = Injury.END
        leave_blessing(state, tables, frame)
    else:
        pop(state)


@jit
def open_injury_window(state, tables, frame, seat):
    """Ask a seat for the markers it may spend on an Injury Roll, if there are any. Clauses: TC-INJ-07, TC-FALL-03."""
    slot = frame.slot
    unit = state.units[slot]
    if seat == seat_of(slot):
        if unit.blessing:
            tell_roll(state, tables, frame)
            ask(state, seat, Decision.GRACE, slot)
    elif unit.blood:
        tell_roll(state, tables, frame)
        ask(state, seat, Decision.WOUND, slot)


@jit
def roll_injury(state, tables, frame):
    """The dice, the table, what replaces its result. Clauses: TC-INJ-01..04, TC-INJ-08, TC-INJ-09, TC-INJ-12, TC-KW-32, TC-ABL-04."""
    slot = frame.slot
    unit = state.units[slot]
    note(state, Event.ROLLS, 1 - seat_of(slot), -1, slot, value=Roll.AN_INJURY)
    total = roll_pool(state, 2 + frame.deadly + frame.bath, frame.dice) + frame.modifier
    tell_injury_dice(state, tables, frame)
    note(state, Event.RESULT, seat_of(slot), slot, value=total)
    wound = (total >= MINOR) + (total >= DOWN) + (total >= OUT)
    if wound == Wound.OUT and tables.traits[slot, Trait.TOUGH] and unit.tough_used == 0:
        unit.tough_used = 1
        wound = Wound.DOWN
        note(state, Own.TOUGH, seat_of(slot), slot)
    if wound == Wound.DOWN and tables.traits[slot, Trait.STANDFAST]:
        wound = Wound.MINOR
        note(state, Own.STANDFAST, seat_of(slot), slot)
    if frame.of_attack and slot == state.attack[0].target and (wound == Wound.OUT or (wound == Wound.DOWN and unit.down == 0)):
        state.attack[0].felled = 1
    frame.wound = wound
    frame.step = Injury.APPLY
    if wound == Wound.DOWN and unit.down == 0 and tables.ledge[unit.cell] >= 0:
        frame.step = Injury.LEDGE
        begin_roll(state, tables, slot, Task.LEDGE, 0)


@jit
def is_shared(state, slot, cell):
    """True for a cell that another model holds."""
    for other in range(SLOTS):
        if other != slot and state.units[other].cell == cell:
            return True
    return False


@jit
def landing_of(state, tables, slot, cell):
    """Where a model comes to stand that falls to a cell or is stopped there: there, or in the nearest free cell of that level.

    Clauses: TC-FALL-02, TC-KW-31.
    """
    if not is_shared(state, slot, cell):
        return cell
    best = -1
    for other in range(CELLS):
        if tables.on_board[other] == 0 or tables.impassable[other] or tables.height[other] != tables.height[cell]:
            continue
        if occupant(state, other) < 0 and (best < 0 or distance2(WIDTH, cell, other) < distance2(WIDTH, cell, best)):
            best = other
    return best


@jit
def fall(state, tables, slot, cell, cause):
    """A model falls or jumps down to a cell; the Injury Roll of a fall of 3" or more becomes the running frame.

    Clauses: TC-FALL-01..03, TC-JMP-03.

    Args:
        cause: the model whose doing it is, -1.
    """
    drop = land(state, tables, slot, cell)
    if drop >= FALL and cause >= 0 and seat_of(cause) != seat_of(slot):
        do_deed(state, tables, seat_of(cause), Deed.FALL)
    hurt_by_fall(state, tables, slot, cause, drop)


@jit
def land(state, tables, slot, cell):
    """A model comes down in a cell or the nearest free one; returns how many inches. Clause: TC-FALL-02."""
    drop = tables.height[state.units[slot].cell] - tables.height[cell]
    put_unit(state, tables, slot, landing_of(state, tables, slot, cell))
    note(state, Own.FALLS, seat_of(slot), slot, cell=state.units[slot].cell, value=drop)
    return drop


@jit
def hurt_by_fall(state, tables, slot, cause, drop):
    """The Injury Roll of a fall of so many inches, if it hurts. Clauses: TC-FALL-01, TC-FALL-03, TC-ABL-11."""
    if drop >= FALL and tables.traits[slot, Trait.LEVITATE] == 0:
        begin_injury(state, tables, slot, cause, drop // FALL, plain_modifier(tables, slot), 0)


@jit
def apply_wound(state, tables, frame):
    """Apply the result of the table, then the markers of keywords. Clauses: TC-INJ-02, TC-INJ-11, TC-KW-14, TC-BLD-01."""
    slot = frame.slot
    unit = state.units[slot]
    wound = frame.wound
    frame.step = Injury.END
    if unit.status != Status.ON_BOARD:
        return
    frame.fell_at = unit.cell
    if wound == Wound.OUT:
        remove_unit(state, slot, Status.OUT)
        count_kill(state, tables, frame)
        frame.step = Injury.GONE
        return
    marks = frame.marks + (wound >= Wound.MINOR) + (wound == Wound.DOWN and unit.down)
    before = unit.blood
    if wound == Wound.DOWN and unit.down == 0:
        lay_down(state, slot)
    add_blood(state, slot, marks)
    cause = frame.cause
    if frame.of_attack and before < MARKERS and unit.blood == MARKERS and seat_of(cause) != seat_of(slot):
        do_deed(state, tables, seat_of(cause), Deed.SIXTH_MARKER)


@jit
def take_down(state, tables, slot):
    """A rule takes a model Down: the result of the table in full. Clauses: TC-INJ-11, TC-ABL-04."""
    if tables.traits[slot, Trait.STANDFAST]:
        note(state, Own.STANDFAST, seat_of(slot), slot)
        add_blood(state, slot, 1)
    elif state.units[slot].down:
        add_blood(state, slot, 2)
    else:
        lay_down(state, slot)
        add_blood(state, slot, 1)


@jit
def count_kill(state, tables, frame):
    """Deeds of who has taken a model OOA, and what its going sets off. Clauses: TC-SC-03, TC-ABL-12, TC-ABL-15."""
    slot = frame.slot
    cause = frame.cause
    if tables.traits[slot, Trait.SOUL_CONTRACT]:
        foe = FORCE * (1 - seat_of(slot))
        for other in range(foe, foe + FORCE):
            unit = state.units[other]
            if (
                unit.status == Status.ON_BOARD
                and tables.traits[other, Trait.NEGATE_FIRE] == 0
                and is_close(tables, frame.fell_at, unit.cell)
            ):
                add_blood(state, other, 1)
    if cause < 0 or seat_of(cause) == seat_of(slot):
        return
    seat = seat_of(cause)
    killer = state.units[cause]
    attack = state.attack[0]
    killer.kills = min(FORCE, killer.kills + 1)
    if killer.kills == 3:
        do_deed(state, tables, seat, Deed.THREE_KILLS)
    if frame.of_attack and attack.melee:
        killer.melee_kills = min(FORCE, killer.melee_kills + 1)
        if killer.melee_kills == 2:
            do_deed(state, tables, seat, Deed.TWO_KILLS)
    act = act_of(state, cause)
    if act >= 0 and state.acts[act].stood:
        do_deed(state, tables, seat, Deed.FROM_THE_GROUND)
    elite = tables.traits[slot, Trait.ELITE]
    if frame.of_attack and attack.melee == 0 and elite and attack.long and attack.cover:
        do_deed(state, tables, seat, Deed.LONG_SHOT)
    for relic in range(tables.relics):
        if state.round <= tables.relic_last[relic] and is_close(tables, frame.fell_at, tables.relic_cell[relic]):
            do_deed(state, tables, seat, Deed.RELIC_GUARD)
    if frame.of_attack and elite and tables.traits[cause, Trait.FREEDOM] and killer.status == Status.ON_BOARD:
        remove_unit(state, cause, Status.FREED)
        state.strength[seat] -= 1


@jit
def blessing_range(state, tables, frame, slot):
    """Squared distance from where a thrall went OOA to a model that its blessing may go to, -1 for others. Clause: TC-ABL-14."""
    unit = state.units[slot]
    if unit.status != Status.ON_BOARD or tables.traits[slot, Trait.ELITE] == 0:
        return -1
    rise = tables.height[frame.fell_at] - tables.height[unit.cell]
    return distance2(WIDTH, frame.fell_at, unit.cell) + rise * rise


@jit
def is_nearest_elite(state, tables, frame, slot):
    """True for a friendly ELITE to whom none is nearer. Clause: TC-ABL-14."""
    mine = blessing_range(state, tables, frame, slot)
    seat = seat_of(frame.slot)
    if mine < 0 or seat_of(slot) != seat:
        return False
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        theirs = blessing_range(state, tables, frame, other)
        if 0 <= theirs < mine:
            return False
    return True


@jit
def leave_blessing(state, tables, frame):
    """Dark blessing: the owner of a thrall that went OOA names the nearest ELITE. Clause: TC-ABL-14."""
    slot = frame.slot
    if tables.traits[slot, Trait.DARK_BLESSING] == 0:
        return
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if is_nearest_elite(state, tables, frame, other):
            ask(state, seat, Decision.DARK_BLESSING, slot)
            return


@jit
def legal_dark_blessing(state, tables, mask):
    """The nearest friendly ELITE models. Clause: TC-ABL-14."""
    frame = top_frame(state)
    seat = state.decider
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + other] = is_nearest_elite(state, tables, frame, other)


@jit
def apply_dark_blessing(state, action):
    """Give one blessing marker. Clause: TC-ABL-14."""
    add_blessing(state, action - UNIT)
