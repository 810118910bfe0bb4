"""The encoder of a sheet, written as straight-line Python and compiled like any rule.

Its text is a file that exists in memory only (`linecache` has its lines): debuggers step through it, tracebacks show it, and
`skirmish-rl show-encoder` prints it. The sheet and this module, from which it is made, are part of the hash of the rules.
"""

from __future__ import annotations

import ast
import builtins
import dis
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import did_you_mean
from skirmish_rl.envs.core.features import bend, squeeze
from skirmish_rl.envs.core.jit import written
from skirmish_rl.envs.core.sheet import USUAL, Column, Count, Let, Members, Rows, Sheet, Skip, Source, Step, Together

_ARGUMENTS = ("state", "tables", "seat", "out", "scratch")
_CALLED = ("min", "max", "abs")  # beside what the sheet knows
_PLAIN = (
    ast.Expression, ast.Name, ast.Load, ast.Attribute, ast.Subscript, ast.Tuple, ast.Constant, ast.Call, ast.Compare, ast.cmpop, ast.BinOp,
    ast.operator, ast.BoolOp, ast.boolop, ast.IfExp, ast.UnaryOp, ast.unaryop,
)  # fmt: skip


@dataclass(frozen=True)
class Each:
    """Parts of the encoder that are repeated, with the number of the repetition."""

    index: str
    count: int | str
    parts: Sequence[Any]


@dataclass(frozen=True)
class OnlyIf:
    """Parts of the encoder that are run only while a condition holds."""

    when: Source
    parts: Sequence[Any]


@dataclass(frozen=True)
class Roles:
    """The columns that mark the units with a role, in their rows."""

    rows: Rows
    find: Callable[..., Any]


def each(index: str, count: int | str, *parts: Any) -> Each:
    """Repeat parts of the encoder `count` times, a number or a formula: for each side, or for each process under way."""
    return Each(index, count, parts)


def only_if(when: Source, *parts: Any) -> OnlyIf:
    """Run parts of the encoder only while a condition holds, such as during an attack; otherwise their columns stay blank."""
    return OnlyIf(when, parts)


def roles(rows: Rows, find: Callable[..., Any]) -> Roles:
    """Write the columns that `sheet.role` has declared.

    Args:
        find: a rule that says where the row of a unit begins, -1: nowhere. Its last parameter is the number of the unit with the role.
    """
    return Roles(rows, find)


def encoder(sheet: Sheet, module: str, state: np.dtype, tables: np.dtype, parts: Sequence[Any], **known: Any) -> Callable[..., None]:
    """Make the rule `encode` of a sheet.

    Args:
        module: name of the module that it belongs to.
        parts: sections of the sheet, `let`, `each`, `only_if`, `roles`, and rules, which are called with what their parameters name;
            in the order in which they write.
        known: names that formulas use and the sheet does not know: those of modules that read the tables, which cannot be imported there.

    Raises:
        ValueError: a formula or a parameter with a name that does not exist.
    """
    code = _Code(sheet, state, tables, known)
    code.say(f"def encode({', '.join(_ARGUMENTS)}):")
    with code.within():
        code.say(f'"""Write the observation of a seat. Made from a sheet by {module}."""')
        for part in parts:
            _write(code, part)
    scope: dict[str, Any] = {**code.known, **code.called, "bend": bend, "squeeze": squeeze, "__name__": module}
    made: Callable[..., None] = written(code.lines, f"<encoder of {module}>", scope)["encode"]
    lost = {line.argval for line in dis.get_instructions(made) if line.opname == "LOAD_GLOBAL"} - {*scope, *vars(builtins)}
    if lost:
        raise ValueError(f"the sheet of {module} compares with {', '.join(sorted(lost))}, which is not at hand there")
    return made


class _Code:
    """Source text under way, the names that can be used where it stands, and the rules that it calls."""

    def __init__(self, sheet: Sheet, state: np.dtype, tables: np.dtype, known: dict[str, Any]):
        self.sheet = sheet
        self.known = sheet.known | known
        self.lines: list[str] = []
        self.scope: dict[str, np.dtype | None] = {**dict.fromkeys(_ARGUMENTS), "state": state, "tables": tables}
        self.called: dict[str, Callable[..., Any]] = {}
        self._deep = 0
        self._guard = (0, 0, "")

    def say(self, line: str, note: str = "") -> None:
        """Write one line, with a comment that says what it means."""
        if not line and self.lines[-1].endswith(":"):
            return
        self.lines.append(("    " * self._deep + line + (f"  # {note}" if note else "")).rstrip())

    @contextmanager
    def within(self, *heads: str) -> Iterator[None]:
        """Write a block below its heads, one inside the other; names that are given inside are unknown after it."""
        scope, deep = dict(self.scope), self._deep
        for head in heads:
            if head:
                self.say(head)
                self._deep += 1
        self._deep += not heads
        yield
        self.scope, self._deep = scope, deep

    @contextmanager
    def only_if(self, *conditions: str) -> Iterator[None]:
        """Write a block that runs when all conditions hold; it continues the block before it if that has the same conditions."""
        found = [one for one in conditions if one]
        head = " and ".join(f"({one})" if len(found) > 1 and " or " in one else one for one in found)
        goes_on = bool(head) and self._guard == (len(self.lines), self._deep, head)
        deep, self._deep = self._deep, self._deep + goes_on
        with self.within(f"if {head}:" if head and not goes_on else ""):
            yield
        self._deep, self._guard = deep, (len(self.lines), deep, head)

    def text(self, source: Source, name: str) -> str:
        """The text of a source as it stands in the code.

        Args:
            name: of the column, for a rule without a name of its own, and for error messages.
        """
        if not isinstance(source, str):
            return self.call(source, name)
        self._kind(source, name)
        return source

    def call(self, rule: Callable[..., Any], name: str, *last: str) -> str:
        """A call of a rule with what its parameters name; `last` stands for the last ones."""
        code: Any = rule.__code__
        wanted = code.co_varnames[: code.co_argcount - len(last)]
        for one in wanted:
            if one not in self.scope:
                raise ValueError(
                    f"{name}: {rule.__name__}(..., {one}, ...) asks for what is not at hand there; {did_you_mean(one, self.scope)}"
                )
        known = name.replace(".", "_").replace(" ", "_") if rule.__name__ == "<lambda>" else rule.__name__
        if self.called.setdefault(known, rule) is not rule or known in self.scope:
            raise ValueError(f"{name}: two things are called {known}; give the rule another name")
        return f"{known}({', '.join([*wanted, *last])})"

    def place(self, column: Column | Together, rows: Rows) -> str:
        """The column of its row in which something stands."""
        name = column.names[0]
        return f"tables.more[{self.sheet.more(name, rows)}]" if column.if_any else str(rows.at[name])

    def let(self, given: Let) -> None:
        """Write a name for a source."""
        name, source = given.name, given.source
        self.say(f"{name} = {self.text(source, name)}")
        self.scope[name] = self._kind(source, name) if isinstance(source, str) else given.record

    def _kind(self, formula: str, name: str) -> np.dtype | None:
        """What a formula is: a record, an array, or None for a number; checks all that it names."""
        try:
            tree = ast.parse(formula, mode="eval")
        except SyntaxError as error:
            raise ValueError(f"{name}: {formula!r} is no formula: {error.msg}") from error
        odd = [node for node in ast.walk(tree) if not isinstance(node, _PLAIN)]
        if odd:
            raise ValueError(
                f"{name}: {ast.unparse(odd[0])!r} in {formula!r}: a formula has fields, indices, arithmetic, comparisons and calls; "
                "write a function instead"
            )
        return self._look(tree.body, name)

    def _look(self, node: Any, name: str) -> Any:
        if isinstance(node, ast.Name):
            if node.id not in {*self.scope, *self.known, *_CALLED}:
                raise ValueError(f"{name}: {node.id!r} is not at hand there; {did_you_mean(node.id, [*self.scope, *self.known])}")
            return self.scope.get(node.id, self.known.get(node.id))
        if isinstance(node, ast.Attribute):
            kind = self._look(node.value, name)
            known: Any = getattr(kind, "names", None) or getattr(kind, "__members__", ())
            if node.attr not in known:
                raise ValueError(f"{name}: {ast.unparse(node)!r}: no such field; {did_you_mean(node.attr, known)}")
            return kind.fields[node.attr][0] if isinstance(kind, np.dtype) and kind.fields else None
        if isinstance(node, ast.Subscript):
            kind = self._look(node.value, name)
            self._look(node.slice, name)
            if isinstance(kind, np.ndarray):
                return None
            if not getattr(kind, "subdtype", None):
                raise ValueError(f"{name}: {ast.unparse(node)!r}: that is no array")
            return kind.subdtype[0]
        for inner in ast.iter_child_nodes(node):
            self._look(inner, name)
        return None


def _write(code: _Code, part: Any) -> None:
    """One part of an encoder."""
    if isinstance(part, Let):
        code.let(part)
    elif isinstance(part, Each):
        with code.within(f"for {part.index} in range({code.text(str(part.count), part.index)}):"):
            code.scope[part.index] = None
            for one in part.parts:
                _write(code, one)
    elif isinstance(part, OnlyIf):
        with code.only_if(code.text(part.when, "only_if")):
            for one in part.parts:
                _write(code, one)
    elif isinstance(part, Roles):
        _write_roles(code, part)
    elif isinstance(part, Rows):
        _write_rows(code, part)
    elif isinstance(part, Members):
        code.say("")
        code.say(f"# {part.names[0]}")
        _write_members(code, part, f"tables.at[{code.sheet.number(part)}]")
    else:
        code.say(code.call(part, part.__name__))


def _write_rows(code: _Code, rows: Rows) -> None:
    """A section of rows, if a scenario has it."""
    code.say("")
    code.say(f"# {', '.join(rows.names)}")
    if not rows.if_any:
        _write_all_rows(code, rows)
        return
    with code.only_if(f"tables.at[{code.sheet.number(rows)}] >= 0"):
        _write_all_rows(code, rows)


def _write_all_rows(code: _Code, rows: Rows) -> None:
    """Where the rows of a section begin, which of its columns the scenario has, and the loop."""
    number = code.sheet.number(rows)
    width = f"tables.row_width[{number}]" if rows.width is None else str(rows.width)
    counts = list(dict.fromkeys(step.name for step in rows.steps if isinstance(step, Count)))
    for name in counts:
        code.say(f"{name} = 0")
    _write_places(code, rows)
    if rows.index and rows.width is None:
        code.say(f"width = {width}")
        width = "width"
    before = f" + {rows.per} * {rows.room if rows.of else rows.count} * {width}".replace(" * 1 ", " ") if rows.per else ""
    code.say(f"k = tables.at[{number}]{before}{f' - {width}' if rows.index else ''}")
    if not rows.index:
        with code.within(""):
            _write_steps(code, rows, rows.steps)
    else:
        first = code.text(rows.first, f"first of {rows.names[0]}")
        if first != "0":
            code.say(f"first = {first}")
        with code.within(f"for {rows.index} in range({f'first, first + {rows.count}' if first != '0' else rows.count}):"):
            code.say(f"k += {width}")
            code.scope |= {rows.index: None, "k": None}
            _write_steps(code, rows, rows.steps)
    code.scope |= dict.fromkeys(counts)


def _write_places(code: _Code, rows: Rows) -> None:
    """Where the columns stand that some scenarios lack, once for all rows: those that stand together only whether there is any."""
    for step in rows.steps:
        if isinstance(step, Column) and step.if_any and step.of == "row" and step.source:
            code.say(f"at_{step.names[0]} = {code.place(step, rows)}")
        elif isinstance(step, Count) and step.column:
            code.say(f"at_{step.column} = tables.more[{code.sheet.more(step.column)}]")
        elif isinstance(step, Together) and step.if_any:
            code.say(f"at_{step.columns[0].names[0]} = {code.place(step, rows)}")
        elif isinstance(step, Together) and not step.when:
            code.say(f"any_{step.columns[0].names[0]} = {' + '.join(code.place(column, rows) for column in step.columns)}")


def _write_steps(code: _Code, rows: Rows, steps: Sequence[Step]) -> None:
    """What is done for one row."""
    own = steps is rows.steps  # else they stand together: their places were not looked up
    for step in steps:
        if isinstance(step, Let):
            code.let(step)
        elif isinstance(step, Skip):
            if not rows.index:
                raise ValueError(f"section {rows.names[0]} has one row: write `when` at its columns instead of skip({step.when!r})")
            with code.only_if(code.text(step.when, f"{rows.names[0]} skip")):
                code.say("continue")
        elif isinstance(step, Count):
            column = f"at_{step.column}" if step.column else ""
            with code.only_if(column, code.text(step.when, step.name) if step.when else ""):
                code.say(f"{step.name} += {code.text(step.source, step.name)}")
        elif isinstance(step, Members):
            _write_members(code, step, "k")
        elif isinstance(step, Together) and step.if_any:
            _write_block(code, rows, step)
        elif isinstance(step, Together):
            name = step.columns[0].names[0]
            with code.only_if(code.text(step.when, name) if step.when else f"any_{name}"):
                _write_steps(code, rows, step.columns)
        elif isinstance(step, Column):
            if step.of == "row" and step.source:
                _write_column(code, rows, step, f"at_{step.names[0]}" if step.if_any and own else code.place(step, rows))
        else:
            code.say(code.call(step, step.__name__))


def _write_block(code: _Code, rows: Rows, block: Together) -> None:
    """Columns that the same scenarios have, side by side."""
    name = block.names[0]
    with code.only_if(f"at_{name}", code.text(block.when, name) if block.when else ""):
        for column in block.columns:
            _write_column(code, rows, column, f"at_{name} + {block.names.index(column.names[0])}".removesuffix(" + 0"))


def _source(rows: Rows, source: Source, name: str) -> Source:
    """A column's source, or the row's usual one."""
    return rows.usual.format(name) if source == USUAL else source


def _said(form: str, text: str) -> str:
    """A source in its form; in brackets, where it is an operand and has operators of its own."""
    whole = not form.startswith("{} ") or isinstance(
        ast.parse(text, mode="eval").body, ast.Name | ast.Attribute | ast.Subscript | ast.Call
    )
    return form.format(text if whole else f"({text})")


def _write_column(code: _Code, rows: Rows, column: Column, place: str) -> None:
    name = column.names[0]
    whose = f"{rows.names[0]}_{name}"
    asked = [place] if column.if_any else []
    if column.when:
        asked.append(code.text(_source(rows, column.when, name), whose))
    if column.place:
        place += " + " + _said(column.form, code.text(column.place, whose))
        written = str(column.source)
    else:
        written = _said(column.form, code.text(_source(rows, column.source, name), whose))
    with code.only_if(*asked):
        code.say(
            f"out[k + {place.removeprefix('0 + ')}] = {written}", " or ".join(column.names) + (f": {column.note}" if column.note else "")
        )


def _write_roles(code: _Code, part: Roles) -> None:
    """The columns of roles, one after the other."""
    code.say("")
    for column in [*part.rows.always, *part.rows.sometimes]:
        if not isinstance(column, Column) or column.of != "role":
            continue
        name = column.names[0]
        place = code.place(column, part.rows)
        with code.only_if(place if column.if_any else "", code.text(column.when, name) if column.when else ""):
            code.say(f"k = {code.call(part.find, part.find.__name__, code.text(column.source, name))}")
            with code.within("if k >= 0:"):
                code.say(f"out[k + {place}] = 1.0", name)


def _write_members(code: _Code, members: Members, start: str) -> None:
    """Columns for the members of an enum, counted from `start`."""
    name = members.names[0]
    if not (members.source or members.each):
        return
    with code.only_if(code.text(members.when, f"{name} when") if members.when else ""):
        if not members.each:
            code.say(f"at = tables.{members.field}[{code.text(members.source, name)}]")
            with code.within("if at >= 0:"):
                code.say(f"out[{start} + at] = 1.0", "" if start != "k" else name)
            return
        array = code.text(members.each, name)
        occurs = f"if {array}[one] and tables.{members.field}[one] >= 0:"
        with code.within(f"if {start} >= 0:", f"for one in range({len(members.members)}):", occurs):
            code.say(f"out[{start} + tables.{members.field}[one]] = {members.form.format(f'{array}[one]')}")
