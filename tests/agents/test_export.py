"""Networks as files for other programs: the same scores from ONNX and from safetensors, and bad files refused by name."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from skirmish_rl.__main__ import main
from skirmish_rl.agents.identity import columns_of
from skirmish_rl.agents.network import PlainNetwork
from skirmish_rl.agents.ppo.network import build_network, pack
from skirmish_rl.agents.tensors import config_of, load_plain, read_network, read_tensors, tensors_bytes
from skirmish_rl.envs.core.batch import RESTART, ActionRows, Batch
from skirmish_rl.envs.core.errors import CheckpointError, MissingExtra

CLOSE = 1e-5


@pytest.fixture(scope="session")
def exported(run, tmp_path_factory):
    """A run's network as safetensors."""
    path = tmp_path_factory.mktemp("exported") / "network.safetensors"
    assert main(["export", str(run.folder), "--safetensors", "--out", str(path)]) == 0
    return path


def positions(scenario, n, steps=9):
    """Legal actions of some positions of random games."""
    batch = Batch(scenario, n, after=RESTART)
    batch.reset(seed=3)
    for _ in range(steps):
        batch.step(batch.ask(np.arange(n), 0))
    return ActionRows(*(part.copy() for part in batch.encode_actions(np.arange(n))))


def in_float32(run):
    """The network of a run, whatever this processor likes best."""
    network, scenario = run.learner.network, run.scenario
    config = dataclasses.replace(run.config.network, precision="float32")
    same = build_network(scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, config)
    same.load_state_dict(network.state_dict())
    return same.eval()


def test_numpy_gives_the_scores_of_torch(run, exported, duel):
    network, facts = load_plain(exported, duel)
    assert facts["greedy"] is True and config_of(exported, facts) == run.config.network
    actions = positions(duel, 500)
    with torch.inference_mode():
        expected = in_float32(run)(pack(*actions))
    for one, two in zip(network(actions), expected, strict=True):
        assert one.dtype == np.float32 and np.abs(one - two.numpy()).max() < CLOSE


def test_onnx_gives_the_scores_of_torch_for_any_number_of_positions(run, duel, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'skirmish-rl[test]'")
    onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'skirmish-rl[onnx]'")
    path = tmp_path / "network.onnx"
    assert main(["export", str(run.folder), "--onnx", "--out", str(path)]) == 0
    assert "ScatterND" not in {node.op_type for node in onnx.load(str(path)).graph.node}, (
        "onnxruntime's threads lose what two of them add to a place"
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    facts = {name: json.loads(text) for name, text in session.get_modelmeta().custom_metadata_map.items()}
    assert facts["columns"] == columns_of(duel) and facts["action_features"] == list(duel.ruleset.action_features)
    assert (facts["ruleset"], facts["scenario"], facts["seats"]) == ("toy", "short", 2) and "[-1, 1]" in facts["normalisation"]
    for n in (1, 7, 300):
        actions = positions(duel, n)
        segments = np.repeat(np.arange(n), np.diff(actions.offsets))
        given = {"positions": actions.positions, "rows": actions.rows, "numbers": actions.numbers, "segments": segments}
        answers = session.run(["logits", "values"], {one.name: given[one.name] for one in session.get_inputs()})
        with torch.inference_mode():
            expected = in_float32(run)(pack(*actions))
        for one, two in zip(answers, expected, strict=True):
            assert one.shape == two.shape and np.abs(one - two.numpy()).max() < CLOSE


def test_an_onnx_file_of_other_columns_is_refused_without_being_run(run, duel, trio, tmp_path):
    onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'skirmish-rl[onnx]'")
    from skirmish_rl.agents.sharing.graph import check_onnx

    path = tmp_path / "network.onnx"
    assert main(["export", str(run.folder), "--onnx", "--out", str(path)]) == 0
    check_onnx(path, duel)
    with pytest.raises(CheckpointError, match="made for size of the observation"):
        check_onnx(path, trio)
    model = onnx.load(str(path))
    columns = next(one for one in model.metadata_props if one.key == "columns")
    columns.value = columns.value.replace(columns_of(duel)[3], "luck")
    onnx.save(model, str(tmp_path / "other.onnx"))
    with pytest.raises(CheckpointError, match="column 3 of a position is 'luck' there"):
        check_onnx(tmp_path / "other.onnx", duel)
    for content in (path.read_bytes()[:-200], b"", b"this is no graph"):
        (tmp_path / "cut.onnx").write_bytes(content)
        with pytest.raises(CheckpointError, match="cut, damaged or not a network of this project"):
            check_onnx(tmp_path / "cut.onnx", duel)


def test_the_library_of_the_format_reads_the_same_weights(run, exported):
    safetensors = pytest.importorskip("safetensors", reason="safetensors is not installed: pip install 'skirmish-rl[test]'")
    from safetensors.numpy import load_file, save_file

    weights, facts = read_tensors(exported)
    theirs = load_file(exported)
    assert theirs.keys() == weights.keys() == run.learner.network.state_dict().keys()
    for name, value in run.learner.network.state_dict().items():
        assert np.array_equal(theirs[name], value.numpy()) and np.array_equal(weights[name], value.numpy())
    with safetensors.safe_open(exported, "numpy") as file:
        texts = file.metadata()
    assert {name: json.loads(text) for name, text in texts.items()} == facts
    save_file(theirs, exported.with_name("theirs.safetensors"), texts)
    assert read_network(exported.with_name("theirs.safetensors"))[1] == facts


def test_matrices_as_float16_take_half_the_room(exported, duel, tmp_path):
    safetensors = pytest.importorskip("safetensors.numpy", reason="safetensors is not installed: pip install 'skirmish-rl[test]'")
    weights, _ = read_tensors(exported)
    path = tmp_path / "half.safetensors"
    path.write_bytes(tensors_bytes(weights, texts_of(exported), half=True))
    halved, theirs = read_tensors(path)[0], safetensors.load_file(path)
    assert sum(array.nbytes for array in theirs.values()) < 0.55 * sum(array.nbytes for array in weights.values())
    for name, array in weights.items():
        assert halved[name].dtype == np.float32 and np.array_equal(halved[name], theirs[name])
        assert np.array_equal(halved[name], array.astype(np.float16) if array.ndim == 2 else array)
    assert load_plain(path, duel)[0].config == load_plain(exported, duel)[0].config


def test_an_export_is_written_whole_or_not_at_all(run, tmp_path, capsys, monkeypatch):
    shutil.copy(run.folder / "best.zip", tmp_path)
    path = tmp_path / "network.safetensors"
    assert main(["export", str(tmp_path / "best.zip"), "--safetensors"]) == 0
    said, before = capsys.readouterr().out, path.read_bytes()
    assert said.startswith(f"{path} ") and "toy-v0/short/2" in said

    def interrupted(*paths):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    assert main(["export", str(tmp_path), "--safetensors"]) == 130
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which form? give --onnx or --safetensors"), (["--onnx", "--safetensors"], "one at a time"),
        (["--safetensors", "--out", "/proc/none/network"], "cannot write /proc/none/network"),
    ],
)  # fmt: skip
def test_a_wrong_export_is_refused_in_one_line(run, words, message, capsys):
    assert main(["export", str(run.folder), *words]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert main(["export", str(run.folder / "nowhere"), "--safetensors"]) == 2
    assert "no checkpoint at" in capsys.readouterr().err


def test_onnx_names_its_extra(run, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "skirmish_rl.agents.sharing.graph", raising=False)
    assert main(["export", str(run.folder), "--onnx"]) == 2
    assert "pip install 'skirmish-rl[onnx]'" in capsys.readouterr().err
    with pytest.raises(MissingExtra):
        import skirmish_rl.agents.sharing.graph  # noqa: F401


def texts_of(path):
    """The metadata of a file as it stands there."""
    return {name: json.dumps(value) for name, value in read_tensors(path)[1].items()}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 7}, "ruleset version 7"), ({"ruleset": "chess"}, "ruleset 'chess'"), ({"layout": 3}, "action layout"),
        ({"seats": 3}, "number of seats"), ({"features": 9}, "size of the observation"), ({"format": 9}, "format 9"),
        ({"actions": 10**6}, "number of actions"), ({"action_features": ["luck"]}, "list of action features"),
        ({"columns": "abc"}, "is no list"),
        ({"columns": []}, "column 0 of a position is 'None' there"), ({"network": {"policy": "row"}}, "did you mean 'rows'"),
        ({"network": {"policy": "rows", "width": 9, "summary": 8}}, "has shape"), ({"network": {"width": "wide"}}, "expected int"),
        ({"network": 3}, "expected a table"), ({"network": {"summary": 10**18}}, "has shape"),
        ({"network": {"summary": 10**30}}, "31 digits"),
        ({"network": {"width": -1}}, "at least 1"),
    ],
)  # fmt: skip
def test_a_network_of_something_else_is_refused_by_name(run, exported, duel, tmp_path, changes, message):
    texts = {**texts_of(exported), **{name: json.dumps(value) for name, value in changes.items()}}
    path = tmp_path / "network.safetensors"
    path.write_bytes(tensors_bytes(read_tensors(exported)[0], texts))
    with pytest.raises(CheckpointError, match=message) as caught:
        load_plain(path, duel)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("missing", ["format", "ruleset", "columns", "network", "greedy", "actions", "action_features", "seats"])
def test_a_network_that_does_not_say_what_it_is_is_refused(exported, duel, tmp_path, missing):
    texts = texts_of(exported)
    del texts[missing]
    path = tmp_path / "network.safetensors"
    path.write_bytes(tensors_bytes(read_tensors(exported)[0], texts))
    with pytest.raises(CheckpointError):
        load_plain(path, duel)


def test_weights_of_other_names_shapes_or_numbers_are_refused(exported, duel, tmp_path):
    weights, _ = read_tensors(exported)
    first = next(iter(weights))
    bad = weights[first].copy()
    bad.flat[0] = np.nan
    for change, message in (
        ({first: bad}, f"'{first}' holds a number that is not finite"), ({first: weights[first][..., :1]}, f"'{first}' has shape"),
        ({"more": np.ones(3, np.float32)}, "'more' has shape"), ({first: np.full_like(bad, np.inf)}, "not finite"),
    ):  # fmt: skip
        path = tmp_path / "network.safetensors"
        path.write_bytes(tensors_bytes({**weights, **change}, texts_of(exported)))
        with pytest.raises(CheckpointError, match=message):
            load_plain(path, duel)
    path.write_bytes(tensors_bytes({name: array for name, array in weights.items() if name != first}, texts_of(exported)))
    with pytest.raises(CheckpointError, match=f"'{first}' has shape None"):
        load_plain(path, duel)


def test_a_file_that_is_cut_or_damaged_is_refused(exported, duel, tmp_path):
    content, path = exported.read_bytes(), tmp_path / "network.safetensors"
    size = 8 + int.from_bytes(content[:8], "little")
    cuts = [content[:n] for n in (0, 7, 8, 20, size - 1, size, len(content) - 1)]
    headers = [b"null", b"[]", b"[[1]]", b"{}", b"[" * 5000, b"nonsense", b'{"__metadata__": 3}', b'{"__metadata__": {}, "a": 3}',
        b"\xff\xfe",
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}',
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, -4]}}',
               b'{"__metadata__": {}, "a": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]}}',
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "a": 3}',
               b'{"__metadata__": {"x": "1", "x": "2"}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}',
               b'{"__metadata__": {"x": "' + b"[" * 5000 + b'"}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}',
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [%s1], "data_offsets": [0, 8]}}' % (b"999999999999999999," * 20_000),
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [%d], "data_offsets": [0, 8]}}' % 2**62,
               b'{"__metadata__": {}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}' + b" " * 2**22]  # fmt: skip
    made = [len(header).to_bytes(8, "little") + header + bytes(8) for header in headers]
    for damaged in [*cuts, *made, content + b"more", (2**63).to_bytes(8, "little") + content[8:]]:
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError, match="cut, damaged or not a network"):
            load_plain(path, duel)
    os.mkfifo(tmp_path / "pipe.safetensors")
    for nothing in (tmp_path, tmp_path / "nowhere", tmp_path / "a\0b", tmp_path / "pipe.safetensors", Path("/dev/zero")):
        with pytest.raises(CheckpointError, match="cannot read"):
            load_plain(nothing, duel)


def test_a_network_answers_alike_by_one_thread_and_by_many(exported, duel):
    """The number of threads of NumPy's library is not the network's affair, and stays as it was."""
    from skirmish_rl.agents.workers import blas

    network, _ = load_plain(exported, duel)
    assert isinstance(network, PlainNetwork)
    batch = Batch(duel, 64)
    batch.reset(seed=1)
    threads = blas._threads()
    before = threads[0]() if threads else 1
    with blas.one_thread():
        assert not threads or threads[0]() == 1
        alone = network.judge(batch, np.arange(64)).log_probs
    assert np.array_equal(network.judge(batch, np.arange(64)).log_probs, alone)
    assert not threads or threads[0]() == before
