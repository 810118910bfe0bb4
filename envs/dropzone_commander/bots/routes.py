"""What a cell is worth to who goes there."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import _FEAR, _FLAK, _HIDDEN, _LURE, foe_far, is_seen_from
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison
from skirmish_rl.envs.dropzone_commander.state import WIDTH, Prop


@jit
def ground_value(state, tables, scratch, slot, cell, again):
    """Value of a cell for a unit on the ground: shots from there, or the way to them, less what shoots at it there.

    Args:
        again: share of a shot that it can still take; 1 in this activation, less for the next.
    """
    eye = 4 if tables.unit_kind[slot] == Kind.WALKER else 2
    shot = 0.0
    lure = 0.0
    worst = 0.0
    threat = 0.0
    for k in range(scratch.n_foes):
        far = foe_far(tables, scratch, k, cell)
        near = scratch.range[k]
        in_range = far <= near
        feared = scratch.bite[k] > 0.0 and far <= scratch.reach[k]
        seen = (in_range or feared) and is_seen_from(state, tables, scratch, k, cell, eye)
        if in_range and seen:
            shot = max(shot, scratch.want[k] + 0.0)
        else:
            lure = max(lure, scratch.want[k] / (1.0 + 0.1 * max(far - near, 0) + (0.3 + 0.02 * far if in_range else 0.0)))
        if feared:
            bite = scratch.bite[k] if seen else _HIDDEN * scratch.bite[k]
            threat += bite
            worst = max(worst, bite + 0.0)
    return again * shot + _LURE * lure - _FEAR * min(worst + 0.3 * (threat - worst), 1.2 * scratch.worth[slot])


@jit
def air_value(state, tables, scratch, cell, origin, cap):
    """The expected cost of anti-air to an Aircraft that ends over a cell, its way there included. Strategy note 8."""
    worst = 0.0
    threat = 0.0
    for k in range(scratch.n_foes):
        if scratch.aerial[k] > 0.0:
            far = foe_far(tables, scratch, k, cell)
            reach = scratch.aerial_reach[k]
            bite = 0.0
            if far <= reach:
                bite = scratch.aerial[k] + 0.0
            elif origin >= 0 and foe_far(tables, scratch, k, midway(cell, origin)) <= reach:
                bite = 0.5 * scratch.aerial[k]
            threat += bite
            worst = max(worst, bite)
    return _FLAK * min(worst + 0.4 * (threat - worst), cap)


@jit
def landed_value(state, tables, scratch, cell, cap):
    """The expected cost of ground fire to an Aircraft that stands landed in a cell. Clause: DZ-AIR-03."""
    threat = 0.0
    for k in range(scratch.n_foes):
        if scratch.bite[k] > 0.0 and foe_far(tables, scratch, k, cell) <= scratch.reach[k]:
            threat += scratch.bite[k] if is_seen_from(state, tables, scratch, k, cell, 2) else 0.3 * scratch.bite[k]
    return 0.5 * min(threat, cap)


@jit
def midway(a, b):
    """The cell in the middle between two."""
    return ((a // WIDTH + b // WIDTH) // 2) * WIDTH + (a % WIDTH + b % WIDTH) // 2


@jit
def home_far(state, tables, scratch, cell):
    """Inches from a cell to the viewer's own edge. Clause: DZ-OBJ-18."""
    zone = state.zone[scratch.viewer]
    return tables.edge_far[zone, cell] if zone >= 0 and cell >= 0 else 0


@jit
def shelter_far(state, tables, cell):
    """Inches from a cell (-1: off the table, far from everything) to the nearest entrance of a Garrison that stands."""
    best = 99
    if cell < 0:
        return best
    for piece in range(tables.n_pieces):
        if has_prop(tables, piece, Prop.GARRISON) and is_garrison(state, tables, piece):
            best = min(best, tables.door_far[piece, cell])
    return best
