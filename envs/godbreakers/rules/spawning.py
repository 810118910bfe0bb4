"""Start-of-round rules of the scenarios. GB-RND-05, GB-INI-08; GB-S2-02, GB-S4-02, GB-S6-01."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, Decision
from skirmish_rl.envs.godbreakers.rules.models import free_slot, suffer
from skirmish_rl.envs.godbreakers.rules.placing import Placing, push_place
from skirmish_rl.envs.godbreakers.rules.telling import Modifier
from skirmish_rl.envs.godbreakers.state import GODBREAKERS, MARKERS, MAX_SEATS, SIDE, Kind, MarkerKind, Rule, Status


@jit
def is_due(state, tables, frame, marker):
    """True for an objective by which a saboteur comes yet in this round: in the order of cells, by the letter in any.

    Clauses: GB-S2-02, GB-RND-05.
    """
    m = state.markers[marker]
    if m.kind != MarkerKind.OBJECTIVE or m.cell < 0:
        return False
    if tables.letter:
        return (max(frame.served, 0) >> served_bit(marker)) & 1 == 0
    return m.cell > frame.served


@jit
def served_bit(marker):
    """The bit of an objective in `served`, by the letter: the centre's, then those of the seats."""
    return marker - MAX_SEATS if marker > 0 else 0


@jit
def bring_saboteur(state, tables, frame, marker):
    """A saboteur comes by an objective. Clauses: GB-S2-02, GB-RND-05."""
    cell = state.markers[marker].cell
    if tables.letter:
        frame.served = max(frame.served, 0) | 1 << served_bit(marker)
    else:
        frame.served = cell
    push_place(state, Placing.SPAWN, Kind.SABOTEUR, cell, 0)


@jit
def spawn(state, tables, frame):
    """Bring what the scenario brings at the start of a round.

    Clauses: GB-RND-05, GB-INI-08, GB-S2-02, GB-S4-02, GB-S6-01.

    Returns:
        True if somebody is asked, or a model comes; there may be more then.
    """
    if tables.rule == Rule.SABOTEURS:
        first = -1
        due = 0
        for marker in range(MARKERS):
            if is_due(state, tables, frame, marker):
                due += 1
                if first < 0 or state.markers[marker].cell < state.markers[first].cell:
                    first = marker
        if due > 1 and tables.letter and free_slot(state) >= 0:
            ask(state, state.initiative, Decision.NEXT_MARKER)
            return True
        if due > 0:
            bring_saboteur(state, tables, frame, first)
            return True
    elif tables.rule == Rule.NEST and frame.served < 0:
        centre = state.markers[0].cell
        if centre >= 0 and has_godbreaker_by(state, centre):
            frame.served = centre
            kind = Kind.GREAT_BEAST if state.initiative_roll > 7 else Kind.LESSER_BEAST
            push_place(state, Placing.SPAWN, kind, centre, 0)
            return True
    elif tables.rule == Rule.CURE:
        sicken(state)
    return False


@jit
def legal_next_marker(state, tables, frame, mask):
    """The objectives by which a saboteur comes yet. Clause: GB-RND-05."""
    for marker in range(MARKERS):
        if is_due(state, tables, frame, marker):
            mask[CELL + state.markers[marker].cell] = 1


@jit
def apply_next_marker(state, tables, frame, action):
    """Name the objective by which a saboteur comes next. Clause: GB-RND-05."""
    for marker in range(MARKERS):
        if is_due(state, tables, frame, marker) and state.markers[marker].cell == action - CELL:
            bring_saboteur(state, tables, frame, marker)
            return


@jit
def has_godbreaker_by(state, cell):
    """True if any godbreaker is adjacent to a cell."""
    for slot in range(GODBREAKERS):
        there = state.units[slot].cell
        if there >= 0 and max(abs(there % SIDE - cell % SIDE), abs(there // SIDE - cell // SIDE)) == 1:
            return True
    return False


@jit
def sicken(state):
    """Start of a round of `cure`: every afflicted takes 1 damage. Clause: GB-S6-01."""
    for slot in range(state.used):
        if state.units[slot].status == Status.ON_BOARD and state.units[slot].kind == Kind.AFFLICTED:
            suffer(state, slot, 1, Modifier.SICKNESS)
