"""What agents see in known games, as hashes: of every decision of the golden traces and of a dozen generated worlds of each ruleset.

A hash is of the observation of every seat, of the position's features, and of the rows of all legal actions. One game of each ruleset is
kept in whole numbers, so that a difference is named: which column, row and decision. `python -m tests.seen` writes them anew.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.sources import levels
from skirmish_rl.envs.core.trace import read_answers, read_files, read_header, scenario_of
from skirmish_rl.envs.registry import available, ruleset_of

FOLDER = Path(__file__).parent / "traces"
WORLDS = 12
KEPT = "duel"  # the scenario whose game is kept in whole numbers
EVERY = 10  # of its decisions, one in so many
_LINE = 16  # hashes


class Seen(NamedTuple):
    """What there is to see at one decision.

    Attributes:
        observations: float32 (seats, features). positions: float32 (features + position features,). rows: float32 (legal actions, action
            features).
        numbers: int64 (legal actions,).
    """

    observations: np.ndarray
    positions: np.ndarray
    rows: np.ndarray
    numbers: np.ndarray

    def hash(self) -> str:
        """Six hexadecimal digits."""
        digest = hashlib.blake2b(digest_size=3)
        for array in self:
            digest.update((array + 0.0 if array.dtype.kind == "f" else array).tobytes())  # 0.0 and -0.0 are the same
        return digest.hexdigest()


def columns_of(scenario: Scenario) -> list[str]:
    """Names of all columns: of an observation, of a position, of an action's row."""
    ruleset = scenario.ruleset
    more = [f"position.{name}" for name in ruleset.position_features] + [f"action.{name}" for name in ruleset.action_features]
    return [*scenario.features.names(), *more]


def watched(scenario: Scenario, seed: int, choose: Callable[[Batch, int], int]) -> Iterator[Seen]:
    """Play a game and look at every decision.

    Args:
        choose: the answer to the pending decision, the n-th from 0 on; -1 leaves the game there.
    """
    batch, one = Batch(scenario, 1), np.zeros(1, np.int64)
    batch.reset(seed=seed)
    number = 0
    while not batch.over[0]:
        described = batch.encode_actions(one)
        looks = np.array([batch.look(0, seat)[0] for seat in range(scenario.seats)])
        yield Seen(looks, described.positions[0].copy(), described.rows.copy(), described.numbers.copy())
        action = choose(batch, number)
        if action < 0:
            return
        batch.step(np.array([action]))
        number += 1


def games_of(ruleset: Ruleset) -> Iterator[tuple[str, Scenario, int, Callable[[Batch, int], int]]]:
    """The games that are looked at: name, scenario, seed, and who answers."""
    for path in sorted(FOLDER.glob(f"{ruleset.name}-*.txt")):
        text = path.read_text(encoding="utf-8")
        header, answers = read_header(text), read_answers(text)

        def repeat(batch: Batch, number: int, answers: list = answers) -> int:
            if number >= len(answers):
                return -1
            return ruleset.layout.parse(answers[number].said, int(batch.games[0]["decision"]))

        yield path.stem, scenario_of(header, read_files(text)), int(header["seed"]), repeat
    for world in range(WORLDS):

        def spread(batch: Batch, number: int, world: int = world) -> int:
            legal = np.flatnonzero(batch.masks[0])
            return int(legal[(number * 2_654_435_761 + world * 97 >> 8) % len(legal)])

        yield f"skirmish-{world}", ruleset.scenario(f"skirmish:{world}"), world, spread


def hashes_of(ruleset: Ruleset) -> dict[str, list[str]]:
    """Of every game, the hash of its columns' names, then one of each decision."""
    found = {}
    for name, scenario, seed, choose in games_of(ruleset):
        names = hashlib.blake2b("\n".join(columns_of(scenario)).encode(), digest_size=3).hexdigest()
        found[name] = [names, *(seen.hash() for seen in watched(scenario, seed, choose))]
    return found


def whole_of(ruleset: Ruleset) -> dict[str, np.ndarray]:
    """One game in whole numbers: names of columns, and what is seen at one in so many decisions."""
    name = f"{ruleset.name}-{KEPT}-{ruleset.seats[0]}"
    scenario, seed, choose = next(tuple(rest) for found, *rest in games_of(ruleset) if found == name)
    seen = [one for k, one in enumerate(watched(scenario, seed, choose)) if k % EVERY == 0]
    return {
        "columns": np.array(columns_of(scenario)), "observations": np.array([one.observations for one in seen]),
        "positions": np.array([one.positions for one in seen]), "rows": np.concatenate([one.rows for one in seen]),
        "numbers": np.concatenate([one.numbers for one in seen]), "counts": np.array([len(one.rows) for one in seen]),
    }  # fmt: skip


def text_of(found: dict[str, list[str]]) -> str:
    """Hashes as a file has them; floats are the same on processors of one level."""
    lines = [f"seen 1 {levels()[0]}"]
    for name, hashes in found.items():
        lines += [name, *(f"  {' '.join(hashes[k : k + _LINE])}" for k in range(0, len(hashes), _LINE))]
    return "\n".join(lines) + "\n"


def read(ruleset: str) -> tuple[str, dict[str, list[str]]]:
    """The level of the processor that has made a file, and its hashes."""
    head, *lines = (FOLDER / f"{ruleset}.seen").read_text(encoding="utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("  "):
            found[[*found][-1]] += line.split()
        else:
            found[line] = []
    return head.split()[-1], found


def write(ruleset: Ruleset) -> None:
    """Write the two files of a ruleset."""
    (FOLDER / f"{ruleset.name}.seen").write_text(text_of(hashes_of(ruleset)), encoding="utf-8")
    inside = io.BytesIO()
    np.savez_compressed(inside, **whole_of(ruleset))  # type: ignore[arg-type]
    (FOLDER / f"{ruleset.name}.npz").write_bytes(inside.getvalue())


if __name__ == "__main__":
    for known in available():
        write(ruleset_of(known))
        print(known, flush=True)
