"""Pages of an evaluation's telling games."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.arena import Match, play_round_robin
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.results.replays import keep_replays, telling


def test_the_closest_and_the_most_lopsided_game_are_found_by_points():
    leads = np.array([[9, -3], [1, 4], [-12, 2]])
    match = Match("a", "b", 2, np.ones((3, 2)), 6, 10.0, leads)
    assert telling(match) == {"closest": (1, 0), "lopsided": (2, 0)}


def test_each_pairing_leaves_two_pages_that_end_as_its_games_did(duel, tmp_path):
    agents = [agent_of(name, duel) for name in ("bot:simple", "bot:strong")]
    tournament = play_round_robin(duel, agents, 20, seed=5)
    (match,) = tournament.matches
    lines = [*keep_replays(tournament, duel, agents, tmp_path / "pages")]
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == [
        "bot-simple-bot-strong-closest.html",
        "bot-simple-bot-strong-lopsided.html",
    ]
    for line, (which, seat) in zip(lines, telling(match).values(), strict=True):
        assert line.endswith(f"bot:simple in seat_{seat}, {match.leads[which, seat]:+d} points")
    assert np.abs(match.leads).max() > 0


def test_leads_are_of_the_first_agent_in_each_seat(trio):
    agents = [agent_of(name, trio) for name in ("random", "bot:strong")]
    ahead, behind = play_round_robin(trio, agents, 30, seed=2).matches
    assert ahead.leads.shape == (10, 3)
    assert (ahead.leads[ahead.scores == 1] >= 0).all() and (ahead.leads[ahead.scores == 0] <= 0).all()
    assert behind.leads.mean() > ahead.leads.mean()
