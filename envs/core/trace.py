"""Traces: a whole game as readable text, and the check that it still plays the same.

    skirmish trace 2
    ruleset godbreakers
    ...
    roster
      A1 bulwark leader, D8
    --- round 1
    (the board, and one line of score)
       7 seat_0 ACTION        12 legal  engage B1          4be1f0a2
                A1 rolls for attack at B1: 5
                B1 suffers 2

A scenario or roster file of one's own stands in the trace itself, as `own-1.toml` and so on below the header, each line after `| `.

The last column is a hash of the record after the answer, so the first line that differs is where two versions of
the rules part. Below an answer stands what it brought about, up to the next decision (see `core/events.py`); what belongs to
a new round stands under that round. The last line is the outcome, or says that the game was left unfinished.

A short trace omits roster, boards and sentences: after the header come the numbered decisions and the outcome only.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import board_text
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError, printable
from skirmish_rl.envs.core.events import HEARD, Event, told
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.replays import Film, framed
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario, files_named
from skirmish_rl.envs.core.saved import renamed
from skirmish_rl.envs.core.seeds import seed_from
from skirmish_rl.envs.core.texts import decode, lines_of, parse_json

FORMAT = "skirmish trace 2"
LARGEST = 2**25  # bytes of a trace; those of the longest games have a tenth
_HEADER = ("ruleset", "version", "layout", "scenario", "seats", "options", "seed", "bots")
_START = "   0 start "
OWN_FILE = re.compile(r"own-[0-9]{1,3}\.toml")  # the name of a user's own file, in a trace or a saved game
# As `_lines` writes them: a number fills four places, and what a game tells begins further in.
_ANSWER = re.compile(r"( {3}[0-9]| {2}[0-9]{2}| [0-9]{3}|[0-9]{4,6}) seat_([0-9]) (\S+) +[0-9]+ legal  (.*\S) +([0-9a-f]{8})")


class Difference(NamedTuple):
    """The first line in which a replay differs from its trace; None where one of them has ended."""

    line: int
    expected: str | None
    actual: str | None

    def __str__(self) -> str:
        if self.expected is None:
            return printable(f"the file ends before line {self.line}, and the game goes on:\n  actual:   {self.actual}")
        return printable(f"line {self.line} differs\n  expected: {self.expected}\n  actual:   {self.actual}")


class Trace(str):
    """The text of a trace; a notebook shows the game as a replay."""

    def _repr_html_(self) -> str:
        return framed(film_of(self).html())


def record_hash(record: np.void) -> str:
    """Eight hexadecimal digits, a hash of a game's bytes without its events."""
    plain = record.copy()
    for name in HEARD:
        plain[name] = 0
    return hashlib.blake2b(plain.tobytes(), digest_size=4).hexdigest()


def _lines(scenario: Scenario, seed: int, choose: Callable[[Batch], int | None], short: bool) -> Iterator[str]:
    """Play a game and yield its lines after the header; it is left where `choose` has no answer."""
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=seed)
    ruleset, number = scenario.ruleset, 0
    drawn = ""
    if not short:
        yield "roster"
        yield from (f"  {line}" for line in ruleset.language.roster(batch.games[0], scenario))
    yield start_line(record_hash(batch.games[0]))
    while True:
        record = batch.games[0]
        if not short:
            place = "over" if record["over"] else f"round {int(record['round'])}"
            yield from _told(record, scenario, place if place != drawn else "")
            drawn = place
        if record["over"]:
            break
        decision, seat, legal = int(record["decision"]), int(record["decider"]), int(batch.masks[0].sum())
        name = ruleset.decisions(decision).name
        action = choose(batch)
        if action is None:
            yield end_line(None, number)
            return
        said = ruleset.layout.text(action, decision)
        batch.step(batch.check(np.array([action])))
        number += 1
        yield answer_line(number, seat, name, legal, said, record_hash(batch.games[0]))
    yield end_line(outcome_of(batch.games[0], ruleset.reasons), number)


def start_line(digest: str) -> str:
    """The line of a trace before its first answer."""
    return f"{_START:<58}{digest}"


def answer_line(number: int, seat: int, decision: str, legal: int, said: str, digest: str) -> str:
    """The line of an answer: one of so many legal ones, and the hash of the record after it."""
    return f"{number:>4} seat_{seat} {decision:<14} {legal:>3} legal  {said:<18} {digest}"


def end_line(outcome: Outcome | None, answers: int) -> str:
    """The last line of a trace; the outcome is None where the game was left unfinished."""
    if outcome is None:
        return f"unfinished; {answers} decisions"
    winners = " ".join(f"seat_{seat}" for seat in outcome.winners) or "nobody"
    rewards = " ".join(f"{reward:+.3f}" for reward in outcome.rewards)
    return f"outcome {outcome.reason}; first: {winners}; rewards {rewards}; {answers} decisions"


def _told(record: np.void, scenario: Scenario, place: str) -> Iterator[str]:
    """What a position tells beside its answer: what came about, and the board where a round begins, or the game ends, at `place`."""
    headed = False
    for kind, line in told(record, scenario):
        if kind == Event.ROUND:
            headed = True
            yield f"--- {line}"
        else:
            yield f"{'':<12}{line}"
    if place:
        if not headed:
            yield f"--- {place}"
        yield from board_text(scenario.ruleset.scene(record, scenario))
        yield scenario.ruleset.summary(record, scenario)


def _bots(scenario: Scenario, bots: Sequence[str] | str) -> list[str]:
    names = [bots] if isinstance(bots, str) else list(bots)
    names = names * scenario.seats if len(names) == 1 else names
    if len(names) != scenario.seats:
        raise BadOption(f"bots={','.join(names)}: name one bot for all seats, or one for each of the {scenario.seats} seats")
    for name in names:
        scenario.ruleset.bot(name)
    return names


def record_game(scenario: Scenario, seed: int, bots: Sequence[str] | str) -> Trace:
    """Let bots play a game and write its trace.

    Args:
        scenario: with its seats and options.
        seed: of the game.
        bots: a bot's name for every seat, or one for all.

    Raises:
        UnknownName, BadOption: bots that do not exist or do not fit the seats.
    """
    names = _bots(scenario, bots)
    numbers = [scenario.ruleset.bot(name) for name in names]

    def choose(batch: Batch) -> int:
        return int(batch.ask(np.zeros(1, np.int64), numbers[int(batch.deciders[0])])[0])

    return write_game(scenario, seed, names, choose)


def write_game(scenario: Scenario, seed: int, names: Sequence[str], choose: Callable[[Batch], int | None], short: bool = False) -> Trace:
    """Play a game and write its trace.

    Args:
        scenario: with its seats and options.
        seed: of the game.
        names: of who plays, a name for every seat, for the header.
        choose: the answer to the pending decision of a batch of one game; None leaves the game there.
        short: without roster, boards and sentences.
    """
    return Trace("\n".join([*header_of(scenario, seed, names), *_lines(scenario, seed, choose, short)]) + "\n")


def header_of(scenario: Scenario, seed: int, names: Sequence[str]) -> list[str]:
    """The lines of a trace before its roster: what is played, who plays, and the user's own files."""
    facts = facts_of(scenario)
    values = {**facts, "options": json.dumps(facts["options"], sort_keys=True), "seed": seed, "bots": " ".join(map(_word, names))}
    head = [FORMAT, *(f"{key} {values[key]}" for key in _HEADER)]
    for name, text in facts["files"].items():
        head += [name, *(f"| {line}" if line else "|" for line in lines_of(text))]
    return head


def facts_of(scenario: Scenario) -> dict[str, Any]:
    """The facts about a scenario, wherever the user's own files lie: they are called `own-1.toml` and so on, and their text is told."""
    ruleset, known = scenario.ruleset, dict(scenario.files)
    paths = dict.fromkeys(str(Path(path)) for path in files_named(scenario.name, scenario.options))
    called = {path: f"own-{number}.toml" for number, path in enumerate(paths, 1)}
    return {
        "ruleset": ruleset.name, "version": ruleset.version, "layout": ruleset.layout.version,
        "scenario": renamed(scenario.name, called), "seats": scenario.seats, "options": renamed(scenario.options, called),
        "files": {name: decode(known[path]) for path, name in called.items()},
    }  # fmt: skip


def _word(name: str) -> str:
    """A name as one word of a line; an agent may be called by a path."""
    return "".join(letter if letter.isprintable() and letter != " " else "_" for letter in name)


def golden_games(ruleset: Ruleset) -> Iterator[tuple[str, Scenario, int, list[str]]]:
    """The games kept as golden traces: (file name, scenario, seed, bots).

    Every public scenario is played with its fewest seats, and the standard one with every larger number; the bots take turns. Games that
    were added later stand last, so that the others keep their seeds.
    """
    fair = [name for name, tags in ruleset.scenarios.items() if "fair" in tags]
    choices: list[tuple[str, int | None]] = [(name, None) for name in ruleset.scenarios if name not in fair]
    choices += [(ruleset.default_scenario("standard", n), n) for n in range(ruleset.seats[0] + 1, ruleset.seats[1] + 1)]
    choices += [(name, None) for name in fair]
    for seed, (name, seats) in enumerate(choices, 1):
        scenario = ruleset.scenario(name, seats)
        bots = [ruleset.bots[-1 - (seed + seat) % len(ruleset.bots)] for seat in range(scenario.seats)]
        yield f"{ruleset.name}-{name}-{scenario.seats}.txt", scenario, seed, bots


def read_header(text: str) -> dict[str, str]:
    """The header of a trace.

    Raises:
        StateError: not a trace of this format.
    """
    lines = lines_of(text)
    if not lines or lines[0] != FORMAT:
        raise StateError(f"not a trace: the first line is {lines[0][:60] if lines else ''!r}, expected {FORMAT!r}")
    header = dict(line.partition(" ")[::2] for line in lines[1 : len(_HEADER) + 1])
    if tuple(header) != _HEADER:
        raise StateError(f"a trace's header has the lines {', '.join(_HEADER)}; this one has {', '.join(header)[:200]!r}")
    for key, value in header.items():
        if not value.isprintable():
            raise StateError(f"a damaged trace header: {key} {value[:60]!r}")
    return header


def read_files(text: str) -> dict[str, str]:
    """The user's own files that a trace holds, by the names it gives them."""
    return _files_in(lines_of(text))[0]


def _files_in(lines: list[str]) -> tuple[dict[str, str], int]:
    """The files of a trace's lines, and how many lines there are before what is played.

    Raises:
        StateError: two files of the same name.
    """
    files: dict[str, list[str]] = {}
    at = len(_HEADER) + 1
    for line in lines[at:]:
        if OWN_FILE.fullmatch(line):
            if line in files:
                raise StateError(f"a damaged trace: it holds {line} twice")
            files[line] = inside = []
        elif files and (line == "|" or line.startswith("| ")):
            inside.append(line[2:])
        else:
            break
        at += 1
    return {name: "\n".join(lines) + "\n" for name, lines in files.items()}, at


def last_hash(text: str) -> str:
    """The hash of the last position that a trace has."""
    start = next(line for line in lines_of(text) if line.startswith(_START))
    return ([start.rpartition(" ")[2], *(answer.hash for answer in read_answers(text))])[-1]


class Answered(NamedTuple):
    """An answer as a trace has it: the seat, the decision, its words, and the hash of the record after it."""

    seat: int
    decision: str
    said: str
    hash: str


def read_answers(text: str) -> list[Answered]:
    """All answers of a trace."""
    lines = lines_of(text)
    start = next((at for at, line in enumerate(lines) if line.startswith(_START)), 0)
    found = filter(None, map(_ANSWER.fullmatch, lines[start:]))
    return [Answered(int(seat), decision, said, digest) for _, seat, decision, said, digest in (one.groups() for one in found)]


def seed_of(header: dict[str, str]) -> int:
    """The seed of a trace's game.

    Raises:
        StateError: none.
    """
    try:
        return seed_from(header["seed"])
    except BadOption as error:
        raise StateError(f"a damaged trace header: seed {header['seed'][:60]!r}; expected a whole number from 0 to 2**63 - 1") from error


def names_of(header: dict[str, str], seats: int) -> list[str]:
    """The names of those who play the seats of a trace's game.

    Raises:
        StateError: not a name for each.
    """
    names = header["bots"].split(" ")
    if len(names) != seats:
        raise StateError(f"a damaged trace header: bots {header['bots'][:60]!r}; expected {seats} names")
    return names


def scenario_of(header: dict[str, str], files: dict[str, str] | None = None, folder: Path | None = None) -> Scenario:
    """The scenario on which a trace was played.

    Args:
        files: see `read_files`.
        folder: where they are written and stay; None: in one that goes with the scenario, whose words read them again.

    Raises:
        StateError: the trace belongs to another version of the ruleset or its action layout.
        UnknownName, BadOption, DataError: the scenario or its options cannot be used any more.
    """
    from skirmish_rl.envs.registry import ruleset_of  # the registry imports rulesets, and they import core

    if folder is None and files:
        place = tempfile.mkdtemp(prefix="skirmish-")
        try:
            scenario = scenario_of(header, files, Path(place))
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        weakref.finalize(scenario, shutil.rmtree, place, ignore_errors=True)
        return scenario
    folder = folder or Path()
    ruleset = ruleset_of(header["ruleset"])
    for key, now in (("version", ruleset.version), ("layout", ruleset.layout.version)):
        if header[key] != str(now):
            raise StateError(f"the trace is of {ruleset.name} {key} {header[key]}, this is {key} {now}; record it anew")
    try:
        seats, options = int(header["seats"]), parse_json(header["options"])
    except ValueError as error:
        given = f"seats {header['seats'][:60]!r}, options {header['options'][:60]!r}"
        raise StateError(f"a damaged trace header: {given}; expected a number and a JSON object ({error})") from error
    if not isinstance(options, dict):
        raise StateError(f"a damaged trace header: options {header['options'][:60]!r}; expected a JSON object")
    for name in files_named(header["scenario"], options):
        if name not in (files or {}):
            raise StateError(f"the trace needs {name[:60]!r} and does not hold it; record it anew")
    inside = {name: str(folder / name) for name in files or {}}  # the trace's own files, never one of a path that a trace names
    for name, text in (files or {}).items():
        write_whole(Path(inside[name]), text)
    scenario = ruleset.scenario(renamed(header["scenario"], inside), seats, **renamed(options, inside))
    seed_of(header), names_of(header, scenario.seats)
    return scenario


def replay(text: str) -> Difference | None:
    """Play a trace's answers again and compare every line that it has.

    The bots are not asked, so a trace outlives changes to them: it pins the rules.

    Returns:
        The first difference, None when there is none.

    Raises:
        StateError: not a trace, or one of another version; see `scenario_of`.
    """
    header, lines = read_header(text), lines_of(text)
    files, before = _files_in(lines)
    scenario, expected = scenario_of(header, files), lines[before:]
    short = expected[:1] != ["roster"]
    at = 0  # the line that `choose` must answer from
    rejected = ""

    def difference(actual: str | None) -> Difference:
        return Difference(at + before + 1, expected[at] if at < len(expected) else None, actual)

    def choose(batch: Batch) -> int | None:
        nonlocal rejected
        decision = int(batch.games[0]["decision"])
        words = expected[at] if at < len(expected) else ""
        if words.startswith("unfinished;"):
            return None
        said = words.partition(" legal  ")[2].rpartition(" ")[0].strip()
        try:
            action = scenario.ruleset.layout.parse(said, decision)
            batch.check(np.array([action]))
        except IllegalAction as error:
            rejected = str(error)
            raise
        return action

    try:
        for actual in _lines(scenario, seed_of(header), choose, short):
            if at >= len(expected) or expected[at] != actual:
                return difference(actual)
            at += 1
    except IllegalAction:
        return difference(rejected)
    return None if at == len(expected) else difference(None)


def repeat_answer(batch: Batch, number: int, answer: Answered) -> int:
    """Give the answer with a number in a trace once more.

    Args:
        batch: of one game, as far as the answers before it led.

    Returns:
        The action.

    Raises:
        StateError: it is not legal any more, or leads to another position.
    """
    try:
        action = batch.scenario.ruleset.layout.parse(answer.said, int(batch.games[0]["decision"]))
        batch.step(batch.check(np.array([action])))
    except (IllegalAction, StateError) as error:
        raise StateError(f"answer {number} of the trace is not legal there any more: {error}") from error
    if record_hash(batch.games[0]) != answer.hash:
        raise StateError(f"answer {number} of the trace leads to another position; `skirmish-rl replay` shows where it differs")
    return action


def film_of(trace: str) -> Film:
    """Play a trace's answers again and return the positions.

    Raises:
        StateError: not a trace, one of another version, or one whose answers lead elsewhere under these rules.
    """
    header = read_header(trace)
    scenario = scenario_of(header, read_files(trace))
    batch = Batch(scenario, 1, observe=False, listen=True)
    seed = seed_of(header)
    batch.reset(seed=seed)
    film = Film(scenario, seed, names_of(header, scenario.seats))
    film.add(batch.games[0])
    for number, answer in enumerate(read_answers(trace), 1):
        decision, seat = int(batch.games[0]["decision"]), int(batch.deciders[0])
        repeat_answer(batch, number, answer)
        film.add(batch.games[0], seat, scenario.ruleset.decisions(decision).name, answer.said)
    return film
