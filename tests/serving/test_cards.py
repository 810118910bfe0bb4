"""The card of every unit of every scenario: figures have names, weapons as many columns as the table, abilities texts."""

from __future__ import annotations

import re

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import card_of
from skirmish_rl.envs.godbreakers.state import Kind, Status, Trait
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.tide_of_iron.state import Damage, Figure


@pytest.mark.parametrize("name", available())
def test_every_unit_has_a_card_with_names_for_its_numbers_and_texts_for_its_abilities(name):
    ruleset, seen = ruleset_of(name), 0
    for scenario in (ruleset.scenario(one) for one in ruleset.scenarios):
        batch = Batch(scenario, 1, observe=False)
        batch.reset(seed=3)
        for _ in range(60):
            if not batch.over[0]:
                batch.step(batch.ask(np.zeros(1, np.int64), len(ruleset.bots) - 1))
        record = batch.games[0]
        for unit in ruleset.layout.units:
            card = card_of(record, scenario, unit)
            if card is None:
                continue
            seen += 1
            assert card["state"] and len(card["figures"]) >= 2
            assert all(label and value and meaning for label, value, meaning in card["figures"])
            assert all(len(row) == len(card["columns"]) for row in card["weapons"])
            for ability, text in card["abilities"]:
                assert text and "{" not in text, ability
    assert seen > 50
    assert card_of(record, scenario, "Z9") is None


def test_the_chance_to_survive_is_that_of_the_recovery_roll():
    scenario = ruleset_of("godbreakers").scenario("drill")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    record = batch.games[0]
    record["shard_trait"] = -1
    for damage, chance in ((0, ""), (1, "100 %"), (5, "50 %"), (20, "12 %")):
        record["units"]["damage"][0], record["units"]["die"][0], record["units"]["traits"][0] = damage, 8, 0
        figures = {label: value for label, value, _ in card_of(record, scenario, "A1")["figures"]}
        assert figures.get("Survives", "") == chance and figures["Damage"] == f"{damage}, of 8"


def test_a_trait_that_the_circles_shard_gives_is_on_the_card():
    """GB-CIR-03, GB-CIR-06: rank 1 of it, for whoever does not have it."""
    scenario = ruleset_of("godbreakers").scenario("drill")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    record = batch.games[0]
    record["units"]["die"][0], record["units"]["traits"][0], record["units"]["damage"][0] = 8, 0, 5
    for trait, told in ((Trait.RANGED, ("Reach", "8")), (Trait.FLEET, ("Move", "10")), (Trait.RELENTLESS, ("Survives", "62 %"))):
        record["shard_trait"] = -1
        without = card_of(record, scenario, "A1")
        record["shard_trait"][0] = trait
        card = card_of(record, scenario, "A1")
        assert told in [row[:2] for row in card["figures"]] and told not in [row[:2] for row in without["figures"]]
        assert [name for name, _ in card["abilities"]] == [f"{trait.name.lower()} 1"] and without["abilities"] == []


def test_a_fighters_weapons_stand_in_its_table():
    scenario = ruleset_of("warcry").scenario("duel")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    card = card_of(batch.games[0], scenario, "A1")
    assert [column for column, _ in card["columns"]] == ["weapon", "range", "attacks", "strength", "hit", "critical"]
    assert card["weapons"][0][:2] == ["melee", 'up to 1"'] and card["figures"][0][:2] == ("Wounds", "20 of 20")
    assert any(ability.startswith("rush (") for ability, _ in card["abilities"])


@pytest.mark.parametrize(("name", "scenario"), [("trench_crusade", "relics"), ("trench_crusade", "duel"), ("dropzone_commander", "clash")])
def test_what_is_special_about_a_weapon_has_its_text_on_the_card(name, scenario):
    ruleset = ruleset_of(name)
    chosen, seen = ruleset.scenario(scenario), set()
    batch = Batch(chosen, 1, observe=False)
    batch.reset(seed=1)
    for unit in ruleset.layout.units:
        card = card_of(batch.games[0], chosen, unit)
        special = {re.sub(r" \d+$", "", word) for row in card["weapons"] for word in row[-1].split(", ") if word} if card else set()
        special = {word for word in special if not word.endswith("on injuries")}
        assert not card or special <= {ability for ability, _ in card["abilities"]}
        seen |= special
    assert len(seen) >= 2


def test_who_belongs_to_the_same_fireteam_stands_on_the_card():
    scenario = ruleset_of("trench_crusade").scenario("outpost")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    for one, other in (("A4", "A5"), ("A5", "A4"), ("A1", None)):
        figures = {label: value for label, value, _ in card_of(batch.games[0], scenario, one)["figures"]}
        assert figures.get("Fireteam") == other


def begun(game, scenario):
    """A game of a scenario, as its record."""
    chosen = ruleset_of(game).scenario(scenario)
    batch = Batch(chosen, 1, observe=False)
    batch.reset(seed=1)
    return batch, chosen


def figures_of(batch, scenario, unit):
    return {label: value for label, value, _ in card_of(batch.games[0], scenario, unit)["figures"]}


def test_the_sick_recover_by_a_challenging_roll():
    """GB-S6-02: 1 damage on a D6 wants a 4 or more, for lower faces count as 0."""
    batch, scenario = begun("godbreakers", "cure")
    record = batch.games[0]
    record["units"]["status"][20], record["units"]["kind"][20], record["units"]["die"][20] = Status.ON_BOARD, Kind.AFFLICTED, 6
    for damage, chance in ((1, "50 %"), (4, "50 %"), (5, "33 %"), (7, "0 %")):
        record["units"]["damage"][20] = damage
        assert figures_of(batch, scenario, scenario.ruleset.layout.units[20])["Survives"] == chance


def test_officers_and_damage_change_what_a_unit_of_tide_of_iron_moves():
    """TI-OFF-01, TI-VEH-05, TI-VEH-06."""
    batch, scenario = begun("tide_of_iron", "armour")
    record = batch.games[0]
    tank = scenario.ruleset.layout.units[int(np.flatnonzero(record["units"]["kind"] > 0)[0])]
    slot = scenario.ruleset.layout.units.index(tank)
    whole = figures_of(batch, scenario, tank)
    record["units"]["damage"][slot] = Damage.LIGHT
    light = figures_of(batch, scenario, tank)
    record["units"]["damage"][slot] = Damage.HEAVY
    heavy = figures_of(batch, scenario, tank)
    assert int(light["Armour"]) == int(heavy["Armour"]) == int(whole["Armour"]) - 1
    assert int(light["Move"]) == int(whole["Move"]) - 1 and heavy["Move"] == "0"
    batch, scenario = begun("tide_of_iron", "farm")
    officers = batch.games[0]["units"]["figures"][:, Figure.OFFICER] > 0
    for unit, has_one, there in zip(scenario.ruleset.layout.units, officers, batch.games[0]["units"]["status"], strict=True):
        if there:
            assert figures_of(batch, scenario, unit)["Move"] == ("5" if has_one else "4")


def test_a_weapon_of_dropzone_commander_tells_its_countered_range_and_the_shots_that_are_left():
    """DZ-SHT-06, DZ-SPEC-15."""
    batch, scenario = begun("dropzone_commander", "duel")
    record, units = batch.games[0], scenario.ruleset.layout.units
    rows = {unit: card["weapons"] for unit in units if (card := card_of(record, scenario, unit))}
    assert [row[1] for row in rows["A15"]] == ['any, 24"', '36", 12"']
    assert [row[2] for row in rows["A9"]] == ["4", "1", "4"] and rows["A9"][0][-1] == "reduced 1"
    record["units"]["dp"][units.index("A9")] -= 3
    assert [row[2] for row in card_of(record, scenario, "A9")["weapons"]] == ["1", "1", "1"]
