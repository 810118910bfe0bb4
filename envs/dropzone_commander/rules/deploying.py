"""Squads put on the table before the first round: Direct Deployment and infiltration. Chapter DEP: DZ-DEP-03; DZ-SPEC-24."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.questions import CELL, PASS, PIECE
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry
from skirmish_rl.envs.dropzone_commander.rules.garrisons import push_enter
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_hover, can_stand, coherency_of, is_garrison, is_on_board, units_in
from skirmish_rl.envs.dropzone_commander.rules.placing import is_by_mate, lift_unit, put_unit, set_status
from skirmish_rl.envs.dropzone_commander.state import CELLS, SEAT_OF, SEAT_OF_SQUAD, WIDTH, Fact, Status


@jit
def legal_deploy(state, tables, frame, mask):
    """Where a squad is deployed, or infiltrates, if it does. Clauses: DZ-DEP-03, DZ-SPEC-24."""
    squad = tables.unit_squad[state.subject]
    reach = 0
    if frame.facts & Fact.INFILTRATES:
        reach = tables.unit_infiltrate[state.subject]
        mask[PASS] = not must_deploy(state, tables, squad)
        for piece in range(tables.n_pieces):
            mask[PIECE + piece] = can_hide(state, tables, squad, piece)
    for cell in range(CELLS):
        mask[CELL + cell] = can_deploy_all(state, tables, squad, cell, reach)


@jit
def apply_deploy(state, tables, frame, action):
    """Deploy the squad in the chosen cell or Garrison, or leave it off the table. Clauses: DZ-DEP-03, DZ-SPEC-24."""
    squad = tables.unit_squad[state.subject]
    if action >= CELL:
        deploy(state, tables, squad, action - CELL, tables.unit_infiltrate[state.subject] if frame.facts & Fact.INFILTRATES else 0)
    elif action != PASS:
        hide(state, tables, squad, action - PIECE)


@jit
def must_deploy(state, tables, squad):
    """True for a squad that infiltrates and whose battlegroup is Directly Deployed: it goes the same way.

    Clauses: DZ-SPEC-24, DZ-DEP-06.
    """
    group = tables.squad_group[squad]
    return group >= 0 and state.direct[SEAT_OF_SQUAD[squad], group] != 0


@jit
def has_deployment(state, tables, squad, reach):
    """True if a whole squad can be deployed somewhere. Clause: DZ-DEP-03."""
    for cell in range(CELLS):
        if can_deploy_all(state, tables, squad, cell, reach):
            return True
    return False


@jit
def can_deploy(state, tables, slot, cell, reach):
    """True if a unit may be deployed in a cell: of its zone, or, with `reach`, near its edge.

    With `reach` a cell of its zone is allowed only with its battlegroup.

    Clauses: DZ-DEP-03, DZ-SPEC-24.
    """
    zone = state.zone[SEAT_OF[slot]]
    if not is_on_board(tables, cell % WIDTH, cell // WIDTH):
        return False
    if reach == 0 or tables.edge_far[zone, cell] > reach:
        if tables.zone[zone, cell] == 0 or (reach > 0 and not must_deploy(state, tables, tables.unit_squad[slot])):
            return False
    if is_aircraft(tables, slot):
        return can_hover(state, tables, cell) or can_stand(state, tables, Kind.AIRCRAFT, cell)
    return can_stand(state, tables, tables.unit_kind[slot], cell)


@jit
def place_for(state, tables, slot, cell, reach, placed, first):
    """Where another unit of a squad is deployed: as near its leader's cell as can be, coherent; ties by lower y, then x; -1.

    Clauses: DZ-DEP-03, DZ-GRID-11.
    """
    near = coherency_of(tables, slot)
    span = near * (slot - first)
    x = cell % WIDTH
    y = cell // WIDTH
    best = -1
    least = 1 << 30
    for j in range(max(0, y - span), min(tables.size - 1, y + span) + 1):
        for i in range(max(0, x - span), min(tables.size - 1, x + span) + 1):
            n = (i - x) * (i - x) + (j - y) * (j - y)
            if n < least and is_by_mate(state, j * WIDTH + i, near, placed, first):
                if can_deploy(state, tables, slot, j * WIDTH + i, reach):
                    least = n
                    best = j * WIDTH + i
    return best


@jit
def put_squad(state, tables, squad, cell, reach):
    """Put the units of a squad around its leader's cell; returns how many were put, from the first."""
    first = tables.squad_first[squad]
    placed = 0
    for k in range(tables.squad_size[squad]):
        slot = first + k
        at = cell if k == 0 else place_for(state, tables, slot, cell, reach, placed, first)
        if at < 0:
            return k
        put_unit(state, slot, at, 1 if is_aircraft(tables, slot) and can_hover(state, tables, at) else 0)
        placed |= 1 << k
    return tables.squad_size[squad]


@jit
def can_deploy_all(state, tables, squad, cell, reach):
    """True if a whole squad can be deployed, its leader in a cell. Clauses: DZ-DEP-03, DZ-GRID-12."""
    first = tables.squad_first[squad]
    if not can_deploy(state, tables, first, cell, reach):
        return False
    if tables.squad_size[squad] == 1:
        return True
    n = put_squad(state, tables, squad, cell, reach)
    for k in range(n):
        lift_unit(state, first + k)
    return n == tables.squad_size[squad]


@jit
def deploy(state, tables, squad, cell, reach):
    """A squad is deployed around its leader's cell, Aircraft aloft where they can be. Clauses: DZ-DEP-03, DZ-GRID-11."""
    put_squad(state, tables, squad, cell, reach)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        set_status(state, tables, slot, Status.ON_TABLE)
        note(state, Event.PLACED, unit=slot, cell=state.units[slot].cell)


@jit
def has_hideout(state, tables, squad):
    """True if a squad that infiltrates may begin in any Garrison."""
    for piece in range(tables.n_pieces):
        if can_hide(state, tables, squad, piece):
            return True
    return False


@jit
def can_hide(state, tables, squad, piece):
    """True if Infantry that infiltrates may begin in a Garrison. Clauses: DZ-SPEC-24, DZ-GAR-01."""
    lead = tables.squad_first[squad]
    if not is_infantry(tables, lead) or not is_garrison(state, tables, piece) or not has_room_for(state, tables, squad, piece):
        return False
    box = tables.piece_box[piece]
    zone = state.zone[SEAT_OF[lead]]
    for y in range(box[2], box[3] + 1):
        for x in range(box[0], box[1] + 1):
            if tables.edge_far[zone, y * WIDTH + x] <= tables.unit_infiltrate[lead]:
                return True
    return False


@jit
def has_room_for(state, tables, squad, piece):
    """True if a whole squad fits into a Garrison. Clause: DZ-GAR-01."""
    return units_in(state, tables, piece) + tables.squad_size[squad] <= tables.piece_dp[piece]


@jit
def hide(state, tables, squad, piece):
    """A squad that infiltrates begins in a Garrison. Clause: DZ-SPEC-24."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        set_status(state, tables, slot, Status.ON_TABLE)
    push_enter(state, squad, piece, 0)
