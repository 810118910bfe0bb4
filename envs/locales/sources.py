"""Sentences in Python: what a module says, read from its source. A text that is put together there becomes a sentence with places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from skirmish_rl.envs.core.files import read_text

_LARGEST = 1_000_000
_MOST = 12  # ways in which one text may be put together
_WORD = re.compile(r"[A-Za-z]{2}")
_SILENT = frozenset({  # functions whose texts are for programs
    "words_for", "partition", "rpartition", "split", "startswith", "endswith", "removesuffix", "removeprefix", "replace", "Block",
    "encode", "fail", "find_spec", "import_module", "getattr", "get_close_matches", "fullmatch", "compile", "match", "sub", "escape", "at",
    "field", "TypeVar", "Glyph", "BadOption", "StateError", "DataError", "UnknownName", "_table", "Record", "strftime", "join",
    "encode_actions", "asarray",
})  # fmt: skip
_TECHNICAL = frozenset({  # kinds of lines, layers, fields, anchors: words that no person reads
    "head", "text", "dim", "gap", "title", "terrain", "grid", "zones", "control", "units", "markers", "moves", "attacks", "legend", "zone",
    "arrival", "level", "start", "end", "middle", "fp", "plus", "AB", "retry-", "position", "error", "preview", "game", "gone",
    "lobby", "saved", "re", "trails", "utf-8", "name", "unit", "cell", "seat", "option", "single", "plain", "answers", "asking", "cards",
    "places", "odds", "asked", "said", "words", "footer", "notes", "END", "{module}.render.odds", "{module}.render.{place}",
})  # fmt: skip
_SAME = frozenset(
    {"int", "str", "len", "round", "abs", "float", "sum", "repr", "capital", "escape"}
)  # whose argument says more than they do
_CALLED = {
    "name_of": "unit", "unit_name": "unit", "at": "cell", "cell_text": "cell", "member_word": "word", "in_words": "word",
    "_titled": "word",
    "subject_name": "subject", "description": "words", "join": "list", "counted": "left", "stem": "name", 
    "riders": "count", "vehicle_capacity": "count", "replace": "card",
}  # fmt: skip
_COUNTED = frozenset({
    "rounds", "round", "lead", "points", "count", "value", "cost", "level", "losses", "command", "pool", "movement", "actions_left",
    "dice", "defence", "control_from", "n", "winning_lead", "most", "number", "first", "last", "due", "one_hit", "three_hits", "width",
    "limit", "times",
})  # fmt: skip


def said_in(file: Path) -> Iterator[tuple[str, str, int]]:
    """Every sentence of a module: for one, for more ("" where both are the same), and the line."""
    tree = ast.parse(read_text(file, _LARGEST))
    left: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)):
            continue
        if node.body and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            left.add(id(node.body[0].value))
    yield from _Reader(left).read(tree, {})


class _Reader:
    """Goes through a module.

    Args:
        left: texts that are no words for people, by their identity.
    """

    def __init__(self, left: set[int]):
        self.left = left

    def read(self, node: ast.AST, known: dict[str, ast.expr]) -> Iterator[tuple[str, str, int]]:
        """The sentences below a node.

        Args:
            known: names of the function that hold one text, or one of several.
        """
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            known = {**known, **_texts_of(node)}
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in self.left and is_said(node.value):
                yield plain_places(node.value), "", node.lineno
            return
        if isinstance(node, ast.JoinedStr):
            yield from self._joined(node, known)
            return
        if isinstance(node, ast.Call):
            name = _called(node)
            if name == "counted":
                one, several = (str(part.value) for part in node.args[1:3] if isinstance(part, ast.Constant))
                yield f"{{count}} {one}", f"{{count}} {several}", node.lineno
                return
            if name in _SILENT:
                for part in node.args:
                    if not isinstance(part, (ast.Constant, ast.Tuple, ast.Set)):
                        yield from self.read(part, known)
                return
        for child in _spoken_parts(node):
            yield from self.read(child, known)

    def _joined(self, node: ast.JoinedStr, known: dict[str, ast.expr]) -> Iterator[tuple[str, str, int]]:
        """Every way in which a text is put together, and what is said within its parts."""
        for text in ways_of(node, known):
            if (
                is_said(re.sub(r"\{\w+\}", "", text))
                and text not in _TECHNICAL
                and not re.fullmatch(r"\w*_\{\w+\}|\{\w+\}_\w*|\w+-\{\w+\}", text)
            ):
                yield text, "", node.lineno
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and len(_alternatives(part.value, known)) == 1:
                yield from self.read(part.value, known)


def plain_places(text: str) -> str:
    """A sentence whose places have names alone, without how a number is written."""
    return re.sub(r"\{(\w+):[^{}]*\}", r"{\1}", text)


def is_said(text: str) -> bool:
    """True for a text that people read: it has a word, and is no name of a program, no colour, no format."""
    return (
        bool(_WORD.search(text))
        and text not in _TECHNICAL
        and not re.fullmatch(
            r"[a-z]+(_[a-z0-9]+)+|#[0-9a-f]{3,8}|[a-z]+\.[a-z.]+|\\x1b.*|[a-z]+(_\w+)*:\S*|[A-Z]{2}|([A-Z]{2}-[A-Z]{3}-\d+ ?)+", text
        )
    )


def ways_of(node: ast.expr, known: dict[str, ast.expr]) -> list[str]:
    """The sentences that an expression may come to, with places for what is not known."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    assert isinstance(node, ast.JoinedStr)
    parts: list[list[str]] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append([str(part.value)])
        else:
            parts.append(_alternatives(part.value, known))  # type: ignore[attr-defined]
    count = 1
    for one in parts:
        count *= len(one)
    if count > _MOST:
        parts = [one if len(one) == 1 else ["{more}"] for one in parts]
    return [_distinct("".join(way)) for way in product(*parts)]


def _alternatives(node: ast.expr, known: dict[str, ast.expr]) -> list[str]:
    """What may stand for a part of a text: the texts of a condition, or a place."""
    if isinstance(node, ast.Name) and node.id in known:
        return _alternatives(known[node.id], {name: one for name, one in known.items() if name != node.id})
    if isinstance(node, ast.IfExp):
        return [way for branch in (node.body, node.orelse) for way in _alternatives(branch, known)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ways_of(node, known)
    return [f"{{{_place_of(node)}}}"]


def _place_of(node: ast.expr) -> str:
    """A name for what stands in a place."""
    if isinstance(node, ast.Name):
        name = node.id
    elif isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Call):
        called = _called(node)
        if called in _SAME and node.args:
            return _place_of(node.args[0])
        name = _CALLED.get(called, called)
    elif isinstance(node, ast.Subscript):
        name = (
            str(node.slice.value) if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) else _place_of(node.value)
        )
    elif isinstance(node, ast.BinOp):
        name = _place_of(node.right if isinstance(node.left, ast.Constant) else node.left)
    elif isinstance(node, ast.BoolOp):
        name = _place_of(node.values[0])
    else:
        name = "text"
    name = name.strip("_") or "text"
    return "count" if name in _COUNTED else _CALLED.get(name, name)


def _distinct(text: str) -> str:
    """A sentence whose places have different names."""
    seen: dict[str, int] = {}

    def named(found: re.Match[str]) -> str:
        name = found[1]
        seen[name] = seen.get(name, 0) + 1
        return f"{{{name}}}" if seen[name] == 1 else f"{{{name}_{seen[name]}}}"

    return re.sub(r"\{(\w+)\}", named, re.sub(r"seat_\{\w+\}", "{seat}", text))


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""


def _texts_of(function: ast.FunctionDef | ast.Lambda) -> dict[str, ast.expr]:
    """The names of a function that are given a text once, or one of several by a condition."""
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    given.setdefault(target.id, []).append(node.value)
                elif isinstance(target, ast.Tuple):
                    for one in target.elts:
                        given.setdefault(getattr(one, "id", ""), []).append(target)
        elif isinstance(node, (ast.AugAssign, ast.For, ast.comprehension)):
            for part in ast.walk(node.target):
                given.setdefault(getattr(part, "id", ""), []).append(node.target)
    return {name: values[0] for name, values in given.items() if len(values) == 1 and _is_text(values[0])}


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        branches = (node.body, node.orelse)
        return any(map(_is_text, branches)) and all(_is_text(one) or isinstance(one, ast.Name) for one in branches)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _spoken_parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which something may be said: no names of fields, no types, nothing that is compared."""
    if isinstance(node, ast.Subscript):
        yield node.value
        if not isinstance(node.slice, ast.Constant):
            yield node.slice
    elif isinstance(node, ast.Compare):
        yield from (one for one in (node.left, *node.comparators) if not isinstance(one, (ast.Constant, ast.Tuple, ast.Set)))
    elif isinstance(node, ast.Dict):
        yield from node.values
    elif isinstance(node, (ast.FunctionDef, ast.AnnAssign, ast.arg)):
        body = node.body if isinstance(node, ast.FunctionDef) else [node.value] if isinstance(node, ast.AnnAssign) and node.value else []
        yield from body
    elif isinstance(node, (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert)):
        return
    else:
        yield from ast.iter_child_nodes(node)
