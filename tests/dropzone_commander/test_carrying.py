"""Chapter OBJ: handing on, dropping, extracting."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import tell
from tests.dropzone_commander.guns import aim, arm, close, gun
from tests.dropzone_commander.test_objectives import lay, token, turn


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


@pytest.mark.clause("DZ-OBJ-06", "DZ-OBJ-12")
def test_it_is_told_who_drops_and_where_something_is_found(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 5)))
    t.objective(1, carrier="A1")
    t.activate("A1")
    t.play("drop", "drop 5,6")
    assert "A1 drops objective 1 at 5,6" in tell(t.state, t.scenario)
    t = lay(table)
    t.squad("A1", "A-INF", inside="C0")
    t.squad("A9", "A-MBT", (0, 0))
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    t.dice(6)
    t.play("search")
    assert "the objective at 10,10 is found" in tell(t.state, t.scenario)  # in the Garrison that begins there


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
    ((("A", (5, 6)),), "A5"), ((("A", (4, 4)),), "A5"), ((("A", (5, 7)),), ""), ((("A", (5, 6)), ("C", (4, 5))), ""),
    ((("C", (6, 6)),), "C5"),
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


@pytest.mark.clause("DZ-OBJ-14")
def test_who_kills_at_close_quarters_has_the_objective_before_anything_else_is_asked(table):
    """C stands beside it, too; B, whose Commander carried it, has a card to discard first."""
    t = lay(table, seats=3, hands=[[], [1, 3], []])
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8))
    t.squad("C1", "A-INF", inside="C0")
    t.squad("B1", "A-INF", inside="C0", dp=1, armour=10, commander=2)
    t.objective(1, carrier="B1")
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 2)
    assert t.ask() == ("CUT", "B") and token(t) == ("carried", "A", "A1")


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


@pytest.mark.clause("DZ-OBJ-15", "DZ-TRN-21", "DZ-AIR-03")
@pytest.mark.parametrize("inner", ["", "A-APC"])
def test_who_dies_aboard_a_landed_lifter_takes_the_objective_along(table, inner):
    """On the ground it is a Vehicle, and an Aircraft for who is aboard, be it inside a Transport."""
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (5, 15)), gun(energy=20))
    t.squad("B1", "A-HDR" if inner else "A-LTR", (5, 5), dp=1, active=0, evasion=0, flying=False)
    if inner:
        t.squad("B4", inner, aboard="B1", dp=1)
    t.squad("B5", "A-INF", aboard="B4" if inner else "B1", dp=1)
    t.objective(1, carrier="B5")
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 2, *([1, 5, 1, 2] if inner else [1, 2]))  # N = 1 and a hit on each that is aboard
    assert t.where("B1") == t.where("B5") == "destroyed" and token(t)[0] == "lost"


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


@pytest.mark.clause("DZ-OBJ-16", "DZ-OBJ-17", "DZ-OBJ-07")
def test_a_transport_that_leaves_with_its_own_objective_takes_those_aboard_along(table):
    t = lay(table, scoring="extraction")
    t.squad("A1", "A-APC", (5, 1))
    t.squad("A5", "A-INF", aboard="A1")
    t.squad("A9", "A-INF", (12, 9))
    t.change("A1", scan=1)
    t.objective(1, carrier="A1")
    t.objective(2, carrier="A5")
    turn(t, "A1", 5, 1)
    t.finish("A1")
    assert t.where("A1") == t.where("A5") == "readiness"
    assert token(t) == token(t, 2) == ("extracted", "A", "")


@pytest.mark.clause("DZ-OBJ-17", "DZ-OBJ-07")
def test_no_scan_token_stays_of_a_transport_that_left(table):
    t = lay(table, scoring="extraction")
    arm(t, t.squad("A1", "A-APC", (5, 1)), gun())
    t.squad("A5", "A-INF", aboard="A1")
    t.squad("B1", "A-MBT", (5, 9), armour=20)
    t.change("A1", scan=1)
    t.objective(1, carrier="A5")
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 1)
    t.play("end")
    assert t.ask() == ("EXTRACT", "A")
    t.play("yes")
    assert t.where("A1") == "readiness" and t.unit("A1")["scan"] == 0


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
