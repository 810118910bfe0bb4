"""Tournaments and sweeps on a real cluster of two nodes, started here."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
import time

import pytest

pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster as TwoMachines

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_round_robin
from skirmish_rl.agents.experiments.runs import find_runs
from skirmish_rl.agents.experiments.sweep import begin, run
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.config import Stage, write_config
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.agents.workers import cluster as ours
from skirmish_rl.agents.workers.local import Shared, WorkerError
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.strangers import Crashing, Deadly, Stranger
from tests.agents.test_experiments import DRILL
from tests.agents.test_workers import network_of, same

pytestmark = pytest.mark.slow
ROOM = 100 * 2**20  # bytes of a node's object store


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of one core each."""
    nodes = TwoMachines(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": ROOM, "include_dashboard": False})
    try:
        nodes.add_node(num_cpus=1, object_store_memory=ROOM)
        nodes.wait_for_nodes()
        ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture(scope="module")
def drill():
    return ruleset_of("godbreakers").scenario("drill", 2)


def test_a_cluster_plays_the_same_games_as_one_process(cluster, drill):
    agents = [agent_of("bot:simple", drill), NetworkAgent(network_of(drill), "network"), Crashing("bad")]
    alone = play_round_robin(drill, agents, 130, 5)
    crew = ours.Cluster(drill.ruleset)
    assert (crew.size, crew.machines) == (2, 2)
    same(alone, play_round_robin(drill, agents, 130, 5, play=Shared(crew)))
    assert {forfeit.agent for forfeit in alone.forfeits} == {"bad"}


def test_a_dead_worker_is_named_and_its_games_are_played_again(cluster, drill, tmp_path):
    alone = play_round_robin(drill, [Stranger("deadly"), agent_of("bot:simple", drill)], 130, 5)
    said = []
    shared = Shared(ours.Cluster(drill.ruleset), said.append)
    same(alone, play_round_robin(drill, [Deadly("deadly", tmp_path, 1), agent_of("bot:simple", drill)], 130, 5, play=shared))
    assert len(said) == 1 and said[0].startswith("a worker of the cluster has died (WorkerCrashedError: ")
    assert said[0].endswith("its 64 games (deadly against bot:simple) are played again by another")


def test_games_that_kill_every_worker_are_given_up(cluster, drill, tmp_path):
    shared = Shared(ours.Cluster(drill.ruleset), lambda said: None)
    with pytest.raises(WorkerError, match="the 3rd in a row at the same 10 games"):
        play_round_robin(drill, [Deadly("deadly", tmp_path, 9), agent_of("bot:simple", drill)], 10, 5, play=shared)


def test_a_machine_that_leaves_costs_no_game(cluster, drill):
    leaving = cluster.add_node(num_cpus=1, object_store_memory=ROOM)
    cluster.wait_for_nodes()
    agents = [Stranger("a"), agent_of("mcts:2:simple", drill)]
    alone = play_round_robin(drill, agents, 260, 5)
    said: list[str] = []
    crew = ours.Cluster(drill.ruleset)
    assert (crew.size, crew.machines) == (3, 3)
    gone = threading.Event()

    def watch(done: int) -> None:
        if not gone.is_set():
            gone.set()
            cluster.remove_node(leaving, allow_graceful=False)

    same(alone, play_round_robin(drill, agents, 260, 5, watch=watch, play=Shared(crew, said.append)))
    assert gone.is_set()
    deadline = time.monotonic() + 60
    while sum(node["Alive"] for node in ray.nodes()) > 2 and time.monotonic() < deadline:
        time.sleep(0.5)  # until the cluster has noticed


def test_machines_with_other_rules_are_refused(cluster, drill):
    crew = ours.Cluster(drill.ruleset)
    crew.key = "other"
    with pytest.raises(WorkerError, match="has other rules of godbreakers.*install the same ones on all machines"):
        play_round_robin(drill, [agent_of("bot:simple", drill), Stranger("a")], 10, 5, play=Shared(crew))


def test_the_command_uses_the_cluster(cluster, tmp_path, capsys):
    words = [
        "evaluate",
        "--ruleset",
        "godbreakers",
        "--scenario",
        "drill",
        "--agents",
        "bot:simple",
        "mcts:2:simple",
        "--games",
        "70",
    ]
    for workers in ("1", "ray"):
        assert main([*words, "--workers", workers, "--out", str(tmp_path / workers)]) == 0
    assert "a Ray cluster of 2 machines with 2 cores" in capsys.readouterr().out
    one, two = ((tmp_path / workers / "results.json").read_text().splitlines() for workers in ("1", "ray"))
    assert [line for line in one if "seconds" not in line] == [line for line in two if "seconds" not in line]


def test_an_interrupted_sweep_goes_on(cluster, tmp_path, capsys):
    write_config(dataclasses.replace(DRILL, ranks=1, stages=(Stage(1024, {"bot:random": 1.0}),)), tmp_path / "tiny.toml")
    (tmp_path / "sweep.toml").write_text(
        f'config = "{tmp_path}/tiny.toml"\nfolder = "{tmp_path}"\nname = "sweep"\nseeds = 2\n'
        "[settings]\nppo.learning_rate = [1e-4, 1e-3]\n"
        "[halving]\ngrace = 512\nfactor = 2\n"
    )

    def interrupt() -> None:
        while not list(tmp_path.glob("sweep/*/latest.zip")):
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    assert run(*begin(tmp_path / "sweep.toml")) == 130
    assert f"continue with: skirmish-rl sweep --resume {tmp_path / 'sweep'}" in capsys.readouterr().out
    begun = {path: path.stat().st_mtime_ns for path in tmp_path.glob("sweep/*/run.json")}
    assert 0 < len(begun) <= 4 and not (tmp_path / "sweep" / "report.html").exists()
    assert main(["sweep", "--resume", str(tmp_path / "sweep")]) == 0
    assert all(path.stat().st_mtime_ns == when for path, when in begun.items()), "runs went on in their folders"
    runs = find_runs([tmp_path / "sweep"])
    assert len(runs) == 4 and {(run.config.seed, run.config.ppo.learning_rate) for run in runs} == {
        (s, r) for s in (1, 2) for r in (1e-4, 1e-3)
    }
    assert any(run.finished for run in runs) and all(len(run.curve) >= 3 for run in runs)
    shown = capsys.readouterr().out
    assert "4 of 4 trials done" in shown and "ppo.learning_rate 0.001" in shown
    assert (tmp_path / "sweep" / "report.html").is_file()


def test_a_trial_that_fails_is_named(cluster, tmp_path, capsys):
    write_config(dataclasses.replace(DRILL, ranks=1), tmp_path / "tiny.toml")
    (tmp_path / "sweep.toml").write_text(
        f'config = "{tmp_path}/tiny.toml"\nfolder = "{tmp_path}"\nname = "sweep"\n[settings]\nstart = ["", "{tmp_path}/nowhere"]\n'
    )
    assert main(["sweep", str(tmp_path / "sweep.toml")]) == 1
    shown = capsys.readouterr().out
    assert "a trial has failed" in shown and "trial-00001.log" in shown and "bot:simple" in shown
    assert f"{tmp_path}/nowhere" in (tmp_path / "sweep" / "trial-00001.log").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sweep", "no/such/file.toml"], "cannot read no/such/file.toml"),
        (["sweep", "--resume", "no/such/sweep"], "is not the folder of a sweep"),
        (["sweep", "a", "b"], "give the file of a new sweep, or --resume"),
    ],
)
def test_wrong_sweeps_are_refused(capsys, words, message):
    assert main(words) == 2
    assert message in capsys.readouterr().err


def test_a_sweep_of_somebody_else_is_not_unpickled(tmp_path, capsys):
    """Tune's state runs code when it is read."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "sweep.toml").write_text('config = "godbreakers/ppo-small"\n[settings]\nppo.epochs = [1]\n')
    assert main(["sweep", "--resume", str(folder)]) == 2
    assert "add --trust to go on with it" in capsys.readouterr().err.replace("\n", " ")
