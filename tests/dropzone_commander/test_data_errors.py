"""What is wrong in own armies, maps and scenarios is told with its file, its key and the clause that it offends."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.scenarios import check_options, read_named
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.pack import OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ScenarioSpec
from tests.dropzone_commander.test_data import army, file, packed

PROFILES = read_toml(FOLDER / "profiles.toml")


def own(name: str, **facts: Any) -> dict[str, Any]:
    """A profile of one's own beside the shipped ones."""
    return {"OWN": PROFILES[name] | facts}


def swap(data: dict[str, Any], squad: str, name: str, **facts: Any) -> None:
    """A squad has a profile of the army's own."""
    data["profiles"] = own(name, **facts)
    data["squads"][squad]["profile"] = "OWN"


def gun(**facts: Any) -> list[dict[str, Any]]:
    return [{"name": "gun", "arc": ["F"], "range": [12, 12], "shots": 1, "acc": 3, "energy": 5, **facts}]


ARMIES = {  # what is changed, the key that is named, the clause
    "a battlegroup without a squad": (lambda d: d["battlegroups"][2].update(squads=[]), "battlegroups|squads", "DZ-ARMY-0[13]"),
    "a Transport over its capacity": (lambda d: (d.update(points=999), d["squads"]["inf1"].update(size=3)), "squads.ltr1", "DZ-TRN-01"),
    "a cycle of Transports": (lambda d: d["squads"]["ltr1"].update(aboard="ltr1"), "squads.inf1|squads.ltr1", "DZ-TRN-09"),
    "an army over its points": (lambda d: d.update(points=444), "points", "DZ-ARMY-01"),
    "a squad in two battlegroups": (lambda d: d["battlegroups"][1]["squads"].append("mbt1"), "battlegroups", "DZ-CORE-07"),
    "a squad in none": (lambda d: d["battlegroups"][1]["squads"].remove("inf2"), "battlegroups", "DZ-ARMY-03"),
    "a Transport in one": (lambda d: d["battlegroups"][1]["squads"].append("ltr1"), "battlegroups", "DZ-ARMY-03"),
    "a Commander in a tank": (lambda d: d["squads"]["mbt1"].update(commander=1), "squads.mbt1", "DZ-CMDR-01"),
    "a Commander of CV 7": (lambda d: d["squads"]["clv1"].update(commander=7), "squads.clv1.commander", "DZ-CMDR-01"),
    "Infantry in a lifter of tanks": (lambda d: d["squads"]["inf1"].update(aboard="hdr1"), "squads.inf1", "DZ-TRN-01"),
    "passengers of two battlegroups": (
        lambda d: (d["squads"].pop("ltr2"), d["battlegroups"].append({"type": "frontline", "squads": ["inf2"]}),
                   d["battlegroups"][1].update(squads=["inf1"]), d["squads"]["inf1"].update(aboard="apc"),
                   d["squads"]["inf2"].update(aboard="apc"), d["squads"].pop("ltr1"), swap_in(d)),
        "squads.apc", "DZ-TRN-02",
    ),
    "a lifter less than half full": (lambda d: d["squads"]["inf1"].pop("aboard"), "squads.ltr1", "DZ-ARMY-04"),
    "two HQs": (lambda d: d["battlegroups"][2].update(type="hq", squads=["clv1"]), "battlegroups", "DZ-CORE-07|T1|T2"),
    "Fast Aircraft that carry": (lambda d: swap(d, "ltr1", "A-LTR", fast=9), "OWN.fast", "DZ-AIR-09"),
    "lifters that infiltrate": (lambda d: swap(d, "ltr1", "A-LTR", infiltrate=9), "OWN.infiltrate", "DZ-SPEC-24"),
    "flames with a template": (lambda d: swap(d, "mbt1", "A-MBT", weapons=gun(flame=True, area=True)), "OWN.flame", "DZ-SPEC-09"),
    "strafing at close quarters": (
        lambda d: swap(d, "inf1", "A-INF", weapons=[{"name": "knife", "close": True, "shots": 1, "energy": 3, "strafe": 2}]),
        "OWN.strafe", "DZ-SPEC-17",
    ),
    "a Passive save of 300+": (lambda d: swap(d, "mbt1", "A-MBT", passive=300), "profiles.OWN.passive", "DZ-SHT-16, DZ-SPEC-20"),
    "Destroyer 300+": (lambda d: swap(d, "mbt1", "A-MBT", weapons=gun(destroyer=300)), r"profiles.OWN.weapons\[0\].destroyer",
        "DZ-SPEC-07"),
    "Infantry without Fortitude": (lambda d: swap(d, "inf1", "A-INF", fortitude=0), "OWN.fortitude", "DZ-CQ-07"),
}  # fmt: skip


def swap_in(data: dict[str, Any]) -> None:
    data["profiles"] = {"CAR": PROFILES["A-APC"] | {"capacity": 6}}
    data["squads"]["apc"] = {"profile": "CAR", "size": 1}


@pytest.mark.clause("DZ-ARMY-01", "DZ-ARMY-03", "DZ-ARMY-04", "DZ-CMDR-01", "DZ-TRN-01", "DZ-TRN-02", "DZ-AIR-09", "DZ-SPEC-24")
@pytest.mark.parametrize("name", ARMIES)
def test_wrong_armies_are_told_by_file_key_and_clause(tmp_path, name):
    change, key, clause = ARMIES[name]
    with pytest.raises(DataError, match=rf"own\.toml.*key '({key})'.*\(({clause})\)"):
        packed(forces=[army(tmp_path, change), "b_drill"])


def board(**pieces: Any) -> dict[str, Any]:
    return {"size": 24, "pieces": pieces}


SCENARIOS = {
    "a building outside the map": (
        lambda d: d.update(board=board(C0={"kind": "tiny_building", "at": [22, 22, 3, 3]}), objectives=[]), "pieces.C0", "DZ-GRID-01",
    ),
    "two buildings in one place": (
        lambda d: d.update(board=board(C0={"kind": "park", "at": [2, 2, 3, 3]}, C1={"kind": "park", "at": [4, 4, 3, 3]}), objectives=[]),
        "pieces.C1", "T6",
    ),
    "a link to a park": (
        lambda d: d.update(
            board=board(C0={"kind": "tiny_building", "at": [2, 2, 3, 3], "links": ["P"]}, P={"kind": "park", "at": [6, 2, 2, 2]}),
            objectives=[]
        ),
        "pieces.C0", "DZ-GAR-11",
    ),
    "a card that no deck holds": (lambda d: d.update(cards=[2, 31]), r"cards\[1\]", "DZ-CARD-05"),
    "a card twice": (lambda d: d.update(cards=[2, 2]), "cards", "DZ-CARD-05"),
    "five seats": (lambda d: d.update(seats=[2, 5]), "seats", "DZ-MULTI-01"),
    "overlapping edges": (lambda d: d.update(zones=["south", "south", "west", "east"]), "zones", "DZ-MULTI-03"),
    "an edge and its corner": (lambda d: d.update(zones=["south", "south_west", "west", "east"]), "zones", "DZ-MULTI-03"),
    "fewer points than its size has": (lambda d: d.update(size="skirmish", points=450), "points", "DZ-ARMY-01, DZ-ARMY-07"),
    "fewer points than its armies have": (lambda d: d.update(points=449), "points", "DZ-ARMY-01"),
    "no points": (lambda d: d.update(points=0), "points", "DZ-ARMY-01, DZ-ARMY-07"),
    "no rounds": (lambda d: d.update(rounds=0), "rounds", "DZ-INIT-01"),
    "an objective in a barricade": (lambda d: d.update(objectives=["B1"]), "objectives", "DZ-OBJ-01"),
    "scenery that nothing destroys": (
        lambda d: d.update(board={**board(P={"kind": "own", "at": [2, 2, 2, 2]}), "kinds": {"own": {"height": 1, "armour": 300}}}),
        "board.kinds.own.armour", "DZ-SCN-01",
    ),
    "an objective near the edge": (lambda d: d.update(open=[[3, 12]]), "open", "DZ-DEP-10"),
}  # fmt: skip


@pytest.mark.clause("DZ-GRID-01", "DZ-GAR-11", "DZ-CARD-05", "DZ-MULTI-01", "DZ-MULTI-03", "DZ-INIT-01", "DZ-OBJ-01", "DZ-DEP-10")
@pytest.mark.parametrize("name", SCENARIOS)
def test_wrong_scenarios_are_told_by_file_key_and_clause(tmp_path, name):
    change, key, clause = SCENARIOS[name]
    data = copy.deepcopy(read_toml(FOLDER / "scenarios.toml")["drill"])
    change(data)
    path, options = file(tmp_path, data), check_options("dropzone_commander", OPTIONS, {})
    with pytest.raises(DataError, match=rf"own\.toml.*key '({key})'.*\(({clause})\)"):
        pack(*read_named(FOLDER / "scenarios.toml", path, ScenarioSpec), 2, options)


def test_names_that_do_not_exist_are_told_by_file_and_key(tmp_path):
    """A squad that rides another one, and an army that a scenario names."""
    own = army(tmp_path, lambda d: d["squads"]["inf1"].update(aboard="ltr9"))
    with pytest.raises(DataError, match=r"own\.toml.*key 'squads\.inf1'.*unknown squad 'ltr9'; did you mean 'ltr2' or 'ltr1'"):
        packed(forces=[own, "b_drill"])
    data = read_toml(FOLDER / "scenarios.toml")["drill"] | {"forces": ["a_dril", "b_drill"]}
    spec, source = read_named(FOLDER / "scenarios.toml", file(tmp_path, data), ScenarioSpec)
    with pytest.raises(DataError, match=r"own\.toml.*key 'forces'.*unknown force 'a_dril'; did you mean 'a_drill'"):
        pack(spec, source, 2, check_options("dropzone_commander", OPTIONS, {}))


@pytest.mark.clause("DZ-CARD-05", "DZ-DEP-09")
def test_a_deck_of_ones_own(tmp_path):
    data = read_toml(FOLDER / "scenarios.toml")["drill"] | {"cards": [2, 30]}
    spec, source = read_named(FOLDER / "scenarios.toml", file(tmp_path, data), ScenarioSpec)
    made = pack(spec, source, 2, check_options("dropzone_commander", OPTIONS, {}))
    assert made.tables["deck"][0] == 1 << 1 | 1 << 29
    made = pack(spec, source, 2, check_options("dropzone_commander", OPTIONS, {"cards": "off"}))
    assert made.tables["deck"][0] == 0


@pytest.mark.clause("DZ-MULTI-02")
@pytest.mark.parametrize(("scenario", "seats"), [("drill", 5), ("survey", 3), ("drill", 1)])
def test_seats_that_a_scenario_does_not_have(scenario, seats):
    with pytest.raises(BadOption, match=r"seats \(DZ-MULTI-02\)"):
        packed(scenario, seats)
