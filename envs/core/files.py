"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def put(file: Path, content: bytes) -> None:
    """Write a file under another name and give it its own when it is whole; two processes may do so at a time."""
    waiting = file.with_name(f"{file.name}.{os.getpid()}")
    waiting.write_bytes(content)
    os.replace(waiting, file)
