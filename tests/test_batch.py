"""The arrays: no input of any kind crashes the process, hangs it or changes a game that it should not."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.engine import RESTART, put_ranks
from skirmish_rl.envs.core.errors import IllegalAction, ShapeError, SkirmishError, StateError
from tests import toy

SCENARIO = toy.RULESET.scenario("short")


@pytest.fixture
def batch() -> Batch:
    """Four games that have begun."""
    batch = Batch(SCENARIO, 4)
    batch.reset(seed=1)
    return batch


def legal(batch: Batch) -> np.ndarray:
    return batch.masks.argmax(axis=1).astype(np.int64)


def test_a_batch_that_has_not_begun_says_so() -> None:
    fresh = Batch(SCENARIO, 3)
    for call in (
        lambda: fresh.step(np.zeros(3, np.int64)), lambda: fresh.step(np.zeros(3, np.int64), check=False), lambda: fresh.look(0, 0),
        lambda: fresh.ask(np.arange(3), 0), lambda: fresh.encode_actions(np.arange(3)), lambda: fresh.reseed(np.arange(3)),
        lambda: fresh.check(np.zeros(3, np.int64)), lambda: fresh.refresh(1),
    ):  # fmt: skip
        with pytest.raises(StateError, match=r"has not begun; call reset\(\) first"):
            call()


@pytest.mark.parametrize(
    "wrong", [np.zeros(4), [0.0] * 4, np.zeros(3, np.int64), np.zeros((4, 1), np.int64), 0, ["a"] * 4, [True] * 4, None]
)
def test_actions_of_another_shape_or_type_are_refused(batch: Batch, wrong: object) -> None:
    before = batch.games.tobytes()
    for check in (True, False):
        with pytest.raises(ShapeError, match=r"expected integers of shape \(4,\)"):
            batch.step(wrong, check=check)  # type: ignore[arg-type]
    assert batch.games.tobytes() == before


@pytest.mark.parametrize("action", [toy.CHALLENGE, -2, -7, 10**6, -(10**6), 2**62])
def test_an_illegal_action_is_refused_and_no_game_moves(batch: Batch, action: int) -> None:
    actions = legal(batch)
    actions[2] = action
    before = batch.games.tobytes()
    for _ in range(5):
        with pytest.raises(IllegalAction, match="game 2: seat_"):
            batch.step(actions)
    assert batch.games.tobytes() == before


@pytest.mark.parametrize(
    "shape", [lambda a: np.repeat(a, 2)[::2], lambda a: a[::-1].copy()[::-1], lambda a: a.astype(">i8"), np.ndarray.tolist]
)
def test_actions_need_not_be_laid_out_as_the_kernels_want_them(batch: Batch, shape: Callable[[np.ndarray], object]) -> None:
    twin = Batch(SCENARIO, 4)
    twin.reset(seed=1)
    for _ in range(6):
        actions = legal(batch)
        batch.step(actions)
        given = shape(actions)
        if isinstance(given, np.ndarray):
            given.flags.writeable = False
        twin.step(given)  # type: ignore[arg-type]
        assert twin.games.tobytes() == batch.games.tobytes()


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint16, np.int64])
def test_integers_of_any_size_and_layout_play_the_same_game(batch: Batch, kind: type) -> None:
    twin = Batch(SCENARIO, 4)
    twin.reset(seed=1)
    for _ in range(8):
        actions = legal(batch)
        twin.step(np.repeat(actions.astype(kind), 3)[::3])
        batch.step(actions)
        assert twin.games.tobytes() == batch.games.tobytes()


def test_games_that_are_over_take_any_whole_number(batch: Batch) -> None:
    luck = np.random.default_rng(1)
    while not batch.over.all():
        batch.step(np.array([luck.choice(np.flatnonzero(mask)) if mask.any() else 99 for mask in batch.masks]))
    before = batch.games.tobytes()
    batch.step(np.full(4, 99))
    assert batch.games.tobytes() == before


def test_an_answer_may_be_left_out(batch: Batch) -> None:
    decisions = batch.games["decisions"].copy()
    actions = legal(batch)
    actions[1] = GO_ON
    batch.step(actions)
    assert (batch.games["decisions"] - decisions).tolist() == [1, 0, 1, 1]


def test_games_seats_and_bots_that_do_not_exist_are_refused(batch: Batch) -> None:
    for call in (
        lambda: batch.look(4, 0), lambda: batch.look(-1, 0), lambda: batch.look(0, 2), lambda: batch.look(0, -1),
        lambda: batch.look(0, 0.5),  # type: ignore[arg-type]
        lambda: batch.ask(np.array([4]), 0), lambda: batch.ask(np.array([0]), 3), lambda: batch.ask(np.array([0]), -1),
        lambda: batch.restart(9),
        lambda: batch.ask(np.array([0.0]), 0), lambda: batch.encode_actions(np.array([[0]])), lambda: batch.encode_actions(np.array([-1])),
        lambda: batch.ask([], None), lambda: batch.ask([0, 1], [0, 1, 2]), lambda: batch.ask([[0], 1], 0),
        lambda: batch.check([[0], 1]),  # type: ignore[arg-type, list-item]
        lambda: Batch(SCENARIO, 2, control=[[0, 0], [1]]), lambda: Batch(SCENARIO, 0), lambda: Batch(SCENARIO, 2, control=[0, 3]),
        lambda: Batch(SCENARIO, 2, control=[0]),
    ):  # fmt: skip
        with pytest.raises(ShapeError):
            call()


def test_numbers_of_numpy_name_games_seats_and_sizes(batch: Batch) -> None:
    for kind in (np.uint8, np.uint64, np.int16):
        assert (batch.look(kind(0), kind(1))[0] == batch.look(0, 1)[0]).all()
        assert Batch(SCENARIO, kind(3)).n == 3


def test_a_game_that_is_over_asks_no_bot(batch: Batch) -> None:
    batch.games["over"][3] = 1
    with pytest.raises(StateError, match="game 3 is over"):
        batch.ask(np.arange(4), 1)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.one_of(st.integers(-3, 9), st.integers(-(2**63), 2**63 - 1)), min_size=1, max_size=6), st.integers(0, 2**62))
def test_whatever_is_given_games_go_on_or_a_reason_is_said(actions: list[int], seed: int) -> None:
    batch = Batch(SCENARIO, 4)
    batch.reset(seed=seed)
    for _ in range(3):
        try:
            batch.step(np.array(actions))
        except SkirmishError as error:
            assert str(error)
    assert not batch.games["fault"].any() and SCENARIO.ruleset.record.violation(batch.games) is None


@given(st.lists(st.integers(-3, 3) | st.floats(-1e6, 1e6, width=32), max_size=60), st.integers(0, 4))
def test_a_rank_counts_the_actions_that_come_before(scores: list[float], at: int) -> None:
    rows = np.full((at + len(scores) + 2, 3), 7.0, np.float32)
    rows[at : at + len(scores), 0] = scores
    put_ranks(rows, at, len(scores))
    places = sorted(range(len(scores)), key=lambda k: -rows[at + k, 0])  # equal ones in their order
    assert [rows[at + k, 1] for k in places] == list(range(len(scores)))
    assert (np.delete(rows[:, 1], np.arange(at, at + len(scores))) == 7.0).all() and (rows[:, 2] == 7.0).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_plays_on_with_threads_of_its_own() -> None:
    batch = Batch(SCENARIO, 512, threads=2, after=RESTART)
    batch.reset(seed=1)
    batch.step(legal(batch))
    rows = batch.encode_actions(np.arange(512)).rows.tobytes()
    child = os.fork()
    if not child:  # the same step as below, and the same rows before it
        same = batch.encode_actions(np.arange(512)).rows.tobytes() == rows
        batch.step(legal(batch))
        os._exit(same and int(hashlib.sha256(batch.games.tobytes()).digest()[0] % 100) + 100)
    batch.step(legal(batch))
    expected = int(hashlib.sha256(batch.games.tobytes()).digest()[0] % 100) + 100
    end = time.monotonic() + 30
    while not (found := os.waitpid(child, os.WNOHANG))[0] and time.monotonic() < end:
        time.sleep(0.02)
    if not found[0]:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits for threads that it does not have")
    assert os.waitstatus_to_exitcode(found[1]) == expected


def test_a_record_out_of_range_is_refused_where_it_is_written(batch: Batch) -> None:
    before = batch.games[1:2].copy()
    batch.games[1]["decider"] = 77
    with pytest.raises(StateError, match=r"games\[1\] of toy.* holds decider = 77, allowed"):
        batch.refresh(1)
    batch.games[1:2] = before
    batch.refresh(1)
