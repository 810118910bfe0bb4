"""What the tables for rulings share: a game, dictated dice, playing by text. Each ruleset's `table.py` puts things on its board."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view


class GameTable:
    """One game of a scenario. As a context manager it checks at its end that exactly the dictated dice were rolled."""

    scenario: Scenario

    def _start(self, scenario: Scenario, seed: int) -> None:
        self.scenario = scenario
        self.batch = Batch(scenario, 1)
        self.batch.reset(seed=seed)
        self.state = self.batch.games[0]
        self._dictated = False

    @property
    def _s(self) -> Any:
        return view(self.state) if INTERPRETED else self.state

    @property
    def _t(self) -> Any:
        tables = self.scenario.tables[int(self.state["variant"])]
        return view(tables) if INTERPRETED else tables

    def run(self) -> None:
        """Go on to the next decision."""
        self.batch.step(np.array([-1]))

    def dice(self, *faces: int) -> None:
        """The faces that must fall next."""
        s = self.state
        left = s["tape"][int(s["tape_next"]) : int(s["tape_end"])].tolist() + list(faces)
        s["tape"][: len(left)] = left
        s["tape_next"], s["tape_end"] = 0, len(left)
        self._drawn = int(s["drawn"][0])
        self._dictated = True

    def done(self) -> None:
        """Check that exactly the dictated dice were rolled."""
        s = self.state
        left = s["tape"][int(s["tape_next"]) : int(s["tape_end"])].tolist()
        assert not left, f"dice not rolled: {left}"
        if self._dictated:
            assert int(s["drawn"][0]) == self._drawn, "more dice were rolled than dictated"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, *rest: Any) -> None:
        if kind is None:
            self.done()

    def numbered(self, text: str) -> str:
        """A text in which the table's own names stand as the numbers that the layout reads."""
        return text

    def play(self, *texts: str) -> None:
        """Answer decisions in their text form."""
        for text in texts:
            action = self.scenario.ruleset.layout.parse(self.numbered(text), int(self.state["decision"]))
            where = f"{self.decision} of seat {self.decider}"
            assert self.batch.masks[0, action], f"{text!r} is illegal at {where}: {sorted(self.legal())[:40]}"
            self.batch.step(np.array([action]))
            assert not self.state["fault"]

    def legal(self) -> set[str]:
        """Texts of the legal actions."""
        layout, decision = self.scenario.ruleset.layout, int(self.state["decision"])
        return {layout.text(int(a), decision) for a in np.flatnonzero(self.batch.masks[0])}

    def can(self, text: str) -> bool:
        return text in self.legal()

    def random_until(self, decision: str, seed: int = 0, limit: int = 5000) -> bool:
        """Play random legal actions until a decision is pending; False if the game ended first."""
        rng = np.random.default_rng(seed)
        for _ in range(limit):
            if self.over or self.decision == decision:
                break
            self.batch.step(np.array([rng.choice(np.flatnonzero(self.batch.masks[0]))]))
        return self.decision == decision

    @property
    def decision(self) -> str:
        return self.scenario.ruleset.decisions(int(self.state["decision"])).name

    @property
    def decider(self) -> int:
        return int(self.state["decider"])

    @property
    def over(self) -> bool:
        return bool(self.state["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.scenario.seats) if int(self.state["winners"]) >> seat & 1)

    @property
    def rewards(self) -> list[float]:
        outcome = outcome_of(self.state, self.scenario.ruleset.reasons)
        return [] if outcome is None else list(outcome.rewards)
