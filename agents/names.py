"""Agents by their names on a command line.

random            any legal action
bot:<name>        a bot of the ruleset; `bot:strongest` is its last
bot:<name>@0.5    a bot that gives this share of its answers (0.1, 0.2, ... 0.9) at random
mcts:<n>[:<bot>]  search: n simulated games for every decision, of the actions that a bot likes best, played out by it
mcts:0.5s[:<bot>] the same with so much time for every decision; what it answers depends on the machine
ppo:<path>        a trained network: a run folder or a checkpoint file
look:<path>       search by the same network: it tries its favourite actions on copies of the game before it answers
look:<n>:<path>   the same with another number of copies, or a time (`look:0.5s:<path>`)
python:<module>:<name>  a class or function of your own, see `own.py`
"""

from __future__ import annotations

from pathlib import Path

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.own import OwnAgent
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.search import is_budget, read_budget, search_by_bot
from skirmish_rl.agents.uniform import UniformAgent
from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.core.ruleset import Scenario

KINDS = (
    "random", "bot:<name>", "bot:<name>@0.5", "mcts:<n>", "mcts:<seconds>s", "ppo:<run folder or checkpoint>",
    "look:<run folder or checkpoint>", "python:<module>:<name>",
)  # fmt: skip


def agent_of(spec: str, scenario: Scenario, threads: int = 0) -> Agent:
    """The agent that a name stands for; torch is imported for trained networks only.

    Args:
        threads: that play the copies of a search; 0 for all cores.

    Raises:
        UnknownName: no such kind of agent, no such bot, or nothing of that name in a module.
        BadOption: a number of simulations, a time, or a share of errors, that is not one; a module of one's own that cannot be used.
        CheckpointError: no usable checkpoint for this scenario at the path.
        MissingExtra: a trained network without the libraries to run it.
    """
    kind, _, rest = spec.partition(":")
    if spec == "random":
        return UniformAgent(scenario)
    if kind == "bot":
        return ScriptedAgent(scenario, rest)
    if kind == "mcts":
        amount, _, bot = rest.partition(":")
        return search_by_bot(scenario, read_budget(amount), bot or STRONGEST, threads)
    if kind == "python":
        return OwnAgent(scenario, spec)
    if kind == "ppo" and rest:
        from skirmish_rl.agents.ppo.agent import load_agent

        return load_agent(Path(rest), scenario)
    if kind == "look" and rest:
        from skirmish_rl.agents.lookahead import look_ahead
        from skirmish_rl.agents.ppo.agent import load_agent

        amount, _, path = rest.partition(":")
        if path and is_budget(amount):
            return look_ahead(scenario, load_agent(Path(path), scenario), read_budget(amount), threads)
        return look_ahead(scenario, load_agent(Path(rest), scenario), threads=threads)
    raise unknown("agent", spec, KINDS)
