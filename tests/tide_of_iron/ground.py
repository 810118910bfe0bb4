"""Packed maps for tests: shipped ones, and boards of one's own with sight asked hex by hex."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from skirmish_rl.envs.core.hexgrid import Meeting
from skirmish_rl.envs.core.scenarios import read_named
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.data.pack import settle
from skirmish_rl.envs.tide_of_iron.data.pack import tables_of as packed
from skirmish_rl.envs.tide_of_iron.data.schema import FOLDER, MapSpec, ScenarioSpec, Setting
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.state import STATE, WIDTH, Mark

Hex = tuple[int, int]
SCENARIOS = ("farm", "farm_quick", "crossroads", "bridge", "armour")
MAPS = {"farm": (9, 9, 77), "crossroads": (15, 13, 189), "bridge": (11, 11, 116)}  # width, rows, hexes


def read_setting(name: str, own_constants: str | None = None) -> Setting:
    """A scenario by name or path with all it refers to, checked."""
    return settle(*read_named(FOLDER / "scenarios.toml", name, ScenarioSpec), own_constants)


def number(at: Hex) -> int:
    """The cell of a hex (column, row)."""
    return at[1] * WIDTH + at[0]


def hexes(width: int, rows: int) -> list[Hex]:
    """All hexes of a map."""
    return [(c, r) for r in range(rows) for c in range(width - r % 2)]


@functools.cache
def tables_of(name: str) -> np.void:
    """The packed numbers of a shipped scenario."""
    return packed(read_setting(name))[0]


def ground(*, width: int = 15, rows: int = 13, stream: str = "shallow", operations: tuple[str, ...] = (), **map_keys: Any) -> np.void:
    """A board of one's own: `terrain`, `levels`, `roads` as in maps.toml."""
    setting = read_setting("armour")
    spec = replace(setting.spec, objectives=(), stream=stream)
    sides = (replace(setting.sides[0], operations=operations), setting.sides[1])
    return packed(replace(setting, board=MapSpec(width, rows, **map_keys), spec=spec, sides=sides))[0]


def record(smoke: Iterable[Hex] = (), crowd: Iterable[Hex] = ()) -> np.void:
    """A state with smoke and with units, as far as sight reads it."""
    state = np.zeros(1, STATE)[0]
    for at in smoke:
        state["marks"][Mark.SMOKE][number(at)] = 1
        state["lying"][Mark.SMOKE] += 1
    for at in crowd:
        state["crowd"][:, number(at)] = 1
    return state


def in_sight(tables: np.void, a: Hex, b: Hex, **marks: Iterable[Hex]) -> bool:
    """Line of sight between two hexes, see `record` for what may lie on the map."""
    state = record(**marks)
    state, tables = view(state), view(tables)
    return bool(is_in_sight(state, tables, number(a), number(b)))


def corners(at: Hex) -> list[Hex]:
    x, y = centre(at)
    return [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]


def centre(at: Hex) -> Hex:
    return 2 * at[0] + at[1] % 2, 3 * at[1]


def slow_meeting(a: Hex, b: Hex, at: Hex) -> Meeting:
    """The part of the segment inside the closed hex, by clipping; nothing if it is a single point."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    dx, dy = bx - ax, by - ay
    low, high = Fraction(0), Fraction(1)
    ring = corners(at)
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        inside = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)  # corners run clockwise, y points down
        change = (x1 - x0) * dy - (y1 - y0) * dx
        if change == 0 and inside < 0:
            return Meeting.NONE
        if change > 0:
            low = max(low, Fraction(-inside, change))
        if change < 0:
            high = min(high, Fraction(-inside, change))
    if low >= high:
        return Meeting.NONE
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in ring]
    if min(sides) < 0 < max(sides):
        return Meeting.CROSSED
    return Meeting.LEFT if min(sides) < 0 else Meeting.RIGHT
