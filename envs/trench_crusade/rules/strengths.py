"""Dice and modifiers of Success Rolls and Injury Rolls, part by part. Chapters RNG, MEL, INJ, KW; Tables T3, T4.

Each is worked out when the roll begins, silently, and once more when it is told (`tell`), if anybody listens: nothing of it changes
in between but the markers that are spent.
"""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_above, is_ducking, is_near_trait, is_within
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier
from skirmish_rl.envs.trench_crusade.state import HALVES, Task, Verb, act_of, bit_of, has_done, seat_of

STEADFAST = 8 * HALVES  # TC-ABL-03
HYMN = 8 * HALVES  # TC-ABL-10
INSTRUMENT = 4 * HALVES  # TC-ABL-12
MOST_NEGATIVE = 3  # TC-INJ-04
AIM = 2  # TC-ABL-02


@jit
def counted(state, value, reason, tell):
    """A modifier, told if it counts and somebody asks."""
    if tell and value != 0:
        note(state, Event.MODIFIER, value=value, other=reason)
    return value


@jit
def is_short(tables, here, there, weapon):
    """True if a cell is at most half a weapon's range away. Clause: TC-RNG-05."""
    return is_within(tables, here, there, tables.range[weapon])  # so many halves


@jit
def is_covered(state, tables, attacker, target):
    """True if a target has COVER from an attacker: terrain, or the keyword. Clauses: TC-TER-08, TC-KW-10, TC-ABL-08, TC-ABL-12."""
    unit = state.units[target]
    if unit.covered or tables.traits[target, Trait.COVER]:
        return True
    return has_cover(tables, state.units[attacker].cell, unit.cell)


@jit
def condition_dice(state, tables, slot, tell):
    """Dice on every Success Roll of a model: Down, and a dread singer near. Clauses: TC-DOWN-03, TC-ABL-10."""
    unit = state.units[slot]
    sung = is_near_trait(state, tables, 1 - seat_of(slot), unit.cell, Trait.HYMN, HYMN)
    return counted(state, -unit.down, Modifier.DOWN, tell) + counted(state, -1 if sung else 0, Modifier.HYMN, tell)


@jit
def ability_dice(state, tables, slot, task):
    """Dice of a Success Roll that is no attack. Clauses: TC-ABL-02, TC-ABL-07, TC-ABL-08, TC-ABL-12, TC-ABL-13, TC-ABL-16."""
    if task == Task.DASH:
        music = is_near_trait(state, tables, seat_of(slot), state.units[slot].cell, Trait.INSTRUMENT, INSTRUMENT)
        return tables.traits[slot, Trait.LOPING] + music
    if task == Task.CLIMB:
        return tables.traits[slot, Trait.CLIMBING_KIT]
    if task == Task.AIM or task == Task.MINE:
        return 2
    if task == Task.TREAT:
        return 2 * tables.traits[slot, Trait.TRAINED_MEDIC]
    return 1 if task == Task.HIDE else 0


@jit
def task_dice(state, tables, slot, task, tell):
    """Net dice of a Success Roll before markers are spent. Clauses: TC-ROLL-04, TC-ROLL-10."""
    dice = condition_dice(state, tables, slot, tell)
    attack = state.attack[0]
    weapon = attack.weapon
    target = attack.target
    if task == Task.RANGED:
        return dice + ranged_dice(state, tables, slot, weapon, target, attack.cell, attack.long, attack.cover, tell)
    if task == Task.MELEE:
        return dice + melee_dice(state, tables, slot, weapon, target, attack.dive, attack.off_hand, tell)
    return dice + counted(state, ability_dice(state, tables, slot, task), Modifier.ABILITY, tell)


@jit
def has_long_penalty(tables, here, there, weapon):
    """True if the range counts against a shot. Clauses: TC-RNG-05, TC-KW-20, TC-KW-28."""
    if tables.keyword[weapon, Keyword.IGNORE_LONG_RANGE] or tables.keyword[weapon, Keyword.SHOTGUN]:
        return False
    return not is_short(tables, here, there, weapon)


@jit
def has_cover_penalty(state, tables, slot, weapon, target):
    """True if COVER counts against an attack on a model (or -1: a point). Clauses: TC-RNG-06, TC-MEL-03, TC-KW-20."""
    return target >= 0 and tables.keyword[weapon, Keyword.IGNORE_COVER] == 0 and is_covered(state, tables, slot, target)


@jit
def ranged_dice(state, tables, slot, weapon, target, cell, long, cover, tell):
    """Net dice of a shot at a model or a point before the shooter's condition.

    Clauses: TC-RNG-05..08, TC-KW-20, TC-KW-28, TC-ABL-02, TC-ABL-12, TC-ABL-16.

    Args:
        cell: where the target stands, or the point. long, cover: which of the two penalties applies.
    """
    here = state.units[slot].cell
    dice = counted(state, tables.ranged[slot], Modifier.RANGED, tell)
    dice += counted(state, tables.weapon_dice[weapon], Modifier.WEAPON, tell)
    act = act_of(state, slot)
    if act >= 0 and state.acts[act].aim:
        dice += counted(state, AIM, Modifier.AIM, tell)
    if tables.keyword[weapon, Keyword.SILENCED] and is_ducking(tables, cell, here):
        dice += counted(state, 1, Modifier.SILENCED, tell)
    if long:
        dice += counted(state, -1, Modifier.LONG_RANGE, tell)
    if cover:
        dice += counted(state, -1, Modifier.COVER, tell)
    if tables.keyword[weapon, Keyword.IGNORE_ELEVATED] == 0 and is_above(tables, here, cell):
        dice += counted(state, 1, Modifier.ELEVATED, tell)
    if target >= 0 and tables.traits[target, Trait.STALKER]:
        dice += counted(state, -1, Modifier.STALKER, tell)
    return dice


@jit
def negates_fear(state, tables, slot):
    """True if FEAR does not touch a model. Clauses: TC-KW-15, TC-ABL-03."""
    if tables.traits[slot, Trait.FEAR] or tables.traits[slot, Trait.NEGATE_FEAR]:
        return True
    return is_near_trait(state, tables, seat_of(slot), state.units[slot].cell, Trait.STEADFAST, STEADFAST)


@jit
def melee_dice(state, tables, slot, weapon, target, dive, off_hand, tell):
    """Net dice of a blow before the fighter's condition. Clauses: TC-MEL-02..05, TC-KW-08, TC-KW-15, TC-KW-20, TC-KW-22."""
    skill = tables.melee[slot]
    if tables.keyword[weapon, Keyword.PISTOL]:
        skill = max(skill, tables.ranged[slot])
    dice = counted(state, skill, Modifier.MELEE, tell)
    dice += counted(state, tables.weapon_dice[weapon], Modifier.WEAPON, tell)
    if has_cover_penalty(state, tables, slot, weapon, target):
        dice += counted(state, -1, Modifier.COVER, tell)
    if dive:
        dice += counted(state, 1, Modifier.DIVE, tell)
    if tables.traits[target, Trait.FEAR] and not negates_fear(state, tables, slot):
        dice += counted(state, -1, Modifier.FEAR, tell)
    act = act_of(state, slot)
    if tables.traits[target, Trait.BLOCK] and act >= 0 and has_done(state.acts[act], Verb.CHARGE):
        dice += counted(state, -1, Modifier.BLOCK, tell)
    if off_hand and tables.keyword[weapon, Keyword.IGNORE_OFF_HAND] == 0:
        dice += counted(state, -1, Modifier.OFF_HAND, tell)
    return dice


@jit
def hit_dice(state, tables, slot, weapon, victim, melee, short, tell):
    """Net INJURY DICE of a plain hit, markers left out. Clauses: TC-INJ-06, TC-KW-28, TC-ABL-07, TC-ABL-08; Weapons.

    Args:
        short: what is aimed at lies at short range.
    """
    dice = counted(state, tables.injury_dice[weapon], Modifier.WEAPON, tell)
    if melee:
        if state.units[victim].down:
            dice += counted(state, 1, Modifier.DOWN, tell)
            dice += counted(state, tables.traits[slot, Trait.FINISH], Modifier.ABILITY, tell)
    elif tables.keyword[weapon, Keyword.SHOTGUN] and not short:
        dice += counted(state, -1, Modifier.LONG_RANGE, tell)
    if tables.keyword[weapon, Keyword.POINT_BLANK] and short and not melee:
        dice += counted(state, 1, Modifier.SHORT_RANGE, tell)
    if tables.keyword[weapon, Keyword.GAS] and tables.traits[victim, Trait.GAS_PROOF]:
        dice += counted(state, -1, Modifier.ABILITY, tell)
    if tables.keyword[weapon, Keyword.SHRAPNEL] and tables.traits[victim, Trait.SHRAPNEL_PROOF]:
        dice += counted(state, -1, Modifier.ABILITY, tell)
    return dice


@jit
def injury_dice(state, tables, victim, tell):
    """Net INJURY DICE of the running attack against one victim, markers left out.

    Clauses: TC-ROLL-05, TC-ROLL-08, TC-INJ-06, TC-INJ-14, TC-KW-06, TC-KW-11, TC-ABL-11, TC-MEL-07.
    """
    attack = state.attack[0]
    slot = attack.attacker
    weapon = attack.weapon
    here = state.units[slot].cell  # -1: the blast has taken out who set it off; such weapons ask for no range
    short = here >= 0 and is_short(tables, here, attack.cell, weapon)
    dice = hit_dice(state, tables, slot, weapon, victim, attack.melee, short, tell)
    if attack.critical and victim == attack.target:
        dice += counted(state, 1 + tables.keyword[weapon, Keyword.CRITICAL], Modifier.CRITICAL, tell)
    cell = state.units[victim].cell
    if tables.keyword[weapon, Keyword.BOMB] and cell != attack.cell and is_ducking(tables, attack.cell, cell):
        dice += counted(state, -1, Modifier.DUCK, tell)
    return dice


@jit
def armour_left(state, tables, victim):
    """Armour that counts against the running attack. Clauses: TC-KW-02, TC-KW-20, TC-ABL-17."""
    attack = state.attack[0]
    weapon = attack.weapon
    if tables.keyword[weapon, Keyword.IGNORE_ARMOUR]:
        return 0
    if tables.keyword[weapon, Keyword.BULLS_EYE] and attack.critical and victim == attack.target:
        return 0
    if tables.keyword[weapon, Keyword.ASSASSIN] and state.units[victim].down:
        return 0
    armour = tables.armour[victim]
    if tables.keyword[weapon, Keyword.ARMOUR_PIERCING] and armour > 0:
        armour -= 1
    return armour


@jit
def injury_modifier(state, tables, victim, tell):
    """INJURY MODIFIER of the running attack against one victim. Clause: TC-INJ-04; Weapons."""
    plus = tables.injury_modifier[state.attack[0].weapon]
    total = max(0, plus) - min(MOST_NEGATIVE, armour_left(state, tables, victim) - min(0, plus))
    counted(state, plus, Modifier.WEAPON_MODIFIER, tell)
    counted(state, total - plus, Modifier.ARMOUR, tell)
    return total


@jit
def keyword_marks(tables, weapon, victim):
    """Blood markers that FIRE, GAS and SHRAPNEL of a weapon place. Clause: TC-KW-14."""
    marks = 0
    for k in range(3):
        if tables.keyword[weapon, Keyword.FIRE + k] and tables.traits[victim, Trait.NEGATE_FIRE + k] == 0:
            marks += 1
    return marks


@jit
def is_cheap(state, tables, victim):
    """True if a Bloodbath costs three markers though the victim stands: a fireteam's concentrated attack. Clause: TC-ABL-06."""
    slot = state.attack[0].attacker
    act = act_of(state, slot)
    if act < 0 or tables.traits[slot, Trait.CONCENTRATED] == 0 or seat_of(slot) == seat_of(victim):
        return False
    return state.acts[1 - act].slot >= 0 and state.acts[1 - act].hits & bit_of(victim) != 0
