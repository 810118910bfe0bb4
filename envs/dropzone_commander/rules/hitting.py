"""The dice of an attack: hits, damage, saves, and what is lost. Chapters SHT, SPEC."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
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
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches
from skirmish_rl.envs.dropzone_commander.rules.targeting import aa_of, energy_of, need_for
from skirmish_rl.envs.dropzone_commander.rules.telling import Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, HITS, SEAT_OF, Trait, has_trait, is_infantry, is_present


@jit
def roll_to_hit(state, tables, k, more):
    """Roll the dice of a shot. Clauses: DZ-SHT-09, DZ-CORE-03, DZ-SPEC-03, DZ-SPEC-07, DZ-ABIL-07. Rolls one die a shot."""
    shot = state.shots[k]
    firer = shot.firer + 0
    weapon = shot.weapon + 0
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
    """Throw dice of a shot and sort them into hits, sure Criticals and failures."""
    shot = state.shots[k]
    destroyer = tables.weapon_destroyer[shot.firer, shot.weapon] + 0
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
            dice = shot.missed + 0
            shot.missed = 0
            shot.glance = 0
            note(state, Event.ROLLS, unit=shot.firer, value=Roll.HIT)
            throw_to_hit(state, tables, k, dice)
            shot.again = dice


@jit
def add_hit(state, target, piece, k, energy, cover, sure):
    """A damage die is to be rolled, or none for a sure Critical. Rolls one die."""
    if state.n_hits >= HITS:
        state.fault = 1
        return
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
def roll_damage(state, tables, k):
    """Roll the damage dice of a shot. Clauses: DZ-SHT-14, DZ-SPEC-03, DZ-SPEC-04, DZ-SPEC-11. Rolls one die a hit."""
    shot = state.shots[k]
    firer = shot.firer + 0
    weapon = shot.weapon + 0
    energy = energy_of(state, tables, firer, weapon, shot.mode)
    if tables.weapon_area[firer, weapon]:
        roll_area(state, tables, k, energy)
        return
    left = shot.hits + shot.sure - shot.lost
    if left <= 0:
        return
    cover = 0
    if not tables.weapon_close[firer, weapon]:
        _, cover = need_for(state, tables, firer, weapon, shot.mode, shot.target, shot.piece, 0)
    note(state, Event.ROLLS, unit=firer, other=shot.target, value=Roll.DAMAGE)
    more = tables.weapon_focus[firer, weapon] * shot.lost
    for n in range(left):
        extra = 0
        if shot.share:
            extra = tables.weapon_focus[firer, weapon] * (shot.lost // left + (1 if n < shot.lost % left else 0))
        elif n == 0:
            extra = more
        add_hit(state, shot.target, shot.piece, k, energy + extra, cover, n >= left - shot.sure)


@jit
def roll_area(state, tables, k, energy):
    """The hits of an Area weapon. Clauses: DZ-SPEC-03, DZ-SPEC-04, DZ-GRID-14. Rolls one die for each Infantry unit touched."""
    shot = state.shots[k]
    firer = shot.firer + 0
    weapon = shot.weapon + 0
    wide = shot.hits + shot.sure > 0
    if not wide and shot.glance == 0:
        return
    if not wide:
        energy -= 2
    if shot.piece >= 0:
        note(state, Event.ROLLS, unit=firer, value=Roll.AREA)
        for _ in range(d3(state)):
            add_hit(state, -1, shot.piece, k, energy, 0, False)
        return
    aim = state.units[shot.target]
    for j in range(tables.seats):
        seat = state.order[j] + 0
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            if not is_present(unit) or unit.dp == 0 or (not wide and slot != shot.target):
                continue
            if slot != shot.target:
                if aim.piece >= 0:
                    if unit.piece != aim.piece or unit.site != aim.site:
                        continue
                elif unit.piece >= 0 or inches(unit.cell, aim.cell) > 2 or unit.flying != aim.flying:
                    continue
                if unit.flying and aa_of(state, tables, firer, weapon, shot.mode) < 0:
                    continue
            n = 1
            if is_infantry(tables, slot):
                note(state, Event.ROLLS, unit=firer, other=slot, value=Roll.AREA)
                n = roll(state, FACES)
            _, cover = need_for(state, tables, firer, weapon, shot.mode, slot, -1, 0)
            for _ in range(n):
                add_hit(state, slot, -1, k, energy, cover, False)


@jit
def damage_of(state, tables, h):
    """Damage of a die against the unit it is for. Chapter SHT; at close quarters DZ-CQ-04."""
    hit = state.hits[h]
    shot = state.shots[hit.shot]
    pen = tables.weapon_penetrative[shot.firer, shot.weapon] != 0 or state.squads[tables.unit_squad[shot.firer]].piercing != 0
    damage = unit_damage(state, tables, shot.firer, shot.weapon, hit.target, hit.energy, hit.face, hit.cover, pen)
    if tables.weapon_close[shot.firer, shot.weapon]:
        return min(damage, points_of(state, tables, shot.firer + 0, shot.weapon + 0, hit.target + 0))
    return damage


@jit
def is_harmful(state, tables, h):
    """True if a damage die does anything."""
    hit = state.hits[h]
    shot = state.shots[hit.shot]
    if hit.piece >= 0:
        pen = tables.weapon_penetrative[shot.firer, shot.weapon] != 0 or state.squads[tables.unit_squad[shot.firer]].piercing != 0
        damage, _ = piece_damage(tables, shot.firer, shot.weapon, hit.piece, hit.energy, hit.face, pen)
        return damage > 0
    return damage_of(state, tables, h) > 0


@jit
def reroll_damage(state, tables, successes, seat):
    """Damage dice are rolled once more: the failures, or the successes against units of a seat (-1: all).

    Clauses: DZ-CARD-C14, DZ-CARD-C18, DZ-CQ-06, DZ-CORE-04.
    """
    for h in range(state.n_hits):
        hit = state.hits[h]
        if hit.again or hit.face == 0 or is_harmful(state, tables, h) != successes:
            continue
        if seat >= 0 and (hit.target < 0 or SEAT_OF[hit.target] != seat):
            continue
        hit.face = roll(state, FACES)
        hit.again = 1


@jit
def apply_damage(state, tables):
    """Passive saves, then all DP are lost at once. Clauses: DZ-SHT-04, DZ-SHT-16..19."""
    for h in range(state.n_hits):
        hit = state.hits[h]
        shot = state.shots[hit.shot]
        if hit.piece >= 0:
            pen = (
                tables.weapon_penetrative[shot.firer, shot.weapon] != 0
                or state.squads[tables.unit_squad[shot.firer]].piercing != 0
            )
            damage, tokens = piece_damage(tables, shot.firer, shot.weapon, hit.piece, hit.energy, hit.face, pen)
            add_tokens(state, tables, hit.piece, tokens)
            state.pieces[hit.piece].pending = min(state.pieces[hit.piece].pending + damage, 250)
            continue
        damage = damage_of(state, tables, h)
        if tables.weapon_energy[shot.firer, shot.weapon] < NO_SAVE:
            damage = save(state, tables, hit.target, damage, passive_of(state, tables, hit.target), Roll.PASSIVE)
        state.units[hit.target].pending = min(state.units[hit.target].pending + damage, 250)
    for h in range(state.n_hits):
        hit = state.hits[h]
        if hit.piece >= 0:
            hurt_piece(state, tables, hit.piece, state.pieces[hit.piece].pending)
            state.pieces[hit.piece].pending = 0
        else:
            take_damage(state, tables, hit.target, state.units[hit.target].pending)
            state.units[hit.target].pending = 0
