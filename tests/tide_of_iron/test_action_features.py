"""Features of positions and actions, column by column: read by name and compared with what plain Python finds in the record."""

from __future__ import annotations

import functools
from math import comb

import numpy as np
import pytest

from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.questions import RETRIED, Decision, Option
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    SLOTS,
    WIDTH,
    Activation,
    Blow,
    Card,
    Condition,
    Deck,
    Figure,
    Goal,
    Kind,
    Order,
    Status,
)
from tests.tide_of_iron.plays import EVERYTHING, SCENARIOS, Eyes, positions
from tests.tide_of_iron.test_observation import seen_at, standing

pytestmark = pytest.mark.games

LAYOUT = RULESET.layout
ORDERS = {order.name.lower().replace("_", "-") for order in Order}
STRONG = len(RULESET.bots) - 1


@functools.cache
def described(name):
    """(record, tables, position columns, [(action, structured action, action columns)], the strong bot's answer) of every position."""
    out = []
    for record in positions(name, every=3):
        if record["decider"] < 0:
            continue
        eyes = Eyes(name, record)
        eyes.batch.refresh(0)
        found = eyes.batch.encode_actions(np.zeros(1, np.int64))
        here = dict(zip(RULESET.position_features, map(float, found.positions[0][eyes.features.size :]), strict=True))
        rows = [
            (int(n), LAYOUT.action(int(n)), dict(zip(RULESET.action_features, map(float, row), strict=True)))
            for n, row in zip(found.numbers, found.rows, strict=True)
        ]
        out.append((record, eyes.tables, here, rows, int(eyes.batch.ask(np.zeros(1, np.int64), STRONG)[0])))
    return out


def units_out(record, seat):
    """Units of a side on the map that are not aboard."""
    units = record["units"][FORCE * seat : FORCE * (seat + 1)]
    return units[(units["status"] == Status.ON_MAP) & (units["carrier"] < 0)]


def worth(tables, seat, unit):
    """Price of a unit; a damaged vehicle counts half."""
    if unit["kind"] != Kind.SQUAD:
        return float(tables["vehicle_price"][unit["kind"]]) / (2 if unit["damage"] else 1)
    return float(tables["specialty_points"][unit["specialty"]] + (unit["figures"] * tables["figure_points"][seat]).sum())


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_position_is_what_both_sides_have_on_the_map(name):
    for record, tables, here, _, _ in described(name):
        me = int(record["decider"])
        for prefix, seat in (("my", me), ("rival", 1 - me)):
            units = units_out(record, seat)
            fresh = (units["activation"] == Activation.FRESH) & (units["condition"] == Condition.NONE)
            assert here[f"{prefix}_fresh"] == pytest.approx(min(1, fresh.sum() / 10))
            assert here[f"{prefix}_op_fire"] == pytest.approx(min(1, (units["activation"] == Activation.OP_FIRE).sum() / 5))
            total = sum(worth(tables, seat, unit) for unit in units)
            assert here[f"{prefix}_worth"] == pytest.approx(min(1, total / 320), abs=1e-4)
        lead = int(record["points"][me]) - int(record["points"][1 - me])
        assert here["lead"] == pytest.approx(np.clip(lead / 8, -1, 1)) and here["lead_fine"] == pytest.approx(np.clip(lead / 2, -1, 1))
        assert here["last_round"] == (record["round"] >= tables["rounds"])
        assert here["pool_lead"] == pytest.approx(np.clip((int(record["pool"][me]) - int(record["pool"][1 - me])) / 6, -1, 1))


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.clause("TI-CMD-10", "TI-CMD-12")
def test_a_position_tells_what_the_objectives_will_bring(name):
    for record, tables, here, _, _ in described(name):
        me, hexes = int(record["decider"]), {0: 0, 1: 0}
        income, points = {0: 0, 1: 0}, {0: 0, 1: 0}
        for k in range(int(tables["n_objectives"])):
            kind, value, cell = int(tables["objective_kind"][k]), int(tables["objective_value"][k]), int(tables["objective_cell"][k])
            held = int(record["control"][k])
            taken = next((seat for seat in (0, 1) if standing(record, seat, cell)), held)
            if kind == Goal.VICTORY:
                if held >= 0:
                    points[held] += value
                if taken >= 0:
                    hexes[taken] += 1
            elif held >= 0 and kind in (Goal.NEUTRAL, Goal.COMMAND_A + held):
                income[held] += value
        for prefix, seat in (("my", me), ("rival", 1 - me)):
            assert here[f"{prefix}_income"] == pytest.approx(min(1, income[seat] / 8))
            assert here[f"{prefix}_victory_income"] == pytest.approx(min(1, points[seat] / 4))
            assert here[f"{prefix}_victory_hexes"] == pytest.approx(min(1, hexes[seat] / 4))
        left = max(0, int(tables["rounds"]) - int(record["round"]) + 1)
        lead = int(record["points"][me]) - int(record["points"][1 - me]) + left * (hexes[me] - hexes[1 - me])
        assert here["projected_lead"] == pytest.approx(np.clip(lead / 8, -1, 1))


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_action_says_which_words_it_consists_of(name):
    blocks = ("pass", "order", "unit", "cell", "direction", "deck", "bid", "option", "figure", "card", "retry")
    for record, tables, _, rows, _ in described(name):
        for action, (block, argument), row in rows:
            kind = "order" if block in ORDERS else block
            assert [name for name in blocks if row[name]] == [kind]
            said = {column for column in row if row[column] and column.startswith(("order_", "option_", "card_", "figure_", "deck_"))}
            wanted = {
                "order": {f"order_{block.replace('-', '_')}"}, "option": {f"option_{str(argument).replace('-', '_')}"},
                "figure": {f"figure_{str(argument).replace('-', '_')}"}, "card": {f"card_{str(argument).replace('-', '_')}"},
            }.get(kind, set())  # fmt: skip
            if kind == "deck":
                wanted = {f"deck_{Deck(int(tables['decks'][record['decider']][argument - 1])).name.lower()}"}
            if kind == "retry":
                wanted = {f"card_{RETRIED[action - LAYOUT.offset['retry']].name.lower()}"}
            assert said == wanted
            if kind == "bid":
                assert row["command"] == pytest.approx(argument / 12)
            if kind == "card":
                assert row["command"] == pytest.approx(tables["card_cost"][Card[argument.upper().replace("-", "_")]] / 12)


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_action_shows_its_hex(name):
    shown = 0
    for record, tables, _, rows, _ in described(name):
        me, decision = int(record["decider"]), int(record["decision"])
        for action, (block, argument), row in rows:
            if block == "cell":
                cell = argument[0] + WIDTH * argument[1]
            elif block == "direction":
                cell = int(tables["next"][record["units"]["cell"][record["subject"]], action - LAYOUT.offset["direction"]])
            elif block in ("fire", "prepare"):
                cell = int(record["units"]["cell"][LAYOUT.offset["unit"] and action - LAYOUT.offset[block]])
            else:
                continue
            shown += 1
            around = [int(there) for there in tables["next"][cell] if there >= 0]
            near = {seat: sum(standing(record, seat, there) for there in around) for seat in (0, 1)}
            goals = [k for k in range(int(tables["n_objectives"])) if tables["objective_cell"][k] == cell]
            away = min([12, *(int(tables["distance"][cell, tables["objective_cell"][k]]) for k in range(int(tables["n_objectives"])))])
            wanted = {
                "x": seen_at(tables, me, cell)[0], "y": seen_at(tables, me, cell)[1], "cover": min(3, int(tables["cover"][cell])) / 3,
                "level": tables["level"][cell] / 2, "friends": standing(record, me, cell) / 3,
                "enemies": standing(record, 1 - me, cell) / 3,
                "friends_near": min(4, near[me]) / 4, "enemies_near": min(4, near[1 - me]) / 4, "objective_nearness": 1 - away / 12,
                "on_victory": any(tables["objective_kind"][k] == Goal.VICTORY for k in goals),
                "on_command": any(tables["objective_kind"][k] != Goal.VICTORY for k in goals),
                "held_by_me": any(record["control"][k] == me for k in goals),
                "held_by_rival": any(record["control"][k] == 1 - me for k in goals),
            }  # fmt: skip
            wrong = {column: (row[column], float(value)) for column, value in wanted.items() if abs(row[column] - float(value)) > 1e-6}
            assert not wrong, f"{Decision(decision).name} {block} {argument}: {wrong}"
    assert shown > 40


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_action_shows_the_unit_that_it_names(name):
    shown = 0
    for record, tables, _, rows, _ in described(name):
        me, active = int(record["decider"]), int(record["active"])
        for action, (block, argument), row in rows:
            if block not in ORDERS and block != "unit":
                assert not row["is_mine"] or LAYOUT.offset["option"] <= action < LAYOUT.offset["figure"]
                continue
            shown += 1
            slot = (action - LAYOUT.offset[block]) % SLOTS
            unit, cell = record["units"][slot], int(record["units"]["cell"][slot])
            here = int(record["units"]["cell"][active]) if active >= 0 else -1
            squad = unit["kind"] == Kind.SQUAD
            assert LAYOUT.unit_name(slot) == argument
            figures = {f.name.lower(): unit["figures"][f] / (2 if f >= Figure.MACHINE_GUN else 4) for f in Figure if f and squad}
            wanted = figures | {
                "is_mine": slot // FORCE == me, "figures": unit["figures"].sum() / 4 if squad else 0, "vehicle": not squad,
                "pinned": squad and unit["condition"] == Condition.PINNED, "disrupted": squad and unit["condition"] == Condition.DISRUPTED,
                "damage": 0 if squad else unit["damage"] / 2, "fresh": unit["activation"] == Activation.FRESH,
                "op_fire": unit["activation"] == Activation.OP_FIRE,
                "on_objective": cell >= 0 and cell in tables["objective_cell"][: tables["n_objectives"]],
                "distance": min(16, int(tables["distance"][here, cell])) / 16 if min(here, cell) >= 0 else 0,
                "worth": min(1, worth(tables, slot // FORCE, unit) / 80) if unit["status"] == Status.ON_MAP else 0,
            }  # fmt: skip
            wrong = {column: (row[column], float(value)) for column, value in wanted.items() if abs(row[column] - float(value)) > 0.01}
            assert not wrong, f"{block} {argument}: {wrong}"
    assert shown > 40


def net_hits(tables, reach, dice, defence, hits):
    """Chance of at least so many net hits, dice against dice."""
    p, q = (7 - int(tables["attack_success"][reach])) / 6, (7 - int(tables["defence_success"])) / 6
    return sum(
        comb(dice, a) * p**a * (1 - p) ** (dice - a) * comb(defence, d) * q**d * (1 - q) ** (defence - d)
        for a in range(dice + 1)
        for d in range(defence + 1)
        if a - d >= hits
    )


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.clause("TI-FIR-07", "TI-FIR-08")
def test_an_attack_shows_its_dice_and_its_chances(name):
    shown = 0
    for record, tables, _, rows, _ in described(name):
        for _, (block, argument), row in rows:
            dice, defence = row["dice"] * 16, row["defence"] * 8
            if not dice or dice == 16 or defence == 8:
                continue
            shown += 1
            for column, hits in (("one_hit", 1), ("three_hits", 3)):
                assert row[column] == pytest.approx(net_hits(tables, round(row["reach"] * 2), round(dice), round(defence), hits), abs=1e-5)
            if int(record["decision"]) == Decision.ATTACK_TYPE:
                blow = Blow.SUPPRESSIVE if argument == Option.SUPPRESSIVE.name.lower() else Blow.NORMAL
                assert block == "option" and (blow == Blow.SUPPRESSIVE) == (argument == "suppressive")
    assert shown > 10


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_score_is_that_of_the_strong_bot(name):
    compared = 0
    for _, _, _, rows, answer in described(name):
        scores = {action: row["score_fine"] if abs(row["score_fine"]) < 1 else row["score"] * 6 for action, _, row in rows}
        if all(abs(row["score"]) < 1 for _, _, row in rows):
            compared += 1
            assert scores[answer] == pytest.approx(max(scores.values()), abs=1e-3)
        for _, (block, _), row in rows:
            if block in ORDERS:
                plans = sorted(row[f"plan_{order}"] for order in ("advance", "fire", "prepare", "fire_and_move", "assault"))
                assert row["best_plan"] == max(0, plans[-1]) and row["runner_up"] == max(0, plans[-2])
    assert compared > 20


def test_a_place_is_told_with_what_it_gains():
    for record, _, _, rows, _ in described(EVERYTHING):
        if record["decision"] == Decision.STEP and record["subject"] == record["active"]:
            here = next((row["place"] for _, (block, _), row in rows if block == "pass"), None)
            for _, (block, _), row in rows:
                if here is not None and block == "direction" and max(abs(row["place"]), abs(here), abs(row["place_gain"])) < 1:
                    assert 50 * (row["place"] - here) == pytest.approx(20 * row["place_gain"], abs=1e-3)
