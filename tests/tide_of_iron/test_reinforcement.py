"""Chapter REI and the end of chapter STA: arrivals, the round marker."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table, cell_of


def table(holder=0, **keys):
    """A table with a mortar crew of each side in a corner: it cannot be put in Op Fire mode, so that nobody is asked about it."""
    g = Table(**keys)
    g.add("A1", (0, keys.get("rows", 9) - 1), mortar=1)
    g.add("B1", (0, 0), mortar=1)
    g.state["initiative"] = holder
    return g


@pytest.mark.clause("TI-STA-06", "TI-REI-01")
@pytest.mark.parametrize("holder", [0, 1])
def test_reinforcements_are_placed_in_their_zone_in_order_of_initiative(holder):
    g = table(holder, width=3, rows=3)
    own, other = "AB"[holder], "BA"[holder]
    for name in (own + "4", other + "4"):
        g.reserve(name, regular=4)
    own_edge, other_edge = (2, 0) if holder == 0 else (0, 2)
    g.status_phase("arrive")
    assert (g.decision, g.decider) == ("ARRIVE", holder)
    assert g.legal() == {f"place {column},{own_edge}" for column in range(3)}
    g.play(f"place 1,{own_edge}")
    assert (g.decision, g.decider) == ("ARRIVE", 1 - holder)
    g.play(f"place 2,{other_edge}")
    assert (g.unit(own + "4").at, g.unit(other + "4").at) == ((1, own_edge), (2, other_edge))
    assert g.unit(own + "4").activation == "fresh"
    assert (g.phase, g.state["round"]) == ("ACTION", 2)


@pytest.mark.clause("TI-STA-06", "TI-REI-01")
@pytest.mark.parametrize(("round_", "arrives"), [(1, False), (2, False), (3, True)])
def test_reinforcements_come_in_their_round(round_, arrives):
    g = table()
    g.state["round"] = round_
    g.reserve("B4", due=3, regular=4)
    g.status_phase("arrive")
    assert (g.decision == "ARRIVE") == arrives


@pytest.mark.clause("TI-STA-06")
def test_a_hex_of_the_zone_must_be_enterable():
    g = table(width=5, rows=3, terrain={"building": [(2, 2)], "pond": [(3, 2)]})
    g.add("B2", (1, 2))
    for name in ("A2", "A3"):
        g.add(name, (0, 2))
    g.reserve("A4", kind="truck")
    g.reserve("A5", regular=4)
    g.add("A6", (3, 1))
    g.status_phase("arrive")
    assert g.unit("A4").at == (4, 2)  # the only hex without enemies, three friends, building or pond
    assert g.legal() == {"place 2,2", "place 4,2"}


@pytest.mark.clause("TI-STA-06")
def test_a_unit_without_a_hex_waits_for_the_next_round():
    g = table(width=3, rows=3)
    for name, column in (("A2", 0), ("A3", 0), ("B2", 1), ("B3", 2)):
        g.add(name, (column, 2))
    g.reserve("A4", regular=4)
    g.status_phase("arrive")
    assert (g.unit("A4").status, g.state["round"], g.phase) == ("RESERVE", 2, "ACTION")
    g.state["crowd"][1, cell_of((2, 2))] = 0
    g.status_phase("arrive")
    assert (g.unit("A4").at, g.state["round"]) == ((2, 2), 3)


@pytest.mark.clause("TI-STA-07")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (5, True)])
def test_the_game_is_scored_after_the_last_round(round_, over):
    g = table()
    g.state["round"] = round_
    g.state["points"] = [0, 1]
    g.status_phase("next")
    assert g.over == over
    assert g.winners == ((1,) if over else ())
    assert g.state["round"] == (5 if over else round_ + 1)
