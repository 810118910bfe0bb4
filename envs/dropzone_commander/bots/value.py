"""What are a unit, a shot and a Victory Point worth? Exact odds, in points of the army lists; strategy notes 6, 7, 13 and 19."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.scratch import POOL
from skirmish_rl.envs.dropzone_commander.data.fields import UNLIMITED
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.rules.accuracy import base_acc, evasion_of, need_for
from skirmish_rl.envs.dropzone_commander.rules.damage import NO_SAVE, armour_of, kind_bits, passive_of
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_infantry, uses_of
from skirmish_rl.envs.dropzone_commander.rules.targeting import aa_of, energy_of, shots_of
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, SEAT_OF, SQUAD_FIRST, Gift, Mark, Mode, Prop, Scoring, Site, Status

_DOWN = 0.65  # share of a unit's worth that is lost only when it is destroyed; the rest goes with its DP
_ABOARD = 0.45  # of what rides a Transport: it may be lost with it
_COMMANDER = 25.0  # beside his cost: cards and initiative, strategy note 13
_TOUCHED = 4  # Infantry hits of an Area weapon, DZ-SPEC-04


@jit
def point_value(tables):
    """The worth of a Victory Point: points come first, so more than most units; least where there are many."""
    if tables.scoring == Scoring.KILLS:
        return 0.0
    if tables.scoring == Scoring.SURVEY:
        return 70.0
    return 60.0 if tables.size < 40 else 100.0


@jit
def map_worth(state, tables, scratch):
    """Fill in the worth of every unit on the table to its side. Strategy notes 7, 13 and 19."""
    best = -1
    for seat in range(tables.seats):
        best = max(best, standing(state, tables, seat))
    for seat in range(tables.seats):
        leads = tables.seats > 2 and standing(state, tables, seat) == best
        scratch.care[seat] = 1.2 if leads else 1.0
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            scratch.worth[slot] = 0.0
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            if unit.status != Status.ON_TABLE:
                continue
            value = tables.unit_points[slot] + tables.unit_cost[slot] + 0.0
            if tables.unit_cv[slot] > 0:
                value += _COMMANDER
            squad = tables.unit_squad[slot]
            if state.squads[squad].token >= 0:
                value += 1.2 * scratch.point
            scratch.worth[slot] += value
            up = unit.carrier
            while up >= 0:
                scratch.worth[up] += _ABOARD * value
                up = state.units[up].carrier
    for piece in range(tables.n_pieces):
        scratch.inside[piece] = 0.0
    for seat in range(tables.seats):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            piece = state.units[slot].piece
            if piece >= 0:
                scratch.inside[piece] += -scratch.worth[slot] if seat == scratch.viewer else scratch.worth[slot]


@jit
def standing(state, tables, seat):
    """Victory Points that a seat has or carries."""
    n = state.points[seat]
    if tables.scoring == Scoring.KILLS:
        return state.kills[seat]
    for token in range(tables.n_tokens):
        if state.tokens[token].seat == seat:
            n += 1
    return n


@jit
def hit_chance(need):
    """Chance that a die hits: a 1 fails, a 6 hits; 0 is a weapon that hits by itself. Clauses: DZ-CORE-03, DZ-SHT-09."""
    if need <= 0:
        return 1.0
    return (7 - min(max(need, 2), FACES)) / 6.0


@jit
def die_odds(state, tables, firer, weapon, target, energy, cover):
    """Chances that a hit does damage once and, as a Critical, twice, saves included; and how much once is.

    Clauses: DZ-SHT-14, DZ-SHT-16, DZ-SPEC-08, DZ-SPEC-14, DZ-SPEC-19, DZ-SPEC-20, DZ-CQ-04.
    """
    m = armour_of(state, tables, target) + cover - energy
    faces = max(7 - max(m, 2), 0)
    sure = max(7 - max(m + 2, 2), 0)
    if faces == 0 and (tables.weapon_penetrative[firer, weapon] or state.squads[tables.unit_squad[firer]].gifts & Gift.PIERCING != 0):
        faces = 1
    close = tables.weapon_close[firer, weapon] != 0
    if close or has_trait(tables, target, Trait.RESILIENT):
        sure = 0
    size = 1
    if not close and tables.weapon_devastates[firer, weapon] & kind_bits(state, tables, target):
        size = max(tables.weapon_devastator[firer, weapon], 1)
    one = (faces - sure) / 6.0
    two = sure / 6.0
    lost = 1.0
    if tables.weapon_energy[firer, weapon] < NO_SAVE:
        need = passive_of(state, tables, target)
        if need > 0:
            lost *= 1.0 - hit_chance(need)
    if close and tables.unit_dodge[target] > 0:
        lost *= 1.0 - hit_chance(tables.unit_dodge[target])
    if lost < 1.0:
        one = one * lost + two * 2.0 * lost * (1.0 - lost)
        two *= lost * lost
    return one, two, size


@jit
def begin_pool(scratch, dp):
    """Nothing is lost yet of so many DP."""
    for k in range(dp):
        scratch.pool[k] = 0.0
    scratch.pool[0] = 1.0


@jit
def throw_pool(scratch, dp, dice, one, two, size):
    """Throw damage dice at a unit: the chances of each loss short of all."""
    for _ in range(dice):
        for n in range(dp):
            k = dp - 1 - n
            chance = scratch.pool[k] * (1.0 - one - two)
            if k >= size:
                chance += scratch.pool[k - size] * one
            if k >= 2 * size:
                chance += scratch.pool[k - 2 * size] * two
            scratch.pool[k] = chance


@jit
def pool_share(scratch, dp):
    """Share of a unit's worth that is lost by now."""
    alive = 0.0
    left = 0.0
    for k in range(dp):
        alive += scratch.pool[k]
        left += scratch.pool[k] * (dp - k)
    return _DOWN * (1.0 - alive) + (1.0 - _DOWN) * (1.0 - left / dp)


@jit
def pool_shots(state, tables, scratch, firer, weapon, mode, target, shooters, need, cover):
    """Throw the dice of a weapon of some units at a target. Clauses: DZ-SHT-09, DZ-SPEC-03, DZ-SPEC-07, DZ-SPEC-11."""
    dp = min(state.units[target].dp, POOL)
    hit = hit_chance(need)
    dice = 1 if mode != Mode.NORMAL else shots_of(state, tables, firer, weapon)
    if tables.weapon_close[firer, weapon] and state.squads[tables.unit_squad[firer]].gifts & Gift.DOUBLE:
        dice *= 2
    energy = energy_of(state, tables, firer, weapon, mode)
    focus = tables.weapon_focus[firer, weapon]
    if focus > 0 and mode == Mode.NORMAL:
        hits = int(dice * hit + 0.34)
        one, two, size = die_odds(state, tables, firer, weapon, target, energy, cover)
        best = dice * hit * (one + 2.0 * two)
        if hits >= 2:
            more, most, size = die_odds(state, tables, firer, weapon, target, energy + focus * (hits - 1), cover)
            if more + 2.0 * most > best:
                throw_pool(scratch, dp, shooters, more, most, size)
                return
        throw_pool(scratch, dp, dice * shooters, hit * one, hit * two, size)
        return
    one, two, size = die_odds(state, tables, firer, weapon, target, energy, cover)
    if tables.weapon_area[firer, weapon] and is_infantry(tables, target):
        dice *= _TOUCHED
    destroyer = tables.weapon_destroyer[firer, weapon]
    if destroyer > 0 and need > 0:
        sure = hit_chance(max(destroyer, need)) / hit
        one *= 1.0 - sure
        two = two * (1.0 - sure) + sure
    throw_pool(scratch, dp, dice * shooters, hit * one, hit * two, size)


@jit
def shot_value(state, tables, scratch, firer, weapon, mode, target, shooters, more):
    """Points that a weapon of some units may be expected to cost a target that one of them may aim at. Strategy note 6."""
    need, cover = need_for(state, tables, firer, weapon, mode, target, -1, more)
    dp = min(state.units[target].dp, POOL)
    if dp == 0:
        return 0.0
    begin_pool(scratch, dp)
    pool_shots(state, tables, scratch, firer, weapon, mode, target, shooters, need, cover)
    return pool_share(scratch, dp) * scratch.worth[target] * eagerness(state, tables, scratch, target)


@jit
def eagerness(state, tables, scratch, target):
    """Enemies that are still to act are worth more: what they would do is lost too. Strategy notes 10 and 19."""
    value = scratch.care[SEAT_OF[target]] + 0.0
    return value if state.squads[tables.unit_squad[target]].marks & Mark.ACTIVATED else 1.15 * value


@jit
def rough_need(state, tables, firer, weapon, target, flying):
    """The number that a die must show, without looking at lines of sight."""
    need = base_acc(tables, firer, weapon, flying, False)
    if need <= 0:
        return 0, 0
    body = 0
    if not tables.weapon_flame[firer, weapon]:
        need += max(evasion_of(state, tables, target) - max(aa_of(state, tables, firer, weapon, Mode.NORMAL), 0), 0)
    unit = state.units[target]
    if unit.piece >= 0:
        if (tables.piece_props[unit.piece] >> Prop.SOFT_COVER) & 1 and not tables.weapon_cover[firer, weapon] & 1:
            need += 2
        if (tables.piece_props[unit.piece] >> Prop.BODY_COVER) & 1 and not tables.weapon_cover[firer, weapon] & 2:
            body = 1
    return need, body


@jit
def rough_strike(state, tables, scratch, firer, target, shooters, flying):
    """(points, inches): what the weapons of a squad's units may be expected to cost a unit, lines of sight left aside.

    Args:
        flying: the target counts as airborne.
    """
    total = 0.0
    best = 0.0
    reach = 0
    dp = min(state.units[target].dp, POOL)
    if dp == 0:
        return 0.0, 0
    alt = 0.0
    for weapon in range(tables.unit_weapons[firer]):
        if tables.weapon_close[firer, weapon] or (flying and tables.weapon_aa[firer, weapon] < 0):
            continue
        limited = tables.weapon_limited[firer, weapon]
        if limited > 0 and uses_of(state.units[firer], weapon) >= limited:
            continue
        need, cover = rough_need(state, tables, firer, weapon, target, flying)
        begin_pool(scratch, dp)
        pool_shots(state, tables, scratch, firer, weapon, Mode.NORMAL, target, shooters, need, cover)
        value = pool_share(scratch, dp) * scratch.worth[target]
        if value > best:
            best = value
            reach = tables.weapon_near[firer, weapon] if tables.unit_active[target] else tables.weapon_far[firer, weapon]
        if tables.weapon_alt[firer, weapon] > 0:
            total += max(value - alt, 0.0)
            alt = max(alt, value)
        else:
            total += value
    return min(total, scratch.worth[target]), min(reach, UNLIMITED)


@jit
def close_value(state, tables, scratch, squad, target, entered):
    """(points, DP) that a squad's CQ weapons may be expected to cost another squad in its Garrison.

    Clauses: DZ-CQ-03..06. Strategy note 14.
    """
    hurt = 0.0
    foe = tables.squad_first[target]
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status != Status.ON_TABLE or unit.dp == 0:
            continue
        most = 0.0
        for weapon in range(tables.unit_weapons[slot]):
            if tables.weapon_close[slot, weapon] and (unit.fired >> weapon) & 1 == 0:
                one, _, _ = die_odds(state, tables, slot, weapon, foe, energy_of(state, tables, slot, weapon, Mode.NORMAL), 0)
                if entered:
                    one *= one
                most = max(most, one * shots_of(state, tables, slot, weapon))
        hurt += most
    total = 0
    value = 0.0
    for slot in range(foe, foe + tables.squad_size[target]):
        if state.units[slot].status == Status.ON_TABLE:
            total += state.units[slot].dp
            value += scratch.worth[slot]
    if total == 0:
        return 0.0, 0.0
    return min(hurt / total, 1.0) * value, hurt


@jit
def squad_worth(state, tables, scratch, squad):
    """Points of a squad on the table."""
    total = 0.0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        total += scratch.worth[slot]
    return total


@jit
def is_hidden_inside(unit):
    """True for a unit that nobody outside can aim at. Clause: DZ-GAR-12."""
    return unit.piece >= 0 and unit.site == Site.CENTRE


@jit
def squads_of(tables, seat):
    """First and last-plus-one squad of a seat."""
    return SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]
