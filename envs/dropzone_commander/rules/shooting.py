"""Shoot actions: targets are declared, dice rolled, damage taken, all of a squad at once. Chapters SHT, CQ, SPEC."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.collateral import push_collateral
from skirmish_rl.envs.dropzone_commander.rules.damage import (
    NO_SAVE,
    add_tokens,
    hurt_piece,
    passive_of,
    piece_damage,
    save,
    take_damage,
    unit_damage,
)
from skirmish_rl.envs.dropzone_commander.rules.destruction import d3, push_doom
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches, is_garrison, units_in
from skirmish_rl.envs.dropzone_commander.rules.targeting import (
    aa_of,
    can_aim,
    can_aim_at_piece,
    can_fire,
    energy_of,
    is_shooter,
    need_for,
    shots_of,
)
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import (
    FACES,
    FIRST,
    HITS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SHOTS,
    Frame,
    Mode,
    Stand,
    Status,
    Trait,
    Window,
    has_trait,
    is_infantry,
    is_present,
)

PORTS_PENALTY = 1  # DZ-ABIL-11


class Shooting(IntEnum):
    """Steps of the SHOOT frame of `squad`; `flag`: close quarters, `mark`: from firing ports.

    `weapon` is declared for all units (`slot` -1) or unit by unit; SHIELD and FOCUS go through the shots, CLOSE through the hits.
    """

    BEGIN = 0
    WEAPON = 1
    AIM = 2
    SHIELD = 3
    TO_HIT = 4
    AFTER = 5
    FOCUS = 6
    SPREAD = 7
    DAMAGE = 8
    AGAIN = 9
    CLOSE = 10
    APPLY = 11
    COLLATERAL = 12
    OVER = 13


@jit
def blank_shots(state):
    """Forget the last attack."""
    for k in range(state.n_shots):
        shot = state.shots[k]
        shot.firer = -1
        shot.weapon = 0
        shot.target = -1
        shot.piece = -1
        shot.mode = 0
        shot.dice = 0
        shot.need = 0
        shot.hits = 0
        shot.sure = 0
        shot.missed = 0
        shot.again = 0
        shot.glance = 0
        shot.lost = 0
        shot.share = 0
    for k in range(state.n_hits):
        hit = state.hits[k]
        hit.target = -1
        hit.piece = -1
        hit.shot = 0
        hit.energy = 0
        hit.face = 0
        hit.cover = 0
        hit.again = 0
    state.n_shots = 0
    state.n_hits = 0


@jit
def is_ready(state, tables, slot, weapon, mode, close, ports):
    """True if a unit can fire a weapon in the present action. Clauses: DZ-SHT-01, DZ-CQ-02, DZ-SPEC-16, DZ-TRN-06."""
    unit = state.units[slot]
    if unit.status != Status.ON_TABLE or unit.dp == 0 or weapon >= tables.unit_weapons[slot]:
        return False
    if (unit.carrier >= 0) != (ports != 0) or (tables.weapon_close[slot, weapon] != 0) != (close != 0):
        return False
    if mode != Mode.NORMAL and (tables.weapon_reduced[slot, weapon] == 0 or (mode == Mode.COMBINED_AIR and close)):
        return False
    if not close and not ports and not is_shooter(unit):
        return False
    return shots_of(state, tables, slot, weapon) > 0 and can_fire(state, tables, slot, weapon, False)


@jit
def can_take_on(state, tables, slot, weapon, mode, target, close):
    """True if a ready unit may aim a weapon at another unit; at close quarters at a unit of a squad in its Garrison.

    Clauses: DZ-CQ-01, DZ-CQ-03.
    """
    if close:
        aim = state.units[target]
        if state.prey >= 0 and tables.unit_squad[target] != state.prey:
            return False
        return aim.piece >= 0 and aim.piece == state.units[slot].piece and SEAT_OF[target] != SEAT_OF[slot] and aim.dp > 0
    return can_aim(state, tables, slot, weapon, mode, target)


@jit
def has_aim(state, tables, slot, weapon, mode, close):
    """True if a ready unit finds anything to fire a weapon at."""
    seat = SEAT_OF[slot]
    for foe in range(tables.seats):
        if foe != seat:
            for target in range(FIRST[foe], FIRST[foe + 1]):
                if can_take_on(state, tables, slot, weapon, mode, target, close):
                    return True
    if not close:
        for piece in range(tables.n_pieces):
            if can_aim_at_piece(state, tables, slot, weapon, mode, piece):
                return True
    return False


@jit
def can_use(state, tables, squad, weapon, mode, slot, close, ports):
    """True if a unit of a squad (`slot` -1: any) can fire a weapon in a mode at anything, and has not declared it.

    Clause: DZ-SHT-02.
    """
    first = tables.squad_first[squad] + 0
    for one in range(first, first + tables.squad_size[squad]):
        if slot >= 0 and one != slot:
            continue
        if is_ready(state, tables, one, weapon, mode, close, ports) and has_aim(state, tables, one, weapon, mode, close):
            return True
    return False


@jit
def can_shoot(state, tables, squad, close):
    """True if a squad can take a Shoot action, or one with CQ weapons. Clauses: DZ-SHT-01, DZ-CQ-01, DZ-TRN-18."""
    if state.squads[squad].boarded:
        return False
    first = tables.squad_first[squad] + 0
    for slot in range(first, first + tables.squad_size[squad]):
        unit = state.units[slot]
        if not is_present(unit) or unit.dp == 0:
            continue
        for weapon in range(tables.unit_weapons[slot]):
            if is_ready(state, tables, slot, weapon, Mode.NORMAL, close, 0) and has_aim(
                state, tables, slot, weapon, Mode.NORMAL, close
            ):
                return True
            if (
                not close
                and tables.weapon_reduced[slot, weapon]
                and is_ready(state, tables, slot, weapon, Mode.COMBINED_AIR, 0, 0)
            ):
                if has_aim(state, tables, slot, weapon, Mode.COMBINED_AIR, 0):
                    return True
    return False


@jit
def look_out(state, tables, squad, bus):
    """The units of a squad aboard a bus (-1: nowhere) are measured at its cell while they shoot. Clause: DZ-ABIL-11."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier >= 0:
            unit.cell = state.units[bus].cell if bus >= 0 and unit.carrier == bus else -1
    if bus >= 0:
        state.squads[squad].shifted = state.squads[tables.unit_squad[bus]].shifted


@jit
def can_fire_out(state, tables, squad, bus):
    """True if a squad aboard a bus finds anything to shoot at from its firing ports. Clauses: DZ-ABIL-11, DZ-TRN-18."""
    here = state.squads[squad]
    if here.boarded or here.shot or state.units[bus].cell < 0:
        return False
    look_out(state, tables, squad, bus)
    found = False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].carrier == bus:
            for weapon in range(tables.unit_weapons[slot]):
                if is_ready(state, tables, slot, weapon, Mode.NORMAL, 0, 1) and has_aim(
                    state, tables, slot, weapon, Mode.NORMAL, 0
                ):
                    found = True
    look_out(state, tables, squad, -1)
    here.shifted = 0
    return found


@jit
def push_shoot(state, squad, close, extra):
    """A squad takes a Shoot action; `extra`: out of sequence, by a card. Clauses: DZ-SHT-01, DZ-CARD-07."""
    frame = push(state, Frame.SHOOT)
    frame.squad = squad
    frame.flag = close
    frame.slot = -1
    frame.count = extra


@jit
def run_shoot(state, tables, frame):
    """One step of a Shoot action. Clauses: DZ-SHT-02, DZ-SHT-04, DZ-CARD-02."""
    step = frame.step
    squad = frame.squad + 0
    if step == Shooting.BEGIN:
        blank_shots(state)
        state.shooter = squad
        for piece in range(tables.n_pieces):
            state.pieces[piece].hit = 0
        frame.step = Shooting.WEAPON
        open_window(state, Window.TARGETS, squad)
    elif step == Shooting.WEAPON:
        next_weapon(state, tables, frame)
    elif step == Shooting.AIM:
        next_aim(state, tables, frame)
    elif step == Shooting.SHIELD:
        next_shield(state, tables, frame)
    elif step == Shooting.TO_HIT:
        state.blame = SEAT_OF_SQUAD[squad]
        for k in range(state.n_shots):
            roll_to_hit(state, tables, k, PORTS_PENALTY if frame.mark else 0)
        frame.step = Shooting.AFTER
        open_window(state, Window.AFTER_HITS, squad)
    elif step == Shooting.AFTER:
        frame.step = Shooting.FOCUS
        frame.next = 0
    elif step == Shooting.FOCUS:
        next_focus(state, tables, frame)
    elif step == Shooting.DAMAGE:
        for k in range(state.n_shots):
            roll_damage(state, tables, k)
        if frame.passes:  # DZ-CARD-C18
            reroll_damage(state, tables, True, -1)
        frame.step = Shooting.AGAIN
        open_window(state, Window.AFTER_DAMAGE, squad)
    elif step == Shooting.AGAIN:
        frame.next = 0
        frame.step = Shooting.CLOSE if frame.flag else Shooting.APPLY
        if frame.flag:
            reroll_entry(state, tables, squad)
    elif step == Shooting.CLOSE:
        next_close(state, tables, frame)
    elif step == Shooting.APPLY:
        apply_damage(state, tables)
        frame.step = Shooting.COLLATERAL
        frame.next = 0
        if state.doomed:
            push_doom(state)
    elif step == Shooting.COLLATERAL:
        while frame.next < tables.n_pieces:
            piece = frame.next + 0
            frame.next += 1
            here = state.pieces[piece]
            if here.hit:
                here.hit = 0
                if (
                    here.stand == Stand.WHOLE
                    and here.damage_tokens > 0
                    and is_garrison(state, tables, piece)
                    and units_in(state, tables, piece) > 0
                ):
                    push_collateral(state, piece)
                    return
        frame.step = Shooting.OVER
    else:
        extra = frame.count + 0
        fired = state.n_shots > 0
        if frame.mark:
            look_out(state, tables, squad, -1)
            state.squads[squad].shifted = 0
        blank_shots(state)
        state.squads[squad].double = 0
        state.shooter = -1
        if state.prey >= 0:
            state.prey = -1
            for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                state.units[slot].fired = state.units[slot].kept_fired
        pop(state)
        if fired and extra == 0:
            state.squads[squad].shot = 1
            state.acted = 1


@jit
def open_window(state, kind, squad):
    """Cards may be played now."""
    window = push(state, Frame.WINDOW)
    window.window = kind
    window.squad = squad


# ---- declaring


@jit
def next_weapon(state, tables, frame):
    """The next weapon that can be fired: in which way, and by all units or one by one.

    Clauses: DZ-SHT-02, DZ-SPEC-02, DZ-SPEC-16.
    """
    squad = frame.squad + 0
    seat = SEAT_OF_SQUAD[squad]
    first = tables.squad_first[squad] + 0
    last = first + tables.squad_size[squad]
    while frame.weapon < tables.unit_weapons[first]:
        weapon = frame.weapon + 0
        if frame.slot >= 0:  # unit by unit
            for slot in range(frame.slot, last):
                frame.slot = slot
                if has_mode(state, tables, frame, weapon, slot):
                    ask_mode(state, tables, frame, weapon, slot)
                    return
                frame.slot = slot + 1 if slot + 1 < last else slot
            frame.slot = -1
        elif has_mode(state, tables, frame, weapon, -1):
            ask_mode(state, tables, frame, weapon, -1)
            return
        frame.weapon += 1
    frame.step = Shooting.SHIELD
    frame.next = 0
    if seat < 0:
        state.fault = 1


@jit
def has_mode(state, tables, frame, weapon, slot):
    """True if a weapon can be fired in any way."""
    squad = frame.squad + 0
    if can_use(state, tables, squad, weapon, Mode.NORMAL, slot, frame.flag, frame.mark):
        return True
    if frame.flag or tables.weapon_reduced[tables.squad_first[squad], weapon] == 0:
        return False
    return can_use(state, tables, squad, weapon, Mode.COMBINED_AIR, slot, 0, frame.mark)


@jit
def able(state, tables, frame, weapon, mode):
    """Units of the squad that can fire a weapon in a mode."""
    n = 0
    squad = frame.squad + 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if can_use(state, tables, squad, weapon, mode, slot, frame.flag, frame.mark):
            n += 1
    return n


@jit
def ask_mode(state, tables, frame, weapon, slot):
    """Ask how a weapon is fired, if there is a choice; else at what."""
    squad = frame.squad + 0
    first = tables.squad_first[squad] + 0
    if tables.weapon_reduced[first, weapon] > 0:
        ask(state, SEAT_OF_SQUAD[squad], Decision.MODE, first_left(state, tables, squad) if slot < 0 else slot)
    else:
        frame.mode = Mode.NORMAL
        frame.step = Shooting.AIM


@jit
def first_left(state, tables, squad):
    """The first unit of a squad on the table with DP left."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].dp > 0:
            return slot
    return tables.squad_first[squad] + 0


@jit
def next_aim(state, tables, frame):
    """Ask for the target of a weapon whose mode is settled."""
    squad = frame.squad + 0
    if can_use(state, tables, squad, frame.weapon, frame.mode, frame.slot, frame.flag, frame.mark):
        ask(state, SEAT_OF_SQUAD[squad], Decision.AIM, first_left(state, tables, squad) if frame.slot < 0 else frame.slot)
    else:
        skip_weapon(state, tables, frame)


@jit
def skip_weapon(state, tables, frame):
    """A weapon is declared or held: go on to the next unit, or the next weapon."""
    frame.step = Shooting.WEAPON
    squad = frame.squad + 0
    if frame.slot >= 0 and frame.slot + 1 < tables.squad_first[squad] + tables.squad_size[squad]:
        frame.slot += 1
    else:
        frame.slot = -1
        frame.weapon += 1


@jit
def declare(state, tables, frame, target, piece):
    """A unit, or every unit of the squad that can, fires a weapon at a target. Clauses: DZ-SHT-02, DZ-SPEC-10."""
    squad = frame.squad + 0
    weapon = frame.weapon + 0
    first = tables.squad_first[squad] + 0
    for slot in range(first, first + tables.squad_size[squad]):
        if frame.slot >= 0 and slot != frame.slot:
            continue
        if not is_ready(state, tables, slot, weapon, frame.mode, frame.flag, frame.mark):
            continue
        if target >= 0 and not can_take_on(state, tables, slot, weapon, frame.mode, target, frame.flag):
            continue
        if piece >= 0 and not can_aim_at_piece(state, tables, slot, weapon, frame.mode, piece):
            continue
        add_shot(state, tables, slot, weapon, frame.mode, target, piece)
    skip_weapon(state, tables, frame)


@jit
def add_shot(state, tables, slot, weapon, mode, target, piece):
    """A weapon is fired: it cannot be fired again in this round. Clauses: DZ-RF-03, DZ-SPEC-02, DZ-SPEC-13."""
    if state.n_shots >= SHOTS:
        state.fault = 1
        return
    shot = state.shots[state.n_shots]
    state.n_shots += 1
    shot.firer = slot
    shot.weapon = weapon
    shot.target = target
    shot.piece = piece
    shot.mode = mode
    shot.dice = 1 if mode != Mode.NORMAL else shots_of(state, tables, slot, weapon)
    if tables.weapon_close[slot, weapon] and state.squads[tables.unit_squad[slot]].double and mode == Mode.NORMAL:
        shot.dice *= 2
    state.units[slot].fired |= 1 << weapon
    if tables.weapon_limited[slot, weapon]:
        state.units[slot].uses[weapon] += 1
    if piece >= 0:
        note(state, Own.FIRES_AT_PIECE, unit=slot, value=piece + 1)
    else:
        note(state, Own.FIRES, unit=slot, other=target)


@jit
def next_shield(state, tables, frame):
    """The owner of a Commander that is aimed at may let others of its squad be hit instead. Clause: DZ-CMDR-05."""
    while frame.next < state.n_shots:
        shot = state.shots[frame.next]
        if shot.target >= 0 and tables.unit_cv[shot.target] > 0 and frame.flag == 0 and has_shield(state, tables, frame.next):
            ask(state, SEAT_OF[shot.target], Decision.SHIELD, shot.target)
            return
        frame.next += 1
    frame.step = Shooting.TO_HIT
    open_window(state, Window.BEFORE_HITS, frame.squad)


@jit
def can_shield(state, tables, k, other):
    """True if a unit may be hit instead of the Commander that shot k is aimed at. Clause: DZ-CMDR-05."""
    shot = state.shots[k]
    if other == shot.target or tables.unit_squad[other] != tables.unit_squad[shot.target]:
        return False
    if not can_aim(state, tables, shot.firer, shot.weapon, shot.mode, other):
        return False
    mine, _ = need_for(state, tables, shot.firer, shot.weapon, shot.mode, shot.target, -1, 0)
    theirs, _ = need_for(state, tables, shot.firer, shot.weapon, shot.mode, other, -1, 0)
    return theirs < mine + 2


@jit
def has_shield(state, tables, k):
    """True if anybody may be hit instead of a Commander."""
    squad = tables.unit_squad[state.shots[k].target] + 0
    for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if can_shield(state, tables, k, other):
            return True
    return False


# ---- hitting


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
def next_focus(state, tables, frame):
    """Ask how many hits of a Focus weapon are given up for Energy. Clause: DZ-SPEC-11."""
    while frame.next < state.n_shots:
        shot = state.shots[frame.next]
        if frame.done == 0 and tables.weapon_focus[shot.firer, shot.weapon] and shot.hits + shot.sure >= 2:
            ask(state, SEAT_OF[shot.firer], Decision.FOCUS, shot.firer)
            return
        frame.next += 1
        frame.done = 0
    frame.step = Shooting.DAMAGE
    open_window(state, Window.BEFORE_DAMAGE, frame.squad)


@jit
def focus(state, tables, frame, n):
    """Give up hits of the present shot. Clause: DZ-SPEC-11."""
    shot = state.shots[frame.next]
    shot.lost = n
    if n >= 2 and shot.hits + shot.sure - n >= 2:
        frame.done = 1
        ask(state, SEAT_OF[shot.firer], Decision.SPREAD, shot.firer)
    else:
        frame.next += 1


# ---- damage


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
        return min(damage, 1)
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
def reroll_entry(state, tables, squad):
    """A squad that came in during this activation rolls its successes at close quarters once more. Clause: DZ-CQ-06."""
    if state.squads[squad].entered and state.squads[squad].rapid == 0:
        reroll_damage(state, tables, True, -1)


@jit
def next_close(state, tables, frame):
    """Damage at close quarters, hit by hit, falls on the unit with fewest DP; between equals its owner chooses.

    Clauses: DZ-CQ-04, DZ-CQ-05.
    """
    while frame.next < state.n_hits:
        hit = state.hits[frame.next]
        squad = tables.unit_squad[hit.target] + 0
        if not is_harmful(state, tables, frame.next):
            frame.next += 1
            continue
        slot, tied = most_damaged(state, tables, squad)
        if slot < 0:
            frame.next += 1
        elif tied:
            ask(state, SEAT_OF_SQUAD[squad], Decision.TIED, slot)
            return
        else:
            strike_close(state, tables, frame, slot)
    frame.step = Shooting.APPLY
    state.n_hits = 0


@jit
def most_damaged(state, tables, squad):
    """The unit of a squad with fewest DP left, and whether another has as few and has suffered another loss. Clause: DZ-CQ-05."""
    best = -1
    tied = False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status != Status.ON_TABLE or unit.dp == 0:
            continue
        if best < 0 or unit.dp < state.units[best].dp:
            best = slot
            tied = False
        elif unit.dp == state.units[best].dp:
            tied = True
    return best, tied


@jit
def strike_close(state, tables, frame, slot):
    """A point of damage at close quarters. Clauses: DZ-CQ-04, DZ-SPEC-20."""
    hit = state.hits[frame.next]
    shot = state.shots[hit.shot]
    damage = 1
    if tables.weapon_energy[shot.firer, shot.weapon] < NO_SAVE:
        damage = save(state, tables, slot, damage, passive_of(state, tables, slot), Roll.PASSIVE)
    damage = save(state, tables, slot, damage, tables.unit_dodge[slot], Roll.DODGE)
    if damage > 0:
        state.squads[tables.unit_squad[slot]].close = 1
    take_damage(state, tables, slot, damage)
    frame.next += 1


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
