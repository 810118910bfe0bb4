"""Damage: dice against Armour, saves, DP. Chapters SHT, SPEC."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_on_way, is_present
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, WIDTH, Gift, Prop

CRITICAL = 2  # above Armour
SCREENED = 5  # DZ-CARD-C17
THRUSTING = 11  # Armour
NO_SAVE = 13  # printed Energy against which Passive saves are not allowed


@jit
def kind_bits(state, tables, slot):
    """Types of a unit for Devastator: bits of DEVASTATED. Clause: DZ-SPEC-08."""
    kind = tables.unit_kind[slot]
    bits = 128
    if kind == Kind.INFANTRY:
        return bits | 1
    if kind >= Kind.AIRCRAFT:
        return bits | 16
    return bits | (2 if kind == Kind.TANK else 4 if kind == Kind.SKIMMER else 8)


@jit
def points_of(state, tables, firer, weapon, target):
    """Damage of a success that is no Critical. Clause: DZ-SPEC-08."""
    if firer >= 0 and tables.weapon_devastates[firer, weapon] & kind_bits(state, tables, target):
        return tables.weapon_devastator[firer, weapon]
    return 1


@jit
def armour_of(state, tables, slot):
    """Armour of a unit; one that flies by Thrusters is weaker on its way. Clause: DZ-ABIL-09."""
    if has_trait(tables, slot, Trait.THRUSTERS) and is_on_way(state.units[slot]):
        return THRUSTING
    return tables.unit_armour[slot]


@jit
def unit_damage(state, tables, firer, weapon, target, energy, face, cover, penetrative):
    """Damage of one die against a unit; face 0: an automatic Critical.

    Clauses: DZ-SHT-14, DZ-SHT-12, DZ-SPEC-07, DZ-SPEC-08, DZ-SPEC-14, DZ-SPEC-19.
    """
    armour = armour_of(state, tables, target) + cover
    critical = face == 0 or face + energy >= armour + CRITICAL
    if face == 1:
        return 0
    if not critical and face + energy < armour and not (penetrative and face == FACES):
        return 0
    n = points_of(state, tables, firer, weapon, target)
    return 2 * n if critical and not has_trait(tables, target, Trait.RESILIENT) else n


@jit
def piece_damage(tables, firer, weapon, piece, energy, face, penetrative):
    """(DP, CDTs) of one die against scenery. Clauses: DZ-SHT-19, DZ-SCN-03, DZ-SPEC-08, DZ-SPEC-18."""
    armour = tables.piece_armour[piece]
    if face == 1 or (firer >= 0 and tables.weapon_tech_killer[firer, weapon] != 0):
        return 0, 0
    critical = face == 0 or face + energy >= armour + CRITICAL
    if not critical and face + energy < armour and not (penetrative and face == FACES):
        return 0, 0
    n = 1
    if firer >= 0:
        bits = 32 + 128 + (64 if has_prop(tables, piece, Prop.FLAMMABLE) else 0)
        if tables.weapon_devastates[firer, weapon] & bits:
            n = tables.weapon_devastator[firer, weapon]
    return n, 1 if critical else 0


@jit
def passive_of(state, tables, slot):
    """What a Passive save needs, 0 without one. Clauses: DZ-SHT-16, DZ-CARD-C17."""
    n = tables.unit_passive[slot]
    if state.squads[tables.unit_squad[slot]].gifts & Gift.SCREEN and (n == 0 or n > SCREENED):
        return SCREENED
    return n


@jit
def save(state, tables, slot, damage, need, what):
    """Roll a save for each point of damage; returns what is left. Clauses: DZ-SHT-16, DZ-SPEC-20. Rolls one die a point."""
    if need == 0 or damage == 0:
        return damage
    note(state, Event.ROLLS, unit=slot, value=what)
    left = damage
    for _ in range(damage):
        die = roll(state, FACES)
        if die >= need and die > 1:
            left -= 1
    note(state, Own.SAVED, unit=slot, value=damage - left)
    return left


@jit
def take_damage(state, tables, slot, damage):
    """A unit loses DP; at 0 it is destroyed as soon as the present attack is settled. Clauses: DZ-SHT-17, DZ-END-04."""
    unit = state.units[slot]
    if damage <= 0 or unit.dp == 0:
        return
    note(state, Event.HURT, unit=slot, value=min(damage, unit.dp))
    unit.dp = max(unit.dp - damage, 0)
    if unit.dp == 0:
        unit.killer = state.blame
        state.doomed = 1


@jit
def hurt_piece(state, tables, piece, damage):
    """Scenery loses DP. Clauses: DZ-SCN-02, DZ-SCN-04."""
    here = state.pieces[piece]
    if damage <= 0 or here.dp == 0:
        return
    box = tables.piece_box[piece]
    note(state, Own.PIECE_HURT, cell=box[2] * WIDTH + box[0], value=min(damage, here.dp))
    here.dp = max(here.dp - damage, 0)
    here.hit = 1
    if here.dp == 0:
        here.killer = state.blame
        state.doomed = 1


@jit
def add_tokens(state, tables, piece, n):
    """Collateral Damage tokens are put on a piece. Clauses: DZ-COL-06, DZ-COL-08."""
    if n == 0 or not has_prop(tables, piece, Prop.DESTRUCTIBLE):
        return
    here = state.pieces[piece]
    here.damage_tokens = min(here.damage_tokens + n, 250)
    here.blame = state.blame
    here.hit = 1
    box = tables.piece_box[piece]
    note(state, Own.CDT, cell=box[2] * WIDTH + box[0], value=n)


@jit
def hit_unit(state, tables, slot, n, energy, cover):
    """Automatic hits on a unit, Criticals and Passive saves included; `cover`: 1 behind Body Cover.

    Clauses: DZ-SHT-15, DZ-AIR-06, DZ-TRN-21, DZ-SCN-04. Rolls n dice and saves.
    """
    if state.units[slot].dp == 0:
        return
    note(state, Event.ROLLS, unit=slot, value=Roll.DAMAGE)
    damage = 0
    for _ in range(n):
        damage += unit_damage(state, tables, -1, 0, slot, energy, roll(state, FACES), cover, False)
    note(state, Event.RESULT, value=damage)
    if energy < NO_SAVE:
        damage = save(state, tables, slot, damage, passive_of(state, tables, slot), Roll.PASSIVE)
    take_damage(state, tables, slot, damage)


@jit
def hit_piece(state, tables, piece, n, energy):
    """Automatic hits on scenery. Clauses: DZ-AIR-06, DZ-SHT-15. Rolls n dice."""
    if state.pieces[piece].dp == 0:
        return
    box = tables.piece_box[piece]
    note(state, Event.ROLLS, cell=box[2] * WIDTH + box[0], value=Roll.DAMAGE)
    damage = 0
    tokens = 0
    for _ in range(n):
        d, t = piece_damage(tables, -1, 0, piece, energy, roll(state, FACES), False)
        damage += d
        tokens += t
    add_tokens(state, tables, piece, tokens)
    hurt_piece(state, tables, piece, damage)


@jit
def is_targetable(unit):
    """True for a unit that can be hurt by what happens around it: on the table and not aboard."""
    return is_present(unit) and unit.dp > 0
