"""A designer's question: is this force worth its points?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skirmish_rl.agents.balance.meetings import Field, Meeting, label_of
from skirmish_rl.agents.balance.sheets import interval, percent
from skirmish_rl.agents.results.wilson import wilson

_AS_DEAR = 0.02  # points that differ by a smaller share are not spoken of


@dataclass(frozen=True)
class Worth:
    """How a force did against others.

    Attributes:
        points: its own, None where the game puts no price on forces. costs: the others'.
    """

    force: str
    others: tuple[str, ...]
    points: int | None
    costs: tuple[int, ...]
    score: float
    games: int
    seats: int

    @property
    def ends(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return wilson(self.score, self.games)

    def verdict(self) -> str:
        """What the interval says."""
        low, high = self.ends
        value = "what the others are worth" if self.points is None else "its points"
        if low <= 1 / self.seats <= high:
            return f"it is worth {value}, as far as so many games can tell"
        return f"it is worth {'more' if low > 1 / self.seats else 'less'} than {value}"

    def price(self) -> str:
        """How its price differs from the others', "" where it hardly does."""
        if self.points is None or not self.costs:
            return ""
        more = self.points / float(np.mean(self.costs)) - 1
        return f"; it costs {abs(more):.0%} {'more' if more > 0 else 'less'} than they do" if abs(more) > _AS_DEAR else ""

    def sentence(self, agent: str) -> str:
        """The answer."""
        names = ", ".join(map(label_of, self.others))
        against = names if len(self.others) == 1 else f"{len(self.others)} forces ({names})"
        own, span = "", ""
        if self.points is not None:
            low, high = min(self.costs), max(self.costs)
            own, span = f" ({self.points} points)", f" of {low} points" if low == high else f" of {low} to {high} points"
        swapped = (
            "seats swapped" if self.seats == 2 else f"alone among copies of the other, {percent(1 / self.seats)} being an equal share"
        )
        return (
            f"{label_of(self.force)}{own} scores {percent(self.score)} ({interval(*self.ends)}) in {self.games:,} games against "
            f"{against}{span}, "
            f"{agent} on all seats, {swapped}: {self.verdict()}{self.price()}."
        )


def worth_of(field: Field, force: str, meetings: Sequence[Meeting]) -> Worth:
    """How a force did in its meetings with others, each of them weighed alike."""
    others = tuple(meeting.second for meeting in meetings)
    return Worth(
        force, others, field.points(force), tuple(cost for cost in map(field.points, others) if cost is not None),
        float(np.mean([meeting.score for meeting in meetings])), sum(meeting.games for meeting in meetings), field.settle().seats,
    )  # fmt: skip
