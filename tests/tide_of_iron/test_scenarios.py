"""The scenarios TI-S1 to TI-S4 as they are set up, compared with the dossier's text."""

from __future__ import annotations

from collections import Counter

import pytest

from skirmish_rl.envs.tide_of_iron.state import ALL_DECKS, FORCE, Deck, Goal, Mark, Operation
from tests.tide_of_iron.table import place_of

FARM_GOALS = {
    ((1, 4), "victory", 1), ((4, 4), "victory", 1), ((7, 4), "victory", 1), ((4, 4), "neutral", 2), ((4, 7), "command_a", 1),
    ((3, 1), "command_b", 1),
}  # fmt: skip
VILLAGE_GOALS = {((2, 6), "victory", 1), ((7, 6), "victory", 1), ((12, 6), "victory", 1)}
COMMAND_SQUAD, GUARD_SQUAD = {"officer": 1, "regular": 3}, {"officer": 1, "elite": 1, "regular": 2}
LINE, ELITE, GUNS, MORTAR = {"regular": 4}, {"elite": 4}, {"machine_gun": 1, "regular": 2}, {"mortar": 1, "regular": 2}
SMALL = ([COMMAND_SQUAD, LINE, LINE, ELITE, GUNS], [GUARD_SQUAD, ELITE, GUNS, {"regular": 3}, {"regular": 3}])
STANDARD_A = [COMMAND_SQUAD, LINE, LINE, LINE, ELITE, GUNS, MORTAR, "half_track", "medium_tank_a"]
STANDARD_B = [GUARD_SQUAD, ELITE, LINE, LINE, GUNS, GUNS, MORTAR, "medium_tank_b"]
SCENARIOS = {
    "farm": {
        "hexes": 77, "rounds": 5, "actions": [2, 2], "zones": ([7, 8], [0, 1]), "decks": (["command"], ["morale"]), "cards": [1, 1],
        "forces": SMALL, "goals": FARM_GOALS,
    },
    "farm_quick": {
        "hexes": 77, "rounds": 4, "actions": [2, 2], "zones": ([7, 8], [0, 1]), "forces": SMALL, "goals": FARM_GOALS,
    },
    "crossroads": {
        "hexes": 189, "rounds": 8, "actions": [3, 3], "zones": ([10, 11, 12], [0, 1, 2]), "forces": (STANDARD_A, STANDARD_B), "lead": 11,
        "decks": (["command", "artillery", "supply"], ["morale", "ground_support", "artillery"]), "cards": [1, 1],
        "operations": ({"lay_smoke"}, {"seize_the_initiative"}), "tokens": (["anti_tank", "engineer"], ["anti_tank", "medic"]),
        "goals": VILLAGE_GOALS | {((5, 5), "neutral", 1), ((8, 7), "neutral", 1), ((7, 10), "command_a", 2), ((7, 2), "command_b", 2)},
        "reserves": {"A10": ([12], LINE), "B9": ([0], LINE)}, "pool": [0, 2],
    },
    "bridge": {
        "hexes": 116, "rounds": 7, "actions": [3, 2], "zones": ([8, 9, 10], [0, 1, 2, 3, 4]), "first": 1, "cards": [1, 1],
        "forces": (STANDARD_A, [GUARD_SQUAD, ELITE, LINE, GUNS, GUNS, MORTAR]), "specialties": {"B2": "anti_tank", "B3": "medic"},
        "decks": (["command", "artillery"], ["morale", "reinforcement"]), "operations": ({"lay_smoke"}, {"desperate_defenders"}),
        "tokens": (["anti_tank", "engineer"], []), "op_fire": 1, "holders": {(4, 3): 1, (7, 2): 1},
        "goals": {((4, 3), "victory", 0), ((7, 2), "victory", 0), ((5, 5), "neutral", 2), ((5, 9), "command_a", 1),
            ((5, 1), "command_b", 1)},
        "markers": {"ENTRENCHMENT": 3, "WIRE": 2, "MINES": 1}, "reserves": {"B7": ([0], LINE)}, "control": (0, 4),
    },
    "armour": {
        "hexes": 189, "rounds": 6, "actions": [2, 2], "zones": ([10, 11, 12], [0, 1, 2]), "goals": VILLAGE_GOALS, "vehicle_points": 2,
        "forces": (["medium_tank_a"] * 5 + ["tank_destroyer"], ["heavy_tank"] * 2 + ["medium_tank_b"] * 2),
    },
}  # fmt: skip
EACH = pytest.mark.parametrize(("name", "facts"), SCENARIOS.items(), ids=SCENARIOS)


def set_up(t, answer=None):
    """Answer the set-up's decisions, with the last legal action or as `answer` says; the record of all that was asked."""
    asked = []
    while t.phase == "SETUP":
        legal = t.legal()
        asked.append((t.decision, t.decider, legal))
        t.play((answer and answer(t, legal)) or sorted(legal - {"done"} or legal)[-1])
    return asked


def hexes(legal):
    return {tuple(map(int, text.split()[1].split(","))) for text in legal if text.startswith("place ")}


def content(t, name):
    unit = t.unit(name)
    return unit.figures if unit.kind == "squad" else unit.kind


@EACH
def test_map_length_actions_and_the_first_holder(table, name, facts):
    tables = table.new_game(name).scenario.tables[0]
    assert int(tables["on_map"].sum()) == facts["hexes"]
    assert (int(tables["rounds"]), tables["actions"].tolist(), int(tables["initiative"])) == (
        facts["rounds"],
        facts["actions"],
        0,
    )
    assert int(tables["winning_lead"]) == facts.get("lead", 0)
    assert int(tables["vehicle_points"]) == facts.get("vehicle_points", 0)
    control = (int(tables["attacker"]), int(tables["control_from"])) if tables["victory"] else None
    assert control == facts.get("control")


@EACH
@pytest.mark.clause("TI-SET-06", "TI-CMD-02", "TI-CMD-08")
def test_objectives_and_their_control_at_the_start(table, name, facts):
    t = table.new_game(name)
    tables = t.scenario.tables[0]
    found = {}
    for k in range(int(tables["n_objectives"])):
        goal = (
            place_of(tables["objective_cell"][k]),
            Goal(int(tables["objective_kind"][k])).name.lower(),
            int(tables["objective_value"][k]),
        )
        found[goal] = int(t.state["control"][k])
    assert set(found) == facts["goals"] and len(found) == int(tables["n_objectives"])
    assert {at: seat for (at, _, _), seat in found.items() if seat >= 0} == facts.get("holders", {})


@EACH
@pytest.mark.clause("TI-CRD-07")
def test_decks_and_operations(table, name, facts):
    t = table.new_game(name)
    tables = t.scenario.tables[0]
    decks = [[Deck(int(tables["decks"][seat, k])).name.lower() for k in range(int(tables["n_decks"][seat]))] for seat in range(2)]
    assert decks == list(facts.get("decks", ([], [])))
    operations = [{o.name.lower() for o in Operation if tables["operations"][seat, o]} for seat in range(2)]
    assert operations == list(facts.get("operations", (set(), set())))
    assert t.state["pool"].tolist() == facts.get("pool", [0, 0])
    assert t.state["command"].tolist() == [0, 0]
    assert len(Deck) == ALL_DECKS


@EACH
@pytest.mark.clause("TI-SET-02", "TI-SET-04", "TI-SET-05")
def test_the_game_begins_with_all_units_fresh_in_their_zones_and_the_cards_in_hand(table, name, facts):
    t = table.new_game(name)
    set_up(t)
    for seat, force in enumerate(facts["forces"]):
        names = [f"{'AB'[seat]}{k + 1}" for k in range(len(force))]
        assert [content(t, unit) for unit in names] == force
        assert {t.unit(unit).at[1] for unit in names} <= set(facts["zones"][seat])
        others = {f"{'AB'[seat]}{k + 1}" for k in range(len(force), FORCE)}
        assert {unit for unit in others if t.unit(unit).status != "ABSENT"} == {
            unit for unit in facts.get("reserves", {}) if unit in others
        }
        drawn = facts.get("cards", [0, 0])[seat]
        decks = facts.get("decks", ([], []))[seat]
        assert sum(t.hand(seat).values()) == drawn
        assert int(t.state["deck"][seat].sum()) == sum(6 if deck == "reinforcement" else 8 for deck in decks) - drawn
    assert (t.decision, t.decider, t.state["round"], int(t.state["actions_left"])) == ("SELECT", 0, 1, facts["actions"][0])


@EACH
@pytest.mark.clause("TI-SET-05", "TI-SET-06", "TI-SET-07")
def test_who_places_first_and_where(table, name, facts):
    t = table.new_game(name)
    asked = set_up(t)
    order = [seat for decision, seat, _ in asked if decision == "DEPLOY"]
    first = facts.get("first", 0)
    assert order == sorted(order, key=lambda seat: seat != first) and set(order) == {0, 1}
    on_map = t.scenario.tables[0]["on_map"]
    for seat in (0, 1):
        offered = {at for decision, who, legal in asked if (decision, who) == ("DEPLOY", seat) for at in hexes(legal)}
        assert offered == {at for at in map(place_of, on_map.nonzero()[0]) if at[1] in facts["zones"][seat]}


@EACH
@pytest.mark.clause("TI-SET-03")
def test_tokens_to_be_given(table, name, facts):
    t = table.new_game(name)
    asked = set_up(t)
    given = Counter(seat for decision, seat, _ in asked if decision == "ASSIGN_TOKEN")
    tokens = facts.get("tokens", ([], []))
    assert [given[seat] for seat in (0, 1)] == [len(side) for side in tokens]
    for seat, side in enumerate(tokens):
        wanted = sorted([*side, *(token for unit, token in facts.get("specialties", {}).items() if unit[0] == "AB"[seat])])
        units = [f"{'AB'[seat]}{k + 1}" for k in range(FORCE)]
        assert sorted(t.unit(unit).specialty for unit in units if t.unit(unit).specialty != "none") == wanted
    for unit, token in facts.get("specialties", {}).items():
        assert t.unit(unit).specialty == token


@EACH
@pytest.mark.clause("TI-SET-08")
def test_op_fire_before_round_one_and_markers_are_the_bridge_guards_alone(table, name, facts):
    asked = set_up(table.new_game(name))
    op_fire = {seat for decision, seat, _ in asked if decision == "OP_MODE"}
    assert op_fire == ({facts["op_fire"]} if "op_fire" in facts else set())
    placed = [(seat, legal) for decision, seat, legal in asked if decision == "PLACE_MARKER"]
    assert len(placed) == sum(facts.get("markers", {}).values())
    assert {seat for seat, _ in placed} <= {1}


@pytest.mark.clause("TI-SET-01", "TI-TRN-05", "TI-TRN-08")
def test_the_bridge_guards_markers(table):
    """Three entrenchments in rows 0-4, then two of wire and a minefield in rows 1-6, none of them on the bridge; then the units."""
    t = table.new_game("bridge")
    tables = t.scenario.tables[0]
    assert [Mark(int(mark)).name for mark in tables["markers"][1][: tables["n_markers"][1]]] == ["ENTRENCHMENT"] * 3 + ["WIRE"] * 2 + [
        "MINES"
    ]
    assert not tables["n_markers"][0]
    while t.decision != "PLACE_MARKER":
        t.play(sorted(t.legal())[0])
    board = {(column, row) for row in range(11) for column in range(11 - row % 2)}
    for _ in range(3):
        assert (t.decider, hexes(t.legal())) == (
            1,
            {at for at in board if at[1] <= 4} - {(4, 1), (4, 3), (6, 2)},
        )  # not in buildings
        t.play("place 2,2")
    fields = {at for at in board if 1 <= at[1] <= 6} - {(5, 5)}
    for taken, at in (((), "4,5"), ({(4, 5)}, "6,5"), ((), "4,5")):  # a hex holds one of wire, and mines besides
        assert (t.decider, hexes(t.legal())) == (1, fields - set(taken))
        t.play(f"place {at}")
    assert (t.marks_at((2, 2)), t.marks_at((4, 5)), t.marks_at((6, 5))) == ({"entrenchment 3"}, {"wire", "mines"}, {"wire"})
    assert (t.decision, t.decider) == ("DEPLOY", 1)


@pytest.mark.clause("TI-REI-01", "TI-STA-06")
@pytest.mark.parametrize("name", ["crossroads", "bridge"])
def test_reinforcements_come_in_the_status_phase_of_round_three(table, name):
    reserves = SCENARIOS[name]["reserves"]
    t = table.new_game(name)
    set_up(t)
    for unit, (_, figures) in reserves.items():
        assert (t.unit(unit).status, t.unit(unit).figures) == ("RESERVE", figures)
    t.state["round"] = 2
    t.status_phase("arrive")
    assert (t.decision, t.state["round"]) == ("SELECT", 3)
    seen = {}
    t.status_phase("arrive")
    while t.decision == "ARRIVE":
        seen[t.decider] = {at[1] for at in hexes(t.legal())}
        t.play(sorted(t.legal())[0])
    assert seen == {"AB".index(unit[0]): set(rows) for unit, (rows, _) in reserves.items()}
    assert t.state["round"] == 4


@pytest.mark.clause("TI-SET-07", "TI-CMD-04")
@pytest.mark.parametrize(
    ("name", "at", "seat"), [("farm", (4, 7), 0), ("farm", (3, 1), 1), ("crossroads", (7, 10), 0), ("crossroads", (7, 2), 1)]
)
@pytest.mark.parametrize("there", [True, False])
def test_a_command_objective_of_ones_zone_is_taken_at_set_up(table, name, at, seat, there):
    t = table.new_game(name)
    spot = "place {},{}".format(*at)

    def answer(t, legal):
        if t.decision != "DEPLOY" or t.decider != seat:
            return None
        return spot if there and spot in legal else sorted(legal - {spot})[-1]

    set_up(t, answer)
    tables = t.scenario.tables[0]
    held = {
        place_of(tables["objective_cell"][k]): int(t.state["control"][k])
        for k in range(int(tables["n_objectives"]))
        if t.state["control"][k] >= 0
    }
    assert held.get(at) == (seat if there else None)


@pytest.mark.clause("TI-OBJ-01", "TI-WIN-02")
def test_a_lead_of_eleven_wins_at_the_crossroads_at_once(table):
    for points, over in (((10, 0), False), ((11, 0), True)):
        t = table.new_game("crossroads")
        set_up(t)
        t.state["points"] = points
        t.initiative_step()
        assert (t.over, t.reason) == (over, "lead" if over else "running")


@pytest.mark.clause("TI-WIN-01")
def test_the_armour_duel_has_neither_command_nor_cards(table):
    t = table.new_game("armour")
    set_up(t)
    t.state["control"][:3] = 0, 1, 1
    t.command_phase()
    assert t.state["points"].tolist() == [1, 2]
    assert (t.state["command"].tolist(), t.decision) == ([0, 0], "OP_MODE")
