"""Files that are written whole or not at all."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.errors import DataError, cannot


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place, folders included, and move it there.

    Raises:
        DataError: it cannot be written.
    """
    waiting = path.with_name(f"{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        waiting.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.replace(waiting, path)
    except (OSError, ValueError) as error:  # of a path that is none
        raise DataError(f"{cannot('write', path, error)}; choose another folder with --out") from error


def check_folder(folder: Path) -> None:
    """Refuse a folder in which nothing can be written, before the work whose results it is to hold; it is not made yet.

    Raises:
        DataError: it cannot be written.
    """
    try:
        whole = folder.absolute()
        with tempfile.TemporaryFile(dir=next(place for place in (whole, *whole.parents) if place.exists())):
            pass
    except (OSError, ValueError) as error:  # of a path that is none
        raise DataError(f"{cannot('write', folder, error)}; choose another folder with --out") from error


def figure_bytes(figure: Any) -> bytes:
    """A matplotlib figure as PNG; it is closed."""
    from matplotlib import pyplot

    inside = io.BytesIO()
    figure.savefig(inside, format="png", dpi=130)
    pyplot.close(figure)
    return inside.getvalue()
