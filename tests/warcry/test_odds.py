"""The odds that bots read, against counting every throw."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from skirmish_rl.envs.warcry.data import odds
from skirmish_rl.envs.warcry.data.odds import HALVED, KEEN, TURNED


def face_of(comparison: int, keen: bool, face: int) -> str:
    """What a die does: the hit table as the dossier prints it (T3, WC-ATK-08)."""
    if face == 6 or (keen and face == 5):
        return "critical"
    return "hit" if face >= (3, 4, 5)[comparison] else "miss"


def throws(comparison: int, dice: int, keen: bool = False):
    for faces in product(range(1, 7), repeat=dice):
        results = [face_of(comparison, keen, face) for face in faces]
        yield faces, results.count("hit"), results.count("critical")


@pytest.mark.parametrize("comparison", range(3))
@pytest.mark.parametrize("keen", [False, True])
@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_hits_and_criticals(comparison, keen, dice):
    tail, rate = odds.tails_of(0.5)
    kind = comparison + KEEN * keen
    count = np.zeros((dice + 1, dice + 1))
    turned = np.zeros(dice + 1)
    for _, hits, criticals in throws(comparison, dice, keen):
        count[criticals, : hits + 1] += 1
        turned[: hits + criticals + 1] += 1
    assert np.allclose(tail[kind, dice, : dice + 1, : dice + 1], count / 6**dice, atol=1e-6)
    assert np.allclose(tail[kind + TURNED, dice, 0, : dice + 1], turned / 6**dice, atol=1e-6)  # cowering: all criticals are hits
    assert tail[kind + TURNED, dice, 1:].sum() == 0
    single = list(throws(comparison, 1, keen))
    assert np.allclose(rate[kind], [np.mean([h for _, h, _ in single]), np.mean([c for _, _, c in single])])


def test_take_cover_turns_each_critical_on_a_die_of_its_own():
    tail, _ = odds.tails_of(0.5)
    dice, comparison = 3, 2
    expected = np.zeros((dice + 1, dice + 1))
    for _, hits, criticals in throws(comparison, dice):
        for cover in product(range(1, 7), repeat=criticals):
            kept = sum(face < 4 for face in cover)
            expected[kept, : hits + criticals - kept + 1] += 1 / 6 ** (dice + criticals)
    assert np.allclose(tail[comparison + HALVED, dice, : dice + 1, : dice + 1], expected, atol=1e-6)


@pytest.mark.parametrize("comparison", range(3))
def test_kills_by_one_attack_and_by_two(comparison):
    dice, hit, critical = 2, 2, 5
    once = [hits * hit + criticals * critical for _, hits, criticals in throws(comparison, dice)]
    twice = [a + b for a in once for b in once]
    table = odds.kills_of(comparison, dice, hit, critical)
    for row, dealt in zip(table, (once, twice), strict=True):
        assert row[0] == pytest.approx(np.mean(dealt), abs=1e-5)
        for wounds in range(1, 25):
            assert row[wounds] == pytest.approx(np.mean([d >= wounds for d in dealt]), abs=1e-6)


@pytest.mark.parametrize(
    ("comparison", "dice", "hit", "critical", "wounds", "chance"),
    [(0, 4, 2, 5, 8, 0.4444), (0, 3, 4, 8, 10, 0.4907), (1, 5, 2, 5, 12, 0.1718)],
)
def test_kill_chances_of_the_dossier(comparison, dice, hit, critical, wounds, chance):
    assert odds.kills_of(comparison, dice, hit, critical)[0, wounds] == pytest.approx(chance, abs=5e-5)


@pytest.mark.clause("WC-REACT-09")
@pytest.mark.parametrize("comparison", range(3))
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_counter(comparison, dice):
    ones, misses, both = 0, 0, 0
    for faces, hits, criticals in throws(comparison, dice):
        one, missed = 1 in faces, dice - hits - criticals >= 2
        ones, misses, both = ones + one, misses + missed, both + (one and missed)
    assert np.allclose(odds.counters()[comparison, dice], [n / 6**dice for n in (ones, misses, both)], atol=1e-6)


def test_expected_counter_damage_of_the_dossier():
    mean = odds.counters() @ np.array([2, 1, 0])
    assert np.round(mean[0, 2:6], 2).tolist() == pytest.approx([0.72, 1.10, 1.44, 1.74])
    assert np.round(mean[1, 2:6], 2).tolist() == pytest.approx([0.86, 1.34, 1.72, 2.01])
    assert np.round(mean[2, 2:6], 2).tolist() == pytest.approx([1.06, 1.58, 1.92, 2.15])
