"""Pictures and text boards: what must be seen of a position."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Polygon, Text
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.render import TEXT_KEY, scene, summary
from skirmish_rl.envs.dropzone_commander.render.words import roster
from skirmish_rl.envs.dropzone_commander.rules.facts import take_cell
from skirmish_rl.envs.dropzone_commander.state import WIDTH, Find, Mark, Phase, Reason, Site, Stand, Status
from tests.dropzone_commander.told import Told


def blank(name="drill", seats=2):
    """A scenario and its board in the second round with nobody on it; seat 0 is asked which battlegroup it activates."""
    scenario = RULESET.scenario(name, seats)
    batch = Batch(scenario, 1)
    batch.reset(seed=1)
    record = batch.games[0].copy()
    record["round"], record["phase"], record["decision"], record["decider"], record["subject"], record["noted"] = (
        2,
        Phase.ACTIVATION,
        Decision.GROUP,
        0,
        -1,
        0,
    )
    record["zone"][:seats] = range(seats)
    return record, scenario


def put(record, slot, x, y, **fields):
    """A unit in a cell."""
    unit = Told(record["units"][slot])
    unit["cell"], unit["status"], unit["carrier"] = y * WIDTH + x, Status.ON_TABLE, -1
    for name, value in fields.items():
        unit[name] = value
    take_cell(record["air" if unit["flying"] else "ground"], y * WIDTH + x)


def layer(record, scenario, name):
    return next(shapes for title, shapes in scene(record, scenario).layers if title == name)


def names(shapes):
    return [shape.name for shape in shapes if shape.name]


def letters(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def row_of(record, scenario, name):
    return next(note.texts for note in scene(record, scenario).notes if note.texts[:1] == (name,))


def test_units_show_what_they_are_and_how_they_stand():
    record, scenario = blank()
    put(record, 0, 3, 4, flying=1)  # A1, a lifter, with A2 aboard
    shapes = layer(record, scenario, "units")
    assert "airborne" in names(shapes) and any(
        "A1 Light vehicle lifter: airborne, DP 1 of 1, carries A2" in name for name in names(shapes)
    )
    assert "+1" in letters(shapes) and "Commander" in names(shapes)
    assert scene(record, scenario).glyphs[23 - 4][3].text == "a1"
    record["units"]["flying"][0] = 0
    assert "airborne" not in names(layer(record, scenario, "units"))
    assert scene(record, scenario).glyphs[23 - 4][3].text == "A1"


def test_damage_smoke_scan_tokens_and_objectives_are_marked():
    record, scenario = blank()
    put(record, 1, 5, 5, dp=2, scan=1)  # A2 of 3 DP
    squad = int(scenario.tables["unit_squad"][0][1])
    record["squads"]["marks"][squad], record["squads"]["token"][squad] = Mark.SMOKE, 0
    record["tokens"]["find"][0], record["tokens"]["squad"][0], record["tokens"]["piece"][0] = Find.CARRIED, squad, -1
    found = names(layer(record, scenario, "units"))
    assert {"1 DP lost", "smoke", "Scan Token", "carries an objective"} <= set(found)
    assert "in smoke" in row_of(record, scenario, "A2")[3] and "objective 1" in row_of(record, scenario, "A2")[3]


def test_units_in_a_garrison_stand_at_their_places():
    record, scenario = blank()
    for slot, site in ((8, Site.NORTH), (9, Site.CENTRE)):
        unit = record["units"][slot]
        unit["status"], unit["carrier"], unit["piece"], unit["site"], unit["cell"] = Status.ON_TABLE, -1, 0, site, -1
    shapes = {shape.text: (shape.x, shape.y) for shape in layer(record, scenario, "units") if isinstance(shape, Text)}
    assert shapes["A10"] == (12, 12) and shapes["A9"][1] < 12  # C0 is 10..13 both ways, north is up
    assert "in 1 north" in row_of(record, scenario, "A9-10")[3]


@pytest.mark.parametrize(("stand", "what"), [
    (Stand.WHOLE, "building 1: Armour 10, 7 of 20 damage points left, Infantry may go inside, no way through, blocks sight"),
    (Stand.RUBBLE, "ruins 1: each inch costs two"), (Stand.GONE, "scenery 1: gone"),
])  # fmt: skip
def test_scenery_shows_what_is_left_of_it(stand, what):
    record, scenario = blank()
    record["pieces"]["stand"][0], record["pieces"]["dp"][0], record["pieces"]["damage_tokens"][0] = stand, 7, 2
    found = names(layer(record, scenario, "pieces"))
    assert any(name.startswith(what) for name in found)
    assert found.count("a die of collateral damage to come") == (0 if stand == Stand.GONE else 2)


def test_objectives_lie_hidden_open_or_are_focal_points():
    record, scenario = blank()
    assert letters(layer(record, scenario, "objectives")) == ["1?", "2?", "3?"]
    record["tokens"]["find"][:3] = Find.OPEN, Find.EXTRACTED, Find.LOST
    assert letters(layer(record, scenario, "objectives")) == ["1"]
    record["tokens"]["find"][0] = Find.FOCAL
    assert "focal point: held for points" in names(layer(record, scenario, "objectives"))
    assert any(isinstance(shape, Polygon) for shape in layer(record, scenario, "objectives"))


def test_the_lines_beside_the_board_count_cards_and_tell_the_order():
    record, scenario = blank("skirmish", 3)
    record["hands"][1], record["order"][:3] = 5, (2, 0, 1)
    texts = [text for note in scene(record, scenario).notes for text in note.texts]
    assert any(text.startswith("cards: 2 in hand") for text in texts)
    assert any("seat_2, seat_0, seat_1" in text for text in texts)
    assert summary(record, scenario).startswith("round 2 activation | 0:0:0 | kills 0:0:0 | order 201")
    record["over"], record["reason"] = 1, Reason.TIE
    assert summary(record, scenario) == "over | 0:0:0 | kills 0:0:0 | tie"


def test_the_roster_names_every_squad():
    record, scenario = blank()
    lines = roster(record, scenario)
    assert lines[0] == "seat_0 Force A" and len(lines) == 2 + 2 * 10
    assert "A2 A-CLV Light command vehicle, BG1: command tank, MV 9 A 12 DP 3, 60 points, Commander CV 1, aboard A1" in lines


SLOW = [pytest.param(name, 2, marks=pytest.mark.slow) for name in ("skirmish", "royale", "survey")]


@pytest.mark.parametrize(("name", "seats"), [("drill", 4), ("bunkers", 3), *SLOW])
@pytest.mark.games
def test_pictures_of_whole_games_are_drawn(name, seats):
    scenario, luck = RULESET.scenario(name, seats), np.random.default_rng(1)
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=2)
    while not batch.over.all():
        if batch.games[0]["decisions"] % 25 == 0:
            picture = scene(batch.games[0], scenario)
            ElementTree.fromstring(draw.to_svg(picture))
            text = draw.to_ansi(picture, color=False)
            assert TEXT_KEY[0] in " ".join(text.split()) and text.isascii()
            assert len(picture.glyphs) == int(scenario.tables["size"][0])
        batch.step(np.array([luck.choice(np.flatnonzero(batch.masks[0]))]))
