"""Chapter CARD: the cards of the initiation phase."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, gun, rest
from tests.dropzone_commander.test_cards import BLOCK, lay


@pytest.mark.clause("DZ-CARD-C04", "DZ-INIT-03", "DZ-INIT-10")
def test_command_boost(table):
    t = lay(table, [4], [])
    t.squad("A1", "A-MBT", (5, 0))
    t.state["deck"][1] = 0
    t.state["deck"][0] = 0b111 << 20
    t.initiation(2)
    assert t.ask() == ("CARD", "A")
    t.dice(4, 5, 3, 2, 1, 1)  # 4 + 2 and 5 + 1: a tie, rolled again; two cards are drawn: the hand is larger, too
    t.play("play command-boost")
    if t.decision == "CARD_UNIT":
        t.play("on A20")
    assert t.ask() == ("KEEP", "A")
    t.play("keep")
    assert len(t.cards_of("A")) == 2
    while t.decision == "CARD":
        t.play("pass")
    t.hand("A", [19])
    t.activate("A1")
    assert t.decision != "CARD"  # 5" away: the influence is still 4"


@pytest.mark.clause("DZ-CARD-C04", "DZ-RND-02")
def test_command_boost_ends_with_the_round(table):
    t = lay(table, [], [])
    t.state["boost"][0] = t.slot_of("A20")
    t.state["deck"][:] = 0
    t.dice(4, 3)
    t.round_up(2)
    assert t.state["boost"][0] == -1


@pytest.mark.clause("DZ-CARD-C05", "DZ-INIT-05")
@pytest.mark.parametrize(("rolls", "first"), [((3, 6, 5), "A"), ((3, 6, 6), "B"), ((3, 5), "A"), ((1, 5), "B")])
def test_initiative_surge(table, rolls, first):
    """CV 1 each: A adds 1 + 3; B rolls a natural 6 again, once."""
    t = lay(table, [5], [])
    t.state["deck"][:] = 0
    t.initiation(2)
    t.dice(*rolls)
    t.play("play initiative-surge")
    if t.decision == "CARD_SEAT":
        t.play("against 1")
    assert t.ask() == ("KEEP", first)


@pytest.mark.clause("DZ-CARD-C05")
def test_a_surge_needs_a_commander_on_the_table(table):
    t = lay(table, [5], [])
    t.state["deck"][:] = 0
    t.destroy("A20")
    t.squad("A1", "A-MBT", (5, 5))
    t.dice(4, 2)
    t.initiation(2)
    assert t.decision == "KEEP"


@pytest.mark.clause("DZ-CARD-C17", "DZ-INIT-12", "DZ-SHT-16")
@pytest.mark.parametrize(("passive", "face", "dp"), [(0, 4, 8), (0, 5, 9), (6, 5, 9), (4, 4, 9)])
def test_screen(table, passive, face, dp):
    t = lay(table, [17], [])
    t.state["deck"][:] = 0
    t.squad("A1", "A-MBT", (3, 1), armour=10, dp=9, passive=passive)
    arm(t, t.squad("B1", "A-MBT", (12, 1)), gun())
    t.dice(3, 2)
    t.initiation(2)
    t.play("keep", "stop")
    assert t.ask() == ("CARD", "A")
    t.play("play screen", "on A1")
    t.activation("BA")
    t.activate("B1")
    t.play("shoot")
    aim(t, "A1", 3, 2, face)
    assert t.unit("A1")["dp"] == dp
    t.dice(3, 2)
    t.round_up(2)
    assert t.squad_of("A1")["screen"] == 0


@pytest.mark.clause("DZ-CARD-C07", "DZ-INIT-13", "DZ-ACT-11")
def test_early_strike(table):
    t = lay(table, [7], [])
    t.state["deck"][:] = 0
    arm(t, t.squad("A1", "A-MBT", (3, 1)), gun())
    arm(t, t.squad("A2", "A-MBT", (6, 1)), gun())  # out of influence
    t.squad("B1", "A-MBT", (12, 12))
    t.dice(3, 2)
    t.initiation(2)
    t.play("keep", "stop")
    assert t.ask() == ("CARD", "A")
    t.play("play early-strike")
    if t.decision == "CARD_UNIT":
        assert t.named("on") == {"A1", "A20"}
        t.play("on A1")
    assert t.ask() == ("ACTION", "A") and t.subject == "A1"
    t.play("move", "to 3,2")
    rest(t)
    assert t.can("shoot")
    t.play("end")
    assert t.decision == "GROUP"
    t.play("activate 1")
    assert t.decision != "SQUAD" or not t.can("next A1")


@pytest.mark.clause("DZ-CARD-C07", "DZ-AUX-01")
def test_early_strike_of_a_transport_leaves_its_passengers_their_activation(table):
    t = lay(table, [7], [])
    t.state["deck"][:] = 0
    t.squad("A5", "A-APC", (3, 1))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("B1", "A-MBT", (20, 20))
    t.dice(3, 2)
    t.initiation(2)
    t.play("keep", "stop", "play early-strike", "on A5")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 3,3")
    rest(t)
    if t.decision == "ACTION":
        t.play("end")
    t.play("activate 1")
    while t.decision == "AUXILIARY":
        t.play("done")
    assert t.decision in ("OUT", "ACTION") and t.squad_of("A1")["activated"] == 1 and t.squad_of("A5")["activated"] == 1


@pytest.mark.clause("DZ-CARD-C23", "DZ-CQ-07", "DZ-CORE-04")
@pytest.mark.parametrize(("at", "dice", "stays"), [((9, 11), (2, 5), True), ((9, 11), (2, 3), False), ((5, 11), (2,), False)])
def test_inspire(table, at, dice, stays):
    t = lay(table, [23], [], pieces=BLOCK)
    t.put("A20", at)  # 1" or 5" from the building
    t.state["deck"][:] = 0
    t.squad("A1", "A-INF", inside="C0", armour=10)  # Fortitude 4+
    t.change("A1", dp=2)
    arm(t, t.squad("B1", "A-INF", inside="C0"), close(energy=8))
    t.dice(3, 2)
    t.initiation(2)
    t.play("keep", "stop", "play inspire")
    if t.decision == "CARD_UNIT":
        t.play("on A20")
    t.activation("BA")
    t.activate("B1")
    t.play("close")
    aim(t, "A1", 2)
    t.play("end")
    t.dice(*dice)
    t.play(*["roll"] * len(dice))  # he may roll once more
    assert (t.decision != "PUT") == stays


@pytest.mark.clause("DZ-CARD-C23", "DZ-GAR-07", "DZ-CORE-04")
def test_who_is_inspired_and_does_not_roll_again_pays_for_the_die_he_has(table):
    t = lay(table, [], [], pieces=BLOCK)
    t.put("A20", (9, 11))
    t.state["inspired"][0] = t.slot_of("A20")
    t.squad("A1", "A-INF", inside="C0", size=2)  # Fortitude 4+
    t.squad("B1", "A-INF", inside="C0")
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.dice(2)
    t.play("to 12,8")
    assert t.ask() == ("FORTITUDE", "A")
    t.play("fail")
    for _ in range(2):
        assert t.ask() == ("TOLL", "B")
        t.play("hurt A2")
    assert t.ask() == ("PUT", "A") and t.unit("A2")["dp"] == 3
