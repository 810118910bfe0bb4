"""Chapter ACT: whose go it is, which Actions may be taken in which order, and what ends an activation."""

from __future__ import annotations

import pytest

FAR = (34, 34)


@pytest.mark.clause("TC-ACT-01", "TC-ACT-03")
def test_every_unactivated_model_on_the_board_may_be_chosen_and_passing_is_not_allowed(table):
    t = table()
    t.add("A1", (5, 5), down=1)
    t.add("A2", (8, 5))
    t.add("A3", (11, 5), activated=1)
    t.add("A4", (14, 5))
    t.lose("A4")
    t.add("A5", None)
    t.add("B1", FAR)
    t.go(0)
    assert (t.decision, t.decider) == ("ACTIVATE", 0)
    assert t.legal() == {"activate A1", "activate A2"}


@pytest.mark.clause("TC-ACT-02", "TC-ACT-03")
def test_the_players_activate_alternately(table):
    t = table()
    for k in range(3):
        t.add(f"A{k + 1}", (5 + 3 * k, 5))
        t.add(f"B{k + 1}", (5 + 3 * k, 30))
    t.go(0)
    t.play("activate A2", "end")
    assert t.legal() == {"activate B1", "activate B2", "activate B3"}
    t.play("activate B3", "end")
    assert t.legal() == {"activate A1", "activate A3"}
    t.play("activate A1", "end")
    assert t.legal() == {"activate B1", "activate B2"}


def order_of(t, models, removed=None):
    """Activations until the next Turn; `removed` goes out of action in the activation of the model before it."""
    order = []
    while int(t.state["round"]) == 1:
        if t.decision == "ACTIVATE":
            t.play(min(t.legal()))
        order.append(t.active)
        if removed and t.active == removed[0]:
            t.lose(removed[1])
        t.play("end")
    return order


@pytest.mark.clause("TC-ACT-02", "TC-ACT-04")
@pytest.mark.parametrize(
    ("removed", "order"),
    [(None, ["A1", "B1", "A2", "B2", "B3", "B4"]), (("B1", "A2"), ["A1", "B1", "B2", "B3", "B4"])],
)
def test_who_has_models_left_activates_them_one_after_another(table, removed, order):
    """Worked example 5."""
    t = table(morale=False)
    for k in range(2):
        t.add(f"A{k + 1}", (5 + 3 * k, 5))
    for k in range(4):
        t.add(f"B{k + 1}", (5 + 3 * k, 30))
    t.go(0)
    assert order_of(t, 6, removed) == order


@pytest.mark.clause("TC-ACT-04", "TC-MOR-01")
def test_after_the_last_activation_the_morale_phase_begins(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 30))
    t.add("B2", (8, 30))
    t.go(0)
    t.play("end", "activate B1", "end")
    t.lose("B1")
    t.dice(2, 2)
    t.play("end")
    assert (t.phase, t.decision, t.decider) == ("MORALE", "MORALE", 1)


@pytest.mark.clause("TC-ACT-05", "TC-ACT-06")
def test_each_action_once_in_any_order(table):
    t = table()
    t.add("A1", (10, 10), weapons=["semi_auto_rifle", "sword"])
    t.add("B1", (10, 20))
    t.activate("A1")
    assert t.verbs() == {"move", "charge", "dash", "shoot", "end"}
    t.dice(1, 1)
    t.play("shoot")
    assert t.verbs() == {"move", "charge", "dash", "end"}
    t.dice(4, 4)
    t.play("dash", "to 10,12")
    assert t.verbs() == {"move", "charge", "end"}
    t.play("move", "to 10,13")
    assert t.active is None or t.active == "B1"  # only END was left, and the engine took it


@pytest.mark.clause("TC-ACT-05", "TC-ACT-07")
def test_no_action_at_all_is_legal(table):
    t = table()
    t.add("A1", (10, 10), weapons=["sword"])
    t.add("B1", (10, 11), weapons=["sword"])
    t.activate("A1")
    assert "end" in t.verbs()
    t.play("end")
    assert t.active == "B1" and t.unit("A1").activated and t.unit("A1").at == (10, 10)


@pytest.mark.clause("TC-ACT-05", "TC-MEL-09")
def test_a_fight_first_and_a_retreat_afterwards(table):
    t = table()
    t.add("A1", (10, 10), weapons=["sword"])
    t.add("B1", (10, 11))
    t.activate("A1")
    assert t.verbs() == {"fight", "retreat", "end"}
    t.dice(1, 1)
    t.play("fight")
    assert t.verbs() == {"retreat", "end"}
    t.play("retreat", "to 10,6")
    assert t.verbs() == {"dash", "end"}


@pytest.mark.clause("TC-ACT-06")
@pytest.mark.parametrize("first", ["move", "charge", "retreat"])
def test_move_charge_and_retreat_exclude_each_other(table, first):
    t = table()
    t.add("A1", (10, 10), weapons=["sword"])
    t.add("B1", (10, 11) if first == "retreat" else (10, 22))
    t.activate("A1")
    t.dice(*((2,) if first == "charge" else ()))  # 8" of 10"
    t.play(first)
    if first != "charge":
        t.play("to 10,7")
    left = t.verbs()
    assert "dash" in left and not {"move", "move-risk", "move-drop", "charge", "retreat"} & left


@pytest.mark.clause("TC-ACT-06")
def test_the_modes_of_a_move_are_one_action(table):
    t = table(wire=[(10, 12, 12, 12)], walls=[(8, 8, 10, 10)])
    t.add("A1", (8, 10))
    t.add("B1", FAR)
    t.activate("A1")
    assert {"move", "move-risk", "move-drop"} <= t.verbs()
    t.play("move")  # nowhere to walk to: it stays
    assert t.verbs() == {"dash", "end"}


@pytest.mark.clause("TC-ACT-07")
def test_end_passes_the_play_to_the_opponent(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (8, 5))
    t.add("B1", (5, 30))
    t.add("B2", (8, 30))
    t.activate("A1", "end")
    assert (t.decision, t.decider) == ("ACTIVATE", 1)
    assert t.act("A1") is None


@pytest.mark.clause("TC-ACT-07", "TC-ROLL-06", "TC-DSH-02")
@pytest.mark.parametrize(("dice", "fails"), [((3, 3), True), ((3, 4), False)])
def test_a_failed_risky_roll_ends_the_activation(table, dice, fails):
    """Worked example 4."""
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 15))
    t.activate("A1")
    t.dice(*dice)
    t.play("dash")
    assert (t.active == "B1") == fails
    assert t.unit("A1").at == (5, 5)
    if not fails:
        t.play("to 5,5")
        assert t.verbs() == {"move", "charge", "shoot", "end"}


@pytest.mark.clause("TC-ACT-07")
def test_a_failed_roll_that_is_not_risky_ends_nothing(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 20))
    t.activate("A1")
    t.dice(1, 1)
    t.play("shoot")
    assert t.active == "A1" and t.verbs() == {"move", "dash", "end"}


@pytest.mark.clause("TC-ACT-08", "TC-DOWN-02")
def test_going_down_ends_the_activation(table):
    t = table(walls=[(10, 10, 10, 10)])
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", FAR)
    t.activate("A1")
    t.dice(5, 2, 1)  # jumping down 3": +1 INJURY DICE, 7
    t.play("move-drop", "to 10,12")
    assert t.unit("A1").down and t.unit("A1").at != (10, 10)
    assert t.active == "B1"


@pytest.mark.clause("TC-ACT-08")
def test_going_out_of_action_ends_the_activation(table):
    t = table(walls=[(10, 10, 10, 10)])
    t.add("A1", (10, 10))
    t.add("A2", (20, 20))
    t.add("B1", FAR)
    t.activate("A1")
    t.dice(5, 4, 1)
    t.play("move-drop", "to 10,12")
    assert t.unit("A1").status == "OUT" and t.active == "B1"


@pytest.mark.clause("TC-ACT-08", "TC-KW-24")
def test_an_action_with_a_reload_weapon_ends_the_activation(table):
    t = table()
    t.arm("bolt_rifle", "reload")
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 20))
    t.activate("A1")
    t.dice(1, 1)
    t.play("shoot")
    assert t.active == "B1"


@pytest.mark.clause("TC-ACT-09")
def test_an_attack_is_no_action(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("A2", (10, 12))
    t.add("B1", (10, 11), weapons=["sword"])
    t.activate("A1", "retreat")
    t.dice(1, 1)
    t.play("sword", "to 10,6", "end")
    assert t.active == "B1" and t.verbs() == {"fight", "retreat", "end"}  # its attack has used up no Fight


@pytest.mark.clause("TC-ACT-10")
def test_weapons_are_switched_from_action_to_action(table):
    t = table()
    t.add("A1", (10, 10), weapons=["semi_auto_rifle", "sword", "trench_club"])
    t.add("B1", (10, 18))
    t.activate("A1")
    t.dice(1, 1, 1)
    t.play("shoot", "charge")
    t.play("fight")
    assert t.decision == "WEAPON" and t.legal() == {"sword", "trench-club"}


@pytest.mark.clause("TC-ACT-11")
def test_a_special_action_is_taken_once_and_only_by_whom_it_is_printed_on(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"], traits=["aim"])
    t.add("A2", (15, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 30))
    t.add("B2", (13, 30))
    t.activate("A1")
    assert "aim" in t.verbs()
    t.dice(3, 2, 3, 4)
    t.play("aim")
    assert t.verbs() == {"move", "dash", "shoot", "end"}
    t.play("end", "activate B1", "end")
    assert t.active == "A2" and "aim" not in t.verbs()


@pytest.mark.clause("TC-ACT-11")
@pytest.mark.parametrize("verb", ["hold-fire", "aim", "pray", "treat", "fortify", "set-mine", "puppet", "hide", "claim"])
def test_nobody_has_special_actions_that_are_not_printed_on_him(table, verb):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"], blood=1)
    t.add("B1", (10, 30))
    t.activate("A1")
    assert verb not in t.verbs()


@pytest.mark.clause("TC-ACT-12", "TC-KW-23", "TC-DOWN-05", "TC-TER-05")
def test_regeneration_then_standing_up_then_the_test_of_dangerous_terrain(table):
    t = table(wire=[(10, 10, 10, 10)])
    t.add("A1", (10, 10), down=1, blood=2, regenerate=1)
    t.add("B1", FAR)
    t.activate("A1")
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 1, "A1")
    assert t.legal() == {"spend 0", "spend 1"} and not t.unit("A1").down
    t.dice(3, 4)  # two dice: it is not Down any more
    t.play("spend 0")
    assert t.decision == "ACTION" and t.act("A1").stood


@pytest.mark.clause("TC-ACT-12", "TC-KW-17")
def test_what_befalls_the_activated_member_of_a_fireteam_comes_before_what_befalls_its_partner(table):
    t = table(wire=[(10, 11, 10, 10)])
    t.add("A1", (10, 10), blood=1)
    t.add("A2", (11, 10), blood=2)
    t.team("A1", "A2")
    t.add("B1", FAR)
    t.activate("A2", "jointly")
    assert (t.decision, t.subject) == ("BLOOD", "A2")
    t.dice(4, 4)
    t.play("spend 0")
    assert (t.decision, t.subject) == ("BLOOD", "A1")
    t.dice(4, 4)
    t.play("spend 0")
    assert t.decision == "MEMBER"


@pytest.mark.clause("TC-ACT-13", "TC-KW-25")
def test_a_risky_roll_out_of_turn_ends_only_the_attack(table):
    t = table()
    t.arm("sword", "risky", cleave=2)
    t.add("A1", (10, 10))
    t.add("B1", (10, 11), weapons=["sword"])
    t.activate("A1", "retreat")
    t.dice(1, 1)  # the second attack of CLEAVE is lost
    t.play("sword")
    assert (t.decision, t.decider) == ("RETREAT_CELL", 0)
    t.play("to 10,6")
    assert t.active == "A1" and "dash" in t.verbs()
