"""Networks in safetensors files: a header of JSON, then the numbers. Nothing in such a file can be executed.

The format is that of the library `safetensors`, which reads and writes the same files. The header says of each array its dtype, its
shape and where its bytes lie; under `__metadata__` it holds texts, here the network's identity (see `identity.py`), each value as
JSON, the names of all columns that the network reads, and how they are scaled.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.identity import COLUMNS, as_now, check_identity, columns_of, extended, fitted, is_grown, plays_anywhere
from skirmish_rl.agents.network import NetworkConfig, PlainNetwork, check_network, shapes_of
from skirmish_rl.agents.settings.options import last_name
from skirmish_rl.envs.core.errors import CheckpointError, SkirmishError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.core.texts import parse_json

FORMAT = 1
NORMALISATION = "none inside: every column is float32, in [-1, 1] as the encoders write it"
LARGEST = 2**28  # bytes
_HEADER = 2**22  # bytes of it that are its header
_NUMBERS = {"F32": "<f4", "F16": "<f2"}  # numbers that a file may hold; a network reckons with float32
_TEXTS = "__metadata__"


def facts_of(identity: dict[str, Any], scenario: Scenario) -> dict[str, str]:
    """A network file's metadata, each value as JSON; files of a scenario are named without their folders."""
    named = {
        "scenario": last_name(identity["scenario"]),
        "options": {name: last_name(value) for name, value in identity["options"].items()},
    }
    columns = identity[COLUMNS] if plays_anywhere(identity) else columns_of(scenario)
    facts = {**identity, **named, "format": FORMAT, COLUMNS: columns, "normalisation": NORMALISATION}
    return {name: json.dumps(value) for name, value in facts.items()}


def tensors_bytes(weights: dict[str, np.ndarray], facts: dict[str, str], half: bool = False) -> bytes:
    """A safetensors file of float32 arrays; with `half` its matrices are float16."""
    header: dict[str, Any] = {_TEXTS: facts}
    buffers, at = [], 0
    for name in sorted(weights):
        dtype = "F16" if half and weights[name].ndim == 2 else "F32"
        buffers.append(np.ascontiguousarray(weights[name], _NUMBERS[dtype]).tobytes())
        header[name] = {"dtype": dtype, "shape": list(weights[name].shape), "data_offsets": [at, at + len(buffers[-1])]}
        at += len(buffers[-1])
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)  # so that the numbers lie aligned
    return b"".join([len(text).to_bytes(8, "little"), text, *buffers])


def read_tensors(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read the arrays of a file and its metadata.

    Raises:
        CheckpointError: no such file, cut, damaged, of another kind of numbers, or with one that is not finite.
    """
    content = read_bytes(path, LARGEST, CheckpointError)
    try:
        size = 8 + int.from_bytes(content[:8], "little")
        if len(content) < 8 or size > min(len(content), _HEADER):
            raise ValueError("its header is cut")
        header = dict(parse_json(content[8:size]))
        facts = {name: parse_json(text) for name, text in dict(header.pop(_TEXTS)).items()}
        weights, end = {}, 0
        for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
            weights[name] = _array(name, entry, memoryview(content)[size:], end)
            end = entry["data_offsets"][1]
        if size + end != len(content):
            raise ValueError(f"it has {len(content)} bytes, and its header describes {size + end}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CheckpointError(f"{path} is cut, damaged or not a network of this project ({error}); use another one") from error
    return weights, facts


def _array(name: str, one: dict[str, Any], content: memoryview, at: int) -> np.ndarray:
    """One array of a file whose bytes begin where those of the one before end."""
    shape, (first, last) = one["shape"], one["data_offsets"]
    if (
        one["dtype"] not in _NUMBERS
        or not isinstance(shape, list)
        or len(shape) > 2
        or not all(type(n) is int and n > 0 for n in [*shape, 1])
    ):
        raise ValueError(f"{name[:80]!r} is {one['dtype']!r:.40} of shape {shape!r:.80}; expected numbers of {' or '.join(_NUMBERS)}")
    dtype = np.dtype(_NUMBERS[one["dtype"]])
    if (first, last) != (at, at + dtype.itemsize * math.prod(shape)) or last > len(content):
        raise ValueError(f"{name[:80]!r} does not lie where its shape {shape!r} would have it")
    array = np.frombuffer(content[first:last], dtype).reshape(shape).astype(np.float32)
    if not np.isfinite(array).all():
        raise ValueError(f"{name[:80]!r} holds a number that is not finite")
    return array


def read_network(path: Path, scenario: Scenario | None = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read the weights and the identity of a network, checked against each other and, if given, against a scenario.

    Raises:
        CheckpointError: see `read_tensors` and `check_facts`; or weights of other names or shapes.
    """
    weights, facts = read_tensors(path)
    check_facts(path, facts, scenario, grown=True)
    try:
        shapes = shapes_of(config_of(path, facts), len(facts["columns"]), len(facts["action_features"]), int(facts["actions"]))
    except (TypeError, ValueError, OverflowError) as error:
        raise CheckpointError(f"{path} does not say what its network is: {error}; use another one") from error
    given = {name: array.shape for name, array in weights.items()}
    for name in sorted({*shapes, *given}):
        if shapes.get(name) != given.get(name):
            raise CheckpointError(
                f"{path} is damaged: {name[:80]!r} has shape {given.get(name)}, and its network would have {shapes.get(name)}"
            )
    return (fitted(weights, facts, scenario) if scenario else weights), facts


def bytes_for(path: Path, scenario: Scenario) -> bytes:
    """Read the file of a network, fitted to what its game has got since it was saved; its columns of a position stay as they are.

    Raises:
        CheckpointError: see `read_network`.
    """
    content = read_bytes(path, LARGEST, CheckpointError)
    weights, facts = read_network(path)
    check_facts(path, facts, scenario, grown=True)
    if not is_grown(facts, scenario):
        return content
    weights = extended(weights, facts, scenario)
    now = {**as_now(facts, scenario), COLUMNS: facts[COLUMNS]}
    half = b'"F16"' in content[: 8 + int.from_bytes(content[:8], "little")]
    return tensors_bytes(weights, {name: json.dumps(value) for name, value in now.items()}, half)


def check_facts(path: Path, facts: dict[str, Any], scenario: Scenario | None, grown: bool = False) -> None:
    """Refuse a file by its metadata, see `facts_of`.

    Args:
        grown: see `check_identity`.

    Raises:
        CheckpointError: another format, a fact that is missing, or another ruleset, scenario or column than here.
    """
    if facts.get("format") != FORMAT:
        raise CheckpointError(f"{path} has format {str(facts.get('format'))[:20]}; this version reads format {FORMAT}")
    for name in ("columns", "action_features", "actions", "network", "greedy"):
        if name not in facts:
            raise CheckpointError(f"{path} does not say what its network is: {name!r} is missing; use another one")
    if scenario is None:
        return
    check_identity(path, facts, scenario, grown=grown)
    if not isinstance(facts["columns"], list):
        raise CheckpointError(f"{path} does not say what its network is: 'columns' is no list; use another one")
    if plays_anywhere(facts):
        return
    for k, (there, here) in enumerate(itertools.zip_longest(facts["columns"], columns_of(scenario))):
        if there != here:
            raise CheckpointError(
                f"{path}: column {k} of a position is {str(there)[:80]!r} there, and {here!r} in {scenario.id}; train a new one"
            )


def config_of(path: Path, facts: dict[str, Any]) -> NetworkConfig:
    """The shape of a saved network.

    Raises:
        CheckpointError: none that can be built.
    """
    try:
        config: NetworkConfig = build(NetworkConfig, facts["network"], path)
        check_network(config)
    except (KeyError, SkirmishError) as error:
        raise CheckpointError(f"{path} does not say what its network is: {error}; use another one") from error
    return config


def load_plain(path: Path, scenario: Scenario) -> tuple[PlainNetwork, dict[str, Any]]:
    """Load the network of a file, ready to play, and its identity.

    Raises:
        CheckpointError: damaged, or not for this scenario.
    """
    weights, facts = read_network(path, scenario)
    return PlainNetwork(config_of(path, facts), weights), facts
