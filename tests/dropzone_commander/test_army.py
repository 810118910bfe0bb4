"""Chapter ARMY: which armies are allowed, and that the shipped ones are those of the dossier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.scenarios import check_options, read_all, read_named
from skirmish_rl.envs.core.tables import build, read_toml
from skirmish_rl.envs.dropzone_commander.data.checks import check_force, points_of
from skirmish_rl.envs.dropzone_commander.data.pack import OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ForceSpec, ProfileSpec, ScenarioSpec
from tests.table import toml_file, toml_lines

SHIPPED: dict[str, ForceSpec] = read_all(FOLDER / "forces.toml", ForceSpec)
PROFILES: dict[str, ProfileSpec] = read_all(FOLDER / "profiles.toml", ProfileSpec)
FREE = {name: replace(profile, points=0) for name, profile in PROFILES.items()}
LEAST = {"hq": ["A-CLV"], "frontline": ["A-INF"], "armour": ["A-MBT"], "vanguard": ["A-SCB"]}


def check(groups: Sequence[tuple[str, Sequence[str]]], size: str = "drill", points: int = 450, profiles: Any = FREE) -> None:
    """Check an army of these battlegroups, each with its type and the profiles of its squads, which are as small as allowed."""
    squads: dict[str, Any] = {}
    named = []
    for kind, members in groups:
        names = [f"s{len(squads) + k}" for k in range(len(members))]
        squads |= {name: {"profile": profile, "size": profiles[profile].squad[0]} for name, profile in zip(names, members, strict=True)}
        named.append({"type": kind, "squads": names})
    data = {"title": "F", "size": size, "points": points, "battlegroups": named, "squads": squads}
    check_force(build(ForceSpec, data, Path("own.toml")), profiles, Path("own.toml"), "", 0)


def refused(said: str, *args: Any, **options: Any) -> None:
    with pytest.raises(DataError, match=said):
        check(*args, **options)


@pytest.mark.clause("DZ-ARMY-06", "DZ-ARMY-07")
@pytest.mark.parametrize(
    ("size", "points"), [("drill", (445, 450, 435, 420)), ("skirmish", (790, 790, 795, 780)), ("clash", (1225, 1235))]
)
def test_the_armies_of_the_scenarios_cost_what_the_dossier_says(size, points):
    assert tuple(points_of(SHIPPED[f"{letter}_{size}"], PROFILES) for letter in "abcd"[: len(points)]) == points


@pytest.mark.clause("DZ-ARMY-01")
@pytest.mark.parametrize("size", ["drill", "skirmish", "clash", "battle"])
@pytest.mark.parametrize("kind", LEAST)
def test_how_many_battlegroups_of_each_type_a_size_of_game_allows(size, kind):
    """T1."""
    low, high = {
        "drill": {"hq": (0, 1), "frontline": (1, 2), "armour": (1, 1), "vanguard": (0, 1)},
        "skirmish": {"hq": (0, 1), "frontline": (1, 2), "armour": (1, 1), "vanguard": (0, 1)},
        "clash": {"hq": (1, 1), "frontline": (1, 2), "armour": (1, 2), "vanguard": (0, 2)},
        "battle": {"hq": (1, 2), "frontline": (1, 2), "armour": (1, 2), "vanguard": (0, 2)},
    }[size][kind]
    others = [(other, LEAST[other]) for other in ("hq", "frontline", "armour") if other != kind]
    for n in range(4):
        groups = others + [(kind, LEAST[kind])] * n
        if low <= n <= high:
            check(groups, size=size)
        else:
            refused(f"{n} {kind} battlegroups; expected {low} to {high} .T1", groups, size=size)


WITHIN = [  # squads of a battlegroup, and what is said if they are refused; T2
    ("hq", ["A-CLV", "A-CLV", "A-SCB", "A-SCB", "A-HVT"], ""),
    ("hq", ["A-CLV", "A-CLV", "A-CLV"], "3 command squads in hq; expected 1 to 2"),
    ("hq", ["A-SCB"], "0 command squads in hq; expected 1 to 2"),
    ("hq", ["A-CLV", "A-SCB", "A-SCB", "A-SCB"], "3 scout squads in hq; expected 0 to 2"),
    ("hq", ["A-CLV", "A-HVT", "A-HVT"], "2 heavy squads in hq; expected 0 to 1"),
    ("hq", ["A-CLV", "A-MBT"], "a hq battlegroup has no standard squads"),
    ("frontline", ["A-INF", "A-INF", "A-SPC", "C-SPC", "A-HOW"], ""),
    ("frontline", ["A-INF", "A-INF", "A-INF", "A-SPC"], "4 troops squads in frontline; expected 1 to 3"),
    ("frontline", ["C-SPC"], "0 troops squads in frontline; expected 1 to 3"),
    ("frontline", ["A-INF", "B-EVI", "C-SPC"], "2 exotic squads in frontline; expected 0 to 1"),
    ("frontline", ["A-INF", "A-AAT", "A-HOW"], "2 support squads in frontline; expected 0 to 1"),
    ("frontline", ["A-INF", "A-HVT"], "a frontline battlegroup has no heavy squads"),
    ("armour", ["A-MBT", "A-LTK", "A-MBT", "A-HVT", "A-HVT", "A-AAT"], ""),
    ("armour", ["A-MBT", "A-MBT", "A-MBT", "A-LTK"], "4 standard squads in armour; expected 1 to 3"),
    ("armour", ["A-HVT"], "0 standard squads in armour; expected 1 to 3"),
    ("armour", ["A-MBT", "A-HVT", "A-HVT", "A-HVT"], "3 heavy squads in armour; expected 0 to 2"),
    ("armour", ["A-MBT", "A-AAT", "A-HOW"], "2 support squads in armour; expected 0 to 1"),
    ("armour", ["A-MBT", "A-INF"], "a armour battlegroup has no troops squads"),
    ("vanguard", ["A-SCB", "A-SCB", "B-EVI", "C-SPC", "A-HOW"], ""),
    ("vanguard", ["A-SCB", "A-SCB", "A-SCB"], "3 scout squads in vanguard; expected 0 to 2"),
    ("vanguard", ["B-EVI", "C-SPC", "C-SPC"], "3 exotic squads in vanguard; expected 0 to 2"),
    ("vanguard", ["A-AAT", "A-HOW"], "2 support squads in vanguard; expected 0 to 1"),
    ("vanguard", ["A-MBT"], "a vanguard battlegroup has no standard squads"),
]


@pytest.mark.clause("DZ-ARMY-01")
@pytest.mark.parametrize(("kind", "members", "said"), WITHIN)
def test_which_squads_a_battlegroup_may_have(kind, members, said):
    groups = [(kind, members)] + [(other, LEAST[other]) for other in ("hq", "frontline", "armour") if other != kind]
    if said:
        refused(said + " .T2", groups, size="clash")
    else:
        check(groups, size="clash")


def packed(force: dict[str, Any], scenario: str) -> None:
    """Pack a scenario in which seat A has this army."""
    spec, path = read_named(FOLDER / "scenarios.toml", scenario, ScenarioSpec)
    forces = [toml_file(toml_lines(force)), f"b_{scenario}"]
    pack(spec, path, 2, check_options("dropzone_commander", OPTIONS, {"forces": forces}))


@pytest.mark.clause("DZ-ARMY-01", "DZ-ARMY-07")
@pytest.mark.parametrize(
    ("name", "points", "scenario", "said"),
    [
        ("a_skirmish", 790, "skirmish", ""),
        ("a_skirmish", 789, "skirmish", "790 points; at most 789"),
        ("a_drill", 450, "drill", ""),
        ("a_drill", 451, "drill", "is for drill armies of 450"),
        ("a_drill", 450, "skirmish", "is for skirmish armies of 800"),
        ("a_skirmish", 801, "skirmish", "is for skirmish armies of 800"),
        ("a_clash", 1251, "clash", "is for clash armies of 1250"),
    ],
)
def test_an_army_is_of_the_size_and_the_points_that_were_agreed(name, points, scenario, said):
    force = {**read_toml(FOLDER / "forces.toml")[name], "points": points}
    if said:
        with pytest.raises((DataError, BadOption), match=said):
            packed(force, scenario)
    else:
        packed(force, scenario)


def priced(**points: int) -> dict[str, ProfileSpec]:
    """All profiles, these at so many points and the others for nothing; `A_MBT=100` for A-MBT."""
    return FREE | {name: replace(PROFILES[name], points=n) for name, n in ((key.replace("_", "-"), n) for key, n in points.items())}


@pytest.mark.clause("DZ-ARMY-02")
@pytest.mark.parametrize(
    ("size", "points", "most"), [("drill", 450, 225), ("skirmish", 800, 400), ("clash", 1000, 330), ("battle", 2000, 660)]
)
def test_a_battlegroup_costs_half_of_the_points_at_most_or_a_third_in_larger_games(size, points, most):
    groups = [("hq", ["A-CLV"]), ("frontline", ["A-INF"]), ("armour", ["A-MBT"])]
    check(groups, size=size, points=points, profiles=priced(A_CLV=most))
    refused(f"costs {most + 1} points", groups, size=size, points=points, profiles=priced(A_CLV=most + 1))


@pytest.mark.clause("DZ-ARMY-02")
@pytest.mark.parametrize(("lifter", "commander", "fine"), [(25, 6, True), (26, 6, False), (25, 1, True)])
def test_its_transports_count_and_its_commander_does_not(lifter, commander, fine):
    data = {
        "title": "F", "size": "skirmish", "points": 800,
        "battlegroups": [{"type": "hq", "squads": ["clv"]}, {"type": "frontline", "squads": ["inf"]},
            {"type": "armour", "squads": ["mbt"]}],
        "squads": {
            "ldr": {"profile": "A-LDR", "size": 1}, "clv": {"profile": "A-CLV", "size": 1, "aboard": "ldr", "commander": commander},
            "inf": {"profile": "A-INF", "size": 2}, "mbt": {"profile": "A-MBT", "size": 3},
        },
    }  # fmt: skip
    force = build(ForceSpec, data, Path("own.toml"))
    profiles = priced(A_CLV=375, A_LDR=lifter)
    if fine:
        check_force(force, profiles, Path("own.toml"), "", 0)
    else:
        with pytest.raises(DataError, match=f"costs {375 + lifter} points; at most 50% of 800 .DZ-ARMY-02"):
            check_force(force, profiles, Path("own.toml"), "", 0)


@pytest.mark.clause("DZ-ARMY-03")
def test_auxiliary_squads_belong_to_no_battlegroup_and_all_others_to_one():
    force = SHIPPED["a_drill"]
    hq, frontline, armour = force.battlegroups
    for squads, said in ((("inf1", "inf2", "ltr1"), "ltr1 .A-LTR. belongs to no"), (("inf1",), "inf2 .A-INF. belongs to a")):
        wrong = replace(force, battlegroups=(hq, replace(frontline, squads=squads), armour))
        with pytest.raises(DataError, match=f"{said} battlegroup .DZ-ARMY-03"):
            check_force(wrong, PROFILES, Path("own.toml"), "", 0)


@pytest.mark.clause("DZ-ARMY-04")
@pytest.mark.parametrize(("capacity", "fine"), [(4, True), (5, False)])
def test_an_auxiliary_transport_begins_at_least_half_full(capacity, fine):
    profiles = PROFILES | {"A-LTR": replace(PROFILES["A-LTR"], capacity=capacity)}  # two A-INF need 2I
    if fine:
        check_force(SHIPPED["a_drill"], profiles, Path("own.toml"), "", 0)
    else:
        with pytest.raises(DataError, match="carries 2 of 5; an Auxiliary Transport begins at least half full .DZ-ARMY-04"):
            check_force(SHIPPED["a_drill"], profiles, Path("own.toml"), "", 0)


@pytest.mark.clause("DZ-ARMY-05")
@pytest.mark.parametrize(("size", "most"), [("drill", 1), ("skirmish", 1), ("clash", 2), ("battle", 3)])
def test_how_often_a_rare_squad_may_appear(size, most):
    profiles = FREE | {"A-INF": replace(FREE["A-INF"], traits=("rare",))}
    for n in range(1, 6):
        groups = [("hq", ["A-CLV"]), ("armour", ["A-MBT"]), ("frontline", ["A-INF"] * min(n, 3))]
        if n > 3:
            groups.append(("frontline", ["A-INF"] * (n - 3)))
        if n <= most:
            check(groups, size=size, profiles=profiles)
        else:
            refused(f"{n} squads of A-INF, which is Rare; at most {most}", groups, size=size, profiles=profiles)


@pytest.mark.clause("DZ-ARMY-05")
def test_all_units_of_a_squad_carry_the_weapons_of_the_squad(table):
    for scenario, name in (("drill", "minigun"), ("clash", "missile pod")):
        t = table(scenario=scenario)
        energy = {"minigun": 6, "missile pod": 8}[name]
        buggies = [k for k in range(36) if t.tables["unit_move"][k] == 9 and t.tables["unit_need"][k] == 1 and t.tables["unit_used"][k]]
        assert len(buggies) == 4
        for k in buggies:
            assert t.tables["unit_weapons"][k] == 1 and t.tables["weapon_energy"][k, 0] == energy
