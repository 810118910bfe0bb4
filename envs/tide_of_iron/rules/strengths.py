"""What both sides of an assault bring: attackers, defenders, their cover. Chapter ASL."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import has_medic, has_officer, has_operation, is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import halve, halvings_of
from skirmish_rl.envs.tide_of_iron.state import FIGURES, FORCE, Condition, Damage, Figure, Fort, Mark, Operation, Part, Specialty


@jit
def infantry_fp(tables, slot, unit):
    """Full FP of a unit against infantry; mortar crews add nothing. Clauses: TI-ASL-05, TI-ASL-06."""
    seat = seat_of(slot)
    if not is_squad(unit):
        return tables.vehicle_fp[seat, unit.kind, 0]
    fp = 0
    for figure in range(FIGURES):
        if figure != Figure.MORTAR:
            fp += unit.figures[figure] * tables.figure_fp[seat, figure, 0]
    return fp


@jit
def attacker_dice(state, tables, slot):
    """Dice of one of the attackers, those of a card left out. Clauses: TI-ASL-05, TI-TRN-08, TI-TRN-09."""
    unit = state.units[slot]
    times = halvings_of(state, tables, slot) + (slot != state.attack[0].lead)
    flames = tables.flame_fp if unit.specialty == Specialty.FLAMETHROWER else 0
    return halve(infantry_fp(tables, slot, unit), times) + flames


@jit
def assault_strength(state, tables):
    """Dice of the attackers. Clauses: TI-ASL-05, TI-TRN-08, TI-TRN-09, TI-CRD-14."""
    attack = state.attack[0]
    dice = state.boost
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        if attack.part[slot] != Part.NONE:
            dice += attacker_dice(state, tables, slot)
    return dice


@jit
def is_bold(state, tables, seat, cell):
    """True if a side's pinned squads in a hex fight with full strength. Clauses: TI-SUP-05, TI-OPS-05."""
    return has_officer(state, seat, cell) or has_operation(tables, seat, Operation.DESPERATE_DEFENDERS)


@jit
def defender_dice(state, tables, slot, bold):
    """Dice of one of the defenders; wire and mines halve them too. Clauses: TI-ASL-06, TI-SUP-05, TI-SUP-06, TI-TRN-08, TI-TRN-09."""
    unit = state.units[slot]
    times = halvings_of(state, tables, slot)
    if unit.condition == Condition.PINNED and not bold:
        times += 1
    return halve(infantry_fp(tables, slot, unit), times)


@jit
def does_defend(state, slot, cell):
    """True for a unit that fights back when its hex is assaulted. Clauses: TI-ASL-06, TI-SUP-06."""
    unit = state.units[slot]
    return unit.cell == cell and is_out(unit) and unit.condition != Condition.DISRUPTED


@jit
def defender_strength(state, tables, seat, cell):
    """Dice of the defenders. Clause: TI-ASL-06."""
    bold = is_bold(state, tables, seat, cell)
    dice = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if does_defend(state, slot, cell):
            dice += defender_dice(state, tables, slot, bold)
    return dice


@jit
def assault_cover(state, tables, seat, cell):
    """Defence dice of the defenders: the hex once, each unit's own fortification or armour, one for a medic. Clause: TI-ASL-08."""
    dice = tables.cover[cell]
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
            armour = tables.vehicle_armour[unit.kind]
            dice += armour - (armour > 0 and unit.damage > Damage.NONE)
    if squads:
        if state.marks[Mark.TRAPS, cell]:
            dice += tables.traps_cover
        if state.marks[Mark.COVER_A + seat, cell]:
            dice += 1
        dice += has_medic(state, seat, cell)
    return dice
