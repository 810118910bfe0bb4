"""Verifies result files by replaying the first games of every test, and builds the leaderboard: one short table of all entrants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark.columns import (
    BESIDE_TITLES,
    alike,
    beside,
    beside_score,
    drawn,
    named,
    runs_of,
    shown,
    titles_of,
    uses,
    with_protocol,
)
from skirmish_rl.agents.benchmark.entrants import Entry
from skirmish_rl.agents.benchmark.intervals import seeds_of
from skirmish_rl.agents.benchmark.pages import about_scores, ceilings, read_boards, told
from skirmish_rl.agents.benchmark.protocol import OPPONENTS, TOY_ID, WORLDS, Place, Protocol, places_of, read_protocol
from skirmish_rl.agents.benchmark.results import BESIDE, read_results
from skirmish_rl.agents.benchmark.scores import Board, Entrant, ordered
from skirmish_rl.agents.benchmark.trials import TESTS
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.results.markup import plain
from skirmish_rl.agents.settings.trust import is_plain
from skirmish_rl.envs.core import pages
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.registry import ruleset_of

# of the seeds that were played again: networks may answer otherwise on another processor where two answers are almost equally good
ENOUGH = 0.9


class Checked(NamedTuple):
    """The replay of a test of a result file.

    Attributes:
        run: game, scenario and seed of the run.
        where: the same, and the opponent.
        same: the number of seeds whose scores agree with the file.
        seeds: the number of seeds that were played.
    """

    run: str
    where: str
    same: int
    seeds: int


def check_again(path: Path, agent: str = "", seeds: int = 12, threads: int = 0) -> Iterator[Checked]:
    """Replay the first seeds of every test of a result file.

    Args:
        path: the result file.
        agent: the entrant as `evaluate` names it, with {game}, {scenario}, {seats} and {seed} (of the run); "" for the name in the file.
        seeds: the number of seeds of each test, at most.
        threads: threads of the engine, 0 for all cores.

    Raises:
        DataError: the file cannot be used, or it has not the tests of its track.
        BadOption: the file belongs to another protocol or to a track without such tests, it holds no seeds, or it needs `agent`, because
            its entrant was trained or names code or a file.
    """
    facts, protocol = read_results(path), read_protocol()
    if protocol.id != TOY_ID and facts["protocol"] == TOY_ID:
        raise BadOption(f"{path} was made with --toy, whose scores mean nothing; run the track without it and check that file")
    if facts["track"] not in protocol.tracks or facts["same_tests"] != protocol.tests(facts["track"]):
        raise BadOption(
            f"{path} follows protocol {facts['protocol']!r}, and this version has {protocol.id} with other tests; "
            "use the version that wrote the file"
        )
    if facts["tested"] != OPPONENTS:
        raise BadOption(
            f"{path} is of track {facts['track']!r}; only games against one opponent can be played again, those of beat and scratch"
        )
    if not agent and facts["trained"]:
        raise BadOption(f"{path}: its agents were trained; name them, for example --agent 'ppo:agents/{{game}}-{{scenario}}-{{seed}}'")
    opponents = protocol.track(facts["track"]).opponents
    for run in facts["runs"]:
        place = _place_of(protocol, facts["track"], run)
        spec = Entry(agent or facts["spec"]).at(place).agent.replace("{seed}", str(run["seed"]))
        if not agent and not is_plain(spec):
            raise BadOption(f"{path} names {spec!r}, which is code or a file; read it, then give it yourself with --agent")
        if strange := set(run["tests"]) - {TESTS, *BESIDE}:
            raise DataError(f"{path} is damaged: it has tests of the name {min(strange)[:80]!r}; they are called {TESTS!r}")
        tests = run["tests"].get(TESTS, {})
        told = {against: test["games"] for against, test in tests.items()}
        if told != opponents:
            has = f"track {facts['track']} has {_listed(opponents)}"
            raise DataError(f"{path} is damaged: it tells of games against {_listed(told)[:200]}, and {has}")
        for against, test in tests.items():
            if "seeds" not in test:
                raise BadOption(f"{path} does not hold the seeds of its tests; run the benchmark again with this version")
            expected = test["seeds"].split()[:seeds]
            scenario = place.settle()
            pair = agent_of(spec, scenario, threads), agent_of(against, scenario, threads)
            match = play_pairs(scenario, [pair], len(expected) * scenario.seats, protocol.test_seed, threads)[0]
            played = seeds_of(match.scores).split()
            same = sum(one == two for one, two in zip(played, expected, strict=True))
            name = f"{run['game']} {run['place']}, run {run['seed']}"
            yield Checked(name, f"{name}, against {against}", same, len(expected))


def _listed(opponents: dict[str, int]) -> str:
    return ", ".join(f"{name!r} ({games})" for name, games in opponents.items()) or "nobody"


def _place_of(protocol: Protocol, track: str, run: dict[str, Any]) -> Place:
    """Find the place of a run in the protocol."""
    for place in places_of(protocol, track, (run["game"],)):
        if place.name == run["place"]:
            return place
    raise BadOption(f"track {track} of {protocol.id} has no place {str(run['place'])[:60]!r} in {run['game']}")


def leaderboard(files: Sequence[Path]) -> str:
    """Rank all entrants of some result files, in one table for each track and kind of scenario; entrants with every game come first.

    Raises:
        DataError: the results cannot be read, or cannot stand in one table.
    """
    boards, given = read_boards(files)
    order = "Entrants are in the order of their means. Where two intervals overlap, it is open which of the two is better."
    return "\n\n".join([*(_table(board) for board in boards), order, told(given)])


def _table(board: Board) -> str:
    name, about = board.sets[-1], about_scores(board)
    heads = [
        "",
        "Entrant",
        *with_protocol(board, "Protocol"),
        "Budget",
        "Mean (95 %)",
        "IQM (95 %)",
        *(BESIDE_TITLES[one] for one in beside(board)),
        "Drawn, %",
        "Uses the bot at play time",
        "Games",
        "Runs",
    ]
    rows, rank = [], 0
    for entrant in ordered(board, name):
        whole = entrant.tasks(name) == board.tasks
        rank += whole
        rows.append(_row(board, entrant, str(rank) if whole else ""))
    kind = "unseen worlds" if board.tested == WORLDS else board.kind
    said = [*([about] if about else []), *([ceilings(board)] if board.normalised else [])]
    parts = [f"## {board.track}, {kind}", *([" ".join(said)] if said else []), pages.table(heads, rows)]
    if board.untried:
        parts.append(f"Nobody was tested in {', '.join(ruleset_of(game).title for game in board.untried)}, which the track has, too.")
    return "\n\n".join(parts)


def _row(board: Board, entrant: Entrant, rank: str) -> list[str]:
    name = board.sets[-1]
    tasks = entrant.tasks(name)
    every = tasks == board.tasks and not board.untried
    return [
        rank,
        named(entrant),
        *with_protocol(board, plain(entrant.protocol)),
        plain(entrant.budget) or "as it is",
        shown(entrant.mean(name, tasks)),
        shown(entrant.iqm(name, tasks)),
        *(beside_score(board, entrant, one) for one in beside(board)),
        drawn(entrant, name, tasks),
        alike(uses(board, entrant), 0),
        "all" if every else titles_of(tasks),
        runs_of(entrant, tasks),
    ]
