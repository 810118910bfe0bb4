"""Chapter GEN: units, firepower, halving, dice, open information, timing conflicts."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import DataError
from tests.tide_of_iron.table import Table

NEAR, HEX = (4, 4), (5, 4)


def duel(target="squad", at=HEX, **more):
    """A table with a unit B1 to be fired at; A fires from NEAR."""
    g = Table(**more)
    g.add("B1", at, kind=target)
    return g


@pytest.mark.clause("TI-GEN-01")
def test_length_turns_and_first_initiative_come_from_the_scenario():
    g = Table(rounds=2, initiative="b", a={"actions": 1}, b={"actions": 3})
    for k in range(1, 8):
        g.add(f"A{k}", (k, 8))
        g.add(f"B{k}", (k, 0))
    g.begin_round(1)
    order = []
    for _ in range(9):
        order.append(g.decider)
        g.play(f"fatigue {'AB'[g.decider]}{order.count(g.decider)}")
    assert order == [1, 1, 1, 0, 1, 1, 1, 0, 1]
    for number, over in ((1, False), (2, True)):
        g.state["round"] = number
        g.status_phase("next")
        assert g.over == over


@pytest.mark.clause("TI-GEN-01")
def test_sides_have_their_own_decks_and_forces():
    g = Table.new_game("crossroads")
    tables = g.scenario.tables[0]
    assert tables["n_decks"].tolist() == [3, 3]
    assert tables["decks"].tolist() == [[0, 2, 3], [1, 4, 2]]  # command, artillery, supply; morale, ground support, artillery
    assert g.unit("A9").kind == "medium_tank_a"
    assert g.unit("B8").kind == "medium_tank_b"


@pytest.mark.clause("TI-GEN-02", "TI-VEH-01")
@pytest.mark.parametrize(
    ("kind", "armour"),
    [
        ("squad", 0),
        ("truck", 0),
        ("half_track", 1),
        ("medium_tank_a", 4),
        ("medium_tank_b", 4),
        ("heavy_tank", 6),
        ("tank_destroyer", 4),
    ],
)
def test_only_vehicles_have_an_armour_value(kind, armour):
    with duel(kind) as g:
        g.add("A1", NEAR)
        g.turn()
        g.dice(6, *[1] * (3 + armour))
        g.play("fire A1", *["normal"] * (kind == "squad"))


@pytest.mark.clause("TI-GEN-03")
@pytest.mark.parametrize(
    ("figures", "allowed"),
    [
        ({"regular": 1}, True),
        ({"regular": 2, "elite": 1, "officer": 1}, True),
        ({"regular": 4, "officer": 1}, False),
        ({"machine_gun": 1, "regular": 2}, True),
        ({"machine_gun": 1, "regular": 3}, False),
        ({"mortar": 1, "elite": 2}, True),
        ({"mortar": 1, "elite": 2, "officer": 1}, False),
        ({"machine_gun": 1, "mortar": 1}, True),
        ({"mortar": 2}, True),
        ({"mortar": 2, "regular": 1}, False),
    ],
)
def test_a_base_has_four_slots_and_crews_fill_two(figures, allowed):
    if allowed:
        Table(a={"units": [{"figures": figures}]})
    else:
        with pytest.raises(DataError, match="TI-GEN-03"):
            Table(a={"units": [{"figures": figures}]})


@pytest.mark.clause("TI-GEN-04")
@pytest.mark.parametrize(
    ("target", "dice", "face", "hit"), [("squad", 3, 5, True), ("truck", 2, 5, False), ("truck", 2, 6, True)]
)
def test_the_kind_of_the_target_chooses_range_and_firepower(target, dice, face, hit):
    """A machine-gun crew at distance 4 is in normal range of a squad (5/3) and in long range of a vehicle (3/2)."""
    with duel(target, at=(8, 4)) as g:
        g.add("A1", NEAR, machine_gun=1)
        g.turn()
        g.dice(face, *[1] * (dice - 1))
        g.play("fire A1", *["normal"] * (target == "squad"))
    assert (g.unit("B1").strength == 3 or g.unit("B1").damage == "light") == hit


@pytest.mark.clause("TI-GEN-05")
@pytest.mark.parametrize(
    ("figures", "part", "dice"),
    [
        ({"regular": 4}, None, 4),
        ({"regular": 2, "elite": 1, "officer": 1}, None, 5),
        ({"elite": 4}, None, 8),
        ({"machine_gun": 1, "regular": 2}, "all", 5),
        ({"machine_gun": 1, "regular": 2}, "crew", 3),
        ({"machine_gun": 1, "regular": 2}, "others", 2),
    ],
)
def test_a_squads_firepower_is_the_sum_over_the_figures_that_take_part(figures, part, dice):
    with duel() as g:
        g.add("A1", NEAR, **figures)
        g.turn()
        g.play("fire A1", *[part] * (part is not None))
        g.dice(*[1] * dice)
        g.play("normal")


@pytest.mark.clause("TI-GEN-06", "TI-FIR-13", "TI-ACT-11")
@pytest.mark.parametrize(("marks", "dice"), [((), 4), (("wire",), 2), (("mines",), 2), (("wire", "mines"), 1)])
def test_each_halving_cause_is_applied_in_turn_and_rounds_up(marks, dice):
    """Four regulars with an anti-tank token have 7 against a vehicle; Fire and Movement is the first cause."""
    with duel("truck") as g:
        for mark in marks:
            g.mark(mark, NEAR)
        g.add("A1", NEAR, specialty="anti_tank")
        g.turn()
        g.dice(*[1] * dice)
        g.play("fire-and-move A1", "fire-first", "stop")


@pytest.mark.clause("TI-GEN-06")
@pytest.mark.parametrize(("in_wire", "dice"), [(False, 5), (True, 3)])
def test_bonuses_are_added_before_halving(in_wire, dice):
    """3 + 2 of Ammunition, halved: 3, and not 2 + 2."""
    with duel() as g:
        if in_wire:
            g.mark("wire", NEAR)
        g.add("A1", NEAR, regular=3)
        g.hold(0, "ammunition")
        g.state["command"] = 1
        g.turn()
        g.play("ammunition")
        g.dice(*[1] * dice)
        g.play("normal")


@pytest.mark.clause("TI-GEN-07", "TI-FIR-07", "TI-FIR-08")
@pytest.mark.parametrize(("face", "hits"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize(("defence", "cancels"), [(1, False), (4, False), (5, True), (6, True)])
def test_attack_and_defence_dice_differ_in_their_success_numbers_only(face, hits, defence, cancels):
    with duel(at=(6, 4), terrain={"rough": [(6, 4)]}) as g:
        g.add("A1", NEAR, regular=1)
        g.turn()
        g.dice(face, defence)
        g.play("fire A1", "normal")
    assert g.unit("B1").strength == (3 if hits and not cancels else 4)


@pytest.mark.clause("TI-GEN-07")
@pytest.mark.parametrize("seventh", [0, 1])
def test_no_die_shows_a_seven(seventh):
    g = duel(at=(6, 4), terrain={"rough": [(6, 4)]})
    g.add("A1", NEAR, regular=1)
    g.turn()
    g.dice(*[7 if k == seventh else 1 for k in range(2)])
    with pytest.raises(AssertionError):
        g.play("fire A1", "normal")
    assert g.state["fault"]


@pytest.mark.clause("TI-GEN-08", "TI-ARE-04")
@pytest.mark.parametrize(
    ("first", "second", "conditions"),
    [((5, 5), (1, 1), ("pinned", "disrupted")), ((1, 1), (5, 5), ("disrupted", "pinned"))],
)
def test_attack_dice_come_first_then_defence_dice_by_unit_index(first, second, conditions):
    """Three successes against two squads with two defence dice each."""
    with Table(terrain={"woods": [HEX]}) as g:
        g.add("A1", (1, 4), mortar=1)
        g.add("A2", NEAR)
        g.add("B3", HEX)
        g.add("B1", HEX)
        g.turn()
        g.dice(6, 6, 5, 1, *first, *second)
        g.play("fire A1", "suppressive")
    assert (g.unit("B1").condition, g.unit("B3").condition) == conditions


@pytest.mark.clause("TI-GEN-08")
def test_other_rolls_are_one_die_at_the_moment_of_their_clause():
    """Contact when the card is paid, direction and then drift only after the hex is named."""
    with duel(at=(4, 2)) as g:
        g.add("A1", NEAR)
        g.hold(0, "offensive_artillery")
        g.state["command"] = 3
        g.turn()
        g.dice(4)
        g.play("offensive-artillery")
        g.done()
        g.dice(1, 5)  # two hexes west of the hex named: nobody is there
        g.play("hex 4,2")
    assert g.unit("B1").strength == 4


@pytest.mark.clause("TI-GEN-09")
def test_command_of_the_opponent_is_seen_by_either_seat():
    g = duel()
    g.add("A1", NEAR)
    g.state["command"], g.state["pool"] = (3, 5), (2, 4)
    for seat in range(2):
        g.turn(seat)
        rows = g.scenario.features.rows(g.batch.observations[0], "side")
        columns = g.scenario.features.sections["side"].columns
        for k, side in enumerate((seat, 1 - seat)):
            assert rows[k, columns.index("command")] * 12 == pytest.approx((3, 5)[side])
            assert rows[k, columns.index("pool")] * 20 == pytest.approx((2, 4)[side])


@pytest.mark.clause("TI-GEN-09")
def test_faceup_cards_units_damage_and_tokens_are_open():
    g = duel("half_track", a={"decks": ["command"]}, b={"decks": ["morale"]})
    g.add("A1", NEAR)
    g.turn()

    def seen():
        g.turn()
        return g.batch.observations[0].copy()

    before = seen()
    g.hold(1, "steady")
    hand = seen()
    assert (hand != before).any()
    for field, value in (("damage", 1), ("activation", 1), ("activation", 2)):
        unit = g.state["units"][16]
        old, unit[field] = unit[field].copy(), value
        assert (seen() != hand).any(), field
        unit[field] = old
    assert (seen() == hand).all()


@pytest.mark.clause("TI-GEN-09", "TI-CRD-01")
def test_the_order_of_a_deck_is_nowhere_until_a_card_is_drawn():
    for die, card in ((1, "rapid_mobilisation"), (3, "cut_communications"), (8, "surprise_assault")):
        with Table(set_up=True, a={"decks": ["command", "supply"], "start_cards": 1}) as g:
            g.dice(die)
            g.play("draw 1")
        assert g.hand(0) == {card: 1}


@pytest.mark.clause("TI-GEN-10", "TI-TRN-12")
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("first", ["op-fire-first", "mines-first"])
def test_the_initiative_holder_orders_what_happens_at_the_same_moment(holder, first):
    """Worked example 6 and its other order; the mine dice are rolled all the same."""
    with duel(at=(7, 4)) as g:
        g.mark("mines", HEX)
        g.add("A1", NEAR)
        g.add("B2", (7, 4), activation="op_fire", regular=1)
        g.state["initiative"] = holder
        g.turn()
        g.play("advance A1", "east")
        assert (g.decision, g.decider) == ("ORDER", holder)
        assert g.legal() == {"op-fire-first", "mines-first"}
        if first == "mines-first":
            g.dice(4, 3, 2, 1)
            g.play(first)
            assert g.unit("A1").strength == 3
            g.done()
            g.play("op-fire B2")
            g.dice(6)
            g.play("suppressive")
        else:
            g.play(first)
            assert (g.decision, g.decider) == ("OP_FIRE", 1)
            g.play("op-fire B2")
            g.dice(6, 4, 3, 2, 1)
            g.play("suppressive")
    unit = g.unit("A1")
    assert (unit.strength, unit.condition, unit.activation, unit.at) == (3, "pinned", "fatigued", HEX)


@pytest.mark.clause("TI-GEN-10")
def test_a_lone_effect_needs_no_order():
    with duel(at=(7, 4)) as g:
        g.mark("mines", HEX)
        g.add("A1", NEAR)
        g.turn()
        g.dice(3, 3, 2, 1)
        g.play("advance A1", "east")
        assert g.decision == "SELECT"
