"""The command `balance`: what forces, seats, units and cards are worth, by play."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.balance.choices import Choosing, Differing
from skirmish_rl.agents.balance.deciding import decide
from skirmish_rl.agents.balance.ledger import Ledger, watch_games
from skirmish_rl.agents.balance.meetings import ALL, Field, Meeting, chosen_forces, comparable, meet, own_points, pairs_of, seeds_of
from skirmish_rl.agents.balance.pictures import draw_deciding, draw_forces, draw_units
from skirmish_rl.agents.balance.sheets import (
    Sheet,
    decide_sheet,
    differ_sheet,
    force_sheet,
    kind_sheet,
    seat_sheet,
    unit_sheet,
    word_sheet,
)
from skirmish_rl.agents.balance.worth import worth_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.display import Display, clock, terminal
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.envs.commands import read_options, seed_argument
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, unknown
from skirmish_rl.envs.core.files import check_folder, write_whole
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.worlds import is_generated
from skirmish_rl.envs.registry import available, ruleset_of

EXAMPLES = (
    "GAME --scenario NAME",
    "GAME --force my.toml --against all",
    "GAME --pairs FORCE OTHER --games 1000 --agents bot:strong bot:simple",
    "GAME --scenario duel --own --kinds",
    "GAME --scenario duel --differs ppo:GAME",
)


@dataclass
class Report:
    """What was found on one scenario with one agent.

    Attributes:
        answers: sentences that answer a designer's question.
        notes: what was left out. pictures: file names.
    """

    scenario: Scenario
    agent: str
    answers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{self.scenario.ruleset.title}, {self.scenario.name}, {self.agent} on all seats"

    @property
    def stem(self) -> str:
        """The beginning of its files' names."""
        return re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{Path(self.scenario.name).stem}-{self.agent}").strip("-")

    def markdown(self) -> str:
        lines = [f"# {self.title}", "", f"`{self.scenario.id}`", ""]
        for line in [*self.answers, *self.notes]:
            lines += [line, ""]
        lines += [f"![{name}]({name})\n" for name in self.pictures]
        return "\n".join([*lines, *(sheet.markdown() for sheet in self.sheets)])

    def facts(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario.id, "agent": self.agent, "answers": self.answers, "notes": self.notes,
            **{sheet.title: sheet.facts for sheet in self.sheets},
        }  # fmt: skip


def balance(words: Sequence[str]) -> int:
    """Play, and tell what was found.

    Raises:
        SkirmishError: what the user must change.
    """
    given = _parser().parse_args(words)
    if given.ruleset not in available():
        raise unknown("game", given.ruleset, available())
    ruleset = ruleset_of(given.ruleset)
    _check(given)
    options = read_options(given.option, ruleset)
    names = given.scenario or [ruleset.default_scenario("small", given.seats)]
    out = given.out or Path(f"balance/{time.strftime('%Y%m%d-%H%M%S')}")
    console = terminal()

    def field_of(name: str, agent: str, watched: Callable[[Agent, Scenario], Agent] = lambda agent, _: agent) -> Field:
        return Field(
            ruleset, lambda **forces: ruleset.scenario(name, given.seats, **{**options, **forces}),
            lambda scenario: watched(agent_of(agent, scenario, given.threads), scenario),
        )  # fmt: skip

    plans = [(name, agent, _plan(field_of(name, agent), given)) for name in names for agent in given.agents]
    check_folder(out)  # after all that a user may have got wrong, before the games
    reports, seen = [], Counter[tuple[str, str]]()

    def watch(agent: Agent, scenario: Scenario) -> Agent:
        return Choosing(agent, scenario, seen) if given.kinds else agent

    with Display(console) as display:
        for name, agent, (pairs, notes) in plans:
            report = Report(field_of(name, agent).settle(), agent, notes=notes)
            if pairs is not None:
                _find(report, field_of(name, agent, watch), pairs, given, out, display)
            if given.differs:
                report.sheets.append(_differing(report.scenario, given))
            reports.append(report)
    if given.kinds:
        reports[-1].sheets.append(kind_sheet(seen))
    for report in reports:
        console.print(f"\n{report.title}", highlight=False, soft_wrap=True)
        for line in [*report.notes, *report.answers]:
            console.print(line, highlight=False, soft_wrap=True)
        for sheet in report.sheets:
            console.print(sheet.table())
    write_whole(out / "report.md", "\n".join(report.markdown() for report in reports))
    write_whole(out / "results.json", json.dumps({"seed": given.seed, "reports": [report.facts() for report in reports]}, indent=1) + "\n")
    files = ["report.md", "results.json", *(name for report in reports for name in report.pictures)]
    console.print("\n".join(str(out / name) for name in files), highlight=False, soft_wrap=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
        prog="skirmish-rl balance",
        description="compare forces, seats, units and cards, and find what goes with winning; one agent plays all seats",
        epilog="examples:\n" + "\n".join(f"  skirmish-rl balance {line}" for line in EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("ruleset", metavar="GAME", help=f"one of {', '.join(available())}")
    parser.add_argument("--scenario", nargs="+", metavar="NAME", help="names or paths; default: the small one, `duel`")
    parser.add_argument("--seats", type=int, help="how many play; default: the fewest that the scenario allows")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario; repeatable")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--pairs",
        nargs="+",
        metavar="FORCE",
        help="these forces, each against every other and against itself; default: all shipped ones of about the scenario's points",
    )
    which.add_argument("--force", nargs="+", metavar="FORCE", help="the forces to test, by name or as a roster file; with --against")
    which.add_argument("--own", action="store_true", help="only the forces that the scenario itself gives to the seats")
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="FORCE",
        help=f"with --force: their opponents; `{ALL}` for all shipped forces of about the same points (default)",
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[f"bot:{STRONGEST}"],
        metavar="AGENT",
        help="the players: each plays all seats of all games once; names as for evaluate; default: the strongest bot",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=400,
        help="games of each pair, every seat equally often; default: 400, for intervals of 5 %% to each side",
    )
    parser.add_argument("--seed", type=seed_argument, default=1)
    parser.add_argument("--kinds", action="store_true", help="also count how often each kind of action is chosen")
    parser.add_argument(
        "--differs", metavar="AGENT", help="instead, show where this agent chooses differently from the strongest bot, its opponent"
    )
    parser.add_argument("--luck-adjusted", action="store_true", help="also give the scores of force against force with luck removed")
    parser.add_argument("--threads", type=int, default=0, help="threads of the engine; 0 for all cores")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="folder for tables (report.md, results.json) and pictures; default: a new one in `balance`",
    )
    return parser


def _check(given: argparse.Namespace) -> None:
    """Refuse what does not fit together.

    Raises:
        BadOption: see the messages.
    """
    if given.games < 1:
        raise BadOption(f"--games {given.games}: give at least one game for each pair; 400 make intervals of 5 % either way")
    if given.against and not given.force:
        raise BadOption("--against says whom the forces of --force meet; give --force, or --pairs for all against all")
    if given.against and ALL in given.against and len(given.against) > 1:
        raise BadOption(f"--against {' '.join(given.against)}: give {ALL}, or the names of forces")
    if given.luck_adjusted and (given.kinds or given.own):
        option = "--kinds" if given.kinds else "--own"
        raise BadOption(f"--luck-adjusted takes luck out of force against force, which does not go with {option}; leave one of them out")
    if len(set(given.agents)) != len(given.agents):
        raise BadOption(f"--agents {' '.join(given.agents)}: name each agent once")


def _plan(field: Field, given: argparse.Namespace) -> tuple[list[tuple[str, str]] | None, list[str]]:
    """Who meets whom on one scenario, and what is left out; None: only `--differs`. An empty name stands for the scenario's own forces.

    Raises:
        SkirmishError: scenarios, forces or agents that cannot be used.
    """
    scenario = field.settle()
    if given.differs:
        agent_of(given.differs, scenario, given.threads)
        if not (given.pairs or given.force or given.own or given.kinds):
            return None, []
    own = given.own or field.ruleset.forces is None or (is_generated(scenario.name) and not (given.pairs or given.force))
    notes: list[str] = []
    if own:
        pairs = [("", "")]
    elif given.force:
        forces = chosen_forces(field, given.force, "--force")
        against, notes = _against(field, forces, given)
        pairs = pairs_of(forces, against)
    elif given.pairs:
        pairs = pairs_of(chosen_forces(field, given.pairs, "--pairs"), ())
    else:
        forces, out = comparable(field, own_points(field))
        notes, pairs = _left_out(out), pairs_of(forces, ()) if forces else [("", "")]
    for first, second in pairs:  # agents that do not play with some force are refused before the games
        try:
            field.make(field.scenario(_table(scenario.seats, first, second)))
        except CheckpointError as error:
            who = f"{first} and {second}" if first else "the scenario's own forces"
            raise CheckpointError(f"an agent of --agents does not play {who}; name others with --pairs, or give --own: {error}") from error
    return pairs, notes


def _table(seats: int, first: str, second: str) -> list[str]:
    return [first, *[second] * (seats - 1)] if first else []


def _against(field: Field, forces: list[str], given: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Whom some forces meet, and why others do not."""
    if given.against and given.against != [ALL]:
        against = chosen_forces(field, given.against, "--against")
        if not any(one != other for one in forces for other in against):
            raise BadOption(
                f"--force {' '.join(forces)} --against {' '.join(against)}: a force is worth what it does against others; name another, "
                f"or {ALL}"
            )
        return against, []
    points = field.points(forces[0])
    takes, out = comparable(field, points, forces)
    if not takes:
        price = "" if points is None else f" for about {points} points"
        raise BadOption(
            f"--against {ALL}: {field.settle().name} takes no other shipped force{price}; left out: {'; '.join(out) or 'none'}. Name "
            "forces with --against"
        )
    return takes, _left_out(out)


def _left_out(out: list[str]) -> list[str]:
    return [f"Left out: {'; '.join(out)}."] if out else []


def _find(one: Report, field: Field, pairs: list[tuple[str, str]], given: argparse.Namespace, out: Path, display: Display) -> None:
    """Play the pairs, and write into the report what they show."""
    seats = one.scenario.seats
    games = -(-given.games // seats) * seats
    total, began, meetings = games * len(pairs), time.monotonic(), list[Meeting]()
    for k, ((first, second), seeds) in enumerate(zip(pairs, seeds_of(given.seed, len(pairs), games), strict=True)):

        def told(done: int, before: int = k * games) -> None:
            rate = (before + done) / max(time.monotonic() - began, 1e-9)
            left = f" | {clock((total - before - done) / rate)} left" if rate else ""
            display.tell(one.scenario.name, (before + done) / total, f"{before + done:,} of {total:,} games | {rate:,.1f} games/s{left}")

        if first:
            meetings.append(meet(field, first, second, seeds, given.threads, told, given.luck_adjusted))
        else:
            scenario = field.settle()
            meetings.append(Meeting("", "", (watch_games(scenario, field.make(scenario), seeds, (), given.threads, told),)))
    ledgers = [ledger for meeting in meetings for ledger in meeting.ledgers]
    if overrun := sum(ledger.overrun for ledger in ledgers):
        one.notes.append(f"After {overrun:,} answers more happened than a record holds; the rest of those events is not counted.")
    if any(meeting.first != meeting.second for meeting in meetings):
        one.sheets.append(force_sheet(meetings))
        one.pictures.append(f"{one.stem}-forces.png")
        draw_forces(meetings, one.title, out / one.pictures[-1])
    if given.force:
        for force in given.force:
            some = [meeting for meeting in meetings if meeting.first == force]
            one.answers.append(worth_of(field, force, some).sentence(one.agent))
    _describe(one, meetings, ledgers, out)


def _describe(one: Report, meetings: list[Meeting], ledgers: list[Ledger], out: Path) -> None:
    """Seats, units, names and what goes with winning."""
    one.sheets.append(seat_sheet(meetings))
    if any(ledger.units for ledger in ledgers):
        one.sheets.append(unit_sheet(ledgers))
        one.pictures.append(f"{one.stem}-units.png")
        draw_units(ledgers, one.title, out / one.pictures[-1])
    words = word_sheet(ledgers)
    if words.rows:
        one.sheets.append(words)
    if (deciding := decide(ledgers)) is not None:
        one.sheets.append(decide_sheet(deciding, one.scenario.ruleset))
        one.pictures.append(f"{one.stem}-winning.png")
        draw_deciding(deciding, one.title, out / one.pictures[-1])


def _differing(scenario: Scenario, given: argparse.Namespace) -> Sheet:
    differing = Differing(agent_of(given.differs, scenario, given.threads), scenario)
    (match,) = play_pairs(scenario, [(differing, ScriptedAgent(scenario, STRONGEST))], given.games, given.seed, given.threads)
    return differ_sheet(differing, match.score, match.games)
