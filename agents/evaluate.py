"""Play agents against each other, seats swapped, and rate them.

Examples:
  skirmish-rl evaluate runs/<id>
  skirmish-rl evaluate --ruleset <name> --scenario <name> --agents random bot:simple bot:strong ppo:runs/<id> --games 1000
  skirmish-rl evaluate runs/<id> --against level:5 level:6 ppo:<name>
  skirmish-rl evaluate runs/<id> --workers ray
  skirmish-rl evaluate runs/<id> --games 200 --luck-adjusted
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from skirmish_rl.agents.settings.seed import Seed
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.errors import BadOption, DataError, needs

if TYPE_CHECKING:
    from skirmish_rl.agents.playing import Pieces
    from skirmish_rl.agents.ppo.display import Display
    from skirmish_rl.envs.core.ruleset import Scenario

with needs("train"):
    import tyro

RAY = "ray"


@dataclass(frozen=True)
class EvaluateConfig:
    """Settings of `evaluate`: agents that all play each other.

    Attributes:
        run: a run folder; its agent plays the ruleset's bots on the scenario that it was trained on.
        ruleset: the game.
        scenario: a name or path; "" for the run's scenario, or the ruleset's small one (`duel`).
        seats: number of players; 0 for the scenario's default.
        options: scenario options as `name=value`.
        agents: random, bot:<name>, mcts:<n> or mcts:<seconds>s, ppo:<ruleset>, ppo:<agent's or run folder, checkpoint>,
            look:<the same, with lookahead>, level:<n>, level:master, easy:<n>, near:<slack>,
            python:<module>:<class>, python:<module>:<class>:<path>, exec:<command>.
        against: play each of the agents, or the run, against each of these only; without it, every agent plays every other.
        games: games of each pairing; every seed is played once from each seat.
        seed: first seed of the games.
        workers: processes that share the games, with the same results: a number, "ray" for the Ray cluster of this machine, or
            0 for one per core (if all agents are bots, this process only).
        threads: threads of the engine; 0 for all cores.
        replays: folder for pages with the closest and the most lopsided game of each pairing; "" for none.
        luck_adjusted: estimate luck and remove it from the scores, so that fewer games are enough; runs in this process only.
        luck_value: the value function for this: a network for this scenario, named as after `ppo:`; "points" for none; "" for
            the one that comes with the package.
        luck_copies: positions with other dice that each real one is compared with.
        luck_lessons: additional games of each pairing from which the value of a position is learnt; 0 to learn it from the
            games themselves.
        habits: also count each agent's own events in a game, by kind; runs in this process only.
        trust: read the files that a run made by somebody else names as its scenario or options.
        out: folder for the results; "" for `evaluation` in the run folder, or a new one in `evaluations`.
    """

    run: Annotated[str, tyro.conf.Positional] = ""
    ruleset: str = ""
    scenario: str = ""
    seats: int = 0
    options: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    games: int = 1000
    seed: Seed = 20_000_001
    workers: str = "0"
    threads: int = 0
    replays: str = ""
    luck_adjusted: bool = False
    luck_value: str = ""
    luck_copies: int = 16
    luck_lessons: int = 1000
    habits: bool = False
    trust: bool = False
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
    _evaluate(typed(EvaluateConfig, arguments, "skirmish-rl evaluate", __doc__))
    return 0


def _evaluate(config: EvaluateConfig) -> None:
    from skirmish_rl.agents.arena import games_of, play_round_robin
    from skirmish_rl.agents.names import agent_of
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.config import TrainConfig, scenario_of
    from skirmish_rl.agents.ppo.display import Display, clock, terminal
    from skirmish_rl.agents.ratings import rate
    from skirmish_rl.agents.results.habits import HabitPieces, habit_facts, habit_table
    from skirmish_rl.agents.results.luck import LuckPieces, without_luck
    from skirmish_rl.agents.results.replays import keep_replays
    from skirmish_rl.agents.results.report import (
        draw_heat_map,
        forfeit_lines,
        luck_facts,
        luck_table,
        match_table,
        rating_table,
        tournament_facts,
        write_json,
    )
    from skirmish_rl.agents.results.worth import value_of
    from skirmish_rl.agents.settings.copies import with_copies
    from skirmish_rl.agents.settings.trust import check_settings
    from skirmish_rl.envs.core.files import check_folder

    console = terminal()
    ruleset, scene, seats, options, names = config.ruleset, config.scenario, config.seats, config.options, config.agents
    if config.run:
        trained = run_folder.reopen(Path(config.run))
        ruleset = ruleset or trained.ruleset
        used = TrainConfig(ruleset, scenario=scene or trained.scenario, options=options or trained.options)
        check_settings(trained, Path(config.run) / run_folder.CONFIG, config.trust, used)
        trained = with_copies(trained, Path(config.run))
        scene, seats, options = scene or trained.scenario, seats or trained.seats, options or trained.options
    if not ruleset:
        raise DataError("which game? give a run folder, or --ruleset and --agents")
    if scene.endswith(".toml"):
        scene = str(Path(scene).resolve())  # workers may stand in another folder
    scenario = scenario_of(ruleset, scene, seats, options)
    if config.run:
        bots = () if config.against else (f"bot:{bot}" for bot in scenario.ruleset.bots)
        names = (*(names or bots), f"ppo:{config.run}")
    whole = -(-config.games // scenario.seats) * scenario.seats
    if whole != config.games and config.games > 0:
        console.print(f"{config.games:,} games a pairing become {whole:,}: every seed is played once from each of {scenario.seats} seats")
    now = time.strftime("%Y%m%d-%H%M%S")
    own = Path(config.run) / "evaluation"
    if config.run and (own / "results.json").exists():
        own = own.with_name(f"evaluation-{now}")  # what was measured before stays
    folder = Path(config.out or (own if config.run else f"evaluations/{now}"))
    total = games_of(scenario, len(names), config.games, len(config.against))
    judge = LuckPieces(value_of(scenario, config.luck_value), config.luck_copies, config.luck_lessons) if config.luck_adjusted else None
    habits = HabitPieces(scenario) if config.habits else None
    if judge is not None and habits is not None:
        raise BadOption(
            "--habits with --luck-adjusted: the games are watched for one of them; ask twice, with the same seed they are the same games"
        )
    if (judge or habits) is not None and config.workers not in ("0", "1"):
        watched = "--luck-adjusted: what the dice gave is judged" if judge is not None else "--habits: what agents do is counted"
        raise BadOption(f"--workers {config.workers} with {watched} in this process; leave --workers out")
    workers, threads = shares("1" if (judge or habits) is not None else config.workers, config.threads, (*names, *config.against), total)
    agents = [agent_of(name, scenario, threads) for name in names]
    others = [agent_of(name, scenario, threads) for name in config.against]
    for needed in (folder, *([Path(config.replays)] if config.replays else [])):
        check_folder(needed)
    display, began = Display(console), time.monotonic()

    def watch(done: int) -> None:
        a_second = done / max(time.monotonic() - began, 1e-9)
        left = f" | {clock((total - done) / a_second)} left" if 0 < done < total else ""
        display.tell("playing", done / total, f"{done:,} of {total:,} games | {a_second:,.0f} games/s{left}")

    with display, player(workers, threads, scenario, display) as play:
        tournament = play_round_robin(scenario, agents, config.games, config.seed, threads, watch, judge or habits or play, others)
    ratings = rate(tournament.names, tournament.matches)
    facts = tournament_facts(tournament, ratings)
    if judge is not None:
        adjusted = judge.of_matches(tournament.matches)
        surer = rate(tournament.names, [without_luck(match, score) for match, score in zip(tournament.matches, adjusted, strict=True)])
        facts["luck"] = luck_facts(tournament.matches, adjusted, judge, surer)
    if habits is not None:
        facts["habits"] = habit_facts(habits)
    write_json(facts, folder / "results.json")
    draw_heat_map(tournament, folder / "scores.png")
    console.print(f"{scenario.id}, seed {config.seed}, seats turned", highlight=False, soft_wrap=True)
    console.print(match_table(tournament.matches, "matches"))
    if judge is not None:
        console.print(luck_table(tournament.matches, adjusted, judge.value.name))
    console.print(rating_table(ratings))
    if judge is not None and len(tournament.names) > 2:
        console.print(rating_table(surer, " without luck"))
    if habits is not None:
        console.print(habit_table(habits))
    for line in forfeit_lines(tournament.forfeits):
        console.print(line, highlight=False, markup=False, soft_wrap=True, style="red")
    total = sum(match.games for match in tournament.matches)
    console.print(
        f"{total:,} games in {tournament.seconds:.1f} s ({total / tournament.seconds * 60:,.0f} a minute)\n"
        f"{folder / 'results.json'}\n{folder / 'scores.png'}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    if config.replays:
        for line in keep_replays(tournament, scenario, [*agents, *others], Path(config.replays)):
            console.print(line, highlight=False, markup=False, soft_wrap=True)


def shares(asked: str, threads: int, names: tuple[str, ...], games: int) -> tuple[int | str, int]:
    """Workers, and threads of each one's engine.

    Args:
        asked: workers as a command line names them. threads: of the engine, 0 for all cores.

    Raises:
        BadOption: workers that are neither a number nor "ray".
    """
    from skirmish_rl.agents.playing import PIECE
    from skirmish_rl.agents.ppo.ranks import cores

    if asked == RAY:
        return RAY, 1
    if not asked.isdigit():
        raise BadOption(f"--workers {asked}: give a number of processes, 0 for a fitting one, or {RAY} for a Ray cluster")
    workers = int(asked)
    if workers == 0:
        workers = 1 if all(name == "random" or name.startswith("bot:") for name in names) else cores()
    workers = max(1, min(workers, -(-games // PIECE)))
    return workers, threads if workers == 1 else threads or max(1, cores() // workers)


@contextlib.contextmanager
def player(workers: int | str, threads: int, scenario: Scenario, display: Display) -> Iterator[Pieces]:
    """Who plays the games: this process, several, or a cluster."""
    from skirmish_rl.agents.playing import Pieces
    from skirmish_rl.agents.workers.local import Processes, Shared

    if workers == RAY:
        from skirmish_rl.agents.workers.cluster import Cluster

        crew = Cluster(scenario.ruleset)
        display.say(f"a Ray cluster of {crew.machines} machine{'s' * (crew.machines > 1)} with {crew.size} cores")
        yield Shared(crew, display.say)
    elif workers == 1:
        yield Pieces()
    else:
        with Processes(int(workers), threads) as processes:
            yield Shared(processes, display.say)
