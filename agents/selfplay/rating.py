"""Rates the network during training by games against the strongest bot, in another process, so that the learner need not wait."""

from __future__ import annotations

import csv
import io
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.folders import OWN, load_shared
from skirmish_rl.agents.results.figures import figure_bytes, plotting
from skirmish_rl.agents.results.report import match_facts
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.selfplay.config import SelfPlayConfig
from skirmish_rl.agents.workers.local import Processes, Shared
from skirmish_rl.envs.core.errors import CheckpointError, SkirmishError
from skirmish_rl.envs.core.files import put, read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import later_seed
from skirmish_rl.envs.core.texts import decode, lines_of

RATINGS, CURVE = "ratings.csv", "curve.png"
_LARGEST = 2**24  # bytes of ratings
_SEEDS = 2 * 10**6  # how far its games' seeds lie behind the run's


class Rating:
    """Rates the network in a run's folder from time to time, one match after another.

    Attributes:
        rows: one row for each match: `decisions` and `seconds` of the learner, `opponent`, `score`, its 95 % interval `low` and `high`,
            `games`.
    """

    def __init__(self, config: SelfPlayConfig, scenario: Scenario, folder: Path):
        self.rows: list[dict[str, Any]] = ratings(folder)
        self._config, self._scenario, self._folder = config, scenario, folder
        self._crew = Processes(1)
        self._thread: threading.Thread | None = None
        self._last = time.perf_counter()

    def __enter__(self) -> Rating:
        if self._config.rate:
            self._crew.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._thread is not None:
            self._thread.join()  # the last match tells most
        if self._config.rate:
            self._crew.__exit__(None, None, None)

    @property
    def is_due(self) -> bool:
        """True if it is time for a match and none is in progress."""
        is_busy = self._thread is not None and self._thread.is_alive()
        return bool(self._config.rate) and not is_busy and time.perf_counter() - self._last >= 60 * self._config.rate

    def begin(self, decisions: int, seconds: float) -> None:
        """Start a match of the network in the run's folder."""
        self._last = time.perf_counter()
        agent = load_shared(self._folder / OWN, self._scenario, self._folder.name)
        self._thread = threading.Thread(target=self._rate, args=(agent, decisions, seconds), daemon=True)
        self._thread.start()

    def _rate(self, agent: Any, decisions: int, seconds: float) -> None:
        bot = ScriptedAgent(self._scenario, self._scenario.ruleset.bots[-1])
        seed = later_seed(self._config.seed, _SEEDS)
        try:
            (match,) = play_pairs(self._scenario, [(agent, bot)], self._config.rate_games, seed, play=Shared(self._crew))
        except SkirmishError as error:  # learning goes on
            print(f"not rated after {decisions:,} decisions: {error}", flush=True)
            return
        low, high = match_facts(match)["interval"]
        row = {"decisions": decisions, "seconds": round(seconds, 1), "opponent": bot.name, "score": match.score, "low": low, "high": high}
        self.rows.append({**row, "games": match.games})
        self._write()
        print(
            f"{decisions:>14,} decisions  {match.score:.1%} against {bot.name} ({match.games:,} games, 95 %: {low:.1%} to {high:.1%})",
            flush=True,
        )

    def _write(self) -> None:
        text = io.StringIO()
        writer = csv.DictWriter(text, list(self.rows[0]))
        writer.writeheader()
        writer.writerows(self.rows)
        put(self._folder / RATINGS, text.getvalue().encode())


def ratings(folder: Path) -> list[dict[str, Any]]:
    """Read the ratings of a run so far, oldest first; empty if there are none.

    Raises:
        CheckpointError: the file is damaged.
    """
    path = folder / RATINGS
    if not path.is_file():
        return []
    try:
        rows = csv.DictReader(lines_of(decode(read_bytes(path, _LARGEST))))
        return [{name: value if name == "opponent" else float(value) for name, value in row.items()} for row in rows]
    except (OSError, ValueError, TypeError) as error:
        raise CheckpointError(f"{path} is damaged ({error}); remove it to go on without the ratings so far") from error


def draw_curve(history: list[dict[str, float]], rated: list[dict[str, Any]], config: SelfPlayConfig, folder: Path) -> None:
    """Draw the learning curve as PNG: matches with 95 % intervals, the policy's entropy, and the variance that the value explains."""
    pyplot = plotting()
    figure, (upper, lower) = pyplot.subplots(2, 1, figsize=(8, 6), height_ratios=(2, 1), sharex=True, layout="constrained")
    x = [row["decisions"] / 1e6 for row in rated]
    upper.fill_between(x, [row["low"] for row in rated], [row["high"] for row in rated], color="#0072b2", alpha=0.2)
    label = f"against {rated[-1]['opponent']}" if rated else "no match was played: rate = 0, or too short"
    upper.plot(x, [row["score"] for row in rated], "o-", color="#0072b2", ms=4, label=label)
    upper.axhline(0.5, color="black", lw=0.5)
    upper.set(ylim=(0, 1), ylabel="score (win 1, draw ½)")
    upper.set_title(f"{folder.name}: {config.ruleset}, {config.scenario or 'its small scenario'}", fontsize=10)
    upper.legend(loc="lower right", fontsize=8)
    for name, color in (("entropy", "#d55e00"), ("explained_variance", "#009e73")):
        lower.plot(
            [row["decisions"] / 1e6 for row in history], [row[name] for row in history], color=color, lw=1, label=name.replace("_", " ")
        )
    lower.set(xlabel="decisions of both seats, millions", ylabel="")
    lower.legend(fontsize=8)
    put(folder / CURVE, figure_bytes(figure))
