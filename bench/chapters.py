"""`python -m bench.chapters`: where the time of one compiled step goes, by what was asked and by part of the step.

Positions are gathered from random play. The parts are timed alone, on copies, many times over: the mask, the
observation, and what is left of a step: the rules proper, with the copying of the record taken off.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench import measured_scenario
from bench.reference import choose
from skirmish_rl import envs
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.engine import copied
from skirmish_rl.envs.core.library import library_of
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.registry import ruleset_of

ROUNDS = 200
KINDS = ("state[:]", "tables[:]", "u1[:, :]", "f4[:, :]", "i8[:]", "state[:]", "scratch[:]", "i8")  # of the loops' arguments


def time_legal(games, tables, masks, observations, actions, spare, scratch, rounds):
    """Write every mask so many times."""
    for _ in range(rounds):
        for b in range(games.shape[0]):
            choices(games[b], tables[games[b].variant], masks[b])  # type: ignore[name-defined]  # noqa: F821


def time_encode(games, tables, masks, observations, actions, spare, scratch, rounds):
    """Write every observation so many times."""
    for _ in range(rounds):
        for b in range(games.shape[0]):
            own = tables[games[b].variant]
            encode(games[b], own, games[b].decider, observations[b], scratch[0])  # type: ignore[name-defined]  # noqa: F821


def time_copy(games, tables, masks, observations, actions, spare, scratch, rounds):
    """Copy every record so many times."""
    for _ in range(rounds):
        for b in range(games.shape[0]):
            spare[b] = games[b]


def time_step(games, tables, masks, observations, actions, spare, scratch, rounds):
    """Copy every record and carry out its action so many times, up to the next mask."""
    for _ in range(rounds):
        for b in range(games.shape[0]):
            spare[b] = games[b]
            answer(spare[b], tables[games[b].variant], actions[b], masks[b])  # type: ignore[name-defined]  # noqa: F821


def bound(ruleset: Ruleset) -> dict[str, Callable[..., Any]]:
    """The timing loops in the namespace of a ruleset's kernels, as a library of their own."""
    scope = vars(sys.modules[f"{envs.registry.entry_of(ruleset.name).module}.kernels"])
    library = library_of(f"{envs.registry.entry_of(ruleset.name).module}_chapters.loops")
    library.records.update(ruleset.engine.library.records)
    loops = {"legal": time_legal, "encode": time_encode, "copy": time_copy, "step": time_step}
    return {name: library.add(copied(loop, scope), KINDS, name=f"time_{name}") for name, loop in loops.items()}


def gather(ruleset: Ruleset, scenario: str, n: int = 2048, steps: int = 400) -> tuple[Batch, np.ndarray, dict[int, float]]:
    """Games at many moments of random play, a legal action for each, and how often each decision is asked."""
    batch = Batch(ruleset.scenario(scenario), n, threads=1, after=RESTART)
    batch.reset(seed=1)
    actions = np.zeros(n, np.int64)
    asked: dict[int, int] = {}
    for step in range(steps):
        choose(batch.masks, actions, step + 1)
        batch.step(actions)
        for decision, times in zip(*np.unique(batch.games["decision"], return_counts=True), strict=True):
            asked[int(decision)] = asked.get(int(decision), 0) + int(times)
    choose(batch.masks, actions, steps + 1)
    total = sum(asked.values())
    return batch, actions, {decision: times / total for decision, times in asked.items()}


def chapters(ruleset: Ruleset, scenario: str) -> list[tuple[str, float, float, float, float]]:
    """Rows (decision, share of decisions, and nanoseconds of the rules, of the mask and of the observation after it)."""
    batch, actions, shares = gather(ruleset, scenario)
    spare = np.zeros(batch.n, ruleset.state)
    scratch = np.zeros(1, ruleset.scratch)
    loops = bound(ruleset)
    rows = []
    for decision, share in sorted(shares.items(), key=lambda item: -item[1]):
        chosen = np.flatnonzero(batch.games["decision"] == decision)[:128]
        if not len(chosen):
            continue
        rest = (
            batch.games[chosen],
            batch.scenario.tables,
            batch.masks[chosen],
            batch.observations[chosen],
            actions[chosen],
            spare,
            scratch,
        )
        took = {}
        for name, loop in loops.items():
            loop(*rest, 1)
            since = time.perf_counter()
            loop(*rest, ROUNDS)
            took[name] = (time.perf_counter() - since) / ROUNDS / len(chosen) * 1e9
        rules = max(0.0, took["step"] - took["copy"] - took["legal"])
        rows.append((ruleset.decisions(decision).name.lower(), share, rules, took["legal"], took["encode"]))
    return rows


def main() -> None:
    """Print the table of every ruleset."""
    parser = argparse.ArgumentParser(prog="python -m bench.chapters", description=__doc__)
    parser.add_argument("--rulesets", nargs="+", default=list(envs.available()))
    arguments = parser.parse_args()
    for name in arguments.rulesets:
        ruleset = ruleset_of(name)
        scenario = measured_scenario(ruleset)
        rows = chapters(ruleset, scenario)
        print(
            f"{ruleset.title}, {scenario}: nanoseconds of one thread by what was asked (rules: carrying out the answer, up to the next "
            "question)"
        )
        print(f"  {'decision':<18}{'share':>8}{'rules':>10}{'mask':>10}{'observation':>13}")
        for decision, share, *parts in rows:
            if share >= 0.002:
                print(f"  {decision:<18}{share:>8.1%}{parts[0]:>10,.0f}{parts[1]:>10,.0f}{parts[2]:>13,.0f}")
        weights = np.array([row[1] for row in rows])
        mean = (np.array([row[2:] for row in rows]) * weights[:, None]).sum(0) / weights.sum()
        print(f"  {'all':<18}{1:>8.0%}{mean[0]:>10,.0f}{mean[1]:>10,.0f}{mean[2]:>13,.0f}", flush=True)


if __name__ == "__main__":
    main()
