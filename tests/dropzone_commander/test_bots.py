"""What the bots think of small positions, against the dossier's strategy notes."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.dropzone_commander import RULESET
from tests.dropzone_commander.test_cards import lay

C0 = {"C0": ("medium_building", 10, 10, 4, 4)}
GOAL = {"pieces": C0, "objectives": ["C0"], "hidden": True, "mobile": True}


def choice(t, bot="strong"):
    """What a bot would answer now, as text."""
    actions, index = np.zeros(1, np.int64), np.zeros(1, np.int64)
    scratch = np.zeros(1, RULESET.scratch)
    bots = np.array([RULESET.bot(bot)], np.int64)
    RULESET.engine.ask_bots(t.batch.games, t.scenario.tables, index, t.batch.masks, bots, actions, scratch)
    return t.text(int(actions[0]))


def choose(t, until, bot="strong"):
    """Let a bot answer until a decision is asked, or the other seat decides."""
    seat = int(t.state["decider"])
    for _ in range(40):
        if t.decision == until or t.over or int(t.state["decider"]) != seat:
            return
        t.play(choice(t, bot))


def place(text):
    """The cell of an answer."""
    x, y = text.rpartition(" ")[2].split(",")
    return int(x), int(y)


@pytest.mark.parametrize("bot", ["simple", "strong"])
def test_shoots_at_what_its_weapon_can_hurt(table, bot):
    """Strategy note 6: Energy 10 against Armour 10, not against Armour 16."""
    t = table()
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (15, 5), armour=16)
    t.squad("B2", "A-SCB", (15, 7), armour=10)
    t.activate("A1")
    assert choice(t, bot) == "shoot"
    t.play("shoot")
    assert choice(t, bot) == "at B2"


def test_spreads_its_shots_over_targets_that_one_shot_destroys(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5))
    t.squad("B1", "A-SCB", (5, 15), (6, 15), (7, 15))
    t.activate("A1")
    t.play("shoot")
    assert choice(t) == "singly"
    t.play("singly")
    first = choice(t)
    t.play(first)
    assert choice(t) not in (first, "hold")


def test_all_shoot_at_the_only_target_that_matters(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5))
    t.squad("B1", "A-CMD", (5, 15), commander=3)
    t.squad("B2", "A-SCB", (20, 15), points=1)
    t.activate("A1")
    t.play("shoot")
    assert choice(t) == "at B1"


@pytest.mark.clause("DZ-SPEC-11")
def test_focuses_hits_that_would_not_hurt(table):
    """EX-18: four hits of Energy 3 on a tank; one of them alone at 12 may destroy it."""
    t = table()
    t.squad("A1", "B-INF", (5, 5), (6, 5))
    t.destroy("A2")
    t.squad("B1", "A-MBT", (5, 13))
    t.activate("A1")
    t.play("shoot")
    if t.decision == "MODE":
        t.play("normal")
    t.dice(3, 4, 5, 6, 1)
    if t.decision == "AIM":
        t.play("at B1")
    assert t.decision == "FOCUS"
    assert choice(t) == "focus 3"
    t.dice(1)
    t.play("focus 3")


def test_reacts_against_a_loaded_lifter_but_not_against_a_drone_far_from_worth_it(table):
    """Strategy note 8."""
    t = table()
    t.squad("A1", "A-HDR", (2, 20))
    t.squad("A2", "A-MBT", aboard="A1", size=3)
    t.squad("B1", "C-AAW", (12, 10))
    t.move("A1", (14, 20))
    assert t.decision == "REACT"
    assert choice(t) == "at A1"


@pytest.mark.clause("DZ-OBJ-06")
@pytest.mark.parametrize("bot", ["simple", "strong"])
def test_searches_where_it_stands(table, bot):
    t = table(**GOAL)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-MBT", (2, 22))
    t.activate("A1")
    assert choice(t, bot) == "search"


@pytest.mark.clause("DZ-TRN-08", "DZ-TRN-14")
@pytest.mark.parametrize("bot", ["simple", "strong"])
def test_lands_within_half_its_move_and_puts_infantry_into_the_garrison(table, bot):
    """Strategy notes 3 and 4."""
    t = table(**GOAL)
    t.squad("A1", "A-LTR", status="readiness")
    t.squad("A2", "A-INF", aboard="A1", size=2)
    t.squad("B1", "A-MBT", (2, 22))
    t.activate("A1")
    choose(t, "SITE", bot)
    assert t.decision == "SITE" and t.unit("A1")["travelled"] <= 12
    t.play(choice(t, bot))
    assert t.unit("A2")["piece"] == 0 and t.unit("A2")["site"] == 0


@pytest.mark.clause("DZ-TRN-05", "DZ-OBJ-16", "DZ-OBJ-17")
def test_flies_an_objective_out(table):
    """Strategy note 17: out of the Garrison and aboard, then the lifter leaves over its own edge."""
    t = table(**GOAL)
    t.squad("A1", "A-LTR", (11, 8))
    t.squad("A2", "A-INF", inside="C0", size=2)
    t.objective(1, carrier="A2")
    t.squad("B1", "A-MBT", (2, 22))
    t.activation("AB")
    for _ in range(60):
        if t.over or t.state["tokens"][0]["find"] == 4 or int(t.state["decider"]) != 0:
            break
        t.play(choice(t))
    assert t.state["tokens"][0]["find"] == 4


@pytest.mark.clause("DZ-OBJ-07", "DZ-OBJ-08")
def test_scans_beside_those_who_search(table):
    """Strategy note 5."""
    t = table(**GOAL)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("A3", "A-APC", (9, 11))
    t.squad("B1", "A-MBT", (2, 22))
    t.activate("A1", "A3")
    t.dice(1)
    t.play("search")
    assert choice(t) == "next A3"
    t.play("next A3")
    assert choice(t) == "scan"


def test_stays_out_of_reach_of_anti_air(table):
    """Strategy note 8: an empty lifter does not end where a weapon with AA reaches it."""
    t = table(size=40)
    t.squad("A1", "A-LDR", (20, 12))
    t.squad("A2", "A-MBT", (5, 5))
    t.squad("B1", "C-AAW", (20, 36), (21, 36))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    x, y = place(choice(t))
    assert (x - 20) ** 2 + (y - 36) ** 2 > (24 + 3) ** 2


def test_shoots_before_it_moves_away(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-SCB", (5, 15))
    t.activate("A1")
    assert choice(t) == "shoot"


@pytest.mark.clause("DZ-INIT-08")
def test_gives_the_initiative_away_where_nobody_is_in_reach(table):
    """Strategy note 11."""
    t = table(scenario="drill")
    t.dice(6, 3)
    t.initiation()
    assert t.decision == "KEEP"
    assert choice(t) == "give"


@pytest.mark.clause("DZ-INIT-08")
def test_keeps_the_initiative_for_a_strike(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5))
    t.squad("B1", "A-MBT", (5, 15), (6, 15), (7, 15))
    t.dice(6, 3)
    t.initiation(2)
    assert t.decision == "KEEP"
    assert choice(t) == "keep"


@pytest.mark.clause("DZ-CARD-C13")
def test_plays_guided_fire_after_misses(table):
    t = table(hands=[[13], []])
    t.squad("A1", "A-CLV", (2, 2), commander=6)
    t.squad("A2", "A-MBT", (5, 5), (6, 5), (7, 5))
    t.squad("B1", "A-CMD", (5, 15))
    t.activate("A2")
    t.play("shoot")
    t.dice(1, 1, 1)
    while t.decision in ("AIM", "MODE"):
        t.play("at B1" if t.can("at B1") and t.state["n_shots"] == 0 else "hold")
    assert t.decision == "CARD"
    assert choice(t) == "play guided-fire"
    t.dice(1, 1, 1)
    t.play("play guided-fire")


@pytest.mark.clause("DZ-CARD-C22")
def test_ambushes_who_comes_in(table):
    t = table(pieces=C0, hands=[[], [22]])
    t.squad("A1", "A-INF", (9, 11), (9, 12))
    t.squad("B1", "B-INF", inside="C0", size=2)
    t.squad("B3", "B-CMD", (12, 16), commander=6)
    t.move("A1", (9, 11))
    t.play("enter 1")
    if t.decision == "SITE":
        t.play("site CENTRE")
    assert t.decision == "CARD"
    assert choice(t) == "play ambush"


@pytest.mark.clause("DZ-AUX-02")
def test_an_empty_lifter_goes_with_those_it_may_fly_out(table):
    t = table(**GOAL)
    t.squad("A1", "A-INF", inside="C0", size=2, group=2)
    t.squad("A3", "A-LTR", (11, 8))
    t.squad("A4", "A-MBT", (3, 3), group=1)
    t.squad("B1", "A-MBT", (2, 22))
    t.objective(1, carrier="A1")
    t.activation("AB")
    assert choice(t) == "activate 2"
    t.play("activate 2")
    assert choice(t) == "declare A3"


def test_takes_cards_that_it_will_not_play_out_of_its_hand(table):
    """Strategy note 20."""
    t = table(scenario="drill", cv=(1, 1), hands=[[12], []])
    t.dice(5, 3)
    t.initiation(2)
    if t.decision == "KEEP":
        t.play("keep")
    assert t.decision == "DISCARD"
    assert choice(t) == "discard run-for-the-ramp"


@pytest.mark.clause("DZ-TRN-18")
def test_does_not_shoot_before_it_is_flown_out(table):
    """Who has shot does not board: the objective comes first."""
    t = table(**GOAL)
    t.squad("A1", "A-LTR", (11, 8))
    t.squad("A2", "A-INF", inside="C0", site="north", size=2)
    t.objective(1, carrier="A2")
    t.squad("B1", "B-INF", (11, 17), (12, 17))
    t.activate("A2", "A1")
    assert choice(t) == "move"


def test_stays_aboard_until_it_can_walk_in(table):
    """Strategy note 3."""
    t = table(**GOAL)
    t.squad("A1", "A-LTR", (2, 1), flying=False)
    t.squad("A2", "A-INF", aboard="A1", size=2)
    t.squad("B1", "A-MBT", (2, 22))
    t.activation("AB")
    assert t.decision == "SQUAD"
    assert choice(t) == "next A1"


def test_each_squad_goes_to_the_objective_that_is_nearest_to_it(table):
    pieces = {"W": ("small_building", 2, 12, 4, 4), "E": ("small_building", 18, 12, 4, 4)}
    t = table(pieces=pieces, objectives=["W", "E"], hidden=True, mobile=True)
    t.squad("A1", "A-LTR", (20, 2))
    t.squad("A2", "A-INF", aboard="A1", size=2)
    t.squad("A4", "A-LTR", (4, 2))
    t.squad("A5", "A-INF", aboard="A4", size=2)
    t.squad("B1", "A-MBT", (12, 22))
    t.activate("A1")
    choose(t, "SITE")
    assert t.decision == "SITE"
    t.play(choice(t))
    assert t.unit("A2")["piece"] == 1


@pytest.mark.clause("DZ-OBJ-16")
def test_a_tank_drives_an_objective_home(table):
    t = table(objectives=["C0"], pieces=C0, mobile=True)
    t.squad("A1", "A-MBT", (5, 4), (6, 4))
    t.objective(1, carrier="A1")
    t.squad("B1", "A-INF", (20, 20), (21, 20))
    t.activate("A1")
    assert choice(t) == "move"
    t.play("move")
    assert place(choice(t))[1] <= 1


@pytest.mark.clause("DZ-GAR-02", "DZ-MOV-08")
def test_walks_in_before_it_shoots(table):
    """A missile that may not be moved with would keep it outside."""
    t = table(**GOAL)
    t.squad("A1", "A-INF", (11, 15), (12, 15))
    t.squad("B1", "A-MBT", (11, 22))
    t.activate("A1")
    assert choice(t) == "move"
    choose(t, "SITE")
    assert t.decision == "SITE"


@pytest.mark.parametrize(("far", "plays"), [(20, False), (30, True)])
def test_an_extraction_run_flies_out_what_one_move_does_not(table, far, plays):
    t = lay(table, [30], [], size=48, scoring="extraction", mobile=True)
    t.squad("A5", "A-LTR", (20, far))  # MV 24
    t.squad("A1", "A-INF", aboard="A5")
    t.objective(1, carrier="A1")
    t.activation("AB")
    t.play("activate 1")
    t.play("done") if t.decision == "AUXILIARY" else None
    assert t.ask() == ("CARD", "A") and choice(t) == ("play extraction-run" if plays else "pass")


@pytest.mark.parametrize(("far", "plays"), [(4, False), (6, True), (8, False)])
def test_runs_for_the_ramp_of_a_lifter_that_it_would_not_reach(table, far, plays):
    t = lay(table, [12], [], scoring="extraction", mobile=True, cv=6)
    t.squad("A1", "A-INF", (12, 10))  # MV 2
    t.squad("A5", "A-LTR", (12, 10 + far), flying=False)
    t.objective(1, carrier="A1")
    t.activation("AB")
    t.play("activate 1", "declare A5")
    t.play("done") if t.decision == "AUXILIARY" else None
    t.play("next A1")
    assert t.ask() == ("CARD", "A") and choice(t) == ("play run-for-the-ramp" if plays else "pass")
