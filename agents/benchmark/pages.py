"""Benchmark results as Markdown tables with pictures, as a report or inside a page of the documentation."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skirmish_rl.agents.benchmark.anchors import measured, read_anchors
from skirmish_rl.agents.benchmark.pictures import draw_board, draw_curves
from skirmish_rl.agents.benchmark.protocol import RESPONSE, STANDARD, TOY, WORLDS, read_protocol
from skirmish_rl.agents.benchmark.results import HELD, LUCK, OLD, SEARCH, check_together, read_results
from skirmish_rl.agents.benchmark.scores import Board, Entrant, Task, boards, gap
from skirmish_rl.agents.benchmark.trained import DECLARED
from skirmish_rl.agents.benchmark.trials import SEEN, UNSEEN
from skirmish_rl.agents.benchmark.uses import used_before
from skirmish_rl.agents.experiments.statistics import Estimate
from skirmish_rl.agents.results.markup import code, plain
from skirmish_rl.envs.core import pages
from skirmish_rl.envs.core.files import read_text, write_whole
from skirmish_rl.envs.core.pages import replaced
from skirmish_rl.envs.registry import ruleset_of

_NONE = "-"
_PAGE = 2**24  # bytes
_MANY = 0.1  # of its games; who draws more in one game has it named


def read_boards(files: Sequence[Path]) -> tuple[list[Board], dict[Path, dict[str, Any]]]:
    """Read result files and arrange them by track.

    Returns:
        The tracks, and the contents of each file.

    Raises:
        DataError: a file is damaged, or the results cannot stand in one table.
    """
    given = {file: read_results(file) for file in files}
    check_together(given)
    facts = list(given.values())
    protocol = read_protocol()
    current = {track: protocol.tests(track) for track in protocol.tracks}
    own = measured(one for one in facts if one["same_tests"] != current.get(one["track"]))  # of another protocol
    anchors = {**read_anchors({one["same_tests"] for one in facts}), **own}
    shared = {name: track.anchors for path in (STANDARD, TOY) for name, track in read_protocol(path).tracks.items()}
    return boards(facts, anchors, shared), given


def write_report(files: Sequence[Path], folder: Path) -> list[Path]:
    """Write `report.md` and its pictures.

    Returns:
        The paths of all files written.

    Raises:
        DataError: the results cannot be read or combined, or the folder cannot be written.
    """
    boards, given = read_boards(files)
    made: list[Path] = []
    parts = ["# Benchmark", told(given)]
    for track in dict.fromkeys(board.track for board in boards):
        part, pictures = _part(boards, track, folder, "")
        parts += [f"## Track {code(track)}", part, runs_table(track, given)]
        made += pictures
    page = folder / "report.md"
    write_whole(page, "\n\n".join(parts) + "\n")
    return [page, *made]


def update_page(files: Sequence[Path], page: Path) -> list[Path]:
    """Replace the generated parts of a page, one for each track; pictures go into a folder beside the page, of the same name.

    Returns:
        The paths of all files written.

    Raises:
        DataError: as for `write_report`, or the page lacks the marks of a part.
    """
    boards, given = read_boards(files)
    text = read_text(page, _PAGE)
    folder = page.with_suffix("")
    made = []
    for track in dict.fromkeys(board.track for board in boards):
        part, pictures = _part(boards, track, folder, f"{folder.name}/")
        text = replaced(text, track, part, page)
        made += pictures
    text = replaced(text, "runs", told(given), page)
    write_whole(page, text)
    return [page, *made]


def _part(boards: Sequence[Board], track: str, folder: Path, where: str) -> tuple[str, list[Path]]:
    """Write a track's pictures, and return its tables with links to them.

    Args:
        boards: all tracks.
        track: the track.
        folder: where pictures are written.
        where: the path from the page to this folder.
    """
    parts, made = [], []
    for board in (board for board in boards if board.track == track):
        pictures = _pictures(board, folder)
        made += pictures
        parts += [table(board), *(f"![{path.stem}]({where}{path.name})" for path in pictures)]
    return "\n\n".join(parts), made


def _pictures(board: Board, folder: Path) -> list[Path]:
    made, stem = [], re.sub(r"[^\w.]+", "-", f"{board.track}-{board.kind}")
    for name, content in ((stem, draw_board(board)), (f"{stem}-curves", draw_curves(board))):
        if content:
            write_whole(folder / f"{name}.png", content)
            made.append(folder / f"{name}.png")
    return made


def table(board: Board) -> str:
    """The table of a track, best entrant first: interquartile means by game and over all games, 95 % intervals, and the cost of a run."""
    name = board.sets[-1]
    titles = [ruleset_of(game).title for game in board.games]
    every = [f"IQM of {len(board.games)}", "Mean"] if len(board.games) > 1 else []
    heads = [
        "Entrant",
        *(["Protocol"] if len(board.protocols) > 1 else []),
        "Budget",
        "Runs",
        *titles,
        *every,
        *(["Seen less unseen"] if board.tested == WORLDS else []),
        *(_TITLES[name] for name in _beside(board)),
        "Drawn, %",
        "Uses the bot at play time",
        *(["Copies a decision"] if _plans(board) else []),
        "Decisions",
        "Minutes",
    ]
    rows = [_row(board, entrant, name) for entrant in ordered(board, name)]
    return "\n".join([f"{code(board.kind)}: {_says(board)}", "", pages.table(heads, rows), *_twins(board)])


def _twins(board: Board) -> list[str]:
    """A warning about runs with identical results, which make an entrant's interval look narrower than it is."""
    twins = [
        f"{code(entrant.label)} in {ruleset_of(task[0]).title}, seeds {first:,} and {second:,}"
        for entrant in board.entrants
        for task in board.tasks
        for first, second in entrant.twins(task)
    ]
    return ["", f"Runs with the same record in every test: {'; '.join(twins)}."] if twins else []


_TITLES = {SEARCH: "Against search, %", HELD: "Against those held out, %"}


def _beside(board: Board) -> list[str]:
    """Names of the sets of tests that are reported beside the score, if any were played."""
    return [name for name in _TITLES if any(entrant.tasks(name) for entrant in board.entrants)]


def _says(board: Board) -> str:
    if board.tested == RESPONSE:
        who = "score of the strongest that is known against the entrant, under standard-1 of the best response"
        return f"{who}, percent, draws as halves: 50 is not exploited, or all draws; 100 is beaten always."
    scale = (
        "100 is the strongest bot, 0 is `random`"
        if board.normalised
        else "not normalised, because `random` and the strongest bot were not measured there: percent"
    )
    where = " Scores on the unseen worlds." if board.tested == WORLDS else ""
    most = [f"{_percent(board.ceiling(task))} in {ruleset_of(task[0]).title}" for task in board.tasks] if board.normalised else []
    best = f" Who won every game would have {', '.join(most)}." if most else ""
    intervals = "intervals from runs, games and the ends of the scale together, with one run from the last two"
    return f"{scale}.{where}{best} Interquartile means over runs; {intervals}."


def ordered(board: Board, name: str) -> list[Entrant]:
    """Order entrants by one set of tests: those with results in more places first, then by score."""

    def rank(entrant: Entrant) -> tuple[int, float]:
        tasks = entrant.tasks(name)
        estimate = entrant.estimate(name, tasks)
        better = estimate.value if estimate else -math.inf
        return -len(tasks), better if board.tested == RESPONSE else -better

    return sorted(board.entrants, key=rank)


def _row(board: Board, entrant: Entrant, name: str) -> list[str]:
    own = set(entrant.tasks(name))
    by_game = [[task for task in board.tasks if task[0] == game and task in own] for game in board.games]
    numbers = [shown(entrant.estimate(name, tasks)) for tasks in by_game]
    if len(board.games) > 1:
        numbers += [shown(entrant.estimate(name, board.tasks)), shown(entrant.mean(name, board.tasks))]
    if board.tested == WORLDS:
        numbers.append(shown(gap(entrant, SEEN, UNSEEN, sorted(own))))
    numbers += [shown(entrant.estimate(beside, entrant.tasks(beside))) for beside in _beside(board)]
    numbers += [_drawn(entrant, name, sorted(own)), _alike(_uses(board, entrant), 0)]
    if _plans(board):
        numbers.append(_alike(_uses(board, entrant), 1))
    costs = [cost for task in own for cost in entrant.costs[task]]
    runs = sorted({len(entrant.costs[task]) for task in own}) or [0]
    return [
        code(entrant.name) + (f" ({DECLARED})" if entrant.declared else ""),
        *([plain(entrant.protocol)] if len(board.protocols) > 1 else []), plain(entrant.budget) or _NONE,
        "-".join(map(str, dict.fromkeys([runs[0], runs[-1]]))), *numbers, *_cost(costs, entrant.trained)
    ]  # fmt: skip


def _uses(board: Board, entrant: Entrant) -> dict[Task, tuple[str, str]]:
    """What an entrant uses of a bot, and its copies of the game for a decision, by task; guessed from its name for old files."""
    protocol, uses = read_protocol(), {}
    for task, told in entrant.uses.items():
        if not told[0]:
            known = protocol.tracks.get(board.track)
            told = used_before(entrant.spec, known is not None and known.raw, task)
        uses[task] = told
    return uses


def _plans(board: Board) -> bool:
    """True if any entrant plans with copies of the game."""
    return any(told[1] not in ("0", "0 (declared)") for entrant in board.entrants for told in _uses(board, entrant).values())


def _alike(uses: dict[Task, tuple[str, str]], which: int) -> str:
    """One of the two values if it is the same in all tasks, else each value with its games."""
    games: dict[str, list[str]] = {}
    for task, told in sorted(uses.items()):
        games.setdefault(told[which], []).append(ruleset_of(task[0]).title)
    if len(games) == 1:
        return plain(next(iter(games)))
    return "; ".join(f"{plain(told)} ({', '.join(dict.fromkeys(where))})" for told, where in games.items()) or _NONE


def _drawn(entrant: Entrant, name: str, tasks: Sequence[Task]) -> str:
    """The share of drawn games in percent (a score of 50 % may hide only draws), with the game that has most if that one has many."""
    if not tasks:
        return _NONE
    shares = {task: entrant.drawn(name, task) for task in tasks}
    most = max(tasks, key=lambda task: shares[task])
    told_apart = len(tasks) > 1 and shares[most] >= _MANY
    least = f" ({ruleset_of(most[0]).title} {_percent(shares[most])})" if told_apart else ""
    return f"{_percent(sum(shares.values()) / len(shares))}{least}"


def _cost(costs: list[dict[str, Any]], trained: bool) -> list[str]:
    """Decisions and minutes of an average run."""
    if not trained or not costs:
        return ["not trained here", _NONE]
    decisions = sum(cost[kind] for cost in costs for kind in ("decisions", "copied", "evaluated", "simulated")) / len(costs)
    mark = " (declared)" if any(cost["counted"] == DECLARED for cost in costs) else ""
    return [f"{decisions:,.0f}{mark}", f"{sum(cost['seconds'] for cost in costs) / len(costs) / 60:.1f}"]


def shown(estimate: Estimate | None) -> str:
    """Format a score for a table, in percent."""
    if estimate is None:
        return _NONE
    interval = "" if math.isnan(estimate.low) else f" ({_percent(estimate.low)} to {_percent(estimate.high)})"
    return f"{_percent(estimate.value)}{interval}"


def _percent(score: float) -> str:
    return str(round(100 * score))


def runs_table(track: str, given: dict[Path, dict[str, Any]]) -> str:
    """A table of every run's score and games against each opponent."""
    rows = []
    for facts in given.values():
        for run in facts["runs"] if facts["track"] == track else []:
            for name, tests in run["tests"].items():
                for who, test in tests.items():
                    low, high = test["interval"]
                    score = f"{test['score']:.1%} ({100 * low:.1f}-{100 * high:.1f})"
                    if LUCK in test:
                        low, high = test[LUCK]["interval"]
                        score += f"; without luck {test[LUCK]['score']:.1%} ({100 * low:.1f}-{100 * high:.1f})"
                    said = (run["game"], run["place"], run["seed"], name, who, test["games"], score)
                    mark = f" ({DECLARED})" if run["cost"]["counted"] == DECLARED else ""
                    rows.append([f"{code(facts['entrant'])}{mark}", *map(plain, said)])
    shown = pages.table(("Entrant", "Game", "Scenario", "Seed", "Tests", "Against", "Games", "Score (95 %)"), rows)
    return "\n".join(["<details><summary>Every run</summary>", "", shown, "", "</details>"])


def told(given: dict[Path, dict[str, Any]]) -> str:
    """One or two sentences on the versions and machines that made some results."""
    facts = list(given.values())

    def all_of(key: str) -> str:
        return ", ".join(dict.fromkeys(plain(source[key]) for source in facts))

    packages = {
        f"{name} {plain(version)}"
        for source in facts
        for name, version in source["packages"].items()
        if name in ("numpy", "torch", "sb3-contrib") and version
    }
    rulesets = {f"{plain(game)} {plain(version)}" for source in facts for game, version in source["rulesets"].items()}
    revisions = ", ".join(
        dict.fromkeys(
            plain(source["revision"][:10]) + (" with changes" if source["changed"] else "") for source in facts if source["revision"]
        )
    )
    runs = sum(len(source["runs"]) for source in facts)
    old = dict.fromkeys(plain(source["protocol"]) for source in facts if source["format"] == OLD)
    uncounted = f" Under {', '.join(old)} evaluations were not counted, and the best checkpoint was chosen by them." if old else ""
    return (
        f"Protocol {all_of('protocol')}; {runs} runs in {len(facts)} files, made on {all_of('made')} by skirmish-rl {all_of('package')}"
        f"{f' ({revisions})' if revisions else ''}, {', '.join(sorted(packages))}, on {all_of('machine')}. "
        f"Rulesets: {', '.join(sorted(rulesets))}.{uncounted}"
    )
