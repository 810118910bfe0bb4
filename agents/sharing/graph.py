"""A network as an ONNX graph, for other people's engines: any number of positions, any number of actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.network import RESIDUAL, NetworkConfig
from skirmish_rl.agents.tensors import LARGEST, check_facts
from skirmish_rl.envs.core.errors import CheckpointError, needs
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json

with needs("onnx"):
    import onnx
    from onnx import TensorProto, helper, numpy_helper

_OPSET = 18
_IR = 10  # of files: what runtimes from 2024 on read


def onnx_bytes(config: NetworkConfig, weights: dict[str, np.ndarray], facts: dict[str, str]) -> bytes:
    """An ONNX file: `logits`, float32 (r,), of all actions and `values`, float32 (m,), of the positions for their deciders.

    Its inputs are `positions`, float32 (m, columns); `rows`, float32 (r, columns of an action), or for "mlp" and "residual" `numbers`,
    int64 (r,), the flat actions; and `segments`, int64 (r,), whose position each action belongs to. Every position has at least one.

    Args:
        facts: texts that the file carries as metadata.
    """
    graph = _Graph(weights)
    n_position = weights["actor.0.weight" if config.policy == "mlp" else "see.weight"].shape[1]
    inputs = [_tensor("positions", np.float32, ["m", n_position])]
    if config.policy == "rows":
        inputs.append(_tensor("rows", np.float32, ["r", weights["row.weight"].shape[1]]))
        graph.judge_rows(config)
    else:
        inputs.append(_tensor("numbers", np.int64, ["r"]))
        graph.judge_residual(config) if config.policy == RESIDUAL else graph.judge_numbers()
    inputs.append(_tensor("segments", np.int64, ["r"]))
    outputs = [_tensor("logits", np.float32, ["r"]), _tensor("values", np.float32, ["m"])]
    whole = helper.make_graph(graph.nodes, "network", inputs, outputs, graph.constants)
    model = helper.make_model(whole, producer_name="skirmish-rl", opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
    helper.set_model_props(model, facts)
    onnx.checker.check_model(model, full_check=True)
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def check_onnx(path: Path, scenario: Scenario) -> None:
    """Refuse an ONNX file of this project that does not fit a scenario; its graph is not run.

    Raises:
        CheckpointError: no ONNX file, not one of this project, or made for another ruleset, version, scenario or list of columns.
    """
    content = read_bytes(path, LARGEST, CheckpointError)
    try:
        model = onnx.load_model_from_string(content)
        facts = {one.key: parse_json(one.value) for one in model.metadata_props}
        (width,) = (one.type.tensor_type.shape.dim[1].dim_value for one in model.graph.input if one.name == "positions")
    except Exception as error:  # of onnx, of protobuf and of json
        raise CheckpointError(f"{path} is cut, damaged or not a network of this project ({error}); use another one") from error
    check_facts(path, facts, scenario)
    if width != scenario.n_position:
        raise CheckpointError(f"{path} is damaged: its positions have {width} columns, and it names {scenario.n_position}")


def _tensor(name: str, dtype: type, shape: list[str | int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT if dtype is np.float32 else TensorProto.INT64, shape)


class _Graph:
    """Nodes and constants as they are added; every value has a name."""

    def __init__(self, weights: dict[str, np.ndarray]):
        self.nodes: list[onnx.NodeProto] = []
        self.constants = [numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name) for name, array in weights.items()]

    def add(self, kind: str, *inputs: str, to: str = "", outputs: int = 1, **settings: Any) -> str:
        """A node; returns the name of its first output."""
        name = to or f"{kind.lower()}_{len(self.nodes)}"
        names = [name, *(f"{name}_{k}" for k in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **settings))
        return name

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def layer(self, name: str, inputs: str) -> str:
        return self.add("Gemm", inputs, f"{name}.weight", f"{name}.bias", transB=1)

    def positive(self, inputs: str) -> str:
        return self.add("Relu", inputs)

    def last(self, inputs: str, to: str) -> None:
        """The only column of a layer as a plain list."""
        self.add("Squeeze", inputs, self.constant(f"{to}_axis", np.array([1])), to=to)

    def judge_rows(self, config: NetworkConfig) -> None:
        """See `RowsNetwork.forward`."""
        for_score = self.add("Split", self.layer("see", "positions"), outputs=2, axis=1, num_outputs=2)
        for_value, rows = f"{for_score}_1", self.layer("row", "rows")
        summary = self.layer("summary.1", self.positive(for_score))
        mixed = self.positive(self.add("Add", rows, self.add("Gather", summary, "segments")))
        self.last(self.layer("score", self.positive(self.layer("mix", mixed))), "logits")
        one = self.constant("one", np.ones(1, np.float32))
        count = self.add("Shape", "positions", end=1)
        counts = self._sum(self.add("Expand", one, self.add("Shape", "segments")), count, "segments")
        size = self.add("Concat", count, self.constant("width", np.array([config.width])), axis=0)
        places = self.add("Expand", self.add("Unsqueeze", "segments", self.constant("last_axis", np.array([1]))), self.add("Shape", rows))
        mean = self.add("Div", self._sum(rows, size, places), self.add("Unsqueeze", self.add("Max", counts, one), "last_axis"))
        judged = self.add("Add", for_value, self.add("Gemm", mean, "mean.weight", transB=1))
        self.last(self.layer("value.3", self.positive(self.layer("value.1", self.positive(judged)))), "values")

    def judge_numbers(self) -> None:
        """See `FlatNetwork.forward`."""
        self._take(self._deep("actor"))
        self.last(self._deep("value"), "values")

    def judge_residual(self, config: NetworkConfig) -> None:
        """See `ResidualNetwork.forward`."""
        seen = self.positive(self.layer("see", "positions"))
        for k in range(config.blocks):
            wide = self.positive(self.layer(f"blocks.{k}.wide", self._norm(f"blocks.{k}.norm", seen)))
            seen = self.add("Add", seen, self.layer(f"blocks.{k}.narrow", wide))
        seen = self._norm("norm", seen)
        self._take(self.layer("score", seen))
        loss = self.add("Split", self.add("Softmax", self.layer("value", seen), axis=1), outputs=3, axis=1, num_outputs=3)
        self.last(self.add("Sub", f"{loss}_2", loss), "values")

    def _take(self, scores: str) -> None:
        """Of the scores of all actions those that are asked for."""
        places = [self.add("Unsqueeze", name, self.constant(f"{name}_axis", np.array([1]))) for name in ("segments", "numbers")]
        self.add("GatherND", scores, self.add("Concat", *places, axis=1), to="logits")

    def _norm(self, name: str, inputs: str) -> str:
        return self.add("LayerNormalization", inputs, f"{name}.weight", f"{name}.bias", axis=-1, epsilon=1e-5)

    def _sum(self, rows: str, size: str, places: str) -> str:
        """Numbers added up by their positions. Not by ScatterND: onnxruntime adds up its rows in several threads and loses some."""
        return self.add("ScatterElements", self.add("ConstantOfShape", size), places, rows, axis=0, reduction="add")

    def _deep(self, name: str) -> str:
        first = self.add("Tanh", self.layer(f"{name}.0", "positions"))
        return self.layer(f"{name}.4", self.add("Tanh", self.layer(f"{name}.2", first)))
