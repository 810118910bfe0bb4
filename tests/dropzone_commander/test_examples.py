"""Worked examples of the dossier, played at a table."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.table import Table


def stay(t: Table) -> None:
    """End the squad's activation, facing wherever it does."""
    while t.decision != "SQUAD":
        t.play(next(word for word in ("end", "stay", "face N") if word in t.legal()))


@pytest.mark.clause("DZ-GRID-05", "DZ-TRN-07", "DZ-TRN-11", "DZ-TRN-14", "DZ-TRN-16", "DZ-AIR-04")
def test_example_20_a_lifter_frees_a_carrier_half_way_and_flies_on(table):
    t = table(scenario="skirmish")
    t.activation("AB")
    t.play("activate 2", "next A3")  # A3 carries A4 and A8, A4 carries A5 to A7
    assert "to 8,17" in t.legal() and "to 8,18" not in t.legal()  # 18" from the edge
    t.play("to 8,8", "land")
    assert t.ask() == ("TRANSFER", "A") and t.legal() == {"put-off A4", "put-off A8", "done"}
    t.play("put-off A4")
    assert "out 8,10" in t.legal() and "out 8,11" not in t.legal()
    t.play("out 8,10", "done")
    assert t.ask() == ("GO_ON", "A") and "to 8,17" in t.legal() and "to 8,18" not in t.legal()
    t.play("to 8,17", "aloft", "face N")
    stay(t)
    t.play("next A4", "move")
    assert "to 8,16" in t.legal() and "to 8,17" not in t.legal()
    t.play("to 8,16")
    stay(t)
    t.play("next A5")
    t.play("move")
    assert "out 8,18" in t.legal()
    t.play("out 8,18")
    assert "to 8,20" in t.legal() and "to 8,21" not in t.legal()


@pytest.mark.clause("DZ-TRN-11")
def test_a_lifter_that_moved_more_than_half_its_mv_puts_nobody_off(table):
    t = table(scenario="skirmish")
    t.activation("AB")
    t.play("activate 2", "next A3", "to 8,9", "land")
    assert t.ask() != ("TRANSFER", "A")


@pytest.mark.clause("DZ-SHT-06", "DZ-SHT-09", "DZ-SHT-10", "DZ-SHT-14", "DZ-SHT-17", "DZ-END-03")
def test_example_9_three_railguns_against_a_skimmer(table):
    t = table(scenario="skirmish")
    for k, name in enumerate(("A16", "A17", "A18")):
        t.put(t.slot_of(name), (7 + k, 4))
    target = next(
        n
        for n in range(36, 72)
        if t.tables["unit_armour"][n] == 13 and t.tables["unit_evasion"][n] == 2 and t.tables["unit_dp"][n] == 1
    )
    t.put(target, (8, 24))
    t.state["squads"][t.tables["unit_squad"][t.slot_of("A16")]]["facing"] = 4  # the gatlings look away
    t.activation("AB")
    t.play("activate 3", "done", "next A16", "shoot")
    name = f"B{target - 35}"
    assert t.ask() == ("AIM", "A") and f"at {name}" in t.legal()
    t.dice(1, 3, 6, 2, 6)  # two hits at 3+; 12 fails, 16 is a Critical
    t.play(f"at {name}")
    assert t.unit(name)["status"] == 4 and t.state["kills"][0] == 35


@pytest.mark.clause("DZ-SHT-06")
def test_example_9_at_26_inches_a_countered_railgun_is_out_of_range(table):
    t = table(scenario="skirmish")
    t.put(t.slot_of("A16"), (8, 4))
    for name in ("A17", "A18"):
        t.unit(name)["status"] = 4
    target = next(
        n
        for n in range(36, 72)
        if t.tables["unit_armour"][n] == 13 and t.tables["unit_evasion"][n] == 2 and t.tables["unit_dp"][n] == 1
    )
    t.put(target, (8, 30))
    t.activation("AB")
    t.play("activate 3", "done", "next A16")
    if "shoot" in t.legal():
        t.play("shoot")
        assert f"at B{target - 35}" not in t.legal()


@pytest.mark.clause("DZ-CORE-06", "DZ-GRID-02")
def test_example_24_distances_round_to_the_nearest_inch():
    from skirmish_rl.envs.dropzone_commander.rules.measuring import inches

    assert inches(0, 2 + 48) == 2 and inches(0, 2 + 2 * 48) == 3 and inches(0, 20 * 48) == 20


def house(t: Table, *names: str, piece: int = 0) -> None:
    """Put units into the centre of a Garrison."""
    for name in names:
        unit = t.unit(name)
        unit["status"], unit["carrier"], unit["cell"], unit["piece"], unit["site"] = 3, -1, -1, piece, 0


@pytest.mark.clause("DZ-CQ-03", "DZ-CQ-04", "DZ-CQ-05", "DZ-CQ-07", "DZ-CQ-08")
def test_example_14_close_quarters_and_a_failed_fortitude_test(table):
    t = table(scenario="drill")
    house(t, "A9", "A10", "B9", "B10")
    t.unit("B10")["dp"] = 4
    t.activation("AB")
    t.play("activate 2", "done") if t.decision == "AUXILIARY" else t.play("activate 2")
    if t.decision == "AUXILIARY":
        t.play("done")
    t.play("next A9", "close", "normal")
    t.dice(4, 4, 5, 6, 1, 2, 3, 6)
    t.play("at B9")
    assert t.unit("B10")["status"] == 4 and t.unit("B9")["dp"] == 4
    t.play("end")
    t.play("end")
    assert t.ask() == ("FORTITUDE", "B")
    t.dice(2)
    t.play("roll")
    assert t.ask() == ("PUT", "B")
    t.play(min(text for text in t.legal() if text.startswith("put ")))
    assert t.unit("B9")["piece"] == -1 and t.unit("B9")["cell"] >= 0


@pytest.mark.clause("DZ-CQ-06")
def test_example_14_those_who_just_came_in_roll_their_successes_again(table):
    t = table(scenario="drill")
    house(t, "A9", "A10", "B9", "B10")
    t.unit("B10")["dp"] = 4
    t.activation("AB")
    t.play("activate 2")
    if t.decision == "AUXILIARY":
        t.play("done")
    t.play("next A9")
    t.state["squads"][t.tables["unit_squad"][t.slot_of("A9")]]["entered"] = 1
    t.play("close", "normal")
    t.dice(4, 4, 5, 6, 1, 2, 3, 6, 1, 3, 4, 6, 2)
    t.play("at B9")
    assert t.unit("B9")["dp"] == 5 and t.unit("B10")["dp"] == 2
    t.play("end", "end")
    assert t.decision != "FORTITUDE"


@pytest.mark.clause("DZ-RF-01", "DZ-RF-02", "DZ-RF-04", "DZ-AIR-06", "DZ-AIR-07", "DZ-TRN-22", "DZ-ABIL-06")
def test_example_12_a_loaded_lifter_is_shot_down_as_it_comes(table):
    t = table(scenario="skirmish")
    casters = [n for n in range(36, 72) if t.tables["weapon_aa"][n, 0] == 2 and t.tables["unit_dp"][n] == 1]
    assert len(casters) == 3
    for k, slot in enumerate(casters):
        t.put(slot, (7 + k, 16))
    t.activation("AB")
    t.play("activate 3", "next A15", "to 8,8")
    t.dice(4, 3, 2)
    assert t.ask() == ("REACT", "B")
    t.play("at A15")
    assert t.unit("A15")["dp"] == 2
    t.dice(2, 6, 4, 3, 5, 1, 2, 3, 6, 6)  # hits, damage, the crash, and two hits on each passenger
    t.play("at A15")
    assert t.ask() == ("PUT", "A") and t.unit("A15")["dp"] == 0  # tank 2 is placed, 1 and 3 are lost
    t.play("put 8,9")
    assert [int(t.unit(name)["status"]) for name in ("A15", "A16", "A17", "A18")] == [4, 4, 3, 4]
    assert t.state["kills"][1] == 30 + 2 * 35
