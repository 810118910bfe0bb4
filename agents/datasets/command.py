"""The commands `record`, which keeps games as seeds and decisions, and `dataset`, which makes of them what offline learners read."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from skirmish_rl.agents.datasets.episodes import write_minari
from skirmish_rl.agents.datasets.recording import SUFFIX, load
from skirmish_rl.agents.datasets.recording import record as recorded
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.commands import read_options
from skirmish_rl.envs.core.errors import BadOption, StateError, unknown
from skirmish_rl.envs.core.files import check_folder
from skirmish_rl.envs.core.seeds import seed_from
from skirmish_rl.envs.registry import available, ruleset_of

_EVERY = 5.0  # seconds between lines that say how far it is


def record(words: Sequence[str]) -> int:
    """Let agents play, and keep the games.

    Raises:
        SkirmishError: what the user must change.
    """
    parser = argparse.ArgumentParser(
        prog="skirmish-rl record", description="let agents play, and keep seeds and decisions of the games: one or two bytes a decision",
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
    parser.add_argument("--seed", type=seed_from, default=1)
    parser.add_argument("--fixed", action="store_true", help="agents keep their seats; else each game turns them by one")
    parser.add_argument("--threads", type=int, default=0, help="of the engine; 0 for all cores")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=f"it ends in {SUFFIX}, and appears whole or not at all")
    args = parser.parse_args(words)
    if args.ruleset not in available():
        raise unknown("game", args.ruleset, available())
    if args.out.suffix != SUFFIX:
        raise BadOption(f"--out {args.out}: the name of a recording ends in {SUFFIX}")
    check_folder(args.out.parent)
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
        f"{len(kept):,} games of {scenario.id}\n{decisions:,} decisions in {progress.seconds:.1f} s, {size / decisions:.2f} bytes each\n{args.out}"
    )
    return 0


def dataset(words: Sequence[str]) -> int:
    """Check a recording, and write it as a dataset.

    Raises:
        SkirmishError: what the user must change.
    """
    parser = argparse.ArgumentParser(
        prog="skirmish-rl dataset", description="play a recording again, check that every game ends as it did, and write it as a local dataset of Minari",
        epilog="examples:\n  skirmish-rl dataset strong.npz\n  skirmish-rl dataset strong.npz --minari GAME/strong-v0",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("recording", type=Path)
    parser.add_argument("--minari", metavar="NAME", help="of the dataset; it needs: pip install 'skirmish-rl[minari]'")
    parser.add_argument(
        "--records", action="store_true", help="the games' records, too, as observations['record']; they hold what is hidden from a seat"
    )
    parser.add_argument("--threads", type=int, default=0, help="of the engine; 0 for all cores")
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


class _Progress:
    """Says every few seconds how far the work is."""

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
