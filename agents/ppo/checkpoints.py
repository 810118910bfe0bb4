"""Checkpoints: a Stable-Baselines3 zip with four more members, written whole or not at all.

`skirmish.json` says which ruleset, version, scenario and network it belongs to; `resume.npz` and `resume.json` hold what
else a run needs to go on exactly, `checksums.json` a checksum of every other member. `MaskablePPO.load` of Stable-Baselines3
reads the same file.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from skirmish_rl.agents.identity import check_identity, own_scenario
from skirmish_rl.agents.network import NetworkConfig
from skirmish_rl.agents.ppo.network import ActionNetwork, build_network
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario

BEST, LATEST = "best.zip", "latest.zip"
_CHECKSUMS = "checksums.json"
_FORMAT = 2


def save_checkpoint(
    path: Path, model: MaskablePPO, identity: dict[str, Any], progress: dict[str, Any], arrays: dict[str, np.ndarray]
) -> None:
    """Write a checkpoint beside its place and move it there, so that an interruption leaves the old one whole.

    Args:
        progress: JSON values needed to resume. arrays: arrays needed to resume.

    Raises:
        CheckpointError: the folder cannot be written.
    """
    inside = io.BytesIO()
    model.save(inside)
    packed = io.BytesIO()
    np.savez(packed, **arrays)  # type: ignore[arg-type]
    with zipfile.ZipFile(inside, "a") as archive:
        archive.writestr("skirmish.json", json.dumps({"format": _FORMAT, **identity}, indent=1))
        archive.writestr("resume.json", json.dumps(progress))
        archive.writestr("resume.npz", packed.getvalue())
        sums = {name: _checksum(archive.read(name)) for name in archive.namelist()}
        archive.writestr(_CHECKSUMS, json.dumps(sums, indent=1))
    waiting = path.with_suffix(".tmp")
    try:
        with waiting.open("wb") as file:
            file.write(inside.getvalue())
            file.flush()
            os.fsync(file.fileno())
        os.replace(waiting, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            waiting.unlink()
        raise CheckpointError(
            f"cannot write {path}: {error.strerror}; free some space or choose another folder with --runs"
        ) from error


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
    try:
        with zipfile.ZipFile(path) as archive:
            found = {name: archive.read(name) for name in archive.namelist()}
        format_given = json.loads(found["skirmish.json"])["format"]
    except Exception as error:  # zipfile and its decompressors raise many kinds for a damaged file
        raise CheckpointError(f"{path} is cut, damaged or not a checkpoint of this project ({error}); use another one") from error
    if format_given != _FORMAT:
        raise CheckpointError(f"{path} has format {str(format_given)[:20]}; this version reads format {_FORMAT}")
    try:
        sums = dict(json.loads(found.pop(_CHECKSUMS)))
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: its checksums cannot be read; use another one") from error
    for name in sorted({*sums, *found}):
        if name not in found or sums.get(name) != _checksum(found[name]):
            raise CheckpointError(f"{path} is damaged: its part {name[:80]!r} is not what was saved; use another one")
    return found


def read_identity(path: Path) -> dict[str, Any]:
    """What a checkpoint is for.

    Raises:
        CheckpointError: damaged, or of another format.
    """
    identity: dict[str, Any] = json.loads(members(path)["skirmish.json"])
    return identity


def load_network(path: Path, scenario: Scenario) -> tuple[ActionNetwork, dict[str, Any]]:
    """The network of a checkpoint, ready to play, and the checkpoint's identity.

    Raises:
        CheckpointError: damaged, or not for this scenario.
    """
    identity = read_identity(path)
    check_identity(path, identity, scenario)
    weights = members(path).get("policy.pth", b"")
    try:
        state = torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True)
        network = build_network(
            scenario.n_position,
            len(scenario.ruleset.action_features),
            scenario.n_actions,
            NetworkConfig(**identity["network"]),
        )
        prefix = "network."
        network.load_state_dict({key[len(prefix) :]: value for key, value in state.items() if key.startswith(prefix)})
    except Exception as error:  # torch raises many kinds for a damaged file
        raise CheckpointError(f"{path} is damaged: its network cannot be read ({error})") from error
    return network.eval(), identity


def load_own(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any], Scenario]:
    """The weights of a checkpoint's network as arrays, its identity, and the scenario that it was trained on.

    Raises:
        CheckpointError: damaged, or of a scenario that cannot be made any more.
    """
    scenario = own_scenario(path, read_identity(path))
    network, identity = load_network(path, scenario)
    return {name: value.float().numpy() for name, value in network.state_dict().items()}, identity, scenario


def load_resume(path: Path, model: MaskablePPO) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Put a checkpoint's network, optimizer and counters into a model.

    Returns:
        The progress and the arrays given to `save_checkpoint`.

    Raises:
        CheckpointError: damaged.
    """
    found = members(path)
    try:
        progress = json.loads(found["resume.json"])
        with np.load(io.BytesIO(found["resume.npz"])) as file:
            arrays = {name: file[name] for name in file.files}
        model.set_parameters(io.BytesIO(path.read_bytes()), device=model.device)  # type: ignore[arg-type]
    except Exception as error:  # of torch, numpy and json
        raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error
    return progress, arrays
