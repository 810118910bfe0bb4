"""Figures as files, and places for new folders; files of every kind are written by `envs/core/files.py`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.errors import needs


def is_taken(place: Path) -> bool:
    """True where something lies already, but for an empty folder."""
    return place.exists() and (not place.is_dir() or any(place.iterdir()))


def plotting() -> Any:
    """Matplotlib's pyplot, drawing into files alone, with names as they are: a dollar sign in one begins no formula."""
    with needs("train"):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    matplotlib.rcParams["text.parse_math"] = False
    return pyplot


def figure_bytes(figure: Any) -> bytes:
    """A matplotlib figure as PNG; it is closed."""
    from matplotlib import pyplot

    inside = io.BytesIO()
    figure.savefig(inside, format="png", dpi=130)
    pyplot.close(figure)
    return inside.getvalue()
