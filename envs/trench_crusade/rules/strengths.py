"""Dice and modifiers of attacks. Chapters RNG, MEL, INJ, KW; Tables T3, T4."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_above, is_ducking, is_near_trait, is_within
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier
from skirmish_rl.envs.trench_crusade.state import Keyword, Trait, Verb, act_of, bit_of, has_done, seat_of

STEADFAST = 16  # half inches, TC-ABL-03
MOST_NEGATIVE = 3  # TC-INJ-04
AIM = 2  # TC-ABL-02


@jit
def counted(state, value, reason):
    """A modifier, told if it counts."""
    if value != 0:
        note(state, Event.MODIFIER, value=value, other=reason)
    return value + 0


@jit
def is_short(state, tables):
    """True if the running attack is at most half its weapon's range away. Clause: TC-RNG-05."""
    attack = state.attack[0]
    return is_within(tables, state.units[attack.attacker].cell, attack.cell, tables.range[attack.weapon])


@jit
def is_covered(state, tables, attacker, target):
    """True if a target has COVER from an attacker: terrain, or the keyword. Clauses: TC-TER-08, TC-KW-10, TC-ABL-08, TC-ABL-12."""
    unit = state.units[target]
    if unit.covered or tables.traits[target, Trait.COVER]:
        return True
    return has_cover(tables, state.units[attacker].cell, unit.cell)


@jit
def ranged_dice(state, tables):
    """Net dice of the running ranged attack before its model's condition. Clauses: TC-RNG-05..08, TC-KW-20, TC-KW-28, TC-ABL-02, 12, 16."""
    attack = state.attack[0]
    slot = attack.attacker + 0
    target = attack.target + 0
    weapon = attack.weapon + 0
    here = state.units[slot].cell + 0
    dice = counted(state, tables.ranged[slot], Modifier.RANGED)
    dice += counted(state, tables.weapon_dice[weapon], Modifier.WEAPON)
    act = act_of(state, slot)
    if act >= 0 and state.acts[act].aim:
        dice += counted(state, AIM, Modifier.AIM)
    if tables.keyword[weapon, Keyword.SILENCED] and is_ducking(tables, attack.cell, here):
        dice += counted(state, 1, Modifier.SILENCED)
    if (
        not is_short(state, tables)
        and tables.keyword[weapon, Keyword.IGNORE_LONG_RANGE] == 0
        and tables.keyword[weapon, Keyword.SHOTGUN] == 0
    ):
        attack.long = 1
        dice += counted(state, -1, Modifier.LONG_RANGE)
    if target >= 0 and tables.keyword[weapon, Keyword.IGNORE_COVER] == 0 and is_covered(state, tables, slot, target):
        attack.cover = 1
        dice += counted(state, -1, Modifier.COVER)
    if tables.keyword[weapon, Keyword.IGNORE_ELEVATED] == 0 and is_above(tables, here, attack.cell):
        dice += counted(state, 1, Modifier.ELEVATED)
    if target >= 0 and tables.traits[target, Trait.STALKER]:
        dice += counted(state, -1, Modifier.STALKER)
    return dice


@jit
def negates_fear(state, tables, slot):
    """True if FEAR does not touch a model. Clauses: TC-KW-15, TC-ABL-03."""
    if tables.traits[slot, Trait.FEAR] or tables.traits[slot, Trait.NEGATE_FEAR]:
        return True
    return is_near_trait(state, tables, seat_of(slot), state.units[slot].cell, Trait.STEADFAST, STEADFAST)


@jit
def melee_dice(state, tables):
    """Net dice of the running melee attack before its model's condition. Clauses: TC-MEL-02..05, TC-KW-08, TC-KW-15, TC-KW-20, TC-KW-22."""
    attack = state.attack[0]
    slot = attack.attacker + 0
    target = attack.target + 0
    weapon = attack.weapon + 0
    skill = tables.melee[slot] + 0
    if tables.keyword[weapon, Keyword.PISTOL]:
        skill = max(skill, tables.ranged[slot])
    dice = counted(state, skill, Modifier.MELEE)
    dice += counted(state, tables.weapon_dice[weapon], Modifier.WEAPON)
    if is_covered(state, tables, slot, target) and tables.keyword[weapon, Keyword.IGNORE_COVER] == 0:
        dice += counted(state, -1, Modifier.COVER)
    act = act_of(state, slot)
    if act >= 0 and state.acts[act].dive:
        state.acts[act].dive = 0
        dice += counted(state, 1, Modifier.DIVE)
    if tables.traits[target, Trait.FEAR] and not negates_fear(state, tables, slot):
        dice += counted(state, -1, Modifier.FEAR)
    if tables.traits[target, Trait.BLOCK] and act >= 0 and has_done(state.acts[act], Verb.CHARGE):
        dice += counted(state, -1, Modifier.BLOCK)
    if attack.off_hand and tables.keyword[weapon, Keyword.IGNORE_OFF_HAND] == 0:
        dice += counted(state, -1, Modifier.OFF_HAND)
    return dice


@jit
def injury_dice(state, tables, victim):
    """Net INJURY DICE of the running attack against one victim, markers left out.

    Clauses: TC-ROLL-05, TC-ROLL-08, TC-INJ-06, TC-INJ-14, TC-KW-06, TC-KW-11, TC-KW-28, TC-ABL-07, TC-ABL-08, TC-ABL-11, TC-MEL-07; Weapons.
    """
    attack = state.attack[0]
    weapon = attack.weapon + 0
    dice = tables.injury_dice[weapon] + 0
    if attack.critical and victim == attack.target:
        dice += 1 + tables.keyword[weapon, Keyword.CRITICAL]
    if attack.melee:
        if state.units[victim].down:
            dice += 1 + tables.traits[attack.attacker, Trait.FINISH]
    elif tables.keyword[weapon, Keyword.SHOTGUN] or tables.keyword[weapon, Keyword.POINT_BLANK]:
        short = is_short(state, tables)
        if tables.keyword[weapon, Keyword.SHOTGUN] and not short:
            dice -= 1
        if tables.keyword[weapon, Keyword.POINT_BLANK] and short:
            dice += 1
    if tables.keyword[weapon, Keyword.GAS] and tables.traits[victim, Trait.GAS_PROOF]:
        dice -= 1
    if tables.keyword[weapon, Keyword.SHRAPNEL] and tables.traits[victim, Trait.SHRAPNEL_PROOF]:
        dice -= 1
    cell = state.units[victim].cell + 0
    if tables.keyword[weapon, Keyword.BOMB] and cell != attack.cell and is_ducking(tables, attack.cell, cell):
        dice -= 1
    return dice


@jit
def injury_modifier(state, tables, victim):
    """INJURY MODIFIER of the running attack against one victim. Clauses: TC-INJ-04, TC-KW-02, TC-KW-20, TC-ABL-17; Weapons."""
    attack = state.attack[0]
    weapon = attack.weapon + 0
    armour = tables.armour[victim] + 0
    pierced = tables.keyword[weapon, Keyword.IGNORE_ARMOUR] != 0
    if tables.keyword[weapon, Keyword.BULLS_EYE] and attack.critical and victim == attack.target:
        pierced = True
    if tables.keyword[weapon, Keyword.ASSASSIN] and state.units[victim].down:
        pierced = True
    if pierced:
        armour = 0
    elif tables.keyword[weapon, Keyword.ARMOUR_PIERCING] and armour > 0:
        armour -= 1
    plus = tables.injury_modifier[weapon] + 0
    return max(0, plus) - min(MOST_NEGATIVE, armour - min(0, plus))


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
    slot = state.attack[0].attacker + 0
    act = act_of(state, slot)
    if act < 0 or tables.traits[slot, Trait.CONCENTRATED] == 0 or seat_of(slot) == seat_of(victim):
        return False
    return state.acts[1 - act].slot >= 0 and state.acts[1 - act].hits & bit_of(victim) != 0
