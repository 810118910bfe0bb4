"""Rulings of chapter RET: free attacks, and where a retreat may go."""

from __future__ import annotations

import pytest


@pytest.mark.clause("TC-RET-01", "TC-RNG-01")
def test_only_a_retreat_moves_an_engaged_model(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (11, 11))
    t.activate("A1")
    assert t.verbs() == {"retreat", "end"}


@pytest.mark.clause("TC-RET-02", "TC-RET-03")
def test_every_enemy_within_an_inch_may_strike_once_with_one_weapon(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12), weapons=["trench_club", "sword"])
    t.add("B2", (12, 10), weapons=["trench_club"])
    t.add("B3", (10, 13), weapons=["trench_club"])  # 2" away
    t.add("B4", (9, 11))  # no melee weapon, TC-MEL-10
    t.activate("A1", "retreat")
    assert (t.decision, t.decider, t.subject) == ("FREE_ATTACK", 1, "B1")
    assert t.legal() == {"decline", "trench-club", "sword"}
    t.dice(3, 4, 1, 2)
    t.play("sword")  # no second weapon follows
    assert t.unit("A1").blood == 1
    assert (t.decision, t.subject) == ("FREE_ATTACK", "B2")
    t.play("decline")
    assert (t.decision, t.decider, t.subject) == ("RETREAT_CELL", 0, "A1")


@pytest.mark.clause("TC-RET-03", "TC-KW-09")
def test_cleave_multiplies_a_free_attack(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12), weapons=["stalker_claws"])
    t.activate("A1", "retreat")
    t.dice(1, 2)
    t.play("stalker-claws")
    assert (t.decision, t.decider) == ("TARGET", 1) and t.legal() == {"at A1", "stop"}, "up to two attacks"
    t.dice(3, 4, 1, 2)
    t.play("at A1")
    assert t.unit("A1").blood == 1
    assert t.decision == "RETREAT_CELL"


@pytest.mark.clause("TC-RET-03", "TC-BLD-03", "TC-BLS-01", "TC-KW-15", "TC-MEL-04")
def test_free_attacks_have_modifiers_and_windows(table):
    t = table()
    t.add("A1", (10, 10), traits=["fear"])
    t.add("B1", (10, 12), weapons=["trench_club"], blood=1, blessing=1)
    t.activate("A1", "retreat")
    t.play("trench-club")
    assert (t.decision, t.decider, t.subject) == ("BLESSING", 1, "B1"), "the holder of the Initiative declares last"
    t.play("bless 1")
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 0, "B1")
    t.dice(6, 5, 1)
    t.play("spend 1")
    assert t.unit("A1").blood == 0, "net -1: 5 and 1"
    assert t.unit("B1").blood == t.unit("B1").blessing == 0


@pytest.mark.clause("TC-RET-04", "TC-DOWN-02", "TC-DOWN-06")
def test_a_model_felled_on_its_retreat_does_not_move_and_is_struck_again(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12), weapons=["trench_club"])
    t.add("B2", (12, 10), weapons=["trench_club"])
    t.activate("A1", "retreat")
    t.dice(3, 4, 3, 4)
    t.play("trench-club")
    assert t.unit("A1").down and t.unit("A1").blood == 1
    assert (t.decision, t.subject) == ("FREE_ATTACK", "B2")
    t.dice(3, 4)
    t.play("trench-club")
    assert (t.decision, t.decider) == ("WOUND", 1)
    t.dice(1, 2, 2)
    t.play("spend 0")
    assert t.unit("A1").at == (10, 10) and t.unit("A1").blood == 2
    assert t.act("A1") is None


@pytest.mark.clause("TC-RET-04", "TC-OOA-01")
def test_a_model_taken_out_on_its_retreat_is_gone(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("A2", (30, 30))
    t.add("B1", (10, 12), weapons=["trench_club"])
    t.add("B2", (12, 10), weapons=["trench_club"])
    t.activate("A1", "retreat")
    t.dice(3, 4, 6, 4)
    t.play("trench-club")
    assert t.unit("A1").status == "OUT" and t.unit("A1").at is None
    assert t.decision == "ACTIVATE", "nobody is left whom B2 could strike at"


@pytest.mark.clause("TC-DOWN-01", "TC-DOWN-03", "TC-RET-03")
def test_a_down_enemy_strikes_with_one_die_less(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12), weapons=["trench_club"], down=1)
    t.activate("A1", "retreat")
    t.dice(6, 4, 2)
    t.play("trench-club")
    assert t.unit("A1").blood == 0 and t.decision == "RETREAT_CELL"


@pytest.mark.clause("TC-RET-05", "TC-RET-06", "TC-RET-07")
def test_a_retreat_goes_directly_away(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12))
    t.activate("A1", "retreat")
    assert t.decision == "RETREAT_CELL"
    cells = t.cells()
    assert (10, 4) in cells and (10, 3) not in cells, "up to M inches"
    assert (10, 9) in cells, 'gap 2" is more than 1"'
    assert (6, 6) in cells and (14, 6) in cells and (6, 7) not in cells, "within 45 degrees"
    assert (10, 10) not in cells, "it goes if it can"
    t.play("to 10,4")
    assert t.unit("A1").at == (10, 4)
    assert t.verbs() == {"dash", "end"}, "no test, and the slot of Move and Charge is used"


LETTER = {"readings": "letter"}


@pytest.mark.clause("TC-RET-05", "TC-RET-07")
@pytest.mark.parametrize(("enemies", "goes"), [
    ([(10, 12)], (10, 4)),
    ([(11, 11)], (6, 6)),  # four diagonal steps are 5.6"
    ([(12, 10), (11, 11)], (5, 8)),  # along (-3, -1) a cell 5.4" away; (4, 8) would be 6.8" of steps
])  # fmt: skip
def test_by_the_letter_a_retreat_goes_straight_away_as_far_as_it_can(table, enemies, goes):
    t = table(options=LETTER)
    t.add("A1", (10, 10))
    t.add("A2", (30, 30))
    for k, at in enumerate(enemies):
        t.add(f"B{k + 1}", at)
    t.activate("A1", "retreat")
    assert t.unit("A1").at == goes, "nobody is asked"


@pytest.mark.clause("TC-RET-06", "TC-RET-07")
def test_by_the_letter_what_stands_in_the_way_shortens_a_retreat(table):
    t = table(options=LETTER)
    t.add("A1", (10, 10))
    t.add("A2", (30, 30))
    t.add("B1", (10, 12))
    t.add("B2", (10, 6))
    t.activate("A1", "retreat")
    assert t.unit("A1").at == (10, 9), "farther it would end within an inch of B2"


@pytest.mark.clause("TC-RET-06", "TC-RET-07")
def test_by_the_letter_nobody_turns_aside(table):
    t = table(options=LETTER, size=(20, 20))
    t.add("A1", (10, 0))
    t.add("A2", (18, 18))
    t.add("B1", (10, 2), weapons=["trench_club"])
    t.activate("A1", "retreat")
    t.play("decline")
    assert t.unit("A1").at == (10, 0)


@pytest.mark.clause("TC-RET-07")
def test_by_the_letter_who_stands_between_two_goes_where_he_likes(table):
    t = table(options=LETTER)
    t.add("A1", (10, 10))
    t.add("B1", (10, 12))
    t.add("B2", (10, 8))
    t.activate("A1", "retreat")
    assert t.decision == "RETREAT_CELL" and {(15, 10), (5, 10), (12, 11)} <= t.cells()


@pytest.mark.clause("TC-RET-05", "TC-DOWN-05")
def test_a_retreat_of_who_stood_up_is_half_as_long(table):
    t = table()
    t.add("A1", (10, 10), down=1)
    t.add("B1", (10, 12))
    t.activate("A1", "retreat")
    assert (10, 7) in t.cells() and (10, 6) not in t.cells()


@pytest.mark.clause("TC-RET-06", "TC-RET-07")
def test_a_retreat_ends_away_from_every_enemy(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12))
    t.add("B2", (10, 6))
    t.activate("A1", "retreat")
    assert not t.cells() & {(10, 8), (10, 7), (10, 4), (9, 7), (11, 5)}
    assert (10, 9) in t.cells() and (7, 7) in t.cells()


@pytest.mark.clause("TC-RET-07")
def test_between_two_enemies_any_cell_away_from_both(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 12))
    t.add("B2", (10, 8))
    t.activate("A1", "retreat")
    assert (15, 10) in t.cells() and (5, 10) in t.cells()
    assert (12, 11) in t.cells(), "farther from each than at the start"
    assert not t.cells() & {(10, 9), (10, 11), (10, 14)}


@pytest.mark.clause("TC-RET-06", "TC-RET-08")
def test_a_retreat_may_be_declared_though_there_is_no_way(table):
    t = table(size=(12, 12), landmarks=[(0, 2, 2, 2), (2, 2, 0, 1)])
    t.add("A1", (0, 0))
    t.add("B1", (1, 1), weapons=["trench_club"])
    t.activate("A1")
    assert "retreat" in t.verbs()
    t.play("retreat")
    assert t.decision == "FREE_ATTACK"
    t.dice(3, 4, 1, 2)
    t.play("trench-club")
    assert t.unit("A1").at == (0, 0) and t.unit("A1").blood == 1
    assert t.act("A1") is None, "END alone was left"


@pytest.mark.clause("TC-RET-05")
def test_a_retreat_holds_no_test(table):
    t = table(wire=[(8, 12, 8, 8)], size=(20, 20))
    t.add("A1", (10, 10))
    t.add("B1", (10, 12))
    t.activate("A1", "retreat")
    assert (10, 9) in t.cells()
    assert not {(x, y) for x, y in t.cells() if y == 8 and 8 <= x <= 12} and (10, 6) not in t.cells()


@pytest.mark.clause("TC-RET-09", "TC-ABL-09")
def test_a_model_moved_out_of_its_melee_retreats(table):
    t = table()
    t.add("B1", (20, 10), traits=["puppet"])
    t.add("A1", (10, 10))
    t.add("B2", (10, 12), weapons=["trench_club"])
    t.activate("B1")
    t.dice(4, 4)
    t.play("puppet")
    assert t.decision == "PUPPET" and t.names() == {"A1", "B2"}
    t.play("puppet A1")
    t.dice(6)
    t.play("south", "to 10,4")
    assert (t.decision, t.decider, t.subject) == ("FREE_ATTACK", 1, "B2")
    t.dice(3, 4, 1, 2)
    t.play("trench-club")
    assert t.unit("A1").at == (10, 4) and t.unit("A1").blood == 1


@pytest.mark.clause("TC-RET-09", "TC-ABL-09")
def test_a_friend_pulled_out_of_its_melee_is_struck_all_the_same(table):
    t = table()
    t.add("A1", (20, 10), traits=["puppet"])
    t.add("A2", (10, 10))
    t.add("B1", (10, 12), weapons=["trench_club"])
    t.activate("A1")
    t.dice(4, 4)
    t.play("puppet", "puppet A2")
    t.dice(6)
    t.play("south", "to 10,4")
    assert (t.decision, t.decider, t.subject) == ("FREE_ATTACK", 1, "B1")
    t.dice(3, 4, 1, 2)
    t.play("trench-club")
    assert t.unit("A2").at == (10, 4) and t.unit("A2").blood == 1


@pytest.mark.clause("TC-RET-09", "TC-ABL-09")
def test_a_model_felled_on_a_forced_retreat_stays(table):
    t = table()
    t.add("B1", (20, 10), traits=["puppet"])
    t.add("A1", (10, 10))
    t.add("B2", (10, 12), weapons=["trench_club"])
    t.activate("B1")
    t.dice(4, 4)
    t.play("puppet", "puppet A1")
    t.dice(6, 3, 4, 3, 4)
    t.play("south", "to 10,4", "trench-club")
    assert t.unit("A1").at == (10, 10) and t.unit("A1").down
    assert (t.decision, t.subject) == ("ACTION", "B1"), "the Action that it answers goes on"


@pytest.mark.clause("TC-RET-06", "TC-RET-07", "TC-ABL-11")
def test_what_is_far_below_an_enemy_is_farther_from_it(table):
    """Distances are those of bases, height included: from 1" beside B1 to 3" below it."""
    t = table(walls=[(4, 6, 4, 4), (5, 5, 5, 5), (5, 5, 7, 7)])
    t.add("A1", (5, 5), mover="levitating")
    t.add("B1", (5, 7))
    for k, x in enumerate((4, 5, 6)):
        t.add(f"B{k + 2}", (x, 4))
    t.activate("A1", "retreat")
    assert t.decision == "RETREAT_CELL"
    assert (5, 8) in t.cells() and (5, 6) in t.cells() and (5, 2) not in t.cells()
