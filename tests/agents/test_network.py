"""Packed positions: softmax by position, choice by probability, stores that give back what they were given."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from skirmish_rl.agents.ppo.buffer import RowStore
from skirmish_rl.agents.ppo.network import NetworkConfig, Packed, build_network, entropy, log_softmax, pack, pick, segment_mean
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption

COUNTS = torch.tensor([3, 1, 4])
SCORES = torch.tensor([1.0, 2.0, 3.0, -5.0, 0.0, 0.0, 0.0, 0.0])


@pytest.fixture
def packed(duel):
    batch = Batch(duel, 12, observe=False)
    batch.reset(seed=1)
    batch.step(batch.ask(np.arange(12), 0))
    return pack(*(part.copy() for part in batch.encode_actions(np.arange(12))))


def test_softmax_within_each_position():
    log_probs = log_softmax(SCORES, COUNTS)
    assert torch.allclose(log_probs[0, :3], SCORES[:3].log_softmax(0))
    assert log_probs[1, 0] == 0 and torch.isinf(log_probs[1, 1:]).all()
    assert torch.allclose(entropy(log_probs)[1:], torch.tensor([0.0, np.log(4)], dtype=torch.float32))


def test_gradients_are_finite_beside_the_padding():
    scores = SCORES.clone().requires_grad_()
    log_probs = log_softmax(scores, COUNTS)
    (entropy(log_probs).sum() + log_probs[:, 0].sum()).backward()
    assert torch.isfinite(scores.grad).all()


def test_choice_follows_the_probabilities():
    log_probs = log_softmax(SCORES, COUNTS)
    uniform = (np.arange(2000) + 0.5) / 2000
    chosen = pick(log_probs[:1].expand(2000, -1), torch.full((2000,), 3), uniform)
    shares = torch.bincount(chosen, minlength=3) / 2000
    assert torch.allclose(shares, log_probs[0, :3].exp(), atol=2e-3)


def test_rounding_never_chooses_beyond_the_last_action():
    assert pick(log_softmax(SCORES, COUNTS), COUNTS, np.full(3, 1 - 1e-12)).tolist() == [2, 0, 3]


def test_mean_of_each_position():
    rows = torch.arange(16.0).reshape(8, 2)
    assert segment_mean(rows, COUNTS, torch.arange(3).repeat_interleave(COUNTS)).tolist() == [[2, 3], [6, 7], [11, 12]]


@pytest.mark.parametrize("policy", ["rows", "mlp"])
def test_a_position_is_judged_alike_alone_and_among_others(duel, packed, policy):
    network = build_network(duel.n_position, packed.rows.shape[1], duel.n_actions, NetworkConfig(policy, 8, 16))
    scores, values = network(packed)
    store = RowStore(12, duel.n_position, packed.rows.shape[1])
    store.add(
        np.concatenate([[0], packed.counts.numpy().cumsum()]), packed.numbers.numpy(), packed.rows.numpy(),
        packed.positions.numpy(),
    )  # fmt: skip
    for k in (0, 5, 11):
        one_score, one_value = network(store.take(torch.tensor([k])))
        first = int(packed.counts[:k].sum())
        assert torch.allclose(one_score, scores[first : first + int(packed.counts[k])], atol=1e-6)
        assert torch.allclose(one_value, values[k : k + 1], atol=1e-6)


def test_a_store_gives_back_what_it_was_given(packed):
    store = RowStore(24, packed.positions.shape[1], packed.rows.shape[1])
    offsets = np.concatenate([[0], packed.counts.numpy().cumsum()])
    for _ in range(2):
        again = store.add(offsets, packed.numbers.numpy(), packed.rows.numpy(), packed.positions.numpy())
        assert all(torch.equal(a, b) for a, b in zip(again, packed, strict=True))
    order = torch.arange(23, -1, -1)
    back = store.take(order)
    whole = store.take(torch.arange(24))
    assert torch.equal(back.counts, whole.counts.flip(0))
    assert torch.equal(whole.rows, packed.rows.repeat(2, 1))


def test_an_empty_choice_of_policy_is_refused():
    with pytest.raises(BadOption, match="did you mean 'rows'"):
        build_network(3, 3, 3, NetworkConfig("row"))
    with pytest.raises(BadOption, match="at least 1"):
        build_network(3, 3, 3, NetworkConfig("rows", 0))


def test_packed_names_its_parts():
    assert Packed._fields == ("positions", "rows", "numbers", "counts")
