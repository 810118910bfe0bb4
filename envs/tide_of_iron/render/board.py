"""What the map looks like: hexes with their terrain, objectives, markers, places to set up, and the legend."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Decision
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, WIDTH, Fort, Goal, Mark, Phase, Status, Terrain

SIDE_LETTERS = "AB"
PITCH, RADIUS, CORNERS = draw.HEX_PITCH, draw.HEX_RADIUS, draw.HEX_CORNERS
SIDE_MIDDLES = tuple(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True))

GOLD, HALO, HURT, MOVE = "#b08d00", "#f2c200", "#b3001b", "#3b2b6d"
VICTORY, COMMAND_COIN = "#ffd84d", "#e6dfd0"
TRENCH, CONCRETE, CLOUD = "#6b4420", "#4d5257", "#b9bcbe"
ROAD, CONTOUR, CLIFF, RIM = "#c9a878", "#a97c3c", "#5b3c14", "#9aa088"
LEVELS = ("#eef0da", "#e6cf9c", "#d0a866")
LAND = {
    Terrain.WOODS: "#bcd9a3", Terrain.BUILDING: "#dcc7c0", Terrain.ROUGH: "#dfd8c3", Terrain.BRIDGE: "#b9d9ee",
    Terrain.STREAM: "#b9d9ee", Terrain.DEEP_STREAM: "#84b9dd", Terrain.POND: "#5b97c9",
}  # fmt: skip
_TREES = (
    (-0.3, -0.27), (-0.12, -0.38), (0.14, -0.36), (0.32, -0.24), (-0.4, 0.05), (0.4, 0.06), (-0.3, 0.29), (0.3, 0.29),
    (0.0, 0.0),
)  # fmt: skip
_STONES = (
    (-0.33, -0.22), (-0.08, -0.34), (0.22, -0.3), (0.37, -0.06), (-0.4, 0.08), (-0.22, 0.28), (0.06, 0.2), (0.32, 0.24),
    (-0.05, -0.08),
)  # fmt: skip
GOALS = {Goal.VICTORY: "victory", Goal.NEUTRAL: "command", Goal.COMMAND_A: "command A", Goal.COMMAND_B: "command B"}
# What entering a hex takes from a squad, and what it does for whoever is in it.
# Clauses: TI-MOV-09, TI-MOV-10, TI-TRN-03, TI-TRN-04, TI-LOS-05.
EFFECTS = {
    Terrain.CLEAR: "costs 1", Terrain.WOODS: "costs 2, vehicles 3; gives 2 defence dice and blocks sight",
    Terrain.BUILDING: "costs 2, no vehicle enters; gives 3 defence dice and blocks sight",
    Terrain.ROUGH: "costs 2, vehicles 3; gives 1 defence die",
    Terrain.BRIDGE: "costs 1", Terrain.STREAM: "costs 2, vehicles 4", Terrain.DEEP_STREAM: "costs 3 and no vehicle enters it",
    Terrain.POND: "nobody enters it",
}  # fmt: skip
SIGNS = {
    Mark.WIRE: "wire", Mark.MINES: "mines", Mark.TRAPS: "tank traps", Mark.ENTRENCHMENT: "free trench", Mark.PILLBOX: "free pillbox",
    Mark.COVER_A: "Take Cover, A", Mark.COVER_B: "Take Cover, B", Mark.CHARGE_A: "charge of A", Mark.CHARGE_B: "charge of B",
}  # fmt: skip
_HOUSES = ((-0.36, -0.3, 0.3, 0.24), (0.06, -0.38, 0.3, 0.26), (-0.34, 0.1, 0.28, 0.24), (0.1, 0.04, 0.3, 0.26))
_PUFFS = (
    (-0.28, -0.2, 0.17), (0.0, -0.3, 0.19), (0.28, -0.2, 0.17), (-0.3, 0.12, 0.18), (0.3, 0.12, 0.18), (0.0, 0.22, 0.2),
    (0.0, -0.02, 0.24),
)  # fmt: skip
# Where the signs of markers stand in a hex: beside its name at the foot, then at the head, clear of counters in the middle.
_PLACES = (
    (-0.25, 0.345),
    (0.25, 0.345),
    (-0.25, -0.355),
    (0.25, -0.355),
    (-0.39, 0.2),
    (0.39, 0.2),
    (-0.39, -0.2),
    (0.39, -0.2),
    (0.0, 0.5),
)
_SPIKES = ((0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1), (0.07, 0.07), (-0.07, 0.07), (0.07, -0.07), (-0.07, -0.07))


def at(cell: int | np.integer) -> str:
    """A hex as column,row."""
    return QUESTIONS.layout.cell_text(int(cell))


def centre(cell: int | np.integer) -> tuple[float, float]:
    """Where the middle of a hex is drawn; odd rows stand half a hex to the right."""
    column, row = int(cell) % WIDTH, int(cell) // WIDTH
    return column + 0.5 + 0.5 * (row % 2), RADIUS + PITCH * row


def hexagon(x: float, y: float, size: float = 1.0) -> tuple[tuple[float, float], ...]:
    """Corners of a hex around (x, y)."""
    return tuple((x + size * a, y + size * b) for a, b in CORNERS)


def ground_color(tables: np.void, cell: int) -> str:
    """The colour of a hex: its terrain, tinted by its level."""
    level, land = LEVELS[int(tables["level"][cell])], LAND.get(Terrain(int(tables["terrain"][cell])))
    if land is None:
        return level
    return blend(land, level, 0.45) if tables["level"][cell] else land


def scenery(kind: Terrain, x: float, y: float) -> list[Shape]:
    """What stands in a hex of a terrain, up to its rim, so that counters leave some of it in sight."""
    shapes: list[Shape] = []
    if kind == Terrain.WOODS:
        for a, b in _TREES:
            shapes += [Disc(x + a, y + b, 0.085, "#6f9d52"), Disc(x + a - 0.02, y + b - 0.025, 0.045, "#8ab86b")]
    elif kind == Terrain.BUILDING:
        for a, b, w, h in _HOUSES:
            ridge = y + b + h / 2
            shapes += [
                Rect(x + a, y + b, w, h, "#b06f5c", "#7a4638", 0.02),
                Line(x + a, ridge, x + a + w, ridge, "#7a4638", 0.015),
            ]
    elif kind == Terrain.ROUGH:
        for a, b in ((x + p, y + q) for p, q in _STONES):
            stone = ((a - 0.07, b + 0.04), (a - 0.03, b - 0.05), (a + 0.04, b - 0.04), (a + 0.07, b + 0.04))
            shapes.append(Polygon(stone, "#a89c84"))
    elif kind != Terrain.CLEAR:
        ink = blend(LAND[kind], "#1f4f80", 0.45)
        for b in (-0.24, 0.0, 0.24):
            wave = [(x - 0.36 + 0.12 * k, y + b + (0.03 if k % 2 else -0.03)) for k in range(7)]
            shapes += [Line(*p, *q, ink, 0.02) for p, q in zip(wave, wave[1:], strict=False)]
    return shapes


def star(x: float, y: float, r: float) -> tuple[tuple[float, float], ...]:
    """Corners of a star with five points."""
    turns = [(math.pi * k / 5, r if k % 2 == 0 else 0.5 * r) for k in range(10)]
    return tuple((x + math.sin(a) * s, y - math.cos(a) * s) for a, s in turns)


def flag(x: float, y: float, seat: int) -> list[Shape]:
    """A seat's control marker; (x, y) is the top of its pole."""
    cloth = ((x, y), (x + 0.14, y + 0.05), (x, y + 0.1))
    return [Line(x, y, x, y + 0.21, INK, 0.02), Polygon(cloth, draw.SEAT_COLORS[seat], INK, 0.01, f"control of seat_{seat}")]


def goal(kind: int, value: int, x: float, y: float, held: int) -> list[Shape]:
    """A star (victory) or a coin (command) with its value, and the flag of who controls it."""
    owner = kind - Goal.COMMAND_A
    whose = "both" if kind == Goal.NEUTRAL else f"seat_{owner}"
    meaning = f"victory objective: worth {value}" if kind == Goal.VICTORY else f"command objective of {whose}: gives {value} command"
    if kind == Goal.VICTORY:
        shapes: list[Shape] = [Polygon(star(x, y, 0.14), VICTORY, INK, 0.015, meaning)]
        text = str(value) if value else ""
    else:
        fill = COMMAND_COIN if kind == Goal.NEUTRAL else blend(draw.SEAT_COLORS[owner], PAPER, 0.55)
        shapes = [Disc(x, y, 0.105, fill, INK, 0.018, meaning)]
        text = str(value)
    shapes.append(Text(x, y + 0.005, text, 0.13, INK, bold=True))
    return [*shapes, *flag(x + 0.11, y - 0.12, held)] if held >= 0 else shapes


def cloud(x: float, y: float) -> list[Shape]:
    """Smoke that fills a hex."""
    return [Disc(x + a, y + b, r, CLOUD, "#9a9ea1", 0.012, "smoke: blocks sight through it, not into it") for a, b, r in _PUFFS]


def mark(name: str, x: float, y: float, count: int = 1) -> list[Shape]:
    """A marker as a small sign, about 0.2 wide."""
    if name == "wire":
        crosses = [(x + a, y, s) for a in (-0.09, 0.0, 0.09) for s in (-0.05, 0.05)]
        shapes: list[Shape] = [Line(a - 0.035, b - s, a + 0.035, b + s, INK, 0.018) for a, b, s in crosses]
        return [
            *shapes,
            Line(x - 0.14, y, x + 0.14, y, INK, 0.014, "razor wire: stops squads and light vehicles, halves a squad's firepower"),
        ]
    if name == "mines":
        shapes = [Line(x, y, x + a, y + b, INK, 0.025) for a, b in _SPIKES]
        return [
            *shapes,
            Disc(x, y, 0.06, INK, None, 0.0, "minefield: four dice hit whoever enters; stopped and fatigued, half firepower inside"),
            Disc(x, y, 0.025, HURT),
        ]
    if name == "traps":
        peaks = [((a, y - 0.08), (a + 0.06, y + 0.07), (a - 0.06, y + 0.07)) for a in (x - 0.06, x + 0.06)]
        return [Polygon(peak, "#8d9399", INK, 0.015, "tank traps: no vehicle enters") for peak in peaks]
    if name in ("entrenchment", "pillbox"):
        fill, dice = (TRENCH, 2) if name == "entrenchment" else (CONCRETE, 6)
        words = f"{count} empty {name}: {dice} defence dice for a squad inside"
        shapes = [Rect(x - 0.11, y - 0.06, 0.22, 0.12, blend(fill, PAPER, 0.75), fill, 0.035, words)]
        return [*shapes, Text(x, y, str(count), 0.12, INK, bold=True)] if count > 1 else shapes
    seat = int(name.endswith("_b"))
    color = draw.SEAT_COLORS[seat]
    if name.startswith("charge"):
        shapes = [Rect(x - 0.07, y - 0.06, 0.14, 0.12, color, INK, 0.015, f"demolition charge of seat_{seat}")]
        return [*shapes, Text(x, y, "C", 0.12, "#ffffff", bold=True)]
    shield = ((-0.08, -0.09), (0.08, -0.09), (0.08, 0.01), (0.0, 0.1), (-0.08, 0.01))
    ends = "in the next round" if count > 1 else "in this round"
    shapes = [Polygon(tuple((x + a, y + b) for a, b in shield), color, "#ffffff", 0.015, f"Take Cover of seat_{seat}, ends {ends}")]
    return [*shapes, Text(x, y - 0.01, "+1", 0.11, "#ffffff", bold=True)]


def terrain(tables: np.void) -> tuple[list[Shape], list[Shape]]:
    """The hexes with what stands in them, then roads, and the slopes with the names of the hexes."""
    ground: list[Shape] = []
    roads: list[list[Shape]] = [[], []]
    grid: list[Shape] = []
    for cell in map(int, np.flatnonzero(tables["on_map"])):
        x, y = centre(cell)
        kind, level = Terrain(int(tables["terrain"][cell])), int(tables["level"][cell])
        hill = f"hill level {level}: costs 2 from below" if level else ""
        names = [at(cell), f"{in_words(kind)}: {EFFECTS[kind]}", hill, "road: costs 1 along it" if tables["road"][cell] else ""]
        ground += [
            Polygon(hexagon(x, y), ground_color(tables, cell), RIM, 0.018, ", ".join(filter(None, names))),
            *scenery(kind, x, y),
        ]
        for d in range(DIRECTIONS):
            there = int(tables["next"][cell, d])
            if int(tables["road"][cell]) >> d & 1:
                end = x + SIDE_MIDDLES[d][0], y + SIDE_MIDDLES[d][1]
                bridge = kind == Terrain.BRIDGE
                roads[0].append(Line(x, y, *end, blend(ROAD, INK, 0.7 if bridge else 0.35), 0.3 if bridge else 0.2))
                roads[1].append(Line(x, y, *end, ROAD, 0.2 if bridge else 0.16, "bridge" if bridge else "road"))
            drop = level - int(tables["level"][there]) if there >= 0 else 0
            if drop > 0:
                (a, b), (p, q) = CORNERS[d], CORNERS[(d + 1) % DIRECTIONS]
                ends = (x + 0.95 * a, y + 0.95 * b, x + 0.95 * p, y + 0.95 * q)
                grid.append(
                    Line(*ends, CLIFF, 0.09, "cliff: nobody crosses it")
                    if drop > 1
                    else Line(*ends, CONTOUR, 0.055, "slope: costs 2 upwards")
                )
        grid.append(Text(x, y + 0.375, at(cell), 0.105, blend(INK, ground_color(tables, cell), 0.25)))
    return [*ground, *roads[0], *roads[1]], grid


def objectives(record: np.void, tables: np.void) -> tuple[list[Shape], list[Shape]]:
    """Frames in the colour of who controls the hex, and the signs of what it is worth."""
    frames: list[Shape] = []
    signs: list[Shape] = []
    places: dict[int, list[int]] = {}
    for k in range(int(tables["n_objectives"])):
        places.setdefault(int(tables["objective_cell"][k]), []).append(k)
    for cell, goals in places.items():
        x, y = centre(cell)
        held = int(record["control"][goals[0]])
        frames.append(Polygon(hexagon(x, y, 0.91), None, draw.SEAT_COLORS[held] if held >= 0 else GOLD, 0.05))
        for n, k in enumerate(goals):
            kind, value = int(tables["objective_kind"][k]), int(tables["objective_value"][k])
            signs += goal(kind, value, x + 0.36 * (n - (len(goals) - 1) / 2), y - 0.44, int(record["control"][k]))
    return frames, signs


def marks_of(record: np.void, cell: int) -> list[tuple[str, int]]:
    """Markers in a hex and how many of each; of the fortifications only the empty ones."""
    here = record["units"][(record["units"]["cell"] == cell) & (record["units"]["status"] == Status.ON_MAP)]
    lying = {sign: int(record["marks"][sign][cell]) for sign in Mark}
    for sign, fort in ((Mark.ENTRENCHMENT, Fort.ENTRENCHMENT), (Mark.PILLBOX, Fort.PILLBOX)):
        lying[sign] -= int((here["fort"] == fort).sum())
    return [(sign.name.lower(), count) for sign, count in lying.items() if count > 0]


def markers(record: np.void) -> tuple[list[Shape], list[Shape]]:
    """Clouds of smoke, which lie below the counters, and the signs, which lie above them."""
    clouds: list[Shape] = []
    signs: list[Shape] = []
    for cell in sorted({int(cell) for sign in Mark for cell in np.flatnonzero(record["marks"][sign])}):
        x, y = centre(cell)
        marks = marks_of(record, cell)
        if ("smoke", 1) in marks:
            clouds += cloud(x, y)
            marks.remove(("smoke", 1))
        for (name, count), (a, b) in zip(marks, _PLACES, strict=False):
            signs += mark(name, x + a, y + b, count)
    return clouds, signs


def zones(record: np.void, tables: np.void) -> list[Shape]:
    """Where the deciding seat may set up, place its marker or have its reinforcement arrive."""
    seat, decision = int(record["decider"]), int(record["decision"])
    name = "zone"
    if decision == Decision.ARRIVE:
        name = "arrival"
    elif decision == Decision.PLACE_MARKER:
        name = "zone_trench" if record["subject"] in (Mark.ENTRENCHMENT, Mark.PILLBOX) else "zone_wire"
    elif record["phase"] != Phase.SETUP or seat < 0:
        return []
    cells = np.flatnonzero(tables[name][seat])
    return [Polygon(hexagon(*centre(cell), 0.93), None, draw.SEAT_COLORS[seat], 0.025, "may be chosen") for cell in cells]


def samples(tables: np.void) -> list[tuple[str, list[Shape]]]:
    """What lies and stands on the map of a scenario, by name, each drawn small around (0, 0)."""
    land, levels = (tables[name][np.flatnonzero(tables["on_map"])] for name in ("terrain", "level"))
    items: list[tuple[str, list[Shape]]] = []
    for kind in Terrain:
        planks = [Line(0, -0.4, 0, 0.4, ROAD, 0.3)] if kind == Terrain.BRIDGE else []
        if kind != Terrain.CLEAR and (land == kind).any():
            items.append((in_words(kind), [Polygon(hexagon(0, 0), LAND[kind], RIM, 0.05), *scenery(kind, 0, 0), *planks]))
    for level in (1, 2):
        if (levels == level).any():
            items.append((f"hill level {level}", [Polygon(hexagon(0, 0), LEVELS[level], CONTOUR, 0.1)]))
    cells = np.flatnonzero(tables["on_map"])
    drops = {int(tables["level"][cell]) - int(tables["level"][there]) for cell in cells for there in tables["next"][cell] if there >= 0}
    if (land == Terrain.CLEAR).any():
        items.insert(0, ("clear", [Polygon(hexagon(0, 0), LEVELS[0], RIM, 0.05)]))
    if tables["road"][cells].any():
        items.append(("road", [Line(-0.5, 0, 0.5, 0, blend(ROAD, INK, 0.35), 0.36), Line(-0.5, 0, 0.5, 0, ROAD, 0.28)]))
    for name, ink, width, there in (("slope", CONTOUR, 0.14, 1 in drops), ("cliff", CLIFF, 0.24, max(drops) > 1)):
        items += [(name, [Line(-0.45, 0, 0.45, 0, ink, width)])] if there else []
    items = [(name, [draw.moved(shape, 0.23) for shape in sample]) for name, sample in items]
    lies = tables["marker_column"] >= 0
    kinds = {int(kind) for kind in tables["objective_kind"][: int(tables["n_objectives"])]}
    items += [(said, goal(kind, 1, 0, 0, -1)) for kind, said in GOALS.items() if kind in kinds]
    items += [("in control", flag(-0.06, -0.1, 0))]
    items += [("smoke", [draw.moved(shape, 0.2) for shape in cloud(0, 0)])] if lies[Mark.SMOKE] else []
    items += [(said, mark(sign.name.lower(), 0, 0)) for sign, said in SIGNS.items() if lies[sign]]
    return items


def legend(tables: np.void, columns: int, rows: int) -> tuple[list[Shape], float]:
    """The samples with their names below the last row, and the height of the picture: that of the map, or more if they need it."""
    items, across = samples(tables), max(int(columns / 1.48), 1)
    top, lines = PITCH * (rows - 1) + 2 * RADIUS + 0.06, -(-len(items) // across)
    pitch = min(max((rows - top) / lines, 0.27), 0.36)
    shapes: list[Shape] = []
    for n, (name, sample) in enumerate(items):
        x, y = 0.17 + n % across * 1.48, top + (n // across + 0.5) * pitch
        shapes += [draw.moved(shape, 1.0, x, y) for shape in sample]
        shapes.append(Text(x + 0.2, y, name, 0.17, INK, "start"))
    return shapes, max(float(rows), top + lines * pitch)


def size_of(tables: np.void) -> tuple[int, int]:
    """Columns and rows of the map."""
    cells = np.flatnonzero(tables["on_map"])
    return int((cells % WIDTH).max()) + 1, int((cells // WIDTH).max()) + 1
