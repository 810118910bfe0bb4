"""Learning from recorded games: what is read of traces, what is refused and why, and that a network copies them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from skirmish_rl.agents.ppo.config import check_config
from skirmish_rl.agents.ppo.demonstrations import RecordedGames, read_games
from skirmish_rl.agents.ppo.imitation import UNASKED, ImitationConfig, imitate
from skirmish_rl.agents.ppo.ranks import ALONE
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.core.trace import record_game, write_game
from tests import toy
from tests.agents.test_learning import learner
from tests.agents.test_runs import SMALL, trainer

LESSONS = ImitationConfig(decisions=100_000, games=8, chunk=8, minibatch=64, learning_rate=3e-3)


@pytest.fixture
def folder(duel, tmp_path):
    """Twenty games of the strong bot against the simple one."""
    for seed in range(20):
        (tmp_path / f"game-{seed:02d}.txt").write_text(record_game(duel, seed, ["strong", "simple"]), encoding="utf-8")
    return tmp_path


def lessons(duel, folder, **changes):
    return RecordedGames(duel, dataclasses.replace(LESSONS, demonstrations=str(folder), **changes), 3)


def read(games, first=0):
    """All chunks, each whole and by itself."""
    return [(store.take(torch.arange(store.n)), places.clone(), outcomes.clone()) for store, places, outcomes in games.read(first)]


def test_every_answer_is_learnt_as_often_as_there_are_passes(duel, folder):
    games = lessons(duel, folder, passes=3)
    answers = sum(len(game.actions) for game in games.games)
    chunks = read(games)
    assert len(chunks) == games.chunks == round(3 * answers / 64)
    assert sum(len(places) for _, places, _ in chunks) == 3 * answers
    learnt = torch.cat([packed.numbers[packed.counts.cumsum(0) - packed.counts + places] for packed, places, _ in chunks])
    given = np.concatenate([game.actions for game in games.games])
    assert sorted(learnt.tolist()) == sorted(given.tolist() * 3)
    assert set(torch.cat([outcomes for _, _, outcomes in chunks]).tolist()) <= {-1.0, 0.0, 1.0}


def test_chunks_are_the_same_from_any_of_them_on(duel, folder):
    games = lessons(duel, folder)
    whole, tail = read(games), read(games, 5)
    assert len(tail) == len(whole) - 5
    for (packed, places, outcomes), (packed_again, places_again, outcomes_again) in zip(whole[5:], tail, strict=True):
        assert torch.equal(packed.rows, packed_again.rows) and torch.equal(places, places_again) and torch.equal(outcomes, outcomes_again)


def test_the_answers_of_named_players_alone_are_copied(duel, folder):
    games = lessons(duel, folder, players=("strong",), passes=1)
    assert all((game.copied == (game.deciders == 0)).all() for game in games.games)
    assert sum(len(places) for _, places, _ in read(games)) == sum(int((game.deciders == 0).sum()) for game in games.games)
    with pytest.raises(BadOption, match="none of 20 files is a game of .* with an answer of person"):
        lessons(duel, folder, players=("person",))


def test_decisions_are_the_most_that_is_learnt_from(duel, folder):
    assert sum(len(places) for _, places, _ in read(lessons(duel, folder, decisions=100))) == 100


@pytest.mark.parametrize("count", [2, 3])
def test_ranks_share_the_positions_evenly(duel, folder, count):
    whole = read(lessons(duel, folder))
    shares = []
    for rank in range(count):
        games = lessons(duel, folder)
        games.ranks = dataclasses.replace(ALONE, rank=rank, count=count)
        games.bounds = games.bounds // count * count
        shares.append(read(games))
    assert len({tuple(len(places) for _, places, _ in share) for share in shares}) == 1
    assert 0 <= sum(len(places) for _, places, _ in whole) - sum(len(places) for share in shares for _, places, _ in share) < count


def test_an_unfinished_game_teaches_answers_and_no_outcome(duel, tmp_path):
    number = iter(range(9))

    def choose(batch):
        return int(batch.ask(np.zeros(1, np.int64), 1)[0]) if next(number, 8) < 8 else None

    (tmp_path / "left.txt").write_text(write_game(duel, 4, ["person", "person"], choose), encoding="utf-8")
    ((_, places, outcomes),) = read(lessons(duel, tmp_path, passes=1))
    assert len(places) == 8 and outcomes.isnan().all()


def test_an_answer_that_is_not_considered_teaches_the_outcome_alone(duel, folder):
    games = lessons(duel, folder)
    games.consider = 1
    places = torch.cat([places for _, places, _ in read(games)])
    assert set(places.tolist()) == {0, UNASKED}
    model = learner(duel)
    assert all(
        lesson.value_loss > 0 and 0 <= lesson.agreement <= 1
        for _, lesson in imitate(model.network, model.optimizer, games, 0, np.random.default_rng(0))
    )


def changed(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: "hello", "not a trace"),
        (lambda text: changed(text, "ruleset toy", "ruleset warcry"), "a game of ruleset warcry; expected toy"),
        (lambda text: changed(text, "version 0", "version 7"), "a game of ruleset version 7; expected 0"),
        (lambda text: changed(text, "scenario short", "scenario long"), "a game of scenario long; expected short"),
        (lambda text: changed(text, "seats 2", "seats 3"), "a game of seats 3; expected 2"),
        (lambda text: changed(text, "seed 5", "seed -5"), "a damaged trace header: seed '-5'"),
        (lambda text: changed(text, "bots strong simple", "bots strong"), "expected 2 names"),
        (lambda text: changed(text, "seed 5", "seed 6"), "answer "),
    ],
)
def test_other_games_are_left_out_by_name_with_what_was_expected(duel, folder, change, why):
    text = (folder / "game-05.txt").read_text(encoding="utf-8")
    (folder / "other.txt").write_text(change(text), encoding="utf-8")
    games, refused = read_games(folder, duel)
    assert len(games) == 20
    (line,) = refused
    assert line.startswith("other.txt: ") and why in line
    with pytest.raises(BadOption, match="none of 1 files is a game of .*other.txt"):
        read_games(folder / "other.txt", duel)


def test_games_with_other_options_are_left_out_with_what_was_expected(duel, tmp_path):
    option, expected = next(
        (name, value) for name, value in duel.options.items() if isinstance(value, int) and not isinstance(value, bool)
    )
    other = next(value for value in toy.RULESET.options[option].allowed if value != expected)
    given = toy.RULESET.scenario("short", 2, **{option: other})
    (tmp_path / "other.txt").write_text(record_game(given, 3, "simple"), encoding="utf-8")
    (tmp_path / "same.txt").write_text(record_game(duel, 3, "simple"), encoding="utf-8")
    _, (line,) = read_games(tmp_path, duel)
    assert line == f"other.txt: a game with {option} = {other}; expected {option} = {expected}"


def test_a_folder_that_is_not_there_or_empty_is_said(duel, tmp_path):
    with pytest.raises(BadOption, match="nowhere': no such file or folder"):
        read_games(tmp_path / "nowhere", duel)
    with pytest.raises(BadOption, match="none of 0 files"):
        read_games(tmp_path, duel)


def test_a_network_learns_to_answer_as_recorded(duel, folder):
    model = learner(duel, "rows")
    told = [
        lesson
        for _, lesson in imitate(
            model.network, model.optimizer, lessons(duel, folder, players=("strong",), passes=30), 0, np.random.default_rng(0)
        )
    ]
    assert told[-1].agreement > 0.85 > 0.5 > told[0].agreement
    value_losses = [lesson.value_loss for lesson in told]
    assert np.mean(value_losses[-10:]) < np.mean(value_losses[:10])


def test_a_run_learns_from_a_folder_and_goes_on_only_with_the_same_games(duel, folder, tmp_path_factory):
    config = dataclasses.replace(SMALL, imitation=dataclasses.replace(LESSONS, demonstrations=str(folder), passes=2))
    check_config(config, duel)
    with pytest.raises(BadOption, match="nothing would be learnt"):
        check_config(dataclasses.replace(config, imitation=dataclasses.replace(config.imitation, decisions=0)), duel)
    whole = trainer(tmp_path_factory.mktemp("runs") / "recorded", config)
    assert whole.run()
    told = [row for row in whole.progress.history if row["phase"] == "imitation"]
    assert len(told) == lessons(duel, folder, passes=2).chunks
    cut = tmp_path_factory.mktemp("runs") / "cut"
    assert not trainer(cut, config, at=3).run()
    again = trainer(cut, config, resume=True)
    assert again.run()
    assert all(torch.equal(a, b) for a, b in zip(whole.learner.network.parameters(), again.learner.network.parameters(), strict=True))
    stopped = tmp_path_factory.mktemp("runs") / "stopped"
    assert not trainer(stopped, config, at=3).run()
    (folder / "game-00.txt").unlink()
    with pytest.raises(CheckpointError, match="other games"):
        trainer(stopped, config, resume=True).run()
    assert trainer(whole.folder, config, resume=True).run()  # whoever has finished learning from them does not read them again
