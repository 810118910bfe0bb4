"""Where a rule can be broken in one place, and what the function then looks like."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

from tests.clauses import clauses_in

GONE = "(left out)"
_ID = re.compile(r"(?P<function>\w+): (?P<before>.*?) -> (?P<after>.*?)(?: \((?P<nth>\d+)\))?", re.DOTALL)
_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
}  # fmt: skip
_SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Break:
    """One function of the rules with one place changed."""

    file: str
    function: str
    line: int
    kind: str
    before: str
    after: str
    clauses: tuple[str, ...]  # that the function cites
    code: CodeType = field(compare=False, repr=False)
    nth: int = 1  # of the places in the function that read alike

    @property
    def id(self) -> str:
        """Names the break as long as the function keeps its name and the statement its text, wherever they move."""
        return f"{self.function}: {self.before} -> {self.after}" + (f" ({self.nth})" if self.nth > 1 else "")


def rules_of(folder: Path) -> list[Path]:
    """The files of a ruleset that hold rules."""
    return sorted([*folder.glob("rules/**/*.py"), *(folder / name for name in ("state.py", "phases.py", "actions.py"))])


def others_of(folder: Path) -> list[Path]:
    """Further files of a ruleset in which a function may cite a clause: what is read and refused, and what a seat sees."""
    return sorted([*folder.glob("data/*.py"), folder / "observation.py"])


def breaks_in(path: Path, name: str = "", only: Container[str] | None = None) -> Iterator[Break]:
    """Every single-place break of the top-level functions of a file, in the order of the text.

    Args:
        name: how the file is to be called, its path if empty.
        only: names of the functions to break; None: all.
    """
    for function in ast.parse(path.read_text()).body:
        if not isinstance(function, ast.FunctionDef) or (only is not None and function.name not in only):
            continue
        clauses = clauses_in(ast.get_docstring(function))
        function.decorator_list, function.returns = [], None
        seen: Counter[tuple[str, str]] = Counter()
        for kind, statement, before, after, code in _changes(function, path):
            seen[before, after] += 1
            yield Break(name or str(path), function.name, statement.lineno, kind, before, after, clauses, code, seen[before, after])


def read_id(broken: str) -> tuple[str, str, str, int]:
    """What the id of a break says: function, statement before and after, which of the places in the function that read alike.

    Raises:
        ValueError: it is no id of a break.
    """
    found = _ID.fullmatch(broken)
    if not found:
        raise ValueError(f"{broken!r} names no break; expected 'function: before -> after'")
    return found["function"], found["before"], found["after"], int(found["nth"] or 1)


def line_of(function: ast.FunctionDef, before: str, nth: int = 1) -> int:
    """The line of the statement that a break changes; 0 where the function has none that reads so."""
    lines = [block[index].lineno for block, index in _statements(function) if _text(block[index]) == before]
    return lines[min(nth, len(lines)) - 1] if lines else 0


def _changes(function: ast.FunctionDef, path: Path) -> Iterator[tuple[str, ast.stmt, str, str, CodeType]]:
    """Kind of break, statement, its text before and after, the function's code."""
    assigned = {argument.arg for argument in function.args.args}
    for block, index in _statements(function):
        statement = block[index]
        before = _text(statement)
        if _can_be_left_out(statement, assigned):
            block[index] = ast.Pass()
            code = _code(function, path)
            block[index] = statement
            yield "left out", statement, before, GONE, code
        for kind, node, name, old, new in _edits(statement):
            setattr(node, name, new)
            after, code = _text(statement), _code(function, path)
            setattr(node, name, old)
            yield kind, statement, before, after, code
        assigned |= _stored(statement)


def _statements(node: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Every statement below a node: the block that holds it and its place there."""
    for name in ("body", "orelse"):
        block = getattr(node, name, [])
        for index, statement in enumerate(block):
            yield block, index
            yield from _statements(statement)


def _text(statement: ast.stmt) -> str:
    """The first line of a statement, without the block below it."""
    return ast.unparse(statement).splitlines()[0].removesuffix(":")


def _code(function: ast.FunctionDef, path: Path) -> CodeType:
    module = compile(ast.fix_missing_locations(ast.Module([function], [])), str(path), "exec", dont_inherit=True)
    return next(one for one in module.co_consts if isinstance(one, CodeType) and one.co_name == function.name)


def _stored(statement: ast.stmt) -> set[str]:
    """Names to which a statement itself gives a value, not those below it."""
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    return {
        node.id
        for target in targets
        if target
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _can_be_left_out(statement: ast.stmt, assigned: set[str]) -> bool:
    """True for calls, for what is written to a record or to a name that has a value already, and for leaving early."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Return):
        return statement.value is None
    if isinstance(statement, ast.Assign | ast.AugAssign):
        return _stored(statement) <= assigned
    return isinstance(statement, ast.Continue)


def _edits(statement: ast.stmt) -> Iterator[tuple[str, ast.AST, str, Any, Any]]:
    """Kind, node to change, its field, what is there, what to put there."""
    if isinstance(statement, ast.AugAssign) and type(statement.op) in _SIGNS:
        yield "sign", statement, "op", statement.op, _SIGNS[type(statement.op)]()
    if isinstance(statement, ast.If) and not isinstance(statement.test, ast.Compare | ast.UnaryOp):
        yield "negated", statement, "test", statement.test, ast.UnaryOp(ast.Not(), statement.test)
    yield from _edits_below(statement)


def _edits_below(node: ast.AST) -> Iterator[tuple[str, ast.AST, str, Any, Any]]:
    for name, value in ast.iter_fields(node):
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.expr):
                for kind, new in _alternatives(child):
                    yield kind, node, name, value, [*value[:index], new, *value[index + 1 :]] if isinstance(value, list) else new
                yield from _edits_below(child)


def _alternatives(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What an expression may be broken into."""
    if isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            for turned in _TURNED.get(type(operator), ()):
                yield "comparison", ast.Compare(node.left, [*node.ops[:k], turned(), *node.ops[k + 1 :]], node.comparators)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "number", ast.Constant(node.value + 1)
        yield "number", ast.Constant(node.value - 1)
    elif isinstance(node, ast.BoolOp):
        yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node.operand
    elif isinstance(node, ast.IfExp) and not isinstance(node.test, ast.Compare):
        yield "negated", ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.BinOp) and type(node.op) in _SIGNS and ast.unparse(node.right) != "0":
        yield "sign", ast.BinOp(node.left, _SIGNS[type(node.op)](), node.right)
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("min", "max"):
        yield (
            "min/max",
            ast.Call(ast.Name("max" if ast.unparse(node.func) == "min" else "min", ast.Load()), node.args, node.keywords),
        )


def choose(breaks: list[Break], count: int, seed: int) -> list[Break]:
    """So many of the breaks, all if `count` is 0: each file in proportion to its functions, each function and kind in turn."""
    of_file: dict[str, dict[str, dict[str, list[Break]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    # by hash, not by place: an edit of the rules leaves the choice elsewhere as it was
    for one in sorted(breaks, key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).digest()):
        of_file[one.file][one.function][one.kind].append(one)
    queues = {file: list(_in_turn([list(_in_turn([*kinds.values()])) for kinds in of_file[file].values()])) for file in sorted(of_file)}
    chosen: list[Break] = []
    taken: Counter[str] = Counter()
    while len(chosen) < (count or len(breaks)) and any(queues.values()):
        file = min((file for file in queues if queues[file]), key=lambda file: (taken[file] / len(of_file[file]), file))
        taken[file] += 1
        chosen.append(queues[file].pop(0))
    return sorted(chosen, key=lambda one: (one.file, one.line))


def _in_turn(queues: list[list[Break]]) -> Iterator[Break]:
    """One of each queue, then the next of each."""
    for place in range(max(map(len, queues))):
        yield from (queue[place] for queue in queues if place < len(queue))
