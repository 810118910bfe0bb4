"""Agents and everything about them: opponents, arena, ratings, learners. Nothing here knows a ruleset by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skirmish_rl.agents.trained import NetworkAgent

__all__ = ["load"]


def load(name: str | Path) -> NetworkAgent:
    """Load a trained agent; its `scenario` is the one that it was trained on.

    `agents.names.agent_of` takes any name and scenario.

    Args:
        name: "ppo:<ruleset>" or "ppo:<ruleset>/<agent>" for one that comes with the package; or the path of an agent's folder, of an
            exported network, of a run folder or of a checkpoint.

    Raises:
        CheckpointError, DataError: nothing there, damaged, or made by another version. MissingExtra: a run folder or a checkpoint, without
            torch.
    """
    from skirmish_rl.agents.names import trained_agent

    return trained_agent(str(name).removeprefix("ppo:"))
