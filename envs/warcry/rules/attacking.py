"""Attack actions: weapon and target, hit rolls, what follows. Chapters ATK, DMG; WC-FALL-04."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import FIRST, PASS, Decision
from skirmish_rl.envs.warcry.rules.falling import may_fall
from skirmish_rl.envs.warcry.rules.fighters import allocate, can_react, lose_action
from skirmish_rl.envs.warcry.rules.measuring import ENGAGED, gap2, halves2, is_engaged, is_visible, is_within, nearest_enemy2
from skirmish_rl.envs.warcry.rules.pulling import pull
from skirmish_rl.envs.warcry.rules.reacting import offer_reactions, offer_step_back, softened
from skirmish_rl.envs.warcry.rules.setting_up import blank_attack
from skirmish_rl.envs.warcry.rules.strengths import added, attacks_of, damage_of, hits_from, is_missile, strength_of, toughness_of
from skirmish_rl.envs.warcry.rules.telling import Modifier, Own, Roll, Yield
from skirmish_rl.envs.warcry.state import (
    FACES,
    FORCE,
    SLOTS,
    WEAPONS,
    Boost,
    Faction,
    Frame,
    Reaction,
    Runemark,
    Status,
    has_mark,
    seat_of,
)  # fmt: skip


class Fight(IntEnum):
    """Steps of the ATTACK frame; what it is about stands in `state.attack`, which everybody sees."""

    WHOM = 0
    REACT = 1
    STRIKE = 2
    STEP_BACK = 3
    AFTER = 4
    EDGE = 5
    OVER = 6


@jit
def halves_range(state, tables, slot, weapon):
    """True while the trait of the Hunt may shorten a weapon's least range. Clause: WC-HUNT-07."""
    seat = seat_of(slot)
    return (
        tables.trait[seat] != 0 and tables.unit_faction[slot] == Faction.HUNT and state.trait_used[seat] == 0
        and is_missile(tables, slot, weapon) and tables.weapon_min[slot, weapon] > 1
    )  # fmt: skip


@jit
def is_in_range(state, tables, slot, weapon, target):
    """True if a target is within a weapon's range. Clauses: WC-ATK-04, WC-HUNT-07."""
    far = gap2(tables, state.units[slot].node, state.units[target].node)
    longest = tables.weapon_max[slot, weapon]
    least = tables.weapon_min[slot, weapon]
    if far > halves2(longest):
        return False
    if least == 0 or far > halves2(least):
        return True
    return far > halves2(1) and halves_range(state, tables, slot, weapon)


@jit
def is_friend_beside(state, tables, slot, target):
    """True if another fighter of the attacker's warband is within 1" of the target. Clause: WC-ATK-06."""
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if other != slot and state.units[other].status == Status.ON_BOARD and is_within(state, tables, other, target, 1):
            return True
    return False


@jit
def can_attack(state, tables, slot, weapon, target, near, engaged):
    """True if a fighter may attack a target with a weapon.

    Clauses: WC-ATK-02..06, WC-ATK-10, WC-HUNT-02.

    Args:
        near: fighter within 2" of which the target must be, -1 for any.
        engaged: the attacker is.
    """
    aim = state.units[target]
    if aim.status != Status.ON_BOARD or seat_of(target) == seat_of(slot) or weapon >= tables.unit_weapons[slot]:
        return False
    if not is_in_range(state, tables, slot, weapon, target):
        return False
    if near >= 0 and not is_within(state, tables, near, target, 2):
        return False
    if engaged and not is_within(state, tables, slot, target, 1):
        return False
    if is_missile(tables, slot, weapon) and is_friend_beside(state, tables, slot, target):
        if tables.weapon_min[slot, weapon] > 0 or not is_within(state, tables, slot, target, 3):
            return False
    return is_visible(state, tables, slot, target)


@jit
def has_target(state, tables, slot, near, near2):
    """True if a fighter, whose nearest enemy is at `near2`, may attack anybody; `can_attack` rules. Clauses: WC-ATK-02, WC-ATK-03."""
    longest = max(tables.weapon_max[slot, 0], tables.weapon_max[slot, 1])
    if near2 > halves2(longest) or state.units[slot].status != Status.ON_BOARD:
        return False
    foe = 1 - seat_of(slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        for weapon in range(WEAPONS):
            if can_attack(state, tables, slot, weapon, target, near, near2 <= ENGAGED):
                return True
    return False


@jit
def push_attack(state, slot, optional, near, strength, snag):
    """An attack action begins. Clauses: WC-ACT-05, WC-ACT-06, WC-HUNT-02, WC-RAVEN-06, WC-FANG-04.

    Args:
        optional: a bonus that may be declined. near: fighter within 2" of which the target must be, -1 for any.
        strength: added to it. snag: inches that the target is pulled afterwards.
    """
    attack = state.attack[0]
    attack.attacker = slot
    attack.optional = optional
    attack.near = near
    attack.strength = strength
    attack.snag = snag
    push(state, Frame.ATTACK)


@jit
def run_attack(state, tables, frame):
    """One step of an attack action. Clauses: WC-ATK-01, WC-REACT-07, WC-REACT-12, WC-ACT-06."""
    attack = state.attack[0]
    slot = attack.attacker
    step = frame.step
    if step == Fight.WHOM:
        if has_target(state, tables, slot, attack.near, nearest_enemy2(state, tables, slot, state.units[slot].node)):
            ask(state, seat_of(slot), Decision.ATTACK, slot)
        else:
            blank_attack(state)
            pop(state)
    elif step == Fight.REACT:
        frame.step = Fight.STRIKE
        offer_reactions(state, tables, attack.target)
    elif step == Fight.STRIKE:
        frame.step = Fight.STEP_BACK
        strike(state, tables, slot, attack.target, attack.weapon)
    elif step == Fight.STEP_BACK:
        frame.step = Fight.AFTER
        offer_step_back(state, tables, slot, attack.target)
    elif step == Fight.AFTER:
        frame.step = Fight.EDGE
        follow_up(state, tables, slot, attack.target)
    elif step == Fight.EDGE:
        frame.step = Fight.OVER
        if attack.criticals > 0:
            test_edge(state, tables, attack.target)
    else:
        blank_attack(state)
        pop(state)


@jit
def legal_attack(state, tables, mask):
    """Weapon and target; a bonus may be declined. Clauses: WC-ATK-02..06."""
    slot = state.subject
    attack = state.attack[0]
    mask[PASS] = attack.optional
    foe = 1 - seat_of(slot)
    engaged = is_engaged(state, tables, slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].status == Status.ON_BOARD:
            for weapon in range(WEAPONS):
                mask[FIRST + SLOTS * weapon + target] = can_attack(state, tables, slot, weapon, target, attack.near, engaged)


@jit
def apply_attack(state, tables, frame, action):
    """Weapon and target are named, or the bonus is declined. Clauses: WC-ATK-02, WC-ACT-06."""
    if action == PASS:
        blank_attack(state)
        pop(state)
    else:
        chosen = action - FIRST
        choose_target(state, tables, frame, chosen // SLOTS, chosen % SLOTS)


@jit
def choose_target(state, tables, frame, weapon, target):
    """Weapon and target are named. Clauses: WC-ATK-02, WC-HUNT-07."""
    attack = state.attack[0]
    slot = attack.attacker
    attack.weapon = weapon
    attack.target = target
    note(state, Event.ATTACKED, seat_of(slot), slot, target, state.units[target].cell, weapon)
    least = tables.weapon_min[slot, weapon]
    if least > 0 and gap2(tables, state.units[slot].node, state.units[target].node) <= halves2(least):
        state.trait_used[seat_of(slot)] = 1
        note(state, Own.TRAIT, unit=slot)
    frame.step = Fight.REACT


@jit
def strike(state, tables, slot, target, weapon):
    """Hit rolls, damage, and what a reaction changes.

    Clauses: WC-ATK-07..09, WC-DMG-01, WC-REACT-09, WC-REACT-10, WC-REACT-12, WC-IRON-07, WC-FANG-07, WC-RAVEN-07, WC-HUNT-03, WC-HUNT-04.
    Rolls a die for each attack, and one for each critical against a target that takes cover.
    """
    attack = state.attack[0]
    reaction = attack.reaction
    note(state, Event.ROLLS, seat_of(slot), slot, target, value=Roll.ATTACK)
    dice = attacks_of(state, tables, slot, weapon)
    needed = hits_from(strength_of(state, tables, slot, weapon, attack.strength), toughness_of(state, tables, slot, target))
    critical = FACES
    if slot == state.active and state.boosts[Boost.KEEN]:
        critical = FACES - 1
        note(state, Event.MODIFIER, other=Modifier.KEEN)
    hits = 0
    criticals = 0
    ones = 0
    for _ in range(dice):
        face = roll(state, FACES)
        if face == 1:
            ones += 1
        if face >= critical:
            criticals += 1
        elif face >= needed:
            hits += 1
    misses = dice - hits - criticals
    note(state, Event.RESULT, value=hits + criticals, other=Yield.HITS)
    if criticals > 0:
        note(state, Own.CRITICALS, unit=slot, other=target, value=criticals)
    if slot == state.active:
        state.boosts[Boost.NEXT_ATTACKS] = 0
    turned = softened(state, tables, target, reaction, criticals)
    criticals -= turned
    hits += turned
    attack.hits = hits
    attack.criticals = criticals
    allocate(state, tables, target, damage_of(state, tables, slot, weapon, reaction, hits, criticals))
    if state.units[target].status != Status.ON_BOARD and slot == state.active:
        state.downed = 1
    if reaction == Reaction.COUNTER:
        for_ones = tables.counter_damage if ones > 0 else 0
        for_misses = tables.counter_more if misses >= 2 else 0
        note(state, Own.COUNTERS, unit=target, value=for_ones + for_misses)
        allocate(state, tables, slot, added(state, for_ones, Modifier.ONES) + added(state, for_misses, Modifier.MISSES))


@jit
def follow_up(state, tables, slot, target):
    """Apply abilities that follow an attack: death grip, snag. Clauses: WC-HUNT-01, WC-FANG-04."""
    attack = state.attack[0]
    if slot == state.active and state.boosts[Boost.GRIP] and not is_missile(tables, slot, attack.weapon):
        state.boosts[Boost.GRIP] = 0
        if attack.hits + attack.criticals > 0 and state.units[target].status == Status.ON_BOARD:
            grip(state, tables, target)
    if attack.snag > 0 and state.units[slot].status == Status.ON_BOARD and state.units[target].status == Status.ON_BOARD:
        pull(state, tables, target, slot, attack.snag)


@jit
def grip(state, tables, target):
    """Death grip: the target forfeits an action, or takes damage. Clause: WC-HUNT-01."""
    if can_react(state, target):
        note(state, Own.FORFEITS, unit=target)
        lose_action(state, target)
    else:
        allocate(state, tables, target, tables.grip_damage)


@jit
def test_edge(state, tables, target):
    """The edge test after a critical hit. Clauses: WC-FALL-04, DG-8, WC-FLY-02. Rolls one die."""
    if state.units[target].status != Status.ON_BOARD or has_mark(tables, target, Runemark.FLY) or not may_fall(state, tables, target):
        return
    note(state, Event.ROLLS, seat_of(target), target, value=Roll.EDGE)
    if roll(state, FACES) <= tables.edge_face:
        fall = push(state, Frame.FALL)
        fall.slot = target
