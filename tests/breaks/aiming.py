"""Breaks aimed at clauses that no broken rule is known to fail: the functions that cite them, on the tests that name them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.breaks.sites import Break, choose
from tests.breaks.trying import Outcome, Trial, clauses_of


class AimedTrial(Trial):
    """Tries breaks for one clause after another, until a test that names the clause has failed.

    Only tests that name one of the clauses run, so that a break that passes them all is no survivor: others may notice it.

    Args:
        breaks: all that there are.
        clauses: those without a proof, in this order.
        tries: breaks for each clause at most, all if 0; seed: which ones.
    """

    def __init__(
        self, files: list[Path], breaks: list[Break], memory: Path, tell: Callable[[Outcome], None],
        clauses: list[str], tries: int, seed: int,
    ):  # fmt: skip
        super().__init__(files, breaks, memory, tell)
        self.clauses, self.tries, self.seed = clauses, tries, seed
        self.tried: dict[str, int] = defaultdict(int)  # breaks for each clause

    def is_wanted(self, item: pytest.Item) -> bool:
        return not clauses_of(item).isdisjoint(self.clauses)

    def candidates(self, broken: Break) -> tuple[list[str], list[str]]:
        return super().candidates(broken)[0], []

    def to_try(self) -> Iterator[Break]:
        for clause in self.clauses:
            seen = {outcome.broken.id for outcome in self.outcomes}
            citing = [one for one in self.breaks if clause in one.clauses and one.id not in seen]
            hopeful = [one for one in citing if self._can_prove(one, clause)]
            self.tried[clause] = sum(clause in outcome.broken.clauses for outcome in self.outcomes)
            for one in choose(hopeful, self.tries, self.seed):
                if self.is_proved(clause):
                    break
                self.tried[clause] += 1
                yield one

    def _can_prove(self, broken: Break, clause: str) -> bool:
        """True if a test that names the clause runs the function."""
        return any(clause in clauses_of(self.items[test]) for test in self.candidates(broken)[0])

    def is_proved(self, clause: str) -> bool:
        return any(clause in outcome.proofs for outcome in self.outcomes)

    def unproved(self) -> dict[str, str]:
        """Clauses still without a proof, with the reason."""
        cited = {clause for one in self.breaks for clause in one.clauses}
        named = {clause for item in self.items.values() for clause in clauses_of(item)}
        return {
            clause: "no function of the rules cites it" if clause not in cited
            else "no test that can be tried names it" if clause not in named
            else f"{self.tried[clause]} breaks were tried" if self.tried[clause]
            else "no test that names it runs a function that cites it"
            for clause in self.clauses
            if not self.is_proved(clause)
        }  # fmt: skip
