"""The command line: `skirmish-rl`, or `python -m skirmish_rl`."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from skirmish_rl import __version__
from skirmish_rl.envs.commands import JUDGING, add_commands
from skirmish_rl.envs.core.errors import MissingExtra, SkirmishError, unknown

if TYPE_CHECKING:
    from skirmish_rl.envs.core.replays import Film

GROUPS = {
    "Look and play": ("list", "rules", "play", "serve", "mcp", "draw", "trace", "replay"),
    "Train and rate": ("train", "evaluate", "ladder", "balance", "sweep", "report", "benchmark"),
    "Share": ("publish", "export", "record", "dataset", "site"),
    "Look after": ("selftest", "compile", "build", "pack", "describe", "schema", "show-encoder", "words", "help"),
}
EXAMPLES = (
    "skirmish-rl list",
    "skirmish-rl play tide_of_iron --scenario farm",
    "skirmish-rl serve",
    "skirmish-rl draw godbreakers --scenario drill --out board.svg",
    "skirmish-rl train tide_of_iron/ppo-small",
    "skirmish-rl evaluate --ruleset warcry --agents random bot:simple --games 100",
    "skirmish-rl help train",
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, then exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


class _Commands(_Parser):
    """The whole command line; its help is the list of all commands."""

    commands: Any

    def format_help(self) -> str:
        """List every command with its purpose, and examples."""
        known = self.commands.choices
        lines = [f"skirmish-rl {__version__}: tabletop wargames for reinforcement learning", ""]
        for group, names in GROUPS.items():
            lines += [group, *(f"  {name:<12} {known[name].description}" for name in names), ""]
        lines += ["Examples", *(f"  {line}" for line in EXAMPLES), ""]
        lines += ["`skirmish-rl help COMMAND` lists the options of a command."]
        return "\n".join(lines) + "\n"


def parser() -> _Commands:
    """The parser of the command line; commands for agents have parsers of their own."""
    top = _Commands(prog="skirmish-rl")
    top.add_argument("--version", action="version", version=f"skirmish-rl {__version__}")
    top.commands = top.add_subparsers(dest="command", metavar="command", parser_class=_Parser)
    add_commands(top.commands)
    for name, about in (
        ("serve", "serve a web page on which to play and to watch agents think"),
        ("train", "train an agent, then play it against every bot"),
        ("evaluate", "play agents against each other and rate them"),
        ("ladder", "play an agent up the ten levels and rate it"),
        ("balance", "measure what forces, seats, units and cards are worth"),
        ("sweep", "train with many settings, the most promising ones to the end"),
        ("report", "summarise several runs in a table and an HTML page"),
        ("benchmark", "test an agent or a learner in a fixed protocol"),
        ("publish", "write a trained agent as a folder for others, with a card"),
        ("export", "write a trained network as ONNX or safetensors"),
        ("record", "let agents play, and keep the games as seeds and actions"),
        ("dataset", "turn recordings into Minari datasets; `build` makes ours"),
        ("site", "write the page of `serve` as files that need no server"),
        ("selftest", "check in seconds that this installation plays as it should"),
        ("help", "this list, or the options of one command"),
    ):
        top.commands.add_parser(name, description=about)
    return top


def _judge(film: Film, name: str) -> None:
    """What `replay --judge` asks an agent for."""
    from skirmish_rl.agents.judging import judge_film

    judge_film(film, name)


JUDGING.append(_judge)


def _train() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.train import train

    return train


def _evaluate() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.evaluate import evaluate

    return evaluate


def _ladder() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.ladder.command import ladder

    return ladder


def _balance() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.balance.command import balance

    return balance


def _sweep() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.experiments.sweep import sweep

    return sweep


def _report() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.experiments.report import report

    return report


def _benchmark() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.benchmark.command import benchmark

    return benchmark


def _serve() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.serving.server import serve

    return serve


def _export() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.export import export

    return export


def _publish() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.publish import publish

    return publish


def _record() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.datasets.command import record

    return record


def _dataset() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.datasets.command import dataset

    return dataset


def _site() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.sharing.site import site

    return site


def _selftest() -> Callable[[list[str]], int]:
    from skirmish_rl.agents.selftest import selftest

    return selftest


# Agents are imported only for their own commands: all others do without the train extra.
_AGENTS = {
    "serve": _serve, "train": _train, "evaluate": _evaluate, "ladder": _ladder, "balance": _balance, "sweep": _sweep, "report": _report,
    "benchmark": _benchmark, "export": _export, "publish": _publish, "record": _record, "dataset": _dataset, "site": _site,
    "selftest": _selftest,
}  # fmt: skip


def _run(words: list[str]) -> int:
    top = parser()
    if words[:1] == ["help"] and len(words) > 1 and words[1] != "help":
        words = [*words[1:2], "--help"]
    if not words or words[0] in ("help", "-h", "--help"):
        print(top.format_help(), end="")
        return 0
    if words[0] in _AGENTS:
        try:
            command = _AGENTS[words[0]]()
        except MissingExtra as error:
            raise MissingExtra(f"this command uses libraries that only an extra brings: {error}") from error
        return command(words[1:])
    if not words[0].startswith("-") and words[0] not in top.commands.choices:
        raise unknown("command", words[0], top.commands.choices)
    args = top.parse_args(words)
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
    except ModuleNotFoundError as error:
        if (error.name or __package__).partition(".")[0] == __package__:
            raise  # a file of this package
        print(f"skirmish-rl {words[0]}: {error}; install it with: pip install 'skirmish-rl[train]'", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains once more when it flushes
        return 130
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        print(f"skirmish-rl {words[0]}: the name of a file is too long: {error.filename!s:.60}...", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"skirmish-rl {words[0]}: interrupted; what was not finished is not kept", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
