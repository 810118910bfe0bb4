"""The player's page against the code: its examples load, and its table of figures names every doubtful clause with the value in use."""

from __future__ import annotations

import importlib
import re
import tomllib
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.data.schema import FOLDER, read_constants
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.state import FORCE, Kind, Mark

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "games" / "tide_of_iron.md").read_text(encoding="utf-8")
DOSSIER = (DOCS / "rules" / "tide_of_iron.md").read_text(encoding="utf-8")


def part(name: str) -> str:
    """What stands between the page's marks of that name."""
    found = re.findall(rf"<!-- (?:example: )?{name} -->\n(.*?)<!-- end: {name} -->", PAGE, re.DOTALL)
    assert len(found) == 1, name
    return found[0]


def example(name: str, folder: Path) -> str:
    """The path of a file with the page's example."""
    path = folder / f"{name}.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", part(name), re.DOTALL)[0])
    return str(path)


FIGURES = [[cell.strip() for cell in line.strip("|").split("|")] for line in part("figures").strip().splitlines()[2:]]


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_doubtful_clause_of_the_dossier_is_in_the_table():
    doubtful = set(re.findall(r"^- \*\*(TI-\w+-\d+)\*\*.*\[ext\?\]", DOSSIER, re.MULTILINE))
    listed = {clause for row in FIGURES for clause in re.findall(r"TI-\w+-\d+", row[0])}
    assert listed == doubtful


def test_every_doubtful_row_of_the_terrain_table_is_in_the_table():
    doubtful = [line.split("|")[1].strip() for line in DOSSIER.splitlines() if line.startswith("|") and "ext?" in line]
    assert doubtful == ["Bridge", "Woods", "Building"]
    listed = {name for row in FIGURES for name in names_in(row[2])}
    building = {f"terrain.building.{key}" for key in ("squad", "vehicle", "cover")}
    assert {"terrain.bridge", "terrain.woods.cover", *building} <= listed


@pytest.mark.parametrize("row", FIGURES, ids=[f"{row[0]}-{row[1][:24]}" for row in FIGURES])
def test_the_table_says_what_the_code_holds(row):
    _, _, where, value = row
    constants = tomllib.loads((FOLDER / "constants.toml").read_text())
    names = names_in(where)
    figures = [name for name in names if name.split(".")[0] in constants]
    places = [name for name in names if name not in figures]
    assert names and len(figures) <= 1
    for file, function in zip(places[::2], places[1::2], strict=True):
        module = importlib.import_module("skirmish_rl.envs.tide_of_iron." + file.removesuffix(".py").replace("/", "."))
        assert callable(getattr(module, function))
    if figures:
        held = reduce(lambda table, key: table[key], figures[0].split("."), constants)
        assert held == tomllib.loads(f"value = {value.strip('`')}")["value"]
    else:
        assert value == ""


def test_no_doubtful_figure_is_missing():
    """Those under the heading of constants.toml, and those whose comment says so."""
    section, doubtful = "", set()
    for line in (FOLDER / "constants.toml").read_text().splitlines():
        if line.startswith("# "):
            section = line
        elif "=" in line and ("[ext?]" in section or "[ext?]" in line):
            doubtful.add(line.split("=")[0].strip())
    assert len(doubtful) > 10
    assert doubtful <= {name for row in FIGURES for name in names_in(row[2])}


def test_the_walk_names_every_decision():
    walk = PAGE.partition("### What is asked when")[2].partition("## Actions")[0]
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", walk))
    assert {decision.name for decision in Decision if decision} <= named


def test_the_scenario_of_the_page_can_be_played(tmp_path):
    scenario = RULESET.scenario(example("scenario", tmp_path))
    tables = scenario.tables[0]
    assert scenario.players == ("vanguard", "guard") and tables["rounds"] == 4
    assert tables["unit_kind"][:4].tolist() == [Kind.SQUAD] * 3 + [Kind.HALF_TRACK]
    assert tables["unit_used"].reshape(2, FORCE).sum(axis=1).tolist() == [4, 6] and tables["unit_due"][FORCE + 5] == 2
    assert np.flatnonzero(tables["marks"].any(axis=1)).tolist() == [Mark.WIRE, Mark.ENTRENCHMENT]
    batch = Batch(scenario, 1)
    batch.reset(seed=1)
    assert batch.games[0]["decision"] == Decision.ASSIGN_TOKEN


def test_the_scenario_of_the_page_shows_every_key():
    tables = PAGE.partition("What a file may say:")[2].partition("A roster")[0]
    for spec in ("ScenarioSpec", "MapSpec", "SideSpec", "UnitSpec", "ObjectiveSpec"):
        fields = getattr(importlib.import_module("skirmish_rl.envs.tide_of_iron.data.schema"), spec).__dataclass_fields__
        assert not [key for key in fields if f"`{key}`" not in tables], spec


def test_the_figures_of_the_page_can_be_used(tmp_path):
    constants, _ = read_constants(example("constants", tmp_path))
    shipped, _ = read_constants(None)
    assert (constants.attack_long, constants.defence_success, constants.op_mode_free) == (6, 6, False)
    assert constants.suppressed_none == {"pinned": 1, "disrupted": 2, "routed": 3}
    assert constants.terrain["building"].cover == 2 and constants.terrain["woods"] == shipped.terrain["woods"]
