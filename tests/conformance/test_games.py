"""Masks, outcomes, observations and determinism of every scenario, straight on the core."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.registry import RULESETS, ruleset_of
from skirmish_rl.envs.testing import (
    check_determinism,
    check_features_vary,
    check_masks,
    check_observations,
    check_outcomes,
    check_processes,
    check_visible,
)

# Scenarios and options that bring out parts of an observation which the public games never show.
VARIED: dict[str, list[dict[str, Any]]] = {
    "dropzone_commander": [
        {"name": "skirmish", "seats": 4},
        {"name": "drill", "seats": 4, "move_mode": "unit", "site_mode": "unit", "cards": "full"},
    ],
    "godbreakers": [
        {"setup": "full"},
        {"circles": "random"},
        {"circles": "ritualists"},
        {"circles": "ritualists", "impassable": True},
        {"circles": "flawed_mixed", "ready": True},
        {"circles": "flawed_bulwark"},
    ],
    "tide_of_iron": [{"name": str(Path(__file__).parents[1] / "tide_of_iron" / "everything.toml")}],
    "trench_crusade": [
        {"name": str(Path(__file__).parents[1] / "trench_crusade" / "everything.toml"), "initiative_choice": True},
        {"name": "contested", "warbands": "a_700"},
    ],
    "warcry": [
        {"name": str(Path(__file__).parents[1] / "warcry" / "everything.toml"), "traits": True, "twist": "marked_ground"},
        {"name": str(Path(__file__).parents[1] / "warcry" / "everything.toml"), "universal_set": "2025"},
        {"name": "marks", "force_a": "raven", "force_b": "hunt", "twist": "trailing_dice", "traits": True},
    ],
}

# Columns that neither random play nor bots move within these games; the ruleset's own tests read them by name.
SELDOM = {
    "dropzone_commander": {
        "asked.drop",
        "asked.leave",
        "asked.pass_on",
        "asked.rest",
        "asked.shield",
        "asked.stray",
        "asked.toll",
        "game.more",
        "process.is_board",
        "seat.surge",
        "seat.surged",
        "squad_rival.double",
        "squad_rival_1.double",
        "squad_rival_3.double",
        "squad_rival.marksmen",
        "squad_rival_1.marksmen",
        "squad_rival_2.marksmen",
        "squad_rival_3.marksmen",
        "squad_rival.tracking",
        "squad_rival_1.tracking",
        "squad_rival_2.tracking",
        "squad_rival_1.ports",
        "squad_rival_3.ports",
        "squad_rival.piercing",
        "squad_rival_1.piercing",
        "squad_rival_2.piercing",
        "squad_rival.ramp",
        "squad_rival_1.ramp",
        "squad_rival_2.ramp",
        "squad_mine.scan",
        "squad_mine.weapon_3_aa",
        "squad_mine.weapon_4_aa",
        "squad_rival.ports",
        "squad_rival.scan",
        "squad_rival.smoke",
        "squad_rival.weapon_3_aa",
        "squad_rival_1.scan",
        "squad_rival_1.smoke",
        "squad_rival_1.smoked",
        "squad_rival_1.weapon_3_aa",
        "squad_rival_1.weapon_4_aa",
        "squad_rival_2.double",
        "squad_rival_2.ports",
        "squad_rival_2.scan",
        "squad_rival_2.smoke",
        "squad_rival_2.smoked",
        "squad_rival_2.weapon_3_aa",
        "squad_rival_2.weapon_4_aa",
        "squad_rival_3.piercing",
        "squad_rival_3.ramp",
        "squad_rival_3.scan",
        "squad_rival_3.smoke",
        "squad_rival_3.smoked",
        "squad_rival_3.tracking",
        "squad_rival_3.weapon_3_aa",
        "squad_rival_3.weapon_4_aa",
        "unit_mine.reserve",
        "unit_mine.uses_1",
        "unit_mine.uses_3",
        "unit_mine.uses_4",
        "unit_rival.reserve",
        "unit_rival.subject",
        "unit_rival_1.reserve",
        "unit_rival_1.subject",
        "unit_rival_1.uses_1",
        "unit_rival_1.uses_3",
        "unit_rival_1.uses_4",
        "unit_rival_2.reserve",
        "unit_rival_2.subject",
        "unit_rival_2.uses_1",
        "unit_rival_2.uses_3",
        "unit_rival_2.uses_4",
        "unit_rival_3.reserve",
        "unit_rival_3.subject",
        "unit_rival_3.uses_1",
        "unit_rival_3.uses_3",
        "unit_rival_3.uses_4",
    },
    "godbreakers": {"unit.provoked", "unit.provoker_x", "unit.provoker_y"},
    "tide_of_iron": {
        "asked.heal_unit",
        "losses.gives_elite",
        "losses.gives_machine_gun",
        "losses.gives_mortar",
        "losses.gives_officer",
        "order.demolish",
        "order.heal",
        "unit_theirs.served",
    },
    "trench_crusade": {
        "act.dive",
        "asked.dark_blessing",
        "asked.dive",
        "asked.fall_side",
        "asked.treat",
        "asked.treatment",
        "deed.sixth_marker",
        "roll.bloodbath",
        "roll.cheap",
        "roll.pending",
        "roll.pending_attack",
        "roll.pending_marks",
        "side.infiltrates",
        "unit_theirs.forced",
        "task.climb",
        "task.defuse",
        "task.dive",
        "task.jump",
        "task.ledge",
    },
    "warcry": {"ability.pounce", "ability.press_on", "asked.loot", "attack.strength", "unit_mine.trophy", "unit_theirs.trophy"},
}


def test_every_legal_action_can_be_carried_out(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_masks(scenario, games=3, every=8)


@pytest.mark.slow
def test_every_legal_action_can_be_carried_out_in_many_games(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_masks(scenario, games=40, seed=101, every=1)


def test_rewards_are_zero_sum_and_agree_with_the_winners(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_outcomes(scenario, games=32)


def test_observations_are_bounded_and_hide_what_is_hidden(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_observations(scenario, games=6)


@pytest.mark.parametrize("most", [0, 3])
def test_actions_are_encoded_alike_by_any_number_of_threads(ruleset: Ruleset, most: int) -> None:
    index = np.arange(47)[::-1]
    encoded = []
    for threads in (1, 3):
        batch = Batch(ruleset.scenario(), 48, threads=threads)
        batch.reset(seed=5)
        batch.step(batch.ask(np.arange(48), 0))
        encoded.append(batch.encode_actions(index, most=most))
    for alone, shared in zip(*encoded, strict=True):
        np.testing.assert_array_equal(alone, shared)
    assert (np.diff(encoded[0].offsets) > 1).any()


@pytest.mark.parametrize("name", RULESETS)
def test_every_action_tells_how_far_the_strong_bot_ranks_it_behind_its_favourite(name: str) -> None:
    ruleset = ruleset_of(name)
    batch = Batch(ruleset.scenario(), 64, observe=False)
    batch.reset(seed=8)
    index, chosen, left_out = np.arange(batch.n), 0, 0
    in_order = [ruleset.action_features.index(column) for column in ("best", "rank")]  # among actions that tie, of their order
    for _ in range(30):
        everything = batch.encode_actions(index, observe=False)
        answers = batch.ask(index, len(ruleset.bots) - 1)
        behind, best, rank = (everything.rows[:, ruleset.action_features.index(column)].copy() for column in ("behind", "best", "rank"))
        numbers, offsets, rows = everything.numbers.copy(), everything.offsets.copy(), everything.rows.copy()
        few = batch.encode_actions(index, observe=False, most=3)
        for b, (low, high) in enumerate(pairwise(offsets)):
            order = np.argsort(-rank[low:high])
            np.testing.assert_allclose(rank[low:high][order], 1 / np.arange(1, high - low + 1), rtol=1e-6)
            assert (np.diff(behind[low:high][order]) >= 0).all()
            assert behind[low:high][order[0]] == 0
            np.testing.assert_array_equal(best[low:high], rank[low:high] == 1)
            assert behind[low:high][numbers[low:high] == answers[b]] < 1e-3  # bots choose among those that all but tie
            chosen += high - low > 1
            mine = slice(few.offsets[b], few.offsets[b + 1])
            kept = np.isin(numbers[low:high], few.numbers[mine])
            both = rows[low:high][kept], few.rows[mine][np.argsort(few.numbers[mine])]
            np.testing.assert_array_equal(*(np.delete(part, in_order, axis=1) for part in both))
            if not kept.all():
                left_out += 1
                assert behind[low:high][kept].max() <= behind[low:high][~kept].min()
        batch.step(batch.ask(index, 0))
    assert chosen > 500
    assert left_out > 200


@pytest.mark.parametrize("name", RULESETS)
def test_no_feature_is_constant(name: str) -> None:
    ruleset = ruleset_of(name)
    scenarios = [ruleset.scenario(**varied) for varied in VARIED.get(name, [])]  # first: there most is to be seen
    scenarios += [scenario for one in ruleset.scenarios for scenario in ruleset.seatings(one)[:2]]
    check_features_vary(scenarios, games=48, seldom=SELDOM.get(name, set()))


@pytest.mark.parametrize("name", RULESETS)
def test_every_visible_fact_is_seen(name: str) -> None:
    ruleset = ruleset_of(name)
    scenarios = [ruleset.scenario(**varied) for varied in VARIED.get(name, [])]
    scenarios += [ruleset.seatings(one)[-1] for one in ruleset.scenarios]
    check_visible(scenarios)


def test_same_seed_and_actions_give_the_same_bytes(seatings: list[Scenario]) -> None:
    for scenario in seatings:
        check_determinism(scenario, games=4)


def test_another_process_plays_the_same_game(ruleset: Ruleset) -> None:
    check_processes(ruleset.scenario(), interpreted=False, decisions=150)


def test_plain_python_plays_the_same_game(ruleset: Ruleset) -> None:
    check_processes(ruleset.scenario(), decisions=16, games=1)


@pytest.mark.parametrize("name", RULESETS)
def test_tables_are_the_same_bytes_where_rules_are_interpreted(name: str) -> None:
    code = "import sys; from tests.conformance.test_games import packed; print(packed(sys.argv[1]))"
    other = {**os.environ, "SKIRMISH_INTERPRETED": "0" if INTERPRETED else "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code, name], env=other, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == packed(name)


def packed(name: str) -> str:
    """A hash of the tables of every public scenario of a ruleset."""
    scenarios = (ruleset_of(name).scenario(scenario) for scenario in ruleset_of(name).scenarios)
    return hashlib.sha256(b"".join(scenario.tables.tobytes() for scenario in scenarios)).hexdigest()


@pytest.mark.slow
def test_plain_python_plays_every_scenario_alike(seatings: list[Scenario]) -> None:
    check_processes(seatings[-1], seed=61, decisions=40, games=1)


@pytest.mark.slow
def test_plain_python_plays_a_whole_game_alike(ruleset: Ruleset) -> None:
    scenario = ruleset.scenario(ruleset.default_scenario("small"))
    check_processes(scenario, seed=61, decisions=scenario.max_decisions, games=1)
