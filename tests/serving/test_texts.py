"""What the page makes of the bytes of files: the same as Python does."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from skirmish_rl.agents.serving.server import web_folder
from skirmish_rl.envs.core.texts import decode, lines_of
from skirmish_rl.envs.core.trace import read_answers

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node reads the page's modules")
SAMPLES = [
    "a\nb\n", "a\r\nb\r\n", "a\rb", "\ufeffa\r\n\r\nb", "", "\n", "a\u2028b\x0bc\n", "ümlaut\n",
]  # fmt: skip
READ = """
import {decoded, linesOf} from "./texts.mjs";
import {readFileSync} from "node:fs";
const files = JSON.parse(readFileSync(0, "utf-8"));
const read = (file) => { const text = decoded(Buffer.from(file, "base64")); return text === null ? null : [text, linesOf(text)]; };
console.log(JSON.stringify(files.map(read)));
"""


def read(files: list[bytes], folder: Path) -> list[list[object] | None]:
    """What the page reads in some files: text and lines, None for what is no text."""
    shutil.copy(web_folder() / "texts.js", folder / "texts.mjs")
    (folder / "read.mjs").write_text(READ)
    given = json.dumps([base64.b64encode(file).decode() for file in files])
    return json.loads(subprocess.run(["node", "read.mjs"], cwd=folder, input=given, capture_output=True, text=True, check=True).stdout)


def test_text_of_every_editor_is_read_as_in_python(tmp_path):
    files = [sample.encode(kind) for sample in SAMPLES for kind in ("utf-8", "utf-8-sig", "utf-16")]
    assert read(files, tmp_path) == [[decode(file), lines_of(decode(file))] for file in files]


def test_what_is_no_text_is_said(tmp_path):
    assert read([b"\xff\xff\xff", b"a\x80"], tmp_path) == [None, None]


SAVED = """
import {read} from "./local/trace.js";
import {Library} from "./local/library.js";
import {readFileSync} from "node:fs";
const tried = (text) => { try { return read(text).answers.length; } catch (error) { return `${error.name}: ${error.message}`; } };
const facts = await new Library(async () => Buffer.from('{"levels": {"1": "bot:simple", "__proto__": 2}}')).json("x");
const names = ["1", "constructor", "toString", "__proto__"].map((name) => facts.levels[name] ?? null);
console.log(JSON.stringify([JSON.parse(readFileSync(0, "utf-8")).map(tried), names]));
"""


def test_a_site_reads_saved_games_by_lines_and_finds_no_names_but_its_own(tmp_path):
    text = (Path(__file__).parents[1] / "traces" / "godbreakers-drill-2.txt").read_text(encoding="utf-8")
    count = len(read_answers(text))
    whole = [text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\ufeff{text}", text.replace("\nroster", "\nroster \u2028 x")]
    cut = [text.rpartition("outcome")[0], text[: len(text) // 2], text.replace(" legal ", " lawful ")]
    shutil.copytree(web_folder(), tmp_path / "web")
    (tmp_path / "web" / "package.json").write_text('{"type": "module"}')
    (tmp_path / "web" / "saved.js").write_text(SAVED)
    given = json.dumps([*whole, *cut, ""])
    done = subprocess.run(["node", "saved.js"], cwd=tmp_path / "web", input=given, capture_output=True, text=True, check=True)
    answers, names = json.loads(done.stdout)
    assert answers[: len(whole)] == [count] * len(whole) and all("is not whole" in why for why in answers[len(whole) : -1])
    assert "not a saved game" in answers[-1] and names == ["bot:simple", None, None, 2]
