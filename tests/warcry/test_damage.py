"""Chapter DMG: what damage does, and to whom it is credited."""

from __future__ import annotations

import pytest

from tests.warcry.fights import attack, damage, duel, spare, use
from tests.warcry.table import cell_of


@pytest.mark.clause("WC-DMG-01", "WC-ATK-07")
@pytest.mark.parametrize(("dice", "total"), [((1, 3, 3, 3), 0), ((4, 5, 1, 1), 4), ((6, 6, 1, 1), 10), ((4, 5, 6, 1), 9)])
def test_hits_and_criticals_have_each_their_figure(table, dice, total):
    t = duel(table, "iron_lord", toughness=5)  # S 5, damage 2/5
    t.activate("A1")
    attack(t, *dice)
    assert damage(t, "B1") == (total,)


@pytest.mark.clause("WC-DMG-02")
@pytest.mark.parametrize(("wounds", "status"), [(10, "down"), (11, "on_board"), (3, "down")])
def test_as_much_damage_as_wounds_takes_down_and_removes_at_once(table, wounds, status):
    t = duel(table, "iron_lord", wounds=wounds)
    spare(t, "B2")
    t.activate("A1")
    attack(t, 6, 6, 1, 1)
    assert t.unit("B1").status == status
    gone = status == "down"
    assert t.unit("B1").at == (None if gone else (6, 5))
    assert (t.state["board"][cell_of((6, 5))] == -1) == gone
    t.play("move")
    assert ((6, 5) in t.cells()) == gone


@pytest.mark.clause("WC-DMG-02")
def test_excess_damage_is_lost(table):
    t = duel(table, "iron_lord", wounds=1)
    t.add("B2", (5, 6), activated=True)
    t.activate("A1")
    attack(t, 6, 6, 6, 6)
    assert t.unit("B1").status == "down" and damage(t, "B2") == (0,)


@pytest.mark.clause("WC-DMG-02", "WC-VIC-03")
def test_the_whole_value_of_the_one_taken_down_is_counted_once(table):
    t = duel(table, "iron_lord", "fang_axe", wounds=10)
    t.activate("A1")
    attack(t, 6, 6, 6, 6)
    assert t.state["kills"].tolist() == [100, 0] and t.state["tally"].tolist() == [100, 0]
    assert t.state["wounds_down"].tolist() == [10, 0]


@pytest.mark.clause("WC-DMG-03")
def test_a_wounded_fighter_moves_and_fights_as_before(table):
    """And nothing is rolled to save it: four hits are four damage."""
    t = duel(table, first={"wounds": 8, "damage": 7})
    spare(t, "A2")
    t.activate("A1")
    attack(t, 4, 4, 4, 4)
    assert damage(t, "B1") == (4,)
    t.take_down("B1")
    t.play("move")
    assert (10, 5) in t.cells() and (11, 5) not in t.cells()


EDGE = {"platforms": [(5, 8, 5, 5)]}


@pytest.mark.clause("WC-DMG-05", "WC-FALL-04")
def test_damage_of_an_ability_brings_no_edge_test_and_no_reaction(table):
    t = duel(table, "iron_lord", "iron_lord", board=EDGE, activated=False)
    t.sets("A", {6: 2})
    t.activate("A1")
    use(t, "bolas-6", 6, 6)
    assert damage(t, "B1") == (12,) and t.ask() == ("STEP", "A", "A1") and t.unit("B1").at == (6, 5)


@pytest.mark.clause("WC-DMG-05", "WC-DMG-02")
def test_damage_of_an_ability_takes_down(table):
    t = duel(table, "iron_lord", wounds=6)
    spare(t, "B2")
    t.sets("A", {5: 2})
    t.activate("A1")
    use(t, "bolas-5", 6, 4, target="B1")
    assert t.unit("B1").status == "down" and t.state["kills"].tolist() == [65, 0]


@pytest.mark.clause("WC-DMG-06", "WC-IRON-03")
def test_who_was_taken_down_by_an_attack_is_credited_to_it(table):
    t = duel(table, "iron_lord", wounds=5)
    spare(t, "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    assert "press-on" not in t.steps()
    attack(t, 6, 1, 1, 1)
    assert "press-on" in t.steps()


@pytest.mark.clause("WC-DMG-06", "WC-IRON-03")
def test_a_deadly_fall_is_credited_to_no_attack(table):
    t = duel(table, "iron_lord", wounds=6, board=EDGE)
    spare(t, "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    attack(t, 6, 1, 1, 1, 1)
    t.dice(4)
    t.play("land 6,7")
    assert t.unit("B1").status == "down" and t.ask() == ("STEP", "A", "A1")
    assert "press-on" not in t.steps() and "rush" in t.steps()


@pytest.mark.clause("WC-DMG-06", "WC-FANG-03")
def test_what_a_beast_takes_down_is_not_credited_to_its_master(table):
    t = duel(table, "fang_speaker", at=(6, 7), wounds=5)
    spare(t, "B2")
    t.add("A2", (5, 7), "fang_cat")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.play("beastmaster-2")
    assert t.unit("B1").status == "down" and int(t.state["active"]) == t.slot_of("A1") and not t.state["downed"]


@pytest.mark.clause("WC-DMG-06", "WC-HUNT-02")
def test_what_a_friend_of_the_pack_takes_down_is_not_credited_to_who_called_it(table):
    t = duel(table, "hunt_warden", at=(7, 6), wounds=3)
    spare(t, "B2")
    t.add("A2", (6, 6), "hunt_hatchet")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("hunting-pack-2")
    t.dice(6, 1, 1, 1)
    t.play("attack B1")
    assert t.unit("B1").status == "down" and int(t.state["active"]) == t.slot_of("A1") and not t.state["downed"]


@pytest.mark.clause("WC-DMG-06", "WC-IRON-03")
def test_the_credit_ends_with_the_activation(table):
    t = duel(table, "iron_lord", wounds=5)
    spare(t, "B2", "B3")
    t.add("A2", (4, 5), "iron_lord")
    t.activate("A1")
    attack(t, 6, 1, 1, 1)
    t.play("wait")
    t.sets("A", {2: 2})
    t.activate("A2")
    assert "press-on" not in t.steps()
