"""A scenario file of one's own: what it may say, and how mistakes are refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.tide_of_iron.data.pack import tables_of
from skirmish_rl.envs.tide_of_iron.state import CELLS, Kind, Mark, Terrain
from tests.tide_of_iron.ground import number, read_setting

OWN = """
title = "Skirmish"
rounds = 3
initiative = "a"
objectives = [{ cell = [3, 3], kind = "victory", value = 1 }]

[board]
width = 7
rows = 7
terrain.woods = [[1, 1]]
terrain.building = [[3, 3]]
terrain.pond = [[5, 5]]
terrain.stream = [[2, 2]]
levels.1 = [[4, 2]]
levels.2 = [[4, 3]]
roads = [[[0, 0], [1, 0], [2, 0]]]

[a]
actions = 2
zone = [6]
units = [{ figures = { regular = 4 } }, { kind = "truck" }]

[b]
actions = 2
zone = [0]
units = [{ figures = { elite = 3 } }]
"""


def own(tmp_path, *changes: tuple[str, str]) -> str:
    """The path of a scenario file of one's own, changed in places."""
    text = OWN
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    path = tmp_path / "own.toml"
    path.write_text(text)
    return str(path)


def test_a_scenario_of_ones_own_needs_no_other_file(tmp_path):
    tables = tables_of(read_setting(own(tmp_path)))[0]
    assert tables["on_map"].sum() == 4 * 7 + 3 * 6
    assert tables["unit_kind"][:2].tolist() == [Kind.SQUAD, Kind.TRUCK]
    assert tables["level"][number((4, 3))] == 2 and tables["terrain"][number((2, 2))] == Terrain.STREAM
    marked = own(tmp_path, ("[board]", "[markers]\nwire = [[2, 2]]\nentrenchment = [[1, 1], [1, 1]]\ntraps = [[1, 1]]\n[board]"))
    marks = tables_of(read_setting(marked))[0]["marks"]
    assert marks[Mark.WIRE, number((2, 2))] == 1 and marks[:, number((1, 1))].tolist() == [0, 0, 1, 0, 2, 0, 0, 0, 0, 0]
    deep = own(tmp_path, ('title = "Skirmish"', 'title = "Skirmish"\nstream = "deep"'))
    assert tables_of(read_setting(deep))[0]["terrain"][number((2, 2))] == Terrain.DEEP_STREAM
    shipped = own(tmp_path, ('title = "Skirmish"', 'title = "Skirmish"\nmap = "farm"'), ("[board]", "[a.ignored]"))
    with pytest.raises(DataError, match="unknown key"):
        read_setting(shipped)


ZONE_A, UNIT_B = "zone = [6]", "{ figures = { elite = 3 } }"
REFUSED = [
    # (before, after, key, part of the message)
    ("rounds = 3", "rounds = 13", "rounds", "TI-RND-03"),
    ("rounds = 3", 'rounds = 3\nvictori = "points"', "victori", "did you mean 'victory'"),
    ("rounds = 3", 'rounds = 3\nstream = "low"', "stream", "did you mean 'shallow'"),
    ("rounds = 3", 'rounds = 3\nvictory = "control"\nattacker = "a"', "control_from", "TI-WIN-03"),
    ("rounds = 3", 'rounds = 3\nvictory = "control"\nattacker = "c"\ncontrol_from = 2', "attacker", "unknown side 'c'"),
    ("rounds = 3", 'rounds = 3\nattacker = "a"', "victory", "TI-WIN-03"),
    ("rounds = 3", "rounds = 3\nwinning_lead = 200", "winning_lead", "TI-WIN-02"),
    ('initiative = "a"', 'initiative = "c"', "initiative", "unknown side 'c'"),
    ("width = 7", "width = 16", "width", "Digitising"),
    ("rows = 7", "rows = 14", "rows", "Digitising"),
    ("terrain.woods", "terrain.wods", "terrain", "did you mean 'woods'"),
    ("terrain.woods = [[1, 1]]", "terrain.woods = [[6, 1]]", "terrain", "odd rows are one hex shorter.*0 to 5.*Digitising"),
    ("terrain.woods = [[1, 1]]", "terrain.woods = [[7, 2]]", "terrain", r"\[7, 2\] lies off the map"),
    (
        "terrain.woods = [[1, 1]]",
        "terrain.woods = [[3, 3]]",
        "terrain",
        r"\[3, 3\] is listed as woods and as building.*TI-TRN-01",
    ),
    ("levels.2", "levels.3", "levels", "TI-TRN-01"),
    ("levels.2 = [[4, 3]]", "levels.2 = [[4, 2]]", "levels", "TI-TRN-01"),
    ("[1, 0], [2, 0]]]", "[1, 0], [3, 0]]]", "roads", r"gap between \[1, 0\] and \[3, 0\].*TI-MOV-06"),
    ("roads = [[", "roads = [[[4, 3], [5, 3]], [", "roads", "cliff.*TI-MOV-07"),
    ("[1, 0], [2, 0]]]", "[1, 0], [2, 0]], [[7, 2]]]", "roads", r"\[7, 2\] lies off the map"),
    ("roads = [[", "roads = [[[5, 5], [4, 5]], [", "roads", "pond.*TI-MOV-09"),
    ("cell = [3, 3]", "cell = [9, 9]", "objectives", r"\[9, 9\] lies off the map"),
    ("cell = [3, 3]", "cell = [5, 5]", "objectives", "TI-MOV-09"),
    ('kind = "victory"', 'kind = "victorious"', "objectives", "did you mean 'victory'"),
    ("value = 1 }", 'value = 1 }, { cell = [3, 3], kind = "victory", value = 2 }', "objectives", "TI-CMD-02"),
    ("value = 1 }", 'value = 1, holder = "x" }', "objectives", "unknown side 'x'"),
    ("[board]", "[markers]\nentrenchment = [[2, 2]]\n[board]", "markers", "stream.*TI-TRN-05"),
    ("[board]", "[markers]\nentrenchment = [[5, 5]]\n[board]", "markers", "pond.*TI-TRN-05"),
    ("[board]", "[markers]\nentrenchment = [[3, 3]]\n[board]", "markers", "building.*TI-TRN-05"),
    (
        "[board]",
        "[markers]\nentrenchment = [[0, 4], [0, 4]]\npillbox = [[0, 4], [0, 4]]\n[board]",
        "markers",
        "at most 3.*TI-TRN-05",
    ),
    ("[board]", "[markers]\nwire = [[0, 4], [0, 4]]\n[board]", "markers", "TI-TRN-08"),
    ("[board]", "[markers]\nwires = [[0, 4]]\n[board]", "markers", "did you mean 'wire'"),
    (UNIT_B, "{ figures = { elite = 3, mortar = 1 } }", "figures", "fills 5 slots.*TI-GEN-03"),
    (UNIT_B, "{ figures = { regular = 5 } }", "figures.regular", "got 5; expected 1 to 4.*TI-GEN-03"),
    (UNIT_B, "{ }", "figures", "fills 0 slots.*TI-GEN-03"),
    (UNIT_B, "{ figures = { elites = 3 } }", "figures", "did you mean 'elite'"),
    (UNIT_B, '{ kind = "trukc" }', "kind", "did you mean 'truck'"),
    (UNIT_B, '{ kind = "truck", figures = { elite = 1 } }', "kind", "TI-GEN-02"),
    (UNIT_B, '{ figures = { machine_gun = 1 }, specialty = "medic" }', "specialty", "TI-SET-03"),
    (UNIT_B, "{ due = 9, figures = { elite = 3 } }", "due", "TI-REI-01"),
    (UNIT_B, ", ".join([UNIT_B] * 17), "units", "17 units.*1 to 16"),
    (UNIT_B, UNIT_B + ", { due = 2, figures = { elite = 3 } }", "arrival", "TI-STA-06"),
    ("zone = [0]", 'zone = [0]\ntokens = ["medic", "recon"]', "tokens", "2 tokens for 1 eligible.*TI-SET-03"),
    ("zone = [0]", 'zone = [0]\ntokens = ["medics"]', "tokens", "did you mean 'medic'"),
    ("zone = [0]", 'zone = [0]\ndecks = ["moral"]', "decks", "did you mean 'morale'"),
    ("zone = [0]", 'zone = [0]\ndecks = ["morale", "morale"]', "decks", "TI-SET-04"),
    ("zone = [0]", "zone = [0]\nstart_cards = 1", "start_cards", "TI-SET-04"),
    ("zone = [0]", 'zone = [0]\noperations = ["fog"]', "operations", "did you mean 'heavy_fog'"),
    ("zone = [0]", 'zone = [0]\nforce = "smal_b"', "force", "did you mean 'small_b'"),
    ("zone = [0]", 'zone = [0]\narrival = [0]\ndecks = ["reinforcement"]\nforce = "standard_b"\ndue = 1', "due", "unknown key"),
    ("zone = [0]", "zone = [7]", "zone", "row 7 is off the map.*TI-SET-05"),
    ("zone = [0]", "zone = [6]", "zone", "both sides deploy in row 6.*TI-SET-05"),
    ("zone = [0]", 'zone = [0]\nmarkers = ["wire"]', "wire_rows", "TI-TRN-08"),
    ("zone = [0]", 'zone = [0]\nmarkers = ["fence"]', "markers", "unknown marker 'fence'"),
    ("actions = 2\nzone = [0]", "actions = 0\nzone = [0]", "actions", "TI-ACT-01"),
]


@pytest.mark.clause("TI-GEN-03", "TI-TRN-01", "TI-TRN-05")
@pytest.mark.parametrize(("before", "after", "key", "message"), REFUSED)
def test_mistakes_name_the_file_the_key_and_the_clause(tmp_path, before, after, key, message):
    path = own(tmp_path, (before, after))
    with pytest.raises(DataError, match=f"(?s){re.escape(path)}.*key '[^']*{key}[^']*'.*{message}"):
        read_setting(path)


@pytest.mark.clause("TI-TRN-04")
@pytest.mark.parametrize(
    ("terrain", "kind"),
    [("pond", "squads"), ("pond", "vehicles"), ("building", "vehicles")],
)
def test_a_zone_that_its_units_cannot_enter_is_refused(tmp_path, terrain, kind):
    """Row 6 has seven hexes; squads could stand in buildings."""
    row = ", ".join(f"[{column}, 6]" for column in range(7))
    changes = [("terrain.pond = [[5, 5]]", f"terrain.pond = [{row}]" if terrain == "pond" else "terrain.rough = [[0, 5]]")]
    if terrain == "building":
        changes.append(("terrain.building = [[3, 3]]", f"terrain.building = [[3, 3], {row}]"))
    if kind == "vehicles":
        changes.append(('{ figures = { regular = 4 } }, { kind = "truck" }', '{ kind = "truck" }'))
    else:
        changes.append((', { kind = "truck" }', ""))
    path = own(tmp_path, *changes)
    with pytest.raises(DataError, match=f"key 'zone'.*no hex that its {kind} may enter.*TI-SET-05"):
        read_setting(path)


def test_too_many_units_for_the_zone_or_for_the_cards_are_refused(tmp_path):
    crowded = own(
        tmp_path,
        ("terrain.pond = [[5, 5]]", "terrain.pond = [[0, 0], [1, 0], [2, 0]]"),
        ("roads = [[[0, 0], [1, 0], [2, 0]]]", ""),
        (UNIT_B, ", ".join([UNIT_B] * 16)),
    )
    with pytest.raises(DataError, match="4 hexes for squads are too few for 16 units.*TI-MOV-04"):
        read_setting(crowded)
    reserves = own(tmp_path, (UNIT_B, ", ".join([UNIT_B] * 10)), ("zone = [0]", 'zone = [0]\narrival = [0]\ndecks = ["reinforcement"]'))
    with pytest.raises(DataError, match="10 units and its cards bring 7"):
        read_setting(reserves)


@pytest.mark.clause("TI-SET-01")
@pytest.mark.parametrize(("marker", "rows"), [("wire", "wire_rows"), ("entrenchment", "trench_rows")])
def test_each_marker_to_be_placed_has_a_hex_whatever_lies_in_the_others(tmp_path, marker, rows):
    """Row 5 has six hexes, one of them a pond; a marker on the map may lie in another."""
    for count in (4, 5):
        placing = f"zone = [0]\n{rows} = [5]\nmarkers = {[marker] * count}"
        path = own(tmp_path, ("zone = [0]", placing), ("[board]", "[markers]\nmines = [[1, 1]]\n[board]"))
        if count == 4:
            read_setting(path)
        else:
            with pytest.raises(DataError, match=f"key '{rows}'.*side b: 5 hexes are too few for its markers.*TI-TRN-05"):
                read_setting(path)


def test_replacing_a_board_leaves_the_rest(tmp_path):
    setting = read_setting(own(tmp_path))
    flat = tables_of(replace(setting, board=replace(setting.board, levels={})))[0]
    assert not flat["level"].any() and flat["on_map"].sum() == 46 and len(flat["cost"][0]) == CELLS
