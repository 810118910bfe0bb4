"""Cheapest ways over a graph of places: small boards worked out by hand, and strewn ones against a plain search (core/paths)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.paths import ANY, FAR, GRID, LAYERS, LEAP, NOTHING, clear_ways, find_ways, first_danger
from skirmish_rl.envs.core.view import view

ROWS, EXTRA, UNITS, TOKENS, EDGES = 6, 12, 6, 3, 900
CELLS = GRID * ROWS
NODES = CELLS + EXTRA
WALK, CLIMB = 0, 3
EVERYTHING = 255
STATE = np.dtype([
    ("units", [("node", "i2")], (UNITS,)), ("tokens", [("cell", "i2")], (TOKENS,)), ("board", "i1", (CELLS,)),
    ("cost", "u1", (2, NODES)), ("risk", "u1", (2, NODES)), ("hub", "i2"), ("span", "u1"), ("taking", "u1"),
])  # fmt: skip
EDGE = [("side", "i2", (2,)), ("to", "i2"), ("way", "u1"), ("cost", "u1"), ("swift", "u1")]
TABLES = np.dtype([
    ("edges", EDGE, (EDGES,)), ("edge_at", "i4", (NODES + 1,)), ("edge_hurts", "i4", (NODES,)), ("node_cell", "i2", (NODES,)),
    ("climb_at", "i2", (CELLS,)), ("used", "i2"), ("node_height", "u1", (NODES,)), ("climb_count", "u1", (CELLS,)),
    ("deadly", "u1", (CELLS,)), ("stand", "u1", (CELLS,)), ("width", "u1"), ("height", "u1"),
    ("body", "u1"),
])  # fmt: skip
Edge = tuple[int, int, int, int, bool, int, tuple[int, int]]  # from, to, cost, way, hurts, swift, cells beside


def cell(x: int, y: int) -> int:
    return y * GRID + x


class Board:
    """A board of cells with walking ways between them, drawn as text: `.` ground, `#` no place, `x` deadly ground.

    Unit 0 is the one that moves; others are put in cells.
    """

    def __init__(self, picture: str):
        rows = [line.strip() for line in picture.strip().splitlines()]
        self.width, self.height = len(rows[0]), len(rows)
        self.stand = {cell(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#"}
        self.deadly = {cell(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "x"}
        self.extra: list[tuple[int, int]] = []  # cell and height of the nodes beside the cells
        self.heights: dict[int, int] = {}
        self.edges: list[Edge] = []
        self.others: dict[int, tuple[int, int]] = {}  # cell: unit, node
        self.tokens: list[int] = []
        for a in sorted(self.stand):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                x, y = a % GRID + dx, a // GRID + dy
                b = cell(x, y)
                beside = (cell(a % GRID, y), cell(x, a // GRID)) if dx and dy else (-1, -1)
                if 0 <= x < self.width and b in self.stand and (beside[0] < 0 or set(beside) <= self.stand):
                    self.way(a, b, 14 if dx and dy else 10, hurts=b in self.deadly, beside=beside)

    def node(self, at: int, height: int = 0) -> int:
        """A place beside the cell `at`; those of a cell must be added one after the other."""
        self.extra.append((at, height))
        return CELLS + len(self.extra) - 1

    def way(
        self, a: int, b: int, cost: int, way: int = WALK, hurts: bool = False, swift: int = -1, beside: tuple[int, int] = (-1, -1)
    ) -> None:
        self.edges.append((a, b, cost, way, hurts, cost if swift < 0 else swift, (min(beside), max(beside))))

    def both(self, a: int, b: int, cost: int, way: int = CLIMB, swift: int = -1) -> None:
        self.way(a, b, cost, way, swift=swift)
        self.way(b, a, cost, way, swift=swift)

    def put(self, at: int, node: int = -1) -> None:
        """Somebody else is in a cell."""
        self.others[at] = (len(self.others) + 1, at if node < 0 else node)

    def near(self, token: int, node: int) -> bool:
        """A token is picked up from its own cell, up to a cell higher or lower, and from those around it, up to half of one."""
        there = self.cell_of(node)
        away = max(abs(there % GRID - token % GRID), abs(there // GRID - token // GRID))
        return away <= 1 and abs(self.height_of(node) - self.height_of(token)) <= (1 if away else 2)

    def height_of(self, node: int) -> int:
        return self.heights.get(node, 0) if node < CELLS else self.extra[node - CELLS][1]

    def cell_of(self, node: int) -> int:
        return node if node < CELLS else self.extra[node - CELLS][0]

    @property
    def nodes(self) -> list[int]:
        return sorted(self.stand) + [CELLS + k for k in range(len(self.extra))]

    def records(self, start: int) -> tuple[Any, Any, np.void]:
        """A state and the tables as the rules take them, and the state's own record."""
        state, tables = np.zeros(1, STATE), np.zeros(1, TABLES)
        s, t = state[0], tables[0]
        t["width"], t["height"], t["used"], t["body"] = self.width, self.height, CELLS + len(self.extra), 3
        t["node_cell"], t["node_cell"][:CELLS] = -1, np.arange(CELLS)
        for k, (at, height) in enumerate(self.extra):
            t["node_cell"][CELLS + k], t["node_height"][CELLS + k] = at, height
            t["climb_at"][at] = t["climb_at"][at] or CELLS + k
            t["climb_count"][at] += 1
        for at, height in self.heights.items():
            t["node_height"][at] = height
        t["stand"][sorted(self.stand)] = 1
        t["deadly"][sorted(self.deadly)] = 1
        ordered = sorted(self.edges, key=lambda edge: (edge[0], edge[4], edge[1]))
        for k, (a, b, cost, way, hurts, swift, beside) in enumerate(ordered):
            t["edges"][k] = (beside, b, way, cost, swift)
            t["edge_at"][a + 1 :] = k + 1
        for node in range(NODES):
            harmless = sum(not edge[4] for edge in ordered if edge[0] == node)
            t["edge_hurts"][node] = t["edge_at"][node] + harmless
        s["board"], s["cost"], s["units"]["node"], s["tokens"]["cell"] = -1, FAR, -1, -1
        s["units"][0]["node"] = start
        s["board"][self.cell_of(start)] = 0
        for at, (unit, node) in self.others.items():
            s["board"][at], s["units"][unit]["node"] = unit, node
        for k, token in enumerate(self.tokens):
            s["tokens"][k]["cell"] = token
        return (view(s), view(t), s)

    def find(
        self, start: int, limit: int, *, kept: int = 0, takes: int = NOTHING, ways: int = EVERYTHING, swift: bool = False,
        flies: bool = False, layers: int = LAYERS,
    ) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:  # fmt: skip
        """Cost and dangers of every place reached, without and with a token."""
        s, t, own = self.records(start)
        find_ways(s, t, 0, start, limit, kept, takes, ways, swift, flies, layers)
        found = [
            {int(n): (int(own["cost"][stage, n]), int(own["risk"][stage, n])) for n in np.flatnonzero(own["cost"][stage] != FAR)}
            for stage in (0, 1)
        ]
        clear_ways(s, t)
        assert (own["cost"] == FAR).all() and not own["risk"].any()
        return found[0], found[1]

    def danger(
        self, start: int, goal: int, limit: int, *, stage: int = 0, kept: int = 0, takes: int = NOTHING, swift: bool = False,
        flies: bool = False
    ) -> tuple[int, int, int]:  # fmt: skip
        s, t, _ = self.records(start)
        found = first_danger(s, t, 0, start, goal, stage, limit, kept, takes, EVERYTHING, swift, flies)
        return tuple(int(part) for part in found)

    # ---- the same by a plain search

    def can_follow(self, edge: Edge, ways: int) -> bool:
        a, b, _, way, _, _, beside = edge
        if not ways >> way & 1 or self.cell_of(b) in self.others:
            return False
        return beside[0] < 0 or not set(beside) <= set(self.others)

    def search(
        self, start: int, limit: int, *, kept: int = 0, takes: int = NOTHING, ways: int = EVERYTHING, swift: bool = False,
        flies: bool = False
    ) -> list[list[dict[int, int]]]:  # fmt: skip
        """[most dangers][stage]: the least cost of each place."""
        edges = [edge for edge in self.edges if self.can_follow(edge, ways)]
        tokens = [token for k, token in enumerate(self.tokens) if takes in (ANY, k)]
        layers: list[list[dict[int, int]]] = []
        while len(layers) < 8:
            best: list[dict[int, int]] = [dict(known) for known in layers[-1]] if layers else [{start: 0}, {}]
            if flies and len(layers) < 2:
                for at in self.stand - set(self.others):
                    far = sorted((abs(at % GRID - start % GRID), abs(at // GRID - start // GRID)))
                    if (at in self.deadly) == len(layers) and 10 * far[1] + 4 * far[0] <= limit:
                        best[0][at] = min(best[0].get(at, FAR), 10 * far[1] + 4 * far[0])
            for stage, most in ((0, limit), (1, kept)):
                for a, b, cost, _, hurts, light, _ in edges if layers else ():
                    price = layers[-1][stage].get(a, FAR) + (light if swift else cost)
                    if hurts and price <= most:
                        best[stage][b] = min(best[stage].get(b, FAR), price)
            changed = True
            while changed:
                before = [dict(known) for known in best]
                for stage, most in ((0, limit), (1, kept)):
                    for a, b, cost, _, hurts, light, _ in edges:
                        price = best[stage].get(a, FAR) + (light if swift else cost)
                        if not hurts and price <= most:
                            best[stage][b] = min(best[stage].get(b, FAR), price)
                for node, cost in best[0].items():
                    if node != start and any(self.near(token, node) for token in tokens):
                        best[1][node] = min(best[1].get(node, FAR), cost)
                changed = best != before
            layers.append(best)
        return layers

    def expected(self, start: int, limit: int, **how: Any) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:
        layers = self.search(start, limit, **how)
        found: list[dict[int, tuple[int, int]]] = [
            {n: (cost, min(k for k, known in enumerate(layers) if n in known[stage])) for n, cost in layers[-1][stage].items()}
            for stage in (0, 1)
        ]
        return found[0], found[1]


OPEN = "........\n" * 6


def test_costs_over_open_ground_are_10_and_14() -> None:
    found, with_token = Board(OPEN).find(cell(2, 2), 30)
    assert found[cell(2, 2)] == (0, 0) and found[cell(3, 2)] == (10, 0) and found[cell(3, 3)] == (14, 0)
    assert found[cell(4, 4)] == (28, 0) and found[cell(5, 2)] == (30, 0) and cell(5, 3) not in found
    assert not with_token


def test_the_board_ends_where_it_ends() -> None:
    found, _ = Board(OPEN).find(cell(7, 5), 100)
    assert set(found) == {cell(x, y) for x in range(8) for y in range(6)}


def test_blocked_cells_are_gone_round() -> None:
    board = Board("""
        .....
        .###.
        .....
    """)
    found, _ = board.find(cell(2, 0), 80)
    assert cell(2, 1) not in found
    assert found[cell(2, 2)] == (60, 0)  # no corner is cut: 2 across, 2 down, 2 back
    assert cell(2, 2) not in board.find(cell(2, 0), 59)[0]


@pytest.mark.parametrize(("others", "cost"), [([], 14), ([(1, 0)], 14), ([(0, 1)], 14), ([(1, 0), (0, 1)], None)])
def test_a_diagonal_between_two_others_is_barred(others: list[tuple[int, int]], cost: int | None) -> None:
    board = Board("..\n..")
    for at in others:
        board.put(cell(*at))
    assert board.find(cell(0, 0), 40)[0].get(cell(1, 1), (None,))[0] == cost


def test_nobody_is_passed_and_oneself_is_not_in_the_way() -> None:
    board = Board(".....")
    board.put(cell(3, 0))
    found, _ = board.find(cell(1, 0), 80)
    assert set(found) == {cell(0, 0), cell(1, 0), cell(2, 0)}


def test_kinds_of_way_can_be_left_out() -> None:
    board = Board("....")
    board.edges = [edge for edge in board.edges if edge[:2] != (cell(1, 0), cell(2, 0))]
    board.way(cell(1, 0), cell(2, 0), 25, way=CLIMB)
    assert board.find(cell(0, 0), 50)[0][cell(3, 0)] == (45, 0)
    assert cell(2, 0) not in board.find(cell(0, 0), 50, ways=1 << WALK)[0]


def test_places_beside_cells_belong_to_their_cell() -> None:
    """A face of two places between two cells that are not joined otherwise; someone at its foot bars it."""
    board = Board("..")
    board.edges = []
    low, high = board.node(cell(0, 0), 2), board.node(cell(0, 0), 4)
    board.both(cell(0, 0), low, 10, swift=0)
    board.both(low, high, 10, swift=0)
    board.both(high, cell(1, 0), 10)
    found, _ = board.find(cell(0, 0), 30)
    assert found == {cell(0, 0): (0, 0), low: (10, 0), high: (20, 0), cell(1, 0): (30, 0)}
    assert board.find(cell(0, 0), 10, swift=True)[0] == {cell(0, 0): (0, 0), low: (0, 0), high: (0, 0), cell(1, 0): (10, 0)}
    board.put(cell(0, 0), high)
    assert set(board.find(cell(1, 0), 30)[0]) == {cell(1, 0)}


@pytest.mark.parametrize(("height", "clear"), [(None, True), (0, False), (3, True), (1, True)])
def test_a_jump_passes_over_those_whose_space_it_does_not_meet(height: int | None, clear: bool) -> None:
    """It begins at height 0 + 6; who stands at 0 reaches up to 3, on a place 3 high up to 6."""
    board = Board(".....")
    board.heights = {cell(0, 0): 6, cell(4, 0): 6}
    board.edges = []
    board.way(cell(0, 0), cell(4, 0), 40, way=LEAP)
    if height is not None:
        board.put(cell(2, 0), cell(2, 0))
        board.heights[cell(2, 0)] = {0: 6, 3: 2, 1: 7}[height]
    assert (cell(4, 0) in board.find(cell(0, 0), 50)[0]) is clear


def test_fewest_dangers_come_first_and_their_cost_is_another_matter() -> None:
    board = Board("""
        ..x..
        .....
    """)
    found, _ = board.find(cell(0, 0), 48)
    assert found[cell(4, 0)] == (40, 0)  # 40 straight on, 48 round it; the cheapest is told, and the least danger
    assert board.find(cell(0, 0), 40)[0][cell(4, 0)] == (40, 1)
    assert board.find(cell(0, 0), 48, layers=0)[0][cell(4, 0)] == (48, 0)
    assert found[cell(2, 0)] == (20, 1)


def test_several_dangers_on_one_way_are_met_one_after_the_other() -> None:
    board = Board(".xx.x.")
    assert board.find(cell(0, 0), 50)[0][cell(5, 0)] == (50, 3)
    at, left, met = cell(0, 0), 50, []
    while (found := board.danger(at, cell(5, 0), left))[0] >= 0:
        at, left = found[0], left - found[1]
        met.append(at % GRID)
    assert met == [1, 2, 4] and left == 10


def test_of_equal_ways_the_one_with_lowest_places_from_the_goal_back_is_taken() -> None:
    """Both rows are deadly in the middle; two ways of 30 lead to the lower right, one by (2, 0), one by (1, 1)."""
    board = Board(".x.\n.x.")
    board.edges = [edge for edge in board.edges if edge[2] == 10]
    start, goal = cell(0, 0), cell(2, 1)
    assert board.find(start, 40)[0][goal] == (30, 1)
    assert board.danger(start, goal, 40) == (cell(1, 0), 10, 0)
    board.edges = [edge for edge in board.edges if edge[:2] != (cell(2, 0), goal)]
    assert board.danger(start, goal, 40) == (cell(1, 1), 20, 0)


def test_a_token_is_picked_up_at_the_cost_it_leaves() -> None:
    board = Board("........")
    board.tokens = [cell(4, 0)]
    start = cell(0, 0)
    _, found = board.find(start, 60, kept=40, takes=ANY)
    assert found == {cell(3, 0): (30, 0), cell(4, 0): (40, 0), cell(2, 0): (40, 0), cell(5, 0): (50, 0)}
    _, found = board.find(start, 50, kept=30, takes=ANY)
    assert found == {cell(3, 0): (30, 0), cell(4, 0): (40, 0), cell(5, 0): (50, 0)}
    assert not board.find(start, 60, kept=40)[1] and not board.find(start, 60, kept=40, takes=1)[1]
    assert board.find(start, 60, kept=40, takes=0)[1] == board.find(start, 60, kept=40, takes=ANY)[1]


def test_a_token_at_hand_takes_a_step() -> None:
    board = Board("...")
    board.tokens = [cell(1, 0)]
    _, found = board.find(cell(0, 0), 20, kept=20, takes=ANY)
    assert found == {cell(0, 0): (20, 0), cell(1, 0): (10, 0), cell(2, 0): (20, 0)}


def test_with_nothing_left_after_the_token_the_way_ends_there() -> None:
    board = Board("....")
    board.tokens = [cell(2, 0)]
    assert board.find(cell(0, 0), 30, kept=0, takes=ANY)[1] == {cell(1, 0): (10, 0), cell(2, 0): (20, 0), cell(3, 0): (30, 0)}


def test_dangers_before_and_after_a_token() -> None:
    """The token is at (3, 0); the deadly cells are crossed without it and with it."""
    board = Board(".x...x.")
    board.tokens = [cell(3, 0)]
    start, goal = cell(0, 0), cell(6, 0)
    assert board.find(start, 80, kept=60, takes=ANY)[1][goal] == (60, 2)
    assert board.danger(start, goal, 80, stage=1, kept=60, takes=0) == (cell(1, 0), 10, 0)
    assert board.danger(cell(1, 0), goal, 70, stage=1, kept=50, takes=0) == (cell(5, 0), 40, 1)


def test_a_token_on_deadly_ground_counts_as_picked_up_there() -> None:
    board = Board("..x")
    board.tokens = [cell(2, 0)]
    assert board.danger(cell(0, 0), cell(2, 0), 60, stage=1, kept=40, takes=0) == (cell(2, 0), 20, 1)


def test_a_flier_passes_over_everything_and_meets_danger_where_it_lands() -> None:
    board = Board("""
        .#x#.
        .#x#.
    """)
    board.put(cell(4, 1))
    found, _ = board.find(cell(0, 0), 40, flies=True)
    assert found[cell(4, 0)] == (40, 0) and found[cell(2, 0)] == (20, 1) and found[cell(2, 1)] == (24, 1)
    assert not {cell(1, 0), cell(3, 0), cell(4, 1)} & set(found)
    assert board.danger(cell(0, 0), cell(2, 1), 40, flies=True) == (cell(2, 1), 24, 0)
    assert board.danger(cell(0, 0), cell(4, 0), 40, flies=True)[0] == -1


def test_a_flier_goes_on_foot_with_a_token() -> None:
    board = Board("..##..")
    board.tokens = [cell(4, 0)]
    _, found = board.find(cell(0, 0), 50, kept=50, takes=ANY, flies=True)
    assert set(found) == {cell(4, 0), cell(5, 0)}


def test_a_place_out_of_reach_has_no_danger_and_no_way() -> None:
    board = Board(".x.")
    assert board.danger(cell(0, 0), cell(2, 0), 10) == (-1, 0, 0)


def strewn(luck: random.Random) -> tuple[Board, int]:
    """Ground, holes, deadly ground, faces, jumps that hurt, others and tokens; and where to begin."""
    board = Board("\n".join("".join(luck.choices(".#x", (8, 1, 2), k=8)) for _ in range(5)))
    free = sorted(board.stand)
    places = luck.sample(free, 6)
    for at in places[:3]:
        low, high = board.node(at, 2), board.node(at, 4)
        board.both(at, low, 10, swift=0)
        board.both(low, high, 10, swift=0)
        board.both(high, luck.choice(free_near(board, at)), 10)
        board.way(high, luck.choice(free_near(board, at)), 10, hurts=True)
    for at in places[3:]:  # a drop on to deadly ground: two dangers, the second at no cost
        landing = board.node(at)
        board.way(luck.choice(free_near(board, at)), landing, 10, hurts=True)
        board.way(landing, at, 0, hurts=True)
    *others, start = luck.sample(free, 5)
    for at in others:
        board.put(at)
    board.tokens = luck.sample(free, 2)
    return board, start


SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= 12)) for seed in range(60)]


def free_near(board: Board, at: int) -> list[int]:
    return [there for there in board.stand if board.near(at, there) and there != at] or [at]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("how", [{}, {"swift": True}, {"flies": True}, {"ways": 1 << WALK}])
def test_costs_and_dangers_on_strewn_boards_are_those_of_a_plain_search(seed: int, how: dict[str, Any]) -> None:
    luck = random.Random(seed)
    board, start = strewn(luck)
    limit = luck.choice((30, 50, 60))
    for more in ({}, {"takes": ANY, "kept": limit - 20}, {"takes": 1, "kept": limit}):
        assert board.find(start, limit, **how, **more) == board.expected(start, limit, **how, **more)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_danger_counted_is_met_on_the_way(seed: int) -> None:
    """Going on from danger to danger, as many are met as were counted, and the goal stays within reach."""
    luck = random.Random(seed)
    board, start = strewn(luck)
    limit, kept = 60, 40
    reached = board.find(start, limit, kept=kept, takes=0)
    for stage in (0, 1):
        goals = [goal for goal, (_, dangers) in reached[stage].items() if dangers and goal != start]
        for goal in luck.sample(goals, min(4, len(goals))):
            at, now, left, rest, met = start, stage, limit, kept, 0
            while True:
                node, cost, there = board.danger(at, goal, left, stage=now, kept=rest if stage else 0, takes=0 if now else NOTHING)
                if node < 0:
                    break
                assert any(edge[1] == node and edge[4] for edge in board.edges)
                met, at, left, rest = met + 1, node, left - cost, max(rest - cost, 0)
                if now and there:
                    now, left = 0, rest
            assert met == reached[stage][goal][1], (stage, goal)
            if at != goal and not now:
                assert goal in board.find(at, left)[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_danger_lies_on_the_way_with_the_lowest_places(seed: int) -> None:
    """Of ways with equally few dangers and the same cost the one whose places, read from the goal back, have the lowest numbers."""
    luck = random.Random(seed)
    board, start = strewn(luck)
    layers = board.search(start, 60)
    for goal in board.nodes:
        dangers = next((k for k, known in enumerate(layers) if goal in known[0]), 0)
        if not dangers or goal == start:
            continue
        at, cost, left, first = goal, layers[dangers][0][goal], dangers, goal
        while at != start:
            before = min(
                (a, hurts, price) for a, b, price, _, hurts, _, _ in (edge for edge in board.edges if board.can_follow(edge, EVERYTHING))
                if b == at and left >= hurts and layers[left - hurts][0].get(a, FAR) + price == cost
            )  # fmt: skip
            first = at if before[1] else first
            at, cost, left = before[0], cost - before[2], left - before[1]
        assert board.danger(start, goal, 60)[0] == first, (goal, first)
