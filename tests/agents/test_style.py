"""Styles of play: what events pay, to whom, for which decision; and what agents do in their games."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.evaluate import evaluate
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.opponents import Opponents
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.ppo.config import check_config, write_config
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.learner import PPO
from skirmish_rl.agents.ppo.style import Style, paid_names
from skirmish_rl.agents.results.deeds import EventReader, units_of
from skirmish_rl.agents.results.habits import HabitPieces
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, UnknownName
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.test_runs import SMALL, compare, trainer
from tests.toy import HOLD, ROLL

BANKS = {"mine.points": 0.25}


def points_of(record):
    """The seats that have just banked a pot."""
    return [event.seat for event in events_of(record) if event.kind == Event.POINTS]


def test_a_style_pays_each_event_to_the_seat_that_it_is_about(duel):
    batch, rng = Batch(duel, 32, listen=True, observe=False), np.random.default_rng(1)
    batch.reset(seed=5)
    style, seats, paid = Style({"mine.points": 2.0, "theirs.points": -0.5}, duel), np.arange(32) % 2, 0
    while len(index := np.flatnonzero(batch.over == 0)):
        batch.step(np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else -1 for mask in batch.masks]))
        want = np.zeros(32)
        for b in index:
            want[b] = sum(2.0 if seat == seats[b] else -0.5 for seat in points_of(batch.games[b]))
        assert (style.pay(batch, index, seats) == want).all()
        paid += np.count_nonzero(want)
    assert paid > 50


def test_a_unit_pays_its_own_seat_where_the_sentence_names_none():
    scenario = ruleset_of("tide_of_iron").scenario("duel")
    batch = Batch(scenario, 1, listen=True, observe=False)
    batch.reset(seed=1)
    slot, seat, _ = units_of(batch.games[0], scenario)[-1]
    reader, game = EventReader(scenario), batch.games
    reader.know(units_of(game[0], scenario))
    game["noted"], game["events"][0, 0]["kind"] = 1, Event.HURT
    for name, value in (("seat", -1), ("unit", slot), ("other", -1), ("value", 3)):
        game["events"][0, 0][name] = value
    told = reader.read(game, np.zeros(1, np.int64))
    assert seat == 1 and told.seat.tolist() == [1] and told.much.tolist() == [3] and told.overrun == 0


def test_what_a_style_pays_belongs_to_the_learners_decision_before_it(duel):
    games = LearnerGames(duel, 16, Opponents(duel, {"bot:strong": 1.0}), 3, style=Style(BANKS, duel))
    ppo = PPO(games, SMALL.network, dataclasses.replace(SMALL.ppo, steps=64))
    ppo.begin()
    ppo.collect()
    rollout = ppo.rollout
    actions = np.zeros(rollout.choices.size, np.int64)
    first = rollout.store.starts[: rollout.store.n].numpy()
    choices = rollout.choices.reshape(-1)[rollout.places]
    actions[rollout.places] = rollout.store.numbers.numpy()[first + choices]
    actions = actions.reshape(rollout.choices.shape)
    ends = np.vstack([rollout.starts[1:], ppo.ended.astype(np.float32)]) == 1
    paid = rollout.rewards[~ends]
    assert set(np.unique(paid)) == {0.0, 0.25}
    # a pot may be so large that it is held by force; who answers a rival banks nothing
    assert set(actions[(rollout.rewards == 0.25) & ~ends]) == {HOLD, ROLL} and np.count_nonzero(paid) > 100
    assert ppo.rollout_facts["style"] > 0 and ppo.rollout_facts["score"] <= 1
    # a game's last reward is its outcome alone, or that and a pot that was banked before the rival went on to end it
    assert set(np.unique(rollout.rewards[ends])) <= {-1.0, -0.75, 0.0, 0.25, 1.0, 1.25}


def test_bots_play_the_same_whether_a_style_watches_them_or_not(duel):
    def opponents():
        return Opponents(duel, {"bot:strong": 1.0})

    plain, watched = (LearnerGames(duel, 8, opponents(), 3, style=style) for style in (None, Style(BANKS, duel)))
    told: dict[int, list] = {0: [], 1: []}
    for k, games in enumerate((plain, watched)):
        games.start()
        for _ in range(200):
            index = np.flatnonzero(games.ready)
            ends, rewards = games.play(index, games.batch.masks[index].argmax(axis=1))
            told[k] += list(zip(ends.tolist(), rewards.tolist(), strict=True))
    for b in range(8):
        one, two = ([reward for game, reward in told[k] if game == b] for k in (0, 1))
        assert len(two) > 3 and one[: len(two)] == two


def test_a_run_with_a_style_resumes_as_if_it_had_not_stopped(tmp_path):
    config = dataclasses.replace(SMALL, style=BANKS, stages=tuple(dataclasses.replace(stage, noise=0.0) for stage in SMALL.stages))
    whole, cut = trainer(tmp_path / "whole", config), trainer(tmp_path / "cut", config, at=3)
    assert whole.run() and not cut.run()
    again = trainer(tmp_path / "cut", config, resume=True)
    assert again.run()
    compare(whole, again)
    assert (tmp_path / "cut" / "progress.csv").read_text().splitlines()[0].endswith(",style")


def test_a_style_is_given_on_the_command_line_and_kept(tmp_path, capsys):
    config = dataclasses.replace(SMALL, runs=str(tmp_path), name="bank", stages=(dataclasses.replace(SMALL.stages[0], noise=0.0),))
    write_config(config, tmp_path / "bank.toml")
    assert main(["train", str(tmp_path / "bank.toml"), "--style", "mine.points", "0.1"]) == 0
    assert '"mine.points" = 0.1' in (tmp_path / "bank" / "config.toml").read_text()


def test_a_style_that_cannot_be_is_refused(duel):
    with pytest.raises(UnknownName, match=r"event in style.*mine.pionts.*mine.points"):
        check_config(dataclasses.replace(SMALL, style={"mine.pionts": 0.1}), duel)
    with pytest.raises(BadOption, match=r"stages\[0\].noise = 0.2 with a style.*bot:strong@0.2"):
        check_config(dataclasses.replace(SMALL, style=BANKS), duel)
    with pytest.raises(BadOption, match="reward for an event"):
        check_config(dataclasses.replace(SMALL, style={"mine.points": 1e9}), duel)


def test_every_game_has_events_of_both_sides_to_pay_for():
    for game in ("dropzone_commander", "godbreakers", "tide_of_iron", "trench_crusade", "warcry"):
        names = paid_names(ruleset_of(game))
        assert {"mine.attacked", "theirs.gone", "mine.points"} <= set(names) and len(set(names)) == len(names) > 40
        assert not {"mine.die", "mine.rolls", "mine.forced"} & set(names)


def test_habits_are_counted_while_the_same_games_are_played(duel):
    pairs = [(agent_of("bot:strong", duel), agent_of("bot:simple", duel))]
    habits = HabitPieces(duel)
    watched, plain = (play_pairs(duel, pairs, 100, 7, play=play)[0] for play in (habits, Pieces()))
    assert (watched.scores == plain.scores).all() and watched.decisions == plain.decisions
    assert habits.games == {"bot:strong": 100, "bot:simple": 100}
    means = habits.means()
    assert set(means["bot:strong"]) == {"points"}  # nothing else happens in these games
    counted = {"bot:strong": 0, "bot:simple": 0}
    for seed, seat in {(int(seed), seat) for seed in _seeds(7, 50) for seat in (0, 1)}:
        for who, times in _banked(duel, pairs[0], seed, seat).items():
            counted[who] += times
    assert {name: round(one["points"] * 100) for name, one in means.items()} == counted


def _seeds(seed, n):
    from skirmish_rl.envs.core.batch import game_seeds

    return game_seeds(seed, n)


def _banked(duel, pair, seed, seat):
    """How often each agent banks a pot in one game."""
    table = [pair[0], pair[1]] if seat == 0 else [pair[1], pair[0]]
    batch, one, counts = (
        Batch(duel, 1, listen=True, observe=False),
        np.zeros(1, np.int64),
        dict.fromkeys((agent.name for agent in pair), 0),
    )
    batch.reset(seeds=np.array([seed]))
    while not batch.over[0]:
        batch.step(batch.ask(one, table[int(batch.deciders[0])].bot))
        for owner in points_of(batch.games[0]):
            counts[table[owner].name] += 1
    return counts


def test_evaluate_tells_and_keeps_habits(tmp_path, capsys):
    words = ["--ruleset", "toy", "--scenario", "short", "--agents", "bot:simple", "bot:strong", "--games", "40", "--out", str(tmp_path)]
    assert evaluate([*words, "--habits"]) == 0
    told, facts = capsys.readouterr().out, json.loads((tmp_path / "results.json").read_text())["habits"]
    assert "habits" in told and f"{facts['bot:strong']['points']:.2f}" in told
    with pytest.raises(BadOption, match=r"--habits: what agents do is counted in this process; leave --workers out"):
        evaluate([*words, "--habits", "--workers", "2"])
    with pytest.raises(BadOption, match="ask twice"):
        evaluate([*words, "--habits", "--luck-adjusted"])
