"""What is declared to the page's JavaScript is what crosses between it and its host."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import types
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from skirmish_rl.agents.serving import wire
from skirmish_rl.agents.serving.declarations import declarations
from skirmish_rl.agents.serving.messages import SAYS
from skirmish_rl.agents.serving.server import web_folder
from skirmish_rl.envs.core.draw import Disc, Line, Polygon, Rect, Text, Unit
from skirmish_rl.envs.core.scenes import Parts, WrittenShape, shape_json
from tests.talk import first_answer


def test_the_declarations_are_what_the_types_of_python_say():
    assert (web_folder() / "types.d.ts").read_text(encoding="utf-8") == declarations(), "run: make types"


def test_all_that_a_page_may_say_has_an_answer_and_all_answers_are_told():
    assert set(wire.ANSWERS) == set(SAYS)
    told = {kind for answer in wire.ANSWERS.values() for kind in get_args(answer) or [answer]}
    assert told <= set(get_args(wire.Told)) and {wire.Wrong, wire.Elsewhere, wire.Links, wire.Again} == set(get_args(wire.Told)) - told


def test_any_stands_only_where_a_comment_says_why():
    files = sorted(web_folder().rglob("*.js"))
    places = {file.name: len(re.findall(r"^\s*/?\*.*\{.*\bany\b.*\}", file.read_text(encoding="utf-8"), re.MULTILINE)) for file in files}
    assert {name: count for name, count in places.items() if count} == {
        "dom.js": 2, "drawer.js": 2, "languages.js": 1, "library.js": 3, "network.js": 1, "python.js": 1, "records.js": 2, "talk.js": 1,
    }  # fmt: skip
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "@ts-" not in text and (file.name not in places or not places[file.name] or "`any`" in text), file.name


SHAPES = [
    Rect(1, 2, 3, 4), Rect(1, 2, 3, 4, "#112233", "#445566", 0.1, "wall", Unit("A1", 0, "done")),
    Disc(1, 2, 3, None, None, 0.05, "climb: up"),
    Disc(1, 2, 3, "#112233", unit=Unit("B2", 1)), Line(1, 2, 3, 4), Line(1, 2, 3, 4, "#112233", 0.2, "edge of seat_0"),
    Polygon(((1, 2), (3, 4), (5, 6)), "#112233", name="wood"), Text(1, 2, "a"), Text(1, 2, "a", 0.4, "#112233", "start", True),
]  # fmt: skip
DECODE = """
import {shapeOf} from "./shapes.mjs";
import {readFileSync} from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(shapeOf)));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="node reads the page's modules")
def test_the_page_reads_from_a_written_shape_what_it_was(tmp_path: Path):
    shutil.copy(web_folder() / "shapes.js", tmp_path / "shapes.mjs")
    (tmp_path / "decode.mjs").write_text(DECODE)
    given = json.dumps([shape_json(shape) for shape in SHAPES])
    done = subprocess.run(["node", "decode.mjs"], cwd=tmp_path, input=given, capture_output=True, text=True, check=True)
    for shape, decoded in zip(SHAPES, json.loads(done.stdout), strict=True):
        fields = {field.name: getattr(shape, field.name) for field in dataclasses.fields(shape)}
        if isinstance(shape, Text):
            del fields["name"]  # which is not written
        elif fields.get("unit"):
            fields["unit"] = shape.unit._asdict()
        if isinstance(shape, Polygon):
            fields["points"] = [value for point in shape.points for value in point]
        assert decoded == {"kind": type(shape).__name__.lower(), **fields}


def misfit(value: Any, kind: Any, where: str) -> str:
    """Where a value as JSON has it is not of a type, "" where it is."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return misfit(value, parts[0], where)
    if kind is Any or kind is WrittenShape:
        return ""
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        needed = {name for name, held in hints.items() if get_origin(held) is not NotRequired}
        if not isinstance(value, dict) or not needed <= set(value) <= set(hints):
            return f"{where}: {str(value)[:200]} is no {kind.__name__}"
        return next(filter(None, (misfit(one, hints[name], f"{where}.{name}") for name, one in value.items())), "")
    if origin is Annotated:
        (said,) = (one for one in parts[1:] if isinstance(one, Parts))
        if not isinstance(value, list):
            return f"{where}: {value!r} is no list"
        kinds = [*said.places.values()] + [said.rest[1]] * (len(value) - len(said.places)) if said.rest else [*said.places.values()]
        if len(value) != len(kinds):
            return f"{where}: {str(value)[:200]} has not {len(kinds)} places"
        return next(filter(None, (misfit(one, held, f"{where}[{k}]") for k, (one, held) in enumerate(zip(value, kinds, strict=True)))), "")
    if origin is Literal:
        return "" if value in parts else f"{where}: {value!r} is none of {parts}"
    if origin in (Union, types.UnionType):
        return "" if any(not misfit(value, part, where) for part in parts) else f"{where}: {str(value)[:200]} is no {kind}"
    if origin is list or (origin is tuple and parts[1:] == (...,)):
        if not isinstance(value, list):
            return f"{where}: {value!r} is no list"
        return next(filter(None, (misfit(one, parts[0], f"{where}[{k}]") for k, one in enumerate(value))), "")
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(parts):
            return f"{where}: {value!r} has not {len(parts)} places"
        return next(filter(None, (misfit(one, part, where) for one, part in zip(value, parts, strict=True))), "")
    if origin is dict:
        return next(filter(None, (misfit(one, parts[1], f"{where}.{name}") for name, one in value.items())), "")
    if kind is float:
        return "" if isinstance(value, int | float) and not isinstance(value, bool) else f"{where}: {value!r} is no number"
    if kind is int:
        return "" if isinstance(value, int) and not isinstance(value, bool) else f"{where}: {value!r} is no whole number"
    return "" if isinstance(value, kind) else f"{where}: {value!r} is no {kind.__name__}"


def wrong_in(message: dict[str, Any]) -> str:
    """Where a message of a host is not as it is declared, "" where it is."""
    kinds = {get_args(get_type_hints(kind)["is"])[0]: kind for kind in get_args(wire.Told)}
    plain = dict(message)
    if "scene" in message:  # which was read with its shapes
        plain["scene"] = {**message["scene"], "layers": [[name, ""] for name, _ in message["scene"]["layers"]]}
    return misfit(plain, kinds[message["is"]], message["is"])


def test_whatever_a_host_tells_is_of_the_types_that_pages_are_checked_against(talk):
    begun = talk.start(who=["person", "bot:simple"])
    asked = talk.asked()
    at, action = asked["at"], first_answer(asked)
    messages = [begun, asked, talk.ask("lobby", do="lobby"), talk.ask("preview", do="preview", game="godbreakers", options={})]
    messages += [talk.ask("card", do="card", at=at, unit="A1"), talk.ask("place", do="place", at=at, unit="A1", cell=[1, 1])]
    messages += [talk.ask("thoughts", do="think", at=at, agent="mcts:4"), talk.ask("values", do="judge", agent="mcts:4")]
    messages += [talk.ask("saved", do="save"), talk.ask("error", do="answer", at=999, action=action)]
    talk.say(do="answer", at=at, action=action)
    messages += [talk.asked(), talk.ask("done", do="resign", re=3)]
    messages += [over := talk.ask("position", do="look", at=talk.steps[-1]["at"]), talk.ask("blunders", do="analyse", agent="mcts:4")]
    messages += [talk.ask("gone", do="resume", id="nothing")]
    assert not [why for why in map(wrong_in, messages) if why]
    assert {message["is"] for message in messages} == {
        "game", "position", "lobby", "preview", "card", "place", "thoughts", "saved", "values", "error", "blunders", "gone", "done",
    }  # fmt: skip
    assert over["over"] and wrong_in({**over, "turn": "0"}) == "position.turn: 0 is no int | None"
