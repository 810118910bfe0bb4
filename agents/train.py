"""Train an agent with a configuration, then play it against every bot.

skirmish-rl train <configuration> [--seed 3 --ppo.learning-rate 1e-4 ...]
skirmish-rl train <configuration> --help
skirmish-rl train <configuration> --seeds 5
skirmish-rl train <configuration> --from ppo:<ruleset> --imitation.decisions 0
skirmish-rl train <configuration> --demonstrations games [--imitation.players person]
skirmish-rl train <ruleset>/gpu-duel [--device cpu]     (self-play on a GPU, which also holds the games)
skirmish-rl train --resume runs/<id> [--minutes 30 --ranks 1]
skirmish-rl train --resume <somebody's run> --trust
torchrun --nproc-per-node 8 [--nnodes ...] train.py <configuration>

A configuration is the path of a TOML file, or one that comes with the package:
"""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from skirmish_rl.agents.shipped import find_agent, find_config, shipped_configs
from skirmish_rl.envs.core.errors import BadOption

if TYPE_CHECKING:  # imported when a run begins: torch takes a second
    from skirmish_rl.agents.ppo.config import TrainConfig
    from skirmish_rl.agents.ppo.ranks import Ranks
    from skirmish_rl.envs.core.ruleset import Scenario


_MUCH = 2**30  # bytes; a run that takes more says so before it takes them


def train(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, 2 for a wrong command, 130 after ctrl-C.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(f"{__doc__}{', '.join(shipped_configs())}.")
        return 0 if arguments else 2
    try:
        return _train(arguments)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _train(arguments: list[str]) -> int:
    from skirmish_rl.agents.experiments.seeds import is_plan, plan_seeds, train_seeds
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.config import check_config, read_command, scenario_of
    from skirmish_rl.agents.ppo.demonstrations import read_games
    from skirmish_rl.agents.ppo.launch import attempt, launch, torchrun
    from skirmish_rl.agents.ppo.ranks import ALONE, fitting_ranks, join
    from skirmish_rl.agents.ppo.transfer import check_start
    from skirmish_rl.agents.selfplay.config import is_for_devices
    from skirmish_rl.agents.settings.copies import with_whole_paths
    from skirmish_rl.agents.settings.typed import typed

    resumed, seeds = arguments[0] == "--resume", 0
    if resumed:
        folder = Path(arguments[1] if len(arguments) > 1 else ".")
        if is_plan(folder):
            return train_seeds(folder, train, trusted=typed(_plan_changes, arguments[2:], "skirmish-rl train --resume <seeds>"))
        if is_for_devices(folder / run_folder.CONFIG):
            from skirmish_rl.agents.selfplay.command import resume_self_play

            return resume_self_play(folder, arguments[2:])
        config = run_folder.reopen(folder)

        def change(minutes: float = config.minutes, ranks: int = config.ranks, trust: bool = False) -> tuple[float, int, bool]:
            return minutes, ranks, trust

        minutes, ranks, trust = typed(change, arguments[2:], "skirmish-rl train --resume <run>")
        config = dataclasses.replace(run_folder.go_on(folder, trust), minutes=minutes, ranks=ranks)
    elif arguments[0].startswith("-"):
        raise BadOption(f"{arguments[0]}: name a configuration first, for example {next(iter(shipped_configs()))}, and settings after it")
    elif is_for_devices(find_config(arguments[0])):
        from skirmish_rl.agents.selfplay.command import train_self_play

        return train_self_play(arguments[0], arguments[1:])
    else:
        config, seeds = read_command(arguments[0], arguments[1:])
    if not resumed:
        config = with_whole_paths(config)
    place = torchrun()
    if seeds:
        if place:
            raise BadOption("--seeds starts processes by itself; under torchrun, train one seed at a time with --seed")
        return train_seeds(plan_seeds(config, seeds), train)
    config = dataclasses.replace(config, ranks=place[1] if place else config.ranks or fitting_ranks(config.ppo.games))
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    check_config(config, scenario)
    if config.start and not resumed:
        path, shipped = find_agent(config.start.removeprefix("ppo:"), scenario)
        config = dataclasses.replace(
            config, start=f"ppo:{shipped}" if shipped else str(path.resolve())
        )  # a later --resume may stand elsewhere
        check_start(config.start, scenario, config.network)
    if config.imitation.demonstrations and not resumed:
        read_games(config.imitation.demonstrations, scenario, config.imitation.players)
        given = str(Path(config.imitation.demonstrations).resolve())
        config = dataclasses.replace(config, imitation=dataclasses.replace(config.imitation, demonstrations=given))
    if place:
        here = join(*place, "env://")
        start, restarts = attempt()
        if here.first and not resumed:
            begun = run_folder.find_attempt(Path(config.runs), start) if restarts else None
            resumed, folder = begun is not None, begun or run_folder.create(config, scenario, start)
        folder, resumed = here.told((folder if here.first else Path(), resumed))
        with run_folder.held(folder) if here.first else contextlib.nullcontext():
            return run(here, config, folder, resumed)
    if not resumed:
        folder = run_folder.create(config, scenario)
    try:
        with run_folder.held(folder):
            if config.ranks == 1:
                return run(ALONE, config, folder, resumed)
            return launch(config.ranks, run, config, folder, resumed, then=lambda: run_folder.standing(folder))
    except KeyboardInterrupt:
        print(f"interrupted; {run_folder.standing(folder)}", file=sys.stderr)
        return 130


def _plan_changes(trust: bool = False) -> bool:
    """What may be said when seeds go on."""
    return trust


def run(ranks: Ranks, config: TrainConfig, folder: Path, resumed: bool) -> int:
    """Train and judge, as one of several ranks; the first one talks.

    Returns:
        Exit code: 0, or 130 after ctrl-C.
    """
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.bounds import memory_of, told
    from skirmish_rl.agents.ppo.config import scenario_of
    from skirmish_rl.agents.ppo.display import Display, terminal
    from skirmish_rl.agents.ppo.trainer import Trainer
    from skirmish_rl.agents.results.report import match_facts, match_table, write_json
    from skirmish_rl.agents.settings.seals import is_own
    from skirmish_rl.envs.core.files import write_whole

    console = terminal(quiet=not ranks.first)
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    by = f", {ranks.count} ranks" if ranks.count > 1 else ""
    if resumed and not is_own(folder / run_folder.CONFIG):
        said = f"{folder / run_folder.CONFIG} has been changed, or written elsewhere: the run goes on with what it says now"
        console.print(said, highlight=False, markup=False, soft_wrap=True)
    console.print(f"{'resuming' if resumed else 'training'} on {scenario.id} in {folder}{by}", highlight=False, soft_wrap=True)
    memory = memory_of(config, scenario)
    if sum(memory.values()) > _MUCH:
        console.print(f"memory, at least: {told(memory)}", highlight=False, soft_wrap=True)
    trainer = Trainer(config, scenario, folder, Display(console), resumed, ranks)
    if not trainer.run():
        console.print(f"saved; continue with: skirmish-rl train --resume {folder}", highlight=False, soft_wrap=True)
        return 130
    with console.status("final evaluation"):
        matches = trainer.judge()
    at, whole = trainer.progress.best_at, trainer.learner.decisions
    which = f"the best checkpoint, at {at:,} of {whole:,} decisions" if at >= 0 else "the best checkpoint"
    console.print(match_table(matches, f"{which}, seats turned, fresh seeds"))
    if ranks.first:
        write_json({"scenario": scenario.id, "matches": [match_facts(match) for match in matches]}, folder / run_folder.RESULT)
        write_whole(folder / run_folder.GAME, trainer.tell())
    threads = trainer.progress.threads
    console.print(
        f"trained for {trainer.learner.decisions:,} decisions; {trainer.seconds() / 60:.1f} minutes in all, "
        f"{ranks.count} rank{'s' * (ranks.count > 1)} with {threads} network thread{'s' * (threads > 1)}\n"
        f"{run_folder.limits(trainer.progress.history)}\ntime in PPO {trainer.learner.watch.shares()}\n\n{what_next(folder, scenario)}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    return 0


def what_next(folder: Path, scenario: Scenario) -> str:
    """What a finished run has left in its folder, and what to do with it."""
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.checkpoints import BEST

    ruleset, command = scenario.ruleset, Path(sys.argv[0])  # a path where the shell would not find the name, as after `make train`
    skirmish_rl = str(command) if command.name == "skirmish-rl" and not shutil.which(command.name) else "skirmish-rl"
    next_config = f"{ruleset.name}/ppo-{ruleset.default_scenario('standard' if 'small' in scenario.tags else 'small')}"
    return (
        f"curve   {folder / run_folder.CURVE}   (its score against the strongest bot while it learnt)\n"
        f"game    {folder / run_folder.GAME}   (one against that bot, with the agent as seat_0)\n"
        f"agent   {folder / BEST}\n\n"
        "what next\n"
        f"  less {folder / run_folder.GAME}   # read the game: every decision, and what came of it\n"
        f"  {skirmish_rl} evaluate {folder}   # rate the agent among the bots\n"
        f"  {skirmish_rl} train {next_config if next_config in shipped_configs() else '--help'}"
        "   # train on another scenario; --help lists all configurations\n"
        f'  make_vec("{ruleset.name}", scenario="{scenario.name}", opponent="ppo:{folder}")   # in Python: play against it'
    )
