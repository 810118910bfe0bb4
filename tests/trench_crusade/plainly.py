"""Sight, cover, routes, charges and retreats from the dossier, slowly and without tables, to compare the rules with."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

At = tuple[int, int]
AROUND = [(i, j) for j in (-1, 0, 1) for i in (-1, 0, 1) if (i, j) != (0, 0)]
STRAIGHT = [(0, -1), (-1, 0), (1, 0), (0, 1)]
HEIGHTS = {"wall": 3, "landmark": 4}
TOPS = {"wall": 3, "landmark": 4, "low_wall": 1}
EPS = 1e-9
Step = tuple[At, int, int, bool]  # where to, tenths of an inch, tests, needs free cells at both ends


@dataclass
class Ground:
    """A board by the terrain of its cells (table T6)."""

    terrain: dict[At, str]
    trench: dict[At, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for at, kind in self.terrain.items():
            if kind == "trench" and at not in self.trench:
                todo = [at]
                while todo:
                    x, y = here = todo.pop()
                    if self.terrain.get(here) == "trench" and here not in self.trench:
                        self.trench[here] = at[0] * 1000 + at[1]
                        todo += [(x + i, y + j) for i, j in AROUND]

    def height(self, at: At) -> int:
        return HEIGHTS.get(self.terrain[at], 0)

    def top(self, at: At) -> int:
        return TOPS.get(self.terrain[at], 0)

    # ---- Grid

    def distance(self, a: At, b: At) -> float:
        gap = max(0.0, math.dist(a, b) - 1)
        return math.hypot(gap, self.height(a) - self.height(b))

    def within(self, a: At, b: At, inches: float) -> bool:
        return self.distance(a, b) <= inches + EPS

    # ---- LOS and cover

    def crossings(self, a: At, b: At, shift: float) -> Iterator[tuple[At, float]]:
        """Cells whose inside a shifted segment meets, own ones excluded, and where along it the middle of the crossing is."""
        (ax, ay), (bx, by) = a, b
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        ox, oy = ax - shift * dy / length, ay + shift * dx / length
        for x in range(min(ax, bx) - 1, max(ax, bx) + 2):
            for y in range(min(ay, by) - 1, max(ay, by) + 2):
                low, high = 0.0, 1.0
                for start, step, middle in ((ox, dx, x), (oy, dy, y)):
                    if step == 0:
                        if not middle - 0.5 < start < middle + 0.5:
                            low, high = 1.0, 0.0
                    else:
                        ends = sorted(((middle - 0.5 - start) / step, (middle + 0.5 - start) / step))
                        low, high = max(low, ends[0]), min(high, ends[1])
                if high - low > EPS and (x, y) not in (a, b):
                    yield (x, y), (low + high) / 2

    def sees(self, a: At, b: At) -> bool:
        if a == b:
            return True
        eye, climb = self.height(a) + 1.5, self.height(b) - self.height(a)
        return any(
            all(not self.top(c) or self.top(c) < eye + climb * t - EPS for c, t in self.crossings(a, b, shift)) for shift in (-0.4, 0, 0.4)
        )

    def covered(self, a: At, b: At) -> bool:
        """True if a model in b has cover from one in a."""
        if a == b:
            return False
        if self.terrain[b] == "low_wall" or (self.terrain[b] == "trench" and self.trench.get(a) != self.trench[b]):
            return True
        beside = {(b[0] + i, b[1] + j) for i, j in AROUND} - {a}
        return any(c in beside and self.top(c) >= self.height(b) + 0.5 for shift in (-0.4, 0, 0.4) for c, _ in self.crossings(a, b, shift))

    # ---- Movement

    def steps(self, here: At, budget: int, mode: str, mover: str) -> Iterator[Step]:
        """Steps and jumps from a cell in a mode of movement."""
        for i, j in AROUND:
            there = (here[0] + i, here[1] + j)
            if self.terrain.get(there, "landmark") == "landmark":
                continue
            corners = [(here[0] + i, here[1]), (here[0], here[1] + j)]
            if i and j and all(self.terrain[corner] in ("wall", "landmark") for corner in corners):
                continue
            cost, tests, special = 14 if i and j else 10, 0, False
            if self.terrain[there] == "crater" and mover != "sure_footed":
                cost *= 2
            rise = self.height(there) - self.height(here)
            if rise and not (i and j) and "stairs" in (self.terrain[here], self.terrain[there]):
                cost += 30
            elif rise > 0 or (rise < 0 and mode == "risk" and mover != "levitating"):
                cost, special = cost + 30, mover != "levitating"
                tests += special
                if mode == "walk" and mover != "levitating":
                    continue
            elif rise < 0:
                special = True
                if mode == "walk" and mover != "levitating":
                    continue
            if self.terrain[there] == "wire" and self.terrain[here] != "wire":
                if mode == "walk":
                    continue
                tests, special = tests + 1, True
            yield there, cost, tests, special
        for i, j in STRAIGHT:
            width, there = 0, (here[0] + i, here[1] + j)
            while there in self.terrain and self.height(there) < self.height(here):
                width, there = width + 1, (there[0] + i, there[1] + j)
            lands = there in self.terrain and self.height(there) == self.height(here) and self.terrain[there] != "landmark"
            if width and lands and 20 * width <= budget and (mode != "walk" or mover == "levitating"):
                yield there, 10 * (width + 1), int(mover != "levitating"), mover != "levitating"

    def spread(self, start: At, budget: int, mode: str, mover: str, barred: set[At], friends: set[At]) -> dict[tuple[At, int], int]:
        """The lowest cost of each cell by each number of tests, up to a budget."""
        best, todo = {(start, 0): 0}, [(0, start, 0)]
        while todo:
            cost, here, tests = heapq.heappop(todo)
            if best[here, tests] < cost:
                continue
            for there, more, rolls, special in self.steps(here, budget, mode, mover):
                key, new = (there, tests + rolls), cost + more
                if there in barred or (special and (there in friends or (here in friends and here != start))):
                    continue
                if new <= budget and key[1] <= 8 and new < best.get(key, budget + 1):
                    best[key] = new
                    heapq.heappush(todo, (new, *key))
        return best

    def offers(self, start: At, budget: int, mover: str) -> set[str]:
        """The modes that differ from walking here, other models left out."""
        modes = {"walk"}
        for mode in ("risk", "drop"):
            for (here, _), cost in self.spread(start, budget, mode, mover, set(), set()).items():
                for there, more, tests, special in self.steps(here, budget, mode, mover):
                    drop = mover != "levitating" and special and self.height(there) <= self.height(here) - 3
                    if cost + more <= budget and (tests > 0 if mode == "risk" else drop):
                        modes.add(mode)
        return modes

    def route(
        self, start: At, goal: At, budget: int, mode: str, mover: str, barred: set[At], friends: set[At], limit: int = 0
    ) -> list[At]:
        """The route to a cell: fewest tests, lowest cost, then from the end back the lowest cell before each."""
        best = self.spread(start, limit or budget, mode, mover, barred, friends)
        tests = min(n for at, n in best if at == goal)
        return self.back(best, start, goal, tests, budget, mode, mover, friends)

    def back(
        self,
        best: dict[tuple[At, int], int],
        start: At,
        goal: At,
        tests: int,
        budget: int,
        mode: str,
        mover: str,
        friends: set[At],
    ) -> list[At]:
        """The cells of the best route with so many tests, from the end back."""
        path: list[At] = []
        here = goal
        while here != start:
            path.append(here)
            before = []
            for (at, n), cost in best.items():
                for there, more, rolls, special in self.steps(at, budget, mode, mover):
                    free = not special or (here not in friends and (at == start or at not in friends))
                    if there == here and free and n + rolls == tests and cost + more == best[here, tests]:
                        before.append((at[1], at[0], n))
            y, x, tests = min(before)
            here = (x, y)
        return path[::-1]

    def spread_far(self, start: At, budget: int, mover: str, barred: set[At], friends: set[At]) -> dict[tuple[At, int], int]:
        """The lowest cost of each cell by each number of tests on the ways of a charge, however long they are."""
        best, todo = {(start, 0): 0}, [(0, 0, start)]
        while todo:
            cost, tests, here = heapq.heappop(todo)
            if best[here, tests] < cost:
                continue
            for there, more, rolls, special in self.steps(here, budget, "drop", mover):
                key, new = (there, tests + rolls), cost + more
                if there in barred or (special and (there in friends or (here in friends and here != start))):
                    continue
                if key[1] <= 6 and new < best.get(key, 9999):
                    best[key] = new
                    heapq.heappush(todo, (new, key[1], there))
        return best

    # ---- Zones

    def zone(self, enemies: Iterable[At], inches: float = 1) -> set[At]:
        """All cells within 1" of enemies."""
        return {at for at in self.terrain for enemy in enemies if abs(at[0] - enemy[0]) <= 2 and self.within(at, enemy, inches)}

    def contact(self, target: At, held: set[At]) -> set[At]:
        cells = {(target[0] + i, target[1] + j) for i, j in AROUND}
        return {at for at in cells & set(self.terrain) - held if self.height(at) == self.height(target)}

    # ---- Attacks

    def ducks(self, a: At, b: At) -> bool:
        """True if terrain at least 1/2" high in contact with b lies towards a."""
        beside = {(b[0] + i, b[1] + j) for i, j in AROUND} - {a}
        seen = {c for shift in (-0.4, 0, 0.4) for c, _ in self.crossings(a, b, shift)} if a != b else set()
        return self.terrain[b] == "low_wall" or any(c in beside and self.top(c) >= self.height(b) + 0.5 for c in seen)
