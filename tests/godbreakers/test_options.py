"""Chapter ADV: the Ready action, off by default."""

from __future__ import annotations

import pytest


def ready_up(table, *names):
    """Let models ready themselves one after another; the last one's opponent is then asked."""
    table.activate(names[0])
    table.play("ready")
    for _ in names[1:]:
        table.play("ready")


@pytest.mark.clause("GB-ADV-01")
def test_readying_ends_the_activation(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.play("ready")
    assert t.unit("A1").ready
    assert t.unit("A1").activated
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-01")
def test_ready_is_off_by_default(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    assert not t.can("ready")


@pytest.mark.clause("GB-ADV-02")
def test_a_ready_model_engages_whoever_enters_its_range(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8, traits={"merciless": 2, "deadly": 3, "defensive": 1})
    t.add("A2", (12, 11), die=8)
    t.add("B1", (14, 10), die=8, traits={"merciless": 2})
    t.add("B2", (10, 11), die=8)  # there already: not placed, so not attacked
    ready_up(t, "A1")
    t.play("activate B1")
    t.dice(1, 2, 4)  # the reacting model counts as inactive: Defensive rerolls the 1, Deadly leaves the 2
    t.play("move 11,10")  # and nobody nominates more models: neither A1 nor B1, which is active but not attacking
    assert t.unit("A1").damage == 4  # B2 hinders it, A2 hinders B1: 0 against 4
    assert not t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-02")
def test_the_reaction_comes_after_the_action_is_complete(table):
    t = table(ready=True)
    t.pile("treasure", (12, 10), 1)
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("A2", (2, 22), die=8)
    t.add("B1", (24, 10), die=12)
    t.add("B2", (24, 24), die=8)
    ready_up(t, "A1")
    t.play("activate B1")
    t.play("move 13,10")
    assert t.decision == "CLAIM"
    assert t.unit("A1").ready
    t.dice(7, 2)
    t.play("take 1")
    assert t.unit("B1").damage == 5
    assert not t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)  # B1 goes on with its second action


@pytest.mark.clause("GB-ADV-02")
@pytest.mark.parametrize(("ready", "mover"), [("A1", "B1"), ("B1", "A1")])
def test_each_players_ready_models_react(table, ready, mover):
    t = table(ready=True)
    t.add(ready, (10, 10), ready=True)
    t.add(mover, (14, 10))
    t.activate(mover)
    t.dice(6, 2)
    t.play("move 11,10")
    assert (t.unit(mover).damage, t.unit(ready).ready) == (4, False)
    assert (t.state["units"]["provoked"] == -1).all()


@pytest.mark.clause("GB-ADV-02", "GB-MOV-03")
def test_a_move_to_the_own_cell_provokes_like_any_other(table):
    t = table(ready=True)
    t.draw("A1 . B1", A1={"ready": True, "traits": {"ranged": 1}})
    t.activate("B1")
    t.dice(6, 2)
    t.play("move 10,8")
    assert (t.unit("B1").damage, t.unit("A1").ready) == (4, False)


@pytest.mark.clause("GB-ADV-02")
def test_beyond_the_attack_range_nothing_happens(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (2, 22), die=8)
    t.add("B1", (14, 10), die=8)
    ready_up(t, "A1")
    t.play("move 12,10")
    assert t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-02")
def test_friends_may_come_and_go(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (14, 10), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")
    t.play("move 11,10")
    assert t.unit("A1").ready


@pytest.mark.clause("GB-ADV-02")
def test_several_ready_models_react_by_priority_then_slot(table):
    t = table(seats=3, ready=True)
    t.order(2, 0, 1)
    t.add("C1", (12, 11), die=8, traits={"brutal": 1}, ready=True)
    t.add("A1", (10, 10), die=8, ready=True)
    t.add("A2", (10, 12), die=8, ready=True)
    t.add("B1", (11, 20), die=12)
    t.add("B2", (24, 24), die=8)
    t.activate("B1")
    t.dice(7, 4, 6, 5, 5, 7)  # C1 for 3 + 2, A1 for 1, and A2 loses by 2
    t.play("move 11,11")
    assert [t.unit(name).damage for name in ("B1", "C1", "A1", "A2")] == [6, 0, 0, 2]
    assert not any(t.unit(name).ready for name in ("A1", "A2", "C1"))


@pytest.mark.clause("GB-ADV-02")
def test_a_model_placed_by_hidden_ways_provokes_too(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (2, 22), die=8)
    t.add("B1", (24, 10), die=8, traits={"mysterious": 1})
    t.add("B2", (24, 24), die=8)
    ready_up(t, "A1")
    t.play("activate B1")
    t.dice(4)
    t.play("hidden-ways")
    t.dice(6, 2)
    t.play("place 11,10")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-ADV-02", "GB-TRT-07", "GB-TRT-11")
@pytest.mark.parametrize("traits", [{"juggernaut": 1}, {"juggernaut": 1, "cunning": 1}])
def test_the_active_model_has_no_part_in_a_reaction_to_the_model_it_shoved(table, traits):
    t = table(ready=True)
    t.draw("A2 B1 . . A1", A1={"ready": True}, A2={"traits": traits})
    t.activate("A2")
    t.dice(5, 5)
    t.play("engage B1", *(["pass"] if "cunning" in traits else []), "shove B1")
    t.dice(6, 2)
    t.play("to 11,8")
    assert t.unit("B1").damage == 4
    assert not t.unit("A1").ready
    assert (t.decision, t.active) == ("ACTION", "A2")  # neither a step nor a shove by A2, which is not engaged


@pytest.mark.clause("GB-ADV-02")
def test_a_ready_model_engages_the_newcomer_not_the_active_model_that_placed_it(table):
    t = table(ready=True)
    t.draw("B1 . A1", A1={"ready": True}, B1={"traits": {"summoning": 1}})
    t.activate("B1")
    t.dice(4, 6, 2)  # Obey! is passed; then the reaction
    t.play("summon", "place 9,8")
    assert (t.unit("W1").damage, t.unit("B1").damage, t.unit("A1").ready) == (4, 0, False)


@pytest.mark.clause("GB-ADV-02")
def test_a_token_answers_the_first_of_two_models_placed_in_one_action(table):
    t = table(ready=True)
    t.draw(
        """
        A1 .  .  .
        .  .  .  .
        .  B1 W1 .
        """,
        A1={"ready": True},
        B1={"traits": {"cunning": 1, "juggernaut": 1}},
    )
    t.activate("B1")
    t.dice(5, 5)
    t.play("engage W1", "step 9,9", "shove W1")
    t.dice(6, 4)
    t.play("to 9,8", "pass", "pass")  # B1, engaged and active, could step and shove once more
    assert (t.unit("B1").damage, t.unit("W1").damage, t.unit("A1").ready) == (2, 0, False)
    assert (t.decision, t.active) == ("ACTION", "B1")


@pytest.mark.clause("GB-ADV-02", "GB-S4-03", "GB-S6-02")
@pytest.mark.parametrize(("rule", "kind", "dice", "mighty"), [("nest", "great_beast", (12,), (2, 4)), ("cure", "afflicted", (3,), ())])
def test_nobody_reacts_to_a_model_placed_in_the_recovery_phase(table, rule, kind, dice, mighty):
    t = table(last_round=True, ready=True, rule=rule)
    t.draw("A1 . W1", A1={"ready": True}, W1={"kind": kind, "damage": 14})
    t.add("B1", (20, 20))
    t.dice(*dice)
    t.recovery()
    t.dice(*mighty)
    t.play("place 9,8")
    assert t.over
    assert (t.unit("A1").damage, t.unit("W2").damage) == (0, 0)


@pytest.mark.clause("GB-ADV-02", "GB-ADV-03", "GB-S6-02")
def test_who_was_placed_in_the_recovery_phase_is_not_engaged_in_the_next_round_either(table):
    t = table(ready=True, rule="cure")
    t.draw("A1 . W1", A1={"ready": True}, W1={"kind": "afflicted", "damage": 14})
    t.add("B1", (20, 20))
    t.dice(3)
    t.recovery()
    t.dice(5, 2)  # initiative
    t.play("place 9,8", "order 0", "ready")
    assert t.unit("A1").ready and t.unit("W2").damage == 0


@pytest.mark.clause("GB-ADV-02", "GB-TRT-11")
def test_the_active_model_may_step_away_from_the_reaction_to_it(table):
    t = table(ready=True)
    t.draw("B1 . . A1", A1={"ready": True}, B1={"traits": {"cunning": 1}})
    t.activate("B1")
    t.dice(6, 2)
    t.play("move 10,8")
    assert (t.decision, t.decider) == ("CUNNING", 1)
    t.play("step 9,8")
    assert (t.unit("B1").damage, t.unit("A1").ready) == (0, False)


@pytest.mark.clause("GB-ADV-02")
def test_who_has_come_and_gone_within_one_action_is_not_engaged_and_the_token_stays(table):
    t = table(ready=True)
    t.draw(
        """
        A1 .  .  .
        .  .  .  .
        .  B1 A2 .
        """,
        A1={"ready": True},
        B1={"traits": {"cunning": 1, "juggernaut": 1}},
    )
    t.add("B2", (8, 15))
    t.activate("B1")
    t.dice(5, 5)
    t.play("engage A2", "step 9,9", "shove B1", "to 11,9")  # next to A1, and two cells away again
    assert t.unit("A1").ready
    assert (t.decision, t.active) == ("ACTION", "B1")
    t.play("pass", "pass")  # A2
    t.dice(6, 4)
    t.play("move 9,8")  # B2, the next one, is
    assert (t.unit("B2").damage, t.unit("A1").ready) == (2, False)


@pytest.mark.clause("GB-ADV-03")
def test_ready_tokens_vanish_at_the_end_of_the_round(table):
    t = table(last_round=True, ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")
    assert t.over
    assert not t.unit("A1").ready


@pytest.mark.clause("GB-ADV-03")
def test_ready_tokens_vanish_with_their_carrier(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8, damage=9)
    t.add("A2", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")  # B1
    t.dice(1, 5, 2)  # recovery, then initiative
    t.play("pass")  # A2
    assert t.unit("A1").status == "CASUALTY"
    assert not t.unit("A1").ready
    assert not t.state["piles"].any()
