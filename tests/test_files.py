"""Files that no scenario is: each a clear refusal; and files that change."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import tomli_w

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import ruleset_of
from tests import toy

SHIPPED = Path(toy.__file__).parent / "scenarios.toml"


@pytest.mark.parametrize(
    ("text", "message"),
    [("a = " + "[" * 5000, "nested too deeply"), ("a = " + "9" * 5000, "not valid TOML"), ("a =", "not valid TOML"), ("\x00", "not valid TOML")],
    ids=["deep", "digits", "cut", "nul"],
)  # fmt: skip
def test_text_that_is_no_toml_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(DataError, match=message) as caught:
        read_toml(tmp_path / "own.toml")
    assert len(str(caught.value)) < 2000


def test_things_that_are_no_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large.toml").write_bytes(b"#" * (5 * 2**20))
    for name, message in (("pipe", "not a file"), ("endless", "not a file"), ("folder", "not a file"), ("binary", "not valid"),
                          ("large", "larger than 256 kB"), ("missing", "No such file")):  # fmt: skip
        with pytest.raises(DataError, match=message):
            toy.RULESET.scenario(str(tmp_path / f"{name}.toml"))
    with pytest.raises(DataError, match="null"):
        toy.RULESET.scenario("a\0b.toml")


def test_a_message_never_shows_a_whole_file() -> None:
    with pytest.raises(BadOption) as caught:
        toy.RULESET.scenario("long", tokens="x" * 100_000)
    assert len(str(caught.value)) < 2000


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = "\n".join(line for line in SHIPPED.read_text().partition("[long]")[2].partition("\n[")[0].splitlines())
    own.write_text(text)
    first = toy.RULESET.scenario(str(own))
    assert toy.RULESET.scenario(str(own)) is first
    goal = next(line for line in text.splitlines() if line.startswith("goal"))
    own.write_text(text.replace(goal, "goal = 7"))
    second = toy.RULESET.scenario(str(own))
    assert int(second.tables["goal"][0]) == 7 != int(first.tables["goal"][0])


ROSTERS = {  # the file with shipped forces, one of them, and the option that takes it: a list for all seats, or one of a seat
    "dropzone_commander": ("forces", "a_drill", "forces"), "godbreakers": ("circles", "bulwark", "circles"),
    "tide_of_iron": ("forces", "small_a", "force_a"), "trench_crusade": ("warbands", "a_300", "warbands"), "warcry": ("forces", "iron_small", "force_a"),
}  # fmt: skip


def shipped_force(name: str) -> str:
    """A shipped force as a file of its own."""
    file, force, _ = ROSTERS[name]
    return tomli_w.dumps(read_toml(ruleset_of(name).data / f"{file}.toml")[force])


@pytest.mark.parametrize("name", ROSTERS)
def test_an_edited_roster_is_read_again_and_a_missing_one_is_missed(name: str, tmp_path: Path) -> None:
    ruleset, own = ruleset_of(name), tmp_path / "own.toml"
    _, shipped, option = ROSTERS[name]
    own.write_text(shipped_force(name))

    def settled() -> Scenario:
        listed = option not in ("force_a", "force_b")
        small = next(scenario for scenario, tags in ruleset.scenarios.items() if "small" in tags)
        return ruleset.scenario(small, 2, **{option: [own, shipped] if listed else own})

    first = settled()
    assert settled() is first
    own.write_text("nonsense = 3\n")
    with pytest.raises(DataError, match="nonsense"):
        settled()
    own.unlink()
    with pytest.raises(DataError, match="No such file"):
        settled()


def test_an_edited_roster_that_a_scenario_file_names_is_read_again(tmp_path: Path) -> None:
    ruleset = ruleset_of("trench_crusade")
    content = read_toml(ruleset.data / "scenarios.toml")["outpost"] | {"warbands": ["own.toml", "b_300"]}
    (tmp_path / "scenario.toml").write_text(tomli_w.dumps(content))
    roster = shipped_force("trench_crusade")
    (tmp_path / "own.toml").write_text(roster)
    first = ruleset.scenario(str(tmp_path / "scenario.toml"))
    assert ruleset.scenario(str(tmp_path / "scenario.toml")) is first
    title = next(line for line in roster.splitlines() if line.startswith("title"))
    (tmp_path / "own.toml").write_text(roster.replace(title, 'title = "Renamed"'))
    assert ruleset.scenario(str(tmp_path / "scenario.toml")).players[0] == "Renamed" != first.players[0]


NAMING = {  # a small scenario, its key that names forces, and all it says there with one force of its own
    "dropzone_commander": ("drill", "forces", lambda own: [own, "b_drill"]), "godbreakers": ("duel", "circles", lambda own: own),
    "trench_crusade": ("outpost", "warbands", lambda own: [own, "b_300"]), "warcry": ("crossing", "force_a", lambda own: own),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMING)
def test_a_scenario_file_names_forces_beside_it_and_is_blamed_for_those_that_do_not_exist(name: str, tmp_path: Path) -> None:
    ruleset = ruleset_of(name)
    scenario, key, said = NAMING[name]
    content, own = read_toml(ruleset.data / "scenarios.toml")[scenario], tmp_path / "own.toml"
    (tmp_path / "force.toml").write_text(shipped_force(name))
    own.write_text(tomli_w.dumps(content | {key: said("force.toml")}))
    assert str(tmp_path / "force.toml") in str(ruleset.scenario(str(own)).options[key])
    own.write_text(tomli_w.dumps(content | {key: said("nobody")}))
    with pytest.raises(DataError, match=rf"own\.toml.*key '{key}'.*unknown [a-z]+ 'nobody'; known: "):
        ruleset.scenario(str(own))


@pytest.mark.parametrize("circles", [{"council"}, object(), [object(), "council"], b"council"])
def test_what_no_file_can_say_is_no_option(circles: object) -> None:
    with pytest.raises(BadOption, match="circles=.*a circle's name"):
        ruleset_of("godbreakers").scenario("drill", circles=circles)


def test_numbers_of_numpy_are_numbers_and_parts_are_none() -> None:
    assert toy.RULESET.scenario("long", tokens=np.int64(1)).options == {"tokens": 1}
    with pytest.raises(BadOption, match="tokens=1.0"):
        toy.RULESET.scenario("long", tokens=1.0)
