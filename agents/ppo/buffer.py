"""Training data: positions with the feature rows of their legal actions, packed one after another, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

from skirmish_rl.agents.ppo.network import Packed
from skirmish_rl.envs.core.batch import ActionRows


class RowStore:
    """A growing store of packed positions, whose memory is reused.

    Args:
        capacity: initial number of positions.
        n_features: columns of a position.
        n_row: columns of an action.
        dtype: dtype of the features, as the network reads them.
    """

    def __init__(self, capacity: int, n_features: int, n_row: int, dtype: torch.dtype = torch.float32):
        self.positions = torch.zeros(capacity, n_features, dtype=dtype)
        self.counts = torch.zeros(capacity, dtype=torch.int64)
        self.rows = torch.zeros(0, n_row, dtype=dtype)
        self.numbers = torch.zeros(0, dtype=torch.int64)
        self.starts = torch.zeros(capacity, dtype=torch.int64)
        self.clear()

    def clear(self) -> None:
        """Remove all positions."""
        self.n = 0
        self.used = 0

    def add(self, offsets: np.ndarray, numbers: np.ndarray, rows: np.ndarray, positions: np.ndarray) -> Packed:
        """Copy in positions from `Batch.encode_actions`, and return them packed (as views of the store)."""
        m, r = len(positions), len(rows)
        if self.used + r > len(self.rows):
            size = max(2 * len(self.rows), self.used + r)
            self.rows = torch.cat([self.rows, torch.zeros(size - len(self.rows), self.rows.shape[1], dtype=self.rows.dtype)])
            self.numbers = torch.cat([self.numbers, torch.zeros(size - len(self.numbers), dtype=torch.int64)])
        at, here = slice(self.n, self.n + m), slice(self.used, self.used + r)
        self.positions[at] = torch.from_numpy(positions)
        self.starts[at] = torch.from_numpy(offsets[:-1]) + self.used
        self.counts[at] = torch.from_numpy(np.diff(offsets))
        self.rows[here] = torch.from_numpy(rows)
        self.numbers[here] = torch.from_numpy(numbers)
        self.n += m
        self.used += r
        return Packed(self.positions[at], self.rows[here], self.numbers[here], self.counts[at])

    def take(self, index: torch.Tensor) -> Packed:
        """Pack the positions at some indices, int64 (m,), in a new copy."""
        counts = self.counts[index]
        ends = counts.cumsum(0)
        first = self.starts[index] - (ends - counts)
        flat = first.repeat_interleave(counts) + torch.arange(int(ends[-1]))
        return Packed(self.positions.index_select(0, index), self.rows.index_select(0, flat), self.numbers.index_select(0, flat), counts)


class Rollout:
    """A fixed number of the learner's decisions in every game: arrays (decisions of a game, games), and the packed positions.

    Attributes:
        rewards: float32, the reward after each decision.
        values: float32, the network's value of each position.
        log_probs: float32, the log probability of each chosen action.
        starts: float32, 1 where a decision is the first of its game.
        advantages: float32, the advantage of each decision.
        returns: float32, the target of each value.
        choices: int64, the index of the chosen action among the position's legal actions.
        store: the positions, in the order in which they occurred.
        places: int64 (positions,), the flat index into these arrays of each position of the store.
    """

    def __init__(self, steps: int, games: int, n_features: int, n_row: int, dtype: torch.dtype = torch.float32):
        self.shape = steps, games
        self.store = RowStore(steps * games, n_features, n_row, dtype)
        self.clear()

    def clear(self) -> None:
        """Remove all decisions."""
        self.rewards, self.values, self.log_probs, self.starts, self.advantages, self.returns = np.zeros((6, *self.shape), np.float32)
        self.choices = np.zeros(self.shape, np.int64)
        self.places = np.zeros(self.choices.size, np.int64)
        self.store.clear()

    def add(self, rows: ActionRows, steps: np.ndarray, games: np.ndarray) -> Packed:
        """Store positions, given the decision and the game of each, int64 (m,), and return them packed (as views of the store)."""
        self.places[self.store.n : self.store.n + len(games)] = steps * self.shape[1] + games
        return self.store.add(*rows)

    def minibatches(self, size: int, rng: np.random.Generator) -> Iterator[torch.Tensor]:
        """Yield random minibatches of position indices that cover every position once; the last one may be up to half as large again."""
        order = torch.from_numpy(rng.permutation(self.store.n))
        yield from order.tensor_split(max(1, round(self.store.n / size)))

    def flat(self, name: str) -> torch.Tensor:
        """One of the arrays, in the order of the store."""
        return torch.from_numpy(getattr(self, name).reshape(-1)[self.places])
