"""The identity of a saved network: its ruleset, its scenario, and the columns of positions and actions that it reads.

A game may get more actions, at the end of its layout, and more columns of an action, under new names. A network from before plays on where
positions are as before: a new column weighs nothing, and an action that the network does not know comes last.

A network that was trained to play *anywhere* reads only columns that mean the same in all scenarios of its game, and finds them by their
names. It plays every scenario of its game with as many seats: the built-in ones, generated worlds, and those of users.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.network import RESIDUAL, NetworkConfig
from skirmish_rl.agents.settings.copies import named_copies
from skirmish_rl.agents.settings.options import last_name
from skirmish_rl.agents.settings.seals import CONFIG, is_own
from skirmish_rl.envs.core.errors import CheckpointError, SkirmishError
from skirmish_rl.envs.core.ruleset import Scenario, files_named
from skirmish_rl.envs.registry import ruleset_of

ANYWHERE, COLUMNS = "anywhere", "columns"  # keys of an identity
_LAST = -1e4  # score of an action that a network does not know; half precision holds it
_MOST = 2**24  # numbers of a layer that is spread over a scenario's columns
_SEES = "see.weight"  # the layer of "rows" that reads positions
_SCORES = {"mlp": "actor.4", RESIDUAL: "score"}  # the layer with a number for each action, by policy


def identity_of(scenario: Scenario, config: NetworkConfig, greedy: bool, anywhere: bool = False) -> dict[str, Any]:
    """The identity of a network as JSON values.

    Args:
        anywhere: the network finds its columns by their names, see the module.
    """
    ruleset = scenario.ruleset
    named = {ANYWHERE: True, COLUMNS: columns_of(scenario)} if anywhere else {}
    return {
        "ruleset": ruleset.name,
        "version": ruleset.version,
        "layout": ruleset.layout.version,
        "scenario": scenario.name,
        "seats": scenario.seats,
        "options": scenario.options,
        "own": scenario.digest,
        "features": scenario.features.size,
        "position_features": list(ruleset.position_features),
        "action_features": list(ruleset.action_features),
        "actions": scenario.n_actions,
        "network": dataclasses.asdict(config),
        "greedy": greedy,
        **named,
    }


def columns_of(scenario: Scenario) -> list[str]:
    """The columns of a position that a network reads, by name."""
    return [*scenario.features.names(), *(f"position.{name}" for name in scenario.ruleset.position_features)]


def common_columns(scenario: Scenario) -> list[str]:
    """The columns of a position that mean the same in every built-in scenario of a game with as many seats, in the order of this one.

    All of them have these columns. Those of rows whose number differs, as of units and objectives, are not among them: what stands in such
    a row has another part to play in each scenario.
    """
    ruleset = scenario.ruleset
    others = [other for name in ruleset.scenarios for other in ruleset.seatings(name) if other.seats == scenario.seats]
    everywhere = [*map(columns_of, [scenario, *others])]
    shared = set(everywhere[0]).intersection(*everywhere)
    numbers = [_rows_of(names) for names in everywhere]
    same = {kind for kind, rows in numbers[0].items() if all(one.get(kind) == rows for one in numbers)}
    return [name for name in everywhere[0] if name in shared and ("[" not in name or name.partition("[")[0] in same)]


def _rows_of(names: list[str]) -> dict[str, set[str]]:
    """The rows of each kind by their numbers: of `unit_mine[2].x`, "2" among those of "unit_mine"."""
    found: dict[str, set[str]] = {}
    for name in names:
        kind, bracket, rest = name.partition("[")
        if bracket:
            found.setdefault(kind, set()).add(rest.partition("]")[0])
    return found


def plays_anywhere(identity: Mapping[str, Any]) -> bool:
    """True if a network finds its columns by their names. One that only says so is like any other, and must fit a scenario exactly."""
    names, shape = identity.get(COLUMNS), identity.get("network")
    if identity.get(ANYWHERE) is not True or not isinstance(names, list) or not isinstance(shape, dict) or shape.get("policy") != "rows":
        return False
    return all(isinstance(name, str) for name in names) and len(set(names)) == len(names)


def check_identity(path: Path, identity: dict[str, Any], scenario: Scenario, same_scenario: bool = False, grown: bool = False) -> None:
    """Refuse a network that does not fit a scenario.

    A network that scores rows may play other scenarios of the same ruleset as long as their observations have the same size, and one that
    plays anywhere may play all with as many seats.

    Args:
        path: where it was saved.
        same_scenario: the scenario itself must be the same, options included.
        grown: the game may have got more actions and columns of an action since, see `fitted`.

    Raises:
        CheckpointError: another ruleset, version, action layout, seats, observation or scenario.
    """
    now = identity_of(scenario, NetworkConfig(), False)
    added = ("actions", "action_features") if grown and is_grown(identity, scenario) else ()
    if plays_anywhere(identity) and not same_scenario:
        added = (*added, "features")
        check_size(path, identity, scenario)
    for key, what in (
        ("ruleset", "ruleset"), ("version", "ruleset version"), ("layout", "version of the action layout"),
        ("actions", "number of actions"), ("position_features", "list of position features"),
        ("action_features", "list of action features"),
        ("features", "size of the observation"), ("seats", "number of seats"),
    ):  # fmt: skip
        if key not in added and identity.get(key) != now[key]:
            raise CheckpointError(
                f"{path} was made for {what} {identity.get(key)!r}, but {scenario.id} has {now[key]!r}; "
                "train a new one, or use the scenario and the version it was made for"
            )
    own = identity.get("own", scenario.digest)
    if same_scenario and (_bare(identity), own) != (_bare(now), now["own"]):
        raise CheckpointError(
            f"{path} was made for scenario {identity['scenario']!r} with options {identity['options']!r}{f', own {own}' if own else ''}, "
            f"not for {scenario.id}; restore the files that the scenario was made from"
        )


def _bare(identity: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The scenario of a network and its options, whose files may lie elsewhere by now."""
    options = json.loads(json.dumps(identity["options"]))
    return last_name(identity["scenario"]), {name: last_name(value) for name, value in options.items()}


def check_size(path: Path, identity: Mapping[str, Any], scenario: Scenario) -> None:
    """Refuse a network of few columns that would become far larger where it has those of a scenario.

    Raises:
        CheckpointError: it would.
    """
    wide = identity["network"].get("summary")
    if type(wide) is not int or not 0 < 2 * wide * scenario.n_position <= _MOST:
        raise CheckpointError(
            f"{path} does not fit {scenario.id}: network.summary {str(wide)[:20]} with {scenario.n_position:,} columns would make a layer "
            f"of more than {_MOST:,} numbers; use another one"
        )


def as_now(identity: Mapping[str, Any], scenario: Scenario) -> dict[str, Any]:
    """The identity of a network whose weights are `fitted`."""
    now = {**identity, "actions": scenario.n_actions, "action_features": list(scenario.ruleset.action_features)}
    return {**now, COLUMNS: columns_of(scenario)} if plays_anywhere(identity) else now


def is_grown(identity: Mapping[str, Any], scenario: Scenario) -> bool:
    """True if a game has got more actions or columns of an action since a network was saved, and has lost none."""
    actions, columns = identity.get("actions"), identity.get("action_features")
    if type(actions) is not int or not isinstance(columns, list) or not 0 < actions <= scenario.n_actions:
        return False
    now = scenario.ruleset.action_features
    kept = [name for name in now if name in set(map(str, columns))]
    return columns == kept and (actions, len(columns)) != (scenario.n_actions, len(now))


def fitted(weights: Mapping[str, np.ndarray], identity: Mapping[str, Any], scenario: Scenario) -> dict[str, np.ndarray]:
    """The weights of a network as a scenario needs them: `extended`, and those of columns that are found by name where these stand.

    Args:
        weights: float32 arrays, as `shapes_of` names them.
        identity: the network's, checked with `check_identity`.
        scenario: that it is to play.

    Returns:
        The weights themselves where the game has not grown and the columns are the same.
    """
    made = extended(weights, identity, scenario)
    if plays_anywhere(identity) and identity[COLUMNS] != columns_of(scenario):
        there = np.array(places_of(identity, scenario), np.int64)
        made[_SEES] = np.zeros((len(weights[_SEES]), scenario.n_position), np.float32)
        made[_SEES][:, there[there >= 0]] = weights[_SEES][:, there >= 0]
    return made


def extended(weights: Mapping[str, np.ndarray], identity: Mapping[str, Any], scenario: Scenario) -> dict[str, np.ndarray]:
    """The weights of a network, with zeros for columns of an action that came later, and last scores for actions that did."""
    made, now = dict(weights), list(scenario.ruleset.action_features)
    if not is_grown(identity, scenario):
        return made
    if "row.weight" in made:
        wide = np.zeros((len(made["row.weight"]), len(now)), np.float32)
        wide[:, [now.index(name) for name in identity["action_features"]]] = made["row.weight"]
        made["row.weight"] = wide
    layer, more = _SCORES.get(identity["network"]["policy"]), scenario.n_actions - identity["actions"]
    if layer:
        made[f"{layer}.weight"] = np.pad(made[f"{layer}.weight"], ((0, more), (0, 0)))
        made[f"{layer}.bias"] = np.pad(made[f"{layer}.bias"], (0, more), constant_values=_LAST)
    return made


def places_of(identity: Mapping[str, Any], scenario: Scenario) -> list[int]:
    """Where the columns that a network reads stand among those of a scenario; -1 for one that it lacks."""
    place = {name: k for k, name in enumerate(columns_of(scenario))}
    return [place.get(name, -1) for name in identity[COLUMNS]]


def trimmed(weights: Mapping[str, np.ndarray], identity: Mapping[str, Any]) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Leave out the columns that a network which plays anywhere does not read.

    Args:
        weights, identity: of a network of any kind; others are returned as they are.
    """
    if not plays_anywhere(identity):
        return dict(weights), dict(identity)
    kept = np.flatnonzero(weights[_SEES].any(axis=0))
    kept = kept if len(kept) else np.zeros(1, np.int64)  # a layer reads something
    names = [identity[COLUMNS][k] for k in kept]
    return {**weights, _SEES: np.ascontiguousarray(weights[_SEES][:, kept])}, {**identity, COLUMNS: names}


def own_scenario(path: Path, identity: dict[str, Any], trusted: bool = False) -> Scenario:
    """The scenario that a network was trained on.

    Args:
        trusted: files that it names are read; else only where the network lies in a run folder of this user's own.

    Raises:
        CheckpointError: it cannot be made any more, or it names files that anybody may have put into its words.
    """
    try:
        name, options = str(identity["scenario"]), dict(identity["options"])
        files = files_named(name, options)
        if files and not trusted and not is_own(path.with_name(CONFIG)):
            raise CheckpointError(
                f"{path} says that it was trained on {files[0]!r:.200}, a file that somebody else has named and that is therefore not "
                "read; name the scenario yourself, or give --trust to a command that has this option"
            )
        name, options = named_copies(name, options, path.parent)
        made = ruleset_of(str(identity["ruleset"])).scenario(name, identity["seats"], **options)
        if identity.get("own", made.digest) != made.digest:
            raise CheckpointError(f"{path} was trained on {name!r:.200} as it was before it was edited; name the scenario yourself")
        return made
    except CheckpointError:
        raise
    except (SkirmishError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path} was made for a scenario that cannot be made any more: {error}") from error
