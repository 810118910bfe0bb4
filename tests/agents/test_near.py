"""Weak opponents that err as people do: by what is nearly as good, never by what is absurd."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.kinds.near import NearAgent, is_end, read_slack
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.shipped import levels_of
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, UnknownName
from skirmish_rl.envs.registry import available, ruleset_of
from tests.conftest import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays whole games")
GAMES = 24


def duel(name):
    return ruleset_of(name).scenario("duel", 2)


def answered(name, spec, decisions=60):
    """Games of an agent against itself: the scenario, its actions, each one's gap and rank, and the number of legal actions."""
    scenario = duel(name)
    agent, columns = agent_of(spec, scenario, threads=1), scenario.ruleset.action_features
    batch = Batch(scenario, GAMES, observe=False, threads=1)
    batch.reset(seed=11)
    for _ in range(decisions):
        index = np.flatnonzero(batch.over == 0)
        if not len(index):
            return
        chosen = agent.act(batch, index).copy()
        rows = batch.encode_actions(index, observe=False)
        for k, action in enumerate(chosen):
            here = slice(rows.offsets[k], rows.offsets[k + 1])
            at = rows.offsets[k] + int(np.flatnonzero(rows.numbers[here] == action)[0])
            behind, rank = (float(rows.rows[at, columns.index(column)]) for column in ("behind", "rank"))
            yield scenario, int(action), behind, round(1 / rank), int(here.stop - here.start)
        answers = np.full(batch.n, -1)
        answers[index] = chosen
        batch.step(answers)


@pytest.mark.parametrize("name", available())
def test_the_weakest_opponent_never_leaves_something_undone_and_never_does_what_is_absurd(name):
    slack = read_slack(levels_of(name, "easy")["1"].partition(":")[2])
    answers = list(answered(name, "easy:1"))
    scenario = answers[0][0]
    assert all(behind == 0 for _, action, behind, *_ in answers if is_end(scenario.ruleset.layout, action)), (
        "ended with something better to do"
    )
    assert all(place <= max(2, (count + 1) // 2) for *_, place, count in answers), "nothing of the worse half"
    points = np.array([behind / (1 - behind) if behind < 1 else np.inf for _, _, behind, *_ in answers])
    assert points.max() < 12 * slack and points.mean() < slack, "what is far behind is not chosen"
    assert 0.1 < (points > 0).mean() < 0.9, "it errs, and not always"


@pytest.mark.parametrize("name", available())
def test_easy_opponents_stand_in_their_order_below_the_bot_they_look_at(name):
    scenario, easy = duel(name), levels_of(name, "easy")
    assert list(easy) == ["1", "2", "3", "4", "5"]
    slacks = [read_slack(spec.removeprefix("near:")) for spec in easy.values()]
    assert slacks == sorted(slacks, reverse=True)
    weak, able, strong = (agent_of(spec, scenario, threads=1) for spec in ("easy:1", "easy:5", "bot:strong"))
    wins = play_pairs(scenario, [(able, weak), (strong, able)], 40, seed=4, threads=1)
    assert all(match.score > 0.6 for match in wins)


def test_an_answer_depends_on_its_game_alone():
    scenario = duel("warcry")
    agent = agent_of("near:3", scenario, threads=1)
    batch = Batch(scenario, 16, observe=False, threads=1)
    batch.reset(seed=5)
    for _ in range(30):
        every = np.arange(16)
        together = agent.act(batch, every).copy()
        assert together.tolist() == [int(agent.act(batch, every[b : b + 1])[0]) for b in every]
        assert together[::-1].tolist() == agent.act(batch, every[::-1]).tolist()
        batch.step(together)


def test_an_easy_opponent_is_one_by_name_everywhere():
    env = SkirmishSingle("godbreakers", "duel", opponent="easy:2")
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    agent = agent_of("easy:2", duel("godbreakers"), threads=1)
    assert (agent.name, agent.bot, agent.slack) == ("easy:2", None, read_slack(levels_of("godbreakers", "easy")["2"][5:]))
    with pytest.raises(UnknownName, match="unknown level '9' of godbreakers; it has 1, 2, 3, 4, 5"):
        agent_of("easy:9", duel("godbreakers"))


@pytest.mark.parametrize("slack", ["0", "65", "-1", "1.234", "two", "nan", "1e1", "٣"])
def test_a_slack_that_is_none_is_refused(slack):
    with pytest.raises(BadOption, match=r"is no slack; write a number from 0\.1 to 64"):
        agent_of(f"near:{slack}", duel("warcry"))


def test_a_game_without_the_opinion_is_refused():
    scenario = duel("warcry")
    columns = tuple(name for name in scenario.ruleset.action_features if name != "behind")
    blind = dataclasses.replace(scenario, ruleset=dataclasses.replace(scenario.ruleset, action_features=columns))
    with pytest.raises(BadOption, match="near:2: warcry has no action feature 'behind'"):
        NearAgent(blind, 2.0, "near:2")
