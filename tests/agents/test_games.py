"""The learner's games: it is asked in its own seat only, and paid for what it did, the loser too."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.agents.opponents import LEARNER, Opponents
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.network import NetworkConfig, build_network
from skirmish_rl.agents.settings.seals import mark_of
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.errors import BadOption, StateError, UnknownName


def past_self(scenario):
    network = build_network(scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, NetworkConfig("rows", 8, 8))
    return NetworkAgent(network, "past")


def begun(scenario, weights, n=24, noise=0.0, past=(), threads=1):
    games = LearnerGames(scenario, n, Opponents(scenario, weights, past), seed=9, noise=noise, threads=threads)
    games.start()
    return games


def advance(games, actions):
    """Answer all of the learner's pending decisions and play on to its next ones.

    Returns:
        float32 (n,) what the learner gets, not 0 only where a game ended; bool (n,) where one ended.
    """
    rewards, ended, index = np.zeros(games.n, np.float32), np.zeros(games.n, bool), np.arange(games.n)
    while len(index) or not games.ready.all():
        over, paid = games.play(index, actions[index])
        rewards[over], ended[over], index = paid, True, index[:0]
    return rewards, ended


@pytest.fixture(params=["duel", "trio"])
def scenario(request):
    return request.getfixturevalue(request.param)


WEIGHTS = ({"bot:strong": 1.0}, {"bot:simple": 1.0, "past": 1.0}, {"mcts:2": 1.0, "bot:random": 3.0})


@pytest.mark.parametrize("weights", WEIGHTS)
def test_only_the_learner_is_asked_and_ends_pay_its_seat(scenario, weights):
    games = begun(scenario, weights, noise=0.2, past=[past_self(scenario)])
    paid = 0
    for _ in range(60):
        assert (games.batch.deciders == games.seat).all()
        assert (games.who[np.arange(24), games.seat] == LEARNER).all()
        rewards, ended = advance(games, games.batch.ask(np.arange(24), 1))
        assert (rewards[~ended] == 0).all()
        paid += (rewards != 0).sum()
    assert paid > 20


def test_the_reward_is_the_learners_whoever_decided_last(duel):
    games = begun(duel, {"bot:strong": 1.0}, n=64)
    alone = games.batch
    sums = np.zeros(64)
    for _ in range(80):
        seats, seeds = games.seat.copy(), alone.seeds.copy()
        rewards, ended = advance(games, alone.ask(np.arange(64), 0))
        sums[ended] += rewards[ended]
        assert ((games.seat != seats) == ended).all()
        assert ((alone.seeds != seeds) == ended).all()
    assert sums.sum() < 0  # a random player loses to a strong one, and is told so


def test_seats_take_turns(trio):
    games = begun(trio, {"bot:simple": 1.0}, n=6)
    before = np.bincount(games.seat, minlength=3)
    assert before.tolist() == [2, 2, 2]


def test_opponents_are_shared_out_by_weight(duel):
    pool = Opponents(duel, {"bot:simple": 3, "bot:strong": 1, "past": 1}, [past_self(duel), past_self(duel)])
    who = pool.assign(100, 2)
    counts = np.bincount(who[who != LEARNER], minlength=4)
    assert counts.tolist() == [60, 20, 10, 10]
    assert (who == LEARNER).sum(axis=1).tolist() == [1] * 100


def test_new_opponents_leave_the_learner_in_its_seat(scenario):
    games = begun(scenario, {"bot:simple": 1.0})
    for _ in range(30):
        advance(games, games.batch.ask(np.arange(24), 0))
    seats = games.seat.copy()
    games.set_opponents(Opponents(scenario, {"bot:strong": 1.0}))
    assert (games.seat == seats).all()
    advance(games, games.batch.ask(np.arange(24), 0))
    assert (games.batch.deciders == games.seat).all()


@pytest.mark.parametrize("weights", WEIGHTS[:2])
def test_saved_games_go_on_exactly(duel, weights):
    past = [past_self(duel)]
    games = begun(duel, weights, past=past)
    for _ in range(7):
        advance(games, games.batch.ask(np.arange(24), 0))
    other = LearnerGames(duel, 24, Opponents(duel, weights, past), seed=1)
    other.load_state(games.save_state())
    for _ in range(40):
        one = advance(games, games.batch.ask(np.arange(24), 0))
        two = advance(other, other.batch.ask(np.arange(24), 0))
        assert (one[0] == two[0]).all() and (one[1] == two[1]).all()
    assert games.batch.games.tobytes() == other.batch.games.tobytes()


def test_saved_games_of_somebody_else_reach_no_compiled_rule(duel, monkeypatch):
    games = begun(duel, {"bot:simple": 1.0})
    whole = games.save_state()
    games.load_state({**whole, "masks": np.zeros(3)})  # computed anew

    def changed(name, value, at=(0, 0)):
        array = whole[name].copy()
        array[at[: array.ndim]] = value
        return {**whole, name: array}

    decider = duel.ruleset.state.fields["decider"][1]
    other = LearnerGames(duel.ruleset.scenario("long"), 24, Opponents(duel, {"bot:simple": 1.0}), 9)
    for state in (
        changed("records", 99, (0, decider)), changed("who", 7), changed("seat", 1 - whole["seat"][0]), changed("control", 77),
        changed("seeds", 3),
        changed("mark", 1), {name: array for name, array in whole.items() if name != "mark"}, {**whole, "mark": np.zeros(0, np.uint8)},
        {**whole, "seeds": whole["seeds"].astype(np.uint64)}, {**whole, "who": whole["who"].reshape(-1)}, other.save_state(),
    ):  # fmt: skip
        before = games.batch.games.tobytes(), games.batch.control.tobytes(), games.who.tobytes()
        with pytest.raises(StateError, match="not saved by you on this machine"):
            games.load_state(state)
        assert before == (games.batch.games.tobytes(), games.batch.control.tobytes(), games.who.tobytes())
    with pytest.raises(KeyError):
        games.load_state({name: array for name, array in whole.items() if name != "who"})
    monkeypatch.setattr("skirmish_rl.agents.settings.seals._key", lambda: b"")
    with pytest.raises(StateError, match="not saved by you on this machine"):
        games.load_state(games.save_state())  # where no key can be kept nobody's games are known


def test_what_was_saved_here_and_is_not_a_game_is_refused_all_the_same(duel):
    games = begun(duel, {"bot:simple": 1.0})
    for name, value, error in (
        ("records", 255, StateError), ("who", 7, ValueError), ("who", LEARNER, ValueError), ("control", 77, ValueError),
        ("seeds", -1, BadOption),
    ):  # fmt: skip
        state = games.save_state()
        state[name][:] = value
        with pytest.raises(error):
            games.load_state({**state, "mark": np.frombuffer(mark_of(games._told(state)), np.uint8)})


def test_bad_opponents_are_refused(duel):
    with pytest.raises(BadOption, match="above 0"):
        Opponents(duel, {"bot:simple": 0.0})
    with pytest.raises(BadOption, match="none yet"):
        Opponents(duel, {"past": 1.0})
    with pytest.raises(UnknownName, match="did you mean"):
        Opponents(duel, {"bot:storng": 1.0})
