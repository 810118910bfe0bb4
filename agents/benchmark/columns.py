"""The columns of the benchmark's tables: how an entrant is named, and its scores, draws, use of bots and costs as text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from skirmish_rl.agents.benchmark.protocol import read_protocol
from skirmish_rl.agents.benchmark.results import HELD, SEARCH
from skirmish_rl.agents.benchmark.scores import Board, Entrant, Task
from skirmish_rl.agents.benchmark.trained import DECLARED
from skirmish_rl.agents.benchmark.trials import BEST_RESPONSE
from skirmish_rl.agents.benchmark.uses import used_before
from skirmish_rl.agents.experiments.statistics import Estimate
from skirmish_rl.agents.results.markup import code, plain
from skirmish_rl.envs.registry import ruleset_of

NONE = "-"
BESIDE_TITLES = {SEARCH: "Against search, %", HELD: "Held-out, %"}
_MANY = 0.1  # of its games; who draws more in one game has it named
_OURS = re.compile(r"(ppo|look):([0-9.]+s?:)?\{game\}")


def percent(score: float) -> str:
    """A share as a whole number of percent."""
    return str(round(100 * score))


def shown(estimate: Estimate | None) -> str:
    """Format a score for a table, in percent."""
    if estimate is None:
        return NONE
    interval = "" if math.isnan(estimate.low) else f" ({percent(estimate.low)} to {percent(estimate.high)})"
    return f"{percent(estimate.value)}{interval}"


def titles_of(tasks: Iterable[Task]) -> str:
    """The games of some tasks, in words."""
    return ", ".join(dict.fromkeys(ruleset_of(game).title for game, _ in tasks))


def named(entrant: Entrant) -> str:
    """An entrant's name, with a word in front if it stands for the networks that come with the package."""
    ours = "the package's networks " if _OURS.match(entrant.name) else ""
    return ours + code(entrant.name) + (f" ({DECLARED})" if entrant.declared else "")


def with_protocol(board: Board, value: str) -> list[str]:
    """A column for the protocol, if there are several."""
    return [value] if len(board.protocols) > 1 else []


def beside(board: Board) -> list[str]:
    """Names of the sets of tests that are reported beside the score, if any were played."""
    return [name for name in BESIDE_TITLES if any(entrant.tasks(name) for entrant in board.entrants)]


def beside_score(board: Board, entrant: Entrant, name: str) -> str:
    """An entrant's score in a set of tests that is reported beside the score."""
    tasks = entrant.tasks(name)
    return of_tasks(board, tasks, entrant.mean(name, tasks))


def of_tasks(board: Board, tasks: Sequence[Task], score: Estimate | None) -> str:
    """A score over some tasks; where some of the table's games are missing, it names those that it is of."""
    text = shown(score)
    missing = score is not None and len(board.games) > len({game for game, _ in tasks})
    return f"{text} in {titles_of(tasks)}" if missing else text


def drawn(entrant: Entrant, name: str, tasks: Sequence[Task]) -> str:
    """The share of drawn games in percent (a score of 50 % may hide only draws), with the game that has most if that one has many."""
    if not tasks:
        return NONE
    shares = {task: entrant.drawn(name, task) for task in tasks}
    most = max(tasks, key=lambda task: shares[task])
    told_apart = len(tasks) > 1 and shares[most] >= _MANY
    least = f" ({ruleset_of(most[0]).title} {percent(shares[most])})" if told_apart else ""
    return f"{percent(sum(shares.values()) / len(shares))}{least}"


def won(entrant: Entrant, name: str, tasks: Sequence[Task], opponents: Sequence[str]) -> str:
    """The shares of games won against each opponent, percent, means over runs, as "100 / 95 / 52"."""
    shares = []
    for who in opponents:
        tests = [run[who] for task in tasks for run in entrant.tests(task, name) if who in run]
        shares.append(_told(sum(test["wins"] / test["games"] for test in tests) / len(tests)) if tests else NONE)
    return NONE if set(shares) == {NONE} else " / ".join(shares)


def _told(share: float) -> str:
    """A share in percent, where 0 is none and 100 is all: what is nearly so is told apart."""
    rounded = percent(share)
    return "<1" if rounded == "0" and share > 0 else ">99" if rounded == "100" and share < 1 - 1e-9 else rounded


def uses(board: Board, entrant: Entrant) -> dict[Task, tuple[str, str]]:
    """What an entrant uses of a bot, and its copies of the game for a decision, by task; guessed from its name for old files."""
    protocol, found = read_protocol(), {}
    for task, told in entrant.uses.items():
        if not told[0]:
            known = protocol.tracks.get(board.track)
            told = used_before(entrant.spec, known is not None and known.raw, task)
        found[task] = told
    return found


def plans(board: Board) -> bool:
    """True if any entrant plans with copies of the game."""
    return any(told[1] not in ("0", "0 (declared)") for entrant in board.entrants for told in uses(board, entrant).values())


def alike(found: dict[Task, tuple[str, str]], which: int) -> str:
    """One of the two values if it is the same in all tasks, else each value with its games."""
    games: dict[str, list[str]] = {}
    for task, told in sorted(found.items()):
        games.setdefault(told[which], []).append(ruleset_of(task[0]).title)
    if len(games) == 1:
        return plain(next(iter(games)))
    return "; ".join(f"{plain(told)} ({', '.join(dict.fromkeys(where))})" for told, where in games.items()) or NONE


def runs_of(entrant: Entrant, tasks: Sequence[Task]) -> str:
    """The number of runs in each game, or the least and the most."""
    numbers = sorted({len(entrant.costs[task]) for task in tasks}) or [0]
    return "-".join(map(str, dict.fromkeys([numbers[0], numbers[-1]])))


def cost(costs: list[dict[str, Any]], trained: bool) -> list[str]:
    """Decisions and minutes of an average run."""
    if not trained or not costs:
        return ["not trained here", NONE]
    decisions = sum(one[kind] for one in costs for kind in ("decisions", "copied", "evaluated", "simulated")) / len(costs)
    mark = " (declared)" if any(one["counted"] == DECLARED for one in costs) else ""
    return [f"{decisions:,.0f}{mark}", f"{sum(one['seconds'] for one in costs) / len(costs) / 60:.1f}"]


def strongest(entrant: Entrant, name: str, task: Task) -> str:
    """Who was the strongest against an entrant in a game, and what the trained response scored in the games that decided it."""
    found = dict.fromkeys(who for run in entrant.tests(task, name) for who in run)
    who = " or ".join("the response" if who == BEST_RESPONSE else _called(entrant, who, task) for who in found)
    alone = [scores[BEST_RESPONSE] for scores in entrant.attackers.get(task, []) if BEST_RESPONSE in scores]
    response = f" (response {percent(sum(alone) / len(alone))})" if alone else ""
    return f"{who} in {ruleset_of(task[0]).title}{response}"


def _called(entrant: Entrant, who: str, task: Task) -> str:
    """An opponent's name, with a word behind it if this is the entrant."""
    return f"{code(who)}, itself," if who == of_place(entrant.spec, task) else code(who)


def of_place(spec: str, task: Task) -> str:
    """An agent's name with a task's game, scenario and seats filled in."""
    game, place = task
    scenario, _, seats = place.partition("/")
    return spec.replace("{game}", game).replace("{scenario}", scenario).replace("{seats}", seats)
