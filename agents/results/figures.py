"""Figures as files, and checks for new folders; `envs/core/files.py` writes files of every kind."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.errors import needs


def is_taken(place: Path) -> bool:
    """True if a path exists and is not an empty folder."""
    return place.exists() and (not place.is_dir() or any(place.iterdir()))


def plotting() -> Any:
    """Import matplotlib's pyplot for drawing into files; a dollar sign in a name does not start a formula."""
    with needs("train"):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    matplotlib.rcParams["text.parse_math"] = False
    return pyplot


def figure_bytes(figure: Any) -> bytes:
    """Convert a matplotlib figure to PNG and close it."""
    from matplotlib import pyplot

    inside = io.BytesIO()
    figure.savefig(inside, format="png", dpi=130)
    pyplot.close(figure)
    return inside.getvalue()
