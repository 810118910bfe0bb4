"""Trained networks without torch: their interface, and the same matrix products as in `ppo/network.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from skirmish_rl.agents.workers.blas import one_thread
from skirmish_rl.envs.core.batch import ActionRows, Batch
from skirmish_rl.envs.core.errors import BadOption, did_you_mean

RESIDUAL = "residual"  # the policy that self-play on a device trains; the others are those of `ppo`
POLICIES = ("rows", "mlp", RESIDUAL)
_MOST_BLOCKS = 64
PRECISIONS = ("auto", "float32", "bfloat16")
FREE_SETTINGS = ("consider", "precision")  # of `NetworkConfig`: they change no weight's shape


@dataclass(frozen=True)
class NetworkConfig:
    """Shape of the network.

    Attributes:
        policy: "rows" scores each legal action by its features; "mlp" is the textbook network with a logit for each flat
            action.
        width: hidden units of the layers that see one action ("rows").
        summary: hidden units of the layers that see the whole observation.
        consider: consider only this many legal actions, those that the ruleset's strongest bot scores highest; 0 for all.
        precision: precision of the large products: "float32", "bfloat16" (half the time on processors that support it, "rows"
            only), or "auto" for the faster one. Weights, scores and values are always float32.
        blocks: blocks of a "residual" network, which self-play on a device trains. It is `summary` wide, reads only the
            observation, and its value head gives the probabilities of loss, draw and win.
    """

    policy: str = "rows"
    width: int = 64
    summary: int = 128
    consider: int = 0
    precision: str = "auto"
    blocks: int = 2


def check_network(config: NetworkConfig) -> None:
    """Refuse settings from which no network can be built.

    Raises:
        BadOption: no such policy or precision, or a width below 1.
    """
    if config.policy not in POLICIES:
        raise BadOption(f"network.policy {config.policy!r}; {did_you_mean(config.policy, POLICIES)}")
    if min(config.width, config.summary) < 1:
        raise BadOption(f"network widths {config.width} and {config.summary}: both must be at least 1")
    if not 0 <= config.blocks <= _MOST_BLOCKS:
        raise BadOption(f"network.blocks {config.blocks}: 0 to {_MOST_BLOCKS}")
    if config.precision not in PRECISIONS:
        raise BadOption(f"network.precision {config.precision!r}; {did_you_mean(config.precision, PRECISIONS)}")
    if config.consider < 0 or config.consider == 1:
        raise BadOption(f"network.consider {config.consider}: 0 for all legal actions, or at least 2")


class Opinion(NamedTuple):
    """A network's values of some positions and scores of their legal actions, packed position after position.

    Attributes:
        offsets: int64 (m + 1,), where the actions of each position begin.
        numbers: int64 (r,), flat action indices; the next question to the same batch rewrites them.
        log_probs: float32 (m, most actions of a position), -inf where there is none.
        values: float32 (m,), of the positions for their deciders.
    """

    offsets: np.ndarray
    numbers: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray

    def answers(self, places: np.ndarray) -> np.ndarray:
        """Flat actions, int64 (m, ...), by their places among each position's legal actions; arbitrary beyond the last one."""
        first = self.offsets[:-1].reshape(-1, *[1] * (places.ndim - 1))
        return self.numbers[np.minimum(first + places, len(self.numbers) - 1)]


class Network(Protocol):
    """The interface of a network, with torch or without."""

    def judge(self, batch: Batch, index: np.ndarray) -> Opinion:
        """Scores and values for the pending decisions of some games that are not over, int64 (m,)."""
        ...


def shapes_of(config: NetworkConfig, n_position: int, n_row: int, n_actions: int) -> dict[str, tuple[int, ...]]:
    """Every weight of a network by name, as `ppo/network.py` calls them, with its shape.

    Args:
        n_position: columns of a position. n_row: columns of an action. n_actions: flat actions.
    """
    wide, deep = config.width, config.summary
    layers: dict[str, tuple[int, ...]]
    if config.policy == "rows":
        layers = {
            "see": (2 * deep, n_position), "summary.1": (wide, deep), "row": (wide, n_row), "mix": (wide, wide), "score": (1, wide),
            "mean": (deep, wide), "value.1": (wide, deep), "value.3": (1, wide),
        }  # fmt: skip
    elif config.policy == RESIDUAL:
        layers = {"see": (deep, n_position), "score": (n_actions, deep), "value": (3, deep)}
        layers |= {
            f"blocks.{k}.{part}": shape
            for k in range(config.blocks)
            for part, shape in (("wide", (2 * deep, deep)), ("narrow", (deep, 2 * deep)))
        }
        layers |= dict.fromkeys(("norm", *(f"blocks.{k}.norm" for k in range(config.blocks))), (deep,))
    else:
        layers = {f"{part}.{k}": (deep, n) for part in ("actor", "value") for k, n in ((0, n_position), (2, deep))}
        layers |= {"actor.4": (n_actions, deep), "value.4": (1, deep)}
    weights: dict[str, tuple[int, ...]] = {f"{name}.weight": shape for name, shape in layers.items()}
    return weights | {f"{name}.bias": shape[:1] for name, shape in layers.items() if name != "mean"}


class PlainNetwork:
    """A network whose weights are arrays.

    Args:
        weights: float32 arrays, as `shapes_of` names them.
    """

    def __init__(self, config: NetworkConfig, weights: Mapping[str, np.ndarray]):
        self.config, self.weights = config, dict(weights)

    def reads_only(self, features: int) -> bool:
        """True if the network reads the observation only, so that no bot need survey a position for it.

        Args:
            features: columns of the observation.
        """
        return self.config.policy == RESIDUAL and not self.weights["see.weight"][:, features:].any()

    def judge(self, batch: Batch, index: np.ndarray) -> Opinion:
        """See `Network.judge`."""
        if batch.observations.shape[1] and self.reads_only(batch.observations.shape[1]):
            actions = _seen(batch, index)
        else:
            actions = batch.encode_actions(index, most=self.config.consider)
        with one_thread():
            scores, values = self(actions)
        return Opinion(actions.offsets, actions.numbers, log_softmax(scores, np.diff(actions.offsets)), values)

    def __call__(self, actions: ActionRows) -> tuple[np.ndarray, np.ndarray]:
        """Scores (r,) of all actions and values (m,) of the positions, float32."""
        scores, thoughts = self._read(actions)
        return scores, self._value(thoughts)

    def thoughts(self, actions: ActionRows) -> tuple[np.ndarray, np.ndarray]:
        """Values (m,) of the positions, and the last hidden layer before them, (m, units), float32."""
        thoughts = self._read(actions)[1]
        return self._value(thoughts), thoughts

    @property
    def units(self) -> int:
        """Number of units in the last hidden layer of the value."""
        last = {RESIDUAL: "value", "mlp": "value.4"}.get(self.config.policy, "value.3")
        return int(self.weights[f"{last}.weight"].shape[1])

    def _read(self, actions: ActionRows) -> tuple[np.ndarray, np.ndarray]:
        """Scores of all actions, and the layer before the values."""
        counts = np.diff(actions.offsets)
        position = np.repeat(np.arange(len(counts)), counts)
        if self.config.policy == RESIDUAL:
            seen = self._residual(actions.positions)
            return self._layer("score", seen)[position, actions.numbers], seen
        if self.config.policy == "mlp":
            scores = self._layer("actor.4", self._deep("actor", actions.positions))
            return scores[position, actions.numbers], self._deep("value", actions.positions)
        for_score, for_value = np.split(self._layer("see", actions.positions), 2, axis=1)
        rows = self._layer("row", actions.rows)
        summary = self._layer("summary.1", _positive(for_score))
        hidden = _positive(self._layer("mix", _positive(rows + summary[position])))
        mean = np.add.reduceat(rows, actions.offsets[:-1], axis=0) / counts[:, None].astype(np.float32)
        judged = self._layer("value.1", _positive(for_value + mean @ self.weights["mean.weight"].T))
        return self._layer("score", hidden)[:, 0], _positive(judged)

    def _value(self, thoughts: np.ndarray) -> np.ndarray:
        if self.config.policy == RESIDUAL:
            chances = np.exp(log_softmax(self._layer("value", thoughts).reshape(-1), np.full(len(thoughts), 3)))
            values: np.ndarray = chances[:, 2] - chances[:, 0]
            return values
        return self._layer("value.4" if self.config.policy == "mlp" else "value.3", thoughts)[:, 0]

    def _layer(self, name: str, inputs: np.ndarray) -> np.ndarray:
        outputs: np.ndarray = inputs @ self.weights[f"{name}.weight"].T
        outputs += self.weights[f"{name}.bias"]
        return outputs

    def _residual(self, inputs: np.ndarray) -> np.ndarray:
        seen = _positive(inputs @ self.weights["see.weight"][:, : inputs.shape[1]].T + self.weights["see.bias"])
        for k in range(self.config.blocks):
            wide = _positive(self._layer(f"blocks.{k}.wide", self._norm(f"blocks.{k}.norm", seen)))
            seen = seen + self._layer(f"blocks.{k}.narrow", wide)
        return self._norm("norm", seen)

    def _norm(self, name: str, inputs: np.ndarray) -> np.ndarray:
        centred = inputs - inputs.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(1e-5))
        normed: np.ndarray = centred / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return normed

    def _deep(self, name: str, inputs: np.ndarray) -> np.ndarray:
        return np.tanh(self._layer(f"{name}.2", np.tanh(self._layer(f"{name}.0", inputs))))


def _seen(batch: Batch, index: np.ndarray) -> ActionRows:
    """The legal actions of some positions and their observations, without rows."""
    position, numbers = np.nonzero(batch.masks[index])
    offsets = np.concatenate([[0], np.bincount(position, minlength=len(index)).cumsum()])
    return ActionRows(offsets, numbers, np.zeros((len(numbers), 0), np.float32), batch.observations[index])


def _positive(numbers: np.ndarray) -> np.ndarray:
    return np.maximum(numbers, 0, out=numbers)


def log_softmax(scores: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Log probabilities of the actions of each position, padded with -inf to (m, most actions)."""
    inside = np.arange(counts.max())[None, :] < counts[:, None]
    padded = np.full(inside.shape, -np.inf, np.float32)
    padded[inside] = scores
    padded -= padded.max(axis=1, keepdims=True)
    return padded - np.log(np.exp(padded).sum(axis=1, keepdims=True))


def pick(log_probs: np.ndarray, counts: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """Which action (0, 1, ... of each position) a uniform number in [0, 1) falls on; int64 (m,)."""
    below = np.exp(log_probs).cumsum(axis=1, dtype=np.float64) <= uniform[:, None].astype(np.float32)
    return np.minimum(below.sum(axis=1), counts - 1)
