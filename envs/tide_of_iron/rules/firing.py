"""Firing: who can hit what, with how many dice, against how many; range, firepower and defence. Chapters FIR, LOS, CMB."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import has_medic, has_officer, is_out, is_squad, is_steady, seat_of
from skirmish_rl.envs.tide_of_iron.rules.shelling import mortar_fp, mortar_reach
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight, reach_class
from skirmish_rl.envs.tide_of_iron.rules.units import can_hold_op_fire
from skirmish_rl.envs.tide_of_iron.state import (
    FIGURES,
    FORCE,
    SLOTS,
    Activation,
    Blow,
    Condition,
    Damage,
    Figure,
    Fort,
    Kind,
    Mark,
    Part,
    Reach,
    Specialty,
    Status,
    Terrain,
)


@jit
def halve(n, times):
    """Half, rounded up, so many times. Clause: TI-GEN-06."""
    for _ in range(times):
        n = (n + 1) // 2
    return n


@jit
def is_concussed(tables, unit):
    """True for a squad in a building hex or in a pillbox. Clause: TI-VEH-08."""
    return is_squad(unit) and (tables.terrain[unit.cell] == Terrain.BUILDING or unit.fort == Fort.PILLBOX)


@jit
def takes_part(figure, part):
    """True if a type of figure belongs to a part of its squad; mortar crews never fire directly. Clause: TI-FIR-03."""
    if figure == Figure.MORTAR:
        return False
    if part == Part.CREW:
        return figure == Figure.MACHINE_GUN
    if part == Part.OTHERS:
        return figure != Figure.MACHINE_GUN
    return True


@jit
def fire_of(state, tables, slot, part, target):
    """Firepower and range class of a part of a unit against a unit, before halving.

    Clauses: TI-GEN-04, TI-GEN-05, TI-LOS-01..03, TI-FIR-03, TI-FIR-09, TI-VEH-08, TI-SPC-01, TI-SPC-02, TI-SPC-06.

    Returns:
        (FP of the figures that can reach, Reach of the worst of them); (0, Reach.NONE) if none can.
    """
    shooter = state.units[slot]
    aim = state.units[target]
    seat = seat_of(slot)
    against = 0 if is_squad(aim) else 1
    distance = tables.distance[shooter.cell, aim.cell]
    lift = 1 if tables.level[shooter.cell] > tables.level[aim.cell] else 0
    longest = Reach.NORMAL if aim.specialty == Specialty.RECON else Reach.LONG
    fp = 0
    worst = Reach.CLOSE
    if not is_squad(shooter):
        fp = tables.vehicle_fp[seat, shooter.kind, against]
        range_value = tables.vehicle_range[seat, shooter.kind, against] + lift
        if fp > 0 and tables.vehicle_concussive[shooter.kind] and is_concussed(tables, aim):
            fp += tables.concussive
            range_value += tables.concussive
        worst = reach_class(distance, range_value)
        if fp == 0 or worst > longest:
            return 0, Reach.NONE
        return fp, worst
    hunts = against == 1 and shooter.specialty == Specialty.ANTI_TANK
    for figure in range(FIGURES):
        n = shooter.figures[figure]
        if n == 0 or not takes_part(figure, part):
            continue
        range_value = (tables.anti_tank_range if hunts else tables.figure_range[seat, figure, against]) + lift
        reach = reach_class(distance, range_value)
        if reach <= longest:
            fp += n * tables.figure_fp[seat, figure, against]
            worst = max(worst, reach)
    if fp == 0:
        return 0, Reach.NONE
    if hunts:
        fp += tables.anti_tank_fp
    if distance <= 1 and shooter.specialty == Specialty.FLAMETHROWER:
        fp += tables.flame_fp
    return fp, worst


@jit
def parts_of(state, tables, slot, target):
    """How a squad may fire at a unit.

    Clause: TI-FIR-03.

    Returns:
        0 not at all; Part.CREW or Part.OTHERS when only those figures can reach;
        Part.ALL when both can, so that the player has the choice.
    """
    unit = state.units[slot]
    if not is_squad(unit):
        return Part.OTHERS if fire_of(state, tables, slot, Part.ALL, target)[0] > 0 else 0
    crew = 0
    if unit.figures[Figure.MACHINE_GUN]:
        crew = fire_of(state, tables, slot, Part.CREW, target)[0]
    others = fire_of(state, tables, slot, Part.OTHERS, target)[0]
    if crew > 0 and others > 0:
        return Part.ALL
    if crew > 0:
        return Part.CREW
    return Part.OTHERS if others > 0 else 0


@jit
def halvings_of(state, tables, slot):
    """How often the place and state of a unit halve its FP. Clauses: TI-FIR-13, TI-TRN-08, TI-TRN-09, TI-VEH-06."""
    unit = state.units[slot]
    times = 0
    if state.marks[Mark.MINES, unit.cell]:
        times += 1
    if is_squad(unit):
        if state.marks[Mark.WIRE, unit.cell]:
            times += 1
    elif unit.damage == Damage.HEAVY:
        times += 1
    return times


@jit
def can_fire_at(state, tables, slot, target):
    """True if a unit has range and line of sight to an enemy. Clauses: TI-FIR-01, TI-FIR-02, TI-LOS-04."""
    aim = state.units[target]
    shooter = state.units[slot]
    if not is_out(aim) or not is_out(shooter) or tables.sight[shooter.cell, aim.cell] == 0:
        return False
    if fire_of(state, tables, slot, Part.ALL, target)[0] == 0:
        return False
    return is_in_sight(state, tables, shooter.cell, aim.cell)


@jit
def is_served(state, slot):
    """True if a gun has a squad in its hex that can serve it; other units need none. Clause: TI-EQP-01."""
    unit = state.units[slot]
    if unit.kind != Kind.GUN:
        return True
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        squad = state.units[other]
        if squad.cell == unit.cell and is_out(squad) and is_squad(squad) and is_steady(squad) and squad.fort != Fort.PILLBOX:
            if squad.activation != Activation.FATIGUED:
                return True
    return False


@jit
def has_direct_target(state, tables, slot, beast):
    """True if a unit can fire at any enemy unit; `beast`: at a vehicle beside it. Clauses: TI-FIR-01, TI-CRD-17."""
    seat = 1 - seat_of(slot)
    for target in range(FORCE * seat, FORCE * (seat + 1)):
        if is_target(state, tables, slot, target, beast):
            return True
    return False


@jit
def is_target(state, tables, slot, target, beast):
    """True if a unit may choose an enemy as its target; `beast`: a vehicle beside it only. Clauses: TI-FIR-01, TI-CRD-17."""
    if beast:
        aim = state.units[target]
        if is_squad(aim) or aim.cell < 0 or tables.distance[state.units[slot].cell, aim.cell] > 1:
            return False
    return can_fire_at(state, tables, slot, target)


@jit
def cover_of(state, tables, target, blow):
    """Cover of a unit against a type of attack.

    Clauses: TI-TRN-02, TI-TRN-03, TI-TRN-05, TI-TRN-06, TI-TRN-10, TI-SUP-09, TI-OFF-03, TI-SPC-04, TI-CRD-15, TI-EQP-03.
    """
    unit = state.units[target]
    cell = unit.cell
    seat = seat_of(target)
    cover = tables.cover[cell]
    if not is_squad(unit):
        if unit.kind == Kind.GUN and state.marks[Mark.ENTRENCHMENT, cell] > 0:
            cover += 1
        return cover
    if unit.fort == Fort.ENTRENCHMENT:
        cover += tables.trench_cover
    elif unit.fort == Fort.PILLBOX:
        cover += tables.pillbox_cover
    if state.marks[Mark.TRAPS, cell]:
        cover += tables.traps_cover
    if state.marks[Mark.COVER_A + seat, cell]:
        cover += 1
    if blow == Blow.SUPPRESSIVE:
        if unit.figures[Figure.ELITE] > 0:
            cover += 1
        if has_officer(state, seat, cell):
            cover += 1
    elif has_medic(state, seat, cell):
        cover += 1
    return cover


@jit
def armour_of(tables, unit):
    """Armour of a vehicle, 0 for squads. Clauses: TI-GEN-02, TI-VEH-05, TI-VEH-06."""
    armour = tables.vehicle_armour[unit.kind]
    if unit.damage > Damage.NONE and armour > 0:
        armour -= 1
    return armour


@jit
def defence_of(state, tables, target, blow, flames):
    """Defence dice of a unit.

    Clauses: TI-FIR-05, TI-SPC-02.

    Args:
        flames: true if a flamethrower attacks from the next hex.
    """
    cover = cover_of(state, tables, target, blow)
    if flames:
        cover = max(0, cover - tables.flame_cover)
    return cover + armour_of(tables, state.units[target])


@jit
def is_ready(state, slot):
    """True for a unit that may be activated: fresh, on the map, not pinned or disrupted. Clauses: TI-ACT-05, TI-ACT-07."""
    unit = state.units[slot]
    return unit.activation == Activation.FRESH and unit.status == Status.ON_MAP and unit.condition == Condition.NONE


@jit
def can_rally(state, slot):
    """True for a fresh pinned squad beside an officer. Clause: TI-OFF-02."""
    unit = state.units[slot]
    return (
        unit.activation == Activation.FRESH
        and unit.condition == Condition.PINNED
        and is_out(unit)
        and has_officer(state, seat_of(slot), unit.cell)
    )


@jit
def can_go_op(state, tables, slot):
    """True if a unit may be put in Op Fire mode. Clauses: TI-ACT-10, TI-OPF-14, TI-EQP-01."""
    unit = state.units[slot]
    if not is_ready(state, slot) or not is_out(unit):
        return False
    if is_squad(unit):
        return can_hold_op_fire(unit)
    seat = seat_of(slot)
    return tables.vehicle_fp[seat, unit.kind, 0] + tables.vehicle_fp[seat, unit.kind, 1] > 0 and is_served(state, slot)


@jit
def can_support(state, tables, slot):
    """True if a unit may join the running attack.

    Clauses: TI-CMB-01, TI-CMB-03, TI-CMB-05, TI-OPF-04, TI-OPF-10.
    """
    attack = state.attack[0]
    unit = state.units[slot]
    if attack.part[slot] or seat_of(slot) != attack.seat or not is_out(unit) or not is_steady(unit):
        return False
    wanted = Activation.OP_FIRE if attack.op else Activation.FRESH
    if unit.activation != wanted or (attack.op and unit.fired) or not is_served(state, slot):
        return False
    if attack.target < 0:
        return mortar_reach(state, tables, slot, attack.cell) < Reach.NONE
    return can_fire_at(state, tables, slot, attack.target)


@jit
def has_supporter(state, tables):
    """True if any unit may still join the running attack."""
    seat = state.attack[0].seat
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_support(state, tables, slot):
            return True
    return False


@jit
def strength_in_attack(state, tables, slot):
    """Dice and range class that one unit brings to the running attack.

    Clauses: TI-GEN-06, TI-FIR-04, TI-FIR-13, TI-ACT-11, TI-OFF-02, TI-SPC-01.

    Returns:
        (dice, Reach).
    """
    attack = state.attack[0]
    unit = state.units[slot]
    lead = slot == attack.lead
    times = halvings_of(state, tables, slot)
    if lead:
        times += attack.halved + (unit.condition == Condition.PINNED)
    else:
        times += 1
    if attack.target < 0:
        fp = mortar_fp(state, tables, slot, attack.blow)
        reach = mortar_reach(state, tables, slot, attack.cell)
    else:
        fp, reach = fire_of(state, tables, slot, attack.part[slot], attack.target)
    if lead:
        return halve(fp + attack.bonus, times), reach
    kept = 0
    if tables.anti_tank_halves == 0 and attack.target >= 0:
        if unit.specialty == Specialty.ANTI_TANK and not is_squad(state.units[attack.target]):
            kept = tables.anti_tank_fp
    return halve(fp - kept, times) + kept, reach


@jit
def attack_strength(state, tables):
    """Dice of the running attack and the class they are rolled at. Clauses: TI-FIR-04, TI-FIR-09.

    Returns:
        (dice, Reach of the worst that takes part).
    """
    dice = 0
    worst = Reach.CLOSE
    for slot in range(SLOTS):
        if state.attack[0].part[slot]:
            n, reach = strength_in_attack(state, tables, slot)
            dice += n
            worst = max(worst, reach)
    return dice, worst


@jit
def uses_flames(state, tables):
    """True if a flamethrower next to the target takes part in the running attack. Clause: TI-SPC-02."""
    attack = state.attack[0]
    if attack.target < 0:
        return False
    cell = state.units[attack.target].cell
    for slot in range(SLOTS):
        if attack.part[slot] and state.units[slot].specialty == Specialty.FLAMETHROWER:
            if tables.distance[state.units[slot].cell, cell] <= 1:
                return True
    return False


@jit
def expert_figures(state):
    """Figures of expert squads in the running attack; each may re-roll one die. Clause: TI-SPC-07."""
    n = 0
    for slot in range(SLOTS):
        part = state.attack[0].part[slot]
        unit = state.units[slot]
        if part and unit.specialty == Specialty.EXPERT:
            for figure in range(FIGURES):
                if takes_part(figure, part):
                    n += unit.figures[figure]
    return n
