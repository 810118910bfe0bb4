"""The part of an observation that tells of the attack under way and of cards that are being played."""

from __future__ import annotations

from skirmish_rl.envs.core.features import bend, relative, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.columns import (
    HIT_ROWS,
    HIT_WIDTH,
    SHOT_WIDTH,
    STACK_WIDTH,
    GameColumn,
    HitColumn,
    Section,
    ShotColumn,
    StackColumn,
)
from skirmish_rl.envs.dropzone_commander.state import CARDS, FIRST, MOST_FORCE, PIECES, SEAT_OF, SEATS, SHOTS, STACK, WEAPONS

_DICE = 250.0
_NUMBER = 1 / (SEATS * MOST_FORCE)


@jit
def unit_number(tables, seat, slot):
    """A unit as a number: one's own first, the others' in seat order; 0 for none."""
    if slot < 0:
        return 0.0
    who = SEAT_OF[slot]
    return (relative(seat, who, tables.seats) * MOST_FORCE + slot - FIRST[who] + 1) * _NUMBER


@jit
def encode_attack(state, tables, seat, out):
    """Sections `shot` and `hit`, and what section `game` says of them."""
    k = tables.at[Section.GAME]
    if state.n_shots:
        out[k + GameColumn.SHOTS] = state.n_shots / (1.0 * SHOTS)
    for number in range(tables.see_shots):
        encode_shot(state, tables, seat, number, out)
    for number in range(HIT_ROWS):
        encode_hit(state, tables, seat, number, out)
    if state.n_hits:
        out[k + GameColumn.HITS] = state.n_hits / _DICE
        for number in range(HIT_ROWS, state.n_hits):
            out[k + GameColumn.MORE + state.hits[number].face] += 1.0 / _DICE


@jit
def is_unfired(shot):
    """True for a shot without any number."""
    return (
        shot.weapon | shot.mode | shot.dice | shot.need | shot.hits | shot.sure | shot.missed | shot.again | shot.glance | shot.lost
        | shot.share
    ) == 0  # fmt: skip


@jit
def encode_shot(state, tables, seat, number, out):
    """A weapon that is fired: by whom, at whom, and what its dice came to."""
    k = tables.at[Section.SHOT] + SHOT_WIDTH * number
    shot = state.shots[number]
    if shot.firer & shot.target & shot.piece == -1 and is_unfired(shot):
        return
    out[k + ShotColumn.FIRER] = unit_number(tables, seat, shot.firer)
    out[k + ShotColumn.TARGET] = unit_number(tables, seat, shot.target)
    out[k + ShotColumn.PIECE] = (shot.piece + 1) / (1.0 * PIECES)
    out[k + ShotColumn.WEAPON] = shot.weapon / (1.0 * WEAPONS)
    out[k + ShotColumn.MODE] = shot.mode * 0.5
    out[k + ShotColumn.DICE] = bend(shot.dice + 0.0, 5.0)
    out[k + ShotColumn.NEED] = squeeze(shot.need + 0.0, 40.0)
    out[k + ShotColumn.HITS] = bend(shot.hits + 0.0, 5.0)
    out[k + ShotColumn.SURE] = bend(shot.sure + 0.0, 5.0)
    out[k + ShotColumn.MISSED] = bend(shot.missed + 0.0, 5.0)
    out[k + ShotColumn.AGAIN] = bend(shot.again + 0.0, 5.0)
    out[k + ShotColumn.GLANCE] = bend(shot.glance + 0.0, 5.0)
    out[k + ShotColumn.LOST] = bend(shot.lost + 0.0, 5.0)
    out[k + ShotColumn.SHARE] = shot.share


@jit
def encode_hit(state, tables, seat, number, out):
    """A damage die: at whom, with which Energy, and how it fell."""
    k = tables.at[Section.HIT] + HIT_WIDTH * number
    hit = state.hits[number]
    if hit.target & hit.piece == -1 and hit.shot | hit.energy | hit.face | hit.cover | hit.again == 0:
        return
    out[k + HitColumn.TARGET] = unit_number(tables, seat, hit.target)
    out[k + HitColumn.PIECE] = (hit.piece + 1) / (1.0 * PIECES)
    out[k + HitColumn.SHOT] = hit.shot / (1.0 * SHOTS)
    out[k + HitColumn.ENERGY] = bend(hit.energy + 0.0, 10.0)
    out[k + HitColumn.FACE] = hit.face / 6.0
    out[k + HitColumn.COVER] = hit.cover
    out[k + HitColumn.AGAIN] = hit.again


@jit
def encode_stack(state, tables, seat, out):
    """Section `stack`: cards that were played in the open window and have not taken effect yet, the first first."""
    k = tables.at[Section.STACK]
    for number in range(STACK):
        played = state.stack[number]
        if played.seat < 0 and played.target < 0 and played.card | played.void == 0:
            k += STACK_WIDTH
            continue
        out[k + StackColumn.CARD] = played.card / (1.0 * CARDS)
        out[k + StackColumn.SEAT] = (relative(seat, played.seat, tables.seats) + 1) / (1.0 * SEATS) if played.seat >= 0 else 0.0
        out[k + StackColumn.TARGET] = (played.target + 1) / 1000.0
        out[k + StackColumn.VOID] = played.void
        k += STACK_WIDTH
