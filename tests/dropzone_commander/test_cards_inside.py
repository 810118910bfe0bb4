"""Chapter CARD: the cards of Garrisons and tokens."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, gun
from tests.dropzone_commander.test_cards import discards, lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, dp


def enter(table, *hands, profile="A-INF", **setting):
    """A1 stands before a building that holds B1 and goes in."""
    t = lay(table, *hands, cv=NEAR, pieces=BLOCK, **setting)
    arm(t, t.squad("A1", "A-INF", (12, 8), armour=10), close(energy=8))
    arm(t, t.squad("B1", profile, inside="C0", armour=10), close(energy=8, shots=2))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,9", "enter 1", "site SOUTH")
    return t


@pytest.mark.clause("DZ-CARD-C22", "DZ-CQ-06", "DZ-CARD-07")
def test_ambush(table):
    t = enter(table, [], [22])
    assert t.ask() == ("CARD", "B")
    t.play("play ambush")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert t.ask() == ("AIM", "B") and t.named("at") == {"A1"}
    t.dice(2, 2)  # who has been here all along rolls no success again
    t.play("at A1")
    assert dp(t, "A1") == [3] and t.unit("B1")["fired"] == 0 and t.squad_of("B1")["shot"] == 1  # DZ-TRN-18
    assert t.ask() == ("ACTION", "A") and t.can("close")


@pytest.mark.clause("DZ-CARD-C22", "DZ-CARD-07")
def test_ambush_with_weapons_fired_before(table):
    t = lay(table, [], [22], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", (12, 8), armour=10), close(energy=8))
    arm(t, t.squad("B1", "A-INF", inside="C0", armour=10), close(energy=8, shots=2))
    t.change("B1", fired=1)
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,9", "enter 1", "site SOUTH")
    assert t.ask() == ("CARD", "B")


@pytest.mark.clause("DZ-CARD-C22")
def test_ambush_strikes_the_squad_that_came_in_alone(table):
    t = lay(table, [], [22], cv=NEAR, pieces=BLOCK)
    t.squad("A5", "A-INF", inside="C0", group=2)
    arm(t, t.squad("A1", "A-INF", (12, 8)), close())
    arm(t, t.squad("B1", "A-INF", inside="C0"), close())
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,9", "enter 1", "site SOUTH", "play ambush")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert t.named("at") == {"A1"}
    t.play("hold")


@pytest.mark.clause("DZ-CARD-C25", "DZ-GAR-06")
def test_slip_away(table):
    t = enter(table, [], [25])
    t.play("play slip-away")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert t.ask() == ("MOVE", "B") and not t.named("site")
    t.play("to 12,17")
    assert t.at("B1") == (12, 17) and t.squad_of("B1")["activated"] == 0


@pytest.mark.clause("DZ-CARD-C25", "DZ-SPEC-22")
def test_bloodthirsty_units_do_not_slip_away(table):
    t = enter(table, [], [25], profile="D-BRK")
    assert t.decision != "CARD"


@pytest.mark.clause("DZ-CARD-C28", "DZ-COL-02")
def test_booby_trap_when_an_enemy_came_in(table):
    t = enter(table, [], [28])
    assert t.ask() == ("CARD", "B")
    # D6 = 3 hits of Energy 10 on Armour 10: 1 fails, 2 and 5 are Criticals: two DP and two tokens, resolved at once: one of two squads,
    # its two hits, two on the piece
    t.dice(3, 1, 2, 5, 1, 3, 1, 6, 1)
    t.play("play booby-trap")
    assert t.piece("C0")["dp"] == 30 - 2 - 1 and t.piece("C0")["damage_tokens"] == 1
    assert dp(t, "A1", "B1") == [5, 5]


@pytest.mark.clause("DZ-CARD-C28")
@pytest.mark.parametrize("entered", [False, True])
def test_booby_trap_after_another_action_inside(table, entered):
    """A squad that shoots from inside, whether it came in just before or not; one window for each action."""
    t = lay(table, [], [28], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", *([(12, 8)] if entered else []), inside="" if entered else "C0", site="south"), gun())
    t.squad("B1", "A-MBT", (12, 2), dp=9)
    t.activate("A1")
    if entered:
        t.play("move", "to 12,9", "enter 1", "site SOUTH")
        assert t.ask() == ("CARD", "B")
        t.play("pass")
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    assert t.ask() == ("CARD", "B") and t.can("play booby-trap")


@pytest.mark.clause("DZ-CARD-C28")
def test_one_window_for_a_move_inside(table):
    t = lay(table, [], [28], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("site NORTH")
    assert t.ask() == ("CARD", "B")
    t.play("pass")
    assert t.decision != "CARD"


@pytest.mark.clause("DZ-CARD-C28", "DZ-CMDR-07")
def test_booby_trap_reaches_a_garrison_in_influence(table):
    t = lay(table, [], [28], cv=1, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("site NORTH")
    assert t.decision != "CARD"


@pytest.mark.clause("DZ-CARD-C28", "DZ-CMDR-03", "DZ-CMDR-07")
@pytest.mark.parametrize(("x", "legal"), [(19, True), (20, False)])
def test_the_influence_of_a_commander_in_a_garrison_begins_at_its_outline(table, x, legal):
    """CV 1: four inches, from a hut to the building in which an enemy moves."""
    t = lay(table, [], [28], cv=1, pieces={**BLOCK, "C1": ("tiny_building", x, 12, 2, 2)})
    t.squad("B1", "A-INF", inside="C1", commander=1)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("site NORTH")
    assert (t.decision == "CARD") == legal


@pytest.mark.clause("DZ-CARD-C24", "DZ-CQ-07")
def test_stand_firm_passes_without_a_roll(table):
    t = lay(table, [], [24], cv=1, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.change("B1", dp=2)
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 2)
    t.play("end")
    assert t.ask() == ("CARD", "B")
    t.play("play stand-firm")
    assert t.decision == "GROUP" and t.where("B1") == 1


@pytest.mark.clause("DZ-CARD-C24", "DZ-GAR-07")
def test_stand_firm_when_leaving(table):
    t = lay(table, [24], [], cv=1, pieces=BLOCK)
    t.squad("A1", "A-INF", inside="C0")
    t.squad("B1", "A-INF", inside="C0")
    t.squad("B2", "A-INF", inside="C0")
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,8")
    assert t.ask() == ("CARD", "A")
    t.play("play stand-firm")
    assert t.at("A1") == (12, 8) and dp(t, "A1") == [5]


# ---- tokens


def tokens(table, *hands, n=2, **figures):
    t = lay(table, *hands, cv=1, pieces=BLOCK)
    t.state["deck"][:] = 0
    t.squad("B1", "A-INF", inside="C0", **figures)
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = n, 0
    return t


@pytest.mark.clause("DZ-CARD-C26", "DZ-COL-05")
def test_charges_roll_failed_dice_again_and_tokens_stay(table):
    t = tokens(table, [26], [])
    t.dice(3, 1, 6, 2)  # squad: hit, fail; piece: damage, fail
    t.round_up(2)
    assert t.ask() == ("CARD", "A")
    t.dice(4, 5, 4, 2)  # the failures again: 4 damages the squad, 5 fails on the piece; then the initiative
    t.play("play charges")
    assert dp(t, "B1") == [3] and t.piece("C0")["dp"] == 29 and t.piece("C0")["damage_tokens"] == 2


@pytest.mark.clause("DZ-CARD-C27", "DZ-COL-04")
def test_brace_rolls_successful_dice_again_before_saves(table):
    t = tokens(table, [], [27], passive=4)
    t.dice(3, 5, 6, 2)
    t.round_up(2)
    assert t.ask() == ("CARD", "B")
    t.dice(1, 4, 3, 3, 4, 2)  # 3, 5 and 6 again: 1, 4, 3; a save of 3 fails; the initiative
    t.play("play brace")
    assert dp(t, "B1") == [4] and t.piece("C0")["dp"] == 30 and t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-CARD-C26", "DZ-CARD-C27", "DZ-CORE-04", "DZ-CARD-02")
def test_charges_and_brace_roll_no_die_twice(table):
    t = tokens(table, [26], [27], n=1)
    t.dice(3, 1)
    t.round_up(2)
    t.play("play charges")
    assert t.ask() == ("CARD", "B")
    # Brace is on top: the 3 again, 5; Charges: the failed 1 of the piece again, 6; nothing more
    t.dice(5, 6, 4, 2)
    t.play("play brace")
    assert dp(t, "B1") == [4] and t.piece("C0")["dp"] == 29


@pytest.mark.clause("DZ-CARD-C26", "DZ-CARD-C27", "DZ-CARD-01")
def test_cards_for_tokens_are_for_anybody_and_any_piece(table):
    t = tokens(table, [], [26])
    t.destroy("B1")
    t.squad("B2", "A-MBT", (20, 2))
    t.dice(1, 1)
    t.round_up(2)
    assert t.ask() == ("CARD", "B")
    t.dice(6, 5, 4, 2)
    t.play("play charges")
    assert t.piece("C0")["dp"] == 29 and discards(t, "B") == {26}
