"""Own armies and scenarios: what the rules do not allow is refused, with file, key and clause."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.scenarios import check_options, read_named
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.pack import OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ScenarioSpec
from tests.table import toml_lines


def file(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "own.toml"
    path.write_text(toml_lines(data))
    return str(path)


def packed(scenario: str = "drill", seats: int | None = None, **options: Any) -> Any:
    spec, path = read_named(FOLDER / "scenarios.toml", scenario, ScenarioSpec)
    return pack(spec, path, seats, check_options("dropzone_commander", OPTIONS, options))


def army(folder: Path, change: Any) -> str:
    data = copy.deepcopy(read_toml(FOLDER / "forces.toml")["a_drill"])
    change(data)
    return file(folder, data)


def test_an_army_by_the_path_of_its_file(tmp_path):
    assert packed(forces=[army(tmp_path, lambda data: None), "b_drill"]).players == ("Force A", "Force B")


def test_an_army_with_profiles_of_its_own_leaves_the_deck_as_it_is(tmp_path):
    def change(data):
        data["profiles"] = {"X-INF": read_toml(FOLDER / "profiles.toml")["A-INF"]}
        data["squads"]["inf1"]["profile"] = "X-INF"

    decks = packed(forces=[army(tmp_path, change), "b_drill"]).tables["deck"], packed().tables["deck"]
    assert decks[0] == decks[1] > 0


WRONG_ARMIES = {
    "no squad": (lambda d: d["battlegroups"][0].update(squads=[]), "DZ-ARMY-03|DZ-ARMY-01"),
    "over capacity": (lambda d: (d.update(points=900), d["squads"]["inf1"].update(size=3)), "over its capacity of 2 .DZ-TRN-01"),
    "a cycle": (lambda d: d["squads"]["ltr1"].update(aboard="ltr1"), "cycle of Transports .DZ-TRN-09"),
    "over its points": (lambda d: d.update(points=400), "445 points; at most 400 .DZ-ARMY-01"),
    "two battlegroups": (lambda d: d["battlegroups"][1]["squads"].append("clv1"), "clv1 stands in 2 battlegroups"),
    "cannot ride": (lambda d: d["squads"]["inf1"].update(aboard="hdr1"), "cannot ride A-HDR .DZ-TRN-01"),
    "unknown": (lambda d: d["squads"]["inf1"].update(profile="A-IMF"), "did you mean 'A-INF'"),
}


@pytest.mark.parametrize("name", WRONG_ARMIES)
def test_wrong_armies_are_refused(tmp_path, name):
    change, said = WRONG_ARMIES[name]
    with pytest.raises(DataError, match=said):
        packed(forces=[army(tmp_path, change), "b_drill"])


WRONG_SCENARIOS = {
    "off the board": (
        lambda d: d.update(board={"size": 24, "pieces": {"C0": {"kind": "large_building", "at": [20, 20, 6, 6]}}}),
        "off the board",
    ),
    "overlapping edges": (lambda d: d.update(zones=["south", "south", "west", "east"]), "overlap.*DZ-MULTI-03"),
    "unknown deck": (lambda d: d.update(deck="jokers"), "unknown deck"),
    "five seats": (lambda d: d.update(seats=[2, 5]), "for 2 to 4 seats"),
    "no such Garrison": (lambda d: d.update(objectives=["B1"]), "B1 is no Garrison .DZ-OBJ-01"),
}


@pytest.mark.parametrize("name", WRONG_SCENARIOS)
def test_wrong_scenarios_are_refused(tmp_path, name):
    change, said = WRONG_SCENARIOS[name]
    data = copy.deepcopy(read_toml(FOLDER / "scenarios.toml")["drill"])
    change(data)
    path, options = file(tmp_path, data), check_options("dropzone_commander", OPTIONS, {})
    with pytest.raises(DataError, match=said):
        pack(*read_named(FOLDER / "scenarios.toml", path, ScenarioSpec), 2, options)


def test_five_seats_are_refused():
    with pytest.raises(BadOption, match="2 to 4 seats .DZ-MULTI-02"):
        packed(seats=5)


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("drill", 2), ("drill", 4), ("skirmish", 3), ("clash", 2), ("bunkers", 4), ("royale", 4), ("survey", 2)],
)
def test_every_shipped_scenario_packs(scenario, seats):
    assert packed(scenario, seats).seats == seats
