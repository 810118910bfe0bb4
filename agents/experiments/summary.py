"""Results over seeds for people: a table on the terminal, a picture, and one HTML file to send to a colleague."""

from __future__ import annotations

import base64
import html
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from skirmish_rl.agents.experiments.runs import LAST, Group, Run, settings_of
from skirmish_rl.agents.experiments.statistics import Estimate, improvement, interquartile_mean, mean
from skirmish_rl.agents.results.figures import figure_bytes, plotting
from skirmish_rl.envs.core.errors import needs
from skirmish_rl.envs.core.files import write_whole

with needs("train"):
    from rich.box import SIMPLE
    from rich.table import Table

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#f0e442")
_SHOWN = 24  # groups in tables and pictures; the best ones
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #ddd; vertical-align: top }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums } img { max-width: 100% } pre { font-size: 12px }
small { color: #666 }
"""


@dataclass(frozen=True)
class Row:
    """A group's scores against one opponent."""

    group: str
    opponent: str
    runs: int
    mean: Estimate
    middle: Estimate
    low: float
    high: float

    def texts(self) -> tuple[str, ...]:
        """For a table, column by column."""
        return (
            self.group,
            self.opponent,
            str(self.runs),
            str(self.mean),
            str(self.middle),
            f"{100 * self.low:.1f}-{100 * self.high:.1f}",
        )


@dataclass(frozen=True)
class Summary:
    """What some groups of runs say together.

    Attributes:
        groups: best first, by the interquartile mean against `opponent`.
        opponent: the one that decides who is best: the strongest bot in the final evaluation, if all runs have come so far.
        rows: scores, group by group. chances: better group, worse group, the chance that a run of the first does better.
    """

    groups: tuple[Group, ...]
    opponent: str
    rows: tuple[Row, ...]
    chances: tuple[tuple[str, str, Estimate], ...]

    @property
    def runs(self) -> list[Run]:
        return [run for group in self.groups for run in group.runs]


HEADS = ("settings", "against", "runs", "mean (95 %)", "IQM (95 %)", "all within")


def summarise(groups: Sequence[Group]) -> Summary:
    """All figures of some groups."""
    runs = [run for group in groups for run in group.runs]
    common = set.intersection(*(set(run.scores) for run in runs))
    finals = [name for name in runs[0].scores if name in common and name != LAST and ", looking ahead" not in name]
    opponent = finals[-1] if finals else LAST

    def rank(group: Group) -> float:
        strata = group.scores(opponent)
        return -interquartile_mean(strata).value if strata else 1.0

    ordered = sorted(groups, key=rank)
    rows = []
    for group in ordered:
        for name in dict.fromkeys(name for run in group.runs for name in run.scores):
            strata = group.scores(name)
            scores = np.concatenate(strata)
            limits = float(scores.min()), float(scores.max())
            rows.append(Row(group.label, name, len(scores), mean(strata), interquartile_mean(strata), *limits))
    return Summary(tuple(ordered), opponent, tuple(rows), tuple(_chances(ordered, opponent)))


def _chances(groups: Sequence[Group], opponent: str) -> Iterable[tuple[str, str, Estimate]]:
    """The best group against each other one, on the tasks that both have, where each has several runs."""
    best = groups[0]
    for rival in groups[1:_SHOWN]:
        tasks = [task for task in best.tasks if task in rival.tasks]
        strata = [group.scores(opponent, tasks) for group in (best, rival)] if tasks else []
        if strata and all(len(scores) > 1 for part in strata for scores in part):
            yield best.label, rival.label, improvement(*strata)


def summary_tables(summary: Summary) -> list[Table | str]:
    """The figures for a terminal of 80 columns: letters stand for groups, and lines say for which."""
    groups = summary.groups[:_SHOWN]
    letters = {group.label: chr(ord("A") + k) for k, group in enumerate(groups)} if len(groups) > 1 else {groups[0].label: ""}
    shown: list[Table | str] = [f"{letter:<2} {label}".lstrip() for label, letter in letters.items()]
    scores = Table(title=f"{len(summary.runs)} runs", title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
    for k, head in enumerate(("", *HEADS[1:])):
        scores.add_column(head, justify="left" if k < 2 else "right", overflow="fold", no_wrap=k > 1)
    for row in _shown(summary):
        scores.add_row(letters[row.group], *row.texts()[1:])
    shown.append(scores)
    if summary.chances:
        chances = Table(title=f"chance to do better, {summary.opponent}", title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
        for head in ("a run of", "than one of", "chance (95 %)"):
            chances.add_column(head)
        for better, worse, chance in summary.chances:
            chances.add_row(letters[better], letters[worse], str(chance))
        shown.append(chances)
    return shown


def _shown(summary: Summary) -> list[Row]:
    labels = {group.label for group in summary.groups[:_SHOWN]}
    return [row for row in summary.rows if row.group in labels]


def band(group: Group, task: str) -> tuple[np.ndarray, list[Estimate]]:
    """A learning curve over seeds: decisions, and the interquartile mean of the runs at each of them.

    Runs are joined by straight lines between their evaluations; the curve ends where the first of them ends.
    """
    curves = [run.curve for run in group.runs if run.task == task and len(run.curve)]
    if not curves:
        return np.zeros(0), []
    end = min(curve[-1, 0] for curve in curves)
    at = np.unique(np.concatenate([curve[:, 0] for curve in curves]))
    at = at[at <= end]
    scores = np.array([np.interp(at, curve[:, 0], curve[:, 1]) for curve in curves])
    return at, [interquartile_mean([scores[:, k]]) for k in range(len(at))]


def draw_summary(summary: Summary) -> bytes:
    """Learning curves with their bands, a panel a task, and the score of every run, as PNG."""
    pyplot = plotting()
    groups = summary.groups[:_SHOWN]
    tasks = sorted({task for group in groups for task in group.tasks})
    figure, panels = pyplot.subplots(
        1,
        len(tasks) + 1,
        figsize=(5.6 * (len(tasks) + 1), 4.2 + 0.16 * max(0, len(groups) - 6)),
        squeeze=False,
        layout="constrained",
    )
    for panel, task in zip(panels[0], tasks, strict=False):
        for k, group in reversed(list(enumerate(groups))):
            color = _COLORS[k] if k < len(_COLORS) else "#bbbbbb"
            for run in group.runs:
                if run.task == task:
                    panel.plot(run.curve[:, 0] / 1e6, run.curve[:, 1], color=color, lw=0.6, alpha=0.4)
            at, middle = band(group, task)
            if len(at):
                panel.plot(at / 1e6, [e.value for e in middle], color=color, lw=2, label=group.label)
                if not math.isnan(middle[0].low):
                    panel.fill_between(at / 1e6, [e.low for e in middle], [e.high for e in middle], color=color, alpha=0.2, lw=0)
        panel.axhline(0.5, color="black", lw=0.5)
        panel.set(ylim=(0, 1), xlabel="decisions of the learner, millions", ylabel="score against the strongest bot, in training")
        panel.set_title(f"{task}: interquartile mean, 95 % band", fontsize=10)
    last = panels[0][-1]
    for k, group in enumerate(groups):
        strata = group.scores(summary.opponent)
        if not strata:
            continue
        color, estimate = _COLORS[k] if k < len(_COLORS) else "#bbbbbb", interquartile_mean(strata)
        scores = np.concatenate(strata)
        last.plot(scores, np.full(len(scores), k), "o", color=color, ms=4, alpha=0.5)
        if not math.isnan(estimate.low):
            last.plot([estimate.low, estimate.high], [k, k], color=color, lw=3, alpha=0.5, solid_capstyle="butt")
        last.plot([estimate.value], [k], "|", color=color, ms=16, mew=2.5)
    last.set_yticks(range(len(groups)), [_short(group.label) for group in groups], fontsize=8)
    last.set(ylim=(len(groups) - 0.5, -0.5), xlabel="score")
    last.set_title(
        "every run, " + ("last evaluation in training" if summary.opponent == LAST else f"against {summary.opponent}"), fontsize=10
    )
    return figure_bytes(figure)


def _short(label: str) -> str:
    return label if len(label) <= 48 else f"{label[:46]} ..."


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> str:
    """An HTML table; columns from `numbers` on are figures."""
    head = "".join(f"<th>{html.escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr>{''.join(f'<td{_number(k >= numbers)}>{html.escape(text)}</td>' for k, text in enumerate(row))}</tr>" for row in rows
    )
    return f"<table><caption>{html.escape(caption)}</caption><tr>{head}</tr>{body}</table>"


def _number(right: bool) -> str:
    return ' class="n"' if right else ""


def _run_row(run: Run) -> tuple[str, ...]:
    packages = run.facts.get("packages", {})
    code = f"{str(run.facts.get('git', ''))[:10]}{' with changes' if run.facts.get('git_changes') else ''}"
    versions = ", ".join(f"{name} {packages[name]}" for name in ("skirmish-rl", "numpy", "torch") if packages.get(name))
    decisions = f"{run.curve[-1, 0]:,.0f}" if len(run.curve) else "0"
    state = "" if run.finished else ", not finished"
    return (
        f"{run.folder.name}{state}",
        run.task,
        code,
        versions,
        str(run.config.seed),
        decisions,
        *(_score(run, name) for name in (LAST,)),
    )


def _score(run: Run, opponent: str) -> str:
    return f"{run.scores[opponent]:.1%}" if opponent in run.scores else ""


def summary_page(summary: Summary, picture: bytes) -> str:
    """One HTML file with everything in it, the picture too."""
    settings = [settings_of(group.runs[0].config) for group in summary.groups]
    shared = [f"{name} = {text}" for name, text in settings[0].items() if all(setting.get(name) == text for setting in settings)]
    tasks = ", ".join(sorted({run.task for run in summary.runs}))
    parts = [
        f"<h1>{html.escape(tasks)}: {len(summary.runs)} runs</h1>",
        f"<p><small>made {time.strftime('%Y-%m-%d %H:%M')} by skirmish-rl report</small></p>",
        _table("Scores", HEADS, [row.texts() for row in _shown(summary)], 2),
        f'<img alt="learning curves and scores" src="data:image/png;base64,{base64.b64encode(picture).decode()}">',
    ]
    if summary.chances:
        rows = [(better, worse, str(chance)) for better, worse, chance in summary.chances]
        parts.append(_table(f"Chance to do better, {summary.opponent}", ("a run of", "than one of", "chance (95 %)"), rows, 2))
    parts += [
        _table("Runs", ("folder", "task", "code", "packages", "seed", "decisions", LAST), map(_run_row, summary.runs), 4),
        "<p>A score is the mean share of the first place: won 1, lost 0, draws shared. The interquartile mean (IQM) leaves out the "
        "lowest and the highest "
        "quarter of the runs. Intervals are percentiles of 5,000 resamples of the runs within each task; with few runs they are too "
        "narrow. "
        "In training stands for the last evaluation before the end, against the strongest bot, on other seeds than the final ones.</p>",
        f"<details><summary>Settings that all runs share</summary><pre>{html.escape(chr(10).join(shared))}</pre></details>",
    ]
    head = f'<meta charset="utf-8"><title>{html.escape(tasks)}</title><style>{_STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def write_summary(summary: Summary, folder: Path) -> tuple[Path, Path]:
    """`report.html` and `report.png` in a folder.

    Raises:
        DataError: they cannot be written.
    """
    picture = draw_summary(summary)
    page, image = folder / "report.html", folder / "report.png"
    write_whole(image, picture)
    write_whole(page, summary_page(summary, picture))
    return page, image
