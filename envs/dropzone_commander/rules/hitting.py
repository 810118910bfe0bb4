"""The dice of an attack: hits, damage, saves, and what is lost. Chapters SHT, SPEC."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.damage import (
    NO_SAVE,
    add_tokens,
    hurt_piece,
    passive_of,
    piece_damage,
    points_of,
    save,
    take_damage,
    unit_damage,
)
from skirmish_rl.envs.dropzone_commander.rules.destruction import d3
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_infantry, is_present
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches
from skirmish_rl.envs.dropzone_commander.rules.targeting import aa_of, energy_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, HITS, MOST_FORCE, SEAT_OF, SLOTS, Gift


@jit
def roll_to_hit(state, tables, k, more):
    """Roll the dice of a shot. Clauses: DZ-SHT-09, DZ-CORE-03, DZ-SPEC-03, DZ-SPEC-07, DZ-ABIL-07. Rolls one die a shot."""
    shot = state.shots[k]
    firer = shot.firer
    weapon = shot.weapon
    if tables.weapon_close[firer, weapon] or tables.weapon_acc[firer, weapon] == 0:
        shot.hits = shot.dice
        return
    need, _ = need_for(state, tables, firer, weapon, shot.mode, shot.target, shot.piece, more)
    shot.need = max(min(need, 40), -20)
    shot.share = 0
    note(state, Event.ROLLS, unit=firer, other=shot.target, value=Roll.HIT)
    throw_to_hit(state, tables, k, shot.dice)
    note(state, Event.RESULT, value=shot.hits + shot.sure)


@jit
def throw_to_hit(state, tables, k, dice):
    """Throw dice of a shot and sort them into hits, sure Criticals and failures.

    Clauses: DZ-CORE-03, DZ-SHT-09, DZ-SPEC-03, DZ-SPEC-07, DZ-ABIL-07. Rolls these dice.
    """
    shot = state.shots[k]
    destroyer = tables.weapon_destroyer[shot.firer, shot.weapon]
    for _ in range(dice):
        die = roll(state, FACES)
        if die == FACES or (die > 1 and die >= shot.need):
            if destroyer > 0 and (die >= destroyer or shot.need > destroyer):
                shot.sure += 1
            else:
                shot.hits += 1
        elif die == 1:
            shot.missed += 1
        else:
            shot.missed += 1
            shot.glance += 1
    if has_trait(tables, shot.firer, Trait.LINKED) and shot.sure > 0 and destroyer > 0:
        shot.sure += shot.hits
        shot.hits = 0


@jit
def reroll_misses(state, tables):
    """All failed hit dice of the squad are rolled once more. Clause: DZ-CARD-C13."""
    for k in range(state.n_shots):
        shot = state.shots[k]
        if tables.weapon_close[shot.firer, shot.weapon] == 0 and shot.missed > 0:
            dice = shot.missed
            shot.missed = 0
            shot.glance = 0
            note(state, Event.ROLLS, unit=shot.firer, value=Roll.HIT)
            throw_to_hit(state, tables, k, dice)
            shot.again = dice


@jit
def add_hit(state, target, piece, k, energy, cover, sure):
    """A damage die is to be rolled, or none for a sure Critical. Rolls one die."""
    hit = state.hits[state.n_hits]
    state.n_hits += 1
    hit.target = target
    hit.piece = piece
    hit.shot = k
    hit.energy = max(energy, 0)
    hit.cover = cover
    hit.again = 0
    hit.face = 0 if sure else roll(state, FACES)


@jit
def roll_damage(state, tables, k, rolled):
    """Roll the damage dice of a shot, as many as there is room for.

    Clauses: DZ-SHT-14, DZ-SHT-21, DZ-SPEC-03, DZ-SPEC-04, DZ-SPEC-11. Rolls one die a hit.

    Args:
        rolled: where to begin, 0 or what it returned before.

    Returns:
        Where to go on when these dice are done with, -1 when all are rolled.
    """
    shot = state.shots[k]
    firer = shot.firer
    weapon = shot.weapon
    energy = energy_of(state, tables, firer, weapon, shot.mode)
    if tables.weapon_area[firer, weapon]:
        return roll_area(state, tables, k, energy, rolled)
    left = shot.hits + shot.sure - shot.lost
    if left <= 0:
        return -1
    cover = 0
    if not tables.weapon_close[firer, weapon]:
        _, cover = need_for(state, tables, firer, weapon, shot.mode, shot.target, shot.piece, 0)
    note(state, Event.ROLLS, unit=firer, other=shot.target, value=Roll.DAMAGE)
    more = tables.weapon_focus[firer, weapon] * shot.lost
    for n in range(rolled, left):
        if state.n_hits == HITS:
            return n
        extra = 0
        if shot.share:
            extra = tables.weapon_focus[firer, weapon] * (shot.lost // left + (1 if n < shot.lost % left else 0))
        elif n == 0:
            extra = more
        add_hit(state, shot.target, shot.piece, k, energy + extra, cover, n >= left - shot.sure)
    return -1


@jit
def roll_area(state, tables, k, energy, looked_at):
    """The hits of an Area weapon. Clauses: DZ-SPEC-03, DZ-SPEC-04, DZ-GRID-14. Rolls one die for each Infantry unit touched.

    Args:
        looked_at: places of units, seat by seat, that are done with; returns, see `roll_damage`, how many are when there is no more room.
    """
    shot = state.shots[k]
    firer = shot.firer
    weapon = shot.weapon
    wide = shot.hits + shot.sure > 0
    if not wide and shot.glance == 0:
        return -1
    if not wide:
        energy -= 2
    if shot.piece >= 0:
        if state.n_hits + FACES > HITS:
            return 0
        note(state, Event.ROLLS, unit=firer, value=Roll.AREA)
        n = d3(state)
        note(state, Event.RESULT, value=n)
        note(state, Event.ROLLS, unit=firer, value=Roll.DAMAGE)
        for _ in range(n):
            add_hit(state, -1, shot.piece, k, energy, 0, False)
        return -1
    for place in range(looked_at, tables.seats * MOST_FORCE):
        slot = FIRST[state.order[place // MOST_FORCE]] + place % MOST_FORCE
        if slot >= FIRST[state.order[place // MOST_FORCE] + 1] or not is_touched(state, tables, k, slot, wide):
            continue
        if state.n_hits + (FACES if is_infantry(tables, slot) else 1) > HITS:
            return place
        n = 1
        if is_infantry(tables, slot):
            note(state, Event.ROLLS, unit=firer, other=slot, value=Roll.AREA)
            n = roll(state, FACES)
            note(state, Event.RESULT, value=n)
        note(state, Event.ROLLS, unit=firer, other=slot, value=Roll.DAMAGE)
        _, cover = need_for(state, tables, firer, weapon, shot.mode, slot, -1, 0)
        for _ in range(n):
            add_hit(state, slot, -1, k, energy, cover, False)
    return -1


@jit
def is_touched(state, tables, k, slot, wide):
    """True if a shot of an Area weapon hits a unit: its target, or, if it is `wide`, who is within 2" of that.

    Clauses: DZ-SPEC-03, DZ-GRID-14.
    """
    shot = state.shots[k]
    unit = state.units[slot]
    if not is_present(unit) or unit.dp == 0:
        return False
    if slot == shot.target:
        return True
    aim = state.units[shot.target]
    if not wide:
        return False
    if aim.piece >= 0:
        if unit.piece != aim.piece or unit.site != aim.site:
            return False
    elif unit.piece >= 0 or inches(unit.cell, aim.cell) > 2 or unit.flying != aim.flying:
        return False
    return unit.flying == 0 or aa_of(state, tables, shot.firer, shot.weapon, shot.mode) >= 0


@jit
def damage_of(state, tables, h):
    """Damage of a die against the unit it is for. Chapter SHT; at close quarters DZ-CQ-04."""
    hit = state.hits[h]
    shot = state.shots[hit.shot]
    pen = tables.weapon_penetrative[shot.firer, shot.weapon] != 0 or state.squads[tables.unit_squad[shot.firer]].gifts & Gift.PIERCING != 0
    damage = unit_damage(state, tables, shot.firer, shot.weapon, hit.target, hit.energy, hit.face, hit.cover, pen)
    if tables.weapon_close[shot.firer, shot.weapon]:
        return min(damage, points_of(state, tables, shot.firer, shot.weapon, hit.target))
    return damage


@jit
def is_harmful(state, tables, h):
    """True if a damage die does anything."""
    hit = state.hits[h]
    shot = state.shots[hit.shot]
    if hit.piece >= 0:
        pen = (
            tables.weapon_penetrative[shot.firer, shot.weapon] != 0
            or state.squads[tables.unit_squad[shot.firer]].gifts & Gift.PIERCING != 0
        )
        damage, _ = piece_damage(tables, shot.firer, shot.weapon, hit.piece, hit.energy, hit.face, pen)
        return damage > 0
    return damage_of(state, tables, h) > 0


@jit
def reroll_damage(state, tables, successes, seat):
    """Damage dice are rolled once more: the failures, or the successes against units of a seat (-1: all).

    Clauses: DZ-CARD-C14, DZ-CARD-C18, DZ-CQ-06, DZ-CORE-04.
    """
    shot = -1
    target = -1
    for h in range(state.n_hits):
        hit = state.hits[h]
        if hit.again or hit.face == 0 or is_harmful(state, tables, h) != successes:
            continue
        if seat >= 0 and (hit.target < 0 or SEAT_OF[hit.target] != seat):
            continue
        if hit.shot != shot or hit.target != target:
            shot = hit.shot
            target = hit.target
            note(state, Event.ROLLS, unit=state.shots[shot].firer, other=target, value=Roll.DAMAGE)
        hit.face = roll(state, FACES)
        hit.again = 1


@jit
def save_damage(state, tables):
    """Passive saves against the damage dice that are rolled; what is left is pending. Clauses: DZ-SHT-16, DZ-SHT-18, DZ-SHT-19."""
    for h in range(state.n_hits):
        hit = state.hits[h]
        shot = state.shots[hit.shot]
        if hit.piece >= 0:
            pen = (
                tables.weapon_penetrative[shot.firer, shot.weapon] != 0
                or state.squads[tables.unit_squad[shot.firer]].gifts & Gift.PIERCING != 0
            )
            damage, tokens = piece_damage(tables, shot.firer, shot.weapon, hit.piece, hit.energy, hit.face, pen)
            add_tokens(state, tables, hit.piece, tokens)
            state.pieces[hit.piece].pending = min(state.pieces[hit.piece].pending + damage, 250)
            continue
        damage = damage_of(state, tables, h)
        if tables.weapon_energy[shot.firer, shot.weapon] < NO_SAVE:
            damage = save(state, tables, hit.target, damage, passive_of(state, tables, hit.target), Roll.PASSIVE)
        state.units[hit.target].pending = min(state.units[hit.target].pending + damage, 250)


@jit
def apply_damage(state, tables):
    """Take all DP of an attack at once, in the order of its dice. Clauses: DZ-SHT-04, DZ-SHT-17."""
    for h in range(state.n_hits):
        hit = state.hits[h]
        if hit.piece >= 0:
            hurt_piece(state, tables, hit.piece, state.pieces[hit.piece].pending)
            state.pieces[hit.piece].pending = 0
        else:
            take_damage(state, tables, hit.target, state.units[hit.target].pending)
            state.units[hit.target].pending = 0
    for slot in range(SLOTS):  # of dice that have made room for others
        take_damage(state, tables, slot, state.units[slot].pending)
        state.units[slot].pending = 0
    for piece in range(tables.n_pieces):
        hurt_piece(state, tables, piece, state.pieces[piece].pending)
        state.pieces[piece].pending = 0
