"""Random positions on the public layouts: sight, cover, routes, charges and retreats are those worked out anew in plainly.py."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.trench_crusade.rules.charge_routes import (
    charge_cost,
    clear_charge,
    has_straight_way,
    plot_charge,
    seek_contact,
    straight_cost,
)
from skirmish_rl.envs.trench_crusade.rules.ground import fill_modes
from skirmish_rl.envs.trench_crusade.rules.routes import is_plain_walk, plot_route, reach_cells, write_reached, write_walk
from skirmish_rl.envs.trench_crusade.state import CELLS, PLANE, Mode
from tests.trench_crusade.plainly import Ground
from tests.trench_crusade.table import Table, cell_of, place_of

LAYOUTS = {
    "outpost": {
        "size": (24, 24), "ruins": {"ruin4": [(2, 10), (10, 10), (18, 10)]}, "low_walls": [(6, 8, 7, 7), (15, 17, 16, 16)],
        "craters": [(11, 12, 6, 7), (11, 12, 16, 17)], "wire": [(7, 8, 11, 12), (15, 16, 11, 12)],
    },
    "crowded": {
        "size": (20, 20), "ruins": {"ruin6": [(3, 6)], "ruin4": [(11, 7)]}, "walls": [(9, 9, 4, 12), (16, 17, 6, 6), (16, 17, 9, 9)],
        "wire": [(4, 8, 14, 14), (12, 15, 4, 5)], "craters": [(10, 12, 12, 13)], "trenches": [(2, 8, 4, 4)],
        "landmarks": [(14, 14, 13, 14)],
        "low_walls": [(5, 7, 5, 5), (16, 16, 12, 14)],
    },
}  # fmt: skip
MOVERS = ["plain", "sure_footed", "levitating"]
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= 2)) for seed in range(12)]


@functools.cache
def ground_of(name: str) -> Ground:
    t = Table(**LAYOUTS[name])
    wide, high = LAYOUTS[name]["size"]
    return Ground({(x, y): t.terrain((x, y)) for x in range(wide) for y in range(high)})


def free_cells(ground: Ground, rng: random.Random) -> list:
    """Standing cells in random order, those near the middle more often early."""
    cells = [at for at, kind in ground.terrain.items() if kind != "landmark"]
    rng.shuffle(cells)
    return sorted(cells, key=lambda at: rng.random() * (3 + abs(at[1] - 9)))


@pytest.mark.clause("TC-GEN-06", "TC-TER-08", "TC-MEL-03")
@pytest.mark.parametrize("name", LAYOUTS)
def test_sight_and_cover(name):
    t, ground, rng = Table(**LAYOUTS[name]), ground_of(name), random.Random(name)
    cells = [at for at, kind in ground.terrain.items() if kind != "landmark"]
    for _ in range(1500):
        a, b = rng.sample(cells, 2)
        if rng.random() < 0.5:
            b = min(
                cells,
                key=lambda at: (at == a, abs(at[0] - b[0]) + abs(at[1] - b[1]) + 2 * max(abs(at[0] - a[0]), abs(at[1] - a[1]))),
            )
        assert t.sees(a, b) == t.sees(b, a) == ground.sees(a, b), (a, b)
        assert t.covered(a, b) == ground.covered(a, b), (a, b)
        assert t.within(a, b, 6) == ground.within(a, b, 6) and t.within(a, b, 1) == ground.within(a, b, 1), (a, b)


def position(table, name: str, seed: int, close: bool = False):
    """A board with five random models a side; A1 moves in a random manner. Returns the table and what plainly.py must know of it."""
    rng, ground = random.Random(seed), ground_of(name)
    t = table(**LAYOUTS[name])
    cells = free_cells(ground, rng)
    mover = rng.choice(["plain", "plain", "sure_footed", "levitating"])
    move = rng.choice([6, 6, 8])
    places = cells[:10]
    if close:
        near = [at for at in cells if ground.within(at, places[0], 1) and at != places[0]]
        places[5 : 5 + len(near[:3])] = near[:3]
    names = [*(f"A{n}" for n in range(1, 6)), *(f"B{n}" for n in range(1, 6))]
    held: dict = {}
    for one, at in zip(names, places, strict=True):
        if at not in held.values():
            held[one] = at
            t.add(
                one,
                at,
                mover=mover if one == "A1" else "plain",
                move=move if one == "A1" else 6,
                down=one != "A1" and rng.random() < 0.2,
            )
    compiled(fill_modes)(t.tables, np.zeros(PLANE, np.uint16), MOVERS.index(mover), 2 * move)  # packed for those of the warbands only
    friends = {at for one, at in held.items() if one[0] == "A" and one != "A1"}
    enemies = {one: at for one, at in held.items() if one[0] == "B"}
    return t, ground, rng, mover, 10 * move, held["A1"], friends, enemies


def path_of(t) -> list:
    return [place_of(cell) for cell in t.state["path"][: int(t.state["path_length"])]]


@pytest.mark.clause("TC-MOV-04", "TC-MOV-05", "TC-MOV-06", "TC-TER-02", "TC-TER-04", "TC-CLB-02", "TC-JMP-01", "TC-ABL-11", "TC-ABL-13")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_moves_and_their_routes(table, name, seed):
    t, ground, rng, mover, budget, start, friends, enemies = position(table, name, seed)
    zone = ground.zone(enemies.values())
    if start in zone:
        return
    if ground.terrain[start] == "wire":
        t.dice(6, 6)
    t.activate("A1")
    offered = {verb.removeprefix("move-") for verb in t.verbs() if verb.startswith("move-")} | {"walk"}
    assert offered == ground.offers(start, budget, mover)
    before = t.state.copy()
    for mode in sorted(offered):
        t.play("move" if mode == "walk" else f"move-{mode}")
        best = ground.spread(start, budget, mode, mover, zone, friends)
        reached = {at for at, _ in best} - friends
        assert (t.cells() if t.decision == "DESTINATION" else {start}) == reached
        for goal in rng.sample(sorted(reached - {start}), min(6, len(reached) - 1)):
            s = t._s
            plot_route(s, t._t, 0, cell_of(goal), budget, Mode[mode.upper()].value, 0)
            assert path_of(t) == ground.route(start, goal, budget, mode, mover, zone, friends), (mode, goal)
        t.batch.games[0] = before
        t.run()
    t.state["path_length"] = 0


@pytest.mark.clause("TC-MOV-01", "TC-CHG-09")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_short_cuts_say_what_the_searches_say(table, name, seed):
    """Walks where no enemy is near, and straight charges: `reach_cells` and `seek_contact` rule."""
    t, _, _, mover, budget, start, _, enemies = position(table, name, 300 + seed)
    s, tables = t._s, t._t
    for one, at in enemies.items():
        if has_straight_way(s, tables, 0, t.slot_of(one)):
            assert seek_contact(s, tables, 0, t.slot_of(one), True) >> 3 == straight_cost(cell_of(start), cell_of(at)), one
            clear_charge(s)
    for one in enemies:
        t.lose(one)
    assert is_plain_walk(s, tables, 0, budget, Mode.WALK.value) == (mover != "levitating")
    if mover != "levitating":
        short, found = np.zeros(CELLS, np.uint8), np.zeros(CELLS, np.uint8)
        write_walk(s, tables, 0, budget, short)
        reach_cells(s, tables, 0, budget, Mode.WALK.value, 0)
        write_reached(s, cell_of(start), budget, found)
        assert found.any() and (short == found).all()


@pytest.mark.clause("TC-CHG-01", "TC-CHG-07", "TC-CHG-08", "TC-CHG-09", "TC-CHG-10")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_charges(table, name, seed):
    t, ground, rng, mover, budget, start, friends, enemies = position(table, name, 100 + seed)
    if start in ground.zone(enemies.values()):
        return
    if ground.terrain[start] == "wire":
        t.dice(6, 6)
    t.activate("A1")
    legal = {}
    for one, at in enemies.items():
        others = [where for other, where in enemies.items() if other != one]
        held = set(enemies.values())
        clean = (held | ground.zone(others)) - ground.zone([at]) | held
        ways = {}
        for barred in (clean, held):
            best = ground.spread_far(start, budget, mover, barred, friends)
            ends = {cell: cost for (cell, n), cost in best.items() if cell in ground.contact(at, held | friends)}
            ends = {cell: min(cost for (c, n), cost in best.items() if c == cell) for cell in ends}
            ways[len(ways)] = best, ends
        costs = [min(ends.values(), default=None) for _, ends in ways.values()]
        assert charge_cost(t._s, t._t, 0, t.slot_of(one)) == (costs[0] if costs[0] is not None and costs[0] == costs[1] else -1), one
        if costs[0] is not None and costs[0] == costs[1]:
            if ground.sees(start, at) and ground.within(start, at, 12):
                legal[one] = at
            shorten(t, ground, rng, mover, budget, start, friends, one, at, *ways[0])
    assert ("charge" in t.verbs()) == bool(legal)
    if len(legal) > 1:
        t.play("charge")
        assert t.names() == set(legal)


def shorten(t, ground, rng, mover, budget, start, friends, one, at, best, ends):
    """Where a charge stops that is too short."""
    cost = min(ends.values())
    least = {
        cell: min(n for (c, n), spent in best.items() if c == cell and spent == cost) for cell, spent in ends.items() if spent == cost
    }
    tests = min(least.values())
    end = min((cell for cell, n in least.items() if n == tests), key=cell_of)
    path = ground.back(best, start, end, tests, budget, "drop", mover, friends)
    for budget_ in {10 * rng.randrange(1, 13), min(120, cost - 1)}:
        if budget_ >= cost or budget_ < 0:
            continue
        spent, n, here, keep, reached = 0, 0, start, 0, []
        for k, cell in enumerate(path):
            more, rolls = next((c, r) for there, c, r, _ in ground.steps(here, budget, "drop", mover) if there == cell)
            spent, n, here = spent + more, n + rolls, cell
            reached.append(cell)
            if spent <= budget_ and cell not in friends:
                keep = k + 1
        plot_charge(t._s, t._t, 0, t.slot_of(one), cost, budget_, -1)
        assert path_of(t) == path[:keep], (one, budget_)
        t.state["path_length"] = 0


@pytest.mark.clause("TC-RET-05", "TC-RET-06", "TC-RET-07")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_retreats(table, name, seed):
    t, ground, rng, mover, budget, start, friends, enemies = position(table, name, 200 + seed, close=True)
    left = [at for at in enemies.values() if ground.within(start, at, 1)]
    others = [at for at in enemies.values() if at not in left]
    if not left:
        return
    if ground.terrain[start] == "wire":
        t.dice(6, 6)
    t.activate("A1")
    best = ground.spread(start, budget, "walk", mover, ground.zone(others) | set(left), friends)
    ends = {at for at, _ in best} - friends - {start} - ground.zone(enemies.values())
    v = [sum(start[k] - at[k] for at in left) for k in (0, 1)]

    def turned(at, degrees):
        d = [at[k] - start[k] for k in (0, 1)]
        dot = d[0] * v[0] + d[1] * v[1]
        return dot >= 0 if degrees == 90 else dot > 0 and 2 * dot * dot >= (d[0] ** 2 + d[1] ** 2) * (v[0] ** 2 + v[1] ** 2)

    if v != [0, 0]:
        ends = {at for at in ends if turned(at, 45)} or {at for at in ends if turned(at, 90)}
    t.play("retreat")  # nobody has a weapon to strike with
    if len(ends) > 1:
        assert t.decision == "RETREAT_CELL" and t.cells() == ends
    elif not ends:
        assert t.unit("A1").at == start
