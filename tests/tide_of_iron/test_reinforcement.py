"""Chapter REI and the end of chapter STA: arrivals, the round marker."""

from __future__ import annotations

import pytest


def with_crews(table, holder=0, **keys):
    """A table with a mortar crew of each side in a corner: it cannot be put in Op Fire mode, so that nobody is asked about it."""
    t = table(**keys)
    t.add("A1", (0, keys.get("rows", 9) - 1), mortar=1)
    t.add("B1", (0, 0), mortar=1)
    t.state["initiative"] = holder
    return t


@pytest.mark.clause("TI-STA-06", "TI-REI-01")
@pytest.mark.parametrize("holder", [0, 1])
def test_reinforcements_are_placed_in_their_zone_in_order_of_initiative(table, holder):
    t = with_crews(table, holder, width=3, rows=3)
    own, other = "AB"[holder], "BA"[holder]
    for name in (own + "4", other + "4"):
        t.reserve(name, regular=4)
    own_edge, other_edge = (2, 0) if holder == 0 else (0, 2)
    t.status_phase("arrive")
    assert (t.decision, t.decider) == ("ARRIVE", holder)
    assert t.legal() == {f"place {column},{own_edge}" for column in range(3)}
    t.play(f"place 1,{own_edge}")
    assert (t.decision, t.decider) == ("ARRIVE", 1 - holder)
    t.play(f"place 2,{other_edge}")
    assert (t.unit(own + "4").at, t.unit(other + "4").at) == ((1, own_edge), (2, other_edge))
    assert t.unit(own + "4").activation == "fresh"
    assert (t.phase, t.state["round"]) == ("ACTION", 2)


@pytest.mark.clause("TI-STA-06", "TI-REI-01")
@pytest.mark.parametrize(("round_", "arrives"), [(1, False), (2, False), (3, True)])
def test_reinforcements_come_in_their_round(table, round_, arrives):
    t = with_crews(table)
    t.state["round"] = round_
    t.reserve("B4", due=3, regular=4)
    t.status_phase("arrive")
    assert (t.decision == "ARRIVE") == arrives


@pytest.mark.clause("TI-STA-06")
def test_a_hex_of_the_zone_must_be_enterable(table):
    t = with_crews(table, width=5, rows=3, terrain={"building": [(2, 2)], "pond": [(3, 2)]})
    t.add("B2", (1, 2))
    for name in ("A2", "A3"):
        t.add(name, (0, 2))
    t.reserve("A4", kind="truck")
    t.reserve("A5", regular=4)
    t.add("A6", (3, 1))
    t.status_phase("arrive")
    assert t.unit("A4").at == (4, 2)  # the only hex without enemies, three friends, building or pond
    assert t.legal() == {"place 2,2", "place 4,2"}


@pytest.mark.clause("TI-STA-06")
def test_a_unit_without_a_hex_waits_for_the_next_round(table):
    t = with_crews(table, width=3, rows=3)
    for name, column in (("A2", 0), ("A3", 0), ("B2", 1), ("B3", 2)):
        t.add(name, (column, 2))
    t.reserve("A4", regular=4)
    t.status_phase("arrive")
    assert (t.unit("A4").status, t.state["round"], t.phase) == ("RESERVE", 2, "ACTION")
    t.lose("B3")
    t.status_phase("arrive")
    assert (t.unit("A4").at, t.state["round"]) == ((2, 2), 3)


@pytest.mark.clause("TI-STA-07")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (5, True)])
def test_the_game_is_scored_after_the_last_round(table, round_, over):
    t = with_crews(table)
    t.state["round"] = round_
    t.state["points"] = [0, 1]
    t.status_phase("next")
    assert t.over == over
    assert t.winners == ((1,) if over else ())
    assert t.state["round"] == (5 if over else round_ + 1)
