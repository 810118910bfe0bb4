"""Chapter MOV and the ground of GRID: where units go and what that costs, what it does to their weapons."""

from __future__ import annotations

import random

import pytest

from tests.dropzone_commander.fights import gun, shoot

WALL = {"height": 2.25, "properties": ["impassable"]}
LOW = {"height": 2, "properties": ["impassable"]}
KERB = {"height": 0.75, "properties": ["impassable"]}
STEP = {"height": 1, "properties": ["impassable"]}
KINDS = {"wall": WALL, "low": LOW, "kerb": KERB, "step": STEP}


def ways(t, profile, at, **figures):
    """Cells to which a squad of one unit may Move; the enemy is far off."""
    t.squad("A1", profile, at, **figures)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    return t.cells()


def independent(size, start, move, *, tough=(), blocked=(), over=(), road=(), wheels=False):
    """The same by plain rules: cells within 2 x MV + 1 half inches; `over` may be crossed, not ended on."""
    costs = {start: 0}
    for budget, on in ((2 * move + 5, set(road)) if wheels and start in road else (0, set()), (2 * move + 1, None)):
        costs = {cell: cost for cell, cost in costs.items() if cost <= max(budget, 2 * move + 5)}
        todo = sorted(costs, key=costs.get)
        while todo:
            x, y = todo.pop(0)
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    to = (x + dx, y + dy)
                    if to == (x, y) or not (0 <= to[0] < size and 0 <= to[1] < size) or to in blocked or (on is not None and to not in on):
                        continue
                    if dx and dy and (x + dx, y) in blocked and (x, y + dy) in blocked:
                        continue
                    cost = costs[x, y] + (3 if dx and dy else 2) * (2 if to in tough else 1)
                    if cost <= budget and cost < costs.get(to, 999):
                        costs[to] = cost
                        todo.append(to)
    return {cell for cell in costs if cell not in over or cell == start}


@pytest.mark.clause("DZ-MOV-01", "DZ-GRID-03")
@pytest.mark.parametrize(
    ("profile", "inside", "outside"),
    [
        ("A-INF", [(2, 1), (1, 2), (2, 0)], [(2, 2), (3, 0), (3, 1)]),  # MV 2
        ("A-HVT", [(3, 0), (3, 1), (2, 2)], [(3, 2), (4, 0)]),  # MV 3: budget 7
        ("A-MBT", [(4, 0), (4, 1), (3, 3), (3, 2)], [(4, 2), (5, 0), (4, 3)]),  # MV 4: budget 9
        ("A-SCB", [(9, 0), (9, 1), (6, 6), (7, 5)], [(9, 2), (10, 0), (7, 6)]),  # MV 9: budget 19
    ],
)
def test_example_24_a_move_is_paid_in_half_inches(table, profile, inside, outside):
    t = table()
    cells = ways(t, profile, (11, 11))
    for dx, dy in inside:
        assert {(11 + dx, 11 + dy), (11 - dy, 11 + dx), (11 - dx, 11 - dy)} <= cells
    for dx, dy in outside:
        assert not {(11 + dx, 11 + dy), (11 - dy, 11 + dx), (11 - dx, 11 - dy)} & cells


@pytest.mark.clause("DZ-MOV-01", "DZ-MOV-03")
@pytest.mark.parametrize(("dx", "dy", "inches"), [(0, 0, 0), (1, 0, 1), (1, 1, 1), (2, 0, 2), (2, 1, 2), (2, 2, 3), (3, 1, 3), (4, 1, 4)])
def test_the_distance_moved_is_the_path_rounded(table, dx, dy, inches):
    """DZ-GRID-03: ceil((cost - 1) / 2)."""
    t = table()
    t.squad("A1", "A-MBT", (11, 11))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (11 + dx, 11 + dy))
    assert t.unit("A1")["travelled"] == inches


@pytest.mark.clause("DZ-MOV-01", "DZ-GRID-06")
def test_the_final_facing_is_chosen(table):
    t = table()
    t.squad("A1", "A-MBT", (11, 11))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (11, 12))
    assert t.decision == "FACING" and t.legal() == {f"face {word}" for word in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")}
    t.play("face SE")
    assert t.squad_of("A1")["facing"] == 3


@pytest.mark.clause("DZ-MOV-02")
def test_other_units_are_in_the_way(table):
    t = table()
    for k, at in enumerate([(10, 12), (11, 12), (12, 12), (10, 10), (12, 10), (10, 11), (12, 11)]):
        t.squad(f"{'AB'[k % 2]}{k + 3}", "A-MBT", at, group=2)
    cells = ways(t, "A-MBT", (11, 11))
    assert cells == {(11, 11), (11, 10), (11, 9), (10, 9), (12, 9)} | {
        cell for cell in cells if cell[1] < 9 or (cell[1] == 9 and abs(cell[0] - 11) > 1) or (cell[1] == 10 and abs(cell[0] - 11) > 1)
    }
    assert not cells & {(11, 12), (11, 13), (10, 12)}


@pytest.mark.clause("DZ-MOV-02")
def test_units_of_the_same_squad_are_crossed_but_not_ended_on(table):
    t = table()
    t.squad("A1", "A-HVT", (0, 0), (1, 0), (1, 1), (0, 1))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    assert not t.cells() & {(1, 0), (1, 1), (0, 1)} and {(2, 0), (2, 1), (0, 2), (3, 0)} <= t.cells()


@pytest.mark.clause("DZ-MOV-02", "DZ-AIR-01")
def test_aircraft_pass_over_units_on_the_ground(table):
    t = table()
    for k in range(3):
        t.squad(f"B{k + 2}", "A-MBT", (10 + k, 12))
    cells = ways(t, "A-LTR", (11, 11), group=1)
    assert {(11, 12), (11, 13), (10, 12)} <= cells


@pytest.mark.clause("DZ-MOV-03", "DZ-MOV-09")
@pytest.mark.parametrize(("free", "can"), [(0, False), (1, True)])
def test_turning_is_a_move_of_no_inches_that_silences_weapons_of_m_and_f_0(table, free, can):
    t = table()
    gun(t, "A1", (5, 5))
    t.weapon("A1", free=free)
    t.squad("B1", "A-MBT", (5, 12))
    t.move("A1", (5, 5))
    assert (t.decision == "ACTION" and t.can("shoot")) == can


@pytest.mark.clause("DZ-MOV-03")
def test_a_unit_of_mv_0_may_only_turn(table):
    t = table()
    t.squad("A1", "A-HOW", (5, 5))
    t.squad("A2", "A-INF", (7, 5), group=2)  # smoke could be laid on it
    t.squad("B1", "A-MBT", (23, 23))
    t.activate("A1")
    t.play("move")
    assert t.decision == "FACING" and t.at("A1") == (5, 5)


PARK = {"C0": ("park", 4, 6, 20, 2)}


@pytest.mark.clause("DZ-MOV-04", "DZ-GRID-03")
@pytest.mark.parametrize(
    ("profile", "to", "beyond"),
    [
        ("A-MBT", (11, 7), (11, 8)),  # MV 4: 9 half inches; two cells of park cost 8
        ("A-INF", (11, 6), (11, 7)),  # MV 2: 5; one cell costs 4
        ("A-LTK", (11, 9), (11, 10)),  # MV 6: 13; park 8, open ground 2 and 2
        ("B-MBT", (11, 14), (11, 15)),  # Skimmer, MV 9
        ("B-CMD", (11, 11), (11, 12)),  # Walker, MV 6
    ],
)
def test_tough_ground_costs_double_but_not_skimmers_and_walkers(table, profile, to, beyond):
    t = table(pieces=PARK)
    cells = ways(t, profile, (11, 5))
    assert to in cells and beyond not in cells


@pytest.mark.clause("DZ-MOV-04", "DZ-SCN-07")
def test_rubble_is_tough_ground(table):
    t = table(pieces={"C0": ("small_building", 4, 6, 20, 4)})
    t.piece("C0")["stand"], t.piece("C0")["dp"] = 1, 0
    cells = ways(t, "A-MBT", (11, 5))
    assert (11, 7) in cells and (11, 8) not in cells


ROAD = [(11, 11, 0, 23)]


@pytest.mark.clause("DZ-MOV-05")
@pytest.mark.parametrize(
    ("profile", "far", "beyond"),
    [
        ("A-MBT", 6, 7),  # Tank, MV 4
        ("B-CMD", 8, 9),  # Walker, MV 6
        ("B-MBT", 9, 10),  # Skimmer, MV 9
        ("A-INF", 2, 3),  # Infantry, MV 2
    ],
)
def test_tanks_and_walkers_gain_2_inches_on_a_road(table, profile, far, beyond):
    t = table(roads=ROAD)
    cells = ways(t, profile, (11, 5))
    assert (11, 5 + far) in cells and (11, 5 + beyond) not in cells


@pytest.mark.clause("DZ-MOV-05")
def test_the_entire_move_must_be_on_the_road(table):
    t = table(roads=ROAD)
    cells = ways(t, "A-MBT", (11, 11))
    assert (11, 17) in cells and (12, 16) not in cells and (12, 15) in cells  # off the road: 4"
    t = table(roads=ROAD)
    cells = ways(t, "A-MBT", (12, 11))  # it begins beside the road
    assert (11, 15) in cells and (11, 16) not in cells
    t = table(roads=[(11, 11, 0, 13), (11, 11, 15, 23)])  # a gap
    cells = ways(t, "A-MBT", (11, 11))
    assert (11, 15) in cells and (11, 16) not in cells


@pytest.mark.clause("DZ-MOV-06")
@pytest.mark.parametrize(
    ("kind", "profile", "onto", "over"),
    [
        ("wall", "B-MBT", False, False),  # Skimmer, 2.25" high
        ("low", "B-MBT", True, True),  # 2" high
        ("low", "A-SCB", False, False),  # Tank
        ("kerb", "A-SCB", False, False),
        ("low", "B-CMD", False, False),  # Walker
        ("step", "B-CMD", False, False),  # 1" high
        ("kerb", "B-CMD", False, True),  # 0.75" high
        ("kerb", "A-INF", False, False),
    ],
)
def test_who_passes_over_impassable_pieces(table, kind, profile, onto, over):
    t = table(pieces={"C0": (kind, 0, 12, 24, 1)}, kinds=KINDS)
    cells = ways(t, profile, (11, 11))
    assert ((11, 12) in cells) == onto and ((11, 13) in cells) == over


@pytest.mark.clause("DZ-MOV-06", "DZ-MOV-02")
@pytest.mark.parametrize(("profile", "stepped"), [("A-INF", True), ("A-MBT", False)])
def test_walkers_step_over_infantry_but_not_over_vehicles(table, profile, stepped):
    """Half the height of a Walker is 0.75"; Infantry is 0.5" high, a Tank 1"."""
    t = table()
    for k in range(24):
        t.squad(f"B{k + 2}", profile, (k, 12)) if k < 20 else t.squad(f"A{k - 10}", profile, (k, 12), group=2)
    cells = ways(t, "B-CMD", (11, 11))
    assert (11, 12) not in cells and ((11, 13) in cells) == stepped


@pytest.mark.clause("DZ-MOV-07", "DZ-GRID-05")
@pytest.mark.parametrize(("profile", "last"), [("A-MBT", 3), ("A-SCB", 8), ("B-MBT", 8), ("A-HDR", 17)])
def test_units_come_on_over_their_own_edge_and_the_first_row_costs_an_inch(table, profile, last):
    t = table()
    t.squad("A1", profile, status="readiness", group=1)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    assert {y for _, y in t.cells()} == set(range(last + 1)) and {x for x, y in t.cells() if y == last} >= set(range(1, 23))


@pytest.mark.clause("DZ-MOV-07")
def test_the_distance_from_the_edge_counts_as_moved(table):
    for profile in ("A-SCB", "A-HDR"):
        t = table()
        t.squad("A1", profile, status="readiness", group=1)
        t.squad("B1", "A-MBT", (23, 23))
        t.move("A1", (10, 6))
        assert t.unit("A1")["travelled"] == 7


@pytest.mark.clause("DZ-MOV-08")
@pytest.mark.parametrize(
    ("free", "to", "can"), [(2, (5, 7), True), (2, (5, 8), False), (3, (5, 8), True), (250, (5, 9), True), (2, (6, 7), True)]
)
def test_a_weapon_is_not_fired_after_a_move_beyond_its_allowance(table, free, to, can):
    t = table()
    gun(t, "A1", (5, 5))
    t.weapon("A1", free=free)
    t.squad("B1", "A-MBT", (5, 15))
    t.move("A1", to)
    assert t.can("shoot") == can if t.decision == "ACTION" else not can


@pytest.mark.clause("DZ-MOV-08")
def test_after_firing_a_unit_moves_no_further_than_the_least_allowance_it_fired(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), move=9)
    t.weapon("A1", 0, shots=1, acc=2, free=6)
    t.weapon("A1", 1, shots=1, acc=2, far=99, near=99, free=3)
    t.squad("B1", "A-MBT", (5, 15), dp=9)
    t.activate("A1")
    t.play("shoot", "at B1")
    t.dice(1, 1)
    t.play("at B1", "move")
    assert (5, 8) in t.cells() and (5, 9) not in t.cells()
    t = table()
    t.squad("A1", "A-MBT", (5, 5), move=9)
    t.weapon("A1", 0, shots=1, acc=2, free=6)
    t.weapon("A1", 1, shots=1, acc=2, far=99, near=99, free=3)
    t.squad("B1", "A-MBT", (5, 15), dp=9)
    t.activate("A1")
    t.play("shoot", "at B1")
    t.dice(1)
    t.play("hold", "move")  # the second was not fired
    assert (5, 11) in t.cells() and (5, 12) not in t.cells()


@pytest.mark.clause("DZ-MOV-08")
def test_a_full_allowance_sets_no_limit(table):
    t = table()
    gun(t, "A1", (5, 5))
    t.squad("B1", "A-MBT", (5, 15), dp=9)
    shoot(t, "A1", "B1", 1)
    t.play("move")
    assert (5, 11) in t.cells()  # MV 6


@pytest.mark.clause("DZ-MOV-08")
def test_the_allowance_is_judged_unit_by_unit(table):
    t = table(options={"move_mode": "unit"})
    t.squad("A1", "A-LTK", (5, 5), (7, 5))
    for name in ("A1", "A2"):
        t.weapon(name, shots=1, free=2, far=99, near=99)
    t.squad("B1", "A-MBT", (5, 15), dp=9)
    t.move("A1", (5, 8), "to 7,7")  # 3" and 2"
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    assert t.unit("A2")["fired"] and not t.unit("A1")["fired"]


HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


@pytest.mark.clause("DZ-MOV-09", "DZ-GAR-05")
def test_going_to_an_edge_is_no_move_for_a_weapon_of_m_and_f_0(table):
    t = table(pieces=HOUSE)
    t.squad("A1", "C-INF", inside="C0")
    t.squad("B1", "A-MBT", (11, 20), dp=9)
    t.move("A1")
    t.play("site NORTH", "shoot")
    fired = set()
    while t.decision in ("MODE", "AIM"):
        fired.add(int(t.state["frames"][int(t.state["depth"]) - 1]["weapon"]))
        t.play("hold")
    assert 1 in fired  # the long rifle


@pytest.mark.clause("DZ-MOV-09")
@pytest.mark.parametrize("entered", [0, 1])
def test_after_entering_it_is(table, entered):
    t = table(pieces=HOUSE)
    gun(t, "A1", (9, 14), kind=0)  # as Infantry
    t.weapon("A1", free=0)
    t.squad("B1", "A-MBT", (11, 20), dp=9)
    if entered:
        t.move("A1", (10, 14), "enter 1", "site NORTH")
    else:
        t.house("C0", "A1")
        t.move("A1")
        t.play("site NORTH")
    assert (t.ask() == ("ACTION", "A") and t.can("shoot")) == (not entered)


@pytest.mark.clause("DZ-MOV-09", "DZ-TRN-20")
@pytest.mark.parametrize(("free", "can"), [(0, False), (1, True)])
def test_a_weapon_of_m_and_f_0_is_not_fired_in_a_round_in_which_its_unit_disembarked(table, free, can):
    t = table()
    gun(t, "A1", (5, 5))
    t.weapon("A1", free=free)
    t.squad("B1", "A-MBT", (5, 12))
    t.mark("A1", left=1, out=2)
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("shoot")) == can


@pytest.mark.clause("DZ-GRID-03", "DZ-MOV-02")
def test_no_corner_is_cut_between_two_blocked_cells(table):
    t = table(pieces={"C0": ("wall", 6, 5, 1, 1), "RE": ("wall", 5, 6, 1, 1)}, kinds=KINDS)
    cells = ways(t, "A-INF", (5, 5), move=1)
    assert (6, 6) not in cells and (4, 6) in cells and (6, 4) in cells  # past one blocked cell it may


@pytest.mark.clause("DZ-GRID-03", "DZ-MOV-04", "DZ-MOV-05", "DZ-MOV-06")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("profile", "wheels", "light"), [("A-MBT", True, False), ("B-CMD", True, True), ("A-SCB", True, False), ("B-MBT", False, True)]
)
def test_ways_over_any_ground_are_those_of_an_independent_search(table, seed, profile, wheels, light):
    luck = random.Random(seed)
    free = [(x, y) for x in range(24) for y in range(24) if (x, y) != (11, 11)]
    spots = luck.sample(free, 24)
    kinds = {k: luck.choice(["park", "wall", "kerb"]) for k in range(24)}
    pieces = {f"P{k}": (kinds[k], x, y, 1, 1) for k, (x, y) in enumerate(spots)}
    road = {(x, 11) for x in range(24)} - set(spots)
    t = table(pieces=pieces, roads=[(0, 23, 11, 11)], kinds=KINDS)
    kerbs = {at for k, at in enumerate(spots) if kinds[k] == "kerb"}
    walls = {at for k, at in enumerate(spots) if kinds[k] == "wall"}
    parks = {at for k, at in enumerate(spots) if kinds[k] == "park"}
    move = {"A-MBT": 4, "B-CMD": 6, "A-SCB": 9, "B-MBT": 9}[profile]
    over = kerbs if profile == "B-CMD" else set()
    blocked = walls | (set() if profile in ("B-CMD", "B-MBT") else kerbs) | {(23, 23)}
    cells = ways(t, profile, (11, 11))
    assert cells == independent(24, (11, 11), move, tough=() if light else parks, blocked=blocked, over=over, road=road, wheels=wheels)
