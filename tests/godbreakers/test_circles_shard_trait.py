"""The shard trait: what every godbreaker of a circle has while its shard marker stands. Chapter CIR."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from skirmish_rl.envs.core.scenarios import names
from skirmish_rl.envs.godbreakers.state import Trait
from tests.godbreakers.reading import units


@dataclass(frozen=True)
class Case:
    """What a trait does at rank 1 for ME, a D8 without traits of its own at (10,10) whose circle has the shard.

    B1 is a D8 at (11,10) and A3 one at (20,4), unless `others` says more. `start` is the model that is active, or "recovery".
    """

    start: str
    dice: tuple[int, ...] = ()
    play: tuple[str, ...] = ()
    then: dict[str, dict[str, Any]] = field(default_factory=dict)
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    others: dict[str, dict[str, Any]] = field(default_factory=dict)
    area: tuple[int, int, int, int] | None = None


CASES = {
    "defensive": Case("B1", (5, 1, 3), ("engage ME",), {"ME": {"damage": 2}}),
    "healer": Case("recovery", (1, 4), then={"A3": {"status": "ON_BOARD"}}, others={"A3": {"at": (12, 12), "damage": 3}}),
    "inspired": Case("ME", (1, 4), ("move 10,10",), {"ME": {"damage": 0}}),
    "mysterious": Case("ME", (4,), ("hidden-ways",), can=("place 12,11",), cannot=("place 13,10",)),
    "vengeful": Case("B1", (5, 3), ("engage ME", "strike B1"), {"B1": {"damage": 1}}),
    "brutal": Case("ME", (5, 3), ("engage B1",), {"B1": {"damage": 4}}),
    "juggernaut": Case("ME", (5, 5), ("engage B1", "shove B1"), can=("to 13,10",), cannot=("to 14,10",)),
    "pinning": Case("B1", can=("move 11,10", "move 9,10"), cannot=("move 14,10",), others={"B1": {"at": (12, 10)}}),
    "relentless": Case("recovery", then={"ME": {"status": "ON_BOARD", "damage": 0}}, others={"ME": {"damage": 1}}),
    "tough": Case("B1", (7, 2), ("engage ME",), {"ME": {"damage": 3}}),
    "cunning": Case("ME", (2, 6), ("engage B1",), can=("step 9,10",), cannot=("step 10,9",), area=(10, 10, 9, 9)),
    "deadly": Case("ME", (1, 5, 2), ("engage B1",), {"B1": {"damage": 3}}),
    "fleet": Case("ME", can=("move 10,20",), cannot=("move 10,21",)),
    "merciless": Case(
        "ME", (7, 2, 3), ("engage B1", "nominate B2"), {"B1": {"damage": 5}, "B2": {"damage": 4}},
        others={"B2": {"at": (10, 11)}, "B3": {"at": (11, 11)}},
    ),
    "ranged": Case("ME", can=("engage B1",), cannot=("engage B2",), others={"B1": {"at": (19, 10)}, "B2": {"at": (10, 20)}}),
    "despoiling": Case("ME", (4,), ("despoil", "place 9,9"), {"A3": {"cell": (9, 9), "die": 6}}, others={"A3": {"lost": True}}),
    "ruinous": Case("ME", (4,), ("ruin",), {"B1": {"damage": 1}}, area=(11, 13, 9, 11)),
    "shaping": Case("ME", (3, 4), ("shape-area", "shape-area", "place 12,10"), {"ME": {"damage": 2}, "B1": {"damage": 1}}),
    "summoning": Case("ME", (4,), ("summon", "place 9,9"), {"W1": {"die": 8, "seat": 0}}),
    "thunderous": Case("ME", (5,), ("thunder",), {"B1": {"damage": 2}}),
}  # fmt: skip


def test_every_trait_has_its_case():
    assert list(CASES) == names(Trait)


@pytest.mark.clause("GB-CIR-06")
@pytest.mark.parametrize("me", ["A1", "A4"])
@pytest.mark.parametrize("trait", CASES)
def test_the_shard_gives_any_trait_at_rank_one_to_every_godbreaker_of_its_circle(table, trait, me):
    case, t = CASES[trait], table(last_round=True)
    t.shard(0, (2, 2), trait=trait)
    if case.area:
        t.area(*case.area)
    models = {"ME": {"at": (10, 10)}, "B1": {"at": (11, 10)}, "A3": {"at": (20, 4)}}
    for name, facts in {**models, **case.others}.items():
        facts = {**models.get(name, {}), **facts}
        lost = facts.pop("lost", False)
        t.add(name.replace("ME", me), **facts)
        if lost:
            t.lose(name)
    t.dice(*case.dice)
    if case.start == "recovery":
        t.recovery()
    else:
        t.activate(case.start.replace("ME", me))
    t.play(*(text.replace("ME", me) for text in case.play))
    for name, facts in case.then.items():
        unit = t.unit(name.replace("ME", me))
        assert {key: getattr(unit, key) for key in facts} == facts
    assert all(t.can(text) for text in case.can)
    assert not any(t.can(text) for text in case.cannot)


def shooting(t, name="A1", **traits):
    """`name` looks at B1 8U away and B2 9U away while the Ranged shard of seat 0 stands."""
    t.shard(0, (2, 2), trait="ranged")
    t.add(name, (10, 10), die=8, traits=traits)
    t.add("B1", (19, 10))
    t.add("B2", (10, 20))
    t.activate(name)
    return units(t, "engage")


@pytest.mark.clause("GB-CIR-06")
def test_shard_and_own_rank_do_not_add_up(table):
    assert shooting(table(), "A3", ranged=1) == {"B1"}
    assert shooting(table(), "A3", ranged=2) == {"B1", "B2"}


@pytest.mark.clause("GB-CIR-06")
def test_another_circles_shard_gives_nothing(table):
    t = table()
    t.shard(1, (2, 2), trait="ranged")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (13, 10))
    t.activate("A1")
    assert not t.can("engage B1")


@pytest.mark.clause("GB-CIR-06")
def test_a_shard_that_does_not_stand_gives_nothing(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (13, 10))
    t.activate("A1")
    assert not t.can("engage B1")


@pytest.mark.clause("GB-CIR-07", "GB-SPC-04")
def test_the_shard_trait_stops_the_moment_the_shard_is_removed(table):
    t = table()
    t.shard(0, (9, 10), trait="ranged")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (15, 10))
    t.activate("A1")
    assert t.can("engage B1")
    t.dice(5)
    t.play("sunder")
    assert t.marker("shard", 0) is None
    assert not t.can("engage B1")


@pytest.mark.clause("GB-CIR-07")
def test_a_casualty_has_no_shard_trait(table):
    t = table(last_round=True)
    t.shard(0, (2, 2), trait="healer")
    t.add("A1", (11, 10))
    t.add("A2", (10, 10), die=6, damage=1)
    t.add("B1", (24, 24))
    t.lose("A1")
    t.dice(1)  # nobody alive beside A2 itself: no reroll
    t.recovery()
    assert t.unit("A2").status == "ON_BOARD"
