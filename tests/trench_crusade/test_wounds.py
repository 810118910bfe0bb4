"""Rulings of chapters INJ, DOWN and OOA where they are applied: armour, the Injury table, Bloodbath, DEADLY, Down, out of action."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.trench_crusade.state import Deed


def hit(table, *injury: int, answer: str = "", keywords: tuple[str, ...] = (), numbers: dict | None = None, **facts):
    """A1 hits B1 with a rifle at short range, the window is answered, the injury dice fall; B2 is far away."""
    t = table()
    t.arm("bolt_rifle", *keywords, **(numbers or {}))
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), **facts)
    t.add("B2", (5, 33))
    t.activate("A1")
    t.dice(3, 4, *([] if answer else injury))
    t.play("shoot")
    if answer:
        assert (t.decision, t.decider, t.subject) == ("WOUND", 0, "B1")
        t.dice(*injury)
        t.play(answer)
    return t


@pytest.mark.clause("TC-INJ-02", "TC-INJ-04")
@pytest.mark.parametrize(
    ("armour", "dice", "blood", "down", "status"),
    [
        (1, (1, 1), 0, False, "ON_BOARD"),  # 1: No Effect
        (0, (1, 1), 1, False, "ON_BOARD"),  # 2 and 6: Minor Hit
        (0, (3, 3), 1, False, "ON_BOARD"),
        (0, (3, 4), 1, True, "ON_BOARD"),  # 7 and 8: Down
        (0, (4, 4), 1, True, "ON_BOARD"),
        (0, (4, 5), 0, False, "OUT"),  # 9
        (3, (6, 6), 0, False, "OUT"),
        (3, (5, 6), 1, True, "ON_BOARD"),
        (3, (2, 2), 0, False, "ON_BOARD"),
    ],
)
def test_the_injury_table(table, armour, dice, blood, down, status):
    t = hit(table, *dice, armour=armour)
    b = t.unit("B1")
    assert (b.blood, b.down, b.status) == (blood, down, status)


@pytest.mark.clause("TC-INJ-02", "TC-DOWN-01")
def test_a_down_model_taken_down_again_bleeds_twice(table):
    t = hit(table, 3, 4, down=1)
    assert t.unit("B1").down and t.unit("B1").blood == 2 and t.unit("B1").status == "ON_BOARD"


@pytest.mark.clause("TC-INJ-04")
def test_negative_modifiers_never_exceed_three_and_positive_ones_come_after(table):
    assert hit(table, 6, 6, armour=4).unit("B1").status == "OUT", "12 - 3"
    assert hit(table, 5, 5, armour=4, numbers={"injury_modifier": 1}).unit("B1").down, "10 - 3 + 1"
    assert not hit(table, 4, 4, armour=4, numbers={"injury_modifier": 1}).unit("B1").down, "8 - 3 + 1"


@pytest.mark.clause("TC-KW-02")
@pytest.mark.parametrize(
    ("armour", "dice", "down"), [(1, (3, 4), True), (3, (4, 5), True), (4, (4, 5), False), (4, (5, 5), True), (0, (3, 3), False)]
)
def test_armour_piercing(table, armour, dice, down):
    t = hit(table, *dice, armour=armour, keywords=("armour_piercing",))
    assert t.unit("B1").down == down and t.unit("B1").blood == 1


@pytest.mark.clause("TC-KW-20")
def test_ignore_armour(table):
    assert hit(table, 3, 4, armour=3, keywords=("ignore_armour",)).unit("B1").down


@pytest.mark.clause("TC-INJ-03", "TC-INJ-06", "TC-INJ-14", "TC-BLS-01")
def test_injury_dice_cancel_in_pairs(table):
    t = table()
    t.arm("bolt_rifle", injury_dice=1)
    t.add("A1", (5, 5), weapons=["bolt_rifle"], blood=0)
    t.add("B1", (5, 12), blood=1, blessing=2)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    assert (t.decision, t.decider) == ("GRACE", 1)
    t.play("bless 2")
    assert (t.decision, t.decider) == ("WOUND", 0)
    t.dice(3, 4)  # +1 +1 -2
    t.play("spend 1")
    assert t.unit("B1").down and t.unit("B1").blood == 1 and t.unit("B1").blessing == 0


@pytest.mark.clause("TC-INJ-06", "TC-INJ-01")
@pytest.mark.parametrize(("n", "dice"), [(1, (3, 4, 1)), (2, (1, 3, 4, 1))])
def test_each_blood_marker_spent_is_a_die(table, n, dice):
    t = hit(table, *dice, blood=2, answer=f"spend {n}")
    assert t.unit("B1").down and t.unit("B1").blood == 2 - n + 1


@pytest.mark.clause("TC-INJ-08", "TC-INJ-10")
def test_a_bloodbath_costs_six(table):
    t = hit(table, 1, 5, 3, blood=6, answer="bloodbath 0")
    assert t.unit("B1").status == "OUT", "all three dice are added"
    t = hit(table, 1, 4, 3, blood=6, answer="bloodbath 0")
    assert t.unit("B1").down and t.unit("B1").blood == 1


@pytest.mark.clause("TC-INJ-07", "TC-INJ-08", "TC-INJ-10")
@pytest.mark.parametrize(
    ("blood", "down", "baths"),
    [(5, 0, set()), (6, 0, {"bloodbath 0"}), (2, 1, set()), (3, 1, {"bloodbath 0"}),
        (5, 1, {"bloodbath 0", "bloodbath 1", "bloodbath 2"})],
)  # fmt: skip
def test_when_a_bloodbath_is_offered(table, blood, down, baths):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), blood=blood, down=down)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    assert t.legal() == {f"spend {n}" for n in range(blood + 1)} | baths


@pytest.mark.clause("TC-INJ-08", "TC-INJ-10", "TC-DOWN-06")
def test_a_bloodbath_of_a_down_model_in_melee_with_one_more_marker(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 6), blood=4, down=1, armour=3)
    t.activate("A1")
    t.dice(3, 4)
    t.play("fight")
    t.dice(6, 5, 3, 3, 1)
    t.play("bloodbath 1")
    assert t.unit("B1").status == "OUT"


@pytest.mark.clause("TC-INJ-08")
def test_a_bloodbath_with_a_die_less_keeps_the_three_lowest(table):
    t = table()
    t.arm("bolt_rifle", injury_dice=-1)
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), blood=6)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(6, 1, 2, 3)
    t.play("bloodbath 0")
    assert t.unit("B1").blood == 1 and not t.unit("B1").down, "6"


@pytest.mark.clause("TC-INJ-09", "TC-KW-13")
def test_deadly(table):
    assert hit(table, 1, 4, 4, keywords=("deadly",)).unit("B1").status == "OUT"
    t = hit(table, 1, 2, 2, 4, blood=6, keywords=("deadly",), answer="bloodbath 0")
    assert t.unit("B1").status == "OUT", "four dice are added"
    t = hit(table, 1, 1, 2, 4, blood=6, keywords=("deadly",), answer="bloodbath 0")
    assert t.unit("B1").down
    t = hit(table, 1, 1, 2, 4, blood=1, keywords=("deadly",), answer="spend 1")
    assert t.unit("B1").down, "the three highest of four"


@pytest.mark.clause("TC-INJ-12", "TC-KW-32", "TC-ABL-04")
def test_tough_then_standfast(table):
    t = hit(table, 5, 5, traits=["tough", "standfast"])
    b = t.unit("B1")
    assert (b.status, b.down, b.blood, b.tough_used) == ("ON_BOARD", False, 1, True)


@pytest.mark.clause("TC-ABL-04")
@pytest.mark.parametrize(("dice", "status"), [((3, 4), "ON_BOARD"), ((4, 4), "ON_BOARD"), ((4, 5), "OUT")])
def test_standfast(table, dice, status):
    t = hit(table, *dice, traits=["standfast"])
    assert t.unit("B1").status == status and not t.unit("B1").down
    assert t.unit("B1").blood == (1 if status == "ON_BOARD" else 0)


@pytest.mark.clause("TC-KW-32", "TC-INJ-02")
def test_tough_works_once(table):
    t = hit(table, 4, 5, traits=["tough"], tough_used=1)
    assert t.unit("B1").status == "OUT"


@pytest.mark.clause("TC-KW-32", "TC-INJ-02")
def test_tough_on_a_down_model(table):
    t = hit(table, 4, 5, traits=["tough"], down=1)
    assert t.unit("B1").down and t.unit("B1").blood == 2 and t.unit("B1").tough_used


@pytest.mark.clause("TC-BLD-01", "TC-KW-14")
def test_no_more_than_six_markers(table):
    t = hit(table, 1, 1, blood=5, keywords=("fire", "gas", "shrapnel"), answer="spend 0")
    assert t.unit("B1").blood == 6


@pytest.mark.clause("TC-DOWN-01", "TC-MOV-04")
def test_a_down_model_is_charged_and_keeps_enemies_from_moving_near(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 10), down=1)
    t.activate("A1")
    assert {"charge", "move"} <= t.verbs()
    t.play("move")
    assert (5, 7) in t.cells() and not t.cells() & {(5, 8), (5, 9), (4, 9), (7, 10)}


@pytest.mark.clause("TC-DOWN-01", "TC-RNG-04")
def test_a_down_model_is_a_target(table):
    t = hit(table, 1, 1, down=1)
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-DOWN-03", "TC-FALL-04")
def test_a_down_model_rolls_with_a_die_less(table):
    t = table(walls=[(5, 5, 12, 12)], size=(20, 20))
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), down=1)
    t.activate("A1")
    t.dice(3, 4, 3, 4)
    t.play("shoot")
    assert t.unit("B1").at == (5, 12) and t.unit("B1").blood == 2, "already Down: it is not taken Down again, no ledge test"


@pytest.mark.clause("TC-DOWN-04", "TC-ABL-09")
def test_a_down_model_is_not_moved(table):
    t = table()
    t.add("B1", (5, 5), traits=["puppet"])
    t.add("A1", (5, 10), down=1)
    t.activate("B1")
    assert "puppet" not in t.verbs()


@pytest.mark.clause("TC-DOWN-05")
def test_standing_up_halves_the_movement(table):
    t = table()
    t.add("A1", (5, 5), down=1)
    t.add("B1", (30, 30))
    t.activate("A1")
    assert not t.unit("A1").down
    t.play("move")
    assert (5, 8) in t.cells() and (5, 9) not in t.cells()
    t.play("to 5,8")
    t.dice(3, 4)
    t.play("dash")
    assert (5, 11) in t.cells() and (5, 12) not in t.cells()


@pytest.mark.clause("TC-DOWN-05")
def test_who_stood_up_moves_freely_in_the_next_turn(table):
    t = table()
    t.add("A1", (5, 5), down=1)
    t.add("B1", (30, 30))
    t.activate("A1", "end")
    t.dice(6, 1)
    t.play("end")
    assert t.active == "A1"
    t.play("move")
    assert (5, 11) in t.cells()


@pytest.mark.clause("TC-OOA-01", "TC-INIT-01")
def test_a_model_out_of_action_is_removed_with_its_markers(table):
    t = hit(table, 4, 5, blood=2, blessing=0, answer="spend 0")
    b = t.unit("B1")
    assert (b.status, b.at, b.blood, b.down) == ("OUT", None, 0, False)
    t.play("end")
    assert t.active == "B2", "B1 is not activated any more"


@pytest.mark.clause("TC-OOA-02")
@pytest.mark.parametrize(("shooter", "other", "winner"), [("A1", "B1", 0), ("B1", "A1", 1)])
def test_who_has_no_model_left_loses_at_once(table, shooter, other, winner):
    t = table()
    t.add(shooter, (5, 5), weapons=["bolt_rifle"])
    t.add(other, (5, 12))
    t.activate(shooter)
    t.dice(3, 4, 4, 5)
    t.play("shoot")
    assert t.over and t.winners == (winner,) and t.reason == "elimination"


@pytest.mark.clause("TC-OOA-02")
def test_reserves_keep_a_side_in_the_game(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    t.add("B2", None)
    t.activate("A1")
    t.dice(3, 4, 4, 5)
    t.play("shoot")
    assert not t.over and t.decision == "ACTION"


@pytest.mark.clause("TC-OOA-02", "TC-END-02")
@pytest.mark.parametrize(("points", "winners"), [((3, 1), (0,)), ((2, 2), (0, 1)), ((0, 4), (1,))])
def test_if_nobody_is_left_points_decide(table, points, winners):
    t = table()
    t.arm("frag_grenade", blast=3)
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 8))
    t.state["points"] = points
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5, 4, 5)
    t.play("at B1")
    assert t.over and t.winners == winners


@pytest.mark.clause("TC-OOA-02", "TC-END-02")
@pytest.mark.parametrize(("deeds", "winners"), [({"fall": 1}, (1,)), ({"fall": 1, "morale": 0}, (0, 1)), ({}, (0, 1))])
def test_if_nobody_is_left_deeds_are_counted_and_no_survivors(table, deeds, winners):
    t = table(deeds=["fall", "morale"], options={"tiebreak": "value"})
    t.arm("frag_grenade", blast=3)
    t.add("A1", (5, 5), weapons=["frag_grenade"], points=90)
    t.add("B1", (5, 8))
    for deed, seat in deeds.items():
        t.state["deeds"][Deed[deed.upper()]] = seat
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5, 4, 5)
    t.play("at B1")
    assert t.over and t.winners == winners and t.reason == "elimination"
