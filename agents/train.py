"""Train an agent by a configuration, then play it against every bot.

skirmish-rl train <configuration> [--seed 3 --ppo.learning-rate 1e-4 ...]
skirmish-rl train <configuration> --help
skirmish-rl train --resume runs/<id> [--minutes 30]

A configuration is the path of a TOML file, or comes with the package:
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

from skirmish_rl.agents.shipped import shipped_configs
from skirmish_rl.envs.core.errors import needs


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
        print("interrupted; the last checkpoint is whole", file=sys.stderr)
        return 130


def _train(arguments: list[str]) -> int:
    with needs("train"):
        import tyro
        from rich.console import Console

    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.config import check_config, read_config, scenario_of
    from skirmish_rl.agents.ppo.display import Display
    from skirmish_rl.agents.ppo.trainer import Trainer
    from skirmish_rl.agents.report import match_facts, match_table, write_json

    console = Console()
    resumed = arguments[0] == "--resume"
    if resumed:
        folder = Path(arguments[1] if len(arguments) > 1 else ".")
        config = run_folder.reopen(folder)

        def change(minutes: float = config.minutes) -> float:
            return minutes

        config = dataclasses.replace(config, minutes=tyro.cli(change, args=arguments[2:], prog="skirmish-rl train --resume <run>"))
    else:
        config = read_config(arguments[0], arguments[1:])
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    check_config(config, scenario)
    if not resumed:
        folder = run_folder.create(config, scenario)
    console.print(f"{'resuming' if resumed else 'training'} on {scenario.id} in {folder}", highlight=False, soft_wrap=True)
    trainer = Trainer(config, scenario, folder, Display(console), resume=resumed)
    if not trainer.run():
        console.print(f"saved; continue with: skirmish-rl train --resume {folder}", highlight=False, soft_wrap=True)
        return 130
    with console.status("final evaluation"):
        matches = trainer.judge()
    write_json({"scenario": scenario.id, "matches": [match_facts(match) for match in matches]}, folder / "evaluation.json")
    console.print(match_table(matches, "the best checkpoint, seats turned, fresh seeds"))
    minutes = trainer.seconds() / 60
    console.print(
        f"trained for {trainer.model.num_timesteps:,} decisions; {minutes:.1f} minutes in all, "
        f"{trainer.progress.threads} network threads\n"
        f"run folder  {folder}\ncurve       {folder / run_folder.CURVE}\ncheckpoint  {folder / 'best.zip'}\n"
        f"rate it     skirmish-rl evaluate {folder}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    return 0
