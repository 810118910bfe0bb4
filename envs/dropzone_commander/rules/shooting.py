"""Shoot actions: targets are declared, dice rolled, damage taken, all of a squad at once. Chapters SHT, SPEC."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import COUNT, OPTION, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.aiming import look_out, take_weapons_up
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting, blank_hits, blank_shots, forget_cards, open_window
from skirmish_rl.envs.dropzone_commander.rules.close_quarters import next_close, reroll_entry
from skirmish_rl.envs.dropzone_commander.rules.collateral import count_squads, push_collateral
from skirmish_rl.envs.dropzone_commander.rules.damage import add_tokens
from skirmish_rl.envs.dropzone_commander.rules.declaring import next_aim, next_shield, next_weapon
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.hitting import apply_damage, reroll_damage, roll_damage, roll_to_hit, save_damage
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison, units_in
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    FROM_PORTS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SHOTS,
    Fact,
    Gift,
    Mark,
    Prop,
    Stand,
    Window,
)

PORTS_PENALTY = 1  # DZ-ABIL-11


@jit
def run_shoot(state, tables, frame):
    """One step of a Shoot action. Clauses: DZ-SHT-02, DZ-SHT-04, DZ-CARD-02."""
    step = frame.step
    squad = frame.squad
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
            roll_to_hit(state, tables, k, PORTS_PENALTY if frame.facts & Fact.PORTS else 0)
        frame.step = Shooting.AFTER
        frame.shot = 0
        open_window(state, Window.AFTER_HITS, squad)
    elif step == Shooting.AFTER:
        next_stray(state, tables, frame)
    elif step == Shooting.FOCUS:
        next_focus(state, tables, frame)
    elif step == Shooting.DAMAGE:
        roll_portion(state, tables, frame)
        frame.step = Shooting.AGAIN
        open_window(state, Window.AFTER_DAMAGE, squad)
    elif step == Shooting.AGAIN:
        frame.step = Shooting.CLOSE if frame.facts & Fact.CLOSE else Shooting.APPLY
    elif step == Shooting.CLOSE:
        if next_close(state, tables, frame):
            frame.hit = 0
            if frame.shot < state.n_shots:
                roll_portion(state, tables, frame)
            else:
                frame.step = Shooting.APPLY
    elif step == Shooting.APPLY:
        save_damage(state, tables)
        while frame.shot < state.n_shots:
            blank_hits(state)
            roll_portion(state, tables, frame)
            save_damage(state, tables)
        apply_damage(state, tables)
        frame.step = Shooting.COLLATERAL
        frame.piece = -1
        if state.doomed:
            push_doom(state, squad if frame.facts & Fact.CLOSE else -1)
    elif step == Shooting.COLLATERAL:
        while frame.piece + 1 < tables.n_pieces:
            frame.piece += 1
            piece = frame.piece
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
        extra = frame.facts & Fact.EXTRA != 0
        fired = state.n_shots > 0
        if frame.facts & Fact.PORTS:
            look_out(state, tables, squad, -1)
            state.squads[squad].marks &= ~Mark.SHIFTED
            forget_cards(state.squads[squad])
            if extra:
                take_weapons_up(state, tables, squad)
        blank_shots(state)
        state.squads[squad].gifts &= ~Gift.DOUBLE
        state.shooter = -1
        state.prey = -1
        if fired:
            state.squads[squad].shot = FROM_PORTS if frame.facts & Fact.PORTS and extra == 0 else max(state.squads[squad].shot, 1)
        pop(state)
        if extra == 0:
            state.acted = 1


@jit
def set_alight(state, tables, k):
    """A Flame weapon puts tokens on the Garrison or scenery that it is aimed at, hit or not. Clauses: DZ-SPEC-10, DZ-COL-07."""
    shot = state.shots[k]
    if tables.weapon_flame[shot.firer, shot.weapon] == 0:
        return
    piece = shot.piece if shot.piece >= 0 else state.units[shot.target].piece
    if piece >= 0:
        add_tokens(state, tables, piece, 2 if has_prop(tables, piece, Prop.FLAMMABLE) else 1)


@jit
def next_stray(state, tables, frame):
    """Each miss of a Flame weapon hits one of the firer's own Infantry in that Garrison; the target's owner says which.

    Clause: DZ-SPEC-09.
    """
    while frame.shot < state.n_shots:
        shot = state.shots[frame.shot]
        if frame.misses < shot.missed and tables.weapon_flame[shot.firer, shot.weapon] and shot.target >= 0:
            piece = state.units[shot.target].piece
            if piece >= 0 and count_squads(state, tables, piece, SEAT_OF[shot.firer]) > 0:
                ask(state, SEAT_OF[shot.target], Decision.STRAY, shot.target)
                return
        frame.shot += 1
        frame.misses = 0
    frame.step = Shooting.FOCUS
    frame.shot = 0


@jit
def legal_stray(state, frame, mask):
    """The firer's own units in that Garrison. Clause: DZ-SPEC-09."""
    seat = SEAT_OF[state.shots[frame.shot].firer]
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        mask[UNIT + slot] = state.units[slot].dp > 0 and state.units[slot].piece == state.units[state.subject].piece


@jit
def apply_stray(state, frame, action):
    """Let a miss hit the chosen friend instead: one more hit of the same weapon. Clause: DZ-SPEC-09."""
    target = action - UNIT
    shot = state.shots[frame.shot]
    frame.misses += 1
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
def roll_portion(state, tables, frame):
    """Roll damage dice, as many as lie on the table at once; some are rolled again.

    Clauses: DZ-SHT-04, DZ-SHT-21, DZ-CQ-06, DZ-CARD-C14, DZ-CARD-C18.
    """
    while frame.shot < state.n_shots:
        rolled = roll_damage(state, tables, frame.shot, frame.rolled)
        if rolled >= 0:
            frame.rolled = rolled
            break
        frame.shot += 1
        frame.rolled = 0
    if frame.facts & Fact.CLOSE and frame.facts & Fact.EXTRA == 0:
        reroll_entry(state, tables, frame.squad)
    if frame.facts & Fact.FLARES:
        reroll_damage(state, tables, True, -1)
    if frame.facts & Fact.BURNING:
        reroll_damage(state, tables, False, -1)


@jit
def next_focus(state, tables, frame):
    """Ask how many hits of a Focus weapon are given up for Energy. Clause: DZ-SPEC-11."""
    while frame.shot < state.n_shots:
        shot = state.shots[frame.shot]
        if frame.facts & Fact.SPREAD == 0 and tables.weapon_focus[shot.firer, shot.weapon] and shot.hits + shot.sure >= 2:
            ask(state, SEAT_OF[shot.firer], Decision.FOCUS, shot.firer)
            return
        frame.shot += 1
        frame.facts &= ~Fact.SPREAD
    frame.shot = 0
    frame.step = Shooting.DAMAGE
    open_window(state, Window.BEFORE_DAMAGE, frame.squad)


@jit
def legal_focus(state, frame, mask):
    """How many hits can be given up. Clause: DZ-SPEC-11."""
    shot = state.shots[frame.shot]
    for n in range(shot.hits + shot.sure):
        mask[COUNT + n] = 1


@jit
def apply_focus(state, frame, action):
    """Give up hits of the present shot. Clause: DZ-SPEC-11."""
    n = action - COUNT
    shot = state.shots[frame.shot]
    shot.lost = n
    if n >= 2 and shot.hits + shot.sure - n >= 2:
        frame.facts |= Fact.SPREAD
        ask(state, SEAT_OF[shot.firer], Decision.SPREAD, shot.firer)
    else:
        frame.shot += 1


@jit
def legal_spread(mask):
    """Whether the Energy of the hits that are given up goes to one hit, or to each. Clause: DZ-SPEC-11."""
    mask[OPTION + Option.ONE] = 1
    mask[OPTION + Option.EACH] = 1


@jit
def apply_spread(state, frame, action):
    """Give that Energy to one hit, or to each. Clause: DZ-SPEC-11."""
    state.shots[frame.shot].share = action == OPTION + Option.EACH
    frame.shot += 1
    frame.facts &= ~Fact.SPREAD
