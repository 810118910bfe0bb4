"""Summarise several runs: means with intervals, learning curves, one HTML file.

Examples:
  skirmish-rl report runs/<id> runs/<id> ...
  skirmish-rl report runs/<folder of runs> [--out <folder>]

Runs that differ only in their seeds count as one method.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.errors import needs

with needs("train"):
    import tyro


@dataclass(frozen=True)
class ReportConfig:
    """Settings of `report`.

    Attributes:
        runs: run folders, or folders that contain run folders.
        out: folder for report.html and report.png; "" for the given folder if there is only one, or a new one in `reports`.
    """

    runs: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    out: str = ""


def report(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, or 2 for a wrong command.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments:
        print(__doc__)
        return 2
    config = typed(ReportConfig, arguments, "skirmish-rl report", __doc__)
    folders = [Path(run) for run in config.runs]
    tell(
        folders,
        Path(config.out) if config.out else folders[0] if len(folders) == 1 else Path(f"reports/{time.strftime('%Y%m%d-%H%M%S')}"),
    )
    return 0


def tell(folders: list[Path], out: Path) -> None:
    """Print the tables of some runs, and write the files.

    Raises:
        DataError: no runs there, or the files cannot be written.
    """
    from skirmish_rl.agents.experiments.runs import find_runs, group_runs, told_apart
    from skirmish_rl.agents.experiments.summary import summarise, summary_tables, write_summary
    from skirmish_rl.agents.ppo.display import terminal
    from skirmish_rl.envs.core.errors import DataError

    runs = find_runs(folders)
    console = terminal()
    judged, repeated = told_apart([run for run in runs if run.scores])
    if not judged:
        raise DataError(f"none of these {len(runs)} runs has been evaluated yet; wait for their first evaluation, or go on with --resume")
    for run in runs:
        if not run.finished:
            said = "has not been evaluated yet and is left out" if not run.scores else "has not finished: its last evaluation counts"
            console.print(f"{run.folder} {said}", highlight=False, soft_wrap=True)
    for run, first in repeated:
        said = f"{run.folder} is left out: it has the settings, the task and the seed of {first.folder}"
        console.print(said, highlight=False, soft_wrap=True)
    summary = summarise(group_runs(judged))
    for part in summary_tables(summary):
        console.print(part, highlight=False, soft_wrap=isinstance(part, str))
    for path in write_summary(summary, out):
        console.print(str(path), highlight=False, soft_wrap=True)
