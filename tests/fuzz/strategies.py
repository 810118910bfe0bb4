"""What may come through an entrance: things of any type, damaged bytes and texts, tables with something else in one place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

NUMBERS = st.one_of(st.integers(-3, 12), st.integers(-(2**65), 2**65), st.sampled_from([2**31, 2**62, 2**63 - 1, 2**63, -(2**63)]))
SCALARS = st.one_of(
    st.none(), st.booleans(), NUMBERS, st.floats(), st.text(max_size=12), st.binary(max_size=8),
    st.sampled_from(["random", "bot:strong", "rgb_array", "ansi", "SameStep", "", "a.toml", "../x", "\0", "nan", "1e400"]),
)  # fmt: skip
ARRAYS = npst.arrays(
    dtype=st.one_of(npst.integer_dtypes(), npst.unsigned_integer_dtypes(), npst.floating_dtypes(sizes=(32, 64)), npst.boolean_dtypes(),
                    st.sampled_from([np.dtype(object), np.dtype("U3")])),
    shape=npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)  # fmt: skip
THINGS = st.one_of(
    SCALARS, ARRAYS, st.integers(0, 6).map(np.int8), st.integers(0, 6).map(np.uint64), st.lists(SCALARS, max_size=5),
    st.dictionaries(st.text(max_size=5), SCALARS, max_size=3), st.sampled_from([object(), int, len, ..., {1, 2}, 1j]),
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes with some changed, cut, doubled, put in or left out."""
    content = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(content) - 1, 0)))
        how = draw(st.sampled_from(["change", "cut", "insert", "drop", "double"]))
        if how == "change" and content:
            content[at] = draw(st.integers(0, 255))
        elif how == "cut":
            del content[at:]
        elif how == "insert":
            content[at:at] = draw(st.binary(min_size=1, max_size=6))
        elif how == "drop":
            del content[at : at + draw(st.integers(1, 64))]
        else:
            content[at:at] = content[at : at + 32]
    return bytes(content)


@st.composite
def damaged_lines(draw: st.DrawFn, whole: str) -> str:
    """A text with lines changed, left out, doubled or exchanged, and letters within them."""
    lines = whole.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        how = draw(st.sampled_from(["word", "drop", "double", "swap", "junk", "cut"]))
        if not lines:
            break
        if how == "word":
            words = lines[at].split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.one_of(st.text(max_size=8), NUMBERS.map(str)))
            lines[at] = " ".join(words)
        elif how == "drop":
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "junk":
            lines.insert(at, draw(st.text(max_size=30)))
        else:
            del lines[at:]
    return "\n".join(lines)


VALUES = st.one_of(
    st.integers(-2, 40), st.sampled_from([10**6, 2**31, 2**62, -(10**9), 10**18]), st.floats(width=32), st.booleans(),
    st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=8), st.lists(st.integers(-2, 40), max_size=6),
    st.lists(st.lists(st.integers(-2, 40), max_size=4), max_size=4), st.just({}), st.just([]),
)  # fmt: skip


def _places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    parts = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    return [place for key, value in parts for place in [(*path, key), *_places(value, (*path, key))]]


@st.composite
def changed_tables(draw: st.DrawFn, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A table with one to three places changed: another value, another place's value, left out, doubled, or a key more."""
    table = copy.deepcopy(make())
    for _ in range(draw(st.integers(1, 3))):
        places = _places(table)
        if not places:
            break
        *path, last = places[draw(st.integers(0, len(places) - 1))]
        inside: Any = table
        for key in path:
            inside = inside[key]
        how = draw(st.sampled_from(["value", "value", "value", "number", "other", "drop", "double", "key"]))
        if how == "number" and isinstance(inside[last], int | float):
            inside[last] = inside[last] + draw(st.integers(-3, 3))
        elif how == "other":
            inside[last] = copy.deepcopy(_at(table, places[draw(st.integers(0, len(places) - 1))]))
        elif how == "drop":
            del inside[last]
        elif how == "double" and isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        elif how == "key" and isinstance(inside, dict):
            inside[draw(st.text(alphabet="abcdexyz_", min_size=1, max_size=6))] = draw(VALUES)
        else:
            inside[last] = draw(VALUES)
    return table


def _at(table: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        table = table[key]
    return table
