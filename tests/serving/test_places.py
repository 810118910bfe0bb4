"""What a cell is to a unit that might go there: whoever it may attack from where it stands is among those that it sees there."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.agents.serving.showing import asked_of, odds_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import cells_of, place_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenes import scene_json
from skirmish_rl.envs.registry import available, ruleset_of


def squad_of(scenario: Scenario, unit: str) -> list[str]:
    """The units that choose their targets together: of Dropzone Commander a squad, elsewhere the unit alone."""
    units = scenario.ruleset.layout.units
    if scenario.ruleset.name != "dropzone_commander":
        return [unit]
    squads = scenario.tables[0]["unit_squad"]
    return [one for slot, one in enumerate(units) if squads[slot] == squads[units.index(unit)]]


def seen_by(record: np.void, scenario: Scenario, unit: str) -> tuple[set[str], set[str]]:
    """Whom a unit sees or could attack from where it stands, and all others that are told; nobody where it stands in no cell."""
    ruleset = scenario.ruleset
    cell, (width, _) = int(record["units"]["cell"][ruleset.layout.units.index(unit)]), cells_of(ruleset)
    if cell < 0:
        return set(), set()
    place = place_of(record, scenario, unit, (cell % width, cell // width))
    assert place["far"] == ""
    first, *others = ({name for name, _ in group} for _, group in place["groups"])
    return first, set().union(*others)


def needs_no_sight(record: np.void, scenario: Scenario, unit: str, target: str) -> bool:
    """True for indirect weapons and targets in the middle of a building, which flames reach, of Dropzone Commander."""
    if scenario.ruleset.name != "dropzone_commander":
        return False
    units = scenario.ruleset.layout.units
    other, slots = units.index(target), [units.index(one) for one in squad_of(scenario, unit)]
    return bool(scenario.tables[0]["weapon_indirect"][slots].any()) or (
        record["units"]["piece"][other] >= 0 and record["units"]["site"][other] == 0
    )


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_whoever_may_be_attacked_is_seen_from_where_the_attacker_stands(name):
    ruleset = ruleset_of(name)
    scenario, attacked, told = ruleset.scenario(ruleset.default_scenario("small")), 0, 0
    for seed in range(1, 3):
        batch = Batch(scenario, 1, observe=False, listen=True)
        batch.reset(seed=seed)
        while not batch.over[0] and (attacked < 20 or not told):
            record = batch.games[0]
            question = asked_of(record, scenario, np.flatnonzero(batch.masks[0]))
            unit = question["subject"]
            odds = odds_of(batch.games, scenario) if unit in ruleset.layout.units else {}
            answers = [answer for group in question["answers"] if group["kind"] == "unit" for answer in group["answers"]]
            targets = {target for action, target in answers if str(action) in odds and not needs_no_sight(record, scenario, unit, target)}
            if targets and question["name"] != "REACT" and record["units"]["cell"][ruleset.layout.units.index(unit)] >= 0:
                found = [seen_by(record, scenario, one) for one in squad_of(scenario, unit)]
                seen = set().union(*(first for first, _ in found))
                assert targets <= seen, (question["name"], unit, targets, seen)
                attacked += len(targets)
                told += sum(len(others) for _, others in found)
            batch.step(batch.ask(np.zeros(1, np.int64), 2))
    assert attacked > 5 and told > 0
    assert place_of(record, scenario, "Z9", (0, 0)) is None and place_of(record, scenario, "A1", (999, 0)) is None


def test_both_places_of_warcry_are_drawn_while_groups_are_formed():
    scenario = ruleset_of("warcry").scenario("duel")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=3)
    scene = scene_json(scenario.ruleset.scene(batch.games[0], scenario))
    written = {shape[3] for _, shapes in scene["layers"] for shape in shapes if shape[0] == "t"}
    assert {f"{letter} {group}" for letter in "12" for group in ("dagger", "shield", "hammer")} <= written


# Terrain by words of its name, and words of what it does; each lies on a board of its game.
DOES = {
    "dropzone_commander": {"building": "Infantry may go inside", "scenery": "each inch costs two", "road": "2 inches more"},
    "godbreakers": {"rough ground": "counts twice", "barricade": "nobody stands on it"},
    "tide_of_iron": {"woods": "costs 2, vehicles 3; gives 2 defence dice", "rough": "gives 1 defence die", "hill": "costs 2 from below"},
    "trench_crusade": {"crater": "each inch costs two", "barbed wire": "a roll to enter it", "trench": "cover", "low wall": "cover"},
    "warcry": {"deadly ground": "hurts whoever enters it", "ladder": "without a fall", "pillar": "nobody stands on it"},
}  # fmt: skip
JARGON = ("difficult", "dangerous", "impassable", "garrison", "solid", "tough,", "body cover", "soft cover", "area terrain", "DP ")


@pytest.mark.parametrize("name", available())
def test_terrain_says_what_it_does_without_jargon(name):
    ruleset, said = ruleset_of(name), set[str]()
    for scenario in ruleset.scenarios:
        made = ruleset.scenario(scenario)
        batch = Batch(made, 1, observe=False)
        batch.reset(seed=3)
        layers = ruleset.scene(batch.games[0], made).layers
        said |= {
            shape.name for layer, shapes in layers if layer not in ("units", "legend") for shape in shapes if getattr(shape, "name", "")
        }
    for terrain, does in DOES[name].items():
        assert any(terrain in text and does in text for text in said), (terrain, said)
    assert not [text for text in said if any(word in text for word in JARGON)]
