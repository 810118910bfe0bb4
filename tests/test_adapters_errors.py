"""Wrong names, seeds, actions and states through every view: what is said, and that the game has not moved."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.adapters.aec import SkirmishEnv
from skirmish_rl.envs.adapters.game import OneGame
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, ShapeError, StateError, UnknownName
from skirmish_rl.envs.core.events import OWN, Event
from skirmish_rl.envs.registry import RULESETS, Entry
from tests import toy

CHALLENGE = toy.CHALLENGE  # never legal in the first decision


@pytest.fixture(autouse=True)
def toy_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))
    yield


def test_unknown_names_are_answered_with_suggestions() -> None:
    with pytest.raises(UnknownName, match="did you mean 'godbreakers'"):
        envs.make("godbreaker")
    with pytest.raises(UnknownName, match="scenario of toy 'shirt'; did you mean 'short'"):
        envs.make("toy", "shirt")
    with pytest.raises(UnknownName, match="option of toy 'token'; did you mean 'tokens'"):
        envs.make("toy", token=1)
    with pytest.raises(UnknownName, match="did you mean 'rgb_array'"):
        envs.make("toy", render_mode="rgb")
    with pytest.raises(UnknownName, match="did you mean 'bot:strong'"):
        envs.make_vec("toy", opponent="bot:stong")


def test_values_outside_the_rules_are_refused() -> None:
    with pytest.raises(BadOption, match="seats=5: Toy is played by 2 to 3 seats"):
        envs.make("toy", seats=5)
    with pytest.raises(BadOption, match='seat=2: expected "random" or 0 to 1'):
        SkirmishSingle("toy", seat=2)
    with pytest.raises(BadOption, match="opponent lists 1 for 2 other seats"):
        SkirmishSingle("toy", seats=3, opponent=["random"])
    with pytest.raises(BadOption, match="expected a bot's name"):
        SkirmishSingle("toy", opponent=7)
    with pytest.raises(ShapeError, match="at least one game"):
        envs.make_vec("toy", n_games=0)
    with pytest.raises(BadOption, match="opens no window"):
        envs.make_vec("toy", render_mode="human")


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_seeds_outside_their_range_are_refused(seed: object) -> None:
    for env in (envs.make("toy"), envs.make_vec("toy", n_games=2)):
        with pytest.raises((BadOption, ShapeError), match="seed"):
            env.reset(seed=seed)


def test_a_wrong_number_of_seeds_is_refused() -> None:
    with pytest.raises(ShapeError, match="3 seeds for 2 games"):
        envs.make_vec("toy", n_games=2).reset(seed=[1, 2, 3])


def test_calls_before_the_first_reset_are_refused() -> None:
    aec, single, vector = envs.make("toy"), SkirmishSingle("toy"), envs.make_vec("toy", n_games=2)
    for call in (aec.last, lambda: aec.step(0), lambda: aec.observe("seat_0"), aec.get_state, lambda: next(aec.agent_iter())):
        with pytest.raises(StateError, match="reset"):
            call()
    for call in (lambda: single.step(0), single.get_state, lambda: vector.step(np.zeros(2, np.int64)), vector.get_state):
        with pytest.raises(StateError, match="reset"):
            call()


@pytest.mark.parametrize("action", [CHALLENGE, -1, toy.RULESET.layout.size, 10**9, 1.5, None, "roll"])
def test_pettingzoo_refuses_an_illegal_action_and_stays_where_it_is(action: object) -> None:
    env = envs.make("toy")
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(IllegalAction):
        env.step(action)
    assert env.get_state() == before and env.agent_selection == "seat_0"


def test_an_illegal_action_names_seat_decision_text_and_legal_verbs() -> None:
    env = envs.make("toy", seats=3)
    env.reset(seed=1)
    env.step(toy.ROLL)
    with pytest.raises(IllegalAction) as caught:
        env.step(CHALLENGE)
    assert 'asked "challenge" (action 3) but the decision is TURN; legal verbs: roll' in str(caught.value)


@pytest.mark.parametrize("action", [CHALLENGE, -1, toy.RULESET.layout.size, 0.5, None])
def test_gymnasium_refuses_an_illegal_action_and_stays_where_it_is(action: object) -> None:
    env = SkirmishSingle("toy", seat=0)
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(IllegalAction):
        env.step(action)
    assert env.get_state() == before


def test_a_blind_draw_stands_for_a_legal_action_only_when_sampled() -> None:
    env = SkirmishSingle("toy", seat=0)
    env.reset(seed=1)
    while env.action_masks()[toy.ROLL]:
        drawn = env.action_space.sample()
        assert env.action_masks()[drawn]
        if env.step(drawn)[2]:
            env.reset()
    drawn = env.action_space.sample()
    env.reset()
    assert not env.action_masks()[drawn]
    with pytest.raises(IllegalAction):
        env.step(int(drawn))
    env.step(drawn)


def test_the_vector_view_refuses_illegal_actions_before_any_game_moves() -> None:
    env = envs.make_vec("toy", n_games=3)
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(IllegalAction, match="game 1: seat_0"):
        env.step(np.array([toy.ROLL, CHALLENGE, toy.ROLL]))
    with pytest.raises(ShapeError, match=r"shape \(2,\)"):
        env.step(np.array([0, 0]))
    with pytest.raises(ShapeError, match="float64"):
        env.step(np.zeros(3))
    assert env.get_state() == before


def test_an_opponent_that_answers_nonsense_is_named() -> None:
    env = SkirmishSingle("toy", seat=1, opponent=lambda observations, masks: np.array([CHALLENGE]))
    with pytest.raises(IllegalAction, match="seat_0"):
        env.reset(seed=1)
    games = envs.make_vec("toy", n_games=2, seat=1, opponent=lambda observations, masks: np.zeros((2, 2)))
    with pytest.raises(ShapeError, match="an opponent answered float64"):
        games.reset(seed=1)


def test_the_game_is_left_by_dead_steps_only() -> None:
    env = envs.make("toy", "short")
    env.reset(seed=1)
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(int(env.last()[4]["action_mask"].argmax()))
    with pytest.raises(IllegalAction, match="the only step left is None"):
        env.step(0)
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    with pytest.raises(StateError, match="every agent has left"):
        env.step(None)
    with pytest.raises(StateError, match="every agent has left"):
        env.last()


def test_gymnasium_refuses_steps_after_the_end() -> None:
    env = SkirmishSingle("toy", "short")
    env.reset(seed=1)
    while not env.step(env.action_space.sample())[2]:
        pass
    with pytest.raises(StateError, match="the game has ended"):
        env.step(0)


def test_states_of_other_scenarios_and_views_are_refused() -> None:
    aec, single, vector = envs.make("toy"), SkirmishSingle("toy"), envs.make_vec("toy", n_games=1)
    makers = {SkirmishEnv: aec, SkirmishSingle: single, SkirmishVector: vector}
    states = {}
    for kind, env in makers.items():
        env.reset(seed=1)
        states[kind] = env.get_state()
    for kind, env in makers.items():
        for other, state in states.items():
            if other is not kind:
                with pytest.raises(StateError, match=r"view|saved"):
                    env.set_state(state)
    for stranger in (envs.make("toy", "short"), envs.make("toy", seats=3), envs.make("toy", tokens=1)):
        with pytest.raises(StateError, match="belongs to toy-v0/long/2"):
            stranger.set_state(states[SkirmishEnv])
    with pytest.raises(StateError, match="damaged"):
        aec.set_state(states[SkirmishEnv][:-1])
    with pytest.raises(StateError, match="no saved game"):
        aec.set_state(b"")


@pytest.mark.parametrize(
    "changes",
    [{"kind": 0}, {"kind": OWN}, {"kind": 255}, {"seat": 2}, {"seat": -2}, {"unit": 0}, {"cell": 0}, {"kind": Event.FORCED, "other": 99},
     {"kind": Event.FORCED, "seat": 2, "other": 1}, {"kind": Event.FORCED, "other": 1, "value": -1},
     {"kind": Event.ROLLS, "other": 0}, {"kind": Event.MOVED, "value": 0}],
    ids=str,
)  # fmt: skip
def test_saved_games_with_events_that_no_rule_notes_are_refused(changes: dict[str, int]) -> None:
    """The toy has no units, no cells and no kinds of event of its own."""
    game = OneGame(toy.RULESET.scenario("long"), listen=True)
    game.reset(1)
    state = game.save({"view": 0})
    assert game.load(state, "view", lambda value: value == 0)["view"] == 0
    assert game.batch.games[0]["noted"]
    for name, value in {"kind": Event.ROUND, "seat": -1, "unit": -1, "other": -1, "cell": -1, "value": -1, **changes}.items():
        game.batch.games[0]["events"][0][name] = value
    with pytest.raises(StateError, match="no game of toy.* an event "):
        game.load(game.save({"view": 0}), "view", lambda value: value == 0)


def test_rendering_without_a_mode_warns_and_gives_nothing() -> None:
    env = envs.make("toy")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None
