"""What the bots think of small positions, against the dossier's strategy notes."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.warcry import RULESET


def choice(t, bot="strong"):
    """What a bot would answer now, as text."""
    return t.text(int(t.batch.ask(np.array([0]), RULESET.bot(bot))[0]))


@pytest.mark.parametrize("bot", ["simple", "strong"])
def test_takes_the_kill(table, bot):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (6, 5))
    t.add("B2", (5, 6), damage=7)
    t.activate("A1")
    assert choice(t, bot) == "attack"
    t.play("attack")
    assert choice(t, bot) == "attack B2"


def test_activates_whom_it_can_kill_with(table):
    t = table()
    t.add("A1", (2, 2))
    t.add("A2", (9, 5), "iron_lord")
    t.add("B1", (10, 5), damage=3)
    t.turn("A")
    assert choice(t) == "activate A2"


def test_charges_who_can_be_reached(table):
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (9, 5), "fang_runner")
    t.activate("A1")
    assert choice(t) == "move"
    t.play("move")
    x, y = map(int, choice(t).removeprefix("to ").split(","))
    assert max(abs(x - 9), abs(y - 5)) <= 2


def test_stays_out_of_reach_where_nothing_can_be_struck(table):
    """Strategy note 9: the enemy must come first."""
    t = table(size=(30, 22))
    t.add("A1", (5, 10), "raven_knife")
    t.add("B1", (16, 10), "fang_alpha")
    t.add("B2", (17, 10), "fang_axe")
    t.activate("A1")
    t.play("move")
    x, y = map(int, choice(t).removeprefix("to ").split(","))
    assert max(16 - x - 1, 0) ** 2 + max(abs(10 - y) - 1, 0) ** 2 > (5 + 1) ** 2  # Move 5 and a range of 1"


@pytest.mark.clause("WC-CLIMB-03")
def test_does_not_end_its_activation_on_a_face(table):
    t = table(platforms=[(6, 8, 4, 6, 6)])
    t.add("A1", (5, 5), lost=1)
    t.add("B1", (7, 5))
    t.activate("A1")
    if choice(t) == "move":
        t.play("move")
        assert any(text.startswith("climb") for text in t.legal())
    assert not choice(t).startswith("climb")


def test_a_quad_buys_the_kill_out_of_reach(table):
    t = table()
    t.add("A1", (3, 5), "iron_lord")
    t.add("B1", (11, 5), "fang_runner", damage=2)
    t.sets("A", {6: 4})
    t.activate("A1")
    assert choice(t) == "rampage-6"


@pytest.mark.parametrize("sets", [{2: 2, 5: 2}, {2: 2, 5: 3}])
def test_the_lowest_set_pays_for_more_attacks(table, sets):
    """Strategy note 15."""
    t = table()
    t.add("A1", (5, 5), "fang_alpha")
    t.add("A2", (1, 1), "fang_axe")
    t.add("B1", (6, 5), "iron_shield")
    t.sets("A", sets)
    t.activate("A1")
    assert choice(t) in ("onslaught-2", "savage-fury-2")


def test_the_highest_set_pays_for_a_dart(table):
    t = table()
    t.add("A1", (3, 5), "raven_knife")
    t.add("A2", (1, 1))
    t.add("B1", (10, 5), "fang_axe", damage=5, move=3)
    t.sets("A", {2: 2, 5: 2})
    t.activate("A1")
    assert choice(t) == "dart-5"


def test_a_quad_is_not_spent_for_nothing(table):
    t = table(size=(30, 22))
    t.add("A1", (2, 2))
    t.add("A2", (2, 5))
    t.add("B1", (27, 20))
    t.sets("A", {3: 4})
    t.activate("A1")
    assert choice(t) in ("move", "wait")


def test_waits_when_outnumbered(table):
    """Strategy note 6."""
    t = table(size=(30, 22))
    t.add("A1", (9, 10))
    t.add("B1", (17, 10), "iron_lord")
    t.add("B2", (17, 12), "iron_smith")
    t.add("B3", (17, 8), "iron_twin")
    t.activate("A1")
    assert choice(t) == "wait"


@pytest.mark.parametrize("gap, first", [(3, "self"), (22, "opponent")])
def test_goes_first_where_there_is_somebody_to_strike(table, gap, first):
    """Strategy note 8."""
    t = table(size=(30, 22))
    t.add("A1", (2, 10), "iron_lord")
    t.add("B1", (2 + gap, 10), "fang_axe")
    t.add("B2", (28, 20))
    t.combat_phase("A")
    assert choice(t) == first


@pytest.mark.clause("WC-SEIZE-06")
def test_seizes_the_initiative_when_one_single_does_it(table):
    """Strategy note 12: tied before, the other adds a single."""
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (7, 5), "fang_alpha")
    t.dice(2, 2, 4, 5, 6, 6, 1, 2, 4, 4, 5, 5, 6, 1)  # two singles each, A wins the roll-off
    t.hero_phase(3)
    assert t.ask() == ("WILD", "A", None)
    t.play("done")
    assert t.ask() == ("WILD", "B", None)
    assert choice(t) == "single"


def test_does_not_spend_a_wild_die_when_two_behind(table):
    t = table(size=(30, 22))
    t.add("A1", (2, 2))
    t.add("B1", (27, 20))
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 2, 2, 3, 3)  # four singles against none
    t.hero_phase(1)
    t.play("done")
    assert choice(t) != "single"


@pytest.mark.clause("WC-FALL-02", "WC-FALL-07")
def test_lands_the_fallen_on_deadly_ground(table):
    t = table(platforms=[(6, 8, 4, 6)], deadly=[(5, 3), (5, 4)], figures={"edge_face": 6})
    t.add("A1", (7, 5))
    t.add("A2", (12, 9))
    t.add("B1", (6, 5), activated=True)
    t.activate("A1")
    t.dice(6, 1, 1, 1, 1)  # a critical, and the edge
    t.attack("B1")
    assert t.ask() == ("FALL", "A", "B1")
    x, y = map(int, choice(t).removeprefix("land ").split(","))
    assert t.tables["near_deadly"][y * 30 + x]
    t.dice(1, 1)
    t.play(f"land {x},{y}")


def test_counters_what_it_would_not_survive(table):
    """Strategy note 10."""
    t = table()
    t.add("A1", (5, 5), damage=6)
    t.add("B1", (6, 5), damage=7)
    t.activate("A1")
    t.play("attack")
    assert t.ask() == ("REACT", "B", "B1")
    assert choice(t) == "counter"


def test_does_not_counter_with_a_fighter_that_has_better_to_do(table):
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("A2", (7, 5), "raven_knife", damage=7)
    t.add("B1", (6, 5), "fang_alpha", wounds=60)
    t.activate("A1")
    t.attack("B1")
    assert t.ask() == ("REACT", "B", "B1")
    assert choice(t) == "pass"


def test_steps_back_from_a_second_attack(table):
    t = table()
    t.add("A1", (5, 5), "fang_alpha")
    t.add("B1", (6, 5), "hunt_arbalest")
    t.activate("A1")
    t.dice(3, 1, 1, 1, 1)
    t.play("attack")
    while t.decision == "REACT":
        t.play("pass")
    assert t.ask() == ("STEP_BACK", "B", "B1")
    assert choice(t) == "step-back"


def test_the_last_activation_flips_an_objective(table):
    """Strategy note 5; WC-OBJ-01."""
    t = table(size=(30, 22), objectives=[(20, 5)], per_objective=1)
    t.add("A1", (12, 5), "raven_knife")
    t.add("A2", (18, 3), activated=True)
    t.add("B1", (22, 7), "hunt_scout", activated=True)
    t.activate("A1")
    assert choice(t) == "move"
    t.play("move")
    x, y = map(int, choice(t).removeprefix("to ").split(","))
    t.play(f"to {x},{y}")
    if t.decision == "STEP" and choice(t) == "move":
        t.play("move")
        x, y = map(int, choice(t).removeprefix("to ").split(","))
    assert t.tables["objective_near"][0, y * 30 + x]


def test_picks_a_treasure_up_in_the_last_round(table):
    t = table(scenario="relics")
    t.add("A1", (10, 9), "raven_knife")
    t.add("B1", (25, 20))
    t.token(1, (13, 9))
    t.combat("A", 4)
    t.activate("A1")
    assert choice(t) == "move"
    t.play("move")
    assert choice(t).startswith("take-to")


def test_simple_goes_for_the_nearest_objective(table):
    t = table(size=(30, 22), objectives=[(20, 5)], per_objective=1)
    t.add("A1", (10, 5))
    t.add("B1", (28, 20))
    t.activate("A1")
    assert choice(t, "simple") == "move"
    t.play("move")
    assert choice(t, "simple") == "to 15,5"


@pytest.mark.clause("WC-VC-05")
def test_loots_what_is_beside_it(table):
    t = table(victory="uncover", objectives=[(6.5, 5.5)], loots=2, per_treasure=2)
    t.state["loots"][0] = 2
    t.add("A1", (5, 5))
    t.add("B1", (14, 10))
    t.activate("A1")
    assert choice(t) == "loot"


@pytest.mark.clause("WC-VC-03")
def test_drops_a_relic_that_would_take_it_down(table):
    t = table(victory="relic", tokens=1)
    t.add("A1", (5, 5), carries=1, damage=7, lost=1)
    t.add("B1", (16, 10))
    t.combat("A", 2)
    t.activate("A1")
    assert choice(t) == "drop"


def test_disengages_an_archer_that_is_about_to_be_cut_down(table):
    t = table(size=(30, 22))
    t.add("A1", (10, 10), "hunt_arbalest")
    t.add("B1", (11, 10), "fang_cat", activated=True)
    t.add("B2", (20, 10), "fang_runner")
    t.activate("A1")
    assert choice(t) == "disengage"


def test_strikes_down_a_runaway_it_can_kill(table):
    t = table()
    t.add("A1", (5, 5), damage=5)
    t.add("B1", (6, 5))
    t.activate("A1")
    t.play("disengage")
    assert t.ask() == ("STRIKE", "B", "A1")
    assert choice(t) == "strike B1"


@pytest.mark.clause("WC-IRON-02")
def test_crushing_blow_where_it_crosses_two_steps_of_the_hit_table(table):
    """Strategy note 3: Strength 5 against Toughness 5 in cover."""
    t = table(low=[((5, 5), (6, 5))])
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (6, 5), "iron_shield")
    t.sets("A", {3: 2})
    t.activate("A1")
    assert choice(t) == "crushing-blow-3"


@pytest.mark.clause("WC-RAVEN-03")
def test_climbs_swiftly_to_an_enemy_above(table):
    t = table(platforms=[(8, 9, 4, 6)])
    t.add("A1", (5, 5), "raven_stalker")
    t.add("B1", (9, 5), "fang_axe", damage=6)
    t.sets("A", {3: 2})
    t.activate("A1")
    assert choice(t) == "swift-climb-3"
