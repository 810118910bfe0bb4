"""An attack under way: its steps, its shots and damage dice, the windows it opens. Chapters SHT, SPEC."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.rules.facts import put_bit
from skirmish_rl.envs.dropzone_commander.rules.targeting import shots_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import SHOTS, USE_BITS, Fact, Frame, Gift, Mode


class Shooting(IntEnum):
    """Steps of the SHOOT frame of `squad`; `close`: at close quarters, `ports`: from firing ports, `extra`: a card gives it.

    `weapon` is declared for all units (`slot` -1) or unit by unit, of one that strafes so many targets are declared. SHIELD, AFTER, FOCUS
    and the damage dice go through the shots (`shot`), AFTER through the `misses` of each, the dice through what of one is `rolled`;
    `spread`: how many hits are given up is said. CLOSE goes through the hits (`hit`) and the `points` of each, COLLATERAL through the
    pieces. `flares` and `burning`: C18 and C14 were played, for dice that are still to be rolled.
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
    state.n_shots = 0
    blank_hits(state)


@jit
def blank_hits(state):
    """Forget the damage dice."""
    for k in range(state.n_hits):
        hit = state.hits[k]
        hit.target = -1
        hit.piece = -1
        hit.shot = 0
        hit.energy = 0
        hit.face = 0
        hit.cover = 0
        hit.again = 0
    state.n_hits = 0


@jit
def push_shoot(state, squad, close, extra):
    """A squad takes a Shoot action; `extra`: out of sequence, by a card. Clauses: DZ-SHT-01, DZ-CARD-07."""
    frame = push(state, Frame.SHOOT)
    frame.squad = squad
    frame.facts = put_bit(frame.facts, Fact.CLOSE, close)
    frame.slot = -1
    frame.facts = put_bit(frame.facts, Fact.EXTRA, extra)


@jit
def open_window(state, kind, squad):
    """Cards may be played now."""
    window = push(state, Frame.WINDOW)
    window.window = kind
    window.squad = squad


@jit
def forget_cards(squad):
    """Take from a squad what cards gave its weapons for one activation. Clauses: DZ-CARD-C15, DZ-CARD-C16, DZ-CARD-C20, DZ-CARD-C21."""
    squad.gifts &= ~(Gift.TRACKING | Gift.PIERCING | Gift.MARKSMEN | Gift.DOUBLE)


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
        state.units[slot].uses += 1 << USE_BITS * weapon
    state.units[slot].fired |= 1 << weapon
    if piece >= 0:
        note(state, Own.FIRES_AT_PIECE, unit=slot, value=piece + 1)
    else:
        note(state, Own.FIRES, unit=slot, other=target)
