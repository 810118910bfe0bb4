"""Results for people and programs: tables for the terminal, JSON, and a heat map."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skirmish_rl.agents.arena import Match, Tournament
from skirmish_rl.agents.playing import Forfeit
from skirmish_rl.agents.ratings import Rating, bootstrap
from skirmish_rl.agents.results.figures import figure_bytes, plotting
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.core.errors import needs
from skirmish_rl.envs.core.files import write_whole

if TYPE_CHECKING:
    from skirmish_rl.agents.results.luck import Adjusted, LuckPieces

with needs("train"):
    from rich.box import SIMPLE
    from rich.table import Table


def match_facts(match: Match) -> dict[str, Any]:
    """Convert a match to JSON values, with two 95 % intervals of its score: Wilson's, and one from resampled seeds."""
    return {
        "first": match.first,
        "second": match.second,
        "games": match.games,
        "wins": match.wins,
        "draws": match.draws,
        "losses": match.losses,
        "score": round(match.score, 4),
        "interval": [round(x, 4) for x in wilson(match.score, match.games)],
        "interval_over_seeds": [round(x, 4) for x in bootstrap(match.scores)],
        "distinct_games": match.distinct,
        "decisions_per_game": round(match.decisions, 1),
    }


def match_table(matches: Sequence[Match], title: str) -> Table:
    """Make a table of games won, drawn and lost, and the score. With n seats, equal agents score 1/n.

    If one agent takes part in all matches, or all agents come from one run (`ppo:<run>` and `look:<run>`), the title names it.
    """
    firsts = [match.first for match in matches]
    alone = len(set(firsts)) == 1
    runs = {first.partition(":")[2] for first in firsts}
    shared = firsts[0] if alone else runs.pop() if len(runs) == 1 else ""
    agents = [first.partition(":")[0] if shared else first for first in firsts]
    table = Table(title=f"{title}: {shared}" if shared else title, title_justify="left", box=SIMPLE, padding=(0, 0, 0, 0))
    for name in ("against",) if alone else ("agent", "against"):
        table.add_column(name, overflow="fold", min_width=13)
    for name, width in (("games", 5), ("won", 4), ("drawn", 5), ("lost", 4), ("score", 6), ("95 %", 10), ("distinct", 8)):
        table.add_column(name, justify="right", no_wrap=True, min_width=width)  # a long run's name must not push the figures out
    for agent, match in zip(agents, matches, strict=True):
        low, high = wilson(match.score, match.games)
        names = (match.second,) if alone else (agent, match.second)
        numbers = (match.games, match.wins, match.draws, match.losses)
        table.add_row(*names, *map(str, numbers), f"{match.score:.1%}", f"{100 * low:.1f}-{100 * high:.1f}", str(match.distinct))
    return table


def luck_table(matches: Sequence[Match], adjusted: Sequence[Adjusted], judge: str) -> Table:
    """Make a table of luck-adjusted scores, with the number of plain games that would be as precise."""
    table = Table(title=f"luck taken out, as {judge} judges", title_justify="left", box=SIMPLE, padding=(0, 0, 0, 0))
    for name in ("agent", "against"):
        table.add_column(name, overflow="fold", min_width=13)
    for name, width in (("score", 6), ("95 %", 10), ("plain", 6), ("95 %", 10), ("games worth", 11)):
        table.add_column(name, justify="right", no_wrap=True, min_width=width)
    for match, fair in zip(matches, adjusted, strict=True):
        without = f"{100 * fair.plain_low:.1f}-{100 * fair.plain_high:.1f}"
        within = f"{100 * fair.low:.1f}-{100 * fair.high:.1f}"
        table.add_row(
            match.first, match.second, f"{fair.score:.1%}", within, f"{match.score:.1%}", without, f"{fair.gain * match.games:,.0f}"
        )
    return table


def adjusted_facts(adjusted: Adjusted, games: int) -> dict[str, Any]:
    """Convert a luck-adjusted score to JSON values."""
    return {
        "score": round(adjusted.score, 4), "interval": [round(adjusted.low, 4), round(adjusted.high, 4)],
        "plain_interval": [round(adjusted.plain_low, 4), round(adjusted.plain_high, 4)],
        "gain": round(adjusted.gain, 2), "games_worth": round(adjusted.gain * games),
    }  # fmt: skip


def luck_facts(matches: Sequence[Match], adjusted: Sequence[Adjusted], judge: LuckPieces, ratings: Sequence[Rating]) -> dict[str, Any]:
    """Convert luck-adjusted scores, in the order of the matches, and the ratings that follow from them to JSON values."""
    rows = [
        {"first": match.first, "second": match.second, **adjusted_facts(result, match.games)}
        for match, result in zip(matches, adjusted, strict=True)
    ]
    return {
        "value": judge.value.name,
        "opinions": list(judge.value.names),
        "copies": judge.copies,
        "lessons": judge.many,
        "matches": rows,
        "ratings": _rating_facts(ratings),
    }


def rating_table(ratings: Sequence[Rating], of: str = "") -> Table:
    """Make a table of ratings, strongest first.

    Args:
        ratings: the ratings.
        of: what they are computed from; "" for the plain results.
    """
    table = Table(title=f"ratings{of} (Elo scale, mean 0)", title_justify="left")
    table.add_column("agent", overflow="fold")
    table.add_column("rating", justify="right", no_wrap=True)
    table.add_column("95 % interval", justify="right", no_wrap=True)
    for rating in sorted(ratings, key=lambda r: -r.elo):
        table.add_row(rating.name, f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    return table


def forfeit_lines(forfeits: Sequence[Forfeit]) -> list[str]:
    """Describe who lost how many games by a crash or an illegal action, one line for each agent, with its first such game."""
    lines = []
    for agent in dict.fromkeys(forfeit.agent for forfeit in forfeits):
        lost = [forfeit for forfeit in forfeits if forfeit.agent == agent]
        first = lost[0]
        what = "1 game" if len(lost) == 1 else f"{len(lost):,} games"
        lines.append(
            f"{agent} lost {what} by default, first against {first.against} (seed {first.seed}, seat {first.seat}, "
            f"after {first.decisions} decisions): {first.why}"
        )
    return lines


def _rating_facts(ratings: Sequence[Rating]) -> list[dict[str, Any]]:
    return [{"agent": r.name, "elo": round(r.elo, 1), "interval": [round(r.low, 1), round(r.high, 1)]} for r in ratings]


def tournament_facts(tournament: Tournament, ratings: Sequence[Rating]) -> dict[str, Any]:
    """Convert a tournament to JSON values."""
    return {
        "scenario": tournament.scenario,
        "agents": list(tournament.names),
        "seed": tournament.seed,
        "seconds": round(tournament.seconds, 2),
        "games": sum(match.games for match in tournament.matches),
        "matches": [match_facts(match) for match in tournament.matches],
        "ratings": _rating_facts(ratings),
        "forfeits": [dataclasses.asdict(forfeit) for forfeit in tournament.forfeits],
    }  # fmt: skip


def write_json(facts: dict[str, Any], path: Path) -> None:
    """Write facts as JSON.

    Raises:
        DataError: the folder cannot be written.
    """
    write_whole(path, json.dumps(facts, indent=1) + "\n")


def _short(name: str, most: int = 24) -> str:
    """Shorten a name for a picture, keeping its end, which tells runs apart."""
    kind, _, rest = name.partition(":")
    return name if len(name) <= most else f"{kind}:...{rest[len(kind) + 4 - most :]}"


def draw_heat_map(tournament: Tournament, path: Path) -> None:
    """Draw the score of each agent (row) against each agent (column)."""
    pyplot = plotting()
    names, labels = tournament.names, [_short(name) for name in tournament.names]
    figure, axes = pyplot.subplots(figsize=(2.6 + 1.0 * len(names), 1.8 + 0.8 * len(names)), layout="constrained")
    scores = [[tournament.score(a, b) for b in names] for a in names]
    shown = [[float("nan") if score is None else score for score in row] for row in scores]
    axes.imshow(shown, cmap="RdBu", vmin=0, vmax=1)
    for i, row in enumerate(scores):
        for j, score in enumerate(row):
            if score is not None:
                axes.text(j, i, f"{score:.0%}", ha="center", va="center", color="black" if 0.2 < score < 0.8 else "white")
    axes.set_xticks(range(len(names)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), labels)
    axes.set_xlabel("against")
    axes.set_title(f"score of the row\n{tournament.scenario.split(' ')[0]}", fontsize=10)
    write_whole(path, figure_bytes(figure))
