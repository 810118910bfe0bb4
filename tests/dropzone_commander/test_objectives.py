"""Chapter OBJ: claiming, searching, scanning, carrying, handing on, dropping, extracting."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import Find
from tests.dropzone_commander.guns import aim, arm, close, gun, spare

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
    assert token(t) == (("carried", "A", "A1") if claimed else ("open", "", ""))


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
@pytest.mark.parametrize(("guard", "at", "changes"), [("B", (5, 22), False), ("B", (5, 23), True), ("C", (5, 22), False), ("C", (5, 23), True)])
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


# ---- handing on and dropping


@pytest.mark.clause("DZ-OBJ-11")
@pytest.mark.parametrize(("at", "profile", "legal"), [
    ((5, 7), "A-MBT", True), ((5, 8), "A-MBT", False), ((5, 7), "A-INF", True), ((5, 7), "B-DRN", False),
])  # fmt: skip
def test_an_objective_is_handed_on_within_two_inches_across_battlegroups(table, at, profile, legal):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 5)))
    t.squad("A5", profile, at, group=2)
    t.objective(1, carrier="A1")
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("pass-on")) == legal
    if legal:
        t.play("pass-on")
        if t.decision == "PASS_ON":
            t.play("to A5")
        assert token(t)[2] == "A5" and t.squad_of("A1")["token"] == -1
        assert not {"pass-on", "drop"} & t.legal()  # once in an activation


@pytest.mark.clause("DZ-OBJ-11")
def test_the_other_squad_may_take_it_in_its_own_activation(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 5)))
    t.squad("A5", "A-MBT", (5, 7), group=2)
    t.objective(1, carrier="A5")
    t.activate("A1")
    t.play("pass-on")
    if t.decision == "PASS_ON":
        t.play("to A5")
    assert token(t)[2] == "A1"


@pytest.mark.clause("DZ-OBJ-11", "DZ-OBJ-10")
def test_nothing_is_handed_to_a_squad_that_carries_already_or_through_a_wall(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", (12, 9)))
    t.squad("A5", "A-INF", inside="C0", group=2)
    t.squad("A6", "A-INF", (13, 9), group=3)
    t.objective(1, carrier="A1")
    t.objective(2, carrier="A6")
    t.activate("A1")
    assert not t.can("pass-on") and t.can("drop")


@pytest.mark.clause("DZ-OBJ-12")
def test_a_squad_drops_within_two_inches_of_any_of_its_units(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 5), (8, 5)))
    t.objective(1, carrier="A1")
    t.activate("A1")
    t.play("drop")
    assert {(5, 3), (3, 5), (10, 5), (7, 6), (9, 6)} <= t.cells("drop") and not {(2, 5), (11, 5), (5, 8)} & t.cells("drop")
    t.play("drop 10,5")
    assert token(t) == ("open", "", "") and t.squad_of("A1")["token"] == -1
    assert t.state["tokens"][0]["cell"] == 5 * 48 + 10


@pytest.mark.clause("DZ-OBJ-12")
def test_a_squad_inside_drops_inside_and_one_outside_outside(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", (12, 9)))
    t.objective(1, carrier="A1")
    t.activate("A1")
    t.play("drop")
    assert (12, 10) not in t.cells("drop") and (12, 8) in t.cells("drop")
    t = lay(table)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.objective(1, carrier="A1")
    t.activate("A1")
    t.play("drop")
    assert token(t) == ("open", "", "") and t.state["tokens"][0]["piece"] == 0


@pytest.mark.clause("DZ-OBJ-13", "DZ-CORE-09")
def test_a_squad_incoherent_at_the_end_of_its_activation_drops(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 5), (15, 5), move=1))
    t.objective(1, carrier="A1")
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 5,6")
    t.finish("A1")
    assert token(t) == ("open", "", "")


def shoot_carrier(table, *others):
    """D1, far away, destroys B1, which carries objective 1 at (5, 5); other units stand elsewhere."""
    t = lay(table, seats=4)
    arm(t, t.squad("D1", "A-MBT", (5, 15)), gun(energy=20))
    t.squad("B1", "A-MBT", (5, 5), dp=1)
    t.objective(1, carrier="B1")
    for seat, at in others:
        t.squad(f"{seat}5", "A-MBT", at, group=2)
    t.activate("D1")
    t.play("shoot")
    return t


@pytest.mark.clause("DZ-OBJ-13")
@pytest.mark.parametrize(("others", "winner"), [
    ((("A", (5, 6)),), "A5"), ((("A", (4, 4)),), "A5"), ((("A", (5, 7)),), ""), ((("A", (5, 6)), ("C", (4, 5))), ""), ((("C", (6, 6)),), "C5"),
    ((), ""), ((("B", (5, 6)),), ""), ((("A", (5, 6)), ("B", (4, 5))), "A5"),
])  # fmt: skip
def test_what_a_destroyed_carrier_drops_goes_to_the_only_opponent_within_an_inch(table, others, winner):
    t = shoot_carrier(table, *others)
    aim(t, "B1", 6, 2)
    assert token(t)[2] == winner and token(t)[0] == ("carried" if winner else "open")


@pytest.mark.clause("DZ-OBJ-13")
@pytest.mark.parametrize("others", [("A", "C"), ("A",)])
def test_who_carries_already_takes_nothing_and_still_keeps_another_from_it(table, others):
    t = shoot_carrier(table, *zip(others, ((5, 6), (4, 5)), strict=False))
    t.objective(2, carrier="A5")
    aim(t, "B1", 6, 2)
    assert token(t) == ("open", "", "")


@pytest.mark.clause("DZ-OBJ-14")
@pytest.mark.parametrize("carrying", [False, True])
def test_who_kills_the_carrier_at_close_quarters_claims_at_once(table, carrying):
    """A and C are both inside, and A has another squad there: the attacking squad claims; if it carries one, nobody at once, but the
    action is over then, and A's other squad reaches an Open objective."""
    t = lay(table, seats=3)
    t.squad("A5", "A-INF", inside="C0", group=2)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8))
    t.squad("C1", "A-INF", inside="C0")
    t.squad("B1", "A-INF", inside="C0", dp=1, armour=10)
    t.objective(1, carrier="B1")
    if carrying:
        t.objective(2, carrier="A1")
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 2)
    assert token(t) == ("carried", "A", "A5" if carrying else "A1")


@pytest.mark.clause("DZ-OBJ-15")
@pytest.mark.parametrize(("transport", "found"), [("A-LTR", "lost"), ("A-APC", "open")])
def test_an_objective_aboard_a_destroyed_aircraft_is_destroyed(table, transport, found):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 15)), gun(energy=20, aa=0))
    t.squad("B1", transport, (5, 5), dp=1, active=0)
    t.squad("B5", "A-INF", aboard="B1", dp=1)
    t.objective(1, carrier="B5")
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 2, 1, 2)  # hit, damage, N = 1, one hit on who is aboard
    assert t.where("B5") == "destroyed" and token(t)[0] == found


# ---- extraction


@pytest.mark.clause("DZ-OBJ-16", "DZ-OBJ-18", "DZ-SCEN-S2-04")
@pytest.mark.parametrize(("y", "leaves"), [(1, True), (2, False)])
def test_a_carrier_that_ends_within_an_inch_of_its_edge_leaves(table, y, leaves):
    t = lay(table, scoring="extraction")
    arm(t, t.squad("A1", "A-MBT", (5, 4), (5, 6), move=4))
    t.objective(1, carrier="A1")
    turn(t, "A1", 5, y)
    t.finish("A1")
    if leaves:
        assert t.where("A1") == t.where("A2") == "readiness" and token(t) == ("extracted", "A", "")
        assert t.squad_of("A1")["token"] == -1 and t.points == (0, 0)  # scored at the end
    else:
        assert t.where("A1") == (5, y) and token(t)[0] == "carried"


@pytest.mark.clause("DZ-OBJ-16", "DZ-OBJ-18")
@pytest.mark.parametrize(("at", "to"), [((12, 21), (12, 22)), ((2, 12), (1, 12)), ((21, 12), (22, 12))])
def test_another_edge_is_not_ones_own(table, at, to):
    t = lay(table, scoring="extraction")
    arm(t, t.squad("A1", "A-MBT", at))
    t.objective(1, carrier="A1")
    turn(t, "A1", *to)
    t.finish("A1")
    assert t.where("A1") == to


@pytest.mark.clause("DZ-OBJ-18")
@pytest.mark.parametrize(("to", "leaves"), [((10, 1), True), ((1, 10), True), ((14, 1), False), ((6, 6), False)])
def test_both_edges_of_a_corner_zone_are_own_edges(table, to, leaves):
    t = lay(table, scoring="extraction", zones=["south_west", "north_east"], pieces={"C0": ("park", 20, 20, 2, 2)})
    arm(t, t.squad("A1", "A-MBT", (to[0] + 1, to[1] + 1)))
    t.objective(1, carrier="A1")
    turn(t, "A1", *to)
    t.finish("A1")
    assert (t.where("A1") == "readiness") == leaves


@pytest.mark.clause("DZ-OBJ-16")
def test_who_carries_nothing_stays_and_so_does_everybody_where_nothing_is_extracted(table):
    t = lay(table, scoring="extraction")
    arm(t, t.squad("A1", "A-MBT", (5, 2)))
    turn(t, "A1", 5, 1)
    t.finish("A1")
    assert t.where("A1") == (5, 1)
    t = lay(table, scoring="kills")
    arm(t, t.squad("A1", "A-MBT", (5, 2)))
    t.objective(1, carrier="A1")
    turn(t, "A1", 5, 1)
    t.finish("A1")
    assert t.where("A1") == (5, 1)


@pytest.mark.clause("DZ-OBJ-17", "DZ-OBJ-16", "DZ-CMDR-03")
@pytest.mark.parametrize("answer", ["yes", "stay"])
def test_a_transport_with_carriers_aboard_may_leave_with_all_of_them(table, answer):
    t = lay(table, scoring="extraction")
    t.squad("A1", "A-LTR", (5, 6))
    t.squad("A5", "A-INF", aboard="A1")
    t.squad("A6", "A-INF", aboard="A1")
    t.objective(1, carrier="A5")
    t.objective(2, carrier="A6")
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 5,1")
    while t.decision not in ("EXTRACT", "GROUP"):
        t.play(next(word for word in ("aloft", "end", "face N") if word in t.legal()))
    assert t.ask() == ("EXTRACT", "A")
    t.play(answer)
    if answer == "yes":
        assert [t.where(name) for name in ("A1", "A5", "A6")] == ["readiness"] * 3
        assert token(t) == token(t, 2) == ("extracted", "A", "")
        assert t.unit("A5")["carrier"] == t.slot_of("A1")
    else:
        assert t.where("A1") == (5, 1) and token(t)[0] == "carried"


@pytest.mark.clause("DZ-OBJ-17")
@pytest.mark.parametrize("y", [2, 1])
def test_an_embarked_carrier_is_measured_at_its_transport(table, y):
    t = lay(table, scoring="extraction")
    t.squad("A1", "A-LTR", (5, 6))
    t.squad("A5", "A-INF", aboard="A1")
    t.objective(1, carrier="A5")
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play(f"to 5,{y}")
    while t.decision not in ("EXTRACT", "GROUP", "SQUAD"):
        t.play(next(word for word in ("aloft", "end", "face N") if word in t.legal()))
    assert (t.decision == "EXTRACT") == (y == 1)


@pytest.mark.clause("DZ-OBJ-19")
@pytest.mark.parametrize(("profile", "legal"), [("A-INF", True), ("A-MBT", True), ("A-APC", True), ("A-HDR", False), ("B-DRN", False)])
def test_who_searches_outside(table, profile, legal):
    t = lay(table)
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", profile, (5, 20), flying=False)
    t.objective(1, at=(5, 21), find="hidden")
    t.activate("A1")
    assert (t.decision == "ACTION" and t.can("search")) == legal


@pytest.mark.clause("DZ-OBJ-19", "DZ-OBJ-01")
def test_a_vehicle_beside_the_wall_does_not_search_inside(table):
    t = lay(table)
    t.squad("A1", "A-MBT", (12, 9))
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    assert t.decision != "ACTION" or not t.can("search")
