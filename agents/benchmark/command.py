"""Enter an agent or a learner in a fixed protocol, or summarise result files.

Examples:
  skirmish-rl benchmark beat --agent imitation-ppo --budget 1M --seeds 5
  skirmish-rl benchmark scratch --agent maskable-ppo --games <name> --scenarios duel --budget 300k --seeds 3
  skirmish-rl benchmark general --agent python:mine:Learner --games <name>
  skirmish-rl benchmark beat --command 'python mine.py --budget {budget} --seed {seed} --out {out}' --name mine
  skirmish-rl benchmark exploit --agent ppo:<name> --games <name>
  skirmish-rl benchmark report docs/benchmark/*.json [--out FOLDER] [--update docs/benchmark.md]
  skirmish-rl benchmark anchors docs/benchmark/*.json
  skirmish-rl benchmark leaderboard FILE ... --update docs/leaderboard.md
  skirmish-rl benchmark check docs/benchmark/mine.json [--agent 'ppo:agents/{game}-{scenario}-{seed}'] [--seeds 12]

Tracks: beat, scratch, general, many, exploit; their options: skirmish-rl benchmark beat --help.
Built-in learners: imitation-ppo, rows-scratch, self-play, maskable-ppo.
The same command continues an interrupted run. --toy plays everything in seconds.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from skirmish_rl.agents.benchmark.protocol import STANDARD, TOY, TOY_ID, Protocol, places_of, read_protocol
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, needs, unknown
from skirmish_rl.envs.core.files import read_text, write_whole
from skirmish_rl.envs.core.pages import replaced

with needs("train"):
    import tyro

_PROG = "skirmish-rl benchmark"
_PAGE = 2**24  # bytes


@dataclass(frozen=True)
class BenchmarkConfig:
    """Settings of an entrant in a track.

    Attributes:
        track: beat, scratch, general, many or exploit.
        agent: an agent as `evaluate` names it, a class of your own (python:<module>:<class>; it is trained if it has `learn`),
            a training configuration, or a built-in learner: imitation-ppo, rows-scratch, self-play, maskable-ppo. {game},
            {scenario} and {seats} are filled in.
        command: a program of your own that leaves an agent in {out}; {game} {scenario} {seats} {budget} {minutes} {seed} are
            filled in, too.
        name: name in tables; "" for that of the agent.
        budget: decisions for training; "" for the first budget of the track.
        games: games by name; none for all games of the track.
        scenarios: scenarios by name; none for all scenarios of the track.
        seeds: number of runs of a learner.
        first: number of the first run; its seed is 1,000,000 higher.
        search: also test against mcts:100, in tracks that have this test. It takes seconds per game and does not count for the
            score.
        luck_adjusted: also give scores with luck removed, in tracks that test against opponents. They do not count for the
            score, and existing runs stay as they are.
        threads: threads of the engine in tests; 0 for all cores.
        out: folder for the results; "" for one in `benchmarks` named after track, entrant and budget. With an existing folder,
            the runs in it are continued.
        toy: carry out the whole track in seconds; the scores mean nothing.
        protocol: a protocol file of your own instead of the standard one.
    """

    track: Annotated[str, tyro.conf.Positional]
    agent: str = ""
    command: str = ""
    name: str = ""
    budget: str = ""
    games: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    seeds: int = 5
    first: int = 1
    search: bool = False
    luck_adjusted: bool = False
    threads: int = 1
    out: str = ""
    toy: bool = False
    protocol: str = ""


@dataclass(frozen=True)
class TellConfig:
    """Settings of a report on result files.

    Attributes:
        files: result files that `skirmish-rl benchmark` has written.
        out: folder for report.md and its pictures; "" for a new one in `reports`.
        update: a Markdown page in which the generated parts are replaced; its pictures go into a folder beside it, of the same name.
    """

    files: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    out: str = ""
    update: str = ""


@dataclass(frozen=True)
class CheckConfig:
    """Settings of a check: the first games of result files are played again and compared.

    Attributes:
        files: result files that `skirmish-rl benchmark` has written.
        agent: the entrant, where {game}, {scenario}, {seats} and {seed} of the run are filled in. "" for the name in the file, which
            must not name code or a file.
        seeds: number of seeds of each test, from the first one.
        threads: threads of the engine; 0 for all cores.
    """

    files: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    agent: str = ""
    seeds: int = 12
    threads: int = 0


def benchmark(arguments: list[str]) -> int:
    """Run the command.

    Args:
        arguments: the words after `skirmish-rl benchmark`.

    Returns:
        Exit code: 0, 1 if a checked game ends differently, 2 for a wrong command, 130 after ctrl-C.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    if arguments[0] == "check":
        return _check(typed(CheckConfig, arguments[1:], f"{_PROG} check", __doc__))
    if arguments[0] in _TELLING:
        config = typed(TellConfig, arguments[1:], f"{_PROG} {arguments[0]}", __doc__)
        if not config.files:
            raise BadOption(f"give result files, for example: skirmish-rl benchmark {arguments[0]} benchmarks/*/results.json")
        return _TELLING[arguments[0]](config)
    known = read_protocol().tracks
    if not arguments[0].startswith("-") and arguments[0] not in known:
        raise unknown("track", arguments[0], [*known, *_TELLING, "check"])
    return _enter(typed(BenchmarkConfig, arguments, _PROG, __doc__))


def _protocol(config: BenchmarkConfig) -> Protocol:
    if config.toy and config.protocol:
        raise BadOption("--toy is a protocol of its own; leave --protocol out")
    return read_protocol(TOY if config.toy else Path(config.protocol) if config.protocol else STANDARD)


def _enter(config: BenchmarkConfig) -> int:
    from skirmish_rl.agents.benchmark.entrants import Entry
    from skirmish_rl.agents.benchmark.pages import scores_in, write_report
    from skirmish_rl.agents.benchmark.run import Plan, carry_out

    protocol = _protocol(config)
    budget = config.budget or protocol.track(config.track).budgets[0]
    protocol.budget(config.track, budget)
    entry = Entry(config.agent, config.command, config.name)
    places = tuple(places_of(protocol, config.track, config.games, config.scenarios))
    plan = Plan(
        protocol, config.track, entry, budget, places, config.seeds, config.first, config.threads, config.search, config.luck_adjusted
    )
    said = Path(entry.shown).stem if entry.shown.endswith(".toml") else entry.shown
    stem = re.sub(r"[^\w.]+", "-", said).strip("-.") or "entrant"
    out = Path(config.out or f"benchmarks/{config.track}-{stem}-{budget}")
    try:
        file = carry_out(plan, out, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        print(f"stopped; give the same command again to continue in {out}")
        return 130
    print("\n".join([*scores_in([file]), *_lost_in(file)]))
    print(file)
    for made in write_report([file], out):
        print(made)
    return 0


def _lost_in(file: Path) -> list[str]:
    """Who lost games of a test by a crash or an illegal action, a line for each run."""
    from skirmish_rl.agents.benchmark.results import read_json

    lost = [(run, run["forfeits"]) for run in read_json(file)["runs"] if "forfeits" in run]
    return [
        f"{run['game']} {run['place']}, seed {run['seed']}: lost {told['games']:,} games by default; the first: {told['first']}"
        for run, told in lost
    ]


def _report(config: TellConfig) -> int:
    from skirmish_rl.agents.benchmark.pages import update_page, write_report

    files = [Path(file) for file in config.files]
    if config.update:
        made = update_page(files, Path(config.update))
    if config.out or not config.update:
        made = write_report(files, Path(config.out or f"reports/benchmark-{time.strftime('%Y%m%d-%H%M%S')}"))
    for path in made:
        print(path)
    return 0


def _anchors(config: TellConfig) -> int:
    from skirmish_rl.agents.benchmark.anchors import ANCHORS, write_anchors

    path = Path(config.out) if config.out else ANCHORS
    write_anchors([Path(file) for file in config.files], path)
    print(path)
    return 0


def _leaderboard(config: TellConfig) -> int:
    from skirmish_rl.agents.benchmark.checking import leaderboard
    from skirmish_rl.agents.benchmark.results import read_results

    if config.out or not config.update:
        raise BadOption("give --update and a page with the lines `<!-- generated: leaderboard -->` and `<!-- end: leaderboard -->`")
    page, files = Path(config.update), [Path(file) for file in config.files]
    for file in files:
        if read_results(file)["protocol"] == TOY_ID:
            raise BadOption(f"{file} was made with --toy, whose scores mean nothing; leave it out")
    write_whole(page, replaced(read_text(page, _PAGE), "leaderboard", leaderboard(files), page))
    print(page)
    return 0


def _check(config: CheckConfig) -> int:
    from skirmish_rl.agents.benchmark.checking import ENOUGH, Checked, check_again

    if not config.files or config.seeds < 1:
        raise BadOption("give result files, and at least one seed: skirmish-rl benchmark check results.json --seeds 12")
    wrong = list[str]()
    for file in config.files:
        try:
            runs = dict[str, list[Checked]]()
            for checked in check_again(Path(file), config.agent, config.seeds, config.threads):
                print(f"{checked.where}: {checked.same} of {checked.seeds} seeds as told", flush=True)
                runs.setdefault(checked.run, []).append(checked)
        except SkirmishError as error:  # the other files are looked at all the same
            wrong.append(str(error))
            continue
        for run, tests in runs.items():  # each by itself: else many that are right would hide a wrong one
            same, seeds = sum(one.same for one in tests), sum(one.seeds for one in tests)
            if same < ENOUGH * seeds:
                wrong.append(f"{file}, {run}: {same} of {seeds} seeds as told; at least {ENOUGH:.0%} must be")
    print("\n".join(wrong) or "all runs as told")
    return int(bool(wrong))


_TELLING = {"report": _report, "anchors": _anchors, "leaderboard": _leaderboard}
