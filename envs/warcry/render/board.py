"""What the battlefield looks like: heights, walls, stairs and ladders, objectives, treasures, places to choose from."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import counted
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.rules.telling import DEPLOYMENTS
from skirmish_rl.envs.warcry.state import CELLS, FAR, GROUPS, STAGES, WIDTH, Group, Place, Way

FLOOR, STONE, SHADOW = "#f2ecdd", "#4b4640", "#3a2f22"
HEIGHTS = ((0, FLOOR), (6, "#dcc59c"), (12, "#bf9a63"), (18, "#a17c48"))  # half inches, from where a colour holds
LOW_WALL, TALL_WALL, DEADLY = "#a5794a", "#2d2a26", "#c8553d"
GOLD, DANGER, MOVE = "#f0c419", "#b3001b", "#3b2b6d"
SIDE_OF = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
LOW, TALL = 3, 6  # half inches
CAMPS = (("1", "#5a4a3a"), ("2", "#6a3d7c"))  # number and ink of both deployments; nobody takes them for a seat's colour


def at(cell: int | np.integer) -> str:
    """A cell as column,row."""
    return f"{int(cell) % WIDTH},{int(cell) // WIDTH}"


def corner(cell: int | np.integer) -> tuple[int, int]:
    """Column and row of a cell."""
    return int(cell) % WIDTH, int(cell) // WIDTH


def centre(cell: int | np.integer) -> tuple[float, float]:
    """Where the middle of a cell is drawn."""
    return int(cell) % WIDTH + 0.5, int(cell) // WIDTH + 0.5


def place_of(tables: np.void, node: int | np.integer) -> tuple[float, float]:
    """Where a node is drawn: one that climbs stands off the middle, towards what it climbs."""
    node = int(node)
    if node < CELLS:
        return centre(node)
    wide, high = int(tables["width"]), int(tables["height"])
    return (float(tables["view_x"][0][node]) + 1) / 2 * (wide - 1) + 0.5, (float(tables["view_y"][0][node]) + 1) / 2 * (high - 1) + 0.5


def inches(half: int | np.integer) -> str:
    """A height as people read it."""
    whole = f"{int(half) / 2:g}"
    return f'{whole}"'


def ground_color(tables: np.void, cell: int) -> str:
    """The colour of a cell, darker the higher it lies."""
    return [color for least, color in HEIGHTS if tables["level"][cell] >= least][-1]


def cells_of(tables: np.void) -> list[int]:
    """The cells of the board, row by row."""
    return [y * WIDTH + x for y in range(int(tables["height"])) for x in range(int(tables["width"]))]


def is_pillar(tables: np.void, cell: int) -> bool:
    """True for a cell that is filled up to a top that nobody stands on."""
    return not tables["stand"][cell]


def ground_shapes(tables: np.void) -> list[Shape]:
    """Floor and platforms, the grid, deadly ground, pillars, and how high each platform is."""
    shapes: list[Shape] = []
    wide, high = int(tables["width"]), int(tables["height"])
    for cell in cells_of(tables):
        x, y = corner(cell)
        height = f", {inches(tables['level'][cell])} high" if tables["level"][cell] else ""
        shapes.append(
            Rect(x, y, 1, 1, ground_color(tables, cell), blend(ground_color(tables, cell), INK, 0.16), 0.02, f"{at(cell)}{height}")
        )
        if tables["deadly"][cell]:
            shapes.append(Rect(x, y, 1, 1, blend(DEADLY, FLOOR, 0.55), None, 0.0, "deadly ground: hurts whoever enters it"))
            shapes += [
                Line(x + a, y + 0.95, x + min(a + 0.45, 0.95), y + 0.95 - min(0.9, 2 * (0.95 - a)), DEADLY, 0.05)
                for a in (0.05, 0.3, 0.55)
            ]
        if is_pillar(tables, cell):
            shapes += [
                Rect(
                    x + 0.04, y + 0.04, 0.92, 0.92, STONE, INK, 0.05, f"pillar {inches(tables['column'][cell])} high: nobody stands on it"
                ),
                Rect(x + 0.22, y + 0.22, 0.56, 0.56, blend(STONE, PAPER, 0.3)),
            ]
    for k in range(wide):
        shapes.append(Text(k + 0.5, -0.3, str(k), 0.28, FAINT))
    for k in range(high):
        shapes.append(Text(-0.3, k + 0.5, str(k), 0.28, FAINT))
    return shapes


def rim_shapes(tables: np.void) -> list[Shape]:
    """Edges where the ground drops, with a shadow on the lower side, and how high the ground lies beside them."""
    shapes: list[Shape] = []
    on = set(cells_of(tables))
    labelled: set[int] = set()
    for cell in cells_of(tables):
        x, y = corner(cell)
        level = int(tables["level"][cell])
        for dx, dy in SIDE_OF:
            there = cell + dx + WIDTH * dy
            if there not in on or abs(dx) != abs(corner(there)[0] - x) or tables["level"][there] >= level:
                continue
            low = (x + 0.5 + 0.5 * dx, y + 0.5 + 0.5 * dy)
            along = (0.5 * dy, 0.5 * dx)
            if dx + dy > 0:  # light comes from the top left
                deep = 0.03 * (level - int(tables["level"][there]))
                shade = Rect(x + (1 if dx else 0), y + (1 if dy else 0), deep if dx else 1, deep if dy else 1, blend(SHADOW, FLOOR, 0.45))
                shapes.append(shade)
            edge = (low[0] - along[0], low[1] - along[1], low[0] + along[0], low[1] + along[1])
            shapes.append(Line(*edge, SHADOW, 0.09, f"edge {inches(level)} high: a fall may hurt"))
        if level and not is_pillar(tables, cell) and not {cell - 1, cell - WIDTH} & labelled:
            shapes.append(Text(x + 0.09, y + 0.2, inches(level), 0.26, blend(INK, ground_color(tables, cell), 0.25), "start", True))
        if level:
            labelled.add(cell)
    return shapes


def is_passage(tables: np.void, cell: int, there: int) -> bool:
    """True if an archway or a door leads from a cell to its neighbour."""
    edges = range(int(tables["edge_at"][cell]), int(tables["edge_at"][cell + 1]))
    return any(tables["edges"]["to"][edge] == there and tables["edges"]["way"][edge] in (Way.ARCH, Way.DOOR) for edge in edges)


def wall_shapes(tables: np.void) -> list[Shape]:
    """Low walls, thin and brown, and tall ones, thick and black, on the sides of the cells; passages are gaps between two posts."""
    shapes: list[Shape] = []
    for cell in cells_of(tables):
        x, y = corner(cell)
        for side in (1, 2):
            height = int(tables["wall"][cell][side])
            if not height:
                continue
            ends: tuple[float, float, float, float] = (
                (x + 1, y + 0.02, x + 1, y + 0.98) if side == 1 else (x + 0.02, y + 1, x + 0.98, y + 1)
            )
            if height >= TALL and is_passage(tables, cell, cell + (1 if side == 1 else WIDTH)):
                x1, y1, x2, y2 = ends
                posts = ((x1, y1, x1 + 0.25 * (x2 - x1), y1 + 0.25 * (y2 - y1)), (x2 - 0.25 * (x2 - x1), y2 - 0.25 * (y2 - y1), x2, y2))
                shapes += [Line(*post, TALL_WALL, 0.26, f"passage through a wall {inches(height)} high") for post in posts]
                shapes.append(Line(*ends, blend(TALL_WALL, FLOOR, 0.6), 0.06))
            elif height >= TALL:
                shapes += [
                    Line(*ends, TALL_WALL, 0.26, f"tall wall {inches(height)} high: cover behind it"),
                    Line(*ends, blend(TALL_WALL, PAPER, 0.35), 0.07),
                ]
            else:
                shapes += [
                    Line(*ends, INK, 0.19, f"low wall {inches(height)} high: climbed over, cover behind it"),
                    Line(*ends, LOW_WALL, 0.12),
                ]
    return shapes


def ways_up(tables: np.void) -> dict[tuple[int, int, int], bool]:
    """Stairs and ladders: (cell at the foot, direction to what they lean against) -> it is a stair."""
    found: dict[tuple[int, int, int], bool] = {}
    for node in range(CELLS, int(tables["used"])):
        if tables["node_place"][node] != Place.STEPS:
            continue
        foot = int(tables["node_cell"][node])
        dx, dy = (int(np.sign(tables[axis][0][node] - tables[axis][0][foot])) for axis in ("view_x", "view_y"))
        edges = range(int(tables["edge_at"][node]), int(tables["edge_at"][node + 1]))
        stair = any(tables["edges"]["way"][edge] == Way.STAIR for edge in edges)
        found[foot, dx, dy] = stair or found.get((foot, dx, dy), False)
    return found


def way_up_shapes(tables: np.void) -> list[Shape]:
    """Stairs as treads that narrow upwards, ladders as rails with rungs."""
    shapes: list[Shape] = []
    for (foot, dx, dy), stair in ways_up(tables).items():
        x, y = centre(foot)

        def spot(forth: float, across: float, x: float = x, y: float = y, dx: int = dx, dy: int = dy) -> tuple[float, float]:
            return x + dx * forth - dy * across, y + dy * forth + dx * across

        def bar(a: tuple[float, float], b: tuple[float, float], ink: str, width: float, name: str = "") -> Line:
            (p, q), (u, v) = spot(*a), spot(*b)
            return Line(p, q, u, v, ink, width, name)

        if stair:
            outline = (spot(-0.35, -0.4), spot(0.5, -0.4), spot(0.5, 0.4), spot(-0.35, 0.4))
            shapes.append(Polygon(outline, "#e6d5b4", SHADOW, 0.04, "stairs: a way up without a fall"))
            for k in range(4):
                forth = -0.35 + 0.21 * (k + 1)
                shapes.append(bar((forth, -0.4), (forth, 0.4), blend(SHADOW, FLOOR, 0.55 - 0.15 * k), 0.06))
        else:
            shapes += [bar((0.05, side), (0.62, side), SHADOW, 0.08, "ladder: a way up without a fall") for side in (-0.2, 0.2)]
            shapes += [bar((forth, -0.2), (forth, 0.2), SHADOW, 0.06) for forth in (0.12, 0.27, 0.42, 0.57)]
    return shapes


def objective_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Objectives with their numbers in the colour of who controls them, within thin circles of 3"; the centre, where it counts."""
    shapes: list[Shape] = []
    if tables["centre_near"].any():
        x, y = float(tables["width"]) / 2, float(tables["height"]) / 2
        shapes += [Line(x - 0.3, y, x + 0.3, y, INK, 0.08, "centre"), Line(x, y - 0.3, x, y + 0.3, INK, 0.08)]
    for k in range(int(tables["n_objectives"])):
        x, y = float(tables["objective_x"][k]) / 2, float(tables["objective_y"][k]) / 2
        held = int(record["control"][k])
        color = draw.SEAT_COLORS[held] if held >= 0 else "#8d857a"
        owner = f"held by seat_{held}" if held >= 0 else "nobody's"
        named = record["named"] == k
        shapes.append(Disc(x, y, 3.0, None, blend(color, FLOOR, 0.25), 0.05, f"within 3 inches of objective {k + 1}"))
        shapes.append(Disc(x, y, 0.46, GOLD if named else "#ffffff", color, 0.13, f"objective {k + 1}, {owner}"))
        shapes.append(Text(x, y, str(k + 1), 0.5, color if held >= 0 else INK, bold=True))
        if tables["loots"]:
            shapes.append(Text(x, y + 0.68, f"{int(record['loots'][k])} left", 0.24, INK))
    return shapes


def treasure_shapes(x: float, y: float, token: int, size: float) -> list[Shape]:
    """A treasure with its number."""
    return [
        Polygon(draw.diamond(x, y, size), GOLD, INK, 0.04, f"treasure {token + 1}"),
        Text(x, y, str(token + 1), size * 0.95, INK, bold=True),
    ]


def token_shapes(record: np.void) -> list[Shape]:
    """Treasures that lie on the battlefield."""
    lying = [(token, int(treasure["cell"])) for token, treasure in enumerate(record["tokens"]) if treasure["cell"] >= 0]
    return [shape for token, cell in lying for shape in treasure_shapes(*centre(cell), token, 0.36)]


def camp_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Where the groups of both deployments are set up, while groups are formed and deployments are taken: 1 and 2, with the group."""
    shapes: list[Shape] = []
    if int(record["decision"]) not in (Decision.ROLE, Decision.BATTLE_GROUP, Decision.COLOUR):
        return shapes
    for colour, (nth, (number, ink)) in enumerate(zip(DEPLOYMENTS, CAMPS, strict=True)):
        for group in range(GROUPS):
            cells = [int(cell) for cell in np.flatnonzero(tables["zone"][colour, group])]
            name = f"{nth} deployment, {member_word(Group, group)} group"
            shapes += [Rect(corner(cell)[0] + 0.06, corner(cell)[1] + 0.06, 0.88, 0.88, None, ink, 0.05, name) for cell in cells]
            if cells:
                x, y = centre(min(cells, key=lambda cell: int(tables["zone_distance"][colour, group, cell])))
                x = min(max(x, 1.4), int(tables["width"]) - 1.4)  # the word stays on the board
                shapes.append(Text(x, y, f"{number} {member_word(Group, group)}", 0.5, ink, bold=True))
    return shapes


def choice_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Where the deciding seat may set up its fighter or a treasure, or move to; red where impact is rolled on the way."""
    seat, decision = int(record["decider"]), int(record["decision"])
    shapes = camp_shapes(record, tables)
    if seat < 0:
        return shapes
    color = draw.SEAT_COLORS[seat]
    zone = np.zeros(CELLS)
    if decision == Decision.DEPLOY and record["red"] >= 0:
        colour, group = int(record["red"] != seat), int(record["units"]["group"][record["subject"]])
        zone = tables["zone"][colour, group] if group < GROUPS else zone
    elif decision == Decision.TREASURE:
        zone = tables["token_zone" if (record["tokens"]["cell"] >= 0).any() else "token_first"]
    for x, y in map(corner, np.flatnonzero(zone)):
        shapes.append(Rect(x + 0.06, y + 0.06, 0.88, 0.88, None, color, 0.05, "where it may be set up"))
    if decision in (Decision.MOVE, Decision.DISENGAGE):
        for stage in range(STAGES):
            for node in map(int, np.flatnonzero(record["cost"][stage] < FAR)):
                cost, risk = int(record["cost"][stage][node]), int(record["risk"][stage][node])
                rolls = f", {counted(risk, 'impact roll', 'impact rolls')} that may hurt" if risk else ""
                name = f"a move of {cost / 10:g} inches{', with a treasure' if stage else ''}{rolls}"
                if node >= CELLS:  # named by its answer, which a click on it gives
                    name = f"{'take-' if stage else ''}climb {node - CELLS + 1}: to {inches(tables['node_height'][node])} up, {name}"
                ink, (a, b) = DANGER if risk else color, place_of(tables, node)
                shapes.append(Disc(a, b, 0.2, None, GOLD, 0.06, name) if stage else Disc(a, b, 0.11, ink, "#ffffff", 0.02, name))
    return shapes
