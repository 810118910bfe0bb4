"""Chapter DEP: zones, how battlegroups enter the game, direct deployment, Reserves."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER
from tests.dropzone_commander.table import Table, cell_of, place_of
from tests.table import toml_file, toml_lines

HOUSE = ("medium_building", 3, 3, 3, 3)


def own_army(drop=(), walk=()):
    """The Skirmish army of force A without some squads, and with some that ride nothing."""
    force = read_toml(FOLDER / "forces.toml")["a_skirmish"]
    force["squads"] = {
        name: {key: value for key, value in squad.items() if not (key == "aboard" and name in walk)}
        for name, squad in force["squads"].items()
        if name not in drop
    }
    return toml_file(toml_lines(force))


@pytest.mark.clause("DZ-DEP-01")
def test_who_rolls_highest_picks_his_zone_first(table):
    t = table.new_game("bunkers", 2, dice=(2, 5))
    assert t.ask() == ("ZONE", "B") and t.legal() == {"zone 1", "zone 2"}
    t.play("zone 1")
    assert [int(zone) for zone in t.state["zone"][:2]] == [1, 0]  # the other takes what is left


@pytest.mark.clause("DZ-DEP-01", "DZ-MULTI-04")
def test_ties_for_zones_are_rolled_again_by_those_who_tie(table):
    t = table.new_game("bunkers", 3, dice=(3, 5, 5, 4, 4, 2, 6))
    assert t.ask() == ("ZONE", "C") and t.legal() == {f"zone {n}" for n in (1, 2, 3, 4)}
    t.play("zone 3")
    assert t.ask() == ("ZONE", "B") and t.legal() == {"zone 1", "zone 2", "zone 4"}
    t.play("zone 4")
    assert t.ask() == ("ZONE", "A") and t.legal() == {"zone 1", "zone 2"}


@pytest.mark.clause("DZ-DEP-01")
def test_a_re_roll_does_not_overtake_who_rolled_higher_before(table):
    t = table.new_game("bunkers", 4, dice=(3, 5, 3, 1, 6, 2))  # A 3, B 5, C 3, D 1; then A 6, C 2
    seen = ""
    for _ in range(3):
        seen += t.ask()[1]
        t.play(min(t.legal()))
    assert seen == "BAC" and t.decision == "DECLARE"


@pytest.mark.clause("DZ-DEP-02", "DZ-DEP-06")
def test_players_declare_a_battlegroup_in_turn_in_the_order_of_zones(table):
    t = table.new_game("bunkers", 2, dice=(2, 5))
    t.play("zone 1")
    seen = ""
    for _ in range(6):
        if t.decision == "DECLARE":
            t.play(max(t.legal()))
        assert t.decision == "METHOD" and t.legal() == {"direct", "readiness"}
        seen += t.ask()[1]
        t.dice(*(3, 2) * (len(seen) == 6))
        t.play("readiness")
    assert seen == "BABABA" and t.phase == "initiation"


@pytest.mark.clause("DZ-DEP-02", "DZ-DEP-04")
def test_where_there_is_one_method_nothing_is_declared_and_all_are_in_readiness(table):
    t = table.new_game("skirmish", 2, dice=(2, 5, 4, 3))
    t.play("zone 1")
    assert t.decision == "KEEP" and t.state["round"] == 1
    used = np.flatnonzero(t.tables["unit_used"])
    assert set(t.state["units"]["status"][used]) == {2}


def first_direct(t, seat="B"):
    """Both zones are taken; the first battlegroup of a seat is Directly Deployed: asks DEPLOY."""
    t.play("zone 1", "declare 1", "direct")
    assert t.ask() == ("DEPLOY", seat)


@pytest.mark.clause("DZ-DEP-03", "DZ-SCEN-S3-02")
def test_a_battlegroup_is_deployed_in_its_own_zone_within_12_inches_of_its_corner(table):
    t = table.new_game("bunkers", 2, dice=(2, 5))
    first_direct(t)
    assert t.cells("place") == {(x, y) for x in range(48) for y in range(48) if x * x + y * y <= 12 * 12 + 12}
    t.play("place 0,12")
    assert t.at("B1") == (0, 12) and t.unit("B1")["flying"]
    assert t.where("B2") == "B1" and t.unit("B2")["status"] == 3  # its cargo comes aboard it


def direct_game(t, pieces, force=""):
    """A game on a small board whose zones hold scenery; B picks the south; asks DEPLOY of B."""
    path = Table.file(
        24, pieces, direct=True, army="skirmish", points=800, forces=["a_skirmish", force or own_army(("hdr1", "hdr3"), ("cmd1", "mbt1"))]
    )  # fmt: skip
    game = t.new_game(path, 2, dice=(2, 5))
    game.play("zone 1")
    return game


@pytest.mark.clause("DZ-DEP-03", "DZ-DEP-07")
def test_units_are_not_deployed_on_scenery_they_cannot_cross(table):
    """The HQ is on foot: Aerial Advantage does not bind it. A heavy tank stands neither in a building nor outside its zone."""
    t = direct_game(table, {"C0": HOUSE})
    t.play("declare 1", "direct")
    assert t.ask() == ("DEPLOY", "B")
    cells = t.cells("place")
    assert (3, 3) not in cells and (5, 5) not in cells and {(2, 3), (6, 3), (3, 6), (0, 0), (23, 11)} <= cells
    assert (0, 12) not in cells
    t.play("place 2,3")
    assert t.at("B1") == (2, 3) and not t.unit("B1")["flying"]


def scouts_game(table, pieces, **keys):
    """A game in which B deploys four scouts with its HQ, which stands at (20, 5): asks DEPLOY of them. Returns it and their names."""
    force = read_toml(FOLDER / "forces.toml")["a_skirmish"]
    del force["squads"]["hdr1"], force["squads"]["cmd1"]["aboard"]
    force["squads"] |= {"scb1": {"profile": "A-SCB", "size": 4, "weapons": ["minigun"]}}
    force["battlegroups"][0]["squads"].append("scb1")
    force["points"] = 999
    path = Table.file(24, pieces, direct=True, army="skirmish", points=999, forces=["a_skirmish", toml_file(toml_lines(force))], **keys)
    t = table.new_game(path, 2, dice=(2, 5))
    t.play("zone 1", "declare 1", "direct", "place 20,5")
    scouts = [name for name in t._names[36:72] if t.tables["unit_category"][t.slot_of(name)] == 5]
    assert len(scouts) == 4
    if t.decision == "FACING":
        t.play("face N")
    assert t.ask() == ("DEPLOY", "B") and t.subject == scouts[0]
    return t, scouts


@pytest.mark.clause("DZ-DEP-03", "DZ-GRID-11")
def test_a_squad_is_deployed_as_close_to_its_leader_as_it_can(table):
    t, scouts = scouts_game(table, {"C0": HOUSE})
    assert not t.can("place 20,5")
    t.play("place 2,3")
    assert [t.at(name) for name in scouts][0] == (2, 3)
    assert {t.at(name) for name in scouts[1:]} == {(2, 2), (1, 3), (2, 4)}  # east of it is the building


@pytest.mark.clause("DZ-DEP-03", "DZ-GRID-11", "DZ-CORE-08")
@pytest.mark.parametrize(
    ("rocks", "others"),
    [
        ([(2, 3, 7, 3), (2, 6, 3, 1), (6, 6, 3, 1), (2, 7, 7, 2), (2, 9, 3, 1), (6, 9, 3, 1)], [(5, 9), (5, 10), (4, 10)]),
        ([(2, 3, 7, 3), (2, 6, 3, 1), (6, 6, 2, 1), (2, 7, 7, 3)], [(8, 6), (9, 6), (9, 5)]),
    ],
)
def test_a_squad_is_deployed_as_far_from_its_leader_as_it_stays_coherent(table, rocks, others):
    """Rock all around but for one cell three inches off."""
    pieces = {f"R{k}": ("rock", *rock) for k, rock in enumerate(rocks)}
    t, scouts = scouts_game(table, pieces, kinds={"rock": {"height": 3, "properties": ["solid", "impassable"]}})
    t.play("place 5,6")
    assert [t.at(name) for name in scouts] == [(5, 6), *others]


@pytest.mark.clause("DZ-DEP-03")
def test_an_aircraft_begins_aloft_where_it_can_hover_else_landed(table):
    t = direct_game(table, {"C0": ("large_building", 3, 3, 3, 3), "RE": ("medium_building", 8, 3, 3, 3)}, own_army())
    t.play("declare 1", "direct")
    cells = t.cells("place")
    assert (3, 3) not in cells and (8, 3) in cells  # 9" and 7" high
    t.play("place 8,3")
    assert t.unit("B1")["flying"]


@pytest.mark.clause("DZ-DEP-05", "DZ-DEP-07", "DZ-DEP-02")
def test_aerial_advantage_keeps_those_on_foot_in_reserve_whatever_the_scenario_says(table):
    t = direct_game(table, {}, own_army(("hdr1", "hdr3"), ("cmd1", "mbt1")))
    tanks = [name for name in t._names[36:72] if t.tables["unit_squad"][t.slot_of(name)] >= 0 and t.where(name) == "reserve"]
    armour = {name for name in t._names[36:72] if t.tables["unit_used"][t.slot_of(name)] and t._group(name) == 3}
    assert set(tanks) == armour  # the tanks on foot, the others of their battlegroup, and the lifter that carries these
    t.play("declare 3")
    assert t.ask() == ("METHOD", "A") or t.ask() == ("DECLARE", "A")  # no choice for what is In Reserve


@pytest.mark.clause("DZ-DEP-07", "DZ-ABIL-12")
@pytest.mark.parametrize(("force", "kept"), [("a_skirmish", False), ("d_skirmish", False)])
def test_battlegroups_aboard_aircraft_or_hovercraft_are_not_kept_in_reserve(table, force, kept):
    t = table.new_game("skirmish", 2, forces=[force, "b_skirmish"])
    assert t.tables["group_reserve"][0].any() == kept


@pytest.mark.clause("DZ-DEP-04", "DZ-ACT-12", "DZ-MOV-07")
def test_a_battlegroup_in_readiness_comes_on_from_an_edge_in_its_zone_in_any_round(table):
    for n in (1, 4):
        t = table(seats=3)
        t.squad("A1", "A-HDR", status="readiness", group=1)
        t.squad("B1", "A-MBT", (20, 20))
        t.state["round"] = n
        t.state["zone"][:2] = 2, 0  # west and south
        t.move("A1")
        assert t.cells() == {(x, y) for x in range(18) for y in range(24)}  # MV 18, the first inch onto the edge


@pytest.mark.clause("DZ-DEP-05", "DZ-ACT-05")
@pytest.mark.parametrize(("n", "after"), [(1, "readiness"), (2, "reserve")])
def test_reserves_cannot_act_and_become_ready_at_the_end_of_round_1(table, n, after):
    t = table()
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("A2", "A-MBT", status="reserve", group=2)
    t.squad("B1", "A-MBT", (20, 20))
    t.state["round"] = n
    t.activation("AB")
    assert t.decision == "ACTION" or t.decision == "MOVE"  # battlegroup 2 is not offered
    t.dice(5, 2)
    t.round_up(n)
    assert t.where("A2") == after


@pytest.mark.clause("DZ-DEP-06", "DZ-DEP-08")
def test_all_squads_of_a_battlegroup_are_deployed_by_its_method_with_their_transports(table):
    t = table.new_game("bunkers", 2, dice=(2, 5))
    t.play("zone 1", "declare 2", "direct")
    members = [name for name in t._names[36:72] if t.tables["unit_used"][t.slot_of(name)] and t._group(name) == 2]
    while t.ask() == ("DEPLOY", "B") or t.ask() == ("FACING", "B"):
        t.play(min(t.legal()))
    assert len(members) == 12 and all(t.unit(name)["status"] == 3 for name in members)
    others = [name for name in t._names[36:72] if t.tables["unit_used"][t.slot_of(name)] and name not in members]
    assert all(t.where(name) in ("readiness",) for name in others)


@pytest.mark.clause("DZ-DEP-08")
def test_squads_ride_the_transports_that_their_list_names(table):
    t = table.new_game("skirmish")
    assert [t.unit(f"A{n}")["carrier"] for n in (2, 4, 5, 8, 9, 13)] == [0, 2, 3, 2, 7, 11]


@pytest.mark.clause("DZ-DEP-09", "DZ-CARD-05")
def test_decks_hold_30_different_cards_and_are_drawn_from_at_random(table):
    drawn = set()
    for seed in range(6):
        t = table.new_game("skirmish", 2, seed=seed)
        assert int(t.state["deck"][0]) == int(t.state["deck"][1]) == 2**30 - 1
        t.play(min(t.legal()), *(["keep"] if t.decision == "KEEP" else []))
        while t.decision != "GROUP":
            t.play("keep" if t.can("keep") else "pass" if "pass" in t.legal() else min(t.legal()))
        drawn |= t.cards_of("A")
    assert len(drawn) > 2


@pytest.mark.clause("DZ-DEP-10")
@pytest.mark.parametrize("scenario", ["skirmish", "bunkers", "survey"])
def test_objectives_lie_6_inches_from_the_edges_and_from_each_other(table, scenario):
    t = table.new_game(scenario)
    pieces = [int(token["piece"]) for token in t.state["tokens"][: int(t.tables["n_tokens"])]]
    assert len(pieces) >= 3 and len(set(pieces)) == len(pieces)
    for piece in pieces:
        x0, x1, y0, y1 = t.tables["piece_box"][piece]
        assert min(x0, y0, 47 - x1, 47 - y1) >= 6
        assert all(t.tables["piece_gap"][piece, other] >= 6 for other in pieces if other != piece)
    assert place_of(cell_of((5, 7))) == (5, 7)
