"""The exceptions this package raises; each message says what was given, what was expected and what to do."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

_LONGEST = 1200  # characters of a message: what was given may be a whole file


def printable(text: str) -> str:
    """A text for a terminal or a page: other letters than line ends and those that can be seen, such as escapes, become "?"."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


class SkirmishError(Exception):
    """Base of every error this package raises on purpose."""

    def __str__(self) -> str:
        text = printable(str(self.args[0]) if len(self.args) == 1 else super().__str__())
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 200]} ... {text[-150:]}"


class UnknownName(SkirmishError, KeyError):
    """A ruleset, scenario, option, bot or key that does not exist."""


class UnknownOption(UnknownName, TypeError):
    """A scenario option that does not exist. Callers that try keyword arguments see it as an unexpected one."""


class BadOption(SkirmishError, ValueError):
    """An option whose value is outside what the ruleset allows."""


class BadPosition(BadOption):
    """A position set by hand to which no play of the scenario leads, or that is no position at all."""


class DataError(SkirmishError, ValueError):
    """A TOML file (scenario, roster, config) that cannot be used."""


class IllegalAction(SkirmishError, ValueError):
    """An action that the mask of the pending decision does not allow."""


class ShapeError(SkirmishError, ValueError):
    """An array of the wrong shape or dtype."""


class StateError(SkirmishError, ValueError):
    """A saved state that does not belong to this ruleset, version or scenario."""


class CheckpointError(SkirmishError, ValueError):
    """A checkpoint that is damaged or was made for another ruleset or version."""


class LibraryError(SkirmishError, RuntimeError):
    """Compiled rules that cannot be built or loaded, or that failed."""


class MissingExtra(SkirmishError, ImportError):
    """A missing library that an extra of the package brings."""


@contextlib.contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import libraries that an extra of the package brings.

    Raises:
        MissingExtra: one of them cannot be imported; the message says how to install them.
    """
    try:
        yield
    except ImportError as error:
        raise MissingExtra(f"{error}; install it with: pip install 'skirmish-rl[{extra}]'", name=error.name) from error


def look_for(extra: str, *libraries: str) -> None:
    """Check that the libraries of an extra are installed, before work that needs them at its end.

    None of them is imported, because that takes seconds.

    Raises:
        MissingExtra: one of them is not installed; the message says how to install it.
    """
    with needs(extra):
        for library in libraries:
            if find_spec(library) is None:
                raise ModuleNotFoundError(f"No module named {library!r}", name=library)


def cannot(do: str, path: Path | str, error: Exception) -> str:
    """The beginning of a message about a file that cannot be read or written: `cannot read a.txt: No such file or directory`."""
    shown = str(path) if str(path).isprintable() else repr(str(path))
    return f"cannot {do} {shown}: {getattr(error, 'strerror', None) or error}"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Close names for an error message, or the whole list when nothing is close; remarks in brackets come last."""
    known = sorted(map(str, known), key=lambda name: (name.startswith("("), name))
    close = difflib.get_close_matches(str(given), known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(repr(c) for c in close)}?"
    return f"known: {', '.join(known)}"


def unknown(kind: str, given: str, known: Iterable[str]) -> UnknownName:
    """An `UnknownName` for `given`, with suggestions."""
    return UnknownName(f"unknown {kind} {given!r}; {did_you_mean(given, known)}")


# What the views take besides options of a ruleset; whoever misspells one of them meets an unknown option.
ARGUMENTS = (
    "scenario", "seats", "render_mode", "mask_in_observation", "illegal", "opponent", "seat", "n_games", "threads", "copy",
    "autoreset_mode",
)  # fmt: skip


def unknown_option(ruleset: str, given: str, known: Iterable[str]) -> UnknownOption:
    """An `UnknownOption` for `given`, with suggestions and the words by which Python's own errors are recognised."""
    meant = (
        "a seed goes to reset(seed=...)" if given == "seed" else did_you_mean(given, [one for one in (*known, *ARGUMENTS) if one != given])
    )
    if given in ARGUMENTS:
        meant += f"; only other ways to make an environment take {given!r}"
    return UnknownOption(f"unknown option of {ruleset} {given!r}; {meant} (got an unexpected keyword argument {given!r})")
