"""The harness in the manner of Kaggle: its three functions, the game behind them, and Kaggle's own loop where it is installed."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import numpy as np
import pytest

from skirmish_rl.envs.adapters.kaggle import KaggleGame, Parsed, environment, generate_prompt, get_legal_moves, parse_response
from skirmish_rl.envs.adapters.replies import answers_in
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.trace import record_hash


def same_through_a_batch(game) -> str:
    """The hash of the position after the same answers through a batch."""
    batch = Batch(game.scenario, 1, observe=False)
    batch.reset(seed=game.seed)
    for action in game.answers:
        batch.step(np.array([action]))
    return record_hash(batch.games[0])


def model(prompt: str, luck: random.Random, phrases: list[str]) -> str:
    """A model that names an answer at random, in one of the ways in which models do."""
    phrase = luck.choice(phrases)
    assert "Your answers:" in prompt
    return luck.choice([
        f'I think of {{"move": "retreat"}}, no: {{"move": {json.dumps(phrase.upper())}}}', f"```json\n{json.dumps({'move': phrase})}\n```",
        f"Let me see.\nFinal Answer: {phrase}.", f"Hm.\n```\n{phrase}\n```", f"{phrase}",
    ])  # fmt: skip


def test_a_game_through_the_three_functions_ends_as_through_a_batch():
    table, luck = KaggleGame("godbreakers", "duel", seed=6), random.Random(2)
    while not table.over:
        seen = json.loads(json.dumps(table.observation(table.game.decider)))
        legal = get_legal_moves(seen)
        said = parse_response(model(generate_prompt(seen, []), luck, list(legal.values())), list(legal.values()), observation=seen)
        assert said.legal_action is not None, said
        table.submit({phrase: number for number, phrase in legal.items()}[said.legal_action])
    assert same_through_a_batch(table.game) == table.game.hash and sum(table.rewards) == 0
    assert table.observation(0)["isTerminal"] and get_legal_moves(table.observation(0)) == {}
    with pytest.raises(StateError):
        table.submit(0)


def test_a_prompt_holds_the_rules_the_position_every_legal_answer_and_what_was_wrong():
    table = KaggleGame("warcry", "duel", seed=1)
    while len(table.game.phrases) < 30:
        table.submit(int(table.game.batch.ask(np.zeros(1, np.int64), 2)[0]))
    seen = table.observation(table.game.decider)
    prompt = generate_prompt(seen, [])
    assert "# Warcry" in prompt and seen["observationString"] in prompt
    for phrase in seen["legalActionStrings"]:
        assert phrase.rpartition(" ")[2] in prompt
    assert "'fly', which is none of the list" in generate_prompt(seen, [], "I fly", "fly")
    assert "which ended with:\nhm" in generate_prompt(seen, [], "hm", None)
    assert get_legal_moves(table.observation(1 - table.game.decider)) == {}, "who is not asked has no answers"


def test_what_a_reply_says_is_read_and_nothing_is_guessed_out_of_thoughts():
    legal = ["A2: wait", "A2: attack B4", "pass"]
    for reply, action, raw in (
        ('{"move": "a2:  WAIT"}', "A2: wait", "a2:  WAIT"),
        ('{"move": "pass"} or rather {"move": "A2: attack B4"}', "A2: attack B4", "A2: attack B4"),
        ("I could pass.\nAnswer: A2: wait", "A2: wait", "A2: wait"), ("**Final answer:** pass", "pass", "pass"), ("pass", "pass", "pass"),
        ("A2: wait is best, for pass is not.", None, "A2: wait is best, for pass is not."), ('{"move": 3}', None, '{"move": 3}'),
        ("", None, None),
        ('{"move": "fly"}', None, "fly"), ("{" * 10**5, None, "{" * 2**16), ("```\n\n```", None, None),
    ):  # fmt: skip
        assert parse_response(reply, legal) == Parsed(action, raw), reply[:40]
    assert answers_in("First:\n```text\n- A2: move to 3,4\n- A2: wait\n```\nThat is it.") == ["A2: move to 3,4", "A2: wait"]
    assert answers_in('{"answers": ["a", "b", 3, ""]}') == ["a", "b"] and answers_in("Answers:\na\nb") == ["a", "b"]
    assert answers_in("```\nan open block") == ["an open block"]


def test_an_answer_that_is_none_forfeits_the_game():
    for wrong in (-1, None, True, "A2: wait", 10**9, [0]):
        table = KaggleGame("godbreakers", "saboteurs", 3, seed=2)
        seat = table.game.decider
        table.submit(wrong)
        assert table.over and table.rewards[seat] == -1 and sorted(table.rewards)[1:] == [0.5, 0.5] and table.observation(0)["isTerminal"]


class Agent(SimpleNamespace):
    """A seat's state, as Kaggle's environments keep it."""


def test_the_environment_is_stepped_as_kaggle_does_it():
    made = environment("godbreakers", "duel")
    assert made["specification"]["agents"] == [2] and made["specification"]["observation"]["legalActions"]["default"] == []
    env = SimpleNamespace(done=True, configuration={"seed": 3})
    state = [Agent(observation={}, status="INACTIVE", reward=0, action=None) for _ in range(2)]
    state, env.done = made["interpreter"](state, env), False
    while any(one.status == "ACTIVE" for one in state):
        (asked,) = [one for one in state if one.status == "ACTIVE"]
        asked.action = made["agents"]["random"](asked.observation)
        state = made["interpreter"](state, env)
    game = env.skirmish.game
    assert same_through_a_batch(game) == game.hash and [one.status for one in state] == ["DONE", "DONE"]
    assert sorted(one.reward for one in state) == sorted(env.skirmish.rewards) and "You are seat_0." in made["renderer"](state, env)
    env.done = True
    state = [Agent(observation={}, status="INACTIVE", reward=0, action=None) for _ in range(2)]
    state, env.done = made["interpreter"](state, env), False
    (asked,) = [one for one in state if one.status == "ACTIVE"]
    asked.action = {"submission": -1}
    state = made["interpreter"](state, env)
    assert asked.status == "INVALID" and asked.reward == -1 and made["agents"]["first"]({"legalActions": [4, 5]}) == {"submission": 4}


def test_kaggles_own_environments_play_it_where_they_are_installed():
    kaggle = pytest.importorskip("kaggle_environments")
    kaggle.register("skirmish_godbreakers", environment("godbreakers", "duel"))
    env = kaggle.make("skirmish_godbreakers", configuration={"seed": 4})
    steps = env.run(["random", "first"])
    game = env.skirmish.game
    assert same_through_a_batch(game) == game.hash and game.seed == 4 and len(steps) == len(game.answers) + 1
    assert [one.status for one in steps[-1]] == ["DONE", "DONE"] and [one.reward for one in steps[-1]] == env.skirmish.rewards


def test_kaggles_own_loop_asks_a_model_through_the_harness_where_it_is_installed(monkeypatch):
    core = pytest.importorskip("kaggle_environments.core_harness")
    from skirmish_rl.envs.adapters import kaggle as harness

    table, luck, asked = KaggleGame("godbreakers", "duel", seed=6), random.Random(5), []

    def answered(prompt, model_name, kwargs):
        asked.append(prompt)
        legal = table.game.phrases.texts
        return ("I fly." if len(asked) % 9 == 0 else model(prompt, luck, list(legal.values()))), dict.fromkeys(
            ("prompt_tokens", "generation_tokens", "total_tokens")
        ) | {"finish_reason": "stop", "duration_secs": 0.1}

    monkeypatch.setattr(core, "_call_llm", answered)
    adapted = SimpleNamespace(
        get_legal_moves=harness.get_legal_moves, make_prompt=harness.generate_prompt, parse_response=harness.parse_response
    )
    agent = core.create_agent_fn(adapted, model_override=("a model", {}))
    while not table.over:
        done = agent(table.observation(table.game.decider), {})
        table.submit(done["submission"])
    assert same_through_a_batch(table.game) == table.game.hash and sum("none of the list" in prompt for prompt in asked) > 0
    assert agent(table.observation(0), {})["status"] == "INACTIVE"
