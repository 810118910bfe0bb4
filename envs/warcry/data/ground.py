"""The board of a scenario as a graph: cells, places on faces, stairs and ladders, and the ways between them. DG-1, DG-3, T7."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.grid import cell_on_line, distance2, isqrt, next_cell_on_line
from skirmish_rl.envs.core.jit import builder, compiled, jit
from skirmish_rl.envs.core.sight import EAST, NORTH, SOUTH, WEST, is_line_open
from skirmish_rl.envs.warcry.data.schema import WALL_SIDES, Cell, MapSpec
from skirmish_rl.envs.warcry.state import CELLS, FAR, HEIGHT, NODES, WIDTH, Place, Way

INCH = 2  # heights are half inches
TALL = 3 * INCH  # a wall, T7
PILLAR = 6 * INCH
STEP, DIAGONAL = 10, 14  # costs are tenths of an inch
CLIMB = 10  # an inch up or down
STAIR = 16  # half of one
NOWHERE = 99  # higher than anything: the edge of the board
BEYOND = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def number_of(cell: Cell) -> int:
    """The number of a cell [x, y]."""
    return cell[1] * WIDTH + cell[0]


def cell_of(number: int) -> Cell:
    """[x, y] of a cell."""
    return number % WIDTH, number // WIDTH


def is_on(board: MapSpec, cell: Cell) -> bool:
    """True if a map has a cell."""
    return 0 <= cell[0] < board.width and 0 <= cell[1] < board.height


def beyond(cell: Cell, side: int) -> Cell:
    """The cell on the other side of a side."""
    dx, dy = BEYOND[side]
    return cell[0] + dx, cell[1] + dy


def cells_of(board: MapSpec, cells: tuple[Cell, ...]) -> list[Cell]:
    """Cells as listed, and after half a turn of a mirrored map."""
    turned = [(board.width - 1 - x, board.height - 1 - y) for x, y in cells] if board.mirror else []
    return [*cells, *turned]


def sides_of(board: MapSpec, listed: dict[str, tuple[Cell, ...]]) -> list[tuple[Cell, int]]:
    """Sides of cells as listed, and after half a turn of a mirrored map."""
    found = [(cell, WALL_SIDES.index(side)) for side, cells in listed.items() for cell in cells]
    turned = [((board.width - 1 - x, board.height - 1 - y), (side + 2) % 4) for (x, y), side in found] if board.mirror else []
    return found + turned


def fill_ground(t: np.void, board: MapSpec, low_wall: int) -> None:
    """What fills the cells and stands on their sides.

    Clauses: WC-TERR-01..05, WC-FALL-04, WC-FALL-07, WC-MOVE-06.

    Args:
        low_wall: its height in half inches.
    """
    t["width"], t["height"] = board.width, board.height
    for y in range(board.height):
        t["stand"][y * WIDTH : y * WIDTH + board.width] = 1
    for inches, cells in board.platforms.items():
        for cell in cells_of(board, cells):
            t["level"][number_of(cell)] = int(inches) * INCH
    t["column"] = t["level"]
    for cell in cells_of(board, board.pillars):
        t["stand"][number_of(cell)], t["column"][number_of(cell)] = 0, PILLAR
    for cell in cells_of(board, board.deadly):
        t["deadly"][number_of(cell)] = 1
    for height, listed in ((low_wall, board.low_walls), (TALL, board.tall_walls), (TALL, board.archways), (TALL, board.doors)):
        for cell, side in sides_of(board, listed):
            t["wall"][number_of(cell), side] = height
            t["wall"][number_of(beyond(cell, side)), (side + 2) % 4] = height
    _fill_falls(t)


def _fill_falls(t: np.void) -> None:
    """Which cells are within 1" of deadly ground, and from which platforms a fighter may fall off. Clause: WC-FALL-07, DG-8."""
    stand, level, column, deadly = (t[key].reshape(HEIGHT, WIDTH).astype(np.int64) for key in ("stand", "level", "column", "deadly"))
    around = np.pad(deadly, 2)
    near = sum(around[2 + j :][:HEIGHT, 2 + i :][:, :WIDTH] for i in range(-2, 3) for j in range(-2, 3) if abs(i) + abs(j) < 4)
    t["near_deadly"] = ((stand == 1) & (level == 0) & (near > 0)).ravel()
    beside = np.full((HEIGHT + 2, WIDTH + 2), NOWHERE)
    beside[1 : 1 + t["height"], 1 : 1 + t["width"]] = column[: t["height"], : t["width"]]
    for side, (dx, dy) in BEYOND.items():
        lower = beside[1 + dy :][:HEIGHT, 1 + dx :][:, :WIDTH] + INCH <= level
        t["open_side"] |= (stand.ravel() == 1) & lower.ravel() & (t["wall"][:, side] == 0)


def wall_tops(t: np.void, tall_only: bool) -> np.ndarray:
    """How high above the floor the walls reach, (cells, 4); each stands on the higher of its cells. DG-6."""
    tops = np.zeros((CELLS, 4), np.int64)
    for cell, side in zip(*np.nonzero(t["wall"]), strict=True):
        x, y = cell_of(int(cell))
        base = max(int(t["level"][cell]), int(t["level"][number_of(beyond((x, y), int(side)))]))
        if t["wall"][cell, side] == TALL or not tall_only:
            tops[cell, side] = base + int(t["wall"][cell, side])
    return tops


class Node(NamedTuple):
    """A place in a cell: on the ground (side -1), in the air over it (LANDING), or on what stands on a side."""

    cell: int
    place: Place
    side: int = -1
    height: int = 0


class Edge(NamedTuple):
    """A way from one node to another; `beside` are the cells beside a diagonal step."""

    start: Node
    end: Node
    way: Way
    cost: int
    swift: int
    impacts: int = 0
    beside: tuple[int, int] = (-1, -1)


class Ways:
    """All ways of a board, found from its filled tables.

    Args:
        low_wall, fall_height: in half inches; a drop of `fall_height` hurts.
    """

    def __init__(self, t: np.void, board: MapSpec, low_wall: int, fall_height: int):
        self.t, self.board, self.low_wall, self.fall_height = t, board, low_wall, fall_height
        self.level, self.stand, self.deadly, self.wall = (t[key].tolist() for key in ("level", "stand", "deadly", "wall"))
        self.column = t["column"].tolist()
        self.ground = [Node(cell, Place.GROUND, height=height) for cell, height in enumerate(self.level)]
        self.tops = wall_tops(t, tall_only=False)
        self.steps = {(number_of(cell), side): Place.STEPS for cell, side in sides_of(board, board.ladders)}
        self.stairs: set[tuple[int, int]] = set()
        for listed, kind in ((board.ladders, "ladder"), (board.stairs, "stair")):
            for cell, side in sides_of(board, listed):
                foot = self._foot(cell, side)
                self.steps[foot] = Place.STEPS
                if kind == "stair":
                    self.stairs.add(foot)
        self.edges: list[Edge] = []
        self.nodes: list[Node] = []  # beside those of the cells
        self.faces: dict[tuple[int, int], list[Node]] = {}
        self._find()

    def _foot(self, cell: Cell, side: int) -> tuple[int, int]:
        """The lower cell of a side, with the side as seen from there."""
        here, there = number_of(cell), number_of(beyond(cell, side))
        return (here, side) if self.level[here] < self.level[there] else (there, (side + 2) % 4)

    def _neighbour(self, cell: int, side: int) -> int:
        """The cell on the other side if a fighter can stand there, else -1."""
        there = beyond(cell_of(cell), side)
        return number_of(there) if is_on(self.board, there) and self.stand[number_of(there)] else -1

    def _find(self) -> None:
        standing = [cell for cell, stands in enumerate(self.stand) if stands]
        for cell in standing:
            for side in range(4):
                if nodes := self._face(cell, side):
                    self.faces[cell, side] = nodes
        for cell in standing:
            self._steps_from(cell)
        for cell, side in self.faces:
            self._climbs(cell, side)
        for listed, way in ((self.board.archways, Way.ARCH), (self.board.doors, Way.DOOR)):
            for place, side in sides_of(self.board, listed):
                here, there = self.ground[number_of(place)], self.ground[number_of(beyond(place, side))]
                self._add(here, there, way, STEP, STEP)
                self._add(there, here, way, STEP, STEP)
        self._leaps([cell for cell in standing if self.level[cell] > 0])
        self._number()

    def _face(self, cell: int, side: int) -> list[Node]:
        """Places on what a fighter in a cell can climb on one side, an inch apart, the lip last. DG-1."""
        there = self._neighbour(cell, side)
        if there < 0:
            return []
        foot, top = self.level[cell], self.level[there]
        if self.wall[cell][side] == TALL:
            top = max(foot, top) + TALL
        if (cell, side) in self.stairs:
            return [Node(cell, Place.STEPS, side, (foot + top) // 2)]
        place = self.steps.get((cell, side), Place.FACE)
        return [Node(cell, place, side, height) for height in range(foot + INCH, top + 1, INCH)]

    def _add(self, start: Node, end: Node, way: Way, cost: int, swift: int, fall: int = 0, beside: tuple[int, int] = (-1, -1)) -> None:
        """Add a way that ends `fall` lower than its highest point. Two dangers, a drop and deadly ground, are met one after the other."""
        drop, deadly = fall >= self.fall_height, end.place == Place.GROUND and self.deadly[end.cell] == 1
        if drop and deadly:
            landing = Node(end.cell, Place.LANDING, height=end.height)
            self.edges.append(Edge(start, landing, way, cost, swift, 1, beside))
        else:
            self.edges.append(Edge(start, end, way, cost, swift, int(drop or deadly), beside))

    def _steps_from(self, cell: int) -> None:
        """Normal movement, jumps down to neighbours, and crossing low walls. Clauses: WC-MOVE-05, WC-JUMP-01, WC-JUMP-02."""
        x, y = cell_of(cell)
        here = self.level[cell]
        for side in range(4):
            there = self._neighbour(cell, side)
            wall = self.wall[cell][side]
            if there < 0 or self.level[there] > here or wall == TALL:
                continue
            if wall:
                cost = STEP + CLIMB * self.low_wall // INCH
                self._add(self.ground[cell], self.ground[there], Way.VAULT, cost, STEP, here + wall - self.level[there])
            else:
                way = Way.WALK if self.level[there] == here else Way.DROP
                self._add(self.ground[cell], self.ground[there], way, STEP, STEP, here - self.level[there])
        for across in (EAST, WEST):
            for down in (NORTH, SOUTH):
                corner = beyond(beyond((x, y), across), down)
                if not is_on(self.board, corner) or not self.stand[number_of(corner)]:
                    continue
                there, one, two = number_of(corner), number_of(beyond((x, y), across)), number_of(beyond((x, y), down))
                walls = (
                    self.wall[cell][across],
                    self.wall[cell][down],
                    self.wall[one][down],
                    self.wall[two][across],
                )
                if self.level[there] > here or max(self.column[one], self.column[two]) > here or any(walls):
                    continue
                way = Way.WALK if self.level[there] == here else Way.DROP
                fall = here - self.level[there]
                self._add(self.ground[cell], self.ground[there], way, DIAGONAL, DIAGONAL, fall, (min(one, two), max(one, two)))

    def _climbs(self, cell: int, side: int) -> None:
        """Up and down one face, and over its top. Clauses: WC-CLIMB-01, WC-CLIMB-05."""
        nodes, there = self.faces[cell, side], self._neighbour(cell, side)
        ground, beyond_it, lip = self.ground[cell], self.ground[there], nodes[-1]
        if (cell, side) in self.stairs:
            for end in (ground, beyond_it):
                self._add(lip, end, Way.STAIR, STAIR, STAIR)
                self._add(end, lip, Way.STAIR, STAIR, STAIR)
            return
        for low, high in zip((ground, *nodes), nodes, strict=False):
            self._add(low, high, Way.CLIMB, CLIMB, 0)
            self._add(high, low, Way.CLIMB, CLIMB, 0)
        wall = self.wall[cell][side]
        if wall == TALL:
            self._add(lip, self.faces[there, (side + 2) % 4][-1], Way.CLIMB, STEP, STEP)
            self._add(lip, beyond_it, Way.DROP, STEP, STEP, lip.height - beyond_it.height)
        else:
            over = CLIMB * wall // INCH  # a low wall on the edge of the platform
            self._add(lip, beyond_it, Way.CLIMB, STEP + over, STEP)
            self._add(beyond_it, lip, Way.CLIMB, STEP + 2 * over, STEP)

    def _leaps(self, platforms: list[int]) -> None:
        """Jumps across gaps between platform cells. Clauses: WC-JUMP-01, WC-JUMP-03."""
        costs = np.zeros((len(platforms), len(platforms)), np.int64)
        levels, columns = np.array(self.level), np.array(self.column)
        compiled(fill_leaps)(np.array(platforms, np.int64), levels, columns, self.tops, FAR // STEP * STEP, costs)
        for here, there in zip(*np.nonzero(costs), strict=True):
            a, b, cost = platforms[here], platforms[there], int(costs[here, there])
            self._add(self.ground[a], self.ground[b], Way.LEAP, cost, cost, self.level[a] - self.level[b])

    def _number(self) -> None:
        """Put the nodes in the order of their numbers, and add the ways from landings.

        The order is by cell, the faces from the north eastwards, the landing last.
        """
        landings = {edge.end for edge in self.edges if edge.end.place == Place.LANDING}
        faces = [node for nodes in self.faces.values() for node in nodes]
        self.nodes = sorted([*faces, *landings], key=lambda node: (node.cell, node.place == Place.LANDING, node.side, node.height))
        down = [node for node in self.nodes if node.place == Place.LANDING]
        self.edges += [Edge(node, self.ground[node.cell], Way.DROP, 0, 0, 1) for node in down]


@jit
def has_gap(column, a, b, height):
    """True if the line between the centres of two cells crosses the inside of a cell lower than a height."""
    i, j = next_cell_on_line(WIDTH, a, b, 0, 0)
    cell = cell_on_line(WIDTH, a, b, i, j)
    while cell != b:
        if column[cell] < height:
            return True
        i, j = next_cell_on_line(WIDTH, a, b, i, j)
        cell = cell_on_line(WIDTH, a, b, i, j)
    return False


@builder("i8[:]", "i8[:]", "i8[:]", "i8[:, :]", "i8", "i8[:, :]")
@jit
def fill_leaps(platforms, level, column, tops, most, costs):
    """Fill the costs of jumps across gaps, ten times the length rounded up. Clauses: WC-JUMP-01, WC-JUMP-03.

    Args:
        platforms: int64 (n,), the platform cells.
        level, column: int64 (cells,); tops: int64 (cells, 4), how high walls reach.
        most: no jump costs more.
        costs: int64 (n, n), written: from, to; 0 where there is none.
    """
    for k in range(len(platforms)):
        for m in range(len(platforms)):
            a = platforms[k]
            b = platforms[m]
            if a == b or level[b] > level[a]:
                continue
            cost = isqrt(100 * distance2(WIDTH, a, b) - 1) + 1
            if cost > most or not has_gap(column, a, b, level[a]):
                continue
            if is_line_open(WIDTH, column, tops, a, b, level[a], level[a], 0, 0, -1):
                costs[k, m] = cost


def fill_ways(t: np.void, ways: Ways) -> None:
    """Number the nodes and write the graph. The caller has made sure that there is room."""
    t["used"] = CELLS + len(ways.nodes)
    t["node_cell"][:CELLS] = np.arange(CELLS)
    t["node_cell"][CELLS:] = -1
    t["node_place"][:CELLS] = t["stand"] * int(Place.GROUND)
    t["node_height"][:CELLS] = t["level"]
    number = {node: cell for cell, node in enumerate(ways.ground)}
    for n, node in enumerate(ways.nodes, CELLS):
        number[node] = n
        t["node_cell"][n], t["node_place"][n], t["node_height"][n] = node.cell, node.place, node.height
        if t["climb_count"][node.cell] == 0:
            t["climb_at"][node.cell] = n
        t["climb_count"][node.cell] += 1
    edges = np.array([(number[e.start], e.impacts, number[e.end], e.way, e.cost, e.swift, *e.beside) for e in ways.edges])
    edges = edges[np.lexsort(edges[:, 3::-1].T)]  # by where they begin, what they cost in impact rolls, where they end, and the way
    starts, safe = edges[:, 0], edges[edges[:, 1] == 0, 0]
    t["edge_at"] = np.searchsorted(starts, np.arange(NODES + 1))
    t["edge_hurts"] = t["edge_at"][:-1] + np.bincount(safe, minlength=NODES)
    t["edges"]["side"] = -1
    written = t["edges"][: len(edges)]
    for column, key in enumerate(("to", "way", "cost", "swift"), 2):
        written[key] = edges[:, column]
    written["side"] = edges[:, 6:]
