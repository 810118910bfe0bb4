"""Chapter CARD: the cards of activations, moves and shots."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander import RULESET
from tests.dropzone_commander.guns import CLOSE, aim, arm, gun, rest
from tests.dropzone_commander.test_cards import lay

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}
NEAR = 6  # CV with an influence of 24"


def duel(table, *hands, figures=None, **weapon):
    """A1 with a gun of two shots at 3+, Energy 8, before B1 with Armour 10 and 9 DP; Commanders reach everywhere."""
    t = lay(table, *hands, cv=NEAR)
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(**{"shots": 2, **weapon}))
    t.squad("B1", "A-MBT", (10, 15), **{"armour": 10, "dp": 9, **(figures or {})})
    t.activate("A1")
    return t


def dp(t, *names):
    return [int(t.unit(name)["dp"]) for name in names]


def act_and_end(t, name, x, y):
    """A squad moves and ends its activation."""
    t.activate(name)
    if t.decision == "ACTION":
        t.play("move")
    t.play(f"to {x},{y}")
    rest(t)
    if t.decision == "ACTION" and int(t.state["squad"]) == t.tables["unit_squad"][t.slot_of(name)]:
        t.play("end")


# ---- after a squad's activation


@pytest.mark.clause("DZ-CARD-C08", "DZ-CARD-07")
def test_react_is_one_action_that_does_not_count(table):
    t = lay(table, [], [8], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-MBT", (5, 5)))
    arm(t, t.squad("B1", "A-MBT", (10, 5), (10, 6)), gun(acc=2, free=3))
    t.change("B1", fired=1)  # it has shot in this round already
    act_and_end(t, "A1", 5, 6)
    assert t.ask() == ("CARD", "B")
    t.play("play react", "on B1")
    assert t.ask() == ("ACTION", "B") and {"move", "shoot", "end"} <= t.legal()
    t.play("shoot")
    t.dice(1, 1)
    t.play("at A1")
    assert t.decision == "GROUP" or t.ask()[1] == "A"  # one single action
    t.finish("A1") if t.decision == "ACTION" else None
    assert t.unit("B1")["fired"] == 1 and t.unit("B2")["fired"] == 0 and t.squad_of("B1")["activated"] == 0
    t.activation("BA")
    t.activate("B1")
    t.play("move", "to 10,8")
    rest(t)
    assert t.decision == "ACTION" and t.can("shoot")  # B2 has its weapon still


@pytest.mark.clause("DZ-CARD-C08", "DZ-AIR-09")
def test_a_fast_aircraft_that_reacts_may_shoot_and_need_not_have_moved(table):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5), armour=10, dp=9)
    arm(t, t.squad("B1", "B-DRN", (12, 8), facing="N", kind=4, move=12, fast=6), gun(acc=2))
    act_and_end(t, "A1", 5, 6)
    t.play("play react", "on B1")
    assert t.ask() == ("ACTION", "B") and {"move", "shoot", "end"} <= t.legal()
    t.play("shoot")
    t.dice(6, 6)
    t.play("at A1")
    assert dp(t, "A1") == [7] and t.unit("B1")["moved"] == 0
    t.activation("BA")
    t.activate("B1")
    assert t.decision == "MOVE"  # in its activation it moves first


@pytest.mark.clause("DZ-CARD-C08", "DZ-ACTN-02")
def test_react_is_no_search(table):
    t = lay(table, [], [8], cv=NEAR, pieces=BLOCK)
    t.squad("A1", "A-MBT", (5, 5))
    arm(t, t.squad("B1", "A-INF", inside="C0"))
    t.squad("B3", "A-APC", (20, 5))
    t.objective(1, inside="C0", find="hidden")
    act_and_end(t, "A1", 5, 6)
    t.play("play react", "on B1")
    assert t.decision == "MOVE" or not t.can("search")


@pytest.mark.clause("DZ-CARD-C08")
def test_one_does_not_react_to_ones_own_squads(table):
    t = lay(table, [8], [], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("A2", "A-MBT", (8, 5))
    act_and_end(t, "A1", 5, 6)
    assert t.decision == "SQUAD" or t.subject == "A2"


@pytest.mark.clause("DZ-CARD-C10", "DZ-TRN-10", "DZ-TRN-11", "DZ-TRN-17")
def test_snap_unload_whatever_the_transport_did(table):
    t = lay(table, [], [10], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-LTR", (10, 10))
    t.change("B1", travelled=24)
    arm(t, t.squad("B2", "A-INF", aboard="B1", size=2), gun(free=0))
    act_and_end(t, "A1", 5, 6)
    t.play("play snap-unload")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert t.ask() == ("OUT", "B") and (10, 12) in t.cells("out") and (10, 13) not in t.cells("out")
    t.play("out 10,12")
    squad = t.squad_of("B2")
    assert t.at("B2") == (10, 12) and [int(squad[key]) for key in ("out", "left", "aerial", "activated")] == [
        0,
        1,
        1,
        0,
    ]  # no Aircraft for it, DZ-TRN-19
    t.activation("BA")
    t.activate("B2")
    assert t.can("shoot")


@pytest.mark.clause("DZ-CARD-C10")
def test_snap_unload_into_a_garrison_of_all_passengers(table):
    t = lay(table, [], [10], cv=NEAR, pieces=BLOCK)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-LTR", (12, 8))
    t.squad("B2", "A-INF", aboard="B1")
    t.squad("B3", "A-INF", aboard="B1")
    act_and_end(t, "A1", 5, 6)
    t.play("play snap-unload")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    t.play("out-into 1", "site CENTRE")
    assert t.ask() == ("OUT", "B") and t.subject == "B3"
    t.play("out 12,7")
    assert t.where("B2") == 1 and t.where("B3") == (12, 7)


@pytest.mark.clause("DZ-CARD-C29")
@pytest.mark.parametrize(("die", "n"), [(2, 1), (3, 2), (6, 3)])
def test_repairs(table, die, n):
    t = lay(table, [], [29], cv=1)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (12, 12), (13, 12), (14, 12), dp=4)  # far from any Commander: a Global card
    for name, left in (("B1", 1), ("B2", 2)):
        t.change(name, dp=left)
    t.destroy("B3")
    act_and_end(t, "A1", 5, 6)
    t.dice(die)
    t.play("play repairs")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    for _ in range(n):
        assert t.ask() == ("REPAIR", "B") and t.legal() == {"repair B1", "repair B2"}
        t.play("repair B1")
    assert dp(t, "B1", "B2") == [1 + n, 2] and t.where("B3") == "destroyed"


@pytest.mark.clause("DZ-CARD-C29", "DZ-SHT-17")
def test_repairs_do_not_exceed_the_printed_dp(table):
    t = lay(table, [], [29], cv=1)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (12, 12), dp=4)
    t.change("B1", dp=3)
    act_and_end(t, "A1", 5, 6)
    t.dice(6)
    t.play("play repairs")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert dp(t, "B1") == [4] and t.decision != "REPAIR"


# ---- moves


@pytest.mark.clause("DZ-CARD-C09", "DZ-GAR-02")
def test_tunnel_to_a_garrison_within_twelve_inches(table):
    pieces = {**BLOCK, "C1": ("small_building", 27, 10, 4, 4), "C2": ("small_building", 10, 28, 4, 4), "C3": ("barricade", 2, 2, 1, 1)}
    t = lay(table, [9], [], cv=NEAR, size=48, pieces=pieces)
    arm(t, t.squad("A1", "A-INF", inside="C0", size=2), gun(free=0))
    t.squad("B1", "A-MBT", (40, 12))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    assert t.ask() == ("CARD", "A")
    t.play("play tunnel")
    if t.decision == "CARD_PIECE":
        assert t.named("in") == {"2"}  # 12" and 13" away
        t.play("in 2")
    t.play("site SOUTH")
    assert t.where("A1") == t.where("A2") == 2 and t.squad_of("A1")["entered"] == 1
    assert t.decision != "ACTION" or not t.can("shoot")


@pytest.mark.clause("DZ-CARD-C11", "DZ-SHT-10", "DZ-RND-02")
@pytest.mark.parametrize(("evasion", "need"), [(0, 8), (2, 8), (4, 9)])
def test_jink(table, evasion, need):
    """A gun that needs 3, +2 for Reaction Fire, + Evasion 3 instead of a lower one: only a natural 6."""
    t = lay(table, [11], [], cv=NEAR)
    t.squad("A1", "A-HDR", (2, 12), dp=9, armour=10, evasion=evasion)
    t.squad("A2", "A-MBT", (2, 2))
    arm(t, t.squad("B1", "A-AAT", (12, 16)), gun(aa=0, shots=2, acc=1))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 18,12", "at A1")
    assert t.ask() == ("CARD", "A")
    t.dice(need - 3, need - 2, 2)  # 1 + 2 + 3 = 6, or 7 by its own Evasion of 4: a 6 hits all the same
    if evasion == 4:
        t.state["tape_next"], t.state["tape_end"] = 0, 0
        t.dice(5, 6, 2)
    t.play("play jink")
    assert t.unit("A1")["dp"] == 8 and t.squad_of("A1")["jink"] == 1
    t.finish("A1")
    t.dice(3, 2)
    t.state["deck"][:] = 0
    t.round_up(2)
    assert t.squad_of("A1")["jink"] == 0


@pytest.mark.clause("DZ-CARD-C12")
def test_run_for_the_ramp(table):
    t = lay(table, [12], [], cv=NEAR)
    t.squad("A1", "A-INF", (5, 5), move=3)
    t.squad("A5", "A-APC", (5, 12))
    t.activation("AB")
    t.play("activate 1", "declare A5")
    if t.decision == "AUXILIARY":
        t.play("done")
    if t.decision == "SQUAD":
        t.play("next A1")
    assert t.ask() == ("CARD", "A")
    t.play("play run-for-the-ramp")
    if t.decision == "ACTION":
        t.play("move")
    assert {(5, 8), (5, 10), (5, 11)} <= t.cells("to")  # 3" at will; 5" and 6" beside the Transport
    assert not {(5, 9), (9, 8), (5, 1)} & t.cells("to")
    t.play("to 5,11")
    if t.decision == "END_MOVE":
        assert "stay" not in t.legal()
        t.play("board A5")
    assert t.where("A1") == "A5"


@pytest.mark.clause("DZ-CARD-C19", "DZ-RND-02")
@pytest.mark.parametrize(("die", "more"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_overcharge(table, die, more):
    t = lay(table, [19], [], cv=NEAR)
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(acc=2, shots=2))
    t.squad("B1", "A-MBT", (10, 15), armour=13, dp=9)
    t.activate("A1")
    t.dice(die)
    t.play("play overcharge", "shoot")
    aim(t, "B1", 2, 2, 5 - more, 4 - more)  # 8 + more against 13
    assert dp(t, "B1") == [8]
    t.finish("A1")
    assert t.squad_of("A1")["energy"] == more
    t.state["deck"][:] = 0
    t.dice(3, 2)
    t.round_up(2)
    assert t.squad_of("A1")["energy"] == 0


# ---- shots


@pytest.mark.clause("DZ-CARD-C13", "DZ-CORE-04")
def test_guided_fire_rolls_all_failed_hit_dice_again_once(table):
    t = duel(table, [13], [], shots=4)
    t.play("shoot")
    t.dice(1, 2, 3, 6)
    t.play("at B1")
    assert t.ask() == ("CARD", "A")
    t.dice(2, 3, 2, 2, 2)  # two dice again; three hits
    t.play("play guided-fire")
    assert dp(t, "B1") == [6]


@pytest.mark.clause("DZ-CARD-C14", "DZ-CORE-04")
def test_burning_rounds_roll_all_failed_damage_dice_again_once(table):
    t = duel(table, [14], [], shots=3)
    t.play("shoot")
    t.dice(3, 3, 3, 1, 1, 2)
    t.play("at B1")
    assert t.ask() == ("CARD", "A")
    t.dice(1, 4)
    t.play("play burning-rounds")
    assert dp(t, "B1") == [6]


@pytest.mark.clause("DZ-CARD-C18", "DZ-CORE-04")
def test_flares_roll_successful_damage_dice_again(table):
    t = duel(table, [], [18], shots=3)
    t.play("shoot")
    t.dice(3, 3, 2)
    t.play("at B1")
    assert t.ask() == ("CARD", "B")
    t.dice(4, 1, 2)  # the 4 again: 2
    t.play("play flares")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C18", "DZ-CARD-C14", "DZ-CORE-04")
def test_no_die_is_rolled_a_third_time(table):
    t = duel(table, [14], [18])
    t.play("shoot")
    t.dice(3, 3)
    t.play("at B1")
    t.dice(4, 1, 1)  # Flares: the 4 becomes a 1; Burning rounds: only the other 1 is rolled again
    t.play("play flares")
    assert t.ask() == ("CARD", "A")
    t.dice(2)
    t.play("play burning-rounds")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C18")
def test_flares_are_for_a_squad_in_influence(table):
    t = lay(table, [], [18], cv=1)
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    t.squad("B1", "A-MBT", (10, 15), armour=10, dp=9)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 2)
    assert dp(t, "B1") == [8] and t.cards_of("B") == {18}


@pytest.mark.clause("DZ-CARD-C15")
def test_air_tracking_shoots_aircraft_and_hits_on_sixes_alone(table):
    t = lay(table, [15], [], cv=NEAR)
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(shots=2, acc=1))
    t.squad("B1", "A-HDR", (10, 15), armour=10, dp=9)
    t.squad("B2", "A-MBT", (12, 15))
    t.activate("A1")
    t.play("shoot")
    assert t.ask() == ("CARD", "A")
    t.play("play air-tracking")
    assert {"B1", "B2"} <= t.named("at")
    aim(t, "B1", 5, 6, 2)
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C15", "DZ-SPEC-01")
def test_air_tracking_is_for_one_activation(table):
    t = duel(table, [15], [])
    t.play("shoot", "play air-tracking")
    aim(t, "B1", 1, 1)
    t.finish("A1")
    assert t.squad_of("A1")["tracking"] == 0


@pytest.mark.clause("DZ-CARD-C16", "DZ-SPEC-14")
@pytest.mark.parametrize("played", [True, False])
def test_piercing_rounds(table, played):
    t = duel(table, [16], [], figures={"armour": 17})
    t.play("shoot", "play piercing-rounds" if played else "pass")
    aim(t, "B1", 3, 3, 6, 5)
    assert dp(t, "B1") == [8 if played else 9]


@pytest.mark.clause("DZ-CARD-C20", "DZ-SHT-10")
@pytest.mark.parametrize(("played", "need"), [(True, 3), (False, 7)])
def test_marksmen_ignore_all_modifiers(table, played, need):
    t = duel(table, [20], [], figures={"evasion": 2})
    t.mark("B1", smoke=1)
    t.play("shoot", "at B1")
    assert t.ask() == ("CARD", "A")
    t.dice(*((2, 3, 2) if played else (5, 6, 2)))
    t.play("play marksmen" if played else "pass")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C21")
@pytest.mark.parametrize(("played", "dice"), [(True, 6), (False, 3)])
def test_clear_rooms_doubles_the_shots_at_close_quarters(table, played, dice):
    t = lay(table, [21], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), {**CLOSE, "shots": 3})
    t.squad("B1", "A-INF", inside="C0")
    t.activate("A1")
    t.play("close", "play clear-rooms" if played else "pass")
    aim(t, "B1", *([1] * dice))
    assert dp(t, "B1") == [5] and t.squad_of("A1")["double"] == 0


@pytest.mark.clause("DZ-CARD-07")
@pytest.mark.parametrize(("name", "seats"), [("royale", 2), ("bunkers", 2), ("skirmish", 3)])
@pytest.mark.games
def test_asking_what_could_be_played_changes_nothing(name: str, seats: int) -> None:
    batch = Batch(RULESET.scenario(name, seats), 8, observe=False)
    batch.reset(seed=5)
    luck, windows = np.random.default_rng(5), 0
    for _ in range(250):
        before = batch.games.copy()
        for b in np.flatnonzero(batch.over == 0):
            _, mask = batch.look(int(b), int(batch.deciders[b]))
            assert (mask == batch.masks[b]).all()
            windows += RULESET.decisions(int(batch.games[b]["decision"])).name == "CARD"
        assert batch.games.tobytes() == before.tobytes()
        batch.step(np.where(batch.over == 0, random_legal(batch.masks, luck), -1))
    assert windows > 20
