"""Special actions: who may take them, and what those of everybody and of the scenarios do.

Chapter SPC; GB-ADV-01, GB-S3-02, GB-S5-02, GB-S6-04.
"""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import are_adjacent, attack_range_of, marker_controller, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.models import controls_kind, free_slot, marker_on, remove_marker, remove_model, summoned_by
from skirmish_rl.envs.godbreakers.rules.placing import Placing, push_place
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.telling import Condition, Prize, Roll, score_points
from skirmish_rl.envs.godbreakers.rules.terrain import begin_shaping, has_shape_place, is_by_piece
from skirmish_rl.envs.godbreakers.rules.tokens import is_receiver, take_tokens
from skirmish_rl.envs.godbreakers.rules.trait_actions import has_free_neighbour, has_hidden_way, is_fallen_friend, thunder
from skirmish_rl.envs.godbreakers.state import (
    MARKERS,
    MAX_SUMMONED,
    PIECES,
    SLOTS,
    Act,
    Kind,
    MarkerKind,
    Rule,
    Shape,
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
def begin_special(state, tables, frame, slot, act):
    """Begin a special action; what it still needs to know is asked next. Clauses: GB-SPC-01..07, GB-TRT-24."""
    unit = state.units[slot]
    if act == Act.SUNDER:
        ask_on(state, Decision.SUNDER_MARKER)
    elif act == Act.HANDOFF:
        ask_on(state, Decision.HANDOFF_TO)
    elif act == Act.HIDDEN_WAYS:
        if passes_test(state, slot, Roll.HIDDEN_WAYS, -1):
            ask_on(state, Decision.HIDDEN_WAYS)
    elif act == Act.DESPOIL:
        ask_on(state, Decision.DESPOIL_UNIT)
    elif act == Act.RUIN:
        ask_on(state, Decision.RUIN_PIECE)
    elif act == Act.SHAPE_AREA or act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        begin_shaping(state, shape_of(act))
    elif act == Act.SUMMON:
        state.new_model = Kind.SUMMONED
        ask_on(state, Decision.SUMMON_CELL)
    elif act == Act.THUNDER:
        thunder(state, tables, slot)
    elif act == Act.PLUNDER:
        take_tokens(state, slot, Token.TREASURE, 1, -1)
        if not passes_test(state, slot, Roll.PLUNDER, -1):
            push_place(state, Placing.SPAWN, Kind.SCAVENGER, unit.cell, 0)
    elif act == Act.VERIFY:
        ask_on(state, Decision.VERIFY_UNIT)
    elif act == Act.TREATMENT:
        ask_on(state, Decision.TREAT_UNIT)
    elif act == Act.DESTROY_MARKER:
        marker = marker_on(state, state.aim - SLOTS)
        if passes_test(state, slot, Roll.DESTROY_MARKER, -1):
            remove_marker(state, marker)
    elif act == Act.READY:
        unit.ready = 1
        note(state, Event.CONDITION, unit=slot, value=Condition.READY)
        state.actions_left = 0


@jit
def ask_on(state, decision):
    """Ask the seat that has just answered once more, about the active model."""
    ask(state, state.decider, decision, state.active)


@jit
def may_sunder(state, seat, marker):
    """True for a marker a seat controls. Clauses: GB-SPC-02, GB-SPC-03."""
    return state.markers[marker].cell >= 0 and marker_controller(state, marker) == seat


@jit
def legal_sunder(state, mask):
    """The markers that the active model's seat controls. Clauses: GB-SPC-02, GB-SPC-03."""
    for marker in range(MARKERS):
        if may_sunder(state, state.units[state.active].seat, marker):
            mask[CELL + state.markers[marker].cell] = 1


@jit
def apply_sunder(state, action):
    """A marker is removed if a test is passed. Clauses: GB-SPC-02, GB-SPC-04."""
    if passes_test(state, state.active, Roll.SUNDER, -1):
        remove_marker(state, marker_on(state, action - CELL))


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
def legal_verify(state, tables, mask):
    """The bystanders that may be questioned. Clause: GB-S5-02."""
    for other in range(state.used):
        if is_patient(state, tables, state.active, other, Act.VERIFY):
            mask[SLOT + other] = 1


@jit
def apply_verify(state, action):
    """A bystander is questioned: VP and a stalker, or the shame. Clause: GB-S5-02."""
    slot = state.active
    other = action - SLOT
    me = state.units[slot]
    damage = state.units[other].damage
    remove_model(state, other, Status.ABSENT)
    if passes_test(state, slot, Roll.VERIFY, -1):
        score_points(state, me.seat, 1, Prize.VERIFIED, me.cell)
        push_place(state, Placing.STALKER, Kind.STALKER, me.cell, damage)
    else:
        score_points(state, me.seat, -1, Prize.SHAME, me.cell)


@jit
def legal_treat(state, tables, mask):
    """The afflicted that may be treated. Clause: GB-S6-04."""
    for other in range(state.used):
        if is_patient(state, tables, state.active, other, Act.TREATMENT):
            mask[SLOT + other] = 1


@jit
def apply_treat(state, action):
    """An afflicted is cured, or turned. Clause: GB-S6-04."""
    slot = state.active
    me = state.units[slot]
    remove_model(state, action - SLOT, Status.ABSENT)
    if passes_test(state, slot, Roll.TREATMENT, -1):
        score_points(state, me.seat, 2, Prize.CURED, me.cell)
    else:
        push_place(state, Placing.SPAWN, Kind.TURNED, me.cell, 0)
