"""Units: how they are drawn, what the lines beside the board say of them, and the marks that the last move leaves."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Note, Polygon, Rect, Shape, Text, Unit, blend
from skirmish_rl.envs.core.events import Event, Noted
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.godbreakers.questions import QUESTIONS
from skirmish_rl.envs.godbreakers.render.board import ACTIVE, seat_color, token_shapes, xy
from skirmish_rl.envs.godbreakers.state import GODBREAKERS, SLOTS, Flaw, Kind, Status, Token, Trait

HURT = "#b3001b"
LETTERS = {
    Kind.BRUTE: "B", Kind.RUNNER: "R", Kind.SABOTEUR: "S", Kind.SCAVENGER: "V", Kind.GREAT_BEAST: "G", Kind.LESSER_BEAST: "L",
    Kind.STALKER: "K", Kind.BYSTANDER: "Y", Kind.COMPANION: "C", Kind.AFFLICTED: "A", Kind.TURNED: "T", Kind.SUMMONED: "M",
}  # fmt: skip


def standing(record: np.void, slots: Iterable[int] = range(SLOTS)) -> list[int]:
    """The slots of models on the board."""
    return [slot for slot in slots if record["units"]["status"][slot] == Status.ON_BOARD]


def camp_of(record: np.void, slot: int) -> int:
    """The seat under which a model is listed, -1 for the wild ones."""
    unit = record["units"][slot]
    if slot < GODBREAKERS:
        return int(unit["circle"])
    return int(unit["seat"]) if unit["status"] == Status.ON_BOARD else -1


def die_of(unit: np.void) -> str:
    """Die value after a D, or after the letter of an unaligned model's kind."""
    return f"{LETTERS.get(Kind(int(unit['kind'])), 'D')}{int(unit['die'])}"


def title(record: np.void, slot: int) -> str:
    """A model in words: kind and what it can do."""
    unit = record["units"][slot]
    ranks = [(in_words(trait), int(unit["traits"][trait])) for trait in Trait if unit["traits"][trait]]
    traits = [f"{name} {rank}" if rank > 1 else name for name, rank in ranks]
    flaws = [in_words(flaw) for flaw in Flaw if unit["flaws"][flaw]]
    kind = [] if unit["kind"] == Kind.GODBREAKER else [member_word(Kind, unit["kind"])]
    return ", ".join([*kind, *traits, *flaws])


def condition_of(record: np.void, slot: int) -> str:
    """How a model stands, in a word."""
    unit = record["units"][slot]
    if unit["status"] != Status.ON_BOARD:
        return {Status.RESERVE: "reserve", Status.CASUALTY: "fallen", Status.ASCENDED: "ascended"}.get(Status(int(unit["status"])), "")
    return "active" if slot == int(record["active"]) else "ready" if unit["ready"] else "done" if unit["activated"] else ""


def unit_note(record: np.void, slot: int) -> Note:
    """The line of a model beside the board: name, die, damage, condition, what it is and can do."""
    unit = record["units"][slot]
    damage = f"-{int(unit['damage'])}" if unit["damage"] and unit["status"] == Status.ON_BOARD else ""
    return Note((QUESTIONS.layout.unit_name(slot), die_of(unit), damage, condition_of(record, slot), title(record, slot)))


def unit_shapes(record: np.void, slot: int) -> list[Shape]:
    """A model: round for a godbreaker, eight-cornered for an unaligned one, pale once activated."""
    unit, name = record["units"][slot], QUESTIONS.layout.unit_name(slot)
    x, y = (v + 0.5 for v in xy(unit["cell"]))
    full = seat_color(int(unit["seat"]))
    active = slot == int(record["active"])
    dim = bool(unit["activated"]) and not active
    fill, ink = (blend(full, PAPER, 0.66), blend(full, "#000000", 0.35)) if dim else (full, "#ffffff")
    shapes: list[Shape] = []
    if active:
        shapes += [Rect(x - 0.5, y - 0.5, 1, 1, ACTIVE), Rect(x - 0.56, y - 0.56, 1.12, 1.12, None, INK, 0.06, "active")]
    words = f"{name}: {title(record, slot)}"
    body = Unit(name, int(unit["seat"]), "active" if active else "done" if dim else "")
    if unit["kind"] == Kind.GODBREAKER:
        shapes.append(Disc(x, y, 0.44, fill, INK, 0.04, words, body))
    else:
        h, c = 0.43, 0.2
        corners = ((-h, -c), (-c, -h), (c, -h), (h, -c), (h, c), (c, h), (-c, h), (-h, c))
        shapes.append(Polygon(tuple((x + a, y + b) for a, b in corners), fill, INK, 0.04, words, body))
    shapes.append(Text(x, y - 0.12, name, 0.44 if len(name) < 3 else 0.36, ink, bold=True))
    shapes.append(Text(x, y + 0.23, die_of(unit), 0.3, ink, bold=True))
    return shapes + _badges(unit, x, y, dim, full)


def _badges(unit: np.void, x: float, y: float, dim: bool, color: str) -> list[Shape]:
    """Tick, damage, readiness and tokens at the corners of a model."""
    shapes: list[Shape] = []
    if dim:
        shapes += [Disc(x - 0.35, y - 0.35, 0.17, PAPER, color, 0.04, "activated"), *draw.tick(x - 0.35, y - 0.35, 0.2, color)]
    if damage := int(unit["damage"]):
        wide = 0.2 + 0.18 * len(str(damage))
        shapes.append(Rect(x + 0.58 - wide, y - 0.58, wide, 0.34, HURT, "#ffffff", 0.03, f"{damage} damage"))
        shapes.append(Text(x + 0.58 - wide / 2, y - 0.41, f"-{damage}", 0.3, "#ffffff", bold=True))
    if unit["ready"]:
        shapes.append(Disc(x - 0.38, y + 0.38, 0.16, ACTIVE, INK, 0.03, "ready"))
        shapes.append(Text(x - 0.38, y + 0.38, "R", 0.24, INK, bold=True))
    carried = [(token, int(unit["tokens"][token])) for token in Token if unit["tokens"][token]]
    for k, (token, count) in enumerate(carried):
        shapes += token_shapes(x + 0.42, y + 0.4 - 0.34 * k, token, count, 0.15)
    return shapes


def _arrow(start: tuple[int, int], end: tuple[int, int], color: str, name: str) -> list[Shape]:
    """An arrow between the middles of two cells."""
    (a, b), (x, y) = ((u + 0.5, v + 0.5) for u, v in (start, end))
    length = math.hypot(x - a, y - b)
    if length == 0:
        return []
    p, q = (x - a) / length, (y - b) / length
    tip, back = (x - 0.5 * p, y - 0.5 * q), (x - 0.9 * p, y - 0.9 * q)
    head = (tip, (back[0] - 0.24 * q, back[1] + 0.24 * p), (back[0] + 0.24 * q, back[1] - 0.24 * p))
    return [Line(a, b, *back, color, 0.14, name), Polygon(head, color)]


def trail_shapes(record: np.void, events: list[Noted]) -> list[Shape]:
    """What happened since the last answer: where models came from, whom they attacked, where one went or came."""
    shapes: list[Shape] = []
    units = record["units"]
    for event in events:
        if event.kind == Event.MOVED and event.cell != event.value:
            shapes += _arrow(xy(event.value), xy(event.cell), blend(seat_color(int(units[event.unit]["seat"])), PAPER, 0.35), "moved")
        elif event.kind == Event.ATTACKED and event.other >= 0:
            ends = [int(units[slot]["cell"]) for slot in (event.unit, event.other)]
            if min(ends) >= 0:
                shapes += _arrow(xy(ends[0]), xy(ends[1]), HURT, "attacked")
        elif event.kind == Event.PLACED and event.cell >= 0:
            x, y = xy(event.cell)
            shapes.append(Rect(x + 0.03, y + 0.03, 0.94, 0.94, None, ACTIVE, 0.1, "placed"))
        elif event.kind == Event.GONE and event.cell >= 0:
            x, y = xy(event.cell)
            shapes += [Line(x + 0.2, y + 0.2, x + 0.8, y + 0.8, HURT, 0.1, "gone"), Line(x + 0.2, y + 0.8, x + 0.8, y + 0.2, HURT, 0.1)]
    return shapes


def dice_of(events: list[Noted]) -> dict[int, list[int]]:
    """The faces that units rolled, by slot, in order."""
    faces: dict[int, list[int]] = {}
    for event, fallen in draw.rolled(events):
        if event.unit >= 0:
            faces.setdefault(event.unit, []).extend(fallen)
    return faces


def dice_shapes(record: np.void, events: list[Noted]) -> list[Shape]:
    """The dice of the last roll below the models they belong to."""
    shapes: list[Shape] = []
    for slot, faces in dice_of(events).items():
        if record["units"][slot]["cell"] < 0:
            continue
        x, y = xy(record["units"][slot]["cell"])
        color = seat_color(int(record["units"][slot]["seat"]))
        for k, face in enumerate(faces[-4:]):
            left = x + 0.5 + 0.36 * (k - min(len(faces), 4) / 2)
            name = f"{QUESTIONS.layout.unit_name(slot)} rolled {face}"
            shapes.append(Rect(left, y + 0.86, 0.34, 0.34, color, "#ffffff", 0.03, name))
            shapes.append(Text(left + 0.17, y + 1.03, str(face), 0.27, "#ffffff", bold=True))
    return shapes
