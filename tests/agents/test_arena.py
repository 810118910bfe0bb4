"""The arena: seats turned, the same seeds for everybody, bots inside or outside alike."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from skirmish_rl.agents.arena import Match, count_distinct, play_games, play_pairs, play_round_robin, shares
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.own import OwnAgent
from skirmish_rl.agents.ratings import rate
from skirmish_rl.agents.results.report import draw_heat_map, match_table, tournament_facts, write_json
from skirmish_rl.agents.uniform import UniformAgent
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import BadOption
from tests import toy
from tests.agents.bots import Seeing


class Asked:
    """A bot asked from outside."""

    def __init__(self, agent):
        self.agent, self.name, self.bot = agent, f"{agent.name}, asked", None

    def act(self, batch, index):
        return self.agent.act(batch, index)


@pytest.fixture
def bots(duel):
    return [agent_of(name, duel) for name in ("bot:simple", "bot:strong")]


def test_a_bot_plays_the_same_game_inside_and_asked(duel, bots):
    seeds = game_seeds(4, 60)
    who = np.tile([[0, 1], [1, 0]], (30, 1))
    inside = play_games(duel, bots, who, seeds)
    asked = play_games(duel, [Asked(bot) for bot in bots], who, seeds)
    assert inside.tobytes() == asked.tobytes()


def test_the_number_of_threads_changes_nothing(duel, bots):
    seeds, who = game_seeds(4, 60), np.tile([[0, 1]], (60, 1))
    assert play_games(duel, bots, who, seeds, 1).tobytes() == play_games(duel, bots, who, seeds, 3).tobytes()


def test_a_pairing_seen_from_the_other_side_is_its_mirror(duel, bots):
    forth, back = play_pairs(duel, [(bots[0], bots[1]), (bots[1], bots[0])], 100, 8)
    assert (forth.wins, forth.draws, forth.losses) == (back.losses, back.draws, back.wins)
    assert (forth.scores == 1 - back.scores[:, ::-1]).all()


def test_every_seed_is_played_once_from_each_seat(duel, bots):
    match = play_pairs(duel, [(bots[0], bots[1])], 99, 8)[0]
    assert match.scores.shape == (50, 2)
    assert match.games == match.wins + match.draws + match.losses == 100


def test_an_agent_against_itself_scores_half(duel):
    agent = agent_of("bot:strong", duel)
    match = play_pairs(duel, [(agent, Asked(agent))], 200, 8)[0]
    assert match.score == 0.5


def test_three_seats_one_alone_among_two(trio):
    agents = [agent_of(name, trio) for name in ("bot:simple", "bot:strong")]
    tournament = play_round_robin(trio, agents, 90, 2)
    assert [(m.first, m.second) for m in tournament.matches] == [("bot:simple", "bot:strong"), ("bot:strong", "bot:simple")]
    assert tournament.matches[0].scores.shape == (30, 3)
    assert tournament.score("bot:simple", "bot:strong") < 1 / 3 < tournament.score("bot:strong", "bot:simple")


def test_first_place_is_shared(trio):
    games = np.zeros(4, trio.ruleset.state)
    games["winners"] = [0b001, 0b110, 0b111, 0b000]
    expected = [[1, 0, 0], [0, 0.5, 0.5], [1 / 3] * 3, [1 / 3] * 3]
    assert np.allclose(shares(games, 3), expected)


def test_games_that_differ_by_luck_alone_are_not_distinct(duel):
    games = np.zeros(5, duel.ruleset.state)
    games["key"] = np.arange(10).reshape(5, 2)
    games["decisions"] = [7, 7, 7, 8, 8]
    assert count_distinct(games) == 2


def test_results_as_files(duel, tmp_path):
    agents = [agent_of(name, duel) for name in ("random", "bot:simple", "bot:strong")]
    seen = []
    tournament = play_round_robin(duel, agents, 40, 2, watch=seen.append)
    facts = tournament_facts(tournament, rate(tournament.names, tournament.matches, repeats=20))
    write_json(facts, tmp_path / "new" / "results.json")
    draw_heat_map(tournament, tmp_path / "scores.png")
    assert (tmp_path / "new" / "results.json").stat().st_size and (tmp_path / "scores.png").stat().st_size
    assert facts["games"] == 120 == seen[-1]
    assert facts["matches"][0]["interval"][0] <= facts["matches"][0]["score"] <= facts["matches"][0]["interval"][1]


def test_a_tournament_repeats(duel):
    def scores():
        agents = [UniformAgent(duel), agent_of("bot:simple", duel), agent_of("mcts:4", duel)]
        return [match.scores.tolist() for match in play_round_robin(duel, agents, 20, 2).matches]

    assert scores() == scores()


def test_bad_tournaments_are_refused(duel, bots):
    with pytest.raises(BadOption, match="at least two"):
        play_round_robin(duel, bots[:1], 10, 0)
    with pytest.raises(BadOption, match="each once"):
        play_round_robin(duel, [bots[0], bots[0]], 10, 0)
    with pytest.raises(BadOption, match="at least one game"):
        play_round_robin(duel, bots, 0, 0)


def test_a_table_with_two_names_fits_80_columns():
    names = ["random", "bot:strong@0.5", "mcts:100:strong"]
    matches = [Match(a, b, 2, np.ones((5000, 2)), 10_000, 100.0) for a in names for b in names if a != b]
    shown = io.StringIO()
    Console(file=shown, width=80).print(match_table(matches, "matches"))
    lines = shown.getvalue().splitlines()
    assert all(len(line) <= 80 for line in lines) and any(line.split()[-1:] == ["distinct"] for line in lines)
    assert sum("100.0-100.0" in line and "10000" in line for line in lines) == len(matches)


@pytest.mark.parametrize(
    ("firsts", "title", "agents"),
    [
        (("ppo:one", "ppo:one"), "won: ppo:one", None),
        (("ppo:one", "look:one"), "won: one", ["ppo", "look"]),
        (("ppo:one", "ppo:two"), "won", ["ppo:one", "ppo:two"]),
        (("random", "bot:simple"), "won", ["random", "bot:simple"]),
    ],
)
def test_a_table_says_once_what_all_its_agents_share(firsts, title, agents):
    matches = [Match(first, "bot:strong", 2, np.ones((3, 2)), 6, 10.0) for first in firsts]
    table = match_table(matches, "won")
    assert table.title == title
    assert table.columns[0].header == ("agent" if agents else "against")
    if agents:
        assert list(table.columns[0].cells) == agents


def test_a_match_tells_how_sure_its_score_is():
    match = Match("a", "b", 2, np.array([[1.0, 0.0]] * 50), 100, 9.0)
    assert match.interval == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_an_agent_that_is_given_the_batch_sees_observations_in_the_arena(monkeypatch):
    monkeypatch.setattr("tests.agents.bots.Seeing.seen", [])
    scenario = toy.RULESET.scenario("short")
    play_pairs(scenario, [(OwnAgent(scenario, "python:tests.agents.bots:Seeing"), UniformAgent(scenario))], 4, 1)
    assert Seeing.seen and all(shape == (scenario.features.size,) and any_of_it for shape, any_of_it in Seeing.seen)
