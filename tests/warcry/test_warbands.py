"""Chapters SETUP and GEN-10: which rosters are valid, and the profiles of the dossier."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.warcry.state import FORCE, Runemark
from tests.warcry.table import Table, roster

DOSSIER = (Path(__file__).resolve().parents[2] / "docs" / "rules" / "warcry.md").read_text(encoding="utf-8")
PROFILE = re.compile(r"^\| ((?:iron|fang|raven|hunt)_\w+) \|(.*)\|$", re.MULTILINE)
WEAPON = re.compile(r"[\w ]+ (\d+)-(\d+) A(\d+) S(\d+) (\d+)/(\d+)")
ROSTER = re.compile(r"^\| (Iron|Fang|Raven|Hunt) \| ([\w ,]+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
SERGEANTS = ("iron_lord", *["iron_sergeant"] * 2)


def accept(fighters, faction="", points_limit=1000):
    """A game with this roster begins; returns its table."""
    return Table.new_game(file={"force_a": roster(fighters, faction), "force_b": "fang_small", "points_limit": points_limit})


def refuse(clause, fighters, faction="", points_limit=1000):
    """No game with this roster begins, and the error names the clause and the file."""
    with pytest.raises(DataError, match=clause) as error:
        accept(fighters, faction, points_limit)
    assert ".toml" in str(error.value)


@pytest.mark.clause("WC-SETUP-01", "WC-SETUP-03")
def test_a_warband_has_three_to_fifteen_fighters():
    accept(SERGEANTS)
    refuse("WC-SETUP-01", SERGEANTS[:2])
    accept(("hunt_warden", *["hunt_hound"] * 14))
    refuse("WC-SETUP-01", ("hunt_warden", *["hunt_hound"] * 15), points_limit=2000)


@pytest.mark.clause("WC-SETUP-01", "WC-SETUP-03")
def test_a_warband_costs_no_more_than_the_limit():
    thousand = ("fang_alpha", "fang_cat", "fang_harpoon", "fang_speaker", "fang_axe", "fang_saw", *["fang_runner"] * 3)
    accept(thousand)
    over = ("fang_alpha", "fang_cat", "fang_cat", "fang_cat", "fang_speaker", "fang_speaker")  # 1005
    refuse("WC-SETUP-01", over)
    accept(SERGEANTS, points_limit=500)
    refuse("WC-SETUP-01", (*SERGEANTS, "iron_smith"), points_limit=500)  # 530


@pytest.mark.clause("WC-SETUP-01", "WC-SETUP-02")
def test_all_are_of_one_faction_but_for_allies_and_thralls():
    refuse("WC-SETUP-0[12]", (*SERGEANTS, "fang_cat"))  # neither hero nor ally
    refuse("WC-SETUP-0[12]", (*SERGEANTS, "fang_runner"))
    accept((*SERGEANTS, "fang_alpha"))
    refuse("WC-SETUP-0[12]", (*SERGEANTS, "hunt_warden"))  # another alliance


@pytest.mark.clause("WC-SETUP-02")
def test_the_first_fighter_is_a_hero_and_leads():
    refuse("WC-SETUP-02", ("iron_sergeant", "iron_lord", "iron_smith"))
    t = accept(("iron_lord", "iron_smith", "iron_lord"))
    assert t.tables["leader"][0] == 0 and t.tables["leader"][1] == FORCE


@pytest.mark.clause("WC-SETUP-02")
def test_three_heroes_at_most_the_leader_and_allies_included():
    accept(("iron_lord",) * 3)
    refuse("WC-SETUP-02", ("iron_lord",) * 4)
    accept(("iron_lord", "iron_lord", "fang_alpha"))
    refuse("WC-SETUP-02", ("iron_lord", "iron_lord", "iron_lord", "fang_alpha"))


@pytest.mark.clause("WC-SETUP-02")
def test_two_allies_at_most_and_none_of_them_leads():
    accept(("iron_lord", "fang_alpha", "raven_lord"))
    refuse("WC-SETUP-02", ("iron_lord", "fang_alpha", "raven_lord", "fang_alpha"))
    refuse("WC-SETUP-02", ("fang_alpha", "iron_lord", "iron_smith"), faction="iron")


@pytest.mark.clause("WC-SETUP-02", "WC-GEN-10")
def test_three_thralls_at_most_in_any_faction_of_their_alliance():
    accept((*SERGEANTS, *["raven_fury"] * 3))
    refuse("WC-SETUP-02", (*SERGEANTS, *["raven_fury"] * 4))
    refuse("WC-SETUP-0[12]", ("hunt_warden", "hunt_hound", "hunt_hound", "raven_fury"))


def packed(tables, slot):
    """A fighter's packed figures as the dossier writes them."""
    weapons = [
        tuple(int(tables[f"weapon_{what}"][slot][w]) for what in ("min", "max", "attacks", "strength", "hit", "critical"))
        for w in range(int(tables["unit_weapons"][slot]))
    ]
    marks = {mark.name.lower() for mark in Runemark if tables["unit_marks"][slot][mark]}
    return [int(tables[f"unit_{what}"][slot]) for what in ("points", "move", "toughness", "wounds")], marks, weapons


@pytest.mark.clause("WC-GEN-10", "WC-GEN-12", "WC-SETUP-03")
@pytest.mark.parametrize(("name", "row"), PROFILE.findall(DOSSIER))
def test_a_profile_is_the_dossiers(table, name, row):
    points, move, toughness, wounds, marks, weapons = map(str.strip, row.split("|"))
    t = table()
    t.add("A1", (2, 2), name)
    figures, mine, weapon = packed(t.tables, 0)
    assert figures == list(map(int, (points, move, toughness, wounds)))
    assert mine == ({mark.strip() for mark in marks.split(",")} - {"-"})
    assert weapon == [tuple(map(int, found)) for found in WEAPON.findall(weapons)] and len(weapon) == weapons.count("/")


@pytest.mark.clause("WC-SETUP-01", "WC-SETUP-03")
@pytest.mark.parametrize(("force", "fighters", "count", "points"), ROSTER.findall(DOSSIER))
def test_a_roster_is_the_dossiers(force, fighters, count, points):
    name = force.lower() + ("_small" if int(points) <= 500 else "")
    t = Table.new_game(file={"force_a": name, "force_b": "fang_small", "points_limit": 500 if int(points) <= 500 else 1000})
    names = [name for entry in fighters.split(",") for name in [entry.split()[0]] * int((entry.split(" x") + ["1"])[1])]
    assert len(names) == int(count) == t.tables["n_units"][0]
    assert [packed(t.tables, slot)[0][0] for slot in range(FORCE)] == [points_of(name) for name in names] + [0] * (FORCE - len(names))
    assert t.tables["unit_points"][:FORCE].sum() == int(points)


def points_of(profile):
    return int(dict(PROFILE.findall(DOSSIER))[profile].split("|")[0])
