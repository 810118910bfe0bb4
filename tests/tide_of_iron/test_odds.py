"""The dossier's tables of expected net hits and of assaults, from what the game does with every face and every number of hits."""

from __future__ import annotations

import functools
import math

import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.rules.rolling import roll_hits
from tests.tide_of_iron.fights import TARGET, assault, away, field, fire, net_hits, side_hits
from tests.tide_of_iron.table import Table

DISTANCE = {"close": 1, "normal": 2, "long": 5}
NET_HITS = {  # E and P(at least 1) against 0, 2 and 4 defence dice
    ("close", 4): [(2.00, 0.94), (1.40, 0.76), (0.93, 0.56)],
    ("close", 8): [(4.00, 1.0), (3.34, 0.97), (2.70, 0.90)],
    ("normal", 4): [(1.33, 0.80), (0.84, 0.55), (0.51, 0.35)],
    ("normal", 6): [(2.00, 0.91), (1.42, 0.73), (0.97, 0.54)],
    ("normal", 8): [(2.67, 0.96), (2.04, 0.84), (1.51, 0.69)],
    ("long", 4): [(0.67, 0.52), (0.36, 0.29), (0.20, 0.16)],
    ("long", 8): [(1.33, 0.77), (0.86, 0.53), (0.54, 0.35)],
}
ASSAULTS = [  # attack dice, defenders' dice, cover dice, chance of more net hits than the defender's
    (8, 4, 0, 0.81),
    (8, 4, 3, 0.60),
    (8, 2, 3, 0.80),
    (8, 0, 3, 0.94),
    (12, 4, 3, 0.88),
    (4, 4, 0, 0.36),
]


def net_of(distance, attack, defence):
    """Net hits of an attack, as many dice as the faces named: elites and a regular against a squad in woods and entrenchment."""
    trench = [] if len(defence) <= 2 else [away(distance)]
    with field(Table, terrain={} if not defence else {"rough" if len(defence) == 1 else "woods": [away(distance)]}) as t:
        t.add("A1", away(0), elite=len(attack) // 2, regular=len(attack) % 2)
        t.add("B1", away(distance), fort="entrenchment" if trench else "none")
        t.mark("entrenchment", *trench)
        fire(t, "A1", "B1", "normal", dice=(*attack, *defence))
        return net_hits(t, "B1")


@functools.cache
def chance_to_hit(range_class):
    return sum(net_of(DISTANCE[range_class], (face,), ()) for face in range(1, 7)) / 6


@functools.cache
def chance_to_cancel():
    return sum(1 - net_of(2, (6,), (face,)) for face in range(1, 7)) / 6


def some(n, p):
    """Chance of each number of successes of n dice."""
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@pytest.mark.clause("TI-FIR-08")
@pytest.mark.parametrize("cancelled", range(5))
def test_net_hits_are_successes_minus_cancels_never_below_none(cancelled):
    defence = (6,) * cancelled + (1,) * (4 - cancelled)
    assert [net_of(2, (6,) * h + (1,) * (8 - h), defence) for h in range(9)] == [max(0, h - cancelled) for h in range(9)]


@pytest.mark.clause("TI-FIR-07", "TI-FIR-08")
@pytest.mark.parametrize(("range_class", "dice"), NET_HITS)
def test_expected_net_hits_are_those_of_the_dossier(range_class, dice):
    for m, row in zip((0, 2, 4), NET_HITS[range_class, dice], strict=True):
        expected = at_least_one = 0.0
        for h, a in enumerate(some(dice, chance_to_hit(range_class))):
            for c, d in enumerate(some(m, chance_to_cancel())):
                expected += a * d * max(0, h - c)
                at_least_one += a * d * (h > c)
        assert (expected, at_least_one) == pytest.approx(row, abs=0.00501)


@pytest.mark.clause("TI-FIR-07")
@pytest.mark.parametrize(("range_class", "dice"), NET_HITS)
def test_the_generators_dice_are_even(range_class, dice):
    """A thousand rolls of a fixed seed; four standard errors."""
    game = field(Table)
    state = view(game.state)
    lowest = {"close": 4, "normal": 5, "long": 6}[range_class]
    p, n = chance_to_hit(range_class), 1000
    mean = sum(int(roll_hits(state, dice, lowest, 0)) for _ in range(n)) / n
    assert abs(mean - NET_HITS[range_class, dice][0][0]) < 0.006 + 4 * math.sqrt(dice * p * (1 - p) / n)


def roll_assault(attack, cover, defence):
    """An assault with dictated hits on 4 regulars: net hits on them, hits on the attacker, and whether he has won."""
    pinned = "pinned" if defence[1] == 2 else "disrupted" if defence[1] == 0 else "none"
    with field(Table, terrain={"building": [TARGET]} if cover[1] else {}) as t:
        t.add("B1", TARGET, condition=pinned)
        dice = [(4 if hits else 1,) * hits + (1,) * (n - hits) for hits, n in (attack, (0, 0), defence)]
        shields = (5,) * cover[0] + (1,) * (cover[1] - cover[0])
        figures = {4: {}, 8: {"elite": 4}, 12: {"elite": 4}}[attack[1]]
        more = []
        if attack[1] == 12:
            t.add("A2", (5, 3), elite=4)
            more = ["support A2"]
        assault(t, *more, dice=(*dice[0], *shields, *dice[2]), **figures)
        return side_hits(t, 1), side_hits(t, 0), t.decision == "RETREAT" or t.unit("A1").at == TARGET


@pytest.mark.clause("TI-ASL-07", "TI-ASL-08", "TI-ASL-10")
@pytest.mark.parametrize(("attack", "defence", "cover", "chance"), ASSAULTS)
def test_assault_chances_are_those_of_the_dossier(attack, defence, cover, chance):
    """The table compares hits only; the game also looks at who is left, see the next test."""
    hit, cancel = chance_to_hit("close"), chance_to_cancel()
    won = sum(
        a * c * d
        for h, a in enumerate(some(attack, hit))
        for k, c in enumerate(some(cover, cancel))
        for b, d in enumerate(some(defence, hit))
        if max(0, h - k) > b
    )
    assert won == pytest.approx(chance, abs=0.00501)
    for h, k, b in ((0, 0, 0), (2, 1, 1), (3, 1, 1), (attack, cover, defence), (4, 0, 2)):
        hits = (h, min(k, cover), min(b, defence))
        net, back, _ = roll_assault((hits[0], attack), (hits[1], cover), (hits[2], defence))
        assert (net, back) == (max(0, hits[0] - hits[1]), hits[2])


@pytest.mark.clause("TI-ASL-10")
@pytest.mark.parametrize("back", range(5))
def test_who_wins_an_assault_of_squads_of_four(back):
    """More net hits, or nobody left to defend; never when the fourth hit back kills the active squad."""
    for net in range(6):
        _, _, won = roll_assault((net, 8), (0, 0), (back, 4))
        assert won is (back < 4 and (net > back or net >= 4))
