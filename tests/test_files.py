"""Files that no scenario is: each a clear refusal; and files that change."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.tables import read_toml
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
                          ("large", "larger than 4 MiB"), ("missing", "No such file")):  # fmt: skip
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


def test_numbers_of_numpy_are_numbers_and_parts_are_none() -> None:
    assert toy.RULESET.scenario("long", tokens=np.int64(1)).options == {"tokens": 1}
    with pytest.raises(BadOption, match="tokens=1.0"):
        toy.RULESET.scenario("long", tokens=1.0)
