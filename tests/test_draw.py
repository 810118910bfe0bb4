"""Scenes and their painters: every ruleset's positions, in every format, from one description."""

import dataclasses
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core import draw, paint
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Disc, Glyph, Line, Note, Polygon, Rect, Scene, Text
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.render import controller
from skirmish_rl.envs.godbreakers.rules.facts import marker_controller
from skirmish_rl.envs.godbreakers.state import Status
from skirmish_rl.envs.registry import available, ruleset_of

SVG = "{http://www.w3.org/2000/svg}"


def small_scene() -> Scene:
    """A board of three by two cells with one shape of every kind."""
    shapes = (
        Rect(0, 0, 1, 1, "#ff0000", "#000000", 0.1, "a <square>"), Disc(1.5, 0.5, 0.4, "#00ff00"), Line(0, 2, 3, 2),
        Polygon(((2, 1), (3, 1), (3, 2)), "#0000ff"), Text(0.5, 1.5, "A & B"),
    )  # fmt: skip
    glyphs = tuple(tuple(Glyph(f"{x}{y}") for x in range(3)) for y in range(2))
    notes = (Note(("Title",), "title"), Note(("1", "two"), "text", "#123456"))
    return Scene("small", 3, 2, (("all", shapes),), notes, (3, 2), lambda: glyphs, footer=("the foot",), tabs=(0.0, 2.0))


def position(name: str, decisions: int, seats: int | None = None, scenario: str | None = None, seed: int = 5):
    """A game after some random decisions: (record, scenario)."""
    ruleset = ruleset_of(name)
    chosen = ruleset.scenario(scenario, seats)
    batch = Batch(chosen, 1, observe=False)
    batch.reset(seed=seed)
    for _ in range(decisions):
        if not batch.over[0]:
            batch.step(batch.ask(np.zeros(1, np.int64), 0))
    return batch.games[0], chosen


def test_svg_is_well_formed_and_escapes_words():
    root = ElementTree.fromstring(draw.to_svg(small_scene()))
    assert root.tag == f"{SVG}svg"
    assert [e.tag.removeprefix(SVG) for e in root.iter() if e.tag == f"{SVG}polygon"] == ["polygon"]
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert "A & B" in texts and "the foot" in texts and "two" in texts
    assert "a <square>" in [e.text for e in root.iter(f"{SVG}title")]


def test_text_board_numbers_rows_and_columns():
    assert draw.board_text(small_scene()) == ["     0  1  2", "  0 00 10 20", "  1 01 11 21"]


def test_notes_stand_beside_the_board_when_they_fit_and_below_otherwise():
    wide = draw.to_ansi(small_scene(), color=False).splitlines()
    assert wide[0].endswith("Title") and wide[1] == "  0 00 10 20   # 1     two"
    narrow = draw.to_ansi(small_scene(), color=False, width=20).splitlines()
    assert "Title" in narrow and narrow[-1] == "the foot"


@pytest.mark.parametrize("width", [20, 140])
def test_what_reads_the_picture_is_not_said_of_a_text_board_with_a_key_of_its_own(width):
    lines = draw.to_ansi(dataclasses.replace(small_scene(), text_key=("the key",)), color=False, width=width).splitlines()
    assert lines[-1] == "the key" and "the foot" not in lines


def test_colours_are_escapes_around_the_same_text():
    plain, colored = (draw.to_ansi(small_scene(), color=color) for color in (False, True))
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert colored != plain
    assert stripped.replace(" ", "") == plain.replace(" ", "").replace("#", "")


def test_pixels_show_the_shapes_at_their_cells():
    pixels = paint.render(small_scene(), "rgb_array")
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    cell = 36
    for (x, y), color in {(0.5, 0.5): (255, 0, 0), (1.5, 0.5): (0, 255, 0), (2.8, 1.4): (0, 0, 255)}.items():
        assert tuple(pixels[int((y + 1) * cell), int((x + 1) * cell)]) == color


def test_unknown_mode_and_colour_say_what_is_known():
    with pytest.raises(BadOption, match="did you mean 'ansi'"):
        paint.render(small_scene(), "ansii")
    with pytest.raises(BadOption, match="#rrggbb"):
        draw.rgb("red")


def test_seat_colours_differ_also_without_hue():
    def lightness(color: str) -> float:
        r, g, b = draw.rgb(color)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def distance(a: str, b: str) -> float:
        return sum(abs(p - q) for p, q in zip(draw.rgb(a), draw.rgb(b), strict=True))

    colors = [*draw.SEAT_COLORS, "#4a4743"]
    pairs = [(a, b) for k, a in enumerate(colors) for b in colors[:k]]
    assert min(distance(a, b) for a, b in pairs) > 100
    assert len({round(lightness(color)) for color in colors}) == len(colors)


def test_the_page_has_the_colors_of_the_pictures() -> None:
    light = (Path(__file__).parents[1] / "web" / "style.css").read_text().partition("}")[0]
    assert re.findall(r"--seat-\d: (#\w+);", light) == list(draw.SEAT_COLORS)


def test_importing_the_painters_loads_no_pygame():
    code = "import sys, skirmish_rl.envs.core.paint; assert 'pygame' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_window_opens_on_show_and_closes_for_good(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    from skirmish_rl.envs.core.paint import Window

    window = Window(fps=0)
    assert not pygame.display.get_init()
    window.show(small_scene())
    assert pygame.display.get_init() and pygame.display.get_caption()[0] == "small"
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(small_scene())
    assert window.closed and not pygame.display.get_init()
    window.show(small_scene())
    assert not pygame.display.get_init()
    window.close()


@pytest.mark.parametrize("name", available())
@pytest.mark.parametrize("decisions", [0, 60, 10_000])
def test_every_position_can_be_drawn_in_every_format(name, decisions):
    record, scenario = position(name, decisions)
    scene = scenario.ruleset.scene(record, scenario)
    before = record.tobytes()
    ElementTree.fromstring(draw.to_svg(scene))
    pixels = paint.render(scene, "rgb_array")
    assert len(np.unique(pixels.astype(np.uint32) @ np.array([1, 256, 65536], np.uint32))) > 20  # colours
    rows = [row.split() for row in draw.board_text(scene)[1:]]
    assert len(rows) == scene.height and {len(row) for row in rows} == {int(scene.width) + 1}
    assert all(len(glyph.text) <= 3 and glyph.text.isascii() for row in scene.glyphs for glyph in row)
    assert record.tobytes() == before


@pytest.mark.parametrize("name", available())
def test_scene_says_whose_decision_it_is_and_what_is_asked(name):
    record, scenario = position(name, 30)
    words = " ".join(draw.note_text(scenario.ruleset.scene(record, scenario)))
    asked = scenario.ruleset.decisions(int(record["decision"])).name.lower().replace("_", " ")
    assert f"seat_{int(record['decider'])} decides: {asked} " in words
    for seat in range(scenario.seats):
        assert f"seat_{seat} {scenario.players[seat]}: {int(record['points'][seat])} VP" in words


@pytest.mark.parametrize("name", available())
def test_finished_game_shows_its_outcome(name):
    record, scenario = position(name, 10_000)
    assert record["over"]
    scene = scenario.ruleset.scene(record, scenario)
    assert any(text.startswith("over: ") for text in draw.note_text(scene))
    assert scenario.ruleset.summary(record, scenario).startswith("over | ")


@pytest.mark.parametrize("name", available())
def test_pictures_of_a_game_have_one_size_and_no_word_leaves_them(name):
    ruleset = ruleset_of(name)
    sizes = set()
    for decisions in (0, 40, 150, 10_000):
        record, scenario = position(name, decisions, ruleset.seats[1])
        scene = ruleset.scene(record, scenario)
        sizes.add(scene.extent)
        left, top, wide, high = scene.extent
        for layer, shape in scene.shapes():
            if isinstance(shape, Text) and layer == "notes":
                assert shape.x + 0.45 * shape.size * len(shape.text) < left + wide
                assert top < shape.y < top + high
    assert len(sizes) == 1


@pytest.mark.parametrize("scenario", ["drill", "treasure", "hunt"])
def test_frames_show_control_as_the_rules_see_it(scenario):
    seen = set()
    for decisions in range(20, 200, 20):
        record, _ = position("godbreakers", decisions, scenario=scenario, seed=decisions)
        for m in np.flatnonzero((record["markers"]["kind"] > 0) & (record["markers"]["cell"] >= 0)):
            rules = marker_controller(view(record), int(m))
            assert controller(record, int(m)) == rules
            seen.add(rules)
    assert len(seen) > 1


def test_models_go_by_the_numbers_of_action_texts():
    record, scenario = position("godbreakers", 30, scenario="drill")
    shapes = scenario.ruleset.scene(record, scenario).shapes()
    shown = {shape.text for layer, shape in shapes if layer == "units" and isinstance(shape, Text)}
    slots = np.flatnonzero(record["units"]["status"] == Status.ON_BOARD)
    layout = scenario.ruleset.layout
    assert {layout.text(layout.offset["slot"] + slot, Decision.ACTIVATE).split()[1] for slot in map(int, slots)} <= shown
