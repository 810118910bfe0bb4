"""Runs the player of generated scenarios in a process of its own, and says which of them hang or crash."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIRST_LINE = 300  # seconds that compiling may take


def watched(ruleset: str, first: int, count: int, patience: float) -> list[dict[str, Any]]:
    """What each generated scenario does: `{"hangs": seconds}` if it takes too long, `{"crashes": ...}` if it ends the process."""
    said: list[dict[str, Any]] = []
    while len(said) < count:
        said += _part(ruleset, first + len(said), count - len(said), patience)
    return said


def _part(ruleset: str, first: int, count: int, patience: float) -> list[dict[str, Any]]:
    words = [sys.executable, "-m", "tests.adversarial", ruleset, str(first), str(count)]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=where)
    lines: queue.Queue[str] = queue.Queue()
    assert child.stdout is not None and child.stderr is not None
    threading.Thread(target=_read, args=(child.stdout, lines), daemon=True).start()
    said: list[dict[str, Any]] = []
    try:
        while len(said) < count:
            line = lines.get(timeout=patience if said else max(patience, FIRST_LINE))
            if not line:
                child.wait()
                said.append({"number": first + len(said), "crashes": child.stderr.read()[-600:] or child.returncode})
                break
            said.append(json.loads(line))
    except queue.Empty:
        said.append({"number": first + len(said), "hangs": patience})
    finally:
        child.kill()
        child.wait()
    return said


def _read(pipe: Any, lines: queue.Queue[str]) -> None:
    """Pass on lines as they come, then an empty one."""
    for line in pipe:
        lines.put(line)
    lines.put("")
