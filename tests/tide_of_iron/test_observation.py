"""Observations, column by column: each read by its name and compared with what plain Python finds in the record."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, Decision
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    WIDTH,
    Activation,
    Card,
    Condition,
    Damage,
    Fight,
    Figure,
    Fort,
    Kind,
    Mark,
    Order,
    Part,
    Phase,
    Specialty,
    Status,
)
from tests.tide_of_iron.plays import EVERYTHING, SCENARIOS, Eyes, positions

ARTILLERY = (Card.OFFENSIVE_ARTILLERY, Card.SUPPRESSIVE_BARRAGE, Card.SMOKE_MISSION)


def seen_at(tables, seat, cell):
    """Where a seat sees a hex: x to the right and y downwards, -1 to 1, own edge at the bottom."""
    if cell < 0:
        return 0.0, 0.0
    on = np.flatnonzero(tables["on_map"])
    across, down = 2 * (on % WIDTH) + on // WIDTH % 2, on // WIDTH
    turn = 1 if seat == 0 else -1
    x, y = 2 * (cell % WIDTH) + cell // WIDTH % 2, cell // WIDTH
    return turn * (2 * x / across.max() - 1), turn * (2 * y / down.max() - 1)


def bent(value, half):
    return value / (half + abs(value))


def subject_of(record, kind):
    """What the question is about, if it is of that kind, else -1."""
    decision = int(record["decision"])
    return int(record["subject"]) if decision and QUESTIONS.rows[decision].subject == kind else -1


def roles(record, slot):
    """What a unit does now."""
    attack = record["attack"][0]
    row = {"active": record["active"] == slot, "subject": subject_of(record, "unit") == slot, "moves_gun": record["crew"] == slot}
    row["served"] = record["served"] == slot
    if attack["fight"] == Fight.NONE:
        return row
    part = attack["part"][slot]
    return row | {
        "leads": attack["lead"] == slot, "target": attack["target"] == slot, "net_hits": min(1, attack["net"][slot] / 8),
        "takes_part": part == Part.ALL, "crew_takes_part": part == Part.CREW, "others_take_part": part == Part.OTHERS,
    }  # fmt: skip


def unit_row(record, tables, seat, slot):
    unit = record["units"][slot]
    row = roles(record, slot)
    row |= {"reserve": unit["status"] == Status.RESERVE, "on_map": unit["status"] == Status.ON_MAP, "lost": unit["status"] == Status.LOST}
    if unit["status"] in (Status.ABSENT, Status.LOST):
        return row
    figures = {figure.name.lower(): unit["figures"][figure] / 4 for figure in Figure} if unit["kind"] == Kind.SQUAD else {}
    armour = int(tables["vehicle_armour"][unit["kind"]])
    if unit["status"] == Status.ON_MAP:
        row["x"], row["y"] = seen_at(tables, seat, int(unit["cell"]))
        row["cover"], row["level"] = tables["cover"][unit["cell"]] / 6, tables["level"][unit["cell"]] / 2
    else:
        row["due"] = unit["due"] / 12
    return row | figures | {
        "fresh": unit["activation"] == Activation.FRESH, "op_fire": unit["activation"] == Activation.OP_FIRE, "fired": unit["fired"],
        "pinned": unit["condition"] == Condition.PINNED, "disrupted": unit["condition"] == Condition.DISRUPTED,
        "armour": (armour - (armour > 0 and unit["damage"] > 0)) / 6, "light_damage": unit["damage"] == Damage.LIGHT,
        "heavy_damage": unit["damage"] == Damage.HEAVY, "riders": unit["aboard"] / 16,
        "carrier": (unit["carrier"] % FORCE + 1) / 32 if unit["carrier"] >= 0 else 0,
        "in_entrenchment": unit["fort"] == Fort.ENTRENCHMENT, "in_pillbox": unit["fort"] == Fort.PILLBOX,
        Kind(unit["kind"]).name.lower(): 1, Specialty(unit["specialty"]).name.lower(): 1,
    }  # fmt: skip


def side_row(record, tables, who):
    points, attack = record["points"], record["attack"][0]
    return {
        "points": bent(int(points[who]), 8), "lead": np.clip((int(points[who]) - int(points[1 - who])) / 6, -1, 1),
        "command": bent(int(record["command"][who]), 6), "pool": bent(int(record["pool"][who]), 8),
        "initiative": record["initiative"] == who,
        "on_map": sum(record["units"]["status"][FORCE * who : FORCE * (who + 1)] == Status.ON_MAP) / 16,
        "reserves": sum(record["units"]["status"][FORCE * who : FORCE * (who + 1)] == Status.RESERVE) / 16,
        "lost_regulars": bent(int(record["lost_regulars"][who]), 8), "transfers": record["transfers"][who] / 8,
        "turn": record["turn"] == who,
        "finished": record["finished"][who], "decides": record["decider"] == who, "plays_card": record["card_seat"] == who,
        "attacks": attack["fight"] > 0 and attack["seat"] == who, "hits": min(1, attack["hits"][who] / 8) if attack["fight"] else 0,
    }  # fmt: skip


def contact_row(record, tables, who):
    waiting = {card.name.lower(): record["waiting"][who][card] / 4 for card in ARTILLERY}
    return waiting | {f"tried_{card.name.lower()}": record["tried"][who][card] / 4 for card in ARTILLERY}


def lasting_row(record, tables, who):
    return {card.name.lower(): record["lasting"][who][card] / 2 for card in (Card.NO_STEP_BACK, Card.INCREASED_PRIORITY)}


def hand_row(record, tables, who):
    return {card.name.lower(): record["hand"][who][card] / 4 for card in Card}


def deck_row(record, tables, who):
    return {card.name.lower(): record["deck"][who, :, card].sum() / 4 for card in Card}


def game_row(record, tables, seat):
    x, y = seen_at(tables, seat, subject_of(record, "cell"))
    return {
        "side_b": seat == 1, "round": record["round"] / 12, "rounds_left": max(0, int(tables["rounds"]) - int(record["round"])) / 12,
        "setup": record["phase"] == Phase.SETUP, "command_phase": record["phase"] == Phase.COMMAND,
        "status_phase": record["phase"] == Phase.STATUS, "actions_left": min(1, record["actions_left"] / 6), "subject_x": x,
        "subject_y": y,
    }  # fmt: skip


def activation_row(record, tables, seat):
    if record["active"] < 0:
        return {}
    free = seen_at(tables, seat, int(record["last_free"]))
    return {
        "movement": min(1, record["movement"] / 10), "hexes": min(1, record["hexes"] / 8), "boost": min(1, record["boost"] / 8),
        "free_x": free[0], "free_y": free[1],
    } | {
        name: record[name]
        for name in ("fire_done", "move_done", "broken", "mined", "halted", "barred", "silent", "beast", "reserved", "overrun")
    }  # fmt: skip


def attack_row(record, tables, seat):
    attack = record["attack"][0]
    if attack["fight"] == Fight.NONE:
        return {}
    x, y = seen_at(tables, seat, int(attack["cell"]))
    return {
        "fire": attack["fight"] == Fight.FIRE, "op_fire": attack["op"], "halved": attack["halved"], "x": x, "y": y,
        "reach": attack["reach"] / 2,
        "bonus": min(1, attack["bonus"] / 8), "support": attack["support"], "dice": bent(int(attack["dice"]), 8),
        "successes": bent(int(attack["successes"] + attack["hits_forth"]), 4), "damage_before": attack["damage_before"] / 2,
        "assault": attack["fight"] == Fight.ASSAULT,
        "suppressive": attack["blow"], "hits_back": bent(int(attack["hits_back"]), 4),
    }  # fmt: skip


def losses_row(record, tables, seat):
    gives = {f"gives_{Figure(record['given']).name.lower()}": 1} if record["given"] >= 0 else {}
    return {"to_lose": record["losses"] / 4, **gives}


def named(members, number):
    """One column for the member of that number."""
    return {members(number).name.lower(): 1} if number >= 0 else {}


SINGLE = {
    "asked": lambda r, t, s: named(Decision, int(r["decision"])), "order": lambda r, t, s: named(Order, int(r["order"])),
    "card": lambda r, t, s: named(Card, int(r["card"])), "losses": losses_row,
    "token": lambda r, t, s: named(Specialty, subject_of(r, "specialisation")), "placing": lambda r, t,
    s: named(Mark, subject_of(r, "marker")),
    "game": game_row, "activation": activation_row, "obstacles": activation_row, "boost": activation_row, "double_time": activation_row,
    "tank": activation_row, "attack": attack_row, "assault": attack_row,
}  # fmt: skip
OF_SIDES = {"side": side_row, "contact": contact_row, "lasting": lasting_row, "hand": hand_row, "deck": deck_row}


def compare(rows, columns, expected, where):
    for row, (values, wanted) in enumerate(zip(rows, expected, strict=True)):
        told = [float(wanted.get(column, 0)) for column in columns]
        wrong = [column for column, a, b in zip(columns, values, told, strict=True) if abs(a - b) > 1e-6]
        assert not wrong, f"{where} row {row}: {[(c, values[columns.index(c)], float(wanted.get(c, 0))) for c in wrong]}"


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.games
def test_every_column_says_what_the_record_says(name):
    checked = set()
    for record in positions(name):
        eyes = Eyes(name, record)
        features, tables = eyes.features, eyes.tables
        for seat in range(2):
            vector = eyes.sees(seat)
            order = (seat, 1 - seat)
            for section in features.sections:
                columns = features.section(section).columns
                if section == "marker":
                    continue
                rows = features.rows(vector, section)
                if section.startswith("unit"):
                    first = FORCE * order[section == "unit_theirs"]
                    expected = [unit_row(record, tables, seat, first + k) for k in range(len(rows))]
                elif section == "objective":
                    cells = tables["objective_cell"][: len(rows)]
                    expected = [
                        {
                            "held_by_me": record["control"][k] == seat, "held_by_rival": record["control"][k] == 1 - seat,
                            "my_units": standing(record, seat, cell) / 3, "rival_units": standing(record, 1 - seat, cell) / 3,
                        }
                        for k, cell in enumerate(cells)
                    ]  # fmt: skip
                elif section in OF_SIDES:
                    expected = [OF_SIDES[section](record, tables, who) for who in order]
                else:
                    expected = [SINGLE[section](record, tables, seat)]
                compare(rows, columns, expected, f"{section} of seat {seat}, {Decision(int(record['decision'])).name},")
                checked.add(section)
    assert checked == set(features.sections) - {"marker"}


def standing(record, seat, cell):
    """Units of a side that stand in a hex themselves."""
    units = record["units"][FORCE * seat : FORCE * (seat + 1)]
    return int(((units["cell"] == cell) & (units["status"] == Status.ON_MAP) & (units["carrier"] < 0)).sum())


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in ("farm_quick", "armour", "duel")])
@pytest.mark.games
def test_every_plane_shows_what_lies_in_the_hexes(name):
    shown = set()
    for record in positions(name):
        eyes = Eyes(name, record)
        on_map = np.flatnonzero(eyes.tables["on_map"])
        for seat in range(2):
            planes = np.asarray(eyes.features.planes(eyes.sees(seat), "marker"))
            columns, expected = eyes.features.section("marker").columns, np.zeros(planes.shape)
            for cell in map(int, on_map):
                x, y = seen_at(eyes.tables, seat, cell)
                row, column = round((y + 1) / 2 * (planes.shape[1] - 1)), round((x + 1) / 2 * (planes.shape[2] - 1))
                there = lying(record, seat, cell)
                expected[:, row, column] = [there[channel] for channel in columns]
            for channel, plane, wanted in zip(columns, planes, expected, strict=True):
                np.testing.assert_allclose(plane, wanted, rtol=0, atol=1e-6, err_msg=f"{channel} of seat {seat}")
                shown |= {channel} if plane.any() else set()
    if name == EVERYTHING:
        assert shown == set(eyes.features.section("marker").columns)


def lying(record, seat, cell):
    """What each plane should show in a hex."""
    marks, units = record["marks"][:, cell], record["units"]
    inside = (units["cell"] == cell) & (units["status"] == Status.ON_MAP)
    trenches, pillboxes = (int((inside & (units["fort"] == fort)).sum()) for fort in (Fort.ENTRENCHMENT, Fort.PILLBOX))
    return {
        "wire": marks[Mark.WIRE], "mines": marks[Mark.MINES], "traps": marks[Mark.TRAPS], "smoke": marks[Mark.SMOKE],
        "entrenchments": marks[Mark.ENTRENCHMENT] / 3, "pillboxes": marks[Mark.PILLBOX] / 3,
        "free_entrenchments": (int(marks[Mark.ENTRENCHMENT]) - trenches) / 3, "free_pillboxes": (int(marks[Mark.PILLBOX]) - pillboxes) / 3,
        "my_cover": marks[Mark.COVER_A + seat] / 2, "rival_cover": marks[Mark.COVER_B - seat] / 2,
        "my_charge": marks[Mark.CHARGE_A + seat], "rival_charge": marks[Mark.CHARGE_B - seat],
    }  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_own_edge_is_at_the_bottom_for_either_seat(name):
    tables = Eyes(name).tables
    for seat in range(2):
        seen = [seen_at(tables, seat, int(cell)) for cell in np.flatnonzero(tables["zone"][seat])]
        assert min(y for _, y in seen) > 0 and max(y for _, y in seen) == 1
        rival = [seen_at(tables, seat, int(cell)) for cell in np.flatnonzero(tables["zone"][1 - seat])]
        assert max(y for _, y in rival) < max(y for _, y in seen) and min(y for _, y in rival) == -1
        assert np.allclose(
            [tables["view_x"][seat], tables["view_y"][seat]], -np.array([tables["view_x"][1 - seat], tables["view_y"][1 - seat]])
        )


def marked(name, cell, **marks):
    """A game with markers in a hex."""
    eyes = Eyes(name)
    for mark, count in marks.items():
        eyes.record["marks"][Mark[mark.upper()]][cell] = count
        eyes.record["lying"][Mark[mark.upper()]], eyes.record["strips"][Mark[mark.upper()]] = 1, 1 << cell // WIDTH
    return eyes


@pytest.mark.clause("TI-TRN-05", "TI-TRN-11")
def test_an_entrenchment_in_smoke_does_not_look_like_an_empty_hex():
    cell = 4 * WIDTH + 3
    plain, both = Eyes("crossroads"), marked("crossroads", cell, entrenchment=1, smoke=1)
    for seat in range(2):
        assert (plain.sees(seat) != both.sees(seat)).sum() == 3  # also the free entrenchment
        assert both.plane("entrenchments", seat).sum() == pytest.approx(1 / 3) and both.plane("smoke", seat).sum() == 1


@pytest.mark.clause("TI-CRD-15")
def test_take_cover_is_seen_by_both_sides_with_its_end():
    cell = 4 * WIDTH + 3
    for count in (1, 2):
        eyes = marked("crossroads", cell, cover_b=count)
        assert eyes.plane("my_cover", 1).sum() == eyes.plane("rival_cover", 0).sum() == count / 2
        assert not eyes.plane("my_cover", 0).any() and not eyes.plane("rival_cover", 1).any()


@pytest.mark.clause("TI-SPC-08")
def test_demolition_charges_are_seen_by_both_sides():
    eyes = marked(EVERYTHING, 3 * WIDTH + 2, charge_a=1)
    assert eyes.plane("my_charge", 0).sum() == eyes.plane("rival_charge", 1).sum() == 1
    assert not eyes.plane("rival_charge", 0).any()


@pytest.mark.clause("TI-TRP-01", "TI-TRP-04")
def test_it_is_seen_who_rides_in_which_transport():
    kinds = list(Eyes(EVERYTHING).record["units"]["kind"][:FORCE])
    rider, truck, half_track = 7, kinds.index(Kind.TRUCK), kinds.index(Kind.HALF_TRACK)

    def aboard(carrier):
        eyes = Eyes(EVERYTHING)
        units, cell = eyes.record["units"], 5 * WIDTH + 3
        for slot in (rider, truck, half_track):
            units["status"][slot], units["cell"][slot] = Status.ON_MAP, cell
        units["carrier"][rider], units["aboard"][carrier] = carrier, 1
        return eyes

    for carrier in (truck, half_track):
        for seat, section in ((0, "unit_mine"), (1, "unit_theirs")):
            rows = aboard(carrier).rows(section, seat)
            assert rows[rider]["carrier"] == (carrier + 1) / 32 and [row["riders"] > 0 for row in rows].index(True) == carrier
            assert not rows[rider + 1]["carrier"]


@pytest.mark.clause("TI-CRD-03")
def test_contact_rolls_of_this_round_are_seen():
    eyes = Eyes("crossroads")
    eyes.record["waiting"][1][Card.SMOKE_MISSION], eyes.record["tried"][1][Card.SMOKE_MISSION] = 2, 1
    for seat, row in ((0, 1), (1, 0)):
        contact = eyes.rows("contact", seat)
        assert contact[row]["smoke_mission"] == 2 / 4 and contact[row]["tried_smoke_mission"] == 1 / 4
        assert not any(contact[1 - row].values())


def test_a_scenario_has_columns_for_what_can_occur_in_it_only():
    def columns(name, section):
        return set(Eyes(name).features.section(section).columns)

    vehicles, squads = {"armour", "light_damage", "heavy_damage"}, {"regular", "machine_gun", "pinned"}
    assert not columns("farm", "unit_mine") & vehicles and columns("farm", "unit_mine") >= squads
    assert not columns("armour", "unit_mine") & squads and columns("armour", "unit_mine") >= vehicles
    assert columns("farm", "marker") == {"my_cover", "rival_cover"}
    assert not {"gun_crew", "clear_cell", "place_marker"} & columns("crossroads", "asked")
    assert columns(EVERYTHING, "asked") == {decision.name.lower() for decision in Decision if decision}


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.games
def test_whatever_is_asked_has_a_column(name):
    columns = Eyes(name).features.section("asked").columns
    assert {Decision(int(d)).name.lower() for d in positions(name)["decision"] if d} <= set(columns)
