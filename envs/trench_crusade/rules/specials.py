"""Special Actions: those of models, kit and scenarios. Clauses: TC-ACT-11, TC-ABL-01..03, 07..09, 16; S3."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION, UNIT, Decision, Option
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close, is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.puppets import begin_puppet, can_be_puppet, has_puppet
from skirmish_rl.envs.trench_crusade.rules.rolling import begin_roll
from skirmish_rl.envs.trench_crusade.rules.telling import Own
from skirmish_rl.envs.trench_crusade.rules.units import REVEALED, add_blessing, do_deed
from skirmish_rl.envs.trench_crusade.state import (
    FORCE,
    HALVES,
    PIECES,
    RELICS,
    SLOTS,
    Deed,
    Frame,
    Status,
    Success,
    Task,
    Verb,
    act_of,
    seat_of,
)

PRAYER = 6 * HALVES  # TC-ABL-03


class Special(IntEnum):
    """Steps of the SPECIAL frame."""

    ASK = 0
    ROLL = 1
    ROLLED = 2
    END = 3


@jit
def is_force_target(state, tables, slot, other):
    """True for an enemy in LOS whom its player could activate now. Clause: TC-ABL-01."""
    unit = state.units[other]
    if seat_of(other) == seat_of(slot) or unit.status != Status.ON_BOARD or unit.activated:
        return False
    return is_in_sight(tables, state.units[slot].cell, unit.cell)


@jit
def is_blessed_by(state, tables, slot, other):
    """True for a friend whom a prayer may bless. Clause: TC-ABL-03."""
    unit = state.units[other]
    return (
        seat_of(other) == seat_of(slot) and unit.status == Status.ON_BOARD and is_within(tables, state.units[slot].cell, unit.cell, PRAYER)
    )


@jit
def is_patient(state, tables, slot, other):
    """True for a friend whom treatment can help, or the model itself. Clause: TC-ABL-07."""
    unit = state.units[other]
    if seat_of(other) != seat_of(slot) or unit.status != Status.ON_BOARD or not is_close(tables, state.units[slot].cell, unit.cell):
        return False
    return unit.blood > 0 or (unit.down != 0 and other != slot)


@jit
def is_named(state, tables, decision, slot, other):
    """True for a model that a special Action may name."""
    if decision == Decision.HOLD_FIRE:
        return is_force_target(state, tables, slot, other)
    if decision == Decision.PRAYER:
        return is_blessed_by(state, tables, slot, other)
    if decision == Decision.TREAT:
        return is_patient(state, tables, slot, other)
    return can_be_puppet(state, tables, slot, other)


@jit
def has_named(state, tables, decision, slot):
    """True if a special Action has a model to name."""
    for other in range(SLOTS):
        if is_named(state, tables, decision, slot, other):
            return True
    return False


@jit
def can_mine(state, tables, slot, piece):
    """True for a piece of terrain that a sapper may mine. Clause: TC-ABL-08."""
    near = (tables.touches[state.units[slot].cell] >> piece) & (tables.minable >> piece) & 1
    return near != 0 and ((state.mines[0] | state.mines[1]) >> piece) & 1 == 0


@jit
def has_minable(state, tables, slot):
    """True if a sapper has anything to mine."""
    for piece in range(PIECES):
        if can_mine(state, tables, slot, piece):
            return True
    return False


@jit
def can_claim(state, tables, slot, relic):
    """True for a relic that a model may claim. Scenario S3."""
    if relic >= tables.relics or state.round > tables.relic_last[relic] or state.claimed[relic] >= 0:
        return False
    return is_close(tables, state.units[slot].cell, tables.relic_cell[relic])


@jit
def has_relic(state, tables, slot):
    """True if a model has a relic to claim."""
    for relic in range(tables.relics):
        if can_claim(state, tables, slot, relic):
            return True
    return False


@jit
def can_hide(state, tables, slot):
    """True if a stalker stands by terrain and no enemy is near enough to see it. Clause: TC-ABL-16."""
    unit = state.units[slot]
    if unit.hidden or tables.by_height[unit.cell] == 0:
        return False
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        enemy = state.units[other]
        if enemy.status == Status.ON_BOARD and is_within(tables, unit.cell, enemy.cell, REVEALED):
            return False
    return True


@jit
def can_special(state, tables, slot, verb):
    """True if an active model may take a special Action it has not taken. Clauses: TC-ACT-05, TC-ACT-11."""
    if verb == Verb.HOLD_FIRE:
        return tables.traits[slot, Trait.HOLD_FIRE] != 0 and has_named(state, tables, Decision.HOLD_FIRE, slot)
    if verb == Verb.AIM:
        return tables.traits[slot, Trait.AIM] != 0
    if verb == Verb.PRAY:
        return tables.traits[slot, Trait.PRAYER] != 0
    if verb == Verb.TREAT:
        return tables.traits[slot, Trait.TREAT] != 0 and has_named(state, tables, Decision.TREAT, slot)
    if verb == Verb.FORTIFY:
        return tables.traits[slot, Trait.FORTIFY] != 0 and state.units[slot].covered == 0
    if verb == Verb.SET_MINE:
        return tables.traits[slot, Trait.MINES] != 0 and has_minable(state, tables, slot)
    if verb == Verb.PUPPET:
        return tables.traits[slot, Trait.PUPPET] != 0 and has_puppet(state, tables, slot)
    if verb == Verb.HIDE:
        return tables.traits[slot, Trait.HIDE] != 0 and can_hide(state, tables, slot)
    return has_relic(state, tables, slot)


@jit
def begin_special(state, slot, verb):
    """A special Action is taken. Clause: TC-ACT-11."""
    frame = push(state, Frame.SPECIAL)
    frame.slot = slot
    frame.verb = verb


@jit
def run_special(state, tables, frame):
    """One step of a special Action: what must be named first, the roll, what follows."""
    step = frame.step
    slot = frame.slot
    if step == Special.ASK:
        frame.step = Special.ROLL
        if frame.verb == Verb.HOLD_FIRE:
            frame.step = Special.END
            ask(state, seat_of(slot), Decision.HOLD_FIRE, slot)
        elif frame.verb == Verb.SET_MINE:
            ask(state, seat_of(slot), Decision.MINE, slot)
        elif frame.verb == Verb.CLAIM:
            ask(state, seat_of(slot), Decision.RELIC, slot)
    elif step == Special.ROLL:
        frame.step = Special.ROLLED
        roll_special(state, tables, slot, frame.verb)
    elif step == Special.ROLLED:
        frame.step = Special.END
        if frame.success > Success.FAILURE:
            succeed(state, tables, slot, frame)
    else:
        pop(state)


@jit
def roll_special(state, tables, slot, verb):
    """The roll of a special Action. Clauses: TC-ABL-02, 03, 07..09, 16; S3."""
    if verb == Verb.AIM:
        begin_roll(state, tables, slot, Task.AIM, 1)
    elif verb == Verb.PRAY:
        begin_roll(state, tables, slot, Task.PRAYER, 1)
    elif verb == Verb.TREAT:
        begin_roll(state, tables, slot, Task.TREAT, 1)
    elif verb == Verb.FORTIFY:
        begin_roll(state, tables, slot, Task.FORTIFY, 1)
    elif verb == Verb.SET_MINE:
        begin_roll(state, tables, slot, Task.MINE, 0)
    elif verb == Verb.PUPPET:
        begin_roll(state, tables, slot, Task.PUPPET, 1)
    elif verb == Verb.HIDE:
        begin_roll(state, tables, slot, Task.HIDE, 1)
    else:
        begin_roll(state, tables, slot, Task.CLAIM, 0)


@jit
def succeed(state, tables, slot, frame):
    """Apply the effect of a special Action that succeeded. Clauses: TC-ABL-02, 03, 07..09, 16; S3, R3."""
    verb = frame.verb
    seat = seat_of(slot)
    unit = state.units[slot]
    if verb == Verb.AIM:
        state.acts[act_of(state, slot)].aim = 1
        note(state, Own.AIMS, seat, slot)
    elif verb == Verb.PRAY:
        ask(state, seat, Decision.PRAYER, slot)
    elif verb == Verb.TREAT:
        if has_named(state, tables, Decision.TREAT, slot):  # its own last marker may have been spent on the roll
            ask(state, seat, Decision.TREAT, slot)
    elif verb == Verb.FORTIFY:
        unit.covered = 1
        note(state, Own.FORTIFIED, seat, slot)
    elif verb == Verb.SET_MINE:
        state.mines[seat] |= 1 << frame.piece
        note(state, Own.MINED, seat, cell=tables.handle[frame.piece])
    elif verb == Verb.PUPPET:
        ask(state, seat, Decision.PUPPET, slot)
    elif verb == Verb.HIDE:
        unit.hidden = 1
        note(state, Own.HIDES, seat, slot)
    else:
        relic = frame.relic
        state.claimed[relic] = seat
        unit.claims |= 1 << relic
        note(state, Own.CLAIMS, seat, slot, cell=tables.relic_cell[relic])
        if unit.claims & (unit.claims - 1):
            do_deed(state, tables, seat, Deed.TWO_RELICS)


@jit
def legal_named(state, tables, mask):
    """The models that a special Action may name."""
    slot = top_frame(state).slot
    for other in range(SLOTS):
        mask[UNIT + other] = is_named(state, tables, state.decision, slot, other)


@jit
def apply_named(state, tables, decision, action):
    """Name a model for the special Action. Clauses: TC-ABL-01, TC-ABL-03, TC-ABL-07, TC-ABL-09."""
    frame = top_frame(state)
    slot = frame.slot
    other = action - UNIT
    if decision == Decision.HOLD_FIRE:
        state.forced = other
        state.ended = 1
        note(state, Own.MUST_ACT, seat_of(other), other)
    elif decision == Decision.PRAYER:
        add_blessing(state, other)
    elif decision == Decision.TREAT:
        ask(state, seat_of(slot), Decision.TREATMENT, other)
    else:
        begin_puppet(state, slot, other)


@jit
def legal_treatment(state, mask):
    """Take a blood marker off, or help a Down friend up. Clause: TC-ABL-07."""
    unit = state.units[state.subject]
    mask[OPTION + Option.TAKE_BLOOD] = unit.blood > 0
    mask[OPTION + Option.STAND_UP] = unit.down != 0


@jit
def apply_treatment(state, action):
    """Help the friend in the chosen way. Clause: TC-ABL-07."""
    slot = state.subject
    if action == OPTION + Option.TAKE_BLOOD:
        state.units[slot].blood -= 1
        note(state, Own.BLOOD, seat_of(slot), slot, value=state.units[slot].blood)
    else:
        state.units[slot].down = 0
        note(state, Own.STANDS, seat_of(slot), slot)


@jit
def legal_mine(state, tables, mask):
    """The pieces that may be mined, each by its lowest cell. Clause: TC-ABL-08."""
    for piece in range(PIECES):
        if can_mine(state, tables, state.subject, piece):
            mask[CELL + tables.handle[piece]] = 1


@jit
def legal_relic(state, tables, mask):
    """The relics that may be claimed. Scenario S3."""
    for relic in range(tables.relics):
        if can_claim(state, tables, state.subject, relic):
            mask[CELL + tables.relic_cell[relic]] = 1


@jit
def apply_place(state, tables, decision, action):
    """Name the piece or the relic of a special Action."""
    cell = action - CELL
    frame = top_frame(state)
    slot = frame.slot
    if decision == Decision.MINE:
        for piece in range(PIECES):
            if tables.handle[piece] == cell and can_mine(state, tables, slot, piece):
                frame.piece = piece
        return
    for relic in range(RELICS - 1, -1, -1):
        if tables.relic_cell[relic] == cell and can_claim(state, tables, slot, relic):
            frame.relic = relic
