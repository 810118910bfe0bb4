"""Circles: creation budget, caps. Chapter CIR; gains and the crucible are in test_campaign.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.godbreakers.data.checks import check_circle
from skirmish_rl.envs.godbreakers.data.pack import FOLDER, read_circle
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec

SHIPPED = read_all(FOLDER / "circles.toml", CircleSpec)


def altered(number: int, campaign: bool = False, **changes) -> CircleSpec:
    """The bulwark circle with one godbreaker changed."""
    circle = read_circle("bulwark")
    models = list(circle.godbreakers)
    models[number - 1] = replace(models[number - 1], **changes)
    return replace(circle, godbreakers=tuple(models), campaign=campaign)


@pytest.mark.clause("GB-CIR-01", "GB-CIR-02", "GB-CIR-08")
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_circles_share_one_creation_budget(name):
    models = SHIPPED[name].godbreakers
    assert sorted(m.die for m in models) == [6, 6, 6, 8, 8]
    assert [sum(m.traits.values()) for m in models] == [3, 2, 2, 2, 2]
    check_circle(SHIPPED[name], Path("circles.toml"))


@pytest.mark.clause("GB-CIR-01")
def test_a_new_circle_with_a_third_d8_is_refused():
    with pytest.raises(DataError, match="two D8 and three D6"):
        check_circle(altered(3, die=8), Path("circle.toml"))


@pytest.mark.clause("GB-CIR-01", "GB-INI-01")
def test_the_first_of_the_roster_leads(table):
    t = table()
    t.add("A1", (2, 2), die=6)
    t.add("A2", (4, 4), die=8)
    t.add("B1", (20, 20), die=8)
    t.dice(6, 2)
    t.initiative()
    assert (t.unit("A1").die, t.unit("A2").die) == (8, 8)  # the leader rolled its maximum and grew


@pytest.mark.clause("GB-CIR-02")
@pytest.mark.parametrize(
    ("number", "traits", "message"),
    [
        (1, {"brutal": 1, "tough": 1}, "2 trait gains, a new one has 3"),
        (2, {"brutal": 2, "tough": 1}, "3 trait gains, a new one has 2"),
        (2, {"brutal": 1, "fleet": 1}, "mercury trait"),
    ],
)
def test_gains_beyond_the_rules_are_refused(number, traits, message):
    with pytest.raises(DataError, match=message):
        check_circle(altered(number, traits=traits), Path("circle.toml"))


@pytest.mark.clause("GB-CIR-03")
@pytest.mark.parametrize(
    "traits",
    [{"brutal": 4}, {"brutal": 0}, {"brutal": 1, "juggernaut": 1, "pinning": 1, "relentless": 1, "tough": 1}],
)
def test_more_than_four_traits_or_rank_three_are_refused_even_in_a_campaign(traits):
    with pytest.raises(DataError, match="GB-CIR-03"):
        build(CircleSpec, altered(1, campaign=True, traits=traits), Path("circle.toml"))


@pytest.mark.clause("GB-CIR-03", "GB-CIR-07")
def test_the_shard_trait_is_no_fifth_trait():
    four = {"brutal": 3, "juggernaut": 3, "pinning": 1, "tough": 1}
    check_circle(replace(altered(1, campaign=True, traits=four), shard_trait="fleet"), Path("circle.toml"))


@pytest.mark.clause("GB-CIR-03", "GB-TRT-06")
def test_a_trait_works_at_its_full_rank(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"brutal": 3})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(5, 4)
    t.play("engage B1")
    assert t.unit("B1").damage == 1 + 6


@pytest.mark.clause("GB-CIR-04")
def test_a_forged_trait_may_be_of_a_metal_the_model_does_not_have():
    check_circle(altered(2, traits={"brutal": 1, "fleet": 1}, forged=("fleet",)), Path("circle.toml"))


@pytest.mark.clause("GB-CIR-05", "GB-FLW-06")
def test_an_alloy_without_its_flaw_or_with_a_flaw_twice_is_refused():
    with pytest.raises(DataError, match="costs one flaw"):
        check_circle(altered(2, metals=("iron", "mercury"), traits={"brutal": 1, "fleet": 1}), Path("circle.toml"))
    with pytest.raises(DataError, match=r"flaws': \['slow', 'slow'\] has one twice"):
        build(CircleSpec, altered(2, metals=("iron", "mercury"), flaws=("slow", "slow")), Path("circle.toml"))
    check_circle(altered(2, metals=("iron", "mercury"), traits={"brutal": 1, "fleet": 1}, flaws=("slow",)), Path("circle.toml"))
