"""The numbers: maps, movement costs, forces, cards, options, and what the loader refuses. Chapters GEN, MOV, TRN, OPS."""

from __future__ import annotations

import importlib.util
import re
import sys
import types
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.hexgrid import turn_half
from skirmish_rl.envs.tide_of_iron.data.bound import decision_bound
from skirmish_rl.envs.tide_of_iron.data.load import OPTIONS, load, pack, read_setting
from skirmish_rl.envs.tide_of_iron.data.schema import FOLDER
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    FAR,
    FORCE,
    SLOTS,
    WIDTH,
    Card,
    Condition,
    Damage,
    Deck,
    Figure,
    Goal,
    Kind,
    Mark,
    Operation,
    Reach,
    Specialty,
    Terrain,
    Victory,
)
from tests.tide_of_iron.ground import MAPS, SCENARIOS, Hex, ground, hexes, number, tables_of

SQUAD, VEHICLE = 0, 1
HERE, NORTH_EAST, EAST = (6, 6), 0, 1


def entry(tables: np.void, mover: int, start: Hex = HERE, direction: int = EAST) -> int:
    """Points to leave a hex in a direction, 0 if that is barred."""
    return int(tables["cost"][mover, number(start), direction])


# Maps and costs.


@pytest.mark.clause("TI-MOV-09", "TI-MOV-10", "TI-TRN-03", "TI-TRN-04")
@pytest.mark.parametrize(
    ("terrain", "stream", "squad", "vehicle", "cover"),
    [
        ("clear", "shallow", 1, 1, 0),
        ("woods", "shallow", 2, 3, 2),
        ("building", "shallow", 2, 0, 3),
        ("rough", "shallow", 2, 3, 1),
        ("bridge", "shallow", 1, 1, 0),
        ("stream", "shallow", 2, 4, 0),
        ("stream", "deep", 3, 0, 0),
        ("stream", "flooded", 0, 0, 0),
        ("pond", "shallow", 0, 0, 0),
    ],
)
def test_entry_costs_and_cover_of_terrain(terrain, stream, squad, vehicle, cover):
    tables = ground(stream=stream, terrain={} if terrain == "clear" else {terrain: ((7, 6),)})
    assert (entry(tables, SQUAD), entry(tables, VEHICLE)) == (squad, vehicle)
    assert tables["cover"][number((7, 6))] == cover
    assert entry(tables, SQUAD, (7, 6)) == 1, "leaving costs what the next hex costs"


@pytest.mark.clause("TI-MOV-07")
@pytest.mark.parametrize(
    ("start", "end", "cost"), [(0, 1, 2), (1, 1, 1), (1, 2, 2), (2, 2, 1), (2, 1, 1), (1, 0, 1), (0, 2, 0), (2, 0, 0)]
)
def test_hills_cost_two_to_climb_and_cliffs_are_barred(start, end, cost):
    levels = {str(level): tuple(at for at, own in ((HERE, start), ((7, 6), end)) if own == level) for level in (1, 2)}
    tables = ground(levels=levels)
    assert entry(tables, SQUAD) == entry(tables, VEHICLE) == cost


@pytest.mark.clause("TI-MOV-08")
def test_a_wooded_hill_costs_the_larger_of_the_two():
    uphill = ground(levels={"1": ((7, 6),)}, terrain={"woods": ((7, 6),)})
    assert (entry(uphill, SQUAD), entry(uphill, VEHICLE)) == (2, 3)
    downhill = ground(levels={"1": (HERE,)}, terrain={"rough": ((7, 6),)})
    assert (entry(downhill, SQUAD), entry(downhill, VEHICLE)) == (2, 3)
    dear = ground(levels={"1": ((7, 6),)}, terrain={"stream": ((7, 6),)})
    assert (entry(dear, SQUAD), entry(dear, VEHICLE)) == (2, 4)


@pytest.mark.clause("TI-MOV-06")
def test_along_connected_road_every_hex_costs_one():
    wild = {"terrain": {"woods": ((7, 6),), "stream": ((8, 6),)}, "levels": {"1": ((9, 6),)}}
    road = ground(roads=(((6, 6), (7, 6), (8, 6), (9, 6)),), **wild)
    off_road = ground(**wild)
    for mover, dear in ((SQUAD, [2, 2, 2]), (VEHICLE, [3, 4, 2])):
        assert [entry(road, mover, (column, 6)) for column in (6, 7, 8)] == [1, 1, 1]
        assert [entry(off_road, mover, (column, 6)) for column in (6, 7, 8)] == dear
        assert entry(road, mover, (9, 6), 4) == 1 == entry(road, mover, (8, 6), 4), "also the other way"
        assert entry(road, mover, (6, 5), 2) == (2 if mover == SQUAD else 3), "entered from beside it the road is no help"


@pytest.mark.clause("TI-MOV-06")
def test_road_hexes_side_by_side_that_no_road_joins_are_not_connected():
    tables = ground(roads=(((6, 6), (6, 5)), ((7, 6), (7, 7))), terrain={"woods": ((7, 6),)})
    assert entry(tables, SQUAD) == 2


def test_a_road_does_not_let_vehicles_into_buildings():
    tables = ground(roads=((HERE, (7, 6)),), terrain={"building": ((7, 6),)})
    assert (entry(tables, SQUAD), entry(tables, VEHICLE)) == (1, 0)


@pytest.mark.clause("TI-MOV-13")
@pytest.mark.parametrize("name", MAPS)
def test_no_cost_leads_off_the_map(name):
    tables = tables_of(name)
    assert ((tables["next"] < 0) <= (tables["cost"] == 0).all(axis=0)).all()


@pytest.mark.clause("TI-TRN-01")
def test_each_hex_of_the_farm_has_the_terrain_and_level_of_the_dossier():
    farm = tables_of("farm")
    drawn = {
        Terrain.WOODS: {(2, 2), (6, 6), (3, 3), (4, 5), (0, 4), (8, 4)},
        Terrain.BUILDING: {(4, 4)},
        Terrain.ROUGH: {(1, 4), (7, 4)},
    }
    hills = {(6, 2), (6, 3), (2, 6), (1, 5)}
    for at in hexes(9, 9):
        expected = next((terrain for terrain, cells in drawn.items() if at in cells), Terrain.CLEAR)
        assert farm["terrain"][number(at)] == expected
        assert farm["level"][number(at)] == (at in hills)
    assert not farm["road"].any() and not farm["marks"].any()


@pytest.mark.parametrize("name", ["farm", "crossroads"])
def test_symmetric_boards_are_symmetric(name):
    width, rows, _ = MAPS[name]
    tables = tables_of(name)
    cells = [number(at) for at in hexes(width, rows)]
    turned = [turn_half(WIDTH, width, rows, cell) for cell in cells]
    for field in ("terrain", "level", "cover"):
        assert (tables[field][cells] == tables[field][turned]).all()
    assert (tables["zone"][0][cells] == tables["zone"][1][turned]).all()
    assert (tables["sight"][np.ix_(cells, cells)] == tables["sight"][np.ix_(turned, turned)]).all()
    for k in range(6):
        assert (tables["cost"][:, cells, k] == tables["cost"][:, turned, (k + 3) % 6]).all()
        assert ((tables["road"][cells] >> k & 1) == (tables["road"][turned] >> (k + 3) % 6 & 1)).all()


def test_the_bridge_crosses_a_shallow_stream():
    bridge = tables_of("bridge")
    row = [Terrain(bridge["terrain"][number((column, 5))]) for column in range(10)]
    assert row == [Terrain.BRIDGE if column == 5 else Terrain.STREAM for column in range(10)]
    assert [entry(bridge, VEHICLE, (5, r), 2 if r % 2 == 0 else 3) for r in range(10)] == [1] * 10
    crossroads = tables_of("crossroads")
    assert sum(bin(bits).count("1") for bits in crossroads["road"]) == 2 * (14 + 12)


# Forces, cards, figures.


def points_of(tables: np.void, seat: int) -> int:
    """Price of the units a side starts with and of its tokens and markers."""
    total = sum(int(tables["specialty_points"][token]) for token in tables["tokens"][seat])
    prices = {Mark.ENTRENCHMENT: 5, Mark.WIRE: 3, Mark.MINES: 8, 0: 0}
    total += sum(prices[int(marker)] for marker in tables["markers"][seat])
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if tables["unit_used"][slot] and tables["unit_due"][slot] == 0:
            total += int((tables["unit_figures"][slot].astype(int) * tables["figure_points"][seat]).sum())
            total += int(tables["specialty_points"][tables["unit_specialty"][slot]]) + int(
                tables["vehicle_price"][tables["unit_kind"][slot]]
            )
    return total


@pytest.mark.parametrize(
    ("name", "points", "units"),
    [
        ("farm", (131, 128), (5, 5)),
        ("crossroads", (302, 299), (10, 9)),
        ("bridge", (302, 228), (9, 7)),
        ("armour", (460, 440), (6, 4)),
    ],
)
def test_forces_cost_what_the_dossier_says(name, points, units):
    tables = tables_of(name)
    assert (points_of(tables, 0), points_of(tables, 1)) == points
    used = tables["unit_used"].reshape(2, FORCE)
    assert tuple(used.sum(axis=1)) == units
    assert all((used[seat] == (np.arange(FORCE) < units[seat])).all() for seat in range(2)), "slots are filled from the first"


@pytest.mark.clause("TI-GEN-03")
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_squad_fills_more_than_four_slots(name):
    tables = tables_of(name)
    crews = tables["unit_figures"][:, Figure.MACHINE_GUN] + tables["unit_figures"][:, Figure.MORTAR]
    slots = tables["unit_figures"].sum(axis=1) + crews
    assert ((slots >= 1) == ((tables["unit_used"] == 1) & (tables["unit_kind"] == Kind.SQUAD))).all() and (slots <= 4).all()


@pytest.mark.clause("TI-GEN-04", "TI-ARE-03")
def test_profiles_have_a_range_and_firepower_against_either_kind_of_target():
    tables = tables_of("crossroads")
    a, b = 0, 1
    figures = {
        Figure.REGULAR: (4, 1, 1, 1),
        Figure.ELITE: (4, 2, 1, 1),
        Figure.OFFICER: (4, 1, 1, 1),
        Figure.MORTAR: (8, 2, 8, 2),
    }
    for seat in (a, b):
        for figure, expected in {**figures, Figure.MACHINE_GUN: (5, 3 + seat, 3, 2)}.items():
            found = [(tables["figure_range"][seat, figure, k], tables["figure_fp"][seat, figure, k]) for k in (0, 1)]
            assert (*found[0], *found[1]) == expected
    assert tables["mortar_suppressive"] == 4
    vehicles = {
        Kind.TRUCK: (0, 0, 0, 0), Kind.HALF_TRACK: (5, 4, 3, 2), Kind.MEDIUM_TANK_A: (5, 6, 6, 8), Kind.MEDIUM_TANK_B: (5, 6, 7, 9),
        Kind.HEAVY_TANK: (5, 6, 8, 10), Kind.TANK_DESTROYER: (5, 6, 7, 10), Kind.GUN: (4, 2, 6, 6),
    }  # fmt: skip
    for kind, expected in vehicles.items():
        found = [(tables["vehicle_range"][a, kind, k], tables["vehicle_fp"][a, kind, k]) for k in (0, 1)]
        assert (*found[0], *found[1]) == expected
    stats = {
        Kind.TRUCK: (6, 0, 10, 2), Kind.HALF_TRACK: (7, 1, 25, 1), Kind.MEDIUM_TANK_A: (6, 4, 75, 0), Kind.MEDIUM_TANK_B: (6, 4, 80, 0),
        Kind.HEAVY_TANK: (5, 6, 140, 0), Kind.TANK_DESTROYER: (6, 4, 85, 0),
    }  # fmt: skip
    for kind, expected in stats.items():
        assert tuple(int(tables[f"vehicle_{key}"][kind]) for key in ("move", "armour", "price", "capacity")) == expected
    traits = {"heavy": "MMHD", "concussive": "MMHD", "sturdy": "MMHD", "overruns": "MMH", "thick": "H"}
    letters = {Kind.MEDIUM_TANK_A: "M", Kind.MEDIUM_TANK_B: "M", Kind.HEAVY_TANK: "H", Kind.TANK_DESTROYER: "D"}
    for trait, kinds in traits.items():
        assert "".join(letters[Kind(kind)] for kind in np.flatnonzero(tables[f"vehicle_{trait}"])) == kinds


@pytest.mark.clause("TI-OPS-03")
def test_a_veteran_tank_crew_hits_infantry_harder_and_further():
    veteran, plain = ground(operations=("veteran_tank_crew",)), ground()
    for kind in (Kind.MEDIUM_TANK_A, Kind.MEDIUM_TANK_B):
        assert (veteran["vehicle_range"][0, kind, 0], veteran["vehicle_fp"][0, kind, 0]) == (6, 6)
        assert veteran["vehicle_range"][1, kind, 0] == plain["vehicle_range"][0, kind, 0] == 5
        assert (veteran["vehicle_range"][0, kind, 1] == plain["vehicle_range"][0, kind, 1]).all()
    for kind in (Kind.HEAVY_TANK, Kind.HALF_TRACK):
        assert (veteran["vehicle_range"][0, kind] == plain["vehicle_range"][0, kind]).all()


@pytest.mark.clause("TI-CRD-07")
def test_decks_hold_the_cards_of_the_dossier():
    tables = tables_of("crossroads")
    assert tables["deck_cards"].sum(axis=1).tolist() == [8, 8, 8, 8, 8, 6]
    assert ((tables["deck_cards"] > 0).sum(axis=0) == 1).all(), "each card belongs to one deck"
    assert set(np.flatnonzero(tables["card_plus"])) == {
        Card.FORCED_MARCH,
        Card.STEADY,
        Card.INCREASED_PRIORITY,
        Card.EXTRA_RATIONS,
    }
    costs = [1, 3, 1, 2, 2, 1, 1, 2, 2, 3, 2, 1, 1, 0, 1, 2, 1, 1, 1, 3, 1, 1, 2, 4, 3, 3, 6]
    assert tables["card_cost"].tolist() == costs and len(costs) == CARDS
    action = {
        Card.FORCED_MARCH, Card.COORDINATED_PUSH, Card.SURPRISE_ASSAULT, Card.STEADY, Card.TAKE_DOWN_THE_BEAST, Card.OFFENSIVE_ARTILLERY,
        Card.SUPPRESSIVE_BARRAGE, Card.SMOKE_MISSION, Card.AMMUNITION, Card.MARKSMEN,
    }  # fmt: skip
    assert set(np.flatnonzero(tables["card_action"])) == action
    assert set(np.flatnonzero(tables["card_command"])) == set(range(CARDS)) - action | {Card.STEADY}
    artillery = {Card.OFFENSIVE_ARTILLERY: (4, 3, 5), Card.SUPPRESSIVE_BARRAGE: (3, 3, 6), Card.SMOKE_MISSION: (3, 0, 0)}
    for card, expected in artillery.items():
        assert tuple(int(tables[f"card_{key}"][card]) for key in ("contact", "accuracy", "dice")) == expected
    assert tables["card_from"][Card.ARMOUR_RESERVE] == 3


@pytest.mark.clause("TI-CRD-32", "TI-CRD-33", "TI-CRD-34", "TI-CRD-35", "TI-CRD-36")
def test_reserve_cards_name_the_units_they_bring():
    tables = tables_of("bridge")
    for seat, tank in ((0, Kind.MEDIUM_TANK_A), (1, Kind.MEDIUM_TANK_B)):
        kinds, figures = tables["card_force_kind"][seat], tables["card_force_figures"][seat]
        assert figures[Card.RIFLE_RESERVE, 0].tolist() == [4, 0, 0, 0, 0]
        assert figures[Card.VETERAN_RESERVE, 0].tolist() == [0, 4, 0, 0, 0]
        assert figures[Card.WEAPONS_RESERVE, 0].tolist() == [2, 0, 0, 1, 0]
        assert kinds[Card.MOTOR_RESERVE].tolist() == [Kind.HALF_TRACK, Kind.SQUAD]
        assert figures[Card.MOTOR_RESERVE].tolist() == [[0] * 5, [3, 0, 0, 0, 0]]
        assert kinds[Card.ARMOUR_RESERVE, 0] == tank
    sizes = {
        Card.RIFLE_RESERVE: 1,
        Card.VETERAN_RESERVE: 1,
        Card.WEAPONS_RESERVE: 1,
        Card.MOTOR_RESERVE: 2,
        Card.ARMOUR_RESERVE: 1,
    }
    assert {Card(card): size for card, size in enumerate(tables["card_force_size"].tolist()) if size} == sizes
    assert tables["capacity_used"].tolist() == [9, 14]


def test_success_numbers_and_ladders_are_those_of_the_tables():
    tables = tables_of("farm")
    assert [tables["attack_success"][reach] for reach in (Reach.CLOSE, Reach.NORMAL, Reach.LONG)] == [4, 5, 6]
    assert tables["defence_success"] == 5

    def result(ladder: np.ndarray, net: int) -> int:
        return max((k for k in range(1, 4) if net >= ladder[k]), default=0)

    expected = {Condition.NONE: [0, 1, 1, 2, 3], Condition.PINNED: [0, 2, 2, 3, 3], Condition.DISRUPTED: [0, 3, 3, 3, 3]}
    for now, becomes in expected.items():
        assert [result(tables["suppressed_at"][now], net) for net in range(5)] == becomes
    expected = {Damage.NONE: [0, 1, 1, 2, 3], Damage.LIGHT: [0, 2, 2, 3, 3], Damage.HEAVY: [0, 3, 3, 3, 3]}
    for now, becomes in expected.items():
        assert [result(tables["damaged_at"][now], net) for net in range(5)] == becomes


def test_the_five_scenarios_are_those_of_the_dossier():
    farm, quick, crossroads, bridge, armour = (tables_of(name) for name in SCENARIOS)
    facts = [
        (int(t["rounds"]), t["actions"].tolist(), t["n_decks"].tolist(), t["start_cards"].tolist())
        for t in map(tables_of, SCENARIOS)
    ]
    assert facts == [
        (5, [2, 2], [1, 1], [1, 1]), (4, [2, 2], [0, 0], [0, 0]), (8, [3, 3], [3, 3], [1, 1]), (7, [3, 2], [2, 2], [1, 1]),
        (6, [2, 2], [0, 0], [0, 0]),
    ]  # fmt: skip
    assert [t["first_placer"] for t in map(tables_of, SCENARIOS)] == [0, 0, 0, 1, 0]
    assert not any(t["initiative"] for t in map(tables_of, SCENARIOS))
    assert (quick["objective_cell"] == farm["objective_cell"]).all()
    assert farm["objective_kind"][:6].tolist() == [Goal.VICTORY] * 3 + [Goal.NEUTRAL, Goal.COMMAND_A, Goal.COMMAND_B]
    assert farm["decks"][:, 0].tolist() == [Deck.COMMAND, Deck.MORALE]
    assert crossroads["winning_lead"] == 11 and not farm["winning_lead"]
    assert crossroads["operations"][0, Operation.LAY_SMOKE] and crossroads["operations"][1, Operation.SEIZE_THE_INITIATIVE]
    assert [int(slot) for slot in range(SLOTS) if crossroads["unit_due"][slot] == 3] == [9, FORCE + 8]
    assert {int(cell) // WIDTH for cell in np.flatnonzero(crossroads["arrival"][0])} == {12}
    assert (bridge["victory"], bridge["attacker"], bridge["control_from"]) == (Victory.CONTROL, 0, 4)
    assert bridge["objective_control"][:5].tolist() == [1, 1, -1, -1, -1]
    assert bridge["markers"][1][:6].tolist() == [Mark.ENTRENCHMENT] * 3 + [Mark.WIRE] * 2 + [Mark.MINES]
    assert bridge["start_op"].tolist() == [0, 1] and not crossroads["start_op"].any()
    assert bridge["zone_wire"][1][number((4, 5))] and not bridge["zone_wire"][1][number((5, 5))], "not on the bridge"
    assert not bridge["zone_trench"][1][number((4, 3))], "no entrenchment in a building"
    assert bridge["unit_specialty"][FORCE : FORCE + 3].tolist() == [Specialty.NONE, Specialty.ANTI_TANK, Specialty.MEDIC]
    assert armour["vehicle_points"] == 2 and armour["n_objectives"] == 3 and set(armour["objective_kind"][:3]) == {Goal.VICTORY}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_bound_on_decisions_is_generous_but_finite(name):
    assert 4000 < decision_bound(tables_of(name)) < 100_000


# Options and own files.


@pytest.fixture
def observed(monkeypatch):
    """`load` needs the features of the observation; a stand-in where that chapter is missing."""
    if importlib.util.find_spec("skirmish_rl.envs.tide_of_iron.observation") is None:
        module = types.ModuleType("skirmish_rl.envs.tide_of_iron.observation")
        module.features = lambda tables: None  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)


def loaded(name: str, **options: Any):
    return load(None, name, None, {**OPTIONS, **options})  # type: ignore[arg-type]


def test_options_shorten_games_and_leave_out_cards(observed):
    plain = loaded("crossroads")
    assert plain.options["rounds"] == 8 and plain.tags == ("standard",)
    assert plain.players == ("mobile combined arms", "machine guns and armour")
    bare = loaded("crossroads", rounds=3, operations=False, decks=False)
    tables = bare.tables[0]
    assert (
        tables["rounds"] == 3
        and not tables["operations"].any()
        and not tables["n_decks"].any()
        and not tables["start_cards"].any()
    )
    assert bare.max_decisions < plain.max_decisions
    assert loaded("bridge", rounds=2).tables[0]["control_from"] == 2, "the last round always counts"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds=0"),
        ({"rounds": 13}, "TI-RND-03"),
        ({"rounds": True}, "rounds=True"),
        ({"decks": 1}, "decks=1"),
        ({"operations": "no"}, "operations='no'"),
        ({"constants": 5}, "path of a TOML file"),
    ],
)
def test_bad_options_are_refused(options, message, observed):
    with pytest.raises(BadOption, match=message):
        loaded("farm", **options)


def test_own_figures_replace_those_they_name(tmp_path, observed):
    path = tmp_path / "book.toml"
    path.write_text("""
        defence_success = 6
        op_mode_free = false
        suppressed_none = { pinned = 1, disrupted = 2, routed = 3 }
        terrain.woods.cover = 1
    """)
    tables = loaded("farm", constants=str(path)).tables[0]
    assert tables["defence_success"] == 6 and tables["attack_success"].tolist() == [4, 5, 6] and not tables["op_mode_free"]
    assert tables["suppressed_at"].tolist() == [[0, 1, 2, 3], [0, FAR, 1, 3], [0, FAR, FAR, 1]]
    woods = number((2, 2))
    assert tables["cover"][woods] == 1 and tables["cost"][VEHICLE, number((1, 2)), EAST] == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("defense_success = 5", "defense_success.*did you mean 'defence_success'"),
        ("attack_close = 7", "attack_close.*faces that succeed are 2 to 6"),
        ("mine_dice = 21", "mine_dice"),
        ("suppressed_none = { pinned = 3, disrupted = 1 }", "suppressed_none.*TI-SUP-01"),
        ("damaged_none = { lite = 1 }", "damaged_none.*did you mean 'light'"),
        ("damaged_light = { heavy = 0 }", "damaged_light.*TI-VEH-02"),
        ("terrain.swamp = { squad = 2, vehicle = 0, cover = 0 }", "terrain.*unknown terrain 'swamp'"),
        ("terrain.woods.cover = -1", "terrain.*TI-TRN-03"),
    ],
)
def test_figures_that_cannot_be_are_refused(tmp_path, text, message):
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=f"(?s){re.escape(str(path))}.*{message}"):
        read_setting("farm", str(path))


def test_every_figure_of_the_rules_cites_its_clause():
    for line in (FOLDER / "constants.toml").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            assert re.search(r"# .*(TI-[A-Z]{3}-\d\d|dossier)", line), line


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
    tables = pack(read_setting(own(tmp_path)))[0]
    assert tables["on_map"].sum() == 4 * 7 + 3 * 6
    assert tables["unit_kind"][:2].tolist() == [Kind.SQUAD, Kind.TRUCK]
    assert tables["level"][number((4, 3))] == 2 and tables["terrain"][number((2, 2))] == Terrain.STREAM
    marked = own(tmp_path, ("[board]", "[markers]\nwire = [[2, 2]]\nentrenchment = [[1, 1], [1, 1]]\ntraps = [[1, 1]]\n[board]"))
    marks = pack(read_setting(marked))[0]["marks"]
    assert marks[number((2, 2))] == Mark.WIRE and marks[number((1, 1))] == 2 * Mark.ENTRENCHMENT + Mark.TRAPS
    deep = own(tmp_path, ('title = "Skirmish"', 'title = "Skirmish"\nstream = "deep"'))
    assert pack(read_setting(deep))[0]["terrain"][number((2, 2))] == Terrain.DEEP_STREAM
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
    (UNIT_B, "{ figures = { regular = 5 } }", "figures", "fills 5 slots.*TI-GEN-03"),
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
    reserves = own(
        tmp_path, (UNIT_B, ", ".join([UNIT_B] * 10)), ("zone = [0]", 'zone = [0]\narrival = [0]\ndecks = ["reinforcement"]')
    )
    with pytest.raises(DataError, match="10 units and its cards bring 7"):
        read_setting(reserves)


def test_replacing_a_board_leaves_the_rest(tmp_path):
    setting = read_setting(own(tmp_path))
    flat = pack(replace(setting, board=replace(setting.board, levels={})))[0]
    assert not flat["level"].any() and flat["on_map"].sum() == 46 and len(flat["cost"][0]) == CELLS
