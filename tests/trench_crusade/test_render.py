"""Pictures and text boards: what must be seen of a position, cell by cell and model by model."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Offer, shaded
from skirmish_rl.envs.core.draw import Disc, Line, Polygon, Rect, Text
from skirmish_rl.envs.core.events import EVENT, Event, tell
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.render import TEXT_KEY, board, scene, summary
from skirmish_rl.envs.trench_crusade.render.units import HALO
from skirmish_rl.envs.trench_crusade.render.words import LANGUAGE, roster
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier, Own, Prize, Roll
from skirmish_rl.envs.trench_crusade.state import FORCE, WIDTH, Deed, Frame, Phase, Reason, Status, Task, Terrain, Verb
from tests.trench_crusade.test_observation import EVERYTHING


def cell(x, y):
    return y * WIDTH + x


def blank(name="contested", **options):
    """A scenario, and its board in the second Turn with nobody on it; seat 0, in the south, is asked whom to activate."""
    scenario = RULESET.scenario(name, zones="fixed", **options)
    batch = Batch(scenario, 1)
    batch.reset(seed=1)
    record = batch.games[0].copy()
    record["round"], record["phase"], record["decision"], record["decider"] = 2, Phase.ACTIVATION, Decision.ACTIVATE, 0
    record["subject"], record["initiative"], record["noted"] = -1, 0, 0
    return record, scenario


def put(record, slot, x, y, **fields):
    """A model on the board."""
    unit = record["units"][slot]
    unit["cell"], unit["status"] = cell(x, y), Status.ON_BOARD
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
    """The line about a model beside the board."""
    return next(texts for texts in notes(record, scenario) if texts[:1] == (name,))


def glyph_at(record, scenario, x, y):
    return scene(record, scenario).glyphs[-1 - y][x].text


def hear(record, *events):
    """Events since the last answer."""
    for k, event in enumerate(events):
        record["events"][k] = np.zeros((), EVENT.dtype)
        for name in ("seat", "unit", "other", "cell"):
            record["events"][k][name] = -1
        for name, value in event.items():
            record["events"][k][name] = value
    record["noted"] = len(events)


@pytest.mark.parametrize("name", [*RULESET.scenarios, EVERYTHING])
def test_every_cell_is_drawn_as_its_terrain(name):
    record, scenario = blank(name)
    tables = scenario.tables[0]
    ElementTree.fromstring(draw.to_svg(scene(record, scenario)))
    record["round"] = 5  # relics are gone
    wide, high = board.size_of(tables)
    glyphs = scene(record, scenario).glyphs
    ground = [shape for shape in layer(record, scenario, "ground") if isinstance(shape, Rect) and "," in (shape.name or "")]
    found = {shape.name.split(", ")[0]: shape for shape in ground}
    assert len(found) == wide * high
    for c in np.flatnonzero(tables["on_board"]):
        terrain, shape = Terrain(int(tables["terrain"][c])), found[board.at(c)]
        assert (shape.x, shape.y) == (c % WIDTH, high - 1 - c // WIDTH) and shape.fill == board.COLORS[terrain]
        assert (terrain in (Terrain.OPEN,)) == (shape.name == board.at(c)) or board.WORDS[terrain] in shape.name
        middles = [int(middle) for middle in tables["middle"][: tables["objectives"]]]
        text = f"*{middles.index(c) + 1}" if c in middles else board.GLYPHS[terrain]
        assert glyphs[-1 - c // WIDTH][c % WIDTH].text == text
    assert len({board.COLORS[terrain] for terrain in Terrain}) == len(Terrain) == len({*board.GLYPHS.values()})


def test_every_kind_of_terrain_is_told_apart_without_its_colour():
    for sides in itertools.product((False, True), repeat=4):
        marks = {terrain: tuple(map(repr, board._texture(terrain, 0, 0, sides))) for terrain in Terrain}
        told = [mark for terrain, mark in marks.items() if terrain not in (Terrain.OPEN, Terrain.FLOOR)]
        assert all(told) and len(set(told)) == len(told)


@pytest.mark.parametrize(("name", "upright"), [("contested", False), ("relics", True)])
def test_low_walls_and_trenches_are_drawn_along_their_run(name, upright):
    """In `relics` the terrain is that of `contested` turned: walls run from north to south."""
    record, scenario = blank(name)
    ground, bars = layer(record, scenario, "ground"), board._texture(Terrain.LOW_WALL, 0, 0, (upright, upright, not upright, not upright))
    (bar,) = bars
    assert (bar.h > bar.w) == upright
    drawn = [shape for shape in ground if isinstance(shape, Rect) and shape.fill == bar.fill]
    assert len(drawn) == (scenario.tables[0]["terrain"] == Terrain.LOW_WALL).sum() and all(
        (shape.h > shape.w) == upright for shape in drawn
    )
    sides = [shape for shape in ground if isinstance(shape, Line) and shape.width == 0.08]
    long = [shape for shape in sides if (shape.x1 == shape.x2) == upright]
    assert len(sides) == 2 * 2 * (20 + 2) and len(long) == 2 * 2 * 20  # two trenches of 20 by 2 cells


def test_the_rows_of_the_text_board_are_numbered_from_the_south():
    record, scenario = blank("outpost")
    put(record, 0, 3, 20)
    put(record, FORCE, 23, 0)
    lines = draw.board_text(scene(record, scenario))
    assert lines[1].startswith(" 23") and lines[-1].startswith("  0") and lines[-1].endswith("B1")
    assert next(line for line in lines if "A1" in line).split()[0] == "20"
    assert all(sign in " ".join(TEXT_KEY) for sign in ("#", "=", "f", "S", "~", "x", "o", "M", "*", "$", "!"))
    offer = Offer([], {"to": {"4,21": 0, "3,20": 1}})
    assert [row[:5] for row in shaded(scene(record, scenario), offer, False).glyphs[2:4]][0][4].text == "+"
    assert shaded(scene(record, scenario), offer, False).glyphs[3][3].text == "+A1"


def test_a_model_shows_what_has_befallen_it():
    record, scenario = blank()
    put(record, 0, 16, 8, blood=3, blessing=2)
    put(record, 1, 3, 4, activated=1)
    put(record, 2, 8, 4, down=1, covered=1)
    put(record, 3, 15, 15, hidden=1, tough_used=1)
    put(record, FORCE, 18, 30)
    shapes = layer(record, scenario, "units")
    discs = {s.name.split(":")[0]: s for s in shapes if isinstance(s, Disc) and ": " in s.name}
    assert set(discs) == {"A1", "A2", "A4", "B1"} and "officer" in discs["A1"].name
    assert discs["A1"].fill == draw.SEAT_COLORS[0] and discs["B1"].fill == draw.SEAT_COLORS[1]
    assert discs["A2"].fill not in draw.SEAT_COLORS  # pale: done
    flat = next(s for s in shapes if isinstance(s, Rect) and s.name and s.name.startswith("A3: "))
    assert flat.w > 1.5 * flat.h and names(shapes).count("Down") == 1
    assert {"3 blood markers", "2 blessing markers", "leader"} <= set(names(shapes))
    assert {"3", "2", "C", '3"H'} <= set(letters(shapes))
    assert "engaged" not in names(shapes)
    assert row_of(record, scenario, "A1") == ("A1", "officer", "to activate, blood 3, blessing 2")
    assert row_of(record, scenario, "A2")[2] == "done"
    assert row_of(record, scenario, "A3")[2] == "to activate, Down, in a trench, COVER"
    assert row_of(record, scenario, "A4")[2] == 'to activate, up 3", hidden, TOUGH used'
    assert glyph_at(record, scenario, 8, 4) == "a3" and glyph_at(record, scenario, 16, 8) == "A1"


def test_models_within_an_inch_of_enemies_are_ringed_and_the_active_one_still_shows():
    record, scenario = blank()
    put(record, 0, 16, 8)
    put(record, FORCE, 18, 8)
    put(record, 1, 16, 12)
    put(record, FORCE + 1, 18, 13)
    record["acts"][0]["slot"] = record["active"] = 0
    shapes = layer(record, scenario, "units")
    rings = [s for s in shapes if isinstance(s, Disc) and s.name == "engaged"]
    assert sorted((s.x, s.y) for s in rings) == [(16.5, 27.5), (18.5, 27.5)]
    halo = next(s for s in shapes if s.name == "active")
    assert halo.fill == HALO and halo.r > rings[0].r + rings[0].width / 2
    assert row_of(record, scenario, "A1")[2] == "active, engaged" and row_of(record, scenario, "A2")[2] == "to activate"


def test_a_wall_between_heights_keeps_models_from_being_engaged():
    record, scenario = blank()
    put(record, 0, 15, 15)
    put(record, FORCE, 14, 15)
    assert "engaged" not in names(layer(record, scenario, "units"))


def test_reserves_and_those_out_of_action_stand_beside_the_board():
    record, scenario = blank("relics")
    record["units"]["status"][1], record["units"]["status"][FORCE + 7] = Status.OUT, Status.FREED
    assert row_of(record, scenario, "A1")[2] == "in reserve" and row_of(record, scenario, "A2")[2] == "out of action"
    assert row_of(record, scenario, "B8")[2] == "left the warband"
    assert not layer(record, scenario, "units")


def test_a_model_that_must_be_activated_next_is_ringed():
    record, scenario = blank()
    put(record, FORCE, 18, 30)
    record["forced"] = FORCE
    assert "must be activated next" in names(layer(record, scenario, "units"))
    assert row_of(record, scenario, "B1")[2] == "to activate, must be activated next"


def test_objectives_show_who_controls_them():
    record, scenario = blank()
    put(record, 0, 5, 11)
    put(record, FORCE, 26, 12)  # beside
    put(record, 1, 17, 17)
    put(record, FORCE + 1, 18, 18)
    discs = [s for s in layer(record, scenario, "objectives") if isinstance(s, Disc) and s.name.startswith("objective")]
    colors = [draw.SEAT_COLORS[0], draw.SEAT_COLORS[1], "#8d857a", "#8d857a", "#8d857a"]
    assert [s.stroke for s in discs] == colors
    assert letters(layer(record, scenario, "objectives")) == ["1", "2", "3", "4", "5"]
    assert "objectives 01..." in summary(record, scenario)
    lines = [s for s in layer(record, scenario, "objectives") if isinstance(s, Line) and s.name.startswith("objective 1,")]
    assert len(lines) == 24 and {s.stroke for s in lines} == {draw.SEAT_COLORS[0]}


def test_relics_and_mines_lie_on_the_board():
    record, scenario = blank("relics")
    record["claimed"][2] = 1
    record["round"] = 2  # the first two are gone
    diamonds = [s for s in layer(record, scenario, "objectives") if isinstance(s, Polygon)]
    assert [s.name for s in diamonds] == ["relic 3, claimed by seat_1", "relic 4, unclaimed", "relic 5, unclaimed", "relic 6, unclaimed"]
    assert (
        diamonds[0].fill == draw.SEAT_COLORS[1] and glyph_at(record, scenario, 23, 30) == "$" and glyph_at(record, scenario, 12, 30) != "$"
    )
    assert "relics ..1..." in summary(record, scenario)
    mined, other = blank(EVERYTHING)
    mined["mines"][1] = 1
    handle = int(other.tables[0]["handle"][0])
    assert "mine of seat_1" in names(layer(mined, other, "objectives"))
    assert glyph_at(mined, other, handle % WIDTH, handle // WIDTH) == "!"


def test_a_model_hides_neither_the_relic_nor_the_mine_that_it_stands_on():
    record, scenario = blank("relics")
    handle = int(scenario.tables[0]["handle"][2])
    record["claimed"][4], record["mines"][1] = 1, 1 << 2
    put(record, 0, 17, 23)
    put(record, 1, handle % WIDTH, handle // WIDTH)
    put(record, 2, 16, 23)
    told = names(layer(record, scenario, "units"))
    assert told.count("relic 5, claimed by seat_1") == 1 and told.count("mine of seat_1") == 1
    bodies = [k for k, name in enumerate(told) if name.startswith("A")]
    assert max(bodies) < told.index("relic 5, claimed by seat_1")  # nor does a model beside it


def test_zones_are_outlined_in_the_colours_of_their_seats():
    record, scenario = blank()
    lines = layer(record, scenario, "zones")
    assert {s.name for s in lines} == {"zone of seat_0", "zone of seat_1"}
    assert max(s.y1 for s in lines if s.name == "zone of seat_0") == 36 and min(s.y1 for s in lines if s.name == "zone of seat_1") == 0


def test_a_roll_for_which_markers_may_be_spent_is_told():
    record, scenario = blank()
    put(record, 0, 16, 8, blood=1)
    record["decision"], record["subject"], record["decider"] = Decision.BLOOD, 0, 1
    record["acts"][0]["slot"] = record["active"] = 0
    record["acts"][0]["done"] = 1 << Verb.MOVE
    top = record["frames"][int(record["depth"])]
    record["depth"] += 1
    top["kind"], top["slot"], top["task"], top["dice"], top["risky"] = Frame.ROLL, 0, Task.DASH, -1, 1
    lines = [texts[0] for texts in notes(record, scenario) if texts]
    assert "A1 rolls for dash: -1 dice, Risky" in lines and "A1 is active; done: move" in lines
    assert "seat_1 decides: blood" in lines
    top["kind"], top["dice"], top["modifier"], top["bath"] = Frame.INJURY, 2, -3, 1
    assert "injury of A1: +2 dice, -3, Bloodbath" in [texts[0] for texts in notes(record, scenario) if texts]


def test_the_running_attack_is_drawn():
    record, scenario = blank()
    put(record, 0, 16, 8)
    put(record, FORCE, 16, 20)
    attack = record["attack"][0]
    attack["attacker"], attack["target"], attack["cell"], attack["weapon"] = 0, FORCE, cell(16, 20), Weapon.SEMI_AUTO_RIFLE
    assert "A1 attacks B1" in names(layer(record, scenario, "attacks"))
    assert "A1 attacks B1 with semi auto rifle" in [texts[0] for texts in notes(record, scenario) if texts]


def test_the_last_move_leaves_its_marks():
    record, scenario = blank()
    put(record, 0, 6, 5)
    put(record, FORCE, 9, 3)
    hear(
        record, {"kind": Event.MOVED, "unit": 0, "cell": cell(6, 4), "value": cell(6, 3)},
        {"kind": Event.MOVED, "unit": 0, "cell": cell(6, 5), "value": cell(6, 4)},
        {"kind": Event.ATTACKED, "seat": 0, "unit": 0, "other": FORCE, "cell": cell(9, 3)},
        {"kind": Event.GONE, "unit": FORCE, "cell": cell(9, 3)},
        {"kind": Own.FALLS, "unit": 0, "cell": cell(6, 5), "value": 3},
    )  # fmt: skip
    trails = layer(record, scenario, "trails")
    assert {"A1 moved", "A1 attacked", "B1 is gone", "A1 came here"} <= set(names(trails))
    move = next(s for s in trails if isinstance(s, Line) and s.name == "A1 moved")
    assert (move.x1, move.y1) == (6.5, 32.5)
    lines = [texts[0] for texts in notes(record, scenario) if texts]
    assert "A1 moves to 6,5 by 6,4" in lines and "A1 falls 3 inches to 6,5" in lines


def test_a_way_is_told_in_one_line_up_to_where_it_is_interrupted():
    record, scenario = blank()
    moved = [{"kind": Event.MOVED, "unit": 0, "cell": cell(6, y), "value": cell(6, y - 1)} for y in (4, 5, 6, 7)]
    hear(
        record,
        *moved[:3],
        {"kind": Own.STOPPED, "unit": 0},
        moved[3],
        {"kind": Event.MOVED, "unit": 1, "cell": cell(6, 8), "value": cell(6, 7)},
    )
    assert tell(record, scenario) == [
        "A1 moves to 6,6 by 6,4 6,5", "the activation of A1 ends", "A1 moves to 6,7", "A2 moves to 6,8",
    ]  # fmt: skip


def test_every_event_has_its_words():
    record, scenario = blank()
    words = {
        Own.ACTS: Verb.DASH, Own.WITH: Weapon.SWORD, Own.DEED: Deed.FALL, Own.ZONE: 1, Event.ROLLS: Roll.AN_INJURY, Event.POINTS: 2,
        Event.GONE: 0, Event.PHASE: Phase.MORALE,
    }  # fmt: skip
    for kind in [*Own, Event.ROLLS, Event.POINTS, Event.GONE, Event.PHASE, Event.CONTROL, Event.PLACED, Event.ROUND]:
        hear(
            record,
            {
                "kind": kind,
                "seat": 0,
                "unit": 1,
                "other": FORCE if kind != Event.POINTS else Prize.DEED,
                "cell": 40,
                "value": words.get(kind, 1),
            },
        )
        (line,) = tell(record, scenario)
        assert line and "{" not in line and "_" not in line.replace("seat_0", ""), line
    assert set(LANGUAGE.words[Event.ROLLS]) == set(Roll) and len(Modifier) == len({modifier.name for modifier in Modifier})
    assert [member.name for member in Roll][: len(Task)] != [] and int(Roll.A_RELIC) == int(Task.CLAIM)


def test_the_end_and_the_roster_are_told():
    record, scenario = blank()
    record["over"], record["decider"], record["reason"], record["winners"] = 1, -1, Reason.FLIGHT, 2
    assert ("over: seat_1 wins by flight",) in notes(record, scenario)
    assert summary(record, scenario) == "over | 0:0 | flight"
    lines = roster(record, scenario)
    assert "A1 officer: 104 points, M 6 R +2 Me +2 Arm -1, semi auto rifle, sword, elite / leader / tough / hold fire" in lines
    assert len(lines) == 2 + 18
    record["winners"] = 0
    assert ("over: a draw by flight",) in notes(record, scenario)
