"""Tournaments by several processes: the same games, whoever dies."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest
import torch

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_round_robin
from skirmish_rl.agents.lookahead import NetworkJudge
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.network import NetworkConfig, build_network
from skirmish_rl.agents.search import Budget, SearchAgent, search_by_bot
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.agents.workers.local import Processes, Shared, WorkerError, pack
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.strangers import Crashing, Deadly, Stranger, Wrong


@pytest.fixture(scope="module")
def drill():
    return ruleset_of("godbreakers").scenario("drill", 2)


@pytest.fixture(scope="module")
def crew():
    with Processes(2) as processes:
        yield processes


def network_of(scenario, precision="float32"):
    torch.manual_seed(3)
    config = NetworkConfig("rows", 16, 16, 8, precision)
    network = build_network(scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, config)
    network.consider = 8
    return network.eval()


def same(one, two):
    for first, second in zip(one.matches, two.matches, strict=True):
        assert (first.first, first.second, first.decisions, first.distinct) == (
            second.first,
            second.second,
            second.decisions,
            second.distinct,
        )
        assert (first.scores == second.scores).all()
    assert one.forfeits == two.forfeits


def test_two_workers_play_the_same_games_as_one_process(drill, crew):
    def agents():
        network = network_of(drill)
        looking = SearchAgent(drill, NetworkJudge(network, depth=1), Budget(2), "look", width=2, threads=1)
        return [NetworkAgent(network_of(drill, "bfloat16"), "half"), looking, Wrong("wrong", 0)]

    alone = play_round_robin(drill, agents(), 70, 5)
    seen = []
    shared = play_round_robin(drill, agents(), 70, 5, watch=seen.append, play=Shared(crew))
    same(alone, shared)
    assert seen == sorted(seen) and seen[-1] == 210 and len(seen) == 6
    assert {forfeit.agent for forfeit in shared.forfeits} == {"wrong"}


def test_workers_import_an_agent_of_ones_own(drill, crew):
    agents = [agent_of(name, drill) for name in ("python:tests.agents.bots:Last", "python:tests.agents.bots:Leaving", "bot:simple")]
    alone = play_round_robin(drill, agents, 70, 5)
    shared = play_round_robin(drill, agents, 70, 5, play=Shared(crew))
    same(alone, shared)
    assert alone.forfeits and {forfeit.agent for forfeit in alone.forfeits} == {agents[1].name}


def test_agents_travel_after_they_have_played(drill):
    batch = Batch(drill, 2, observe=False)
    batch.reset(seed=1)
    for agent in (
        search_by_bot(drill, Budget(4), "simple"),
        SearchAgent(drill, NetworkJudge(network_of(drill), depth=0), Budget(2), "look"),
    ):
        agent.act(batch, np.arange(2))
        assert len(pack(drill, [agent])) < 1_000_000


def test_a_dead_worker_is_replaced_and_named(drill, crew, tmp_path):
    alone = play_round_robin(drill, [Stranger("deadly"), agent_of("bot:simple", drill)], 130, 5)
    said = []
    shared = play_round_robin(
        drill, [Deadly("deadly", tmp_path, 1), agent_of("bot:simple", drill)], 130, 5, play=Shared(crew, said.append)
    )
    same(alone, shared)
    assert len(said) == 1
    assert "(process " in said[0] and "has died; its 64 games (deadly against bot:simple) are played again by another" in said[0]


def test_a_worker_killed_from_outside(drill, crew):
    alone = play_round_robin(drill, [Stranger("a"), agent_of("mcts:2:simple", drill)], 70, 5)
    victim = crew._workers[0][1].result()
    threading.Thread(target=lambda: (time.sleep(0.4), os.kill(victim, signal.SIGKILL))).start()
    said = []
    same(alone, play_round_robin(drill, [Stranger("a"), agent_of("mcts:2:simple", drill)], 70, 5, play=Shared(crew, said.append)))
    assert said and f"worker 1 of 2 (process {victim}) has died" in said[0]


def test_games_that_kill_every_worker_are_given_up(drill, crew, tmp_path):
    with pytest.raises(WorkerError, match="the 3rd in a row at the same 10 games.*takes too much memory, or play with --workers 1"):
        play_round_robin(
            drill, [Deadly("deadly", tmp_path, 9), agent_of("bot:simple", drill)], 10, 5, play=Shared(crew, lambda said: None)
        )


def test_a_crash_in_a_worker_loses_the_game(drill, crew):
    agents = [Crashing("bad"), agent_of("bot:simple", drill)]
    shared = play_round_robin(drill, agents, 40, 5, play=Shared(crew))
    same(play_round_robin(drill, agents, 40, 5), shared)
    assert shared.forfeits and "no way out" in shared.forfeits[0].why


def test_agents_that_cannot_travel_are_refused(drill, crew):
    agent = Stranger("local")
    agent.act = lambda batch, index: None
    with pytest.raises(BadOption, match="cannot be sent to workers.*--workers 1"):
        play_round_robin(drill, [agent, agent_of("bot:simple", drill)], 10, 5, play=Shared(crew))


def test_the_command_gives_the_same_files_with_any_number_of_workers(tmp_path, capsys):
    words = ["evaluate", "--ruleset", "godbreakers", "--scenario", "drill", "--agents", "bot:simple", "mcts:2:simple", "--games", "70"]
    for workers in ("1", "2"):
        assert main([*words, "--workers", workers, "--out", str(tmp_path / workers)]) == 0
    shown = capsys.readouterr().out
    assert "70 of 70 games" in shown or "playing: " in shown
    one, two = (
        [line for line in (tmp_path / workers / "results.json").read_text().splitlines() if "seconds" not in line] for workers in "12"
    )
    assert one == two
    assert (tmp_path / "1" / "scores.png").read_bytes() == (tmp_path / "2" / "scores.png").read_bytes()
    assert not list(tmp_path.glob("*/*.tmp"))


@pytest.mark.parametrize("workers", ["two", "-1", "1.5", ""])
def test_a_wrong_number_of_workers_is_refused(capsys, workers):
    assert main(["evaluate", "--ruleset", "godbreakers", "--agents", "bot:simple", "bot:strong", f"--workers={workers}"]) == 2
    assert "give a number of processes, 0 for a fitting one, or ray" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("--agents", "random", "nope"), ("--agents", "random"), ("--agents", "random", "bot:simple", "--games", "0")]
)
def test_a_tournament_that_is_refused_leaves_no_folder(tmp_path, words):
    assert main(["evaluate", "--ruleset", "godbreakers", *words, "--out", str(tmp_path / "out")]) == 2
    assert not list(tmp_path.iterdir())
