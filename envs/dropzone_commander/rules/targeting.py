"""What a weapon may be fired at: arc, range, line of sight, cover of Garrisons. Chapters SHT, SPEC, ABIL."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.data.fields import UNLIMITED
from skirmish_rl.envs.dropzone_commander.kit import Category, Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_infantry, is_present, uses_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, has_prop, outermost, sectors_of, wall_far
from skirmish_rl.envs.dropzone_commander.rules.sight import (
    EDGE_FACING,
    HULL,
    SCALE,
    best_point,
    eye_of,
    is_hull_down,
    is_on_edge,
    is_open_past,
    point_of,
    sees,
    solid_in,
)
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, WIDTH, Gift, Mark, Mode, Prop, Site, Stand

AIR_RANGE = 6  # inches of a combined shot that may hit Aircraft, DZ-SPEC-16
MOST_COMBINED = 9
CLEAR, HULL_DOWN, HIDDEN = 0, 1, 2  # how a target is seen


@jit
def can_fire(state, tables, slot, weapon, round_long):
    """True if a unit may fire a weapon now, whatever at: not used in this round, nor another of its group, nor moved too far.

    Clauses: DZ-SHT-01, DZ-MOV-08, DZ-MOV-09, DZ-TRN-20, DZ-SPEC-02, DZ-SPEC-13, DZ-RF-02.

    Args:
        round_long: what it moved in this round counts, not in this activation.
    """
    unit = state.units[slot]
    squad = state.squads[tables.unit_squad[slot]]
    if (unit.fired >> weapon) & 1:
        return False
    alt = tables.weapon_alt[slot, weapon]
    if alt > 0:
        for other in range(tables.unit_weapons[slot]):
            if tables.weapon_alt[slot, other] == alt and (unit.fired >> other) & 1:
                return False
    if tables.weapon_limited[slot, weapon] > 0 and uses_of(unit, weapon) >= tables.weapon_limited[slot, weapon]:
        return False
    free = tables.weapon_free[slot, weapon]
    if free == UNLIMITED:
        return True
    if free == 0 and (squad.marks & Mark.SHIFTED or squad.out or squad.marks & Mark.ENTERED != 0):
        return False
    return (unit.travelled if round_long else unit.moved) <= free


@jit
def shots_of(state, tables, slot, weapon):
    """Shots of a weapon, less for DP lost. Clauses: DZ-SPEC-15, DZ-CARD-C21."""
    n = tables.weapon_shots[slot, weapon]
    if tables.weapon_reduced[slot, weapon] > 0:
        n -= tables.weapon_reduced[slot, weapon] * (tables.unit_dp[slot] - state.units[slot].dp)
    if tables.weapon_close[slot, weapon] and state.squads[tables.unit_squad[slot]].gifts & Gift.DOUBLE:
        n *= 2
    return max(n, 0)


@jit
def energy_of(state, tables, slot, weapon, mode):
    """Energy of a weapon as it is fired. Clauses: DZ-SPEC-16, DZ-CARD-C19."""
    energy = tables.weapon_energy[slot, weapon]
    if mode != Mode.NORMAL:
        energy = max(energy, min(energy + shots_of(state, tables, slot, weapon) - 1, MOST_COMBINED))
    return energy + state.squads[tables.unit_squad[slot]].energy


@jit
def aa_of(state, tables, slot, weapon, mode):
    """AA value of a weapon, -1 if it has none. Clauses: DZ-SPEC-01, DZ-SPEC-16, DZ-CARD-C15."""
    aa = tables.weapon_aa[slot, weapon]
    if aa < 0 and (mode == Mode.COMBINED_AIR or state.squads[tables.unit_squad[slot]].gifts & Gift.TRACKING != 0):
        return 0
    return aa


@jit
def wall_cells(tables, unit):
    """Cells behind the edge that a unit is on: (first, step, how many)."""
    box = tables.piece_box[unit.piece]
    wide = box[1] - box[0] + 1
    high = box[3] - box[2] + 1
    if unit.site == Site.NORTH:
        return box[3] * WIDTH + box[0], 1, wide
    if unit.site == Site.SOUTH:
        return box[2] * WIDTH + box[0], 1, wide
    if unit.site == Site.EAST:
        return box[2] * WIDTH + box[1], WIDTH, high
    return box[2] * WIDTH + box[0], WIDTH, high


@jit
def reach_to(state, tables, slot, target):
    """Inches between firer and target, edges of Garrisons measured as such. Clauses: DZ-GAR-08, DZ-GAR-09, DZ-SHT-06."""
    a = state.units[slot]
    b = state.units[target]
    if is_on_edge(a) and is_on_edge(b):
        cell, step, n = wall_cells(tables, b)
        best = UNLIMITED
        for k in range(n):
            best = min(best, wall_far(tables, a.piece, a.site, cell + k * step))
        return best
    if is_on_edge(a):
        return wall_far(tables, a.piece, a.site, b.cell)
    if is_on_edge(b):
        return wall_far(tables, b.piece, b.site, state.units[outermost(state, slot)].cell)
    return gap(state, tables, slot, target)


@jit
def is_in_arc(state, tables, slot, weapon, x, y):
    """True if a point (tenths) lies in a sector of a weapon, seen from the unit or from any point of its edge.

    Clauses: DZ-SHT-05, DZ-GAR-08.
    """
    arc = tables.weapon_arc[slot, weapon]
    if arc == 15:
        return True
    unit = state.units[slot]
    if unit.piece >= 0:
        for k in range(5):
            ax, ay = point_of(state, tables, slot, k)
            if sectors_of(EDGE_FACING[unit.site], x - ax, y - ay) & arc:
                return True
        return False
    ax, ay = point_of(state, tables, slot, 0)
    return sectors_of(state.squads[tables.unit_squad[slot]].facing, x - ax, y - ay) & arc != 0


@jit
def is_arc_to(state, tables, slot, weapon, target):
    """True if a unit lies in a sector of a weapon. Clauses: DZ-SHT-05, DZ-GAR-09."""
    if tables.weapon_arc[slot, weapon] == 15:
        return True
    if is_on_edge(state.units[target]):
        for k in range(5):
            x, y = point_of(state, tables, target, k)
            if is_in_arc(state, tables, slot, weapon, x, y):
                return True
        return False
    x, y = point_of(state, tables, target, 0)
    return is_in_arc(state, tables, slot, weapon, x, y)


@jit
def range_of(state, tables, slot, weapon, mode, active):
    """Range of a weapon. Clauses: DZ-SHT-06, DZ-SPEC-16, DZ-SCEN-S4-02."""
    reach = tables.weapon_near[slot, weapon] if active else tables.weapon_far[slot, weapon]
    if mode == Mode.COMBINED_AIR:
        reach = AIR_RANGE
    unit = state.units[slot]
    if reach < UNLIMITED and unit.piece >= 0 and tables.piece_double[unit.piece] and is_infantry(tables, slot):
        reach *= 2
    return reach


@jit
def is_spotter(state, tables, scout):
    """True for a Scout from whom Indirect weapons may draw their lines of sight. Clauses: DZ-SPEC-12, DZ-SPEC-25."""
    return tables.unit_category[scout] == Category.SCOUT and is_present(state.units[scout]) and is_shooter(state.units[scout])


@jit
def view_from(state, tables, slot, target, articulated):
    """How a unit sees another: CLEAR, HULL_DOWN or HIDDEN, and from which of its points. Clauses: DZ-SHT-07, DZ-SHT-08."""
    seen, point = best_point(state, tables, slot, target, articulated)
    if seen == 0:
        return HIDDEN, point
    return HULL_DOWN if is_hull_down(state, tables, slot, target, seen, point) else CLEAR, point


@jit
def spotted_view(state, tables, slot, target):
    """How the friendly Scout who sees a target best sees it. Clauses: DZ-SPEC-12, DZ-SPEC-25."""
    best = HIDDEN
    seat = SEAT_OF[slot]
    for scout in range(FIRST[seat], FIRST[seat + 1]):
        if best > CLEAR and scout != slot and is_spotter(state, tables, scout):
            view, _ = view_from(state, tables, scout, target, 0)
            best = min(best, view)
    return best


@jit
def hides(tables, slot, weapon, target):
    """True if it helps a target against a weapon to be Hull Down. Clauses: DZ-SHT-08, DZ-SPEC-06, DZ-SPEC-23."""
    return tables.weapon_cover[slot, weapon] & HULL == 0 and not has_trait(tables, target, Trait.LARGE)


@jit
def is_hull_down_to(state, tables, slot, weapon, target):
    """True if a target is Hull Down to a weapon. Clauses: DZ-SHT-08, DZ-SPEC-12."""
    view, _ = view_from(state, tables, slot, target, tables.weapon_articulated[slot, weapon])
    if view != CLEAR and tables.weapon_indirect[slot, weapon]:
        view = min(view, spotted_view(state, tables, slot, target))
    return view == HULL_DOWN and hides(tables, slot, weapon, target)


@jit
def is_piece_spotted(state, tables, slot, piece):
    """True if a friendly Scout sees a piece of scenery. Clause: DZ-SPEC-12."""
    seat = SEAT_OF[slot]
    for scout in range(FIRST[seat], FIRST[seat + 1]):
        if scout != slot and is_spotter(state, tables, scout) and sees_piece(state, tables, scout, piece, 0):
            return True
    return False


@jit
def is_shooter(unit):
    """True for a unit from which one can shoot with ranged weapons: not in the centre of a Garrison. Clause: DZ-GAR-08."""
    return unit.piece < 0 or unit.site != Site.CENTRE


@jit
def is_exposed(state, tables, slot, weapon, target):
    """True if the rules let a weapon be aimed at a unit at all.

    Clauses: DZ-SHT-03, DZ-CORE-10, DZ-CQ-01, DZ-GAR-12, DZ-TRN-06, DZ-SPEC-09.
    """
    unit = state.units[target]
    if not is_present(unit) or unit.dp == 0 or SEAT_OF[target] == SEAT_OF[slot]:
        return False
    if unit.piece >= 0:
        if unit.piece == state.units[slot].piece:
            return False
        return unit.site != Site.CENTRE or tables.weapon_flame[slot, weapon] != 0
    return True


@jit
def can_aim(state, tables, slot, weapon, mode, target):
    """True if a unit may aim a weapon at another.

    Clauses: DZ-SHT-03..08, DZ-AIR-05, DZ-TRN-19, DZ-SPEC-12, DZ-GAR-08, DZ-GAR-09.
    """
    if not is_exposed(state, tables, slot, weapon, target):
        return False
    aim = state.units[target]
    if aim.flying and (aa_of(state, tables, slot, weapon, mode) < 0 or state.squads[tables.unit_squad[slot]].marks & Mark.AERIAL != 0):
        return False
    if is_within(aim):
        return flame_site(state, tables, slot, weapon, mode, target) != Site.CENTRE
    return has_line(state, tables, slot, weapon, mode, target)


@jit
def is_within(unit):
    """True for a unit in the centre of a Garrison."""
    return unit.piece >= 0 and unit.site == Site.CENTRE


@jit
def flame_site(state, tables, slot, weapon, mode, target):
    """The edge that a Flame weapon is aimed at to burn who stands in the centre: the best seen, the first of equals; CENTRE for none.

    Clause: DZ-SPEC-09. The target is put on each edge in turn; it is left where it was.
    """
    unit = state.units[target]
    best = Site.CENTRE
    clearest = HIDDEN + 1
    for site in range(Site.NORTH, Site.WEST + 1):
        unit.site = site
        if has_line(state, tables, slot, weapon, mode, target):
            view, _ = view_from(state, tables, slot, target, tables.weapon_articulated[slot, weapon])
            if view < clearest:
                clearest = view
                best = site
    unit.site = Site.CENTRE
    return best


@jit
def has_line(state, tables, slot, weapon, mode, target):
    """True if a target lies in range, arc and sight of a weapon. Clauses: DZ-SHT-04..08, DZ-SPEC-12, DZ-GAR-08, DZ-GAR-09."""
    far = reach_to(state, tables, slot, target)
    if far > range_of(state, tables, slot, weapon, mode, tables.unit_active[target]) and far > 1:
        return False
    if not is_arc_to(state, tables, slot, weapon, target):
        return False
    if tables.weapon_indirect[slot, weapon]:
        return True
    return sees(state, tables, slot, target, tables.weapon_articulated[slot, weapon])


@jit
def can_aim_at_piece(state, tables, slot, weapon, mode, piece):
    """True if a unit may aim a weapon at Destructible scenery. Clauses: DZ-SHT-03, DZ-SCN-02, DZ-SHT-06."""
    if not has_prop(tables, piece, Prop.DESTRUCTIBLE) or state.pieces[piece].stand != Stand.WHOLE or state.pieces[piece].dp == 0:
        return False
    unit = state.units[slot]
    if unit.piece == piece:
        return False
    box = tables.piece_box[piece]
    far = tables.wall_gap[unit.piece, unit.site, piece] if unit.piece >= 0 else tables.piece_far[piece, unit.cell]
    if far > range_of(state, tables, slot, weapon, mode, 0) and far > 1:
        return False
    x = SCALE * (box[0] + box[1] + 1) // 2
    y = SCALE * (box[2] + box[3] + 1) // 2
    if not is_in_arc(state, tables, slot, weapon, x, y):
        return False
    return tables.weapon_indirect[slot, weapon] != 0 or sees_piece(state, tables, slot, piece, tables.weapon_articulated[slot, weapon])


@jit
def sees_piece(state, tables, slot, piece, articulated):
    """True if a unit sees the middle of any cell on the outline of a piece. Clause: DZ-SHT-03."""
    box = tables.piece_box[piece]
    high = tables.piece_height[piece] // 2
    eye = eye_of(state, tables, slot, articulated)
    mine = state.units[slot].piece
    for k in range(5 if mine >= 0 else 1):
        ax, ay = point_of(state, tables, slot, (k + 2) % 5 if mine >= 0 else 0)
        west, east, south, north = SCALE * box[0], SCALE * (box[1] + 1), SCALE * box[2], SCALE * (box[3] + 1)
        between = solid_in(state, tables, min(ax, west), max(ax, east), min(ay, south), max(ay, north), mine, piece)
        if between == 0:
            return True
        for x in range(box[0], box[1] + 1):
            for y in range(box[2], box[3] + 1):
                if x == box[0] or x == box[1] or y == box[2] or y == box[3]:
                    if is_open_past(tables, between, ax, ay, eye, SCALE * x + 5, SCALE * y + 5, high):
                        return True
    return False
