"""What units look like, what the lines beside the board say of squads, and the marks that the last move leaves."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import INK, PAPER, Disc, Line, Note, Polygon, Rect, Shape, Text, Unit, blend
from skirmish_rl.envs.core.events import Event, Noted
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.render.board import DANGER, GOLD, MOVE, centre, site_place
from skirmish_rl.envs.dropzone_commander.render.words import group_word, name_of, squad_name, units_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import AHEAD_X, AHEAD_Y, SEAT_OF, SLOTS, Act, Gift, Mark, Sign, Site, Status

HALO, SMOKE = "#f2c200", "#9a9a9a"
_AWAY = {Status.RESERVE: "In Reserve", Status.READINESS: "In Readiness", Status.DESTROYED: "destroyed"}
_TOLD = (  # of a squad: field, bits, word
    ("marks", Mark.BOARDED, "boarded"), ("marks", Mark.LEFT, "put off"), ("shot", 3, "shot"), ("marks", Mark.ENTERED, "entered"),
    ("marks", Mark.SMOKE, "in smoke"), ("gifts", Gift.JINK, "jinks"), ("gifts", Gift.SCREEN, "screened"),
    ("gifts", Gift.TRACKING, "tracks Aircraft"),
    ("gifts", Gift.PIERCING, "piercing rounds"), ("gifts", Gift.MARKSMEN, "marksmen"), ("gifts", Gift.RAMP, "runs to board"),
    ("gifts", Gift.RUN, "two Moves"), ("marks", Mark.DISRUPTED, "disrupted"), ("gifts", Gift.DOUBLE, "double Shots"),
)  # fmt: skip


def on_board(record: np.void) -> list[int]:
    """Slots of units that are drawn: in cells and in Garrisons."""
    units = record["units"]
    return [s for s in range(SLOTS) if units["status"][s] == Status.ON_TABLE and units["carrier"][s] < 0]


def place_of(record: np.void, tables: np.void, slot: int) -> tuple[float, float]:
    """Where a unit is drawn; those in one place of a Garrison side by side, those aboard at their Transport."""
    unit = record["units"][slot]
    if unit["carrier"] >= 0:
        return place_of(record, tables, int(unit["carrier"]))
    if unit["piece"] < 0:
        return centre(tables, unit["cell"])
    x, y = site_place(tables, int(unit["piece"]), int(unit["site"]))
    units = record["units"]
    here = [s for s in on_board(record) if units["piece"][s] == unit["piece"] and units["site"][s] == unit["site"]]
    step = 0.8 * (here.index(slot) - (len(here) - 1) / 2)
    upright = unit["site"] in (Site.EAST, Site.WEST)
    return (x, y + step) if upright else (x + step, y)


def aboard(record: np.void, slot: int) -> list[int]:
    """Units that ride a Transport, directly."""
    units = record["units"]
    return [s for s in range(SLOTS) if units["carrier"][s] == slot and units["status"][s] not in (Status.ABSENT, Status.DESTROYED)]


def unit_words(record: np.void, tables: np.void, slot: int, role: str) -> str:
    """A unit in words."""
    unit = record["units"][slot]
    height = "airborne, " if unit["flying"] else ""
    riders = aboard(record, slot)
    cargo = f", carries {' '.join(name_of(s) for s in riders)}" if riders else ""
    return f"{name_of(slot)} {role}: {height}DP {int(unit['dp'])} of {int(tables['unit_dp'][slot])}{cargo}"


def unit_shapes(record: np.void, tables: np.void, slot: int, role: str) -> list[Shape]:
    """A unit: round Infantry, square Vehicles, arrow-heads for Aircraft, with a shadow in the air; pale once its squad has acted."""
    unit, squad = record["units"][slot], int(tables["unit_squad"][slot])
    state, kind = record["squads"][squad], Kind(int(tables["unit_kind"][slot]))
    seat = draw.SEAT_COLORS[int(SEAT_OF[slot])]
    x, y = place_of(record, tables, slot)
    active = squad == int(record["squad"])
    done = bool(int(state["marks"]) & Mark.ACTIVATED) and not active
    fill, ink = (blend(seat, PAPER, 0.6), blend(seat, INK, 0.5)) if done else (seat, "#ffffff")
    words = unit_words(record, tables, slot, role)
    body = Unit(name_of(slot), int(SEAT_OF[slot]), "active" if active else "done" if done else "")
    shapes: list[Shape] = []
    if int(state["marks"]) & Mark.SMOKE:
        shapes.append(Disc(x, y, 0.95, blend(SMOKE, PAPER, 0.45), SMOKE, 0.05, "smoke"))
    if active:
        shapes.append(Disc(x, y, 0.72, HALO, INK, 0.03, "active"))
    if kind >= Kind.AIRCRAFT:
        p, q = float(AHEAD_X[int(state["facing"])]), -float(AHEAD_Y[int(state["facing"])])
        long = math.hypot(p, q)
        p, q = p / long, q / long
        outline = tuple((x + a * p - b * q, y + a * q + b * p) for a, b in ((0.62, 0.0), (-0.42, 0.52), (-0.2, 0.0), (-0.42, -0.52)))
        if unit["flying"]:
            shapes.append(Polygon(tuple((a + 0.22, b + 0.3) for a, b in outline), blend(INK, PAPER, 0.55), None, 0.0, "airborne"))
        shapes.append(Polygon(outline, fill, INK, 0.04, words, body))
    elif kind == Kind.INFANTRY:
        shapes.append(Disc(x, y, 0.4, fill, INK, 0.04, words, body))
    else:
        shapes.append(Rect(x - 0.42, y - 0.42, 0.84, 0.84, fill, INK, 0.04, words, body))
        if tables["squad_turns"][squad]:
            p, q = float(AHEAD_X[int(state["facing"])]), -float(AHEAD_Y[int(state["facing"])])
            shapes.append(Line(x + 0.3 * p, y + 0.3 * q, x + 0.62 * p, y + 0.62 * q, INK, 0.12, "faces"))
    shapes.append(Text(x, y, name_of(slot), 0.42 if len(name_of(slot)) < 3 else 0.34, ink, bold=True))
    return shapes + _badges(record, tables, slot, x, y)


def _badges(record: np.void, tables: np.void, slot: int, x: float, y: float) -> list[Shape]:
    """Around a unit: Commander, DP lost, riders, objective, Scan Token."""
    unit = record["units"][slot]
    shapes: list[Shape] = []
    lost, riders = int(tables["unit_dp"][slot]) - int(unit["dp"]), aboard(record, slot)
    carried = [int(record["squads"]["token"][int(tables["unit_squad"][s])]) for s in (slot, *riders)]
    if tables["unit_cv"][slot] or any(tables["unit_cv"][s] for s in riders):
        crown = ((-0.18, 0.06), (-0.2, -0.14), (-0.08, -0.03), (0, -0.18), (0.08, -0.03), (0.2, -0.14), (0.18, 0.06))
        shapes.append(Polygon(tuple((x + a, y - 0.5 + b) for a, b in crown), GOLD, INK, 0.03, "Commander"))
    if lost:
        shapes += [
            Disc(x + 0.4, y + 0.38, 0.22, DANGER, "#ffffff", 0.03, f"{lost} DP lost"),
            Text(x + 0.4, y + 0.38, str(lost), 0.3, "#ffffff", bold=True),
        ]
    if riders:
        text = f"+{len(riders)}"
        shapes += [
            Rect(x - 0.75, y + 0.2, 0.5, 0.38, INK, None, 0.0, f"carries {len(riders)}"),
            Text(x - 0.5, y + 0.39, text, 0.32, HALO, bold=True),
        ]
    if max(carried) >= 0:
        shapes += [
            Polygon(draw.diamond(x + 0.42, y - 0.42, 0.3), GOLD, INK, 0.04, "carries an objective"),
            Text(x + 0.42, y - 0.42, str(max(carried) + 1), 0.28, INK, bold=True),
        ]
    if int(unit["signs"]) & Sign.SCAN:
        shapes += [
            Disc(x - 0.45, y - 0.42, 0.22, "#ffffff", MOVE, 0.05, "Scan Token"),
            Text(x - 0.45, y - 0.42, "S", 0.28, MOVE, bold=True),
        ]
    return shapes


def squad_note(record: np.void, tables: np.void, squad: int, role: str) -> Note:
    """The line of a squad beside the board: name, battlegroup, what it is, how it stands."""
    state, units = record["squads"][squad], units_of(tables, squad)
    alive = [record["units"][s] for s in units if record["units"]["status"][s] not in (Status.ABSENT, Status.DESTROYED)]
    name, group = squad_name(tables, squad), group_word(tables, squad)
    if not alive:
        return Note((name, group, role, "destroyed"), "dim")
    first = alive[0]
    words = [f"{len(alive)} of {len(units)}"] if len(units) > 1 else []
    words += [f"DP {sum(int(unit['dp']) for unit in alive)}"]
    if first["status"] != Status.ON_TABLE:
        words.append(_AWAY[Status(int(first["status"]))])
    if first["carrier"] >= 0:
        words.append(f"aboard {name_of(first['carrier'])}")
    elif first["piece"] >= 0:
        words.append(f"in {int(first['piece']) + 1} {Site(int(first['site'])).name.lower()}")
    words += ["airborne"] if first["flying"] else []
    if squad == int(record["squad"]):
        words.append("active")
    elif int(state["marks"]) & Mark.ACTIVATED:
        words.append("done")
    words += [act.name.lower() for act in Act if int(state["acts"]) >> act & 1]
    words += [word for key, bits, word in _TOLD if int(state[key]) & bits]
    words += [f"E +{int(state['energy'])}"] if state["energy"] else []
    words += [f"objective {int(state['token']) + 1}"] if state["token"] >= 0 else []
    return Note((name, group, role, ", ".join(words)), "text")


def arrow(start: tuple[float, float], end: tuple[float, float], color: str, name: str) -> list[Shape]:
    """An arrow that ends a little short of its end."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if length < 0.9:
        return []
    p, q = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = (end[0] - 0.5 * p, end[1] - 0.5 * q)
    foot = (tip[0] - 0.36 * p, tip[1] - 0.36 * q)
    head = (tip, (foot[0] - 0.2 * q, foot[1] + 0.2 * p), (foot[0] + 0.2 * q, foot[1] - 0.2 * p))
    return [Line(*start, *foot, "#ffffff", 0.2), Line(*start, *foot, color, 0.1, name), Polygon(head, color, "#ffffff", 0.02)]


def trail_shapes(record: np.void, tables: np.void, events: list[Noted]) -> list[Shape]:
    """Where units went in the last move, and at whom they fired."""
    shapes: list[Shape] = []
    drawn = set(on_board(record))
    for event in events:
        if event.kind == Event.MOVED and event.cell >= 0 and event.value > 0:
            shapes += arrow(centre(tables, event.value), centre(tables, event.cell), MOVE, f"{name_of(event.unit)} moves")
        elif event.kind in (Own.FIRES, Own.REACTS) and event.unit in drawn and event.other in drawn:
            start, end = (place_of(record, tables, slot) for slot in (event.unit, event.other))
            shapes += arrow(start, end, DANGER, f"{name_of(event.unit)} fires at {name_of(event.other)}")
    return shapes


def attack_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Arrows for the shots that are declared and not resolved yet."""
    shapes: list[Shape] = []
    drawn = set(on_board(record))
    for shot in record["shots"][: int(record["n_shots"])]:
        firer, target, piece = int(shot["firer"]), int(shot["target"]), int(shot["piece"])
        if record["units"]["status"][max(firer, 0)] != Status.ON_TABLE or firer < 0:
            continue
        start = place_of(record, tables, firer)
        if target in drawn:
            shapes += arrow(start, place_of(record, tables, target), DANGER, f"{name_of(firer)} aims at {name_of(target)}")
        elif piece >= 0:
            shapes += arrow(start, site_place(tables, piece, Site.CENTRE), DANGER, f"{name_of(firer)} aims at piece {piece + 1}")
    return shapes
