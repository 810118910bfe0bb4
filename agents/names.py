"""Agents by their names on a command line.

random            any legal action
bot:<name>        a bot of the ruleset; `bot:strongest` is its last
bot:<name>@0.5    a bot that gives this share of its answers (0.01 to 0.99) at random
mcts:<n>[:<bot>]  search: n simulated games for every decision, of the actions that a bot likes best, played out by it
mcts:0.5s[:<bot>] the same with so much time for every decision; what it answers depends on the machine
ppo:<ruleset>     the trained network that comes with the package for this scenario, or for the small one
ppo:<ruleset>/<agent>  any that comes with the package; in `ppo:<ruleset>/*-league` the `*` stands for the scenario
ppo:<path>        a trained network: an agent's folder or an exported network, which need no torch; a run folder or a checkpoint file
look:<network>    search by a network, named as after `ppo:`: it tries its favourite actions on copies of the game before it answers
look:<n>:<network>  the same with another number of copies, or a time (`look:0.5s:<network>`)
level:<n>         a level of play, 1 for the weakest; the ruleset's agents that come with the package
level:master      the strongest of them, above the levels
easy:<n>          a weak opponent for people, 1 for the weakest: it errs as people do, see `kinds/near.py`
near:<slack>      an action that the strong bot likes nearly as well as its favourite: near:0.5 is strong, near:8 weak
mcts:<n>@0.2, ppo:<...>@0.2, look:<...>@0.2  the same, giving this share of its answers at random; in `mcts:<n>:strong@0.2` the bot does
python:<module>:<name>  a class or function of your own, see `own.py`
python:<module>:<name>:<path>  a class that is made with the path, too: a network of your own by its folder
exec:<command>    a program of your own in any language, see `programs.py`; exec:30s:<command> gives it so much time for every decision
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.folders import is_shared, load_shared, network_file
from skirmish_rl.agents.kinds.epsilon import EpsilonAgent
from skirmish_rl.agents.kinds.near import NearAgent, read_slack
from skirmish_rl.agents.kinds.programs import ProgramAgent
from skirmish_rl.agents.lookahead import USUAL, look_ahead
from skirmish_rl.agents.own import OwnAgent
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.search import is_budget, read_budget, search_by_bot
from skirmish_rl.agents.shipped import LADDERS, find_agent, level_of, levels_of, shipped_agents
from skirmish_rl.agents.tensors import read_network
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.agents.uniform import UniformAgent
from skirmish_rl.envs.core.errors import CheckpointError, SkirmishError, UnknownName, unknown
from skirmish_rl.envs.core.ruleset import Scenario, read_share

KINDS = (
    "random", "bot:<name>", "bot:<name>@0.5", "mcts:<n>", "mcts:<seconds>s", "ppo:<ruleset>",
    "ppo:<agent's folder, run folder or checkpoint>",
    "look:<the same>", "<any of these three>@0.2", "level:<n>", "easy:<n>", "near:<slack>", "python:<module>:<name>[:<path>]",
    "exec:<command>",
)  # fmt: skip

WORDS = frozenset(kind.partition(":")[0] for kind in KINDS if not kind.startswith("<"))  # that begin the names of agents
_ABLE = ("mcts", "ppo", "look")  # who may be epsilon-random: bots are so themselves


def known_in(game: str) -> list[str]:
    """Names of agents of a game beside its bots: levels, searches, the networks that come with the package."""
    networks = [f"{kind}:{name}" for name in shipped_agents() if name.startswith(f"{game}/") for kind in ("ppo", "look")]
    levels = [f"{kind}:{level}" for kind in LADDERS for level in levels_of(game, kind)]
    return [*levels, "mcts:100", "mcts:0.5s", *networks]


def agent_of(spec: str, scenario: Scenario, threads: int = 0) -> Agent:
    """Make the agent with a name; torch is imported for run folders and checkpoints only.

    Args:
        threads: that play the copies of a search; 0 for all cores.

    Raises:
        UnknownName: no such kind of agent, no such bot or level, or nothing of that name in a module.
        BadOption: a number of simulations, a time, or a share of errors, that is not one; a module or a program of one's own that cannot
            be used.
        CheckpointError, DataError: no usable network for this scenario at the path, or of that name.
        MissingExtra: a run folder or a checkpoint without the libraries to read it.
    """
    kind, _, rest = spec.partition(":")
    able, share = erring(spec)
    if share:
        return EpsilonAgent(agent_of(able, scenario, threads), read_share(share, spec), spec)
    if spec == "random":
        return UniformAgent(scenario)
    if kind == "bot":
        return ScriptedAgent(scenario, rest)
    if kind == "mcts":
        amount, _, bot = rest.partition(":")
        return search_by_bot(scenario, read_budget(amount), bot or STRONGEST, threads)
    if kind == "python":
        return OwnAgent(scenario, spec)
    if kind == "exec":
        return ProgramAgent(scenario, spec)
    if kind == "ppo" and rest:
        try:
            return trained_agent(rest, scenario)
        except CheckpointError as error:
            if rest != scenario.ruleset.name or not (everywhere := _plays_all(scenario)):
                raise
            raise CheckpointError(f"{error}. {everywhere} plays every scenario for two seats") from error
    if kind == "look" and rest:
        network, budget = network_of(spec)
        return look_ahead(scenario, trained_agent(network, scenario), read_budget(budget), threads)
    if kind == "near" and rest:
        return NearAgent(scenario, read_slack(rest), spec)
    if kind in LADDERS and rest:
        named = level_of(scenario.ruleset.name, rest, kind)
        try:
            agent = agent_of(named, scenario, threads)
        except CheckpointError as error:
            there = ", ".join(level for level, player in levels_of(scenario.ruleset.name, kind).items() if fits(player, scenario))
            raise UnknownName(
                f"{spec} is {named}, which does not play {scenario.name} with {scenario.seats} seats; levels there: {there}"
            ) from error
        agent.name = spec
        return agent
    raise unknown("agent", spec, [*KINDS, *(f"bot:{bot}" for bot in scenario.ruleset.bots), *known_in(scenario.ruleset.name)])


def _plays_all(scenario: Scenario) -> str:
    """The agent of the package that plays all scenarios of a game, "" if it does not play this one."""
    name = f"{scenario.ruleset.name}/any"
    return f"ppo:{name}" if name in shipped_agents() and fits(f"ppo:{name}", scenario) else ""


def erring(spec: str, on_disk: bool = True) -> tuple[str, str]:
    """Split the name of a search or network agent into its name and its epsilon, "" for none.

    Args:
        on_disk: look whether a network has the whole name; False for names that strangers give, so that no path of theirs is asked for.
    """
    able, _, share = spec.rpartition("@")
    kind, _, rest = able.partition(":")
    if kind not in _ABLE or (kind == "mcts" and ":" in rest):  # there it is the bot's
        return spec, ""
    if not share[:1].isdigit() or "/" in share:
        return spec, ""
    if on_disk and kind != "mcts" and os.path.exists(spec.partition(":")[2]):
        return spec, ""
    return able, share


def fits(spec: str, scenario: Scenario) -> bool:
    """True if an agent can play this scenario; a network reads only observations like those of its own scenario."""
    try:
        agent_of(spec, scenario)
    except SkirmishError:
        return False
    return True


def network_of(spec: str, on_disk: bool = True) -> tuple[str, str]:
    """The network of an agent `ppo:...` or `look:...`, epsilon-random or not, and its budget of lookahead.

    Args:
        on_disk: see `erring`.
    """
    _, _, rest = erring(spec, on_disk)[0].partition(":")
    amount, _, network = rest.partition(":")
    return (network.removeprefix("ppo:"), amount) if network and is_budget(amount) else (rest.removeprefix("ppo:"), str(USUAL))


def saved_network(name: str, scenario: Scenario | None = None) -> tuple[Path, dict[str, Any]]:
    """The file of a trained network, and its identity.

    Args:
        name: as after `ppo:`. scenario: see `find_agent`.

    Raises:
        CheckpointError, DataError, MissingExtra: see `agent_of`.
    """
    path, _ = find_agent(name, scenario)
    if is_shared(path):
        return network_file(path), read_network(network_file(path))[1]
    from skirmish_rl.agents.ppo.checkpoints import find_checkpoint, read_identity

    return find_checkpoint(path), read_identity(find_checkpoint(path))


def trained_agent(name: str, scenario: Scenario | None = None) -> NetworkAgent:
    """The agent of a trained network.

    Args:
        name: as after `ppo:`.
        scenario: that it is to play; None for the one that it was trained on.

    Raises:
        CheckpointError, DataError, MissingExtra: see `agent_of`.
    """
    path, shipped = find_agent(name, scenario)
    if is_shared(path):
        return load_shared(path, scenario, shipped)
    from skirmish_rl.agents.ppo.agent import load_agent

    return load_agent(path, scenario)
