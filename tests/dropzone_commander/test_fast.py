"""Fast Aircraft: a rule of Aircraft that no supplied unit has."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import arm, gun, spare


def jet(table, at=(12, 8), facing="N", pieces=None, status="on_table", **figures):
    """A1, a Fast Aircraft of 6 to 12 inches; A5 and B1 stand far off."""
    t = spare(table(size=36, pieces=pieces))
    names = t.squad(
        "A1", "B-DRN", *([at] if status == "on_table" else []), status=status, facing=facing, kind=4, move=12, fast=6, **figures
    )
    arm(t, names, gun())
    t.tables["squad_turns"][t.tables["unit_squad"][t.slot_of("A1")]] = 1
    t.squad("A5", "A-MBT", (33, 1), group=2)
    t.squad("B1", "A-MBT", (1, 33))
    return t


@pytest.mark.clause("DZ-AIR-09")
@pytest.mark.parametrize(("facing", "cells"), [("N", {(12, y) for y in range(14, 21)}), ("NE", {(12 + k, 8 + k) for k in range(4, 9)})])
def test_a_fast_aircraft_flies_straight_between_its_least_and_most(table, facing, cells):
    t = jet(table, facing=facing)
    t.activate("A1")
    assert t.decision == "MOVE" and t.cells() == cells  # it must Move before all else


@pytest.mark.clause("DZ-AIR-09", "DZ-AIR-02")
def test_it_does_not_land_and_turns_by_ninety_degrees_at_most_when_it_has_moved(table):
    t = jet(table)
    t.activate("A1")
    t.play("to 12,14")
    assert t.ask() == ("FACING", "A") and t.named("face") == {"W", "NW", "N", "NE", "E"}
    t.play("face W")
    assert t.can("shoot") and t.can("end") and t.unit("A1")["flying"] == 1


@pytest.mark.clause("DZ-AIR-09", "DZ-AIR-01")
@pytest.mark.parametrize(("fired", "over"), [(0, True), (1, False)])
def test_it_flies_high_over_all_scenery_and_does_not_shoot_then(table, fired, over):
    t = jet(table, pieces={"C0": ("large_building", 10, 10, 6, 6)})  # 9" high
    t.change("A1", fired=fired)
    if not over:
        t.squad("A6", "A-MBT", (30, 1))
        t.activation("AB")
        t.play("activate 1")
        assert t.decision == "ACTION" and t.subject == "A6"  # nowhere to go below 8"
        return
    t.activate("A1")
    assert (12, 14) in t.cells() and (12, 18) in t.cells()
    t.play("to 12,18", "face N")
    assert t.decision != "ACTION" or not t.can("shoot")


@pytest.mark.clause("DZ-AIR-09")
def test_it_leaves_the_board_in_readiness_past_who_reacts_and_comes_on_again(table):
    t = jet(table, at=(12, 25), dp=9, armour=10)
    arm(t, t.squad("B2", "A-AAT", (12, 30), group=2), gun(aa=0))
    t.activate("A1")
    assert t.can("readiness")  # eleven inches to beyond the edge
    t.play("readiness")
    assert t.ask() == ("REACT", "B")
    t.dice(5, 2)
    t.play("at A1")
    assert t.unit("A1")["status"] == 2 and t.unit("A1")["cell"] == -1 and t.unit("A1")["dp"] == 8
    assert t.squad_of("A1")["activated"] == 1
    t = jet(table, at=(12, 23))
    t.activate("A1")
    assert not t.can("readiness")  # thirteen


@pytest.mark.clause("DZ-AIR-09", "DZ-MOV-07")
def test_it_comes_on_from_its_edge_and_faces_the_way_it_flew(table):
    t = jet(table, status="readiness")
    t.activate("A1")
    assert t.decision == "MOVE" and (9, 5) in t.cells() and (9, 11) in t.cells() and not {(9, 4), (9, 12)} & t.cells()
    t.play("to 9,11")
    assert t.squad_of("A1")["facing"] == 0 and t.named("face") == {"W", "NW", "N", "NE", "E"}


@pytest.mark.clause("DZ-AIR-09", "DZ-FP-03")
@pytest.mark.parametrize(("fast", "points"), [(6, 0), (0, 2)])
def test_it_counts_for_no_victory_points(table, fast, points):
    t = spare(table(size=36, pieces={"C0": ("medium_bunker", 10, 10, 6, 6)}, scoring="bunkers", objectives=["C0"]))
    t.squad("A1", "B-DRN", (12, 18), kind=4, fast=fast)
    t.state["round"] = int(t.tables["rounds"])
    t.round_up()
    assert t.points[0] == points


@pytest.mark.clause("DZ-AIR-09", "DZ-DEP-05")
def test_it_starts_in_reserve_with_its_battlegroup(tmp_path):
    from skirmish_rl.envs.core.tables import read_toml
    from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER
    from tests.dropzone_commander.table import Table
    from tests.dropzone_commander.test_data import army

    jets = read_toml(FOLDER / "profiles.toml")["B-DRN"] | {"kind": "aircraft", "move": 24, "fast": 12, "traits": []}

    def change(data):
        data["profiles"] = {"JET": {key: value for key, value in jets.items() if key not in ("needs", "load", "rapid", "traits")}}
        data["squads"].pop("mdr1")
        data["squads"]["scb1"] = {"profile": "JET", "size": 4}

    t = Table.new_game("drill", forces=[army(tmp_path, change), "b_drill"])
    squads = {t.unit(f"A{k}")["status"] for k in range(1, 7)}
    assert squads == {1}  # the lifter, the command vehicle and the jets are In Reserve
    assert t.unit("A7")["status"] == 2
