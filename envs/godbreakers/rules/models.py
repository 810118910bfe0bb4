"""Models on the board: entering, placing, damage, tokens, leaving. Chapters GEN, MRK, DMG."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import SLOT
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile, marker_controller
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own, Prize, Roll, holders, note_control, score_points
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    FLAWS,
    GODBREAKERS,
    MARKERS,
    MAX_SEATS,
    MIGHTY_TRAITS,
    MOST_ROLLS,
    SINISTER_TRAITS,
    SLOTS,
    TOKENS,
    TRAITS,
    Flaw,
    Kind,
    MarkerKind,
    Rule,
    Spot,
    Status,
    Token,
)


@jit
def put_model(state, tables, slot, cell):
    """Place a model on a free cell, from the reserve, from another cell or as a new one.

    Clauses: GB-MRK-07, GB-ADV-02 (a ready model that now has a hostile one in its attack range is provoked).
    """
    held = holders(state)
    unit = state.units[slot]
    if unit.cell >= 0:
        state.board[unit.cell] = Spot.FREE
    unit.cell = cell
    unit.status = Status.ON_BOARD
    state.board[cell] = slot
    note_control(state, held)
    if tables.ready:
        for other in range(state.used):
            watcher = state.units[other]
            if watcher.ready and watcher.provoked < 0 and is_hostile(state, tables, other, slot):
                if range_of(state, tables, watcher.cell, cell) <= attack_range_of(state, watcher):
                    watcher.provoked = slot


@jit
def place_model(state, tables, slot, cell):
    """Put a model on a cell."""
    note(state, Event.PLACED, unit=slot, cell=cell)
    put_model(state, tables, slot, cell)


@jit
def leave_board(state, slot, status):
    """Take a model off the board with a new status; its tokens stay with it."""
    held = holders(state)
    unit = state.units[slot]
    note(state, Event.GONE, unit=slot, cell=unit.cell, value=status)
    state.board[unit.cell] = Spot.FREE
    unit.cell = -1
    unit.status = status
    unit.ready = 0
    unit.provoked = -1
    note_control(state, held)


@jit
def drop_tokens(state, slot):
    """Leave a model's tokens unclaimed on its cell. Clause: GB-MRK-05."""
    unit = state.units[slot]
    for token in range(TOKENS):
        if unit.tokens[token] > 0:
            note(state, Own.DROPPED, unit=slot, other=token, cell=unit.cell, value=unit.tokens[token])
            state.piles[token, unit.cell] += unit.tokens[token]
            unit.tokens[token] = 0


@jit
def remove_model(state, slot, status):
    """Remove a model that drops what it carries. Clauses: GB-MRK-05, GB-GEN-10 (its slot becomes free)."""
    drop_tokens(state, slot)
    leave_board(state, slot, status)
    if slot >= GODBREAKERS:
        state.units[slot].status = Status.ABSENT


@jit
def suffer(state, slot, amount, why):
    """Damage from one source. Clauses: GB-DMG-01, GB-FLW-01."""
    if amount <= 0:
        return
    unit = state.units[slot]
    brittle = unit.flaws[Flaw.BRITTLE]
    unit.damage += amount + brittle
    note(state, Event.HURT, unit=slot, value=amount + brittle)
    if why != Modifier.NONE:
        note(state, Event.MODIFIER, unit=slot, other=why)
    if brittle:
        note(state, Event.MODIFIER, unit=slot, other=Modifier.BRITTLE, value=1)


@jit
def heal(state, slot, amount, why):
    """Remove some of a model's damage."""
    unit = state.units[slot]
    amount = min(amount, unit.damage)
    if amount > 0:
        note(state, Event.HEALED, unit=slot, value=amount)
        unit.damage -= amount
        if why != Modifier.NONE:
            note(state, Event.MODIFIER, unit=slot, other=why)


@jit
def free_slot(state):
    """Lowest free slot for an unaligned model, -1 if none. Clauses: GB-GEN-10, GB-WLD-16."""
    for slot in range(GODBREAKERS, SLOTS):
        if state.units[slot].status == Status.ABSENT:
            return slot
    return -1


@jit
def create_model(state, tables, kind, cell, seat):
    """Create an unaligned model and place it.

    Clauses: GB-GEN-10, GB-WLD-16, GB-ACT-05; table T8 (threat traits: one roll each, duplicates rolled again).

    Args:
        state: rolls the kind's mighty (d8) and sinister (d6) traits.
        kind: a Kind other than GODBREAKER.
        cell: a free cell.
        seat: controlling seat, -1 for a wild model.

    Returns:
        Its slot; with all slots in use a fault, and the last one.
    """
    slot = free_slot(state)
    if slot < 0:
        state.fault = 1
        return SLOTS - 1
    unit = state.units[slot]
    state.used = max(state.used, slot + 1)
    unit.kind = kind
    unit.seat = seat
    unit.circle = MAX_SEATS
    unit.summoner = -1
    unit.cell = -1
    unit.damage = 0
    unit.die = tables.kind_die[kind]
    unit.activated = 0
    unit.result = -1
    unit.triumphs = 0
    unit.ascending = 0
    unit.hurt = 0
    unit.dying = 0
    unit.ready = 0
    unit.provoked = -1
    for token in range(TOKENS):
        unit.tokens[token] = 0
    for flaw in range(FLAWS):
        unit.flaws[flaw] = 0
    for trait in range(TRAITS):
        unit.traits[trait] = tables.kind_traits[kind, trait]
    note(state, Own.CREATED, unit=slot, cell=cell, value=kind)
    draw_threat_traits(state, slot, tables.kind_mighty[kind], Roll.MIGHTY_TRAIT)
    draw_threat_traits(state, slot, tables.kind_sinister[kind], Roll.SINISTER_TRAIT)
    put_model(state, tables, slot, cell)
    return slot


@jit
def draw_threat_traits(state, slot, number, purpose):
    """Roll a new threat's traits; one that it already has is rolled again. Table T8: mighty at rank 1, sinister at rank 2."""
    unit = state.units[slot]
    for _ in range(number):
        note(state, Event.ROLLS, unit=slot, value=purpose)
        for again in range(MOST_ROLLS):
            if purpose == Roll.MIGHTY_TRAIT:
                trait = MIGHTY_TRAITS[roll(state, 8) - 1]
                rank = 1
            else:
                trait = SINISTER_TRAITS[roll(state, 6) - 1]
                rank = 2
            if unit.traits[trait] == 0:
                unit.traits[trait] = rank
                note(state, Own.TRAIT, unit=slot, other=trait, value=rank)
                break
            note(state, Event.MODIFIER, unit=slot, other=Modifier.KNOWN)
            if again == MOST_ROLLS - 1:
                state.fault = 1


@jit
def summoned_by(state, seat):
    """Living models a circle has summoned, tame or wild. Clause: GB-TRT-21."""
    n = 0
    for slot in range(GODBREAKERS, state.used):
        unit = state.units[slot]
        n += unit.status == Status.ON_BOARD and unit.kind == Kind.SUMMONED and unit.summoner == seat
    return n


@jit
def remove_casualty(state, tables, slot):
    """Remove a model as a casualty, with what the scenario says of it.

    Clauses: GB-REC-06, GB-REC-07, GB-MRK-05, GB-S4-03, GB-S5-03, GB-S6-05, GB-S7-02.
    """
    unit = state.units[slot]
    cell = unit.cell
    kind = unit.kind
    seat = unit.seat
    rule = tables.rule
    prize = 0
    if rule == Rule.INFILTRATORS or rule == Rule.HUNT:
        if kind == Kind.STALKER:
            prize = 5
        elif kind == Kind.BYSTANDER:
            prize = -1
    if rule == Rule.CURE and kind == Kind.TURNED:
        prize = 5
    if prize != 0:
        nearest = closest_player(state, tables, slot)
        if nearest >= 0:
            score_points(state, nearest, prize, Prize.CASUALTY, cell)
    if rule == Rule.HUNT and kind == Kind.COMPANION and seat >= 0:
        score_points(state, seat, -10, Prize.CASUALTY, cell)
    remove_model(state, slot, Status.CASUALTY)
    if kind == Kind.GREAT_BEAST and (rule == Rule.NEST or rule == Rule.HUNT):
        note(state, Own.DROPPED, unit=slot, other=Token.TROPHY, cell=cell, value=1)
        state.piles[Token.TROPHY, cell] += 1


@jit
def closest_player(state, tables, slot):
    """The seat whose model stands closest to a model, -1 if none or if several seats are equally close.

    Clauses: GB-S5-03, GB-S6-05.
    """
    best = 1000
    seat = -1
    for other in range(state.used):
        unit = state.units[other]
        if other == slot or unit.status != Status.ON_BOARD or unit.seat < 0:
            continue
        distance = range_of(state, tables, state.units[slot].cell, unit.cell)
        if distance < best:
            best = distance
            seat = unit.seat
        elif distance == best and unit.seat != seat:
            seat = -1
    return seat


@jit
def put_marker(state, marker, kind, seat, cell):
    """Put a marker on a free cell. Clause: GB-MRK-01."""
    held = holders(state)
    state.markers[marker].kind = kind
    state.markers[marker].seat = seat
    state.markers[marker].cell = cell
    state.board[cell] = Spot.MARKER + marker
    note(state, Own.MARKER, seat, other=marker, cell=cell, value=kind)
    note_control(state, held)


@jit
def remove_marker(state, marker):
    """Take a marker off the board; a shard's trait ends with it. Clauses: GB-SPC-04, GB-CIR-07."""
    m = state.markers[marker]
    note(state, Own.NO_MARKER, m.seat, other=marker, cell=m.cell, value=m.kind)
    if m.kind == MarkerKind.SHARD:
        state.shard_trait[m.seat] = -1
    state.board[m.cell] = Spot.FREE
    m.cell = -1
    m.kind = MarkerKind.NONE


@jit
def marker_on(state, cell):
    """Index of the marker on a cell, -1 if there is none."""
    spot = state.board[cell] - Spot.MARKER
    if 0 <= spot < MARKERS:
        return spot
    return -1


@jit
def controls_kind(state, seat, kind):
    """True if a seat controls a marker of a kind, or any marker for kind NONE. `marker_controller` says what control is."""
    from_kind = kind == MarkerKind.NONE
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and (from_kind or m.kind == kind) and marker_controller(state, marker) == seat:
            return True
    return False


@jit
def has_reserve(state, seat):
    """True while a circle has an undeployed godbreaker."""
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        if state.units[slot].status == Status.RESERVE:
            return True
    return False


@jit
def mark_circle(state, seat, status, mask):
    """Mark a circle's godbreakers of a status."""
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        if state.units[slot].status == status:
            mask[SLOT + slot] = 1
