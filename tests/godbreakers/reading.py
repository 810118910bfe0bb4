"""Reading a table's legal actions in tests: cells, models and numbers of a verb, priority orders by seats."""

from __future__ import annotations

import itertools

from tests.godbreakers.table import Table

Cell = tuple[int, int]


def cells(t: Table, verb: str = "move") -> set[Cell]:
    """The cells of all legal actions with this verb."""
    found = set()
    for text in t.legal():
        word, _, rest = text.partition(" ")
        if word == verb and "," in rest:
            x, y = rest.split(",")
            found.add((int(x), int(y)))
    return found


def units(t: Table, verb: str) -> set[str]:
    """Names of the models that legal actions with this verb choose."""
    return {text.split()[1] for text in t.legal() if text.startswith(f"{verb} ") and "," not in text}


def numbers(t: Table, verb: str) -> set[int]:
    """The numbers of all legal actions with this verb: counts and priority orders."""
    return {int(text.split()[1]) for text in t.legal() if text.startswith(f"{verb} ")}


def around(cell: Cell) -> set[Cell]:
    """The eight neighbours of a cell."""
    x, y = cell
    return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {cell}


def board(side: int = 25) -> set[Cell]:
    """All cells of a square board."""
    return set(itertools.product(range(side), range(side)))


def set_order(t: Table, *seats: int) -> None:
    """Answer PRIORITY with this order of the surviving seats."""
    offered = sorted(numbers(t, "order"))
    ranked = sorted(itertools.permutations(sorted(seats)))
    assert len(offered) == len(ranked), f"{len(offered)} orders offered for {len(seats)} seats"
    t.play(f"order {offered[ranked.index(seats)]}")


def free_cells(t: Table) -> set[Cell]:
    """Cells of the board on which nothing stands."""
    return {(x, y) for x, y in board() if t.state["board"][25 * y + x] == -1}


def within(t: Table, at: Cell, units: int) -> set[Cell]:
    """Free cells at PlaceWithin(units) of a cell."""
    return {cell for cell in free_cells(t) if t.reach(at, cell) <= units}


def outside(t: Table, units: int, *places: Cell) -> set[Cell]:
    """Free cells outside a range of all these places."""
    return {cell for cell in free_cells(t) if all(t.range(place, cell) > units for place in places)}
