"""What units look like: counters with figures or vehicles, stacks, and how a unit is described in words."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, Unit, blend
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS
from skirmish_rl.envs.tide_of_iron.render.board import CONCRETE, HALO, HURT, MOVE, TRENCH, centre, hexagon
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    SLOTS,
    SLOTS_OF_BASE,
    Activation,
    Condition,
    Damage,
    Fight,
    Figure,
    Fort,
    Kind,
    Specialty,
    Status,
)

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


def name_of(slot: int) -> str:
    """A unit by the name that action texts use."""
    return QUESTIONS.layout.unit_name(int(slot))


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
        what = member_word(Kind, unit["kind"]).removesuffix(" a").removesuffix(" b")
    token = TOKEN_LETTERS.get(Specialty(int(unit["specialty"])), "")
    stand = ["active" if slot == int(record["active"]) else ("fresh", "fatigued", "Op Fire")[int(unit["activation"])]]
    if unit["status"] == Status.RESERVE:
        stand = [f"arrives after round {int(unit['due'])}" if unit["due"] else "to be placed"]
    if unit["condition"]:
        stand.append(member_word(Condition, unit["condition"]))
    if unit["damage"]:
        stand.append(f"{member_word(Damage, unit['damage'])} damage")
    if unit["fort"]:
        stand.append(f"in {member_word(Fort, unit['fort'])}")
    if unit["carrier"] >= 0:
        stand.append(f"aboard {name_of(unit['carrier'])}")
    return what, token, ", ".join(stand)


def _badges(unit: np.void) -> list[tuple[str, str, str, str]]:
    """Small tags of a unit: (letters, colour, ink, meaning)."""
    out = []
    if unit["condition"]:
        out.append(("P", HALO, INK, "pinned") if unit["condition"] == Condition.PINNED else ("D", HURT, "#ffffff", "disrupted"))
    if unit["damage"]:
        light = unit["damage"] == Damage.LIGHT
        out.append(("L", HALO, INK, "lightly damaged") if light else ("H", HURT, "#ffffff", "heavily damaged"))
    if unit["activation"] == Activation.OP_FIRE:
        out.append(("OP", INK, HALO, "Op Fire mode"))
    if unit["specialty"]:
        special = Specialty(int(unit["specialty"]))
        out.append((TOKEN_LETTERS[special], "#ffffff", INK, in_words(special)))
    return out


def _vehicle(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """A vehicle's outline, the letters of its kind, and the squads aboard; (x, y) is the corner."""
    kind, aboard = Kind(int(record["units"]["kind"][slot])), riders(record, slot)
    seat = draw.SEAT_COLORS[slot // FORCE]
    cab, letters = min(0.17, w / 4), min(h * 0.75, 0.15)
    room = w - cab * len(aboard)
    shapes: list[Shape] = [Rect(x, y, w, h, "#f7f4ea", INK, 0.012)]
    side = 1.4 * letters if room > 0.35 else 0.0
    bodies, wheels, barrel = OUTLINES[kind]
    k = min((room - side) / 2.25, h / 1.15)
    a, b = x + (room - side) / 2, y + h / 2
    if barrel:
        shapes.append(Line(a, b - 0.15 * k, a + barrel * k, b - 0.2 * k, "#3d4235", 0.12 * k))
    shapes += [Polygon(tuple((a + p * k, b + q * k) for p, q in body), "#3d4235", None, 0.0, in_words(kind)) for body in bodies]
    shapes += [Disc(a + p * k, b + q * k, r * k, INK, PAPER, 0.05 * k) for p, q, r in wheels]
    if side:
        shapes.append(Text(x + room - side / 2 - 0.02, b, KIND_LETTERS[kind], letters, INK, bold=True))
    for n, rider in enumerate(aboard):
        left = x + room + cab * n
        shapes.append(Rect(left, y, cab, h, blend(seat, PAPER, 0.6), INK, 0.012, f"aboard: {name_of(rider)}"))
        shapes.append(Text(left + cab / 2, b, name_of(rider), min(h * 0.7, cab * 0.62), INK, bold=True))
    return shapes


def _base(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """The four slots of a squad base, crews filling two; (x, y) is the corner."""
    unit, step, left = record["units"][slot], w / SLOTS_OF_BASE, x
    shapes: list[Shape] = []
    for figure, color in FIGURE_COLORS.items():
        for _ in range(int(unit["figures"][figure])):
            wide = step * (2 if figure >= Figure.MACHINE_GUN else 1)
            shapes.append(Rect(left, y, wide, h, color, INK, 0.012, in_words(figure)))
            shapes.append(Text(left + wide / 2, y + h / 2, FIGURE_LETTERS[figure], min(h * 0.95, step * 1.25), INK, bold=True))
            left += wide
    while left < x + w - 0.01:
        shapes.append(Rect(left, y, step, h, None, blend(draw.SEAT_COLORS[slot // FORCE], INK, 0.4), 0.012, "empty slot"))
        left += step
    return shapes


def counter(record: np.void, slot: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """One unit in a box with corner (x, y): name and tags above its figures, or beside them where the box is flat."""
    unit = record["units"][slot]
    color, tired = draw.SEAT_COLORS[slot // FORCE], unit["activation"] == Activation.FATIGUED
    fill, ink = (blend(color, PAPER, 0.68), blend(color, INK, 0.55)) if tired else (color, "#ffffff")
    shapes: list[Shape] = []
    if slot == int(record["active"]):
        shapes.append(Rect(x - 0.05, y - 0.05, w + 0.1, h + 0.1, HALO, INK, 0.02, "active"))
    if unit["fort"]:
        fort = Fort(int(unit["fort"]))
        frame = TRENCH if fort == Fort.ENTRENCHMENT else CONCRETE
        shapes.append(Rect(x - 0.035, y - 0.035, w + 0.07, h + 0.07, frame, INK, 0.01, f"in {in_words(fort)}"))
    body = Unit(name_of(slot), slot // FORCE, "active" if slot == int(record["active"]) else "done" if tired else "")
    shapes.append(Rect(x, y, w, h, fill, INK, 0.015, f"{name_of(slot)}: {', '.join(filter(None, description(record, slot)))}", body))
    badges, pad, flat = _badges(unit), 0.018, h < 0.26
    line, label = (h, 0.24) if flat else (h * 0.48, w * 0.36)
    wide = 0.14 if flat else (w - label) / max(len(badges), 3)
    inside = _base if unit["kind"] == Kind.SQUAD else _vehicle
    if flat:
        shapes += inside(record, slot, x + label, y + pad, w - label - wide * len(badges) - pad, h - 2 * pad)
    else:
        shapes += inside(record, slot, x + pad, y + line, w - 2 * pad, h - line - pad)
    name = name_of(slot)
    shapes.append(
        Text(x + label * (0.58 if tired else 0.5), y + line / 2, name, min(line * 0.86, label * 1.5 / len(name)), ink, bold=True)
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


def stacks_of(record: np.void) -> dict[int, list[int]]:
    """Units that stand in each hex, those aboard left out."""
    stacks: dict[int, list[int]] = {}
    for slot in range(SLOTS):
        unit = record["units"][slot]
        if unit["status"] == Status.ON_MAP and unit["carrier"] < 0 and unit["cell"] >= 0:
            stacks.setdefault(int(unit["cell"]), []).append(slot)
    return stacks


def units_of(record: np.void) -> list[Shape]:
    shapes: list[Shape] = []
    active = int(record["active"])
    for cell, slots in stacks_of(record).items():
        x, y = centre(cell)
        n, gap = len(slots), 0.015
        w, h = {1: (0.84, 0.44), 2: (0.82, 0.29)}.get(n, (0.92, 0.6 / n - gap))  # the hex's name and markers stay in sight above and below
        top = y - 0.025 - (n * h + (n - 1) * gap) / 2
        boxes = [(slot, x - w / 2, top + k * (h + gap), w, h) for k, slot in enumerate(slots)]
        boxes.sort(key=lambda box: box[0] == active)  # the halo of the active unit lies on top
        shapes += [shape for box in boxes for shape in counter(record, *box)]
    return shapes


def attack_of(record: np.void) -> tuple[list[int], int] | None:
    """Units that attack or assault now, and the hex they attack."""
    attack = record["attack"][0]
    cell = int(record["units"]["cell"][int(attack["target"])]) if attack["target"] >= 0 else int(attack["cell"])
    slots = [slot for slot in range(SLOTS) if attack["part"][slot] or slot == int(attack["lead"])]
    return (slots, cell) if attack["fight"] != Fight.NONE and cell >= 0 else None


def arrow(start: int, end: int, color: str, name: str) -> list[Shape]:
    """An arrow from hex to hex."""
    (a, b), (x, y) = centre(start), centre(end)
    long = math.hypot(x - a, y - b)
    u, v = (x - a) / long, (y - b) / long
    tip = x - 0.42 * u, y - 0.42 * v
    foot = tip[0] - 0.16 * u, tip[1] - 0.16 * v
    head = (tip, (foot[0] - 0.1 * v, foot[1] + 0.1 * u), (foot[0] + 0.1 * v, foot[1] - 0.1 * u))
    first = a + 0.42 * u, b + 0.42 * v
    return [Line(*first, *foot, "#ffffff", 0.09), Line(*first, *foot, color, 0.05, name), Polygon(head, color, "#ffffff", 0.015)]


def attack_arrows(record: np.void) -> list[Shape]:
    """The hex under attack, and an arrow to it from each attacker."""
    attack = attack_of(record)
    if attack is None:
        return []
    slots, target = attack
    shapes: list[Shape] = [Polygon(hexagon(*centre(target), 0.97), None, HURT, 0.05, "under attack")]
    for cell in sorted({int(record["units"]["cell"][slot]) for slot in slots} - {target, -1}):
        shapes += arrow(cell, target, HURT, "attack")
    return shapes


def last_moves(record: np.void) -> list[Shape]:
    """What moved, was placed and attacked since the last answer, as far as somebody listened."""
    shapes: list[Shape] = []
    for event in events_of(record):
        if event.kind == Event.MOVED and event.cell >= 0 and event.value >= 0 and event.cell != event.value:
            shapes += arrow(event.value, event.cell, MOVE, f"{name_of(event.unit)} moved")
        elif event.kind == Event.PLACED and event.cell >= 0:
            shapes.append(Polygon(hexagon(*centre(event.cell), 0.86), None, MOVE, 0.05, f"{name_of(event.unit)} placed"))
        elif event.kind == Event.ATTACKED:
            hit = int(record["units"]["cell"][event.other]) if event.other >= 0 else event.cell
            start = int(record["units"]["cell"][event.unit]) if event.unit >= 0 else -1
            if hit >= 0:
                shapes.append(Polygon(hexagon(*centre(hit), 0.97), None, HURT, 0.04, "was attacked"))
            if start >= 0 and hit >= 0 and start != hit:
                shapes += arrow(start, hit, HURT, f"{name_of(event.unit)} attacked")
    return shapes
