"""Tabletop skirmish games with alternating activation as reinforcement-learning environments.

    env = skirmish_rl.make("godbreakers", scenario="drill")              # PettingZoo AEC: every seat an agent
    env = gymnasium.make("skirmish/Godbreakers-v0", opponent="bot:strong")   # Gymnasium: one learner
    env = skirmish_rl.make_vec("godbreakers", n_games=256)               # Gymnasium VectorEnv: a batch in one compiled call

`skirmish_rl.envs` holds the games and needs no torch; `skirmish_rl.agents` holds who plays them.
Importing this package registers the names with Gymnasium and PettingZoo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skirmish_rl.envs import available, gymnasium_id, make, make_vec
from skirmish_rl.envs.adapters import seating

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Scenario

__all__ = ["__version__", "available", "gymnasium_id", "make", "make_vec"]
__version__ = "1.0.0"


def _agent_of(name: str, scenario: Scenario) -> Any:
    """An agent by its name, for seats of environments; agents, and torch with them, are imported when one is named."""
    from skirmish_rl.agents.names import agent_of

    return agent_of(name, scenario)


def _known_in(game: str) -> list[str]:
    """Agents that a ruleset has by name."""
    from skirmish_rl.agents.names import known_in

    return known_in(game)


seating.NAMED.append(_agent_of)
seating.KNOWN.append(_known_in)
