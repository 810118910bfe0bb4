"""The commands `record`, which saves games as seeds and decisions, and `dataset`, which turns them into data for offline learning."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from skirmish_rl.agents.datasets.card import card, croissant, home
from skirmish_rl.agents.datasets.episodes import write_minari
from skirmish_rl.agents.datasets.published import write_game
from skirmish_rl.agents.datasets.recording import SUFFIX, load
from skirmish_rl.agents.datasets.recording import record as recorded
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.agents.shipped import MASTER, levels_of
from skirmish_rl.envs.commands import read_options, seed_argument
from skirmish_rl.envs.core.errors import BadOption, StateError, unknown
from skirmish_rl.envs.core.files import check_folder, new_folder, write_whole
from skirmish_rl.envs.registry import available, ruleset_of

_EVERY = 5.0  # seconds between lines that say how far it is


def record(words: Sequence[str]) -> int:
    """Let agents play, and save a recording of their games.

    Args:
        words: the arguments of `skirmish-rl record`.

    Returns:
        The exit code.

    Raises:
        SkirmishError: what the user must change.
    """
    parser = LineParser(
        prog="skirmish-rl record", description="let agents play, and keep the seeds and actions of the games: one or two bytes an action",
        epilog="examples:\n  skirmish-rl record GAME --agents bot:strong --games 10000 --out strong.npz\n"
        "  skirmish-rl record GAME --agents ppo:GAME bot:strong --games 1000 --out mixed.npz\n"
        "  skirmish-rl train GAME/ppo-duel --demonstrations strong.npz",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("ruleset", help=f"one of {', '.join(available())}")
    parser.add_argument(
        "--agents", nargs="+", required=True, metavar="AGENT", help="one for each seat, or one for all; names as for evaluate"
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--scenario", help="by name or path; default: the small one, `duel`")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario; repeatable")
    parser.add_argument("--seed", type=seed_argument, default=1)
    parser.add_argument("--fixed", action="store_true", help="agents keep their seats; otherwise each game moves them by one seat")
    parser.add_argument("--threads", type=int, default=0, help="threads of the engine; 0 for all cores")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help=f"the recording, a name that ends in {SUFFIX}; it is written whole or not at all",
    )
    args = parser.parse_args(words)
    if args.ruleset not in available():
        raise unknown("game", args.ruleset, available())
    if args.out.suffix != SUFFIX:
        raise BadOption(f"--out {args.out}: expected a file name that ends in {SUFFIX}")
    check_folder(args.out.parent)
    if args.out.exists():
        raise BadOption(f"--out {args.out} exists; give another name, or remove it")
    ruleset = ruleset_of(args.ruleset)
    scenario = ruleset.scenario(
        args.scenario or ruleset.default_scenario("small", args.seats), args.seats, **read_options(args.option, ruleset)
    )
    agents = [agent_of(name, scenario, args.threads) for name in args.agents]
    progress = _Progress("decisions")
    kept = recorded(scenario, agents, args.games, args.seed, not args.fixed, args.threads, progress.more)
    kept.save(args.out)
    size, decisions = args.out.stat().st_size, len(kept.actions)
    for result in kept.about["results"]:
        print(f"{result['agent']}: {result['games']:,} games, mean reward {result['reward']:+.3f}")
    print(
        f"{len(kept):,} games of {scenario.id}\n{decisions:,} decisions in {progress.seconds:.1f} s, {size / decisions:.2f} bytes "
        f"each\n{args.out}"
    )
    return 0


def dataset(words: Sequence[str]) -> int:
    """Check a recording and convert it to a dataset; with the first word `build`, make the published set.

    Args:
        words: the arguments of `skirmish-rl dataset`.

    Returns:
        The exit code.

    Raises:
        SkirmishError: what the user must change.
    """
    if words[:1] == ["build"]:
        return build(words[1:])
    parser = LineParser(
        prog="skirmish-rl dataset",
        description="play a recording again, check that every game ends as it did, and write it as a local Minari dataset",
        epilog="examples:\n  skirmish-rl dataset strong.npz\n  skirmish-rl dataset strong.npz --minari GAME/strong-v0\n"
        "  skirmish-rl dataset build --help    the published set: games of all levels",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("recording", type=Path)
    parser.add_argument("--minari", metavar="NAME", help="name of the dataset; needs: pip install 'skirmish-rl[minari]'")
    parser.add_argument(
        "--records",
        action="store_true",
        help="include the games' records as observations['record']; they contain what is hidden from a seat",
    )
    parser.add_argument("--threads", type=int, default=0, help="threads of the engine; 0 for all cores")
    args = parser.parse_args(words)
    kept = load(args.recording)
    progress = _Progress("episodes" if args.minari else "decisions")
    try:
        if args.minari:
            decisions = write_minari(kept, args.minari, args.records, args.threads, progress.now)
        else:
            for moment in kept.play(observe=False, threads=args.threads):
                progress.more(len(moment.asked))
            decisions = progress.count
    except StateError as error:
        raise StateError(f"{args.recording}: {error}") from error
    print(f"{len(kept):,} games of {kept.told}, played by {', '.join(kept.names)}, package {kept.about.get('package', '?')}")
    print(f"{decisions:,} decisions in {progress.seconds:.1f} s; every game ends as it did")
    return 0


def build(words: Sequence[str]) -> int:
    """Make the published set: games between all levels as recordings and as Minari datasets, with a card.

    Args:
        words: the arguments of `skirmish-rl dataset build`.

    Returns:
        The exit code.

    Raises:
        SkirmishError: what the user must change.
    """
    parser = LineParser(
        prog="skirmish-rl dataset build", 
        description="make the published set of games: every level against every level, from both seats; "
        "it needs: pip install 'skirmish-rl[minari]'",
        epilog="examples:\n  skirmish-rl dataset build --out levels\n"
        "  skirmish-rl dataset build GAME --decisions 20000 --levels 1 5 10 --out small",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("ruleset", nargs="*", help="default: every game")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder; it is written whole or not at all")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="least decisions of each game; default: 1000000")
    parser.add_argument("--levels", type=int, nargs="+", metavar="LEVEL", help="default: all ten")
    parser.add_argument("--seed", type=seed_argument, default=1)
    parser.add_argument("--url", help="where the set can be found, for its card; default: the project's address")
    parser.add_argument("--threads", type=int, default=0, help="threads of the engine; 0 for all cores")
    args = parser.parse_args(words)
    names = args.ruleset or available()
    scenarios = [ruleset_of(name).scenario(ruleset_of(name).default_scenario("small", 2), 2) for name in names]
    agents = [_levels(name, args.levels) for name in names]
    if args.out.exists():
        raise BadOption(f"{args.out} exists; choose another --out")
    made = []
    with new_folder(args.out) as folder:
        for scenario, levels in zip(scenarios, agents, strict=True):
            progress = _Progress("decisions")
            made.append(write_game(folder, scenario, levels, args.decisions, args.seed, args.threads, progress.more))
            size = sum(part.size for part in made[-1].parts)
            print(
                f"{scenario.id}: {made[-1].games:,} games, {made[-1].decisions:,} decisions, {size:,} bytes, {progress.seconds:.0f} s",
                flush=True,
            )
        write_whole(folder / "README.md", card(made, args.url or home(), args.seed))
        write_whole(folder / "croissant.json", croissant(made, args.url or home()))
    print(args.out)
    return 0


def _levels(game: str, wanted: Sequence[int] | None) -> dict[int, str]:
    """The agents that play some levels of a game; all levels for None."""
    known = {int(level): agent for level, agent in levels_of(game).items() if level != MASTER}
    for level in wanted or ():
        if level not in known:
            raise BadOption(f"--levels {level}: {game} has {min(known)} to {max(known)}")
    return {level: known[level] for level in sorted(set(wanted or known))}


class _Progress:
    """Prints every few seconds how far the work has come."""

    def __init__(self, what: str):
        self.what, self.count, self.began = what, 0, time.monotonic()
        self._said = self.began

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def more(self, n: int) -> None:
        self.now(self.count + n)

    def now(self, count: int) -> None:
        self.count = count
        if time.monotonic() - self._said > _EVERY:
            self._said = time.monotonic()
            print(f"{count:,} {self.what}, {count / self.seconds:,.0f} a second", flush=True)
