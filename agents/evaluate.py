"""Play agents against each other, seats turned, and rate them.

skirmish-rl evaluate runs/<id>
skirmish-rl evaluate --ruleset <name> --scenario <name> --agents random bot:simple bot:strong ppo:runs/<id> --games 1000
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from skirmish_rl.envs.core.errors import DataError, needs

with needs("train"):
    import tyro


@dataclass(frozen=True)
class EvaluateConfig:
    """A round robin.

    Attributes:
        run: a run folder, rated against the ruleset's bots on the scenario it was trained on.
        ruleset: which game. scenario: by name or path; "" for the ruleset's small one, or the run's.
        seats: players; 0 for the scenario's own number.
        options: scenario options as `name=value`.
        agents: random, bot:<name>, mcts:<n>, ppo:<run folder or checkpoint>, look:<the same, looking ahead>.
        games: of each pairing, every seed once from each seat.
        threads: of the engine; 0 for all cores.
        out: folder of the results; "" for `evaluation` in the run folder, or a new one in `evaluations`.
    """

    run: Annotated[str, tyro.conf.Positional] = ""
    ruleset: str = ""
    scenario: str = ""
    seats: int = 0
    options: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    games: int = 1000
    seed: int = 20_000_001
    threads: int = 0
    out: str = ""


def evaluate(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, or 2 for a wrong command.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments:
        print(__doc__)
        return 2
    _evaluate(tyro.cli(EvaluateConfig, args=arguments, prog="skirmish-rl evaluate", description=__doc__))
    return 0


def _evaluate(config: EvaluateConfig) -> None:
    with needs("train"):
        from rich.console import Console

    from skirmish_rl.agents.arena import play_round_robin
    from skirmish_rl.agents.names import agent_of
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.config import scenario_of
    from skirmish_rl.agents.ratings import rate
    from skirmish_rl.agents.report import draw_heat_map, match_table, rating_table, tournament_facts, write_json

    console = Console()
    ruleset, scene, seats, options, names = config.ruleset, config.scenario, config.seats, config.options, config.agents
    if config.run:
        trained = run_folder.reopen(Path(config.run))
        ruleset = ruleset or trained.ruleset
        scene, seats, options = scene or trained.scenario, seats or trained.seats, options or trained.options
    if not ruleset:
        raise DataError("which game? give a run folder, or --ruleset and --agents")
    scenario = scenario_of(ruleset, scene, seats, options)
    if config.run:
        names = (*(names or (f"bot:{bot}" for bot in scenario.ruleset.bots)), f"ppo:{config.run}")
    agents = [agent_of(name, scenario) for name in names]
    with console.status("playing") as status:
        tournament = play_round_robin(
            scenario,
            agents,
            config.games,
            config.seed,
            config.threads,
            watch=lambda done: status.update(f"{done:,} games played"),
        )
    ratings = rate(tournament.names, tournament.matches)
    folder = Path(
        config.out or (Path(config.run) / "evaluation" if config.run else f"evaluations/{time.strftime('%Y%m%d-%H%M%S')}")
    )
    write_json(tournament_facts(tournament, ratings), folder / "results.json")
    draw_heat_map(tournament, folder / "scores.png")
    console.print(f"{scenario.id}, seed {config.seed}, seats turned", highlight=False, soft_wrap=True)
    console.print(match_table(tournament.matches, "matches"))
    console.print(rating_table(ratings))
    total = sum(match.games for match in tournament.matches)
    console.print(
        f"{total:,} games in {tournament.seconds:.1f} s ({total / tournament.seconds * 60:,.0f} a minute)\n"
        f"{folder / 'results.json'}\n{folder / 'scores.png'}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
