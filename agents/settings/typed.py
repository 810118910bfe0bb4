"""Command lines that tyro reads into settings: what is wrong with one is said in one line, as for every other command."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

from skirmish_rl.envs.core.errors import BadOption, needs

with needs("train"):
    import tyro

_PLAINER = (
    (re.compile(r"invalid literal for int\(\) with base 10: (.*)"), r"\1 is not a whole number"),
    (re.compile(r"could not convert string to float: (.*)"), r"\1 is not a number"),
)


def typed(kind: Any, arguments: list[str], prog: str, description: str | None = None, **rest: Any) -> Any:
    """Read a command line into settings.

    Args:
        kind: a dataclass, or a function whose parameters are the settings.
        arguments: the words of the command line.
        prog: the command, as messages name it.
        description: the first lines of its help.
        rest: further arguments of `tyro.cli`, such as `default`.

    Returns:
        The settings, or what the function returns.

    Raises:
        BadOption: the command line is wrong.
        SystemExit: help was asked for and has been printed.
    """
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            return tyro.cli(kind, args=arguments, prog=prog, description=description, **rest)
    except SystemExit as stop:
        if stop.code in (0, None):
            raise
        raise BadOption(f"{in_a_line(said.getvalue())}; `{prog} --help` lists the options".replace("?;", "?")) from None


def in_a_line(box: str) -> str:
    """The sentence in the box that tyro prints for a wrong command line, with close names where it has some."""
    parts: list[list[str]] = [[]]
    for line in box.split("\n"):
        text = line.strip(" │")
        if not text.strip("─-") or text[0] in "╭╰":  # a rule, or the edge of the box
            parts.append([])
        else:
            parts[-1].append(text)
    parts = [part for part in parts if part] or [[]]
    if "│" not in box and len(parts) > 1:  # where there are no signs for a frame, the title stands above a rule
        del parts[0]
    first = " ".join(parts[0])
    if wrong := re.match(r"Unrecognized options: (\S+?)(?:, .*)?$", first):
        close = [line.split()[0] for line in (parts[1] if len(parts) > 1 else []) if line.startswith("--")]
        return f"unknown option {wrong[1]}" + (f"; did you mean {' or '.join(close)}?" if close else "")
    if missing := re.match(r"Missing from .*?: (.*)$", first):
        options = re.sub(r"(-\S+ \S+) (.*?)\.? \(required\)", r"\1 (\2)", missing[1])
        return f"missing: {options}"
    said = first.removeprefix("Error parsing ")
    for known, plainer in _PLAINER:
        said = known.sub(plainer, said)
    return said
