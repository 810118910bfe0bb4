"""Figures of an attack with all that changes them: dice, Strength, Toughness, the face that hits, damage.

Chapters ATK, COV, DMG and the forces.
"""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.rules.measuring import has_cover, is_visible, is_within
from skirmish_rl.envs.warcry.rules.telling import Modifier
from skirmish_rl.envs.warcry.state import FORCE, Boost, Reaction, Status, Twist, seat_of

MELEE_RANGE = 3  # inches; what reaches farther is a missile weapon, WC-ATK-05


@jit
def is_missile(tables, slot, weapon):
    """True for a missile weapon. Clause: WC-ATK-05."""
    return tables.weapon_max[slot, weapon] > MELEE_RANGE


@jit
def added(state, value, why):
    """A modifier, noted if there is one."""
    if value > 0:
        note(state, Event.MODIFIER, value=value, other=why)
    return value


@jit
def aura_of(state, tables, slot, trophy, inches):
    """How much friends in sight add to a fighter: of trophies, or of standing defiant. Clauses: WC-IRON-05, WC-RAVEN-04, WC-GEN-08."""
    seat = seat_of(slot)
    n = 0
    for friend in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[friend]
        gives = unit.trophy if trophy else unit.defiant
        if gives > 0 and unit.status == Status.ON_BOARD:
            if friend == slot or (is_within(state, tables, friend, slot, inches) and is_visible(state, tables, friend, slot)):
                n += gives
    return n


@jit
def attacks_of(state, tables, slot, weapon):
    """Dice of an attack. Clauses: WC-UNI-02, WC-FANG-01, WC-FANG-06, WC-RAVEN-04, WC-GEN-08."""
    n = tables.weapon_attacks[slot, weapon]
    if slot == state.active:
        n += added(state, state.boosts[Boost.NEXT_ATTACKS], Modifier.SAVAGE_FURY)
    if is_missile(tables, slot, weapon):
        return n
    if slot == state.active:
        n += added(state, state.boosts[Boost.ATTACKS], Modifier.ONSLAUGHT)
    n += added(state, state.units[slot].unleashed, Modifier.UNLEASHED)
    n += added(state, aura_of(state, tables, slot, True, 9), Modifier.TROPHY)
    return n


@jit
def strength_of(state, tables, slot, weapon, more):
    """Strength of an attack. Clauses: WC-IRON-02, WC-FANG-06, WC-RAVEN-06."""
    n = tables.weapon_strength[slot, weapon] + added(state, more, Modifier.DEATH_FROM_ABOVE)
    if is_missile(tables, slot, weapon):
        return n
    if slot == state.active:
        n += added(state, state.boosts[Boost.STRENGTH], Modifier.CRUSHING_BLOW)
    return n + added(state, state.units[slot].unleashed, Modifier.UNLEASHED_STRENGTH)


@jit
def toughness_of(state, tables, slot, target):
    """Toughness of a target against an attack. Clauses: WC-COV-01, WC-COV-03, WC-IRON-05, WC-TWI-02."""
    n = tables.unit_toughness[target]
    if has_cover(state, tables, slot, target):
        n += added(state, 1, Modifier.COVER)
    if tables.twist == Twist.HARDY:
        n += added(state, 1, Modifier.HARDY)
    return n + added(state, aura_of(state, tables, target, False, 6), Modifier.DEFIANT)


@jit
def hits_from(strength, toughness):
    """The lowest face that hits. Clause: WC-ATK-07."""
    return 3 if strength > toughness else 4 if strength == toughness else 5


@jit
def damage_of(state, tables, slot, weapon, reaction, hits, criticals):
    """Damage of an attack. Clauses: WC-DMG-01, WC-ATK-09, WC-FANG-07, WC-HUNT-03."""
    per_hit = tables.weapon_hit[slot, weapon]
    per_critical = tables.weapon_critical[slot, weapon]
    if slot == state.active:
        more = added(state, state.boosts[Boost.DAMAGE], Modifier.HUNTERS_EYE)
        per_hit += more
        per_critical += more
    if reaction == Reaction.BRUTE_RESILIENCE and hits > 0:
        less = 1 if per_hit > 1 else 0
        note(state, Event.MODIFIER, value=-less, other=Modifier.BRUTE_RESILIENCE)
        per_hit -= less
    return hits * per_hit + criticals * per_critical
