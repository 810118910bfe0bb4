"""Set-up of markers, and of the threats that the scenarios begin with. Chapter SET, scenario set-ups."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import LAYOUT, below, roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, Decision
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, mark_nearest, range_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, free_slot, put_marker, suffer
from skirmish_rl.envs.godbreakers.rules.steps import Game
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Roll
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    FAR,
    MARKERS,
    MAX_SEATS,
    SIDE,
    TRAITS,
    Kind,
    MarkerKind,
    Rule,
    Spot,
    Stage,
)  # fmt: skip

OUTSIDE_RANGE = 6  # "outside 6U" of the set-up rules
BEAST_RANGE = 6


@jit
def set_markers(state, tables, frame):
    """Markers in seniority order. Clauses: GB-SET-03, GB-SET-05, GB-S2-01, GB-S3-01, GB-S4-01, GB-S7-01."""
    if frame.marker_place >= state.seats:
        go(state, frame, Game.BEASTS)
        return
    seat = state.seniority[frame.marker_place]
    rule = tables.rule
    if frame.stage == Stage.SHARD:
        frame.stage = Stage.EXTRA
        if tables.full_setup:
            state.new_marker = MarkerKind.SHARD
            ask(state, seat, Decision.PLACE_SHARD)
        else:
            place_shard(state, tables, seat, tables.shard_cell[seat])
    elif frame.stage == Stage.EXTRA and (rule == Rule.SABOTEURS or rule == Rule.TREASURE):
        frame.stage = Stage.DONE
        kind = MarkerKind.OBJECTIVE if rule == Rule.SABOTEURS else MarkerKind.HOARD
        if tables.full_setup:
            state.new_marker = kind
            ask(state, seat, Decision.PLACE_MARKER)
        else:
            place_extra(state, seat, kind, tables.objective_cell[seat] if rule == Rule.SABOTEURS else tables.hoard_cell[seat])
    elif frame.stage == Stage.EXTRA and rule == Rule.HUNT:
        note(state, Event.ROLLS, seat, value=Roll.HUNT)
        frame.stage = Stage.HUNT
        frame.face = roll(state, 6)
        frame.latest_threat = -1
        state.to_place = hunt_threats(frame.face)
    elif frame.stage == Stage.HUNT and state.to_place > 0:
        hunt(state, frame, seat)
    else:
        frame.marker_place += 1
        frame.stage = Stage.SHARD


@jit
def hunt(state, frame, seat):
    """The next thing a seat sets up for its hunt roll. Clause: GB-S7-01."""
    if frame.face == 4 or frame.face == 5:
        state.new_marker = MarkerKind.HOARD if frame.face == 4 else MarkerKind.OBJECTIVE
        ask(state, seat, Decision.PLACE_MARKER)
    elif free_slot(state) >= 0:
        state.new_model = hunt_kind(frame.face, hunt_threats(frame.face) - state.to_place)
        ask(state, seat, Decision.PLACE_THREAT)
    else:
        state.to_place -= 1


@jit
def set_beasts(state, tables, frame):
    """The great beasts of the nest, in reverse seniority. Clause: GB-S4-01."""
    if tables.rule != Rule.NEST or frame.beast_place >= state.seats:
        go(state, frame, Game.DEPLOY)
        frame.deployed = -1
        return
    seat = state.seniority[state.seats - 1 - frame.beast_place]
    frame.beast_place += 1
    state.new_model = Kind.GREAT_BEAST
    ask(state, seat, Decision.PLACE_THREAT)


@jit
def place_shard(state, tables, seat, cell):
    """Put a circle's shard marker down; its trait works from now on. Clauses: GB-SET-03, GB-CIR-06."""
    put_marker(state, 1 + seat, MarkerKind.SHARD, seat, cell)
    state.shard_trait[seat] = tables.shard_trait[seat]
    if tables.random_roster[seat]:
        state.shard_trait[seat] = below(state, LAYOUT, TRAITS)


@jit
def place_extra(state, seat, kind, cell):
    """Put a circle's objective or hoard down."""
    first = 5 if kind == MarkerKind.OBJECTIVE else 5 + MAX_SEATS
    put_marker(state, first + seat, kind, seat, cell)


@jit
def marker_room(state, tables, cell):
    """Range from a cell to the closest marker that a scenario marker keeps away from, FAR if there is none.

    Clauses: GB-S2-01, GB-S3-01 (shards), GB-S7-01 (all markers).
    """
    room = FAR
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and (tables.rule == Rule.HUNT or m.kind == MarkerKind.SHARD):
            room = min(room, range_of(state, tables, m.cell, cell))
    return room


@jit
def is_shard_cell(state, tables, cell):
    """True for a free cell outside 6U of the centre. Clause: GB-SET-03."""
    return state.board[cell] == Spot.FREE and range_of(state, tables, tables.centre, cell) > OUTSIDE_RANGE


@jit
def legal_shard(state, tables, mask):
    """Where a shard marker may go. Clauses: GB-SET-03, GB-RNG-09."""
    n = 0
    for cell in range(CELLS):
        if is_shard_cell(state, tables, cell):
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        mark_nearest(state, tables.centre, mask)


@jit
def apply_shard(state, tables, action):
    """A shard marker is placed. Clause: GB-SET-03."""
    place_shard(state, tables, state.decider, action - CELL)
    end_placement(state)


@jit
def is_awaited(state, tables, cell):
    """True for the listed cell of a shard that is still to be placed. Clauses: GB-GEN-08, GB-SET-05."""
    if tables.full_setup:
        return False
    for seat in range(state.seats):
        if state.markers[1 + seat].cell < 0 and tables.shard_cell[seat] == cell:
            return True
    return False


@jit
def is_open(state, tables, cell):
    """True for a free cell that no shard still to be placed needs. Clauses: GB-GEN-08, GB-SET-05."""
    return state.board[cell] == Spot.FREE and not is_awaited(state, tables, cell)


@jit
def is_marker_cell(state, tables, cell):
    """True for a cell where a scenario marker may be placed. Clauses: GB-S2-01, GB-S3-01, GB-S7-01, GB-DIG-05."""
    return is_open(state, tables, cell) and marker_room(state, tables, cell) > OUTSIDE_RANGE


@jit
def legal_marker(state, tables, mask):
    """Where a scenario's marker may go. Clauses: GB-S2-01, GB-S3-01, GB-S7-01, GB-RNG-09."""
    n = 0
    for cell in range(CELLS):
        if is_marker_cell(state, tables, cell):
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        mark_roomiest(state, tables, mask)


@jit
def mark_roomiest(state, tables, mask):
    """Mark the free cells farthest from the closest marker, where no cell is far enough. Clauses: GB-RNG-09, GB-S7-01."""
    best = -1
    for cell in range(CELLS):
        if is_open(state, tables, cell):
            best = max(best, marker_room(state, tables, cell))
    for cell in range(CELLS):
        if is_open(state, tables, cell):
            mask[CELL + cell] = marker_room(state, tables, cell) == best


@jit
def apply_marker(state, action):
    """A scenario's marker is placed. Clauses: GB-S2-01, GB-S3-01, GB-S7-01."""
    place_extra(state, state.decider, state.new_marker, action - CELL)
    end_placement(state)


@jit
def end_placement(state):
    """End a placement: the marker or threat that was to be placed stands."""
    state.new_marker = MarkerKind.NONE
    state.new_model = Kind.GODBREAKER
    state.to_place = max(0, state.to_place - 1)


@jit
def markers_by(state, cell):
    """Bit mask of the markers adjacent to a cell."""
    found = 0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there >= 0 and max(abs(there % SIDE - cell % SIDE), abs(there // SIDE - cell // SIDE)) == 1:
            found |= 1 << marker
    return found


@jit
def hunt_threats(face):
    """How many things a player places for a face of the hunt roll. Clause: GB-S7-01."""
    if face == 1 or face == 6:
        return 2
    if face == 3:
        return 5
    return 1


@jit
def hunt_kind(face, number):
    """Kind of the number-th (from 0) model placed for a face of the hunt roll."""
    if face == 2:
        return Kind.GREAT_BEAST
    if face == 3:
        return Kind.BYSTANDER
    if face == 6 and number == 0:
        return Kind.COMPANION
    return Kind.STALKER


@jit
def is_hunt_cell(state, tables, seat, face, number, first, cell):
    """True for a cell where the number-th threat of the hunt roll may be placed.

    Clause: GB-S7-01. The markers by two stalkers must differ; `first` is the cell of the one already placed.
    """
    if not is_open(state, tables, cell):
        return False
    shard = state.markers[1 + seat].cell
    if face == 1:
        near = markers_by(state, cell)
        if number == 0 or near == 0:
            return near != 0
        return markers_by(state, first) != near or (near & (near - 1)) != 0
    if face == 2:
        return can_place(state, tables, tables.centre, cell, 6)
    if face == 3:
        return range_of(state, tables, shard, cell) > OUTSIDE_RANGE
    if number == 0:
        return can_place(state, tables, shard, cell, 2)
    return markers_by(state, cell) & ~(1 << (1 + seat)) != 0


@jit
def fits_threat(state, tables, frame, seat, cell):
    """True for a cell where a threat of the set-up may stand. Clauses: GB-S4-01, GB-S7-01."""
    if tables.rule == Rule.NEST:
        return can_place(state, tables, tables.centre, cell, BEAST_RANGE)
    return is_hunt_cell(state, tables, seat, frame.face, hunt_threats(frame.face) - state.to_place, frame.latest_threat, cell)


@jit
def legal_threat(state, tables, frame, mask):
    """Where a threat may stand; where nothing fits, nearest to what the rule measures from. Clauses: GB-S4-01, GB-S7-01, GB-RNG-09."""
    seat = state.decider
    n = 0
    for cell in range(CELLS):
        if fits_threat(state, tables, frame, seat, cell):
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        mark_nearest(state, state.markers[1 + seat].cell if tables.rule == Rule.HUNT and frame.face == 6 else tables.centre, mask)


@jit
def apply_threat(state, tables, frame, action):
    """Put a threat of the set-up rules on the board. Clauses: GB-S4-01, GB-S7-01, GB-RNG-09."""
    seat = state.decider
    cell = action - CELL
    kind = state.new_model
    stable = fits_threat(state, tables, frame, seat, cell)
    if tables.rule != Rule.NEST:
        frame.latest_threat = cell
    slot = create_model(state, tables, kind, cell, seat if kind == Kind.COMPANION else -1)
    if not stable:
        suffer(state, slot, 1, Modifier.UNSTABLE)
    end_placement(state)
