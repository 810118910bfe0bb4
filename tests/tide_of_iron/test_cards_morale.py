"""Chapter CRD: the Morale deck."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table


def table(*cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    g = Table(**keys)
    g.add("A1", (0, 8), mortar=1)
    g.add("B1", (8, 0), mortar=1)
    g.state["command"], g.state["pool"] = (9, 9), (1, 0)
    g.hold(seat, *cards)
    return g


def in_command(g, *answers):
    """Play cards in the Command Phase and end the spending of both sides."""
    g.spending()
    g.play(*answers)
    while g.decision == "COMMAND":
        g.play("done")


def fire_at_cover(g, attackers, target, cover):
    """The attacker's lead fires normally at close range with four dice that all miss; exactly so many defence dice fall."""
    seat = 0 if attackers[0] == "A" else 1
    g.turn(seat)
    with g:
        g.dice(*[4] * 4, *[1] * cover)
        g.play(f"fire {attackers}", f"at {target}", "normal")


@pytest.mark.clause("TI-CRD-15")
def test_take_cover_names_a_hex_with_a_friendly_squad():
    g = table("take_cover")
    g.add("A2", (4, 4))
    g.add("A3", (4, 4))
    g.add("A4", (5, 5), kind="truck")
    g.add("A5", (5, 5), aboard="A4")
    g.add("B2", (2, 2))
    g.spending()
    g.play("take-cover")
    assert (g.decision, g.decider, g.legal()) == ("CARD_CELL", 0, {"hex 0,8", "hex 4,4"})


@pytest.mark.clause("TI-CRD-15", "TI-CMD-18")
@pytest.mark.parametrize(("phases", "cover"), [(0, 1), (1, 1), (2, 0)])
def test_take_cover_lasts_to_the_end_of_the_next_command_phase(phases, cover):
    g = table("take_cover")
    g.add("A2", (4, 4))
    g.add("B2", (4, 3))
    g.spending()
    g.play("take-cover", "hex 4,4")
    for k in range(phases):
        if k:
            g.spending()
        while g.decision == "COMMAND":
            g.play("done")
    fire_at_cover(g, "B2", "A2", cover)


@pytest.mark.clause("TI-CRD-15")
def test_take_cover_played_again_lasts_anew():
    g = table("take_cover", "take_cover")
    g.add("A2", (4, 4))
    g.add("B2", (4, 3))
    in_command(g, "take-cover", "hex 4,4")
    in_command(g, "take-cover", "hex 4,4")
    fire_at_cover(g, "B2", "A2", 1)


@pytest.mark.clause("TI-CRD-15")
@pytest.mark.parametrize(
    ("side", "unit", "at", "cover"),
    [("A", {}, (4, 4), 1), ("A", {}, (5, 4), 0), ("A", {"kind": "truck"}, (4, 4), 0), ("B", {}, (4, 4), 0)],
)
def test_the_cover_belongs_to_the_hex_and_the_side(side, unit, at, cover):
    """Squads that come later have it too, vehicles and enemies that take the hex do not."""
    g = table("take_cover")
    g.add("A2", (4, 4))
    in_command(g, "take-cover", "hex 4,4")
    g.state["crowd"][:], g.state["units"][1]["cell"], g.state["units"][1]["status"] = 0, -1, 3
    g.add(f"{side}3", at, **unit)
    enemy = "B4" if side == "A" else "A4"
    g.add(enemy, (4, 3))
    g.turn("AB".index(enemy[0]))
    with g:
        g.dice(*[4] * 4, *[1] * cover)
        g.play(f"fire {enemy}", f"at {side}3", *([] if unit else ["normal"]))


@pytest.mark.clause("TI-CRD-16")
@pytest.mark.parametrize("phase", ["action", "command"])
def test_steady_takes_the_pins_of_up_to_two_squads(phase):
    g = table("steady")
    for k in (2, 3, 4):
        g.add(f"A{k}", (k, 7), condition="pinned")
    g.add("A5", (6, 6), condition="disrupted")
    g.add("A6", (6, 6))
    g.add("B2", (7, 7), condition="pinned")
    g.turn(0) if phase == "action" else g.spending()
    g.play("steady")
    assert (g.decision, g.decider, g.legal()) == ("CARD_UNIT", 0, {"unit A2", "unit A3", "unit A4", "unit A5"})
    g.play("unit A3")
    assert g.legal() == {"unit A2", "unit A4", "pass"}
    g.play("unit A4")
    assert [g.unit(f"A{k}").condition for k in range(2, 6)] == ["pinned", "none", "none", "disrupted"]
    assert g.decision == ("SELECT" if phase == "action" else "COMMAND")


@pytest.mark.clause("TI-CRD-16")
def test_steady_may_serve_one_pinned_squad_only():
    g = table("steady")
    for k in (2, 3):
        g.add(f"A{k}", (k, 7), condition="pinned")
    g.turn(0)
    g.play("steady", "unit A2", "pass")
    assert (g.unit("A2").condition, g.unit("A3").condition, g.decision) == ("none", "pinned", "SELECT")


@pytest.mark.clause("TI-CRD-16")
def test_steady_makes_one_disrupted_squad_pinned_instead():
    g = table("steady")
    for k in (2, 3):
        g.add(f"A{k}", (k, 7), condition="disrupted")
    g.add("A4", (6, 6), condition="pinned")
    g.turn(0)
    g.play("steady", "unit A2")
    assert [g.unit(f"A{k}").condition for k in (2, 3, 4)] == ["pinned", "disrupted", "pinned"]
    assert g.decision == "SELECT"


@pytest.mark.clause("TI-CRD-16")
def test_steady_needs_a_pinned_or_disrupted_friend():
    g = table("steady")
    g.add("A2", (4, 7))
    g.add("B2", (4, 4), condition="pinned")
    g.turn(0)
    assert not g.can("steady")


@pytest.mark.clause("TI-CRD-17")
@pytest.mark.parametrize(("kind", "armour"), [("medium_tank_b", 4), ("half_track", 1)])
def test_take_down_the_beast_adds_four_dice_against_an_adjacent_vehicle(kind, armour):
    g = table("take_down_the_beast", a={"actions": 3})
    g.add("A2", (4, 5))
    g.add("B2", (4, 4), kind=kind)
    g.add("B3", (3, 4))
    with g:
        g.turn(0)
        g.dice(4, 4, 4, 3, 3, 3, 3, 3, *[1] * armour)
        g.play("take-down-the-beast")
        assert (g.unit("B2").damage, g.unit("A2").activation) == ("heavy", "fatigued")
        assert (g.decision, g.state["actions_left"]) == ("SELECT", 2)


@pytest.mark.clause("TI-CRD-17")
def test_the_beast_is_hunted_by_a_fresh_squad_beside_it():
    g = table("take_down_the_beast")
    g.add("A2", (4, 5))
    g.add("A3", (5, 4))
    g.add("A4", (4, 6), specialty="anti_tank")  # two hexes away
    g.add("A5", (5, 4), activation="fatigued")
    g.add("A6", (3, 5), kind="medium_tank_a")
    g.add("B2", (4, 4), kind="medium_tank_b")
    g.turn(0)
    g.play("take-down-the-beast")
    assert (g.decision, g.decider, g.legal()) == ("CARD_UNIT", 0, {"unit A2", "unit A3"})


@pytest.mark.clause("TI-CRD-17")
def test_the_hunter_chooses_among_adjacent_vehicles_only():
    g = table("take_down_the_beast")
    g.add("A2", (4, 5), specialty="anti_tank")
    g.add("B2", (4, 4), kind="medium_tank_b")
    g.add("B3", (5, 5), kind="truck")
    g.add("B4", (4, 3), kind="truck")
    g.add("B5", (3, 5))
    g.turn(0)
    g.play("take-down-the-beast")
    assert (g.decision, g.legal()) == ("TARGET", {"at B2", "at B3"})


@pytest.mark.clause("TI-CRD-17")
def test_hunting_is_a_concentrated_fire_that_can_be_supported():
    g = table("take_down_the_beast")
    g.add("A2", (4, 5))
    g.add("A3", (5, 4))
    g.add("B2", (4, 4), kind="half_track")
    with g:
        g.turn(0)
        g.play("take-down-the-beast", "unit A2")
        assert (g.decision, g.legal()) == ("SUPPORT", {"support A3", "done"})
        g.dice(*[3] * 10, 1)  # 4 + 4, and half of 4
        g.play("support A3")


def barrage(g, hits):
    """Suppressive fire of eight dice from B2 at A2 in the open."""
    g.turn(1)
    with g:
        g.dice(*[4] * hits, *[3] * (8 - hits))
        g.play("fire B2", "at A2", "suppressive")


@pytest.mark.clause("TI-CRD-18", "TI-SUP-04")
@pytest.mark.parametrize(
    ("played", "before", "hits", "after"),
    [
        (False, "none", 4, None), (True, "none", 4, "disrupted"), (True, "none", 8, "disrupted"), (True, "none", 2, "pinned"),
        (True, "pinned", 3, "disrupted"), (False, "pinned", 3, None), (True, "disrupted", 1, "disrupted"), (False, "disrupted", 1, None),
    ],
)  # fmt: skip
def test_no_step_back_leaves_routed_squads_disrupted(played, before, hits, after):
    g = table("no_step_back")
    g.add("A2", (4, 5), condition=before)
    g.add("B2", (4, 4), elite=4)
    if played:
        in_command(g, "no-step-back")
        g.state["units"][1]["condition"] = {"none": 0, "pinned": 1, "disrupted": 2}[before]
    barrage(g, hits)
    if after is None:
        assert g.unit("A2").status == "LOST"
    else:
        assert g.unit("A2").condition == after


@pytest.mark.clause("TI-CRD-18", "TI-CMD-18")
@pytest.mark.parametrize(("more_phases", "status"), [(0, "ON_MAP"), (1, "LOST")])
def test_no_step_back_lasts_to_the_end_of_the_next_command_phase(more_phases, status):
    g = table("no_step_back")
    g.add("A2", (4, 5))
    g.add("B2", (4, 4), elite=4)
    in_command(g, "no-step-back")
    for _ in range(more_phases):
        in_command(g)
    barrage(g, 4)
    assert g.unit("A2").status == status


@pytest.mark.clause("TI-CRD-18")
def test_no_step_back_does_not_save_the_enemys_squads():
    g = table("no_step_back", seat=1)
    g.add("A2", (4, 5))
    g.add("B2", (4, 4), elite=4)
    in_command(g, "done", "no-step-back")
    barrage(g, 4)
    assert g.unit("A2").status == "LOST"
