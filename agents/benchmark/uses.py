"""What an entrant uses at play time: the package's bots, and copies of the game for planning."""

from __future__ import annotations

import functools
from typing import Any

from skirmish_rl.agents.benchmark.protocol import Place, Protocol, judged_columns, read_protocol
from skirmish_rl.agents.names import erring, network_of, saved_network
from skirmish_rl.agents.own import found_in
from skirmish_rl.agents.search import read_budget
from skirmish_rl.agents.settings.trust import is_plain
from skirmish_rl.agents.shipped import LADDERS, level_of
from skirmish_rl.agents.tensors import read_network
from skirmish_rl.envs.core.errors import BadOption, SkirmishError
from skirmish_rl.envs.core.ruleset import Scenario

_RECIPES = {"imitation-ppo": "its favourites, its scores", "rows-scratch": "its scores", "self-play": "its scores", "maskable-ppo": "no"}
NO, IS_ONE, SCORES, FAVOURITES, PLAYS_ON, UNKNOWN = "no", "is one", "its scores", "its favourites", "plays copies on", "unknown"
_WEIGHTS = ".safetensors"


def bot_used(spec: str, place: Place, protocol: Protocol) -> str:
    """Describe in a few words what an agent uses of the package's bots at play time; "no" for nothing.

    Args:
        spec: the agent's name, "" if it has none.
        place: the game and scenario.
        protocol: the protocol, which says which columns bots compute.

    Raises:
        SkirmishError: there is no such agent.
    """
    spec, _ = erring(spec)
    kind, _, rest = spec.partition(":")
    if kind in LADDERS:
        return bot_used(level_of(place.game, rest, kind), place, protocol)
    if kind == "ppo":
        return used_by(*weights_of(rest, scenario := place.settle()), scenario, protocol)
    if kind == "look":  # the strongest bot answers for the other seats of its copies
        used = used_by(*weights_of(network_of(spec)[0], scenario := place.settle()), scenario, protocol)
        return PLAYS_ON if used == NO else f"{used}, {PLAYS_ON}"
    if kind == "mcts":
        return f"{FAVOURITES}, {PLAYS_ON}"
    if kind == "python":
        return UNKNOWN if hasattr(found_in(spec), "bot") else f"{NO} (declared)"
    if kind == "near":
        return f"{FAVOURITES}, {SCORES}"
    return {"random": NO, "bot": IS_ONE}.get(kind, UNKNOWN)


def used_by(weights: dict[str, Any], network: dict[str, Any], scenario: Scenario, protocol: Protocol | None = None) -> str:
    """Describe what a network uses of bots: a bot's choice of actions to consider, and columns that a bot computes and the weights read.

    Args:
        weights: the network's weights.
        network: its settings.
        scenario: the scenario.
        protocol: the protocol; None for the standard one.
    """
    read = columns_read(weights, scenario, protocol or _protocol())
    return ", ".join([*([FAVOURITES] if network["consider"] else []), *([SCORES] if read else [])]) or NO


def weights_of(name: str, scenario: Scenario) -> tuple[dict[str, Any], dict[str, Any]]:
    """Load the weights of a network, and its settings.

    Args:
        name: the part of the agent's name after `ppo:`.
        scenario: the scenario.
    """
    from skirmish_rl.agents.ppo.checkpoints import load_network

    file, identity = saved_network(name, scenario)
    if file.suffix == _WEIGHTS:
        return read_network(file, scenario)[0], identity["network"]
    network = load_network(file, scenario)[0]
    return {name: value.float().numpy() for name, value in network.state_dict().items()}, identity["network"]


def columns_read(weights: dict[str, Any], scenario: Scenario, protocol: Protocol) -> list[str]:
    """Names of the weights that read what bots compute."""
    from skirmish_rl.agents.ppo.blind import peeks

    return peeks(weights, scenario, judged_columns(protocol, scenario))


def copies_used(spec: str, ruleset: str) -> str:
    """The copies of the game that an agent plays for one decision, according to its name: a number, or seconds.

    The result is "unknown" for a program and for a class that receives the batch.
    """
    spec, _ = erring(spec)
    kind, _, rest = spec.partition(":")
    if kind in LADDERS:
        return copies_used(level_of(ruleset, rest, kind), ruleset)
    if kind == "mcts":
        return str(read_budget(rest.partition(":")[0]))
    if kind == "look":
        return str(read_budget(network_of(spec)[1]))
    if kind == "exec":
        return UNKNOWN
    if kind == "python":
        told = getattr(found_in(spec), "copies", None)
        return f"{told} (declared)" if type(told) is int and told >= 0 else UNKNOWN if hasattr(found_in(spec), "bot") else "0 (declared)"
    return "0" if kind in ("random", "bot", "near", "ppo") else UNKNOWN


@functools.cache
def _protocol() -> Protocol:
    return read_protocol()


@functools.cache
def used_before(spec: str, raw: bool, task: tuple[str, str]) -> tuple[str, str]:
    """Guess bot use and copies of an entrant, by its name and track, for a results file that is too old to say.

    Args:
        spec: the entrant's name.
        raw: True if the track hides what bots compute.
        task: game and place.
    """
    if raw:
        return NO, "0"
    if spec in _RECIPES:
        return _RECIPES[spec], "0"
    try:
        place = Place.of(*task)
        name = place.named(spec)
        if not is_plain(name):  # a file may name code, and nobody has asked for that
            return UNKNOWN, UNKNOWN
        return bot_used(name, place, _protocol()), copies_used(name, place.game)
    except SkirmishError:
        return UNKNOWN, UNKNOWN


def check_copies(spec: str, ruleset: str, protocol: Protocol) -> None:
    """Refuse an agent that plans with more copies than the protocol allows.

    Raises:
        BadOption: the agent plays more copies for a decision, or as many as fit into a time.
    """
    told = copies_used(spec, ruleset).partition(" ")[0]
    if told.endswith("s"):
        raise BadOption(
            f"{spec}: what it finds in a time depends on the machine; name a number of copies, at most {protocol.copies} for a decision"
        )
    if told.isdigit() and int(told) > protocol.copies:
        raise BadOption(f"{spec} plays {told} copies of the game for a decision; this protocol allows {protocol.copies}")
