"""The figures of the data files are those of the dossier's tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER

DOSSIER = (Path(__file__).parents[2] / "docs" / "rules" / "dropzone_commander.md").read_text()
PROFILES = read_toml(FOLDER / "profiles.toml")
LOADS = {"V": "vehicle", "L": "light", "I": "infantry", "X": "bus"}
KINDS = {"Infantry": "infantry", "Tank": "tank", "Skimmer": "skimmer", "Walker": "walker", "Aircraft": "aircraft", "Aircraft-S": "drone"}
TRAITS = {
    "Resilient": "resilient", "Tough": "tough", "Bloodthirsty": "bloodthirsty", "Rare": "rare", "Arc weapon": "arc",
    "Linked Destroyer": "linked",
    "Speed boost": "boost", "Thrusters": "thrusters", "Stabilised aim": "stabilised", "Firing ports": "ports", "Hovercraft": "hovercraft",
    "Hover mode": "hover", "Smoke (": "smoke", "Smoke on": "shell", "Suppression field": "suppression",
    "may mount a Commander": "command_centre",
}  # fmt: skip


def rows(*columns: str) -> list[dict[str, str]]:
    """Rows of all tables of the dossier that have these columns first."""
    found, names = [], []
    for line in DOSSIER.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            names = []
        elif not names:
            names = cells
        elif names[: len(columns)] == list(columns) and not cells[0].startswith("---"):
            found.append(dict(zip(names, cells, strict=True)))
    return found


def number(text: str, otherwise: int = 0) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else otherwise


PROFILE_ROWS = rows("id", "role (generic name)", "cat", "MV")
WEAPON_ROWS = rows("unit", "weapon", "M&F")


@pytest.mark.parametrize("row", PROFILE_ROWS, ids=lambda row: row["id"])
def test_profiles(row):
    mine = PROFILES[row["id"]]
    kind, _, fortitude = row["type"].partition(" ")
    told = {
        "category": row["cat"].lower(), "move": int(row["MV"]), "armour": int(row["A"]), "dp": int(row["DP"]), "points": int(row["pts"]),
        "kind": KINDS[kind], "fortitude": number(fortitude), "active": re.search(r"\bA\b", row["CM"]) is not None,
        "evasion": number(m[0]) if (m := re.search(r"E\d", row["CM"])) else 0,
        "passive": number(m[0]) if (m := re.search(r"P\d", row["CM"])) else 0,
        "squad": [int(n) for n in row["squad"].split("-")] * (1 if "-" in row["squad"] else 2),
        "needs": number(m[0]) if (m := re.search(r"needs \d\w", row["transport"])) else 0, "load": LOADS[m[0][-1]] if m else "",
        "carries": sorted(LOADS[one] for _, one in re.findall(r"(\d)(\w)", row["transport"].partition("carries")[2])),
        "capacity": number(row["transport"].partition("carries")[2]),
        "dodge": number(m[0]) if (m := re.search(r"Dodge \d", row["special"])) else 0,
        "rapid": number(m[0]) if (m := re.search(r"Rapid Insertion \d", row["special"])) else None,
        "traits": sorted(name for word, name in TRAITS.items() if word in row["special"]),
    }  # fmt: skip
    default = {
        "fortitude": 0, "active": False, "evasion": 0, "passive": 0, "needs": 0, "load": "", "carries": [], "capacity": 0, "dodge": 0,
        "rapid": None,
        "traits": [],
    }  # fmt: skip
    given = {name: mine.get(name, default.get(name)) for name in told}
    given["carries"], given["traits"] = sorted(given["carries"]), sorted(given["traits"])
    assert given == told


def weapon_of(row: dict[str, str]) -> dict[str, object]:
    """A row of a table of weapons, as it stands in the data."""
    special, close = row["special"], row["R(F)"] == "CQ"
    arcs = {"F/S/R": ["F", "S", "B"], "F/S": ["F", "S"], "F": ["F"], "F/S (Left)": ["F", "L"], "F/S (Right)": ["F", "R"], "-": []}
    found: dict[str, object] = {
        "shots": int(row["S"]), "energy": int(row["E"]), "acc": 0 if row["Acc"] == "-" else number(row["Acc"]), "arc": arcs[row["arc"]],
        "close": close,
        "range": [0, 0] if close else [number(row[name]) for name in ("R(F)", "R(C)")],
        "move_fire": None if row["M&F"] == "full" else int(row["M&F"]),
    }  # fmt: skip
    for word, name in {
        "Alt-": "alt",
        "AA-": "aa",
        "Focus-": "focus",
        "Reduced-": "reduced",
        "Limited ": "limited",
        "Destroyer ": "destroyer",
    }.items():
        match = re.search(word + r"(\d+)", special)
        found[name] = int(match[1]) if match else None if name == "aa" else 0
    for word in ("Area", "Articulated", "Indirect", "Penetrative"):
        found[word.lower()] = word in special
    match = re.search(r"Devastator-(\d+) \(([^)]*)\)", special)
    found["devastator"] = int(match[1]) if match else 0
    found["devastates"] = sorted(word.strip().lower().replace(" ", "_") for word in match[2].split(",")) if match else []
    match = re.search(r"Cover \(([^)]*)\)", special)
    words = [word.strip().lower() for word in match[1].split(",")] if match else []
    found["cover"] = sorted(["soft", "body", "hull"] if words == ["all"] else words)
    return found


def test_every_weapon_is_in_the_dossier():
    told = [(row["unit"], row["weapon"].partition(" x2")[0]) for row in WEAPON_ROWS for _ in range(2 if " x2" in row["weapon"] else 1)]
    given = [(name, weapon["name"]) for name, profile in PROFILES.items() for weapon in profile.get("weapons", ())]
    assert sorted(told) == sorted(given) and len(told) == 74


@pytest.mark.parametrize("row", WEAPON_ROWS, ids=lambda row: f"{row['unit']}-{row['weapon']}".replace(" ", "-"))
def test_weapons(row):
    name = row["weapon"].partition(" x2")[0]
    told = weapon_of(row)
    default = {
        "range": [0, 0], "acc": 0, "arc": [], "move_fire": None, "close": False, "alt": 0, "aa": None, "area": False, "articulated": False,
        "indirect": False, "penetrative": False, "cover": [], "destroyer": 0, "devastator": 0, "devastates": [], "focus": 0, "reduced": 0,
        "limited": 0,
    }  # fmt: skip
    same = [weapon for weapon in PROFILES[row["unit"]]["weapons"] if weapon["name"] == name]
    given = [{key: weapon.get(key, default.get(key)) for key in told} for weapon in same]
    for weapon in given:
        weapon["cover"], weapon["devastates"] = sorted(weapon["cover"]), sorted(weapon["devastates"])
        weapon["cover"] = ["body", "hull", "soft"] if weapon["cover"] == ["all"] else weapon["cover"]
    told["cover"] = sorted(told["cover"])
    assert told in given


PIECE_ROWS = [row for row in rows("piece", "size", "height") if row["piece"] not in ("Road", "Rubble")]


@pytest.mark.clause("DZ-SCN-01")
@pytest.mark.parametrize("row", PIECE_ROWS, ids=lambda row: row["piece"].replace(" ", "-"))
def test_pieces_of_scenery(row):
    before = next(one for one in reversed(PIECE_ROWS[: PIECE_ROWS.index(row) + 1]) if not one["properties"].startswith("as "))
    words = before["properties"] if row["properties"].startswith("as ") else row["properties"]
    mine = read_toml(FOLDER / "scenery.toml")[row["piece"].lower().replace(" ", "_")]
    told = {"height": number(row["height"]), "armour": number(row["A"]), "dp": number(row["DP"])}
    assert {name: mine.get(name, 0) for name in told} == told
    assert sorted(mine["properties"]) == sorted(word.strip().lower().replace(" ", "_") for word in words.split(","))


@pytest.mark.parametrize(("name", "title"), [("city", "### Map City-48"), ("drill", "### Map Drill-24")])
def test_maps(name, title):
    table = DOSSIER.partition(title)[2].partition("\n### ")[0]
    told = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and re.search(r"\(\d", cells[1]):
            names = [one.strip() for one in cells[0].split(",")]
            first, _, last = names[0].partition("-")
            names = [f"{first[0]}{k}" for k in range(int(first[1:]), int(last[1:]) + 1)] if last else names
            kind = cells[2].partition(",")[0].partition("(")[0].strip().lower().replace(" ", "_")
            places = [[int(n) for n in at.split(",")] for at in re.findall(r"\(([\d,]+)\)", cells[1])]
            told |= {one: (kind, at) for one, at in zip(names, places, strict=True)}
    pieces = read_toml(FOLDER / "maps.toml")[name]["pieces"]
    assert {one: (piece["kind"], piece["at"]) for one, piece in pieces.items()} == told
    assert list(pieces) == list(told)  # ids count in the order of the table
