"""A run of self-play: its folder, its progress, how it ends and how it is resumed.

config.toml         the settings, resolved
run.json            versions, machine, seeds
progress.csv        a row for every update
ratings.csv         scores against the strongest bot during training
curve.png           these scores, the entropy, and the share of the results' variance that the value explains
latest.pt           the last checkpoint, from which a run resumes exactly; latest-1.pt and so on hold the games of further processes
agent.safetensors   the network that plays: `ppo:<folder>`, without torch
evaluation.json     scores against every bot, played on the CPU
"""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import io
import shutil
import sys
import time
from pathlib import Path

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.folders import OWN, load_shared
from skirmish_rl.agents.ppo.config import scenario_of
from skirmish_rl.agents.ppo.interruption import Interruption
from skirmish_rl.agents.ppo.launch import torchrun
from skirmish_rl.agents.ppo.ranks import ALONE, Ranks, join
from skirmish_rl.agents.ppo.run_folder import HISTORY, RESULT, held, new_place, write_start
from skirmish_rl.agents.results.report import match_facts, write_json
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.selfplay.config import SelfPlayConfig, check_self_play, read_self_play, settings_in
from skirmish_rl.agents.selfplay.loop import Learner
from skirmish_rl.agents.selfplay.network import agent_bytes
from skirmish_rl.agents.selfplay.rating import Rating, draw_curve
from skirmish_rl.agents.settings.copies import with_copies, with_whole_paths
from skirmish_rl.agents.settings.seals import CONFIG
from skirmish_rl.envs.adapters.device import card_name, checked_device
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import later_seed

LATEST = "latest.pt"
_SHOWN = 5.0  # seconds between two lines
_SAVED = 20  # a checkpoint waits until that many times the seconds of the last one have passed: a device stands still meanwhile


def train_self_play(name: str, arguments: list[str]) -> int:
    """Start a run from a configuration.

    Args:
        name: a path, or the name of a configuration that comes with the package.
        arguments: changes from the command line.

    Returns:
        Exit code: 0, or 130 after ctrl-C.

    Raises:
        SkirmishError: what the user must change.
    """
    config = with_whole_paths(read_self_play(name, arguments))
    scenario, ranks = _checked(config), _ranks()
    folder = ranks.told(created(config, scenario) if ranks.first else Path())
    try:
        return run(config, scenario, folder, resumed=False, ranks=ranks)
    except BadOption:  # more than fits into memory, for example
        if ranks.first and not (folder / LATEST).is_file():
            shutil.rmtree(folder, ignore_errors=True)  # it says only what was asked for
        raise


def resume_self_play(folder: Path, arguments: list[str]) -> int:
    """Continue a run; only how long, where and with which matches may change: `minutes`, `piece`, `device`, `rate` and `final_games`."""
    asked = read_self_play(folder / CONFIG, arguments, resumed=True)
    changed = {name: getattr(asked, name) for name in ("minutes", "piece", "device", "rate", "final_games")}
    config = with_copies(dataclasses.replace(settings_in(folder / CONFIG), **changed), folder)
    scenario, ranks = _checked(config), _ranks()
    return run(config, scenario, folder, ranks.told((folder / LATEST).is_file()), ranks)


def run(config: SelfPlayConfig, scenario: Scenario, folder: Path, resumed: bool, ranks: Ranks = ALONE) -> int:
    """Train, save and evaluate; with several processes, rank 0 prints."""
    with held(folder) if ranks.first else contextlib.nullcontext():
        return _run(config, scenario, folder, resumed, ranks)


def _run(config: SelfPlayConfig, scenario: Scenario, folder: Path, resumed: bool, ranks: Ranks) -> int:
    if ranks.first:
        by = f", {ranks.count} processes" if ranks.count > 1 else ""
        print(f"{'resuming' if resumed else 'self-play'} on {scenario.id} in {folder}, on {config.device}{by}", flush=True)
    learner = Learner(config, scenario, folder / LATEST if resumed else None, ranks)
    left = 60 * config.minutes - (learner.seconds if config.piece else 0)
    until, shown = time.perf_counter() + min(left, 60 * config.piece or left), 0.0
    saved, cost = time.perf_counter(), 0.0  # when, and the seconds that it took
    with Interruption(print) as stop, Rating(config if ranks.first else dataclasses.replace(config, rate=0.0), scenario, folder) as rating:
        while learner.done < learner.updates and not ranks.any(stop.requested or time.perf_counter() >= until):
            row = learner.update()
            if learner.done % config.save == 0 and ranks.told(time.perf_counter() - saved >= _SAVED * cost):
                began = time.perf_counter()
                keep(learner, folder)
                saved = time.perf_counter()
                cost = saved - began
            if not ranks.first:
                continue
            if rating.is_due:
                write_whole(folder / OWN, agent_bytes(learner.mean, scenario), "--runs")
                rating.begin(learner.decisions, learner.seconds)
            if time.perf_counter() - shown > _SHOWN:
                shown = time.perf_counter()
                rate = row["decisions"] / max(row["seconds"], 1e-9)
                print(
                    f"{row['decisions']:>14,} decisions  {row['seconds']:8.1f} s  {rate:12,.0f} a second  entropy {row['entropy']:.3f}  "
                    f"value explains {max(row['explained_variance'], 0):.0%}", flush=True,
                )  # fmt: skip
        keep(learner, folder)
    faults, is_cut = learner.faults, ranks.any(stop.requested)
    if not ranks.first:
        return 130 if is_cut else 0
    draw_curve(learner.history, rating.rows, config, folder)
    if faults:
        print(f"{faults} games ran into a fault, which is a bug of the rules; please report it", file=sys.stderr)
    if is_cut:
        print(f"saved; continue with: skirmish-rl train --resume {folder}")
        return 130
    if config.piece and learner.done < learner.updates and learner.seconds < 60 * config.minutes:
        print(f"paused after {learner.seconds / 60:.1f} of {config.minutes:g} minutes; continue with: skirmish-rl train --resume {folder}")
        return 0
    if config.final_games:
        judge(config, scenario, folder)
    print(f"{learner.decisions:,} decisions in {learner.seconds / 60:.1f} minutes\nagent   {folder / OWN}   (plays as ppo:{folder})")
    return 0


def judge(config: SelfPlayConfig, scenario: Scenario, folder: Path) -> None:
    """Evaluate the network against every bot, with swapped seats, on the CPU."""
    agent = load_shared(folder / OWN, scenario, folder.name)
    pairs = [(agent, ScriptedAgent(scenario, bot)) for bot in scenario.ruleset.bots]
    matches = play_pairs(scenario, pairs, config.final_games, later_seed(config.seed, 10**6))
    write_json({"scenario": scenario.id, "matches": [match_facts(match) for match in matches]}, folder / RESULT)
    for match in matches:
        low, high = match_facts(match)["interval"]
        print(f"against {match.second:<14} {match.score:.1%} of {match.games:,} games (95 %: {low:.1%} to {high:.1%})")


def keep(learner: Learner, folder: Path) -> None:
    """Write the agent, the progress and, last of all, the checkpoint."""
    if learner.ranks.first:
        _tell(learner, folder)
    learner.save(folder / LATEST)


def _tell(learner: Learner, folder: Path) -> None:
    write_whole(folder / OWN, agent_bytes(learner.mean, learner.scenario), "--runs")
    text = io.StringIO()
    writer = csv.DictWriter(text, list(learner.history[0]) if learner.history else [])
    writer.writeheader()
    writer.writerows(learner.history)
    write_whole(folder / HISTORY, text.getvalue(), "--runs")


def created(config: SelfPlayConfig, scenario: Scenario) -> Path:
    """Make the folder of a new run and write its description.

    Raises:
        BadOption: a folder of that name exists.
        CheckpointError: the folder cannot be written.
    """
    folder = new_place(config.runs, config.name, scenario, f"self-play-s{config.seed}")
    device = checked_device(config.device)
    write_start(folder, config, scenario, {"device": str(device), "card": card_name(device)})
    return folder


def _ranks() -> Ranks:
    """The rank of this process among those that torchrun has started."""
    place = torchrun()
    return join(*place, "env://") if place else ALONE


def _checked(config: SelfPlayConfig) -> Scenario:
    checked_device(config.device)  # before a minute of compiling
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    check_self_play(config, scenario)
    return scenario
