"""Chapter SET: what is settled before round 1, by whom and in which order."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.state import Figure, Mark

SQUAD = {"figures": {"regular": 4}}
CREW = {"figures": {"machine_gun": 1, "regular": 2}}


def vehicle(kind):
    return {"kind": kind}


def objective(kind, at, **more):
    return {"cell": list(at), "kind": kind, "value": 1, **more}


def setting(table, **keys):
    """A real game of a small scenario at its first decision; A's zone is row 8, B's row 0."""
    return table(set_up=True, **keys)


def places(t):
    """Hexes that the pending decision offers."""
    return {tuple(map(int, text.split()[1].split(","))) for text in t.legal() if text.startswith("place ")}


def deploy_all(t, seat, row):
    """Place a side's units from the west, one a hex."""
    column = 0
    while t.decision == "DEPLOY" and t.decider == seat:
        t.play(f"place {column},{row}")
        column += 1


@pytest.mark.clause("TI-SET-01")
@pytest.mark.parametrize("holder", ["a", "b"])
def test_markers_round_and_initiative_are_those_of_the_scenario(table, holder):
    t = setting(table, markers={"wire": [[3, 3]], "entrenchment": [[2, 4], [2, 4]]}, initiative=holder)
    assert t.marks_at((3, 3)) == {"wire"}
    assert t.marks_at((2, 4)) == {"entrenchment 2"}
    assert t.marks_at((4, 4)) == set()
    while t.decision == "DEPLOY":
        t.play(f"place 4,{(8, 0)[t.decider]}")
    assert (t.decision, t.decider) == ("SELECT", "ab".index(holder))
    assert int(t.state["round"]) == 1


@pytest.mark.clause("TI-SET-01")
def test_a_die_may_say_who_has_the_initiative_first(table):
    """1 to 3: A, 4 to 6: B, who also places first."""
    holders = []
    for seed in range(60):
        t = table.new_game("duel", seed=seed)
        face = next(int(e["value"]) for e in t.state["events"] if e["kind"] == Event.DIE)
        assert t.decider == int(t.state["initiative"]) == (face > 3)
        holders.append(t.decider)
    assert 15 < sum(holders) < 45


def test_equal_forces_have_equal_figures():
    """Side B's machine guns are better than side A's, unless the scenario gives it side A's figures."""
    fp = {name: RULESET.scenario(name).tables["figure_fp"][0, :, Figure.MACHINE_GUN, 0].tolist() for name in ("farm", "duel", "mirror")}
    assert fp == {"farm": [3, 4], "duel": [3, 3], "mirror": [3, 3]}


@pytest.mark.clause("TI-SET-01", "TI-TRN-05")
def test_markers_of_a_side_are_placed_by_it_inside_their_rows(table):
    """On the bridge, B places entrenchments in rows 0-4 and not in buildings, wire and mines in rows 1-6 and not on the bridge."""
    t = table.new_game("bridge")
    assert t.random_until("PLACE_MARKER")
    assert t.decider == 1
    assert {(0, 4), (10, 0)} <= places(t)
    assert not {(4, 1), (4, 3), (6, 2), (0, 5), (0, 6)} & places(t)
    t.play("place 0,4", "place 0,4")
    assert (0, 4) in places(t)  # three markers may lie there
    t.play("place 0,4")
    assert {(0, 1), (4, 1), (0, 6), (4, 5)} <= places(t)  # wire
    assert not {(0, 0), (0, 7), (5, 5)} & places(t)
    t.play("place 3,6")
    assert (3, 6) not in places(t)  # one wire a hex
    t.play("place 2,6")
    assert (3, 6) in places(t)  # a minefield with it
    t.play("place 3,6")
    assert (t.decision, t.decider) == ("DEPLOY", 1)
    assert t.marks_at((0, 4)) == {"entrenchment 3"}
    assert t.marks_at((3, 6)) == {"wire", "mines"}


@pytest.mark.clause("TI-SET-01")
@pytest.mark.parametrize("first", ["a", "b"])
def test_each_side_places_its_own_markers_before_its_units(table, first):
    rows = {"trench_rows": [3, 4, 5], "wire_rows": [3, 4, 5]}
    t = setting(table, initiative=first, a={"markers": ["wire", "mines"], **rows}, b={"markers": ["entrenchment", "wire"], **rows})
    asked = []
    for at in ("2,4", "4,4"):
        for _ in range(2):
            asked.append((t.decision, t.decider, int(t.state["subject"])))
            t.play(f"place {at}")
        asked.append((t.decision, t.decider))
        t.play(f"place 4,{(8, 0)[t.decider]}")
    of_a = [("PLACE_MARKER", 0, Mark.WIRE), ("PLACE_MARKER", 0, Mark.MINES), ("DEPLOY", 0)]
    of_b = [("PLACE_MARKER", 1, Mark.ENTRENCHMENT), ("PLACE_MARKER", 1, Mark.WIRE), ("DEPLOY", 1)]
    assert asked == (of_a + of_b if first == "a" else of_b + of_a)


@pytest.mark.clause("TI-TRN-05", "TI-TRN-08", "TI-MOV-09")
@pytest.mark.parametrize(
    ("marker", "terrain", "stream", "able"),
    [
        ("entrenchment", "clear", "shallow", True),
        ("entrenchment", "stream", "shallow", False),
        ("entrenchment", "stream", "deep", False),
        ("entrenchment", "pond", "shallow", False),
        ("pillbox", "building", "shallow", False),
        ("wire", "stream", "deep", True),
        ("wire", "pond", "shallow", False),
        ("mines", "building", "shallow", True),
        ("mines", "pond", "shallow", False),
    ],
)
def test_where_a_side_may_place_its_markers(table, marker, terrain, stream, able):
    ground = {} if terrain == "clear" else {terrain: [(4, 3)]}
    t = setting(table, terrain=ground, stream=stream, initiative="b", b={"markers": [marker], "trench_rows": [3], "wire_rows": [3]})
    assert (t.decision, t.decider) == ("PLACE_MARKER", 1)
    assert t.can("place 4,3") is able and t.can("place 3,3")


@pytest.mark.clause("TI-TRN-05")
def test_a_side_cannot_place_a_fourth_entrenchment_in_a_hex(table):
    t = setting(
        table,
        b={"markers": ["entrenchment"], "trench_rows": [0]},
        markers={"entrenchment": [[4, 0], [4, 0]], "pillbox": [[4, 0], [3, 0], [3, 0]]},
    )
    t.play("place 4,8")
    assert (t.decision, t.decider) == ("PLACE_MARKER", 1)
    assert (4, 0) not in places(t)
    assert (3, 0) in places(t)


@pytest.mark.clause("TI-SET-02")
def test_squads_are_fixed_and_only_tokens_are_free(table):
    t = table.new_game("crossroads")
    assert t.decision == "ASSIGN_TOKEN"
    assert t.unit("A1").figures == {"officer": 1, "regular": 3}
    assert t.unit("A6").figures == {"machine_gun": 1, "regular": 2}
    assert t.unit("B1").figures == {"officer": 1, "elite": 1, "regular": 2}


@pytest.mark.clause("TI-SET-03")
def test_tokens_go_one_by_one_to_squads_without_crew_and_without_token(table):
    t = table.new_game("crossroads")
    assert t.decider == 0
    assert t.legal() == {f"give A{k}" for k in range(1, 6)}  # A6 and A7 hold crews, A8 and A9 are vehicles, A10 comes later
    t.play("give A2")
    assert t.unit("A2").specialty == "anti_tank"
    assert t.legal() == {"give A1", "give A3", "give A4", "give A5"}
    t.play("give A5")
    assert t.unit("A5").specialty == "engineer"
    assert t.decider == 1
    assert t.legal() == {f"give B{k}" for k in range(1, 5)}
    t.play("give B1")
    assert t.unit("B1").specialty == "anti_tank"
    t.play("give B4")
    assert t.unit("B4").specialty == "medic"


@pytest.mark.clause("TI-SET-04")
def test_starting_cards_come_faceup_from_decks_of_the_players_choice(table):
    t = setting(
        table, initiative="b", a={"decks": ["command", "morale"], "start_cards": 2}, b={"decks": ["morale", "supply"], "start_cards": 1}
    )
    assert (t.decision, t.decider) == ("DRAW_START", 1)
    assert t.legal() == {"draw 1", "draw 2"}
    t.dice(8)  # supply: two each of rations, dressing, repair, ammunition
    t.play("draw 2")
    assert t.hand(1) == {"ammunition": 1}
    assert t.decider == 0
    t.dice(4, 5)
    t.play("draw 1")
    assert t.hand(0) == {"forced_march": 1}  # its "+" does nothing now
    assert t.decision == "DRAW_START"
    t.play("draw 1")  # of seven cards left the fifth: 2 mobilisation, 1 communications, 1 march, then push
    assert t.hand(0) == {"forced_march": 1, "coordinated_push": 1}
    assert t.decision == "DEPLOY"


@pytest.mark.clause("TI-SET-04")
def test_an_empty_deck_is_no_choice(table):
    t = setting(table, a={"decks": ["command", "morale"], "start_cards": 10})
    t.dice(*[1] * 10)
    t.play(*["draw 2"] * 7)
    assert t.legal() == {"draw 1", "draw 2"}
    t.play("draw 2")  # the other two can only come from the first deck
    assert t.decision == "DEPLOY"
    assert sum(t.hand(0).values()) == 10


@pytest.mark.clause("TI-SET-05")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_holder_places_all_his_units_before_the_opponent_starts(table, holder):
    t = setting(table, initiative="ab"[holder], a={"units": [SQUAD] * 2}, b={"units": [SQUAD] * 2})
    order = []
    while t.decision == "DEPLOY":
        order.append(t.decider)
        t.play(f"place {len(order)},{(8, 0)[t.decider]}")
    assert order == [holder, holder, 1 - holder, 1 - holder]


@pytest.mark.clause("TI-SET-05")
def test_the_scenario_may_let_the_other_side_place_first(table):
    t = table.new_game("bridge")
    assert t.random_until("DEPLOY")
    assert (t.state["initiative"], t.decider) == (0, 1)


@pytest.mark.clause("TI-SET-05", "TI-MOV-04", "TI-TRN-04")
def test_a_unit_is_placed_in_an_enterable_hex_of_its_zone_below_the_stacking_limit(table):
    terrain = {"pond": [(1, 8)], "building": [(2, 8)], "woods": [(3, 8)]}
    units = [SQUAD, SQUAD, SQUAD, SQUAD, vehicle("medium_tank_a")]
    t = setting(table, terrain=terrain, markers={"traps": [[5, 8]], "pillbox": [[6, 8]]}, a={"units": units})
    squads = {(0, 8), (2, 8), (3, 8), (4, 8), (5, 8), (6, 8), (7, 8), (8, 8)}
    for _ in range(3):
        assert places(t) == squads
        t.play("place 0,8")
    assert places(t) == squads - {(0, 8)}
    t.play("place 3,8")
    assert places(t) == {(3, 8), (4, 8), (7, 8), (8, 8)}


@pytest.mark.clause("TI-SET-05", "TI-TRP-01")
def test_a_squad_may_be_placed_inside_a_transport_with_room(table):
    t = setting(table, a={"units": [SQUAD, SQUAD, SQUAD, vehicle("half_track"), vehicle("truck"), vehicle("medium_tank_a")]})
    t.play("place 4,8", "place 5,8")  # the transports come first
    assert (t.unit("A4").at, t.unit("A5").at) == ((4, 8), (5, 8))
    assert {"board A4", "board A5"} <= t.legal()
    assert not {"board A6", "board A1"} & t.legal()
    t.play("board A4")
    assert (t.unit("A1").carrier, t.unit("A1").at) == ("A4", (4, 8))
    assert "board A4" not in t.legal()
    t.play("board A5", "board A5")
    assert (t.unit("A5").aboard, t.unit("A3").carrier) == (2, "A5")


@pytest.mark.clause("TI-SET-05", "TI-TRN-05", "TI-TRN-06")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_a_squad_may_be_placed_in_a_free_fortification(table, fort):
    t = setting(table, a={"units": [SQUAD] * 4}, markers={fort: [[4, 8], [4, 8]]})
    t.play("place 3,8")
    assert t.decision == "DEPLOY"  # nothing to enter there
    t.play("place 4,8")
    assert (t.decision, t.decider) == ("DEPLOY_FORT", 0)
    assert f"enter-{fort}" in t.legal()
    assert len(t.legal()) == 2
    t.play("pass")
    t.play("place 4,8", f"enter-{fort}", "place 4,8", f"enter-{fort}")
    assert [t.unit(f"A{k}").fort for k in range(1, 5)] == ["none", "none", fort, fort]


@pytest.mark.clause("TI-SET-05", "TI-TRN-05")
def test_a_taken_entrenchment_is_not_offered_and_vehicles_have_no_use_for_it(table):
    t = setting(table, a={"units": [SQUAD, SQUAD, vehicle("half_track")]}, markers={"entrenchment": [[4, 8]]})
    t.play("place 4,8")
    assert t.decision == "DEPLOY"  # the half-track
    t.play("place 4,8", "enter-entrenchment")
    t.play("place 4,8")
    assert t.decider == 1
    assert t.unit("A2").fort == "none"


@pytest.mark.clause("TI-SET-06")
def test_nobody_controls_an_objective_at_the_start(table):
    t = setting(
        table,
        objectives=[
            objective("command_a", (4, 7)),
            objective("command_b", (4, 1)),
            objective("neutral", (4, 4)),
            objective("victory", (3, 4)),
        ],
    )
    deploy_all(t, 0, 8)
    deploy_all(t, 1, 0)
    assert t.decision == "SELECT"
    assert t.state["control"][:4].tolist() == [-1] * 4


@pytest.mark.clause("TI-SET-06")
def test_the_scenario_may_say_otherwise(table):
    t = table.new_game("bridge")
    assert t.state["control"][:5].tolist() == [1, 1, -1, -1, -1]


@pytest.mark.clause("TI-SET-07")
@pytest.mark.parametrize("kind", ["command_a", "command_b", "neutral", "victory"])
@pytest.mark.parametrize(("at", "owner"), [((4, 8), 0), ((5, 8), -1)])
def test_a_starting_unit_takes_an_objective_of_its_zone_when_the_side_has_placed_all(table, kind, at, owner):
    t = setting(table, objectives=[objective(kind, (4, 8))], a={"units": [SQUAD, SQUAD]})
    t.play(f"place {at[0]},{at[1]}")
    assert t.state["control"][0] == -1
    t.play("place 0,8")
    assert t.state["control"][0] == owner
    assert t.decider == 1


@pytest.mark.clause("TI-SET-08")
@pytest.mark.parametrize("allowed", [False, True])
def test_op_fire_before_round_one_needs_the_scenarios_leave(table, allowed):
    t = setting(table, b={"units": [SQUAD, SQUAD], "op_fire": allowed})
    t.play("place 4,8", "place 4,0", "place 5,0")
    if allowed:
        assert (t.decision, t.decider) == ("OP_MODE", 1)
        assert t.legal() == {"op-fire B1", "op-fire B2", "done"}
        t.play("op-fire B2", "done")
    assert t.decision == "SELECT"
    assert [t.unit(u).activation for u in ("A1", "B1", "B2")] == ["fresh", "fresh", "op_fire" if allowed else "fresh"]
