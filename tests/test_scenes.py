"""Scenes as JSON and replays: nothing of a picture is lost, nothing is said twice, cells and bodies are where the rules have them."""

import base64
import gzip
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.envs.commands import replay_traces
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Disc, Line, Polygon, Rect, Scene, Text, Unit
from skirmish_rl.envs.core.errors import BadOption, StateError
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.replays import Film
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenes import game_json, scene_json
from skirmish_rl.envs.core.trace import Trace, film_of, record_game
from skirmish_rl.envs.registry import available, ruleset_of

TRACES = Path(__file__).parent / "traces"
LETTERS = {"r": Rect, "d": Disc, "p": Polygon, "l": Line, "t": Text}


def played(scenario: Scenario, decisions: int, seed: int = 3) -> Iterator[np.void]:
    """The records of a game of the ruleset's best bot, that somebody listens to."""
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=seed)
    bot = scenario.ruleset.bot(scenario.ruleset.bots[-1])
    yield batch.games[0].copy()
    while not batch.over[0] and decisions:
        decisions -= 1
        batch.step(batch.ask(np.zeros(1, np.int64), bot))
        yield batch.games[0].copy()


def rounded(shape):
    """A shape with lengths of three decimals."""
    near = {name: round(value, 3) for name, value in vars(shape).items() if isinstance(value, float | int) and not isinstance(value, bool)}
    points = {"points": tuple((round(x, 3), round(y, 3)) for x, y in shape.points)} if isinstance(shape, Polygon) else {}
    width = {"width": 0.05} if isinstance(shape, Rect | Disc | Polygon) and not shape.stroke else {}  # of no edge
    return type(shape)(**{**vars(shape), **near, **points, **width, **({"name": ""} if isinstance(shape, Text) else {})})


def read(values):
    """The shape that a list is."""
    letter, *rest = values
    if letter == "p":
        rest[0] = tuple(zip(rest[0][::2], rest[0][1::2], strict=True))
    shape = LETTERS[letter](*rest)
    return type(shape)(**{**vars(shape), "unit": Unit(*shape.unit)}) if getattr(shape, "unit", None) else shape


@pytest.mark.parametrize("name", available())
def test_every_shape_and_line_of_a_picture_is_in_its_json(name):
    scenario = ruleset_of(name).scenario()
    kinds = set()
    for record in [*played(scenario, 60)][::6]:
        scene = scenario.ruleset.scene(record, scenario)
        read_again = json.loads(json.dumps(scene_json(scene)))
        assert [layer for layer, _ in read_again["layers"]] == [layer for layer, _ in scene.layers]
        for (_, shapes), (_, drawn) in zip(read_again["layers"], scene.layers, strict=True):
            assert [rounded(read(shape)) for shape in shapes] == [rounded(shape) for shape in drawn]
            kinds |= {type(shape) for shape in drawn}
        assert read_again["notes"] == [[note.kind, note.swatch, *note.texts] for note in scene.notes]
        assert {key: read_again[key] for key in ("title", "footer", "aim", "tabs")} == {
            "title": scene.title, "footer": [*scene.footer], "aim": [*scene.aim], "tabs": [*scene.tabs],
        }  # fmt: skip
    assert kinds == {Rect, Disc, Line, Polygon, Text}


@pytest.mark.parametrize("name", available())
def test_a_games_file_gives_back_every_position_and_says_everything_once(name):
    ruleset = ruleset_of(name)
    scenario = ruleset.scenario(ruleset.default_scenario("small"))
    records = [*played(scenario, 80)]
    file = json.loads(json.dumps(game_json(ruleset.scene(record, scenario) for record in records)))
    for kind in ("shapes", "layers", "notes"):
        said = [json.dumps(one) for one in file[kind]]
        assert len(said) == len(set(said)), kind
    for record, position in zip(records, file["positions"], strict=True):
        layers = [
            [layer, [file["shapes"][k] for k in file["layers"][at]]] for layer, at in zip(file["names"], position["layers"], strict=True)
        ]
        notes = [file["notes"][k] for k in position["notes"]]
        whole = {**file["scene"], "title": position["title"], "layers": layers, "notes": notes}
        assert whole == json.loads(json.dumps(scene_json(ruleset.scene(record, scenario))))


@pytest.mark.parametrize("name", available())
def test_the_ground_is_the_same_object_in_every_position(name):
    scenario = ruleset_of(name).scenario()
    first, *others = (scenario.ruleset.scene(record, scenario) for record in played(scenario, 5))
    kept = [layer for n, (layer, shapes) in enumerate(first.layers) if shapes and all(other.layers[n][1] is shapes for other in others)]
    assert {"ground", "grid"} & {*kept}


@pytest.mark.parametrize("name", available())
def test_bodies_name_the_units_on_the_board_each_once_where_they_moved_to(name):
    ruleset = ruleset_of(name)
    scenario = ruleset.scenario()
    seen = 0
    for record in played(scenario, 150):
        scene = ruleset.scene(record, scenario)
        bodies = [shape for _, shapes in scene.layers for shape in shapes if getattr(shape, "unit", None)]
        named = [shape.unit.name for shape in bodies]
        assert len(named) == len(set(named)) and {*named} <= {*ruleset.layout.units}
        assert {shape.unit.state for shape in bodies} <= {"", "active", "done"}
        last = events_of(record)[-1:]
        for event in last:
            if event.kind == Event.MOVED and event.cell >= 0 and ruleset.layout.unit_name(event.unit) in named:
                body = bodies[named.index(ruleset.layout.unit_name(event.unit))]
                x, y = middle_of(body)
                wanted = cell_middle(scene, ruleset.layout.cell_text(event.cell))
                assert abs(x - wanted[0]) <= 0.6 and abs(y - wanted[1]) <= 0.6, (body, event)
                seen += 1
    assert seen >= 3


def middle_of(shape):
    if isinstance(shape, Rect):
        return shape.x + shape.w / 2, shape.y + shape.h / 2
    if isinstance(shape, Disc):
        return shape.x, shape.y
    return tuple((min(values) + max(values)) / 2 for values in zip(*shape.points, strict=True))


def cell_middle(scene: Scene, cell: str) -> tuple[float, float]:
    """Where docs/web-scene.md has the middle of a cell."""
    column, row = map(int, cell.split(","))
    grid = scene_json(scene)["grid"]
    return grid["first"][0] + grid["step"][0] * column + (grid["shift"] if row % 2 else 0), grid["first"][1] + grid["step"][1] * row


@pytest.mark.parametrize("name", ["tide_of_iron", "trench_crusade", "warcry"])
def test_cells_lie_where_the_ground_is_drawn(name):
    scenario = ruleset_of(name).scenario()
    scene = scenario.ruleset.scene(next(played(scenario, 0)), scenario)
    cells = [shape for shape in scene.layers[0][1] if re.match(r"\d+,\d+", getattr(shape, "name", ""))]
    assert len(cells) > 100
    for shape in cells:
        wanted = cell_middle(scene, re.match(r"\d+,\d+", shape.name)[0])
        assert np.allclose(middle_of(shape), wanted, atol=0.01), shape


@pytest.mark.parametrize("name", available())
def test_what_a_move_changes_takes_far_less_than_20_kilobytes(name):
    scenario = ruleset_of(name).scenario()
    known, sizes, packed = set(), [], []
    for record in played(scenario, 120):
        scene = scene_json(scenario.ruleset.scene(record, scenario))
        layers = {json.dumps(shapes, separators=(",", ":")) for _, shapes in scene.pop("layers")}
        message = json.dumps(scene, separators=(",", ":")) + "".join(layers - known)
        sizes.append(len(message))
        packed.append(len(zlib.compress(message.encode())))  # as WebSockets send it
        known |= layers
    assert sorted(sizes)[len(sizes) // 2] < 16_000 and max(packed[1:]) < 6_000, (sizes, packed)


def unpacked(page: str) -> dict:
    return json.loads(gzip.decompress(base64.b64decode(re.search(r'id="game">([^<]*)<', page)[1])))


def small_trace(name: str) -> str:
    return (TRACES / f"{name}-{ruleset_of(name).default_scenario('small')}-2.txt").read_text()


@pytest.mark.parametrize("name", available())
def test_a_replay_holds_its_whole_game_and_needs_nothing_else(name):
    trace = small_trace(name)
    page = film_of(trace).html()
    game = unpacked(page)
    answers = re.findall(r"^ *\d+ seat_(\d) (\S+) +\d+ legal  (.*\S) +[0-9a-f]{8}$", trace, re.MULTILINE)
    assert [(str(step["seat"]), step["asked"], step["said"]) for step in game["steps"][1:]] == answers
    assert len(game["positions"]) == len(game["summaries"]) == len(game["points"]) == len(game["rounds"]) == len(answers) + 1
    told = [line for step in game["steps"] for line in step["lines"]]
    assert told == [line.strip() for line in told] and all(
        f" {line}\n" in trace for line in told if not re.match(r"(round|turn) \d+$", line)
    )
    assert len(page) < 400_000
    assert not re.search(r"(src|href)\s*=|\bimport\b[^;]*from|url\(|fetch\(", re.sub(r'id="game">[^<]*<', "", page))


def test_a_notebook_shows_a_trace_as_a_replay_in_a_frame():
    ruleset = ruleset_of("godbreakers")
    trace = record_game(ruleset.scenario("drill"), 4, "simple")
    assert isinstance(trace, Trace) and trace == str(trace)
    shown = trace._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.count("<") == 2 and "&lt;!doctype html&gt;" in shown


def test_an_environment_renders_the_game_so_far_as_a_page():
    env = envs.make("godbreakers", "drill", render_mode="html")
    env.reset(seed=2)
    said = []
    for _ in range(5):
        _, _, _, _, info = env.last()
        said.append(int(np.flatnonzero(info["action_mask"])[0]))
        env.step(said[-1])
    game = unpacked(env.render())
    assert len(game["positions"]) == 6
    decisions = env.scenario.ruleset.decisions
    texts = [
        env.scenario.ruleset.layout.text(action, decisions[step["asked"]]) for action, step in zip(said, game["steps"][1:], strict=True)
    ]
    assert [step["said"] for step in game["steps"][1:]] == texts
    twin = env.clone()
    assert len(unpacked(twin.render())["positions"]) == 1  # of what it did itself
    env.reset(seed=3)
    assert len(unpacked(env.render())["positions"]) == 1


def test_a_vector_environment_keeps_no_games():
    with pytest.raises(BadOption, match="keeps no games"):
        envs.make_vec("godbreakers", render_mode="html")


def test_a_trace_that_leads_elsewhere_is_not_shown():
    trace = small_trace("godbreakers")
    answers = re.findall(r"^ *\d+ seat_.*$", trace, re.MULTILINE)
    with pytest.raises(StateError, match="answer 3 of the trace leads to another position"):
        film_of(trace.replace(answers[2], answers[2][:-8] + "00000000"))
    with pytest.raises(StateError, match="answer 2 of the trace is not legal"):
        film_of(trace.replace(answers[1], re.sub(r"legal  .*\S( +\S{8})$", r"legal  nonsense\1", answers[1])))
    with pytest.raises(StateError, match="at least one position"):
        Film(ruleset_of("godbreakers").scenario("drill")).html()


def test_replay_writes_one_page_of_one_trace(tmp_path, capsys):
    from argparse import Namespace

    trace, page = tmp_path / "game.txt", tmp_path / "game.html"
    trace.write_text(small_trace("godbreakers"))
    assert replay_traces(Namespace(files=[trace], html=page, judge=None, write=None)) == 0
    assert page.read_text().startswith("<!doctype html>") and str(page) in capsys.readouterr().out
    with pytest.raises(BadOption, match="a page shows one game; 2 traces are given"):
        replay_traces(Namespace(files=[trace, trace], html=page, judge=None, write=None))
