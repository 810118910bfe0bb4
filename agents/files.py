"""Figures as files; files of every kind are written by `envs/core/files.py`."""

from __future__ import annotations

import io
from typing import Any


def figure_bytes(figure: Any) -> bytes:
    """A matplotlib figure as PNG; it is closed."""
    from matplotlib import pyplot

    inside = io.BytesIO()
    figure.savefig(inside, format="png", dpi=130)
    pyplot.close(figure)
    return inside.getvalue()
