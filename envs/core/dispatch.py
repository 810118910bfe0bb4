"""Dispatch: one table a game says which rules answer for a decision, another which rule goes on with a frame.

    legal, apply = answering({
        Group.STEP: (activating.legal_step, activating.apply_step),
        Group.MOVE: {
            Decision.DESTINATION: (moving.legal_destination, moving.apply_destination),
            Decision.DIVE: (moving.legal_dive, moving.apply_dive),
        },
    }, QUESTIONS, __name__)
    run = running({Frame.MOVE: moving.run_move, Frame.ATTACK: attacking.run_attack}, __name__)

Compiled code cannot call through a table. So chains of comparisons are written from the table, in its order, as source that exists in
memory only. They are compiled like any rule, and debuggers step through them. A group of questions has one pair of rules, or a pair for
each of its decisions; a table may also be by decisions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import written
from skirmish_rl.envs.core.questions import Questions

Rule = Callable[..., Any]
Answers = Mapping[Any, Any]  # of a group or a decision: its two rules; of a group also: such a table of its decisions
# What the rules of a kind are given: each takes some of it, in this order.
_LEGAL = ("state", "tables", "frame", "mask")
_APPLY = ("state", "tables", "frame", "decision", "action")
_RUN = ("state", "tables", "frame")


def answering(table: Answers, questions: Questions, module: str) -> tuple[Rule, Rule]:
    """Make the rules `legal` and `apply` of a game from a table.

    Args:
        table: for every group of questions the two rules that answer for it, or such a pair for each of its decisions. The first rule
            writes ones into a blank mask and takes `state, tables, frame, mask`, the second carries an answer out and takes `state,
            tables, frame, decision, action`; a rule leaves out parameters that it does not need. `frame` is the top one.
        module: name of the module that they belong to.

    Raises:
        ValueError: a decision that nothing or the wrong group answers for, or a rule with other parameters.
    """
    _check_decisions(table, questions, module)
    code = _Chains(module)
    code.scope["GROUP_OF"] = questions.group_of
    of_groups = not isinstance(next(iter(table)), questions.decisions)
    for place, (name, last) in enumerate((("legal", ["mask"]), ("apply", ["decision", "action"]))):
        code.say(0, f"def {name}({', '.join(['state', 'tables', *last])}):")
        code.say(1, f'"""{_SAID[name]} Made from the table of {module}."""')
        if name == "legal":
            code.say(1, "decision = state.decision")
        if of_groups:
            code.say(1, "group = GROUP_OF[decision]")
        code.chain(1, "group" if of_groups else "decision", _side(table, place), (_LEGAL, _APPLY)[place], "top_frame(state)")
        code.lines += ["", ""]
    made = code.made("answers")
    return made["legal"], made["apply"]


def running(table: Mapping[Any, Rule], module: str, name: str = "run") -> Rule:
    """Make the rule that takes the top frame one step further, from a table.

    Args:
        table: for every kind of frame the rule that goes on with it. It takes `state, tables, frame`, or some of them.
        module: name of the module that it belongs to.
        name: of the rule, where `run` has something to do before it.

    Raises:
        ValueError: a kind of frame that nothing goes on with, or a rule with other parameters.
    """
    kinds: Any = type(next(iter(table)))
    _check_all(table, kinds, f"the frames of {module}", "its rule")
    code = _Chains(module)
    code.say(0, f"def {name}(state, tables):")
    code.say(1, f'"""One step of automatic play, by the top frame. Made from the table of {module}."""')
    code.say(1, "frame = top_frame(state)")
    code.say(1, "kind = frame.kind")
    code.chain(1, "kind", table, _RUN, "frame")
    return code.made("frames")[name]


_SAID = {"legal": "Write ones into the blank mask of the pending decision.", "apply": "Carry out the decider's choice."}


def _side(table: Answers, place: int) -> dict[Any, Any]:
    """The rules of one side of the table."""
    return {key: row[place] if isinstance(row, tuple) else _side(row, place) for key, row in table.items()}


def _check_decisions(table: Answers, questions: Questions, module: str) -> None:
    """Every decision has its two rules, below its own group or in a table without groups."""
    decisions, said = [*questions.rows.values()], f"the answers of {module}"
    if not table or any(isinstance(key, questions.decisions) for key in table):
        _check_all(table, decisions, said, "its legal and its apply rule")
        return
    _check_all(table, {type(next(iter(table)))(row.group): None for row in decisions}, said, "its legal and its apply rule")
    for group, row in table.items():
        if isinstance(row, Mapping):
            own = [decision for decision in decisions if decision.group == group]
            _check_all(row, own, f"{said} below {_named(group)}", "its legal and its apply rule")


def _check_all(table: Mapping[Any, Any], wanted: Iterable[Any], said: str, remedy: str) -> None:
    """A table has the members that it must have, and no others."""
    names = [_named(key) for key in wanted]
    odd = [_named(key) for key in table if _named(key) not in names]
    if odd:
        raise ValueError(f"{said} have {', '.join(odd)}; what belongs there: {', '.join(names)}")
    missing = [name for name in names if name not in map(_named, table)]
    if missing:
        raise ValueError(f"{said} lack {', '.join(missing)}; give each a line with {remedy}")


def _named(key: Any) -> str:
    """A member as source text."""
    return f"{type(key).__name__}.{getattr(key, 'name', key)}"


class _Chains:
    """Source text under way, and what it names."""

    def __init__(self, module: str):
        self.module = module
        self.lines: list[str] = []
        self.scope: dict[str, Any] = {"__name__": module, "top_frame": top_frame}

    def say(self, deep: int, line: str) -> None:
        """One line."""
        self.lines.append("    " * deep + line)

    def chain(self, deep: int, what: str, table: Mapping[Any, Any], wanted: tuple[str, ...], frame: str) -> None:
        """Write comparisons in the table's order; members with the same rule share a branch, and the last branch takes what is left.

        Args:
            what: the name of the value that is compared. wanted: parameters of a rule. frame: the source of the top frame.
        """
        branches: list[tuple[list[str], Any]] = []
        for key, rule in table.items():
            self.scope[type(key).__name__] = type(key)
            keys = next((keys for keys, known in branches if known is rule), None)
            if keys is None:
                branches.append((keys := [], rule))
            keys.append(f"{what} == {_named(key)}")
        for n, (keys, rule) in enumerate(branches):
            inner = deep + (len(branches) > 1)
            if n < len(branches) - 1:
                self.say(deep, f"{'elif' if n else 'if'} {' or '.join(keys)}:")
            elif n:
                self.say(deep, "else:")
            if isinstance(rule, Mapping):
                self.chain(inner, "decision", rule, wanted, frame)
            else:
                self.say(inner, self._call(rule, wanted, frame))

    def _call(self, rule: Rule, wanted: tuple[str, ...], frame: str) -> str:
        code: Any = getattr(rule, "__code__", None)
        if code is None:
            raise ValueError(f"the table of {self.module} holds {rule!r}, which is no rule")
        given, name = code.co_varnames[: code.co_argcount], rule.__name__
        if [one for one in wanted if one in given] != [*given]:
            raise ValueError(
                f"{name}({', '.join(given)}) in the table of {self.module}: "
                f"a rule there takes {', '.join(wanted)}, or some of them in this order"
            )
        if self.scope.setdefault(name, rule) is not rule:
            raise ValueError(f"two rules in the table of {self.module} are called {name}; give one another name")
        return f"{name}({', '.join(frame if one == 'frame' else one for one in given)})"

    def made(self, what: str) -> dict[str, Any]:
        """The rules that have been written so far."""
        while not self.lines[-1]:
            self.lines.pop()
        return written(self.lines, f"<{what} of {self.module}>", self.scope)
