"""Chapter ROLL and table T1: pools, the table of results, Risky rolls, and the windows before every roll."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.trench_crusade.rules.rolling import roll_pool, success_of
from skirmish_rl.envs.trench_crusade.state import STATE

FAR = (34, 34)
T1 = {  # net dice: failure, success, Critical, 7 or more in percent
    -3: (90.57, 9.41, 0.01, 9.43),
    -2: (82.64, 17.28, 0.08, 17.36),
    -1: (68.06, 31.48, 0.46, 31.94),
    0: (41.67, 55.56, 2.78, 58.33),
    1: (19.44, 73.15, 7.41, 80.56),
    2: (9.03, 77.78, 13.19, 90.97),
    3: (4.22, 76.16, 19.62, 95.78),
    4: (1.99, 71.69, 26.32, 98.01),
}


def rolled(kept, net, faces):
    """The game's own total of a pool in which these faces fall; all of them must fall."""
    games = np.zeros(1, STATE.dtype)
    games[0]["tape"][: len(faces)] = faces
    games[0]["tape_end"] = len(faces)
    total = int(roll_pool(view(games[0]), kept, net))
    assert games[0]["tape_next"] == len(faces) and games[0]["drawn"][0] == 0
    return total


def results(net):
    """Ways to each result of a Success Roll, by rolling every pool on the game's code, sorted pools once for all their orders."""
    ways: Counter[int] = Counter()
    size = 2 + abs(net)
    orders = Counter(tuple(sorted(faces)) for faces in itertools.product(range(1, 7), repeat=size))
    for faces, count in orders.items():
        ways[int(success_of(rolled(2, net, faces)))] += count
    return [Fraction(ways[k], 6**size) for k in range(3)]


@pytest.mark.clause("TC-ROLL-01", "TC-ROLL-02", "TC-ROLL-03")
@pytest.mark.parametrize("net", T1)
def test_the_odds_are_those_of_table_t1(net):
    failure, success, critical = results(net)
    got = [float(100 * p) for p in (failure, success, critical, success + critical)]
    assert got == pytest.approx(T1[net], abs=0.0051)


@pytest.mark.clause("TC-ROLL-03")
def test_four_dice_too_few_fail_nearly_always():
    failure, success, critical = results(-4)
    assert critical == Fraction(1, 6**6)  # six sixes
    # one 1 and five 6; one 2 and five of 5-6; one 3 and five of 4-6; six of 4-6
    ways = 6 * 1 + 6 * 2**5 + 6 * 3**5 + 3**6
    assert success + critical == Fraction(ways, 6**6) and failure == 1 - success - critical


@pytest.mark.clause("TC-ROLL-02", "TC-ROLL-03")
@pytest.mark.parametrize("net", [-2, -1, 1, 2])
def test_the_order_in_which_dice_fall_does_not_matter(net):
    for faces in itertools.permutations((6, 1, 3, 3)[: 2 + abs(net)]):
        assert rolled(2, net, faces) == sum(sorted(faces, reverse=net > 0)[:2])


@pytest.mark.clause("TC-ROLL-01")
@pytest.mark.parametrize(("total", "result"), [(2, 0), (6, 0), (7, 1), (11, 1), (12, 2)])
def test_the_table_of_results(total, result):
    assert success_of(total) == result


def shooter(t, distance=7, **facts):
    """A1 may shoot a bolt rifle at B1."""
    t.add("A1", (10, 10), weapons=["bolt_rifle"], **facts)
    t.add("B1", (10, 10 + distance))
    t.activate("A1")


@pytest.mark.clause("TC-ROLL-01", "TC-ROLL-02", "TC-ROLL-03", "TC-ROLL-04")
@pytest.mark.parametrize(
    ("ranged", "dice", "hits"),
    [
        (1, (6, 2, 5), True),
        (-1, (6, 2, 5), True),
        (-1, (6, 1, 5), False),
        (2, (1, 4, 3, 4), True),
        (0, (3, 3), False),
        (0, (3, 4), True),
    ],
)
def test_pools_of_the_worked_examples(table, ranged, dice, hits):
    t = table()
    shooter(t, ranged=ranged)
    t.dice(*dice, *((1, 1) if hits else ()))
    t.play("shoot")
    assert t.unit("B1").blood == hits


@pytest.mark.clause("TC-ROLL-04")
@pytest.mark.parametrize(("dice", "hits"), [((2, 2, 4), False), ((2, 3, 4), True)])
def test_plus_and_minus_dice_cancel_in_pairs(table, dice, hits):
    t = table()
    shooter(t, distance=20, ranged=2)  # beyond 12": -1 DICE, so three dice fall
    t.dice(*dice, *((1, 1) if hits else ()))
    t.play("shoot")
    assert t.unit("B1").blood == hits


@pytest.mark.clause("TC-ROLL-05")
@pytest.mark.parametrize(("hit", "injury"), [((6, 6), (5, 1, 2)), ((6, 5), (5, 2))])
def test_a_critical_gives_one_injury_die(table, hit, injury):
    t = table()
    shooter(t)
    t.dice(*hit, *injury)
    t.play("shoot")
    assert t.unit("B1").down  # 5 and 2 of either pool


@pytest.mark.clause("TC-ROLL-05")
def test_a_critical_in_melee_gives_one_injury_die(table):
    t = table()
    t.add("A1", (10, 10), weapons=["trench_club"])
    t.add("B1", (10, 11))
    t.activate("A1")
    t.dice(6, 6, 5, 1, 2)
    t.play("fight")
    assert t.unit("B1").down


@pytest.mark.clause("TC-ROLL-05")
def test_on_other_tasks_a_critical_is_just_a_success(table):
    t = table()
    shooter(t)
    t.dice(6, 6)
    t.play("dash", "to 10,11")
    t.dice(4, 4, 2, 3)  # the Injury Roll of the shot has its two dice
    t.play("shoot")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-ROLL-06")
@pytest.mark.parametrize(("ranged", "dice", "over"), [(0, (3, 3), True), (1, (1, 3, 3), True), (1, (1, 3, 4, 1, 1), False)])
def test_a_risky_roll_is_rolled_alike_and_ends_the_activation_on_a_failure(table, ranged, dice, over):
    t = table()
    t.arm("bolt_rifle", "risky")
    shooter(t, ranged=ranged)
    t.dice(*dice)
    t.play("shoot")
    assert (t.active == "B1") == over


@pytest.mark.clause("TC-ROLL-07", "TC-ABL-10")
@pytest.mark.parametrize("verb", ["dash", "shoot"])
def test_what_affects_success_rolls_affects_risky_ones(table, verb):
    t = table()
    t.add("B2", (15, 10), traits=["hymn"])
    shooter(t)
    t.dice(6, 3, 3)  # one die more, the two lowest kept
    t.play(verb, *(["at B1"] if verb == "shoot" else []))
    assert (t.decider == 0) == (verb == "shoot") and t.unit("B1").blood == 0


@pytest.mark.clause("TC-ROLL-08")
def test_dice_never_change_an_injury_roll(table):
    t = table()
    shooter(t, ranged=2)
    t.dice(1, 1, 3, 4, 2, 3)  # four dice to hit, two to injure
    t.play("shoot")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-ROLL-08")
def test_injury_dice_never_change_a_success_roll(table):
    t = table()
    t.arm("bolt_rifle", injury_dice=1)
    shooter(t)
    t.dice(3, 4, 5, 2, 1)  # two dice to hit, three to injure
    t.play("shoot")
    assert t.unit("B1").down


@pytest.mark.clause("TC-ROLL-08", "TC-KW-01")
def test_the_dice_of_a_weapon_affect_its_own_attacks_only(table):
    t = table()
    t.arm("bolt_rifle", weapon_dice=2)
    t.add("A1", (10, 10), weapons=["bolt_rifle", "pistol"])
    t.add("B1", (10, 17))
    t.activate("A1")
    t.dice(1, 1)
    t.play("shoot", "pistol")
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-ROLL-09", "TC-BLD-02", "TC-BLS-01")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_opponent_spends_blood_and_the_owner_blessing_and_the_holder_declares_last(table, holder):
    t = table()
    shooter(t, blood=2, blessing=1)
    t.state["initiative"] = holder
    t.play("shoot")
    windows = [("BLOOD", 1, "A1", {"spend 0", "spend 1", "spend 2"}), ("BLESSING", 0, "A1", {"bless 0", "bless 1"})]
    answers = ["spend 2", "bless 1"]
    if holder == 1:
        windows.reverse()
        answers.reverse()
    assert (t.decision, t.decider, t.subject, t.legal()) == windows[0]
    t.play(answers[0])
    assert (t.decision, t.decider, t.subject, t.legal()) == windows[1]
    t.dice(6, 3, 3)  # net -1
    t.play(answers[1])
    assert (t.unit("A1").blood, t.unit("A1").blessing, t.unit("B1").blood) == (0, 0, 0)


@pytest.mark.clause("TC-ROLL-09")
@pytest.mark.parametrize(("blood", "blessing", "asked"), [(0, 0, []), (1, 0, ["BLOOD"]), (0, 1, ["BLESSING"])])
def test_a_window_with_nothing_to_spend_is_skipped(table, blood, blessing, asked):
    t = table()
    shooter(t, blood=blood, blessing=blessing)
    t.change("B1", blessing=0)
    t.dice(1, 2)
    t.play("shoot")
    seen = []
    while t.decision != "ACTION":
        seen.append(t.decision)
        t.play("spend 0" if t.decision == "BLOOD" else "bless 0")
    assert seen == asked
    assert (t.unit("A1").blood, t.unit("A1").blessing) == (blood, blessing)


@pytest.mark.clause("TC-ROLL-10", "TC-GEN-01")
def test_all_other_modifiers_are_settled_before_the_window(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"], ranged=2, blood=1)
    t.add("B1", (10, 30))
    t.activate("A1")
    t.play("shoot")
    assert t.decision == "BLOOD"
    assert int(t.state["frames"][int(t.state["depth"]) - 1]["dice"]) == 1  # +2, long range -1
    t.dice(3, 3)
    t.play("spend 1")
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-ROLL-10", "TC-ROLL-09")
def test_what_is_rolled_is_told_before_markers_are_spent(table):
    t = table()
    t.add("A1", (5, 5), blessing=1, blood=1, traits=["loping"])
    t.add("B1", (30, 30))
    t.activate("A1", "dash")
    assert t.decision == "BLOOD" and tell(t.state, t.scenario)[-1] == "A1 is about to roll for a dash (+1 ability, +1 net dice)"
    t.play("spend 1")
    assert t.decision == "BLESSING" and tell(t.state, t.scenario)[-1] == "A1 is about to roll for a dash (+1 ability, -1 blood)"
