"""Whole runs: settings, run folders, checkpoints, going on after a stop, and the two commands."""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from skirmish_rl.__main__ import main
from skirmish_rl.agents.experiments.seeds import plan_seeds
from skirmish_rl.agents.ppo import checkpoints, run_folder
from skirmish_rl.agents.ppo.agent import load_agent
from skirmish_rl.agents.ppo.bounds import BOUNDS, check_numbers, numbers
from skirmish_rl.agents.ppo.config import (
    EvaluationConfig,
    PPOConfig,
    ShapingConfig,
    Stage,
    TrainConfig,
    check_config,
    read_command,
    read_config,
    scenario_of,
    write_config,
)
from skirmish_rl.agents.ppo.display import Display
from skirmish_rl.agents.ppo.imitation import ImitationConfig
from skirmish_rl.agents.ppo.learner import PPO
from skirmish_rl.agents.ppo.network import NetworkConfig
from skirmish_rl.agents.ppo.trainer import Trainer
from skirmish_rl.agents.selfplay.config import SelfPlayConfig, is_for_devices
from skirmish_rl.agents.settings.typed import in_a_line
from skirmish_rl.agents.shipped import shipped_agents, shipped_configs
from skirmish_rl.agents.train import train, what_next
from skirmish_rl.envs.core import files
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError, UnknownName
from skirmish_rl.envs.core.trace import read_header, replay
from tests.agents.test_games import advance

TINY = TrainConfig(
    ruleset="toy", scenario="short", threads=1, past=2,
    network=NetworkConfig("rows", 8, 8),
    imitation=ImitationConfig("strong", 2_000, games=32, chunk=8, minibatch=128),
    ppo=PPOConfig(games=16, steps=8, minibatch=64),
    stages=(Stage(500, {"bot:strong": 1.0}, 0.2), Stage(1_000, {"bot:simple": 1.0, "past": 1.0}, snapshot=300, gae_lambda=0.5)),
    evaluation=EvaluationConfig(every=400, games=20, final_games=20, looking_games=10),
)  # fmt: skip
SMALL = dataclasses.replace(TINY, imitation=ImitationConfig(decisions=0), stages=TINY.stages[:1])


class Nudge(Display):
    """A quiet display that sends ctrl-C when it has been shown so many times."""

    def __init__(self, at=-1):
        super().__init__(Console(quiet=True))
        self.at = at

    def show(self, *facts):
        self.at -= 1
        if self.at == 0:
            os.kill(os.getpid(), signal.SIGINT)


def trainer(folder, config=TINY, resume=False, at=-1):
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    if not resume:
        config = dataclasses.replace(config, runs=str(folder.parent), name=folder.name)
        assert run_folder.create(config, scenario) == folder
    return Trainer(config, scenario, folder, Nudge(at), resume)


def parts_of(run):
    """What of a run stands in a checkpoint as torch has it."""
    return run.learner.network, run.learner.optimizer


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An uninterrupted run."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    run = trainer(folder)
    assert run.run()
    return run


def compare(one, two):
    for a, b in zip(one.learner.network.parameters(), two.learner.network.parameters(), strict=True):
        assert torch.equal(a, b)
    timed = ("seconds", "rate")
    facts = [[{k: v for k, v in row.items() if k not in timed} for row in run.progress.history] for run in (one, two)]
    assert facts[0] == facts[1]
    assert one.games.batch.games.tobytes() == two.games.batch.games.tobytes()
    assert len(one.past) == len(two.past)


@pytest.mark.parametrize("at", [3, 11, 16])
def test_a_resumed_run_equals_an_uninterrupted_one(whole, tmp_path, at):
    """Interrupted in the imitation, in the first stage, and among past selves."""
    folder = tmp_path / "cut"
    first = trainer(folder, at=at)
    assert not first.run()
    assert first.learner.decisions < whole.learner.decisions
    second = trainer(folder, resume=True)
    assert second.run()
    compare(whole, second)
    assert (folder / "progress.csv").read_text().count("\n") == len(whole.progress.history) + 1


def test_a_run_repeats(whole, tmp_path):
    again = trainer(tmp_path / "again")
    assert again.run()
    compare(whole, again)


def test_a_run_folder_tells_what_was_done(whole):
    facts = json.loads((whole.folder / "run.json").read_text())
    assert facts["ruleset_version"] == 0 and facts["seed"] == 1 and "torch" in facts["packages"] and "git" in facts
    assert read_config(whole.folder / "config.toml") == dataclasses.replace(TINY, runs=str(whole.folder.parent), name="whole")
    assert (whole.folder / "curve.png").stat().st_size > 1000
    assert any(path.name.startswith("events.out.tfevents") for path in whole.folder.iterdir())
    evaluated = [row["evaluation"] for row in whole.progress.history if row.get("evaluation") is not None]
    assert len(evaluated) == 4 and max(evaluated) == whole.progress.best


def test_a_stage_has_advantages_of_its_own_lambda(tmp_path, monkeypatch):
    run = trainer(tmp_path / "run", dataclasses.replace(TINY, imitation=ImitationConfig(decisions=0)))
    used, learn = set(), PPO.update
    monkeypatch.setattr(PPO, "update", lambda learner: (used.add((run.progress.stage, learner.gae_lambda)), learn(learner)))
    assert run.run()
    assert used == {(0, TINY.ppo.gae_lambda), (1, 0.5)}


def test_a_finished_run_may_be_resumed_and_changes_nothing(whole):
    again = trainer(whole.folder, resume=True)
    assert again.run()
    assert again.learner.decisions == whole.learner.decisions


def test_a_time_limit_ends_a_run_that_can_go_on(whole, tmp_path):
    folder = tmp_path / "short"
    first = trainer(folder, dataclasses.replace(TINY, minutes=0.0))
    assert first.run() and first.learner.decisions == 0
    second = trainer(folder, resume=True)
    assert second.run()
    compare(whole, second)


SPARSE = dataclasses.replace(TINY, imitation=ImitationConfig(decisions=0), evaluation=dataclasses.replace(TINY.evaluation, every=10**6))


def test_a_run_that_time_ends_is_evaluated_where_it_ends(tmp_path, monkeypatch):
    run = trainer(tmp_path / "timed", SPARSE)
    monkeypatch.setattr(run, "seconds", lambda: 1e9 if run.learner.decisions >= 512 else 0.0)
    assert run.run() and run.learner.decisions == 512
    evaluated = [row["decisions"] for row in run.progress.history if row.get("evaluation") is not None]
    assert evaluated == [0, 512] and run.progress.evaluated_at == 512
    scores = [row["evaluation"] for row in run.progress.history if row.get("evaluation") is not None]
    assert run.progress.best == max(scores) and run.progress.best_at == (512 if scores[1] >= scores[0] else 0)


def test_where_the_budget_pays_for_no_further_evaluation_the_last_network_is_kept(tmp_path, duel):
    first = trainer(tmp_path / "first", dataclasses.replace(SPARSE, budget=SPARSE.rollout))
    assert first.run() and first.progress.evaluation_cost > 0
    budget = first.progress.evaluation_cost + 3 * SPARSE.rollout
    run = trainer(tmp_path / "run", dataclasses.replace(SPARSE, budget=budget))
    assert run.run() and run.learner.decisions == 3 * SPARSE.rollout == run.progress.best_at and run.spent <= budget
    assert run.progress.evaluated_at == 0
    kept = checkpoints.load_network(run.folder / "best.zip", duel)[0]
    assert all(torch.equal(a, b) for a, b in zip(kept.parameters(), run.learner.network.parameters(), strict=True))


def test_a_column_that_shaping_does_not_find_is_named_before_a_folder_is_made(tmp_path):
    wrong = ShapingConfig(0.5, features={"seat[0].pts": 1.0})
    write_config(dataclasses.replace(TINY, shaping=wrong, runs=str(tmp_path), name="run"), tmp_path / "mine.toml")
    with pytest.raises(UnknownName, match="feature in shaping.features 'seat.0..pts'"):
        train([str(tmp_path / "mine.toml"), "--ranks", "1"])
    assert not (tmp_path / "run").exists()


def test_an_interrupted_checkpoint_leaves_the_old_one_whole(whole, tmp_path, monkeypatch, duel):
    path = tmp_path / "latest.zip"
    checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {}, {})
    before = path.read_bytes()

    def interrupted(number):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {"more": 1}, {})
    assert path.read_bytes() == before
    checkpoints.load_network(path, duel)


class Cut(BaseException):
    """The power fails."""


def test_a_run_cut_off_at_any_call_of_a_checkpoint_resumes(whole, tmp_path, monkeypatch, duel):
    """Whatever has reached the disk by then, half a file included, the run goes on from what was whole before, or from what is now."""
    path = tmp_path / "latest.zip"
    checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {"number": 1}, {})
    size = path.stat().st_size
    calls = ["open", *(f"write {part}" for part in (0, 1, size // 3, size // 2, size - 1, size)), "flush", "fsync", "replace", "replaced"]
    for call in calls:
        checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {"number": 1}, {})
        with monkeypatch.context() as patch:
            failing(patch, call)
            with pytest.raises(Cut):
                checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {"number": 2}, {})
        progress, _ = checkpoints.load_resume(path, *parts_of(whole))
        assert progress["number"] == (2 if call == "replaced" else 1), call
        checkpoints.save_checkpoint(path, *parts_of(whole), whole.identity, {"number": 3}, {})
        assert checkpoints.load_resume(path, *parts_of(whole))[0]["number"] == 3, f"what was left by {call} is in the way"


def failing(patch, call):
    """Let the power fail at one call of `save_checkpoint`."""
    real_replace = os.replace

    class File:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.file.close()

        def write(self, content):
            if call.startswith("write"):
                self.file.write(content[: int(call.split()[1])])
                raise Cut
            return self.file.write(content)

        def flush(self):
            if call == "flush":
                raise Cut
            self.file.flush()

        def fileno(self):
            return self.file.fileno()

    def opened(path, *mode, **rest):
        if call == "open":
            raise Cut
        return File(open(path, *mode, **rest))

    def replaced(*paths):
        if call == "replaced":
            real_replace(*paths)
        if call.startswith("replace"):
            raise Cut

    def synced(number):
        if call == "fsync":
            raise Cut

    def left(path):
        raise Cut  # nobody cleans up

    patch.setattr(files, "open", opened, raising=False)
    patch.setattr(Path, "unlink", left)
    patch.setattr(os, "fsync", synced)
    patch.setattr(os, "replace", replaced)


def test_a_run_cut_off_before_its_first_checkpoint_begins_again(whole, tmp_path, capsys):
    folder = tmp_path / "early"
    config = dataclasses.replace(TINY, runs=str(tmp_path), name="early")
    run_folder.create(config, scenario_of("toy", "short", 0, ()))
    assert run_folder.standing(folder) == f"nothing was saved yet; go on with: skirmish-rl train --resume {folder}"
    again = trainer(folder, resume=True)
    assert again.run()
    compare(whole, again)
    assert "the last checkpoint is whole" in run_folder.standing(folder)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # TensorBoard's own thread
@pytest.mark.parametrize("place", ["history", "checkpoint", "folder"])
def test_a_full_disk_ends_a_run_with_a_message_and_its_last_checkpoint(whole, tmp_path, monkeypatch, place):
    folder = tmp_path / "full"
    first = trainer(folder, at=11)
    assert not first.run()
    before = (folder / "latest.zip").read_bytes()
    second = trainer(folder, resume=True)

    def full(*arguments, **rest):
        raise OSError(errno.ENOSPC, "No space left on device")

    if place == "history":
        monkeypatch.setattr(run_folder, "write_history", full)
    elif place == "checkpoint":
        monkeypatch.setattr(os, "fsync", full)
    else:
        folder.rename(tmp_path / "gone")
    with pytest.raises(CheckpointError, match="cannot write"):
        second.run()
    monkeypatch.undo()
    if place == "folder":
        (tmp_path / "gone").rename(folder)
    assert (folder / "latest.zip").read_bytes() == before and not list(folder.glob(".*.tmp"))
    third = trainer(folder, resume=True)
    assert third.run()
    compare(whole, third)


def test_the_learning_rate_falls_over_the_decisions_of_all_stages(whole):
    """To a tenth, whatever the minutes."""
    learnt = [row for row in whole.progress.history if "learning_rate" in row]
    total, start = whole.config.decisions, whole.config.ppo.learning_rate
    assert [row["learning_rate"] for row in learnt] == pytest.approx([start * (1 - 0.9 * row["decisions"] / total) for row in learnt])
    assert learnt[-1]["learning_rate"] == pytest.approx(start / 10)


def repacked(path, change):
    """A copy of a checkpoint whose parts were changed, with zip's own checksums right."""
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)


def test_a_changed_part_of_a_checkpoint_is_named(whole, tmp_path, duel):
    path = tmp_path / "latest.zip"
    with zipfile.ZipFile(whole.folder / "latest.zip") as archive:
        parts = [name for name in archive.namelist() if name != "checksums.json"]
    assert {"policy.pth", "skirmish.json", "resume.npz"} <= {*parts}
    for part in parts:
        for change in (lambda members, part=part: members.update({part: members[part][:-1] + bytes([members[part][-1] ^ 32])}),
                       lambda members, part=part: members.pop(part)):  # fmt: skip
            path.write_bytes((whole.folder / "latest.zip").read_bytes())
            repacked(path, change)
            for use in (lambda: load_agent(path, duel), lambda: checkpoints.load_resume(path, *parts_of(whole))):
                with pytest.raises(CheckpointError, match="damaged"):
                    use()
    path.write_bytes((whole.folder / "latest.zip").read_bytes())
    repacked(path, lambda members: members.update({"more": b"x"}))
    with pytest.raises(CheckpointError, match="part 'more'"):
        load_agent(path, duel)


def test_a_run_of_an_earlier_version_goes_on(whole, tmp_path):
    """Its checkpoints hold more, which only Stable-Baselines3 read."""
    folder = tmp_path / "earlier"
    assert not trainer(folder, at=11).run()

    def change(members):
        members |= {"data": b"{}", "pytorch_variables.pth": b"x", "_stable_baselines3_version": b"2.9.2", "system_info.txt": b"x"}
        sums = {name: checkpoints._checksum(content) for name, content in members.items() if name != "checksums.json"}
        members["checksums.json"] = json.dumps(sums).encode()

    repacked(folder / "latest.zip", change)
    again = trainer(folder, resume=True)
    assert again.run()
    compare(whole, again)


@pytest.mark.parametrize("value", ["null", "[]", '{"chunk": "x"}', "[" * 5000, "nonsense", '{"rng": [{}]}', '{"past": 9}'])
def test_nonsense_with_right_checksums_is_refused_all_the_same(whole, tmp_path, value):
    folder = changed_copy(whole, tmp_path)

    def change(members):
        members["resume.json"] = value.encode()
        sums = {name: checkpoints._checksum(content) for name, content in members.items() if name != "checksums.json"}
        members["checksums.json"] = json.dumps(sums).encode()

    repacked(folder / "latest.zip", change)
    with pytest.raises(CheckpointError, match="damaged"):
        trainer(folder, resume=True)


def test_a_saved_agent_plays_as_the_trained_one(whole, duel):
    agent = load_agent(whole.folder / "latest.zip", duel)
    for a, b in zip(agent.network.parameters(), whole.learner.network.parameters(), strict=True):
        assert torch.equal(a, b)
    assert load_agent(whole.folder, duel).name == "ppo:whole"


def test_damaged_checkpoints_are_refused(whole, tmp_path, duel):
    content = (whole.folder / "best.zip").read_bytes()
    for size in (0, len(content) // 2, len(content) - 30):
        (tmp_path / "cut.zip").write_bytes(content[:size])
        with pytest.raises(CheckpointError, match="truncated, damaged"):
            load_agent(tmp_path / "cut.zip", duel)
    (tmp_path / "cut.zip").write_text("this is not a checkpoint")
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        load_agent(tmp_path / "cut.zip", duel)


def changed_copy(whole, tmp_path, **changes):
    """A run folder whose checkpoints claim something else."""
    for name in ("best.zip", "latest.zip"):
        with zipfile.ZipFile(whole.folder / name) as old, zipfile.ZipFile(tmp_path / name, "w") as new:
            for member in old.namelist():
                content = old.read(member)
                if member == "skirmish.json":
                    content = json.dumps({**json.loads(content), **changes}).encode()
                if member == "checksums.json":
                    content = json.dumps({name: checkpoints._checksum(new.read(name)) for name in new.namelist()}).encode()
                new.writestr(member, content)
    (tmp_path / "config.toml").write_text((whole.folder / "config.toml").read_text())
    return tmp_path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 7}, "ruleset version 7"), ({"ruleset": "chess"}, "ruleset 'chess'"), ({"layout": 3}, "action layout"),
        ({"seats": 3}, "number of seats"), ({"features": 9}, "size of the observation"), ({"format": 1}, "format 1"),
    ],
)  # fmt: skip
def test_a_checkpoint_of_something_else_is_refused(whole, tmp_path, duel, changes, message):
    folder = changed_copy(whole, tmp_path, **changes)
    with pytest.raises(CheckpointError, match=message):
        load_agent(folder, duel)
    with pytest.raises(CheckpointError, match=message):
        trainer(folder, resume=True)


def test_resuming_on_another_scenario_is_refused(whole, tmp_path):
    folder = changed_copy(whole, tmp_path, scenario="long")
    with pytest.raises(CheckpointError, match="scenario 'long'"):
        trainer(folder, resume=True)


def test_a_network_may_play_another_scenario_of_the_same_size(whole):
    assert load_agent(whole.folder, scenario_of("toy", "long", 2, ())).name == "ppo:whole"


def test_settings_survive_a_file(tmp_path):
    config = dataclasses.replace(
        TINY,
        name='a "name"\\',
        options=("tokens=2",),
        shaping=dataclasses.replace(TINY.shaping, features={"seat[0].points": 0.5}),
    )
    write_config(config, tmp_path / "config.toml")
    assert read_config(tmp_path / "config.toml") == config


def test_the_command_line_changes_the_file(tmp_path):
    write_config(TINY, tmp_path / "config.toml")
    given = ["--seed", "3", "--ppo.learning-rate", "1e-4", "--stages.0.decisions", "77"]
    config, seeds = read_command(tmp_path / "config.toml", given)
    assert seeds == 0 and type(config) is TrainConfig
    assert read_command(tmp_path / "config.toml", [*given, "--seeds", "5"]) == (config, 5)
    assert (config.seed, config.ppo.learning_rate, config.stages[0].decisions) == (3, 1e-4, 77)
    assert config.stages[1] == TINY.stages[1] and config.imitation == TINY.imitation


@pytest.mark.parametrize("name", ["past", "bot:strong@0.25", "ppo:some_folder/best.zip"])
@pytest.mark.parametrize("equals", [False, True])
def test_a_command_line_adds_opponents_that_the_file_does_not_name(tmp_path, name, equals):
    write_config(SMALL, tmp_path / "config.toml")
    option = f"--stages.0.opponents.{name}"
    given = [f"{option}=0.5"] if equals else [option, "0.5"]
    config, _ = read_command(tmp_path / "config.toml", [*given, "--stages.0.opponents.bot:strong", "0"])
    assert config.stages[0].opponents == {name: 0.5, "bot:strong": 0.0}
    with pytest.raises(BadOption, match=r"unknown option --stages\.1\.opponents\.past"):
        read_command(tmp_path / "config.toml", ["--stages.1.opponents.past", "1"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('ruleset = "toy"\nscenrio = "short"', r"line 2: key 'scenrio'.*did you mean 'scenario'"),
        ('ruleset = "toy"\n\n[ppo]\nlearning_rat = 1', r"line 4: key 'learning_rat'.*did you mean 'learning_rate'"),
        ('ruleset = "toy"\n[ppo]\ngames = "many"', r"line 3: key 'ppo.games': expected int"),
        ('scenario = "short"', "'ruleset': is missing"),
        ('ruleset = ', "not valid TOML"),
    ],
)  # fmt: skip
def test_bad_settings_name_file_line_and_key(tmp_path, text, message):
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(DataError, match=message):
        read_config(tmp_path / "config.toml")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"ppo": PPOConfig(games=0)}, "ppo.games = 0"), ({"ppo": PPOConfig(gamma=1.5)}, "ppo.gamma"), ({"stages": ()}, "stages"),
        ({"stages": (Stage(10, {}),)}, r"stages\[0\]"), ({"stages": (Stage(10, {"bot:strog": 1.0}),)}, "did you mean 'strong'"),
        ({"stages": (Stage(10, {"bots:strong": 1.0}),)}, "unknown opponent"),
        ({"seed": -1}, "seed=-1: expected a whole number"), ({"seed": 2**63}, "seed=9223372036854775808: expected"),
        ({"evaluation": EvaluationConfig(seed=-3)}, "evaluation.seed=-3: expected a whole number from 0"),
        ({"evaluation": EvaluationConfig(seed=TINY.seed)}, "evaluations would be games of training"),
        ({"evaluation": EvaluationConfig(seed=TINY.seed + 1)}, "evaluations would be games of training"),
        ({"budget": TINY.imitation.decisions + TINY.rollout - 1}, "does not pay for"),
        ({"imitation": dataclasses.replace(TINY.imitation, decisions=100, bot="stronk")}, "did you mean 'strong'"),
        ({"minutes": -3.0}, "minutes = -3.0"), ({"ppo": PPOConfig(learning_rate=-1.0)},
            "ppo.learning_rate = -1.0: must be a number above 0"),
        ({"ppo": PPOConfig(learning_rate=float("nan"))}, "above 0"), ({"network": NetworkConfig("row")}, "did you mean 'rows'"),
    ],
)  # fmt: skip
def test_settings_that_cannot_work_are_refused(duel, change, error):
    with pytest.raises((BadOption, UnknownName), match=error):
        check_config(dataclasses.replace(TINY, **change), duel)


def test_the_largest_seed_trains_and_is_judged(tmp_path):
    evaluation = EvaluationConfig(seed=2**63 - 1, games=4, final_games=4, looking_games=0)
    run = trainer(tmp_path / "large", dataclasses.replace(TINY, seed=2**63 - 1, evaluation=evaluation, stages=(Stage(200),)))
    assert run.run() and len(run.judge()) == 3
    with pytest.raises(BadOption, match="the last seed=9223372036854775808: expected a whole number"):
        plan_seeds(run.config, 2)


def test_scenario_options_as_text():
    assert scenario_of("toy", "", 0, ("tokens=1",)).options == {"tokens": 1}
    with pytest.raises(UnknownName, match="did you mean 'tokens'"):
        scenario_of("toy", "", 0, ("token=1",))
    with pytest.raises(DataError, match="name=value"):
        scenario_of("toy", "", 0, ("tokens",))


def test_the_commands_train_resume_and_rate(tmp_path, capsys):
    write_config(dataclasses.replace(TINY, runs=str(tmp_path), name="run"), tmp_path / "tiny.toml")
    assert main(["train", str(tmp_path / "tiny.toml"), "--stages.1.decisions", "200"]) == 0
    out = capsys.readouterr().out
    assert "bot:strong" in out and f"skirmish-rl evaluate {tmp_path / 'run'} " in out
    for name in ("curve.png", "game.txt", "best.zip"):
        assert f" {tmp_path / 'run' / name}" in out and (tmp_path / "run" / name).is_file()
    game = (tmp_path / "run" / "game.txt").read_text()
    assert read_header(game)["bots"] == "ppo:run bot:strong" and replay(game) is None
    assert "; first: seat_0; rewards +1.000 -1.000" in game.splitlines()[-1], "one that it wins"
    *plain, looking = json.loads((tmp_path / "run" / "evaluation.json").read_text())["matches"]
    assert [match["games"] for match in plain] == [20, 20, 20]
    assert (looking["first"], looking["games"]) == ("look:run", 10)
    assert main(["train", "--resume", str(tmp_path / "run"), "--minutes", "1"]) == 0
    assert main(["evaluate", str(tmp_path / "run"), "--games", "10"]) == 0
    results = json.loads((tmp_path / "run" / "evaluation" / "results.json").read_text())
    assert results["agents"] == ["bot:random", "bot:simple", "bot:strong", "ppo:run"]
    assert main(["evaluate", str(tmp_path / "run"), "--games", "4"]) == 0
    assert json.loads((tmp_path / "run" / "evaluation" / "results.json").read_text()) == results, "what was measured before stays"
    assert len(list((tmp_path / "run").glob("evaluation-*/results.json"))) == 1
    names = ["random", "bot:strong", f"ppo:{tmp_path / 'run' / 'latest.zip'}"]
    assert main(["evaluate", "--ruleset", "toy", "--agents", *names, "--games", "10", "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "scores.png").is_file()


@pytest.mark.parametrize(
    ("program", "on_the_path", "said"),
    [
        (".venv/bin/skirmish-rl", False, ".venv/bin/skirmish-rl"), ("/home/me/venv/bin/skirmish-rl", True, "skirmish-rl"),
        ("train.py", False, "skirmish-rl"),
    ],
)  # fmt: skip
def test_a_finished_run_names_the_command_as_it_can_be_called(program, on_the_path, said, monkeypatch, duel):
    monkeypatch.setattr("sys.argv", [program, "train", "tiny"])
    monkeypatch.setattr("shutil.which", lambda name: program if on_the_path else None)
    assert f"  {said} evaluate runs/one " in what_next(Path("runs/one"), duel)
    assert f"  {said} train --help " in what_next(Path("runs/one"), duel)
    farm = scenario_of("tide_of_iron", "farm", 0, ())
    assert f"  {said} train tide_of_iron/ppo-mirror " in what_next(Path("runs/one"), farm)


def test_wrong_commands_end_with_a_message(tmp_path, capsys):
    write_config(dataclasses.replace(TINY, runs=str(tmp_path), name="run"), tmp_path / "tiny.toml")
    (tmp_path / "file").write_text("")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "something").write_text("")
    wrong = [
        ("train", ["missing.toml"], "unknown configuration (and no file of this name) 'missing.toml'"),
        ("train", [str(tmp_path / "tiny.toml")], "exists; choose another --name"),
        ("train", [str(tmp_path / "tiny.toml"), "--runs", str(tmp_path / "file" / "runs")], "Not a directory; choose another --runs"),
        ("train", ["--resume", str(tmp_path / "nowhere")], "is not a run folder"),
        ("train", [str(tmp_path / "tiny.toml"), "--name", "x" * 300], "too long"),
        ("evaluate", [str(tmp_path / "nowhere")], "is not a run folder"),
        ("evaluate", ["--ruleset", "toi", "--agents", "random"], "did you mean 'toy'"),
        ("evaluate", ["--agents", "random", "bot:simple"], "which game"),
        ("evaluate", ["--ruleset", "toy", "--agents", "random"], "at least two"),
        (
            "evaluate",
            ["--ruleset", "toy", "--agents", "random", "bot:simple", "--out", str(tmp_path / "file" / "x"), "--games", "2"],
            "cannot write",
        ),
    ]
    for command, arguments, message in wrong:
        assert main([command, *arguments]) == 2
        assert message in capsys.readouterr().err.replace("\n", " ")
    assert main(["train", str(tmp_path / "tiny.toml"), "--ppo.learnin-rate", "1"]) == 2
    assert "learning-rate" in capsys.readouterr().err


def test_the_generators_numbers_do_not_leak_into_numpy(whole):
    """Training draws from its own generators; the global one stays as it is."""
    before = np.random.get_state()[1].copy()
    advance(whole.games, whole.games.batch.ask(np.arange(16), 0))
    assert (np.random.get_state()[1] == before).all()


def test_progress_fits_a_narrow_terminal_and_a_pipe():
    for width, live in ((80, True), (80, False), (140, True)):
        shown = io.StringIO()
        console = Console(file=shown, width=width, force_terminal=live, color_system=None, markup=False, emoji=False)
        with Display(console) as display:
            display.show("PPO, stage 1 of 1", 0.24, 18_223, 0.48, 402)
            display.say("ppo:mcts:100:strong [red]")
        pieces = re.split(r"[\r\n]|\x1b\[[0-9;?]*[AK]", shown.getvalue())  # what is drawn over counts as a line of its own
        lines = [line for line in (re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", piece) for piece in pieces) if line.strip()]
        assert all(len(line.rstrip()) <= width or not live for line in lines), lines
        assert any("18,223 decisions/s | 48%" in line and "6:42 left" in line for line in lines)
        assert any(line.strip() == "ppo:mcts:100:strong [red]" for line in lines)


def test_the_last_line_in_a_pipe_is_where_the_work_ended():
    shown = io.StringIO()
    with Display(Console(file=shown, width=80, force_terminal=False)) as display:
        for done in range(1, 4):
            display.tell("playing", done / 3, f"{done} of 3")
        display.show("PPO", 0.0, 5, None, None)
        display.show("PPO", 0.5, 5, None, 30)
    assert shown.getvalue().splitlines() == [
        "playing: 33% | 1 of 3", "playing: 100% | 3 of 3", "PPO: 0% | 5 decisions/s", "PPO: 50% | 5 decisions/s | 0:30 left",
    ]  # fmt: skip


def test_games_of_a_training_run_must_be_said_more_exactly(capsys):
    assert main(["train", "godbreakers/ppo-small", "--games", "30"]) == 2
    said = capsys.readouterr().err
    names = re.findall(r"--([a-z]+)\.([a-z-]+)", said)
    assert said.count("\n") == 1 and len(names) == 3
    config, _ = read_command("godbreakers/ppo-small", [])
    assert all(isinstance(getattr(getattr(config, part), name.replace("-", "_")), int) for part, name in names)


def test_commands_refuse_before_any_work(tmp_path, capsys, monkeypatch):
    assert main(["train", "--seed", "3"]) == 2
    assert "name a configuration first" in capsys.readouterr().err
    monkeypatch.setattr("skirmish_rl.agents.arena.play_round_robin", None)  # nothing is played
    (tmp_path / "file").write_text("")
    given = ["--ruleset", "toy", "--agents", "random", "bot:simple", "--games", "2"]
    assert main(["evaluate", *given, "--out", str(tmp_path / "file" / "x")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_odd_number_of_games_is_rounded_up_aloud(tmp_path, capsys):
    given = ["--ruleset", "toy", "--agents", "random", "bot:simple", "--games", "3", "--out", str(tmp_path)]
    assert main(["evaluate", *given]) == 0
    assert "3 games a pairing become 4" in capsys.readouterr().out


def test_a_second_process_in_a_run_folder_is_refused(whole, tmp_path, capsys):
    folder = changed_copy(whole, tmp_path)
    with run_folder.held(folder):
        assert main(["train", "--resume", str(folder), "--trust"]) == 2
    told = capsys.readouterr().err.replace("\n", " ")
    assert f"another process trains in {folder} now" in told
    with run_folder.held(folder):
        pass


def test_a_run_is_free_again_when_its_process_was_killed(whole, tmp_path):
    folder = changed_copy(whole, tmp_path)
    code = "import sys, time; from pathlib import Path; from skirmish_rl.envs.core.files import alone\n"
    code += "with alone(Path(sys.argv[1]), wait=False) as held: print(held, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(folder / "training.lock")], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "True\n"
        with pytest.raises(CheckpointError, match="another process"), run_folder.held(folder):
            pass
        other.kill()
        other.wait()
        with run_folder.held(folder):
            pass


def test_what_a_killed_process_was_writing_goes_when_the_run_goes_on(whole, tmp_path):
    folder = changed_copy(whole, tmp_path)
    stale = folder / ".latest.zip.0123456789abcdef.tmp"
    kept = [folder / name for name in (".notes.txt.0123456789abcdef.tmp", "latest.zip.tmp", ".latest.zip.tmp")]
    for file in (stale, *kept):
        file.write_text("half")
    with run_folder.held(folder):
        assert not stale.exists() and all(file.exists() for file in kept)


def test_a_run_on_a_disk_that_cannot_be_written_to_is_refused_before_it_trains(whole, tmp_path, monkeypatch, capsys):
    folder, opened = changed_copy(whole, tmp_path), Path.open

    def closed(path, mode="r", *more, **rest):
        if path.parent == folder and "r" not in mode:
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, mode, *more, **rest)

    monkeypatch.setattr(Path, "open", closed)
    assert main(["train", "--resume", str(folder), "--trust"]) == 2
    told = capsys.readouterr()
    assert (
        "Read-only file system; a run continues in its own folder; make it writable, or copy it" in told.err.replace("\n", " ")
        and not told.out
    )


def test_events_of_steps_that_are_done_again_do_not_count_twice(tmp_path):
    """Killed after its checkpoint, a run goes on from there: what it had told of later steps is told once more."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    def told(folder):
        events = EventAccumulator(str(folder))
        events.Reload()
        return {tag: [event.step for event in events.Scalars(tag)] for tag in events.Tags()["scalars"]}

    folder = tmp_path / "killed"
    assert not trainer(folder, at=11).run()
    shutil.copytree(folder, tmp_path / "stopped")
    stopped = trainer(tmp_path / "stopped", resume=True)
    assert stopped.run()
    saved = (folder / "latest.zip").read_bytes()
    lost = trainer(folder, resume=True)
    assert lost.run()
    lost.curves.close()
    (folder / "latest.zip").write_bytes(saved)
    again = trainer(folder, resume=True)
    assert again.run()
    for run in (again, stopped):
        run.curves.close()
    steps = told(folder)
    assert steps == told(stopped.folder) and all(sorted(set(one)) == one for one in steps.values()) and "rollout/score" in steps
    compare(stopped, again)


@pytest.mark.parametrize("sealed", [True, False])
def test_cut_settings_are_refused_and_not_filled_up_with_the_usual_ones(tmp_path, sealed):
    """Wherever they are cut, and also in folders that earlier versions have made, without the last line."""
    config = dataclasses.replace(TINY, shaping=dataclasses.replace(TINY.shaping, features={"seat[0].points": 0.5}))
    file = tmp_path / "config.toml"
    write_config(config, file)
    text = file.read_text()
    text = text if sealed else text[: text.index("# whole")]
    file.write_text(text)
    assert run_folder.reopen(tmp_path) == config
    refused = 0
    for end in range(0, len(text), 3):
        file.write_text(text[:end])
        try:
            assert run_folder.reopen(tmp_path) == config, end
        except DataError:
            refused += 1
    assert refused > len(text) // 4
    file.write_text(text[: text.index("looking_games")])
    with pytest.raises(DataError, match="is incomplete: evaluation.looking_games is missing"):
        run_folder.reopen(tmp_path)


def test_every_number_of_the_settings_has_bounds():
    shaping = dataclasses.replace(TINY.shaping, features={"seat[0].points": 0.5})
    config = dataclasses.replace(TINY, shaping=shaping, style={"mine.points": 0.1})
    bounds = {bound for name, bound, _ in numbers(config) if name not in ("seed", "evaluation.seed")}
    assert bounds == set(BOUNDS)
    others = [file for file in shipped_configs().values() if not is_for_devices(file)]  # self-play on a device has bounds of its own
    for file in [*others, *(card / "card.toml" for card in shipped_agents().values())]:
        check_numbers(read_config(file))


@pytest.mark.parametrize("number", [10**20, -(10**20), math.nan, math.inf])
def test_no_number_is_too_large_for_a_sentence(duel, number):
    config = dataclasses.replace(TINY, shaping=dataclasses.replace(TINY.shaping, features={"seat[0].points": 0.5}))
    for name, _, _ in numbers(config):
        parts = re.findall(r"\['(.*?)'\]|\[(\d+)\]|(\w+)", name)
        with pytest.raises(BadOption, match=re.escape(name.partition("[")[0])):
            check_config(_with(config, [key or (int(k) if k else field) for key, k, field in parts], number), duel)


def _with(settings, way, number):
    """Settings with one number in place of another."""
    if not way:
        return number
    first, *rest = way
    if isinstance(settings, tuple):
        return (*settings[:first], _with(settings[first], rest, number), *settings[first + 1 :])
    if isinstance(settings, dict):
        return settings | {first: _with(settings[first], rest, number)}
    return dataclasses.replace(settings, **{first: _with(getattr(settings, first), rest, number)})


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        (["--ppo.games", "1000000", "--ppo.steps", "1000000"], "ppo.games x ppo.steps"),
        (["--network.summary", "65536", "--network.width", "65536", "--past", "1000"], "network"),
        (["--imitation.decisions", "1000000000000"], "imitation.decisions x imitation.spread"),
    ],
)  # fmt: skip
def test_a_run_that_no_memory_could_hold_is_refused_before_it_is_made(tmp_path, capsys, changes, most):
    write_config(dataclasses.replace(TINY, runs=str(tmp_path / "runs")), tmp_path / "tiny.toml")
    assert main(["train", str(tmp_path / "tiny.toml"), "--ranks", "1", *changes]) == 2
    told = capsys.readouterr().err.replace("\n", " ")
    assert "GiB of memory, and this machine has" in told and f": {most} " in told and not (tmp_path / "runs").exists()


def test_what_the_user_keeps_in_a_run_folder_stays(tmp_path):
    folder = tmp_path / "run"
    first = trainer(folder, SMALL)
    mine = [folder / name for name in ("latest.tmp", "best.tmp", "progress.csv.tmp", "config.toml.tmp")]
    for file in mine:
        file.write_text("mine")
    assert first.run() and all(file.read_text() == "mine" for file in mine)


def test_a_run_folder_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(file, content, *rest, **more):
        if file.name == "run.json":
            raise OSError(errno.ENOSPC, "No space left on device")
        files.put(file, content, *rest, **more)

    monkeypatch.setattr(run_folder, "put", full)
    with pytest.raises(CheckpointError, match="No space left on device; choose another one with --runs"):
        trainer(tmp_path / "runs" / "new")
    assert not list((tmp_path / "runs").iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match="file exists; choose another --name"):
        trainer(tmp_path / "file")


@pytest.mark.parametrize(
    "kind",
    [SelfPlayConfig, TrainConfig, PPOConfig, Stage, ShapingConfig, EvaluationConfig, ImitationConfig, NetworkConfig],
)
def test_every_setting_of_training_has_a_text_of_its_own_in_the_help(kind):
    """Two settings in one line of a docstring would both be explained under the first."""
    told = set(re.findall(r"^        (\w+): ", kind.__doc__, re.MULTILINE))
    settings = {
        field.name
        for field in dataclasses.fields(kind)
        if not dataclasses.is_dataclass(field.default_factory) and field.name != "stages"  # these have settings of their own
    }
    assert settings == told


def test_a_box_of_tyro_becomes_a_line():
    """With a frame, or without where the output has no signs for one."""
    box = [
        "╭─ Value error ─╮",
        "│ Error parsing --games: invalid literal for int() with │",
        "│ base 10: 'a|b' │",
        "│ ─── │",
        "│ Help │",
        "╰──╯",
    ]
    plain = [
        "  Value error",
        " ----------- ",
        "  Error parsing --rate: could not convert string to float: 'x'",
        "  -----------",
        "  Help",
        "",
    ]
    assert in_a_line("\n".join(box)) == "--games: 'a|b' is not a whole number"
    assert in_a_line("\n".join(plain)) == "--rate: 'x' is not a number"
    assert in_a_line("something else\nin two lines") == "something else in two lines" and in_a_line("") == ""
