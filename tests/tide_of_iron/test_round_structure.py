"""Chapter RND: the three phases of a round, and the end of the game."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.tide_of_iron.state import Phase
from tests.tide_of_iron.table import Table


def table(**keys):
    g = Table(**keys)
    g.add("A1", (4, 8))
    g.add("B1", (4, 0))
    return g


def phase(g):
    return Phase(int(g.state["phase"])).name


@pytest.mark.clause("TI-RND-01")
def test_a_round_is_action_then_command_then_status_phase():
    g = table(a={"decks": ["command", "morale"]})
    g.state["command"] = 1
    g.begin_round(2)
    seen = []
    while int(g.state["round"]) == 2:
        seen.append((phase(g), g.decision))
        g.play(
            {
                "SELECT": f"fatigue {'AB'[g.decider]}1",
                "COMMAND": "done",
                "DRAW": "draw 1",
                "DRAW_EXTRA": "pass",
                "OP_MODE": "done",
            }[g.decision]
        )
    assert [name for k, (name, _) in enumerate(seen) if k == 0 or seen[k - 1][0] != name] == ["ACTION", "COMMAND", "STATUS"]
    assert phase(g) == "ACTION"
    assert [decision for name, decision in seen if name == "COMMAND"] == ["COMMAND"] * 2


@pytest.mark.clause("TI-RND-01", "TI-CMD-01")
@pytest.mark.parametrize("last", [0, 1])
def test_the_command_phase_begins_when_both_have_taken_all_their_actions(last):
    g = table()
    g.add("AB"[last] + "2", (0, (8, 0)[last]))
    g.state["command"] = 1
    g.turn(1 - last)
    for _ in range(3):
        assert (g.decision, phase(g)) == ("SELECT", "ACTION")
        g.play(sorted(text for text in g.legal() if text.startswith("fatigue"))[0])
    assert (g.decision, phase(g)) == ("COMMAND", "COMMAND")


@pytest.mark.clause("TI-RND-02")
def test_turns_alternate_within_a_round():
    g = table(a={"actions": 1}, b={"actions": 1})
    g.add("A2", (5, 8))
    g.add("B2", (5, 0))
    g.begin_round(3)
    turns = []
    while g.decision == "SELECT":
        turns.append((int(g.state["round"]), int(g.state["turn"]), g.decider))
        g.play(f"fatigue {'AB'[g.decider]}{1 + len(turns) // 3}")
    assert turns == [(3, 0, 0), (3, 1, 1), (3, 0, 0), (3, 1, 1)]
    assert g.decision == "OP_MODE"
    assert int(g.state["round"]) == 3
    g.play("done", "done")
    assert int(g.state["round"]) == 4


@pytest.mark.clause("TI-RND-03", "TI-STA-07")
@pytest.mark.parametrize(("number", "over"), [(3, False), (4, True)])
def test_the_game_ends_after_the_scenarios_last_round(number, over):
    g = table(rounds=4)
    g.state["points"] = (2, 1)
    g.begin_round(number)
    g.play("fatigue A1", "fatigue B1")
    assert not g.over
    g.play("done", "done")
    assert g.over == over
    assert g.winners == ((0,) if over else ())


@pytest.mark.clause("TI-RND-03")
@pytest.mark.parametrize(("lead", "over"), [(4, False), (5, True)])
def test_a_victory_condition_may_end_it_at_once(lead, over):
    g = table(winning_lead=5)
    g.state["points"] = (0, lead)
    g.command_phase()
    assert g.over == over


@pytest.mark.clause("TI-RND-03", "TI-WIN-01")
@pytest.mark.parametrize("others", [0, 1])
def test_the_last_unit_lost_ends_the_game_in_the_middle_of_a_turn(others):
    with Table() as g:
        g.add("A1", (4, 4))
        g.add("A2", (0, 8), activation="fatigued")
        g.add("B1", (5, 4), regular=1)
        if others:
            g.add("B2", (0, 0), activation="fatigued")
            g.add("A3", (8, 8))
        g.turn()
        g.dice(4, 1, 1, 1)
        g.play("fire A1", *["at B1"] * others, "normal", *["done"] * others)
    assert g.over == (not others)
    if g.over:
        assert (g.winners, g.reason, int(g.state["actions_left"])) == ((0,), "elimination", 1)
