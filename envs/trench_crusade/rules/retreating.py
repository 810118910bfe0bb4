"""Retreats and the attacks they suffer. Chapter RET."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, VERB, WEAPON, Decision
from skirmish_rl.envs.trench_crusade.rules.fighting import begin_free_attack, has_melee_weapon, legal_blade
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, is_close, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.moving import begin_movement, movement_of
from skirmish_rl.envs.trench_crusade.rules.routes import AREA, cell_at, clear_plane, is_reached, plot_route, reach_cells
from skirmish_rl.envs.trench_crusade.rules.telling import Own
from skirmish_rl.envs.trench_crusade.state import FORCE, WIDTH, Frame, Mode, Status, seat_of


class Retreat(IntEnum):
    """Steps of the RETREAT frame."""

    ENEMIES = 0
    MOVE = 1
    END = 2


@jit
def begin_retreat(state, tables, slot, forced):
    """A model leaves its enemies; with `forced` another rule moves it afterwards. Clauses: TC-RET-01, TC-RET-08, TC-RET-09."""
    frame = push(state, Frame.RETREAT)
    frame.slot = slot
    frame.forced = forced
    frame.foes = foes_close(state, tables, slot, state.units[slot].cell)


@jit
def run_retreat(state, tables, frame):
    """One step of a retreat: the enemies' attacks in index order, then the way. Clauses: TC-RET-02..06."""
    slot = frame.slot
    unit = state.units[slot]
    step = frame.step
    if step == Retreat.ENEMIES:
        foe = FORCE * (1 - seat_of(slot))
        while frame.asked < FORCE:
            other = foe + frame.asked
            frame.asked += 1
            if (frame.foes >> (other - foe)) & 1 and can_strike(state, tables, other, slot):
                ask(state, seat_of(other), Decision.FREE_ATTACK, other)
                return
        frame.step = Retreat.MOVE
    elif step == Retreat.MOVE:
        frame.step = Retreat.END
        if frame.forced == 0 and unit.status == Status.ON_BOARD and unit.down == 0 and not state.ended:
            if widest_cone(state, tables, frame) >= 0:
                ask(state, seat_of(slot), Decision.RETREAT_CELL, slot)
    else:
        pop(state)


@jit
def can_strike(state, tables, other, slot):
    """True if an enemy may make a free attack on a retreating model. Clauses: TC-RET-03, TC-MEL-02, TC-MEL-10, TC-DOWN-01."""
    unit = state.units[slot]
    enemy = state.units[other]
    if unit.status != Status.ON_BOARD or enemy.status != Status.ON_BOARD or not has_melee_weapon(state, tables, other):
        return False
    return is_close(tables, enemy.cell, unit.cell) and is_in_sight(tables, enemy.cell, unit.cell)


@jit
def legal_free_attack(state, tables, mask):
    """The enemy's melee weapons, or none. Clause: TC-RET-03."""
    mask[PASS] = 1
    legal_blade(state, tables, mask)


@jit
def apply_free_attack(state, tables, action):
    """Let the enemy strike with the chosen weapon, or let the model go. Clause: TC-RET-03."""
    slot = top_frame(state).slot
    if action == PASS:
        note(state, Own.DECLINES, seat_of(state.subject), state.subject, slot)
    else:
        begin_free_attack(state, tables, state.subject, slot, action - WEAPON)


@jit
def straight_away(state, frame):
    """Steps along x and y from the mean position of the enemies that a model leaves to the model, times their number.

    Clause: TC-RET-07.
    """
    slot = frame.slot
    here = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    vx = 0
    vy = 0
    for k in range(FORCE):
        enemy = state.units[foe + k]
        if (frame.foes >> k) & 1 == 0 or enemy.status != Status.ON_BOARD:
            continue
        vx += here % WIDTH - enemy.cell % WIDTH
        vy += here // WIDTH - enemy.cell // WIDTH
    return vx, vy


@jit
def how_far(state, frame, cell):
    """How far away a cell lies, straight away: longer is more."""
    here = state.units[frame.slot].cell
    vx, vy = straight_away(state, frame)
    return (cell % WIDTH - here % WIDTH) * vx + (cell // WIDTH - here // WIDTH) * vy


@jit
def is_away(state, tables, frame, cell, right):
    """True if a cell lies away from the enemies that a model leaves: within 45 degrees of straight away, or (`right`) 90.

    By the letter it lies within half a cell of the straight line. That it is farther from each of them than the start is true of all
    cells more than 1" from them. Clauses: TC-RET-05, TC-RET-07.
    """
    here = state.units[frame.slot].cell
    vx, vy = straight_away(state, frame)
    dx = cell % WIDTH - here % WIDTH
    dy = cell // WIDTH - here // WIDTH
    if vx == 0 and vy == 0:
        return True
    dot = dx * vx + dy * vy
    if tables.letter:
        return dot > 0 and 4 * (dx * vy - dy * vx) ** 2 <= vx * vx + vy * vy
    if right:
        return dot >= 0
    return dot > 0 and 2 * dot * dot >= (dx * dx + dy * dy) * (vx * vx + vy * vy)


@jit
def is_retreat(state, tables, frame, at, right):
    """True if a place of the plane is where a retreat may end. Clauses: TC-RET-06, TC-RET-07."""
    slot = frame.slot
    start = state.units[slot].cell
    if not is_reached(state, start, at):
        return False
    cell = cell_at(start, at)
    if cell == start or foes_close(state, tables, slot, cell):
        return False
    return is_away(state, tables, frame, cell, right)


@jit
def widest_cone(state, tables, frame):
    """0 if a retreat may end within 45 degrees of straight away, 1 if only within 90, -1 if nowhere. Clause: TC-RET-07."""
    slot = frame.slot
    reach_cells(state, tables, slot, movement_of(state, tables, slot), Mode.WALK, frame.foes)
    found = -1
    for at in range(AREA):
        if found != 0 and is_retreat(state, tables, frame, at, True):
            found = 0 if is_retreat(state, tables, frame, at, False) else 1
    clear_plane(state, 1)
    return found


@jit
def legal_retreat_cell(state, tables, mask):
    """Where a retreat may end. Clauses: TC-RET-05..07."""
    cells = mask[CELL:VERB]
    frame = top_frame(state)
    slot = frame.slot
    right = widest_cone(state, tables, frame) == 1
    reach_cells(state, tables, slot, movement_of(state, tables, slot), Mode.WALK, frame.foes)
    start = state.units[slot].cell
    farthest = 0
    for at in range(AREA):
        if tables.letter and is_retreat(state, tables, frame, at, right):
            farthest = max(farthest, how_far(state, frame, cell_at(start, at)))
    for at in range(AREA):
        if is_retreat(state, tables, frame, at, right) and (tables.letter == 0 or how_far(state, frame, cell_at(start, at)) == farthest):
            cells[cell_at(start, at)] = 1
    clear_plane(state, 1)


@jit
def apply_retreat_cell(state, tables, action):
    """Move the model to the chosen cell. Clause: TC-RET-05."""
    frame = top_frame(state)
    slot = frame.slot
    plot_route(state, tables, slot, action - CELL, movement_of(state, tables, slot), Mode.WALK, frame.foes)
    begin_movement(state, slot, Mode.WALK, -1, False)
