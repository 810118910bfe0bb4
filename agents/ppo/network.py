"""Networks over packed positions, and operations on their scores.

A batch of positions is packed: the feature rows of all legal actions of all positions follow one another, so a network computes with legal
actions only. For softmax and sampling, the scores are spread into a padded matrix (positions, largest number of legal actions).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from skirmish_rl.agents.network import NetworkConfig, Opinion, check_network
from skirmish_rl.envs.core.batch import Batch

_POSITIONS, _ROWS = 64, 256  # multiples, for bfloat16


class Packed(NamedTuple):
    """Positions with all their legal actions.

    Attributes:
        positions: float32 (m, features + position features), what the deciding seats see, and features shared by all actions of a
            position.
        rows: float32 (r, action features), features of the legal actions of position 0, then of position 1, ...
        numbers: int64 (r,), flat action indices of these rows.
        counts: int64 (m,), number of legal actions of each position; sums to r.
    """

    positions: torch.Tensor
    rows: torch.Tensor
    numbers: torch.Tensor
    counts: torch.Tensor

    def to(self, device: torch.device) -> Packed:
        """Copy to another device; to a GPU from pinned memory, so that the CPU need not wait."""
        if device == self.rows.device:
            return self
        pinned = (part.pin_memory() for part in self) if device.type == "cuda" else self
        return Packed(*(part.to(device, non_blocking=True) for part in pinned))


def pack(offsets: np.ndarray, numbers: np.ndarray, rows: np.ndarray, positions: np.ndarray) -> Packed:
    """Wrap the result of `Batch.encode_actions` in tensors that share its memory."""
    return Packed(torch.from_numpy(positions), torch.from_numpy(rows), torch.from_numpy(numbers), torch.from_numpy(np.diff(offsets)))


class ActionNetwork(nn.Module):
    """Scores legal actions and estimates values of positions.

    Attributes:
        consider: `consider` of its `NetworkConfig`.
        dtype: dtype of the inputs that it reads fastest.
        reads: names of the weights (out, position) that read positions.
        chooses: prefixes of the names of weights that score actions and do not affect the value.
        shares: prefixes of the names of weights that do both.
    """

    consider: int = 0
    reads: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    dtype: torch.dtype = torch.float32

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return next(self.parameters()).device

    @torch.inference_mode()
    def judge(self, batch: Batch, index: np.ndarray) -> Opinion:
        """See `agents.network.Network.judge`."""
        actions = batch.encode_actions(index, most=self.consider)
        packed = pack(*actions)
        scores, values = (part.cpu() for part in self(packed))
        return Opinion(actions.offsets, actions.numbers, log_softmax(scores, packed.counts).numpy(), values.numpy())


class RowsNetwork(ActionNetwork):
    """One small network that scores each action from its features and a summary of the observation.

    The summary and the value read the observation through halves of one layer, so that it takes one matrix product instead of two.
    """

    reads = ("see.weight",)
    chooses = ("summary.", "mix.", "score.")
    shares = ("row.",)  # and `see`, half of which each reads by itself

    def __init__(self, n_features: int, n_row: int, config: NetworkConfig):
        super().__init__()
        wide, deep = config.width, config.summary
        self.see = nn.Linear(n_features, 2 * deep)
        self.summary = nn.Sequential(nn.ReLU(), nn.Linear(deep, wide))
        self.row = nn.Linear(n_row, wide)
        if config.precision == "bfloat16" or (config.precision == "auto" and knows_bfloat16()):
            self.dtype = torch.bfloat16
        self.mix = nn.Linear(wide, wide)
        self.score = nn.Linear(wide, 1)
        self.mean = nn.Linear(wide, deep, bias=False)
        self.value = nn.Sequential(nn.ReLU(), nn.Linear(deep, wide), nn.ReLU(), nn.Linear(wide, 1))

    def forward(self, packed: Packed) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (r,) of all legal actions, and values (m,) of the positions for their deciding seats, on the device of the weights."""
        packed = packed.to(self.device)
        counts = packed.counts
        position = positions_of(counts)
        m, n = len(counts), len(position)
        for_score, for_value = linear(self.see, self._read(packed.positions, _POSITIONS))[:m].float().chunk(2, 1)
        rows = linear(self.row, self._read(packed.rows, _ROWS))
        summary = self.summary(for_score).to(self.dtype).index_select(0, functional.pad(position, (0, len(rows) - n)))
        hidden = torch.relu(linear(self.mix, torch.relu(rows + summary)))
        values = self.value(for_value + self.mean(segment_mean(rows[:n].float(), counts, position)))
        return self.score(hidden[:n].float())[:, 0], values[:, 0]

    def _read(self, inputs: torch.Tensor, multiple: int) -> torch.Tensor:
        """Convert inputs to the network's dtype; bfloat16 is padded, because oneDNN compiles anew for every new number of rows."""
        more = -len(inputs) % multiple if self.dtype == torch.bfloat16 else 0
        return functional.pad(inputs.to(self.dtype), (0, 0, 0, more)) if more else inputs.to(self.dtype)


class FlatNetwork(ActionNetwork):
    """A plain multilayer perceptron with one logit for each flat action."""

    reads = ("actor.0.weight", "value.0.weight")
    chooses = ("actor.",)

    def __init__(self, n_features: int, n_actions: int, config: NetworkConfig):
        super().__init__()
        wide = config.summary
        self.actor = nn.Sequential(nn.Linear(n_features, wide), nn.Tanh(), nn.Linear(wide, wide), nn.Tanh(), nn.Linear(wide, n_actions))
        self.value = nn.Sequential(nn.Linear(n_features, wide), nn.Tanh(), nn.Linear(wide, wide), nn.Tanh(), nn.Linear(wide, 1))

    def forward(self, packed: Packed) -> tuple[torch.Tensor, torch.Tensor]:
        """See `RowsNetwork.forward`."""
        packed = packed.to(self.device)
        return self.actor(packed.positions.float())[positions_of(packed.counts), packed.numbers], self.value(packed.positions.float())[
            :, 0
        ]


def build_network(n_features: int, n_row: int, n_actions: int, config: NetworkConfig) -> ActionNetwork:
    """Build the network that a configuration describes.

    Raises:
        BadOption: see `check_network`.
    """
    check_network(config)
    network: ActionNetwork = (
        RowsNetwork(n_features, n_row, config) if config.policy == "rows" else FlatNetwork(n_features, n_actions, config)
    )
    network.consider = config.consider
    return network


def knows_bfloat16() -> bool:
    """True if the processor multiplies bfloat16 in hardware; otherwise bfloat16 would be slower than float32."""
    asked = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(bool(getattr(torch.cpu, name, bool)()) for name in asked)


def linear(layer: nn.Linear, x: torch.Tensor) -> torch.Tensor:
    """Apply a layer in the dtype of its input."""
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def positions_of(counts: torch.Tensor) -> torch.Tensor:
    """The position that each row belongs to, int64 (r,)."""
    return torch.arange(len(counts), device=counts.device).repeat_interleave(counts)


def segment_mean(rows: torch.Tensor, counts: torch.Tensor, position: torch.Tensor) -> torch.Tensor:
    """Average the rows of each position, (m, width); `position` holds the position of each row."""
    total = torch.zeros(len(counts), rows.shape[1], device=rows.device).index_add_(0, position, rows)
    return total / counts.clamp(min=1)[:, None]


def log_softmax(scores: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Log probabilities of the legal actions of each position, padded with -inf to (m, largest number of legal actions)."""
    counts = counts.to(scores.device)
    inside = torch.arange(int(counts.max()), device=scores.device)[None, :] < counts[:, None]
    padded = torch.full(inside.shape, -torch.inf, device=scores.device).masked_scatter(inside, scores)
    return padded.log_softmax(1)


def finite(log_probs: torch.Tensor) -> torch.Tensor:
    """Replace the -inf of padded log probabilities by 0."""
    return log_probs.masked_fill(log_probs == -torch.inf, 0.0)


def entropy(log_probs: torch.Tensor) -> torch.Tensor:
    """Entropy (m,) of padded log probabilities."""
    return -(log_probs.exp() * finite(log_probs)).sum(1)


def pick(log_probs: torch.Tensor, counts: torch.Tensor, uniform: np.ndarray) -> torch.Tensor:
    """Sample legal actions by inverse CDF from uniform numbers in [0, 1): their indices within each position, int64 (m,)."""
    below = log_probs.exp().cumsum(1) <= torch.from_numpy(uniform.astype(np.float32)).to(log_probs.device)[:, None]
    return torch.minimum(below.sum(1), counts.to(log_probs.device) - 1)
