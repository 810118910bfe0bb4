"""Chapter CARD: what an action out of sequence is, and what it is not: an activation."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.rules.playable import could_act
from tests.dropzone_commander.guns import aim, arm, close, gun, rest, spare
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_cards_in_play import NEAR, act_and_end
from tests.dropzone_commander.test_cards_inside import enter

PAIR = {"C0": ("large_building", 10, 10, 6, 6), "C1": ("small_building", 18, 11, 4, 4)}


def react(t, name):
    """A squad of A has acted, one of B takes an action."""
    t.play("play react", f"on {name}")


@pytest.mark.clause("DZ-CARD-C08", "DZ-TRN-14")
def test_no_free_transfer_in_a_move_out_of_sequence(table):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-LTR", (10, 10))
    t.squad("B2", "A-INF", aboard="B1", size=2)
    t.mark("B1", declared=0)
    act_and_end(t, "A1", 5, 6)
    react(t, "B1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 10,12", "land")
    assert t.decision != "TRANSFER" and t.where("B2") == "B1"


@pytest.mark.clause("DZ-AUX-03", "DZ-CARD-C08")
@pytest.mark.parametrize("declared", [-1, 0])
def test_who_is_not_declared_puts_off_no_auxiliaries_either(table, declared):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-HDR", (10, 10), flying=False)
    t.squad("B2", "A-APC", aboard="B1", size=1)
    t.mark("B1", declared=declared)
    t.mark("B2", declared=declared)
    act_and_end(t, "A1", 5, 6)
    t.play("play react")
    assert (t.decision == "CARD_UNIT" and "B2" in t.named("on")) == (declared == 0)


@pytest.mark.clause("DZ-CARD-C08", "DZ-OBJ-11", "DZ-OBJ-12")
def test_nothing_is_handed_on_or_dropped_in_an_action_out_of_sequence(table):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-INF", (10, 10))
    t.squad("B2", "A-INF", (11, 10))
    t.objective(1, carrier="B1")
    act_and_end(t, "A1", 5, 6)
    react(t, "B1")
    assert t.decision == "MOVE" or not {"pass-on", "drop"} & t.legal()


@pytest.mark.clause("DZ-TRN-18", "DZ-CARD-C08")
@pytest.mark.parametrize("fired", [False, True])
def test_who_reacted_boards_nothing_out_of_sequence(table, fired):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    arm(t, t.squad("B1", "A-AAT", (10, 10)), gun(aa=0))
    t.squad("B5", "A-HDR", (10, 13), flying=False)
    t.mark("B5", declared=0)
    t.change("B1", fired=int(fired))
    act_and_end(t, "A1", 5, 6)
    react(t, "B1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 10,11")
    assert (t.decision == "END_MOVE") == (not fired)


@pytest.mark.clause("DZ-TRN-18", "DZ-CARD-C22")
def test_who_struck_from_ambush_boards_nothing_in_that_round(table):
    t = enter(table, [], [22])
    t.squad("B5", "A-APC", (16, 13))
    t.mark("B5", declared=0)
    t.play("play ambush")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.dice(1, 1)
    t.play("at A1")
    t.finish("A1")
    t.activation("BA")
    t.activate("B1", "B5")
    t.play("move") if t.decision == "ACTION" else None
    t.dice(6) if t.decision == "MOVE" else None
    t.state["tape_end"] = t.state["tape_next"]
    t.play("to 16,12")
    assert t.at("B1") == (16, 12) and t.decision != "END_MOVE"


@pytest.mark.clause("DZ-CARD-C28", "DZ-CARD-C22")
def test_an_ambush_is_an_action_in_a_garrison(table):
    t = enter(table, [28], [22])
    t.play("play ambush")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.dice(1, 1)
    t.play("at A1")
    assert t.ask() == ("CARD", "A") and t.can("play booby-trap")


@pytest.mark.clause("DZ-CARD-C25", "DZ-OBJ-04")
def test_who_slips_away_claims_what_lies_outside(table):
    t = enter(table, [], [25])
    t.objective(1, at=(12, 18))
    t.play("play slip-away")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.play("to 12,17")
    assert t.state["tokens"][0]["seat"] == 1 and t.decision == "GROUP"


@pytest.mark.clause("DZ-CARD-C07", "DZ-AUX-02", "DZ-TRN-14")
def test_a_lifter_that_strikes_early_puts_off_the_transports_aboard(table):
    t = lay(table, [7], [], cv=NEAR)
    t.squad("A1", "A-HDR", (10, 10), move=18)
    t.squad("A2", "A-APC", aboard="A1")
    t.squad("A3", "A-INF", aboard="A2", size=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.state["deck"][:] = 0
    t.dice(5, 2)
    t.initiation(2)
    t.play("keep")
    while t.decision == "DISCARD":
        t.play("stop")
    t.play("play early-strike", "on A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 10,12", "land")
    assert t.decision == "TRANSFER" and t.can("put-off A2")
    t.play("put-off A2")
    assert t.decision == "OUT"


@pytest.mark.clause("DZ-CARD-C09", "DZ-MOV-09")
@pytest.mark.parametrize(("free", "asked"), [(0, False), (1, True)])
def test_who_fired_a_weapon_of_no_move_and_fire_does_not_tunnel(table, free, asked):
    t = lay(table, [9], [], cv=NEAR, pieces=PAIR)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(free=free))
    t.squad("B1", "A-MBT", (12, 2), dp=9)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 1)
    t.play("move")
    assert (t.decision == "CARD") == asked


@pytest.mark.clause("DZ-CARD-C10", "DZ-ABIL-09", "DZ-ABIL-10")
def test_snap_unload_is_a_disembarkation_all_the_same(table):
    t = lay(table, [], [10], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "C-HDR", (10, 10))
    arm(t, t.squad("B2", "C-CMD", aboard="B1"), gun(free=0))
    act_and_end(t, "A1", 5, 6)
    t.play("play snap-unload")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.play("out 10,12")
    t.activation("BA")
    t.activate("B2")
    assert t.can("shoot")  # no effect on M&F
    t.play("move")
    assert t.can("to 10,18") and not t.can("to 10,19")  # no Thrusters in that round


@pytest.mark.clause("DZ-CARD-C30", "DZ-TRN-14")
@pytest.mark.parametrize("first", ["done", "put-off A1"])
def test_two_moves_give_one_free_transfer(table, first):
    t = lay(table, [30], [])
    t.squad("A5", "A-LTR", (8, 2))
    t.squad("A1", "A-INF", aboard="A5")
    t.squad("A2", "A-INF", (8, 8))
    t.activation("AB")
    t.play("activate 1")
    t.play("done") if t.decision == "AUXILIARY" else None
    t.play("play extraction-run")
    t.play("on A5") if t.decision == "CARD_UNIT" else None
    t.play("next A5")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 8,5", "land")
    assert t.decision == "TRANSFER"
    t.play(first)
    if t.decision == "OUT":
        t.play("out 8,3")
    t.play("done") if t.decision == "TRANSFER" else None
    t.play("stay") if t.decision == "GO_ON" else None
    rest(t)
    t.play("move", "to 8,7", "land")
    assert (t.decision == "TRANSFER") == (first == "done")


@pytest.mark.clause("DZ-CARD-C12", "DZ-MOV-05")
def test_a_run_for_the_ramp_along_a_road(table):
    """MV 4 is doubled, the road adds its 2 inches; whoever moved more than 4 boards."""
    t = ramp(table, "A-MBT", (5, 2), roads=[[5, 5, 0, 23]])
    t.squad("A5", "A-HDR", (7, 12), flying=False)
    run(t)
    assert t.can("to 5,12") and not t.can("to 5,13")  # 10 inches
    assert t.can("to 5,6") and not t.can("to 5,8")  # 4 inches at will, 6 only to board
    t.play("to 5,12")
    assert t.decision == "END_MOVE" and t.legal() == {"board A5"} or t.where("A1") == "A5"


@pytest.mark.clause("DZ-CARD-C12", "DZ-ABIL-08")
def test_speed_boost_is_not_doubled_for_the_ramp(table):
    t = ramp(table, "B-APC", (5, 2), group=1)
    t.squad("A5", "B-HDR", (5, 19), flying=False)
    run(t)
    assert t.can("to 5,17") and not t.can("to 5,18")  # twice 6 and 3 inches


@pytest.mark.clause("DZ-CARD-C12", "DZ-ABIL-08")
@pytest.mark.parametrize(("y", "boosted"), [(16, 0), (17, 1)])
def test_the_doubled_mv_alone_is_no_speed_boost(table, y, boosted):
    """12 inches on its tracks; whoever goes farther takes on and puts off nobody in that activation."""
    t = ramp(table, "B-APC", (5, 4), group=1)
    t.squad("A5", "B-HDR", (5, y + 2), flying=False)
    run(t)
    t.play(f"to 5,{y}")
    t.play("board A5") if t.decision == "END_MOVE" else None
    assert t.where("A1") == "A5" and t.unit("A1")["boosted"] == boosted


@pytest.mark.clause("DZ-CARD-C12", "DZ-GRID-11")
def test_the_others_of_a_squad_run_for_the_ramp_keep_their_places(table):
    t = ramp(table, "A-MBT", (5, 2), (7, 2), (9, 2))
    t.squad("A5", "A-HDR", (5, 11), flying=False)
    t.squad("A6", "A-HDR", (4, 11), flying=False)
    run(t)
    t.play("to 5,9")  # 7 inches; the others go to (7, 9) and (9, 9), not all of them beside a lifter
    assert [t.at(name) for name in ("A2", "A3")] == [(7, 9), (9, 9)]
    assert t.ask() == ("END_MOVE", "A") and t.legal() == {"board A5", "board A6"}


def ramp(table, profile, *cells, roads=(), group=0):
    """A1 holds card 12 and stands in these cells."""
    t = lay(table, [12], [], cv=NEAR, roads=roads)
    t.squad("A1", profile, *cells, group=group)
    t.squad("B1", "A-MBT", (23, 0))
    return t


def run(t):
    """A1 is activated with A5 and runs."""
    t.activation("AB")
    t.play("activate 1")
    for lifter in ("A5", "A6"):
        t.play(f"declare {lifter}") if t.decision == "AUXILIARY" and t.can(f"declare {lifter}") else None
    t.play("done") if t.decision == "AUXILIARY" else None
    t.play("next A1") if t.decision == "SQUAD" else None
    assert t.ask() == ("CARD", "A")
    t.play("play run-for-the-ramp")
    t.play("move") if t.decision == "ACTION" else None


@pytest.mark.clause("DZ-SPEC-21", "DZ-GAR-03")
@pytest.mark.parametrize(("rapid", "asked"), [(1, True), (0, False)])
def test_who_came_by_rapid_insertion_enters_by_a_sealed_side(table, rapid, asked):
    sealed = ("large_building", 10, 10, 6, 6, {"sealed": ["north", "east", "south", "west"]})
    t = lay(table, [], [], pieces={"C0": sealed})
    arm(t, t.squad("A1", "A-SPC", (12, 7)), close())
    t.activate("A1")
    t.mark("A1", rapid=rapid)
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,8")
    assert (t.decision == "END_MOVE") == asked


@pytest.mark.clause("DZ-CARD-07", "DZ-CARD-C08", "DZ-ABIL-11")
@pytest.mark.parametrize("first", [False, True])
def test_fire_from_a_bus_out_of_sequence_and_in_its_own_activation(table, first):
    """Whichever comes first, the other is not hindered: weapons and the one Shoot of the round are as they were."""
    t = lay(table, [8], [], cv=NEAR)
    t.squad("A1", "D-BUS", (12, 8))
    arm(t, t.squad("A5", "D-INF", aboard="A1"), gun())
    t.squad("B1", "A-MBT", (12, 16), armour=10, dp=9)
    t.mark("A1", declared=0)
    if first:
        t.activate("A1")
        t.play("ports")
        aim(t, "B1", 1)
        t.finish("A1")
    t.activation("BA")
    act_and_end(t, "B1", 12, 17)
    react(t, "A1")
    assert t.ask() == ("ACTION", "A") and t.can("ports")
    t.play("ports")
    aim(t, "B1", 4, 2)
    assert t.unit("B1")["dp"] == 8
    if not first:
        t.activation("AB")
        t.activate("A1")
        assert t.can("ports")
        t.play("ports")
        aim(t, "B1", 4, 2)
        assert t.unit("B1")["dp"] == 7 and not t.can("ports")


@pytest.mark.clause("DZ-CARD-C12")
def test_drones_fly_farther_than_their_mv_to_board_alone(table):
    t = ramp(table, "B-DRN", (5, 5), group=1)  # MV 4
    t.squad("A5", "B-LDR", (5, 13), flying=False)
    run(t)
    assert {(5, 9), (9, 5), (5, 11), (6, 11), (5, 12)} <= t.cells("to")
    assert not {(5, 10), (10, 5), (5, 0), (11, 7)} & t.cells("to")
    t.play("to 5,12")
    t.play("aloft")  # and aboard, which it must
    assert t.where("A1") == "A5"


@pytest.mark.clause("DZ-CARD-C12", "DZ-ABIL-09")
def test_thrusters_carry_nobody_past_the_ramp(table):
    t = ramp(table, "C-CMD", (5, 2))  # MV 6, Thrusters 18
    t.squad("A5", "C-HDR", (5, 18), flying=False)
    run(t)
    assert {(5, 8), (5, 16), (5, 17), (6, 16)} <= t.cells("to")
    assert not {(5, 12), (5, 15), (15, 2)} & t.cells("to")


@pytest.mark.clause("DZ-CARD-07", "DZ-CARD-C08")
def test_asking_what_a_squad_could_do_out_of_sequence_leaves_what_it_has_done(table):
    t = spare(table())
    t.squad("A1", "A-MBT", (5, 5), (6, 5))
    t.squad("B1", "A-MBT", (5, 12))
    for k, name in enumerate(("A1", "A2")):
        t.change(name, fired=1, moved=4 + k, kept_fired=0, kept_moved=2 + k)
    before = t.state.tobytes()
    could_act(t._s, t._t, int(t.tables["unit_squad"][t.slot_of("A1")]))
    assert t.state.tobytes() == before
