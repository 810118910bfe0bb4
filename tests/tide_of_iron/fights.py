"""Fights on an open field: attackers in the west of a row of hexes, targets so many hexes east of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from tests.tide_of_iron.table import Table

ROW = 4
WEST = 2  # column of the hex from which distances are counted
SCREENS = [(0, 7), (1, 8), (13, 0), (13, 1)]


def field(table: Callable[..., Table], terrain: dict | None = None, **keys: Any) -> Table:
    """A map of 15x9 on which each side has a truck in a far corner: nobody is beaten, and nobody runs out of actions.

    Woods keep the trucks from seeing anything.
    """
    terrain = terrain or {}
    t = table(**{"width": 15, "rows": 9, **keys}, terrain={**terrain, "woods": [*terrain.get("woods", []), *SCREENS]})
    t.add("A16", (0, 8), kind="truck")
    t.add("B16", (14, 0), kind="truck")
    return t


def away(distance: int) -> tuple[int, int]:
    """The hex so far east of the shooters."""
    return (WEST + distance, ROW)


def fire(t: Table, lead: str, target: str, *answers: str, dice: tuple[int, ...] | None = None) -> None:
    """Concentrated Fire of a unit at a unit ("B1") or at a hex ("5,4"), and the answers that follow."""
    t.turn("AB".index(lead[0]))
    if dice is not None:
        t.dice(*dice)
    t.play(f"fire {lead}")
    if t.decision == "TARGET":
        t.play(f"at {target}" if target[0] in "AB" else f"shell {target}")
    t.play(*answers)


def rolls_exactly(n: int) -> tuple[int, ...]:
    """So many dice that neither hit nor cancel: a table refuses more and fewer."""
    return (1,) * n


def net_hits(t: Table, name: str) -> int:
    """Net hits of the last attack on a unit."""
    told = [e.value for e in events_of(t.state) if e.kind == Own.NET_HITS and e.unit == t.slot_of(name)]
    return told[-1] if told else 0


def side_hits(t: Table, seat: int) -> int:
    """Hits that a side is left with in the last assault."""
    return [e.value for e in events_of(t.state) if e.kind == Own.SIDE_HITS and e.seat == seat][-1]


TARGET = (5, 4)  # of an assault by A1 from the hex to the west
BESIDE = [(4, 3), (5, 3), (6, 4), (5, 5), (4, 5)]  # the other hexes next to it, clockwise from the north-west


def assault(t: Table, *answers: str, dice: tuple[int, ...] | None = None, **figures: Any) -> None:
    """A1, four regulars unless figures are named, assaults `TARGET` from where it stands; then the answers that follow."""
    t.add("A1", (4, 4), **figures)
    t.turn()
    if dice is not None:
        t.dice(*dice)
    t.play("assault A1")
    if t.decision == "STEP":
        t.play("stop")
    t.play("east", *answers)
