"""A run on a scenario of one's own goes on as it began, whatever becomes of the files and wherever one stands."""

from __future__ import annotations

import dataclasses

import pytest
import tomli_w

from skirmish_rl.__main__ import main
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.checkpoints import BEST, load_own
from skirmish_rl.agents.ppo.config import TrainConfig, scenario_of
from skirmish_rl.agents.settings.copies import COPIES, keep_copies, with_copies, with_whole_paths
from skirmish_rl.agents.train import train
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.test_runs import SMALL, trainer


def made(config):
    return scenario_of(config.ruleset, config.scenario, config.seats, config.options)


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A scenario of one's own in the current folder, and a run on it that was cut off."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.toml").write_text("goal = 20\nrounds = 6\n")
    config = with_whole_paths(dataclasses.replace(SMALL, scenario="my.toml"))
    assert not trainer(tmp_path / "runs" / "mine", config, at=3).run()
    return tmp_path / "my.toml", tmp_path / "runs" / "mine"


@pytest.mark.parametrize("lost", [False, True])
def test_a_run_goes_on_and_is_rated_elsewhere_though_its_file_has_changed(board, lost, tmp_path, monkeypatch, capsys):
    file, folder = board
    digest = made(run_folder.go_on(folder)).digest
    assert run_folder.go_on(folder).scenario == str(file) and (folder / COPIES / "my.toml").read_text() == file.read_text()
    file.unlink() if lost else file.write_text("goal = 30\nrounds = 6\n")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    config = run_folder.go_on(folder)
    assert config.scenario == str(folder / COPIES / "my.toml") and made(config).digest == digest
    assert trainer(folder, config, resume=True).run()
    assert load_own(folder / BEST)[2].digest == digest
    assert main(["evaluate", str(folder), "--games", "2", "--against", "bot:simple", "--workers", "1"]) == 0
    assert f"own {digest}" in capsys.readouterr().out


def test_a_copy_that_was_changed_is_another_scenario(board):
    file, folder = board
    for path in (file, folder / COPIES / "my.toml"):
        path.write_text("goal = 30\nrounds = 6\n")
    with pytest.raises(CheckpointError, match="restore the files"):
        trainer(folder, run_folder.go_on(folder), resume=True)


def test_a_run_that_goes_on_says_that_its_settings_were_changed(board, capsys):
    _, folder = board
    settings = folder / run_folder.CONFIG
    said = f"{settings} has been changed, or written elsewhere: the run goes on with what it says now"
    assert train(["--resume", str(folder), "--minutes", "0.001"]) == 0 and said not in capsys.readouterr().out
    settings.write_text(settings.read_text().replace("final_games = 20", "final_games = 30"))
    assert train(["--resume", str(folder), "--trust"]) == 0 and said in capsys.readouterr().out


def test_files_of_one_name_in_two_folders_are_kept_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ruleset = ruleset_of("godbreakers")
    circles = read_toml(ruleset.data / "circles.toml")
    for name, circle in zip("ab", circles.values(), strict=False):
        (tmp_path / name).mkdir()
        (tmp_path / name / "circle.toml").write_text(tomli_w.dumps(circle))
    given = TrainConfig("godbreakers", scenario="duel", options=('circles=["a/circle.toml", "b/circle.toml"]', "ready=true"))
    config = with_whole_paths(given)
    assert config.scenario == "duel" and config.options[1] == "ready=true"
    assert config.options[0] == f'circles=["{tmp_path}/a/circle.toml", "{tmp_path}/b/circle.toml"]'

    run = tmp_path / "run"
    run.mkdir()
    before = made(config)
    keep_copies(before, run)
    assert with_copies(config, run) == config
    (tmp_path / "b" / "circle.toml").unlink()
    now = with_copies(config, run)
    assert now.options[0] == f'circles=["{run}/{COPIES}/circle.toml", "{run}/{COPIES}-2/circle.toml"]' and now.options[1] == "ready=true"
    assert made(now).digest == before.digest and (made(now).tables == before.tables).all()


def test_a_file_that_a_scenario_names_is_kept_beside_it(tmp_path):
    ruleset = ruleset_of("trench_crusade")
    own, roster = tmp_path / "mine.toml", tmp_path / "roster.toml"
    duel = read_toml(ruleset.data / "scenarios.toml")["duel"]
    own.write_text(tomli_w.dumps(duel | {"warbands": ["a_300", "roster.toml"]}))
    roster.write_text(tomli_w.dumps(read_toml(ruleset.data / "warbands.toml")["b_300"]))
    config = TrainConfig("trench_crusade", scenario=str(own))
    run = tmp_path / "run"
    run.mkdir()
    before = made(config)
    keep_copies(before, run)
    roster.write_text(tomli_w.dumps(read_toml(ruleset.data / "warbands.toml")["a_300"]))
    assert made(config).digest != before.digest
    now = with_copies(config, run)
    assert now.scenario == str(run / COPIES / "mine.toml") and made(now).digest == before.digest
