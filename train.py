"""Train an agent from a configuration file, then play it against every bot.

python train.py configs/godbreakers/ppo-small.toml [--seed 3 --ppo.learning-rate 1e-4 ...]
python train.py --resume runs/<id> [--minutes 30]
python train.py configs/godbreakers/ppo-small.toml --help
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

from skirmish_rl.envs.core.errors import SkirmishError


def main(arguments: list[str]) -> int:
    """Run the command; the exit status is 2 for a wrong command, 130 after ctrl-C."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    try:
        return _train(arguments)
    except SkirmishError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the last checkpoint is whole", file=sys.stderr)
        return 130


def _train(arguments: list[str]) -> int:
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

        config = dataclasses.replace(config, minutes=tyro.cli(change, args=arguments[2:], prog="train.py --resume <run>"))
    else:
        config = read_config(Path(arguments[0]), arguments[1:])
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    check_config(config, scenario)
    if not resumed:
        folder = run_folder.create(config, scenario)
    console.print(f"{'resuming' if resumed else 'training'} on {scenario.id} in {folder}", highlight=False, soft_wrap=True)
    trainer = Trainer(config, scenario, folder, Display(console), resume=resumed)
    if not trainer.run():
        console.print(f"saved; continue with: python train.py --resume {folder}", highlight=False, soft_wrap=True)
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
        f"rate it     python evaluate.py {folder}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
