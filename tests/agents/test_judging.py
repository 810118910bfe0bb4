"""Which answers of a game gave most away, and graphs of chances in replays."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.agents.judging import blunders, judge_film, places_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, UnknownName
from skirmish_rl.envs.core.trace import film_of, record_game
from skirmish_rl.envs.registry import ruleset_of


@pytest.fixture(scope="module")
def scenario():
    return ruleset_of("godbreakers").scenario("drill")


@pytest.fixture(scope="module")
def game(scenario):
    """The positions and the answers of a game of the random bot, in seat 0, against the strong one."""
    batch, games, actions = Batch(scenario, 1, observe=False), [], []
    batch.reset(seed=4)
    while not batch.over[0]:
        bot = scenario.ruleset.bot(("random", "strong")[int(batch.deciders[0])])
        games.append(batch.games.copy())
        actions.append(int(batch.ask(np.zeros(1, np.int64), bot)[0]))
        batch.step(np.array(actions[-1:]))
    return np.concatenate(games), actions


def test_whoever_answers_at_random_gives_most_away(scenario, game):
    games, actions = game
    before = games.tobytes()
    told = list(blunders(agent_of("mcts:64", scenario, threads=1), games, actions, scenario))
    assert [looked for looked, _ in told] == sorted(looked for looked, _ in told) and told[-1][0] == len(games)
    assert [looked for looked, _ in told].count(len(games)) == 1 and all(not found for looked, found in told if looked < len(games) - 1)
    found = told[-1][1]
    assert found and sum(one.seat == 0 for one in found) >= 0.7 * len(found)
    assert [one.loss for one in found] == sorted((one.loss for one in found), reverse=True)
    for one in found:
        assert 0.1 < one.loss <= 2 and -1 <= one.expected <= 1 and one.action == actions[one.at] != one.better
        assert one.seat == games[one.at]["decider"]
    assert games.tobytes() == before


def test_the_same_answers_are_found_again(scenario, game):
    games, actions = game[0][:40], game[1][:40]
    first, second = ([*blunders(agent_of("mcts:64", scenario, threads=1), games, actions, scenario)][-1] for _ in range(2))
    assert first == second


def test_a_network_lists_blunders_too():
    farm = ruleset_of("tide_of_iron").scenario("farm")
    batch, games, actions = Batch(farm, 1, observe=False), [], []
    batch.reset(seed=3)
    for _ in range(30):
        games.append(batch.games.copy())
        actions.append(int(batch.ask(np.zeros(1, np.int64), farm.ruleset.bot("random"))[0]))
        batch.step(np.array(actions[-1:]))
    told = list(blunders(agent_of("ppo:tide_of_iron", farm, threads=1), np.concatenate(games), actions, farm))
    assert told[-1][0] == 30 and told[-1][1]


@pytest.mark.parametrize("name", ["bot:strong", "random"])
def test_who_judges_nothing_lists_nothing(scenario, game, name):
    with pytest.raises(BadOption, match="judges nothing"):
        next(blunders(agent_of(name, scenario), game[0], game[1], scenario))


def test_all_positions_of_a_short_game_are_judged_and_some_of_a_long_one():
    assert places_of(0) == [0] and places_of(5) == [0, 1, 2, 3, 4, 5]
    assert len(places_of(1376)) == 61 and {0, 1376} < set(places_of(1376))


@pytest.mark.parametrize(
    ("name", "scenario_name", "judge"), [("godbreakers", "drill", "mcts:64"), ("tide_of_iron", "farm", "ppo:tide_of_iron")]
)
def test_a_film_tells_the_chances_where_a_judge_was_given(name, scenario_name, judge):
    played = ruleset_of(name).scenario(scenario_name)
    film = film_of(record_game(played, 4, ["strong", "random"]))
    assert film.data()["chances"] == []
    judge_film(film, judge)
    data = film.data()
    assert data["judge"] == judge and data["chances"][0][0] == 0 and data["chances"][-1] == (len(film.records) - 1, [1.0, -1.0])
    assert all(abs(sum(values)) < 1e-3 and all(-1 <= value <= 1 for value in values) for _, values in data["chances"])
    with pytest.raises(BadOption, match="judges nothing"):
        judge_film(film, "bot:strong")
    with pytest.raises(UnknownName):
        judge_film(film, "nobody")
