"""Fighters about to move, and where they can go: what the chapters on movement share."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.warcry.state import CELLS, FAR, RUNEMARKS, Runemark
from tests.warcry.table import PLAIN, At, Table, cell_of

HERE = (9, 5)


def marks(*names: str) -> list[int]:
    """Runemarks as the figure `marks` of a fighter."""
    return [int(mark.name.lower() in names) for mark in list(Runemark)[:RUNEMARKS]]


def asked_to_move(t: Table, name: str = "A1") -> Table:
    """A fighter makes a move action: its player is asked where to."""
    t.activate(name)
    t.play("move")
    assert t.ask() == ("MOVE", name[0], name)
    return t


def mover(table: Any, at: At = HERE, profile: str = PLAIN, *, toward: At | None = None, up: float = 0, **rest: Any) -> Table:
    """A1 alone with B1, who stands in the corner and is to be activated next; A1's player is asked where it moves.

    Args:
        toward, up: it climbs, see `Table.add`.
        rest: figures of A1, the fighter (move, marks, ...), and what lies on the board.
    """
    figures = {key: rest.pop(key) for key in ("move", "marks", "wounds", "damage", "carries") if key in rest}
    t = table(**rest)
    t.add("A1", at, profile, toward=toward, height=up, **figures)
    t.add("B1", (0, 0))
    return asked_to_move(t)


def cost(t: Table, at: At, take: bool = False) -> int | None:
    """Tenths of an inch of the cheapest way to a cell, None if it cannot be named as the destination."""
    found = int(t.state["cost"][int(take), cell_of(at)])
    return None if found == FAR else found


def rolls(t: Table, at: At, take: bool = False) -> int | None:
    """Impact rolls on the way to a cell, None if it cannot be named as the destination."""
    return None if cost(t, at, take) is None else int(t.state["risk"][int(take), cell_of(at)])


def hanging(t: Table) -> list[tuple[At, float, int]]:
    """Where on faces, stairs and ladders the move may end: the cell at the foot, inches up, tenths of an inch of the cheapest way."""
    nodes = CELLS + np.flatnonzero(t.state["cost"][0, CELLS:] != FAR)
    places = [(int(t.tables["node_cell"][n]), int(t.tables["node_height"][n]) / 2, int(t.state["cost"][0, n])) for n in nodes]
    return sorted(((cell % 30, cell // 30), up, far) for cell, up, far in places)
