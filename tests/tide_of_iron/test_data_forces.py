"""Forces, profiles, cards, success numbers, and the numbers of the shipped scenarios. Chapters GEN, OPS, CRD."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.tide_of_iron.data.bound import decision_bound
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
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
    Victory,
)
from tests.tide_of_iron.ground import SCENARIOS, ground, number, tables_of


def points_of(tables: np.void, seat: int) -> int:
    """Price of the units a side starts with and of its tokens and markers."""
    total = sum(int(tables["specialty_points"][token]) for token in tables["tokens"][seat])
    prices = {Mark.ENTRENCHMENT: 5, Mark.WIRE: 3, Mark.MINES: 8}
    total += sum(prices[Mark(int(marker))] for marker in tables["markers"][seat][: tables["n_markers"][seat]])
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
        (int(t["rounds"]), t["actions"].tolist(), t["n_decks"].tolist(), t["start_cards"].tolist()) for t in map(tables_of, SCENARIOS)
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


def test_the_bound_on_decisions_before_the_first_round_is_that_worked_by_hand():
    """Tokens, starting cards, markers, three questions for each unit and an end; and the four commands of a game without rounds."""
    tables = tables_of("farm").copy()
    tables["rounds"], tables["n_decks"] = 0, 0
    for key, counts in (("n_tokens", (2, 1)), ("start_cards", (1, 0)), ("n_markers", (3, 0)), ("capacity_used", (4, 2))):
        tables[key] = counts
    assert decision_bound(tables) == (2 + 1 + 3 + 3 * 4 + 1) + (1 + 3 * 2 + 1) + 4
