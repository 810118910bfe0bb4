"""The board measured once: steps, jumps, sight, cover, spans. Builders of tables; see `data/fields.py`. Section Digitising."""

from __future__ import annotations

import math

from skirmish_rl.envs.core.grid import distance2, isqrt, neighbour
from skirmish_rl.envs.core.jit import builder, jit
from skirmish_rl.envs.trench_crusade.data.fields import BLASTS, COVER, DISTANCES, HEIGHTS, MODES, MOVERS, ORTHOGONALS, PACKED, SIGHT
from skirmish_rl.envs.trench_crusade.rules.routes import AREA, DROP_FITS, KEY, LEVITATING, SURE_FOOTED, TEST_FITS, measure_edge, spread
from skirmish_rl.envs.trench_crusade.state import CELLS, DIAGONAL, DIRECTIONS, HALVES, REACH, ROWS, TENTHS, WIDTH, Mode, Terrain

STAIR = 3
_SHIFT = 0.4
_EPS = 1e-9
SEGMENTS = 3  # between two cells
# Rows of bits of `trace_rows`: what blocks each segment, what covers its last and its first cell; where what blocks and what covers is.
FLAT = 7
_BESIDE_LAST, _BESIDE_FIRST, _TALL, _COVERING = 3, 4, 5, 6
_EYE = 1.5  # above the cell a model is in
_BACK = 4  # cover of the first cell from the second
_STRAIGHT = (1, 3, 4, 6)  # the orthogonal ones of the eight directions: S, W, E, N


@builder("i2[:, :]", "i2[:, :]")
@jit
def fill_spans(span, blast_span):
    """Squared distances of centres for every distance between bases. Section Digitising, Grid."""
    for rise in range(HEIGHTS):
        for halves in range(DISTANCES):
            q = halves * halves - 4 * rise * rise
            span[rise, halves] = -1 if q < 0 else (4 + q + isqrt(16 * q)) // 4
        for inches in range(BLASTS):
            q = inches * inches - rise * rise
            blast_span[rise, inches] = -1 if q < 0 else q + (1 + isqrt(16 * q)) // 4


@jit
def is_wall(terrain, impassable, cell):
    """True for what closes a diagonal step. Clause: TC-GEN-10."""
    return impassable[cell] != 0 or terrain[cell] == Terrain.WALL


@builder("u1[:]", "u1[:]", "i1[:]", "u1[:]", "u1[:]", "i2[:, :]", "u1[:, :, :]", "i1[:, :]", "u1[:, :]", "i2[:]")
@jit
def fill_steps(on_board, terrain, height, impassable, cost, next_, step, rise, jump, ledge):
    """Fill in neighbours, costs and heights of all steps, jumps and ledges.

    Clauses: TC-GEN-10, TC-TER-02, TC-TER-03, TC-TER-07, TC-JMP-01, TC-FALL-04.

    Args:
        cost: uint8 (terrains,), factor of a step into each terrain.
    """
    for cell in range(CELLS):
        ledge[cell] = -1
        for k in range(DIRECTIONS):
            there = neighbour(WIDTH, ROWS, cell, k)
            if there >= 0 and on_board[cell] and on_board[there]:
                next_[cell, k] = there
            else:
                next_[cell, k] = -1
    for cell in range(CELLS):
        if on_board[cell] == 0 or impassable[cell]:
            continue
        for k in range(DIRECTIONS):
            there = next_[cell, k]
            if there < 0 or impassable[there]:
                continue
            straight = there % WIDTH == cell % WIDTH or there // WIDTH == cell // WIDTH
            climb = int(height[there]) - int(height[cell])
            if climb <= -3 and (ledge[cell] < 0 or (straight and distance2(WIDTH, cell, ledge[cell]) > 1)):
                ledge[cell] = there
            if not straight:
                one = cell // WIDTH * WIDTH + there % WIDTH
                other = there // WIDTH * WIDTH + cell % WIDTH
                if is_wall(terrain, impassable, one) and is_wall(terrain, impassable, other):
                    continue
            extra = 0
            low = cell if climb > 0 else there
            if straight and abs(climb) == STAIR and terrain[low] == Terrain.STAIRS:
                extra = STAIR * TENTHS
            elif abs(climb) > 1:
                rise[cell, k] = climb
            base = TENTHS if straight else DIAGONAL
            for mover in range(MOVERS):
                factor = 1 if mover == SURE_FOOTED else int(cost[terrain[there]])
                step[mover, cell, k] = base * factor + extra
        for d in range(ORTHOGONALS):
            jump[cell, d] = gap_width(next_, height, impassable, cell, _STRAIGHT[d])


@jit
def gap_width(next_, height, impassable, cell, k):
    """Lower cells between a cell and the next one of its height in a direction; 0 if there is no such gap."""
    width = 0
    there = next_[cell, k]
    while there >= 0 and height[there] < height[cell]:
        width += 1
        there = next_[there, k]
    return width if there >= 0 and height[there] == height[cell] and impassable[there] == 0 else 0


@builder("i2[:, :]", "u1[:]", "u1[:]", "i8[:]")
@jit
def number_trenches(next_, terrain, trench, queue):
    """A number for each trench: cells that touch are one. Digitising, LOS and cover.

    Args:
        trench: uint8 (cells,), blank, written. queue: int64 (cells,), working space.
    """
    last = 0
    for cell in range(CELLS):
        if terrain[cell] != Terrain.TRENCH or trench[cell]:
            continue
        last += 1
        trench[cell] = last
        queue[0] = cell
        length = 1
        while length > 0:
            length -= 1
            here = queue[length]
            for k in range(DIRECTIONS):
                there = next_[here, k]
                if there >= 0 and terrain[there] == Terrain.TRENCH and trench[there] == 0:
                    trench[there] = last
                    queue[length] = there
                    length += 1


@builder("u1[:]", "u1[:]", "i1[:]", "u1[:]", "u1[:]", "u1[:, :]", "i8[:, :]", "f8[:, :]", "i8[:, :]")
@jit
def fill_sight(on_board, terrain, height, top, covers, sight, steps, middle, rows):
    """LOS and cover of every pair of cells, but for what trenches cover. Digitising, LOS and cover; TC-GEN-06, TC-TER-08, TC-MEL-03.

    Segments of one direction and length cross the same cells wherever they begin, so each is drawn once. On the ground, what they meet
    is found for all cells of a row at once.

    Args:
        covers: uint8 (terrains,), 1 for terrain that gives cover beside a model.
        sight: uint8 (cells, cells // PACKED), blank, written.
        steps: int64 (SEGMENTS, WIDTH + ROWS), middle: float64, the same shape, rows: int64 (FLAT, ROWS), blank: working space.
    """
    for cell in range(CELLS):
        if on_board[cell]:
            note_sight(sight, cell, cell, SIGHT)
        if top[cell] >= _EYE - _EPS:
            rows[_TALL, cell // WIDTH] |= 1 << cell % WIDTH
        if top[cell] and covers[terrain[cell]]:
            rows[_COVERING, cell // WIDTH] |= 1 << cell % WIDTH
    for dy in range(1 - ROWS, 1):
        for dx in range(1 - WIDTH, WIDTH if dy < 0 else 0):
            rows[:SEGMENTS] = 0
            rows[_BESIDE_LAST] = 0
            rows[_BESIDE_FIRST] = 0
            for k in range(SEGMENTS):
                draw_segment(dx, dy, k - 1, steps[k], middle[k])
                trace_rows(dx, dy, k, steps[k], rows)
            for y in range(-dy, ROWS):
                for a in range(y * WIDTH + max(0, -dx), y * WIDTH + WIDTH - max(0, dx)):
                    b = a + dy * WIDTH + dx
                    if on_board[a] == 0 or on_board[b] == 0:
                        continue
                    bits = 0
                    if height[a] == 0 and height[b] == 0:
                        bits = flat_bits(rows, a % WIDTH, y)
                    else:
                        for k in range(SEGMENTS):
                            bits |= trace_segment(terrain, height, top, covers, a, b, steps[k], middle[k])
                    note_sight(sight, a, b, sight_bits(terrain, b, bits & SIGHT, bits & COVER != 0))
                    note_sight(sight, b, a, sight_bits(terrain, a, bits & SIGHT, bits & _BACK != 0))


@jit
def trace_rows(dx, dy, k, steps, rows):
    """Note what one of the segments between two cells on the ground meets, for each row of first cells as bits. See `trace_segment`.

    Args:
        steps: of the segment k, see `draw_segment`.
    """
    first = -dy * WIDTH + max(0, -dx)  # a cell that it can begin in
    n = 0
    while steps[n] != 0:
        cell = first + steps[n]
        right = cell % WIDTH - first % WIDTH
        down = cell // WIDTH - first // WIDTH
        last = (right - dx) ** 2 + (down - dy) ** 2 <= 2
        near = right * right + down * down <= 2
        for y in range(-dy, ROWS):
            tall = rows[_TALL, y + down]
            beside = rows[_COVERING, y + down]
            rows[k, y] |= tall >> right if right >= 0 else tall << -right
            if last:
                rows[_BESIDE_LAST, y] |= beside >> right if right >= 0 else beside << -right
            if near:
                rows[_BESIDE_FIRST, y] |= beside >> right if right >= 0 else beside << -right
        n += 1


@jit
def flat_bits(rows, x, y):
    """What the three segments from a cell on the ground meet together, as `trace_segment` tells it of one."""
    bits = 0
    if (rows[0, y] & rows[1, y] & rows[2, y]) >> x & 1 == 0:
        bits |= SIGHT
    if rows[_BESIDE_LAST, y] >> x & 1:
        bits |= COVER
    if rows[_BESIDE_FIRST, y] >> x & 1:
        bits |= _BACK
    return bits


@jit
def note_sight(sight, here, there, bits):
    """Write an entry of `sight` that is blank."""
    sight[here, there // PACKED] |= bits << 2 * (there % PACKED)


@jit
def sight_bits(terrain, target, seen, beside):
    """The entry of `sight` for a target: LOS, and cover by its own cell or what stands beside it. Clause: TC-TER-08."""
    if beside or terrain[target] == Terrain.LOW_WALL:
        return seen | COVER
    return seen


@jit
def draw_segment(dx, dy, shift, steps, middle):
    """The cells that one of the three segments between two cells crosses; exact corner crossings step diagonally.

    Args:
        steps: what to add to the first cell, its last entry before 0 the cell before the end. middle: how far along the segment the
            middle of the crossing is, of 1. Both are written.
    """
    length = math.sqrt(dx * dx + dy * dy)
    ox = -_SHIFT * shift * dy / length
    oy = _SHIFT * shift * dx / length
    sx = 1 if dx > 0 else -1
    sy = 1 if dy > 0 else -1
    i = 0
    j = 0
    n = 0
    here = 0.0
    while i < abs(dx) or j < abs(dy):
        tx = (sx * (i + 0.5) - ox) / dx if i < abs(dx) else 2.0
        ty = (sy * (j + 0.5) - oy) / dy if j < abs(dy) else 2.0
        there = min(tx, ty)
        if i + j > 0:
            steps[n] = i * sx + j * sy * WIDTH
            middle[n] = (here + there) / 2
            n += 1
        if tx <= ty + _EPS:
            i += 1
        if ty <= tx + _EPS:
            j += 1
        here = there
    steps[n] = 0


@jit
def trace_segment(terrain, height, top, covers, a, b, steps, middle):
    """What a segment between two cells meets, see `draw_segment`.

    Returns:
        SIGHT if it is free; COVER if it passes covering terrain beside b, _BACK if it passes it beside a.
    """
    eye = height[a] + _EYE
    climb = float(height[b]) - float(height[a])
    bits = SIGHT
    n = 0
    while steps[n] != 0:
        cell = a + steps[n]
        if top[cell]:
            if top[cell] >= eye + climb * middle[n] - _EPS:
                bits &= ~SIGHT
            if covers[terrain[cell]]:
                if distance2(WIDTH, cell, b) <= 2 and 2 * top[cell] > 2 * height[b]:
                    bits |= COVER
                if distance2(WIDTH, cell, a) <= 2 and 2 * top[cell] > 2 * height[a]:
                    bits |= _BACK
        n += 1
    return bits


@builder("tables")
@jit
def fill_edges(tables):
    """What every step takes for every mover and mode, and from where gaps can be jumped. Digitising, Movement.

    Args:
        tables: one record of a scenario with its steps, jumps and wire; `taken` and `leaps` are written.
    """
    for cell in range(CELLS):
        for d in range(ORTHOGONALS):
            if tables.jump[cell, d]:
                tables.leaps[cell] = 1
        for mover in range(MOVERS):
            for mode in range(MODES):
                for k in range(DIRECTIONS):
                    if tables.next[cell, k] >= 0:
                        tables.taken[mover, mode, cell, k] = measure_edge(tables, cell, k, 0, mover, mode)


@builder("tables", "u2[:]", "i8")
@jit
def fill_walk(tables, plane, mover):
    """Costs of walking from every cell, models ignored. Digitising, Movement.

    Args:
        tables: one record of a scenario with its edges; `walk` of this mover is written. plane: uint16 (PLANE,), blank.
    """
    for cell in range(CELLS):
        if tables.on_board[cell] == 0 or tables.impassable[cell]:
            continue
        spread(tables, plane, cell, REACH * TENTHS, mover, Mode.WALK, 1, -1)
        for at in range(AREA):
            tables.walk[mover, cell, at] = plane[at] & KEY
        plane[:] = 0


@builder("tables", "u2[:]", "i8", "i8")
@jit
def fill_modes(tables, plane, mover, halves):
    """Which modes of movement differ from those before them, models ignored. Digitising, Movement.

    Args:
        tables: one record of a scenario; `modes` of this mover and budget is written. plane: uint16 (PLANE,), blank.
    """
    for cell in range(CELLS):
        if tables.on_board[cell] == 0 or tables.impassable[cell]:
            continue
        bits = 0
        budget = halves * TENTHS // HALVES
        if spread(tables, plane, cell, budget, mover, Mode.RISK, 1, -1) & TEST_FITS:
            bits |= 1 << Mode.RISK
        plane[:] = 0
        if mover != LEVITATING and spread(tables, plane, cell, budget, mover, Mode.DROP, 1, -1) & DROP_FITS:
            bits |= 1 << Mode.DROP
        plane[:] = 0
        tables.modes[mover, halves, cell] = bits
