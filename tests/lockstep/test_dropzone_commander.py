"""Dropzone Commander beside a second reading of its dossier: same questions, answers, dice, units, objectives, scores and winners."""

from __future__ import annotations

import random

import pytest

from skirmish_rl.envs.dropzone_commander import RULESET
from tests.dropzone_commander.guns import arm, close, gun
from tests.dropzone_commander.table import Table
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_many_dice import NORTH, SOUTH
from tests.lockstep.dropzone_commander.lockstep import Lockstep, Match
from tests.lockstep.dropzone_commander.own import ARMY, random_board, spies_in_the_hq

WITHOUT = {"cards": "off"}
FORCES = {"drill": ["a_drill", "b_drill", "c_drill", "d_drill"], "clash": ["a_clash", "b_clash"]}
SKIRMISH = ["a_skirmish", "b_skirmish", "c_skirmish", "d_skirmish"]
MATCHES = 30  # of the slow test
BOARDS = 20  # that chance makes, too

FAST = [
    (Match("drill", 2, 1, options=WITHOUT), 10**6),
    (Match("drill", 3, 7), 250),
    (Match("skirmish", 2, 2, options={"forces": ["c_skirmish", "d_skirmish"]}), 150),
    (Match("clash", 2, 3), 120),
    (Match("bunkers", 4, 4), 120),
    (Match("royale", 3, 5), 120),
    (Match("survey", 2, 6), 120),
]


def any_match(seed: int) -> Match:
    """A scenario, its seats, forces and players by chance."""
    luck = random.Random(seed)
    name = luck.choice(["drill", "drill", "skirmish", "clash", "bunkers", "royale", "survey"])
    seats = 2 if name in ("clash", "survey") else luck.randint(2, 4)
    forces = FORCES.get(name, SKIRMISH)
    chosen = [luck.choice(forces) for _ in range(seats)]
    cards = {"cards": luck.choice(["full", "full", "reduced", "off"])}
    return Match(name, seats, seed, luck.choice(["mixed", "mixed", "random", "strong"]), cards | {"forces": chosen})


@pytest.mark.parametrize(("match", "limit"), FAST, ids=lambda value: value.scenario if isinstance(value, Match) else "")
def test_the_rules_play_as_the_dossier_reads(match, limit):
    assert Lockstep(match, limit).play() >= 120


def own_match(seed: int, folder) -> Match:
    """A board that chance makes, with armies of what no supplied unit has among the others."""
    luck = random.Random(seed)
    path = folder / f"own{seed}.toml"
    path.write_text(random_board(luck), encoding="utf-8")
    forces = [luck.choice([str(ARMY), str(ARMY), *FORCES["drill"]]) for _ in range(luck.randint(2, 3))]
    return Match(str(path), len(forces), seed, luck.choice(["mixed", "mixed", "random"]), {"forces": forces})


def test_a_board_made_by_chance_with_what_no_supplied_unit_has(tmp_path):
    assert Lockstep(own_match(1, tmp_path), 250).play() >= 200


@pytest.mark.parametrize("card", ["pass", "play burning-rounds"])
@pytest.mark.parametrize("foe", ["A-MBT", "A-INF"])
def test_an_attack_whose_damage_dice_are_rolled_in_portions(foe, card):
    """Nine Area weapons before 18 units within 2" of their target: tanks take 162 dice, Infantry hundreds."""
    table = lay(Table, [14], [], cv=6)
    arm(table, table.squad("A1", "A-MBT", *((x, 2) for x in range(8, 17))), gun(acc=2, area=1, energy=9))
    for name, cells in (("B1", SOUTH), ("B11", NORTH)):
        table.squad(name, foe, *cells, dp=12, active=0, evasion=0, group=1)
    table.activation("AB")
    game = Lockstep.of_table(table)
    game.say("activate 1", "shoot", "at B1", card)
    assert game.battle.more_portions >= (1 if foe == "A-MBT" else 3)


def test_close_quarters_whose_damage_dice_are_rolled_in_portions():
    table = lay(Table, [], [], cv=6, pieces={"C0": ("large_building", 10, 10, 6, 6)})
    arm(table, table.squad("A1", "A-INF", inside="C0", size=3), close(shots=50))
    table.squad("B1", "A-INF", inside="C0", size=9, dp=20, armour=6)
    table.activation("AB")
    game = Lockstep.of_table(table)
    game.say("activate 1", "close", "at B1")
    while game.question is not None and game.battle.more_portions == 0:
        game.say(RULESET.layout.text(min(game.mask()), int(game.game["decision"])))
    assert game.battle.more_portions == 1


@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)])
def test_infiltrators_of_a_battlegroup_that_is_directly_deployed(seed, tmp_path):
    army, board = tmp_path / "army.toml", tmp_path / "board.toml"
    army.write_text(spies_in_the_hq(), encoding="utf-8")
    board.write_text(random_board(random.Random(seed)).replace("direct = false", "direct = true"), encoding="utf-8")
    game = Lockstep(Match(str(board), 2, seed, "random", {"forces": [str(army)] * 2}), 60)
    game.play()
    assert any(squad.all[0].infiltrate and (squad.seat, squad.group) in game.battle.direct for squad in game.battle.squads.values())


@pytest.mark.slow
def test_the_rules_play_as_the_dossier_reads_in_many_games(capsys, tmp_path):
    compared = sum(Lockstep(any_match(seed)).play() for seed in range(MATCHES))
    compared += sum(Lockstep(own_match(seed, tmp_path)).play() for seed in range(BOARDS))
    with capsys.disabled():
        print(f"\ndropzone_commander: {compared} decisions compared in {MATCHES + BOARDS} games")
