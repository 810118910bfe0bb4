"""Sight and cover worked out anew from DG-6 and DG-7, with exact fractions: what the packed answers are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

At = tuple[int, int]
TENTHS = ((0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4))  # ends of the five segments, from the middles of the bases
BODY = Fraction(3, 2)
EYE = 1


@dataclass
class Ground:
    """A board in inches: cells not named are floor; walls by the two cells of their side."""

    levels: dict[At, int] = field(default_factory=dict)
    pillars: set[At] = field(default_factory=set)
    low: set[frozenset[At]] = field(default_factory=set)
    tall: set[frozenset[At]] = field(default_factory=set)

    def level(self, at: At) -> int:
        return self.levels.get(at, 0)

    def column(self, at: At) -> int:
        return 6 if at in self.pillars else self.level(at)

    def wall(self, a: At, b: At, low: bool) -> Fraction:
        """How high a wall on the side between two cells reaches; one stands on the higher of them."""
        side = frozenset((a, b))
        height = Fraction(3) if side in self.tall else Fraction(3, 2) if low and side in self.low else None
        return Fraction(0) if height is None else height + max(self.level(a), self.level(b))


@dataclass
class Segment:
    """From one base to another, at heights above the ground."""

    start: At
    end: At
    low: Fraction
    high: Fraction
    offset: At = (0, 0)

    def at(self, t: Fraction) -> tuple[Fraction, Fraction]:
        (x, y), (i, j) = self.start, self.end
        shift = [Fraction(1, 2) + Fraction(tenths, 10) for tenths in self.offset]
        return x + shift[0] + t * (i - x), y + shift[1] + t * (j - y)

    def height(self, t: Fraction) -> Fraction:
        return self.low + t * (self.high - self.low)

    def crossings(self) -> list[Fraction]:
        """Where it meets the lines of the grid."""
        times = set()
        (x0, y0), (x1, y1) = self.at(Fraction(0)), self.at(Fraction(1))
        for begin, end in ((x0, x1), (y0, y1)):
            if begin != end:
                times |= {Fraction(k - begin) / (end - begin) for k in range(31)}
        return sorted(t for t in times if 0 < t < 1)

    def pieces(self) -> Iterator[tuple[At, Fraction, Fraction]]:
        """The cells whose inside it passes, in order, from and to which part of it."""
        times = [Fraction(0), *self.crossings(), Fraction(1)]
        for begin, end in zip(times, times[1:], strict=False):
            x, y = self.at((begin + end) / 2)
            yield (int(x), int(y)), begin, end

    def passes(self, ground: Ground, low_walls: bool = False, bare: At | None = None) -> bool:
        """True if terrain leaves it open. `bare`: a cell whose own sides do not count."""

        def closed(a: At, b: At, height: Fraction) -> bool:
            return bare not in (a, b) and ground.wall(a, b, low_walls) > height

        before = None
        for cell, begin, end in self.pieces():
            if cell not in (self.start, self.end) and min(self.height(begin), self.height(end)) < ground.column(cell):
                return False
            if before is not None:
                height = self.height(begin)
                if cell[0] != before[0] and cell[1] != before[1]:
                    ways = [(cell[0], before[1]), (before[0], cell[1])]
                    if all(ground.column(way) > height or closed(before, way, height) or closed(way, cell, height) for way in ways):
                        return False
                elif closed(before, cell, height):
                    return False
            before = cell
        return True

    def meets(self, at: At, foot: Fraction) -> bool:
        """True if a fighter in a cell is in its way."""
        for cell, begin, end in self.pieces():
            if cell == at:
                low, high = sorted((self.height(begin), self.height(end)))
                return bool(low <= foot + BODY and high >= foot)
        return False


def segments(a: At, b: At, foot_a: Fraction, foot_b: Fraction) -> list[Segment]:
    """The five of DG-6."""
    return [Segment(a, b, foot_a + EYE, foot_b + EYE, offset) for offset in TENTHS]


def sees(ground: Ground, a: At, b: At, foot_a: Fraction, foot_b: Fraction, others: dict[At, Fraction]) -> bool:
    """DG-6: at least one segment is open."""
    return any(
        segment.passes(ground) and not any(segment.meets(at, foot) for at, foot in others.items())
        for segment in segments(a, b, foot_a, foot_b)
    )


def covered(ground: Ground, a: At, b: At, foot_a: Fraction, foot_b: Fraction) -> bool:
    """DG-7: the fighter in b has cover against the one in a."""
    if foot_b - foot_a >= 3:
        return True
    gap2 = sum(max(0, abs(p - q) - 1) ** 2 for p, q in zip(a, b, strict=True)) + (foot_a - foot_b) ** 2
    return not segments(a, b, foot_a, foot_b)[0].passes(ground, low_walls=True, bare=a if gap2 > 1 else None)
