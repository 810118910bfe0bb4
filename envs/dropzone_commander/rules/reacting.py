"""Reaction Fire: anti-air weapons against Aircraft on the Move. Chapter RF."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.grid import cell_on_line, next_cell_on_line
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.hitting import apply_damage, roll_damage, roll_to_hit
from skirmish_rl.envs.dropzone_commander.rules.shooting import add_shot, blank_shots
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_fire, is_shooter, reach_to
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    WIDTH,
    Frame,
    Mode,
    Status,
    Window,
    is_present,
)

PENALTY = 2  # DZ-RF-02


class Reacting(IntEnum):
    """Steps of the REACT frame against `squad`; `slot` and `weapon` are asked next, `next` is a place in the order."""

    NEXT = 0
    FIRE = 1
    OVER = 2


@jit
def push_reactions(state, tables, squad):
    """Everybody may react to the Move of a squad of Aircraft. Clauses: DZ-RF-01, DZ-RF-05, DZ-RF-06."""
    frame = push(state, Frame.REACT)
    frame.squad = squad
    frame.slot = FIRST[state.order[0]]


@jit
def point_on_path(state, tables, slot, weapon, target):
    """The cell of a target's path that a unit would shoot at, -1 for none. Clauses: DZ-RF-01, DZ-RF-07.

    The path is walked with the target put over each of its cells in turn; it is left where it was.
    """
    unit = state.units[target]
    end = unit.cell + 0
    flew = unit.flying + 0
    a = unit.origin + 0
    best = -1
    least = 1 << 30
    i = 0
    j = 0
    cell = a
    while a >= 0:
        unit.cell = cell
        unit.flying = 1
        far = reach_to(state, tables, slot, target)
        if far < least and can_aim(state, tables, slot, weapon, Mode.NORMAL, target):
            least = far
            best = cell
        if cell == end:
            break
        i, j = next_cell_on_line(WIDTH, a, end, i, j)
        cell = cell_on_line(WIDTH, a, end, i, j)
    unit.cell = end
    unit.flying = flew
    return best


@jit
def can_react(state, tables, slot, weapon):
    """True if a unit may react with a weapon, whatever at. Clauses: DZ-RF-01, DZ-RF-03, DZ-RF-04, DZ-TRN-19."""
    unit = state.units[slot]
    if not is_present(unit) or unit.dp == 0 or tables.weapon_aa[slot, weapon] < 0 or tables.weapon_indirect[slot, weapon]:
        return False
    squad = state.squads[tables.unit_squad[slot]]
    if squad.boarded or squad.aerial or not is_shooter(unit) or tables.weapon_close[slot, weapon]:
        return False
    return can_fire(state, tables, slot, weapon, True)


@jit
def is_passing(state, target):
    """True for a unit of the moving squad that can be shot on its way."""
    unit = state.units[target]
    return unit.status == Status.ON_TABLE and unit.dp > 0 and unit.cell >= 0 and unit.origin >= 0


@jit
def has_passing(state, tables, slot, weapon, squad):
    """True if a unit can react against anybody of a moving squad."""
    for target in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if is_passing(state, target) and point_on_path(state, tables, slot, weapon, target) >= 0:
            return True
    return False


@jit
def run_react(state, tables, frame):
    """One step of Reaction Fire: the next unit is asked, or fires. Clauses: DZ-RF-01..05."""
    if frame.step == Reacting.FIRE:
        fire(state, tables, frame)
        return
    squad = frame.squad + 0
    if frame.step == Reacting.OVER or state.doomed:
        frame.step = Reacting.NEXT
        if state.doomed:
            push_doom(state)
            return
    mover = SEAT_OF_SQUAD[squad]
    while frame.next < tables.seats:
        seat = state.order[frame.next] + 0
        if seat != mover:
            while frame.slot < FIRST[seat + 1]:
                slot = frame.slot + 0
                while frame.weapon < tables.unit_weapons[slot]:
                    weapon = frame.weapon + 0
                    if can_react(state, tables, slot, weapon) and has_passing(state, tables, slot, weapon, squad):
                        ask(state, seat, Decision.REACT, slot)
                        return
                    frame.weapon += 1
                frame.weapon = 0
                if frame.slot + 1 >= FIRST[seat + 1]:
                    break
                frame.slot += 1
        frame.next += 1
        if frame.next >= tables.seats:
            break
        frame.slot = FIRST[state.order[frame.next]]
        frame.weapon = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].origin = -1
    pop(state)


@jit
def declare_reaction(state, frame, target):
    """A unit reacts against one of the moving squad; its player may have a card against it first.

    Clauses: DZ-RF-01, DZ-CARD-C11.
    """
    frame.other = target
    frame.step = Reacting.FIRE
    note(state, Own.REACTS, unit=frame.slot, other=target)
    window = push(state, Frame.WINDOW)
    window.window = Window.REACTED
    window.squad = frame.squad


@jit
def fire(state, tables, frame):
    """Reaction shots, at the point of the path. Clauses: DZ-RF-02, DZ-RF-04, DZ-RF-07. Rolls the dice of one weapon."""
    slot = frame.slot + 0
    target = frame.other + 0
    weapon = frame.weapon + 0
    frame.step = Reacting.NEXT
    frame.weapon += 1
    cell = point_on_path(state, tables, slot, weapon, target)
    if cell < 0:
        return
    unit = state.units[target]
    end = unit.cell + 0
    flew = unit.flying + 0
    unit.cell = cell
    unit.flying = 1
    blank_shots(state)
    state.blame = SEAT_OF[slot]
    add_shot(state, tables, slot, weapon, Mode.NORMAL, target, -1)
    roll_to_hit(state, tables, 0, PENALTY)
    roll_damage(state, tables, 0)
    apply_damage(state, tables)
    blank_shots(state)
    unit.cell = end
    unit.flying = flew
    if unit.dp == 0:
        fall_at(state, target, cell)


@jit
def fall_at(state, target, cell):
    """A unit shot down falls where it was hit: it is taken out of the cell it was bound for. Clause: DZ-RF-07."""
    unit = state.units[target]
    over = state.air if unit.flying else state.ground
    over[unit.cell] = 0
    unit.cell = cell
    if over[cell] == 0:
        over[cell] = target + 1
