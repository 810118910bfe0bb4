"""Pictures and text boards: what must be seen of a position, hex by hex and unit by unit."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import Disc, Line, Polygon, Rect, Text
from skirmish_rl.envs.core.events import EVENT, Event
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Decision
from skirmish_rl.envs.tide_of_iron.render import MARK_LETTERS, SCALE, TERRAIN_LETTERS, TEXT_KEY, board, scene, summary
from skirmish_rl.envs.tide_of_iron.rules.telling import Roll
from skirmish_rl.envs.tide_of_iron.state import (
    STATE,
    WIDTH,
    Activation,
    Card,
    Condition,
    Damage,
    Fight,
    Fort,
    Kind,
    Mark,
    Order,
    Phase,
    Reason,
    Specialty,
    Status,
    Terrain,
)


def cell(x, y):
    return y * WIDTH + x


def blank(scenario):
    """An empty map in the third round, seat 0 to act."""
    record = np.zeros((), STATE.dtype)
    for name in ("control", "active", "order", "crew", "card", "card_seat", "given", "subject"):
        record[name] = -1
    record["units"]["cell"] = record["units"]["carrier"] = -1
    record["round"], record["phase"], record["seats"] = 3, Phase.ACTION, 2
    record["decision"] = Decision.SELECT
    attack = record["attack"][0]
    attack["lead"] = attack["target"] = attack["cell"] = -1
    return record


def mark(record, what, x, y, count=1):
    """Markers in a hex."""
    record["marks"][what][cell(x, y)] = count


def put(record, slot, x, y, *, kind=Kind.SQUAD, figures=(4, 0, 0, 0, 0), **fields):
    """A unit on the map."""
    unit = record["units"][slot]
    unit["cell"], unit["status"], unit["kind"] = cell(x, y), Status.ON_MAP, kind
    unit["figures"] = figures if kind == Kind.SQUAD else 0
    for name, value in fields.items():
        unit[name] = value


def layer(record, scenario, name):
    """The shapes of a layer, in hexes."""
    return next(shapes for title, shapes in scene(record, scenario).layers if title == name)


def names(shapes):
    return [shape.name for shape in shapes if shape.name]


def letters(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def notes(record, scenario):
    return draw.note_text(scene(record, scenario))


def row_of(record, scenario, name):
    """The line about a unit beside the board."""
    return next(line.split() for line in notes(record, scenario) if line.split()[:1] == [name])


def text_at(record, scenario, x, y):
    return scene(record, scenario).glyphs[y][x].text


@pytest.fixture
def farm():
    return RULESET.scenario("farm")


@pytest.fixture
def crossroads():
    return RULESET.scenario("crossroads")


@pytest.mark.parametrize("name", RULESET.scenarios)
def test_every_map_is_drawn_hex_by_hex(name):
    scenario = RULESET.scenario(name)
    record, tables = blank(scenario), scenario.tables[0]
    ElementTree.fromstring(draw.to_svg(scene(record, scenario)))
    shown = [words.split(", ")[0] for words in names(layer(record, scenario, "terrain")) if words[0].isdigit()]
    assert sorted(shown) == sorted(board.at(c) for c in np.flatnonzero(tables["on_map"]))
    assert set(shown) <= set(letters(layer(record, scenario, "grid")))
    text = scene(record, scenario).glyphs
    off = [(x, y) for y, row in enumerate(text) for x, glyph in enumerate(row) if glyph.text == "-"]
    assert off == [(len(row) - 1, y) for y, row in enumerate(text) if y % 2]


@pytest.mark.parametrize("name", ["farm", "crossroads", "bridge"])
def test_neighbours_touch_and_roads_meet(name):
    scenario = RULESET.scenario(name)
    record, tables = blank(scenario), scenario.tables[0]
    for a in map(int, np.flatnonzero(tables["on_map"])):
        for d, b in enumerate(map(int, tables["next"][a])):
            if b >= 0:
                (x, y), (u, v) = board.centre(a), board.centre(b)
                middle = x + board.SIDE_MIDDLES[d][0], y + board.SIDE_MIDDLES[d][1]
                assert np.allclose(middle, ((x + u) / 2, (y + v) / 2)) and np.isclose(np.hypot(x - u, y - v), 1)
    ends = [(round(s.x2, 3), round(s.y2, 3)) for s in layer(record, scenario, "terrain") if s.name in ("road", "bridge")]
    assert len(ends) == sum(int(bits).bit_count() for bits in tables["road"])
    assert all(ends.count(end) == 2 for end in ends)


def test_a_slope_is_marked_on_the_side_where_the_level_drops(farm):
    record, tables = blank(farm), farm.tables[0]
    drops = sum(tables["level"][a] > tables["level"][b] for a in np.flatnonzero(tables["on_map"]) for b in tables["next"][a] if b >= 0)
    assert names(layer(record, farm, "grid")).count("slope: costs 2 upwards") == drops > 0


def test_odd_rows_of_the_text_board_stand_half_a_hex_to_the_right(farm):
    lines = draw.board_text(scene(blank(farm), farm))
    assert lines[0].split() == [str(x) for x in range(9)]
    even, odd = lines[1], lines[2]
    assert even.index(".", 3) + 2 == odd.index(".", 3) == lines[4].index(".", 3)
    assert not any(line.endswith(" ") for line in lines)


def test_a_larger_scale_enlarges_the_board_only(farm):
    picture = replace(scene(blank(farm), farm), footer=())
    wide, high = picture.extent[2:]
    plain = replace(picture, scale=1.0).extent
    assert np.isclose(wide - plain[2], (SCALE - 1) * 9) and np.isclose(high - plain[3], (SCALE - 1) * 9)
    assert np.allclose([shape.size for where, shape in picture.shapes() if where == "grid" and isinstance(shape, Text)], 0.105 * SCALE)


@pytest.mark.parametrize(
    "shape",
    [
        Rect(1, 2, 3, 4, width=0.5), Disc(1, 2, 3, width=0.5), Line(1, 2, 3, 4, width=0.5), Text(1, 2, "a", 3),
        Polygon(((1, 2), (3, 4)), width=0.5),
    ],
)  # fmt: skip
def test_a_moved_shape_keeps_its_form(shape):
    assert draw.moved(draw.moved(shape, 2, 3, 4), 0.5, -1.5, -2) == shape
    assert draw.moved(shape, 1, 1, 0) != shape


def test_a_counter_shows_the_name_of_action_texts(farm):
    record = blank(farm)
    put(record, 0, 4, 7)
    put(record, 16, 4, 1)
    assert {"A1", "B1"} <= set(letters(layer(record, farm, "units")))
    assert text_at(record, farm, 4, 7) == "A1" and text_at(record, farm, 4, 1) == "B1"
    assert row_of(record, farm, "B1")[:3] == ["B1", "4,1", "4R"]


def test_a_base_shows_figures_in_slots_and_those_it_lost(farm):
    record = blank(farm)
    put(record, 0, 4, 7, figures=(1, 0, 0, 1, 0))
    shapes = layer(record, farm, "units")
    assert [text for text in letters(shapes) if text.isalpha()] == ["G", "R"]
    assert names(shapes).count("empty slot") == 1
    gun, rifle = (next(s for s in shapes if s.name == name) for name in ("machine gun", "regular"))
    assert np.isclose(gun.w, 2 * rifle.w)
    assert row_of(record, farm, "A1")[2:4] == ["1G", "1R"]


@pytest.mark.parametrize(
    "fields, tag, words",
    [
        ({"activation": Activation.FATIGUED}, "fatigued", "fatigued"),
        ({"activation": Activation.OP_FIRE}, "Op Fire mode", "Op Fire"),
        ({"condition": Condition.PINNED}, "pinned", "fresh, pinned"),
        ({"condition": Condition.DISRUPTED}, "disrupted", "fresh, disrupted"),
        ({"specialty": Specialty.FLAMETHROWER}, "flamethrower", "FL fresh"),
        ({"kind": Kind.HEAVY_TANK, "damage": Damage.LIGHT}, "lightly damaged", "heavy tank fresh, light damage"),
        ({"kind": Kind.GUN, "damage": Damage.HEAVY}, "heavily damaged", "gun fresh, heavy damage"),
        ({"fort": Fort.PILLBOX}, "in pillbox", "fresh, in pillbox"),
    ],
)
def test_a_counter_shows_how_a_unit_stands(farm, fields, tag, words):
    record = blank(farm)
    put(record, 2, 4, 7, **fields)
    assert tag in names(layer(record, farm, "units"))
    assert " ".join(row_of(record, farm, "A3")).endswith(words)
    put(record, 2, 4, 7, **dict.fromkeys(fields, 0))
    assert tag not in names(layer(record, farm, "units"))


def test_the_active_unit_has_a_halo_and_its_movement_is_told(farm):
    record = blank(farm)
    put(record, 2, 4, 7)
    record["active"], record["order"], record["movement"] = 2, Order.ADVANCE, 3
    assert "active" in names(layer(record, farm, "units"))
    assert scene(record, farm).glyphs[7][4].paper == board.HALO
    assert "active: A3 at 4,7, advance, movement left: 3" in notes(record, farm)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_counters_of_a_stack_stay_apart_and_in_their_hex(farm, count):
    record = blank(farm)
    for slot in range(count):
        put(record, slot, 4, 7)
    stack = [f"A{slot + 1}" for slot in range(count)]
    boxes = [s for s in layer(record, farm, "units") if s.name.partition(":")[0] in stack]
    assert [box.name.partition(":")[0] for box in boxes] == stack and set(stack) <= set(letters(layer(record, farm, "units")))
    x, y = board.centre(cell(4, 7))
    for box in boxes:
        assert x - 0.5 < box.x < box.x + box.w < x + 0.5 and y - 0.36 < box.y < box.y + box.h < y + 0.36
    assert all(a.y + a.h < b.y for a, b in zip(boxes, boxes[1:], strict=False))
    assert text_at(record, farm, 4, 7) == ("A1" if count == 1 else "A1+")
    listed = [line for line in scene(record, farm).text_key if line.startswith("in one hex:")]
    assert listed == ([f"in one hex: 4,7 {' '.join(stack)}"] if count > 1 else [])


def test_an_overrunning_tank_is_seen_among_its_enemies(farm):
    record = blank(farm)
    put(record, 0, 4, 7, kind=Kind.MEDIUM_TANK_A)
    put(record, 16, 4, 7)
    assert text_at(record, farm, 4, 7) == "A1+" and "in one hex: 4,7 A1 B1" in scene(record, farm).text_key
    assert {"A1", "B1"} <= set(letters(layer(record, farm, "units")))


def test_squads_aboard_are_shown_in_their_transport_only(farm):
    record = blank(farm)
    put(record, 0, 4, 7, kind=Kind.TRUCK)
    put(record, 1, 4, 7, carrier=0)
    assert names(layer(record, farm, "units")).count("aboard: A2") == 1
    assert text_at(record, farm, 4, 7) == "A1"
    assert row_of(record, farm, "A2")[-2:] == ["aboard", "A1"]


def test_empty_fortifications_lie_there_and_taken_ones_frame_their_squad(farm):
    record = blank(farm)
    mark(record, Mark.ENTRENCHMENT, 3, 5, 2)
    mark(record, Mark.PILLBOX, 3, 5)
    assert {"2 empty entrenchment: 2 defence dice for a squad inside", "1 empty pillbox: 6 defence dice for a squad inside"} <= set(
        names(layer(record, farm, "markers"))
    )
    assert text_at(record, farm, 3, 5) == "eb."
    put(record, 0, 3, 5, fort=Fort.PILLBOX)
    assert "in pillbox" in names(layer(record, farm, "units"))
    assert names(layer(record, farm, "markers")) == ["2 empty entrenchment: 2 defence dice for a squad inside"]


@pytest.mark.parametrize(
    "what, letter, name",
    [
        (Mark.WIRE, "x", "razor wire: stops squads and light vehicles, halves a squad's firepower"),
        (Mark.MINES, "m", "minefield: four dice hit whoever enters; stopped and fatigued, half firepower inside"),
        (Mark.TRAPS, "t", "tank traps: no vehicle enters"),
        (Mark.CHARGE_B, "c", "demolition charge of seat_1"), (Mark.COVER_B, "v", "Take Cover of seat_1, ends in this round"),
    ],
)  # fmt: skip
def test_markers_have_signs(farm, what, letter, name):
    record = blank(farm)
    mark(record, what, 3, 5)
    assert name in names(layer(record, farm, "markers"))
    assert text_at(record, farm, 3, 5) == f"{letter}."
    put(record, 0, 3, 5)
    assert any(f"3,5 A1 {board.in_words(what)}" in line for line in scene(record, farm).text_key)


def test_smoke_lies_below_the_units(farm):
    record = blank(farm)
    mark(record, Mark.SMOKE, 3, 5)
    order = [name for name, _ in scene(record, farm).layers]
    assert "smoke: blocks sight through it, not into it" in names(layer(record, farm, "smoke"))
    assert order.index("smoke") < order.index("units")
    assert text_at(record, farm, 3, 5) == "s."


def test_terrain_and_levels_have_letters(crossroads):
    record = blank(crossroads)
    assert text_at(record, crossroads, 2, 2) == "w" and text_at(record, crossroads, 8, 4) == "#"
    assert text_at(record, crossroads, 5, 2) == ":" and text_at(record, crossroads, 10, 2) == "1."
    assert text_at(record, crossroads, 0, 6) == "+" and text_at(record, crossroads, 0, 0) == "."


def test_an_objective_shows_its_worth_and_who_controls_it(farm):
    record = blank(farm)
    assert "command objective of both: gives 2 command" in names(layer(record, farm, "objectives"))
    assert "command objective of seat_0: gives 1 command" in names(layer(record, farm, "objectives"))
    assert not any(name.startswith("control") for name in names(layer(record, farm, "objectives")))
    record["control"][0] = 1
    assert "control of seat_1" in names(layer(record, farm, "objectives"))
    assert draw.SEAT_COLORS[1] in {shape.stroke for shape in layer(record, farm, "control")}
    assert scene(record, farm).glyphs[4][1].text == "*:" and scene(record, farm).glyphs[4][1].ink == draw.SEAT_COLORS[1]
    assert any(line.split() == ["1,4", "victory", "1", "seat_1"] for line in notes(record, farm))
    assert summary(record, farm).endswith("objectives B.....")


@pytest.mark.clause("TI-CMD-13")
def test_victory_points_beyond_ten_are_told_as_on_the_track(farm):
    record = blank(farm)
    record["points"] = 12, 10
    told = " ".join(notes(record, farm))
    assert f"seat_0 {farm.players[0]}: 12 VP (+10 side, space 2)" in told
    assert f"seat_1 {farm.players[1]}: 10 VP" in told and told.count("+10 side") == 1


@pytest.mark.clause("TI-GEN-09")
def test_command_cards_and_tokens_are_open_and_of_the_decks_only_the_sizes(crossroads):
    record = blank(crossroads)
    record["command"], record["pool"], record["initiative"] = (3, 5), (4, 2), 1
    record["hand"][0][Card.FORCED_MARCH] = 2
    record["deck"][0][0][Card.COORDINATED_PUSH] = 2
    record["waiting"][1][Card.SMOKE_MISSION] = 1
    told = " ".join(notes(record, crossroads))
    assert "command 3, initiative pool 4 " in told and "command 5, initiative pool 2, holds the token" in told
    assert "HQ: Forced March (1A+) x2" in told and "HQ: no cards" in told
    assert "decks: Command 2, Artillery 0, Supply 0" in told and "Coordinated Push" not in told
    assert "in play: Smoke Mission (no contact)" in told
    assert "command 3:5, initiative 4:2 with seat_1" in summary(record, crossroads)


def test_reserves_and_losses_are_listed(crossroads):
    record = blank(crossroads)
    for slot, status in ((9, Status.RESERVE), (10, Status.LOST)):
        put(record, slot, 0, 0, due=3)
        record["units"][slot]["status"], record["units"][slot]["cell"] = status, -1
    assert " ".join(row_of(record, crossroads, "A10")) == "A10 - 4R arrives after round 3"
    assert "lost: A11" in notes(record, crossroads)


def test_a_long_hand_is_told_in_several_lines(crossroads):
    record = blank(crossroads)
    record["hand"][0] = 1
    lines = notes(record, crossroads)
    assert all(len(line) < 66 for line in lines)
    assert all(board.in_words(card) in " ".join(" ".join(lines).split()).lower() for card in Card)


def test_an_attack_is_drawn_from_all_who_take_part(farm):
    record = blank(farm)
    put(record, 0, 4, 7)
    put(record, 1, 3, 7)
    put(record, 16, 4, 5)
    assert layer(record, farm, "attacks") == ()
    attack = record["attack"][0]
    attack["fight"], attack["lead"], attack["target"], attack["part"][0], attack["part"][1] = Fight.FIRE, 0, 16, 1, 1
    assert names(layer(record, farm, "attacks")).count("attack") == 2
    assert {shape.stroke for shape in layer(record, farm, "attacks") if shape.name == "attack"} == {board.HURT}
    assert "normal attack by A1, A2 on B1 at 4,5" in notes(record, farm)
    attack["fight"], attack["target"], attack["cell"] = Fight.ASSAULT, -1, cell(4, 5)
    assert "assault by A1, A2 on 4,5" in notes(record, farm)


def test_off_board_fire_marks_its_hex(farm):
    record = blank(farm)
    record["attack"][0]["fight"], record["attack"][0]["cell"] = Fight.FIRE, cell(4, 5)
    assert names(layer(record, farm, "attacks")) == ["under attack"]
    assert "normal attack by off-board fire on 4,5" in notes(record, farm)


def happened(record, *events):
    """Events since the last answer, as fields of `EVENT`."""
    record["listening"] = 1
    for event in events:
        blank_event = {"seat": -1, "unit": -1, "other": -1, "cell": -1, "value": 0}
        for name, value in (blank_event | event).items():
            record["events"][int(record["noted"])][name] = value
        record["noted"] += 1
    assert set(EVENT.dtype.names) == {"kind", *blank_event}


def test_the_last_move_is_drawn_and_told_with_whose_dice(farm):
    record = blank(farm)
    put(record, 0, 4, 6)
    put(record, 16, 4, 4)
    assert layer(record, farm, "moves") == () and not any("last move" in line for line in notes(record, farm))
    happened(
        record, {"kind": Event.MOVED, "unit": 0, "cell": cell(4, 6), "value": cell(4, 7)},
        {"kind": Event.ATTACKED, "unit": 16, "other": 0},
        {"kind": Event.ROLLS, "unit": 16, "other": 0}, {"kind": Event.DIE, "value": 5, "other": 6},
        {"kind": Event.DIE, "value": 2, "other": 6},
    )  # fmt: skip
    assert {"A1 moved", "B1 attacked", "was attacked"} <= set(names(layer(record, farm, "moves")))
    told = notes(record, farm)
    first = told.index("last move") + 1
    assert told[first] == "A1 moves to 4,6" and told[first + 2].startswith("B1 ") and told[first + 2].endswith("at A1: 5 2")


def test_a_long_last_move_is_told_to_its_end(farm):
    record = blank(farm)
    happened(record, *({"kind": Event.PLACED, "unit": k, "cell": cell(4, 6)} for k in range(16)))
    told = notes(record, farm)
    assert "A16 is placed at 4,6" in told and "A1 is placed at 4,6" not in told and "last move, its last 14 lines" in told


def test_places_for_setting_up_and_arriving_are_outlined():
    bridge = RULESET.scenario("bridge")
    record, tables = blank(bridge), bridge.tables[0]
    record["decider"] = 1
    assert layer(record, bridge, "zones") == ()
    record["phase"], record["decision"] = Phase.SETUP, Decision.DEPLOY
    assert len(layer(record, bridge, "zones")) == int(tables["zone"][1].sum())
    record["decision"], record["subject"] = Decision.PLACE_MARKER, Mark.WIRE
    assert "where wire goes" in notes(record, bridge)
    assert len(layer(record, bridge, "zones")) == int(tables["zone_wire"][1].sum())
    record["subject"] = Mark.ENTRENCHMENT
    assert len(layer(record, bridge, "zones")) == int(tables["zone_trench"][1].sum())
    record["phase"], record["decision"], record["subject"] = Phase.STATUS, Decision.ARRIVE, 22
    assert len(layer(record, bridge, "zones")) == 11


@pytest.mark.parametrize(
    "name, words",
    [
        ("bridge", "seat_0 wins with all victory objectives after round 4 to 7"), ("crossroads", "a lead of 11 VP wins at once"),
    ],
)  # fmt: skip
def test_ways_to_win_beside_points_are_told(name, words):
    scenario = RULESET.scenario(name)
    assert words in notes(blank(scenario), scenario)


def test_a_question_says_what_it_is_about(farm):
    record = blank(farm)
    put(record, 18, 4, 7)
    record["decider"], record["decision"], record["subject"], record["losses"] = 1, Decision.CASUALTY, 18, 2
    assert "which figure B3 loses" in notes(record, farm) and "figures to lose: 2" in notes(record, farm)
    record["decision"] = Decision.RETREAT
    assert "where B3 retreats" in notes(record, farm)
    record["decision"], record["subject"], record["card"], record["card_seat"] = Decision.CARD_CELL, Card.LAY_WIRE, Card.LAY_WIRE, 1
    assert "which hex lay wire is for" in notes(record, farm) and "card of seat_1: Lay Wire" in notes(record, farm)


def test_every_question_fits_beside_the_board(farm):
    record = blank(farm)
    for decision in QUESTIONS.rows:
        record["decision"], record["subject"] = decision, Mark.WIRE
        told = notes(record, farm)
        assert all(len(line) < 66 for line in told)
        assert asked(record, farm) in " ".join(" ".join(told).split())


def test_every_sign_of_the_text_board_is_explained():
    key = " ".join(TEXT_KEY)
    for sign in {*MARK_LETTERS.values(), *TERRAIN_LETTERS.values()} - {"."}:
        assert f" {sign} " in f" {key}", sign


def test_an_ended_game_says_who_won_and_why(farm):
    record = blank(farm)
    record["over"], record["decider"], record["winners"], record["reason"] = 1, -1, 2, Reason.ELIMINATION
    assert "over: seat_1 wins by elimination" in notes(record, farm)
    assert summary(record, farm) == "over | 0:0 | elimination"


@pytest.mark.parametrize("name", RULESET.scenarios)
@pytest.mark.games
def test_whole_games_can_be_watched(name):
    scenario = RULESET.scenario(name)
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=5)
    asked = set()
    while not batch.over[0]:
        record = batch.games[0]
        if int(record["decision"]) not in asked or int(record["decisions"]) % 50 == 0:
            asked.add(int(record["decision"]))
            told = notes(record, scenario)
            for _, shape in scene(record, scenario).shapes():
                for color in (getattr(shape, "fill", None), getattr(shape, "stroke", None)):
                    assert color is None or draw.rgb(color)
            assert f"# seat_{int(record['decider'])} decides: {in_words(Decision(int(record['decision'])))}" in told
            shown = set(letters(layer(record, scenario, "units")))
            assert {
                scenario.ruleset.layout.unit_name(slot) for slot in np.flatnonzero(record["units"]["status"] == Status.ON_MAP)
            } <= shown
        batch.step(batch.ask(np.zeros(1, np.int64), 0))
    assert "over: " in " ".join(notes(batch.games[0], scenario)) and len(asked) > 4


@pytest.mark.parametrize("name", RULESET.scenarios)
def test_the_legend_names_every_terrain_of_the_map_and_is_large_enough_to_read(name):
    scenario = RULESET.scenario(name)
    tables, picture = scenario.tables[0], scene(blank(scenario), scenario)
    said = set(letters(layer(blank(scenario), scenario, "legend")))
    lying = {Terrain(int(kind)) for kind in tables["terrain"][tables["on_map"] != 0]}
    assert {board.in_words(kind) for kind in lying} <= said
    assert ("road" in said) == bool(tables["road"].any())
    assert ("slope" in said) == ("slope: costs 2 upwards" in names(layer(blank(scenario), scenario, "grid")))
    words = [shape for shape in layer(blank(scenario), scenario, "legend") if isinstance(shape, Text) and len(shape.text) > 2]
    assert all(shape.size == 0.17 and shape.y < picture.height for shape in words)


def test_names_of_hexes_stand_clear_of_roads_frames_and_counters(crossroads):
    record, tables = blank(crossroads), crossroads.tables[0]
    for slot in range(3):
        put(record, slot, 7, 6)
    labels = {shape.text: shape for shape in layer(record, crossroads, "grid") if isinstance(shape, Text)}
    for where, label in labels.items():
        x, y = board.centre(cell(*map(int, where.split(","))))
        half = 0.26 * label.size * len(where)
        assert label.x == x and y + 0.31 < label.y - label.size / 2
        corner = y + 0.91 * board.RADIUS  # of an objective's frame, whose sides rise from there
        assert label.y + label.size / 2 < corner - half * 0.5774 - 0.01
    lowest = max(shape.y + shape.h for shape in layer(record, crossroads, "units") if isinstance(shape, Rect))
    assert lowest < labels["7,6"].y - labels["7,6"].size / 2
    assert tables["road"][cell(7, 6)]


def test_a_stack_hides_neither_wire_nor_mines(farm):
    record = blank(farm)
    for slot in range(3):
        put(record, slot, 4, 7)
    for what in (Mark.WIRE, Mark.MINES, Mark.TRAPS, Mark.COVER_A):
        mark(record, what, 4, 7)
    x, y = board.centre(cell(4, 7))
    order = [name for name, _ in scene(record, farm).layers]
    assert order.index("markers") > order.index("units")
    disc, sign = (next(s for s in layer(record, farm, "markers") if s.name.startswith(name)) for name in ("minefield", "razor wire"))
    boxes = [s for s in layer(record, farm, "units") if s.name[:3] in ("A1:", "A2:", "A3:")]
    for a, b in ((disc.x, disc.y), ((sign.x1 + sign.x2) / 2, sign.y1)):
        assert abs(a - x) > 0.2 and not any(box.y < b < box.y + box.h for box in boxes)
    places = {(round(float(s.x), 2), round(float(s.y), 2)) for s in layer(record, farm, "markers") if isinstance(s, Disc)}
    assert all(abs(b - y) < 0.45 for _, b in places)


def test_dice_stand_beside_the_board_under_the_colour_of_who_rolled_them(farm):
    record = blank(farm)
    put(record, 16, 4, 1)
    told = [(Event.ROLLS, -1, 16, Roll.NORMAL_ATTACK), (Event.DIE, -1, -1, 4), (Event.DIE, -1, -1, 6)]
    told += [(Event.ROLLS, 0, -1, Roll.CONTACT), (Event.DIE, -1, -1, 2)]
    for k, (kind, seat, unit, value) in enumerate(told):
        record["events"][k] = np.array((-1, value, kind, seat, unit, -1), EVENT.dtype)
    record["noted"], record["listening"] = len(told), 1
    shown = {note.texts[0]: note.swatch for note in scene(record, farm).notes if note.texts}
    assert shown["B1 normal attack: 4 6"] == draw.SEAT_COLORS[1] and shown["seat_0 contact: 2"] == draw.SEAT_COLORS[0]


def test_the_footer_ends_where_the_board_does(farm):
    picture = scene(blank(farm), farm)
    wide = picture.width * picture.scale + picture.margin
    feet = [shape for where, shape in picture.shapes() if where == "footer"]
    assert len(feet) > len(picture.footer) and " ".join(foot.text for foot in feet) == " ".join(picture.footer)
    assert all(len(foot.text) * foot.size * 0.52 <= wide for foot in feet)
