"""What fighters look like, what the lines beside the battlefield say of them, and the marks that the last move leaves."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Note, Polygon, Rect, Shape, Text, Unit, blend
from skirmish_rl.envs.core.events import Event, Noted
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.warcry.questions import QUESTIONS
from skirmish_rl.envs.warcry.render.board import DANGER, GOLD, MOVE, centre, inches, place_of, treasure_shapes
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import CELLS, FORCE, SLOTS, Group, Place, Runemark, Status

HALO = "#f2c200"
GROUP_LETTERS = {Group.DAGGER: "D", Group.SHIELD: "S", Group.HAMMER: "H", Group.NONE: ""}
# What shows a runemark beside a fighter's name.
_MARKS = (Runemark.HERO, Runemark.FLY, Runemark.MOUNT, Runemark.BEAST, Runemark.THRALL, Runemark.ALLY)


def name_of(slot: int | np.integer) -> str:
    """A fighter by the name that action texts use."""
    return QUESTIONS.layout.unit_name(int(slot))


def on_board(record: np.void) -> list[int]:
    """The slots of fighters on the battlefield."""
    return [slot for slot in range(SLOTS) if record["units"]["status"][slot] == Status.ON_BOARD]


def wounds_of(record: np.void, tables: np.void, slot: int) -> tuple[int, int]:
    """Damage points that a fighter can still take, and how many it could at first."""
    most = int(tables["unit_wounds"][slot])
    return max(most - int(record["units"]["damage"][slot]), 0), most


def weapon_text(tables: np.void, slot: int, weapon: int) -> str:
    """A weapon as `0-3 A4 S4 2/3`."""
    figures = {key: int(tables[f"weapon_{key}"][slot, weapon]) for key in ("min", "max", "attacks", "strength", "hit", "critical")}
    return "{min}-{max} A{attacks} S{strength} {hit}/{critical}".format(**figures)


def profile_text(tables: np.void, slot: int) -> str:
    """The figures of a fighter: `170 points, Move 4 T4 W22, hero brute, 0-1 A4 S5 2/5`."""
    points, move, toughness, wounds = (int(tables[f"unit_{key}"][slot]) for key in ("points", "move", "toughness", "wounds"))
    marks = " ".join(in_words(mark) for mark in Runemark if tables["unit_marks"][slot, mark])
    weapons = [weapon_text(tables, slot, weapon) for weapon in range(int(tables["unit_weapons"][slot]))]
    return ", ".join(filter(None, [f"{points} points", f"Move {move} T{toughness} W{wounds}", marks, *weapons]))


def condition_of(record: np.void, tables: np.void, slot: int) -> str:
    """How a fighter stands, in words."""
    unit = record["units"][slot]
    if unit["status"] != Status.ON_BOARD:
        return "in reserve" if unit["status"] == Status.RESERVE else "taken down"
    words = ["active" if slot == int(record["active"]) else "waits" if unit["waiting"] else "done" if unit["activated"] else "fresh"]
    height = int(tables["node_height"][unit["node"]])
    if unit["node"] >= CELLS:
        words.append(f"{'climbs' if tables['node_place'][unit['node']] == Place.FACE else 'on steps'} at {inches(height)}")
    elif height:
        words.append(f"up {inches(height)}")
    if unit["lost"]:
        words.append("lost an action" if unit["lost"] == 1 else f"lost {int(unit['lost'])} actions")
    if unit["treasure"] >= 0:
        words.append(f"carries {int(unit['treasure']) + 1}")
    if unit["objective"] >= 0:
        words.append(f"counts for {int(unit['objective']) + 1}")
    words += [
        word for key, word in (("defiant", "defiant"), ("trophy", "trophy"), ("cowering", "cowers"), ("harried", "harried")) if unit[key]
    ]
    if unit["unleashed"]:
        words.append(f"unleashed +{int(unit['unleashed'])}")
    return ", ".join(words)


def unit_note(record: np.void, tables: np.void, slot: int, profile: str) -> Note:
    """The line of a fighter beside the battlefield: name, Wounds left, battle group, what it is and how it stands."""
    left, most = wounds_of(record, tables, slot)
    group = GROUP_LETTERS[Group(int(record["units"]["group"][slot]))]
    gone = record["units"]["status"][slot] == Status.DOWN
    return Note(
        (name_of(slot), "-" if gone else f"{left}/{most}", group, profile, condition_of(record, tables, slot)),
        "dim" if gone else "text",
    )


def unit_shapes(record: np.void, tables: np.void, slot: int, profile: str) -> list[Shape]:
    """A fighter: pale and ticked once it is done; its name, and the Wounds that it has left, as a number and a bar."""
    unit, seat = record["units"][slot], draw.SEAT_COLORS[slot // FORCE]
    x, y = place_of(tables, unit["node"])
    active = slot == int(record["active"])
    done = bool(unit["activated"]) and not unit["waiting"] and not active
    fill, ink = (blend(seat, PAPER, 0.68), blend(seat, INK, 0.5)) if done else (seat, "#ffffff")
    left, most = wounds_of(record, tables, slot)
    r = 0.43 if unit["node"] < CELLS else 0.34
    shapes: list[Shape] = []
    if active:
        shapes.append(Disc(x, y, r + 0.09, HALO, INK, 0.03, "active"))
    if slot == int(record["inspired"]):
        shapes.append(Disc(x, y, r + 0.07, None, GOLD, 0.08, "may follow"))
    words = f"{name_of(slot)}: {profile}, {left} of {most} Wounds, {condition_of(record, tables, slot)}"
    state = "active" if active else "done" if done else ""
    shapes.append(Disc(x, y, r, fill, INK, 0.03, words, Unit(name_of(slot), slot // FORCE, state)))
    shapes.append(Text(x, y - 0.1 * r / 0.43, name_of(slot), (0.33 if len(name_of(slot)) < 3 else 0.27) * r / 0.43, ink, bold=True))
    shapes.append(Text(x, y + 0.17 * r / 0.43, str(left), 0.25 * r / 0.43, ink, bold=True))
    wide = 1.3 * r
    share = left / max(most, 1)
    bar = "#3f9b4f" if share > 0.6 else HALO if share > 0.3 else DANGER
    shapes.append(Rect(x - wide / 2, y + r - 0.06, wide, 0.11, "#ffffff", INK, 0.02, f"{left} of {most} Wounds left"))
    shapes.append(Rect(x - wide / 2, y + r - 0.06, wide * share, 0.11, bar))
    return shapes + _badges(record, tables, slot, x, y, r, done, seat)


def _badges(record: np.void, tables: np.void, slot: int, x: float, y: float, r: float, done: bool, color: str) -> list[Shape]:
    """Around a fighter: done or waiting, battle group, actions lost, leader, treasure, climbing, effects."""
    unit = record["units"][slot]
    shapes: list[Shape] = []
    if done:
        shapes += [
            Disc(x - 0.36, y - 0.36, 0.13, PAPER, color, 0.03, "has been activated"),
            *draw.tick(x - 0.36, y - 0.36, 0.16, color),
        ]
    elif unit["waiting"]:
        left, top = x - 0.36, y - 0.36
        shapes.append(Disc(left, top, 0.17, HALO, INK, 0.03, "waits"))
        glass = ((left - 0.09, top - 0.1), (left + 0.09, top - 0.1), (left - 0.09, top + 0.1), (left + 0.09, top + 0.1))
        shapes.append(Polygon((glass[0], glass[1], glass[2], glass[3]), INK))
    letter = GROUP_LETTERS[Group(int(unit["group"]))]
    if letter:
        shapes.append(Disc(x + 0.37, y - 0.36, 0.12, "#ffffff", color, 0.03, f"{in_words(Group(int(unit['group'])))} group"))
        shapes.append(Text(x + 0.37, y - 0.36, letter, 0.17, INK, bold=True))
    if slot in tables["leader"]:
        shapes.append(Polygon(_crown(x, y - r - 0.02), GOLD, INK, 0.02, "leader"))
    for k in range(int(unit["lost"])):
        shapes.append(Disc(x - 0.42, y - 0.02 + 0.2 * k, 0.075, DANGER, "#ffffff", 0.02, "lost an action"))
    if unit["treasure"] >= 0:
        shapes += treasure_shapes(x + 0.37, y + 0.33, int(unit["treasure"]), 0.2)
    if unit["node"] >= CELLS:
        shapes.append(Rect(x - 0.5, y - 0.1, 0.24, 0.2, "#ffffff", INK, 0.02, "height"))
        shapes.append(Text(x - 0.38, y, f"{int(tables['node_height'][unit['node']]) / 2:g}", 0.17, INK, bold=True))
    effects = [
        letter
        for key, letter in (("defiant", "+T"), ("trophy", "+A"), ("unleashed", "!"), ("cowering", "c"), ("harried", "h"))
        if unit[key]
    ]
    if effects:
        text = " ".join(effects)
        wide = 0.12 + 0.11 * len(text)
        shapes.append(Rect(x - 0.48, y + 0.2, wide, 0.2, INK, None, 0.0, condition_of(record, tables, slot)))
        shapes.append(Text(x - 0.48 + wide / 2, y + 0.3, text, 0.16, HALO, bold=True))
    return shapes


def _crown(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Corners of a crown whose foot stands at (x, y)."""
    return tuple(
        (x + a, y + b) for a, b in ((-0.13, 0.05), (-0.16, -0.12), (-0.07, -0.04), (0, -0.15), (0.07, -0.04), (0.16, -0.12), (0.13, 0.05))
    )


def arrow(
    start: tuple[float, float], end: tuple[float, float], color: str, name: str, after: float = 0.0, short: float = 0.45
) -> list[Shape]:
    """An arrow that begins some way after its start and ends short of its end."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    long = min(0.3, length - after - short)  # of the head
    if long < 0.1:
        return []
    p, q = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    start = (start[0] + after * p, start[1] + after * q)
    tip = (end[0] - short * p, end[1] - short * q)
    foot = (tip[0] - long * p, tip[1] - long * q)
    head = (tip, (foot[0] - 0.16 * q, foot[1] + 0.16 * p), (foot[0] + 0.16 * q, foot[1] - 0.16 * p))
    return [Line(*start, *foot, "#ffffff", 0.16), Line(*start, *foot, color, 0.09, name), Polygon(head, color, "#ffffff", 0.02)]


def attack_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """An arrow for the attack that is being resolved."""
    attack, nodes = record["attack"][0], record["units"]["node"]
    attacker, target = int(attack["attacker"]), int(attack["target"])
    if min(attacker, target) < 0 or min(nodes[attacker], nodes[target]) < 0:
        return []
    x, y = place_of(tables, nodes[target])
    ring = Disc(x, y, 0.52, None, DANGER, 0.07, f"{name_of(attacker)} attacks {name_of(target)}")
    return [*arrow(place_of(tables, nodes[attacker]), (x, y), DANGER, "attack", 0.42, 0.38), ring]


def trail_shapes(record: np.void, tables: np.void, events: list[Noted]) -> list[Shape]:
    """What happened since the last answer: who moved from where, who attacked whom, who came, fell, waits no longer and was taken down."""
    shapes: list[Shape] = []
    nodes = record["units"]["node"]
    for event in events:
        if event.kind == Event.MOVED and event.cell != event.value:
            shapes += arrow(centre(event.value), centre(event.cell), MOVE, f"{name_of(event.unit)} moved")
        elif event.kind == Event.ATTACKED and min(event.unit, event.other) >= 0 and min(nodes[event.unit], nodes[event.other]) >= 0:
            shapes += arrow(
                place_of(tables, nodes[event.unit]),
                place_of(tables, nodes[event.other]),
                DANGER,
                f"{name_of(event.unit)} attacked",
            )
        elif event.kind in (Event.PLACED, Own.FALLS, Own.PULLED, Own.DISENGAGES) and event.cell >= 0:
            x, y = centre(event.cell)
            color = DANGER if event.kind == Own.FALLS else MOVE
            shapes.append(Rect(x - 0.47, y - 0.47, 0.94, 0.94, None, color, 0.08, f"{name_of(event.unit)} came here"))
        elif event.kind == Own.STOPS_WAITING and nodes[event.unit] >= 0:
            x, y = place_of(tables, nodes[event.unit])
            shapes.append(Disc(x - 0.36, y - 0.36, 0.19, None, DANGER, 0.06, f"{name_of(event.unit)} no longer waits"))
        elif event.kind == Event.GONE and event.cell >= 0:
            x, y = centre(event.cell)
            shapes.append(Line(x - 0.34, y - 0.34, x + 0.34, y + 0.34, DANGER, 0.12, f"{name_of(event.unit)} was taken down"))
            shapes.append(Line(x - 0.34, y + 0.34, x + 0.34, y - 0.34, DANGER, 0.12))
    return shapes


def dice_shapes(record: np.void, tables: np.void, events: list[Noted]) -> list[Shape]:
    """The dice that fighters have rolled since the last answer, below them."""
    faces: dict[int, list[int]] = {}
    owner = -1
    for event in events:
        if event.kind == Event.ROLLS:
            owner = event.unit
        elif event.kind == Event.DIE and owner >= 0:
            faces.setdefault(owner, []).append(event.value)
    shapes: list[Shape] = []
    for slot, rolled in faces.items():
        node = int(record["units"]["node"][slot])
        if node < 0:
            continue
        x, y = place_of(tables, node)
        shown = rolled[-6:]
        for k, face in enumerate(shown):
            left = x + 0.3 * (k - len(shown) / 2)
            shapes.append(Rect(left, y + 0.52, 0.28, 0.28, "#ffffff", draw.SEAT_COLORS[slot // FORCE], 0.04, f"rolled {face}"))
            shapes.append(Text(left + 0.14, y + 0.66, str(face), 0.23, INK, bold=True))
    return shapes
