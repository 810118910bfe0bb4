"""Reaction Fire: anti-air weapons against Aircraft on the Move. Chapter RF."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.grid import cell_on_line, next_cell_on_line
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import PASS, UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.attacks import add_shot, blank_hits, blank_shots
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import free_cell, is_on_way, is_present, take_cell
from skirmish_rl.envs.dropzone_commander.rules.hitting import apply_damage, roll_damage, roll_to_hit, save_damage
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_fire, is_hull_down_to, is_shooter, reach_to
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, WIDTH, Fact, Frame, Mark, Mode, Status, Window

PENALTY = 2  # DZ-RF-02


class Reacting(IntEnum):
    """Steps of the REACT frame against `squad`; `slot` and `weapon` are asked next, of the seat at a `place` in the order.

    A reaction is the first shot of the attack; `shot` is 1 when its Focus is said, `spread` while it is asked how.
    """

    NEXT = 0
    SHIELD = 1
    DECLARED = 2
    FIRE = 3
    FOCUS = 4
    DAMAGE = 5
    OVER = 6


@jit
def push_reactions(state, tables, squad):
    """Everybody may react to the Move of a squad of Aircraft. Clauses: DZ-RF-01, DZ-RF-05, DZ-RF-06."""
    frame = push(state, Frame.REACT)
    frame.squad = squad
    frame.slot = FIRST[state.order[0]]


@jit
def put_over(state, target, cell, flying):
    """A moving unit is measured at a cell of its way; returns where it was, to be put back."""
    unit = state.units[target]
    cell_before = unit.cell
    flew = unit.flying
    unit.cell = cell
    unit.flying = flying
    return cell_before, flew


@jit
def point_on_path(state, tables, slot, weapon, target):
    """The cell of a target's path that a unit would shoot at, -1 for none. Clauses: DZ-RF-01, DZ-RF-07.

    The path is walked with the target put over each of its cells in turn; it is left where it was.
    """
    a = state.units[target].origin
    end = state.units[target].cell
    flew = state.units[target].flying
    best = -1
    least = 1 << 30
    i = 0
    j = 0
    cell = a
    while a >= 0:
        put_over(state, target, cell, 1)
        far = reach_to(state, tables, slot, target)
        if far < least and can_aim(state, tables, slot, weapon, Mode.NORMAL, target):
            least = far
            best = cell
        if cell == end:
            break
        i, j = next_cell_on_line(WIDTH, a, end, i, j)
        cell = cell_on_line(WIDTH, a, end, i, j)
    put_over(state, target, end, flew)
    return best


@jit
def can_react(state, tables, slot, weapon):
    """True if a unit may react with a weapon, whatever at. Clauses: DZ-RF-01, DZ-RF-03, DZ-RF-04, DZ-TRN-19."""
    unit = state.units[slot]
    if not is_present(unit) or unit.dp == 0 or tables.weapon_aa[slot, weapon] < 0 or tables.weapon_indirect[slot, weapon]:
        return False
    squad = state.squads[tables.unit_squad[slot]]
    if squad.marks & Mark.BOARDED or squad.marks & Mark.AERIAL or not is_shooter(unit) or tables.weapon_close[slot, weapon]:
        return False
    return can_fire(state, tables, slot, weapon, True)


@jit
def is_passing(state, target):
    """True for a unit of the moving squad that can be shot on its way."""
    unit = state.units[target]
    return unit.status == Status.ON_TABLE and unit.dp > 0 and unit.cell >= 0 and is_on_way(unit)


@jit
def has_passing(state, tables, slot, weapon, squad):
    """True if a unit can react against anybody of a moving squad."""
    for target in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if is_passing(state, target) and point_on_path(state, tables, slot, weapon, target) >= 0:
            return True
    return False


@jit
def run_react(state, tables, frame):
    """One step of Reaction Fire: the next unit is asked, or a reaction goes on.

    Clauses: DZ-RF-01..05, DZ-CMDR-05, DZ-CARD-C11, DZ-SPEC-11.
    """
    step = frame.step
    if step == Reacting.NEXT:
        next_reaction(state, tables, frame)
    elif step == Reacting.SHIELD:
        frame.step = Reacting.DECLARED
        target = state.shots[0].target
        if tables.unit_cv[target] > 0 and has_stand_in(state, tables, frame):
            ask(state, SEAT_OF[target], Decision.SHIELD, target)
    elif step == Reacting.DECLARED:
        frame.shot = 0
        frame.step = Reacting.FIRE
        window = push(state, Frame.WINDOW)
        window.window = Window.REACTED
        window.squad = frame.squad
    elif step == Reacting.FIRE:
        roll_reaction(state, tables)
        frame.step = Reacting.FOCUS
    elif step == Reacting.FOCUS:
        shot = state.shots[0]
        if frame.shot == 0 and tables.weapon_focus[shot.firer, shot.weapon] and shot.hits + shot.sure >= 2:
            ask(state, SEAT_OF[shot.firer], Decision.FOCUS, shot.firer)
        else:
            frame.step = Reacting.DAMAGE
    elif step == Reacting.DAMAGE:
        frame.shot = 0
        frame.facts &= ~Fact.SPREAD
        frame.step = Reacting.OVER
        settle_reaction(state, tables)
    else:
        frame.step = Reacting.NEXT
        frame.weapon += 1
        if state.doomed:
            push_doom(state)


@jit
def next_reaction(state, tables, frame):
    """The next unit that can react is asked; after the last one the Move goes on. Clauses: DZ-RF-01, DZ-RF-05."""
    squad = frame.squad
    mover = SEAT_OF_SQUAD[squad]
    while frame.place < tables.seats:
        seat = state.order[frame.place]
        if seat != mover:
            while frame.slot < FIRST[seat + 1]:
                slot = frame.slot
                while is_present(state.units[slot]) and frame.weapon < tables.unit_weapons[slot]:
                    weapon = frame.weapon
                    if can_react(state, tables, slot, weapon) and has_passing(state, tables, slot, weapon, squad):
                        ask(state, seat, Decision.REACT, slot)
                        return
                    frame.weapon += 1
                frame.weapon = 0
                if frame.slot + 1 >= FIRST[seat + 1]:
                    break
                frame.slot += 1
        frame.place += 1
        if frame.place >= tables.seats:
            break
        frame.slot = FIRST[state.order[frame.place]]
        frame.weapon = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].origin = -1
    pop(state)


@jit
def legal_react(state, tables, frame, mask):
    """Units of the moving squad that can be shot on their way. Clauses: DZ-RF-01, DZ-RF-07."""
    mask[PASS] = 1
    squad = frame.squad
    for target in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if is_passing(state, target):
            mask[UNIT + target] = point_on_path(state, tables, state.subject, frame.weapon, target) >= 0


@jit
def apply_react(state, tables, frame, action):
    """Let the unit react against the chosen target, or hold its weapon. Clause: DZ-RF-01."""
    if action == PASS:
        frame.weapon += 1
    else:
        declare_reaction(state, tables, frame, action - UNIT)


@jit
def declare_reaction(state, tables, frame, target):
    """A unit reacts against one of the moving squad. Clauses: DZ-RF-01, DZ-RF-03."""
    frame.step = Reacting.SHIELD
    note(state, Own.REACTS, unit=frame.slot, other=target)
    blank_shots(state)
    add_shot(state, tables, frame.slot, frame.weapon, Mode.NORMAL, target, -1)


@jit
def is_down_on_way(state, tables, slot, weapon, target):
    """True if a unit on the Move is Hull Down at the point where it would be shot at. Clauses: DZ-RF-07, DZ-SHT-08."""
    before, flew = put_over(state, target, point_on_path(state, tables, slot, weapon, target), 1)
    down = is_hull_down_to(state, tables, slot, weapon, target)
    put_over(state, target, before, flew)
    return down


@jit
def can_stand_in(state, tables, frame, other):
    """True if a unit may be shot at instead of the Commander of its squad that the reaction is aimed at. Clause: DZ-CMDR-05."""
    shot = state.shots[0]
    slot = shot.firer
    weapon = shot.weapon
    target = shot.target
    if other == target or not is_passing(state, other) or point_on_path(state, tables, slot, weapon, other) < 0:
        return False
    return not is_down_on_way(state, tables, slot, weapon, other) or is_down_on_way(state, tables, slot, weapon, target)


@jit
def has_stand_in(state, tables, frame):
    """True if anybody may be shot at instead of a Commander on the Move."""
    squad = frame.squad
    for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if can_stand_in(state, tables, frame, other):
            return True
    return False


@jit
def roll_reaction(state, tables):
    """The hit dice of a reaction, at the point of the path. Clauses: DZ-RF-02, DZ-RF-04, DZ-RF-07. Rolls the dice of one weapon."""
    shot = state.shots[0]
    target = shot.target
    cell = point_on_path(state, tables, shot.firer, shot.weapon, target)
    before, flew = put_over(state, target, cell, 1)
    roll_to_hit(state, tables, 0, PENALTY)
    put_over(state, target, before, flew)


@jit
def settle_reaction(state, tables):
    """The damage of a reaction; who is shot down falls there. Clauses: DZ-RF-04, DZ-RF-07. Rolls one die a hit."""
    shot = state.shots[0]
    target = shot.target
    state.blame = SEAT_OF[shot.firer]
    cell = point_on_path(state, tables, shot.firer, shot.weapon, target)
    before, flew = put_over(state, target, cell, 1)
    rolled = 0
    while rolled >= 0:
        blank_hits(state)
        rolled = roll_damage(state, tables, 0, rolled)
        save_damage(state, tables)
    apply_damage(state, tables)
    blank_shots(state)
    put_over(state, target, before, flew)
    if state.units[target].dp == 0:
        fall_at(state, target, cell)


@jit
def fall_at(state, target, cell):
    """A unit shot down falls where it was hit: it is taken out of the cell it was bound for. Clause: DZ-RF-07."""
    unit = state.units[target]
    over = state.air if unit.flying else state.ground
    free_cell(over, unit.cell)
    unit.cell = cell
    take_cell(over, cell)
