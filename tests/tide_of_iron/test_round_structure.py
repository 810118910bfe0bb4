"""Chapter RND: the three phases of a round, and the end of the game."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.tide_of_iron.state import Phase


def two_squads(table, **keys):
    t = table(**keys)
    t.add("A1", (4, 8))
    t.add("B1", (4, 0))
    return t


def phase(t):
    return Phase(int(t.state["phase"])).name


@pytest.mark.clause("TI-RND-01")
def test_a_round_is_action_then_command_then_status_phase(table):
    t = two_squads(table, a={"decks": ["command", "morale"]})
    t.state["command"] = 1
    t.begin_round(2)
    t.dice(1)  # the card that is drawn
    seen = []
    while int(t.state["round"]) == 2:
        seen.append((phase(t), t.decision))
        t.play(
            {
                "SELECT": f"fatigue {'AB'[t.decider]}1",
                "COMMAND": "done",
                "DRAW": "draw 1",
                "DRAW_EXTRA": "pass",
                "OP_MODE": "done",
            }[t.decision]
        )
    assert [name for k, (name, _) in enumerate(seen) if k == 0 or seen[k - 1][0] != name] == ["ACTION", "COMMAND", "STATUS"]
    assert phase(t) == "ACTION"
    assert [decision for name, decision in seen if name == "COMMAND"] == ["COMMAND"] * 2


@pytest.mark.clause("TI-RND-01", "TI-CMD-01")
@pytest.mark.parametrize("last", [0, 1])
def test_the_command_phase_begins_when_both_have_taken_all_their_actions(table, last):
    t = two_squads(table)
    t.add("AB"[last] + "2", (0, (8, 0)[last]))
    t.state["command"] = 1
    t.turn(1 - last)
    for _ in range(3):
        assert (t.decision, phase(t)) == ("SELECT", "ACTION")
        t.play(sorted(text for text in t.legal() if text.startswith("fatigue"))[0])
    assert (t.decision, phase(t)) == ("COMMAND", "COMMAND")


@pytest.mark.clause("TI-RND-02")
def test_turns_alternate_within_a_round(table):
    t = two_squads(table, a={"actions": 1}, b={"actions": 1})
    t.add("A2", (5, 8))
    t.add("B2", (5, 0))
    t.begin_round(3)
    turns = []
    while t.decision == "SELECT":
        turns.append((int(t.state["round"]), int(t.state["turn"]), t.decider))
        t.play(f"fatigue {'AB'[t.decider]}{1 + len(turns) // 3}")
    assert turns == [(3, 0, 0), (3, 1, 1), (3, 0, 0), (3, 1, 1)]
    assert t.decision == "OP_MODE"
    assert int(t.state["round"]) == 3
    t.play("done", "done")
    assert int(t.state["round"]) == 4


@pytest.mark.clause("TI-RND-03", "TI-STA-07")
@pytest.mark.parametrize(("number", "over"), [(3, False), (4, True)])
def test_the_game_ends_after_the_scenarios_last_round(table, number, over):
    t = two_squads(table, rounds=4)
    t.state["points"] = (2, 1)
    t.begin_round(number)
    t.play("fatigue A1", "fatigue B1")
    assert not t.over
    t.play("done", "done")
    assert t.over == over
    assert t.winners == ((0,) if over else ())


@pytest.mark.clause("TI-RND-03")
@pytest.mark.parametrize(("lead", "over"), [(4, False), (5, True)])
def test_a_victory_condition_may_end_it_at_once(table, lead, over):
    t = two_squads(table, winning_lead=5)
    t.state["points"] = (0, lead)
    t.command_phase()
    assert t.over == over


@pytest.mark.clause("TI-RND-03", "TI-WIN-01")
@pytest.mark.parametrize("others", [0, 1])
def test_the_last_unit_lost_ends_the_game_in_the_middle_of_a_turn(table, others):
    t = table()
    t.add("A1", (4, 4))
    t.add("A2", (0, 8), activation="fatigued")
    t.add("B1", (5, 4), regular=1)
    if others:
        t.add("B2", (0, 0), activation="fatigued")
        t.add("A3", (8, 8))
    t.turn()
    t.dice(4, 1, 1, 1)
    t.play("fire A1", *["at B1"] * others, "normal", *["done"] * others)
    assert t.over == (not others)
    if t.over:
        assert (t.winners, t.reason, int(t.state["actions_left"])) == ((0,), "elimination", 1)
