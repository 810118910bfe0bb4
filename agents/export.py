"""Write a trained network for other programs: ONNX for other engines, safetensors for other libraries.

Examples:
  skirmish-rl export runs/<id> --onnx
  skirmish-rl export runs/<id> --safetensors --out mine.safetensors
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.errors import BadOption, needs

with needs("train"):
    import tyro


@dataclass(frozen=True)
class ExportConfig:
    """Settings of `export`. Both forms contain the names of the network's columns, and what it is for, as metadata.

    Attributes:
        run: a run folder (its best checkpoint is taken), a checkpoint, or a safetensors file.
        onnx: write ONNX; needs the extra `onnx`.
        safetensors: write safetensors.
        trust: read the files that a run made by somebody else names as its scenario.
        out: the file; "" for `network.onnx` or `network.safetensors` beside the checkpoint.
    """

    run: Annotated[str, tyro.conf.Positional]
    onnx: bool = False
    safetensors: bool = False
    trust: bool = False
    out: str = ""


def export(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, or 2 for a wrong command.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments:
        print(__doc__)
        return 2
    _export(typed(ExportConfig, arguments, "skirmish-rl export", __doc__))
    return 0


def _export(config: ExportConfig) -> None:
    from skirmish_rl.agents.folders import trained_weights
    from skirmish_rl.agents.identity import ANYWHERE
    from skirmish_rl.agents.tensors import config_of, facts_of, tensors_bytes
    from skirmish_rl.envs.core.files import write_whole

    if config.onnx == config.safetensors:
        raise BadOption("which form? give --onnx or --safetensors, one at a time")
    checkpoint, weights, identity, scenario = trained_weights(Path(config.run), config.trust)
    facts = facts_of(identity, scenario)
    if config.onnx:
        from skirmish_rl.agents.sharing.graph import onnx_bytes

        facts.pop(ANYWHERE, None)  # a graph has its columns in one order
        content, name = onnx_bytes(config_of(checkpoint, identity), weights, facts), "network.onnx"
    else:
        content, name = tensors_bytes(weights, facts), "network.safetensors"
    out = Path(config.out) if config.out else checkpoint.parent / name
    write_whole(out, content)
    print(f"{out}   ({scenario.id}, {sum(array.size for array in weights.values()):,} weights)")
