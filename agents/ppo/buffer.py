"""Training data: positions with the rows of their legal actions, packed one after another, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

from skirmish_rl.agents.ppo.network import Packed
from skirmish_rl.envs.core.batch import ActionRows


class RowStore:
    """A growing store of packed positions; its memory is kept between uses.

    Args:
        capacity: positions it can hold.
        dtype: of features, as the network likes to read them.
    """

    def __init__(self, capacity: int, n_features: int, n_row: int, dtype: torch.dtype = torch.float32):
        self.positions = torch.zeros(capacity, n_features, dtype=dtype)
        self.counts = torch.zeros(capacity, dtype=torch.int64)
        self.rows = torch.zeros(0, n_row, dtype=dtype)
        self.numbers = torch.zeros(0, dtype=torch.int64)
        self.starts = torch.zeros(capacity, dtype=torch.int64)
        self.clear()

    def clear(self) -> None:
        """Forget all positions."""
        self.n = 0
        self.used = 0

    def add(self, offsets: np.ndarray, numbers: np.ndarray, rows: np.ndarray, positions: np.ndarray) -> Packed:
        """Copy positions in, as `Batch.encode_actions` gives them, and return them packed (views of the store)."""
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
        """The positions of an index, int64 (m,), freshly packed."""
        counts = self.counts[index]
        ends = counts.cumsum(0)
        first = self.starts[index] - (ends - counts)
        flat = first.repeat_interleave(counts) + torch.arange(int(ends[-1]))
        return Packed(self.positions.index_select(0, index), self.rows.index_select(0, flat), self.numbers.index_select(0, flat), counts)


class Rollout:
    """A fixed number of decisions of the learner in every game: arrays (decisions of a game, games), and the packed positions.

    Attributes:
        rewards, values, log_probs, advantages, returns: float32; `starts`: float32, 1 where a decision is the first of its game.
        choices: int64 which of its legal actions was chosen in each position.
        store: the positions, in the order in which they came.
        places: int64 (positions,) where each position of the store stands in those arrays, flat.
    """

    def __init__(self, steps: int, games: int, n_features: int, n_row: int, dtype: torch.dtype = torch.float32):
        self.shape = steps, games
        self.store = RowStore(steps * games, n_features, n_row, dtype)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.rewards, self.values, self.log_probs, self.starts, self.advantages, self.returns = np.zeros((6, *self.shape), np.float32)
        self.choices = np.zeros(self.shape, np.int64)
        self.places = np.zeros(self.choices.size, np.int64)
        self.store.clear()

    def add(self, rows: ActionRows, steps: np.ndarray, games: np.ndarray) -> Packed:
        """Store positions, int64 (m,) decisions and games tell which, and return them packed (views of the store)."""
        self.places[self.store.n : self.store.n + len(games)] = steps * self.shape[1] + games
        return self.store.add(*rows)

    def minibatches(self, size: int, rng: np.random.Generator) -> Iterator[torch.Tensor]:
        """Indices of positions, each once, in random order; the last minibatch may be up to half as large again."""
        order = torch.from_numpy(rng.permutation(self.store.n))
        yield from order.tensor_split(max(1, round(self.store.n / size)))

    def flat(self, name: str) -> torch.Tensor:
        """One of the arrays in the order of the store."""
        return torch.from_numpy(getattr(self, name).reshape(-1)[self.places])
