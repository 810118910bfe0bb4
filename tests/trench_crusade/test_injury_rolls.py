"""Chapter INJ, tables T2 and T3: the dice, the modifiers, the results, the windows, Bloodbath and DEADLY."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from skirmish_rl.envs.core.frames import pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.injuring import begin_injury, roll_injury

FAR = (34, 34)
T3 = {  # (net INJURY DICE, dice that are added): by modifier 0, -1, -2, -3, +1: none, minor, Down, OOA in percent
    (-1, 2): [(0, 68.1, 21.3, 10.6), (7.4, 73.1, 14.4, 5.1), (19.9, 69.4, 8.8, 1.9), (35.6, 59.3, 4.6, 0.5), (0, 52.3, 28.2, 19.4)],
    (0, 2): [(0, 41.7, 30.6, 27.8), (2.8, 55.6, 25.0, 16.7), (8.3, 63.9, 19.4, 8.3), (16.7, 66.7, 13.9, 2.8), (0, 27.8, 30.6, 41.7)],
    (1, 2): [(0, 19.4, 28.2, 52.3), (0.5, 31.5, 32.4, 35.6), (1.9, 45.8, 32.4, 19.9), (5.1, 59.3, 28.2, 7.4), (0, 10.6, 21.3, 68.1)],
    (2, 2): [(0, 9.0, 21.5, 69.4), (0.1, 17.3, 30.5, 52.2), (0.4, 30.2, 37.4, 32.0), (1.5, 46.3, 39.0, 13.2), (0, 4.0, 13.3, 82.6)],
    (3, 2): [(0, 4.2, 15.2, 80.6), (0, 9.4, 25.4, 65.2), (0.1, 19.3, 37.2, 43.4), (0.5, 34.4, 45.5, 19.6), (0, 1.5, 7.9, 90.6)],
    (0, 3): [(0, 9.3, 16.7, 74.1), (0, 16.2, 21.3, 62.5), (0.5, 25.5, 24.1, 50.0), (1.9, 35.6, 25.0, 37.5), (0, 4.6, 11.6, 83.8)],
    (1, 3): [(0, 2.8, 7.7, 89.5), (0, 5.7, 11.8, 82.5), (0.1, 10.4, 16.4, 73.1), (0.4, 17.1, 20.8, 61.7), (0, 1.2, 4.6, 94.3)],
}  # fmt: skip


@jit
def wound_of(state, tables, slot, dice, modifier, more):
    """The result of one Injury Roll on the game's own code, `more` dice added to the two."""
    frame = begin_injury(state, tables, slot, -1, dice, modifier, 0)
    frame.deadly = more > 0
    frame.bath = more > 1
    roll_injury(state, tables, frame)
    wound = frame.wound + 0
    pop(state)
    return wound


def odds(t, net, kept, modifier):
    """Percents of the four results, by rolling every pool, sorted pools once for all their orders."""
    ways: Counter[int] = Counter()
    size = kept + abs(net)
    for faces, count in Counter(tuple(sorted(f)) for f in itertools.product(range(1, 7), repeat=size)).items():
        t.dice(*faces)
        ways[int(wound_of(t._s, t._t, t.slot_of("B1"), net, modifier, kept - 2))] += count
    return [100 * ways[k] / 6**size for k in range(4)]


@pytest.mark.clause("TC-INJ-01", "TC-INJ-02", "TC-INJ-08", "TC-INJ-09")
@pytest.mark.parametrize("row", T3)
def test_the_odds_are_those_of_table_t3(table, row):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (20, 20))
    t.go(0)
    for modifier, expected in zip((0, -1, -2, -3, 1), T3[row], strict=True):
        assert odds(t, *row, modifier) == pytest.approx(expected, abs=0.051)


def shot(t, *dice, target=None, hit=(3, 4), **weapon):
    """A1 hits B1 with a bolt rifle, and these dice fall on the injury; returns B1."""
    t.arm("bolt_rifle", **weapon)
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), **(target or {}))
    t.add("B2", FAR)
    t.activate("A1")
    t.dice(*hit, *dice)
    t.play("shoot")
    return t.unit("B1")


@pytest.mark.clause("TC-INJ-02")
@pytest.mark.parametrize(
    ("armour", "dice", "blood", "down", "status"),
    [
        (1, (1, 1), 0, False, "ON_BOARD"),
        (0, (1, 1), 1, False, "ON_BOARD"),
        (0, (3, 3), 1, False, "ON_BOARD"),
        (0, (3, 4), 1, True, "ON_BOARD"),
        (0, (4, 4), 1, True, "ON_BOARD"),
        (0, (4, 5), 0, False, "OUT"),
        (0, (6, 6), 0, False, "OUT"),
    ],
)
def test_the_injury_table(table, armour, dice, blood, down, status):
    b = shot(table(), *dice, target={"armour": armour})
    assert (b.blood, b.down, b.status, b.at is None) == (blood, down, status, status == "OUT")


@pytest.mark.clause("TC-INJ-02", "TC-INJ-06")
@pytest.mark.parametrize(("dice", "blood"), [((3, 4), 2), ((2, 4), 1)])
def test_down_again_is_two_markers(table, dice, blood):
    b = shot(table(), *dice, target={"down": 1})  # two dice: a shot at the Down has no INJURY DICE for it
    assert (b.blood, b.down) == (blood, True)


@pytest.mark.clause("TC-INJ-01", "TC-INJ-03")
@pytest.mark.parametrize(
    ("injury_dice", "hit", "dice", "down"),
    [(1, (3, 4), (1, 3, 4), True), (-1, (3, 4), (6, 3, 3), False), (-1, (6, 6), (3, 4), True), (-2, (6, 6), (6, 3, 3), False)],
)
def test_injury_dice_widen_the_pool_and_cancel_in_pairs(table, injury_dice, hit, dice, down):
    b = shot(table(), *dice, hit=hit, injury_dice=injury_dice)
    assert b.down == down and b.blood == 1


@pytest.mark.clause("TC-INJ-04")
@pytest.mark.parametrize(
    ("armour", "plus", "dice", "blood", "down"),
    [
        (3, 0, (5, 5), 1, True),
        (4, 0, (5, 5), 1, True),
        (4, 1, (4, 5), 1, True),
        (4, 1, (1, 2), 0, False),
        (0, 1, (2, 4), 1, True),
    ],
)
def test_negative_modifiers_are_never_worse_than_three_and_positive_ones_come_afterwards(table, armour, plus, dice, blood, down):
    b = shot(table(), *dice, target={"armour": armour}, injury_modifier=plus)
    assert (b.blood, b.down) == (blood, down)


@pytest.mark.clause("TC-INJ-05")
def test_armour_of_a_profile_counts_once():
    from tests.trench_crusade.table import Table

    t = Table.new_game("contested")
    armour = {name: int(t.tables["armour"][t.slot_of(name)]) for name in ("A1", "A4", "A9", "B4", "B5")}
    assert armour == {"A1": 1, "A4": 3, "A9": 0, "B4": 3, "B5": 2}


@pytest.mark.clause("TC-INJ-06", "TC-DOWN-06")
@pytest.mark.parametrize(("down", "dice", "status"), [(1, (5, 4, 1), "OUT"), (0, (5, 1), "ON_BOARD")])
def test_melee_against_the_down_has_an_injury_die(table, down, dice, status):
    t = table()
    t.add("A1", (10, 10), weapons=["trench_club"])
    t.add("B1", (10, 11), down=down)
    t.add("B2", FAR)
    t.activate("A1")
    t.dice(3, 4, *dice)
    t.play("fight")
    assert t.unit("B1").status == status


@pytest.mark.clause("TC-INJ-06", "TC-KW-11")
def test_a_critical_with_a_critical_weapon_gives_two_injury_dice(table):
    t = table()
    t.arm("bolt_rifle", "critical")
    b = shot(t, 5, 4, 1, 1, hit=(6, 6))
    assert b.status == "OUT"


@pytest.mark.clause("TC-INJ-06", "TC-INJ-07", "TC-BLD-02", "TC-BLS-01")
def test_each_spent_blood_marker_is_a_die_more_and_each_blessing_one_less(table):
    t = table()
    shot(t, target={"blood": 3, "blessing": 1})
    t.state["tape_end"] = t.state["tape_next"]
    assert (t.decision, t.decider, t.subject) == ("GRACE", 1, "B1")  # seat 0 holds the Initiative and declares last
    t.play("bless 1")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 0, "B1")
    t.dice(5, 2, 1)  # net +1: 7
    t.play("spend 2")
    b = t.unit("B1")
    assert (b.down, b.blood, b.blessing) == (True, 2, 0)


@pytest.mark.clause("TC-INJ-07")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_windows_of_an_injury_roll(table, holder):
    t = table()
    t.state["initiative"] = holder
    shot(t, target={"blood": 2, "blessing": 1})
    order = [("GRACE", 1, {"bless 0", "bless 1"}), ("WOUND", 0, {"spend 0", "spend 1", "spend 2"})]
    if holder == 1:
        order.reverse()
    assert (t.decision, t.decider, t.legal()) == order[0]
    t.play("bless 0" if holder == 0 else "spend 0")
    assert (t.decision, t.decider, t.legal()) == order[1]
    t.dice(1, 2)
    t.play("spend 0" if holder == 0 else "bless 0")
    assert (t.unit("B1").blood, t.unit("B1").blessing) == (3, 1)


@pytest.mark.clause("TC-INJ-08", "TC-INJ-10", "TC-DOWN-06")
@pytest.mark.parametrize(
    ("down", "blood", "offered"),
    [
        (0, 5, set()),
        (0, 6, {"bloodbath 0"}),
        (1, 2, set()),
        (1, 3, {"bloodbath 0"}),
        (1, 5, {f"bloodbath {n}" for n in range(3)}),
    ],
)
def test_a_bloodbath_costs_six_markers_or_three_against_the_down(table, down, blood, offered):
    t = table()
    shot(t, target={"blood": blood, "down": down})
    assert t.legal() == {f"spend {n}" for n in range(blood + 1)} | offered
    t.dice(1, 1)
    t.play("spend 0")


@pytest.mark.clause("TC-INJ-08")
@pytest.mark.parametrize(("armour", "dice", "out"), [(0, (3, 3, 3), True), (0, (3, 3, 2), False), (1, (3, 3, 3), False)])
def test_a_bloodbath_adds_three_dice(table, armour, dice, out):
    t = table()
    shot(t, target={"blood": 6, "armour": armour})
    t.dice(*dice)
    t.play("bloodbath 0")
    assert (t.unit("B1").status == "OUT") == out
    assert t.unit("B1").blood == (0 if out else 1)


@pytest.mark.clause("TC-INJ-08", "TC-INJ-10")
def test_markers_left_after_a_bloodbath_add_dice(table):
    """Worked example 11."""
    t = table()
    t.add("A1", (10, 10), weapons=["trench_club"])
    t.add("B1", (10, 11), down=1, armour=3, blood=4)
    t.add("B2", FAR)
    t.activate("A1")
    t.dice(3, 4)
    t.play("fight")
    assert "bloodbath 1" in t.legal() and "bloodbath 2" not in t.legal()
    t.dice(6, 5, 3, 3, 1)
    t.play("bloodbath 1")
    assert t.unit("B1").status == "OUT"


@pytest.mark.clause("TC-INJ-08")
def test_minus_injury_dice_keep_the_three_lowest_of_a_bloodbath(table):
    t = table()
    shot(t, target={"blood": 6}, injury_dice=-1)
    t.dice(6, 3, 2, 2)
    t.play("bloodbath 0")
    assert t.unit("B1").down and t.unit("B1").blood == 1


@pytest.mark.clause("TC-INJ-09", "TC-KW-13")
@pytest.mark.parametrize(
    ("blood", "answer", "dice", "out"),
    [(0, None, (3, 3, 3), True), (0, None, (3, 3, 2), False), (6, "bloodbath 0", (3, 2, 2, 2), True)],
)
def test_deadly_adds_a_die_to_the_sum(table, blood, answer, dice, out):
    t = table()
    t.arm("bolt_rifle", "deadly")
    if answer:
        shot(t, target={"blood": blood})
        t.dice(*dice)
        t.play(answer)
    else:
        shot(t, *dice)
    assert (t.unit("B1").status == "OUT") == out


@pytest.mark.clause("TC-INJ-11", "TC-CHG-12")
def test_whoever_is_taken_down_by_a_rule_gets_the_marker(table):
    t = table(walls=[(10, 10, 10, 10)])
    t.add("A1", (10, 10), weapons=["sword"])
    t.add("B1", (10, 13))
    t.activate("A1")
    t.dice(3)
    t.play("charge")
    assert t.decision == "DIVE"
    t.dice(3, 3)  # the dive fails: Down
    t.play("dive")
    assert (t.decision, t.decider, t.legal()) == ("WOUND", 1, {"spend 0", "spend 1"}) and t.unit("A1").down
    t.dice(1, 1, 2)  # and the fall is a Minor Hit
    t.play("spend 0")
    assert t.unit("A1").down and t.unit("A1").blood == 2 and t.active == "B1"


@pytest.mark.clause("TC-INJ-12", "TC-KW-32", "TC-ABL-04")
def test_replacements_follow_one_another(table):
    """Worked example 12: TOUGH makes the first OOA a Down, Standfast makes that a Minor Hit."""
    t = table()
    b = shot(t, 5, 5, target={"traits": ["tough", "standfast"]})
    assert (b.status, b.down, b.blood, b.tough_used) == ("ON_BOARD", False, 1, True)


@pytest.mark.clause("TC-INJ-12", "TC-KW-32")
def test_tough_is_used_up(table):
    b = shot(table(), 4, 5, target={"traits": ["tough"], "tough_used": 1})
    assert b.status == "OUT"


@pytest.mark.clause("TC-KW-32", "TC-FALL-01", "TC-TER-04")
@pytest.mark.parametrize(
    ("board", "verb", "to", "dice"),
    [
        ({"walls": [(10, 10, 10, 10)]}, "move-drop", "to 10,11", (5, 5, 1)),  # the fall
        ({"wire": [(10, 10, 11, 11)]}, "move-risk", "to 10,11", (1, 1, 5, 5)),  # the test, the wire
    ],
)
def test_the_tough_survive_falls_and_wire_too(table, board, verb, to, dice):
    t = table(**board)
    t.add("A1", (10, 10), traits=["tough"])
    t.add("B1", (30, 30))
    t.activate("A1", verb)
    t.dice(*dice)
    t.play(to)
    a = t.unit("A1")
    assert (a.status, a.down, a.blood, a.tough_used) == ("ON_BOARD", True, 1, True)


@pytest.mark.clause("TC-INJ-13", "TC-KW-05")
def test_each_injury_roll_has_its_own_window(table):
    t = table()
    t.arm("bolt_rifle", automatic=2)
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blood=1)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(1, 2, 1)
    t.play("spend 1")
    assert t.decision == "TARGET" and t.unit("B1").blood == 1
    t.dice(3, 4)
    t.play("at B1")
    assert (t.decision, t.legal()) == ("WOUND", {"spend 0", "spend 1"})
    t.dice(3, 4)  # two dice: what was spent before is gone
    t.play("spend 0")
    assert t.unit("B1").down


@pytest.mark.clause("TC-INJ-14", "TC-ABL-11", "TC-KW-01")
def test_injury_modifiers_for_a_model_count_against_it_and_not_for_it(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"], armour=3)
    t.add("B1", (10, 17))
    t.activate("A1")
    t.dice(3, 4, 3, 4)  # A1's armour does not change what it deals
    t.play("shoot")
    assert t.unit("B1").down


@pytest.mark.clause("TC-INJ-14", "TC-ABL-08")
def test_injury_dice_for_a_model_change_the_rolls_against_it(table):
    t = table()
    t.arm("bolt_rifle", "shrapnel")
    b = shot(t, 6, 3, 3, target={"traits": ["shrapnel_proof", "negate_shrapnel"]})
    assert (b.blood, b.down) == (1, False)


@pytest.mark.clause("TC-INJ-04", "TC-KW-01", "TC-KW-02", "TC-KW-20")
@pytest.mark.parametrize(
    ("armour", "keywords", "dice", "blood"),
    [
        (0, (), (1, 1), 0),  # 2 - 1
        (0, (), (1, 2), 1),
        (3, (), (1, 4), 1),  # never worse than -3
        (3, (), (1, 3), 0),
        (2, ("armour_piercing",), (1, 2), 0),  # -1 of the armour, -1 of the weapon
        (2, ("ignore_armour",), (1, 2), 1),
    ],
)
def test_negative_modifiers_of_weapons_count_among_the_three(table, armour, keywords, dice, blood):
    t = table()
    t.arm("bolt_rifle", *keywords, injury_modifier=-1)
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), armour=armour)
    t.activate("A1")
    t.dice(3, 4, *dice)
    t.play("shoot")
    assert t.unit("B1").blood == blood
