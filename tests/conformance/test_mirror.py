"""Swapping seats swaps everything: no rule, mask or observation prefers a seat by its number."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, MARKERS, SLOTS, Spot

OF_SEATS = (
    "view_x", "view_y", "view_place", "shard_cell", "objective_cell", "hoard_cell", "quarter", "random_roster", "die", "metals", "traits",
    "flaws", "shard_trait",
)  # fmt: skip


def swap_numbers(n: int, *pairs: tuple[int, int]) -> np.ndarray:
    """The identity on 0..n-1 with some numbers exchanged."""
    numbers = np.arange(n)
    for a, b in pairs:
        numbers[[a, b]] = numbers[[b, a]]
    return numbers


SEATS = swap_numbers(8, (0, 1))  # beyond the two seats: nobody's
UNITS = swap_numbers(SLOTS, *((k, k + CIRCLE_SIZE) for k in range(CIRCLE_SIZE)))
THINGS = swap_numbers(MARKERS, (1, 2), (5, 6), (9, 10))  # shards, objectives and hoards by seat


def swapped(numbers: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values exchanged where they name something; negative ones name nothing."""
    return np.where(values < 0, values, numbers[np.maximum(values, 0)])


def mirror_tables(scenario: Scenario) -> Scenario:
    """The scenario with the two seats' places and forces exchanged."""
    tables = scenario.tables.copy()
    for name in OF_SEATS:
        tables[name][:, :2] = scenario.tables[name][:, 1::-1]
    return dataclasses.replace(scenario, tables=tables)


def mirror_game(game: np.void) -> np.void:
    """The same position with the two seats' numbers exchanged; taken when a player chooses whom to activate."""
    twin = game.copy()
    twin["decider"] = SEATS[game["decider"]]
    twin["units"] = game["units"][UNITS]
    for name in ("seat", "circle", "summoner"):
        twin["units"][name] = swapped(SEATS, twin["units"][name])
    twin["markers"] = game["markers"][THINGS]
    twin["markers"]["seat"] = swapped(SEATS, twin["markers"]["seat"])
    board = game["board"]
    names_unit = (board >= 0) & (board < SLOTS)
    names_marker = (board >= Spot.MARKER) & (board < Spot.MARKER + MARKERS)
    twin["board"][names_unit] = UNITS[board[names_unit]]
    twin["board"][names_marker] = Spot.MARKER + THINGS[board[names_marker] - Spot.MARKER]
    for name in ("points", "shard_trait", "rollers"):
        twin[name][:2] = game[name][1::-1]
    twin["rollers"][:2] = UNITS[twin["rollers"][:2]]
    for name in ("seniority", "order"):
        twin[name][:2] = SEATS[game[name][:2]]
    twin["initiative"] = swapped(SEATS, game["initiative"])
    return twin


def mirror_action(action: int) -> int:
    """The action with its unit exchanged."""
    first = RULESET.layout.offset["slot"]
    return first + int(UNITS[action - first]) if first <= action < first + GODBREAKERS else action


def assert_mirrored(one: Batch, other: Batch) -> None:
    assert SEATS[one.deciders[0]] == other.deciders[0]
    assert (one.games[0]["points"][:2] == other.games[0]["points"][1::-1]).all()
    assert (one.observations == other.observations).all(), "the deciders see different things"
    ours = {mirror_action(int(action)) for action in np.flatnonzero(one.masks[0])}
    assert ours == set(np.flatnonzero(other.masks[0]).tolist()), "the deciders may do different things"


@pytest.mark.parametrize("name", ["drill", "saboteurs", "treasure", "nest", "infiltrators", "cure", "hunt"])
def test_swapping_seats_swaps_everything(name: str) -> None:
    scenario = RULESET.scenario(name, 2)
    one, other = Batch(scenario, 1), Batch(mirror_tables(scenario), 1)
    luck = np.random.default_rng(21)
    compared = 0
    for seed in range(6):
        one.reset(seed=seed)
        other.reset(seed=seed)
        mirrored_in = -1  # the round both games are in; initiative is rolled seat by seat, so each round starts afresh
        while not one.over[0]:
            game = one.games[0]
            if game["decision"] == Decision.ACTIVATE and mirrored_in != game["round"] and not game["routed"]:
                other.games[0] = mirror_game(game)
                other.refresh(0)
                mirrored_in = int(game["round"])
            same = mirrored_in == game["round"]
            if same:
                assert_mirrored(one, other)
                compared += 1
            action = random_legal(one.masks, luck)
            one.step(action)
            if same:
                other.step(np.array([mirror_action(int(action[0]))]))
                if one.over[0]:
                    assert other.over[0] and (one.rewards[0] == other.rewards[0][::-1]).all()
    assert compared > 200
