"""Text that comes from people, files that come from anybody, and how files are written."""

from __future__ import annotations

import io
import os
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError
from skirmish_rl.envs.core.files import alone, arrays, check_folder, members, new_folder, put, read_bytes, write_whole
from skirmish_rl.envs.core.scenarios import named_beside
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.core.texts import DEEP, DOTS, decode, lines_of, parse_json, parse_toml
from skirmish_rl.envs.core.trace import Difference

TRIPLE, SINGLE = '"""', "'''"  # quotes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_text_is_read_as_editors_save_it(encoding, ends):
    said = 'name = "Größe"\nrounds = 3\n'
    assert decode(said.replace("\n", ends).encode(encoding)) == said
    assert parse_toml(decode(said.replace("\n", ends).encode(encoding))) == {"name": "Größe", "rounds": 3}


def test_text_that_is_none_is_refused_with_what_to_do():
    with pytest.raises(ValueError, match=r"not text in UTF-8 \(byte 1\); save it as UTF-8"):
        decode(b"G\xf6")


def test_only_line_ends_cut_lines():
    names = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg"
    assert lines_of(f"{names}\r\nx\rz\n") == [names, "x", "z"]
    assert lines_of("") == [] and lines_of("\n") == [""] and lines_of("a") == ["a"]


HOSTILE = {
    "dotted": "a" + ".a" * 32_000 + " = 1",
    "quoted": "a" + " . 'a'" * (DOTS + 1) + " = 1",
    "header": "[" + "a." * (DOTS + 1) + "a]",
    "inline": "x = {a" + '."b"' * (DOTS + 1) + " = 1}",
    "deep": "a = " + "[" * 100_000,
    "tables": "a = " + "{b = " * (DEEP + 1) + "1" + "}" * (DEEP + 1),
    "lines": "a = [\n" * 1 + "[\n" * (DEEP + 1) + "]\n" * (DEEP + 1) + "]",
    "after a text": 'm = """a\\""""\nb = ' + "[" * (DEEP + 1) + "]" * (DEEP + 1),
    "after quotes": 'm = """"a"""""\nb = ' + "[" * (DEEP + 1) + "]" * (DEEP + 1),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_toml_that_would_take_gigabytes_is_refused_before_it_is_parsed(tmp_path: Path, text: str):
    (tmp_path / "own.toml").write_text(text)
    tracemalloc.start()
    with pytest.raises(DataError, match="own.toml is not valid TOML: (nested too deeply|a key of more than 100 parts)"):
        read_toml(tmp_path / "own.toml")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


def test_brackets_and_dots_in_texts_and_comments_count_for_nothing():
    drawn = "[.{" * 300
    table = parse_toml(f'a = \'{drawn}\' # {drawn}\nb = """\n{drawn}\\"\n"""\nc = \'\'\'\n{drawn}\'\'\'\nd = "{drawn}\\"{drawn}"\n')
    assert set(table) == set("abcd")
    assert len(parse_toml(f"a = [{'1.5, ' * 500}1.5]")["a"]) == 501


def test_quotes_without_end_take_no_longer_than_they_are():
    began = time.perf_counter()
    texts = '"' * 250_000, "'" * 250_000, TRIPLE + 'a"' * 120_000, 'a = "' + "\\" * 250_000, "a" * 250_000
    escaped = "#" + "." * DOTS * 2 + "\n" + f"\\{TRIPLE}\n" * 50_000, '\\"' * 120_000, f"\\{SINGLE}\n" * 50_000
    for text in (*texts, *escaped):
        with pytest.raises(ValueError):
            parse_toml(text + "." * DOTS * 2)
    assert time.perf_counter() - began < 20


def test_a_message_of_quotes_without_end_takes_no_longer_than_it_is():
    began = time.perf_counter()
    for text in ('{"do":"load",' + '\\"' * 1_000_000, '"' * 1_000_000, '{"a": "' + "\\" * 1_000_001):
        with pytest.raises(ValueError):
            parse_json(text)
    assert time.perf_counter() - began < 10


def test_tables_in_tables_in_keys_of_many_parts_are_refused_in_a_sentence():
    key = ".".join(["a"] * DOTS)
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_toml(f"{key} = " + f"{{ {key} = " * 40 + "1" + " }" * 40)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9" * 400, "key 'a.b': a whole number of 400 digits"),
        ("[1, inf]", "inf is no finite number"),
        ("nan", "no finite"),
        (str(2**63), "19 digits"),
    ],
)
def test_numbers_that_nothing_can_use_are_refused_by_their_key(text, message):
    with pytest.raises(ValueError, match=message):
        parse_toml(f"a.b = {text}")
    assert parse_toml(f"a = {2**63 - 1}") == {"a": 2**63 - 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 1_000_000, "nested too deeply"), ('{"a":' * 60 + "1" + "}" * 60, "nested too deeply"), ("9" * 5000, "5000 digits"),
        (str(2**63), "19 digits"), ("NaN", "no finite"), ("-Infinity", "no finite"), ("1e999", "no finite"),
        ('{"a": "\\ud800"}', "half a character"), ('{"\\udfff": 1}', "half a character"), ("{", "Expecting"), ("", "Expecting"),
    ],
)  # fmt: skip
def test_json_that_nothing_can_use_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse_json(text)


def test_json_of_every_other_kind_is_read():
    assert parse_json('{"a": "[[[[\\"[[\\\\", "b": [1, -2.5, null, true], "c": "\\ud83d\\ude00"}') == {
        "a": '[[[["[[\\', "b": [1, -2.5, None, True], "c": "😀",
    }  # fmt: skip
    assert parse_json("\ufeff[1]".encode()) == [1]


def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"x" * 11)
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(CheckpointError, match="not a file"):
            read_bytes(path, 10, CheckpointError)
    with pytest.raises(DataError, match="larger than"):
        read_bytes(tmp_path / "large", 10)
    with pytest.raises(DataError, match="cannot read a\0b|null"):
        read_bytes("a\0b", 10)
    assert read_bytes(tmp_path / "large", 11) == b"x" * 11


def zipped(**parts: bytes) -> bytes:
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return inside.getvalue()


def test_an_archive_is_not_unpacked_beyond_its_bound():
    bomb = zipped(a=b"\0" * 30_000_000)
    tracemalloc.start()
    with pytest.raises(ValueError, match="unpacked it is larger than 10 MiB"):
        members(bomb, 10 * 2**20)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()
    assert members(zipped(a=b"1", b=b"2"), 2) == {"a": b"1", "b": b"2"}
    with pytest.raises(ValueError, match="larger"):
        members(zipped(a=b"1", b=b"2"), 1)
    with pytest.raises(ValueError, match="not a zip"):
        members(b"nothing")


def test_arrays_are_what_their_headers_say():
    inside = io.BytesIO()
    np.savez_compressed(inside, a=np.arange(6).reshape(2, 3), b=np.zeros(0, np.float32))
    found = arrays(inside.getvalue())
    assert found["a"].tolist() == [[0, 1, 2], [3, 4, 5]] and found["b"].shape == (0,) and found["a"].flags.writeable

    def part(header: str, body: bytes = b"") -> bytes:
        text = header.encode().ljust(117) + b"\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + body

    def said(descr: str, shape: str, body: bytes = b"") -> bytes:
        return part(f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}", body)

    for wrong in (
        said("'<i8'", "(99999999999,)"), said("'|O'", "(1,)", b"x" * 8), said("'<i8'", "(-1,)"), said("[('a', '<i8')]", "(1,)", b"x" * 8),
        said("'<i8'", "(1$,)", b"x" * 8), part("((((("), b"\x93NUMPY\x09\x00", b"",
    ):  # fmt: skip
        with pytest.raises(ValueError, match="'a.npy'"):
            arrays(zipped(**{"a.npy": wrong}))


def test_nothing_that_lies_beside_a_file_is_touched(tmp_path: Path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for name in ("out.json.tmp", "out.tmp", f"out.json.{os.getpid()}"):
        (tmp_path / name).symlink_to(precious)
    write_whole(tmp_path / "out.json", "new")
    put(tmp_path / "out.json", b"newer", safely=True)
    assert precious.read_text() == "mine" and (tmp_path / "out.json").read_text() == "newer"
    assert len(list(tmp_path.iterdir())) == 5
    (tmp_path / "link.json").symlink_to(precious)
    write_whole(tmp_path / "link.json", "new")
    assert precious.read_text() == "mine" and not (tmp_path / "link.json").is_symlink()
    put(Path("/dev/null"), b"nothing")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(tmp_path / "pipe")
    end = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    put(tmp_path / "pipe", b"through")
    assert os.read(end, 99) == b"through" and (tmp_path / "pipe").is_fifo()
    os.close(end)


def test_a_command_follows_no_link_from_its_output(tmp_path: Path):
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "rules.txt").symlink_to(tmp_path / "precious")
    assert main(["rules", "warcry", "--out", str(tmp_path / "rules.txt")]) == 0
    assert (tmp_path / "precious").read_text() == "mine" and "Warcry" in (tmp_path / "rules.txt").read_text()


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(DataError, match="cannot write .*folder.*choose another folder with --out"):
        write_whole(tmp_path / "folder", "new")
    with pytest.raises(DataError, match="cannot write"):
        write_whole(Path("/proc/no/such"), "new")
    with pytest.raises(DataError, match="choose another folder with --runs"):
        check_folder(Path("/proc/no/such"), "--runs")
    check_folder(tmp_path / "not" / "yet" / "there")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path):
    (tmp_path / "out.tmp").mkdir()
    (tmp_path / "out.tmp" / "precious").write_text("mine")
    with new_folder(tmp_path / "out") as place:
        (place / "a").write_text("1")
        assert not (tmp_path / "out").exists()
    with pytest.raises(RuntimeError), new_folder(tmp_path / "failed") as place:
        (place / "a").write_text("1")
        raise RuntimeError
    with pytest.raises(BadOption, match="cannot write"), new_folder(tmp_path / "out") as place:
        (place / "b").write_text("2")  # over a folder that is not empty
    assert (tmp_path / "out" / "a").read_text() == "1"
    with new_folder(tmp_path / "out", replaced=True) as place:
        (place / "b").write_text("2")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.tmp"] and (tmp_path / "out.tmp" / "precious").exists()


def test_a_lock_is_held_by_one(tmp_path: Path):
    with alone(tmp_path / "lock") as first, alone(tmp_path / "lock", wait=False) as second:
        assert (first, second) == (True, False)
    with alone(tmp_path / "lock", wait=False) as third:
        assert third


@pytest.mark.parametrize("name", ["../own.toml", "/etc/own.toml", "sub/own.toml", "link.toml"])
def test_a_scenario_has_no_file_read_that_lies_elsewhere(tmp_path, name):
    file = tmp_path / "ford.toml"
    file.write_text(f"force_a = '{name}'\n")
    (tmp_path / "link.toml").symlink_to(tmp_path.parent / "own.toml")
    with pytest.raises(DataError, match="ford.toml, line 1: key 'force_a': .* lies in another folder; put that file beside this one"):
        named_beside(file, "force_a", name, tmp_path / "forces.toml", int)
    for own in ("own.toml", str(tmp_path / "own.toml")):
        assert named_beside(file, "force_a", own, tmp_path / "forces.toml", int) == str(tmp_path / "own.toml")


def test_no_escape_of_a_terminal_leaves_in_an_error_or_a_difference():
    assert str(BadOption("a\x1b]52;c;AAAA\x07b\nsecond line, Größe")) == "a?]52;c;AAAA?b\nsecond line, Größe"
    assert "\x1b" not in str(Difference(3, "a\x1b[2J", None)) and "a?[2J" in str(Difference(3, "a\x1b[2J", None))
