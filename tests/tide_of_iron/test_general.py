"""Chapter GEN: units, firepower, halving, dice, open information, timing conflicts."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Kind, Status

NEAR, HEX = (4, 4), (5, 4)


def duel(table, target="squad", at=HEX, **more):
    """A table with a unit B1 to be fired at; A fires from NEAR."""
    t = table(**more)
    t.add("B1", at, kind=target)
    return t


@pytest.mark.clause("TI-GEN-01")
def test_length_turns_and_first_initiative_come_from_the_scenario(table):
    t = table(rounds=2, initiative="b", a={"actions": 1}, b={"actions": 3})
    for k in range(1, 8):
        t.add(f"A{k}", (k, 8))
        t.add(f"B{k}", (k, 0))
    t.begin_round(1)
    order = []
    for _ in range(9):
        order.append(t.decider)
        t.play(f"fatigue {'AB'[t.decider]}{order.count(t.decider)}")
    assert order == [1, 1, 1, 0, 1, 1, 1, 0, 1]
    for number, over in ((1, False), (2, True)):
        t.state["round"] = number
        t.status_phase("next")
        assert t.over == over


@pytest.mark.clause("TI-GEN-01")
def test_sides_have_their_own_decks_and_forces(table):
    t = table.new_game("crossroads")
    tables = t.scenario.tables[0]
    assert tables["n_decks"].tolist() == [3, 3]
    assert tables["decks"].tolist() == [[0, 2, 3], [1, 4, 2]]  # command, artillery, supply; morale, ground support, artillery
    assert t.unit("A9").kind == "medium_tank_a"
    assert t.unit("B8").kind == "medium_tank_b"


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
def test_only_vehicles_have_an_armour_value(table, kind, armour):
    t = duel(table, kind)
    t.add("A1", NEAR)
    t.turn()
    t.dice(6, *[1] * (3 + armour))
    t.play("fire A1", *["normal"] * (kind == "squad"))


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
def test_a_base_has_four_slots_and_crews_fill_two(table, figures, allowed):
    if allowed:
        table(a={"units": [{"figures": figures}]})
    else:
        with pytest.raises(DataError, match="TI-GEN-03"):
            table(a={"units": [{"figures": figures}]})


@pytest.mark.clause("TI-GEN-04")
@pytest.mark.parametrize(("target", "dice", "face", "hit"), [("squad", 3, 5, True), ("truck", 2, 5, False), ("truck", 2, 6, True)])
def test_the_kind_of_the_target_chooses_range_and_firepower(table, target, dice, face, hit):
    """A machine-gun crew at distance 4 is in normal range of a squad (5/3) and in long range of a vehicle (3/2)."""
    t = duel(table, target, at=(8, 4))
    t.add("A1", NEAR, machine_gun=1)
    t.turn()
    t.dice(face, *[1] * (dice - 1))
    t.play("fire A1", *["normal"] * (target == "squad"))
    assert (t.unit("B1").strength == 3 or t.unit("B1").damage == "light") == hit


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
def test_a_squads_firepower_is_the_sum_over_the_figures_that_take_part(table, figures, part, dice):
    t = duel(table)
    t.add("A1", NEAR, **figures)
    t.turn()
    t.play("fire A1", *[part] * (part is not None))
    t.dice(*[1] * dice)
    t.play("normal")


@pytest.mark.clause("TI-GEN-06", "TI-FIR-13", "TI-ACT-11")
@pytest.mark.parametrize(("marks", "dice"), [((), 4), (("wire",), 2), (("mines",), 2), (("wire", "mines"), 1)])
def test_each_halving_cause_is_applied_in_turn_and_rounds_up(table, marks, dice):
    """Four regulars with an anti-tank token have 7 against a vehicle; Fire and Movement is the first cause."""
    t = duel(table, "truck")
    for mark in marks:
        t.mark(mark, NEAR)
    t.add("A1", NEAR, specialty="anti_tank")
    t.turn()
    t.dice(*[1] * dice)
    t.play("fire-and-move A1", "fire-first", "stop")


@pytest.mark.clause("TI-GEN-06")
@pytest.mark.parametrize(("in_wire", "dice"), [(False, 5), (True, 3)])
def test_bonuses_are_added_before_halving(table, in_wire, dice):
    """3 + 2 of Ammunition, halved: 3, and not 2 + 2."""
    t = duel(table)
    if in_wire:
        t.mark("wire", NEAR)
    t.add("A1", NEAR, regular=3)
    t.hold(0, "ammunition")
    t.state["command"] = 1
    t.turn()
    t.play("ammunition")
    t.dice(*[1] * dice)
    t.play("normal")


@pytest.mark.clause("TI-GEN-07", "TI-FIR-07", "TI-FIR-08")
@pytest.mark.parametrize(("face", "hits"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize(("defence", "cancels"), [(1, False), (4, False), (5, True), (6, True)])
def test_attack_and_defence_dice_differ_in_their_success_numbers_only(table, face, hits, defence, cancels):
    t = duel(table, at=(6, 4), terrain={"rough": [(6, 4)]})
    t.add("A1", NEAR, regular=1)
    t.turn()
    t.dice(face, defence)
    t.play("fire A1", "normal")
    assert t.unit("B1").strength == (3 if hits and not cancels else 4)


@pytest.mark.clause("TI-GEN-07")
@pytest.mark.parametrize("seventh", [0, 1])
def test_no_die_shows_a_seven(table, seventh):
    t = duel(table, at=(6, 4), terrain={"rough": [(6, 4)]})
    t.add("A1", NEAR, regular=1)
    t.turn()
    t.dice(*[7 if k == seventh else 1 for k in range(2)])
    with pytest.raises(AssertionError):
        t.play("fire A1", "normal")
    assert t.state["fault"]


@pytest.mark.clause("TI-GEN-08", "TI-ARE-04")
@pytest.mark.parametrize(
    ("first", "second", "conditions"),
    [((5, 5), (1, 1), ("pinned", "disrupted")), ((1, 1), (5, 5), ("disrupted", "pinned"))],
)
def test_attack_dice_come_first_then_defence_dice_by_unit_index(table, first, second, conditions):
    """Three successes against two squads with two defence dice each."""
    t = table(terrain={"woods": [HEX]})
    t.add("A1", (1, 4), mortar=1)
    t.add("A2", NEAR)
    t.add("B3", HEX)
    t.add("B1", HEX)
    t.turn()
    t.dice(6, 6, 5, 1, *first, *second)
    t.play("fire A1", "suppressive")
    assert (t.unit("B1").condition, t.unit("B3").condition) == conditions


@pytest.mark.clause("TI-GEN-08")
def test_other_rolls_are_one_die_at_the_moment_of_their_clause(table):
    """Contact when the card is paid, direction and then drift only after the hex is named."""
    t = duel(table, at=(4, 2))
    t.add("A1", NEAR)
    t.hold(0, "offensive_artillery")
    t.state["command"] = 3
    t.turn()
    t.dice(4)
    t.play("offensive-artillery")
    t.done()
    t.dice(1, 5)  # two hexes west of the hex named: nobody is there
    t.play("hex 4,2")
    assert t.unit("B1").strength == 4


@pytest.mark.clause("TI-GEN-09")
def test_command_of_the_opponent_is_seen_by_either_seat(table):
    t = duel(table)
    t.add("A1", NEAR)
    t.state["command"], t.state["pool"] = (3, 5), (2, 4)
    for seat in range(2):
        t.turn(seat)
        rows = t.scenario.features.rows(t.batch.observations[0], "side")
        columns = t.scenario.features.sections["side"].columns
        for k, side in enumerate((seat, 1 - seat)):
            command, pool = (3, 5)[side], (2, 4)[side]
            assert rows[k, columns.index("command")] == pytest.approx(command / (6 + command))
            assert rows[k, columns.index("pool")] == pytest.approx(pool / (8 + pool))


@pytest.mark.clause("TI-GEN-09")
def test_faceup_cards_units_damage_and_tokens_are_open(table):
    t = duel(table, "half_track", a={"decks": ["command"]}, b={"decks": ["morale"]})
    t.add("A1", NEAR)
    t.turn()

    def seen():
        t.turn()
        return t.batch.observations[0].copy()

    before = seen()
    t.hold(1, "steady")
    hand = seen()
    assert (hand != before).any()
    for fact, value, before in (("activation", "fatigued", "fresh"), ("activation", "op_fire", "fresh")):
        t.change("B1", **{fact: value})
        assert (seen() != hand).any(), fact
        t.change("B1", **{fact: before})
    assert (seen() == hand).all()


@pytest.mark.clause("TI-GEN-09")
@pytest.mark.parametrize("seat", [0, 1])
def test_damage_is_open(table, seat):
    t = table.new_game("armour")
    before, tank = t.batch.look(0, seat)[0], next(slot for slot in range(FORCE, SLOTS) if t.state["units"]["kind"][slot] > Kind.TRUCK)
    t.state["units"]["status"][tank], t.state["units"]["cell"][tank] = Status.ON_MAP, 0
    placed = t.batch.look(0, seat)[0]
    t.state["units"]["damage"][tank] = 1
    assert (placed != before).any() and (t.batch.look(0, seat)[0] != placed).any()


@pytest.mark.clause("TI-GEN-09", "TI-CRD-01")
def test_the_order_of_a_deck_is_nowhere_until_a_card_is_drawn(table):
    for die, card in ((1, "rapid_mobilisation"), (3, "cut_communications"), (8, "surprise_assault")):
        t = table(set_up=True, a={"decks": ["command", "supply"], "start_cards": 1})
        t.dice(die)
        t.play("draw 1")
        assert t.hand(0) == {card: 1}


@pytest.mark.clause("TI-GEN-10", "TI-TRN-12")
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("first", ["op-fire-first", "mines-first"])
def test_the_initiative_holder_orders_what_happens_at_the_same_moment(table, holder, first):
    """Worked example 6 and its other order; the mine dice are rolled all the same."""
    t = duel(table, at=(7, 4))
    t.mark("mines", HEX)
    t.add("A1", NEAR)
    t.add("B2", (7, 4), activation="op_fire", regular=1)
    t.state["initiative"] = holder
    t.turn()
    t.play("advance A1", "east")
    assert (t.decision, t.decider) == ("ORDER", holder)
    assert t.legal() == {"op-fire-first", "mines-first"}
    if first == "mines-first":
        t.dice(4, 3, 2, 1)
        t.play(first)
        assert t.unit("A1").strength == 3
        t.done()
        t.play("op-fire B2")
        t.dice(6)
        t.play("suppressive")
    else:
        t.play(first)
        assert (t.decision, t.decider) == ("OP_FIRE", 1)
        t.play("op-fire B2")
        t.dice(6, 4, 3, 2, 1)
        t.play("suppressive")
    unit = t.unit("A1")
    assert (unit.strength, unit.condition, unit.activation, unit.at) == (3, "pinned", "fatigued", HEX)


@pytest.mark.clause("TI-GEN-10")
def test_a_lone_effect_needs_no_order(table):
    t = duel(table, at=(7, 4))
    t.mark("mines", HEX)
    t.add("A1", NEAR)
    t.turn()
    t.dice(3, 3, 2, 1)
    t.play("advance A1", "east")
    assert t.decision == "SELECT"
