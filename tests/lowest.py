"""The lowest versions that `pyproject.toml` allows, as constraints for pip: `make test-lowest` runs tests with them.

python -m tests.lowest EXTRA [EXTRA ...]
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_BOUND = re.compile(r"([\w-]+)(?:\[([\w,-]+)\])?>=([\w.]+)")
_OWN = re.compile(r"skirmish-rl\[([\w,]+)\]")


def bounds_of(extras: Sequence[str]) -> dict[str, str]:
    """The lowest version of every package that the project and some of its extras ask for, by name."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras_of = described["tool"]["skirmish-rl"]["extras"]

    def asked(names: Sequence[str]) -> Iterator[str]:
        for name in names:
            for one in extras_of[name]:
                own = _OWN.fullmatch(one)
                yield from asked(own[1].split(",")) if own else [one]

    found = {}
    for one in [*described["project"]["dependencies"], *asked(extras)]:
        bound = _BOUND.match(one)
        if bound is None:
            raise ValueError(f"{one}: give a lower bound")
        found[bound[1]] = bound[3]
    return found


if __name__ == "__main__":
    for package, version in bounds_of(sys.argv[1:]).items():
        print(f"{package}=={version}")
