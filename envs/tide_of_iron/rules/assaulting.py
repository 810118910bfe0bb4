"""Assault and retreat. Chapter ASL."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.attacking import clear_attack
from skirmish_rl.envs.tide_of_iron.rules.firing import expert_figures, halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.losing import lose_figures, walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE, roll_hits
from skirmish_rl.envs.tide_of_iron.rules.units import damage_vehicle, fatigue, move_unit, only_figure, remove_figure
from skirmish_rl.envs.tide_of_iron.state import (
    DIRECTIONS,
    FIGURES,
    FORCE,
    SLOTS,
    STACK,
    Condition,
    Damage,
    Fight,
    Figure,
    Fort,
    Frame,
    Mark,
    Operation,
    Part,
    Specialty,
    has_crew,
    has_heavy,
    has_medic,
    has_officer,
    has_operation,
    is_out,
    is_squad,
    is_steady,
    seat_of,
)  # fmt: skip

SUPPORTERS = 2  # TI-ASL-04


class Assault(IntEnum):
    """Steps of the ASSAULT frame."""

    SUPPORT = 0
    ROLL = 1
    DEFENDERS = 2
    VEHICLES = 3
    ATTACKERS = 4
    RESULT = 5
    OCCUPY = 6
    END = 7


@jit
def can_assault_hex(state, tables, slot, direction):
    """True if the active squad may assault the next hex. Clauses: TI-ASL-03, TI-MOV-11."""
    unit = state.units[slot]
    if unit.carrier >= 0 or unit.fort != Fort.NONE:
        return False
    there = tables.next[unit.cell, direction]
    if there < 0 or tables.cost[0, unit.cell, direction] == 0:
        return False
    foe = 1 - seat_of(slot)
    return state.crowd[foe, there] > 0 and not has_heavy(state, tables, foe, there)


@jit
def has_assault(state, tables, slot):
    """True if the active squad has any hex to assault."""
    for direction in range(DIRECTIONS):
        if can_assault_hex(state, tables, slot, direction):
            return True
    return False


@jit
def begin_assault(state, tables, slot, direction):
    """The active squad assaults a hex."""
    attack = state.attack[0]
    attack.fight = Fight.ASSAULT
    attack.seat = seat_of(slot)
    attack.lead = slot
    attack.cell = tables.next[state.units[slot].cell, direction]
    attack.part[slot] = Part.ALL
    push(state, Frame.ASSAULT)


@jit
def can_support_assault(state, tables, slot):
    """True if a squad may support the running assault. Clause: TI-ASL-04."""
    attack = state.attack[0]
    unit = state.units[slot]
    return (
        attack.part[slot] == Part.NONE
        and seat_of(slot) == attack.seat
        and is_out(unit)
        and is_squad(unit)
        and is_steady(unit)
        and not has_crew(unit)
        and tables.distance[unit.cell, attack.cell] == 1
    )


@jit
def wants_support(state, tables):
    """True if another squad may still support the running assault."""
    attack = state.attack[0]
    n = 0
    found = False
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        n += attack.part[slot] != Part.NONE
        found = found or can_support_assault(state, tables, slot)
    return found and n <= SUPPORTERS


@jit
def infantry_fp(tables, slot, unit):
    """Full FP of a unit against infantry; mortar crews add nothing. Clauses: TI-ASL-05, TI-ASL-06."""
    seat = seat_of(slot)
    if not is_squad(unit):
        return tables.vehicle_fp[seat, unit.kind, 0] + 0
    fp = 0
    for figure in range(FIGURES):
        if figure != Figure.MORTAR:
            fp += unit.figures[figure] * tables.figure_fp[seat, figure, 0]
    return fp


@jit
def assault_strength(state, tables):
    """Dice of the attackers. Clauses: TI-ASL-05, TI-TRN-08, TI-TRN-09, TI-CRD-14."""
    attack = state.attack[0]
    dice = state.boost + 0
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        if attack.part[slot] == Part.NONE:
            continue
        unit = state.units[slot]
        times = halvings_of(state, tables, slot) + (slot != attack.lead)
        dice += halve(infantry_fp(tables, slot, unit), times)
        if unit.specialty == Specialty.FLAMETHROWER:
            dice += tables.flame_fp
    return dice


@jit
def defender_strength(state, tables, seat, cell):
    """Dice of the defenders; wire and mines halve them too. Clauses: TI-ASL-06, TI-SUP-05, TI-SUP-06, TI-TRN-08, TI-TRN-09, TI-OPS-05."""
    bold = has_officer(state, seat, cell) or has_operation(tables, seat, Operation.DESPERATE_DEFENDERS)
    dice = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell != cell or not is_out(unit) or unit.condition == Condition.DISRUPTED:
            continue
        times = halvings_of(state, tables, slot)
        if unit.condition == Condition.PINNED and not bold:
            times += 1
        dice += halve(infantry_fp(tables, slot, unit), times)
    return dice


@jit
def assault_cover(state, tables, seat, cell):
    """Defence dice of the defenders: the hex once, each unit's own fortification or armour, one for a medic. Clause: TI-ASL-08."""
    dice = tables.cover[cell] + 0
    squads = False
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell != cell or not is_out(unit):
            continue
        if is_squad(unit):
            squads = True
            if unit.fort == Fort.ENTRENCHMENT:
                dice += tables.trench_cover
            elif unit.fort == Fort.PILLBOX:
                dice += tables.pillbox_cover
        else:
            armour = tables.vehicle_armour[unit.kind] + 0
            dice += armour - (armour > 0 and unit.damage > Damage.NONE)
    if squads:
        if state.marks[Mark.TRAPS, cell]:
            dice += tables.traps_cover
        if state.marks[Mark.COVER_A + seat, cell]:
            dice += 1
        dice += has_medic(state, seat, cell)
    return dice


@jit
def run_assault(state, tables, frame):
    """One step of an assault."""
    step = frame.step
    attack = state.attack[0]
    if step == Assault.SUPPORT:
        if wants_support(state, tables):
            ask(state, attack.seat, Decision.ASSAULT_SUPPORT, attack.cell)
        else:
            frame.step = Assault.ROLL
    elif step == Assault.ROLL:
        roll_assault(state, tables)
        frame.step = Assault.DEFENDERS
    elif step == Assault.DEFENDERS:
        assign_hit(state, tables, frame, 1 - attack.seat)
    elif step == Assault.VEHICLES:
        hit_vehicles(state, tables)
        hit_active(state, tables)
        frame.step = Assault.ATTACKERS
    elif step == Assault.ATTACKERS:
        assign_hit(state, tables, frame, attack.seat + 0)
    elif step == Assault.RESULT:
        settle_assault(state, frame)
    elif step == Assault.OCCUPY:
        frame.step = Assault.END
        occupy(state, tables)
    else:
        for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
            if attack.part[slot] and state.units[slot].cell >= 0:
                fatigue(state, slot)
        clear_attack(state)
        pop(state)


@jit
def roll_assault(state, tables):
    """Attack dice, the defenders' cover dice, the defenders' own dice. Clauses: TI-ASL-05..08, TI-SPC-07, TI-GEN-08."""
    attack = state.attack[0]
    foe = 1 - attack.seat
    success = tables.assault_success + 0
    hits = roll_hits(state, assault_strength(state, tables), success, expert_figures(state))
    for _ in range(assault_cover(state, tables, foe, attack.cell + 0)):
        if roll(state, DIE) >= tables.defence_success:
            hits -= 1
    attack.successes = max(0, hits)
    attack.back = roll_hits(state, defender_strength(state, tables, foe, attack.cell + 0), success, 0)
    attack.hits[foe] = attack.successes
    attack.hits[1 - foe] = attack.back


@jit
def can_take_hit(state, tables, slot, seat):
    """True if an assault's next hit on a side may go to a unit. Clause: TI-ASL-09."""
    attack = state.attack[0]
    unit = state.units[slot]
    if not is_out(unit) or seat_of(slot) != seat:
        return False
    if seat == attack.seat:
        return attack.part[slot] != Part.NONE
    return unit.cell == attack.cell and (is_squad(unit) or attack.net[slot] < tables.damaged_at[unit.damage, 3])


@jit
def next_hit(state, tables, seat):
    """The only unit of a side that can take the next hit, -1 if there are several, -2 if there is none."""
    found = -2
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_take_hit(state, tables, slot, seat):
            if found >= 0:
                return -1
            found = slot
    return found


@jit
def take_hit(state, tables, slot):
    """One hit of an assault on a unit: a vehicle's are summed, a squad loses a figure of its owner's choice. Clause: TI-ASL-09."""
    state.attack[0].hits[seat_of(slot)] -= 1
    unit = state.units[slot]
    if not is_squad(unit):
        state.attack[0].net[slot] += 1
        return
    figure = only_figure(unit)
    if figure >= 0:
        remove_figure(state, tables, slot, figure)
    else:
        lose_figures(state, tables, slot, 1)


@jit
def assign_hit(state, tables, frame, seat):
    """Whoever suffers the hits assigns them one by one, the defender first. Clause: TI-ASL-09."""
    slot = -2
    if state.attack[0].hits[seat] > 0:
        slot = next_hit(state, tables, seat)
    if slot == -2:
        frame.step += 1
    elif slot == -1:
        ask(state, seat, Decision.HIT_UNIT, state.attack[0].cell)
    else:
        take_hit(state, tables, slot)


@jit
def hit_vehicles(state, tables):
    """Hits summed on each defending vehicle are read on its table. Clause: TI-ASL-09."""
    for slot in range(SLOTS):
        net = state.attack[0].net[slot] + 0
        if net > 0 and state.units[slot].cell >= 0:
            damage_vehicle(state, tables, slot, net)


@jit
def hit_active(state, tables):
    """The first hit on the attackers is the active squad's. Clause: TI-ASL-09."""
    attack = state.attack[0]
    if attack.hits[attack.seat] > 0:
        take_hit(state, tables, attack.lead + 0)


@jit
def settle_assault(state, frame):
    """Who has won; a beaten defender retreats. Clauses: TI-ASL-10, TI-ASL-11, TI-ASL-14."""
    attack = state.attack[0]
    left = state.crowd[1 - attack.seat, attack.cell]
    alive = state.units[attack.lead].cell >= 0
    if alive and (left == 0 or attack.successes > attack.back):
        frame.step = Assault.OCCUPY
        if left > 0:
            push(state, Frame.RETREAT)
    else:
        frame.step = Assault.END


@jit
def occupy(state, tables):
    """The victorious squad moves into the hex. Clause: TI-ASL-13."""
    attack = state.attack[0]
    cell = attack.cell + 0
    if state.crowd[1 - attack.seat, cell] == 0 and state.crowd[attack.seat, cell] < STACK:
        move_unit(state, attack.lead + 0, cell)
        if state.marks[Mark.MINES, cell]:
            walk_into_mines(state, tables, attack.lead + 0)
