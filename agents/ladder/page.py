"""Results of a ladder: as lines, as JSON, and as one page with a replay of the last game against each level."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from skirmish_rl import __version__
from skirmish_rl.agents.ladder.climbing import Climb
from skirmish_rl.agents.ladder.games import level_name
from skirmish_rl.agents.ladder.rating import ratings_of
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.trace import film_of

_NAME = 60  # letters of an agent's name that stand in a line


def lines_of(climb: Climb) -> Iterator[str]:
    """Format the results of a game as lines."""
    known, result, spent = ratings_of(climb.scenario.ruleset.name), climb.rated, climb.spent
    yield f"{climb.scenario.ruleset.title}, {climb.scenario.name}: {climb.agent[:_NAME]}"
    for level in climb.levels:
        games = climb.at(level)
        won, lost = (sum(game.score == score for game in games) for score in (1, 0))
        yield (
            f"  {level_name(level):<9} ({known[level]:>4.0f})  {len(games):>3} games  {won:>3} won"
            f"  {len(games) - won - lost:>3} drawn  {lost:>3} lost"
        )
    yield f"  {climb.why}"
    yield f"  rating {result.rating:.0f} (95 %: {result.low:.0f} to {result.high:.0f}; random play is 0)"
    each = max(spent.decisions, 1)
    tokens = f", {spent.tokens / each:.0f} tokens" if spent.tokens else ""
    yield (
        f"  {spent.decisions} decisions, {spent.illegal_rate:.1%} of its answers illegal; "
        f"a decision took {spent.seconds / each:.3f} s{tokens}"
    )
    for why in dict.fromkeys(played.forfeit.why for played in climb.games if played.forfeit):
        yield f"  lost by default: {why[:300]}"


def facts_of(climb: Climb) -> dict[str, Any]:
    """Format the results of a game for JSON."""
    result, spent = climb.rated, climb.spent
    return {
        "game": climb.scenario.ruleset.name, "version": climb.scenario.ruleset.version, "scenario": climb.scenario.name,
        "agent": climb.agent,
        "rating": result.rating, "interval": [result.low, result.high], "why": climb.why, "decisions": spent.decisions,
        "illegal_rate": round(spent.illegal_rate, 5), "seconds": round(spent.seconds, 3), "tokens": spent.tokens,
        "games": [
            {
                "level": played.level, "seed": played.seed, "seat": played.seat, "score": played.score, "decisions": len(played.answers),
                "forfeit": played.forfeit.why if played.forfeit else None,
            }
            for played in climb.games
        ],
    }  # fmt: skip


def write_results(climbs: Sequence[Climb], folder: Path, seed: int | None, name: str) -> list[Path]:
    """Write results, replays and the page.

    Args:
        climbs: one climb for each game.
        folder: where to write.
        seed: seed of the first game, None for a fixed set.
        name: a title for what was played.

    Returns:
        The paths of the page and of the results file.
    """
    facts = {"format": "skirmish ladder 1", "package": __version__, "played": name, "seed": seed, "climbs": [*map(facts_of, climbs)]}
    results, page = folder / "results.json", folder / "index.html"
    write_whole(results, json.dumps(facts, indent=1) + "\n")
    write_whole(page, _page(climbs, folder, name))
    return [page, results]


def _page(climbs: Sequence[Climb], folder: Path, name: str) -> str:
    parts = []
    for climb in climbs:
        rows = []
        for level in climb.levels:
            last = climb.at(level)[-1]
            file = f"{climb.scenario.ruleset.name}-{level_name(level).replace(':', '-')}.html"
            write_whole(folder / file, film_of(last.trace(climb.scenario, climb.agent)).html())
            games = climb.at(level)
            score = sum(game.score for game in games) / len(games)
            said = f"{last.score:g} in seat_{last.seat}" if last.forfeit is None else "lost by default"
            rows.append(f'<tr><td>{level_name(level)}<td>{len(games)}<td>{score:.0%}<td><a href="{file}">the last game</a>: {said}')
        told = "<br>".join(html.escape(line.strip()) for line in [*lines_of(climb)][1 + len(climb.levels) :])
        title = html.escape(climb.scenario.ruleset.title)
        parts.append(f"<h2>{title}</h2><table><tr><th>Against<th>Games<th>Score<th>Replay{''.join(rows)}</table><p>{told}</p>")
    agent = html.escape(climbs[0].agent) if climbs else ""
    return _PAGE.format(agent=agent, name=html.escape(name), parts="\n".join(parts))


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{name}: {agent}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse }}
td, th {{ padding: .2rem .8rem .2rem 0; text-align: left }}
</style>
<h1>{agent}</h1>
<p>{name}</p>
{parts}
</html>
"""
