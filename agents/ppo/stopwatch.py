"""Measures where the time of a run goes.

The parts of training are `describe` (features of legal actions), `forward` (network and sampling), `engine` (games, with opponents),
`update` (training the network), `exchange` (waiting for other ranks) and `evaluate` (evaluation games).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds spent in named parts; time in a nested part counts for the inner part only."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._inner = [0.0]

    @contextmanager
    def time(self, part: str) -> Iterator[None]:
        """Time a block of code."""
        self._inner.append(0.0)
        since = time.perf_counter()
        try:
            yield
        finally:
            took = time.perf_counter() - since
            self.seconds[part] += took - self._inner.pop()
            self._inner[-1] += took

    def shares(self) -> str:
        """Describe for people each part's share of the measured time, the largest first."""
        total = sum(self.seconds.values()) or 1.0
        parts = sorted(self.seconds.items(), key=lambda item: -item[1])
        return ", ".join(f"{part} {seconds / total:.0%}" for part, seconds in parts)
