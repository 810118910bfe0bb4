"""What an agent is, and agents by their names on a command line.

random            any legal action
bot:<name>        a bot of the ruleset; `bot:strongest` is its last
mcts:<n>[:<bot>]  n simulated games for every decision, played out by a bot
ppo:<path>        a trained network: a run folder or a checkpoint file
look:<path>       the same network, trying its favourite actions on copies of the game before it answers
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, unknown
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

KINDS = ("random", "bot:<name>", "mcts:<n>", "ppo:<run folder or checkpoint>", "look:<run folder or checkpoint>")
STRONGEST = "strongest"


class Agent(Protocol):
    """Something that chooses actions.

    An agent's answer depends on nothing but the game in front of it: its luck comes from `agents.chance`, so the same
    game is answered the same way alone, in any batch and in any order.

    Attributes:
        name: as on the command line.
        bot: index of the compiled bot that answers in its stead inside the engine, None when `act` must be asked.
    """

    name: str
    bot: int | None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Answer the pending decisions of some games; nothing is played.

        Args:
            batch: reads games, masks and whatever else the agent looks at (`batch.encode_actions`, `batch.observations`).
            index: int64 (m,) games that are not over.

        Returns:
            int64 (m,) legal actions.
        """
        ...


def bot_index(ruleset: Ruleset, name: str) -> int:
    """Index of a bot by its name, `strongest` being the last.

    Raises:
        UnknownName: no bot of that name.
    """
    return len(ruleset.bots) - 1 if name == STRONGEST else ruleset.bot(name)


def agent_of(spec: str, scenario: Scenario) -> Agent:
    """The agent that a name stands for.

    Raises:
        UnknownName: no such kind of agent, or no such bot.
        BadOption: a number of simulations that is not one.
        CheckpointError: no usable checkpoint for this scenario at the path.
    """
    kind, _, rest = spec.partition(":")
    if spec == "random":
        from skirmish_rl.agents.uniform import UniformAgent

        return UniformAgent(scenario)
    if kind == "bot":
        from skirmish_rl.agents.scripted import ScriptedAgent

        return ScriptedAgent(scenario, rest)
    if kind == "mcts":
        from skirmish_rl.agents.mcts import SearchAgent

        number, _, bot = rest.partition(":")
        if not number.isdigit() or int(number) < 1:
            raise BadOption(f"agent {spec!r}: {number!r} is not a number of simulations; write for example mcts:100")
        return SearchAgent(scenario, int(number), bot or STRONGEST)
    if kind == "ppo" and rest:
        from skirmish_rl.agents.ppo.agent import load_agent

        return load_agent(Path(rest), scenario)
    if kind == "look" and rest:
        from skirmish_rl.agents.ppo.agent import load_agent
        from skirmish_rl.agents.ppo.lookahead import LookaheadAgent

        plain = load_agent(Path(rest), scenario)
        return LookaheadAgent(scenario, plain.network, plain.name.replace("ppo:", "look:", 1))
    raise unknown("agent", spec, KINDS)
