"""Sheets: what is said of a column once gives its name, its place and the code that writes it."""

from __future__ import annotations

import inspect
import linecache
import traceback
from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from skirmish_rl.envs.core.encoding import each, encoder, only_if, roles
from skirmish_rl.envs.core.errors import UnknownName
from skirmish_rl.envs.core.features import turned_views
from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.core.sheet import (
    Members,
    Planes,
    Rows,
    Sheet,
    bent,
    count,
    cut,
    equal,
    flag,
    let,
    one_hot,
    role,
    share,
    skip,
    together,
    value,
    wrote,
)
from skirmish_rl.envs.core.view import view


class Rank(IntEnum):
    NONE = 0
    LOW = 1
    HIGH = 2


class Plane(IntEnum):
    WALL = 0


class Sign(IntEnum):
    SMOKE = 0
    BANNER = 1
    WELL = 2


UNIT = pack_dtype(
    [("damage", "u1"), ("rank", "u1"), ("tired", "u1"), ("signs", "u1"), ("gone", "u1"), ("burning", "u1"), ("stunned", "u1")]
)
STATE = pack_dtype([("units", UNIT, (4,)), ("points", "i2", (2,)), ("active", "i1"), ("asked", "u1"), ("gifts", "u1", (3,))])


def armour(state, slot):
    return 2 * slot - 1


def first_unit(state):
    return state.units[0]


def mark_first(out):
    out[0] = -1.0


def row_of(tables, seat, slot):
    return -1 if slot < 0 else tables.at[0] + tables.row_width[0] * slot


FORCES = Rows(("mine", "theirs"), "tables.n_units", [
    wrote("first"),
    let("unit", "state.units[slot]"),
    skip("unit.gone"),
    one_hot([Rank.LOW, Rank.HIGH], "unit.rank", when="unit.rank", note="of a veteran"),
    bent("damage", 3),
    cut("armour", 4, armour),
    flag("weak", "unit.signs & 2"),
    role("active", "state.active"),
    flag("tired", if_any=lambda facts: facts.night),
    share("left", 5, "5 - unit.damage", if_any=lambda facts: facts.sees_left, when="unit.rank"),
    together(flag("burning", if_any=lambda facts: facts.fire), flag("stunned", if_any=lambda facts: facts.fire)),
    together(cut("worn", 2, "unit.damage", if_any=lambda facts: facts.fire), when="slot == 2"),
    count("standing"),
    count("harm", "unit.damage", when="unit.rank"),
    count("tired", "unit.tired", column="tired"),
], index="slot", first="2 * side", per="side", blocks=2, usual="unit.{}", still=lambda t: {"cost": np.zeros(4)})  # fmt: skip
SIDE = Rows("side", 1, [
    cut("points", 9), share("standing", 2, "standing"), value("harm", "min(harm, 1)"), equal("own", "seat", "side"),
    share("rest", 2, "tired"),
], per="side", blocks=2, usual="state.points[side]")  # fmt: skip
ASKED = Members("asked", Rank, "state.asked", lambda facts: [False, True, facts.night], when="state.active >= 0")
GIFT = Members("gift", Rank, "", lambda facts: [True, False, True], each="state.gifts", form="bend({}, 1.0)")
SHEET = Sheet(FORCES, SIDE, ASKED, GIFT, Planes("ground", Plane, "has_ground"), Rank=Rank)
TABLES = pack_dtype([("n_units", "u1"), ("has_ground", "u1"), ("width", "u1"), ("height", "u1"), *SHEET.fields()])
PARTS = [each("side", 2, FORCES, SIDE), roles(FORCES, row_of), mark_first, ASKED, GIFT]


def laid_out(night=False, sees_left=False, fire=False, ground=False):
    tables = np.zeros(1, TABLES)
    tables["n_units"], tables["width"], tables["height"], tables["has_ground"] = 2, 3, 2, ground
    SHEET.lay_out(tables, SimpleNamespace(night=night, sees_left=sees_left, fire=fire))
    return tables


def a_state():
    state = np.zeros(1, STATE)
    units = state["units"][0]
    units["gone"][1] = 1
    units["damage"], units["rank"], units["tired"], units["signs"] = (3, 9, 1, 0), (2, 1, 0, 1), (1, 1, 0, 0), (2, 0, 4, 0)
    units["burning"][3] = units["stunned"][2] = 1
    state["points"], state["active"], state["asked"], state["gifts"] = (3, -20), 2, Rank.HIGH, (1, 7, 3)
    return state


def told(tables, state, seat=0):
    """What the encoder writes, by name, without what is 0."""
    out = np.zeros(SHEET.features(tables).size, np.float32)
    encoder(SHEET, __name__, STATE, TABLES, PARTS)(view(state[0]), view(tables[0]), seat, view(out), None)
    return {name: round(float(seen), 4) for name, seen in zip(SHEET.features(tables).names(), out, strict=True) if seen}


PLAIN = {
    "mine[0].first": -1, "mine[0].high": 1, "mine[0].damage": 0.5, "mine[0].armour": -0.25, "mine[0].weak": 1,
    "theirs[0].damage": 0.25, "theirs[0].armour": 0.75, "theirs[0].active": 1, "theirs[1].low": 1, "theirs[1].armour": 1,
    "side[0].points": 0.3333, "side[0].standing": 0.5, "side[0].harm": 1, "side[0].own": 1, "side[1].points": -1, "side[1].standing": 1,
    "gift.none": 0.5, "gift.high": 0.75,
}  # fmt: skip


def test_a_sheet_writes_what_its_columns_say():
    assert told(laid_out(), a_state()) == PLAIN
    assert told(laid_out(), a_state(), seat=1) == {name: seen for name, seen in PLAIN.items() if "own" not in name} | {"side[1].own": 1}


def test_columns_of_what_can_occur_come_after_the_others_and_are_written():
    seen = told(laid_out(night=True, sees_left=True), a_state())
    assert seen == PLAIN | {"mine[0].tired": 1, "side[0].rest": 0.5, "mine[0].left": 0.4, "theirs[1].left": 1, "asked.high": 1}
    assert told(laid_out(sees_left=True), a_state()) == PLAIN | {"mine[0].left": 0.4, "theirs[1].left": 1}
    assert told(laid_out(fire=True), a_state()) == PLAIN | {"theirs[1].burning": 1, "theirs[0].stunned": 1, "theirs[0].worn": 0.5}


def test_a_scenario_has_no_column_for_what_cannot_occur():
    always = ["first", "low", "high", "damage", "armour", "weak", "active"]
    assert SHEET.features(laid_out()).section("mine").columns == (*always, "cost")
    everything = SHEET.features(laid_out(night=True, sees_left=True, fire=True, ground=True))
    assert everything.section("theirs").columns == (*always, "tired", "left", "burning", "stunned", "worn", "cost")
    assert everything.section("asked").columns == ("low", "high") and everything.section("gift").columns == ("none", "high")
    assert everything.section("ground").shape == (2, 3) and "ground" not in SHEET.features(laid_out()).sections


def test_hand_written_parts_find_columns_by_name():
    tables = laid_out(sees_left=True)
    start = SHEET.features(tables).section("side").start
    assert tables["at"][0, SHEET.number(SIDE)] == start and SIDE.column("own") == 3
    assert tables["more"][0, SHEET.more("left", FORCES)] == 7 and tables["more"][0, SHEET.more("tired")] == 0
    with pytest.raises(UnknownName, match="column of section mine 'weka'; did you mean 'weak'"):
        FORCES.column("weka")
    with pytest.raises(UnknownName, match="column that some scenarios have"):
        SHEET.more("weak", FORCES)


def test_what_columns_mean_is_told():
    notes = SHEET.notes()
    assert (
        ("mine", "high", "of a veteran", True) in notes
        and ("mine", "tired", "", False) in notes
        and ("ground", "wall", "", False) in notes
    )


def test_the_source_of_an_encoder_can_be_read_and_is_told_where_it_fails():
    made = encoder(SHEET, __name__, STATE, TABLES, PARTS)
    text = inspect.getsource(made)
    assert "            out[k + 3] = bend(unit.damage, 3.0)  # damage\n" in text
    linecache.checkcache()
    with pytest.raises(AttributeError) as error:
        made(view(a_state()[0]), view(np.zeros((), [("n_units", "u1")])[()]), 0, None, None)
    assert traceback.extract_tb(error.value.__traceback__)[1].line in text


def board(t):
    return turned_views(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]), np.array([True, True, True, False]), (0, 2))


CAMP = Rows("camp", 3, [
    let("unit", "state.units[tent]"),
    bent("damage", 3),
    together(
        flag("burning"), one_hot(["veteran", "hero"], "unit.rank - 1", when="unit.rank"), flag("stunned"),
        when="unit.gone == 0", if_any=lambda facts: facts.fire,
    ),
    Members("rank", Rank, "unit.rank", lambda facts: [False, facts.fire, True], when="tent != TORN"),
    flag("tired", if_any=lambda facts: facts.night),
], index="tent", usual="unit.{}")  # fmt: skip
WATCH = Rows("watch", 1, [equal("first", "0", "state.active"), share("asked", 2)], usual="state.{}", if_any=lambda facts: facts.night)
STORES = Members(("own", "other"), Rank, "", lambda facts: [True, False, facts.fire], count=2)
SIGNS = Planes("signs", Sign, if_any=lambda facts: [facts.fire, True, False], view=board)
CAMPS = Sheet(CAMP, WATCH, STORES, SIGNS, TORN=2)
CAMP_TABLES = pack_dtype(CAMPS.fields())


def encamped(seen=0, fire=False, night=False):
    """What the encoder of the camp writes in a scenario, by name, without what is 0; and the tables."""
    tables, state = np.zeros(1, CAMP_TABLES), a_state()
    CAMPS.lay_out(tables, SimpleNamespace(fire=fire, night=night))
    state["active"] = seen
    out = np.zeros(CAMPS.features(tables).size, np.float32)
    parts = [
        let("first", first_unit, UNIT),
        only_if("first.damage + state.active < LIMIT", CAMP),
        each("time", "state.asked - 1", WATCH),
        STORES,
    ]
    encoder(CAMPS, __name__, STATE, CAMP_TABLES, parts, LIMIT=5)(view(state[0]), view(tables[0]), 0, view(out), None)
    return {name: float(told) for name, told in zip(CAMPS.features(tables).names(), out, strict=True) if told}, tables


def test_columns_that_the_same_scenarios_have_stand_side_by_side():
    plain = {"camp[0].damage": 0.5, "camp[1].damage": 0.75, "camp[2].damage": 0.25, "camp[0].high": 1}
    assert encamped()[0] == plain
    seen, tables = encamped(fire=True, night=True)
    assert seen == plain | {
        "camp[0].hero": 1, "camp[0].tired": 1, "camp[1].low": 1, "camp[1].tired": 1, "camp[2].stunned": 1, "watch.first": 1,
        "watch.asked": 1,
    }  # fmt: skip
    assert CAMPS.features(tables).section("camp").columns == ("damage", "burning", "veteran", "hero", "stunned", "low", "high", "tired")
    assert tables["rank_column"].tolist() == [[-1, 5, 6]] and tables["more"].tolist() == [[1, 7, 1]]
    with pytest.raises(ValueError, match="say `if_any` of all together, or of each"):
        together(flag("burning", if_any=lambda facts: facts.fire), if_any=lambda facts: facts.fire)


def test_a_section_can_be_there_in_some_scenarios_only_and_written_at_some_times_only():
    assert "watch" not in CAMPS.features(encamped()[1]).sections and encamped()[1]["at"][0, CAMPS.number(WATCH)] == -1
    assert encamped(seen=2, night=True)[0] == {"watch.asked": 1}
    assert ("watch", "asked", "", False) in CAMPS.notes() and ("camp", "hero", "", False) in CAMPS.notes()
    assert ("camp", "low", "", False) in CAMPS.notes() and ("camp", "damage", "", True) in CAMPS.notes()


def test_planes_and_sections_that_are_alike_have_columns_for_what_can_occur():
    few, many = (CAMPS.features(encamped(fire=fire)[1]) for fire in (False, True))
    assert few.section("own").columns == few.section("other").columns == ("none",) and few.section("own").count == 2
    assert many.section("other").columns == ("none", "high") and many.section("other").size == 4
    assert few.section("signs").columns == ("banner",) and many.section("signs").columns == ("smoke", "banner")
    assert many.section("signs").places.tolist() == board(None).places.tolist() and many.section("signs").shape == (2, 2)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (flag("weak", "state.unitz[0].gone"), "mine_weak: 'state.unitz': no such field; did you mean 'units'"),
        (flag("weak", "state.units[0].gnoe"), "mine_weak: 'state.units.0..gnoe': no such field; did you mean 'gone'"),
        (flag("weak", "unti.gone"), "mine_weak: 'unti' is not at hand there"),
        (flag("weak", "state.units[0].rank == Rank.HIHG"), "no such field; did you mean 'HIGH'"),
        (flag("weak", "state.active[0]"), "that is no array"),
        (flag("weak", "state.units["), "is no formula"),
        (flag("weak", "[state.active]"), "a formula has fields, indices, arithmetic"),
        (value("weak", lambda state, unit: 1), r"mine_weak: <lambda>\(..., unit, ...\) asks for what is not at hand there"),
        (equal("weak", "sede", "state.active"), "compares with sede, which is not at hand there"),
        (skip("state.active"), "has one row: write `when` at its columns"),
    ],
)
def test_what_a_sheet_misspells_is_told_before_anything_is_compiled(column, message):
    rows = Rows("mine", 1, [column])
    with pytest.raises(ValueError, match=message):
        encoder(Sheet(rows, Rank=Rank), __name__, STATE, TABLES, [rows])


def test_a_column_that_some_scenarios_lack_comes_last():
    with pytest.raises(ValueError, match="tired occurs in some scenarios only; put it after"):
        Rows("mine", 1, [flag("tired", if_any=lambda facts: True), flag("weak")])


def test_two_rules_of_one_name_are_told_apart():
    def other(state):
        return 1

    other.__name__ = "armour"
    rows = Rows("mine", 1, [let("slot", "0"), value("one", armour), value("two", other)])
    with pytest.raises(ValueError, match="two things are called armour"):
        encoder(Sheet(rows), __name__, STATE, TABLES, [rows])


def test_members_can_be_names_of_those_that_a_scenario_seats():
    seated = Members("owner", ["mine", "next", "third"], "state.asked - 1", lambda facts: np.arange(3) < facts.seats)
    tent = Rows("tent", 1, [value("asked"), seated], usual="state.{}")
    sheet = Sheet(tent)
    tables = np.zeros(1, pack_dtype(sheet.fields()))
    sheet.lay_out(tables, SimpleNamespace(seats=2))
    assert sheet.features(tables).names() == ["tent.asked", "tent.mine", "tent.next"] and tables["owner_column"].tolist() == [[1, 2, -1]]
    assert ("tent", "third", "", False) in sheet.notes()
    out = np.zeros(3, np.float32)
    encoder(sheet, __name__, STATE, tables.dtype, [tent])(view(a_state()[0]), view(tables[0]), 0, view(out), None)
    assert out.tolist() == [2, 0, 1]


def test_a_section_of_each_seat_is_named_by_whose_it_is_and_stands_where_its_rows_begin():
    names = {1: ["mine"], 2: ["mine", "rival"], 3: ["mine", "rival_1", "rival_2"]}
    tent = Rows("tent", "2 - who", [
        let("unit", "state.units[slot]"),
        value("damage"),
        flag("rank", if_any=lambda facts: facts.ranks),
    ], index="slot", first="who", per="who", room="tables.n_units", of=lambda t: names[int(t["seats"])], usual="unit.{}")  # fmt: skip
    rest = Rows("rest", 1, [value("asked")], usual="state.{}")
    sheet = Sheet(tent, rest)
    for seats in names:
        tables = np.zeros(1, pack_dtype([("n_units", "u1"), ("seats", "u1"), *sheet.fields()]))
        tables["n_units"], tables["seats"] = 2, seats
        sheet.lay_out(tables, SimpleNamespace(ranks=seats < 3))
        layout = sheet.features(tables)
        assert [*layout.sections] == [*(f"tent_{name}" for name in names[seats]), "rest"]
        assert tables["at"][0].tolist() == [0, layout.section("rest").start] and layout.section("rest").start == 2 * seats * (
            1 + (seats < 3)
        )
        out = np.zeros(layout.size, np.float32)
        encoder(sheet, __name__, STATE, tables.dtype, [each("who", "min(tables.seats, 2)", tent), rest])(
            view(a_state()[0]), view(tables[0]), 0, view(out), None
        )
        damage = {f"tent_{name}": layout.rows(out, f"tent_{name}")[:, 0].tolist() for name in names[seats]}
        told = {
            "tent_mine": [3, 9],
            "tent_rival": [9, 0],
            "tent_rival_1": [9, 0],
            "tent_rival_2": [0, 0],
        }  # the second has one unit, two rows
        assert damage == {name: told[name] for name in damage} and out[-1] == 2
    assert ("tent", "damage", "", True) in sheet.notes()


def test_sections_of_each_seat_have_one_name_and_a_plain_number_of_rows():
    for more in ({"blocks": 2}, {"room": lambda t: 2}):
        with pytest.raises(ValueError, match="section tent: `of` says whose its blocks are; give it one name"):
            Rows("tent", 2, [value("asked")], of=lambda t: ["mine"], **more)
