"""Pictures: what the ground means, and whose dice fell."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import EVENT, Event
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.render import KEY, board, scene
from skirmish_rl.envs.godbreakers.rules.telling import Roll


def begun(scenario):
    """A game in which everybody stands."""
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    while batch.games["round"][0] == 0:
        batch.step(batch.masks.argmax(axis=1))
    return batch.games[0]


def ground_notes(picture):
    """The lines below the heading of the terrain."""
    heads = [k for k, note in enumerate(picture.notes) if note.texts == ("terrain",)]
    return {note.texts[0].split(":")[0]: note.swatch for note in picture.notes[heads[0] + 1 :]} if heads else {}


def test_every_ground_on_the_board_is_explained_by_its_colour():
    for impassable in (False, True):
        scenario = RULESET.scenario("saboteurs", impassable=impassable)
        picture = scene(begun(scenario), scenario)
        fills = {shape.fill for name, shapes in picture.layers for shape in shapes if name == "terrain" and isinstance(shape, draw.Rect)}
        assert ground_notes(picture) == {
            "area terrain": board.AREA, "barricade": board.WALL, **({"impassable barricade": board.SOLID} if impassable else {}),
        }  # fmt: skip
        assert set(ground_notes(picture).values()) == fills


def test_the_key_of_the_picture_names_no_letters_of_the_text_board():
    for glyph in ("::", "##", "XX", "()", "HH", "$"):
        assert glyph not in " ".join(KEY) and glyph in board.TEXT_KEY[0]


def test_dice_have_the_colour_of_the_side_that_rolled_them():
    scenario = RULESET.scenario("drill")
    record = begun(scenario).copy()
    slot = int(np.flatnonzero(record["units"]["seat"] == 1)[0])
    for k, (kind, unit, value) in enumerate(((Event.ROLLS, slot, Roll.INITIATIVE), (Event.DIE, -1, 5))):
        record["events"][k] = np.array((-1, value, kind, -1, unit, -1), EVENT.dtype)
    record["noted"], record["listening"] = 2, 1
    dice = [
        shape for name, shapes in scene(record, scenario).layers for shape in shapes if name == "dice" and isinstance(shape, draw.Rect)
    ]
    assert [(die.fill, die.name) for die in dice] == [(draw.SEAT_COLORS[1], f"{RULESET.layout.unit_name(slot)} rolled 5")]
