"""Checkpoints: a zip file with a network and everything that a run needs to continue exactly. Checkpoints are written atomically.

`policy.pth` and `policy.optimizer.pth` hold the network and the optimizer as torch saves them; `skirmish.json` names the ruleset, version,
scenario and network that they belong to; `resume.npz` and `resume.json` hold everything else, and `checksums.json` a checksum of every
other member. Further members in checkpoints of earlier versions are ignored.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from skirmish_rl.agents.identity import COLUMNS, as_now, check_identity, fitted, own_scenario, plays_anywhere
from skirmish_rl.agents.network import shapes_of
from skirmish_rl.agents.ppo.network import ActionNetwork, build_network
from skirmish_rl.agents.tensors import config_of
from skirmish_rl.envs.core import files
from skirmish_rl.envs.core.errors import CheckpointError, cannot
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json

BEST, LATEST = "best.zip", "latest.zip"
_CHECKSUMS = "checksums.json"
_POLICY, _OPTIMIZER = "policy.pth", "policy.optimizer.pth"
_PREFIX = "network."  # before the names of the weights
_FORMAT = 2
_LARGEST = 2**30  # bytes
_PACKED, _SMALL = 4, 2**20  # numbers of a network cannot be packed: a part is at most so many times larger, and so many bytes more


def save_checkpoint(
    path: Path,
    network: ActionNetwork,
    optimizer: torch.optim.Optimizer,
    identity: dict[str, Any],
    progress: dict[str, Any],
    arrays: dict[str, np.ndarray],
) -> None:
    """Write a checkpoint to a temporary file and move it into place, so that an interruption leaves the old checkpoint intact.

    Args:
        path: where to write.
        network: the network.
        optimizer: its optimizer.
        identity: the ruleset, version, scenario and network, as JSON values.
        progress: JSON values that are needed to resume.
        arrays: arrays that are needed to resume.

    Raises:
        CheckpointError: the folder cannot be written.
    """
    inside, packed = io.BytesIO(), io.BytesIO()
    np.savez(packed, **arrays)  # type: ignore[arg-type]
    with zipfile.ZipFile(inside, "w") as archive:
        archive.writestr(_POLICY, _torch_bytes({_PREFIX + name: value for name, value in network.state_dict().items()}))
        archive.writestr(_OPTIMIZER, _torch_bytes(optimizer.state_dict()))
        archive.writestr("skirmish.json", json.dumps({"format": _FORMAT, **identity}, indent=1))
        archive.writestr("resume.json", json.dumps(progress))
        archive.writestr("resume.npz", packed.getvalue())
        sums = {name: _checksum(archive.read(name)) for name in archive.namelist()}
        archive.writestr(_CHECKSUMS, json.dumps(sums, indent=1))
    try:
        files.put(path, inside.getvalue(), safely=True)
    except OSError as error:
        raise CheckpointError(f"{cannot('write', path, error)}; free some space or choose another folder with --runs") from error


def _torch_bytes(state: dict[str, Any]) -> bytes:
    """Serialise a state with `torch.save`."""
    inside = io.BytesIO()
    torch.save(state, inside)
    return inside.getvalue()


def _checksum(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def find_checkpoint(path: Path) -> Path:
    """Find the best checkpoint of a run folder, or else its latest; a path to a file is returned as it is.

    Raises:
        CheckpointError: there is no checkpoint.
    """
    if path.is_file():
        return path
    for name in (BEST, LATEST):
        if (path / name).is_file():
            return path / name
    raise CheckpointError(f"no checkpoint at {path}; give a run folder that holds {BEST} or {LATEST}, or a checkpoint file")


def members(path: Path) -> dict[str, bytes]:
    """Read all members of a checkpoint, by name, and verify their checksums.

    Raises:
        CheckpointError: the file is not a checkpoint, has another format, or is damaged.
    """
    content = files.read_bytes(path, _LARGEST, CheckpointError)
    try:
        parts = _parts(content)
        format_given = dict(parse_json(parts["skirmish.json"]))["format"]
    except (ValueError, TypeError, KeyError) as error:
        raise CheckpointError(
            f"{path} is truncated, damaged or not a checkpoint of this project ({error}); use another one (a model of another library, "
            "such as Stable-Baselines3, plays through a class of your own: docs/guides/own-agent.md)"
        ) from error
    if format_given != _FORMAT:
        raise CheckpointError(f"{path} has format {str(format_given)[:20]}; this version reads format {_FORMAT}")
    try:
        sums = dict(parse_json(parts.pop(_CHECKSUMS)))
    except (KeyError, ValueError, TypeError) as error:
        raise CheckpointError(f"{path} is damaged: its checksums cannot be read; use another one") from error
    for name in sorted({*sums, *parts}):
        if name not in parts or sums.get(name) != _checksum(parts[name]):
            raise CheckpointError(f"{path} is damaged: its part {name[:80]!r} is not what was saved; use another one")
    return parts


def _parts(content: bytes) -> dict[str, bytes]:
    """Read the members of an archive of arrays, by name.

    Raises:
        ValueError: see `files.members`.
    """
    return files.members(content, _PACKED * len(content) + _SMALL)


def read_identity(path: Path) -> dict[str, Any]:
    """Read the identity of a checkpoint: its ruleset, version, scenario and network.

    Raises:
        CheckpointError: the checkpoint is damaged or has another format.
    """
    return _identity_in(members(path))


def _identity_in(parts: dict[str, bytes]) -> dict[str, Any]:
    identity: dict[str, Any] = parse_json(parts["skirmish.json"])
    return identity


def read_progress(path: Path) -> dict[str, Any]:
    """Read the progress of a checkpoint's run.

    Raises:
        CheckpointError: the checkpoint is damaged or has another format.
    """
    return _progress_in(path, members(path))


def _progress_in(path: Path, parts: dict[str, bytes]) -> dict[str, Any]:
    try:
        progress = json.loads(parts["resume.json"])  # generators have numbers of 128 bits, and a history may hold nan
    except (KeyError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error
    if not isinstance(progress, dict):
        raise CheckpointError(f"{path} is damaged and cannot be resumed (its progress is {str(progress)[:40]!r})")
    return progress


def tensors_in(parts: dict[str, bytes], name: str, device: str | torch.device = "cpu") -> dict[str, Any]:
    """Read the tensors of a member of a checkpoint, by name.

    Raises:
        Exception: the member is damaged; torch raises many kinds of exceptions for that.
    """
    _parts(parts[name])  # torch would unpack what is far larger
    tensors: dict[str, Any] = torch.load(io.BytesIO(parts[name]), map_location=device, weights_only=True)
    return tensors


def load_network(path: Path, scenario: Scenario) -> tuple[ActionNetwork, dict[str, Any]]:
    """Load the network of a checkpoint, ready to play, with the checkpoint's identity.

    Raises:
        CheckpointError: the checkpoint is damaged, or was made for another scenario.
    """
    parts = members(path)
    identity = _identity_in(parts)
    check_identity(path, identity, scenario, grown=True)
    config = config_of(path, identity)
    sizes = scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions
    n_position = len(identity[COLUMNS]) if plays_anywhere(identity) else scenario.n_position
    saved = n_position, len(identity["action_features"]), identity["actions"]
    numbers = sum(math.prod(shape) for shape in shapes_of(config, *saved).values())
    try:
        if 4 * numbers > len(parts[_POLICY]):  # before there is room for them
            raise ValueError(f"it holds {len(parts[_POLICY]):,} bytes, and would have {numbers:,} numbers")
        weights = fitted(weights_in(parts), identity, scenario)
        network = build_network(*sizes, config)
        network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    except Exception as error:  # torch raises many kinds for a damaged file
        raise CheckpointError(f"{path} is damaged: its network cannot be read ({error})") from error
    return network.eval(), identity


def weights_in(parts: dict[str, bytes]) -> dict[str, np.ndarray]:
    """Read a network's weights as float32 arrays, under the names that they have in the network.

    Raises:
        Exception: see `tensors_in`. ValueError: they have more numbers than the file holds.
    """
    weights = _weights_in(tensors_in(parts, _POLICY))
    if sum(value.numel() * value.element_size() for value in weights.values()) > len(parts[_POLICY]):
        raise ValueError("its weights share their numbers, so that they would become far larger than the file")
    return {name: value.float().numpy() for name, value in weights.items()}


def _weights_in(state: dict[str, Any]) -> dict[str, Any]:
    """Select a network's weights, under the names that they have in the network."""
    return {name.removeprefix(_PREFIX): value for name, value in state.items() if name.startswith(_PREFIX)}


def load_own(path: Path, trusted: bool = False) -> tuple[dict[str, np.ndarray], dict[str, Any], Scenario]:
    """Load a checkpoint without knowing its scenario.

    Args:
        path: the checkpoint.
        trusted: see `own_scenario`.

    Returns:
        The network's weights as arrays, the checkpoint's identity, and the scenario that the network was trained on.

    Raises:
        CheckpointError: the checkpoint is damaged, or its scenario can no longer be built.
    """
    scenario = own_scenario(path, read_identity(path), trusted)
    network, identity = load_network(path, scenario)
    return {name: value.float().numpy() for name, value in network.state_dict().items()}, as_now(identity, scenario), scenario


def load_resume(path: Path, network: ActionNetwork, optimizer: torch.optim.Optimizer) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Load the state of a network and of its optimizer from a checkpoint.

    Returns:
        The progress and the arrays that were given to `save_checkpoint`.

    Raises:
        CheckpointError: the checkpoint is damaged.
    """
    parts = members(path)
    progress = _progress_in(path, parts)
    try:
        arrays = files.arrays(parts["resume.npz"], _PACKED * len(parts["resume.npz"]) + _SMALL)
        network.load_state_dict(_weights_in(tensors_in(parts, _POLICY, network.device)))
        optimizer.load_state_dict(tensors_in(parts, _OPTIMIZER, network.device))
    except Exception as error:  # of torch, numpy and json
        raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error
    return progress, arrays
