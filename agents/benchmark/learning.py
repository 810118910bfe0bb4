"""Training with the package's own trainer within a budget; an interrupted run continues from its last checkpoint."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import Any

from skirmish_rl.agents.agent import STRONGEST
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark.lessons import check_kept
from skirmish_rl.agents.benchmark.protocol import HERE, Budget, Place, Protocol, Track, judged_columns
from skirmish_rl.agents.benchmark.results import read_json
from skirmish_rl.agents.benchmark.trained import COUNTED, DECLARED, Cost, Trained
from skirmish_rl.agents.experiments.runs import read_run
from skirmish_rl.agents.experiments.settings import changed
from skirmish_rl.agents.names import erring, network_of
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.agent import load_agent
from skirmish_rl.agents.ppo.checkpoints import LATEST, read_progress
from skirmish_rl.agents.ppo.config import EvaluationConfig, TrainConfig, check_config
from skirmish_rl.agents.ppo.display import Display, terminal
from skirmish_rl.agents.ppo.launch import launch
from skirmish_rl.agents.ppo.ranks import ALONE, Ranks
from skirmish_rl.agents.ppo.trainer import Trainer
from skirmish_rl.agents.results.report import write_json
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.shipped import find_agent
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import build, read_toml
from skirmish_rl.envs.registry import ruleset_of

RECIPES = {path.stem: path for path in sorted((HERE / "recipes").glob("*.toml"))}
JUDGED = "judged"
_ENDLESS = 1_000_000_000  # decisions, where time counts
_SAFE = 1.25  # by how much games of a learner may be longer than those of bots
_PILOTS, _PILOT_SEED = 12, 987_654_321
LEARNT = "learnt.json"  # written when training has come to its end


def recipe(path: Path, protocol: Protocol, place: Place) -> TrainConfig:
    """Read a recipe: a configuration without `ruleset`, for any game.

    In it `bot:strongest` stands for the game's strongest bot, and "judged" in `blind` for all columns that bots compute.

    Raises:
        DataError: an unknown key or a wrong value, with file, line and key.
    """
    strongest = place.settle().ruleset.bots[-1]
    table = _with_bot(read_toml(path), strongest)
    if JUDGED in table.get("blind", ()):
        table["blind"] = [*judged_columns(protocol, place.settle()), *(name for name in table["blind"] if name != JUDGED)]
    config: TrainConfig = build(TrainConfig, {**table, "ruleset": place.game, "scenario": place.scenario, "seats": place.seats}, path)
    return shrunk(config, protocol, path)


def shrunk(config: TrainConfig, protocol: Protocol, path: Path) -> TrainConfig:
    """Apply the settings that a protocol overrides, as the toy protocol does to make everything small."""
    known = {name: value for name, value in protocol.settings.items() if name != "network.consider" or config.network.consider}
    return changed(config, known, path) if known else config


def _with_bot(table: Any, strongest: str) -> Any:
    """Replace `bot:strongest` in a table of settings by the bot's own name."""
    if isinstance(table, dict):
        return {key.replace("bot:strongest", f"bot:{strongest}"): _with_bot(value, strongest) for key, value in table.items()}
    return [_with_bot(value, strongest) for value in table] if isinstance(table, list) else table


def fitted(config: TrainConfig, protocol: Protocol, track: Track, place: Place, budget: Budget, seed: int) -> TrainConfig:
    """Adapt a configuration to a track: its scenario, seeds, evaluations and columns are set, and its decisions are scaled to the budget.

    Raises:
        BadOption: the configuration is for another game, or uses something that the track does not allow.
    """
    if config.ruleset != place.game:
        raise BadOption(f"this configuration is for {config.ruleset}, not for {place.game}; choose its game with --games {config.ruleset}")
    if track.raw:
        _check_raw(config)
    if config.start:
        raise BadOption(f"start = {config.start!r}: a run begins with fresh weights, whose training nobody has counted; leave it out")
    if config.imitation.demonstrations:
        raise BadOption("imitation.demonstrations: recorded games are not counted; leave them out")
    check_kept([name for stage in config.stages for name in stage.opponents], track.kept_at(place), ruleset_of(config.ruleset))
    scenario = place.settle()
    copied = config.imitation.decisions
    whole = copied + sum(stage.decisions for stage in config.stages)
    points, games = protocol.curve_points, config.evaluation.games
    if budget.decisions:
        points, games, reserve = evaluations_of(protocol, place, budget, games)
        scale = budget.decisions / whole
        chunk = config.imitation.games * config.imitation.chunk
        copied = int(copied * scale) // chunk * chunk
        shares, left = [stage.decisions for stage in config.stages], (budget.decisions - copied - reserve) // config.rollout
        if left < len(shares):
            raise BadOption(
                f"{budget.decisions:,} decisions are less than one rollout of ppo.games x ppo.steps = {config.rollout:,} for each of "
                f"{len(shares)} stages"
            )
        ends = [round(left * sum(shares[: k + 1]) / sum(shares)) for k in range(len(shares))]
        rollouts = [max(1, end - begin) for begin, end in zip([0, *ends], ends, strict=False)]
        rollouts[rollouts.index(max(rollouts))] -= sum(rollouts) - left
        decisions = [n * config.rollout for n in rollouts]
        every = max(config.rollout, left * config.rollout // max(1, points))
    else:
        decisions = [stage.decisions for stage in config.stages[:-1]] + [_ENDLESS]
        every = max(config.rollout, whole // points)
    stages = [
        dataclasses.replace(
            stage,
            decisions=n,
            snapshot=max(1, round(stage.snapshot * n / stage.decisions)) if budget.decisions else stage.snapshot,
        )
        for stage, n in zip(config.stages, decisions, strict=True)
    ]
    hidden = judged_columns(protocol, scenario) if track.raw else ()
    made = dataclasses.replace(
        config, scenario=place.scenario, seats=place.seats, seed=seed,
        budget=budget.decisions, minutes=budget.minutes or 1e6, ranks=budget.cores, threads=1,
        device="cpu", blind=tuple(dict.fromkeys((*config.blind, *hidden))), stages=tuple(stages),
        imitation=dataclasses.replace(config.imitation, decisions=copied),
        evaluation=dataclasses.replace(
            config.evaluation, every=every, games=games, looking_games=0, seed=EvaluationConfig().seed,  # never that of the tests
        ),
    )  # fmt: skip
    check_config(made, scenario)
    return made


def evaluations_of(protocol: Protocol, place: Place, budget: Budget, asked: int) -> tuple[int, int, int]:
    """Decide how often a training run evaluates, and with how many games, within the share of the budget that evaluations may take.

    There is always one evaluation more, before the first decision of training.

    Args:
        protocol: the protocol.
        place: the game and scenario.
        budget: the budget of the run.
        asked: games of an evaluation, as the configuration wants; fewer are played if the budget does not pay for them.

    Returns:
        The number of evaluations, the games of each, and the decisions to reserve for them.
    """
    seats, allowed = place.settle().seats, protocol.evaluations * budget.decisions
    if not asked:
        return 1, 0, 0
    price = _SAFE * decisions_a_game(place)
    for points in range(protocol.curve_points, 0, -1):
        games = min(asked, int(allowed / (price * (points + 1)))) // seats * seats
        if games >= min(asked, protocol.curve_games) // 2:
            break
    return points, games, int(price * games * (points + 1))


@functools.cache
def decisions_a_game(place: Place) -> float:
    """Measure how many decisions one seat makes in a game between strongest bots, on average."""
    scenario = place.settle()
    strongest = ScriptedAgent(scenario, STRONGEST)
    match = play_pairs(scenario, [(strongest, strongest)], _PILOTS, _PILOT_SEED, 1)[0]
    return match.decisions / scenario.seats


def _check_raw(config: TrainConfig) -> None:
    """Refuse a configuration that reads more than observation, mask and outcome."""
    for name, used, instead in (
        ("imitation.decisions", config.imitation.decisions, 0), ("network.consider", config.network.consider, 0),
        ("shaping.weight", config.shaping.weight, 0), ("style", config.style, {}),
    ):  # fmt: skip
        if used:
            raise BadOption(f"{name} = {used}: this track allows observation, mask and outcome alone; set {name} = {instead}")


def train(config: TrainConfig, folder: Path, quiet: bool = False) -> Trained:
    """Train, or continue training, in a folder.

    Args:
        config: the configuration.
        folder: the run folder.
        quiet: print nothing.

    Raises:
        BadOption: training has failed.
        KeyboardInterrupt: ctrl-C was pressed; the next call continues.
    """
    done = folder / LEARNT
    if not done.is_file():
        resumed = (folder / run_folder.CONFIG).is_file()
        config = dataclasses.replace(config, runs=str(folder.parent), name=folder.name)
        if not resumed:
            run_folder.create(config, config_scenario(config))
        with run_folder.held(folder):
            code = (
                run(ALONE, config, folder, resumed, quiet)
                if config.ranks == 1
                else launch(config.ranks, run, config, folder, resumed, quiet)
            )
        if code == 130:
            raise KeyboardInterrupt
        if code:
            raise BadOption(f"training in {folder} ended with exit code {code}; what it has printed says why")
        progress = read_progress(folder / LATEST)
        spent = {"decisions": progress["decisions"], "evaluated": progress["evaluated"], "seconds": round(progress["seconds"], 2)}
        write_json(spent, done)
    spent, learnt = read_json(done), read_run(folder)
    cost = Cost(copied=learnt.config.imitation.decisions, counted=COUNTED, **spent)
    return Trained(
        lambda scenario: load_agent(folder, scenario),
        f"ppo:{folder.resolve()}",
        cost,
        [(int(at), float(score)) for at, score in learnt.curve],
    )


def counted_by(config: TrainConfig) -> str:
    """COUNTED; or DECLARED if an opponent is code or a network of one's own, since nobody counts what that has learnt or does."""
    named = {erring(name)[0] for stage in config.stages for name in stage.opponents}
    return DECLARED if any(_is_own(name, config_scenario(config)) for name in named) else COUNTED


def _is_own(name: str, scenario: Scenario) -> bool:
    kind = name.partition(":")[0]
    if kind not in ("ppo", "look"):
        return kind in ("python", "exec")
    try:
        return not find_agent(network_of(name)[0], scenario)[1]
    except CheckpointError:  # a folder that is gone
        return True


def config_scenario(config: TrainConfig) -> Scenario:
    """The scenario that a configuration trains on."""
    return Place(config.ruleset, config.scenario, config.seats).settle()


def run(ranks: Ranks, config: TrainConfig, folder: Path, resumed: bool, quiet: bool = False) -> int:
    """Train as one of several ranks.

    Returns:
        Exit code: 0, or 130 after ctrl-C.
    """
    console = terminal(quiet=quiet or not ranks.first)
    return 0 if Trainer(config, config_scenario(config), folder, Display(console), resumed, ranks).run() else 130
