"""Files that no scenario is: each a clear refusal; and files that change."""

from __future__ import annotations

import copy
import os
import pickle
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from skirmish_rl import envs
from skirmish_rl.envs.core.errors import BadOption, DataError, SkirmishError, StateError, UnknownName
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.core.trace import write_game
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

SHIPPED = Path(toy.__file__).parent / "scenarios.toml"


@pytest.mark.parametrize(
    ("text", "message"),
    [("a = " + "[" * 5000, "nested too deeply"), ("a = " + "9" * 5000, "not valid TOML"), ("a =", "not valid TOML"),
        ("\x00", "not valid TOML")],
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


@pytest.mark.parametrize("name", available())
def test_an_option_reads_no_file_that_does_not_end_in_toml(name: str, tmp_path: Path) -> None:
    """Other names pass by what pages, saved games and cards are forbidden to name."""
    (tmp_path / "env").write_text("API_TOKEN = 'secret'\n")
    ruleset, named = ruleset_of(name), str(tmp_path / "env")
    scenario = ruleset.default_scenario("small", ruleset.seats[0])
    for option, kind in ruleset.options.items():
        for value in (named, [named] * ruleset.seats[0]):
            if kind.accepts(value):
                with pytest.raises(SkirmishError) as refused:
                    ruleset.scenario(scenario, **{option: value})
                assert "API_TOKEN" not in str(refused.value) and "secret" not in str(refused.value)


ROSTERS = {  # the file with shipped forces, one of them, and the option that takes it: a list for all seats, or one of a seat
    "dropzone_commander": ("forces", "a_drill", "forces"), "godbreakers": ("circles", "bulwark", "circles"),
    "tide_of_iron": ("forces", "small_a", "force_a"), "trench_crusade": ("warbands", "a_300", "warbands"),
    "warcry": ("forces", "iron_small", "force_a"),
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


def with_force(name: str, path: Path) -> Scenario:
    """The small scenario of a ruleset with a force of one's own."""
    ruleset = ruleset_of(name)
    _, shipped, option = ROSTERS[name]
    small = next(scenario for scenario, tags in ruleset.scenarios.items() if "small" in tags)
    return ruleset.scenario(small, 2, **{option: str(path) if option == "force_a" else [str(path), shipped]})


def own_files(name: str) -> Iterator[tuple[str, dict[str, Any], Callable[[Path], Scenario]]]:
    """Every kind of file of one's own: what it is, one that is shipped, and what is made with it."""
    ruleset = ruleset_of(name)
    maps, file = read_toml(ruleset.data / "maps.toml"), ROSTERS[name][0]
    for scenario in read_toml(ruleset.data / "scenarios.toml").values():
        drawn = {"board": maps[scenario["map"]]} if "map" in scenario else {}
        yield "scenario", {key: value for key, value in scenario.items() if key != "map"} | drawn, lambda path: ruleset.scenario(str(path))
    for force in read_toml(ruleset.data / f"{file}.toml").values():
        yield "force", force, lambda path: with_force(name, path)
    force = read_toml(ruleset.data / f"{file}.toml")[ROSTERS[name][1]]
    fielded = {squad["profile"] for squad in force.get("squads", {}).values()} | set(force.get("fighters", ()))
    if fielded:
        profiles = read_toml(ruleset.data / "profiles.toml")
        yield "force", force | {"profiles": {name: profiles[name] for name in sorted(fielded)}}, lambda path: with_force(name, path)
    if "constants" in ruleset.options:
        small = ruleset.default_scenario("small")
        yield "constants", read_toml(ruleset.data / "constants.toml"), lambda path: ruleset.scenario(small, constants=str(path))


Place = tuple[str | int, ...]


def places(table: Any, kind: type | tuple[type, ...], path: Place = ()) -> Iterator[Place]:
    """Where values of a kind stand in nested tables and lists."""
    parts = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in parts:
        if isinstance(value, kind) and not isinstance(value, bool):
            yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, kind, (*path, key))


def changed(table: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    """A table with another value in one place."""
    whole = copy.deepcopy(table)
    inside: Any = whole
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return whole


# Where no number is too large: a warband's limit, edges that an option of the scenario closes. And where the size of an army is told, not
# its key.
LIMITLESS = {("trench_crusade", "points"), ("godbreakers", "impassable_option")}
TOLD = {("dropzone_commander", "points")}


@pytest.mark.parametrize("name", ROSTERS)
def test_a_number_that_is_too_large_is_refused_by_file_line_and_key_wherever_it_stands(name: str, tmp_path: Path) -> None:
    tried = set()
    for kind, table, made in own_files(name):
        for place in places(table, (int, float)):
            known = (kind, *("#" if isinstance(key, int) else key for key in place))
            if known in tried:
                continue
            tried.add(known)
            key = [part for part in place if isinstance(part, str)][-1]
            for number in (2**31, 2**62, -(2**62)):
                own = tmp_path / f"own-{len(tried)}-{number}.toml"
                own.write_text(tomli_w.dumps(changed(table, place, number)), encoding="utf-8")
                try:
                    made(own)
                except SkirmishError as error:
                    assert own.name in str(error) and ("key" in str(error) or (name, key) in TOLD), f"{place} = {number}: {error}"
                else:
                    assert (name, key) in LIMITLESS, f"{place} = {number} is accepted"
    assert len(tried) > 12


@pytest.mark.parametrize("name", ROSTERS)
def test_a_name_is_one_line_without_control_characters(name: str, tmp_path: Path) -> None:
    table, own = tomllib.loads(shipped_force(name)), tmp_path / "own.toml"
    for place in places(table, str):
        for letter in "\n\0\r\x1b\x7f\x85\u2028\u2029":
            own.write_text(tomli_w.dumps(changed(table, place, f"x{letter}   1 seat_0 y")), encoding="utf-8")
            with pytest.raises(DataError, match=r"own\.toml(, line \d+)?: key '.*holds '\\.*'; a text is one line"):
                with_force(name, own)
    text = next(place for place in places(table, str) if place[-1] in ("title", "name", "role"))
    own.write_text(tomli_w.dumps(changed(table, text, "Größe \U0001f98a")), encoding="utf-8")
    assert with_force(name, own).seats == 2


def test_names_that_are_keys_are_one_line_too(tmp_path: Path) -> None:
    table, own = read_toml(ruleset_of("dropzone_commander").data / "forces.toml")["a_drill"], tmp_path / "own.toml"
    own.write_text(tomli_w.dumps(table | {"squads": {f"{key}\n": squad for key, squad in table["squads"].items()}}))
    with pytest.raises(DataError, match=r"own.toml, line \d+: key 'squads': .*\\n' holds '\\n'; a text is one line"):
        with_force("dropzone_commander", own)


SAVED = [("utf-8-sig", "\n"), ("utf-8", "\r\n"), ("utf-16", "\r\n"), ("utf-8", "\r")]


@pytest.mark.parametrize(("encoding", "ends"), SAVED, ids=["mark", "windows", "utf-16", "old"])
def test_a_file_is_read_as_editors_save_it(encoding: str, ends: str, tmp_path: Path) -> None:
    """With a byte order mark, as Notepad and PowerShell save it, or with other line ends."""
    from skirmish_rl.agents.experiments.settings import read_sweep
    from skirmish_rl.agents.ppo.config import read_config
    from skirmish_rl.agents.shipped import find_config

    def saved(name: str, text: str) -> Path:
        (tmp_path / name).write_bytes(text.replace("\n", ends).encode(encoding))
        return tmp_path / name

    for name in ROSTERS:
        assert with_force(name, saved(f"{name}.toml", f"# Größe \u2028 \x85\n{shipped_force(name)}")).seats == 2
    config = saved("config.toml", find_config("warcry/ppo-small").read_text(encoding="utf-8"))
    assert read_config(config) == read_config(find_config("warcry/ppo-small"))
    sweep = f'config = {str(config)!r}\ntrials = 3\n[settings]\n"ppo.learning_rate" = {{low = 1e-4, high = 1e-3, log = true}}\n'
    assert read_sweep(saved("sweep.toml", sweep)).config.trials == 3


def test_what_was_begun_goes_on_under_its_own_files_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(SHIPPED.read_text().partition("[long]")[2].partition("\n[")[0].splitlines())
    own = tmp_path / "own.toml"
    own.write_text(text)
    monkeypatch.chdir(tmp_path)
    with toy.registered():
        env = envs.make("toy", "./own.toml")
        env.reset(seed=1)
        env.step(env.action_space("seat_0").sample())
        saved, pickled, copied = env.get_state(), pickle.dumps(env), pickle.dumps(env.scenario)
        assert pickle.loads(copied).id == env.scenario.id, "the same files, where they lie"
        trace = write_game(env.scenario, 1, ["random"] * 2, lambda batch: None)
        own.write_text(text.replace("goal = ", "goal = 1"))
        edited = envs.make("toy", str(own))
        edited.reset(seed=1)
        with pytest.raises(
            StateError, match="belongs to toy-v0/own-1.toml/2 .* own files in which something else stands; this environment plays "
        ):
            edited.set_state(saved)
        for there in ("edited", "gone", "elsewhere"):
            if there == "gone":
                own.unlink()
            if there == "elsewhere":
                (tmp_path / there).mkdir()
                monkeypatch.chdir(tmp_path / there)
            again, scenario = pickle.loads(pickled), pickle.loads(copied)
            assert (
                again.record.tobytes() == env.record.tobytes()
                and again.get_state() == saved == pickle.loads(pickle.dumps(again)).get_state()
            )
            assert scenario.tables.tobytes() == env.scenario.tables.tobytes() and scenario.digest == env.scenario.digest
            assert (
                write_game(scenario, 1, ["random"] * 2, lambda batch: None)
                == trace
                == write_game(env.scenario, 1, ["random"] * 2, lambda batch: None)
            )


def test_own_files_are_known_by_what_stands_in_them_wherever_they_lie(tmp_path: Path) -> None:
    text = "\n".join(SHIPPED.read_text().partition("[long]")[2].partition("\n[")[0].splitlines())
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.toml").write_text(text)
    (tmp_path / "c.toml").write_text(f"{text}\n# said otherwise")
    one, two, three = (toy.RULESET.scenario(str(tmp_path / path)) for path in ("a/own.toml", "b/own.toml", "c.toml"))
    assert one.digest == two.digest != three.digest and toy.RULESET.scenario("long").digest == ""
    assert " own " not in toy.RULESET.scenario("long").id and one.id.endswith(f" own {one.digest}")


@pytest.mark.parametrize("name", ROSTERS)
def test_a_roster_counts_as_an_own_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(shipped_force(name))
    before = with_force(name, file).digest
    file.write_text(file.read_text() + "\n# edited\n")
    assert before and with_force(name, file).digest not in ("", before)


def test_no_name_is_no_scenario() -> None:
    with pytest.raises(UnknownName, match="unknown scenario of toy ''"):
        toy.RULESET.scenario("")
