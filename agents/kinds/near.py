"""A weak agent that makes mistakes as people do: it takes actions that the strong bot likes nearly as well as its favourite."""

from __future__ import annotations

import re

import numpy as np

from skirmish_rl.agents.kinds.chance import uniforms
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 73
_BEHIND, _RANK = "behind", "rank"  # columns of action features in which the strong bot's opinion stands
_LEAST, _MOST = 0.1, 64.0  # slack
_NUMBER = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?")


def read_slack(text: str) -> float:
    """Read a slack from an agent's name: "2", "0.75".

    Raises:
        BadOption: no number, or one that is out of range.
    """
    slack = float(text) if _NUMBER.fullmatch(text) else 0.0
    if not _LEAST <= slack <= _MOST:
        raise BadOption(f"{text!r:.40} is no slack; write a number from {_LEAST:g} to {_MOST:g} with at most two decimals, as in near:2")
    return slack


def is_end(layout: Layout, action: int) -> bool:
    """True for an action that passes, or ends what is being done."""
    block, argument = layout.action(action)
    return block == "pass" or argument == "end"


class NearAgent:
    """Plays an action that the strong bot likes nearly as well as its favourite: the smaller the gap, the likelier.

    An action that is as many points behind as the slack says is e times less likely than the best. A point is half of that at which the
    ruleset's fine column of scores is cut. It takes none of the worse half of its actions, where there are more than two, and it passes,
    or ends what it does, only where the bot would: it never leaves something undone.

    Args:
        slack: 0.1 for nearly the bot itself.

    Raises:
        BadOption: the ruleset does not tell how good its actions are.
    """

    def __init__(self, scenario: Scenario, slack: float, name: str):
        self.slack, self.name = slack, name
        self.bot: int | None = None
        columns, layout = scenario.ruleset.action_features, scenario.ruleset.layout
        for column in (_BEHIND, _RANK):
            if column not in columns:
                raise BadOption(
                    f"{name}: {scenario.ruleset.name} has no action feature {column!r}; name another agent, such as bot:simple"
                )
        self.columns = [columns.index(_BEHIND), columns.index(_RANK)]
        self.ends = np.array([is_end(layout, action) for action in range(layout.size)])

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        rows = batch.encode_actions(index, observe=False)
        counts = np.diff(rows.offsets)
        behind, ranks = rows.rows[:, self.columns].astype(np.float64).T
        among = np.repeat(np.maximum(2, (counts + 1) // 2), counts)
        inside = np.arange(counts.max())[None, :] < counts[:, None]
        weights = np.zeros(inside.shape)
        weights[inside] = self._weights(behind, np.rint(1 / ranks) - 1 < among, self.ends[rows.numbers])
        below = weights.cumsum(axis=1)
        wanted = uniforms(batch.games[index], _SALT) * below[:, -1]
        chosen = np.minimum((below <= wanted[:, None]).sum(axis=1), counts - 1)
        actions: np.ndarray = rows.numbers[rows.offsets[:-1] + chosen]
        return actions

    def _weights(self, behind: np.ndarray, better: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """How likely actions are, as against the best: by how far they fall behind, bent half-way at one point.

        Args:
            better: true for those of the better half. ends: true for those that end something.
        """
        points = behind / np.maximum(1 - behind, 1e-6)
        weights: np.ndarray = np.where(better, np.exp(-points / self.slack), 0)
        weights[ends & (behind > 0)] = 0
        return weights
