"""Does this installation play as it should? A known game of every ruleset, answer by answer, and what a network thinks of it.

skirmish-rl selftest [GAME ...]

The games stand in `shipped/selftest.toml`: they are golden games of the tests. A game must come out the same to the last byte on every
machine; what a network thinks may differ by the rounding of its sums. Exit code 0 where all is as it should be, 1 where anything is not.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from skirmish_rl import __version__
from skirmish_rl.agents.names import trained_agent
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.agents.shipped import AGENTS
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.tables import build, fail, read_toml
from skirmish_rl.envs.core.trace import record_hash
from skirmish_rl.envs.registry import available, ruleset_of

KNOWN = AGENTS / "selftest.toml"
_CLOSE = 0.01  # of two chances: sums are rounded otherwise elsewhere, weights that were read wrongly are farther off


@dataclass(frozen=True)
class Known:
    """A game as it must come out.

    Attributes:
        version: of the ruleset. scenario: its name. seed: of the game.
        answers: flat actions, from the first decision to the last.
        positions: hashes of the record, that of the start first; several on a line.
        asked: numbers of decisions before which the network is asked. favourites: what it likes best there. chances: how much.
    """

    version: int
    scenario: str
    seed: int
    answers: tuple[int, ...]
    positions: tuple[str, ...]
    asked: tuple[int, ...]
    favourites: tuple[int, ...]
    chances: tuple[float, ...]


def read_known(ruleset: Ruleset, path: Path = KNOWN) -> Known:
    """The known game of a ruleset.

    Raises:
        DataError: the file cannot be used, has no game of it, or one of another version.
    """
    games = read_toml(path)
    if ruleset.name not in games:
        raise fail(path, ruleset.name, f"no known game of it; there are {', '.join(games)}")
    known: Known = build(Known, games[ruleset.name], path, ruleset.name)
    if known.version != ruleset.version:
        raise fail(
            path,
            ruleset.name,
            f"a game of version {known.version}, these rules are version {ruleset.version}; `make golden` writes it anew",
        )
    return known


def opinion(agent: NetworkAgent, batch: Batch) -> tuple[int, float, dict[int, float]]:
    """What a network likes best in the first game of a batch, how much, and how much it likes every legal action."""
    judged = agent.network.judge(batch, np.zeros(1, np.int64))
    count = int(judged.offsets[1] - judged.offsets[0])
    chances = dict(zip(judged.numbers[:count].tolist(), np.exp(judged.log_probs[0, :count]).tolist(), strict=True))
    favourite = max(chances, key=lambda action: chances[action])
    return favourite, chances[favourite], chances


def difference(ruleset: Ruleset, known: Known) -> str:
    """Play a known game; in what it first differs, "" for nothing.

    Raises:
        SkirmishError: rules or network cannot be loaded, or an answer is refused.
    """
    scenario = ruleset.scenario(known.scenario)
    agent = trained_agent(ruleset.name, scenario)
    batch = Batch(scenario, 1)
    batch.reset(seed=known.seed)
    asked = {number: (action, chance) for number, action, chance in zip(known.asked, known.favourites, known.chances, strict=True)}
    for number, expected in enumerate(" ".join(known.positions).split()):
        reached = record_hash(batch.games[0])
        if reached != expected:
            return f"after {number} answers the position is {reached}, it should be {expected}"
        if number in asked:
            action, chance = asked[number]
            now = opinion(agent, batch)[2].get(action, 0.0)
            if not abs(now - chance) <= _CLOSE:
                return f"after {number} answers the network gives action {action} a chance of {now:.3f}, it should be {chance:.3f}"
        if number < len(known.answers):
            batch.step(batch.check(np.array([known.answers[number]])))
    return "" if batch.over[0] else f"after {len(known.answers)} answers the game should be over"


def selftest(words: Sequence[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, 1 where a game does not come out as it must, 2 for a wrong command.
    """
    about = "play a known game of every ruleset, and check what a network thinks of it"
    grammar = LineParser(prog="skirmish-rl selftest", description=about)
    grammar.add_argument("ruleset", nargs="*", metavar="GAME", help="a name that `list` shows; default: every game")
    rulesets = [ruleset_of(name) for name in grammar.parse_args(list(words)).ruleset or available()]
    print(
        f"skirmish-rl {__version__}, Python {platform.python_version()}, NumPy {np.__version__}, {platform.system()} {platform.machine()}"
    )
    if INTERPRETED:
        print("rules run as plain Python: minutes instead of seconds")
    failed, began = 0, time.perf_counter()
    for ruleset in rulesets:
        start = time.perf_counter()
        try:
            known = read_known(ruleset)
            wrong = difference(ruleset, known)
        except (SkirmishError, OSError) as error:
            wrong = str(error)
        took = time.perf_counter() - start
        right = "" if wrong else f"{len(known.answers)} answers, {len(known.asked)} opinions of its network, {took:.1f} s"
        print(f"{ruleset.name}: {f'NOT AS IT SHOULD BE: {wrong}' if wrong else right}", flush=True)
        failed += bool(wrong)
    total = f"{time.perf_counter() - began:.1f} s"
    print(f"{failed} of {len(rulesets)} games are not as they should be" if failed else f"all is as it should be, {total}")
    return int(failed > 0)
