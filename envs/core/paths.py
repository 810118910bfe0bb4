"""Cheapest ways over a graph of places: cells of a square grid, and nodes on the faces around them.

A ruleset that uses them has in its tables

    width, height                        of the board, in cells of a grid GRID wide
    node_cell, node_height               of each node; node c < CELLS is cell c itself; heights are half cells
    climb_at, climb_count                nodes beside the cells: those of a cell are neighbours
    edge_at, edge_hurts     the edges of node n are edge_at[n] to edge_at[n + 1]; those from edge_hurts[n] on hurt
    edges                   records: `to`, `way` (its kind), `cost`, `swift` (its cost when climbing costs nothing), `side` (of a diagonal
                            step the two cells beside it, else -1)
    body                                 height of the space that a unit fills
    deadly, stand                        cells that hurt, cells that hold a unit

and in its state `board` (who is in a cell, -1), `units.node`, `tokens.cell`, `cost` and `risk` (two stages, nodes), `hub` and `span` (what
a search has touched: the cells within `span` of `hub`). `cost` is FAR and `risk` 0 everywhere while nothing is being searched.

Every edge that hurts nobody costs 10 at least (10 is one cell), or 0 within one cell; so what lies in ring r (costs 10 r to 10 r + 9) lies
within r cells of the start and follows from earlier rings: no queue is needed, and nothing is allocated. Ways with as few dangers
(impacts) as possible come first: layer after layer, each layer begins with the edges that hurt.
"""

from __future__ import annotations

from skirmish_rl.envs.core.grid import cell_on_line, next_cell_on_line
from skirmish_rl.envs.core.jit import jit

FAR = 127  # cost of a node that cannot be reached
MARK = 128  # added to a cost whose node is still to be expanded
LEAP = 2  # the way whose edges cross other cells: a jump
GRID = 30
LAYERS = 30  # more dangers than any way has
ANY, NOTHING = -1, -2  # which token is picked up
NEAR = 2  # half cells: so close must one be to a token to pick it up


@jit
def is_close(tables, cell, node, halves):
    """True if the nearest point of a place's cell lies within some half cells of the middle of a cell, heights considered."""
    here = tables.node_cell[node]
    across = max(2 * abs(here % GRID - cell % GRID) - 1, 0)
    down = max(2 * abs(here // GRID - cell // GRID) - 1, 0)
    rise = tables.node_height[node] - tables.node_height[cell]
    return across * across + down * down + rise * rise <= halves * halves


@jit
def octile(a, b):
    """The cost of the straight way through the air between two cells: 10 a cell, 14 diagonally."""
    dx = abs(a % GRID - b % GRID)
    dy = abs(a // GRID - b // GRID)
    return 10 * max(dx, dy) + 4 * min(dx, dy)


@jit
def clear_ways(state, tables):
    """Forget the last search: nothing can be reached."""
    x = state.hub % GRID
    y = state.hub // GRID
    span = state.span
    stages = 2 if state.taking else 1
    for stage in range(stages):
        for j in range(max(0, y - span), min(tables.height, y + span + 1)):
            for i in range(max(0, x - span), min(tables.width, x + span + 1)):
                cell = j * GRID + i
                state.cost[stage, cell] = FAR
                state.risk[stage, cell] = 0
                if tables.climb_count[cell]:
                    first = tables.climb_at[cell]
                    for node in range(first, first + tables.climb_count[cell]):
                        state.cost[stage, node] = FAR
                        state.risk[stage, node] = 0
    state.hub = 0
    state.span = 0
    state.taking = 0


@jit
def is_free_of(state, cell, mover):
    """True for a cell in which nobody else is."""
    there = state.board[cell]
    return there < 0 or there == mover


@jit
def is_open_leap(state, tables, mover, a, b):
    """True if no unit on the cells that a jump crosses reaches the height where it begins."""
    height = tables.node_height[a]
    i, j = next_cell_on_line(GRID, a, b, 0, 0)
    cell = cell_on_line(GRID, a, b, i, j)
    while cell != b:
        there = state.board[cell]
        if there >= 0 and there != mover:
            foot = tables.node_height[state.units[there].node]
            if foot <= height <= foot + tables.body:
                return False
        i, j = next_cell_on_line(GRID, a, b, i, j)
        cell = cell_on_line(GRID, a, b, i, j)
    return True


@jit
def edge_price(tables, edge, swift):
    """The cost of an edge."""
    return tables.edges[edge].swift if swift else tables.edges[edge].cost


@jit
def can_follow(state, tables, mover, node, edge, ways):
    """True if an edge is of a kind that is allowed (bits of `ways`) and nobody is in the way."""
    step = tables.edges[edge]
    if (ways >> step.way) & 1 == 0 or not is_free_of(state, tables.node_cell[step.to], mover):
        return False
    one = step.side[0]
    if one >= 0 and not is_free_of(state, one, mover) and not is_free_of(state, step.side[1], mover):
        return False
    return step.way != LEAP or is_open_leap(state, tables, mover, node, step.to)


@jit
def relax(state, tables, stage, mover, node, limit, ways, swift, hurting, layer):
    """Follow the edges of a node that hurt, or those that do not; returns True if any node became cheaper to reach."""
    cost = state.cost[stage, node] & FAR
    better = False
    first = tables.edge_hurts[node] if hurting else tables.edge_at[node]
    last = tables.edge_at[node + 1] if hurting else tables.edge_hurts[node]
    for edge in range(first, last):
        price = cost + edge_price(tables, edge, swift)
        to = tables.edges[edge].to
        if price > limit or price >= state.cost[stage, to] & FAR or not can_follow(state, tables, mover, node, edge, ways):
            continue
        if state.cost[stage, to] == FAR:
            state.risk[stage, to] = layer
        state.cost[stage, to] = price + MARK
        better = True
    return better


@jit
def expand(state, tables, stage, mover, origin, limit, ways, swift, layer):
    """Spread all marked places of a stage along edges that do not hurt, ring by ring around a cell.

    Returns:
        True if any of them has edges that hurt.
    """
    x = origin % GRID
    y = origin // GRID
    hurts = False
    for ring in range(limit // 10 + 1):
        low = MARK + 10 * ring
        again = True
        while again:
            again = False
            for j in range(max(0, y - ring), min(tables.height, y + ring + 1)):
                for i in range(max(0, x - ring), min(tables.width, x + ring + 1)):
                    cell = j * GRID + i
                    if low <= state.cost[stage, cell] < low + 10:
                        state.cost[stage, cell] &= FAR
                        hurts |= tables.edge_hurts[cell] < tables.edge_at[cell + 1]
                        again |= relax(state, tables, stage, mover, cell, limit, ways, swift, 0, layer) and swift
                    if tables.climb_count[cell] == 0:
                        continue
                    first = tables.climb_at[cell]
                    for node in range(first, first + tables.climb_count[cell]):
                        if low <= state.cost[stage, node] < low + 10:
                            state.cost[stage, node] &= FAR
                            hurts |= tables.edge_hurts[node] < tables.edge_at[node + 1]
                            again |= relax(state, tables, stage, mover, node, limit, ways, swift, 0, layer) and swift
    return hurts


@jit
def take_up(state, tables, origin, start, limit, takes, layer):
    """Go on in the second stage, with a token, from the places beside it."""
    x = origin % GRID
    y = origin // GRID
    radius = limit // 10
    for token in range(len(state.tokens)):
        there = state.tokens[token].cell
        if there < 0 or (takes != ANY and takes != token):
            continue
        # a node that is near enough lies in the token's cell or beside it, two cells away at most
        for j in range(max(0, y - radius, there // GRID - 2), min(tables.height, y + radius + 1, there // GRID + 3)):
            for i in range(max(0, x - radius, there % GRID - 2), min(tables.width, x + radius + 1, there % GRID + 3)):
                cell = j * GRID + i
                take_at(state, tables, there, cell, start, layer)
                first = tables.climb_at[cell]
                for node in range(first, first + tables.climb_count[cell]):
                    take_at(state, tables, there, node, start, layer)


@jit
def take_at(state, tables, token_cell, node, start, layer):
    """Go on with the token from one place, if it is close enough to it and was reached by a step."""
    cost = state.cost[0, node] & FAR
    if cost == FAR or node == start or not is_close(tables, token_cell, node, NEAR) or cost >= state.cost[1, node] & FAR:
        return
    if state.cost[1, node] == FAR:
        state.risk[1, node] = layer
    state.cost[1, node] = cost + MARK


@jit
def settle_marks(state, tables, stage, origin, radius):
    """Remove the marks that are left on places that cost too much to go on from."""
    x = origin % GRID
    y = origin // GRID
    for j in range(max(0, y - radius), min(tables.height, y + radius + 1)):
        for i in range(max(0, x - radius), min(tables.width, x + radius + 1)):
            cell = j * GRID + i
            if state.cost[stage, cell] >= MARK:
                state.cost[stage, cell] &= FAR
            first = tables.climb_at[cell]
            for node in range(first, first + tables.climb_count[cell]):
                if state.cost[stage, node] >= MARK:
                    state.cost[stage, node] &= FAR


@jit
def hurt_from(state, tables, stage, mover, origin, limit, ways, swift, layer):
    """Follow the edges that hurt from all places reached so far. Returns True if any node became cheaper to reach.

    The dearest places come first: a place that becomes cheaper has then had its turn, at the cost it had with one danger less.
    """
    x = origin % GRID
    y = origin // GRID
    found = False
    for ring in range(limit // 10, -1, -1):
        low = 10 * ring
        high = min(low + 10, FAR)
        for j in range(max(0, y - ring), min(tables.height, y + ring + 1)):
            for i in range(max(0, x - ring), min(tables.width, x + ring + 1)):
                cell = j * GRID + i
                if low <= state.cost[stage, cell] < high and tables.edge_hurts[cell] < tables.edge_at[cell + 1]:
                    found |= relax(state, tables, stage, mover, cell, limit, ways, swift, 1, layer)
                if tables.climb_count[cell] == 0:
                    continue
                first = tables.climb_at[cell]
                for node in range(first, first + tables.climb_count[cell]):
                    if low <= state.cost[stage, node] < high:
                        found |= relax(state, tables, stage, mover, node, limit, ways, swift, 1, layer)
    return found


@jit
def fly_from(state, tables, mover, start, limit, deadly, layer):
    """Reach through the air every free cell that is deadly, or every one that is not. Returns True if any became cheaper to reach."""
    origin = tables.node_cell[start]
    x = origin % GRID
    y = origin // GRID
    radius = limit // 10
    found = False
    for j in range(max(0, y - radius), min(tables.height, y + radius + 1)):
        for i in range(max(0, x - radius), min(tables.width, x + radius + 1)):
            cell = j * GRID + i
            price = octile(origin, cell)
            if price > limit or price >= state.cost[0, cell] & FAR or tables.stand[cell] == 0 or tables.deadly[cell] != deadly:
                continue
            if not is_free_of(state, cell, mover):
                continue
            if state.cost[0, cell] == FAR:
                state.risk[0, cell] = layer
            state.cost[0, cell] = price + MARK
            found = True
    return found


@jit
def find_ways(state, tables, mover, start, limit, kept, takes, ways, swift, flies, layers):
    """Find where a unit can go, and at what cost and danger; the result is in `state.cost` and `state.risk`.

    Args:
        mover: its slot; nobody else may be in the cells it passes.
        start: node where it begins.
        limit: what it may spend; kept: the same once it has picked up a token; a way that has cost more by then ends where it is.
        takes: the token it may pick up, ANY or NOTHING.
        ways: bits of the kinds of edge it may follow. swift: climbing costs nothing.
        flies: it may fly, before it picks something up.
        layers: most dangers; LAYERS for any number.

    `cost[0]` is the cost of the cheapest way of at most `layers` dangers to each node, `risk[0]` the fewest dangers on such a way;
    `cost[1]` and `risk[1]` the same with a token picked up on the way. The start has cost 0.
    """
    clear_ways(state, tables)
    origin = tables.node_cell[start]
    state.hub = origin
    state.span = limit // 10
    state.taking = takes != NOTHING
    state.cost[0, start] = MARK
    if flies:
        fly_from(state, tables, mover, start, limit, 0, 0)
    hurts = False
    hurts_later = False
    for layer in range(layers + 1):
        hurts |= expand(state, tables, 0, mover, origin, limit, ways, swift, layer)
        if takes != NOTHING:
            take_up(state, tables, origin, start, limit, takes, layer)
            if kept > 0:
                hurts_later |= expand(state, tables, 1, mover, origin, kept, ways, swift, layer)
            settle_marks(state, tables, 1, origin, limit // 10)
        if layer == layers:
            return
        more = hurts and hurt_from(state, tables, 0, mover, origin, limit, ways, swift, layer + 1)
        if flies and layer == 0:
            more |= fly_from(state, tables, mover, start, limit, 1, 1)
        if hurts_later:
            more |= hurt_from(state, tables, 1, mover, origin, kept, ways, swift, layer + 1)
        if not more:
            return


@jit
def is_beside_token(state, tables, node, takes):
    """True if a token that may be picked up is close enough to a node."""
    for token in range(len(state.tokens)):
        there = state.tokens[token].cell
        if there >= 0 and (takes == ANY or takes == token) and is_close(tables, there, node, NEAR):
            return True
    return False


@jit
def is_joined(tables, one, other):
    """True if climbing alone, without danger, leads from one place to another: over deadly ground only up and down the same face."""
    cell = tables.node_cell[one]
    if cell != tables.node_cell[other]:
        return False
    if tables.deadly[cell] == 0:
        return True
    if one == cell or other == cell:
        return False
    # the places of a face follow inch by inch, heights are in half inches
    return tables.node_height[one] + 2 * other == tables.node_height[other] + 2 * one


@jit
def step_before(state, tables, stage, mover, node, ways, swift):
    """The lowest-numbered place from which the cheapest way comes to a node by an edge that does not hurt; -1 if there is none.

    Among places that climbing makes equally cheap, the one that is truly cheaper is meant.
    """
    cost = state.cost[stage, node]
    for before in range(tables.used):
        here = state.cost[stage, before]
        if here >= cost:
            continue
        for edge in range(tables.edge_at[before], tables.edge_hurts[before]):
            to = tables.edges[edge].to
            same = to == node or (swift and state.cost[stage, to] == cost and is_joined(tables, to, node))
            if same and here + edge_price(tables, edge, swift) == cost:
                if can_follow(state, tables, mover, before, edge, ways):
                    return before
    return -1


@jit
def first_danger(state, tables, mover, start, goal, stage, limit, kept, takes, ways, swift, flies):
    """The place of the first danger on a unit's way to a goal, on the way that `find_ways` counts on.

    The arguments are those of `find_ways`, and the goal's stage; `cost` and `risk` are overwritten.

    Returns:
        (node, cost so far, stage there); node -1 if the way has no danger, or the goal cannot be reached. A token that is picked up at
        that very node counts as picked up there.
    """
    find_ways(state, tables, mover, start, limit, kept, takes, ways, swift, flies, LAYERS)
    layer = state.risk[stage, goal]
    if state.cost[stage, goal] == FAR:
        return -1, 0, 0
    at = goal
    taken = -1  # where the token is picked up
    while layer > 0:
        find_ways(state, tables, mover, start, limit, kept, takes, ways, swift, flies, layer)
        while True:
            cost = state.cost[stage, at]
            if stage == 1 and state.cost[0, at] == cost and is_beside_token(state, tables, at, takes):
                stage = 0
                taken = at
            before = step_before(state, tables, stage, mover, at, ways, swift)
            if before < 0:
                break
            at = before
        if layer == 1:
            return at, cost, 1 if taken == at else stage
        # the place before, as it was reached with one danger less
        find_ways(state, tables, mover, start, limit, kept, takes, ways, swift, flies, layer - 1)
        at = source_of(state, tables, stage, mover, at, cost, ways, swift)
        if at < 0:
            return -1, 0, 0
        layer -= 1
    return -1, 0, 0


@jit
def source_of(state, tables, stage, mover, node, cost, ways, swift):
    """The lowest-numbered place from which an edge that hurts comes to a node at a cost; -1 if none."""
    for before in range(tables.used):
        if state.cost[stage, before] == FAR:
            continue
        for edge in range(tables.edge_hurts[before], tables.edge_at[before + 1]):
            if tables.edges[edge].to == node and state.cost[stage, before] + edge_price(tables, edge, swift) == cost:
                if can_follow(state, tables, mover, before, edge, ways):
                    return before
    return -1
