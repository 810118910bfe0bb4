"""The odds that bots and learners read: the dossier's tables T1 and T3, and every throw counted."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from skirmish_rl.envs.trench_crusade.data.fields import MOST_NET
from skirmish_rl.envs.trench_crusade.data.odds import injury_odds, success_odds, totals

T1 = {  # net dice: percent of 7 or more, of 12
    -3: (9.43, 0.01), -2: (17.36, 0.08), -1: (31.94, 0.46), 0: (58.33, 2.78),
    1: (80.56, 7.41), 2: (90.97, 13.19), 3: (95.78, 19.62), 4: (98.01, 26.32),
}  # fmt: skip
T3 = {  # (pool, net dice, modifier): percent of no effect, Minor Hit, Down, OOA
    (0, -1, 0): (0, 68.1, 21.3, 10.6), (0, 0, 0): (0, 41.7, 30.6, 27.8), (0, 0, -3): (16.7, 66.7, 13.9, 2.8),
    (0, 1, -1): (0.5, 31.5, 32.4, 35.6), (0, 2, -2): (0.4, 30.2, 37.4, 32.0), (0, 3, 1): (0, 1.5, 7.9, 90.6),
    (1, 0, 0): (0, 9.3, 16.7, 74.1), (1, 0, -3): (1.9, 35.6, 25.0, 37.5), (1, 1, -3): (0.4, 17.1, 20.8, 61.7),
}  # fmt: skip


@pytest.mark.parametrize("net", T1)
@pytest.mark.clause("TC-ROLL-01", "TC-ROLL-02", "TC-ROLL-03")
def test_success_rolls_are_as_in_table_t1(net):
    assert 100 * success_odds()[net + MOST_NET] == pytest.approx(T1[net], abs=0.006)


@pytest.mark.parametrize("row", T3)
@pytest.mark.clause("TC-INJ-01", "TC-INJ-02")
def test_injury_rolls_are_as_in_table_t3(row):
    pool, net, modifier = row
    assert 100 * injury_odds()[pool, net + MOST_NET, modifier + 3] == pytest.approx(T3[row], abs=0.06)


@pytest.mark.parametrize("kept", [2, 3, 4])
@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
def test_totals_are_those_of_all_throws(kept, net):
    counted = np.zeros(6 * kept + 1)
    for faces in product(range(1, 7), repeat=kept + abs(net)):
        counted[sum(sorted(faces, reverse=net >= 0)[:kept])] += 1
    assert totals(kept, net) == pytest.approx(counted / counted.sum())


def test_chances_add_up_to_one():
    assert injury_odds().sum(-1) == pytest.approx(np.ones_like(injury_odds()[..., 0]), abs=1e-5)
