"""Shoot actions: targets are declared, dice rolled, damage taken, all of a squad at once. Chapters SHT, SPEC."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.aiming import (
    can_strafe,
    can_take_on,
    can_use,
    is_ready,
    look_out,
    strafes_at,
    take_weapons_up,
)
from skirmish_rl.envs.dropzone_commander.rules.close_quarters import next_close, reroll_entry
from skirmish_rl.envs.dropzone_commander.rules.collateral import count_squads, push_collateral
from skirmish_rl.envs.dropzone_commander.rules.damage import add_tokens
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.hitting import apply_damage, reroll_damage, roll_damage, roll_to_hit
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison, units_in
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_aim_at_piece, is_hull_down_to, shots_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import (
    FROM_PORTS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SHOTS,
    Frame,
    Mode,
    Prop,
    Stand,
    Status,
    Window,
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
            set_alight(state, tables, k)
            roll_to_hit(state, tables, k, PORTS_PENALTY if frame.mark else 0)
        frame.step = Shooting.AFTER
        frame.next = 0
        frame.cell = 0
        open_window(state, Window.AFTER_HITS, squad)
    elif step == Shooting.AFTER:
        next_stray(state, tables, frame)
    elif step == Shooting.FOCUS:
        next_focus(state, tables, frame)
    elif step == Shooting.DAMAGE:
        for k in range(state.n_shots):
            roll_damage(state, tables, k)
        if frame.flag and frame.count == 0:
            reroll_entry(state, tables, squad)
        if frame.passes:  # DZ-CARD-C18
            reroll_damage(state, tables, True, -1)
        frame.step = Shooting.AGAIN
        open_window(state, Window.AFTER_DAMAGE, squad)
    elif step == Shooting.AGAIN:
        frame.next = 0
        frame.step = Shooting.CLOSE if frame.flag else Shooting.APPLY
    elif step == Shooting.CLOSE:
        if next_close(state, tables, frame):
            frame.step = Shooting.APPLY
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
            forget_cards(state.squads[squad])
            if extra:
                take_weapons_up(state, tables, squad)
        blank_shots(state)
        state.squads[squad].double = 0
        state.shooter = -1
        state.prey = -1
        if fired:
            state.squads[squad].shot = FROM_PORTS if frame.mark and extra == 0 else max(state.squads[squad].shot, 1)
        pop(state)
        if extra == 0:
            state.acted = 1


@jit
def open_window(state, kind, squad):
    """Cards may be played now."""
    window = push(state, Frame.WINDOW)
    window.window = kind
    window.squad = squad


@jit
def forget_cards(squad):
    """What cards give the weapons of a squad lasts for one activation. Clauses: DZ-CARD-C15, DZ-CARD-C16, DZ-CARD-C20, DZ-CARD-C21."""
    squad.tracking = 0
    squad.piercing = 0
    squad.marksmen = 0
    squad.double = 0


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
def has_several(state, tables, frame, weapon):
    """True if several units of the squad can fire a weapon: they may do so singly. Clause: DZ-SHT-02."""
    n = 0
    squad = frame.squad + 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if has_mode(state, tables, frame, weapon, slot):
            n += 1
    return n > 1


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
    again = frame.next > 0 and can_strafe(state, tables, squad, frame.weapon + 0, frame.slot + 0)
    if again or (frame.next == 0 and can_use(state, tables, squad, frame.weapon, frame.mode, frame.slot, frame.flag, frame.mark)):
        ask(state, SEAT_OF_SQUAD[squad], Decision.AIM, first_left(state, tables, squad) if frame.slot < 0 else frame.slot)
    else:
        skip_weapon(state, tables, frame)


@jit
def skip_weapon(state, tables, frame):
    """A weapon is declared or held: go on to the next unit, or the next weapon."""
    frame.step = Shooting.WEAPON
    frame.next = 0
    squad = frame.squad + 0
    if frame.slot >= 0 and frame.slot + 1 < tables.squad_first[squad] + tables.squad_size[squad]:
        frame.slot += 1
    else:
        frame.slot = -1
        frame.weapon += 1


@jit
def declare(state, tables, frame, target, piece):
    """A unit, or every unit of the squad that can, fires a weapon at a target; one that strafes fires again at another.

    Clauses: DZ-SHT-02, DZ-SPEC-17.
    """
    squad = frame.squad + 0
    weapon = frame.weapon + 0
    first = tables.squad_first[squad] + 0
    for slot in range(first, first + tables.squad_size[squad]):
        if frame.slot >= 0 and slot != frame.slot:
            continue
        if frame.next > 0:
            if strafes_at(state, tables, slot, weapon, target):
                add_shot(state, tables, slot, weapon, frame.mode, target, -1)
            continue
        if not is_ready(state, tables, slot, weapon, frame.mode, frame.flag, frame.mark):
            continue
        if target >= 0 and not can_take_on(state, tables, slot, weapon, frame.mode, target, frame.flag):
            continue
        if piece >= 0 and not can_aim_at_piece(state, tables, slot, weapon, frame.mode, piece):
            continue
        add_shot(state, tables, slot, weapon, frame.mode, target, piece)
    if target >= 0 and frame.next + 1 < tables.weapon_strafe[first, weapon]:
        frame.next += 1
        frame.step = Shooting.AIM
    else:
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
    if tables.weapon_limited[slot, weapon] and (state.units[slot].fired >> weapon) & 1 == 0:
        state.units[slot].uses[weapon] += 1
    state.units[slot].fired |= 1 << weapon
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
    if not is_hull_down_to(state, tables, shot.firer, shot.weapon, other):
        return True
    return is_hull_down_to(state, tables, shot.firer, shot.weapon, shot.target)


@jit
def has_shield(state, tables, k):
    """True if anybody may be hit instead of a Commander."""
    squad = tables.unit_squad[state.shots[k].target] + 0
    for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if can_shield(state, tables, k, other):
            return True
    return False


# ---- fire


@jit
def set_alight(state, tables, k):
    """A Flame weapon puts tokens on the Garrison or scenery that it is aimed at, hit or not. Clauses: DZ-SPEC-10, DZ-COL-07."""
    shot = state.shots[k]
    if tables.weapon_flame[shot.firer, shot.weapon] == 0:
        return
    piece = shot.piece + 0 if shot.piece >= 0 else state.units[shot.target].piece + 0
    if piece >= 0:
        add_tokens(state, tables, piece, 2 if has_prop(tables, piece, Prop.FLAMMABLE) else 1)


@jit
def next_stray(state, tables, frame):
    """Each miss of a Flame weapon hits one of the firer's own Infantry in that Garrison; the target's owner says which.

    Clause: DZ-SPEC-09. `next` counts the shots, `cell` the misses of one.
    """
    while frame.next < state.n_shots:
        shot = state.shots[frame.next]
        if frame.cell < shot.missed and tables.weapon_flame[shot.firer, shot.weapon] and shot.target >= 0:
            piece = state.units[shot.target].piece + 0
            if piece >= 0 and count_squads(state, tables, piece, SEAT_OF[shot.firer]) > 0:
                ask(state, SEAT_OF[shot.target], Decision.STRAY, shot.target)
                return
        frame.next += 1
        frame.cell = 0
    frame.step = Shooting.FOCUS
    frame.next = 0


@jit
def stray(state, frame, target):
    """A miss hits a friend instead: one more hit of the same weapon. Clause: DZ-SPEC-09."""
    shot = state.shots[frame.next]
    frame.cell += 1
    for k in range(state.n_shots):
        other = state.shots[k]
        if other.firer == shot.firer and other.weapon == shot.weapon and other.target == target:
            other.hits += 1
            return
    if state.n_shots >= SHOTS:
        state.fault = 1
        return
    other = state.shots[state.n_shots]
    state.n_shots += 1
    other.firer = shot.firer
    other.weapon = shot.weapon
    other.target = target
    other.piece = -1
    other.mode = shot.mode
    other.hits = 1


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
