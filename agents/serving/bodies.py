"""Translates the body of a Python function (statements, names, expressions) to JavaScript that uses `web/python.js`."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import json
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np

from skirmish_rl.envs.core.errors import SkirmishError


class Writer(Protocol):
    """What a translated body needs from the writer of its module (see `serving/javascript.py`).

    Attributes:
        natives: JavaScript names of functions that need no translation, keyed by the `id` of the Python function.
        asked: method names that the translated code calls.
    """

    natives: dict[int, str]
    asked: set[str]

    def of(self, value: Any, hint: str = "") -> str:
        """Write a Python value as a JavaScript expression."""
        ...


# What Python may call a name and JavaScript may not, or has a meaning for.
_RESERVED = frozenset([
    "Infinity", "Math", "NaN", "Object", "arguments", "case", "catch", "const", "debugger", "default", "delete", "do", "enum", "eval",
    "export",
    "extends", "function", "implements", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
    "py",
    "static", "super", "switch", "this", "throw", "typeof", "undefined", "var", "void",
])  # fmt: skip
_NAMED = ("_replace", "format", "sort", "split", "sum")  # methods of Python's and NumPy's own that take values by name
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.RShift: "shr", ast.LShift: "shl", ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
_NOTHING = object()


class Untranslatable(SkirmishError):
    """Raised for Python code that this module cannot translate to JavaScript."""


class Body:
    """A function in JavaScript: its `parameters`, the `text` of its statements, and `star` ("*" for a generator, else "").

    Args:
        writer: writes down every object that the function refers to outside its body.
        function: the Python function to translate.
    """

    def __init__(self, writer: Writer, function: Any):
        self.writer, self.function = writer, function
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(node, ast.FunctionDef)
        self.file, self.first = inspect.getsourcefile(function), inspect.getsourcelines(function)[1]
        self.around = {
            name: cell.cell_contents for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        }
        self.extra = 0
        self.scopes: list[set[str]] = []
        self.star = "*" if _is_generator(node) else ""
        given = inspect.signature(function).parameters
        defaults = {name: part.default for name, part in given.items() if part.default is not part.empty}
        names = [part.arg for part in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]
        self.scopes.append(set(names))
        self.parameters = [_plain(name) + (f" = {writer.of(defaults[name])}" if name in defaults else "") for name in names]
        if node.args.vararg:
            self.scopes[0].add(node.args.vararg.arg)
            self.parameters.append(f"...{_plain(node.args.vararg.arg)}")
        self.text = self._block(node, set(names))

    def _block(self, node: ast.FunctionDef, parameters: set[str]) -> str:
        """The body of a function, with its names declared."""
        names = _assigned(node) - parameters
        self.scopes.append(names)
        before, self.extra = self.extra, 0
        lines = [line for statement in node.body for line in self.statement(statement)]
        names = {_plain(name) for name in names} | {f"t${k}" for k in range(1, self.extra + 1)}
        self.scopes.pop()
        self.extra = before
        return "\n".join([f"let {', '.join(sorted(names))};"] * bool(names) + lines)

    def wrong(self, node: ast.AST) -> Untranslatable:
        line = self.first + getattr(node, "lineno", 1) - 1
        return Untranslatable(f"{self.file}, line {line}: {ast.unparse(node).splitlines()[0]!r} has no JavaScript; say it more plainly")

    # Statements

    def statement(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Assert():
                return
            case ast.Expr(ast.Yield(value)):
                yield f"yield {self.of(value) if value else 'null'};"
            case ast.Expr(ast.YieldFrom(value)):
                yield f"yield* {self.of(value)};"
            case ast.Expr(value):
                yield f"{self.of(value)};"
            case ast.Return(value):
                yield f"return {self.of(value) if value else 'null'};"
            case ast.AnnAssign(target, _, value):
                if value is not None:
                    yield self.assigned(target, self.of(value))
            case ast.Assign(targets, value):
                said = self.of(value)
                for target in targets:
                    yield self.assigned(target, said)
                    said = self.of(_read(target)) if len(targets) > 1 else said
            case ast.AugAssign(target, op, value):
                change = "grow" if isinstance(op, ast.Add) else _OPERATORS[type(op)]
                yield self.assigned(target, f"py.{change}({self.of(_read(target))}, {self.of(value)})")
            case ast.If(test, body, orelse):
                yield f"if ({self.condition(test)}) {{"
                yield from self.statements(body)
                if orelse:
                    yield "} else {"
                    yield from self.statements(orelse)
                yield "}"
            case ast.While(test, body, []):
                yield f"while ({self.condition(test)}) {{"
                yield from self.statements(body)
                yield "}"
            case ast.For(target, values, body, []):
                yield f"for ({self.target(target)} of {self.of(values)}) {{"
                yield from self.statements(body)
                yield "}"
            case ast.Break() | ast.Continue():
                yield f"{type(node).__name__.lower()};"
            case ast.Raise(exc=value) if value is not None:
                yield f"throw {self.of(value)};"
            case ast.FunctionDef():
                yield self.inner(node)
            case _:
                raise self.wrong(node)

    def statements(self, nodes: list[ast.stmt]) -> Iterator[str]:
        for node in nodes:
            yield from self.statement(node)

    def assigned(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Subscript):
            return f"py.put({self.of(target.value)}, {self.of(target.slice)}, {value});"
        return f"{self.target(target)} = {value};"

    def target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(name):
                return _plain(name)
            case ast.Tuple(parts) | ast.List(parts):
                return f"[{', '.join('' if isinstance(part, ast.Name) and part.id == '_' else self.target(part) for part in parts)}]"
            case ast.Starred(value):
                return f"...{self.target(value)}"
            case _:
                raise self.wrong(node)

    def inner(self, node: ast.FunctionDef) -> str:
        """Translate a nested function; the default values of its parameters are evaluated once, during translation."""
        names = [part.arg for part in node.args.args]
        defaults = [self.of(part) for part in node.args.defaults]
        first = len(names) - len(defaults)
        self.scopes.append(set(names))
        parameters = [_plain(name) + (f" = d${k - first}" if k >= first else "") for k, name in enumerate(names)]
        star = "*" if _is_generator(node) else ""
        said = f"function{star} ({', '.join(parameters)}) {{\n{self._block(node, set(names))}\n}}"
        self.scopes.pop()
        if defaults:
            said = f"(({', '.join(f'd${k}' for k in range(len(defaults)))}) => {said})({', '.join(defaults)})"
        return f"{_plain(node.name)} = {said};"

    # Names

    def is_local(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def found(self, node: ast.expr) -> Any:
        """Evaluate an expression that refers only to objects outside the function; `_NOTHING` if it refers to anything else."""
        if isinstance(node, ast.Name) and not self.is_local(node.id):
            names = self.function.__globals__
            value = self.around.get(node.id, names.get(node.id, getattr(builtins, node.id, _NOTHING)))
            if value is _NOTHING:
                raise self.wrong(node)
            return value
        if isinstance(node, ast.Attribute):
            base = self.found(node.value)
            if base is not _NOTHING and not isinstance(base, dict | str | list | tuple | np.ndarray):
                return getattr(base, node.attr)
        return _NOTHING

    def condition(self, node: ast.expr) -> str:
        """Translate a condition so that JavaScript takes it as true exactly where Python does."""
        match node:
            case ast.Compare():
                return self.of(node)
            case ast.UnaryOp(ast.Not(), value):
                return f"!{self.condition(value)}"
            case ast.BoolOp(op, values):
                return f"({(' && ' if isinstance(op, ast.And) else ' || ').join(map(self.condition, values))})"
            case ast.Constant(bool()):
                return self.of(node)
        return f"py.truth({self.of(node)})"

    # Expressions

    def of(self, node: ast.expr) -> str:
        value = self.found(node)
        if value is not _NOTHING:
            hint = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            try:
                return self.writer.of(value, hint)
            except Untranslatable as error:
                raise error if error.args[0].endswith("plainly") else self.wrong(node) from error
        match node:
            case ast.Constant(constant):
                return self.writer.of(constant)
            case ast.Name(name):
                return _plain(name)
            case ast.Attribute(base, name):
                self.writer.asked.add(name)
                return f"{self.of(base)}.{name}"
            case ast.Tuple(parts) | ast.List(parts):
                return f"[{', '.join(map(self.of, parts))}]"
            case ast.Set(parts):
                return f"py.group([{', '.join(map(self.of, parts))}])"
            case ast.Starred(inner):
                return f"...{self.of(inner)}"
            case ast.Dict(keys, values):
                pairs = [
                    f"[{self.of(k)}, {self.of(v)}]" if k is not None else f"...{self.of(v)}.items()"
                    for k, v in zip(keys, values, strict=True)
                ]
                return f"py.dict([{', '.join(pairs)}])"
            case ast.Subscript(base, index):
                return f"py.at({self.of(base)}, {self.of(index)})"
            case ast.Slice(lower, upper, step):
                return f"py.slice({', '.join('null' if part is None else self.of(part) for part in (lower, upper, step))})"
            case ast.BinOp(left, ast.Pow(), right):
                return f"({self.of(left)}) ** {self.of(right)}"
            case ast.BinOp(left, op, right):
                return f"py.{_OPERATORS[type(op)]}({self.of(left)}, {self.of(right)})"
            case ast.UnaryOp(ast.Not(), _):
                return self.condition(node)
            case ast.UnaryOp(ast.USub(), value):
                return f"(-{self.of(value)})"
            case ast.UnaryOp(ast.Invert(), value):
                return f"py.invert({self.of(value)})"
            case ast.BoolOp(op, values):
                *first, last = map(self.of, values)
                how = "both" if isinstance(op, ast.And) else "either"
                return functools.reduce(lambda rest, part: f"py.{how}({part}, () => {rest})", reversed(first), last)
            case ast.Compare():
                return self.compared(node)
            case ast.IfExp(test, yes, no):
                return f"({self.condition(test)} ? {self.of(yes)} : {self.of(no)})"
            case ast.NamedExpr(ast.Name(name), value):
                return f"({_plain(name)} = {self.of(value)})"
            case ast.JoinedStr(parts):
                return f"`{''.join(map(self.part, parts))}`"
            case ast.ListComp(element, generators) | ast.GeneratorExp(element, generators):
                return self.gathered(generators, lambda: self.of(element))
            case ast.SetComp(element, generators):
                return f"py.group({self.gathered(generators, lambda: self.of(element))})"
            case ast.DictComp(key, value, generators):
                return f"py.dict({self.gathered(generators, lambda: f'[{self.of(key)}, {self.of(value)}]')})"
            case ast.Lambda(arguments, body):
                names = [part.arg for part in arguments.args]
                self.scopes.append(set(names))
                said = f"(({', '.join(map(_plain, names))}) => {self.of(body)})"
                self.scopes.pop()
                return said
            case ast.Call():
                return self.called(node)
        raise self.wrong(node)

    def part(self, node: ast.expr) -> str:
        """Translate one part of an f-string."""
        match node:
            case ast.Constant(str(text)):
                return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${").replace("\n", "\\n")
            case ast.FormattedValue(value, conversion, None):
                return f"${{py.{'repr' if conversion == ord('r') else 'str'}({self.of(value)})}}"
            case ast.FormattedValue(value, _, ast.JoinedStr() as spec):
                return f"${{py.format({self.of(value)}, {self.of(spec)})}}"
        raise self.wrong(node)

    def compared(self, node: ast.Compare) -> str:
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            left_text, right_text = self.of(left), self.of(right)
            if right is not node.comparators[-1] and not isinstance(right, ast.Name | ast.Constant):  # worked out once
                self.extra += 1
                right_text = f"(t${self.extra} = {right_text})"
                right = ast.Name(f"t${self.extra}")
                self.scopes[-1].add(right.id)
            match op:
                case ast.Is() | ast.IsNot():
                    parts.append(f"{left_text} {'===' if isinstance(op, ast.Is) else '!=='} {right_text}")
                case ast.In():
                    parts.append(f"py.has({right_text}, {left_text})")
                case ast.NotIn():
                    parts.append(f"!py.has({right_text}, {left_text})")
                case _:
                    parts.append(f"py.{_OPERATORS[type(op)]}({left_text}, {right_text})")
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def gathered(self, generators: list[ast.comprehension], element: Callable[[], str]) -> str:
        """Translate a comprehension to nested loops that collect the values of `element`."""
        first, text, end = self.of(generators[0].iter), "const found$ = []; ", ""
        for k, loop in enumerate(generators):
            values = "values$" if k == 0 else self.of(loop.iter)
            self.scopes.append(_targets(loop.target))
            text += f"for (const {self.target(loop.target)} of {values}) {{ "
            text += "".join(f"if (!{self.condition(test)}) continue; " for test in loop.ifs)
            end += "}"
        said = f"((values$) => {{ {text}found$.push({element()}); {end} return found$; }})({first})"
        del self.scopes[-len(generators) :]
        return said

    def called(self, node: ast.Call) -> str:
        target = self.found(node.func)
        arguments = [self.of(argument) for argument in node.args]
        named: dict[str | None, ast.expr] = {argument.arg: argument.value for argument in node.keywords if argument.arg != "strict"}
        if id(target) in self.writer.natives:
            return f"{self.writer.natives[id(target)]}({', '.join([*arguments, *self.more(named)])})"
        if isinstance(target, type) and issubclass(target, Exception):
            return f"py.error({', '.join([json.dumps(target.__name__), *arguments])})"
        if target is not _NOTHING and not isinstance(target, types.BuiltinFunctionType):
            name = self.of(node.func)
            if isinstance(target, types.MethodType):
                self.writer.asked.add(target.__name__)
            if named and any(isinstance(argument, ast.Starred) for argument in node.args):
                return f"py.named({', '.join([name, '[' + ', '.join(arguments) + ']', *self.more(named)])})"
            return f"{name}({', '.join(self.in_order(target, arguments, named))})"
        if named and getattr(node.func, "attr", "") not in _NAMED:
            raise self.wrong(node)
        if isinstance(node.func, ast.Attribute):
            self.writer.asked.add(node.func.attr)
            return f"py.call({', '.join([self.of(node.func.value), json.dumps(node.func.attr), *arguments, *self.more(named)])})"
        return f"{self.of(node.func)}({', '.join(arguments)})"

    def in_order(self, function: Any, arguments: list[str], named: dict[str | None, ast.expr]) -> list[str]:
        """Order the arguments of a call by the function's parameters."""
        if not named:
            return arguments
        names = list(inspect.signature(function).parameters)
        said = {name: self.of(value) for name, value in named.items()}
        last = max(names.index(name) for name in said if name is not None)
        return arguments + [said.get(name, "undefined") for name in names[len(arguments) : last + 1]]

    def more(self, named: dict[str | None, ast.expr]) -> list[str]:
        """Pack keyword arguments into one object, passed last."""
        parts = [f"{name}: {self.of(value)}" if name else f"...py.plain({self.of(value)})" for name, value in named.items()]
        return [f"{{{', '.join(parts)}}}"] if parts else []


def _plain(name: str) -> str:
    return f"{name}_" if name in _RESERVED else name


def _read(node: ast.expr) -> ast.expr:
    """Turn an assignment target into the expression that reads it."""
    return ast.parse(ast.unparse(node), mode="eval").body


def _targets(node: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Walk the nodes of a function without entering nested functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from _walk(child)


def _is_generator(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in _walk(node))


def _assigned(node: ast.FunctionDef) -> set[str]:
    """Names that a function assigns, except those of comprehensions."""
    names: set[str] = set()
    loops = {id(name) for part in _walk(node) if isinstance(part, ast.comprehension) for name in ast.walk(part.target)}
    for part in _walk(node):
        if isinstance(part, ast.FunctionDef):
            names.add(part.name)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and id(part) not in loops:
            names.add(part.id)
    return names
