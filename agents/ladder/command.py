"""`skirmish-rl ladder`: climb the levels of a game and get a rating.

skirmish-rl ladder --game <name> --agent exec:./mybot
skirmish-rl ladder --set arena-small --agent 'exec:python3 mybot.py'
skirmish-rl ladder --game <name> --agent bot:simple --seeds 10 --out ladder
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from skirmish_rl.agents.ladder.climbing import SMALL, Climb, arena_small, climb
from skirmish_rl.agents.ladder.page import lines_of, write_results
from skirmish_rl.agents.ladder.rating import LEVELS
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.files import check_folder
from skirmish_rl.envs.core.seeds import seed_from
from skirmish_rl.envs.registry import available, entry_of

_SEED = 70_000_001


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
        prog="skirmish-rl ladder", description="play an agent up the ten levels and rate it, with an interval",
        epilog="examples:\n" + (__doc__ or "").partition("\n\n")[2], formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    known = "exec:<command>, python:<module>:<name>, ppo:<path>, bot:<name>, ..."
    parser.add_argument("--agent", required=True, metavar="AGENT", help=f"as for `evaluate`: {known}")
    parser.add_argument("--game", action="append", metavar="GAME", help="repeatable; default with --set: all of them")
    parser.add_argument(
        "--set", choices=[SMALL], help="a fixed set of games instead of a climb: 20 seeds per game from both seats, two for each level"
    )
    parser.add_argument("--seeds", type=int, help="in a climb: most seeds for each level, each played from both seats; default: 10")
    parser.add_argument("--first", type=int, help=f"in a climb: the first level, 0 (random play) to {LEVELS}; default: 0")
    parser.add_argument("--seed", help=f"in a climb: seed of the first game; default: {_SEED}")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write index.html with replays, and results.json")
    return parser


def ladder(words: Sequence[str]) -> int:
    """Run the command.

    Args:
        words: the arguments of `skirmish-rl ladder`.

    Returns:
        The exit code.

    Raises:
        SkirmishError: what the user must change.
    """
    args = _parser().parse_args(words)
    games = args.game or (list(available()) if args.set else [])
    if not games:
        raise BadOption(f"which game? give --game, or --set {SMALL}; known: {', '.join(available())}")
    for game in games:
        entry_of(game)
    given = [name for name in ("seeds", "first", "seed") if getattr(args, name) is not None]
    if args.set and given:
        raise BadOption(f"--{given[0]}: the games of {args.set} are fixed; leave it out, or leave out --set")
    if args.out is not None:
        check_folder(args.out)
    seed = _SEED if args.seed is None else seed_from(args.seed)
    climbs: list[Climb] = []
    for game in games:
        if args.set:
            climbs.append(arena_small(game, args.agent, _watch))
        else:
            climbs.append(climb(game, args.agent, 10 if args.seeds is None else args.seeds, seed, _watch, args.first or 0))
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
        print("\n".join(lines_of(climbs[-1])), flush=True)
    if args.out is not None:
        for file in write_results(climbs, args.out, None if args.set else seed, args.set or "ladder"):
            print(file)
    return 0


def _watch(climbing: Climb) -> None:
    """Report progress on a terminal."""
    if sys.stderr.isatty():
        last, result = climbing.games[-1], climbing.rated
        said = f"{climbing.scenario.ruleset.name}: {len(climbing.games)} games, level {last.level}, rating about {result.rating:.0f}"
        print(f"\r\x1b[K{said}", end="", file=sys.stderr)
