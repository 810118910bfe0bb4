"""Chooses the number of threads for the network: two threads that compete for a busy core are far slower than one."""

from __future__ import annotations

import os
import time

import torch
from torch import nn

from skirmish_rl.agents.ppo.network import Packed, log_softmax

_POSITIONS, _ROWS = 512, 32


def choose_threads(network: nn.Module, n_features: int, n_row: int) -> int:
    """Time a forward and backward pass with one thread and with all cores, set the faster number, and return it."""
    counts = torch.full((_POSITIONS,), _ROWS)
    packed = Packed(
        torch.zeros(_POSITIONS, n_features), torch.zeros(_POSITIONS * _ROWS, n_row),
        torch.zeros(_POSITIONS * _ROWS, dtype=torch.int64), counts,
    )  # fmt: skip
    best, chosen = float("inf"), 1
    for threads in sorted({1, os.cpu_count() or 1}):
        torch.set_num_threads(threads)
        seconds = []
        for _ in range(5):
            started = time.perf_counter()
            scores, values = network(packed)
            (log_softmax(scores, counts)[:, 0].sum() + values.sum()).backward()
            seconds.append(time.perf_counter() - started)
        # the median: the first pass warms up, and a neighbour's short burst should not decide
        middle = sorted(seconds)[len(seconds) // 2]
        if middle < 0.9 * best:
            best, chosen = middle, threads
    network.zero_grad(set_to_none=True)
    torch.set_num_threads(chosen)
    return chosen
