"""Wrong names, seeds, actions and states through every view: what is said, and that the game has not moved."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.adapters.aec import SkirmishEnv
from skirmish_rl.envs.adapters.autoreset import AutoresetMode
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, IllegalAction, ShapeError, StateError, UnknownName
from skirmish_rl.envs.core.outcome import outcome_of
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
    for wrong, right in (("senario", "scenario"), ("scen", "scenario"), ("seat", "seats"), ("render", "render_mode")):
        with pytest.raises(UnknownName, match=f"option of toy '{wrong}'; did you mean .*'{right}'"):
            envs.make("toy", **{wrong: 1})
    with pytest.raises(UnknownName, match="did you mean 'opponent'"):
        envs.make_vec("toy", oponent="random")
    with pytest.raises(UnknownName, match="known: .*scenario.*tokens"):
        envs.make("toy", zzz=1)
    with pytest.raises(UnknownName, match="did you mean 'rgb_array'"):
        envs.make("toy", render_mode="rgb")
    with pytest.raises(UnknownName, match="did you mean 'bot:strong'"):
        envs.make_vec("toy", opponent="bot:stong")


def test_an_argument_of_another_view_is_not_suggested_for_itself():
    with pytest.raises(UnknownName, match="option of toy 'opponent'; known: .*; only other ways to make an environment take 'opponent'"):
        envs.make("toy", opponent="bot:simple")


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
    for threads in ("a", -5, 1.5, True):
        with pytest.raises(BadOption, match=f"threads={threads!r}: a number of threads, or 0"):
            envs.make_vec("toy", n_games=2, threads=threads)
    for make in (envs.make, envs.make_vec, SkirmishSingle):
        with pytest.raises(BadOption, match="mask_in_observation='no': True or False"):
            make("toy", mask_in_observation="no")
    with pytest.raises(BadOption, match="'reset_mask'.*reset.. starts all games"):
        envs.make_vec("toy", n_games=2).reset(options={"reset_mask": np.array([True, False])})


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


def test_rendering_without_a_mode_warns_and_gives_nothing() -> None:
    env = envs.make("toy")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


def test_an_unknown_option_is_an_unexpected_keyword_argument_to_those_who_try_them() -> None:
    for make in (envs.make, envs.make_vec, SkirmishSingle):
        with pytest.raises(TypeError, match="unexpected keyword argument 'frame_skip'"):
            make("toy", frame_skip=4)


def test_an_opponent_that_cannot_be_asked_is_refused_when_it_is_given() -> None:
    class Agent:
        def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            return masks.argmax(axis=1)

    SkirmishSingle("toy", opponent=Agent())
    for wrong in (Agent, lambda observations: 0, 3.5):
        with pytest.raises(BadOption, match="a function of these two"):
            SkirmishSingle("toy", opponent=wrong)
    with pytest.raises(BadOption, match="'half' is no share"):
        SkirmishSingle("toy", opponent="bot:strong@half")
    with pytest.raises(CheckpointError):
        SkirmishSingle("toy", opponent="ppo:nowhere")


def test_illegal_actions_are_replaced_where_that_is_asked_for() -> None:
    with pytest.raises(UnknownName, match="'raise'"):
        envs.make("toy", illegal="rais")
    records = []
    for _ in range(2):
        env = envs.make("toy", illegal="random", seats=3)
        env.reset(seed=4)
        for action in (CHALLENGE, -7, 10**6, np.int32(CHALLENGE)):
            assert not (0 <= action < len(env._game.legal)) or not env._game.legal[action]
            env.step(action)
        records.append(env.record)
    assert records[0].tobytes() == records[1].tobytes() and records[0]["decisions"] == 4
    with pytest.raises(IllegalAction, match="a float"):
        env.step(0.5)
    single = SkirmishSingle("toy", illegal="random", seat=0)
    single.reset(seed=1)
    single.step(CHALLENGE)
    assert single.record["decisions"] >= 1
    games = envs.make_vec("toy", n_games=3, illegal="random")
    games.reset(seed=1)
    games.step(np.array([toy.ROLL, CHALLENGE, -5]))
    assert (games.batch.games["decisions"] == 1).all()


def test_pettingzoos_action_spaces_sample_what_is_legal_now() -> None:
    for env in (made := envs.make("toy", seats=3), pickle.loads(pickle.dumps(made)), made.clone()):
        env.reset(seed=3)
        for _ in range(60):
            if not env.agents or env.terminations[env.agent_selection]:
                env.reset()
            action = env.action_space(env.agent_selection).sample()
            assert env.infos[env.agent_selection]["action_mask"][action]
            env.step(action)


def test_every_info_says_how_the_game_stands() -> None:
    env = envs.make("toy", "short")
    env.reset(seed=1)
    said = set()
    for agent in env.agent_iter():
        said |= {info["outcome"] for info in env.infos.values()}
        over = env.terminations[agent]
        env.step(None if over else env.action_space(agent).sample())
    assert "running" in said and len(said) == 2
    single = SkirmishSingle("toy", "short")
    _, info = single.reset(seed=1)
    assert info["outcome"] == "running"
    over = False
    while not over:
        _, _, over, _, info = single.step(single.action_space.sample())
        assert (info["outcome"] == "running") != over


def test_without_the_mask_observations_are_bare() -> None:
    size = toy.RULESET.scenario("long").features.size
    env = envs.make("toy", mask_in_observation=False)
    env.reset(seed=2)
    whole = envs.make("toy")
    whole.reset(seed=2)
    assert env.observation_space("seat_0").shape == (size,) and env.observation_space("seat_0").contains(env.last()[0])
    assert (env.last()[0] == whole.last()[0]["observation"]).all() and (
        env.observe("seat_1") == whole.observe("seat_1")["observation"]
    ).all()
    assert (env.last()[4]["action_mask"] == whole.last()[4]["action_mask"]).all()
    assert (env.state() == whole.state()).all()
    single = pickle.loads(pickle.dumps(SkirmishSingle("toy", "short", mask_in_observation=False)))
    seen, _ = single.reset(seed=2)
    assert single.observation_space.contains(seen)
    while True:
        seen, _, over, _, _ = single.step(single.action_space.sample())
        assert seen.shape == (size,)
        if over:
            break
    games = envs.make_vec("toy", "short", n_games=4, mask_in_observation=False, opponent="random")
    seen, _ = games.reset(seed=2)
    assert games.observation_space.contains(seen) and seen.shape == (4, size)
    while True:
        seen, _, ended, _, info = games.step(games.action_space.sample())
        if ended.any():
            assert info["final_obs"][ended.argmax()].shape == (size,)
            break


def test_the_next_game_may_begin_in_the_step_after_the_last() -> None:
    with pytest.raises(BadOption, match='expected "SameStep" or "NextStep"'):
        envs.make_vec("toy", autoreset_mode="Disabled")
    env = envs.make_vec("toy", "short", n_games=5, autoreset_mode="NextStep")
    assert env.autoreset_mode == env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert envs.make_vec("toy", n_games=2).autoreset_mode == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=2)
    over = np.zeros(5, bool)
    ends = 0
    for _ in range(200):
        acting, before = info["seat"].copy(), env.batch.games.copy()
        actions = np.where(over, 10**6, seen["action_mask"].argmax(axis=1))  # what is answered for a game that is over does not matter
        seen, rewards, ended, _, info = env.step(actions)
        for b in range(5):
            if over[b]:
                assert not ended[b] and rewards[b] == 0 and env.batch.games[b]["decisions"] == 0
            elif ended[b]:
                ends += 1
                assert not seen["action_mask"][b].any() and info["seat"][b] == acting[b]
                assert (
                    rewards[b]
                    == info["reward_all"][b, acting[b]]
                    == outcome_of(env.batch.games[b], toy.RULESET.reasons).rewards[acting[b]]
                )
                assert (seen["observation"][b] == env.batch.look(b, int(acting[b]))[0]).all()
            else:
                assert env.batch.games[b]["decisions"] == before[b]["decisions"] + 1
        over = ended
    assert ends > 10


def test_a_bot_may_err() -> None:
    scenario = toy.RULESET.scenario("long")
    strong, erring = scenario.ruleset.bot("strong"), scenario.ruleset.bot("strong@0.3")
    assert scenario.ruleset.bot_name(erring) == "strong@0.3" and scenario.ruleset.bot_name(strong) == "strong"
    batch, same, asked = Batch(scenario, 400, observe=False), 0, 0
    batch.reset(seed=1)
    index, random = np.arange(400), scenario.ruleset.bot("random")
    for _ in range(12):
        going = index[batch.over == 0]
        best, given, luck = (batch.ask(going, bot) for bot in (strong, erring, random))
        assert ((given == best) | (given == luck)).all()
        where = best != luck  # else nobody can tell
        same, asked = same + int((given == best)[where].sum()), asked + int(where.sum())
        actions = np.full(400, -1)
        actions[going] = luck
        batch.step(actions)
    assert asked > 500 and 0.63 < same / asked < 0.77
    both = envs.make_vec("toy", n_games=4, opponent="bot:strong@0.5")
    both.reset(seed=1)
    both.set_state(both.get_state())
    for _ in range(30):
        both.step(both.action_space.sample())


def test_gymnasiums_vector_and_single_environments_play_the_same_game() -> None:
    single, games = (
        gymnasium.make("skirmish/TideOfIron-v3", scenario="farm"),
        gymnasium.make_vec("skirmish/TideOfIron-v3", 2, scenario="farm"),
    )
    assert single.unwrapped._opponents.control == games._opponents.control == [2]


def test_pictures_have_even_sizes_and_survive_others_quitting_pygame() -> None:
    pygame = pytest.importorskip("pygame")
    env = envs.make("toy", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    pygame.quit()
    assert (env.render() == before).all() and before.shape[0] % 2 == before.shape[1] % 2 == 0


def test_games_saved_at_their_end_go_on_where_the_next_game_begins_at_once() -> None:
    waiting = envs.make_vec("toy", "short", n_games=4, autoreset_mode="NextStep")
    seen, _ = waiting.reset(seed=2)
    ended = np.zeros(4, bool)
    while not ended.any():
        seen, _, ended, _, _ = waiting.step(seen["action_mask"].argmax(axis=1))
    at_once = envs.make_vec("toy", "short", n_games=4)
    at_once.set_state(waiting.get_state())
    assert not at_once.batch.over.any() and (at_once.batch.games["decisions"][ended] == 0).all()
    assert at_once.action_masks().any(axis=1).all()
    later, _, _, _, _ = waiting.step(np.where(ended, 0, seen["action_mask"].argmax(axis=1)))
    assert all(at_once.batch.games[b].tobytes() == waiting.batch.games[b].tobytes() for b in np.flatnonzero(ended))


ODD = [np.array([], np.int8), np.array([1, 2]), [], [1], {}, {"a": 1}, {1, 2}, 1j, object(), b"x", 2.5]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_arguments_of_any_other_type_are_refused_by_name(odd: object) -> None:
    for make in (
        lambda: envs.make(odd), lambda: envs.make("toy", odd), lambda: envs.make("toy", seats=odd),
        lambda: envs.make("toy", render_mode=odd),
        lambda: envs.make("toy", illegal=odd), lambda: envs.make("toy", tokens=odd), lambda: SkirmishSingle("toy", seat=odd),
        lambda: SkirmishSingle("toy", opponent=odd), lambda: envs.make_vec("toy", n_games=odd),
        lambda: envs.make_vec("toy", autoreset_mode=odd),
    ):  # fmt: skip
        with pytest.raises((BadOption, ShapeError, UnknownName)) as caught:
            make()
        assert 5 < len(str(caught.value)) < 2000


def test_whole_numbers_of_numpy_are_seats() -> None:
    assert envs.make("toy", seats=np.int8(3)).scenario.seats == 3
    assert SkirmishSingle("toy", seat=np.uint64(1))._wanted == 1


def illegal_action(mask: np.ndarray) -> int:
    """An action outside a mask."""
    return int(np.flatnonzero(np.asarray(mask) == 0)[0])


def test_every_view_says_what_was_played_in_place_of_an_illegal_action() -> None:
    """The same action in all of them, and the mask allowed it."""
    pettingzoo = envs.make("toy", "short", illegal="random")
    single = SkirmishSingle("toy", "short", opponent="random", seat=0, illegal="random")
    vector = envs.make_vec("toy", "short", n_games=1, opponent="random", seat=0, illegal="random")
    pettingzoo.reset(seed=5)
    assert all(info["action"] == -1 for info in pettingzoo.infos.values())
    seat = pettingzoo.agent_selection
    mask = pettingzoo.infos[seat]["action_mask"]
    pettingzoo.step(illegal_action(mask))
    assert mask[pettingzoo.infos[seat]["action"]]
    twin, again = pettingzoo.clone(), pickle.loads(pickle.dumps(pettingzoo))
    assert twin.infos[seat]["action"] == again.infos[seat]["action"] == pettingzoo.infos[seat]["action"]
    (_, one), (_, many) = single.reset(seed=5), vector.reset(seed=5)
    assert one["action"] == many["action"][0] == -1
    over, told = False, set()
    while not over:
        mask, asked = one["action_mask"], illegal_action(one["action_mask"])
        assert (mask == many["action_mask"][0]).all()
        expected = single.played(asked)
        _, _, over, _, one = single.step(asked)
        _, _, ended, _, many = vector.step([asked])
        assert mask[expected] and one["action"] == many["action"][0] == expected
        assert ended[0] == over and one["outcome"] == many["outcome"][0]
        told.add(many["outcome"][0])
    assert "running" in told and len(told) == 2
    with pytest.raises(StateError, match="after the game has ended"):
        single.played(0)


@pytest.mark.parametrize("opponent", ["random", lambda seen, masks: masks.argmax(axis=1)])
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_the_vector_view_says_why_a_game_has_ended(mode, opponent) -> None:
    games = envs.make_vec("toy", "short", n_games=6, opponent=opponent, autoreset_mode=mode)
    _, info = games.reset(seed=2)
    said = set()
    for _ in range(80):
        masks = info["action_mask"].copy()
        _, _, ended, _, info = games.step(masks.argmax(axis=1))
        assert ((info["outcome"] != "running") == ended).all() and ((info["action"] == -1) == ~masks.any(axis=1)).all()
        assert set(info["outcome"]) <= {"running", *toy.RULESET.reasons[1:]}
        said |= set(info["outcome"])
    assert len(said) > 1
    assert (games.clone()._info()["action"] == info["action"]).all()


def test_sb3s_replay_buffers_keep_what_was_played() -> None:
    pytest.importorskip("stable_baselines3")
    from skirmish_rl.envs.adapters.sb3 import PlayedDictReplayBuffer, PlayedReplayBuffer, SkirmishVecEnv

    for buffer, with_mask in ((PlayedReplayBuffer, False), (PlayedDictReplayBuffer, True)):
        games = SkirmishVecEnv(envs.make_vec("toy", "short", n_games=3, opponent="random", illegal="random"), with_mask)
        kept = buffer(64, games.observation_space, games.action_space, n_envs=3)
        seen = games.reset()
        for _ in range(20):
            masks = games.action_masks()
            asked = np.array([illegal_action(mask) for mask in masks])
            after, rewards, dones, infos = games.step(asked)
            assert all(mask[info["action"]] for mask, info in zip(masks, infos, strict=True))
            assert all(("outcome" in info) == done for info, done in zip(infos, dones, strict=True))
            kept.add(seen, after, asked.reshape(3, 1), rewards, dones, infos)
            assert [row[0] for row in kept.actions[kept.pos - 1]] == [info["action"] for info in infos]
            seen = after


def test_gymnasium_1_0_without_autoreset_modes_will_do() -> None:
    """In a process of its own, where Gymnasium lacks them as its release 1.0 does."""
    program = """
import gymnasium.vector
vars(gymnasium.vector).pop("AutoresetMode", None)
import skirmish_rl
from tests import toy
from skirmish_rl.envs.registry import RULESETS, Entry
RULESETS["toy"] = Entry(0, "tests.toy")
for mode in ("SameStep", "NextStep"):
    games = skirmish_rl.make_vec("toy", "short", n_games=2, opponent="random", autoreset_mode=mode)
    games.reset(seed=1)
    for _ in range(60):
        games.step(games.action_space.sample())
    print(games.metadata["autoreset_mode"].value)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert done.stdout.split() == ["SameStep", "NextStep"], done.stderr


def test_options_of_a_reset_that_would_change_nothing_are_refused() -> None:
    for make in (lambda: envs.make("toy"), lambda: SkirmishSingle("toy"), lambda: envs.make_vec("toy", n_games=2)):
        env = make()
        env.reset(seed=1, options={})
        with pytest.raises(BadOption, match=r"reset\(options=\{'rounds': ...\}\): a game's options are arguments of make\(\)"):
            env.reset(seed=1, options={"rounds": 3})


def test_two_numbers_of_games_are_refused() -> None:
    with pytest.raises(BadOption, match="n_games=2 and num_envs=3 are two names of one number"):
        envs.make_vec("toy", n_games=2, num_envs=3)
    assert envs.make_vec("toy", n_games=2, num_envs=2).num_envs == envs.make_vec("toy", num_envs=2).num_envs == 2
    assert envs.make_vec("toy").num_envs == 256


def test_a_saved_game_tells_the_last_action_of_every_seat() -> None:
    env = envs.make("toy", "short")
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.action_space(env.agent_selection).sample())
    again = envs.make("toy", "short")
    again.set_state(env.get_state())
    for agent in env.agents:
        assert again.infos[agent]["action"] == env.infos[agent]["action"]
    assert any(env.infos[agent]["action"] >= 0 for agent in env.agents)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"games": [', b'"games": true, "more": ['), (b'"answers": 0', b'"answers": 1' + b"0" * 400),
        (b'"answers": 0', b'"answers": 0, "answers": 0'),
        (b'"extra": {', b'"extra": {"more": ' + b"[" * 5000 + b"]" * 5000 + b", "), (b'"extra": {', b'"extra": {"more": NaN, '),
        (b'"extra": {', b'"extra": {"more": "\\ud800", '), (b"skirmish-state {", b"skirmish-state [" * 5000),
        (b"skirmish-state {", b"skirmish-state 3 {"),
    ],
)  # fmt: skip
def test_a_saved_game_whose_header_is_damaged_is_refused(before: bytes, after: bytes) -> None:
    env = envs.make("toy", "short")
    env.reset(seed=3)
    state = env.get_state()
    assert before in state
    with pytest.raises(StateError, match="the saved game is damaged"):
        env.set_state(state.replace(before, after, 1))


def kinds(games: SkirmishVector) -> np.ndarray:
    """Who sits in the other seat of each game."""
    return games.batch.control.max(axis=1)


def test_opponents_with_weights_are_drawn_game_by_game() -> None:
    games = SkirmishVector("toy", "short", 400, opponent={"random": 3, "bot:simple": 1}, seat=0)
    simple = toy.RULESET.bot("simple")
    _, info = games.reset(seed=5)
    first = kinds(games)
    assert 0.18 < (first == simple).mean() < 0.32
    ended = np.zeros(400, bool)
    while not ended.all():
        _, _, over, _, info = games.step(info["action_mask"].argmax(1))
        ended |= over
    assert 0.18 < (kinds(games) == simple).mean() < 0.32 and (kinds(games) != first).any(), "the next games draw anew"
    again = SkirmishVector("toy", "short", 400, opponent={"random": 3, "bot:simple": 1}, seat=0)
    again.reset(seed=5)
    assert (kinds(again) == first).all()


def test_an_opponent_is_changed_without_a_new_environment() -> None:
    games = SkirmishVector("toy", "short", 8, opponent="random", seat=0)
    games.reset(seed=1)
    games.set_opponent("bot:simple")
    with pytest.raises(StateError, match=r"call reset\(\) first"):
        games.step(np.zeros(8, np.int64))
    seen, info = games.reset(seed=2)
    fresh = SkirmishVector("toy", "short", 8, opponent="bot:simple", seat=0)
    other, masks = fresh.reset(seed=2)
    for _ in range(20):
        actions = info["action_mask"].argmax(1)
        assert (seen["observation"] == other["observation"]).all() and (info["action_mask"] == masks["action_mask"]).all()
        assert games.action_space.contains(actions)
        seen, _, _, _, info = games.step(actions)
        other, _, _, _, masks = fresh.step(actions)


@pytest.mark.parametrize(
    ("given", "why"), [({}, "name at least one"), ({"random": 0}, "has the weight 0"), ({"random": float("nan")}, "has the weight nan")]
)
def test_weights_that_are_none_are_refused(given: dict[str, float], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        SkirmishVector("toy", "short", 4, opponent=given)
    with pytest.raises(BadOption, match="all seats are decided from outside"):
        SkirmishVector("toy", "short", 4).set_opponent("random")
