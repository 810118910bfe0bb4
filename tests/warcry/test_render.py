"""Pictures and text boards: what must be seen of a position, cell by cell and fighter by fighter."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Disc, Line, Rect, Text
from skirmish_rl.envs.core.events import EVENT, Event, tell
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision
from skirmish_rl.envs.warcry.render import TEXT_KEY, board, scene, summary
from skirmish_rl.envs.warcry.render.answers import answer
from skirmish_rl.envs.warcry.render.asking import question
from skirmish_rl.envs.warcry.render.words import fighters_of, roster
from skirmish_rl.envs.warcry.rules.telling import Own, Roll
from skirmish_rl.envs.warcry.state import CELLS, FAR, FORCE, WIDTH, Group, Phase, Place, Reason, Status

CLIMB, TAKE_CLIMB = QUESTIONS.offsets("climb", "take_climb")


def cell(x, y):
    return y * WIDTH + x


def blank(name="crossing", **options):
    """A scenario, and its board in the combat phase of the second round with nobody on it; seat 0, red, is asked whom to activate."""
    scenario = RULESET.scenario(name, **options)
    batch = Batch(scenario, 1)
    batch.reset(seed=1)
    record = batch.games[0].copy()
    record["round"], record["phase"], record["decision"], record["decider"] = 2, Phase.COMBAT, Decision.ACTIVATE, 0
    record["subject"] = -1
    record["attacker"], record["red"], record["initiative"], record["turn"], record["opener"] = 1, 0, 0, 0, 0
    record["noted"] = 0
    return record, scenario


def put(record, slot, x, y, node=None, **fields):
    """A fighter on the board."""
    unit = record["units"][slot]
    unit["cell"], unit["node"], unit["status"], unit["group"] = (
        cell(x, y),
        cell(x, y) if node is None else node,
        Status.ON_BOARD,
        Group.SHIELD,
    )
    record["board"][cell(x, y)] = slot
    for name, value in fields.items():
        unit[name] = value


def layer(record, scenario, name):
    return next(shapes for title, shapes in scene(record, scenario).layers if title == name)


def names(shapes):
    return [shape.name for shape in shapes if shape.name]


def letters(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def notes(record, scenario):
    return [note.texts for note in scene(record, scenario).notes]


def row_of(record, scenario, name):
    """The line about a fighter beside the board."""
    return next(texts for texts in notes(record, scenario) if texts[:1] == (name,))


def glyph_at(record, scenario, x, y):
    return scene(record, scenario).glyphs[y][x].text


def hear(record, *events):
    """Events since the last answer."""
    for k, event in enumerate(events):
        record["events"][k] = np.zeros((), EVENT.dtype)
        for name in ("seat", "unit", "other", "cell"):
            record["events"][k][name] = -1
        for name, value in event.items():
            record["events"][k][name] = value
    record["noted"] = len(events)


@pytest.mark.parametrize("name", RULESET.scenarios)
def test_every_cell_is_drawn_and_coloured_by_its_height(name):
    record, scenario = blank(name)
    tables = scenario.tables[0]
    ElementTree.fromstring(draw.to_svg(scene(record, scenario)))
    ground = {
        shape.name.split(", ")[0]: shape for shape in layer(record, scenario, "ground") if isinstance(shape, Rect) and "," in shape.name
    }
    cells = [cell(x, y) for y in range(tables["height"]) for x in range(tables["width"])]
    for c in cells:
        assert ground[board.at(c)].fill == {0: board.FLOOR, 6: "#dcc59c"}[int(tables["level"][c])]
    pillars = [shape for shape in layer(record, scenario, "ground") if shape.name.startswith("pillar")]
    assert sorted((round(s.x), round(s.y)) for s in pillars) == sorted((c % WIDTH, c // WIDTH) for c in cells if not tables["stand"][c])
    deadly = [shape for shape in layer(record, scenario, "ground") if shape.name == "deadly ground: hurts whoever enters it"]
    assert len(deadly) == tables["deadly"][cells].sum()


@pytest.mark.parametrize("name", RULESET.scenarios)
def test_every_wall_edge_stair_and_ladder_is_drawn(name):
    record, scenario = blank(name)
    tables = scenario.tables[0]
    cells = [cell(x, y) for y in range(tables["height"]) for x in range(tables["width"])]
    walls = [shape for shape in layer(record, scenario, "walls") if shape.name]
    for height, word in ((3, "low"), (6, "tall")):
        expected = sum(int(tables["wall"][c][side] == height) for c in cells for side in (1, 2))
        assert sum(shape.name.startswith(word) for shape in walls) == expected > 0
    tall, low = (next(s for s in walls if s.name.startswith(word)) for word in ("tall", "low"))
    assert tall.width > low.width and tall.stroke != low.stroke
    drops = 0
    for c in cells:
        for beside in (c - 1, c + 1, c - WIDTH, c + WIDTH):
            if beside in cells and abs(beside % WIDTH - c % WIDTH) < 2 and tables["level"][beside] < tables["level"][c]:
                drops += 1
    assert sum(shape.name.startswith("edge") for shape in layer(record, scenario, "rims")) == drops
    feet = {(int(tables["node_cell"][n])) for n in range(CELLS, int(tables["used"])) if tables["node_place"][n] == Place.STEPS}
    ways = layer(record, scenario, "ways")
    assert (
        sum(name.startswith("stairs:") for name in names(ways)) + sum(name.startswith("ladder:") for name in names(ways)) / 2
        == len(feet)
        > 0
    )
    for foot in feet:
        assert glyph_at(record, scenario, foot % WIDTH, foot // WIDTH)[0] in "/H"


def test_the_text_board_shows_heights_walls_and_objectives():
    record, scenario = blank()
    assert glyph_at(record, scenario, 8, 2) == "3" and glyph_at(record, scenario, 8, 4) == "H" and glyph_at(record, scenario, 15, 3) == "#"
    assert (
        glyph_at(record, scenario, 5, 5) == ".:" and glyph_at(record, scenario, 12, 3) == "._" and glyph_at(record, scenario, 4, 6) == "*1"
    )
    assert glyph_at(record, scenario, 0, 0) == "."
    assert all(sign in " ".join(TEXT_KEY) for sign in ("#", "~", "/", "H", "|", "_", ":", ",", "$", "*"))
    marks, other = blank("marks")
    assert glyph_at(marks, other, 14, 4) == "~" and glyph_at(marks, other, 11, 6) == "/"


def test_a_fighter_shows_its_wounds_its_group_and_what_it_has_done():
    record, scenario = blank()
    put(record, 0, 3, 3, damage=7)
    put(record, 1, 5, 3, activated=1, lost=1)
    put(record, FORCE, 7, 3, activated=1, waiting=1)
    shapes = layer(record, scenario, "units")
    discs = {s.name.split(":")[0]: s for s in shapes if isinstance(s, Disc) and ": " in s.name}
    assert set(discs) == {"A1", "A2", "B1"}
    assert "15 of 22 Wounds" in discs["A1"].name and "iron_lord" in discs["A1"].name
    assert discs["A1"].fill == draw.SEAT_COLORS[0] and discs["B1"].fill == draw.SEAT_COLORS[1]
    assert discs["A2"].fill not in (draw.SEAT_COLORS[0], draw.SEAT_COLORS[1])  # pale: done
    assert {"A1", "15", "A2", "B1", "S"} <= set(letters(shapes))
    assert names(shapes).count("has been activated") == 1 and names(shapes).count("waits") == 1
    assert names(shapes).count("lost an action") == 1 and names(shapes).count("leader") == 2
    bars = [s for s in shapes if isinstance(s, Rect) and s.name == "15 of 22 Wounds left"]
    filled = shapes[shapes.index(bars[0]) + 1]
    assert filled.w == pytest.approx(bars[0].w * 15 / 22)
    assert row_of(record, scenario, "A1") == ("A1", "15/22", "S", "iron_lord", "fresh")
    assert row_of(record, scenario, "A2")[4] == "done, lost an action"
    assert row_of(record, scenario, "B1")[4] == "waits"
    record["active"] = 0
    assert "active" in names(layer(record, scenario, "units")) and row_of(record, scenario, "A1")[4] == "active"


def test_reserves_and_those_taken_down_stand_beside_the_board():
    record, scenario = blank()
    record["units"]["status"][1] = Status.DOWN
    assert row_of(record, scenario, "A1")[4] == "in reserve"
    assert row_of(record, scenario, "A2")[1:] == ("-", "", fighters_of(scenario, 0)[1], "taken down")
    assert not layer(record, scenario, "units")


def test_a_climber_stands_beside_what_it_climbs_with_its_height():
    record, scenario = blank()
    tables = scenario.tables[0]
    faces = [n for n in range(CELLS, int(tables["used"])) if tables["node_place"][n] == Place.FACE]
    node = next(n for n in faces if tables["node_height"][n] == 4 and tables["node_cell"][n] == cell(7, 2))  # at the foot of 8,2
    put(record, 0, 7, 2, node=node)
    disc = next(s for s in layer(record, scenario, "units") if isinstance(s, Disc) and s.name.startswith("A1"))
    assert (disc.x, disc.y) == (pytest.approx(7.8, abs=1e-3), pytest.approx(2.5, abs=1e-3))
    assert "2" in letters(layer(record, scenario, "units")) and 'climbs at 2"' in row_of(record, scenario, "A1")[4]
    put(record, 1, 8, 2)
    assert row_of(record, scenario, "A2")[4] == 'fresh, up 3"'


def test_treasures_lie_or_are_carried():
    record, scenario = blank("relics")
    record["tokens"]["cell"][1] = cell(14, 10)
    record["tokens"]["carrier"][2] = 0
    put(record, 0, 3, 3, treasure=2)
    assert names(layer(record, scenario, "tokens")) == ["treasure 2"] and glyph_at(record, scenario, 14, 10) == "$2"
    assert "treasure 3" in names(layer(record, scenario, "units")) and "carries 3" in row_of(record, scenario, "A1")[4]


def test_objectives_show_who_controls_them():
    record, scenario = blank()
    record["control"][:3] = 1, -1, 0
    discs = [s for s in layer(record, scenario, "objectives") if isinstance(s, Disc) and s.name.startswith("objective")]
    assert [s.stroke for s in discs] == [draw.SEAT_COLORS[1], "#8d857a", draw.SEAT_COLORS[0]]
    assert [(s.x, s.y) for s in discs] == [(4, 6), (9, 6), (14, 6)]
    assert {s.r for s in layer(record, scenario, "objectives") if isinstance(s, Disc) and "within 3" in s.name} == {3.0}
    assert "objectives 1.0" in summary(record, scenario)
    assert "centre" not in names(layer(record, scenario, "objectives"))
    assert "centre" in names(layer(*blank("relics"), "objectives"))


def test_the_dice_stand_beside_the_board():
    record, scenario = blank()
    record["dice"][0] = (1, 0, 2, 3, 0, 0)
    record["dice"][1] = (0, 0, 0, 0, 5, 1)
    record["wild"][:], record["as_singles"][0] = (3, 1), 1
    lines = [texts[0] for texts in notes(record, scenario) if texts and texts[0].startswith(("sets", "singles"))]
    assert lines == [
        "sets: triple 4s, double 3s", "singles: 1 +1 wild; wild dice: 3", "sets: quad 5s", "singles: 6; wild dice: 1",
    ]  # fmt: skip


def test_where_a_fighter_may_go_is_dotted():
    record, scenario = blank()
    put(record, 0, 3, 3)
    record["decision"], record["subject"], record["active"] = Decision.MOVE, 0, 0
    record["cost"][0][[cell(4, 3), cell(5, 3)]] = 10, 20
    record["risk"][0][cell(5, 3)] = 1
    dots = layer(record, scenario, "choices")
    assert [(s.x, s.y) for s in dots] == [(4.5, 3.5), (5.5, 3.5)] and [s.fill for s in dots] == [
        draw.SEAT_COLORS[0],
        board.DANGER,
    ]
    assert "1 impact roll that may hurt" in dots[1].name and (record["cost"] < FAR).sum() == 2
    record["cost"][0][CELLS + 7] = record["cost"][1][CELLS + 7] = 14
    up = board.inches(scenario.tables[0]["node_height"][CELLS + 7])
    assert {s.name for s in layer(record, scenario, "choices")[2:]} == {
        f"climb 8: to {up} up, a move of 1.4 inches",
        f"take-climb 8: to {up} up, a move of 1.4 inches, with a treasure",
    }  # by which a page finds them
    assert {RULESET.layout.text(k, Decision.MOVE) for k in (CLIMB + 7, TAKE_CLIMB + 7)} == {"climb 8", "take-climb 8"}
    record["decision"], record["units"]["group"][0], record["units"]["status"][0] = Decision.DEPLOY, Group.DAGGER, Status.RESERVE
    zone = {(round(s.x), round(s.y)) for s in layer(record, scenario, "choices")}
    assert zone == {(c % WIDTH, c // WIDTH) for c in np.flatnonzero(scenario.tables[0]["zone"][0, Group.DAGGER])}


def test_the_last_move_leaves_its_marks():
    record, scenario = blank()
    put(record, 0, 6, 3)
    put(record, FORCE, 9, 3)
    hear(
        record, {"kind": Event.MOVED, "unit": 0, "cell": cell(6, 3), "value": cell(3, 3)},
        {"kind": Event.ATTACKED, "seat": 0, "unit": 0, "other": FORCE},
        {"kind": Event.ROLLS, "seat": 0, "unit": 0, "other": FORCE, "value": Roll.ATTACK}, {"kind": Event.DIE, "value": 6, "other": 6},
        {"kind": Event.GONE, "unit": FORCE, "cell": cell(9, 3)}, {"kind": Own.FALLS, "unit": 0, "cell": cell(6, 3)},
        {"kind": Own.STOPS_WAITING, "unit": 0},
    )  # fmt: skip
    trails = layer(record, scenario, "trails")
    assert {"A1 moved", "A1 attacked", "B1 was taken down", "A1 came here", "A1 no longer waits"} <= set(names(trails))
    move = next(s for s in trails if isinstance(s, Line) and s.name == "A1 moved")
    assert (move.x1, move.y1) == (3.5, 3.5) and move.x2 < 6.5
    assert letters(layer(record, scenario, "dice")) == ["6"]
    assert any("A1 attacks B1" in texts[0] for texts in notes(record, scenario) if texts)


def test_the_end_and_the_roster_are_told():
    record, scenario = blank()
    record["over"], record["decider"], record["reason"], record["winners"] = 1, -1, Reason.KILLS, 2
    assert ("over: seat_1 wins by kills",) in notes(record, scenario)
    assert summary(record, scenario).startswith("over | ")
    lines = roster(record, scenario)
    assert "A1 iron_lord: 170 points, Move 4 T4 W22, hero brute, 0-1 A4 S5 2/5" in lines
    assert len(lines) == 2 + 10


@pytest.mark.clause("WC-DEP-01")
def test_deployments_are_called_first_and_second_since_seats_have_colours_of_their_own():
    scenario = RULESET.scenario("duel")
    batch = Batch(scenario, 1, listen=True)
    batch.reset(seed=1)
    while batch.games["decision"][0] != Decision.COLOUR:
        batch.step(np.array([int(batch.masks[0].nonzero()[0][0])]))
    record, numbers = batch.games[0].copy(), [int(n) for n in batch.masks[0].nonzero()[0]]
    assert {shape.text for shape in layer(record, scenario, "choices") if isinstance(shape, Text)} >= {"1 dagger", "2 dagger"}
    answers = [answer(record, scenario, number)[0] for number in numbers]
    assert answers == ["take the first deployment", "take the second deployment"]
    batch.step(np.array([numbers[1]]))
    told_now = tell(batch.games[0], scenario)
    assert f"seat_{int(record['decider'])} takes the second deployment" in told_now
    notes = [text for note in scene(batch.games[0], scenario).notes for text in note.texts]
    printed = " ".join([question(record, scenario), *answers, *told_now, *notes])
    assert "second deployment" in " ".join(notes) and not {"red", "blue"} & set(printed.lower().split())
