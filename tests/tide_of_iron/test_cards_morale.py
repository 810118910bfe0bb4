"""Chapter CRD: the Morale deck."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.tide_of_iron.questions import Decision


def with_cards(table, *cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    t = table(**keys)
    t.add("A1", (0, 8), mortar=1)
    t.add("B1", (8, 0), mortar=1)
    t.state["command"], t.state["pool"] = (9, 9), (1, 0)
    t.hold(seat, *cards)
    return t


def in_command(t, *answers):
    """Play cards in the Command Phase and end the spending of both sides."""
    t.spending()
    t.play(*answers)
    while t.decision == "COMMAND":
        t.play("done")


def fire_at_cover(t, attackers, target, cover):
    """The attacker's lead fires normally at close range with four dice that all miss; exactly so many defence dice fall."""
    seat = 0 if attackers[0] == "A" else 1
    t.turn(seat)
    t.dice(*[4] * 4, *[1] * cover)
    t.play(f"fire {attackers}", f"at {target}", "normal")


@pytest.mark.clause("TI-CRD-15")
def test_take_cover_names_a_hex_with_a_friendly_squad(table):
    t = with_cards(table, "take_cover")
    t.add("A2", (4, 4))
    t.add("A3", (4, 4))
    t.add("A4", (5, 5), kind="truck")
    t.add("A5", (5, 5), aboard="A4")
    t.add("B2", (2, 2))
    t.spending()
    t.play("take-cover")
    assert (t.decision, t.decider, t.legal()) == ("CARD_CELL", 0, {"hex 0,8", "hex 4,4"})


@pytest.mark.clause("TI-CRD-15", "TI-CMD-18")
@pytest.mark.parametrize(("phases", "cover"), [(0, 1), (1, 1), (2, 0)])
def test_take_cover_lasts_to_the_end_of_the_next_command_phase(table, phases, cover):
    t = with_cards(table, "take_cover")
    t.add("A2", (4, 4))
    t.add("B2", (4, 3))
    t.spending()
    t.play("take-cover", "hex 4,4")
    for k in range(phases):
        if k:
            t.spending()
        while t.decision == "COMMAND":
            t.play("done")
    fire_at_cover(t, "B2", "A2", cover)


@pytest.mark.clause("TI-CRD-15")
def test_take_cover_played_again_lasts_anew(table):
    t = with_cards(table, "take_cover", "take_cover")
    t.add("A2", (4, 4))
    t.add("B2", (4, 3))
    in_command(t, "take-cover", "hex 4,4")
    in_command(t, "take-cover", "hex 4,4")
    fire_at_cover(t, "B2", "A2", 1)


@pytest.mark.clause("TI-CRD-15")
def test_two_copies_of_take_cover_go_to_two_hexes(table):
    t = with_cards(table, "take_cover", "take_cover")
    t.add("A2", (4, 4))
    t.add("A3", (6, 6))
    t.spending()
    t.play("take-cover", "hex 4,4", "take-cover")
    assert t.legal() == {"hex 0,8", "hex 6,6"}


@pytest.mark.clause("TI-CRD-15")
@pytest.mark.parametrize(
    ("side", "unit", "at", "cover"),
    [("A", {}, (4, 4), 1), ("A", {}, (5, 4), 0), ("A", {"kind": "truck"}, (4, 4), 0), ("B", {}, (4, 4), 0)],
)
def test_the_cover_belongs_to_the_hex_and_the_side(table, side, unit, at, cover):
    """Squads that come later have it too, vehicles and enemies that take the hex do not."""
    t = with_cards(table, "take_cover")
    t.add("A2", (4, 4))
    in_command(t, "take-cover", "hex 4,4")
    t.lose("A2")
    t.add(f"{side}3", at, **unit)
    enemy = "B4" if side == "A" else "A4"
    t.add(enemy, (4, 3))
    t.turn("AB".index(enemy[0]))
    t.dice(*[4] * 4, *[1] * cover)
    t.play(f"fire {enemy}", f"at {side}3", *([] if unit else ["normal"]))


@pytest.mark.clause("TI-CRD-16")
@pytest.mark.parametrize("phase", ["action", "command"])
def test_steady_takes_the_pins_of_up_to_two_squads(table, phase):
    t = with_cards(table, "steady")
    for k in (2, 3, 4):
        t.add(f"A{k}", (k, 7), condition="pinned")
    t.add("A5", (6, 6), condition="disrupted")
    t.add("A6", (6, 6))
    t.add("B2", (7, 7), condition="pinned")
    t.turn(0) if phase == "action" else t.spending()
    t.play("steady")
    assert (t.decision, t.decider, t.legal()) == ("CARD_UNIT", 0, {"unit A2", "unit A3", "unit A4", "unit A5"})
    t.play("unit A3")
    assert t.legal() == {"unit A2", "unit A4", "pass"}
    t.play("unit A4")
    assert [t.unit(f"A{k}").condition for k in range(2, 6)] == ["pinned", "none", "none", "disrupted"]
    assert t.decision == ("SELECT" if phase == "action" else "COMMAND")


@pytest.mark.clause("TI-CRD-16")
def test_steady_may_serve_one_pinned_squad_only(table):
    t = with_cards(table, "steady")
    for k in (2, 3):
        t.add(f"A{k}", (k, 7), condition="pinned")
    t.turn(0)
    t.play("steady", "unit A2", "pass")
    assert (t.unit("A2").condition, t.unit("A3").condition, t.decision) == ("none", "pinned", "SELECT")


@pytest.mark.clause("TI-CRD-16")
@pytest.mark.parametrize("seat", [0, 1])
def test_steady_asks_for_no_second_squad_of_either_side_that_has_none(table, seat):
    t = with_cards(table, "steady", seat=seat)
    t.add("A2", (2, 7), condition="pinned")
    t.add("B2", (2, 2), condition="pinned")
    t.turn(seat)
    t.play("steady")
    assert (t.unit("A2").condition, t.unit("B2").condition) == (("none", "pinned") if seat == 0 else ("pinned", "none"))
    assert (t.decision, t.decider) == ("SELECT", seat)
    assert [e.other for e in events_of(t.state) if e.kind == Event.FORCED].count(Decision.CARD_UNIT) == 1


@pytest.mark.clause("TI-CRD-16")
def test_steady_makes_one_disrupted_squad_pinned_instead(table):
    t = with_cards(table, "steady")
    for k in (2, 3):
        t.add(f"A{k}", (k, 7), condition="disrupted")
    t.add("A4", (6, 6), condition="pinned")
    t.turn(0)
    t.play("steady", "unit A2")
    assert [t.unit(f"A{k}").condition for k in (2, 3, 4)] == ["pinned", "disrupted", "pinned"]
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-CRD-16")
def test_steady_needs_a_pinned_or_disrupted_friend(table):
    t = with_cards(table, "steady")
    t.add("A2", (4, 7))
    t.add("B2", (4, 4), condition="pinned")
    t.turn(0)
    assert not t.can("steady")


@pytest.mark.clause("TI-CRD-17")
@pytest.mark.parametrize(("kind", "armour"), [("medium_tank_b", 4), ("half_track", 1)])
def test_take_down_the_beast_adds_four_dice_against_an_adjacent_vehicle(table, kind, armour):
    t = with_cards(table, "take_down_the_beast", a={"actions": 3})
    t.add("A2", (4, 5))
    t.add("B2", (4, 4), kind=kind)
    t.add("B3", (3, 4))
    t.turn(0)
    t.dice(4, 4, 4, 3, 3, 3, 3, 3, *[1] * armour)
    t.play("take-down-the-beast")
    assert (t.unit("B2").damage, t.unit("A2").activation) == ("heavy", "fatigued")
    assert (t.decision, t.state["actions_left"]) == ("SELECT", 2)


@pytest.mark.clause("TI-CRD-17")
def test_the_beast_is_hunted_by_a_fresh_squad_beside_it(table):
    t = with_cards(table, "take_down_the_beast")
    t.add("A2", (4, 5))
    t.add("A3", (5, 4))
    t.add("A4", (4, 6), specialty="anti_tank")  # two hexes away
    t.add("A5", (5, 4), activation="fatigued")
    t.add("A6", (3, 5), kind="medium_tank_a")
    t.add("B2", (4, 4), kind="medium_tank_b")
    t.turn(0)
    t.play("take-down-the-beast")
    assert (t.decision, t.decider, t.legal()) == ("CARD_UNIT", 0, {"unit A2", "unit A3"})


@pytest.mark.clause("TI-CRD-17")
def test_the_hunter_chooses_among_adjacent_vehicles_only(table):
    t = with_cards(table, "take_down_the_beast")
    t.add("A2", (4, 5), specialty="anti_tank")
    t.add("B2", (4, 4), kind="medium_tank_b")
    t.add("B3", (5, 5), kind="truck")
    t.add("B4", (4, 3), kind="truck")
    t.add("B5", (3, 5))
    t.turn(0)
    t.play("take-down-the-beast")
    assert (t.decision, t.legal()) == ("TARGET", {"at B2", "at B3"})


@pytest.mark.clause("TI-CRD-17")
def test_hunting_is_a_concentrated_fire_that_can_be_supported(table):
    t = with_cards(table, "take_down_the_beast")
    t.add("A2", (4, 5))
    t.add("A3", (5, 4))
    t.add("B2", (4, 4), kind="half_track")
    t.turn(0)
    t.play("take-down-the-beast", "unit A2")
    assert (t.decision, t.legal()) == ("SUPPORT", {"support A3", "done"})
    t.dice(*[3] * 10, 1)  # 4 + 4, and half of 4
    t.play("support A3")


@pytest.mark.clause("TI-CRD-17", "TI-ARE-05")
def test_the_mortar_of_a_hunter_shells_no_hex(table):
    t = with_cards(table, "take_down_the_beast")
    t.add("A2", (4, 5), mortar=1, regular=2)
    t.add("B2", (4, 4), kind="medium_tank_b")
    t.add("B3", (5, 5), kind="truck")
    t.add("B4", (4, 1))
    t.turn(0)
    t.play("take-down-the-beast")
    assert (t.decision, t.legal()) == ("TARGET", {"at B2", "at B3"})


@pytest.mark.clause("TI-CRD-17")
def test_the_hunt_is_over_after_the_card(table):
    t = with_cards(table, "take_down_the_beast")
    t.add("A2", (4, 5))
    t.add("A3", (0, 4))
    t.add("B2", (4, 4), kind="half_track")
    t.add("B3", (0, 2))
    t.turn(0)
    t.dice(*[3] * 8, 1)
    t.play("take-down-the-beast")
    assert (t.decision, t.unit("A2").activation) == ("SELECT", "fatigued")
    t.play("fire A3")
    assert (t.decision, t.can("suppressive")) == ("ATTACK_TYPE", True)


def barrage(t, hits):
    """Suppressive fire of eight dice from B2 at A2 in the open."""
    t.turn(1)
    t.dice(*[4] * hits, *[3] * (8 - hits))
    t.play("fire B2", "at A2", "suppressive")


@pytest.mark.clause("TI-CRD-18", "TI-SUP-04")
@pytest.mark.parametrize(
    ("played", "before", "hits", "after"),
    [
        (False, "none", 4, None), (True, "none", 4, "disrupted"), (True, "none", 8, "disrupted"), (True, "none", 2, "pinned"),
        (True, "pinned", 3, "disrupted"), (False, "pinned", 3, None), (True, "disrupted", 1, "disrupted"), (False, "disrupted", 1, None),
    ],
)  # fmt: skip
def test_no_step_back_leaves_routed_squads_disrupted(table, played, before, hits, after):
    t = with_cards(table, "no_step_back")
    t.add("A2", (4, 5), condition=before)
    t.add("B2", (4, 4), elite=4)
    if played:
        in_command(t, "no-step-back")
        t.change("A2", condition=before)
    barrage(t, hits)
    if after is None:
        assert t.unit("A2").status == "LOST"
    else:
        assert t.unit("A2").condition == after


@pytest.mark.clause("TI-CRD-18", "TI-CMD-18")
@pytest.mark.parametrize(("more_phases", "status"), [(0, "ON_MAP"), (1, "LOST")])
def test_no_step_back_lasts_to_the_end_of_the_next_command_phase(table, more_phases, status):
    t = with_cards(table, "no_step_back")
    t.add("A2", (4, 5))
    t.add("B2", (4, 4), elite=4)
    in_command(t, "no-step-back")
    for _ in range(more_phases):
        in_command(t)
    barrage(t, 4)
    assert t.unit("A2").status == status


@pytest.mark.clause("TI-CRD-18")
def test_no_step_back_does_not_save_the_enemys_squads(table):
    t = with_cards(table, "no_step_back", seat=1)
    t.add("A2", (4, 5))
    t.add("B2", (4, 4), elite=4)
    in_command(t, "done", "no-step-back")
    barrage(t, 4)
    assert t.unit("A2").status == "LOST"
