"""The option `readings`: the letter of the source texts, or house readings; files from before the option stay valid."""

import json
import pickle

import pytest

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.trace import record_game, replay
from skirmish_rl.envs.registry import ruleset_of
from skirmish_rl.envs.testing import check_masks, check_observations
from tests.plays import played_to_the_end

GAMES = ("dropzone_commander", "godbreakers", "trench_crusade", "warcry")


@pytest.mark.parametrize("name", GAMES)
def test_the_house_is_the_default_and_names_nothing_anew(name):
    """Names of scenarios are in networks, cards, saved games and traces."""
    ruleset = ruleset_of(name)
    plain, house, letter = (ruleset.scenario(**given) for given in ({}, {"readings": "house"}, {"readings": "letter"}))
    assert plain.id == house.id and "readings" not in plain.options and not plain.tables["letter"].any()
    assert (
        letter.options == {**plain.options, "readings": "letter"} and '"readings": "letter"' in letter.id and letter.tables["letter"].all()
    )
    with pytest.raises(BadOption, match="'house' or 'letter'"):
        ruleset.scenario(readings="printed")


@pytest.mark.parametrize("name", GAMES)
def test_a_scenario_by_the_letter_is_made_again_from_its_pickle_and_its_trace(name):
    letter = ruleset_of(name).scenario(readings="letter")
    assert pickle.loads(pickle.dumps(letter)).id == letter.id
    trace = record_game(letter, 3, letter.ruleset.bots[-1])
    assert json.loads(trace.split("\noptions ")[1].split("\n")[0])["readings"] == "letter" and replay(trace) is None


@pytest.mark.parametrize("name", GAMES)
def test_networks_of_a_small_scenario_may_play_it_by_the_letter(name):
    ruleset = ruleset_of(name)
    small = ruleset.default_scenario("small")
    house, letter = ruleset.scenario(small), ruleset.scenario(small, readings="letter")
    assert house.features.names() == letter.features.names() and house.n_actions == letter.n_actions


@pytest.mark.games
@pytest.mark.parametrize("scenario", [None, "skirmish:0:12"])
@pytest.mark.parametrize("name", GAMES)
def test_games_by_the_letter_end_without_a_fault(name, scenario):
    letter = ruleset_of(name).scenario(scenario, readings="letter")
    played_to_the_end(letter, 12, (0, 0))
    played_to_the_end(letter, 8, (2, 1))
    check_masks(letter, games=2, every=60)
    check_observations(letter, games=2)
