"""Chapter ASL: who takes the hits of an assault, who wins, retreat and advance."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.tide_of_iron.state import Card
from tests.tide_of_iron.fights import BESIDE, TARGET, assault, away, field, rolls_exactly


def rolled(hits, dice):
    """So many dice, the first of them hits."""
    return (4,) * hits + (1,) * (dice - hits)


@pytest.mark.clause("TI-ASL-09")
def test_the_defender_assigns_hits_one_by_one_to_squads_and_light_vehicles(table):
    t = field(table)
    t.add("B1", TARGET, regular=2, elite=1)
    t.add("B2", TARGET)
    t.add("B3", TARGET, kind="truck")
    assault(t, dice=rolled(3, 8) + rolls_exactly(4 + 4), elite=4)
    assert (t.decision, t.decider, t.legal()) == ("HIT_UNIT", 1, {"hit B1", "hit B2", "hit B3"})
    t.play("hit B1")
    assert (t.decision, t.decider, t.legal()) == ("CASUALTY", 1, {"regular", "elite"})
    t.play("regular")
    assert (t.decision, t.decider) == ("HIT_UNIT", 1)
    t.play("hit B3", "hit B2")
    assert t.unit("B1").figures == {"regular": 1, "elite": 1}
    assert (t.unit("B2").strength, t.unit("B3").damage) == (3, "light")


@pytest.mark.clause("TI-ASL-09", "TI-VEH-02", "TI-VEH-03")
@pytest.mark.parametrize(
    ("was", "hits", "becomes"), [("none", 2, "light"), ("none", 3, "lost"), ("none", 4, "lost"), ("light", 2, "lost"),
        ("light", 3, "lost")]
)  # fmt: skip
def test_hits_on_a_vehicle_are_summed_and_read_on_its_table(table, was, hits, becomes):
    """A heavily damaged vehicle is removed when it must retreat: 3 hits, or 1-2 on a lightly damaged one."""
    t = field(table)
    t.add("B1", TARGET, kind="truck", damage=was)
    assault(t, dice=rolled(hits, 4))
    if becomes == "lost":
        assert t.unit("B1").status == "LOST"
    else:
        t.play("east")
        assert (t.unit("B1").damage, t.unit("B1").at) == (becomes, (6, 4))


@pytest.mark.clause("TI-ASL-09", "TI-VEH-02")
def test_a_vehicle_that_holds_the_hex_keeps_the_damage_of_all_hits(table):
    """3 hits heavily damage it; 3 hits of its own, so the attacker does not win."""
    t = field(table)
    t.add("B1", TARGET, kind="half_track")
    assault(t, dice=rolled(3, 8) + (1,) + rolled(3, 4), elite=4)
    assert (t.unit("B1").damage, t.unit("B1").at, t.unit("A1").at) == ("heavy", TARGET, (4, 4))


@pytest.mark.clause("TI-ASL-09")
def test_a_vehicle_takes_no_more_hits_than_destroy_it(table):
    t = field(table)
    t.add("B1", TARGET, kind="truck", damage="heavy")
    t.add("B2", TARGET)
    assault(t, "hit B1", dice=rolled(3, 4) + rolls_exactly(4))
    assert (t.unit("B1").status, t.unit("B2").strength) == ("LOST", 2)


@pytest.mark.clause("TI-ASL-09")
def test_the_attacker_assigns_hits_the_first_to_the_active_squad(table):
    t = field(table)
    t.add("A2", (5, 3))
    t.add("A3", (5, 5))
    t.add("B1", TARGET)
    assault(t, "support A2", "done", dice=rolls_exactly(6) + rolled(3, 4))
    assert (t.decision, t.decider, t.legal()) == ("HIT_UNIT", 0, {"hit A1", "hit A2"})
    assert t.unit("A1").strength == 3
    t.play("hit A2", "hit A2")
    assert [t.unit(n).strength for n in ("A1", "A2", "A3")] == [3, 2, 4]


@pytest.mark.clause("TI-ASL-09")
def test_each_attackers_casualties_are_his_choice(table):
    t = field(table)
    t.add("B1", TARGET)
    assault(t, dice=rolls_exactly(3) + rolled(1, 4), regular=2, officer=1)
    assert (t.decision, t.decider, t.legal()) == ("CASUALTY", 0, {"regular", "officer"})


RESULTS = [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True), (2, 3, False), (3, 2, True)]


@pytest.mark.clause("TI-ASL-10", "TI-ASL-13", "TI-ASL-14")
@pytest.mark.parametrize(("net", "back", "won"), RESULTS)
def test_more_net_hits_win_and_ties_are_the_defenders(table, net, back, won):
    t = field(table)
    t.add("B1", TARGET)
    assault(t, dice=rolled(net, 8) + rolled(back, 4), elite=4)
    assert (t.decision == "RETREAT") is won
    if won:
        t.play("east")
    assert t.unit("A1").at == (TARGET if won else (4, 4))
    assert t.unit("B1").at == ((6, 4) if won else TARGET)


@pytest.mark.clause("TI-ASL-10", "TI-ASL-08")
def test_cancelled_hits_do_not_count_for_the_win(table):
    t = field(table, terrain={"woods": [TARGET]})
    t.add("B1", TARGET)
    assault(t, dice=rolled(2, 4) + (5, 1) + rolled(1, 4))
    assert (t.decision, t.unit("B1").at) == ("SELECT", TARGET)


@pytest.mark.clause("TI-ASL-10")
def test_the_attacker_wins_without_defenders_left_even_with_fewer_hits(table):
    t = field(table)
    t.add("B1", TARGET, elite=1)
    assault(t, dice=rolled(1, 4) + rolled(2, 2))
    assert (t.unit("B1").status, t.unit("A1").strength, t.unit("A1").at) == ("LOST", 2, TARGET)


@pytest.mark.clause("TI-ASL-10", "TI-ASL-09")
@pytest.mark.parametrize(("regular", "won"), [(1, False), (2, True)])
def test_nobody_wins_without_his_active_squad(table, regular, won):
    """The supporter's dice win by far; one hit back falls on the active squad."""
    t = field(table)
    t.add("A2", (5, 3), elite=4)
    t.add("B1", TARGET)
    assault(t, "support A2", dice=rolled(3, regular + 4) + rolled(1, 4), regular=regular)
    assert (t.decision == "RETREAT") is won
    assert (t.unit("A1").status, t.unit("A2").at) == ("ON_MAP" if won else "LOST", (5, 3))


@pytest.mark.clause("TI-ASL-10")
def test_a_hex_emptied_without_the_active_squad_stays_empty(table):
    t = field(table)
    t.add("A2", (5, 3), elite=4)
    t.add("B1", TARGET, regular=1)
    assault(t, "support A2", dice=rolled(3, 5) + (4,), regular=1)
    assert (t.unit("A1").status, t.unit("B1").status, t.unit("A2").at) == ("LOST", "LOST", (5, 3))


def last_stand(table, active, attacker=0, supported=False):
    """A side's active squad of regulars assaults the enemy's last squad, one regular; each side hits once. No other units."""
    own, foe = "AB"[attacker], "BA"[attacker]
    t = table()
    t.add(own + "1", (4, 4), regular=active)
    t.add(foe + "1", TARGET, regular=1)
    if supported:
        t.add(own + "2", (5, 3))
    t.turn(attacker)
    t.dice(*rolled(1, active + 2 * supported), 4)
    t.play(f"assault {own}1", "stop", "east", *[f"support {own}2"] * supported)
    return t


@pytest.mark.clause("TI-ASL-07", "TI-ASL-10", "TI-WIN-01")
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_defender_wins_the_game_where_both_sides_lose_their_last_unit(table, attacker):
    t = last_stand(table, 1, attacker)
    assert [t.unit(name).status for name in ("A1", "B1")] == ["LOST", "LOST"]
    assert (t.over, t.winners, t.reason) == (True, (1 - attacker,), "elimination")


@pytest.mark.clause("TI-ASL-07", "TI-WIN-01")
def test_hits_back_fall_before_the_last_defender_ends_the_game(table):
    t = last_stand(table, 4)
    assert (t.unit("A1").strength, t.over, t.winners) == (3, True, (0,))


@pytest.mark.clause("TI-ASL-07", "TI-ASL-09", "TI-WIN-01")
def test_an_active_squad_lost_with_the_last_defender_does_not_lose_the_game_of_its_supporter(table):
    t = last_stand(table, 1, supported=True)
    assert (t.unit("A1").status, t.unit("A2").at) == ("LOST", (5, 3))
    assert (t.over, t.winners) == (True, (0,))


@pytest.mark.clause("TI-ASL-11")
@pytest.mark.parametrize(
    ("was", "activation", "becomes"),
    [
        ("none", "fresh", ("pinned", "fresh")),
        ("none", "op_fire", ("pinned", "fatigued")),
        ("none", "fatigued", ("pinned", "fatigued")),
        ("pinned", "fresh", ("disrupted", "fresh")),
    ],
)
def test_beaten_squads_retreat_and_their_condition_worsens(table, was, activation, becomes):
    t = field(table)
    t.add("B1", TARGET, condition=was, activation=activation)
    assault(t, dice=rolled(2, 8) + rolls_exactly(2 if was == "pinned" else 4), elite=4)
    t.play("east")
    unit = t.unit("B1")
    assert (unit.at, unit.strength, (unit.condition, unit.activation)) == ((6, 4), 2, becomes)


@pytest.mark.clause("TI-ASL-11")
def test_disrupted_squads_are_removed_when_beaten(table):
    t = field(table)
    t.add("B1", TARGET, condition="disrupted")
    assault(t, dice=rolled(1, 4))
    assert (t.unit("B1").status, t.unit("A1").at) == ("LOST", TARGET)


@pytest.mark.clause("TI-ASL-11")
@pytest.mark.parametrize(("damage", "status"), [("none", "ON_MAP"), ("light", "ON_MAP"), ("heavy", "LOST")])
def test_light_vehicles_retreat_as_they_are_unless_heavily_damaged(table, damage, status):
    t = field(table)
    t.add("B1", TARGET, kind="truck", damage=damage, activation="op_fire")
    t.add("B2", TARGET)
    assault(t, "hit B2", dice=rolled(1, 8) + rolls_exactly(4), elite=4)
    if status == "ON_MAP":
        t.play("east")
        assert (t.unit("B1").at, t.unit("B1").damage) == ((6, 4), damage)
    assert t.unit("B1").status == status
    t.play("south-east")
    assert t.unit("B2").at == (5, 5)


@pytest.mark.clause("TI-ASL-12")
def test_the_defender_chooses_retreat_hexes_unit_by_unit(table):
    """One neighbour holds an attacker, one three friends, one is a pond, one a cliff; the hex of the assault is left out by itself."""
    t = field(table, terrain={"pond": [(5, 5)], "woods": [(4, 5)]}, levels={2: [(4, 3)]})
    t.add("A2", (5, 3))
    for k in (4, 5):
        t.add(f"B{k}", (6, 4))
    t.add("B1", TARGET)
    t.add("B2", TARGET)
    assault(t, "done", "hit B1", dice=rolled(1, 8) + rolls_exactly(8), elite=4)
    assert (t.decision, t.decider, t.legal()) == ("RETREAT", 1, {"east", "south-west"})
    t.play("east")
    assert t.unit("B1").at == (6, 4)
    assert t.unit("B2").at == (4, 5)  # the last hex below the stacking limit, without question
    assert (t.unit("B1").condition, t.unit("B2").condition, t.unit("A1").at) == ("pinned", "pinned", TARGET)


@pytest.mark.clause("TI-ASL-12")
def test_a_unit_without_a_retreat_hex_is_removed(table):
    t = field(table)
    for k, at in enumerate(BESIDE):
        t.add(f"A{k + 2}", at, activation="fatigued", condition="pinned")
    t.add("B1", TARGET)
    assault(t, dice=rolled(1, 4) + rolls_exactly(4))
    assert (t.unit("B1").status, t.unit("A1").at) == ("LOST", TARGET)


@pytest.mark.clause("TI-ASL-12", "TI-TRN-04")
@pytest.mark.parametrize(("kind", "enters"), [("truck", False), ("squad", True)])
def test_a_vehicle_retreats_where_vehicles_may_go(table, kind, enters):
    t = field(table, terrain={"building": [(6, 4)]})
    t.mark("traps", (5, 5))
    t.add("B1", TARGET, kind=kind)
    assault(t, dice=rolled(1, 4) + rolls_exactly(0 if kind == "truck" else 4))
    assert t.can("south-west")
    assert (t.can("east"), t.can("south-east")) == (enters, enters)


@pytest.mark.clause("TI-ASL-12")
@pytest.mark.parametrize(("mark", "mine_dice", "left"), [("wire", (), 3), ("mines", (4, 4, 3, 1), 1), ("mines", (3, 3, 3, 3), 3)])
def test_a_retreat_ignores_points_and_wire_but_mines_roll(table, mark, mine_dice, left):
    t = field(table, terrain={"woods": [(6, 4)]})
    t.mark(mark, (6, 4))
    t.add("B1", TARGET)
    assault(t, dice=rolled(1, 4) + rolls_exactly(4) + mine_dice)
    t.play("east")
    assert (t.unit("B1").at, t.unit("B1").strength) == ((6, 4), left)


@pytest.mark.clause("TI-ASL-12", "TI-ASL-16")
def test_squads_aboard_retreat_with_their_vehicle(table):
    t = field(table)
    t.add("B1", TARGET, kind="truck")
    t.add("B2", TARGET, aboard="B1")
    assault(t, dice=rolled(1, 4))
    t.play("east")
    assert (t.unit("B1").at, t.unit("B2").at, t.unit("B2").condition) == ((6, 4), (6, 4), "none")


@pytest.mark.clause("TI-ASL-13")
def test_only_the_active_squad_moves_in_and_no_one_asks(table):
    t = field(table)
    t.add("A2", (4, 4))
    t.add("B1", TARGET, regular=1)
    assault(t, "support A2", dice=rolled(1, 6) + (1,))
    assert (t.decision, t.unit("A1").at, t.unit("A2").at) == ("SELECT", TARGET, (4, 4))


@pytest.mark.clause("TI-ASL-13", "TI-TRN-09")
@pytest.mark.parametrize(("mine_dice", "left"), [((4, 4, 4, 1), 1), ((3, 3, 3, 3), 4)])
def test_mines_of_the_hex_meet_who_moves_in(table, mine_dice, left):
    t = field(table)
    t.mark("mines", TARGET)
    t.add("B1", TARGET, regular=1)
    assault(t, dice=rolled(1, 4) + (1,) + mine_dice)
    assert (t.unit("A1").at, t.unit("A1").strength) == (TARGET, left)


@pytest.mark.clause("TI-ASL-15")
@pytest.mark.parametrize("hits", [0, 1])
def test_active_squad_and_supporters_are_fatigued_whatever_the_result(table, hits):
    t = field(table)
    t.add("A2", (5, 3))
    t.add("A3", (5, 5), activation="op_fire")
    t.add("A4", (4, 5))
    t.add("B1", TARGET, regular=1)
    assault(t, "support A2", "support A3", dice=rolled(hits, 8) + (1,))
    assert [t.unit(f"A{k}").activation for k in (1, 2, 3, 4)] == ["fatigued"] * 3 + ["fresh"]


@pytest.mark.clause("TI-ASL-15")
def test_defenders_keep_their_state_when_they_hold(table):
    t = field(table)
    t.add("B1", TARGET, activation="op_fire")
    t.add("B2", away(9))
    assault(t, dice=rolls_exactly(8))
    assert (t.unit("B1").activation, t.unit("B1").condition) == ("op_fire", "none")


@pytest.mark.clause("TI-ASL-11", "TI-CRD-18")
def test_a_beaten_disrupted_squad_is_removed_even_under_no_step_back(table):
    """It is not routed; a pinned one becomes disrupted and retreats."""
    t = field(table)
    t.state["lasting"][1, Card.NO_STEP_BACK] = 2
    t.add("B1", TARGET, condition="disrupted")
    t.add("B2", TARGET, condition="pinned")
    assault(t, dice=rolled(1, 8) + rolls_exactly(2), elite=4)
    t.play("hit B1")
    assert t.unit("B1").status == "LOST"
    assert (t.decision, t.decider) == ("RETREAT", 1)
    t.play("east")
    assert (t.unit("B2").condition, t.unit("B2").at) == ("disrupted", (6, 4))


@pytest.mark.clause("TI-ASL-12", "TI-ASL-16")
def test_a_squad_aboard_is_not_asked_for_a_retreat_of_its_own(table):
    """The squad stands before its truck in the order of the units."""
    t = field(table)
    t.add("B2", TARGET, kind="truck")
    t.add("B1", TARGET, aboard="B2")
    assault(t, dice=rolled(1, 4))
    t.play("east")
    assert (t.decision, t.unit("B1").at, t.unit("B1").condition) == ("SELECT", (6, 4), "none")


@pytest.mark.clause("TI-ASL-12", "TI-TRN-05")
def test_a_beaten_squad_leaves_its_entrenchment(table):
    t = field(table)
    t.mark("entrenchment", TARGET, (6, 4))
    t.add("B1", TARGET, fort="entrenchment")
    assault(t, dice=rolled(1, 8) + (1, 1) + rolls_exactly(4), elite=4)
    t.play("east")
    assert (t.unit("B1").at, t.unit("B1").fort) == ((6, 4), "none")
