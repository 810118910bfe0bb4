"""The dossier's tables T3 and T10 and its expected damage: every throw, by the game's own dice code."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from skirmish_rl.envs.warcry.rules.attacking import strike
from skirmish_rl.envs.warcry.state import Reaction
from tests.warcry.fights import attacks, duel, strength
from tests.warcry.table import Table


def throws(n: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every throw of n dice, order aside, with its chance."""
    for dice in combinations_with_replacement(range(1, 7), n):
        ways = factorial(n) // prod(factorial(dice.count(face)) for face in set(dice))
        yield dice, Fraction(ways, 6**n)


def results(t: Table, n: int, reaction: Reaction = Reaction.NONE) -> Iterator[tuple[Fraction, int, int]]:
    """For every throw of the first weapon of A1 at B1: its chance, the damage of B1, that of A1."""
    a, b = t.slot_of("A1"), t.slot_of("B1")
    for dice, chance in throws(n):
        t.state["units"]["damage"] = 0
        t.state["attack"]["reaction"] = reaction
        t.dice(*dice)
        strike(t._s, t._t, a, b, 0)
        yield chance, int(t.state["units"][b]["damage"]), int(t.state["units"][a]["damage"])


T3 = [(4, Fraction(3, 6)), (3, Fraction(2, 6)), (2, Fraction(1, 6))]  # Strength against Toughness 3, chance of a hit


@pytest.mark.clause("WC-ATK-07", "WC-DMG-01")
@pytest.mark.parametrize(("force", "hits"), T3)
def test_chances_of_a_hit_and_of_a_critical(table, force, hits):
    t = duel(table, "iron_lord")  # 2/5
    strength(t, "A1", force)
    attacks(t, "A1", 1)
    t.activate("A1")
    chance = dict.fromkeys((0, 2, 5), Fraction(0))
    for p, damage, _ in results(t, 1):
        chance[damage] += p
    assert chance == {0: 1 - hits - Fraction(1, 6), 2: hits, 5: Fraction(1, 6)}


@pytest.mark.clause("WC-ATK-07", "WC-DMG-01", "WC-GEN-12")
@pytest.mark.parametrize(
    ("profile", "n", "means"),
    [
        ("iron_lord", 4, (7.33, 7.33, 6.00)),
        ("iron_behemoth", 3, (10.0, 10.0, 10.0)),
        ("iron_shield", 3, (3.00, 2.50, 2.50)),
        ("fang_alpha", 5, (9.17, 9.17, 7.50)),
        ("fang_cat", 4, (7.33, 6.00, 4.67)),
        ("fang_runner", 3, (2.50, 2.00, 2.00)),
    ],
)
def test_expected_damage_of_one_attack(table, profile, n, means):
    for toughness, mean in zip((3, 4, 5), means, strict=True):
        t = duel(table, profile, toughness=toughness)
        t.activate("A1")
        assert float(sum(p * damage for p, damage, _ in results(t, n))) == pytest.approx(mean, abs=0.005)


@pytest.mark.clause("WC-ATK-07", "WC-DMG-02")
@pytest.mark.parametrize(
    ("profile", "target", "n", "wounds", "chance"),
    [
        ("iron_lord", "fang_runner", 4, 8, 0.4444),
        ("iron_behemoth", "fang_axe", 3, 10, 0.4907),
        ("fang_alpha", "iron_shield", 5, 12, 0.1718),
    ],
)
def test_chance_to_take_down_a_fresh_fighter_at_once(table, profile, target, n, wounds, chance):
    t = duel(table, profile, target)
    t.activate("A1")
    assert float(sum(p for p, damage, _ in results(t, n) if damage >= wounds)) == pytest.approx(chance, abs=5e-5)


T10 = [(4, (0.72, 1.10, 1.44, 1.74)), (3, (0.86, 1.34, 1.72, 2.01)), (2, (1.06, 1.58, 1.92, 2.15))]


@pytest.mark.clause("WC-REACT-09")
@pytest.mark.parametrize(("force", "means"), T10)
def test_expected_counter_damage(table, force, means):
    t = duel(table)
    strength(t, "A1", force)
    for n, mean in zip((2, 3, 4, 5), means, strict=True):
        attacks(t, "A1", n)
        t.activate("A1")
        assert float(sum(p * back for p, _, back in results(t, n, Reaction.COUNTER))) == pytest.approx(mean, abs=0.005)
        t.change("A1", activated=False, damage=0)
