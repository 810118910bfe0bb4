"""Chapter DEP: zones, the order of placing, infiltrators, fireteams, shovels, ground that is shut in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.trench_crusade.data.pack import OPTIONS
from skirmish_rl.envs.trench_crusade.state import WIDTH
from tests.trench_crusade.table import Table

GARRISON = """
title = "Few"
faction = "garrison"
points = 300
models = [{models}]
"""
OFFICER = '{ profile = "officer", weapons = ["sword"] }'
RIFLEMAN = '{ profile = "rifleman", weapons = ["bolt_rifle"] }'
SCOUT = '{ profile = "rifleman", weapons = ["bolt_rifle"], infiltrator = true }'
DIGGER = '{ profile = "rifleman", weapons = ["bolt_rifle"], kit = ["shovel"] }'


@pytest.fixture
def band(tmp_path: Path):
    """Writes a warband of these models and gives its path."""

    def write(*models: str) -> str:
        path = tmp_path / f"band{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(GARRISON.replace("{models}", ", ".join(models)))
        return str(path)

    return write


def deploy(t, *rows):
    """Place the next models each on the first cell of its row."""
    for row in rows:
        if t.decision == "DEPLOY_UNIT":
            t.play(min(t.legal() - {"hold"}))
        x = min(x for x, y in t.cells() if y == row)
        t.play(f"place {x},{row}")


@pytest.mark.clause("TC-DEP-01")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("zone", ["south-zone", "north-zone"])
def test_the_winner_of_a_roll_off_picks_a_zone(band, winner, zone):
    warbands = [band(OFFICER, RIFLEMAN), band(OFFICER)]
    games = (Table.new_game("outpost", seed=seed, warbands=warbands) for seed in range(20))
    t = next(t for t in games if t.decider == winner)
    rolls = [int(event.value) for event in events_of(t.state) if event.kind == Event.DIE]
    assert (rolls[-1] > rolls[-2]) == winner and rolls[-1] != rolls[-2]
    assert (t.decision, t.legal()) == ("ZONE", {"south-zone", "north-zone"})
    t.play(zone)
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 0)
    t.play("deploy A1")
    south = (zone == "south-zone") == (winner == 0)
    assert {y for _, y in t.cells()} == (set(range(4)) if south else set(range(20, 24)))


@pytest.mark.clause("TC-DEP-01")
def test_zones_may_be_fixed(band):
    t = Table.new_game("outpost", zones="fixed", warbands=[band(OFFICER, RIFLEMAN), band(OFFICER)])
    assert t.decision == "DEPLOY_UNIT" and OPTIONS["zones"].default == "choice"
    t.play("deploy A2")
    assert {y for _, y in t.cells()} == set(range(4))


@pytest.mark.clause("TC-DEP-02")
def test_the_larger_side_begins_then_they_alternate_and_the_rest_comes_at_the_end(band):
    t = Table.new_game("outpost", zones="fixed", warbands=[band(OFFICER), band(OFFICER, *[RIFLEMAN] * 3)])
    deciders = []
    while t.phase == "SETUP":
        deciders.append(t.decider)
        deploy(t, 0 if t.decider == 0 else 23)
    assert deciders == [1, 0, 1, 1, 1]
    assert int(t.state["round"]) == 1


@pytest.mark.clause("TC-DEP-02")
@pytest.mark.parametrize("seed", range(4))
def test_equal_sides_roll_off(band, seed):
    t = Table.new_game("outpost", seed=seed, zones="fixed", warbands=band(OFFICER, RIFLEMAN))
    first = t.decider
    drawn = int(t.state["drawn"][0])
    assert drawn >= 2
    order = []
    while t.phase == "SETUP":
        order.append(t.decider)
        deploy(t, 0 if t.decider == 0 else 23)
    assert order == [first, 1 - first, first, 1 - first]


@pytest.mark.clause("TC-DEP-02")
def test_both_seats_can_win_the_roll_off(band):
    path = band(OFFICER, RIFLEMAN)
    assert {Table.new_game("outpost", seed=seed, zones="fixed", warbands=path).decider for seed in range(8)} == {0, 1}


@pytest.mark.clause("TC-DEP-02", "TC-GEN-09")
def test_models_are_placed_on_free_open_cells_of_their_zone(band):
    t = Table(
        set_up=True,
        walls=[(4, 6, 1, 1)],
        landmarks=[(10, 10, 2, 2)],
        trenches=[(14, 16, 1, 1)],
        options={"zones": "fixed", "warbands": [band(OFFICER, RIFLEMAN, RIFLEMAN), band(OFFICER)]},
    )
    assert (t.decision, t.legal()) == ("DEPLOY_UNIT", {"deploy A1", "deploy A2", "deploy A3"})
    t.play("deploy A2")
    zone = {(x, y) for x in range(36) for y in range(4)} - {(4, 1), (5, 1), (6, 1), (10, 2)}
    assert t.cells() == zone
    t.play("place 20,3")
    t.play("place 20,32")  # B1, the only one
    assert t.legal() == {"deploy A1", "deploy A3"}
    t.play("deploy A3")
    assert t.cells() == zone - {(20, 3)}


@pytest.mark.clause("TC-DEP-03", "TC-KW-31")
def test_infiltrators_come_last_beginning_with_who_did_not_place_the_last_model(band):
    one = band(OFFICER, SCOUT, RIFLEMAN)
    t = Table(set_up=True, infiltration=True, options={"zones": "fixed", "warbands": [one, band(OFFICER, SCOUT)]})
    assert t.legal() == {"deploy A1", "deploy A3"}
    t.play("deploy A1", "place 0,0")
    assert t.decider == 1 and t.subject == "B1"
    t.play("place 0,35")
    assert t.decider == 0 and t.subject == "A3"
    t.play("place 1,0")  # seat 0 has placed the last normal model
    assert (t.decider, t.subject) == (1, "B2")
    t.play("place 2,35")
    assert (t.decider, t.subject) == (0, "A2")


@pytest.mark.clause("TC-DEP-03")
def test_infiltrators_stand_unseen_and_eight_inches_off_or_in_their_zone(band):
    t = Table(
        set_up=True,
        infiltration=True,
        walls=[(0, 35, 16, 16)],
        options={"zones": "fixed", "warbands": [band(OFFICER, SCOUT), band(OFFICER)]},
    )
    t.play("place 0,0", "place 10,32")
    assert t.subject == "A2"
    zone = {(x, y) for x in range(36) for y in range(4)} - {(0, 0)}
    assert zone <= t.cells()
    behind = {(x, y) for x in range(36) for y in range(4, 16)}
    assert t.cells() == zone | behind  # all that the wall hides is far enough away; nothing beyond them is hidden


@pytest.mark.clause("TC-DEP-03")
@pytest.mark.parametrize(("row", "far"), [(32, False), (33, False), (23, True), (24, False)])
def test_eight_inches_are_at_least_eight(band, row, far):
    """B1 is behind a wall; cells on the other side are unseen, and 8" away from row 23 downwards."""
    t = Table(
        set_up=True,
        infiltration=True,
        walls=[(0, 35, 30, 30)],
        zones=[(0, 35, 0, 3), (0, 35, 32, 35)],
        options={"zones": "fixed", "warbands": [band(OFFICER, SCOUT), band(OFFICER)]},
    )
    t.play("place 0,0", "place 10,32")
    assert ((10, row) in t.cells()) == far
    assert (10, 24) not in t.cells() and (10, 23) in t.cells()  # 7" and 8"


@pytest.mark.clause("TC-DEP-03")
def test_scenarios_may_forbid_infiltration(band):
    t = Table.new_game("contested", zones="fixed", warbands=[band(OFFICER, SCOUT), band(OFFICER)])
    assert t.legal() == {"deploy A1", "deploy A2"}
    t.play("deploy A2")
    assert {y for _, y in t.cells()} == set(range(6))


@pytest.mark.clause("TC-DEP-04", "TC-KW-17")
def test_fireteams_are_those_of_the_roster():
    t = Table.new_game("outpost")
    partner = {t.name_of(s): int(t.tables["partner"][s]) for s in range(24)}
    pairs = {frozenset((name, t.name_of(other))) for name, other in partner.items() if other >= 0}
    assert pairs == {frozenset(("A2", "A3")), frozenset(("A4", "A5"))}
    assert not [one for one in t.scenario.ruleset.decisions if "TEAM" in one.name]  # nothing is asked about it


@pytest.mark.clause("TC-DEP-05", "TC-ABL-12")
@pytest.mark.parametrize(("at", "covered"), [((20, 1), True), ((5, 1), False), ((10, 1), False), ((15, 1), True)])
def test_a_shovel_takes_effect_from_the_starting_cell(band, at, covered):
    t = Table(
        set_up=True,
        craters=[(5, 5, 1, 1)],
        wire=[(10, 10, 1, 1)],
        trenches=[(15, 15, 1, 1)],
        options={"zones": "fixed", "warbands": [band(OFFICER, DIGGER), band(OFFICER)]},
    )
    t.play("deploy A2", f"place {at[0]},{at[1]}")
    assert t.unit("A2").covered == covered
    t.play("place 30,35", "place 0,0")
    assert not t.unit("A1").covered and not t.unit("B1").covered


@pytest.mark.clause("TC-DEP-06")
@pytest.mark.parametrize("scenario", ["outpost", "contested", "relics"])
def test_no_zone_and_no_objective_is_shut_in(scenario):
    """From any deployment cell a model can walk, without a test, to the other zone and onto every objective and relic."""
    tables = Table.new_game(scenario).tables
    start = int(np.flatnonzero(tables["zone"][0])[0])
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for k in range(8):
            there = int(tables["next"][cell][k])
            open_step = tables["step"][0][cell][k] and not tables["rise"][cell][k]
            if open_step and there not in seen and not tables["wire"][there]:
                seen.add(there)
                todo.append(there)
    assert set(np.flatnonzero(tables["zone"][0] | tables["zone"][1])) <= seen
    for piece in range(int(tables["objectives"])):
        assert set(np.flatnonzero(tables["near_piece"][piece] == 2)) & seen
    for relic in range(int(tables["relics"])):
        assert int(tables["relic_cell"][relic]) in seen
    assert max(cell % WIDTH for cell in seen) < 36


@pytest.mark.clause("TC-DEP-06")
@pytest.mark.parametrize(
    "shut",
    [
        {"landmarks": [(0, 35, 16, 16)]},
        {"landmarks": [(9, 11, 9, 9), (9, 11, 11, 11), (9, 9, 10, 10), (11, 11, 10, 10)], "objectives": [(10, 10, 10, 10)]},
    ],
)
def test_layouts_that_shut_in_a_zone_or_an_objective_are_refused(shut):
    with pytest.raises(DataError, match="TC-DEP-06"):
        Table(**shut)


@pytest.mark.clause("TC-DEP-02", "TC-DEP-03")
def test_infiltrators_do_not_stand_on_walls_or_impassable_ground(band):
    t = Table(
        set_up=True,
        infiltration=True,
        walls=[(0, 35, 25, 25), (10, 12, 10, 10), (20, 20, 2, 2)],
        landmarks=[(15, 15, 12, 12)],
        options={"zones": "fixed", "warbands": [band(OFFICER, SCOUT), band(OFFICER)]},
    )
    t.play("place 0,0", "place 10,32")
    assert t.subject == "A2" and t.sees((10, 32), (11, 10)) is False
    assert (11, 9) in t.cells() and (11, 11) in t.cells()
    assert not t.cells() & {(10, 10), (11, 10), (12, 10), (15, 12), (20, 2)}
