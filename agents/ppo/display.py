"""Live progress: one line that is updated on a terminal, or a new line from time to time if the output goes to a file."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

_QUIET_SECONDS = 15.0


def terminal(quiet: bool = False) -> Console:
    """Make a console that prints names literally: the `:100:` of `mcts:100:strong` must not become an emoji."""
    return Console(quiet=quiet, markup=False, emoji=False)


def clock(seconds: float) -> str:
    """Format a time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Display:
    """Shows the stage, decisions a second, the score and the time left.

    Args:
        console: where to print; `Console(quiet=True)` prints nothing.
    """

    def __init__(self, console: Console | None = None):
        self.console = console or terminal()
        self.live = self.console.is_terminal
        self.narrow = self.live and self.console.width < 115
        self._bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(10 if self.narrow else 24), TaskProgressColumn(),
            TextColumn("{task.fields[facts]}", markup=False), console=self.console, disable=not self.live,
        )  # fmt: skip
        self._task = self._bar.add_task("", total=1, facts="")
        self._told = 0.0
        self._stage = ""
        self._untold = ""  # the newest line, if it has not been printed

    def __enter__(self) -> Display:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()
        self._catch_up()

    def show(self, stage: str, done: float, rate: float, score: float | None, left: float | None) -> None:
        """Report progress.

        Args:
            stage: name of the stage.
            done: finished share of the stage, in [0, 1].
            rate: decisions a second.
            score: newest score against the strongest bot; None before the first evaluation.
            left: seconds left; None if unknown.
        """
        known = "" if score is None else f" | {score:.0%} {'won' if self.narrow else 'against the strongest bot'}"
        self.tell(stage, done, f"{rate:,.0f} decisions/s{known}{'' if left is None else f' | {clock(left)} left'}")

    def tell(self, stage: str, done: float, facts: str) -> None:
        """Report progress in words; `done` is the finished share of the stage, in [0, 1]."""
        if self.live:
            self._bar.update(self._task, description=stage, completed=done, facts=facts)
            return
        if stage != self._stage:
            self._catch_up()
        self._untold = f"{stage}: {done:.0%} | {facts}"
        if stage != self._stage or time.monotonic() - self._told > _QUIET_SECONDS:
            self._catch_up()
            self._told, self._stage = time.monotonic(), stage

    def _catch_up(self) -> None:
        """Print the newest line, so that the last line of a stage is not out of date."""
        if self._untold:
            self.console.print(self._untold, highlight=False, soft_wrap=True)
            self._untold = ""

    def say(self, text: str) -> None:
        """Print a line above the progress bar."""
        self.console.print(text, highlight=False, soft_wrap=True)
