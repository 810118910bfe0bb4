"""Search spends what it may and no more, compares actions in the same futures, and sees nothing that its seat may not."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from skirmish_rl.agents import search
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.search import BotJudge, Budget, SearchAgent, read_budget
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, UnknownName
from tests.toy import CHALLENGE, HOLD, PASS, ROLL, STAKE, Decision


class Told:
    """A judge that likes actions 0, 1, 2, ... in this order, is told what each is worth, and remembers what it was asked."""

    def __init__(self, worth, clock=None, seconds=0.0):
        self.worth, self.clock, self.seconds = np.array(worth, float), clock, seconds
        self.asked = []

    def propose(self, batch, index, width):
        tried = np.arange(width)
        return np.tile(np.where(tried < len(self.worth), tried, -1), (len(index), 1))

    def play_out(self, copies, rows, actions, seats):
        self.asked.append((actions.copy(), copies.games[rows].copy(), np.array(seats)))
        if self.clock is not None:
            self.clock.now += self.seconds * len(rows)
        return self.worth[actions]

    @property
    def simulations(self):
        return sum(len(actions) for actions, _, _ in self.asked)

    def copies(self, games, count):
        """All copies (games, count, futures) of some games whose actions were all tried equally often."""
        return np.concatenate([copies.reshape(games, count, -1) for _, copies, _ in self.asked], axis=2)


class Clock:
    now = 0.0

    def perf_counter(self):
        return self.now


def begun(scenario, n=1, steps=0, seed=5):
    batch = Batch(scenario, n, observe=False)
    batch.reset(seed=seed)
    for _ in range(steps):
        batch.step(batch.ask(np.arange(n), 0))
    return batch


def asked_to(scenario, decision, n=200):
    """Games in which this is asked."""
    batch = begun(scenario, n)
    for _ in range(20):
        if (batch.games["decision"] == decision).sum() >= 4:
            break
        batch.step(np.where(batch.over, -1, batch.ask(np.arange(n), 0)) if not batch.over.any() else _played_on(batch))
    return batch, np.flatnonzero(batch.games["decision"] == decision)


def _played_on(batch):
    actions = np.full(batch.n, -1)
    going = np.flatnonzero(batch.over == 0)
    actions[going] = batch.ask(going, 0)
    return actions


# --- names


@pytest.mark.parametrize(("text", "budget", "name"), [
    ("mcts:100", Budget(100), "mcts:100:strong"),
    ("mcts:7:simple", Budget(7), "mcts:7:simple"),
    ("mcts:7:strong@0.5", Budget(7), "mcts:7:strong@0.5"),
    ("mcts:0.50s", Budget(0.5, timed=True), "mcts:0.5s:strong"),
    ("mcts:2s:simple", Budget(2, timed=True), "mcts:2s:simple"),
])  # fmt: skip
def test_a_budget_is_simulations_or_seconds(duel, text, budget, name):
    agent = agent_of(text, duel)
    assert (agent.budget, agent.name) == (budget, name)
    assert agent_of(agent.name, duel).name == name


@pytest.mark.parametrize("amount", ["", "0", "x", "many", "0s", "0.0s", "s", "-3", "1.5", "1e3", "²", "5 s", "nans", "infs", "1" * 12])
def test_a_budget_that_is_none_is_refused_before_anything_is_played(duel, monkeypatch, amount):
    monkeypatch.setattr(search, "SearchAgent", None)
    with pytest.raises(BadOption, match=r"mcts:100, or mcts:0\.5s"):
        agent_of(f"mcts:{amount}", duel)


def test_an_unknown_bot_is_refused_before_anything_is_played(duel):
    with pytest.raises(UnknownName, match="did you mean 'strong'"):
        agent_of("mcts:100:stong", duel)


# --- what it spends


@pytest.mark.parametrize("count", [2, 3, 5, 8])
@pytest.mark.parametrize("amount", [8, 9, 100, 1001])
def test_so_many_simulations_are_spent_and_no_more(duel, count, amount):
    judge = Told(np.zeros(count))
    SearchAgent(duel, judge, Budget(amount), "told", threads=1).act(begun(duel), np.array([0]))
    assert amount - 1 <= judge.simulations <= amount


def test_each_of_many_games_has_its_own_simulations(duel):
    judge = Told(np.zeros(8))
    SearchAgent(duel, judge, Budget(100), "told", threads=1).act(begun(duel, 70), np.arange(70))
    assert judge.simulations == 70 * 100


def test_no_more_actions_are_tried_than_there_are_simulations(duel):
    judge = Told(np.zeros(8))
    SearchAgent(duel, judge, Budget(5), "told", threads=1).act(begun(duel), np.array([0]))
    assert judge.simulations <= 5
    assert set(judge.asked[0][0].tolist()) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("games", [1, 10])
def test_a_time_is_spent_and_hardly_more(duel, monkeypatch, games):
    clock = Clock()
    monkeypatch.setattr(search, "time", clock)
    judge = Told(np.zeros(8), clock, seconds=0.001)
    SearchAgent(duel, judge, Budget(0.5, timed=True), "told", threads=1).act(begun(duel, games), np.arange(games))
    assert 0.45 * games < clock.now < 0.51 * games


def test_a_time_too_short_for_anything_tries_each_action_once(duel, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(search, "time", clock)
    judge = Told(np.array([-1.0, 1.0, 0.0]), clock, seconds=10.0)
    answer = SearchAgent(duel, judge, Budget(0.5, timed=True), "told", threads=1).act(begun(duel), np.array([0]))
    assert (judge.simulations, answer.tolist()) == (3, [0])


def test_real_time_is_kept(duel):
    agent = agent_of("mcts:0.05s", duel, threads=1)
    batch = begun(duel)
    agent.act(batch, np.array([0]))  # what is compiled or loaded on the way counts, too
    began = search.time.perf_counter()
    agent.act(batch, np.array([0]))
    assert 0.03 < search.time.perf_counter() - began < 0.5


# --- how it chooses


def test_the_better_half_and_the_favourite_are_tried_on_as_many_copies_again(duel):
    judge = Told([0.1, -0.5, 0.5, 0.2, 0.0])
    answer = SearchAgent(duel, judge, Budget(90), "told", threads=1).act(begun(duel), np.array([0]))
    shares = [np.bincount(actions, minlength=5).tolist() for actions, _, _ in judge.asked]
    assert shares == [[1, 1, 1, 1, 1], [5, 5, 5, 5, 5], [10, 0, 10, 10, 0], [15, 0, 15, 0, 0]]
    assert answer.tolist() == [2]


def test_equal_actions_leave_it_to_the_opinion(duel):
    assert SearchAgent(duel, Told([0.5, 0.5, 0.5]), Budget(50), "told", threads=1).act(begun(duel), np.array([0])).tolist() == [0]


def test_the_favourite_stays_unless_another_leads_by_more_than_luck(duel, monkeypatch):
    """In 50 futures the second does better in so many and worse in so many: ten more are 1.4 standard errors, four more 0.6."""
    for won, lost, answer in ((1, 0, 1), (30, 20, 1), (27, 23, 0), (20, 30, 0), (0, 0, 0)):
        rewards = np.zeros((1, 2, 50))
        rewards[0, 1, :won], rewards[0, 1, won : won + lost] = 1, -1
        agent = SearchAgent(duel, Told([0.0, 0.0]), Budget(100), "told", threads=1)
        monkeypatch.setattr(agent, "try_out", lambda games, tried, futures, r=rewards: r[:, :, futures])
        assert agent.act(begun(duel), np.array([0])).tolist() == [answer], (won, lost)


def test_one_future_alone_says_nothing(duel):
    assert SearchAgent(duel, Told([0.0, 1.0]), Budget(2), "told", threads=1).act(begun(duel), np.array([0])).tolist() == [0]


def test_a_bot_tries_what_it_likes_best(duel):
    batch, staking = asked_to(duel, Decision.STAKING)
    before = batch.masks.copy()
    tried = BotJudge(2).propose(batch, staking, 4)
    assert (tried[:, 0] == batch.ask(staking, 2)).all()
    for row, mask in zip(tried, batch.masks[staking], strict=True):
        legal = np.flatnonzero(mask)
        assert row.tolist() == (legal.tolist() + [-1] * 4)[:4]  # low stakes first
    assert (batch.masks == before).all()


def test_a_bot_that_errs_knows_what_it_likes(duel):
    batch = begun(duel, 50)
    erring = duel.ruleset.bot("strong@0.9")
    assert (BotJudge(erring).propose(batch, np.arange(50), 2) == BotJudge(2).propose(batch, np.arange(50), 2)).all()


def test_a_bot_without_likings_tries_everything(duel):
    batch, staking = asked_to(duel, Decision.STAKING)
    tried = BotJudge(0).propose(batch, staking, 8)
    assert (np.sort(tried, axis=1)[:, 8 - 3 :] >= STAKE).sum() == batch.masks[staking].sum()
    assert len(set(tried[:, 0].tolist())) > 1  # in any order


@pytest.mark.parametrize("name", ["mcts:1", "mcts:1:simple"])
def test_a_single_candidate_is_taken_unseen(duel, monkeypatch, name):
    agent, batch = agent_of(name, duel), begun(duel, 30, 2)
    monkeypatch.setattr(agent, "try_out", None)
    assert (agent.act(batch, np.arange(30)) == batch.ask(np.arange(30), agent.judge.bot)).all()


def test_search_beats_its_bot_at_a_table_of_three(trio):
    match = play_pairs(trio, [(agent_of("mcts:60:simple", trio, 1), agent_of("bot:simple", trio))], 99, 3)[0]
    assert match.score > 0.45


def test_it_is_judged_from_the_deciders_side(trio):
    batch, challenged = asked_to(trio, Decision.ANSWER)
    judge = Told([0.0, 0.0, 0.0, 0.0])
    judge.propose = lambda batch, index, width: np.tile([PASS, CHALLENGE], (len(index), 1))
    SearchAgent(trio, judge, Budget(4), "told", threads=1).act(batch, challenged)
    _, games, seats = judge.asked[0]
    assert (seats == games["decider"]).all()
    assert len(set(seats.tolist())) > 1


# --- what it sees


def test_actions_are_compared_in_the_same_futures(duel):
    judge = Told([0.0, 0.0])
    batch = begun(duel, 3)
    SearchAgent(duel, judge, Budget(20), "told", threads=1).act(batch, np.arange(3))
    futures = judge.copies(3, 2)
    assert futures.shape == (3, 2, 10)
    assert (futures[:, 0] == futures[:, 1]).all()
    assert len({game["key"].tobytes() for game in futures[:, 0].ravel()}) == 30
    assert all((futures["key"] != batch.games["key"][:, None, None]).any(axis=-1).ravel())


def test_rounds_see_different_futures(duel):
    judge = Told(np.zeros(4))
    SearchAgent(duel, judge, Budget(40), "told", threads=1).act(begun(duel), np.array([0]))
    keys = [{game["key"].tobytes() for game in games} for _, games, _ in judge.asked]
    assert len(keys) == 3 and len(set().union(*keys)) == 5 + 10  # of four actions, and of two


@pytest.mark.parametrize("scene", ["duel", "trio"])
def test_copies_show_their_seat_what_the_game_shows_it(request, scene):
    scenario = request.getfixturevalue(scene)
    batch, judge = begun(scenario, 2, 3), Told([0.0, 0.0])
    SearchAgent(scenario, judge, Budget(200), "told", threads=1).act(batch, np.arange(2))
    copies = Batch(scenario, 400, observe=False)
    copies.games[:] = judge.copies(2, 2).ravel()
    others = set()
    for b, seat in enumerate(np.repeat(batch.deciders, 200).tolist()):
        for seen, real in zip(copies.look(b, seat), batch.look(b // 200, seat), strict=True):
            assert (seen == real).all()
        others.add((b // 200, *np.delete(copies.games["secret"][b, : scenario.seats], seat).tolist()))
    assert len(others) == 2 * 3 ** (scenario.seats - 1)  # everything that the others may hide


def test_what_others_hide_changes_no_answer(trio):
    batch = begun(trio, 40, 3)
    agent = agent_of("mcts:30", trio, 1)
    before = agent.act(batch, np.arange(40))
    decider = np.arange(3) == batch.deciders[:, None]
    batch.games["secret"] = np.where(decider, batch.games["secret"], (batch.games["secret"] + 1) % 3)
    batch.games["tape"] = 1
    batch.games["tape_end"] = 60
    assert (agent.act(batch, np.arange(40)) == before).all()


def test_nobody_listens_to_copies(duel):
    batch, judge = begun(duel), Told([0.0, 0.0])
    batch.games["listening"] = 1
    SearchAgent(duel, judge, Budget(4), "told", threads=1).act(batch, np.array([0]))
    assert not judge.copies(1, 2)["listening"].any()


# --- the same game, the same answer


@pytest.mark.parametrize("scene", ["duel", "trio"])
def test_an_answer_does_not_depend_on_company_or_batches(request, scene, monkeypatch):
    scenario = request.getfixturevalue(scene)
    batch = begun(scenario, 12, 3)
    before = batch.games.copy()
    together = agent_of("mcts:40", scenario, 2).act(batch, np.arange(12))
    alone = agent_of("mcts:40", scenario, 1)
    assert [int(alone.act(batch, np.array([b]))[0]) for b in range(12)] == together.tolist()
    assert (pickle.loads(pickle.dumps(alone)).act(batch, np.arange(12)) == together).all()
    monkeypatch.setattr(search, "_ROOM", 7)
    monkeypatch.setattr(search, "_AT_ONCE", 5)
    assert (agent_of("mcts:40", scenario, 1).act(batch, np.arange(12)) == together).all()
    assert batch.games.tobytes() == before.tobytes()


def test_another_game_has_other_luck(duel):
    keys = []
    for seed in (5, 6):
        judge = Told([0.0, 0.0])
        SearchAgent(duel, judge, Budget(4), "told", threads=1).act(begun(duel, seed=seed), np.array([0]))
        keys.append(judge.asked[0][1]["key"].tolist())
    assert keys[0] != keys[1]


def test_a_sure_gain_is_taken(duel):
    """At the goal with the pot in hand, whoever banks has won, and nobody can challenge."""
    batch = begun(duel)
    game = batch.games[0]
    game["points"][int(game["decider"])], game["pot"], game["tokens"] = 990, 9, 0
    batch.refresh(0)
    assert agent_of("mcts:50:random", duel, 1).act(batch, np.array([0])).tolist() == [HOLD]
    assert batch.masks[0, ROLL]


def test_budgets_are_read():
    assert (str(read_budget("12")), str(read_budget("1.25s"))) == ("12", "1.25s")
