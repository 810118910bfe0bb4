"""Checkpoints: a zip of a network and of what a run needs to go on exactly, written whole or not at all.

`policy.pth` and `policy.optimizer.pth` hold the network and the optimizer as torch saves them; `skirmish.json` says which ruleset,
version, scenario and network they belong to; `resume.npz` and `resume.json` hold the rest, `checksums.json` a checksum of every other
member. Earlier versions have put more into the file, which nothing asks for.
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

from skirmish_rl.agents.identity import check_identity, own_scenario
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
    """Write a checkpoint beside its place and move it there, so that an interruption leaves the old one whole.

    Args:
        progress: JSON values needed to resume. arrays: arrays needed to resume.

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
    """A state as `torch.save` writes it."""
    inside = io.BytesIO()
    torch.save(state, inside)
    return inside.getvalue()


def _checksum(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def find_checkpoint(path: Path) -> Path:
    """The best checkpoint of a run folder, else its latest, or the file itself.

    Raises:
        CheckpointError: nothing there.
    """
    if path.is_file():
        return path
    for name in (BEST, LATEST):
        if (path / name).is_file():
            return path / name
    raise CheckpointError(f"no checkpoint at {path}; give a run folder that holds {BEST} or {LATEST}, or a checkpoint file")


def members(path: Path) -> dict[str, bytes]:
    """Everything in a checkpoint, by name.

    Raises:
        CheckpointError: no checkpoint, of another format, or not as it was written.
    """
    content = files.read_bytes(path, _LARGEST, CheckpointError)
    try:
        parts = _parts(content)
        format_given = dict(parse_json(parts["skirmish.json"]))["format"]
    except (ValueError, TypeError, KeyError) as error:
        raise CheckpointError(f"{path} is cut, damaged or not a checkpoint of this project ({error}); use another one") from error
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
    """What an archive of numbers holds, by name.

    Raises:
        ValueError: see `files.members`.
    """
    return files.members(content, _PACKED * len(content) + _SMALL)


def read_identity(path: Path) -> dict[str, Any]:
    """Read the identity of a checkpoint.

    Raises:
        CheckpointError: damaged, or of another format.
    """
    return _identity_in(members(path))


def _identity_in(parts: dict[str, bytes]) -> dict[str, Any]:
    identity: dict[str, Any] = parse_json(parts["skirmish.json"])
    return identity


def read_progress(path: Path) -> dict[str, Any]:
    """Read the progress of a checkpoint's run.

    Raises:
        CheckpointError: damaged, or of another format.
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
    """The tensors of a part of a checkpoint, by name.

    Raises:
        Exception: torch raises many kinds for a damaged one.
    """
    _parts(parts[name])  # torch would unpack what is far larger
    tensors: dict[str, Any] = torch.load(io.BytesIO(parts[name]), map_location=device, weights_only=True)
    return tensors


def load_network(path: Path, scenario: Scenario) -> tuple[ActionNetwork, dict[str, Any]]:
    """The network of a checkpoint, ready to play, and the checkpoint's identity.

    Raises:
        CheckpointError: damaged, or not for this scenario.
    """
    parts = members(path)
    identity = _identity_in(parts)
    check_identity(path, identity, scenario)
    config = config_of(path, identity)
    sizes = scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions
    numbers = sum(math.prod(shape) for shape in shapes_of(config, *sizes).values())
    try:
        if 4 * numbers > len(parts[_POLICY]):  # before there is room for them
            raise ValueError(f"it holds {len(parts[_POLICY]):,} bytes, and would have {numbers:,} numbers")
        state = tensors_in(parts, _POLICY)
        network = build_network(*sizes, config)
        network.load_state_dict(_weights_in(state))
    except Exception as error:  # torch raises many kinds for a damaged file
        raise CheckpointError(f"{path} is damaged: its network cannot be read ({error})") from error
    return network.eval(), identity


def _weights_in(state: dict[str, Any]) -> dict[str, Any]:
    """A network's weights by their names in it."""
    return {name.removeprefix(_PREFIX): value for name, value in state.items() if name.startswith(_PREFIX)}


def load_own(path: Path, trusted: bool = False) -> tuple[dict[str, np.ndarray], dict[str, Any], Scenario]:
    """The weights of a checkpoint's network as arrays, its identity, and the scenario that it was trained on.

    Args:
        trusted: see `own_scenario`.

    Raises:
        CheckpointError: damaged, or of a scenario that cannot be made any more.
    """
    scenario = own_scenario(path, read_identity(path), trusted)
    network, identity = load_network(path, scenario)
    return {name: value.float().numpy() for name, value in network.state_dict().items()}, identity, scenario


def load_resume(path: Path, network: ActionNetwork, optimizer: torch.optim.Optimizer) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Fill a network and an optimizer with those of a checkpoint.

    Returns:
        The progress and the arrays given to `save_checkpoint`.

    Raises:
        CheckpointError: damaged.
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
