"""Benchmark results as Markdown tables with pictures, as a report or inside a page of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from skirmish_rl.agents.benchmark.anchors import measured, read_anchors
from skirmish_rl.agents.benchmark.columns import (
    BESIDE_TITLES,
    NONE,
    alike,
    beside,
    beside_score,
    cost,
    drawn,
    named,
    of_place,
    of_tasks,
    percent,
    plans,
    runs_of,
    shown,
    strongest,
    uses,
    with_protocol,
    won,
)
from skirmish_rl.agents.benchmark.pictures import draw_board, draw_curves
from skirmish_rl.agents.benchmark.protocol import OPPONENTS, RESPONSE, STANDARD, TOY, WORLDS, read_protocol
from skirmish_rl.agents.benchmark.results import LUCK, OLD, check_together, read_results
from skirmish_rl.agents.benchmark.scores import Board, Entrant, Task, boards, gap, ordered
from skirmish_rl.agents.benchmark.trained import DECLARED
from skirmish_rl.agents.benchmark.trials import SEEN, UNSEEN
from skirmish_rl.agents.results.markup import code, plain
from skirmish_rl.envs.core import pages
from skirmish_rl.envs.core.files import read_text, write_whole
from skirmish_rl.envs.core.pages import replaced
from skirmish_rl.envs.registry import ruleset_of

_PAGE = 2**24  # bytes


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
    protocols = [read_protocol(path) for path in (STANDARD, TOY)]
    shared = {name: track.anchors for protocol in protocols for name, track in protocol.tracks.items()}
    tests = {shared.get(one["track"]) or one["track"]: one["same_tests"] for one in facts}
    anchors = {**measured(facts), **read_anchors(tests)}
    known = {protocol.name: protocol.tracks for protocol in protocols}
    return boards(facts, anchors, shared, known.get(facts[0]["same_tests"].rpartition("-")[0])), given


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


def scores_in(files: Sequence[Path]) -> list[str]:
    """The scores of result files for a terminal: a line for each entrant and kind of scenario, and one that says how to read them.

    Raises:
        DataError: the results cannot be read or combined.
    """
    lines = []
    for board in read_boards(files)[0]:
        name = board.sets[-1]
        for entrant in ordered(board, name):
            own = entrant.tasks(name)
            told = [
                f"{ruleset_of(game).title} {shown(entrant.mean(name, [task for task in own if task[0] == game]))}"
                for game in dict.fromkeys(game for game, _ in own)
            ]
            told += [f"{BESIDE_TITLES[one].lower()}: {beside_score(board, entrant, one)}" for one in beside(board)]
            lines.append(f"{board.track}, {board.kind}, {board.label(entrant)}: {'; '.join(told)}")
        scale = "scores are on a scale from 0, random, to 100, the strongest bot" if board.normalised else "scores are in percent"
        lines.append(" ".join(filter(None, (f"In brackets 95 % intervals; {scale}.", about_scores(board)))))
    return lines


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
    """The tables of a track, best entrant first.

    There are scores by game and over all games, with 95 % intervals and the cost of a run; below them the games won against each
    opponent, or who was the strongest against an entrant.
    """
    name = board.sets[-1]
    several, whose = len(board.games) > 1, "Response's " if board.tested == RESPONSE else ""
    heads = [
        "Entrant",
        *with_protocol(board, "Protocol"),
        "Budget",
        "Runs",
        *(ruleset_of(game).title for game in board.games),
        *(["Mean", f"IQM of {len(board.games)}"] if several else []),
        *(["Seen minus unseen"] if board.tested == WORLDS else []),
        *(BESIDE_TITLES[one] for one in beside(board)),
        "Drawn, %",
        "Uses the bot at play time",
        *(["Copies a decision"] if plans(board) else []),
        *(["Response's decisions", "Response's minutes"] if whose else ["Decisions", "Minutes"]),
    ]
    entrants = ordered(board, name)
    kind = "" if board.tested == WORLDS else f"{code(board.kind)}: "
    parts = [f"{kind}{_says(board)}", pages.table(heads, [_row(board, entrant, name) for entrant in entrants])]
    parts += _games_won(board, entrants) if board.tested == OPPONENTS else _strongest(board, entrants) if whose else []
    return "\n\n".join([*parts, *_twins(board)])


def _games_won(board: Board, entrants: Sequence[Entrant]) -> list[str]:
    """A table of the games won against each opponent, because a scale hides who never beats one of them."""
    name, games = board.sets[-1], board.games
    every = [who for entrant in entrants for task in board.tasks for run in entrant.tests(task, name) for who in run]
    opponents = list(dict.fromkeys([*(who for who in (board.rules.opponents if board.rules else ()) if who in every), *every]))
    heads = ["Entrant", *with_protocol(board, "Protocol"), "Budget", *(ruleset_of(game).title for game in games)]
    rows = [
        [
            named(entrant), *with_protocol(board, plain(entrant.protocol)), plain(entrant.budget) or NONE,
            *(won(entrant, name, [task for task in board.tasks if task[0] == game], opponents) for game in games),
        ]
        for entrant in entrants
    ]  # fmt: skip
    return [f"Games won, %, against {' / '.join(map(code, opponents))}:", pages.table(heads, rows)]


def _strongest(board: Board, entrants: Sequence[Entrant]) -> list[str]:
    """For each entrant, who was the strongest against it in each game."""
    name = board.sets[-1]
    lines = []
    for entrant in entrants:
        tasks = entrant.tasks(name)
        label = ", ".join(filter(None, (named(entrant), *with_protocol(board, plain(entrant.protocol)), plain(entrant.budget))))
        tried = any(scores for task in tasks for scores in entrant.attackers[task])
        whos = "; ".join(strongest(entrant, name, task) for task in tasks) if tried else "nobody but the trained response was tried"
        lines.append(f"- {label}: {whos}.{_untried(board, entrant, tasks) if tried else ''}")
    return ["The strongest opponents, in brackets what the trained response scored in the games that chose them:", "\n".join(lines)]


def _untried(board: Board, entrant: Entrant, tasks: Sequence[Task]) -> str:
    """Which opponents of other entrants were not tried against this one, for example because they came later."""
    lacks: list[str] = []
    for task in tasks:
        every = dict.fromkeys(who for other in board.entrants for scores in other.attackers.get(task, []) for who in scores)
        met = {who for scores in entrant.attackers[task] for who in scores}
        lacks += [code(who) for who in every if who not in met and who != of_place(entrant.spec, task)]
    return f" Not tried: {', '.join(lacks)}." if lacks else ""


def _twins(board: Board) -> list[str]:
    """A warning about runs with identical results, which make an entrant's interval look narrower than it is."""
    twins = [
        f"{code(board.label(entrant))} in {ruleset_of(task[0]).title}, seeds {first:,} and {second:,}"
        for entrant in board.entrants
        for task in board.tasks
        for first, second in entrant.twins(task)
    ]
    return [f"Runs with the same record in every test: {'; '.join(twins)}."] if twins else []


def about_scores(board: Board) -> str:
    """What the scores of an exploit table or a table of worlds are scores of; "" for the others."""
    if board.tested == RESPONSE:
        return (
            "Score of the strongest known opponent, percent; a lower bound, because others may do better. "
            "50 is not exploited, or all draws; 100 is beaten always."
        )
    if board.tested == WORLDS:
        unseen = board.rules and board.rules.unseen
        where = f", {code(f'skirmish:{unseen[0]}:{unseen[1]}')}" if unseen else ""
        return f"Learners train on {code(board.kind)}; scores are on unseen worlds{where}."
    return ""


def ceilings(board: Board) -> str:
    """A sentence with the highest score that there is in each game of a normalised table."""
    most = [f"{percent(board.ceiling(task))} in {ruleset_of(task[0]).title}" for task in board.tasks]
    return f"A player that wins every game scores {', '.join(most)}."


def _says(board: Board) -> str:
    about, said = about_scores(board), []
    if board.normalised:
        said = [f"100 is the strongest bot, 0 is `random`. {ceilings(board)}"]
    elif board.tested != RESPONSE:
        said = ["Scores in percent, not normalised, because `random` and the strongest bot were not measured there."]
    luck = (
        "runs, games and the ends of the scale together; with one run, games and the ends of the scale only"
        if board.normalised
        else "runs and games together; with one run, games only"
    )
    return " ".join([*([about] if about else []), *said, f"Intervals resample {luck}."])


def _row(board: Board, entrant: Entrant, name: str) -> list[str]:
    own = entrant.tasks(name)
    by_game = [[task for task in board.tasks if task[0] == game and task in own] for game in board.games]
    numbers = [shown(entrant.mean(name, tasks)) for tasks in by_game]
    if len(board.games) > 1:
        numbers += [shown(entrant.mean(name, board.tasks)), shown(entrant.iqm(name, board.tasks))]
    if board.tested == WORLDS:
        numbers.append(of_tasks(board, own, gap(entrant, SEEN, UNSEEN, own)))
    numbers += [beside_score(board, entrant, one) for one in beside(board)]
    numbers += [drawn(entrant, name, own), alike(uses(board, entrant), 0)]
    if plans(board):
        numbers.append(alike(uses(board, entrant), 1))
    costs = [one for task in own for one in entrant.costs[task]]
    return [
        named(entrant), *with_protocol(board, plain(entrant.protocol)), plain(entrant.budget) or NONE,
        runs_of(entrant, own), *numbers, *cost(costs, entrant.trained)
    ]  # fmt: skip


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
    makers = list(_makers(facts))

    def all_of(key: str) -> str:
        return ", ".join(dict.fromkeys(plain(source[key]) for source in makers))

    packages = {
        f"{name} {plain(version)}"
        for source in makers
        for name, version in source["packages"].items()
        if name in ("numpy", "torch", "sb3-contrib") and version
    }
    rulesets = {f"{plain(game)} {plain(version)}" for source in makers for game, version in source["rulesets"].items()}
    days = sorted({plain(source["made"]) for source in makers})
    made = " to ".join(dict.fromkeys((days[0], days[-1])))
    changed = sum(source["changed"] for source in makers)
    by_changed = f", {changed} with changes beside it" if changed else ""
    runs = sum(len(source["runs"]) for source in facts)
    old = dict.fromkeys(plain(source["protocol"]) for source in facts if source["format"] == OLD)
    uncounted = f" Under {', '.join(old)} evaluations were not counted, and the best checkpoint was chosen by them." if old else ""
    return (
        f"Protocol {all_of('protocol')}; {runs} runs in {len(facts)} files, made {made} by skirmish-rl {all_of('package')}, "
        f"{', '.join(sorted(packages))}, on {all_of('machine')}. Each run names its revision{by_changed}. "
        f"Rulesets: {', '.join(sorted(rulesets))}.{uncounted}"
    )


def _makers(files: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What made each run: what the run says of itself, and for the rest its file."""
    for facts in files:
        for run in facts["runs"]:
            origin = run.get("origin")
            own = origin if isinstance(origin, dict) else {}
            yield {**facts, **{key: value for key, value in own.items() if isinstance(value, type(facts.get(key)))}}
