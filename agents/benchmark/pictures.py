"""Pictures of a track: scores by game and over all games, performance profiles, probabilities of improvement, and learning curves.

Entrants stand in the order of the tables, each in the same color in all pictures of a track.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from skirmish_rl.agents.benchmark.protocol import RESPONSE, WORLDS
from skirmish_rl.agents.benchmark.scores import Board, Entrant, chance, ordered, profile
from skirmish_rl.agents.results.figures import figure_bytes, plotting
from skirmish_rl.envs.registry import ruleset_of

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933", "#882255", "#44aa99")
_ALL = "All games, mean"


def _color(k: int) -> str:
    return COLORS[k % len(COLORS)]


def draw_board(board: Board) -> bytes:
    """Draw the means by game and over all games, the performance profiles, and the probabilities of improvement, as PNG."""
    pyplot, name = plotting(), board.sets[-1]
    entrants = ordered(board, name)
    panels = [[task for task in board.tasks if task[0] == game] for game in board.games]
    titles = [ruleset_of(game).title for game in board.games]
    if len(panels) > 1:
        panels, titles = [*panels, board.tasks], [*titles, _ALL]
    complete = [entrant for entrant in entrants if entrant.tasks(name) == board.tasks]
    pairs = len(complete) > 1 and board.tested != RESPONSE
    columns = min(3, len(panels) + 1 + pairs)
    rows = -(-(len(panels) + 1 + pairs) // columns)
    height = 1.3 + 0.26 * len(entrants)
    figure, axes = pyplot.subplots(rows, columns, figsize=(4.6 * columns, max(2.8, height) * rows), squeeze=False, layout="constrained")
    cells = list(axes.flat)
    unit = _unit(board)
    for panel, tasks, title in zip(cells, panels, titles, strict=False):
        _scores(panel, board, entrants, name, tasks)
        panel.set_title(title, fontsize=10)
        panel.set_xlabel(unit, fontsize=9)
    _profiles(cells[len(panels)], board, entrants, complete or entrants, name)
    cells[len(panels)].set_xlabel(unit, fontsize=9)
    if pairs:
        _chances(cells[len(panels) + 1], board, complete, name)
    for spare in cells[len(panels) + 1 + pairs :]:
        spare.axis("off")
    return figure_bytes(figure)


def _unit(board: Board) -> str:
    """What scores are, for an axis."""
    if board.tested == RESPONSE:
        return "score of the strongest known opponent, %"
    where = " on unseen worlds" if board.tested == WORLDS else ""
    return f"score{where}: 0 random, 100 strong" if board.normalised else f"score{where}, %"


def _scores(panel: Any, board: Board, entrants: list[Entrant], name: str, tasks: list[tuple[str, str]]) -> None:
    """Draw means over runs, and over games if there are several, with their intervals, one line for each entrant."""
    for k, entrant in enumerate(entrants):
        estimate = entrant.mean(name, tasks)
        if estimate is None:
            continue
        if not math.isnan(estimate.low):
            panel.plot([100 * estimate.low, 100 * estimate.high], [k, k], color=_color(k), lw=6, alpha=0.4, solid_capstyle="butt")
        panel.plot([100 * estimate.value], [k], "|", color=_color(k), ms=12, mew=2.5)
    panel.set_yticks(range(len(entrants)), [board.label(entrant) for entrant in entrants], fontsize=8)
    panel.set_ylim(len(entrants) - 0.5, -0.5)
    panel.grid(axis="x", alpha=0.3)


def _profiles(panel: Any, board: Board, ranked: list[Entrant], entrants: list[Entrant], name: str) -> None:
    """Draw the share of runs above each score, with bands from other runs, games and anchors."""
    every = np.concatenate([scores for entrant in entrants for scores in entrant.strata(name, entrant.tasks(name))])
    at = np.linspace(min(0.0, every.min()) - 0.02, max(1.0, every.max()) + 0.02, 121)
    for entrant in entrants:
        k = next(k for k, one in enumerate(ranked) if one is entrant)
        share, low, high = profile(entrant.samples(name, entrant.tasks(name)), at)
        panel.plot(100 * at, share, color=_color(k), label=board.label(entrant), lw=1.6)
        panel.fill_between(100 * at, low, high, color=_color(k), alpha=0.15, lw=0)
    panel.set_title("share of runs above a score", fontsize=10)
    panel.set_ylim(-0.02, 1.02)
    panel.grid(alpha=0.3)
    panel.legend(fontsize=7)


def _chances(panel: Any, board: Board, entrants: list[Entrant], name: str) -> None:
    """Draw the probability that a run of the row's entrant beats a run of the column's entrant, without intervals.

    It is the mean over all pairs of runs in the same game, each as sure as its games, and then over games.
    """
    table = [[chance(one, other, name, one.tasks(name)) if one is not other else math.nan for other in entrants] for one in entrants]
    panel.imshow(table, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    for i, row in enumerate(table):
        for j, share in enumerate(row):
            if not math.isnan(share):
                panel.text(
                    j,
                    i,
                    f"{100 * share:.0f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="black" if 0.2 < share < 0.8 else "white",
                )
    labels = [board.label(entrant) for entrant in entrants]
    panel.set_yticks(range(len(labels)), labels, fontsize=8)
    panel.set_xticks(range(len(labels)), labels, fontsize=7, rotation=35, ha="right")
    panel.set_title("chance, %, of row above column", fontsize=10)


def draw_curves(board: Board) -> bytes:
    """Draw scores against the strongest bot during training, one panel for each task, as PNG; empty if no entrant was trained.

    Decisions that a training configuration copies or spends in evaluations are not on its axis, so curves end before the budget does.
    """
    tasks = [task for task in board.tasks if any(len(curve) for entrant in board.entrants for curve in entrant.curves.get(task, []))]
    if not tasks:
        return b""
    pyplot = plotting()
    columns = min(3, len(tasks))
    figure, axes = pyplot.subplots(
        -(-len(tasks) // columns),
        columns,
        figsize=(4.6 * columns, 3.0 * -(-len(tasks) // columns)),
        squeeze=False,
        layout="constrained",
    )
    for panel, task in zip(axes.flat, tasks, strict=False):
        for k, entrant in enumerate(ordered(board, board.sets[-1])):
            curves = [curve for curve in entrant.curves.get(task, []) if len(curve)]
            for number, curve in enumerate(curves):
                panel.plot(
                    curve[:, 0] / 1e3,
                    100 * curve[:, 1],
                    color=_color(k),
                    lw=1,
                    alpha=0.8,
                    label=None if number else board.label(entrant),
                )
        panel.set_title(f"{ruleset_of(task[0]).title}, {task[1]}", fontsize=10)
        panel.set_xlabel("decisions learnt from, thousands", fontsize=9)
        panel.set_ylabel("against the strongest bot, %", fontsize=9)
        panel.set_ylim(-2, 102)
        panel.grid(alpha=0.3)
        panel.legend(fontsize=7)
    for spare in list(axes.flat)[len(tasks) :]:
        spare.axis("off")
    return figure_bytes(figure)
