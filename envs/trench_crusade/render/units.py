"""What models look like, what the lines beside the board say of them, and the marks that the last move leaves."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Note, Polygon, Rect, Shape, Text, Unit, blend
from skirmish_rl.envs.core.events import Event, Noted
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.trench_crusade.kit import Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS
from skirmish_rl.envs.trench_crusade.render.board import DANGER, GOLD, MOVE, centre, covered_shapes
from skirmish_rl.envs.trench_crusade.rules.telling import Own
from skirmish_rl.envs.trench_crusade.state import FORCE, SLOTS, WIDTH, Status, Terrain

HALO, BLOOD, BLESSED = "#f2c200", "#b3001b", "#f7e27a"
_AWAY = {Status.RESERVE: "in reserve", Status.OUT: "out of action", Status.FREED: "left the warband"}
_GROUND = {Terrain.TRENCH: "in a trench", Terrain.WIRE: "in wire", Terrain.CRATER: "in a crater"}


def name_of(slot: int | np.integer) -> str:
    """A model by the name that action texts use."""
    return QUESTIONS.layout.unit_name(int(slot))


def on_board(record: np.void) -> list[int]:
    """The slots of models on the board."""
    return [slot for slot in range(SLOTS) if record["units"]["status"][slot] == Status.ON_BOARD]


def is_engaged(record: np.void, tables: np.void, slot: int) -> bool:
    """True if an enemy is within 1" of a model. Clause: TC-MOV-03."""
    units, here = record["units"], int(record["units"]["cell"][slot])
    foes = range(FORCE * (1 - slot // FORCE), FORCE * (2 - slot // FORCE))
    for there in (int(units["cell"][foe]) for foe in foes if units["cell"][foe] >= 0):
        rise = abs(int(tables["height"][here]) - int(tables["height"][there]))
        if (here % WIDTH - there % WIDTH) ** 2 + (here // WIDTH - there // WIDTH) ** 2 <= tables["span"][rise, 2]:
            return True
    return False


def arms_of(tables: np.void, slot: int) -> str:
    """What a model carries."""
    return ", ".join(in_words(Weapon(int(weapon))) for weapon in tables["arm"][slot] if weapon >= 0)


def figures_of(tables: np.void, slot: int) -> str:
    """The figures of a model: `30 points, M 6 R 0 Me 0 Arm 0, bolt rifle, bayonet`."""
    points, move, ranged, melee, armour = (int(tables[key][slot]) for key in ("points", "move", "ranged", "melee", "armour"))
    words = [in_words(trait) for trait in Trait if tables["traits"][slot, trait]]
    figures = f"M {move} R {ranged:+d} Me {melee:+d} Arm {-armour:d}"
    return ", ".join(filter(None, [f"{points} points", figures, arms_of(tables, slot), " / ".join(words)]))


def condition_of(record: np.void, tables: np.void, slot: int) -> str:
    """How a model stands, in words."""
    unit = record["units"][slot]
    if unit["status"] != Status.ON_BOARD:
        return _AWAY.get(Status(int(unit["status"])), "absent")
    cell = int(unit["cell"])
    words = ["active" if slot in record["acts"]["slot"] else "done" if unit["activated"] else "to activate"]
    words += ["Down"] if unit["down"] else []
    words += ["engaged"] if is_engaged(record, tables, slot) else []
    words += [f"blood {int(unit['blood'])}"] if unit["blood"] else []
    words += [f"blessing {int(unit['blessing'])}"] if unit["blessing"] else []
    words += [f'up {int(tables["height"][cell])}"'] if tables["height"][cell] else []
    words += [_GROUND[ground] for ground in _GROUND if tables["terrain"][cell] == ground]
    flags = {"covered": "COVER", "hidden": "hidden", "tough_used": "TOUGH used"}
    words += [word for key, word in flags.items() if unit[key]]
    words += ["must be activated next"] if slot == int(record["forced"]) else []
    return ", ".join(words)


def unit_note(record: np.void, tables: np.void, slot: int, profile: str) -> Note:
    """The line of a model beside the board: name, what it is and how it stands."""
    gone = record["units"]["status"][slot] in (Status.OUT, Status.FREED)
    return Note((name_of(slot), profile, condition_of(record, tables, slot)), "dim" if gone else "text")


def unit_shapes(record: np.void, tables: np.void, slot: int, profile: str) -> list[Shape]:
    """A model: pale once it is done, lying flat while it is Down; blood as red drops, blessings as gold ones."""
    unit, seat = record["units"][slot], draw.SEAT_COLORS[slot // FORCE]
    x, y = centre(tables, unit["cell"])
    acts = slot in record["acts"]["slot"]
    done = bool(unit["activated"]) and not acts
    fill, ink = (blend(seat, PAPER, 0.62), blend(seat, INK, 0.5)) if done else (seat, "#ffffff")
    words = f"{name_of(slot)}: {profile}, {condition_of(record, tables, slot)}"
    body = Unit(name_of(slot), slot // FORCE, "active" if acts else "done" if done else "")
    shapes: list[Shape] = []
    if acts:
        shapes.append(Disc(x, y, 0.64, HALO, INK, 0.04, "active"))
    if slot == int(record["forced"]):
        shapes.append(Disc(x, y, 0.6, None, MOVE, 0.12, "must be activated next"))
    if is_engaged(record, tables, slot):
        shapes.append(Disc(x, y, 0.5, None, DANGER, 0.08, "engaged"))
    if unit["down"]:
        shapes.append(Rect(x - 0.46, y - 0.26, 0.92, 0.52, fill, INK, 0.04, words, body))
        shapes.append(Line(x - 0.46, y + 0.34, x + 0.46, y + 0.34, INK, 0.09, "Down"))
    else:
        shapes.append(Disc(x, y, 0.44, fill, INK, 0.04, words, body))
    shapes.append(Text(x, y, name_of(slot), 0.42 if len(name_of(slot)) < 3 else 0.34, ink, bold=True))
    return shapes


def badge_shapes(record: np.void, tables: np.void, slot: int) -> list[Shape]:
    """Around a model: done, leader, blood, blessings, height, COVER, hidden; what it stands on."""
    unit = record["units"][slot]
    x, y = centre(tables, unit["cell"])
    shapes = covered_shapes(record, tables, int(unit["cell"]))
    if unit["activated"] and slot not in record["acts"]["slot"]:
        shapes += [Disc(x - 0.34, y - 0.34, 0.16, PAPER), *draw.tick(x - 0.34, y - 0.34, 0.2, INK)]
    if tables["traits"][slot, Trait.LEADER]:
        crown = ((-0.16, 0.06), (-0.18, -0.12), (-0.07, -0.03), (0, -0.16), (0.07, -0.03), (0.18, -0.12), (0.16, 0.06))
        shapes.append(Polygon(tuple((x + a, y - 0.42 + b) for a, b in crown), GOLD, INK, 0.03, "leader"))
    if unit["blood"]:
        shapes.append(Disc(x + 0.36, y + 0.34, 0.2, BLOOD, "#ffffff", 0.04, f"{int(unit['blood'])} blood markers"))
        shapes.append(Text(x + 0.36, y + 0.34, str(int(unit["blood"])), 0.28, "#ffffff", bold=True))
    if unit["blessing"]:
        shapes.append(Disc(x + 0.36, y - 0.34, 0.2, BLESSED, INK, 0.03, f"{int(unit['blessing'])} blessing markers"))
        shapes.append(Text(x + 0.36, y - 0.34, str(int(unit["blessing"])), 0.28, INK, bold=True))
    height = int(tables["height"][unit["cell"]])
    letters = (f'{height}"' if height else "") + "".join(letter for key, letter in (("covered", "C"), ("hidden", "H")) if unit[key])
    if letters:
        shapes.append(Rect(x - 0.52, y + 0.2, 0.1 + 0.2 * len(letters), 0.28, INK, None, 0.0, condition_of(record, tables, slot)))
        shapes.append(Text(x - 0.47 + 0.1 * len(letters), y + 0.34, letters, 0.24, HALO, bold=True))
    return shapes


def arrow(start: tuple[float, float], end: tuple[float, float], color: str, name: str, short: float = 0.45) -> list[Shape]:
    """An arrow that ends a little short of its end."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    long = min(0.36, length - short)
    if long < 0.1:
        return []
    p, q = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = (end[0] - short * p, end[1] - short * q)
    foot = (tip[0] - long * p, tip[1] - long * q)
    head = (tip, (foot[0] - 0.18 * q, foot[1] + 0.18 * p), (foot[0] + 0.18 * q, foot[1] - 0.18 * p))
    return [Line(*start, *foot, "#ffffff", 0.18), Line(*start, *foot, color, 0.1, name), Polygon(head, color, "#ffffff", 0.02)]


def attack_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """An arrow for the attack that is being resolved."""
    attack, cells = record["attack"][0], record["units"]["cell"]
    attacker, cell = int(attack["attacker"]), int(attack["cell"])
    if attacker < 0 or cell < 0 or cells[attacker] < 0:
        return []
    end = centre(tables, cell)
    target = name_of(attack["target"]) if attack["target"] >= 0 else "a point"
    ring = Disc(*end, 0.55, None, DANGER, 0.09, f"{name_of(attacker)} attacks {target}")
    return [*arrow(centre(tables, cells[attacker]), end, DANGER, "attack", 0.4), ring]


def trail_shapes(record: np.void, tables: np.void, events: list[Noted]) -> list[Shape]:
    """What happened since the last answer: who moved, attacked, came, fell and was taken out."""
    shapes: list[Shape] = []
    cells = record["units"]["cell"]
    for event in events:
        if event.kind == Event.MOVED and min(event.cell, event.value) >= 0:
            shapes.append(Line(*centre(tables, event.value), *centre(tables, event.cell), MOVE, 0.14, f"{name_of(event.unit)} moved"))
        elif event.kind == Event.ATTACKED and min(event.unit, event.cell) >= 0 and cells[event.unit] >= 0:
            words = f"{name_of(event.unit)} attacked"
            shapes += arrow(centre(tables, cells[event.unit]), centre(tables, event.cell), DANGER, words)
        elif event.kind in (Event.PLACED, Own.FALLS, Own.THROWN, Own.SCATTERS) and event.cell >= 0:
            x, y = centre(tables, event.cell)
            color = MOVE if event.kind == Event.PLACED else DANGER
            shapes.append(Rect(x - 0.48, y - 0.48, 0.96, 0.96, None, color, 0.09, f"{name_of(event.unit)} came here"))
        elif event.kind == Event.GONE and event.cell >= 0:
            x, y = centre(tables, event.cell)
            shapes.append(Line(x - 0.34, y - 0.34, x + 0.34, y + 0.34, DANGER, 0.14, f"{name_of(event.unit)} is gone"))
            shapes.append(Line(x - 0.34, y + 0.34, x + 0.34, y - 0.34, DANGER, 0.14))
    return shapes
