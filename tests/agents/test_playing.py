"""Games cut into pieces, and agents that crash or cheat."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch

from skirmish_rl.agents.arena import games_of, play_games, play_pairs, play_round_robin
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import PIECE, Pieces, cut
from skirmish_rl.agents.results.report import forfeit_lines, tournament_facts
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import IllegalAction
from tests.agents.strangers import Crashing, Mute, Stranger, Wrong


def test_pieces_hold_every_game_once_and_never_two_pairings():
    who = np.array([[0, 1], [1, 0]] * 50 + [[0, 2], [2, 0]] * 70 + [[2, 1]])
    seeds = np.arange(len(who))
    pieces = list(cut(who, seeds))
    assert [piece.first for piece in pieces] == [0, PIECE, 100, 100 + PIECE, 100 + 2 * PIECE, 240]
    assert np.concatenate([piece.seeds for piece in pieces]).tolist() == seeds.tolist()
    assert all(len({frozenset(row) for row in piece.who.tolist()}) == 1 for piece in pieces)
    assert all((who[piece.games] == piece.who).all() and len(piece.seeds) <= PIECE for piece in pieces)


def test_pairings_of_three_seats_are_told_apart_by_who_sits_alone():
    who = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert [piece.first for piece in cut(who, np.arange(6))] == [0, 3]


def test_a_pairing_does_not_depend_on_other_games(duel):
    agents = [agent_of(name, duel) for name in ("bot:simple", "mcts:6", "random")]
    small = play_pairs(duel, [(agents[1], agents[0])], 70, 4, play=Pieces())[0]
    large = play_pairs(duel, [(agents[2], agents[0]), (agents[1], agents[0])], 140, 4, play=Pieces())[1]
    assert (large.scores[:35] == small.scores).all()


def test_the_network_computes_by_one_thread_and_the_users_number_is_kept(duel):
    seen = []

    class Looking(Stranger):
        def act(self, batch, index):
            seen.append(torch.get_num_threads())
            return super().act(batch, index)

    torch.set_num_threads(2)
    play_round_robin(duel, [Looking("looking"), agent_of("bot:simple", duel)], 2, 0)
    assert set(seen) == {1} and torch.get_num_threads() == 2


def test_progress_counts_games_over_all_pieces(duel):
    seen = []
    agents = [Stranger("a"), Stranger("b"), agent_of("bot:simple", duel)]
    tournament = play_round_robin(duel, agents, 100, 2, watch=seen.append)
    assert seen == sorted(seen) and seen[-1] == games_of(duel, 3, 100) == sum(match.games for match in tournament.matches) == 300


@pytest.mark.parametrize(
    ("stranger", "why"),
    [
        (Crashing("bad"), r"crashed: ZeroDivisionError: no way out \(strangers.py, line \d+\)"),
        (Wrong("bad", 0), r"seat_\d asked \".+\" \(action \d+\) but the decision is \w+; legal verbs: "),
        (Wrong("bad", 99), r"seat_\d asked action 99, outside Discrete\(7\)"),
        (Wrong("bad", -1), r"seat_\d asked action -1, outside"),
    ],
)
def test_a_fault_loses_that_game_and_no_other(duel, stranger, why):
    good = Stranger("good")
    first = play_pairs(duel, [(good, agent_of("bot:simple", duel))], 90, 6, play=Pieces())[0]
    pieces = Pieces()
    match = play_pairs(duel, [(stranger, agent_of("bot:simple", duel))], 90, 6, play=pieces)[0]
    seeds = game_seeds(6, 45)
    lost = {(forfeit.seed, forfeit.seat) for forfeit in pieces.forfeits}
    assert 5 < len(lost) == len(pieces.forfeits) < 60
    for s, seed in enumerate(seeds):
        for seat in (0, 1):
            expected = 0 if (seed, seat) in lost else first.scores[s, seat]
            assert match.scores[s, seat] == expected
    for forfeit in pieces.forfeits:
        assert (forfeit.agent, forfeit.against) == ("bad", "bot:simple") and forfeit.decisions >= 5
        assert re.match(why, forfeit.why)


def test_an_agent_that_cannot_be_understood_loses_everything(duel):
    tournament = play_round_robin(duel, [Mute("mute"), Stranger("good")], 10, 3)
    assert tournament.matches[0].losses == 10
    line = forfeit_lines(tournament.forfeits)[0]
    assert line.startswith("mute lost 10 games by default, first against good (seed ")
    assert "crashed: ShapeError: float64 of shape (1, 2) in answer to 1 games; expected a whole number for each" in line
    assert len(tournament_facts(tournament, [])["forfeits"]) == 10


def test_with_three_seats_the_others_share_the_first_place(trio):
    match = play_pairs(trio, [(Mute("mute"), Stranger("good"))], 9, 3, play=Pieces())[0]
    assert (match.scores == 0).all()
    back = play_pairs(trio, [(Stranger("good"), Mute("mute"))], 9, 3, play=Pieces())[0]
    assert set(back.scores.ravel()) <= {0.5, 0.0, 1.0} and (back.scores == 0.5).any()


def test_outside_tournaments_a_fault_is_an_error(duel):
    who, seeds = np.tile([[0, 1], [1, 0]], (20, 1)), game_seeds(4, 40)
    with pytest.raises(ZeroDivisionError):
        play_games(duel, [Crashing("bad"), Stranger("good")], who, seeds)
    with pytest.raises(IllegalAction):
        play_games(duel, [Wrong("bad", 99), Stranger("good")], who, seeds)
