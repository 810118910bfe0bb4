"""Chapter OBJ: claiming, searching, scanning, carrying."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import Find
from tests.dropzone_commander.guns import aim, arm, gun, spare

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def lay(table, *, mobile=1, seats=2, pieces=BLOCK, **setting):
    """A board with a building; objectives are Mobile unless said otherwise."""
    t = spare(table(seats=seats, pieces=pieces, **setting))
    t.tables["mobile"] = mobile
    return t


def turn(t, name, x, y, *then):
    """A squad moves, and what follows is answered; nothing is boarded or entered."""
    t.activate(name)
    if t.decision == "ACTION":
        t.play("move")
    t.play(f"to {x},{y}", *then)
    while t.decision in ("END_MOVE", "FACING", "LAND"):
        t.play(next(word for word in ("stay", "face N", "aloft") if word in t.legal()))


def token(t, k=1):
    """(how it is, whose, carried by)."""
    one = t.state["tokens"][k - 1]
    seat = "" if one["seat"] < 0 else "ABCD"[one["seat"]]
    carrier = "" if one["squad"] < 0 else t.name_of(int(t.tables["squad_first"][one["squad"]]))
    return Find(int(one["find"])).name.lower(), seat, carrier


@pytest.mark.clause("DZ-OBJ-01", "DZ-OBJ-03", "DZ-OBJ-10")
@pytest.mark.parametrize(("y", "claimed"), [(18, True), (17, False)])
def test_an_open_objective_is_claimed_within_two_inches(table, y, claimed):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 17)))
    t.objective(1, at=(5, 20))
    turn(t, "A1", 5, y)
    assert token(t) == (("carried", "A", "A1") if claimed else ("open", "", "")) and t.state["tokens"]["piece"][0] == -1


@pytest.mark.clause("DZ-OBJ-01")
def test_an_objective_in_a_garrison_is_touched_only_from_inside(table):
    t = lay(table, mobile=0)
    arm(t, t.squad("A1", "A-INF", (12, 8)))
    t.objective(1, inside="C0")
    turn(t, "A1", 12, 9)
    assert token(t)[1] == ""
    t = lay(table, mobile=0)
    arm(t, t.squad("A1", "A-INF", (12, 8)))
    t.objective(1, inside="C0")
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,9", "enter 1", "site NORTH")
    assert token(t) == ("open", "A", "")


@pytest.mark.clause("DZ-OBJ-01")
def test_an_objective_outside_is_not_touched_from_inside(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="west"))
    t.objective(1, at=(12, 9))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("site SOUTH")
    assert token(t)[1] == ""


@pytest.mark.clause("DZ-OBJ-02", "DZ-AIR-03")
@pytest.mark.parametrize(("profile", "claims"), [("A-MBT", True), ("A-INF", True), ("C-MBW", True), ("B-MBT", True), ("B-DRN", False)])
@pytest.mark.parametrize("flying", [True, False])
def test_infantry_and_vehicles_claim_aircraft_never(table, profile, claims, flying):
    t = lay(table)
    arm(t, t.squad("A1", profile, (5, 18), move=3, flying=flying))
    t.objective(1, at=(5, 20))
    turn(t, "A1", 5, 19)
    assert (token(t)[0] == "carried") == claims


@pytest.mark.clause("DZ-OBJ-03", "DZ-CORE-09")
def test_an_incoherent_squad_claims_nothing(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 18), (20, 2), move=1))
    t.objective(1, at=(5, 20))
    turn(t, "A1", 5, 19)
    assert token(t)[0] == "open"


@pytest.mark.clause("DZ-OBJ-03", "DZ-OBJ-04")
@pytest.mark.parametrize(
    ("guard", "at", "changes"), [("B", (5, 22), False), ("B", (5, 23), True), ("C", (5, 22), False), ("C", (5, 23), True)]
)
def test_a_claimed_objective_changes_hands_only_if_no_enemy_touches_it(table, guard, at, changes):
    t = lay(table, mobile=0, seats=3)
    arm(t, t.squad("A1", "A-MBT", (5, 18)))
    t.squad(f"{guard}1", "A-INF", at)
    t.objective(1, at=(5, 20), seat="B")
    turn(t, "A1", 5, 19)
    assert token(t)[1] == ("A" if changes else "B")


@pytest.mark.clause("DZ-OBJ-03")
def test_an_unclaimed_objective_is_claimed_although_enemies_stand_by(table):
    t = lay(table, mobile=0)
    arm(t, t.squad("A1", "A-MBT", (5, 18)))
    t.squad("B1", "A-INF", (5, 21))
    t.objective(1, at=(5, 20))
    turn(t, "A1", 5, 19)
    assert token(t)[1] == "A"


@pytest.mark.clause("DZ-OBJ-04")
def test_a_claim_of_what_is_not_mobile_persists_when_its_claimer_leaves(table):
    t = lay(table, mobile=0)
    arm(t, t.squad("A1", "A-MBT", (5, 19), move=6))
    t.objective(1, at=(5, 20), seat="A")
    turn(t, "A1", 5, 14)
    assert token(t) == ("open", "A", "")


@pytest.mark.clause("DZ-OBJ-04")
def test_claims_are_checked_after_every_action_for_all_squads_of_the_player_the_acting_one_first(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (20, 20)))
    arm(t, t.squad("A5", "A-MBT", (5, 18), group=2), gun())
    arm(t, t.squad("A9", "A-MBT", (5, 22), group=3))
    t.squad("B1", "A-MBT", (2, 2), dp=9)
    t.objective(1, at=(5, 20))
    t.activate("A5")
    t.play("shoot")
    aim(t, "B1", 1)
    assert token(t)[2] == "A5"  # the acting squad, though A9 has the objective in reach as well
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (20, 20)))
    arm(t, t.squad("A5", "A-MBT", (5, 18), group=2))
    t.objective(1, at=(5, 20))
    turn(t, "A1", 20, 19)
    assert token(t)[2] == "A5"


@pytest.mark.clause("DZ-OBJ-04")
@pytest.mark.parametrize("acting", ["A5", "A9"])
def test_of_two_squads_that_reach_an_objective_the_acting_one_claims_it(table, acting):
    t = lay(table)
    arm(t, t.squad("A5", "A-MBT", (5, 18), group=2), gun())
    arm(t, t.squad("A9", "A-MBT", (5, 22), group=3), gun())
    t.squad("B1", "A-MBT", (2, 2), dp=9)
    t.objective(1, at=(5, 20))
    t.activate(acting)
    t.play("shoot")
    aim(t, "B1", 1)
    assert token(t) == ("carried", "A", acting)


@pytest.mark.clause("DZ-OBJ-05")
def test_a_hidden_objective_is_not_claimed(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 18)))
    t.objective(1, at=(5, 20), find="hidden")
    turn(t, "A1", 5, 19)
    assert token(t) == ("hidden", "", "")


@pytest.mark.clause("DZ-OBJ-05", "DZ-OBJ-06", "DZ-SCEN-S1-03")
def test_objectives_in_garrisons_are_hidden_and_those_outside_open(table):
    for hidden in (True, False):
        t = table(pieces=BLOCK, objectives=["C0"], open=[[6, 6]], hidden=hidden, mobile=True)
        assert [token(t, k)[0] for k in (1, 2)] == ["hidden" if hidden else "open", "open"]


def search(t, name, *dice, spend=None):
    t.activate(name)
    t.dice(*dice)
    t.play("search")
    if spend is not None:
        t.play(f"spend {spend}")


@pytest.mark.clause("DZ-OBJ-06", "DZ-CORE-03")
@pytest.mark.parametrize(("round", "enemy", "need"), [
    (1, 0, 6), (1, 1, 7), (2, 0, 5), (2, 1, 6), (3, 0, 4), (3, 1, 5), (4, 0, 3), (4, 1, 4), (5, 0, 2), (5, 1, 3), (6, 0, 2), (6, 1, 2),
])  # fmt: skip
def test_table_7_by_all_faces(table, round, enemy, need):
    found = 0
    for face in range(1, 7):
        t = lay(table)
        t.squad("A1", "A-INF", inside="C0", size=2)
        if enemy:
            t.squad("B1", "A-INF", inside="C0")
        t.objective(1, inside="C0", find="hidden")
        t.state["round"] = round
        search(t, "A1", face)
        assert (token(t) == ("carried", "A", "A1")) == (face >= need)
        found += face >= need
    assert found / 6 == {6: 1 / 6, 7: 0, 5: 1 / 3, 4: 1 / 2, 3: 2 / 3, 2: 5 / 6}[need]


@pytest.mark.clause("DZ-OBJ-06", "DZ-MULTI-05")
@pytest.mark.parametrize(("at", "found"), [((7, 20), False), ((8, 20), True)])
@pytest.mark.parametrize("seat", ["B", "C"])
def test_an_enemy_within_two_inches_makes_a_search_harder(table, at, found, seat):
    t = lay(table, seats=3)
    t.squad("A1", "A-MBT", (5, 20))
    t.squad(f"{seat}1", "A-MBT", at)
    t.objective(1, at=(5, 21), find="hidden")
    search(t, "A1", 6)
    assert (token(t)[0] == "carried") == found


@pytest.mark.clause("DZ-OBJ-06", "DZ-ACTN-02")
def test_a_search_takes_both_actions(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", inside="C0", move=5), gun())
    t.squad("A5", "A-MBT", (2, 2))
    t.squad("B1", "A-MBT", (12, 3))
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    assert t.can("search")
    t.play("move", "site SOUTH")
    assert t.can("shoot") and not t.can("search")
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", inside="C0", move=5), gun())
    t.squad("A5", "A-MBT", (2, 2))
    t.objective(1, inside="C0", find="hidden")
    search(t, "A1", 1)
    assert not {"move", "shoot", "search"} & t.legal()


@pytest.mark.clause("DZ-OBJ-06", "DZ-CORE-09")
def test_an_incoherent_squad_does_not_search(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 20), (15, 2)))
    t.objective(1, at=(5, 21), find="hidden")
    t.activate("A1")
    assert not t.can("search") if t.decision == "ACTION" else True


@pytest.mark.clause("DZ-OBJ-06")
def test_what_is_found_stays_open_for_good(table):
    t = lay(table, mobile=0)
    t.squad("A1", "A-INF", inside="C0")
    t.objective(1, inside="C0", find="hidden")
    search(t, "A1", 6)
    assert token(t) == ("open", "A", "")


@pytest.mark.clause("DZ-OBJ-06", "DZ-OBJ-01")
@pytest.mark.parametrize(("y", "legal"), [(19, True), (18, False)])
def test_a_search_needs_the_objective_within_reach(table, y, legal):
    t = lay(table)
    t.squad("A1", "A-INF", (5, y))
    t.squad("A5", "A-MBT", (22, 2))
    t.objective(1, at=(5, 21), find="hidden")
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("search")) == legal


@pytest.mark.clause("DZ-OBJ-07", "DZ-ACTN-02")
@pytest.mark.parametrize(("profile", "legal"), [("A-APC", True), ("D-BUS", True), ("A-HDR", False), ("A-MBT", False), ("A-INF", False)])
def test_a_transport_on_the_ground_scans_with_both_actions(table, profile, legal):
    t = lay(table)
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", profile, (5, 5), flying=False)
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("scan")) == legal
    if legal:
        t.play("scan")
        assert t.unit("A1")["scan"] == 1 and not {"move", "scan"} & t.legal()


@pytest.mark.clause("DZ-OBJ-07")
def test_a_transport_has_one_token_and_loses_it_when_it_moves(table):
    t = lay(table)
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", "A-APC", (5, 5))
    t.change("A1", scan=1)
    t.activate("A1")
    assert t.decision == "MOVE" or not t.can("scan")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 5,6")
    assert t.unit("A1")["scan"] == 0


@pytest.mark.clause("DZ-OBJ-08")
@pytest.mark.parametrize(("spend", "found", "left"), [(0, False, [1, 1]), (1, False, [0, 1]), (2, True, [0, 0])])
def test_scan_tokens_within_two_inches_are_spent(table, spend, found, left):
    t = lay(table)
    t.squad("A1", "A-INF", inside="C0")
    t.squad("A5", "A-APC", (12, 8))  # 2" from the building
    t.squad("A6", "A-APC", (8, 12))
    t.squad("A7", "A-APC", (12, 7))  # 3"
    t.squad("B1", "A-APC", (8, 10))
    for name in ("A5", "A6", "A7", "B1"):
        t.change(name, scan=1)
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    t.play("search")
    assert t.ask() == ("SCANS", "A") and t.legal() == {"spend 0", "spend 1", "spend 2"}
    t.dice(5)  # round 1, an enemy within 2": 5, 6, 7
    t.play(f"spend {spend}")
    assert (token(t)[0] == "carried") == found
    assert [int(t.unit(name)["scan"]) for name in ("A5", "A6")] == left and t.unit("A7")["scan"] == t.unit("B1")["scan"] == 1


@pytest.mark.clause("DZ-OBJ-08")
@pytest.mark.parametrize(("at", "asked"), [((5, 18), True), ((5, 17), False)])
def test_scan_tokens_outside_are_measured_to_the_squad(table, at, asked):
    t = lay(table)
    t.squad("A1", "A-INF", (5, 20))
    t.squad("A5", "A-APC", at)
    t.change("A5", scan=1)
    t.objective(1, at=(5, 21), find="hidden")
    t.activate("A1")
    if not asked:
        t.dice(1)
    t.play("search")
    assert (t.decision == "SCANS") == asked


@pytest.mark.clause("DZ-OBJ-09")
def test_a_failed_search_costs_nothing_and_others_may_search_too(table):
    t = lay(table)
    t.squad("A1", "A-INF", inside="C0")
    t.squad("A2", "A-INF", inside="C0")
    t.objective(1, inside="C0", find="hidden")
    search(t, "A1", 2)
    t.play("end") if t.decision == "ACTION" else None
    if t.decision == "SQUAD":
        t.play("next A2")
    t.dice(6)
    t.play("search")
    assert token(t) == ("carried", "A", "A2") and t.unit("A1")["dp"] == 5


@pytest.mark.clause("DZ-OBJ-10", "DZ-OBJ-04")
def test_a_carried_objective_moves_with_its_squad_which_carries_one_alone(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 18), move=3))
    t.objective(1, carrier="A1")
    t.objective(2, at=(5, 20))
    turn(t, "A1", 5, 19)
    assert token(t) == ("carried", "A", "A1") and token(t, 2) == ("open", "", "")


@pytest.mark.clause("DZ-OBJ-20", "DZ-OBJ-06")
def test_what_a_carrier_finds_stays_where_it_is(table):
    t = lay(table)
    t.squad("A1", "A-INF", inside="C0")
    t.objective(1, carrier="A1")
    t.objective(2, inside="C0", find="hidden")
    search(t, "A1", 6)
    assert token(t, 2) == ("open", "", "") and token(t)[2] == "A1"
