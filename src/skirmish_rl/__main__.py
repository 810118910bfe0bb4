"""The command line: `skirmish-rl`, or `python -m skirmish_rl`."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from skirmish_rl.envs.commands import add_commands
from skirmish_rl.envs.core.errors import SkirmishError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, then exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command line's grammar; that of `train`, `sweep`, `report` and `evaluate` is their own."""
    top = _Parser(prog="skirmish-rl", description="Tabletop skirmish games for reinforcement learning.")
    commands = top.add_subparsers(dest="command", required=True, metavar="command", parser_class=_Parser)
    add_commands(commands)
    commands.add_parser("train", help="train an agent, then play it against every bot")
    commands.add_parser("sweep", help="train with many settings, the most promising ones to the end")
    commands.add_parser("report", help="what several runs say together: intervals, learning curves, one HTML file")
    commands.add_parser("evaluate", help="play agents against each other and rate them")
    return top


def _run(words: list[str]) -> int:
    # Agents are imported only for their own commands: all others do without the train extra.
    if words[:1] == ["train"]:
        from skirmish_rl.agents.train import train

        return train(words[1:])
    if words[:1] == ["evaluate"]:
        from skirmish_rl.agents.evaluate import evaluate

        return evaluate(words[1:])
    if words[:1] == ["sweep"]:
        from skirmish_rl.agents.experiments.sweep import sweep

        return sweep(words[1:])
    if words[:1] == ["report"]:
        from skirmish_rl.agents.experiments.report import report

        return report(words[1:])
    args = parser().parse_args(words)
    return int(args.run(args))


def main(words: list[str] | None = None) -> int:
    """Run one command.

    Returns:
        Exit code: 0, 1 for a trace that differs, 2 for anything the user must change, 130 after ctrl-C.
    """
    words = sys.argv[1:] if words is None else words
    try:
        return _run(words)
    except SkirmishError as error:
        print(f"skirmish-rl {words[0]}: {error}", file=sys.stderr)
        return 2
    except (BrokenPipeError, KeyboardInterrupt):
        return 130


if __name__ == "__main__":
    sys.exit(main())
