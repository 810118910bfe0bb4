"""Blinds a network to some columns: their weights are zero and stay zero, which can be verified in the trained network."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

import numpy as np
import torch

from skirmish_rl.agents.identity import columns_of, common_columns
from skirmish_rl.agents.ppo.network import ActionNetwork, FlatNetwork, RowsNetwork
from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.core.ruleset import Scenario

_ROW = "row.weight"  # what reads actions


def hidden_columns(scenario: Scenario, patterns: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Find the columns that match some patterns.

    Args:
        scenario: the scenario.
        patterns: names as `columns_of` gives them, those of action features with the prefix `action.`; `*` stands for anything.

    Returns:
        Two bool arrays: the matching columns of a position, and those of an action.

    Raises:
        UnknownName: a pattern matches no column.
    """
    names = [*columns_of(scenario), *(f"action.{name}" for name in scenario.ruleset.action_features)]
    hidden = np.zeros(len(names), bool)
    for pattern in patterns:
        fits = np.array([fnmatchcase(name, pattern) for name in names])
        if not fits.any():
            raise unknown("column in blind", pattern, names[-len(scenario.ruleset.action_features) :])
        hidden |= fits
    return hidden[: scenario.n_position], hidden[scenario.n_position :]


def blindfold(network: ActionNetwork, scenario: Scenario, patterns: Sequence[str], anywhere: bool = False) -> None:
    """Set the weights of the matching columns to zero, and keep them at zero during training.

    Args:
        anywhere: all columns of positions but the `common_columns` of the game's scenarios, too.
    """
    if not patterns and not anywhere:
        return
    hidden_position, hidden_action = hidden_columns(scenario, patterns)
    if anywhere:
        hidden_position |= ~np.isin(columns_of(scenario), common_columns(scenario))
    position, action = (torch.from_numpy(~hidden).to(network.device, torch.float32) for hidden in (hidden_position, hidden_action))
    for name, weight in network.named_parameters():
        if name in network.reads or name == _ROW:
            seen = action if name == _ROW else position
            with torch.no_grad():
                weight.mul_(seen)
            weight.register_hook(lambda gradient, seen=seen: gradient * seen)


def peeks(weights: dict[str, np.ndarray], scenario: Scenario, patterns: Sequence[str]) -> list[str]:
    """Names of the weights through which a network reads columns that match some patterns."""
    position, action = hidden_columns(scenario, patterns)
    return [
        name for name in (_ROW, *RowsNetwork.reads, *FlatNetwork.reads)
        if name in weights and weights[name][:, action if name == _ROW else position].any()
    ]  # fmt: skip
