"""What the bots think of small positions, against the dossier's strategy notes."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import STAY, Batch
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.trench_crusade import RULESET


def choice(t, bot="strong"):
    """What a bot would answer now, as text."""
    return t.text(int(t.batch.ask(np.array([0]), RULESET.bot(bot))[0]))


@pytest.mark.parametrize("bot", ["simple", "strong"])
def test_fights_whom_it_is_engaged_with(table, bot):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (6, 5))
    t.activate("A1")
    assert choice(t, bot) == "fight"


def test_simple_throws_no_grenade_where_nobody_is(table):
    """TC-KW-06 lets a blast be aimed at a point; the simple bot has no use for that."""
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 30))
    t.activate("A1")
    assert "shoot" in t.verbs() and choice(t, "simple") == "move"
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade", "bolt_rifle"])
    t.add("B1", (5, 20))
    t.activate("A1")
    assert choice(t, "simple") == "shoot"
    t.play("shoot")
    assert t.legal() == {"bolt-rifle", "frag-grenade"} and choice(t, "simple") == "bolt-rifle"


def test_finishes_the_one_who_is_down(table):
    """Strategy note 6."""
    t = table()
    t.add("A1", (5, 5), weapons=["great_sword"])
    t.add("B1", (6, 5))
    t.add("B2", (4, 5), down=1)
    t.activate("A1", "fight")
    assert choice(t) == "at B2"


def test_shoots_at_whom_armour_does_not_save(table):
    """Strategy note 3."""
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (3, 10), armour=3)
    t.add("B2", (7, 10))
    t.activate("A1", "shoot")
    assert choice(t) == "at B2"


def test_charges_whom_it_surely_reaches(table):
    """Strategy note 5."""
    t = table()
    t.add("A1", (5, 5), weapons=["great_sword"], melee=2)
    t.add("B1", (5, 12), weapons=["bolt_rifle"])
    t.activate("A1")
    assert choice(t) == "charge"


def test_does_not_stake_an_activation_on_a_dash_to_a_charge_that_loses_more_than_it_brings(table):
    """Strategy notes 1, 2, 15: a failed Dash ends the activation, and a weak fighter on an objective would leave it for a strong enemy."""
    t = table(objectives=[(4, 7, 4, 7)], piece_points=2)
    t.add("A1", (5, 5), weapons=["trench_club"], melee=-1)
    t.add("B1", (5, 10), weapons=["great_sword"], melee=2)
    t.add("B2", (30, 33))
    t.activate("A1")
    assert "dash" in t.verbs() and choice(t) != "dash"


def test_does_not_give_up_a_charge_for_a_shot(table):
    """TC-RNG-02: who shoots without ASSAULT cannot charge in the same activation; with ASSAULT it does both."""
    chosen = {}
    for gun in ("bolt_rifle", "semi_auto_rifle"):
        t = table()
        t.add("A1", (5, 5), weapons=[gun, "great_sword"], melee=2)
        t.add("B1", (5, 12), weapons=["bolt_rifle"])
        t.activate("A1")
        chosen[gun] = choice(t)
    assert chosen == {"bolt_rifle": "charge", "semi_auto_rifle": "shoot"}


def test_does_not_shoot_into_its_own_melee(table):
    """TC-RNG-10: half of such shots hit a friend."""
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (3, 11))
    t.add("B1", (3, 10))
    t.add("B2", (7, 10))
    t.activate("A1", "shoot")
    assert choice(t) == "at B2"


def test_spends_blood_where_one_die_matters_most(table):
    """Strategy note 8: unarmoured, one marker lifts OOA from 28% to 52%; at -3 it is kept for a Bloodbath."""
    chosen = {}
    for armour in (0, 3):
        t = table()
        t.add("A1", (5, 5), weapons=["bolt_rifle"])
        t.add("B1", (5, 12), blood=1, armour=armour)
        t.activate("A1")
        t.dice(4, 4)
        t.play("shoot")
        assert t.decision == "WOUND"
        chosen[armour] = choice(t)
    assert chosen[0] == "spend 1"


def test_spends_three_markers_of_the_down_on_a_bloodbath_against_armour(table):
    """Strategy notes 6 and 10."""
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (6, 5), blood=3, armour=3, down=1)
    t.activate("A1")
    t.dice(4, 4)
    t.play("fight")
    assert t.decision == "WOUND"
    assert choice(t) == "bloodbath 0"


def test_stays_shaken_rather_than_flee(table):
    """To flee is to lose. TC-MOR-03."""
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (9, 5))
    t.add("B1", (30, 30))
    t.lose("A2")
    t.dice(1, 1)
    t.morale()
    assert t.decision == "MORALE"
    assert choice(t) == "shaken"


def test_goes_onto_an_objective_that_nobody_holds(table):
    """Strategy note 14."""
    t = table(objectives=[(4, 7, 9, 12)], piece_points=2)
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (30, 33))
    t.activate("A1", "move")
    x, y = map(int, choice(t).removeprefix("to ").split(","))
    assert 4 <= x <= 7 and 9 <= y <= 12


def test_claims_a_relic_at_once(table):
    t = table(relics=[(5, 6)], relics_last=[4])
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (30, 33))
    t.activate("A1")
    assert choice(t) == "claim"


def test_activates_first_who_may_lose_a_relic(table):
    """Scenario S3: the first to claim a relic has it for the Turn."""
    t = table(relics=[(5, 9), (20, 9)], relics_last=[4, 4])
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("A2", (20, 5), weapons=["trench_club"])
    t.add("B1", (20, 18))
    t.go()
    assert choice(t) == "activate A2"


@pytest.mark.skipif(INTERPRETED, reason="whole games")
@pytest.mark.parametrize("scenario", sorted(RULESET.scenarios))
def test_bots_end_their_games_within_the_bound(scenario):
    loaded = RULESET.scenario(scenario)
    batch = Batch(loaded, 60, after=STAY)
    batch.control[:] = [(k % 3, k // 3 % 3) for k in range(60)]
    batch.reset(seed=3)
    assert batch.games["over"].all() and not batch.games["fault"].any()
    assert batch.games["decisions"].max() <= loaded.max_decisions
