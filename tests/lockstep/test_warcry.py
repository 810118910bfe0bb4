"""Warcry beside a second reading of its dossier: same questions, answers, dice, fighters, scores and winners at every decision."""

from __future__ import annotations

import random

import pytest

from skirmish_rl.envs.core.errors import DataError
from tests.lockstep.warcry.boards import SCENARIOS
from tests.lockstep.warcry.lockstep import Match, play
from tests.lockstep.warcry.own import random_board

SMALL = ("iron_small", "fang_small", "raven_small", "hunt_small", "own_iron_small", "own_fang_small", "own_raven_small")
LARGE = ("iron", "fang", "raven", "hunt", "own_iron", "own_fang", "own_raven", "own_hunt", "own_riders")
SWITCHES = ("traits", "last_stand", "play_out", "extra_rounds", "engaged_no_move")
TWISTS = ("none", "none", "mire", "hardy", "trailing_dice", "trailing_prize", "marked_ground")
NAMING = ("trailing_prize", "marked_ground")  # twists that name an objective
MATCHES = 100  # of the slow test, a few seconds each

FAST = [
    Match("crossing", ("iron_small", "fang_small"), 1, 2),
    Match("crossing", ("own_raven_small", "hunt_small"), 2, 2, "strong", options={"traits": True}),
    Match("marks", ("iron", "fang"), 3, 1, "strong", options={"twist": "trailing_prize"}),
    Match("relics", ("raven", "hunt"), 4, 1, shaken=True),
    Match("hunters", ("hunt", "iron"), 5, 1, "strong"),
    Match(301, ("own_raven", "own_riders"), 6, 2, shaken=True, options={"universal_set": "2025"}),
    Match(314, ("own_fang", "own_hunt"), 7, 2, options={"traits": True, "last_stand": True}),
]


def any_match(seed: int) -> Match:
    """A scenario of the dossier or a random board, with forces, options and players by chance."""
    luck = random.Random(seed)
    options = {"twist": luck.choice(TWISTS), "universal_set": luck.choice(["core", "2025"])}
    options |= {name: True for name in SWITCHES if luck.random() < 0.3}
    scenario = seed
    if luck.random() < 0.3:
        scenario = luck.choice(list(SCENARIOS))
    spec = SCENARIOS[scenario] if scenario in SCENARIOS else random_board(seed)[1]
    if not spec["objectives"] and options["twist"] in NAMING:
        options["twist"] = "hardy"
    forces = SMALL if scenario == "crossing" else LARGE
    player = luck.choice(["random", "random", "strong"])
    games = 8 if scenario in (seed, "crossing") else 3
    return Match(scenario, (luck.choice(forces), luck.choice(forces)), seed, games, player, luck.random() < 0.5, options)


@pytest.mark.parametrize("match", FAST, ids=lambda match: f"{match.scenario}-{match.player}")
def test_the_rules_play_as_the_dossier_reads(match, tmp_path):
    assert play(match, tmp_path) > 100


@pytest.mark.slow
def test_the_rules_play_as_the_dossier_reads_on_any_board(tmp_path, capsys):
    compared = refused = 0
    for seed in range(MATCHES):
        try:
            compared += play(any_match(seed), tmp_path)
        except DataError:  # chance may make a board that is refused, and rightly so
            refused += 1
    assert refused < MATCHES // 10
    with capsys.disabled():
        print(f"\nwarcry: {compared} decisions compared in {MATCHES - refused} matches")
