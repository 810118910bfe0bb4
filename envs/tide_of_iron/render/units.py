"""What the pieces of Tide of Iron look like: hexes with their terrain, markers, objectives and counters, as shapes."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.tide_of_iron import state
from skirmish_rl.envs.tide_of_iron.state import (
    SLOTS_OF_BASE,
    WIDTH,
    Activation,
    Condition,
    Damage,
    Figure,
    Fort,
    Goal,
    Kind,
    Specialty,
    Status,
    Terrain,
)

NUMBER = 1  # a unit is shown by the number that action texts use: its slot plus this
SIDE_NAMES = "AB"
PITCH = 0.8660254  # from row to row, when a hex is 1 wide
RADIUS = 0.5773503  # from the middle of a hex to a corner
CORNERS = ((0.0, -RADIUS), (0.5, -RADIUS / 2), (0.5, RADIUS / 2), (0.0, RADIUS), (-0.5, RADIUS / 2), (-0.5, -RADIUS / 2))
SIDE_MIDDLES = tuple(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True))

ACTIVE, HURT = "#f2c200", "#b3001b"
VICTORY, COMMAND = "#ffd84d", "#e6dfd0"
TRENCH, CONCRETE, SMOKE = "#6b4420", "#4d5257", "#b9bcbe"
ROAD, CONTOUR, CLIFF, RIM = "#c9a878", "#a97c3c", "#5b3c14", "#9aa088"
LEVELS = ("#eef0da", "#e6cf9c", "#d0a866")
LAND = {
    Terrain.WOODS: "#bcd9a3", Terrain.BUILDING: "#dcc7c0", Terrain.ROUGH: "#dfd8c3", Terrain.BRIDGE: "#b9d9ee",
    Terrain.STREAM: "#b9d9ee", Terrain.DEEP_STREAM: "#84b9dd", Terrain.POND: "#5b97c9",
}  # fmt: skip
FIGURE_LETTERS = {Figure.REGULAR: "R", Figure.ELITE: "E", Figure.OFFICER: "O", Figure.MACHINE_GUN: "G", Figure.MORTAR: "M"}
FIGURE_COLORS = {
    Figure.OFFICER: "#f2b5c4", Figure.MACHINE_GUN: "#c4cdd6", Figure.MORTAR: "#cfe0c0", Figure.ELITE: "#f3d98a", Figure.REGULAR: "#f7f4ea",
}  # fmt: skip
KIND_LETTERS = {
    Kind.TRUCK: "TK", Kind.HALF_TRACK: "HT", Kind.MEDIUM_TANK_A: "MT", Kind.MEDIUM_TANK_B: "MT", Kind.HEAVY_TANK: "HV",
    Kind.TANK_DESTROYER: "TD", Kind.GUN: "GN",
}  # fmt: skip
TOKEN_LETTERS = {
    Specialty.ANTI_TANK: "AT", Specialty.FLAMETHROWER: "FL", Specialty.ENGINEER: "EN", Specialty.MEDIC: "ME", Specialty.RECON: "RE",
    Specialty.EXPERT: "EX", Specialty.DEMOLITION: "DE",
}  # fmt: skip
# Outlines of vehicles in a box from (-1, -0.5) to (1, 0.5): polygons, wheels (x, y, radius), and the barrel's end.
_HULL = ((-0.95, 0.05), (0.8, 0.05), (1.0, 0.2), (0.75, 0.48), (-0.75, 0.48), (-1.0, 0.25))
_BED = ((-0.95, -0.4), (0.25, -0.4), (0.25, 0.25), (-0.95, 0.25))
_CAB = ((0.3, -0.2), (0.6, -0.2), (0.75, 0.02), (0.98, 0.05), (0.98, 0.25), (0.3, 0.25))
_BODY = ((-0.95, -0.25), (0.4, -0.25), (0.55, -0.02), (0.98, 0.02), (0.98, 0.25), (-0.95, 0.25))
_TRACK = ((-0.95, 0.15), (0.2, 0.15), (0.05, 0.5), (-0.8, 0.5))
_SHIELD = ((-0.15, -0.4), (0.1, -0.35), (0.1, 0.3), (-0.15, 0.3))
_TRAIL = ((-1.0, 0.45), (-0.1, 0.1), (-0.05, 0.2), (-0.9, 0.5))
OUTLINES: dict[Kind, tuple[tuple, tuple, float]] = {
    Kind.TRUCK: ((_BED, _CAB), ((-0.6, 0.3, 0.2), (0.65, 0.3, 0.2)), 0.0),
    Kind.HALF_TRACK: ((_BODY, _TRACK), ((0.7, 0.3, 0.2),), 0.0),
    Kind.MEDIUM_TANK_A: ((_HULL, ((-0.45, 0.06), (-0.35, -0.35), (0.15, -0.35), (0.3, 0.06))), (), 0.85),
    Kind.MEDIUM_TANK_B: ((_HULL, ((-0.5, 0.06), (-0.5, -0.3), (0.2, -0.3), (0.3, 0.06))), (), 0.95),
    Kind.HEAVY_TANK: ((_HULL, ((-0.7, 0.06), (-0.65, -0.45), (0.3, -0.45), (0.4, 0.06))), (), 1.15),
    Kind.TANK_DESTROYER: ((_HULL, ((-0.8, 0.06), (-0.65, -0.4), (-0.1, -0.25), (0.0, 0.06))), (), 1.15),
    Kind.GUN: ((_SHIELD, _TRAIL), ((0.0, 0.25, 0.22),), 1.0),
}
_TREES = (
    (-0.3, -0.27),
    (-0.12, -0.38),
    (0.14, -0.36),
    (0.32, -0.24),
    (-0.4, 0.05),
    (0.4, 0.06),
    (-0.3, 0.29),
    (0.3, 0.29),
    (0.0, 0.0),
)
_STONES = (
    (-0.33, -0.22),
    (-0.08, -0.34),
    (0.22, -0.3),
    (0.37, -0.06),
    (-0.4, 0.08),
    (-0.22, 0.28),
    (0.06, 0.2),
    (0.32, 0.24),
    (-0.05, -0.08),
)
_HOUSES = ((-0.36, -0.3, 0.3, 0.24), (0.06, -0.38, 0.3, 0.26), (-0.34, 0.1, 0.28, 0.24), (0.1, 0.04, 0.3, 0.26))
_PUFFS = (
    (-0.28, -0.2, 0.17),
    (0.0, -0.3, 0.19),
    (0.28, -0.2, 0.17),
    (-0.3, 0.12, 0.18),
    (0.3, 0.12, 0.18),
    (0.0, 0.22, 0.2),
    (0.0, -0.02, 0.24),
)
_SPIKES = ((0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1), (0.07, 0.07), (-0.07, 0.07), (0.07, -0.07), (-0.07, -0.07))


def words(member: str) -> str:
    """The name of an enum's member as words."""
    return member.lower().replace("_", " ")


def at(cell: int | np.integer) -> str:
    """A hex as column,row."""
    return f"{int(cell) % WIDTH},{int(cell) // WIDTH}"


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
    meaning = f"{words(Goal(kind).name)} objective, {value}"
    if kind == Goal.VICTORY:
        shapes: list[Shape] = [Polygon(star(x, y, 0.14), VICTORY, INK, 0.015, meaning)]
        text = str(value) if value else ""
    else:
        owner = kind - Goal.COMMAND_A
        fill = COMMAND if kind == Goal.NEUTRAL else blend(draw.SEAT_COLORS[owner], PAPER, 0.55)
        shapes = [Disc(x, y, 0.105, fill, INK, 0.018, meaning)]
        text = str(value) if kind == Goal.NEUTRAL else f"{SIDE_NAMES[owner]}{value}"
    shapes.append(Text(x, y + 0.005, text, 0.13, INK, bold=True))
    return [*shapes, *flag(x + 0.11, y - 0.12, held)] if held >= 0 else shapes


def cloud(x: float, y: float) -> list[Shape]:
    """Smoke that fills a hex."""
    return [Disc(x + a, y + b, r, SMOKE, "#9a9ea1", 0.012, "smoke") for a, b, r in _PUFFS]


def mark(name: str, x: float, y: float, count: int = 1) -> list[Shape]:
    """A marker as a small sign, about 0.2 wide."""
    if name == "wire":
        crosses = [(x + a, y, s) for a in (-0.09, 0.0, 0.09) for s in (-0.05, 0.05)]
        shapes: list[Shape] = [Line(a - 0.035, b - s, a + 0.035, b + s, INK, 0.018) for a, b, s in crosses]
        return [*shapes, Line(x - 0.14, y, x + 0.14, y, INK, 0.014, "razor wire")]
    if name == "mines":
        shapes = [Line(x, y, x + a, y + b, INK, 0.025) for a, b in _SPIKES]
        return [*shapes, Disc(x, y, 0.06, INK, None, 0.0, "minefield"), Disc(x, y, 0.025, HURT)]
    if name == "traps":
        peaks = [((a, y - 0.08), (a + 0.06, y + 0.07), (a - 0.06, y + 0.07)) for a in (x - 0.06, x + 0.06)]
        return [Polygon(peak, "#8d9399", INK, 0.015, "tank traps") for peak in peaks]
    if name in ("entrenchment", "pillbox"):
        fill = TRENCH if name == "entrenchment" else CONCRETE
        shapes = [Rect(x - 0.11, y - 0.06, 0.22, 0.12, blend(fill, PAPER, 0.75), fill, 0.035, f"{count} empty {name}")]
        return [*shapes, Text(x, y, str(count), 0.12, INK, bold=True)] if count > 1 else shapes
    color = draw.SEAT_COLORS[int(name[-1])]
    if name.startswith("charge"):
        shapes = [Rect(x - 0.07, y - 0.06, 0.14, 0.12, color, INK, 0.015, f"demolition charge of seat_{name[-1]}")]
        return [*shapes, Text(x, y, "C", 0.12, "#ffffff", bold=True)]
    shield = ((-0.08, -0.09), (0.08, -0.09), (0.08, 0.01), (0.0, 0.1), (-0.08, 0.01))
    shapes = [Polygon(tuple((x + a, y + b) for a, b in shield), color, "#ffffff", 0.015, f"Take Cover of seat_{name[-1]}")]
    return [*shapes, Text(x, y - 0.01, "+1", 0.11, "#ffffff", bold=True)]


def riders(record: np.void, slot: int) -> list[int]:
    """Squads aboard a transport."""
    units = record["units"]
    return [int(s) for s in np.flatnonzero((units["carrier"] == slot) & (units["status"] == Status.ON_MAP))]


def description(record: np.void, slot: int) -> tuple[str, str, str]:
    """A unit in words: figures or vehicle, token, and how it stands."""
    unit = record["units"][slot]
    if unit["kind"] == Kind.SQUAD:
        what = " ".join(f"{int(unit['figures'][f])}{FIGURE_LETTERS[f]}" for f in FIGURE_COLORS if unit["figures"][f])
    else:
        what = words(Kind(int(unit["kind"])).name).removesuffix(" a").removesuffix(" b")
    token = TOKEN_LETTERS.get(Specialty(int(unit["specialty"])), "")
    stand = ["active" if slot == int(record["active"]) else ("fresh", "fatigued", "Op Fire")[int(unit["activation"])]]
    if unit["status"] == Status.RESERVE:
        stand = [f"arrives after round {int(unit['due'])}" if unit["due"] else "to be placed"]
    if unit["condition"]:
        stand.append(words(Condition(int(unit["condition"])).name))
    if unit["damage"]:
        stand.append(f"{words(Damage(int(unit['damage'])).name)} damage")
    if unit["fort"]:
        stand.append(f"in {words(Fort(int(unit['fort'])).name)}")
    if unit["carrier"] >= 0:
        stand.append(f"aboard {int(unit['carrier']) + NUMBER}")
    return what, token, ", ".join(stand)


def _badges(unit: np.void) -> list[tuple[str, str, str, str]]:
    """Small tags of a unit: (letters, colour, ink, meaning)."""
    out = []
    if unit["condition"]:
        out.append(("P", ACTIVE, INK, "pinned") if unit["condition"] == Condition.PINNED else ("D", HURT, "#ffffff", "disrupted"))
    if unit["damage"]:
        light = unit["damage"] == Damage.LIGHT
        out.append(("L", ACTIVE, INK, "lightly damaged") if light else ("H", HURT, "#ffffff", "heavily damaged"))
    if unit["activation"] == Activation.OP_FIRE:
        out.append(("OP", INK, ACTIVE, "Op Fire mode"))
    if unit["specialty"]:
        special = Specialty(int(unit["specialty"]))
        out.append((TOKEN_LETTERS[special], "#ffffff", INK, words(special.name)))
    return out


def _vehicle(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """A vehicle's outline, the letters of its kind, and the squads aboard; (x, y) is the corner."""
    kind, aboard = Kind(int(record["units"]["kind"][slot])), riders(record, slot)
    seat = draw.SEAT_COLORS[slot // state.FORCE]
    cab, letters = min(0.17, w / 4), min(h * 0.75, 0.15)
    room = w - cab * len(aboard)
    shapes: list[Shape] = [Rect(x, y, w, h, "#f7f4ea", INK, 0.012)]
    side = 1.4 * letters if room > 0.35 else 0.0
    bodies, wheels, barrel = OUTLINES[kind]
    k = min((room - side) / 2.25, h / 1.15)
    a, b = x + (room - side) / 2, y + h / 2
    if barrel:
        shapes.append(Line(a, b - 0.15 * k, a + barrel * k, b - 0.2 * k, "#3d4235", 0.12 * k))
    shapes += [Polygon(tuple((a + p * k, b + q * k) for p, q in body), "#3d4235", None, 0.0, words(kind.name)) for body in bodies]
    shapes += [Disc(a + p * k, b + q * k, r * k, INK, PAPER, 0.05 * k) for p, q, r in wheels]
    if side:
        shapes.append(Text(x + room - side / 2 - 0.02, b, KIND_LETTERS[kind], letters, INK, bold=True))
    for n, rider in enumerate(aboard):
        left = x + room + cab * n
        shapes.append(Rect(left, y, cab, h, blend(seat, PAPER, 0.6), INK, 0.012, f"aboard: {rider + NUMBER}"))
        shapes.append(Text(left + cab / 2, b, str(rider + NUMBER), min(h * 0.7, cab * 0.8), INK, bold=True))
    return shapes


def _base(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """The four slots of a squad base, crews filling two; (x, y) is the corner."""
    unit, step, left = record["units"][slot], w / SLOTS_OF_BASE, x
    shapes: list[Shape] = []
    for figure, color in FIGURE_COLORS.items():
        for _ in range(int(unit["figures"][figure])):
            wide = step * (2 if figure >= Figure.MACHINE_GUN else 1)
            shapes.append(Rect(left, y, wide, h, color, INK, 0.012, words(figure.name)))
            shapes.append(Text(left + wide / 2, y + h / 2, FIGURE_LETTERS[figure], min(h * 0.95, step * 1.25), INK, bold=True))
            left += wide
    while left < x + w - 0.01:
        shapes.append(Rect(left, y, step, h, None, blend(draw.SEAT_COLORS[slot // state.FORCE], INK, 0.4), 0.012, "empty slot"))
        left += step
    return shapes


def counter(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """One unit in a box with corner (x, y): number and tags above its figures, or beside them where the box is flat."""
    unit = record["units"][slot]
    color, tired = draw.SEAT_COLORS[slot // state.FORCE], unit["activation"] == Activation.FATIGUED
    fill, ink = (blend(color, PAPER, 0.68), blend(color, INK, 0.55)) if tired else (color, "#ffffff")
    shapes: list[Shape] = []
    if slot == int(record["active"]):
        shapes.append(Rect(x - 0.05, y - 0.05, w + 0.1, h + 0.1, ACTIVE, INK, 0.02, "active"))
    if unit["fort"]:
        fort = Fort(int(unit["fort"]))
        frame = TRENCH if fort == Fort.ENTRENCHMENT else CONCRETE
        shapes.append(Rect(x - 0.035, y - 0.035, w + 0.07, h + 0.07, frame, INK, 0.01, f"in {words(fort.name)}"))
    shapes.append(Rect(x, y, w, h, fill, INK, 0.015, f"{slot + NUMBER}: {', '.join(filter(None, description(record, slot)))}"))
    badges, pad, flat = _badges(unit), 0.018, h < 0.26
    line, number = (h, 0.2) if flat else (h * 0.48, w * 0.36)
    wide = 0.15 if flat else (w - number) / max(len(badges), 3)
    inside = _base if unit["kind"] == Kind.SQUAD else _vehicle
    if flat:
        shapes += inside(record, slot, x + number, y + pad, w - number - wide * len(badges) - pad, h - 2 * pad)
    else:
        shapes += inside(record, slot, x + pad, y + line, w - 2 * pad, h - line - pad)
    shapes.append(
        Text(
            x + number * (0.58 if tired else 0.5),
            y + line / 2,
            str(slot + NUMBER),
            min(line * 0.86, number * 0.82),
            ink,
            bold=True,
        )
    )
    for k, (text, paper, pen, meaning) in enumerate(badges):
        left = x + w - wide * (len(badges) - k)
        shapes.append(Rect(left, y + pad, wide - pad, line - 2 * pad, paper, INK, 0.012, meaning))
        size = min(line * 0.78, wide * (0.95 if len(text) == 1 else 0.66))
        shapes.append(Text(left + (wide - pad) / 2, y + line / 2, text, size, pen, bold=True))
    if tired:
        shapes += [
            Disc(x, y + line / 2, 0.055, PAPER, color, 0.018, "fatigued"),
            *draw.tick(x, y + line / 2, 0.08, blend(color, INK, 0.4)),
        ]
    return shapes
