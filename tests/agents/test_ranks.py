"""Several processes that train one network together."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from skirmish_rl.agents.ppo import ranks, run_folder
from skirmish_rl.agents.ppo.config import check_config, scenario_of
from skirmish_rl.agents.ppo.display import Display
from skirmish_rl.agents.ppo.launch import launch
from skirmish_rl.agents.ppo.learner import PPO, scales_of
from skirmish_rl.agents.ppo.network import NetworkConfig, Packed, build_network
from skirmish_rl.agents.ppo.ranks import ALONE, Gradients, Ranks, SharedSum, check_shares, device_of, fitting_ranks
from skirmish_rl.agents.ppo.trainer import Trainer
from skirmish_rl.envs import registry
from skirmish_rl.envs.core.errors import BadOption
from tests.agents.test_runs import TINY

TWO = dataclasses.replace(TINY, ranks=2)


def fingerprint(module: torch.nn.Module) -> str:
    """A hash of a network's weights."""
    return hashlib.sha256(b"".join(value.numpy().tobytes() for value in module.state_dict().values())).hexdigest()


class Saying(Display):
    """A quiet display that keeps what is said, and does something when it has been shown so many times."""

    def __init__(self, at=-1, then=None):
        super().__init__(Console(quiet=True))
        self.at, self.then, self.said = at, then, []

    def show(self, *facts):
        self.at -= 1
        if self.at == 0:
            self.then()

    def say(self, text):
        self.said.append(text)


def train_toy(ranks: Ranks, folder: str, resume: bool, at: int, end: int) -> int:
    """A rank of a run on the toy; the second one sends a signal when its display has been shown so many times.

    A SIGINT goes to the process that a terminal's ctrl-C would reach, a SIGKILL to the rank itself.
    """
    torch.set_num_threads(1)
    registry.RULESETS["toy"] = registry.Entry(0, "tests.toy")
    scenario = scenario_of(TWO.ruleset, TWO.scenario, TWO.seats, TWO.options)

    def then() -> None:
        os.kill(os.getppid() if end == signal.SIGINT else os.getpid(), end)

    trainer = Trainer(TWO, scenario, Path(folder), Saying(at if ranks.rank == 1 else -1, then), resume, ranks)
    marks, learn = [], PPO.update

    def marked(learner: PPO) -> None:
        learn(learner)
        marks.append(fingerprint(learner.network))

    PPO.update = marked
    finished = trainer.run()
    (Path(folder) / f"marks{ranks.rank}.json").write_text(json.dumps(marks))
    return 0 if finished else 130


def run(folder, resume=False, at=-1, end=0):
    if not resume:
        scenario = scenario_of(TWO.ruleset, TWO.scenario, TWO.seats, TWO.options)
        run_folder.create(dataclasses.replace(TWO, runs=str(folder.parent), name=folder.name), scenario)
    return launch(2, train_toy, str(folder), resume, at, int(end), then=lambda: "go on")


def marks_of(folder):
    return [json.loads((folder / f"marks{rank}.json").read_text()) for rank in (0, 1)]


def history_of(folder):
    rows = [line.split(",") for line in (folder / "progress.csv").read_text().splitlines()]
    return [row[:3] + row[5:] for row in rows]  # without seconds and rate


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "whole"
    assert run(folder) == 0
    return folder


def test_weights_are_equal_after_every_update(whole):
    first, second = marks_of(whole)
    assert first == second
    assert len(set(first)) == len(first) > 5, "each update changed something"


def test_one_rank_writes(whole):
    assert sum(path.name.startswith("events.out") for path in whole.iterdir()) == 1
    assert {path.name for path in whole.iterdir()} >= {"best.zip", "latest.zip", "progress.csv", "curve.png", "run.json", "config.toml"}


@pytest.mark.slow
def test_an_interrupted_run_goes_on_as_if_nothing_had_been(whole, tmp_path):
    folder = tmp_path / "cut"
    assert run(folder, at=11, end=signal.SIGINT) == 130
    first, second = marks_of(folder)
    assert first == second and 0 < len(first) < len(marks_of(whole)[0]), "both stopped after the same update"
    assert run(folder, resume=True) == 0
    assert first + marks_of(folder)[0] == marks_of(whole)[0]
    assert history_of(folder) == history_of(whole)


def test_a_killed_rank_is_named_and_the_run_goes_on_with_another_number(tmp_path, capfd):
    folder = tmp_path / "killed"
    assert run(folder, at=14, end=signal.SIGKILL) == 1
    assert "rank 1 was ended by SIGKILL; all ranks have stopped, and nothing is half written; go on" in capfd.readouterr().err
    assert not list(folder.glob("*.tmp"))
    scenario = scenario_of(TWO.ruleset, TWO.scenario, TWO.seats, TWO.options)
    saying = Saying()
    alone = Trainer(dataclasses.replace(TWO, ranks=1), scenario, folder, saying, resume=True)
    assert "this run had 2 ranks and continues with 1" in saying.said[0]
    done = alone.learner.decisions
    assert alone.run() and alone.learner.decisions > done > 0


def add_up(ranks: Ranks, place: str) -> int:
    """Sums of several kinds and sizes, one of them larger than the memory that is shared at first."""
    sums = []
    for kind, size in ((torch.float32, 5), (torch.float64, 3), (torch.float32, 2_000_000), (torch.float32, 1)):
        numbers = torch.full((size,), 1.5 + ranks.rank, dtype=kind)
        sums.append([float(ranks.sum_(numbers)[-1]), float(numbers[0])])
    told = [ranks.any(ranks.rank == 1), ranks.any(False), ranks.told(f"rank {ranks.rank}"), ranks.gather(ranks.rank)]
    (Path(place) / f"{ranks.rank}.json").write_text(json.dumps([sums, told]))
    return 0


def test_ranks_add_up_and_tell(tmp_path):
    assert launch(3, add_up, str(tmp_path)) == 0
    for rank in range(3):
        sums, told = json.loads((tmp_path / f"{rank}.json").read_text())
        assert sums == [[7.5, 7.5]] * 4
        assert told == [True, False, "rank 0", [0, 1, 2]]


def fail(ranks: Ranks) -> int:
    """A rank with a fault of its own; the other waits for it."""
    if ranks.rank == 1:
        raise ZeroDivisionError("a fault of rank 1")
    ranks.wait()
    return 0


def test_a_fault_in_one_rank_ends_all(capfd):
    assert launch(2, fail) == 1
    said = capfd.readouterr().err
    assert "rank 1:" in said and "a fault of rank 1" in said


def test_shares_must_be_whole_numbers(duel):
    check_shares(4, ppo_games=256)
    with pytest.raises(BadOption, match=r"ppo.games = 16 cannot be divided equally among 3 ranks; choose a multiple of 3, or --ranks 1"):
        check_config(dataclasses.replace(TINY, ranks=3), duel)


def test_one_rank_a_core_with_enough_games_for_each(monkeypatch):
    monkeypatch.setattr("skirmish_rl.agents.ppo.ranks.cores", lambda: 8)
    assert [fitting_ranks(games) for games in (16, 64, 128, 256, 4096, 450)] == [1, 1, 2, 4, 8, 6]


@pytest.mark.parametrize(("wanted", "message"), [("gpu", "auto, cpu, cuda"), ("meta", "auto, cpu, cuda")])
def test_devices_that_cannot_be_had(wanted, message):
    with pytest.raises(BadOption, match=message):
        device_of(wanted)
    assert device_of("cpu").type == "cpu"


def test_a_gpu_where_there_is_none(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device_of("auto").type == "cpu"
    with pytest.raises(BadOption, match="finds no GPU"):
        device_of("cuda")


def test_gradients_lie_in_one_piece():
    network = torch.nn.Linear(3, 2)
    gradients = Gradients(list(network.parameters()), ALONE)
    for _ in range(2):
        gradients.clear()
        network(torch.ones(1, 3)).sum().backward()
        assert gradients.average(0.25) == 0.25
        assert network.weight.grad.tolist() == [[1.0] * 3] * 2 and network.bias.grad.tolist() == [1.0] * 2
    gradients.clip(1.0)
    assert network.bias.grad.tolist() == pytest.approx([8**-0.5] * 2)


def noted(steps, among):
    network = torch.nn.Linear(2, 1)
    gradients = Gradients(list(network.parameters()), ALONE, [network.weight] if among else [])
    for step in steps:
        gradients.clear()
        (network(torch.tensor([step])).sum() + 100 * network.bias.sum()).backward()  # the bias is not among those asked for
        gradients.note()
    return gradients.signal()


def test_signal_is_what_minibatches_have_in_common():
    """Mean (1, 0), each 1 away from it: four of them together are off by 1/4 in the square."""
    steps = [[1.0, 1.0], [1.0, -1.0], [2.0, 0.0], [0.0, 0.0]]
    common = (16 - sum(a * a + b * b for a, b in steps)) / 12
    noise = (sum(a * a + b * b for a, b in steps) / 4 - common) / 4
    assert noted(steps, True) == pytest.approx(common / noise)
    assert noted([[1.0, 0.0]] * 3, True) > 1e6
    assert noted([[1.0, 0.0], [-1.0, 0.0]], True) == 0
    assert math.isnan(noted([[1.0, 0.0]], True))


def test_scales_are_those_of_each_minibatch():
    batches = [torch.tensor([1.0, 2.0, 6.0]), torch.tensor([-1.0, 1.0])]
    for (mean, spread), batch in zip(scales_of(batches, ALONE), batches, strict=True):
        assert (mean, spread) == pytest.approx((float(batch.mean()), float(batch.std())))


def test_half_precision_changes_little_and_weights_stay_whole():
    torch.manual_seed(1)
    full = build_network(40, 12, 100, NetworkConfig("rows", 16, 16, 0, "float32"))
    half = build_network(40, 12, 100, NetworkConfig("rows", 16, 16, 0, "bfloat16"))
    half.load_state_dict(full.state_dict())
    counts = torch.tensor([3, 1, 300, 7])
    packed = Packed(torch.rand(4, 40) - 0.5, torch.rand(311, 12), torch.arange(311), counts)
    for one, two in zip(full(packed), half(packed), strict=True):
        assert two.dtype == torch.float32 and one.shape == two.shape
        assert torch.allclose(one, two, atol=0.02) and not torch.equal(one, two)
    half(packed)[0].sum().backward()
    assert all(parameter.dtype == parameter.grad.dtype == torch.float32 for parameter in half.row.parameters())
    with pytest.raises(BadOption, match="precision 'bfloat'"):
        build_network(40, 12, 100, NetworkConfig(precision="bfloat"))


def only_the_second_fails(ranks):
    if ranks.rank == 1:
        raise BadOption("the second rank's reason")
    return 2


def test_what_any_rank_has_to_say_is_said_once(capfd):
    assert launch(2, only_the_second_fails) == 2
    assert capfd.readouterr().err.count("the second rank's reason") == 1


def test_who_waits_for_a_stopped_rank_says_so_once(monkeypatch, capsys):
    """The first one that waits tells, and the sum is right when the late rank comes after all."""
    monkeypatch.setattr(ranks, "_QUIET", 0.2)
    arrived, rows = np.zeros(3, np.int64), np.zeros((2, 3, 64), np.uint8)
    sums = []
    for rank in (0, 2):
        one = object.__new__(SharedSum)
        one.rank, one.count, one._room, one._turn, one._arrived, one._rows, one._processes = (
            rank,
            3,
            64,
            0,
            arrived,
            rows,
            [os.getpid()] * 3,
        )
        numbers = torch.ones(4)
        sums.append((threading.Thread(target=one.add, args=(numbers,)), numbers))
    for thread, _ in sums:
        thread.start()
    time.sleep(0.8)
    rows[1, 1, :16] = torch.full((4,), 5.0).numpy().view(np.uint8)
    arrived[1] = 1
    for thread, numbers in sums:
        thread.join(10)
        assert numbers.tolist() == [7.0] * 4
    assert capsys.readouterr().err == f"waiting for rank 1 (process {os.getpid()}): busy with something long, or stopped\n"
