"""Dropzone Commander beside a second reading of its dossier: same questions, answers, dice, units, objectives, scores and winners."""

from __future__ import annotations

import random

import pytest

from tests.lockstep.dropzone_commander.lockstep import Lockstep, Match
from tests.lockstep.dropzone_commander.own import ARMY, random_board

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


@pytest.mark.slow
def test_the_rules_play_as_the_dossier_reads_in_many_games(capsys, tmp_path):
    compared = sum(Lockstep(any_match(seed)).play() for seed in range(MATCHES))
    compared += sum(Lockstep(own_match(seed, tmp_path)).play() for seed in range(BOARDS))
    with capsys.disabled():
        print(f"\ndropzone_commander: {compared} decisions compared in {MATCHES + BOARDS} games")
