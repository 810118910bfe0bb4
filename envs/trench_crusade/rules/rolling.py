"""Success Rolls and the windows in which markers are spent on them. Chapters ROLL, BLD, BLS; Table T1."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import BLOODBATH, SPEND, Decision
from skirmish_rl.envs.trench_crusade.rules.strengths import counted, injury_dice, injury_modifier, task_dice
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.trench_crusade.state import BATH, CHEAP_BATH, Frame, Success, is_active, seat_of

DIE = 6
SUCCEEDS, CRITICAL = 7, 12
_FACE_BITS = 5
_ROLL_OFFS = 1000  # a tie so often does not happen


@jit
def roll_pool(state, kept, net):
    """Roll kept + |net| dice and add the `kept` highest (net > 0) or lowest (net < 0). Clauses: TC-ROLL-01..04, TC-INJ-01."""
    faces = 0
    for _ in range(kept + abs(net)):
        faces += 1 << _FACE_BITS * (roll(state, DIE) - 1)
    total = 0
    left = kept
    for k in range(DIE):
        face = DIE - k if net >= 0 else k + 1
        n = min(left, (faces >> _FACE_BITS * (face - 1)) & (2**_FACE_BITS - 1))
        total += n * face
        left -= n
    return total


@jit
def success_of(total):
    """The result of a Success Roll. Clause: TC-ROLL-01."""
    return (total >= SUCCEEDS) + (total >= CRITICAL)


@jit
def roll_d3(state):
    """A D3. Clause: TC-GEN-03."""
    return (roll(state, DIE) + 1) // 2


@jit
def roll_off(state):
    """The seat that wins a roll-off. Clause: TC-GEN-03."""
    for _ in range(_ROLL_OFFS):
        note(state, Event.ROLLS, 0, value=Roll.THE_ROLL_OFF)
        first = roll(state, DIE)
        note(state, Event.ROLLS, 1, value=Roll.THE_ROLL_OFF)
        second = roll(state, DIE)
        if first != second:
            return 1 if second > first else 0
    state.fault = 1
    return 0


@jit
def begin_roll(state, tables, slot, task, risky):
    """A Success Roll of a model; the frame that waits for it gets `success` and `total`.

    Clauses: TC-ROLL-06, TC-ROLL-07, TC-ROLL-10, TC-MOR-04.
    """
    frame = push(state, Frame.ROLL)
    frame.slot = slot
    frame.task = task
    frame.dice = task_dice(state, tables, slot, task, False)
    frame.risky = 1 if risky or state.shaken[seat_of(slot)] else 0


@jit
def run_roll(state, tables, frame):
    """One step of a Success Roll: the windows, then the dice. Clauses: TC-ROLL-06, TC-ROLL-09, TC-BLD-03, TC-GEN-04."""
    step = frame.step
    if step < 2:
        frame.step = step + 1
        open_window(state, tables, frame, 1 - state.initiative if step == 0 else state.initiative)
        return
    slot = frame.slot
    seat = seat_of(slot)
    note(state, Event.ROLLS, seat, slot, value=frame.task)
    total = roll_pool(state, 2, frame.dice)
    tell_success_dice(state, tables, frame)
    note(state, Event.RESULT, seat, slot, value=total)
    success = success_of(total)
    if success == Success.FAILURE and frame.risky and is_active(state, slot):
        state.ended = 1
        note(state, Own.STOPPED, seat, slot)
    pop(state)
    waiting = top_frame(state)
    waiting.success = success
    waiting.total = total


@jit
def open_window(state, tables, frame, seat):
    """Ask a seat for the markers it may spend on a Success Roll, if there are any. Clauses: TC-ROLL-09, TC-ABL-02."""
    slot = frame.slot
    unit = state.units[slot]
    if seat == seat_of(slot):
        if unit.blessing:
            tell_roll(state, tables, frame)
            ask(state, seat, Decision.BLESSING, slot)
    elif unit.blood and frame.blind == 0:
        tell_roll(state, tables, frame)
        ask(state, seat, Decision.BLOOD, slot)


@jit
def tell_roll(state, tables, frame):
    """Tell what is about to be rolled, for who must spend markers on it or keep them. Clause: TC-ROLL-10."""
    slot = frame.slot
    if frame.kind == Frame.ROLL:
        note(state, Own.TO_ROLL, seat_of(slot), slot, value=frame.task)
        tell_success_dice(state, tables, frame)
    else:
        note(state, Own.TO_BE_HURT, seat_of(slot), slot)
        tell_injury_dice(state, tables, frame)


@jit
def tell_success_dice(state, tables, frame):
    """What the net dice of a Success Roll come from. Table T4."""
    if state.listening:
        task_dice(state, tables, frame.slot, frame.task, True)
        counted(state, -frame.blood, Modifier.BLOOD, True)
        counted(state, frame.blessing, Modifier.BLESSING, True)
        counted(state, frame.dice, Modifier.NET_DICE, True)


@jit
def tell_injury_dice(state, tables, frame):
    """What the net dice and the modifier of an Injury Roll come from: without an attack a fall adds dice, kit takes them.

    Clause: TC-INJ-06.
    """
    if state.listening:
        slot = frame.slot
        if frame.of_attack:
            injury_dice(state, tables, slot, True)
        else:
            dice = frame.dice - frame.blood + frame.blessing
            counted(state, dice, Modifier.FALL if dice > 0 else Modifier.ABILITY, True)
        counted(state, frame.blood, Modifier.BLOOD, True)
        counted(state, -frame.blessing, Modifier.BLESSING, True)
        counted(state, frame.dice, Modifier.NET_DICE, True)
        if frame.of_attack:
            injury_modifier(state, tables, slot, True)
        else:
            counted(state, frame.modifier, Modifier.ARMOUR, True)
        counted(state, frame.modifier, Modifier.INJURY_MODIFIER, True)


@jit
def bath_cost(state, frame):
    """Markers that a Bloodbath on the victim costs. Clauses: TC-INJ-08, TC-DOWN-06, TC-ABL-06."""
    return CHEAP_BATH if frame.cheap or state.units[frame.slot].down else BATH


@jit
def legal_markers(state, mask):
    """How many markers may be spent. Clauses: TC-ROLL-09, TC-INJ-07, TC-INJ-08, TC-INJ-10."""
    decision = state.decision
    unit = state.units[state.subject]
    owned = decision == Decision.BLESSING or decision == Decision.GRACE
    held = unit.blessing if owned else unit.blood
    for n in range(held + 1):
        mask[SPEND + n] = 1
    if decision == Decision.WOUND:
        cost = bath_cost(state, top_frame(state))
        for n in range(held - cost + 1):
            mask[BLOODBATH + n] = 1


@jit
def apply_markers(state, decision, action):
    """Spend markers in a window. Clauses: TC-BLD-02, TC-BLS-01, TC-INJ-08."""
    frame = top_frame(state)
    slot = frame.slot
    unit = state.units[slot]
    if decision == Decision.BLESSING or decision == Decision.GRACE:
        n = action - SPEND
        unit.blessing -= n
        frame.blessing = n
        frame.dice += n if decision == Decision.BLESSING else -n
        if n:
            note(state, Own.SPENDS_BLESSING, seat_of(slot), slot, value=n)
        return
    n = action - SPEND
    if action >= BLOODBATH:
        n = action - BLOODBATH
        frame.bath = 1
        unit.blood -= bath_cost(state, frame)
        note(state, Own.BLOODBATH, 1 - seat_of(slot), slot)
    unit.blood -= n
    frame.blood = n
    frame.dice += n if decision == Decision.WOUND else -n
    if n:
        note(state, Own.SPENDS_BLOOD, 1 - seat_of(slot), slot, value=n)
