"""How the dice of a fight come about, told to a listener: each cause with what it adds or takes. Chapters FIR, CMB, ASL."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import has_crew, has_medic, has_officer, is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import fire_of, is_concussed, strength_in_attack
from skirmish_rl.envs.tide_of_iron.rules.shelling import mortar_fp
from skirmish_rl.envs.tide_of_iron.rules.strengths import attacker_dice, defender_dice, does_defend, infantry_fp, is_bold
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Own
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Blow, Condition, Damage, Figure, Fort, Kind, Mark, Part, Specialty


@jit
def tell_change(state, value, why):
    """A number of dice more or fewer."""
    if value:
        note(state, Event.MODIFIER, value=value, other=why)


@jit
def tell_half(state, dice, why):
    """Half the dice are lost. Clause: TI-GEN-06.

    Returns:
        Dice that are left, rounded up.
    """
    tell_change(state, -(dice // 2), why)
    return (dice + 1) // 2


@jit
def tell_halves(state, slot, dice):
    """What the place and state of a unit take from its dice, in the order of `halvings_of`. Returns dice that are left."""
    unit = state.units[slot]
    if state.marks[Mark.MINES, unit.cell]:
        dice = tell_half(state, dice, Modifier.IN_MINES)
    if is_squad(unit):
        if state.marks[Mark.WIRE, unit.cell]:
            dice = tell_half(state, dice, Modifier.IN_WIRE)
    elif unit.damage == Damage.HEAVY:
        dice = tell_half(state, dice, Modifier.HEAVY_DAMAGE)
    return dice


@jit
def tell_attack(state, tables):
    """Tell which units take part in the running attack, with how many dice, and why."""
    attack = state.attack[0]
    if attack.lead < 0:
        kind = Own.SHELLS if attack.target < 0 else Own.SNIPES
        if attack.successes:
            kind = Own.EXPLODES
        note(state, kind, attack.seat, other=attack.target, cell=attack.cell, value=attack.dice + attack.successes)
        return
    tell_part(state, tables, attack.lead)
    for slot in range(SLOTS):
        if attack.part[slot] and slot != attack.lead:
            tell_part(state, tables, slot)


@jit
def tell_part(state, tables, slot):
    """What one unit brings to the running attack, as `strength_in_attack` counts it. Clauses: TI-FIR-04, TI-CMB-03."""
    attack = state.attack[0]
    unit = state.units[slot]
    lead = slot == attack.lead
    dice, reach = strength_in_attack(state, tables, slot)
    kind = Event.ATTACKED if lead else Own.SUPPORTS
    note(state, kind, attack.seat, slot, attack.target, attack.cell, dice)
    if lead and attack.op:
        note(state, Event.MODIFIER, other=Modifier.OPPORTUNITY_FIRE)
    note(state, Event.MODIFIER, other=Modifier.CLOSE_RANGE + reach)
    kept = 0
    if attack.target < 0:
        fp = mortar_fp(state, tables, slot, attack.blow)
        tell_change(state, fp, Modifier.MORTAR)
    else:
        fp, kept = tell_weapons(state, tables, slot, lead)
    if lead:
        tell_change(state, attack.bonus, Modifier.CARD)
        fp += attack.bonus
    fp = tell_halves(state, slot, fp)
    if not lead:
        fp = tell_half(state, fp, Modifier.SUPPORTING)
    elif attack.halved:
        fp = tell_half(state, fp, Modifier.MOVING)
    if lead and unit.condition == Condition.PINNED:
        fp = tell_half(state, fp, Modifier.PINNED)
    tell_change(state, kept, Modifier.ANTI_TANK)


@jit
def tell_weapons(state, tables, slot, lead):
    """The figures and weapons that fire in the running attack, and what is added to them.

    Returns:
        (FP that is halved with the rest, FP that is not).
    """
    attack = state.attack[0]
    unit = state.units[slot]
    aim = state.units[attack.target]
    fp, _ = fire_of(state, tables, slot, attack.part[slot], attack.target)
    base = fp
    hunts = 0
    flames = 0
    shock = 0
    if is_squad(unit):
        if has_crew(unit) and attack.part[slot] != Part.ALL:
            note(state, Event.MODIFIER, other=Modifier.CREW if attack.part[slot] == Part.CREW else Modifier.NO_CREW)
        if unit.specialty == Specialty.ANTI_TANK and not is_squad(aim):
            hunts = tables.anti_tank_fp
        if unit.specialty == Specialty.FLAMETHROWER and tables.distance[unit.cell, aim.cell] <= 1:
            flames = tables.flame_fp
        base -= hunts + flames
        tell_change(state, base, Modifier.FIGURES)
    else:
        if tables.vehicle_concussive[unit.kind] and is_concussed(tables, aim):
            shock = tables.concussive
        tell_change(state, base - shock, Modifier.WEAPON)
    kept = hunts if not lead and tables.anti_tank_halves == 0 else 0
    tell_change(state, hunts - kept, Modifier.ANTI_TANK)
    tell_change(state, flames, Modifier.FLAMETHROWER)
    tell_change(state, shock, Modifier.CONCUSSION)
    return fp - kept, kept


@jit
def tell_fort(state, tables, slot):
    """The fortification that a squad sits in."""
    fort = state.units[slot].fort
    if fort == Fort.ENTRENCHMENT:
        tell_change(state, tables.trench_cover, Modifier.ENTRENCHMENT)
    elif fort == Fort.PILLBOX:
        tell_change(state, tables.pillbox_cover, Modifier.PILLBOX)


@jit
def tell_armour(state, tables, slot):
    """The armour of a vehicle. Clauses: TI-VEH-05, TI-VEH-06."""
    unit = state.units[slot]
    armour = tables.vehicle_armour[unit.kind]
    tell_change(state, armour, Modifier.ARMOUR)
    if armour > 0 and unit.damage > Damage.NONE:
        tell_change(state, -1, Modifier.DAMAGE)


@jit
def tell_markers(state, tables, seat, cell):
    """Tell which markers in a hex help its squads."""
    if state.marks[Mark.TRAPS, cell]:
        tell_change(state, tables.traps_cover, Modifier.TANK_TRAPS)
    if state.marks[Mark.COVER_A + seat, cell]:
        tell_change(state, 1, Modifier.TAKE_COVER)


@jit
def tell_defence(state, tables, slot, blow, flames):
    """The defence dice of a unit, as `defence_of` counts them. Clauses: TI-FIR-05, TI-TRN-02, TI-SUP-09, TI-SPC-02."""
    unit = state.units[slot]
    seat = seat_of(slot)
    cover = tables.cover[unit.cell]
    tell_change(state, cover, Modifier.TERRAIN)
    if not is_squad(unit):
        if unit.kind == Kind.GUN and state.marks[Mark.ENTRENCHMENT, unit.cell] > 0:
            tell_change(state, 1, Modifier.ENTRENCHMENT)
            cover += 1
    else:
        cover += tell_squad_cover(state, tables, slot, blow, seat)
    if flames:
        tell_change(state, -min(cover, tables.flame_cover), Modifier.FLAMETHROWER)
    tell_armour(state, tables, slot)


@jit
def tell_squad_cover(state, tables, slot, blow, seat):
    """What a squad has beside the terrain. Returns its dice."""
    unit = state.units[slot]
    tell_fort(state, tables, slot)
    tell_markers(state, tables, seat, unit.cell)
    cover = 0
    if unit.fort == Fort.ENTRENCHMENT:
        cover = tables.trench_cover
    elif unit.fort == Fort.PILLBOX:
        cover = tables.pillbox_cover
    if state.marks[Mark.TRAPS, unit.cell]:
        cover += tables.traps_cover
    cover += state.marks[Mark.COVER_A + seat, unit.cell] > 0
    if blow == Blow.SUPPRESSIVE:
        if unit.figures[Figure.ELITE] > 0:
            tell_change(state, 1, Modifier.ELITE)
            cover += 1
        if has_officer(state, seat, unit.cell):
            tell_change(state, 1, Modifier.OFFICER)
            cover += 1
    elif has_medic(state, seat, unit.cell):
        tell_change(state, 1, Modifier.MEDIC)
        cover += 1
    return cover


@jit
def tell_assault(state, tables):
    """Tell which units take part in the running assault, with how many dice, and why. Clauses: TI-ASL-05, TI-CRD-14."""
    attack = state.attack[0]
    tell_attacker(state, tables, attack.lead)
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        if attack.part[slot] and slot != attack.lead:
            tell_attacker(state, tables, slot)


@jit
def tell_attacker(state, tables, slot):
    """Tell what one squad adds to the running assault."""
    attack = state.attack[0]
    unit = state.units[slot]
    lead = slot == attack.lead
    card = state.boost if lead else 0
    kind = Own.ASSAULTS if lead else Own.SUPPORTS
    note(state, kind, attack.seat, slot, cell=attack.cell, value=attacker_dice(state, tables, slot) + card)
    fp = infantry_fp(tables, slot, unit)
    tell_change(state, fp, Modifier.FIGURES)
    fp = tell_halves(state, slot, fp)
    if not lead:
        tell_half(state, fp, Modifier.SUPPORTING)
    if unit.specialty == Specialty.FLAMETHROWER:
        tell_change(state, tables.flame_fp, Modifier.FLAMETHROWER)
    tell_change(state, card, Modifier.CARD)


@jit
def tell_defenders(state, tables, seat, cell):
    """Tell which units fight back in the running assault, with how many dice, and why. Clause: TI-ASL-06."""
    bold = is_bold(state, tables, seat, cell)
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if does_defend(state, slot, cell):
            unit = state.units[slot]
            note(state, Own.DEFENDS, seat, slot, cell=cell, value=defender_dice(state, tables, slot, bold))
            fp = infantry_fp(tables, slot, unit)
            tell_change(state, fp, Modifier.FIGURES if is_squad(unit) else Modifier.WEAPON)
            fp = tell_halves(state, slot, fp)
            if unit.condition == Condition.PINNED and not bold:
                tell_half(state, fp, Modifier.PINNED)


@jit
def tell_cover(state, tables, seat, cell):
    """The cover dice of the defenders, as `assault_cover` counts them. Clause: TI-ASL-08."""
    tell_change(state, tables.cover[cell], Modifier.TERRAIN)
    squads = False
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and is_out(unit):
            tell_fort(state, tables, slot)
            tell_armour(state, tables, slot)
            squads = squads or is_squad(unit)
    if squads:
        tell_markers(state, tables, seat, cell)
        if has_medic(state, seat, cell):
            tell_change(state, 1, Modifier.MEDIC)
