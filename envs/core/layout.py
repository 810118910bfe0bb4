"""Actions: one flat integer in named blocks, and the same action as a structured value and as text.

A block is a run of indices of one kind: a verb without argument, unit slots, cells, priority orders, counts, named
options. The meaning of a block depends on the pending decision; the ruleset's questions give each (decision, block) its word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from skirmish_rl.envs.core.errors import IllegalAction, did_you_mean


class Action(NamedTuple):
    """The structured form: block name and its argument.

    `argument` is None for single verbs, an int for counts and orders, (x, y) for cells, and a name for units, options and everything else
    that has names.
    """

    block: str
    argument: Any


def unit_names(groups: dict[str, int]) -> tuple[str, ...]:
    """The names of units in the order of their slots, from letter -> how many; {"A": 2, "W": 1} gives A1, A2, W1."""
    return tuple(f"{letter}{number}" for letter, count in groups.items() for number in range(1, count + 1))


@dataclass(frozen=True)
class Block:
    """One run of action indices."""

    name: str
    size: int
    kind: str = "number"  # "single", "number", "cell", "option" (a word by itself), "unit" (a verb and a unit's or other name)
    first: int = 0  # number shown for the first index
    width: int = 0  # cells per row, for kind "cell"
    options: tuple[str, ...] = ()  # names, for kinds "option" and "unit"; the first "unit" block has the units'


class Layout:
    """All actions of a ruleset: flat int <-> (block, argument) <-> text.

    Args:
        blocks: in index order.
        decisions: the ruleset's Decision.
        verbs: (decision, block name) -> word used in text, for example (ACTION, "cell") -> "move".
        version: bumped whenever an index changes its meaning.
    """

    def __init__(self, blocks: list[Block], decisions: type[IntEnum], verbs: dict[tuple[int, str], str], version: int = 0):
        self.blocks = {b.name: b for b in blocks}
        self.decisions = decisions
        self.version = version
        self.verbs = dict(verbs)
        self.offset: dict[str, int] = {}
        self._owner: list[Block] = []
        for block in blocks:
            self.offset[block.name] = len(self._owner)
            self._owner += [block] * block.size
        self.size = len(self._owner)

    def index(self, action: Action) -> int:
        """The flat index of a structured action."""
        block, argument = self.blocks[action.block], action.argument
        if block.kind == "single":
            at = 0
        elif block.kind == "cell":
            at = argument[0] + block.width * argument[1]
        elif block.options:
            at = block.options.index(argument)
        else:
            at = argument - block.first
        if not 0 <= at < block.size:
            raise IllegalAction(f"{action.block} {argument} is outside the layout ({block.size} entries)")
        return self.offset[block.name] + at

    def action(self, index: int) -> Action:
        """The structured form of a flat index."""
        if not 0 <= index < self.size:
            raise IllegalAction(f"action {index} is outside Discrete({self.size})")
        block = self._owner[index]
        at = index - self.offset[block.name]
        if block.kind == "single":
            return Action(block.name, None)
        if block.kind == "cell":
            return Action(block.name, (at % block.width, at // block.width))
        if block.options:
            return Action(block.name, block.options[at])
        return Action(block.name, at + block.first)

    @property
    def units(self) -> tuple[str, ...]:
        """The units' names, in the order of their slots."""
        return next((block.options for block in self.blocks.values() if block.kind == "unit"), ())

    @property
    def cells(self) -> int:
        """The number of cells that actions may name."""
        return next((block.size for block in self.blocks.values() if block.kind == "cell"), 0)

    def unit_name(self, slot: int) -> str:
        """The name of a unit, for example `B3`; "nobody" for none."""
        return self.units[slot] if 0 <= slot < len(self.units) else "nobody"

    def cell_text(self, cell: int) -> str:
        """A cell as `x,y`."""
        width = next((block.width for block in self.blocks.values() if block.kind == "cell"), 1)
        return f"{cell % width},{cell // width}"

    def verb(self, decision: int, block: str) -> str:
        """The word for choosing from `block` while `decision` is pending."""
        return self.verbs.get((int(decision), block), block)

    def text(self, index: int, decision: int) -> str:
        """The text of an action, for example `move 10,4`, `engage B2`, `pass`, `sunder`."""
        action = self.action(index)
        verb = self.verb(decision, action.block)
        if action.argument is None:
            return verb
        if isinstance(action.argument, tuple):
            return f"{verb} {action.argument[0]},{action.argument[1]}"
        if self.blocks[action.block].kind == "option":
            return str(action.argument)
        return f"{verb} {action.argument}"

    def parse(self, text: str, decision: int) -> int:
        """The flat index of an action's text, which is read in the light of the pending decision.

        Raises:
            IllegalAction: the text names no action of this decision.
        """
        words = text.strip().lower().split(maxsplit=1)
        if not words:
            raise IllegalAction("an empty action text")
        for block in self.blocks.values():
            if block.kind == "option" and text.strip().lower() in block.options:
                return self.index(Action(block.name, text.strip().lower()))
            if words[0] not in (self.verb(decision, block.name), block.name):
                continue
            if block.kind == "single" and len(words) == 1:
                return self.offset[block.name]
            if block.kind == "cell" and len(words) == 2 and (cell := re.fullmatch(r"\(?(\d+)\s*,\s*(\d+)\)?", words[1])):
                return self.index(Action(block.name, (int(cell[1]), int(cell[2]))))
            if block.kind == "unit" and len(words) == 2 and (name := next((o for o in block.options if o.lower() == words[1]), None)):
                return self.index(Action(block.name, name))
            if block.kind == "number" and len(words) == 2 and words[1].isdigit():
                return self.index(Action(block.name, int(words[1])))
        known = [self.verb(decision, b) for b in self.blocks]
        known += [option for block in self.blocks.values() if block.kind == "option" for option in block.options]
        name = self.decisions(decision).name
        raise IllegalAction(f"cannot read action {text!r} for decision {name}; {did_you_mean(words[0], known)}")

    def legal_verbs(self, mask: Any, decision: int) -> list[str]:
        """The verbs of the legal actions, each once, for messages."""
        words: dict[str, None] = {}
        for index, legal in enumerate(mask):
            if legal:
                words[self.text(index, decision).split()[0]] = None
        return list(words)

    def table(self) -> list[tuple[str, str, str]]:
        """Rows (indices, block, meaning of the argument) for documentation."""
        rows = []
        for name, block in self.blocks.items():
            low = self.offset[name]
            span = str(low) if block.size == 1 else f"{low}-{low + block.size - 1}"
            if block.kind == "cell":
                meaning = f"cell x,y at {low} + {block.width}y + x"
            elif block.options and block.options == self.units:
                meaning = f"units {block.options[0]} to {block.options[-1]}"
            elif block.options:
                meaning = ", ".join(block.options)
            elif block.kind == "single":
                meaning = "no argument"
            else:
                meaning = f"{block.first} to {block.first + block.size - 1}"
            rows.append((span, name, meaning))
        return rows
