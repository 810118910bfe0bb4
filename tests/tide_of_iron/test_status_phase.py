"""Chapter STA: cards, tokens, Op Fire mode, transfers."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import cell_of

HEX = (4, 4)
TWO_DECKS = {"decks": ["command", "morale"]}


def with_crews(table, holder=0, **keys):
    """A table with a mortar crew of each side in a corner: it cannot be put in Op Fire mode, so that nobody is asked about it."""
    t = table(**keys)
    t.add("A1", (0, keys.get("rows", 9) - 1), mortar=1)
    t.add("B1", (0, 0), mortar=1)
    t.state["initiative"] = holder
    return t


@pytest.mark.clause("TI-STA-01", "TI-STA-07")
def test_the_steps_come_in_order(table):
    t = with_crews(table, a=TWO_DECKS)
    t.add("A2", HEX, regular=3, activation="fatigued")
    t.add("A3", HEX, regular=3)
    t.reserve("A4", regular=4)
    t.dice(1)
    t.status_phase()
    assert (t.decision, t.unit("A2").activation) == ("DRAW", "fatigued")
    t.play("draw 1")
    assert (t.decision, t.unit("A2").activation) == ("OP_MODE", "fresh")
    t.play("done")
    assert t.decision == "TRANSFER_FROM"
    t.play("done")
    assert (t.decision, t.state["round"]) == ("ARRIVE", 1)
    t.play("place 4,8")
    assert (t.decision, t.decider, t.state["round"]) == ("SELECT", 0, 2)


@pytest.mark.clause("TI-STA-02")
@pytest.mark.parametrize("holder", [0, 1])
def test_each_player_draws_one_card_in_order_of_initiative(table, holder):
    t = with_crews(table, holder, a=TWO_DECKS, b=TWO_DECKS)
    t.dice(1, 8)
    t.status_phase()
    assert (t.decision, t.decider, t.legal()) == ("DRAW", holder, {"draw 1", "draw 2"})
    t.play("draw 1")
    assert (t.decision, t.decider, t.legal()) == ("DRAW", 1 - holder, {"draw 1", "draw 2"})
    assert (t.hand(holder), t.hand(1 - holder)) == ({"rapid_mobilisation": 1}, {})
    t.play("draw 2")
    assert t.hand(1 - holder) == {"no_step_back": 1}
    assert t.phase == "ACTION"


@pytest.mark.clause("TI-STA-02", "TI-CRD-01")
@pytest.mark.parametrize(
    ("die", "card"),
    [
        (1, "rapid_mobilisation"), (2, "rapid_mobilisation"), (3, "cut_communications"), (4, "forced_march"), (5, "forced_march"),
        (6, "coordinated_push"), (7, "coordinated_push"), (8, "surprise_assault"),
    ],
)  # fmt: skip
def test_each_card_of_the_deck_is_as_likely(table, die, card):
    t = with_crews(table, a=TWO_DECKS)
    t.dice(die)
    t.status_phase()
    t.play("draw 1")
    assert t.hand(0) == {card: 1}
    assert t.state["deck"][0].sum(axis=1).tolist() == [7, 8, 0]


@pytest.mark.clause("TI-STA-02")
@pytest.mark.parametrize(("die", "plus"), [(3, False), (4, True), (5, True), (6, False)])
def test_a_plus_gives_one_card_more_from_any_deck(table, die, plus):
    t = with_crews(table, a=TWO_DECKS)
    t.dice(die)
    t.status_phase()
    t.play("draw 1")
    assert (t.decision == "DRAW_EXTRA") == plus
    if plus:
        assert (t.decider, t.legal()) == (0, {"draw 1", "draw 2", "pass"})


@pytest.mark.clause("TI-STA-02")
def test_the_extra_card_may_be_declined(table):
    t = with_crews(table, a=TWO_DECKS)
    t.dice(4)
    t.status_phase()
    t.play("draw 1", "pass")
    assert t.hand(0) == {"forced_march": 1}


@pytest.mark.clause("TI-STA-02")
def test_a_plus_on_the_extra_card_does_nothing(table):
    t = with_crews(table, a=TWO_DECKS)
    t.dice(4, 4)
    t.status_phase()
    t.play("draw 1", "draw 1")
    assert (t.hand(0), t.phase) == ({"forced_march": 2}, "ACTION")


@pytest.mark.clause("TI-STA-02")
def test_only_decks_with_cards_can_be_drawn_from(table):
    t = with_crews(table, a={"decks": ["command", "morale", "supply"]})
    t.state["deck"][0, 1] = 0
    t.status_phase()
    assert t.legal() == {"draw 1", "draw 3"}


@pytest.mark.clause("TI-STA-02")
def test_the_last_card_leaves_nothing_to_draw(table):
    t = with_crews(table, a=TWO_DECKS)
    t.state["deck"][0] = 0
    t.state["deck"][0, 0, 2] = 1  # a forced march, which has a "+"
    t.dice(1)
    t.status_phase()
    assert (t.hand(0), t.phase) == ({"forced_march": 1}, "ACTION")
    t.status_phase()
    assert t.hand(0) == {"forced_march": 1}


@pytest.mark.clause("TI-STA-03")
@pytest.mark.parametrize("activation", ["fresh", "fatigued", "op_fire"])
def test_all_activation_tokens_are_removed(table, activation):
    t = with_crews(table)
    t.add("A2", HEX, activation=activation)
    t.add("A3", (5, 4), kind="half_track", activation=activation)
    t.add("A4", (5, 4), aboard="A3", activation=activation)
    t.add("B2", (4, 0), kind="medium_tank_b", activation=activation)
    t.status_phase()
    assert {t.unit(name).activation for name in ("A2", "A3", "A4", "B2")} == {"fresh"}


@pytest.mark.clause("TI-STA-03")
def test_units_off_the_board_lose_their_activation_tokens_too(table):
    t = with_crews(table)
    t.reserve("A4", due=4)
    t.change("A4", activation="fatigued")
    t.status_phase("remove")
    assert t.unit("A4").activation == "fresh"


@pytest.mark.clause("TI-STA-03", "TI-OFF-04")
@pytest.mark.parametrize(
    ("before", "officer", "after"),
    [
        ("none", None, "none"), ("pinned", None, "none"), ("pinned", HEX, "none"), ("disrupted", None, "pinned"),
        ("disrupted", HEX, "none"), ("disrupted", (5, 4), "pinned"),
    ],
)  # fmt: skip
def test_pinned_squads_recover_and_disrupted_ones_halfway(table, before, officer, after):
    t = with_crews(table)
    t.add("A2", HEX, condition=before)
    if officer:
        t.add("A3", officer, officer=1, regular=3, condition="disrupted")
    t.status_phase()
    assert t.unit("A2").condition == after


@pytest.mark.clause("TI-STA-03", "TI-OFF-04")
def test_a_disrupted_officer_recovers_with_his_own_squad(table):
    t = with_crews(table)
    t.add("B2", HEX, officer=1, condition="disrupted")
    t.status_phase()
    assert t.unit("B2").condition == "none"


@pytest.mark.clause("TI-STA-03")
def test_smoke_clears_away_but_other_markers_stay(table):
    t = with_crews(table)
    t.mark("smoke", (4, 4), (4, 3))
    for what in ("wire", "mines", "traps", "entrenchment"):
        t.mark(what, (6, 6))
    t.mark("smoke", (6, 6))
    assert not t.sees((4, 2), (4, 6))
    t.status_phase()
    assert t.sees((4, 2), (4, 6))
    assert t.marks_at((4, 4)) == t.marks_at((4, 3)) == set()
    assert t.marks_at((6, 6)) == {"wire", "mines", "traps", "entrenchment 1"}


@pytest.mark.clause("TI-STA-04")
@pytest.mark.parametrize("holder", [0, 1])
def test_each_player_puts_any_number_of_units_in_op_fire_mode(table, holder):
    t = with_crews(table, holder)
    own, other = "AB"[holder], "BA"[holder]
    for side, column in ((own, 2), (other, 6)):
        for k in (2, 3):
            t.add(f"{side}{k}", (column, k + 2))
    t.status_phase()
    assert (t.decision, t.decider, t.legal()) == ("OP_MODE", holder, {f"op-fire {own}2", f"op-fire {own}3", "done"})
    t.play(f"op-fire {own}3")
    assert t.legal() == {f"op-fire {own}2", "done"}
    t.play(f"op-fire {own}2")
    assert (t.decision, t.decider) == ("OP_MODE", 1 - holder)
    t.play("done")
    assert t.phase == "ACTION"
    assert [t.unit(name).activation for name in (f"{own}2", f"{own}3", f"{other}2", f"{other}3")] == ["op_fire"] * 2 + ["fresh"] * 2


@pytest.mark.clause("TI-STA-04", "TI-OPF-14")
@pytest.mark.parametrize(
    ("unit", "can"),
    [
        ({"condition": "pinned"}, True), ({"condition": "disrupted"}, False), ({"activation": "fatigued"}, True), ({"mortar": 1}, False),
        ({"mortar": 1, "regular": 1}, True), ({"kind": "truck"}, False), ({"kind": "half_track"}, True),
        ({"kind": "medium_tank_a", "damage": "heavy"}, True),
    ],
    ids=lambda unit: " ".join(map(str, unit.values())) if isinstance(unit, dict) else str(unit),
)  # fmt: skip
def test_only_units_that_can_be_in_op_fire_mode_after_the_tokens_are_removed(table, unit, can):
    t = with_crews(table)
    t.add("A2", HEX, **unit)
    t.add("A3", (7, 7))
    t.status_phase()
    assert t.can("op-fire A2") == can


@pytest.mark.clause("TI-STA-04")
def test_squads_aboard_cannot_be_put_in_op_fire_mode(table):
    t = with_crews(table)
    t.add("A2", HEX, kind="half_track")
    t.add("A3", HEX, aboard="A2")
    t.status_phase()
    assert t.legal() == {"op-fire A2", "done"}


@pytest.mark.clause("TI-STA-04")
def test_the_other_reading_of_the_op_fire_step_is_a_switch(table, tmp_path):
    own = tmp_path / "constants.toml"
    own.write_text("op_mode_free = false\n")
    t = with_crews(table, options={"constants": str(own)})
    t.add("A2", HEX)
    t.status_phase()
    assert (t.phase, t.unit("A2").activation) == ("ACTION", "fresh")


@pytest.mark.clause("TI-STA-05")
@pytest.mark.parametrize("holder", [0, 1])
def test_figures_move_between_two_squads_of_a_hex_in_order_of_initiative(table, holder):
    t = with_crews(table, holder)
    for side, column in (("A", 2), ("B", 6)):
        t.add(f"{side}2", (column, 4), regular=2, officer=1)
        t.add(f"{side}3", (column, 4), elite=2)
        t.add(f"{side}4", (column + 1, 4), regular=1)
    own = "AB"[holder]
    t.status_phase("transfer")
    assert (t.decision, t.decider, t.legal()) == ("TRANSFER_FROM", holder, {f"from {own}2", f"from {own}3", "done"})
    t.play(f"from {own}2")
    assert (t.decision, t.decider, t.legal()) == ("TRANSFER_FIGURE", holder, {"regular", "officer"})
    t.play("officer")
    assert t.unit(f"{own}2").figures == {"regular": 2}
    assert t.unit(f"{own}3").figures == {"elite": 2, "officer": 1}
    t.play("done")
    assert (t.decision, t.decider) == ("TRANSFER_FROM", 1 - holder)


@pytest.mark.clause("TI-STA-05")
def test_the_receiving_squad_is_chosen(table):
    t = with_crews(table)
    for name in ("A2", "A3", "A4"):
        t.add(name, HEX, regular=2)
    t.status_phase("transfer")
    t.play("from A2")
    assert (t.decision, t.decider, t.legal()) == ("TRANSFER_TO", 0, {"to A3", "to A4"})
    t.play("to A4")
    assert [t.unit(name).strength for name in ("A2", "A3", "A4")] == [1, 2, 3]


@pytest.mark.clause("TI-STA-05")
@pytest.mark.parametrize(
    ("giver", "taker", "legal"),
    [
        ({"regular": 1}, {"regular": 3}, True), ({"regular": 1}, {"regular": 4}, False),
        ({"machine_gun": 1}, {"regular": 2}, True), ({"machine_gun": 1}, {"regular": 3}, False),
        ({"mortar": 1}, {"machine_gun": 1}, True), ({"mortar": 1}, {"machine_gun": 1, "regular": 1}, False),
        ({"machine_gun": 1}, {"regular": 2, "specialty": "medic"}, False), ({"mortar": 1}, {"regular": 2, "specialty": "medic"}, False),
        ({"officer": 1}, {"regular": 2, "specialty": "medic"}, True),
        ({"regular": 1, "condition": "pinned"}, {"regular": 1}, False), ({"regular": 1}, {"regular": 1, "condition": "pinned"}, False),
        ({"regular": 1, "condition": "disrupted"}, {"regular": 1}, False),
        ({"regular": 1, "activation": "op_fire"}, {"regular": 1}, False),
        ({"regular": 1}, {"regular": 1, "activation": "op_fire"}, False), ({"regular": 1, "activation": "fatigued"}, {"regular": 1}, True),
        ({"regular": 1, "fort": "entrenchment"}, {"regular": 1}, True),
    ],
    ids=str,
)  # fmt: skip
def test_who_may_give_and_take(table, giver, taker, legal):
    t = with_crews(table)
    t.add("A2", HEX, **giver)
    t.add("A3", HEX, **taker)
    t.status_phase("transfer")
    assert (t.decision == "TRANSFER_FROM" and t.can("from A2")) == legal


@pytest.mark.clause("TI-STA-05")
def test_no_transfers_between_hexes_sides_or_with_squads_aboard(table):
    t = with_crews(table)
    t.add("A2", HEX, regular=1)
    t.add("A3", (5, 4), regular=1)
    t.add("A4", HEX, kind="half_track")
    t.add("A5", HEX, regular=1, aboard="A4")
    t.status_phase("transfer")
    assert t.phase == "ACTION"


@pytest.mark.clause("TI-STA-05")
def test_an_emptied_squad_is_removed_with_its_token(table):
    t = with_crews(table)
    t.add("A2", HEX, regular=1, specialty="medic")
    t.add("A3", HEX, regular=2)
    t.add("A4", (6, 4))
    t.status_phase("transfer")
    t.play("from A2")
    assert (t.unit("A2").at, t.unit("A2").status) == (None, "LOST")
    assert (t.unit("A3").strength, t.unit("A3").specialty) == (3, "none")
    assert (t.state["alive"][0], t.state["crowd"][0, cell_of(HEX)], t.state["lost_regulars"][0]) == (3, 1, 0)


@pytest.mark.clause("TI-STA-05")
def test_at_most_eight_transfers_a_player_and_round(table):
    t = with_crews(table)
    t.add("A2", HEX, regular=2)
    t.add("A3", HEX, regular=1)
    t.status_phase("transfer")
    for k in range(8):
        assert t.decision == "TRANSFER_FROM"
        t.play(f"from A{2 + k % 2}")
    assert (t.phase, t.unit("A2").strength, t.state["round"]) == ("ACTION", 2, 2)
    t.status_phase("transfer")
    assert t.decision == "TRANSFER_FROM"
