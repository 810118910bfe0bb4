"""Pictures of balance: heat maps of forces and of units, and what goes with winning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.balance.deciding import Deciding
from skirmish_rl.agents.balance.ledger import Ledger
from skirmish_rl.agents.balance.meetings import Meeting, label_of
from skirmish_rl.agents.balance.sheets import deeds_of, units_of
from skirmish_rl.agents.results.deeds import kinds_of, name_of
from skirmish_rl.agents.results.figures import figure_bytes, plotting
from skirmish_rl.envs.core.files import write_whole

_LONGEST = 46  # letters of a label
_MOST_EFFECTS = 14


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _cells(axes: Any, values: np.ndarray, texts: list[list[str]], rows: Sequence[str], columns: Sequence[str], **colours: Any) -> None:
    """A heat map with a text in every cell."""
    image = axes.imshow(values, aspect="auto", **colours)
    for i, line in enumerate(texts):
        for j, text in enumerate(line):
            if text:
                red, green, blue, _ = image.cmap(image.norm(values[i, j])) if np.isfinite(values[i, j]) else (1, 1, 1, 1)
                dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.55
                axes.text(j, i, text, ha="center", va="center", fontsize=8, color="white" if dark else "black")
    axes.set_yticks(range(len(rows)), [_short(row) for row in rows], fontsize=8)
    axes.set_xticks(range(len(columns)), [_short(column) for column in columns], rotation=30, ha="right", fontsize=8)


def draw_forces(meetings: Sequence[Meeting], title: str, path: Path) -> None:
    """Force against force, and each force by its seat; blue is good for the force at the left."""
    scenario = meetings[0].ledgers[0].scenario
    seats, names = scenario.seats, list(dict.fromkeys(force for meeting in meetings for force in (meeting.first, meeting.second)))
    place = {name: k for k, name in enumerate(names)}
    n = len(names)
    score, text = np.full((n, n), np.nan), [[""] * n for _ in names]
    by_seat: list[list[list[float]]] = [[[] for _ in range(seats)] for _ in names]
    for meeting in meetings:
        i, j = place[meeting.first], place[meeting.second]
        if i == j:
            text[i][j] = "itself"
            continue
        low, high = meeting.interval
        score[i, j], text[i][j] = meeting.score, f"{meeting.score:.0%}\n{100 * low:.0f}-{100 * high:.0f}"
        for seat, scores in enumerate(meeting.by_seat):
            by_seat[i][seat].append(float(scores.mean()))
        if seats == 2:
            score[j, i], text[j][i] = 1 - meeting.score, f"{1 - meeting.score:.0%}\n{100 - 100 * high:.0f}-{100 - 100 * low:.0f}"
            for seat, scores in enumerate(meeting.by_seat):
                by_seat[j][1 - seat].append(1 - float(scores.mean()))
    seat_score = np.array([[np.mean(scores) if scores else np.nan for scores in row] for row in by_seat])
    pyplot = plotting()
    figure, (left, right) = pyplot.subplots(
        1,
        2,
        figsize=(4.2 + 0.95 * n + 0.7 * seats, 1.9 + 0.55 * n),
        layout="constrained",
        width_ratios=[max(n, 2), max(0.8 * seats, 1)],
    )
    # an equal force is white whatever the number of seats
    colours = {"cmap": "RdBu", "norm": pyplot.matplotlib.colors.TwoSlopeNorm(1 / seats, 0, 1)}
    labels = [label_of(name) for name in names]
    _cells(left, score, text, labels, labels, **colours)
    left.set_xlabel("against")
    left.set_title("score of the row, with 95 % interval", fontsize=9)
    shown = [["" if np.isnan(one) else f"{one:.0%}" for one in row] for row in seat_score]
    _cells(right, seat_score, shown, labels, [f"seat {seat}" for seat in range(seats)], **colours)
    right.set_yticks([])
    right.set_title("by its seat", fontsize=9)
    figure.suptitle(title, fontsize=10)
    write_whole(path, figure_bytes(figure))


def draw_units(ledgers: Sequence[Ledger], title: str, path: Path) -> None:
    """How often each unit is lost, and what it does in a game; each column has its own scale."""
    ruleset, units = ledgers[0].scenario.ruleset, units_of(ledgers)
    shown, kinds = deeds_of(units, ruleset), kinds_of(ruleset)
    values = np.array(
        [[count.lost / count.number, *(count.deeds[kinds.index(kind)] / count.number for kind in shown)] for count in units.values()]
    )
    text = [[f"{row[0]:.0%}", *(f"{number:.1f}" for number in row[1:])] for row in values]
    scaled = values / np.maximum(values.max(0), 1e-9)
    scaled[:, 0] = values[:, 0]
    pyplot = plotting()
    figure, axes = pyplot.subplots(figsize=(4.0 + 0.75 * values.shape[1], 1.6 + 0.27 * len(values)), layout="constrained")
    rows = [f"{force}: {what}" for force, what in units]
    _cells(axes, scaled, text, rows, ["lost", *map(name_of, shown)], cmap="Blues", vmin=0, vmax=1.1)
    axes.set_title(f"units in a game\n{title}", fontsize=10)
    write_whole(path, figure_bytes(figure))


def draw_deciding(deciding: Deciding, title: str, path: Path) -> None:
    """What one standard deviation more of an event goes with, and its interval."""
    effects = deciding.effects[:_MOST_EFFECTS][::-1]
    pyplot = plotting()
    figure, axes = pyplot.subplots(figsize=(6.4, 1.4 + 0.3 * len(effects)), layout="constrained")
    for k, effect in enumerate(effects):
        clear = not effect.low <= 0 <= effect.high
        colour = ("#2166ac" if effect.score > 0 else "#b2182b") if clear else "0.6"
        axes.plot([100 * effect.low, 100 * effect.high], [k, k], color=colour, lw=2)
        axes.plot(100 * effect.score, k, "o", color=colour)
    axes.axvline(0, color="0.5", lw=0.8)
    axes.set_yticks(range(len(effects)), [_short(", ".join(map(name_of, (effect.kind, *effect.alike)))) for effect in effects], fontsize=8)
    axes.set_xlabel("score of one step more than the other seat, in %; grey: may be nothing", fontsize=8)
    axes.set_title(f"what goes with winning\n{title}", fontsize=10)
    write_whole(path, figure_bytes(figure))
