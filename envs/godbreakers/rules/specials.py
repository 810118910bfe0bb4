"""Special actions: who may take them, and their immediate part. Chapters SPC and TRT, scenario actions."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.grid import neighbour
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import are_adjacent, attack_range_of, is_hostile, marker_controller, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of
from skirmish_rl.envs.godbreakers.rules.models import controls_kind, free_slot, suffer, summoned_by
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.godbreakers.rules.terrain import has_shape_place, is_by_piece
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    GODBREAKERS,
    MAX_SUMMONED,
    PIECES,
    SIDE,
    SLOTS,
    Act,
    Kind,
    MarkerKind,
    Rule,
    Shape,
    Spot,
    Status,
    Token,
    Trait,
)


@jit
def is_offered(state, tables, slot, act):
    """True if a player's active model may take a special action now.

    Clauses: GB-SPC-01..08, GB-TRT-04, GB-TRT-16..23, GB-S3-02, GB-S5-02, GB-S6-04, GB-ADV-01.

    Args:
        slot: the active model, controlled by a player.
        act: a member of Act.
    """
    unit = state.units[slot]
    rule = tables.rule
    if act == Act.SUNDER:
        return controls_kind(state, unit.seat, MarkerKind.NONE)
    if act == Act.HANDOFF:
        if unit.tokens[Token.TREASURE] + unit.tokens[Token.TROPHY] == 0:
            return False
        for other in range(state.used):
            if is_receiver(state, tables, slot, other):
                return True
        return False
    if act == Act.HIDDEN_WAYS:
        rank = rank_of(state, unit, Trait.MYSTERIOUS)
        return rank > 0 and has_hidden_way(state, tables, slot, rank)
    if act == Act.DESPOIL:
        if rank_of(state, unit, Trait.DESPOILING) == 0 or not has_free_neighbour(state, unit.cell):
            return False
        for other in range(state.used):
            if is_fallen_friend(state, slot, other):
                return True
        return False
    if act == Act.RUIN:
        if rank_of(state, unit, Trait.RUINOUS) == 0:
            return False
        for piece in range(PIECES):
            if state.pieces[piece].present and is_by_piece(state, tables, piece, unit.cell):
                return True
        return False
    if act == Act.SHAPE_AREA or act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        return rank_of(state, unit, Trait.SHAPING) > 0 and has_shape_place(state, tables, slot, shape_of(act))
    if act == Act.SUMMON:
        if rank_of(state, unit, Trait.SUMMONING) == 0 or free_slot(state) < 0:
            return False
        return summoned_by(state, unit.seat) < MAX_SUMMONED and has_free_neighbour(state, unit.cell)
    if act == Act.THUNDER:
        return rank_of(state, unit, Trait.THUNDEROUS) > 0
    if act == Act.PLUNDER:
        if unit.kind != Kind.GODBREAKER or (rule != Rule.TREASURE and rule != Rule.HUNT):
            return False
        return controls_kind(state, unit.seat, MarkerKind.HOARD)
    if act == Act.VERIFY or act == Act.TREATMENT:
        if rule != (Rule.INFILTRATORS if act == Act.VERIFY else Rule.CURE):
            return False
        for other in range(state.used):
            if is_patient(state, tables, slot, other, act):
                return True
        return False
    if act == Act.READY:
        return tables.ready != 0 and unit.ready == 0
    return False


@jit
def shape_of(act):
    """The pool shape a Shape action places."""
    if act == Act.SHAPE_AREA:
        return Shape.PATCH
    if act == Act.SHAPE_HORIZONTAL:
        return Shape.ROW
    return Shape.COLUMN


@jit
def has_free_neighbour(state, cell):
    """True if a model can be placed next to a cell."""
    for k in range(8):
        near = neighbour(SIDE, SIDE, cell, k)
        if near >= 0 and state.board[near] == Spot.FREE:
            return True
    return False


@jit
def is_receiver(state, tables, slot, other):
    """True for a friend that Hand Off may nominate. Clause: GB-SPC-05 (die value, not movement range)."""
    if other == slot or state.units[other].status != Status.ON_BOARD or is_hostile(state, tables, slot, other):
        return False
    return range_of(state, tables, state.units[slot].cell, state.units[other].cell) <= state.units[slot].die


@jit
def is_fallen_friend(state, slot, other):
    """True for a godbreaker that Despoiling may return. Clauses: GB-TRT-16, GB-DIE-09."""
    if other >= GODBREAKERS or state.units[other].status != Status.CASUALTY:
        return False
    return state.units[other].circle == state.units[slot].seat


@jit
def is_patient(state, tables, slot, other, act):
    """True for the model a Verify or Treatment may name. Clauses: GB-S5-02, GB-S6-04."""
    me = state.units[slot]
    unit = state.units[other]
    if me.kind != Kind.GODBREAKER or unit.status != Status.ON_BOARD:
        return False
    if act == Act.VERIFY:
        if tables.rule != Rule.INFILTRATORS or unit.kind != Kind.BYSTANDER:
            return False
        return range_of(state, tables, me.cell, unit.cell) <= attack_range_of(state, me)
    return tables.rule == Rule.CURE and unit.kind == Kind.AFFLICTED and are_adjacent(state, slot, other)


@jit
def is_hidden_way(state, tables, slot, cell, rank):
    """True for a cell at PlaceWithin(rank) of some other model. Clause: GB-TRT-04."""
    if state.board[cell] != Spot.FREE:
        return False
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - rank, 0), min(y + rank + 1, SIDE)):
        for i in range(max(x - rank, 0), min(x + rank + 1, SIDE)):
            other = state.board[j * SIDE + i]
            if 0 <= other < SLOTS and other != slot and can_place(state, tables, j * SIDE + i, cell, rank):
                return True
    return False


@jit
def has_hidden_way(state, tables, slot, rank):
    """True if Hidden Ways could lead anywhere. Clause: GB-SPC-08."""
    for cell in range(CELLS):
        if is_hidden_way(state, tables, slot, cell, rank):
            return True
    return False


@jit
def write_hidden_ways(state, tables, slot, rank, cells):
    """Mark the cells Hidden Ways may lead to. Clause: GB-TRT-04."""
    for cell in range(CELLS):
        cells[cell] = is_hidden_way(state, tables, slot, cell, rank)


@jit
def thunder(state, tables, slot):
    """Thunder: damage within R, a test, then damage within 2R or to the caster.

    Clauses: GB-TRT-23, GB-TRT-24. Rolls one test.
    """
    unit = state.units[slot]
    rank = rank_of(state, unit, Trait.THUNDEROUS)
    blast(state, tables, slot, rank, rank)
    if passes_test(state, slot, Roll.THUNDER, -1):
        blast(state, tables, slot, 2 * rank, rank)
    else:
        suffer(state, slot, rank, Modifier.THUNDEROUS)


@jit
def blast(state, tables, slot, within, damage):
    """Hurt every inactive model within a range of the active one."""
    for other in range(state.used):
        unit = state.units[other]
        if other != slot and unit.status == Status.ON_BOARD:
            if range_of(state, tables, state.units[slot].cell, unit.cell) <= within:
                suffer(state, other, damage, Modifier.THUNDEROUS)


@jit
def take_tokens(state, slot, token, number, cell):
    """Give a model tokens, from a cell or (-1) from nowhere on the board. Clause: GB-MRK-04."""
    if number > 0:
        note(state, Own.TOOK, unit=slot, other=token, cell=cell, value=number)
        state.units[slot].tokens[token] += number


@jit
def hand_off(state, giver, taker, token, number):
    """Move tokens from one carrier to another. Clause: GB-SPC-05."""
    if number > 0:
        note(state, Own.GAVE, unit=giver, other=token, value=number)
        state.units[giver].tokens[token] -= number
    take_tokens(state, taker, token, number, -1)


@jit
def may_sunder(state, seat, marker):
    """True for a marker a seat controls. Clauses: GB-SPC-02, GB-SPC-03."""
    return state.markers[marker].cell >= 0 and marker_controller(state, marker) == seat
