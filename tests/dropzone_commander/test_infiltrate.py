"""Infiltrate: a rule of deployment that no supplied unit has."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER
from skirmish_rl.envs.dropzone_commander.rules.deploying import can_hide
from tests.dropzone_commander.table import Table
from tests.dropzone_commander.test_data import army


def spies(tmp_path, inches=8, aboard=""):
    """A drill army whose first Infantry squad infiltrates."""
    profile = read_toml(FOLDER / "profiles.toml")["A-INF"] | {"infiltrate": inches}

    def change(data):
        data["profiles"] = {"SPY": profile}
        data["squads"]["inf1"]["profile"] = "SPY"
        if not aboard:
            data["squads"].pop("ltr1")
            data["squads"]["inf1"].pop("aboard")

    return army(tmp_path, change)


def begin(tmp_path, **options):
    t = Table.new_game("drill", forces=[spies(tmp_path, **options), "b_drill"], dice=(6, 1))
    assert t.decision == "ZONE"
    t.play("zone 1")
    return t


@pytest.mark.clause("DZ-SPEC-24", "DZ-DEP-03")
def test_a_squad_may_begin_near_its_edge_in_any_scenario(tmp_path):
    t = begin(tmp_path)
    assert t.ask() == ("DEPLOY", "A") and t.can("stay")
    cells = t.cells("place")
    assert (0, 8) in cells and (0, 9) not in cells and (10, 4) not in cells  # 8" from the edge; not in a building
    t.play("place 0,8")
    placed = [t.name_of(slot) for slot in range(36) if t.state["units"][slot]["status"] == 3]
    assert len(placed) == 2 and {t.at(name) for name in placed} == {(0, 8), (0, 7)}


@pytest.mark.clause("DZ-SPEC-24", "DZ-GAR-01")
def test_infantry_may_begin_in_a_garrison(tmp_path):
    t = begin(tmp_path)
    assert t.named("hide-in") == {
        str(1 + [*read_toml(FOLDER / "maps.toml")["drill"]["pieces"]].index(name)) for name in ("RS", "F1", "F2")
    }
    t.play("hide-in 5", "site NORTH")
    inside = [slot for slot in range(36) if t.state["units"][slot]["piece"] == 4]
    assert len(inside) == 2 and all(t.state["units"][slot]["site"] == 1 for slot in inside)


@pytest.mark.clause("DZ-SPEC-24")
def test_it_may_stay_with_its_battlegroup_and_does_not_infiltrate_in_a_transport(tmp_path):
    t = begin(tmp_path)
    t.play("stay")
    assert t.state["phase"] != 0 and not (t.state["units"]["status"] == 3).any()
    (tmp_path / "riders").mkdir()
    t = begin(tmp_path / "riders", aboard="ltr1")
    assert t.decision != "DEPLOY"


@pytest.mark.clause("DZ-SPEC-24", "DZ-ACT-05", "DZ-ACT-13")
def test_it_acts_while_its_battlegroup_is_off_the_table(tmp_path):
    t = Table.new_game("drill", forces=[spies(tmp_path), "b_drill"], dice=(6, 1))
    t.play("zone 1", "place 0,8")
    t.activation("AB")
    assert "activate 2" in t.legal() and not t.named("hold")


def deploy(tmp_path, method, inches=8):
    """A, which has the south, says how its battlegroup 1 enters, whose Scouts infiltrate; all others wait off the table."""

    def change(data):
        data["profiles"] = {"SPY": read_toml(FOLDER / "profiles.toml")["A-INF"] | {"infiltrate": inches, "category": "scout"}}
        data["squads"].pop("mdr1")
        data["squads"]["scb1"] = {"profile": "SPY", "size": 2}

    pieces = {"C0": ("large_building", 10, 5, 6, 6), "C1": ("large_building", 2, 14, 6, 6)}
    board, forces = Table.file(direct=True, pieces=pieces), [army(tmp_path, change), "b_drill"]
    t = Table.new_game(board, forces=forces, dice=(6, 1), cards="off")
    t.play("zone 1")
    while t.decision in ("DECLARE", "METHOD"):
        first = t.decision == "METHOD" and t.decider == 0
        t.play((method if first else "readiness") if t.decision == "METHOD" else min(t.legal()))
        if first and method == "direct":
            break
    while t.decision in ("DECLARE", "METHOD", "DEPLOY", "FACING"):
        if t.decision == "DEPLOY" and is_spy(t, t.subject):
            break
        t.play("readiness" if t.decision == "METHOD" else min(t.legal()))
    return t


def is_spy(t, name):
    return t.tables["unit_infiltrate"][t.slot_of(name)] > 0


@pytest.mark.clause("DZ-SPEC-24", "DZ-DEP-06", "DZ-DEP-03")
def test_with_a_battlegroup_directly_deployed_infiltrators_go_last_and_may_not_stay(tmp_path):
    t = deploy(tmp_path, "direct")
    assert t.ask() == ("DEPLOY", "A") and not t.can("stay")
    assert any(t.where(f"A{k}") == t.at(f"A{k}") for k in range(1, 5))  # the others of battlegroup 1 stand there
    assert all(t.state["direct"][0] == [1, 0, 0, 0, 0, 0]) and not t.state["direct"][1].any()


@pytest.mark.clause("DZ-SPEC-24", "DZ-GAR-01")
def test_infiltrators_directly_deployed_begin_in_a_garrison_near_their_edge(tmp_path):
    t = deploy(tmp_path, "direct")
    assert t.named("hide-in") == {"1"}  # its rows begin at y = 5, those of the other at y = 14
    t.play("hide-in 1", "site NORTH")
    assert (t.state["units"]["piece"] == 0).sum() == 2 and t.state["phase"] != 0 and not t.state["direct"].any()


@pytest.mark.clause("DZ-SPEC-24", "DZ-GAR-01")
@pytest.mark.parametrize(("inches", "able"), [(3, False), (4, True)])
def test_a_garrison_near_the_northern_edge_is_measured_by_its_own_cells(tmp_path, inches, able):
    """The second building ends at y = 19, four inches from the edge."""
    t = deploy(tmp_path, "direct", inches)
    t.state["zone"][0] = t.state["zone"][1]
    assert can_hide(t._s, t._t, int(t.tables["unit_squad"][t.slot_of(t.subject)]), 1) == able


@pytest.mark.clause("DZ-SPEC-24", "DZ-DEP-03")
@pytest.mark.parametrize(("method", "inches", "last"), [("direct", 2, 11), ("direct", 14, 14), ("readiness", 2, 2), ("readiness", 14, 14)])
def test_infiltrators_directly_deployed_may_begin_in_their_zone_as_well(tmp_path, method, inches, last):
    """The zone of a board of 24" reaches to y = 11."""
    t = deploy(tmp_path, method, inches)
    assert t.ask() == ("DEPLOY", "A") and t.can("stay") == (method == "readiness")
    assert {y for x, y in t.cells("place")} == set(range(last + 1))


@pytest.mark.clause("DZ-CORE-14", "DZ-SPEC-24")
def test_all_see_whose_battlegroup_is_directly_deployed_where_that_matters(tmp_path):
    t = deploy(tmp_path, "direct")
    assert "direct" in t.scenario.features.section("group").columns
    assert "direct" not in Table.new_game("drill", cards="off").scenario.features.section("group").columns
