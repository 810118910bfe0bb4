"""Several runs as one experiment: figures checked by hand, grouping, reports, several seeds, and the files of sweeps."""

from __future__ import annotations

import dataclasses
import errno
import io
import itertools
import json
import math
import re
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from scipy import stats

from skirmish_rl.__main__ import main
from skirmish_rl.agents.experiments.runs import LAST, Run, find_runs, group_runs
from skirmish_rl.agents.experiments.seeds import plan_seeds
from skirmish_rl.agents.experiments.settings import Range, read_sweep
from skirmish_rl.agents.experiments.statistics import improvement, interquartile_mean, mean, middle
from skirmish_rl.agents.experiments.summary import band, summarise, summary_page, summary_tables
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.config import EvaluationConfig, PPOConfig, Stage, TrainConfig, read_config, scenario_of, write_config
from skirmish_rl.agents.ppo.imitation import ImitationConfig
from skirmish_rl.agents.ppo.network import NetworkConfig
from skirmish_rl.agents.ppo.run_folder import COLUMNS
from skirmish_rl.envs.core.errors import DataError, UnknownName

DRILL = TrainConfig(
    ruleset="godbreakers", scenario="drill",
    network=NetworkConfig("rows", 8, 8, 4, "float32"),
    imitation=ImitationConfig("strong", 500, games=16, chunk=8, minibatch=64),
    ppo=PPOConfig(games=16, steps=8, minibatch=64),
    stages=(Stage(512, {"bot:random": 1.0}),),
    evaluation=EvaluationConfig(every=256, games=10, final_games=10, looking_games=0),
)  # fmt: skip


def test_the_mean_over_tasks_counts_every_task_alike():
    assert mean([np.array([0.2, 0.4]), np.array([0.6, 0.8, 1.0])]).value == pytest.approx(0.55)


def test_the_interquartile_mean_leaves_out_a_quarter_at_each_end():
    assert middle(np.array([7, 0, 6, 1, 5, 2, 4, 3]) / 10) == pytest.approx(0.35)
    assert middle(np.array([0.0, 0.3, 0.9])) == pytest.approx(0.4), "too few to leave any out"
    assert interquartile_mean([np.array([0.0, 0.2]), np.array([0.4, 1.0])]).value == pytest.approx(0.3), "of all tasks together"


def wider(runs: int) -> float:
    """How much wider the interval of so few runs is than their bootstrap says."""
    return stats.t.ppf(0.975, runs - 1) / stats.norm.ppf(0.975) * math.sqrt(runs / (runs - 1))


def test_the_interval_of_two_runs_is_that_of_one_degree_of_freedom():
    # resampled means are a, (a + b) / 2 and b with chances 1/4, 1/2, 1/4
    estimate = mean([np.array([0.39, 0.41])])
    assert (estimate.low, estimate.value, estimate.high) == pytest.approx((0.4 - 0.01 * wider(2), 0.4, 0.4 + 0.01 * wider(2)))
    far = mean([np.array([0.2, 0.6])])
    assert (far.low, far.high) == (0, 1) and wider(2) == pytest.approx(9.17, abs=0.01)


@pytest.mark.parametrize("runs", [2, 3, 5, 8])
def test_the_interval_covers_the_mean_about_as_often_as_it_says(runs):
    luck, held = np.random.default_rng(runs), 0
    for _ in range(300):
        estimate = mean([0.5 + 0.02 * luck.standard_normal(runs)])
        held += estimate.low <= 0.5 <= estimate.high
    assert 0.88 <= held / 300 <= 0.99


def test_the_interval_of_three_runs_is_that_of_all_27_resamples():
    scores = np.array([0.1, 0.4, 0.9])
    every = [np.mean(sample) for sample in itertools.product(scores, repeat=3)]
    estimate = mean([scores])
    # the lowest and the highest resample have a chance of 1/27 each, more than 2.5 %
    middle = np.mean(scores)
    ends = (middle + wider(3) * (end - middle) for end in (min(every), max(every)))
    assert (estimate.low, estimate.high) == pytest.approx(tuple(np.clip(list(ends), 0, 1)))


def test_runs_are_resampled_within_their_task():
    estimate = interquartile_mean([np.full(4, 0.2), np.full(4, 0.8)])
    assert (estimate.low, estimate.value, estimate.high) == pytest.approx((0.5, 0.5, 0.5))


def test_one_run_has_no_interval():
    estimate = mean([np.array([0.3])])
    assert estimate.value == 0.3 and math.isnan(estimate.low) and str(estimate) == "30.0%"
    assert str(mean([np.array([0.25, 0.25])])) == "25.0% (25.0-25.0)"


def test_the_chance_to_do_better_counts_pairs():
    one, two = np.array([0.1, 0.5]), np.array([0.3, 0.5])
    assert improvement([one], [two]).value == pytest.approx(1.5 / 4)
    assert improvement([two], [one]).value == pytest.approx(2.5 / 4)
    luck = np.random.default_rng(1)
    one, two = luck.integers(0, 6, 7) / 5, luck.integers(0, 6, 9) / 5
    assert improvement([one], [two]).value == pytest.approx(stats.mannwhitneyu(one, two).statistic / (7 * 9))
    third = np.array([1.0, 1.0])
    both = improvement([one, third], [two, np.zeros(2)])
    assert both.value == pytest.approx((improvement([one], [two]).value + 1) / 2) and both.low > 0.5


def test_intervals_repeat():
    scores = [np.array([0.1, 0.5, 0.7, 0.2, 0.9])]
    assert interquartile_mean(scores) == interquartile_mean(scores)


def make_run(folder, config, curve, final=None):
    """A run folder as `train` leaves it, with figures of our own."""
    folder.mkdir(parents=True)
    write_config(dataclasses.replace(config, runs=str(folder.parent), name=folder.name), folder / "config.toml")
    rows = [dict.fromkeys(COLUMNS, "") | {"phase": "ppo", "decisions": d, "evaluation": e} for d, e in curve]
    lines = [",".join(COLUMNS), *(",".join(str(row[name]) for name in COLUMNS) for row in rows)]
    (folder / "progress.csv").write_text("\n".join(lines) + "\n")
    (folder / "run.json").write_text(json.dumps({"git": "0123456789abcdef", "packages": {"numpy": "2.0"}}))
    if final is not None:
        matches = [{"first": "ppo:x", "second": f"bot:{name}", "score": score} for name, score in final.items()]
        (folder / "evaluation.json").write_text(json.dumps({"matches": matches}))
    return folder


@pytest.fixture
def experiment(tmp_path):
    """Two learning rates, three seeds each, the second one better."""
    for k, rate in enumerate((1e-4, 1e-3)):
        for seed in (1, 2, 3):
            config = dataclasses.replace(DRILL, seed=seed, ranks=seed, ppo=dataclasses.replace(DRILL.ppo, learning_rate=rate))
            end = 0.3 + 0.2 * k + seed / 20
            final = {"simple": end + 0.2, "strong": end}
            make_run(tmp_path / "exp" / f"rate{k}-seed{seed}", config, [(0, 0.1), (1000 + 100 * seed, end)], final)
    return tmp_path / "exp"


def test_runs_with_the_same_settings_belong_together(experiment):
    groups = group_runs(find_runs([experiment]))
    assert {group.label: [run.config.seed for run in group.runs] for group in groups} == {
        "ppo.learning_rate 0.0001": [1, 2, 3], "ppo.learning_rate 0.001": [1, 2, 3],
    }  # fmt: skip
    assert group_runs(find_runs([experiment / "rate0-seed1", experiment / "rate0-seed2"]))[0].label == "godbreakers drill"


def test_tasks_are_strata_of_one_group_and_name_groups_that_share_none(tmp_path, experiment):
    elsewhere = dataclasses.replace(DRILL, scenario="saboteurs", seats=2, seed=9, ppo=dataclasses.replace(DRILL.ppo, learning_rate=1e-3))
    make_run(tmp_path / "other", elsewhere, [(0, 0.1)], {"simple": 0.4, "strong": 0.4})
    groups = group_runs(find_runs([experiment / "rate1-seed1", experiment / "rate1-seed2", tmp_path / "other"]))
    assert len(groups) == 1 and groups[0].tasks == ["godbreakers drill", "godbreakers saboteurs, 2 seats"]
    assert [len(scores) for scores in groups[0].scores("bot:strong")] == [2, 1]
    labels = [group.label for group in group_runs(find_runs([experiment / "rate0-seed1", tmp_path / "other"]))]
    assert labels == ["godbreakers drill", "godbreakers saboteurs, 2 seats"]


def test_the_best_group_comes_first_and_is_compared(experiment):
    summary = summarise(group_runs(find_runs([experiment])))
    assert [group.label for group in summary.groups] == ["ppo.learning_rate 0.001", "ppo.learning_rate 0.0001"]
    assert summary.opponent == "bot:strong"
    row = next(row for row in summary.rows if row.opponent == "bot:strong")
    assert (row.mean.value, row.low, row.high) == pytest.approx((0.6, 0.55, 0.65))
    ((better, worse, chance),) = summary.chances
    assert (better, worse, chance.value, chance.low) == (summary.groups[0].label, summary.groups[1].label, 1.0, 1.0)


def test_a_curve_is_joined_by_lines_and_ends_with_the_shortest(experiment):
    group = next(group for group in group_runs(find_runs([experiment])) if group.label.endswith("0.0001"))
    at, estimates = band(group, "godbreakers drill")
    assert at.tolist() == [0, 1100]
    ends = [0.1 + (0.35 + k / 20 - 0.1) * 1100 / (1100 + 100 * k) for k in range(3)]
    assert estimates[1].value == pytest.approx(np.mean(ends))
    low, high = (np.mean(ends) + wider(3) * (end - np.mean(ends)) for end in (min(ends), max(ends)))
    assert estimates[1].low == pytest.approx(low) and estimates[1].high == pytest.approx(high)


def test_the_report_is_one_page_with_everything_in_it(experiment, tmp_path, capsys):
    unfinished = dataclasses.replace(DRILL, seed=7, ppo=dataclasses.replace(DRILL.ppo, learning_rate=1e-4))
    make_run(experiment / "rate0-seed7", unfinished, [(0, 0.2)])
    assert main(["report", str(experiment), "--out", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr().out
    assert "rate0-seed7 has not finished: its last evaluation counts" in shown and "ppo.learning_rate 0.001" in shown
    page = (tmp_path / "out" / "report.html").read_text()
    assert page.count('src="data:image/png;base64,') == 1
    assert not re.search(r'(src|href)="(?!data:)', page) and "<script" not in page and "http" not in page
    for text in ("60.0% (46.6-73.4)", "rate1-seed3", "rate0-seed7, not finished", "0123456789", "numpy 2.0", "ppo.gamma = 0.999"):
        assert text in page
    assert (tmp_path / "out" / "report.png").read_bytes().startswith(b"\x89PNG")
    assert not list((tmp_path / "out").glob("*.tmp"))


def test_a_run_that_repeats_another_does_not_count_twice(experiment, capsys):
    shutil.copytree(experiment / "rate1-seed3", experiment / "again")
    assert main(["report", str(experiment), "--out", str(experiment / "out")]) == 0
    shown = capsys.readouterr().out.replace("\n", "")
    assert "is left out: it has the settings, the task and the seed of" in shown and "6 runs" in shown


def test_seeds_of_a_plan_are_found_in_the_folder_of_all_runs(experiment, tmp_path):
    outer = tmp_path / "runs"
    outer.mkdir()
    (experiment / "rate1-seed3").rename(experiment / "seed3")
    experiment.rename(outer / "plan")
    assert [run.folder.name for run in find_runs([outer])] == ["seed3"]


def test_names_from_outside_are_no_html(tmp_path):
    config = dataclasses.replace(DRILL, scenario="<script>.toml")
    run = Run(tmp_path / "<b>", config, {LAST: 0.5}, np.array([[0, 0.5]]), {"git": "<i>"})
    page = summary_page(summarise(group_runs([run])), b"")
    assert "<script>" not in page and "<b>" not in page and "<i>" not in page and "&lt;i&gt;" in page


def test_tables_fit_a_terminal(experiment):
    from rich.console import Console

    console = Console(width=80, record=True, file=io.StringIO())
    for part in summary_tables(summarise(group_runs(find_runs([experiment])))):
        console.print(part)
    shown = console.export_text()
    assert re.search(r"A +bot:strong +3 +60.0% \(46.6-73.4\) +60.0% \(46.6-73.4\) +55.0-65.0", shown)
    assert "A  ppo.learning_rate 0.001\nB  ppo.learning_rate 0.0001\n" in shown
    assert re.search(r"A +B +100.0% \(100.0-100.0\)", shown)


def test_wrong_reports_say_what_to_do(tmp_path, experiment, capsys):
    (tmp_path / "file").write_text("")
    empty = make_run(tmp_path / "begun", DRILL, [])
    broken = make_run(tmp_path / "broken", DRILL, [(0, 0.5)])
    (broken / "evaluation.json").write_text("{")
    for words, message in (
        ([str(tmp_path / "nowhere")], "no run in"),
        ([str(empty)], "has been evaluated yet"),
        ([str(broken)], "is damaged (JSONDecodeError"),
        ([str(experiment), "--out", str(tmp_path / "file" / "x")], "choose another folder with --out"),
    ):
        assert main(["report", *words]) == 2
        assert message in capsys.readouterr().err.replace("\n", " ")
    assert main(["report"]) == 2


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    """Two seeds of a tiny configuration, trained by the command."""
    folder = tmp_path_factory.mktemp("seeds")
    write_config(dataclasses.replace(DRILL, seed=4, runs=str(folder), name="two"), folder / "tiny.toml")
    assert main(["train", str(folder / "tiny.toml"), "--seeds", "2"]) == 0
    return folder / "two"


def test_seeds_are_ordinary_runs_with_a_report(seeds):
    assert {path.name for path in seeds.iterdir()} == {
        f"seed{seed}{suffix}" for seed in (4, 5) for suffix in ("", ".toml", ".log")
    } | {"report.html", "report.png"}  # fmt: skip
    runs = find_runs([seeds])
    assert [run.config.seed for run in runs] == [4, 5] and all(run.finished for run in runs)
    assert len(group_runs(runs)) == 1 and len(runs[0].curve) == 3
    assert dataclasses.replace(runs[0].config, seed=1, ranks=0, threads=0, runs="runs", name="") == DRILL


def test_seeds_go_on_where_one_is_unfinished(seeds, capsys):
    result = seeds / "seed5" / "evaluation.json"
    before = result.read_bytes()
    result.unlink()
    stays = (seeds / "seed4" / "evaluation.json").stat().st_mtime_ns
    assert main(["train", "--resume", str(seeds)]) == 0
    shown = capsys.readouterr().out
    assert "1 runs to train" in shown and "seed5 | resuming on" in shown and "seed4 |" not in shown
    assert result.read_bytes() == before and (seeds / "seed4" / "evaluation.json").stat().st_mtime_ns == stays


def test_wrong_seeds_are_refused(seeds, tmp_path, capsys, monkeypatch):
    config = str(tmp_path / "tiny.toml")
    write_config(dataclasses.replace(DRILL, runs=str(seeds.parent), name="two"), tmp_path / "tiny.toml")
    assert main(["train", config, "--seeds", "-2"]) == 2
    assert main(["train", config, "--seeds", "2"]) == 2
    assert main(["train", config, "--seeds", "2", "--name", "x", "--ppo.games", "0"]) == 2
    error = capsys.readouterr().err
    assert "--seeds -2: give at least 1" in error and "exists; choose another --name" in error and "ppo.games = 0" in error
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "x")
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert main(["train", config, "--seeds", "2", "--name", "y"]) == 2
    assert "under torchrun" in capsys.readouterr().err


def test_a_seed_that_fails_is_named_and_the_others_go_on(seeds, capsys):
    broken = seeds / "seed6.toml"
    broken.write_text((seeds / "seed5.toml").read_text().replace('scenario = "drill"', 'scenario = "dril"').replace('"seed5"', '"seed6"'))
    try:
        assert main(["train", "--resume", str(seeds)]) == 1
    finally:
        broken.unlink()
    shown = capsys.readouterr().out
    assert "did you mean 'drill'" in shown and "seed6 ended with exit code 2, see" in shown and "godbreakers drill\n" in shown


def test_a_folder_of_the_users_own_beside_a_seed_stays(tmp_path, capsys):
    plan = plan_seeds(dataclasses.replace(DRILL, seed=4, runs=str(tmp_path), name="plan", ranks=1, threads=1), 1)
    (plan / "seed4").mkdir()
    (plan / "seed4" / "thesis.txt").write_text("mine")
    assert main(["train", "--resume", str(plan)]) == 1
    assert "seed4 exists; choose another --name" in capsys.readouterr().out
    assert [path.name for path in (plan / "seed4").iterdir()] == ["thesis.txt"]


@pytest.mark.slow  # a single run does the same in test_runs.py
def test_a_seed_cut_off_before_its_first_checkpoint_begins_again(tmp_path, capsys):
    plan = plan_seeds(dataclasses.replace(DRILL, seed=4, runs=str(tmp_path), name="plan", ranks=1, threads=1), 1)
    made = run_folder.create(read_config(plan / "seed4.toml"), scenario_of("godbreakers", "drill", 0, ()))
    (made / "events.out.tfevents.1").write_bytes(b"")
    assert main(["train", "--resume", str(plan)]) == 0
    assert "nothing had been saved yet: the run begins again" in capsys.readouterr().out and (made / "events.out.tfevents.1").exists()


def test_a_plan_of_seeds_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(config, path, place):
        if config.seed == 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_config(config, path, place)

    monkeypatch.setattr("skirmish_rl.agents.experiments.seeds.write_config", full)
    with pytest.raises(DataError, match="No space left on device; choose another folder with --runs"):
        plan_seeds(dataclasses.replace(DRILL, seed=4, runs=str(tmp_path), name="plan"), 3)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("evaluation.json", '{"matches": [{"first": "a", "second": "b", "score": 1e308}]}'),
        ("evaluation.json", '{"matches": [{"first": "a", "second": "b", "score": null}]}'),
        ("evaluation.json", '{"matches": [{"first": "a", "second": "b", "score": "nan"}]}'), ("evaluation.json", "null"),
        ("evaluation.json", "[]"),
        ("run.json", '{"packages": null}'), ("run.json", '{"packages": [1]}'), ("run.json", '{"packages": "abc"}'), ("run.json", "null"),
        ("progress.csv", "decisions,evaluation\nnan,nan\n"), ("progress.csv", "decisions,evaluation\n1e999,0.5\n"),
        ("progress.csv", "decisions,evaluation\n300,0.5\n100,0.6\n"), ("progress.csv", "decisions,evaluation\n100,7\n"),
        ("progress.csv", "a\n1\n"),
    ],
)  # fmt: skip
def test_a_damaged_run_is_refused_by_name(tmp_path, capsys, name, content):
    folder = make_run(tmp_path / "run", DRILL, [(0, 0.1), (1000, 0.4)], {"strong": 0.4})
    (folder / name).write_text(content)
    assert main(["report", str(folder), "--out", str(tmp_path / "out")]) == 2
    assert f"the run folder {folder} is damaged" in capsys.readouterr().err.replace("\n", " ") and not (tmp_path / "out").exists()


def test_one_run_is_enough_for_a_report_and_a_dollar_sign_is_no_formula(tmp_path):
    folder = make_run(tmp_path / "run", dataclasses.replace(DRILL, options=("a=$\\x$",)), [(1000, 0.4)], {"$\\y$": 0.4})
    assert main(["report", str(folder), "--out", str(tmp_path / "out")]) == 0


@pytest.mark.slow
def test_ctrl_c_saves_all_seeds_and_they_go_on(tmp_path):
    config = dataclasses.replace(
        DRILL, runs=str(tmp_path), name="cut", ppo=PPOConfig(64, 16, 1024), stages=(Stage(61_440, {"bot:random": 1.0}),)
    )
    config = dataclasses.replace(config, evaluation=dataclasses.replace(DRILL.evaluation, every=10_240))
    write_config(config, tmp_path / "tiny.toml")
    command = [sys.executable, "-m", "skirmish_rl", "train"]
    process = subprocess.Popen([*command, str(tmp_path / "tiny.toml"), "--seeds", "2"], stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while len(list(tmp_path.glob("cut/*/latest.zip"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=120)
    assert process.returncode == 130 and f"continue with: skirmish-rl train --resume {tmp_path / 'cut'}" in shown
    assert not list(tmp_path.glob("cut/*/evaluation.json"))
    done = subprocess.run([*command, "--resume", str(tmp_path / "cut")], capture_output=True, text=True, timeout=400)
    assert done.returncode == 0 and "godbreakers drill\n" in done.stdout, done.stderr
    assert [run.curve[-1, 0] for run in find_runs([tmp_path / "cut"])] == [61_440, 61_440]


SWEEP = 'config = "godbreakers/ppo-small"\n'


def test_a_sweep_file_is_read(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text(
        SWEEP + 'trials = 4\n[settings]\nppo.learning_rate = { low = 1e-4, high = 1e-3, log = true }\nppo.games = { low = 2, high = 9 }\n'
        'network.width = [16, 32]\n"stages.0.noise" = [0.0, 0.1]\n[halving]\nfactor = 4\n'
    )  # fmt: skip
    sweep = read_sweep(path)
    assert sweep.settings == {
        "ppo.learning_rate": Range(1e-4, 1e-3, True), "ppo.games": Range(2, 9), "network.width": [16, 32], "stages.0.noise": [0.0, 0.1],
    }  # fmt: skip
    assert (sweep.settings["ppo.games"].whole, sweep.settings["ppo.learning_rate"].whole) == (True, False)
    assert (sweep.config.trials, sweep.config.halving.factor, sweep.base) == (4, 4, read_config("godbreakers/ppo-small"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SWEEP, r"key 'settings': give at least one setting"),
        (SWEEP + "trails = 3\n[settings]\nppo.games = [2]", r"line 2: key 'trails': unknown key.*did you mean 'trials'"),
        (SWEEP + "trials = -3\n[settings]\nppo.games = [2]", r"line 2: key 'trials': -3: must be at least 0"),
        (SWEEP + "[halving]\nfactor = 1\n[settings]\nppo.games = [2]", r"line 3: key 'halving.factor': 1: must be at least 2"),
        (SWEEP + "[settings]\nppo.learning_rat = [1e-3]", r"did you mean 'learning_rate'"),
        (SWEEP + "[settings]\nnetwrk.width = [16]", r"did you mean 'network'"),
        (SWEEP + "[settings]\nnetwork.width.more = [16]", r"no such setting"),
        (SWEEP + '[settings]\n"stages.3.noise" = [0.1]', r"no such setting"),
        (SWEEP + "[settings]\nnetwork.width = [16.5]", r"key 'network.width': expected int, got 16.5"),
        (SWEEP + "[settings]\nnetwork.width = 16", r"expected a list of values, or \{ low"),
        (SWEEP + "[settings]\nnetwork.width = []", r"expected a list of values"),
        (SWEEP + "[settings]\nppo.gamma = { low = 0.9, high = 0.99 }", r"a range needs `trials`"),
        (SWEEP + "trials = 2\n[settings]\nppo.gamma = { low = 0.9, hihg = 0.99 }", r"did you mean 'high'"),
        (SWEEP + "trials = 2\n[settings]\nppo.gamma = { low = 0.9, high = 0.8 }", r"low must be the smaller one"),
        (SWEEP + "trials = 2\n[settings]\nppo.gamma = { low = 0.9, high = 1.8 }",
            r"with ppo.gamma = 1.8: ppo.gamma = 1.8: must lie between 0 and 1"),
        (SWEEP + "trials = 2\n[settings]\nppo.games = { low = 0.5, high = 8 }", r"expected int, got 0.5"),
        (SWEEP + "[settings]\nseed = [1, 2]", r"`seeds` says how many runs"),
    ],
)  # fmt: skip
def test_bad_sweeps_name_file_and_key(tmp_path, text, message):
    (tmp_path / "sweep.toml").write_text(text)
    with pytest.raises((DataError, UnknownName), match=message):
        read_sweep(tmp_path / "sweep.toml")


def test_a_sweep_of_nothing_known_is_refused(tmp_path):
    (tmp_path / "sweep.toml").write_text('config = "godbreakers/ppo-smal"\n[settings]\nppo.games = [2]')
    with pytest.raises(UnknownName, match="did you mean 'godbreakers/ppo-small'"):
        read_sweep(tmp_path / "sweep.toml")
