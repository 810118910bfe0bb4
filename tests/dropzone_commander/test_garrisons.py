"""Chapter GAR: entering, places inside, leaving, shooting out and in."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import BODY, FRONT, HULL, SOFT, arm, can_shoot, close, dice_for, fire, gun, spare, targets

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def begin_move(t, name):
    t.activate(name)
    if t.decision == "ACTION":
        t.play("move")


@pytest.mark.clause("DZ-GAR-01")
@pytest.mark.parametrize(("profile", "legal"), [("A-INF", True), ("A-MBT", False), ("C-MBW", False), ("B-MBT", False)])
def test_only_infantry_occupies_a_garrison(table, profile, legal):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", profile, (12, 8), move=2))
    begin_move(t, "A1")
    t.play("to 12,9")
    assert (t.decision == "END_MOVE" and t.can("enter 1")) == legal


@pytest.mark.clause("DZ-GAR-01")
@pytest.mark.parametrize(("inside", "legal"), [(2, True), (3, True), (4, False)])
def test_a_garrison_holds_as_many_units_as_its_starting_dp(table, inside, legal):
    """A tiny building of 5 DP, 2 of them left, units of both players inside, and a squad of two that wants in."""
    t = spare(table(pieces={"C0": ("tiny_building", 10, 10, 3, 3)}))
    t.piece("C0")["dp"] = 2
    t.squad("A1", "A-INF", (11, 8), (12, 8))
    t.squad("A5", "A-INF", inside="C0", group=2)
    t.squad("B1", "A-INF", inside="C0", size=inside - 1)
    begin_move(t, "A1")
    t.play("to 11,9")
    assert (t.decision == "END_MOVE" and t.can("enter 1")) == legal


@pytest.mark.clause("DZ-GAR-02")
@pytest.mark.parametrize(("y", "legal"), [(7, True), (6, False)])
def test_one_unit_within_two_inches_of_an_entrance_takes_all_in(table, y, legal):
    # entrances are the cells before the wall: (12, 9) is one
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", (12, 6), (12, 4), move=3))
    begin_move(t, "A1")
    t.play(f"to 12,{y}")
    assert (t.decision == "END_MOVE" and t.can("enter 1")) == legal
    if legal:
        t.play("enter 1", "site EAST")
        assert t.where("A1") == t.where("A2") == 1 and t.unit("A2")["site"] == 2


@pytest.mark.clause("DZ-GAR-02", "DZ-CORE-09")
def test_an_incoherent_squad_does_not_enter(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", (12, 8), (0, 0), move=1))
    begin_move(t, "A1")
    t.play("to 12,9")
    assert t.decision != "END_MOVE"


@pytest.mark.clause("DZ-GAR-02", "DZ-GRID-13")
def test_all_units_take_one_place_or_each_its_own(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", (12, 8), (12, 7))
    begin_move(t, "A1")
    t.play("to 12,9", "enter 1")
    assert t.legal() == {"site CENTRE", "site NORTH", "site EAST", "site SOUTH", "site WEST"}
    t.play("site WEST")
    assert [int(t.unit(name)["site"]) for name in ("A1", "A2")] == [4, 4]
    t = spare(table(pieces=BLOCK, options={"site_mode": "unit"}))
    t.squad("A1", "A-INF", (12, 8), (12, 7))
    begin_move(t, "A1")
    t.play("to 12,9", "enter 1", "site WEST", "site CENTRE")
    assert [int(t.unit(name)["site"]) for name in ("A1", "A2")] == [4, 0]


@pytest.mark.clause("DZ-GAR-03", "DZ-SPEC-26")
@pytest.mark.parametrize(("profile", "at", "legal"), [
    ("A-INF", (12, 9), False),  # the south side is sealed, the entrances round the corners are too far
    ("A-INF", (9, 11), True),  # before the west side
    ("B-SHK", (12, 9), True),  # Tough units go in anywhere
    ("B-SHK", (12, 7), True),  # 2" from the wall's outside cells
    ("B-SHK", (12, 6), False),
])  # fmt: skip
def test_sealed_edges_have_no_entrance(table, profile, at, legal):
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 6, 6, {"sealed": ["south"]})}))
    arm(t, t.squad("A1", profile, at))
    begin_move(t, "A1")
    t.play(f"to {at[0]},{at[1]}")
    assert (t.decision == "END_MOVE" and t.can("enter 1")) == legal


@pytest.mark.clause("DZ-GAR-03")
@pytest.mark.parametrize(("at", "legal"), [((9, 7), True), ((8, 7), False)])
def test_an_entrance_shares_a_side_with_the_piece(table, at, legal):
    # the corner cell (9, 9) is none; (10, 9) and (9, 10) are
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 6, 6)}))
    arm(t, t.squad("A1", "A-INF", at))
    begin_move(t, "A1")
    t.play(f"to {at[0]},{at[1]}")
    assert (t.decision == "END_MOVE" and t.can("enter 1")) == legal


@pytest.mark.clause("DZ-GAR-04")
def test_units_in_one_garrison_are_coherent_and_within_an_inch_of_each_other(table):
    t = spare(table(pieces={"C0": ("large_building", 2, 2, 18, 4)}))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="west", size=2), gun(shots=1))
    arm(t, ["A2"])
    t.house("C0", "A2", site="east")
    t.squad("B1", "A-MBT", (0, 3), armour=10, dp=9)
    fire(t, "A1", "B1", 3, 2)  # no penalty
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-GAR-05", "DZ-GAR-10")
def test_moving_inside(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", site="west")
    t.squad("A5", "A-INF", inside="C0", site="north", group=2)
    t.squad("B1", "A-INF", inside="C0", site="south")
    t.squad("B5", "A-INF", inside="C0", site="centre", group=2)
    begin_move(t, "A1")
    assert t.named("site") == {"CENTRE", "NORTH", "EAST", "WEST"}  # friends share an edge, enemies do not
    t.play("site NORTH")
    assert t.unit("A1")["site"] == 1 and not t.legal() & {"move"}


@pytest.mark.clause("DZ-GAR-05", "DZ-MOV-09")
@pytest.mark.parametrize("entered", [False, True])
def test_moving_inside_is_stationary_for_weapons_that_must_not_move(table, entered):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="west"), gun(free=0))
    t.squad("B1", "A-MBT", (12, 5))
    t.activate("A1")
    t.play("move")
    t.mark("A1", entered=entered)
    t.play("site SOUTH")
    assert (t.decision == "ACTION" and t.can("shoot")) != entered


@pytest.mark.clause("DZ-GAR-06", "DZ-GRID-12")
def test_leaving_places_all_within_two_inches(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=3, move=5)
    begin_move(t, "A1")
    around = t.cells("to")
    assert {(10, 8), (8, 10), (15, 17), (17, 12), (9, 8)} <= around
    assert not {(10, 7), (7, 10), (8, 8), (10, 10)} & around  # (8, 8) is (2, 2) off the corner: farther than 2"
    t.play("to 12,8")
    assert t.at("A1") == (12, 8) and all(t.at(name) is not None for name in ("A2", "A3"))
    for name in ("A2", "A3"):
        x, y = t.at(name)
        assert y in (8, 9) and abs(x - 12) <= 3
    assert t.decision != "ACTION" or not t.can("move")  # what is left of its MV is lost


@pytest.mark.clause("DZ-GAR-06", "DZ-TRN-05")
def test_a_squad_that_leaves_may_embark_at_once(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("A5", "A-APC", (12, 6))
    t.activate("A1", "A5")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,8")
    assert t.decision == "END_MOVE" and t.named("board") == {"A5"}
    t.play("board A5")
    assert t.where("A1") == t.where("A2") == "A5"


@pytest.mark.clause("DZ-GAR-06", "DZ-GRID-12")
@pytest.mark.parametrize(("free", "legal"), [([(1, 1)], False), ([(1, 1), (0, 1)], True)])
def test_a_squad_that_cannot_be_placed_outside_stays(table, free, legal):
    """Seven cells lie within 2" of a hut in the corner; two units want out."""
    t = spare(table(pieces={"C0": ("tiny_building", 0, 0, 1, 1)}))
    taken = [at for at in ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)) if at not in free]
    t.squad("B1", "A-MBT", *taken)
    t.squad("A1", "A-INF", inside="C0", size=2)
    begin_move(t, "A1")
    assert t.cells("to") == (set(free) if legal else set())


@pytest.mark.clause("DZ-GAR-07", "DZ-MULTI-06")
@pytest.mark.parametrize(
    ("friends", "b", "c", "tests"), [(1, 1, 0, False), (1, 2, 0, True), (1, 1, 1, True), (2, 1, 1, False), (2, 2, 1, True)]
)
def test_who_is_outnumbered_by_squads_tests_before_he_leaves(table, friends, b, c, tests):
    t = spare(table(seats=3, pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=3)  # three units, one squad
    if friends > 1:
        t.squad("A5", "A-INF", inside="C0", group=2)
    for k in range(b):
        t.squad(f"B{k + 1}", "A-INF", inside="C0", group=1 + k)
    for k in range(c):
        t.squad(f"C{k + 1}", "A-INF", inside="C0", group=1 + k)
    begin_move(t, "A1")
    if tests:
        t.dice(4)  # Fortitude 4+
    t.play("to 12,8")
    assert t.at("A1") == (12, 8) and t.unit("A1")["dp"] == 5


@pytest.mark.clause("DZ-GAR-07", "DZ-CQ-08", "DZ-OBJ-13")
@pytest.mark.parametrize(("face", "toll"), [(3, 1), (1, 3)])
def test_a_failed_test_costs_dp_that_an_opponent_allocates(table, face, toll):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-INF", inside="C0")
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.tables["mobile"] = 1
    t.objective(1, carrier="A1")
    begin_move(t, "A1")
    t.dice(face)
    t.play("to 12,8")
    for _ in range(toll):
        assert t.ask() == ("TOLL", "B") and t.legal() == {"hurt A1", "hurt A2"}
        t.play("hurt A2")
    assert t.unit("A2")["dp"] == 5 - toll and t.unit("A1")["dp"] == 5
    assert t.ask() == ("PUT", "A")
    t.play("put 8,10")
    assert t.at("A1") == (8, 10) and t.squad_of("A1")["token"] == -1


@pytest.mark.clause("DZ-GAR-07")
def test_the_opponent_with_most_squads_inside_allocates(table):
    t = spare(table(seats=3, pieces=BLOCK))
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-INF", inside="C0", size=4)
    t.squad("C1", "A-INF", inside="C0")
    t.squad("C5", "A-INF", inside="C0", group=2)
    begin_move(t, "A1")
    t.dice(3)
    t.play("to 12,8")
    assert t.ask() == ("TOLL", "C")


@pytest.mark.clause("DZ-GAR-08")
@pytest.mark.parametrize(("site", "legal"), [("south", True), ("centre", False), ("north", False), ("east", False)])
def test_who_is_on_an_edge_shoots_out_over_it(table, site, legal):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site=site), gun(arc=FRONT))
    t.squad("B1", "A-MBT", (12, 4))
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-GAR-08")
@pytest.mark.parametrize(("far", "legal"), [(5, True), (4, False)])
@pytest.mark.parametrize("x", [10, 15])
def test_range_is_measured_from_any_point_of_the_edge(table, far, legal, x):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(far=far, near=far))
    t.squad("B1", "A-MBT", (x, 5))  # 5" below the cells of that edge
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-GAR-08", "DZ-GRID-06")
@pytest.mark.parametrize(("at", "legal"), [((18, 7), True), ((20, 8), False)])
def test_the_outward_side_is_the_front_from_any_point_of_the_edge(table, at, legal):
    # the easternmost of the five points lies at x = 15.4, y = 10: 45 degrees from there lead to (18.5, 6.9)
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(arc=FRONT))
    t.squad("B1", "A-MBT", at)
    if at == (18, 7):
        assert not can_shoot(t, "A1")  # 3.1 aside, 2.5 down
        t = spare(table(pieces=BLOCK))
        arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(arc=FRONT))
        t.squad("B1", "A-MBT", (18, 6))  # 3.1 aside, 3.5 down
        assert can_shoot(t, "A1")
    else:
        assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-GAR-09", "DZ-GAR-12", "DZ-GRID-07")
@pytest.mark.parametrize(("site", "legal"), [("south", True), ("centre", False), ("north", True)])
def test_who_is_on_an_edge_is_shot_at_his_own_garrison_hides_nobody(table, site, legal):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun())
    t.squad("B1", "A-INF", inside="C0", site=site)
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-GAR-09")
@pytest.mark.parametrize(("far", "legal"), [(5, True), (4, False)])
@pytest.mark.parametrize("x", [10, 15])
def test_range_is_measured_to_any_point_of_the_edge(table, far, legal, x):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (x, 5)), gun(far=far, near=far))
    t.squad("B1", "A-INF", inside="C0", site="south")
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-GAR-09", "DZ-GRID-10")
@pytest.mark.parametrize(("kind", "cover", "need", "face"), [
    ("large_building", 0, 5, 3), ("large_building", SOFT, 3, 3), ("large_building", BODY, 5, 2), ("medium_forest", 0, 5, 2),
])  # fmt: skip
def test_the_wall_gives_the_cover_of_the_piece(table, kind, cover, need, face):
    t = spare(table(pieces={"C0": (kind, 10, 10, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(shots=2, cover=cover))
    t.squad("B1", "A-INF", inside="C0", site="south", armour=10, dp=9)
    fire(t, "A1", "B1", *dice_for(need), face)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-GAR-11", "DZ-GAR-02")
def test_a_squad_moves_to_a_linked_garrison_and_counts_as_entering(table):
    pieces = {**BLOCK, "C1": ("small_building", 18, 10, 4, 4, {"links": ["C0"]}), "C2": ("small_building", 10, 18, 4, 4)}
    t = spare(table(pieces=pieces))
    arm(t, t.squad("A1", "A-INF", inside="C0", size=2), gun(free=0), close(energy=8))
    t.squad("B1", "A-INF", inside="C1", armour=10)
    begin_move(t, "A1")
    assert t.named("cross-to") == {"2"}
    t.play("cross-to 2", "site CENTRE")
    assert t.where("A1") == t.where("A2") == 2 and not t.can("shoot")
    t.play("close")
    t.dice(2, 2, 1, 1)  # the successes are rolled again
    t.play("at B1")
    assert t.unit("B1")["dp"] == 5


@pytest.mark.clause("DZ-GAR-11", "DZ-GAR-01")
def test_a_linked_garrison_must_stand_and_have_room(table):
    pieces = {**BLOCK, "C1": ("tiny_building", 18, 10, 2, 2, {"links": ["C0"]})}
    t = spare(table(pieces=pieces))
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("A5", "A-INF", inside="C1", size=4, group=2)  # of 5
    begin_move(t, "A1")
    assert t.named("cross-to") == set()


@pytest.mark.clause("DZ-GAR-13", "DZ-GRID-08")
@pytest.mark.parametrize(("walls", "need"), [([(10, 3)], 5), ([(10, 2)], 3), ([(13, 2)], 3), ([(10, 2), (14, 1)], 5)])
def test_hull_down_on_an_edge_is_judged_on_how_much_of_it_is_seen(table, walls, need):
    """From far below, walls right before the southern edge hide 3 or 2 of its five fifths; Soft and Body Cover are ignored."""
    blocks = {f"W{k}": ("small_building", x, 9, n, 1) for k, (x, n) in enumerate(walls)}
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 5, 5), **blocks}))
    arm(t, t.squad("A1", "A-MBT", (12, 0)), gun(shots=2, cover=SOFT | BODY))
    t.squad("B1", "A-INF", inside="C0", site="south", armour=10, dp=9)
    fire(t, "A1", "B1", *dice_for(need), 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-GAR-13", "DZ-SPEC-06")
def test_weapons_that_ignore_hull_down_on_an_edge(table):
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 5, 5), "C1": ("small_building", 10, 9, 3, 1)}))
    arm(t, t.squad("A1", "A-MBT", (12, 0)), gun(shots=2, cover=SOFT | BODY | HULL))
    t.squad("B1", "A-INF", inside="C0", site="south", armour=10, dp=9)
    fire(t, "A1", "B1", 2, 3, 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-GAR-14", "DZ-AIR-01")
@pytest.mark.parametrize(("kind", "legal"), [("medium_building", True), ("large_building", False)])
def test_aircraft_hover_over_garrisons_up_to_eight_inches(table, kind, legal):
    t = spare(table(pieces={"C0": (kind, 10, 10, 6, 6)}))
    t.squad("A9", "A-MBT", (0, 0))
    t.squad("A1", "A-HDR", (10, 4))
    begin_move(t, "A1")
    assert t.can("to 12,12") == legal


@pytest.mark.clause("DZ-GAR-14")
@pytest.mark.parametrize("profile", ["A-MBT", "B-MBT", "C-MBW", "A-INF"])
def test_no_other_unit_stands_on_top(table, profile):
    t = spare(table(pieces={"C0": ("tiny_building", 10, 10, 3, 3)}))
    arm(t, t.squad("A1", profile, (11, 8), move=6))
    begin_move(t, "A1")
    assert not t.cells("to") & {(x, y) for x in (10, 11, 12) for y in (10, 11, 12)}


@pytest.mark.clause("DZ-GAR-05", "DZ-GRID-13")
def test_inside_each_unit_goes_where_its_player_says_if_units_are_asked(table):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4)}, options={"site_mode": "unit"})
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("A5", "A-MBT", (2, 2))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("site NORTH")
    assert t.ask() == ("SITE", "A") and t.subject == "A2"
    t.play("site WEST")
    assert [int(t.unit(name)["site"]) for name in ("A1", "A2")] == [1, 4] and (t.state["units"]["piece"] >= 0).sum() == 2
