"""Abilities: what they need, what they do. Chapters ABIL, UNI, IRON, FANG, RAVEN, HUNT."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import OPTION, PASS, UNIT, Decision, Option, ability_action
from skirmish_rl.envs.warcry.rules.attacking import has_target, push_attack
from skirmish_rl.envs.warcry.rules.disengaging import can_disengage, push_disengage
from skirmish_rl.envs.warcry.rules.fighters import allocate, heal, is_eligible
from skirmish_rl.envs.warcry.rules.measuring import is_engaged, is_visible, is_within, nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import can_move, is_rammed, push_move
from skirmish_rl.envs.warcry.rules.telling import Own, Roll, Yield
from skirmish_rl.envs.warcry.state import (
    ABILITIES,
    FACES,
    FORCE,
    SLOTS,
    Ability,
    Boost,
    Faction,
    Frame,
    Runemark,
    Status,
    has_mark,
    height_of,
    seat_of,
    set_of,
)  # fmt: skip

LOWER = 4  # half inches: a move that ends 2" lower than it began, WC-RAVEN-05, WC-RAVEN-06


class Resolving(IntEnum):
    """Steps of the ABILITY frame; `slot` uses it."""

    FIRST = 0
    SECOND = 1
    OVER = 2


@jit
def best_set(state, seat):
    """The largest set a seat holds, 0 for none."""
    best = 0
    for face in range(1, FACES + 1):
        best = max(best, set_of(state, seat, face))
    return best


@jit
def may_use_abilities(state, tables, slot):
    """True if a fighter may use an ability at this point of its activation. Clauses: WC-ABIL-01, WC-ABIL-03, WC-ABIL-06."""
    return state.ability_used == 0 or (tables.last_stand != 0 and state.left[seat_of(slot)] == 1)


@jit
def can_use(state, tables, slot, ability, best):
    """True if a fighter has an ability, its seat's `best` set pays for it and its condition is met.

    Clauses: WC-ABIL-02, WC-ABIL-04, WC-DICE-05.
    """
    return tables.unit_abilities[slot, ability] != 0 and 0 < tables.ability_cost[ability] <= best and is_met(state, tables, slot, ability)


@jit
def has_ability(state, tables, slot):
    """True if a fighter can use any ability now. Clauses: WC-ABIL-01, WC-ABIL-02, WC-ABIL-04, WC-DICE-05."""
    if not may_use_abilities(state, tables, slot):
        return False
    best = best_set(state, seat_of(slot))
    if best == 0:
        return False
    for ability in range(ABILITIES):
        if can_use(state, tables, slot, ability, best):
            return True
    return False


@jit
def pays(state, tables, seat, ability, face):
    """True if a seat's set of a score pays for an ability. Clauses: WC-DICE-04, WC-DICE-05, WC-DICE-06."""
    return 0 < tables.ability_cost[ability] <= set_of(state, seat, face)


@jit
def write_abilities(state, tables, slot, seat, mask):
    """Mark the abilities that a fighter can use now, with each set that pays for them. Clauses: WC-ABIL-02, WC-ABIL-04, WC-DICE-04..06."""
    best = best_set(state, seat)
    if best == 0:
        return
    for ability in range(ABILITIES):
        if can_use(state, tables, slot, ability, best):
            for face in range(1, FACES + 1):
                mask[ability_action(ability, face)] = pays(state, tables, seat, ability, face)


@jit
def is_met(state, tables, slot, ability):
    """True if an ability's condition is met and it has whom it needs.

    Clauses: WC-ABIL-04, WC-UNI-03, WC-UNI-06, WC-IRON-03, WC-RAVEN-04.
    """
    if ability == Ability.RESPITE:
        return not is_engaged(state, tables, slot)
    if ability == Ability.RECKONING:
        seat = seat_of(slot)
        return 2 * state.left[seat] <= tables.n_units[seat]
    if ability == Ability.PRESS_ON or ability == Ability.ALL_OUT or ability == Ability.TROPHY:
        return state.downed != 0
    if not has_whom(ability):
        return True
    for other in range(SLOTS):
        if is_choice(state, tables, slot, ability, other):
            return True
    return False


@jit
def has_whom(ability):
    """True for abilities that are for somebody."""
    return is_aimed(ability) or ability == Ability.WHIRLWIND or ability == Ability.REGROUP


@jit
def is_aimed(ability):
    """True for abilities whose player picks somebody."""
    return (
        ability == Ability.INSPIRING_PRESENCE or ability == Ability.BOLAS or ability == Ability.BEASTMASTER or ability == Ability.DART
        or ability == Ability.HARRY or ability == Ability.HUNTING_PACK
    )  # fmt: skip


@jit
def is_choice(state, tables, slot, ability, other):
    """True if an ability of a fighter may be for another one.

    Clauses: WC-UNI-04, WC-IRON-01, WC-IRON-06, WC-FANG-03, WC-RAVEN-01, WC-RAVEN-02, WC-HUNT-02, WC-HUNT-05.
    """
    unit = state.units[other]
    if unit.status != Status.ON_BOARD or other == slot:
        return False
    friend = seat_of(other) == seat_of(slot)
    if ability == Ability.HARRY:
        return not friend and is_within(state, tables, slot, other, 20)
    if ability == Ability.HUNTING_PACK:
        return friend and tables.unit_faction[other] == Faction.HUNT and is_within(state, tables, slot, other, 2)
    if ability == Ability.INSPIRING_PRESENCE:
        if not friend or unit.activated or not is_eligible(state, other) or not is_within(state, tables, slot, other, 6):
            return False
    elif ability == Ability.BEASTMASTER:
        if not friend or not has_mark(tables, other, Runemark.BEAST) or not is_within(state, tables, slot, other, 4):
            return False
    elif ability == Ability.REGROUP:
        if not friend or tables.unit_faction[other] != Faction.HUNT or not is_within(state, tables, slot, other, 6):
            return False
    else:
        inches = 6 if ability == Ability.BOLAS else 8 if ability == Ability.DART else 3
        if friend or not is_within(state, tables, slot, other, inches):
            return False
    return is_visible(state, tables, slot, other)


@jit
def use_ability(state, tables, slot, ability, face):
    """A fighter uses an ability: the set is spent, and its effect begins.

    Clauses: WC-DICE-04, WC-DICE-07, WC-ABIL-01, WC-UNI-01..06 and the chapters of the forces.
    """
    seat = seat_of(slot)
    state.dice[seat, face - 1] = 0
    state.ability_used = 1
    note(state, Own.USES, seat, slot, face, value=ability)
    if boost(state, ability, face):
        return
    unit = state.units[slot]
    if ability == Ability.RESPITE:
        heal(state, slot, face)
    elif ability == Ability.STAND_DEFIANT:
        unit.defiant = min(unit.defiant + 1, 2)
    elif ability == Ability.TROPHY:
        unit.trophy = min(unit.trophy + 1, 2)
    elif ability == Ability.UNLEASH:
        unit.unleashed += (face + 1) // 2
    elif ability == Ability.COWER:
        unit.cowering = 1
    elif ability == Ability.WHIRLWIND:
        whirl(state, tables, slot, face)
    else:
        state.ability = ability
        state.value = face
        if is_aimed(ability):
            ask(state, seat, Decision.TARGET, ability)
        else:
            frame = push(state, Frame.ABILITY)
            frame.slot = slot
            frame.ability = ability
            frame.value = face
            frame.began = height_of(tables, unit)


@jit
def boost(state, ability, face):
    """Effects on the active fighter itself.

    Clauses: WC-UNI-01, WC-UNI-02, WC-IRON-02, WC-IRON-04, WC-FANG-01, WC-FANG-05, WC-RAVEN-03, WC-HUNT-01, WC-HUNT-03, WC-HUNT-04.

    Returns:
        True if the ability is one of them.
    """
    boosts = state.boosts
    if ability == Ability.RUSH:
        boosts[Boost.MOVE] += 1
    elif ability == Ability.ONSLAUGHT:
        boosts[Boost.ATTACKS] += 1
    elif ability == Ability.CRUSHING_BLOW:
        boosts[Boost.STRENGTH] += face
    elif ability == Ability.RAM or ability == Ability.POUNCE:
        boosts[Boost.RAM] = face
    elif ability == Ability.SAVAGE_FURY:
        boosts[Boost.NEXT_MOVE] += 1
        boosts[Boost.NEXT_ATTACKS] += 1
    elif ability == Ability.SWIFT_CLIMB:
        boosts[Boost.SWIFT] = 1
    elif ability == Ability.DEATH_GRIP:
        boosts[Boost.GRIP] = 1
    elif ability == Ability.HUNTERS_EYE:
        boosts[Boost.DAMAGE] += 1
    elif ability == Ability.KEEN:
        boosts[Boost.KEEN] = 1
    else:
        return False
    return True


@jit
def whirl(state, tables, slot, value):
    """Whirlwind: damage to every visible enemy within 3", in the order of slots. Clause: WC-IRON-06."""
    seen = 0
    for other in range(SLOTS):
        if is_choice(state, tables, slot, Ability.WHIRLWIND, other):
            seen |= 1 << other
    for other in range(SLOTS):
        if (seen >> other) & 1:
            allocate(state, tables, other, value)


@jit
def legal_target(state, tables, mask):
    """The fighters that an ability may be for.

    Clauses: WC-UNI-04, WC-IRON-01, WC-IRON-04, WC-FANG-03, WC-RAVEN-01, WC-RAVEN-02, WC-HUNT-02.
    """
    ability = state.ability
    slot = state.active
    rams = ability == Ability.RAM or ability == Ability.POUNCE
    for other in range(SLOTS):
        mask[UNIT + other] = is_rammed(state, tables, slot, other) if rams else is_choice(state, tables, slot, ability, other)


@jit
def apply_target(state, tables, action):
    """Name the fighter that the running ability is for, and do to it what the ability does.

    Clauses: WC-UNI-04, WC-IRON-01, WC-IRON-04, WC-FANG-03, WC-FANG-05, WC-RAVEN-01, WC-RAVEN-02, WC-HUNT-02.
    """
    slot = state.active
    other = action - UNIT
    ability = state.ability
    value = state.value
    state.ability = -1
    state.value = 0
    note(state, Own.AIMS, seat_of(slot), slot, other)
    if ability == Ability.INSPIRING_PRESENCE:
        state.inspired = other
    elif ability == Ability.HARRY:
        state.units[other].harried = 1
    elif ability == Ability.BOLAS:
        note(state, Event.ROLLS, seat_of(slot), slot, other, value=Roll.BOLAS)
        damage = thrown(roll(state, FACES), 4, 6, value) + thrown(roll(state, FACES), 4, 6, value)
        note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
        allocate(state, tables, other, damage)
    elif ability == Ability.DART:
        note(state, Event.ROLLS, seat_of(slot), slot, other, value=Roll.DART)
        damage = thrown(roll(state, FACES), 2, 5, value)
        note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
        allocate(state, tables, other, damage)
    elif ability == Ability.RAM or ability == Ability.POUNCE:
        allocate(state, tables, other, value)
    else:
        near = slot if ability == Ability.HUNTING_PACK else -1
        push_attack(state, other, False, near, 0, 0)


@jit
def thrown(face, some, full, value):
    """Damage of a die: 1 from `some`, the value from `full`. Clauses: WC-IRON-01, WC-RAVEN-01."""
    return value if face >= full else 1 if face >= some else 0


@jit
def run_ability(state, tables, frame):
    """One step of an ability with several.

    Clauses: WC-UNI-05, WC-UNI-06, WC-IRON-03, WC-FANG-02, WC-FANG-04, WC-RAVEN-05, WC-RAVEN-06, WC-HUNT-05.
    """
    slot = frame.slot
    ability = frame.ability
    unit = state.units[slot]
    state.ability = ability
    state.value = frame.value
    if frame.step == Resolving.OVER or unit.status != Status.ON_BOARD:
        state.ability = -1
        state.value = 0
        pop(state)
    elif ability == Ability.REGROUP:
        regroup_next(state, tables, frame)
    elif frame.step == Resolving.FIRST:
        frame.step = Resolving.SECOND
        if ability == Ability.RAMPAGE:
            push_move(state, slot, frame.value, True)
        elif ability == Ability.RECKONING:
            push_move(state, slot, frame.value, False)
        elif ability == Ability.SWOOP or ability == Ability.DEATH_FROM_ABOVE:
            push_move(state, slot, 0, False)
        elif ability == Ability.SNAG:
            frame.step = Resolving.OVER
            push_attack(state, slot, False, -1, 0, frame.value)
        else:
            frame.step = Resolving.OVER
            press_on(state, tables, slot)
    else:
        frame.step = Resolving.OVER
        lower = frame.began >= height_of(tables, unit) + LOWER
        if ability == Ability.RAMPAGE:
            push_attack(state, slot, True, -1, 0, 0)
        elif ability == Ability.RECKONING:
            if is_engaged(state, tables, slot):
                push_attack(state, slot, False, -1, 0, 0)
        elif ability == Ability.DEATH_FROM_ABOVE:
            push_attack(state, slot, True, -1, 1 if lower else 0, 0)
        elif lower:
            push_attack(state, slot, True, -1, 0, 0)


@jit
def press_on(state, tables, slot):
    """A bonus move or a bonus attack. Clauses: WC-IRON-03, WC-FANG-02."""
    near2 = nearest_enemy2(state, tables, slot, state.units[slot].node)
    moves = can_move(state, tables, slot, 0, near2)
    attacks = has_target(state, tables, slot, -1, near2)
    if moves and attacks:
        ask(state, seat_of(slot), Decision.BONUS, slot)
    elif moves:
        push_move(state, slot, 0, False)
    elif attacks:
        push_attack(state, slot, False, -1, 0, 0)


@jit
def regroup_next(state, tables, frame):
    """The next friend that may move or disengage. Clause: WC-HUNT-05."""
    slot = frame.slot
    seat = seat_of(slot)
    if frame.friends >= FORCE:
        frame.step = Resolving.OVER
        return
    other = FORCE * seat + frame.friends
    frame.friends += 1
    if is_choice(state, tables, slot, Ability.REGROUP, other):
        near2 = nearest_enemy2(state, tables, other, state.units[other].node)
        if can_move(state, tables, other, 0, near2) or can_disengage(state, tables, other, near2):
            ask(state, seat, Decision.BONUS, other)


@jit
def legal_bonus(state, tables, mask):
    """The bonus actions among which there is a choice. Clauses: WC-IRON-03, WC-FANG-02, WC-HUNT-05."""
    slot = state.subject
    near2 = nearest_enemy2(state, tables, slot, state.units[slot].node)
    mask[OPTION + Option.MOVE] = can_move(state, tables, slot, 0, near2)
    if state.ability == Ability.REGROUP:
        mask[PASS] = 1
        mask[OPTION + Option.DISENGAGE] = can_disengage(state, tables, slot, near2)
    else:
        mask[OPTION + Option.ATTACK] = has_target(state, tables, slot, -1, near2)


@jit
def apply_bonus(state, action):
    """The bonus action begins. Clauses: WC-IRON-03, WC-FANG-02, WC-HUNT-05."""
    slot = state.subject
    if action == OPTION + Option.MOVE:
        push_move(state, slot, 0, False)
    elif action == OPTION + Option.ATTACK:
        push_attack(state, slot, False, -1, 0, 0)
    elif action == OPTION + Option.DISENGAGE:
        push_disengage(state, slot, 0)
