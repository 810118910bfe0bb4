"""Chapter CARD: windows, what a card costs, nullifying; the cards of one's own activation."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, gun, rest, spare

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def lay(table, *hands, cv=1, **setting):
    """A Commander of each seat in a corner of the board, and hands of cards. A9 and B9 keep battlegroup 5 outstanding."""
    t = spare(table(hands=list(hands), seats=len(hands), **setting))
    for seat, at in zip("ABCD", ((0, 0), (23, 23), (0, 23), (23, 0)), strict=False):
        if seat in "ABCD"[: len(hands)]:
            t.squad(f"{seat}20", "D-CMD", at, group=5, commander=cv)
    return t


def discards(t, seat):
    return {n + 1 for n in range(30) if int(t.state["discards"]["ABCD".index(seat)]) >> n & 1}


# ---- windows


@pytest.mark.clause("DZ-CARD-01", "DZ-CARD-06")
def test_a_played_card_goes_to_the_discards_and_is_never_used_again(table):
    t = lay(table, [3, 1], [])
    t.hand("B", [8, 9])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.play("activate 1")
    assert t.ask() == ("CARD", "A") and t.legal() == {"play look-at-hand", "play jam", "pass"}
    t.dice(1, 2)  # D3 = 1; the second of two cards
    t.play("play jam")
    if t.decision == "CARD_SEAT":
        t.play("against 1")
    t.play("pass")  # the window is open until all pass; then the card takes effect
    assert discards(t, "A") == {3} and t.cards_of("A") == {1} and t.cards_of("B") == {8}


@pytest.mark.clause("DZ-CARD-01")
def test_any_number_of_cards_is_played_in_a_round(table):
    t = lay(table, [1, 3], [8], cv=3)
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.play("activate 1", "play look-at-hand")
    t.dice(1, 1)
    t.play("play jam")
    assert discards(t, "A") == {1, 3} and t.cards_of("B") == set()


@pytest.mark.clause("DZ-CARD-06")
def test_nobody_is_asked_without_a_playable_card(table):
    t = lay(table, [13, 24], [14, 25])
    t.squad("A1", "A-MBT", (2, 2))
    t.activate("A1")
    assert t.decision in ("MOVE", "ACTION")


@pytest.mark.clause("DZ-CARD-02", "DZ-MULTI-09")
def test_players_are_polled_in_the_order_of_initiative_until_all_pass_in_succession(table):
    t = lay(table, [8], [29], [8], cv=6)
    for seat, y in (("A", 4), ("B", 12), ("C", 18)):
        arm(t, t.squad(f"{seat}1", "A-MBT", (12, y), dp=4), gun())
        t.change(f"{seat}1", dp=2)
    t.activate("B1")
    t.state["order"][:3] = [1, 2, 0]
    t.play("move", "to 12,13")
    rest(t)
    t.play("end")
    assert t.ask() == ("CARD", "B")  # C29 after any squad's activation
    t.play("pass")
    assert t.ask() == ("CARD", "C")
    t.play("play react")
    if t.decision == "CARD_UNIT":
        t.play("on C1")
    assert t.ask() == ("CARD", "A")  # in turn
    t.play("pass")
    assert t.ask() == ("CARD", "B")  # polled again: somebody has played
    t.play("pass")
    assert t.ask() == ("ACTION", "C") and t.subject == "C1"  # C passed with nothing left, all passed: the card takes effect


@pytest.mark.clause("DZ-CARD-02")
def test_who_passes_before_a_card_is_polled_again_and_so_is_who_played_it(table):
    """A passes, B plays: A has to pass anew before the polling ends, and B may play another card."""
    t = lay(table, [29], [8, 29], cv=6)
    for seat, y in (("A", 4), ("B", 12)):
        arm(t, t.squad(f"{seat}1", "A-MBT", (12, y), dp=4), gun())
        t.change(f"{seat}1", dp=2)
    t.activate("A1")
    t.play("move", "to 12,5")
    rest(t)
    t.play("end")
    assert t.ask() == ("CARD", "A")
    t.play("pass")
    assert t.ask() == ("CARD", "B")
    t.play("play react")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    assert t.ask() == ("CARD", "A")  # in turn, who has passed as well
    t.play("pass")
    assert t.ask() == ("CARD", "B")  # one pass since B played
    t.play("pass")
    assert t.ask() == ("ACTION", "B")


@pytest.mark.clause("DZ-CARD-02", "DZ-MULTI-09")
def test_after_a_card_the_polling_goes_on_with_the_next_in_the_order(table):
    """A, first in the order, plays one of two cards: C is asked before A may play the other."""
    t = lay(table, [8, 29], [], [8], cv=6)
    for seat, y in (("A", 4), ("B", 12), ("C", 18)):
        arm(t, t.squad(f"{seat}1", "A-MBT", (12, y), dp=4), gun())
        t.change(f"{seat}1", dp=2)
    t.activate("B1")
    t.state["order"][:3] = [0, 1, 2]
    t.play("move", "to 12,13")
    rest(t)
    t.play("end")
    assert t.ask() == ("CARD", "A")
    t.play("play react")
    t.play("on A1") if t.decision == "CARD_UNIT" else None
    assert t.ask() == ("CARD", "C")
    t.play("pass")
    assert t.ask() == ("CARD", "A") and t.legal() == {"play repairs", "pass"}


@pytest.mark.clause("DZ-CARD-02")
def test_cards_take_effect_last_in_first_out(table):
    """A has C01 and C03 on the stack, C03 on top: C03 takes effect before the hand is shown."""
    t = lay(table, [1, 3], [8])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.dice(1, 1)
    t.play("activate 1", "play look-at-hand", "play jam")
    assert t.cards_of("B") == set() and t.state["shown"][0][1] == 0


@pytest.mark.clause("DZ-CARD-03")
def test_a_card_whose_target_is_gone_does_nothing_and_is_discarded(table):
    """C08 of B for its squad in a Garrison; C28 of C above it on the stack destroys that squad first."""
    t = lay(table, [], [8], [8], cv=6)
    arm(t, t.squad("B1", "A-MBT", (12, 12)), gun())
    arm(t, t.squad("C1", "A-MBT", (12, 16)), gun(energy=20))
    arm(t, t.squad("A1", "A-MBT", (12, 4)))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,5")
    rest(t)
    t.play("on B1") if t.decision == "CARD_UNIT" else t.play("play react")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    assert t.ask() == ("CARD", "C")
    t.play("play react")
    if t.decision == "CARD_UNIT":
        t.play("on C1")
    assert t.ask() == ("ACTION", "C")  # the last card first
    t.play("shoot")
    aim(t, "B1", 3, 2)
    assert t.where("B1") == "destroyed"
    while t.ask() == ("ACTION", "C"):
        t.play("end")
    assert discards(t, "B") == discards(t, "C") == {8} and t.decision in ("GROUP", "SQUAD")


@pytest.mark.clause("DZ-CARD-04", "DZ-CMDR-07", "DZ-INIT-10")
def test_without_a_commander_one_card_is_held_and_scouts_relay_it(table):
    t = spare(table(hands=[[], []]))
    t.squad("A1", "A-SCB", (5, 5))
    t.squad("A5", "A-MBT", (5, 8), group=2)
    t.squad("B1", "A-MBT", (20, 20))
    t.state["deck"][0], t.state["deck"][1] = 1 << 18, 0  # C19 is all that is left
    t.dice(6, 2, 1)  # initiative; the card
    t.initiation(2)
    t.play("keep")
    assert t.cards_of("A") == {19}
    t.play("activate 2")
    assert t.ask() == ("CARD", "A") and t.can("play overcharge")


@pytest.mark.clause("DZ-CARD-05", "DZ-SCEN-S1-05")
@pytest.mark.parametrize(("cards", "deck"), [
    ("full", set(range(1, 31))), ("reduced", {2, 8, 10, 11, 13, 14, 17, 18, 20, 22, 24, 28, 29, 30, 4, 16}), ("off", set()),
])  # fmt: skip
def test_decks(table, cards, deck):
    t = table(scenario="drill", options={"cards": cards})
    for seat in range(2):
        assert {n + 1 for n in range(30) if int(t.state["deck"][seat]) >> n & 1} == deck


@pytest.mark.clause("DZ-CMDR-07", "DZ-CARD-06")
@pytest.mark.parametrize(
    ("cv", "at", "legal"), [(1, (4, 0), True), (1, (5, 0), False), (2, (8, 0), True), (2, (9, 0), False), (3, (12, 0), True)]
)
def test_influence_cards_reach_four_inches_for_each_cv(table, cv, at, legal):
    t = lay(table, [19], [], cv=cv)
    t.squad("A1", "A-MBT", at)
    t.activate("A1")
    assert (t.decision == "CARD") == legal


# ---- C02


@pytest.mark.clause("DZ-CARD-C02", "DZ-CARD-02")
def test_nullify(table):
    t = lay(table, [3, 2], [8, 2])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.play("activate 1", "play jam")
    assert t.ask() == ("NULLIFY", "B") and t.legal() == {"yes", "pass"} and t.state["subject"] == 3 - 1
    t.play("yes")
    assert t.ask() == ("NULLIFY", "A") and t.state["subject"] == 2 - 1  # it may be answered in turn
    t.play("pass")
    assert t.decision == "SQUAD" and t.cards_of("B") == {8} and discards(t, "A") == {3} and discards(t, "B") == {2}


@pytest.mark.clause("DZ-CARD-C02")
def test_nullify_nullified(table):
    t = lay(table, [3, 2], [8, 2])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.play("activate 1", "play jam", "yes")
    t.dice(1, 1)
    t.play("yes")
    assert t.cards_of("B") == set() and t.decision == "SQUAD" and discards(t, "A") == {2, 3}


@pytest.mark.clause("DZ-CARD-C02")
def test_one_does_not_nullify_ones_own_card(table):
    t = lay(table, [3, 2], [8])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.dice(1, 1)
    t.play("activate 1", "play jam")
    assert t.decision == "SQUAD" and t.cards_of("A") == {2}


# ---- within a battlegroup's activation


@pytest.mark.clause("DZ-CARD-C01", "DZ-CORE-14")
def test_look_at_a_hand(table):
    t = lay(table, [1], [8, 9], [10], cv=1)
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("ABC")
    t.play("activate 1", "play look-at-hand")
    assert t.ask() == ("CARD_SEAT", "A") and t.legal() == {"against 1", "against 2"}
    t.play("against 2")
    assert t.state["shown"][0][2] == t.state["hands"][2] and t.state["shown"][0][1] == 0 and t.state["shown"][1][2] == 0


@pytest.mark.clause("DZ-CARD-C01", "DZ-CARD-C03")
def test_cards_of_ones_own_activation_before_each_choice_of_a_squad(table):
    t = lay(table, [1], [1])
    for k in range(3):
        t.squad(f"A{k + 1}", "A-MBT", (2 + 2 * k, 2))
    t.activation("AB")
    t.play("activate 1")
    assert t.ask() == ("CARD", "A")  # only the player whose activation it is
    t.play("pass", "next A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 2,3")
    rest(t)
    if t.decision == "ACTION":
        t.play("end")
    assert t.ask() == ("CARD", "A") and t.can("play look-at-hand")


@pytest.mark.clause("DZ-CARD-C03")
@pytest.mark.parametrize(("die", "n"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_jam_discards_d3_random_cards(table, die, n):
    t = lay(table, [3], [4, 5, 8, 9])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.dice(die, *(2, 2, 1)[:n])
    t.play("activate 1", "play jam")
    assert t.cards_of("B") == {4, 5, 8, 9} - set((5, 8, 4)[:n]) and discards(t, "B") == set((5, 8, 4)[:n])


@pytest.mark.clause("DZ-CARD-C06", "DZ-ACTN-01")
@pytest.mark.parametrize(("die", "n"), [(1, 1), (4, 2), (6, 3)])
def test_disrupt_leaves_d3_squads_one_action(table, die, n):
    t = lay(table, [], [6])
    for k in range(3):
        arm(t, t.squad(f"A{k + 1}", "A-MBT", (2 + 3 * k, 2)), gun())
    t.squad("A9", "A-HDR", (12, 2))
    t.squad("B1", "A-MBT", (12, 12))
    t.activation("AB")
    t.play("activate 1", "declare A9")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert t.ask() == ("CARD", "B")
    t.dice(die)
    t.play("play disrupt")
    for k in range(n):
        assert t.ask() == ("DISRUPTED", "A") and "name A9" in t.legal() and "name A20" not in t.legal()
        t.play(f"name A{k + 1}")
    for k in range(3):
        t.play(f"next A{k + 1}") if t.decision == "SQUAD" else None
        t.play("move", f"to {2 + 3 * k},3")
        rest(t)
        assert (t.decision == "ACTION" and t.can("shoot")) == (k >= n)
        if t.decision == "ACTION":
            t.play("end")


@pytest.mark.clause("DZ-CARD-C06")
def test_one_does_not_disrupt_oneself(table):
    t = lay(table, [6], [])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.activation("AB")
    t.play("activate 1")
    assert t.decision == "SQUAD"


@pytest.mark.clause("DZ-CARD-C30")
def test_an_extraction_run_gives_a_transport_two_moves_and_nothing_else(table):
    t = lay(table, [30], [])
    t.squad("A1", "A-MBT", (2, 5))
    arm(t, t.squad("A5", "A-APC", (8, 5), move=6), gun())
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    t.play("activate 1", "declare A5")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert t.ask() == ("CARD", "A")
    t.play("play extraction-run")
    if t.decision == "CARD_UNIT":
        t.play("on A5")
    t.play("next A5", "move", "to 8,11")
    rest(t)
    assert t.can("move") and t.can("shoot")
    t.play("move")
    assert t.can("to 8,17") and not t.can("to 8,18")  # measured separately
    t.play("to 8,17")
    rest(t)
    assert t.decision != "ACTION" or not ({"move", "shoot"} & t.legal())
    assert t.unit("A5")["travelled"] == 12


@pytest.mark.clause("DZ-CARD-C30", "DZ-TRN-11")
def test_the_two_moves_of_a_lifter_count_together_for_transfers(table):
    t = lay(table, [30], [])
    t.squad("A5", "A-LTR", (8, 2))  # MV 24
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.activation("AB")
    t.play("activate 1")
    if t.decision == "AUXILIARY":
        t.play("done")
    t.play("play extraction-run")
    if t.decision == "CARD_UNIT":
        t.play("on A5")
    if t.decision == "SQUAD":
        t.play("next A5")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 8,9", "aloft")
    t.play("move") if t.decision == "ACTION" else rest(t)
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 8,15", "land")  # 7 + 6 inches: more than 12
    assert t.decision != "TRANSFER"
