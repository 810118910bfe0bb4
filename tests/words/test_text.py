"""Games as text through `reset` and `step`: players that know nothing but text, illegal answers, opponents."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, StateError, UnknownName
from skirmish_rl.envs.core.trace import record_hash
from skirmish_rl.envs.registry import available


def any_line(text: str, luck: random.Random) -> str:
    """A legal answer out of the text alone: a line of the list at its end, of cells one."""
    line = luck.choice(text.rsplit("Your answers:\n", 1)[1].splitlines()).removeprefix("- ")
    head, *cells = re.split(r" (?=\d+,\d+(?: \||$))", line, maxsplit=1)
    return f"{head} {luck.choice(re.findall(r'[0-9]+,[0-9]+', cells[0]))}" if cells else line


LONG = ("dropzone_commander", "trench_crusade")  # games


@pytest.mark.games
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in available()])
def test_a_player_who_reads_nothing_but_text_finishes_a_game_and_the_same_answers_through_a_batch_end_alike(name):
    env, luck = TextEnv(name, "duel", board=False), random.Random(3)
    text, info = env.reset(seed=9)
    assert text.startswith("# ") and info["phrases"]
    while not env.done:
        text, rewards, over, truncated, info = env.step(any_line(text, luck))
    assert over and not truncated and info["seat"] == -1 and sum(env.illegal) == 0 and abs(sum(rewards)) < 1e-6
    batch = Batch(env.scenario, 1, observe=False)
    batch.reset(seed=9)
    for action in env.game.answers:
        batch.step(np.array([action]))
    assert record_hash(batch.games[0]) == env.game.hash and sum(env.answered) == len(env.game.answers)


def test_the_rules_stand_before_the_first_question_of_each_seat_and_answers_are_left_out_if_told():
    env = TextEnv("warcry", "duel", listed=False)
    text, info = env.reset(seed=1)
    assert "# Warcry" in text and "Your answers:" not in text and info["phrases"] == []
    heads, seats = 1, {info["seat"]}
    while len(seats) < 2:
        text, *_, info = env.step(next(iter(env.game.phrases.texts.values())))
        heads += "# Warcry" in text
        seats.add(info["seat"])
    assert heads == 2 and "# Warcry" not in TextEnv("warcry", "duel", rules="").reset(seed=1)[0]


def test_an_illegal_answer_is_counted_and_asked_again_then_a_legal_one_stands_for_it():
    env = TextEnv("tide_of_iron", "duel", tries=2)
    _, info = env.reset(seed=1)
    seat, before = info["seat"], env.game.hash
    text, rewards, over, _, info = env.step("surrender")
    assert text.startswith("That was no answer: 'surrender': it is no legal answer") and info["wrong"] and info["given"] == 0
    assert env.game.hash == before and env.illegal[seat] == 1 and not over
    text, *_ = env.step("retreat to the moon")
    assert "After 2 wrong answers in a row, another one was given in your place: " in text
    assert env.game.hash != before and env.replaced[seat] == 1 and env.illegal[seat] == 2
    again = TextEnv("tide_of_iron", "duel", tries=2)
    again.reset(seed=1)
    again.step("x")
    again.step("y")
    assert again.game.hash == env.game.hash, "the same answer stands for any illegal one"


def test_every_legal_answer_stands_in_the_text():
    env = TextEnv("godbreakers", "duel", opponent="bot:simple", seat=0, rules="")
    text, info = env.reset(seed=3)
    most = 0
    for _ in range(40):
        cells = [phrase.rpartition(" ")[2] for phrase in info["phrases"] if phrase.rpartition(" ")[2].replace(",", "").isdigit()]
        assert all(re.search(rf"[ |]{cell}(?: |\n|$)", text) for cell in cells)
        most = max(most, len(cells))
        text, _, over, _, info = env.step(info["phrases"][len(info["phrases"]) // 2])
        if over:
            break
    assert most > 60


def test_or_the_game_is_lost():
    env = TextEnv("godbreakers", "saboteurs", 3, tries=1, afterwards="loss")
    _, info = env.reset(seed=1)
    text, rewards, over, _, after = env.step(None)
    assert over and env.done and rewards[info["seat"]] == -1 and sorted(rewards)[1:] == [0.5, 0.5] and after["seat"] == -1
    assert "lost by default" in text and "Your answers:" not in text
    with pytest.raises(StateError, match="call reset"):
        env.step("x")


def test_several_answers_in_one_text_are_carried_out_until_another_seat_is_asked():
    env = TextEnv("godbreakers", "duel", opponent="bot:simple", seat=0)
    env.reset(seed=5)
    while not any("move to" in phrase for _, phrase in env.game.phrases):
        env.step(next(iter(env.game.phrases.texts.values())))
    unit = env.game.phrases.subject
    move = next(phrase for _, phrase in env.game.phrases if "move to" in phrase)
    *_, info = env.step(f"- {move}\n\n{unit}: end the activation\n")
    assert info["given"] == 2 and not info["wrong"]


def test_opponents_answer_for_all_other_seats():
    env = TextEnv("godbreakers", "saboteurs", 3, board=False, opponent=["bot:simple", "random"], seat=1)
    _, info = env.reset(seed=4)
    seats = set()
    while len({step.seat for step in env.game.steps[1:]}) < 3:
        seats.add(info["seat"])
        *_, info = env.step(next(iter(env.game.phrases.texts.values())))
    assert seats == {1} and {step.seat for step in env.game.steps[1:]} == {0, 1, 2}
    assert {TextEnv("warcry", "duel", opponent="random").reset(seed=seed)[1]["seat"] for seed in range(8)} == {0, 1}


def test_an_opponent_that_looks_at_observations_gets_them():
    looked = []

    def first(observations, masks):
        looked.append(observations.shape)
        return masks.argmax(axis=1)

    env = TextEnv("warcry", "duel", opponent=first, seat=0)
    env.reset(seed=1)
    while not looked:
        env.step(next(iter(env.game.phrases.texts.values())))
    assert looked[0] == (1, env.scenario.features.size)


def test_what_is_no_way_to_play_is_refused():
    for given, error, why in (
        ({"tries": 0}, BadOption, "tries=0"), ({"afterwards": "tears"}, UnknownName, "treatment of illegal answers 'tears'"),
        ({"rules": "long"}, BadOption, "rules='long'"), ({"seat": 9}, BadOption, "seat=9"),
        ({"opponent": "bot:none"}, UnknownName, "bot:none"),
    ):  # fmt: skip
        with pytest.raises(error, match=why):
            TextEnv("warcry", "duel", **given)
    with pytest.raises(StateError, match="call reset"):
        TextEnv("warcry", "duel").step("x")
