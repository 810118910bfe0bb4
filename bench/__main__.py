"""`python -m bench`: what the engine does in a second, as ratios to others in the same run.

Every figure is the median of interleaved rounds, so that a machine that slows down slows both sides of a ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench import measured_scenario
from bench.reference import Miniature, aec_decisions_per_second, choose
from skirmish_rl import envs
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.registry import ruleset_of


class Bars(NamedTuple):
    """What the project asks of a ruleset: multiples of connect_four_v3, of the miniature, of its AEC loop; bytes.

    Seconds of a cold start.
    """

    times: int = 40
    miniature: float = 0.6
    aec: int = 7
    size: int = 8_192
    cold: int = 60


BARS = {"dropzone_commander": Bars(times=20, miniature=0.35, size=12_000, cold=90)}
"""Of the rulesets that differ from the rest."""

_FIRST_STEP = """
import time; began = time.perf_counter()
from skirmish_rl import envs; import numpy as np
env = envs.make({name!r}, scenario={scenario!r}); env.reset(seed=1)
env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
print(time.perf_counter() - began)
"""


GAMES = 64
"""Played side by side by one thread: with all they show they fit into its cache; of large records and observations more are slower."""


def kernel_speed(ruleset: Ruleset, scenario: str, threads: int) -> Callable[[float], float]:
    """Decisions a second of random legal play, mask and observation after every decision, the choice not counted."""
    n_games = GAMES * threads
    batch = Batch(ruleset.scenario(scenario), n_games, threads=threads, after=RESTART)
    batch.final = np.zeros((n_games, 0), np.float32)
    batch.reset(seed=1)
    actions = np.zeros(n_games, np.int64)
    seed = [1]

    def run(seconds: float) -> float:
        spent, done = 0.0, 0
        while spent < seconds:
            seed[0] += 1
            choose(batch.masks, actions, seed[0])
            since = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - since
            done += n_games
        return done / spent

    run(0.01)
    return run


def bot_speed(ruleset: Ruleset, scenario: str, bot: str, threads: int) -> Callable[[float], float]:
    """Decisions a second of a bot against itself, whole games."""
    settled = ruleset.scenario(scenario)
    batch = Batch(settled, GAMES * threads, [ruleset.bot(bot)] * settled.seats, threads=threads, observe=False)
    seed = [1]

    def run(seconds: float) -> float:
        since, done = time.perf_counter(), 0
        while time.perf_counter() - since < seconds:
            seed[0] += 1
            batch.reset(seed=seed[0])
            done += int(batch.games["decisions"].sum())
        return done / (time.perf_counter() - since)

    return run


def resets(ruleset: Ruleset, scenario: str) -> Callable[[float], float]:
    """Games started a second."""
    batch = Batch(ruleset.scenario(scenario), 256)

    def run(seconds: float) -> float:
        since, done = time.perf_counter(), 0
        while time.perf_counter() - since < seconds:
            batch.reset(seed=done)
            done += batch.n
        return done / (time.perf_counter() - since)

    return run


def clones(ruleset: Ruleset, scenario: str) -> Callable[[float], float]:
    """Copies of a running game a second, one at a time from Python."""
    batch = Batch(ruleset.scenario(scenario), 2)
    batch.reset(seed=1)

    def run(seconds: float) -> float:
        since, done = time.perf_counter(), 0
        while time.perf_counter() - since < seconds:
            for _ in range(1000):
                batch.games[1] = batch.games[0]
            done += 1000
        return done / (time.perf_counter() - since)

    return run


def first_step(ruleset: Ruleset, scenario: str, cache: str | None) -> float:
    """Seconds from a new process to the end of its first step."""
    environment = dict(os.environ) if cache is None else {**os.environ, "SKIRMISH_CACHE_DIR": cache}
    code = _FIRST_STEP.format(name=ruleset.name, scenario=scenario)
    root = Path(__file__).resolve().parents[1]
    out = subprocess.run([sys.executable, "-c", code], env=environment, cwd=root, check=True, capture_output=True, text=True)
    return float(out.stdout.split()[-1])


def medians(measures: dict[str, Callable[[float], float]], seconds: float, rounds: int) -> dict[str, float]:
    """Median of interleaved rounds of every measure."""
    seen: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            seen[name].append(measure(seconds))
    return {name: statistics.median(values) for name, values in seen.items()}


def main() -> None:
    """Measure, print, and write JSON if asked."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measure in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rulesets", nargs="+", default=list(envs.available()))
    parser.add_argument("--no-compile", action="store_true", help="leave out the cold start")
    parser.add_argument("--no-training", action="store_true", help="leave out the training loops")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    arguments = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    for name in arguments.rulesets:
        figures[name] = report(ruleset_of(name), arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2))


def report(ruleset: Ruleset, arguments: argparse.Namespace) -> dict[str, float]:
    """All figures of one ruleset, printed as they come."""
    from pettingzoo.classic import connect_four_v3

    out: dict[str, float] = {}
    small, standard = measured_scenario(ruleset, "small"), measured_scenario(ruleset)
    cores, bars = os.cpu_count() or 1, BARS.get(ruleset.name, Bars())
    print(f"{ruleset.title}: {standard} (standard), {small} (small), {cores} cores")

    def line(what: str, value: float, unit: str = "", need: str = "") -> None:
        out[what] = value
        print(f"  {what:<58}{value:>14,.2f} {unit:<4}{need}", flush=True)

    strongest = ruleset.bots[-1]
    speed = medians({
        "miniature": Miniature(GAMES).decisions_per_second,
        "connect four": lambda s: aec_decisions_per_second(connect_four_v3.env(), s),
        "one": kernel_speed(ruleset, standard, 1),
        "all": kernel_speed(ruleset, standard, cores),
        "small": kernel_speed(ruleset, small, 1),
        "aec": lambda s: aec_decisions_per_second(envs.make(ruleset.name, scenario=standard), s),
        "aec small": lambda s: aec_decisions_per_second(envs.make(ruleset.name, scenario=small), s),
        "bot": bot_speed(ruleset, small, strongest, cores),
        "bot standard": bot_speed(ruleset, standard, strongest, cores),
        "resets": resets(ruleset, standard),
        "clones": clones(ruleset, standard),
    }, arguments.seconds, arguments.rounds)  # fmt: skip
    base = speed["connect four"]
    line("connect_four_v3.env(), AEC loop", base, "/s")
    line("miniature engine, one thread", speed["miniature"], "/s")
    line(f"{standard}, one thread", speed["one"], "/s")
    line("  times connect four", speed["one"] / base, "x", f"(at least {bars.times})")
    line("  of the miniature", speed["one"] / speed["miniature"], "x", f"(at least {bars.miniature})")
    line(f"{standard}, {cores} threads", speed["all"], "/s")
    line(f"{small}, one thread", speed["small"], "/s")
    line(f"AEC loop, {standard}", speed["aec"], "/s")
    line("  AEC times connect four", speed["aec"] / base, "x", f"(at least {bars.aec})")
    line(f"AEC loop, {small}", speed["aec small"], "/s")
    line("  AEC times connect four, small", speed["aec small"] / base, "x")
    line(f"bot:{strongest}, {small}, {cores} threads", speed["bot"], "/s")
    line(f"bot:{strongest}, {standard}, {cores} threads", speed["bot standard"], "/s")
    line("resets", speed["resets"], "/s", "(at least 10,000)")
    line("clones from Python", speed["clones"], "/s", "(at least 100,000)")
    line("bytes of a game", ruleset.state.itemsize, "B", f"(at most {bars.size:,})")
    line("bytes of the shared tables", ruleset.scenario(standard).tables.nbytes, "B")
    line("new process to first step, warm cache", first_step(ruleset, standard, None), "s", "(at most 2)")
    if not arguments.no_compile:
        with tempfile.TemporaryDirectory() as cache:
            line("new process to first step, cold cache", first_step(ruleset, standard, cache), "s", f"(at most {bars.cold})")
    if not arguments.no_training:
        from bench.training import training_rates

        ranks = min(cores, 4)  # 256 games, 64 for each
        one, several, stock = training_rates(ruleset, small, ranks)
        line("PPO loop, one rank", one, "/s")
        line(f"PPO loop, {ranks} ranks", several, "/s")
        line("  times one rank", several / one, "x", "(at least 1.7 with 2)")
        line("PPO loop, MaskablePPO with defaults on the AEC env", stock, "/s")
        line("  ours times theirs", several / stock, "x", "(at least 22)")
    return out


if __name__ == "__main__":
    main()
