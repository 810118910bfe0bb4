"""What a page is told of the chances of answers."""

from __future__ import annotations

import importlib
import re

import numpy as np
import pytest

from skirmish_rl.agents.serving.showing import odds_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.registry import available, ruleset_of

ATTACKS = {  # verbs of attacks, which have odds
    "godbreakers": {"engage"}, "tide_of_iron": {"at", "op-fire", "option"}, "trench_crusade": {"at", "weapon"},
    "warcry": {"attack", "attack-second"}, "dropzone_commander": {"at"},
}  # fmt: skip
ROLLS = {  # and of other answers that roll dice, spend something on a roll or strike somebody, so that they may have some
    "godbreakers": {"special"}, "tide_of_iron": {"direction", "support", "done", "heal", "card", "retry"},
    "trench_crusade": {"verb", "at", "spend", "bless", "bloodbath", "option"},
    "warcry": {"option", "pair", "done", "ability", "choose", "strike"}, "dropzone_commander": {"option", "at-piece", "focus", "play"},
}  # fmt: skip


def asked(name, decisions=400):
    """Positions of games between the strong bots, with the odds that are told in each."""
    scenario = ruleset_of(name).scenario(ruleset_of(name).default_scenario("small"))
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=5)
    for _ in range(decisions):
        if batch.over[0]:
            batch.reset(seed=6)
        yield batch, odds_of(batch.games, scenario)
        batch.step(batch.ask(np.zeros(1, np.int64), len(scenario.ruleset.bots) - 1))


@pytest.mark.parametrize("name", available())
def test_attacks_and_rolls_have_odds_and_nothing_else_has(name):
    told, verbs = 0, set()
    layout = ruleset_of(name).layout
    for batch, odds in asked(name):
        before = batch.games.tobytes()
        for number, lines in odds.items():
            assert batch.masks[0, int(number)] and lines and all(lines)
            block, _ = layout.action(int(number))
            verbs.add(layout.verb(int(batch.games[0]["decision"]), block))
            assert all(0 <= int(share) <= 100 for line in lines for share in re.findall(r"(-?\d+) %", line))
            told += 1
        assert batch.games.tobytes() == before
    assert told > 3 and verbs <= ATTACKS[name] | ROLLS[name] and verbs & ATTACKS[name], verbs


def words(name, record=None, **columns):
    blank = dict.fromkeys(ruleset_of(name).action_features, 0.0)
    assert columns.keys() <= blank.keys()
    return importlib.import_module(f"skirmish_rl.envs.{name}.render.odds").odds(
        {**blank, **columns}, np.zeros(1, ruleset_of(name).state)[0] if record is None else record
    )


@pytest.mark.parametrize(
    ("name", "columns", "lines"),
    [
        ("godbreakers", {"engage_won": 0.46, "engage_lost": 0.3}, ["wins the roll 46 %", "loses it 30 %"]),
        ("godbreakers", {"engage_won": 1.0}, ["wins the roll 100 %", "loses it 0 %"]),
        ("tide_of_iron", {"dice": 6 / 16, "defence": 3 / 8, "one_hit": 0.58, "three_hits": 0.12},
         ["6 dice against 3", "a hit or more 58 %", "three or more 12 %"]),
        ("tide_of_iron", {"dice": 1 / 16, "one_hit": 0.5}, ["1 die against 0", "a hit or more 50 %", "three or more 0 %"]),
        ("trench_crusade", {"hits": 0.58, "downs": 0.2, "outs": 0.05}, ["hits 58 %", "Down or worse 20 %", "out of action 5 %"]),
        ("warcry", {"attack": 1.0, "dice": 0.4, "needed": 4 / 6, "damage": 0.33, "share": 0.252},
         ["hits 94 %", "takes it down 20 %", "on average 33 % of the wounds it has left", "4 dice, hits on 4+"]),
        ("warcry", {"attack": 1.0, "dice": 0.1, "needed": 0.5, "cover": 1.0, "damage": 1.0, "share": 1.0},
         ["hits 67 %", "takes it down 100 %", "on average all the wounds it has left, or more", "1 die, hits on 3+, in cover"]),
        ("dropzone_commander", {"unit": 1.0, "dice": 2 / 7, "needed": 0.3, "margin": -0.4},
         ["hits 89 %", "damages 56 %", "2 shots, hits on 3+", "damages on 4+"]),
        ("dropzone_commander", {"unit": 1.0, "dice": 1 / 6, "needed": 0.9, "margin": -0.4, "cover": 1.0},
         ["hits 17 %", "damages 6 %", "1 shot, hits on 6+", "damages on 5+, in Body Cover"]),
        ("dropzone_commander", {"unit": 1.0, "dice": 1 / 6, "margin": -0.9}, ["1 shot", "its Energy does not reach the Armour"]),
        ("dropzone_commander", {"unit": 1.0}, []), ("warcry", {}, []), ("trench_crusade", {}, []), ("tide_of_iron", {}, []),
        ("godbreakers", {}, []),
    ],
)  # fmt: skip
def test_odds_are_told_in_words(name, columns, lines):
    assert words(name, **columns) == lines


def test_a_reaction_of_dropzone_commander_is_told_as_much_worse_as_it_is():
    columns = {"unit": 1.0, "dice": 2 / 7, "needed": 0.3, "margin": -0.4}
    record = np.zeros(1, ruleset_of("dropzone_commander").state)[0]
    record["decision"] = ruleset_of("dropzone_commander").decisions["REACT"]
    assert words("dropzone_commander", record, **columns) == ["hits 56 %", "damages 31 %", "2 shots, hits on 5+", "damages on 4+"]


def test_the_chance_to_take_a_fighter_down_is_that_of_its_dice():
    """Every throw of the attack's dice is counted: a 6 is a critical, all others that reach the figure are hits."""
    checked = 0
    for batch, odds in asked("warcry", 900):
        record, layout = batch.games[0], batch.scenario.ruleset.layout
        tables, slot = batch.scenario.tables[int(record["variant"])], int(record["subject"])
        for number, lines in odds.items():
            block, target = layout.action(int(number))
            told, rolled = re.search(r"takes it down (\d+) %", " ".join(lines)), re.search(r"(\d+) di\w+, hits on (\d)", lines[-1])
            if told is None or block not in ("first", "second"):
                continue
            weapon, other = int(block == "second"), layout.units.index(target)
            hit, critical = int(tables["weapon_hit"][slot, weapon]), int(tables["weapon_critical"][slot, weapon])
            sums = {0: 1.0}
            for _ in range(int(rolled[1])):
                more: dict[int, float] = {}
                for damage, chance in sums.items():
                    for face in range(1, 7):
                        dealt = damage + (critical if face == 6 else hit if face >= int(rolled[2]) else 0)
                        more[dealt] = more.get(dealt, 0.0) + chance / 6
                sums = more
            left = int(tables["unit_wounds"][other]) - int(record["units"]["damage"][other])
            assert abs(100 * sum(chance for damage, chance in sums.items() if damage >= left) - int(told[1])) < 1
            checked += 1
    assert checked > 20


def test_odds_of_a_position_that_is_over_are_none():
    scenario = ruleset_of("godbreakers").scenario("drill")
    batch = Batch(scenario, 1, control=np.array([1, 1], np.int8), observe=False)
    batch.reset(seed=1)
    batch.step(np.array([-1]))
    assert batch.over[0] and odds_of(batch.games, scenario) == {}
